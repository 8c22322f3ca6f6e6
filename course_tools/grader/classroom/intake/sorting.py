"""Sorts what was handed in by students and lessons, by paths and cells; nothing is dropped."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from itertools import takewhile
from typing import Any

from course_tools.grader.classroom.intake.files import (
    PLAIN_PYTHON,
    Piece,
    Pieces,
    Unreadable,
    inside,
)
from course_tools.grader.classroom.intake.platforms import (
    EXPORT,
    METADATA,
    OWN_FILES,
    Found,
    Said,
    Submitted,
    found_in,
    login_in,
    read_metadata,
)
from course_tools.grader.judge.repair import signs_in
from course_tools.notebooks import STUDENTS

COPY = re.compile(r"(?:[\s_-]+(?:copy|kopie|copie)\d*|\s*\(\d+\))+\s*$", re.IGNORECASE)
LITE = re.compile(r"^notebooks_(?=\d\d_)")
"""How names of downloads from JupyterLite begin: with the folder in which the lesson lay."""
TOP = {"submitted", "submissions", "submission", "abgaben"}

NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$|\.ipynb\s?\(\d+\)$", re.IGNORECASE)
ARCHIVE = re.compile(r"\.(tar|tgz|gz|bz2|xz|rar|7z)$", re.IGNORECASE)
NO_NOTEBOOK = "is not a notebook: it was not taken."
TIME, SECRET = OF_EXCHANGE = ("timestamp.txt", "submission_secret.txt")
"""What nbgrader's exchange puts beside a notebook; it needs both to give feedback back."""
STRANGER = (
    "{0} lies under the name of {1}, in what {2} handed in: it counts for {2} alone. Look whose"
    " work it is."
)
OF_ANOTHER = (
    "{0} says by its folder whose it is, but {1} has put it there: it was not taken. Look whose"
    " work it is."
)
DEEPER = "The folder {0} lies deeper than those of other students. Look who has put it there."
NOT_A_TIME = "{0} was ignored: such a file counts only where nbgrader puts it, in STUDENT/LESSON."
LONGEST_LINE = 1_000
NAME = 3
"""A lesson's name in a file's name counts as much as so many of its cells."""


@dataclass(frozen=True)
class Label:
    """What a path says of the file at its end."""

    student: str
    """The name under which it was handed in, or nothing if the path does not say."""
    file: str
    """The file's own name, without what the learning platform wrote before it."""
    numbers: tuple[str, ...] = ()
    """Numbers that the platform has for the student."""
    upload: int = 0
    """The higher, the later."""
    late: bool = False
    """Whether the platform says so, without saying how late."""
    typed: bool = False
    """Whether it is a text that was typed into the platform."""
    platform: str = ""
    """`Moodle`, for example, or nothing."""
    by: str = ""
    """What says whose it is, in a few words."""
    name: str = ""
    """The full name, if the platform says it beside the login."""
    time: datetime | None = None
    """When the platform says that it came; without a zone, by its own clock."""
    partners: tuple[Label, ...] = ()
    """The same for each of those with whom the student has handed it in."""
    feedback: str = ""
    """What the platform wants before the name of a page that goes back to this student."""
    below: tuple[str, ...] = ()
    """The folders between the student's own and the file: the student has named them."""
    above: tuple[str, ...] = ()
    """The folders in which the student's own lies."""
    home: str = ""
    """The folder STUDENT/LESSON in which it lies, as in nbgrader's own tree, or nothing."""
    is_name: bool = False
    """Whether the student's own name stands there, as on a page, and no login."""

    @property
    def account(self) -> str:
        """What stays when a name changes: the platform's number, or else the login."""
        numbered = self.platform and self.numbers
        return f"{self.platform} {self.numbers[0]}" if numbered else f"called {self.student}"


Matches = Callable[[str], Collection[Any]]
"""Those in the class list whom a name may mean."""


