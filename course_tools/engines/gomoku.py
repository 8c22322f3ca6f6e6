"""What an expert knows of a Gomoku position: forced wins, all first moves that keep one, a move.

    forced_win(game, state)             the shortest win by continuous fours, or None
    winning_first_moves(game, state)    all moves with which it begins
    gomoku_search(game, state)          (value, action), with alpha-beta where nothing is forced
    evaluate(game, state, player)       an estimate without a search
    gomoku_player()                     a player
    analysis(game, state)               all that there is to say, as plain data

`game` is any game of five in a row for two without gravity: `Gomoku(15)`, `Gomoku(9, exact=True)`.
The searches are in `gomoku_board`: compiled where numba is there, else a hundred times slower.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.games.compact import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY, Square
from course_lib.search.questions import check_count, check_not_over, check_rng
from course_tools.engines.clock import called_after, check_seconds
from course_tools.engines.gomoku_board import SURE, Position

THREAT_POSITIONS = 100_000
"""So many positions are searched for a forced win, if nothing else is said."""

FOR_A_MOVE = {True: (50_000, 30_000), False: (1_000, 1_000)}
"""So many are searched by alpha-beta for a move, and for each forced win on the way to it, if
nothing else is said; compiled, and in plain Python."""

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


def forced_win(
    game: Game,
    state: State,
    *,
    threes: bool = False,
    most_fours: int | None = None,
    positions: int | None = THREAT_POSITIONS,
) -> ForcedWin | None:
    """The shortest win by continuous fours for the player to move, or `None`.

    Each stone of the attacker makes a four (or, with `threes`, threatens a four that can't be
    answered), so the defender's answers are forced, and the last one makes a five. A five at once
    is a win with no fours. What is found is certain. `None` means that there is no such win with
    `most_fours` fours or fewer, or that none was found in so many `positions`; with `None` for both
    it means that there is none.

    >>> from course_lib.games import Gomoku
    >>> game = Gomoku(9)
    >>> forced_win(game, game.play("c5 c1 d5 d1 e5 g1")).fours
    1
    """
    for number, name in ((most_fours, "most_fours"), (positions, "positions")):
        if number is not None and number != 0:
            check_count(number, name, "forced_win")
    seen = _look(game, state, "forced_win")
    most = math.inf if most_fours is None else most_fours
    line = seen.position.forced_line(seen.player, most, _limit(positions), threes=threes)
    return None if line is None else ForcedWin(len(line) // 2, tuple(map(seen.square, line)))


def winning_first_moves(
    game: Game, state: State, *, positions: int | None = THREAT_POSITIONS
) -> dict[Square, int]:
    """Every move that keeps a forced win by fours, with the number of fours it then takes.

    The moves come in reading order. The number counts the fours from this move on, this one
    included. Who can make a five does: then these moves are all, with a 0. Moves about which so
    many `positions` are not enough are left out.
    """
    seen = _look(game, state, "winning_first_moves")
    position, player = seen.position, seen.player
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
    return {seen.square(place): fours for place, fours in found.items()}


def gomoku_search(
    game: Game,
    state: State,
    *,
    depth: int | None = None,
    positions: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
) -> tuple[float, Action]:
    """An estimate from -1 to 1 of this state for the player to move, and the action to take.

    A five, the stop of a five, a forced win by fours and threes and the defence against one by
    fours come first; where nothing is forced alpha-beta looks `depth` moves ahead, or as deep as it
    gets in so many `positions`, or `seconds`. 1 is a proven win and -1 a proven loss. With `rng`
    moves that promise the same are tried in random order. The clock begins when all that has to be
    compiled is.
    """
    for number, name in ((depth, "depth"), (positions, "positions")):
        if number is not None:
            check_count(number, name, "gomoku_search")
    check_seconds(seconds, "gomoku_search")
    seen = _look(game, state, "gomoku_search")
    usual, _ = FOR_A_MOVE[seen.position.compiled]
    if positions is None and depth is None and seconds is None:
        positions = usual
    if seconds is not None:
        warm_up()
    empty = seen.board.count(EMPTY)
    budget = _Budget(min(_limit(depth), empty), _limit(positions), timed=seconds is not None)
    with called_after(seconds, seen.position.stop):
        value, place = _choose(seen, budget, rng)
    return value, seen.square(place)


def evaluate(game: Game, state: State, player: Player) -> float:
    """How much better this player's chances to make a five look, strictly between -1 and 1."""
    seen = _look(game, state, "evaluate")
    value = squashed(seen.position.estimate(seen.player))
    return value if seen.rules.players[seen.player] == player else -value


