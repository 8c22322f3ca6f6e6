"""The server for a class: real games between real programs, whatever one of them does."""

import asyncio
import contextlib
import http.client
import json
import os
import re
import selectors
import shutil
import signal
import socket
import struct
import sys
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from class_server import Raw, Served, ask, beside, class_server, port
from console import course, ran
from sandboxed import soon
from simple_players import last_action
from tornado.iostream import IOStream

from course_lib import ConnectFour, GameRecord, TicTacToe, random_player
from course_lib.game import RESIGN
from course_lib.play import connect
from course_lib.play.match import Forfeit
from course_tools.arena.server.connection import Connection
from course_tools.arena.server.ladder import ClassLadder, OwnNames
from course_tools.arena.server.plan import (
    plan_of,
    read_plan,
    read_tokens,
    tokens_of,
    write_tokens,
)
from course_tools.arena.server.store import FinishedGame, Store
from course_tools.arena.server.web import EVERYWHERE, Page, Room, Server, Turns
from course_tools.grader.classroom.intake.register import (
    Register,
    read_register,
    write_register,
)
from course_tools.log import recovered

HERE = "127.0.0.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of this file: whatever one does, it must serve the next."""
    plan = "page = 0\n" + port(size=3) + port(size=3, seconds=1)
    plan += port("connect-four") + port("tic-tac-toe")
    with class_server(tmp_path_factory.mktemp("server"), plan) as served:
        yield served
        assert served.process.poll() is None, "the server has died"


def record_with(server: Served, *names: str) -> GameRecord:
    """The latest record of a game in which somebody of each of these names has played."""
    for game in server.lobby()["games"]:
        if set(names) <= set(game["players"].values()):
            return GameRecord.from_json(server.get(f"record/{game['name']}.json"))
    raise AssertionError(f"no game of {names} has been recorded")


def wait_until(true):
    """Wait until this is true."""
    assert soon(true), "this has not come true"


# --- games ------------------------------------------------------------------------------------


def test_connect_four_is_played_as_well_after_a_browser_has_asked_there(server):
    """An HTTP request is no answer to `name`. Squares have GTP's names, the board its command."""
    with pytest.raises(http.client.BadStatusLine):
        urllib.request.urlopen(f"http://{HERE}:{server.ports[2]}/", timeout=20)
    play = {"game": ConnectFour(), "games": 2}
    one = beside(connect, random_player(Random(1)), HERE, server.ports[2], name="con", **play)
    two = beside(connect, random_player(Random(2)), HERE, server.ports[2], name="fou", **play)
    assert len(one.result(60)) == len(two.result(60)) == 2, "both have dialled again"
    assert record_with(server, "con", "fou").reason in ("win", "draw")


def test_a_player_that_resigns_or_raises_loses(server):
    """Resigning is a word of the protocol; an error of a player is told to everybody.

    Who says no name is called as the function is.
    """

    def dim(game, state):
        raise RuntimeError("out of ideas")

    def tired(game, state):
        return RESIGN

    for name, player, reason in (("tired", tired, "resigned"), ("dim", dim, "error")):
        other = beside(connect, random_player(Random(1)), HERE, server.ports[0], name="steady")
        [told] = connect(player, HERE, server.ports[0])
        [won] = other.result(60)
        record = record_with(server, name, "steady")
        assert record.reason == reason
        assert record.players[record.culprit] == name
        assert told == f"You are {record.culprit}. {record.detail}"
        assert won == f"You are {record.winner}. {record.detail}"


# --- hostile programs ---------------------------------------------------------------------------


def saying(words):
    """Answer these words."""
    return lambda raw: raw.say(words)


def leaves(raw):
    """Hang up."""
    raw.cut()


def silent(raw):
    """Answer nothing."""


def endless_line(raw):
    """Answer 100 MB without an end of line."""
    for _ in range(100):
        raw.say(b"x" * 1_000_000)


