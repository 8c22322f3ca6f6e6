"""`course grade`: a class is graded, never half, and the same command again goes on."""

import csv
import json
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path

import nbformat
import pytest
from console import Done, course, ran
from grading_class import (
    LESSON,
    RIGHT,
    WRONG,
    course_of,
    grade_words,
    gradebook_of,
    handed_in,
    scores,
    small_course,
    table_of,
)
from submissions import nbgrader

from course_lib.checks.cases import SEED
from course_tools.files import only_one
from course_tools.grader.classroom import run
from course_tools.grader.classroom.exports import as_csv
from course_tools.grader.classroom.gradebook import said_in
from course_tools.grader.classroom.records import Results
from course_tools.grader.classroom.run import Order, grade_class
from course_tools.grader.judge.grading import failed

# All copy one graded class, which takes longer than most of what is done to it.
pytestmark = [
    pytest.mark.needs("bubblewrap or deno"),
    pytest.mark.programs,
    pytest.mark.xdist_group("graded class"),
    pytest.mark.usefixtures("warm_graders"),
]

CLASS = {
    "ada": RIGHT,
    "bob": WRONG,
    "cyd": {},
    "dan": WRONG | {"winner": RIGHT["winner"]},
    "eve": RIGHT | {"player": "import os\n\n\ndef player(board):\n    os._exit(0)\n"},
    "fay": RIGHT | {"actions": WRONG["actions"]},
}
GRADES = {"ada": 7, "bob": 2.25, "cyd": 0, "dan": 3, "eve": 5, "fay": 5}


def grade(root: Path, *more: str) -> Done:
    """The command after its end, in this process, with one worker."""
    return course(*grade_words(root, "--workers", "1", *more)[3:])


def totals(root: Path) -> dict[str, float]:
    """What `grades.csv` says that each student gets."""
    return {row["student"]: float(row["total"]) for row in table_of(root)}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> Path:
    """A course whose class has handed in, and nothing is graded yet."""
    return course_of(tmp_path_factory.mktemp("course"), CLASS)


@pytest.fixture(scope="module")
def done(fresh: Path, tmp_path_factory) -> Path:
    """The same course after `course grade`."""
    root = Path(shutil.copytree(fresh, tmp_path_factory.mktemp("done") / "course"))
    command = grade_words(root, "--workers", "1")
    finished = ran(*command)
    assert finished.returncode == 1, finished.stderr  # eve's code ends its process: a look
    assert "eve" in finished.stdout.partition("Please look at:")[2]
    return root


@pytest.fixture
def copy(done: Path, tmp_path: Path) -> Path:
    """A copy of the graded course, to do something to."""
    return Path(shutil.copytree(done, tmp_path / "course"))


def only(root: Path, students: Sequence[str]) -> Path:
    """The course in which only these have handed in, and nothing is graded."""
    shutil.rmtree(root / "grading")
    for folder in (root / "class").iterdir():
        if folder.name not in students:
            shutil.rmtree(folder)
    return root


def test_everybody_gets_what_they_have_earned(done: Path) -> None:
    """The table, the gradebook and the files for Moodle and Canvas say the same."""
    assert totals(done) == scores(done) == GRADES
    for name, column in (("moodle", "ID number"), ("canvas", "SIS Login ID")):
        text = (done / "grading" / f"grades_{name}.csv").read_text("utf-8")
        rows = [row for row in csv.DictReader(text.splitlines()) if row[column]]
        assert {row[column]: float(row[LESSON]) for row in rows} == GRADES


