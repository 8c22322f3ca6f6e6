"""What lesson 10 hands out for dice: Pig solved by the reader's turn, its map, and its chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from random import Random

from course_lib.game import Action, Game, State
from course_lib.games.pig import Pig
from course_lib.views import theme
from course_lib.views.figure import Curve, Panel, Plot, curves
from course_lib.views.svg import Picture, box, circle, document, text

Hold = Mapping[tuple[int, int], int]
"""For each pair of scores, mine first, the sum of a turn at which I hold."""

_SIDE, _LEFT, _TOP = 5.0, 64.0, 16.0
"""A pair of scores is so wide and high; so much is left for words."""

_BANDS = (
    (15, "#eef4fa", "15 or less"),
    (19, "#c6dcf0", "16 to 19"),
    (20, "#93c1e4", "20"),
    (22, "#5b9fd4", "21 or 22"),
    (25, "#2b78b8", "23 to 25"),
    (10_000, "#0b4f8a", "26 or more"),
)
"""Up to which sum each colour goes; lighter is earlier."""

_TO_THE_END = ("#f2b38c", "roll until you win")


def plot_sweeps(runs: Mapping[float, Sequence[float]], *, caption: str) -> Plot:
    """The value of the start after each of the first sixty sweeps, by the first guess."""
    lines = [
        Curve(f"first guess {guess}", [(0, guess), *enumerate(run[:60], 1)], marks=False)
        for guess, run in runs.items()
    ]
    return curves(Panel(lines, "sweeps", "value of the start for X"), caption=caption)


def solve_pig(
    best_turn: Callable[[float, list[float]], tuple[float, int]], goal: int
) -> tuple[dict[tuple[int, int], float], Hold]:
    """For each pair of scores, mine first: my chance to win as my turn begins, and where I hold."""
    chance: dict[tuple[int, int], float] = {}
    hold: dict[tuple[int, int], int] = {}
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            j = total - i
            held_i = [0.0] + [1 - chance[j, i + k] for k in range(1, goal - i)]
            held_j = [0.0] + [1 - chance[i, j + k] for k in range(1, goal - j)]
            x = y = 0.5
            while True:
                new_x, hold[i, j] = best_turn(1 - y, held_i)
                new_y, hold[j, i] = best_turn(1 - new_x, held_j)
                if abs(new_x - x) + abs(new_y - y) < 1e-7:
                    break
                x, y = new_x, new_y
            chance[i, j], chance[j, i] = new_x, new_y
    return chance, hold


def hold_at(number: int, goal: int) -> Hold:
    """The table of somebody who holds at this sum, or at the goal, whatever the scores are."""
    scores = range(goal)
    return {(mine, theirs): min(number, goal - mine) for mine in scores for theirs in scores}


def holding(number: int) -> Callable[[Game, State], Action]:
    """The player who rolls until the turn has brought so many points."""
    return lambda _game, state: "hold" if state.so_far >= number else "roll"


def chance_against(mine: Hold, theirs: Hold, goal: int) -> float:
    """The chance to win of the one who begins and holds by this table, against that one.

    In each pair of scores two chances hang on each other, each a straight line in the other.
    """
    _check(mine, goal)
    _check(theirs, goal)
    first: dict[tuple[int, int], float] = {}  # of whoever holds by `mine`, at the start of a turn
    other: dict[tuple[int, int], float] = {}
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            base, slope = _turn(mine[i, j], goal - i, lambda k, i=i, j=j: 1 - other[j, i + k])
            beside, tilt = _turn(theirs[j, i], goal - j, lambda k, i=i, j=j: 1 - first[i, j + k])
            # x = base + slope * (1 - y), and y = beside + tilt * (1 - x)
            x = (base + slope * (1 - beside - tilt)) / (1 - slope * tilt)
            first[i, j], other[j, i] = x, beside + tilt * (1 - x)
    return first[0, 0]


class Guesses(dict[State, float]):
    """What every state is worth to the first player: what was learned, or a guess by the points."""

    def __init__(self, game: Pig) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, state: State) -> float:
        """The utility of a final state; else who is ahead, half of this turn's points included."""
        game = self.game
        if game.is_terminal(state):
            guess = game.utility(state, game.players[0])
        else:
            first, second = state.scores
            turn = state.so_far / 2 if state.to_move == game.players[0] else -state.so_far / 2
            guess = (first - second + turn) / game.goal
        return self.setdefault(state, guess)


