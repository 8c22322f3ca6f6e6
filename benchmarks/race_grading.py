"""A class is graded by stock nbgrader and by `course grade`: CPU seconds and wall time of both.

python -m benchmarks.race_grading                 twenty submissions
python -m benchmarks.race_grading --students 200 --only equal

Both grade the same notebooks of lesson 03, with known answers, at their default settings: `course
grade` with every notebook in a sandbox, on all cores. Everything that either of them starts counts.
Stock nbgrader runs the lesson's demonstrations, and `course grade` leaves them out; so a second
class has `equal` notebooks, without demonstrations and with right answers. `course grade` runs once
more with nothing changed.

Of the equal notebooks each phase is held against `grading_phases.json`, as a part of what stock
nbgrader takes in the same run: one that has grown by more than a fifth is told, and the exit code
is 1. `--keep` writes the file anew.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import nbformat

from autograder_tests import bank
from autograder_tests.submissions import points, submission
from course_tools.grader.judge.slicing import parts_to_run
from course_tools.studio.build.running import surroundings

ROOT = Path(__file__).resolve().parent.parent
LESSON = "03_alpha_beta"
KINDS = ("as handed out", "equal")
BE_TOLD_OF_ORPHANS = 36
KEPT = Path(__file__).with_name("grading_phases.json")
GROWN, LEAST = 1.2, 0.01
"""A part that is larger by a fifth has grown, unless it is still next to nothing."""


class Cost(NamedTuple):
    """What grading a class has cost."""

    name: str
    cpu: float
    wall: float
    phases: dict[str, float] = {}  # noqa: RUF012 - nobody writes to it
    """CPU seconds of all submissions."""


def main() -> int:
    """0 when both have graded the class, and no phase has grown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.race_grading")
    parser.add_argument("--students", type=int, default=20, help="how many hand in (default: 20)")
    parser.add_argument("--only", choices=KINDS, help="only this class (default: both)")
    parser.add_argument("--rounds", type=int, default=1, help="how often each grades (default: 1)")
    parser.add_argument("--keep", action="store_true", help="keep these phases for later races")
    arguments = parser.parse_args()
    grown: list[str] = []
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
            if kind == KINDS[1]:
                parts = parts_of(costs)
                grown += grown_in(parts)
                if arguments.keep:
                    KEPT.write_text(json.dumps(parts, indent=1) + "\n", encoding="utf-8")
    print(*grown, sep="\n", end="\n" * bool(grown))
    return 1 if grown and not arguments.keep else 0


def parts_of(costs: Sequence[Cost]) -> dict[str, float]:
    """What each phase of our grader takes, and all of it, as a part of what nbgrader takes."""
    stock, ours, *_ = costs
    spent = {**ours.phases, "everything": ours.cpu}
    return {name: round(seconds / stock.cpu, 4) for name, seconds in sorted(spent.items())}


def grown_in(parts: dict[str, float]) -> list[str]:
    """A sentence for each phase that takes more than a fifth more than the one that is kept."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else parts
    return [
        f"{name} has grown: {part:.3f} of what nbgrader takes, and {kept.get(name, 0):.3f} before."
        for name, part in parts.items()
        if part > max(GROWN * kept.get(name, 0), LEAST)
    ]


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
    """`course grade` with all that nbgrader writes, too."""
    words = ("course_tools.cli", "grade", "--root", str(root), "--lesson", LESSON, "--nbgrader")
    measured, phases = cost(root, "course grade", *words), Counter[str]()
    for path in (root / "grading" / "results" / LESSON).glob("*.json"):
        phases.update(json.loads(path.read_text(encoding="utf-8"))["phases"])
    return measured._replace(phases=dict(phases))


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
            right = equal or rng.random() < 0.6
            known = [one for one in bank.entries(exercise) if one.right is right]
            answers[exercise] = rng.choice(known).source
        place = root / "grading" / "submitted" / f"s{number:03}" / LESSON
        place.mkdir(parents=True)
        nbformat.write(submission(given, answers), place / f"{LESSON}.ipynb")
    return root


def table(costs: list[Cost]) -> str:
    """The costs as lines of text; x is how many times less than the first."""
    first = costs[0]
    phases = [
        f"    {name:<18} {seconds:8.1f}"
        for one in costs[:2]
        for name, seconds in sorted(one.phases.items(), key=lambda phase: -phase[1])
    ]
    lines = [
        f"  {one.name:<20} {one.cpu:8.1f} CPU seconds  x {first.cpu / one.cpu:5.2f}"
        f"   {one.wall:8.1f} seconds  x {first.wall / one.wall:5.2f}"
        for one in costs
    ]
    return "\n".join([*lines[:2], *phases, *lines[2:]])


if __name__ == "__main__":
    sys.exit(main())
