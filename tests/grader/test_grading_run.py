"""A submission is graded outside of the student's process, to its end, and to the same points."""

import ast
import json
import os
import re
import stat
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from grading_class import (
    EXERCISES,
    LESSON,
    POINTS,
    RIGHT,
    ROOT,
    WRONG,
    answer,
    handed_in,
    small_course,
    timeless,
)
from nbgrader.utils import determine_grade

from autograder_tests import bank, exercises, hidden_check
from autograder_tests.exercises import hidden
from course_lib.checks.cases import exercise_named
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.checks.verdict import CRASHED, TOO_SLOW
from course_lib.checks.worlds import world
from course_tools.files import CantWriteError, write_whole
from course_tools.grader.classroom.exports import reasons_to_look
from course_tools.grader.classroom.records import to_text
from course_tools.grader.judge import grading, ours
from course_tools.grader.judge.grading import Graded, graded
from course_tools.grader.judge.result import (
    GRADED,
    NO_NOTEBOOK,
    STOPPED,
    UNREADABLE,
    Submission,
    Times,
)
from course_tools.grader.judge.slicing import Part, names_in, names_used, parts_to_run
from course_tools.grader.judge.tasks import (
    GradedLesson,
    NoLessonError,
    course_fingerprint,
    graded_lesson,
    lesson_names,
    lesson_of,
)
from course_tools.grader.judge.worker import Setting, all_graded
from course_tools.grader.sandbox import Sandbox
from course_tools.workers import LostError, Processes

# Without bubblewrap it all goes on in WebAssembly. Points are the same there, which is shown by
# `test_grading_portable.py`; `make test-bare` asks about processes: their end, time and secrets.
pytestmark = pytest.mark.needs("bubblewrap or deno")

LOOP = "def {}(board):\n    while True:\n        pass\n"


# Enough for what is right in WebAssembly too, while other tests have the processor.
SHORT = Times(cell=3, least=0.5, exercise=6, submission=180)


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """A course of one small lesson."""
    return small_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def lesson(root: Path) -> GradedLesson:
    """Its lesson."""
    return graded_lesson(LESSON, root)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Where notebooks run: shut in where that is possible here."""
    with Sandbox(ROOT) as made:
        yield made


@pytest.fixture(scope="module")
def graded_of(root, lesson, sandbox):
    """A function that lets a student hand in these answers, and grades them."""

    def grade(student: str, answers: dict[str, str], *, extra="", below=(), **more) -> Graded:
        submission = handed_in(root, student, answers, extra=extra, below=below)
        return graded(submission, lesson, sandbox, **more)

    return grade


@pytest.fixture(scope="module")
def wrong(graded_of) -> Graded:
    """What comes of a wrong answer to each exercise."""
    return graded_of("wrong", WRONG)


def points(found: Graded) -> dict[str, float]:
    """What each exercise has earned."""
    return {one.name: one.points for one in found.result.exercises}


def statuses(found: Graded) -> dict[str, str]:
    """How each exercise went."""
    return {one.name: one.status for one in found.result.exercises}


def in_the_notebook(exercise: str, source: str) -> float:
    """What this answer earns where it is asked in the notebook itself."""
    student = NotebookStudent(loaded(source, "<answer>"))
    return hidden_check(exercise)(student).points(POINTS[exercise])


@pytest.mark.parametrize(("right", "number"), [(True, 0), (False, 0), (False, 7)])
@pytest.mark.programs
def test_answers_earn_what_they_earn_in_the_notebook(graded_of, right, number) -> None:
    """The points of the check itself, and its verdict; `test_scores.py` tries the whole bank."""
    answers = {name: answer(name, right=right, number=number) for name in EXERCISES}
    found = graded_of(f"{right}{number}", answers)
    assert points(found) == {name: in_the_notebook(name, answers[name]) for name in EXERCISES}
    assert found.result.outcome == GRADED
    assert found.result.tampering == ()
    if right:
        assert found.result.points == found.result.most == sum(POINTS.values())
    else:
        named = {one.mistake for one in found.result.exercises} - {None}
        assert named
        assert named <= {entry.name for entry in bank.entries() if not entry.right}


WINNER = """def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    lines.append([board[i][2 - i] for i in range(3)])
    return next((line[0] for line in lines if line[0] and len({*line}) == 1), None)
