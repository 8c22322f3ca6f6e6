"""The cells of a notebook in the roles that the lesson has for them."""

from __future__ import annotations

from dataclasses import dataclass, field

from course_tools.grade.records import Repair
from course_tools.grade.repair.answers import answer, joined, untouched
from course_tools.grade.repair.cells import Found
from course_tools.grade.repair.code import without_fence
from course_tools.grade.repair.matching import Claims, claims_of
from course_tools.grade.repair.template import MARKS, Asked, Template

SHOWN = 3
"""So many names are told in one sentence."""


@dataclass(eq=False)
class Slot:
    """One cell of the notebook to be: a cell of the lesson, a student's text, or both."""

    asked: Asked | None
    """The lesson's cell that it is, or `None` for a cell of the student's own."""
    cell: Found | None
    """What the student made of it, or `None` if the lesson's text stands there."""


@dataclass
class Fitted:
    """The cells in their new roles, and what had to be done for that."""

    slots: list[Slot] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    elsewhere: dict[Asked, Found] = field(default_factory=dict)
    """Answers that stand in the cell of another exercise."""
    lost: list[Asked] = field(default_factory=list)
    """Exercises to which there is no answer anywhere."""
    strangers: list[str] = field(default_factory=list)
    """Names for nbgrader that this lesson does not have."""
    matched: int = 0
    """How many cells of the lesson were found again."""

    def say(self, sentence: str, exercise: str = "") -> None:
        """Add a repair, once."""
        repair = Repair(sentence, exercise)
        if repair not in self.repairs:
            self.repairs.append(repair)


def fitted(lesson: Template, cells: list[Found]) -> Fitted:
    """These cells, each with the role that it has in the lesson; none is lost without a word."""
    cells, repairs = joined(lesson, cells)
    claims = claims_of(lesson, cells)
    done = Fitted(repairs=repairs, matched=sum(bool(found) for found in claims.values()))
    roles = _roles(lesson, claims, cells, done)
    known = {cell: one for one, found in claims.items() for cell in found}
    for cell in cells:
        if cell in roles:
            done.slots.append(_in_role(roles[cell], cell, done))
        elif cell in known:
            done.slots += _claimed(known[cell], cell, roles, claims, done)
        else:
            done.slots.append(_own(cell, done))
    if done.strangers:
        names = ", ".join(repr(_short(name)) for name in done.strangers[:SHOWN])
        more = f" and {len(done.strangers) - SHOWN} more" if len(done.strangers) > SHOWN else ""
        done.say(f"Marks that this lesson does not have were taken off cells: {names}{more}.")
    return done


def _roles(
    lesson: Template, claims: Claims, cells: list[Found], done: Fitted
) -> dict[Found, Asked]:
    """Which cell is which of the lesson's, where the student's text counts."""
    roles: dict[Found, Asked] = {}
    known = {cell: one for one, found in claims.items() for cell in found}
    for asked in lesson.answers:
        cell = answer(asked, claims, cells)
        if cell is None:
            done.lost.append(asked)
        elif cell in roles or (known.get(cell, asked) is not asked and known[cell].is_answer):
            done.elsewhere[asked] = cell
        else:
            roles[cell] = asked
    for asked in lesson.ordinary:
        for cell in claims[asked]:
            roles.setdefault(cell, asked)
    return roles


def _in_role(asked: Asked, cell: Found, done: Fitted) -> Slot:
    """The place of a cell whose text counts, with all that is wrong with it put right."""
    if not asked.is_answer:
        return Slot(asked, _own(cell, done).cell)
    name = asked.exercise
    if cell.grade_id == asked.grade_id:
        if changed := _changes(asked, cell):
            done.say(
                f"What nbgrader was told about the cell of {name} had been changed"
                f" ({changed}); it was put back.",
                name,
            )
    elif cell.grade_id:
        done.say(
            f"The cell with the answer to {name} was called {_short(cell.grade_id)!r}"
            f" for nbgrader; it was given its own name back.",
            name,
        )
    else:
        done.say(
            f"The answer to {name} stood in a cell that was not marked for grading; it was found"
            " all the same, and marked.",
            name,
        )
    if cell.kind != asked.kind:
        done.say(
            f"The cell of {name} had become a cell of {_kind(cell.kind)}; it was made one of"
            f" {_kind(asked.kind)} again.",
            name,
        )
        source = without_fence(cell.source) if asked.kind == "code" else cell.source
        cell = Found(asked.kind, source, cell.id, cell.mark)
    return Slot(asked, cell)


