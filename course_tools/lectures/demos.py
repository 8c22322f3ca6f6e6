"""The demonstrations that are ready to be shown: what each one shows, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from course_lib.checks.exercises import did_you_mean
from course_lib.game import Action, Game, State
from course_lib.games import (
    ConnectFour,
    TextbookTree,
    TicTacToe,
    best_ordered_tree,
    near_the_middle,
)
from course_lib.play import GameRecord
from course_lib.search import alphabeta_search, mcts_search, minimax_search
from course_lib.search.questions import Order
from course_lib.watch import SearchTrace, watch
from course_tools.lectures.printed_game import printed_game
from course_tools.lectures.wrong_table import POSITION, careful_search, careless_search

Shown = SearchTrace | GameRecord | dict[str, SearchTrace]
"""What a demonstration shows: one search, one game, or searches side by side."""


@dataclass(frozen=True)
class Demo:
    """One demonstration: its name, what it shows in one line, and how it is made."""

    name: str
    line: str
    make: Callable[[], Shown]


def minimax() -> Shown:
    """Every way in which a game of tic-tac-toe can still end."""
    game = TicTacToe()
    return watch(minimax_search, game, game.parse("XO.OX..XO"))


def alpha_beta() -> Shown:
    """The same tree searched twice: good moves first, and good moves last."""
    game = best_ordered_tree(depth=3, branching=3)
    return {
        "good moves first": watch(alphabeta_search, game, game.initial),
        "good moves last": watch(alphabeta_search, game, game.initial, order=last_first),
    }


def textbook_tree() -> Shown:
    """Alpha-beta on the tree that textbooks draw."""
    game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    return watch(alphabeta_search, game, game.initial)


def connect_four() -> Shown:
    """Alpha-beta in Connect Four, four plies deep: left columns first, or middle columns first."""
    game = ConnectFour()

    def searched(order: Order | None) -> SearchTrace:
        return watch(
            alphabeta_search, game, game.initial, depth=4, evaluate=near_the_middle, order=order
        )

    return {
        "from left to right": searched(None),
        "from the middle outwards": searched(middle_first),
    }


def mcts() -> Shown:
    """Monte Carlo search from its first random game to its hundredth."""
    game = TicTacToe()
    return watch(mcts_search, game, game.parse("X...O...."), simulations=100, rng=Random(3))


def wrong_table() -> Shown:
    """A table of bare values gives a wrong answer, a table of bounds the right one."""
    game = TicTacToe()
    state = game.parse(POSITION)
    return {
        "bare values (wrong)": watch(careless_search, game, state),
        "bounds (right)": watch(careful_search, game, state),
    }


DEMOS = {
    name: Demo(name, line, make)
    for name, make, line in [
        ("minimax", minimax, "Minimax on the last plies of tic-tac-toe: every way to end."),
        ("alpha-beta", alpha_beta, "Alpha-beta with good and with bad move order, side by side."),
        ("textbook-tree", textbook_tree, "Alpha-beta on the textbooks' tree, and what it cuts."),
        ("connect-four", connect_four, "Connect Four four plies deep, in two orders of columns."),
        ("mcts", mcts, "Monte Carlo tree search: its tree grows for a hundred random games."),
        ("havannah", printed_game, "A game of Havannah in 85 moves, won with a fork."),
        (
            "wrong-table",
            wrong_table,
            "A table of bare values is wrong where one of bounds is right.",
        ),
    ]
}
"""The demonstrations by name, in the order of the lessons."""


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
    return sorted(actions, key=lambda action: -_worth(game, action[1]))


def _worth(game: Any, column: int) -> int:
    """How many steps this column is closer to the middle than the edge is."""
    return min(column, game.columns - 1 - column)
