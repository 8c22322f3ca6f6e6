"""Print the exact value of every move in a position of a game.

course analyse connect-four 4455             columns, as many as have been played
course analyse connect-four "d1 d2 e1"       or moves by name; "" is the start
course analyse connect-four:rows=5,columns=4 112 --json
course analyse tic-tac-toe "b2 a1"
course analyse nim:heaps=(1,2,3) ""
course analyse gomoku "h8 a1 h9 a2 h10"
course analyse havannah --size 3 "A1 B2"      sizes 2 and 3, and larger ones near the end
course analyse three-musketeers .G..M.GG...MGG..G.M...... --to-move guards
course analyse three-musketeers --json < boards.txt    a board and guards on a line
course analyse connect-four --json < positions.txt     many positions, one a line

A position of Three Musketeers is a board of M, G and ., row by row from the top (also parted by /),
or moves such as "a1-b1 a2-a1". Who wins is looked up where `course solve three-musketeers --strong`
has made the table, and else searched. After `course solve three-musketeers --strong --distances`
it also says after how many moves, those of both sides counted.

In Connect Four a value is how many stones the winner has left when he wins, the winning one
counted: 22 minus those he has placed. It is negative for a loss, and 0 for a draw. In other games
1 is a win, 0 a draw, -1 a loss. In Gomoku what lies between is an estimate, and a win that can be
forced by fours is named, with all first moves that keep it; where a five can be made at once, these
are the moves that make it. Each value is for the player who makes
the move.

The exit code is 2 when a game, a position or a move is not understood, or a game is too large. Of
many positions the others are answered; with --json, {"error": ...} stands in the place of one that
is not, so that each line of the output belongs to a line of the input.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator

from course_lib.game import Game, State
from course_tools.arena.sized_game import sized_game
from course_tools.cli._analysing import Report, analysis_of
from course_tools.cli._positions import check_from_one, state_of
from course_tools.engines.players.gomoku_expert import ALMOST

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
        help=f"give up after so many positions of a game with no solver (default: {MOST_STATES:,})",
    )
    # A position behind an option: argparse looks for both words only where it finds the first one.
    parser.set_defaults(more=[])


def run(arguments: argparse.Namespace) -> int:
    """0 when every position was analysed, 2 when something about one of them was wrong."""
    try:
        check_from_one("--most-states", arguments.most_states)
        game = sized_game(arguments.game, arguments.size)
        analysis = analysis_of(game, arguments.most_states)
        asked = _asked(arguments)
    except ValueError as error:
        return _sorry(error)
    worst = 0
    for number, position in _positions(asked):
        try:
            state = state_of(game, position, arguments.to_move)
            report = analysis(state)
        except ValueError as error:
            worst = _sorry(f"line {number}: {error}" if number else error)
            if number and arguments.json:
                print(_as_json({"error": str(error)}), flush=True)
            continue
        print(_as_json(report) if arguments.json else _as_text(game, state, report), flush=True)
    return worst


def _asked(arguments: argparse.Namespace) -> str | None:
    """The position among the words, wherever it stands, or `None`."""
    words = [word for word in (arguments.position, *arguments.more) if word is not None]
    strange = [word for word in arguments.more if word.startswith("-")] or words[1:]
    if strange:
        raise ValueError(f"nothing here is called {' '.join(strange)}; see course analyse --help")
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
    yield from ((number, line.strip()) for number, line in enumerate(sys.stdin, 1))


def _as_json(report: Report) -> str:
    """One line for programs."""
    return json.dumps(report, ensure_ascii=False)


def _as_text(game: Game, state: State, report: Report) -> str:
    """The board, and the moves with the best first."""
    lines, moves = [_board(game, state), ""], report["moves"]
    if not moves:
        winner = game.winner(state)
        return "\n".join([*lines, f"The game is over: {winner} has won." if winner else _DRAWN, ""])
    lines.append(f"{report['to_move']} to move:")
    if "moves_to_the_end" in report:
        lines.append(f"  {report['winner']} win in {report['moves_to_the_end']}")
    if won := report.get("forced_win"):
        fours = f"{won['fours']} four{'' if won['fours'] == 1 else 's'}"
        lines.append(f"  A win by {fours} can be forced: {' '.join(won['line'])}")
        lines.append(f"  First moves that keep it: {' '.join(won['first_moves'])}")
    width, sure = max(map(len, moves)), {1, -1} if "forced_win" in report else {*moves.values()}
    soon = report.get("distances", {})
    for name, value in sorted(moves.items(), key=lambda pair: -pair[1]):
        shown = f"{value:+}" if value else "0"
        word = "wins" if value > 0 else "loses" if value < 0 else "draws"
        end = f" in {soon[name]}" if name in soon else ""
        found = f"{word}, as far as was searched" if abs(value) == ALMOST else "by estimate"
        words = f"{word}{end}" if value in sure else found
        lines.append(f"  {name:{width}}  {shown:>3}  {words}")
    return "\n".join([*lines, ""])


_DRAWN = "The game is over, and nobody has won."


def _board(game: Game, state: State) -> str:
    """The board, with the squares' names where there are too many to count."""
    from course_lib.games import Gomoku, ThreeMusketeers
    from course_tools.arena.board_text import Paint, drawn

    if isinstance(game, Gomoku | ThreeMusketeers):
        return drawn(game, state, None, Paint(colours=False))
    return game.render(state)


def _sorry(error: object) -> int:
    """2, after saying what was wrong."""
    print(f"course analyse: {error}", file=sys.stderr)
    return 2
