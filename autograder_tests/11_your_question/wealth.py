"""The exercise `wealth(results, claimed, stake)`: a coin that is bet again and again."""

from autograder_tests.cases import Case, Group

MINUTES = "4 to 6"

HINTS = (
    "What do you have before the first result, and what does each result do to it?",
    "Begin with 1. For each result, multiply what you have by 1 + stake * (result - claimed).",
    (
        "coins: 1\n"
        "for each result: coins times (1 plus the stake times what the result is above the claim)\n"
        "when all are done: coins"
    ),
)

NONE = (([], 0.5, 1), ([], 0.25, -0.5))
ONE = (([1], 0.5, 1), ([0], 0.5, 1), ([0.5], 0.25, 1), ([1], 0.5, -1), ([0], 0.75, -0.5))
MANY = (
    ([1, 1, 0.5, 0], 0.5, 1),
    ([1, 1, 0.5, 0], 0.25, 1),
    ([0, 0, 1], 0.5, -1),
    ([1, 0, 1], 0.5, 1),
    ([1, 0, 1], 1, 0.5),
    ([0.25, 1, 0.75, 1], 0.25, 0.5),
    ([1, 0, 1, 1, 0, 1], 0.6, 0.25),
    ([1] * 12, 0.5, 1),
    ([0] * 12, 0.5, 1),
    ([0.5, 0.5], 0.5, 1),
    ([0, 1], 0.5, 1),
)
"""The last two have as many results with the same sum."""


def visible():
    return groups_of(ONE, MANY)


def hidden(rng):
    def drawn(least, most):
        results = [rng.choice((0, 0.25, 0.5, 0.75, 1)) for _ in range(rng.randint(least, most))]
        return results, rng.randint(0, 100) / 100, rng.choice((1, 0.5, 0.25, -1, -0.5, 0.7))

    return groups_of(
        [drawn(1, 1) for _ in range(4)], [*(drawn(2, 40) for _ in range(8)), *as_many(rng)]
    )


def as_many(rng):
    """Results of which there are as many, with the same sum, and another worth."""
    half, claimed = rng.randint(2, 9), rng.randint(20, 80) / 100
    return [(results, claimed, 1) for results in ([0.5, 0.5] * half, [0, 1] * half)]


def probes():
    return [list(each) for each in (*NONE, *ONE, *MANY)]


def groups_of(one, many):
    """Nothing yet, one result, and one after the other."""
    return (
        Group("before the first result you have your coin", cases(NONE), weight=0.25),
        Group("one bet", cases(one), weight=0.75),
        Group("one bet after the other", cases(many), weight=1),
    )


def cases(rows):
    """A case for each of these."""
    return [Case(row, size=len(row[0]), judge="gives_about") for row in rows]
