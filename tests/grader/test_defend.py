"""`defend` and `course defend`: one right answer each, from the student's own code, on paper."""

import csv
import re
import shutil
from dataclasses import replace
from functools import cache
from itertools import combinations
from operator import ne
from random import Random

import nbformat
import pytest
from console import course
from defend_recount import Recount, recounted
from toy_course import ROOT

from autograder_tests.bank import entries
from autograder_tests.submissions import submission
from course_lib.questions import defending
from course_lib.questions.changing import changes
from course_lib.questions.defending import defend, interview
from course_lib.questions.observing import SERVED
from course_lib.questions.scenes import new_scene
from course_lib.questions.seen import Seen, seen_here
from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.records import NOTEBOOK, Results
from course_tools.grader.judge.result import GRADED, NO_NOTEBOOK, ExerciseGrade, Result
from course_tools.grader.judge.tasks import graded_lesson
from course_tools.grader.papers.defend import Defence, Job, _with_cuts, defences, made, program
from course_tools.grader.papers.defend_pages import written
from course_tools.grader.sandbox import Sandbox

LESSON = "03_alpha_beta"

ABOUT_THE_TREE = {"leaves", "result", "parting", "origin"}
"""Questions whose answer depends on the tree, not only on the lines of the function."""


def asked_of(source, name, rng):
    """Five questions about this source, whose runs are made here."""

    def run(tries):
        return [seen_here(one, name, scene) for one, scene in tries]

    return interview(source.strip(), name, rng, run, _with_cuts)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("trees", "some", "least"),
    [(1, slice(1, None, 3), 350), pytest.param(9, slice(None), 10_000, marks=pytest.mark.slow)],
)
def test_every_key_is_what_a_recount_finds(trees, some, least):
    """Right and wrong programs of the bank: settrace, a noting game and edited lines agree.

    Whatever the program, two of five questions depend on its lines.
    """
    count, wrong = 0, []
    for name in SERVED:
        for one in entries(name)[some]:
            for at in range(trees):
                seen, asked = asked_of(one.source, name, Random(f"{at} {one.name}"))
                run = Recount(seen.source, name, seen.game.tree, seen.scene.given)
                count += len(asked)
                assert sum(each.name not in ABOUT_THE_TREE for each in asked) >= 2 or len(asked) < 5
                answers = [(each, recounted(seen, each, run)) for each in asked]
                wrong += [(one.name, each, key) for each, key in answers if each.answer != key]
    assert count > least
    assert wrong == []


def test_a_recount_refutes_a_false_key():
    """A key with another leaf, line or number is found out."""
    [one, *_] = [one for one in entries("alphabeta") if one.right]
    seen, asked = asked_of(one.source, "alphabeta", Random(5))
    for each in asked:
        assert recounted(seen, each) != re.sub(r"[abc]+\b|\d", "7", each.answer)


RIGHT = [one for one in entries("alphabeta") if one.right]


@pytest.mark.parametrize("name", SERVED)
def test_pairs_of_students_have_different_keys(name):
    """Of a class with one program in common, 95 % of pairs differ in three questions or more.

    All pairs differ somewhere, and no question has one key for most of the class.
    """
    source = next(one.source for one in entries(name) if one.right)
    pages = [asked_of(source, name, Random(f"s {at}")).asked for at in range(16)]
    assert max(sum(each.name == "lines" for each in page) for page in pages) <= 1
    keys = [tuple(each.answer for each in page) for page in pages]
    pairs = [sum(map(ne, *pair)) for pair in combinations(keys, 2)]
    assert min(pairs) >= 1
    assert sum(differ >= 3 for differ in pairs) >= 0.95 * len(pairs)
    for of_one_question in zip(*keys, strict=True):
        assert max(map(of_one_question.count, of_one_question)) <= len(keys) / 2


def test_a_change_keeps_the_layout_and_says_what_it_is():
    """A sign is turned, a number grows, or a line is deleted; the rest stays as it is typed."""
    source = "def f( a,b ):\n    best = -1 # low\n    if a>=b  and a:\n        return max(a,  b)\n"
    said = {str(one.said) for one in changes(source, {2, 3, 4})}
    assert said == {
        "line 2 were `best = 1 # low`",
        "line 2 were `best = -2 # low`",
        "line 2 were deleted",
        "line 3 were `if a>b  and a:`",
        "line 3 were `if a>=b  or a:`",
        "line 4 were `return min(a,  b)`",
        "line 4 were deleted",
    }