def gomoku_player(
    *,
    depth: int | None = None,
    positions: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
) -> GomokuPlayer:
    """A player that never misses a five or a block, sees forced wins, and else uses alpha-beta.

    It searches `depth` moves deep, or as deep as it gets with so many `positions` for a move, or in
    so many `seconds`; the options and what it does in which order are those of `gomoku_search`.
    Without `rng` it always plays the same in the same position; with `rng` it varies where moves
    promise the same.
    """
    return GomokuPlayer(depth, positions, seconds, rng)


class GomokuPlayer:
    """What `gomoku_player` makes."""

    name = "gomoku_player"

    def __init__(
        self, depth: int | None, positions: int | None, seconds: float | None, rng: Random | None
    ) -> None:
        """Keep the options of the search."""
        for number, what in ((depth, "depth"), (positions, "positions")):
            if number is not None:
                check_count(number, what, self.name)
        check_seconds(seconds, self.name)
        if rng is not None:
            check_rng(rng, self.name)
        self.budget: dict[str, Any] = {"depth": depth, "positions": positions, "seconds": seconds}
        self.rng = rng

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any and this player was made to draw."""
        if self.rng is not None:
            self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the move to make."""
        _, action = gomoku_search(game, state, **self.budget, rng=self.rng)
        return action

    def __repr__(self) -> str:
        given = self.budget.items()
        options = [f"{name}={value}" for name, value in given if value is not None]
        options += ["rng=rng"] if self.rng is not None else []
        return f"{self.name}({', '.join(options)})"


def analysis(game: Game, state: State) -> dict[str, Any]:
    """Who is to move, a value for each legal move, and the forced win by fours.

        {"to_move": "X", "moves": {"h8": 0.12, ...},
         "forced_win": {"fours": 2, "line": ["h8", ...], "first_moves": ["h8", ...]}}

    A value is for the player who makes the move. 1 is a win that is proven: the move makes a five,
    or keeps a forced win by fours. -1 is a proven loss: it lets the other do so. All other values
    lie between -0.99 and 0.99 and are estimates; all moves far from every stone share one. They
    come in reading order. `forced_win` is `None` where there is none.
    """
    seen = _look(game, state, "analysis")
    position, name = seen.position, game.action_name
    won, first_moves = forced_win(game, state), winning_first_moves(game, state)
    places = [place for place, mark in enumerate(seen.board) if mark == EMPTY]
    sure = {place for place in places if seen.square(place) in first_moves}
    near = sure.union(position.candidates())
    far = _value_of_far_moves(seen) if len(near) < len(places) else None

    def value_of(place: int) -> float:
        if place in sure:
            return 1.0
        return _value_of_move(seen, place) if far is None or place in near else far

    return {
        "to_move": game.to_move(state),
        "moves": {name(seen.square(place)): value_of(place) for place in places},
        "forced_win": won
        and {
            "fours": won.fours,
            "line": [name(square) for square in won.line],
            "first_moves": [name(square) for square in first_moves],
        },
    }


def warm_up() -> None:
    """Compile or load all searches now, so that the first question is not the slow one."""
    position = Position(KInARow(5, 5, 5), EMPTY * 25)
    position.put(12, 0)
    position.answers_to_threes(0)
    position.fours(0)
    for threes in (False, True):
        position.forced_line(0, 1, 1, threes=threes)
    position.best(0, position.candidates(), 1, 1)
    position.take_back(12)


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


def squashed(value: int) -> float:
    """A value of the search as a number between -1 and 1; wins and losses are almost that.

    >>> squashed(0), squashed(HALF), squashed(-SURE)
    (0.0, 0.5, -0.99)
    """
    if abs(value) >= SURE:
        return math.copysign(ALMOST, value)
    return ALMOST * value / (abs(value) + (2 * ALMOST - 1) * HALF)


