# ruff: noqa: T201 - a test reads what this prints
"""What another Python does: `python on_another_python.py PURELIB TASK...`.

A task is such as `data:08`, `judge:minimax,nim_sum` or `run:00,01`.

It borrows the packages of the environment that runs the tests. Those that are compiled for another
Python cannot be imported there, numpy among them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def compare_data(*lessons):
    """Make the data of each exercise in these lessons, and compare it with what students get."""
    from autograder_tests import bank, exercises

    every = bank.entries
    by_numpy = {entry.name for entry in every() if "import numpy" in entry.source}
    bank.entries = lambda name=None: [each for each in every(name) if each.name not in by_numpy]
    for name, path in exercises.files().items():
        lesson = path.parent.name[:2]
        if lesson in lessons:
            file = ROOT / "course_lib" / "lessons" / path.parent.name / f"{name}.json"
            kept = rounded(json.loads(file.read_text("utf-8")))
            for missing in by_numpy & set(kept["mistakes"]):
                del kept["mistakes"][missing]
            made = rounded(exercises.data(name))
            differ = [key for key in {*kept, *made} if kept.get(key) != made.get(key)]
            print(lesson, name, *(differ or ["same"]))


def rounded(data):
    """The data with nine digits of each fraction: in the last ones Pythons differ since 3.12.

    Checks forgive that, and what `fingerprint` knows mistakes by has nine digits, too.
    """
    fraction = re.compile(r"\d+\.\d+(e-?\d+)?")
    return json.loads(fraction.sub(lambda at: f"{float(at[0]):.9g}", json.dumps(data)))


def judge(*names):
    """Judge the solution of each of these exercises, and its first two wrong named answers."""
    from autograder_tests import bank, hidden_check
    from autograder_tests.solution import namespace
    from course_lib.checks.checking import NotebookStudent
    from course_lib.checks.keeping import loaded

    for name in names:
        print(name, hidden_check(name)(NotebookStudent(namespace(name))).status)
        wrong = [entry for entry in bank.entries(name) if not entry.right and entry.named]
        for entry in wrong[:2]:
            student = NotebookStudent(loaded(entry.source, "<answer>"))
            named = hidden_check(name)(student).mistake == entry.name
            print(name, "named" if named else f"not named: {entry.name}")


def run(*lessons):
    """Run the sources of these lessons from their first cell to their last."""
    for lesson in lessons:
        (source,) = (ROOT / "solutions").glob(f"{lesson}_*.py")
        # Claims speak of what a notebook's cell showed last, and a script has no such thing.
        parts = re.split(r"^(?=# %%)", source.read_text("utf-8"), flags=re.MULTILINE)
        cells = "".join(part for part in parts if not part.startswith("# %% claim="))
        exec(compile(cells, str(source), "exec"), {"__name__": "__main__"})  # noqa: S102 - our own lesson
        print("\n" + lesson, "ran")


@cache
def python_of(version):
    """A Python of this version that starts, or `None`."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    places = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"))]
    asked = "import sys; print('%d.%d' % sys.version_info[:2])"
    for place in filter(None, places):
        done = subprocess.run([place, "-c", asked], check=False, capture_output=True, text=True)
        # A shim of pyenv is there for every version, and only starts the one that is chosen.
        if done.returncode == 0 and done.stdout.strip() == version:
            return str(place)
    return None


if __name__ == "__main__":
    purelib, *tasks = sys.argv[1:]
    sys.path.insert(0, str(ROOT))
    # Last, so that packages of this Python's own come first.
    sys.path.append(purelib)
    for kind, _, names in (task.partition(":") for task in tasks):
        {"data": compare_data, "judge": judge, "run": run}[kind](*names.split(","))
