"""All that a course's folder holds of one person: to be handed out, or to be taken out.

`held` goes through every file below the folders that `places` names. What is a person's own goes by
its name (`submitted/ada`, `02_minimax_ada.ipynb`); of tables, logs and databases each `Part` has
what is theirs and what the others keep. Exporting writes the one, forgetting the other.
"""

from __future__ import annotations

import contextlib
import csv
import html
import io
import json
import re
import sqlite3
import tomllib
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from course_tools.files import only_one, separator, write_whole
from course_tools.grader.classroom.intake.people import KIND, folded
from course_tools.grader.classroom.intake.register import FILE, Line, read_register
from course_tools.grader.classroom.pages.writing import file_names
from course_tools.grader.classroom.unchanged import KEPT
from course_tools.grader.judge.tasks import lesson_names
from course_tools.log import recovered, written
from course_tools.settings import folders

SOMEONE = "someone"
"""What stands for a name in what others keep, such as the record of a game."""
AGAIN = re.compile(r"report\.html|pages\.html|key\.html")
"""Pages about several people, which `course grade` and `course defend` write again."""
_SHORTEST = 5
"""A number with fewer digits may be anything: points, a year, a lesson."""
_UNREAD = re.compile(r"(<style.*?</style>|<script.*?</script>|<[^>]*>)", re.DOTALL)
"""What of a page nobody reads, but for what is told of a picture."""
_TOLD = re.compile(r'\b(alt|title|aria-label)="([^"]*)"')
_TABLES = ("student", "submitted_assignment", "submitted_notebook", "grade", "comment")
_THEIRS = {
    "student": "id = :id",
    "submitted_assignment": "student_id = :id",
    "submitted_notebook": "assignment_id IN (SELECT id FROM submitted_assignment"
    " WHERE student_id = :id)",
    "grade": "notebook_id IN (SELECT id FROM submitted_notebook WHERE assignment_id IN"
    " (SELECT id FROM submitted_assignment WHERE student_id = :id))",
}
_THEIRS["comment"] = _THEIRS["grade"]


@dataclass(frozen=True)
class Who:
    """One person, and by what files know them."""

    id: str
    """The name in the gradebook."""
    words: tuple[str, ...]
    """That, the full name if nobody else has it, and what platforms call them."""

    @cached_property
    def spoken(self) -> list[str]:
        """The words that mean them in a sentence, too, as `10` doesn't."""
        return [word for word in self.words if not _is_short(word)]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Finds them in a sentence; `max(` and `max=` are Python's and not somebody."""
        words = (
            f"(?i:{re.escape(word)})" if " " in word else re.escape(word) for word in self.spoken
        )
        return re.compile(rf"(?<!\w)(?:{'|'.join(words) or '(?!)'})(?![\w(\[=])")

    @cached_property
    def folded(self) -> set[str]:
        """The words in small letters."""
        return {word.casefold() for word in self.words}

    def is_(self, text: str) -> bool:
        """Whether this says who they are, and nothing else."""
        return text in self.words or (" " in text and text.casefold() in self.folded)

    def gone_from(self, page: str) -> str:
        """This page in HTML without them, where somebody reads it."""
        parts = _UNREAD.split(page)
        parts[::2] = map(self._gone_from_text, parts[::2])
        told = partial(_TOLD.sub, lambda one: f'{one[1]}="{self._gone_from_text(one[2])}"')
        parts[1::2] = map(told, parts[1::2])
        return "".join(parts)

    def _gone_from_text(self, escaped: str) -> str:
        plain = html.unescape(escaped)
        without = self.pattern.sub(SOMEONE, plain)
        return escaped if without == plain else html.escape(without)

    def has_name_of(self, path: Path, lessons: Iterable[str]) -> bool:
        """Whether a file or folder with this name is theirs alone."""
        stem = path.name if path.is_dir() else path.stem
        names = {*self.folded, Path(file_names([self.id])[self.id]).stem.casefold()}
        if stem.casefold() in names:
            return True
        names |= {_as_in_a_name(word) for word in self.words}
        for lesson in lessons:
            if stem.startswith(f"{lesson}_"):
                rest = stem[len(lesson) + 1 :].casefold()
                return re.sub(r"_[0-9a-f]{4}-[0-9a-f]{4}$", "", rest) in names
        return False


def _is_short(word: str) -> bool:
    """Whether this is a number that may be anything."""
    return word.isdecimal() and len(word) < _SHORTEST


