"""Sorts what was handed in by students and lessons, by paths and cells; nothing is dropped."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import takewhile
from typing import Any

from course_tools.grade.intake.files import PLAIN_PYTHON, Piece, Pieces, Unreadable, inside
from course_tools.grade.repair import signs_in

MOODLE_FOLDER = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_?")
MOODLE_FILE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_(?P<file>.*)"
)
CANVAS = re.compile(
    r"(?P<name>[^\W_][^_]*)_(?:(?P<late>LATE)_)?(?P<number>\d{2,})_"
    r"(?:(?P<upload>\d{3,})_(?P<file>.+)|text\.html?)"
)
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
DEEPER = "The folder {0} lies deeper than those of other students. Look who has put it there."
NOT_A_TIME = "{0} was ignored: such a file counts only where nbgrader puts it, in STUDENT/LESSON."
MOST_GUESSES = 100_000  # bytes
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
    """`Moodle`, `Canvas`, or nothing."""
    feedback: str = ""
    """What the platform wants before the name of a page that goes back to this student."""
    below: tuple[str, ...] = ()
    """The folders between the student's own and the file: the student has named them."""
    above: tuple[str, ...] = ()
    """The folders in which the student's own lies."""
    home: str = ""
    """The folder STUDENT/LESSON in which it lies, as in nbgrader's own tree, or nothing."""


Matches = Callable[[str], Collection[Any]]
"""Those in the class list whom a name may mean."""


def labels_of(paths: Sequence[str], lessons: Collection[str], matches: Matches) -> list[Label]:
    """What each of these paths says, relative to the folder or zip that holds a whole class.

    Outer folders are named by a platform or a teacher, and inner ones by the student who hands them
    in. So a file belongs to the outermost name that says whose it is: that of a platform, or else
    the first that the class list knows. Where it knows none, folders of students are as deep as
    the outermost of them.
    """
    split = [unicodedata.normalize("NFC", path).split("/") for path in paths]
    work = [parts for parts in split if _is_work(parts[-1])]
    by_moodle = bool(work) and all(map(_named_by_moodle, work))
    listed = {name: bool(matches(name)) for parts in split for name in parts[:-1]}

    def known(parts: list[str]) -> int | None:
        return next((n for n, name in enumerate(parts[:-1]) if listed[name]), None)

    depths = [n for n in map(known, work) if n is not None]
    depths = depths or [n for parts in work if (n := _usual(parts, lessons)) is not None]
    least = min(depths, default=0)
    made = []
    for parts in split:
        if len(parts) == 1 and (match := CANVAS.fullmatch(parts[0])):
            made.append(_canvas(match))
            continue
        named = _named_by_moodle(parts)
        if named is not None and (by_moodle or named[0] == (parts[0] in lessons)):
            made.append(_moodle(parts, *named))
            continue
        at = known(parts)
        if at is None:
            at = min(least, len(parts) - 2)
            at += at >= 0 and parts[at] in lessons
        label = _plain(parts, at, lessons)
        # Who imitates nbgrader's tree gains nothing: without a time, work counts as in time.
        if at == 0 and len(parts) > 2 and parts[1] in lessons:
            label = replace(label, home="/".join(parts[:2]))
        made.append(label)
    return made


def _plain(parts: list[str], at: int, lessons: Collection[str]) -> Label:
    """What a path says that no platform has made, with the student's folder at this place."""
    *folders, file = parts
    if not 0 <= at < len(folders):
        return Label(_own_part(file, list(lessons)), file)
    above = tuple(name for name in folders[:at] if name not in lessons)
    return Label(folders[at], file, below=tuple(folders[at + 1 :]), above=above)


def _usual(parts: list[str], lessons: Collection[str]) -> int | None:
    """The place of the student's folder as it is in most classes, or `None` if there is none."""
    folders = parts[:-1]
    here = next((n for n, folder in enumerate(folders) if folder in lessons), None)
    if here is None:
        return 0 if folders else None
    # nbgrader has STUDENT/LESSON/LESSON.ipynb; others sort by lessons first.
    return here - 1 if here else (1 if len(folders) > 1 else None)


def _is_work(file: str) -> bool:
    """Whether this may be, or hold, a notebook."""
    return bool(NOTEBOOK.search(file)) or file.lower().endswith(".zip")


def strangers_in(label: Label, matches: Matches, owners: Collection[str]) -> Iterator[str]:
    """The names of other people on folders that this student has made.

    `owners` are those of whom there are folders, where no class list says who there is.
    """
    mine = matches(label.student)
    for folder in dict.fromkeys(label.below):
        found = MOODLE_FOLDER.fullmatch(folder)
        name = found["name"] if found else folder
        others = matches(name)
        if name == label.student or (others and {*others} <= {*mine}):
            continue
        if others or found or (not mine and name in owners):
            yield name


