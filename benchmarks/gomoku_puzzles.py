"""Puzzles for Gomoku: positions in which the player to move wins by continuous fours.

`python -m benchmarks.gomoku_puzzles --seconds 60` makes more. It searches random but busy games for
forced wins by fours. From each one it takes stones away in pairs, as long as the win stays the
same, so that only what matters is left. The best of each kind go to a file: first those with few
first moves that win, then those with few stones.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from course_lib.game import Player, State
from course_lib.games import Gomoku
from course_lib.games.squares import EMPTY, Board, Square, square_named
from course_tools.engines.gomoku import Position, forced_win, winning_first_moves

PUZZLES = Path(__file__).with_name("gomoku_puzzles.json")

SIZES = ((9, False), (9, True), (11, False), (13, False), (15, False), (15, True))
CHOICES = 8
"""The moves among which a busy game draws: those that change most."""

Kind = tuple[int, int, bool]
"""How many fours, the size of the board, and whether exactly five are wanted."""


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


def puzzles(path: Path = PUZZLES) -> list[Puzzle]:
    """The puzzles in this file, from short to long, and those with few stones first.

    >>> puzzles()[0].fours
    1
    """
    entries = json.loads(path.read_text(encoding="utf-8"))
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


def busy_position(game: Gomoku, rng: Random) -> tuple[Board, int] | None:
    """A board from a random game with a forced win by fours, and how many it takes."""
    state = game.result(game.initial, (game.size // 2, game.size // 2))
    position = Position(game, state.board)
    board = list(state.board)
    for number in range(1, game.size * game.size * 2 // 3):
        player, other = number % 2, 1 - number % 2
        if position.fives(player):
            return None
        if number > 8:
            line = position.forced_line(player, math.inf, 20_000, threes=False)
            if line is not None and rng.random() < max(0.05, (len(line) - 3) / 8):
                return tuple(board), len(line) // 2
        places = position.fives(other)
        if not places:
            places = position.promising(position.candidates())[:CHOICES]
        place = rng.choice(places)
        position.put(place, player)
        board[place] = game.players[player]
    return None


def thinned(game: Gomoku, board: Board, fours: int, rng: Random) -> Board:
    """The same puzzle with as few stones as can be, taken away in pairs of one each."""
    while True:
        pairs = list(
            product(
                *(
                    [at for at, mark in enumerate(board) if mark == player]
                    for player in game.players
                )
            )
        )
        rng.shuffle(pairs)
        for pair in pairs:
            fewer = tuple(EMPTY if at in pair else mark for at, mark in enumerate(board))
            won = forced_win(game, game.state_of(fewer, None), most_fours=fours)
            if won is not None and won.fours == fours:
                board = fewer
                break
        else:
            return board


def as_puzzle(game: Gomoku, board: Board) -> Puzzle:
    """The puzzle with this board, solved."""
    state = game.parse("".join(board))
    won = forced_win(game, state)
    if won is None:
        raise ValueError(f"there is no forced win by fours here:\n{game.render(state)}")
    return Puzzle(game, state, won.fours, winning_first_moves(game, state), won.line)


def badness(puzzle: Puzzle) -> tuple[int, int, str]:
    """The smaller, the better the puzzle: few ways to begin, then few stones."""
    stones = sum(mark != EMPTY for mark in puzzle.state.board)
    return min(len(puzzle.first_moves), 3), stones, "".join(puzzle.state.board)


def kind_of(puzzle: Puzzle) -> Kind:
    """What kind of puzzle it is."""
    return puzzle.fours, puzzle.game.size, puzzle.game.exact


def main(words: Sequence[str] | None = None) -> int:
    """0 when the puzzles were written."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gomoku_puzzles")
    parser.add_argument("--seconds", type=float, default=60, help="how long to look (60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2, help="so many of each kind (2)")
    parser.add_argument("--longest", type=int, default=9, help="the most fours (9)")
    parser.add_argument(
        "--file", type=Path, default=PUZZLES, help=f"where they are kept ({PUZZLES.name})"
    )
    arguments = parser.parse_args(words)
    kept: dict[Kind, list[Puzzle]] = {}
    if arguments.file.exists():
        for puzzle in puzzles(arguments.file):
            kept.setdefault(kind_of(puzzle), []).append(puzzle)
    rng, end = Random(arguments.seed), time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        size, exact = rng.choice(SIZES)
        game = Gomoku(size, exact=exact)
        found = busy_position(game, rng)
        if found is None or not 1 <= found[1] <= arguments.longest:
            continue
        puzzle = as_puzzle(game, thinned(game, *found, rng))
        same_kind = kept.setdefault(kind_of(puzzle), [])
        if puzzle.state not in [other.state for other in same_kind]:
            same_kind.append(puzzle)
            same_kind.sort(key=badness)
            del same_kind[arguments.each :]
    entries = [as_entry(puzzle) for _, same_kind in sorted(kept.items()) for puzzle in same_kind]
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    arguments.file.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")
    for (fours, size, exact), same_kind in sorted(kept.items()):
        stones = [badness(puzzle)[:2] for puzzle in same_kind]
        print(f"{fours} fours, {size}x{size}{' exact' if exact else ''}: {stones}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
