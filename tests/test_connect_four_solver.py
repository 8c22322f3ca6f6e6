"""Connect Four is solved exactly: against a slow oracle, along lines, and by known results."""

from __future__ import annotations

from random import Random

import pytest
from four_positions import plain_score, random_bits, random_state

from course_lib.games import ConnectFour, KInARow, TicTacToe, compact
from course_lib.search import solve
from course_tools.engines.solvers.connect_four import (
    Solver,
    best_line,
    plies_to_the_end,
    score,
    scores,
)
from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_following import most_by_following
from course_tools.engines.solvers.four_search import searcher
from course_tools.engines.solvers.four_states import Reader

SMALL = [(4, 4), (4, 5), (5, 4), (2, 6), (3, 4), (6, 3), (1, 6), (6, 4), (5, 1)]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_scores_on_small_boards_are_those_of_a_search_through_everything(rows, columns):
    """From many positions to the very end, odd and even numbers of rows and squares alike."""
    game, rng, known = ConnectFour(rows, columns), Random(1), {}
    solver = Solver(game)
    most = rows * columns - 1
    for _ in range(100):
        state = random_state(game, rng.randint(max(0, most - 9), most), rng)
        assert solver.score(state) == plain_score(game, state, known)
        assert list(solver.scores(state)) == list(game.actions(state))
        for action, value in solver.scores(state).items():
            assert value == -plain_score(game, game.result(state, action), known)


def test_near_the_end_of_the_usual_game_scores_are_right():
    """The same on 6 rows and 7 columns with at most 12 empty squares."""
    game, rng = ConnectFour(), Random(2)
    for stones in range(30, 42):
        for _ in range(8):
            state = random_state(game, stones, rng)
            assert score(game, state) == plain_score(game, state)


def test_scores_agree_with_the_general_solver():
    """`solve` knows nothing of Connect Four, and gives the same winner and length of the game."""
    game, rng = ConnectFour(4, 5), Random(3)
    for _ in range(15):
        state = random_state(game, rng.randint(9, 19), rng)
        stones = 20 - sum(mark == "." for mark in state.board)
        found, known = score(game, state), solve(game, state)
        assert (found > 0) - (found < 0) == known.value
        assert plies_to_the_end(found, 20, stones) == known.distance


def test_a_position_is_worth_its_best_move_all_along_a_line():
    """From 16 stones on, the score of a node is the best of its children's, with the other sign."""
    game, rng = ConnectFour(), Random(4)
    solver, fresh = Solver(game), Solver(game)
    for _ in range(10):
        state = random_state(game, 22, rng)
        while not game.is_terminal(state):
            after = {action: game.result(state, action) for action in game.actions(state)}
            expected = {action: -fresh.score(state) for action, state in after.items()}
            assert solver.scores(state) == expected
            assert solver.score(state) == max(expected.values())
            state = after[rng.choice(list(after))]


def test_a_best_line_ends_when_its_score_says():
    """The number of plies follows from the score, and the winner from its sign."""
    game, rng = ConnectFour(), Random(5)
    for _ in range(25):
        state = random_state(game, rng.randint(24, 38), rng)
        value, player = score(game, state), game.to_move(state)
        stones = 42 - sum(mark == "." for mark in state.board)
        line = best_line(game, state)
        for action in line:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert len(line) == plies_to_the_end(value, 42, stones)
        assert game.utility(state, player) == (value > 0) - (value < 0)


@pytest.mark.parametrize(("moves", "expected"), [("414141", 18), ("4141414", -18), ("131313", 18)])
def test_a_score_is_22_minus_the_stones_that_the_winner_has_placed(moves, expected):
    """Four stones in one column are a score of 18, seen from either side."""
    game = ConnectFour()
    assert score(game, game.play(moves)) == expected


def test_the_last_stone_wins_one_point_and_the_second_to_last_too():
    """Each player's supply counts for himself: on 25 squares the first has 13 stones, not 12."""
    board = FourBoard(5, 5)
    assert [board.winning_score(stones) for stones in (24, 23, 22, 6)] == [1, 1, 2, 10]
    assert [FourBoard(6, 7).winning_score(stones) for stones in (41, 40, 6, 7)] == [1, 1, 18, 18]


def test_a_final_state_has_the_score_it_was_played_for():
    """A draw is 0, and there is no move to score."""
    game = ConnectFour(2, 4)
    state = game.play("12213443")
    assert game.is_terminal(state)
    assert (score(game, state), scores(game, state), best_line(game, state)) == (0, {}, ())


def test_mirror_images_have_the_same_scores():
    """Left and right swapped, every move keeps its value."""
    game, rng = ConnectFour(), Random(6)
    _, mirror = game.symmetries
    for _ in range(10):
        state = random_state(game, 24, rng)
        image = {mirror.action(action): value for action, value in scores(game, state).items()}
        assert scores(game, mirror.state(state)) == image


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [(4, 4, 0), (4, 5, 0), (5, 4, 0)]
    + [
        pytest.param(*size, marks=pytest.mark.slow)
        for size in [(4, 6, -1), (5, 5, 0), (5, 6, 0), (6, 5, 0)]
    ],
)
def test_boards_have_their_known_winner(rows, columns, expected):
    """With perfect play all of these are draws but 4 rows of 6, which the second player wins."""
    game = ConnectFour(rows, columns)
    value = score(game, game.initial)
    assert (value > 0) - (value < 0) == expected


