"""Builds the two notebooks of a lesson from its source, or compares them with it."""

from __future__ import annotations

import json
import keyword
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from course_lib.checks.cases import did_you_mean
from course_tools.notebooks import SOURCES, STUDENTS, files_in, place, read_notebook
from course_tools.settings import SETTINGS, left_out
from course_tools.studio.build.first_cell import with_first_cell
from course_tools.studio.build.leaks import clues, found
from course_tools.studio.build.lesson import (
    NAME,
    TESTS,
    Cell,
    Lesson,
    LessonFault,
    draft,
    handed_out,
    refuse,
    solutions,
    twice_named,
)
from course_tools.studio.build.notebooks import (
    bare,
    normal,
    notebook_bytes,
    source_notebook,
)
from course_tools.studio.build.pictures import (
    closed,
    first_beyond_pictures,
    mark_openings,
    open_with,
)
from course_tools.studio.build.running import run_solutions, run_untouched, surroundings

ANSWERS = Path("dist", "answers")
"""Where answers go that stood in a student notebook which is built again."""


@dataclass(frozen=True)
class Built:
    """What became of one lesson: a word for it, and what its author should know."""

    name: str
    word: str
    notes: list[str] = field(default_factory=list)


def lessons(root: Path, *, left: bool = False) -> list[Lesson]:
    """The lessons of the course in this folder, in order, or a `LessonFault` about all faults."""
    every = drafts(root, left=left)
    refuse(fault for one in every for fault in one.faults)
    return every


def drafts(root: Path, *, left: bool = False) -> list[Lesson]:
    """The lessons of the course in this folder, in order, each with its faults.

    What `course.toml` leaves out is no lesson here, or an exercise for practice; the lessons that
    are `left` out are given instead where they are asked for.
    """
    every = list(twice_named(map(draft, sorted((root / SOURCES).glob("*.py")))))
    gone, practice = left_out(
        root, {one.name: [cell.check for cell in one.checks] for one in every}
    )
    return [
        replace(one, cells=_without(with_first_cell(one, root), practice.get(one.name, [])))
        for one in every
        if (one.name in gone) is left
    ]


def _without(cells: tuple[Cell, ...], names: list[str]) -> tuple[Cell, ...]:
    """These cells, in which these exercises earn no points."""
    return tuple(replace(one, points=0) if one.check in names else one for one in cells)


def build(lesson: Lesson, root: Path, *, again: bool = False) -> Built:
    """The lesson's data and notebooks, made where they are missing or differ from the source.

    Only a lesson whose source or data has changed is run, unless it is to be run `again`. No
    notebook is written before both editions have run well.
    """
    fresh, student, texts = not_yet_run(lesson, root)
    source_path, student_path = places(lesson.name, root)
    old = read_notebook(source_path)
    notes: list[str] = []
    # The checks of the run below read this data, so it is written first.
    asks_otherwise = write_data(texts)
    changed = again or asks_otherwise or old is None or _differs(bare(old), bare(fresh))
    if changed or old is None or _stripped(old):
        changed = True
        source, notes, guesses = run_solutions(lesson, fresh, root)
        write_predictions(lesson, root, guesses)
    else:
        source = normal(old)
    before = read_notebook(student_path)
    differs = changed or before is None or _differs(bare(before), student)
    if differs:
        mark_openings(lesson, source, run_untouched(lesson, fresh, student, root))
    if differs or before is None or closed(before, source):  # what was cleared needs no run
        open_with(student, source)
        for node, made in zip(student.cells, source.cells, strict=True):
            if "attachments" in made:
                node.attachments = made.attachments
    else:
        student = before
    if before is not None and _differs(before, student) and _has_answers(before):
        kept = _keep(student_path, root / ANSWERS)
        where = (path.relative_to(root).as_posix() for path in (student_path, kept))
        notes.append("{} had answers in it; they are kept in {}.".format(*where))
    wrote = [_write(source_path, source), _write(student_path, student)]
    return Built(lesson.name, "built" if any(wrote) or changed else "unchanged", notes)


def _stripped(source: NotebookNode) -> bool:
    """Whether the source notebook has lost its outputs: none of its cells has run."""
    counts = [one.execution_count for one in source.cells if one.cell_type == "code"]
    return bool(counts) and not any(counts)


def _has_answers(notebook: NotebookNode) -> bool:
    """Whether somebody has written into a cell that was handed out with a stub."""
    marked = [(cell.metadata.get("nbgrader", {}), cell.source) for cell in notebook.cells]
    answers = [source for mark, source in marked if mark.get("solution")]
    return not all("NotImplementedError" in source for source in answers)


def _keep(path: Path, folder: Path) -> Path:
    """A copy of this file in the folder, under a name that nothing there has."""
    names = (f"{path.stem}{'-' * bool(number)}{number or ''}{path.suffix}" for number in count())
    copy = next(folder / name for name in names if not (folder / name).exists())
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, copy)
    return copy


