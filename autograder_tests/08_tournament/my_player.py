"""The exercise `my_player`: single moves, and games against a player who draws its moves."""

from functools import cache

from autograder_tests.cases import Case, Group, Position
from autograder_tests.solution import solution
from course_lib.games import ConnectFour
from course_lib.search import alphabeta_search

from .shared import Seen, any_state, in_a_mirror, states

OPTIONS = {"seconds": 15}

MINUTES = "4 to 15"

HINTS = (
    "What should your player do if the budget runs out before the first ply is finished?",
    (
        "deepening_search takes the number of visits, an evaluation and an order, and its result"
        " has a depth. If that is 0, no ply was finished, and you know nothing better than the"
        " first action of your own order."
    ),
    (
        "put the actions into your order\n"
        "if there is only one, or the budget is tiny: return the first\n"
        "search with your evaluation, your order and all the visits\n"
        "if a depth was finished: return the action it found\n"
        "otherwise: return the first of your order"
    ),
)

STOP = 20_000
"""So many visits end a call, whatever its budget is; fewer than that are counted and judged."""

SAME = {
    "7:2 len(actions) == 1 or budget < 2: -> False:": "hardly a visit: any legal action will do",
    "7:5 or -> and": "hardly a visit: any legal action will do",
    "8:1 return actions[0] -> pass": "hardly a visit: any legal action will do",
    "10:3 if found.depth > 0 else actions[0] -> ": "hardly a visit: any legal action will do",
    "7:7 < -> <=": "hardly a visit: any legal action will do",
    "10:5 > -> >=": "hardly a visit: any legal action will do",
    "6:5 game.actions(state)) -> game.actions(state)[:9])": "no board here has ten columns",
    "7:4 1 -> 2": "hardly a visit: any legal action will do",
    "7:4 1 -> 0": "hardly a visit: any legal action will do",
    "7:8 2: -> 3:": "hardly a visit: any legal action will do",
    "7:8 2: -> 1:": "hardly a visit: any legal action will do",
    "8:2 actions[0] -> actions[-1]": "hardly a visit: any legal action will do",
    "10:6 0 -> 1": "hardly a visit: any legal action will do",
    "10:6 0 -> -1": "hardly a visit: any legal action will do",
    "10:8 actions[0] -> actions[1]": "hardly a visit: any legal action will do",
    "10:8 actions[0] -> actions[-1]": "hardly a visit: any legal action will do",
    **{
        f"7:2 len(actions) -> {other}": "a search gives a single action, too"
        for other in (3, 4, 6, 7, "min(len(actions), 9)")
    },
    "7:2 len(actions) -> len(state)": "hardly a visit: any legal action will do",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of((ConnectFour(), ConnectFour(5, 6, 4)), 3)


def hidden(rng):
    game = rng.choice((ConnectFour(), ConnectFour(5, 5, 4), ConnectFour(6, 6, 4)))
    return groups_of((game,), rng.random())


def groups_of(games, seed):
    """What is asked about states of random games of these sizes, and a match on a small board."""
    small, middling = ConnectFour(4, 5, 4), ConnectFour(5, 6, 4)
    return (
        Group("a legal action within the budget", any_states(games, seed)),
        Group("a win is taken", wins(games, seed)),
        Group("a win of the opponent is stopped", blocks(games, seed)),
        Group("the opponent is not helped to a win", supports(games, seed)),
        Group("a random player is beaten", [match(middling, seed)]),
        Group("with more visits it looks further", forced(small, seed), weight=0.5),
    )


def case_of(seen, budget, good=None, why=""):
    """The question for a move; a legal one that is not `good` is objected to."""
    game, state = seen
    return Case(
        (game, Position(game, state), budget),
        "a legal action",
        size=100 * seen.stones + budget,
        judge="moves_well",
        known={"good": good, "why": why},
        budget=STOP,
    )


def match(game, seed):
    """Games against a player who draws every move, one after the other."""
    return Case(
        (game, Position(game, game.initial), 40),
        "legal actions that win",
        size=40,
        judge="beats_random",
        known={"seed": seed},
        budget=STOP,
    )


def any_states(games, seed):
    """States of all kinds, with budgets from hardly anything to plenty."""
    budgets = (1, 2, 5, 10, 30, 100, 200, 400)
    small = ConnectFour(4, 5, 4)
    return [
        *(
            case_of(seen, budget)
            for game in games
            for seen, budget in zip(states(game, seed, any_state, 8, 5), budgets, strict=True)
        ),
        # What is asked again with more visits, and boards with as many squares.
        *(case_of(seen, 1) for seen in states(small, seed, hidden_force, 4, 1)),
        *(
            case_of(Seen(game, game.initial), 20)
            for game in (ConnectFour(), ConnectFour(7, 6, 4), ConnectFour(5, 6, 4))
        ),
    ]


def wins(games, seed):
    """States in which one action wins at once; some come first in a game with longer lines.

    Of each game one is there in a mirror, too: with as many stones, and where it wins, the action
    that wins without the mirror is legal and does not.
    """
    won = []
    for game in games:
        both = (
            (seen, Seen(game, in_a_mirror(seen))) for seen in states(game, seed, one_win, 40, 1)
        )
        won += next(([*pair] for pair in both if is_apart(*pair)), [])
    won += [seen for game in games for seen in states(game, seed, one_win, 4)]
    longer = [
        Seen(ConnectFour(seen.game.rows, seen.game.columns, 5), seen.state) for seen in won[:4]
    ]
    return [
        *(case_of(seen, 100) for seen in longer),
        *(
            case_of(
                seen,
                100,
                sorted(seen.wins | proven(seen)),
                f"{', '.join(map(repr, seen.wins))} wins at once",
            )
            for seen in won
        ),
    ]


def is_apart(seen, mirrored):
    """Whether what wins in the first is legal in the other, and does not win there."""
    return seen.wins <= {*seen.game.actions(mirrored.state)} - mirrored.wins


def blocks(games, seed):
    """States in which the other would win, and one action stops it for good."""
    return [
        case_of(
            seen,
            100,
            harmless(seen),
            f"the other wins at once unless you take {', '.join(map(repr, seen.blocks))}",
        )
        for game in games
        for seen in states(game, seed, one_block, 4)
    ]


def supports(games, seed):
    """States in which some stones, and not all, would lie below a square where the other wins."""
    return [
        case_of(
            seen,
            100,
            harmless(seen),
            "then the other wins at once, above it",
        )
        for game in games
        for seen in states(game, seed, some_support, 6)
    ]


def forced(game, seed):
    """States in which two threats at once can be made, and two plies with an estimate miss it."""
    return [
        case_of(
            seen,
            1_500,
            [force],
            f"{force!r} wins whatever the other does, and a search of three plies sees it",
        )
        for seen in states(game, seed, hidden_force, 4, 1)
        for force in seen.forces
    ]


def one_win(seen):
    """Whether one action wins at once."""
    return len(seen.wins) == 1


def one_block(seen):
    """Whether the other would win, and one action stops it for good."""
    return not seen.wins and len(seen.blocks) == 1 and seen.harmless == seen.blocks


def some_support(seen):
    """Whether some stones, and not all, would lie below a square where the other wins."""
    quiet = not seen.wins and not seen.blocks
    return quiet and 0 < len(seen.harmless) < len(seen.game.actions(seen.state))


def hidden_force(seen):
    """Whether one action alone wins by force, and two plies with an estimate miss it."""
    if seen.stones > 15 or seen.wins or seen.blocks or len(seen.forces) != 1:
        return False
    evaluations = (solution("my_evaluation"), solution("evaluate_lines"))
    order = solution("my_order")
    seems_best = {
        alphabeta_search(*seen, depth=2, evaluate=evaluate, order=order)[1]
        for evaluate in evaluations
    }
    return not seen.forces & seems_best and proven(seen) == seen.forces


@cache
def proven(seen):
    """The actions that win whatever the other does, at once or within some moves."""
    game, state = seen
    after = {action: game.result(state, action) for action in game.actions(state)}
    order = solution("my_order")
    return {
        action
        for action, then in after.items()
        if game.winner(then) or alphabeta_search(game, then, depth=6, order=order)[0] == -1
    }


def harmless(seen):
    """The actions after which the other can't win at once, or wins whatever is done."""
    game, state = seen
    return [action for action in game.actions(state) if action in seen.harmless or is_lost(seen)]


@cache
def is_lost(seen):
    """Whether the other wins soon, whatever is done: then no move is better than another."""
    return alphabeta_search(*seen, depth=6, order=solution("my_order"))[0] == -1
