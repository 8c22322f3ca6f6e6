"""Play every game there is against a peer's tic-tac-toe.

course peer-review tictactoe.py
course peer-review class/*/tictactoe.py --json

The file has the functions of the assignment: initial_state, player, actions, result, winner,
terminal, utility and minimax. Instead of five games, every line that an opponent can choose is
played against its minimax, which is asked once for each board that comes up:

    full points   no game beats it, whether it plays X or O
    half points   some games beat it, others don't
    no points     every game beats it

These are the assignment's own rules, except for the number of games. Five well-played games may all
win against a file that gets half points here, because foolish games count, too.

A missing or illegal move loses. You see the shortest game that beats the file, and, at no cost in
points, whether its other functions are right on each of the 5,478 boards, give what the assignment
asks for (such as a set of actions) and leave the board alone. After one move that took longer than
--seconds, the others get a sixth of that, or 5 seconds; after two, no more are asked for.

Each file runs in a sandbox of its own, so an endless loop or one that takes all memory harms no
other. The exit code is 0 if all files get full points, 1 if one doesn't, and 2 if there could be no
review.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from course_lib.commands import DONE, LOOK, json_line
from course_tools.cli._common import file_sandbox, plain_refusals

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course peer-review`."""
    parser.add_argument(
        "files", metavar="FILE.py", nargs="+", type=Path, help="such as tictactoe.py"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each file")
    parser.add_argument(
        "--seconds",
        type=float,
        default=120,
        help="the longest that one move may take (default: 120)",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 if every file has full points, 1 if one has not."""
    from concurrent.futures import ThreadPoolExecutor

    from autograder_tests.out_of_reach import SEARCHES
    from course_lib.play.match import raised
    from course_lib.play.progress import ProgressLine, with_progress
    from course_tools.arena.review import FULL, NONE, Review, as_data, as_text, review
    from course_tools.grader.sandbox import NoIsolation

    files: list[Path] = arguments.files
    missing = {
        path: f"{path} is a folder; name the files in it, such as tictactoe.py"
        if path.is_dir()
        else f"there is no file {path}"
        for path in files
        if not path.is_file()
    }
    if len(missing) == len(set(files)):
        raise ValueError(missing[files[0]])
    if not arguments.seconds > 0:
        raise ValueError(f"--seconds is {arguments.seconds:g}; a move needs more than 0")
    with (
        plain_refusals(),
        file_sandbox(away=SEARCHES) as begin,
        ProgressLine() as line,
        ThreadPoolExecutor(min(len(files), os.cpu_count() or 1)) as pool,
    ):
        print(
            "Each file runs in a sandbox: it has no network, no files but its own, and limits on"
            " all it takes",
            file=sys.stderr,
        )
        news = line.show if len(files) == 1 else lambda _: None  # many files have a bar

        def reviewed(path: Path) -> Review:
            if path in missing:
                return Review(str(path), NONE, faults=(missing[path],))
            try:
                return review(path, begin, move=arguments.seconds, news=news)
            except NoIsolation:
                raise
            except Exception as error:  # noqa: BLE001 - one file must not stop the others
                return Review(str(path), NONE, faults=(f"the review failed: {raised(error)}",))

        found = list(with_progress(pool.map(reviewed, files), len(files), "files"))
    for one in found:
        code = DONE if one.points == FULL else LOOK
        text = json_line("peer-review", as_data(one), code) if arguments.json else as_text(one)
        print(text if arguments.json else f"{text}\n")
    return 0 if all(one.points == FULL for one in found) else 1
