"""The exercise `simulate(game, state, nodes, play_out, c)`: one node for each state."""

from copy import deepcopy
from math import inf, log, sqrt
from random import Random

from autograder_tests.cases import Case, Group, Position, as_function
from autograder_tests.positions import SEEN, states_below
from autograder_tests.solution import namespace, solution
from course_lib import Count, Nim, TextbookTree

OPTIONS = {"changes": (2,)}

MINUTES = "15 to 25"

HINTS = (
    "In which of the states on its way does a simulation choose, and in which does it end?",
    (
        "The function may call itself with the state after the chosen action; what that returns is"
        " what the whole game was worth. The bound of an action takes its mean from the node of"
        " the state it leads to, turned round if the second player chooses, but its tries from the"
        " node where you stand."
    ),
    (
        "is there a node of this state? if not, make one\n"
        "the game is over: its worth is the utility\n"
        "the node is new: its worth is what play_out says\n"
        "else: the action with the greatest bound; without tries that is infinity\n"
        "    one more try of it, and its worth is that of a simulation after it\n"
        "one more visit, and the worth into the total\n"
        "return the worth"
    ),
)

MEMORY = "no two cases hand over the same function `play_out`, so nothing is found again"
INFINITE = "without tries the bound is infinity, whatever the mean"
SAME = {
    "remembers all but game": MEMORY,
    "remembers all but state": MEMORY,
    "remembers all but nodes": MEMORY,
    "remembers all but c": MEMORY,
    "remembers its arguments in any order": MEMORY,
    "18:9 tries -> after": INFINITE,
    "18:11 0 -> 1": INFINITE,
    "18:11 0 -> -1": INFINITE,
}
"""Slips that change no answer, each with the reason."""

PARTS = 64
"""Playouts are worth so many parts of 1, so that sums are exact."""

ENDS = (Count(4, 2), Nim((1, 2)), TextbookTree([[1, 0.5], -1]))
OTHER_ENDS = (Count(3, 2), Nim((2, 1), misere=True), TextbookTree([0.25, [-1, 0.5]]))


def visible():
    return groups_of(
        Random(SEEN),
        ENDS,
        searches=((Count(4, 3), 26), (Nim((1, 2)), 26, 0.7)),
        late=(
            (Count(7, 3), 60),
            (Count(9, 3), 200, 1),
            (Nim((2, 2), misere=True), 90, 2),
            (Nim((11,)), 11, 1),
        ),
    )


def hidden(rng):
    heaps = rng.choice(((3, 1), (1, 1, 1), (2, 1)))
    return groups_of(
        rng,
        OTHER_ENDS,
        searches=((Count(5, 2), 24), (Nim(heaps, misere=True), 24, rng.choice((0.5, 1, 2)))),
        late=(
            (Count(rng.randint(6, 11), 3), 90),
            (Count(8, 4), 150, 1.1),
            (Nim((1, 3)), 90, 1),
            (Count(20, rng.randint(10, 13)), 10, 1),
        ),
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(rng, ends, searches, late):
    """Where a simulation ends, a small world from the first one on, and nodes that know much."""
    new, over, steps, known = [], [], [], []
    for game in ends:
        worth, *_, last = searched(game, rng, 40)
        for state in states_below(game, game.initial):
            (over if game.is_terminal(state) else new).append(case(game, state, {}, worth))
        over += [case(game, state, last, worth) for state in last if game.is_terminal(state)]
    for game, many, *c in searches:
        worth, *tables = searched(game, rng, many, *c)
        steps += [case(game, game.initial, nodes, worth, *c) for nodes in tables]
    for game, many, *c in late:
        worth, *_, last = searched(game, rng, many, *c)
        known += [case(game, state, last, worth, *c) for state in last if game.actions(state)]
    known += [between(rng, tries, visits) for tries, visits in ((4, 6), (5, 7), (3, 9))]
    return (
        Group("a state without a node gets one, and is played out", new),
        Group("a final state is worth its utility, and has a node, too", over, weight=0.5),
        Group("a small world, from its first simulation on", clear(steps), weight=1.5),
        Group("means of all ways, and tries from here", clear(known), weight=1.5),
    )


def searched(game, rng, many, *c):
    """What a playout from each state is worth, and then the nodes before each simulation.

    From a final one no move is played, so that it is worth its utility.
    """
    worth = {as_key(state): rng.randint(-PARTS, PARTS) / PARTS for state in states(game)}
    over = [each for each in states(game) if game.is_terminal(each)]
    worth |= {as_key(each): game.utility(each, game.players[0]) for each in over}
    nodes = {}
    yield worth
    for _ in range(many):
        yield deepcopy(nodes)
        solution("simulate")(game, game.initial, nodes, worth.get, *c)


def states(game):
    """All states of the game, each once, in an order that is always the same."""
    return sorted(states_below(game, game.initial), key=repr)


def as_key(state):
    """The state as plain data, which a line can show; it's equal to the state."""
    return tuple(state)


def between(rng, tries, visits):
    """Two actions of which the visits of the node choose one, and its tries alone the other."""
    game = Count(6, 2)
    one, two = (sqrt(log(each)) * (1 - 1 / sqrt(tries)) for each in (visits, tries + 1))
    mean = round((one + two) / 2 * PARTS) / PARTS
    nodes = {
        (0, "X"): {"visits": visits, "total": 0, "tries": {1: 1, 2: tries}},
        (1, "O"): {"visits": 1, "total": 0, "tries": {1: 0, 2: 0}},
        (2, "O"): {"visits": PARTS, "total": mean * PARTS, "tries": {1: 0, 2: 0}},
    }
    return case(game, game.initial, nodes, next(searched(game, rng, 0)), 1)


def case(game, state, nodes, worth, *c):
    """One simulation from this state; `known` are the nodes afterwards, the way's own first."""
    before = {as_key(each): node for each, node in nodes.items()}
    after = deepcopy(before)
    expected = solution("simulate")(game, state, after, worth.get, *c)
    right = sorted(after.items(), key=lambda pair: pair[1] == before.get(pair[0]))
    met = {each: worth[each] for each in map(as_key, states_below(game, state))}
    arguments = (game, Position(game, state), before, as_function(met), *c)
    size = sum(node["visits"] for node in before.values())
    return Case(arguments, expected, size, "counts_in_nodes", {"nodes": [*map(list, right)]})


def clear(cases):
    """Those in which no two bounds are so close that rounding might choose between them."""
    return [each for each in cases if not close(*each.arguments)]


def close(game, position, nodes, _play_out, c=1.4):
    """Whether on this simulation's way two actions that were tried have nearly the same bound."""
    state, ucb1 = position.state, namespace("simulate")["ucb1"]
    while game.actions(state) and nodes.get(state, {"visits": 0})["visits"]:
        here, sign = nodes[state], 1 if game.to_move(state) == game.players[0] else -1
        bounds = {}
        for action, tries in here["tries"].items():
            below = nodes.get(game.result(state, action))
            mean = sign * below["total"] / below["visits"] if tries else 0
            bounds[action] = ucb1(mean, tries, here["visits"], c)
        action = max(bounds, key=bounds.get)
        best, second, *_ = [*sorted(bounds.values(), reverse=True), -inf]
        if best != inf and best - second < 1e-6:
            return True
        state = game.result(state, action)
    return False
