"""Families of searches as plain functions that note the truth about themselves, for picture tests.

Every search takes `(game, state, notes)`. Whatever a picture may claim about it beyond the calls,
it writes into the notes at the moment it happens: a bound that moves, a branch that is cut, an
answer from memory. `FAMILIES` says of each search what else is true, and on which games it runs.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from student_searches import best_of, plain_negamax, value_only, worth

from course_lib import TextbookTree, TicTacToe, mcts_search, random_tree
from course_lib.game import CHANCE


@dataclass
class Notes:
    """What a search knows about itself."""

    moved: list[tuple[Any, str, float, float]] = field(default_factory=list)
    """Where a bound moved: the state, `alpha` or `beta`, from, to; as that state's player sees it.
    """
    cut: list[tuple[Any, tuple[Any, ...], bool]] = field(default_factory=list)
    """The state at which a call stopped early, the actions that it never applied, and whether a
    bound was the cause."""
    memory: list[tuple[Any, float]] = field(default_factory=list)
    """The states that were answered from memory, and the answers."""
    high: list[Any] = field(default_factory=list)
    """The states whose probe by an empty window has failed, so that they are searched again."""
    passes: int = 0
    answers: list[tuple[Any, str]] = field(default_factory=list)
    """What calls for states gave back that is no value: yes or no."""

    def bound(self, state, name, old, new):
        """Note that this bound moves, if it does; what it is then comes back."""
        if new != old:
            self.moved.append((state, name, old, new))
        return new

    def stop(self, state, left, *, bound=True):
        """Note the actions that are left out, and whether a bound is the cause."""
        if left:
            self.cut.append((state, tuple(left), bound))


# --- minimax in many forms -----------------------------------------------------------------------


def minimax(game, state, notes):
    """The plain one."""
    return value_only(game, state)


def negamax(game, state, notes):
    """Values of whoever is to move."""
    return plain_negamax(game, state)


def alphabeta(  #: node=state window=alpha,beta
    game, state, notes, alpha=-math.inf, beta=math.inf, *, depth=99, hard=False, strict=False,
    table=None, estimate=None,
):  # fmt: skip
    """Alpha-beta in its forms: fail-hard, a cut on > alone, a table, a depth."""
    if table is not None and state in table:
        low, high = table[state]
        if low == high or low >= beta or high <= alpha:
            value = high if high <= alpha else low
            notes.memory.append((state, value))
            return value  #: memory
    if game.is_terminal(state):
        return worth(game, state)
    if depth == 0:
        return estimate(state)
    first = game.to_move(state) == game.players[0]
    entry, actions = (alpha, beta), list(game.actions(state))
    best = -math.inf if first else math.inf
    stopped = False
    while actions and not stopped:
        value = alphabeta(game, game.result(state, actions.pop(0)), notes, alpha, beta,
                          depth=depth - 1, hard=hard, strict=strict, table=table,
                          estimate=estimate)  # fmt: skip
        best = max(best, value) if first else min(best, value)
        if first:
            alpha = notes.bound(state, "alpha", alpha, max(alpha, best))
        else:
            beta = notes.bound(state, "beta", beta, min(beta, best))
        stopped = alpha > beta if strict else alpha >= beta
    notes.stop(state, actions)  #: cut
    if hard:
        best = min(max(best, entry[0]), entry[1])
    if table is not None:
        low, high = table.get(state, (-math.inf, math.inf))
        table[state] = (best if best > entry[0] else low, best if best < entry[1] else high)
    return best


def fail_hard(game, state, notes):
    """Alpha-beta that never leaves its window."""
    return alphabeta(game, state, notes, hard=True)


def cut_on_greater(game, state, notes):
    """Alpha-beta that goes on where both bounds are equal."""
    return alphabeta(game, state, notes, strict=True)


def tabled(game, state, notes):
    """A table of bounds, used rightly."""
    return alphabeta(game, state, notes, table={})


def guess(state):
    """A number for any state, made of nothing else."""
    return sum(map(ord, repr(state))) % 7 - 3


def depth_limited(game, state, notes):
    """Two plies deep, then an estimate."""
    return alphabeta(game, state, notes, depth=2, estimate=guess)


def deepening(game, state, notes):
    """One ply, two plies, three plies."""
    value = None
    for depth in (1, 2, 3):
        notes.passes += 1
        value = alphabeta(game, state, notes, depth=depth, estimate=guess)
    return value


def turned_alphabeta(  #: node=state window=alpha,beta
    game, state, notes, alpha=-math.inf, beta=math.inf
):
    """Negamax with a window."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best, actions = -math.inf, list(game.actions(state))
    while actions and alpha < beta:
        child = game.result(state, actions.pop(0))
        best = max(best, -turned_alphabeta(game, child, notes, -beta, -alpha))
        alpha = notes.bound(state, "alpha", alpha, max(alpha, best))
    notes.stop(state, actions)  #: cut
    return best


