"""Grades a class, and ends by force at the nth moment at which something is about to be kept.

`python killed_grader.py COURSE MOMENT` does it; the moment 0 never comes, and the number of all
moments is printed. Moments are what changes files in the folder `grading`, and each order to the
gradebook.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.run import Order, grade_class

_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.truncate"}


class Moments:
    """Counts the moments, and ends this process at one of them."""

    def __init__(self, folder: Path, last: int) -> None:
        self.folder = str(folder)
        self.last = last
        self.count = 0

    def watch(self) -> None:
        """Begin to count."""
        right = Gradebook._do
        Gradebook._do = lambda *given, **more: self.tick() or right(*given, **more)
        sys.addaudithook(self.hear)

    def hear(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Hear what Python does."""
        writes = name == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE
        if (writes or name in _CHANGES) and str(arguments[0]).startswith(self.folder):
            self.tick()

    def tick(self) -> None:
        """Count one more, and end if it is the last."""
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


def main(root: Path, last: int) -> None:
    """Grade the class of this course."""
    moments = Moments(root / "grading", last)
    moments.watch()
    grade_class(Order(root, root / "class", workers=1, for_formgrader=True))
    sys.stdout.write(str(moments.count))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