"""


@pytest.mark.programs
def test_a_cause_that_mending_proves_is_told_in_the_grade(tmp_path, sandbox) -> None:
    """Tried in the sandbox; what was printed in a visible case stands in the notebook."""
    course = small_course(tmp_path, ("player", "terminal"))
    ends = "def terminal(board):\n    return winner(board) is not None and all(map(all, board))\n"
    answers = {
        "player": "def player(board):\n    print('a row:', board[0])\n    return 'X'\n",
        "terminal": f"{WINNER}\n{ends}",
    }
    submission = handed_in(course, "slips", answers)
    found = graded(submission, graded_lesson(LESSON, course), sandbox)
    player, terminal = found.result.exercises
    assert "Look at line" not in player.message
    assert "whether all of these have to hold, or one of them is enough" in terminal.message
    assert b"one of them is enough" in found.notebook
    assert b"It printed:" in found.notebook
    assert b"a row: [" in found.notebook


def test_who_calls_a_wrong_function_is_graded_with_a_right_one(tmp_path, sandbox) -> None:
    """In the sandbox, too, only `winner` loses points; `terminal` is told why it failed."""
    course = small_course(tmp_path, ("winner", "terminal"))
    answers = {
        "winner": "def winner(board):\n    return board[0][0]\n",
        "terminal": (
            "def terminal(board):\n    return winner(board) is not None or all(map(all, board))\n"
        ),
    }
    submission = handed_in(course, "once", answers, extra="winner([['X'] * 3] * 3)")
    found = graded(submission, graded_lesson(LESSON, course), sandbox)
    wrong, mended = found.result.exercises
    assert wrong.points < POINTS["winner"]
    assert (mended.points, mended.most) == (1, 1)
    assert mended.message.startswith("It calls winner, which is wrong: begin there.")
    assert b"the course's winner in place of yours" in found.notebook


def test_slicing_changes_no_points(graded_of, monkeypatch) -> None:
    """With all cells run and with only those needed, the same points and messages come out."""
    for who, answers in (("right", RIGHT), ("wrong", WRONG)):
        short = graded_of(who, answers, extra="mine = 3\nmine")
        with monkeypatch.context() as patched:
            all_of_it = lambda *both, everything: parts_to_run(*both, everything=True)  # noqa: E731
            patched.setattr(grading, "parts_to_run", all_of_it)
            long = graded_of(who, answers, extra="mine = 3\nmine")
        lines = [sum(len(part.source.split()) for part in one.parts) for one in (short, long)]
        assert lines[0] < lines[1]
        assert points(short) == points(long)
        told = [[one.message for one in found.result.exercises] for found in (short, long)]
        assert told[0] == told[1]


def cells(*sources: str) -> nbformat.NotebookNode:
    """A notebook of these cells; `exercise: ` in front of one makes it the cell of an exercise."""
    made = nbformat.v4.new_notebook()
    for number, source in enumerate(sources):
        cell = nbformat.v4.new_code_cell(source, id=f"cell{number}")
        if source.startswith("def student_"):
            name = source.partition("(")[0].removeprefix("def ")
            cell.metadata["nbgrader"] = {"grade_id": name, "solution": True, "grade": False}
        made.cells.append(cell)
    return made


def running(given: nbformat.NotebookNode, added: str = "") -> list[str]:
    """What runs of these cells, with one cell that the student has added at the end."""
    notebook = nbformat.from_dict(given)
    copy = cells(*[cell.source for cell in notebook.cells], *([added] if added else []))
    return [part.source.strip() for part in parts_to_run(copy, given)]


def test_of_the_lessons_own_cells_only_what_is_used_runs() -> None:
    """Imports, functions and what answers use run; what only shows something does not."""
    given = cells(
        "import random\nfrom course_lib.views import show\nshow(3)",
        "SIZE = 3\nUNUSED = 5",
        "def helper():\n    return SIZE",
        "def student_f(board):\n    return helper()",
        "picture = [student_f(1)]\npicture",
    )
    assert running(given) == [
        "import random\nfrom course_lib.views import show",
        "SIZE = 3",
        "def helper():\n    return SIZE",
        "def student_f(board):\n    return helper()",
    ]
    assert "picture = [student_f(1)]" in running(given, "len(picture)")


@pytest.mark.parametrize(
    "binding",
    [
        "if True:\n    table = 4",
        "%timeit table",
        "def later():\n    global table\n    table = 5",
        "(table := 4)",
        "for table in range(3): pass",
        "table['a'] = 1",
        "table.update(a=1)",
    ],
)
def test_a_statement_that_changes_what_is_used_runs(binding: str) -> None:
    """Whether it gives the name another value, or changes the thing from inside."""
    given = cells("table = {}", binding, "def student_f(board):\n    return table")
    assert binding in running(given)


@pytest.mark.parametrize(
    "lesson", sorted((ROOT / "notebooks").glob("*/*.ipynb")), ids=lambda path: path.stem
)
def test_no_lesson_changes_from_inside_what_another_statement_made(lesson: Path) -> None:
    """Such a statement would not run: put it where the thing gets its name."""
    bound: set[str] = set()
    for cell in nbformat.read(lesson, as_version=4).cells:
        for one in ast.parse(cell.source).body if cell.cell_type == "code" else ():
            if not isinstance(one, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
                stored = (ast.Subscript, ast.Attribute)
                changed = {
                    ast.unparse(node).partition(".")[0].partition("[")[0]
                    for node in ast.walk(one)
                    if (isinstance(node, stored) and not isinstance(node.ctx, ast.Load))
                    or (isinstance(node, ast.Attribute) and node.attr in CHANGERS)
                }
                names = names_in(ast.unparse(one))
                changed -= names.binds | {re.split(r"\W", ast.unparse(one))[0]}
                assert not changed & bound & names.uses, ast.unparse(one)
                bound |= names.binds


READERS = {*dir(tuple), *dir(frozenset), "get", "items", "keys", "values"}
CHANGERS = {*dir(list), *dir(dict), *dir(set)} - READERS


def test_what_sets_up_another_module_runs() -> None:
    """Nobody names what `random.seed` changes, and so it always runs."""
    given = cells("import random\nimport sys", "random.seed(1)", "sys.setrecursionlimit(9000)")
    assert len(running(given)) == 3


@pytest.mark.parametrize("added", ["globals()['shown']", "eval('shown')", "_", "Out[2]"])
def test_who_looks_names_up_by_text_has_everything_run(added: str) -> None:
    """A notebook that may use any name runs as a whole."""
    given = cells("shown = 3", "def student_f(board):\n    return 1")
    assert "shown = 3" not in running(given)
    assert "shown = 3" in running(given, added)


def test_code_that_is_too_deep_for_us_still_runs() -> None:
    """Nothing that a student writes ends the slicing itself."""
    deep = "x = " + "1+" * 50_000 + "1"
    assert deep in running(cells("a = 1"), deep)


@pytest.mark.programs
def test_errors_prints_and_a_look_at_the_grader_cost_nothing(graded_of) -> None:
    """A cell that fails is noted, and the rest goes on; what goes to stderr is no reason.

    Words that no lesson needs are a reason to look, never a verdict.
    """
    noise = "import sys, warnings\nprint('out')\nwarnings.warn('careful')\nsys.stderr.write('!')"
    looks = ["import autograder_tests"]
    found = graded_of("noisy", RIGHT, extra=f"{noise}\n1 / 0", below=looks).result
    assert found.points == found.most
    assert any("ZeroDivisionError" in note for note in found.notes)
    assert any("names the grader" in sign for sign in found.tampering)
    assert any("ModuleNotFoundError" in note or "Import" in note for note in found.notes)


@pytest.mark.programs
def test_a_cell_that_ends_the_process_is_left_out_the_next_time(graded_of) -> None:
    """An exercise whose cell ends everything loses its points; the others run again without it."""
    answers = RIGHT | {"actions": "import os\n\nos._exit(0)\n"}
    found = graded_of("exits_at_once", answers, extra="1")
    assert points(found) == {"player": 2, "actions": 0, "winner": 3}
    extra = graded_of("exits_first", RIGHT, extra=answers["actions"])
    assert extra.result.points == extra.result.most
    assert any("ended the whole process" in note for note in extra.result.notes)


@pytest.mark.programs
def test_a_loop_in_a_function_costs_its_exercise_alone(graded_of) -> None:
    """It is stopped by the clock; the other exercises are graded."""
    answers = RIGHT | {"player": LOOP.format("player")}
    found = graded_of("loops", answers, times=SHORT)
    assert points(found) == {"player": 0, "actions": 2, "winner": 3}
    assert statuses(found)["player"] == TOO_SLOW


@pytest.mark.slow
def test_a_loop_costs_its_limit_about_twice_and_not_in_every_cell(graded_of) -> None:
    """Each cell that was stopped halves the time of those below; what is quick still runs."""
    below = ("def again():\n    player([])", *["again()"] * 6, "1 + 1")
    times = replace(SHORT, exercise=3)
    answers = RIGHT | {"player": LOOP.format("player")}
    found = graded_of("loops_often", answers, below=below, times=times)
    assert found.result.seconds < 2 * times.exercise + 2 * 6 * times.cell
    assert points(found) == {"player": 0, "actions": 2, "winner": 3}
    *loops, last = [part.index for part in found.parts if part.own][-7:]
    assert all(found.shown[index].out_of_time for index in loops)
    assert found.shown[last].outputs[0]["data"]["text/plain"] == "2"


@pytest.mark.programs
def test_what_happens_after_hidden_cases_is_not_told(root, lesson, sandbox) -> None:
    """Cells that end or go on for ever by what was met: as many bits as there are cells."""
    cases = [case for group in exercise_named("player").groups() for case in group.cases]
    source = RIGHT["player"].replace("    ", "    SEEN.append(repr(board))\n    ", 1)
    known = {repr(case.arguments[0]) for case in cases}
    answers = RIGHT | {"player": f"SEEN = []\nKNOWN = {known!r}\n\n\n{source}"}
    ends = "import os\nif not set(SEEN) <= KNOWN: os._exit(1)\nprint(len(SEEN))"
    loops = "while not set(SEEN) <= KNOWN: pass\nprint(len(SEEN))"
    submission = handed_in(root, "telltale", answers)
    # They stand above the next check, so that they have to run before it.
    notebook = nbformat.read(submission.notebook, as_version=4)
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    place = ids.index("check_player") + 1
    notebook.cells[place:place] = [nbformat.v4.new_code_cell(each) for each in (ends, loops)]
    nbformat.write(notebook, submission.notebook)
    found = graded(submission, lesson, sandbox, times=SHORT)
    assert found.result.notes == ()
    printed = [
        found.shown[part.index].outputs for part in found.parts if "print(len" in part.source
    ]
    assert [len(outputs) for outputs in printed] == [1, 1]
    assert printed[0] == printed[1]


THIEF = {
    "minimax_value": "KEPT = []\n\n\ndef minimax_value(game, state):\n    return 0\n",
    "best_action": "def best_action(game, state):\n    KEPT.append(minimax_value)\n",
    "remembering": (
        "def remembering(game, state, seen):\n"
        "    seen[state] = KEPT[-1](game, state)\n    return seen[state]\n"
    ),
}


@pytest.mark.programs
def test_a_function_of_the_course_that_one_exercise_is_lent_serves_no_other(tmp_path, sandbox):
    """Who keeps it for an exercise that comes later finds it gone."""
    root = small_course(tmp_path, THIEF, "02_small")
    lesson = graded_lesson("02_small", root)
    honest = THIEF | {"best_action": "def best_action(game, state):\n    KEPT.append(minimax)\n"}
    kept, plain = (
        points(graded(handed_in(root, f"pupil{at}", answers, "02_small"), lesson, sandbox))
        for at, answers in enumerate((THIEF, honest))
    )
    assert kept["remembering"] == plain["remembering"] == 0


@pytest.mark.programs
def test_inputs_by_heart_are_told_whatever_happens_with_others(graded_of) -> None:
    """An endless loop for all others; a kind of cases that is given up on purpose."""
    groups = hidden("player")
    known = {repr(case.arguments[0]): case.expected for case in groups[0].cases}
    for others in ("while True: pass", "return None"):
        source = (
            f"KNOWN = {known!r}\n\n\ndef player(board):\n"
            f"    if repr(board) in KNOWN: return KNOWN[repr(board)]\n    {others}\n"
        )
        found = graded_of("by_heart_alone", RIGHT | {"player": source}, times=SHORT)
        assert points(found)["player"] > 0
        assert any("wrong in new ones of the same" in each for each in found.result.tampering)


@pytest.mark.programs
def test_a_world_by_heart_is_told_between_honest_kinds_and_kinds_given_up(tmp_path) -> None:
    """A table of all its trees earns its kind; the final states are honest, all else is wrong."""
    root = small_course(tmp_path, ["minimax_value"], "02_small")
    lesson = graded_lesson("02_small", root)
    [task] = lesson.tasks
    cases = [case for group in hidden(task.name, task.seed) for case in group.cases]
    met = [
        (member["game"], member["state"], value)
        for case in cases
        if case.world
        for member, value in zip(world(case.world), case.known["values"], strict=True)
    ]
    met += [(*case.arguments, case.expected) for case in cases if not case.world]
    known = {
        f"{game.tree}{state}".replace(" ", ""): value
        for game, state, value in met
        if hasattr(game, "tree")
    }
    packed = zlib.compress(json.dumps(known).encode()).hex()  # a cell may not be so long
    source = (
        f"import json, zlib\nKNOWN = json.loads(zlib.decompress(bytes.fromhex('{packed}')))\n\n\n"
        "def minimax_value(game, state):\n"
        "    if game.is_terminal(state): return game.utility(state, game.players[0])\n"
        "    place = f'{getattr(game, \"tree\", 0)}{state}'.replace(' ', '')\n"
        "    return KNOWN.get(place)\n"
    )
    submission = handed_in(root, "world", {"minimax_value": source}, "02_small")
    with Sandbox(ROOT, away=lesson.away) as sandbox:
        found = graded(submission, lesson, sandbox)
    [grade] = found.result.exercises
    assert [passed for _, _, passed, _ in grade.groups] == [True, False, True, False]
    assert "right in all hidden cases of some kinds and wrong" in "".join(found.result.tampering)


def test_who_keeps_answers_from_call_to_call_is_not_suspected(graded_of) -> None:
    """What goes wrong in the end only, as something grows from call to call, is no sign."""
    source = (
        "SEEN = []\n\n\ndef player(board):\n    marks = sum(map(bool, sum(board, [])))\n"
        "    SEEN.append(marks)\n    return 'XO'[marks % 2] if len(SEEN) < LIMIT else 'X'\n"
    )
    limit = sum(len(group.cases) for group in hidden("player"))
    found = graded_of("keeps", RIGHT | {"player": source.replace("LIMIT", str(limit))})
    assert points(found)["player"] == POINTS["player"]
    assert found.result.tampering == ()


def test_hidden_inputs_by_heart_are_told_and_worth_nothing_to_the_next_class(root, lesson, sandbox):
    """They earn this class's points, for a look; what the next class is shown is a new case."""
    known = {
        repr(case.arguments[0]): case.expected for group in hidden("player") for case in group.cases
    }
    source = f"KNOWN = {known!r}\n\n\ndef player(board):\n    return KNOWN[repr(board)]\n"
    submission = handed_in(root, "by_heart", RIGHT | {"player": source})
    found = graded(submission, lesson, sandbox)
    assert points(found) == POINTS
    assert len(found.result.tampering) == 1
    assert "player is right in all hidden cases and wrong in new ones" in found.result.tampering[0]
    assert (
        "even where one of them is all that a fresh process is asked" in found.result.tampering[0]
    )
    later = graded(submission, lesson_of(LESSON, lesson.released, "the next class"), sandbox)
    assert points(later) == POINTS | {"player": 0}
    assert later.result.tampering == ()
    grade = later.result.exercises[0]
    assert grade.message.startswith("All visible cases are right. It raised an exception in a")
    assert "A new case of that kind, to paste into a cell: player([[" in grade.message
    assert grade.board
    assert not grade.got  # it would be said by a process after hidden cases were met
    groups = hidden("player", "the next class")
    secret = {repr(case.arguments[0]) for group in groups for case in group.cases} - known.keys()
    told = to_text(later.result) + later.notebook.decode()
    assert len(secret) > 50
    assert [board for board in secret if board in told] == []


