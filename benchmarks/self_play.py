"""What lesson 09's learner reaches, by the code of the lesson: `python -m benchmarks.self_play`.

Five seeds learn from 12,000 games each, and the same without a random move; then searches use what
was learned. All are asked about the 322 positions with exact scores. The curves, the levels and one
of the tables are what the lesson shows and hands out; `--write` writes them, and prints a line for
each number with its CPU seconds. `--games` changes how many games are played.

`--circle 20` measures the lesson's circle instead: twelve generations of 500 games for each of so
many seeds, judged by 400 positions of the small board whose truth is known.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any

from autograder_tests.solution import around, solution
from course_lib import compact
from course_lib.lessons.lesson_09 import circle as small
from course_lib.lessons.lesson_09.self_play import (
    FOUR,
    RUNS,
    SHIPPED,
    TEXTS,
    searching,
    text_of_tables,
    values_with,
)

SEEDS = (1, 2, 3, 4, 5)
GAMES = 12_000
GENERATIONS = 12
SLICES = 25
RANDOM_GAMES = (50, 200, 400, 1_000)
CHANCE = 42.8
"""A random player's percentage, worked out and not played: tests compare it."""


@cache
def lesson() -> dict[str, Any]:
    """The functions of the lesson, with its solutions."""
    wanted = "train, self_play, opinion, opinions, targets, learn, measure, player_with"
    wanted += ", guided, by_lines, priors"
    return around("guided", wanted)


def learned(seed: int, games: int, explore: float) -> tuple[list[Any], dict[str, Any], float]:
    """A run, the tables that it ends with, and the CPU seconds for its games alone."""
    tables: dict[str, Any] = {"X": {}, "O": {}}
    empty, _ = timed(lesson()["player_with"](tables))
    begun = time.process_time()
    # Each slice is measured, too: that is taken off again.
    run = lesson()["train"](tables, games, Random(seed), explore=explore, slices=SLICES)
    spent = time.process_time() - begun
    _, once = timed(lesson()["player_with"](tables))
    return [[0, empty], *map(list, run)], tables, spent - SLICES * once


def timed(player: Callable[..., Any]) -> tuple[float, float]:
    """The percentage of right moves of this player, and the CPU seconds for all positions."""
    begun = time.process_time()
    percent = lesson()["measure"](player)
    return percent, time.process_time() - begun


def of_seed(games: int, seed: int) -> dict[str, Any]:
    """All about one seed: its run, its tables, and what searches make of them."""
    run, tables, spent = learned(seed, games, 1)
    values_of = values_with(tables, lesson()["opinions"])

    def look(state: Any) -> Any:
        values = values_of(state)
        return lesson()["priors"](values, 0.5), values

    levels = {"one move deep": timed(lesson()["player_with"](tables))}
    for simulations in (50, 200):
        player = searching(lesson()["guided"], TEXTS, simulations, look)
        levels[f"{simulations} simulations"] = timed(player)
    return {"run": run, "tables": text_of_tables(tables), "spent": spent, "levels": levels}


def circle(seed: int) -> tuple[list[float], float]:
    """Right moves after each second generation, and the CPU seconds for the games alone."""
    names = around("guided", "guided, learn_from, opinion, priors, right_moves")
    tables: dict[str, Any] = {"prior": {}, "value": {}}
    look = small.look_with(tables, names["opinion"], names["priors"])
    positions, rng = small.small_positions(), Random(seed)
    run, spent = [], 0.0
    for number in range(GENERATIONS + 1):
        if number % 2 == 0:
            choices = small.choices_of(names["guided"], look, positions)
            right = names["right_moves"](choices, positions)
            run.append(round(100 * right / len(positions), 2))
        begun = time.process_time()
        for root in small.searches(names["guided"], look, 500 * (number < GENERATIONS), rng):
            names["learn_from"](root, tables, look)
        spent += time.process_time() - begun
    return run, spent


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write what the lesson shows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--circle", type=int, default=0, metavar="SEEDS")
    options = parser.parse_args(arguments)
    if options.circle:
        with ProcessPoolExecutor(2) as pool:
            circles = list(pool.map(circle, range(1, options.circle + 1)))
        for seed, (run, spent) in enumerate(circles, 1):
            print(f"seed {seed}: {run} % in {spent:.1f} CPU seconds")
        return
    with ProcessPoolExecutor(2) as pool:
        alone = pool.submit(learned, 1, options.games, 0)
        found = list(pool.map(partial(of_seed, options.games), SEEDS))
        blind = alone.result()[0]
    for seed, each in zip(SEEDS, found, strict=True):
        print(f"seed {seed}: {options.games} games in {each['spent']:.1f} CPU seconds")
        for what, (percent, seconds) in each["levels"].items():
            print(f"    {what}: {percent:.1f} %, {seconds / 0.322:.1f} ms a move")
    print(f"without exploring: {blind[-1][1]:.1f} %")
    levels = {"random": CHANCE, "lesson 4": timed(lesson()["by_lines"])[0]}
    rng = Random(3)
    for count in RANDOM_GAMES:
        player = searching(solution("mcts"), compact(FOUR), count, rng)
        percent, seconds = timed(player)
        levels[f"{count:,} random games"] = percent
        print(f"{count:,} random games: {percent:.1f} %, {seconds / 0.322:.1f} ms a move")
    for what in found[0]["levels"]:
        levels[what] = [each["levels"][what][0] for each in found]
    rounded = json.loads(json.dumps(levels), parse_float=lambda text: round(float(text), 1))
    data = {
        "levels": rounded,
        "runs": [_short(each["run"]) for each in found],
        "without exploring": [_short(blind)],
    }
    if options.write:
        RUNS.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        SHIPPED.write_text(found[0]["tables"] + "\n", encoding="utf-8")


def _short(run: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[games, round(percent, 1)] for games, percent in run]


if __name__ == "__main__":
    main()
