"""Pack the course for students; see how good its checks are.

course author week 02 03 --hours 3 --for moodle   a week: one zip with all that these lessons need
course author student-edition out.zip           what students get: no solutions, no hidden cases
course author student-edition --branch student  the same as a branch, for Binder, GitHub and others
course author student-wheel out/         the library alone, as Colab and the like install it
course author gradescope 02 out.zip      an autograder for Gradescope, for this class
course author answers                    how many known answers and minutes each exercise has
course author minutes hour.csv           how long exercises took a class, from the room's tables
course author answers --report           judge every known answer, in a notebook and across a pipe
course author answers --report minimax   the same for one exercise
course author mutants                    change each solution in hundreds of ways: none may pass
course author mutants minimax            the same for one exercise
course author ledger                     what the project can do, for whom, and what it weighs
course author ledger --count             write today's numbers of lines into capabilities.toml

The report's exit code is 0 if every wrong answer loses points and is told its mistake, every right
one gets full marks, and nothing is missing; its last lines say what is. Reports and mutants need
the folder autograder_tests, which students do not have.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from course_lib.play.progress import patience
from course_tools.cli import find_autograder_tests

AUDIENCE = "authors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course author`."""
    tools = parser.add_subparsers(metavar="TOOL", required=True)
    autograder = tools.add_parser("gradescope", help="pack an autograder for Gradescope")
    autograder.add_argument("lesson", metavar="NN", help="the lesson, such as 02")
    autograder.add_argument("file", type=Path, help="the zip to write, such as out.zip")
    autograder.set_defaults(tool=gradescope, parser=autograder)
    if find_spec("course_tools.studio") is None:
        return  # the grader alone, for another course
    week = tools.add_parser("week", help="pack some lessons and all that they need, as one zip")
    week.add_argument("lessons", nargs="+", metavar="NN", help="the lessons, such as 02 03")
    week.add_argument(
        "--hours", type=float, help="cut the lessons to their core where they take longer"
    )
    week.add_argument(
        "--for",
        dest="platform",
        default="folder",
        choices=("moodle", "canvas", "gradescope", "nbgrader", "folder", "browser"),
        help="where the class hands in (default: folder, for any other place)",
    )
    week.add_argument(
        "--seed", default="", help="the one in course.toml of a week that is mended: no new cases"
    )
    week.add_argument("--out", type=Path, metavar="ZIP", help="default: week-02-03.zip, here")
    week.set_defaults(tool=packed_week, parser=week)
    edition = tools.add_parser("student-edition", help="pack what students get")
    goal = edition.add_mutually_exclusive_group(required=True)
    goal.add_argument("file", nargs="?", type=Path, help="the zip to write, such as out.zip")
    goal.add_argument("--branch", metavar="NAME", help="the branch of this repository to write to")
    edition.set_defaults(tool=student_edition, parser=edition)
    wheel = tools.add_parser("student-wheel", help="pack the library alone")
    wheel.add_argument("folder", type=Path, help="the folder to write the wheel to, such as out/")
    wheel.set_defaults(tool=student_wheel, parser=wheel)
    answers = tools.add_parser("answers", help="list the known answers, and how each is judged")
    answers.add_argument(
        "--report", action="store_true", help="judge all answers, and print a table"
    )
    answers.add_argument("exercise", nargs="?", help="only this exercise")
    answers.add_argument(
        "--form",
        choices=("notebook", "pipe"),
        action="append",
        help="only in the notebook, or only across the pipe",
    )
    answers.set_defaults(tool=judged_answers, parser=answers)
    timed = tools.add_parser("minutes", help="how long exercises took a class, beside the count")
    timed.add_argument("file", nargs="+", type=Path, help="tables that a room has kept: hour.csv")
    timed.set_defaults(tool=measured_minutes, parser=timed)
    slips = tools.add_parser("mutants", help="change the solutions slightly: none may pass")
    slips.add_argument("exercise", nargs="?", help="only this exercise")
    slips.set_defaults(tool=judged_mutants, parser=slips)
    ledger = tools.add_parser("ledger", help="list what the project can do, and what it weighs")
    ledger.add_argument("--count", action="store_true", help="write today's numbers of lines")
    ledger.set_defaults(tool=shown_ledger, parser=ledger)


def run(arguments: argparse.Namespace) -> int:
    """The exit code of the tool that was named."""
    return int(arguments.tool(arguments))


