"""`people.csv`: who is who. A run adds what it meets, and what a teacher writes there has the word.

An account is a number that a platform has given, or a login or a folder's name where there is
none. It belongs to one person. Two numbers of one platform are two people, unless the file says
otherwise, and a name alone never puts two accounts together: where it is not certain whose an
account is, it is a person of its own, and one sentence says why.

    id, name        the name in the gradebook, and the full one
    listed          yes for whoever is in the class list
    accounts        such as `Canvas 12345; called ada`; to say whose one is, move it to their line
    group           the same word for all who hand in one notebook
    doubt           why this is a person of its own; delete it when it is settled
    02_minimax ...  when this lesson is due for this person instead, or `excused`
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from course_tools.files import separator, text_of, write_whole
from course_tools.grader.classroom.intake.people import (
    AS_IT_IS,
    RESERVED,
    ClassList,
    book_names,
    safe_id,
    told_apart,
)
from course_tools.grader.classroom.intake.platforms import PLATFORMS
from course_tools.grader.classroom.intake.sorting import Label, Person

FILE = "people.csv"
OWN = ("id", "name", "listed", "accounts", "group", "doubt")
CHANGING = {one.name for one in PLATFORMS if not one.lasting}
"""Platforms that know a person by another number in each assignment."""

BUT = "If that is wrong, move the account in people.csv."
BY_ITSELF = f"It is graded by itself. {BUT}"


@dataclass
class Line:
    """One person."""

    id: str
    name: str = ""
    listed: bool = False
    accounts: dict[str, set[str]] = field(default_factory=dict)
    """Each with the lessons for which it came, if its number is another in each assignment."""
    group: str = ""
    doubt: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    """The other columns: more time for a lesson, or whatever a teacher has added."""

    def __str__(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id

    @property
    def is_empty(self) -> bool:
        """Whether it was a person of its own, whose accounts are all somebody else's now."""
        said = self.group or any(self.cells.values())
        return bool(self.doubt and not (self.accounts or said))

    def rivals(self, label: Label, lessons: set[str]) -> list[str]:
        """The accounts that can't be of the same person as this one, by their numbers."""
        start = f"{label.platform} "
        return [
            account
            for account, came in self.accounts.items()
            if label.numbers and account != label.account and account.startswith(start)
            if label.platform not in CHANGING or came & lessons
        ]

    def may_be(self, label: Label, lessons: set[str]) -> bool:
        """Whether a name is enough: no other account is known, but of other assignments."""
        only = all(account.startswith(f"{label.platform} ") for account in self.accounts)
        changing = label.platform in CHANGING and only
        return not self.accounts or (changing and not self.rivals(label, lessons))


@dataclass
class Register:
    """Everybody in the file, by the name in the gradebook in small letters."""

    lines: dict[str, Line] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    """The names of further columns."""

    def line(self, id_: str) -> Line:
        """The line of this name, a new one if there is none."""
        return self.lines.setdefault(id_.casefold(), Line(id_))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Those who hand in one notebook."""
        made: dict[str, list[str]] = defaultdict(list)
        for line in self.lines.values():
            if line.group:
                made[line.group].append(line.id)
        return tuple(map(tuple, made.values()))


def read_register(path: Path) -> Register:
    """What stands in the file, nothing if there is none; a `ValueError` says what can't be."""
    if not path.exists():
        return Register()
    text = text_of(path)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator(text)) if any(row)]
    head = [cell.strip() for cell in rows[0]] if rows else []
    if "id" not in head or len({*head} - {""}) < len([one for one in head if one]):
        raise ValueError(f"{path} should begin with a line of headers, such as {','.join(OWN)}.")
    register = Register(columns=tuple(one for one in head if one and one not in OWN))
    owner: dict[str, str] = {}
    for number, row in enumerate(rows[1:], 2):
        cells = {key: _shown(cell.strip()) for key, cell in zip(head, row, strict=False) if key}
        id_ = cells["id"]
        if not id_ or (safe_id(id_) != id_ and not AS_IT_IS.fullmatch(id_)):
            raise ValueError(f"{path}, line {number}: {id_!r} can't be a name in the gradebook.")
        if id_.casefold() in register.lines:
            raise ValueError(f"{path}, line {number}: {id_} has a line already; keep one of them.")
        line = register.line(id_)
        line.name, line.group = cells.get("name", ""), cells.get("group", "")
        line.listed, line.doubt = bool(cells.get("listed")), cells.get("doubt", "")
        line.cells = {key: cells.get(key, "") for key in register.columns}
        for account, lessons in _accounts(cells.get("accounts", "")):
            if account in owner:
                raise ValueError(
                    f"{path}: {account} is in the lines of {owner[account]} and {id_}; it is one"
                    " person's, so take it out of one of them."
                )
            owner[account] = id_
            line.accounts[account] = lessons
    return register


