"""The strong Havannah player in readable Python.

Monte Carlo tree search as in lesson 5, in the same tree (`course_lib.search.mcts`: its nodes, its
`backup` and its proofs), with six things more:

- Forced moves: who can win with the next stone does, who can't has to block, and two threats win.
- Bridges: in random games a bridge that is cut is saved by its other cell.
- RAVE: a cell that is good later in a game is taken to be good now, until better is known.
- Neighbours: cells near other stones are looked at first.
- Ways: so are cells on a short way to a bridge or fork, and who has the shorter way is ahead.
- Proofs: what is certain is carried up the tree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from course_lib.game import OTHER, Action, Game, State
from course_lib.games.havannah import EMPTY, Havannah, HavannahState, O, X
from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES, hex_chains
from course_lib.play.players import PlayerFunction, SearchPlayer
from course_lib.search.mcts import Node, Rewards, backup, prove_upwards
from course_lib.search.questions import check_count, check_not_over, check_rng

SIMULATIONS = 1000
"""So many games are played for each move, if nothing else is said."""

READY = 8
"""So many visits a node has before it gets children."""

EQUAL = 700
"""After so many visits a child's own games count as much as what is known of its cell by RAVE."""

KNOWN_BEFORE = 16
"""As many games as RAVE seems to have counted before the first, half of them won."""

ON_THE_WAY = 64
"""Half games more for a cell on the shortest way, if one stone is missing; else fewer."""

AHEAD = 8
"""As many games as the ways of both players count for, when a node gets its children."""

EACH_STONE = 1.0
"""A stone less makes the odds of winning e to this power times greater, as far as ways tell."""

SURE: dict[Any, Rewards] = {X: (1.0, 0.0), O: (0.0, 1.0)}
"""The rewards of X and O where this player wins for certain."""

FAR = 7
"""Longer ways are not followed; each counts as one stone more."""

Distances = Mapping[Cell, int]
"""How many stones are missing between a cell and a corner or side, that of the cell included."""


def strong_search(
    game: Game, state: State, *, simulations: int = SIMULATIONS, rng: Random
) -> tuple[float, Action]:
    """An estimate of this state for the player to move, and the action most looked at.

    The search ends sooner where the result is certain. Where passing is allowed it looks for a cell
    all the same: a stone more does no harm.
    """
    check_havannah(game, state, "strong_search")
    check_not_over(game, state, "strong_search")
    if getattr(game, "passing", False):
        game, state = Havannah(size_of(state)), state._replace(passes=0)
    check_count(simulations, "simulations", "strong_search")
    check_rng(rng, "strong_search")
    root = Node(state, game.players.index(state.to_move), None, None)
    for _ in range(simulations):
        if root.proven is not None and root.children:
            break
        leaf = select(game, root)
        if leaf.proven is not None:
            backup(leaf, leaf.proven)
            prove_upwards(leaf)
        else:
            last: Any = leaf.action
            final = bridged_game(game, leaf.state, last, rng)
            backup(leaf, rewards_of(game, final), stones_of(final))
    return best(root)


def strong_player(*, simulations: int = SIMULATIONS, rng: Random | None = None) -> PlayerFunction:
    """A player that uses `strong_search` for each move, with so many simulations.

    Where a game brings its own randomness that is used, else `rng`, or else one with a fixed seed.

    >>> strong_player(simulations=200)
    strong_player(simulations=200, rng=rng)
    """
    check_count(simulations, "simulations", "strong_player")
    options = {"simulations": simulations, "rng": rng or Random(1)}
    return SearchPlayer("strong_player", strong_search, options)


# --- the phases that are different from lesson 5 -------------------------------------------------


def select(game: Game, root: Node) -> Node:
    """The node to play from: down the tree, which grows on the way."""
    node = root
    while True:
        if not node.children and node.proven is None:
            if not node.visits:
                look(game, node)
            if not node.children and (node.parent is None or node.visits >= READY):
                grow(game, node)
        if node.proven is not None or not node.children:
            return node
        parent, node = node, best_child(node)
        if node.state is None:
            node.state = game.result(parent.state, node.action)
            if game.is_terminal(node.state):
                node.proven = rewards_of(game, node.state)


def best_child(node: Node) -> Node:
    """The open child with the most promising mean of its own games and of those of its cell."""

    def score(child: Node) -> float:
        before = child.first_total / child.first_visits
        mean = child.total / child.visits if child.visits else 1.0
        weight = math.sqrt(EQUAL / (EQUAL + 3 * child.visits))
        return weight * before + (1 - weight) * mean

    return max(node.open, key=score)


