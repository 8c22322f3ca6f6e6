"""The compiled solver of Connect Four is the plain one, only sooner."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from random import Random

import pytest
from four_positions import random_bits, random_state

from course_lib.games import ConnectFour
from course_tools.engines.compiled import connect_four as fast
from course_tools.engines.compiled import having
from course_tools.engines.solvers import connect_four as plain
from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_following import most_by_following
from course_tools.engines.solvers.four_search import next_goal, searcher

BOARDS = [(6, 7), (4, 4), (5, 6), (7, 7), (3, 9), (6, 8), (1, 28), (4, 11)]


def twin(name):
    """A compiled function, where numba is installed."""
    pytest.importorskip("numba")
    from course_tools.engines.compiled import four_compiled

    return getattr(four_compiled, name)


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_compiled_bits_are_those_of_the_board(rows, columns):
    """Winning squares, fours, mirror images and counts, on thousands of sets of stones."""
    board, rng = FourBoard(rows, columns), Random(1)
    threats, four, mirror, count = map(
        twin, ("winning_squares", "has_four", "mirrored", "how_many")
    )
    for _ in range(1500):
        mine, taken = random_bits(board, rng.randint(0, rows * columns // 2), rng)
        assert threats(mine, taken, board.full, board.step) == board.winning_squares(mine, taken)
        some = rng.getrandbits(56) & board.full
        for stones in (mine, taken, some):
            assert bool(four(stones, board.step)) == board.has_four(stones)
            assert mirror(stones, board.step, columns) == board.mirrored(stones)
            assert count(stones) == stones.bit_count()


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_compiled_following_is_the_plain_one(rows, columns):
    """The same bound from the same position, thousands of times, and some bounds that tell."""
    compiled = twin("most_by_following")
    from course_tools.engines.compiled.four_table import desk_for

    board, rng, told = FourBoard(rows, columns), Random(2), 0
    desk = desk_for(board, 10)
    for _ in range(1500):
        stones = rng.randint(rows * columns // 2, rows * columns * 7 // 8)
        mine, taken = random_bits(board, stones, rng)
        danger = board.winning_squares(taken ^ mine, taken)
        expected = most_by_following(board, mine, danger, taken, stones)
        assert compiled(mine, danger, taken, stones, desk) == expected
        told += expected < board.winning_score(stones)
    assert told > 0


@pytest.mark.parametrize("far", [2, 3, 7])
def test_compiled_windows_are_the_plain_ones(far):
    """The same question next, wherever the score may lie, and always one that tells something."""
    compiled = twin("next_goal")
    for least in range(-12, 12):
        for most in range(least + 1, 13):
            assert least < next_goal(least, most, far) <= most
            assert compiled(least, most, far) == next_goal(least, most, far)


def test_the_compiled_search_gives_true_bounds():
    """On thousands of questions its answer is on the side of the goal that the score is on."""
    compiled, board, rng, asked = twin("bound"), FourBoard(6, 7), Random(3), 0
    from course_tools.engines.compiled.four_table import desk_and_table

    slow, (desk, table) = plain.Solver(ConnectFour()), desk_and_table(board, 28)
    while asked < 3000:
        stones = rng.randint(28, 40)
        mine, taken = random_bits(board, stones, rng)
        if board.winning_squares(mine, taken) & (taken + board.bottom):
            continue
        danger = board.winning_squares(taken ^ mine, taken)
        value = slow.score_of(mine, taken)
        for goal in range(-4, 5):
            found = compiled(mine, danger, taken, stones, goal, desk, table)
            assert goal <= found <= value if value >= goal else value <= found < goal
            asked += 1


@pytest.mark.parametrize("person", [True, False])
def test_who_waits_for_the_compiler_is_told_why_once(monkeypatch, person):
    """On a terminal's standard error, and nowhere else."""

    class Screen(io.StringIO):
        def isatty(self):
            return person

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(having, "PATIENCE", 0)
    having._say_that_it_takes_a_while.cache_clear()
    for _ in range(2):
        with having.said_if_slow():
            for thread in threading.enumerate():
                if isinstance(thread, threading.Timer):
                    thread.join()
    assert screen.getvalue().count("Compiling the search") == person


def test_a_search_in_short_stretches_gives_the_same_scores():
    """300 visits at a time at first: many questions take several stretches, with one table."""
    pytest.importorskip("numba")
    from course_tools.engines.compiled.four_table import (
        MOST,
        VISITS,
        desk_and_table,
        finished_score,
    )

    board, rng, long = FourBoard(6, 7), Random(5), 0
    whole, pieces = fast.Solver(ConnectFour()), desk_and_table(board, 20)
    for _ in range(60):
        bits = random_bits(board, 20, rng)
        before = int(pieces[0][VISITS])
        assert finished_score(*bits, *pieces, stretch=300) == whole.score_of(*bits)
        assert pieces[0][VISITS] < pieces[0][MOST]
        long += int(pieces[0][VISITS]) - before > 300
    assert long > 10


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT for one process")
def test_ctrl_c_is_heard_inside_a_long_search():
    """The empty board would take hours; the process ends with a KeyboardInterrupt instead."""
    pytest.importorskip("numba")
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from course_tools.engines.compiled.connect_four import Solver\n"
        "from course_lib.games import ConnectFour\n"
        "solver = Solver(ConnectFour()); solver.warm_up(); print('go', flush=True)\n"
        "solver.score(ConnectFour().initial)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline() == "go\n"
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=200)
    assert "KeyboardInterrupt" in err


