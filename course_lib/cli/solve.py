"""Solve a game: who wins from its start, a best line, and what the search cost.

course solve three-musketeers                     a proof in plain Python, in some minutes
course solve three-musketeers --start .G..M.GG...MGG..G.M......      from another board
course solve three-musketeers --strong            every position, once: 300 MB in your data folder
course solve three-musketeers --strong --distances       and how soon: 1.3 GB, with numba
course solve three-musketeers --capstone          a published log beside the true values
course solve three-musketeers --capstone --picture claims.svg          the same as a picture
course solve three-musketeers --sizes             other boards, and two musketeers
course solve tictactoe                            connect-three, nim, havannah-2 and other games
course solve connect-three --compare              what each improvement of the search saves

--strong is solved layer by layer; Ctrl-C stops it, and the same command goes on. Afterwards
`course analyse` and hints in play look Three Musketeers up. Any other search keeps what it knows in
memory only: stopped by Ctrl-C, it begins again.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import replace
from typing import Any

from course_lib.cli import _solving_musketeers as musketeers
from course_lib.cli._analysing import state_of
from course_lib.game import Game, State
from course_lib.play.games_by_name import game_called

MOST = 5_000_000

ALIASES = {
    "tictactoe": "tic-tac-toe",
    "connect-three": "connect-four:rows=3,columns=4,length=3",
}
"""What people call a game, and what it is here."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course solve`."""
    parser.add_argument("game", metavar="GAME", help="such as three-musketeers or tictactoe")
    parser.add_argument(
        "--start", metavar="BOARD", help="moves, or a board of Three Musketeers (default: start)"
    )
    parser.add_argument(
        "--to-move", choices=["musketeers", "guards"], help="whose turn it is there"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.add_argument("--strong", action="store_true", help="Three Musketeers: every position")
    parser.add_argument(
        "--distances", action="store_true", help="with --strong: how many moves to the end, too"
    )
    parser.add_argument("--file", help="where --strong keeps it (default: your data folder)")
    parser.add_argument("--threads", type=int, default=1, help="cores for --strong (default: 1)")
    parser.add_argument("--capstone", action="store_true", help="Three Musketeers: a false proof")
    parser.add_argument("--picture", metavar="FILE", help="with --capstone: an .svg or .png of it")
    parser.add_argument("--sizes", action="store_true", help="Three Musketeers: other boards")
    parser.add_argument("--compare", action="store_true", help="each improvement on and off")
    parser.add_argument(
        "--most", type=int, default=None, help=f"positions searched (default: {MOST:,})"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was solved, 2 when something about the words was wrong."""
    try:
        game = game_called(_full_name(arguments.game))
        _check_options(game, arguments)
        game = _started(game, arguments.start or "")
        state = state_of(game, arguments.start or "", arguments.to_move)
        if arguments.capstone:
            return musketeers.capstone(arguments.picture, as_json=arguments.json)
        if arguments.sizes:
            return musketeers.sizes(as_json=arguments.json)
        if arguments.compare:
            return _compare(game, state, arguments.most or MOST, as_json=arguments.json)
        report = _report(game, state, arguments)
    except (ValueError, OSError) as error:
        print(f"course solve: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report) if arguments.json else _as_text(report))
    return 0


def _full_name(name: str) -> str:
    """The game's name and options here, of what people call it."""
    if found := re.fullmatch(r"havannah-(\d+)", name):
        return f"havannah:size={found[1]}"
    return ALIASES.get(name, name)


def _started(game: Game, start: str) -> Game:
    """The game itself, or Three Musketeers on the board that this start shows."""
    from course_lib.games import ThreeMusketeers

    if isinstance(game, ThreeMusketeers) and re.fullmatch(r"[MG./]+", start.upper()):
        return replace(game, start=start.upper())
    return game


def _check_options(game: Game, arguments: argparse.Namespace) -> None:
    """Refuse what only Three Musketeers has for another game."""
    from course_lib.games import ThreeMusketeers

    if arguments.picture and not arguments.capstone:
        raise ValueError("--picture goes with --capstone")
    if arguments.distances and not arguments.strong:
        raise ValueError("--distances goes with --strong")
    if not isinstance(game, ThreeMusketeers):
        for option in ("strong", "capstone", "sizes"):
            if getattr(arguments, option):
                raise ValueError(f"--{option} is for three-musketeers, not for {arguments.game}")


def _report(game: Game, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """What was found out, as plain data."""
    from course_lib.games import Havannah, ThreeMusketeers

    if game.is_terminal(state):
        raise ValueError("the game is over there; take a position that is going on")
    head = {"game": repr(game), "to_move": game.to_move(state)}
    if isinstance(game, ThreeMusketeers):
        if arguments.strong:
            found = musketeers.distances if arguments.distances else musketeers.strong
            return head | found(game, state, arguments)
        if (game.stuck_guards, game.stuck_musketeers) == ("lose", "to move"):
            return head | musketeers.proof(game, state, arguments.most)
    if isinstance(game, Havannah) and not game.passing:
        return head | _havannah(game, state, arguments.most or MOST)
    from course_lib.solvers.proving import prove

    proof = prove(game, state, most=arguments.most or MOST)
    return head | {
        "winner": _winner(game, state, proof.value),
        "value": proof.value,
        "line": list(proof.line),
        "statistics": proof.counts.data(),
    }


def _havannah(game: Any, state: State, most: int) -> dict[str, Any]:
    """The value of every move, by the solver that knows Havannah."""
    from course_lib.solvers.havannah import HavannahSolver

    solver = HavannahSolver(game, most)
    values = solver.values(state)
    best = max(values.values())
    return {
        "winner": _winner(game, state, best),
        "value": best,
        "best_moves": [game.action_name(action) for action in values if values[action] == best],
        "statistics": {"positions": most - solver.left},
    }


def _winner(game: Game, state: State, value: float) -> str | None:
    """Who wins, when this is the value for the player to move; `None` for a draw."""
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    return player if value > 0 else other if value < 0 else None


def _compare(game: Game, state: State, most: int, *, as_json: bool) -> int:
    """Print what the search costs with everything, and without each improvement."""
    from course_lib.solvers.proving import EVERYTHING, Switches, prove

    rows: list[dict[str, Any]] = []
    without = Switches._fields
    for name in ("everything", *without):
        switches = EVERYTHING if name == "everything" else EVERYTHING._replace(**{name: False})
        proof = prove(game, state, switches=switches, most=most)
        label = name if name == "everything" else f"without {name.replace('_', ' ')}"
        rows.append({"search": label, "value": proof.value, **proof.counts.data()})
    if as_json:
        print(json.dumps(rows))
        return 0
    print(f"{'':20} {'value':>5} {'positions':>11} {'times':>7} {'kept':>9}")
    for row in rows:
        times = row["positions"] / rows[0]["positions"]
        value, searched, kept = row["value"], row["positions"], row["kept"]
        print(f"{row['search']:20} {value:>5} {searched:>11,} {times:>7.2f} {kept:>9,}")
    return 0


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