def best(root: Node) -> tuple[float, Action]:
    """The value for the player to move, on the utility scale, and the action.

    That is one that wins for certain, or else the one most looked at of those not known to lose.
    """
    chosen = max(root.open, key=lambda child: (child.visits, child.total))
    certain = chosen.proven or root.proven
    worth = chosen.value if certain is None else certain[root.seat]
    return 2 * worth - 1, chosen.action


def look(game: Game, node: Node) -> None:
    """Give this node the children that are forced, if there are any: a win, or the blocks."""
    state = node.state
    actions = game.actions(state)
    winning = next((cell for cell in actions if wins_at(state, state.to_move, cell)), None)
    if winning is not None:
        win_by(node, winning)
        return
    blocks = [cell for cell in actions if wins_at(state, OTHER[state.to_move], cell)]
    add_children(node, blocks)
    if len(blocks) > 1:
        node.proven = SURE[OTHER[state.to_move]]


def grow(game: Game, node: Node) -> None:
    """Give this node a child for each legal action, or one that makes two threats."""
    state = node.state
    mine = missing_stones(state, state.to_move)
    mine_least = min(mine.values())
    if mine_least <= 2 and (double := double_threat(game, state, mine)) is not None:
        win_by(node, double)
        return
    add_children(node, game.actions(state))
    theirs = missing_stones(state, OTHER[state.to_move])
    theirs_least = min(theirs.values())
    last: Any = node.action
    for child in node.children:
        cell: Any = child.action
        more = hopes(state, cell, last)
        for missing, least in ((mine, mine_least), (theirs, theirs_least)):
            more += (ON_THE_WAY >> missing[cell] - least) // max(least, 1)
        child.first_visits = max(KNOWN_BEFORE, more)
        child.first_total = (child.first_visits + more) / 2
    behind = mine_least - 0.5 - theirs_least  # to be on the move is worth half a stone
    hope = 1 / (1 + math.exp(EACH_STONE * behind))
    for _ in range(AHEAD):
        backup(node, (hope, 1 - hope) if state.to_move == X else (1 - hope, hope))


def add_children(node: Node, cells: Iterable[Action]) -> None:
    """Give this node a child for each of these cells; its state waits for the first visit."""
    seat = 0 if node.state.to_move == X else 1
    node.untried = []
    for cell in cells:
        child = Node(None, seat, node, cell)
        child.first_visits, child.first_total = KNOWN_BEFORE, KNOWN_BEFORE / 2
        node.children.append(child)
        node.open.append(child)


def win_by(node: Node, cell: Action) -> None:
    """Note that this cell wins for the player to move, and is all there is to look at."""
    add_children(node, [cell])
    node.proven = node.children[0].proven = SURE[node.state.to_move]


def rewards_of(game: Game, final: HavannahState) -> Rewards:
    """What this final state is worth to X and to O."""
    return SURE.get(game.winner(final), (0.5, 0.5))


def stones_of(final: HavannahState) -> set[tuple[int, Action]]:
    """All stones on this board, each with the seat of its owner: who took which cell, for RAVE."""
    cells = hex_board(size_of(final)).cells
    both = zip(cells, final.board, strict=True)
    return {(0 if sign == X else 1, cell) for cell, sign in both if sign != EMPTY}


# --- what is known of a board: bridges, threats, and the ways still to go ------------------------


def size_of(state: HavannahState) -> int:
    """The size of the board, from its number of cells, 3 b^2 - 3 b + 1."""
    return (3 + math.isqrt(12 * len(state.board) - 3)) // 6


def saving_cells(state: HavannahState, last: Cell) -> list[Cell]:
    """The cells with which the player to move saves a bridge that the stone on `last` has cut.

    Two stones with two common neighbours are a *bridge*: the opponent can't take both of these. Of
    six neighbours in a circle, such a cell lies between two own stones.

    >>> from course_lib.games.havannah import Havannah
    >>> saving_cells(Havannah(size=4).play("C3 D4 D5 C4"), (4, 4)), (3, 4)
    ([], (3, 4))
    >>> saving_cells(Havannah(size=4).play("C3 A1 D5 D4"), (4, 4))
    [(3, 4)]
    """
    hexes = hex_board(size_of(state))
    around = [(last[0] + dx, last[1] + dy) for dx, dy in STEPS]
    signs = [state.board[hexes.index[cell]] if hexes.has(cell) else "" for cell in around]
    return [
        cell
        for at, cell in enumerate(around)
        if signs[at] == EMPTY and signs[at - 1] == signs[at - 5] == state.to_move
    ]


def bridged_game(game: Game, state: HavannahState, last: Cell | None, rng: Random) -> HavannahState:
    """The final state of a random game from here, in which cut bridges are saved.

    `last` is the stone just set. Whoever finds a bridge of its own cut by the last stone replies
    with the other cell; else every empty cell is equally likely.
    """
    left: list[Any] = list(game.actions(state))
    rng.shuffle(left)
    while not game.is_terminal(state):
        saving = saving_cells(state, last) if last else []
        cell = rng.choice(saving) if saving else left.pop()
        while not saving and state.board[hex_board(size_of(state)).index[cell]] != EMPTY:
            cell = left.pop()  # that one was a reply before its turn came
        state = game.result(state, cell)
        last = cell
    return state


