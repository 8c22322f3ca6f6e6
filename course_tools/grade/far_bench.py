"""Grades for a scheduler, in a process of its own: `python -m course_tools.grade.far_bench`.

Each line that comes in is a submission with all that is needed to grade it, each line that goes
out is what came of it; both are JSON. It ends when nobody writes to it any more.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from course_tools.grade.quick import import_nbformat

import_nbformat()

from course_tools.grade.bench import Bench  # noqa: E402 - nbformat has to be imported before
from course_tools.grade.fingerprints import course_fingerprint  # noqa: E402
from course_tools.grade.grading_one import Graded  # noqa: E402
from course_tools.grade.notebooks import STUDENTS, place  # noqa: E402
from course_tools.grade.pool import Failed, Outcome, Workplace  # noqa: E402
from course_tools.grade.records import Submission  # noqa: E402
from course_tools.grade.results import from_text, to_text  # noqa: E402
from course_tools.grade.sandbox import NoIsolation  # noqa: E402
from course_tools.grade.times import Times  # noqa: E402

COURSE = Path(__file__).resolve().parents[2]


class OtherCourseError(RuntimeError):
    """A worker has another course than the grader, or another Python."""


def packed(submission: Submission, released: bytes, workplace: Workplace, course: str) -> bytes:
    """A submission as it is sent: with its notebook, and the lesson as it was handed out."""
    notebook = submission.notebook.read_bytes() if submission.notebook else None
    return _line(
        {
            "course": course,
            "released": _text(released),
            "notebook": notebook and _text(notebook),
            "submission": asdict(replace(submission, notebook=None)),
            "unsafe": workplace.unsafe,
            "times": asdict(workplace.times),
        }
    )


def outcome_in(line: bytes) -> Outcome:
    """What came of it; `OtherCourseError` and `NoIsolation` are raised."""
    told = json.loads(line)
    if "result" in told:
        notebook = told["notebook"]
        return Graded(from_text(told["result"]), notebook and base64.b64decode(notebook))
    if "failed" in told:
        return Failed(told["failed"])
    raise {"other": OtherCourseError, "bare": NoIsolation}[told["refused"]](told["why"])


def main() -> None:
    """Grade what comes in, until nothing more does."""
    lines, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the replies
    course = course_fingerprint(COURSE)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        benches: dict[str, Bench] = {}
        for line in _until_nobody_writes(lines):
            asked = json.loads(line)
            if asked["course"] != course:
                told = {"refused": "other", "why": course}
            else:
                told = _graded(asked, Path(folder), benches, stack)
            replies.write(_line(told))
            replies.flush()


def _graded(
    asked: dict[str, Any], folder: Path, benches: dict[str, Bench], stack: ExitStack
) -> dict[str, Any]:
    """What comes of one submission."""
    submission = Submission(**{**asked["submission"], "odd": tuple(asked["submission"]["odd"])})
    # Each edition of a lesson has a folder of its own, in which a bench finds it.
    key = json.dumps([asked[part] for part in ("released", "unsafe", "times")])
    if key not in benches:
        root = folder / str(len(benches))
        _put(place(root, STUDENTS, submission.lesson), asked["released"])
        workplace = Workplace(root, COURSE, asked["unsafe"], Times(**asked["times"]))
        benches[key] = stack.enter_context(Bench(workplace))
    if asked["notebook"] is not None:
        submission = replace(submission, notebook=folder / "handed_in.ipynb")
        _put(folder / "handed_in.ipynb", asked["notebook"])
    outcome = benches[key].outcome(submission)
    if isinstance(outcome, NoIsolation):
        return {"refused": "bare", "why": str(outcome)}
    if isinstance(outcome, Failed):
        return {"failed": outcome.why}
    notebook = outcome.notebook and _text(outcome.notebook)
    return {"result": to_text(outcome.result), "notebook": notebook}


def _until_nobody_writes(lines: Any) -> Iterator[bytes]:
    """Each line; who has begun this process may end while it is grading, and then it ends too."""
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    idle = threading.Event()

    def read() -> None:
        """Hand on what comes."""
        for line in lines:
            waiting.put(line)
        if not idle.is_set():
            os._exit(1)
        waiting.put(b"")

    threading.Thread(target=read, daemon=True).start()
    while True:
        idle.set()
        line = waiting.get()
        idle.clear()
        if not line:
            return
        yield line


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(text))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


if __name__ == "__main__":
    main()
