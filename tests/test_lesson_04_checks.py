"""The checks of lesson 04 say what is true: rules, estimates, puzzles and known positions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from autograder_tests.grading import hidden_check
from benchmarks.gomoku_puzzles import puzzles
from course_lib import ConnectFour, Gomoku, KInARow, Watched, alphabeta_search
from course_lib.checks import NotebookStudent, boards_04, known_04, remote
from course_lib.checks.cases_04_boards import ENDS
from course_lib.checks.cases_04_deepening import ESTIMATES, SEARCHED, costs, deepening_groups
from course_lib.checks.cases_04_puzzles import winning
from course_lib.checks.exercises import exercise_named
from course_lib.checks.fours_04 import (
    defender,
    first_stones,
    forced_line,
    shortest,
    winning_squares,
)
from course_lib.checks.judging import judge
from course_lib.checks.list_boards import board
from course_lib.checks.puzzles_04 import FOURS, fours_puzzles
from course_lib.checks.references_04 import middle_out
from course_lib.game import State
from course_tools.engines.connect_four import Solver, plies_to_the_end
from course_tools.engines.connect_four import Solver as QuickSolver

NAMES = (
    "drop_actions",
    "line_through",
    "outcome",
    "evaluate_lines",
    "near_stones",
    "deepening",
    "puzzle_moves",
)


def games_along(game: KInARow, many: int, seed: int) -> list[tuple[State, Any]]:
    """The states of some random games, each with the action that led to it."""
    rng, found = Random(seed), []
    for _ in range(many):
        state = game.initial
        while actions := game.actions(state):
            action = rng.choice(actions)
            state = game.result(state, action)
            found.append((state, action))
    return found


def as_board(game: KInARow, state: State) -> list[list[Any]]:
    """The state as a list of lists."""
    return board("/".join(game.render(state).replace(" ", "").split("\n")))


# --- boards -----------------------------------------------------------------------------------


def test_stones_fall_where_the_game_lets_them() -> None:
    """Against the library's Connect Four, on boards of several sizes, in every state of play."""
    for game in (ConnectFour(), ConnectFour(4, 7, 4), ConnectFour(7, 4, 4)):
        for state, _ in games_along(game, 20, seed=1):
            if not game.is_terminal(state):
                assert boards_04.drop_actions(as_board(game, state)) == list(game.actions(state))


@pytest.mark.parametrize("exact", [False, True])
def test_lines_and_outcomes_are_those_of_the_library(exact: bool) -> None:  # noqa: FBT001
    """The last stone has a line exactly where the game has a winner."""
    for shape in ((6, 7, 4), (5, 5, 3), (4, 6, 3)):
        game = KInARow(*shape, exact=exact)
        for state, action in games_along(game, 40, seed=2):
            squares = as_board(game, state)
            won = game.winner(state) is not None
            assert boards_04.line_through(squares, action, game.length, exact) == won
            if not exact:
                ended = game.winner(state) or ("draw" if game.is_terminal(state) else None)
                assert boards_04.outcome(squares, action, game.length) == ended


def test_each_kind_of_end_is_shown_by_the_cases_that_say_so() -> None:
    """A title never stands above a board that ends otherwise."""
    wanted: dict[str, set[str | None]] = {
        "somebody has won": {"X", "O"},
        "a draw": {"draw"},
        "the last stone of a full board wins": {"X", "O"},
        "the game goes on": {None},
    }
    for title, ends in ENDS.items():
        for text, square, length in ends:
            squares = board(text)
            assert boards_04.outcome(squares, square, length) in wanted[title]
            full = all(mark is not None for row in squares for mark in row)
            assert full == (title in {"a draw", "the last stone of a full board wins"})


# --- estimates and candidates -----------------------------------------------------------------


def test_windows_are_all_lines_of_the_game() -> None:
    """69 in Connect Four and 572 in Gomoku, each of them wins, and there is no other."""
    assert len(boards_04.windows(6, 7, 4)) == 69
    assert len(boards_04.windows(15, 15, 5)) == 572
    game = KInARow(4, 5, 3)
    for window in boards_04.windows(4, 5, 3):
        marks = ["."] * 20
        for place in window:
            marks[place] = "X"
        assert boards_04.line_through(
            board("/".join("".join(marks[at : at + 5]) for at in range(0, 20, 5))),
            divmod(window[1], game.columns),
            3,
        )


