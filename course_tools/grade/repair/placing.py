"""Puts each cell of the lesson where it has to stand, and moves nothing that need not be moved.

The student's order stays. But what the lesson defines stands no later than in the lesson, a check
stands after its exercise, and what is missing comes back: the checks, and those cells of the
lesson that define a name which other cells use.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from course_tools.grade.records import Repair
from course_tools.grade.repair.cells import Found
from course_tools.grade.repair.fitting import Fitted, Slot
from course_tools.grade.repair.template import Asked, Template

WORD = re.compile(r"[^\W\d]\w*")


def place(lesson: Template, done: Fitted) -> None:
    """Bring the slots into the order in which they run, with all that was missing."""
    _before_their_answers(lesson, done)
    if not _in_order(done):
        _up_again(done)
    _missing(lesson, done)
    _needed(lesson, done)
    for asked in lesson.cells:
        if asked.is_fixed and asked.exercise:
            _after_its_answer(asked, done)


def _before_their_answers(lesson: Template, done: Fitted) -> None:
    """Move a function as it was handed out before the answer, which it would otherwise replace."""
    for asked in lesson.answers:
        answers = [slot for slot in done.slots if slot.asked is asked]
        stub = asked.code.functions.get(asked.function)
        if not answers or stub is None:
            continue
        place = done.slots.index(answers[0])
        late = [
            slot
            for slot in done.slots[place + 1 :]
            if slot.asked is None
            and slot.cell is not None
            and slot.cell.kind == "code"
            and slot.cell.grade_id == asked.grade_id
            and slot.cell.code.functions.get(asked.function) == stub
        ]
        rest = [slot for slot in done.slots if slot not in late]
        done.slots = [*rest[:place], *late, *rest[place:]]


def _in_order(done: Fitted) -> bool:
    """Whether the cells had to be sorted, because less than half stand as they do in the lesson."""
    known = [slot for slot in done.slots if slot.asked is not None]
    if 2 * len(_steady(known)) >= len(known):
        return False
    groups: list[tuple[int, list[Slot]]] = [(-1, [])]
    for slot in done.slots:
        # A cell of the student's own stays behind the one that it was written behind.
        if slot.asked is not None:
            groups.append((slot.asked.number, []))
        groups[-1][1].append(slot)
    done.slots = [slot for _, group in sorted(groups, key=lambda one: one[0]) for slot in group]
    done.say("The cells stood in another order; they were put back into the lesson's.")
    return True


def _up_again(done: Fitted) -> None:
    """Move a cell of the lesson back up which stands later than in the lesson."""
    steady = _steady([slot for slot in done.slots if slot.asked is not None])
    for slot in list(done.slots):
        asked = slot.asked
        if asked is None or asked.mark or asked.kind != "code" or slot in steady:
            continue
        here = done.slots.index(slot)
        late = any(
            one in steady and one.asked is not None and one.asked.number > asked.number
            for one in done.slots[:here]
        )
        if late and asked.code.binds:
            done.slots.remove(slot)
            _insert(slot, asked, done)
            done.say(f"The cell that begins {_first(asked)!r} was moved back to its place.")


def _missing(lesson: Template, done: Fitted) -> None:
    """Put back each cell that nbgrader has to find, with the student's answer if there is one."""
    there = {slot.asked for slot in done.slots}
    for asked in lesson.cells:
        if not asked.mark or asked in there:
            continue
        if asked in done.elsewhere:
            _elsewhere(asked, done)
            continue
        _insert(Slot(asked, None), asked, done)
        name = asked.exercise
        if asked in done.lost:
            found = f"no cell defines {asked.function}" if asked.function else "nothing replaces it"
            sentence = f"The cell of {name} is not in the notebook, and {found}: no points for it."
            done.repairs.append(Repair(sentence, name, lost=True))
        else:
            what = f"The check of {name}" if name else f"The cell {asked.grade_id}"
            done.say(f"{what} was missing; it was put back.", name)


def _elsewhere(asked: Asked, done: Fitted) -> None:
    """Put an empty cell in for an answer that stands together with another one."""
    home = done.elsewhere[asked]
    name = asked.exercise
    note = Found("code", f"# {name} is written in another cell.")
    place = next((n for n, one in enumerate(done.slots) if _holds(one, home)), None)
    if place is None:
        _insert(Slot(asked, note), asked, done)
    else:
        done.slots.insert(place + 1, Slot(asked, note))
    done.say(f"The answer to {name} stands in the cell of another exercise; it counts.", name)


def _holds(slot: Slot, home: Found) -> bool:
    """Whether the text of this cell stands there."""
    return slot.cell is not None and slot.cell.source == home.source


def _needed(lesson: Template, done: Fitted) -> None:
    """Put back a cell of the lesson that was deleted, if a name that it defines is now missing."""
    there = {slot.asked for slot in done.slots}
    defined = {name for slot in done.slots for name in _code_of(slot)[0]}
    used = {word for slot in done.slots for word in WORD.findall(_code_of(slot)[1])}
    for asked in lesson.ordinary:
        gone = (asked.code.binds - defined) & used
        if asked not in there and gone:
            _insert(Slot(asked, None), asked, done)
            done.say(
                f"The cell that begins {_first(asked)!r} was missing, and other cells need it;"
                " it was put back."
            )
            used |= set(WORD.findall(asked.source))


def _code_of(slot: Slot) -> tuple[frozenset[str], str]:
    """The names that this cell defines, and its text, if it is code."""
    one = slot.cell if slot.cell is not None else slot.asked
    if one is None or one.kind != "code":
        return frozenset(), ""
    return one.code.binds, one.source


def _after_its_answer(check: Asked, done: Fitted) -> None:
    """Move a check that stands before its exercise to the end of the student's cells behind it."""
    [slot] = [slot for slot in done.slots if slot.asked is check]
    here = done.slots.index(slot)
    answers = [
        n
        for n, one in enumerate(done.slots)
        if one.asked is not None and one.asked.is_answer and one.asked.exercise == check.exercise
    ]
    if not answers or answers[0] < here:
        return
    done.slots.remove(slot)
    behind = answers[0]
    while behind < len(done.slots) and done.slots[behind].asked is None:
        behind += 1
    done.slots.insert(behind, slot)


def _insert(slot: Slot, asked: Asked, done: Fitted) -> None:
    """Put the slot behind that cell of the lesson which comes before it in the lesson."""
    before = [
        (one.asked.number, n)
        for n, one in enumerate(done.slots)
        if one.asked is not None and one.asked.number < asked.number
    ]
    place = max(before)[1] + 1 if before else 0
    if asked.is_fixed and asked.exercise:
        # The student's own cells stay between an exercise and its check, as they were written.
        while place < len(done.slots) and done.slots[place].asked is None:
            place += 1
    done.slots.insert(place, slot)


def _steady(slots: list[Slot]) -> set[Slot]:
    """A largest set of cells that stand in the order of the lesson: the others were moved."""
    ends: list[int] = []
    chains: list[list[Slot]] = []
    for slot in slots:
        number = slot.asked.number if slot.asked is not None else 0
        place = bisect_left(ends, number)
        chain = [*(chains[place - 1] if place else []), slot]
        ends[place : place + 1] = [number]
        chains[place : place + 1] = [chain]
    return set(chains[-1]) if chains else set()


def _first(asked: Asked) -> str:
    """The first line of a cell of the lesson."""
    return next((line for line in asked.source.splitlines() if line.strip()), "")[:60]
