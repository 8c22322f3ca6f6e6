"""Frames: wins in Havannah that can no longer be cut, found as chains of linked stones: `frames`.

Two chains that share two empty cells are *linked*: if you lose one cell, you take the other, like
the two-bridge of Hex. A chain is linked to a side by two empty cells of that side, like a stone on
the second line. And two empty cells are linked with everything else if either of them would win. So
a frame is stones with pairs of empty cells, no cell in two pairs: one cell of each pair, whichever
it is, makes the win.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from course_lib.game import OTHER, Action, Game, Player, State
from course_lib.games.havannah import EMPTY, Havannah, HavannahState
from course_lib.games.hexboard import Cell
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, Chains, HexChains, hex_chains
from course_lib.play import PlayerFunction
from course_tools.engines.havannah_thesis import (
    Sight,
    ThesisPlayer,
    bridge_block,
    fork_block,
    winning_cell,
)


class Frame(NamedTuple):
    """A win that the opponent can't cut.

    `kinds` are what it may become: one of ring, bridge and fork, or several where that depends on
    the opponent. `stones` are there already; of each of the `pairs` the player gets one cell, by
    answering in it, or by taking a cell of any pair when the opponent plays elsewhere.

    The player wins with its move number `len(pairs)` at the latest. Before that the opponent makes
    as many moves, or one less where the player is to move. `certain` says that with so few stones
    the opponent can't win anywhere: then the game is won. Else it is a race.
    """

    kinds: tuple[str, ...]
    stones: tuple[Cell, ...]
    pairs: tuple[tuple[Cell, Cell], ...]
    certain: bool


def frames(game: Game, state: State, player: Player) -> tuple[Frame, ...]:
    """The frames of this player with the fewest pairs of cells, whoever is to move; or `()`.

    A frame of any other shape is not seen: one that needs the same cell twice, longer templates at
    the edge, a corner that is still empty beside others that are not. When a game is over there is
    none.

    >>> game = Havannah(5)
    >>> state = game.play("C1 E2 C2 F3 C3 G4 C4 E5 C5 F6 C6 H8 B3 G8")
    >>> [frame] = frames(game, state, "X")
    >>> frame.kinds, frame.pairs, frame.certain
    (('fork',), (((1, 2), (1, 3)), ((2, 6), (3, 7))), True)
    """
    if not isinstance(game, Havannah) or not isinstance(state, HavannahState):
        raise TypeError(
            f"frames looks at states of Havannah; it was asked about {state!r:.60} of {game!r:.60}"
        )
    if player not in OTHER:
        raise game.no_such_player(player)
    if game.is_terminal(state):
        return ()
    hexes = hex_chains(game.size)
    return frames_among(
        hexes,
        state.chains[game.players.index(player)],
        theirs=_cells(hexes, state.board, OTHER[player]),
        empty=_cells(hexes, state.board, EMPTY),
        to_move=state.to_move == player,
    )


def frames_among(
    hexes: HexChains, chains: Chains, *, theirs: Cells, empty: Cells, to_move: bool
) -> tuple[Frame, ...]:
    """The frames of whose chains these are, who is to move or not."""
    found = []
    for kinds, linked in FrameSearch(hexes, chains, empty).fewest():
        moves = len(linked.pairs) - to_move
        stones = sum(chains[number] for number in linked.chains)
        found.append(
            Frame(
                kinds,
                hexes.cells_of(stones),
                tuple(_two(hexes.cells_of(pair)) for pair in linked.pairs),
                not can_win_with(hexes, theirs, empty, moves),
            )
        )
    return tuple(found)


def _cells(hexes: HexChains, board: str, sign: str) -> Cells:
    """The cells that bear this sign."""
    return sum(bit for bit, stone in zip(hexes.bits, board, strict=True) if stone == sign)


def _two(cells: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    """These two cells."""
    one, other = cells
    return one, other


def frame_player(rng: Random) -> PlayerFunction:
    """A player like `defence_plus_player` that takes a win, and completes a certain frame.

    From then on it answers in the pair where the opponent has taken a cell, and takes a cell of any
    other pair when the opponent plays elsewhere. It does not look for frames of the opponent's.
    """
    return FramePlayer("frame_player", rng, winning_cell, bridge_block, fork_block)


class FramePlayer(ThesisPlayer):
    """What `frame_player` makes."""

    def forget(self) -> None:
        """There is no frame yet."""
        super().forget()
        self.pairs: list[tuple[Cell, Cell]] = []

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """A win, the next cell of the frame, or what `defence_plus_player` plays."""
        neighbours = sight.hexes.neighbours
        near = {cell for stone in sight.own for cell in neighbours[stone]}
        for cell in sorted(sight.empty & near):
            if sight.kinds_made(sight.own_chains, cell):
                return cell
        if not self.pairs:
            self.pairs = _certain_pairs(sight)
        return self._next_of_frame(sight) or super().choose(sight, fresh)

    def _next_of_frame(self, sight: Sight) -> Cell | None:
        """The other cell of a pair that the opponent has cut, or else one of any pair."""
        self.pairs = [pair for pair in self.pairs if sight.own.isdisjoint(pair)]
        self.pairs.sort(key=sight.empty.issuperset)  # those that were cut come first
        for pair in self.pairs:
            for cell in pair:
                if cell in sight.empty:
                    return cell
        return None


def _certain_pairs(sight: Sight) -> list[tuple[Cell, Cell]]:
    """The pairs of a certain frame with the fewest pairs, if there is one."""
    hexes = hex_chains(sight.hexes.size)
    theirs, empty = (hexes.bits_of(tuple(cells)) for cells in (sight.theirs, sight.empty))
    found = frames_among(hexes, sight.own_chains, theirs=theirs, empty=empty, to_move=True)
    return list(next((frame.pairs for frame in found if frame.certain), ()))


Cells = int
"""A set of cells, as the bits of `HexChains`."""


def around(hexes: HexChains, cells: Cells) -> Cells:
    """All cells next to one of these; bits off the board are among them."""
    found = 0
    for step in hexes.steps[:3]:
        found |= cells << step | cells >> step
    return found


def can_win_with(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether so many stones more on empty cells, and no answer, can make a bridge, fork or ring.

    >>> from course_lib.games.hexchains import hex_chains
    >>> hexes = hex_chains(5)
    >>> board = sum(hexes.bits)
    >>> [can_win_with(hexes, 0, board, stones) for stones in (4, 5)]
    [False, True]
    """
    return (
        _bridge(hexes, own, empty, stones)
        or _fork(hexes, own, empty, stones)
        or _ring(hexes, own, empty, stones)
    )


