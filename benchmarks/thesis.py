"""What T. Rogers's thesis of 2004 reports, found out again: `python -m benchmarks.thesis`.

    python -m benchmarks.thesis --games 40    wider intervals, in seconds

Each line says whether it is so, the statement, and what we find. Rogers's programs are `straight`
of lesson 06 with its `Planner`; his defence stops chains as `Blocks` does. With it the 43 moves of
X in the game that he printed come out one by one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from autograder_tests.solution import solution
from course_lib.games import ConnectFour, Havannah
from course_lib.games.hexboard import STEPS, Cell, hex_board
from course_lib.games.hexchains import MANY_CORNERS, MANY_SIDES
from course_lib.lessons.lesson_06.example import example_player
from course_lib.lessons.lesson_06.planner import Planner
from course_lib.lessons.lesson_06.printed_game import printed_game
from course_lib.play import PlayerFunction, minimax_player, random_player, tournament, wilson
from course_lib.search import alphabeta_search
from course_tools.arena.engines.havannah_solver import HavannahSolver

SIZE = 10
USUALLY, EVERY_TIME = 0.6, 0.95
"""How we read the thesis's words: in more than so many games of all."""


# --- Rogers's defence ---------------------------------------------------------------------------


class Blocks:
    """Where to stop the chain at the stone that the opponent has just set; nowhere is None.

    It sees a gap of one cell between stones that would have two corners or three sides, and a cell
    midway between two stones of a chain, whether that closes a ring or not. A last stone on a
    corner or a side it doesn't see, nor that the cell it takes is no help.
    """

    def __init__(self) -> None:
        self._seen: set[Cell] = set()

    def __call__(self, own: set[Cell], theirs: set[Cell], size: int) -> Cell | None:
        """The cell to take for these stones."""
        fresh = theirs - self._seen if self._seen <= theirs else theirs
        self._seen = set(theirs)
        empty = {*hex_board(size).cells} - own - theirs
        blocks = (block for stone in sorted(fresh) for block in _blocks(stone, theirs, empty, size))
        return next(blocks, None)


def _blocks(stone: Cell, theirs: set[Cell], empty: set[Cell], size: int) -> Iterator[Cell]:
    """The cells that stop the chain at this stone: from a bridge, a fork, and a cycle."""
    board, chain, wider = hex_board(size), _linked(stone, theirs, 1), _linked(stone, theirs, 2)
    others = {*wider} - {*chain}
    for parts, many in (
        ([[one] for one in board.corners], MANY_CORNERS),
        (board.sides, MANY_SIDES),
    ):
        if _touched(parts, chain) >= many - 1 and _touched(parts, wider) >= many:
            around = ((x + dx, y + dy) for x, y in chain for dx, dy in STEPS)
            yield from (c for c in around if c in empty and others & {*board.neighbours[c]})
    for number, (x, y) in enumerate(chain):
        for a, b in chain[number + 1 :]:
            middle = (x + a) // 2, (y + b) // 2
            if _distance((x, y), (a, b)) == 2 and middle in empty:
                yield middle


def _linked(stone: Cell, theirs: set[Cell], reach: int) -> list[Cell]:
    """Their stones to which jumps of at most `reach` lead from this one, farthest first."""
    left, found = sorted(theirs - {stone}), [stone]
    for cell in found:  # grows while we go: a queue
        found += [other for other in left if _distance(cell, other) <= reach]
        left = [other for other in left if _distance(cell, other) > reach]
    return found[::-1]


def _touched(parts: Collection[Collection[Cell]], cells: Collection[Cell]) -> int:
    """How many of these corners or sides the cells touch."""
    return sum(not {*part}.isdisjoint(cells) for part in parts)


def _distance(one: Cell, other: Cell) -> int:
    """How many steps it is from one cell to the other.

    >>> _distance((2, 2), (3, 3)), _distance((2, 2), (1, 3))
    (1, 2)
    """
    dx, dy = other[0] - one[0], other[1] - one[1]
    return max(abs(dx), abs(dy), abs(dx - dy))


