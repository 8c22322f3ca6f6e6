"""The strategies of T. Rogers' thesis on Havannah (2004): straight, defence, and the whole tree.

    straight_player(rng)       from a corner straight across the board to a fork or a bridge
    defence_player(rng)        the same, and it blocks at the opponent's last chain
    defence_plus_player(rng)   with two of the improvements that its author wished for
    tree_player()              the whole game tree, for the board of size 2

The thesis's blocks have its limits: they only see gaps of one cell *between* stones, so neither a
last stone on a corner or side, nor a second gap; and they take every cycle for a ring.
`winning_cells` sees each stone that would win.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.games.havannah import EMPTY, Havannah, X
from course_lib.games.hexboard import STEPS, Cell, HexBoard, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, Chains, HexChains, hex_chains
from course_lib.play import PlayerFunction
from course_lib.play.havannah_strong import check_havannah, size_of
from course_lib.play.players import SearchPlayer
from course_lib.search import minimax_search
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

    @property
    def chains(self) -> HexChains:
        """What there is to know about chains on this board."""
        return hex_chains(self.hexes.size)

    def follows(self, earlier: Sight) -> bool:
        """Whether all stones that were there earlier are still there, on the same board."""
        same_board = earlier.hexes == self.hexes
        return same_board and earlier.own <= self.own and earlier.theirs <= self.theirs

    def kinds_made(self, chains: Chains, cell: Cell) -> tuple[str, ...]:
        """Which of ring, bridge and fork a stone on this cell would complete with these chains."""
        _, chain = self.chains.with_stone(chains, self.hexes.index[cell])
        return self.chains.kinds(chain)


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


class HavannahPlayer(ABC):
    """A player with a memory of one game and some randomness; `choose` says what it plays.

    It tells a new game by `new_game`, and without that by stones that are gone from the board.
    """

    _last: Sight | None

    def __init__(self, rng: Random, name: str) -> None:
        """Keep the randomness to use until a game brings its own."""
        check_rng(rng, name)
        self.rng, self.name = rng, name
        self.forget()

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Forget the last game, and use the new one's own randomness if it has any."""
        self.rng = rng or self.rng
        self.forget()

    def __call__(self, game: Game, state: State) -> Action:
        """Choose a cell, or RESIGN."""
        sight = sight_of(game, state, self.name)
        if self._last is not None and not sight.follows(self._last):
            self.forget()
        fresh = sight.theirs - (self._last.theirs if self._last else frozenset())
        self._last = sight
        return self.choose(sight, sorted(fresh))

    def forget(self) -> None:
        """Begin anew, as in a new game."""
        self._last = None

    @abstractmethod
    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """The cell to play, or RESIGN; `fresh` are their stones since our last move."""

    def __repr__(self) -> str:
        return f"{self.name}(rng)"


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


def winning_cells(sight: Sight, stone: Cell) -> Iterator[Cell]:
    """The empty cells at the chain of `stone` where its owner's next stone would win."""
    beside = {cell for own in linked(sight, stone, 1) for cell in sight.hexes.neighbours[own]}
    for cell in sorted(beside & sight.empty):
        if sight.kinds_made(sight.their_chains, cell):
            yield cell


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


TURNS = (0, -1, 1, -2, 2, 3)
"""Straight on, one direction to the left or right, two, back; in steps of 60 degrees clockwise."""


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
    return StraightPlayer(rng, "straight_player")


class StraightPlayer(HavannahPlayer):
    """What `straight_player` makes."""

    def forget(self) -> None:
        """All corners are to be tried again, in an order that is drawn anew."""
        super().forget()
        self.corners: list[int] = []
        self.path: list[Cell] = []
        self._shuffled = False
        self._heading = False

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """The next stone of the chain from this corner, or from the next; or RESIGN."""
        if not self._shuffled:
            self.corners = self.rng.sample(range(6), 6)
            self._shuffled = True
        while self.corners:
            cell = self._next_from(self.corners[0], sight)
            if cell is not None:
                return cell
            del self.corners[0]
            self.path, self._heading = [], False
        return RESIGN

    def _next_from(self, corner: int, sight: Sight) -> Cell | None:
        """The next stone from this corner; `None` if it is better to try another one."""
        first = first_three(sight.hexes, corner)
        if not self._heading:
            if any(cell in sight.theirs for cell in first):
                return None
            missing = [cell for cell in first if cell not in sight.own]
            if missing:
                return missing[0]
            self.path, self._heading = list(first), True
        if len(self.path) > len(first) and on_side(sight.hexes, self.path[-1]):
            return None
        while self.path:
            for turn in TURNS:
                cell = step(self.path[-1], direction_from(corner) + turn)
                if cell in sight.empty:
                    self.path.append(cell)
                    return cell
            self.path.pop()
        return None