def _as_in_a_name(word: str) -> str:
    """The word as the drop box writes it in the name of a file."""
    return "_".join(unicodedata.normalize("NFC", word).casefold().split())


class Part(NamedTuple):
    """What one file holds of a person."""

    path: Path
    theirs: bytes | None
    """What is handed out; `None` for a page that says nothing that is not elsewhere."""
    rest: bytes | None
    """What the file holds without them; `None` where it goes as a whole."""


def places(root: Path, more: Iterable[Path] = ()) -> list[Path]:
    """The folders and files of this course in which something about people lies.

    They are `grading`, nbgrader's own where they are elsewhere, what plans for `course serve` name,
    and `more`.
    """
    grading, own = root / "grading", folders(root)
    found = [grading, own.submitted, own.autograded, own.feedback, own.gradebook]
    for plan in [None, *root.glob("*.toml")]:
        said: Mapping[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):
            said = tomllib.loads(plan.read_text("utf-8")) if plan else {}
        for key, usual in (("records", "records"), ("drop_box", "handed_in")):
            box = root / str(said.get(key, usual))
            found += [box, box.with_name(f"{box.name}-earlier"), box.with_name(f"{box.name}.csv")]
    every = [path.resolve() for path in (*found, *more) if path.exists()]
    return [path for path in dict.fromkeys(every) if not any(one in path.parents for one in every)]


def who_is(root: Path, name: str, also: Iterable[str] = ()) -> Who:
    """The person with this name in the gradebook, or this full one; `also` they are called so.

    A `ValueError` says so if nobody is, or several are.
    """
    lines: list[Line] = []
    for path in (root / "grading").rglob(FILE):
        lines += read_register(path).lines.values()
    said = name.casefold()
    ids = {one.id for one in lines if said in (one.id.casefold(), one.name.casefold())}
    exact = {one for one in ids if one.casefold() == said}
    if len(exact or ids) > 1:
        raise ValueError(f"{name} can be {', '.join(sorted(ids))}; say which of them.")
    [id_] = exact or ids or {name}
    words = {id_, *also}
    for one in (line for line in lines if line.id == id_):
        others = {line.name.casefold() for line in lines if line.id != id_}
        if one.name and one.name.casefold() not in others:
            first, _, last = one.name.rpartition(" ")
            words |= {one.name, f"{last}, {first}"} if first else {one.name}
        for account in one.accounts:
            number = account.partition(" ")[2]  # Moodle's is called `Participant 123456`
            last = number.rpartition(" ")[2]
            numbers = {number} | ({last} if last.isdecimal() else set())
            words |= {account, *(one for one in numbers if len(one) >= _SHORTEST)}
    return Who(id_, tuple(sorted(words, key=lambda word: (-len(word), word))))


def held(root: Path, who: Who, where: Iterable[Path]) -> Iterator[Part]:
    """What each file holds of this person, in order."""
    lessons = lesson_names(root)
    for place in where:
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        # A folder of ours in `grading`, such as `results`, is nobody's, whatever people are called.
        tops = {root / "grading", *(root / "grading").glob("earlier/*")}
        ours = {path for path in inside if path.is_dir() and path.parent in tops}
        owned = [path for path in inside if path not in ours and who.has_name_of(path, lessons)]
        for path in inside:
            if not path.is_file() or path.is_symlink():
                continue
            if path in owned or any(one in path.parents for one in owned):
                yield Part(path, path.read_bytes(), None)
            elif (part := _part(path, who)) is not None:
                yield part


def export(root: Path, who: Who, where: Iterable[Path], goal: Path) -> list[Path]:
    """The files with all that is held of this person, written below this new folder."""
    if goal.exists():
        raise ValueError(f"{goal} is there already; name a folder that is not.")
    made = []
    names: dict[Path, str] = {}
    for place in where:
        inside = place.is_relative_to(root.resolve())
        name = str(place.relative_to(root.resolve())) if inside else place.name
        while name in names.values():  # two folders elsewhere may be called alike
            name += "_"
        names[place] = name
    for part in held(root, who, names):
        if part.theirs is None:
            continue
        place = next(one for one in names if one == part.path or one in part.path.parents)
        path = goal / names[place] / part.path.relative_to(place)
        path = path.with_name(f"{path.name}.json") if path.suffix in {".db", ".log"} else path
        write_whole(path, part.theirs)
        made.append(path)
    return made


