"""The exercise `opinion(table, seen)`: a sum over what is known of what was seen."""

from .shared import about

MINUTES = "3 to 5"

HINTS = (
    "The table is empty. What should its opinion be, whatever was seen?",
    (
        "Add up one number for each pair of the list: the table's, or 0 if it has none."
        " table.get(pair, 0) gives just that, and leaves the table as it is."
    ),
    (
        "start with 0\n"
        "for each pair that was seen: add what the table has for it, or 0\n"
        "return the sum"
    ),
)

FIRST, SECOND, THIRD, EMPTY = (4, "..XX"), (9, "XO.."), (9, "..XX"), (7, "....")
TABLE = {FIRST: 0.5, SECOND: -0.25, THIRD: 2.0, EMPTY: 0.125}
KNOWN = "what is known is added up"
UNKNOWN = "what is unknown counts nothing"
TWICE = "what was seen twice counts twice"


def visible():
    return about(
        {
            KNOWN: [
                (TABLE, [FIRST]),
                ({**TABLE, FIRST: 2.0, THIRD: 0.5}, [FIRST]),
                (TABLE, [FIRST, SECOND]),
                (TABLE, [FIRST, SECOND, THIRD]),
                ({FIRST: -3.5, THIRD: 1.0, SECOND: -0.25}, [THIRD, FIRST]),
            ],
            UNKNOWN: [
                ({}, [FIRST, SECOND]),
                ({FIRST: 0.5}, [SECOND, FIRST]),
                ({FIRST: 0.5}, [THIRD]),
                ({(4, "..XO"): 8.0, SECOND: 0.75}, [SECOND, FIRST]),
                (TABLE, []),
                (TABLE, [FIRST, (9, "O..."), SECOND]),
            ],
            TWICE: [
                (TABLE, [FIRST, FIRST]),
                (TABLE, [SECOND, FIRST, SECOND, FIRST, EMPTY, EMPTY]),
                (TABLE, [EMPTY] * 40),
            ],
        },
        judge="gives_about",
    )


def hidden(rng):
    def key():
        """Any pair."""
        return rng.randrange(36), "".join(rng.choice("XO.") for _ in range(4))

    def table(count):
        """Numbers for so many pairs."""
        return {key(): rng.randint(-200, 200) / 100 for _ in range(count)}

    known = [table(rng.randint(3, 12)) for _ in range(12)]
    return about(
        {
            KNOWN: [(each, rng.sample([*each], 3)) for each in known[:4]],
            UNKNOWN: [(each, [*rng.sample([*each], 2), key(), key()]) for each in known[4:8]],
            TWICE: [(each, rng.choices([*each], k=rng.randint(20, 69))) for each in known[8:]],
        },
        judge="gives_about",
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]
