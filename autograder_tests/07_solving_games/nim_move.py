"""The exercise `nim_move(heaps)`: a winning move at Nim, without any search."""

from functools import reduce
from operator import xor

from autograder_tests.cases import Case, Group, everywhere

MINUTES = "7 to 10"

HINTS = (
    "Which nim-sum should your move leave behind?",
    (
        "Let s be the exclusive or of all heaps. If s is 0, every move loses. Otherwise turn some"
        " heap h into h ^ s, and the nim-sum becomes s ^ s, which is 0. But a heap can only get"
        " smaller: which heaps does that allow?"
    ),
    (
        "s: the exclusive or of all heaps\n"
        "for each place and heap (enumerate counts the places):\n"
        "    if heap ^ s is less than heap:\n"
        "        return the place, and heap minus (heap ^ s)\n"
        "if no heap will do: return None"
    ),
)

ONE = ((4,), (0, 3), (6, 0, 0), (3_000_000,))
FEW = (
    (1, 2),
    (2, 5),
    (1, 2, 4),
    (3, 4, 5),
    (5, 3, 4),
    (7, 2, 1),
    (1_000, 1),
    (40_000, 70_000),
    (1, 23),
    (12, 3),
    (20_000_000, 19_999_999),
)
MANY = ((2, 3, 3), (7, 7, 5), (1, 3, 5, 6), (4, 6, 9, 1), (70_001, 70_002, 65_000), (1,) * 13)
LOST = ((0,), (1, 1), (1, 2, 3), (2, 4, 6), (1, 4, 5), (100_000, 100_000), (1,) * 12)


def visible():
    return groups_of(ONE, FEW, MANY, LOST)


def hidden(rng):
    many, lost = drawn(rng)
    large = rng.randint(70_000, 200_000)
    return groups_of(
        one=((rng.randint(9, 99),), (0, 0, rng.randint(5, 99)), (0, 2), (20 * large,)),
        few=((100 * large, 100 * large - 1),),
        many=((3, 3, 1), (large | 1, large | 1, 5, 6, 1), *many),
        lost=((0, 0), (3, 3), (large, large), (large, 1, large ^ 1), *lost),
    )


def drawn(rng, each=5):
    """Some random heaps of two kinds: with several winning moves, and with none."""
    kinds = [], []
    while min(map(len, kinds)) < each:
        heaps = tuple(rng.randint(1, 15) for _ in range(rng.randint(3, 4)))
        moves = len(winning_moves(heaps))
        if moves != 1:
            kinds[moves == 0].append(heaps)
    return [kind[:each] for kind in kinds]


def probes():
    """Where there is one winning move only, right answers are all alike."""
    return [(heaps,) for heaps in (*ONE, *FEW, *LOST)]


def groups_of(one, few, many, lost):
    """One heap, one winning move among several heaps, several winning moves, and none."""
    small = everywhere(
        "every row of up to three heaps with at most four matches",
        "nim_move(heaps)",
        by="one_of",
        right=lambda heaps: winning_moves(heaps) or [None],
    )
    return (
        Group("one heap is taken whole", [case_of(heaps) for heaps in one], weight=0.5),
        Group(
            "several heaps and one winning move",
            [small, *(case_of(heaps) for heaps in few)],
            weight=1.5,
        ),
        Group("several winning moves, any of them", [case_of(heaps) for heaps in many]),
        Group("None where every move loses", [case_of(heaps) for heaps in lost]),
    )


def case_of(heaps):
    """The question for these heaps."""
    return Case(
        (heaps,),
        size=10 * len(heaps) + sum(heaps),
        judge="leaves_a_sum_of_zero",
        known={"right": winning_moves(heaps)},
    )


def winning_moves(heaps):
    """All moves after which the heaps' exclusive or is 0."""
    whole = reduce(xor, heaps, 0)
    return [(at, heap - (heap ^ whole)) for at, heap in enumerate(heaps) if heap ^ whole < heap]
