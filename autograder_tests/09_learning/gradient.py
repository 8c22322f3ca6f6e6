"""The exercise `gradient(weights, examples)`: the slope of the mean squared error."""

from math import tanh

from .shared import about

MINUTES = "10 to 20"

HINTS = (
    "If one weight grows a little, how much does the sum grow? And the value? And the error?",
    (
        "By the chain rule the slope for one example is a product of three: -2 times what is"
        " missing (the target minus the value), times the slope of tanh, which is 1 - value**2,"
        " times the count that belongs to this weight. Take the mean over all examples."
    ),
    (
        "a 0 for each weight\n"
        "for each example, its counts and its target:\n"
        "    the value: tanh of the sum of weight times count\n"
        "    for each place: take 2 * (target - value) * (1 - value**2) * count off its slope\n"
        "divide each slope by the number of examples, and return them"
    ),
)

SAME = {
    "10:10 zip(weights, counts, -> zip(counts, weights,": "a product is the same either way round",
    "remembers its arguments in any order": "no weights can be taken for examples",
}
"""Slips that change no answer, each with the reason."""

ONE = "one example, one weight"
MORE = "a slope for each weight"
MEAN = "the mean over all examples"
STEEP = "who is sure has hardly a slope"


def visible():
    return about(
        {
            ONE: [
                ([0.0], [([1], 1)]),
                ([0.0], [([3], -1)]),
                ([0.5], [([1], 1)]),
                ([0.5], [([-2], 0)]),
                ([-0.25], [([2], 0.5)]),
                ([0.5], [([1], tanh(0.5))]),
            ],
            MORE: [
                ([0.0, 0.0], [([1, 2], 1)]),
                ([0.5, -0.25, 0.125], [([1, 2, 0], -1)]),
                ([0.1, 0.2, 0.3], [([3, 0, 1], 1)]),
                ([0.01] * 11, [([*range(11)], -1)]),
            ],
            MEAN: [
                ([0.0, 0.0], [([1, 2], 1), ([2, 0], -1)]),
                ([0.25, -0.5], [([1, 2], 1), ([2, 0], -1), ([0, 1], 0)]),
                ([0.25], [([1], 1)] * 4),
                ([0.25], [([count], 0) for count in range(12)]),
                ([0.25, 0.5], [([1, 0], 1), ([0, 1], 1), ([1, 1], -1), ([2, 1], 0)]),
            ],
            STEEP: [([2.0], [([1], -1)]), ([2.0, 1.5], [([1, 1], -1), ([0, 1], 1)])],
        },
        judge="gives_all_about",
    )


def hidden(rng):
    def asked(weights, examples, scale=0.5):
        """So many weights, and so many examples."""
        found = [
            ([rng.randint(0, 4) for _ in range(weights)], rng.choice((-1, 0, 1)))
            for _ in range(examples)
        ]
        return [rng.randint(-9, 9) * scale / 9 for _ in range(weights)], found

    return about(
        {
            ONE: [([rng.randint(1, 9) / 10], [([rng.randint(1, 5)], 0.5)]) for _ in range(4)],
            MORE: [asked(rng.randint(2, 6), 1) for _ in range(4)],
            MEAN: [asked(rng.randint(2, 6), rng.randint(2, 9)) for _ in range(5)],
            STEEP: [asked(2, 3, 1.5) for _ in range(4)],
        },
        judge="gives_all_about",
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]
