"""A class of twenty comes in whole from every platform, and its grades go back to each of them."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from damaged import answered, raw, released

from course_tools.cli.grade import table as printed
from course_tools.grader.classroom.exports import Beside, Row, write_exports
from course_tools.grader.classroom.intake import Deadlines, Intake, Policy, due_time, submissions
from course_tools.grader.classroom.intake.platforms import found_in, pattern_of_names, read_metadata
from course_tools.grader.classroom.pages import write_zips
from course_tools.grader.judge.repair import signs_of
from course_tools.grader.judge.result import ExerciseGrade, Result

LESSON = "03_numbers"
WORK = raw(answered())
FIRST = ("Zoë", "Łukasz", "José", "Jun", "Anaïs", "Søren", "Jürgen", "Noor", "Ève", "Ada")
LAST = ("Ångström", "Żak", "O'Brien", "Zhang", "Müller-Lüdenscheidt", "Lovelace")


class Pupil(NamedTuple):
    """Somebody in a class of twenty, of whom two have the same name."""

    place: int
    first: str
    last: str

    @property
    def login(self) -> str:
        """As schools give them, with signs that stand in names of files, too."""
        return f"{'st_' if self.place % 3 else 's-'}{'ab'[self.place // 10]}{self.place:02}"

    @property
    def name(self) -> str:
        """First name and last name."""
        return f"{self.first} {self.last}"

    @property
    def number(self) -> int:
        """The number on the student's card."""
        return 200_000 + 7 * self.place

    @property
    def submission(self) -> int:
        """Gradescope's own number."""
        return 409_000_000 + self.place

    @property
    def day(self) -> int:
        """The day in November on which it came; work was due on the 20th at noon."""
        return 19 + self.place % 4


PUPILS = [Pupil(place, FIRST[place % 10], LAST[place % 6]) for place in range(20)]
PUPILS[19] = PUPILS[18]._replace(place=19)
"""The last two are both called Ève Ångström."""
DUE = Deadlines(Policy(due_time("2026-11-20 12:00+00:00")))

METADATA = """\
submission_{0.submission}:
  :submitters:
  - :name: "{0.name}"
    :sid: '{0.number}'
    :email: {0.login}@uni.example
  :created_at: 2026-11-{0.day} 08:00:00.861687000 Z
  :status: :processed
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    output: |-
      submission_1:
        :submitters: []
"""


class Form(NamedTuple):
    """How one platform hands over the work of a class, and its list of the class."""

    place: str
    """What stands before the name of a notebook."""
    head: str
    line: str
    """The first line of the list, and that of one student."""
    as_zip: bool = True
    beside: Mapping[str, str] = {}
    """What lies beside it: by its place, the text for each student."""
    names: str = ""
    timed: bool = True
    by: str = ""


NAMES = "First name,Last name,Login\n", "{0.first},{0.last},{0.login}\n"
FORMS = {
    "folder": Form("{0.login}/", *NAMES, as_zip=False, timed=False, by="the folder's name"),
    "Moodle": Form(
        "{0.name}_{0.number}_assignsubmission_file_/",
        "Identifier,Full name,ID number\n",
        "Participant {0.number},{0.name},{0.login}\n",
        by="Moodle's name for it",
    ),
    "Canvas": Form(
        "pupil{0.place}_{0.number}_67{0.place:04}_",
        "Student,ID,SIS User ID,SIS Login ID,Section,Numbers (4432)\n    Points Possible,,,,,3\n",
        '"{0.last}, {0.first}",{0.number},x{0.place},{0.login},A,\n',
        timed=False,
        by="Canvas's name for it",
    ),
    "repositories": Form(
        f"{LESSON}-{{0.login}}/notebooks/{LESSON}/", *NAMES, as_zip=False, timed=False,
        by=f"the repository {LESSON}-st_a04",
    ),
    "Gradescope": Form(
        "assignment_4_export/submission_{0.submission}/",
        "First Name,Last Name,SID,Email\n",
        "{0.first},{0.last},{0.number},{0.login}@uni.example\n",
        beside={"assignment_4_export/submission_metadata.yml": METADATA},
        by="submission_metadata.yml",
    ),
    "Blackboard": Form(
        "Week_3 Numbers_{0.login}_attempt_2026-11-{0.day}-08-00-00_",
        "Last Name,First Name,Username,Student ID,Numbers [Total Pts: 3 Score] |99\n",
        "{0.last},{0.first},{0.login},{0.number},\n",
        beside={
            "Week_3 Numbers_{0.login}_attempt_2026-11-{0.day}-08-00-00.txt": (
                "Name: {0.name} ({0.login})\nAssignment: Week_3 Numbers\n"
            )
        },
        by="Blackboard's name for it",
    ),
    "Brightspace": Form(
        "Week 3 Download Nov 30/39786-{0.number} - {0.name} - Nov {0.day}, 2026 800 AM/",
        "OrgDefinedId,Username,Last Name,First Name,Identifier\n",
        "#{0.number},{0.login},{0.last},{0.first},39786-{0.number}\n",
        beside={"Week 3 Download Nov 30/index.html": "<p>{0.name}</p>"},
        by="Brightspace's name for it",
    ),
    "nbgrader": Form(
        f"{{0.login}}+{LESSON}+2026-11-{{0.day}} 08:00:00.123456 UTC+aB-_{{0.place}}/",
        *NAMES,
        as_zip=False,
        beside={
            f"{{0.login}}+{LESSON}+2026-11-{{0.day}} 08:00:00.123456 UTC+aB-_{{0.place}}/"
            "timestamp.txt": "2026-11-{0.day} 08:00:00.123456 UTC"
        },
        by="nbgrader's name for it",
    ),
    "names": Form(
        "x{0.place}/week3-{0.login}-final ",
        *NAMES,
        as_zip=False,
        names="*/week3-{student}-final *",
        timed=False,
        by="`names` in course.toml",
    ),
}  # fmt: skip


