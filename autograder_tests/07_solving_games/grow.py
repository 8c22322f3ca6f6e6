"""The exercise `grow(game, state, player, table)`: one step of proof-number search."""

from copy import copy

from autograder_tests.cases import Case, Group, Position
from autograder_tests.positions import ragged_tree
from autograder_tests.solution import solution
from course_lib.games import Count, Nim, TextbookTree

from .proven_winner import signs
from .shared import BUDGET

OPTIONS = {"seconds": 10, "budget": BUDGET, "changes": (3,)}

MINUTES = "15 to 25"

HINTS = (
    "Which child would you look at next if you want the proof to be as short as it can be?",
    (
        "List the states that follow. If some of them are not in the table, this is where it"
        " grows: put them in with first_numbers. If all are there, go down: where the player"
        " chooses, to the child with the least proof number, otherwise to the one with the least"
        " disproof number. Either way the numbers of the state itself have to be worked out anew."
    ),
    (
        "after = the states after each action\n"
        "new = those of them that are not in the table\n"
        "for each new one: write first_numbers into the table\n"
        "if there was none: find the child with the least number (whose turn is it?)\n"
        "    if that child isn't settled yet: grow it\n"
        "table[state] = proof_numbers of the children's pairs"
    ),
)

TREE = TextbookTree([[1, [-1, 1]], [[-1, 1, -1], 1], [-1]])
DEEP = TextbookTree([[[[[1, -1], [1]], [[-1, 1]]], [[[1]]]], [[[-1], [1, 1]]]])
WIDE = TextbookTree([[1] * 11 + [-1], [-1, 1]])
NEEDS = TextbookTree([[[1, 1], [1, 1]], [[-1, -1], [1]]])
TIES = TextbookTree([[[[1, -1], [1, -1]]], [[1, -1], 1]])
"""Here two children have the same number that counts, and the second the lesser other one."""


def visible():
    return groups_of(
        first=((TREE, "MAX"), (TREE, "MIN"), (WIDE, "MIN"), (Nim((1, 2)), "X"), (Count(4, 2), "O")),
        trees=(
            (TREE, "MAX"),
            (TREE, "MIN"),
            (DEEP, "MAX"),
            (NEEDS, "MAX"),
            (WIDE, "MIN"),
            (TIES, "MAX"),
        ),
        often=(
            (Nim((1, 1, 2), misere=True), "X"),
            (Nim((2, 3)), "X"),
            (Nim((2, 3)), "O"),
            (Count(8, 3), "O"),
        ),
    )


def hidden(rng):
    def tree(depth):
        return TextbookTree([signs(ragged_tree(depth - 1, rng), rng) for _ in range(3)])

    trees = [(tree(depth), rng.choice(("MAX", "MIN"))) for depth in (3, 3, 4, 4)]
    goal = rng.randint(9, 10)
    return groups_of(
        first=[*((game, player) for game, player in trees[:2]), (Nim((2, 1)), "O")],
        trees=[*trees, (TIES, rng.choice(("MAX", "MIN")))],
        often=[
            (Nim((1, 2, 2), misere=True), rng.choice("XO")),
            (Nim((3, 3)), "X"),
            (Nim((1, 2, 3)), rng.choice("XO")),
            (Count(goal, 2), "X"),
            (Count(goal, 3), "O"),
        ],
    )


def probes():
    return [
        (game, Position(game, game.initial), player, table)
        for game, player in ((TREE, "MAX"), (TREE, "MIN"), (NEEDS, "MAX"), (TIES, "MAX"))
        for table in tables(game, player)[:6]
    ] + [
        (game, Position(game, game.initial), player, table)
        for game, player in ((Nim((1, 1, 2), misere=True), "X"), (Nim((2, 3)), "O"))
        for table in chosen(game, player)
    ]


def groups_of(first, trees, often):
    """The first step, later ones in trees, and games where a state is reached in many ways."""
    return (
        Group("the first step", [case_of(*one, tables(*one)[0]) for one in first], weight=0.5),
        Group(
            "the most proving leaf of a tree",
            [case_of(*one, table) for one in trees for table in tables(*one)[1:6]],
            weight=1.5,
        ),
        Group(
            "states that are reached in several ways",
            [case_of(*one, table) for one in often for table in chosen(*one)],
        ),
    )


def tables(game, player):
    """The table before each step, from the start to the proof."""
    found, table = [], {tuple(game.initial): (1, 1)}
    while 0 not in table[game.initial]:
        found.append({tuple(state): pair for state, pair in table.items()})
        solution("grow")(game, game.initial, player, table)
    return found


def chosen(game, player):
    """Tables in the middle of a proof: of each kind of way down the first two."""
    kinds = {}
    for table in tables(game, player)[1:]:
        kinds.setdefault(way_down(game, player, table), []).append(table)
    return [table for kind in sorted(kinds) for table in kinds[kind][:2]]


def way_down(game, player, table):
    """Where the way from the root ends: at new states, some known, or what is settled already."""
    state = game.initial
    while True:
        after = [game.result(state, action) for action in game.actions(state)]
        known = [child for child in after if child in table]
        if len(known) < len(after):
            looked_at = [child for child in known if not game.is_terminal(child)]
            return "some are known" if any(table[c] != (1, 1) for c in looked_at) else "new"
        side = 0 if game.to_move(state) == player else 1
        state = min(after, key=lambda child: table[child][side])
        if 0 in table[state]:
            return "the game is over" if game.is_terminal(state) else "settled"


def case_of(game, player, table):
    """The question what the table is after one more step."""
    right = copy(table)
    solution("grow")(game, game.initial, player, right)
    known = [(tuple(state), pair) for state, pair in right.items()]
    return Case(
        (game, Position(game, game.initial), player, table),
        None,
        size=len(table),
        judge="grows_a_proof",
        known={"right": known},
        budget=BUDGET,
    )
