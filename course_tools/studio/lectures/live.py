"""A search, traced again whenever its file is saved, with the last version beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from course_lib.views.export import html_page
from course_lib.watching import SearchTrace
from course_tools.arena.server.web import Changes, Page, Room, Server
from course_tools.studio.lectures.demos import Demo, Shown
from course_tools.studio.lectures.story import read_story, tell

LOOK = 0.3
"""Seconds between two looks at the file."""


class LiveFilm:
    """The newest version of a search, and the one before."""

    def __init__(
        self,
        file: str,
        shown: Shown,
        demo: Callable[[], Demo],
        story: Path | None = None,
        title: str = "",
    ) -> None:
        """Begin with what is `shown`; `demo` makes the demonstration from the file as it is.

        A `story` is told of its newest version alone, and read again whenever it is saved. A
        demonstration of ours has no file, and a `title`.
        """
        self.files = [Path(one) for one in (file, story) if one]
        self.title, self.shown, self.demo, self.changes = title or file, shown, demo, Changes()
        self.story = story
        self.seen, self.note = self._stamp(), ""
        self.page = self._page(shown)

    def _page(self, shown: Shown) -> str:
        story = read_story(self.story) if self.story else None
        widget, found = tell(shown, story, code=True)
        return html_page(widget, title=found.title or self.title)

    def look(self) -> bool:
        """Trace the search again if its file has been saved; whether it was.

        What is wrong with the new version is a note above the last one that ran.
        """
        stamp = self._stamp()
        if stamp in (self.seen, None):  # some editors take it away for a moment
            return False
        self.seen, self.note = stamp, ""
        try:
            shown = self.demo().make()
            both: Shown = shown
            if isinstance(shown, SearchTrace) and isinstance(self.shown, SearchTrace):
                if not self.story:
                    both = {"the last version": self.shown, "now": shown}
                self.note = f"It ended with {shown.error}." if shown.error else ""
            self.page, self.shown = self._page(both), shown
        except (ValueError, OSError) as error:  # a story may miss what a broken search never does
            self.note = f"{self.note} {error}".strip()
        return True

    def _stamp(self) -> list[tuple[int, int]] | None:
        """What is different after a file was saved; None while one of them is not there."""
        try:
            found = [one.stat() for one in self.files]
        except FileNotFoundError:
            return None
        return [(one.st_mtime_ns, one.st_size) for one in found]


class LiveRoom(Room):
    """Shows the film to browsers on this computer, which load it again by themselves."""

    def __init__(self, film: LiveFilm) -> None:
        """Show this film."""
        self.film = film

    def routes(self, server: Server) -> list[tuple[Any, ...]]:
        """The page, the film in it, and when there is a new one."""
        more = {"film": self.film}
        return [(r"/", _Deck, more), (r"/film", _Film, more), (r"/news", _News, more)]

    def news(self) -> Sequence[Changes]:
        """The film's."""
        return [self.film.changes]

    def look(self, server: Server) -> None:
        """Answer, and look at the file, until Ctrl-C or `shutdown`."""
        # A search that is stopped in time needs the main thread, so the pages get the other one.
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            while thread.is_alive():
                time.sleep(LOOK)
                if self.film.look():
                    server.soon(self.film.changes.tell)
        finally:
            server.shutdown()
            thread.join()


class _LivePage(Page):
    def initialize(self, film: LiveFilm) -> None:
        """Remember whose page this is."""
        self.film = film


class _Deck(_LivePage):
    def get(self) -> None:
        self.render("live.html", title="A search, traced on every save")


class _Film(_LivePage):
    framed = True

    def get(self) -> None:
        self.finish_alone(self.film.page)


class _News(_LivePage):
    async def get(self) -> None:
        await self.news(self.film.changes)
        self.finish({"number": self.film.changes.number, "note": self.film.note})
