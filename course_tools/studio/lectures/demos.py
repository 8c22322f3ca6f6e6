"""The demonstrations that are ready to be shown: what each one shows, and what is in it."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.cases import did_you_mean
from course_lib.game import Action, Game, Player, State
from course_lib.games import (
    ConnectFour,
    TextbookTree,
    TicTacToe,
    TwoDice,
    best_ordered_tree,
    near_the_middle,
)
from course_lib.lessons.lesson_09.self_play import SHIPPED, WINDOWS, Tables, tables_in
from course_lib.play.clock import OutOfTime, within
from course_lib.search import alphabeta_search, mcts_search, minimax_search
from course_lib.views.trees.words import WORDS
from course_lib.watching import SearchTrace, watch
from course_lib.words import told
from course_tools.arena.student_file import source_of
from course_tools.studio.lectures import pasted
from course_tools.studio.lectures.wrong_table import POSITION, careful_search, careless_search

Shown = SearchTrace | dict[str, SearchTrace]
"""What a demonstration shows: one search, or searches side by side."""


@dataclass(frozen=True)
class Demo:
    """One demonstration: its name, what it shows in one line, how it is made, what to say."""

    name: str
    line: str
    make: Callable[[], Shown]
    say: str
    """What to ask the class, and what to point at."""
    remarks: list[str] = field(default_factory=list)
    """What there is to know of how it was made."""


MOST_VISITS = 600_000
"""A search of one's own choice that looks at more is not shown: all of tic-tac-toe has fewer."""

SECONDS = 60.0
"""Nor is one that computes for longer: all of tic-tac-toe takes a tenth of that."""

DEMOS: dict[str, Demo] = {}
"""The demonstrations by name, in the order of the lessons."""


def demo(say: str) -> Callable[[Callable[[], Shown]], Callable[[], Shown]]:
    """Add a function to the demonstrations, by its name; its docstring is the line."""

    def added(make: Callable[[], Shown]) -> Callable[[], Shown]:
        name = make.__name__.replace("_", "-")
        DEMOS[name] = Demo(name, make.__doc__ or "", make, say)
        return make

    return added


@demo(
    "Hide what comes, and let the class say each value before it is shown: who chooses here, and"
    " which of the children does that player want?"
)
def minimax() -> Shown:
    """Minimax on the last plies of tic-tac-toe: every way to end."""
    game = TicTacToe()
    return watch(minimax_search, game, game.parse("XO.OX..XO"))


@demo(
    "Stop at step 14: why does the left side cut, while the right side goes on? MIN already has a"
    " better answer there. In the end compare the counters, 20 visits and 40, for the same value."
)
def alpha_beta() -> Shown:
    """Alpha-beta with good and with bad move order, side by side."""
    game = best_ordered_tree(depth=3, branching=3)
    return {
        "good moves first": watch(alphabeta_search, game, game.initial),
        "good moves last": watch(alphabeta_search, game, game.initial, order=last_first),
    }


@demo(
    "Stop before step 13: MIN has found a 2, and MAX has a 3 in hand. Does anybody need to see the"
    " two leaves that are left?"
)
def textbook_tree() -> Shown:
    """Alpha-beta on the textbooks' tree, and what it cuts."""
    game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    return watch(alphabeta_search, game, game.initial)


@demo(
    "Go to the end and compare: the same move, a fifth of the visits. Which column would you"
    " look at first, and why does a good guess make the search cheaper?"
)
def connect_four() -> Shown:
    """Connect Four four plies deep, in two orders of columns."""
    game = ConnectFour()
    options: dict[str, Any] = {"depth": 4, "evaluate": near_the_middle}
    return {
        "from left to right": watch(alphabeta_search, game, game.initial, **options),
        "from the middle outwards": watch(
            alphabeta_search, game, game.initial, order=middle_first, **options
        ),
    }


@demo(
    "Step through the four phases once, then let it run. Before a simulation begins, ask which way"
    " down it goes: which edge is thick, which bar is long, and what has hardly been tried?"
)
def mcts() -> Shown:
    """Monte Carlo tree search: its tree grows for a hundred random games."""
    game = TicTacToe()
    return watch(mcts_search, game, game.parse("X...O...."), simulations=100, rng=Random(3))


@demo(
    "Both sides search the same position, and one of them is wrong. A card with a clipped corner is"
    " what the table answers, as first on the left at step 26. A number that was cut short is a"
    " bound: ask what the table should have kept beside it."
)
def wrong_table() -> Shown:
    """Why a table must store bounds: with bare values the search goes wrong."""
    game = TicTacToe()
    state = game.parse(POSITION)
    return {
        "bare values (wrong)": watch(careless_search, game, state),
        "bounds (right)": watch(careful_search, game, state),
    }


@demo(
    "Both sides search two plies deep, and only their opinions differ. On the left nobody has"
    " learned anything: all numbers are 0, so any column is as good as another. On the right are"
    " opinions from 12,000 games against itself. Which move would the class make? Only f4 wins, and"
    " no search so shallow could see why."
)
def self_taught() -> Shown:
    """Lesson 09's table before and after it has learned: the same search, other opinions."""
    game = ConnectFour()
    state = game.play(UNCLEAR)
    ages: dict[str, Tables] = {
        "nothing learned": {"X": {}, "O": {}},
        "after 12,000 games": tables_in(SHIPPED),
    }
    return {
        name: watch(alphabeta_search, game, state, depth=2, evaluate=partial(thought, tables))
        for name, tables in ages.items()
    }


