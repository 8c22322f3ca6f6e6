"""Connect Four is solved exactly: against a slow oracle, along lines, and by known results."""

from random import Random

import pytest
from four_positions import plain_score, plies_to_the_end, random_bits
from search_games import random_state

from course_lib import ConnectFour, KInARow, TicTacToe, compact
from course_tools.arena.engines import connect_four_search as search
from course_tools.arena.engines.connect_four import FourBoard, Solver, _Search

SMALL = [(4, 4), (4, 5), (2, 6), (6, 3), (1, 6), (5, 1)]
BOARDS = [(6, 7), (5, 6), (7, 7), (6, 8), (1, 28)]
EITHER_WAY = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])


def slow(*cases):
    """These cases, left to `make night`."""
    return [pytest.param(*case, marks=pytest.mark.slow) for case in cases]


# --- scores ----------------------------------------------------------------------------------


@EITHER_WAY
@pytest.mark.parametrize(("rows", "columns"), [*SMALL, (6, 7)])
def test_scores_are_those_of_a_search_through_everything(rows, columns, compiled):
    """From many positions to the very end, odd and even numbers of rows and squares alike."""
    game, rng, known = ConnectFour(rows, columns), Random(1), {}
    solver = Solver(game, compiled=compiled)
    most = rows * columns - 1
    for _ in range(40):
        state = random_state(game, rng, rng.randint(max(0, most - 11), most))
        assert solver.score(state) == plain_score(game, state, known)
        assert list(solver.scores(state)) == list(game.actions(state))
        for action, value in solver.scores(state).items():
            assert value == -plain_score(game, game.result(state, action), known)


def test_a_best_line_ends_when_its_score_says():
    """The number of plies follows from the score, and the winner from its sign."""
    game, rng, signs = ConnectFour(), Random(5), set()
    for _ in range(40):
        state = random_state(game, rng, rng.randint(24, 38))
        value, player = Solver(game).score(state), game.to_move(state)
        stones = 42 - sum(mark == "." for mark in state.board)
        line = Solver(game).best_line(state)
        for action in line:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert len(line) == plies_to_the_end(value, 42, stones)
        signs.add((value > 0) - (value < 0))
        assert game.utility(state, player) == (value > 0) - (value < 0)
    assert signs == {-1, 0, 1}


def test_a_final_state_has_the_score_it_was_played_for():
    """A draw is 0, and there is no move to score."""
    game = ConnectFour(2, 4)
    state = game.play("12213443")
    assert game.is_terminal(state)
    solver = Solver(game)
    assert (solver.score(state), solver.scores(state), solver.best_line(state)) == (0, {}, ())


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [(4, 4, 0), (4, 5, 0), (5, 4, 0), *slow((4, 6, -1), (5, 5, 0), (5, 6, 0), (6, 5, 0))],
)
def test_boards_have_their_known_winner(rows, columns, expected):
    """With perfect play all of these are draws but 4 rows of 6, which the second player wins."""
    game = ConnectFour(rows, columns)
    value = Solver(game).score(game.initial)
    assert (value > 0) - (value < 0) == expected


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_first_player_wins_connect_four_by_the_middle_with_his_last_stone():
    """The empty board is worth 1, and so is its middle column alone."""
    pytest.importorskip("numba")
    game = ConnectFour()
    assert list(Solver(game).scores(game.initial).values()) == [-2, -1, 0, 1, 0, -1, -2]


def test_marks_may_look_like_digits_and_states_may_be_compact():
    """Players who are called 0 and 1 are told apart, and bitboards of the games room are read."""
    game, named, rng = ConnectFour(), KInARow(6, 7, 4, players=("1", "0"), gravity=True), Random(11)
    small = compact(game)
    for _ in range(5):
        state = random_state(game, rng, 30)
        marks = game.render(state).replace("X", "1").replace("O", "0")
        assert Solver(named).scores(named.parse(marks)) == Solver(game).scores(state)
        assert Solver(small).scores(small.pack(state)) == Solver(game).scores(state)
        assert Solver(small).best_line(small.pack(state)) == Solver(game).best_line(state)


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), ConnectFour(3, 4, 3), KInARow(6, 7, 4, players=("A", "B", "C"), gravity=True)],
    ids=repr,
)
def test_other_games_are_refused_in_words(game):
    """Without gravity, with another length, or with three players, it is another game."""
    with pytest.raises(ValueError, match="four in a row on any board"):
        Solver(game).score(game.initial)


# --- bits, bounds and the table --------------------------------------------------------------


@EITHER_WAY
@pytest.mark.parametrize(("rows", "columns"), [*BOARDS, (3, 9)])
def test_bits_see_what_the_rules_see(rows, columns, compiled):
    """Winning squares and fours are those that putting a stone there would show."""
    game, rng = ConnectFour(rows, columns), Random(7)
    board = FourBoard(rows, columns, compiled=compiled)
    for _ in range(60):
        state = random_state(game, rng, rng.randint(0, rows * columns * 2 // 3))
        mine, taken, _ = board.position(game, state)
        winning = board.winning_squares(mine, taken)
        for action in game.actions(state):
            after, bit = game.result(state, action), board.bit(action)
            assert bool(winning & bit) == (game.winner(after) is not None)
            assert board.has_four(mine | bit) == (game.winner(after) is not None)


def test_a_tiny_table_and_short_batches_give_the_same_scores(monkeypatch):
    """Entries that push each other out, or share a place, do no harm; nor do many batches."""
    board, rng, long, solver = FourBoard(6, 7), Random(5), 0, Solver(ConnectFour())
    pieces = _Search(board, 20)
    monkeypatch.setattr("course_tools.arena.engines.connect_four.table_bits", lambda _: 4)
    small = _Search(board, 24)
    for number in range(120):
        bits = random_bits(board, 24 if number % 2 else 20, rng)
        before = int(pieces.numbers[search.VISITS])
        assert pieces.score_of(*bits, batch=300) == solver.score_of(*bits)
        assert number % 2 == 0 or small.score_of(*bits) == solver.score_of(*bits)
        long += int(pieces.numbers[search.VISITS]) - before > 300
    assert long > 10


@pytest.mark.parametrize(("rows", "columns", "stones"), [(7, 8, 47), (8, 9, 62)])
def test_boards_of_more_than_63_bits_are_solved_in_plain_python(rows, columns, stones):
    """Near the end, by the rules of the game alone."""
    game, rng = ConnectFour(rows, columns), Random(6)
    solver = Solver(game)
    assert not solver.board.compiled
    for _ in range(4):
        state = random_state(game, rng, stones)
        assert solver.score(state) == plain_score(game, state)
