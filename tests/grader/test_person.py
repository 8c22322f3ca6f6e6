"""`course person`: all that is kept of somebody is handed out or gone, and nothing of others."""

import json
import re
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from console import course
from grading_class import LESSON, gradebook_of, small_course

from course_tools.arena.server.drop_box import DropBox
from course_tools.arena.server.store import Store
from course_tools.grader.classroom.exports import Beside, Row, write_exports
from course_tools.grader.classroom.gradebook import Gradebook, back_up
from course_tools.grader.classroom.pages import Known, feedback_page, write_pages, write_zips
from course_tools.grader.classroom.person import held, places, who_is
from course_tools.grader.classroom.records import Results, changes, keep_changes
from course_tools.grader.classroom.years import new_class
from course_tools.grader.judge.result import GRADED, ExerciseGrade, Result, Submission
from course_tools.grader.judge.tasks import graded_lesson

LONG = (
    "def winner(board):\n    return max(board, key=lambda row: (row[0], row[1], row[2], len(row)))"
)
MAX, NAME, NUMBER = "max", "Max Müller", "777123"
PEOPLE = (
    f"id,name,listed,accounts,group,doubt\n{MAX},{NAME},yes,Canvas {NUMBER}; called {MAX},,\n"
    f"bob,Bob Max,yes,Canvas 555000,,Perhaps {NAME}.\n"
)


def result(student: str, name: str, *notes: str) -> Result:
    """What somebody has, who wrote `max(...)`."""
    number = NUMBER if student == MAX else "555000"
    one = ExerciseGrade("winner", 1, 3, "wrong", "max(board) gave 1", source=LONG)
    return Result(student, LESSON, GRADED, (one,), notes=notes, full_name=name, canvas_id=number)


def graded(root: Path) -> None:
    """What `course grade` leaves behind of two, one of whom handed in for both."""
    grading = root / "grading"
    results = [result(MAX, NAME), result("bob", "Bob Max", f"{NAME} ({MAX}) handed this in.")]
    with closing(Gradebook(root)) as book:
        book.keep_seed("words")
        book.register(graded_lesson(LESSON, root))
        book.record(results, lambda _points, _one: 0)
    back_up(grading / "gradebook.db", grading / "backups")
    (grading / "people.csv").write_text(PEOPLE, "utf-8")
    kept = Results(grading / "results")
    for one in results:
        kept.write(one, b'{"cells": []}')
        for kind in ("submitted", "autograded"):
            place = grading / kind / one.student / LESSON / f"{LESSON}.ipynb"
            place.parent.mkdir(parents=True)
            place.write_bytes(b"{}")
        keep_changes(grading / "changes.jsonl", changes(Result(one.student, LESSON, "x"), one))
    rows = [Row(one, 1) for one in results]
    write_pages(rows, grading, Known(students=(MAX, "bob")))
    write_zips(rows, grading, "")
    taken = [Submission(one.student, LESSON, None, file=f"{one.student}.zip") for one in results]
    write_exports(rows, grading, Beside([f"{MAX}, {LESSON}: late", f"{NAME} came twice."], taken))
    (grading / "unchanged.json").write_text(json.dumps({"text": f"{MAX}: 1 of 3"}))
    points = grading / "defend" / LESSON / "points.csv"
    points.parent.mkdir(parents=True)
    points.write_text(f"student;q1\n{MAX};1\nbob;0,5\n")
    points.with_name("pages.html").write_text(f"<p>{NAME}</p>")


@pytest.fixture
def root(tmp_path) -> Path:
    """A course with a class, the same class of last year, and what a server has kept."""
    root = small_course(tmp_path / "a course")
    (root / "course.toml").unlink(missing_ok=True)
    graded(root)
    new_class(root, "2026")
    graded(root)
    store = Store(root / "records")
    box = DropBox(root / "handed_in", {}, store)
    for writer in (NAME, "bob"):
        for text in ("1", "2"):
            cell = {"cell_type": "code", "source": text, "metadata": {}, "outputs": []}
            box.take(LESSON, writer, json.dumps({"cells": [cell], "nbformat": 4}).encode())
    box.show()
    store.own("max müller", NAME, "00ff")
    store.close()
    return root


