"""The player's JavaScript as the one module that a widget or a page can load."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PARTS = ("shapes.js", "stage.js", "search.js", "practice.js", "player.js")
"""In the order in which they need each other."""

_IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


def player_script() -> str:
    """The parts as a single module: a widget's script can import no files beside it."""
    parts = [(HERE / name).read_text(encoding="utf-8") for name in PARTS]
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)
