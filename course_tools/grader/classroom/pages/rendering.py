"""Whole pages from templates: one file each, that loads nothing and runs one script of ours.

What is put into a template is escaped there, and signs that no page can hold become a box.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from course_lib.checks.verdict import LOOKS
from course_lib.plain import many
from course_lib.views import theme
from course_lib.views.svg import data_uri
from course_lib.views.theme import letters, palette
from course_tools.grader.judge.autograded import plain_text

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"


def rendered(
    template: str, title: str, *, folder: Path = TEMPLATES, sortable: bool = False, **about: Any
) -> str:
    """The page that this template of the folder makes of what it is about.

    With `sortable`, the page is one for a whole class: it has the script that sorts its tables,
    and letters of its own, which would be half of a student's page.
    """
    style = (HERE / "pages.css").read_text(encoding="utf-8") + _colours()
    style += letters() if sortable else ""
    script = (HERE / "sorting.js").read_text(encoding="utf-8") if sortable else ""
    # Whatever a name or a program of a student's may hold, the browser runs only what is named
    # here by its digest, and asks nobody for anything.
    scripts = _digest(script) if script else "'none'"
    allowed = (
        f"default-src 'none'; img-src data:; font-src data:; style-src {_digest(style)};"
        f" script-src {scripts}; base-uri 'none'; form-action 'none'"
    )
    frame = {"title": title, "allowed": allowed, "style": style, "script": script}
    return environment(folder).get_template(template).render(frame | about)


@cache
def environment(folder: Path) -> Environment:
    """Where templates find each other and their filters; a misspelt name is an error."""
    compiled = HERE / "__pycache__"  # where Python keeps its own
    made = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FileSystemLoader([folder, TEMPLATES]),
        bytecode_cache=FileSystemBytecodeCache(str(compiled))
        if os.access(compiled, os.W_OK)
        else None,
    )
    made.globals["LOOKS"] = LOOKS
    made.filters |= {
        "amount": many,
        "coded": coded,
        "data_uri": data_uri,
        "description": description,
        "g": "{:g}".format,
        "percent": "{:.0%}".format,
        "thousands": lambda number: f"{number:,}" if isinstance(number, int) else f"{number:,g}",
    }
    return made


def coded(words: str) -> Markup:
    """A sentence, with what stands between backticks shown as code."""
    safe = str(escape(_clean(words)))
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", safe))  # noqa: S704 - escaped above


def description(svg: str) -> str:
    """What a drawing of ours says of itself, for those who can't see it."""
    found = re.search(r"<title>(.*?)</title>", svg, re.DOTALL)
    told = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    return ". ".join(unescape(one[1]) for one in (found, told) if one) or "A position"


def _clean(value: Any) -> Any:
    """The value as a page can hold it; markup of ours is clean already."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return plain_text(value, len(value))
    return value


def _colours() -> str:
    """The colours of all pages and statuses as CSS, the same as in the notebook."""
    own = palette(
        ground=theme.GROUND, panel=theme.PAPER, ink=theme.INK, quiet=theme.QUIET,
        line=theme.FADED, link=theme.BLUE, same=theme.PHASES["simulate"], bar=theme.BLUE,
    )  # fmt: skip
    return own + "".join(
        f'.chip[data-status="{status}"] {{ --chip-ink: {ink}; --chip-ground: {ground}; }}\n'
        for status, (_, ink, ground) in LOOKS.items()
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