def student_edition(arguments: argparse.Namespace) -> int:
    """0 when the zip or the branch was written; same commit, same bytes."""
    from course_tools.cli._common import COURSE, check_writable
    from course_tools.studio.build.edition import write_branch, write_edition

    file: Path | None = arguments.file
    if file:
        if file.suffix.lower() != ".zip":
            raise ValueError(f"{file} should be a file name that ends in .zip.")
        check_writable(file)
    check_built(COURSE)
    packing = patience(lambda: "Being packed, and searched for solutions: what students get")
    if not file:
        branch = arguments.branch
        with packing:
            news = write_branch(branch, COURSE)
        print(f"Committed to {branch}." if news else f"{branch} is up to date.", end=" ")
        print(f"To publish it: git push origin {branch}")
        return 0
    with packing:
        names = write_edition(file, COURSE)
    notebooks = sum(name.endswith(".ipynb") for name in names)
    size = file.stat().st_size // 1024
    print(f"Written: {file}, {len(names)} files, {notebooks} of them notebooks, {size} kB")
    return 0


def packed_week(arguments: argparse.Namespace) -> int:
    """0 when the zip was written."""
    find_autograder_tests()
    from course_tools.cli._common import COURSE, check_writable
    from course_tools.cli._week import named, write_week
    from course_tools.studio.build import short

    chosen = named(arguments.lessons, COURSE)
    numbers = [one.name[:2] for one in chosen]
    file: Path = arguments.out or Path(f"week-{'-'.join(numbers)}.zip")
    if file.suffix.lower() != ".zip":
        raise ValueError(f"{file} should be a file name that ends in .zip.")
    check_writable(file)
    if arguments.hours is not None and not arguments.hours > 0:
        raise ValueError(f"--hours {arguments.hours:g}: it must be more than 0")
    cut = short.fitting(chosen, arguments.hours and 60 * arguments.hours, COURSE)
    check_built(COURSE, cut)
    number = write_week(file, COURSE, cut, arguments.platform, arguments.seed)
    for one in chosen:
        of_it = short.minutes(one, COURSE, short=cut[one.name])
        what = "the short edition" if cut[one.name] else "the whole lesson"
        print(f"{one.name}: {what}, {of_it} minutes")
    print(f"Written: {file}, {number} files, {file.stat().st_size // 1024} kB.", end=" ")
    print("Its README.md says how to go on.")
    print("It holds solutions: give students only what is in students.zip.")
    return 0


def student_wheel(arguments: argparse.Namespace) -> int:
    """0 when the wheel was written; same course, same bytes."""
    from course_tools.cli._common import COURSE
    from course_tools.studio.build.wheel import write_wheel

    check_built(COURSE)
    file = write_wheel(arguments.folder, COURSE)
    print(f"Written: {file}, {file.stat().st_size // 1024} kB")
    return 0


def gradescope(arguments: argparse.Namespace) -> int:
    """0 when the autograder was written."""
    from course_tools.cli._common import check_writable, its_cases, plain_refusals
    from course_tools.grader.hand_in.packing import write_gradescope

    file: Path = arguments.file
    if file.suffix.lower() != ".zip":
        raise ValueError(f"{file} should be a file name that ends in .zip.")
    check_writable(file)
    with plain_refusals():
        number = write_gradescope(file, arguments.lesson, its_cases(None))
    print(
        f"Written: {file}, {number} files. It holds hidden cases and solutions: show it to nobody."
    )
    return 0


def check_built(root: Path, names: Collection[str] = ()) -> None:
    """Refuse to pack notebooks, or data of checks, that are not what the sources say.

    Only these lessons are looked at, or else all.
    """
    kept, now = root / "dist" / "compared", _fingerprint(root, names)
    if kept.is_file() and now in kept.read_text("ascii").split():
        return
    from course_lib.play.progress import with_progress
    from course_tools.files import write_whole
    from course_tools.studio.build import differences, lessons

    known = [one for one in lessons(root) if not names or one.name in names]
    done: list[str] = []
    old: list[str] = []
    with patience(lambda: f"{len(done)} of {len(known)} lessons are compared with their sources"):
        for lesson in with_progress(known, len(known), "lessons compared"):
            old += differences(lesson, root)
            done.append(lesson.name)
    if old:
        raise ValueError(f"{old[0]}. To fix it: course build")
    kept.parent.mkdir(exist_ok=True)
    before = kept.read_text("ascii").split() if kept.is_file() else []
    write_whole(kept, "\n".join([*before[-9:], now]).encode())


def _fingerprint(root: Path, names: Collection[str]) -> str:
    """The name of everything that the notebooks of these lessons are made of, and of themselves."""
    from course_tools.notebooks import SOURCES, STUDENTS, files_in
    from course_tools.settings import FILE, SETTINGS

    rooms = ("course_lib", "course_tools", "autograder_tests", SOURCES, STUDENTS)
    files = [path for room in rooms for path in files_in(root / room)]
    settings = ("pyproject.toml", FILE, SETTINGS)
    files += [root / name for name in settings if (root / name).is_file()]
    parts = [sys.version, *sorted(names)]
    for path in files:
        parts += [path.relative_to(root).as_posix(), sha256(path.read_bytes()).hexdigest()]
    return sha256("\n".join(parts).encode()).hexdigest()


