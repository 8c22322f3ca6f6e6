"""Each odd thing that a beginner does gets one plain sentence, and values are written alike."""

import io
import linecache
import textwrap
import warnings

import pytest

from autograder_tests.grading import without_calls
from autograder_tests.solution import around
from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, exercise_named
from course_lib.checks.checking import verdict_in
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.judges import called, gives, gives_about, objection_to, shown, why_so_long
from course_lib.checks.keeping import keep

NIM_SUM = """
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total
"""


def notebook(exercise, *cells):
    """The names of a notebook in which all but these cells is the course's own."""
    names = around(exercise, textwrap.dedent(cells[-1]).lstrip())
    for number, cell in enumerate(cells):
        source, file = textwrap.dedent(cell).lstrip(), f"<cell {number}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        exec(compile(source, file, "exec"), names)  # noqa: S102 - running it is the purpose
    return names


def said(exercise, *cells):
    """What the check says."""
    return str(verdict_in(notebook(exercise, *cells), exercise))


def test_an_async_function_is_told_to_be_a_plain_one():
    """And Python's own warning, that nobody awaited it, does not get into the notebook."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        words = said("nim_sum", "async " + NIM_SUM.lstrip())
    assert "an async function only begins when somebody awaits it. Take async away" in words


def test_a_name_of_pythons_own_that_stands_for_a_value_is_told_by_its_name():
    """`list = [...]` in a cell above breaks `list(...)` below."""
    words = said("nim_sum", "list = [1, 2]", NIM_SUM.replace("in heaps", "in list(heaps)"))
    assert "in line 3: for heap in list(heaps). The name list stands for a value here" in words
    assert "run del list" in words


def test_lists_that_are_handed_to_another_exercise_are_no_fault_of_that_one():
    """In lesson 02 the board of lesson 01 becomes a state of a game."""
    words = said("minimax", "def minimax(board):\n    return best_action(my_game, board)\n")
    assert "best_action was handed lists, and a state is made of tuples" in words
    assert "# in best_action" not in words


def test_a_million_prints_are_told_where_time_ran_out():
    """The beginning is kept, the rest is counted."""
    names = notebook(
        "nim_sum", NIM_SUM.replace("    return", "    print('x\\n' * 20_000)\n    return")
    )
    answer = NotebookStudent(names).call("nim_sum((1,))")
    assert answer.lines > 20_000
    assert len(answer.printed) <= 10_000
    assert "it had printed 20,001 lines by then" in str(why_so_long(answer))
    assert "does a loop in it never end" in str(why_so_long(Answer(lines=3)))


def test_a_cell_that_is_timed_keeps_no_function(tmp_path, monkeypatch):
    """The note says what to take away."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path))
    names = {}
    exec(compile(NIM_SUM, "<timed exec>", "exec"), names)  # noqa: S102 - as %%time does
    assert "take %%time out of its cell" in str(keep(exercise_named("nim_sum"), names))


def test_an_argument_that_nothing_reads_is_named():
    """Also where the function only hands it on to itself."""
    verdict = verdict_in(
        notebook(
            "depth_limited",
            """
            def depth_limited(game, state, depth, evaluate):
                if game.is_terminal(state):
                    return game.utility(state, game.players[0])
                if depth == 0:
                    return 0
                values = [
                    depth_limited(game, game.result(state, action), depth - 1, evaluate)
                    for action in game.actions(state)
                ]
                return max(values) if game.to_move(state) == game.players[0] else min(values)
            """,
        ),
        "depth_limited",
    )
    assert "the argument `evaluate`, which the function never uses" in str(verdict.cause)


ONE_WAY = """
    r, c = row + {0}, column + {1}
    while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == mark:
        count, r, c = count + 1, r + {0}, c + {1}
"""


@pytest.mark.parametrize("ways", [("down", "right"), ("down", "right", "-down", "-right")])
def test_an_argument_that_nothing_reads_is_named_where_most_of_it_is_about_that(ways):
    """Of two faults it is not the one that few of the wrong cases have."""
    lines = "".join(ONE_WAY.format(*ways[at : at + 2]) for at in range(0, len(ways), 2))
    lines = f"count = 1\n{textwrap.dedent(lines)}\nif count >= length:\n    return True\n"
    source = f"""
def line_through(board, square, length, exact=False):
    row, column = square
    mark = board[row][column]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
{textwrap.indent(lines, 8 * " ")}
    return False
"""
    verdict = verdict_in(notebook("line_through", source), "line_through")
    assert ("`exact`, which the function never uses" in str(verdict.cause)) == (len(ways) == 4)
    names = notebook("ucb1", "def ucb1(mean, visits, parent_visits):\n    return mean\n")
    assert verdict_in(names, "ucb1").cause == ""  # nobody could call it