def direction_from(corner: int) -> int:
    """The number in STEPS of the direction straight away from this corner of `HexBoard.corners`."""
    return corner + 1


def step(cell: Cell, direction: int) -> Cell:
    """The pair of numbers one step from this cell, which may lie off the board."""
    dx, dy = STEPS[direction % len(STEPS)]
    return cell[0] + dx, cell[1] + dy


def first_three(hexes: HexBoard, corner: int) -> tuple[Cell, Cell, Cell]:
    """The corner, its neighbour on the left side and on the right, as seen going away from it."""
    cell, ahead = hexes.corners[corner], direction_from(corner)
    return cell, step(cell, ahead - 1), step(cell, ahead + 1)


def on_side(hexes: HexBoard, cell: Cell) -> bool:
    """Whether this cell lies on a side; corners do not."""
    return any(cell in side for side in hexes.sides)


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
    return DefencePlayer(rng, "defence_player")


def defence_plus_player(rng: Random) -> PlayerFunction:
    """A player like `defence_player`, with two of the improvements that its author wished for.

    It blocks a stone with which the opponent's last chain would win, also one that reaches the last
    side or corner; and it leaves alone cycles that are too small to be rings.
    """
    return DefencePlusPlayer(rng, "defence_plus_player")


class DefencePlayer(StraightPlayer):
    """What `defence_player` makes."""

    def choose(self, sight: Sight, fresh: Collection[Cell]) -> Action:
        """A block if one is called for, else the next stone of our own chain."""
        blocks = (self.block(sight, stone) for stone in fresh)
        needed = next((cell for cell in blocks if cell is not None), None)
        return super().choose(sight, fresh) if needed is None else needed

    def block(self, sight: Sight, stone: Cell) -> Cell | None:
        """Where to stop the chain at this stone: bridges first, then forks, then rings."""
        found = (find(sight, stone) for find in (bridge_block, fork_block, ring_block))
        return next((cell for cell in found if cell is not None), None)


class DefencePlusPlayer(DefencePlayer):
    """What `defence_plus_player` makes."""

    def block(self, sight: Sight, stone: Cell) -> Cell | None:
        """Where the chain at this stone would win at once; else gaps, as before, but no cycles."""
        at_once = next(winning_cells(sight, stone), None)
        if at_once is not None:
            return at_once
        found = (find(sight, stone) for find in (bridge_block, fork_block))
        return next((cell for cell in found if cell is not None), None)


MOST_EMPTY = 7
"""The cells of size 2: at most 7! = 5,040 ways to fill them. With 19 cells there would be 10^17."""


def tree_player() -> PlayerFunction:
    """A player that searches the whole tree of what is left of the game: it wins wherever it can.

    For boards with at most seven empty cells: size 2 from the start, larger ones near their end.
    Where several moves are worth the same it takes the first. It never passes, since a stone more
    does no harm.
    """
    return SearchPlayer("tree_player", _whole_tree, {})


def _whole_tree(game: Game, state: State) -> tuple[float, Action]:
    """The value for the player to move, and the first move that keeps it."""
    empty = len(sight_of(game, state, "tree_player").empty)
    if empty > MOST_EMPTY:
        raise ValueError(
            f"tree_player was asked about {game!r:.60} with {empty} empty cells; it takes at most"
            f" {MOST_EMPTY}, because the whole tree grows like a factorial; ask it on size 2, or"
            " near the end of a game"
        )
    return minimax_search(Havannah(size_of(state)), state._replace(passes=0))