def measured_minutes(arguments: argparse.Namespace) -> int:
    """0 after a line for each exercise that somebody worked on in these hours."""
    find_autograder_tests()
    from autograder_tests import exercises
    from course_lib.checks.verdict import CORRECT
    from course_lib.plain import file_text
    from course_tools.arena.server.room import COLUMNS, MINUTES

    took: dict[str, list[tuple[float, bool]]] = {}
    for file in arguments.file:
        text = file_text(file).removeprefix("\ufeff")
        between = ";" if ";" in text.partition("\n")[0] else ","  # as some programs save it
        rows = csv.DictReader(io.StringIO(text), delimiter=between)
        if rows.fieldnames != [*COLUMNS, MINUTES]:
            raise ValueError(f"{file} is no table of a room: the teacher's page there gives one")
        for row in rows:
            right = row["verdict"] == CORRECT
            each = [(float(one), right) for one in row[MINUTES].split()]
            took.setdefault(row["exercise"], []).extend(each)
    modules = {name: exercises.module_of(name) for name in exercises.files()}
    counted = {name: getattr(one, "MINUTES", "unknown") for name, one in modules.items()}
    print("exercise             right  not yet   half took up to   three quarters   counted")
    for name in (name for name in counted if took.get(name)):
        there = sum(right for _, right in took[name])
        half, most = (_minutes_of(share, took[name]) for share in (0.5, 0.75))
        print(
            f"{name:20} {there:5} {len(took[name]) - there:8} {half:>17} {most:>16}"
            f"   {counted[name]} min"
        )
    return 0


def _minutes_of(share: float, took: Sequence[tuple[float, bool]]) -> str:
    """In how many minutes this share of a class has an exercise right.

    Who was not there yet when the hour ended counts for as long as they were seen at it (the
    estimate of Kaplan and Meier), so those who never got there don't make it look short.
    """
    left = 1.0
    for minutes in sorted({one for one, right in took if right}):
        at_it = sum(one >= minutes for one, _ in took)
        left *= 1 - took.count((minutes, True)) / at_it
        if left <= 1 - share + 1e-9:
            return f"{minutes:.1f} min"
    return "more"


def judged_answers(arguments: argparse.Namespace) -> int:
    """0 when all is as it should be, else 1."""
    find_autograder_tests()
    from autograder_tests import bank, exercises
    from course_tools.cli._common import check_company
    from course_tools.studio.build import bank_report

    check_company(arguments, {"form": "report"})
    if not arguments.report:
        kept = Counter((entry.exercise, entry.right) for entry in bank.entries(arguments.exercise))
        if not kept:
            raise ValueError(f"no exercise is called {arguments.exercise!r}; course author answers")
        for name in sorted({exercise for exercise, _ in kept}):
            minutes = getattr(exercises.module_of(name), "MINUTES", "unknown")
            print(
                f"{name:18} {kept[name, False]:3} wrong answers, {kept[name, True]:2} right ones,"
                f" {minutes} minutes"
            )
        return 0
    asked = [name for name in exercises.files() if arguments.exercise in {None, name}]
    if not asked:
        raise ValueError(f"no exercise is called {arguments.exercise!r}; course author answers")
    if broken := [line for name in asked for line in exercises.faults_of(name)]:
        raise ValueError("\n".join(broken))
    forms = tuple(arguments.form or bank_report.FORMS)
    with patience(lambda: "The answers are being judged"):
        found = list(bank_report.lines(arguments.exercise, forms))
    missing = [sentence for name in asked for sentence in exercises.missing(name)]
    print("\n".join([bank_report.table(found), *missing]))
    return 1 if missing or any(line.fault for line in found) else 0


def judged_mutants(arguments: argparse.Namespace) -> int:
    """0 when the visible cases find every slip that makes a difference, else 1."""
    find_autograder_tests()
    from autograder_tests import exercises, mutants

    asked = [name for name in exercises.files() if arguments.exercise in {None, name}]
    if not asked:
        raise ValueError(f"no exercise is called {arguments.exercise!r}; course author answers")
    well = True
    for line, good in mutants.table(asked):
        print(line, flush=True)
        well = well and good
    return 0 if well else 1


def shown_ledger(arguments: argparse.Namespace) -> int:
    """0 when the ledger and the project agree, else 1."""
    from course_tools.cli._common import COURSE
    from course_tools.studio import ledger

    if not (COURSE / ledger.FILE).exists():
        raise ValueError(f"there is no {ledger.FILE} here; this command is for the course's folder")
    if arguments.count:
        print("\n".join(ledger.count(COURSE)) or "No number rose.")
    else:
        print(ledger.table(COURSE))
    found = ledger.faults(COURSE)
    print("".join(f"\n{sentence}" for sentence in found), end="\n" if found else "")
    return 1 if found else 0
