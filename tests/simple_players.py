"""Players that tests need again and again, and what tests of games with clicks ask of them."""

import contextlib


def first_action(game, state):
    """A player that takes the first legal action."""
    return game.actions(state)[0]


def last_action(game, state):
    """A player that takes the last legal action."""
    return game.actions(state)[-1]


def forever(game, state):
    """A player that never asks the game anything and never answers."""
    while True:
        pass


def stubborn(game, state):
    """A player that catches every `Exception` and goes on."""
    while True:
        with contextlib.suppress(Exception):
            game.result(state, "nonsense")


def names(play):
    """What has been played, by name."""
    return " ".join(map(play.game.action_name, play.actions))


def clicked(play, squares):
    """The game after these clicks, each with the answer to it."""
    for name in squares.split():
        play.on_square(name)
    return play
