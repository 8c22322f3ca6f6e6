"""A claim that is announced before it is measured, and a measurement one may look at all the time.

The range is a confidence sequence: over all trials that will ever be made, and however often one
looks, it misses the true mean in at most one of twenty measurements. So a measurement may stop as
soon as the range says yes or no.
"""

from __future__ import annotations

import hashlib
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Literal

from course_lib.checks.keeping import NotKeptError, source_of
from course_lib.game import Game, must_be_whole
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.ladder import keeps_result
from course_lib.play.match import play_game
from course_lib.play.players import PlayerFunction
from course_lib.play.progress import with_progress
from course_lib.views.figure import GREY, Curve, Panel, Plot, curves

Trial = Callable[[Random], float]
"""One trial: draws from the randomness it is handed, and gives a number from 0 to 1."""

Answer = Literal["yes", "no", "open"]

_ENDS: dict[Answer, str] = {
    "yes": "Yes, it is more than {number}.",
    "no": "No, it is not more than {number}.",
    "open": "Whether it is more than {number} stays open.",
}

MISSES = 1 / 20
"""In so many measurements the range may miss the true mean."""


# --- a claim, and what comes of it ----------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """The mean of a trial is more than a number: say it before you measure.

    >>> Claim("a coin lands heads more often than tails", lambda rng: rng.randint(0, 1))
    Claim: a coin lands heads more often than tails. The mean of the trial is more than 0.5.
    """

    words: str
    trial: Trial
    more_than: float = 0.5

    def __post_init__(self) -> None:
        """What can't be measured is an error at once, and not after an hour of games."""
        if not isinstance(self.words, str) or not self.words.strip():
            raise TypeError("a claim begins with its words, such as Claim('... wins', trial)")
        if not callable(self.trial):
            raise TypeError(f"trial is {self.trial!r:.60}; it must be a function of rng")
        if not 0 < self.more_than < 1:
            raise ValueError(f"more_than is {self.more_than!r}; it must lie between 0 and 1")

    def __repr__(self) -> str:
        words = self.words.rstrip(".")
        return f"Claim: {words}. The mean of the trial is more than {self.more_than:g}."

    def source(self) -> str:
        """The code of the trial with all that it uses, as it is now; it has to run by itself."""
        name = getattr(self.trial, "__name__", "trial")
        names = {**getattr(self.trial, "__globals__", {}), name: self.trial}
        try:
            return source_of(name, names, sealed=True)
        except NotKeptError as error:
            raise ValueError(
                f"{name} can't be sealed: {error.why}. Define it with def in a cell, and make"
                " inside of it what no line of a cell makes"
            ) from None

    @property
    def seal(self) -> str:
        """Eight characters that change with the claim's words, its number, and the trial's code."""
        return self.sealed(self.source())

    def sealed(self, source: str) -> str:
        """The seal where this is the trial's code."""
        sealed = "\n".join([self.words, repr(self.more_than), source])
        return hashlib.sha256(sealed.encode()).hexdigest()[:8]


