"""Lesson 09's learner for longer than a lesson lasts: `python -m benchmarks.learn_longer`.

It plays against itself, and the lesson's own functions learn from each game. What it sees of
Connect Four are the lesson's windows. Of Havannah on a small board it sees each cell with its six
neighbours; cells that mirror each other share their numbers. As in the lesson, two rules are all
the advice it gets: complete a line if you can, and don't let the other player complete one.

Strength is the percentage of right moves: in the 322 positions of Connect Four with exact scores,
and in the positions of Havannah in `havannah_positions.json`, in which nobody can win or has to
block at once and not all moves are worth the same. `--positions` proves those again: minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import count
from math import tanh
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from autograder_tests.solution import solution
from benchmarks.self_play import CHANCE, lesson
from course_lib.games import ConnectFour
from course_lib.games.havannah import EMPTY, Havannah, HavannahState
from course_lib.games.hexboard import hex_board
from course_lib.games.hexchains import Chains, hex_chains
from course_lib.lessons.self_play import TEXTS, look_with, measured, searching, text_of_tables
from course_lib.plain import write_whole
from course_lib.play import play_game
from course_lib.play.players import PlayerFunction
from course_lib.play.progress import MOMENT, ProgressLine
from course_lib.views.figure import GREY, Curve, Panel, Plot, curves
from course_tools.engines.havannah_solver import HavannahSolver
from course_tools.engines.mcts import mcts_search
from course_tools.engines.proofs import TooManyStatesError

POSITIONS = Path(__file__).with_name("havannah_positions.json")
EXPLORE, LAMBDA = 0.3, 0.7
"""How often a move of Havannah is drawn at random, and how much the rest of a game counts."""
RATE, SLOWING = 0.007, 10_000
"""After so many games the rate has fallen by a factor of 1.4, after three times as many by 2."""
FIRST, FACTOR = 200.0, 1.5
"""It is measured after so many games first, and whenever there are so many times as many."""
PLAYOUTS, MATCH = 400, 100
"""Random games for a move of lesson 05's search, and the games of a match against it."""

PICTURE = Path(__file__).parents[1] / ".github" / "pictures" / "learning.svg"

Tables = dict[str, dict[Any, float]]
Moves = list[tuple[str, list[Any], float, bool]]
"""Who is to move after each move, what is seen then, its value, and whether it was drawn."""


class Fours:
    """Connect Four by the functions of the lesson."""

    game = ConnectFour()

    def self_play(self, tables: Tables, rng: Random) -> tuple[Moves, int]:
        """A game against itself: its moves, and the result for X."""
        played: tuple[Moves, int] = lesson()["self_play"](tables, 1, rng)
        return played

    def strength(self, tables: Tables) -> dict[str, float]:
        """The percentages of right moves."""
        look = look_with(tables, lesson()["opinions"])
        return {
            "one move deep": lesson()["measure"](lesson()["player_with"](tables)),
            "50 simulations": lesson()["measure"](searching(lesson()["guided"], TEXTS, 50, look)),
        }

    def levels(self) -> dict[str, float]:
        """The percentages of others, to compare with."""
        return {"lesson 4": measured()["levels"]["lesson 4"], "at random": CHANCE}

    def at_the_end(self, _tables: Tables) -> dict[str, float]:
        """What takes too long to be measured often: nothing here."""
        return {}


