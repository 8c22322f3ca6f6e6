"""`export_html`: a picture or a widget as one file that any browser shows, without a network."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.play import GameRecord
from course_lib.views.boards import title_of
from course_lib.views.picture import Picture, checked_place
from course_lib.watch import SearchTrace

_PAGE = Path(__file__).with_name("page.html")
_JUPYTERS = {"layout", "tabbable", "tooltip"}


class Content(NamedTuple):
    """What goes into the page: a widget's script, its style and state, or HTML that stays still."""

    esm: str = ""
    css: str = ""
    state: Mapping[str, Any] = {}
    still: str = ""


def export_html(thing: Any, path: str | Path, *, title: str | None = None) -> Path:
    """Where the page was written: one file that needs nothing else, also from a USB stick.

    `thing` is a `SearchTrace` (to step through), a `GameRecord` (to replay), a dict of traces by
    name (side by side), one of our widgets, or anything that shows itself as a picture or table.
    The page has the same player, buttons and keys as the notebook, and two buttons more: larger
    letters for a lecture hall, and dark or light.
    """
    path = checked_place(path)
    if path.suffix.lower() not in {".html", ".htm"}:
        raise ValueError(
            f"export_html writes a page; found the file name {path.name!r}, and one that ends in"
            " .html would be right (save_image writes .svg, .png and .gif)"
        )
    path.write_text(html_page(thing, title=title), encoding="utf-8")
    return path


def html_page(thing: Any, *, title: str | None = None) -> str:
    """The text of the page that `export_html` writes."""
    content = content_of(thing)
    parts = {
        "title": escape(title or heading(thing)),
        "css": content.css,
        "still": content.still,
        # A text that closes the script would end the data: in JSON "<" may be written otherwise.
        "state": json.dumps(content.state, separators=(",", ":"), allow_nan=False).replace(
            "<", "\\u003c"
        ),
        "esm": content.esm or "export default null;",
    }
    if "</script" in parts["esm"].lower():
        raise ValueError(
            "the widget's script holds the words </script, which would end it in a page;"
            " written as <\\/script they would be right"
        )
    template = _PAGE.read_text(encoding="utf-8")
    # One pass, so that what is put in is not looked through again.
    return re.sub(r"\[\[(\w+)\]\]", lambda found: parts[found[1]], template)


def content_of(thing: Any) -> Content:
    """What the page about this thing holds."""
    widget = widget_of(thing)
    if widget is not None:
        state = widget.get_state()
        shown = {
            name: value
            for name, value in state.items()
            if not name.startswith("_") and name not in _JUPYTERS
        }
        return Content(esm=state["_esm"], css=state.get("_css", ""), state=shown)
    html = getattr(thing, "_repr_html_", None)
    if not callable(html):
        raise TypeError(
            f"export_html can't show {thing!r:.80}; a SearchTrace, a GameRecord, a dict of traces,"
            " a widget or a picture would be right"
        )
    still = html()
    kind = "still" if "<img" in still else "tables"
    return Content(still=f'<div class="{kind}">{still}</div>')


def widget_of(thing: Any) -> Any:
    """The widget that shows this thing, or `None` if it is shown as it is."""
    # Here, and not above, because a widget's library takes a while to load.
    from course_lib.views.player import compare, step_through  # noqa: PLC0415
    from course_lib.views.playing.widget import PlayWidget, replay  # noqa: PLC0415

    if isinstance(thing, SearchTrace):
        return step_through(thing)
    if isinstance(thing, GameRecord):
        return replay(thing)
    if isinstance(thing, Mapping):
        return compare(thing)
    if isinstance(thing, PlayWidget):
        return replay(thing.record)  # playing needs Python; a game can be looked at without
    return thing if hasattr(thing, "_esm") else None


def heading(thing: Any) -> str:
    """What the page is called, where nobody has said."""
    if isinstance(thing, SearchTrace):
        return _of_game(thing.function, thing.game)
    if isinstance(thing, Mapping):
        return ", ".join(map(str, thing))
    if isinstance(thing, Picture):
        return thing.title or _first_line(thing.alt)
    # A board to play on and a game to replay both have a record: they know which game it is.
    record = thing if isinstance(thing, GameRecord) else getattr(thing, "record", None)
    if isinstance(record, GameRecord):
        so_far = record.reason == "unfinished"
        return f"{title_of(record.game)}: {'a game so far' if so_far else record.detail}"
    story = getattr(thing, "story", {})
    if story.get("kind") == "practice":
        return f"Practice: {story['ask']}"
    if story.get("kind") == "compare":
        return ", ".join(part["label"] for part in story["parts"])
    return _of_game(str(story.get("label") or type(thing).__name__), story.get("game"))


def _of_game(name: str, game: str | None) -> str:
    """The name of a search, and of the game if it has one."""
    return f"{name}: {game}" if game else name


def _first_line(words: str) -> str:
    """The first line of these words, cut where it is too long for a heading."""
    return textwrap.shorten(words.partition("\n")[0], 80, placeholder="...")
