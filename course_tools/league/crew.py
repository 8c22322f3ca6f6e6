"""Several games at once on this machine: `Here`."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, Self

from course_tools.grade.sandbox import Limits, Sandbox, Session
from course_tools.grade.tasks import graded_lesson, lesson_names
from course_tools.league.playing import GameToPlay, Played
from course_tools.league.rules import Rules
from course_tools.league.taking_in import LESSON

MB = 1024 * 1024
MEMORY = 1024 * MB


class Crew(Protocol, AbstractContextManager["Crew"]):
    """What plays games: this machine, or a cluster."""

    @property
    def isolation(self) -> str:
        """How players are kept away from everything else."""

    def played(self, games: Sequence[GameToPlay]) -> Generator[Played]:
        """Each of these games when it has been played, in the order in which they get done."""


def sandbox_for(course: Path, rules: Rules, *, unsafe: bool) -> Sandbox:
    """Where players run: limited, and without the library's own answers to the league's lesson.

    The searches of the library are there: what a player does with them is its own.
    """
    here = LESSON in lesson_names(course)
    answers = graded_lesson(LESSON, course).answers if here else frozenset[str]()
    limits = Limits(memory=MEMORY, cpu=rules.seconds)
    return Sandbox(course, limits=limits, unsafe=unsafe, answers=answers)


class Here:
    """Plays on this machine.

    All that takes time is done by the players' processes, so threads are enough to look after
    them: one for each game under way.
    """

    def __init__(self, course: Path, rules: Rules, workers: int, *, unsafe: bool) -> None:
        """Prepare; the sandbox opens in a `with` statement."""
        self._sandbox = sandbox_for(course, rules, unsafe=unsafe)
        self._pool = ThreadPoolExecutor(workers)
        self._gate, self._over = threading.Lock(), False

    def __enter__(self) -> Self:
        self._sandbox.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        # Games under way end at once when their players' processes do, and can't begin others.
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._gate:
            self._over = True
            self._sandbox.__exit__(*exception)
        self._pool.shutdown(wait=True)

    @property
    def isolation(self) -> str:
        """How players are kept away from everything else."""
        return self._sandbox.isolation

    def played(self, games: Sequence[GameToPlay]) -> Generator[Played]:
        """Each of these games when it has been played, in the order in which they get done."""
        begun = [self._pool.submit(one.play, self._begin) for one in games]
        try:
            for done in as_completed(begun):
                yield done.result()
        finally:
            for one in begun:
                one.cancel()

    def _begin(self) -> Session:
        """A process for a player, as long as the league is not over."""
        with self._gate:
            if self._over:
                raise RuntimeError("the league was ended while a game was about to begin")
            return self._sandbox.session()