def test_defend_in_a_notebook_asks_about_the_notebooks_function(monkeypatch):
    """Five questions with answers to unfold."""
    names = {}
    exec(RIGHT[0].source, names)  # noqa: S102 - the bank is ours
    source = RIGHT[0].source
    monkeypatch.setattr(defending, "callers_names", lambda: names)
    monkeypatch.setattr(defending, "source_of", lambda name, _: source)
    shown = defend("alphabeta")
    assert shown._repr_html_().count("<details>") == 5
    assert repr(shown) != repr(defend("alphabeta"))


@pytest.mark.parametrize(
    "lie",
    [
        {"lines": [(99, 0)]},
        {"lines": [("<b>", 0)]},
        {"calls": [("not_there", (), {}, 1, True, -1)]},
        {"calls": [("f", (), {"<script>": 1}, 1, True, -1)]},
        {"end": "<script>"},
        "a text",
    ],
)
def test_what_a_process_says_of_itself_is_checked(lie):
    """Lines, functions and names that are not in the source make no page."""
    source, scene = "def f():\n    return 1\n", new_scene("alphabeta", Random(1))
    data = {"lines": [], "calls": [], "end": "value", "value": 1}
    Seen(source, "f", scene, (), data)
    with pytest.raises(ValueError, match="told"):
        Seen(source, "f", scene, (), data | lie if isinstance(lie, dict) else lie)


# --- in the sandbox, and on paper -----------------------------------------------------------------


@cache
def lesson(name=LESSON):
    """The lesson as it is handed out."""
    return graded_lesson(name, ROOT)


def handed_in(source, exercise="alphabeta", name=LESSON):
    """A notebook with this answer to an exercise."""
    return nbformat.writes(submission(lesson(name).released, {exercise: source})).encode()


@pytest.fixture
def page_of(monkeypatch):
    """Makes the page of whoever has handed in this source, in a sandbox."""
    with Sandbox(ROOT) as sandbox:
        monkeypatch.setattr("course_tools.grader.papers.defend._sandbox", lambda: sandbox)
        yield lambda source, exercise="alphabeta", name=LESSON: made(
            Job(
                Defence("ada", "", name, exercise),
                handed_in(source, exercise, name),
                lesson(name).raw,
                "ada",
            )
        )


HOSTILE = {
    "endless at the top": "while True:\n    pass\n",
    "it ends its process": "import os\nos._exit(1)\n",
    "it ends its process when called": "    import os\n    os._exit(1)\n",
    "it sleeps": "    import time\n    time.sleep(9)\n",
    "HTML in a text": '    return "<script>alert(1)</script></pre>"\n',
}


@pytest.mark.needs("bubblewrap or deno")
def test_hostile_programs_cost_only_their_own_page(page_of):
    """An endless or crashing one has a page with a note; its text is escaped on every page."""
    for what, lines in HOSTILE.items():
        body = lines if lines.startswith(" ") else "    return total\n"
        source = f"def alphabeta(game, state, alpha=0, beta=0):\n{body}"
        if not lines.startswith(" "):
            source = f"total = 1\n{lines.replace('pass', 'total += 1')}\n{source}"
        page = page_of(source)
        assert page.note or page.asked, what
        for key in (True, False):
            assert "<script>" not in written([page], key=key)
    assert len(page_of(RIGHT[0].source).asked) == 5


PEEKS = """
import gc, os
def alphabeta(game, state, alpha=0, beta=0):
    seen = [one for one in gc.get_objects() if isinstance(one, tuple)]
    leaves = [game.game.tree, os.listdir("."), len(seen) > 0]
    return str(leaves)
"""


@pytest.mark.needs("bubblewrap or deno")
def test_a_program_in_the_sandbox_sees_no_number_that_it_has_not_asked_for(page_of):
    """The tree has its shape there and a 0 at each leaf: who prints it learns nothing."""
    page = page_of(PEEKS)
    assert page.seen.leaves == ()
    numbers = set(re.findall(r"\d+", str(page.seen.value).split("]")[0]))
    assert numbers <= {"0"}


FORGES = """
import sys
import course_lib.questions.observing as seen

def alphabeta(game, state, alpha=0, beta=0):
    data = {"calls": [], "lines": [], "end": "value", "value": 4, "leaves": [[0, 0, 0]]}
    forged = lambda *more: data
    seen.observed = sys.modules["__main__"].observed = forged
    return 4
"""


@pytest.mark.needs("bubblewrap or deno")
def test_a_program_that_forges_what_is_seen_of_it_has_looked_at_no_leaf(page_of):
    """Leaves are counted where the numbers are, whatever its process says."""
    page = page_of(FORGES)
    assert not page.asked
    assert "looks at no leaf" in page.note


LESSONS = {
    "select": "05_monte_carlo_tree_search",
    "proven_winner": "07_solving_games",
}


