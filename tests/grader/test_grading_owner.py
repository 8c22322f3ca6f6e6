"""Whose work something is and when it came is said by the platform, never by the work itself."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from damaged import answered, raw, released
from hypothesis import given, settings
from hypothesis import strategies as some

from course_tools.grader.classroom.intake import Deadlines, Intake, Policy, due_time, submissions
from course_tools.grader.judge.repair import signs_of

LESSON, OTHER = "03_numbers", "02_letters"
WORK = raw(answered())
DUE = Deadlines(Policy(due_time("2026-11-21 12:00+00:00"), per_day=0.1))
TIMES = {
    "ada": (2026, 11, 24, 8, 0, 0),
    "kg": (2026, 11, 20, 8, 0, 0),
    "zj": (2026, 11, 22, 8, 0, 0),
}
LONG_AGO = "2020-01-01 00:00:00 UTC"


class Pupil(NamedTuple):
    """Somebody in the class, by all the names that platforms have."""

    login: str
    name: str
    number: str
    canvas: str

    @property
    def day(self) -> int:
        """When it came, in November 2026."""
        return TIMES[self.login][2]


CLASS = [
    Pupil("ada", "Ada Lovelace", "1001", "lovelaceada"),
    Pupil("kg", "Kurt Gödel", "1002", "godelkurt"),
    Pupil("zj", "Jun Zhang", "1003", "zhangjun"),
]
LIST = "id,name,number\n" + "".join(f"{one.login},{one.name},{one.number}\n" for one in CLASS)
MOODLE = "{0.name}_{0.number}_assignsubmission_file_"
CANVAS = "{0.canvas}_{0.number}_670001_"
BLACKBOARD = "Week_3_{0.login}_attempt_2026-11-{0.day}-08-00-00_"
BRIGHTSPACE = "39786-{0.number} - {0.name} - Nov {0.day}, 2026 800 AM"
INBOUND = f"{{0.login}}+{LESSON}+2026-11-{{0.day}} 08:00:00.123456 UTC+a-_1"
GRADESCOPE = "submission_{0.number}"
METADATA = """\
submission_{0.number}:
  :submitters:
  - :name: {0.name}
    :sid: '{0.number}'
    :email: {0.login}@uni.example
  :created_at: 2026-11-{0.day} 08:00:00.861687000 Z
  :score: 2.0
