"""The cells of a notebook that somebody handed in, whatever form it has, in one simple shape."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from course_tools.grade.repair.code import Code, code_of, plain, without_fence

KINDS = ("code", "markdown", "raw")
MOST_CELLS = 1_000
LONGEST = 100_000  # letters in one cell
MOST_TEXT = 500_000  # letters in all of them
LARGEST_PICTURE = 2_000_000  # letters
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
FORM = (4, 5)


@dataclass(eq=False)
class Found:
    """One cell as it was found; two are the same only if they are one and the same cell."""

    kind: str
    source: str
    id: str = ""
    mark: dict[str, Any] = field(default_factory=dict)
    """What nbgrader was told about it."""
    pictures: dict[str, Any] = field(default_factory=dict)

    @property
    def grade_id(self) -> str:
        """The name by which nbgrader knows the cell, or nothing."""
        name = self.mark.get("grade_id")
        return name if isinstance(name, str) else ""

    @cached_property
    def code(self) -> Code:
        """What its text is as Python, even if somebody has made it a cell of prose."""
        return code_of(self.source if self.kind == "code" else without_fence(self.source))

    @cached_property
    def plain(self) -> str:
        """Its text as it is compared."""
        return plain(self.source)


def cells_of(data: dict[str, Any]) -> tuple[list[Found], list[str]]:
    """All cells in their order, and whole sentences about what was odd in the notebook's form."""
    old = not isinstance(data.get("cells"), list)
    raw = _of_sheets(data.get("worksheets")) if old else list(data["cells"])
    said = _form(data, old=old)
    is_today = not said
    cells: list[Found] = []
    dropped = lacking = 0
    for one in raw[:MOST_CELLS]:
        if not isinstance(one, dict):
            dropped += 1
            continue
        cell, whole = _cell(one)
        lacking += not whole
        cells.append(cell)
    if dropped:
        said.append(f"Cells that could not be read were left out: {dropped}.")
    if long := _too_long(cells):
        cells = [cell for cell in cells if cell not in long]
        said.append(f"Cells with too much text to be written by hand were left out: {len(long)}.")
    if lacking:
        said.append(f"Cells without a part that every cell has were completed: {lacking}.")
    if is_today and (unnamed := len(cells) - len({cell.id for cell in cells if cell.id})):
        said.append(f"Cells without a name in the file, or with another's, got one: {unnamed}.")
    if len(raw) > MOST_CELLS:
        said.append(f"The notebook has {len(raw)} cells; those after {MOST_CELLS} were left out.")
    return cells, said


def language_of(data: dict[str, Any]) -> str:
    """The language that the notebook says it is in, such as `python` or `R`, or nothing."""
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        name = _dict(_dict(data.get("metadata")).get(part)).get(key)
        if isinstance(name, str) and name:
            return "".join(letter for letter in name[:40] if letter.isprintable())
    kernel = kernel_of(data)
    known = {"ir": "R", "bash": "bash", "java": "Java", "javascript": "JavaScript"}
    return "Julia" if kernel.startswith("julia") else known.get(kernel, "")


def kernel_of(data: dict[str, Any]) -> str:
    """The name of the kernel that the notebook asks for, or nothing."""
    name = _dict(_dict(data.get("metadata")).get("kernelspec")).get("name")
    return name[:40] if isinstance(name, str) else ""


def text_of(value: Any) -> str:
    """A text that may be stored as a list of lines, in letters that every file can hold."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    if not isinstance(value, str):
        return ""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _cell(one: dict[str, Any]) -> tuple[Found, bool]:
    """The cell in our shape, and whether it had all its parts."""
    kind = one.get("cell_type")
    source = text_of(one.get("source", one.get("input")))
    whole = ("source" in one or "input" in one) and isinstance(one.get("metadata", {}), dict)
    if kind == "heading":
        level = one.get("level")
        signs = "#" * level if isinstance(level, int) and 0 < level < 7 else "#"
        kind, source = "markdown", f"{signs} {' '.join(source.splitlines())}"
    elif kind == "html":
        kind = "markdown"
    elif kind not in KINDS:
        whole = False
        kind = "code" if "outputs" in one or code_of(source).readable else "markdown"
    metadata = _dict(one.get("metadata"))
    name = one.get("id")
    found = Found(
        kind,
        source,
        name if isinstance(name, str) and NAME.fullmatch(name) else "",
        _dict(metadata.get("nbgrader")),
        _pictures(one.get("attachments")) if kind == "markdown" else {},
    )
    return found, whole


def _too_long(cells: list[Found]) -> set[Found]:
    """The cells that have to go, so that no notebook takes more time than others."""
    gone = {cell for cell in cells if len(cell.source) > LONGEST}
    rest = [cell for cell in cells if cell not in gone]
    total = sum(len(cell.source) for cell in rest)
    # What is marked for grading goes last.
    for cell in sorted(rest, key=lambda cell: (bool(cell.grade_id), -len(cell.source))):
        if total <= MOST_TEXT:
            break
        gone.add(cell)
        total -= len(cell.source)
    return gone


def _of_sheets(sheets: Any) -> list[Any]:
    """The cells of a notebook in the oldest form, which had them on sheets."""
    lists = [_dict(one).get("cells") for one in (sheets if isinstance(sheets, list) else [])]
    return [cell for one in lists if isinstance(one, list) for cell in one]


def _form(data: dict[str, Any], *, old: bool) -> list[str]:
    """A sentence if the notebook is in another form than the lesson's."""
    major, minor = data.get("nbformat"), data.get("nbformat_minor")
    if (major, minor) == FORM and not old:
        return []
    numbers = [one for one in (major, minor) if type(one) is int and 0 <= one < 100]
    if old and major in (2, 3):
        return [f"The notebook was stored in the old form {major}; it was brought to 4.5."]
    if not old and major == 4 and len(numbers) == 2 and minor != 5:
        return [f"The notebook was stored in the form 4.{minor}; it was brought to 4.5."]
    return ["The notebook did not say rightly in which form it was stored; 4.5 was assumed."]


def _pictures(value: Any) -> dict[str, Any]:
    """The pictures that were pasted into a cell of prose, without anything else."""
    kept: dict[str, Any] = {}
    for name, forms in _dict(value).items():
        good = {
            kind: picture
            for kind, picture in _dict(forms).items()
            if kind in ("image/png", "image/jpeg", "image/gif")
            and isinstance(picture, str)
            and len(picture) < LARGEST_PICTURE
            and picture.isascii()
        }
        if good:
            kept[text_of(name)] = good
    return kept


def _dict(value: Any) -> dict[str, Any]:
    """The value if it is a dictionary, else an empty one."""
    return value if isinstance(value, dict) else {}
