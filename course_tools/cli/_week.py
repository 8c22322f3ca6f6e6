"""Packs a week: some lessons, and all that it takes to hand them out, collect and grade them.

Nothing is made here that another command doesn't make: students' edition, autograders, quizzes,
sheets and demonstrations are theirs.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from secrets import randbelow, token_hex
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from course_lib.play.progress import patience
from course_tools.notebooks import SOURCES, STUDENTS, files_in, place, read_notebook
from course_tools.settings import FILE, SETTINGS, means

if TYPE_CHECKING:
    from course_tools.studio.build.lesson import Lesson

WORDS = Path(__file__).parent / "week"

PLATFORMS = {
    "moodle": ".xml",
    "canvas": ".zip",
    "gradescope": ".md",
    "nbgrader": ".md",
    "folder": ".md",
    "browser": ".md",
}
"""Where a class hands in, and in which form its quiz bank comes."""

ASKED = {
    "values": "minimax_value",
    "wins": "best_action",
    "nim": "nim_sum",
    "cuts": "by_hand",
    "windows": "alphabeta",
    "order": "least_leaves",
    "ucb": "ucb1",
    "marking": "solve_layer",
}
"""Which kind of problem belongs to which exercise."""
DEMOS = {
    "02": "minimax",
    "03": "textbook-tree",
    "04": "connect-four",
    "05": "mcts",
    "07": "wrong-table",
    "09": "self-taught",
    "10": "chance",
}
VARIANTS = "20"
"""So many problems of each kind are in a bank."""


class _Week:
    """A week while it is packed: its folder, its lessons, and which of them are short."""

    def __init__(self, root: Path, folder: Path, cut: Mapping[str, bool]) -> None:
        from course_tools.studio.build import short

        self.root, self.folder, self.short = root, folder, cut
        self.lessons = named(list(cut), root)
        self.minutes = short.total(
            [short.minutes(one, root, short=self.short[one.name]) for one in self.lessons]
        )
        self.numbers = [one.name[:2] for one in self.lessons]
        self.cells = {
            one.name[:2]: [cell for cell in one.cells if not (cut[one.name] and cell.further)]
            for one in self.lessons
        }
        """What there is of each lesson."""
        self.made: dict[str, str] = {}
        """What there is for the hour in class, with a sentence about it."""

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8", newline="\n")


def named(asked: Sequence[str], root: Path) -> list[Lesson]:
    """The lessons that somebody calls so, in order; another word is a `ValueError`."""
    from course_tools.studio.build import lessons

    every = lessons(root)
    if unknown := [one for one in asked if not any(means(one, each.name) for each in every)]:
        names = ", ".join(one.name for one in every)
        raise ValueError(f"there is no lesson {unknown[0]}; there are {names}")
    return [one for one in every if any(means(word, one.name) for word in asked)]


def write_week(
    file: Path, root: Path, cut: Mapping[str, bool], platform: str, seed: str = ""
) -> int:
    """Write the zip of these lessons for this platform; how many files are in it.

    Of each lesson it is said whether its short edition is meant. A class that has begun keeps its
    hidden cases with the seed that it has.
    """
    from course_tools.studio.build.edition import write_zip

    with TemporaryDirectory(ignore_cleanup_errors=True) as place_:
        week = _Week(root, Path(place_, "week"), cut)
        week.folder.mkdir()
        news = ["the notebooks"]
        with patience(lambda: f"Being made: {news[-1]}"):
            news.extend(_steps(week, platform, seed))
        packed = {
            path.relative_to(week.folder).as_posix(): path.read_bytes()
            for path in files_in(week.folder)
        }
        write_zip(file, file.stem, packed, root)
    return len(packed)


def _steps(week: _Week, platform: str, seed: str) -> Iterator[str]:
    """Make the week's files; what comes next is said before it is made."""
    from course_tools.grader.hand_in.packing import files_to_grade, write_gradescope
    from course_tools.studio.build.edition import checked, last_change, write_edition
    from course_tools.studio.build.lesson import TESTS
    from course_tools.studio.build.wheel import write_grader, write_wheel
    from course_tools.studio.lectures import demo_named

    yield "the notebooks"
    _notebooks(week)
    yield "the students' edition"
    edition = checked(week.root, week.short)
    write_edition(week.folder / "students.zip", week.root, edition)
    yield "the grader"
    first = week.lessons[0].name
    files = {n: path for n, path in files_to_grade(week.root, first) if not n.endswith(".ipynb")}
    # What many people write says nothing about two who are alike.
    usual = sorted((week.root / TESTS).glob("[0-9]*/*_answers.py"))
    files |= {path.relative_to(week.root).as_posix(): path for path in usual}
    write_grader(week.folder, week.root, files)
    if platform == "gradescope" or seed:
        week.write(FILE, f"seed = {json.dumps(seed or token_hex(8))}\n")
    if platform == "gradescope":
        for lesson in week.lessons:
            yield f"the autograder of {lesson.name}"
            write_gradescope(
                week.folder / f"autograder-{lesson.name[:2]}.zip", lesson.name, week.folder
            )
    if platform == "nbgrader":
        yield "the students' library"
        write_wheel(week.folder / "library", week.root, edition)
    if platform == "browser":
        yield "the browser edition, which takes a minute or two"
        from course_tools.studio.site.lite import make_lite

        make_lite(week.root, week.folder / "browser", last_change(week.root), edition)
    yield "a class to try it with"
    inbound = _made_up_class(week, platform)
    yield "questions"
    _questions(week, PLATFORMS[platform])
    for number in week.numbers:
        if number in DEMOS:
            yield f"a page for the lecture on {number}"
            _course("demo", DEMOS[number], "--html", str(week.folder / f"slides-{number}.html"))
            demo = demo_named(DEMOS[number])
            week.made[f"slides-{number}.html"] = f"opens in any browser. {demo.line} {demo.say}"
    yield "the plan"
    _plan(week)
    _readme(week, platform, inbound)