def careless(  #: node=state window=alpha,beta
    game, state, notes, alpha=-math.inf, beta=math.inf, *, seen=None
):
    """Negamax whose table keeps bounds as if they were values."""
    seen = {} if seen is None else seen
    if state in seen:
        notes.memory.append((state, seen[state]))
        return seen[state]  #: memory
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best, actions = -math.inf, list(game.actions(state))
    while actions and alpha < beta:
        child = game.result(state, actions.pop(0))
        best = max(best, -careless(game, child, notes, -beta, -alpha, seen=seen))
        alpha = notes.bound(state, "alpha", alpha, max(alpha, best))
    notes.stop(state, actions)  #: cut
    seen[state] = best
    return best


def principal_variation(  #: node=state window=alpha,beta
    game, state, notes, alpha=-math.inf, beta=math.inf
):
    """A null window for every action but the first, and again where it fails high."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best, actions = -math.inf, list(game.actions(state))
    while actions and alpha < beta:
        child = game.result(state, actions.pop(0))
        if best == -math.inf:
            value = -principal_variation(game, child, notes, -beta, -alpha)
        else:
            value = -principal_variation(game, child, notes, -alpha - 1, -alpha)
            if alpha < value < beta:
                notes.high.append(child)
                value = -principal_variation(game, child, notes, -beta, -value)
        best = max(best, value)
        alpha = notes.bound(state, "alpha", alpha, max(alpha, best))
    notes.stop(state, actions)  #: cut
    return best


def mtdf(game, state, notes):
    """Null windows until they meet, with a table of bounds."""
    value, low, high, table = 0, -math.inf, math.inf, {}
    while low < high:
        notes.passes += 1
        beta = max(value, low + 1)
        value = alphabeta(game, state, notes, beta - 1, beta, table=table)
        low, high = (low, value) if value < beta else (value, high)
    return value


def remembered(game, state, notes, seen=None):  #: node=state
    """Minimax that keeps each state's value, which is right: no window makes it a bound."""
    seen = {} if seen is None else seen
    if state in seen:
        notes.memory.append((state, seen[state]))
        return seen[state]  #: memory
    if game.is_terminal(state):
        value = worth(game, state)
    else:
        after = (game.result(state, action) for action in game.actions(state))
        value = best_of(game, state)([remembered(game, each, notes, seen) for each in after])
    seen[state] = value
    return value


def remembered_before(game, state, notes, seen=None):  #: node=state
    """The same, but it looks into its table before it makes the call."""
    seen = {} if seen is None else seen
    if game.is_terminal(state):
        seen[state] = worth(game, state)
        return seen[state]
    values = []
    for action in game.actions(state):
        after = game.result(state, action)
        values.append(seen[after] if after in seen else
                      remembered_before(game, after, notes, seen))  # fmt: skip
    seen[state] = best_of(game, state)(values)
    return seen[state]


# --- chance, and more than two -------------------------------------------------------------------


