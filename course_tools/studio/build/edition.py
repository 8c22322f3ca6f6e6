"""The student edition: all that students get and nothing else, as a zip or as a branch of git."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from course_lib.plain import write_whole
from course_tools.notebooks import SOURCES, STUDENTS, files_in, notebook_bytes, read_notebook
from course_tools.studio.build import packages
from course_tools.studio.build.building import lessons, places
from course_tools.studio.build.leaks import Clue, clues, found
from course_tools.studio.build.lesson import HINTS, TESTS, solutions
from course_tools.studio.build.short import shortened
from course_tools.studio.build.translating import editions

HANDOUT = Path(__file__).parent / "handout"
FOLDER = "adversarial-search"
GIVEN = re.compile(r"^# %% all\b.*?(?=^# %% )", re.MULTILINE | re.DOTALL)
OWN = re.compile(r"^course_lib/(?:lessons/lesson_(\d\d)/|languages/\w+/(\d\d)_)")
"""What the lesson with this number alone hands out."""
EXERCISE = re.compile(r"^course_lib/lessons/lesson_\d\d/exercises/\w+\.json$")
READABLE = (".ipynb", ".md", ".json")
IMPORTED = re.compile(rf"\b(from|import)\s+{TESTS}\b")
Week = Mapping[str, bool]
"""The names of some lessons, each with whether its short edition is meant."""
Edition = Mapping[str, bytes]
"""What students get, by the names of the files."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The oldest date that a zip can hold."""
PROGRAMS = {"start.sh", "start.command", ".ci/setup"}
"""What a reader starts by its name, or with a double click."""
PROGRAM, PLAIN_FILE = 0o100755 << 16, 0o100644 << 16
# What every edition has beside the notebooks, and makes its own `.venv` with.
AS_THEY_ARE = ("course_lib", "LICENSE", ".ci/setup", ".ci/setup.py", ".ci/installer.lock")


def write_edition(path: Path, root: Path, packed: Edition | None = None) -> list[str]:
    """The names of the files that were packed into this zip, all in one folder.

    `packed` is an edition that was searched for solutions: the whole course's, or a week's.
    """
    packed = packed or checked(root)
    write_zip(path, FOLDER, packed, root)
    return sorted(packed)


def checked(root: Path, week: Week | None = None) -> Edition:
    """What students get, by name, searched for solutions; a `ValueError` where it gives one away.

    A `week` has some of the lessons only, and of those it says which are short.
    """
    packed = contents(root, week)
    check_secrets(packed, root)
    return packed


def write_zip(path: Path, folder: str, packed: Mapping[str, bytes], root: Path) -> None:
    """Write a zip with these files, all in one folder: same commit, same bytes."""
    date = max(DATE, time.gmtime(last_change(root))[:6])
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(packed.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}", date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on Windows
            # No user's own rights get into the file.
            entry.external_attr = PROGRAM if name in PROGRAMS else PLAIN_FILE
            archive.writestr(entry, data)
    write_whole(path, made.getvalue())


def last_change(root: Path) -> int:
    """The date of the edition in seconds: `SOURCE_DATE_EPOCH`, the last commit's, or else today.

    The same commit gives the same bytes.
    """
    if said := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(said)
    program = shutil.which("git")
    if program and (root / ".git").exists():
        words = [program, "log", "-1", "--format=%ct"]
        asked = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 - git, with our own words
        if asked.returncode == 0:
            return int(asked.stdout)
    return int(time.time())


