"""Havannah solved: the exact value of every move, on small boards or when few cells are left.

This is plain Python, and much sooner than `search.solve`, for four reasons. Stones are bits of a
number. Who can win at once does, and who can't has to block; two threats can't both be blocked. It
asks "is it a win?" and only then "is it at least a draw?". And a position is known again by its
least mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import compress
from sys import getsizeof

from course_lib.game import OTHER, Action
from course_lib.games.havannah import Havannah, HavannahState
from course_lib.games.hexboard import hex_board
from course_lib.games.hexchains import hex_chains
from course_lib.play.progress import MOMENT, ProgressLine
from course_tools.arena.engines.proofs import Counts, TooManyStatesError

POSITIONS = 30_000
"""So many positions may be looked at for a question, if nothing else is said: some seconds."""

Stones = int
"""The stones of one player: the bits of `hexchains`."""


class HavannahSolver:
    """Exact values in one game of Havannah; what one question shows is kept for the next."""

    def __init__(self, game: Havannah, positions: int = POSITIONS) -> None:
        """Make a solver that looks at so many positions at most for each question."""
        if game.passing:
            raise ValueError(f"{game!r} can't be solved: who may pass can do so in any position")
        self.game, self.positions, self.left = game, positions, positions
        self.counts, self.line, self._stones = Counts(), ProgressLine("positions", MOMENT), 0
        self._board, self._hexes = hex_board(game.size), hex_chains(game.size)
        bits: dict[Action, Stones] = dict(zip(self._board.cells, self._hexes.bits, strict=True))
        self._bit = bits
        self._full = sum(self._hexes.bits)
        self._known: dict[tuple[Stones, Stones, int], bool] = {}
        self._wins: dict[Stones, Stones] = {}

    def values(self, state: HavannahState) -> dict[Action, int]:
        """1, 0 or -1 for every legal action: a win, draw or loss of the player who takes it."""
        if self.game.is_terminal(state):
            return {}
        mine, theirs = self._asked(state)
        wins, bit = self._winning(mine), self._bit
        return {
            action: 1 if wins & bit[action] else -self._value(theirs, mine | bit[action])
            for action in self.game.actions(state)
        }

    def value(self, state: HavannahState) -> int:
        """1, 0 or -1: a win, draw or loss of the player to move; of a final state, what it is."""
        if self.game.is_terminal(state):
            return int(self.game.utility(state, state.to_move))
        return self._value(*self._asked(state))

    def counted(self) -> Counts:
        """What it has cost so far, with the size of the table."""
        self.line.close()
        counts = self.counts
        counts.inner, counts.entries = counts.positions, len(self._known)
        if self._known:
            key = next(iter(self._known))
            counts.bytes_each = getsizeof(self._known) / len(self._known) + sum(
                map(getsizeof, (key, *key))
            )
        return counts

    def _asked(self, state: HavannahState) -> tuple[Stones, Stones]:
        """The stones of the player to move and of the other, for a new question."""
        self.left = self.positions
        mine, theirs = (
            sum(compress(self._hexes.bits, (mark == who for mark in state.board)))
            for who in (state.to_move, OTHER[state.to_move])
        )
        self._stones = (mine | theirs).bit_count()
        return mine, theirs

    def _value(self, mine: Stones, theirs: Stones) -> int:
        """What this position is worth for the player to move, whose stones come first."""
        return 1 if self._gets(mine, theirs, 1) else 0 if self._gets(mine, theirs, 0) else -1

    def _gets(self, mine: Stones, theirs: Stones, goal: int) -> bool:
        """Whether the player to move can get at least this much: 1, a win, or 0, a draw."""
        empty = self._full & ~mine & ~theirs
        if not empty:
            return goal == 0
        if self._winning(mine) & empty:
            return True
        threats = self._winning(theirs) & empty
        if threats & threats - 1:
            return False
        if threats:
            return not self._gets(theirs, mine | threats, 1 - goal)
        key = self._key(mine, theirs, goal)
        if key in self._known:
            self.counts.hits += 1
        else:
            if self.left <= 0:
                raise TooManyStatesError(
                    f"{self.game!r} is too large to be solved from here: it takes more than"
                    f" {self.positions:,} positions. Play further, take a smaller board, or allow"
                    " more positions"
                )
            self.left -= 1
            self._count((mine | theirs).bit_count())
            found = False
            for move in self._in_order(mine, theirs, empty):
                self.counts.moves += 1
                if not self._gets(theirs, mine | move, 1 - goal):
                    self.counts.cuts += 1
                    found = True
                    break
            self._known[key] = found
        return self._known[key]

    def _count(self, stones: int) -> None:
        """Count a position with so many stones, and show how far the search is."""
        counts = self.counts
        counts.positions += 1
        counts.depth = max(counts.depth, stones - self._stones)
        if counts.positions & 63 == 0:
            self.line.count(counts.positions)

    def _in_order(self, mine: Stones, theirs: Stones, empty: Stones) -> Iterator[Stones]:
        """The moves: first those that make most threats, of equal ones near the edge first."""
        moves = [bit for bit in self._edge_first if bit & empty]
        free = empty & ~self._winning(theirs)
        moves.sort(key=lambda move: -(self._winning(mine | move) & free).bit_count())
        return iter(moves)

    def _winning(self, stones: Stones) -> Stones:
        """The cells that win for these stones, which haven't won yet."""
        if (found := self._wins.get(stones)) is not None:
            return found
        hexes, found = self._hexes, 0
        chains = hexes.chains_of(stones)
        for place, bit in enumerate(hexes.bits):
            if not stones & bit:
                apart, joined = hexes.with_stone(chains, place)
                if len(apart) <= len(chains) and hexes.kinds(joined):
                    found |= bit
        self._wins[stones] = found
        return found

    def _key(self, mine: Stones, theirs: Stones, goal: int) -> tuple[Stones, Stones, int]:
        """What this question has in common with those of its mirror images."""
        return min(
            (self._image(mine, image), self._image(theirs, image), goal) for image in self._images
        )

    @staticmethod
    def _image(stones: Stones, image: Mapping[Stones, Stones]) -> Stones:
        """These stones in a mirror image."""
        found = 0
        while stones:
            lowest = stones & -stones
            found |= image[lowest]
            stones ^= lowest
        return found

    @cached_property
    def _edge_first(self) -> tuple[Stones, ...]:
        """The cells with the fewest neighbours first: the corners, then the sides."""
        cells = sorted(self._board.cells, key=lambda cell: len(self._board.neighbours[cell]))
        return tuple(self._bit[cell] for cell in cells)

    @cached_property
    def _images(self) -> list[dict[Stones, Stones]]:
        """For each of the board's mirror images, where each cell goes."""
        images = ([self._bit[cell] for cell in image] for image in self._board.images.values())
        return [dict(zip(self._hexes.bits, image, strict=True)) for image in images]
