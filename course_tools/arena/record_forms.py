"""A kept game in each of its forms: for people, for other programs, and to be loaded again."""

from __future__ import annotations

from pathlib import Path

from course_lib.plain import file_text, write_whole
from course_lib.play.record import GameRecord

ENDINGS = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html"}
"""The forms by the ending of a file's name."""

LARGEST_FILE = 1_000_000
"""No game has more bytes."""


def form_of(path: Path) -> str:
    """The form that the ending of this name asks for; another ending is a `ValueError`."""
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"{path} should end in {', '.join(ENDINGS)}")
    return ENDINGS[path.suffix.lower()]


def save_record(record: GameRecord, path: Path) -> None:
    """Write a game to this file, whole or not at all, in the form of its ending."""
    write_whole(path, in_form(record, form_of(path)))


def in_form(record: GameRecord, form: str) -> str:
    """The record in this form."""
    if form == "json":
        return record.to_json()
    if form == "html":
        from course_lib.views.export import html_page  # noqa: PLC0415 - slow to load

        return html_page(record)
    return record.text() + "\n"


def read_record(path: Path) -> GameRecord:
    """The game in this file, which holds JSON, whatever its name."""
    text = file_text(path, most=LARGEST_FILE)
    try:
        return GameRecord.from_json(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
