"""A cause is told where a small change proves it: the place and the kind, and no answer."""

import ast
import re
import textwrap
import time

import pytest
from lesson_output import answer, notebook

from autograder_tests import bank
from course_lib.checks import mending
from course_lib.checks.cases import exercise_named
from course_lib.checks.checking import verdict_in
from course_lib.checks.mending import Place, mended
from course_lib.checks.repairs import WORDS, repairs
from course_tools.grader.sandbox.inside.wire import place_in, place_out

HEAD = """
def minimax_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    largest = game.to_move(state) == game.players[0]
"""
LOOP = """\
    best = float("-inf") if largest else float("inf")
    for action in game.actions(state):
        value = minimax_value(game, game.result(state, action))
        best = max(best, value) if largest else min(best, value)
    return best
"""
BOARD = """
def actions(board):
    return {(row, column) for row in range(3) for column in range(3) if not board[row][column]}
"""


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """What is found is asked here, not how much of it a busy computer finds in two seconds."""
    monkeypatch.setattr(mending, "SECONDS", 60.0)


def verdict_on(exercise, source):
    """What is said of this answer in a notebook."""
    source = textwrap.dedent(source).lstrip()
    return verdict_in(notebook(exercise, source), exercise)


@pytest.mark.parametrize(
    ("exercise", "source", "words"),
    [
        (
            "minimax_value",
            HEAD.replace("is_terminal(state)", "is_terminal") + LOOP,
            "line 2, `if game.is_terminal:`: `game.is_terminal`: without brackets it is the",
        ),
        (
            "minimax_value",
            HEAD + LOOP.replace("    return best", "        return best"),
            "line 9, `return best`: how far in it stands",
        ),
        (
            "minimax_value",
            HEAD.replace("players[0]\n", "players[1]\n") + LOOP,
            "line 4, `largest = game.to_move(state) == game.players[1]`",
        ),
        (
            "minimax_value",
            HEAD + LOOP.replace("best = float", "game.result(state, None)\n    best = float"),
            "line 5, `game.result(state, None)`: whether `game.result(state, None)` belongs there",
        ),
        (
            "limited_alphabeta",
            """
            def limited_alphabeta(game, state, depth, evaluate, alpha=-9e99, beta=9e99):
                if game.is_terminal(state):
                    return game.utility(state, game.players[0])
                if depth == 0:
                    return evaluate(game, state, game.players[0])
                for action in game.actions(state):
                    child = game.result(state, action)
                    if game.to_move(state) == game.players[0]:
                        value = limited_alphabeta(game, child, depth - 1, evaluate, alpha, beta)
                        alpha = max(alpha, value)
                    else:
                        beta = min(beta, limited_alphabeta(game, child, depth - 1, evaluate))
                    if alpha >= beta:
                        break
                return alpha if game.to_move(state) == game.players[0] else beta
            """,
            "what is handed to `limited_alphabeta`: something is left out",
        ),
        (
            "actions",
            """
            def actions(board):
                found = set()
                for row in range(2):
                    for column in range(3):
                        if board[row][column] is None:
                            found.add((row, column))
                return found
            """,
            "line 3, `for row in range(2):`: how far the range goes",
        ),
        (
            "proof_numbers",
            """
            def proof_numbers(pairs, chooses):
                proofs = {proof for proof, _ in pairs}
                disproofs = {disproof for _, disproof in pairs}
                return (min, sum)[not chooses](proofs), (sum, min)[not chooses](disproofs)
            """,
            "what is equal is in it once. With nothing but that changed, there and in line 3",
        ),
        (
            "terminal",
            """
            def terminal(board):
                marks = board[0]
                for row in board[1:]:
                    marks += row
                return winner(board) is not None or EMPTY not in marks
            """,
            "line 4, `marks += row`: `board`, which belongs to whoever calls",
        ),
        (
            "opinion",
            """
            def opinion(table, seen):
                met = []
                for pair in seen:
                    met.append(pair)
                for pair in met:
                    table.setdefault(pair, 0)
                return sum(table.get(pair, 0) for pair in seen)
            """,
            "line 6, `table.setdefault(pair, 0)`: `table`, which belongs to whoever calls",
        ),
        (
            "nim_sum",
            """
            seen = {}
            def nim_sum(heaps):
                if len(heaps) not in seen:
                    total = 0
                    for heap in heaps:
                        total ^= heap
                    seen[len(heaps)] = total
                return seen[len(heaps)]
            """,
            "`seen`, which lasts from call to call",
        ),
        (  # a draft above, which Python has forgotten
            "minimax_value",
            "def minimax_value(game, state):\n    return game.utility\n"
            + HEAD.replace("players[0]\n", "players[1]\n")
            + LOOP,
            "line 7, `largest = game.to_move(state) == game.players[1]`",
        ),
        (
            "look_ahead",
            """
            def look_ahead(game, state, values):
                if state in values:
                    return values[state]
                first = game.players[0]
                if game.is_terminal(state):
                    return game.utility(state, first)
                after = {one: values[game.result(state, one)] for one in game.actions(state)}
                if game.chance(state):
                    return sum(chance * after[one] for one, chance in game.chance(state))
                return max(after.values()) if game.to_move(state) == first else min(after.values())
            """,
            "whether the answer can be looked up in `values`",
        ),
        (
            "nim_sum",
            """
            def timed(function):
                def inside(heaps):
                    function(heaps)
                return inside

            @timed
            def nim_sum(heaps):
                total = 0
                for heap in heaps:
                    total ^= heap
                return total
            """,
            "whether `@timed` belongs there",
        ),
    ],
)
def test_the_place_and_the_kind_of_a_proved_cause_are_told(exercise, source, words):
    """With the line as it stands, and never as it should be."""
    verdict = verdict_on(exercise, source)
    assert not verdict.passed
    assert words in str(verdict.cause)
    assert str(verdict.cause) in str(verdict)