def test_estimates_are_fair_and_stay_inside() -> None:
    """What one player gains the other loses, a mirror changes nothing, and nothing reaches 1."""
    game = ConnectFour()
    mirror: Any = game.symmetries[-1]
    for state, _ in games_along(game, 15, seed=3):
        for_x = boards_04.evaluate_lines(game, state, "X")
        assert for_x == -boards_04.evaluate_lines(game, state, "O")
        assert -1 < for_x < 1
        if not game.is_terminal(state):
            assert for_x == boards_04.evaluate_lines(game, mirror.state(state), "X")


def test_candidates_are_the_squares_a_king_could_reach() -> None:
    """By steps of a king from each stone, one after the other."""
    game = Gomoku(8)
    for state, _ in games_along(game, 3, seed=4)[:60]:
        reached = {divmod(at, 8) for at, mark in enumerate(state.board) if mark != "."}
        for distance in (1, 2, 3):
            reached |= {(r + i, c + j) for r, c in reached for i in (-1, 0, 1) for j in (-1, 0, 1)}
            wanted = [action for action in game.actions(state) if action in reached]
            assert boards_04.near_stones(game, state, distance) == wanted


# --- deepening --------------------------------------------------------------------------------


def test_no_budget_is_so_close_that_a_visit_more_or_less_would_matter() -> None:
    """Whoever counts the root once for each depth is right, too."""
    for (game, state), evaluate in SEARCHED:
        used = costs(game, state, 6, evaluate)
        sums = [sum(used[:depth]) for depth in range(1, 7)]
        for group in deepening_groups([((game, state), evaluate)])[:3]:
            for case in group.cases:
                visits, deepest = case.arguments[2], case.arguments[3]
                reached = [total for total in sums[:deepest] if abs(total - visits) <= 5]
                assert reached == [], case.shown


def test_the_reference_deepens_as_the_searches_say() -> None:
    """The action is that of the last search whose visits still fit, counted one by one."""
    for group in deepening_groups(SEARCHED):
        for case in group.cases:
            game, position, visits, deepest, evaluate = case.arguments
            found = game.actions(position.state)[0], 0
            for depth in range(1, deepest + 1):
                watched = Watched(game)
                _, action = alphabeta_search(
                    watched,
                    position.state,
                    depth=depth,
                    evaluate=ESTIMATES[evaluate.name],
                    order=middle_out,
                )
                visits -= watched.visits
                if visits < 0:
                    break
                found = action, depth
            assert case.expected == found


def test_the_librarys_own_deepening_is_not_the_answer() -> None:
    """It tries the best action of the last depth first, and so comes to other depths."""
    source = """
from course_lib import deepening_search
from course_lib.checks.references_04 import middle_out

def deepening(game, state, visits, deepest, evaluate):
    found = deepening_search(
        game, state, evaluate=evaluate, order=middle_out, visits=visits, depth=deepest
    )
    return found[1], found.depth
"""
    student = NotebookStudent(remote.loaded(source, "<answer>"))
    assert hidden_check("deepening")(student).share < 1


# --- fours ------------------------------------------------------------------------------------


def wins_at_once(game: Gomoku, state: State) -> bool:
    """Whether the player to move can make five now, asked of the rules alone."""
    return any(game.winner(game.result(state, action)) for action in game.actions(state))


def proven(game: Gomoku, state: State, first: Any, most: int) -> bool:
    """Whether this stone wins against every single answer, as the rules of the game say."""
    after = game.result(state, first)
    if game.winner(after) is not None:
        return True
    if wins_at_once(game, after):
        return False
    for answer in game.actions(after):
        then = game.result(after, answer)
        if not wins_at_once(game, then):
            following = shortest(game, then, most - 1)
            if following is None or not proven(game, then, following.first, most - 1):
                return False
    return True


@pytest.mark.parametrize("name", fours_puzzles())
def test_every_right_stone_of_a_puzzle_wins_against_all_answers(name: str) -> None:
    """All answers on the board are tried, not only the one that stops the four."""
    game, state = fours_puzzles()[name]
    assert min(winning(name).values()) == FOURS[name] + 1
    for first, stones in winning(name).items():
        assert proven(game, state, first, stones)


@pytest.mark.parametrize("name", fours_puzzles())
def test_another_solver_finds_the_same_first_stones(name: str) -> None:
    """The one of the Gomoku player, written apart from this one."""
    game, state = fours_puzzles()[name]
    [other] = [each for each in puzzles() if each.game == game and each.state == state]
    assert other.fours == FOURS[name]
    assert {first: stones - 1 for first, stones in winning(name).items()} == other.first_moves


