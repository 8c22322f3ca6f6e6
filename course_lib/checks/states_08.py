"""The states that the cases of lesson 08 ask about: they come from random games, by a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.references_08 import finishing
from course_lib.checks.windows_08 import row_from_below, windows_of
from course_lib.game import Action, State
from course_lib.games import KInARow


class Seen(NamedTuple):
    """A state that is not final, with what one look at its board tells."""

    game: KInARow
    state: State

    @property
    def stones(self) -> int:
        """How many stones lie on the board."""
        return sum(mark != "." for mark in self.state.board)

    @property
    def wins(self) -> set[Action]:
        """The actions with which the player to move wins at once."""
        return self._open(0)

    @property
    def blocks(self) -> set[Action]:
        """The actions that take a square on which the other would win."""
        return self._open(1)

    @property
    def harmless(self) -> set[Action]:
        """The actions after which the other can't win at once."""
        return {
            action
            for action in self.game.actions(self.state)
            if not Seen(self.game, self.game.result(self.state, action)).wins
        }

    @property
    def threats(self) -> list[tuple[str, int]]:
        """Each window that lacks one stone: whose it is, and the place of the gap."""
        found = []
        for window in windows_of(self.game):
            gaps = [place for place in window if self.state.board[place] == "."]
            owners = {self.state.board[place] for place in window} - {"."}
            if len(gaps) == 1 and len(owners) == 1:
                found.append((*owners, *gaps))
        return found

    @property
    def forces(self) -> set[Action]:
        """The actions after which no answer keeps the player to move from winning at once."""
        return {
            action
            for action in self.harmless
            for after in [self.game.result(self.state, action)]
            if not self.game.is_terminal(after)
            and all(
                Seen(self.game, self.game.result(after, answer)).wins
                for answer in self.game.actions(after)
            )
        }

    def _open(self, whose: int) -> set[Action]:
        """The actions that finish a window: of the player to move (0), or of the other (1)."""
        squares = finishing(self.game, self.state)[whose]
        return {action for action in self.game.actions(self.state) if action in squares}


@cache
def states(
    game: KInARow, seed: int, wanted: Callable[[Seen], object], many: int, apart: int = 3
) -> list[Seen]:
    """So many states of random games for which `wanted` holds, the first of each `apart`."""
    found = (seen for seen in _along(game, seed) if wanted(seen))
    return list(islice(found, 0, many * apart, apart))


def any_state(_seen: Seen) -> bool:
    """Every state will do."""
    return True


def with_colours_exchanged(seen: Seen) -> State:
    """The state in which each stone belongs to the other player; both have equally many."""
    one, other = seen.game.players
    exchanged = {one: other, other: one, ".": "."}
    return seen.game.parse("".join(exchanged[mark] for mark in seen.state.board))


def in_a_mirror(seen: Seen) -> State:
    """The state with left and right exchanged."""
    board, width = seen.state.board, seen.game.columns
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    return seen.game.parse("".join("".join(row[::-1]) for row in rows))


def waits_in_an_own_row(seen: Seen) -> bool:
    """Whether there are threats, of one player alone, all in this player's rows and none now."""
    game, board = seen.game, seen.state.board
    if seen.stones % 2 or len({owner for owner, _ in seen.threats}) != 1:
        return False
    return all(
        row_from_below(game, gap) % 2 == (owner == game.players[0])
        and gap + game.columns < len(board)
        and board[gap + game.columns] == "."
        for owner, gap in seen.threats
    )


@cache
def _walk(game: KInARow, seed: str) -> tuple[Any, ...]:
    """The states of a random game that are not final."""
    rng, state, met = Random(seed), game.initial, []
    while not game.is_terminal(state):
        met.append(state)
        drawn = rng.choice(game.actions(state))
        state = game.result(state, drawn)
    return tuple(met)


def _along(game: KInARow, seed: int) -> Iterator[Seen]:
    for number in range(400):
        yield from (Seen(game, state) for state in _walk(game, f"{seed} {number}"))
