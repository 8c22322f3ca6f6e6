"""The games of a league on a Dask cluster: `There`, and what each of its workers does.

A worker needs this course and this Python, as for `course grade`: whatever would play other games
is refused. Games go out with all that is needed, and come back as plain data.
"""

from __future__ import annotations

import json
import queue
import threading
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self

from course_tools.grade.sandbox import NoIsolation, Sandbox
from course_tools.grade.sandbox.sandbox import FULL
from course_tools.grade.scheduler import SchedulerError, connected, next_done, workers_of
from course_tools.league.crew import sandbox_for
from course_tools.league.kept import measured
from course_tools.league.playing import GameToPlay, Played
from course_tools.league.rules import Rules, league_fingerprint

COURSE = Path(__file__).resolve().parents[2]

_TRIES = 3
"""So often a game is tried that has outlived its workers."""

_AHEAD = 4
"""So many games for each worker are sent ahead."""


class There:
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
                asked = {"course": self._course, "unsafe": self._unsafe, **game.to_data()}
                future = self._client.submit(played_there, json.dumps(asked), pure=False)
                under_way[future] = game, tries
                future.add_done_callback(done.put)
            future = next_done(done, self._client, self._address)
            game, tries = under_way.pop(future)
            played = self._came(future, game.rules)
            if played is not None:
                yield played
            elif tries < _TRIES:
                waiting.append((game, tries + 1))
            else:
                raise SchedulerError(
                    f"The machines at {self._address} that played {game.seating.first} against"
                    f" {game.seating.second} were lost every time."
                )

    def _came(self, future: Any, rules: Rules) -> Played | None:
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
        told = json.loads(future.result())
        if "played" in told:
            played = Played.from_text(told["played"], rules)
            return replace(played, computed=measured(told.get("computed")))
        if "bare" in told:
            raise NoIsolation(told["bare"])
        raise SchedulerError(
            f"A worker at {self._address} has another course than this one, or another Python, and"
            " would play other games. Put the same course there and start it again."
        )


# --- on a worker ---------------------------------------------------------------------------------

_open: dict[tuple[int, bool], Sandbox] = {}
"""The sandboxes of this worker, by what decides their limits; they end with it."""

_opening = threading.Lock()


def played_there(line: str) -> str:
    """On a worker: what came of this game."""
    asked = json.loads(line)
    if asked["course"] != _course_here():
        return json.dumps({"other": _course_here()})
    game = GameToPlay.from_data(asked)
    try:
        begin = _sandbox_for(game.rules, unsafe=asked["unsafe"]).session
    except NoIsolation as error:
        return json.dumps({"bare": str(error)})
    played = game.play(begin)
    return json.dumps({"played": played.to_text(), "computed": dict(played.computed)})


def _sandbox_for(rules: Rules, *, unsafe: bool) -> Sandbox:
    """An open sandbox with the limits of these rules."""
    name = rules.seconds, unsafe
    with _opening:
        if name not in _open:
            _open[name] = sandbox_for(COURSE, rules, unsafe=unsafe).__enter__()
        return _open[name]


@cache
def _course_here() -> str:
    """The fingerprint of the course that this worker has loaded."""
    return league_fingerprint(COURSE)
