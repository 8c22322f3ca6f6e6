"""The exercise `least_leaves(branching, depth)`: the leaves of alpha-beta with the best order."""

from autograder_tests.cases import Case, Group, everywhere

MINUTES = "5"

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

LARGE = (
    (2, 7),
    (2, 8),
    (3, 10),
    (35, 9),
    (20, 12),
    (10, 40),
    (7, 41),
    (3, 80),
    (1, 60),
    (99, 2),
    (300, 3),
)
"""Wide trees and deep ones, up to more leaves than a float can say exactly."""

ALIKE = ((4, 1), (4, 3), (2, 6), (8, 2), (9, 2), (9, 3), (3, 6), (1, 12), (11, 2))
"""Trees with as many leaves as others here, and two whose numbers read alike."""


def visible():
    return groups_of((*PAIRS, *LARGE, *ALIKE))


def hidden(rng):
    sizes = (2, 4, 35, *rng.sample(range(6, 99), 2))
    large = [(rng.randint(2, 999), 2 * rng.randint(6, 30)) for _ in range(6)]
    alike = [(base**power, 12 // power) for base in rng.sample(range(2, 9), 2) for power in (1, 3)]
    pairs = [(branching, depth) for branching in sizes for depth in range(0, 11, 2)]
    return groups_of(dict.fromkeys((*pairs, *large, *alike)))


def probes():
    return PAIRS


def groups_of(pairs):
    """Even depths and odd ones."""
    cases = [Case(pair, size=pair[0] ** pair[1]) for pair in pairs]
    world = "every branching up to 5 and depth up to 6"
    small = everywhere(world, "least_leaves(branching, depth)")
    return (
        Group("even depths", [case for case in cases if case.arguments[1] % 2 == 0]),
        Group("odd depths", [small, *(case for case in cases if case.arguments[1] % 2)]),
    )
