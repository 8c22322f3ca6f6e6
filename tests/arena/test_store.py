"""The server's log: cut anywhere, what was told is there, once, and the same for both sides."""

import os
import shutil

import pytest

from course_lib import TicTacToe
from course_lib.play.match import Forfeit, Match
from course_tools.arena.server.drop_box import DropBox
from course_tools.arena.server.store import FILE, HAND_IN, Kept, Store
from course_tools.log import Log, recovered, written

GAME = TicTacToe()
SEATS = {"X": "ann", "O": "bob"}
WON = [GAME.action_named(name) for name in ("a1", "a2", "b1", "b2", "c1")]
DRAWN = [GAME.action_named(name) for name in ("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2")]
DRAWN_TOLD = [{"tuple": list(action)} for action in DRAWN]


def kept_of(data: bytes) -> tuple[Kept, list]:
    """What these bytes hold after a restart, and the entries that the restart has added."""
    kept = Kept.of(recovered(data).entries)
    return kept, kept.missing()


def played(store: Store, actions, *, ladder: bool = True, stop: str = ""):
    """The name of a game that a server has played, and told its end."""
    name, match = store.new_name(), Match(GAME, SEATS, GAME.initial)
    store.begin(name, GAME, SEATS, ladder=ladder)
    for action in actions:
        store.add(name, match.take(GAME.to_move(match.state), action), 0.25)
    if stop == "resigned":
        match.lose(GAME.to_move(match.state), Forfeit("resigned", "resigned"))
    store.end(name, match.record or match.stop("the server was stopped"), ladder=ladder)
    return name


@pytest.fixture
def whole(tmp_path) -> bytes:
    """A log with games that end in every way, two at a time, with names and hand-ins between."""
    store = Store(tmp_path / "whole")
    store.own("otter", "Otter", "d1")
    for actions, stop in ((WON, ""), (WON[:3], "resigned"), (DRAWN, ""), (WON[:2], ""), ([], "")):
        played(store, actions, stop=stop)
        store.log.add({"hand_in": dict.fromkeys(HAND_IN, f"{len(actions)}")})
    one, two = store.new_name(), store.new_name()
    for name in (one, two):
        store.begin(name, GAME, SEATS, ladder=True)
    for first, second in zip(WON, WON, strict=True):
        store.add(one, first)
        store.add(two, second)
    store.close()
    return (tmp_path / "whole" / FILE).read_bytes()


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=[pytest.mark.slow])])
def test_a_log_cut_anywhere_keeps_all_that_was_told(whole, step):
    """Also what was decided and not told yet; a second recovery changes nothing.

    It is cut at each line's end, right before and after it, and at every tenth byte, or at all.
    """
    entries = recovered(whole).entries
    ends_of_lines = {at + side for at, sign in enumerate(whole) if sign == 10 for side in range(3)}
    cuts = sorted({*range(0, len(whole), step), *ends_of_lines} & {*range(len(whole) + 1)})
    ends = {}  # the entry after which somebody may have been told of a game's end
    for number, entry in enumerate(entries):
        if entry.get("end"):
            ends[entry["game"]] = number, entry["end"]
    lost = 0
    for cut in cuts:
        data = whole[:cut]
        found = recovered(data)
        assert found.entries == entries[: len(found.entries)]
        assert not found.damaged
        kept, missing = kept_of(data)
        assert not kept.odd
        assert all(game.end is not None for game in kept.games.values())
        for name, (number, end) in ends.items():
            lost += number < len(found.entries) and kept.games[name].end != end
        moves = {}
        for entry in found.entries:
            if "move" in entry:
                moves.setdefault(entry["game"], []).append(entry["move"])
        for name, made in moves.items():
            game = kept.games[name]
            assert game.moves == made
            ways = {3: "resigned", 5: "win", 9: "draw"} if made != DRAWN_TOLD[:5] else {}
            assert game.end["reason"] in ("unfinished", ways.get(len(made)))
            assert game.end["reason"] == ways.get(len(made)) or len(made) not in (5, 9) or not ways
        again, more = kept_of(data[: found.whole] + found.mark + written(missing))
        assert (again, more) == (kept, [])
    assert (lost, cut) == (0, len(whole))
    print(f"{len(cuts)} cuts of the class log, {len(ends)} ends: {lost} lost")


