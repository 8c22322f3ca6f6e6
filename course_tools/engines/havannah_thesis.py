"""The strategies of T. Rogers' thesis on Havannah (2004): straight, and defence.

    straight_player(rng)       from a corner straight across the board to a fork or a bridge
    defence_player(rng)        the same, and it blocks at the opponent's last chain
    defence_plus_player(rng)   with two of the improvements that its author wished for

The thesis's blocks have its limits: they only see gaps of one cell *between* stones, so neither a
last stone on a corner or side, nor a second gap; and they take every cycle for a ring.
`winning_cell` sees each stone that would win.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.games.havannah import EMPTY, X
from course_lib.games.hexboard import STEPS, Cell, HexBoard, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, Chains, hex_chains
from course_lib.play import PlayerFunction
from course_lib.play.havannah_strong import check_havannah, size_of
from course_lib.search.questions import check_not_over, check_rng


@dataclass(frozen=True)
class Sight:
    """A state as the player to move sees it: own stones, theirs, and the empty cells."""

    hexes: HexBoard
    own: frozenset[Cell]
    theirs: frozenset[Cell]
    empty: frozenset[Cell]
    own_chains: Chains
    their_chains: Chains

    def follows(self, earlier: Sight) -> bool:
        """Whether all stones that were there earlier are still there, on the same board."""
        same_board = earlier.hexes == self.hexes
        return same_board and earlier.own <= self.own and earlier.theirs <= self.theirs

    def kinds_made(self, chains: Chains, cell: Cell) -> tuple[str, ...]:
        """Which of ring, bridge and fork a stone on this cell would complete with these chains."""
        on_board = hex_chains(self.hexes.size)
        _, chain = on_board.with_stone(chains, self.hexes.index[cell])
        return on_board.kinds(chain)


def sight_of(game: Game, state: State, player: str) -> Sight:
    """What the player to move sees; another game's state, or a final one, is an error."""
    check_havannah(game, state, player)
    check_not_over(game, state, player)
    hexes = hex_board(size_of(state))
    cells: dict[str, set[Cell]] = {sign: set() for sign in (*game.players, EMPTY)}
    for cell, sign in zip(hexes.cells, state.board, strict=True):
        cells[sign].add(cell)
    [other] = [name for name in game.players if name != state.to_move]
    own, theirs, empty = (frozenset(cells[sign]) for sign in (state.to_move, other, EMPTY))
    chains = state.chains if state.to_move == X else state.chains[::-1]
    return Sight(hexes, own, theirs, empty, *chains)


class ThesisPlayer:
    """A player that blocks at their last stone if one of its `blocks` says so, and plays straight.

    It tells a new game by `new_game`, and without that by stones that are gone from the board.
    """

    def __init__(self, name: str, rng: Random, *blocks: Block) -> None:
        """Keep the randomness to use until a game brings its own."""
        check_rng(rng, name)
        self.rng, self.name, self.blocks = rng, name, blocks
        self.forget()

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Forget the last game, and use the new one's own randomness if it has any."""
        self.rng = rng or self.rng
        self.forget()

    def forget(self) -> None:
        """All corners are to be tried again, in an order that is drawn anew."""
        self._last: Sight | None = None
        self._corners: list[int] | None = None
        self._path: list[Cell] = []
        self._heading = False

    def __call__(self, game: Game, state: State) -> Action:
        """A block if one is called for, else the next stone of our own chain, or RESIGN."""
        sight = sight_of(game, state, self.name)
        if self._last is not None and not sight.follows(self._last):
            self.forget()
        fresh = sight.theirs - (self._last.theirs if self._last else frozenset())
        self._last = sight
        return self.choose(sight, sorted(fresh))

    def block(self, sight: Sight, stone: Cell) -> Cell | None:
        """Where to stop the chain at this stone, if one of the blocks says so."""
        found = (block(sight, stone) for block in self.blocks)
        return next((cell for cell in found if cell is not None), None)

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """The same, once it is seen; `fresh` are their stones since our last move."""
        for stone in fresh:
            if (needed := self.block(sight, stone)) is not None:
                return needed
        if self._corners is None:
            self._corners = self.rng.sample(range(6), 6)
        while self._corners:
            if (cell := self._next_from(self._corners[0], sight)) is not None:
                return cell
            del self._corners[0]
            self._path, self._heading = [], False
        return RESIGN

    def _next_from(self, corner: int, sight: Sight) -> Cell | None:
        """The next stone from this corner; `None` if it is better to try another one."""
        # The direction straight away from a corner of the board has the number after its own.
        cell, ahead = sight.hexes.corners[corner], corner + 1
        first = cell, step(cell, ahead - 1), step(cell, ahead + 1)
        if not self._heading:
            if any(cell in sight.theirs for cell in first):
                return None
            missing = [cell for cell in first if cell not in sight.own]
            if missing:
                return missing[0]
            self._path, self._heading = list(first), True
        on_side = any(self._path and self._path[-1] in side for side in sight.hexes.sides)
        if len(self._path) > len(first) and on_side:
            return None
        while self._path:
            for turn in TURNS:
                cell = step(self._path[-1], ahead + turn)
                if cell in sight.empty:
                    self._path.append(cell)
                    return cell
            self._path.pop()
        return None

    def __repr__(self) -> str:
        return f"{self.name}(rng)"


TURNS = (0, -1, 1, -2, 2, 3)
"""Straight on, one direction to the left or right, two, back; in steps of 60 degrees clockwise."""


