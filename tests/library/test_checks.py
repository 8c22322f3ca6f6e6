"""Checks judge fairly, teach, name mistakes, and give hints; a graded cell never raises."""

import ast
import linecache
import math
import re
import sys
import textwrap
from base64 import b64decode
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from types import FunctionType, ModuleType

import pytest
from IPython.core.interactiveshell import InteractiveShell
from lesson_output import FIRST, notebook, verdict_on
from toy_course import ROOT as COURSE
from traitlets.config import Config

from autograder_tests import bank, grade, hidden_check
from autograder_tests import exercises as sources
from autograder_tests.solution import namespace, solution, source_of
from course_lib.checks import cases, check, checking, hint, hints, keeping, mine
from course_lib.checks.cases import LESSONS, exercise_named, exercises
from course_lib.checks.causes import judge
from course_lib.checks.evidence import SLOW_BEFORE, NotebookStudent, first_failure
from course_lib.checks.judges import JUDGES
from course_lib.checks.keeping import loaded
from course_lib.checks.verdict import (
    CRASHED,
    LOOKS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    WAITS,
    WRONG,
    Verdict,
    board_in_html,
)
from course_lib.games import Count, TicTacToe
from course_lib.lessons.lending import LENT, OpenLines
from course_tools.grader.sandbox.inside.wire import answer_in, answer_out
from course_tools.studio.build import bank_report
from course_tools.studio.build.building import lessons
from course_tools.studio.build.leaks import clues, found
from course_tools.studio.build.lesson import solutions

EXERCISES = tuple(exercises())
each_exercise = pytest.mark.parametrize(
    "exercise",
    # On one worker each, which draws its hidden cases once for all tests.
    [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in EXERCISES],
)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
@each_exercise
def test_every_answer_of_the_bank_is_judged_as_it_should_be(exercise, every):
    """Wrong ones lose points and are told why, right ones get all; the visible cases agree.

    Only what is kept from call to call may take more than the cases, each asked once.
    """
    visible, answers = exercise_named(exercise), bank.entries(exercise)
    wrong, right = ([one for one in answers if one.right == kind] for kind in (False, True))
    for line in bank_report.told([*wrong[::every], *right[::every]], ("notebook",)):
        assert not line.fault, line.entry.name
        student = sources.student(line.entry)
        groups = [group.cases for group in visible.groups()]
        passes = not any(first_failure(visible, student, each) for each in groups)
        assert passes == line.entry.right or line.verdict.kept, line.entry.name