def write_branch(name: str, root: Path) -> bool:
    """Put the edition into this branch of the repository, with what services want beside it.

    Nothing that is checked out changes. Whether there was anything new; then it is a commit on top
    of what the branch held, so that students can pull it.
    """
    packed = checked(root)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "edition")
        shutil.copytree(root / "deploy" / "student-branch", folder)
        for path, data in packed.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)

        program = shutil.which("git")
        if not program:
            raise ValueError("git is not installed here; a zip needs none.")

        def git(*words: str, good: tuple[int, ...] = (0,)) -> str:
            """What git says, asked with an index of its own and this folder for its files."""
            ran = subprocess.run(  # noqa: S603 - git, with our own words
                [program, "-c", "core.autocrlf=false", f"--work-tree={folder}", *words],
                cwd=root,
                env=os.environ | {"GIT_INDEX_FILE": str(Path(place, "index"))},
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.returncode not in good:
                raise ValueError(f"git {words[0]} says: {ran.stderr.strip()}")
            return ran.stdout.strip()

        if git("symbolic-ref", "--quiet", "--short", "HEAD", good=(0, 1)) == name:
            raise ValueError(f"The branch {name} is checked out here; check out another one first.")
        ref = f"refs/heads/{name}"
        git("check-ref-format", ref)
        parent = git("rev-parse", "--verify", "--quiet", ref, good=(0, 1))
        if parent and git("ls-tree", "--name-only", parent, TESTS, SOURCES):
            raise ValueError(f"The branch {name} holds what students don't get; name another one.")
        git("add", "--all", "--force", ".")
        git("update-index", "--chmod=+x", *sorted(PROGRAMS))
        tree = git("write-tree")
        if parent and git("rev-parse", f"{parent}^{{tree}}") == tree:
            return False
        before = ("-p", parent) if parent else ()
        commit = git("commit-tree", tree, *before, "-m", "The student edition")
        git("update-ref", ref, commit, parent or "0" * len(commit))
    return True


def contents(root: Path, week: Week | None = None) -> dict[str, bytes]:
    """What students get, by name: notebooks, their part of the library, and how to set it up."""
    packed = {path.name: path.read_bytes() for path in sorted(HANDOUT.iterdir()) if path.is_file()}
    known = lessons(root)
    every = [one for one in known if week is None or one.name in week]
    for lesson in every:
        notebook = places(lesson.name, root)[1]
        if not notebook.is_file():
            raise ValueError(f"{notebook.name} is not there; course build makes it.")
        short, made = bool(week and week[lesson.name]), read_notebook(notebook)
        packed[f"{STUDENTS}/{lesson.name}/{notebook.name}"] = (
            notebook_bytes(shortened(lesson, made)) if short and made else notebook.read_bytes()
        )
        for language, edition in editions(lesson, made, root).items():
            name = f"{STUDENTS}/{language}/{lesson.name}/{notebook.name}"
            packed[name] = notebook_bytes(shortened(lesson, edition) if short else edition)
    if week:
        words = packed["README.md"].decode().replace("00_start_here", every[0].name)
        packed["README.md"] = words.replace("02_minimax", every[0].name).encode()
    for place in (root / name for name in AS_THEY_ARE):
        files = [place] if place.is_file() else list(files_in(place))
        if not files:
            raise ValueError(f"{place.relative_to(root).as_posix()} is missing or empty.")
        packed |= {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    gone = {one.name[:2] for one in (*known, *lessons(root, left=True))}
    gone -= {one.name[:2] for one in every}
    packed = {name: data for name, data in packed.items() if _owner(name) not in gone}
    project, conda, lock = (
        (root / name).read_text(encoding="utf-8")
        for name in ("pyproject.toml", "environment.yml", ".ci/lessons.lock")
    )
    packed["pyproject.toml"] = packages.project(project).encode()
    packed["environment.yml"] = packages.conda(conda, packages.pinned(lock)).encode()
    packed["requirements.lock"] = lock.encode()
    return packed


def _owner(name: str) -> str:
    """The number of the lesson whose own this file is, or ""."""
    own = OWN.search(name)
    return (own[1] or own[2]) if own else ""


def check_secrets(packed: Edition, root: Path) -> None:
    """Refuse to pack the name of the hidden checks, a line of theirs, or one of a solution."""
    solved = solution_clues(root)
    secrets, pairs = [*solved, *_hidden_clues(root)], [clue for clue in solved if len(clue) > 1]
    for name, data in sorted(packed.items()):
        if PurePosixPath(name).parts[0] in (TESTS, SOURCES):
            raise ValueError(f"{name} is not for students.")
        text = _text_of(name, data)
        # The library may know the folder's name, to pass over it; it must not want what is inside.
        if (TESTS in text) if not name.endswith(".py") else IMPORTED.search(text):
            raise ValueError(f"{name} names {TESTS}, which students do not have.")
        if not name.endswith(READABLE):
            # The library is the textbook: a search there may look like a solution, and a test shows
            # that no function of it is one.
            continue
        clues_here = [*found(secrets, text), *found(pairs, _out_of_order(name, data))]
        if clue := next(iter(clues_here), None):
            raise ValueError(f"{name} gives something away: {' / '.join(clue)}")


def secret_clues(root: Path) -> list[Clue]:
    """What would show that somebody read a solution or the hidden checks."""
    return [*solution_clues(root), *_hidden_clues(root)]


def _hidden_clues(root: Path) -> Iterator[Clue]:
    """What would show that somebody read the hidden checks.

    What the bank puts before all answers of an exercise is what the notebook itself hands out.
    """
    tests = root / TESTS
    # An exercise's own file holds what students may see, too; the build takes that alone from it.
    answers = set(tests.glob("[0-9][0-9]_*/*_answers.py"))
    known = {tests / "positions.py", *tests.glob("[0-9][0-9]_*/*.py")} - answers
    for path in files_in(tests):
        if path.suffix == ".py" and path not in known:
            yield from clues(GIVEN.sub("", path.read_text(encoding="utf-8")).splitlines())


def solution_clues(root: Path) -> list[Clue]:
    """What would show that somebody read a solution."""
    return [
        clue
        for lesson in (*lessons(root), *lessons(root, left=True))
        for cell in lesson.cells
        for region in solutions(cell.part.source)
        for clue in clues(region)
    ]


def _text_of(name: str, data: bytes) -> str:
    """What a reader sees of this file: of a notebook and of data, all texts without quotes.

    Lines that are out of order are left out: by itself, each of them gives nothing away.
    """
    text = data.decode(errors="replace")
    if not name.endswith((".ipynb", ".json")):
        return text
    value = json.loads(text)
    if _out_of_order(name, data):
        value = value | {"hints": value["hints"][:HINTS]}
    return "\n".join(texts(value))


def _out_of_order(name: str, data: bytes) -> str:
    """The lines of an exercise's last hint: no two of them may follow each other as they should."""
    value = json.loads(data) if EXERCISE.search(name) else None
    hints = value.get("hints", []) if isinstance(value, dict) else []
    return "\n".join(hints[HINTS:])


def texts(value: Any) -> Iterator[str]:
    """The texts inside a value read from JSON; a list of lines is one of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)
