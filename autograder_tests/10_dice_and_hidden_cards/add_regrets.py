"""The exercise `add_regrets(regrets, now, payoffs)`: what each action would have brought more."""

from autograder_tests.cases import Case, Group

MINUTES = "4 to 7"

HINTS = (
    "If you play by `now`, how much do these payoffs bring you on average?",
    (
        "The mean is a sum of probability times payoff. Every action's regret grows by its own"
        " payoff minus this one mean, so it may also become smaller. Make a new list."
    ),
    (
        "mean: for each action, its probability times its payoff, added up\n"
        "return a new list: for each action, old regret + payoff - mean"
    ),
)

SAME = {
    "7:11 zip(regrets, payoffs)] -> zip(payoffs, regrets)]": "a sum is the same either way round",
    "6:10 zip(now, payoffs))) -> zip(payoffs, now)))": "a product is the same either way round",
}
"""Slips that change no answer, each with the reason."""

FIRST = (
    ([0, 0], [0.5, 0.5], [4, 2]),
    ([0, 0, 0], [1, 0, 0], [-1, 0, 1]),
    ([0, 0], [0.25, 0.75], [1, -1]),
    ([0, 0, 0], [0.2, 0.3, 0.5], [2, -1, 0]),
    ([0], [1.0], [3]),
    ([0, 0, 0, 0], [0.1, 0.2, 0.3, 0.4], [5, 5, 5, 5]),
)
LATER = (
    ([1, -1], [1, 0], [0, 3]),
    ([2.5, -3, 0.5], [0.75, 0, 0.25], [-1, 2, 1]),
    ([-2, -2, -2], [0.5, 0.25, 0.25], [1, 0, -1]),
    ([10, 20, 30, 40], [0.1, 0.2, 0.3, 0.4], [4, 3, 2, 1]),
    ([0.5, -0.5], [0.9, 0.1], [-3, 5]),
    ([7], [1.0], [-2]),
    ([1, 2], [0.5, 0.5], [4, 2]),
    ([2, 1], [0.5, 0.5], [4, 2]),
    ([1, 12], [0.5, 0.5], [4, 2]),
    ([11, 2], [0.5, 0.5], [4, 2]),
    ([3, 2], [0.5, 0.5], [4, 2]),
    ([1, 2], [0.25, 0.75], [4, 2]),
    ([1, 2], [0.5, 0.5], [4, 0]),
)


def visible():
    return groups_of(FIRST, LATER)


def hidden(rng):
    return groups_of(
        [drawn(rng, 0) for _ in range(4)], [*varied(rng), *(drawn(rng, 9) for _ in range(6))]
    )


def varied(rng):
    """The same question three times, each time with another one of its three lists."""
    regrets, now, payoffs = [rng.randint(-9, 9), 4], [0.5, 0.5], [rng.randint(1, 9), 0]
    yield regrets, now, payoffs
    yield [regrets[0] + 1, 4], now, payoffs
    yield regrets, [0.25, 0.75], payoffs
    yield regrets, now, [0, payoffs[0]]


def drawn(rng, most):
    """Regrets up to this size, probabilities and payoffs of two to five actions."""
    many = rng.randint(2, 5)
    parts = [rng.randint(1, 9) for _ in range(many)]
    regrets = [rng.randint(-most, most) for _ in range(many)]
    return regrets, [part / sum(parts) for part in parts], [rng.randint(-5, 5) for _ in range(many)]


def probes():
    return (*FIRST, *LATER)


def groups_of(first, later):
    """From nothing, and on top of what there was."""
    return (
        Group("the first regrets", cases(first)),
        Group("on top of those that there were", cases(later)),
    )


def cases(asked):
    """A case for each of these."""
    return [Case(each, size=len(each[0]), judge="about") for each in asked]
