"""Make the table of Connect Four's openings, bit by bit: what `course analyse` then looks up.

course openings                     how much is done, and about how long the rest takes
course openings --go                go on until it is done; Ctrl-C stops it, and nothing is lost
course openings --go --minutes 30   go on for half an hour
course openings --plies 3 --board 5x5 --file small.txt --go
"""

from __future__ import annotations

import argparse
import re

from course_tools.cli import plain_errors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course openings`."""
    parser.add_argument("--go", action="store_true", help="work, instead of only saying how much")
    parser.add_argument("--minutes", type=float, help="stop after about so long (with --go)")
    parser.add_argument("--plies", type=int, default=8, help="stones on the board (default: 8)")
    parser.add_argument("--board", default="6x7", help="rows x columns (default: 6x7)")
    parser.add_argument("--file", help="where the table is kept (default: your data folder)")
    parser.add_argument("--sample", type=int, default=5, help="positions tried for an estimate")


@plain_errors
def run(arguments: argparse.Namespace) -> int:
    """0 when what was asked was done, 2 when something about it was wrong."""
    from course_lib.games import ConnectFour
    from course_tools.engines.openings import Openings

    game = ConnectFour(*_size(arguments.board))
    table = Openings(game, arguments.plies, arguments.file)
    left = len(table.left())
    print(f"{table.path}: {len(table.positions) - left:,} of {len(table.positions):,} done.")
    if arguments.go and left:
        limit = None if arguments.minutes is None else 60 * arguments.minutes
        print("Ctrl-C stops it; the same command goes on.", flush=True)
        done = table.work(limit)
        print(f"{done:,} more are done, {left - done:,} are left.")
    elif left:
        hours = table.seconds_left(arguments.sample) / 3600
        print(f"The rest takes about {hours:.1f} hours, by a sample of {arguments.sample}.")
        print("To begin, or go on: the same with --go")
    return 0


def _size(text: str) -> tuple[int, int]:
    """The rows and columns in a text such as 6x7."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if found is None:
        raise ValueError(f"--board {text!r} should be rows x columns, such as 6x7")
    return int(found[1]), int(found[2])
