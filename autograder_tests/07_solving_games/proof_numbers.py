"""The exercise `proof_numbers(pairs, chooses)`: what is left to prove, from the children."""

from math import inf

from autograder_tests.cases import Case, Group, everywhere

MINUTES = "4 to 6"

HINTS = (
    "A node has children that still need 3 and 5 leaves. When does it need 3, and when all 8?",
    (
        "Where the player chooses, one good child is enough: the cheapest one counts. Where the"
        " opponent chooses, every child has to be good: their numbers add up. To disprove is the"
        " same thing seen by the other player, so there it is the other way round."
    ),
    (
        "make a list of the first numbers of the pairs, and one of the second numbers\n"
        "if the player chooses: the least of the first list, and the sum of the second\n"
        "otherwise: the sum of the first list, and the least of the second"
    ),
)

OPEN, WON, LOST = (1, 1), (0, inf), (inf, 0)

ONE = ([(3, 2)], [(1, 4)], [OPEN], [(5, 7)])
SEVERAL = (
    [(3, 2), (5, 1)],
    [OPEN, OPEN, OPEN],
    [(4, 1), (2, 6), (3, 3)],
    [(2, 9), (2, 4)],
    [(7, 3), (1, 8), (6, 5), (2, 2)],
    [OPEN] * 12,
    [(1_000, 3), (2_000, 70_000)],
    [(30_000_000, 2), (20_000_000, 5)],
)
SOLVED = (
    [WON, (3, 2)],
    [LOST, (3, 2)],
    [LOST, LOST],
    [WON, WON],
    [WON, LOST],
    [(4, 1), LOST, OPEN],
    [WON, (2, 2), (5, 3)],
    [WON],
    [LOST],
)


def visible():
    return groups_of(ONE, SEVERAL, SOLVED)


def hidden(rng):
    def pairs(most=5):
        return [(rng.randint(1, 30), rng.randint(1, 30)) for _ in range(rng.randint(2, most))]

    return groups_of(
        one=[pairs()[:1] for _ in range(2)],
        several=[*(pairs() for _ in range(4)), pairs(20), [(rng.randint(10**7, 10**8), 3)] * 2],
        solved=(),
    )


def probes():
    return [(pairs, chooses) for pairs in (*SEVERAL, *SOLVED) for chooses in (True, False)]


def groups_of(one, several, solved):
    """A single child, several, and some of which everything is known."""
    small = everywhere("every list of up to three children", "proof_numbers(pairs, chooses)")
    return (
        Group("a single child", cases(one), weight=0.5),
        Group("the cheapest child, or all of them", cases(several), weight=1.5),
        Group("children that are settled", [small, *cases(solved)]),
    )


def cases(families):
    """The question about these children, for either player to choose."""
    return [
        Case((pairs, chooses), size=len(pairs)) for pairs in families for chooses in (True, False)
    ]