class Position:
    """A position of Havannah as the learner sees it; it changes as stones are set."""

    def __init__(self, board: Hexes) -> None:
        """Begin with the empty board."""
        self.board = board
        self.seen = [0] * len(board.numbers)
        """What is in each window: a digit to the base 3 for each of its cells."""
        self.chains: list[Chains] = [(), ()]
        self.wins: list[list[int]] = [[], []]
        """For X and for O the empty places that win."""
        self.empty = list(range(len(board.numbers)))

    def set(self, place: int, seat: int) -> bool:
        """Set a stone; whether it has won."""
        chains, board = self.board.chains, self.board
        for window, digit in board.through[place]:
            self.seen[window] += digit << seat
        self.chains[seat], joined = chains.with_stone(self.chains[seat], place)
        self.empty.remove(place)
        won = bool(chains.kinds(joined))
        if place in self.wins[1 - seat]:
            self.wins[1 - seat].remove(place)
        stones = sum(self.chains[seat])
        self.wins[seat] = [
            other
            for other in self.empty
            if chains.near[other] & stones
            and chains.kinds(chains.with_stone(self.chains[seat], other)[1])
        ]
        return won

    def candidates(self, seat: int) -> list[int]:
        """The places worth a look, by the rules alone."""
        return self.wins[seat][:1] or self.wins[1 - seat] or self.empty

    def pairs(self) -> list[tuple[int, int]]:
        """What is seen: the number of each window, and what is in it."""
        return list(zip(self.board.numbers, self.seen, strict=True))


class Hexes:
    """Havannah on a small board, with a window around each cell."""

    def __init__(self, size: int) -> None:
        """Number the windows: mirror images share theirs, and are read in the same order."""
        self.game, self.chains, board = Havannah(size), hex_chains(size), hex_board(size)
        images = [[board.index[cell] for cell in image] for image in board.images.values()]
        windows: dict[int, tuple[int, list[int]]] = {}
        for place, cell in enumerate(board.cells):
            around = [place, *(board.index[near] for near in board.neighbours[cell])]
            for image in images:
                windows.setdefault(image[place], (place, [image[at] for at in around]))
        self.numbers = [windows[place][0] for place in range(len(windows))]
        self.through: list[list[tuple[int, int]]] = [[] for _ in windows]
        """For each place the windows that it is in, and what a stone of X adds there."""
        for window, (_, places) in windows.items():
            for digit, place in enumerate(places):
                self.through[place].append((window, 3**digit))

    def choice(self, tables: Tables, position: Position, seat: int) -> int:
        """The place that this player likes best, one move deep."""
        table, seen, numbers = tables["OX"[seat]], position.seen, self.numbers
        now = [table.get(pair, 0) for pair in position.pairs()]
        change = {
            place: sum(
                table.get((numbers[window], seen[window] + (digit << seat)), 0) - now[window]
                for window, digit in self.through[place]
            )
            for place in position.candidates(seat)
        }
        return (min if seat else max)(change, key=change.__getitem__)

    def self_play(self, tables: Tables, rng: Random) -> tuple[Moves, int]:
        """A game against itself: its moves, and the result for X."""
        position, seat, moves = Position(self), 0, []
        opinion = lesson()["opinion"]
        while position.empty:
            drawn = rng.random() < EXPLORE
            if drawn:
                place = rng.choice(position.candidates(seat))
            else:
                place = self.choice(tables, position, seat)
            if position.set(place, seat):
                return moves, 1 - 2 * seat
            seat = 1 - seat
            mark, pairs = "XO"[seat], position.pairs()
            moves.append((mark, pairs, tanh(opinion(tables[mark], pairs)), drawn))
        return moves, 0

    def position(self, board: str) -> Position:
        """The position of this board, whatever the order of its stones was."""
        position = Position(self)
        for place, mark in enumerate(board):
            if mark != EMPTY:
                position.set(place, "XO".index(mark))
        return position

    def chosen(self, tables: Tables, board: str) -> int:
        """The place that the player to move likes best."""
        return self.choice(tables, self.position(board), board.count("X") - board.count("O"))

    def strength(self, tables: Tables) -> dict[str, float]:
        """The percentage of right moves."""
        right = sum(
            worth[self.chosen(tables, board)] == best_of(worth) for board, worth in self.positions
        )
        return {"one move deep": 100 * right / len(self.positions)}

    def levels(self) -> dict[str, float]:
        """The percentage of who moves at random."""
        shares = [
            worth.count(best_of(worth)) / (len(worth) - worth.count("."))
            for _, worth in self.positions
        ]
        return {"at random": round(100 * sum(shares) / len(shares), 1)}

    def at_the_end(self, tables: Tables) -> dict[str, float]:
        """What it gets against lesson 05's search, in percent: openings of two random stones."""
        search, rng, points = solution("mcts"), Random("match"), 0.0
        players: list[PlayerFunction] = [
            lambda game, state: game.all_actions[self.chosen(tables, state.board)],
            lambda game, state: search(game, state, PLAYOUTS, rng)[0],
        ]
        for number in range(MATCH):
            opening, state = Random(f"opening {number // 2}"), self.game.initial
            for _ in range(2):
                state = self.game.result(state, opening.choice(self.game.actions(state)))
            seat = number % 2
            record = play_game(self.game, players[:: 1 - 2 * seat], state=state)
            points += (1 + record.utilities["XO"[seat]]) / 2
        return {f"against {PLAYOUTS} random games": 100 * points / MATCH}

    @cached_property
    def positions(self) -> list[list[str]]:
        """Boards, and what the move to each place of them is worth, as in `worth_of`."""
        kept = json.loads(POSITIONS.read_text(encoding="utf-8"))
        if kept["size"] != self.game.size:
            raise ValueError(
                f"the positions in {POSITIONS.name} are of size {kept['size']}; prove some of size"
                f" {self.game.size} with --positions 100 --size {self.game.size}"
            )
        positions: list[list[str]] = kept["positions"]
        return positions

    def proved(self, wanted: int) -> list[list[str]]:
        """So many positions from games of a search in which somebody can go wrong, proven."""
        found: list[list[str]] = []
        with ProgressLine("positions") as line:
            for number in count(1):
                if len(found) == wanted:
                    break
                state = self._somewhere(Random(f"positions {number}"))
                if not self.game.is_terminal(state) and (worth := self.worth_of(state)):
                    found.append([state.board, worth])
                line.bar(len(found), wanted)
        return found

    def worth_of(self, state: HavannahState) -> str:
        """A sign for each place: + if the move there wins, = if it draws, - if it loses, or a dot.

        Nothing if somebody can win at once, if all moves are worth the same, or if a proof takes
        more than a few thousand positions.
        """
        if any(self.position(state.board).wins):
            return ""
        try:
            values = HavannahSolver(self.game, positions=4_000).values(state)
        except TooManyStatesError:
            return ""
        signs = ["=+-"[values[cell]] if cell in values else "." for cell in self.game.all_actions]
        return "".join(signs) if len(set(values.values())) > 1 else ""

    def _somewhere(self, rng: Random) -> HavannahState:
        """A state after 14 to 20 stones: four are drawn, and later ones are a search's or drawn."""
        game, state, stones = self.game, self.game.initial, rng.randrange(14, 21)
        for moved in range(stones):
            if game.is_terminal(state):
                break
            drawn = moved < 4 or rng.random() < EXPLORE
            action = rng.choice(game.actions(state))
            if not drawn:
                action = mcts_search(game, state, simulations=100, rng=rng).action
            state = game.result(state, action)
        return state


