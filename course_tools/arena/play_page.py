"""A board to click on a page of this computer: the board of notebooks, without a notebook."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Mapping
from typing import Any

from tornado.web import HTTPError

from course_lib.game import Action, State
from course_lib.play.match import raised
from course_lib.views.boards import title_of
from course_tools.arena.advice import Adviser
from course_tools.arena.controller import ArenaController
from course_tools.arena.web import FILES, Changes, FilePage, LocalServer, Page

_BEGIN = {"do": "control", "name": "go"}

_PATIENCE = 1.0
"""So many seconds a click on Analysis waits for a player; a click on the board never waits.

A second click on a square would else become a move after the answer to the first one.
"""


class BoardServer(LocalServer):
    """Shows one game to browsers on this computer, and to nobody who does not know its address.

    The address holds a secret. Whoever else asks, be it another user of this computer or another
    page in the same browser, is told that there is nothing here.
    """

    def __init__(self, play: ArenaController, advise: Adviser, *, analysis: bool = False) -> None:
        """Listen on a free port of this computer only.

        Below the board stand the same words as in the terminal; `analysis` shows what moves are
        worth from the start.
        """
        board = {"board": self}
        routes = [
            (r"/([^/]+)/", _Board, board),
            (r"/([^/]+)/news", _News, board),
            (r"/([^/]+)/do", _Click, board),
            (rf"/([^/]+)/({FILES})", FilePage),
        ]
        super().__init__(routes, secret=secrets.token_urlsafe(24))
        self.play, self.advise, self.analysis = play, advise, analysis
        self.changes, self.closed = Changes(), False
        self._hint: tuple[State, str] | None = None
        self._worth: tuple[State, Mapping[Action, float], str] | None = None
        self._lock = threading.Lock()
        self._busy = threading.RLock()
        """Held by the one thread that does what was clicked, until the players have answered."""
        play.on_change = self._draw
        with self._busy:
            self._draw()
        if play.people:
            threading.Thread(target=self.do, args=[_BEGIN], daemon=True).start()

    def now(self) -> dict[str, Any]:
        """What the page is to show."""
        with self._lock:
            return self._shown

    def do(self, message: Mapping[str, Any]) -> None:
        """Do what has been clicked; while players think, only what stops or paces them."""
        play, name = self.play, message.get("name")
        what = name if message.get("do") == "control" else message.get("do")
        if what == "pace":
            play.pace = float(name or 0)
        elif what == "go" and (play.thinking or play.going):
            play.stop()
        elif what == "hint":
            if play.your_turn:
                state = play.state
                self._hint = state, self.advise.hint(state)
                with self._busy:
                    self._draw()
        elif self._busy.acquire(timeout=_PATIENCE if what == "analysis" else 0):
            try:
                if what == "analysis":
                    self.analysis = not self.analysis
                    self._draw()
                else:
                    play.on_message(message)
            finally:
                self._busy.release()

    def _draw(self) -> None:
        """Draw the board as it stands and wake the pages that wait; `_busy` is held."""
        play = self.play
        values, fault = self._values()
        controls: list[tuple[str, str, bool]] = [each[:3] for each in play.controls]
        words = "Hide analysis" if self.analysis else "Analysis"
        at = [name for name, _, _ in controls].index("new") + 1
        controls[at:at] = [("hint", "Hint", play.your_turn), ("analysis", words, True)]
        drawn = play.shown(
            values,
            controls=controls,
            note=play.note or fault,
            pace=None if play.people else play.pace,
        )
        with self._lock:
            number = self.changes.number + 1
            self._shown = {"number": number, **drawn, "advice": self._advice(values)}
            self.changes.tell()

    def _values(self) -> tuple[Mapping[Action, float], str]:
        """`(values, fault)` of the position on the board, as far as somebody wants to see them.

        Where people play they are worked out aside, and drawn when they are there.
        """
        play, state = self.play, self.play.state
        if not self.analysis or play.over or (play.people and not play.your_turn):
            return {}, ""
        if self._worth is None or self._worth[0] is not state:
            self._worth = state, {}, ""
            if play.people:
                threading.Thread(target=self._work_out, args=[state], daemon=True).start()
            else:
                self._work_out(state)
        return self._worth[1:]

    def _work_out(self, state: State) -> None:
        """Work out what the moves of this state are worth."""
        try:
            worth = state, self.advise.values(state), ""
        except Exception as error:  # noqa: BLE001 - a file's own rules may raise anything
            worth = state, {}, f"The values could not be worked out: {raised(error)}"
        if self.play.people:
            with self._busy:
                if self._worth is not None and self._worth[0] is state:
                    self._worth = worth
                    self._draw()
        else:
            self._worth = worth

    def _advice(self, values: Mapping[Action, float]) -> str:
        """The hint and the analysis of the position on the board, as far as they are there."""
        state, words = self.play.state, []
        if self._hint is not None and self._hint[0] is state:
            words.append(self._hint[1])
        if values:
            words.append(self.advise.analysis(state))
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