def test_cases_that_cannot_be_drawn_stop_the_class(root, lesson, monkeypatch, tmp_path) -> None:
    """Nobody loses points for a mistake in a file of ours."""
    monkeypatch.setattr(exercises, "DRAWN", {})
    monkeypatch.setattr(exercises.module_of("winner"), "hidden", lambda _: [].pop())
    everybody = [handed_in(root, "unlucky", RIGHT)]
    with pytest.raises(NoLessonError, match=r"cases of winner can't be drawn.*IndexError.*line \d"):
        next(all_graded(everybody, {LESSON: lesson}, Setting(drawn=tmp_path)))


def test_what_is_shown_of_a_failure_is_a_visible_case(graded_of, wrong) -> None:
    """Its board, what was expected and what came; a syntax error is named as what it is."""
    grade = wrong.result.exercises[0]
    assert "gave" in grade.message
    assert grade.board
    assert grade.expected != grade.got
    broken = RIGHT | {"actions": "def actions(board)\n    return set()"}
    grade = graded_of("broken", broken).result.exercises[1]
    assert (grade.points, grade.status) == (0, CRASHED)
    words = "The cell doesn't run: SyntaxError: expected ':', in line 1: def actions(board)."
    assert grade.message == words


def test_a_check_sees_what_it_sees_in_the_notebook(graded_of) -> None:
    """What a cell below binds anew was not so when the check ran there; that cell runs, too."""
    helped = RIGHT["player"].replace("def player(", "def helper(")
    answers = RIGHT | {"player": f"{helped}\n\ndef player(board):\n    return helper(board)\n"}
    found = graded_of("bound_anew", answers, below=["helper = 3\nhelper"])
    assert points(found) == POINTS
    [last] = [part.index for part in found.parts if part.source.startswith("helper = 3")]
    assert found.shown[last].outputs[0]["data"]["text/plain"] == "3"


