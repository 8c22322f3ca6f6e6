"""`Sandbox`: makes sessions that are shut in, one for each notebook; and what is possible here."""

from __future__ import annotations

import threading
from collections.abc import Collection
from pathlib import Path
from typing import Self

from course_tools.grade.sandbox.inside.limits import Limits
from course_tools.grade.sandbox.loose import Loose
from course_tools.grade.sandbox.nursery import Gone, Nursery
from course_tools.grade.sandbox.places import NoIsolation
from course_tools.grade.sandbox.session import Session

FULL = (
    "full: each notebook runs in namespaces of its own (files, processes, network, users), made"
    " with bubblewrap, with no way out of its folder and with limits on all it takes"
)
NONE = (
    "none: each notebook runs in a process and a folder of its own, with the limits that this"
    " system has, and could read and change whatever you can"
)


class Sandbox:
    """Makes a fresh session for each notebook, from one process that has all imports done.

    A session sees the system, Python and the students' rooms of `course_lib`, and nothing else;
    it can write to a folder of its own, has no network, and nothing of it outlives its end.
    `guarded` keeps the library's own searches out of it, and `answers` are functions of the
    library, such as `course_lib.checks.list_boards.winner`, that refuse to be called in there.
    Where that can't be had, `NoIsolation` says what is missing, unless `unsafe` is chosen;
    `isolation` tells what sessions have.
    """

    def __init__(
        self,
        course: Path,
        *,
        limits: Limits | None = None,
        unsafe: bool = False,
        guarded: bool = False,
        answers: Collection[str] = (),
    ) -> None:
        self.course = course.resolve()
        self.limits = limits or Limits()
        self.guarded = guarded
        self.answers = frozenset(answers)
        self._unsafe = unsafe
        self._lock = threading.Lock()
        self._source: Nursery | Loose | None = None

    @property
    def isolation(self) -> str:
        """How sessions are kept away from everything else."""
        return NONE if isinstance(self._source, Loose) else FULL

    def session(self) -> Session:
        """A fresh session; when something has ended the process they come from, of a new one."""
        with self._lock:
            if self._source is None:
                raise ValueError("a Sandbox is used in a `with` statement")
            try:
                return self._source.session()
            except Gone:
                self._source = self._begun()
                return self._source.session()

    def __enter__(self) -> Self:
        self._source = self._begun()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._source is not None:
            self._source.close()
        self._source = None

    def _begun(self) -> Nursery | Loose:
        """What makes sessions here."""
        try:
            nursery = Nursery(self.course, self.limits, guarded=self.guarded, answers=self.answers)
        except NoIsolation:
            if not self._unsafe:
                raise
            return Loose(self.course, self.limits, guarded=self.guarded, answers=self.answers)
        try:
            nursery.session().close()  # the zygote may be shut in, and yet unable to do it itself
        except NoIsolation:
            nursery.close()
            if not self._unsafe:
                raise
            return Loose(self.course, self.limits, guarded=self.guarded, answers=self.answers)
        return nursery


def isolation(course: Path | None = None) -> str:
    """What is possible here: how sessions would be shut in, or what is missing for that."""
    try:
        with Sandbox(course or Path(__file__).parents[3]) as sandbox:
            return sandbox.isolation
    except NoIsolation as reason:
        return f"none: {reason}"