def labels_of(
    paths: Sequence[str], lessons: Collection[str], matches: Matches, said: Said | None = None
) -> list[Label]:
    """What each of these paths says, relative to the folder or zip that holds a whole class.

    Outer folders are named by a platform or a teacher, and inner ones by the student who hands them
    in. So a file belongs to the outermost name that says whose it is: that of a platform, or else
    the first that the class list knows. Where it knows none, folders of students are as deep as
    the outermost of them.
    """
    said = said or Said()
    split = [unicodedata.normalize("NFC", path).split("/") for path in paths]
    work = [parts for parts in split if _is_work(parts[-1])]
    by_platform = bool(work) and all(map(found_in, work))
    listed = {name: bool(matches(name)) for parts in split for name in parts[:-1]}
    logins = _in_repositories(work, split, lessons, matches)
    listed |= dict.fromkeys(logins, True)

    def known(parts: list[str]) -> int | None:
        return next((n for n, name in enumerate(parts[:-1]) if listed[name]), None)

    depths = [n for n in map(known, work) if n is not None]
    depths = depths or [n for parts in work if (n := _usual(parts, lessons)) is not None]
    least = min(depths, default=0)
    made = []
    for parts in split:
        if said.names is not None:
            made.append(_as_told(parts, said.names))
            continue
        if parts[0] in said.submissions:
            made.append(_of_gradescope(parts, said))
            continue
        at, found = known(parts), found_in(parts)
        outermost = found is not None and (at is None or found.at <= at)
        if found and outermost and (by_platform or found.at == (parts[0] in lessons)):
            made.append(_of_platform(parts, found, said))
            continue
        if at is None:
            at = min(least, len(parts) - 2)
            at += at >= 0 and parts[at] in lessons
        label = _plain(parts, at, lessons)
        if at == 0 and label.student in logins:
            by = f"the repository {label.student}"
            label = replace(label, student=logins[label.student], by=by)
        # Who imitates nbgrader's tree gains nothing: without a time, work counts as in time.
        if at == 0 and len(parts) > 2 and parts[1] in lessons:
            label = replace(label, home="/".join(parts[:2]))
        made.append(label)
    return made


def _plain(parts: list[str], at: int, lessons: Collection[str]) -> Label:
    """What a path says that no platform has made, with the student's folder at this place."""
    *folders, file = parts
    if not 0 <= at < len(folders):
        return Label(_own_part(file, list(lessons)), file, by="the file's name")
    above = tuple(name for name in folders[:at] if name not in lessons)
    below = tuple(folders[at + 1 :])
    return Label(folders[at], file, by="the folder's name", below=below, above=above)


def _in_repositories(
    work: Sequence[list[str]],
    paths: Sequence[list[str]],
    lessons: Collection[str],
    matches: Matches,
) -> dict[str, str]:
    """By the outermost folder, the login in its name, where each is one student's repository.

    Such folders begin alike, as `minimax-ada` and `minimax-zj` do. What is cut off is the same for
    all of them: that after which the class list knows the most, or, without a list, all that they
    have in common, if it names a lesson.
    """
    folders = list(dict.fromkeys(parts[0] for parts in work if len(parts) > 1))
    if not folders or any(map(matches, folders)) or any(found_in([one, ""]) for one in folders):
        return {}
    ends = (place.end() for place in re.finditer(r"[-_.]", folders[0]))
    cuts = [end for end in ends if all(one.startswith(folders[0][:end]) for one in folders)]
    meant = {cut: sum(bool(matches(one[cut:])) for one in folders) for cut in cuts}
    best = max(cuts, key=lambda cut: (meant[cut], cut), default=0)
    said = meant.get(best) or lesson_in(folders[0][:best], lessons)
    # Also who has no notebook in it keeps the login.
    every = {parts[0] for parts in paths if len(parts) > 1}
    start = folders[0][:best]
    return {one: one[best:] for one in every if one.startswith(start)} if best and said else {}


def _as_told(parts: list[str], names: re.Pattern[str]) -> Label:
    """What a path says by the pattern in `course.toml`, if it has that form."""
    depth = names.pattern.count("/") + 1
    match = names.fullmatch("/".join(parts[:depth]))
    if match is None:
        return Label("", parts[-1])
    below = tuple(parts[depth:-1])
    return Label(match["student"], parts[-1], by="`names` in course.toml", below=below)


def _of_gradescope(parts: list[str], said: Said) -> Label:
    """What Gradescope's list says of the folder of a submission."""
    submitted = said.submissions[parts[0]]
    labels = [
        Label(
            name,
            parts[-1],
            numbers or (f"{parts[0]} {name}",),
            platform="Gradescope",
            by=METADATA,
            time=submitted.time,
            below=tuple(parts[1:-1]),
            is_name=True,
        )
        for name, numbers in submitted.people
    ]
    first, *others = labels or [Label("", parts[-1])]
    return replace(first, partners=tuple(others))


