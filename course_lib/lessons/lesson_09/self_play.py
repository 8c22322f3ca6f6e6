"""What lesson 09 hands out: Connect Four as a text, its windows as slices, and learned tables.

A board is a text of 42 marks, row by row from the top: `"".join(state.board)`. A window is a number
and a slice of that text, so `board[window]` is what its four squares hold. Two windows that mirror
each other have the same number, and the second is read the other way round: whatever is learned
about one of them holds for both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import tanh
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from course_lib.game import OTHER, Action, Game, Player, State, passed_on
from course_lib.games import ConnectFour
from course_lib.lessons.windows import windows_of
from course_lib.play.players import PlayerFunction
from course_lib.views.figure import Curve, Panel, Plot, curves

FOUR = ConnectFour()
COLUMNS = FOUR.columns
START = "." * len(FOUR.initial.board)

SHIPPED = Path(__file__).with_name("self_play_tables.json")
RUNS = Path(__file__).with_name("self_play_runs.json")

Window = tuple[int, slice]
Seen = tuple[int, str]
"""What a window holds: its number, and its four marks in the order in which they are read."""

Tables = dict[str, dict[Seen, float]]
"""A table for the boards on which X is to move, and one for those on which O is."""


def _windows() -> Iterator[tuple[Window, tuple[int, ...]]]:
    """Each window, and the places of its squares."""
    numbers: dict[tuple[int, ...], int] = {}
    for places in windows_of(FOUR):
        twin = tuple(sorted(map(_mirrored, places)))
        read = tuple(map(_mirrored, twin)) if twin in numbers else places
        number = numbers.setdefault(twin if twin in numbers else places, len(numbers))
        step = read[1] - read[0]
        end = read[-1] + step
        yield (number, slice(read[0], end if end >= 0 else None, step)), places


def _mirrored(place: int) -> int:
    """The place on the other side of the middle column."""
    return place + COLUMNS - 1 - 2 * (place % COLUMNS)


_PLACES = dict(enumerate(_windows()))
WINDOWS: list[Window] = [window for window, _ in _PLACES.values()]
"""All 69 windows."""

THROUGH: list[list[Window]] = [
    [window for window, places in _PLACES.values() if place in places]
    for place in range(len(START))
]
"""For each place of the board the windows that it is in: from 3 in a corner to 13."""


# --- the rules, on texts --------------------------------------------------------------------------


def landings(board: str) -> list[int]:
    """The places where a stone can land, from left to right.

    >>> landings(START)
    [35, 36, 37, 38, 39, 40, 41]
    """
    if not isinstance(board, str):
        raise TypeError(
            f"a board is a text of {len(START)} marks here, such as START or"
            f" ''.join(state.board), and this is {board!r:.60}"
        )
    lowest = ((column, board[column::COLUMNS].rfind(".")) for column in range(COLUMNS))
    return [row * COLUMNS + column for column, row in lowest if row >= 0]


def with_stone(board: str, place: int, mark: str) -> str:
    """The board with this mark on this place."""
    return board[:place] + mark + board[place + 1 :]


_ONE_SHORT = {
    (mark * gap + "." + mark * (FOUR.length - 1 - gap)): mark
    for mark in OTHER
    for gap in range(FOUR.length)
}
"""What a window holds that lacks one stone, and whose stones they are."""


def completed_by(board: str, place: int) -> set[str]:
    """The marks that complete four with a stone on this empty place: none, one or both.

    >>> completed_by("." * 35 + "XXX.OO.", 38)
    {'X'}
    """
    return {
        _ONE_SHORT[board[window]] for _, window in THROUGH[place] if board[window] in _ONE_SHORT
    }


def candidates(board: str, mark: str) -> list[int]:
    """The places worth a look for this mark's stone, by the rules alone; without a move, none.

    A place that completes four is the only one. Otherwise those places are left out after which
    the other player completes four at once, as long as any other is left.

    >>> candidates(START, "X") == landings(START)
    True
    """
    places = landings(board)
    complete = [completed_by(board, place) for place in places]
    wins = [place for place, marks in zip(places, complete, strict=True) if mark in marks]
    if wins:
        return wins[:1]
    other = OTHER[mark]
    blocks = [place for place, marks in zip(places, complete, strict=True) if marks]
    free = [
        place
        for place in blocks or places
        if place < COLUMNS or other not in completed_by(board, place - COLUMNS)
    ]
    return free if free and len(blocks) < 2 else places


def most_central(board: str, mark: str) -> int:
    """The candidate that is nearest to the middle column."""
    return min(candidates(board, mark), key=lambda place: abs(place % COLUMNS - COLUMNS // 2))


def wins(board: str, place: int, mark: str) -> bool:
    """Whether a stone of this mark on this empty place completes four."""
    return mark in completed_by(board, place)


_SQUARES = {
    square: (place, square) for place in range(len(START)) for square in [divmod(place, COLUMNS)]
}


class TextFour(Game):
    """Connect Four with texts for states: the board's 42 marks, and a last one that says who won.

    That is X, O, = for a draw, or a full stop while the game goes on. All else is as in
    `ConnectFour()`; `pack` makes a text of its states.
    """

    game = FOUR
    players, action_name, action_named = passed_on(3)
    initial = START + "."

    def pack(self, state: State) -> str:
        """The text of this state of `ConnectFour()`."""
        drawn = "=" if not state.actions else "."
        return "".join(state.board) + (state.winner or drawn)

    def has_state(self, state: State) -> bool:
        """Whether this is a text with as many marks."""
        return isinstance(state, str) and len(state) == len(self.initial)

    def checked(self, state: State) -> str:
        """This state, if it is one; else a `TypeError`."""
        if not self.has_state(state):
            raise TypeError(
                f"TextFour's states are texts of {len(self.initial)} marks, the board's and one"
                f" that says who won, and this is {state!r:.60}; TextFour().initial is the first"
                " of them, and TextFour().pack(state) makes one of a state of ConnectFour()"
            )
        return str(state)

    def render(self, state: State) -> str:
        """The board in rows."""
        rows = range(0, len(START), COLUMNS)
        return "\n".join(" ".join(state[row : row + COLUMNS]) for row in rows)

    def parse(self, text: str) -> State:
        """The text of the state that these rows show."""
        return self.pack(FOUR.parse(text))

    def to_move(self, state: State) -> Player:
        """X on an even number of stones, else O."""
        return "XO"[(len(START) - self.checked(state)[:-1].count(".")) % 2]

    def actions(self, state: State) -> tuple[Action, ...]:
        """The squares where a stone can land, from left to right; none if the game is over."""
        if self.checked(state)[-1] != ".":
            return ()
        return tuple(divmod(place, COLUMNS) for place in landings(state[:-1]))

    def result(self, state: State, action: Action) -> State:
        """The text after a stone on this square."""
        board = self.checked(state)[:-1]
        try:
            place, _ = _SQUARES[action]  # type: ignore[index]
        except (KeyError, TypeError):
            raise self.illegal(state, action) from None
        below = place + COLUMNS
        free = state[place] == "." == state[-1]
        if not free or (below < len(START) and state[below] == "."):
            raise self.illegal(state, action)
        mark = self.to_move(state)
        after = with_stone(board, place, mark)
        last = "." if "." in after else "="
        return after + (mark if wins(board, place, mark) else last)

    def is_terminal(self, state: State) -> bool:
        """Whether the last mark says so."""
        return self.checked(state)[-1] != "."

    def winner(self, state: State) -> Player | None:
        """Who has four in a line, or None."""
        return state[-1] if state[-1] in OTHER else None


TEXTS = TextFour()


# --- from opinions to moves -----------------------------------------------------------------------


def one_ahead(evaluate: Callable[[Game, State, Player], float]) -> PlayerFunction:
    """A player that makes the move after which this evaluation is best for it."""

    def player(game: Game, state: State) -> Action:
        own = game.to_move(state)
        return max(
            game.actions(state),
            key=lambda action: evaluate(game, game.result(state, action), own),
        )

    return player


def player_on_texts(choose: Callable[[str, str], int]) -> PlayerFunction:
    """A player of Connect Four that drops its stone where `choose(board, mark)` says."""

    def player(game: Game, state: State) -> Action:
        return divmod(choose("".join(state.board), game.to_move(state)), COLUMNS)

    return player


def after_each(
    worth: Callable[[str, Sequence[Window]], float], board: str, mark: str, places: Iterable[int]
) -> dict[int, float]:
    """For each of these places what the board is worth after a stone of this mark on it.

    `worth(board, windows)` is a sum over windows, and only those through the place change.
    """
    whole, found = worth(board, WINDOWS), {}
    for place in places:
        after, windows = with_stone(board, place, mark), THROUGH[place]
        found[place] = whole - worth(board, windows) + worth(after, windows)
    return found


def best_of(opinions: Mapping[int, float], mark: str) -> int:
    """The place that this player likes best: X the largest opinion, O the smallest."""
    best = max if mark == "X" else min
    return best(opinions, key=opinions.__getitem__)


def values_with(
    tables: Tables, opinions: Callable[..., dict[int, float]]
) -> Callable[[str], dict[Action, float]]:
    """For a state of `TextFour` the value of each move worth a look, for who makes it."""

    def values_of(state: str) -> dict[Action, float]:
        board, mark = state[:-1], TEXTS.to_move(state)
        sign = 1 if mark == "X" else -1
        values: dict[Action, float] = {}
        for place, worth in opinions(tables, board, mark, candidates(board, mark)).items():
            value = 1 if wins(board, place, mark) else tanh(sign * worth)
            values[divmod(place, COLUMNS)] = value
        return values

    return values_of


def new_node(state: State, chooser: Player, prior: float = 1, value: float = 0) -> dict[str, Any]:
    """A node that has been looked at once, and was worth this value to the player who chose it."""
    return {
        "state": state,
        "chooser": chooser,
        "prior": prior,
        "visits": 1,
        "total": value,
        "children": {},
    }


def searching(search: Callable[..., Any], game: Any, simulations: int, last: Any) -> PlayerFunction:
    """A player of Connect Four with this search: `search(game, state, simulations, last)[0]`."""
    return lambda _, state: search(game, game.pack(state), simulations, last)[0]


def hurt_by_priors(
    guided: Callable[..., Any],
    priors: Callable[..., dict[Action, float]],
    values_of: Callable[[State], dict[Action, float]],
    position: tuple[str, Mapping[str, int]],
) -> bool:
    """Whether 50 simulations are right here with equal priors, and not with bold ones."""
    line, scores = position

    def bold(state: State) -> tuple[dict[Action, float], dict[Action, float]]:
        values = values_of(state)
        return priors(values, 0.05), values

    def fair(state: State) -> tuple[dict[Action, float], dict[Action, float]]:
        values = values_of(state)
        return dict.fromkeys(values, 1 / len(values)), values

    best = [(score > 0) - (score < 0) for score in scores.values()]
    right = []
    for look in (bold, fair):
        action = searching(guided, TextFour(), 50, look)(FOUR, FOUR.play(line))
        score = scores[FOUR.action_name(action)]
        right.append((score > 0) - (score < 0) == max(best))
    return right == [False, True]


def named(shares: Mapping[Action, float]) -> str:
    """Each move's share behind its name, the largest first."""
    order = sorted(shares, key=shares.__getitem__, reverse=True)
    return "  ".join(f"{FOUR.action_name(action)} {float(shares[action]):.2f}" for action in order)


