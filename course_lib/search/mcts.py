"""Monte Carlo tree search: play many random games, and let those that went well say where to look.

Each simulation has four phases, and each phase is a function below: `select` walks down the tree
by UCB, `expand` adds one node, `simulate` plays from there to the end at random, and `backup`
tells every node on the way what came of it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from course_lib.game import Action, Game, Playout, State
from course_lib.search.questions import RandomGame, SearchResult, question

Rewards = tuple[float, ...]
"""What a game was worth to each player: 1 the greatest utility, 0 the least, a draw half a win."""

RAVE_VISITS = 300
"""With this many visits of a node, both means of a child (own, all moves as first) weigh alike."""


@question(opponents=False)
def mcts_search(
    game: Game,
    state: State,
    *,
    simulations: int,
    rng: Random,
    c: float = 1.4,
    rave: bool = False,
    prove: bool = True,
    playout: RandomGame | None = None,
) -> MctsResult:
    """An estimate of this state for the player to move, and the action most looked at.

    The value is that of the action, on the scale of the game's utilities; a draw is worth half a
    win to every player. Games with any number of players will do.

    `c` says how much to look where little is known; 0 follows the best mean only.
    `rave` also lets an action's later uses in the same games count for it, at first.
    `prove` carries wins and losses that are certain up the tree, so that a forced win inside the
    tree is found for sure: a proven win is taken, and a proven loss only when all else loses too.
    `playout(game, state, rng)` replaces the game's own random play to the end.

    >>> from course_lib import Nim, mcts_search
    >>> from random import Random
    >>> game = Nim((1, 2))
    >>> value, action = mcts_search(game, game.initial, simulations=200, rng=Random(1))
    >>> game.action_name(action)
    'b1'
    """
    play_on = game.playout if playout is None else functools.partial(playout, game)
    least, span = _utility_scale(game)

    @functools.cache  # few results are different, and to look one up is quicker than to divide
    def rewards_of(utilities: tuple[float, ...]) -> Rewards:
        return tuple((utility - least) / span for utility in utilities)

    root = Node(state, game.players.index(game.to_move(state)), None, None)
    for _ in range(simulations):
        node = expand(game, select(root, c, rave=rave), rng, rewards_of)
        rewards, later = simulate(node, play_on, rng, rewards_of)
        backup(node, rewards, _who_did_what(game, node, later) if rave else None)
        if prove and node.proven is not None and node.visits == 1:
            prove_upwards(node)

    # A proven win leaves only itself open, a proven loss is no longer open unless all else is.
    place = {action: number for number, action in enumerate(game.actions(state))}
    choices = root.open or root.children
    chosen = max(choices, key=lambda child: (child.visits, child.value, -place[child.action]))
    value = least + span * chosen.value if chosen.proven is None else _proven_worth(game, chosen)
    return MctsResult((value, chosen.action), tree=root, game=game, c=c)


# --- the four phases -----------------------------------------------------------------------------


def select(node: Node, c: float, *, rave: bool = False) -> Node:
    """The first node on the way down by UCB that has untried actions, or no children at all."""
    choose = _best_child_by_rave if rave else _best_child
    while node.open and not node.untried:
        node = choose(node, c)
    return node


def expand(
    game: Game, node: Node, rng: Random, rewards_of: Callable[[tuple[float, ...]], Rewards]
) -> Node:
    """A new child of this node, for one of its untried actions; a final node itself.

    The action is drawn by `rng`: in the documented order a node visited only a few times would
    know nothing but its first actions, such as the left columns.
    """
    if node.proven is not None:
        return node
    if node.untried is None:
        node.untried = list(game.actions(node.state))
    untried = node.untried
    number = int(rng.random() * len(untried))
    untried[number], untried[-1] = untried[-1], untried[number]
    action = untried.pop()
    state = game.result(node.state, action)
    child = Node(state, game.players.index(game.to_move(node.state)), node, action)
    if game.is_terminal(state):
        utilities = tuple(game.utility(state, player) for player in game.players)
        child.proven = rewards_of(utilities)
    node.children.append(child)
    node.open.append(child)
    return child


def simulate(
    node: Node,
    play_on: Callable[[State, Random], Playout],
    rng: Random,
    rewards_of: Callable[[tuple[float, ...]], Rewards],
) -> tuple[Rewards, tuple[Action, ...]]:
    """The rewards of a random game from this node on, and its actions."""
    if node.proven is not None:
        return node.proven, ()
    played = play_on(node.state, rng)
    return rewards_of(played.utilities), played.actions


def backup(leaf: Node, rewards: Rewards, later: set[tuple[int, Action]] | None = None) -> None:
    """Count this game at the leaf and at every node above it.

    `later`, for RAVE, holds the actions of the random game with the seats of those who took them.
    """
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        node.total += rewards[node.seat]
        if later is not None:
            for child in node.children:
                if (child.seat, child.action) in later:
                    child.first_visits += 1
                    child.first_total += rewards[child.seat]
            later.add((node.seat, node.action))
        node = node.parent


# --- choosing a child ----------------------------------------------------------------------------


def _best_child(node: Node, c: float) -> Node:
    """The open child with the greatest `child.ucb(c)`; the first of equals."""
    # Written out, because this loop is where a search with quick random games spends its time.
    log_visits, sqrt = math.log(node.visits), math.sqrt
    best, best_score = node.open[0], -math.inf
    for child in node.open:
        visits = child.visits
        score = child.total / visits + c * sqrt(log_visits / visits)
        if score > best_score:
            best, best_score = child, score
    return best


def _best_child_by_rave(node: Node, c: float) -> Node:
    """The open child that is best when its mean is mixed with its all-moves-as-first mean."""

    def score(child: Node) -> float:
        weight = math.sqrt(RAVE_VISITS / (3 * node.visits + RAVE_VISITS))
        first = child.first_total / child.first_visits if child.first_visits else child.value
        return child.ucb(c) + weight * (first - child.value)

    return max(node.open, key=score)


def _who_did_what(game: Game, node: Node, actions: tuple[Action, ...]) -> set[tuple[int, Action]]:
    """The actions of a random game from this node on, each with the seat of who took it."""
    # The game is played again, because players need not take turns: some may have to pass.
    state, taken = node.state, set()
    for action in actions:
        taken.add((game.players.index(game.to_move(state)), action))
        state = game.result(state, action)
    return taken


def _proven_worth(game: Game, child: Node) -> float:
    """The certain utility, for who moved into this proven node: that of a final state below it."""
    node = child
    while node.children:
        node = next(below for below in node.children if below.proven == child.proven)
    return float(game.utility(node.state, game.players[child.seat]))


def _utility_scale(game: Game) -> tuple[float, float]:
    """The least utility and the distance from there to the greatest, which is never 0."""
    least, greatest = game.utility_range
    if not greatest - least < math.inf:
        raise ValueError(
            f"mcts_search takes means, and needs utilities between two numbers; those of {game!r}"
            f" go from {least} to {greatest}"
        )
    return least, (greatest - least) or 1.0


# --- the tree ------------------------------------------------------------------------------------


# Slots make a node smaller and its numbers quicker to reach; there is one per simulation.
@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A state in the tree, with what the simulations through it were worth.

    A node's `value` is the mean reward of the player who moved into it, because that player is the
    one who chooses it. The root, which nobody moved into, counts for the player to move there.
    `proven` holds the exact rewards once they are known: the node is final, or so many of its
    children are proven that nothing is left open. `open` are the children still worth a look.

    >>> from course_lib import Nim, mcts_search
    >>> from random import Random
    >>> game = Nim((1, 2))
    >>> root = mcts_search(game, game.initial, simulations=20, rng=Random(1)).tree
    >>> sum(child.visits for child in root.children)
    20
    """

    state: State
    seat: int
    """The place in `game.players` of the player whose reward counts here."""
    parent: Node | None
    action: Action | None
    visits: int = 0
    total: float = 0.0
    children: list[Node] = field(default_factory=list)
    open: list[Node] = field(default_factory=list)
    untried: list[Action] | None = None
    """Not asked for in the beginning: most nodes stay leaves."""
    proven: Rewards | None = None
    first_visits: int = 0
    first_total: float = 0.0
    """For RAVE: the games in which the action came now or at any later time."""

    @property
    def value(self) -> float:
        """The mean reward, from 0 to 1, of the player who moved into this node."""
        return self.total / self.visits if self.visits else 0.0

    def ucb(self, c: float = 1.4) -> float:
        """The upper confidence bound by which the parent chooses: the mean and a bonus for doubt.

        value + c * sqrt(log(visits of the parent) / visits)
        """
        if self.parent is None or not self.visits:
            return math.inf
        return self.value + c * math.sqrt(math.log(self.parent.visits) / self.visits)

    def __repr__(self) -> str:
        proven = ", proven" if self.proven else ""
        return f"<Node {self.action!r}: {self.visits} visits, value {self.value:.3f}{proven}>"