def best_of(worth: str) -> str:
    """The best of these signs.

    >>> best_of("..-=-"), best_of("+=.-")
    ('=', '+')
    """
    return min(worth, key="+=-.".index)


class Learner(NamedTuple):
    """A table that grows, and its curve: how strong it was after so many games and CPU seconds."""

    subject: Fours | Hexes
    seed: int
    tables: Tables
    curve: list[dict[str, float]]

    def play(self, number: int) -> None:
        """Play the game with this number against itself, and learn from it."""
        targets, learn = lesson()["targets"], lesson()["learn"]
        moves, result = self.subject.self_play(self.tables, Random(f"{self.seed} {number}"))
        values, drawn = [move[2] for move in moves], [move[3] for move in moves]
        rate = RATE / (1 + number / SLOWING) ** 0.5
        for move, target in zip(moves, targets(values, result, LAMBDA, drawn), strict=True):
            learn(self.tables[move[0]], move[1], target, rate)

    def measure(self, games: int, seconds: float) -> None:
        """Put how strong it is into the curve, and print it."""
        found = {what: round(x, 1) for what, x in self.subject.strength(self.tables).items()}
        self.curve.append({"games": games, "seconds": round(seconds, 1), **found})
        words = ", ".join(f"{what}: {percent} %" for what, percent in found.items())
        print(f"{games:,} games in {seconds:,.1f} CPU seconds; {words}", flush=True)


