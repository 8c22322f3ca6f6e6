"""The exercise `look_ahead(game, state, values)`: one step of value iteration."""

from autograder_tests.cases import Case, Group
from course_lib import Pig, TextbookTree, TwoDice

from .shared import DICE, KUHN, UNEQUAL, at, some_dice

OPTIONS = {"budget": 200}

MINUTES = "8 to 12"

HINTS = (
    "What does expectimax do with the states after this one, and what do you have instead?",
    (
        "Take your expectimax and replace each call of itself by a look into the dictionary:"
        " values[game.result(state, action)]. A final state has nothing after it, so it is worth"
        " its utility."
    ),
    (
        "in a final state: the utility for the first player\n"
        "if there are chances: add up probability times values[state after the action]\n"
        "otherwise: the largest or the smallest of values[state after the action]"
    ),
)

SMALL = Pig(10)
TWICE = TwoDice(((2, 2, 4, 9), *DICE.dice[1:]))
"""Die a has a 2 more, so its faces are the same, and their probabilities are not."""
WIDE = TextbookTree([*range(12)])
FINAL = (
    (*at(SMALL, "roll 6 roll 5"), 0.3),
    (*at(SMALL, "roll 6 hold roll 6 roll 6"), 0.3),
    (*at(DICE, "a b 9 1"), -0.5),
    (*at(KUHN, "J K bet call"), 0.5),
)
CHOOSE = (
    (*at(SMALL, ""), 0.2),
    (*at(SMALL, "roll 6"), 0.3, -0.1),
    (*at(SMALL, "roll 6"), -0.1, 0.2),
    (*at(SMALL, "roll 6 hold roll 4"), 0.6, 0.1),
    (*at(SMALL, "roll 6 hold roll 4"), 0.2, 0.7),
    (*at(DICE, ""), -0.2, 0.4, 0.1),
    (*at(DICE, "b"), -0.2, 0.4),
    (*at(KUHN, "Q J bet"), 1, 0.5),
    (*at(WIDE, ""), *(place / 12 for place in range(12))),
)
ROLL = (
    (*at(SMALL, "roll"), -0.3, 0.1, 0.2, 0.3, 0.4, 0.5),
    (*at(SMALL, "roll 5 hold roll"), 0.6, 0.3, 0, -0.3, -0.6, -0.9),
    (*at(SMALL, "roll 6 roll"), -0.6, 0.5, 0.7, 1, 1, 1),
    (*at(DICE, "a b"), 1, -1, 0.5),
    (*at(TWICE, "a b"), 1, -1, 0.5),
    (*at(TWICE, "a b"), -1, 1, 0.5),
    (*at(UNEQUAL, "a b"), 1, -1, 0.5),
    (*at(UNEQUAL, "c a"), 0.25, -1),
    (*at(KUHN, ""), 0.1, -0.2, 0.5),
)
"""A game, a state, and a guess for each state after it; a final one has a guess of its own."""


def visible():
    both = side_by_side(SMALL, (0.1, 0.5, 0.3, -0.2), "roll 6", "roll 4")
    return groups_of(FINAL, (*CHOOSE, *both), ROLL)


def hidden(rng):
    goal, dice = Pig(rng.randint(15, 60)), some_dice(rng)

    def guessed(game, moves):
        after = len(game.actions(game.play(moves)))
        return *at(game, moves), *(rng.randint(-99, 99) / 100 for _ in range(after or 1))

    rolls = [f"roll {rng.randint(2, 6)}" for _ in range(4)]
    return groups_of(
        [
            guessed(Pig(4), "roll 3 roll 5"),
            guessed(KUHN, "Q K bet fold"),
            guessed(SMALL, "roll 4 roll 6"),
        ],
        [
            guessed(goal, rolls[0]),
            guessed(goal, f"{rolls[0]} {rolls[1]}"),
            guessed(goal, f"{rolls[0]} hold {rolls[1]}"),
            guessed(goal, f"{rolls[2]} hold {rolls[3]}"),
            guessed(dice, ""),
            guessed(dice, "c"),
            guessed(KUHN, "K Q check"),
            *side_by_side(goal, (rng.random(), -0.5, 0.25, -0.25), "roll 3", "roll 2"),
        ],
        [
            guessed(goal, f"{rolls[0]} roll"),
            guessed(goal, f"{rolls[0]} hold {rolls[1]} roll"),
            guessed(dice, "a c"),
            guessed(dice, "b a"),
            guessed(KUHN, "K"),
        ],
    )


def probes():
    return [arguments(each) for each in (*FINAL, *CHOOSE, *ROLL)]


def groups_of(final, choose, roll):
    """Ends, choices, and dice."""
    return (
        Group("a final state is worth its utility", cases(final), weight=0.5),
        Group("where somebody chooses, the best guess", cases(choose), weight=1.25),
        Group("where dice roll, the mean of the guesses", cases(roll), weight=1.25),
    )


def cases(asked):
    """A case for each of these."""
    return [Case(arguments(each), size=size, judge="about") for size, each in enumerate(asked)]


def arguments(asked):
    """The game, the state, and the guesses: for the states after it, and a false one for itself."""
    game, position, *numbers = asked
    state = position.state
    if isinstance(numbers[0], dict):
        return asked
    after = [game.result(state, action) for action in game.actions(state)] or [state]
    false = -0.9 if game.to_move(state) == game.players[1] else 0.9
    return game, position, {state: false} | dict(zip(after, numbers, strict=True))


def side_by_side(game, numbers, *ways):
    """Questions about several states, with the same guesses for all that may follow."""
    states = [game.play(moves) for moves in ways]
    after = [game.result(state, action) for state in states for action in game.actions(state)]
    guesses = dict(zip(dict.fromkeys(after), numbers, strict=False))
    return [(*at(game, moves), guesses) for moves in ways]