JUNK = bytes(range(256)) * 4 + b"\n\n"
HOSTILE = {
    "off the board": (saying("= Z99\n\n"), "illegal", "Z99"),
    "always A1": (saying("= A1\n\n"), "illegal", "not legal"),
    "silent": (silent, "time", "than 1 s"),
    "leaves": (leaves, "error", "has gone away"),
    "junk": (saying(JUNK), "error", "= or ? should come first"),
    "endless line": (endless_line, "error", "a line of more than 4,096 bytes"),
    "endless answer": (saying("= A1\n" * 1_000_000), "error", "lines"),
    "many answers": (saying("= A1\n\n" * 5000), "error", "nobody had asked"),
    "two answers": (saying("= A1\n\n= B1\n\n"), "error", "said '= B1' when nobody had asked"),
    "half a line": (saying("= B"), "time", "than 1 s"),
    "refuses": (saying("? I do not like this\n\n"), "error", "I do not like this"),
}
"""What a program does at `genmove`, and what is said of it."""


def test_a_hostile_program_loses_its_game_and_nothing_else(server):
    """All at once: each is told why, its partner wins, and a game beside it ends by the rules."""
    calm = [
        beside(connect, random_player(Random(seed)), HERE, server.ports[3], game=TicTacToe())
        for seed in (1, 2)
    ]
    hasty, waiting = server.ports[1], lambda: server.lobby()["rooms"][1]["waiting"]
    games = {}
    for name, (genmove, *_) in HOSTILE.items():
        honest = beside(connect, last_action, HERE, hasty, name=f"honest {name}")
        wait_until(waiting)
        games[name] = honest, beside(Raw(hasty, name, genmove).play)
        wait_until(lambda: not waiting())
    for name, (genmove, reason, words) in HOSTILE.items():
        honest, hostile = games[name]
        [end], lines = honest.result(60), hostile.result(60)
        record = record_with(server, name, f"honest {name}")
        assert (record.reason, record.players[record.culprit]) == (reason, name)
        assert words in record.detail
        assert record.detail in end
        if genmove is not leaves:
            assert any(words in line for line in lines if line.startswith("#")), lines
            assert lines[-1] == "quit"
    for game in calm:
        assert game.result(60)


class Slow(Raw):
    """A program that thinks before each answer, as long as each of them alone may take."""

    def say(self, words):
        """Answer late, during the game."""
        if self.heard[-1].split()[0] in ("play", "genmove"):
            time.sleep(0.9)
        super().say(words)


def test_a_turn_has_one_time(server):
    """Who thinks before it answers `play` thinks at its own cost."""
    cells = iter(("A1", "A2", "A3"))
    slow = Slow(server.ports[1], "slow", lambda raw: raw.say(f"= {next(cells)}\n\n"))
    beside(connect, last_action, HERE, server.ports[1], name="quick")
    assert any("took more than 1 s for a move" in line for line in slow.play())
    assert record_with(server, "slow", "quick").reason == "time"