def test_an_answer_that_stands_only_below_its_check_counts(graded_of) -> None:
    """The cell for it was left as it was; the first answer counts where there are two."""
    only = {name: source for name, source in RIGHT.items() if name != "player"}
    below = [RIGHT["player"]]
    assert points(graded_of("further_down", only, below=below)) == POINTS
    twice = graded_of("twice", only | {"player": WRONG["player"]}, below=below)
    assert points(twice)["player"] < POINTS["player"]


def test_what_comes_along_with_an_answer_from_below_replaces_nothing(graded_of) -> None:
    """`actions` stands with `winner`, and a right `player` too, whose own cell is wrong."""
    below = f"{RIGHT['winner']}\n\n{RIGHT['player']}\n\n{RIGHT['actions']}"
    answers = {"player": WRONG["player"], "winner": below}
    found = points(graded_of("gil", answers))
    assert found["player"] == in_the_notebook("player", WRONG["player"]) < POINTS["player"]
    assert found["actions"] == POINTS["actions"]
    assert found["winner"] == POINTS["winner"]


@pytest.mark.programs
def test_when_the_time_is_up_the_rest_is_left_out_and_says_so(graded_of) -> None:
    """What was earned until then stays; the others have 0 points and the reason.

    The second cell never ends, so the time is up in it, however long it is. On a slow machine the
    first exercise may need more of it, and then the same happens with more time.
    """
    answers = RIGHT | {"actions": f"{RIGHT['actions']}\n\nwhile True:\n    pass\n"}
    for seconds in (8, 24, 72):
        times = replace(SHORT, cell=seconds, exercise=seconds, submission=seconds)
        found = graded_of("endless", answers, times=times)
        assert found.result.outcome == STOPPED
        if points(found)["player"]:
            break
    assert points(found) == {"player": 2, "actions": 0, "winner": 0}
    assert "used up all the time" in found.result.exercises[-1].message