class LuckyTree:
    """A player by a tree search with dice, which keeps its guesses from move to move."""

    def __init__(self, game: Pig, look_ahead: Callable[..., float], rng: Random) -> None:
        self.game, self.look_ahead, self.rng = game, look_ahead, rng
        self.values, self.visits = Guesses(game), Counter[State]()

    def __call__(self, game: Pig, state: State, simulations: int = 200) -> Action:
        """The best action after so many simulations."""
        for _ in range(simulations):
            self.simulate(state)
        sign = self.sign(state)
        return max(
            game.actions(state), key=lambda each: sign * self.values[game.result(state, each)]
        )

    def share(self, state: State, simulations: int) -> float:
        """The chance to win of the first player after so many simulations from here."""
        self(self.game, state, simulations)
        return (1 + self.values[state]) / 2

    def simulate(self, state: State) -> None:
        """Walk down to a state that is new, and improve the guesses on the way back."""
        path = []
        while not self.game.is_terminal(state):
            path.append(state)
            self.visits[state] += 1
            if self.visits[state] == 1:
                break
            state = self.go_on(state)
        for each in reversed(path):
            self.values[each] = self.look_ahead(self.game, each, self.values)

    def go_on(self, state: State, c: float = 0.5) -> State:
        """The state where the walk goes on: by luck, or by the bound of the player to move."""
        game, sign, doubt = self.game, self.sign(state), log(self.visits[state])
        if game.chance(state):
            actions, chances = zip(*game.chance(state), strict=True)
            return game.result(state, self.rng.choices(actions, chances)[0])
        return max(
            (game.result(state, action) for action in game.actions(state)),
            key=lambda after: (
                sign * self.values[after] + c * sqrt(doubt / (1 + self.visits[after]))
            ),
        )

    def sign(self, state: State) -> int:
        """1 where the first player is to move, else -1."""
        return 1 if self.game.to_move(state) == self.game.players[0] else -1


def chances_of(
    state: State, chance: Mapping[tuple[int, int], float], goal: int
) -> dict[Action, float]:
    """The chance to win of the player to move by rolling and by holding, by a solved table."""
    seat = "XO".index(state.to_move)
    mine, theirs, here = state.scores[seat], state.scores[1 - seat], state.so_far
    lost, best = 1 - chance[theirs, mine], [1.0] * (goal - mine + 6)
    held = [1 - chance[theirs, mine + k] for k in range(goal - mine)]
    for k in range(goal - mine - 1, here - 1, -1):
        rolled = (lost + sum(best[k + 2 : k + 7])) / 6
        best[k] = max(rolled, held[k]) if k else rolled
    return {"roll": rolled, "hold": held[here]}


def moves_lose(
    player: Callable[[Pig, State], Action],
    game: Pig,
    chance: Mapping[tuple[int, int], float],
    games: int,
    rng: Random,
) -> float:
    """The chance to win that this player's moves lose in a game, on average, against perfect ones.

    It plays so many games against somebody who holds at 20, from either seat in turn.
    """
    lost, books = 0.0, holding(20)
    for number in range(games):
        state = game.initial
        while not game.is_terminal(state):
            if game.chance(state):
                action = rng.choice(game.actions(state))
            elif state.to_move != game.players[number % 2]:
                action = books(game, state)
            else:
                action = player(game, state)
                values = chances_of(state, chance, game.goal)
                lost += max(values.values()) - values[action] if state.so_far else 0
            state = game.result(state, action)
    return lost / games


def _check(hold: Hold, goal: int) -> None:
    """Refuse a table that was made for a smaller goal."""
    missing = next(((i, j) for i in range(goal) for j in range(goal) if (i, j) not in hold), None)
    if missing is not None:
        raise ValueError(
            f"the table has no number for the scores {missing}: it was made for a smaller goal"
            f" than {goal}, or isn't complete"
        )