# --- what was learned -----------------------------------------------------------------------------


def average_worth(table: Mapping[Seen, float], mark: str, stones: int) -> float:
    """The mean of the numbers for windows with so many stones of this mark and nothing else.

    A table that knows no such window has 0 for all of them.
    """
    marks = sorted("." * (FOUR.length - stones) + mark * stones)
    worths = [worth for (_, text), worth in table.items() if sorted(text) == marks]
    return fmean(worths) if worths else 0.0


def trial(
    train: Callable[..., Run], self_play: Callable[..., Any], explore: float, seed: int
) -> tuple[float, int]:
    """What 400 games teach: the percentage of right moves, and how much the player varies.

    The latter is the number of different boards after eight moves in 50 games more.
    """
    tables: Tables = {"X": {}, "O": {}}
    [(_, percent)] = train(tables, 400, Random(seed), explore=explore)
    games = [self_play(tables, explore, Random(number))[0] for number in range(50)]
    return percent, len({tuple(moves[:8][-1][1]) for moves in games})


# --- tables in a file -----------------------------------------------------------------------------


def tables_in(path: Path) -> Tables:
    """The tables that this file holds."""
    data: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        mark: {
            (int(number), text): entries[f"{number} {text}"]
            for number, text in map(str.split, entries)
        }
        for mark, entries in data.items()
    }


