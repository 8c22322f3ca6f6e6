"""What the cells of a lesson's solution notebook show, as text: for tests of its numbers."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nbformat


@cache
def shown(notebook: Path) -> str:
    """All that the cells of this notebook show as text."""
    return "\n".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for cell in nbformat.read(notebook, as_version=4).cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )


def groups_in(notebook: Path, pattern: str) -> list[tuple[str, ...]]:
    """The groups of this pattern wherever it is in what the cells show."""
    return [found.groups() for found in re.finditer(pattern, shown(notebook), re.MULTILINE)]
