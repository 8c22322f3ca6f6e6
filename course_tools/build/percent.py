"""Reads percent text: the cells of a lesson's source, each with the lines where it stands.

The text is what jupytext calls the percent format, and a test compares the two readings. This
reader is our own for two reasons: an error can name the line it speaks of, and a mark that is
misspelt is an error, where jupytext would take it for the title of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from course_tools.build.faults import LessonFault

START = re.compile(r"^# ?%%(?P<rest>.*)$")
HEADER = re.compile(
    r"(?P<markdown>\s+\[markdown\])?(?P<marks>(?:\s+\w+\s*=\s*(?:\"[^\"]*\"|\S+))*)"
)
MARK = re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|\S+)")
SHAPES = '`# %%`, `# %% [markdown]`, `# %% exercise="name"` and `# %% check="name" points=3`'


@dataclass(frozen=True)
class Part:
    """One cell as it stands in the source: its marks, its text, and its lines."""

    markdown: bool
    marks: dict[str, str]
    source: str
    line: int
    """Where `# %%` stands; lines count from 1."""
    first: int
    """Where the text itself begins."""


def parts(text: str, path: Path) -> Iterator[Part]:
    """The cells of this text in order; the path is only named in errors."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if START.match(line)]
    for number, line in enumerate(lines[: starts[0] if starts else None], 1):
        if line.strip():
            raise LessonFault(
                path, number, f"{line!r} stands before the first cell; begin with # %%."
            )
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _part(lines, start, end, path)


def _part(lines: list[str], start: int, end: int, path: Path) -> Part:
    """The cell whose `# %%` is at this index, and which ends before that one."""
    match = START.match(lines[start])
    header = HEADER.fullmatch(match["rest"].rstrip()) if match else None
    if header is None:
        sentence = f"{lines[start]!r} does not begin a cell; the ways to do so are {SHAPES}."
        raise LessonFault(path, start + 1, sentence)
    markdown = header["markdown"] is not None
    body = [line.rstrip() if markdown else line for line in lines[start + 1 : end]]
    first = start + 1
    while body and not body[0].strip():
        del body[0]
        first += 1
    while body and not body[-1].strip():
        del body[-1]
    if markdown:
        for number, line in enumerate(body, first + 1):
            if line and not line.startswith("#"):
                sentence = f"{line!r} is in a cell of prose, where each line begins with #."
                raise LessonFault(path, number, sentence)
        body = [re.sub(r"^# ?", "", line) for line in body]
    return Part(
        markdown=markdown,
        marks=_marks(header["marks"], path, start + 1),
        source="\n".join(body),
        line=start + 1,
        first=first + 1,
    )


def _marks(text: str, path: Path, line: int) -> dict[str, str]:
    """What stands behind each mark, as it was written."""
    found: dict[str, str] = {}
    for name, value in MARK.findall(text):
        if name in found:
            raise LessonFault(path, line, f"the mark {name}= stands here twice; one is enough.")
        found[name] = value
    return found
