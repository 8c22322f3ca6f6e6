"""`play_widget` and `replay`: a board to play on, and a game to look at again, in a notebook."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from course_lib.game import Game, Player, State
from course_lib.play.players import PlayerFunction
from course_lib.play.record import GameRecord
from course_lib.search.questions import check_game_given
from course_lib.views.playing.controller import PlayController, ValueFunction
from course_lib.views.playing.seats import Seats, seats_at

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayWidget, Replay


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
    from course_lib.views.widgets import PlayWidget  # noqa: PLC0415 - slow to load

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
    from course_lib.views.widgets import Replay  # noqa: PLC0415 - slow to load

    moves = len(record.actions)
    if not -moves - 1 <= at <= moves:
        raise ValueError(f"at is {at}; the game has {moves} moves, so choose 0 to {moves}")
    return Replay(record, at % (moves + 1), size)