def test_what_can_not_be_rescued_is_named_at_each_start(tmp_path):
    """Lines that somebody has changed, a game of another version, entries of nobody."""
    store = Store(tmp_path)
    name = played(store, WON)
    rules = {"class": "Chess", "options": {}}
    lost = "20260101-000000-000000-00000000"
    store.log.add({"game": lost, "rules": rules, "players": SEATS, "ladder": False})
    store.log.add({"game": lost, "move": 3, "took": 0})
    store.log.add({"strange": 1})
    store.log.add({"hand_in": {"code": "E3B0-C442"}})
    store.close()
    lines = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    lines[1:1] = [lines[0].replace(b"ann", b"eve"), b"\n"]
    (tmp_path / FILE).write_bytes(b"".join(lines).removesuffix(b"\n"))
    (tmp_path / ".half.unfinished").write_text("{", encoding="utf-8")
    for _ in range(2):
        again = Store(tmp_path)
        assert [one.name for one in again.latest()] == [name]
        assert len(again.news) == 4
        assert not list(tmp_path.glob("*.unfinished"))
        assert DropBox(tmp_path / "box", {}, again).shown == -1
        for words in (
            "line 2 is damaged",
            f"{lost}, a game of ann and bob, can't be",
            "can't be understood: KeyError('game')",
            "can't be understood: KeyError('when')",
        ):
            assert any(words in sentence for sentence in again.news), words


def test_a_game_that_ends_while_another_is_written_is_no_failure(tmp_path, monkeypatch):
    """On a busy server one always does; nobody is asked whether the disk is full."""
    store, right = Store(tmp_path), Log.settle
    first, later = played(store, WON), []

    def settle(log):
        done = right(log)
        later.append(played(store, DRAWN))
        return done

    monkeypatch.setattr(Log, "settle", settle)
    assert store.settle() == 0
    assert (store.is_kept(first), store.is_kept(later[0])) == (True, False)
    monkeypatch.undo()
    assert store.settle() == 0
    assert store.is_kept(later[0])


def test_a_disk_that_is_full_for_a_while_changes_no_order(tmp_path, monkeypatch):
    """What can't be written waits; half a line is taken back; then all is there, once."""
    log, room = Log(tmp_path / "a.log"), [0]
    right = os.write

    def write(handle, data):
        if room[0] <= 0:
            raise OSError(28, "No space left on device")
        done = right(handle, data[: room[0]])
        room[0] -= done
        return done

    monkeypatch.setattr(os, "write", write)
    for number in range(5):
        log.add({"n": number})
        room[0] = 10
        assert not log.settle()
    with pytest.raises(OSError, match="the disk is full"):
        log.add_now({"n": 5})
    assert recovered((tmp_path / "a.log").read_bytes()).entries == []
    room[0] = 10**6
    log.add({"n": 6})
    assert log.settle()
    found = recovered((tmp_path / "a.log").read_bytes())
    assert [one["n"] for one in found.entries] == [0, 1, 2, 3, 4, 6]
    log.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody take an open file away")
def test_a_log_that_was_taken_away_comes_back(tmp_path):
    """With its folder; while that can't be, nothing counts as kept."""
    log = Log(tmp_path / "folder" / "a.log")
    log.add({"n": 1})
    shutil.rmtree(tmp_path / "folder")
    (tmp_path / "folder").write_text("no folder", encoding="utf-8")
    log.add({"n": 2})
    assert not log.settle()
    (tmp_path / "folder").unlink()
    assert log.settle()
    log.add({"n": 3})
    log.close()
    entries = recovered((tmp_path / "folder" / "a.log").read_bytes()).entries
    assert [one["n"] for one in entries] == [1, 2, 3]
