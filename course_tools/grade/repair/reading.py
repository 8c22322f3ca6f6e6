"""From the bytes of a file to the cells of a notebook, as much of it as can be saved."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from course_tools.grade.notebooks import NBFORMAT
from course_tools.grade.repair.code import Code, code_of, plain, without_fence

LARGEST = 300_000_000  # bytes
WITH_OUTPUTS = 5_000_000
MOST_DAMAGE = 1_000
DECODER = json.JSONDecoder(strict=False)
CELLS = re.compile(r'"cells"\s*:\s*\[')
CELL = re.compile(r'\{\s*"(?:cell_type|attachments)"\s*:')
OUTPUTS = re.compile(r'"outputs"\s*:\s*\[')
TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]]', re.DOTALL)
FILE_KINDS = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip or an office file",
    b"<!DOC": "a web page",
    b"<html": "a web page",
    b"\x89PNG": "a picture",
}

# of a notebook
KINDS = ("code", "markdown", "raw")
MOST_CELLS = 1_000
LONGEST = 100_000  # letters in one cell
MOST_TEXT = 500_000  # letters in all of them
LARGEST_PICTURE = 2_000_000  # letters
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
FORM = (4, 5)


class Read(NamedTuple):
    """What a file holds, or `None`, and whole sentences about the way it was stored."""

    data: dict[str, Any] | None
    remarks: list[str]
    whole: bool = True
    """Whether nothing of it was lost."""


def read(raw: bytes) -> Read:
    """The notebook in these bytes as plain data, saved from whatever damage it has taken."""
    if not raw.strip():
        return Read(None, ["The file is empty."])
    if len(raw) > LARGEST:
        size, most = len(raw) // 1_000_000, LARGEST // 1_000_000
        return Read(None, [f"The file has {size} MB, and files of more than {most} are not read."])
    for start, kind in FILE_KINDS.items():
        if raw[:200].lstrip().lower().startswith(start.lower()):
            return Read(None, [f"The file is {kind}, and not a notebook."])
    text, remarks = _decoded(raw)
    if len(raw) > WITH_OUTPUTS:
        shorter = without_outputs(text)
        if len(shorter) < len(text) // 2:
            size = (len(text) - len(shorter)) // 1_000_000
            remarks.append(f"The file held {size} MB of outputs, which were left out.")
        text = shorter
    data, more = _data(text)
    if data is None:
        data, more = _saved(text) if not more else (None, more)
        return Read(None, more) if data is None else Read(data, remarks + more, whole=False)
    return Read(data, remarks + more)


def without_outputs(text: str) -> str:
    """The text of a notebook with empty outputs, found without reading the whole as JSON."""
    kept = []
    place = 0
    while match := OUTPUTS.search(text, place):
        depth = 1
        end = len(text)
        for token in TOKEN.finditer(text, match.end()):
            depth += {"[": 1, "]": -1}.get(token[0], 0)
            if not depth:
                end = token.start()
                break
        kept.append(text[place : match.end()])
        place = end
    return "".join([*kept, text[place:]])


def _decoded(raw: bytes) -> tuple[str, list[str]]:
    """The text of these bytes, and what is odd about the way in which it was stored."""
    encoding = json.detect_encoding(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        # Whoever has cut the file in the middle may have cut a letter.
        if encoding != "utf-8" or _is_cut(raw):
            return raw.decode(encoding, errors="ignore"), []
        sentence = "The file was not stored as UTF-8; letters with accents may have changed."
        return raw.decode("latin-1"), [sentence]
    if encoding == "utf-8":
        return text, []
    if encoding == "utf-8-sig":
        return text, ["The file began with a byte order mark, which was taken off."]
    return text, [f"The file was stored as {encoding[:6].upper()}, and was read all the same."]


def _is_cut(raw: bytes) -> bool:
    """Whether these bytes are UTF-8 but for a letter that is cut off at their end."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False


