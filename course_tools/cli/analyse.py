"""Print what every move in a position is worth.

course analyse connect-four 4455             the columns played so far
course analyse connect-four "d1 d2 e1"       or the moves by name; "" is the start
course analyse connect-four:rows=5,columns=4 112 --json
course analyse tic-tac-toe "b2 a1"
course analyse nim:heaps=1,2,3 ""
course analyse pig "roll 6 roll 5 roll 6 roll 4"        dice are written as they fell
course analyse gomoku "h8 a1 h9 a2 h10"
course analyse havannah --size 3 "A1 B2"      sizes 2 and 3, and larger ones near the end
course analyse three-musketeers .G..M.GG...MGG..G.M...... --to-move guards
course analyse connect-four --json < positions.txt     many positions, one per line
course analyse three-musketeers --json < boards.txt    a board, then maybe guards, on each line

What the numbers mean, always for the player who makes the move:

    most games      1 wins, 0 draws, -1 loses
    dice            the mean of these with best play; with hidden cards no move has a value
    Connect Four    how many stones the winner has left, counting the winning one: 22 minus the
                    stones placed before it; negative if the move loses, 0 for a draw
    Gomoku          1 wins and -1 loses; anything between is an estimate. If a win by fours can be
                    forced, it is shown with every first move that keeps it; if a five can be made
                    at once, those are the moves that make it

A position of Three Musketeers is a board of M, G and ., row by row from the top (you may put / in
between), or moves such as "a1-b1 a2-a1". Who wins is looked up if you have made the table with
`course solve three-musketeers --strong`, and otherwise searched. After `course solve
three-musketeers --strong --distances` it also says in how many moves, those of both sides counted.

The exit code is 2 if a game, a position or a move makes no sense, or a game is too large. Of many
positions, the others are still answered; with --json, a bad one gets a line with "error", so line 7
of the output always belongs to line 7 of the input.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from typing import Any

from course_lib.commands import json_line
from course_lib.game import Game, State, has_chance
from course_lib.play.progress import patience
from course_tools.arena.advice import in_rank
from course_tools.arena.which_game import sized_game
from course_tools.cli._common import check_from_one, lines_in
from course_tools.cli._positions import state_of
from course_tools.engines.gomoku import ALMOST, analysis
from course_tools.experts import expert

MOST_STATES = 30_000
"""The usual number of positions to search of a game that has no solver of its own."""

Report = dict[str, Any]
"""`"to_move"`, a player or `None`; `"moves"`, values by name; in Gomoku also `"forced_win"`.

