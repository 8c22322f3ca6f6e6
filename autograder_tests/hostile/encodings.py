"""Letters that deceive: encodings, marks, names and texts that look like something else."""

from __future__ import annotations

import json
from collections.abc import Callable

from nbformat import NotebookNode

from autograder_tests.hostile.making import (
    STUB,
    Files,
    Hostile,
    Target,
    by_hand,
    cell_of,
    right,
    stored,
)
from autograder_tests.submissions import submission

KIND = "encodings"
PLAYER = {"player": 1.0}


def _as(encoding: str, start: bytes = b"") -> Callable[[NotebookNode], bytes]:
    """Stores the notebook in this way."""
    return lambda notebook: start + stored(notebook).decode().encode(encoding)


def _text(source: str) -> Callable[[NotebookNode], None]:
    """Puts these letters into the answer, behind it."""

    def change(notebook: NotebookNode) -> None:
        """Add them."""
        cell_of(notebook, "player").source += "\n" + source

    return change


def _latin(notebook: NotebookNode) -> bytes:
    cell_of(notebook, "player").source += "\n# façade"
    return json.dumps(notebook, ensure_ascii=False).encode("latin-1")


def _half_letters(notebook: NotebookNode) -> bytes:
    cell_of(notebook, "player").source += "\n# \ud800 and \udfff"
    return stored(notebook)


def _of_carriage_returns(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.source = cell.source.replace("\n", "\r")


def _twins(notebook: NotebookNode) -> None:
    # The function's name has a Cyrillic letter, so that it only looks like the one asked for.
    cell = cell_of(notebook, "player")
    cell.source = cell.source.replace("def player", "def pl\u0430yer")


def _honest(edition: NotebookNode, target: Target) -> Files:
    """An honest notebook."""
    return {target.notebook: stored(submission(edition, {"player": right("player")}))}


def _name(name: str, what: str, folder: str) -> Hostile:
    """An attack by the name of a folder alone; the work in it is honest."""
    return Hostile(name, what, KIND, _honest, earns=PLAYER, student=(STUB,), folder=folder)


ENTRIES: tuple[Hostile, ...] = (
    by_hand(
        "byte_order_mark",
        "Begins with a byte order mark.",
        KIND,
        _as("utf-8", b"\xef\xbb\xbf"),
        student=("UTF-8-SIG",),
        instructor=("UTF-8-SIG",),
    ),
    by_hand(
        "sixteen_bits",
        "Is stored as UTF-16.",
        KIND,
        _as("utf-16"),
        student=("UTF-16",),
        instructor=("UTF-16",),
    ),
    by_hand(
        "thirty_two_bits",
        "Is stored as UTF-32.",
        KIND,
        _as("utf-32"),
        student=("UTF-32",),
        instructor=("UTF-32",),
    ),
    by_hand(
        "letters_of_1987",
        "Is stored as Latin-1.",
        KIND,
        _latin,
        student=("not stored as UTF-8",),
        instructor=("not stored as UTF-8",),
    ),
    by_hand("half_letters", "Has halves of letters.", KIND, _half_letters, student=(STUB,)),
    by_hand(
        "carriage_returns",
        "Ends its lines as computers of 1984 did.",
        KIND,
        _of_carriage_returns,
        student=(STUB,),
    ),
    by_hand(
        "zero_bytes",
        "Has a zero in its code.",
        KIND,
        _text("x = '\0'"),
        earns={},
        student=("null byte",),
        instructor=("null byte",),
    ),
    by_hand(
        "reversed_text",
        "Has letters that make code look like a comment.",
        KIND,
        _text("# \u202e\u2066 return True \u2069\u2066"),
        student=(STUB,),
    ),
    by_hand(
        "twin_letters",
        "Names its function with letters that only look alike.",
        KIND,
        _twins,
        earns={},
        student=("no function player",),
    ),
    _name("script_as_a_name", "Is called like a script.", "<img src=x onerror=evil_name()>"),
    _name("formula_as_a_name", "Is called like a formula.", "=HYPERLINK(1;2)"),
    _name("command_as_a_name", "Is called like a command.", "$(touch hostile-was-here);`id`"),
    _name("folders_as_a_name", "Is called like a way out.", "..\\..\\evil"),
    _name("reversed_name", "Has a name that turns the text behind it round.", "ada\u202egpj.exe"),
    _name("long_name", "Has a name of 200 letters.", "x" * 200),
    _name("name_of_a_device", "Is called like a device.", "CON"),
    _name(
        "table_as_a_name", "Is called like a command of the database.", "x'; DROP TABLE grade; --"
    ),
)