def test_nothing_handed_in_and_nothing_readable_are_results_too(root, lesson, sandbox, tmp_path):
    """There are 0 points and a reason, and for a damaged file a notebook that can be opened."""
    found = graded(Submission("nobody", LESSON, None), lesson, sandbox)
    assert (found.result.outcome, found.result.points, found.notebook) == (NO_NOTEBOOK, 0, None)
    path = tmp_path / "damaged.ipynb"
    path.write_bytes(b"\x00{[")
    found = graded(Submission("broken", LESSON, path), lesson, sandbox)
    assert (found.result.outcome, found.result.points) == (UNREADABLE, 0)
    [why] = reasons_to_look(found.result)
    assert why.startswith("No points for the whole notebook: The file is not a notebook")
    nbformat.validate(nbformat.reads(found.notebook.decode(), as_version=4))


def test_the_notebook_shows_verdicts_and_points_as_nbgrader_reads_them(wrong):
    """Nbgrader's own reading of the notebook gives the same points; hidden tests are not in it."""
    notebook = nbformat.reads(wrong.notebook.decode(), as_version=4)
    cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    read = {cell.metadata.nbgrader.grade_id: determine_grade(cell)[0] for cell in cells}
    assert read == {f"check_{name}": earned for name, earned in points(wrong).items()}
    assert all("course-verdict" in cell.outputs[0].data["text/html"] for cell in cells)
    assert b"autograder_tests" not in wrong.notebook


