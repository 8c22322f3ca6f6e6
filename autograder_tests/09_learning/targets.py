"""The exercise `targets(values, result, lam, drawn)`: what each value should have been."""

from .shared import about

MINUTES = "12 to 18"

HINTS = (
    "Which target can you write down at once: that of the first position, or that of the last?",
    (
        "Go backwards, and remember two things: the value of the position after this one, and its"
        " target. At the end both are the result. If the move after this one was drawn, the target"
        " is the position's own value."
    ),
    (
        "the next value and the next target are both the result\n"
        "for each place from the last to the first:\n"
        "    was the move after it drawn? (after the last there is none)\n"
        "        then the target is its own value\n"
        "        else (1 - lam) times the next value, plus lam times the next target\n"
        "    put the target in front; this value is now the next value\n"
        "return the targets"
    ),
)

NEXT = "with lambda 0 the target is the next value"
RESULT = "with lambda 1 it is the result"
MIXED = "in between it is a mixture"
DRAWN = "nothing is learned from a random move"

VALUES = [0.0, 0.5, -0.25, 0.75]
NO = [False] * 4


def visible():
    return about(
        {
            NEXT: [
                ([0.2, 0.4], 1, 0, NO[:2]),
                (VALUES, 1, 0, NO),
                (VALUES, -1, 0.0, NO),
                ([0.5], 0, 0, [False]),
                ([], 1, 0, []),
            ],
            RESULT: [(VALUES, 1, 1, NO), (VALUES, -1, 1, NO), (VALUES, 0, 1.0, NO)],
            MIXED: [
                ([0.2, 0.4], 1, 0.5, NO[:2]),
                (VALUES, 1, 0.5, NO),
                (VALUES, -1, 0.75, NO),
                (VALUES, 0, 0.25, NO),
                (VALUES[::-1], 0, 0.25, NO),
                ([0.1] * 12, 1, 0.9, [False] * 12),
            ],
            DRAWN: [
                ([0.2, 0.4], 1, 0.5, [False, True]),
                (VALUES, 1, 0.5, [True, False, False, False]),
                (VALUES, 1, 0.5, [False, True, False, False]),
                (VALUES, -1, 0.75, [False, False, True, False]),
                (VALUES, -1, 0.75, [False, False, False, True]),
                (VALUES, 1, 0, [False, False, True, True]),
                (VALUES, 1, 1, [True] * 4),
                ([0.1, -0.2, 0.3] * 4, 1, 0.5, [False] * 10 + [True, False]),
                ([0.5], 1, 0.5, [True]),
            ],
        },
        judge="gives_all_about",
    )


def hidden(rng):
    def values(count):
        """What was expected, move by move."""
        return [rng.randint(-99, 99) / 100 for _ in range(count)]

    def game(lam, *, drawn=0.0):
        """A game of some length with such a lambda."""
        count = rng.randint(3, 30)
        lots = [rng.random() < drawn for _ in range(count)]
        return values(count), rng.choice((-1, 0, 1)), lam, lots

    return about(
        {
            NEXT: [game(0) for _ in range(4)],
            RESULT: [game(1) for _ in range(4)],
            MIXED: [game(rng.randint(1, 9) / 10) for _ in range(8)],
            DRAWN: [game(lam, drawn=0.3) for lam in (0, 0.3, 0.7, 0.9, 1)]
            + [game(rng.randint(1, 9) / 10, drawn=0.5) for _ in range(4)],
        },
        judge="gives_all_about",
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


SAME = {
    "9:1 found = [] -> result = min(result, 5)": "a game is worth 1, 0 or -1",
    "11:4 reversed(range(len(values))): -> reversed(range(len(drawn))):": "both are as long",
    "12:6 len(values) -> len(drawn)": "both are as long",
}

VARY = (1, 2)
