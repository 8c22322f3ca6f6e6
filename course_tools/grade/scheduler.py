"""Sends the work to a Dask cluster: `all_graded_at`, in place of `pool.all_graded`.

Submissions go out with all that is needed to grade them, results come back as plain data, and
nobody but the grader writes anything down. A worker needs this course and this Python, nothing
else: the same folder, set up in the same way, from which it was started. Each has the fingerprint
of its course compared with the grader's before it grades. The machines of a cluster have to trust
each other, as they do with everything that is done with Dask.
"""

from __future__ import annotations

import importlib
import queue
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from course_tools.grade.far_bench import OtherCourseError, outcome_in, packed
from course_tools.grade.far_worker import graded_there
from course_tools.grade.fingerprints import course_fingerprint
from course_tools.grade.notebooks import notebook_bytes
from course_tools.grade.pool import Failed, Outcome, Workplace
from course_tools.grade.records import Submission
from course_tools.grade.tasks import graded_lesson

_CONNECT = 20.0
"""So many seconds a scheduler has to answer."""

_ANSWER = 20.0
"""So often, in seconds, the grader looks whether the cluster is still there."""

_WORKERS = 300.0
"""So many seconds no worker may be there before the grader gives up."""

_GRACE = 60.0
"""So many seconds more than a submission may take, and its process is taken to hang."""

_TRIES = 3
"""So often a submission is tried that has outlived its workers."""

_AHEAD = 4
"""So many submissions for each worker are sent ahead."""


class SchedulerError(RuntimeError):
    """The cluster can't be used, or not any more."""


def all_graded_at(
    address: str, submissions: Sequence[Submission], workplace: Workplace
) -> Generator[tuple[Submission, Outcome]]:
    """What comes of each submission, in the order in which they get done.

    Workers may come and go at any time: what a lost one had is done by another one. Raises
    `SchedulerError` where there is no cluster, no worker, or one with another course.
    """
    if not submissions:
        return
    course = course_fingerprint(workplace.course)
    released = {
        name: notebook_bytes(graded_lesson(name, workplace.root).released)
        for name in {one.lesson for one in submissions}
    }
    waiting = deque((one, 1) for one in submissions)
    under_way: dict[Any, tuple[Submission, int]] = {}
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with connected(address) as client:
        while waiting or under_way:
            most = _AHEAD * max(1, len(workers_of(client)))
            while waiting and len(under_way) < most:
                one, tries = waiting.popleft()
                line = packed(one, released[one.lesson], workplace, course)
                patience = workplace.times.submission + _GRACE
                future = client.submit(graded_there, line, patience, pure=False)
                under_way[future] = one, tries
                future.add_done_callback(done.put)
            future = next_done(done, client, address)
            one, tries = under_way.pop(future)
            outcome = _outcome(future, address)
            if outcome is None and tries < _TRIES:
                waiting.append((one, tries + 1))
            else:
                yield one, outcome or Failed("the machines that graded it were lost every time")


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A connection to the cluster, with at least one worker behind it."""
    try:
        distributed: Any = importlib.import_module("distributed")  # an extra that few have
    except ModuleNotFoundError:
        raise SchedulerError(
            "--scheduler needs Dask's package distributed, which is not installed here:"
            " pip install distributed, or the course with its extra `cluster`."
        ) from None
    try:
        client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SchedulerError(
            f"No scheduler answers at {address} ({type(error).__name__}). It is started with"
            " `dask scheduler`, and its address looks like tcp://HOST:8786."
        ) from None
    try:
        yield client
    finally:
        client.close()


def next_done(done: queue.SimpleQueue[Any], client: Any, address: str) -> Any:
    """The next piece of work that has come to its end."""
    alone = 0.0
    while True:
        try:
            return done.get(timeout=_ANSWER)
        except queue.Empty:
            if client.status != "running":
                raise SchedulerError(f"The scheduler at {address} has ended.") from None
            alone = 0 if workers_of(client) else alone + _ANSWER
            if alone >= _WORKERS:
                raise SchedulerError(
                    f"The scheduler at {address} has had no worker for {_WORKERS:g} seconds. One is"
                    f" started in the course's folder with `dask worker {address} --nthreads 1`."
                ) from None


def workers_of(client: Any) -> dict[str, int]:
    """The workers that are there now; nobody, if the scheduler itself is not."""
    try:
        found: dict[str, int] = client.nthreads()
    except (OSError, RuntimeError):
        return {}
    return found


def _outcome(future: Any, address: str) -> Outcome | None:
    """What came of it, or `None` if its workers were lost."""
    if future.status == "cancelled":
        raise SchedulerError(f"The scheduler at {address} has forgotten its work, or has ended.")
    if future.status == "error":
        error = future.exception()
        if type(error).__name__ == "KilledWorker":
            return None
        raise SchedulerError(
            f"A worker at {address} could not begin ({type(error).__name__}: {error}). Each has to"
            " be started in the course's folder, with the same packages as here."
        )
    try:
        return outcome_in(future.result())
    except OtherCourseError:
        raise SchedulerError(
            f"A worker at {address} has another course than this one, or another Python, and would"
            " give other grades. Put the same course there and start it again."
        ) from None