@pytest.mark.parametrize(
    ("exercise", "part"),
    [
        *(
            (name, 1) if name in FIRST else pytest.param(name, 1, marks=pytest.mark.slow)
            for name in EXERCISES
        ),
        *(pytest.param(name, None, marks=pytest.mark.slow) for name in EXERCISES),
    ],
)
def test_answers_of_the_bank_are_judged_across_a_pipe(exercise, part):
    """No wrong answer, and no right one, fares otherwise in a process of its own."""
    entries = bank.entries(exercise)
    if part:
        right = EXERCISES.index(exercise) % 2 == 0
        some = [entry for entry in entries if entry.right == right]
        entries = some[len(some) // 2 :][:part]
    told = bank_report.told(entries, ("pipe",))
    assert [(line.entry.name, line.fault) for line in told if line.fault] == []


def test_an_author_hears_why_a_mistake_has_no_name() -> None:
    """Another answer does the same, all probes fail, or the build has not seen it yet."""
    one = next(entry for entry in bank.entries("nim_sum") if not entry.right and entry.named)
    for source, why in (
        (one.source, f"on every probe it answers as {one.name!r} does"),
        ("def nim_sum(heaps):\n    return 1 / 0", "it fails on every probe"),
        ("def nim_sum(heaps):\n    return sum(heaps) + 17", "course build 02 has not seen it yet"),
    ):
        new = one._replace(name="new", source=source)
        assert sources.why_nameless(new) == why
        [line] = bank_report.told([new], ("notebook",))
        is_named = source == one.source  # as the other is, which was built
        called = f"is called {one.name!r}" if is_named else f"has no name: {why}"
        assert line.fault == f"its mistake {called}"


def test_an_author_hears_that_an_answer_is_wrong_for_want_of_a_name() -> None:
    """Nothing is known then of the mistake that it was written for."""
    one = next(entry for entry in bank.entries("terminal") if not entry.named)
    new = one._replace(source=one.source.replace("free = sum(", "free = total("))
    lines = bank_report.told([one, new], ("notebook",))
    calls = "it is only wrong because it calls what it does not define"
    assert [line.fault for line in lines] == ["", calls]


@each_exercise
def test_an_exercise_has_all_that_good_checks_have(exercise):
    """Enough answers, wrong and right ones, hints and groups; no name of an answer stands twice."""
    assert sources.missing(exercise) == []
    names = [entry.name for entry in bank.entries(exercise)]
    assert len(names) == len(set(names))


@each_exercise
def test_what_students_get_is_what_the_exercise_makes(exercise):
    """The build has written the cases, hints and fingerprints that it would write today."""
    lesson = sources.files()[exercise].parent.name[:2]
    path = LESSONS / f"lesson_{lesson}" / "exercises" / f"{exercise}.json"
    assert path.read_text(encoding="utf-8") == sources.data_text(exercise)


NODE = {"state": (), "chooser": "X", "visits": 0, "total": 0, "untried": [0], "children": {}}
STRANGE = (
    *(None, 5, math.nan, "ring", object(), [], [[1], [2]], {}, {"a"}, {(1,)}, {None}, ("x",)),
    *((1, 2, 3), {"children": 3}, ([1], {"state": 1}), ([[0]], NODE)),
    *(
        (0, NODE | spoilt)
        for spoilt in ({"visits": None}, {"untried": None}, {"children": {1: {}}})
    ),
)


@pytest.mark.parametrize(
    "every", [(2, 6), pytest.param((1, 1), marks=pytest.mark.slow)], ids=["some", "all"]
)
@each_exercise
def test_whatever_comes_back_is_judged_and_not_believed(exercise, every):
    """A check never fails itself, nothing strange gets all points, and a stub is not attempted.

    Exercises share their judges, so that quickly each value need not be given to all of them.
    """

    def untouched(*_):
        raise NotImplementedError

    checks = (partial(judge, exercise_named(exercise)), hidden_check(exercise))
    for check_of, step in zip(checks, every, strict=True):
        for value in STRANGE[len(exercise) % step :: step]:
            verdict = check_of(NotebookStudent({exercise: lambda *_, value=value, **__: value}))
            assert verdict.share < 1, value
            assert verdict.message, value
        assert check_of(NotebookStudent({exercise: untouched})).status == NOT_ATTEMPTED


def test_the_answers_are_different_in_words_icon_and_colour():
    """Each status has a look of its own, and shows its words in text and HTML."""
    for part in zip(*LOOKS.values(), strict=True):
        assert len(set(part)) == len(LOOKS)
    for status in LOOKS:
        verdict = Verdict(status, 0, "Because <b>.", "minimax")
        assert status in str(verdict)
        assert status in verdict._repr_html_()
        assert "&lt;b&gt;" in verdict._repr_html_()


HEAD = "def minimax_value(game, state):\n    first = game.players[0]\n"
ENDLESS = """    while True:
        state = game.result(state, game.actions(state)[0]) if game.actions(state) else game.initial
"""


@pytest.mark.parametrize(
    ("source", "status", "words"),
    [
        ("", NOT_ATTEMPTED, "There is no function minimax_value yet"),
        ("minimax_value = 3", NOT_ATTEMPTED, "is not a function but something else (int)"),
        (
            "    raise NotImplementedError('Write')\n",
            NOT_ATTEMPTED,
            "isn't written yet. Replace line 3, raise",
        ),
        ("    return first[9]\n", CRASHED, "IndexError"),
        ("    raise SystemExit\n", CRASHED, "SystemExit"),
        ("    return best\n", CRASHED, "If a cell above defines best, run that cell; after"),
        ("    return nim_sum(1)\n", CRASHED, "Run the cell of the exercise nim_sum first"),
        ("    return 'Z'\n", WRONG, "gave 'Z'"),
        ("def minimax_value(state):\n    return 1\n", CRASHED, "begin with def minimax_value(game"),
        (ENDLESS, TOO_SLOW, " visits, which is far more than needed"),
    ],
)
def test_each_kind_of_failure_has_its_own_status(source, status, words):
    """Missing, untouched, crashing, endless and wrong functions are told apart, and why.

    What can't be called is not tried in the later groups, and what does not end only shortly.
    """
    verdict = verdict_on("minimax_value", HEAD + source if source.startswith(" ") else source)
    assert (verdict.status, verdict.mistake) == (status, None)
    assert words in str(verdict.message)
    reasons = {str(group.reason) for group in verdict.groups[1:]}
    assert ("not tried, because" in "".join(reasons)) == ("begin with" in words)
    assert (reasons == {SLOW_BEFORE}) == (status == TOO_SLOW)


def test_an_exercise_that_nobody_knows_brings_the_closest():
    """A slip of the finger is named alone, anything else brings the whole list."""
    with pytest.raises(LookupError, match=r"'alphabta' \(did you mean alphabeta\?\)$"):
        exercise_named("alphabta")
    with pytest.raises(LookupError, match=r"'qqq'; there are: .*\balphabeta\b") as caught:
        check("qqq")
    assert caught.value._render_traceback_() == [str(caught.value)]


@pytest.mark.parametrize("ask", [check, hint, mine])
def test_a_function_in_place_of_its_name_is_told_of_the_quotes(ask):
    """`check(minimax)` is written at midnight; so is `check(5)`."""

    def legal_moves(): ...

    with pytest.raises(LookupError, match='in quotes, like "legal_moves"'):
        ask(legal_moves)
    with pytest.raises(LookupError, match='in quotes, like "minimax"'):
        ask(5)


@pytest.mark.parametrize(
    ("game", "width"),
    [(Count(2), 220), (Count(10), 360), (Count(21), 360), (TicTacToe(), 180)],
    ids=str,
)
def test_a_strip_is_shown_wider_than_a_board(game, width):
    """Its numbers would be too small to read, but it never grows beyond its own size."""
    picture = board_in_html((game, game.initial)).partition("base64,")[2].partition('"')[0]
    assert re.findall(r'width="([\d.]+)"', b64decode(picture).decode())[0] == str(width)


def test_a_wrong_answer_is_told_its_smallest_board_and_both_values(monkeypatch):
    """Expected, got, the board (where nothing draws it, as text); no number like a grade."""
    [entry] = [e for e in bank.entries("winner") if e.name == "the rising diagonal is forgotten"]
    verdict = verdict_on("winner", entry.source)
    assert verdict.expected in {"'X'", "'O'"}
    assert verdict.got == "None"
    assert verdict.share == pytest.approx(0.75)
    assert "gave None, expected" in str(verdict.message)
    assert "<img" in verdict._repr_html_()
    with monkeypatch.context() as without_views:
        without_views.setitem(sys.modules, "course_lib.views.boards", None)
        assert "<pre>" in verdict._repr_html_()
    assert entry.name in str(verdict)
    assert not re.search(r"\d ?%|points", str(verdict) + verdict._repr_html_().partition("<img")[0])


def test_points_are_whole_where_they_can_be_and_never_full_for_less():
    """Quarters of points, an int when whole, and less than all for less than all."""
    assert Verdict("correct", 1, "").points(3) == 3
    assert isinstance(Verdict("correct", 1, "").points(3), int)
    assert Verdict("wrong", 0.5, "").points(3) == 1.5
    assert Verdict("wrong", 0.99, "").points(1) == 0.75
    assert Verdict("wrong", 0.99, "").points(0) == 0


winner = solution("winner")


def test_check_and_grade_find_the_callers_functions(tmp_path, monkeypatch, capsys):
    """In this module `winner` is found; a name without a function is worth nothing."""
    monkeypatch.chdir(tmp_path)
    assert check("winner").passed
    assert grade("winner", points=3) == 3
    assert grade("terminal", points=3) == 0
    assert grade("no such exercise", points=3) == 0
    assert NOT_ATTEMPTED in capsys.readouterr().out


def test_a_passing_function_is_kept_and_comes_back(tmp_path, monkeypatch, capsys):
    """With its helpers; replaced by a newer one; the library's when grading or when broken."""
    folder = tmp_path / "notebooks" / "01"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("COURSE_GRADING", raising=False)
    [entry] = [e for e in bank.entries("player") if "helper" in e.name]
    exercise = exercise_named("player")
    empty = [[None] * 3 for _ in range(3)]
    assert mine("player").lent
    for _ in range(2):
        assert keeping.keep(exercise, loaded(entry.source, "<cell>")) == ""
    assert keeping.keep(exercise_named("winner"), namespace("winner")) == ""
    file = tmp_path / "my_work" / "01.py"
    assert file.read_text(encoding="utf-8").count("def player") == 1
    function = mine("player")
    assert not hasattr(function, "lent")
    assert function(empty) == "X"
    assert mine("winner")(empty) is None
    said = capsys.readouterr().out
    assert "the library's" in said
    assert "yours" in said
    monkeypatch.setenv("COURSE_GRADING", "1")
    assert mine("player").lent
    monkeypatch.delenv("COURSE_GRADING")
    file.write_text("# %% player\ndef (", encoding="utf-8")
    assert mine("player").lent
    for room in ("cases", "keeping"):  # as where a course leaves lesson 01 out
        monkeypatch.setattr(f"course_lib.checks.{room}.exercises", dict)
    file.unlink()
    assert mine("winner")(empty) is None
    assert "as your course leaves out lesson 01" in capsys.readouterr().out


NOTEBOOK = """
from math import inf, pi
from functools import cache
import random, math as m
from course_lib import PASS, Count, TicTacToe
from course_lib.game import PASS as NOTHING
from course_lib.games import game_from_functions

GAME, EMPTY = TicTacToe(), None
SQUARES = [(row, column) for row in range(3) for column in range(3)]
LIMITS = (-inf, {"a": inf, "info": "inf"})
rng = random.Random(1)

@cache
def windows_of(rows, size=len(SQUARES)):
    return [rows, size, pi]

class Node:
    def __init__(self):
        self.depth = helper(1)

def helper(depth):
    return depth if depth < 1 else helper(depth - 1)

depth = GAME.initial

def all_of_it(board: Count, best=-inf):
    return windows_of(3), best, GAME, EMPTY, m.inf, PASS, NOTHING, LIMITS, Node().depth

again = all_of_it

def drawn():
    return rng.random()

def begun():
    return depth

def player(board):
    return "XO"[board == (("X",),)]

def over(board):
    return board[0][0] is not None

made = game_from_functions(
    [[None]], player, lambda board: [(0, 0)], lambda board, action: [["X"]], terminal=over,
    utility=lambda board: 0, players="XO",
)

def opened():
    return made.to_move(made.initial), made.actions(made.initial)
"""


BLIND = FunctionType(compile("None", "<nowhere>", "exec"), {})
"""A function whose source nobody has."""


def test_a_function_is_kept_with_all_it_needs_or_it_is_said_why_not():
    """Imports, constants, cached helpers, classes, games, under their names; no living object."""
    names = loaded(NOTEBOOK, "<cell>")
    wanted = names["all_of_it"](None)
    for name in ("all_of_it", "again"):
        kept = loaded(keeping.source_of(name, names), "<kept>")
        assert kept[name](None) == wanted
        assert "from math import inf\n" in keeping.source_of(name, names)
    kept = loaded(keeping.source_of("opened", names), "<kept>")
    assert kept["opened"]() == names["opened"]() == ("X", ((0, 0),))
    with pytest.raises(keeping.NotKeptError, match="it uses rng, a Random that a cell"):
        keeping.source_of("drawn", names)
    with pytest.raises(keeping.NotKeptError, match="it uses depth, a GridState that a cell"):
        keeping.source_of("begun", names)
    with pytest.raises(keeping.NotKeptError, match="source of blind can't be found"):
        keeping.source_of("blind", {"blind": BLIND})
    assert str(keeping.keep(exercise_named("player"), {"player": BLIND})).startswith(
        "Later lessons will use the library's player, as yours could not be kept in my_work: "
    )


def test_what_is_pasted_shows_what_the_verdict_says():
    """A game that isn't repeatable is played again with its seed; what never ends is not pasted."""
    dice = Random(1)

    def unseeded(game, state, rng):
        while not game.is_terminal(state):
            state = game.result(state, dice.choice(game.actions(state)))
        return game.utility(state, game.players[0])

    def endless(*_):
        while True:
            pass

    names = {"random_playout": unseeded}
    alike = judge(exercise_named("random_playout"), NotebookStudent(names))
    seed = re.findall(r"seed in \((\d+)", alike.call)[0]
    assert alike.call.endswith(f", (), Random(seed)) for seed in ({seed}, {seed})]")
    exec(alike.call, names)  # noqa: S102 - as a student would
    hasty = replace(exercise_named("middle_first"), seconds=0.5)
    slow = judge(hasty, NotebookStudent({"middle_first": endless}))
    assert (slow.status, slow.call) == (TOO_SLOW, "")


@pytest.mark.parametrize("name", ["by_hand", "puzzle_moves"])
def test_what_is_typed_counts_entry_by_entry(name):
    """An entry that still holds the stub's dots waits, and the others earn what they earn."""
    right = namespace(name)[name]()
    verdict = judge(exercise_named(name), NotebookStudent({name: lambda: right | {"B": ...}}))
    assert str(verdict.message).partition(" B ")[2].startswith("isn't filled in yet")
    assert verdict.mistake is None
    assert [group.passed for group in verdict.groups].count(False) == 1


def test_a_hidden_secret_tree_stays_secret():
    """No verdict of the hidden cases writes its numbers down, in a line to paste or elsewhere."""
    right = namespace("alphabeta")["alphabeta"]

    def twice(game, state, alpha=-math.inf, beta=math.inf):
        for action in game.actions(state):
            right(game, game.result(state, action))
        return right(game, state, alpha, beta)

    tree = re.compile(r"TextbookTree\([^()]*\)")
    shown = {case.line for group in exercise_named("alphabeta").groups() for case in group.cases}
    for check_of, told in (
        (partial(judge, exercise_named("alphabeta")), True),
        (hidden_check("alphabeta"), False),
    ):
        verdict = check_of(NotebookStudent({"alphabeta": twice}))
        assert "cannot matter" in str(verdict.message)
        assert (verdict.call != "") == told or {*tree.findall(verdict.line)} <= {
            *tree.findall("\n".join(shown))
        }


MISSING = "None is returned, so a return is missing"
PRINTED = "the result is printed instead of returned"
UTILITY = "at depth 0 it asks for the utility of states that are not final"
BEST = """def best_action(game, state):
    best = 2
    for action in game.actions(state):
"""
DEPTH = """def depth_limited(game, state, depth, evaluate):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if depth == 0:
        return EVALUATION
    best = max if game.to_move(state) == game.players[0] else min
    following = [game.result(state, action) for action in game.actions(state)]
    return best(depth_limited(game, each, depth - 1, evaluate) for each in following)
"""
UCB = "def ucb1(mean, visits, parent_visits, c):\n"
CHAIN = "def chain_of(stone, stones, size):\n    chain = {stone}\n"
PLAYOUT = """def random_playout(game, state, rng):
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(set(game.actions(state))))
    return game.utility(state, game.players[0])
"""
ACTION = f"""{HEAD}
    if game.is_terminal(state):
        return game.utility(state, first)
    return max(minimax_value(game, action) for action in game.actions(state))
"""


@pytest.mark.parametrize(
    ("source", "name", "words"),
    [
        # None: it is not enough that none of it is right.
        ("    value = 1\n", MISSING, "gave None"),
        ("    best = None\n    if state:\n        return best\n", None, "gave None"),
        ("    return print('looking')\n", None, "gave None"),
        (
            "    best = 1\n    if state == 'Z':\n        best += 1\n        return best\n",
            *(None, "gave None"),
        ),
        ("    print('looking')\n    return None\n", None, "gave None"),
        (f"{BEST}        return None\n    return None if best == 2 else 3\n", None, "has a move"),
        (f"{BEST}        if action == 'Z':\n            return action\n", None, "has a move"),
        (f"{BEST}        best = action\n    print(best)\n", MISSING, "has a move to make"),
        ("def nim_sum(heaps):\n    print('sum')\n    print(0)\n", PRINTED, "nim_sum(()) gave None"),
        # An exception: of the kind that this mistake ends in.
        (DEPTH.replace("EVALUATION", "game.utility(state, game.players[0])"), UTILITY, "ValueErr"),
        (DEPTH.replace("EVALUATION", "evaluate(game, state)"), None, "TypeError"),
        (DEPTH.replace("EVALUATION", "evalute(game, state, 'X')"), None, "NameError"),
        (ACTION, None, "TypeError: a state of a tree is a path such as (0, 2), and no int: 0"),
        ("    return game.utility(state)\n", None, "TypeError: game.utility() missing 1 required"),
        (f"{UCB}    return mean + c / visits\n", None, "ZeroDivisionError"),
        (f"{UCB}    return inf if visits == 0 else mean\n", None, "NameError: name 'inf'"),
        (
            f"{CHAIN}    for each in chain:\n        chain.add(stone + stone)\n",
            None,
            "RuntimeError: Set changed size during iteration",
        ),
        # Where: a line of the student's own, and nothing of games where there is none.
        (f"{CHAIN}    return chain | chain_of(stone, stones, size)\n", None, "needs no other call"),
        ("    return minimax_value(game, state)\n", None, "does it stop in final states"),
        (PLAYOUT, None, "in line 3: state = game.result"),
    ],
)
def test_only_what_is_proved_has_a_name(source, name, words):
    """None on purpose is no missing return, and no exception stands for one of another kind."""
    source = HEAD + source if source.startswith(" ") else source
    verdict = verdict_on(source.partition("(")[0].removeprefix("def "), source)
    assert verdict.mistake == name
    assert words in str(verdict.message)


@pytest.mark.parametrize("exercise", FIRST)
def test_a_print_takes_no_name_away_and_is_shown(exercise):
    """Whoever prints to see what happens is told the same mistake, and what was printed."""
    named = [entry for entry in bank.entries(exercise) if not entry.right and entry.named]
    for entry in named[:1]:
        tree = ast.parse(entry.source)
        [*_, own] = [part for part in tree.body if getattr(part, "name", "") == exercise]
        own.body[:0] = ast.parse("print('here <i>')").body
        names = loaded(ast.unparse(tree))
        verdict = judge(exercise_named(exercise), NotebookStudent(names))
        assert verdict.mistake == entry.name
        if verdict.printed:  # a judge who asks several times shows no single call
            assert "It printed:\n  here <i>" in str(verdict)
            assert "here &lt;i&gt;" in verdict._repr_html_()


def test_of_what_was_printed_the_beginning_is_shown():
    """A search prints thousands of lines: the first ones are enough."""
    printed = "\n".join(["x" * 200, *map(str, range(20))])
    text = str(Verdict(WRONG, 0, "Wrong.", "f", printed=printed))
    assert f"{'x' * 100}...\n  0\n  1\n  2\n  3\n  ... and 16 more lines" in text


def test_where_lesson_01_is_exact_an_array_is_refused_like_a_tuple():
    """In the notebook and across a pipe alike; a number of numpy's inside is a number."""
    head = "from collections import deque\n\nimport numpy as np\n\n"
    case = cases.Case("actions([])", [[1, 2]], exact=True)
    for value, words in (
        ("np.array([[1, 2]])", "gave the right values in a numpy array, where Python's own list"),
        ("[np.array([1, 2])]", "gave the right values in a numpy array"),
        ("[deque([1, 2])]", "gave the right values in a deque"),
        ("[(1, 2)]", "gave [(1, 2)], expected [[1, 2]]"),
        ("[[np.int64(1), 2]]", None),
    ):
        names = loaded(f"{head}def actions(board):\n    return {value}\n")
        answer = NotebookStudent(names).call(case.line)
        for one in (answer, answer_in(answer_out(answer))):
            objection = JUDGES["gives"](case, one)
            assert words in str(objection.sentence) if words else objection is None, value


@pytest.mark.parametrize(
    ("name", "wrapped", "words"),
    [
        (
            "best_action",
            "[*m] if type(m := own(*asked)) is tuple else m",
            ", a list; an action is a tuple",
        ),
        ("near_stones", "[list(one) for one in own(*asked)]", "(each member a tuple, not a list)"),
        ("drop_actions", "[list(one) for one in own(*asked)]", "(each member a tuple, not a list)"),
        ("near_stones", "tuple(own(*asked))", None),
    ],
)
def test_what_a_game_looks_up_is_a_tuple(name, wrapped, words):
    """A list of squares may be a tuple, but no square a list: the next cell would stop."""
    names = dict(namespace(name))
    made = eval(f"lambda own: lambda *asked: {wrapped}", names)  # noqa: S307 - our own lines
    names[name] = made(names[name])
    verdict = judge(exercise_named(name), NotebookStudent(names), causes=False)
    assert words in str(verdict.message) if words else verdict.passed


XOR = "def nim_sum(heaps):\n    return reduce(lambda a, b: a ^ b, heaps, 0)\n"
OLD = "def nim_sum(heaps):\n    return sum(heaps)\n"
RAN = f"from functools import reduce\n{XOR}"


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([RAN, f"'''\n{OLD}'''"], ""),
        ([OLD, "from answers_of_mine import nim_sum"], ""),
        ([RAN, "old = nim_sum", OLD, "nim_sum = old"], ""),
        ([OLD, f"reduce\n{XOR}", "from functools import reduce", f"reduce\n{XOR}"], ""),
        ([RAN, f"%%capture\n{OLD}", XOR], ""),
        ([RAN, OLD.replace("return", "return ="), "1 + 1"], "Line 2 of the cell has a syntax"),
        ([RAN, f"1 / 0\n{OLD}", "1 + 1"], "An error stopped the cell before it came to nim_sum"),
        ([RAN, f"1 / 0\n{OLD}", "2 / 0"], "An error stopped the cell before it came to nim_sum"),
    ],
)
def test_an_old_function_does_not_answer_for_a_cell_that_failed(
    cells, words, monkeypatch, tmp_path
):
    """It is told, and earns no tick; where the last cell made another one, that is judged."""
    (tmp_path / "answers_of_mine.py").write_text(RAN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delattr(sys, "last_traceback", raising=False)
    quiet = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell(config=quiet, user_module=ModuleType("cells"))
    monkeypatch.setattr(checking, "_shell", lambda: shell)
    for cell in cells:
        shell.run_cell(cell, store_history=True)
    verdict = checking.verdict_in(shell.user_ns, "nim_sum")
    assert verdict.passed == (words == "")
    assert words in str(verdict.message)
    assert ("nim_sum was not changed" in str(verdict.message)) == (words != "")


def test_a_cell_waits_for_what_is_not_there_yet(capsys):
    """An exercise without its cell run is named; every other name is an error with advice."""
    with hints.needs("minimax"):
        minimax_value  # noqa: B018, F821 - that is the test
    assert "waits for minimax_value: run its cell above" in capsys.readouterr().out
    with pytest.raises(NameError) as caught, hints.needs("minimax"):
        utterly_unknown  # noqa: B018, F821 - that is the test
    assert caught.value.__notes__ == ["After a restart, the cells above have to run again."]


@pytest.mark.parametrize(
    ("expected", "got", "same", "exactly"),
    [
        (3, 3.0, True, True),
        (1, True, True, True),
        (True, 1, False, False),
        ((1, 2), [1, 2], True, False),
        ([(0, 1)], ((0, 1),), True, False),
        ([(0, 1)], [[0, 1]], False, False),
        ({(0, 1)}, [(0, 1)], True, False),
        ({(0, 1)}, [[0, 1]], False, False),
        ({(0, 1)}, [(0, 1), (0, 1)], False, False),
        ({1}, frozenset({1}), True, True),
        ("X", "x", False, False),
        (None, 0, False, False),
    ],
)
def test_values_are_compared_by_what_they_mean(expected, got, same, exactly):
    """As the table in CONTRIBUTING says."""
    assert cases.same(expected, got) == same
    assert cases.same(expected, got, exact=True) == exactly


def test_what_is_lent_is_no_answer_in_its_own_lesson(capsys):
    """There it refuses, as a helper too; in later lessons it answers, and is kept by its name."""
    player = mine("player")
    assert hidden_check("player")(NotebookStudent({"player": player})).share == 0
    verdict = hidden_check("actions")(NotebookStudent({"actions": lambda board: {player(board)}}))
    assert "out of reach" in str(verdict.message)
    asked = NotebookStudent({"later": player}).call("later([[None] * 3] * 3)")
    assert asked.value == "X"
    assert 'mine("player")' in keeping.source_of("f", {"f": mine("player")})
    assert "the library's" in capsys.readouterr().out
    lines = OpenLines(6, 7, 4)
    reached = {
        LENT["01"]["player"]: "player",
        LENT["02"]["remembering"]: "remembering",
        LENT["04"]["evaluate_lines"]: "evaluate_lines",
        lambda game, state, player: lines.estimate(state, player): "evaluate_lines",
    }
    for function, name in reached.items():
        assert hidden_check(name)(NotebookStudent({name: function})).share == 0
        assert not hasattr(function, "__wrapped__")


def test_hints_come_one_by_one_and_never_hold_the_answer(monkeypatch):
    """Each call gives the next, the last again; the three that are words hold no line of code."""
    monkeypatch.setattr("course_lib.checks.hints._given", {})
    for name in exercises():
        last = len(hints.hints(name))
        assert [hint(name).number for _ in range(5)] == [1, 2, 3, last, last]
        answer = {
            ast.unparse(part) for part in ast.walk(source_of(name)) if isinstance(part, ast.stmt)
        }
        lines = {line.strip() for text in hints.hints(name)[:3] for line in text.splitlines()}
        assert not lines & {line.strip() for part in answer for line in part.splitlines()}
    assert "Hint 4 of 4" in hint("minimax")._repr_html_()
    assert "Hint 3 of 3" in str(hint("by_hand"))


def test_a_last_hint_has_all_lines_of_the_solution_and_no_order():
    """No two lines follow each other as they should, and as they stand they are no answer."""
    puzzles = 0
    for lesson in lessons(COURSE):
        for cell in lesson.cells:
            if not cell.exercise:
                continue
            [*_, text] = hints.hints(cell.exercise)
            [region] = solutions(cell.part.source)
            code = [line.strip() for line in region if line.strip() and line.strip()[0] != "#"]
            if len(hints.hints(cell.exercise)) == 3:  # too short, or what somebody has found out
                assert len(code) <= 3 or "()" in exercise_named(cell.exercise).signature
                continue
            puzzles += 1
            words = [sorted(re.findall(r"\w+", each)) for each in (text, "\n".join(code))]
            assert words[0] == words[1]
            assert [clue for clue in found(clues(region), text) if len(clue) > 1] == []
            begin = f"def {exercise_named(cell.exercise).signature}:\n"
            with suppress(SyntaxError):
                names = loaded(begin + textwrap.indent(text, "    "), "<hint>")
                assert not judge(exercise_named(cell.exercise), NotebookStudent(names)).passed
    assert puzzles > 50


TURN = '"XO"[sum(map(bool, sum(board, []))) % 2]'


def test_a_mistake_in_a_function_that_is_called_is_looked_for_there(tmp_path, monkeypatch):
    """Whoever has a wrong `player` is sent there, and not told a mistake of `result`."""
    monkeypatch.chdir(tmp_path)  # what passes is kept there
    source = """
def player(board):
    return "O"
def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is None}
def result(board, action):
    assert action in actions(board)
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after
"""
    asked = "\nfrom course_lib.checks import check\nverdict = check('result')\n"
    verdict = loaded(source + asked, "<answer>")["verdict"]
    assert str(verdict.message).startswith("It calls player, which has not passed its own check")
    assert (verdict.status, verdict.mistake, verdict.groups) == (WAITS, None, ())
    mended = source.replace('return "O"', f"return {TURN}")
    assert loaded(mended + asked, "<answer>")["verdict"].passed


def test_nbgrader_hears_of_what_is_not_right_and_of_no_other_error(monkeypatch, capsys):
    """What a right answer writes as an error is not shown: nbgrader would give no points for it.

    Its button that validates knows errors only, so there a check that is not passed is one.
    """
    source = f"""
import sys
from autograder_tests import grade
def player(board):
    print("looking", file=sys.stderr)
    return {TURN}
points = grade("player", points=1)
"""
    assert loaded(source, "<answer>")["points"] == 1
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    source = "from course_lib.checks import check\ndef player(board):\n    return 'O'\n"
    with pytest.raises(Exception, match="player: wrong"):
        loaded(f"{source}check('player')\n", "<answer>")


# --- what is kept from call to call ---------------------------------------------------------------

KEPT = """
seen = {}
def player(board):
    key = KEY
    if key not in seen:
        marks = sum(mark is not None for row in board for mark in row)
        seen[key] = "XO"[marks % 2]
    return seen[key]
"""
WON = """
last = [None]
def winner(board):
    if not any(any(row) for row in board):
        last.clear()
        last.append(None)
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    for line in [*lines, [board[i][2 - i] for i in range(3)]]:
        if line[0] is not None and all(mark == line[0] for mark in line):
            last.append(line[0])
    return last[-1]
"""
ROOTS = """
def puct(mean, prior, visits, parent_visits, c, roots=[]):
    if not roots:
        roots.append(parent_visits ** 0.5)
    return mean + c * prior * roots[0] / (1 + visits)
"""
AFTER = "right when asked alone, and wrong after puct("
HELD = "def holder():\n    kept = []\n    return lambda: kept\n\nheld = holder()"
PLAYED = """
results = {}
def random_playout(game, state, rng):
    if (game, state) not in results:
        here = state
        while not game.is_terminal(here):
            here = game.result(here, rng.choice(game.actions(here)))
        results[game, state] = game.utility(here, game.players[0])
    return results[game, state]
"""


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("player", KEPT.replace("KEY", "id(board)"), "kept under the list itself, not under"),
        ("winner", WON, "right when asked alone, and wrong after winner("),
        ("puct", ROOTS, AFTER),
        ("random_playout", PLAYED, "is the first of all, it is right"),
        *(
            ("puct", above + ROOTS.replace(", roots=[]", "").replace("roots", used) + below, AFTER)
            for above, used, below in (
                ("roots, calls = [], 0", "roots", ""),
                ("roots: list = []", "roots", ""),
                ("if True:\n    roots = []", "roots", ""),
                (HELD, "held()", ""),
                ("", "puct.roots", "puct.roots = []"),
            )
        ),
    ],
)
def test_what_is_kept_is_told_as_such_and_the_line_shows_it(name, source, words):
    """By whatever it is found: another kind right after, or a list that changes."""
    names = loaded(source)
    verdict = checking.verdict_in(names, name)
    assert verdict.kept
    assert words in str(verdict.message)
    exec(f"{verdict.call.rpartition('; ')[0]}", fresh := loaded(source))  # noqa: S102 - to be pasted
    shown = eval(verdict.line.rpartition("; ")[2], fresh)  # noqa: S307 - the last part of it
    if name == "random_playout":
        assert len({*shown}) == 1
    else:
        assert repr(shown) == verdict.got