UNCLEAR = "256524425626"
"""Connect Four, X to move: only one move wins."""


def thought(tables: Tables, _game: Game, state: State, player: Player) -> float:
    """What these tables think of the board: the squeezed sum of what they have for its windows.

    Two digits are enough for a picture.
    """
    board, table = "".join(state.board), tables[state.to_move]
    total = sum(table.get((number, board[window]), 0) for number, window in WINDOWS)
    return round(math.tanh(total if player == "X" else -total), 2)


@demo(
    "Before the second die rolls, ask for the mean. In the end ask who would like to pick first:"
    " whatever X takes, O has a die that beats it five times in nine."
)
def chance() -> Shown:
    """Expectimax on odd dice: where nobody chooses, a state is worth the mean."""
    game = TwoDice()
    return watch(expectimax, game, game.play("a"))


def expectimax(game: Game, state: State) -> float:
    """What the state is worth to the first player: minimax, with means where nobody chooses."""
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    values = [expectimax(game, game.result(state, action)) for action in game.actions(state)]
    if chances := game.chance(state):
        return sum(likely * value for (_, likely), value in zip(chances, values, strict=True))
    return max(values) if game.to_move(state) == game.players[0] else min(values)


def demo_of_file(file: str, function: str = "") -> Demo:
    """The demonstration of a search in a file: of the call in it, or of one that fits its names.

    The file is run as it is. With a `function` it is that one's search.
    """

    def make() -> SearchTrace:
        source = source_of(Path(file))
        answer: dict[str, Any] = {"said": [], "called": ""}
        try:
            tree = ast.parse(source, pasted.FILE)
        except SyntaxError as error:
            raise _not_python(file, error) from None
        own = pasted.Pasted(source, tree, most=MOST_VISITS, imports=True)
        own.names["__file__"] = file
        with _started(file):
            _in_time(file, partial(pasted.record, own, answer, function))
        best = own.best()
        if best is None:
            said = " ".join(answer["said"])
            what = f"no call of {function} that can be watched: {said}" if function else said
            raise ValueError(f"{file}: {what}")
        [trace, _] = best
        if len(trace.nodes) <= 1 and trace.gaps and not (trace.error or trace.simulations):
            seen = f"the largest search that was seen is a call of {trace.function}"
            raise ValueError(f"{file}: {seen}. {told(WORDS[trace.gaps[0]])}")
        if answer["called"]:
            remarks[:] = [pasted.CALLED.format(answer["called"])]
        return trace

    remarks: list[str] = []
    line = f"{function or 'A search'} in {Path(file).name}"
    return Demo(Path(file).stem, line, make, SAY, remarks)


@contextlib.contextmanager
def _started(file: str) -> Iterator[None]:
    """Python as it is where this file is started by itself, with nobody at the keyboard.

    What it imports of somebody's own is forgotten afterwards, and read anew the next time.
    """
    before = sys.argv, sys.stdin, sys.dont_write_bytecode
    path, known = sys.path[:], {name.partition(".")[0] for name in sys.modules}
    sys.argv, sys.stdin, sys.dont_write_bytecode = [file], io.StringIO(), True
    sys.path.insert(0, str(Path(file).resolve().parent))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.dont_write_bytecode = before
        sys.path[:] = path
        for name, module in [*sys.modules.items()]:
            source = getattr(module, "__file__", None)
            if name.partition(".")[0] not in known and source and pasted.is_own(source):
                del sys.modules[name]


SAY = "Hide what comes, and let the class predict each value before you show it."


def _not_python(file: str, error: SyntaxError) -> ValueError:
    line = (error.text or "").strip()
    where = f" in line {error.lineno}: {line:.80}" if error.lineno and line else ""
    return ValueError(f"{file} is not Python: {error.msg}{where}")


def _in_time(what: str, function: Callable[[], Any]) -> Any:
    """What the function gives back; one that computes for too long is stopped with a sentence."""
    try:
        return within(SECONDS, function)
    except OutOfTime:
        raise ValueError(
            f"{what} was stopped: it had not come back after {SECONDS:g} s of computing"
        ) from None


def demo_named(name: str) -> Demo:
    """The demonstration with this name; the error for another name says which comes close."""
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    if plain in DEMOS:
        return DEMOS[plain]
    perhaps = did_you_mean(plain, DEMOS)
    raise ValueError(f"no demonstration is called {name!r}{perhaps}; there are: {', '.join(DEMOS)}")


def last_first(_game: Game, _state: State, actions: tuple[Action, ...]) -> Iterable[Action]:
    """The actions from the last to the first."""
    return actions[::-1]


def middle_first(game: Any, _state: State, actions: Any) -> Iterable[Action]:
    """The actions in the middle columns first: a stone there is part of more rows."""
    last = game.columns - 1
    return sorted(actions, key=lambda action: -min(action[1], last - action[1]))
