"""Programs at a server: the command that connects, and a stranger's."""

import re
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from class_server import beside, class_server, port
from console import course

import course_tools.arena.server
from course_lib import GameRecord, Havannah, TicTacToe, random_player
from course_lib.play import connect, gtp

COURSE = [sys.executable, "-m", "course_tools.cli"]
PAGE = Path(course_tools.arena.server.__file__).with_name("PROTOCOL.md")


def by_chance(*_):
    """A player that moves at random, for any game and time."""
    return random_player(Random(1))


def options(news):
    """Havannah by nobody in particular, who writes the news here."""
    return {"game": Havannah(), "name": "any", "news": news.append}


def connected(game, number, *words):
    """What came of the command, with a player that moves at random."""
    return course("play", game, "--at", f"127.0.0.1:{number}", "--player", "random", *words)


def test_the_program_of_the_page_and_the_command_play(tmp_path):
    """The ten lines in PROTOCOL.md, as they stand there, meet `course play --at`."""
    page = PAGE.read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(import random.*?)```", page, re.DOTALL)
    assert len([line for line in program.splitlines() if line]) == 10
    with class_server(tmp_path, "page = 0\n" + port(size=5)) as server:
        number = str(server.ports[0])
        stranger = subprocess.Popen([sys.executable, "-c", program, number])
        ours = connected("havannah", number)
        assert stranger.wait(30) == 0
    [path] = (tmp_path / "records").glob("*.json")
    record = GameRecord.load(path)
    assert record.reason in ("win", "draw")
    assert sorted(record.players.values()) == ["any", "random"]
    assert ours.out.strip().endswith(record.detail)


def test_the_plan_of_the_page_can_be_read(tmp_path):
    """The example says what is usual, and nothing that the server would refuse."""
    from course_tools.arena.server.plan import read_plan

    [text] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    usual = tmp_path / "usual.toml"
    usual.write_text("[[port]]\nport = 4455\nsize = 5\n", encoding="utf-8")
    assert read_plan(file) == read_plan(usual)


def test_a_server_that_is_not_there_is_told():
    """In one sentence that says what to look at; so are a port and a number that can't be."""
    for words, sentence in (
        ((), r"nobody answers at 127\.0\.0\.1, port 1 \(.*Is the"),
        (("--games", "0"), "games is 0; it must be a whole number from 1 up"),
    ):
        ended = connected("havannah", 1, *words)
        assert ended.code == 2
        assert re.search(sentence, ended.err)
    with pytest.raises(ValueError, match="port is '4455'; it is the number"):
        connect(random_player(Random(1)), "127.0.0.1", "4455")


def test_a_server_that_hangs_up_in_the_middle_is_told():
    """With the last words that it said."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        there = beside(listening.accept)
        here = beside(connect, random_player(Random(1)), "127.0.0.1", listening.getsockname()[1])
        line, _ = there.result(30)
        with line:
            line.sendall(b"name\n# be patient\n")
            assert line.recv(99)
        with pytest.raises(ConnectionError, match=r"has gone away in the middle.*be patient"):
            here.result(30)


def test_a_game_that_is_not_played_is_an_error(tmp_path):
    """A refusal is no game, and the wrong game is named; who waits is told so."""
    plan = "page = 0\n" + port(size=3, against="ladder") + port("tic-tac-toe")
    with class_server(tmp_path, plan) as server:
        ladder, rows = server.ports
        refused = connected("havannah", ladder)
        assert (refused.code, refused.out) == (2, "")
        assert "has to say whose it is: its name ends with #" in refused.err
        beside(connect, random_player(Random(1)), "127.0.0.1", rows, game=TicTacToe())
        wrong = connected("havannah", rows)
    assert (wrong.code, wrong.out) == (2, "")
    assert re.search(f"port {rows}, plays another game: '(play|genmove) black", wrong.err)
    assert f"Waiting for somebody to play at 127.0.0.1, port {rows}." in wrong.err


def test_a_silent_port_is_told(monkeypatch):
    """At first that it may be the page's, and then it counts as not there."""
    monkeypatch.setattr(gtp, "_HINT_AFTER", 0.05)
    monkeypatch.setattr(gtp, "_TIMEOUT", 0.1)
    news = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number = listening.getsockname()[1]
        with pytest.raises(ConnectionError, match="nothing has come from"):
            gtp.connect_once(by_chance, "127.0.0.1", number, **options(news))
    [words] = news
    assert "Is it the number of the page?" in words


def test_a_player_is_made_for_the_port_and_hears_of_each_new_game(tmp_path):
    """So a player by name plans its time by the port's clock; `new_game` tells the seat."""
    made, prepared, seats = [], [], []

    def make(game, seconds):
        made.append((game, seconds))
        return random_player(Random(2))

    class Attentive:
        def prepare(self, game):
            prepared.append(game)

        def new_game(self, game, seat, rng):
            assert game in prepared
            seats.append((game, seat))

        def __call__(self, game, state):
            return game.actions(state)[-1]

    with class_server(tmp_path, "page = 0\n" + port(size=2, seconds=7)) as server:
        at = "127.0.0.1", server.ports[0]
        beside(connect, random_player(Random(1)), *at)
        assert "You are" in gtp.connect_once(make, *at, game=Havannah(10), name="timed")
        one = beside(connect, Attentive(), *at, games=3, name="one")
        connect(random_player(Random(1)), *at, games=3)
        told = one.result(30)
    assert made[-1] == (Havannah(2), 7)
    assert {game for game, _ in made} == {Havannah(2)}
    assert [words[8] for words in told] == [seat for _, seat in seats]
    assert {game for game, _ in seats} == {Havannah(2)}
