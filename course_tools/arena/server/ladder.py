"""A class's ladder on a port: whose name is whose, who meets whom, and how everybody stands.

The class's players run on their own computers. Only our own players, whom everybody can meet at
any time, think here: one at a time, in a thread.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.lessons.class_ladder import NAME
from course_lib.lessons.elo import ratings_of
from course_lib.lessons.first_ladder import RUNGS, story_of
from course_lib.play.match import Forfeit
from course_lib.play.players import PlayerFunction, random_player
from course_lib.play.record import GameRecord
from course_tools.arena.server.store import FinishedGame, Store
from course_tools.arena.server.table import ProgramSeat, Seat

GATHER = 0.5
"""Seconds in which a classmate may come before a program meets one of our own players."""

MIDDLE = 1500
"""What all ratings are on the average."""

MOST_RATED = 100
"""So many players stand on a ladder: those who have played last."""


SECRET = 8
"""No secret is shorter: nobody should guess one."""


class OwnNames:
    """Names that people choose for themselves: each belongs to whoever played with it first.

    A program says `NAME:SECRET` where others say a token. Of the secret only a digest is kept, with
    the first game that is kept; until then the name is taken as long as its program is here. So
    names that nobody plays with take no room.
    """

    def __init__(self, store: Store, here: Callable[[], Iterable[str]]) -> None:
        """Take the names that the store knows, and those of the tokens that are `here`."""
        self._store, self._here = store, here

    def owner(self, token: str) -> str:
        """The name in this token; one that can't be, or is another's, is a `Forfeit`."""
        name, _, secret = token.rpartition(":")
        if not NAME.fullmatch(name) or len(secret) < SECRET:
            raise Forfeit(
                "has to say whose it is: its name ends with #, a name that you choose (at most 30"
                f" letters and digits), a colon, and a secret of {SECRET} characters or more, such"
                " as `my player #Otter:3f9c0a51`; `course play --at` takes it after --name"
            )
        key, shown, digest = _owned(token)
        same = (_owned(one) for one in self._here() if _key(one) == key)
        _, shown, known = next(same, (key, shown, digest))
        shown, known = self._store.owners.get(key, (shown, known))
        if not hmac.compare_digest(known, digest):
            raise Forfeit(
                f"is called {name}, and somebody else came with that name: choose another"
            )
        return shown

    def keep(self, token: str) -> None:
        """Keep the name in this token for its owner: a game was played with it."""
        self._store.own(*_owned(token))


def _key(token: str) -> str:
    """The name in this token as it is compared."""
    return unicodedata.normalize("NFKC", token.rpartition(":")[0]).casefold()


def _owned(token: str) -> tuple[str, str, str]:
    """The name in this token as it is compared, as it is shown, and the digest of the secret."""
    name, _, secret = token.rpartition(":")
    return _key(token), name, hashlib.sha256(secret.encode()).hexdigest()


class OurSeat(Seat):
    """One of our own players."""

    _one = ThreadPoolExecutor(1)

    def __init__(self, label: str, make: Callable[[Random], PlayerFunction]) -> None:
        """Make a new player, which knows nothing of other games."""
        self.label, self._player = label, make(Random())

    async def begin(self, game: Game, player: Player, seconds: float) -> None:
        """Remember the game."""
        self._game = game

    async def move(self, state: State, last: Action | None) -> Action:
        """Think, while everybody else's games go on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._one, self._player, self._game, state)

    async def end(self, last: Action | None, *messages: str) -> None:
        """Nobody has to hear it."""


class ClassLadder:
    """The players of one game by their strength: `rows`, as the page shows them.

    `pair` says who meets next; `add` counts a game, and `refresh` works the rows out.
    """

    def __init__(self, game: Game, games: Iterable[FinishedGame]) -> None:
        """Begin with the games of earlier days."""
        self.rows: list[dict[str, Any]] = []
        ours = RUNGS.get(type(game).__name__, {"random": random_player})
        self._ours = {f"{name} (ours)": make for name, make in ours.items()}
        self._games: list[FinishedGame] = []
        self._met: Counter[frozenset[str]] = Counter()
        self._stories: dict[tuple[str, str], str] = {}
        self.news = True
        for one in games:
            self.add(one)

    def add(self, game: FinishedGame) -> None:
        """Count this game."""
        self._games.append(game)
        self._met[frozenset(game.players.values())] += 1
        self.news = True

    def pair(self, waiting: Sequence[ProgramSeat], now: float) -> tuple[ProgramSeat, Seat] | None:
        """Two that should play now: those who have met least, and none who is the same person."""
        for seat in waiting:

            def met(label: str, own: str = seat.label) -> int:
                return self._met[frozenset((own, label))]

            others = [one for one in waiting if one.token != seat.token]
            classmate = min(others, key=lambda one: met(one.label), default=None)
            ours = min(self._ours, key=met)
            if classmate is not None and met(classmate.label) <= met(ours):
                return seat, classmate
            if now - seat.since >= GATHER:
                return seat, OurSeat(ours, self._ours[ours])
        return None

    def refresh(self, load: Callable[[str], GameRecord]) -> None:
        """Rate everybody, and tell everybody's last game; this takes a while."""
        self.news = False
        results: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        points: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        last, seen = dict[str, str](), set[str]()
        for game in tuple(self._games):
            first, second = sorted(game.players.values())
            for label in (first, second):
                last[label] = game.name
                results[label][1 if not game.winner else 0 if game.winner == label else 2] += 1
            if game.digest not in seen:  # the same game once more says nothing new
                seen.add(game.digest)
                won = 1 / 2 if not game.winner else float(game.winner == first)
                points[first, second].append(won)
        here = set(sorted(last, key=lambda label: last[label])[-MOST_RATED:])
        rated = ratings_of(
            (*pair, sum(got), len(got), got.count(1 / 2))
            for pair, got in points.items()
            if here.issuperset(pair)
        )
        best = sorted(rated, key=lambda label: -rated[label].elo)
        stories = {(one, last[one]): self._story(one, last[one], load) for one in best}
        self._stories = stories
        self.rows = [
            {
                "name": one,
                "ours": one in self._ours,
                **{end: round(MIDDLE + at) for end, at in rated[one]._asdict().items()},
                **dict(zip(("won", "drawn", "lost"), results[one], strict=True)),
                "last": last[one],
                "story": stories[one, last[one]],
            }
            for one in best
        ]

    def _story(self, label: str, name: str, load: Callable[[str], GameRecord]) -> str:
        if label in self._ours:
            return ""
        if (label, name) in self._stories:
            return self._stories[label, name]
        try:
            record = load(name)
        except ValueError as error:  # somebody has taken the file away
            return f"{error}."
        return _told(label, record)


def _told(label: str, record: GameRecord) -> str:
    """The story of this game, from the side of the player with this label."""
    [seat] = [seat for seat, name in record.players.items() if name == label]
    [other] = [name for name in record.players.values() if name != label]
    return str(story_of(record.game, other, record, seat, who="it"))
