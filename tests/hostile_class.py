"""A class in which the whole hostile bank has handed in, beside honest students, and its grading.

`python hostile_class.py COURSE` grades it, with the course's own copy of the library.
"""

from __future__ import annotations

import atexit
import csv
import hashlib
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import nbformat

from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.intake.people import safe_id
from course_tools.grader.classroom.records import Results
from course_tools.grader.classroom.run import Order, grade_class
from course_tools.grader.judge.result import NO_NOTEBOOK, Result, Times

LESSONS = {
    "01_small": ("player", "actions", "winner"),
    "02_small": ("nim_sum", "minimax_value", "remembering"),
}
TIMES = Times(cell=4)
"""A cell without an end costs four seconds here in place of twenty; all else is as always."""

SECRETS = {
    "tests": "planted-tests-7c1f",
    "solutions": "planted-solutions-a93e",
    "gradebook": "planted-gradebook-51bd",
    "neighbour": "planted-neighbour-e07a",
    "environment": "planted-environment-4f2c",
    "home": "planted-home-b6d8",
}
MARKER = "hostile-was-here"
NEIGHBOUR = "neighbour"


def build(base: Path, hostile: Iterable[Any], port: int = 9, marker: str = MARKER) -> Path:
    """The course in this folder, with secrets in it, a class of these and four honest students."""
    # The run itself, in a process of its own, needs none of these.
    from grading_class import answer, notebook_of

    from autograder_tests.hostile import Link, Target

    shutil.copytree(planted(), base, dirs_exist_ok=True)
    root = base / "course"
    honest: dict[str, dict[str, dict[str, str]]] = {
        student: {
            lesson: {
                name: answer(name, right=right, number=number)
                for name in exercises
                if right or number < 2
            }
            for lesson, exercises in LESSONS.items()
        }
        for student, right, number in ((NEIGHBOUR, True, 0), ("bob", False, 1), ("cyd", False, 2))
    }
    honest["dan"] = {"01_small": {"winner": answer("winner", right=True)}}
    for student, works in honest.items():
        for lesson, answers in works.items():
            notebook = notebook_of(root, answers, lesson)
            if student == NEIGHBOUR:
                notebook.cells[0].source += f"\n\n{SECRETS['neighbour']}"
                notebook.cells[1].source += f"\n# {SECRETS['neighbour']}"
            place = root / "class" / student / f"{lesson}.ipynb"
            place.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, place)
    names = [*honest]
    for one in hostile:
        names.append(one.folder or one.name)
        lesson = next(lesson for lesson in LESSONS if lesson.startswith(one.lesson))
        edition = notebook_of(root, {}, lesson)
        target = Target(root, lesson, port, marker, NEIGHBOUR)
        for name, content in one.made(edition, target).items():
            place = root / "class" / names[-1] / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                os.mkfifo(place)
            elif not isinstance(content, Link):
                place.write_bytes(content)
            elif content.hard:
                place.hardlink_to(place.parent / content.to)
            else:
                place.symlink_to(content.to)
    with (root / "class.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id"], *([name] for name in names)])
    return root


@cache
def planted() -> Path:
    """A folder with a course, and a secret wherever an attacker may look for one."""
    from grading_class import ROOT, small_course

    base = Path(mkdtemp(prefix="planted-course-"))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    root = base / "course"
    for lesson, exercises in LESSONS.items():
        small_course(base / lesson, exercises, lesson)
        shutil.copytree(base / lesson, root, dirs_exist_ok=True)
        shutil.rmtree(base / lesson)
    for room in ("course_lib", "autograder_tests"):
        # Python may be compiling something there at this moment.
        half = shutil.ignore_patterns("*.pyc.*")
        shutil.copytree(ROOT / room, root / room, ignore=half)
    (base / "home").mkdir()
    (base / "home" / "planted.txt").write_text(SECRETS["home"], "utf-8")
    secret = f'SECRET = "{SECRETS["tests"]}"\n'
    (root / "autograder_tests" / "planted.py").write_text(secret, "utf-8")
    for path in (root / "solutions").glob("*.py"):
        path.write_text(f"{path.read_text('utf-8')}\n# {SECRETS['solutions']}\n", "utf-8")
    for path in (root / "solutions").glob("*/*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            begin = "### BEGIN SOLUTION"
            cell.source = cell.source.replace(begin, f"{begin}\n    # {SECRETS['solutions']}")
        nbformat.write(notebook, path)
    (root / "grading").mkdir(exist_ok=True)
    opened = Gradebook(root)
    earlier = Result("earlier", next(iter(LESSONS)), NO_NOTEBOOK, full_name=SECRETS["gradebook"])
    opened.record([earlier], lambda points, _: 0 * points)
    opened.close()
    return base


def environment(base: Path) -> dict[str, str]:
    """The grader's surroundings, with a secret in them."""
    return {
        **{name: value for name, value in os.environ.items() if name != "COURSE_GRADING"},
        "GRADERS_TOKEN": SECRETS["environment"],
        "HOME": str(base / "home"),
        "PYTHONPATH": str(base / "course"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def everything(base: Path) -> dict[str, str]:
    """What there is outside of `grading`, by name: a digest, or where a link leads."""
    found = {}
    for folder, folders, names in os.walk(base):
        # What was graded lies there, and Python compiles what it imports.
        folders[:] = [
            name
            for name in folders
            if name != "__pycache__" and Path(folder, name) != base / "course" / "grading"
        ]
        for name in (*folders, *names):
            path = Path(folder, name)
            if path.is_symlink():
                found[str(path)] = f"-> {path.readlink()}"
            else:
                content = path.read_bytes() if path.is_file() else b"no file"
                found[str(path)] = hashlib.sha256(content).hexdigest()
    return found


def results(root: Path) -> dict[tuple[str, str], Result]:
    """All results, by lesson and student."""
    kept = Results(root / "grading" / "results")
    return {(lesson, one.student): one for lesson in LESSONS for one in kept.all(lesson)}


def content_of(path: Path, part: str = "") -> bytes:
    """What is in this file, and in a zip's files, or in the one with this name."""
    if not path.is_file():  # attackers hand in pipes, too
        return b""
    if path.parent.parent.name == "results" and path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            return b"".join(map(archive.read, [part] if part else archive.namelist()))
    return path.read_bytes()


def secrets_in(grading: Path) -> list[tuple[str, str]]:
    """What was planted and stands in something that grading made, but not where it belongs."""
    own = {
        "gradebook": ("gradebook.db", "backups/"),
        "neighbour": tuple(
            f"{folder}{NEIGHBOUR}"
            for folder in ("submitted/", "autograded/", *(f"results/{one}/" for one in LESSONS))
        ),
    }
    found = []
    for path in grading.rglob("*"):
        shown = path.relative_to(grading).as_posix()
        content = content_of(path)
        found += [
            (kind, shown)
            for kind, secret in SECRETS.items()
            if secret.encode() in content and not shown.startswith(own.get(kind, ("nowhere",)))
        ]
    return found


def student_of(one: Any) -> str:
    """The name under which the gradebook knows this attacker."""
    return safe_id(one.folder or one.name)


def main(root: Path, workers: int) -> None:
    """Grade the class, and print what needs a look."""
    order = Order(
        root,
        root / "class",
        class_list=root / "class.csv",
        workers=workers,
        times=TIMES,
        for_formgrader=True,
    )
    finished = grade_class(order)
    told = {"needs_a_look": finished.needs_a_look, "isolation": finished.isolation}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
