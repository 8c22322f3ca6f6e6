"""The exercise `nim_sum(heaps)`: heaps written in binary, and added without carrying."""

from autograder_tests.cases import Case, Group, everywhere

MINUTES = "4 to 6"

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

LARGE = (1_000_000, 300, 70_001, 2**33 + 5, 2**60 + 1)
"""Heaps of more matches than eight, sixteen or 32 binary digits can say, or a float exactly."""

ALIKE = ((1, 4), (2, 3), (1, 2), (1, 1, 2), (1, 2, 2), (1, 2, 3, 4), (1, 2, 3, 9), (4, 3, 2, 8))
"""Heaps that agree in their sum, in which numbers there are, or in the first or last ones."""

SAME = {
    "remembers its arguments in any order": "the sum of heaps in another order is the same",
}
"""Slips that change no answer, each with the reason."""


def large(heaps):
    """Heaps like `LARGE` alone, by twos, and all of them together with small ones."""
    return (
        [(heap,) for heap in heaps],
        [(heap, 1) for heap in heaps] + [(heaps[0], heaps[-1])],
        [(*heaps, *range(1, 9)), heaps[::-1]],
    )


def visible():
    one, two, all_of_them = large(LARGE)
    two += [heaps for heaps in ALIKE if len(heaps) == 2]
    more = [*all_of_them, *(heaps for heaps in ALIKE if len(heaps) > 2)]
    return groups_of((*FEW, *one), (*TWO, *two), (*MORE, *more))


def hidden(rng):
    one, two, _ = large([rng.randint(2**digits, 2 ** (digits + 1)) for digits in (9, 17, 34, 59)])
    sums = [(heap + 4, 16 - heap) for heap in rng.sample(range(1, 10), 3)]
    return groups_of(
        few=[(), (0,), *((rng.randint(2, 999),) for _ in range(4)), *one],
        two=[(2, 3), (8, 8), (5, 0), (100, 27), *(drawn(rng) for _ in range(4)), *sums, *two],
        more=(),
    )


def drawn(rng):
    """Two heaps."""
    return rng.randint(0, 20), rng.randint(0, 20)


def probes():
    return [(heaps,) for heaps in (*FEW[2:], *TWO, *MORE)]


def groups_of(few, two, more):
    """By the number of heaps."""
    small = everywhere("every row of up to three heaps with at most four matches", "nim_sum(heaps)")
    return (
        Group("no heap, or one", cases(few)),
        Group("two heaps", cases(two)),
        Group("three heaps and more", [small, *cases(more)], weight=2),
    )


def cases(heaps):
    """A case for each of these."""
    return [Case((each,), size=10 * len(each) + sum(each)) for each in heaps]
