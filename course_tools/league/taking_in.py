"""From a folder, nbgrader's tree or a learning platform's zip to the players of a league."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from course_tools.grade.files import CantWriteError, cant_write
from course_tools.grade.intake import submissions
from course_tools.grade.intake.folders import pieces
from course_tools.grade.intake.pieces import Piece, Pieces, Unreadable
from course_tools.grade.notebooks import STUDENTS, notebook_bytes, place, read_notebook
from course_tools.grade.repair import repaired, signs_of
from course_tools.grade.tasks import lesson_names
from course_tools.league.entrants import PLAIN_FILE, PLAYER, Entrant, entrant_of

LESSON = "08_tournament"
_DEFINES = re.compile(rf"^(def {PLAYER}\b|{PLAYER}\s*=)", re.MULTILINE)


class Entered(NamedTuple):
    """The players that came in, and whole sentences about whatever was odd."""

    entrants: tuple[Entrant, ...]
    odd: tuple[str, ...]


def entered(source: Path, root: Path, into: Path, *, class_list: Path | None = None) -> Entered:
    """The players in what was handed in, by name; copies of the files lie in `into` then.

    A player is the function `my_player` of lesson 08's notebook, or of a plain Python file, which
    is taken as a notebook of one cell.
    """
    lessons = lesson_names(root)
    editions = {name: read_notebook(place(root, STUDENTS, name)) for name in lessons}
    released = editions.get(LESSON)
    came = submissions(
        _with_plain_files(source, into / "as_notebooks"),
        [LESSON],
        class_list=class_list,
        into=into / "copies",
        signs={name: signs_of(one) for name, one in editions.items() if one is not None},
    )
    found: list[Entrant] = []
    odd = list(came.everything_odd)
    for one in came.submissions:
        if one.notebook is None:
            continue  # what came of it is among the odd sentences already
        notebook = _readable(one.notebook, released)
        if notebook is None:
            odd.append(f"{one.student}: the notebook can't be read.")
            continue
        made = entrant_of(one.student, one.full_name, notebook, released)
        if isinstance(made, Entrant):
            found.append(made)
        else:
            odd.append(f"{one.student} does not play: {made}.")
    return Entered(tuple(found), tuple(dict.fromkeys(odd)))


def _readable(path: Path, released: NotebookNode | None) -> NotebookNode | None:
    """The notebook, put right by the lesson's own where it is one of that lesson."""
    plain = read_notebook(path)
    if released is None or (plain is not None and PLAIN_FILE in plain.metadata):
        return plain
    return repaired(path.read_bytes(), released).notebook or plain


def _with_plain_files(source: Path, folder: Path) -> Path:
    """The same files with a notebook in place of each plain file that has a player."""
    if source.suffix == ".py" and source.is_file():
        found = Pieces([Piece(source.name, partial(Path.read_bytes, source))])
    else:
        found = pieces(source)
    players = {piece.name: text for piece in found.found if (text := _player_in(piece))}
    if not players:
        return source
    for piece in found.found:
        if piece.name in players:
            name = Path(piece.name).with_suffix(".ipynb")
            _put(folder / name, _as_notebook(name.stem, players[piece.name]))
            continue
        try:
            _put(folder / piece.name, piece.read())
        except Unreadable:
            continue  # only what can be read may hold a player
    return folder


def _player_in(piece: Piece) -> str:
    """The text of a plain file with a player, or nothing."""
    if not piece.name.lower().endswith(".py") or "course_lib/" in piece.name:
        return ""
    try:
        text = piece.read().decode("utf-8-sig")
    except (Unreadable, UnicodeDecodeError):
        return ""
    return text if _DEFINES.search(text) else ""


def _as_notebook(name: str, text: str) -> bytes:
    """A notebook with this code in its only cell."""
    cell = new_code_cell(text, id="plain-file")  # type: ignore[no-untyped-call]
    made = new_notebook(cells=[cell], metadata={PLAIN_FILE: name})  # type: ignore[no-untyped-call]
    return notebook_bytes(made)


def _put(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise CantWriteError(error.errno, cant_write(path, error)) from error