def test_what_students_show_stays_if_it_can_do_nothing_in_a_browser(root, lesson, sandbox):
    """Text and pictures of dots do; the hostile bank has pages, scripts and vector pictures."""
    shows = """\
from IPython.display import display

display({"image/png": "iVBORw0KGgo=", "text/plain": "a picture"}, raw=True)
display({"image/png": "<script>evil_dots()</script>"}, raw=True)
print("harmless words")
"""
    submission = handed_in(root, "shows", RIGHT, extra=shows)
    notebook = nbformat.read(submission.notebook, as_version=4)
    prose = "Look: <img src=x onerror='evil_prose()'> and [this](javascript:evil_link())"
    prose += "\n\n![a picture](http://evil_beacon/x.png)"
    notebook.cells.append(nbformat.v4.new_markdown_cell(prose, id="prose"))
    nbformat.write(notebook, submission.notebook)
    found = graded(submission, lesson, sandbox)
    made = nbformat.reads(found.notebook.decode(), as_version=4)
    outputs = [output for cell in made.cells for output in cell.get("outputs", [])]
    theirs = [one for one in outputs if "course-verdict" not in str(one)]
    assert "evil_dots" not in str(theirs)
    assert "harmless words" in str(theirs)
    assert "iVBORw0KGgo=" in str(theirs)
    [text] = [cell.source for cell in made.cells if "evil_prose" in cell.source]
    assert text.startswith("```text\n")
    assert text.endswith("\n```")


