"""Say what every move in a position is worth, or who wins and how.

course analyse connect-four 4455             the columns played so far
course analyse connect-four "d1 d2 e1"       or the moves by name; without any it is the start
course analyse connect-four:rows=5,columns=4 112 --json
course analyse tic-tac-toe "b2 a1" --line    and a best line to the end, and what the search cost
course analyse nim:heaps=1,2,3
course analyse pig "roll 6 roll 5 roll 6 roll 4"        dice are written as they fell
course analyse havannah:size=3 "A1 B2"        sizes 2 and 3, and larger ones near the end
course analyse three-musketeers --line        33 moves, the winner's quickest, the loser's slowest
course analyse three-musketeers ".G..M.GG...MGG..G.M...... guards"       a board, and whose turn
course analyse connect-four - --json < positions.txt    many positions, one per line
course analyse three-musketeers - --json < boards.txt

What the numbers mean, always for the player who makes the move:

    most games      1 wins, 0 draws, -1 loses
    dice            the mean of these with best play; with hidden cards no move has a value
    Connect Four    how many stones the winner has left, counting the winning one: 22 minus the
                    stones placed before it; negative if the move loses, 0 for a draw

A position of Three Musketeers is moves such as "a1-b1 a2-a1", or a board of M, G and ., row by row
from the top (you may put / in between), and maybe guards or musketeers behind it. As soon as
searching costs too much, the table of all positions is made, once: it takes some seconds with
numba, and 158 MB in your data folder. Hints in `course play` use it, too. The longest --line of all
takes about a minute, and 700 MB of memory.

The exit code is 2 if a game, a position or a move makes no sense, or a game is too large. Of many
positions, the others are still answered; with --json, a bad one gets a line with "error", so line 7
of the output always belongs to line 7 of the input.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from course_lib.commands import json_line
from course_lib.game import Game, State, has_chance
from course_lib.games.three_musketeers import EMPTY, GUARD, MUSKETEER, ThreeMusketeers
from course_lib.play.progress import patience
from course_tools.arena.experts import MOST, expert
from course_tools.arena.terminal.advice import in_rank
from course_tools.arena.which_game import game_called
from course_tools.cli._common import check_from_one, lines_in

Report = dict[str, Any]
"""`"to_move"`, a player or `None`; `"moves"`, values by name; `"winner"` where that is exact.

