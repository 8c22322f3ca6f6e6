"""The exercise `puct(mean, prior, visits, parent_visits, c)`: a mean and a bonus with a prior."""

from autograder_tests.cases import Case, Group

MINUTES = "3"

HINTS = (
    "What is the bonus of an action that has no visits yet?",
    (
        "The bonus is c times the prior times a fraction: the square root of the parent's visits"
        " on top, one more than the action's own visits below. Add it to the mean."
    ),
    "return the mean, plus c times prior times root of the parent's visits / (1 + own visits)",
)

MEANS = ((0.25, 0.5, 4, 9, 0), (-0.5, 0, 2, 30, 2), (7.5, 0.1, 900, 1_001, 0))
BONUS = (
    (0.5, 0.25, 4, 100, 2),
    (0.25, 0.5, 4, 100, 2),
    (0.5, 0.2, 51, 100, 2),
    (0.5, 0.25, 1, 100, 2),
    (0.5, 0.25, 1, 10, 2),
    (0, 0.5, 0, 1, 2),
    (0, 0.5, 0, 16, 1),
    (0, 1, 1, 16, 1),
    (-0.25, 0.125, 7, 100, 2),
    (1, 0.3, 3, 9, 0.5),
    (0.5, 0.25, 4, 10_000, 2),
    (0.5, 0.25, 9, 100, 2),
    (0.5, 0.75, 4, 100, 2),
    (0.5, 0.25, 4, 100, 1),
    (-0.5, 0.25, 4, 100, 2),
    (0.1, 0.02, 1_200, 250_000, 1.4),
)


def visible():
    return groups_of(MEANS, BONUS)


def hidden(rng):
    def drawn():
        """A mean, a prior, and how often an action and its parent were visited."""
        visits = rng.randint(0, 40)
        return rng.randint(-90, 90) / 100, rng.randint(1, 99) / 100, visits, rng.randint(41, 900)

    numbers, others = drawn(), drawn()
    return groups_of(
        means=[(*drawn(), 0) for _ in range(3)],
        bonus=[
            *((*drawn(), c) for c in (0.8, 1.4, 2, 2.2)),
            *((*numbers[:place], others[place], *numbers[place + 1 :], 1.4) for place in range(4)),
            (*numbers, 0.3),
            (0.5, 0.25, rng.randint(1_000, 9_999), rng.randint(10**6, 10**7), 2),
        ],
    )


def probes():
    return (*MEANS, *BONUS)


def groups_of(means, bonus):
    """Without a bonus, and with one."""
    return (
        Group("without a bonus it is the mean", cases(means), weight=0.5),
        Group("the mean plus the bonus", cases(bonus), weight=1.5),
    )


def cases(numbers):
    """A case for each of these."""
    return [Case(each, size=size, judge="gives_about") for size, each in enumerate(numbers)]


VARY = (1, 3)