class Dice(TextbookTree):
    """A tree in which chance follows each move, and mostly gives the last child."""

    to_move = lambda _, state: CHANCE if len(state) % 2 else "MAX"  # noqa: E731

    def chance(self, state):
        """On each second level; the last child is three times as likely as all others together."""
        actions = self.actions(state) if len(state) % 2 else ()
        weights = [1] * (len(actions) - 1) + [3 * max(1, len(actions) - 1)]
        return tuple((one, weights[at] / sum(weights)) for at, one in enumerate(actions))


def no_luck(game, state, notes):  #: node=state
    """The worst of what dice may bring, by mistake."""
    if game.is_terminal(state):
        return worth(game, state)
    values = [no_luck(game, game.result(state, action), notes) for action in game.actions(state)]
    return min(values) if game.chance(state) else max(values)


def chances(game, state, notes):  #: node=state
    """Expectimax."""
    if game.is_terminal(state):
        return worth(game, state)
    values = [chances(game, game.result(state, action), notes) for action in game.actions(state)]
    likely = [probability for _, probability in game.chance(state)]
    if not likely:
        return max(values)
    return round(sum(one * value for one, value in zip(likely, values, strict=True)), 9)


def max_n(game, state, notes):  #: node=state
    """A number for each of three players; everybody wants the own one large."""
    if game.is_terminal(state):
        return tuple(game.utility(state, player) for player in game.players)
    seat = game.players.index(game.to_move(state))
    values = [max_n(game, game.result(state, action), notes) for action in game.actions(state)]
    return max(values, key=lambda value: value[seat])


class Three(TextbookTree):
    """A tree for three, who take turns; a leaf's number becomes three."""

    players = ("A", "B", "C")

    def to_move(self, state):
        """In turns."""
        return self.players[len(state) % 3]

    def utility(self, state, player):
        """Different for each, and mostly numbers that might be actions too."""
        return (self.subtree(state) + 2 * self.players.index(player)) % 4


# --- searches that jump --------------------------------------------------------------------------


def look(game, state):  #: node=state
    """What a probe of one state says."""
    return worth(game, state) if game.is_terminal(state) else guess(state)


def best_first(game, state, notes):
    """The most promising state anywhere is looked at next."""
    waiting, best = [(-look(game, state), state)], -math.inf
    while waiting:
        value, here = heapq.heappop(waiting)
        if game.is_terminal(here):
            best = max(best, -value)
            continue
        for action in game.actions(here):
            after = game.result(here, action)
            heapq.heappush(waiting, (-look(game, after), after))
    return best


def children_of(game, state):
    """The states below one."""
    return [game.result(state, action) for action in game.actions(state)]


def breadth_first(game, state, notes):
    """Level by level, each state looked at by a call of its own."""
    level, last = [state], 0
    while level:
        last = max(look(game, each) for each in level)
        level = [after for each in level for after in children_of(game, each)]
    return last


def proof_numbers(game, state, notes):
    """Proof-number search: can MAX have more than 0? The most proving state is looked at next."""
    numbers, below = {state: (1, 1)}, {}

    def settle(here):
        if here in below:
            kids = [numbers[kid] for kid in below[here]]
            proof, disproof = [kid[0] for kid in kids], [kid[1] for kid in kids]
            mine = game.to_move(here) == "MAX"
            numbers[here] = (min(proof), sum(disproof)) if mine else (sum(proof), min(disproof))

    while 0 not in numbers[state]:
        here, way = state, [state]
        while here in below:
            at = 0 if game.to_move(here) == "MAX" else 1
            here = min(below[here], key=lambda kid: numbers[kid][at])
            way.append(here)
        below[here] = children_of(game, here)
        for kid in below[here]:
            solved = game.is_terminal(kid)
            won = solved and look(game, kid) > 0
            numbers[kid] = ((0, math.inf) if won else (math.inf, 0)) if solved else (1, 1)
        for each in reversed(way):
            settle(each)
    return numbers[state][0] == 0


def random_end(game, state, rng):
    """One game at random, and what it was worth."""
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return worth(game, state)


