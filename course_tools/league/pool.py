"""What plays the games of a league: threads of this machine, or the workers of a Dask cluster.

A worker of a cluster needs this course and this Python, as for `course grade`: whatever would play
other games is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path

from course_tools.grade.sandbox import FULL, Limits, NoIsolation, Sandbox
from course_tools.league.games import GameToPlay, Played, league_fingerprint
from course_tools.league.rules import Order
from course_tools.workers import COURSE, OTHER_COURSE, Cluster, LocalPool, OtherCourse, Pool

MEMORY = 1024 * 1024 * 1024
"""So many bytes each player may have."""


def sandbox_for(course: Path, seconds: int, *, unsafe: bool) -> Sandbox:
    """Where players run: limited, and with the library's searches, which anybody may use."""
    return Sandbox(course, limits=Limits(memory=MEMORY, cpu=seconds), unsafe=unsafe)


@contextmanager
def open_pool(order: Order, course: str) -> Iterator[tuple[Pool, str]]:
    """A pool that plays games, and how it keeps players away from everything else.

    `course` is the fingerprint of the course that each worker of a cluster has to have. All that
    takes time is done by the players' processes, so on this machine threads are enough.
    """
    if order.scheduler:
        play = partial(play_on_worker, course=course, unsafe=order.unsafe)
        with Cluster(order.scheduler, play) as cluster:
            yield cluster, "by each worker" if order.unsafe else FULL
        return
    sandbox = sandbox_for(order.course, order.rules.seconds, unsafe=order.unsafe)
    with ExitStack() as stack:
        pool = stack.enter_context(
            LocalPool(lambda game: game.play(sandbox.session), order.workers)
        )
        # It ends first, and with it all games under way: so no thread is waited for.
        stack.enter_context(sandbox)
        yield pool, sandbox.isolation


# --- on a worker of a cluster --------------------------------------------------------------------

_opening = threading.Lock()


def play_on_worker(
    game: GameToPlay, *, course: str, unsafe: bool
) -> Played | OtherCourse | NoIsolation:
    """What came of this game, or why this worker can play none."""
    if course != _course_here():
        return OTHER_COURSE
    try:
        with _opening:
            sandbox = _open_sandbox(game.rules.seconds, unsafe=unsafe)
    except NoIsolation as error:
        return error
    return game.play(sandbox.session)


@cache
def _open_sandbox(seconds: int, *, unsafe: bool) -> Sandbox:
    """A sandbox that ends with this worker."""
    return sandbox_for(COURSE, seconds, unsafe=unsafe).__enter__()


@cache
def _course_here() -> str:
    """The fingerprint of the course that this worker has loaded."""
    return league_fingerprint(COURSE)
