"""The name under which the gradebook knows somebody: by the class list, else a safe one."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict

from course_tools.grade.intake.class_list import ClassList, squashed
from course_tools.grade.intake.sorting import Person, Sorted

LONGEST_ID = 60
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)

OTHERS = re.compile(r"The name .* may mean |Several people have names ")
"""How sentences begin in which the names of other people stand."""

Named = tuple[Person, str, list[str]]
"""Somebody, the full name, and what is odd about it."""


def by_name(done: Sorted, known: ClassList | None) -> dict[str, Named]:
    """Everybody by the name for the gradebook, with the full name and what is odd about it."""
    meant: dict[str, list[tuple[str, Named]]] = defaultdict(list)
    for person in done.people.values():
        student, name, odd = _who(person, known)
        # Not every system tells folders apart by capitals alone.
        meant[student.casefold()].append((student, (person, name, odd)))
    in_list = {name.casefold() for name in listed(known).values()}
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
            people[own] = (person, name, [*odd, sentence])
    return people


def _who(person: Person, known: ClassList | None) -> tuple[str, str, list[str]]:
    """The name for the gradebook, the full name, and a sentence if that is not certain."""
    label = person.label.student
    if known is None:
        full = label if " " in label else ""
        return safe_id(label), full, []
    found = known.matches(label, person.label.numbers)
    if len(found) == 1:
        return listed(known)[found[0].id], found[0].name, []
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
    ids = {name.casefold() for name in listed(known).values()}
    if student.casefold() in ids:
        student = _told_apart(student, person, ids)
    return student, label if " " in label else "", [sentence]


def listed(known: ClassList | None) -> dict[str, str]:
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
        person.beside += other.beside
        person.times |= other.times
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
            plain = f"{plain or 'student'}_{_digest(label)}"
    return f"{plain}_" if RESERVED.fullmatch(plain) else plain or "student"


def _told_apart(student: str, person: Person, taken: set[str]) -> str:
    """The name with something that only this person has."""
    numbers = [re.sub(r"\D", "", number) for number in person.label.numbers]
    own = [*numbers, _digest(person.label.student + "".join(person.label.numbers))]
    name = next(
        (name for part in own if (name := f"{student}_{part}").casefold() not in taken),
        f"{student}_{own[-1]}_{len(taken)}",
    )
    taken.add(name.casefold())
    return name


def _digest(label: str) -> str:
    """A few letters that follow from the name."""
    return hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()[:6]