def flat(game, state, notes):
    """Flat Monte Carlo: some random games after each action."""
    rng, means = Random(1), {}
    for action in game.actions(state):
        after = game.result(state, action)
        means[action] = sum(random_end(game, after, rng) for _ in range(3)) / 3
    return max(means, key=means.get, default=None)


def with_rave(game, state, notes):
    """The library's Monte Carlo search with RAVE."""
    return mcts_search(game, state, simulations=15, rng=Random(1), rave=True, prove=False)


# --- other channels, other kinds -----------------------------------------------------------------


def at_least(game, state, notes, bound, beyond):  #: node=state
    """Whether the value is at least this much, or beyond it: an answer of another kind."""
    if game.is_terminal(state):
        value = worth(game, state)
        found = value > bound if beyond else value >= bound
    else:
        mine, actions = game.to_move(state) == game.players[0], list(game.actions(state))
        found = not mine
        while actions and found != mine:
            after = game.result(state, actions.pop(0))
            found = at_least(game, after, notes, bound, beyond)
        notes.stop(state, actions)  #: cut
    notes.answers.append((state, str(found)))
    return found


def tested(game, state, notes):  #: node=state
    """SCOUT as Pearl wrote it: a test that says yes or no comes before each further search."""
    if game.is_terminal(state):
        return worth(game, state)
    first, best = game.to_move(state) == game.players[0], None
    for action in game.actions(state):
        after = game.result(state, action)
        if best is None or at_least(game, after, notes, best, first) == first:
            best = tested(game, after, notes)
    return best


# --- the list ------------------------------------------------------------------------------------


def tree(rng):
    """Three plies, two or three children each."""
    return random_tree(3, (2, 3), rng)


def mostly_zeros(rng):
    """Three plies, one to three children each: a zero is its own opposite, and tells little."""

    def grown(levels):
        if not levels:
            return rng.choice((0, 0, 0, 0, 1, -1))
        return tuple(grown(levels - 1) for _ in range(rng.randint(1, 3)))

    return TextbookTree(grown(3))


def start(rng):
    """Tic-tac-toe after five moves at random: several ways lead to the same position."""
    game = TicTacToe()
    while True:
        moves = game.playout(game.initial, rng).actions[:5]
        state = game.initial
        for move in moves:
            state = game.result(state, move)
        if len(game.actions(state)) == 4:
            return game, state


@dataclass(frozen=True)
class Family:
    """What is true of a search, whatever its pictures say."""

    search: Callable[..., Any]
    make: Callable[[Random], Any] = tree
    """Its game, or a pair of a game and a state."""
    turned: bool = False
    """Whether values and windows are those of whoever is to move."""
    jumps: bool = False
    """Whether states are looked at in an order that no call inside a call explains."""
    windows: bool = False
    passes: bool = False
    plies: int | None = 99
    """How deep minimax would look, to be compared; None where nothing can be compared."""
    looks: bool = False
    """Whether some states are looked at by another function first, which counts as a visit."""
    best: bool = True
    """Whether every value is the best of the values below."""

    @property
    def name(self):
        """What the tests call it."""
        return self.search.__name__

    def run(self, watched, rng):
        """The trace of this search by `watched`, its game, where it began, and its notes."""
        notes, made = Notes(), self.make(rng)
        game, state = made if isinstance(made, tuple) else (made, made.initial)
        return watched(self.search, game, state, notes=notes), game, state, notes

    def again(self, game, state):
        """Run it once more, watched by nobody."""
        return self.search(game, state, notes=Notes())


def three(rng):
    """A tree for three players."""
    return Three(random_tree(3, 2, rng, low=0, high=3).tree)


def dice(rng):
    """A tree with chance on every second level."""
    return Dice(random_tree(2, (2, 3), rng).tree)


