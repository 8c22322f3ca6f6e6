"""Run a published experiment again, with many games: what was claimed, our figure, do they agree.

course experiment havannah                  the thesis of T. Rogers, 2004; a minute or two
course experiment havannah --games 4000     narrower intervals, in some minutes
course experiment havannah --json           the same as JSON, for a notebook
"""

from __future__ import annotations

import argparse
import json
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course experiment`."""
    parser.add_argument("name", choices=["havannah"], help="which experiment")
    parser.add_argument("--games", type=int, default=400, help="games a match (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(arguments: argparse.Namespace) -> int:
    """0 when the experiment has run, 2 when something about the words was wrong."""
    games, seed = arguments.games, arguments.seed
    if games < 1:
        print(
            f"course experiment: --games {games} was asked for; a match has at least 1 game",
            file=sys.stderr,
        )
        return 2
    from course_lib.players.havannah_report import report_data, report_lines

    if arguments.json:
        print(json.dumps(report_data(games, seed), allow_nan=False))
        return 0
    for line in report_lines(games, seed):
        print(line, flush=True)
    return 0
