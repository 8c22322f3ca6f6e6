"""Slow and sure answers about Gomoku, by the rules alone: the oracle of the threat searches."""

from random import Random

from course_lib import Gomoku
from course_lib.games.squares import EMPTY


def random_state(game, stones, rng, *, spread=None):
    """A random state with so many stones in which nobody has won, if there is one like that.

    With `spread` the stones lie in a square of so many rows and columns, so that they meet.
    """
    while True:
        side = spread or game.rows
        top, left = (rng.randint(0, size - side) for size in (game.rows, game.columns))
        squares = [
            (top + row) * game.columns + left + column
            for row in range(side)
            for column in range(side)
        ]
        board = [EMPTY] * (game.rows * game.columns)
        for number, place in enumerate(rng.sample(squares, stones)):
            board[place] = game.players[number % 2]
        try:
            state = game.parse("".join(board))
        except ValueError:
            continue  # both have five in a row
        if not game.is_terminal(state):
            return state


def passed(game, state):
    """The same stones with the other player to move."""
    [other] = set(game.players) - {state.to_move}
    return state._replace(to_move=other)


def wins_at_once(game, state):
    """The squares where the player to move wins with one stone."""
    return {
        action
        for action in game.actions(state)
        if game.winner(game.result(state, action)) is not None
    }


def wins_by_threats(game, state, threats, *, threes=False):
    """Whether the player to move can force a win by so many threats at most.

    The defender may do whatever the rules allow. A threat is a four: a stone after which its player
    would win with another one. With `threes` it may also be as good as a four: a stone after which
    a four with two fives would follow.
    """
    if wins_at_once(game, state):
        return True
    if threats == 0:
        return False
    for action in wins_at_once(game, passed(game, state)) or game.actions(state):
        after = game.result(state, action)
        if game.is_terminal(after) or wins_at_once(game, after):
            continue
        four = wins_at_once(game, passed(game, after))
        if not four and not (threes and threat_of_a_double_four(game, after)):
            continue
        follow = (game.result(after, reply) for reply in game.actions(after))
        if all(
            not game.is_terminal(one) and wins_by_threats(game, one, threats - 1, threes=threes)
            for one in follow
        ):
            return True
    return False


def threats_needed(game, state, most, *, threes=False):
    """The least number of threats that win for the player to move; `None` if `most` won't do."""
    for threats in range(most + 1):
        if wins_by_threats(game, state, threats, threes=threes):
            return threats
    return None


def line_is_forced(game, state, line):
    """Whether in this line every stone of the attacker makes a four and the last one a five.

    The defender's stones must take a square where the five would be, and must not win.
    """
    attacker = game.to_move(state)
    for number, square in enumerate(line):
        threats = wins_at_once(game, passed(game, state)) if number % 2 else None
        if threats is not None and square not in threats:
            return False
        state = game.result(state, square)
        if number < len(line) - 1 and game.is_terminal(state):
            return False
    return game.winner(state) == attacker and len(line) % 2 == 1


def near_misses(game, rng, number, stones, spread):
    """So many random states, with a number of stones between these two."""
    return [random_state(game, rng.randint(*stones), rng, spread=spread) for _ in range(number)]


GAMES = [Gomoku(size, exact=exact) for size in (6, 7) for exact in (False, True)]
"""Small boards, freestyle and exact."""


def seeded(*what):
    """Randomness for this test alone."""
    return Random(" ".join(map(str, what)))


def threat_of_a_double_four(game, state):
    """Whether the player who has just moved could make a four with two fives, if he moved again."""
    again = passed(game, state)
    return any(
        len(wins_at_once(game, passed(game, game.result(again, action)))) > 1
        for action in game.actions(again)
    )
