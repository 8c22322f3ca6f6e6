"""The exercise `proven_winner(game, state, known)`: who wins a game without draws."""

from autograder_tests.cases import Case, Group, Position, everywhere
from autograder_tests.positions import late_state, played, ragged_tree
from course_lib.games import Count, Nim, TextbookTree, ThreeMusketeers

from . import shared
from .shared import BUDGET

OPTIONS = {"seconds": 10, "budget": BUDGET, "pieces": "whole", "changes": (2,)}

MINUTES = "10 to 15"

HINTS = (
    "Whose win may end the search of a state: always the first player's?",
    (
        "Look into known first. In a final state the game says who has won. Otherwise look for an"
        " action after which the player to move wins: the first one you find settles it. If there"
        " is none, the other player wins. Either way, write the winner into known."
    ),
    (
        "if the state is in known: return its winner\n"
        "if it is final: the winner is what game.winner(state) says\n"
        "otherwise: start with the other player as the winner\n"
        "    for each action:\n"
        "        if the player to move here wins the state after it: that is the winner; stop\n"
        "write the winner into known, and return it"
    ),
)

CORNERS = ThreeMusketeers("M.G/.G./G.M")
TURNED = ThreeMusketeers(".G../..MG/MM.G")
SMALL = ThreeMusketeers("GGM/GMG/MGG")
TWO = Nim((2, 2))

FINAL = (
    *played(Count(3, 2), "1 2", "2 1"),
    *played(Nim((2,), misere=True), "a2"),
    (SMALL, SMALL.parse("MMM/.../G..")),
    (SMALL, SMALL.parse("MM./..M/G..")),
)
GAMES = (
    *played(Count(5, 2), "", "1", "2"),
    *played(Nim((1, 2)), "", "b1"),
    *played(Nim((2, 2), misere=True), "", "a1"),
    *played(Nim((1, 1, 2)), ""),
    (CORNERS, CORNERS.initial),
    (SMALL, SMALL.initial),
    (TURNED, TURNED.initial),
    (TextbookTree([[1, -1], [1, 1]]), ()),
    (TextbookTree([[1, -1], [1, -1]]), ()),
    (TextbookTree([[1] * 11 + [-1]]), ()),
    *played(Count(5, 3), "", "1"),
)


def winners(game, **names):
    """What is known, each winner under the moves that lead to its state: `a1_b1="X"`."""
    return {game.play(moves.replace("_", " ").strip()): each for moves, each in names.items()}


FILLED = (
    (TWO, TWO.initial, winners(TWO, _="X")),
    (TWO, TWO.play("a1"), winners(TWO, a1="O")),
    (TWO, TWO.initial, winners(TWO, a1="O", a2="O", b1="X", b2="O")),
    (TWO, TWO.play("a1"), winners(TWO, a1_a1="X", a1_b1="X", a1_b2="X")),
)
TREES = (
    [[1, -1, 1], [1, 1], [-1, 1]],
    [[[1, -1], [-1, -1]], [[-1, 1], [1]], [[1], [-1]]],
    [[-1, 1, 1], [[1, -1], 1, -1], [1, -1]],
    [[[-1, -1, 1], [-1]], [[-1], [1, 1]]],
    [-1] * 11 + [1],
    [[[[[[[[1, -1], [-1]], [[1]]], [[[-1]], [[-1]]]], [[[[1]]]]]]]],
)


def visible():
    return groups_of(FINAL, GAMES, FILLED, TREES, once=(Nim((4, 4)), Count(12, 3), Count(100, 2)))


def hidden(rng):
    two = Nim((2, 3))
    trees = [TextbookTree(signs(ragged_tree(3, rng), rng)) for _ in range(5)]
    many = rng.randint(10, 14)
    board = ThreeMusketeers("MGG/.M./G.M")
    return groups_of(
        final=[
            *(late_state(tree, rng, 4) for tree in trees),
            *played(Count(2, 1), "1 1"),
            *played(Nim((1, 1), misere=True), "a1 b1"),
            (board, board.parse("..M/..M/G.M\nguards to move")),
            (board, board.parse("M.M/.M./..G\nguards to move")),
            (board, board.parse("M.M/.M./..G")),
        ],
        games=(),
        filled=[
            *((tree, (), {(): rng.choice(tree.players)}) for tree in trees),
            (two, two.initial, winners(two, _="O")),
            (two, two.play("b1"), winners(two, b1="X")),
            (two, two.initial, winners(two, a1="O", a2="O", b1="O", b2="O", b3="O")),
            (two, two.play("b1"), winners(two, b1_a1="X", b1_a2="X", b1_b1="O", b1_b2="X")),
        ],
        trees=[
            *(signs(ragged_tree(depth, rng), rng) for depth in (2, 3, 3, 4, 4)),
            [[1] * many + [-1], [-1] * many + [1]],
            [[[[signs(ragged_tree(4, rng), rng)]]]],
        ],
        once=[Nim((rng.randint(4, 5), 5)), Count(rng.randint(95, 105), 3)],
    )


def probes():
    places = [
        FINAL[2],
        FINAL[3],
        *GAMES[:7],
        GAMES[8],
        *((TextbookTree(tree), ()) for tree in TREES),
    ]
    return [
        *((game, Position(game, state), {}) for game, state in places),
        *(used_case(*filled).arguments for filled in FILLED),
    ]


def groups_of(final, games, filled, trees, once):
    """Final states, whole games, what is known before, and the work.

    In the games of `once` nearly all states can be reached in many ways, and nobody finishes the
    last one who forgets. The work is worth half of all: it is what `known` and a stop are for.
    """
    return (
        Group("final states have a winner", [case_of(*at) for at in final], weight=0.5),
        Group(
            "whole games, and what is kept of them",
            [
                everywhere(
                    "every tree with at most four leaves of 1 and -1",
                    "proven_winner(game, state, {})",
                ),
                *(case_of(*at) for at in games),
            ],
        ),
        Group("what is known is used", [used_case(*one) for one in filled]),
        Group(
            "no state is worked out twice, and none after the mover's own win",
            [*map(leaves_case, trees), *(shared.once_case(game, {}, times=2) for game in once)],
            weight=2.5,
        ),
    )


def case_of(game, state):
    """The question with nothing known."""
    known = [
        (fields, game.players[0 if value > 0 else 1])
        for fields, value in shared.values_below(game, state)
    ]
    return Case(
        (game, Position(game, state), {}),
        size=len(known),
        judge="keeps_true_winners",
        known={"winners": known},
        budget=BUDGET,
    )


def used_case(game, state, known):
    """The question with winners that are known before, some of them invented."""
    plain = {tuple(key): winner for key, winner in known.items()}
    return Case(
        (game, Position(game, state), plain),
        size=10 + len(known),
        judge="believes",
        budget=BUDGET,
    )


def leaves_case(tree):
    """The question about a tree of leaves 1 and -1 that only the grader knows."""
    words = {"what": "winner", "who": "who stops where the player to move has won"}
    return shared.leaves_case("proven_winner", tree, {}, bound=1, words=words)


def signs(tree, rng):
    """The tree with 1 or -1 at each leaf."""
    if isinstance(tree, list):
        return [signs(child, rng) for child in tree]
    return rng.choice((1, -1))