"""


@dataclass(frozen=True)
class Form:
    """One way in which the work of a class may come."""

    place: str
    """What stands before the names that a student chooses."""
    as_zip: bool = False
    stamped: bool = False
    """Whether nbgrader has written down beside it when it came."""

    @property
    def timed(self) -> bool:
        """Whether the platform says when it came."""
        moodle = self.as_zip and "assign" in self.place
        return self.stamped or moodle or "{0.day}" in self.place or GRADESCOPE in self.place

    @property
    def flat(self) -> bool:
        """Whether there is no folder for each student."""
        return not self.place.endswith("/")


PLAIN = (
    "{0.login}/",
    f"{{0.login}}/{LESSON}/",
    f"{LESSON}/{{0.login}}/",
    "class/submissions/{0.login}/",
    f"autumn/{LESSON}/{{0.login}}/",
    "{0.name}/",
)
FORMS = [Form(place, as_zip) for place in PLAIN for as_zip in (False, True)]
FORMS += [
    Form(place, as_zip, stamped=True)
    for place in (f"submitted/{{0.login}}/{LESSON}/", f"{{0.login}}/{LESSON}/")
    for as_zip in (False, True)
]
FORMS += [
    Form(f"{MOODLE}/", as_zip=True),
    Form(f"{MOODLE}/"),
    Form(f"{LESSON}/{MOODLE}/"),
    Form(f"week 3/{MOODLE}/"),
    Form(MOODLE, as_zip=True),
    Form(CANVAS, as_zip=True),
    Form(BLACKBOARD, as_zip=True),
    Form(f"{BRIGHTSPACE}/", as_zip=True),
    Form(f"Week 3/{BRIGHTSPACE}/", as_zip=True),
    Form(f"{INBOUND}/"),
    Form(f"{GRADESCOPE}/", as_zip=True),
    Form(f"assignment_12_export/{GRADESCOPE}/"),
    Form("week-3-{0.login}/"),
    Form(f"{LESSON}-{{0.login}}/notebooks/{LESSON}/"),
]

FRIEND = CLASS[1]
NAMES_OF_FRIEND = {
    form.format(FRIEND)
    for form in (
        *("{0.login}", "{0.name}", MOODLE, f"{MOODLE}/{LESSON}", "{0.login}+" + LESSON),
        *(BRIGHTSPACE, INBOUND, GRADESCOPE, "week-3-{0.login}"),
    )
}
FOLDERS = [*sorted(NAMES_OF_FRIEND), LESSON, OTHER, "submitted", "old", "ada"]
FILES = [
    *(f"{LESSON}.ipynb", "kg.ipynb", f"kg_{LESSON}.ipynb", "z.ipynb", "homework (7).ipynb"),
    *(f"{form.format(FRIEND)}{LESSON}.ipynb" for form in (MOODLE, CANVAS, BLACKBOARD)),
    *("timestamp.txt", "work.zip", f"{CANVAS.format(FRIEND)}work.zip", "submission_metadata.yml"),
]
paths = some.builds(
    lambda folders, file: "/".join([*folders, file]),
    some.lists(some.sampled_from(FOLDERS), max_size=3),
    some.sampled_from(FILES),
)
extras = some.lists(some.tuples(paths, paths), min_size=1, max_size=3)
"""What a student adds: a path, and another one in it if it is a zip."""


def content(path: str, inner: str) -> bytes:
    """What a student puts there."""
    if path.endswith(".txt"):
        return f"{LONG_AGO}\n".encode()
    if path.endswith(".yml"):
        return METADATA.format(FRIEND).replace("2026", "2020").encode()
    if not path.endswith(".zip"):
        return WORK + b" \n"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo(inner, (2020, 1, 1, 0, 0, 0)), content(inner, "z.ipynb"))
        archive.writestr(zipfile.ZipInfo("in/timestamp.txt"), LONG_AGO)
    return file.getvalue()


Files = Mapping[str, tuple[str, bytes]]
"""By its path, who has handed in a file, and what stands in it."""


class Came(NamedTuple):
    """What the intake says of one student."""

    work: bytes | None
    received: str
    days_late: int
    canvas_id: str
    feedback: str


def came(form: Form, files: Files, *, listed: bool) -> tuple[dict[str, Came], Intake]:
    """What the intake makes of these files, each handed in by somebody."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / ("x.zip" if form.as_zip else "x")
        if form.as_zip:
            with zipfile.ZipFile(source, "w") as archive:
                for path, (who, data) in files.items():
                    archive.writestr(zipfile.ZipInfo(path, TIMES[who]), data)
        else:
            for path, (_, data) in files.items():
                place = source / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
        (folder / "class.csv").write_text(LIST, encoding="utf-8")
        intake = submissions(
            source,
            [LESSON],
            class_list=folder / "class.csv" if listed else None,
            deadlines=DUE,
            into=folder / "into",
            signs={LESSON: signs_of(released()), OTHER: dict.fromkeys(("letter", "check_l"), "")},
        )
        found = {
            one.student: Came(
                one.notebook.read_bytes() if one.notebook else None,
                *(one.received, one.days_late, one.canvas_id, one.feedback),
            )
            for one in intake.submissions
        }
    return found, intake


def handed_in(form: Form, pupils: list[Pupil]) -> dict[str, tuple[str, bytes]]:
    """What these students have honestly handed in."""
    files = {}
    for number, pupil in enumerate(pupils):
        place = form.place.format(pupil)
        files[f"{place}{LESSON}.ipynb"] = (pupil.login, WORK + b" " * number)
        if form.stamped:
            day = TIMES[pupil.login][2]
            stamp = f"2026-11-{day} 08:00:00 UTC\n".encode()
            files[f"{place}timestamp.txt"] = (pupil.login, stamp)
    if (at := form.place.find(GRADESCOPE)) >= 0:
        listed = "".join(map(METADATA.format, pupils)).encode()
        files[f"{form.place[:at]}submission_metadata.yml"] = ("zj", listed)
    return files


