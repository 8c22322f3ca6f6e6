"""Ask each student about their own program, on paper or aloud.

course defend                          a page for everybody, and the key, for the last lesson graded
course defend --lesson 03              for this lesson
course defend ada                      one student's page and key alone, to be asked aloud from
course defend --names                  names on the pages
course defend --enter points.csv       write the points and comments of a conversation down

It comes after `course grade`. Each student gets five questions about a function that they handed
in. One about a game tree runs on a small tree that nobody has seen: which leaves it looks at, what
a call returns, which lines run next, what one changed line would do. Any other runs in calls that
its check shows: how often a line runs, which change somebody has made by what comes of it, and a
call to find that tells two programs apart. The answers come from running it in the sandbox.

It asks about one function of the lesson that passed, first about trees (lessons 02, 03, 04, 05 and
07), then about the one with most points. A function whose check shows no short calls is left out.

Who has passed none of them is asked about the last one before that did pass, or else about what
the wrong one does; so is who passed only functions of which nothing can be asked.

Written to grading/defend/LESSON: pages.html to print, with a number for each student; key.html with
the answers, and whose number it is; and points.csv, a line for each student. In points.csv, fill in
q1 to q5 with 0, 0.5 or 1; --enter makes a comment of them ("4 of 5"). A grade changes only where
you write a number into the column points.

Everything is made from the class's seed: the same pages again tomorrow, others next year.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from course_tools.cli import find_autograder_tests
from course_tools.cli._common import check_company, check_from_one, course_folder, plain_refusals

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course defend`."""
    parser.add_argument("student", nargs="?", default="", help="only this one (default: everybody)")
    parser.add_argument("--lesson", metavar="NN", default="", help="the lesson, such as 03")
    parser.add_argument(
        "--names", action="store_true", help="names on the pages, where else numbers stand"
    )
    parser.add_argument("--paper", default="A4", help="A4 or letter (default: A4)")
    parser.add_argument(
        "--enter", type=Path, metavar="CSV", help="write these points into the gradebook"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="students at once")
    parser.add_argument("--root", type=Path, help="the course's folder (default: this one)")


def run(arguments: argparse.Namespace) -> int:
    """0 when everybody has their questions, 1 when somebody has none."""
    find_autograder_tests()
    check_company(arguments, {}, {"enter": "lesson names paper"})
    if arguments.enter and arguments.student:
        raise ValueError("--enter takes the whole table; leave the name out")
    root = course_folder(arguments.root)
    with plain_refusals():
        if arguments.enter:
            from course_tools.grader.papers.defend_points import enter

            done = enter(arguments.enter, root)
            print(*done, sep="\n")
            print(f"In the gradebook: {len(done)}. `course grade` renews pages and tables.")
            return 0
        return _pages(arguments, root)


def _pages(arguments: argparse.Namespace, root: Path) -> int:
    import os

    from course_lib.commands import DONE, LOOK
    from course_lib.plain import many, write_whole
    from course_tools.grader.papers.defend import defences
    from course_tools.grader.papers.defend_pages import PAPERS, written
    from course_tools.grader.papers.defend_points import numbered, write_table

    if arguments.paper not in PAPERS:
        raise ValueError(f"--paper {arguments.paper}: it is one of {', '.join(PAPERS)}")
    check_from_one("--workers", arguments.workers)
    workers = arguments.workers or os.cpu_count() or 1
    lesson, made = defences(root, arguments.lesson, workers, arguments.student)
    folder = root / "grading" / "defend" / lesson
    table = folder / "points.csv"
    if table.exists():
        made = numbered(table, made)
    if arguments.student:
        folder /= made[0].student
    folder.mkdir(parents=True, exist_ok=True)
    order = made if arguments.names else sorted(made, key=lambda one: one.number)
    files = {"pages.html": False, "key.html": True}
    for name, key in files.items():
        text = written(order, key=key, paper=arguments.paper, names=arguments.names)
        write_whole(folder / name, text)
    if not arguments.student:
        write_table(table, made)
    without = [one for one in made if len(one.asked) < 1]
    print(f"{lesson}: {many(len(made), 'page')}, {len(made) - len(without)} with questions.")
    for one in made:
        if one.note:
            print(f"- {one.student}: {one.note}")
    print(f"To print: {(folder / 'pages.html').as_uri()}")
    print(f"The key: {(folder / 'key.html').as_uri()}")
    return LOOK if without else DONE