@dataclass(frozen=True, repr=False)
class Measurement:
    """What a claim's trials gave, one after the other."""

    claim: Claim
    seed: int | str
    results: tuple[float, ...]
    source: str
    """The trial's code, as it was when the measurement began."""

    @property
    def seal(self) -> str:
        """The claim's, with this code."""
        return self.claim.sealed(self.source)

    @property
    def mean(self) -> float:
        """The mean of the results."""
        return math.fsum(self.results) / len(self.results)

    @cached_property
    def range(self) -> tuple[float, float]:
        """The true mean is in here, in at least 19 of 20 measurements."""
        return confidence_sequence(self.results)

    @property
    def answer(self) -> Answer:
        """`yes` or `no` where the range lies on one side of the claim's number, else `open`."""
        low, high = self.range
        if low > self.claim.more_than:
            return "yes"
        return "no" if high < self.claim.more_than else "open"

    def agrees_with(self, other: Measurement) -> bool:
        """Whether the two ranges have a number in common, and no yes stands against a no."""
        ranges = sorted([self.range, other.range])
        return ranges[0][1] >= ranges[1][0] and {self.answer, other.answer} != {"yes", "no"}

    def __repr__(self) -> str:
        low, high = self.range
        trials = "1 trial" if len(self.results) == 1 else f"{len(self.results)} trials"
        end = _ENDS[self.answer].format(number=in_percent(self.claim.more_than))
        return (
            f"{trials}, seed {self.seed!r}: {in_percent(self.mean)}"
            f" (range {in_percent(low)} to {in_percent(high)}). {end}"
        )

    def picture(self) -> Plot:
        """The mean and its range after each trial."""
        looks = _looks(len(self.results))
        rows = [self.results[:count] for count in looks]
        lowest, highest = zip(*map(confidence_sequence, rows), strict=True)
        means = [math.fsum(row) / len(row) for row in rows]
        lines = {"mean": means, "lowest": lowest, "highest": highest}
        drawn = [
            Curve(name, list(zip(looks, line, strict=True)), marks=False)
            for name, line in lines.items()
        ]
        ends = [(at, self.claim.more_than) for at in (looks[0], looks[-1])]
        drawn.append(Curve("claimed", ends, marks=False, look=GREY))
        panel = Panel(drawn, "trials", "mean", y_ends=(0, 1), height=210)
        return curves(panel, caption=f"{self.claim.words}: {self!r}")


def in_percent(share: float) -> str:
    """A share with one digit behind the point.

    >>> in_percent(0.5), in_percent(0.123)
    ('50 %', '12.3 %')
    """
    return f"{round(100 * share, 1):g} %"


def _looks(trials: int, most: int = 100) -> list[int]:
    """After which trials a picture looks: all of them, or every so many and the last."""
    step = max(1, math.ceil(trials / most))
    return sorted({*range(step, trials + 1, step), 1, trials})


def measure(claim: Claim, games: int, seed: int | str) -> Measurement:
    """The claim's trials with this seed, until the range says yes or no; at most so many games.

    A trial has randomness of its own, which depends on the seed and the trial's number alone. Who
    interrupts a measurement gets what there is so far.
    """
    return _measured(claim, games, seed, claim.source() if isinstance(claim, Claim) else "")


def _measured(claim: Claim, games: int, seed: int | str, source: str) -> Measurement:
    if not isinstance(claim, Claim):
        raise TypeError(f"measure takes a Claim first, not {claim!r:.60}")
    must_be_whole(1, games=games)
    if not isinstance(seed, int | str):
        raise TypeError(f"seed is {seed!r:.60}; it must be a whole number or a text")
    results = list[float]()
    try:
        for number in with_progress(range(games), games, "trials"):
            results.append(_result(claim.trial(Random(f"{seed} {number}")), number))
            low, high = confidence_sequence(results)
            if not low <= claim.more_than <= high:
                break
    except KeyboardInterrupt:
        if not results:
            raise
    return Measurement(claim, seed, tuple(results), source)


def _result(result: Any, number: int) -> float:
    """What a trial gave as a number; what is none, or lies outside 0 to 1, is an error."""
    try:
        result = float(result)
    except (TypeError, ValueError):
        raise TypeError(
            f"trial {number + 1} gave {result!r:.60}; it must give a number from 0 to 1"
        ) from None
    if not 0 <= result <= 1:
        raise ValueError(f"trial {number + 1} gave {result:g}; it must give a number from 0 to 1")
    return result