def test_a_line_of_100_mb_takes_no_memory(server):
    """It is thrown away as it comes."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("this system does not tell how much memory a process has had")

    def peak():
        text = status.read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in text.splitlines() if "VmHWM" in line)

    before = peak()
    unasked = Raw(server.ports[0], "long", silent)
    with contextlib.suppress(ConnectionError):
        endless_line(unasked)
    assert any("a line of more than 4,096 bytes" in line for line in unasked.play())
    at_genmove = Raw(server.ports[0], "long", endless_line)
    other = beside(connect, last_action, HERE, server.ports[0])
    at_genmove.play()
    assert other.result(60)
    assert peak() - before < 30_000, "kB"


def test_who_talks_or_leaves_while_waiting_goes(server):
    """Nobody is paired with a program that is not there any more or says what nobody asked."""
    waiting = lambda: server.lobby()["rooms"][0]["waiting"]  # noqa: E731
    for genmove in (silent, leaves):
        raw = Raw(server.ports[0], "restless", silent)
        beside(raw.play)
        wait_until(lambda: "restless" in waiting())
        raw.say("hello?\n") if genmove is silent else leaves(raw)
        wait_until(lambda: "restless" not in waiting())
        if genmove is silent:
            wait_until(lambda raw=raw: any("hello?" in line for line in raw.heard))


# --- many games, and stopping -----------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of open files to lower")
def test_too_many_programs_are_sent_away(tmp_path):
    """Where few files may be open, the ones who are in are not harmed, and may go on."""
    plan = 'page = 0\ntokens = "tokens.csv"\n' + port(size=3, against="ladder")
    tokens = "".join(f"student {number},token-{number:03}\n" for number in range(30))
    (tmp_path / "tokens.csv").write_text(tokens, encoding="utf-8")
    with class_server(tmp_path, plan, files=120) as server:
        [number] = server.ports
        crowd = [Raw(number, f"early #token-{one:03}", silent) for one in range(6)]
        for one in crowd:
            beside(one.play)
        wait_until(lambda: all(len(one.heard) > 1 for one in crowd))
        for _ in range(8):
            last = Raw(number, "late #token-028", silent)
            assert any("takes no more programs" in line for line in last.play())
        lost = Raw(number, "lost #token-of-nobody", silent)
        assert any("no student's" in line for line in lost.play()), "the others have left"
        leaves(crowd[0])
        wait_until(
            lambda: any("resigned" in one for one in Raw(number, "x #token-029", resigns).play())
        )


def resigns(raw):
    """Give up."""
    raw.say("= resign\n\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of open files to lower")
def test_silent_connections_lock_nobody_out(tmp_path):
    """Three times as many as there is room for never say a name: the oldest of them give way."""
    with class_server(tmp_path, "page = 0\n" + port(size=3), files=160) as server:
        [number] = server.ports
        flood = []
        for _ in range(150):
            with contextlib.suppress(OSError):
                flood.append(socket.create_connection((HERE, number), timeout=5))
        one = beside(connect, last_action, HERE, number, games=2)
        connect(last_action, HERE, number, games=2)
        assert len(one.result(30)) == 2
        for line in flood:
            line.close()


def stuck_after_three(stuck):
    """A player that thinks for long, once three cells are taken, until it is let go."""

    def thinks_long(game, state):
        if len(game.actions(state)) < 17:
            stuck.wait(60)
        return game.actions(state)[0]

    return thinks_long


@pytest.mark.skipif(os.name == "nt", reason="Windows can only end a process by force")
@pytest.mark.parametrize(
    "how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_stop_is_clean(tmp_path, how):
    """A game that goes on is told and written down as far as it went; the exit code is 0."""
    stuck, plan = threading.Event(), 'page = 0\nhall = "textbook-tree"\n'
    with class_server(tmp_path, plan + port(size=3, seconds=100)) as server:
        player = stuck_after_three(stuck)
        pair = [beside(connect, player, HERE, server.ports[0]) for _ in range(2)]
        wait_until(lambda: [one["moves"] for one in server.lobby()["rooms"][0]["tables"]] == [3])
        raw = Raw(server.ports[0], "waits", silent)
        heard = beside(raw.play)
        wait_until(lambda: server.lobby()["rooms"][0]["waiting"])
        nameless = socket.create_connection((HERE, server.ports[0]))
        [table] = server.lobby()["rooms"][0]["tables"]
        news = f"table/{table['name']}/news"
        seen = json.loads(server.get(news))
        looking = beside(server.get, f"{news}?known={seen['number']}")
        for _ in range(5):  # a page that is closed while it waits is no error
            line = socket.create_connection((HERE, server.page_port))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            path = f"/{news}?known={seen['number']}"
            host = f"{HERE}:{server.page_port}"
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            time.sleep(0.1)
            line.close()
        assert server.stop(how) == "Stopped.\n"
        nameless.close()
        assert looking.exception(30) or looking.result()
        assert server.process.returncode == 0
        assert "# The server stops." in heard.result(30)
        stuck.set()
        told = [end.exception(30) or end.result() for end in pair]
        assert any("the server was stopped" in str(words) for words in told)
    [path] = (tmp_path / "records").glob("*.json")
    record = GameRecord.load(path)
    assert (record.reason, len(record.actions)) == ("unfinished", 3)
    lecture = recovered((tmp_path / "records" / "hall.log").read_bytes())
    assert lecture.entries[-1] == {"over": True}, "the next one is another"


# --- pages and names ------------------------------------------------------------------------------


def test_the_page_answers_only_its_own_name(server):
    """A foreign name that points here, a wild path: nothing, or a sentence."""
    said = []

    def code(path, **headers):
        status, _, text = ask(server.page_port, f"/{path}", **headers)
        said.append(text)
        return status

    assert code("") == 200
    assert code("", Host="evil.example") == 404
    for path in ("table/abc/news", "record/abc.json", "record/..%2f..%2fplan", "plan.toml"):
        assert code(path) == 404, path
    assert code("record/00000000-000000-000000-00000000.json") == 404
    assert said[-1] == "there is no game 00000000-000000-000000-00000000\n"
    assert code("table/00000000-000000-000000-00000000/") == 404
    assert said[-1] == "This game is over, and its table is gone; see its record.\n"
    with contextlib.suppress(ConnectionError):  # hung up on while it is still sending
        assert ask(server.page_port, "/", b"x" * 1_000_000)[0] == 400
    assert code("") == 200


def test_a_table_is_watched(server):
    """Its page has the board, whose turn it is, and nothing to click; the record has the times."""
    stuck = threading.Event()
    for name in ("ivy", "joe"):
        beside(connect, stuck_after_three(stuck), HERE, server.ports[0], name=name)
    tables = lambda: server.lobby()["rooms"][0]["tables"]  # noqa: E731
    wait_until(lambda: [one["moves"] for one in tables()] == [3])
    [table] = tables()
    told = json.loads(server.get(f"table/{table['name']}/news"))
    assert (told["over"], told["view"]["legal"], told["view"]["controls"]) == (False, [], [])
    assert "to move." in told["view"]["status"]
    assert "Each has 20 s for a move." in server.get(f"table/{table['name']}/")
    stuck.set()
    wait_until(lambda: json.loads(server.get(f"table/{table['name']}/news"))["over"])
    assert GameRecord.from_json(server.get(f"record/{table['name']}.json"))
    data = json.loads((server.folder / "records" / f"{table['name']}.json").read_text("utf-8"))
    assert len(data["seconds"]) == len(data["actions"]) > 3
    assert all(0 <= seconds < 20 for seconds in data["seconds"])


def test_tokens_are_made_once_and_survive_editors(tmp_path):
    """Nobody loses a token by a second call, or by a name that can't be written."""
    (tmp_path / "class.csv").write_text("name\nAda L\nBob M\n", encoding="utf-8")
    plan = 'page = 0\ntokens = "tokens.csv"\n' + port(size=3, seconds=20)
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    words = ["serve", str(tmp_path / "plan.toml"), "--tokens", str(tmp_path / "class.csv")]
    assert "2 new tokens" in course(*words).out
    assert "0 new tokens" in course(*words).out
    tokens = tmp_path / "tokens.csv"
    text = tokens.read_text("utf-8")
    assert os.name == "nt" or tokens.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ValueError, match="surrogates"):
        write_tokens(tokens, ["a name that can't be written: \udcff"])
    assert tokens.read_text("utf-8") == text  # nobody has lost a token
    tokens.write_text(f"\ufeff{text}\n\n", encoding="utf-8")  # as Excel and editors leave it
    assert [*read_tokens(tokens).values()] == ["Ada L", "Bob M"]


