"""Ten questions with their honest answers: some are yes, some are no, and some stay open.

`python -m course_lib.lessons.lesson_11.ten_questions` asks them all again, with two seeds each, and
writes the answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Action, Game, State
from course_lib.games import (
    ConnectFour,
    Havannah,
    KInARow,
    KuhnPoker,
    Pig,
    ThreeMusketeers,
    TicTacToe,
)
from course_lib.lessons.ladder import middle_out, searching
from course_lib.lessons.lending import lent
from course_lib.lessons.lesson_10.luck import holding
from course_lib.lessons.lesson_11.measuring import (
    Answer,
    Claim,
    Measurement,
    duel,
    in_percent,
    keeps_best,
    measure,
)
from course_lib.plain import write_whole
from course_lib.play.players import alphabeta_player, mcts_player, random_player
from course_lib.play.tournament import aligned
from course_lib.search import alphabeta_search
from course_lib.watching import Watched

PLACE = Path(__file__).with_suffix(".json")
SEED, SECOND_SEED, MOST = 1, 2, 1_000

SMALL = KInARow(4, 5, 4, gravity=True)


def first_mover(rng: Random) -> float:
    """What X scores in a random game of tic-tac-toe."""
    game = TicTacToe()
    return (game.playout(game.initial, rng).utilities[0] + 1) / 2


def twice_the_playouts(rng: Random) -> float:
    """A hundred playouts a move against fifty, on a small Connect Four."""
    one, other = (mcts_player(simulations=n, rng=rng) for n in (100, 50))
    return duel(SMALL, one, other, rng)


def playouts_against_depth(rng: Random) -> float:
    """A hundred playouts against four plies that know nothing but wins."""
    one = mcts_player(simulations=100, rng=rng)
    other = alphabeta_player(4, evaluate=_nothing, rng=rng)
    return duel(SMALL, one, other, rng)


def low_c(rng: Random) -> float:
    """Exploring little against exploring much."""
    one, other = (mcts_player(simulations=100, c=c, rng=rng) for c in (0.3, 1.4))
    return duel(SMALL, one, other, rng)


def one_ply(rng: Random) -> float:
    """How often one ply with lesson 4's estimate keeps the best result."""
    return keeps_best(searching(1, rng), rng)


def middle_halves(rng: Random) -> float:
    """1 where searching the middle first looks at no more than half as many states."""
    game = ConnectFour()
    state = game.initial
    for _ in range(12):
        state = game.result(state, rng.choice(game.actions(state)))
        if game.is_terminal(state):
            return middle_halves(rng)
    visits = []
    for order in (None, middle_out):
        watched = Watched(game)
        alphabeta_search(watched, state, depth=4, evaluate=lent("evaluate_lines"), order=order)
        visits.append(watched.visits)
    return float(2 * visits[1] <= visits[0])


def hold_early(rng: Random) -> float:
    """Who holds at 20 against who holds at 25, in Pig to 50."""
    game = Pig(50)
    return duel(game, holding(20), holding(25), rng, opening=0)


def rave_helps(rng: Random) -> float:
    """Fifty playouts with RAVE against fifty without, in Havannah of size 3."""
    one, other = (mcts_player(simulations=50, rave=rave, rng=rng) for rave in (True, False))
    return duel(Havannah(3), one, other, rng)


def musketeers_by_chance(rng: Random) -> float:
    """1 where the musketeers win from the usual start, both sides at random."""
    game = ThreeMusketeers()
    return (game.playout(game.initial, rng).utilities[0] + 1) / 2


def honest_poker(rng: Random) -> float:
    """What an honest Kuhn player wins from one who acts at random; a half is nothing."""
    return duel(KuhnPoker(), _honest, random_player(rng), rng, opening=0)


def _nothing(_game: Game, _state: State, _player: str) -> float:
    """An estimate that knows nothing."""
    return 0.0


def _honest(game: Game, view: Any) -> Action:
    """Bets or calls with a king alone."""
    return game.actions(view)["K" in view.cards]


@dataclass(frozen=True)
class Question:
    """A claim, how many trials it may cost, and the exact mean where somebody can work it out."""

    claim: Claim
    games: int = MOST
    exact: float | None = None


QUESTIONS = (
    Question(Claim("X wins random games of tic-tac-toe more often than O", first_mover),
             exact=0.6484),
    Question(Claim("Twice the playouts win three games out of four", twice_the_playouts, 0.75)),
    Question(Claim("A hundred playouts beat four plies that know nothing", playouts_against_depth)),
    Question(Claim("UCT with c = 0.3 beats UCT with c = 1.4", low_c), 300),
    Question(Claim("One ply with lesson 4's estimate keeps the best result four times out of five",
                   one_ply, 0.8)),
    Question(Claim("The middle first at least halves the visits, three times out of four",
                   middle_halves, 0.75)),
    Question(Claim("In Pig to 50, holding at 20 beats holding at 25", hold_early), exact=0.4409),
    Question(Claim("RAVE helps with fifty playouts, in Havannah of size 3", rave_helps), 300),
    Question(Claim("Musketeers who move at random beat such guards", musketeers_by_chance)),
    Question(Claim("An honest Kuhn player wins from one who acts at random", honest_poker),
             exact=0.5104),
)  # fmt: skip


def ask(number: int, seed: int | str = SECOND_SEED) -> Measurement:
    """Question 1 to 10 measured again, with this seed."""
    if number not in range(1, len(QUESTIONS) + 1):
        raise ValueError(f"there are questions 1 to {len(QUESTIONS)}, and no {number!r}")
    question = QUESTIONS[number - 1]
    return measure(question.claim, question.games, seed)


class Kept(NamedTuple):
    """What a measurement gave, in short."""

    trials: int
    low: float
    high: float
    answer: Answer

    def __str__(self) -> str:
        return f"{100 * self.low:.0f} to {100 * self.high:.0f} % ({self.trials} trials)"


def in_short(found: Measurement) -> Kept:
    """How many trials there were, what range they left, and the answer."""
    low, high = found.range
    return Kept(len(found.results), round(low, 4), round(high, 4), found.answer)


@cache
def answers() -> tuple[tuple[Kept, Kept], ...]:
    """What both measurements of each question have given."""
    kept = json.loads(PLACE.read_text(encoding="utf-8"))
    return tuple((Kept(*first), Kept(*second)) for first, second in kept)


class TenQuestions:
    """The table of the ten questions, with both measurements."""

    def _lines(self) -> Iterator[tuple[str, ...]]:
        yield ("", "claim", "more than", "first", "again", "answer", "exactly")
        for number, (question, pair) in enumerate(zip(QUESTIONS, answers(), strict=True), 1):
            exact = "" if question.exact is None else in_percent(question.exact)
            yield (
                str(number),
                question.claim.words,
                in_percent(question.claim.more_than),
                *map(str, pair),
                " and ".join(dict.fromkeys(one.answer for one in pair)),
                exact,
            )

    def __repr__(self) -> str:
        return aligned(list(self._lines()))

    def _repr_html_(self) -> str:
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in self._lines())
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def main() -> None:
    """Measure them all, and write what came of it."""
    numbers = range(1, len(QUESTIONS) + 1)
    rows = [[in_short(ask(number, seed)) for seed in (SEED, SECOND_SEED)] for number in numbers]
    write_whole(PLACE, "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")


if __name__ == "__main__":
    main()
