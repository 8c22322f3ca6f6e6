"""One class after another: the year is put away, and the next one begins with new hidden cases.

Of every answer a fingerprint stays, by which an answer that comes again is known.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from course_tools.files import LOCK, CantWriteError, only_one, write_whole
from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.pages.similar import OF_CLASS, Earlier, Statement, statements
from course_tools.grader.classroom.pages.writing import given_in
from course_tools.grader.classroom.records import Results
from course_tools.grader.judge.tasks import graded_lesson, lesson_names
from course_tools.settings import FILE, folders, settings

EARLIER, FINGERPRINTS = "earlier", "fingerprints"
_NAME = re.compile(r"\w[\w. -]{0,50}")


class PutAway(NamedTuple):
    """What has become of a class."""

    folder: Path
    """Where everything about it lies now."""
    students: int
    answers: int
    """Of so many there is a fingerprint."""
    still_said: list[str]
    """What `course.toml` still says, and is about that class."""


def new_class(root: Path, name: str) -> PutAway:
    """Put the class away under this name, such as `2026`, and draw new hidden cases.

    When it is ended by force, the same call goes on where it was. What can't be is a `ValueError`,
    and nothing has been touched then.
    """
    grading = root / "grading"
    folder = grading / EARLIER / name
    said, own = settings(root), folders(root)
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a folder; take one such as 2026.")
    if not own.gradebook.is_file():
        raise ValueError(f"{own.gradebook} is not there: there is no class to put away yet.")
    if (folder / own.gradebook.name).exists():
        raise ValueError(f"{folder} is there already; take another name.")
    if said.get("seed"):
        raise ValueError(
            f"{FILE} gives a seed, and with it the new class would meet the cases of the old one."
            " Change it or take it out, and give the same command again."
        )
    with only_one(grading):
        students, answers = _keep_fingerprints(root, name)
        if (root / FILE).is_file():
            write_whole(folder / FILE, (root / FILE).read_bytes())
        stay = {grading / name for name in (EARLIER, FINGERPRINTS, LOCK)} | {own.gradebook}
        # In a teacher's own course, some of it lies beside.
        beside = filter(Path.exists, (own.submitted, own.autograded, own.feedback))
        moved = dict.fromkeys((*sorted(grading.iterdir()), *beside)).keys() - stay
        folder.mkdir(parents=True, exist_ok=True)
        # The gradebook is the last: as long as it lies here, all this was not finished.
        for path in [*sorted(moved), own.gradebook]:
            try:
                path.replace(folder / path.name)
            except OSError as error:
                raise CantWriteError(
                    error.errno,
                    f"{path} can't be moved to {folder} ({error.strerror}). Does another program"
                    " use it? Close it, and give the same command again: it goes on from here.",
                ) from error
        book = Gradebook(root)
        book.keep_seed(token_hex(8))
        book.close()
    dated = [key for key, own in said.get("lessons", {}).items() if "due" in own]
    return PutAway(folder, students, answers, [f"lessons.{key}" for key in dated])


def _keep_fingerprints(root: Path, name: str) -> tuple[int, int]:
    """Write them down, a file for each lesson; how many students and answers there are."""
    results = Results(root / "grading" / "results")
    students: set[str] = set()
    answers = 0
    for lesson in lesson_names(root):
        given = given_in([graded_lesson(lesson, root)])
        of_lesson: dict[str, dict[str, list[tuple[int, list[str]]]]] = {}
        for result in results.all(lesson):
            own = of_lesson.setdefault(result.student, {})
            for one in result.exercises:
                if found := statements(one.source, given.get(one.name, "")):
                    own[one.name] = [(part.size, sorted(part.features)) for part in found]
            answers += len(own)
        students |= of_lesson.keys()
        if of_lesson:
            path = root / "grading" / FINGERPRINTS / name / f"{lesson}.json"
            write_whole(path, json.dumps(of_lesson).encode())
    return len(students), answers


def earlier_answers(grading: Path) -> dict[str, Earlier]:
    """What is known of the answers of earlier classes, by lesson; a `ValueError` if damaged."""
    found: dict[str, dict[str, dict[str, list[Statement]]]] = defaultdict(dict)
    for path in sorted((grading / FINGERPRINTS).glob("*/*.json")):
        try:
            data = json.loads(path.read_bytes())
            for student, own in data.items():
                found[path.stem][f"{student}{OF_CLASS}{path.parent.name}"] = {
                    exercise: [
                        Statement(size, range(0), frozenset(features)) for size, features in parts
                    ]
                    for exercise, parts in own.items()
                }
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(
                f"{path} is damaged ({error}). Without it, answers are not compared with those of"
                " that class: delete it, and give the same command again."
            ) from error
    return dict(found)
