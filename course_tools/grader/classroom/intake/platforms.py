"""Every platform in one table: what it calls what it hands over, and what grades it takes in.

In a name, `login`, `name` and `number` say whose work it is, `time` when it came, and `file` what
the student had called it. Only the platform's own part is read: the student's comes after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import yaml


@dataclass(frozen=True)
class Table:
    """The table of grades that a platform takes in."""

    file: str
    who: Mapping[str, str]
    """The columns that say who it is, each with the fact that stands in it."""
    title: str = "{title}"
    """What the column of a lesson is called, by its `title` and the `most` points."""
    own: re.Pattern[str] | None = None
    """What it is called where the platform has the column already, with its number."""
    possible: str = ""
    """What a second row is called that holds the points possible, if there is one."""
    excused: str = ""
    """What stands for somebody who is excused."""
    course: str = ""
    """What a last column is called, for the whole course, where lessons have weights."""
    last: tuple[str, str] | None = None
    """A column that is the same in every row."""


@dataclass(frozen=True)
class Platform:
    """What is to be known of a platform."""

    name: str
    folder: re.Pattern[str] | None = None
    """The name of the folder that it makes for each submission."""
    file: re.Pattern[str] | None = None
    """The name of a file, where it makes no folders."""
    time: str = ""
    """How it writes times in these names."""
    zone: Any = None
    """The zone of these times; without one they are those of the platform's own clock."""
    number: str = "{number}"
    """How a class list of this platform's writes the number."""
    lasting: bool = True
    """Whether somebody has the same number in every assignment."""
    feedback: str = ""
    """What it wants before the name of a page that goes back to the student."""
    table: Table | None = None


_DAY = r"\d{4}-\d\d-\d\d"
_MOODLE = r"(?P<place>(?P<name>.+?)_(?P<number>\d+))_assignsubmission_(?P<kind>[a-z]+)_"

PLATFORMS = (
    Platform(
        "Moodle",
        folder=re.compile(f"{_MOODLE}?"),
        file=re.compile(f"{_MOODLE}(?P<file>.*)"),
        number="Participant {number}",
        lasting=False,
        feedback="{place}_assignsubmission_file_/",
        table=Table(
            "grades_moodle.csv",
            {"ID number": "login", "Full name": "name"},
            course="Course (%)",
        ),
    ),
    Platform(
        "Canvas",
        file=re.compile(
            r"(?P<place>(?P<name>[^\W_][^_]*)_(?:(?P<late>LATE)_)?(?P<number>\d{2,})_)"
            r"(?:(?P<upload>\d{3,})_(?P<file>.+)|text\.html?)"
        ),
        feedback="{place}{upload}_",
        table=Table(
            "grades_canvas.csv",
            {
                "Student": "name",
                "ID": "canvas",
                "SIS User ID": "",
                "SIS Login ID": "login",
                "Section": "",
            },
            own=re.compile(r"(?P<title>.+) \(\d+\)"),
            possible="    Points Possible",
            excused="EX",
        ),
    ),
    Platform(
        "Blackboard",
        file=re.compile(
            rf"(?P<before>.+?)_attempt_(?P<time>{_DAY}-\d\d-\d\d-\d\d)(?:_(?P<file>.+)|\.txt)"
        ),
        time="%Y-%m-%d-%H-%M-%S",
        table=Table(
            "grades_blackboard.csv",
            {"Last Name": "last", "First Name": "first", "Username": "login", "Student ID": ""},
            title="{title} [Total Pts: {most:g} Score]",
            own=re.compile(r"(?P<title>.+?) \[Total Pts: .*\] *\|\d+"),
        ),
    ),
    Platform(
        "Brightspace",
        folder=re.compile(
            r"(?P<number>\d+(?:-\d+)?) - (?P<name>.+?) - "
            r"(?P<time>[A-Z][a-z]{2} \d\d?, \d{4} \d{3,4} [AP]M)"
        ),
        time="%b %d, %Y %I%M %p",
        lasting=False,
        table=Table(
            "grades_brightspace.csv",
            {"OrgDefinedId": "", "Username": "login"},
            title="{title} Points Grade",
            own=re.compile(r"(?P<title>.+) Points Grade\b.*"),
            last=("End-of-Line Indicator", "#"),
        ),
    ),
    Platform(
        "nbgrader",
        folder=re.compile(
            rf"(?P<login>[^+]+)\+[^+]+\+(?P<time>{_DAY} \d\d:\d\d:\d\d(?:\.\d+)?) UTC(?:\+[\w-]+)?"
        ),
        time="%Y-%m-%d %H:%M:%S.%f",
        zone=UTC,
    ),
)


