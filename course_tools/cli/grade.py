"""Grade what a class has handed in, each notebook in a sandbox.

course grade FOLDER                a folder of notebooks or repositories, or a platform's zip
course grade FOLDER --lesson 03    only this lesson
course grade FOLDER --dry-run      list what would be graded, and anything odd; grade nothing
course grade FOLDER --what-if      say whose points a changed case or rule would move; keep nothing
course grade FOLDER --explain ada  grade one student again and show everything; change no grade

The same command again grades only what is new or has changed, and picks up where it was stopped.
Pages and tables always hold all that was ever graded, also lessons of earlier runs.

Due dates, what late work costs, and weights of lessons go into course.toml, in the course's folder:

    [late]                         # for all lessons
    per_day = 0.1                  # each day costs a tenth of the points

    [lessons.02_minimax]
    due = "2026-11-20 18:00"       # without a time: the end of that day

More time, excuses and groups are columns of grading/people.csv, which also says whose an account
is: the first run writes it, you correct it. A time without a zone, such as "2026-11-21 18:00", is
this computer's; a zip of Moodle has Moodle's own clock.

Hidden cases are drawn from a seed in the gradebook: the same gradebook means the same cases. Before
a new class, give `course new-class`. To choose the seed, put seed = "some words" into
course.toml.

What it writes into the folder grading/:

    people.csv                  who is who; what you write there holds
    report.html                 the class page
    feedback/STUDENT.html       a page for each student
    grades.csv, look.csv        all grades, and what needs a look
    taken.csv                   which file of this run was taken for whom, and what says whose it is
    grades_moodle.csv, grades_canvas.csv, ...    a table for each platform to take in
    feedback_moodle_LESSON.zip, feedback_canvas_LESSON.zip    feedback for that platform to take
    results/                    each submission: its result, and a zip with its two notebooks
    hidden/                     the hidden cases of this class, drawn once
    gradebook.db                for nbgrader's formgrader and feedback
    submitted/, autograded/     the same, with --nbgrader, and from then on
    backups/, changes.jsonl     older gradebooks, and what grading again has changed
    earlier/, fingerprints/     classes of earlier years, and by what their answers are known again

Exit codes: 0 everything is graded; 1 something needs a look, and is listed; 2 nothing was graded:
wrong arguments, no sandbox, another grader at work, or a gradebook that can't be used.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any

from course_lib.commands import DONE, LOOK, json_line
from course_lib.plain import many
from course_lib.play.progress import ProgressLine
from course_tools.cli._common import (
    add_class_arguments,
    check_company,
    class_work,
    its_cases,
    plain_refusals,
)

MOST_LOOKS = 60

NOT_WITH = {
    "explain": "dry_run again json what_if",
    "dry_run": "json",
    "what_if": "dry_run again json",
}
"""What does not go together."""

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course grade`."""
    parser.add_argument(
        "source",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="what was handed in: a folder or a zip (default: grading/submitted, or what is kept)",
    )
    parser.add_argument(
        "--lesson",
        action="append",
        default=[],
        metavar="NN",
        help="only this lesson, such as 03 or 03_alpha_beta; may be repeated",
    )
    parser.add_argument("--again", action="store_true", help="also grade what has not changed")
    parser.add_argument(
        "--what-if", action="store_true", help="only say whose points would move; keep nothing"
    )
    parser.add_argument(
        "--explain", metavar="STUDENT", help="grade one student again and show everything"
    )
    parser.add_argument(
        "--nbgrader", action="store_true", help="also write nbgrader's folders, for its formgrader"
    )
    add_class_arguments(parser, "grade", "submissions")


def run(arguments: argparse.Namespace) -> int:
    """0 when all is graded, 1 when something needs a look."""
    its_cases(arguments.root)
    with plain_refusals():
        from course_tools.grader.classroom.run import grade_class
        from course_tools.grader.classroom.unchanged import Said, keep_said, last_said

        order = _order(arguments)
        if arguments.explain:
            return explained(order, arguments.explain)
        if arguments.dry_run:
            return listed(order)
        if arguments.what_if:
            return moved(order)
        before = order.before
        said = last_said(order.grading, before)
        if said is not None and not (arguments.again or arguments.json):
            print(said.text)
            return said.code
        done = 0
        with ProgressLine("submissions") as line:

            def news(row: Any, number: int, total: int) -> None:
                nonlocal done
                done = number
                line.bar(number, total)
                if not line.visible and not arguments.json:
                    one = row.result
                    came = "excused" if row.excused else f"{one.points:g} of {one.most:g} points"
                    print(f"{one.student}, {one.lesson}: {came} ({number} of {total})", flush=True)

            try:
                finished = grade_class(order, news)
            except Exception as error:
                if not done:
                    raise
                print(error.args[-1] if error.args else error, file=sys.stderr)
                kept = "The grades so far are kept; the same command goes on from there."
                print(kept, file=sys.stderr)
                return LOOK
    code = LOOK if finished.needs_a_look else DONE
    every = finished.graded + finished.kept
    same = dataclasses.replace(finished, graded=0, kept=every, changes=[], losses=[], phases={})
    keep_said(order.grading, before, finished.book, Said(summary(same), code))
    print(as_json(finished, code) if arguments.json else summary(finished))
    return code


