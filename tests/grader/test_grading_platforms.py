"""A class of twenty comes in whole in every form, and its grades go back to each platform.

Whose work something is and when it came is said by the platform, never by the work itself.
"""

from __future__ import annotations

import csv
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from forms import (
    BLACKBOARD,
    BRIGHTSPACE,
    CANVAS,
    FORMS,
    GRADESCOPE,
    INBOUND,
    LESSON,
    METADATA,
    MOODLE,
    NAMED,
    OTHER,
    PUPILS,
    SIGNS,
    WAYS,
    WORK,
    Files,
    Form,
    handed_in,
    take,
    there,
    told,
    zipped,
)
from hypothesis import given, settings
from hypothesis import strategies as some

from course_tools.cli.grade import table as printed
from course_tools.grader.classroom.exports import Beside, Row, write_exports
from course_tools.grader.classroom.intake import Deadlines, Intake, Policy, due_time
from course_tools.grader.classroom.intake.platforms import pattern_of_names, read_metadata
from course_tools.grader.classroom.pages import write_zips
from course_tools.grader.judge.result import ExerciseGrade, Result

DUE = Deadlines(Policy(due_time("2026-11-20 12:00+00:00")))


@pytest.fixture
def came(tmp_path: Path) -> Callable[..., Intake]:
    """A function that takes in what a class has handed in."""
    return lambda form, files, **more: take(tmp_path, form, files, deadlines=DUE, **more)


IN_FILES = {f"{name}.ipynb": Form("", "the file's name", file=f"{name}.ipynb") for name in NAMED}


@pytest.mark.parametrize("way", WAYS | IN_FILES)
def test_everybody_comes_in_every_form(came, way: str) -> None:
    """With their own work and time, two equal names too; and it is said what was taken, and why."""
    form = (WAYS | IN_FILES)[way]
    intake = came(form, handed_in(form, form.pupils))
    ids = {str(one.number): one for one in PUPILS} | {one.login: one for one in PUPILS}
    assert len(there(intake)) == len(form.pupils)
    for one in intake.submissions:
        pupil = ids[one.student.lstrip("#")]
        if one.notebook is None:
            continue
        assert one.notebook.read_bytes() == pupil.work
        assert one.notebook.name == f"{LESSON}.ipynb"
        assert one.days_late == (max(0, pupil.day - 20) if form.timed else 0), one
        assert one.file == (form.place + form.file).format(pupil)
        assert way not in {"Moodle", "Canvas"} or one.feedback == form.place.format(pupil)
        assert one.by.endswith(", in the class list")
    assert f"{form.by}, in the class list" in {one.by for one in intake.submissions}
    doubts = {text for one in intake.submissions if one.notebook for text in one.odd}
    assert {
        text for text in doubts if "day" not in text and "no record of when" not in text
    } == set()
    only_names = way.startswith("{0.name}/")
    assert [text.split(",")[0] for text in intake.odd] == ["Only a name"] * only_names


@pytest.mark.parametrize("way", WAYS | IN_FILES)
def test_without_a_class_list_everybody_has_one_submission(came, way: str) -> None:
    """By the name that the platform has for them."""
    form = (WAYS | IN_FILES)[way]
    intake = came(form, handed_in(form, form.pupils), listed=False)
    assert len(intake.submissions) == len(form.pupils)
    assert {*there(intake).values()} == {one.work for one in form.pupils}


# What a student adds


