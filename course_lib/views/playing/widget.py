"""The two widgets: a board to play on, and a game to replay. Both only show and pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from course_lib.game import Action, Game, State
from course_lib.play.record import GameRecord
from course_lib.views.boards import board_picture
from course_lib.views.playing.controller import PlayController
from course_lib.views.playing.story import replay_story
from course_lib.views.playing.view import shown, told

_HERE = Path(__file__).parent


class PlayWidget(anywidget.AnyWidget):
    """What `play_widget` makes: it shows a `PlayController` and passes on what is clicked."""

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"
    svg = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, controller: PlayController, size: float | None = None) -> None:
        """Show this game, as wide as `size` says."""
        self.controller, self._size = controller, size
        super().__init__()
        controller.on_change = self._show
        controller.on_answer = controller.take
        self.on_msg(lambda _widget, content, _buffers: told(self.controller, content))
        with controller.lock:
            self._show()
            controller.take()  # an answer may have come before anybody listened

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.controller.state

    @property
    def record(self) -> GameRecord:
        """The game so far; while it goes on its reason is "unfinished", and nobody has won."""
        return self.controller.record

    def _show(self) -> None:
        with self.hold_sync():  # one message for the picture and all that belongs to it
            for name, value in shown(self.controller, self._size).items():
                setattr(self, name, value)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        play = self.controller
        bundle = super()._repr_mimebundle_(**options)
        return _with_picture(bundle, play.game, play.state, play.last)


class Replay(anywidget.AnyWidget):
    """What `replay` makes: `replay.js` plays the story by itself, from the move `at`."""

    _esm = _HERE / "replay.js"
    _css = _HERE / "board.css"
    story = traitlets.Dict().tag(sync=True)
    at = traitlets.Int().tag(sync=True)

    def __init__(self, record: GameRecord, at: int = 0, size: float | None = None) -> None:
        """Prepare all boards of this game."""
        self.record = record
        super().__init__(story=replay_story(record, size=size), at=at)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        record, bundle = self.record, super()._repr_mimebundle_(**options)
        last = record.actions[-1] if record.actions else None
        return _with_picture(bundle, record.game, record.final, last)


def _with_picture(bundle: Any, game: Game, state: State, last: Action | None) -> Any:
    """A widget's bundle with a picture besides, for a notebook that nobody has run."""
    picture = board_picture(game, state, last=last)
    data, metadata = ({}, {}) if bundle is None else bundle
    return {**data, "text/html": picture._repr_html_(), "text/plain": str(picture)}, metadata
