"""Questions to solve by hand, for paper and for quizzes.

course exam sheet.html                             a sheet of eight problems to print, and its key
course exam sheet.html --variants 4                four sheets, all equally hard
course exam sheet.html --seed 1830557              the same sheets once more
course exam sheet.html --kinds cuts,windows,ucb --level hard
course exam bank.gift --variants 20                a question bank of 160 problems for Moodle
course exam guesses.xml --guesses                  the guesses of all lessons, for Moodle
course exam guesses.zip --guesses 03,04            those of two lessons, for Canvas
course exam five.html --recall 02,03               up to ten short questions on these lessons
course exam cards.txt --recall 02,03 --variants 9  ninety of them as notes for Anki
course exam before.html --inventory a              a test before the course, and b for after it
course exam answers.csv --inventory                what came of both: gain, questions, mistakes

The file's ending says the form: .html to print (the key is written beside it), .gift or .xml for
Moodle, .txt for Anki, .md to read and change, .zip for Canvas (text2qti makes it). What is drawn
follows from a seed, which is drawn, too, and printed; it stands above the key. The kinds are:
values, cuts, windows and order in a tree, ucb, nim, marking heaps backwards, and wins in
tic-tac-toe. Those of --recall come back in the notebooks, too, three at the start of each sitting;
every wrong choice is what a frequent mistake gives.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_lib.questions.question import Card
    from course_tools.grader.papers.exam_forms import Sheet

AUDIENCE = "teachers"

NOT_WITH = {
    "guesses": "kinds level variants seed recall inventory",
    "recall": "kinds level inventory",
    "inventory": "kinds level variants",
}
"""What is for problems alone."""

PROBLEMS = ("values", "cuts", "windows", "order", "ucb", "nim", "marking", "wins")
"""The kinds that are equally hard on each of three levels."""

SHORT = 10
"""So many short questions take five minutes."""

_SEEDS = 10**9
"""With the program in hand nobody guesses one of so many the evening before."""

MOST = 500
"""So many variants are enough for any class."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course exam`."""
    parser.add_argument(
        "file", type=Path, help="where to write: .html, .gift, .xml, .txt, .md or .zip"
    )
    parser.add_argument(
        "--guesses",
        nargs="?",
        const="",
        metavar="LESSONS",
        help="the lessons' guesses in place of problems: of all lessons, or such as 03,04",
    )
    parser.add_argument(
        "--recall", metavar="LESSONS", help="up to ten short questions of lessons such as 02,03"
    )
    parser.add_argument(
        "--inventory",
        nargs="?",
        const="",
        choices=("", "a", "b"),
        metavar="FORM",
        help="14 questions that know 26 mistakes: form a or b; without one, FILE.csv is read",
    )
    parser.add_argument("--kinds", default="", help="only these, such as cuts,ucb")
    parser.add_argument("--level", default="usual", help="easy, usual or hard (default: usual)")
    parser.add_argument("--variants", type=int, default=1, metavar="N", help="how many sheets")
    parser.add_argument("--seed", type=int, help="for what is drawn (default: drawn, and printed)")
    parser.add_argument("--title", default="Adversarial search", help="what stands above it")


