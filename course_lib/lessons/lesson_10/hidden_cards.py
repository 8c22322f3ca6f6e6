"""What lesson 10 hands out for games without full sight: an opponent who reads, plans, a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State, drawn
from course_lib.lessons.strange_table import states_of
from course_lib.views.figure import Curve, Panel, Plot, curves
from course_lib.watching import Watched

WORDS = ("scissors", "paper", "stone")
"""Each beats the next one, and the last the first."""

Plan = dict[State, list[float]]
"""For each view of a player to move, the probability of each action."""


def reader(seen: Sequence[str]) -> str:
    """The word that beats what the opponent has said most often."""
    return _beats(Counter(seen).most_common(1)[0][0]) if seen else "paper"


def score_against_reader(player: Callable[[], str], rounds: int) -> int:
    """Wins minus losses of the player against one who reads it."""
    seen: list[str] = []
    score = 0
    for _ in range(rounds):
        answer, word = reader(seen), player()
        score += (_beats(answer) == word) - (_beats(word) == answer)
        seen.append(word)
    return score


def _beats(word: str) -> str:
    return WORDS[WORDS.index(word) - 1]


def plot_hand(word: str, chances: Sequence[float], *, caption: str) -> Plot:
    """How likely this hand was in each round, and on average until then."""
    means = [total / number for number, total in enumerate(accumulate(chances), 1)]
    lines = {"in that round": chances, "on average so far": means}
    panel = Panel(
        [
            Curve(name, [*enumerate(line, 1)][::4], marks=False)  # dots enough for a smooth line
            for name, line in lines.items()
        ],
        "rounds",
        f"how often {word}",
        y_ends=(0, 1),
    )
    return curves(panel, caption=caption)


def learned_by_regret(
    pays: Sequence[Sequence[float]],
    matched: Callable[[list[float]], list[float]],
    add_regrets: Callable[[list[float], list[float], list[float]], list[float]],
    rounds: int,
) -> Iterator[list[float]]:
    """How the first of two players would play in each round, by what pays[mine][theirs] brings."""
    mine, theirs = [0.0] * len(pays), [0.0] * len(pays)

    def payoffs_against(chances: list[float]) -> list[float]:
        return [sum(pay * chance for pay, chance in zip(row, chances, strict=True)) for row in pays]

    for _ in range(rounds):
        my_chances, their_chances = matched(mine), matched(theirs)
        yield my_chances
        mine = add_regrets(mine, my_chances, payoffs_against(their_chances))
        theirs = add_regrets(theirs, their_chances, payoffs_against(my_chances))


def views_of(game: Game) -> dict[State, tuple[Action, ...]]:
    """Each view of a player to move, with the actions there."""
    views = {}
    for state in states_of(game):
        if not game.is_terminal(state) and not game.chance(state):
            views[game.view(state, game.to_move(state))] = game.actions(state)
    return dict(sorted(views.items()))


def plan_of(game: Game, player: Callable[[Game, State], Action]) -> Plan:
    """The plan of somebody whose choices are certain, as a dictionary of probabilities."""
    return {
        view: [float(action == player(game, view)) for action in actions]
        for view, actions in views_of(game).items()
    }


def exploited(game: Game, plan: Plan) -> float:
    """What a perfect opponent gains per game against this plan, sitting on either side."""
    start = [(game.initial, 1.0)]
    return sum(best_response(game, plan, seat, start) for seat in game.players) / 2


def best_response(
    game: Game, plan: Plan, seat: Player, reached: Iterable[tuple[State, float]]
) -> float:
    """What this player gains at best against the plan, from states reached with a probability."""
    gain, to_visit = 0.0, list(reached)
    alike: dict[State, list[tuple[State, float]]] = {}
    while to_visit:
        state, weight = to_visit.pop()
        mover = game.to_move(state)
        if game.is_terminal(state):
            gain += weight * game.utility(state, seat)
        elif mover == seat:
            alike.setdefault(game.view(state, seat), []).append((state, weight))
        else:
            chances = game.chance(state)
            pairs = chances or zip(game.actions(state), plan[game.view(state, mover)], strict=True)
            to_visit += [(game.result(state, each), weight * chance) for each, chance in pairs]
    for group in alike.values():
        after = [
            [(game.result(state, action), weight) for state, weight in group]
            for action in game.actions(group[0][0])
        ]
        gain += max(best_response(game, plan, seat, states) for states in after)
    return gain


def new_table(game: Game) -> dict[State, dict[str, Any]]:
    """A table in which nothing has been learned yet."""
    return {
        view: {"regrets": [0] * len(actions), "played": [0] * len(actions)}
        for view, actions in views_of(game).items()
    }


def by_drawing(
    sample_and_learn: Callable[..., float], game: Game, states: int, rng: Random
) -> tuple[dict[State, dict[str, Any]], int]:
    """What was learned until so many states had been visited, and in how many walks."""

    def draw(pairs: Iterable[tuple[Action, float]]) -> Action:
        return drawn(tuple(pairs), rng)

    table, watched, walks = new_table(game), Watched(game), 0
    while watched.visits < states:
        learner = game.players[walks % 2]
        sample_and_learn(watched, watched.initial, learner, table, draw)
        walks += 1
    return table, walks