def wins_at(state: HavannahState, player: str, cell: Any) -> bool:
    """Whether a stone of this player on this empty cell would win."""
    size = size_of(state)
    chains, place = hex_chains(size), hex_board(size).index[cell]
    own = state.chains[0 if player == X else 1]
    if not any(chain & chains.near[place] for chain in own):
        return False  # a stone that touches no other wins nothing
    return bool(chains.kinds(chains.with_stone(own, place)[1]))


def double_threat(game: Game, state: HavannahState, missing: dict[Cell, int]) -> Cell | None:
    """A cell that leaves the player to move two ways to win at once; rings are not looked for."""
    near = [cell for cell, stones in missing.items() if stones <= 2]
    for cell in near:
        after = game.result(state, cell)
        others = (other for other in near if other != cell)
        if sum(wins_at(after, state.to_move, other) for other in others) > 1:
            return cell
    return None


def hopes(state: HavannahState, cell: Cell, last: Cell | None) -> int:
    """Half games more for a cell: near the last stone, beside own stones, saving a bridge."""
    hexes = hex_board(size_of(state))
    more = 0
    if last is not None and cell in hexes.neighbours[last]:
        more += 7 if [cell] == saving_cells(state, last) else 3
    signs = {state.board[hexes.index[near]] for near in hexes.neighbours[cell]}
    return more + 2 * (state.to_move in signs) + (OTHER[state.to_move] in signs)


def missing_stones(state: HavannahState, player: str) -> dict[Cell, int]:
    """For each empty cell, how many stones this player lacks for a bridge or fork through it.

    A bridge through a cell takes the ways from there to the two nearest corners, a fork those to
    the three nearest sides. Two cells with two empty cells between them count as neighbours: who
    loses one of these takes the other. Else nobody replies here, so a game may take more; rings are
    not looked for.

    >>> from course_lib.games.havannah import Havannah
    >>> state = Havannah(size=3).play("A1 E5 A2 E4")
    >>> missing = missing_stones(state, "X")
    >>> missing[(1, 3)], missing[(3, 1)], min(missing.values())
    (1, 2, 1)
    """
    hexes = hex_board(size_of(state))
    signs = dict(zip(hexes.cells, state.board, strict=True))
    cost = {cell: int(sign == EMPTY) for cell, sign in signs.items() if sign in {player, EMPTY}}
    corners = [ways_to([corner], cost) for corner in hexes.corners]
    sides = [ways_to(side, cost) for side in hexes.sides]
    # The cell itself was counted in each of its ways.
    return {
        cell: min(
            _nearest(corners, cell, MANY_CORNERS) - (MANY_CORNERS - 1),
            _nearest(sides, cell, MANY_SIDES) - (MANY_SIDES - 1),
        )
        for cell, price in cost.items()
        if price
    }


def ways_to(target: Iterable[Cell], cost: Mapping[Cell, int]) -> Distances:
    """The way to this target from each cell that has one: empty cells cost 1, own stones 0."""
    way = {cell: cost[cell] for cell in target if cell in cost}
    for length in range(FAR):
        here = [cell for cell, far in way.items() if far == length]
        for cell in here:  # grows while we go: own stones are as near as the cell before
            for near in within_reach(cell, cost):
                if near in cost and way.get(near, FAR + 1) > length + cost[near]:
                    way[near] = length + cost[near]
                    if not cost[near]:
                        here.append(near)
    return way


def within_reach(cell: Cell, cost: Mapping[Cell, int]) -> Iterator[Cell]:
    """The neighbours of a cell, and the cells across two empty ones; some may be off the board."""
    x, y = cell
    around = [(x + dx, y + dy) for dx, dy in STEPS]
    for one, other in zip(around, (*around[1:], around[0]), strict=True):
        yield one
        if cost.get(one) == cost.get(other) == 1:
            yield one[0] + other[0] - x, one[1] + other[1] - y


def _nearest(ways: Sequence[Distances], cell: Cell, number: int) -> int:
    """The sum of this many of the ways from this cell, the shortest ones."""
    return sum(sorted(way.get(cell, FAR + 1) for way in ways)[:number])


def check_havannah(game: Game, state: State, player: str) -> None:
    """Refuse other games, and other games' states."""
    if not isinstance(state, HavannahState):
        raise TypeError(
            f"{player} plays Havannah and was given {state!r:.60} of {game!r:.60}; give it a"
            " state of a game such as Havannah(size=5)"
        )