def _turn(hold: int, left: int, held: object) -> tuple[float, float]:
    """A turn's chance to win as `(base, slope)`: base + slope * the chance after a 1."""
    bases, slopes = [1.0] * (left + 6), [0.0] * (left + 6)
    for k in range(left - 1, -1, -1):
        if k >= hold:
            bases[k], slopes[k] = held(k), 0.0  # type: ignore[operator]
        else:
            bases[k] = sum(bases[k + 2 : k + 7]) / 6
            slopes[k] = (1 + sum(slopes[k + 2 : k + 7])) / 6
    return bases[0], slopes[0]


def policy_map(hold: Hold, goal: int) -> Picture:
    """Where to hold, for each pair of scores: mine to the right, the other one's upwards."""
    _check(hold, goal)
    step = max(1, goal // 50)
    size = _SIDE * -(-goal // step)
    shapes = []
    for row, theirs in enumerate(range(0, goal, step)):
        colours = [_colour(hold, mine, theirs, goal) for mine in range(0, goal, step)]
        at = 0
        while at < len(colours):  # one box for each run of a colour
            run = next(
                (n for n, c in enumerate(colours[at:]) if c != colours[at]), len(colours) - at
            )
            x, y = _LEFT + _SIDE * (at + run / 2), _TOP + size - _SIDE * (row + 0.5)
            shapes.append(box(x, y, _SIDE * run, _SIDE, fill=colours[at]))
            at += run
    middle, bottom = _LEFT + size / 2, _TOP + size
    shapes.append(text(middle, bottom + 32, "my points", fill=theme.INK))
    shapes.append(text(26, _TOP + size / 2 - 8, "the", fill=theme.INK))
    shapes.append(text(26, _TOP + size / 2 + 10, "other's", fill=theme.INK))
    for number in range(0, goal, max(1, goal // 5)):
        along = _SIDE * (number / step + 0.5)
        shapes.append(text(_LEFT + along, bottom + 12, number, font_size=12, fill=theme.QUIET))
        shapes.append(text(_LEFT - 12, bottom - along, number, font_size=12, fill=theme.QUIET))
    legend = [*((colour, f"hold at {words}") for _, colour, words in _BANDS), _TO_THE_END]
    left = _LEFT + size + 24
    for number, (colour, words) in enumerate(legend):
        y = _TOP + 14 + 24 * number
        shapes.append(box(left, y, 16, 16, fill=colour, stroke=theme.LINE))
        shapes.append(text(left + 16, y, words, text_anchor="start", font_size=13))
    for number, (words, (mine, theirs)) in enumerate(landmarks(hold, goal).items(), 1):
        x, y = _LEFT + _SIDE * (mine / step + 0.5), bottom - _SIDE * (theirs / step + 0.5)
        below = _TOP + 14 + 24 * (len(legend) - 1 + number)
        shapes += [*_mark(x, y, number), *_mark(left, below, number)]
        shapes.append(text(left + 16, below, words, text_anchor="start", font_size=13))
    caption = (
        f"Where perfect play holds: at {hold[0, 0]} to begin with, and behind the coast never."
    )
    shapes.append(text(_LEFT, bottom + 58, caption, text_anchor="start", font_size=13))
    width, height = max(left + 190, _LEFT + 6.9 * len(caption)), bottom + 76
    return Picture(document(width, height, *shapes, title=caption), caption)


def landmarks(hold: Hold, goal: int) -> dict[str, tuple[int, int]]:
    """A pair of scores on the slope, and further up one on the ridge, and one behind the coast."""
    level = goal * 2 // 5
    coast = next((mine for mine in range(goal) if hold[mine, level] >= goal - mine), goal)

    def rise(mine: int) -> int:
        """How much later to hold than with a point less."""
        return hold[mine, level] - hold[mine - 1, level]

    ridge = max(range(1, coast), key=rise, default=0)
    return {
        "the slope": (goal // 5, goal // 5),
        "the ridge": (ridge, level),
        "the coast": (min(coast + goal // 25, goal - 1), level),
    }


def _mark(x: float, y: float, number: int) -> list[str]:
    """A number in a small circle."""
    return [
        circle(x, y, 8, fill=theme.GROUND, stroke=theme.INK),
        text(x, y, number, font_size=12),
    ]


def _colour(hold: Hold, mine: int, theirs: int, goal: int) -> str:
    """The colour of the sum at which to hold here."""
    at = hold[mine, theirs]
    if at >= goal - mine:
        return _TO_THE_END[0]
    return next(colour for most, colour, _ in _BANDS if at <= most)
