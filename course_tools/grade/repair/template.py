"""The lesson as it was handed out: what each of its cells is, and what is looked for in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nbformat import NotebookNode

from course_tools.grade.repair.code import Code, code_of, plain

CHECK = "check_"
MARKS = ("schema_version", "grade", "locked", "solution", "task", "points")


@dataclass(frozen=True, eq=False)
class Asked:
    """One cell of the lesson; two are the same only if they are one and the same cell."""

    number: int
    node: NotebookNode

    @property
    def kind(self) -> str:
        """`code`, `markdown` or `raw`."""
        return str(self.node.cell_type)

    @property
    def source(self) -> str:
        """Its text."""
        return str(self.node.source)

    @property
    def id(self) -> str:
        """The name that the notebook has for it."""
        return str(self.node.id)

    @property
    def mark(self) -> dict[str, Any]:
        """What nbgrader is told about it; nothing for a cell that is none of nbgrader's."""
        mark = dict(self.node.metadata.get("nbgrader", {}))
        return mark if mark.get("grade") or mark.get("solution") or mark.get("locked") else {}

    @property
    def grade_id(self) -> str:
        """The name by which nbgrader knows it, or nothing."""
        return str(self.mark.get("grade_id", ""))

    @property
    def is_answer(self) -> bool:
        """Whether students write in it, and that is what is graded."""
        return bool(self.mark.get("solution"))

    @property
    def is_fixed(self) -> bool:
        """Whether its text is the lesson's, whatever somebody made of it."""
        return bool(self.mark) and not self.is_answer

    @property
    def exercise(self) -> str:
        """The exercise that it belongs to, or nothing."""
        if self.is_answer:
            return self.grade_id
        return self.grade_id.removeprefix(CHECK) if self.mark.get("grade") else ""

    @cached_property
    def code(self) -> Code:
        """What its text is as Python."""
        return code_of(self.source) if self.kind == "code" else Code()

    @cached_property
    def plain(self) -> str:
        """Its text as it is compared."""
        return plain(self.source)

    @property
    def function(self) -> str:
        """The function that students write in it, or nothing if they write something else."""
        if not self.is_answer:
            return ""
        written = list(self.code.functions)
        return self.grade_id if self.grade_id in written or not written else written[-1]


@dataclass(frozen=True)
class Template:
    """All cells of the lesson, in order."""

    notebook: NotebookNode
    cells: tuple[Asked, ...]

    @property
    def answers(self) -> list[Asked]:
        """The cells in which students write."""
        return [one for one in self.cells if one.is_answer]

    @property
    def marked(self) -> dict[str, Asked]:
        """The cells that nbgrader knows, by its name for them."""
        return {one.grade_id: one for one in self.cells if one.mark}

    @property
    def ordinary(self) -> list[Asked]:
        """The cells that nbgrader does not know: prose, pictures, things to try."""
        return [one for one in self.cells if not one.mark]


def template(released: NotebookNode) -> Template:
    """The cells of the student edition as it was built."""
    return Template(released, tuple(Asked(n, node) for n, node in enumerate(released.cells)))
