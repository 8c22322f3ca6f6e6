"""What lesson 09 hands out to close its circle: a small Connect Four, its parts, and its truth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import tanh
from pathlib import Path
from random import Random
from typing import Any

from course_lib.game import Action, State
from course_lib.games import ConnectFour, compact
from course_lib.lessons.windows import windows_of

ROWS, COLUMNS = 4, 5
SMALL = compact(ConnectFour(ROWS, COLUMNS))
"""Its states hold the stones of the player to move, the other's, and whether the game is over."""

POSITIONS = Path(__file__).with_name("small_positions.json")

Part = tuple[int, int, int, int]
"""A part's number, who is to move, and the stones in it: that player's, and the other's."""

Tables = dict[str, dict[Part, float]]
"""Two tables, `"prior"` and `"value"`."""

Look = Callable[[State], tuple[dict[Action, float], dict[Action, float]]]
"""A glance at a state: the prior of each action, and its value for who makes it."""

Node = dict[str, Any]
Search = Callable[..., tuple[Action, Node]]

C = 0.7
"""How much the searches on the small board explore."""

_mirrored = SMALL.symmetries[1].state


def _parts() -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    """Numbers and bits of the parts that are read as they are, in the mirror, and both ways."""
    windows = windows_of(ConnectFour(ROWS, COLUMNS))
    every = [sum(1 << place for place in places) for places in windows]
    every += [(1 << 2 * COLUMNS) - 1 << row * COLUMNS for row in range(ROWS - 1)]
    plain, turned, both = [], [], []
    for number, bits in enumerate(every):
        twin, _, _ = _mirrored((bits, 0, 0))
        if twin == bits:
            both.append((number, bits))
        elif twin in every[:number]:
            turned.append((every.index(twin), twin))
        else:
            plain.append((number, bits))
    return plain, turned, both


_PLAIN, _TURNED, _BOTH = _parts()


def parts_seen(state: State) -> list[Part]:
    """What the 17 windows hold, and each two neighbouring rows; mirrored boards show the same.

    >>> len(parts_seen(SMALL.initial))
    20
    """
    mine, theirs, _ = state
    mirrored, others, _ = _mirrored(state)
    turn = (mine | theirs).bit_count() % 2
    seen = [(number, turn, mine & bits, theirs & bits) for number, bits in _PLAIN]
    seen += [(number, turn, mirrored & bits, others & bits) for number, bits in _TURNED]
    for number, bits in _BOTH:
        here, there = (mine & bits, theirs & bits), (mirrored & bits, others & bits)
        seen.append((number, turn, *min(here, there)))
    return seen


def look_with(
    tables: Tables,
    opinion: Callable[[Mapping[Part, float], list[Part]], float],
    priors: Callable[[dict[Action, float], float], dict[Action, float]],
) -> Look:
    """A first glance with these two tables; what ends the game is worth what the rules say."""

    def look(state: State) -> tuple[dict[Action, float], dict[Action, float]]:
        liked, values = {}, {}
        for action in SMALL.actions(state):
            after = SMALL.result(state, action)
            seen = parts_seen(after)
            liked[action] = opinion(tables["prior"], seen)
            if SMALL.is_terminal(after):
                values[action] = SMALL.utility(after, SMALL.to_move(state))
            else:
                values[action] = tanh(opinion(tables["value"], seen))
        return priors(liked, 1), values

    return look


def searches(guided: Search, look: Look, games: int, rng: Random) -> Iterator[Node]:
    """The root of each search of so many games, 20 simulations a move; of each game the last first.

    A game begins at a random position, and some moves are drawn: they are searched all the same.
    """
    for _ in range(games):
        state, roots = _random_start(rng), []
        while not SMALL.is_terminal(state):
            best, root = guided(SMALL, state, 20, look, C)
            roots.append(root)
            state = SMALL.result(state, _best_or_drawn(best, state, rng))
        yield from reversed(roots)


def choices_of(guided: Search, look: Look, positions: Iterable[tuple[str, object]]) -> list[str]:
    """The names of the moves that the search chooses in these positions, with 50 simulations."""
    states = [SMALL.play(line) for line, _ in positions]
    return [SMALL.action_name(guided(SMALL, state, 50, look, C)[0]) for state in states]


def _random_start(rng: Random) -> State:
    """A state that isn't final, after up to 15 random moves."""
    while True:
        state = SMALL.initial
        for _ in range(rng.randrange(16)):
            state = SMALL.result(state, rng.choice(SMALL.actions(state)))
            if SMALL.is_terminal(state):
                break
        else:
            return state


def _best_or_drawn(best: Action, state: State, rng: Random) -> Action:
    """The best move, or one at random: half of the time on the empty board, then more rarely."""
    mine, theirs, _ = state
    empty = ROWS * COLUMNS - (mine | theirs).bit_count()
    drawn = rng.random() < 0.5 * empty / (ROWS * COLUMNS)
    return rng.choice(SMALL.actions(state)) if drawn else best


def small_positions() -> list[tuple[str, dict[str, int]]]:
    """400 positions in which the choice matters: the moves that lead there, and the truth.

    That is a number for each move: 1 if it wins, 0 if it draws, -1 if it loses.
    """
    return list(json.loads(POSITIONS.read_text(encoding="utf-8")).items())