def test_tokens_are_a_column_of_the_graders_list_of_people(tmp_path):
    """One list for both: the grader keeps the column, and the server the grader's."""
    path = tmp_path / "people.csv"
    register = Register()
    for id_, name in (("ada", "Ada L"), ("bob", "")):
        register.line(id_).name = name
    write_register(path, register, ["02_minimax"])
    assert read_tokens(path) == {}
    assert write_tokens(path, ["somebody else"]) == 2
    tokens = read_tokens(path)
    assert [*tokens.values()] == ["Ada L", "bob"]
    again = read_register(path)
    assert [line.cells["token"] for line in again.lines.values()] == [*tokens]
    write_register(path, again, ["02_minimax"])
    assert read_tokens(path) == tokens
    assert write_tokens(path, []) == 0
    saved = path.read_text(encoding="utf-8-sig").replace(",", ";").replace("Ada L", "Äda L")
    path.write_text(saved, encoding="cp1252")  # as a German Excel leaves it
    assert [*read_tokens(path).values()] == ["Äda L", "bob"]
    assert write_tokens(path, []) == 0
    assert [*read_tokens(path)] == [*tokens]


def test_each_refusal_lets_in_whoever_does_what_it_says(tmp_path):
    """The example between backticks works as it stands, or with the student's own token in it."""

    def told(number, name):
        [line] = [one for one in Raw(number, name, resigns).play() if "No game" in one]
        return re.findall(r"`([^`]* #[^`]*)`", line)[0]

    def gets_in(number, name):
        return any("You are" in one for one in Raw(number, name, resigns).play())

    (tmp_path / "tokens.csv").write_text("Ada L,ada-token-1\nBob M,bob-token-2\n", encoding="utf-8")
    ladder = "page = 0\n" + port("tic-tac-toe", against="ladder")
    with class_server(tmp_path, ladder) as server:
        [number] = server.ports
        for name in ("no name", "no secret #Otter", "short #Otter:1234567", "#:12345678"):
            assert gets_in(number, told(number, name))
        taken = Raw(number, "mine #Otter:another-secret", resigns).play()
        assert any("choose another" in line for line in taken)
        assert gets_in(number, "mine #Badger:another-secret")
        early = Raw(number, "early #Heron:1st-secret", lambda raw: time.sleep(1))
        beside(early.play)
        wait_until(lambda: len(early.heard) > 1)
        late = Raw(number, "late #heron:2nd-secret", resigns).play()
        assert any("choose another" in line for line in late), "its first game goes on"
        leaves(early)
        words = ("play", "tic-tac-toe", "--at", f"{HERE}:{number}", "--player", "random")
        assert "`my player #Otter:3f9c0a51`; `course play --at` takes it after --name" in (
            course(*words).err
        )
        assert "You are" in course(*words, "--name", "my player #Otter:3f9c0a51").out
    with class_server(tmp_path, f'tokens = "tokens.csv"\n{ladder}') as server:
        [number] = server.ports
        for name in ("no token", "wrong #a-token-of-nobody", "#"):
            example = told(number, name)
            assert gets_in(number, example.partition("#")[0] + "#ada-token-1")
        raws = [Raw(number, f"{one} #bob-token-2", lambda raw: time.sleep(0.5)) for one in "abc"]
        there = [beside(raw.play) for raw in raws]
        wait_until(lambda: all(len(raw.heard) > 1 for raw in raws))
        full = Raw(number, "d #bob-token-2", resigns).play()
        assert any("3 programs of yours play or wait already" in line for line in full)
        leaves(raws[0])
        there[0].result(30)
        wait_until(lambda: gets_in(number, "d #bob-token-2"))
        for raw in raws[1:]:
            with contextlib.suppress(OSError):  # its game may have ended
                leaves(raw)


