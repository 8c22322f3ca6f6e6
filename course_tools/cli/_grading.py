"""What `course grade` prints: progress, tables, one submission explained, and JSON."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

MOST_LOOKS = 60


class Reporter:
    """Says how far it is: a bar with the time left in a terminal, else a line for each result."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.bar = sys.stderr.isatty()
        self.done = 0
        self._began = time.monotonic()
        self._longest = 0

    def tell(self, result: Any, done: int, total: int) -> None:
        """Say that this result has come."""
        from course_lib.play.progress import bar

        self.done = done
        if self.bar:
            line = bar(done, total, "submissions", time.monotonic() - self._began)
            self._longest = max(self._longest, len(line))
            print(f"\r{line.ljust(self._longest)}", end="", file=sys.stderr, flush=True)
        elif not self.quiet:
            points = f"{result.points:g} of {result.most:g} points"
            print(f"{result.student}, {result.lesson}: {points} ({done} of {total})", flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._longest:
            print("\r" + " " * self._longest + "\r", end="", file=sys.stderr, flush=True)


def summary(finished: Any) -> str:
    """The table of all grades, what has changed, and what needs a look."""
    lines = [*table(finished.rows), ""]
    if finished.changes:
        lines += ["Changed since the last time:", *map(str, finished.changes), ""]
    looks = finished.needs_a_look
    if looks:
        lines += ["Please look at:", *(f"- {one}" for one in looks[:MOST_LOOKS])]
        if len(looks) > MOST_LOOKS:
            lines.append(f"- and {len(looks) - MOST_LOOKS} more, in grades.csv")
        lines.append("")
    if finished.isolation:
        lines.append(f"Isolation: {finished.isolation}.")
    lines.append(
        f"{finished.graded} graded, {finished.kept} unchanged since the last time."
        f" Written: {', '.join(str(path) for path in finished.written)}"
    )
    report, *feedback = finished.pages
    lines.append(f"The class page: {report.as_uri()}")
    if feedback:
        lines.append(f"Feedback, a page for each student: {feedback[0].parent.as_uri()}")
    return "\n".join(lines)


def table(rows: Any) -> list[str]:
    """The grades as lines with columns."""
    from course_tools.grade.exports import reasons_to_look

    cells = [("student", "lesson", "points", "late", "total", "")]
    for row in rows:
        one = row.result
        note = "" if one.outcome == "graded" else one.outcome
        marks = [note, "by hand" if row.by_hand else "", "look" if reasons_to_look(one) else ""]
        late = f"{one.days_late} d" if one.days_late else ""
        points = f"{one.points:g} of {one.most:g}"
        total = f"{row.total:g}"
        remark = ", ".join(mark for mark in marks if mark)
        cells.append((one.student, one.lesson, points, late, total, remark))
    widths = [max(len(line[column]) for line in cells) for column in range(6)]
    return [
        "  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]


def as_json(finished: Any, code: int) -> str:
    """Everything that came of it, for other programs."""
    rows = [
        {
            **dataclasses.asdict(row.result),
            "points": row.result.points,
            "most": row.result.most,
            "penalty": row.penalty,
            "total": row.total,
            "by_hand": row.by_hand,
        }
        for row in finished.rows
    ]
    told = {
        "exit": code,
        "grades": rows,
        "changes": [dataclasses.asdict(change) for change in finished.changes],
        "needs_a_look": finished.needs_a_look,
        "graded": finished.graded,
        "kept": finished.kept,
        "written": [str(path) for path in finished.written],
        "pages": [str(path) for path in finished.pages],
        "isolation": finished.isolation,
    }
    return json.dumps(told)


def listed(order: Any) -> int:
    """0, or 1 if something is odd; prints what would be graded, and grades nothing."""
    import tempfile

    from course_tools.grade.run import planned

    with tempfile.TemporaryDirectory() as folder:
        plan = planned(order, Path(folder))
    for submission in plan.to_do:
        late = f", {submission.days_late} days late" if submission.days_late else ""
        what = "would be graded" if submission.notebook else "has no notebook"
        print(f"{submission.student}, {submission.lesson}: {what}{late}")
        for sentence in submission.odd:
            print(f"    {sentence}")
    for submission, _ in plan.kept:
        print(f"{submission.student}, {submission.lesson}: is graded, and has not changed")
    if plan.odd:
        print("Odd:", *(f"- {sentence}" for sentence in plan.odd), sep="\n")
    ready = sum(submission.notebook is not None for submission in plan.to_do)
    without = f"{len(plan.to_do) - ready} without a notebook, " if ready < len(plan.to_do) else ""
    print(f"{ready} to grade, {without}{len(plan.kept)} unchanged.")
    return 1 if plan.odd or any(submission.odd for submission in plan.to_do) else 0


def explained(order: Any, student: str) -> int:
    """0, or 1 if something needs a look; prints all that happens while one student is graded."""
    import tempfile

    from course_tools.grade.autograded import plain_text
    from course_tools.grade.exports import reasons_to_look
    from course_tools.grade.run import planned
    from course_tools.grade.worker import Grader

    with tempfile.TemporaryDirectory() as folder:
        plan = planned(order, Path(folder))
        known = plan.all_submissions
        found = [one for one in known if student in (one.student, one.full_name)]
        if not found:
            there = ", ".join(sorted({one.student for one in known})) or "nobody"
            print(f"No submission of {student}. There are those of: {there}.", file=sys.stderr)
            return 2
        looks = []
        for submission in found:
            with Grader(plan.lessons[submission.lesson], order.setting) as grader:
                graded = grader.graded(submission)
            print("\n".join(map(plain_text, _story(graded))))
            looks += reasons_to_look(graded.result)
    return 1 if looks else 0


def _story(graded: Any) -> list[str]:
    """All that happened while this submission was graded, in lines."""
    result = graded.result
    lines = [f"=== {result.student}, {result.lesson}: {result.outcome}"]
    lines += [f"Put right: {repair.sentence}" for repair in result.repairs] or ["Nothing repaired."]
    lines += [f"Note: {note}" for note in result.notes]
    lines += [f"Look: {sign}" for sign in result.tampering]
    for part in graded.parts:
        whose = part.exercise or ("the student's" if part.own else "the lesson's, as it is needed")
        lines += ["", f"--- cell {part.index + 1} ({whose})", part.source]
        ran = graded.shown.get(part.index)
        lines += _shown(ran) if ran else ["[did not run]"]
    for name, verdict in graded.verdicts.items():
        points = next(one for one in result.exercises if one.name == name)
        lines += ["", f"--- {name}: {points.points:g} of {points.most:g}", str(verdict)]
    return [*lines, "", f"{result.points:g} of {result.most:g} points, {result.seconds:g} s"]


def _shown(ran: Any) -> list[str]:
    """What a cell showed, as text."""
    lines = []
    for output in ran.outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        lines += [f"  | {line}" for line in str(text).splitlines()]
    if ran.error:
        lines.append(f"  ! {ran.error}")
    return [*lines, "  ! stopped by the clock"] if ran.out_of_time else lines