def _of_platform(parts: list[str], found: Found, said: Said) -> Label:
    """What a platform's name for the folder or file at this place says."""
    platform, match = found.platform, found.match
    facts = {key: value or "" for key, value in match.groupdict().items()}
    file = parts[-1] if found.at < len(parts) - 1 else facts.get("file", "")
    login, name = facts.get("login", ""), ""
    if before := facts.get("before"):
        login, name = said.logins.get(before, (before.rpartition("_")[2], ""))
    time, number = found.time, facts.get("number", "")
    upload = int((facts.get("upload") or "0")[:18])
    folder = parts[: found.at + 1] if platform.folder else []
    return Label(
        login or facts["name"],
        file or parts[-1],
        (platform.number.format(number=number),) if number else (),
        int(time.timestamp() * 1_000_000) if time else upload,
        late=bool(facts.get("late")),
        typed=facts.get("kind") == "onlinetext" or not file,
        platform=platform.name,
        by=f"{platform.name}'s name for it",
        name=name,
        time=time,
        feedback=platform.feedback.format(**facts) if platform.feedback and file else "",
        below=tuple(parts[found.at + 1 : -1]),
        home="/".join(folder) if platform.name == "nbgrader" else "",
        is_name=not login,
    )


def _usual(parts: list[str], lessons: Collection[str]) -> int | None:
    """The place of the student's folder as it is in most classes, or `None` if there is none."""
    folders = parts[:-1]
    here = next((n for n, folder in enumerate(folders) if folder in lessons), None)
    if here is None:
        return 0 if folders else None
    # nbgrader has STUDENT/LESSON/LESSON.ipynb; others sort by lessons first.
    if not here:
        return 1 if len(folders) > 1 else None
    # In a repository, and in an unpacked student edition, lessons lie in a folder of their own.
    at = here - 1 - (folders[here - 1] == STUDENTS)
    return at if at >= 0 else None


def _is_work(file: str) -> bool:
    """Whether this may be, or hold, a notebook."""
    return bool(NOTEBOOK.search(file)) or file.lower().endswith(".zip")


def strangers_in(label: Label, matches: Matches, owners: Collection[str]) -> Iterator[str]:
    """The names of other people on folders that this student has made.

    `owners` are those of whom there are folders, where no class list says who there is.
    """
    mine = matches(label.student)
    for folder in dict.fromkeys(label.below):
        found = found_in([folder, ""])
        said = found.match.groupdict() if found else {}
        name = said.get("name") or said.get("login") or folder
        others = matches(name)
        if name == label.student or (others and {*others} <= {*mine}):
            continue
        if others or found or (not mine and name in owners):
            yield name


def without_top(paths: list[str], lessons: Collection[str], matches: Matches) -> list[str]:
    """The paths without the folders that hold all of them and are nobody's own.

    A folder is nobody's own if its name says so, or if what is in it has several students' names.
    """
    folders = [path.split("/")[:-1] for path in paths]
    shared = list(takewhile(lambda parts: len(set(parts)) == 1, zip(*folders, strict=False)))
    top = list(takewhile(lambda name: not matches(name), [parts[0] for parts in shared]))
    for depth in range(len(top), 0, -1):
        rest = [path.split("/", depth)[depth] for path in paths]
        notebooks = [path for path in rest if path.lower().endswith(".ipynb")]
        students = {label.student for label in labels_of(notebooks, lessons, matches)}
        shell = top[depth - 1].lower() in TOP or EXPORT.fullmatch(top[depth - 1])
        if shell or ("" not in students and len(students) > 1):
            return rest
    return paths


def lesson_in(text: str, lessons: Iterable[str]) -> str:
    """The lesson that is named in a file's or folder's name, or nothing."""
    plain = re.sub(r"[^a-z0-9]+", "_", text.lower())
    found = [one for one in lessons if re.search(rf"(?<![a-z0-9]){one}(?![a-z0-9])", plain)]
    return max(found, key=len, default="")


def _own_part(file: str, lessons: list[str]) -> str:
    """What is left of a file's name without its lesson and what browsers add to a second copy."""
    name = LITE.sub("", COPY.sub("", _stem(file)))
    if lesson := lesson_in(name, lessons):
        words = r"[^A-Za-z0-9]+".join(lesson.split("_"))
        name = re.sub(rf"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])", "_", name, flags=re.IGNORECASE)
        name = re.sub(r"[\s_-]*_[\s_-]*", "_", COPY.sub("", name))
    return re.sub(r"^[\s_().-]+|[\s_().-]+$", "", name)


def _stem(file: str) -> str:
    """The file's name without its ending."""
    return re.sub(r"(\.ipynb)?(\.txt|\.json|\.html)?$", "", file, count=1, flags=re.IGNORECASE)


# --- files by students and lessons ---------------------------------------------------------------


@dataclass(frozen=True)
class Handed:
    """A notebook that somebody handed in for a lesson."""

    piece: Piece
    label: Label
    lesson: str
    digest: str
    """The same for the same bytes."""
    alike: int = 0
    """How many of its cells are those of the lesson."""
    changed: bool = False
    """Whether one of those says something else than when it was handed out."""