def _notebooks(week: _Week) -> None:
    """What students get, with which grading compares, and the same solved."""
    from course_tools.studio.build.notebooks import notebook_bytes
    from course_tools.studio.build.short import shortened

    for lesson in week.lessons:
        for edition in (STUDENTS, SOURCES):
            old, new = (place(one, edition, lesson.name) for one in (week.root, week.folder))
            new.parent.mkdir(parents=True)
            notebook = read_notebook(old)
            if week.short[lesson.name] and notebook:
                new.write_bytes(notebook_bytes(shortened(lesson, notebook)))
            else:
                shutil.copyfile(old, new)
    shutil.copyfile(week.root / SETTINGS, week.folder / SETTINGS)
    shutil.copyfile(week.root / "LICENSE", week.folder / "LICENSE")


def _made_up_class(week: _Week, platform: str) -> list[str]:
    """The zips of a class that hands in all lessons of the week, as this platform has them."""
    from autograder_tests.demo_class import FORMS, write_class

    inbound = week.folder / "inbound"
    inbound.mkdir()
    names = []
    for lesson in week.lessons:
        form = platform if platform in FORMS else "folder"
        handed_in, _ = write_class(inbound, lesson=lesson.name, form=form, root=week.folder)
        names.append(f"made_up-{lesson.name[:2]}.zip")
        handed_in.rename(inbound / names[-1])
    return names


def _questions(week: _Week, form: str) -> None:
    """Banks for quizzes and sheets for paper, about what is there.

    A lesson without an exercise of which problems are drawn has its own guesses.
    """
    kinds: list[str] = []
    guesses: list[str] = []
    for number, cells in week.cells.items():
        there = {cell.exercise for cell in cells}
        own = [kind for kind, exercise in ASKED.items() if exercise in there]
        kinds += own
        guesses += [] if own else [f"{number} {cell.predict}" for cell in cells if cell.predict]
    files = iter(((f"quiz{form}", "sheet"), (f"quiz-guesses{form}", "sheet-guesses")))
    if kinds:
        drawn = ["--kinds", ",".join(kinds), "--seed", str(randbelow(10**9))]
        _bank(week, next(files), "questions", drawn, ["--variants", VARIANTS])
    if guesses:
        asked = "the notebooks' own guesses, each about what stands there,"
        _bank(week, next(files), asked, ["--guesses", ",".join(guesses)])


