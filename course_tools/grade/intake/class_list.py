"""The students of a class, and which of them is meant by a name; nobody is ever guessed."""

from __future__ import annotations

import csv
import difflib
import io
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

HEADERS = {
    "id": (
        "id studentid student_id username user userid login loginid sisloginid sisuserid idnumber"
        " number studentnumber matriculationnumber matrikelnummer kennung benutzername lmsuserid"
    ),
    "name": "name fullname student studentname displayname vollstandigername sortablename",
    "first": "first firstname givenname forename vorname",
    "last": "last lastname surname familyname nachname",
    "email": "email emailaddress mail emailadresse",
    "other": "identifier",
}
KIND = {word.replace("_", ""): kind for kind, words in HEADERS.items() for word in words.split()}
GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
NOT_STUDENTS = {"points possible", "student test", "test student"}


@dataclass(frozen=True)
class Student:
    """One line of a class list."""

    id: str
    name: str = ""
    """First name and last name, if they are known."""
    others: frozenset[str] = frozenset()
    """Further numbers, logins and addresses."""


@dataclass(frozen=True)
class ClassList:
    """All students of a class, in the list's order, and what was odd in the list."""

    students: tuple[Student, ...] = ()
    odd: tuple[str, ...] = ()

    def matches(self, label: str, numbers: Iterable[str] = ()) -> tuple[Student, ...]:
        """Whom this name means: one student, none, or several if it does not say which.

        A number, login or address counts most, then the name as it is written, then without
        accents and capitals, in any order of its parts, and at last without its spaces.
        """
        wanted = {label.strip().casefold(), *(number.casefold() for number in numbers if number)}
        by_id = [
            one
            for one in self.students
            if wanted & {one.id.casefold(), *(other.casefold() for other in one.others)}
        ]
        if by_id:
            return tuple(by_id)
        for form in (str.strip, folded, german, in_any_order, squashed, german_squashed):
            if found := [one for one in self.students if _is_called(one, label, form)]:
                return tuple(found)
        return ()

    def has(self, label: str) -> bool:
        """Whether this name may mean somebody in the list."""
        return bool(self.matches(label))

    def near(self, label: str) -> list[str]:
        """The names in the list that look most like this one, as a help for people."""
        names = {folded(one.name or one.id): one.name or one.id for one in self.students}
        return [names[near] for near in difflib.get_close_matches(folded(label), names, 2, 0.6)]


def read_class_list(path: Path) -> ClassList:
    """The students in this CSV file; a file without a name or id in it is a `ValueError`."""
    text = _text(path)
    try:
        dialect = csv.Sniffer().sniff(text.partition("\n")[0], ",;\t|")
        rows = list(csv.reader(io.StringIO(text), dialect))
    except csv.Error:
        rows = list(csv.reader(io.StringIO(text)))
    rows = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    kinds = [KIND.get(re.sub(r"[^a-z]", "", folded(cell))) for cell in rows[0]] if rows else []
    if not {"id", "name", "email", "last"} & set(kinds):
        found = ", ".join(rows[0]) if rows else "nothing"
        raise ValueError(
            f"{path.name} should begin with a line of headers such as id,name,email; found: {found}"
        )
    draft = _Draft()
    for number, row in enumerate(rows[1:], 2):
        draft.add(number, dict(_by_kind(kinds, row)))
    return ClassList(tuple(draft.students.values()), tuple(draft.odd))


@dataclass
class _Draft:
    """A list in the making."""

    students: dict[str, Student] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)

    def add(self, number: int, row: dict[str, list[str]]) -> None:
        """Take one line of the file."""
        first, last = (" ".join(row.get(kind, [])) for kind in ("first", "last"))
        name = f"{first} {last}".strip() or _turned(next(iter(row.get("name", [])), ""))
        if folded(name) in NOT_STUDENTS:
            return
        mails = row.get("email", [])
        known = [
            *row.get("other", []),
            *row.get("id", []),
            *mails,
            *(mail.partition("@")[0] for mail in mails),
        ]
        main = next(
            iter([*row.get("id", []), *(mail.partition("@")[0] for mail in mails), name]), ""
        )
        if not main:
            self.odd.append(f"Line {number} of the class list names nobody, and was passed over.")
        elif main.casefold() in self.students:
            self.odd.append(f"Line {number} of the class list has {main!r} for a second time.")
        else:
            self.students[main.casefold()] = Student(main, name, frozenset(known) - {main})


def _by_kind(kinds: list[str | None], row: list[str]) -> Iterable[tuple[str, list[str]]]:
    """What stands in this row for each kind of header, without what is empty."""
    for kind in HEADERS:
        cells = [cell for one, cell in zip(kinds, row, strict=False) if one == kind and cell]
        if cells:
            yield kind, cells


def folded(text: str) -> str:
    """The text without accents, capitals and signs.

    >>> folded("Müller-Lüdenscheidt, José")
    'muller ludenscheidt jose'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return " ".join(re.findall(r"[^\W_]+", letters))


def german(text: str) -> str:
    """The same, but with ä as ae, as people write it who have no such key."""
    composed = unicodedata.normalize("NFC", text.casefold())
    return folded("".join(GERMAN.get(letter, letter) for letter in composed))


def in_any_order(text: str) -> str:
    """The parts of a name in the order of the alphabet."""
    return " ".join(sorted(folded(text).split()))


def squashed(text: str) -> str:
    """The name as one word."""
    return folded(text).replace(" ", "")


def german_squashed(text: str) -> str:
    """The same, but with ä as ae."""
    return german(text).replace(" ", "")


def _is_called(student: Student, label: str, form: Callable[[str], str]) -> bool:
    """Whether the label is this student's name, both written in the same form."""
    parts = student.name.split()
    turned = [" ".join([*parts[n:], *parts[:n]]) for n in range(len(parts))]
    wanted = form(label)
    names = turned if form in (squashed, german_squashed) else [student.name]
    return bool(wanted) and wanted in {form(name) for name in names if name}


def _turned(name: str) -> str:
    """The first name first.

    >>> _turned("Lovelace, Ada")
    'Ada Lovelace'
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


def _text(path: Path) -> str:
    """The file's text in whichever of the usual encodings it is."""
    raw = path.read_bytes()
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
