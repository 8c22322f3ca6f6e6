"""The search for frames: sets of linked chains, grown pair by pair until they are sure to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, Chains, HexChains
from course_tools.engines.players.havannah_frames_race import Cells, around

SETS = 3000
"""So many sets of linked chains are looked at before the search gives up."""

MOST_PAIRS_OF_A_RING = 6
"""Whether something is a ring is tried for every choice from the pairs: 2 to this power."""

KINDS = ("ring", "bridge", "fork")


Found = tuple[tuple[str, ...], "Linked"]
"""The kinds of a frame, and its parts."""


class Linked(NamedTuple):
    """Some chains that can't be cut from each other."""

    chains: frozenset[int]
    """Their numbers."""
    sides: int
    """Bits of the sides to which there is a link."""
    used: Cells
    pairs: tuple[Cells, ...]


class FrameSearch:
    """The search for frames among the chains of one player."""

    def __init__(self, hexes: HexChains, chains: Chains, empty: Cells) -> None:
        """Find out which chains and sides are linked by which pairs."""
        self.hexes, self.chains = hexes, chains
        self.near = [around(hexes, chain) & empty for chain in chains]
        self.touched = [self._sides_of(chain) for chain in chains]
        self.links: list[list[tuple[int | None, int, Cells]]] = [[] for _ in chains]
        for (one, near), (other, too) in combinations(enumerate(self.near), 2):
            for pair in _pairs(hexes, near & too):
                self.links[one].append((other, 0, pair))
                self.links[other].append((one, 0, pair))
        for number, near in enumerate(self.near):
            for at, side in enumerate(hexes.sides):
                if not self.touched[number] >> at & 1:
                    self.links[number] += [
                        (None, 1 << at, one) for one in _pairs(hexes, near & side)
                    ]

    def fewest(self) -> list[Found]:
        """The kinds and parts of the frames with the fewest pairs; sets are grown pair by pair."""
        level = [Linked(frozenset([number]), 0, 0, ()) for number in range(len(self.chains))]
        seen: set[tuple[frozenset[int], int, Cells]] = set()
        later: list[Found] = []
        while level and len(seen) < SETS:
            found = later + [(kinds, one) for one in level if (kinds := self._kinds(one))]
            if found:
                return _each_once(found)
            later = [frame for one in level for frame in self._closed(one)]
            following = []
            for linked in level:
                for wider in self._wider(linked):
                    key = wider.chains, wider.sides, wider.used
                    if key not in seen:
                        seen.add(key)
                        following.append(wider)
            level = following
        return _each_once(later)

    def _wider(self, linked: Linked) -> Iterator[Linked]:
        """The sets with one link more."""
        sides = self._sides(linked)
        for number in linked.chains:
            for other, side, pair in self.links[number]:
                if pair & linked.used or other in linked.chains or side & sides:
                    continue
                chains = linked.chains if other is None else linked.chains | {other}
                pairs = (*linked.pairs, pair)
                yield Linked(chains, linked.sides | side, linked.used | pair, pairs)

    def _closed(self, linked: Linked) -> Iterator[Found]:
        """The frames in which the last pair are two cells that would both win."""
        beside = around(self.hexes, self._stones(linked)) & self._free(linked)
        wins = []
        for place, bit in enumerate(self.hexes.bits):
            if bit & beside:
                wider = linked._replace(chains=linked.chains | self._beside(place))
                if kinds := self._kinds_with(wider, place):
                    wins.append((bit, kinds, wider.chains))
        for (one, some, first), (other, more, second) in combinations(wins, 2):
            kinds = tuple(kind for kind in KINDS if kind in some or kind in more)
            pairs = (*linked.pairs, one | other)
            yield kinds, Linked(first | second, linked.sides, linked.used | one | other, pairs)

    def _beside(self, place: int) -> set[int]:
        """The numbers of the chains next to this cell."""
        near = self.hexes.near[place]
        return {number for number, chain in enumerate(self.chains) if chain & near}

    def _kinds(self, linked: Linked) -> tuple[str, ...]:
        """What these chains are sure to become once each pair has given a cell."""
        corners = (self._stones(linked) & self.hexes.corners).bit_count()
        return _bridge_or_fork(corners, self._sides(linked))

    def _kinds_with(self, linked: Linked, place: int) -> tuple[str, ...]:
        """What they are sure to become with a stone on this cell, next to all that it joins."""
        hexes, bit = self.hexes, self.hexes.bits[place]
        stones = self._stones(linked) | bit
        sides = self._sides(linked) | self._sides_of(bit)
        kinds = _bridge_or_fork((stones & hexes.corners).bit_count(), sides)
        # More stones never undo a ring: without one among all cells there is none for any choice.
        if len(linked.pairs) > MOST_PAIRS_OF_A_RING or not hexes.is_ring(stones | linked.used):
            return kinds
        choices = product(*(_bits(hexes, pair) for pair in linked.pairs))
        ring = all(hexes.is_ring(sum(choice, stones)) for choice in choices)
        return ("ring", *kinds) if ring else kinds

    def _stones(self, linked: Linked) -> Cells:
        """The stones of these chains."""
        return sum(self.chains[number] for number in linked.chains)

    def _free(self, linked: Linked) -> Cells:
        """The empty cells next to any chain that are in no pair."""
        free = 0
        for near in self.near:
            free |= near
        return free & ~linked.used

    def _sides(self, linked: Linked) -> int:
        """The sides that are reached, or will be."""
        sides = linked.sides
        for number in linked.chains:
            sides |= self.touched[number]
        return sides

    def _sides_of(self, stones: Cells) -> int:
        """The sides on which there is one of these stones."""
        return sum(1 << at for at, side in enumerate(self.hexes.sides) if stones & side)


def _bridge_or_fork(corners: int, sides: int) -> tuple[str, ...]:
    """Which of the two so many corners and these sides make."""
    bridge = ("bridge",) if corners >= MANY_CORNERS else ()
    return (*bridge, "fork") if sides.bit_count() >= MANY_SIDES else bridge


def _each_once(
    found: Sequence[Found],
) -> list[Found]:
    """The frames with the fewest pairs, those with the same pairs once."""
    least = min((len(linked.pairs) for _, linked in found), default=0)
    fewest = [frame for frame in found if len(frame[1].pairs) == least]
    return list({frozenset(linked.pairs): (kinds, linked) for kinds, linked in fewest}.values())


def _pairs(hexes: HexChains, cells: Cells) -> list[Cells]:
    """All pairs of these cells."""
    return [one | other for one, other in combinations(_bits(hexes, cells), 2)]


def _bits(hexes: HexChains, cells: Cells) -> list[Cells]:
    """These cells one by one."""
    return [bit for bit in hexes.bits if bit & cells]
