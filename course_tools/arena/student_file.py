"""A student's file of plain functions, which runs in a process of its own: `StudentFile`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from course_lib.plain import file_text
from course_tools.grader.sandbox.pipe import PipeStudent
from course_tools.grader.sandbox.session import Session

LONGEST = 1_000_000
"""No file of functions has more bytes."""

LOADING = 20.0
"""Seconds in which a file has to be loaded."""

SECONDS = 5.0
"""What a function that says a rule may take for one board."""

MOST_STARTS = 6
"""A file that has ended so many processes is not started again."""


class FileFault(ValueError):
    """What is wrong with a student's file, in a sentence."""


class StudentFile(PipeStudent):
    """The functions of one file, at the other end of a pipe: whatever they do, we get an answer.

    `begin` starts a process, such as a `Sandbox`'s `session`. The file is loaded in it as a module
    would be, so that what it does only when run as a program is left out. Where the process has
    ended, the next question starts another one. A file that can't be loaded is a `FileFault`.
    """

    def __init__(self, path: Path, begin: Callable[[], Session]) -> None:
        """Load the file."""
        self.path, self._begin = path, begin
        self.source = source_of(path)
        self._starts = 0
        super().__init__(self._loaded(), again=self._loaded)

    @cached_property
    def empty(self) -> str | int | None:
        """What an empty square holds, as this file writes it."""
        try:
            first = self.call("initial_state()", seconds=SECONDS).value[0][0]
        except (TypeError, LookupError):
            return None
        return first if isinstance(first, str | int) else None

    def _loaded(self) -> Session:
        """A process in which the file has been loaded."""
        if self._starts == MOST_STARTS:
            raise FileFault(f"{self.path.name} has ended its process {MOST_STARTS} times")
        self._starts += 1
        session = self._begin()
        student = PipeStudent(session)
        # A file's own tests and games, below `if __name__ == "__main__"`, are not for us.
        student.run(f"__name__ = {self.path.stem!r}", name="name")
        ran = student.run(self.source, name=self.path.name, seconds=LOADING)
        if ran.error is None and not ran.out_of_time:
            student.run(_OURS, name="course")
            return session
        ended = ran.ended or session.poll() is not None
        student.close()
        if ran.out_of_time:
            how = f"takes more than {LOADING:g} s"
        else:
            how = "ends the whole process" if ended else f"stops with {ran.error}"
        raise FileFault(
            f"{self.path.name} can't be loaded: it {how}. It is run from top to bottom once, by"
            " itself, so nothing may play, wait for input or need another file there"
        )


def source_of(path: Path) -> str:
    """The text of this file; what is none is a `FileFault`."""
    if not path.is_file():
        raise FileFault(f"there is no file {path}; name a file of functions, such as tictactoe.py")
    try:
        return file_text(path, most=LONGEST)
    except UnicodeDecodeError:
        raise FileFault(f"{path.name} is not text in UTF-8, so it can't be Python") from None
    except ValueError as error:
        raise FileFault(str(error)) from None


# --- code of ours beside the file ----------------------------------------------------------------

ANSWERS, SHARES = "_course_answers", "_course_shares"
"""What can be asked beside the file's own functions."""

RAISED = ["raised"]
"""What stands for an exception among `ANSWERS`."""

_OURS = '''
def _course_answers(questions):
    """What the lines of each (lines, what they are about) give, or a list with one word."""
    import functools, pickle

    compiled = functools.cache(lambda line: compile(line, "course", "eval"))

    def answer(line, packed):
        given = pickle.loads(packed)
        try:
            value = eval(compiled(line), globals(), given)
        except Exception:  # whatever it raises is its answer, and is judged outside
            value = ["raised"]
        return value if given == pickle.loads(packed) else ["changed"]

    packed = [(lines, pickle.dumps(given)) for lines, given in questions]
    return [answer(line, given) for lines, given in packed for line in lines]


def _course_shares():
    """What initial_state() gives more than once: a row on one board, a row on two, or nothing."""
    first, second = globals()["initial_state"](), globals()["initial_state"]()
    if len({id(row) for row in first}) < len(first):
        return "one"
    return "two" if {id(row) for row in first} & {id(row) for row in second} else ""
'''
