"""What an expert knows of a Gomoku position: forced wins, all first moves that keep one, a move.

    forced_win(game, state)             the shortest win by continuous fours, or None
    winning_first_moves(game, state)    all moves with which it begins
    gomoku_search(game, state)          (value, action), with alpha-beta where nothing is forced
    evaluate(game, state, player)       an estimate without a search
    gomoku_player()                     a player
    analysis(game, state)               all that there is to say, as plain data

`game` is any game of five in a row for two without gravity: `Gomoku(15)`, `Gomoku(9, exact=True)`.
The searches are in `gomoku_kernels`: compiled where numba is there, else a hundred times slower.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, cast

from course_lib.game import Action, Game, Player, State
from course_lib.games.compact import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY, Square
from course_lib.play.players import PlayerFunction
from course_lib.search.questions import check_count, check_not_over, check_rng
from course_tools.engines.clock import CompiledPlayer, called_after, check_seconds
from course_tools.engines.jit import Array, array, have_numba, large_array, plain

THREAT_POSITIONS = 100_000
"""So many positions are searched for a forced win, if nothing else is said."""

FOR_A_MOVE = {True: (50_000, 30_000), False: (1_000, 1_000)}
"""So many are searched by alpha-beta for a move, if nothing else is said, and for each forced win
with threes or of the other side; compiled, and in plain Python."""

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
    position = _position(game, state, "forced_win")
    most, limit = _limit(most_fours), _limit(positions)
    line = position.forced_line(position.to_move, most, limit, threes=threes)
    return None if line is None else ForcedWin(len(line) // 2, tuple(map(position.square, line)))


def winning_first_moves(
    game: Game, state: State, *, positions: int | None = THREAT_POSITIONS
) -> dict[Square, int]:
    """Every move that keeps a forced win by fours, with the number of fours it then takes.

    The moves come in reading order. The number counts the fours from this move on, this one
    included. Who can make a five does: then these moves are all, with a 0. Moves about which so
    many `positions` are not enough are left out.
    """
    position = _position(game, state, "winning_first_moves")
    player = position.to_move
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
    return {position.square(place): fours for place, fours in found.items()}


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
    _check_options("gomoku_search", depth, positions, seconds, rng)
    position = _position(game, state, "gomoku_search")
    usual, _ = FOR_A_MOVE[position.compiled]
    if positions is None and depth is None and seconds is None:
        positions = usual
    if seconds is not None:
        warm_up()
    with called_after(seconds, position.stop):
        places, line = _forced(position)
        if line is not None:
            return 1.0, position.square(line[0])
        if rng is not None:
            rng.shuffle(places)
        most = _limit(positions)
        if seconds is not None and len(places) == 1:
            most = min(most, usual)  # only the value is still to be found
        deepest = min(_limit(depth), len(position.empty()))
        found = position.best(position.to_move, places, deepest, most)
    lost = len(position.fives(1 - position.to_move)) > 1
    return -1.0 if lost else squashed(found.value), position.square(found.place)


def evaluate(game: Game, state: State, player: Player) -> float:
    """How much better this player's chances to make a five look, strictly between -1 and 1."""
    position = _position(game, state, "evaluate")
    value = squashed(position.estimate(position.to_move))
    return value if position.rules.players[position.to_move] == player else -value


def gomoku_player(
    *,
    depth: int | None = None,
    positions: int | None = None,
    seconds: float | None = None,
    rng: Random | None = None,
) -> PlayerFunction:
    """A player that never misses a five or a block, sees forced wins, and else uses alpha-beta.

    It searches `depth` moves deep, or as deep as it gets with so many `positions` for a move, or in
    so many `seconds`; the options and what it does in which order are those of `gomoku_search`.
    Without `rng` it always plays the same in the same position; with `rng` it varies where moves
    promise the same.
    """
    _check_options("gomoku_player", depth, positions, seconds, rng)
    options = {"depth": depth, "positions": positions, "seconds": seconds, "rng": rng}
    return CompiledPlayer("gomoku_player", gomoku_search, options, {"seconds": 0.001})


