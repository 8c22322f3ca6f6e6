"""A board to click on a page of this computer: the board of notebooks, without a notebook."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from typing import Any

from tornado.web import HTTPError

from course_lib.game import State
from course_lib.views.boards import title_of
from course_lib.views.playing import PlayController
from course_lib.views.playing.view import on_message, shown
from course_tools.arena.advice import Adviser
from course_tools.arena.web import FILES, Changes, FilePage, LocalServer, Page

HINT = "hint"
"""The control that says a good move."""

_VALUES = "values"
"""The board's own control, which shows what each move is worth."""

_WORDS = {"Show values": "Analysis", "Hide values": "Hide analysis"}
"""What that control says, and how the terminal calls it."""


class BoardServer(LocalServer):
    """Shows one game to browsers on this computer, and to nobody who does not know its address.

    The address holds a secret. Whoever else asks, be it another user of this computer or another
    page in the same browser, is told that there is nothing here.
    """

    def __init__(self, play: PlayController, advise: Adviser) -> None:
        """Listen on a free port of this computer only.

        `play` has the adviser's values. Below the board stand the same words as in the terminal.
        """
        board = {"board": self}
        routes = [
            (r"/([^/]+)/", _Board, board),
            (r"/([^/]+)/news", _News, board),
            (r"/([^/]+)/do", _Click, board),
            (rf"/([^/]+)/({FILES})", FilePage),
        ]
        super().__init__(routes, secret=secrets.token_urlsafe(24))
        self.play, self.advise = play, advise
        self.changes, self.closed = Changes(), False
        self._hint: tuple[State, str] | None = None
        self._lock = threading.Lock()
        play.on_change = self._draw
        play.on_answer = play.take
        with play.lock:
            self._draw()
            play.take()  # an answer may have come before anybody listened

    def now(self) -> dict[str, Any]:
        """What the page is to show."""
        with self._lock:
            return self._shown

    def do(self, message: dict[str, Any]) -> None:
        """Do what has been clicked; a hint is worked out meanwhile."""
        if (message.get("do"), message.get("name")) != ("control", HINT):
            on_message(self.play, message)
            return
        state = self.play.state
        if self.play.your_turn:
            self._hint = state, self.advise.hint(state)
            with self.play.lock:
                self._draw()

    def _draw(self) -> None:
        """Draw the board as it stands and wake the pages that wait; called with the lock held."""
        drawn = shown(self.play)
        view = drawn["view"]
        controls = [
            (name, _WORDS.get(words, words) if name == _VALUES else words, able)
            for name, words, able in view["controls"]
        ]
        at = [name for name, _, _ in controls].index(_VALUES)
        controls.insert(at, (HINT, "Hint", self.play.your_turn))
        drawn |= {"view": {**view, "controls": controls}, "advice": self._advice()}
        with self._lock:
            self._shown = {"number": self.changes.number + 1, **drawn}
            self.changes.tell()

    def _advice(self) -> str:
        """The hint and the analysis of the position on the board, as far as they were asked for."""
        play, words = self.play, []
        if self._hint is not None and self._hint[0] is play.state:
            words.append(self._hint[1])
        if play.values:
            words.append(self.advise.analysis(play.state))
        return "\n\n".join(words)

    def stopping(self) -> None:
        """Let every page go that waits."""
        self.closed = True
        self.changes.tell()


class _BoardPage(Page):
    def initialize(self, board: BoardServer) -> None:
        """Remember whose board it is."""
        self.board = board


class _Board(_BoardPage):
    def get(self, _: str) -> None:
        self.render("page.html", title=title_of(self.board.play.game))


class _News(_BoardPage):
    async def get(self, _: str) -> None:
        await self.board.changes.after(self.known())
        if self.board.closed:
            raise HTTPError(503)  # also on a line that is still open
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps(self.board.now()))


class _Click(_BoardPage):
    async def post(self, _: str) -> None:
        try:
            await asyncio.to_thread(self.board.do, self.sent())
        except (ValueError, TypeError):
            raise HTTPError(400, "this click means nothing") from None
        self.finish({})
