"""Perfect play where dice roll or cards are hidden: Pig, small games with dice, Kuhn poker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, State, has_chance, hides
from course_lib.games.kuhn_poker import BET, CALL, CHECK, FOLD, KuhnPoker
from course_lib.games.pig import HOLD, ROLL, Pig, PigState
from course_tools.arena.engines.proofs import TooManyStatesError

# --- Pig ------------------------------------------------------------------------------------------


class _Turn(NamedTuple):
    """A turn with best play: its chance to win is `base + slope * w`, with w that after a 1.

    `chances` are those at each sum so far, before a decision, and `held` those of holding there.
    """

    base: float
    slope: float
    chances: list[float]
    held: list[float]


@cache
def pig_table(goal: int) -> Mapping[tuple[int, int], float]:
    """The chance to win of whoever begins a turn with these points, the own ones first.

    States repeat, as both may roll a 1 for ever; but only the two chances of a pair of scores hang
    on each other. Each is a straight line in the other as long as nobody changes a decision: so we
    solve two equations, see which decisions are best then, and do it again until none changes.
    """
    table: dict[tuple[int, int], float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, total - goal + 1), total // 2 + 1):
            theirs = total - mine
            x = y = 0.5
            while True:
                one, other = (
                    _turn(mine, theirs, 1 - y, table, goal),
                    _turn(theirs, mine, 1 - x, table, goal),
                )
                # x = one.base + one.slope * (1 - y) and y = other.base + other.slope * (1 - x)
                both = one.slope * other.slope
                after = (one.base + one.slope * (1 - other.base - other.slope)) / (1 - both)
                beside = other.base + other.slope * (1 - after)
                settled = abs(after - x) + abs(beside - y) < 1e-13
                x, y = after, beside
                if settled:
                    break
            table[mine, theirs], table[theirs, mine] = x, y
    return table


def _turn(
    mine: int, theirs: int, after_one: float, table: Mapping[tuple[int, int], float], goal: int
) -> _Turn:
    """The turn of a player with these points, if a 1 leaves so large a chance to win."""
    left = goal - mine
    held = [0.0] + [1 - table[theirs, mine + so_far] for so_far in range(1, left)]
    bases, slopes, chances = [1.0] * (left + 6), [0.0] * (left + 6), [1.0] * (left + 6)
    for so_far in range(left - 1, -1, -1):
        base = sum(bases[so_far + 2 : so_far + 7]) / 6
        slope = (1 + sum(slopes[so_far + 2 : so_far + 7])) / 6
        rolled = base + slope * after_one
        if so_far and held[so_far] > rolled:
            base, slope, rolled = held[so_far], 0.0, held[so_far]
        bases[so_far], slopes[so_far], chances[so_far] = base, slope, rolled
    return _Turn(bases[0], slopes[0], chances, held)


def pig_values(game: Pig, state: PigState) -> dict[Action, float]:
    """What rolling and holding are worth to the player to move, from -1 to 1."""
    table, seat = pig_table(game.goal), game.players.index(state.to_move)
    mine, theirs = state.scores[seat], state.scores[1 - seat]
    turn = _turn(mine, theirs, 1 - table[theirs, mine], table, game.goal)
    here = state.so_far
    roll = (1 - table[theirs, mine] + sum(turn.chances[here + 2 : here + 7])) / 6
    chances = {ROLL: roll, HOLD: turn.held[here]}
    return {action: 2 * chances[str(action)] - 1 for action in game.actions(state)}


# --- games with dice that end -------------------------------------------------------------------


def values_with_luck(game: Game, most: int) -> Callable[[State], Mapping[Action, float]]:
    """What gives the mean result of each action with best play, for the player to move.

    A game with more than `most` positions from there on is refused, and so are hidden cards.
    """
    if hides(game):
        raise ValueError(
            f"in {game!r} a move is worth more or less by how the other one plays cards that you"
            " can't see; only a whole way to play has a value (lesson 10 measures it)"
        )

    def values(state: State) -> Mapping[Action, float]:
        if game.is_terminal(state):
            return {}
        if game.chance(state):
            raise ValueError(f"nobody chooses here: {game.render(state)}")
        if isinstance(game, Pig):
            return pig_values(game, state)
        player, known = game.to_move(state), dict[State, float]()
        sign = 1 if player == game.players[0] else -1
        return {
            action: sign * _mean(game, game.result(state, action), known, most)
            for action in game.actions(state)
        }

    return values


def _mean(game: Game, state: State, known: dict[State, float], most: int) -> float:
    """The mean result for the first player with best play from here on."""
    if state in known:
        return known[state]
    if len(known) >= most:
        raise TooManyStatesError(
            f"{game!r} is too large to be solved from here: it takes more than {most:,} positions."
            " Play further, or allow more"
        )
    below = [_mean(game, game.result(state, action), known, most) for action in game.actions(state)]
    first = game.players[0]
    if not below:
        value = game.utility(state, first)
    elif chances := game.chance(state):
        value = sum(likely * mean for (_, likely), mean in zip(chances, below, strict=True))
    else:
        value = max(below) if game.to_move(state) == first else min(below)
    known[state] = value
    return value


# --- Kuhn poker ---------------------------------------------------------------------------------

BLUFF = 1 / 4
"""How often X bets with the jack; anything from 0 to 1/3 is as good against perfect play."""

_BETS: Mapping[tuple[str, tuple[str, ...]], float] = {
    ("J", ()): BLUFF, ("Q", ()): 0, ("K", ()): 3 * BLUFF,
    ("J", (CHECK,)): 1 / 3, ("Q", (CHECK,)): 0, ("K", (CHECK,)): 1,
    ("J", (BET,)): 0, ("Q", (BET,)): 1 / 3, ("K", (BET,)): 1,
    ("J", (CHECK, BET)): 0, ("Q", (CHECK, BET)): BLUFF + 1 / 3, ("K", (CHECK, BET)): 1,
}  # fmt: skip
"""How often to bet or to call, with this card after these words: H. W. Kuhn's solution of 1950."""


class LuckyPlayer:
    """Plays perfectly where that is known: Pig, small games with dice, Kuhn poker."""

    def __init__(self, rng: Random) -> None:
        """Bluff, and choose among equal actions, by these numbers."""
        self.rng = rng

    def __call__(self, game: Game, state: State) -> Action:
        """The best action, or in Kuhn poker one that is as likely as it has to be."""
        if isinstance(game, KuhnPoker):
            card = state.cards[len(state.bets) % 2]
            bold = self.rng.random() < _BETS[card, state.bets]
            quiet, loud = (FOLD, CALL) if BET in state.bets else (CHECK, BET)
            return loud if bold else quiet
        values = values_with_luck(game, 100_000)(state)
        best = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value == best])

    def __repr__(self) -> str:
        return "perfect"


def knows_luck(game: Game) -> bool:
    """Whether there is perfect play here for a game with dice or cards."""
    return isinstance(game, KuhnPoker) or (has_chance(game) and not hides(game))
