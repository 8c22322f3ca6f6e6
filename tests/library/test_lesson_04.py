"""What lesson 04 says is true: its numbers, found a second time by other means."""

import json
import re
from functools import cache
from random import Random

import nbformat
import pytest
from four_positions import plies_to_the_end
from lesson_output import Lesson, verdict_on

from autograder_tests import hidden_check
from autograder_tests.fours import first_stones, forced_line
from autograder_tests.positions import board
from autograder_tests.solution import solution
from course_lib import ConnectFour, Gomoku, Watched, alphabeta_search
from course_lib.checks.cases import exercise_named
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.games import mobility, near_the_middle
from course_lib.lessons.known_positions import DECIDED, decided_positions
from course_lib.lessons.ladder import middle_out
from course_lib.lessons.lesson_04.effects import Effects
from course_lib.lessons.lesson_04.gomoku_puzzles import (
    FOURS,
    chain_example,
    defender,
    fours_puzzles,
)
from course_lib.views import show
from course_tools.arena.engines.connect_four import Solver
from course_tools.studio.build.running import WIDGET

LESSON = Lesson("04_connect_four_and_gomoku")
ESTIMATES = {"mobility": mobility, "near_the_middle": near_the_middle}
drop_actions, line_through, outcome, evaluate_lines, near_stones, deepening = map(
    solution,
    ("drop_actions", "line_through", "outcome", "evaluate_lines", "near_stones", "deepening"),
)


@cache
def winning(name):
    """The first stones that win this puzzle by fours."""
    return first_stones(*fours_puzzles()[name])


def test_numbers_in_the_prose_come_from_a_cell():
    """Each such as 16,422 is in what the cells show, or is known."""
    numbers = set(re.findall(r"\d+(?:,\d{3})+", LESSON.prose))
    # Counted in the last lesson, 7 to the power of 6, counted by a test of the solver, counted by
    # others, and 47,962 rounded.
    elsewhere = {"18,297", "117,649", "16,422", "4,531,985,219,092", "48,000"}
    assert elsewhere <= numbers
    plain = LESSON.shown.replace(",", "")
    assert [one for one in numbers - elsewhere if one.replace(",", "") not in plain] == []
    assert "47962" in plain


def test_a_table_of_effects_counts_each_search_and_shows_times_only_alive():
    """Visits are those of the search alone; times go into the widget, as shares of the first."""
    four = ConnectFour()
    table = Effects(four.play("4453"))
    table.add("one ply", four, alphabeta_search, depth=1, evaluate=evaluate_lines)
    table.add("<three>", four, alphabeta_search, depth=3, evaluate=evaluate_lines)
    alone = Watched(four)
    value, action = alphabeta_search(alone, table.state, depth=3, evaluate=evaluate_lines)
    assert table.lines[1][:4] == ("<three>", value, four.action_name(action), alone.visits)
    times = (0.5, 3.7)
    table.lines = [
        line._replace(seconds=seconds) for line, seconds in zip(table.lines, times, strict=True)
    ]
    assert table.times() == [1, 7.4]
    assert '<td style="text-align: right">7.4</td>' in table.html(times=True)
    shown = table._repr_mimebundle_()
    assert WIDGET in shown
    for kind in ("text/plain", "text/html"):
        assert "7.4" not in shown[kind]
        assert f"{alone.visits:,}" in shown[kind]
    assert "&lt;three&gt;" in shown["text/html"]


def test_the_numbers_in_the_docstrings_are_right():
    """What each function is said to give for one example."""
    begun = board("......./......./......./...X.../..OO.../.XXO.X.")
    assert drop_actions(begun) == [(5, 0), (4, 1), (3, 2), (2, 3), (5, 4), (4, 5), (5, 6)]
    assert not line_through(begun, (3, 3), 2)
    assert outcome(begun, (3, 3), 4) is None
    four, gomoku = ConnectFour(), Gomoku()
    assert evaluate_lines(four, four.play("4"), "X") == 7 / 107
    assert len(near_stones(gomoku, gomoku.play("h8"), 1)) == 8
    assert deepening(four, four.play("4453"), 100, 9, evaluate_lines) == ((3, 3), 2)


def test_draws_are_rare_between_random_players():
    """Far fewer than the one game in eight of tic-tac-toe, and X wins more often."""
    game, rng = ConnectFour(), Random(1)
    results = [game.playout(game.initial, rng).utilities[0] for _ in range(4_000)]
    assert results.count(0) < 40
    assert results.count(1) > results.count(-1) + 300