def test_names_that_nobody_plays_with_close_no_ladder(tmp_path):
    """Thousands of them are said: there is room for one more, and nothing is kept of them."""
    here = ["Bob:secret-b"]
    for _ in range(2):
        store = Store(tmp_path)
        names = OwnNames(store, lambda: here)
        for number in range(3_000):
            assert names.owner(f"n{number}:made-up-{number}") == f"n{number}"
        assert (names.owner("Ada:secret-a"), store.owners) == ("Ada", {})
        with pytest.raises(Forfeit, match="choose another"):
            names.owner("bob:secret-a")
        store.close()
    here.clear()
    store = Store(tmp_path)
    names = OwnNames(store, lambda: here)
    assert names.owner("bob:secret-a") == "bob", "its first owner has left without a game"
    names.keep("bob:secret-a")
    store.close()
    names = OwnNames(Store(tmp_path), lambda: here)
    with pytest.raises(Forfeit, match="choose another"):
        names.owner("Bob:secret-b")


def test_the_same_game_ten_times_counts_once_on_a_ladder():
    """As many wins are listed as there were; the ratings stay those of one game."""
    won = FinishedGame("1", {"X": "ann", "O": "bob"}, "X won", 5, "ann", "TicTacToe()", "e3b0c442")
    lost = won._replace(name="2", winner="bob", digest="98fc1c14")

    def rows_of(games):
        ladder = ClassLadder(TicTacToe(), games)
        ladder.refresh(refuse)
        return [(one["name"], one["elo"], one["won"], one["lost"]) for one in ladder.rows]

    def refuse(_):
        raise ValueError("there is no such game")

    once, often = rows_of([won, lost]), rows_of([*[won] * 10, lost])
    assert [one[:2] for one in often] == [one[:2] for one in once]
    assert sorted(one[2:] for one in often) == [(1, 10), (10, 1)]
    another = rows_of([won, won._replace(digest="ba7816bf"), lost])
    assert [one[0] for one in another] == ["ann", "bob"]
    assert another[0][1] > 1500 > another[1][1], "two games that differ"


