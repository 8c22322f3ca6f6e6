"""The students in a class list, whom a number, login or name in it means, and names for folders."""

from __future__ import annotations

import csv
import difflib
import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from course_tools.files import separator, text_of

HEADERS = {
    "id": (
        "id studentid student_id username user userid login loginid sisloginid sisuserid idnumber"
        " sid number studentnumber matriculationnumber matrikelnummer kennung benutzername"
        " lmsuserid"
    ),
    "name": "name fullname student studentname displayname vollstandigername sortablename",
    "first": "first firstname givenname forename vorname",
    "last": "last lastname surname familyname nachname",
    "email": "email emailaddress mail emailadresse",
    "other": "identifier orgdefinedid",
}
KIND = {word.replace("_", ""): kind for kind, words in HEADERS.items() for word in words.split()}
GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"}
NOT_STUDENTS = {"points possible", "student test", "test student"}

LONGEST_ID = 60
AS_IT_IS = re.compile(rf"\w([\w .@+'-]{{0,{LONGEST_ID - 2}}}[\w@+'-])?")
"""Names of folders that no system has to change."""
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Student:
    """One line of a class list."""

    id: str
    name: str = ""
    """First name and last name, if they are known."""
    others: frozenset[str] = frozenset()
    """Further numbers, logins and addresses."""
    cells: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The whole line, by the list's headers."""


@dataclass(frozen=True)
class ClassList:
    """All students of a class, in the list's order, and what was odd in the list."""

    students: tuple[Student, ...] = ()
    odd: tuple[str, ...] = ()

    def matches(self, label: str) -> tuple[Student, ...]:
        """Whom these words may mean: one student, none, or several if they do not say which.

        A number, login or address counts most, then the name as it is written, then without
        accents and capitals, in any order of its parts, and at last without its spaces.
        """
        return self._find(self._by_word, label.strip().casefold()) or self.named(label)

    def numbered(self, words: Iterable[str]) -> tuple[Student, ...]:
        """Those who have one of these numbers, logins or addresses, letter for letter."""
        found = {
            one.id: one
            for word in words
            for one in self._by_word.get(word.casefold(), ())
            if word in (one.id, *one.others)
        }
        return tuple(found.values())

    def named(self, label: str) -> tuple[Student, ...]:
        """Those whose name this may be, however it is spelt."""
        spelt = (form(label) for form in _FORMS)
        tables = zip(self._by_form, spelt, strict=True)
        found = (self._find(table, text) for table, text in tables if text)
        return next(filter(None, found), ())

    @staticmethod
    def _find(table: Mapping[str, list[Student]], text: str) -> tuple[Student, ...]:
        return tuple(table.get(text, ()))

    @cached_property
    def _by_word(self) -> Mapping[str, list[Student]]:
        """Everybody by each number, login and address, in small letters."""
        found: dict[str, list[Student]] = defaultdict(list)
        for one in self.students:
            for word in {word.casefold() for word in (one.id, *one.others)}:
                found[word].append(one)
        return found

    @cached_property
    def _by_form(self) -> Sequence[Mapping[str, list[Student]]]:
        """Everybody by the name, in each way to spell it."""
        tables: list[dict[str, list[Student]]] = []
        for form in _FORMS:
            tables.append(defaultdict(list))
            for one in self.students:
                turned = _turns(one.name) if form in (squashed, german_squashed) else [one.name]
                for text in {form(name) for name in turned} - {""}:
                    tables[-1][text].append(one)
        return tables

    def near(self, label: str) -> list[str]:
        """The names in the list that look most like this one, as a help for people."""
        names = {folded(one.name or one.id): one.name or one.id for one in self.students}
        return [names[near] for near in difflib.get_close_matches(folded(label), names, 2, 0.6)]


