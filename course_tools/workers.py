"""Work that is spread over several processes, on this machine or on a Dask cluster.

`results` is the one loop: it hands out tasks, takes results in the order in which they get done,
and gives a task out again where its worker was lost. `LocalPool` and `Cluster` are the two places
that it works with. Both call a function of ours in processes of their own (`Processes`), so that
nothing that happens there ends whoever waits for the results.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Self, TypeVar

from course_lib.play.progress import patience

COURSE = Path(__file__).resolve().parents[1]
"""The folder with `course_lib` and `course_tools`."""

TRIES = 3
"""So often a task is tried whose workers were lost."""

_AHEAD = 4
"""So many tasks for each worker of a cluster are sent ahead."""

_CONNECT = 20.0
"""So many seconds a scheduler has to answer."""

_ANSWER = 20.0
"""So often, in seconds, we look whether the cluster is still there."""

_WORKERS = 300.0
"""So many seconds no worker may be there before we give up."""

T = TypeVar("T")


class LostError(RuntimeError):
    """What was working on a task came to an early end, or hung; it may be tried again."""


class SchedulerError(RuntimeError):
    """The cluster can't be used, or not any more."""


class OtherCourse(SchedulerError):
    """A worker has loaded another course than the one it is to work for, or another Python."""


OTHER_COURSE = OtherCourse(
    "A worker of the cluster has another course than this one, or another Python, and would give"
    " other results. Put the same course there and start it again."
)


def results(pool: Pool, tasks: Sequence[T]) -> Generator[tuple[T, Any]]:
    """Each task with its result, in the order in which they get done.

    The result is a `LostError` where a task has outlived its workers every time. Any other error
    that comes back as a result is raised: it holds for all tasks.
    """
    waiting = deque((task, 1) for task in tasks)
    running: dict[Any, tuple[T, int]] = {}
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def fill() -> None:
        """Hand out as many tasks as there is room for."""
        room = pool.room()
        while waiting and len(running) < room:
            task, tries = waiting.popleft()
            future = pool.submit(task)
            running[future] = task, tries
            future.add_done_callback(done.put)

    fill()
    while running:
        future = pool.next_done(done)
        task, tries = running.pop(future)
        try:
            result = pool.result(future)
        except LostError as error:
            result = error
            if tries < TRIES and pool.room():
                waiting.append((task, tries + 1))
                fill()
                continue
        if isinstance(result, Exception) and not isinstance(result, LostError):
            raise result
        fill()  # no worker waits until this result is kept
        yield task, result


class LocalPool:
    """Works on this machine, in as many processes as it is told."""

    def __init__(self, call: Callable[[Any], Any], workers: int) -> None:
        """`call` is what a thread does with a task; all that takes time happens elsewhere."""
        self._call, self._workers = call, workers
        self._threads = ThreadPoolExecutor(workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._threads.shutdown(cancel_futures=True)

    def room(self) -> int:
        """One task for each worker."""
        return self._workers

    def submit(self, task: Any) -> Future[Any]:
        """A future of this task's result."""
        return self._threads.submit(self._call, task)

    def next_done(self, done: queue.SimpleQueue[Any]) -> Any:
        """The next future that is done."""
        return done.get()

    def result(self, future: Future[Any]) -> Any:
        """The result, or a `LostError`."""
        return future.result()


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


Pool = LocalPool | Cluster
"""A place that works on tasks."""


@contextlib.contextmanager
def open_pool(function: str, workers: int, scheduler: str = "") -> Iterator[Pool]:
    """A place where processes that do nothing else call this function with each task.

    That is on this machine, or on the cluster at this address. A task says as `patience` after how
    many seconds its process is taken to hang.
    """
    if scheduler:
        with Cluster(scheduler, partial(on_worker, function)) as cluster:
            yield cluster
        return
    processes = Processes(function)
    with LocalPool(lambda task: processes.call(task, task.patience), workers) as pool:
        try:
            yield pool
        finally:
            processes.close()  # first of all, so that no thread waits any more


def on_worker(function: str, task: Any) -> Any:
    """On a cluster's worker: what the function gives, in a process that does nothing else now."""
    processes = of_this_worker(function)
    result = processes.call(task, task.patience)
    if isinstance(result, OtherCourse):
        # The course may have been renewed since that process began: all begin anew.
        processes.restart()
        result = processes.call(task, task.patience)
    return result


class Processes:
    """Processes that each serve one call at a time of the function with this name.

    Each starts when it is first needed, and then waits for more calls. All of them end with the
    process that started them, however it ends. Several threads may call at once.
    """

    def __init__(self, function: str) -> None:
        """`function` is such as `package.module:name`, which takes and gives what pickle can."""
        self._function = function
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def call(self, task: Any, patience: float) -> Any:
        """What the function gives for this task; a process that ends early is replaced once.

        One that takes longer than `patience` seconds is ended. After two a `LostError` says so.
        """
        message = pickle.dumps(task)
        for _ in range(2):
            process = self._begun()
            clock = threading.Timer(patience, process.kill)
            clock.start()
            try:
                answer = _asked(process, message)
            finally:
                clock.cancel()
            if answer is not None:
                with self._lock:
                    self._idle.append(process)
                return answer[0]
            self._end(process)
        raise LostError("the process that worked on it came to its end twice")

    def restart(self) -> None:
        """End those that are idle, so that new ones take their place."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            self._end(process)

    def close(self) -> None:
        """End all of them; those that are idle may tidy up."""
        with self._lock:
            self._closed = True
            idle, busy = set(self._idle), self._all - set(self._idle)
        for process in busy:
            process.kill()
        for process in idle:
            if process.stdin is not None:
                process.stdin.close()
        for process in idle:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(2)
        for process in idle | busy:
            self._end(process)

    def _begun(self) -> subprocess.Popen[bytes]:
        """An idle process, or a new one."""
        with self._lock:
            if self._closed:
                raise LostError("the work was ended")
            if self._idle:
                return self._idle.pop()
            process = subprocess.Popen(  # noqa: S603 - our own Python and our own module
                [sys.executable, "-m", "course_tools.workers", self._function],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=COURSE,
                # Sets are shown in the same order everywhere.
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            self._all.add(process)
            return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        with self._lock:
            self._all.discard(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


@cache
def of_this_worker(function: str) -> Processes:
    """Those of a cluster's worker, which wait for work; they end with it."""
    return Processes(function)


def _asked(process: subprocess.Popen[bytes], message: bytes) -> tuple[Any] | None:
    """What this process answers, or `None` if it has ended."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process was started with two pipes and has none")
    try:
        process.stdin.write(message)
        process.stdin.flush()
        return (pickle.load(process.stdout),)  # noqa: S301 - our own process has written it
    except (OSError, ValueError, EOFError, pickle.UnpicklingError):
        return None


def main() -> None:
    """In such a process: serve what comes in, until nobody writes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever has begun this
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the answers
    module, _, name = sys.argv[1].partition(":")
    function = getattr(importlib.import_module(module), name)
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    idle = threading.Event()

    def read() -> None:
        """Hand on what comes; who has begun this may end in the middle, and then this ends too."""
        with contextlib.suppress(EOFError, pickle.UnpicklingError):
            while True:
                waiting.put(pickle.load(tasks))  # noqa: S301 - written by whoever has begun this
        if not idle.is_set():
            os._exit(1)
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        idle.set()
        task = waiting.get()
        idle.clear()
        if task is None:
            return
        pickle.dump(function(task), answers)
        answers.flush()


if __name__ == "__main__":
    main()