def handed_in(form: Form, pupils: list[Pupil]) -> dict[str, str]:
    """By its path, what everybody has handed in, and what the platform has written beside it."""
    files = {}
    for pupil in pupils:
        files[form.place.format(pupil) + f"{LESSON}.ipynb"] = WORK.decode() + " " * pupil.place
        for place, text in form.beside.items():
            path = place.format(pupil)
            files[path] = files.get(path, "") + text.format(pupil)
    return files


@pytest.fixture
def take(tmp_path: Path) -> Callable[..., Intake]:
    """A function that takes in what a class has handed in."""

    def taken(form: Form, files: Mapping[str, str], *, listed: bool = True) -> Intake:
        source = tmp_path / ("x.zip" if form.as_zip else "x")
        if form.as_zip:
            with zipfile.ZipFile(source, "w") as archive:
                for path, text in files.items():
                    day = next((one.day for one in PUPILS if str(one.number) in path), 1)
                    archive.writestr(zipfile.ZipInfo(path, (2026, 11, day, 8, 0, 0)), text)
        else:
            for path, text in files.items():
                (source / path).parent.mkdir(parents=True, exist_ok=True)
                (source / path).write_text(text, encoding="utf-8", newline="")
        people = tmp_path / "class.csv"
        people.write_text(form.head + "".join(map(form.line.format, PUPILS)), encoding="utf-8")
        return submissions(
            source,
            [LESSON],
            class_list=people if listed else None,
            deadlines=DUE,
            into=tmp_path / "into",
            signs={LESSON: signs_of(released())},
            names=form.names,
        )

    return taken


@pytest.mark.parametrize("kind", FORMS)
def test_everybody_comes_from_every_platform(take, kind: str) -> None:
    """With their own work and time, two equal names too; and it is said what was taken, and why."""
    form = FORMS[kind]
    intake = take(form, handed_in(form, PUPILS))
    assert len(intake.submissions) == 20
    ids = {str(one.number): one for one in PUPILS} | {one.login: one for one in PUPILS}
    for one in intake.submissions:
        pupil = ids[one.student.lstrip("#")]
        assert one.notebook is not None
        assert one.notebook.read_bytes() == WORK + b" " * pupil.place
        assert one.days_late == (max(0, pupil.day - 20) if form.timed else 0), one
        assert one.file == form.place.format(pupil) + f"{LESSON}.ipynb"
        assert one.by.endswith(", in the class list")
    assert f"{form.by}, in the class list" in {one.by for one in intake.submissions}
    doubts = {text for one in intake.submissions for text in one.odd if "day" not in text}
    assert all(text.startswith("There is no record of when") for text in doubts), doubts
    assert intake.odd == ()


@pytest.mark.parametrize("kind", FORMS)
def test_without_a_class_list_everybody_has_one_submission(take, kind: str) -> None:
    """By the name that the platform has for them."""
    form = FORMS[kind]
    intake = take(form, handed_in(form, PUPILS), listed=False)
    assert len(intake.submissions) == 20
    assert {one.notebook.read_bytes() for one in intake.submissions if one.notebook} == {
        WORK + b" " * one.place for one in PUPILS
    }


