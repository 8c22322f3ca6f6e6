"""All engines: numba is loaded when a question is asked, and without it plain Python answers."""

import io
import os
import signal
import subprocess
import sys
import time
from functools import cache
from random import Random

import pytest
from console import ran

from course_lib import ConnectFour, TicTacToe, play_game
from course_lib.play.gtp import GtpEngine
from course_lib.views.playing import PlayController
from course_tools.arena.engines import jit, warm
from course_tools.arena.named import PlayerMaker, player_named
from course_tools.arena.which_game import game_called


@pytest.mark.parametrize("person", [True, False])
def test_who_waits_for_the_compiler_is_told_why(monkeypatch, person):
    """Once, on a terminal's standard error, and nowhere else."""
    screen = io.StringIO()
    screen.isatty = lambda: person
    numba = pytest.importorskip("numba")
    jit._watch_the_compiler(numba.core.event)
    monkeypatch.setattr(sys, "stderr", screen)
    jit.say_once.cache_clear()
    for number in range(2):
        with numba.core.event.trigger_event("numba:compile", data=number):
            pass
    assert screen.getvalue().count("the first time this takes") == person


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT for one process")
def test_ctrl_c_is_heard_inside_a_long_search():
    """The empty board would take hours; the process ends with a KeyboardInterrupt instead."""
    pytest.importorskip("numba")
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from course_tools.arena.engines.connect_four import Solver\n"
        "from course_lib.games import ConnectFour\n"
        "solver = Solver(ConnectFour()); solver.prepare(); print('go', flush=True)\n"
        "solver.score(ConnectFour().initial)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline() == "go\n"
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=200)
    assert "KeyboardInterrupt" in err


ANSWERS = """
from random import Random
from course_lib.games import ConnectFour, Havannah, TicTacToe
from course_tools.arena.engines import connect_four, mcts
game = ConnectFour()
state = game.play("4444441222112335357755")
print(connect_four.Solver(game).score(state), max(connect_four.Solver(game).scores(state).values()))
game = TicTacToe()
state = game.parse("XX. OO. ...")
print(*mcts.mcts_search(game, state, simulations=200, rng=Random(1)))
game = Havannah(3)
player = mcts.mcts_player(simulations=50, rng=Random(1))
print(player(game, game.initial) in game.actions(game.initial))
"""

BROKEN = "raise ImportError('Numba needs NumPy 2.2 or less')"


@cache
def printed(code, **environment):
    """What this program prints, where a warning is an error, and what it says on stderr."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = ran(*command, check=True, env={**os.environ, **environment})
    return done.stdout, done.stderr


@pytest.mark.parametrize(
    ("numba", "sentence"),
    [("missing", "numba is not installed, "), ("broken", "numba can't be loaded (Numba needs N")],
)
def test_without_numba_plain_python_answers_and_says_so_once(tmp_path, numba, sentence):
    """One line on stderr for a whole run, which is no warning, and the same answers."""
    missing = "import sys; sys.modules['numba'] = None\n" if numba == "missing" else ""
    if numba == "broken":
        (tmp_path / "numba.py").write_text(BROKEN, encoding="utf-8")
    out, err = printed(missing + ANSWERS, PYTHONPATH=str(tmp_path))
    assert out == printed(ANSWERS)[0]
    [line] = err.splitlines()
    assert line.startswith(sentence)


def test_every_engine_can_be_imported_without_numba():
    """The files of compiled loops too: they are plain Python then, and nothing is said about it."""
    code = (
        "import importlib, pkgutil, sys\n"
        "sys.modules['numba'] = None\n"
        "from course_tools.arena import engines\n"
        "for found in pkgutil.iter_modules(engines.__path__):\n"
        "    print(importlib.import_module(f'course_tools.arena.engines.{found.name}').__name__)"
    )
    out, err = printed(code)
    assert {"course_tools.arena.engines.hex_kernels", "course_tools.arena.engines.jit"} < set(
        out.split()
    )
    assert err == ""


def test_numba_is_not_loaded_before_a_question_is_asked():
    """Importing every engine, and making solvers and players, loads neither numba nor numpy."""
    code = (
        "import sys\n"
        "from random import Random\n"
        "from course_tools.arena.engines import connect_four, mcts\n"
        "from course_lib.games import ConnectFour\n"
        "connect_four.Solver(ConnectFour())\n"
        "mcts.mcts_player(seconds=1, rng=Random(1))\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    assert printed(code)[0].strip() == "[]"


def test_everything_can_be_compiled_beforehand():
    """`course_tools.arena.engines.warm`, which `make compiled` runs; without numba nothing."""
    assert warm.main() == 0


# --- before any clock runs -----------------------------------------------------------------------


class SlowToBegin:
    """A player that has more to do before its first move than there is time for one."""

    prepared = 0

    def prepare(self, game):
        """Do it."""
        self.prepared += 1
        time.sleep(0.6)

    def __call__(self, game, state):
        """Any move."""
        return game.actions(state)[0]


def test_what_a_player_prepares_is_not_on_its_clock():
    """Neither in a match nor on the board that the terminal and notebooks share."""
    game, x, o = TicTacToe(), SlowToBegin(), SlowToBegin()
    assert play_game(game, [x, o], seconds=0.5).reason == "win"
    assert (x.prepared, o.prepared) == (1, 1)
    play = PlayController(game, {"X": x, "O": o}, seconds=0.5)
    play.go()
    assert play.over
    assert (x.prepared, o.prepared) == (2, 2)


COMPILED = [
    ("havannah:size=5", "fast-mcts"),
    ("connect-four", "fast-mcts"),
    ("gomoku", "fast-mcts"),
    ("connect-four", "solver"),
]


@pytest.mark.parametrize(("game", "player"), COMPILED)
def test_preparing_compiles_all_that_a_move_needs(game, player):
    """Where it has been called nothing is compiled, or read from the cache, any more."""
    event = pytest.importorskip("numba.core.event")
    played = game_called(game)
    ours = player_named(player, played, Random(1), seconds=0.1)
    ours.prepare(played)
    with event.install_recorder("numba:compile") as compiled:
        state = played.initial
        for _ in range(4):
            state = played.result(state, ours(played, state))
    assert not compiled.buffer


@pytest.mark.parametrize(
    "begin",
    [
        ["rectangular_boardsize 8 7", "time_settings 0 1 1"],
        ["rectangular_boardsize 9 9", "clear_board"],
    ],
)
def test_a_server_waits_for_no_compiler_once_it_has_told_the_size(begin):
    """The first move is quick on any board: some have a word for the board, some for each line."""
    event = pytest.importorskip("numba.core.event")
    ours = GtpEngine(ConnectFour(), PlayerMaker("fast-mcts 50", Random(1)), "ours")
    for line in begin:
        assert not any(answer.startswith("?") for answer in ours.answer(line))
    with event.install_recorder("numba:compile") as compiled:
        [answer, *_] = ours.answer("genmove b")
    assert not compiled.buffer
    assert not answer.startswith("?")
