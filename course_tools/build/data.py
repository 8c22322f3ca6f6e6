"""The data of a lesson's checks, made of its exercises in `autograder_tests/NN_topic/`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from course_tools.build.lesson import Lesson
from course_tools.build.regions import TESTS
from course_tools.build.running import surroundings


def check_data(lesson: Lesson, root: Path) -> dict[Path, str | None]:
    """The text of each file that belongs into `course_lib/lessons/NN`, `None` for a stranger."""
    folder = root / "course_lib" / "lessons" / lesson.name[:2]
    found: dict[Path, str | None] = dict.fromkeys(sorted(folder.glob("*.json")))
    if not (root / TESTS / lesson.name).is_dir():
        return found
    # Its own process: the course in that folder need not be the one that runs here.
    done = subprocess.run(  # noqa: S603 - our own Python and our own module
        [sys.executable, "-m", f"{TESTS}.exercises", lesson.name],
        cwd=root,
        env=surroundings(root),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it does not say why"])[-1]
        raise lesson.fault(1, f"the data of its checks can't be made: {why}")
    return found | {folder / f"{name}.json": text for name, text in json.loads(done.stdout).items()}


def write_data(lesson: Lesson, root: Path) -> bool:
    """Whether a file had to be written or removed so that all are as they should be."""
    changed = False
    for path, text in check_data(lesson, root).items():
        if text is None:
            path.unlink()
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            continue
        changed = True
    return changed