def test_nbgraders_folders_hold_what_was_handed_in_and_what_came_of_it(copy: Path) -> None:
    """Once somebody asks for them: each submission's cells, and a notebook with outputs."""
    assert {path.suffix for path in (copy / "grading" / "results" / LESSON).iterdir()} == {
        ".json",
        ".zip",
    }
    assert not (copy / "grading" / "autograded").exists()
    assert "0 graded, 6 unchanged" in grade(copy, "--nbgrader").out
    for student in CLASS:
        submitted = copy / "grading" / "submitted" / student / LESSON / f"{LESSON}.ipynb"
        came = nbformat.read(copy / "class" / student / f"{LESSON}.ipynb", as_version=4)
        cells = nbformat.read(submitted, as_version=4).cells
        assert [(one.id, one.source) for one in cells] == [
            (one.id, one.source) for one in came.cells
        ]
        shown = copy / "grading" / "autograded" / student / LESSON / f"{LESSON}.ipynb"
        assert "course-verdict" in shown.read_text("utf-8")
        nbformat.validate(nbformat.read(shown, as_version=4))
    assert not (copy / "grading" / "intake").exists()
    shown = list((copy / "grading" / "autograded").rglob("*.ipynb"))
    before = {path: path.stat().st_mtime_ns for path in shown}
    handed_in(copy, "bob", WRONG | {"player": RIGHT["player"]})
    assert "1 graded, 5 unchanged" in grade(copy).out
    [again] = [path for path in shown if path.stat().st_mtime_ns != before[path]]
    assert "bob" in again.parts


def test_without_a_folder_what_is_kept_is_graded_again(copy: Path) -> None:
    """The zips of a platform may be gone; their times and notebooks are kept."""
    shutil.rmtree(copy / "class")
    again = course("grade", "--root", str(copy), "--again")
    assert "6 graded, 0 unchanged" in again.out
    assert totals(copy) == scores(copy) == GRADES


