"""HTML that can't go wrong: elements whose words are escaped, and whole pages in one file."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path

from course_lib.checks.verdict import LOOKS
from course_lib.views.svg import data_uri, escaped

HERE = Path(__file__).resolve().parent
_EMPTY = {"img", "br", "meta", "link"}


class Html(str):
    """Markup that may stand in a page as it is; every other text is escaped first."""

    __slots__ = ()

    def __html__(self) -> str:
        """The markup, as templates ask for it."""
        return self


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """One element; what is in it is escaped unless it is `Html`, and `None` is left out.

    An underscore in an attribute's name stands for a hyphen, one at its end is dropped. An
    attribute that is `True` has no value; one that is `None` or `False` is left out.

    >>> tag("p", "1 < 2", class_="small")
    '<p class="small">1 &lt; 2</p>'
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escaped(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _EMPTY:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def joined(parts: Iterable[object]) -> Html:
    """These parts one after the other: markup as it is, everything else escaped."""
    return Html(
        "".join(
            part if isinstance(part, Html) else escaped(part) for part in parts if part is not None
        )
    )


def picture(svg: str, *, class_: str | None = None) -> Html:
    """A drawing of ours as an `<img>`, in which nothing can run; its title is what it says."""
    found = re.search(r"<title>(.*?)</title>", svg, re.DOTALL)
    told = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    words = [unescape(one[1]) for one in (found, told) if one]
    return tag("img", src=data_uri(svg), alt=". ".join(words) or "A position", class_=class_)


def page(title: str, *body: object, script: str = "") -> str:
    """A whole page in one text: it loads nothing, and runs nothing but this script."""
    style = _text("pages.css") + _chip_rules()
    # Whatever a name or a program of a student's may hold, the browser runs only what is named
    # here by its digest, and asks nobody for anything.
    scripts = _digest(script) if script else "'none'"
    allowed = (
        f"default-src 'none'; img-src data:; style-src {_digest(style)};"
        f" script-src {scripts}; base-uri 'none'; form-action 'none'"
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=allowed),
        tag("meta", name="referrer", content="no-referrer"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Html(style)),
    )
    end = tag("script", Html(script)) if script else None
    return f"<!doctype html>\n{tag('html', head, tag('body', *body, end), lang='en')}\n"


def script_text(name: str) -> str:
    """The script that lies beside this file under this name."""
    return _text(name)


def folded(summary: object, *inside: object, class_: str | None = None) -> Html:
    """A part of the page that opens when its first line is pressed."""
    return tag("details", tag("summary", summary), *inside, class_=class_)


def wide(label: str, inside: Html) -> Html:
    """A table that may be wider than the window: it scrolls by itself, also with the keyboard."""
    return tag("div", inside, class_="wide", role="region", aria_label=label, tabindex=0)


def amount(number: int, one: str, many: str = "") -> str:
    """The number with its word.

    >>> amount(1, "student"), amount(3, "student"), amount(2, "is", "are")
    ('1 student', '3 students', '2 are')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def _chip_rules() -> str:
    """The colours of all statuses as CSS, the same as in the notebook."""
    return "".join(
        f'.chip[data-status="{status}"] {{ --chip-ink: {ink}; --chip-ground: {ground}; }}\n'
        for status, (_, ink, ground) in LOOKS.items()
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
