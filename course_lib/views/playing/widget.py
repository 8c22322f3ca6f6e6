"""`play_widget` and `replay`: a board to play on, and a game to look at again, in a notebook."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import anywidget
import traitlets

from course_lib.game import Game, Player, State
from course_lib.play.players import PlayerFunction
from course_lib.play.record import GameRecord
from course_lib.search.questions import check_game_given
from course_lib.views import theme
from course_lib.views.boards import board_picture, title_of
from course_lib.views.player.widget import PlayerWidget, script
from course_lib.views.playing.controller import PlayController, ValueFunction
from course_lib.views.playing.seats import Seats, seats_at
from course_lib.views.playing.view import on_message, replay_story, shown


def play_widget(
    game: Game,
    opponent: PlayerFunction | None = None,
    *,
    you_play: Player | Collection[Player] | None = None,
    players: Seats | None = None,
    state: State = None,
    seconds: float | None = None,
    pace: float = 1,
    size: float | None = None,
    values: ValueFunction | None = None,
) -> PlayWidget:
    """A board to play on, by mouse or with the arrow keys and Enter.

    - `play_widget(game)`: two people at one board.
    - `play_widget(game, my_player)`: you against any player, `(game, state) -> action`. You move
      first; `you_play="O"` gives you the other side, `you_play=()` none: you watch.
    - `play_widget(game, players={"X": one, "O": other})`: watch two players; `None` is a person.

    A player thinks in a thread of its own: the notebook stays usable, and Stop ends it. `seconds`
    is the longest that it may think about one move. If it fails or answers nonsense, the widget
    says so with the line of its code, and the game can go on from where it was.

    The game begins in `state`, or where it always begins. `pace` is the time between two moves, in
    seconds, where only players play; `size` is the width of the board in pixels. The game so far
    is `widget.record`, the position `widget.state`.

    `values` is a function that gives the value of every action in a state, such as
    `Solver(game).scores`: then a button shows them on the squares, the best ones ringed.
    """
    check_game_given(game, "play_widget")
    seats = seats_at(game, opponent, you_play, players)
    controller = PlayController(game, seats, state=state, seconds=seconds, pace=pace, values=values)
    return PlayWidget(controller, size)


def replay(record: GameRecord, *, at: int = 0, size: float | None = None) -> Replay:
    """A board that shows a game move by move: buttons, a slider, and keys.

    It has the buttons and keys of `step_through`. All boards go to the browser once, so it plays on
    where no Python is running any more. `at` is the move to begin
    at, -1 for the last; later `widget.at` can be set as well.
    """
    moves = len(record.actions)
    if not -moves - 1 <= at <= moves:
        raise ValueError(f"at is {at}; the game has {moves} moves, so 0 to {moves} would be right")
    return Replay(record, at % (moves + 1), size)


class PlayWidget(anywidget.AnyWidget):
    """What `play_widget` makes: it shows a `PlayController` and passes on what is clicked."""

    _esm = script("controls", "board")
    _css = theme.stylesheet()
    svg = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, controller: PlayController, size: float | None = None) -> None:
        """Show this game, as wide as `size` says."""
        self.controller, self._size = controller, size
        super().__init__()
        controller.on_change = self._show
        controller.on_answer = controller.take
        self.on_msg(lambda _widget, content, _buffers: on_message(self.controller, content))
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
        """The widget, and a picture besides, for a notebook that nobody has run."""
        play, bundle = self.controller, super()._repr_mimebundle_(**options)
        data, metadata = ({}, {}) if bundle is None else bundle
        picture = board_picture(play.game, play.state, last=play.last)
        return {**data, "text/html": picture._repr_html_(), "text/plain": str(picture)}, metadata


class Replay(PlayerWidget):
    """What `replay` makes: a player of the boards of a game; `at` is the move that is shown."""

    def __init__(self, record: GameRecord, at: int = 0, size: float | None = None) -> None:
        """Prepare all boards of this game."""
        self.record = record
        last = record.actions[-1] if record.actions else None
        picture = board_picture(record.game, record.final, last=last)
        super().__init__(replay_story(record, size=size), picture._repr_html_)
        self.step = at

    def __repr__(self) -> str:
        return f"<Replay: {title_of(self.record.game)}, {self.record.detail}>"

    @property
    def at(self) -> int:
        """The move after which the board is shown; set it, and the browser goes there."""
        return int(self.step)

    @at.setter
    def at(self, move: int) -> None:
        self.step = move