def text_of_tables(tables: Mapping[str, Mapping[Seen, float]]) -> str:
    """The tables as JSON, with four digits."""
    data = {
        mark: {
            f"{number} {text}": round(worth, 4) for (number, text), worth in sorted(table.items())
        }
        for mark, table in tables.items()
    }
    return json.dumps(data, indent=0)


# --- curves ---------------------------------------------------------------------------------------


Run = Sequence[tuple[float, float]]
"""Games that were played, and the percentage of right moves after them."""


def measured() -> dict[str, Any]:
    """What `python -m benchmarks.self_play` has measured: levels, and a run for each seed."""
    found: dict[str, Any] = json.loads(RUNS.read_text(encoding="utf-8"))
    return found


def plot_runs(own: Run = (), *, caption: str) -> Plot:
    """Five runs of the learner over the games played, the evaluation of lesson 4, and your run."""
    runs = enumerate(measured()["runs"])
    thin = [Curve("" if at else "five seeds", run, marks=False, look=0) for at, run in runs]
    more = [Curve("yours", list(own), look=2)] if own else []
    return _over_games([*thin, _level(), *more], caption)


def plot_exploring(*, caption: str) -> Plot:
    """Two runs with the same seed, one of which never makes a move at random; and lesson 4."""
    found = measured()
    both = [
        Curve("exploring", found["runs"][0], marks=False, look=0),
        Curve("not exploring", found["without exploring"][0], marks=False, look=2),
    ]
    return _over_games([*both, _level()], caption)


def _level() -> Curve:
    """The evaluation of lesson 4, which learns nothing."""
    found = measured()
    level, last = found["levels"]["lesson 4"], found["runs"][0][-1][0]
    return Curve("lesson 4", [(0, level), (last, level)], look=1)


def _over_games(lines: Sequence[Curve], caption: str) -> Plot:
    panel = Panel(lines, "games played against itself", "right moves in %", y_ends=(30, 100))
    return curves(panel, caption=caption)