def test_connect_four_has_the_known_numbers_of_positions():
    """Distinct positions by ply, by the game's rules and by bits."""
    game, board = ConnectFour(), FourBoard(6, 7)
    states, bits, counts = {game.initial}, {(0, 0)}, []
    for _ in range(6):
        states = {game.result(state, action) for state in states for action in game.actions(state)}
        following = set()
        for mine, taken in bits:
            free = (taken + board.bottom) & board.full
            moves = [free & file for file in board.files if free & file]
            following |= {(taken ^ mine, taken | move) for move in moves}
        bits = following
        counts.append(len(states))
        assert len({mine + taken for mine, taken in bits}) == len(bits)
    assert counts == [7, 49, 238, 1120, 4263, 16422]
    assert len(bits) == 16422


@pytest.mark.slow
def test_connect_four_has_the_known_numbers_of_positions_further_on():
    """Two plies more, mirror images counted."""
    game = ConnectFour()
    states, counts = {game.initial}, []
    for _ in range(8):
        states = {game.result(state, action) for state in states for action in game.actions(state)}
        counts.append(len(states))
    assert counts[6:] == [54859, 184275]


@pytest.mark.parametrize(("rows", "columns"), [(6, 7), (4, 4), (5, 6), (3, 9), (7, 4)])
def test_bits_see_what_the_rules_see(rows, columns):
    """Winning squares and fours are those that putting a stone there would show."""
    game, board, rng = ConnectFour(rows, columns), FourBoard(rows, columns), Random(7)
    reader = Reader(game)
    for _ in range(60):
        state = random_state(game, rng.randint(0, rows * columns * 2 // 3), rng)
        mine, taken, _ = reader.position(state)
        winning = board.winning_squares(mine, taken)
        for action in game.actions(state):
            after = game.result(state, action)
            bit = reader.bits[action]
            assert bool(winning & bit) == (game.winner(after) is not None)
            assert board.has_four(mine | bit) == (game.winner(after) is not None)
        assert board.mirrored(board.mirrored(taken)) == taken


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (4, 5), (6, 4), (5, 4), (4, 6), (2, 7)])
def test_what_following_promises_is_true(rows, columns):
    """The bound seen without a search is never below the score, and says something often."""
    board, rng, told = FourBoard(rows, columns), Random(8), 0
    bound_by_search = Solver(ConnectFour(rows, columns))
    for _ in range(400):
        stones = rng.randint(rows * columns // 3, rows * columns - 1)
        mine, taken = random_bits(board, stones, rng)
        free = (taken + board.bottom) & board.full
        danger = board.winning_squares(taken ^ mine, taken)
        if danger & free or board.winning_squares(mine, taken) & free:
            continue
        most = most_by_following(board, mine, danger, taken, stones)
        assert bound_by_search.score_of(mine, taken) <= most
        told += most < board.winning_score(stones)
    assert told > 20


def test_a_bound_is_on_the_side_of_its_goal():
    """Whatever the goal, what the search gives is a true bound on the right side of it."""
    board, rng = FourBoard(4, 5), Random(9)
    exact, table = Solver(ConnectFour(4, 5)), {}
    bound = searcher(board, table)
    for _ in range(150):
        stones = rng.randint(6, 18)
        mine, taken = random_bits(board, stones, rng)
        if board.winning_squares(mine, taken) & (taken + board.bottom):
            continue
        danger = board.winning_squares(taken ^ mine, taken)
        value = exact.score_of(mine, taken)
        for goal in range(-6, 7):
            found = bound(mine, danger, taken, stones, goal)
            assert goal <= found <= value if value >= goal else value <= found < goal


def test_marks_may_look_like_digits():
    """Players who are called 0 and 1 are told apart all the same."""
    game, named, rng = ConnectFour(), KInARow(6, 7, 4, players=("1", "0"), gravity=True), Random(11)
    state = random_state(game, 28, rng)
    marks = game.render(state).replace("X", "1").replace("O", "0")
    assert scores(named, named.parse(marks)) == scores(game, state)


def test_compact_states_are_understood():
    """The same scores for bitboard states of the games room."""
    game, rng = ConnectFour(), Random(10)
    small = compact(game)
    for _ in range(5):
        state = random_state(game, 30, rng)
        assert scores(small, small.pack(state)) == scores(game, state)
        assert best_line(small, small.pack(state)) == best_line(game, state)


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), ConnectFour(3, 4, 3), KInARow(6, 7, 4, players=("A", "B", "C"), gravity=True)],
    ids=repr,
)
def test_other_games_are_refused_in_words(game):
    """Without gravity, with another length, or with three players, it is another game."""
    with pytest.raises(ValueError, match="four in a row on any board"):
        score(game, game.initial)
