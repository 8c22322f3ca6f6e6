"""Small games and slow oracles that the tests of the searches share."""

import math
from dataclasses import dataclass
from functools import cache
from random import Random

from course_lib import Game, TicTacToe, solve


def reachable(game, most=math.inf):
    """Every state that play can lead to; none of them where there are more than so many."""
    found, waiting = {game.initial}, [game.initial]
    while waiting:
        state = waiting.pop()
        after = {game.result(state, action) for action in game.actions(state)} - found
        found |= after
        waiting += after
        if len(found) > most:
            return set()
    return found


def random_state(game, rng, stones=None):
    """A state that is not final: after so many moves, or from any part of a random game."""
    while True:
        actions = game.playout(game.initial, rng).actions
        moves = rng.randrange(len(actions)) if stones is None else stones
        if moves < len(actions):
            state = game.initial
            for action in actions[:moves]:
                state = game.result(state, action)
            return state


class Sketch(Game):
    """What the games below leave out, because no search asks for it."""

    players = ("X", "O")

    def render(self, state):
        """The state as Python writes it."""
        return f"state {state!r}"

    def parse(self, text):
        """Nothing: no search reads a state."""
        raise NotImplementedError

    def action_name(self, action):
        """The action as Python writes it."""
        return repr(action)

    def action_named(self, text):
        """Nothing: no search reads an action."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Crossroads(Sketch):
    """Roads that meet again: most states are reached in several ways, with random values at ends.

    A state is `(level, place)`. Each place has a few roads to the next level; some are dead ends,
    and the last level is all ends. The values are few, so that equal ones are common.
    """

    seed: int
    levels: int = 6
    width: int = 4

    initial = (0, 0)
    utility_range = (-3.0, 3.0)

    def _roads(self, state):
        rng = Random(f"{self.seed} {state}")
        if state[0] == self.levels or (state[0] and rng.random() < 0.1):
            return ()
        return tuple(rng.sample(range(self.width), rng.randint(1, self.width)))

    def to_move(self, state):
        """The players take turns."""
        return self.players[state[0] % 2]

    def actions(self, state):
        """The places that the roads lead to."""
        return self._roads(state)

    def result(self, state, action):
        """This place, one level on."""
        return (state[0] + 1, action)

    def utility(self, state, player):
        """A random number from -3 to 3."""
        value = Random(f"value {self.seed} {state}").randint(-3, 3)
        return value if player == "X" else -value


@dataclass(frozen=True, repr=False)
class TakeAgain(Sketch):
    """Take one and hand over, or take more and go on taking; who takes the last one loses.

    X may take up to two, O up to three: with five left X loses and O wins, each being to move.
    A state is `(left, player)`: players do not take turns, so it must say whose turn it is.
    """

    heap: int = 7

    @property
    def initial(self):
        """The whole heap, X to move."""
        return (self.heap, "X")

    def to_move(self, state):
        """As the state says."""
        return state[1]

    def actions(self, state):
        """One up to what the player may take, while there are so many."""
        left, player = state
        return tuple(range(1, min(left, 2 if player == "X" else 3) + 1))

    def result(self, state, action):
        """What is left; the turn changes after one, and always at the end."""
        left, player = state[0] - action, state[1]
        if left and action > 1:
            return (left, player)
        return (left, "O" if player == "X" else "X")

    def utility(self, state, player):
        """-1 for who took the last one."""
        return 1 if state[1] == player else -1

    def canonical(self, state):
        """The heap alone, as a grid game gives its board alone: whose turn it is goes unsaid."""
        return state[0]


@dataclass(frozen=True, repr=False)
class Roundabout(Sketch):
    """A game that may go round for ever: one step on round a ring of four, or leave it and win."""

    initial = 0

    def to_move(self, state):
        """X at even places."""
        return self.players[state % 2]

    def actions(self, state):
        """On, or off the ring."""
        return () if state > 3 else ("on", "off")

    def result(self, state, action):
        """The next place of the ring, or a place outside."""
        return (state + 1) % 4 if action == "on" else state + 5

    def utility(self, state, player):
        """+1 for who left the ring."""
        return -1 if self.to_move(state) == player else 1


@dataclass(frozen=True, repr=False)
class Gift(TakeAgain):
    """Two players who may both gain: no game for minimax."""

    zero_sum = False


@dataclass(frozen=True, repr=False)
class Kingmaker(Sketch):
    """A gives the game to C, or asks B, who can only choose whether A or C wins.

    A state is what was said so far: `()`, `("ask",)`, or something final.
    """

    players = ("A", "B", "C")
    initial = ()

    def to_move(self, state):
        """A first, then B."""
        return self.players[len(state)]

    def actions(self, state):
        """What may be said."""
        return {(): ("give to C", "ask"), ("ask",): ("A", "C")}.get(state, ())

    def result(self, state, action):
        """One more thing said."""
        return (*state, action)

    def utility(self, state, player):
        """+1 for the player named last."""
        return 1 if player == state[-1][-1] else -1


def true_value(game):
    """The function `(state, player) -> value`, by remembering the value of every state."""

    @cache
    def value(state):
        """What the state is worth to `players[0]`."""
        if game.is_terminal(state):
            return game.utility(state, game.players[0])
        values = [value(game.result(state, action)) for action in game.actions(state)]
        return max(values) if game.to_move(state) == game.players[0] else min(values)

    return lambda state, player: value(state) if player == game.players[0] else -value(state)


def first_best(game, state, value):
    """The first action in the documented order whose value is the greatest."""
    player = game.to_move(state)
    return max(game.actions(state), key=lambda action: value(game.result(state, action), player))


def values_by_solve(game, state):
    """What each action is worth to the player to move, by `solve`."""
    values, player = {}, game.to_move(state)
    for action in game.actions(state):
        after = game.result(state, action)
        if game.is_terminal(after):
            values[action] = game.utility(after, player)
        else:
            same = game.to_move(after) == player
            values[action] = (1 if same else -1) * solve(game, after).value
    return values


def states_of(game):
    """Every state of a small game that is not final, in the order of a walk from the start."""
    found = {}

    def walk(state):
        if state not in found and not game.is_terminal(state):
            found[state] = None
            for action in game.actions(state):
                walk(game.result(state, action))

    walk(game.initial)
    return list(found)


@cache
def tic_tac_toe_states():
    """The 4,520 states of tic-tac-toe in which somebody is to move."""
    return states_of(TicTacToe())


def board_feeling(game, state, player):
    """An estimate without sense or symmetry, but always the same for the same question."""
    return Random(f"{game.render(state)} {player}").randint(-9, 9) / 10
