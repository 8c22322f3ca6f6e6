"""What there is to see of a game at a board: the position, what to click on, whose turn it is."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from course_lib.game import Action, Game, Player, State
from course_lib.play.record import GameRecord
from course_lib.views.boards import board_svg
from course_lib.views.playing.clicks import Way, same_column, squares_in, ways_to_act
from course_lib.views.playing.history import History
from course_lib.views.playing.seats import Seats, named
from course_lib.views.playing.worker import Thinking

_SHOWN = 0.1
"""Thinking that took fewer seconds is not worth telling."""


class BoardFacts:
    """The half of a `PlayController` that only tells and changes nothing."""

    def __init__(self, game: Game, seats: Seats, start: State) -> None:
        """Put the pieces on the board."""
        self.game, self.seats, self.start = game, dict(seats), start
        self.note, self.stuck = "", False
        self.chosen: Way = ()
        self._history = History(game, start)
        self._thinking: Thinking | None = None
        self._took: float | None = None
        self._squares: tuple[State, frozenset[str]] | None = None
        self._ways: tuple[State, frozenset[str], dict[Way, Action]] | None = None

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._history.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been played."""
        return tuple(self._history.actions)

    @property
    def last(self) -> Action | None:
        """The action that led here, or `None` at the start."""
        return self._history.actions[-1] if self._history.actions else None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody resigned."""
        return self._history.over

    @property
    def thinking(self) -> bool:
        """Whether a player is thinking now."""
        return self._thinking is not None

    @property
    def people(self) -> tuple[Player, ...]:
        """The players that people at the board play."""
        return tuple(seat for seat in self.game.players if self.seats[seat] is None)

    @property
    def your_turn(self) -> bool:
        """Whether a person at the board is to move."""
        return not self.over and self.seats[self.game.to_move(self.state)] is None

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person at the board may do now; `()` when it is nobody's turn there."""
        return self.game.actions(self.state) if self.your_turn else ()

    @property
    def ways(self) -> dict[Way, Action]:
        """The squares to click for each legal action that has squares."""
        if not self.your_turn:
            return {}
        state, squares, known = self.state, self.squares, self._ways
        if known is None or known[0] is not state or known[1] is not squares:
            known = self._ways = state, squares, ways_to_act(self.game, self.legal, squares)
        return known[2]

    @property
    def next_squares(self) -> tuple[str, ...]:
        """The squares that lead on from those already chosen."""
        return next_squares(self.ways, self.chosen)

    @property
    def falls(self) -> dict[str, str]:
        """With gravity: the square that is meant by a click anywhere in its column."""
        return same_column(self.game, self.ways, self.squares)

    @property
    def squares(self) -> frozenset[str]:
        """The names of the squares on the board's picture."""
        if self._squares is None or self._squares[0] is not self.state:
            self.squares = squares_in(board_svg(self.game, self.state))
        return cast("tuple[State, frozenset[str]]", self._squares)[1]

    @squares.setter
    def squares(self, squares: frozenset[str]) -> None:
        """Tell the squares, where the picture has been drawn already."""
        self._squares = self.state, squares

    @property
    def status(self) -> str:
        """Who has won, who thinks, or whose turn it is, in a sentence."""
        if self.over:
            return self._history.ending()
        seat = self.game.to_move(self.state)
        before = f"{self._last_move()} " if self.actions else ""
        if self.chosen:
            return f"You chose {'-'.join(self.chosen)}: where to?"
        if self.your_turn:
            alone = len(self.people) == 1 < len(self.game.players)
            return before + (f"Your turn: you play {seat}." if alone else f"{seat} to move.")
        who = named(seat, self.seats)
        if self.stuck:
            return f"No move came from {who}. Try again, or undo."
        return before + f"{who} to move{', thinking...' if self.thinking else '.'}"

    @property
    def record(self) -> GameRecord:
        """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
        return self._history.record(self.seats)

    def _last_move(self) -> str:
        """What was played last, and how long a player thought about it."""
        seat = self.game.to_move(self._history.states[-2])
        took = f" after {self._took:.1f} s" if self._took and self._took >= _SHOWN else ""
        return f"{seat} played {self.game.action_name(self.last)}{took}."


def next_squares(ways: Collection[Way], chosen: Way) -> tuple[str, ...]:
    """The squares that lead on from those chosen, each once."""
    done = len(chosen)
    further = (way[done] for way in ways if len(way) > done and way[:done] == chosen)
    return tuple(dict.fromkeys(further))
