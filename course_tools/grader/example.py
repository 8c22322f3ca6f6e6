"""A course of somebody else's to try the grader with: `python -m course_tools.grader.example DIR`.

It has one assignment, five exercises in plain Python, with ten lines of hidden cases, and nothing
else than what `nbgrader quickstart` begins with.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nbformat import NotebookNode, v4

from course_tools.notebooks import notebook_bytes
from course_tools.settings import OWN_CASES, SETTINGS

NAME = "ps1"

CONFIG = """\
c = get_config()

c.CourseDirectory.course_id = "example"

# Students' code runs in a sandbox, and hidden cases are asked from outside of it.
c.Autograde.exporter_class = "course_tools.grader.door.Sandboxed"
c.Autograde.permissions = 644
"""

CASES = '''\
"""The hidden cases of ps1. What is right is what the solution in source/ps1/ps1.ipynb gives."""


def cases(rng):
    some = [rng.randint(-99, 99) for _ in range(7)]
    words = rng.choices(["ant", "bee", "cat", "horse"], k=9)
    return [
        *("# nothing at all", "total([])", "longest([])", "counts([])", "running([])"),
        *("# one thing alone", "total([4])", "longest(['ox'])", "median([3])", "running([-2])"),
        *("# several", f"total({some})", f"longest({words})", f"counts({words})"),
        *(f"running({some})", f"median({some})", f"median({some[:6]})"),
        *("# equally long words", "longest(['bee', 'ant'])", "longest(['is', 'cat', 'bee'])"),
    ]
'''

EXERCISES = {
    "total": (
        'def total(numbers):\n    """The sum of these numbers."""',
        "return sum(numbers)",
        "assert total([1, 2, 3]) == 6",
    ),
    "longest": (
        'def longest(words):\n    """The first of the longest words; "" if there is none."""',
        'return max(words, key=len, default="")',
        "assert longest(['a', 'word']) == 'word'",
    ),
    "counts": (
        'def counts(words):\n    """How often each word comes, by the word."""',
        "return {word: words.count(word) for word in words}",
        "assert counts(['a', 'b', 'a']) == {'a': 2, 'b': 1}",
    ),
    "running": (
        'def running(numbers):\n    """The list of sums of the first, the first two, and so on."""',
        "return [sum(numbers[: i + 1]) for i in range(len(numbers))]",
        "assert running([1, 2, 3]) == [1, 3, 6]",
    ),
    "median": (
        'def median(numbers):\n    """The number in the middle, or the mean of the two there."""',
        """\
ordered = sorted(numbers)
half = len(ordered) // 2
return ordered[half] if len(ordered) % 2 else sum(ordered[half - 1 : half + 1]) / 2""",
        "assert median([3, 1, 2]) == 2",
    ),
}
"""Of each exercise how its cell begins, its solution, and the check that students see."""


def source() -> NotebookNode:
    """The solved notebook, marked as nbgrader's *Create Assignment* marks one."""
    cells = [v4.new_markdown_cell("# Problem set 1\n\nWrite five functions.", id="title")]  # type: ignore[no-untyped-call]
    for name, (begin, solution, check) in EXERCISES.items():
        lines = ["### BEGIN SOLUTION", *solution.splitlines(), "### END SOLUTION"]
        answer = "\n".join([begin, *(f"    {line}" for line in lines)])
        cells += [_cell(name, answer), _cell(f"check_{name}", check, points=2)]
    return v4.new_notebook(cells=cells, metadata={"kernelspec": _PYTHON})  # type: ignore[no-untyped-call]


def write(folder: Path) -> list[Path]:
    """The files of the example, written to this folder; one that is there is a `ValueError`."""
    if folder.exists():
        raise ValueError(f"{folder} is there already; name a folder that is not.")
    contents = {
        SETTINGS: CONFIG.encode(),
        f"{OWN_CASES}/{NAME}.py": CASES.encode(),
        f"source/{NAME}/{NAME}.ipynb": notebook_bytes(source()),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [folder / name for name in contents]


_PYTHON = {"name": "python3", "display_name": "Python 3", "language": "python"}


def _cell(name: str, text: str, points: float | None = None) -> NotebookNode:
    """A cell with an answer, or with points."""
    graded = points is not None
    marks = {"schema_version": 3, "grade_id": name, "task": False}
    marks |= {"grade": graded, "solution": not graded, "locked": graded}
    marks |= {"points": points} if graded else {}
    return v4.new_code_cell(text, id=name, metadata={"nbgrader": marks})  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    for made in write(Path(sys.argv[1])):
        sys.stdout.write(f"{made}\n")
