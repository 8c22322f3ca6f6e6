"""Packs the grader for another platform's machine, with the class's hidden cases for root alone."""

from __future__ import annotations

import io
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from course_tools.files import only_one, write_whole
from course_tools.grader.classroom.gradebook import Gradebook, class_seed
from course_tools.grader.judge.cases import for_class
from course_tools.grader.judge.tasks import graded_lesson, lesson_names, with_points
from course_tools.grader.judge.worker import keep_drawn
from course_tools.notebooks import SOURCES, STUDENTS, files_in
from course_tools.settings import LEFT_OUT, folders, left_out, means
from course_tools.workers import COURSE as HERE

SEED, DRAWN, OWN = "seed", "drawn", "own.json"
COURSE = "course"
"""The folder in the zip with all that grades."""

_ROOMS = ("course_lib", "course_tools", "autograder_tests")
_LOCKS = ("lessons.lock", "installer.lock")
_LEFT_OUT = ("hostile", "_answers.py")
"""What grades nothing, and would be a pity to lose."""

_DATE = (1980, 1, 1, 0, 0, 0)

SETUP = """\
#!/usr/bin/env bash
# Makes this machine ready to grade; to be run once, as root.
set -euo pipefail
cd "$(dirname "$0")"
chmod -R go= .
export UV_PYTHON_INSTALL_DIR=/srv/course-python UV_PYTHON_PREFERENCE=managed
python3 -c "import ensurepip, venv" || { apt-get update && apt-get install -y python3-venv; }
python3 -m venv /srv/course-setup
/srv/course-setup/bin/pip install --quiet --require-hashes -r course/.ci/installer.lock
umask 022
/srv/course-setup/bin/uv venv --quiet --clear --python 3.13 /srv/course
/srv/course-setup/bin/uv pip install --quiet --python /srv/course/bin/python \\
    --require-hashes -r course/.ci/lessons.lock
"""

GRADESCOPE = """\
#!/usr/bin/env bash
# Gradescope runs this as root, for every submission. Students' code runs as another user, who can
# open nothing in here.
set -euo pipefail
umask 077
chmod -R go= /autograder
cd /autograder/source/course
exec /srv/course/bin/python -m course_tools.grader.hand_in {lesson}
"""


def write_gradescope(file: Path, lesson: str, root: Path) -> int:
    """Write the zip that Gradescope takes as an autograder; how many files are in it."""
    name = named(lesson, root)
    every = {one: graded_lesson(one, root) for one in lesson_names(root)}
    gone, practice = left_out(
        root, {one: [task.name for task in its.tasks] for one, its in every.items()}
    )
    if name in gone:
        raise ValueError(LEFT_OUT.format(name))
    graded = with_points(every[name], root, practice.get(name, []))
    seed = seed_now(root)
    drawn = for_class(graded, root, seed)
    packed = {f"{COURSE}/{inside}": path for inside, path in files_to_grade(root, name)}
    made = io.BytesIO()
    with tempfile.TemporaryDirectory() as place, zipfile.ZipFile(made, "w") as archive:
        keep_drawn(drawn, seed, Path(place))
        data = {inside: path.read_bytes() for inside, path in packed.items()}
        kept, own = Path(place, name), drawn.own.encode()
        data |= {OWN: own} if own else {f"{DRAWN}/{name}": kept.read_bytes()}
        data[f"{COURSE}/{STUDENTS}/{name}/{name}.ipynb"] = graded.raw
        data[SEED] = seed.encode()
        programs = {"run_autograder": GRADESCOPE.format(lesson=name), "setup.sh": SETUP}
        data |= {inside: text.encode() for inside, text in programs.items()}
        for inside, content in sorted(data.items()):
            entry = zipfile.ZipInfo(inside, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on Windows
            mode = 0o700 if inside in programs else 0o600
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, content)
    write_whole(file, made.getvalue(), private=True)
    return len(data)


def named(lesson: str, root: Path) -> str:
    """The whole name of the lesson that somebody calls so; another word is a `ValueError`."""
    names = lesson_names(root)
    name = next((one for one in names if means(lesson, one)), None)
    if name is None:
        raise ValueError(f"there is no lesson {lesson}; there are {', '.join(names)}")
    return name


def files_to_grade(root: Path, name: str) -> Iterator[tuple[str, Path]]:
    """All that grades this lesson, each file behind its name in the packed course."""
    code = root if (root / _ROOMS[0]).is_dir() else HERE  # another course has ours installed
    for room in _ROOMS:
        for path in files_in(code / room):
            inside = path.relative_to(code)
            if not any(part.endswith(_LEFT_OUT) for part in inside.parts):
                yield inside.as_posix(), path
    sources = sorted((root / SOURCES).glob("*.py")) or sorted((code / SOURCES).glob("*.py"))
    for path in sources:
        yield f"{SOURCES}/{path.name}", path
    yield f"{STUDENTS}/{name}/{name}.ipynb", folders(root).students / name / f"{name}.ipynb"
    for lock in _LOCKS:
        places = (code / ".ci" / lock, Path(__file__).with_name(lock))
        yield f".ci/{lock}", next(place for place in places if place.is_file())


def seed_now(root: Path) -> str:
    """The seed of this class, as `course grade` has it; where there is none, it is drawn now."""
    if seed := class_seed(root):
        return seed
    seed = token_hex(8)
    with only_one(root / "grading"), closing(Gradebook(root)) as book:
        book.keep_seed(seed)
    return seed
