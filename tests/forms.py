"""The forms in which the work of a class comes, and what the intake makes of it.

A new platform is an entry of `FORMS`, and `test_grading_platforms.py` tries everything with it.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from damaged import answered, raw, released

from course_tools.grader.classroom.intake import Intake, submissions
from course_tools.grader.judge.repair import signs_of

LESSON, OTHER = "03_numbers", "02_letters"
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
        """The day in November on which it came; work is due on the 20th at noon."""
        return 19 + self.place % 4

    @property
    def work(self) -> bytes:
        """The notebook, which is a little different from everybody else's."""
        return WORK + b" " * self.place


PUPILS = [Pupil(place, FIRST[place % 10], LAST[place % 6]) for place in range(20)]
PUPILS[19] = PUPILS[18]._replace(place=19)
"""The last two are both called Ève Ångström."""

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
    """What stands before the names that a student chooses."""
    by: str
    """What the intake says that it has gone by."""
    head: str = "First name,Last name,Login\n"
    line: str = "{0.first},{0.last},{0.login}\n"
    """The first line of the list, and that of one student."""
    as_zip: bool = False
    timed: bool = False
    """Whether it is known when something came."""
    file: str = f"{LESSON}.ipynb"
    beside: Mapping[str, str] = {}
    """What lies beside it: by its place, the text for each student."""
    names: str = ""
    back: tuple[str, str, str] | None = None
    """Of its grades, the column and the form in which it knows people, and the one of points."""

    @property
    def pupils(self) -> list[Pupil]:
        """All whom it tells apart: where there are only names, none that two have."""
        return PUPILS[:18] if "{0.name}/" in self.place else PUPILS


MOODLE = "{0.name}_{0.number}_assignsubmission_file_"
CANVAS = "pupil{0.place}_{0.number}_67{0.place:04}_"
BLACKBOARD = "Week_3 Numbers_{0.login}_attempt_2026-11-{0.day}-08-00-00"
BRIGHTSPACE = "39786-{0.number} - {0.name} - Nov {0.day}, 2026 800 AM"
INBOUND = f"{{0.login}}+{LESSON}+2026-11-{{0.day}} 08:00:00.123456 UTC+aB-_{{0.place}}"
GRADESCOPE = "submission_{0.submission}"
STAMP = "2026-11-{0.day} 08:00:00.123456 UTC\n"

FORMS = {
    "Moodle": Form(
        f"{MOODLE}/",
        "Moodle's name for it",
        "Identifier,Full name,ID number\n",
        "Participant {0.number},{0.name},{0.login}\n",
        as_zip=True,
        timed=True,
        back=("ID number", "{0.login}", "03_numbers"),
    ),
    "Canvas": Form(
        CANVAS,
        "Canvas's name for it",
        "Student,ID,SIS User ID,SIS Login ID,Section,Numbers (4432)\n    Points Possible,,,,,3\n",
        '"{0.last}, {0.first}",{0.number},x{0.place},{0.login},A,\n',
        as_zip=True,
        back=("ID", "{0.number}", "Numbers (4432)"),
    ),
    "repositories": Form(
        f"{LESSON}-{{0.login}}/notebooks/{LESSON}/", f"the repository {LESSON}-st_a04"
    ),
    "Gradescope": Form(
        f"assignment_4_export/{GRADESCOPE}/",
        "submission_metadata.yml",
        "First Name,Last Name,SID,Email\n",
        "{0.first},{0.last},{0.number},{0.login}@uni.example\n",
        as_zip=True,
        timed=True,
        beside={"assignment_4_export/submission_metadata.yml": METADATA},
    ),
    "Blackboard": Form(
        f"{BLACKBOARD}_",
        "Blackboard's name for it",
        "Last Name,First Name,Username,Student ID,Numbers [Total Pts: 3 Score] |99\n",
        "{0.last},{0.first},{0.login},{0.number},\n",
        as_zip=True,
        timed=True,
        beside={f"{BLACKBOARD}.txt": "Name: {0.name} ({0.login})\nAssignment: Week_3 Numbers\n"},
        back=("Username", "{0.login}", "Numbers [Total Pts: 3 Score] |99"),
    ),
    "Brightspace": Form(
        f"Week 3 Download Nov 30/{BRIGHTSPACE}/",
        "Brightspace's name for it",
        "OrgDefinedId,Username,Last Name,First Name,Identifier\n",
        "#{0.number},{0.login},{0.last},{0.first},39786-{0.number}\n",
        as_zip=True,
        timed=True,
        beside={"Week 3 Download Nov 30/index.html": "<p>{0.name}</p>"},
        back=("OrgDefinedId", "#{0.number}", "03_numbers Points Grade"),
    ),
    "nbgrader": Form(
        f"{INBOUND}/",
        "nbgrader's name for it",
        timed=True,
        beside={f"{INBOUND}/timestamp.txt": STAMP},
    ),
    "names": Form(
        "x{0.place}/week3-{0.login}-final ",
        "`names` in course.toml",
        names="*/week3-{student}-final *",
    ),
}
"""Each platform as it is known best: whoever has equal names is told apart."""

