"""The game of `course play`: players that are interrupted."""

import signal
import threading
from random import Random

from simple_players import forever, names

from course_lib import TicTacToe
from course_tools.arena.terminal.advice import Adviser
from course_tools.arena.terminal.controller import ArenaController
from course_tools.arena.terminal.terminal import Terminal


def against(player, **options):
    """A game of tic-tac-toe in which you move first against this player."""
    return ArenaController(TicTacToe(), {"X": None, "O": player}, **options)


def test_at_a_terminal_an_interrupt_stops_the_player_and_not_the_command():
    """The note has its line, and the game goes on."""
    said, lines = [], iter(["b2", "undo", "quit"])
    play, advise = against(forever), Adviser(TicTacToe(), Random(1))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    Terminal(play, advise, read=lambda _: next(lines), say=said.append).run()
    timer.join()
    told = "\n".join(said)
    assert "O (forever) thinks... (Ctrl-C stops it)" in told
    assert "O (forever) was interrupted (line" in told
    assert "go lets it try again, undo takes back." in told
    assert names(play) == ""