@dataclass
class Person:
    """All that came from one account, or from all accounts of one person."""

    label: Label
    notebooks: list[Handed] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    """A sentence for each notebook of a lesson that is not wanted."""
    beside: list[str] = field(default_factory=list)
    """Files that are no notebooks."""
    of_exchange: dict[str, bytes] = field(default_factory=dict)
    """By path, what nbgrader's exchange put into its own folders."""


@dataclass
class Sorted:
    """Everybody who handed something in, and what belongs to nobody."""

    people: dict[str, Person] = field(default_factory=dict)
    """By their accounts."""
    odd: list[str] = field(default_factory=list)


def sort(
    found: Pieces,
    lessons: Mapping[str, Mapping[str, str]],
    wanted: Collection[str],
    matches: Matches,
    names: re.Pattern[str] | None = None,
) -> Sorted:
    """The files by the people who handed them in, each notebook with the lesson it is for.

    `lessons` are all lessons with the names and texts of their cells, as far as they are known;
    `wanted` are those that are to be graded; `matches` says whom in the class list a name may mean;
    `names` is the pattern that `course.toml` gives for names.
    """
    done = Sorted(odd=list(found.odd))
    asked = cache(matches)
    shorter = [piece.name for piece in found.found]
    if names is None:
        shorter = without_top(shorter, lessons, asked)
    pairs = list(zip(found.found, shorter, strict=True))
    said = _said_beside(pairs, names, done.odd)
    labels = labels_of(shorter, lessons, asked, said)
    strangers = partial(strangers_in, matches=asked, owners={one.student for one in labels})
    depth = min((len(one.above) for one in labels if _is_work(one.file)), default=0)
    every = [
        (piece, path, replace(each, partners=()))
        for (piece, path), one in zip(pairs, labels, strict=True)
        for each in (one, *one.partners)
    ]
    for piece, path, label in every:
        loose = "/" not in path and not label.platform
        if path in OWN_FILES:
            continue
        if loose and not (NOTEBOOK.search(path) or path.lower().endswith(".zip")):
            python = path.lower().endswith(".py")
            done.odd.append(f"{piece.name} {PLAIN_PYTHON if python else NO_NOTEBOOK}")
        elif not label.student:
            done.odd.append(f"{piece.name} does not say whose it is: it was not taken.")
        else:
            person = done.people.setdefault(label.account, Person(label))
            if path in {f"{label.home}/{name}" for name in OF_EXCHANGE}:
                person.of_exchange[path] = piece.read()[:1_000]
                continue
            if label.platform == "nbgrader" and (other := _made_by(piece, label, asked)):
                person.odd.append(OF_ANOTHER.format(piece.name, other))
                continue
            if _is_work(label.file) and len(label.above) > depth:
                shown = "/".join((*label.above, label.student))
                person.odd.append(DEEPER.format(shown))
            _take(person, piece, label, lessons, wanted, strangers=strangers)
    return done


def _said_beside(
    pieces: Iterable[tuple[Piece, str]], names: re.Pattern[str] | None, odd: list[str]
) -> Said:
    """What platforms have written beside the work; what can't be read of it is told."""
    submissions: dict[str, Submitted] = {}
    logins: dict[str, tuple[str, str]] = {}
    for piece, path in pieces if names is None else ():
        said = found_in([path]) if "/" not in path else None
        facts = said.match.groupdict() if said else {}
        # Only Blackboard's own text has no name of the student's behind the time.
        before = facts.get("before") if facts.get("file") is None else None
        try:
            if path == METADATA:
                submissions = read_metadata(piece.read())
            elif before:
                login = login_in(before, piece.read()[:LONGEST_LINE])
                logins |= {before: login} if login else {}
        except (Unreadable, ValueError) as error:
            odd.append(f"{piece.name}: {error}")
    return Said(submissions, logins, names)


def _made_by(piece: Piece, label: Label, matches: Matches) -> str:
    """Whose file this is for the system, if that is another student; nothing otherwise.

    In nbgrader's inbound folder, students themselves have made the folders with their names.
    """
    owner = piece.owner()
    others = {*matches(owner)} - {*matches(label.student)} if owner != label.student else ()
    return owner if others else ""


