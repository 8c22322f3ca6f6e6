"""From a folder or a learning platform's zip to one submission for each student and lesson."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from course_lib.plain import listed
from course_tools.files import write_whole
from course_tools.grader.classroom.intake.deadlines import Deadlines, Policy, due_time, written
from course_tools.grader.classroom.intake.files import Pieces, Unreadable, pieces
from course_tools.grader.classroom.intake.people import (
    ClassList,
    Student,
    book_names,
    read_class_list,
)
from course_tools.grader.classroom.intake.platforms import pattern_of_names
from course_tools.grader.classroom.intake.register import BUT, Register, placed
from course_tools.grader.classroom.intake.sorting import (
    OF_EXCHANGE,
    TIME,
    Handed,
    Person,
    chosen,
    sort,
)
from course_tools.grader.judge.autograded import few
from course_tools.grader.judge.result import NOTHING, Submission

NO_TIME = "There is no record of when it was handed in, so it counts as on time."

ONLY_NAMES = f"Only a name, which anybody can write, says that this is the work of {{}}. {BUT}"


@dataclass(frozen=True)
class Intake:
    """What a class handed in: a submission for each student and lesson, and all that was odd."""

    submissions: tuple[Submission, ...]
    odd: tuple[str, ...] = ()
    """Whole sentences about what belongs to no submission."""
    students: tuple[str, ...] = ()
    """The names for the gradebook of all in the class list, in its order."""
    lines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By these names, what the class list says of each, by its headers."""
    register: Register = field(default_factory=Register)
    """Who is who, with what this run has met."""

    @property
    def everything_odd(self) -> tuple[str, ...]:
        """All that was odd, the sentences about a submission with its student and lesson."""
        about = (
            f"{one.student}, {one.lesson}: {text}" for one in self.submissions for text in one.odd
        )
        return tuple(dict.fromkeys((*self.odd, *about)))


def submissions(
    source: Path,
    lessons: Sequence[str],
    *,
    class_list: Path | None = None,
    deadlines: Deadlines | None = None,
    into: Path,
    signs: Mapping[str, Mapping[str, str]] | None = None,
    names: str = "",
    register: Register | None = None,
    read: Callable[[Path], Pieces] = pieces,
    pictures: Collection[str] = (),
) -> Intake:
    """What was handed in for these lessons, the answers of each in `into/STUDENT/LESSON/`.

    `source` is a folder or a zip: of notebooks, of repositories, or as a platform gives it. For
    other forms, `names` is a pattern such as `week2-*-{student}`. What its files are, `read` says.
    `register` says whose accounts are, as far as that is known.
    `signs` has for each lesson of the course the names of its cells, with their texts
    (`repair.signs_of`): by them a notebook is known whatever its file is called, and answers are
    told from what was handed out. Without them its name has to say the lesson. `pictures` are those
    that the course itself has handed out.
    Nothing is silently dropped: what is not taken, or only with a doubt, is said in a sentence.
    """
    if into.resolve().is_relative_to(source.resolve()):
        raise ValueError(f"{into} lies in {source}, from where it would be read again.")
    known = read_class_list(class_list) if class_list is not None else None
    matches = known.matches if known is not None else _nobody
    every = {lesson: (signs or {}).get(lesson, {}) for lesson in (*(signs or {}), *lessons)}
    pattern = pattern_of_names(names) if names else None
    done = sort(read(source), every, lessons, matches, pattern)
    odd = [*(known.odd if known is not None else ()), *done.odd]
    register = register or Register()
    before = {account for line in register.lines.values() for account in line.accounts}
    people = {line.id: (line, person) for line, person in placed(done.people, known, register)}
    news = done.people.keys() - before
    there = [line for line in register.lines.values() if line.listed and not line.doubt]
    if named := [str(line) for line in there if f"called {line.name}" in news]:
        odd.append(ONLY_NAMES.format(listed(named, most=4)))
    rules = deadlines.with_people(register) if deadlines else Deadlines()
    in_book = book_names(known)
    made = []
    for student, (line, person) in sorted(people.items()):
        name = line.name
        odd += [f"{student}: {line.doubt}"] if line.doubt else []
        mine = _of_person(student, name, person, rules, into=into, pictures=pictures)
        # Who hands in a whole course has done nothing odd, as long as what is asked for is there.
        others = [] if mine else person.other
        if not mine:
            # One line is enough: it says what came instead, if something did.
            told = () if person.odd or person.other or person.beside else NOTHING[1:]
            if len(lessons) == 1:
                mine = [Submission(student, lessons[0], None, full_name=name, odd=told)]
            else:
                odd += [f"{student}: {sentence}" for sentence in told]
        if student in in_book.values():
            mine = [replace(one, by=f"{one.by}, in the class list") for one in mine]
        general = few(person.odd + others + _beside(person))
        if mine:
            first = mine[0]
            made += [replace(first, odd=general + first.odd), *mine[1:]]
        else:
            odd += [f"{student}: {sentence}" for sentence in general]
    made += _absent(made, known, lessons)
    made.sort(key=lambda one: (one.lesson, one.student))
    return Intake(
        tuple(map(_clean, made)),
        tuple(map(_printable, dict.fromkeys(odd))),
        tuple(in_book.values()),
        {in_book[one.id]: one.cells for one in known.students} if known is not None else {},
        register,
    )


