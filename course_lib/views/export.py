"""Out of the notebook: a page of one file that any browser shows."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from course_lib.play import GameRecord
from course_lib.views import theme
from course_lib.views.player import compare, replay, step_through
from course_lib.views.svg import Picture, checked_place
from course_lib.views.trees.film import checked_step, steps_in
from course_lib.watching import SearchTrace

_PAGE = Path(__file__).parent / "browser" / "page.html"


def export_html(
    thing: Any,
    path: str | Path,
    *,
    title: str | None = None,
    step: int = 0,
) -> Path:
    """Where the page was written: one file that needs nothing else, also from a USB stick.

    `thing` is a `SearchTrace` (to step through), a `GameRecord` (to replay), a dict of traces by
    name (side by side), one of our widgets, or anything that shows itself as a picture or table.
    The page has the same player, buttons and keys as the notebook, in the whole window and with
    letters for the last row of a lecture hall; two buttons make sentences larger and the page dark.
    It begins at this `step`, and `page.html#step=14` opens it at another.

    >>> from tempfile import TemporaryDirectory
    >>> from course_lib import TextbookTree, minimax_search, watch
    >>> game = TextbookTree([[3, 12], [2, 4]])
    >>> with TemporaryDirectory() as folder:
    ...     page = export_html(watch(minimax_search, game, game.initial), f"{folder}/page.html")
    ...     print(page.name)
    page.html
    """
    path = checked_place(path)
    if path.suffix.lower() not in {".html", ".htm"}:
        raise ValueError(
            f"export_html writes a page; found the file name {path.name!r}; choose one that ends"
            " in .html"
        )
    path.write_text(html_page(thing, title=title, step=step), encoding="utf-8")
    return path


def html_page(thing: Any, *, title: str | None = None, step: int = 0) -> str:
    """The text of the page that `export_html` writes."""
    parts = {"css": theme.stylesheet(), "still": "", "esm": "export default null;"}
    state: dict[str, Any] = {}
    if (widget := widget_of(thing)) is not None:
        held = widget.get_state()
        parts |= {"esm": held["_esm"], "css": held["_css"]}
        story = held["story"]
        begins = checked_step(step, steps_in(story)) if step else held["step"]
        state = {"story": story, "step": begins}
    elif callable(html := getattr(thing, "_repr_html_", None)):
        svg = getattr(thing, "svg", None)  # in the page itself it turns dark with the page
        still = svg if isinstance(svg, str) else html()
        kind = "still" if "<img" in still or svg else "tables"
        parts["still"] = f'<div class="{kind}">{still}</div>'
    else:
        raise TypeError(
            f"export_html can't show {thing!r:.80}; give it a SearchTrace, a GameRecord, a dict of"
            " traces, a widget or a picture"
        )
    parts["css"] = theme.letters() + parts["css"]
    parts["title"] = escape(title or heading(widget or thing))
    # A text that closes the script would end the data: in JSON "<" may be written otherwise.
    data = json.dumps(state, separators=(",", ":"), allow_nan=False)
    parts["state"] = data.replace("<", "\\u003c")
    template = _PAGE.read_text(encoding="utf-8")
    # One pass, so that what is put in is not looked through again.
    return re.sub(r"\[\[(\w+)\]\]", lambda found: parts[found[1]], template)


def widget_of(thing: Any) -> Any:
    """The widget that shows this thing, or `None` if it is shown as it is."""
    from course_lib.views.widgets import PlayerWidget, PlayWidget  # noqa: PLC0415 - slow to load

    if isinstance(thing, PlayWidget):  # playing needs Python; a game can be looked at without
        thing = thing.record
    if isinstance(thing, SearchTrace):
        return step_through(thing)
    if isinstance(thing, GameRecord):
        return replay(thing)
    if isinstance(thing, Mapping):
        return compare(thing)
    return thing if isinstance(thing, PlayerWidget) else None


def heading(thing: Any) -> str:
    """What the page of a widget or a picture is called, where nobody has said."""
    if isinstance(thing, Picture):
        return thing.title or textwrap.shorten(thing.alt.partition("\n")[0], 80, placeholder="...")
    story = getattr(thing, "story", {})
    words = story.get("headline") or story.get("label") or type(thing).__name__
    return f"{words}: {story['game']}" if story.get("game") else str(words)
