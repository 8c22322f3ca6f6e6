"""Run an experiment: what the thesis on Havannah claimed, or what learning from oneself is worth.

course experiment havannah                  the thesis of T. Rogers, 2004; a minute or two
course experiment havannah --games 4000     narrower intervals, in some minutes
course experiment havannah --file games.jsonl   games are kept there; the same command goes on
course experiment havannah --json           the same as JSON, for a notebook
course experiment havannah-learning --file weights.json   weights for random games, by self-play
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from course_tools.cli import plain_errors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course experiment`."""
    parser.add_argument("name", choices=["havannah", "havannah-learning"], help="which experiment")
    parser.add_argument("--games", type=int, help="games a match (default: 400, or 100 to learn)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument(
        "--file", metavar="FILE", type=Path, help="keep what is done there, and go on from it"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--steps", type=int, default=300, help="steps of learning (default: 300)")
    parser.add_argument(
        "--simulations", type=int, default=60, help="a move, with what was learned (default: 60)"
    )


@plain_errors
def run(arguments: argparse.Namespace) -> int:
    """0 when the experiment has run, 2 when something about the words was wrong."""
    experiment = _learning if arguments.name == "havannah-learning" else _thesis
    _check(arguments)
    for line in experiment(arguments):
        print(line, flush=True)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse numbers that mean nothing."""
    games = arguments.games
    if games is not None and games < 1:
        raise ValueError(f"--games {games} was asked for; a match has at least 1 game")
    for name in ("steps", "simulations"):
        number = getattr(arguments, name)
        if number < 1:
            raise ValueError(f"--{name} {number} was asked for; it must be at least 1")


def _thesis(arguments: argparse.Namespace) -> Iterable[str]:
    """The thesis's statements, our figures, and whether they agree."""
    from course_tools.engines.players.havannah_kept import KeptGames
    from course_tools.engines.players.havannah_report import report_data, report_lines

    games, kept = arguments.games or 400, KeptGames(arguments.file)
    if arguments.json:
        return [json.dumps(report_data(games, arguments.seed, kept), allow_nan=False)]
    return report_lines(games, arguments.seed, kept)


def _learning(arguments: argparse.Namespace) -> Iterable[str]:
    """The weights that were learned, and what they are worth."""
    from course_tools.engines.players.havannah_learning_report import (
        helped,
        learned,
        learning_lines,
    )

    learning = learned(arguments.steps, arguments.seed, arguments.file)
    simulations, games = arguments.simulations, arguments.games or 100
    if arguments.json:
        found = helped(learning, learning.size, simulations, games)
        data = json.loads(learning.to_json())
        return [json.dumps({**data, **found._asdict(), "won": found.won._asdict()})]
    return learning_lines(learning, simulations, games)