# --- deepening --------------------------------------------------------------------------------


def test_the_solution_deepens_as_the_searches_say_and_no_budget_is_close():
    """The last search that fits decides; a budget is used up exactly, or by far too small."""
    for number, group in enumerate(exercise_named("deepening").groups()):
        for case in group.cases:
            game, state, visits, deepest, evaluate = case.arguments
            found = game.actions(state)[0], 0
            for depth in range(1, deepest + 1):
                watched = Watched(game)
                _, action = alphabeta_search(
                    watched,
                    state,
                    depth=depth,
                    evaluate=evaluate if callable(evaluate) else ESTIMATES[evaluate],
                    order=middle_out,
                )
                visits -= watched.visits
                assert number > 2 or depth > 6 or visits == 0 or abs(visits) > 5, case.line
                if visits < 0:
                    break
                found = action, depth
            assert case.expected == found


def test_the_librarys_own_deepening_is_not_the_answer():
    """It tries the best action of the last depth first, and so comes to other depths."""
    source = """
from course_lib import deepening_search

def middle_out(game, state, actions):
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))

def deepening(game, state, visits, deepest, evaluate):
    found = deepening_search(
        game, state, evaluate=evaluate, order=middle_out, visits=visits, depth=deepest
    )
    return found[1], found.depth
"""
    assert hidden_check("deepening")(NotebookStudent(loaded(source))).share < 1


# --- fours ------------------------------------------------------------------------------------

FIRST_MOVES = {"A": "c6", "B": "d5 e8", "C": "c4 e4", "D": "d8 f8 c7"}


@pytest.mark.parametrize("name", fours_puzzles())
def test_another_solver_finds_the_same_first_stones(name):
    """What a search for threats once found, which was written apart from this one."""
    game, _ = fours_puzzles()[name]
    assert dict.fromkeys(FIRST_MOVES[name].split(), FOURS[name]) == {
        game.action_name(first): stones - 1 for first, stones in winning(name).items()
    }


def test_a_puzzle_is_not_told_and_a_wrong_stone_tells_no_right_one():
    """Neither in the notebook of students, where pictures show it unsolved, nor in a verdict."""
    notebook = nbformat.read(LESSON.handed_out, as_version=4)
    assert '"A": "c6"' not in "\n".join(cell.source for cell in notebook.cells)
    outputs = [each for cell in notebook.cells for each in cell.get("outputs", [])]
    pictures = [each.data["text/html"] for each in outputs]
    words = str(verdict_on("puzzle_moves", lambda: {"A": "a1", "B": "a1"})).split()
    for name, (game, state) in fours_puzzles().items():
        caption = f"Puzzle {name}: {game.to_move(state)} to move wins with {FOURS[name]} fours."
        assert pictures.count(show(game, state, caption=caption)._repr_html_()) == 1
        assert not any(game.action_name(first) in words for first in winning(name))


def test_a_forced_line_is_a_game_that_the_attacker_wins():
    """Each stone of the line is legal, the answers are those of the defender, and five is made."""
    for name, (game, start) in fours_puzzles().items():
        line, state = forced_line(game, start), start
        assert len(line) == 2 * FOURS[name] + 1
        for number, square in enumerate(line):
            if number % 2:
                assert square == defender(game, state)
            state = game.result(state, square)
        assert game.winner(state) == game.to_move(start)


def test_the_chain_that_the_lesson_shows_is_forced():
    """It is what the solver finds on the board that the lesson draws."""
    source = LESSON.source.read_text(encoding="utf-8")
    game, start = chain_example()
    chain = re.search(r'moves = "(.*)"\nchain', source)
    assert chain
    found = [game.action_name(square) for square in forced_line(game, start)]
    assert chain[1].split() == found


# --- known positions --------------------------------------------------------------------------


def test_decided_positions_know_who_wins_and_when():
    """As the scores in the file say; those are the solver's, in all positions near the end."""
    game = ConnectFour()
    solver = Solver(game)
    by_board = {position.state: position for position in decided_positions()}
    for number, (line, score) in enumerate(json.loads(DECIDED.read_text(encoding="utf-8"))):
        state = game.play(line)
        if len(line) >= 26 or (len(line) >= 14 and number % 4 == 0):
            assert solver.score(state) == score
        assert (state in by_board) == (score != 0)
        if score:
            position = by_board[state]
            assert position.plies == plies_to_the_end(score, 42, len(line))
            assert (position.winner == game.to_move(state)) == (score > 0)