def test_equal_names_without_a_number_are_told_apart_and_named(take) -> None:
    """Brightspace's own list has none of the numbers of its folders."""
    form = FORMS["Brightspace"]._replace(
        head="OrgDefinedId,Username,Last Name,First Name\n",
        line="#{0.number},{0.login},{0.last},{0.first}\n",
    )
    intake = take(form, handed_in(form, PUPILS))
    there = [one for one in intake.submissions if one.notebook]
    assert len(there) == 20
    alone = [one for one in there if "in the class list" not in one.by]
    assert len(alone) == 2
    assert sum("may mean Ève Ångström" in sentence for sentence in intake.odd) == 2
    told = [text for one in intake.submissions for text in one.odd]
    assert not any("may mean" in text for text in told), "nobody's own page names others"


def test_what_a_student_writes_says_nothing_of_the_login(take) -> None:
    """In Blackboard's zip a text of the student's own looks nearly like Blackboard's."""
    form = FORMS["Blackboard"]
    [place] = (one for one in form.beside if one.endswith(".txt"))
    ada = PUPILS[1]
    files = {form.place.format(ada) + "x.ipynb": WORK.decode()}
    files[place.format(ada).replace(".txt", "_y.txt")] = f"Name: A Friend ({ada.login[3:]})\n"
    [one] = (one for one in take(form, files, listed=False).submissions if one.notebook)
    assert one.full_name != "A Friend"


def test_what_lies_below_a_name_is_the_students_own(take) -> None:
    """The pattern says how deep names stand; below, a student may have folders, too."""
    form = FORMS["names"]._replace(names="x*/{student}", place="x{0.place}/{0.login}/my/own/")
    intake = take(form, handed_in(form, PUPILS[:3]))
    assert {one.student for one in intake.submissions if one.notebook} == {
        one.login for one in PUPILS[:3]
    }


def test_a_second_attempt_counts(take) -> None:
    """The newest, by the platform's time, whatever the files are called."""
    form = FORMS["Blackboard"]
    files = handed_in(form, PUPILS[:2])
    place = form.place.replace("-08-00", "-09-00").format(PUPILS[0])
    files[f"{place}0.ipynb"] = WORK.decode() + " again"
    one, _ = (one for one in take(form, files).submissions if one.notebook)
    assert one.notebook.read_bytes() == WORK + b" again"
    assert one.file == f"{place}0.ipynb"


def test_a_group_of_gradescopes_hands_in_once_for_all(take) -> None:
    """Everybody in the list has the work, and nobody else."""
    form = FORMS["Gradescope"]
    files = handed_in(form, PUPILS[:3])
    both = f"  - :name: Someone\n    :sid: '{PUPILS[7].number}'\n  :created_at"
    path = "assignment_4_export/submission_metadata.yml"
    files[path] = files[path].replace("  :created_at", both, 1)
    intake = take(form, files)
    there = {one.student: one.notebook.read_bytes() for one in intake.submissions if one.notebook}
    assert there == {
        str(PUPILS[place].number): WORK + b" " * own
        for place, own in ((0, 0), (1, 1), (2, 2), (7, 0))
    }


def test_a_list_of_gradescopes_that_is_none_is_told(take) -> None:
    """And nobody's name is made up of it."""
    form = FORMS["Gradescope"]
    files = handed_in(form, PUPILS[:3])
    files["assignment_4_export/submission_metadata.yml"] = "submission_1: [x"
    intake = take(form, files)
    assert "is not as Gradescope writes it" in "\n".join(intake.odd)
    assert not {one.student for one in intake.submissions if one.notebook} & {
        str(one.number) for one in PUPILS
    }
    with pytest.raises(ValueError, match="not as Gradescope"):
        read_metadata(b"- 1")


