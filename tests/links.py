"""Follows every link of a built site on the disk, as a browser would: pages, pictures, places."""

from __future__ import annotations

import json
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

ADDRESSES = {"href", "src", "poster", "data", "action"}
"""Attributes that hold one address."""

STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
TEMPLATES = "_static/"
"""Where the theme leaves macros that are pages by their names only."""


class Page(HTMLParser):
    """The addresses on a page, the places that a link can lead to, and what it loads by itself."""

    def __init__(self, text: str) -> None:
        """Read it."""
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what this tag leads to; only a link of a text leaves loading to the reader."""
        kept = self.links if tag == "a" else self.loaded
        for name, value in attrs:
            if value and name in ADDRESSES:
                kept.append(value)
            elif value and name == "srcset":
                kept += [part.split()[0] for part in value.split(",")]
            elif value and name == "style":
                kept += _of_style(value)
            if value and name in {"id", "name"}:
                self.places.add(value)


def faults(site: Path) -> list[str]:
    """What leads nowhere in the site in this folder, a line for each, with the page it is on.

    The site may be put into any folder of a server, so an address from the server's root is a
    fault, and so is one that leaves the site. Capitals count, as they do on most servers. Nothing
    may be loaded from another host; where a link of a text leads there, nobody looks.
    """
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pages = {
        name: Page((site / name).read_text(encoding="utf-8"))
        for name in sorted(files)
        if name.endswith(".html") and not name.startswith(TEMPLATES)
    }
    links = [
        (name, address, address in page.loaded)
        for name, page in pages.items()
        for address in page.links + page.loaded
    ]
    links += [(name, each, True) for name in sorted(files) for each in _of_file(site / name)]
    told = (
        (name, address, _fault(name, address, files, pages, loads=loads))
        for name, address, loads in links
    )
    return [f"{name}: {address} {why}" for name, address, why in told if why]


def count(site: Path) -> int:
    """How many links there are on all pages."""
    return sum(
        len(page.links + page.loaded)
        for page in (Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html"))
    )


def _fault(
    name: str, address: str, files: set[str], pages: dict[str, Page], *, loads: bool
) -> str | None:
    """What is wrong with this address on the page or in the file `name`, or `None`."""
    parts = urlsplit(address)
    if parts.scheme in {"data", "mailto"}:
        return None
    if parts.scheme or parts.netloc:
        return "is loaded from another host" if loads or parts.scheme != "https" else None
    if parts.path.startswith("/"):
        return "is right in one folder only"
    there = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
    target = name if not parts.path else there
    if target not in files:
        target = posixpath.normpath(posixpath.join(there, "index.html"))
    if target not in files:
        return "is not there"
    for path in parse_qs(parts.query).get("path", ()):  # what the browser edition shall open
        if f"lite/files/{path}" not in files:
            return "opens a notebook that is not there"
    place = unquote(parts.fragment)
    if place and target in pages and place not in pages[target].places:
        return "is no place on that page"
    return None


def _of_style(text: str) -> list[str]:
    """The addresses in a style sheet."""
    return [one or other for one, other in STYLE.findall(text)]


def _of_file(path: Path) -> list[str]:
    """The addresses in a style sheet, or in the description of a web app."""
    if path.suffix == ".css":
        return _of_style(path.read_text(encoding="utf-8"))
    if path.suffix == ".webmanifest":
        told = json.loads(path.read_text(encoding="utf-8"))
        icons = [icon["src"] for icon in told.get("icons", ())]
        return [told["start_url"], *icons, *(each["url"] for each in told.get("shortcuts", ()))]
    return []