# --- what must not be lost ------------------------------------------------------------------------


def test_a_record_that_can_not_be_written_is_tried_again(tmp_path):
    """Both sides are told, the lobby shows it, and it is written as soon as that is possible."""
    plan = "page = 0\n" + port(size=2)
    with class_server(tmp_path, plan) as server:
        shutil.rmtree(tmp_path / "records")
        (tmp_path / "records").write_text("no folder", encoding="utf-8")

        def both_hear():
            raws = [Raw(server.ports[0], name, saying("= resign\n\n")) for name in ("one", "two")]
            other = beside(raws[0].play)
            return [raws[1].play(), other.result(30)]

        heard = both_hear()
        late = "# The record of this game is not kept yet; the server goes on."
        assert all(late in lines for lines in heard)
        [game] = server.lobby()["games"]
        assert not game["kept"]
        assert "Games can't be written to" in server.process.stdout.readline()
        assert '"resigned"' in server.get(f"record/{game['name']}.json")
        (tmp_path / "records").unlink()
        wait_until(lambda: server.lobby()["games"][0]["kept"])
        copy = tmp_path / "records" / f"{game['name']}.json"
        wait_until(copy.is_file)  # the log keeps the game; its copy comes a moment later
        assert server.process.stdout.readline() == "All games are written now.\n"
        assert GameRecord.load(copy).reason == "resigned"
        assert not any(late in lines for lines in both_hear()), "told when it is on the disk"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a second address of its own")
def test_half_requests_take_no_places_of_games_and_other_browsers(tmp_path):
    """700 of them from one address, where 600 files may be open."""
    with class_server(tmp_path, "page = 0\n" + port(size=2), files=600) as server:
        number = server.page_port
        flood = []
        for _ in range(700):
            with contextlib.suppress(OSError):
                flood.append(socket.create_connection((HERE, number), timeout=5))
                flood[-1].sendall(b"GET / HTTP/1.1\r\nHost: x")
        one = beside(connect, last_action, HERE, server.ports[0], name="one")
        connect(last_action, HERE, server.ports[0], name="two")
        assert one.result(30)
        there = http.client.HTTPConnection(HERE, number, 20, source_address=("127.0.0.2", 0))
        there.request("GET", "/lobby.json")
        assert len(json.loads(there.getresponse().read())["games"]) == 1
        assert ask(number, "/")[0] == 200, "also from where the others come"
        there.close()
        for line in flood:
            line.close()
        assert server.stop().count("\n") < 30


