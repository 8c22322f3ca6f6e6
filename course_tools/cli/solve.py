"""Solve a game: who wins, a best line, and what the search cost.

course solve tictactoe                            and connect-three, nim and other small games
course solve havannah --size 3                    in a few seconds
course solve connect-four                         in half a minute, with numba
course solve three-musketeers                     a proof in plain Python, in some minutes
course solve three-musketeers --start .G..M.GG...MGG..G.M......      from another board
course solve three-musketeers --strong            every position, once: 300 MB in your data folder
course solve three-musketeers --strong --distances       and how soon it ends: 630 MB more

--strong keeps what it has done: stop it with Ctrl-C, and the same command goes on. Afterwards
`course analyse` and hints in `course play` look Three Musketeers up. Any other search keeps what it
knows in memory only, and starts from the beginning.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from course_lib.commands import json_line
from course_lib.game import Game, State
from course_lib.play.progress import patience
from course_tools.arena.which_game import sized_game
from course_tools.cli._common import check_company, check_from_one, check_writable
from course_tools.cli._positions import started, state_of
from course_tools.engines.proofs import TooManyStatesError
from course_tools.experts import MOST, expert

ONLY_WITH = {"file": "strong", "threads": "strong", "distances": "strong"}
"""What some options go with."""

NOT_WITH = {"strong": "most", "distances": "file"}
"""What does not go together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course solve`."""
    parser.add_argument("game", metavar="GAME", help="such as three-musketeers or tictactoe")
    parser.add_argument(
        "--size", type=int, metavar="N", help="the game's size, as in havannah:size=N"
    )
    parser.add_argument(
        "--start",
        metavar="BOARD",
        help="moves, or a board of Three Musketeers (default: the start)",
    )
    parser.add_argument(
        "--to-move", choices=["musketeers", "guards"], help="whose turn it is on that board"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument(
        "--strong", action="store_true", help="Three Musketeers: solve every position"
    )
    parser.add_argument(
        "--distances", action="store_true", help="with --strong: how many moves to the end, too"
    )
    parser.add_argument("--file", help="where a table is kept (default: your data folder)")
    parser.add_argument("--threads", type=int, help="cores for --strong (default: 1)")
    parser.add_argument(
        "--most", type=int, help=f"give up after so many positions (default: {MOST:,})"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was solved, 2 when something about the words was wrong."""
    try:
        game = sized_game(arguments.game, arguments.size)
        _check_options(game, arguments)
        game = started(game, arguments.start or "")
        state = state_of(game, arguments.start or "", arguments.to_move)
        with patience(lambda: "The search goes on; Ctrl-C stops it"):
            report = _report(game, state, arguments)
    except TooManyStatesError as error:
        raise ValueError(f"{error} with --most.") from None
    except KeyboardInterrupt:
        kept = " What was done is kept: the same command goes on." if arguments.strong else ""
        print(f"Stopped.{kept}", file=sys.stderr)
        return 130
    print(json_line("solve", report) if arguments.json else _as_text(report))
    return 0


def _check_options(game: Game, arguments: argparse.Namespace) -> None:
    """Refuse what is for another game, and what does not go together."""
    from course_lib.games import ThreeMusketeers

    check_from_one("--most", arguments.most)
    check_from_one("--threads", arguments.threads)
    check_writable(None if arguments.file is None else Path(arguments.file))
    check_company(arguments, ONLY_WITH, NOT_WITH)
    if arguments.strong and not isinstance(game, ThreeMusketeers):
        raise ValueError(f"--strong is for three-musketeers, not for {arguments.game}")


def _report(game: Game, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """What was found out, as plain data."""
    from course_lib.games import ThreeMusketeers

    if game.is_terminal(state):
        raise ValueError("the game is over there; take a position that is going on")
    head: dict[str, Any] = {"game": repr(game), "to_move": game.to_move(state)}
    if isinstance(game, ThreeMusketeers):
        head["rules"] = f"{_READINGS[game.stuck_guards]}; {_READINGS[game.stuck_musketeers]}"
        if arguments.strong:
            return head | _strong(game, state, arguments)
    return head | expert(game, arguments.most).proof(state)


def _as_text(report: dict[str, Any]) -> str:
    """A line for each thing that was found out."""
    lines = []
    for name, value in report.items():
        if name == "statistics":
            lines += [
                f"  {what.replace('_', ' '):16} {number:>14,}" for what, number in value.items()
            ]
            continue
        shown = " ".join(value) if isinstance(value, list) else value
        shown = f"{shown:,}" if isinstance(shown, int) else "nobody" if shown is None else shown
        lines.append(f"{name.replace('_', ' ')}: {shown}")
    return "\n".join(lines)


# --- Three Musketeers ----------------------------------------------------------------------------

_READINGS = {
    "lose": "guards who can't move lose",
    "pass": "guards who can't move pass",
    "to move": "musketeers to move who can capture nobody win",
    "any moment": "musketeers who can capture nobody win at any moment",
}
"""The readings of the rules, in words."""


def _strong(game: Any, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """Every position, from the file or into it, and who wins from this one."""
    from course_tools.engines.musketeers_distances import Distances
    from course_tools.engines.musketeers_strong import StrongSolution

    table = StrongSolution(game, arguments.file)
    table.make(threads=arguments.threads or 1)
    positions, to_move, not_to_move = table.counts()
    values = table.values(state)
    report = {
        "winner": table.winner(state),
        "winning_moves": [game.action_name(action) for action in values if values[action] == 1],
        "positions_a_side": positions,
        "musketeers_win_to_move": to_move,
        "musketeers_win_guards_to_move": not_to_move,
        "file": str(table.path),
    }
    if arguments.distances:
        table.close()  # both at once would take more than a gigabyte
        soon = Distances(game)
        soon.make(threads=arguments.threads or 1)
        line = soon.best_line(state)
        report |= {"moves_to_the_end": len(line), "line": [*line], "distances": str(soon.path)}
    return report
