"""The exercise `priors(values, temperature)`: the softmax."""

from .shared import about

MINUTES = "5"

HINTS = (
    "All values are equal. What share should each action get?",
    (
        "First a weight for each action: exp(value / temperature). Then divide every weight by the"
        " sum of all weights, so that the shares add up to 1."
    ),
    (
        "a dictionary of weights: exp of the value divided by the temperature\n"
        "the sum of all weights\n"
        "return a dictionary with each weight divided by that sum"
    ),
)

EQUAL = "equal values, equal shares"
ONE = "with the temperature 1"
OTHER = "bold and timid temperatures"


def visible():
    return about(
        {
            EQUAL: [
                ({"a": 0.5, "b": 0.5}, 1),
                ({"a": 0.25}, 1),
                ({(5, 0): -1, (5, 1): -1, (4, 2): -1, (5, 3): -1}, 0.5),
                ({0: 0, 1: 0, 2: 0}, 2),
            ],
            ONE: [
                ({"a": 0.5, "b": -0.5}, 1),
                ({"a": -0.5, "b": 0.5}, 1),
                ({"a": 1, "b": 0}, 1),
                ({(5, 0): 0.25, (5, 1): -0.75, (4, 2): 0.5}, 1),
                ({0: -1, 1: -0.5, 2: 0, 3: 0.5, 4: 1}, 1),
            ],
            OTHER: [
                ({"a": 0.5, "b": -0.5}, 0.5),
                ({"a": 0.5, "b": -0.5}, 4),
                ({"a": 0.5, "b": -0.5, "c": 0.25}, 0.1),
                ({(5, 0): 0.25, (5, 1): -0.75, (4, 2): 0.5}, 0.25),
                ({0: -1, 1: 1}, 20),
                ({0: 0.5, 1: -0.5}, 0.25),
            ],
        },
        judge="gives_all_about",
    )


def hidden(rng):
    def values(count):
        """A value for each of so many actions."""
        return {action: rng.randint(-99, 99) / 100 for action in range(count)}

    return about(
        {
            EQUAL: [
                (dict.fromkeys(range(rng.randint(2, 9)), rng.randint(-9, 9) / 10), temperature)
                for temperature in (0.5, 1, 3)
            ],
            ONE: [(values(rng.randint(2, 7)), 1) for _ in range(5)],
            OTHER: [(values(rng.randint(2, 7)), rng.randint(1, 60) / 20) for _ in range(6)],
        },
        judge="gives_all_about",
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


VARY = (1,)