def test_short_wins_by_fours_are_found_exactly_where_the_rules_have_them() -> None:
    """A stone that wins in two: asked of the rules alone, in hundreds of random positions."""
    game, rng, met = Gomoku(7), Random(5), 0
    for _ in range(250):
        state = game.initial
        for _ in range(rng.randint(12, 24)):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if game.is_terminal(state):
            continue
        wanted = set()
        for action in game.actions(state):
            after = game.result(state, action)
            won = game.winner(after) is not None
            if not won and not wins_at_once(game, after) and game.actions(after):
                won = all(
                    wins_at_once(game, game.result(after, answer)) for answer in game.actions(after)
                )
            if won:
                wanted.add(action)
        if wins_at_once(game, state):
            wanted = {a for a in wanted if game.winner(game.result(state, a))}
        assert set(first_stones(game, state, 2)) == wanted
        met += bool(wanted)
    assert met > 20


def test_two_open_ends_do_not_help_against_somebody_who_is_faster() -> None:
    """On b5 X makes an open four and stops one end of O's, who then wins on the other."""
    game = Gomoku(9)
    state = game.play("b6 c5 b7 d5 b8 e5 i1 f5")
    assert first_stones(game, state) == {}
    assert game.winner(game.play("b6 c5 b7 d5 b8 e5 i1 f5 b5 g5")) == "O"
    without = game.play("b6 c5 b7 d5 b8 e5 i1 i9")
    assert (4, 1) in first_stones(game, without)


def test_an_overline_is_no_five_where_it_has_to_be_exact() -> None:
    """The same stones win in the free game, and not in the exact one."""
    text = "........." * 4 + "XXX.XX..." + "OOO......" + "...OO...." + "........." * 2
    for exact in (False, True):
        game = Gomoku(9, exact=exact)
        state = game.parse(text)
        assert ((4, 3) in winning_squares(game, state, "X")) == (not exact)


def test_a_forced_line_is_a_game_that_the_attacker_wins() -> None:
    """Each stone of the line is legal, the answers are those of the defender, and five is made."""
    for name, (game, start) in fours_puzzles().items():
        line, state = forced_line(game, start), start
        assert len(line) == 2 * FOURS[name] + 1
        for number, square in enumerate(line):
            if number % 2:
                assert square == defender(game, state)
            state = game.result(state, square)
        assert game.winner(state) == game.to_move(start)


def test_no_first_stone_is_told_by_a_wrong_answer() -> None:
    """A verdict on wrong stones names none that would be right."""
    source = 'def puzzle_moves():\n    return {"A": "a1", "B": "a1", "C": "a1", "D": "a1"}\n'
    text = str(judge(exercise_named("puzzle_moves"), NotebookStudent(remote.loaded(source, "<a>"))))
    for name, (game, _) in fours_puzzles().items():
        assert not any(game.action_name(first) in text.split() for first in winning(name))


# --- known positions --------------------------------------------------------------------------


def entries() -> list[tuple[str, int]]:
    """The lines and scores as they lie in the file."""
    return [(line, score) for line, score in json.loads(known_04.PLACE.read_text(encoding="utf-8"))]


def test_known_scores_are_right_near_the_end() -> None:
    """By the solver in plain Python, where it is quick; everywhere else by the compiled one."""
    game = ConnectFour()
    plain, quick = Solver(game), QuickSolver(game)
    late = [(line, score) for line, score in entries() if len(line) >= 26]
    assert len(late) > 100
    assert all(plain.score(game.play(line)) == score for line, score in late)
    early = [(line, score) for line, score in entries() if 14 <= len(line) < 26]
    assert all(quick.score(game.play(line)) == score for line, score in early[::4])


def test_decided_positions_know_who_wins_and_when() -> None:
    """The plies are those that the solver works out from a score."""
    game = ConnectFour()
    by_board = {position.state: position for position in known_04.decided_positions()}
    for line, score in entries():
        state = game.play(line)
        assert (state in by_board) == (score != 0)
        if score:
            position = by_board[state]
            assert position.plies == plies_to_the_end(score, 42, len(line))
            assert (position.winner == game.to_move(state)) == (score > 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_library_passes_the_hidden_check(name: str) -> None:
    """Its own answers get all points."""
    student = NotebookStudent({name: exercise_named(name).reference})
    assert hidden_check(name)(student).share == 1
