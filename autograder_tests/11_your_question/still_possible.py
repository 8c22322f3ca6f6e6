"""The exercise `still_possible(results)`: the means that nobody has bet against successfully."""

from autograder_tests.cases import Case, Group

MINUTES = "5 to 10"

HINTS = (
    "Which hundred and one means are there, and when is one of them crossed out?",
    (
        "Make the list 0 / 100, 1 / 100 and so on up to 100 / 100. Keep those with"
        " evidence(results, mean) below 20, and return the first and the last of them."
    ),
    (
        "for each whole number from 0 to 100: it divided by 100 is a mean\n"
        "keep it if the evidence against it is below 20\n"
        "the lowest of those kept, and the highest"
    ),
)

SAME = {
    "4:11 < -> <=": "the evidence is never exactly 20",
    "remembers its arguments in any order": "results in another order leave as many coins",
}
"""Slips that change no answer, each with the reason."""

FEW = ([], [1], [0, 0.5])
ONE_SIDE = ([1] * 12, [0] * 12, [1] * 40, [0] * 30)
BOTH = ([1, 0] * 20, [1, 1, 0] * 20, [0.5] * 60, [0.5] * 40, [1, 0, 0, 0.5] * 15, [0, 0, 0, 1] * 12)


def visible():
    return groups_of(ONE_SIDE, BOTH)


def hidden(rng):
    def drawn():
        good = rng.random()
        return [
            rng.choice((1, 1, 0.5)) if rng.random() < good else 0
            for _ in range(rng.randint(30, 80))
        ]

    one_side = [[end] * rng.randint(8, 60) for end in (0, 1)]
    half = rng.randint(15, 40)
    as_many = [[0.5, 0.5] * half, [0, 1] * half]  # with the same sum
    return groups_of(one_side, [*(drawn() for _ in range(5)), *as_many])


def probes():
    return [[each] for each in (*FEW, *ONE_SIDE, *BOTH)]


def groups_of(one_side, both):
    """Too few results, results of one kind, and of several."""
    return (
        Group("after a few results everything is possible", cases(FEW), weight=0.5),
        Group("results of one kind", cases(one_side), weight=1),
        Group("wins and losses", cases(both), weight=1.5),
    )


def cases(rows):
    """A case for each of these."""
    return [Case((row,), size=len(row), judge="gives_ends") for row in rows]