@pytest.mark.needs("bubblewrap or deno")
@pytest.mark.parametrize(("exercise", "name"), LESSONS.items())
def test_other_lessons_have_pages_from_a_notebook(page_of, exercise, name):
    """Five questions, right keys, and what it is called with."""
    source = next(one.source for one in entries(exercise) if one.right)
    page = page_of(source, exercise, name)
    assert len(page.asked) == 5
    for each in page.asked:
        assert each.answer == recounted(page.seen, each)
    html = written([page], key=False)
    assert ("ln N / n" in html, "MAX wins at" in html) == (
        exercise == "select",
        exercise == "proven_winner",
    )


@pytest.mark.needs("bubblewrap or deno")
def test_a_function_about_no_tree_is_asked_about_in_calls(page_of):
    """The sandbox makes the same page as a notebook: calls with letters, and five questions."""
    source = next(one.source for one in entries("nim_sum") if one.right)
    page = page_of(source, "nim_sum", "02_minimax")
    assert page.asked == asked_of(page.seen.source, "nim_sum", Random("ada")).asked
    assert len(page.asked) == 5
    for key in (True, False):
        html = written([page], key=key)
        assert f"A   {page.seen.scene.lines[0]}" in html
        assert "<svg" in html.split("</header>")[0]
        assert "<svg" not in html.split("</header>")[1]


@pytest.mark.needs("bubblewrap or deno")
def test_where_nothing_can_be_asked_another_function_is(page_of):
    """A minimax on boards runs too many lines for a pencil; what else has passed is asked about."""
    right = {
        name: next(one.source for one in entries(name) if one.right)
        for name in ("minimax", "nim_sum")
    }
    notebook = nbformat.writes(submission(lesson("02_minimax").released, right)).encode()
    subject, raw = Defence("ada", "", "02_minimax", "minimax"), lesson("02_minimax").raw
    alone = made(Job(subject, notebook, raw, "ada"))
    assert "too few calls" in alone.note
    page = made(Job(subject, notebook, raw, "ada", [("nim_sum", True)]))
    assert (page.exercise, page.passed, len(page.asked)) == ("nim_sum", True, 5)


def test_what_is_not_written_yet_is_not_asked_about():
    """A page with a sentence in place of questions about an error."""
    source = "def alphabeta(game, state):\n    raise NotImplementedError\n"
    with pytest.raises(ValueError, match="not written yet"):
        asked_of(source, "alphabeta", Random(1))


def test_the_program_on_the_page_is_what_the_function_needs():
    """Imports once, helpers and values that it uses; nothing else of the notebook."""
    source = (
        "from math import inf\nfrom math import inf\nlow = -inf\nother = 3\n\n"
        "def help_me(x):\n    return x\n\n\ndef alphabeta(game, state):\n    return help_me(low)\n"
    )
    assert program(handed_in(source), lesson().released, "alphabeta") == (
        "from math import inf\nlow = -inf\n\ndef help_me(x):\n    return x\n\n"
        "def alphabeta(game, state):\n    return help_me(low)"
    )


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def graded_class(tmp_path):
    """A class of three that was graded: two passed, one didn't and has passed an earlier lesson."""
    for part in ("notebooks", "solutions"):
        for name in ("02_minimax", LESSON):
            shutil.copytree(ROOT / part / name, tmp_path / part / name)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    (tmp_path / "course.toml").write_text('seed = "ours"\n', encoding="utf-8")
    kept = Results(tmp_path / "grading" / "results")
    (tmp_path / "grading").mkdir(exist_ok=True)
    first = graded_lesson("02_minimax", tmp_path)
    [easy, *_] = [one for one in entries("minimax_value") if one.right]
    with_easy = nbformat.writes(submission(first.released, {"minimax_value": easy.source}))
    book = Gradebook(tmp_path)
    for name in ("02_minimax", LESSON):
        book.register(graded_lesson(name, tmp_path))
    for who, points in (("ada", 6.0), ("ben", 6.0), ("cleo", 2.0)):
        done = ExerciseGrade("alphabeta", points, 6.0, "correct", source=RIGHT[0].source)
        before = ExerciseGrade("minimax_value", 4.0, 4.0, "correct", source=easy.source)
        for name, grade, text in (
            (LESSON, done, handed_in(RIGHT[0].source).decode()),
            ("02_minimax", before, with_easy),
        ):
            result = Result(who, name, GRADED, (grade,))
            kept.write(result, b'{"cells": []}', {NOTEBOOK: text.encode()})
            book.record([result], lambda *_: 0.0)
    book.close()
    kept.write(Result("eve", LESSON, NO_NOTEBOOK, ()), None)  # who is absent has no page
    return tmp_path