def analysis(game: Game, state: State) -> dict[str, Any]:
    """Who is to move, a value for each legal move, and the forced win by fours.

        {"to_move": "X", "moves": {"h8": 0.12, ...},
         "forced_win": {"fours": 2, "line": ["h8", ...], "first_moves": ["h8", ...]}}

    A value is for the player who makes the move. 1 is a win that is proven: the move makes a five,
    or keeps a forced win by fours. -1 is a proven loss: it lets the other do so. All other values
    lie between -0.99 and 0.99 and are estimates; all moves far from every stone share one. They
    come in reading order. `forced_win` is `None` where there is none.
    """
    position, name = _position(game, state, "analysis"), game.action_name
    won, first_moves = forced_win(game, state), winning_first_moves(game, state)
    places = position.empty()
    sure = {place for place in places if position.square(place) in first_moves}
    near = sure.union(position.candidates())
    far = None
    # A stone far from all others is worth no more than to pass. But where passing loses by force,
    # it may stand in the way of the last stone of a long chain.
    if len(near) < len(places) and not position.loses_by_fours():
        far = _estimate_for_other(position)

    def value_of(place: int) -> float:
        if place in sure:
            return 1.0
        if far is not None and place not in near:
            return far
        position.put(place, position.to_move)
        value = -1.0 if position.loses_by_fours() else _estimate_for_other(position)
        position.take_back(place)
        return value

    return {
        "to_move": game.to_move(state),
        "moves": {name(position.square(place)): value_of(place) for place in places},
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


def five_in_a_row(game: Game) -> bool:
    """Whether this is Gomoku on some board, for two."""
    if not isinstance(game, KInARow) or game.misere:
        return False
    return not game.gravity and (game.length, len(game.players)) == (5, 2)


def expert_knows(game: Any) -> bool:
    """Whether it is, and no larger than the searches can deal with."""
    return five_in_a_row(game) and max(game.rows, game.columns) <= LARGEST


def rules_of(game: Game) -> KInARow:
    """The readable game of five in a row that this is; anything else is a `ValueError`."""
    rules: Any = game.game if isinstance(game, CompactGame) else game
    if expert_knows(rules):
        return cast("KInARow", rules)
    raise ValueError(
        f"{game!r} is not a game that a Gomoku expert knows: that is five in a row for two players,"
        f" without gravity, on up to {LARGEST} rows and columns, such as Gomoku(15)"
    )


def squashed(value: int) -> float:
    """A value of the search as a number between -1 and 1; wins and losses are almost that.

    >>> squashed(0), squashed(HALF), squashed(-1_000_000)
    (0.0, 0.5, -0.99)
    """
    from course_tools.engines.gomoku_kernels import SURE

    if abs(value) >= SURE:
        return math.copysign(ALMOST, value)
    return ALMOST * value / (abs(value) + (2 * ALMOST - 1) * HALF)


# --- what is forced ------------------------------------------------------------------------------


def _forced(position: Position) -> tuple[list[int], list[int] | None]:
    """The places worth a thought for the player to move, and a line that wins for sure."""
    player, other = position.to_move, 1 - position.to_move
    if fives := position.fives(player):
        return fives, fives
    dangers, places = position.fives(other), choices(position, player)
    # With threes as well, more than this is rarely found by searching on.
    kinds = (False, math.inf, THREAT_POSITIONS), (True, MOST_THREES, position.limit)
    for threes, most, positions in kinds:
        if not (threes and dangers):
            line = position.forced_line(player, most, positions, threes=threes)
            if line is not None:
                return places, line
    if not dangers and position.loses_by_fours():
        places = _stopping(position, places) or places
    return places, None


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


def _stopping(position: Position, places: list[int]) -> list[int]:
    """Those places where a stone of the player to move leaves the other no forced win by fours.

    A four of one's own is answered first: it must not only put the loss off.
    """
    player, other = position.to_move, 1 - position.to_move
    fours, stops = position.fours(player), []
    for place in places:
        answer = min(fours.get(place, ()), default=None)
        position.put(place, player)
        if answer is not None:
            position.put(answer, other)
        if not position.loses_by_fours() and not position.stopped:
            stops.append(place)
        if answer is not None:
            position.take_back(answer)
        position.take_back(place)
    return stops


def _estimate_for_other(position: Position) -> float:
    """The worth, for the player who has just moved, of what the other one can do now."""
    other = 1 - position.to_move
    places = choices(position, other)
    if not places:
        return 0.0  # the board is full
    # Two moves ahead, in so many positions: every move has its turn.
    return round(0.0 - squashed(position.best(other, places, 2, 300).value), 3)


def _limit(number: int | None) -> float:
    """This number, or infinity where none is given."""
    return math.inf if number is None else number


def _check_options(
    asker: str,
    depth: int | None,
    positions: int | None,
    seconds: float | None,
    rng: Random | None,
) -> None:
    """Refuse what can't be an option of the search."""
    for number, name in ((depth, "depth"), (positions, "positions")):
        if number is not None:
            check_count(number, name, asker)
    check_seconds(seconds, asker)
    if rng is not None:
        check_rng(rng, asker)


# --- a position ----------------------------------------------------------------------------------


class Best(NamedTuple):
    """The best place, its value, how deep the last search was that was finished, and its cost."""

    value: int
    place: int
    depth: int
    searched: int


class Position:
    """A position, and the searches on it, which keep their tables.

    Players are 0 and 1, and places are numbered in reading order.
    """

    def __init__(
        self, rules: KInARow, stones: Sequence[str], to_move: int = 0, *, compiled: bool = True
    ) -> None:
        """Look at these stones, given as in a state of the game."""
        from course_tools.engines import gomoku_kernels

        self.rules, self.to_move = rules, to_move
        self.compiled, self.stopped = compiled and have_numba(), False
        self._kernels: Any = gomoku_kernels if self.compiled else plain(gomoku_kernels.__name__)
        self._board = gomoku_kernels.empty_board(rules, self._numbers)
        self._memories: dict[str, Any] = {}
        for place, mark in enumerate(stones):
            if mark != EMPTY:
                self.put(place, rules.players.index(mark))

    @property
    def limit(self) -> int:
        """So many positions are searched for each forced win."""
        return FOR_A_MOVE[self.compiled][1]

    def square(self, place: int) -> Square:
        """The square at this place."""
        return divmod(place, self.rules.columns)

    def empty(self) -> list[int]:
        """The empty places."""
        return [place for place, player in enumerate(self._board.at) if player < 0]

    def put(self, place: int, player: int) -> None:
        """Put a stone of this player on an empty place."""
        self._kernels.put(self._board, place, player)

    def take_back(self, place: int) -> None:
        """Take the stone from this place."""
        self._kernels.take_back(self._board, place)

    def fives(self, player: int) -> list[int]:
        """The places where one stone wins for this player."""
        board, fours = self._board, player * self._kernels.LISTS + 4
        start = fours * (len(board.slot) // 2)
        windows = _listed(board.live[start : start + board.many[fours]])
        around = {int(board.places[5 * window + at]) for window in windows for at in range(5)}
        return sorted(place for place in around if board.at[place] < 0)

    def fours(self, player: int) -> dict[int, set[int]]:
        """The places where a stone makes a four, each with the first two places for the five."""
        found = _listed(self._kernels.fours_of(self._board, player))
        rows = zip(found[::3], found[1::3], found[2::3], strict=True)
        return {place: {five for five in fives if five >= 0} for place, *fives in rows}

    def answers_to_threes(self, player: int) -> list[int] | None:
        """The other's only defences against a four that can't be answered; `None` without one."""
        fours = self._kernels.fours_of(self._board, player)
        threatened, answers = self._kernels.answers_to_threes(self._board, player, fours)
        return _listed(answers) if threatened else None

    def candidates(self) -> list[int]:
        """The empty places near a stone; on an empty board the middle, or all if that is taken."""
        if all(player < 0 for player in self._board.at):
            return [self.rules.rows // 2 * self.rules.columns + self.rules.columns // 2]
        return _listed(self._kernels.candidates(self._board))

    def promising(self, places: Sequence[int]) -> list[int]:
        """These places, those first where a stone changes most."""
        return _listed(self._kernels.ordered(self._board, self._numbers(places), len(places)))

    def estimate(self, player: int) -> int:
        """How much more this player's live windows are worth than the other's."""
        return int(self._board.totals[player] - self._board.totals[1 - player])

    def stop(self) -> None:
        """End the search that runs, and all later ones, as if no position were left.

        Another thread may say so: compiled searches let go of Python while they run.
        """
        self.stopped = True
        for memory in tuple(self._memories.values()):
            memory.spent[self._kernels.ALLOWED] = 0

    def loses_by_fours(self) -> bool:
        """Whether the other player, if he were to move, has a forced win by fours."""
        other = 1 - self.to_move
        return self.forced_line(other, math.inf, self.limit, threes=False) is not None

    def forced_line(
        self, player: int, most: float, positions: float, *, threes: bool
    ) -> list[int] | None:
        """A shortest line of fours, or of fours and threes, that wins for this player to move.

        It looks for a win without a threat, then with one, then with two, until nothing more is cut
        off, or too much is asked; of equally short ones it is the first. `None` if there is none
        with so few threats, or none was found in so many positions.
        """
        kernels, memory = self._kernels, self._memory("threes" if threes else "fours", positions)
        line = self._numbers([0] * (len(self._board.at) + 3))
        found, threats, kinds = kernels.CUT, 0, int(threes)
        while found == kernels.CUT and threats <= min(most, kernels.FOR_EVER - 1):
            found = kernels.attack(self._board, memory, player, threats, line, 0, kinds)
            threats += 1
        return _listed(line[:found]) if found > 0 else None

    def best(self, player: int, places: list[int], depth: float, positions: float) -> Best:
        """The best of these places for this player to move, as far as alpha-beta sees.

        It searches one move deep, then two, then three, up to `depth`, and until `positions` have
        been searched or the outcome is sure. The places that are best so far are tried first. With
        too few positions for even one move the most promising place is taken, unseen.
        """
        memory = self._memory("alphabeta", positions)
        places = self.promising(places)
        best = Best(self.estimate(player), places[0], 0, 0)
        while best.depth < depth and abs(best.value) < self._kernels.SURE:
            value, choice = self._kernels.best_at(
                self._board, memory, player, self._numbers(places), best.depth + 1
            )
            if choice < 0:
                break
            best = Best(int(value), places[choice], best.depth + 1, 0)
            places.insert(0, places.pop(choice))
        return best._replace(searched=int(memory.spent[self._kernels.SEARCHED]))

    def _memory(self, name: str, positions: float) -> Any:
        """The table of this search, with nothing spent yet of what is allowed."""
        if name not in self._memories:
            size = 1 << (17 if name == "alphabeta" else 15)
            tables = (large_array(size, compiled=self.compiled) for _ in range(3))
            self._memories[name] = self._kernels.Memory(*tables, self._numbers([0, 0, 0]))
        memory, kernels = self._memories[name], self._kernels
        memory.spent[kernels.SEARCHED] = memory.spent[kernels.RAN_OUT] = 0
        memory.spent[kernels.ALLOWED] = 2**62 if positions == math.inf else int(positions)
        if self.stopped:  # asked last, so that a stop from another thread is never overwritten
            memory.spent[kernels.ALLOWED] = 0
        return memory

    def _numbers(self, values: Sequence[int]) -> Array:
        """These numbers as the kernels take them."""
        return array(values, compiled=self.compiled)


def _position(game: Game, state: State, asker: str) -> Position:
    """This state for the searches; a final one is refused."""
    rules = rules_of(game)
    check_not_over(game, state, asker)
    if isinstance(game, CompactGame):
        state = game.unpack(state)
    return Position(rules, state.board, rules.players.index(rules.to_move(state)))


def _listed(found: Iterable[Any]) -> list[int]:
    """These numbers in plain Python."""
    return [int(number) for number in found]