# --- what they share -----------------------------------------------------------------------------


class _Budget(NamedTuple):
    """How deep a search may go, how much it may look at, and whether a clock runs besides."""

    depth: float
    positions: float
    timed: bool


class _Seen(NamedTuple):
    """A state that is not final: its readable rules and board, its position, who is to move."""

    rules: KInARow
    board: tuple[str, ...]
    position: Position
    player: int

    @property
    def limit(self) -> int:
        """So many positions are searched for each forced win."""
        return FOR_A_MOVE[self.position.compiled][1]

    def square(self, place: int) -> Square:
        """The square at this place."""
        return divmod(place, self.rules.columns)


def _look(game: Game, state: State, asker: str) -> _Seen:
    """This state for the searches; a final one is refused."""
    rules = rules_of(game)
    check_not_over(game, state, asker)
    if isinstance(game, CompactGame):
        state = game.unpack(state)
    player = rules.players.index(rules.to_move(state))
    return _Seen(rules, state.board, Position(rules, state.board), player)


def _choose(seen: _Seen, budget: _Budget, rng: Random | None) -> tuple[float, int]:
    """The value and the place of the move to make."""
    position, player, other = seen.position, seen.player, 1 - seen.player
    if fives := position.fives(player):
        return 1.0, fives[0]
    dangers = position.fives(other)
    places = choices(position, player)
    # With threes as well, more than this is rarely found by searching on.
    for threes, most in () if dangers else ((False, math.inf), (True, MOST_THREES)):
        line = position.forced_line(player, most, seen.limit, threes=threes)
        if line is not None:
            return 1.0, line[0]
    if not dangers and position.forced_line(other, math.inf, seen.limit, threes=False):
        places = _stopping(seen, places) or places
    if rng is not None:
        rng.shuffle(places)
    positions = budget.positions
    if budget.timed and len(places) == 1:
        # Only the value is still to be found.
        positions = min(positions, FOR_A_MOVE[position.compiled][0])
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
    answers = position.answers_to_threes(other)
    if answers is None or any(len(fives) > 1 for fives in position.fours(player).values()):
        return position.candidates()
    return answers or position.candidates()


def _stopping(seen: _Seen, places: list[int]) -> list[int]:
    """Those places where a stone of the player to move leaves the other no forced win by fours.

    A four of one's own is answered first: it must not only put the loss off.
    """
    position, player, other = seen.position, seen.player, 1 - seen.player
    fours, stops = position.fours(player), []
    for place in places:
        answer = min(fours.get(place, ()), default=None)
        position.put(place, player)
        if answer is not None:
            position.put(answer, other)
        stays = position.forced_line(other, math.inf, seen.limit, threes=False)
        if stays is None and not position.stopped:
            stops.append(place)
        if answer is not None:
            position.take_back(answer)
        position.take_back(place)
    return stops


def _value_of_far_moves(seen: _Seen) -> float | None:
    """What all moves are worth that change nothing; `None` if each may be a loss or a rescue.

    A stone far from all others is worth no more than to pass. But where passing loses by force, it
    may stand in the way of the last stone of a long chain.
    """
    other = 1 - seen.player
    if seen.position.forced_line(other, math.inf, seen.limit, threes=False):
        return None
    return _estimate_for_other(seen)


def _value_of_move(seen: _Seen, place: int) -> float:
    """The value of a move that is no proven win, for the player who makes it."""
    position, other = seen.position, 1 - seen.player
    position.put(place, seen.player)
    if position.forced_line(other, math.inf, seen.limit, threes=False):
        value = -1.0
    else:
        value = _estimate_for_other(seen)
    position.take_back(place)
    return value


def _estimate_for_other(seen: _Seen) -> float:
    """The worth, for the player who has just moved, of what the other one can do now."""
    other = 1 - seen.player
    places = choices(seen.position, other)
    if not places:
        return 0.0  # the board is full
    # Two moves ahead, in so many positions: every move has its turn.
    return round(0.0 - squashed(seen.position.best(other, places, 2, 300).value), 3)


def _limit(positions: int | None) -> float:
    """This number, or infinity where none is given."""
    return math.inf if positions is None else positions
