"""All that a course's folder holds of one person: to be handed out, or to be taken out.

`held` goes through every file below the folders that `places` names. What is a person's own goes by
its name (`submitted/ada`, `02_minimax_ada.ipynb`); of tables, logs and databases each `Part` has
what is theirs and what the others keep. Exporting writes the one, forgetting the other.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import sqlite3
import tomllib
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from course_tools.files import only_one, separator, write_whole
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
_PART_OF_NAME = re.compile(r"\b(last|first|family|given|sur) ?name|nachname|vorname", re.IGNORECASE)
"""What stands below such a header may be somebody's login, and is not meant so."""
_SHORTEST = 4
"""A number with fewer digits may be anything."""
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
    def pattern(self) -> re.Pattern[str]:
        """Finds them in a sentence; `max(` and `max=` are Python's and not somebody."""
        words = (
            f"(?i:{re.escape(word)})" if " " in word else re.escape(word) for word in self.words
        )
        return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?![\w(\[=])")

    @cached_property
    def folded(self) -> set[str]:
        """The words in small letters."""
        return {word.casefold() for word in self.words}

    def is_(self, text: str) -> bool:
        """Whether this says who they are, and nothing else."""
        return text in self.words or (" " in text and text.casefold() in self.folded)

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
            number = account.partition(" ")[2]
            words |= {account} | ({number} if len(number) >= _SHORTEST else set())
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
    for part in held(root, who, where):
        if part.theirs is None:
            continue
        inside = part.path.relative_to(root) if part.path.is_relative_to(root) else part.path.name
        path = goal / inside
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
    if not any(
        word in text.casefold() for word in who.folded | {_escaped(word) for word in who.folded}
    ):
        return None
    if path.name == KEPT:  # what the last run printed
        return Part(path, None, None)
    if path.suffix == ".csv":
        return _of_table(path, text, who)
    if path.suffix == ".html":
        plain = who.pattern.sub(SOMEONE, text)
        again = AGAIN.fullmatch(path.name)
        return None if plain == text else Part(path, None, None if again else plain.encode())
    if path.suffix == ".log":
        before = recovered(data).entries
        theirs, rest = _apart(before, who)
        return (
            None
            if rest == before
            else Part(path, _as_json(theirs) if theirs else None, written(rest))
        )
    if path.suffix == ".jsonl":
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        theirs, rest = _apart(lines, who)
        kept = "".join(f"{json.dumps(line)}\n" for line in rest).encode()
        return None if rest == lines else Part(path, _as_json(theirs) if theirs else None, kept)
    with contextlib.suppress(ValueError):
        before = json.loads(text)
        theirs, rest = _apart(before, who)
        return (
            None
            if rest == before
            else Part(path, _as_json(theirs) if theirs else None, _as_json(rest))
        )
    return _as_it_is(path, data, who)


def _as_it_is(path: Path, data: bytes, who: Who) -> Part | None:
    """The whole file where it has a name of theirs that nobody here can take out, else `None`."""
    text = data.decode("utf-8", "replace")
    if path.suffix in {".db", ".zip"}:  # in which words stand side by side
        found = any(word in text for word in who.words)
    else:
        found = "\0" not in text and who.pattern.search(text) is not None
    return Part(path, None, data) if found else None


def _escaped(word: str) -> str:
    """The word as JSON has it within ASCII."""
    return json.dumps(word)[1:-1].casefold()


def _as_json(value: Any) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def _apart(value: Any, who: Who) -> tuple[Any, Any]:
    """What in this JSON data is theirs, and the data without it.

    An entry under their name is theirs, and an object in a list that says it is about them. In any
    other text of the rest, a word stands for the name; what somebody wrote as an answer stays.
    """
    if isinstance(value, dict):
        theirs: Any = {key: one for key, one in value.items() if who.is_(key)}
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
    titles = head[0] if head else []
    skipped = {at for at, title in enumerate(titles) if _PART_OF_NAME.search(title)}
    if path.name == FILE:  # whose line it is says its name, and not a doubt about another one
        skipped |= {at for at, title in enumerate(titles) if title.strip() != "id"}
    for row in rows[1:]:
        plain_cells = [cell.strip().lstrip("'") for cell in row]
        if any(who.is_(cell) for at, cell in enumerate(plain_cells) if at not in skipped):
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
                return None
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
    with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        every = archive.infolist()
        stem = Path(file_names([who.id])[who.id]).stem
        theirs = [
            one
            for one in every
            if any(
                word in re.split(r"[/_.]", one.filename.casefold())
                for word in who.folded | {stem.casefold()}
            )
        ]
        if not theirs:
            return None
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as rest:
            for one in every:
                if one not in theirs:
                    rest.writestr(one, archive.read(one))
        return Part(path, None, made.getvalue())
    return _as_it_is(path, path.read_bytes(), who)
