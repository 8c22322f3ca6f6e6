"""The exercise `solve_layer(game, guards, known)`: a whole layer from the one below."""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib.games import ThreeMusketeers

OPTIONS = {"seconds": 10, "pieces": "in_order", "changes": (2,)}

MINUTES = "12 to 20"

HINTS = (
    (
        "How many guards are left after a musketeer's move, and how many after a guard's? So which"
        " states must you do first?"
    ),
    (
        "First come all states with the musketeers to move: known has every state that can follow."
        " Then come those with the guards to move: what follows them is what you have just found."
        " In a final state the game names the winner. Nothing is searched; looking one move ahead"
        " is always enough."
    ),
    (
        "found: an empty dictionary\n"
        "for the musketeers, looking into known, and then for the guards, looking into found:\n"
        "    for each state with this many guards and this player to move:\n"
        "        if it is final: the game's winner\n"
        "        if some action leads to a state that this player wins: this player\n"
        "        otherwise: the other player\n"
        "return the dictionary"
    ),
)

SQUARE = ThreeMusketeers("GM/MG")
WIDE = ThreeMusketeers("GGM/MGG")
THREE = ThreeMusketeers("GGM/MMG")

EMPTY = ((SQUARE, 0), (THREE, 0))
FEW = ((SQUARE, 1), (SQUARE, 2), (THREE, 1))
MORE = ((THREE, 2), (WIDE, 1), (WIDE, 2), (WIDE, 3))

SAME = {
    "11:8 game.actions(state)] -> game.actions(state)[:9]]": "a board of six has fewer moves",
    "7:1 layer = {} -> guards = min(guards, 5)": "a board of six has fewer guards",
    "remembers all but guards": "the layer below tells which layer it is",
    "remembers all but known": "each layer has one layer below",
    "13:2 layer -> behind": "behind is the layer by then",
    "remembers its arguments in any order": "whatever the game begins with, its layers are these",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(EMPTY, FEW, MORE)


def hidden(rng):
    high, long = drawn(rng, "GGGGMM"), drawn(rng, "GGGMMM")
    return groups_of(
        empty=((high, 0), (long, 0)),
        few=((ThreeMusketeers("MG/GM"), 1), (long, 1)),
        more=((long, 2), (high, 1), (high, 2)),
    )


def drawn(rng, pieces):
    """These pieces on a board of two rows, or of three."""
    found, wide = "".join(rng.sample(pieces, 6)), rng.choice((2, 3))
    return ThreeMusketeers("/".join(found[at : at + wide] for at in range(0, 6, wide)))


def probes():
    return [case_of(*layer).arguments for layer in (EMPTY[0], *FEW[:2], *MORE[1:])]


def groups_of(empty, few, more):
    """No guards, the smallest boards, and larger ones."""
    return (
        Group(
            "the layer without guards, with nothing below it", [case_of(*layer) for layer in empty]
        ),
        Group("a few guards", [case_of(*layer) for layer in few]),
        Group("many guards", [case_of(*layer) for layer in more], weight=2),
    )


def case_of(game, guards):
    """The question for this layer."""
    known = {}
    for layer in range(guards):
        known = solution("solve_layer")(game, layer, known)
    winners = solution("solve_layer")(game, guards, known)
    return Case(
        (game, guards, {tuple(state): winner for state, winner in known.items()}),
        {tuple(state): winner for state, winner in winners.items()},
        size=len(winners),
        judge="has_all_winners",
        budget=100_000,
    )
