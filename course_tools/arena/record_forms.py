"""A kept game in each of its forms: for people, for other programs, and to be loaded again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from course_lib.plain import write_whole

if TYPE_CHECKING:
    from course_lib.play.record import GameRecord

FORMS = ("text", "boards", "moves", "sgf", "json", "html")

ENDINGS = {".txt": "text", ".sgf": "sgf", ".json": "json", ".html": "html", ".htm": "html"}
"""The forms by the ending of a file's name."""


def form_of(path: Path, otherwise: str = "") -> str:
    """The form that the ending of this name asks for; another ending is a `ValueError`."""
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"{path} should end in {', '.join(ENDINGS)};{otherwise}".rstrip(";"))
    return ENDINGS[path.suffix.lower()]


def save_record(record: GameRecord, path: Path, form: str = "") -> None:
    """Write a game to this file, whole or not at all, in this form or the one of its ending."""
    write_whole(path, in_form(record, form or form_of(path)))


def in_form(record: GameRecord, form: str) -> str:
    """The record in this form."""
    if form == "sgf":
        from course_tools.arena.sgf import to_sgf  # noqa: PLC0415 - few games are written so

        try:
            return to_sgf(record)
        except TypeError as error:  # a game for which the format has no words
            raise ValueError(str(error)) from None
    if form == "json":
        return record.to_json()
    if form == "html":
        from course_lib.views.export import html_page  # noqa: PLC0415 - slow to load

        return html_page(record)
    return record.text(None if form == "text" else form) + "\n"