def mentions(folder: Path, words: str) -> list[Path]:
    """The files whose bytes or names have one of these words; zips are looked into."""
    found = []
    for path in (one for one in folder.rglob("*") if one.is_file()):
        data = path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                data = b"\n".join([one.encode() + archive.read(one) for one in archive.namelist()])
        text = data.decode("utf-8", "replace").replace("\\u00fc", "ü") + f"\n{path}"
        text = re.sub("<style.*?</style>", "", text, flags=re.DOTALL)
        if re.search(words, text):
            found.append(path)
    return found


WORDS = rf"(?<!\w){MAX}(?![\w(])|(?i:{NAME}|Max_Müller|Müller, Max)|{NUMBER}"


def test_somebody_is_forgotten_everywhere_and_nobody_else_is(root: Path) -> None:
    """Neither name, nor login, nor number is left in any file; what bob has is as it was."""
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert len(mentions(root, WORDS)) > 40
    done = course("person", NAME, "--forget", "--root", str(root))
    assert (done.code, done.err) == (0, "")
    assert mentions(root, WORDS) == []
    blackboard = (root / "grading" / "grades_blackboard.csv").read_text("utf-8")
    assert '"Max"' in blackboard or "Max," in blackboard  # which is Bob's family name
    assert "winner" in (root / "grading" / "results" / LESSON / "bob.json").read_text()
    for path, content in before.items():
        if "bob" in path.name and path.suffix == ".ipynb":
            assert path.read_bytes() == content
    with gradebook_of(root) as book:
        assert [one.id for one in book.students] == ["bob"]
    nobody = course("person", MAX, "--root", str(root))
    assert (nobody.code, "No file has anything of them" in nobody.out) == (1, True)


def test_all_of_it_can_be_handed_out_first(root: Path, tmp_path: Path) -> None:
    """Notebooks, results, rows of tables and of the gradebook, of this year and the last."""
    goal = tmp_path / "for max"
    assert course("person", MAX, "--export", str(goal), "--root", str(root)).code == 0
    there = {path.relative_to(goal).as_posix() for path in goal.rglob("*") if path.is_file()}
    for place in ("grading", "grading/earlier/2026"):
        assert f"{place}/submitted/{MAX}/{LESSON}/{LESSON}.ipynb" in there
        assert f"{place}/results/{LESSON}/{MAX}.json" in there
        assert f"{place}/gradebook.db.json" in there
    assert f"grading/fingerprints/2026/{LESSON}.json" in there
    assert "records/class.log.json" in there
    rows = (goal / "grading" / "people.csv").read_text("utf-8").splitlines()
    assert [row.partition(",")[0] for row in rows] == ["id", MAX]
    assert not mentions(goal, "bob")
    assert course("person", MAX, "--export", str(goal), "--root", str(root)).code == 2


def test_what_a_teacher_has_written_is_named_and_two_of_one_name_are_asked_about(root) -> None:
    """The exit code says so; a name that two have is nobody's word."""
    (root / "class.csv").write_text(f"id\n{MAX}\n")
    grading = root / "grading"
    (grading / "notes.txt").write_text(f"{NAME} was ill.\n", "utf-8")
    (grading / "old.json").write_text(f'{{"{MAX}": ', "utf-8")
    damaged = grading / "backups" / "damaged.db"
    damaged.write_bytes(b"no head" + (grading / "gradebook.db").read_bytes()[7:])
    done = course("person", MAX, "--forget", "--root", str(root))
    assert done.code == 1
    for name in ("class.csv", "notes.txt", "old.json", "damaged.db"):
        assert f"{name} yourself" in done.out
    people = root / "grading" / "people.csv"
    people.write_text(f"id,name\nann,{NAME}\n{MAX},{NAME}\n", "utf-8")
    again = course("person", NAME, "--root", str(root))
    assert (again.code, "can be ann, max; say which" in again.err) == (2, True)
    assert NAME not in who_is(root, MAX).words
    assert list(held(root, who_is(root, "results"), places(root))) == []


