"""Who plays in a league: from what a class has handed in to players that can be started."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from course_lib.game import Game, has_chance, hides
from course_lib.play.progress import patience
from course_tools.grader.classroom.intake import read_register, submissions
from course_tools.grader.classroom.intake.files import Piece, Pieces, Unreadable, pieces
from course_tools.grader.classroom.intake.register import FILE as PEOPLE
from course_tools.grader.judge.repair import repaired, signs_of
from course_tools.grader.judge.slicing import needed_for, parts_to_run
from course_tools.grader.judge.tasks import lesson_names, lesson_of
from course_tools.notebooks import STUDENTS, notebook_bytes, place, read_notebook
from course_tools.settings import LEFT_OUT, left_out, name_pattern

LESSON = "08_tournament"

PLAYER = "my_player"
"""The function that plays: `my_player(game, state, budget)` returns an action."""

_DEFINES = re.compile(rf"^(def {PLAYER}\b|{PLAYER}\s*=)", re.MULTILINE)

_PLAIN_FILE = "course_league"
"""Marks a notebook that was made of a plain file, and says what the file was called."""


@dataclass(frozen=True)
class Entrant:
    """One player of the league: plain data, with all that its process has to run."""

    name: str
    """The name in files and tables, which no other entrant has."""
    title: str
    """The name for people."""
    cells: tuple[tuple[int, str], ...]
    """What runs before the player is asked, each with its place in the notebook, from 1."""
    module: str = "__main__"
    """What `__name__` is in there."""
    baseline: bool = False
    """Whether it is one of ours: then its positions are counted and not limited."""

    @cached_property
    def digest(self) -> str:
        """The same for entrants that play alike: the name decides nothing."""
        text = json.dumps([self.cells, self.module, self.baseline])
        return hashlib.sha256(text.encode()).hexdigest()


# --- players of ours -----------------------------------------------------------------------------

OURS = "ours: "
"""How their names begin; no student's name has a colon here."""

_SOURCE = f"""
import random
from course_lib.play import alphabeta_player, mcts_player, random_player

chance = random.Random(random.random())
plays = {{made}}

def {PLAYER}(game, state, budget):
    return plays(game, state)
"""

RANDOM = "random"

_BASELINES = {
    RANDOM: "random_player(chance)",
    "greedy": "alphabeta_player(depth=1, rng=chance)",
    "depth 2": "alphabeta_player(depth=2, rng=chance)",
    "depth 4": "alphabeta_player(depth=4, rng=chance)",
    "mcts 100": "mcts_player(simulations=100, rng=chance)",
    "mcts 1000": "mcts_player(simulations=1000, rng=chance)",
}


def baselines(game: Game) -> tuple[Entrant, ...]:
    """One that draws its moves, three that look ahead, and two Monte Carlo searches.

    They run as students' players do, with no limit to their positions, so that everybody sees where
    they stand. In a game with dice or cards only the first can play.
    """
    return tuple(
        Entrant(OURS + name, OURS + name, ((1, _SOURCE.format(made=made)),), baseline=True)
        for name, made in _BASELINES.items()
        if name == RANDOM or not (has_chance(game) or hides(game))
    )


# --- players of the class ------------------------------------------------------------------------


class Intake(NamedTuple):
    """The players that came in, and whole sentences about whatever was not as it should be."""

    entrants: tuple[Entrant, ...]
    remarks: tuple[str, ...]


@patience(lambda: "What was handed in is being read")
def intake(source: Path, root: Path, into: Path, *, class_list: Path | None = None) -> Intake:
    """The players in what was handed in, by name; copies of the files lie in `into` then.

    A player is the function `my_player` of lesson 08's notebook, or of a plain Python file, which
    is taken as a notebook of one cell.
    """
    editions = {name: read_notebook(place(root, STUDENTS, name)) for name in lesson_names(root)}
    released = editions.get(LESSON)
    came = submissions(
        source,
        [LESSON],
        class_list=class_list,
        into=into,
        signs={name: signs_of(one) for name, one in editions.items() if one is not None},
        names=name_pattern(root),
        register=read_register(root / "grading" / PEOPLE),
        read=_with_players,
    )
    known = [lesson_of(name, one) for name, one in editions.items() if one is not None]
    gone, _ = left_out(root, {one.name: [task.name for task in one.tasks] for one in known})
    entrants: list[Entrant] = []
    remarks = list(came.everything_odd)
    for one in came.submissions:
        if one.notebook is None:
            continue  # what came of it is among the remarks already
        notebook = _readable(one.notebook, released)
        if notebook is None:
            remarks.append(f"{one.student}: the notebook can't be read.")
            continue
        made = entrant_of(one.student, one.full_name, notebook, released)
        if LESSON in gone and _PLAIN_FILE not in notebook.metadata:
            made = LEFT_OUT.format(LESSON).rstrip(".")
        if isinstance(made, Entrant):
            entrants.append(made)
        else:
            remarks.append(f"{one.student} does not play: {made}.")
    return Intake(tuple(entrants), tuple(dict.fromkeys(remarks)))


def entrant_of(
    name: str, title: str, notebook: NotebookNode, released: NotebookNode | None
) -> Entrant | str:
    """The entrant whose player stands in this notebook, or a sentence why there is none.

    Cells that the player does not lead to are left out: its owner's own games and plots need not
    be played again before every game of the league.
    """
    given = released or new_notebook()  # type: ignore[no-untyped-call]
    parts = parts_to_run(notebook, given)
    own = [part for part in parts if PLAYER in part.names.binds]
    if not own:
        return f"there is no function {PLAYER} in it"
    untouched = {cell.source.strip() for cell in given.cells}
    if all(part.source.strip() in untouched for part in own):
        return f"{PLAYER} is still as it was handed out"
    file = notebook.metadata.get(_PLAIN_FILE)
    return Entrant(
        name=name,
        title=title or name,
        cells=tuple((part.index + 1, part.source) for part in needed_for(PLAYER, parts)),
        module=str(file) if file else "__main__",
    )


def _readable(path: Path, released: NotebookNode | None) -> NotebookNode | None:
    """The notebook, put right by the lesson's own where it is one of that lesson."""
    plain = read_notebook(path)
    if released is None or (plain is not None and _PLAIN_FILE in plain.metadata):
        return plain
    return repaired(path.read_bytes(), released).notebook or plain


def _with_players(source: Path) -> Pieces:
    """The files that were handed in, with a notebook in place of each plain one with a player."""
    alone = Piece(source.name, partial(Path.read_bytes, source))
    if source.suffix == ".py" and source.is_file() and _player_in(alone):
        return Pieces([_as_notebook(alone)])
    came = pieces(source)
    return Pieces([_as_notebook(one) if _player_in(one) else one for one in came.found], came.odd)


def _player_in(piece: Piece) -> str:
    """The text of a plain file with a player, or nothing."""
    if not piece.name.lower().endswith(".py") or "course_lib/" in piece.name:
        return ""
    try:
        text = piece.read().decode("utf-8-sig")
    except (Unreadable, UnicodeDecodeError):
        return ""
    return text if _DEFINES.search(text) else ""


def _as_notebook(piece: Piece) -> Piece:
    """A notebook whose only cell is this file."""
    name = PurePosixPath(piece.name)
    cell = new_code_cell(_player_in(piece), id="plain-file")  # type: ignore[no-untyped-call]
    made = new_notebook(cells=[cell], metadata={_PLAIN_FILE: name.stem})  # type: ignore[no-untyped-call]
    return replace(piece, name=str(name.with_suffix(".ipynb")), read=partial(notebook_bytes, made))