# --- the plan -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one port"),
        ("[[port]]\ngame = 'havannah'", "entry port is missing"),
        ("[[port]]\nport = 1\nsise = 5", "'sise'"),
        ("[[port]]\nport = 70000", "65535"),
        ("[[port]]\nport = 1\ngame = 'chess'", "no game called 'chess'"),
        ("[[port]]\nport = 1\ngame = 'nim'", "GTP is for Havannah"),
        ("[[port]]\nport = 1\nsize = 1", "from 2 up"),
        ("[[port]]\nport = 1\nsize = 14", "up to 13"),
        ("[[port]]\nport = 1\nseconds = 0", "from 1"),
        ("[[port]]\nport = 1\nseconds = 0.9", "from 1"),
        ("page = -1\n[[port]]\nport = 1", "from 0"),
        ("person_seconds = 9\n[[port]]\nport = 1", "there can be port, records"),
        ("[[port]]\nport = 1\nseconds = nan", "from 1"),
        ("[[port]]\nport = 1\nagainst = 'me'", "programs, ladder"),
        ("open_to_network = 'yes'\n[[port]]\nport = 1", "true or false"),
        ("[[port]]\nport = 5\n[[port]]\nport = 5", "given twice"),
        ("[[port]", "line 1"),
    ],
)
def test_a_wrong_plan_is_refused_with_a_sentence(tmp_path, text, words):
    """It names the file, what was found and what would be right."""
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"plan\.toml") as caught:
        read_plan(file)
    assert words in str(caught.value)
    with pytest.raises(ValueError, match=r"plan\.toml"):
        tokens_of(file)


def test_a_network_is_opened_only_where_the_plan_says_so(tmp_path):
    """Without a word about it, only this computer can connect."""
    ports = {"port": [{"port": 4455}]}
    assert plan_of(ports, tmp_path).host == HERE
    assert plan_of({**ports, "open_to_network": True}, tmp_path).host == EVERYWHERE


def test_a_port_that_is_taken_is_told(tmp_path):
    """The command ends with 2 and names the port."""
    file = tmp_path / "plan.toml"
    with socket.create_server((HERE, 0)) as taken:
        number = taken.getsockname()[1]
        file.write_text(f"page = 0\n[[port]]\nport = {number}\n", encoding="utf-8")
        ended = ran(sys.executable, "-m", "course_tools.cli", "serve", file, timeout=60)
    assert ended.returncode == 2
    assert f"port {number} can't be opened" in ended.stderr


# --- one folder, many browsers, pages that are made once ---------------------------------------


def test_a_second_server_on_one_folder_is_refused_and_harms_no_game(tmp_path):
    """It would take the running game for one of a dead server, and keep half of it."""
    plan, stuck = "page = 0\n" + port(size=3, seconds=100), threading.Event()
    with class_server(tmp_path, plan) as server:
        for name in ("one", "two"):
            beside(connect, stuck_after_three(stuck), HERE, server.ports[0], name=name)
        wait_until(lambda: [one["moves"] for one in server.lobby()["rooms"][0]["tables"]] == [3])
        (tmp_path / "second.toml").write_text(plan, encoding="utf-8")
        done = course("serve", str(tmp_path / "second.toml"))
        assert (done.code, "another `course serve` keeps its games in" in done.err) == (2, True)
        assert not list((tmp_path / "records").glob("*-*")), "its game goes on"
        stuck.set()
        record = []
        wait_until(lambda: record.extend(server.lobby()["games"]) or record)
    assert record[0]["moves"] > 3


def test_a_hall_that_is_no_demonstration_opens_nothing(tmp_path):
    """The sentence names what there is."""
    plan = tmp_path / "plan.toml"
    plan.write_text('page = 0\nhall = "no-such-tree"\n' + port(), encoding="utf-8")
    refused = course("serve", str(plan))
    assert (refused.code, "textbook-tree" in refused.err) == (2, True)


# --- pages take turns -----------------------------------------------------------------------------