REGRETS = """
def matched(regrets):
    total = sum(regrets)
    if total <= 0:
        return [1 / len(regrets)] * len(regrets)
    return [regret / total for regret in regrets]
"""


@pytest.mark.parametrize(
    "source",
    [
        REGRETS,
        REGRETS.replace("<=", "=="),
        REGRETS.replace("[regret /", "[max(0, regret) /"),
        REGRETS.replace("sum(regrets)", "sum(max(0, one) for one in regrets)").replace("<=", "=="),
    ],
)
def test_regrets_that_are_not_clipped_are_mended(source):
    """In the sum, in the shares or in both."""
    said = str(verdict_on("matched", source).cause)
    assert "what becomes of numbers below 0 in `regrets`" in said


def test_where_no_small_change_helps_nothing_is_said():
    """The average of all values is another idea, and no slip."""
    source = HEAD.lstrip() + (
        "    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]\n"
        "    return sum(values) / len(values)\n"
    )
    assert mended(exercise_named("minimax_value"), notebook("minimax_value", source)) is None


def test_where_every_small_number_is_right_another_factor_proves_nothing():
    """A sum that leaves its bounds has nothing to do with what a window is worth."""
    source = answer("my_evaluation", "as in the lesson").replace("(100 + abs(total))", "100")
    assert mended(exercise_named("my_evaluation"), notebook("my_evaluation", source)) is None


def test_marks_have_no_order():
    """`won >= player(board)` would be right, but only by the alphabet."""
    source = """
def utility(board):
    won = winner(board)
    return 0 if won is None else 1 if won == player(board) else -1
"""
    assert mended(exercise_named("utility"), notebook("utility", source)) is None


def test_the_length_of_a_set_is_no_length_of_a_board():
    """It would only be right by chance."""
    tree = ast.parse("def has_ring(chain, size):\n    return 2 * size - 1 in chain")
    for listed in (True, False):
        tried = repairs(tree, "has_ring", {}, listed=listed)
        new = [ast.dump(one.parts[0][2]) for one in tried if one.kind == "fixed"]
        assert any("'len'" in text for text in new) == listed