def write_register(path: Path, register: Register, lessons: Iterable[str]) -> None:
    """Write everybody down, with a column for each of these lessons."""
    content = as_text(register, lessons).encode("utf-8-sig")
    if not (path.is_file() and path.read_bytes() == content):
        write_whole(path, content)


def as_text(register: Register, lessons: Iterable[str]) -> str:
    """What stands in the file then."""
    columns = (*register.columns, *sorted({*lessons} - {*register.columns}))
    rows: list[Sequence[str]] = [(*OWN, *columns)]
    for line in register.lines.values():
        listed = "yes" if line.listed else ""
        own = (line.id, line.name, listed, _written(line.accounts), line.group, line.doubt)
        rows.append([*own, *(line.cells.get(key, "") for key in columns)])
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([_plain(cell) for cell in row] for row in rows)
    return file.getvalue()


def _plain(cell: str) -> str:
    """The cell as no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "'", "\t", "\r")) else cell


def _shown(cell: str) -> str:
    """The cell that was made plain so."""
    return cell[1:] if re.match("'[=+@'-]", cell) else cell


def _written(accounts: Mapping[str, set[str]]) -> str:
    """These accounts in one cell; signs that part them are written as in addresses."""
    return "; ".join(
        re.sub(r"[;%\[\]\x00-\x1f]", lambda sign: f"%{ord(sign[0]):02X}", account)
        + (f" [{' '.join(sorted(lessons))}]" if lessons else "")
        for account, lessons in accounts.items()
    )


def _accounts(cell: str) -> Iterator[tuple[str, set[str]]]:
    """The accounts in a cell, each with its lessons."""
    for part in filter(None, map(str.strip, cell.split(";"))):
        account, _, lessons = part.partition("[")
        yield unquote(account.strip()), {*lessons.rstrip("]").split()}


# --- whose an account is -------------------------------------------------------------------------


def placed(
    people: Mapping[str, Person], known: ClassList | None, register: Register
) -> list[tuple[Line, Person]]:
    """Everybody's line with what came from their accounts; the register has it from now on."""
    owner = {account: line for line in register.lines.values() for account in line.accounts}
    had_list = any(line.listed for line in register.lines.values())
    students = _with_list(known, register)
    written: dict[str, list[Line]] = defaultdict(list)
    for line in register.lines.values():
        written[line.name].append(line)
    home: dict[str, Line] = {}
    numbered: dict[str, Line] = {}
    named: dict[str, Line] = {}
    doubts: dict[str, str] = {}
    for account in sorted(people):
        label, mine = people[account].label, owner.get(account)
        if mine and (known is None or mine.listed or (had_list and not mine.doubt)):
            home[account] = mine
            continue
        by_number = _by_number(label, known, students, register)
        by_name = _by_name(label, known, students)
        by_name += [one for one in written[label.student] if one not in (mine, *by_name)]
        if len(by_number) == 1 and (not by_name or not label.is_name or by_number[0] in by_name):
            numbered[account] = by_number[0]
        elif by_number or len(by_name) > 1:
            several = {line.id: str(line) for line in (*by_number, *by_name)}.values()
            doubts[account] = f"The name {label.student!r} may mean {' or '.join(several)}."
        elif by_name:
            named[account] = by_name[0]
        elif known is not None:
            near = known.near(label.student)
            hint = f" Is it {' or '.join(near)}?" if near else ""
            doubts[account] = f"The name {label.student!r} is not in the class list.{hint}"
    _by_their_numbers(people, home, numbered, doubts)
    _by_their_names(people, home, named, doubts)
    _by_themselves(people, home, doubts, owner, register, listed=known is not None)
    for account, line in home.items():
        if (old := owner.get(account)) is not None and old is not line:
            line.accounts[account] = old.accounts.pop(account)
    made = _together(people, home, register)
    register.lines = {key: line for key, line in register.lines.items() if not line.is_empty}
    return made