def read_class_list(path: Path) -> ClassList:
    """The students in this CSV file; a file without a name or id in it is a `ValueError`."""
    text = text_of(path)
    lines = text.splitlines()  # also where an old Mac has ended them
    try:
        rows = list(csv.reader(lines, delimiter=separator(text), skipinitialspace=True))
    except csv.Error as error:
        raise ValueError(f"{path.name} can't be read as CSV: {error}") from None
    rows = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    kinds = [KIND.get(re.sub(r"[^a-z]", "", folded(cell))) for cell in rows[0]] if rows else []
    if not {"id", "name", "email", "last"} & set(kinds):
        found = ", ".join(rows[0])[:80] if rows else "nothing"
        found = found if found.isprintable() else "no text"
        raise ValueError(
            f"{path.name} should begin with a line of headers such as id,name,email; found: {found}"
        )
    students: dict[str, Student] = {}
    odd = []
    for number, row in enumerate(rows[1:], 2):
        cells: dict[str | None, list[str]] = defaultdict(list)
        for kind, cell in zip(kinds, row, strict=False):
            if cell:
                cells[kind].append(cell)
        name = " ".join(cells["first"] + cells["last"]) or _turned("".join(cells["name"][:1]))
        if folded(name) in NOT_STUDENTS:
            continue
        logins = [mail.partition("@")[0] for mail in cells["email"]]
        known = [*cells["id"], *logins, name, *cells["other"], *cells["email"]]
        main = known[0]
        if not main:
            odd.append(f"Line {number} of the class list names nobody, and was passed over.")
        elif main.casefold() in students:
            odd.append(f"Line {number} of the class list has {main!r} for a second time.")
        else:
            others = frozenset(known) - {main, name}
            line = dict(zip(rows[0], row, strict=False))
            students[main.casefold()] = Student(main, name, others, line)
    return ClassList(tuple(students.values()), tuple(odd))


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


_FORMS = (str.strip, folded, german, in_any_order, squashed, german_squashed)
"""The ways in which a name is compared, the nearest first."""


def _turns(name: str) -> list[str]:
    """The name beginning with any of its parts."""
    parts = name.split()
    return [" ".join([*parts[n:], *parts[:n]]) for n in range(len(parts))]


def _turned(name: str) -> str:
    """The first name first.

    >>> _turned("Lovelace, Ada")
    'Ada Lovelace'
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


# --- the name for the gradebook ------------------------------------------------------------------


def book_names(known: ClassList | None) -> dict[str, str]:
    """The name for the gradebook of everybody in the class list, by what the list calls them."""
    students = known.students if known is not None else ()
    names = {one.id: safe_id(one.id) for one in students}
    times = Counter(name.casefold() for name in names.values())
    return {
        one: f"{name}_{_digest(one)}" if times[name.casefold()] > 1 else name
        for one, name in names.items()
    }


def safe_id(label: str) -> str:
    """A name that every gradebook, folder and address can hold.

    >>> safe_id("José Müller"), safe_id("../x"), safe_id("nul"), safe_id("")
    ('jose_muller', 'x', 'nul_', 'student')
    """
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.@-]*", label) and len(label) <= LONGEST_ID:
        plain = label.rstrip(".")
    else:
        letters = unicodedata.normalize("NFKD", label.casefold()).encode("ascii", "ignore").decode()
        plain = re.sub(r"[^a-z0-9.@-]+", "_", letters).strip("_.-@")[:LONGEST_ID].strip("_.-@")
        lost = len(squashed(label)) > len(re.sub(r"[^a-z0-9]", "", plain))
        if lost or (label and not plain and squashed(label)):
            plain = _with(plain or "student", _digest(label))
    return re.sub(r"^[^.]+", r"\g<0>_", plain) if RESERVED.fullmatch(plain) else plain or "student"


def told_apart(student: str, numbers: Iterable[str], account: str, taken: Collection[str]) -> str:
    """The name with something that only this person has, and none of those that are `taken`."""
    digits = [re.sub(r"\D", "", number)[:20] for number in numbers]
    own = chain(filter(None, digits), (_digest(f"{account}{more or ''}") for more in count()))
    return next(name for part in own if (name := _with(student, part)).casefold() not in taken)


def _with(name: str, part: str) -> str:
    """The name with this part behind it, and no longer than any other."""
    return f"{name[: LONGEST_ID - 1 - len(part)]}_{part}"


def _digest(label: str) -> str:
    """A few letters that follow from the name."""
    return hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:6]