With --line also `"line"`, `"line_kind"` and mostly `"statistics"`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course analyse`."""
    parser.add_argument("game", metavar="GAME", help="such as connect-four or tic-tac-toe:size=3")
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="the moves so far (default: the start); - reads positions from standard input",
    )
    parser.add_argument("--line", action="store_true", help="also show a best line to the end")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each position")
    parser.add_argument(
        "--most",
        type=int,
        metavar="N",
        help=f"give up after searching N positions (default: {MOST:,})",
    )
    # A position behind an option: argparse looks for both words only where it finds the first one.
    parser.set_defaults(more=[])


def run(arguments: argparse.Namespace) -> int:
    """0 when every position was analysed, 2 when something about one of them was wrong."""
    check_from_one("--most", arguments.most)
    game = game_called(arguments.game)
    analysis = analysis_of(game, arguments.most, line=arguments.line)
    code = 0
    for number, position in _positions(_position(arguments)):
        try:
            with patience(lambda: "The position is being analysed; Ctrl-C stops it"):
                state = state_of(game, position)
                report = analysis(state)
        except ValueError as error:
            code, line = 2, f"line {number}: " if number else ""
            print(f"course analyse: {line}{error}", file=sys.stderr)
            if arguments.json:
                print(json_line("analyse", {"error": str(error)}, code), flush=True)
            continue
        print(
            json_line("analyse", report) if arguments.json else _as_text(game, state, report),
            flush=True,
        )
    return code


def _position(arguments: argparse.Namespace) -> str:
    """The position among the words, wherever it stands; without one the start."""
    words = [word for word in (arguments.position, *arguments.more) if word is not None]
    strange = [word for word in arguments.more if word[:1] == "-" != word] or words[1:]
    if strange:
        raise ValueError(f"{' '.join(strange)} means nothing here; see course analyse --help")
    return words[0] if words else ""


def _positions(position: str) -> Iterator[tuple[int, str]]:
    """Each position with the number of its line, 0 for the only one; empty lines are the start."""
    if position != "-":
        yield 0, position
        return
    if sys.stdin.isatty():
        print("One position a line; an empty line is the start, Ctrl-D ends it.", file=sys.stderr)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are no text: a wrong move
    yield from ((number, line.strip()) for number, line in enumerate(lines_in(sys.stdin), 1))


def _as_text(game: Game, state: State, report: Report) -> str:
    """The board, the moves with the best first, and a line to the end."""
    lines, moves = [_board(game, state), ""], report["moves"]
    if not moves:
        winner = game.winner(state)
        return "\n".join([*lines, f"The game is over: {winner} has won." if winner else _DRAWN, ""])
    lines.append(f"{report['to_move']} to move:")
    width = max(map(len, moves))
    if has_chance(game):
        lines += [f"  {name:{width}}  {moves[name]:+.4f} on average" for name in in_rank(moves)]
        return "\n".join([*lines, ""])
    if "winner" not in report:  # numbers that are no win or loss
        lines += [f"  {name:{width}}  {moves[name]:>3}" for name in in_rank(moves)]
        moves = {}
    for name in in_rank(moves):
        value = moves[name]
        shown = f"{value:+}" if value else "0"
        word = "wins" if value > 0 else "loses" if value < 0 else "draws"
        lines.append(f"  {name:{width}}  {shown:>3}  {word}")
    if names := report.get("line"):
        many = f"{len(names)} move{'' if len(names) == 1 else 's'}"
        lines += ["", f"A best line, {many} ({report['line_kind']}): {' '.join(names)}"]
        lines += [
            f"  {what.replace('_', ' '):16} {number:>14,}"
            for what, number in report.get("statistics", {}).items()
        ]
    return "\n".join([*lines, ""])


_DRAWN = "The game is over, and nobody has won."


def _board(game: Game, state: State) -> str:
    """The board, with the squares' names where there are too many to count."""
    from course_tools.arena.terminal.terminal import drawn

    if isinstance(game, ThreeMusketeers):
        return drawn(game, state, None)
    return game.render(state)


# --- what is known about the position of each game ----------------------------------------------


def analysis_of(game: Game, most: int | None, *, line: bool) -> Callable[[State], Report]:
    """What analyses a state of this game, once the game is known."""
    from course_tools.arena.engines.proofs import TooManyStatesError

    knows = expert(game, most)
    decided = game.utility_range == (-1, 1) and not has_chance(game)

    def analysis(state: State) -> Report:
        try:
            found = knows.values(state)
            report: Report = {
                "to_move": game.to_move(state) if found else None,
                "moves": {game.action_name(one): _whole(value) for one, value in found.items()},
            }
            if decided:
                report["winner"] = _winner(game, state, found.values())
            if line and found:
                report |= knows.line(state)
        except TooManyStatesError as error:
            raise ValueError(f"{error} with --most.") from None
        return report

    return analysis


def _winner(game: Game, state: State, values: Any) -> str | None:
    """Who wins, when these are the values of the moves; `None` for a draw."""
    if not values:
        return game.winner(state)
    player, best = game.to_move(state), max(values)
    other = next(one for one in game.players if one != player)
    return player if best > 0 else other if best < 0 else None


def _whole(value: float) -> Any:
    """A whole number as such, so that 1.0 is written 1."""
    return int(value) if value == int(value) else value


# --- positions as people write them -------------------------------------------------------------

_DRAWN_BOARD = re.compile(
    r"(.*?)\s*(musketeers|guards)?(?:\s+to\s+move)?\s*", re.IGNORECASE | re.DOTALL
)


def state_of(game: Game, text: str) -> State:
    """The state after these moves; of Three Musketeers also the one that a board shows.

    A board is M, G and . from the top left on, rows parted or not, and a side may stand behind it.
    Moves have digits in their names.
    """
    found = _DRAWN_BOARD.fullmatch(text)
    if not isinstance(game, ThreeMusketeers) or not text or found is None or re.search(r"\d", text):
        return game.play(text)
    board = "".join(found[1].split()).upper().replace("/", "")
    if strange := [one for one in board if one not in (MUSKETEER, GUARD, EMPTY)]:
        raise ValueError(
            f"{strange[0]!r} can't stand on a board of Three Musketeers: it has {MUSKETEER},"
            f" {GUARD} and {EMPTY}, such as .G..M.GG...MGG..G.M......, and maybe musketeers or"
            " guards behind it"
        )
    if len(board) != game.rows * game.columns:
        raise ValueError(
            f"the board has {len(board)} squares; this game has {game.rows * game.columns}"
            " (another size is a game of its own, such as three-musketeers:start=MGG/GGG/GGM)"
        )
    rows = [board[at : at + game.columns] for at in range(0, len(board), game.columns)]
    return game.parse("\n".join([*rows, f"{found[2] or game.players[0]} to move"]))