def _take(
    person: Person,
    piece: Piece,
    label: Label,
    lessons: Mapping[str, Mapping[str, str]],
    wanted: Collection[str],
    *,
    strangers: Callable[[Label], Iterable[str]],
    opened: bool = False,
) -> None:
    """Take a file for what it is: a notebook, a zip with some, a time, or something else."""
    name = piece.name
    person.odd += [STRANGER.format(name, other, label.student) for other in strangers(label)]
    try:
        if label.typed:
            # Blackboard writes such a text for everybody.
            if label.platform != "Blackboard":
                typed = f"{name} was typed into {label.platform}; only notebooks are graded."
                person.odd.append(typed)
        elif name.rpartition("/")[2] == TIME:
            person.odd.append(NOT_A_TIME.format(name))
        elif NOTEBOOK.search(name):
            _notebook(person, piece, label, lessons, wanted)
        elif name.lower().endswith(".zip") and not opened:
            within = inside(piece)
            timed = label.time or (label.platform == "Moodle" and piece.time)
            whose = f", and counts as handed in when {label.platform} says" if timed else ""
            before = len(person.notebooks)
            place = len(person.odd)
            person.odd += [f"In {name}: {sentence}" for sentence in within.odd]
            for one in within.found:
                # The times in there are those that the student's own computer had.
                shown = replace(one, name=f"{name}/{one.name}", time=piece.time)
                inner = replace(label, below=(*label.below, *one.name.split("/")[:-1]))
                _take(person, shown, inner, lessons, wanted, strangers=strangers, opened=True)
            if len(person.notebooks) > before or len(person.odd) == place:
                person.odd.insert(place, f"{name} is a zip; what is in it was taken{whose}.")
        elif ARCHIVE.search(name) or name.lower().endswith(".zip"):
            person.odd.append(f"{name} is an archive that is not opened; ask for the notebook.")
        else:
            person.beside.append(name)
    except Unreadable as error:
        person.odd.append(f"{name} {error}")


def _notebook(
    person: Person,
    piece: Piece,
    label: Label,
    lessons: Mapping[str, Mapping[str, str]],
    wanted: Collection[str],
) -> None:
    """Take a notebook for the lesson whose cells it has, else for the one in its name."""
    data = piece.read()
    if not re.search(r"\.ipynb$", piece.name, re.IGNORECASE):
        person.odd.append(f"{piece.name} was read as a notebook, though its name ends otherwise.")
    signs = signs_in(data)
    alike = {lesson: len(signs.keys() & given.keys()) for lesson, given in lessons.items()}
    named = lesson_in(piece.name, lessons)
    # Lessons may have a cell or two in common, so that a name in the file counts for some.
    likely = {lesson: count + NAME * (lesson == named) for lesson, count in alike.items()}
    lesson = max(likely, key=likely.__getitem__, default="")
    if not likely.get(lesson):
        lesson = next(iter(wanted)) if len(wanted) == 1 else ""
    if not lesson:
        person.odd.append(f"{piece.name} does not say which lesson it is for: it was not taken.")
    elif lesson not in wanted:
        person.other.append(f"{piece.name} is for {lesson}, which is not asked for: not taken.")
    else:
        if named and named != lesson:
            person.odd.append(f"{piece.name} is called {named}, but it is a notebook of {lesson}.")
        digest = hashlib.sha256(data).hexdigest()
        given = lessons[lesson]
        changed = any(text != given[name] for name, text in signs.items() if name in given)
        person.notebooks.append(Handed(piece, label, lesson, digest, alike[lesson], changed))


def chosen(handed: list[Handed]) -> tuple[Handed, str]:
    """The one of several notebooks for the same lesson that counts, and a sentence if need be."""
    *others, best = sorted(handed, key=_rank)
    if not others:
        return best, ""
    if all(one.digest == best.digest for one in others):
        name = best.piece.name
        return best, f"The same notebook was handed in {len(handed)} times: {name} was taken."
    pairs = zip(_rank(best), _rank(others[-1]), _WHY, strict=True)
    why = next(words for one, other, words in pairs if one != other)
    names = ", ".join(one.piece.name for one in others)
    return best, f"{best.piece.name} was taken for {best.lesson}, because it {why}; not {names}."


_WHY = (
    "lies where the work of others lies",
    "has answers",
    "is the newest",
    "has more of the lesson's cells",
    "has the highest number",
    "has the lesson's name",
    "has the last name in the order of the alphabet",
)


def _rank(one: Handed) -> tuple[int, bool, int, int, int, bool, str]:
    """What decides between several notebooks, in the order of what is said of it."""
    is_named = one.label.file.lower() == f"{one.lesson}.ipynb"
    # Browsers call a second download of one name `name (1)`.
    number = max(map(int, re.findall(r"\((\d{1,9})\)", one.label.file)), default=0)
    marks = (one.changed, one.label.upload, one.alike, number, is_named, one.piece.name)
    return (-len(one.label.above), *marks)
