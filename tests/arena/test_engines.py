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
from course_tools.arena.engines import jit
from course_tools.arena.named import PlayerMaker, player_named


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
from course_lib.games import ConnectFour
from course_tools.arena.engines import connect_four
game = ConnectFour()
state = game.play("4444441222112335357755")
print(connect_four.Solver(game).score(state), max(connect_four.Solver(game).scores(state).values()))
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
    engines = ("connect_four_search", "jit", "musketeers_kernels")
    assert {f"course_tools.arena.engines.{name}" for name in engines} < set(out.split())
    assert err == ""


def test_numba_is_not_loaded_before_a_question_is_asked():
    """Importing every engine, and making a solver, loads neither numba nor numpy."""
    code = (
        "import sys\n"
        "from course_tools.arena.engines import connect_four\n"
        "from course_lib.games import ConnectFour\n"
        "connect_four.Solver(ConnectFour())\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    assert printed(code)[0].strip() == "[]"


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


def test_preparing_compiles_all_that_a_move_needs():
    """Where it has been called nothing is compiled, or read from the cache, any more."""
    event = pytest.importorskip("numba.core.event")
    game = ConnectFour()
    ours = player_named("solver", game, Random(1))
    ours.prepare(game)
    state = game.play("44444412212112335577")
    with event.install_recorder("numba:compile") as compiled:
        ours(game, state)
    assert not compiled.buffer


def test_a_server_waits_for_no_player_once_it_has_told_the_size(monkeypatch):
    """What a player prepares is done before its first move is asked for."""
    ours = SlowToBegin()
    monkeypatch.setattr("course_tools.arena.named.random_player", lambda _: ours)
    engine = GtpEngine(TicTacToe(), PlayerMaker("random", Random(1)), "ours")
    assert next(engine.answer("boardsize 3")) == "="
    assert ours.prepared == 1
    assert next(engine.answer("genmove b")) == "= A3"