def _with_list(known: ClassList | None, register: Register) -> dict[str, Line]:
    """The lines of those in the class list, by what it calls them; it has the word on names.

    What a teacher wrote in a line of that name is theirs whatever its capitals are; whose the
    accounts there are is asked anew.
    """
    if known is None:
        return {}
    others, register.lines = register.lines, {}
    names, made = book_names(known), {}
    for one in known.students:
        name, line = names[one.id], Line(names[one.id])
        if (old := others.get(name.casefold())) is not None:
            if old.id == name or not old.accounts:
                line = others.pop(name.casefold())
                line.id = name
            else:
                line.group, line.cells, old.group, old.cells = old.group, old.cells, "", {}
        made[one.id] = line
        line.name, line.listed, line.doubt = one.name or line.name, True, ""
        register.lines[name.casefold()] = line
    for line in others.values():
        line.listed = False
        if line.id.casefold() in register.lines:
            line.doubt = f"The name {line.id!r} looks like one in the class list. {BY_ITSELF}"
            line.id = told_apart(line.id, (), next(iter(line.accounts)), register.lines)
        register.lines[line.id.casefold()] = line
    return made


def _by_number(
    label: Label, known: ClassList | None, students: Mapping[str, Line], register: Register
) -> list[Line]:
    """Whose number or login this is, letter for letter; a name that people choose is none."""
    words = label.numbers if label.is_name else (label.student, *label.numbers)
    found = [students[one.id] for one in known.numbered(words)] if known else []
    own = register.lines.get(label.student.casefold())
    if own and own.id == label.student and not label.is_name and own not in found:
        found.append(own)
    return found


def _by_name(label: Label, known: ClassList | None, students: Mapping[str, Line]) -> list[Line]:
    """Whom in the class list the name may mean, however it is spelt."""
    if known is None:
        return []
    same = known.named(label.student) if label.is_name else known.matches(label.student)
    return [students[one.id] for one in same]


def _by_their_numbers(
    people: Mapping[str, Person],
    home: dict[str, Line],
    numbered: Mapping[str, Line],
    doubts: dict[str, str],
) -> None:
    """Whose number is known is at home there, unless another number is theirs already."""
    there: dict[tuple[str, str], list[str]] = defaultdict(list)
    for account, line in (home | dict(numbered)).items():
        if people[account].label.numbers:
            there[line.id, people[account].label.platform].append(account)
    for account, line in numbered.items():
        label = people[account].label
        same = [one for one in there[line.id, label.platform] if one != account]
        if rivals := same or line.rivals(label, lessons_of(people[account])):
            doubts[account] = f"{account} may be {line}, and {rivals[0]} may be, too."
    home |= {account: line for account, line in numbered.items() if account not in doubts}