def not_yet_run(
    lesson: Lesson, root: Path
) -> tuple[NotebookNode, NotebookNode, dict[Path, str | None]]:
    """Both notebooks and the texts of the data, or a `LessonFault` about all that is wrong."""
    texts, faults = check_data(lesson, root)
    if lesson.faults:
        refuse([*lesson.faults, *faults])
    from course_tools.studio.build.release import student_notebook  # noqa: PLC0415 - nbgrader is slow to load

    fresh = source_notebook(lesson)
    student = student_notebook(lesson.name, fresh, root)
    refuse([*leaks(lesson, student), *faults])
    return fresh, student, texts


SKELETON = Path(__file__).parent / "skeleton"


def begin(name: str, exercises: list[str], root: Path) -> list[Path]:
    """The files of a new lesson with these exercises, or of more of them at the end of a lesson.

    To begin with it all works, so that its author changes one thing after the other.
    """
    exercises = exercises or [name[3:]]
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} should be two digits and a topic, such as 20_topic.")
    every = [*lessons(root), *lessons(root, left=True)]
    for lesson in every:
        if lesson.name[:2] == name[:2] and lesson.name != name:
            raise ValueError(f"Lesson {name[:2]} is {lesson.name}; choose another number.")
    known = exercises_of(every)
    for one in exercises:
        check_new(one, known)
        known[one] = name
    source, folder = root / SOURCES / f"{name}.py", root / TESTS / name
    title = name[3:].replace("_", " ").capitalize()
    text = source.read_text("utf-8") if source.exists() else _skeleton("lesson", title)
    files = {source: "\n".join([text, *(_skeleton("cells", one) for one in exercises)])}
    for one in exercises:
        files[folder / f"{one}.py"] = _skeleton("exercise", one)
        files[folder / f"{one}_answers.py"] = _skeleton("answers", one)
    folder.mkdir(exist_ok=True)
    for path, content in files.items():
        path.write_text(content, encoding="utf-8", newline="\n")
    return list(files)


def exercises_of(every: Iterable[Lesson]) -> dict[str, str]:
    """The lesson's name of each exercise of these lessons."""
    return {cell.exercise: one.name for one in every for cell in one.cells if cell.exercise}


def check_new(name: str, known: Mapping[str, str]) -> None:
    """Refuse a name for an exercise that is in use, or that no function can have."""
    if name in known:
        raise ValueError(f"{known[name]} has an exercise {name!r} already; choose another name.")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"A function can't be called {name!r}; choose another name.")


def _skeleton(part: str, name: str) -> str:
    return (SKELETON / f"{part}.txt").read_text("utf-8").replace("NAME", name)


def differences(lesson: Lesson, root: Path) -> Iterator[str]:
    """A sentence for each way in which the lesson's notebooks are not what the source says."""
    fresh, student, texts = not_yet_run(lesson, root)
    source_path, student_path = places(lesson.name, root)
    questions = read_predictions(lesson, root)
    source = read_notebook(source_path)
    for path, wanted in ((source_path, bare(fresh)), (student_path, student)):
        where = path.relative_to(root).as_posix()
        there = source if path == source_path else read_notebook(path)
        if there is None:
            yield f"{where} is missing, or is not a notebook"
            continue
        # What a run shows is not compared; of students' it is looked at whether it is pictures.
        if path == source_path and _stripped(there):
            yield f"{where} has lost its outputs, as nbstripout takes them out"
        elif _differs(bare(there), wanted):
            yield f"{where}{_first_difference(bare(there), wanted)}"
        elif path == student_path and source and (lost := closed(there, source)):
            yield (
                f"{where} has lost what students see before they run cell {lost[0]}; nbgrader with"
                f" settings other than {SETTINGS}, or somebody's hand, took it out"
            )
        elif path == student_path and (cell := first_beyond_pictures(lesson, there, questions)):
            yield f"{where} shows other things than it should in cell {cell}, which nobody has run"
    for path, text in texts.items():
        if text != (path.read_text(encoding="utf-8") if path.is_file() else None):
            yield f"{path.relative_to(root).as_posix()} is not what its exercise makes"


def strangers(root: Path, known: list[Lesson]) -> Iterator[str]:
    """A sentence for each file beside the notebooks that is no lesson's."""
    names = {lesson.name for lesson in known} | {one.stem for one in (root / SOURCES).glob("*.py")}
    allowed = {path for name in names for path in places(name, root)}
    allowed |= {root / SOURCES / f"{name}.py" for name in names}
    for folder in (SOURCES, STUDENTS):
        for path in files_in(root / folder):
            own = "my_work" in path.parts or path.name == "README.md"
            if path not in allowed and not own:
                name = path.relative_to(root).as_posix()
                yield f"{name} belongs to no lesson; delete it, or move it elsewhere"


def places(name: str, root: Path) -> tuple[Path, Path]:
    """Where this lesson's source notebook and student notebook lie."""
    return place(root, SOURCES, name), place(root, STUDENTS, name)


