"""Show a game that was kept, or write it in another form: as text, SGF, JSON or a page.

course record game.json                       the moves, twenty at a time, and the board after each
course record game.json --as sgf              for other programs (Havannah)
course record game.sgf --as html --to game.html   a page to step through, in any browser
course record                                 without a file: the printed game of T. Rogers, 2004

Games are kept by `course serve`, by `course play --save` and by `record.save`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_lib.play.record import GameRecord

FORMS = ("text", "boards", "moves", "sgf", "json", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course record`."""
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a .json or .sgf file")
    parser.add_argument("--as", dest="form", choices=FORMS, default="text", help="default: text")
    parser.add_argument("--to", metavar="FILE", type=Path, help="write it there, do not print it")


def run(arguments: argparse.Namespace) -> int:
    """0 when the game was shown or written, 2 when it could not be read or written."""
    try:
        written = _in_form(_read(arguments.file), arguments.form)
        if arguments.to is None:
            sys.stdout.write(written)
        else:
            arguments.to.write_text(written, encoding="utf-8", newline="\n")
    except (OSError, TypeError, ValueError) as error:
        print(f"course record: {error}", file=sys.stderr)
        return 2
    return 0


def _read(path: Path | None) -> GameRecord:
    """The game in this file, or the printed one."""
    from course_lib.play.havannah_record import printed_game
    from course_lib.play.record import GameRecord
    from course_lib.play.sgf import from_sgf

    if path is None:
        return printed_game()
    if path.suffix.lower() != ".sgf":
        return GameRecord.load(path)
    try:
        return from_sgf(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _in_form(record: GameRecord, form: str) -> str:
    """The record in this form."""
    from course_lib.play.sgf import to_sgf

    if form == "sgf":
        return to_sgf(record)
    if form == "json":
        return record.to_json()
    if form == "html":
        from course_lib.views.export.html import html_page

        return html_page(record)
    return record.text(None if form == "text" else form) + "\n"