def _claimed(
    asked: Asked, cell: Found, roles: dict[Found, Asked], claims: Claims, done: Fitted
) -> list[Slot]:
    """What becomes of a cell that says it is one of the lesson's, and whose text does not count."""
    rest = [one for one in claims[asked] if one not in roles]
    if asked.is_fixed and cell is rest[0]:
        return _fixed(asked, cell, done)
    what = _name_of(asked)
    chosen = next((one for one, role in roles.items() if role is asked), None)
    counts = asked.plain if chosen is None else chosen.plain
    if cell.plain == counts or untouched(cell, asked):
        moved = asked in done.elsewhere or (chosen is not None and chosen not in claims[asked])
        if not moved:
            done.say(f"A second copy of {what} was left out.", asked.exercise)
        return []
    if asked.is_answer and len(claims[asked]) > 1:
        done.say(
            f"Several cells say that they are {what}. The last one in which the function is"
            " written counts; the others were kept as cells of their own.",
            asked.exercise,
        )
    elif asked.is_fixed:
        done.say(f"A second copy of {what} was kept as a cell of its own.", asked.exercise)
    return [Slot(None, cell)]


def _fixed(asked: Asked, cell: Found, done: Fitted) -> list[Slot]:
    """The lesson's own text in place of a cell that nobody should have changed."""
    what = _name_of(asked)
    if cell.kind != asked.kind:
        done.say(f"{_large(what)} had become {_kind(cell.kind)}; it was put back.", asked.exercise)
    elif cell.plain != asked.plain:
        done.say(
            f"{_large(what)} had been changed; the lesson's own text was put back.", asked.exercise
        )
    if cell.grade_id != asked.grade_id:
        done.say(f"{_large(what)} had lost its mark for nbgrader; it was put back.", asked.exercise)
    elif changed := _changes(asked, cell):
        done.say(
            f"What nbgrader was told about {what} had been changed ({changed}); it was put back.",
            asked.exercise,
        )
    slot = Slot(asked, None)
    if cell.kind != "code" or cell.code.binds <= asked.code.binds:
        return [slot]
    done.say(
        f"What the student had written into {what} was moved to a cell of its own before it.",
        asked.exercise,
    )
    return [Slot(None, cell), slot]


def _own(cell: Found, done: Fitted) -> Slot:
    """A cell of the student's own, which nbgrader need not know."""
    if cell.grade_id and cell.grade_id not in done.strangers:
        done.strangers.append(cell.grade_id)
    return Slot(None, cell)


def _changes(asked: Asked, cell: Found) -> str:
    """Which parts of what nbgrader was told are no longer as they were handed out."""
    return ", ".join(
        key
        for key in MARKS
        if (key in cell.mark) != (key in asked.mark) or cell.mark.get(key) != asked.mark.get(key)
    )


def _name_of(asked: Asked) -> str:
    """What the cell is called in a sentence."""
    if not asked.exercise:
        return f"the cell {asked.grade_id}"
    return f"the cell of {asked.exercise}" if asked.is_answer else f"the check of {asked.exercise}"


def _large(words: str) -> str:
    """The words as they stand at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def _kind(kind: str) -> str:
    """What people call a cell of this kind."""
    return {"code": "code", "markdown": "prose"}.get(kind, "plain text")


def _short(name: str) -> str:
    """A name that somebody else chose, fit to stand in a sentence."""
    return name if len(name) <= 40 else f"{name[:37]}..."
