"""Work shared among processes, which leave no orphan behind: `in_processes`."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_MOST_PROCESSES = 61
"""The most that Windows can wait for."""


class CantShareError(RuntimeError):
    """The work can't be done in other processes; the text says why."""


def in_processes(
    work: Callable[[_Item], _Result], items: Sequence[_Item], workers: int
) -> Generator[_Result]:
    """`work(item)` for every item, done by several processes, in the order they get done.

    Raises `CantShareError` if the work can't travel to another process, or none can be started.
    Closing the iterator, or an exception such as Ctrl-C, ends the processes at once.
    """
    try:
        # Not at the top: in a browser there are no processes, and these can't be imported.
        from concurrent.futures import Future, ProcessPoolExecutor, as_completed  # noqa: PLC0415
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
        from multiprocessing import active_children, get_context  # noqa: PLC0415
    except ImportError as error:
        raise CantShareError(f"this Python can't start processes ({error})") from error
    parcel = _packed(work)
    workers = min(workers, _MOST_PROCESSES)
    # Large enough that sending costs little, small enough that nobody waits long for the last one.
    size = max(1, min(50, len(items) // (8 * workers)))
    chunks = [items[at : at + size] for at in range(0, len(items), size)]
    others, count = set(active_children()), min(workers, len(chunks))
    # "spawn" works alike on every system, and next to the threads of a notebook.
    spawn, done = get_context("spawn"), False
    try:
        pool = ProcessPoolExecutor(count, mp_context=spawn, initializer=_begin_worker)
    except (OSError, NotImplementedError) as error:
        raise CantShareError(f"this Python can't start processes ({error})") from error
    try:
        shares: list[Future[list[_Result]]] = [
            pool.submit(_work_through, parcel, chunk) for chunk in chunks
        ]
        for share in as_completed(shares):
            yield from share.result()
        done = True
    except BrokenProcessPool as error:
        raise CantShareError(
            "a worker process has died (in a script, the call must stand under"
            ' `if __name__ == "__main__":`)'
        ) from error
    except OSError as error:
        raise CantShareError(f"no process can be started ({error})") from error
    finally:
        if not done:
            for process in set(active_children()) - others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _packed(work: Callable[[_Item], _Result]) -> bytes:
    """The work as bytes for another process."""
    try:
        return pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CantShareError(f"it can't be sent to another process ({error})") from error


def _work_through(parcel: bytes, items: Sequence[_Item]) -> list[_Result]:
    """In a worker: unpack the work and do it for these items."""
    try:
        work: Callable[[_Item], _Result] = pickle.loads(parcel)  # noqa: S301 - packed by our parent
    except (pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError) as error:
        # What is typed in a notebook exists only there, so a worker does not find it.
        raise CantShareError(f"another process does not find it ({error})") from None
    return [work(item) for item in items]


def _begin_worker() -> None:
    """In a worker: leave Ctrl-C to the parent, and end when the parent has ended."""
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
