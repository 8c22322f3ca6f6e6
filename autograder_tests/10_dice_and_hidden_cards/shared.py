"""What several exercises of lesson 10 ask about: odd dice, and tables and plans for Kuhn poker."""

from autograder_tests.cases import Position
from course_lib import KuhnPoker, TwoDice

KUHN, DICE = KuhnPoker(), TwoDice()
UNEQUAL = TwoDice(((1, 1, 2, 5), (2, 3), (1, 4, 4)))
"""With faces that come more often than others, and draws."""


def at(game, moves):
    """A game and its state after these moves, as two arguments."""
    return game, Position(game, game.play(moves))


def some_dice(rng):
    """Three dice with faces from 1 to 9, some of them twice."""
    dice = (tuple(rng.randint(1, 9) for _ in range(rng.randint(2, 4))) for _ in range(3))
    return TwoDice(tuple(dice))


def views():
    """The twelve views of Kuhn poker, as plain tuples, with the actions there."""
    found = {}
    for first in "JQK":
        for second in "JQK".replace(first, ""):
            for said in ("", "check", "bet", "check bet"):
                state = KUHN.play(f"{first} {second} {said}")
                cards, bets = KUHN.view(state, KUHN.to_move(state))
                found[cards, bets] = KUHN.actions(state)
    return dict(sorted(found.items()))


def a_plan(rng):
    """A plan with chances in tenths."""
    tenths = {view: rng.randint(0, 10) for view in views()}
    return {view: [many / 10, 1 - many / 10] for view, many in tenths.items()}


def a_table(rng):
    """A table in which something has been learned already."""
    return {
        view: {
            "regrets": [rng.randint(-6, 6) for _ in range(2)],
            "played": [rng.randint(0, 9) for _ in range(2)],
        }
        for view in views()
    }
