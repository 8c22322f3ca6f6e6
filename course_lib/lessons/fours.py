"""Forced wins by fours in Gomoku, for the puzzles of lesson 04: small, in plain Python, and sure.

A four is a stone after which its player would have five in a row with one more. The opponent has
to answer it on that one square. A forced win by fours is a chain of such stones at whose end
there are two squares to win on.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from course_lib.game import State
from course_lib.games import Gomoku
from course_lib.games.k_in_a_row import lines_through
from course_lib.games.squares import EMPTY, Places, Square


class Fours(NamedTuple):
    """A forced win: the first stone, and in how many stones of the attacker it is over."""

    first: Square
    stones: int


def first_stones(game: Gomoku, state: State, most: int = 12) -> dict[Square, int]:
    """Each first stone of a forced win by fours, and with how many stones it wins.

    At most `most` stones of the attacker are looked at, the one that makes five included.

    >>> game = Gomoku()
    >>> first_stones(game, game.play("f8 f2 g8 h2 h8 k2 i8 m2"))
    {(7, 4): 1, (7, 9): 1}
    """
    position = _Position(game, state)
    found: dict[Square, int] = {}
    for place in position.tries():
        for stones in range(1, most + 1):
            if position.wins_with(place, stones):
                found[divmod(place, game.columns)] = stones
                break
    return dict(sorted(found.items()))


def shortest(game: Gomoku, state: State, most: int = 12) -> Fours | None:
    """The first of the shortest forced wins by fours, or `None`."""
    found = first_stones(game, state, most)
    return min((Fours(*pair) for pair in found.items()), key=lambda win: win.stones, default=None)


def forced_line(game: Gomoku, state: State, most: int = 12) -> list[Square]:
    """The stones of both sides in a shortest forced win, the five at its end included."""
    line = []
    while (win := shortest(game, state, most)) is not None:
        after = game.result(state, win.first)
        line.append(win.first)
        if game.is_terminal(after):
            break
        answer = min(winning_squares(game, after, game.to_move(state)))
        line.append(answer)
        state, most = game.result(after, answer), win.stones - 1
    return line


def winning_squares(game: Gomoku, state: State, player: str) -> set[Square]:
    """The empty squares on which this player would have five in a row at once."""
    position = _Position(game, state, player)
    return {divmod(place, game.columns) for place in position.fives(position.mine, position.theirs)}


def defender(game: Gomoku, state: State) -> Square:
    """A player that makes five if it can, and stops a four; otherwise it stays near the middle."""
    mover = game.to_move(state)
    other = next(player for player in game.players if player != mover)
    for player in (mover, other):
        squares = winning_squares(game, state, player)
        if squares:
            return min(squares)
    middle = game.rows // 2
    free: list[Square] = list(game.actions(state))  # type: ignore[arg-type]
    return min(free, key=lambda square: max(abs(square[0] - middle), abs(square[1] - middle)))


class _Position:
    """The stones of the attacker, who is to move, and of the other side."""

    def __init__(self, game: Gomoku, state: State, attacker: str | None = None) -> None:
        attacker = attacker or game.to_move(state)
        self.lines = _lines(game)
        self.squares = range(game.rows * game.columns)
        self.mine = frozenset(at for at in self.squares if state.board[at] == attacker)
        taken = frozenset(at for at in self.squares if state.board[at] != EMPTY)
        self.theirs = taken - self.mine
        # The same fours in another order lead to the same stones.
        self._found: dict[tuple[frozenset[int], frozenset[int], int, int], bool] = {}

    def tries(self) -> list[int]:
        """The places on which the attacker has five or makes a four, in reading order."""
        return self._tries(self.mine, self.theirs)

    def wins_with(self, place: int, stones: int) -> bool:
        """Whether a stone on this place wins with so many stones of the attacker in all."""
        return self._known_to_win(self.mine, self.theirs, place, stones)

    def fives(self, mine: frozenset[int], theirs: frozenset[int]) -> set[int]:
        """The empty places on which the owner of the first stones would have five."""
        return {
            place
            for at in mine
            for line, ends in self.lines[at]
            if (place := _gap(line, ends, mine, theirs)) is not None
        }

    def _tries(self, mine: frozenset[int], theirs: frozenset[int]) -> list[int]:
        at_once = self.fives(mine, theirs)
        if at_once:
            return sorted(at_once)
        threes = {
            place
            for at in mine
            for line, _ in self.lines[at]
            if theirs.isdisjoint(line) and len(mine.intersection(line)) == 3
            for place in line
            if place not in mine
        }
        must = self.fives(theirs, mine)
        return sorted(threes & must if must else threes)

    def _known_to_win(
        self, mine: frozenset[int], theirs: frozenset[int], place: int, stones: int
    ) -> bool:
        """What was found out before, or what is found out now."""
        key = mine, theirs, place, stones
        if key not in self._found:
            self._found[key] = self._find_out(mine, theirs, place, stones)
        return self._found[key]

    def _find_out(
        self, mine: frozenset[int], theirs: frozenset[int], place: int, stones: int
    ) -> bool:
        if place in self.fives(mine, theirs):
            return True
        if stones < 2:
            return False
        after = mine | {place}
        if self.fives(theirs, after):
            return False  # the other side is faster
        answers = self.fives(after, theirs)
        if len(answers) > 1:
            return True
        return any(
            self._known_to_win(after, theirs | {answer}, following, stones - 1)
            for answer in answers
            for following in self._tries(after, theirs | {answer})
        )


def _gap(line: Places, ends: Places, mine: frozenset[int], theirs: frozenset[int]) -> int | None:
    """The one place missing in this line, or `None`; a stone at one of its `ends` makes six."""
    if not theirs.isdisjoint(line) or not mine.isdisjoint(ends):
        return None
    missing = [place for place in line if place not in mine]
    return missing[0] if len(missing) == 1 else None


@cache
def _lines(game: Gomoku) -> list[list[tuple[Places, Places]]]:
    """For each place all lines of five through it."""
    return lines_through(game)
