"""Which of a notebook's cells holds the answer to an exercise, wherever it stands."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace

from course_tools.grade.records import Repair
from course_tools.grade.repair.cells import Found
from course_tools.grade.repair.code import (
    code_of,
    outer,
    parsed,
)
from course_tools.grade.repair.matching import Claims
from course_tools.grade.repair.template import Asked, Template

MOST_PARTS = 6
"""Into so many cells a function is put together again."""


def joined(lesson: Template, cells: list[Found]) -> tuple[list[Found], list[Repair]]:
    """The cells, those put together again whose end begins in the middle of a function."""
    kept: list[Found] = []
    repairs = []
    place = 0
    while place < len(cells):
        cell = cells[place]
        parts = 1
        asked = lesson.marked.get(cell.grade_id)
        if asked is not None and asked.function and cell.kind == "code":
            parts = _parts(asked, cells[place : place + MOST_PARTS])
        if asked is not None and parts > 1:
            source = "\n".join(one.source.strip("\n") for one in cells[place : place + parts])
            cell = replace(cell, source=source)
            sentence = (
                f"The cell of {asked.exercise} was split inside the function;"
                " its parts were put together again."
            )
            repairs.append(Repair(sentence, asked.exercise))
        kept.append(cell)
        place += parts
    return kept, repairs


def answer(asked: Asked, claims: Claims, cells: list[Found]) -> Found | None:
    """The cell that holds the answer to this exercise, or `None` if there is none.

    Of the cells with the exercise's own mark the last one counts in which the function is written,
    and is no longer as it was handed out. If there is none, any other cell may hold it.
    """
    marked = claims[asked]
    if not asked.function:
        changed = [cell for cell in marked if cell.plain != asked.plain]
        return next(reversed(changed or marked[:1]), None)
    known = {cell: one for one, found in claims.items() for cell in found}
    own = [cell for cell in cells if _may_be_own(cell, known.get(cell), asked)]
    others = [cell for cell in cells if cell in known and known[cell].mark and cell not in marked]
    for group in (marked, own, others):
        if written := [cell for cell in group if _is_written(cell, asked)]:
            # Of copies that say the same, the first one stands where the lesson has it.
            return next(cell for cell in written if cell.plain == written[-1].plain)
    tried = [cell for cell in marked if not untouched(cell, asked)]
    begun = [cell for cell in tried + own if asked.function in cell.code.begun]
    if begun:
        return max(begun, key=cells.index)
    return next(reversed(tried or marked[:1]), None)


def untouched(cell: Found, asked: Asked) -> bool:
    """Whether the cell holds nothing but what was handed out."""
    if cell.plain == asked.plain:
        return True
    code = cell.code
    return (
        code.readable and code.functions == asked.code.functions and code.binds == asked.code.binds
    )


def _is_written(cell: Found, asked: Asked) -> bool:
    """Whether the cell holds the function, and not in the form in which it was handed out."""
    code = cell.code.functions.get(asked.function)
    return code is not None and code != asked.code.functions.get(asked.function)


def _may_be_own(cell: Found, known: Asked | None, asked: Asked) -> bool:
    """Whether the student may have written the answer in this cell, which is no graded one."""
    if cell.kind != "code" or (known is not None and known.mark):
        return False
    # A lesson may show a function of the same name: that is nobody's answer.
    return known is None or asked.function not in known.code.functions


def _parts(asked: Asked, cells: list[Found]) -> int:
    """How many of these cells, the first one included, are one function in pieces."""
    most = 1
    for number in range(2, len(cells) + 1):
        last = cells[number - 1]
        if last.kind != "code" or last.grade_id not in ("", asked.grade_id):
            break
        if not _goes_on(last.source):
            break
        together = code_of("\n".join(one.source.strip("\n") for one in cells[:number]))
        if together.readable and asked.function in together.functions:
            most = number
    return most


def _goes_on(source: str) -> bool:
    """Whether this text can only be the rest of a function: IPython runs what is only indented."""
    first = next((line for line in source.splitlines() if line.strip()), "")
    if not first.startswith((" ", "\t")):
        return False
    tree = parsed(textwrap.dedent(source))
    return tree is None or any(isinstance(one, ast.Return) for one in outer(tree.body))
