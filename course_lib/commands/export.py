"""Write your player as a file for another program's contest.

course export kaggle my_player.py                   my_player(game, state), for Kaggle's ConnectX
course export kaggle my_player.py:careful           another function of the file
course export kaggle my_player.py --to submission.py
course export kaggle 08                             lesson 08's player

The file that is written holds yours, your functions that it uses, and what they use of the library:
hand in this one file at Kaggle, or try it here with kaggle-environments. A player that takes a
budget, as lesson 08's does, gets 1,000 visits a move. The file plays one move at once, in a process
of its own, so that you hear now if it can't.
"""

from __future__ import annotations

import argparse
import ast
import base64
import hashlib
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import course_lib
from course_lib.checks.cases import exercise_named
from course_lib.checks.keeping import kept_functions, work_folder
from course_lib.plain import file_text, write_whole

AUDIENCE = "students"

CONTESTS = ("kaggle",)
PLAYER = "my_player"
NOT_THERE = ("course_lib.views", "course_lib.checks")
"""Rooms of the library that stay here: nobody looks at the player there, and nothing is checked."""

BROUGHT = re.compile(r"""^(\w+) = mine\(["'](\w+)["']\)""", re.MULTILINE)
"""A function that came back after a break, or from another lesson, as its line is kept."""

WITH_VISITS = """

def with_visits(game, state):
    return {player}(game, state, 1_000)
"""

ALLOWED = 2.0
"""So many seconds ConnectX gives for a move."""

WIDTH = 96

FILE = '''"""{player} of {file}, for Kaggle's ConnectX; made by `course export kaggle`."""

import base64
import sys
import tempfile
from pathlib import Path

PACKED = """
{packed}
"""

place = Path(tempfile.mkdtemp()) / "course.zip"
place.write_bytes(base64.b64decode(PACKED))
sys.path.insert(0, str(place))
for name, module in list(sys.modules.items()):  # another player's library has other parts of it
    if name.partition(".")[0] == "course_lib" and hasattr(module, "__path__"):
        module.__path__.append(str(place.joinpath(*name.split("."))))

import {module}
from course_lib.bridges import kaggle_agent

agent = kaggle_agent({module}.{player})
'''

