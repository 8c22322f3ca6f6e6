"""All engines: numba is loaded when a question is asked, and without it plain Python answers."""

import contextlib
import io
import os
import re
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
from course_tools.arena.controller import ArenaController
from course_tools.arena.gomocup import GomocupBrain
from course_tools.arena.named import PlayerMaker, player_named
from course_tools.arena.which_game import game_called
from course_tools.engines import jit, warm


@pytest.mark.parametrize("person", [True, False])
def test_who_waits_for_the_compiler_is_told_why(monkeypatch, person):
    """On a terminal's standard error, and nowhere else; nothing of it stays."""

    class Screen(io.StringIO):
        def isatty(self):
            return person

    def told():
        lines = screen.getvalue().split("\r")
        return sum("the first time this takes" in line and line.endswith(" s") for line in lines)

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(jit, "MOMENT", 0)
    monkeypatch.setattr(jit, "waiting", jit.Waiting())
    numba = pytest.importorskip("numba")
    jit._watch_the_compiler(numba.core.event)
    for number in range(2):
        with numba.core.event.trigger_event("numba:compile", data=number):
            while person and told() <= number:
                time.sleep(0.01)
    assert person == (told() > 0)
    assert not screen.getvalue().split("\r")[-1].strip(), "nothing is left of it"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no terminals of this kind")
def test_the_first_search_after_installation_gives_signs_of_life(tmp_path):
    """On a real terminal, with nothing compiled yet: the line comes, counts on, and goes."""
    pytest.importorskip("numba")
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "course_tools.cli", "analyse", "connect-four", "444444"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as command:
        os.close(theirs)
        text = b""
        with contextlib.suppress(OSError):  # how the end of a terminal is told
            while came := os.read(ours, 1000):
                text += came
        assert b"X to move" in command.stdout.read()
    os.close(ours)
    seconds = [int(one) for one in re.findall(rb"half a minute: (\d+) s", text)]
    assert seconds[0] <= seconds[1] < seconds[-1]
    assert command.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT for one process")
def test_ctrl_c_is_heard_inside_a_long_search():
    """The empty board would take hours; the process ends with a KeyboardInterrupt instead."""
    pytest.importorskip("numba")
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from course_tools.engines.connect_four import Solver\n"
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
from course_lib.games import ConnectFour, Gomoku, Havannah, TicTacToe
from course_tools.engines import connect_four, gomoku, havannah, mcts
game = ConnectFour()
state = game.play("4444441222112335357755")
print(connect_four.Solver(game).score(state), max(connect_four.Solver(game).scores(state).values()))
game = Gomoku(9)
state = game.play("c5 c1 d5 d1 e5 g1")
print(gomoku.forced_win(game, state).fours, game.action_name(gomoku.gomoku_player()(game, state)))
game = TicTacToe()
state = game.parse("XX. OO. ...")
print(*mcts.mcts_search(game, state, simulations=200, rng=Random(1)))
game = Havannah(3)
player = havannah.havannah_player(simulations=50)
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
        "from course_tools import engines\n"
        "for found in pkgutil.iter_modules(engines.__path__):\n"
        "    print(importlib.import_module(f'course_tools.engines.{found.name}').__name__)"
    )
    out, err = printed(code)
    assert {"course_tools.engines.hex_kernels", "course_tools.engines.jit"} < set(out.split())
    assert err == ""


def test_numba_is_not_loaded_before_a_question_is_asked():
    """Importing every engine, and making solvers and players, loads neither numba nor numpy."""
    code = (
        "import sys\n"
        "from course_tools.engines import connect_four, gomoku, havannah, mcts\n"
        "from course_lib.games import ConnectFour\n"
        "connect_four.Solver(ConnectFour()); gomoku.gomoku_player(); havannah.havannah_player()\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    assert printed(code)[0].strip() == "[]"


def test_everything_can_be_compiled_beforehand():
    """`python -m course_tools.engines.warm`, which `make compiled` runs; without numba nothing."""
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
    """Neither in a match nor on the board that the terminal and the page share."""
    game, x, o = TicTacToe(), SlowToBegin(), SlowToBegin()
    assert play_game(game, [x, o], seconds=0.5).reason == "win"
    assert (x.prepared, o.prepared) == (1, 1)
    play = ArenaController(game, {"X": x, "O": o}, seconds=0.5, pace=0)
    play.go()
    assert play.over
    assert (x.prepared, o.prepared) == (2, 2)


COMPILED = [
    ("gomoku", "gomoku"),
    ("havannah:size=5", "havannah"),
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
    ("talker", "begin", "move"),
    [
        (GtpEngine, ["rectangular_boardsize 8 7", "time_settings 0 1 1"], "genmove b"),
        (GtpEngine, ["rectangular_boardsize 9 9", "clear_board"], "genmove b"),
        (GomocupBrain, ["START 7", "INFO timeout_turn 100"], "BEGIN"),
        (GomocupBrain, ["START 8", "INFO rule 1"], "BEGIN"),
    ],
)
def test_a_manager_waits_for_no_compiler_once_it_has_told_the_size(talker, begin, move):
    """The first move is quick on any board: some have a word for the board, some for each line."""
    event = pytest.importorskip("numba.core.event")
    make, about = PlayerMaker("fast-mcts 50", Random(1)), {"name": "ours", "version": "1"}
    ours = GtpEngine(ConnectFour(), make, about) if talker is GtpEngine else talker(make, about)
    for line in begin:
        assert not any(answer.startswith(("?", "ERROR")) for answer in ours.answer(line))
    with event.install_recorder("numba:compile") as compiled:
        [answer, *_] = ours.answer(move)
    assert not compiled.buffer
    assert not answer.startswith(("?", "ERROR"))
