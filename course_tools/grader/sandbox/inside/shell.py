"""Runs a notebook's cells, and calls its functions, for a grader at the other end of two pipes.

There is no kernel and no socket: the cells run in an IPython shell, so that magics, displays and
the last expression of a cell work as they do in a notebook. What a cell shows is collected as a
notebook file has it, and capped.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import importlib
import io
import json
import linecache
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from functools import partial
from types import CodeType
from typing import IO, Any

from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
from IPython.core.profiledir import ProfileDir
from traitlets import Type
from traitlets.config import Config

from course_lib.checks.cases import exercise_named
from course_lib.checks.mending import mended
from course_lib.checks.secret import Ask
from course_lib.closed import Missing, OutOfReach
from course_lib.play.clock import OutOfTime, within
from course_tools.grader.sandbox.inside.handles import restored
from course_tools.grader.sandbox.inside.serving import LEFT_OUT, MOST_OUTPUTS, ROOM, answers, serve
from course_tools.grader.sandbox.inside.wire import place_out

IMPORTED = (
    "course_lib",
    "course_lib.views",
    "course_lib.questions.observing",
    "course_lib.questions.predicting",
    "course_lib.lessons.lesson_03.careless",
    "course_lib.lessons.lesson_03.pen_and_paper",
    "course_lib.lessons.rates",
    "ipywidgets",
    "anywidget",
)
"""What lessons import, as far as it is there; what is here costs a session nothing."""

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LONGEST_PIECE = 10_000
_LEAST = 0.05
"""Less time than this is no time."""


class Collected:
    """The outputs of the cell that runs now, in order, until there is no more room."""

    def __init__(self) -> None:
        self.outputs: list[dict[str, Any]] = []
        self.active = False
        self._room = ROOM
        self._full = False
        self._places: dict[str, dict[str, Any]] = {}

    def begin(self) -> None:
        """Forget the last cell."""
        self.clear()
        self._places = {}
        self.active = True

    def end(self) -> list[dict[str, Any]]:
        """The outputs; what comes between two cells is not kept."""
        self.active = False
        return self.outputs

    def clear(self) -> None:
        """Forget what this cell has shown so far, as `clear_output` does."""
        self.outputs = []
        self._room = ROOM
        self._full = False

    def text(self, name: str, text: str) -> None:
        """Keep what was written to this stream."""
        last = self.outputs[-1] if self.outputs else {}
        # Long texts are cut before they are counted, as counting costs time, too.
        for start in range(0, min(len(text), ROOM), _LONGEST_PIECE):
            piece = text[start : start + _LONGEST_PIECE]
            if not self._takes(piece):
                return
            if last.get("name") == name:
                last["text"] += piece
            else:
                last = {"output_type": "stream", "name": name, "text": piece}
                self.outputs.append(last)

    def data(self, kind: str, data: dict[str, Any], place: str | None = None, **more: Any) -> None:
        """Keep what was displayed; what has the name of a place can be replaced there later."""
        forms = {mime: _as_text(form) for mime, form in data.items()}
        output = {"output_type": kind, "data": forms, "metadata": {}, **more}
        if self._takes(output):
            self.outputs.append(output)
            if place is not None:
                self._places[place] = output

    def replace(self, data: dict[str, Any], place: str | None) -> None:
        """Show this where something else was shown before."""
        output = self._places.get(place or "")
        forms = {mime: _as_text(form) for mime, form in data.items()}
        if output is not None and self._takes(forms):
            output["data"] = forms

    def error(self, name: str, words: str, lines: list[str]) -> None:
        """Keep the lines that tell of an exception."""
        whole = _COLOURS.sub("", "\n".join(lines))
        lines = [*whole[:_LONGEST_PIECE].split("\n")]
        output = {
            "output_type": "error",
            "ename": name[:80],
            "evalue": words[:500],
            "traceback": lines,
        }
        # A cell that has filled all the room still has to say why it stopped.
        if self.active:
            self.outputs.append(output)

    def _takes(self, what: Any) -> bool:
        """Whether there is room for this; the first for which there is none is told about."""
        if not self.active or self._full:
            return False
        try:
            size = len(json.dumps(what))
        except (TypeError, ValueError, RecursionError):
            return False
        if size <= self._room and len(self.outputs) < MOST_OUTPUTS:
            self._room -= size
            return True
        self._full = True
        self.outputs.append({"output_type": "stream", "name": "stderr", "text": LEFT_OUT})
        return False


class Stream(io.TextIOBase):
    """Stands where a program expects its standard output, and hands on what is written."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name: str, collected: Collected) -> None:
        self.name = name
        self._collected = collected

    def write(self, text: str) -> int:
        """Hand on this text, and give back its length."""
        if not isinstance(text, str):
            raise TypeError(f"a text can be written here, not a {type(text).__name__}")
        self._collected.text(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """Whether it can be written to: yes."""
        return True


def _as_text(form: Any) -> Any:
    """A picture's bytes as letters; everything else as it is."""
    return base64.b64encode(form).decode() if isinstance(form, bytes) else form


SHOWN = Collected()
"""What the cell that runs now has shown; a process runs one notebook."""


class _Results(DisplayHook):
    """Shows the last expression of a cell."""

    def write_output_prompt(self) -> None:
        """Nothing: the number goes with the output."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Keep all forms of the result."""
        SHOWN.data("execute_result", format_dict, execution_count=self.prompt_count)

    def log_output(self, format_dict: Any) -> None:
        """Nothing: outputs are kept once."""

    def finish_displayhook(self) -> None:
        """Nothing is left to write."""
        self._is_active = False


class _Displays(DisplayPublisher):
    """Takes what a cell displays on its way."""

    def publish(
        self,
        data: Any,
        metadata: Any = None,
        source: Any = None,
        *,
        transient: Any = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        """Keep all forms of what is displayed."""
        place = (transient or {}).get("display_id")
        if update:
            SHOWN.replace(data, place)
        else:
            SHOWN.data("display_data", data, place)

    def clear_output(self, wait: bool = False) -> None:  # noqa: FBT001, FBT002 - IPython's
        """Forget what the cell has shown so far."""
        SHOWN.clear()


class _Compiler(CachingCompiler):
    """Gives the code of a cell the name that its reader knows it by."""

    cell = "cell"

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        """The name in place of a file's, different for every cell that runs."""
        return f"<{self.cell} [{number}]>"


class Shell(InteractiveShell):
    """IPython without a terminal: what it shows is collected."""

    displayhook_class = Type(_Results)
    display_pub_class = Type(_Displays)
    compiler_class = Type(_Compiler)

    as_it_is = False
    """Whether the cell that runs now is Python already, with no line that only IPython knows."""

    def transform_cell(self, raw_cell: str) -> str:
        """The cell as Python; looking for IPython's own lines takes longer than most cells."""
        if self.as_it_is:
            return raw_cell
        transformed: str = super().transform_cell(raw_cell)  # type: ignore[no-untyped-call]
        return transformed

    def init_ipython_dir(self, ipython_dir: Any) -> None:
        """Nothing: there is no folder for settings."""

    def init_profile_dir(self, profile_dir: Any) -> None:
        """Nothing likewise: other people's settings would change what a cell does."""
        self.profile_dir = ProfileDir()

    def enable_gui(self, gui: Any = None) -> None:
        """Nothing: pictures are shown below their cell."""

    def ask_exit(self) -> None:
        """Say that the notebook goes on."""
        sys.stdout.write("exit and quit do nothing here; the next cell runs.\n")

    def system(self, cmd: str) -> None:
        """Run a line that begins with `!`, without a terminal."""
        try:
            done = subprocess.run(  # noqa: S602 - it is the student's own machine in there
                cmd,
                shell=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
        except OSError as error:  # WebAssembly has no programs; the rest of the cell goes on
            sys.stdout.write(f"{cmd.split(maxsplit=1)[0]}: {error.strerror}\n")
            self.user_ns["_exit_code"] = 127
            return
        sys.stdout.write(done.stdout.decode(errors="replace"))
        self.user_ns["_exit_code"] = done.returncode

    @contextlib.contextmanager
    def _tee(self, *_: Any, **__: Any) -> Iterator[None]:
        """Keep no second copy of what is printed, as IPython would, without any cap."""
        yield

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        """Keep the lines that tell of an exception."""
        SHOWN.error(etype.__name__, _words(evalue), [str(line) for line in stb])


def make_shell() -> Shell:
    """The shell in which all cells of a notebook run; it leaves no file and starts no thread."""
    config = Config()
    config.HistoryManager.enabled = False
    # The long tracebacks of IPython would take longer than most cells.
    config.InteractiveShell.xmode = "Plain"
    config.InteractiveShell.autoawait = True
    return Shell.instance(config=config)


def warm_shell() -> Shell:
    """The shell with all that lessons import, and what the first cell needs: made once for all."""
    shell = make_shell()
    for module in IMPORTED:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(module)
    shell.run_cell("None")  # type: ignore[no-untyped-call]
    return shell


def run_cell(
    shell: Shell, source: str, name: str, seconds: float, wall: float, *, as_it_is: bool
) -> dict[str, Any]:
    """What this cell showed, and how it ended, as JSON data.

    A statement that asks for what is out of reach is skipped, and so is one that needs what it
    would have made: a picture of the library's own game costs nobody the function below it.
    """
    SHOWN.begin()
    _Compiler.cell, shell.as_it_is = name, as_it_is
    told: dict[str, Any] = {"error": None, "out_of_time": False, "skipped": []}
    end = time.process_time() + seconds
    while True:
        error: BaseException | None
        shown = len(SHOWN.outputs)
        try:
            left = max(end - time.process_time(), _LEAST)
            result = within(left, partial(shell.run_cell, source, store_history=True), wall=wall)
            error = _error_of(result)
        except OutOfTime as late:
            error = late
        below = error and _below(error, source if as_it_is else shell.transform_cell(source), shell)
        if not below:
            break
        SHOWN.outputs[shown:] = [one for one in SHOWN.outputs[shown:] if "ename" not in one]
        line, source = below
        told["skipped"].append(line)
        shell.as_it_is = as_it_is = True
    if isinstance(error, OutOfTime):
        told["out_of_time"] = True
    elif error is not None:
        told["error"] = _told(error, shell)
    return {"outputs": SHOWN.end(), **told}


def _below(error: BaseException, source: str, shell: Shell) -> tuple[int, str] | None:
    """Where a statement asked for what is out of reach, and what stands below it in the cell."""
    steps = traceback.walk_tb(error.__traceback__)
    line = next(
        (n for one, n in steps if _is_top(one.f_code) and one.f_globals is shell.user_ns), 0
    )
    try:
        body = ast.parse(source).body if line else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    at = next((n for n, one in enumerate(body) if one.lineno <= line <= (one.end_lineno or 0)), -1)
    statement = body[at] if at >= 0 else ast.Pass()
    names = [one for one in ast.walk(statement) if isinstance(one, ast.Name)]
    lost = any(type(shell.user_ns.get(one.id)) is Missing for one in names)
    bound = {one.id for one in names if isinstance(one.ctx, ast.Store)}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        bound = {one.asname or one.name.partition(".")[0] for one in statement.names}
    if not (names or bound) or not (lost or isinstance(error, OutOfReach)):
        return None
    shell.user_ns.update((name, Missing()) for name in bound)
    # Lines keep their numbers; of two statements in one line, the second one stays.
    rest = ast.Module(body[at + 1 :], [])
    first = body[at + 1].lineno if rest.body else len(source)
    lines = source.split("\n")
    lines[: first - 1] = [""] * min(first - 1, len(lines))
    if rest.body:
        lines[first - 1] = lines[first - 1].encode()[body[at + 1].col_offset :].decode()
    return line, "\n".join(lines)


def _is_top(code: CodeType) -> bool:
    """Whether this is a cell's own code, and no function's."""
    return code.co_name == "<module>" or code.co_name.startswith("<cell line")


def live(shell: Shell, lines: IO[bytes], replies: IO[bytes]) -> None:
    """Run the cells that are sent, and answer questions about their functions, to the end."""
    sys.stdout, sys.stderr = Stream("stdout", SHOWN), Stream("stderr", SHOWN)

    def answer(request: dict[str, Any], ask: Ask) -> Any:
        """What the cell, or the functions, did."""
        if "run" in request:
            return run_cell(shell, **request["run"])
        if "mend" in request:
            return place_out(mended(exercise_named(request["mend"]), shell.user_ns))
        return answers(shell.user_ns, request, ask, restored)

    serve(answer, lines, replies)


def live_at(shell: Shell, reads: int, writes: int) -> None:
    """The same with two open descriptors; what else the process reads or prints goes nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    with os.fdopen(reads, "rb") as lines, os.fdopen(writes, "wb") as replies:
        live(shell, lines, replies)


def _error_of(result: ExecutionResult | None) -> BaseException | None:
    """The exception that ended the cell."""
    return None if result is None else result.error_before_exec or result.error_in_exec


def _told(error: BaseException, shell: Shell) -> dict[str, Any]:
    """The kind and text of an exception, and the last line of the notebook that it passed."""
    told: dict[str, Any] = {"type": type(error).__name__, "message": _words(error)}
    if isinstance(error, SyntaxError):
        line, code = error.lineno, (error.text or "").strip()[:200]
        return told | {"message": str(error.msg)[:500], "line": line, "code": code}
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals is shell.user_ns:
            code = linecache.getline(frame.f_code.co_filename, line)
            told |= {"line": line, "code": code.strip()[:200]}
    return told


def _words(error: BaseException) -> str:
    """What an exception says, whatever its own `str` does."""
    try:
        return str(error)[:500]
    except Exception:  # noqa: BLE001 - a student's exception may fail to say what it is
        return ""
