"""The exercise `right_moves(chosen, positions)`: a measure that only asks for the result."""

from .shared import about

MINUTES = "8 to 12"

HINTS = (
    "The scores are 9, 3 and -2. Which of the three moves are right, and why?",
    (
        "Only the sign counts: positive wins, 0 draws, negative loses. A move is right if its sign"
        " is the largest sign in that position, and that need not be a win."
    ),
    (
        "start with 0\n"
        "for each chosen name, with the position at the same place:\n"
        "    turn every score into its sign: 1, 0 or -1\n"
        "    is the sign of the chosen move the greatest of them? then count it\n"
        "return the count"
    ),
)

WON = {"a1": 3, "b1": 9, "c1": -4}
DRAWN = {"a2": 0, "b1": -2, "c4": 0, "d1": -7}
LOST = {"a1": -1, "b2": -9}
CLOSE = {"d1": 1, "e1": 2}

WIN = "a win is a win, however late"
LESS = "where nothing wins, a draw is right, and where all lose, anything is"
MANY = "each move counts for its own position"


def visible():
    return about(
        {
            WIN: [
                (["a1"], [("", WON)]),
                (["b1"], [("", WON)]),
                (["c1"], [("", WON)]),
                (["d1", "e1"], [("4", CLOSE), ("4", CLOSE)]),
                (["d1"], [("5", {"d1": 0, "e1": 1, "f1": 12})]),
                (["e1"] * 30, [("4", CLOSE)] * 30),
            ],
            LESS: [
                (["a2"], [("12", DRAWN)]),
                (["c4"], [("12", DRAWN)]),
                (["b1"], [("12", DRAWN)]),
                (["b1"], [("12", {**DRAWN, "a2": -2, "b1": 0})]),
                (["a1", "b2"], [("3", LOST), ("3", LOST)]),
            ],
            MANY: [
                (["a1", "b1"], [("", WON), ("12", DRAWN)]),
                (["c1", "c4", "b2", "d1"], [("", WON), ("12", DRAWN), ("3", LOST), ("4", CLOSE)]),
                ([], []),
                (["b1", "b1", "b1"], [("", WON), ("12", DRAWN), ("", WON)]),
                (["a2"], [("12", {"a2": 0, "b1": 4})]),
            ],
        }
    )


def hidden(rng):
    def drawn(kinds):
        """A position whose scores are drawn from these ranges."""
        names = rng.sample(["a1", "b2", "c1", "d3", "e1", "f6", "g2"], rng.randint(3, 7))
        return ("", {name: rng.randint(*rng.choice(kinds)) for name in names})

    def asked(positions):
        """Any move in each of these."""
        return [rng.choice([*scores]) for _, scores in positions], positions

    win, draw, lose = (1, 18), (0, 0), (-18, -1)
    return about(
        {
            WIN: [asked([drawn([win, lose, win])]) for _ in range(6)],
            LESS: [asked([drawn([draw, lose])]) for _ in range(6)]
            + [asked([drawn([lose])]) for _ in range(2)],
            MANY: [asked([drawn([win, draw, lose]) for _ in range(count)]) for count in (5, 9, 40)],
        }
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]
