"""Games of Havannah are kept without loss, and every wrong text is explained."""

import json
from contextlib import suppress
from itertools import product
from random import Random

from console import course
from test_havannah import PRINTED_GAME

from course_lib import RESIGN, GameRecord, Havannah, play_game, random_player
from course_lib.lessons.lesson_06.printed_game import printed_game
from course_lib.play.record import FAULTS
from course_lib.views import replay


def scripted(moves, last=RESIGN):
    """Two players that play these moves and then do this."""
    left = moves.split()

    def play(game, state):
        if left:
            return game.action_named(left.pop(0))
        if isinstance(last, Exception):
            raise last
        return last

    return [play, play]


def test_the_printed_game_can_be_replayed():
    """A board before each move and one after the last; the widget and its page are made of them."""
    story = replay(printed_game()).story
    assert len(story["frames"]) == len(story["lines"]) == 86
    assert story["lines"][-1] == "Move 85 of 85: X plays L3. X won: fork."


def games_to_keep():
    """Random games, games that stop, games from the middle, odd ends and odd names."""
    players = [random_player(Random(0))] * 2
    for size, passing in product((2, 3, 4, 10), (False, True)):
        for seed in range(20 if size < 10 else 3):
            yield play_game(Havannah(size, passing=passing), players, rng=Random(seed))
    stops = RESIGN, "A1", ValueError("no idea"), None
    for moves, last in product(("A1", "A1 B2", "A1 B2 C3 D4 E5 F5"), stops):
        stopped = play_game(Havannah(5), scripted(moves, last))
        assert stopped.reason in {*FAULTS, "resigned"}
        yield stopped
    for game, moves in ((Havannah(4), "A1 B2 D4"), (Havannah(4, passing=True), "A1 pass B2 D4")):
        yield play_game(game, players, state=game.play(moves), rng=Random(2))
    data = json.loads(play_game(Havannah(3), scripted("A1 B2")).to_json())
    data["players"] = {"X": "a] (b\\ ;W[c", "O": "Ünïcode: 六角"}
    for reason, culprit, winner in [
        *(("time", "X", "O"), ("unfinished", None, None)),
        *(("error", "X", "O"), ("error", "O", "X")),
    ]:
        data |= {"reason": reason, "culprit": culprit, "winner": winner, "detail": f"[{reason}]"}
        if reason == "error":
            data["actions"] = []
        yield GameRecord.from_json(json.dumps(data))


def test_games_come_back_from_a_file():
    """Players, moves, passes, end and words are the same, also of a game from the middle."""
    for record in games_to_keep():
        assert GameRecord.from_json(record.to_json()) == record


def test_cut_and_changed_texts_never_fail_otherwise():
    """Any cut of the record, and any sign changed, gives a game or a `ValueError`."""
    text, rng = play_game(Havannah(4), scripted("A1 B2 C3 D4")).to_json(), Random(3)
    for _ in range(500):
        at = rng.randrange(len(text))
        for odd in (text[:at], text[:at] + rng.choice("{}[];\\WB a19%\n") + text[at + 1 :]):
            with suppress(ValueError):
                assert isinstance(GameRecord.from_json(odd), GameRecord)


def recorded(*words, code=0):
    """What `course play --show` prints."""
    done = course("play", "--show", *map(str, words))
    assert done.code == code, done.err
    return done.err if code else done.out


def test_the_command_shows_the_printed_game(tmp_path):
    """Without a file, as text; on a page, with every board."""
    assert recorded() == printed_game().text() + "\n"
    done = course("play", "--show", "--to", str(tmp_path / "game.html"))
    assert done.out == f"Saved: {tmp_path / 'game.html'}\n"
    assert "Move 85 of 85: X plays L3." in (tmp_path / "game.html").read_text(encoding="utf-8")
    assert printed_game().text("moves").split() == PRINTED_GAME.split()


def test_the_command_reads_a_kept_game_whatever_its_name(tmp_path):
    """What is read is known by what is in it, and can be gone on with."""
    kept, odd = tmp_path / "a.json", tmp_path / "odd"
    play_game(Havannah(4), scripted("A1 B2 C3 D4")).save(kept)
    odd.write_bytes(kept.read_bytes())
    assert recorded(odd) == GameRecord.load(kept).text() + "\n"
    assert "X: " in course("play", "--load", str(odd), text="quit\n").out


def test_the_command_explains_what_it_cannot_read(tmp_path):
    """A missing file, and a damaged one: exit code 2."""
    damaged = tmp_path / "damaged.json"
    damaged.write_text("(;GM[1])", encoding="utf-8")
    for path in (tmp_path / "none.json", damaged):
        assert recorded(path, code=2).startswith("course play: ")
