"""Puzzles for Gomoku: positions in which the player to move wins by continuous fours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from course_lib.game import Player, State
from course_lib.games.k_in_a_row import Gomoku
from course_lib.games.squares import Square, square_named


@dataclass(frozen=True)
class Puzzle:
    """A position to solve, and what its solution is.

    `fours` is how many fours the shortest win takes before the five; `first_moves` has every move
    that keeps a forced win by fours, and how many fours it takes with it; `line` is a shortest win,
    attacker and defender in turn.
    """

    game: Gomoku
    state: State
    fours: int
    first_moves: dict[Square, int]
    line: tuple[Square, ...]

    @property
    def to_move(self) -> Player:
        """Who is to find the win."""
        return self.game.to_move(self.state)

    def __str__(self) -> str:
        """The board, and under it what is asked."""
        rule = "exactly five in a row wins" if self.game.exact else "five or more in a row win"
        fours = f"{self.fours} four{'s' if self.fours > 1 else ''}"
        asked = f"{self.to_move} to move wins by {fours} and a five; {rule}"
        return f"{self.game.render(self.state)}\n{asked}"


def puzzles(
    fours: int | None = None, *, size: int | None = None, exact: bool | None = None
) -> list[Puzzle]:
    """The puzzles that take so many fours, on boards of this size and with this rule; or all.

    They come from short to long, and those with few stones first.

    >>> puzzle = puzzles(fours=2)[0]
    >>> puzzle.fours
    2
    """
    text = (
        files("course_tools.engines.players")
        .joinpath("gomoku_puzzles.json")
        .read_text(encoding="utf-8")
    )
    entries = [
        entry
        for entry in json.loads(text)
        if fours in (None, entry["fours"])
        and size in (None, entry["size"])
        and exact in (None, entry["exact"])
    ]
    kinds = {(entry["size"], entry["exact"]) for entry in entries}
    games = {kind: Gomoku(kind[0], exact=kind[1]) for kind in kinds}
    return [_puzzle(games[entry["size"], entry["exact"]], entry) for entry in entries]


def as_entry(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as plain data, as it lies in the file."""
    name = puzzle.game.action_name
    return {
        "size": puzzle.game.size,
        "exact": puzzle.game.exact,
        "to_move": puzzle.to_move,
        "fours": puzzle.fours,
        "board": puzzle.game.render(puzzle.state).replace(" ", "").split("\n"),
        "first_moves": {name(square): fours for square, fours in puzzle.first_moves.items()},
        "line": [name(square) for square in puzzle.line],
    }


def _puzzle(game: Gomoku, entry: dict[str, Any]) -> Puzzle:
    """The puzzle of this game that was written as this entry."""
    size = game.size
    return Puzzle(
        game,
        game.parse("".join(entry["board"])),
        entry["fours"],
        {square_named(name, size, size): fours for name, fours in entry["first_moves"].items()},
        tuple(square_named(name, size, size) for name in entry["line"]),
    )
