"""Processes for students' files, shut in like notebooks that are graded, where that can be had."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from course_tools.grade.sandbox.pipe import Process

MB = 1024 * 1024
MEMORY = 1024 * MB


class ShutIn(NamedTuple):
    """What starts a process for a student's file, and a sentence about what it may do there."""

    begin: Callable[[], Process]
    sentence: str


@contextmanager
def shut_in(*, unsafe: bool, guarded: bool = False) -> Iterator[ShutIn]:
    """Processes that are shut in; where that can't be had and `unsafe` is not chosen, an error.

    With `guarded`, the library's own searches refuse to run in there.
    """
    import course_lib
    from course_tools.grade.sandbox import Limits, NoIsolation, Sandbox

    course = Path(course_lib.__file__).parents[1]
    limits, missing = Limits(memory=MEMORY), ""
    with ExitStack() as stack:
        try:
            made = Sandbox(course, limits=limits, guarded=guarded)
            sandbox = stack.enter_context(made)
        except NoIsolation as error:
            if not unsafe:
                raise
            missing = str(error)
            made = Sandbox(course, limits=limits, guarded=guarded, unsafe=True)
            sandbox = stack.enter_context(made)
        yield ShutIn(sandbox.session, _sentence(missing))


def _sentence(missing: str) -> str:
    if not missing:
        return "runs shut in: it has no network, no files but its own, and limits on all it takes"
    return (
        "runs in a process of its own, which could still read and change whatever you can."
        f" {missing}"
    )
