"""The bank of answers, wrong and right, that shows how good the checks are.

Each file `NN_topic/NAME_answers.py` belongs to one exercise. A part under `# %% wrong: NAME` must
lose points, and be told that its mistake is NAME; a part under `# %% right: NAME` must get all
points. What stands under `# %% all` is put before each of them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent


class Entry(NamedTuple):
    """One answer to one exercise."""

    exercise: str
    right: bool
    name: str
    source: str


def entries(exercise: str | None = None) -> list[Entry]:
    """All answers, or those to one exercise."""
    found = []
    for path in sorted(HERE.glob("[0-9][0-9]_*/*_answers.py"), key=lambda path: path.name):
        place = path.stem.removesuffix("_answers")
        if exercise not in {None, place}:
            continue
        text = path.read_text(encoding="utf-8")
        pieces = re.split(r"^# %% (all|wrong|right)(?:: (.*))?\n", text, flags=re.MULTILINE)
        before = ""
        for kind, name, part in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            if kind == "all":
                before = part
            else:
                found.append(Entry(place, kind == "right", name, before + part))
    return found