@pytest.mark.parametrize("login", ["10", "li", "yes", "max"])
def test_what_others_have_stays_whatever_somebody_is_called(tmp_path: Path, login: str) -> None:
    """A number is points, a login is a word of a page, an answer in a table, an outcome."""
    grading = tmp_path / "grading"
    (grading / "feedback").mkdir(parents=True)
    (grading / "people.csv").write_text(f"id,listed\n{login},yes\nbob,yes\n", "utf-8")
    table = "student,listed,points,outcome\n{}bob,yes,10,correct\n"
    (grading / "grades.csv").write_text(table.format(f"{login},yes,3,max\n"), "utf-8")
    one = ExerciseGrade("winner", 10, 10, "correct", "It gave 10, not 3.")
    theirs = {"student": "bob", "10": 3, "points": "10", "notes": ["It gave 10, not 3."]}
    others = {
        "bob.json": json.dumps([theirs]).encode(),
        "feedback/bob.html": feedback_page(
            [Row(Result("bob", LESSON, GRADED, (one,)), 1)]
        ).encode(),
    }
    for name, content in others.items():
        (grading / name).write_bytes(content)
    with zipfile.ZipFile(grading / "feedback.zip", "w") as archive:
        archive.writestr("10_dice/feedback.html", others["feedback/bob.html"])
        archive.writestr(f"{login}.html", "theirs")
    done = course("person", login, "--forget", "--root", str(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert (grading / "grades.csv").read_text("utf-8") == table.format("")
    for name, content in others.items():
        assert (grading / name).read_bytes() == content, name
    with zipfile.ZipFile(grading / "feedback.zip") as archive:
        assert archive.namelist() == ["10_dice/feedback.html"]


def test_a_name_that_is_hard_to_find_is_gone_or_told(tmp_path: Path) -> None:
    """Of two who are called alike, in files called after a login, among others' words."""
    grading = tmp_path / "grading"
    grading.mkdir()
    name, login = "Ada O'Brien", "ada.l_2@uni"
    accounts = f"{login},{name},Moodle Participant 123456\ntwin,{name},Moodle Participant 777777\n"
    (grading / "people.csv").write_text(f"id,name,accounts\n{accounts}", "utf-8")
    page = f'<p title="{login}">Handed in by {login}</p>'
    entries = {
        f"{name}_123456_assignsubmission_file_/feedback.html": "hers",
        f"{login}.html": "hers",
        f"{name}_777777_assignsubmission_file_/feedback.html": page,
    }
    with zipfile.ZipFile(grading / "feedback_moodle.zip", "w") as archive:
        for place, text in entries.items():
            archive.writestr(place, text)
    (grading / "changes.jsonl").write_text(f'{{"student": "{login}"}}\n{{"stu', "utf-8")
    with closing(Gradebook(tmp_path)) as book:
        book.record([result("bob", "Bob Max")], lambda _points, _one: 0)
    done = course("person", login, "--forget", "--root", str(tmp_path))
    assert (done.code, done.out.count("yourself")) == (1, 1)
    assert "changes.jsonl yourself" in done.out
    with zipfile.ZipFile(grading / "feedback_moodle.zip") as archive:
        [left] = archive.namelist()
        assert "777777" in left
        assert archive.read(left) == b'<p title="someone">Handed in by someone</p>'
    with gradebook_of(tmp_path) as book:
        book.add_student("eve", last_name=f"as {login}")
    again = course("person", login, "--forget", "--root", str(tmp_path))
    assert "gradebook.db yourself" in again.out


def test_everything_is_handed_out_wherever_it_lies(tmp_path: Path) -> None:
    """Also from several folders elsewhere that are called alike."""
    root, goal = tmp_path / "course", tmp_path / "goal"
    elsewhere = [tmp_path / place / "box" for place in ("a", "b")]
    for place in (*elsewhere, tmp_path / "disk"):
        for lesson in ("01_one", "02_two"):
            path = place / "ada" / lesson / "x.ipynb"
            path.parent.mkdir(parents=True)
            path.write_text(str(path))
    root.mkdir()
    (root / "grading").symlink_to(tmp_path / "disk", target_is_directory=True)
    inside = [f"--in={place}" for place in elsewhere]
    done = course("person", "ada", f"--export={goal}", f"--root={root}", *inside)
    there = {path.read_text() for path in goal.rglob("*.ipynb")}
    assert len(there) == 6
    assert "6 files of ada" in done.out
