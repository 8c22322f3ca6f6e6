"""A table of the scores of all openings of Connect Four, made bit by bit: `Openings`.

It holds the positions with a certain number of stones that are not won, one of each pair of
mirror images. Positions with fewer stones follow from those in a moment.
"""

from __future__ import annotations

import os
import sys
from functools import cached_property
from pathlib import Path

from course_lib.game import Game
from course_lib.play.progress import with_progress
from course_tools.engines.connect_four import FourBoard, Solver, board_of

MOST_PLIES = 12
"""Tables of more stones are not looked for: they would take months to make."""

PACKAGED = Path(__file__).parent
"""Tables for everybody lie here, as `openings_6x7.txt` for the usual board; none has to be there.

`course solve connect-four --openings --plies N --file openings_6x7.txt --go` makes one; its first
line says for how many plies.
"""

Bits = tuple[int, int]
"""A position: the stones of the player to move, and all stones."""


class Openings:
    """Scores of the openings of one game, in a text file that grows by a line for each.

    Any work that was stopped, however it was, goes on where it ended: a line that was not
    finished is written again.
    """

    def __init__(
        self, game: Game, plies: int = 8, path: str | os.PathLike[str] | None = None
    ) -> None:
        """Read what there is, for positions with so many stones."""
        self.game, self.plies = game, plies
        self.board = board_of(game)
        if not 1 <= plies < self.board.squares:
            raise ValueError(
                f"openings of {plies} plies: it must be from 1 to {self.board.squares - 1}"
            )
        self.path = Path(path) if path else table_file(self.board, plies)
        self.head = _head(self.board, plies)
        self.scores: dict[int, int] = {}
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else self.head
        self._finished = text.rfind("\n") + 1
        head, *lines = text.split("\n")
        if head != self.head:
            raise ValueError(f"{self.path} should begin with {self.head!r}; it begins {head!r:.60}")
        for number, line in enumerate(lines[:-1], 2):  # the last one, not finished, is left out
            try:
                key, score = line.split()
                self.scores[int(key, 16)] = int(score)
            except ValueError:
                raise ValueError(
                    f"{self.path}, line {number}: {line!r:.60} should be a key and a score"
                ) from None

    @cached_property
    def positions(self) -> dict[int, Bits]:
        """All positions that belong into the table, by their key."""
        return openings(self.board, self.plies)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return bool(self.scores) and self.scores.keys() >= self.positions.keys()

    def left(self) -> list[Bits]:
        """The positions whose scores are missing."""
        return [bits for key, bits in self.positions.items() if key not in self.scores]

    def work(self) -> None:
        """Add all scores that are missing."""
        left, solver = self.left(), Solver(self.game)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        mode = "r+" if self.path.exists() else "w"
        with self.path.open(mode, encoding="utf-8", newline="\n") as file:
            file.seek(self._finished)  # a line that was not finished is written over
            file.truncate()
            if not self._finished:
                file.write(f"{self.head}\n")
            for mine, taken in with_progress(left, len(left), "openings"):
                score = solver.score_of(mine, taken)
                key = key_of(self.board, mine, taken)
                self.scores[key] = score
                file.write(f"{key:x} {score}\n")
                file.flush()

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position with at most so many stones that is not won, from the table."""
        known: dict[int, int] = {}

        def score(mine: int, taken: int) -> int:
            stones = taken.bit_count()
            key = key_of(self.board, mine, taken)
            if stones == self.plies:
                return self.scores[key]
            if key not in known:
                winning = self.board.winning_squares(mine, taken)
                known[key] = max(
                    self.board.winning_score(stones)
                    if move & winning
                    else -score(taken ^ mine, taken | move)
                    for move in self.board.moves(taken)
                )
            return known[key]

        return score(mine, taken)


class OpenedSolver(Solver):
    """A compiled solver that looks openings up in a table that is complete."""

    def __init__(self, game: Game, table: Openings) -> None:
        """Make a solver for the table's game."""
        super().__init__(game)
        self.table = table

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position that is not won."""
        if taken.bit_count() <= self.table.plies:
            return self.table.score_of(mine, taken)
        return super().score_of(mine, taken)


def complete_openings(game: Game) -> Openings | None:
    """The table with most stones: the package's own, or the user's if it is larger and complete."""
    board, ours = board_of(game), packaged_openings(game)
    for plies in range(min(MOST_PLIES, board.squares - 1), ours.plies if ours else 0, -1):
        if table_file(board, plies).exists() and (table := Openings(game, plies)).complete:
            return table
    return ours


def packaged_openings(game: Game) -> Openings | None:
    """The table that comes with the package for this game, or `None`; it is complete."""
    board = board_of(game)
    path = PACKAGED / f"openings_{board.rows}x{board.columns}.txt"
    if not path.exists():
        return None
    with path.open(encoding="utf-8") as file:
        head = file.readline().removesuffix("\n")
    for plies in range(1, min(MOST_PLIES, board.squares - 1) + 1):
        if head == _head(board, plies):
            return Openings(game, plies, path)
    raise ValueError(f"{path} should begin like {_head(board, 4)!r}; it begins {head!r:.60}")


def openings(board: FourBoard, plies: int) -> dict[int, Bits]:
    """All positions with so many stones that are not won, mirror images once, by their key."""
    level: dict[int, Bits] = {0: (0, 0)}
    for _ in range(plies):
        following: dict[int, Bits] = {}
        for mine, taken in level.values():
            winning = board.winning_squares(mine, taken)
            for move in board.moves(taken):
                if not move & winning:
                    after = taken ^ mine, taken | move
                    following.setdefault(key_of(board, *after), after)
        level = following
    return level


def key_of(board: FourBoard, mine: int, taken: int) -> int:
    """One number for a position and its mirror image."""
    return min(mine + taken, board.mirrored(mine) + board.mirrored(taken))


def table_file(board: FourBoard, plies: int) -> Path:
    """Where a user's table is kept if nobody says otherwise."""
    return data_folder() / f"connect-four-{board.rows}x{board.columns}-{plies}.txt"


def data_folder() -> Path:
    """Where this system keeps what programs make for one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "adversarial-search"


def _head(board: FourBoard, plies: int) -> str:
    """The first line of a table."""
    size = f"{board.rows}x{board.columns}"
    return f"Connect Four {size}: key and score of the openings of {plies} plies"
