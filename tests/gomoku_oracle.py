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


def wins_by_fours(game, state, fours):
    """Whether the player to move can force a win by continuous fours, so many at most.

    The defender may do whatever the rules allow. A four is a stone after which its player would
    win with another one.
    """
    if wins_at_once(game, state):
        return True
    if fours == 0:
        return False
    for action in game.actions(state):
        after = game.result(state, action)
        if game.is_terminal(after) or not wins_at_once(game, passed(game, after)):
            continue
        if all(wins_then(game, after, reply, fours - 1) for reply in game.actions(after)):
            return True
    return False


def wins_then(game, state, reply, fours):
    """Whether the attacker still wins by so many fours after this reply."""
    after = game.result(state, reply)
    return not game.is_terminal(after) and wins_by_fours(game, after, fours)


def fours_needed(game, state, most):
    """The least number of fours that win for the player to move; `None` if `most` won't do."""
    for fours in range(most + 1):
        if wins_by_fours(game, state, fours):
            return fours
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


def threats_needed(game, state, most):
    """The least number of threats that win, fours or threes, whatever the defender answers."""
    for threats in range(most + 1):
        if wins_by_threats(game, state, threats):
            return threats
    return None


def wins_by_threats(game, state, threats):
    """Whether the player to move wins by so many threats at most, each a four or as good as one.

    As good as a four is a stone after which a four with two fives would follow.
    """
    if wins_at_once(game, state):
        return True
    if threats == 0:
        return False
    dangers = wins_at_once(game, passed(game, state))
    for action in dangers or game.actions(state):
        after = game.result(state, action)
        if game.is_terminal(after) or wins_at_once(game, after):
            continue
        if not wins_at_once(game, passed(game, after)) and not threat_of_a_double_four(game, after):
            continue
        replies = game.actions(after)
        if all(wins_after(game, after, reply, threats - 1) for reply in replies):
            return True
    return False


def wins_after(game, state, reply, threats):
    """Whether the attacker still wins by so many threats after this reply."""
    after = game.result(state, reply)
    return not game.is_terminal(after) and wins_by_threats(game, after, threats)