def _order(arguments: argparse.Namespace) -> Any:
    """What the arguments ask for; a `ValueError` says which of them can't be."""
    from course_tools.grader.classroom.run import Order

    check_company(arguments, {}, NOT_WITH)
    work = class_work(arguments)
    return Order(
        work.root,
        work.source,
        tuple(arguments.lesson),
        arguments.class_list,
        workers=work.workers,
        again=arguments.again,
        scheduler=arguments.scheduler or "",
        for_formgrader=arguments.nbgrader,
    )


# --- what is printed: tables, one submission explained, and JSON ---------------------------------


def summary(finished: Any) -> str:
    """The table of all grades, what has changed, and what needs a look."""
    lines = [*table([one for one in finished.rows if one.result.lesson in finished.lessons]), ""]
    if finished.changes or finished.losses:
        changed = [*map(str, finished.changes), *finished.losses]
        lines += ["Changed since the last time:", *changed, ""]
    looks = finished.needs_a_look
    if looks:
        lines += ["Please look at:", *(f"- {one}" for one in looks[:MOST_LOOKS])]
        if len(looks) > MOST_LOOKS:
            lines.append(f"- and {len(looks) - MOST_LOOKS} more, in look.csv")
        lines.append("")
    if finished.isolation:
        lines.append(f"Isolation: {finished.isolation}.")
    lines.append(
        f"{', '.join(finished.lessons) or 'Nothing came'}: {finished.graded} graded,"
        f" {finished.kept} unchanged since the last time"
        + (f", nothing from {finished.absent}." if finished.absent else ".")
    )
    if finished.phases:
        parts = sorted(finished.phases.items(), key=lambda part: -part[1])
        shares = ", ".join(f"{name} {seconds:.1f}" for name, seconds in parts)
        lines.append(f"Seconds of computing: {sum(finished.phases.values()):.1f} ({shares}).")
    if earlier := len(finished.rows) - finished.graded - finished.kept - finished.absent:
        lines.append(f"Pages and tables also keep {earlier} from earlier runs.")
    lines.append(f"Written: {', '.join(str(path) for path in finished.written)}")
    report, *feedback = finished.pages
    lines.append(f"The class page: {report.as_uri()}")
    if feedback:
        lines.append(f"Feedback, a page for each student: {feedback[0].parent.as_uri()}")
    return "\n".join(lines)


def table(rows: Any) -> list[str]:
    """The grades as lines with columns."""
    from course_tools.grader.classroom.exports import reasons_to_look

    cells = [("student", "lesson", "points", "late", "total", "")]
    for row in rows:
        one = row.result
        note = "excused" if row.excused else "" if one.outcome == "graded" else one.outcome
        marks = [note, "by hand" if row.by_hand else "", "look" if reasons_to_look(one) else ""]
        late = f"{one.days_late} d" if one.days_late else ""
        points = f"{one.points:g} of {one.most:g}"
        total = "" if row.excused else f"{row.total:g}"
        remark = ", ".join(mark for mark in marks if mark)
        # Some class lists know students by numbers, which say nothing to people.
        named = not one.student.isdecimal() or not one.full_name
        student = one.student if named else f"{one.student} {one.full_name}"
        cells.append((student, one.lesson, points, late, total, remark))
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
            "excused": row.excused,
            "by_hand": bool(row.by_hand),
            "comments": dict(row.comments),
        }
        for row in finished.rows
    ]
    data = {
        "grades": rows,
        "changes": [dataclasses.asdict(change) for change in finished.changes],
        "needs_a_look": finished.needs_a_look,
        "lessons": finished.lessons,
        "graded": finished.graded,
        "kept": finished.kept,
        "written": [str(path) for path in finished.written],
        "pages": [str(path) for path in finished.pages],
        "isolation": finished.isolation,
        "phases": dict(finished.phases),
    }
    return json_line("grade", data, code)


