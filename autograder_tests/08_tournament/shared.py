"""The states that the exercises of lesson 08 ask about: they come from random games, by a seed."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from course_lib.lessons.windows import row_from_below, windows_of


def threats(game, state):
    """Each window that lacks one stone: whose it is, and the place of the gap."""
    found = []
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        if marks.count(".") == 1 and len(owners := {*marks} - {"."}) == 1:
            found.append((*owners, window[marks.index(".")]))
    return found


class Seen(NamedTuple):
    """A state that is not final, with what one look at its board tells."""

    game: Any
    state: Any

    @property
    def stones(self):
        """How many stones lie on the board."""
        return sum(mark != "." for mark in self.state.board)

    @property
    def wins(self):
        """The actions with which the player to move wins at once."""
        return self._open(mine=True)

    @property
    def blocks(self):
        """The actions that take a square on which the other would win."""
        return self._open(mine=False)

    @property
    def harmless(self):
        """The actions after which the other can't win at once."""
        return {
            action
            for action in self.game.actions(self.state)
            if not Seen(self.game, self.game.result(self.state, action)).wins
        }

    @property
    def forces(self):
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

    def _open(self, *, mine):
        """The actions that finish a window of the player to move, or else of the other."""
        game, state = self
        mover = game.to_move(state)
        gaps = {gap for owner, gap in threats(game, state) if (owner == mover) is mine}
        squares = {divmod(gap, game.columns) for gap in gaps}
        return {action for action in game.actions(state) if action in squares}


@cache
def states(game, seed, wanted, many, apart=3):
    """So many states of random games for which `wanted` holds, the first of each `apart`."""
    found = (seen for seen in _along(game, seed) if wanted(seen))
    return list(islice(found, 0, many * apart, apart))


def any_state(_seen):
    """Every state will do."""
    return True


def with_colours_exchanged(seen):
    """The state in which each stone belongs to the other player; both have equally many.

    Where stones fall, it may be one that no game leads to.
    """
    one, other = seen.game.players
    exchanged = {one: other, other: one, ".": "."}
    return seen.game.state_of(tuple(exchanged[mark] for mark in seen.state.board), None)


def in_a_mirror(seen):
    """The state with left and right exchanged."""
    board, width = seen.state.board, seen.game.columns
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    return seen.game.state_of(tuple(mark for row in rows for mark in row[::-1]), None)


def waits_in_an_own_row(seen):
    """Whether there are threats, of one player alone, all in this player's rows and none now."""
    game, board = seen.game, seen.state.board
    if seen.stones % 2 or len({owner for owner, _ in threats(*seen)}) != 1:
        return False
    return all(
        row_from_below(game, gap) % 2 == (owner == game.players[0])
        and gap + game.columns < len(board)
        and board[gap + game.columns] == "."
        for owner, gap in threats(*seen)
    )


@cache
def _walk(game, seed):
    """The states of a random game that are not final."""
    rng, state, met = Random(seed), game.initial, []
    while not game.is_terminal(state):
        met.append(state)
        drawn = rng.choice(game.actions(state))
        state = game.result(state, drawn)
    return tuple(met)


def _along(game, seed):
    for number in range(400):
        yield from (Seen(game, state) for state in _walk(game, f"{seed} {number}"))
