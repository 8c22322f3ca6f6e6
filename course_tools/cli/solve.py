"""Solve a game: who wins, a best line, and what the search cost.

course solve three-musketeers                     a proof in plain Python, in some minutes
course solve three-musketeers --start .G..M.GG...MGG..G.M......      from another board
course solve three-musketeers --strong            every position, once: 300 MB in your data folder
course solve three-musketeers --strong --distances       and how soon: 1.3 GB, with numba
course solve three-musketeers --capstone          a published log beside the true values
course solve three-musketeers --capstone --picture claims.svg          the same as a picture
course solve three-musketeers --sizes             other boards, and two musketeers
course solve tictactoe                            connect-three, nim and other games
course solve havannah --size 3                    size 3 takes some seconds
course solve connect-four                         in some minutes, with numba
course solve connect-four --openings              how much of the table of openings is there
course solve connect-four --openings --go         make it; Ctrl-C stops it, and nothing is lost
course solve connect-three --compare              what each improvement of the search saves

--strong is solved layer by layer; Ctrl-C stops it, and the same command goes on. Afterwards
`course analyse` and hints in play look Three Musketeers up. Any other search keeps what it knows in
memory only: stopped by Ctrl-C, it begins again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from course_lib.commands import json_line
from course_lib.game import Action, Game, State
from course_tools.arena.advice import LONG, LONG_IN_PLAIN_PYTHON, ExactFour, refuse_too_large
from course_tools.arena.which_game import sized_game
from course_tools.cli._common import check_writable
from course_tools.cli._positions import check_from_one, started, state_of
from course_tools.cli.analyse import MOST_CELLS, too_many_cells
from course_tools.engines.proofs import TooManyStatesError

MOST = 5_000_000

SAMPLE = 5
"""So many openings are tried to estimate how long the others take."""

_POSITION = {"start", "to_move", "most"}
QUESTIONS: dict[str, tuple[str, set[str]]] = {
    "": ("", _POSITION),
    "compare": ("", _POSITION),
    "strong": ("three-musketeers", {"start", "to_move", "distances", "file", "threads"}),
    "capstone": ("three-musketeers", {"picture"}),
    "sizes": ("three-musketeers", set()),
    "openings": ("connect-four", {"file", "go", "minutes", "plies"}),
}
"""What can be asked, one question at a time: the game that it is for, and what goes with it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course solve`."""
    parser.add_argument("game", metavar="GAME", help="such as three-musketeers or tictactoe")
    parser.add_argument(
        "--size", type=int, metavar="N", help="the game's size, as in havannah:size=N"
    )
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
    parser.add_argument("--file", help="where a table is kept (default: your data folder)")
    parser.add_argument("--threads", type=int, help="cores for --strong (default: 1)")
    parser.add_argument("--capstone", action="store_true", help="Three Musketeers: a false proof")
    parser.add_argument("--picture", metavar="FILE", help="with --capstone: an .svg or .png of it")
    parser.add_argument("--sizes", action="store_true", help="Three Musketeers: other boards")
    parser.add_argument("--compare", action="store_true", help="each improvement on and off")
    parser.add_argument("--openings", action="store_true", help="Connect Four: all openings")
    parser.add_argument("--go", action="store_true", help="with --openings: make the table")
    parser.add_argument("--minutes", type=float, help="with --go: stop after about so long")
    parser.add_argument("--plies", type=int, metavar="N", help="with --openings: stones (8)")
    parser.add_argument(
        "--most", type=int, default=None, help=f"positions searched (default: {MOST:,})"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was solved, 2 when something about the words was wrong."""
    try:
        game = sized_game(arguments.game, arguments.size)
        _check_options(game, arguments)
        game = started(game, arguments.start or "")
        state = state_of(game, arguments.start or "", arguments.to_move)
        if arguments.capstone:
            return _capstone(arguments.picture, as_json=arguments.json)
        if arguments.sizes:
            return _sizes(as_json=arguments.json)
        if arguments.openings:
            return _openings(game, arguments)
        if arguments.compare:
            return _compare(game, state, arguments.most or MOST, as_json=arguments.json)
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
    from course_lib.games import ConnectFour, ThreeMusketeers

    check_from_one("--most", arguments.most)
    check_from_one("--threads", arguments.threads)
    check_writable(None if arguments.file is None else Path(arguments.file))
    question, *others = [name for name in QUESTIONS if name and getattr(arguments, name)] or [""]
    wanted, options = QUESTIONS[question]
    known = {"three-musketeers": ThreeMusketeers, "connect-four": ConnectFour}
    if wanted and not isinstance(game, known[wanted]):
        raise ValueError(f"--{question} is for {wanted}, not for {arguments.game}")
    apart = [(question, other) for other in others]
    every = set().union(*(with_it for _, with_it in QUESTIONS.values()))
    for option in sorted(every - options):
        if getattr(arguments, option) not in (None, False):
            goes_with = [name for name, (_, with_it) in QUESTIONS.items() if option in with_it]
            if "" not in goes_with:
                raise ValueError(f"--{option} goes with --{' or --'.join(goes_with)}")
            apart.append((option.replace("_", "-"), question))
    for one, other in apart:
        raise ValueError(f"--{one} and --{other} do not go together; leave one of them out")


def _report(game: Game, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """What was found out, as plain data."""
    from course_lib.games import ConnectFour, Havannah, ThreeMusketeers
    from course_tools.engines.connect_four import LENGTH

    if game.is_terminal(state):
        raise ValueError("the game is over there; take a position that is going on")
    head = {"game": repr(game), "to_move": game.to_move(state)}
    if isinstance(game, ThreeMusketeers):
        head["rules"] = f"{_READINGS[game.stuck_guards]}; {_READINGS[game.stuck_musketeers]}"
        if arguments.strong:
            solved = _distances if arguments.distances else _strong
            return head | solved(game, state, arguments)
        if (game.stuck_guards, game.stuck_musketeers) == ("lose", "to move"):
            return head | _musketeers_proof(game, state, arguments.most)
    if isinstance(game, Havannah) and not game.passing:
        values = _havannah(game, state, arguments.most or MOST)
        return head | _valued(game, state, values["value"]) | values
    if isinstance(game, ConnectFour) and game.length == LENGTH:
        score = _connect_four(game, state)
        return head | {"winner": _winner(game, state, score["score"])} | score
    from course_tools.engines.proofs import prove

    proof = prove(game, state, most=arguments.most or MOST)
    return (
        head
        | _valued(game, state, proof.value)
        | {
            "line": list(proof.line),
            "line_kind": proof.line_kind,
            "statistics": proof.counts.data(),
        }
    )


def _havannah(game: Any, state: State, most: int) -> dict[str, Any]:
    """The value of every move, by the solver that knows Havannah, and a best line."""
    from course_lib.games.havannah import EMPTY
    from course_tools.engines.havannah_solver import HavannahSolver, TooLargeError
    from course_tools.engines.proofs import Ticker, best_line

    empty = state.board.count(EMPTY)
    if empty > MOST_CELLS:
        raise too_many_cells(game, empty)
    solver = HavannahSolver(game, most, Ticker("positions"))
    try:
        values = solver.values(state)
        best = max(values.values())
        counts = solver.counted().data()
        line = best_line(game, state, solver.value)
    except TooLargeError as error:
        raise TooManyStatesError(str(error)) from None
    finally:
        solver.counted()
    return {
        "value": best,
        "best_moves": [game.action_name(action) for action in values if values[action] == best],
        "line": list(line.names),
        "line_kind": line.kind,
        "statistics": counts,
    }


def _valued(game: Game, state: State, value: float) -> dict[str, Any]:
    """The value for the player to move, and who wins where values are wins, draws and losses."""
    if game.utility_range != (-1, 1):
        return {"value": value}
    return {"winner": _winner(game, state, value), "value": value}


def _winner(game: Game, state: State, value: float) -> str | None:
    """Who wins, when this is the value for the player to move; `None` for a draw."""
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    return player if value > 0 else other if value < 0 else None


def _compare(game: Game, state: State, most: int, *, as_json: bool) -> int:
    """Print what the search costs with everything, and without each improvement."""
    from course_tools.engines.proofs import EVERYTHING, Switches, prove

    rows: list[dict[str, Any]] = []
    without = Switches._fields
    for name in ("everything", *without):
        switches = EVERYTHING if name == "everything" else EVERYTHING._replace(**{name: False})
        proof = prove(game, state, switches=switches, most=most)
        label = name if name == "everything" else f"without {name.replace('_', ' ')}"
        rows.append({"search": label, "value": proof.value, **proof.counts.data()})
    if as_json:
        print(json_line("solve", {"searches": rows}))
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


# --- Connect Four --------------------------------------------------------------------------------


def _connect_four(game: Any, state: State) -> dict[str, Any]:
    """The score for the player to move and a best line; what would take hours is a `ValueError`."""
    from course_lib.games.squares import EMPTY
    from course_tools.engines.jit import have_numba

    empty = state.board.count(EMPTY)
    refuse_too_large(game, empty)
    if empty >= LONG_IN_PLAIN_PYTHON and not have_numba():
        raise ValueError(
            f"{game!r} with {empty} empty squares would take hours in plain Python: install numba,"
            " or play further with --start"
        )
    if empty < LONG:
        return _four_solved(game, state)
    print("With so few stones this can take minutes.", file=sys.stderr, flush=True)
    return _beside(game, state)


def _four_solved(game: Any, state: State) -> dict[str, Any]:
    """The score and a best line, worked out here."""
    from course_lib.games.squares import EMPTY
    from course_tools.engines.connect_four import plies_to_the_end

    solver = ExactFour(game).solver
    found = score = solver.score(state)
    squares = len(state.board)
    plies = plies_to_the_end(score, squares, squares - state.board.count(EMPTY))
    line = []
    for _ in range(plies):
        action, state, score = _kept(game, solver, state, score)
        line.append(game.action_name(action))
    kind = "shortest win, longest defence" if found else "keeps the value"
    return {"score": found, "line": line, "line_kind": kind}


def _beside(game: Game, state: State) -> dict[str, Any]:
    """The same, worked out in another process: compiled code would not hear Ctrl-C in this one."""
    from course_tools.engines.proofs import Ticker

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(theirs, game, state), daemon=True)
    ticker = Ticker("position is being solved, working")
    process.start()
    theirs.close()
    try:
        while not ours.poll(0.5):
            ticker(1)
        report: dict[str, Any] = ours.recv()
    except EOFError:
        raise ValueError(f"{game!r} could not be solved: its process ended by itself") from None
    finally:
        ticker.end()
        process.terminate()
        process.join()
    return report


def _send(to: Connection, game: Game, state: State) -> None:
    """Solve this for another process, which alone answers to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    to.send(_four_solved(game, state))


def _kept(game: Game, solver: Any, state: State, score: int) -> tuple[Action, State, int]:
    """A move that keeps the score, where it leads, and the score there."""
    actions = game.actions(state)
    middle = (len(actions) - 1) / 2
    # From the middle outwards, because the middle is mostly best and each try costs a search.
    for place in sorted(range(len(actions)), key=lambda place: abs(place - middle)):
        after = game.result(state, actions[place])
        if -(found := solver.score(after)) == score:
            return actions[place], after, found
    raise RuntimeError(f"no move of {game!r} keeps the score {score}")


def _openings(game: Any, arguments: argparse.Namespace) -> int:
    """Say how much of the table of openings is done, or go on with it."""
    from course_tools.engines.openings import Openings

    table = Openings(game, 8 if arguments.plies is None else arguments.plies, arguments.file)
    left = len(table.left())
    print(f"{table.path}: {len(table.positions) - left:,} of {len(table.positions):,} done.")
    if arguments.go and left:
        print("Ctrl-C stops it; the same command goes on.", flush=True)
        done = table.work(None if arguments.minutes is None else 60 * arguments.minutes)
        print(f"{done:,} more are done, {left - done:,} are left.")
    elif left:
        hours = table.seconds_left(SAMPLE) / 3600
        print(f"The rest takes about {hours:.1f} hours, by a sample of {SAMPLE}.")
        print("To begin, or go on: the same with --go")
    return 0


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
    from course_tools.engines.musketeers import distances_for
    from course_tools.engines.musketeers_proof import MusketeersProof
    from course_tools.engines.proofs import SHORTEST

    found = MusketeersProof(game, most)
    winner = found.winner(state)
    counts = found.counted().data()
    if (table := distances_for(game)) is not None:
        names, kind = table.best_line(state), SHORTEST
    else:
        names, _ = line = found.best_line(state)
        kind = line.kind
    return {"winner": winner, "line": list(names), "line_kind": kind, "statistics": counts}


def _strong(game: Any, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """Every position, from the file or into it, and who wins from this one."""
    from course_tools.engines.musketeers_strong import StrongSolution

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


def _distances(game: Any, state: State, arguments: argparse.Namespace) -> dict[str, Any]:
    """How far every position is from its end, from the file or into it, and a best line."""
    from course_tools.engines.musketeers_distances import Distances

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


def _capstone(picture: str | None, *, as_json: bool) -> int:
    """Print the log of the false proof, or draw it; with a picture and as JSON do both."""
    from course_lib.lessons.capstone_log import capstone_log, log_lines

    if picture is not None:
        from course_lib.lessons.claims import plot_claims

        if not picture.lower().endswith((".svg", ".png")):
            raise ValueError(f"--picture {picture}: a name that ends in .svg or .png is right")
        check_writable(Path(picture))
        plot_claims(capstone_log()).savefig(picture, dpi=150)
        print(f"Written: {picture}", file=sys.stderr)
        if not as_json:
            return 0
    if as_json:
        for row in capstone_log():
            board = "".join(row.state.board)
            print(
                json_line("solve", row._asdict() | {"state": board, "to_move": row.state.to_move})
            )
    else:
        print("\n".join(log_lines()))
    return 0


def _sizes(*, as_json: bool) -> int:
    """Print who wins on other boards."""
    from course_tools.engines.musketeers import sizes

    if not as_json:
        print("rows x columns  musketeers  winner           positions  won to move  start")
    for size in sizes():
        if as_json:
            print(json_line("solve", size._asdict()), flush=True)
            continue
        board, share = f"{size.rows} x {size.columns}", f"{size.to_move / size.positions:>11.1%}"
        line = f"{board:14}  {size.musketeers:10}  {size.winner:10} {size.positions:>15,}"
        print(f"{line}  {share}  {size.start}", flush=True)
    return 0