def test_an_import_in_another_cell_hides_no_table():
    """Python calls a module's function in another way where the cell itself imports the module."""
    names = loaded("import numpy as np", "<cell above>")
    counted = "np.sum(np.not_equal(np.array(board, dtype=object), None))"
    source = KEPT.replace("KEY", "'always'").replace(
        "sum(mark is not None for row in board for mark in row)", f"int({counted})"
    )
    linecache.cache["<answer>"] = (len(source), None, source.splitlines(keepends=True), "<answer>")
    exec(compile(source, "<answer>", "exec"), names)  # noqa: S102 - running it is the purpose
    assert checking.verdict_in(names, "player").kept


def pasted(names, line):
    """What this line shows among these names."""
    *before, last = ast.parse(line).body
    try:
        exec(compile(ast.Module(before, []), "<pasted>", "exec"), names)  # noqa: S102 - it is ours
        return repr(eval(compile(ast.Expression(last.value), "<pasted>", "eval"), names))  # noqa: S307
    except Exception as error:  # noqa: BLE001 - which is shown, too
        return repr(error)


EVERY = [entry for entry in bank.entries(None) if not entry.right]


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param(EVERY[7::60], id="some"),
        pytest.param(EVERY, id="all", marks=[pytest.mark.slow, pytest.mark.timeout(7200)]),
    ],
)
def test_what_is_pasted_shows_that_something_is_wrong(entries):
    """Another value, argument or number of visits than with the solution."""
    alike = []
    for entry in entries:
        verdict = checking.verdict_in(notebook(entry.exercise, entry.source), entry.exercise)
        if verdict.call:
            books = notebook(entry.exercise, entry.source), dict(namespace(entry.exercise))
            wrong, right = (pasted(names, verdict.call) for names in books)
            alike += [(entry.exercise, entry.name, verdict.call)] * (wrong == right)
    assert alike == []