def run(arguments: argparse.Namespace) -> int:
    """0 when the file was written."""
    from course_lib.plain import many, write_whole
    from course_tools.cli._common import check_company, check_writable
    from course_tools.grader.papers import inventory
    from course_tools.grader.papers.exam_forms import FORMS, Sheet, pages, write
    from course_tools.grader.papers.questions import guesses

    check_company(arguments, {}, NOT_WITH)
    to: Path = arguments.file
    if arguments.inventory == "":
        return _told(to, arguments.seed)
    if to.suffix.lower() not in FORMS:
        known = "; ".join(f"{ending} is {what}" for ending, what in FORMS.items())
        raise ValueError(f"{to} has to end in a form that is known: {known}")
    check_writable(to)
    titles = (arguments.title, arguments.title)
    if arguments.inventory:
        seed = arguments.seed or 0
        name = f"{arguments.inventory}{seed}"
        print(f"Form {name}, drawn with --seed {seed}: the column form of the answers says {name}.")
        sheets = [Sheet(name, inventory.forms(seed)[arguments.inventory])]
    elif arguments.guesses is None:
        if arguments.seed is None:
            arguments.seed = randbelow(_SEEDS)
        titles = (arguments.title, f"{arguments.title}, seed {arguments.seed}")
        print(f"Drawn with --seed {arguments.seed}: keep it with the key.")
        sheets = _sheets(arguments)
    else:
        lessons = [one.strip() for one in arguments.guesses.split(",") if one.strip()]
        sheets = [Sheet("of guesses", list(guesses(lessons)))]
    questions = [one for sheet in sheets for one in sheet.questions]
    if to.suffix.lower() != ".html":
        write(questions, arguments.title, to)
        print(f"{to}: {many(len(questions), 'question')}, {FORMS[to.suffix.lower()]}.")
        return 0
    key = to.with_name(f"{to.stem}-key{to.suffix}")
    write_whole(to, pages(sheets, titles[0], key=False))
    write_whole(key, pages(sheets, titles[1], key=True))
    print(f"{to}: {many(len(sheets), 'sheet')} of {many(len(sheets[0].questions), 'question')}.")
    print(f"{key}: the answers, drawn. To print: open both in a browser.")
    return 0


def _told(answers: Path, seed: int | None) -> int:
    """0 after what came of the answers in this table."""
    from course_lib.plain import file_text
    from course_tools.grader.papers import inventory

    if answers.suffix.lower() != ".csv":
        raise ValueError("--inventory a or b writes a test; without a or b, it reads a .csv")
    if seed is not None:
        raise ValueError("the table's column form says the seed; leave --seed out")
    print("\n".join(inventory.report(inventory.papers(file_text(answers)))))
    return 0


def _sheets(arguments: argparse.Namespace) -> list[Sheet]:
    """What was asked for, a sheet for each variant."""
    from random import Random

    from course_lib.questions.kinds import KINDS
    from course_lib.questions.question import LEVELS
    from course_tools.grader.papers.exam_forms import Sheet

    if arguments.level not in LEVELS:
        raise ValueError(f"--level {arguments.level}: it is one of {', '.join(LEVELS)}")
    if not 1 <= arguments.variants <= MOST:
        raise ValueError(f"--variants {arguments.variants}: from 1 to {MOST}")
    kinds = _listed(arguments.kinds) or list(PROBLEMS)
    if unknown := [kind for kind in kinds if kind not in PROBLEMS]:
        raise ValueError(
            f"there are no problems of the kind {unknown[0]}: {', '.join(PROBLEMS)} are"
        )
    rng = Random(f"exam {arguments.seed} {arguments.level}")
    level, short = LEVELS.index(arguments.level), arguments.recall is not None
    if short:
        lessons = _listed(arguments.recall)
        kinds = [name for name, kind in KINDS.items() if kind.lesson in lessons]
        if unknown := [one for one in lessons if one not in {k.lesson for k in KINDS.values()}]:
            raise ValueError(f"no short questions belong to a lesson {unknown[0]}")
        if not kinds:
            raise ValueError("--recall takes lessons, as in `course exam five.html --recall 02,03`")
    drawn: dict[str, list[Card]] = {kind: [] for kind in kinds}
    sheets = []
    for number in range(1, arguments.variants + 1):
        some = (
            sorted(rng.sample(kinds, min(SHORT, len(kinds))), key=kinds.index) if short else kinds
        )
        for kind in some:
            try:
                drawn[kind].append(KINDS[kind].card(rng, 0 if short else level, drawn[kind]))
            except ValueError as error:
                raise ValueError(
                    f"there are no more {arguments.level} problems of the kind {kind}: {error}"
                ) from None
        cards = [drawn[kind][-1] for kind in some]
        sheets.append(Sheet(str(number), cards if short else [one.open for one in cards]))
    return sheets


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]
