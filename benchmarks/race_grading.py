"""A class is graded by stock nbgrader and by `course grade`: CPU seconds and wall time of both.

python -m benchmarks.race_grading                 twenty submissions
python -m benchmarks.race_grading --students 200 --only equal

Both grade the same notebooks of lesson 03, with known answers, at their default settings: `course
grade` with every notebook in a sandbox, on all cores. Everything that either of them starts counts.
Stock nbgrader runs the lesson's demonstrations, and `course grade` leaves them out; so a second
class has `equal` notebooks, without demonstrations. `course grade` runs once more with nothing
changed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import nbformat

from autograder_tests import bank
from autograder_tests.submissions import points, submission
from course_tools.build.running import surroundings
from course_tools.judge.slicing import parts_to_run

ROOT = Path(__file__).resolve().parent.parent
LESSON = "03_alpha_beta"
KINDS = ("as handed out", "equal")
BE_TOLD_OF_ORPHANS = 36


class Cost(NamedTuple):
    """What grading a class has cost."""

    name: str
    cpu: float
    wall: float


def main() -> int:
    """0 when both have graded the class."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.race_grading")
    parser.add_argument("--students", type=int, default=20, help="how many hand in (default: 20)")
    parser.add_argument("--only", choices=KINDS, help="only this class (default: both)")
    parser.add_argument("--rounds", type=int, default=1, help="how often each grades (default: 1)")
    arguments = parser.parse_args()
    if min(arguments.students, arguments.rounds) < 1:
        parser.error("--students and --rounds are numbers from 1 on")
    if sys.platform == "linux":
        # What loses its parent is counted here, too, instead of nowhere.
        ctypes.CDLL(None).prctl(BE_TOLD_OF_ORPHANS, 1, 0, 0, 0)
    for _ in range(arguments.rounds):
        for kind in [arguments.only] if arguments.only else KINDS:
            load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
            print(f"{arguments.students} submissions of {LESSON}, {kind}, {load}")
            costs = [
                cost
                for graders in ((stock,), (ours, again))
                for cost in raced(arguments.students, graders, kind)
            ]
            print(table(costs), flush=True)
    return 0


def raced(students: int, graders: Sequence[Callable[[Path], Cost]], kind: str) -> list[Cost]:
    """What these graders take, one after the other, for a class in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        root = a_class(Path(folder), students, equal=kind == KINDS[1])
        return [grade(root) for grade in graders]


def stock(root: Path) -> Cost:
    """`nbgrader autograde` without our door; that it has to learn the lesson is not counted."""
    begun(root, "nbgrader", "generate_assignment", LESSON, "--force")
    own = "--Autograde.exporter_class=nbconvert.exporters.NotebookExporter"
    return cost(root, "nbgrader autograde", "nbgrader", "autograde", LESSON, own)


def ours(root: Path) -> Cost:
    """`course grade`, as it comes."""
    words = ("course_tools.cli", "grade", "--root", str(root), "--lesson", LESSON)
    return cost(root, "course grade", *words)


def again(root: Path) -> Cost:
    """`course grade` once more, with nothing changed."""
    return ours(root)._replace(name="nothing changed")


def cost(root: Path, name: str, module: str, *words: str) -> Cost:
    """What this command takes, with all that it starts."""
    before, began = used(), time.monotonic()
    done = begun(root, module, *words)
    wall = time.monotonic() - began
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"{name} did not work: {done.stdout}{done.stderr}")
    graded = len(list((root / "grading" / "autograded").glob(f"*/{LESSON}/{LESSON}.ipynb")))
    handed_in = len(list((root / "grading" / "submitted").iterdir()))
    if graded < handed_in:  # on a busy machine stock's clock of 30 seconds stops honest cells
        name = f"{name}, {graded} only"
    return Cost(name, used() - before, wall)


def begun(root: Path, module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """This command of Python's after its end."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-m", module, *words],
        cwd=root,
        env={**surroundings(ROOT), "PATH": programs},
        capture_output=True,
        text=True,
        check=False,
    )


def used() -> float:
    """CPU seconds of all processes that this one has begun and that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, 0):
            continue
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def a_class(root: Path, students: int, *, equal: bool = False) -> Path:
    """This folder as a course in which so many have handed in answers, right and wrong ones.

    In `equal` notebooks, handed out and handed in, only what a check needs is left of its cells.
    """
    shutil.copy(ROOT / "nbgrader_config.py", root)
    for edition in ("notebooks", "solutions"):
        shutil.copytree(ROOT / edition / LESSON, root / edition / LESSON)
    given = nbformat.read(ROOT / "notebooks" / LESSON / f"{LESSON}.ipynb", as_version=4)
    if equal:
        needed = {part.index: part.source for part in parts_to_run(given, given)}
        for index, cell in enumerate(given.cells):
            if cell.cell_type == "code" and "nbgrader" not in cell.metadata:
                cell.source = needed.get(index, "")
        nbformat.write(given, root / "notebooks" / LESSON / f"{LESSON}.ipynb")
    rng = Random(3)
    for number in range(students):
        answers = {}
        for exercise in points(given):
            right = rng.random() < 0.6
            known = [one for one in bank.entries(exercise) if one.right is right]
            answers[exercise] = rng.choice(known).source
        place = root / "grading" / "submitted" / f"s{number:03}" / LESSON
        place.mkdir(parents=True)
        nbformat.write(submission(given, answers), place / f"{LESSON}.ipynb")
    return root


def table(costs: list[Cost]) -> str:
    """The costs as lines of text; x is how many times less than the first."""
    first = costs[0]
    return "\n".join(
        f"  {one.name:<20} {one.cpu:8.1f} CPU seconds  x {first.cpu / one.cpu:5.2f}"
        f"   {one.wall:8.1f} seconds  x {first.wall / one.wall:5.2f}"
        for one in costs
    )


if __name__ == "__main__":
    sys.exit(main())
