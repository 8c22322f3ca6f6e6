"""Matches that go on until it is clear: Wald's test, a file of finished games, and the table.

A match is named by a few facts, such as `{"opponent": "straight", "size": 5}`. Every finished game
is a line of JSON with these facts, its `number` and our `points`, so the same command picks up
where the last one stopped. Games 2n and 2n + 1 are a pair with seats changed, and pairs are always
finished, as one of the seats may be the better one.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.play.players import PlayerFunction, prepare
from course_lib.play.tournament import wilson

Match = Mapping[str, Any]
"""The facts by which a match is known."""

OneGame = Callable[[Match, int], dict[str, Any]]
"""Plays the game of this number; gives what there is to say of it, with our `points`."""

OPEN = "not clear yet"


class Wald(NamedTuple):
    """A test of two scores against each other, wrong at most so often either way."""

    good: float
    bad: float
    wrong: float

    def verdict(self, points: float, games: int) -> str:
        """What the test says after so many games; a draw counts as half a game won."""
        lost = games - points
        found = points * math.log(self.good / self.bad)
        found += lost * math.log((1 - self.good) / (1 - self.bad))
        clear = math.log((1 - self.wrong) / self.wrong)
        return "yes" if found >= clear else "no" if found <= -clear else OPEN


class Series(NamedTuple):
    """All that makes one of these commands: its test, its matches, and how a game is played."""

    test: Wald
    claim: str
    """What "yes" means, as the head of a column: `at least 90 %`."""
    matches: Sequence[Match]
    one_game: OneGame

    def run(self, prog: str, words: str | None, given: Sequence[str] | None = None) -> int:
        """0 when the table was printed; the tests need not have come to an end."""
        parser = argparse.ArgumentParser(prog=prog, description=words)
        parser.add_argument("--file", type=Path, required=True, help="the games, one a line")
        parser.add_argument(
            "--seconds", type=float, default=300, help="begin no game after so long (300)"
        )
        parser.add_argument(
            "--most", type=int, default=200, help="so many games in a match at most (200)"
        )
        parser.add_argument("--only", default="", metavar="WORD", help="matches that name this")
        asked = parser.parse_args(given)
        finished = read_games(asked.file)
        chosen = [one for one in self.matches if asked.only in " ".join(map(str, one.values()))]
        if not chosen:
            parser.error(f"no match names {asked.only!r}")
        end = time.monotonic() + asked.seconds
        while time.monotonic() < end:
            match = self.shortest_open(chosen, finished, asked.most)
            if match is None:
                break
            number = len(points_of(finished, match))
            finished.append({**match, "number": number, **self.one_game(match, number)})
            append_game(asked.file, finished[-1])
        print(self.table(finished))
        return 0

    def shortest_open(
        self, chosen: Sequence[Match], finished: Sequence[Match], most: int
    ) -> Match | None:
        """The match with the fewest games among those that are not over; `None` if all are."""
        going = []
        for match in chosen:
            points = points_of(finished, match)
            clear = self.test.verdict(sum(points), len(points)) != OPEN
            if len(points) % 2 or not (clear or len(points) >= most):
                going.append((len(points), match))
        return min(going, key=lambda one: one[0])[1] if going else None

    def table(self, finished: Sequence[Match]) -> str:
        """The matches as a table in Markdown."""
        head = [*self.matches[0], "games", "won", "drawn", "lost", "score (95 % interval)"]
        lines = [[*head, self.claim], ["---"] * (len(head) + 1)]
        for match in self.matches:
            points = points_of(finished, match)
            if points:
                share = sum(points) / len(points)
                low, high = wilson(share, len(points))
                counts = (str(points.count(value)) for value in (1.0, 0.5, 0.0))
                score = f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
                said = self.test.verdict(sum(points), len(points))
                facts = map(in_words, match.values())
                lines.append([*facts, str(len(points)), *counts, score, said])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


class Timed:
    """A player whose moves and CPU seconds are counted."""

    def __init__(
        self, player: PlayerFunction, spent: Callable[[], float] = time.process_time
    ) -> None:
        """Begin at zero; `spent` reads the clock of whoever thinks."""
        self.player, self.spent, self.seconds, self.moves = player, spent, 0.0, 0

    def prepare(self, game: Game) -> None:
        """Compile before anything is counted."""
        prepare(self.player, game)

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Tell the player."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(game, seat, rng)

    def __call__(self, game: Game, state: State) -> Action:
        """What the player answers."""
        start = self.spent()
        action = self.player(game, state)
        self.seconds += self.spent() - start
        self.moves += 1
        return action


def in_words(fact: Any) -> str:
    """A fact about a match as it stands in the table."""
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return str(fact)


def points_of(finished: Sequence[Match], match: Match) -> list[float]:
    """Our points in the games of one match, in the order of their numbers."""
    games = {
        one["number"]: one["points"]
        for one in finished
        if all(one.get(name) == value for name, value in match.items())
    }
    return [games[number] for number in sorted(games)]


def read_games(path: Path) -> list[dict[str, Any]]:
    """The finished games of this file, none if it is not there yet."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def append_game(path: Path, game: Match) -> None:
    """Add a finished game to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(game) + "\n")
