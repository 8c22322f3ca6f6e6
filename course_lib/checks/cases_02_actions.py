"""The visible cases of `best_action(game, state)` and of `minimax(board)`: any best action does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from course_lib.checks.answer import Answer, Position, Strange
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection, changed, same
from course_lib.checks.cases_02_states import (
    TREES,
    At,
    call_of,
    minimax_visits,
    played,
    value_for_max,
)
from course_lib.checks.list_boards import GAME, Board, board, stones
from course_lib.game import Action, Game, State
from course_lib.games import Count, Nim, ScissorsPaperStone, TextbookTree, TicTacToe
from course_lib.search import minimax_search

FINAL = ("XXX/OO./...", "OX./OXX/O..", "XOX/XOO/OXX")
WINS = ("XX./OO./...", ".X./XX./OO.", "X.O/.XO/...", "OO./XX./X..", "XOX/O.O/XX.")
SAVES = ("OO./X../.X.", ".XO/.X./...", "X.O/.OX/...", "X../.X./O..", "XOX/.O./...")
AHEAD = ("X../.../..O", "X../.O./..X", ".O./O.X/X..", "XO./..O/.X.", "..X/.O./X..", "..O/..X/X.O")

PROBES = (
    "OO./XX./OX.",
    "XO./X.X/O.O",
    "..X/XO./.XO",
    ".X./XO./O.X",
    "X.O/.OX/.X.",
    ".../OOX/.X.",
    ".OX/X../O..",
    "X../O../X.O",
    ".OX/OOX/XX.",
    ".O./OXX/XXO",
)
"""Boards of which one action alone is best, and one alone is worst."""


class OneOf(tuple[Any, ...]):
    """The answers that are right, shown as words."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = [repr(answer) for answer in self]
        return shown[0] if len(shown) == 1 else f"one of {', '.join(shown)}"


def best_action(game: Game, state: State) -> Action | None:
    """An action that is best for the player to move, or `None` when the game is over."""
    return None if game.is_terminal(state) else minimax_search(game, state)[1]


def minimax(squares: Board) -> Action | None:
    """A best action `(row, column)` on this board of lists, or `None` when the game is over."""
    return best_action(GAME, state_on(squares))


def state_on(squares: Board) -> State:
    """The library's state for this board of lists."""
    return GAME.parse("\n".join("".join(mark or "." for mark in row) for row in squares))


def worth(game: Game, state: State) -> dict[Action, float]:
    """What each action leads to, for MAX."""
    return {
        action: value_for_max(game, game.result(state, action)) for action in game.actions(state)
    }


def best_of(game: Game, state: State) -> OneOf:
    """All actions that are best for the player to move, and `None` alone in a final state."""
    values = worth(game, state)
    if not values:
        return OneOf([None])
    mover = game.to_move(state)
    best = (max if mover == game.players[0] else min)(values.values())
    return OneOf(action for action, value in values.items() if value == best)


def optimal(game: Game, state: State) -> Callable[[Case, Answer], Objection | None]:
    """A judge who accepts every best action, and tells what another one leads to."""

    def judge(case: Case, answer: Answer) -> Objection | None:
        got = answer.value
        if any(same(right, got) for right in case.expected):
            return None
        said = got.shown if isinstance(got, Strange) else repr(got)
        first, mover = game.players[0], game.to_move(state)
        values = worth(game, state)
        sentence, mistake = f"{case.shown} gave {said}", None
        if not values:
            sentence += "; the game is over, so there is nothing to choose, and None is right"
        elif got is None:
            sentence += f", but {mover} has a move to make: {case.expected!r}"
            printed = answer.printed.strip()
            mistake = "the result is printed instead of returned" if printed else NO_RETURN
        elif any(same(action, got) for action in values):
            wish = "large" if mover == first else "small"
            sentence += (
                f", which leads to a value of {values[got]:g} for {first}; {mover} is to move,"
                f" wants that value to be {wish}, and gets {values[case.expected[0]]:g} with"
                f" {case.expected!r}"
            )
        else:
            sentence += f", which is no action of this state; right is {case.expected!r}"
        return Objection(sentence, mistake, repr(case.expected), said)

    return judge


