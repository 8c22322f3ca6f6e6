"""The exercise `least_leaves(branching, depth)`: the leaves of alpha-beta with the best order."""

from autograder_tests.cases import Case, Group

HINTS = (
    "To show that MAX gets at least the value: for which player is one action per state enough?",
    (
        "There are two proofs: MAX gets at least this, and MAX gets no more. In each of them one"
        " player needs a single action in every state, and the other may try them all."
        " One leaf belongs to both proofs."
    ),
    (
        "in each proof, on how many levels does a player choose among all actions?\n"
        "take branching to the power of that number, once for each proof\n"
        "add the two, and count the shared leaf only once"
    ),
)

PAIRS = (
    (2, 0),
    *((branching, depth) for branching in (1, 2, 3, 5) for depth in range(1, 6)),
)
"""At depth 0 the root is the only leaf."""


def visible():
    return groups_of(PAIRS)


def hidden(rng):
    sizes = (2, 4, 35, *rng.sample(range(6, 99), 2))
    return groups_of([(branching, depth) for branching in sizes for depth in range(11)])


def probes():
    return PAIRS


def groups_of(pairs):
    """Even depths and odd ones."""
    cases = [Case(pair, size=pair[0] ** pair[1]) for pair in pairs]
    return (
        Group("even depths", [case for case in cases if case.arguments[1] % 2 == 0]),
        Group("odd depths", [case for case in cases if case.arguments[1] % 2]),
    )