def layers(hexes: HexChains, own: Cells, empty: Cells, start: Cells, stones: int) -> list[Cells]:
    """The cells that own stones can be led to from `start`, with 0, 1, ... stones more."""
    found = [joined(hexes, own, start & own)]
    for _ in range(stones):
        last = found[-1]
        found.append(joined(hexes, own, last | (around(hexes, last) | start) & empty))
    return found


def joined(hexes: HexChains, own: Cells, cells: Cells) -> Cells:
    """These cells and all own stones that hang together with them."""
    while True:
        more = cells | around(hexes, cells) & own
        if more == cells:
            return cells
        cells = more


def _bridge(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether two corners can be joined."""
    for bit in hexes.bits:
        if bit & hexes.corners:
            reached = layers(hexes, own, empty, bit, stones)[-1]
            if reached & bit and reached & hexes.corners & ~bit:
                return True
    return False


def _fork(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether three ways can lead from one cell to three sides."""
    # Where the ways meet on an empty cell, all three have counted that stone.
    reached = [layers(hexes, own, empty, side, stones) for side in hexes.sides]
    for three in combinations(reached, MANY_SIDES):
        for lengths in product(range(stones + 1), repeat=MANY_SIDES):
            meeting = own if sum(lengths) <= stones else empty
            if sum(lengths) > stones + MANY_SIDES - 1:
                continue
            for way, length in zip(three, lengths, strict=True):
                meeting &= way[length]
            if meeting:
                return True
    return False


def _ring(hexes: HexChains, own: Cells, empty: Cells, stones: int) -> bool:
    """Whether some cell can be enclosed.

    A closed way goes around a cell if it crosses a line from there to the edge an odd number of
    times. The line here leads up, just right of the cell's column: so every such way has a cell
    of that column above.
    """
    inner = [cell for cell, near in hexes.board.neighbours.items() if len(near) == 6]
    return any(_ring_around(hexes, own, empty, stones, cell) for cell in inner)


def _ring_around(hexes: HexChains, own: Cells, empty: Cells, stones: int, inside: Cell) -> bool:
    """Whether this cell can be enclosed."""
    x, y = inside
    middle = hexes.bits_of((inside,))
    own, empty = own & ~middle, empty & ~middle
    above = [cell for cell in hexes.board.cells if cell[0] == x and cell[1] > y]
    right = hexes.bits_of(tuple(cell for cell in hexes.board.cells if cell[0] == x + 1))
    line = hexes.bits_of(tuple(above))
    for cell in above:
        start = hexes.bits_of((cell,))
        if not start & (own | empty):
            continue
        # An empty start takes a stone, which is counted when one comes back to it.
        both = start, 0
        left = stones
        while True:
            both = _joined_twice(hexes, own, (line, right), both)
            if both[1] & start:
                return True
            if left == 0:
                break
            left -= 1
            even, odd = _one_step(hexes, (line, right), both)
            both = both[0] | even & empty, both[1] | odd & empty
    return False


Both = tuple[Cells, Cells]
"""The cells reached by crossing the line an even and an odd number of times."""


def _one_step(hexes: HexChains, line: Both, both: Both) -> Both:
    """The cells next to these; `line` are the cells on both sides of the line."""
    left, right = line
    found = []
    for same, other in (both, both[::-1]):
        straight = (
            around(hexes, same & ~left & ~right)
            | around(hexes, same & left) & ~right
            | around(hexes, same & right) & ~left
        )
        crossing = around(hexes, other & left) & right | around(hexes, other & right) & left
        found.append(straight | crossing)
    return found[0], found[1]


def _joined_twice(hexes: HexChains, own: Cells, line: Both, both: Both) -> Both:
    """These cells, and all own stones that hang together with them on either count."""
    while True:
        even, odd = _one_step(hexes, line, both)
        wider = both[0] | even & own, both[1] | odd & own
        if wider == both:
            return both
        both = wider


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
