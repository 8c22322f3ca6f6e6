"""A student's file of plain functions, which runs in a process of its own: `StudentFile`."""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from course_lib.checks.calling import Answer
from course_lib.plain import file_text, tagged
from course_tools.sandbox.pipe import PipeStudent
from course_tools.sandbox.session import Session

LONGEST = 1_000_000
"""No file of functions has more bytes."""

LOADING = 20.0
"""Seconds in which a file has to be loaded."""

_LONGEST_WORDS = 120

ABSENT = "is not in the file"
"""What is wrong with a function that nobody has written."""

MOST_STARTS = 6
"""A file that has ended so many processes is not started again."""


class FileFault(ValueError):
    """What is wrong with a student's file, in a sentence."""


class StudentFile:
    """The functions of one file, at the other end of a pipe: whatever they do, we get an answer.

    `begin` starts a process, such as a `Sandbox`'s `session`. The file is loaded in it as a module
    would be, so that what it does only when run as a program is left out. Where the process has
    ended, the next question starts another one.
    """

    def __init__(
        self, path: Path, begin: Callable[[], Session], *, remember: Sequence[str] = ()
    ) -> None:
        """Read the file; these functions of it are to remember what they have said of a board."""
        self.path, self._begin, self._remember = path, begin, remember
        self.source = source_of(path)
        self._starts = 0
        self._student: PipeStudent | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def defines(self, name: str) -> bool:
        """Whether a function with this name stands in the file."""
        try:
            tree = ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False  # that it is no Python is said when it is loaded
        return any(isinstance(one, ast.FunctionDef) and one.name == name for one in tree.body)

    def ask(self, name: str, *arguments: Any, seconds: float) -> Answer:
        """What came of calling this function; a file that can't be loaded is a `FileFault`."""
        with self._lock:
            given = {f"argument{at}": {"plain": tagged(one)} for at, one in enumerate(arguments)}
            return self._running().call(f"{name}({', '.join(given)})", given=given, seconds=seconds)

    def end(self) -> None:
        """End the process, also while it answers; whoever waits for that hears that it has ended.

        The next question starts another one.
        """
        student = self._student
        if student is not None:
            student.process.kill()

    def close(self) -> None:
        """End the process for good."""
        self.end()
        with self._lock:
            self._forget()

    def _running(self) -> PipeStudent:
        """The student in a process in which the file has been loaded."""
        if self._student is not None and self._student.process.poll() is not None:
            self._forget()
        if self._student is None:
            self._student = self._loaded()
        return self._student

    def _loaded(self) -> PipeStudent:
        if self._starts == MOST_STARTS:
            raise FileFault(f"{self.path.name} has ended its process {MOST_STARTS} times")
        self._starts += 1
        student = PipeStudent(self._begin())
        # A file's own tests and games, below `if __name__ == "__main__"`, are not for us.
        student.run(f"__name__ = {self.path.stem!r}", name="name")
        ran = student.run(self.source, name=self.path.name, seconds=LOADING)
        if ran.error is None and not ran.out_of_time:
            student.run(f"{_OURS}\n_course_remember({list(self._remember)})", name="course")
            return student
        ended = ran.ended or student.process.poll() is not None
        student.close()
        if ran.out_of_time:
            how = f"takes more than {LOADING:g} s"
        else:
            how = "ends the whole process" if ended else f"stops with {ran.error}"
        raise FileFault(
            f"{self.path.name} can't be loaded: it {how}. It is run from top to bottom once, by"
            " itself, so nothing may play, wait for input or need another file there"
        )

    def _forget(self) -> None:
        if self._student is not None:
            self._student.close()
            self._student = None


def trouble(answer: Answer, seconds: float) -> str:
    """What kept a function from giving a value, to follow its name, or `""`."""
    if answer.missing is not None:
        return ABSENT
    if answer.signature:
        return f"can't be called like this: yours is {answer.signature}"
    if answer.out_of_time:
        return f"did not come back within {seconds:g} s"
    if answer.error is None:
        return ""
    if answer.error.type == "NoAnswer":
        return "ended the whole process"
    if answer.not_attempted:
        return "is still to be written"
    words = str(answer.error)
    return f"stopped with {words if len(words) <= _LONGEST_WORDS else words[:_LONGEST_WORDS]}"


def source_of(path: Path) -> str:
    """The text of this file; what is none is a `FileFault`."""
    if not path.is_file():
        raise FileFault(f"there is no file {path}; a file of functions such as tictactoe.py")
    try:
        return file_text(path, most=LONGEST)
    except UnicodeDecodeError:
        raise FileFault(f"{path.name} is not text in UTF-8, so it can't be Python") from None
    except ValueError as error:
        raise FileFault(str(error)) from None


# --- code of ours beside the file ----------------------------------------------------------------

ANSWERS, SHARES = "_course_answers", "_course_shares"
"""What can be asked beside the file's own functions."""

_OURS = '''
def _course_answers(questions, empty):
    """The answer to each (name, board as a text, further arguments), or a list with one word."""

    def board_of(text):
        return [[empty if mark == "." else mark for mark in row] for row in text.split("/")]

    def answer(name, text, more):
        board = board_of(text)
        try:
            value = globals()[name](board, *more)
            if name == "result":
                marks = [["." if mark == empty else mark for mark in row] for row in value]
                value = "/".join("".join(row) for row in marks)
        except Exception:  # whatever it raises is its answer, and is judged outside
            value = ["raised"]
        return value if board == board_of(text) else ["changed"]

    return [answer(*question) for question in questions]


def _course_shares():
    """What initial_state() gives more than once: a row on one board, a row on two, or nothing."""
    first, second = globals()["initial_state"](), globals()["initial_state"]()
    if len({id(row) for row in first}) < len(first):
        return "one"
    return "two" if {id(row) for row in first} & {id(row) for row in second} else ""


def _course_remember(names):
    """Let these functions remember what they have said of a board; each time it is a new copy."""

    def fresh(value):
        if isinstance(value, list):
            return [list(row) if isinstance(row, list) else row for row in value]
        return set(value) if isinstance(value, set) else value

    def remembering(function):
        known = {}

        def remembered(board, *more):
            try:
                key = tuple(map(tuple, board)), more
                found = known.get(key)
            except TypeError:
                return function(board, *more)
            if found is None:
                found = known[key] = [fresh(function(board, *more))]
            return fresh(found[0])

        return remembered

    for name in names:
        globals()[name] = remembering(globals()[name])
'''