# What the other process does: load the file as Kaggle does, and let the last name in it move once.
TRIAL = """
import sys, time
names = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1], "exec"), names)
asked = time.perf_counter()
column = names["agent"]({"board": [0] * 42, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4})
print("column", column, time.perf_counter() - asked)
"""
STARTING = 60
"""So many seconds the file may take until it has moved once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course export`."""
    parser.add_argument("contest", choices=CONTESTS, help="kaggle: their ConnectX")
    parser.add_argument(
        "player", metavar="FILE.py[:NAME]", help="your player (NAME: my_player), or a lesson: 08"
    )
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        default=Path("submission.py"),
        help="default: %(default)s",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the file was written and has made a move, 1 when it could not move."""
    path, name, source = _player(arguments.player)
    if arguments.to.exists() and arguments.to.resolve() == path.resolve():
        raise ValueError(f"--to {arguments.to} is your own file, which would be lost; name another")
    try:
        parsed = ast.parse(source)
    except SyntaxError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error.msg}") from None
    player = name
    for each in parsed.body:
        if isinstance(each, ast.FunctionDef) and each.name == name:
            needed = len(each.args.args) - len(each.args.defaults)
            if needed == 3:  # game, state, budget
                player, source = "with_visits", source + WITH_VISITS.format(player=name)
    parts: dict[str, str] = {}
    module = _part(source, parts)
    packed = base64.b64encode(_zip(parts)).decode()
    lines = "\n".join(packed[at : at + WIDTH] for at in range(0, len(packed), WIDTH))
    text = FILE.format(player=player, module=module, file=path.name, packed=lines)
    write_whole(arguments.to, text)
    return _tried(arguments.to)


def _player(text: str) -> tuple[Path, str, str]:
    """The file, the name of the function that plays, and the source that defines it."""
    if text.isdigit():
        lesson = exercise_named(PLAYER).lesson
        if int(text) != int(lesson):
            raise ValueError(f"lesson {text} has no {PLAYER} to export; lesson {lesson} has one")
        path, source = work_folder() / f"{lesson}.py", kept_functions().get(PLAYER)
        if source is None:
            raise ValueError(
                f"{path} has no {PLAYER}: run the cell with its check in lesson {lesson} first"
            )
        return path, PLAYER, source
    file, colon, name = text.rpartition(":")
    if not colon or not name.isidentifier():
        file, name = text, PLAYER
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"there is no file {file}")
    return path, name, file_text(path)


def _part(source: str, parts: dict[str, str]) -> str:
    """The module with this source; it is added to the parts, behind those that it brings.

    Each function that was kept has a module of its own, as it has names of its own, and modules are
    named by their content: two players in one process stay two.
    """

    def imported(line: re.Match[str]) -> str:
        """What stands for this line of `mine`, whose files are here alone."""
        kept = kept_functions().get(line[2])
        if kept is None:
            return f'from course_lib.lessons.lending import lent\n{line[1]} = lent("{line[2]}")'
        return f"from {_part(kept, parts)} import {line[2]} as {line[1]}"

    source = re.sub(r"^from course_lib\.checks import mine$", "", source, flags=re.MULTILINE)
    source = BROUGHT.sub(imported, source)
    module = f"player_{hashlib.sha256(source.encode()).hexdigest()[:12]}"
    parts[module] = source
    return module


def _zip(parts: dict[str, str]) -> bytes:
    """The player and what it uses of the library, packed: the same bytes for the same files."""
    packed = io.BytesIO()
    own = ((f"{module}.py", source) for module, source in parts.items())
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (*_library(parts.values()), *own):
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _library(sources: Iterable[str]) -> list[tuple[str, str]]:
    """The library's files that these sources reach by their imports, with their places."""
    root, found = Path(course_lib.__file__).parents[1], dict[str, str]()
    waiting = ["course_lib.bridges.kaggle", *(name for one in sources for name in _imported(one))]
    while waiting:
        parts = waiting.pop().split(".")
        for end in range(1, len(parts) + 1):
            module = root.joinpath(*parts[:end])
            path = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
            place = path.relative_to(root).as_posix()
            if place not in found and path.is_file():
                found[place] = file_text(path)
                waiting += _imported(found[place])
    return sorted(found.items())


def _imported(source: str) -> Iterator[str]:
    """What may be modules of the library among the imports of this source, also in functions."""
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        for name in names:
            if name.startswith("course_lib") and not name.startswith(NOT_THERE):
                yield name


def _tried(path: Path) -> int:
    """Let the file make a move where nothing else is installed, and say how that went."""
    words = [sys.executable, "-I", "-c", TRIAL, str(path.absolute())]
    try:
        done = subprocess.run(  # noqa: S603 - our own Python; the player is the reader's own
            words, capture_output=True, text=True, timeout=STARTING, check=False, cwd=path.parent
        )
    except subprocess.TimeoutExpired:
        print(f"It didn't move within {STARTING} seconds; ConnectX gives {ALLOWED:g} a move.")
        return 1
    moved = re.search(r"^column (\S+) (\S+)$", done.stdout, re.MULTILINE)
    if moved is None:
        told = done.stderr.strip().splitlines() or ["it ended without a word"]
        print(f"It can't move yet: {told[-1]}", file=sys.stderr)
        return 1
    column, seconds = moved.groups()
    slow = f", and ConnectX gives {ALLOWED:g}" if float(seconds) > ALLOWED else ""
    print(f"{path}: {path.stat().st_size / 1000:,.0f} kB, all that your player needs is in it.")
    print(f"It began in column {column} after {float(seconds):.1f} seconds{slow}.")
    return 1 if slow else 0