def step(cell: Cell, direction: int) -> Cell:
    """The pair of numbers one step from this cell, which may lie off the board."""
    dx, dy = STEPS[direction % len(STEPS)]
    return cell[0] + dx, cell[1] + dy


Block = Callable[[Sight, Cell], Cell | None]
"""Where to stop the chain at this stone of theirs, if it needs to be stopped."""


def bridge_block(sight: Sight, stone: Cell) -> Cell | None:
    """A gap of one cell in what may become a bridge: at `stone` a chain that has a corner."""
    chain = linked(sight, stone, 1)
    wider = linked(sight, stone, 2)
    if _corners(sight, chain) >= 1 and _corners(sight, wider) >= MANY_CORNERS:
        return gap_between(sight, chain, wider)
    return None


def fork_block(sight: Sight, stone: Cell) -> Cell | None:
    """A gap of one cell in what may become a fork: at `stone` a chain that has two sides."""
    chain = linked(sight, stone, 1)
    wider = linked(sight, stone, 2)
    if _sides(sight, chain) >= MANY_SIDES - 1 and _sides(sight, wider) >= MANY_SIDES:
        return gap_between(sight, chain, wider)
    return None


def ring_block(sight: Sight, stone: Cell) -> Cell | None:
    """A cell midway between two stones of the chain at `stone` that lie two apart.

    Two such stones that are no straight line have two cells between them; only one of these is
    looked at, and that the other may join them already does not count.
    """
    chain = linked(sight, stone, 1)
    for number, (x, y) in enumerate(chain):
        for other_x, other_y in chain[number + 1 :]:
            middle = (x + other_x) // 2, (y + other_y) // 2
            if distance((x, y), (other_x, other_y)) == 2 and middle in sight.empty:
                return middle
    return None


def winning_cell(sight: Sight, stone: Cell) -> Cell | None:
    """An empty cell at the chain of `stone` where its owner's next stone would win."""
    beside = {cell for own in linked(sight, stone, 1) for cell in sight.hexes.neighbours[own]}
    empty, theirs = sorted(beside & sight.empty), sight.their_chains
    return next((cell for cell in empty if sight.kinds_made(theirs, cell)), None)


def linked(sight: Sight, stone: Cell, reach: int) -> Sequence[Cell]:
    """Their stones to which one can go from `stone` by jumps of at most `reach`, farthest first."""
    left = sorted(sight.theirs - {stone})
    found = [stone]
    for cell in found:  # grows while we go: a queue
        found += [other for other in left if distance(cell, other) <= reach]
        left = [other for other in left if distance(cell, other) > reach]
    return found[::-1]


def gap_between(sight: Sight, chain: Collection[Cell], wider: Collection[Cell]) -> Cell | None:
    """The first empty cell next to both the chain and one of the other stones."""
    others = set(wider) - set(chain)
    for x, y in chain:
        for dx, dy in STEPS:
            cell = x + dx, y + dy
            if cell in sight.empty and not others.isdisjoint(sight.hexes.neighbours[cell]):
                return cell
    return None


def distance(one: Cell, other: Cell) -> int:
    """How many steps it is from one cell to the other.

    >>> distance((2, 2), (3, 3)), distance((2, 2), (1, 3))
    (1, 2)
    """
    dx, dy = other[0] - one[0], other[1] - one[1]
    return max(abs(dx), abs(dy), abs(dx - dy))


def _corners(sight: Sight, cells: Collection[Cell]) -> int:
    """How many corners are among these cells."""
    return sum(corner in cells for corner in sight.hexes.corners)


def _sides(sight: Sight, cells: Collection[Cell]) -> int:
    """How many sides these cells touch."""
    return sum(not set(cells).isdisjoint(side) for side in sight.hexes.sides)


def straight_player(rng: Random) -> PlayerFunction:
    """A player that draws a corner, joins its two sides, and then goes straight away from there.

    Three stones, the corner and its neighbours on both sides, make a chain that wins as soon as it
    reaches a third side (a fork) or another corner (a bridge). So from the last of them its *head*
    goes in the direction away from the corner. Where a stone stands in the way, of whichever
    colour, it is deflected by 1, 2 or 3 directions, to the left first; where no way is free it goes
    back to the stone before, and on from there. It takes the next corner when the opponent holds
    one of the three cells, when there is nowhere left to go back to, and when it has come
    back to one of its own two sides; and it resigns when no corner is left.

    It never looks at what the opponent builds. (T. Rogers, 2004.)
    """
    return ThesisPlayer("straight_player", rng)


def defence_player(rng: Random) -> PlayerFunction:
    """A player that first blocks at the opponent's last chain, and else plays straight.

    It looks at the chain to which the opponent's last stone belongs, and blocks in this order:

    - a bridge: the chain has a corner, and with other stones across gaps of one cell a second one;
    - a fork: the chain has two sides, and in the same way a third;
    - a ring: two of its stones lie two cells apart, and the cell between them is empty.

    So it can't see a last stone that reaches the corner or side itself, blocks one of two threats
    only, and blocks small cycles that are no rings. Stones set before our first move, or while we
    were passed over, count as last ones too. (T. Rogers, 2004.)
    """
    return ThesisPlayer("defence_player", rng, bridge_block, fork_block, ring_block)


def defence_plus_player(rng: Random) -> PlayerFunction:
    """A player like `defence_player`, with two of the improvements that its author wished for.

    It blocks a stone with which the opponent's last chain would win, also one that reaches the last
    side or corner; and it leaves alone cycles that are too small to be rings.
    """
    return ThesisPlayer("defence_plus_player", rng, winning_cell, bridge_block, fork_block)