@pytest.mark.needs("bubblewrap or deno")
def test_who_has_passed_a_single_line_is_asked_about_what_is_still_wrong(graded_class):
    """Of a function without a loop nothing can be asked."""
    line = "def least_leaves(branching, depth):\n    return branching ** depth\n"
    source = {"least_leaves": line, "alphabeta": RIGHT[0].source}
    notebook = nbformat.writes(submission(lesson().released, source)).encode()
    grades = (
        ExerciseGrade("alphabeta", 2.0, 6.0, "wrong", source=RIGHT[0].source),
        ExerciseGrade("least_leaves", 1.0, 1.0, "correct", source=line),
    )
    kept = Results(graded_class / "grading" / "results")
    kept.write(Result("dora", LESSON, GRADED, grades), b'{"cells": []}', {NOTEBOOK: notebook})
    _, [page] = defences(graded_class, "03", 1, "dora")
    assert (page.exercise, page.passed, len(page.asked)) == ("alphabeta", False, 5)


@pytest.mark.needs("bubblewrap or deno")
def test_a_class_from_grading_to_points(graded_class):
    """Pages and key, a table to fill in, and points that arrive as comment and points by hand."""
    root = ["--root", str(graded_class), "--workers", "1"]
    done = course("defend", *root, "--paper", "letter")
    assert done.code == 0, done
    folder = graded_class / "grading" / "defend" / LESSON
    pages = (folder / "pages.html").read_text(encoding="utf-8")
    assert pages.count("<section") == 3
    assert "ada" not in re.sub(r"<svg.*?</svg>", "", pages)
    assert "size: letter" in pages
    assert "ada" in (folder / "key.html").read_text(encoding="utf-8")
    text = (folder / "points.csv").read_text(encoding="utf-8-sig")
    lines = list(csv.DictReader(text.splitlines()))
    assert {line["student"]: line["exercise"] for line in lines} == {
        "ada": "alphabeta",
        "ben": "alphabeta",
        "cleo": "minimax_value",
    }
    for line in lines:
        if line["student"] == "ada":
            line |= {"q1": "1", "q2": "0.5", "q3": "1", "q4": "0", "q5": "1"}
        if line["student"] == "ben":
            line |= {"q1": "1", "points": "5", "comment": "weiß, was gilt"}
    # As a German Excel saves it, and then somebody more is graded, first in the alphabet.
    with (folder / "points.csv").open("w", encoding="cp1252", newline="") as file:
        table = csv.DictWriter(file, lines[0], delimiter=";")
        table.writeheader()
        table.writerows(lines)
    kept = Results(graded_class / "grading" / "results")
    kept.write(replace(kept.read(LESSON, "ben"), student="abe"), None)
    assert course("defend", *root).code == 1, "of abe there is no notebook"
    text = (folder / "points.csv").read_text(encoding="utf-8-sig")
    numbers = {line["student"]: line["number"] for line in csv.DictReader(text.splitlines())}
    assert numbers == {line["student"]: line["number"] for line in lines} | {"abe": "4"}
    more = folder / "more.csv"
    more.write_text(text.replace('5,"weiß', '7,"weiß'), encoding="utf-8")
    done = course("defend", "--enter", str(more), "--root", str(graded_class))
    assert done.code == 2
    assert "points should be a number from 0 to 6; found '7'" in done.err
    for _ in range(2):  # the second time takes the place of the first
        done = course("defend", "--enter", str(folder / "points.csv"), "--root", str(graded_class))
        assert done.code == 0, done
    book = Gradebook(graded_class)
    found = book.standings(LESSON)
    book.close()
    assert found["ada"].comments == {"alphabeta": "Conversation: 3.5 of 5."}
    assert found["ada"].by_hand == {}
    assert found["ben"].comments == {"alphabeta": "Conversation: 1 of 1. weiß, was gilt"}
    assert found["ben"].by_hand == {"alphabeta": 5.0}
    assert course("defend", "ada", *root).code == 0
    assert (folder / "ada" / "key.html").read_text("utf-8").count("Listen for:") == 5
    for file in (graded_class / "grading" / "results" / LESSON).glob("[be][ev][ne]*"):
        file.unlink()
    done = course("defend", "ben", *root)
    assert done.code == 2
    assert f"ben was not graded for {LESSON}, only: abe, ada, cleo." in done.err
    course("defend", *root)
    text = (folder / "points.csv").read_text(encoding="utf-8-sig")
    assert "weiß, was gilt" in text, "what was filled in stays, also of somebody without a result"
