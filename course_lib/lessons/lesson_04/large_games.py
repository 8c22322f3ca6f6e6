"""What lesson 04 hands out around the reader's own functions: games and searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games import ConnectFour, game_from_functions
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.ladder import middle_out
from course_lib.search import alphabeta_search
from course_lib.watching import OutOfBudget, Watched

Board = list[list[Any]]
MARKS = "XO"


def board_of(text: str) -> Board:
    """The board shown by this text; a full stop is an empty square."""
    return [[None if mark == "." else mark for mark in row] for row in text.split()]


def with_stone(board: Board, square: tuple[int, int], mark: str) -> Board:
    """A new board, with a stone of this mark on this square."""
    after = [list(row) for row in board]
    after[square[0]][square[1]] = mark
    return after


def four_from(drop_actions: Callable[..., Any], line_through: Callable[..., Any]) -> Game:
    """Connect Four with these two functions for its rules."""

    def result(board: Board, square: Any) -> Board:
        return with_stone(board, square, to_move(board))

    def to_move(board: Board) -> str:
        return MARKS[sum(row.count(None) for row in board) % 2]

    def winner(board: Board) -> str | None:
        stones = [(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark]
        return next((board[r][c] for r, c in stones if line_through(board, (r, c), 4)), None)

    return game_from_functions(
        [[None] * 7 for _ in range(6)],
        player=to_move,
        actions=drop_actions,
        result=result,
        winner=winner,
        terminal=lambda board: winner(board) is not None or not drop_actions(board),
        players=tuple(MARKS),
    )


def narrowed(game: Any, candidates: Callable[[Any, State], Sequence[Action]]) -> Any:
    """The same game, in which a search finds only the actions that `candidates` gives."""

    class Narrowed(type(game)):  # type: ignore[misc]
        def actions(self, state: State) -> tuple[Action, ...]:
            """The candidates; none when the game is over."""
            return () if self.is_terminal(state) else tuple(candidates(game, state))

    made: Any = Narrowed.__new__(Narrowed)
    vars(made).update(vars(game))  # the sizes and options are the same
    return made


def visits_of(game: Game, state: State, **options: Any) -> str:
    """How many visits alpha-beta takes, and which value and move it finds."""
    watched = Watched(game)
    value, action = alphabeta_search(watched, state, **options)
    return f"{watched.visits:8,} visits: value {value:.3f}, move {game.action_name(action)}"


def search_within(
    game: Game, state: State, depth: int, visits: int, evaluate: Callable[..., float]
) -> tuple[Action | None, int]:
    """The pair (best action, visits it took). If the visits ran out, the action is None."""
    watched = Watched(game, budget=max(1, visits))
    action = None
    try:
        _, action = alphabeta_search(
            watched, state, depth=depth, evaluate=evaluate, order=middle_out
        )
    except OutOfBudget:
        action = None
    return action, watched.visits


def agreement(depth: int, evaluate: Callable[..., float] | None) -> float:
    """The percentage of known positions where a search of this depth throws nothing away."""
    four, known, kept = ConnectFour(), known_positions()[::2], 0
    for line, scores in known:
        state = four.play(line)
        _, action = alphabeta_search(four, state, depth=depth, evaluate=evaluate, order=middle_out)
        chosen, best = scores[four.action_name(action)], max(scores.values())
        kept += (chosen > 0, chosen < 0) == (best > 0, best < 0)
    return 100 * kept / len(known)