FOLDERS = (
    *("{0.login}/", f"{{0.login}}/{LESSON}/", f"{LESSON}/{{0.login}}/", "{0.name}/"),
    *("class/submissions/{0.login}/", f"autumn/{LESSON}/{{0.login}}/", "{0.login}/mine/deep/"),
)
NAMED = ("{0.login}", f"{{0.login}}_{LESSON}", f"{LESSON}-{{0.login}}", f"{LESSON} ({{0.login}})")
NAMED += (f"{{0.login}}_{LESSON} (1)", f"{{0.login}}_{LESSON}-Copy1", f"{LESSON}/{{0.login}}")

WAYS = FORMS | {
    f"{place} {'zip' if as_zip else 'folder'}": Form(place, "the folder's name", as_zip=as_zip)
    for place in FOLDERS
    for as_zip in (False, True)
}
WAYS |= {
    f"stamped {place} {'zip' if as_zip else 'folder'}": Form(
        place,
        "the folder's name",
        as_zip=as_zip,
        timed=True,
        beside={f"{place}timestamp.txt": STAMP},
    )
    for place in (f"submitted/{{0.login}}/{LESSON}/", f"{{0.login}}/{LESSON}/")
    for as_zip in (False, True)
}
WAYS |= {
    "Moodle's zip, unpacked": FORMS["Moodle"]._replace(as_zip=False, timed=False),
    "Moodle's zip, in a folder": FORMS["Moodle"]._replace(
        place=f"week 3/{MOODLE}/", as_zip=False, timed=False
    ),
    "Moodle without folders": FORMS["Moodle"]._replace(place=MOODLE),
    "Brightspace without a folder": FORMS["Brightspace"]._replace(
        place=f"{BRIGHTSPACE}/", beside={}
    ),
    "a repository": Form("week-3-{0.login}/", "the repository week-3-st_a04"),
}
"""All ways in which a student has a place of their own."""


Files = Mapping[str, tuple[Pupil, bytes]]
"""By its path, who has handed in a file, and what is in it."""


def handed_in(form: Form, pupils: Iterable[Pupil]) -> dict[str, tuple[Pupil, bytes]]:
    """What these have handed in, and what the platform has written beside it."""
    files: dict[str, tuple[Pupil, bytes]] = {}
    for pupil in pupils:
        files[form.place.format(pupil) + form.file.format(pupil)] = pupil, pupil.work
        for place, text in form.beside.items():
            path = place.format(pupil)
            _, before = files.get(path, (pupil, b""))
            files[path] = pupil, before + text.format(pupil).encode()
    return files


def take(folder: Path, form: Form, files: Files, *, listed: bool = True, **options) -> Intake:
    """What the intake makes of these files, which have come in this form."""
    contents = {path: data for path, (_, data) in files.items()}
    days = {path: pupil.day for path, (pupil, _) in files.items()}
    name, made = ("x.zip", packed) if form.as_zip else ("x", unpacked)
    if listed:
        people = (
            unpacked(
                folder, {"class.csv": (form.head + "".join(map(form.line.format, PUPILS))).encode()}
            )
            / "class.csv"
        )
        options["class_list"] = people
    source = made(folder / name, contents, **({"day": days.__getitem__} if form.as_zip else {}))
    return taken(source, folder / "into", names=form.names, **options)


# How files get into a folder or a zip, and from there into the intake


def unpacked(root: Path, files: Mapping[str, bytes]) -> Path:
    """A folder with these files."""
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def packed(
    place,
    files: Mapping[str, bytes],
    *,
    day: Callable[[str], int] = lambda _: 22,
    **attributes: int,
):
    """A path or a file with a zip of these files in it; attributes by name, as Unix writes them."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            member = zipfile.ZipInfo(name, (2026, 11, day(name), 8, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = attributes.get(name, stat.S_IFREG | 0o644) << 16
            archive.writestr(member, data)
    return place


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The bytes of a zip with these files."""
    return packed(io.BytesIO(), files).getvalue()


SIGNS = {LESSON: signs_of(released()), OTHER: dict.fromkeys(("letter", "check_letter"), "")}


def taken(source: Path, into: Path, **options) -> Intake:
    """What comes of this source, if the lesson is known by its cells."""
    usual = {"lessons": [LESSON], "signs": {LESSON: SIGNS[LESSON]}}
    return submissions(source, into=into, **usual | options)


def there(intake: Intake) -> dict[str, bytes]:
    """Everybody of whom there is a notebook, and what is in it."""
    return {one.student: one.notebook.read_bytes() for one in intake.submissions if one.notebook}


def told(intake: Intake) -> str:
    """All that was odd, one sentence a line."""
    return "\n".join(intake.everything_odd)
