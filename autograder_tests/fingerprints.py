"""Writes the fingerprints of known mistakes: `python -m autograder_tests.fingerprints [NN ...]`.

Without a number it writes those of all lessons. Students get these files, and never the programs
in `agents_NN.py` that they are made from.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from pathlib import Path

from course_lib.checks import mistakes
from course_lib.checks.exercises import exercise_named
from course_lib.checks.students import NotebookStudent

HERE = Path(__file__).resolve().parent


def agents(lesson: str) -> dict[str, dict[str, object]]:
    """The programs with known mistakes of this lesson, by exercise and name."""
    found: dict[str, dict[str, object]] = importlib.import_module(
        f"autograder_tests.agents_{lesson}"
    ).AGENTS
    return found


def lessons() -> list[str]:
    """The lessons that have known mistakes."""
    names = [info.name for info in pkgutil.iter_modules([str(HERE)])]
    return sorted(name[-2:] for name in names if re.fullmatch(r"agents_\d\d", name))


def fingerprints_text(lesson: str) -> str:
    """The text of this lesson's file."""
    found = {
        name: {
            mistake: mistakes.fingerprint(
                exercise_named(name),
                NotebookStudent({name: agent}),
                exercise_named(name).probes(),
            )
            for mistake, agent in by_mistake.items()
        }
        for name, by_mistake in agents(lesson).items()
    }
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).replace("},", "},\n") + "\n"


def write(*wanted: str) -> list[Path]:
    """The files that were written: for these lessons, or for all."""
    written = []
    for lesson in wanted or lessons():
        path = mistakes.HERE / f"fingerprints_{lesson}.json"
        path.write_text(fingerprints_text(lesson), encoding="utf-8", newline="\n")
        written.append(path)
    mistakes.fingerprints.cache_clear()
    return written


if __name__ == "__main__":
    write(*sys.argv[1:])
