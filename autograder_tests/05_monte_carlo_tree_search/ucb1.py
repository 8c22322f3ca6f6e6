"""The exercise `ucb1(mean, visits, parent_visits, c)`: an upper confidence bound."""

from autograder_tests.cases import Case, Group

MINUTES = "5"

HINTS = (
    "An action that was never tried should come first. What number is larger than any other?",
    (
        "The bonus is c times a square root. Under the root is a fraction: on top the logarithm"
        " of the parent's visits, below it the action's own visits. You can't divide by zero"
        " visits, so deal with that case first."
    ),
    (
        "if there are no visits: return infinity\n"
        "otherwise: the mean, plus c times the square root of\n"
        "    the natural logarithm of the parent's visits, divided by the action's own visits"
    ),
)

UNTRIED = ((0, 0, 1, 1.4), (0, 0, 12, 1.4), (0, 0, 100, 0), (0, 0, 0, 1.4), (0, 0, 100_000, 2))
MEANS = ((0.25, 4, 9, 0), (-0.5, 2, 30, 0), (1, 1, 1, 1.4), (0.5, 10, 40, 0), (7.5, 900, 1_001, 0))
BONUS = (
    (0.5, 10, 40, 1.4),
    (0, 1, 2, 1),
    (0, 5, 50, 1),
    (-0.25, 8, 100, 2),
    (1, 3, 9, 0.5),
    (0.5, 10, 4_000, 1.4),
    (0.5, 20, 40, 1.4),
    (0.51, 10, 40, 1.4),
    (0.5, 10, 40, 1),
    (-1, 1, 1_001, 1.4),
    (0.1, 1_200, 250_000, 1.4),
    (-7, 40, 60, 25),
    *((0, 1, 112, 1), (0, 11, 12, 1), (2, 10, 40, 1), (1, 10, 40, 2)),
)


def visible():
    return groups_of(UNTRIED, MEANS, BONUS)


def hidden(rng):
    return groups_of(
        untried=((0, 0, 3, 0.7), (0, 0, rng.randint(4, 999), 2), (0, 0, 50, 0), (0, 0, 0, 0.7)),
        means=((-1, 1, 1, 2), *((*drawn(rng), 0) for _ in range(3))),
        bonus=(
            *((0, 20, 1_000, 3), (1, 2, 2, 1)),
            *((*drawn(rng), c) for c in (0.8, 1.4, 2.2)),
            *one_by_one(drawn(rng), drawn(rng)),
            (rng.randint(-9, 9), rng.randint(1_000, 9_999), rng.randint(10**6, 10**7), 1.4),
        ),
    )


def one_by_one(numbers, others):
    """The same numbers thrice, each time with one of the others instead; then with another c."""
    yield (*numbers, 1.4)
    for place in range(3):
        yield (*numbers[:place], others[place], *numbers[place + 1 :], 1.4)
    yield (*numbers, 0.3)


def drawn(rng):
    """A mean, and how often an action and its parent were visited."""
    return rng.randint(-90, 90) / 100, rng.randint(2, 40), rng.randint(41, 900)


def probes():
    return (*UNTRIED, *MEANS, *BONUS)


def groups_of(untried, means, bonus):
    """Without visits, without a bonus, and with one."""
    return (
        Group("what was never tried comes before everything", cases(untried)),
        Group("without a bonus it is the mean", cases(means), weight=0.5),
        Group("the mean plus the bonus", cases(bonus), weight=1.5),
    )


def cases(numbers):
    """A case for each of these."""
    return [Case(each, size=size, judge="gives_about") for size, each in enumerate(numbers)]
