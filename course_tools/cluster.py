"""Work on several machines: `Cluster`, which is Dask's, for a class that outgrows one machine.

This file is all that knows of Dask. What is done on a machine of the cluster is done as here, in
processes of its own (`workers.Processes`).
"""

from __future__ import annotations

import contextlib
import importlib
import queue
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Self

from course_lib.play.progress import patience
from course_tools.workers import LostError, Pool, Processes, local_pool

_AHEAD = 4
"""So many tasks for each worker of a cluster are sent ahead."""

_CONNECT = 20.0
"""So many seconds a scheduler has to answer."""

_ANSWER = 20.0
"""So often, in seconds, we look whether the cluster is still there."""

_WORKERS = 300.0
"""So many seconds no worker may be there before we give up."""


class SchedulerError(RuntimeError):
    """The cluster can't be used, or not any more."""


class OtherCourse(SchedulerError):
    """A worker has loaded another course than the one it is to work for, or another Python."""


OTHER_COURSE = OtherCourse(
    "A process that does the work has another course than this one, or another Python, and would"
    " give other results. If the course was changed meanwhile, begin again; on a cluster, put the"
    " same course on each machine and start its workers again."
)


@contextlib.contextmanager
def open_pool(function: str, workers: int, scheduler: str = "") -> Iterator[Pool]:
    """A `local_pool` for this function, or the cluster at this address."""
    if scheduler:
        with Cluster(scheduler, partial(on_worker, function)) as cluster:
            yield cluster
    else:
        with local_pool(function, workers) as pool:
            yield pool


class Cluster:
    """Works on the Dask cluster at this address; workers may come and go at any time.

    A worker needs this course and this Python. The machines of a cluster have to trust each other,
    as with everything that is done with Dask.
    """

    def __init__(self, address: str, call: Callable[[Any], Any]) -> None:
        """`call` is what a worker does with a task: a function that it can import."""
        self.address = address
        self._call = call
        self._client: Any = None

    def __enter__(self) -> Self:
        try:
            distributed: Any = importlib.import_module("distributed")  # an extra that few have
        except ModuleNotFoundError:
            raise SchedulerError(
                "--scheduler needs Dask's package distributed, which is not installed here:"
                " pip install distributed, or the course with its extra `cluster`."
            ) from None
        try:
            with patience(lambda: f"Waiting for the scheduler at {self.address}"):
                self._client = distributed.Client(
                    self.address, timeout=_CONNECT, set_as_default=False
                )
        except (OSError, ValueError) as error:
            raise SchedulerError(
                f"No scheduler answers at {self.address} ({type(error).__name__}). It is started"
                " with `dask scheduler`, and its address looks like tcp://HOST:8786."
            ) from None
        return self

    def __exit__(self, *exception: object) -> None:
        self._client.close()

    def room(self) -> int:
        """Some tasks ahead for each worker."""
        return _AHEAD * max(1, self._workers())

    def submit(self, task: Any) -> Any:
        """A future of this task's result."""
        return self._client.submit(self._call, task, pure=False)

    def next_done(self, done: queue.SimpleQueue[Any]) -> Any:
        """The next future that is done; a `SchedulerError` if nobody works there any more."""
        alone = 0.0
        while True:
            try:
                return done.get(timeout=_ANSWER)
            except queue.Empty:
                if self._client.status != "running":
                    raise SchedulerError(f"The scheduler at {self.address} has ended.") from None
                alone = 0 if self._workers() else alone + _ANSWER
                if alone >= _WORKERS:
                    raise SchedulerError(
                        f"The scheduler at {self.address} has had no worker for {_WORKERS:g}"
                        " seconds. One is started in the course's folder with"
                        f" `dask worker {self.address} --nthreads 1`."
                    ) from None

    def result(self, future: Any) -> Any:
        """The result; a `LostError` if its workers were lost, a `SchedulerError` if all is."""
        if future.status == "cancelled":
            raise SchedulerError(
                f"The scheduler at {self.address} has forgotten its work, or has ended."
            )
        if future.status == "error":
            error = future.exception()
            if type(error).__name__ == "KilledWorker":
                raise LostError("the machines that worked on it were lost every time")
            if isinstance(error, LostError):
                return error
            raise SchedulerError(
                f"A worker at {self.address} could not begin ({type(error).__name__}: {error})."
                " Each has to be started in the course's folder, with the same packages as here."
            )
        return future.result()

    def _workers(self) -> int:
        """How many workers are there now; none, if the scheduler itself is not."""
        try:
            return len(self._client.nthreads())
        except (OSError, RuntimeError):
            return 0


def on_worker(function: str, task: Any) -> Any:
    """On a cluster's worker: what the function gives, in a process that does nothing else now."""
    processes = of_this_worker(function)
    result = processes.call(task, task.patience)
    if isinstance(result, OtherCourse):
        # The course may have been renewed since that process began: all begin anew.
        processes.restart()
        result = processes.call(task, task.patience)
    return result


@cache
def of_this_worker(function: str) -> Processes:
    """Those of a cluster's worker, which wait for work; they end with it."""
    return Processes(function)
