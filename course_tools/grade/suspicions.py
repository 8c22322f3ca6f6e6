"""Words in a student's code that no lesson needs: a reason to look, never a verdict."""

from __future__ import annotations

import re

from nbformat import NotebookNode

_SIGNS = {
    r"autograder_tests|hidden_check": "names the hidden checks",
    r"gradebook|nbgrader|course_tools": "names the gradebook or the grader",
    r"\bos\._exit\b|\bos\.(kill|abort|fork\w*)\b|\bsignal\.": "ends or starts processes",
    r"\bctypes\b|\bgc\.get_\w+|_getframe|__subclasses__|\binspect\.(stack|currentframe)": (
        "reaches into Python itself"
    ),
    r"\b(socket|urllib|requests|http\.client)\b": "uses the network",
    r"input_transformers|ast_node_interactivity|__builtins__\s*[.\[]|\bbuiltins\.\w+\s*=": (
        "changes how Python or the notebook works"
    ),
    r"course_lib\.checks(\.| import\b.*\b)(students|remote|session|wire|calling|judging|verdict)\b"
    r"|COURSE_GRADING": ("names the parts that talk to the grader"),
    r"[\"'](/etc/|/proc/|/root|~/|\.\./)": "names files outside of its folder",
}


def suspicions_in(notebook: NotebookNode, released: NotebookNode) -> tuple[str, ...]:
    """A sentence for each cell of the student's own in which such words stand."""
    ours = {cell.source.strip() for cell in released.cells}
    return tuple(
        f"Cell {number} {what}: {found[0][:60]}"
        for number, cell in enumerate(notebook.cells, 1)
        if cell.cell_type == "code" and cell.source.strip() not in ours
        for sign, what in _SIGNS.items()
        if (found := re.search(sign, cell.source)) is not None
    )
