"""Pack what students get into one zip: notebooks, their part of the library, and a README.

course student-edition out.zip     without solutions and hidden checks; same course, same bytes
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import course_lib
from course_tools.cli import plain_error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course student-edition`."""
    parser.add_argument("file", type=Path, help="the zip to write, such as out.zip")


def run(arguments: argparse.Namespace) -> int:
    """0 when the zip was written, 1 when something about it was wrong."""
    root = Path(course_lib.__file__).resolve().parent.parent
    try:
        names = _pack(arguments.file, root)
    except (ValueError, OSError) as error:
        print(f"course student-edition: {plain_error(error)}", file=sys.stderr)
        return 1
    notebooks = sum(name.endswith(".ipynb") for name in names)
    size = arguments.file.stat().st_size // 1024
    print(
        f"Written: {arguments.file}, {len(names)} files, {notebooks} of them notebooks, {size} kB"
    )
    return 0


def _pack(file: Path, root: Path) -> list[str]:
    """The names of what was packed, after a look whether the notebooks are up to date."""
    from course_tools.build import differences, lessons
    from course_tools.build.edition import write_edition

    if file.suffix.lower() != ".zip":
        raise ValueError(f"{file} should be a file name that ends in .zip.")
    old = [sentence for lesson in lessons(root) for sentence in differences(lesson, root)]
    if old:
        raise ValueError(f"{old[0]}. To mend it: course build")
    return write_edition(file, root)