def listed(order: Any) -> int:
    """0, or 1 if something is odd; prints what would be graded, and grades nothing."""
    import tempfile

    from course_tools.grader.classroom.run import planned

    counts = dict.fromkeys(_TO_DO, 0)
    with tempfile.TemporaryDirectory() as folder:
        plan = planned(order, Path(folder))
        found = {submission: _to_do(plan, submission) for submission in plan.to_do}
    for submission, (kind, why) in found.items():
        late = f", {many(submission.days_late, 'day')} late" if submission.days_late else ""
        print(f"{submission.student}, {submission.lesson}: {kind}{late}{why}")
        if submission.file:
            print(f"    {submission.file}, by {submission.by}")
        counts[kind] += 1
        for sentence in submission.odd:
            print(f"    {sentence}")
    for submission, _ in plan.kept:
        print(f"{submission.student}, {submission.lesson}: graded already, and unchanged")
    if plan.odd:
        print("Odd:", *(f"- {sentence}" for sentence in plan.odd), sep="\n")
    shown = {kind: number for kind, number in counts.items() if number or kind == _READY}
    parts = [f"{number} {_TO_DO[kind]}" for kind, number in shown.items()]
    print(f"{', '.join(parts)}, {len(plan.kept)} unchanged.")
    return 1 if plan.odd or _UNREADABLE in shown else 0


_TO_DO = {
    "would be graded": "to grade",
    "can't be read": "unreadable",
    "has no notebook": "without a notebook",
    "is excused": "excused",
}
"""What is to be done about a submission, and how it is counted."""
_READY, _UNREADABLE, _NONE, _EXCUSED = _TO_DO


def _to_do(plan: Any, submission: Any) -> tuple[str, str]:
    """What is to be done about this submission, and why it can't be read."""
    from course_tools.grader.judge.repair import repaired

    if submission.notebook is None:
        excused = (submission.student, submission.lesson) in plan.deadlines.excused
        return _EXCUSED if excused else _NONE, ""
    put_right = repaired(submission.notebook.read_bytes(), plan.lessons[submission.lesson].released)
    if put_right.notebook is not None:
        return _READY, ""
    return _UNREADABLE, f": {' '.join(one.sentence for one in put_right.repairs if not one.lost)}"


def moved(order: Any) -> int:
    """0; prints whose points would be others if this were graded now, and keeps nothing."""
    from course_tools.grader.classroom.run import what_if

    with ProgressLine("submissions") as line:
        found = what_if(order, line.bar)
    for one in found:
        print(f"{one.student}, {one.lesson}: {one.before:g} -> {one.after:g}")
        for change in one.changes:
            print(*(f"    {text}" for text in str(change).splitlines()), sep="\n")
        if one.loss:
            print(f"    {one.loss}")
    people = {one.student for one in found if one.before != one.after}
    print(f"{len(people)} would have other points. Nothing was changed.")
    return DONE


def explained(order: Any, student: str) -> int:
    """0, or 1 if something needs a look; prints all that happens while one student is graded."""
    import tempfile

    from course_tools.grader.classroom.exports import reasons_to_look
    from course_tools.grader.classroom.run import planned
    from course_tools.grader.judge.autograded import plain_text
    from course_tools.grader.judge.grading import graded
    from course_tools.grader.sandbox import Sandbox
    from course_tools.workers import COURSE

    with tempfile.TemporaryDirectory() as folder:
        plan = planned(order, Path(folder))
        known = plan.all_submissions
        found = [one for one in known if student in (one.student, one.full_name)]
        if not found:
            there = ", ".join(sorted({one.student for one in known})) or "nobody"
            raise ValueError(f"There is no submission of {student}, only of: {there}.")
        looks = []
        for submission in found:
            lesson = plan.lessons[submission.lesson]
            with Sandbox(COURSE, away=lesson.away) as sandbox:
                made = graded(submission, lesson, sandbox, times=order.times, explain=True)
            print("\n".join(map(plain_text, _story(made))))
            looks += reasons_to_look(made.result)
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
    spent = ", ".join(f"{name} {seconds:.2f}" for name, seconds in result.phases.items())
    last = f"{result.points:g} of {result.most:g} points, {result.seconds:g} s (computing: {spent})"
    return [*lines, "", last]


def _shown(ran: Any) -> list[str]:
    """What a cell showed, as text."""
    from course_tools.grader.judge.autograded import harmless_outputs

    lines = []
    for output in harmless_outputs(ran.outputs):
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        lines += [f"  | {line}" for line in str(text).splitlines()]
    if ran.error:
        lines.append(f"  ! {ran.error}")
    return [*lines, "  ! stopped by the clock"] if ran.out_of_time else lines
