"""The exercise `learn(table, seen, target, rate)`: one step towards a target."""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution

MINUTES = "8 to 12"
OPTIONS = {"changes": (0,)}

HINTS = (
    "The value is what the table thinks before anything is changed. How do you work it out?",
    (
        "The value is tanh(opinion(table, seen)), the surprise is the target minus it, and the step"
        " is the same for every pair that was seen. table[pair] = table.get(pair, 0) + step."
    ),
    (
        "the value: tanh of the opinion\n"
        "the surprise: the target minus the value\n"
        "the step: rate times surprise times (1 - value squared)\n"
        "for each pair that was seen: add the step to the table's number\n"
        "return the surprise"
    ),
)

FIRST, SECOND, THIRD, EMPTY = (4, "..XX"), (9, "XO.."), (9, "..XX"), (7, "....")
TABLE = {FIRST: 0.5, SECOND: -0.25, THIRD: 2.0, EMPTY: 0.125}
NEW = "an empty table"
OLD = "what is known already moves by the same step"
SLOPE = "who is sure learns slowly"


def visible():
    return groups_of(
        {
            NEW: [
                ({}, [FIRST, SECOND], 1, 0.1),
                ({}, [FIRST], -1, 0.5),
                ({FIRST: 0.0}, [FIRST, SECOND], 1, 0.1),
                ({}, [SECOND, EMPTY, FIRST], 0, 0.5),
            ],
            OLD: [
                (TABLE, [FIRST], 1, 0.1),
                (TABLE, [FIRST, SECOND], -1, 0.1),
                (TABLE, [SECOND, (3, "OOO.")], 1, 0.25),
                (TABLE, [EMPTY, FIRST, EMPTY], 0.5, 0.1),
                (TABLE, [EMPTY] * 20, -0.5, 0.01),
                ({FIRST: 0.25}, [(number, "X...") for number in range(36)], -1, 0.01),
                ({FIRST: 0.5, SECOND: -0.5}, [FIRST, SECOND], 0, 0.5),
            ],
            SLOPE: [
                (TABLE, [THIRD], 1, 0.1),
                (TABLE, [THIRD], -1, 0.1),
                (TABLE, [THIRD, FIRST], 0, 1),
                ({FIRST: -1.5}, [FIRST], 0.5, 0.2),
            ],
        }
    )


def hidden(rng):
    def key():
        """Any pair."""
        return rng.randrange(36), "".join(rng.choice("XO.") for _ in range(4))

    def asked(size, most):
        """A table, what was seen, a target and a rate."""
        table = {key(): rng.randint(-most, most) / 100 for _ in range(size)}
        seen = [*rng.sample([*table], size // 2), *(key() for _ in range(rng.randint(1, 40)))]
        return table, seen, rng.choice((-1, 0, 1, 0.37)), rng.randint(1, 60) / 100

    return groups_of(
        {
            NEW: [asked(0, 1) for _ in range(4)],
            OLD: [asked(rng.randint(4, 20), 30) for _ in range(6)],
            SLOPE: [asked(rng.randint(2, 6), 150) for _ in range(6)],
        }
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(titled):
    """A group for each title."""
    return [Group(title, [case_of(*each) for each in cases]) for title, cases in titled.items()]


def case_of(table, *more):
    """The question, with the table that is left behind."""
    right = dict(table)
    surprise = solution("learn")(right, *more)
    known = {"right": right}
    return Case((table, *more), surprise, len(repr((table, more))), judge="learns", known=known)