def test_grading_again_gives_the_same_in_every_byte(graded_of, wrong) -> None:
    """Apart from how long it took, results and notebooks do not differ."""
    again = graded_of("wrong", WRONG)
    assert again.notebook == wrong.notebook
    assert timeless(again.result) == timeless(wrong.result)


def test_a_check_that_fails_by_itself_stops_nobody(graded_of, monkeypatch) -> None:
    """The exercise has 0 points with the reason, somebody is told, the others are graded."""

    def broken(name: str, _seed: str, **_: bool):
        def check(student):
            raise ZeroDivisionError("a fault in the check")

        return check if name == "actions" else hidden_check(name)

    monkeypatch.setattr(ours, "hidden_check", broken)
    result = graded_of("unlucky", RIGHT).result
    assert [one.points for one in result.exercises] == [2, 0, 3]
    assert "could not be finished (ZeroDivisionError)" in result.exercises[1].message
    assert any("failed by itself" in note for note in result.notes)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", ["x = f(x)\n", "f = lambda: x; "])
def test_a_cell_is_sliced_in_proportion_to_its_length(what: str) -> None:
    """49,000 short lines take a few seconds; a text of all lines for each took minutes."""
    took, many = [], 49_000 if what.endswith("\n") else 4_900
    for several in (many // 4, many):
        source, began = what * several, time.process_time()
        used = names_used([Part(0, source, names_in(source), own=True)])
        took.append(time.process_time() - began)
    assert took[1] < min(20, 8 * took[0] + 0.1)
    assert used in ({"x": {"f", "x"}}, {"f": {"x"}})


def test_what_jupyterlab_leaves_behind_is_no_lesson(root: Path) -> None:
    """Its copies of notebooks, and notebooks without a name, lie among the lessons."""
    for name in (".ipynb_checkpoints/01_small-checkpoint", "01_small/Untitled"):
        path = root / "notebooks" / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}", encoding="utf-8")
    assert lesson_names(root) == [LESSON]


CASES = """\
HINTS = ("Which bits are set?", "xor")


def hidden(rng):
    \"\"\"Cases.\"\"\"
    return [1, 2]  # heaps
"""
FILES = {
    "autograder_tests/02_nim/nim_sum.py": CASES,
    "autograder_tests/02_nim/nim_sum_answers.py": "# %% right: xor\n",
    "autograder_tests/hostile/attacks.py": "BLUE = 1\n",
    "course_tools/grader/judge/grading.py": "BLUE = 1\n",
    "course_tools/grader/sandbox/inside/shell.py": "BLUE = 1\n",
    "course_tools/grader/classroom/run.py": "BLUE = 1\n",
    "course_lib/lessons/lesson_02/exercises/nim_sum.json": '{"hints": ["xor"], "groups": [1]}',
    "solutions/02_nim.py": "# %% [markdown]\n# Heaps\n",
}


