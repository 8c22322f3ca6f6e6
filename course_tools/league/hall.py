"""The hall of a league: each game is played once, and kept before the next is waited for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

from course_tools.league.crew import Crew, Here
from course_tools.league.entrants import Entrant
from course_tools.league.kept import Kept
from course_tools.league.order import Order, number_of_games
from course_tools.league.playing import GameToPlay, Played
from course_tools.league.rules import Seating, key_of, league_fingerprint
from course_tools.league.seat import TIME

Tell = Callable[[Played, tuple[str, str], int, int], None]
"""Is told of each game as it is played: the game, the players' names for people, how many games
there are now, and how many are to come."""

MOST_LATE = 3
"""After so many games lost by taking too long, a player loses the others unplayed.

Otherwise one player that never comes back could keep a whole class waiting for hours.
"""

_WITHDRAWN = f"it was withdrawn, because it took too long in {MOST_LATE} games before"


class Hall:
    """Where the games are played: those that are kept are only read."""

    def __init__(self, order: Order, entrants: Sequence[Entrant], tell: Tell) -> None:
        """Prepare; nothing is started before there is a game to play."""
        self.entrants = {one.name: one for one in entrants}
        self.kept = Kept(order.out, order.rules)
        self.crew: Crew | None = None
        self.late: Counter[str] = Counter()
        """How many games each player has lost by taking too long."""
        self.count = self.forfeits = 0
        """How many games were played now, and how many nobody had to play."""
        self._order, self._tell = order, tell
        self._course = league_fingerprint(order.course)
        self._left = number_of_games(order, len(entrants))
        self._stack = ExitStack()

    def close(self) -> None:
        """Send everybody home."""
        self._stack.close()

    def played(self, seatings: Sequence[Seating]) -> tuple[Played, ...]:
        """The games of this round, in this order, each of which is on the disk then."""
        order, found = self._order, dict[str, Played]()
        everything = [self._to_play(seating) for seating in seatings]
        # What counts are the rounds before this one: so it does not matter who is done first.
        out = {name for name, count in self.late.items() if count >= MOST_LATE}
        ended = {
            one.key: one.without(out, _WITHDRAWN) for one in everything if out & {*one.seating[:2]}
        }
        asked = [one for one in everything if one.key not in ended]
        for one in asked:
            if (old := self.kept.read(one.key)) is not None:
                found[one.key] = old
        self._left -= len(found) + len(ended)
        self.forfeits += len(ended)
        to_do = [one for one in asked if one.key not in found]
        if to_do:
            self.crew = self.crew or self._stack.enter_context(_crew(order, self._course))
            with closing(self.crew.played(to_do)) as all_played:
                for played in all_played:
                    self.kept.write(played)
                    self.kept.write_replay(played)
                    found[played.key] = played
                    self.count += 1
                    first, second = (self.entrants[who].title for who in played.seating[:2])
                    self._tell(played, (first, second), self.count, self._left)
        games = tuple((found | ended)[one.key] for one in everything)
        self.late.update(one.loser_by_fault for one in games if one.fault == TIME)
        return games

    def _to_play(self, seating: Seating) -> GameToPlay:
        order = self._order
        key = key_of(seating, self.entrants, order.rules, course=self._course, unsafe=order.unsafe)
        first, second = (self.entrants[name] for name in seating[:2])
        return GameToPlay(key, seating, (first, second), order.rules)


def _crew(order: Order, course: str) -> Crew:
    """What plays: this machine, or a cluster."""
    if not order.scheduler:
        return Here(order.course, order.rules, order.workers, unsafe=order.unsafe)
    from course_tools.league.far import There  # noqa: PLC0415 - only a cluster needs it

    return There(order.scheduler, course, unsafe=order.unsafe)
