"""What the thesis says of its strategies, run again: each statement, our figure, do they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from course_lib.games.havannah import Havannah
from course_lib.play import PlayerFunction, random_player
from course_lib.play.havannah_example import example_player
from course_lib.play.record import GameRecord
from course_lib.play.standings import wilson
from course_tools.engines.players.havannah_defence import defence_player, defence_plus_player
from course_tools.engines.players.havannah_kept import KeptGames
from course_tools.engines.players.havannah_measures import (
    games_with_blocks,
    random_draws,
    smallest_wins,
)
from course_tools.engines.players.havannah_straight import straight_player
from course_tools.engines.players.havannah_tree import tree_player

SIZE = 10
USUALLY = 0.6
"""`Usually` is read as: in more than 60 % of the games."""

EVERY_TIME = 0.95
"""`Every time`, said after a handful of games, is read as: in more than 95 % of them."""

RARE = 0.01
"""`Very rare` is read as: in fewer than 1 % of the games."""

MAKERS: dict[str, Callable[[Random], PlayerFunction]] = {
    "straight": straight_player,
    "defence": defence_player,
    "defence+": defence_plus_player,
    "example": example_player,
    "random": random_player,
    "tree": lambda _: tree_player(),
}


class Share(NamedTuple):
    """A part of some games, and the 95 % interval of what endless play would give."""

    times: int
    games: int
    low: float
    high: float

    def __str__(self) -> str:
        share, low, high = (100 * part for part in (self.times / self.games, self.low, self.high))
        return f"{self.times} of {self.games}, {share:.1f} % ({low:.1f} to {high:.1f})"


class Claim(NamedTuple):
    """A statement of the thesis, what we find, and whether they agree: yes, no or open."""

    says: str
    found: str
    agrees: str
    figure: Share | None = None


def share_of(times: int, games: int) -> Share:
    """So many of so many games, with the interval."""
    return Share(times, games, *wilson(times / games, games))


def more_than(share: Share, limit: float) -> str:
    """Whether the true share is above this limit: yes, no, or open when the interval has both.

    >>> more_than(share_of(90, 100), 0.6), more_than(share_of(62, 100), 0.6)
    ('yes', 'open')
    """
    return "yes" if share.low > limit else "no" if share.high < limit else "open"


def about(share: Share, value: float) -> str:
    """Whether the true share may be this value: yes if the interval holds it, else no.

    >>> about(share_of(12, 100), 0.1), about(share_of(1, 100), 0.1)
    ('yes', 'no')
    """
    return "yes" if share.low <= value <= share.high else "no"


def always(share: Share) -> str:
    """Whether it was so in every game: then nothing speaks against it."""
    return "yes" if share.times == share.games else "no"


def match(
    one: str, other: str, games: int, seed: int, *, kept: KeptGames, size: int | None = None
) -> tuple[Sequence[GameRecord], str, str]:
    """The games between two of MAKERS by name, in turn with X, and the labels of both."""
    labels = (one, other) if one != other else (f"{one} 1", f"{one} 2")
    makers = dict(zip(labels, (MAKERS[one], MAKERS[other]), strict=True))
    return kept.match(makers, Havannah(size or SIZE), games, f"{seed} {one} {other}"), *labels


def won_by(records: Sequence[GameRecord], label: str) -> Share:
    """The games that the player with this label has won."""
    won = sum(
        record.winner is not None and record.players[record.winner] == label for record in records
    )
    return share_of(won, len(records))


def thesis_claims(games: int, seed: int, kept: KeptGames | None = None) -> Iterator[Claim]:
    """The statements one by one, each as soon as its games are played, on the board of size 10.

    Games that are kept already are not played again.
    """
    kept = kept or KeptGames()
    seen: list[GameRecord] = []

    def play(one: str, other: str) -> tuple[Sequence[GameRecord], Share]:
        """Their games, and what the first one named has won of them."""
        records, label, _ = match(one, other, games, seed, kept=kept)
        seen.extend(records)
        return records, won_by(records, label)

    _, share = play("example", "straight")
    yield Claim(
        "example beats straight every time", f"won {share}", more_than(share, EVERY_TIME), share
    )

    _, share = play("defence", "example")
    yield Claim(
        "straight with defence wins about 1 in 10 against example",
        f"won {share}",
        about(share, 0.1),
        share,
    )

    records, _ = play("straight", "straight")
    share = _first_wins(records)
    yield Claim(
        "straight against itself: usually the first player wins",
        f"X won {share}",
        more_than(share, USUALLY),
        share,
    )

    records, _ = play("defence", "defence")
    share = _first_wins(records)
    yield Claim(
        "defence against itself: usually the first player wins",
        f"X won {share}",
        more_than(share, USUALLY),
        share,
    )
    share = share_of(games_with_blocks(records), len(records))
    yield Claim(
        "defence never blocks its own strategy, so plays like straight",
        f"something to block in {share}",
        "yes" if share.times == 0 else "no",
        share,
    )

    _, share = play("defence", "straight")
    yield Claim(
        "defence against straight: as straight against itself",
        f"won {share}",
        about(share, 0.5),
        share,
    )

    _, share = play("defence+", "example")
    yield Claim(
        "defence+ (only wished for) would be better",
        f"won {share} against example",
        more_than(share, 0.1),
        share,
    )

    records, label, _ = match("tree", "random", games, seed, size=2, kept=kept)
    first = [record for record in records if record.players["X"] == label]
    share = won_by(first, label)
    yield Claim(
        "the whole tree wins whenever it can (size 2, as X)", f"won {share}", always(share), share
    )

    yield _shortest(seen)
    yield from _draws(seen, games, seed)


def _first_wins(records: Sequence[GameRecord]) -> Share:
    """The games that X has won."""
    return share_of(sum(record.winner == "X" for record in records), len(records))


def _shortest(seen: Sequence[GameRecord]) -> Claim:
    """The least number of stones that win, and the fastest win that was played."""
    least = smallest_wins(SIZE)
    won = [record for record in seen if record.reason == "win"]
    fastest = min(((len(record.actions) + 1) // 2 for record in won), default=None)
    return Claim(
        "a win takes as few as 6 moves",
        f"least: {least.stones} stones ({least.ring} rings, {least.bridge} bridges,"
        f" {least.fork} forks); the fastest here: {fastest or 'none'}",
        "yes" if least.stones == 6 else "no",
    )


def _draws(seen: Sequence[GameRecord], games: int, seed: int) -> Iterator[Claim]:
    """How many of the games above, and of random games on each size, were drawn."""
    shares: dict[str, Any] = {
        "these games": share_of(sum(record.winner is None for record in seen), len(seen)),
    }
    for size in (3, 5, SIZE):
        count = 5 * games
        shares[f"random, size {size}"] = share_of(random_draws(size, count, seed), count)
    for where, share in shares.items():
        agrees = {"yes": "no", "no": "yes"}.get(more_than(share, RARE), "open")
        yield Claim(f"draws are very rare: {where}", f"drawn {share}", agrees, share)
