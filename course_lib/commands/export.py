"""Write your player as a file for another program's contest.

course export kaggle my_player.py                   my_player(game, state), for Kaggle's ConnectX
course export kaggle my_player.py:careful           another function of the file
course export kaggle my_player.py --to submission.py

The file that is written holds yours and all of the library that a player needs: hand in this one
file at Kaggle, or try it here with kaggle-environments. It plays one move at once, in a process of
its own, so that you hear now if it can't.
"""

from __future__ import annotations

import argparse
import base64
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import course_lib
from course_lib.plain import file_text, write_whole

AUDIENCE = "students"

CONTESTS = ("kaggle",)
NEEDED = (
    "game",
    "plain",
    "words",
    "closed",
    "displays",
    "games",
    "search",
    "watch",
    "play",
    "bridges",
)
"""The rooms of the library that a player may need; boards, checks and lessons stay here."""

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

import exported_player
from course_lib.bridges import kaggle_agent

agent = kaggle_agent(exported_player.{player})
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
    parser.add_argument("player", metavar="FILE.py[:NAME]", help="your player (NAME: my_player)")
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        default=Path("submission.py"),
        help="default: %(default)s",
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the file was written and has made a move, 1 when it could not move."""
    path, name = _file_and_name(arguments.player)
    if arguments.to.exists() and arguments.to.resolve() == path.resolve():
        raise ValueError(f"--to {arguments.to} is your own file, which would be lost; name another")
    source = file_text(path)
    try:
        compile(source, str(path), "exec")
    except SyntaxError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error.msg}") from None
    packed = base64.b64encode(_zip(source)).decode()
    lines = "\n".join(packed[at : at + WIDTH] for at in range(0, len(packed), WIDTH))
    write_whole(arguments.to, FILE.format(player=name, file=path.name, packed=lines))
    size = arguments.to.stat().st_size
    print(f"{arguments.to}: {size / 1000:,.0f} kB, everything that {name} needs is in it.")
    return _tried(arguments.to)


def _file_and_name(text: str) -> tuple[Path, str]:
    """The file and the name of the function in it."""
    file, colon, name = text.rpartition(":")
    if not colon or not name.isidentifier():
        file, name = text, "my_player"
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"there is no file {file}")
    return path, name


def _zip(source: str) -> bytes:
    """The library's files and the player's own, packed: the same bytes for the same files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (*_library(), ("exported_player.py", source)):
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _library() -> Iterator[tuple[str, str]]:
    """The files of the library that go along, with their places in it."""
    root = Path(course_lib.__file__).parent
    yield "course_lib/__init__.py", file_text(root / "__init__.py")
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        if place.with_suffix("").parts[0] in NEEDED:
            yield f"course_lib/{place.as_posix()}", file_text(path)


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
    print(f"It began in column {column} after {float(seconds):.1f} seconds{slow}.")
    return 1 if slow else 0
