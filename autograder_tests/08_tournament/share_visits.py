"""The exercise `share_visits(budget, weights)`."""

from autograder_tests.cases import Case, Group

MINUTES = "10 to 15"

HINTS = (
    "How many visits are left to share once every move has its first one?",
    (
        "// divides and rounds down. Multiply first and divide afterwards, or you lose too much."
        " The sum of the shares tells you how many visits are left over; they go to the moves with"
        " the largest weights, one each."
    ),
    (
        "rest: the budget minus one visit for each move\n"
        "the share of each weight: 1, plus rest * weight // the sum of the weights\n"
        "left over: the budget minus the sum of the shares\n"
        "sort the places by their weights, the largest first\n"
        "give 1 more to as many of them as there are visits left over"
    ),
)

SHARED = {
    "equal weights": [
        *((6, [1, 1, 1]), (40, [5, 5, 5, 5]), (1, [1]), (17, [3])),
        *((9, [1, 1, 1]), (44, [5, 5, 5, 5]), (1_000_000, [7] * 40)),
    ],
    "in proportion, where nothing is left over": [
        (8, [1, 2]),
        (23, [3, 1, 1]),
        (104, [1, 2, 1, 6]),
        (51, [48, 1]),
        (51, [1, 48]),
        (2, [48, 1]),
        (1_000_012, [100_000] * 10 + [0, 0]),
    ],
    "what is left over goes to the greatest weights": [
        (10, [1, 2, 1]),
        (12, [1, 1, 3]),
        (30, [2, 3, 3, 1]),
        (9, [1, 1]),
        (3, [4, 5]),
        (50, [5, 1, 4, 4, 2, 5]),
        (50, [4, 5, 4, 5, 2, 1]),
        (51, [5, 1, 4, 4, 2, 5]),
        (12, [1, 3, 1]),
        (61, [1, 12, 11, 2]),
        (61, [11, 2, 1, 12]),
        (10**17 + 3, [1, 1, 1]),
        (1_000, [*range(1, 21)]),
        (1_000_000, [12_345, 67_890, 12_346]),
        (499, [1] * 250),
    ],
    "nobody goes without": [
        (4, [9, 0, 0]),
        (3, [1, 5, 2]),
        (20, [0, 30, 1, 0]),
        (7, [100, 1, 1]),
        (8, [100, 1, 1]),
    ],
}
"""Budgets with weights, by what is tried with them."""

SAME = {
    "10:3 budget -> rest": "counted from the end, the slice stops at the same place",
    "11:4 sorted(range(len(weights)), -> sorted(range(len(shares)),": "there are as many",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(SHARED)


def hidden(rng):
    """Budgets shared by weights that are drawn."""
    uneven = [
        (rng.randint(20, 500), [rng.randint(1, 9) for _ in range(rng.randint(3, 8))])
        for _ in range(12)
    ]
    budget, weights = uneven[0]
    uneven += [(budget, weights[1:] + weights[:1]), (budget + 1, weights), (budget + 50, weights)]
    many = [rng.randint(0, 999) for _ in range(rng.randint(20, 60))]
    uneven += [(rng.randint(10**5, 10**7), many), (rng.randint(100, 999), many)]
    uneven += [(2 * len(some) - 1, some) for some in [[1] * rng.randint(200, 300)]]
    return groups_of(
        {
            "equal weights": [
                (8, [2, 2, 2, 2]),
                (60, [1] * 6),
                *((rng.randint(20, 90), [rng.randint(2, 9)] * count) for count in (3, 4)),
            ],
            "in proportion, where nothing is left over": [
                (3 + 9 * times, [2, 3, 4]) for times in (1, 4, rng.randint(20, 99))
            ]
            + [(52, [1, 49]), (100, [1, 97])],
            "what is left over goes to the greatest weights": [*uneven, (5, [6, 8, 7])],
            "nobody goes without": [
                (5, [4, 0, 0, 1, 0]),
                (4, [1, 2, 3, 4]),
                (31, [0, 8, 0]),
                (9, [60, 1, 1, 1]),
                *((rng.randint(6, 9), [0, rng.randint(20, 90), 0, 1]) for _ in range(2)),
            ],
        }
    )


def probes():
    return [shared for group in SHARED.values() for shared in group]


def groups_of(kinds):
    """A group for each of these titles."""
    return [Group(title, [case_of(*shared) for shared in kind]) for title, kind in kinds.items()]


def case_of(budget, weights):
    """The question for these shares."""
    return Case((budget, weights), size=1_000 * len(weights) + budget, judge="right_shares")
