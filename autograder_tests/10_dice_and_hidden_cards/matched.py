"""The exercise `matched(regrets)`: probabilities in proportion to regrets."""

from autograder_tests.cases import Case, Group, everywhere

MINUTES = "5 to 8"

HINTS = (
    "Which of these actions get played at all? And what if none of them does?",
    (
        "Make a new list in which every negative number is 0, and add it up. If the sum is 0,"
        " divide 1 by the number of actions; otherwise divide each number by the sum."
    ),
    (
        "positive: for each regret, the greater of it and 0\n"
        "if their sum is 0: the same probability for each\n"
        "otherwise: each of them divided by the sum"
    ),
)

SAME = {
    "9:6 len(regrets) -> len(positive)": "both lists are equally long",
    "9:4 len(regrets)] -> len(positive)]": "both lists are equally long",
}
"""Slips that change no answer, each with the reason."""

ALL = (
    [3, 0, 1],
    [0, 1, 3],
    [1, 12],
    [11, 2],
    [1, 1],
    [2, 6, 12, 0],
    [5],
    [0.5, 0.25, 0.25],
    [1_000, 3_000],
    [0.001, 0.003],
    [0.0004, 0.0001],
    [1e-9, 3e-9],
    [1e7, 3e7],
)
GLAD = ([3, -2, 1], [-1, 4], [-5, 1, 1, -5], [10, -10], [-0.5, 0.5, 1.5], [7, -7, 0], [-100, 0.2])
NONE = ([0, 0], [0, 0, 0], [-1, -2], [-3, -1, 0, -2], [0.0] * 5, [-4], [-0.5, -0.25], [0] * 12)


def visible():
    return groups_of(ALL, GLAD, NONE)


def hidden(rng):
    def regrets(low, high):
        return [rng.randint(low, high) / 4 for _ in range(rng.randint(2, 6))]

    return groups_of(
        [
            *(regrets(1, 40) for _ in range(4)),
            *([each * scale for each in regrets(1, 40)] for scale in (1e-4, 1e-8, 1e7)),
        ],
        (),
        [regrets(-40, 0) for _ in range(3)] + [[0] * rng.randint(3, 9)],
    )


def probes():
    return [[each] for each in (*ALL, *GLAD, *NONE)]


def groups_of(regretted, glad, none):
    """All regretted, some not, none at all."""
    small = everywhere(
        "every list of up to three regrets from -2 to 2", "matched(regrets)", by="about"
    )
    return (
        Group("in proportion to the regrets", cases(regretted), weight=0.75),
        Group("what you're glad about is not played", [small, *cases(glad)], weight=0.75),
        Group("without any regret all are equally likely", cases(none), weight=0.5),
    )


def cases(lists):
    """A case for each of these lists."""
    return [Case((each,), size=len(each), judge="about") for each in lists]