MINE, FRIEND = PUPILS[3], PUPILS[1]
"""One who was late, and one who was not."""
AGAIN = WORK + b" \n"
AMONG = [
    *(
        form.format(FRIEND)
        for form in ("{0.login}", "{0.name}", f"{MOODLE}/", f"{MOODLE}/{LESSON}")
    ),
    *(form.format(FRIEND) for form in (BRIGHTSPACE, INBOUND, GRADESCOPE, "week-3-{0.login}")),
    *(f"{FRIEND.login}+{LESSON}", LESSON, OTHER, "submitted", "old", MINE.login),
]
NAMES = [
    *(f"{LESSON}.ipynb", f"{FRIEND.login}.ipynb", f"{FRIEND.login}_{LESSON}.ipynb", "z.ipynb"),
    *(f"{form.format(FRIEND)}{LESSON}.ipynb" for form in (MOODLE, CANVAS, f"{BLACKBOARD}_")),
    *("homework (7).ipynb", "timestamp.txt", "work.zip", f"{CANVAS.format(FRIEND)}work.zip"),
    "submission_metadata.yml",
]
paths = some.builds(
    lambda folders, file: "/".join([*(one.strip("/") for one in folders), file]),
    some.lists(some.sampled_from(AMONG), max_size=3),
    some.sampled_from(NAMES),
)
extras = some.lists(some.tuples(paths, paths), min_size=1, max_size=3)
"""What a student adds: a path, and another one in it if it is a zip."""


def content(path: str, inner: str) -> bytes:
    """What a student puts there."""
    if path.endswith(".txt"):
        return b"2020-01-01 00:00:00 UTC\n"
    if path.endswith(".yml"):
        return METADATA.format(FRIEND).replace("2026", "2020").encode()
    if not path.endswith(".zip"):
        return AGAIN
    return zipped({inner: content(inner, "z.ipynb"), "in/timestamp.txt": content("x.txt", "")})


def all_of(form: Form, files: Files, *, listed: bool) -> tuple[dict[str, tuple], Intake]:
    """What the intake says of each student, and all that it says."""
    with tempfile.TemporaryDirectory() as name:
        intake = take(Path(name), form, files, listed=listed, deadlines=DUE, signs=SIGNS)
        works = there(intake)
    found = {
        one.student: (
            *(works.get(one.student), one.days_late, one.canvas_id, one.received, one.feedback),
        )
        for one in intake.submissions
    }
    return found, intake


@cache
def of_honest(way: str, *, listed: bool, absent: bool) -> tuple[dict, dict[str, tuple]]:
    """What a class of three hands in, or of two, and what the intake says of each."""
    files = handed_in(WAYS[way], [MINE, PUPILS[2], *([] if absent else [FRIEND])])
    return files, all_of(WAYS[way], files, listed=listed)[0]


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=15, deadline=None)
@given(extras, some.booleans(), some.booleans())
def test_nothing_that_a_student_hands_in_says_whose_it_is_or_when_it_came(
    way: str,
    added: list[tuple[str, str]],
    listed: bool,  # noqa: FBT001 - drawn
    absent: bool,  # noqa: FBT001
) -> None:
    """Neither for a friend nor for oneself, in no form of collection; and it is told."""
    form = WAYS[way]
    honest, before = of_honest(way, listed=listed, absent=absent)
    tried, place, flat = dict(honest), form.place.format(MINE), not form.place.endswith("/")
    for path, inner in added:
        whole = place + (path.replace("/", "_") if flat else path)
        if whole not in honest and not any(_in_the_way(whole, other) for other in tried):
            tried[whole] = MINE, content(path, inner)
    after, intake = all_of(form, tried, listed=listed)
    assert after.keys() == before.keys()
    mine = next(name for name, one in before.items() if one[0] == MINE.work)
    assert {name: one for name, one in after.items() if name != mine} == {
        name: one for name, one in before.items() if name != mine
    }
    work, days_late, canvas_id, received, _ = after[mine]
    assert work in {MINE.work, AGAIN}
    assert (days_late, canvas_id) == before[mine][1:3]
    new = tried.keys() - honest.keys()
    stamps = {path for path in new if _as_nbgrader_has_it(path, mine)}
    if not stamps:
        assert received == before[mine][3]
    now = [path.removeprefix(place) for path in new - stamps]
    if not flat and any(path.rpartition("/")[2] == "timestamp.txt" for path in now):
        assert "timestamp.txt was ignored" in told(intake)
    if any(path.endswith(".zip") for path in now):
        assert "/timestamp.txt was ignored" in told(intake)
    friends = {FRIEND.login, FRIEND.name, MOODLE.format(FRIEND)}
    if listed and any(friends & {*path.split("/")[:-1]} for path in now):
        assert "it counts for" in told(intake)


