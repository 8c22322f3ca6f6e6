"""Run a notebook and show what each of its checks says.

course check notebooks/02_minimax/02_minimax.ipynb

Every `check("name")` gets its verdict. The exit code is 0 only if all pass. The notebook runs in a
process of its own, in its own folder, and its file is not changed.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from course_lib.plain import file_text, visible

MARK = "\x1everdict "
"""Begins a line that carries a verdict from the process that runs the notebook."""

SECONDS = 600.0
"""So long a notebook may run."""

# What the other process is given: each cell is run, and a cell that fails does not stop the rest.
_RUNNER = """
import contextlib, io, json, linecache, sys
names = {"__name__": "__main__"}
for number, source in enumerate(json.loads(sys.stdin.readline()), 1):
    file = f"<cell {number}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, file, "exec"), names)
    except BaseException as error:
        print(f"cell {number} stopped: {type(error).__name__}: {error}", file=sys.stderr)
from course_lib.checks.checking import verdict_in
for name in json.loads(sys.argv[1]):
    verdict = verdict_in(names, name)
    result = {"passed": verdict.passed, "text": str(verdict)}
    print(sys.argv[2] + json.dumps(result), flush=True)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course check`."""
    parser.add_argument("notebook", type=Path, help="the notebook's file")


def run(arguments: argparse.Namespace) -> int:
    """0 when all checks pass, 1 when one does not."""
    cells = code_cells(arguments.notebook)
    names = checked_names(cells)
    if not names:
        raise ValueError(f'{arguments.notebook} has no cell with a check("name")')
    words = [sys.executable, "-c", _RUNNER, json.dumps(names), MARK]
    # The checks themselves are run after all cells, so that each exercise is asked once.
    sources = json.dumps(["" if checked_names([cell]) else without_magics(cell) for cell in cells])
    try:
        done = subprocess.run(  # noqa: S603 - our own Python; the notebook is the reader's own
            words,
            input=sources + "\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=arguments.notebook.resolve().parent,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(f"The notebook was stopped after {SECONDS:g} seconds.", file=sys.stderr)
        return 1
    lines = done.stdout.split("\n")  # `splitlines` would split at the mark, too
    verdicts = [json.loads(line.removeprefix(MARK)) for line in lines if line.startswith(MARK)]
    print(visible(done.stderr), end="", file=sys.stderr)
    for verdict in verdicts:
        print(visible(verdict["text"]), end="\n\n")
    passed = sum(verdict["passed"] is True for verdict in verdicts)
    print(f"{passed} of {len(names)} checks pass.")
    if len(verdicts) < len(names):
        print("The notebook ended its own process before all checks had run.", file=sys.stderr)
    return 0 if passed == len(names) else 1


def code_cells(path: Path) -> list[str]:
    """The sources of this notebook's code cells."""
    try:
        notebook: Any = json.loads(file_text(path))
    except ValueError as error:
        raise ValueError(f"{path} can't be read as a notebook: {error}") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError(f"{path} can't be read as a notebook: it has no list of cells")
    try:
        return [
            "".join(cell.get("source", ""))
            for cell in notebook["cells"]
            if cell.get("cell_type") == "code"
        ]
    except (AttributeError, TypeError):
        raise ValueError(
            f"{path} can't be read as a notebook: one of its cells is no cell, or holds no text"
        ) from None


def checked_names(cells: list[str]) -> list[str]:
    """The names of the exercises that are checked in these cells, in order."""
    found = [
        name
        for cell in cells
        for name in re.findall(r"^check\([\"'](\w+)[\"']\)", cell, re.MULTILINE)
    ]
    return list(dict.fromkeys(found))


def without_magics(source: str) -> str:
    """The cell without lines that only IPython understands; other faults stay."""
    try:
        ast.parse(source)
    except SyntaxError:
        lines = source.splitlines()
        return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in lines)
    return source