def confidence_sequence(results: Sequence[float]) -> tuple[float, float]:
    """The means that all these results, each from 0 to 1, have not ruled out.

    A mean is ruled out when somebody who bets against it has made one coin into twenty. The bettor
    is a mixture of all coins: how much it has is a fraction of two beta functions.

    >>> low, high = confidence_sequence([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    >>> round(low, 2), high
    (0.62, 1.0)
    """
    count, total = len(results), math.fsum(results)
    if not count:
        return 0.0, 1.0
    mixed = (
        math.lgamma(total + 0.5) + math.lgamma(count - total + 0.5)
        - math.lgamma(count + 1) - math.log(math.pi)
    )  # fmt: skip
    limit = mixed + math.log(MISSES)

    def possible(mean: float) -> bool:
        one = total * math.log(mean) if total else 0.0
        other = (count - total) * math.log1p(-mean) if total < count else 0.0
        return one + other >= limit

    mean = total / count
    return (
        _border(possible, mean, 0.0) if total else 0.0,
        _border(possible, mean, 1.0) if total < count else 1.0,
    )


def _border(possible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where what is possible ends, between a mean that is and one that isn't."""
    for _ in range(50):
        middle = (inside + outside) / 2
        if possible(middle):
            inside = middle
        else:
            outside = middle
    return outside


# --- trials ---------------------------------------------------------------------------------------


def duel(
    game: Game, one: PlayerFunction, other: PlayerFunction, rng: Random, *, opening: int = 2
) -> float:
    """What the first player scores, from 0 to 1, in two games with the seats changed in between.

    Both games begin in the same state, after so many random moves: players that draw nothing would
    otherwise play one pair of games again and again. A draw is a half; in a game for money the
    score says where the winnings lie between the least and the most that there can be.
    """
    if len(game.players) != 2:
        raise ValueError(f"a duel is for two; {game!r} has {len(game.players)} players")
    start = _opened(game, opening, rng)
    low, high = game.utility_range
    seed = rng.random()
    score = 0.0
    for seat, pair in zip(game.players, ([one, other], [other, one]), strict=True):
        record = play_game(game, pair, state=start, rng=Random(seed))
        score += (record.utilities[seat] - low) / (high - low)
    return score / 2


def _opened(game: Game, moves: int, rng: Random) -> Any:
    """A state after so many random moves, in which somebody has still to move."""
    for _ in range(1_000):
        state = game.initial
        for _ in range(moves):
            if game.is_terminal(state) or game.chance(state):
                break
            state = game.result(state, rng.choice(game.actions(state)))
        if not game.is_terminal(state):
            return state
    raise ValueError(f"opening is {moves}; {game!r} is over by then, so take a smaller one")


def keeps_best(player: PlayerFunction, rng: Random) -> int:
    """1 if the player keeps the best result in one of the known positions of Connect Four, else 0.

    The position is drawn; a solver has judged all of its moves.
    """
    return int(keeps_result(player, rng.choice(known_positions())))


# --- somebody else measures again -----------------------------------------------------------------


EDGE = "# --- what is sealed stands between this line and the next such line ---"
"""What stands in a program around the trial's code."""


def replicate(file: str, before: Measurement, announced: str) -> int:
    """Measure once more with the seed of the command line, and say whether that confirms the first.

    `file` holds the trial's code. What comes back is a program's exit code: 1 where the two
    contradict each other, or where what is measured is not what was announced.
    """
    claim, seed = before.claim, sys.argv[1] if len(sys.argv) > 1 else "again"
    source = Path(file).read_text(encoding="utf-8").split(EDGE)[1].strip()
    after = _measured(claim, max(len(before.results), 100), seed, source)
    agree, unchanged = before.agrees_with(after), after.seal == announced
    sealed = "as it was announced" if unchanged else (
        f"but {announced} was announced: the claim or its code was changed"
    )  # fmt: skip
    lines = [
        repr(claim),
        f"The seal is {after.seal}, {sealed}.",
        f"First: {before!r}",
        f"Again: {after!r}",
        "The second measurement agrees with the first."
        if agree
        else "The second measurement contradicts the first. One of the two was unlucky, or wrong.",
    ]
    if str(seed) == str(before.seed):
        lines.append("But it was made with the same seed, and so with the same luck. Try another.")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if agree and unchanged else 1
