"""What `course solve three-musketeers` does: a proof, the tables, the false proof, other boards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from course_lib.game import State

_READINGS = {
    ("guards", "lose"): "guards who can't move lose",
    ("guards", "pass"): "guards who can't move pass",
    ("musketeers", "to move"): "musketeers to move who can capture nobody win",
    ("musketeers", "any moment"): "musketeers who can capture nobody win at any moment",
}


def proof(game: Any, state: State, most: int | None) -> dict[str, Any]:
    """A proof in plain Python, with a best line."""
    from course_tools.engines.compiled.musketeers_values import distances_for
    from course_tools.engines.solvers.musketeers_proof import MusketeersProof
    from course_tools.engines.solvers.proving_lines import SHORTEST

    found = MusketeersProof(game, most)
    winner = found.winner(state)
    counts = found.counted().data()
    if (table := distances_for(game)) is not None:
        names, kind = table.best_line(state), SHORTEST
    else:
        names, _ = line = found.best_line(state)
        kind = line.kind
    return {"winner": winner, "line": list(names), "line_kind": kind, "statistics": counts}


def strong(game: Any, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """Every position, from the file or into it, and who wins from this one."""
    from course_tools.engines.compiled.musketeers_strong import StrongSolution

    table = StrongSolution(game, arguments.file)
    table.make(threads=arguments.threads or 1)
    positions, to_move, not_to_move = table.counts()
    values = table.values(state)
    return {
        "winner": table.winner(state),
        "winning_moves": [game.action_name(action) for action in values if values[action] == 1],
        "positions_a_side": positions,
        "musketeers_win_to_move": to_move,
        "musketeers_win_guards_to_move": not_to_move,
        "file": str(table.path),
    }


def distances(game: Any, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """How far every position is from its end, from the file or into it, and a best line."""
    from course_tools.engines.compiled.musketeers_distances import Distances

    table = Distances(game, arguments.file)
    table.make(threads=arguments.threads or 1)
    winner, distance = table.outcome(state)
    return {
        "winner": winner,
        "moves_to_the_end": distance,
        "line": list(table.best_line(state)),
        "furthest_with_guards_to_move": table.furthest(),
        "musketeers_win_guards_to_move": table.musketeers_win(),
        "file": str(table.path),
    }


def reading(game: Any) -> str:
    """The reading of the rules, in words."""
    return "; ".join(
        (
            _READINGS["guards", game.stuck_guards],
            _READINGS["musketeers", game.stuck_musketeers],
        )
    )


def capstone(picture: str | None, *, as_json: bool) -> int:
    """Print the log of the false proof, or draw it; with a picture and as JSON do both."""
    from course_lib.lessons.capstone_log import capstone_log, log_lines

    if picture is not None:
        from course_lib.lessons.claims import plot_claims

        if not picture.lower().endswith((".svg", ".png")):
            raise ValueError(f"--picture {picture}: a name that ends in .svg or .png is right")
        if not (folder := Path(picture).parent).is_dir():
            raise ValueError(f"--picture {picture}: there is no folder {folder}; make it first")
        plot_claims(capstone_log()).savefig(picture, dpi=150)
        print(f"Written: {picture}", file=sys.stderr)
        if not as_json:
            return 0
    if as_json:
        for row in capstone_log():
            board = "".join(row.state.board)
            print(json.dumps({**row._asdict(), "state": board, "to_move": row.state.to_move}))
    else:
        print("\n".join(log_lines()))
    return 0


def sizes(*, as_json: bool) -> int:
    """Print who wins on other boards."""
    from course_tools.engines.compiled.musketeers_sizes import sizes as solved

    if not as_json:
        print("rows x columns  musketeers  winner           positions  won to move  start")
    for size in solved():
        if as_json:
            print(json.dumps(size._asdict()), flush=True)
            continue
        board, share = f"{size.rows} x {size.columns}", f"{size.to_move / size.positions:>11.1%}"
        line = f"{board:14}  {size.musketeers:10}  {size.winner:10} {size.positions:>15,}"
        print(f"{line}  {share}  {size.start}", flush=True)
    return 0