def test_a_new_answer_changes_its_grade_and_says_why(copy: Path) -> None:
    """Only that student's points change, and the old and the new reason are told and kept."""
    handed_in(copy, "bob", WRONG | {"player": RIGHT["player"]})
    finished = grade(copy)
    assert totals(copy) == scores(copy) == GRADES | {"bob": 4.25}
    assert f"bob, {LESSON}, player: 0 -> 2" in finished.out
    assert "before: wrong:" in finished.out
    assert "1 graded, 5 unchanged since the last time." in finished.out
    [line] = (copy / "grading" / "changes.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["after"] == 2
    assert (copy / "grading" / "backups" / "gradebook-0001.db").is_file()


def test_what_is_lost_beside_the_results_comes_back(copy: Path) -> None:
    """Without gradebook and folders, the results that are kept are enough."""
    (copy / "grading" / "gradebook.db").unlink()
    damaged = copy / "grading" / "results" / LESSON / "ada.json"
    damaged.write_text(damaged.read_text("utf-8")[:300], "utf-8")
    grade(copy, "--nbgrader")
    assert totals(copy) == scores(copy) == GRADES
    assert (copy / "grading" / "autograded" / "dan" / LESSON / f"{LESSON}.ipynb").is_file()
    assert (copy / "grading" / "submitted" / "dan" / LESSON / f"{LESSON}.ipynb").is_file()


def test_where_nothing_has_changed_nothing_is_read(copy: Path, monkeypatch) -> None:
    """What was said is said again; a new file, points by hand and a lost page are all noticed."""
    for path in (copy / "class").rglob("*"):
        os.utime(path, (1e9, 1e9))  # what is new could change once more within the same tick
    before = grade(copy)
    with monkeypatch.context() as patched:
        patched.setattr(run, "planned", None)
        assert (grade(copy).out, grade(copy).code) == (before.out, before.code)
    work, kept = copy / "class" / "bob" / f"{LESSON}.ipynb", copy / "grading"
    page, book = kept / "feedback" / "ada.html", kept / "gradebook.db"
    for change in (work.touch, page.unlink, book.touch):
        change()
        with monkeypatch.context() as patched:
            patched.setattr(run, "planned", None)
            with pytest.raises(TypeError):
                grade(copy)
        grade(copy)


def test_no_old_points_stay_where_grading_again_fails(copy: Path, monkeypatch) -> None:
    """Results, gradebook and the notebook to look at say 0 and why; the next run mends it."""

    def failing(submissions, lessons, *where):
        for one in submissions:
            yield one, failed(one, lessons[one.lesson], "a fault was planted")

    for student in CLASS.keys() - {"ada", "cyd"}:
        shutil.rmtree(copy / "class" / student)
    order = Order(copy, copy / "class", again=True)
    with monkeypatch.context() as patched:
        patched.setattr(run, "all_graded", failing)
        finished = grade_class(order)
    assert {row.result.student: row.total for row in finished.rows} == scores(copy)
    assert scores(copy) == GRADES | {"ada": 0, "cyd": 0}
    shown = Results(copy / "grading" / "results").graded(LESSON, "ada")
    assert b"a fault was planted" in shown
    assert [one.after for one in finished.changes if one.student == "cyd"] == []
    assert any(one.startswith("ada, ") for one in finished.needs_a_look)
    grade_class(replace(order, again=False))
    assert totals(copy) == scores(copy) == GRADES


def test_what_was_graded_before_stays_on_pages_and_in_tables(copy: Path) -> None:
    """Another lesson, or one student who hands in later, takes nothing away from the others.

    Nor does a rule for late work change what being late has cost before.
    """
    more, beside = copy / "more" / "ada", copy / "grading" / "results" / LESSON / "bob.json"
    small_course(copy, ("terminal",), "02_other")
    shutil.move(handed_in(copy, "ada", {}, "02_other").notebook, more.mkdir(parents=True) or more)
    page = copy / "grading" / "feedback" / "ada.html"
    command = ["grade", str(more.parent), "--root", str(copy)]
    late = json.loads(beside.read_text("utf-8")) | {"days_late": 1, "full_name": "Bob B"}
    beside.write_text(json.dumps(late), "utf-8")
    rules = f"seed = '{SEED}'\n[late]\nper_day = 1\n[lessons.02]\ndue = '2026-11-20'"
    (copy / "course.toml").write_text(rules, "utf-8")
    finished = course(*command)
    assert totals(copy) == GRADES | {"ada": 0}
    assert [row["student"] for row in table_of(copy)] == [*CLASS, "ada"]
    assert "02_other: 1 graded, 0 unchanged since the last time." in finished.out
    assert "Pages and tables also keep 6 from earlier runs." in finished.out
    assert not re.search(f"^bob +{LESSON}", finished.out, re.MULTILINE)
    assert f"eve, {LESSON}: " in finished.out, "it still needs a look"
    assert all(name in page.read_text("utf-8") for name in ("winner", "terminal"))
    people = copy / "people.csv"
    people.write_text("id\nfay\nada\nbob\ncyd\ndan\n", "utf-8")
    handed_in(copy, "ada", RIGHT | {"player": WRONG["player"]})
    again = copy / "late"
    shutil.copytree(copy / "class" / "ada", again / "ada")
    command[1] = str(again)
    as_json = course(*command, "--class-list", str(people), "--json")
    told = json.loads(as_json.out)
    assert told["exit"] == as_json.code == 1
    assert {one["student"]: one["points"] for one in told["grades"] if one["lesson"] == LESSON} == (
        GRADES | {"ada": 5}
    )
    assert (told["lessons"], told["graded"]) == ([LESSON], 1)
    assert not any("Nothing came" in one for one in told["needs_a_look"])
    [unlisted] = [one for one in told["needs_a_look"] if one.startswith("Results of earlier runs")]
    assert "are kept of eve, and the class list has no such name" in unlisted
    report = (copy / "grading" / "report.html").read_text("utf-8")
    table = report.partition("All students")[2]
    assert table.index("fay.html") < table.index("ada.html") < table.index("bob.html")
    command[1:2] = []
    assert "7 unchanged" in course(*command).out
    assert {row["full_name"] for row in table_of(copy) if row["student"] == "bob"} == {"Bob B"}


def test_nothing_in_a_table_is_taken_for_a_formula() -> None:
    """A name that begins like a formula is written as words."""
    assert as_csv([["=1+1", "@name", -2, "a,b"]]) == "'=1+1,'@name,-2,\"a,b\"\r\n"


def test_a_second_grader_is_refused(copy: Path) -> None:
    """It says which process is at work, changes nothing, and its exit code is 2."""
    with only_one(copy / "grading"):
        finished = grade(copy)
    assert finished.code == 2
    assert re.search(r"another `course grade` is at work .*process \d+", finished.err)
    assert grade(copy).code == 1


WHOLE = """
"$@"
echo "exit $?"
for file in $(find grading/results -name "*.json" 2> /dev/null); do
    python3 -m json.tool "$file" > /dev/null || echo HALF
done
find grading -name "*unfinished"
"""


BOX = "bwrap --bind / / --dev-bind /dev /dev"
FULL = [
    (f"{BOX} --size 100000 --tmpfs HERE", 2, "the disk is full"),
    (f"{BOX} --size 600000 --tmpfs HERE", 1, "the disk is full"),
    ("prlimit --fsize=1000", 2, "could not be written: File too large"),
    ("prlimit --fsize=40000", 2, "gradebook.db could not be written: File too large"),
    ("prlimit --fsize=120000", 2, "gradebook.db could not be written: File too large"),
]
DISKS = [
    (f"{BOX} --ro-bind HERE HERE", 2, "can only be read"),
    *(pytest.param(*disk, marks=pytest.mark.slow) for disk in FULL),
]
"""How much can be written, how large a file may be; how grading ends there, and what it says."""


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize(("disk", "code", "why"), DISKS)
def test_a_disk_that_takes_no_more_is_a_clear_sentence(copy: Path, disk, code: int, why) -> None:
    """There is no half file and no stack trace, whether it is full at once or in the middle.

    With room again, the same command grades everybody.
    """
    if "fsize" in disk:
        shutil.rmtree(copy / "grading")
    box = disk.replace("HERE", str(copy / "grading")).split()
    finished = ran(*box, "sh", "-c", WHOLE, "sh", *grade_words(copy, "--again"), cwd=copy)
    assert finished.stdout.splitlines()[-1] == f"exit {code}", finished.stdout + finished.stderr
    assert why in finished.stdout + finished.stderr
    assert "Traceback" not in finished.stderr
    grade(copy)
    assert totals(copy) == scores(copy) == GRADES


def test_all_well_is_exit_code_0(copy: Path) -> None:
    """With nobody to look at, scripts see that all is graded.

    What came through nbgrader's exchange can go back: both its files lie where it looks for them.
    """
    beside = through_the_exchange(only(copy, ["ada", "cyd"]), "ada")
    finished = grade(copy, "--nbgrader")
    assert (finished.code, totals(copy)) == (0, {"ada": 7, "cyd": 0}), finished.out
    assert "Please look" not in finished.out
    for kind in ("submitted", "autograded"):
        folder = copy / "grading" / kind / "ada" / LESSON
        assert {name: (folder / name).read_text("utf-8") for name in beside} == beside


def test_a_dry_run_lists_and_changes_nothing(copy: Path) -> None:
    """Who would be graded, and all that is odd; no file is written."""
    only(copy, ["ada", "bob"])
    (copy / "class" / "ada" / "notes.txt").write_text("what is this?", "utf-8")
    for notebook in (copy / "class" / "bob").rglob("*.ipynb"):
        notebook.unlink()
    (copy / "class" / "bob" / "notes.txt").write_text("I have lost it.", "utf-8")
    for student, content in (("cyd", b""), ("dan", b"[" * 100_000), ("eve", bytes(range(256)))):
        (copy / "class" / student).mkdir()
        (copy / "class" / student / f"{LESSON}.ipynb").write_bytes(content)
    finished = grade(copy, "--dry-run")
    why = {"ada": "would be graded", "bob": "has no notebook"}
    for student, said in {**why, "cyd": "can't be read: The file is empty."}.items():
        assert f"{student}, {LESSON}: {said}" in finished.out
    assert re.search(rf"ada, {LESSON}: .+\n    \S*ada/\S*{LESSON}\.ipynb, by ", finished.out)
    assert "1 to grade, 3 unreadable, 1 without a notebook, 0 unchanged." in finished.out
    assert finished.code == 1
    assert not (copy / "grading").exists()


def test_whom_canvas_does_not_mark_is_on_time_without_a_word_each(copy: Path) -> None:
    """One sentence says how Canvas tells it; nobody is listed for having come in time."""
    only(copy, ["ada", "bob", "cyd"])
    for number, (student, late) in enumerate({"ada": "", "bob": "", "cyd": "_LATE"}.items(), 1):
        name = f"{student}{late}_1234{number}_67000{number}_{LESSON}.ipynb"
        (copy / "class" / student / f"{LESSON}.ipynb").rename(copy / "class" / name)
        shutil.rmtree(copy / "class" / student)
    due_in(copy, "2026-11-20")
    said = grade(copy, "--dry-run").out
    assert "no record" not in said
    assert said.count("Canvas says only who is late by its own due date") == 1
    assert f"cyd, {LESSON}: would be graded, 1 day late" in said


def test_explain_shows_everything_about_one_student(copy: Path) -> None:
    """The cells that ran, what they showed, each verdict in full; no grade is touched."""
    only(copy, ["ada", "bob"])
    finished = grade(copy, "--explain", "bob")
    assert f"=== bob, {LESSON}: graded" in finished.out
    assert "def player(board):" in finished.out
    assert "player: wrong" in finished.out
    assert not re.search(r"^ *\[ \].*: ?$", finished.out, re.MULTILINE), (
        "a kind that waits for its reason"
    )
    assert "2.25 of 7 points" in finished.out
    spent = re.search(r"^.*\bcells \d.*$", finished.out, re.MULTILINE)
    assert spent, "where its seconds went is said"
    assert all(f"{phase} " in spent[0] for phase in ("hidden cases", "writing"))
    assert not (copy / "grading" / "results").exists()
    right = grade(copy, "--explain", "ada").out
    assert "[did not run]" not in right, "also what ran after hidden cases is shown"
    unknown = grade(copy, "--explain", "zoe")
    assert unknown.code == 2
    assert "only of: ada, bob." in unknown.err


def due_in(folder: Path, time: str, *rules: str) -> None:
    """Say in `course.toml` when work is due, and what being late costs."""
    lines = (f"seed = '{SEED}'", "[lessons.01]", f"due = '{time}'", *rules)
    (folder / "course.toml").write_text("\n".join(lines), "utf-8")


def test_that_nobody_knows_any_time_is_said_once(copy: Path) -> None:
    """A folder of notebooks has no times."""
    only(copy, ["ada", "bob"])
    due_in(copy, "2026-11-20")
    found = grade(copy, "--dry-run").out
    assert found.count("no record of when") == 1


def test_people_have_exceptions_of_their_own(copy: Path) -> None:
    """More time for one student, a notebook for a group, and work that does not count.

    Of those who are excused, and of a group, nobody is missing.
    """
    only(copy, ["ada", "bob"])
    through_the_exchange(copy, "ada")
    people = copy / "class.csv"
    people.write_text("id\nada\nbob\ncyd\nzoe\n", "utf-8")
    (copy / "grading").mkdir(exist_ok=True)
    (copy / "grading" / "people.csv").write_text(
        "id,group,01\nada,team,2026-12-01 12:00+00:00\nbob,,excused\ncyd,team,\nzoe,,excused\n",
        "utf-8",
    )
    (copy / "course.toml").write_text(
        f"seed = '{SEED}'\n[late]\nper_day = 1\n[lessons.01]\ndue = '2026-11-01 12:00+00:00'\n",
        "utf-8",
    )
    dry = grade(copy, "--class-list", str(people), "--dry-run")
    assert "3 to grade, 1 excused, 0 unchanged." in dry.out
    finished = grade(copy, "--class-list", str(people))
    assert "Nothing came" not in dry.out + finished.out
    assert re.search(rf"zoe +{LESSON} +0 of 7 +excused\n", finished.out)
    assert f"zoe, {LESSON}: excused (" in finished.out
    rows = [(row["total"], row["outcome"]) for row in table_of(copy)]
    pages = [copy / "grading" / name for name in ("report.html", "feedback/zoe.html")]
    report, own = (path.read_text("utf-8") for path in pages)
    assert "No notebook was handed in" not in report
    assert ("You are excused from this lesson" in own, "0 of 7" in own) == (True, False)
    assert rows == [("7", "graded"), ("", "excused"), ("0", "graded"), ("", "excused")]
    assert "of whom nothing is known" not in grade(copy).out, "zoe has just handed nothing in"
    (copy / "course.toml").write_text("[lesson.01]", "utf-8")
    refused = grade(copy)
    assert refused.code == 2
    assert "course.toml: the file has 'lesson', which means nothing" in refused.err


def test_old_notebooks_are_not_graded_by(copy: Path) -> None:
    """Not what `course.toml` leaves out, nor an exercise whose points were changed without a build.

    After the build, what changed is the greatest number of points, and the list says so.
    """
    source, choice = copy / "solutions" / f"{LESSON}.py", copy / "course.toml"
    seed, text = choice.read_text("utf-8"), source.read_text("utf-8")
    kept = grade(copy).out
    assert "0 graded, 6 unchanged" in kept
    more = text.replace("points=3", "points=4")
    for leave_out, told, words in (
        ("true", text, f"course.toml leaves out the lesson {LESSON}."),
        ("['player']", text, f"course.toml gives player 0 points, and the notebook of {LESSON}"),
        ("false", more, f"{LESSON}.py gives winner 4 points, and the notebook of {LESSON} still"),
        ("false", text.replace("points=2", "points=1", 1), f"{LESSON}.py gives player 1 point, "),
    ):
        choice.write_text(f"{seed}[lessons.01]\nleave_out = {leave_out}\n", "utf-8")
        source.write_text(told, "utf-8")
        refused = grade(copy, "--lesson", "01")
        assert (refused.code, refused.out) == (2, "")
        assert words in refused.err
    source.write_text(more, "utf-8")
    for notebook in copy.glob(f"*/{LESSON}/{LESSON}.ipynb"):
        built = notebook.read_text("utf-8").replace('"points": 3', '"points": 4')
        notebook.write_text(built, "utf-8")
    for student in (copy / "class").iterdir():
        if student.name != "cyd":
            shutil.rmtree(student)
    [line] = re.findall(r"^cyd.* -> .*$", grade(copy).out, re.MULTILINE)
    assert line == f"cyd, {LESSON}, winner: 0 of 3 -> 0 of 4"


def test_a_week_without_its_sources_leaves_out_what_course_toml_says(copy: Path) -> None:
    """An exercise stays for practice and earns nothing, though the notebook gives it points."""
    (copy / "solutions" / f"{LESSON}.py").unlink()
    choice = copy / "course.toml"
    choice.write_text(f"{choice.read_text('utf-8')}[lessons.01]\nleave_out = ['player']\n", "utf-8")
    said = grade(copy).out
    assert "6 graded, 0 unchanged" in said
    assert {*re.findall(rf"{LESSON}  +[\d.]+ of (\d+)", said)} == {"5"}  # of 6


def test_what_a_rule_would_change_is_told_before_it_does(copy: Path) -> None:
    """By the rules and cases as they are now; gradebook, tables and results stay."""
    for student, day in (("ada", 20), ("fay", 22)):
        folder = copy / "class" / student
        (folder / LESSON).mkdir()
        (folder / f"{LESSON}.ipynb").rename(folder / LESSON / f"{LESSON}.ipynb")
        (folder / LESSON / "timestamp.txt").write_text(f"2026-11-{day} 08:00:00 UTC")
    grade(copy)
    before = {path: path.read_bytes() for path in (copy / "grading").rglob("*") if path.is_file()}
    plain = (copy / "course.toml").read_text("utf-8")
    due_in(copy, "2026-11-21 08:00+00:00", "per_day = 0.5")
    done = grade(copy, "--what-if")
    assert done.code == 0
    assert done.out.splitlines() == [
        f"fay, {LESSON}: 5 -> 2.5",
        "    being late costs 2.5 of the points; before, it cost 0",
        "1 would have other points. Nothing was changed.",
    ]
    after = {path: path.read_bytes() for path in (copy / "grading").rglob("*") if path.is_file()}
    assert after == before
    late = (copy / "course.toml").read_text("utf-8")
    (copy / "course.toml").write_text(plain, "utf-8")
    assert "0 would have other points" in grade(copy, "--what-if").out
    (copy / "course.toml").write_text(late, "utf-8")
    changed = f"Changed since the last time:\nfay, {LESSON}: being late costs 2.5 of the points;"
    assert changed in grade(copy).out
    (copy / "class" / "fay" / LESSON / "timestamp.txt").unlink()
    assert "Changed" not in grade(copy).out
    due_in(copy, "2026-12-01 08:00+00:00", "per_day = 0.5")
    grade(copy)
    assert totals(copy) == GRADES, "what is known of a time is not forgotten"


def test_a_class_keeps_its_seed_and_a_new_class_has_another(tmp_path: Path) -> None:
    """Through regrades, new submissions and a lost gradebook; `course.toml` has the last word.

    A lesson of one exercise will do: for each seed its hidden cases have to be drawn.
    """
    player = {"player": RIGHT["player"]}
    root = small_course(tmp_path, ("player",))
    handed_in(root, "ada", player)
    (root / "course.toml").unlink()
    book = root / "grading" / "gradebook.db"
    assert "1 graded, 0 unchanged" in grade(root).out
    seed = said_in(book).seed
    assert len(seed) == 16
    assert "1 graded, 0 unchanged" in grade(root, "--again").out
    handed_in(root, "bob", player)
    assert "1 graded, 1 unchanged" in grade(root).out
    book.unlink()
    assert "0 graded, 2 unchanged" in grade(root).out
    assert said_in(book).seed == seed
    (root / "course.toml").write_text(f'seed = "{SEED}"', "utf-8")
    assert "2 graded, 0 unchanged" in grade(root).out
    assert said_in(book).seed == SEED
    (root / "course.toml").unlink()
    assert "0 graded, 2 unchanged" in grade(root).out
    shutil.rmtree(root / "grading")
    grade(root)
    assert said_in(book).seed not in {seed, SEED, ""}


def through_the_exchange(root: Path, student: str) -> dict[str, str]:
    """What nbgrader's exchange puts beside this student's notebook, which it has collected."""
    place = root / "class" / student
    (place / LESSON).mkdir()
    shutil.move(place / f"{LESSON}.ipynb", place / LESSON)
    beside = {"timestamp.txt": "2026-11-21 06:30:00.123456 UTC", "submission_secret.txt": "5ec" * 9}
    for name, text in beside.items():
        (place / LESSON / name).write_text(text, "utf-8")
    return beside


@pytest.mark.slow
def test_nbgrader_gives_feedback_back_after_course_grade(copy: Path, tmp_path: Path) -> None:
    """Its own feedback, release and export, with a comment of the formgrader.

    A page shows the verdicts, the score and what was repaired, and no hidden test.
    """
    notebook = next((only(copy, ["fay"]) / "class").rglob("*.ipynb"))
    work = nbformat.read(notebook, as_version=4)
    work.cells.append(nbformat.from_dict(work.cells[3] | {"id": "copy"}))
    nbformat.write(work, notebook)
    through_the_exchange(copy, "fay")
    grade(copy)
    with gradebook_of(copy) as book:
        book.find_comment("player", LESSON, LESSON, "fay").manual_comment = "Well argued."
        book.db.commit()
    exchange = tmp_path / "exchange"
    exchange.mkdir(mode=0o777)
    exchange.chmod(0o777)
    nbgrader(copy, "generate_feedback", LESSON)
    nbgrader(copy, "release_feedback", LESSON, f"--Exchange.root={exchange}")
    nbgrader(copy, "export", "--to", "grades.csv")
    [released] = exchange.rglob("feedback/*.html")
    page = unescape(released.read_text("utf-8"))
    result = Results(copy / "grading" / "results").read(LESSON, "fay")
    said = [result.exercises[1].message, result.repairs[0].sentence]
    for words in (*said, "Well argued.", "Score: 5.0 / 7.0"):
        assert words in page
    for words in ("autograder_tests", RIGHT["actions"]):
        assert words not in page
    assert ",fay,,,,5.0,0.0,5.0,7.0" in (copy / "grades.csv").read_text("utf-8")
    grade(copy)
    shown = (copy / "grading" / "feedback" / "fay.html").read_text("utf-8")
    assert "Well argued." in shown
    assert table_of(copy)[0]["comments"] == "player: Well argued."


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--lesson", "77"), "There is no lesson 77. The lessons here: 01_small."),
        (("--workers", "0"), "--workers 0: it must be a whole number"),
        (("--explain", "ada", "--json"), "--json and --explain do not go together"),
        (("--class-list", "nowhere.csv"), "the class list: there is no file or folder nowhere.csv"),
        (("--root", "nowhere"), "nowhere is not a course's folder: notebooks/ has no lesson"),
    ],
)
def test_wrong_arguments_are_a_sentence(fresh, more, sentence, tmp_path, monkeypatch) -> None:
    """Nothing is graded, no folder is made, and what would have been right is said."""
    monkeypatch.chdir(tmp_path)
    finished = grade(fresh, *more)
    assert finished.code == 2
    assert sentence in finished.err
    assert "Traceback" not in finished.err
    assert not list(tmp_path.iterdir())