class MctsResult(SearchResult):
    """A pair `(value, action)` with the whole `tree` that it comes from: its root `Node`.

    >>> from course_lib import Nim, mcts_search
    >>> from random import Random
    >>> game = Nim((1, 2))
    >>> found = mcts_search(game, game.initial, simulations=20, rng=Random(1))
    >>> found.tree.visits, len(found.tree.children)
    (20, 3)
    """

    tree: Node
    game: Game
    c: float


# --- what is certain -----------------------------------------------------------------------------


def prove_upwards(node: Node) -> None:
    """Carry the certain rewards of this node up the tree, as far as they settle anything."""
    while node.parent is not None and _settled_by(node.parent, node):
        node = node.parent


def _settled_by(parent: Node, child: Node) -> bool:
    """Whether the parent's rewards are certain too, now that this child's are."""
    seat = child.seat  # of the player who chooses at the parent
    if parent.proven is not None or child.proven is None:
        return False
    proven = [(other, other.proven) for other in parent.children if other.proven is not None]
    if child.proven[seat] == 1:  # nothing can be better than a sure win
        best = [child]
    elif parent.untried or len(proven) < len(parent.children):
        if child.proven[seat] == 0 and child in parent.open:  # nothing can be worse
            parent.open.remove(child)
        return False
    else:
        most = max(rewards[seat] for _, rewards in proven)
        best = [other for other, rewards in proven if rewards[seat] == most]
    parent.open, parent.untried = best, []
    certain = best[0].proven
    # With three players or more, what is equal to one who chooses may not be so to the others.
    if certain is None or any(other.proven != certain for other in best):
        return False
    parent.proven = certain
    # From now on the mean is the certain reward, whatever the simulations so far said.
    parent.total = parent.visits * certain[parent.seat]
    return True