def test_only_what_defines_runs_again():
    """A cell that asks its own check, or shows a game, does that once."""
    source = BOARD.lstrip() + "if seen.append(1):\n    pass\nseen.append(2)\n"
    source = source.replace("range(3)", "range(2)", 1)
    names = notebook("actions", f"seen = []\n{source}")
    assert mended(exercise_named("actions"), names) is not None
    assert names["seen"] == [1, 2]


PARITY = """
def total(heaps):
    found = 0
    for heap in heaps:
        found = found ^ heap
    return found

def nim_sum(heaps):
    return total(heaps)
"""


@pytest.mark.parametrize(
    "later", ["total = 0", "total = sum", "def total(heaps):\n    return sum(heaps)\n"]
)
def test_what_another_cell_has_overwritten_is_no_mistake_of_this_one(later):
    """No line of it is taken for wrong, and no known mistake is named."""
    names = notebook("nim_sum", PARITY.lstrip())
    exec(later, names)  # noqa: S102 - another cell
    verdict = verdict_in(names, "nim_sum")
    assert not verdict.passed
    right = "It is right with `total` as an earlier cell made it: `total` stands for something"
    assert str(verdict.cause).startswith(right)
    assert verdict.mistake is None
    assert not verdict.kept
    wrong = PARITY.replace("return total(heaps)", "return total(heaps[1:])")
    names = notebook("nim_sum", wrong.lstrip())
    exec(later, names)  # noqa: S102 - another cell
    assert "run again" not in str(verdict_in(names, "nim_sum").cause)


@pytest.mark.parametrize("later", ["total = 0", "def total(heaps):\n    return sum(heaps)\n"])
@pytest.mark.parametrize("end", ["", "[1:]"])
def test_a_helper_in_a_cell_of_its_own_that_was_overwritten_is_named(end, later):
    """Where the function is right with it."""
    helper, _, main = PARITY.replace("total(heaps)\n", f"total(heaps{end})\n").rpartition("\n\n")
    names = notebook("nim_sum", main)
    exec(later, names)  # noqa: S102 - another cell
    names["In"] = ["", helper, main, later]
    verdict = verdict_in(names, "nim_sum")
    assert ("`total` as an earlier cell made it" in str(verdict.cause)) == (end == "")


@pytest.mark.parametrize("exercise", ["actions", "nim_sum", "best_actions", "terminal"])
def test_no_mended_line_is_told(exercise):
    """Of wrong answers of the bank: all that is quoted stands in the student's own cell."""
    quoted = []
    for entry in bank.entries(exercise):
        names = notebook(exercise, entry.source)
        place = None if entry.right else mended(exercise_named(exercise), names)
        if place is not None:
            source = entry.source + ast.unparse(ast.parse(entry.source))
            quoted += [(piece, source) for piece in re.findall("`(.+?)`", str(place.sentence))]
    assert quoted
    assert [piece for piece, source in quoted if piece.removesuffix("...") not in source] == []


def test_a_wrong_check_ends_in_time_whatever_it_tries(monkeypatch):
    """All cases, calls one after the other, known mistakes and changes, in CPU seconds."""
    monkeypatch.setattr(mending, "SECONDS", 2.0)
    source = HEAD.lstrip() + (
        "    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]\n"
        "    return sum(values) / len(values)\n"
    )
    names, began = notebook("minimax_value", source), time.process_time()
    assert not verdict_in(names, "minimax_value").passed
    assert time.process_time() - began < 6


def test_a_place_comes_through_the_pipe_and_nothing_else():
    """What a sandbox says of a place is put into our own words, or is nothing."""
    place = Place(3, "x = 1", "number", ("1",), lasting=False, kinds=4)
    assert place_in({**place_out(place), "values": ["1"]}) == place
    assert place_in({**place_out(place), "values": ["1"], "also": [5, "6"]}).also == (5,)
    for wrong in ({}, None, {"kind": "no such"}, {**place._asdict(), "values": ["1", "2"]}):
        assert place_in(wrong) is None
    assert {words.count("{") for words in WORDS.values()} <= {0, 1, 2}
