"""The exercise `evidence(results, claimed)`: what eight bettors have together."""

from autograder_tests.cases import Case, Group

MINUTES = "3 to 6"

HINTS = (
    "How much does each of the eight have in the end, and how much is a mean?",
    "Call wealth once for each stake in STAKES, add the eight numbers up, and divide by eight.",
    (
        "all eight: wealth of these results, this claim, and each of the STAKES\n"
        "their sum divided by how many there are"
    ),
)

SAME = {
    "3:10 len(STAKES) -> min(len(STAKES), 9)": "there are always eight",
    "remembers its arguments in any order": "results in another order leave as many coins",
}
"""Slips that change no answer, each with the reason."""

FEW = (([], 0.5), ([1], 0.5), ([0], 0.5), ([0.5], 0.5), ([1], 0.9), ([0.25, 1], 0.3))
MANY = (
    ([1] * 10, 0.5),
    ([1] * 10, 0.75),
    ([1, 0.5] * 5, 0.5),
    ([0] * 10, 0.5),
    ([1, 0] * 12, 0.5),
    ([1, 1, 0] * 10, 0.5),
    ([1, 0.5, 0, 0.5] * 8, 0.2),
    ([1] * 40, 0.4),
    ([0.5] * 24, 0.5),
)


def visible():
    return groups_of(FEW, MANY)


def hidden(rng):
    def drawn(least, most):
        results = [rng.choice((0, 0.25, 0.5, 0.75, 1)) for _ in range(rng.randint(least, most))]
        return results, rng.randint(0, 100) / 100

    return groups_of(
        [drawn(1, 3) for _ in range(5)], [*(drawn(8, 60) for _ in range(6)), *as_many(rng)]
    )


def as_many(rng):
    """Results of which there are as many, with the same sum."""
    half, claimed = rng.randint(4, 30), rng.randint(20, 80) / 100
    return [(results, claimed) for results in ([0.5, 0.5] * half, [0, 1] * half)]


def probes():
    return [list(each) for each in (*FEW, *MANY)]


def groups_of(few, many):
    """A few results, and many."""
    return (
        Group("after a few results", cases(few), weight=1),
        Group("after many results", cases(many), weight=1),
    )


def cases(rows):
    """A case for each of these."""
    return [Case(row, size=len(row[0]), judge="gives_about") for row in rows]
