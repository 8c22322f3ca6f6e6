"""Runs a notebook as a reader would: a fresh kernel, a folder of its own, from top to bottom."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

LONGEST = 600  # seconds for one cell: a safety net, not a measure
TRIES = 3
WIDGET = "application/vnd.jupyter.widget-view+json"
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")


class Stopped(NamedTuple):
    """Where a run came to its end too early: the cell, the line inside it if known, and why."""

    cell: int
    line: int | None
    why: str


def run(notebook: NotebookNode, root: Path) -> tuple[NotebookNode, Stopped | None]:
    """This notebook with its outputs, and where it stopped, or `None` when all of it ran.

    `root` is the course's folder: its packages are found there, whatever else is installed.
    """
    for _ in range(TRIES - 1):
        # Kernels that start at the same moment may choose the same port, and then one of them
        # dies before it has run anything.
        with contextlib.suppress(RuntimeError):
            return _run_once(notebook, root)
    return _run_once(notebook, root)


def _run_once(notebook: NotebookNode, root: Path) -> tuple[NotebookNode, Stopped | None]:
    """The same, or a `RuntimeError` when there was no kernel to begin with."""
    copy = deepcopy(notebook)
    begun = [0]

    def remember(cell: NotebookNode, cell_index: int) -> None:  # noqa: ARG001 - as nbclient calls
        begun.append(cell_index)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        client = NotebookClient(
            copy,
            timeout=LONGEST,
            resources={"metadata": {"path": folder}},
            store_widget_state=False,
            record_timing=False,
            on_cell_start=remember,
            extra_arguments=["--log-level=40"],  # it warns of things that are the same everywhere
        )
        try:
            client.execute(env=surroundings(root))
        except CellExecutionError as error:
            line = re.search(r"Cell In\[\d+\], line (\d+)", _plain(error.traceback))
            why = f"{error.ename}: {_plain(error.evalue)}"
            return copy, Stopped(begun[-1], int(line[1]) if line else None, why)
        except CellTimeoutError:
            return copy, Stopped(begun[-1], None, f"it was not done after {LONGEST} seconds")
        except DeadKernelError:
            return copy, Stopped(begun[-1], None, "Python itself died there")
    return copy, None


def surroundings(root: Path) -> dict[str, str]:
    """The environment of a kernel in which sets and pictures come out the same each time."""
    found = [str(root), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, found)),
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": "315532800",
    }


def settle(notebook: NotebookNode) -> None:
    """Bring what a kernel wrote into the one form that it has after every run."""
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        ran = cell.execution_count is not None
        count += ran
        cell.execution_count = count if ran else None
        cell.outputs = _joined(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
            data = output.get("data", {})
            # The model of a widget lives in the kernel; its picture as HTML is what stays.
            if "text/html" in data:
                data.pop(WIDGET, None)


def shown(cell: NotebookNode) -> str:
    """What the outputs of this cell say in plain text."""
    texts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]
    return "\n".join(text.strip() for text in texts if text.strip())


def warnings(cell: NotebookNode) -> str:
    """What this cell wrote where errors and warnings go."""
    streams = [output for output in cell.get("outputs", []) if output.get("name") == "stderr"]
    return "".join(output.text for output in streams).strip()


def address(cell: NotebookNode) -> str | None:
    """A place in memory that this cell shows, such as `at 0x7f3a5c`, or `None`."""
    found = ADDRESS.search(shown(cell))
    return found[0] if found else None


def _joined(outputs: list[Any]) -> list[Any]:
    """The outputs with neighbouring pieces of one stream as one: a kernel cuts by the clock."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else None
        stream = output.output_type == "stream"
        if stream and last and last.output_type == "stream" and last.name == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def _plain(text: str) -> str:
    """The text without the codes that colour it in a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