def _bank(
    week: _Week,
    files: tuple[str, str],
    asked: str,
    what: Sequence[str],
    many: Sequence[str] = (),
) -> None:
    """These questions as a bank and as a sheet, with a sentence about each."""
    bank, sheet = files
    _course("exam", str(week.folder / bank), *what, *many)
    _course("exam", str(week.folder / f"{sheet}.html"), *what)
    pictures = f"{Path(bank).stem}-pictures"
    shown = f" Its pictures are in `{pictures}/`: keep the two together."
    shown = shown if (week.folder / pictures).is_dir() else ""
    week.made[bank] = f"has {asked} for quizzes, with answers.{shown}"
    key = f"{sheet}-key.html"
    week.made[f"{sheet}.html"] = f"has {asked} to print; [{key}]({key}) has the answers."


def _course(command: str, *words: str) -> None:
    """Let another command of ours make its file, without its words."""
    module = import_module(f"course_tools.cli.{command}")
    parser = argparse.ArgumentParser(f"course {command}")
    module.add_arguments(parser)
    with redirect_stdout(io.StringIO()):
        module.run(parser.parse_args(words, argparse.Namespace(parser=parser)))


def _plan(week: _Week) -> None:
    """The week part by part, with minutes."""
    from course_tools.studio.build.short import of_exercises, sections

    lines = [(WORDS / "plan.txt").read_text("utf-8").format(minutes=week.minutes).rstrip()]
    for lesson in week.lessons:
        own, short = of_exercises(lesson, week.root), week.short[lesson.name]
        name = f"{lesson.name}, the short edition" if short else lesson.name
        lines += [
            "",
            f"## {name}",
            "",
            "| part | minutes | students write |",
            "| --- | --- | --- |",
        ]
        for one in sections(lesson, short=short):
            written = ", ".join(f"`{exercise}`" for exercise in one.exercises)
            lines.append(f"| {one.title} | {one.minutes(own)} | {written} |")
    week.write("plan.md", "\n".join(lines) + "\n")


def _readme(week: _Week, platform: str, inbound: Sequence[str]) -> None:
    """The page to begin with, and the paragraph for a syllabus."""
    from course_lib.questions.calls import can_be_asked

    wheel = next(week.folder.glob("*.whl")).name
    grade = ".venv/bin/course grade inbound/{} --class-list inbound/class_list.csv"
    said = tomllib.loads((WORDS / "platforms.toml").read_text("utf-8"))
    names = [
        f"lesson `{one.name}`{' in a short edition' if week.short[one.name] else ''}"
        for one in week.lessons
    ]
    asked = [
        number
        for number, cells in week.cells.items()
        if any(can_be_asked(cell.exercise) for cell in cells if cell.exercise)
    ][-1:]
    ask = [(WORDS / "defend.txt").read_text("utf-8").strip().format(number=one) for one in asked]
    words = (WORDS / "README.txt").read_text("utf-8")
    words = words.format(
        title=" and ".join(_title(one) for one in week.lessons),
        lessons=" and ".join(names),
        minutes=week.minutes,
        hand_out=said[platform]["hand_out"].strip().format(**said),
        wheel=wheel,
        try_it="\n".join(map(grade.format, inbound)),
        collect=said[platform]["collect"].strip().format(lesson=week.lessons[0].name, **said),
        in_class="\n".join(
            [*(f"- [{name}]({name}) {what}" for name, what in week.made.items()), *ask]
        ),
    )
    week.write("README.md", words)
    shutil.copyfile(WORDS / "assistants.txt", week.folder / "assistants.md")


def _title(lesson: Lesson) -> str:
    """What the lesson is about: its first heading, up to the colon."""
    return lesson.cells[0].part.source.partition("\n")[0].lstrip("# ").partition(":")[0]