# --- the statements -----------------------------------------------------------------------------


class Claim(NamedTuple):
    """A statement of the thesis, what we find, and whether they agree: yes, no or open."""

    says: str
    found: str
    agrees: str


def claims(games: int, seed: int) -> Iterator[Claim]:
    """The statements one by one, each as soon as its games are played."""
    straight = Planner(solution("straight"), Random(0))
    defence = Planner(solution("straight"), Random(0), Blocks())
    example = example_player(Random(0))

    def won(one: PlayerFunction, other: PlayerFunction) -> tuple[int, int]:
        """How many games of so many the first of these has won, or X against itself."""
        table = tournament([one, other], Havannah(SIZE), games, seed, progress=False)
        label = table.players[0]
        wins = [r.winner if one is other else r.players.get(r.winner or "") for r in table.records]
        return wins.count("X" if one is other else label), games

    def more(says: str, times: int, of: int, than: float) -> Claim:
        low, high = wilson(times / of, of)
        agrees = "yes" if low > than else "no" if high < than else "open"
        return Claim(says, _share(times, of), agrees)

    yield more("the example beats straight every time", *won(example, straight), EVERY_TIME)
    times, of = won(defence, example)
    low, high = wilson(times / of, of)
    agrees = "yes" if low <= 1 / 10 <= high else "no"
    yield Claim("the defence wins one in ten against it", _share(times, of), agrees)
    yield more("straight against itself: usually X wins", *won(straight, straight), USUALLY)
    yield more("the defence against itself: usually X wins", *won(defence, defence), USUALLY)
    pair = {"tree": minimax_player(), "random": random_player(Random(0))}
    records = tournament(pair, Havannah(2), games, seed, progress=False).records
    first = [record for record in records if record.players["X"] == "tree"]
    times = sum(record.winner == "X" for record in first)
    agrees = "yes" if times == len(first) else "no"
    yield Claim("the whole tree wins on size 2, moving first", _share(times, len(first)), agrees)
    yield from certain_claims()


def certain_claims() -> Iterator[Claim]:
    """What needs no games: the printed record, and small boards that can be solved."""
    record = printed_game()
    *_, end = record.states()
    kinds, _ = record.game.win_line(end) or ((), ())
    says = f"the last of {len(record.actions)} printed moves, "
    says += f"{record.game.action_name(record.actions[-1])}, makes a fork"
    yield Claim(says, f"all are legal, and it makes: {', '.join(kinds)}", _yes_if(kinds, ("fork",)))
    ends = {0: "nobody wins", 1: "the first player wins"}
    for rows, columns, value in ((3, 3, 0), (3, 4, 1), (3, 5, 1), (4, 3, 0)):
        game = ConnectFour(rows, columns, 3)
        found, _ = alphabeta_search(game, game.initial)
        says = f"Connect Three on {rows} rows and {columns} columns: {ends[value]}"
        yield Claim(says, f"its value is {found:g}", _yes_if(found, value))
    for size in (2, 3):
        board = Havannah(size)
        values = HavannahSolver(board).values(board.initial)
        winning = [board.action_name(action) for action, value in values.items() if value > 0]
        says = f"the first player wins Havannah of size {size}"
        yield Claim(says, f"with {', '.join(winning)}", "yes" if winning else "no")


def _share(times: int, of: int) -> str:
    """So many of so many, with the 95 % interval."""
    low, high = wilson(times / of, of)
    return f"{times} of {of}, {100 * times / of:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _yes_if(found: object, expected: object) -> str:
    """Whether it was found as it is said to be."""
    return "yes" if found == expected else "no"


def main(words: Sequence[str] | None = None) -> int:
    """0 when the report was printed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thesis")
    parser.add_argument("--games", type=int, default=400, help="games a match (400)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    arguments = parser.parse_args(words)
    for claim in claims(arguments.games, arguments.seed):
        print(f"{claim.agrees:5}  {claim.says}\n       {claim.found}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
