"""Work that is spread over several processes of this machine.

`results` is the one loop: it hands out tasks, takes results in the order in which they get done,
and gives a task out again where its worker was lost. A `Pool` is a place that it works with: here
`LocalPool`, and in `cluster` several machines. Both call a function of ours in processes of their
own (`Processes`), so that nothing that happens there ends whoever waits for the results.

They are our own and not those of pebble's ProcessPool, which ends a task after its time as well
(tried with pebble 5.2.3): its processes go on with their task where whoever began them is killed,
and are ended before anything that they have registered for their end can run.
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
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

COURSE = Path(__file__).resolve().parents[1]
"""The folder with `course_lib` and `course_tools`."""

TRIES = 3
"""So often a task is tried whose workers were lost."""

T = TypeVar("T")


class LostError(RuntimeError):
    """What was working on a task came to an early end, or hung; it may be tried again."""


class Pool(Protocol):
    """A place that works on tasks."""

    def room(self) -> int:
        """How many tasks it takes at once."""

    def submit(self, task: Any) -> Any:
        """A future of this task's result."""

    def next_done(self, done: queue.SimpleQueue[Any]) -> Any:
        """The next future that is done, of those that are put here when they are."""

    def result(self, future: Any) -> Any:
        """The result; a `LostError` is raised where the task may be tried again."""


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


@contextlib.contextmanager
def local_pool(function: str, workers: int) -> Iterator[LocalPool]:
    """A place where processes of this machine that do nothing else call this function with tasks.

    A task says as `patience` after how many seconds its process is taken to hang.
    """
    processes = Processes(function)
    with LocalPool(lambda task: processes.call(task, task.patience), workers) as pool:
        try:
            yield pool
        finally:
            processes.close()  # first of all, so that no thread waits any more


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
