"""A class of thousands, to its class page: CPU seconds, wall time and memory of `course grade`.

python -m benchmarks.large_class                  5,000 students, twelve lessons each
python -m benchmarks.large_class --students 500

What is measured is all around grading: the intake, the gradebook, tables and pages. So one student
is graded, and that result, with other points, lies there for each of the others before they are
counted. `course grade` then runs with all results new to it, again with nothing changed, and once
more with one new hand-in. The exit code is 1 if "nothing changed" takes more than ten seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random

from benchmarks.race_grading import ROOT, Cost, cost

LIMIT = 10
FIRST = "s00000"


def main() -> int:
    """0 when the class has its page, and nothing new is seen quickly."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large_class")
    parser.add_argument("--students", type=int, default=5_000, help="how many (default: 5,000)")
    students = max(2, parser.parse_args().students)
    lessons = sorted(path.stem for path in ROOT.glob("notebooks/*/[01]*.ipynb"))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copy(ROOT / "nbgrader_config.py", root)
        for name in lessons:
            shutil.copytree(ROOT / "notebooks" / name, root / "notebooks" / name)
            shutil.copytree(ROOT / "solutions" / name, root / "solutions" / name)
        hand_in(root, lessons, [FIRST])
        graded(root, "one student")
        others = [f"s{number:05}" for number in range(1, students)]
        hand_in(root, lessons, others)
        copy_results(root, others)
        print(f"{students:,} students, {students * len(lessons):,} submissions")
        graded(root, "intake and class page")
        nothing = graded(root, "nothing changed")
        notebook = root / "grading" / "submitted" / FIRST / lessons[0] / f"{lessons[0]}.ipynb"
        content = notebook.read_text("utf-8")
        notebook.unlink()  # the others' are the same file
        notebook.write_text(content + "\n", "utf-8")
        graded(root, "one new hand-in")
    return int(nothing.wall > LIMIT)


def graded(root: Path, name: str) -> Cost:
    """What `course grade` takes, told with the most memory that any process has taken so far."""
    one = cost(root, name, "course_tools.cli", "grade", "--root", str(root))
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"  {one.name:<24} {one.cpu:8.1f} CPU seconds {one.wall:8.1f} seconds {most:6} MB")
    return one


def hand_in(root: Path, lessons: Iterable[str], students: Iterable[str]) -> None:
    """Let each of them hand in each lesson as it was handed out, as one file on the disk."""
    for student in students:
        for lesson in lessons:
            place = root / "grading" / "submitted" / student / lesson
            place.mkdir(parents=True)
            os.link(root / "notebooks" / lesson / f"{lesson}.ipynb", place / f"{lesson}.ipynb")


def copy_results(root: Path, students: Iterable[str]) -> None:
    """Let the one result of each lesson be there for each of them, with points that are drawn."""
    rng = Random(1)
    for path in sorted((root / "grading" / "results").glob(f"*/{FIRST}.json")):
        result = json.loads(path.read_text("utf-8"))
        for student in students:
            result["student"] = student
            for one in result["exercises"]:
                one["points"] = one["most"] * rng.randint(0, 4) / 4
            path.with_stem(student).write_text(json.dumps(result), "utf-8")
            os.link(path.with_suffix(".zip"), path.with_name(f"{student}.zip"))


if __name__ == "__main__":
    raise SystemExit(main())
