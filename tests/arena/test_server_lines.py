"""Lines that break, freeze and come back: a program of a student keeps its seat in every phase."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from class_server import Raw, Served, class_server, port
from sandboxed import soon

from course_lib import GameRecord, TicTacToe

STUDENTS = 8


@pytest.fixture
def plan(tmp_path: Path) -> str:
    """The plan of a server on which each of some students has a token: token-000, token-001 ..."""
    lines = [f"student {number},token-00{number}\n" for number in range(STUDENTS)]
    (tmp_path / "tokens.csv").write_text("".join(lines), encoding="utf-8")
    return 'page = 0\ntokens = "tokens.csv"\n' + port("tic-tac-toe", seconds=8)


FIRST = [f"{column}{row}" for row in (1, 2, 3) for column in "ABC"]
"""The squares in an order; a program takes the first of them that is free, or the last."""


class OneLine(Raw):
    """A line of a program that takes the first square of its order that is free."""

    def __init__(self, place: int, name: str, order: list[str]) -> None:
        """Connect; who hears nothing for half a second takes the line for broken."""
        super().__init__(place, name, OneLine.move, patience=0.5)
        self.order, self.taken = order, list[str]()

    def answer(self, word: str, *more: str) -> str:
        """The name, and nothing; what is played is remembered."""
        self.taken = [] if word == "clear_board" else [*self.taken, *more[1:]]
        return super().answer(word, *more)

    def move(self) -> None:
        """Take a square."""
        self.taken.append(next(square for square in self.order if square not in self.taken))
        self.say(f"= {self.taken[-1]}\n\n")


class Program:
    """A program of a student that dials again whenever its line breaks, or says nothing for long.

    It answers at once.
    """

    def __init__(self, number: int, place: Callable[[], int]) -> None:
        """Play in a thread, at the port that is told for each line."""
        self.name, self.order = f"p{number}", FIRST if number % 2 else FIRST[::-1]
        self.token, self.place = f"token-00{number}", place
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    def _play(self) -> None:
        while not self.ended.is_set():
            # A line that was cut, or never answered, is nothing to this program.
            with contextlib.suppress(OSError):
                line = OneLine(self.place(), f"{self.name} #{self.token}", self.order)
                line.play()


def records(server: Served) -> list[GameRecord]:
    """The games that are kept."""
    return [GameRecord.load(path) for path in (server.folder / "records").glob("*.json")]


def as_it_should(record: GameRecord) -> bool:
    """Whether the game went as it does on lines that never break."""
    game, numbers = TicTacToe(), [int(who.split()[0][1:]) for who in record.players.values()]
    state, actions = game.initial, []
    while not game.is_terminal(state):
        order = FIRST if numbers[len(actions) % 2] % 2 else FIRST[::-1]
        legal = {game.action_name(action).upper(): action for action in game.actions(state)}
        actions.append(legal[next(square for square in order if square in legal)])
        state = game.result(state, actions[-1])
    return (list(record.actions), record.winner) == (actions, game.winner(state))


# --- one line after another ----------------------------------------------------------------------


def a1(raw: Raw) -> None:
    """Take this square."""
    raw.say("= A1\n\n")


@pytest.mark.parametrize(
    ("lines", "breaks"), [(1, False), (3, True), (4, False), (5, True), (6, False)]
)
def test_the_newest_line_goes_on_in_every_phase(tmp_path, plan, lines, breaks):
    """While it waits, before the first move, in the middle; the old line breaks, or stands open."""
    with class_server(tmp_path, plan) as server:
        [place] = server.ports
        asleep = Raw(place, "p1 #token-001", a1, most=lines)
        thread = threading.Thread(target=asleep.play, daemon=True)
        thread.start()
        if lines == 1:
            assert soon(lambda: server.lobby()["rooms"][0]["waiting"])
        sooner, later = (1, 2) if lines == 1 else (2, 1)
        programs = [Program(sooner, lambda: place)]
        assert soon(lambda: len(asleep.heard) >= lines)
        thread.join(20)
        if breaks:
            asleep.cut()
        programs.append(Program(later, lambda: place))
        assert soon(lambda: records(server))
        for one in programs:
            one.ended.set()
        asleep.close()
    [record, *_] = records(server)
    assert sorted(record.players.values()) == ["p1 of student 1", "p2 of student 2"]
    assert record.reason in {"win", "draw"}
    assert as_it_should(record)


def test_another_students_token_or_name_gets_nobodys_seat(tmp_path, plan):
    """Seats are told by token and name, not by what is shown: these two look alike."""
    (tmp_path / "tokens.csv").write_text("c,token-of-c\nb of c,token-of-b\n", encoding="utf-8")
    with class_server(tmp_path, plan) as server:
        [place] = server.ports
        first = Raw(place, "a of b #token-of-c", lambda raw: time.sleep(60))
        threading.Thread(target=first.play, daemon=True).start()
        assert soon(lambda: server.lobby()["rooms"][0]["waiting"])
        second = Raw(place, "a #token-of-b", lambda raw: raw.say("= resign\n\n"))
        threading.Thread(target=second.play, daemon=True).start()
        assert soon(lambda: server.lobby()["rooms"][0]["tables"] or server.lobby()["games"])
        for game in (*server.lobby()["rooms"][0]["tables"], *server.lobby()["games"]):
            assert sorted(game["players"].values()) == ["a of b of c", "a of b of c (2)"]
        assert not any("Another line" in line for line in first.heard)
        for one in (first, second):
            one.cut()


@pytest.mark.skipif(os.name == "nt", reason="Windows can't stop a process for a while")
def test_a_server_that_stands_still_takes_nobodys_time(tmp_path, plan):
    """Ctrl-Z for longer than a move may take; the answer had come in time."""
    with class_server(tmp_path, plan.replace("seconds = 8", "seconds = 1")) as server:
        [place] = server.ports

        def stops(raw: Raw) -> None:
            if len(raw.heard) < 8:
                server.process.send_signal(signal.SIGSTOP)
                threading.Timer(7, lambda: server.process.send_signal(signal.SIGCONT)).start()
                time.sleep(0.2)
            raw.say(f"= {'resign' if len(raw.heard) > 8 else 'B2'}\n\n")

        one = Raw(place, "p1 #token-001", stops)
        threading.Thread(target=one.play, daemon=True).start()
        other = Program(2, lambda: place)
        assert soon(lambda: records(server))
        other.ended.set()
    [record, *_] = records(server)
    assert record.reason != "time", record.detail