def test_a_change_of_what_was_handed_over_comes_before_the_exception_that_it_led_to():
    """It is the cause."""
    case = Case("best([3, 1])", 3)
    answer = NotebookStudent({"best": lambda items: [items.pop(), items.pop()][0] / 0}).call(
        case.line
    )
    objection = objection_to(exercise_named("nim_sum"), case, answer)
    assert objection.change
    assert "changed what it was given" in str(objection.sentence)


def test_a_headline_has_its_arguments():
    """Where the line is long, the game stands behind it; hidden cases still say nothing."""
    line = (
        "minimax_value(KInARow(rows=3, columns=4, length=3),"
        " KInARow(rows=3, columns=4, length=3).parse('X.O.X.O.....'))"
    )
    sentence = str(Case(line, 1).wrong("gave 0, expected 1").sentence)
    assert sentence == (
        "minimax_value(game, game.parse('X.O.X.O.....')) with game = KInARow(rows=3, columns=4,"
        " length=3) gave 0, expected 1"
    )
    assert without_calls(sentence, "minimax_value") == "minimax_value(...) gave 0, expected 1"


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (1 / 6, 0.0, "gave 0, expected 0.166667"),
        ((0.9027777, 3), [1.0, 0], "gave [1, 0], expected (0.902778, 3)"),
        ({0: 1 / 3}, {"a": 2 / 3}, "gave {'a': 0.666667}, expected {0: 0.333333}"),
        (0.1, 0.1 + 1e-12, "gave 0.10000000000100001, expected 0.10000000000000001"),
    ],
)
def test_the_numbers_of_a_verdict_are_written_alike(expected, got, words):
    """With six digits, or with as many as tell them apart."""
    case = Case("f()", expected)
    judge = gives if not isinstance(expected, float) else gives_about
    objection = (judge if got != 0.1 + 1e-12 else gives)(case, Answer(value=got))
    assert words in str(objection.sentence)
    assert str(objection.expected) in str(objection.sentence)


def test_what_is_huge_is_shown_by_its_ends():
    """Nobody reads ten lines of nodes."""
    assert len(shown({key: list(range(10)) for key in "abcdefghijkl"})) < 450


def test_an_action_stands_beside_its_name():
    """As people write it on the board."""
    case = Case("best_action(TicTacToe(), TicTacToe().initial)", None)
    assert str(called(case, (0, 1))) == "(0, 1) (that is b3)"
    assert called(case, (7, 7)) == "(7, 7)"


def test_nodes_that_hold_themselves_are_told_and_raise_nothing():
    """A child that is put into its own children."""
    words = said(
        "expand",
        """
        def expand(game, node, rng):
            if node["untried"]:
                action = node["untried"].pop()
                node["children"][action] = node
            return node
        """,
    )
    assert words.startswith("\N{MULTIPLICATION X} expand: wrong")


@pytest.mark.parametrize(
    ("exercise", "source", "expected", "got"),
    [
        (
            "random_playout",
            "def random_playout(game, state, rng):\n    while state.ends:\n        pass\n",
            "the number of the leaf where the game ends",
            "AttributeError",
        ),
        (
            "random_playout",
            "def random_playout(game, state, rng):\n    return 'far'\n",
            "the number of the leaf where the game ends",
            "'far'",
        ),
        ("select", "def select(node, c):\n    return {}\n", "nodes A", "{}"),
    ],
)
def test_what_is_described_stands_without_quotes_beside_what_came(exercise, source, expected, got):
    """It is no text to give back."""
    names = notebook(exercise, source)
    cases = [case for group in exercise_named(exercise).groups() for case in group.cases]
    case = next(one for one in cases if one.judge != "gives")
    seen = NotebookStudent(names).call(case.line)
    objection = objection_to(exercise_named(exercise), case, seen)
    assert (str(objection.expected), str(objection.got)) == (expected, got)


def test_a_function_that_asks_at_the_keyboard_is_told_that_it_can_not(monkeypatch):
    """Here as in a notebook nobody would answer."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    words = said("nim_sum", "def nim_sum(heaps):\n    return int(input())\n")
    assert "A function that is checked can't ask at the keyboard" in words
