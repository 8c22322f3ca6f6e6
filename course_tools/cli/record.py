"""Show a saved game, or write it in another form.

course record game.json                       the moves, twenty at a time, each with its board
course record game.json --as sgf              for other programs (Havannah)
course record game.sgf --to game.html         a page to step through, in any browser
course record - < game.sgf                    a game from standard input
course record                                 without a file: the printed game of T. Rogers, 2004

`course serve`, `course play --to` and `record.save` save games. A file's content, not its name,
says whether it is SGF or JSON. --to writes the form that its name ends in (.txt, .sgf, .json or
.html), unless --as says another, and replaces a file that is there.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from course_tools.arena.record_forms import ENDINGS, FORMS, form_of, in_form, save_record

if TYPE_CHECKING:
    from course_lib.play.record import GameRecord

LARGEST_FILE = 1_000_000

STDIN = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course record`."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help="a game as SGF or JSON; - is stdin"
    )
    parser.add_argument(
        "--as", dest="form", choices=FORMS, help="the form (default: text, or what --to ends in)"
    )
    parser.add_argument(
        "--to", metavar="FILE", type=Path, help="write it to this file instead of printing it"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the game was shown or written, 2 when it could not be read or written."""
    from course_tools.cli._common import check_writable

    to: Path | None = arguments.to
    check_writable(to)
    form = arguments.form or ("text" if to is None else form_of(to, " or say the form with --as"))
    if to is not None and to.exists() and to.suffix.lower() not in ENDINGS:
        raise ValueError(f"{to} is there already, and its name is not that of a saved game")
    record = _read(arguments.file)
    if to is None:
        sys.stdout.write(in_form(record, form))
    else:
        save_record(record, to, form)
    return 0


def _read(path: Path | None) -> GameRecord:
    """The game in this file, or the printed one."""
    from course_lib.lessons.printed_game import printed_game
    from course_lib.play.record import GameRecord
    from course_tools.arena.sgf import decoded, dropped_variations, from_sgf

    if path is None:
        return printed_game()
    name = "standard input" if path == STDIN else path
    with contextlib.ExitStack() as stack:
        file = sys.stdin.buffer if path == STDIN else stack.enter_context(path.open("rb"))
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise ValueError(f"{name} has more than {LARGEST_FILE:,} bytes; no game is that long")
    text = decoded(content)
    try:
        # JSON begins with a brace.
        if path.suffix.lower() != ".sgf" and not text.lstrip("\ufeff \n\t").startswith("("):
            return GameRecord.from_json(text)
        record, left = from_sgf(text), dropped_variations(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if left:
        few = f"{left} variation{'s' if left > 1 else ''}"
        print(f"course record: {name} has {few} beside the game itself", file=sys.stderr)
    return record