@dataclass(frozen=True)
class Shape:
    """A kind of trees: how deep and wide they are, and what stands at their leaves."""

    plies: int
    kids: tuple[int, int] = (2, 3)
    leaf: Callable[[Random], float] = lambda rng: rng.randint(-9, 9)
    ends: float = 0
    """How likely a node above the last level is a leaf."""

    def grown(self, rng, plies=None):
        """The nested tuples of such a tree."""
        plies = self.plies if plies is None else plies
        if not plies or (plies < self.plies and rng.random() < self.ends):
            return self.leaf(rng)
        return tuple(self.grown(rng, plies - 1) for _ in range(rng.randint(*self.kids)))

    def family(self, family, first=None):
        """The same search on trees of this shape, perhaps with another player at the root."""
        own = {dice: Dice, three: Three}.get(family.make, TextbookTree)
        options = {} if first is None else {"first": first}
        return replace(family, make=lambda rng: own(self.grown(rng), **options))


SHAPES = {
    "leaf": Shape(0),
    "one ply": Shape(1),
    "two plies": Shape(2),
    "three plies": Shape(3),
    "four plies": Shape(4, (1, 2)),
    "wide": Shape(2, (3, 5)),
    "lines": Shape(1, (1, 1)),
    "two in a line": Shape(2, (1, 1)),
    "three in a line": Shape(3, (1, 1)),
    "uneven": Shape(3, (1, 3), ends=0.35),
    "uneven and deep": Shape(4, (1, 2), ends=0.3),
    "equal": Shape(3, (1, 3), lambda rng: 5),
    "zeros": Shape(2, (1, 3), lambda rng: 0, ends=0.2),
    "mostly zeros": Shape(3, (1, 3), lambda rng: rng.choice((0, 0, 0, 0, 1, -1)), ends=0.2),
    "wins and losses": Shape(3, (1, 3), lambda rng: rng.choice((1, -1)), ends=0.2),
    "hundreds": Shape(2, (2, 3), lambda rng: rng.randint(-1000, 1000), ends=0.1),
    "millions": Shape(3, (1, 3), lambda rng: rng.randint(-(10**9), 10**9), ends=0.1),
    "fractions": Shape(3, (1, 3), lambda rng: rng.choice((1 / 3, -2 / 3, 0.5, -0.25, 0.1)),
                       ends=0.1),
    "any numbers": Shape(2, (2, 3), lambda rng: rng.random() * 2 - 1),
}  # fmt: skip
FOR_MAX = {"best_first", "breadth_first", "proof_numbers"}
"""Searches that are written for MAX at the root."""
NOT_OVER = {"with_rave", "proof_numbers"}
"""Searches that are only written for games with a move to choose; the first one says so."""


def fits(family, name, first=None):
    """Whether this search is one for such a tree, with this player at the root."""
    if family.name in NOT_OVER and name == "leaf":
        return False
    if family.name == "mtdf":  # its windows are whole numbers: it would never end
        return name not in {"fractions", "any numbers"}
    return first is None or not (family.make in {dice, three} or family.name in FOR_MAX)


CUTS = {"windows": True}
FAMILIES = [
    Family(minimax),
    Family(negamax, turned=True),
    Family(fail_hard, **CUTS),
    Family(alphabeta, **CUTS),
    Family(cut_on_greater, **CUTS),
    Family(turned_alphabeta, turned=True, **CUTS),
    Family(principal_variation, turned=True, **CUTS),
    Family(mtdf, passes=True, **CUTS),
    Family(deepening, passes=True, plies=3, **CUTS),
    Family(tabled, start, **CUTS),
    Family(careless, start, turned=True, **CUTS),
    Family(depth_limited, plies=2, **CUTS),
    Family(remembered, start),
    Family(remembered_before, start),
    Family(chances, dice, plies=None),
    Family(no_luck, dice, plies=None),
    Family(max_n, three, plies=None, best=False),
    Family(best_first, jumps=True, plies=None, best=False),
    Family(breadth_first, jumps=True, plies=None, best=False),
    Family(proof_numbers, jumps=True, plies=None, best=False),
    Family(flat, plies=None, best=False),
    Family(tested, looks=True),
    Family(with_rave, start, plies=None, best=False),
]
