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
from dataclasses import replace
from pathlib import Path
from typing import Any

from course_lib.commands import json_line
from course_lib.game import Game, State
from course_lib.play.progress import patience
from course_tools.arena.advice import ExactFour
from course_tools.arena.which_game import sized_game
from course_tools.cli._common import check_company, check_from_one, check_writable
from course_tools.cli._positions import started, state_of
from course_tools.cli.analyse import MOST_CELLS, too_many_cells
from course_tools.engines.connect_four import is_connect_four
from course_tools.engines.proofs import BestLine, Counts, TooManyStatesError

MOST = 5_000_000

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
    from course_lib.games import Havannah, ThreeMusketeers
    from course_tools.engines.proofs import prove

    if game.is_terminal(state):
        raise ValueError("the game is over there; take a position that is going on")
    head: dict[str, Any] = {"game": repr(game), "to_move": game.to_move(state)}
    if isinstance(game, ThreeMusketeers):
        head["rules"] = f"{_READINGS[game.stuck_guards]}; {_READINGS[game.stuck_musketeers]}"
        if arguments.strong:
            return head | _strong(game, state, arguments)
        if (game.stuck_guards, game.stuck_musketeers) == ("lose", "to move"):
            return head | _musketeers_proof(game, state, arguments.most)
    if isinstance(game, Havannah) and not game.passing:
        values = _havannah(game, state, arguments.most or MOST)
        return head | {"winner": _winner(game, state, values["value"])} | values
    if is_connect_four(game):
        score = _connect_four(game, state)
        return head | {"winner": _winner(game, state, score["score"])} | score
    proof = prove(game, state, most=arguments.most or MOST)
    if game.utility_range == (-1, 1):
        head["winner"] = _winner(game, state, proof.value)
    return head | {"value": proof.value} | _searched(proof.line, proof.counts)


def _searched(line: BestLine, counts: Counts) -> dict[str, Any]:
    """A line to the end, and what the search has cost."""
    return {"line": [*line.names], "line_kind": line.kind, "statistics": counts.data()}


def _winner(game: Game, state: State, value: float) -> str | None:
    """Who wins, when this is the value for the player to move; `None` for a draw."""
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    return player if value > 0 else other if value < 0 else None


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


# --- Havannah ------------------------------------------------------------------------------------


def _havannah(game: Any, state: State, most: int) -> dict[str, Any]:
    """The value of every move, by the solver that knows Havannah, and a best line."""
    from course_lib.games.havannah import EMPTY
    from course_tools.engines.havannah_solver import HavannahSolver
    from course_tools.engines.proofs import best_line

    empty = state.board.count(EMPTY)
    if empty > MOST_CELLS:
        raise too_many_cells(game, empty)
    solver = HavannahSolver(game, most)
    try:
        values = solver.values(state)
        best, counts = max(values.values()), replace(solver.counted())
        line = best_line(game, state, solver.value)
    finally:
        solver.counted()
    best_moves = [game.action_name(action) for action in values if values[action] == best]
    return {"value": best, "best_moves": best_moves} | _searched(line, counts)


# --- Connect Four --------------------------------------------------------------------------------


def _connect_four(game: Any, state: State) -> dict[str, Any]:
    """The score for the player to move and a best line; what would take hours is a `ValueError`."""
    four = ExactFour(game)
    four.check(state)
    solver = four.solver
    score = solver.score(state)
    line = [game.action_name(action) for action in solver.best_line(state)]
    kind = "shortest win, longest defence" if score else "keeps the value"
    return {"score": score, "line": line, "line_kind": kind}


# --- Three Musketeers ----------------------------------------------------------------------------

_READINGS = {
    "lose": "guards who can't move lose",
    "pass": "guards who can't move pass",
    "to move": "musketeers to move who can capture nobody win",
    "any moment": "musketeers who can capture nobody win at any moment",
}
"""The readings of the rules, in words."""


def _musketeers_proof(game: Any, state: State, most: int | None) -> dict[str, Any]:
    """A proof in plain Python, with a best line."""
    from course_tools.engines.musketeers_proof import MusketeersProof

    found = MusketeersProof(game, most)
    winner, counts = found.winner(state), replace(found.counted())
    return {"winner": winner} | _searched(found.best_line(state), counts)


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