def _canvas(match: re.Match[str]) -> Label:
    """What Canvas's name for a file says."""
    file = match.string
    return Label(
        match["name"],
        match["file"] or file,
        (match["number"],),
        int((match["upload"] or "0")[:18]),
        late=match["late"] is not None,
        typed=match["file"] is None,
        platform="Canvas",
        feedback=file[: match.start("file")] if match["file"] else "",
    )


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
        if top[depth - 1].lower() in TOP or ("" not in students and len(students) > 1):
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


def _named_by_moodle(parts: list[str]) -> tuple[int, re.Match[str]] | None:
    """The first folder, or the file, that Moodle has named, and its place."""
    *folders, file = parts
    found = [*(MOODLE_FOLDER.fullmatch(folder) for folder in folders), MOODLE_FILE.fullmatch(file)]
    return next(((at, match) for at, match in enumerate(found) if match), None)


def _moodle(parts: list[str], at: int, match: re.Match[str]) -> Label:
    """What Moodle's name for the folder or file at this place says."""
    return Label(
        match["name"],
        match.groupdict().get("file", parts[-1]),
        (f"Participant {match['number']}",),
        typed=match["kind"] == "onlinetext",
        platform="Moodle",
        feedback=f"{match['name']}_{match['number']}_assignsubmission_file_/",
        below=tuple(parts[at + 1 : -1]),
    )


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
    """All that came under one name."""

    label: Label
    notebooks: list[Handed] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    """A sentence for each notebook of a lesson that is not wanted."""
    beside: list[str] = field(default_factory=list)
    """Files that are no notebooks."""
    guesses: bytes = b""
    """What `predict` has kept of the student's guesses."""
    of_exchange: dict[str, bytes] = field(default_factory=dict)
    """By path, what nbgrader's exchange put into its own folders."""


@dataclass
class Sorted:
    """Everybody who handed something in, and what belongs to nobody."""

    people: dict[tuple[str, tuple[str, ...]], Person] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)


def sort(
    found: Pieces,
    lessons: Mapping[str, Mapping[str, str]],
    wanted: Collection[str],
    matches: Matches,
) -> Sorted:
    """The files by the people who handed them in, each notebook with the lesson it is for.

    `lessons` are all lessons with the names and texts of their cells, as far as they are known;
    `wanted` are those that are to be graded; `matches` says whom in the class list a name may mean.
    """
    done = Sorted(odd=list(found.odd))
    asked = cache(matches)
    shorter = without_top([piece.name for piece in found.found], lessons, asked)
    labels = labels_of(shorter, lessons, asked)
    strangers = partial(strangers_in, matches=asked, owners={one.student for one in labels})
    depth = min((len(one.above) for one in labels if _is_work(one.file)), default=0)
    for piece, path, label in zip(found.found, shorter, labels, strict=True):
        loose = "/" not in path and not label.platform
        if loose and not (NOTEBOOK.search(path) or path.lower().endswith(".zip")):
            python = path.lower().endswith(".py")
            done.odd.append(f"{piece.name} {PLAIN_PYTHON if python else NO_NOTEBOOK}")
        elif not label.student:
            done.odd.append(f"{piece.name} does not say whose it is: it was not taken.")
        else:
            person = done.people.setdefault((label.student, label.numbers), Person(label))
            if path in {f"{label.home}/{name}" for name in OF_EXCHANGE}:
                person.of_exchange[path] = piece.read()[:1_000]
                continue
            if _is_work(label.file) and len(label.above) > depth:
                shown = "/".join((*label.above, label.student))
                person.odd.append(DEEPER.format(shown))
            _take(person, piece, label, lessons, wanted, strangers=strangers)
    return done


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
            person.odd.append(f"{name} was typed into {label.platform}; only notebooks are graded.")
        elif name.rpartition("/")[2] == TIME:
            person.odd.append(NOT_A_TIME.format(name))
        elif name.endswith("/predictions.json"):
            person.guesses = piece.read()[:MOST_GUESSES]
        elif NOTEBOOK.search(name):
            _notebook(person, piece, label, lessons, wanted)
        elif name.lower().endswith(".zip") and not opened:
            within = inside(piece)
            moodles = label.platform == "Moodle" and piece.time is not None
            whose = ", and counts as handed in when Moodle says" if moodles else ""
            person.odd.append(f"{name} is a zip; what is in it was taken{whose}.")
            person.odd += [f"In {name}: {sentence}" for sentence in within.odd]
            for one in within.found:
                # The times in there are those that the student's own computer had.
                shown = replace(one, name=f"{name}/{one.name}", time=piece.time)
                inner = replace(label, below=(*label.below, *one.name.split("/")[:-1]))
                _take(person, shown, inner, lessons, wanted, strangers=strangers, opened=True)
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