def _data(text: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The notebook in this text, and how far the text was in order; nothing if it is no JSON."""
    strange: list[str] = []

    def no_number(word: str) -> None:
        strange.append(word)

    def whole(digits: str) -> int:
        return int(digits) if len(digits) < 20 else 0

    lenient = json.JSONDecoder(strict=False, parse_constant=no_number, parse_int=whole)
    remarks: list[str] = []
    start = text.lstrip("\ufeff \t\r\n")
    for attempt in (start, _one_side(start)):
        try:
            data, end = lenient.raw_decode(attempt)
        except (ValueError, RecursionError):
            continue
        if attempt is not start:
            remarks.append(
                "The file held two versions side by side, as Git leaves them where changes"
                " contradict each other; the first one of each was taken."
            )
        if attempt[end:].strip(" \t\r\n\0"):
            remarks.append("Something stood behind the notebook's end, and was left out.")
        if strange:
            remarks.append(f"{strange[0]} stood where a notebook has a number; it was left out.")
        if isinstance(data, dict) and ("cells" in data or "worksheets" in data):
            return data, remarks
        return None, ["The file is no notebook: there are no cells in it."]
    return None, []


def _saved(text: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The cells that can be read one by one in a text that as a whole cannot."""
    start = CELLS.search(text)
    if start is None:
        return None, ["The file is no notebook, or too damaged to be read as one."]
    cells = []
    place = start.end()
    damage = 0
    while damage < MOST_DAMAGE and (match := CELL.search(text, place)):
        try:
            cell, place = DECODER.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            damage += 1
            place = match.end()
        else:
            cells.append(cell)
    if not cells:
        return None, ["The file is damaged, and none of its cells can be read."]
    many = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    sentence = f"The file is damaged, perhaps cut off in the middle; {many} could be saved."
    return {"cells": cells, "nbformat": 4, "nbformat_minor": 5}, [sentence]


def _one_side(text: str) -> str:
    """The text without the second of each two versions between which Git could not choose."""
    kept = []
    skipping = False
    inside = False
    for line in text.splitlines(keepends=True):
        if line.startswith("<<<<<<< "):
            inside = True
        elif inside and line.startswith("======="):
            skipping = True
        elif inside and line.startswith(">>>>>>> "):
            inside = skipping = False
        elif not skipping:
            kept.append(line)
    return "".join(kept)


# --- the cells of a notebook, whatever form it has, in one simple shape --------------------------


@dataclass(eq=False)
class Cell:
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


def cells_of(data: dict[str, Any]) -> tuple[list[Cell], list[str]]:
    """All cells in their order, and whole sentences about what was odd in the notebook's form."""
    remarks = _form(data)
    raw = _of_today(data)
    is_today = not remarks
    readable = [one for one in raw[:MOST_CELLS] if isinstance(one, dict)]
    pairs = [_cell(one) for one in readable]
    cells = [cell for cell, _ in pairs]
    if dropped := len(raw[:MOST_CELLS]) - len(readable):
        remarks.append(f"Cells that could not be read were left out: {dropped}.")
    if long := _too_long(cells):
        cells = [cell for cell in cells if cell not in long]
        remarks.append(
            f"Cells with too much text to be written by hand were left out: {len(long)}."
        )
    if lacking := sum(not whole for _, whole in pairs):
        remarks.append(f"Cells without a part that every cell has were completed: {lacking}.")
    if is_today and (unnamed := len(cells) - len({cell.id for cell in cells if cell.id})):
        remarks.append(f"Cells without a name in the file, or with another's, got one: {unnamed}.")
    if len(raw) > MOST_CELLS:
        remarks.append(
            f"The notebook has {len(raw)} cells; those after {MOST_CELLS} were left out."
        )
    return cells, remarks


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


def _cell(one: dict[str, Any]) -> tuple[Cell, bool]:
    """The cell in our shape, and whether it had all its parts."""
    kind, source, name = one.get("cell_type"), text_of(one.get("source")), one.get("id")
    whole = kind in KINDS and "source" in one and isinstance(one.get("metadata", {}), dict)
    if kind not in KINDS:
        kind = "code" if "outputs" in one or code_of(source).readable else "markdown"
    found = Cell(
        kind,
        source,
        name if isinstance(name, str) and NAME.fullmatch(name) else "",
        _dict(_dict(one.get("metadata")).get("nbgrader")),
        _pictures(one.get("attachments")) if kind == "markdown" else {},
    )
    return found, whole


def _too_long(cells: list[Cell]) -> set[Cell]:
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


def _of_today(data: dict[str, Any]) -> list[Any]:
    """The notebook's cells; those of the oldest forms, which had sheets, as nbformat reads them."""
    cells = data.get("cells")
    if not isinstance(cells, list) and "worksheets" in data:
        try:
            cells = NBFORMAT.convert(NBFORMAT.from_dict(data), 4).cells
        except Exception:  # noqa: BLE001 - it may be damaged in any way
            return []
    return cells if isinstance(cells, list) else []


def _form(data: dict[str, Any]) -> list[str]:
    """A sentence if the notebook is in another form than the lesson's."""
    form = (data.get("nbformat"), data.get("nbformat_minor"))
    if form == FORM:
        return []
    if form[0] in (2, 3, 4) and type(form[1]) is int and 0 <= form[1] < FORM[1]:
        return [
            f"The notebook was stored in the old form {form[0]}.{form[1]}; it was brought to 4.5."
        ]
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
