"""What the pages of a lecture load: one folder of scripts, and a style."""

from __future__ import annotations

import re
from pathlib import Path

from course_tools.arena.web import Page

PAGES = Path(__file__).parent / "pages"

_KINDS = {".js": "text/javascript", ".css": "text/css"}
_NAMES = ("hall.css", "hall.js", "live.js", "phone.js", "presenter.js", "projector.js")

FILES = "|".join(map(re.escape, _NAMES))
"""The names of all files that a page may ask for, as a part of a route."""


class LectureFile(Page):
    """One of these files."""

    def get(self, name: str) -> None:
        """Send the file that the address names."""
        self.set_header("Content-Type", f"{_KINDS[Path(name).suffix]}; charset=utf-8")
        self.finish((PAGES / name).read_bytes())