def leaks(lesson: Lesson, student: NotebookNode) -> Iterator[LessonFault]:
    """Each place of a student edition where a solution can be read, or the hidden checks' name."""
    text = [str(cell.source) for cell in student.cells]
    for cell, shown in zip(lesson.cells, text, strict=True):
        if TESTS in shown or "HIDDEN TESTS" in shown:
            yield lesson.fault(cell.part.line, f"students would read of {TESTS} here.")
    for cell in lesson.cells:
        for region in solutions(cell.part.source):
            for read, shown in zip(lesson.cells, text, strict=True):
                for clue in found(clues(region), shown):
                    line = _line_of(cell.part.source, clue[0]) + cell.part.first
                    sentence = (
                        f"this line of the solution of {cell.exercise!r} can be read in the"
                        f" student notebook, in the cell of line {read.part.line}."
                    )
                    yield lesson.fault(line, sentence)


def _line_of(source: str, bare_line: str) -> int:
    """The number, from 0, of the line that is this one without its spaces."""
    lines = ["".join(line.split()) for line in source.splitlines()]
    return lines.index(bare_line)


def _write(path: Path, notebook: NotebookNode) -> bool:
    """Whether the file had to be written, because it held something else."""
    wanted = notebook_bytes(notebook)
    if path.is_file() and path.read_bytes() == wanted:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(wanted)
    return True


def _differs(one: NotebookNode, other: NotebookNode) -> bool:
    """Whether the two would be different files."""
    return notebook_bytes(one) != notebook_bytes(other)


def _first_difference(there: NotebookNode, wanted: NotebookNode) -> str:
    """Where the two begin to differ, as the end of a sentence."""
    for number, (one, other) in enumerate(zip(there.cells, wanted.cells, strict=False), 1):
        if one != other:
            keys = [key for key in other if one.get(key) != other[key]]
            # The name of most cells follows from what they say: it is no news.
            what = " and ".join(key for key in keys if key != "id") or "name"
            return f" differs from its source: the {what} of cell {number} ({other.id})"
    return f" has {len(there.cells)} cells, and its source has {len(wanted.cells)}"


# --- the data of a lesson's checks, made of its exercises in autograder_tests/NN_topic ------------


def check_data(lesson: Lesson, root: Path) -> tuple[dict[Path, str | None], list[LessonFault]]:
    """The text of each file that belongs into `lesson_NN/exercises`, `None` for a stranger.

    Behind it, all that is wrong in the files of the lesson's exercises.
    """
    folder = handed_out(lesson.name, root) / "exercises"
    found: dict[Path, str | None] = dict.fromkeys(sorted(folder.glob("*.json")))
    if not (root / TESTS / "exercises.py").is_file():
        return found, []
    own = root / TESTS / lesson.name
    lines = {str(cell.exercise): cell.part.line for cell in lesson.cells if cell.exercise}
    there = {path.stem for path in own.glob("*.py")}
    others = {name for name in there - lines.keys() if not name.endswith("_answers")}
    missing = [name for name in lines if name not in there]
    answered = {name.removesuffix("_answers") for name in there - others} - lines.keys()
    place = own.relative_to(root).as_posix()
    faults = [
        lesson.fault(lines[name], f"{place}/{name}.py is missing{did_you_mean(name, others)}.")
        for name in missing
    ]
    faults += [
        LessonFault(
            f"{place}/{name}_answers.py:1: {lesson.name} has no exercise {name}"
            f"{did_you_mean(name, missing)}."
        )
        for name in sorted(answered)
    ]
    # Its own process: the course in that folder need not be the one that runs here.
    done = subprocess.run(  # noqa: S603 - our own Python and our own module
        [sys.executable, "-m", f"{TESTS}.exercises", *(name for name in lines if name in there)],
        cwd=root,
        env=surroundings(root),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it does not say why"])[-1]
        faults.append(lesson.fault(1, f"the data of its checks can't be made: {why}"))
        return found, faults
    texts, sentences = json.loads(done.stdout)
    faults += map(LessonFault, sentences)
    return found | {folder / f"{name}.json": text for name, text in texts.items()}, faults


def write_data(texts: dict[Path, str | None]) -> bool:
    """Whether a file had to be written or removed so that all are as they should be."""
    changed = False
    for path, text in texts.items():
        if text is None:
            path.unlink()
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            continue
        changed = True
    return changed


def read_predictions(lesson: Lesson, root: Path) -> dict[str, Any]:
    """What `predict` asks and answers in this lesson, as the last build wrote it down."""
    path = handed_out(lesson.name, root) / "predictions.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def write_predictions(lesson: Lesson, root: Path, guesses: dict[str, Any]) -> None:
    """Write down what `predict` asks and answers in this lesson, or nothing where it asks none."""
    path = handed_out(lesson.name, root) / "predictions.json"
    if guesses:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(guesses, indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8", newline="\n")
    else:
        path.unlink(missing_ok=True)