def forget(root: Path, who: Who, where: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """The files that went or hold nothing of this person any more, and those that still do.

    What a teacher has written (`course.toml`, a class list) is hers to change, and among the last.
    """
    every = list(where)
    with only_one(root / "grading"):
        done = list(held(root, who, every))
        for part in done:
            if part.rest is None:
                part.path.unlink()
            else:
                write_whole(part.path, part.rest)
        for folder in {parent for part in done for parent in part.path.parents}:
            if folder not in every and any(one in folder.parents for one in every):
                with contextlib.suppress(OSError):  # others have something there
                    folder.rmdir()
    left = [part.path for part in held(root, who, every)]
    texts = (path for end in ("toml", "csv") for path in root.glob(f"*.{end}") if path.is_file())
    left += [path for path in texts if who.pattern.search(path.read_text("utf-8", "replace"))]
    return [part.path for part in done if part.path not in left], list(dict.fromkeys(left))


# --- by the kind of file --------------------------------------------------------------------------


def _part(path: Path, who: Who) -> Part | None:
    """What this file, which is about several people, holds of one; `None` for nothing."""
    data = path.read_bytes()
    if path.suffix == ".db":
        return _of_gradebook(path, data, who)
    if path.suffix == ".zip":
        return _of_zip(path, who)
    text = data.decode("utf-8", "replace")
    if path.suffix not in {".csv", ".json", ".jsonl", ".log", ".html"}:
        return None if path.suffix == ".ipynb" else _as_it_is(path, data, who)
    if path.suffix == ".html":
        plain = who.gone_from(text)
        again = AGAIN.fullmatch(path.name)
        return None if plain == text else Part(path, None, None if again else plain.encode())
    if not any(
        word in text.casefold() for word in who.folded | {_escaped(word) for word in who.folded}
    ):
        return None
    if path.name == KEPT:  # what the last run printed
        return Part(path, None, None)
    if path.suffix == ".csv":
        return _of_table(path, text, who)
    try:
        before, as_bytes = _read(path.suffix, data, text)
    except ValueError:  # damaged
        return _as_it_is(path, data, who)
    theirs, rest = _apart(before, who, outer=True)
    return (
        None if rest == before else Part(path, _as_json(theirs) if theirs else None, as_bytes(rest))
    )


def _read(suffix: str, data: bytes, text: str) -> tuple[Any, Callable[[Any], bytes]]:
    """What a log or a file of JSON has, and how that is written."""
    if suffix == ".log":
        return recovered(data).entries, written
    if suffix == ".jsonl":
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        return lines, lambda rest: "".join(f"{json.dumps(line)}\n" for line in rest).encode()
    return json.loads(text), _as_json


def _as_it_is(path: Path, data: bytes, who: Who) -> Part | None:
    """The whole file where it has a name of theirs that nobody here can take out, else `None`."""
    text = data.decode("utf-8", "replace")
    if path.suffix in {".db", ".zip"}:  # in which words stand side by side
        found = any(word in text for word in who.spoken)
    else:
        found = "\0" not in text and who.pattern.search(text) is not None
    return Part(path, None, data) if found else None


def _escaped(word: str) -> str:
    """The word as JSON has it within ASCII."""
    return json.dumps(word)[1:-1].casefold()


def _as_json(value: Any) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def _apart(value: Any, who: Who, *, outer: bool = False) -> tuple[Any, Any]:
    """What in this JSON data is theirs, and the data without it.

    An entry under their name is theirs, and an object in a list that says it is about them. In any
    other text of the rest, a word stands for the name; what somebody wrote as an answer stays.
    Below the `outer` level, a short number is nobody's name.
    """
    if isinstance(value, dict):
        named = {key for key in value if who.is_(key) and (outer or not _is_short(key))}
        theirs: Any = {key: value[key] for key in value if key in named}
        rest = {}
        for key, one in value.items():
            if key not in theirs:
                more, rest[key] = ([], one) if key == "exercises" else _apart(one, who)
                theirs |= {key: more} if more else {}
        played = "players" in value and rest != value  # a game belongs to both who played it
        return (value if played else theirs), rest
    if isinstance(value, list):
        own = [one for one in value if _is_about(one, who)]
        parts = [_apart(one, who) for one in value if not _is_about(one, who)]
        return own + [one for one, _ in parts if one], [one for _, one in parts]
    if isinstance(value, str):
        return [], who.pattern.sub(SOMEONE, value)
    return [], value


def _is_about(entry: Any, who: Who) -> bool:
    """Whether this object of a list says that it is about them, or belongs to them."""
    if not isinstance(entry, dict):
        return False
    inner = entry.get("hand_in")
    about = [entry.get(key) for key in ("student", "id", "name", "writer")]
    about += [inner.get("name")] if isinstance(inner, dict) else []
    about += entry["owner"][:2] if isinstance(entry.get("owner"), list) else []
    return any(isinstance(one, str) and who.is_(one) for one in about)


def _of_table(path: Path, text: str, who: Who) -> Part | None:
    """The rows in which a cell is their name; in other rows a word stands for it."""
    mark = "\ufeff" * text.startswith("\ufeff")
    plain = text.removeprefix(mark)
    sign = separator(plain)
    rows = list(csv.reader(io.StringIO(plain, newline=""), delimiter=sign))
    head, theirs, rest = rows[:1], [], []
    # Whose line it is says a name or number, and neither points nor a doubt about another one.
    kinds = [KIND.get(re.sub("[^a-z]", "", folded(title))) for title in (head[0] if head else [])]
    whose = ["id"] if path.name == FILE else ["id", "name", "email", "other"]
    said = {at for at, kind in enumerate(kinds) if kind in whose}
    for row in rows[1:]:
        cells = [cell.strip().lstrip("'") for cell in row]
        if any(
            who.is_(cell)
            for at, cell in enumerate(cells)
            if at in said or (not said and not _is_short(cell))
        ):
            theirs.append(row)
        else:
            rest.append([cell if who.is_(cell) else who.pattern.sub(SOMEONE, cell) for cell in row])
    if head + rest == rows:
        return None
    made = []
    for several in (theirs, rest):
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=sign, lineterminator="\n").writerows(head + several)
        made.append((mark + out.getvalue()).encode())
    return Part(path, made[0] if theirs else None, made[1])