def learn_for(minutes: float, learner: Learner, keep: Callable[[], None]) -> bool:
    """Learn for so long by the clock, measuring included; whether nobody has stopped it."""
    end, games, following, seconds = time.monotonic() + 60 * minutes, 0, FIRST, 0.0
    learner.measure(0, 0)
    try:
        while time.monotonic() < end:
            begun = time.process_time()
            with ProgressLine("games since it was measured", MOMENT) as line:
                while games < following and time.monotonic() < end:
                    learner.play(games)
                    games += 1
                    line.count(games - learner.curve[-1]["games"])
            seconds += time.process_time() - begun
            following *= FACTOR
            learner.measure(games, seconds)
            keep()
    except KeyboardInterrupt:
        print(f"Stopped after {games:,} games; the curve ends where it was measured last.")
        keep()
        return False
    return True


def drawn_curves(paths: Sequence[Path]) -> Plot:
    """A panel for each of these files: right moves over CPU minutes."""
    panels = []
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        minutes = [point["seconds"] / 60 for point in data["curve"]]
        curves_of = [
            Curve(what, [*zip(minutes, [point[what] for point in data["curve"]], strict=True)])
            for what in data["curve"][0]
            if what not in {"games", "seconds"}
        ]
        levels = [
            Curve(what, [(0, level), (minutes[-1], level)], marks=False, look=GREY)
            for what, level in data["levels"].items()
        ]
        x = f"{data['title']}: CPU minutes of learning"
        panels.append(Panel([*curves_of, *levels], x, "right moves in %", y_ends=(0, 100)))
    return curves(
        *panels,
        caption="Right moves over the time that lesson 09's learner has played against itself.",
    )


def main(words: Sequence[str] | None = None) -> int:
    """0 when it has learned, and written its curve."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learn_longer",
        description="Let lesson 09's learner play against itself, and measure how strong it gets.",
        epilog="Ctrl-C stops it, and the file keeps what was learned until then.",
    )
    parser.add_argument("--game", choices=("connect-four", "havannah"), default="connect-four")
    parser.add_argument("--size", type=int, default=4, help="of Havannah's board (default: 4)")
    parser.add_argument("--minutes", type=float, default=60, help="by the clock (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of its random moves (default: 1)")
    parser.add_argument("--file", type=Path, help="where the curve and the tables are written")
    other = parser.add_mutually_exclusive_group()
    other.add_argument(
        "--positions", type=int, metavar="N", help="prove so many positions of Havannah instead"
    )
    other.add_argument(
        "--draw", type=Path, nargs="+", metavar="FILE", help="draw these curves, and learn nothing"
    )
    options = parser.parse_args(words)
    if options.draw:
        drawn = drawn_curves(options.draw)
        PICTURE.write_text(drawn.svg + "\n", encoding="utf-8", newline="\n")
        return 0
    subject = Fours() if options.game == "connect-four" else Hexes(options.size)
    if options.positions:
        data = {"size": options.size, "positions": Hexes(options.size).proved(options.positions)}
        POSITIONS.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8", newline="\n")
        return 0
    learner = Learner(subject, options.seed, {"X": {}, "O": {}}, [])

    def keep(**more: Any) -> None:
        """Write the curve and the tables, if there is a file for them."""
        if options.file is not None:
            data = {"game": options.game, "title": repr(subject.game), "seed": options.seed}
            data |= {"levels": subject.levels(), "curve": learner.curve, **more}
            data["tables"] = json.loads(text_of_tables(learner.tables))
            write_whole(options.file, json.dumps(data) + "\n")

    if learn_for(options.minutes, learner, keep):
        before, after = map(subject.at_the_end, ({"X": {}, "O": {}}, learner.tables))
        for what in after:
            print(f"{what}: {before[what]:g} % with an empty table, {after[what]:g} % now")
        keep(before=before, after=after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
