"""The exercise `best_turn(after_one, held)`: one turn of Pig, from its last sum down."""

from autograder_tests.cases import Case, Group

OPTIONS = {}
VARY = (0,)

MINUTES = "12 to 20"

HINTS = (
    "At which k do you know the chance after each of the six faces? Where do you go from there?",
    (
        "With a list that is six longer than `held`, and 1 at these last six places, a roll at k is"
        " worth the mean of after_one and the five numbers from place k + 2 to k + 6. Go down from"
        " the last k, so that these are known. Whenever holding is better, k is the new least place"
        " to hold."
    ),
    (
        "chances: as many places as held has, then six ones\n"
        "for each k from the last to 0:\n"
        "    roll: (after_one + chances[k + 2] + ... + chances[k + 6]) / 6\n"
        "    if k is not 0 and held[k] is greater: that, and hold at k; otherwise roll\n"
        "return the chance at 0, and the last k at which holding was better"
    ),
)

SAME = {
    "7:9 6 -> 7": "a sum reaches six places beyond the last one, and a seventh is never asked for",
    "9:7 -1, -> -2,": "place -1 is the last of the ones, which nobody looks at any more",
    "7:3 [0] -> [1]": "each of these places gets its chance before it is asked for",
    "7:3 [0] -> [-1]": "each of these places gets its chance before it is asked for",
}
"""Slips that change no answer, each with the reason."""

ROLLS = (
    (0.5, [0]),
    (0, [0]),
    (0.25, [0, 0.1]),
    (0.5, [0, 0.2, 0.3]),
    (0.4, [0, 0, 0, 0, 0]),
    (0.4, [0] * 130),
    (0.3, [0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]),
)
HOLDS = (
    (0.5, [0, 0.6, 0.7]),
    (0.5, [0, 0.6, 0.95]),
    (0.5, [0, 0.95, 0.6]),
    (0.5, [0, 0.99, 0.99]),
    (0.2, [0, 0.3, 0.5, 0.9, 0.2, 0.95]),
    (0.1, [0, 0.5, 0.5, 0.6, 0.6, 0.7, 0.7, 0.8, 0.8]),
    (0.41, [0, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]),
    (0, [0, 0.9, 0, 0, 0, 0, 0, 0, 0]),
    (0.45, [0, *(round(0.46 + k / 90, 3) for k in range(1, 40))]),
    (0.05, [0, *(round(0.1 + k / 80, 3) for k in range(1, 65))]),
)
EDGES = (
    (0.5, [1, 0.1, 0.1]),
    (0.3, [0.9, 0.95, 0.2, 0.9]),
    (1, [0, 1]),
    (1, [0, 1, 1, 1, 1, 1, 1]),
    (0.25, [0, 0, 0.875]),
)


def visible():
    return groups_of(ROLLS, HOLDS, EDGES)


def hidden(rng):
    return groups_of(
        rolls=[(drawn(rng), [0, *(drawn(rng) / 4 for _ in range(many))]) for many in (1, 6, 120)],
        holds=[(drawn(rng) / 2, rising(rng, many)) for many in (3, 6, 11, 30, 60)],
        edges=[(drawn(rng), [0.99, *rising(rng, 5)[1:]]), (1, [0, *[1] * rng.randint(2, 9)])],
    )


def drawn(rng):
    """A chance with two digits."""
    return rng.randint(1, 99) / 100


def rising(rng, many):
    """Chances that rise with what has been rolled, not quite evenly."""
    return [0, *(round(0.5 + 0.4 * k / many + rng.random() / 20, 3) for k in range(1, many))]


def probes():
    return (*ROLLS, *HOLDS, *EDGES)


def groups_of(rolls, holds, edges):
    """Turns without a reason to hold, with one, and where rolling is a must or just as good."""
    return (
        Group("where holding is never better", cases(rolls)),
        Group("roll or hold, whichever is better", cases(holds), weight=2),
        Group("the first roll is a must, and a tie is no reason to hold", cases(edges)),
    )


def cases(asked):
    """A case for each of these."""
    return [Case(each, size=len(each[1]), judge="about") for each in asked]
