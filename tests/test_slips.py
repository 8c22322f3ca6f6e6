"""A slip that a function's source proves is told first, and nothing right looks like one."""

import json
import re
import textwrap
from pathlib import Path

import pytest

from autograder_tests import bank
from autograder_tests.solution import source_of
from course_lib.checks import checking
from course_lib.checks.cases import exercises
from course_lib.checks.keeping import loaded
from course_lib.checks.slips import functions_in, slip_in

TEXTS = Path(__file__).resolve().parent / "answers_from_the_texts"

SLIPS = [
    (
        """
        def limited_alphabeta(game, state, depth, evaluate, alpha=-9, beta=9):
            if game.is_terminal(state) or depth == 0:
                return evaluate(game, state, game.players[0])
            for action in game.actions(state):
                child = game.result(state, action)
                if game.to_move(state) == game.players[0]:
                    alpha = max(
                        alpha, limited_alphabeta(game, child, depth - 1, evaluate, alpha, beta)
                    )
                else:
                    beta = min(beta, limited_alphabeta(game, child, depth - 1, evaluate))
            return alpha if game.to_move(state) == game.players[0] else beta
        """,
        (
            "Line 11 calls `limited_alphabeta` without `alpha` and `beta`, which line 8 hands on:"
            " without them the search below begins anew."
        ),
    ),
    (
        """
        def nim_move(heaps):
            for place, heap in enumerate(heaps):
                if heap:
                    if heap > 1:
                        return (place, 1)
                    else:
                        return None
        """,
        (
            "`return None` in line 7 ends the loop of line 2 at the first for which `heap > 1` is"
            " not true, and the others are never looked at: move it behind the loop."
        ),
    ),
    (
        """
        def actions(board):
            found = set()
            for row in board:
                for column in range(3):
                    if row[column] is None:
                        found.add((board.index(row), column))
            return found
        """,
        "`board.index(row)` in line 6 is the place of the first row that equals `row`",
    ),
    (
        """
        def minimax_value(game, state):
            if game.is_terminal:
                return game.utility(state, game.players[0])
            values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
            return max(values) if game.to_move(state) == game.players[0] else min(values)
        """,
        (
            "`game.is_terminal` without `(state)` is the method itself, which always counts"
            " as true; line 2 needs `game.is_terminal(state)`."
        ),
    ),
    (
        """
        def minimax_value(game, state):
            def value(here):
                if game.is_terminal(here):
                    return game.utility(here, game.players[0])
                values = [value(game.result(here, a)) for a in game.actions(here)]
                return max(values) if game.to_move == game.players[0] else min(values)
            return value(state)
        """,
        (
            "`game.to_move` without `(here)` is the method itself, not what it gives; line 6"
            " needs `game.to_move(here)`."
        ),
    ),
    (
        """
        def best_action(game, state):
            return max(game.actions)
        """,
        "line 2 needs `game.actions(state)`.",
    ),
    (
        """
        def middle_first(game, state):
            if (1, 1) in game.actions:
                return (1, 1)
            return game.actions(state)[0]
        """,
        "`game.actions` without `(state)` is the method itself, not what it gives",
    ),
    (
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
            lines.append([board[i][2 - i] for i in range(3)])
            return next((line[0] for line in lines if line[0] and len(set(line)) == 1), None)

        def utility(board):
            if winner == "X":
                return 1
            return -1 if winner(board) == "O" else 0
        """,
        (
            "`winner` without `(board)` is the function itself, not what it gives; line 7"
            " needs `winner(board)`."
        ),
    ),
    (
        """
        def result(board, action):
            new = board.copy
            new[action[0]][action[1]] = "X"
            return new
        """,
        (
            "`board.copy` without `()` is the method itself, not what it gives; line 2 needs"
            " `board.copy()`."
        ),
    ),
    (
        """
        def minimax_value(game, state):
            if game.is_terminal(state):
                return game.utility(state, game.players[0])
            for action in game.actions(state):
                game.result(state, action)
                value = minimax_value(game, state)
            return value
        """,
        (
            "Line 5 throws away what `game.result(state, action)` gives. `result` doesn't"
            " change the state but gives a new one: keep it, as in `child = game.result(state,"
            " action)`."
        ),
    ),
    (
        """
        def next_key(key, numbers, board, leave, enter):
            sorted(numbers)
            return key
        """,
        (
            "Line 2 throws away what `sorted(numbers)` gives, and `sorted` changes nothing by"
            " itself: keep it, as in `numbers = sorted(numbers)`."
        ),
    ),
    (
        """
        def result(board, action):
            board.copy()
            board[action[0]][action[1]] = "X"
            return board
        """,
        (
            "Line 2 throws away what `board.copy()` gives, and `copy` changes nothing by"
            " itself: keep it, as in `new = board.copy()`."
        ),
    ),
    (
        """
        def player(board):
            marks = sum(map(len, board))
            raise NotImplementedError
        """,
        "`raise NotImplementedError` in line 3 was left in, and your code ends there: delete it.",
    ),
    (
        """
        def player(board):
            raise NotImplementedError
            return "X"
        """,
        "in line 2 was left in, and no line below it is ever reached: delete it.",
    ),
    (
        """
        def minimax_value(game, state):
            if game.is_terminal(state):
                return game.utility(state, game.players[0])
            values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
            return max(values) if game.to_move(state) == game.players[0] else min(values)

        def depth_limited(game, state, depth, evaluate):
            if game.is_terminal(state):
                return game.utility(state, game.players[0])
            if depth == 0:
                return evaluate(game, state, game.players[0])
            values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
            return max(values) if game.to_move(state) == game.players[0] else min(values)
        """,
        (
            "Line 12 asks `minimax_value` about the states that follow, which knows nothing"
            " of `depth`: let `depth_limited` ask itself there."
        ),
    ),
    (
        """
        def nim_sum(heaps):
            sum = 0
            return sum(heaps)
        """,
        (
            "Line 2 makes `sum` a variable of nim_sum, so that `sum(heaps)` in line 3 no"
            " longer calls the function `sum`: give the variable another name."
        ),
    ),
    (
        """
        def player(board):
            return "X"

        def utility(board):
            player = player(board)
            return 0
        """,
        "Line 5 makes `player` a variable of utility, so that `player(board)` in line 5 no longer",
    ),
    (
        """
        max = 3

        def minimax_value(game, state):
            return max([1, 2])
        """,
        (
            "A cell of the notebook uses `max` as the name of a value, so that `max([1, 2])`"
            " in line 4 can't call Python's own: give the value another name, and run `del"
            " max`."
        ),
    ),
    (
        """
        def alphabeta(game, state, alpha, beta):
            game = 3
            return game
        """,
        (
            "Line 2 overwrites `game` before anything has looked at it, so that what is"
            " handed over is lost: take `game = 3` out."
        ),
    ),
    (
        """
        def player(board):
            for row in board:
                if row.count("X") > row.count("O"):
                    return "O"
                return "X"
        """,
        (
            "`return 'X'` in line 5 ends player in the first round of the loop of line 2,"
            " which never goes round twice: move it behind the loop."
        ),
    ),
    (
        """
        def player(board):
            mark = "X"
            mark == "O"
            return mark
        """,
        (
            "`mark == 'O'` in line 3 only compares, and nobody hears the answer: to give"
            " `mark` this value, write `mark = 'O'`."
        ),
    ),
    (
        """
        def nim_sum(heaps):
            total = 0
            for heap in heaps:
                total ^= heap
            total
        """,
        "`total` in line 5 does nothing by itself: write `return total`.",
    ),
    (
        """
        def utility(board):
            if all(map(all, board)):
                return 0
            elif board[0][0] == board[0][1] == board[0][2] != None:
                return 1
        """,
        (
            "Where `board[0][0] == board[0][1] == board[0][2] != None` in line 4 is not true,"
            " utility ends without a `return`, which gives None: say what to return there."
        ),
    ),
]


@pytest.mark.parametrize(("source", "words"), SLIPS)
def test_a_slip_that_the_source_proves_is_told_first(source, words):
    """With its line, and what to write instead; the card and the text have it above all else."""
    source = textwrap.dedent(source).strip()
    name = re.findall(r"^def (\w+)", source, re.MULTILINE)[-1]
    verdict = checking.verdict_in(loaded(source), name)
    assert words in verdict.slip
    assert str(verdict).splitlines()[1] == verdict.slip
    assert "<code>" in verdict._repr_html_().partition("</div>")[2].partition("</div>")[0]


@pytest.mark.parametrize("exercise", exercises())
def test_no_right_answer_has_a_slip(exercise):
    """Nothing that is right looks like one, whatever it was written like."""
    # Lessons 09 and 10 came later than these answers.
    path = TEXTS / f"{exercise}.json"
    texts = json.loads(path.read_text("utf-8")) if path.exists() else []
    sources = [entry.source for entry in bank.entries(exercise) if entry.right]
    sources += [answer["source"] for answer in texts if answer["right"]]
    sources += [source_of(exercise)]
    assert [
        slip for source in sources if (slip := slip_in(source, exercise, functions_in([source])))
    ] == []


@pytest.mark.parametrize("deep", ["x" + "._a" * 30_000, "(" * 1_000, "__eq " * 20_000])
def test_what_is_nested_too_deeply_for_python_is_no_code(deep):
    """Grading looks at every cell: one that cannot be read has no slips, and stops nothing."""
    assert functions_in([deep]) == {}
    assert not slip_in(deep, "winner", {})
