"""Forced wins by fours in Gomoku, for the puzzles of lesson 04: small, in plain Python, and sure.

A forced win by fours is a chain of fours at whose end there are two squares to win on.
"""

from __future__ import annotations

from typing import NamedTuple

from course_lib.game import State
from course_lib.games import Gomoku
from course_lib.games.squares import Square
from course_lib.lessons.lesson_04.gomoku_puzzles import fives, lines_of, stones_of, winning_squares


class Fours(NamedTuple):
    """A forced win: the first stone, and in how many stones of the attacker it is over."""

    first: Square
    stones: int


def first_stones(game: Gomoku, state: State, most: int = 12) -> dict[Square, int]:
    """Each first stone of a forced win by fours, and with how many stones it wins.

    At most `most` stones of the attacker are looked at, the one that makes five included.
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


class _Position:
    """The stones of the attacker, who is to move, and of the other side."""

    def __init__(self, game: Gomoku, state: State) -> None:
        self.game, self.lines = game, lines_of(game)
        self.mine, self.theirs = stones_of(game, state, game.to_move(state))
        # The same fours in another order lead to the same stones.
        self._found: dict[tuple[frozenset[int], frozenset[int], int, int], bool] = {}

    def tries(self) -> list[int]:
        """The places on which the attacker has five or makes a four, in reading order."""
        return self._tries(self.mine, self.theirs)

    def wins_with(self, place: int, stones: int) -> bool:
        """Whether a stone on this place wins with so many stones of the attacker in all."""
        return self._known_to_win(self.mine, self.theirs, place, stones)

    def _tries(self, mine: frozenset[int], theirs: frozenset[int]) -> list[int]:
        at_once = fives(self.game, mine, theirs)
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
        must = fives(self.game, theirs, mine)
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
        if place in fives(self.game, mine, theirs):
            return True
        if stones < 2:
            return False
        after = mine | {place}
        if fives(self.game, theirs, after):
            return False  # the other side is faster
        answers = fives(self.game, after, theirs)
        if len(answers) > 1:
            return True
        return any(
            self._known_to_win(after, theirs | {answer}, following, stones - 1)
            for answer in answers
            for following in self._tries(after, theirs | {answer})
        )
