"""The students of a class, and who is meant by a name: nobody is ever guessed.

A class list says it; without one, the name for the gradebook is made from the one on the files.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from course_tools.classroom.intake.sorting import Person, Sorted

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

LARGEST_LIST = 10_000_000
"""No class list has more bytes; a device has no end."""

LONGEST_ID = 60
AS_IT_IS = re.compile(rf"\w([\w .@+'-]{{0,{LONGEST_ID - 2}}}[\w@+'-])?")
"""Names of folders that no system has to change."""
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)

MENTIONS_OTHERS = re.compile(r"The name .* may mean |Several people have names ")
"""How sentences begin in which the names of other people stand."""

Named = tuple[Person, str, list[str]]
"""Somebody, the full name, and what is odd about it."""


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
        forms = (str.strip, folded, german, in_any_order)
        same = [
            [one for one in self.students if one.name and form(one.name) == form(label) != ""]
            for form in forms
        ]
        same.append([one for one in self.students if _as_one_word(one.name, label)])
        return tuple(next(filter(None, same), ()))

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


def _as_one_word(name: str, label: str) -> bool:
    """Whether the label is this name without its spaces, beginning with any of its parts."""
    parts = name.split()
    turned = [" ".join([*parts[n:], *parts[:n]]) for n in range(len(parts))]
    return any(
        spelt(label).replace(" ", "") in {spelt(one).replace(" ", "") for one in turned} - {""}
        for spelt in (folded, german)
    )


def _turned(name: str) -> str:
    """The first name first.

    >>> _turned("Lovelace, Ada")
    'Ada Lovelace'
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name


def separator(table: str) -> str:
    """What stands between the cells of this table: where people write 0,5 it is a semicolon."""
    return max(",;\t|", key=table.partition("\n")[0].count)


def text_of(path: Path) -> str:
    """The text of a table, in whichever of the usual encodings a spreadsheet has saved it."""
    with path.open("rb") as file:
        raw = file.read(LARGEST_LIST + 1)
    if len(raw) > LARGEST_LIST:
        raise ValueError(f"{path} has more than {LARGEST_LIST:,} bytes; no class list is that long")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


# --- the name for the gradebook ------------------------------------------------------------------


def by_name(done: Sorted, known: ClassList | None) -> dict[str, Named]:
    """Everybody by the name for the gradebook, with the full name and what is odd about it."""
    meant: dict[str, list[tuple[str, Named]]] = defaultdict(list)
    work = [one for person in done.people.values() for one in person.notebooks]
    in_its_tree = all(one.label.home for one in work)
    for person in done.people.values():
        student, name, odd = _who(person, known, in_its_tree=in_its_tree)
        # Not every system tells folders apart by capitals alone.
        meant[student.casefold()].append((student, (person, name, odd)))
    in_list = {name.casefold() for name in book_names(known).values()}
    people: dict[str, Named] = {}
    taken = {name for name, several in meant.items() if len(several) == 1 or name in in_list}
    for same, pairs in meant.items():
        several = [named for _, named in pairs]
        if len(several) == 1 or same in in_list:
            people[pairs[0][0]] = several[0] if len(several) == 1 else _together(several)
            continue
        for student, (person, name, odd) in pairs:
            own = _told_apart(student, person, taken)
            others = " and ".join(other.label.student for other, _, _ in several)
            sentence = f"Several people have names that look the same: {others}."
            people[own] = (person, name or person.label.student, [*odd, sentence])
    return people


def _who(
    person: Person, known: ClassList | None, *, in_its_tree: bool
) -> tuple[str, str, list[str]]:
    """The name for the gradebook, the full name, and a sentence if that is not certain."""
    label = person.label.student
    if known is None:
        # In its own tree nbgrader knows a student by the folder's name.
        if in_its_tree and AS_IT_IS.fullmatch(label) and not RESERVED.fullmatch(label):
            return label, person.label.name, []
        return safe_id(label), person.label.name or _full_name(label), []
    found = known.matches(label, person.label.numbers)
    if len(found) == 1:
        return book_names(known)[found[0].id], found[0].name, []
    shown = f"{label!r}"
    if found:
        names = " or ".join(f"{one.name or one.id} ({one.id})" for one in found)
        sentence = f"The name {shown} may mean {names}: none was chosen, it is graded by itself."
    else:
        near = known.near(label)
        hint = f" Is it {' or '.join(near)}?" if near else ""
        sentence = f"The name {shown} is not in the class list.{hint}"
    student = safe_id(label)
    # Nobody's work gets under the name of somebody else who is in the list.
    ids = {name.casefold() for name in book_names(known).values()}
    if student.casefold() in ids:
        student = _told_apart(student, person, ids)
    return student, person.label.name or _full_name(label), [sentence]


def _full_name(label: str) -> str:
    """The name as it was written, where the name for the gradebook is another one.

    >>> _full_name("王小明"), _full_name("ada")
    ('王小明', '')
    """
    return label if safe_id(label) != label else ""


def book_names(known: ClassList | None) -> dict[str, str]:
    """The name for the gradebook of everybody in the class list, by what the list calls them."""
    students = known.students if known is not None else ()
    names = {one.id: safe_id(one.id) for one in students}
    count = Counter(name.casefold() for name in names.values())
    return {
        one: f"{name}_{_digest(one)}" if count[name.casefold()] > 1 else name
        for one, name in names.items()
    }


def _together(several: list[Named]) -> Named:
    """One person who handed in under several names."""
    first, name, odd = several[0]
    person = Person(first.label)
    for other, _, _ in several:
        person.notebooks += other.notebooks
        person.odd += other.odd
        person.other += other.other
        person.beside += other.beside
        person.of_exchange |= other.of_exchange
    names = " and ".join(f"{other.label.student!r}" for other, _, _ in several)
    return person, name, [*odd, f"Work came under several names: {names}."]


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


def _told_apart(student: str, person: Person, taken: set[str]) -> str:
    """The name with something that only this person has."""
    numbers = [re.sub(r"\D", "", number)[:20] for number in person.label.numbers]
    own = [*numbers, _digest(person.label.student + "".join(person.label.numbers))]
    name = next(
        (name for part in own if (name := _with(student, part)).casefold() not in taken),
        _with(student, f"{own[-1]}_{len(taken)}"),
    )
    taken.add(name.casefold())
    return name


def _with(name: str, part: str) -> str:
    """The name with this part behind it, and no longer than any other."""
    return f"{name[: LONGEST_ID - 1 - len(part)]}_{part}"


def _digest(label: str) -> str:
    """A few letters that follow from the name."""
    return hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:6]