@pytest.mark.parametrize(
    ("rows", "columns", "stones"), [(6, 7, 28), (5, 6, 15), (7, 7, 38), (4, 8, 16), (4, 4, 0)]
)
def test_both_solvers_give_the_same_scores(rows, columns, stones):
    """Of a thousand positions the score, of some every move and the best line."""
    pytest.importorskip("numba")
    game, board, rng = ConnectFour(rows, columns), FourBoard(rows, columns), Random(4)
    slow, quick = plain.Solver(game), fast.Solver(game)
    most = max(stones, rows * columns * 7 // 8)  # nearly full boards without a four are rare
    for number in range(1000):
        bits = random_bits(board, rng.randint(stones, most), rng)
        assert slow.score_of(*bits) == quick.score_of(*bits)
        if number % 50 == 0:
            state = random_state(game, rng.randint(stones, most), rng)
            assert slow.scores(state) == quick.scores(state)
            assert slow.best_line(state) == quick.best_line(state)


def test_from_twelve_stones_on_a_position_is_worth_its_best_move():
    """Along random lines to the end, each score asked of a solver that has seen nothing else."""
    pytest.importorskip("numba")
    game, rng = ConnectFour(), Random(7)
    solver = fast.Solver(game)
    for _ in range(4):
        state = random_state(game, 12, rng)
        while not game.is_terminal(state):
            values = solver.scores(state)
            assert fast.score(game, state) == max(values.values())
            state = game.result(state, rng.choice(list(values)))


def test_a_table_that_is_much_too_small_gives_the_same_scores():
    """Entries that push each other out, and positions that share a place, do no harm."""
    bound = twin("bound")
    from course_tools.engines.compiled.four_table import desk_for, np

    board, rng = FourBoard(6, 7), Random(5)
    desk, table = desk_for(board, 4), np.zeros(32, dtype=np.uint64)
    plain_search = searcher(board, {})
    for _ in range(100):
        mine, taken = random_bits(board, 26, rng)
        if board.winning_squares(mine, taken) & (taken + board.bottom):
            continue
        danger = board.winning_squares(taken ^ mine, taken)
        found = bound(mine, danger, taken, 26, 1, desk, table)
        assert (found >= 1) == (plain_search(mine, danger, taken, 26, 1) >= 1)


@pytest.mark.parametrize(
    ("rows", "columns", "expected"), [(4, 5, 0), (4, 6, -1), (5, 5, 0), (5, 6, 0), (6, 5, 0)]
)
def test_boards_have_their_known_winner(rows, columns, expected):
    """Solved from the empty board; 4 rows of 6 are won by who moves second."""
    pytest.importorskip("numba")
    game = ConnectFour(rows, columns)
    value = fast.score(game, game.initial)
    assert (value > 0) - (value < 0) == expected


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_first_player_wins_connect_four_by_the_middle_with_his_last_stone():
    """The empty board is worth 1, and so is its middle column alone."""
    pytest.importorskip("numba")
    game = ConnectFour()
    assert list(fast.scores(game, game.initial).values()) == [-2, -1, 0, 1, 0, -1, -2]


def test_a_board_too_large_for_64_bits_is_solved_in_plain_python():
    """7 rows and 8 columns with their spare row need 64 bits for the key alone."""
    game, rng = ConnectFour(7, 8), Random(6)
    state = random_state(game, 48, rng)
    assert fast.scores(game, state) == plain.scores(game, state)


BROKEN = "raise ImportError('Numba needs NumPy 2.2 or less')"
MISSING = "import sys; sys.modules['numba'] = None"


@pytest.mark.parametrize(
    ("numba", "sentence"),
    [(MISSING, "numba is not installed, "), (BROKEN, "numba can't be loaded (Numba needs NumPy")],
    ids=["missing", "broken"],
)
def test_without_numba_plain_python_answers_and_says_so_once(tmp_path, numba, sentence):
    """One line on stderr for a whole run, which is no warning, and the same numbers."""
    if numba == BROKEN:
        (tmp_path / "numba.py").write_text(numba, encoding="utf-8")
    code = (
        f"{MISSING if numba == MISSING else 'pass'}\n"
        "from course_lib.games import ConnectFour\n"
        "from course_tools.engines.compiled.connect_four import score, scores\n"
        "game = ConnectFour()\n"
        "state = game.play('4444441222112335357755'); assert not game.is_terminal(state)\n"
        "print(score(game, state), max(scores(game, state).values()))\n"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    game = ConnectFour()
    expected = plain.score(game, game.play("4444441222112335357755"))
    assert done.stdout.split() == [str(expected)] * 2
    [line] = done.stderr.splitlines()
    assert line.startswith(sentence)


def test_numba_is_not_loaded_before_a_question_is_asked():
    """Importing the fast room, and making a solver, loads neither numba nor numpy."""
    code = (
        "import sys; from course_tools.engines.compiled.connect_four import Solver\n"
        "from course_lib.games import ConnectFour; Solver(ConnectFour())\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_it_is_known_whether_numba_is_here():
    """The answer is the same each time, without a word where it is installed."""
    assert having.have_numba() == having.have_numba()
