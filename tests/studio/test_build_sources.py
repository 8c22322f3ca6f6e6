"""A lesson's source is read as jupytext reads it, and each mistake in it is named with its line."""

from pathlib import Path

import pytest
from toy_course import LESSON, ROOT, change, toy_course

from course_tools.cli import main
from course_tools.studio.build import LessonFault, lessons, read_lesson
from course_tools.studio.build.notebooks import notebook_bytes, source_notebook

SOURCES = sorted((ROOT / "solutions").glob("*.py"))

LAYOUT = {"lines_to_next_cell"}  # what jupytext notes of empty lines

# What is changed in the toy lesson, the line that is to be named, and words of the complaint.
FAULTS = {
    "an exercise twice": ('exercise="is_even"', 'exercise="double"', 23, "the first is in line 12"),
    "a check twice": ('check="is_even"', 'check="double"', 31, "the first is in line 21"),
    "a check alone": ('exercise="double"', "", 15, 'begins with # %% exercise="name"'),
    "a check of nothing": ('check="double"', 'check="triple"', 21, 'exercise="triple"'),
    "an exercise alone": ('# %% check="is_even" points=0', "# %%", 23, "no check after it"),
    "a solution left open": ("    ### END SOLUTION\n\n\n# %% ch", "# %% ch", 15, "not closed"),
    "a solution begun twice": ("    return secret_sum", "    ### BEGIN SOLUTION", 17, "line 15"),
    "a solution closed twice": ("    secret_sum =", "### END SOLUTION\n    s =", 19, "is open"),
    "a solution in a common cell": ("three\n", "### BEGIN SOLUTION\n", 10, "exercise="),
    "a marker with more": ("### BEGIN SOLUTION", "### BEGIN SOLUTION here", 15, "alone"),
    "a marker in prose": ("What is twice", "No BEGIN SOLUTION", 4, "alone in its line"),
    "an exercise without solution": ("print(", '1\n\n# %% exercise="x"\nprint(', 37, "no solution"),
    "a claim of nothing": ("three\n\n", 'three\n\n# %% claim="so"\nthree\n\n', 12, "with `assert`"),
    "no points": (" points=3", "", 21, "does not say its points="),
    "points in words": ("points=3", "points=three", 21, "number from 0 on"),
    "points below zero": ("points=3", "points=-3", 21, "number from 0 on"),
    "points without end": ("points=3", "points=inf", 21, "number from 0 on"),
    "points elsewhere": ('exercise="double"', 'exercise="double" points=3', 12, "to a check"),
    "a misspelt mark": ("exercise=", "exercize=", 12, "was exercise= meant?"),
    "an unknown mark": (" points=3", " points=3 weight=2", 21, "weight= is unknown"),
    "a mark twice": (" points=3", " points=3 points=4", 21, "twice"),
    "a name without quotes": ('exercise="double"', "exercise=double", 12, "in quotes"),
    "a name that is none": ('exercise="double"', 'exercise="a double"', 12, "in quotes"),
    "words after the marks": ("# %%\nfrom", "# %% let us see\nfrom", 6, "ways to do so"),
    "both in one cell": ('exercise="double"', 'exercise="double" check="double"', 12, "not both"),
    "code in a check": ("# For practice.", "assert is_even(2)", 32, "fills by itself"),
    "marks of prose": ("[markdown]", '[markdown] check="double"', 1, "prose has no mark but part="),
    "a part of prose": ("[markdown]", '[markdown] part="some"', 1, 'part="core" or part="further"'),
    "code in prose": ("# What is twice three?", "three = 3", 4, "begins with #"),
    "code before all cells": ("# %% [markdown]", "import random\n\n# %% [markdown]", 1, "before"),
    "a check without its name": ("import check", "import hint", 21, "no cell above imports check"),
    "the hidden checks' name": ("print(", "import autograder_tests\nprint(", 35, "students would"),
    "a hidden part by hand": ("print(", "### BEGIN HIDDEN TESTS\nprint(", 35, "only the build"),
    "a test by nbgrader": ("print(", "### AUTOTEST x\nprint(", 35, "only the build"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_mistake_of_the_author_is_named_with_file_and_line(tmp_path: Path, what: str) -> None:
    """The complaint begins with the file and the line, and says what would be right."""
    old, new, line, words = FAULTS[what]
    root = toy_course(tmp_path)
    change(root, old, new)
    with pytest.raises(LessonFault) as caught:
        lessons(root)
    assert str(caught.value).startswith(f"solutions/02_toy.py:{line}: ")
    assert words in str(caught.value)


def test_all_mistakes_in_all_lessons_are_named_at_once(tmp_path: Path) -> None:
    """A line for each, so that nobody has to build again and again.

    A wrong mark hides no missing solution, and no exercise that two lessons have.
    """
    text = LESSON.replace("points=3", "points=-3 weight=2").replace("### END SOLUTION", "", 1)
    root = toy_course(tmp_path, text)
    toy_course(tmp_path, LESSON.replace("# %%\n", "# %% let us see\n"), "03_other")
    with pytest.raises(LessonFault) as caught:
        lessons(root)
    lines = [line.split(": ")[0] for line in str(caught.value).splitlines()]
    here, there = "solutions/02_toy.py", "solutions/03_other.py"
    assert lines == [
        *(f"{here}:{line}" for line in (21, 21, 15)),
        *(f"{there}:{line}" for line in (6, 34, 12, 23)),
    ]


def test_course_toml_leaves_out_lessons_and_points(tmp_path: Path, capsys) -> None:
    """A lesson that is left out is none; what can't be left out is refused in a sentence."""
    root = toy_course(tmp_path)
    toy_course(tmp_path, LESSON.replace("double", "twice").replace("is_even", "even"), "03_other")
    choice = root / "course.toml"
    choice.write_text("[lessons.03]\nleave_out = true\n[lessons.02]\nleave_out = ['double']\n")
    [lesson] = lessons(root)
    assert [cell.points for cell in lesson.checks] == [0, 0]
    assert [one.name for one in lessons(root, left=True)] == ["03_other"]
    for words in (["03"], ["--check", "03_other"]):
        assert main(["build", *words, "--root", str(root)]) == 2
        assert "course.toml leaves out the lesson 03_other." in capsys.readouterr().err
    for wrong, sentence in (
        ("['trouble']", "from double, is_even; there is no exercise trouble"),
        ("[['trouble']]", r"there is no exercise \['trouble'\]"),
        ("'double'", "; found 'double'"),
        ("1", "; found 1"),
    ):
        choice.write_text(f"[lessons.02]\nleave_out = {wrong}\n")
        with pytest.raises(ValueError, match=sentence):
            lessons(root)


def test_an_exercise_of_two_lessons_and_a_lesson_without_number_are_named(tmp_path: Path) -> None:
    """Checks find a student's work by its name, so no two lessons may share one."""
    root = toy_course(tmp_path)
    toy_course(tmp_path, name="03_toy")
    with pytest.raises(LessonFault, match=r"03_toy\.py:12: .*'double' here and in 02_toy"):
        lessons(root)
    toy_course(tmp_path, name="toy")
    with pytest.raises(LessonFault, match=r"toy\.py:1: .*two digits"):
        lessons(root)


@pytest.mark.programs  # jupytext asks for pandoc's version where there is one
@pytest.mark.parametrize("path", [*SOURCES, None], ids=lambda path: path.stem if path else "toy")
def test_jupytext_reads_the_same_cells(tmp_path: Path, path: Path | None) -> None:
    """Whoever opens a source with jupytext sees the cells that the build makes of it."""
    import jupytext

    place = path or toy_course(tmp_path) / "solutions" / "02_toy.py"
    theirs = [
        (cell.cell_type == "markdown", cell.source, sorted({*cell.metadata} - LAYOUT))
        for cell in jupytext.read(place, fmt="py:percent").cells
    ]
    lesson = read_lesson(place)
    claims = tuple(claim for cell in lesson.cells for claim in cell.claims)
    every = sorted(lesson.cells + lesson.pictures + claims, key=lambda cell: cell.part.line)
    ours = [(cell.part.markdown, cell.part.source, sorted(cell.part.marks)) for cell in every]
    assert ours == theirs


def test_a_cells_name_follows_from_what_it_says(tmp_path: Path) -> None:
    """Cells keep their names when others change, graded ones always, and no two share one."""
    path = toy_course(tmp_path, LESSON + "\n# %%\nthree\n\n# %%\nthree\n") / "solutions/02_toy.py"
    before = source_notebook(read_lesson(path))
    names = [cell.id for cell in before.cells]
    assert len(set(names)) == len(names)
    assert names[2:4] == ["double", "check_double"]
    change(tmp_path, "secret_sum = number + number", "secret_sum = 2 * number")
    change(tmp_path, "three = 3", "three = 4")
    after = [cell.id for cell in source_notebook(read_lesson(path)).cells]
    assert [one == other for one, other in zip(names, after, strict=True)] == [
        number != 1 for number in range(len(names))
    ]
    assert notebook_bytes(before) == notebook_bytes(before)
    assert notebook_bytes(before).endswith(b"}\n")
