"""From the bytes of a file to the cells of a notebook, as much of it as can be saved."""

from __future__ import annotations

import ast
import json
import re
import symtable
import textwrap
import warnings
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

LARGEST = 300_000_000  # bytes
MOST_DAMAGE = 1_000
CELLS = re.compile(r'"cells"\s*:\s*\[')
CELL = re.compile(r'\{\s*"(?:cell_type|attachments)"\s*:')
CONFLICT = re.compile(
    r"^<{7} .*\n((?:(?!={7}|<{7} ).*\n)*)={7}.*\n(?:(?!>{7} |<{7} ).*\n)*>{7} .*\n?", re.MULTILINE
)
"""Two versions side by side, as Git leaves them where changes contradict each other."""

FILE_KINDS = {
    b"%pdf": "a PDF",
    b"pk\x03\x04": "a zip or an office file",
    b"<!doc": "a web page",
    b"<html": "a web page",
    b"\x89png": "a picture",
}

# of a notebook
KINDS = ("code", "markdown", "raw")
MOST_CELLS = 1_000
LONGEST = 100_000  # letters in one cell
MOST_TEXT = 500_000  # letters in all of them
LONGEST_CODE = 50_000  # letters; who writes more by hand?
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")

MAGIC = re.compile(r"^([ \t]*+)(?:[%!?].*|[^#\"'\n]*\?\??)$", re.MULTILINE)
HEADER = re.compile(r"\A\s*%%(?:time|capture|prun)\b.*$", re.MULTILINE)
FENCE = re.compile(r"\A\s*```\w*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)


def _nothing(_: str) -> None:
    """What `NaN` stands for."""


# No number is so long that it takes time.
_LENIENT = json.JSONDecoder(strict=False, parse_constant=_nothing, parse_int=float)


def read(raw: bytes) -> tuple[dict[str, Any] | None, list[str]]:
    """The notebook in these bytes as plain data, if it can be saved, and what is odd about it."""
    if not raw.strip():
        return None, ["The file is empty."]
    if len(raw) > LARGEST:
        size, most = len(raw) // 1_000_000, LARGEST // 1_000_000
        return None, [f"The file has {size} MB, and files of more than {most} are not read."]
    for start, kind in FILE_KINDS.items():
        if raw[:200].lstrip().lower().startswith(start):
            return None, [f"The file is {kind}, and not a notebook."]
    text, remarks = _decoded(raw)
    text = text.lstrip("\ufeff \t\r\n")
    for chosen in (False, True):
        attempt = CONFLICT.sub(r"\1", text) if chosen else text
        try:
            data, end = _LENIENT.raw_decode(attempt)
        except (ValueError, RecursionError):
            continue
        if not isinstance(data, dict) or not {"cells", "worksheets"} & data.keys():
            return None, ["The file is not a notebook: there are no cells in it."]
        if chosen:
            remarks.append(
                "The file held two versions side by side, as Git leaves them where changes"
                " contradict each other; the first one of each was taken."
            )
        if attempt[end:].strip(" \t\r\n\0"):
            remarks.append("Something stood behind the notebook's end, and was left out.")
        return data, remarks
    return _saved(text)


def _decoded(raw: bytes) -> tuple[str, list[str]]:
    """The text of these bytes, and what is odd about the way in which it was stored."""
    encoding = json.detect_encoding(raw)
    odd = [f"The file was stored as {encoding.upper()}, and was read all the same."]
    try:
        return raw.decode(encoding), [] if encoding == "utf-8" else odd
    except UnicodeDecodeError as error:
        # Whoever has cut the file in the middle may have cut a letter.
        if encoding != "utf-8" or error.reason == "unexpected end of data":
            return raw.decode(encoding, errors="ignore"), []
        sentence = "The file was not stored as UTF-8; letters with accents may have changed."
        return raw.decode("latin-1"), [sentence]


def _saved(text: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The cells that can be read one by one in a text that as a whole cannot."""
    start = CELLS.search(text)
    if start is None:
        return None, ["The file is not a notebook, or too damaged to be read as one."]
    cells = []
    place = start.end()
    damage = 0
    while damage < MOST_DAMAGE and (match := CELL.search(text, place)):
        try:
            cell, place = _LENIENT.raw_decode(text, match.start())
            cells.append(cell)
        except (ValueError, RecursionError):
            damage += 1
            place = match.end()
    if not cells:
        return None, ["The file is damaged, and none of its cells can be read."]
    many = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    sentence = f"The file is damaged, perhaps cut off in the middle; {many} could be saved."
    return {"cells": cells}, [sentence]


# --- the cells of a notebook, whatever form it has, in one simple shape --------------------------


@dataclass(frozen=True)
class Code:
    """What is known of a cell's text without running it; nothing where Python can't read it."""

    functions: dict[str, str] = field(default_factory=dict)
    """Its own functions and classes by name, in a form that knows no words around code, no layout.

    Comments and docstrings differ between the languages of a lesson.
    """
    binds: frozenset[str] = frozenset()
    """All names that it gives a value."""


@dataclass(eq=False)
class Cell:
    """One cell as it was found; two are the same only if they are one and the same cell."""

    kind: str
    source: str
    id: str = ""
    mark: dict[str, Any] = field(default_factory=dict)
    """What nbgrader was told about it."""

    @property
    def grade_id(self) -> str:
        """The name by which nbgrader knows the cell, or nothing."""
        name = self.mark.get("grade_id")
        return name if isinstance(name, str) else ""

    @cached_property
    def code(self) -> Code:
        """What its text is as Python, even if somebody has made it a cell of prose."""
        return code_of(self.source if self.kind == "code" else without_fence(self.source))

    @property
    def binds(self) -> frozenset[str]:
        """All names that it gives a value."""
        return self.code.binds

    @cached_property
    def plain(self) -> str:
        """Its text as it is compared: without spaces at the ends of lines, and empty lines."""
        return "\n".join(line.rstrip() for line in self.source.strip().splitlines())


def cells_of(data: dict[str, Any]) -> tuple[list[Cell], list[str]]:
    """All cells in their order, and whole sentences about those that were left out."""
    remarks = []
    raw = as_list(data.get("cells"))
    if "cells" not in data:
        sheets = map(as_dict, as_list(data.get("worksheets")))
        raw = [one for sheet in sheets for one in as_list(sheet.get("cells"))]
        remarks.append("The notebook was stored in an old form, and was read all the same.")
    cells = [_cell(one) for one in raw[:MOST_CELLS] if isinstance(one, dict)]
    kept = [cell for cell in cells if len(cell.source) <= LONGEST]
    total = sum(len(cell.source) for cell in kept)
    # What is marked for grading goes last.
    for cell in sorted(kept, key=lambda cell: (bool(cell.grade_id), -len(cell.source))):
        if total > MOST_TEXT:
            kept.remove(cell)
            total -= len(cell.source)
    if long := len(cells) - len(kept):
        remarks.append(f"Cells with too much text to be written by hand were left out: {long}.")
    if len(raw) > MOST_CELLS:
        remarks.append(
            f"The notebook has {len(raw)} cells; those after {MOST_CELLS} were left out."
        )
    return kept, remarks


def _cell(one: dict[str, Any]) -> Cell:
    """The cell in our shape."""
    kind, source, name = (
        one.get("cell_type"),
        text_of(one.get("source", one.get("input"))),
        one.get("id"),
    )
    if kind not in KINDS:
        kind = "code" if "outputs" in one or code_of(source).functions else "markdown"
    named = isinstance(name, str) and NAME.fullmatch(name)
    mark = as_dict(as_dict(one.get("metadata")).get("nbgrader"))
    return Cell(kind, source, str(name) if named else "", mark)


def text_of(value: Any) -> str:
    """A text that may be stored as a list of lines, in letters that every file can hold."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    if not isinstance(value, str):
        return ""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def language_of(data: dict[str, Any]) -> str:
    """The language that the notebook says it is in, such as `python` or `R`, or nothing."""
    metadata = as_dict(data.get("metadata"))
    name = as_dict(metadata.get("kernelspec")).get("language")
    name = name or as_dict(metadata.get("language_info")).get("name")
    return "".join(filter(str.isprintable, name[:40])) if isinstance(name, str) else ""


def as_dict(value: Any) -> dict[str, Any]:
    """The value if it is a dictionary, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


# --- what a cell's text is as Python -------------------------------------------------------------


@lru_cache(10_000)  # most cells of a class are the lesson's own
def code_of(source: str) -> Code:
    """What this text is as Python; IPython's own lines are passed over, and nothing is raised."""
    if len(source) > LONGEST_CODE:
        return Code()
    for text in (source, MAGIC.sub(r"\1pass", HEADER.sub("", textwrap.dedent(source), count=1))):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                body = ast.parse(text).body
                functions = {one.name: _form(one) for one in body if isinstance(one, _DEFINES)}
                functions |= {
                    one.targets[0].id: ast.dump(one.value)
                    for one in body
                    if isinstance(one, ast.Assign)
                    and isinstance(one.targets[0], ast.Name)
                    and isinstance(one.value, ast.Lambda)
                }
                names = symtable.symtable(text, "<cell>", "exec").get_symbols()
                bound = (one.get_name() for one in names if one.is_assigned() or one.is_imported())
                return Code(functions, frozenset(bound))
            except UNREADABLE:
                continue
    return Code()


_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _form(definition: ast.stmt) -> str:
    """The definition without its docstring, and those of what it defines."""
    for one in ast.walk(definition):
        if isinstance(one, _DEFINES) and ast.get_docstring(one, clean=False) is not None:
            del one.body[0]
    return ast.dump(definition)


def without_fence(source: str) -> str:
    """The code inside a fence of three backticks, if that is all there is; else the text itself."""
    match = FENCE.match(source)
    return match[1] if match else source
