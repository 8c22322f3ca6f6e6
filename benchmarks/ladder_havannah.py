"""Havannah players of many strengths against each other: `python -m benchmarks.ladder_havannah`.

Everybody plays everybody, each side equally often, on a board of size 5. Players that search do
1,000 simulations for each move, or as many as their name says: `learned` plays in plain Python.
Each rung of the search adds one idea to the rung before. Finished games are lines in a file, so the
same command picks up where the last one stopped. `--only` plays only the pairs with one of these
players, and `--write` keeps the ratings where `havannah_ladder` finds them.

Ratings are Elo's: a player rated 400 points higher is expected to score ten times as much as the
other. `course_lib.play.elo` says how they and their 95 % intervals follow from the games. The
strategy *straight* has rating 0, and each interval is about the distance from it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.havannah_frames import frame_player
from benchmarks.learn_havannah import learned_player
from benchmarks.sequential import append_game, points_of, read_games
from course_lib.games import Havannah
from course_lib.lessons.havannah_pictures import LADDER
from course_lib.play import play_game, random_player
from course_lib.play.elo import Rating, ratings_of
from course_lib.play.havannah_example import example_player
from course_lib.play.players import PlayerFunction
from course_tools.engines.havannah import Options, havannah_player
from course_tools.engines.havannah_thesis import (
    defence_player,
    defence_plus_player,
    straight_player,
)

SIZE, SIMULATIONS, LEARNED = 5, 1000, 200

IDEAS = Options._fields
"""What each rung of the search adds to the one before."""

ZERO = "straight"

Results = Mapping[tuple[str, str], Sequence[float]]
"""For each pair the points of the first one, game by game."""


def members() -> dict[str, Callable[[Random], PlayerFunction]]:
    """Who takes part: what makes a player from a source of chance."""
    return {
        "random": random_player,
        "straight": straight_player,
        "defence": defence_player,
        "defence+": defence_plus_player,
        "frame": frame_player,
        f"learned {LEARNED}": lambda rng: learned_player(simulations=LEARNED, rng=rng),
        "example": example_player,
        "UCT": searching(0),
        **{f"+{idea}": searching(number) for number, idea in enumerate(IDEAS, 1)},
    }


def searching(number: int) -> Callable[[Random], PlayerFunction]:
    """What makes the search with so many of the ideas."""
    switches = {idea: at < number for at, idea in enumerate(IDEAS)}
    return lambda rng: havannah_player(simulations=SIMULATIONS, rng=rng, **switches)


def one_game(one: str, other: str, number: int) -> dict[str, Any]:
    """The points of the first of these two in one game, and its moves."""
    game, made = Havannah(SIZE), members()
    seated = [one, other] if number % 2 == 0 else [other, one]
    players = [made[name](Random(f"{name} {one} {other} {number}")) for name in seated]
    record = play_game(game, players)
    points = 0.5 if record.winner is None else float(record.winner == game.players[number % 2])
    return {"points": points, "moves": " ".join(map(game.action_name, record.actions))}


def play_on(path: Path, games: int, seconds: float, only: Collection[str] = ()) -> Results:
    """The results after playing on until each pair has so many games, or the time is over.

    With `only` no others are played than pairs with one of these players; the results of all count.
    """
    if strange := [name for name in only if name not in members()]:
        raise ValueError(f"nobody here is called {strange[0]!r}; there are {', '.join(members())}")
    finished = read_games(path)
    pairs = [{"one": one, "other": other} for one, other in combinations(members(), 2)]
    end = time.monotonic() + seconds
    for number in range(games):
        for pair in pairs:
            if only and not {*only}.intersection(pair.values()):
                continue
            if len(points_of(finished, pair)) == number and time.monotonic() < end:
                played = one_game(pair["one"], pair["other"], number)
                finished.append({**pair, "number": number, **played})
                append_game(path, finished[-1])
    return {(pair["one"], pair["other"]): points_of(finished, pair) for pair in pairs}


# --- ratings --------------------------------------------------------------------------------


def ratings(results: Results) -> dict[str, Rating]:
    """Each player's rating in Elo's points, ZERO or else the first one at 0."""
    pairs = [(*who, sum(points), len(points)) for who, points in results.items()]
    names = [name for who in results for name in who]
    return ratings_of(pairs, ZERO if ZERO in names else names[0])


def ladder(results: Results) -> dict[str, Any]:
    """All that is kept: the ratings, the weakest first, and how each pair ended."""
    played = {pair: points for pair, points in results.items() if points}
    rated = ratings(played)
    return {
        "size": SIZE,
        "simulations": SIMULATIONS,
        "rungs": [
            [name, *map(round, rating)]
            for name, rating in sorted(rated.items(), key=lambda one: one[1].elo)
        ],
        "pairs": [[*pair, sum(points), len(points)] for pair, points in played.items()],
    }


def table(found: Mapping[str, Any]) -> str:
    """The ratings as a table in Markdown."""
    games: dict[str, list[float]] = {}
    for one, other, points, number in found["pairs"]:
        for name, share in ((one, points), (other, number - points)):
            totals = games.setdefault(name, [0.0, 0])
            totals[0] += share
            totals[1] += number
    lines = ["| player | Elo (95 % interval) | games | score |", "| --- | ---: | ---: | ---: |"]
    for name, elo, low, high in found["rungs"]:
        points, number = games[name]
        lines.append(
            f"| {name} | {elo} ({low} to {high}) | {number} | {100 * points / number:.1f} % |"
        )
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    """0 when the table was printed, whether all games were played or not."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ladder_havannah", description=__doc__
    )
    parser.add_argument("--file", type=Path, required=True, help="the games, one a line")
    parser.add_argument("--games", type=int, default=20, help="so many for each pair (20)")
    parser.add_argument("--seconds", type=float, default=300, help="begin no game after so long")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="pairs with these")
    parser.add_argument("--write", action="store_true", help="keep the ratings for the lesson")
    asked = parser.parse_args(given)
    try:
        results = play_on(asked.file, asked.games, asked.seconds, asked.only)
    except ValueError as error:
        parser.error(str(error))
    if not any(results.values()):
        parser.error(f"no game has been played yet that {asked.file} could hold; give it more time")
    found = ladder(results)
    if asked.write:
        text = json.dumps(found).replace("]], ", "]],\n").replace("], [", "],\n[") + "\n"
        LADDER.write_text(text, encoding="utf-8", newline="\n")
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
