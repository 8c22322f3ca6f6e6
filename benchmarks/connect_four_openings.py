"""Makes the table of openings of Connect Four that `course_tools.arena.engines.connect_four` reads.

`python -m benchmarks.connect_four_openings` takes about half an hour. Stop it with Ctrl-C, and the
same command goes on.
"""

from __future__ import annotations

from course_lib.games import ConnectFour
from course_lib.play.progress import with_progress
from course_tools.arena.engines.connect_four import OPENED, OPENINGS, FourBoard, Solver

Bits = tuple[int, int]
"""A position: the stones of the player to move, and all stones."""


def openings(board: FourBoard, plies: int) -> dict[int, Bits]:
    """All positions with so few stones that nobody can have won, by their key."""
    level: dict[int, Bits] = {0: (0, 0)}
    for _ in range(plies):
        after = [
            (taken ^ mine, taken | move)
            for mine, taken in level.values()
            for move in board.moves(taken)
        ]
        level = {board.key(*bits): bits for bits in after}
    return level


def main() -> None:
    """Add the lines that are missing."""
    solver = Solver(ConnectFour())
    wanted = openings(solver.board, OPENED)
    with OPENINGS.open("a+", encoding="utf-8", newline="\n") as file:
        file.seek(0)
        known = {int(line.split()[0], 16) for line in file}
        for key, bits in with_progress(wanted.items(), len(wanted), "openings"):
            if key not in known:
                file.write(f"{key:x} {solver.score_of(*bits)}\n")
                file.flush()


if __name__ == "__main__":
    main()