def _as_nbgrader_has_it(path: str, student: str) -> bool:
    """Whether a time lies where nbgrader keeps this student's: without any, work is in time, too.

    That of another lesson says nothing of this one, and nobody has to hear of it.
    """
    for above in ("class/submissions/", "submitted/", "autumn/", f"{LESSON}/"):
        path = path.removeprefix(above)
    return path.split("/") in [
        [name, lesson, "timestamp.txt"]
        for name in (MINE.login, MINE.name, student)
        for lesson in (LESSON, OTHER)
    ]


def _in_the_way(path: str, other: str) -> bool:
    """Whether there can't be both, because one is a folder of the other, or both are one."""
    one, two = path.casefold(), other.casefold()
    return one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")


def test_a_name_that_the_list_does_not_know_gives_nothing_away(came) -> None:
    """A folder with a misspelt name holds a friend's: hers counts, and where that lies is told."""
    form = WAYS["{0.login}/ folder"]
    wrong = f"{MINE.login}x/{FRIEND.login}"
    intake = came(form, handed_in(form, PUPILS[:4]) | {f"{wrong}/z.ipynb": (MINE, AGAIN)})
    assert there(intake)[FRIEND.login] == FRIEND.work
    assert f"The folder {wrong} lies deeper than those of other students" in told(intake)
    assert "lies where the work of others lies" in told(intake)


# What only some platforms have


def test_equal_names_without_a_number_are_told_apart_and_named(came) -> None:
    """Brightspace's own list has none of the numbers of its folders."""
    form = FORMS["Brightspace"]._replace(
        head="OrgDefinedId,Username,Last Name,First Name\n",
        line="#{0.number},{0.login},{0.last},{0.first}\n",
    )
    intake = came(form, handed_in(form, PUPILS))
    assert len(there(intake)) == 20
    alone = [
        one for one in intake.submissions if one.notebook and "in the class list" not in one.by
    ]
    assert len(alone) == 2
    assert sum("may mean Ève Ångström" in sentence for sentence in intake.odd) == 2
    own = [text for one in intake.submissions for text in one.odd]
    assert not any("may mean" in text for text in own), "nobody's own page names others"


def test_what_a_student_writes_says_nothing_of_the_login(came) -> None:
    """In Blackboard's zip a text of the student's own looks nearly like Blackboard's."""
    form = FORMS["Blackboard"]
    [place] = (one for one in form.beside if one.endswith(".txt"))
    ada = PUPILS[1]
    files = {form.place.format(ada) + "x.ipynb": (ada, WORK)}
    text = f"Name: A Friend ({ada.login[3:]})\n"
    files[place.format(ada).replace(".txt", "_y.txt")] = ada, text.encode()
    [one] = (one for one in came(form, files, listed=False).submissions if one.notebook)
    assert one.full_name != "A Friend"


def test_what_lies_below_a_name_is_the_students_own(came) -> None:
    """The pattern says how deep names stand; below, a student may have folders, too."""
    form = FORMS["names"]._replace(names="x*/{student}", place="x{0.place}/{0.login}/my/own/")
    intake = came(form, handed_in(form, PUPILS[:3]))
    assert {*there(intake)} == {one.login for one in PUPILS[:3]}


@pytest.mark.parametrize(
    ("kind", "old", "new"), [("Blackboard", "-08-00", "-09-00"), ("Canvas", "_67", "_68")]
)
def test_a_second_attempt_counts(came, kind: str, old: str, new: str) -> None:
    """The newest, by the platform's time, whatever the files are called."""
    form = FORMS[kind]
    files = handed_in(form, PUPILS[:2])
    place = form.place.replace(old, new).format(PUPILS[0])
    files[f"{place}0.ipynb"] = PUPILS[0], AGAIN
    one, _ = (one for one in came(form, files).submissions if one.notebook)
    assert one.notebook.read_bytes() == AGAIN
    assert one.file == f"{place}0.ipynb"