@pytest.mark.parametrize("form", FORMS, ids=str)
@settings(max_examples=25, deadline=None)
@given(extras, some.booleans(), some.booleans())
def test_nothing_that_a_student_hands_in_says_whose_it_is_or_when_it_came(
    form: Form,
    added: list[tuple[str, str]],
    listed: bool,  # noqa: FBT001 - drawn
    absent: bool,  # noqa: FBT001
) -> None:
    """Neither for a friend nor for oneself, in no form of collection; and it is told."""
    pupils = [one for one in CLASS if not (absent and one == FRIEND)]
    honest = handed_in(form, pupils)
    tried = dict(honest)
    place = form.place.format(CLASS[0])
    for path, inner in added:
        whole = place + (path.replace("/", "_") if form.flat else path)
        if whole not in honest and not any(_in_the_way(whole, other) for other in tried):
            tried[whole] = ("ada", content(path, inner))
    before, _ = came(form, honest, listed=listed)
    after, intake = came(form, tried, listed=listed)
    assert after.keys() == before.keys()
    mine = next(name for name, one in before.items() if one.work == WORK)
    for student, one in before.items():
        if student != mine:
            assert after[student] == one
    assert after[mine].work in {WORK, WORK + b" \n"}
    assert after[mine][2:4] == before[mine][2:4]
    told = "\n".join(intake.everything_odd)
    new = tried.keys() - honest.keys()
    if not any(map(_as_nbgrader_has_it, new)):
        assert after[mine].received == before[mine].received
    added_now = [path.removeprefix(place) for path in new if not _as_nbgrader_has_it(path)]
    if not form.flat and any(path.rpartition("/")[2] == "timestamp.txt" for path in added_now):
        assert "timestamp.txt was ignored" in told
    if any(path.endswith(".zip") for path in added_now):
        assert "/timestamp.txt was ignored" in told
    if listed and any(
        {"kg", "Kurt Gödel", MOODLE.format(FRIEND)} & {*path.split("/")[:-1]} for path in added_now
    ):
        assert "it counts for" in told


def _as_nbgrader_has_it(path: str) -> bool:
    """Whether a time lies where nbgrader keeps one: without any, work is in time, too.

    That of another lesson says nothing of this one, and nobody has to hear of it.
    """
    for above in ("class/submissions/", "submitted/", "autumn/", f"{LESSON}/"):
        path = path.removeprefix(above)
    parts = path.split("/")
    return parts in [
        [name, lesson, "timestamp.txt"]
        for name in ("ada", "Ada Lovelace")
        for lesson in (LESSON, OTHER)
    ]


def _in_the_way(path: str, other: str) -> bool:
    """Whether there can't be both, because one is a folder of the other, or both are one."""
    one, two = path.casefold(), other.casefold()
    return one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")


def test_every_form_gives_everybody_their_own_work_and_time() -> None:
    """So that the test above compares with what is right."""
    for form in FORMS:
        for listed in (False, True):
            found, intake = came(form, handed_in(form, CLASS), listed=listed)
            assert len(found) == 3, form
            assert {one.work for one in found.values()} == {WORK, WORK + b" ", WORK + b"  "}
            assert sorted(one.days_late for one in found.values()) == (
                [0, 1, 3] if form.timed else [0] * 3
            ), form
            assert "was ignored" not in "".join(intake.everything_odd)


def test_a_name_that_the_list_does_not_know_gives_nothing_away() -> None:
    """A folder with a misspelt name holds a friend's: hers counts, and where that lies is told."""
    form = Form("{0.login}/")
    files = handed_in(form, CLASS)
    files |= {"ada_l/kg/z.ipynb": ("ada", WORK + b" \n")}
    found, intake = came(form, files, listed=True)
    assert found["kg"].work == WORK + b" "
    told = "\n".join(intake.everything_odd)
    assert "The folder ada_l/kg lies deeper than those of other students" in told
    assert "lies where the work of others lies" in told
