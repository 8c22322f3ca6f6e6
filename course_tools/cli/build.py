"""Make the notebooks of teachers and students from the sources.

course build              every lesson whose source has changed; it runs from top to bottom
course build 02 03        only these
course build --check      compare the notebooks with their sources, and run nothing
course build --again      run every lesson, changed or not
course build --language de           the notebooks in German, in dist/de, and its catalogues
course build --language de --check   how far the translation has come, and what is behind
course build new 20_topic first second   begin a lesson with two exercises, or add them to one
course build rename nim_sum xor_of       give an exercise another name, wherever it is named

What course.toml leaves out is not built: leave_out = true for a whole lesson, leave_out = ["name"]
for exercises, which then earn no points.

The exit code is 1 if something in a lesson has to be fixed, and 2 if there is no such lesson.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from course_tools.cli._common import COURSE, check_company, options_given

AUDIENCE = "authors"

NOT_WITH = {"again": "check language"}
"""What does not go together."""

WRITES = ("new", "rename")
"""In place of a lesson: what is done at once, whatever else stands there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course build`."""
    parser.add_argument("lessons", nargs="*", metavar="NN", help="such as 02 or 02_minimax")
    parser.add_argument("--check", action="store_true", help="only compare; change nothing")
    parser.add_argument(
        "--again", action="store_true", help="also run lessons that have not changed"
    )
    parser.add_argument("--language", metavar="LANGUAGE", help="in another language, such as de")
    parser.add_argument("--root", type=Path, help="the course's folder (default: this one)")


def run(arguments: argparse.Namespace) -> int:
    """0 when every lesson is as it should be, 1 when something has to be mended."""
    from course_tools.settings import LEFT_OUT, means
    from course_tools.studio.build import begin, drafts, strangers
    from course_tools.studio.build.first_cell import CITATION, cite

    root = (arguments.root or COURSE).resolve()
    if not (root / "solutions").is_dir():
        raise ValueError(f"{root} is not a course's folder: it has no folder solutions.")
    check_company(arguments, {}, NOT_WITH)
    first = arguments.lessons[0] if arguments.lessons else ""
    if first in WRITES and (beside := options_given(arguments) & {"again", "check", "language"}):
        raise ValueError(f"--{min(beside)} does not go with {first}; leave it out")
    if first == "new":
        if not arguments.lessons[1:]:
            raise ValueError("Name the new lesson, too: course build new 20_topic")
        name, *exercises = arguments.lessons[1:]
        for path in begin(name, exercises, root):
            print(path.relative_to(root).as_posix())
        print(f"Change these, and build the notebooks with: course build {name[:2]}")
        return 0
    if first == "rename":
        return _renamed(arguments.lessons[1:], root)
    known = drafts(root)
    named = {word: [one for one in known if means(word, one.name)] for word in arguments.lessons}
    unknown = [word for word, found in named.items() if not found]
    chosen = [one for one in known if not named or any(one in found for found in named.values())]
    if unknown or not chosen:
        for one in drafts(root, left=True):
            if any(means(word, one.name) for word in unknown):
                raise ValueError(LEFT_OUT.format(one.name))
        there = ", ".join(one.name for one in known) or "none"
        missing = " ".join(unknown) or f"{root / 'solutions' / 'NN_topic.py'}"
        raise ValueError(f"There is no lesson {missing}. The lessons here: {there}.")
    if arguments.language:
        return _in_language(chosen if named else None, known, root, arguments)
    if not (named or arguments.check or not (root / CITATION).is_file() or cite(root)):
        print(f"{CITATION}: brought up to date")
    # All of them are tried: one fault does not hide the others.
    well = [_is_well(lesson, root, arguments) for lesson in chosen]
    for sentence in () if named else strangers(root, known):
        print(f"Note: {sentence}.", file=sys.stderr)
    return 0 if all(well) else 1


def _renamed(words: list[str], root: Path) -> int:
    """0 when the exercise has its new name; 1 when other files may mean it, too."""
    from course_tools.studio.build import rename

    if len(words) != 2:
        raise ValueError("Give the old name and the new one: course build rename nim_sum xor_of")
    old, new = words
    done = rename(old, new, root)
    for path in done.files:
        print(path.relative_to(root).as_posix())
    for path in done.unclear:
        print(f"{path.relative_to(root).as_posix()} may mean it, too: look there", file=sys.stderr)
    print(f"Build what it changes: course build {' '.join(one[:2] for one in done.lessons)}")
    return 1 if done.unclear else 0


def _in_language(
    chosen: list[Any] | None, known: list[Any], root: Path, arguments: argparse.Namespace
) -> int:
    """0 when the catalogues fit what is said in English; each line says how far one has come."""
    from course_lib.words import VERDICTS
    from course_tools.studio.build.translating import (
        SITE,
        at,
        begun,
        old_pictures,
        state,
        wanted,
        write,
    )

    language, lessons = arguments.language, {one.name: one for one in known}
    names = begun(language, lessons, root)
    if chosen is not None:
        names = [one.name for one in chosen]
    if not names:
        raise ValueError(f"To begin with a lesson: course build --language {language} 00")
    well = True
    for name in (*names, VERDICTS, SITE):
        if not arguments.check:
            write(language, name, lessons, root)
        now = state(language, name, wanted(name, root, lessons), root)
        print(now, flush=True)
        for kind, sentences in now.behind(all=arguments.check).items():
            for sentence in sentences:
                print(f"  {kind}: {at(sentence)}", file=sys.stderr)
        old = old_pictures(language, name, root) if name in lessons else []
        for cell in old:
            print(f"  a picture to draw again: cell {cell}", file=sys.stderr)
        well = well and not (now.gone or now.odd or old)
    return 0 if well else 1


def _is_well(lesson: Any, root: Path, arguments: argparse.Namespace) -> bool:
    """Whether this lesson is well; a line says so, or what is not."""
    from course_tools.studio.build import LessonFault, build, differences
    from course_tools.studio.build.translating import begun, languages, write

    try:
        if arguments.check:
            found = list(differences(lesson, root))
            for sentence in found:
                print(f"{sentence}. To fix it: course build {lesson.name[:2]}", file=sys.stderr)
            if not found:
                print(f"{lesson.name}: checked")
            return not found
        built = build(lesson, root, again=arguments.again)
        for language in languages(root):
            if begun(language, [lesson.name], root):
                write(language, lesson.name, {lesson.name: lesson}, root)
    except LessonFault as fault:
        print(fault, file=sys.stderr)
        return False
    print(f"{built.name}: {built.word}", flush=True)
    for note in built.notes:
        print(f"  {note}", file=sys.stderr)
    return True
