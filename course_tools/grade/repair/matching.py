"""Which cell of a notebook that was handed in is which cell of the lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from course_tools.grade.repair.cells import Found
from course_tools.grade.repair.template import Asked, Template

Claims = dict[Asked, list[Found]]


def claims_of(lesson: Template, cells: list[Found]) -> Claims:
    """For each cell that nbgrader knows, all that claim to be it; for others, the one that is it.

    What nbgrader was told about a cell counts most, then the name that the notebook has for it,
    then its text. A cell of prose or a thing to try has to be of the same kind, too.
    """
    claims: Claims = {one: [] for one in lesson.cells}
    for cell in cells:
        if cell.grade_id in lesson.marked:
            claims[lesson.marked[cell.grade_id]].append(cell)
    taken = {cell for found in claims.values() for cell in found}
    rest = [cell for cell in cells if cell not in taken]
    for asked in ([one for one in lesson.cells if one.mark], lesson.ordinary):
        for same in (_same_id, _same_source):
            rest = _match(claims, asked, rest, same)
    return claims


def _match(
    claims: Claims,
    asked: Iterable[Asked],
    rest: list[Found],
    same: Callable[[Asked, Found], bool],
) -> list[Found]:
    """Let each cell that nobody claims yet have its first match; the cells that then remain."""
    for one in asked:
        if not claims[one] and (found := next((cell for cell in rest if same(one, cell)), None)):
            claims[one].append(found)
            rest = [cell for cell in rest if cell is not found]
    return rest


def _same_id(asked: Asked, cell: Found) -> bool:
    """Whether the notebook has the same name for the two."""
    return asked.id == cell.id and (bool(asked.mark) or asked.kind == cell.kind)


def _same_source(asked: Asked, cell: Found) -> bool:
    """Whether the two say the same."""
    return asked.kind == cell.kind and asked.plain == cell.plain
