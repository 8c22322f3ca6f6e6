"""Notes what of the project this process reads; `fit.py` asks for it, and says which project.

It stands in no process that nobody asked, and in each Python that an asked one starts: a line in
the environment's `site-packages` runs it before anything else, also with `python -I`.
"""

# ruff: noqa: PTH100, PTH109, PTH110, PTH112, PTH118, PTH119, PTH120, PTH123

import os
import re
import sys
from _collections_abc import Callable  # no more than each Python has at hand
from types import FrameType

VARIABLE = "COURSE_TESTS_READ"
"""Of the environment: this file, the project's folder, and the file of notes, a line each."""

LINE = f"""import os; v = os.environ.get({VARIABLE!r}); v and exec("with \
open(v.split(chr(10))[0], encoding='utf-8') as f: exec(f.read(), {{'__name__': 'notes of reads'}})")
"""
"""What runs this file in a Python that is asked."""


def listen(root: str, notes: str) -> None:
    """Write a line for each file read, folder listed (`folder/`), and program begun (`!name`).

    `name?` is a file or folder of which was asked whether it is there; who asks how large it is may
    as well read it. What a link leads to may be read through it (`folder/**`).
    """
    seen = set()
    root += os.sep
    reading = (os.O_RDONLY, os.O_RDWR)

    def note(line: str) -> None:
        if not line or line in seen:
            return
        seen.add(line)
        try:  # opened anew each time, as tests close whatever they find open
            place = os.open(notes, os.O_WRONLY | os.O_APPEND)
            os.write(place, line.encode(errors="surrogateescape") + b"\n")
            os.close(place)
        except OSError:
            pass

    def hear(event: str, values: tuple) -> None:
        try:
            understand(event, values)
        except (OSError, RecursionError, TypeError, ValueError):
            return  # the program itself will be told what is wrong

    def understand(event: str, values: tuple) -> None:
        if event == "open":
            path, _, flags = values
            if not isinstance(path, int) and flags & os.O_ACCMODE in reading:
                note_path(path, "")
        elif event in ("os.listdir", "os.scandir"):
            if not isinstance(values[0], int) and asked_how(sys._getframe(2)) != "by a tool":
                note_path("." if values[0] is None else values[0], "/")
        elif event == "sqlite3.connect":
            note_path(values[0], "")
        elif event == "?" and not isinstance(values[0], int) and values[1] is None:
            how = asked_how(sys._getframe(3))
            if how != "by a tool":
                note_path(values[0], "" if how in ("stat", "lstat", "getsize", "getmtime") else "?")
        elif event in ("os.symlink", "os.link"):
            note_path(values[0], "/**" if os.path.isdir(values[0]) else "")
        elif event == "subprocess.Popen":
            note(unknown_program(root, *values))
        elif event in ("os.exec", "os.posix_spawn"):
            path, words, env = values
            note(unknown_program(root, path, words, None, env))
        elif event == "os.system":
            note(unknown_program(root, "sh", ["sh", "-c", values[0]], None, None))

    def note_path(path: object, mark: str) -> None:
        path = os.path.abspath(os.fsdecode(path)) + mark
        if path.startswith(root):
            note(path[len(root) :])

    for name in ("stat", "lstat", "access"):
        setattr(os, name, heard(getattr(os, name), hear))
    sys.addaudithook(hear)


def heard(ask: Callable, hear: Callable) -> Callable:
    """The same question, which no audit hook hears; imports ask it by another name."""

    def asked(path: object, *more: object, **named: object) -> object:
        hear("?", (path, named.get("dir_fd")))
        return ask(path, *more, **named)

    for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        able.update({asked} if ask in able else ())
    return asked


def asked_how(frame: FrameType) -> str:
    """By which function; "by a tool" where imports or pytest ask, which look for much.

    Which file they take is noted.
    """
    how = "stat"
    while re.search(r"(pathlib|genericpath|posixpath)(\.py|>)$", frame.f_code.co_filename):
        how, frame = frame.f_code.co_name, frame.f_back
    tool = re.search("importlib.(_bootstrap|metadata)|_pytest", frame.f_code.co_filename)
    return "by a tool" if tool else how


def unknown_program(root: str, executable: object, words: object, cwd: object, env: object) -> str:
    """`!name` of a program that is begun in the project or told of a path there, or nothing.

    What a Python of this environment reads, it notes itself.
    """
    name, scripts = os.fsdecode(executable), os.path.dirname(sys.executable)
    if not os.path.dirname(name) and os.path.exists(os.path.join(scripts, name)):
        name = os.path.join(scripts, name)
    listed = [words] if isinstance(words, str | bytes) else [*words][1:]
    listed = list(map(os.fsdecode, listed))
    words = " ".join(listed)
    if 'exec "$@"' in words and sys.executable in listed:
        name = sys.executable  # a shell that sets a limit and is then that program
    told = VARIABLE in (os.environ if env is None else env)
    ours = os.path.dirname(name) == scripts
    if ours and told and not re.search(r"-m mypy|(^| )-\w*S", words):
        with open(name, "rb") as script:
            if name == sys.executable or script.read(2) == b"#!" or "/python" in name:
                return ""
    inside = f"{os.fsdecode(cwd or os.getcwd())}{os.sep} {words}".replace(root + ".venv", "")
    # What is installed here finds the project wherever it is begun.
    if (root not in inside and not ours) or words in ("--version", "-v", "-V"):
        return ""
    name = os.path.basename(name)
    asked = [word for word in listed if name == "git" and not re.match("-|.*=", word)]
    return "!" + " ".join([name, *asked[:1]])


if __name__ == "notes of reads" and not hasattr(sys, "notes_of_reads"):
    sys.notes_of_reads = True  # folders of packages can be looked through twice
    listen(*os.environ[VARIABLE].split("\n")[1:])