def test_who_makes_a_folder_for_somebody_else_in_the_inbound_gets_nothing(
    take, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system knows who has made it; where it knows no student, the name counts."""
    form = FORMS["nbgrader"]
    monkeypatch.setattr(Path, "owner", lambda path: PUPILS[1].login)
    intake = take(form, handed_in(form, PUPILS[:3]))
    assert [one.student for one in intake.submissions if one.notebook] == [PUPILS[1].login]
    assert "but s-" not in "\n".join(intake.everything_odd)
    assert f"but {PUPILS[1].login} has put it there" in "\n".join(intake.everything_odd)
    monkeypatch.setattr(Path, "owner", lambda path: "root")
    intake = take(form, handed_in(form, PUPILS[:3]))
    assert len([one for one in intake.submissions if one.notebook]) == 3


@pytest.mark.parametrize("text", ["week2", "{student}/{student}", "{who}-{student}", ""])
def test_a_pattern_that_says_nothing_is_refused(text: str) -> None:
    """With an example of what would be right."""
    with pytest.raises(ValueError, match="such as"):
        pattern_of_names(text)


def test_of_two_platforms_the_outer_name_counts() -> None:
    """A student chooses only the end of a file's name."""
    inner = {
        "Moodle": "Kurt_1002_assignsubmission_file_{}",
        "Canvas": "kurt_1002_670001_{}",
        "Blackboard": "Week 3_kurt_attempt_2020-11-20-08-00-00_{}",
    }
    for kind, place in inner.items():
        for other in inner.values():
            found = found_in([place.format(other.format("x.ipynb"))])
            assert found is not None
            assert found.platform.name == kind


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


BACK = {
    "Moodle": ("ID number", "{0.login}", "03_numbers"),
    "Canvas": ("ID", "{0.number}", "Numbers (4432)"),
    "Blackboard": ("Username", "{0.login}", "Numbers [Total Pts: 3 Score] |99"),
    "Brightspace": ("OrgDefinedId", "#{0.number}", "03_numbers Points Grade"),
    "Gradescope": ("Email", "{0.login}@uni.example", "03_numbers"),
}
"""Of each platform, the column by which it knows its people, and the one with the points."""


@pytest.mark.parametrize("kind", BACK)
def test_grades_go_back_to_the_platform_from_which_the_work_came(take, tmp_path, kind) -> None:
    """To everybody's own line and, where there is one, to the column that it has already."""
    form = FORMS[kind]
    intake = take(form, handed_in(form, PUPILS))
    write_exports(graded(intake), tmp_path, Beside(lines=intake.lines, taken=intake.submissions))
    rows = table(tmp_path, f"grades_{kind.lower()}.csv")
    who, form_of_id, column = BACK[kind]
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


def test_a_lesson_is_called_as_course_toml_says(take, tmp_path: Path) -> None:
    """So that the grades get into a column with another name."""
    form = FORMS["Brightspace"]
    intake = take(form, handed_in(form, PUPILS[:2]))
    beside = Beside(lines=intake.lines, titles={LESSON: "Homework 3"})
    there = replace(intake, submissions=[one for one in intake.submissions if one.notebook])
    write_exports(graded(there), tmp_path, beside)
    [first, _] = table(tmp_path, "grades_brightspace.csv")
    assert "Homework 3 Points Grade" in first
    lines = {
        one: {**line, "Homework 3 Points Grade <Numeric>": ""} for one, line in intake.lines.items()
    }
    write_exports(graded(there), tmp_path, replace(beside, lines=lines))
    [first, _] = table(tmp_path, "grades_brightspace.csv")
    assert "Homework 3 Points Grade <Numeric>" in first, "the column that is there already"


def test_a_platform_that_is_not_the_lists_gets_names_of_ours(take, tmp_path: Path) -> None:
    """A column that happens to be called ID holds no number of Canvas's."""
    line = "{0.login},{0.name},{0.login}@uni.example\n"
    form = FORMS["folder"]._replace(head="ID,Name,Mail\n", line=line)
    intake = take(form, handed_in(form, PUPILS))
    write_exports(graded(intake), tmp_path, Beside(lines=intake.lines))
    rows = table(tmp_path, "grades_canvas.csv")[1:]
    assert {row["ID"] for row in rows} == {""}
    assert {row["SIS Login ID"] for row in rows} == {one.login for one in PUPILS}
    addresses = {row["Email"] for row in table(tmp_path, "grades_gradescope.csv")}
    assert addresses == {f"{one.login}@uni.example" for one in PUPILS}


def test_moodles_feedback_never_has_a_path_twice(take, tmp_path: Path) -> None:
    """The page of a group lies where the one who handed it in looks, and is about that one."""
    form = FORMS["Moodle"]
    intake = take(form, handed_in(form, PUPILS[:2]))
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


def test_a_repository_without_a_notebook_keeps_its_login(take) -> None:
    """Whose it is follows from the others' names; nothing came, and one line says so."""
    form = FORMS["repositories"]
    files = handed_in(form, PUPILS[:4])
    empty = form.place.format(PUPILS[5]).partition("/")[0]
    files[f"{empty}/README.md"] = "hello"
    intake = take(form, files, listed=False)
    [one] = [one for one in intake.submissions if one.notebook is None]
    assert one.student == PUPILS[5].login
    assert one.odd == (f"No notebook was found, only {empty}/README.md.",)