def _of_gradebook(path: Path, data: bytes, who: Who) -> Part | None:
    """Their rows in nbgrader's tables; what is deleted there leaves no bytes behind."""
    with contextlib.closing(sqlite3.connect(":memory:")) as book:
        book.deserialize(data)
        book.row_factory = sqlite3.Row
        named = {"id": who.id}
        try:
            theirs = {
                table: [dict(row) for row in book.execute(_SELECT[table], named)]
                for table in _TABLES
            }
            if not theirs["student"]:
                rows = (line.partition("VALUES(")[2] for line in book.iterdump())
                return Part(path, None, data) if any(map(who.pattern.search, rows)) else None
            for table in reversed(_TABLES):
                book.execute(_DELETE[table], named)
            book.commit()
            book.execute("VACUUM")
        except sqlite3.Error:
            return _as_it_is(path, data, who)  # no gradebook, or not whole
        return Part(path, _as_json(theirs) if theirs else None, book.serialize())


_SELECT = {table: f"SELECT * FROM {table} WHERE {_THEIRS[table]}" for table in _TABLES}  # noqa: S608 - our own words
_DELETE = {table: f"DELETE FROM {table} WHERE {_THEIRS[table]}" for table in _TABLES}  # noqa: S608 - our own words


def _of_zip(path: Path, who: Who) -> Part | None:
    """The zip without the files that are called after them: pages that go back to a platform."""
    stem = re.escape(Path(file_names([who.id])[who.id]).stem)
    words = "|".join(map(re.escape, who.spoken)) or "(?!)"
    named = re.compile(rf"(?<![^/_.])(?:{words})(?![^/_.])|(?<![^/]){stem}(?:\.|$)", re.IGNORECASE)
    try:
        with zipfile.ZipFile(path) as archive:
            every = [(one, archive.read(one)) for one in archive.infolist()]
    except zipfile.BadZipFile:
        return _as_it_is(path, path.read_bytes(), who)
    rest = [(one, data) for one, data in every if not named.search(one.filename)]
    for at, (one, data) in enumerate(rest):
        if one.filename.endswith(".html"):
            page = data.decode("utf-8", "replace")
            rest[at] = (one, data if (plain := who.gone_from(page)) == page else plain.encode())
    if rest == every:
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, data in rest:
            archive.writestr(one, data)
    return Part(path, None, made.getvalue())