@dataclass(frozen=True)
class Found:
    """A platform's name on a folder or file: where it stands in the path, and what it says."""

    platform: Platform
    at: int
    match: re.Match[str]

    @property
    def own(self) -> int:
        """How many letters of the name are the platform's own."""
        last = "file" if self.match.groupdict().get("file") else 0
        return self.match.start("file") if last else self.match.end()

    @property
    def time(self) -> datetime | None:
        """The time in the name, if it says one."""
        said = self.match.groupdict().get("time")
        if said is None:
            return None
        # An hour of one digit would be read together with the minutes.
        text = re.sub(r"(?<= )(\d{3}) (?=[AP]M)", r"0\1 ", said)
        if self.platform.time.endswith("%f") and "." not in text:
            text += ".0"
        try:
            time = datetime.strptime(text, self.platform.time)  # noqa: DTZ007 - see `zone`
        except ValueError:
            return None
        return time.replace(tzinfo=self.platform.zone) if 1970 < time.year < 9999 else None


def found_in(parts: Sequence[str]) -> Found | None:
    """The outermost folder, or else the file, that a platform has named.

    A student chooses the end of a file's name, so of two platforms it is the one whose own part
    ends first.
    """
    *folders, file = parts
    for at, name in enumerate([*folders, file]):
        patterns = ((one, one.file if at == len(folders) else one.folder) for one in PLATFORMS)
        several = [
            Found(platform, at, match)
            for platform, pattern in patterns
            if pattern is not None and (match := pattern.fullmatch(name))
        ]
        if several:
            return min(several, key=lambda one: one.own)
    return None


# --- what a platform has written beside the work -------------------------------------------------

METADATA = "submission_metadata.yml"
"""Gradescope's list of the submissions in its export."""
EXPORT = re.compile(r"assignment_\d+_export")
OWN_FILES = {METADATA, "index.html"}
"""What platforms add for people to read, or read themselves."""


@dataclass(frozen=True)
class Submitted:
    """One submission in Gradescope's list."""

    people: tuple[tuple[str, tuple[str, ...]], ...]
    """The name of each who handed it in, with number and address."""
    time: datetime | None = None


@dataclass(frozen=True)
class Said:
    """What the platform, or the teacher, says of the names in what was handed in."""

    submissions: Mapping[str, Submitted] = field(default_factory=dict)
    """By the folder, whose it is in Gradescope's export."""
    logins: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By the beginning of Blackboard's names, the login in it, and the full name."""
    names: re.Pattern[str] | None = None
    """The pattern of names that `course.toml` gives."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads plain data, and nothing for objects of a language."""


_Loader.add_multi_constructor("", lambda *_: None)


def read_metadata(text: bytes) -> dict[str, Submitted]:
    """Gradescope's list; another file is a `ValueError`."""
    try:
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 - it makes plain data only
        return dict(_submissions(data))
    except (yaml.YAMLError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{METADATA} is not as Gradescope writes it ({error}).") from None


def _submissions(data: Mapping[str, Any]) -> Iterator[tuple[str, Submitted]]:
    for folder, facts in data.items():
        people = [
            (
                str(one.get(":name") or one.get(":email") or one.get(":sid")),
                tuple(str(one[key]) for key in (":sid", ":email") if one.get(key)),
            )
            for one in facts[":submitters"]
        ]
        time = facts.get(":created_at")
        yield folder, Submitted(tuple(people), time if isinstance(time, datetime) else None)


def login_in(before: str, text: bytes) -> tuple[str, str] | None:
    """The login and full name in the first line of the text that Blackboard adds to each attempt.

    >>> login_in("Week 2_ada_l", b"Name: Ada Lovelace (ada_l)")
    ('ada_l', 'Ada Lovelace')
    """
    line = text.decode("utf-8-sig", errors="replace").partition("\n")[0]
    match = re.fullmatch(r"\w+: (.*) \(([^()]+)\)\s*", line)
    return (match[2], match[1].strip()) if match and before.endswith(f"_{match[2]}") else None


def pattern_of_names(text: str) -> re.Pattern[str]:
    """What `names` in course.toml means: `{student}` says whose it is, and `*` may be anything.

    >>> pattern_of_names("week2-*-{student}").fullmatch("week2-a1-ada")["student"]
    'ada'
    """
    if text.count("{student}") != 1 or re.search(r"[{}]", text.replace("{student}", "")):
        raise ValueError(
            "names should have {student} once, where a folder or file says whose it is, and * for"
            f' what may be anything, such as "week2-*-{{student}}"; found {text!r}.'
        )
    # Every / that stands in it as such ends a folder's name.
    meant = {r"\{student\}": r"(?P<student>[^\x2f]+?)", r"\*": r"[^\x2f]*?"}
    return re.compile(re.sub(r"\\\{student\\\}|\\\*", lambda part: meant[part[0]], re.escape(text)))
