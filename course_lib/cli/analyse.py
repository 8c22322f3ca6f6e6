"""Print the exact value of every move in a position of a game.

course analyse connect-four 4455             columns, as many as have been played
course analyse connect-four "d1 d2 e1"       or moves by name; "" is the start
course analyse connect-four:rows=5,columns=4 112 --json
course analyse tic-tac-toe "b2 a1"
course analyse nim:heaps=(1,2,3) ""
course analyse connect-four --json < positions.txt     many positions, one a line

In Connect Four a value is how many stones the winner has left when he wins, the winning one
counted: 22 minus those he has placed. It is negative for a loss, and 0 for a draw. In other games
1 is a win, 0 a draw, -1 a loss. Each value is for the player who makes the move.

The exit code is 2 when a game, a position or a move is not understood, or a game is too large.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from course_lib.game import Action, Game, State

Values = Callable[[State], dict[Action, float]]
"""The value of every legal action in a state."""

LONG = 36
"""So many empty squares can take minutes."""

MOST_STATES = 30_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course analyse`."""
    parser.add_argument("game", metavar="GAME", help="such as connect-four or tic-tac-toe:size=3")
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="the moves so far; without it, stdin is read",
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each position")
    parser.add_argument(
        "--most-states",
        type=int,
        default=MOST_STATES,
        metavar="N",
        help=f"give up after so many positions of a game with no solver (default: {MOST_STATES:,})",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when every position was analysed, 2 when something about one of them was wrong."""
    try:
        game = game_called(arguments.game)
        values = values_of(game, arguments.most_states)
    except ValueError as error:
        return _sorry(error)
    worst = 0
    for number, position in _positions(arguments.position):
        try:
            state = game.play(position)
            moves = values(state)
        except ValueError as error:
            worst = _sorry(f"line {number}: {error}" if number else error)
            continue
        report = _as_json(game, state, moves) if arguments.json else _as_text(game, state, moves)
        print(report, flush=True)
    return worst


def game_called(text: str) -> Game:
    """The game with this name and these options: `connect-four` or `count:goal=6,most=3`."""
    import course_lib.games

    kinds = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): kind
        for name in course_lib.games.__all__
        if isinstance(kind := getattr(course_lib.games, name), type) and issubclass(kind, Game)
    }
    name, _, options = text.partition(":")
    kind = kinds.get(name.strip().lower())
    if kind is None:
        raise ValueError(f"there is no game called {name!r}; there are: {', '.join(sorted(kinds))}")
    try:
        call = ast.parse(f"_({options})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError  # noqa: TRY301 - what is wrong is said below, for all the ways
        given = {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
    except (ValueError, SyntaxError):
        raise ValueError(f"{options!r} should be options such as rows=5,columns=4") from None
    try:
        return kind(**given)
    except TypeError as error:
        told = str(error).replace("__init__() ", "").partition(".")[2]
        raise ValueError(f"{name} with {options or 'no options'}: it {told}") from None


def values_of(game: Game, most_states: int) -> Values:
    """What gives the value of every action in a state of this game, once the game is known."""
    from course_lib.games import ConnectFour
    from course_lib.solvers.four_board import LENGTH

    if isinstance(game, ConnectFour) and game.length == LENGTH:
        return _connect_four(game)
    return lambda state: _by_solving(game, state, most_states)


def _connect_four(game: Game) -> Values:
    """What gives the exact scores of Connect Four: from the table of openings while it can."""
    from course_lib.fast.connect_four import Solver
    from course_lib.fast.openings import OpenedSolver, Openings

    solver, table = Solver(game), Openings(game)
    opened = OpenedSolver(game, table) if table.scores else None

    def values(state: State) -> dict[Action, float]:
        stones = sum(mark in game.players for mark in state.board)
        if opened is not None and stones < table.plies and table.complete:
            return dict(opened.scores(state))
        if solver.board.squares - stones > LONG:
            print("With so few stones this can take minutes.", file=sys.stderr, flush=True)
        return dict(solver.scores(state))

    return values


def _by_solving(game: Game, state: State, most_states: int) -> dict[Action, float]:
    """The value of every action in a small game, for the player who takes it."""
    from course_lib.games import compact
    from course_lib.search import solve

    try:
        small = compact(game)
        state = small.pack(state)  # type: ignore[attr-defined]
    except ValueError:
        small = game
    player, values = small.to_move(state), {}
    for action in small.actions(state):
        after = small.result(state, action)
        if small.is_terminal(after):
            values[action] = small.utility(after, player)
            continue
        try:
            value = solve(small, after, most_states=most_states).value
        except ValueError as error:
            if "gave up" not in str(error):
                raise
            raise ValueError(
                f"{game!r} is too large to be solved from here: it has more than {most_states:,}"
                " positions. Play further, take a smaller board, or allow more with --most-states."
            ) from None
        values[action] = value if small.to_move(after) == player else -value
    return values


def _positions(position: str | None) -> Iterator[tuple[int, str]]:
    """Each position with the number of its line, 0 for the only one; empty lines are the start."""
    if position is not None:
        yield 0, position
        return
    if sys.stdin.isatty():
        print("One position a line; an empty line is the start, Ctrl-D ends it.", file=sys.stderr)
    yield from ((number, line.strip()) for number, line in enumerate(sys.stdin, 1))


def _as_json(game: Game, state: State, moves: dict[Action, float]) -> str:
    """One line for programs."""
    to_move = game.to_move(state) if moves else None
    named = {game.action_name(action): _whole(value) for action, value in moves.items()}
    return json.dumps({"to_move": to_move, "moves": named}, ensure_ascii=False)


def _as_text(game: Game, state: State, moves: dict[Action, float]) -> str:
    """The board, and the moves with the best first."""
    lines = [game.render(state), ""]
    if not moves:
        winner = game.winner(state)
        return "\n".join([*lines, f"The game is over: {winner} has won." if winner else _DRAWN, ""])
    lines.append(f"{game.to_move(state)} to move:")
    width = max(len(game.action_name(action)) for action in moves)
    for action, value in sorted(moves.items(), key=lambda pair: -pair[1]):
        word = "wins" if value > 0 else "loses" if value < 0 else "draws"
        shown = f"{_whole(value):+}" if value else "0"
        lines.append(f"  {game.action_name(action):{width}}  {shown:>3}  {word}")
    return "\n".join([*lines, ""])


_DRAWN = "The game is over, and nobody has won."


def _whole(value: float) -> Any:
    """A whole number as such, so that 1.0 is written 1."""
    return int(value) if value == int(value) else value


def _sorry(error: object) -> int:
    """2, after saying what was wrong."""
    print(f"course analyse: {error}", file=sys.stderr)
    return 2