def _by_their_names(
    people: Mapping[str, Person],
    home: dict[str, Line],
    named: Mapping[str, Line],
    doubts: dict[str, str],
) -> None:
    """A name is enough only where nobody else has it, in this run and before."""
    there: dict[str, list[str]] = defaultdict(list)
    for account, line in (dict(named) | home).items():
        there[line.id].append(account)
    for account, line in named.items():
        label = people[account].label
        if there[line.id] == [account] and line.may_be(label, lessons_of(people[account])):
            home[account] = line
            # The browser edition writes a name with underscores, as `keeping.mjs` says.
            said = {label.student, label.student.replace("_", " ")}
            if not said & {line.id, line.name} and not _squashed(label, line.name):
                line.doubt = f"The name {label.student!r} was taken for {line}. {BUT}"
        else:
            rivals = (one for one in (*line.accounts, *there[line.id]) if one != account)
            doubts[account] = f"{account} has the name of {line}, as {next(rivals)} has."


def _squashed(label: Label, name: str) -> bool:
    """Whether the name only has its spaces and capitals less, as Canvas writes all of them."""
    parts = name.casefold().split()
    turned = ("".join([*parts[n:], *parts[:n]]) for n in range(len(parts)))
    return label.platform == "Canvas" and label.student in turned


def _by_themselves(
    people: Mapping[str, Person],
    home: dict[str, Line],
    doubts: Mapping[str, str],
    owner: Mapping[str, Line],
    register: Register,
    *,
    listed: bool,
) -> None:
    """All others are people of their own, with names that nobody else has."""
    work = [one.label.home for person in people.values() for one in person.notebooks]
    rest = [account for account in sorted(people) if account not in home]
    names = {account: _usual(people[account].label, in_its_tree=all(work)) for account in rest}
    alike = defaultdict(list)
    for account, name in names.items():
        if account not in owner:
            alike[name.casefold()].append(account)
    for account in rest:
        label, same = people[account].label, names[account].casefold()
        line = owner.get(account)
        doubt = doubts.get(account, "")
        if line is None:
            name, others = names[account], [one for one in alike[same] if one != account]
            taken = [register.lines[same].name or name] if same in register.lines else []
            if others or taken:
                name = told_apart(name, label.numbers, account, register.lines)
                looks = [*taken, *(people[one].label.student for one in others)]
                doubt = doubt or f"The name {label.student!r} looks like that of {looks[0]}."
            line = register.line(name)
            line.name = label.name or (label.student if label.student != line.id else "")
        if doubt or listed:
            line.doubt = f"{doubt} {BY_ITSELF}" if doubt else ""
        home[account] = line


def _usual(label: Label, *, in_its_tree: bool) -> str:
    """The name for the gradebook, where nobody has said another one."""
    text = label.student
    # In its own tree nbgrader knows a student by the folder's name.
    if in_its_tree and AS_IT_IS.fullmatch(text) and not RESERVED.fullmatch(text):
        return text
    return safe_id(text)


def _together(
    people: Mapping[str, Person], home: Mapping[str, Line], register: Register
) -> list[tuple[Line, Person]]:
    """By line, all that came from its accounts, which it has from now on."""
    came: dict[str, list[str]] = defaultdict(list)
    for account in sorted(people):
        came[home[account].id].append(account)
    made = []
    for id_, accounts in came.items():
        line = register.line(id_)
        first, *others = (people[account] for account in accounts)
        person = Person(first.label)
        for one in (first, *others):
            person.notebooks += one.notebooks
            person.odd += one.odd
            person.other += one.other
            person.beside += one.beside
            person.of_exchange |= one.of_exchange
            lessons = line.accounts.setdefault(one.label.account, set())
            lessons |= lessons_of(one) if one.label.platform in CHANGING else set()
        if others:
            person.odd.append(f"Work came from several accounts: {' and '.join(accounts)}.")
        made.append((line, person))
    return made


def lessons_of(person: Person) -> set[str]:
    """The lessons for which this person has handed something in."""
    return {one.lesson for one in person.notebooks}