@pytest.mark.parametrize(
    ("name", "old", "new", "decides"),
    [
        ("nim_sum.py", "Which bits", "Which of the bits", False),
        ("nim_sum.py", "Cases.", "All cases.", False),
        ("nim_sum.py", "  # heaps", "\n    # of heaps\n", False),
        ("nim_sum.py", "[1, 2]", "[1, 3]", True),
        ("nim_sum.py", "[1, 2]", "[True, 2]", True),
        ("nim_sum.py", "[1, 2]", "(1, 2)", True),
        ("nim_sum.py", "hidden(rng)", "visible(rng)", True),
        ("nim_sum_answers.py", "xor", "a loop", False),
        (".ipynb_checkpoints/nim_sum-checkpoint.py", "", "x = 1", False),
        ("other.py", "", "x = 1", True),
        ("attacks.py", "1", "2", False),
        ("judge/grading.py", "1", "2", True),
        ("inside/shell.py", "1", "2", True),
        ("classroom/run.py", "1", "2", False),
        ("nim_sum.json", '"xor"', '"xor", "or"', False),
        ("nim_sum.json", "[1]", "[2]", True),
        ("02_nim.py", "Heaps", "Piles", False),
        ("02_nim.py", "# Heaps", "# Heaps\n\n# %%\nx = 1", True),
    ],
)
def test_what_decides_no_grade_regrades_nobody(tmp_path, name, old, new, decides) -> None:
    """Hints, answers, attacks, comments and JupyterLab's copies don't; `judge` and cases do."""
    for place, text in FILES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, "utf-8")
    before = course_fingerprint(tmp_path)
    known = [place for place in FILES if place.endswith(f"/{name}")]
    path = tmp_path / (known[0] if known else f"autograder_tests/02_nim/{name}")
    path.parent.mkdir(exist_ok=True)
    text = FILES[known[0]] if known else ""
    assert old in text
    path.write_text(text.replace(old, new) if old else new, "utf-8")
    assert (course_fingerprint(tmp_path) != before) == decides


def test_a_file_that_cant_be_written_leaves_the_old_one(tmp_path) -> None:
    """There is a sentence with the reason, the old content, and nothing half."""
    path = tmp_path / "a" / "file.json"
    write_whole(path, b"old")
    blocked = path / "below"
    with pytest.raises(
        CantWriteError, match=r"below could not be written: .*(not a folder|exists)"
    ):
        write_whole(blocked, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in path.parent.iterdir()] == ["file.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such rights")
def test_a_private_file_is_private_while_it_is_written(tmp_path, monkeypatch) -> None:
    """Nobody else can open it in the moment before its rights are set."""
    seen = []
    settle = os.fsync

    def looked(handle: int) -> None:
        seen.append(stat.filemode(os.fstat(handle).st_mode))
        settle(handle)

    monkeypatch.setattr(os, "fsync", looked)
    write_whole(tmp_path / "token", b"secret", private=True)
    assert seen[0] == stat.filemode((tmp_path / "token").stat().st_mode) == "-rw-------"


@pytest.mark.slow
def test_several_at_once_give_what_one_alone_gives(root, lesson, sandbox, monkeypatch) -> None:
    """A worker that is killed takes nothing with it: its submission is tried once more."""
    begun = []
    start = Processes._begun
    monkeypatch.setattr(
        Processes, "_begun", lambda pool: begun.append(process := start(pool)) or process
    )
    class_ = [handed_in(root, f"many{at}", WRONG if at % 2 else RIGHT) for at in range(3)]
    killed = False
    found = {}
    for submission, outcome in all_graded(class_, {LESSON: lesson}, Setting(), workers=2):
        assert not outcome.lost
        found[submission.student] = points(outcome)
        if not killed:
            killed = True
            for process in begun:
                process.kill()
    alone = {one.student: points(graded(one, lesson, sandbox)) for one in class_}
    assert found == alone
    assert len(set(begun)) > 2
    assert all(process.poll() is not None for process in begun)


@pytest.mark.programs
def test_a_submission_that_ends_every_worker_gets_no_points(root, lesson, tmp_path) -> None:
    """After two tries it is given up with a reason; a file that is gone fails at once."""
    submission = handed_in(root, "gone", RIGHT)
    submission.notebook.unlink()
    [(_, outcome)] = all_graded([submission], {LESSON: lesson}, Setting())
    assert outcome.lost
    assert "FileNotFoundError" in outcome.result.exercises[0].message
    for function, argument, seconds in (("os:_exit", 3, 60), ("time:sleep", 60, 0.5)):
        processes = Processes(function)
        with pytest.raises(LostError, match="came to its end twice"):
            processes.call(argument, seconds)
        processes.close()