def action_case(game: Game, state: State) -> Case:
    """What `best_action` is asked about this state."""
    size = minimax_visits(game, state)
    return Case(
        (game, Position(game, state)),
        best_of(game, state),
        call_of("best_action", game, state),
        size,
        optimal(game, state),
        budget=50 * size + 1_000,
    )


def board_case(text: str, judge: Callable[[Case, Answer], Objection | None] | None = None) -> Case:
    """What `minimax` is asked about this board."""
    squares = board(text)
    state = state_on(squares)
    return Case(
        (squares,),
        best_of(GAME, state),
        f"minimax({squares!r})",
        stones(squares) if GAME.is_terminal(state) else 10 - stones(squares),
        judge or optimal(GAME, state),
    )


def action_groups(
    final: Iterable[At], for_max: Iterable[At], for_min: Iterable[At], games: Iterable[At]
) -> tuple[Group, ...]:
    """Final states, trees with each player to move, and games."""
    kinds = (
        ("a final state has no action: None", final),
        ("the best action where MAX is to move", for_max),
        ("the best action where MIN is to move", for_min),
        ("games with several moves to go", games),
    )
    return tuple(Group(title, tuple(action_case(*at) for at in places)) for title, places in kinds)


def board_groups(
    final: Iterable[str], wins: Iterable[str], saves: Iterable[str], ahead: Iterable[str]
) -> tuple[Group, ...]:
    """Final boards, boards by how far ahead one has to look, and the board left as it is."""
    saves = tuple(saves)
    return (
        Group("a final board has no action: None", tuple(map(board_case, final))),
        Group("a win at hand is not given away", tuple(map(board_case, wins)), weight=2),
        Group("the opponent's win is prevented", tuple(map(board_case, saves)), weight=2),
        Group("looking further ahead", tuple(map(board_case, ahead)), weight=5),
        Group(
            "the board stays as it is",
            tuple(board_case(text, changed) for text in saves),
            weight=2,
        ),
    )


def _visible_actions() -> tuple[Group, ...]:
    three = TicTacToe()
    trees = [TextbookTree(tree) for tree in TREES]
    return action_groups(
        final=[*played(Count(3, 2), "1 2", "2 1"), *played(three, "a3 b2 b3 c1 c3")],
        for_max=[*((tree, ()) for tree in trees), *played(Count(4, 2), ""), (trees[2], (1, 0))],
        for_min=[(trees[0], (0,)), (trees[0], (2,)), (trees[1], (1,)), *played(Count(5, 2), "1")],
        games=[
            *played(Nim((1, 2)), ""),
            *played(ScissorsPaperStone(), "stone"),
            *played(three, "b2 a3 a1 c3", "b2 a2 a3"),
        ],
    )


def _action_probes() -> tuple[tuple[Any, ...], ...]:
    """States of which one action alone is best, and one alone is worst."""
    trees: list[At] = [(TextbookTree(tree), ()) for tree in TREES]
    lower: list[At] = [(TextbookTree(TREES[0]), (0,)), (TextbookTree(TREES[2]), (1,))]
    games = [
        *played(Count(3, 2), "1 2", "1"),
        *played(Count(4, 2), ""),
        *played(Count(5, 2), "1", ""),
    ]
    return tuple((game, Position(game, state)) for game, state in (*trees, *lower, *games))


def _visible_boards() -> tuple[Group, ...]:
    return board_groups(FINAL, WINS, SAVES, AHEAD)


def _board_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple((board(text),) for text in (*FINAL, *PROBES))


BEST_ACTION = Exercise(
    "best_action",
    "02",
    _visible_actions,
    _action_probes,
    best_action,
    seconds=10,
    digest=True,
    budget=50_000,
)
MINIMAX = Exercise("minimax", "02", _visible_boards, _board_probes, minimax, seconds=20)
