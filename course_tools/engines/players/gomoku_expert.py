"""Who answers questions about Gomoku: `Expert`, and what it goes by for a move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.games.compact import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.rows import EMPTY
from course_lib.games.squares import Square
from course_lib.search.questions import check_count, check_not_over
from course_tools.engines.clock import called_after, check_seconds
from course_tools.engines.players.gomoku_position import LookAt, PlainPosition, Position
from course_tools.engines.players.gomoku_search import SURE

THREAT_POSITIONS = 100_000
"""So many positions are searched for a forced win, if nothing else is said."""

POSITIONS = 1_000
"""So many positions are searched by alpha-beta for a move, if nothing else is said."""

MOST_THREES = 6
"""So many threes and fours are looked ahead for a move."""

HALF = 400
"""An advantage of so much is written as 0.5."""

LARGEST = 40
"""So many rows and columns are the most: Gomocup's protocol knows no larger boards."""

ALMOST = 0.99
"""What is likely to be won, but not proven: alpha-beta leaves some of the defender's moves out."""


@dataclass(frozen=True)
class ForcedWin:
    """A win that nothing can stop: how many fours it takes, and the squares in turn.

    `line` goes attacker, defender, attacker... and ends with the five. Where threes were asked for
    too, `fours` counts both.
    """

    fours: int
    line: tuple[Square, ...]


class Budget(NamedTuple):
    """How deep a search may go, how much it may look at, and whether a clock runs besides."""

    depth: float
    positions: float
    timed: bool


