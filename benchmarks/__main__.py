"""Runs the races and prints their tables: `python -m benchmarks --help`."""

from __future__ import annotations

import argparse
import platform
import statistics
import sys

from benchmarks.measure import race, table
from benchmarks.races import all_races, import_milliseconds


def main() -> int:
    """0 when every race was run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (default: 5)")
    parser.add_argument("--only", default="", metavar="WORD", help="races with this in their title")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds is {arguments.rounds}; it must be 1 or more")
    races = [each for each in all_races() if arguments.only.lower() in each.title.lower()]
    if not races:
        titles = "\n  ".join(each.title for each in all_races())
        parser.error(f"no race has {arguments.only!r} in its title; there are:\n  {titles}")
    print(f"Python {platform.python_version()}, {arguments.rounds} rounds, medians.")
    print("The ratio x is to the first line of each table, lowest to highest round in brackets.")
    for each in races:
        print("\n" + table(each.title, each.unit, race(each.contestants, arguments.rounds)))
    imports = [import_milliseconds() for _ in range(9)]
    print(f"\nimport course_lib: {statistics.median(imports):.0f} CPU milliseconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
