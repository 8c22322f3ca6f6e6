"""The exercise `expectimax(game, state)`: minimax with means where nobody chooses."""

from autograder_tests.cases import EVERY_TREE, Case, Group, everywhere
from course_lib import Count, Nim, ScissorsPaperStone, TextbookTree, TwoDice

from .shared import DICE, KUHN, UNEQUAL, at, some_dice

OPTIONS = {"budget": 3_000}
VARY = (0,)

MINUTES = "12 to 18"

HINTS = (
    "How many kinds of state are there? For which of them do you have the code already?",
    (
        "Start from minimax_value. One case is new: if game.chance(state) is not empty, nobody"
        " chooses, and the value is a sum. Each action adds its probability times the value of the"
        " state it leads to."
    ),
    (
        "in a final state: the utility for the first player\n"
        "if there are chances: for each pair of action and probability,\n"
        "    add the probability times the value of the state after the action\n"
        "otherwise: the values of all states that can follow,\n"
        "    and the largest or the smallest of them"
    ),
)

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
BETWEEN = TextbookTree([{"a @ 1/4": [4, 8], "b @ 3/4": [0, -8]}, -7])
"""Where only one draw lies between the two choices."""
SMALL = TwoDice(((1, 6), (2, 3)))
FINAL = (
    *(at(DICE, moves) for moves in ("a b 9 1", "b a 1 9", "c a 7 2")),
    *(at(KUHN, moves) for moves in ("K Q bet call", "J K bet fold", "Q K check check")),
    at(SMALL, "b a 3 6"),
    at(UNEQUAL, "a c 1 1"),
)
CHOICES = (
    *((TREE, path) for path in ((), (0,), (2,))),
    (TextbookTree([*range(12)]), ()),
    at(Nim((1, 2)), ""),
    at(Nim((2, 2)), "a1"),
    at(Count(4, 2), ""),
    at(ScissorsPaperStone(), ""),
    at(KUHN, "K Q"),
    at(KUHN, "Q K check"),
    at(KUHN, "J Q check bet"),
)
MEANS = (
    *(at(DICE, moves) for moves in ("a b 4", "a b", "c a 5", "b a", "b c 8")),
    *(at(UNEQUAL, moves) for moves in ("a b", "b a", "a c 1", "c a", "b c", "c b")),
    at(SMALL, "a b"),
    at(SMALL, "b a 2"),
)
BOTH = (
    *(at(DICE, moves) for moves in ("", "a", "b", "c")),
    *(at(UNEQUAL, moves) for moves in ("", "a", "b", "c")),
    *(at(SMALL, moves) for moves in ("", "a", "b")),
    at(KUHN, ""),
    at(KUHN, "K"),
    at(KUHN, "J"),
    (BETWEEN, ()),
)


def visible():
    return groups_of(FINAL, CHOICES, MEANS, BOTH)


def hidden(rng):
    dice = [some_dice(rng) for _ in range(4)]
    picks = ["a b", "b a", "c b", "a c"]
    ends = [at(game, roll(game, pick)) for game, pick in zip(dice, picks, strict=True)]
    return groups_of(
        final=[*ends, at(KUHN, rng.choice(("K J check bet fold", "Q J bet call")))],
        choices=(),
        means=[at(game, pick) for game, pick in zip(dice, picks, strict=True)],
        both=[
            *(at(game, moves) for game in dice for moves in ("", rng.choice("abc"))),
            at(KUHN, "Q"),
            (TextbookTree([{"a @ 1/2": [rng.randint(3, 9), 1], "b @ 1/2": [2, 0]}, -5]), ()),
        ],
    )


def roll(game, picks):
    """These picks, and then the least and the greatest number."""
    state = game.play(picks)
    first = min(game.actions(state))
    return f"{picks} {first} {max(game.actions(game.result(state, first)))}"


def probes():
    return [*FINAL[:5], *CHOICES, *MEANS, *BOTH]


def groups_of(final, choices, means, both):
    """Ends, states that somebody chooses in, dice alone, and both."""
    return (
        Group("a final state is worth its utility", cases(final), weight=0.5),
        Group(
            "where somebody chooses, as in minimax",
            [everywhere(EVERY_TREE, "expectimax(game, state)", by="gives_about"), *cases(choices)],
            weight=0.75,
        ),
        Group("where nobody chooses, the mean by probability", cases(means)),
        Group("choices above dice, and dice above choices", cases(both), weight=1.25),
    )


def cases(asked):
    """A case for each of these."""
    return [Case(each, size=size, judge="gives_about") for size, each in enumerate(asked)]
