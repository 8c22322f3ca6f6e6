"""The widgets of notebooks: one plays what Python has prepared, the other is a board to click on.

Loading a library of widgets takes a second, so only who makes a widget imports this file.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from IPython import get_ipython

from course_lib.game import State
from course_lib.play.record import GameRecord
from course_lib.views import theme
from course_lib.views.boards import board_picture
from course_lib.views.replaying import replay_story
from course_lib.views.svg import Picture, forms_of, stacked
from course_lib.views.trees import DrawnTree, TreePicture

_BROWSER = Path(__file__).parent / "browser"
_PARTS = (
    "controls",
    "code",
    "film",
    "motion",
    "stage",
    "search",
    "stones",
    "replay",
    "player",
)
"""In the order in which they need each other."""


def script(*names: str) -> str:
    """These scripts as a single module: a widget's script can import no files."""
    parts = [(_BROWSER / f"{name}.js").read_text(encoding="utf-8") for name in names]
    alone = [re.sub(r"^import .*\n", "", part, flags=re.MULTILINE) for part in parts]
    return "\n".join(re.sub(r"^export (?!default)", "", part, flags=re.MULTILINE) for part in alone)


VIEW = "application/vnd.jupyter.widget-view+json"


class Shown(anywidget.AnyWidget):
    """A widget with a still form beside it, for whatever shows no widgets."""

    def still(self) -> dict[str, Any]:
        """What stands for it where no Python runs, by its MIME type."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget and its still; where nobody could press a button, the still alone.

        nbconvert would put a link to another machine in the place of a widget, and a blank page
        where there is no network.
        """
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        if not somebody_watches():
            data = {kind: each for kind, each in data.items() if kind != VIEW}
        return {**data, **self.still()}, metadata


def somebody_watches() -> bool:
    """Whether a person runs this cell, and not a program such as nbconvert, nbgrader or Quarto.

    Jupyter's protocol says so: a program answers no questions, so it lets the kernel ask none.
    """
    kernel = getattr(get_ipython(), "kernel", None)
    if kernel is None or not hasattr(kernel, "get_parent"):
        return True
    return bool(kernel.get_parent().get("content", {}).get("allow_stdin", True))


class PlayerWidget(Shown):
    """A player in a notebook; all it shows is in `story`, and the browser needs no kernel."""

    _esm = script(*_PARTS)
    _css = theme.stylesheet()

    story = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    """The step that is shown: set it and the browser goes there; stepping there sets nothing."""

    def __init__(
        self, story: dict[str, Any], pictures: Callable[[], Mapping[str, Picture]]
    ) -> None:
        """Show this story; `pictures`, by name, stand for it where no widget can run."""
        super().__init__(story=story)
        self._pictures = pictures

    @property
    def trees(self) -> dict[str, DrawnTree]:
        """The trees that it shows, by name, as `draw_tree` takes them."""
        pictures = self._pictures().items()
        return {name: one.tree for name, one in pictures if isinstance(one, TreePicture)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.story.get('label') or self.story.get('headline')}>"

    def still(self) -> dict[str, Any]:
        """Its pictures, one below the other."""
        return forms_of(stacked(self._pictures()))


class TouchWidget(PlayerWidget):
    """What `what_if` makes: a tree to touch."""

    _esm = script("controls", "touch")


class PlayWidget(Shown):
    """What `play_widget` makes: it shows a `PlayController` and passes on what is clicked."""

    _esm = script("controls", "stones", "board")
    _css = theme.stylesheet()
    svg = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, controller: Any) -> None:
        """Begin the game of this `PlayController` and show it."""
        super().__init__()
        self.controller = controller
        controller.on_change = self._show
        self.on_msg(self._hear)
        controller.go()

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.controller.state

    @property
    def record(self) -> GameRecord:
        """The game so far; while it goes on its reason is "unfinished", and nobody has won."""
        record: GameRecord = self.controller.record
        return record

    def _hear(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Do what was clicked in the main thread, the only one that an interrupt reaches.

        A kernel may hand a click over in another one.
        """
        kernel = getattr(get_ipython(), "kernel", None)
        if threading.current_thread() is threading.main_thread():
            self._interruptible(content)
        elif kernel is not None:
            kernel.io_loop.add_callback(self._interruptible, content)
        else:
            self.controller.on_message(content)

    def _interruptible(self, content: Any) -> None:
        """Do what was clicked; an interrupt stops the player, and nothing that comes after it."""

        def stop(*_: Any) -> None:
            if self.controller.thinking:
                raise KeyboardInterrupt

        before = signal.signal(signal.SIGINT, stop)
        try:
            self.controller.on_message(content)
        finally:
            signal.signal(signal.SIGINT, before)

    def _show(self) -> None:
        waiting = _LONG[sys.platform == "emscripten"] if self.controller.thinking else ""
        with self.hold_sync():  # one message for the picture and all that belongs to it
            for name, value in self.controller.shown(waiting=waiting).items():
                setattr(self, name, value)

    def still(self) -> dict[str, Any]:
        """The board as it stands."""
        play = self.controller
        picture = board_picture(play.game, play.seen, last=play.last)
        return {**forms_of(picture), "text/plain": str(picture)}


_LONG = (
    "Still thinking. To stop it, interrupt the kernel: the ■ button above the notebook.",
    "Still thinking. Here only the clock can stop it.",  # the browser edition has no interrupt
)
"""What the board says when an answer takes some seconds."""


class Replay(PlayerWidget):
    """What `replay` makes: a player of the boards of a game, in which a step is a move."""

    def __init__(self, record: GameRecord, at: int | None = None) -> None:
        """Prepare all boards of this game."""
        self.record = record
        last = record.actions[-1] if record.actions else None
        picture = board_picture(record.game, record.final, last=last)
        story = replay_story(record)
        poster = {"poster": len(record.actions)} if at is None else {}
        super().__init__(story | poster, lambda: {record.detail: picture})
        self.step = at or 0
