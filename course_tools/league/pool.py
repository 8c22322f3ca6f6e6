"""Where the games of a league are played, several at once: on this machine or on a Dask cluster.

A worker of a cluster needs this course and this Python, as for `course grade`: whatever would play
other games is refused. Games go out with all that is needed, and come back as plain data.
"""

from __future__ import annotations

import json
import queue
import threading
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol, Self

from course_tools.grade.sandbox import FULL, Limits, NoIsolation, Sandbox, Session
from course_tools.league.games import GameToPlay, Played, league_fingerprint, measured
from course_tools.league.rules import Order, Rules
from course_tools.workers import SchedulerError, connected, next_done, workers_of

COURSE = Path(__file__).resolve().parents[2]

MB = 1024 * 1024
MEMORY = 1024 * MB


class Pool(Protocol, AbstractContextManager["Pool"]):
    """What plays games: this machine, or a cluster."""

    @property
    def isolation(self) -> str:
        """How players are kept away from everything else."""

    def played(self, games: Sequence[GameToPlay]) -> Generator[Played]:
        """Each of these games when it has been played, in the order in which they get done."""


def pool_for(order: Order, course: str) -> Pool:
    """What plays, by what was asked; `course` is the fingerprint that each worker has to have."""
    if order.scheduler:
        return ClusterPool(order.scheduler, course, unsafe=order.unsafe)
    return LocalPool(order.course, order.rules, order.workers, unsafe=order.unsafe)


def sandbox_for(course: Path, rules: Rules, *, unsafe: bool) -> Sandbox:
    """Where players run: limited, and with the library's searches, which anybody may use."""
    return Sandbox(course, limits=Limits(memory=MEMORY, cpu=rules.seconds), unsafe=unsafe)


class LocalPool:
    """Plays on this machine.

    All that takes time is done by the players' processes, so threads are enough to look after
    them: one for each game under way.
    """

    def __init__(self, course: Path, rules: Rules, workers: int, *, unsafe: bool) -> None:
        """Prepare; the sandbox opens in a `with` statement."""
        self._sandbox = sandbox_for(course, rules, unsafe=unsafe)
        self._threads = ThreadPoolExecutor(workers)
        self._lock, self._over = threading.Lock(), False

    def __enter__(self) -> Self:
        self._sandbox.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        # Games under way end at once when their players' processes do, and can't begin others.
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._over = True
            self._sandbox.__exit__(*exception)
        self._threads.shutdown(wait=True)

    @property
    def isolation(self) -> str:
        """How players are kept away from everything else."""
        return self._sandbox.isolation

    def played(self, games: Sequence[GameToPlay]) -> Generator[Played]:
        """Each of these games when it has been played, in the order in which they get done."""
        futures = [self._threads.submit(game.play, self._begin) for game in games]
        try:
            for done in as_completed(futures):
                yield done.result()
        finally:
            for future in futures:
                future.cancel()

    def _begin(self) -> Session:
        """A process for a player, as long as the league is not over."""
        with self._lock:
            if self._over:
                raise RuntimeError("the league was ended while a game was about to begin")
            return self._sandbox.session()


_TRIES = 3
"""So often a game is tried that has outlived its workers."""

_AHEAD = 4
"""So many games for each worker are sent ahead."""


class ClusterPool:
    """Plays on the cluster at this address."""

    def __init__(self, address: str, course: str, *, unsafe: bool) -> None:
        """Prepare; `course` is the fingerprint that each worker has to have."""
        self._address, self._course, self._unsafe = address, course, unsafe
        self._stack = ExitStack()
        self._client: Any = None
        self.isolation = "by each worker" if unsafe else FULL

    def __enter__(self) -> Self:
        self._client = self._stack.enter_context(connected(self._address))
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def played(self, games: Sequence[GameToPlay]) -> Generator[Played]:
        """Each of these games when it has been played, in the order in which they get done.

        Workers may come and go at any time: what a lost one had is played by another one.
        """
        waiting = deque((game, 1) for game in games)
        under_way: dict[Any, tuple[GameToPlay, int]] = {}
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        while waiting or under_way:
            most = _AHEAD * max(1, len(workers_of(self._client)))
            while waiting and len(under_way) < most:
                game, tries = waiting.popleft()
                task = {"course": self._course, "unsafe": self._unsafe, **game.to_data()}
                future = self._client.submit(play_on_worker, json.dumps(task), pure=False)
                under_way[future] = game, tries
                future.add_done_callback(done.put)
            future = next_done(done, self._client, self._address)
            game, tries = under_way.pop(future)
            played = self._result(future, game.rules)
            if played is not None:
                yield played
            elif tries < _TRIES:
                waiting.append((game, tries + 1))
            else:
                raise SchedulerError(
                    f"The machines at {self._address} that played {game.seating.first} against"
                    f" {game.seating.second} were lost every time."
                )

    def _result(self, future: Any, rules: Rules) -> Played | None:
        """What came back, or `None` if its workers were lost."""
        if future.status == "cancelled":
            raise SchedulerError(f"The scheduler at {self._address} has ended.")
        if future.status == "error":
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                return None
            raise SchedulerError(
                f"A worker at {self._address} could not play ({type(error).__name__}: {error})."
                " Each has to be started in the course's folder, with the same packages as here."
            )
        result = json.loads(future.result())
        if "played" in result:
            played = Played.from_text(result["played"], rules)
            return replace(played, computed=measured(result.get("computed")))
        if "no isolation" in result:
            raise NoIsolation(result["no isolation"])
        raise SchedulerError(
            f"A worker at {self._address} has another course than this one, or another Python, and"
            " would play other games. Put the same course there and start it again."
        )


# --- on a worker ---------------------------------------------------------------------------------

_sandboxes: dict[tuple[int, bool], Sandbox] = {}
"""The open sandboxes of this worker, by what decides their limits; they end with it."""

_opening = threading.Lock()


def play_on_worker(line: str) -> str:
    """On a worker: what came of this game."""
    task = json.loads(line)
    if task["course"] != _course_here():
        return json.dumps({"other course": _course_here()})
    game = GameToPlay.from_data(task)
    try:
        with _opening:
            name = game.rules.seconds, task["unsafe"]
            if name not in _sandboxes:
                opened = sandbox_for(COURSE, game.rules, unsafe=task["unsafe"])
                _sandboxes[name] = opened.__enter__()
    except NoIsolation as error:
        return json.dumps({"no isolation": str(error)})
    played = game.play(_sandboxes[name].session)
    return json.dumps({"played": played.to_text(), "computed": dict(played.computed)})


@cache
def _course_here() -> str:
    """The fingerprint of the course that this worker has loaded."""
    return league_fingerprint(COURSE)