class CountedRoom(Room):
    """A page that notes in which turn of the loop it was made."""

    def __init__(self) -> None:
        self.turn, self.made, self.reads = 0, Counter[int](), Counter[int]()
        self.answered, self.lines = 0, list[socket.socket]()

    def routes(self, server):
        """The page, and the count of turns."""
        room = self

        class Counted(Page):
            def get(self):
                room.answered += 1
                room.made[room.turn] += 1
                self.finish("here")
                if room.answered == LINES:  # all are in, and ask at once for many more
                    room.made.clear()
                    room.reads.clear()
                    for line in room.lines:
                        line.sendall(request_to(server) * IN_A_ROW)
                elif room.made.total() == LINES * IN_A_ROW:
                    server.shutdown()

        async def count():
            while True:
                room.turn += 1
                await asyncio.sleep(0)

        self.counting = asyncio.ensure_future(count())
        return [(r"/", Counted)]

    async def close(self):
        """Count no more."""
        self.counting.cancel()


LINES, IN_A_ROW = 30, 10


def request_to(server: Server) -> bytes:
    """What a browser asks for its page."""
    return f"GET / HTTP/1.1\r\nHost: {HERE}:{server.port}\r\n\r\n".encode()


def test_a_crowd_of_pages_takes_few_at_a_time_of_each_turn(monkeypatch):
    """Thirty browsers that ask for ten pages at once: in no turn more are read or made than may."""
    room, look = CountedRoom(), Turns.select

    def counted(turns, timeout=None):
        found = look(turns, timeout)
        room.reads[room.turn] += sum(one.fd in turns._others for one, _ in found)
        return found

    monkeypatch.setattr(Turns, "select", counted)
    with Server(room) as server, contextlib.ExitStack() as lines:
        for _ in range(LINES):
            room.lines.append(socket.create_connection((HERE, server.port)))
            lines.enter_context(room.lines[-1]).sendall(request_to(server))
        server.serve_forever()
    assert room.made.total() == LINES * IN_A_ROW
    assert max(room.made.values()) <= 2 * Turns.PAGES  # our turns and the loop's may overlap
    assert max(room.reads.values()) <= 2 * Turns.AT_ONCE


def test_all_lines_of_a_crowd_have_their_turn_and_a_game_has_each():
    """Forty lines where something is to be read, again and again, and one more that plays."""
    with contextlib.ExitStack() as stack:
        turns, loop = stack.enter_context(Turns()), asyncio.new_event_loop()
        stack.callback(loop.close)
        asyncio.set_event_loop(loop)
        seen = Counter[int]()
        for number in range(41):
            near, far = socket.socketpair()
            stack.enter_context(far).sendall(b"x")
            line = IOStream(near)
            stack.callback(line.close)
            turns.register(near, selectors.EVENT_READ)
            turns.take(line)
            if number == 0:
                turns.leave(line)
                game = near.fileno()
        for turn in range(1, 9):
            seen.update(one.fd for one, _ in turns.select(0))
            assert (seen[game], seen.total()) == (turn, turn * (1 + Turns.AT_ONCE))
        del seen[game]
        assert (len(seen), {*seen.values()}) == (40, {2, 3})


def test_a_line_that_sends_without_a_break_is_read_a_piece_a_turn():
    """A megabyte is there at once; in no turn of the loop more than a piece of it is read."""

    async def read() -> Counter[int]:
        near, far = socket.socketpair()
        line, turn, pieces = IOStream(near), [0], Counter[int]()
        look = line.read_bytes

        def counted(*given, **more):
            pieces[turn[0]] += 1
            return look(*given, **more)

        line.read_bytes = counted
        far.setblocking(False)
        connection, ended = Connection(line), asyncio.ensure_future(asyncio.sleep(0.2))
        saying = asyncio.ensure_future(connection.farewell("No game."))
        while not ended.done():
            with contextlib.suppress(BlockingIOError):
                far.send(b"x" * 1_000_000)
            turn[0] += 1
            await asyncio.sleep(0)
        del pieces[turn[0]]
        seen = Counter(pieces)
        far.close()
        await saying
        return seen

    pieces = asyncio.run(read())
    assert (pieces.total() > 1, max(pieces.values())) == (True, 1)