def answers_in(raw: bytes, pictures: Collection[str] = ()) -> bytes:
    """The notebook without what a run makes again, and without the course's own `pictures`.

    A file in which there is nothing of that, or that is damaged in any way, stays as it is.
    """
    try:
        notebook = json.loads(raw.decode("utf-8"))
        left_out = notebook.get("metadata", {}).pop("widgets", None) is not None
        for cell in notebook["cells"]:
            attached = cell.get("attachments", {})
            ours = [
                name
                for name, forms in attached.items()
                if {*map(_whole, forms.values())} <= {*pictures}
            ]
            for name in ours:
                del attached[name]
            if cell.get("outputs"):
                cell.update(outputs=[], execution_count=None)
                left_out = True
            left_out |= bool(ours)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return raw
    return f"{json.dumps(notebook, indent=1)}\n".encode() if left_out else raw


def _whole(text: str | list[str]) -> str:
    return "".join(text)


def _of_person(
    student: str,
    name: str,
    person: Person,
    deadlines: Deadlines,
    *,
    into: Path,
    pictures: Collection[str],
) -> list[Submission]:
    """The submissions of one person, whose answers are copied."""
    by_lesson: dict[str, list[Handed]] = defaultdict(list)
    for handed in person.notebooks:
        by_lesson[handed.lesson].append(handed)
    made = []
    for lesson, several in sorted(by_lesson.items()):
        best, why = chosen(several)
        odd = [why] if why else []
        copy = into / student / lesson / f"{lesson}.ipynb"
        path: Path | None = copy
        try:
            write_whole(copy, answers_in(best.piece.read(), pictures))
            for file in OF_EXCHANGE:
                if content := person.of_exchange.get(f"{best.label.home}/{file}"):
                    write_whole(copy.with_name(file), content)
        except Unreadable as error:
            path = None
            odd.append(f"{best.piece.name} {error}")
        own = deadlines.of(student, lesson)
        received, doubt = _received(person, best, own)
        days = own.days_late(received)
        if received is None and best.label.late and own.due is not None:
            days = 1
            odd.append(f"{best.label.platform} says that it is late, and not how late: 1 day.")
        odd += [doubt] if doubt else []
        odd += [own.sentence(days)] if days else []
        number = person.label.numbers[0] if person.label.platform == "Canvas" else ""
        facts = (written(received), days, name, tuple(odd), number, best.label.feedback)
        made.append(Submission(student, lesson, path, *facts, best.piece.name, best.label.by))
    return made


def _received(person: Person, handed: Handed, policy: Policy) -> tuple[datetime | None, str]:
    """When this notebook was handed in, and a sentence if that is not known for sure."""
    stamp = person.of_exchange.get(f"{handed.label.home}/{TIME}", b"")
    text = stamp[:100].decode(errors="replace")
    time = handed.piece.time if handed.label.platform == "Moodle" else handed.label.time
    doubt = ""
    if text and time is not None:
        # A time in the name of the folder was written by nbgrader; the file may be the student's.
        said = f"{time:%Y-%m-%d %H:%M:%S}"
        doubt = "" if text.startswith(said) else f"{TIME} was ignored: its folder says {said}."
    elif text:
        try:
            return due_time(re.sub(r"\s*UTC\s*$", "+00:00", text)), ""
        except ValueError:
            return (
                None,
                f"The time beside {handed.piece.name} cannot be read; it counts as in time.",
            )
    if time is not None:
        # Most platforms write their own clock; the due time is meant by that clock.
        if time.tzinfo is None and policy.due is not None:
            return time.replace(tzinfo=policy.due.tzinfo), doubt
        return time.astimezone(), doubt
    return None, NO_TIME if policy.due is not None and not handed.label.late else ""


def _nobody(name: str) -> tuple[()]:  # noqa: ARG001 - as a class list is asked
    """Whom a name means in a class that nobody has listed."""
    return ()


def _absent(
    made: Iterable[Submission], known: ClassList | None, lessons: Sequence[str]
) -> list[Submission]:
    """A submission without a notebook for everybody in the class who handed nothing in."""
    there = {(one.student, one.lesson) for one in made}
    # Of a whole course, only the lessons that somebody has handed in were asked for.
    asked = set(lessons) if len(lessons) == 1 else {lesson for _, lesson in there}
    students: tuple[Student, ...] = known.students if known is not None else ()
    names = book_names(known)
    return [
        Submission(names[one.id], lesson, None, full_name=one.name, odd=NOTHING[:1])
        for lesson in sorted(asked)
        for one in students
        if (names[one.id], lesson) not in there
    ]


def _beside(person: Person) -> list[str]:
    """A sentence about the files that are no notebooks, if there are any."""
    if not person.beside:
        return []
    names = sorted(person.beside)
    shown = listed(names)
    if not person.notebooks and not person.odd and not person.other:
        return [f"No notebook was found, only {shown}."]
    if any("course_lib/" in name for name in names):
        return [f"A course_lib of the student's own is not used, as no other file is: {shown}."]
    if any(name.endswith(".py") for name in names):
        return [f"Code outside of the notebook is not used: {shown}."]
    return [f"Other files are not used: {shown}."]


def _clean(submission: Submission) -> Submission:
    """The submission in letters that can be shown and kept everywhere."""
    return replace(
        submission,
        full_name=_printable(submission.full_name),
        file=_printable(submission.file),
        by=_printable(submission.by),
        odd=tuple(map(_printable, submission.odd)),
    )


def _printable(text: str) -> str:
    """The text without what would move a cursor, or has no place in a file."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
