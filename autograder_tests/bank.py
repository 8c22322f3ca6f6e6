"""The bank of answers, wrong and right, that shows how good the checks are.

Each file `NN_topic/NAME_answers.py` belongs to one exercise. A part under `# %% wrong: NAME` must
lose points, and be told that its mistake is NAME; one under `# %% wrong, nameless: NAME` loses
points and need not be named, and one under `# %% right: NAME` gets all points. What stands under
`# %% all` is put before each of them.

A slip in an answer that is there already is written as the difference; each old text must
occur in the other answer exactly once:

    # %% wrong: a cut only where alpha is greater
    but("one function", {"if alpha >= beta:": "if alpha > beta:"})
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent


class Entry(NamedTuple):
    """One answer to one exercise."""

    exercise: str
    right: bool
    name: str
    source: str
    named: bool = True
    """Whether a student who gives it is told the name."""


def entries(exercise: str | None = None) -> list[Entry]:
    """All answers, or those to one exercise."""
    paths = sorted(HERE.glob("[0-9][0-9]_*/*_answers.py"), key=lambda path: path.name)
    return [
        entry
        for path in paths
        if exercise in {None, path.stem.removesuffix("_answers")}
        for entry in _entries_in(path)
    ]


@cache
def _entries_in(path: Path) -> tuple[Entry, ...]:
    text = path.read_text(encoding="utf-8")
    pieces = re.split(
        r"^# %% (all|wrong|wrong, nameless|right)(?:: (.*))?\n", text, flags=re.MULTILINE
    )
    parts = list(zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True))
    before = "".join(part for kind, _, part in parts if kind == "all")
    written = {name: part for kind, name, part in parts if kind != "all"}
    exercise = path.stem.removesuffix("_answers")
    return tuple(
        Entry(
            exercise,
            kind == "right",
            name,
            before + _in_full(part, written),
            named=kind == "wrong",
        )
        for kind, name, part in parts
        if kind != "all"
    )


def _in_full(part: str, written: Mapping[str, str]) -> str:
    """The answer's source, where `but` says only what is different from another answer."""
    if not part.startswith("but("):
        return part
    other, changes = ast.literal_eval(part.removeprefix("but"))
    source = written[other]
    for old, new in changes.items():
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands {source.count(old)} times in the answer {other!r}")
        source = source.replace(old, new)
    return source