class Expert:
    """Answers questions about the states of one game.

    For a move it searches so many `positions` by alpha-beta and so many `threat_positions` for each
    forced win it looks for, if nothing else is said.
    """

    positions = POSITIONS
    threat_positions = 1_000

    def __init__(self, game: Game, look_at: LookAt = PlainPosition) -> None:
        """Make an expert; positions may be looked at in another way than in plain Python."""
        self.game = game
        self.rules = rules_of(game)
        self._look_at = look_at

    def forced_win(
        self,
        state: State,
        *,
        threes: bool = False,
        most_fours: int | None = None,
        positions: int | None = THREAT_POSITIONS,
    ) -> ForcedWin | None:
        """The shortest win by continuous fours for the player to move, or `None`."""
        for number, name in ((most_fours, "most_fours"), (positions, "positions")):
            if number is not None and number != 0:
                check_count(number, name, "forced_win")
        position, player = self.look(state, "forced_win")
        most = math.inf if most_fours is None else most_fours
        line = position.forced_line(player, most, _limit(positions), threes=threes)
        if line is None:
            return None
        return ForcedWin(len(line) // 2, tuple(map(self.square, line)))

    def winning_first_moves(
        self, state: State, *, positions: int | None = THREAT_POSITIONS
    ) -> dict[Square, int]:
        """Every move that keeps a forced win by fours, with the number of fours it then takes."""
        position, player = self.look(state, "winning_first_moves")
        fives, dangers = position.fives(player), position.fives(1 - player)
        found = dict.fromkeys(fives, 0)
        for four, answers in {} if fives else position.fours(player).items():
            if dangers and dangers != [four]:
                continue
            if len(answers) > 1:
                found[four] = 1
                continue
            [answer] = answers
            position.put(four, player)
            position.put(answer, 1 - player)
            line = position.forced_line(player, math.inf, _limit(positions), threes=False)
            position.take_back(answer)
            position.take_back(four)
            if line is not None:
                found[four] = 1 + len(line) // 2
        return {self.square(place): fours for place, fours in found.items()}

    def search(
        self,
        state: State,
        *,
        depth: int | None = None,
        positions: int | None = None,
        seconds: float | None = None,
        rng: Random | None = None,
    ) -> tuple[float, Action]:
        """An estimate from -1 to 1 of this state for the player to move, and the action to take.

        The clock begins when all that has to be compiled is.
        """
        for number, name in ((depth, "depth"), (positions, "positions")):
            if number is not None:
                check_count(number, name, "gomoku_search")
        check_seconds(seconds, "gomoku_search")
        position, player = self.look(state, "gomoku_search")
        if positions is None and depth is None and seconds is None:
            positions = self.positions
        empty = self.readable(state).board.count(EMPTY)
        budget = Budget(min(_limit(depth), empty), _limit(positions), timed=seconds is not None)
        with called_after(seconds, position.stop):
            value, place = self._choose(position, player, budget, rng)
        return value, self.square(place)

    def evaluate(self, state: State, player: Player) -> float:
        """How much better this player's chances look, strictly between -1 and 1."""
        position, mover = self.look(state, "evaluate")
        value = squashed(position.estimate(mover))
        return value if self.rules.to_move(self.readable(state)) == player else -value

    # --- helpers -------------------------------------------------------------------------------

    def look(self, state: State, asked: str) -> tuple[Position, int]:
        """The position of a state that is not final, and who is to move: 0 or 1."""
        check_not_over(self.game, state, asked)
        state = self.readable(state)
        player = self.rules.players.index(self.rules.to_move(state))
        return self._look_at(self.rules, state.board), player

    def readable(self, state: State) -> State:
        """The state as the readable game has it."""
        return self.game.unpack(state) if isinstance(self.game, CompactGame) else state

    def square(self, place: int) -> Square:
        """The square at this place."""
        return divmod(place, self.rules.columns)

    def _choose(
        self,
        position: Position,
        player: int,
        budget: Budget,
        rng: Random | None,
    ) -> tuple[float, int]:
        """The value and the place of the move to make."""
        other = 1 - player
        if fives := position.fives(player):
            return 1.0, fives[0]
        dangers = position.fives(other)
        places = choices(position, player)
        # With threes as well, more than this is rarely found by searching on.
        limit = self.threat_positions
        for threes, most in () if dangers else ((False, math.inf), (True, MOST_THREES)):
            line = position.forced_line(player, most, limit, threes=threes)
            if line is not None:
                return 1.0, line[0]
        if not dangers and position.forced_line(other, math.inf, limit, threes=False):
            places = stopping(position, player, places, limit) or places
        if rng is not None:
            rng.shuffle(places)
        positions = budget.positions
        if budget.timed and len(places) == 1:
            positions = min(positions, self.positions)  # only the value is still to be found
        found = position.best(player, places, budget.depth, positions)
        return -1.0 if len(dangers) > 1 else squashed(found.value), found.place


def choices(position: Position, player: int) -> list[int]:
    """The places worth a thought for this player, who is to move.

    Where he can make a five, or must stop one, or a four that can't be answered: only those that
    do. Else all near a stone.
    """
    other = 1 - player
    urgent = position.fives(player) or position.fives(other)
    if urgent:
        return urgent
    answers = position.answers_to_threes(other, position.fours(other))
    own = position.fours(player)
    if answers is None or any(len(fives) > 1 for fives in own.values()):
        return position.candidates()
    return answers or position.candidates()


def stopping(position: Position, player: int, places: list[int], positions: float) -> list[int]:
    """Those places where a stone of this player leaves the other no forced win by fours.

    A four of one's own is answered first: it must not only put the loss off.
    """
    other, stops = 1 - player, []
    fours = position.fours(player)
    for place in places:
        answer = min(fours.get(place, ()), default=None)
        position.put(place, player)
        if answer is not None:
            position.put(answer, other)
        stays = position.forced_line(other, math.inf, positions, threes=False)
        if stays is None and not position.stopped:
            stops.append(place)
        if answer is not None:
            position.take_back(answer)
        position.take_back(place)
    return stops


def squashed(value: int) -> float:
    """A value of the search as a number between -1 and 1; wins and losses are almost that.

    >>> squashed(0), squashed(HALF), squashed(-SURE)
    (0.0, 0.5, -0.99)
    """
    if abs(value) >= SURE:
        return math.copysign(ALMOST, value)
    return ALMOST * value / (abs(value) + (2 * ALMOST - 1) * HALF)


def rules_of(game: Game) -> KInARow:
    """The readable game of five in a row that this is; anything else is a `ValueError`."""
    rules = game.game if isinstance(game, CompactGame) else game
    if isinstance(rules, KInARow):
        fits = rules.length == 5 and not rules.gravity and len(rules.players) == 2
        if fits and max(rules.rows, rules.columns) <= LARGEST:
            return rules
    raise ValueError(
        f"{game!r} is not a game that a Gomoku expert knows: that is five in a row for two players,"
        f" without gravity, on up to {LARGEST} rows and columns, such as Gomoku(15)"
    )


def _limit(positions: int | None) -> float:
    """This number, or infinity where none is given."""
    return math.inf if positions is None else positions
