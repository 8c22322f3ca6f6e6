"""The server for a class: real games between real programs, whatever one of them does."""

import asyncio
import contextlib
import functools
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from random import Random

import pytest
from class_server import Raw, Served, ask, beside, class_server, port
from console import course, ran
from sandboxed import soon
from simple_players import last_action

from course_lib import ConnectFour, GameRecord, TicTacToe, random_player
from course_lib.game import RESIGN
from course_lib.play import connect
from course_tools.arena.server import Replays
from course_tools.arena.server_plan import (
    EVERYWHERE,
    plan_of,
    read_plan,
    read_tokens,
    tokens_of,
    write_tokens,
)

HERE = "127.0.0.1"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of this file: whatever one does, it must serve the next."""
    plan = "page = 0\n" + port(size=3) + port(size=3, seconds=1)
    plan += port("connect-four") + port(size=3, against="people") + port("tic-tac-toe")
    with class_server(tmp_path_factory.mktemp("server"), plan) as served:
        yield served
        assert served.process.poll() is None, "the server has died"


def record_with(server: Served, *names: str) -> GameRecord:
    """The latest record of a game in which somebody of each of these names has played."""
    for game in server.lobby()["games"]:
        if set(names) <= set(game["players"].values()):
            return GameRecord.from_json(server.get(f"replay/{game['name']}.json").decode())
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
    raw.socket.shutdown(socket.SHUT_RDWR)


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
        beside(connect, random_player(Random(seed)), HERE, server.ports[4], game=TicTacToe())
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
    waiting = lambda: [seat["name"] for seat in server.lobby()["rooms"][0]["waiting"]]  # noqa: E731
    for genmove in (silent, leaves):
        raw = Raw(server.ports[0], "restless", silent)
        beside(raw.play)
        wait_until(lambda: "restless" in waiting())
        raw.say("hello?\n") if genmove is silent else leaves(raw)
        wait_until(lambda: "restless" not in waiting())
        if genmove is silent:
            wait_until(lambda raw=raw: any("hello?" in line for line in raw.heard))


# --- many games, and stopping -----------------------------------------------------------------


@pytest.mark.parametrize("games", [30, pytest.param(200, marks=pytest.mark.slow)])
def test_many_games_at_once(tmp_path, games):
    """Each first move waits until all games have begun, and each game leaves its record."""
    barrier = threading.Barrier(games, timeout=120)

    def together(rng):
        def player(game, state):
            if state == game.initial:
                barrier.wait()
            return rng.choice(game.actions(state))

        return player

    plan = "page = 0\nmost_waiting = 1000\n" + port(size=3, seconds=200)
    with class_server(tmp_path, plan) as server:
        [number] = server.ports
        ends = [
            beside(connect, together(Random(seed)), HERE, number, name=f"n{seed}")
            for seed in range(2 * games)
        ]
        assert all(len(end.result(200)) == 1 for end in ends)
        records = [GameRecord.load(path) for path in (tmp_path / "records").glob("*.json")]
        assert len(records) == games
        assert all(record.reason in ("win", "draw") for record in records)
        players = [name for record in records for name in record.players.values()]
        assert sorted(players) == sorted(f"n{seed}" for seed in range(2 * games))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of open files to lower")
def test_too_many_programs_are_sent_away(tmp_path):
    """Where few files may be open, the ones who are in are not harmed, and may go on."""
    with class_server(tmp_path, "page = 0\n" + port(size=3), files=120) as server:
        [number] = server.ports
        crowd = [Raw(number, "early", silent) for _ in range(20)]
        last = Raw(number, "late", silent)
        assert any("takes no more programs" in line for line in last.play())
        for one in crowd:
            one.socket.shutdown(socket.SHUT_WR)
            one.lines.read()  # until the server has hung up as well
            one.close()
        one = beside(connect, last_action, HERE, number, games=2)
        connect(last_action, HERE, number, games=2)
        assert len(one.result(30)) == 2


def stuck_after_three(stuck):
    """A player that thinks for long, once three cells are taken, until it is let go."""

    def thinks_long(game, state):
        if len(game.actions(state)) < 17:
            stuck.wait(60)
        return game.actions(state)[0]

    return thinks_long


def test_a_killed_server_loses_no_game(tmp_path):
    """Whoever was told an end finds the record after a restart; a running game is unfinished."""
    plan, stuck = "page = 0\n" + port(size=3, seconds=100), threading.Event()
    with class_server(tmp_path, plan) as server:
        one = beside(connect, random_player(Random(1)), HERE, server.ports[0], name="ann")
        connect(random_player(Random(2)), HERE, server.ports[0], name="bob")
        one.result(60)
        for name in ("one", "two"):
            beside(connect, stuck_after_three(stuck), HERE, server.ports[0], name=name)
        wait_until(lambda: [one["moves"] for one in server.lobby()["rooms"][0]["tables"]] == [3])
        server.process.kill()
    stuck.set()
    (tmp_path / "records" / ".half.unfinished").write_text("{", encoding="utf-8")
    (tmp_path / "records" / "20200101-000000-000000-00000000.json").write_text("{", "utf-8")
    with class_server(tmp_path, plan) as server:
        assert record_with(server, "ann", "bob").reason in ("win", "draw")
        record = record_with(server, "one", "two")
    assert (record.reason, len(record.actions)) == ("unfinished", 3)
    left = {path.suffix for path in (tmp_path / "records").iterdir()}
    assert left == {".json", ".lock"}


@pytest.mark.skipif(os.name == "nt", reason="Windows can only end a process by force")
@pytest.mark.parametrize(
    "how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_stop_is_clean(tmp_path, how):
    """A game that goes on is told and written down as far as it went; the exit code is 0."""
    stuck = threading.Event()
    with class_server(tmp_path, "page = 0\n" + port(size=3, seconds=100)) as server:
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


# --- people -------------------------------------------------------------------------------------


def test_what_no_click_on_a_page_can_do_is_refused(server):
    """To sit down twice, to play at a table that one watches, to click on an older board.

    `browser/test_server_page.py` plays a whole game.
    """
    beside(connect, random_player(Random(1)), HERE, server.ports[3], name="partner")
    beside(connect, random_player(Random(1)), HERE, server.ports[3], name="second")
    rooms = lambda: server.lobby()["rooms"][3]  # noqa: E731
    wait_until(lambda: len(rooms()["waiting"]) == 2)
    assert not rooms()["tables"], "programs on this port wait for people, not for each other"
    chosen = next(seat for seat in rooms()["waiting"] if seat["name"] == "partner")
    sit = {"port": server.ports[3], "partner": chosen["id"], "first": True}
    seat = f"seat/{server.post('sit', **sit)['seat']}"
    assert server.refused("sit", **sit) == 409
    news = lambda: json.loads(server.get(f"{seat}/news"))["view"]  # noqa: E731
    wait_until(lambda: "Your turn: you play X" in news()["status"])
    [table] = rooms()["tables"]
    told = json.loads(server.get(f"table/{table['name']}/news"))
    assert (told["over"], told["view"]["legal"], told["view"]["controls"]) == (False, [], [])
    there = f"seat/{table['name']}/do"
    assert server.refused(there, do="control", name="resign", turn=0) == 404
    server.post(f"{seat}/do", do="square", name="c3", turn=0)
    wait_until(lambda: news()["turn"] == 2 and "Your turn" in news()["status"])
    server.post(f"{seat}/do", do="control", name="resign", turn=0)
    assert news()["controls"] == [["resign", "Resign", True]], "that was meant for an older board"
    for _ in range(2):
        server.post(f"{seat}/do", do="control", name="resign", turn=2)
    wait_until(lambda: not rooms()["tables"])
    record = record_with(server, "a person", "partner")
    assert (record.reason, record.winner, len(record.actions)) == ("resigned", "O", 2)


def test_the_page_answers_only_its_own_name_and_json(server):
    """A foreign name that points here, a form from another page, a wild path: nothing."""
    said = []

    def code(path, sent=None, **headers):
        status, _, text = ask(server.page_port, f"/{path}", sent, **headers)
        said.append(text)
        return status

    kind = {"Content-Type": "application/json"}
    assert code("") == 200
    assert code("", Host="evil.example") == 404
    assert code("sit", b'{"port": 1}', **{"Content-Type": "text/plain"}) == 415
    for sent in (b"[", b"[]", b'{"port": 1}', b"[" * 9000, b'"\xff'):
        assert code("sit", sent, **kind) == 400
    assert code("sit", b'{"port": 1, "partner": "x"}', **kind) == 409
    assert said[-1] == "there is no port 1\n"
    for path in ("table/abc/news", "seat/abc/", "replay/abc", "replay/..%2f..%2fplan", "plan.toml"):
        assert code(path) == 404, path
    assert code("replay/00000000-000000-000000-00000000") == 404
    assert said[-1] == "there is no game 00000000-000000-000000-00000000\n"
    with contextlib.suppress(ConnectionError):  # hung up on while it is still sending
        assert code("sit", b"x" * 1_000_000, **kind) == 400
    assert code("") == 200


def test_two_people_play_each_other_and_nobody_takes_all_seats(tmp_path):
    """One waits on a page until the other one comes; a person has three seats, and no more."""
    with class_server(tmp_path, "page = 0\n" + port("tic-tac-toe")) as server:
        [number] = server.ports
        one = f"seat/{server.post('sit', port=number, partner='')['seat']}"
        assert b"Waiting for somebody to play" in server.get(f"{one}/")
        [waiting] = server.lobby()["rooms"][0]["waiting"]
        assert waiting["name"] == "a person"
        sit = {"port": number, "partner": waiting["id"], "first": True}
        other = f"seat/{server.post('sit', **sit)['seat']}"
        status = lambda seat: json.loads(server.get(f"{seat}/news"))["view"]["status"]  # noqa: E731
        for turn, name in enumerate(("a1", "a2", "b1", "b2", "c1")):
            seat = (other, one)[turn % 2]
            wait_until(lambda seat=seat: "Your turn" in status(seat))
            server.post(f"{seat}/do", do="square", name=name, turn=turn)
        wait_until(lambda: status(one).startswith("X won: a line. You were O."))
        wait_until(lambda: server.lobby()["games"])
        [path] = (tmp_path / "records").glob("*.json")
        data = json.loads(path.read_text(encoding="utf-8"))
        assert len(data["seconds"]) == len(data["actions"]) == 5
        assert all(0 <= seconds < 20 for seconds in data["seconds"])
        for _ in range(3):
            server.post("sit", port=number, partner="")
        assert server.refused("sit", port=number, partner="") == 409


def test_with_tokens_a_name_belongs_to_a_student_who_can_come_back(tmp_path):
    """Without a token nobody plays; a line that breaks in mid-game costs time, not the game."""
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
    ada, bob = (line.rpartition(",")[2] for line in text.splitlines())
    with class_server(tmp_path, plan) as server:
        [number] = server.ports
        for name, words in (("evil", "gave no token"), ("evil #x", "a token that is no student's")):
            assert any(words in line for line in Raw(number, name, silent).play())
        assert server.refused("sit", port=number, partner="") == 409
        cells = iter(("B2", "C2", "D3"))

        def once_and_gone(raw):
            raw.say(f"= {next(cells)}\n\n")
            if len([line for line in raw.heard if line.startswith("genmove")]) == 2:
                leaves(raw)

        steady = beside(connect, last_action, HERE, number, name=f"steady #{bob}")
        wait_until(lambda: server.lobby()["rooms"][0]["waiting"])
        Raw(number, f"shaky #{ada}", once_and_gone).play()
        moves = []
        again = Raw(number, f"shaky #{ada}", lambda raw: moves.append(raw.say("= resign\n\n")))
        heard = again.play()
        assert [line for line in heard if line.startswith("play ")], "all moves once more"
        assert moves
        [end] = steady.result(30)
        assert "resigned" in end
        record = record_with(server, "shaky of Ada L", "steady of Bob M")
        assert record.reason == "resigned"


def test_nobody_plays_under_anothers_name(server):
    """A second program of one name gets a number, and no program is a person."""
    raws = [Raw(server.ports[3], name, silent) for name in ("twin", "twin", "A Person")]
    for raw in raws:
        beside(raw.play)
    names = lambda: {seat["name"] for seat in server.lobby()["rooms"][3]["waiting"]}  # noqa: E731
    wait_until(lambda: {"twin", "twin (2)", "a program called a person"} <= names())
    for raw in raws:
        leaves(raw)


# --- what must not be lost ------------------------------------------------------------------------


def test_a_record_that_can_not_be_written_is_tried_again(tmp_path):
    """Both sides are told, the lobby shows it, and it is written as soon as that is possible."""
    plan = "page = 0\n" + port(size=2)
    with class_server(tmp_path, plan) as server:
        shutil.rmtree(tmp_path / "records")
        (tmp_path / "records").write_text("no folder", encoding="utf-8")
        raws = [Raw(server.ports[0], name, saying("= resign\n\n")) for name in ("one", "two")]
        other = beside(raws[0].play)
        heard = [raws[1].play(), other.result(30)]
        late = "# The record of this game is not kept yet; the server goes on."
        assert all(late in lines for lines in heard)
        [game] = server.lobby()["games"]
        assert not game["kept"]
        assert b'"resigned"' in server.get(f"replay/{game['name']}.json")
        (tmp_path / "records").unlink()
        wait_until(lambda: server.lobby()["games"][0]["kept"])
        assert GameRecord.load(tmp_path / "records" / f"{game['name']}.json").reason == "resigned"


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
        ("most_waiting = 1\n[[port]]\nport = 1", "from 2"),
        ("person_seconds = 0\n[[port]]\nport = 1", "above 0"),
        ("[[port]]\nport = 1\nseconds = nan", "from 1"),
        ("[[port]]\nport = 1\nagainst = 'me'", "programs, people"),
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
        assert [path.suffix for path in (tmp_path / "records").glob("*-*")] == [".going"]
        stuck.set()
        record = []
        wait_until(lambda: record.extend(server.lobby()["games"]) or record)
    assert record[0]["moves"] > 3


def test_a_class_behind_one_router_sits_at_more_than_three_tables(tmp_path):
    """A browser is known by a cookie of its session, and has three tables; another has its own."""
    plan = "page = 0\n" + port(size=3)
    with class_server(tmp_path, plan) as server:
        sit = json.dumps({"port": server.ports[0], "partner": ""})
        sessions = set()
        for _ in range(3):
            _, headers, _ = ask(server.page_port, "/")
            cookie = headers["Set-Cookie"].partition(";")[0]
            assert "HttpOnly" in headers["Set-Cookie"]
            sessions.add(cookie)
            sent = {"Content-Type": "application/json", "Cookie": cookie}
            codes = [ask(server.page_port, "/sit", sit, **sent)[0] for _ in range(4)]
            assert codes == [200, 200, 200, 409]
            assert "Set-Cookie" not in ask(server.page_port, "/", Cookie=cookie)[1]
        assert len(sessions) == 3


def test_a_replay_is_made_once():
    """However many ask for it at the same time, and again later; the oldest is forgotten."""
    made = []

    def page(name):
        made.append(name)
        time.sleep(0.01)
        return f"page of {name}"

    async def asked():
        replays = Replays()
        same = [replays.page("a", lambda: page("a")) for _ in range(8)]
        assert await asyncio.gather(*same) == ["page of a"] * 8
        for number in range(Replays.MOST):
            await replays.page(str(number), functools.partial(page, str(number)))
        await replays.page("a", lambda: page("a"))

    asyncio.run(asked())
    assert made.count("a") == 2
    assert len(made) == Replays.MOST + 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of open files to lower")
def test_a_page_for_this_computer_alone_outlives_requests_that_never_end(tmp_path):
    """400 of them where 256 files may be open: the page answers, and the log stays short."""
    words = [sys.executable, "-m", "course_tools.cli", "demo", "textbook-tree", "--serve"]
    command = ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        lines = []
        try:
            number = int(re.search(r"127\.0\.0\.1:(\d+)/", started.stdout.readline())[1])
            for _ in range(400):
                with contextlib.suppress(OSError):
                    line = socket.create_connection((HERE, number), timeout=20)
                    line.sendall(b"GET / HTTP/1.1\r\nHost: ")
                    lines.append(line)
            status, _, text = ask(number, "/")
            assert (status, "Alpha-beta" in text) == (200, True)
        finally:
            for line in lines:
                line.close()
            started.terminate()
            _, said = started.communicate(timeout=30)
    assert len(said.splitlines()) < 200
