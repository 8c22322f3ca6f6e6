"""Who meets whom: all meet all others, or round by round those who have done equally well."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

_MOST_TRIES = 20_000
"""After so many attempts at a round in which nobody meets anybody twice, there is none."""

Pair = tuple[str, str]


class Seating(NamedTuple):
    """One game to be played: who moves first, who second, and how often they have met before."""

    first: str
    second: str
    turn: int = 0


def round_robin(names: Sequence[str], games: int) -> Iterator[list[Seating]]:
    """Rounds in which all meet all others, so many times, changing seats after each game.

    In each round everybody meets one other at most: one stays in place, the others go round.
    """
    circle: list[int | None] = [*range(len(names)), *([None] if len(names) % 2 else [])]
    for _ in circle[1:]:
        half = len(circle) // 2
        yield [
            seating
            for one, other in zip(circle[:half], circle[: half - 1 : -1], strict=True)
            if one is not None and other is not None
            for seating in match(_by_turns(names, one, other), games)
        ]
        circle = [circle[0], circle[-1], *circle[1:-1]]


def _by_turns(names: Sequence[str], one: int, other: int) -> Pair:
    """The two in the order in which they sit down first: shared fairly among all."""
    low, high = sorted((one, other))
    return (names[low], names[high]) if (low + high) % 2 else (names[high], names[low])


def match(pair: Pair, games: int, met: int = 0) -> list[Seating]:
    """So many games between these two, who have met `met` times before, changing seats."""
    one, other = pair
    return [
        Seating(other, one, turn) if turn % 2 else Seating(one, other, turn)
        for turn in range(met, met + games)
    ]


def usual_rounds(players: int) -> int:
    """So many Swiss rounds as leave one player unbeaten, and one more.

    >>> usual_rounds(2), usual_rounds(8), usual_rounds(30)
    (1, 4, 6)
    """
    return min(players - 1, (players - 1).bit_length() + 1)


class Swiss:
    """The rounds of a Swiss league; each follows from the points until then, and from the seed."""

    def __init__(self, names: Sequence[str], games: int, seed: int) -> None:
        """Begin with these players in an order that is drawn."""
        self.games, self.seed = games, seed
        self.points: defaultdict[str, float] = defaultdict(float)
        """What everybody has got: 1 for a win, a half for a draw."""
        self.sat_out: list[str] = []
        """Who had nobody to play with, round by round; that counts as won."""
        self._order = sorted(names)
        Random(f"{seed} order").shuffle(self._order)
        self._met: Counter[frozenset[str]] = Counter()

    def next_round(self) -> list[Seating]:
        """The games of the next round: nobody meets anybody twice, as long as that is possible."""
        ranked = sorted(self._order, key=lambda name: -self.points[name])
        if len(ranked) % 2:
            fewest = min(self.sat_out.count(name) for name in ranked)
            out = next(name for name in ranked[::-1] if self.sat_out.count(name) == fewest)
            ranked.remove(out)
            self.sat_out.append(out)
            self.points[out] += self.games
        pairs = paired(ranked, self._met) or list(zip(ranked[::2], ranked[1::2], strict=True))
        seatings = []
        for pair in pairs:
            both = frozenset(pair)
            seatings += match(self._drawn(both), self.games, self._met[both])
            self._met[both] += self.games
        return seatings

    def _drawn(self, both: frozenset[str]) -> Pair:
        """The two in the order in which they first sit down: the same whenever they meet."""
        first, second = sorted(both)
        swapped = Random(f"{self.seed} {first} {second}").random() < 0.5
        return (second, first) if swapped else (first, second)


def paired(ranked: Sequence[str], met: Mapping[frozenset[str], int]) -> list[Pair]:
    """Pairs of neighbours in this order who have not met before; nothing if there are none."""
    tries = iter(range(_MOST_TRIES))

    def rest(left: tuple[str, ...]) -> list[Pair] | None:
        """Pairs among those that are left, or `None`."""
        if not left:
            return []
        first, *others = left
        for other in others:
            if met.get(frozenset((first, other))):
                continue
            if next(tries, None) is None:
                return None
            more = rest(tuple(name for name in others if name != other))
            if more is not None:
                return [(first, other), *more]
        return None

    return rest(tuple(ranked)) or []
