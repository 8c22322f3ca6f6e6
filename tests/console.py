"""Commands: `course` in this process, and modules of other packages in a process of their own."""

import contextlib
import io
import os
import shlex
import subprocess
import sys
from typing import NamedTuple

from course_tools.cli import main


class Done(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


def course(*words: str, text: str | bytes = "") -> Done:
    """What `course` does with these words, in place of a process of its own: much quicker."""
    given = io.TextIOWrapper(
        io.BytesIO(text if isinstance(text, bytes) else text.encode()), "utf-8"
    )
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        sys.stdin = given
        try:
            code = main(words)
        except SystemExit as ended:  # as argparse ends a command that it does not understand
            code = int(ended.code or 0)
        finally:
            sys.stdin = before
    return Done(code, out.getvalue(), err.getvalue())


def ran(*words, check: bool = False, **more) -> subprocess.CompletedProcess[str]:
    """What came of this command in a process of its own, and all that it said."""
    command = [*map(str, words)]
    return subprocess.run(command, check=check, capture_output=True, text=True, **more)


def as_typed(*words) -> str:
    """These words as one line of a terminal, whatever is in the names of files."""
    spelled = [*map(str, words)]
    return subprocess.list2cmdline(spelled) if os.name == "nt" else shlex.join(spelled)


def quick_module(name: str, *words: str) -> list[str]:
    """The command that runs this module, without the grammar that `conftest.py` keeps out too."""
    code = (
        "import runpy, sys; sys.modules['rfc3987_syntax'] = None;"
        f" sys.path.insert(0, ''); runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
    )
    return [sys.executable, "-c", code, *words]


def talk(talker, conversation: str) -> None:
    """Fail unless each line is answered so: `a line > its answer / a line > ...`.

    Three dots stand for any words; without an answer after `>` nothing is answered.
    """
    for exchange in conversation.split(" / "):
        line, _, expected = exchange.partition(" >")
        first, *_ = [*talker.answer(line), ""]
        start, *parts = expected.strip().split("...")
        assert first == start if not parts else first.startswith(start), (line, first)
        assert all(part in first for part in parts), (line, first)
