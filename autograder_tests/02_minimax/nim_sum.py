"""The exercise `nim_sum(heaps)`: heaps written in binary, and added without carrying."""

from autograder_tests.cases import Case, Group

HINTS = (
    "Write 3 and 5 in binary, one under the other: 011 and 101. In which places do they differ?",
    (
        "Go place by place: an even number of ones gives 0, an odd number gives 1."
        " Python's operator ^ does exactly this with two numbers."
    ),
    "start with 0\nfor each heap: combine it with what you have so far",
)

FEW = ((), (0,), (1,), (5,), (12,))
TWO = ((1, 1), (1, 2), (3, 5), (4, 4), (6, 3), (0, 7), (10, 6))
MORE = ((1, 2, 3), (3, 4, 5), (2, 2, 2), (1, 4, 5), (7, 0, 9), (1, 1, 1, 1), (5, 3, 6, 2))


def visible():
    return groups_of(FEW, TWO, MORE)


def hidden(rng):
    return groups_of(
        few=[(), (0,), *((rng.randint(2, 999),) for _ in range(4))],
        two=[(2, 3), (8, 8), (5, 0), (100, 27), *(drawn(rng, 2) for _ in range(4))],
        more=[drawn(rng, count) for count in (3, 3, 3, 4, 4, 5, 6)],
    )


def drawn(rng, count):
    """So many heaps."""
    return tuple(rng.randint(0, 20) for _ in range(count))


def probes():
    return [(heaps,) for heaps in (*FEW[2:], *TWO, *MORE)]


def groups_of(few, two, more):
    """By the number of heaps."""
    return (
        Group("no heap, or one", cases(few)),
        Group("two heaps", cases(two)),
        Group("three heaps and more", cases(more), weight=2),
    )


def cases(heaps):
    """A case for each of these."""
    return [Case((each,), size=10 * len(each) + sum(each)) for each in heaps]