def test_a_group_of_gradescopes_hands_in_once_for_all(came) -> None:
    """Everybody in the list has the work, and nobody else."""
    form = FORMS["Gradescope"]
    files = handed_in(form, PUPILS[:3])
    both = f"  - :name: Someone\n    :sid: '{PUPILS[7].number}'\n  :created_at"
    path = "assignment_4_export/submission_metadata.yml"
    pupil, text = files[path]
    files[path] = pupil, text.decode().replace("  :created_at", both, 1).encode()
    assert there(came(form, files)) == {
        str(PUPILS[place].number): PUPILS[own].work
        for place, own in ((0, 0), (1, 1), (2, 2), (7, 0))
    }


def test_a_list_of_gradescopes_that_is_none_is_told(came) -> None:
    """And nobody's name is made up of it."""
    form = FORMS["Gradescope"]
    files = handed_in(form, PUPILS[:3])
    files["assignment_4_export/submission_metadata.yml"] = PUPILS[0], b"submission_1: [x"
    intake = came(form, files)
    assert "is not as Gradescope writes it" in "\n".join(intake.odd)
    assert not {*there(intake)} & {str(one.number) for one in PUPILS}
    with pytest.raises(ValueError, match="not as Gradescope"):
        read_metadata(b"- 1")


def test_who_makes_a_folder_for_somebody_else_in_the_inbound_gets_nothing(
    came, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system knows who has made it; where it knows no student, the name counts."""
    form = FORMS["nbgrader"]
    monkeypatch.setattr(Path, "owner", lambda path: PUPILS[1].login)
    intake = came(form, handed_in(form, PUPILS[:3]))
    assert [*there(intake)] == [PUPILS[1].login]
    assert "but s-" not in told(intake)
    assert f"but {PUPILS[1].login} has put it there" in told(intake)
    monkeypatch.setattr(Path, "owner", lambda path: "root")
    intake = came(form, handed_in(form, PUPILS[:3]))
    assert len(there(intake)) == 3


@pytest.mark.parametrize("text", ["week2", "{student}/{student}", "{who}-{student}", ""])
def test_a_pattern_that_says_nothing_is_refused(text: str) -> None:
    """With an example of what would be right."""
    with pytest.raises(ValueError, match="such as"):
        pattern_of_names(text)


# And back


def graded(intake: Intake) -> list[Row]:
    """A result for everybody; how many points says whose it is."""
    return [
        Row(
            Result(
                one.student,
                LESSON,
                "graded",
                (ExerciseGrade("x", 1.5, 3, "wrong"),),
                full_name=one.full_name,
                canvas_id=one.canvas_id,
                feedback=one.feedback,
            ),
            1 + len((one.notebook or Path()).read_bytes()) - len(WORK),
        )
        for one in intake.submissions
    ]


def table(folder: Path, name: str) -> list[dict[str, str]]:
    """The rows of the table with this name, by their headers."""
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("kind", [kind for kind, form in FORMS.items() if form.back])
def test_grades_go_back_to_the_platform_from_which_the_work_came(came, tmp_path, kind) -> None:
    """To everybody's own line and, where there is one, to the column that it has already."""
    form = FORMS[kind]
    intake = came(form, handed_in(form, PUPILS))
    write_exports(graded(intake), tmp_path, Beside(lines=intake.lines, taken=intake.submissions))
    rows = table(tmp_path, f"grades_{kind.lower()}.csv")
    who, form_of_id, column = form.back
    if kind == "Canvas":
        assert rows.pop(0) == {"Student": "    Points Possible", column: "3"} | dict.fromkeys(
            ("ID", "SIS User ID", "SIS Login ID", "Section"), ""
        )
        assert {row["SIS Login ID"] for row in rows} == {one.login for one in PUPILS}
        lines = "\n".join(printed(graded(intake)))
        assert all(f"{one.number} {one.name} " in lines for one in PUPILS), "a number says nothing"
    if kind == "Brightspace":
        assert {row["End-of-Line Indicator"] for row in rows} == {"#"}
    assert {row[who]: row[column] for row in rows} == {
        form_of_id.format(one): str(1 + one.place) for one in PUPILS
    }
    taken = table(tmp_path, "taken.csv")
    assert {row["file"] for row in taken} == {
        f"{form.place.format(one)}{LESSON}.ipynb" for one in PUPILS
    }


def test_a_lesson_is_called_as_course_toml_says(came, tmp_path: Path) -> None:
    """So that the grades get into a column with another name."""
    form = FORMS["Brightspace"]
    intake = came(form, handed_in(form, PUPILS[:2]))
    beside = Beside(lines=intake.lines, titles={LESSON: "Homework 3"})
    rows = graded(replace(intake, submissions=[one for one in intake.submissions if one.notebook]))
    write_exports(rows, tmp_path, beside)
    [first, _] = table(tmp_path, "grades_brightspace.csv")
    assert "Homework 3 Points Grade" in first
    lines = {
        one: {**line, "Homework 3 Points Grade <Numeric>": ""} for one, line in intake.lines.items()
    }
    write_exports(rows, tmp_path, replace(beside, lines=lines))
    [first, _] = table(tmp_path, "grades_brightspace.csv")
    assert "Homework 3 Points Grade <Numeric>" in first, "the column that is there already"


def test_a_platform_that_is_not_the_lists_gets_names_of_ours(came, tmp_path: Path) -> None:
    """A column that happens to be called ID holds no number of Canvas's."""
    line = "{0.login},{0.name},{0.login}@uni.example\n"
    form = WAYS["{0.login}/ folder"]._replace(head="ID,Name,Mail\n", line=line)
    intake = came(form, handed_in(form, PUPILS))
    write_exports(graded(intake), tmp_path, Beside(lines=intake.lines))
    rows = table(tmp_path, "grades_canvas.csv")[1:]
    assert {row["ID"] for row in rows} == {""}
    assert {row["SIS Login ID"] for row in rows} == {one.login for one in PUPILS}


def test_moodles_feedback_never_has_a_path_twice(came, tmp_path: Path) -> None:
    """The page of a group lies where the one who handed it in looks, and is about that one."""
    form = FORMS["Moodle"]
    intake = came(form, handed_in(form, PUPILS[:2]))
    names = tuple(one.login for one in (PUPILS[0], PUPILS[7]))
    shared = Deadlines(groups=(names,)).shared(intake.submissions, [one.login for one in PUPILS])
    rows = graded(replace(intake, submissions=tuple(one for one in shared if one.notebook)))
    assert {row.result.student for row in rows} == {*names, PUPILS[1].login}
    [made] = write_zips(rows, tmp_path)
    with zipfile.ZipFile(made) as archive:
        assert sorted(archive.namelist()) == sorted(
            f"{form.place.format(one)}feedback.html" for one in PUPILS[:2]
        )
        page = archive.read(f"{form.place.format(PUPILS[0])}feedback.html").decode()
    assert f"Feedback for {PUPILS[0].name}" in page


def test_a_repository_without_a_notebook_keeps_its_login(came) -> None:
    """Whose it is follows from the others' names; nothing came, and one line says so."""
    form = FORMS["repositories"]
    files = handed_in(form, PUPILS[:4])
    empty = form.place.format(PUPILS[5]).partition("/")[0]
    files[f"{empty}/README.md"] = PUPILS[5], b"hello"
    intake = came(form, files, listed=False)
    [one] = [one for one in intake.submissions if one.notebook is None]
    assert one.student == PUPILS[5].login
    assert one.odd == (f"No notebook was found, only {empty}/README.md.",)
    intake = came(form, files, listed=False, lessons=(LESSON, "03_alpha_beta"))
    assert [line for line in intake.odd if one.student in line] == [f"{one.student}: {one.odd[0]}"]
