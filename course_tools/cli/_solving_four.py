"""What `course solve connect-four` does: the exact score by its own solver, and a best line."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from multiprocessing.connection import Connection
from typing import Any

from course_lib.game import Action, Game, State
from course_tools.cli._analysing import LONG, LONG_IN_PLAIN_PYTHON, MOST_EMPTY
from course_tools.engines.connect_four import Solver, plies_to_the_end
from course_tools.engines.solvers.counting import Ticker


def connect_four(game: Any, state: State) -> dict[str, Any]:
    """The score for the player to move and a best line; what would take hours is a `ValueError`."""
    from course_lib.games.rows import EMPTY
    from course_tools.engines.jit import have_numba

    empty = state.board.count(EMPTY)
    if empty > MOST_EMPTY:
        raise ValueError(
            f"{game!r} is too large to be solved from here: {empty} squares are empty, and"
            f" {MOST_EMPTY} are the most that can be searched. Play further with --start, or take"
            " a smaller board"
        )
    if empty >= LONG_IN_PLAIN_PYTHON and not have_numba():
        raise ValueError(
            f"{game!r} with {empty} empty squares would take hours in plain Python: install numba,"
            " or play further with --start"
        )
    if empty < LONG:
        return solved(game, state)
    print("With so few stones this can take minutes.", file=sys.stderr, flush=True)
    return _beside(game, state)


def solved(game: Any, state: State) -> dict[str, Any]:
    """The score and a best line, worked out here."""
    from course_lib.games.rows import EMPTY
    from course_tools.engines.openings import OpenedSolver, complete_openings

    table = complete_openings(game)
    solver = Solver(game) if table is None else OpenedSolver(game, table)
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
    to.send(solved(game, state))


def _kept(game: Game, solver: Solver, state: State, score: int) -> tuple[Action, State, int]:
    """A move that keeps the score, where it leads, and the score there."""
    actions = game.actions(state)
    middle = (len(actions) - 1) / 2
    # From the middle outwards, because the middle is mostly best and each try costs a search.
    for place in sorted(range(len(actions)), key=lambda place: abs(place - middle)):
        after = game.result(state, actions[place])
        if -(found := solver.score(after)) == score:
            return actions[place], after, found
    raise RuntimeError(f"no move of {game!r} keeps the score {score}")