In Three Musketeers also `"winner"` and `"winning_moves"`, and where the user has the table of
distances `"distances"`, the moves to the end for each move, itself counted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course analyse`."""
    parser.add_argument("game", metavar="GAME", help="such as connect-four or tic-tac-toe:size=3")
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="the moves so far; if missing, positions are read from standard input",
    )
    parser.add_argument(
        "--size", type=int, metavar="N", help="the game's size, as in havannah:size=N"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each position")
    parser.add_argument(
        "--to-move",
        choices=["musketeers", "guards"],
        help="whose turn it is on a board of Three Musketeers (default: musketeers)",
    )
    parser.add_argument(
        "--most-states",
        type=int,
        default=MOST_STATES,
        metavar="N",
        help=f"in a game with no solver, give up after N positions (default: {MOST_STATES:,})",
    )
    # A position behind an option: argparse looks for both words only where it finds the first one.
    parser.set_defaults(more=[])


def run(arguments: argparse.Namespace) -> int:
    """0 when every position was analysed, 2 when something about one of them was wrong."""
    check_from_one("--most-states", arguments.most_states)
    game = sized_game(arguments.game, arguments.size)
    analysis = analysis_of(game, arguments.most_states)
    code = 0
    for number, position in _positions(_position(arguments)):
        try:
            with patience(lambda: "The position is being analysed"):
                state = state_of(game, position, arguments.to_move)
                report = analysis(state)
        except ValueError as error:
            code, line = 2, f"line {number}: " if number else ""
            print(f"course analyse: {line}{error}", file=sys.stderr)
            if number and arguments.json:
                print(json_line("analyse", {"error": str(error)}, code), flush=True)
            continue
        print(
            json_line("analyse", report) if arguments.json else _as_text(game, state, report),
            flush=True,
        )
    return code


def _position(arguments: argparse.Namespace) -> str | None:
    """The position among the words, wherever it stands, or `None`."""
    words = [word for word in (arguments.position, *arguments.more) if word is not None]
    strange = [word for word in arguments.more if word.startswith("-")] or words[1:]
    if strange:
        raise ValueError(f"{' '.join(strange)} means nothing here; see course analyse --help")
    return words[0] if words else None


def _positions(position: str | None) -> Iterator[tuple[int, str]]:
    """Each position with the number of its line, 0 for the only one; empty lines are the start."""
    if position is not None:
        yield 0, position
        return
    if sys.stdin.isatty():
        print("One position a line; an empty line is the start, Ctrl-D ends it.", file=sys.stderr)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are no text: a wrong move
    yield from ((number, line.strip()) for number, line in enumerate(lines_in(sys.stdin), 1))


def _as_text(game: Game, state: State, report: Report) -> str:
    """The board, and the moves with the best first."""
    lines, moves = [_board(game, state), ""], report["moves"]
    if not moves:
        winner = game.winner(state)
        return "\n".join([*lines, f"The game is over: {winner} has won." if winner else _DRAWN, ""])
    lines.append(f"{report['to_move']} to move:")
    if won := report.get("forced_win"):
        fours = f"{won['fours']} four{'' if won['fours'] == 1 else 's'}"
        lines.append(f"  A win by {fours} can be forced: {' '.join(won['line'])}")
        lines.append(f"  First moves that keep it: {' '.join(won['first_moves'])}")
    width, sure = max(map(len, moves)), {1, -1} if "forced_win" in report else {*moves.values()}
    ends = report.get("distances", {})
    if has_chance(game):
        lines += [
            f"  {name:{width}}  {moves[name]:+.4f} on average" for name in in_rank(moves, ends)
        ]
        return "\n".join([*lines, ""])
    for name in in_rank(moves, ends):
        value = moves[name]
        shown = f"{value:+}" if value else "0"
        word = "wins" if value > 0 else "loses" if value < 0 else "draws"
        found = f"{word}, as far as was searched" if abs(value) == ALMOST else "by estimate"
        words = word if value in sure else found
        words += f" in {ends[name]}" if name in ends else ""
        lines.append(f"  {name:{width}}  {shown:>3}  {words}")
    return "\n".join([*lines, ""])


_DRAWN = "The game is over, and nobody has won."


def _board(game: Game, state: State) -> str:
    """The board, with the squares' names where there are too many to count."""
    from course_lib.games import Gomoku, ThreeMusketeers
    from course_tools.arena.terminal import Paint, drawn

    if isinstance(game, Gomoku | ThreeMusketeers):
        return drawn(game, state, None, Paint(colours=False))
    return game.render(state)


# --- what is known about the position of each game ----------------------------------------------


def analysis_of(game: Game, most_states: int) -> Callable[[State], Report]:
    """What analyses a state of this game, once the game is known."""
    from course_lib.games import Gomoku, ThreeMusketeers
    from course_tools.engines.proofs import TooManyStatesError

    if isinstance(game, Gomoku) and not game.misere:
        return lambda state: _gomoku(game, state)
    knows = expert(game, most_states)

    def analysis(state: State) -> Report:
        try:
            found = knows.values(state)
        except TooManyStatesError as error:
            raise ValueError(f"{error} with --most-states.") from None
        moves = {game.action_name(action): _whole(value) for action, value in found.items()}
        report: Report = {"to_move": game.to_move(state) if moves else None, "moves": moves}
        if isinstance(game, ThreeMusketeers):
            winning = [name for name, value in moves.items() if value == 1]
            other = "guards" if state.to_move == "musketeers" else "musketeers"
            winner = (state.to_move if winning else other) if moves else game.winner(state)
            report |= {"winner": winner, "winning_moves": winning}
            if soon := knows.ends(state):
                report["distances"] = {game.action_name(one): end for one, end in soon.items()}
        return report

    return analysis


def _gomoku(game: Game, state: State) -> Report:
    """What the Gomoku expert says; of a game that is over there is nothing to say."""
    if game.is_terminal(state):
        return {"to_move": None, "moves": {}, "forced_win": None}
    report = analysis(game, state)
    return {**report, "moves": {name: _whole(value) for name, value in report["moves"].items()}}


def _whole(value: float) -> Any:
    """A whole number as such, so that 1.0 is written 1."""
    return int(value) if value == int(value) else value
