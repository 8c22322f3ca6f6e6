"""The build runs what has changed, writes the same bytes each time, and refuses what is wrong."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from console import quick_module, ran
from toy_course import LESSON, ROOT, change, toy_course

from course_tools.cli import main
from course_tools.studio.build import (
    LessonFault,
    begin,
    build,
    differences,
    drafts,
    lessons,
    strangers,
)
from course_tools.studio.build.building import places


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A toy course that has been built once; copied by whoever changes something."""
    root = toy_course(tmp_path_factory.mktemp("built"))
    [lesson] = lessons(root)
    result = build(lesson, root)
    assert (result.name, result.word, result.notes) == ("02_toy", "built", [])
    return root


@pytest.fixture
def course(built: Path, tmp_path: Path) -> Path:
    """A copy of the built course, to be changed."""
    return Path(shutil.copytree(built, tmp_path / "course"))


def files(root: Path) -> dict[str, bytes]:
    """The notebooks of this course by name, as they lie on the disk."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.ipynb")}


def rebuilt(root: Path, **options) -> str:
    """The word for what the build did to the only lesson."""
    [lesson] = lessons(root)
    return build(lesson, root, **options).word


def wrong(root: Path) -> list[str]:
    """What `--check` says of the only lesson."""
    [lesson] = lessons(root)
    return list(differences(lesson, root))


def test_both_editions_hold_what_they_should(built: Path) -> None:
    """The source notebook has solutions, hidden parts and outputs; the students' has none."""
    source, student = (nbformat.read(path, as_version=4) for path in places("02_toy", built))
    nbformat.validate(source)
    nbformat.validate(student)
    assert "secret_sum" in source.cells[2].source
    hidden = '### BEGIN HIDDEN TESTS\ngrade("double", points=3)\n### END HIDDEN TESTS'
    assert source.cells[3].source.endswith(hidden)
    assert source.cells[3].outputs[-1].data["text/plain"] == "3"
    assert [cell.execution_count for cell in source.cells[1:]] == list(range(1, 7))
    stub = '    raise NotImplementedError("Write your code in this place.")'
    assert student.cells[2].source.endswith(f"\n    # YOUR CODE HERE\n{stub}")
    assert student.cells[3].source.startswith('check("double")  # after a restart: ')
    assert student.cells[3].metadata.nbgrader.points == 3
    assert student.cells[5].source.startswith("# For practice.\n")
    code = [cell for cell in student.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_what_has_not_changed_is_not_run_and_keeps_its_outputs(course: Path) -> None:
    """An output that somebody planted stays, as long as the source says the same."""
    source = places("02_toy", course)[0]
    planted = source.read_text(encoding="utf-8").replace("the end\\n", "planted\\n")
    source.write_text(planted, encoding="utf-8", newline="\n")
    assert rebuilt(course) == "unchanged"
    assert source.read_text(encoding="utf-8") == planted
    assert wrong(course) == []


def test_answers_in_a_notebook_that_is_built_again_are_kept(course: Path) -> None:
    """Each time under another name."""
    student = places("02_toy", course)[1]
    stub, answer = 'raise NotImplementedError(\\"', 'return (\\"'
    answered = student.read_text(encoding="utf-8").replace(stub, answer)
    [lesson] = lessons(course)
    for name in ("02_toy.ipynb", "02_toy-1.ipynb"):
        student.write_text(answered, encoding="utf-8", newline="\n")
        [note] = build(lesson, course).notes
        assert note.endswith(f"kept in dist/answers/{name}.")
        assert (course / "dist" / "answers" / name).read_text(encoding="utf-8") == answered
        assert wrong(course) == []
    assert build(lesson, course).notes == []


def test_running_again_gives_the_same_bytes(course: Path) -> None:
    """Same input, same bytes, though a kernel has run in between."""
    before = files(course)
    assert len(before) == 2
    assert rebuilt(course, again=True) == "built"
    assert files(course) == before


SHOWN = '"outputs": [{"output_type": "stream", "name": "stdout", "text": ""}]'


@pytest.mark.parametrize(
    ("edition", "old", "new"),
    [
        (0, "secret_sum", "other_sum"),
        (0, '"points": 3', '"points": 4'),
        (0, "points=3)", "points=30)"),
        (1, "What is twice", "What was twice"),
        (1, '"locked": true', '"locked": false'),
        (1, '"outputs": []', SHOWN),
        (1, '"checksum": "', '"checksum": "0'),
    ],
)
def test_check_sees_what_was_edited_by_hand(course: Path, edition: int, old: str, new: str) -> None:
    """Another word, another number of points, an output for students: each is named."""
    path = places("02_toy", course)[edition]
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    [sentence] = wrong(course)
    assert sentence.startswith(path.relative_to(course).as_posix())


def test_check_sees_what_is_missing_and_what_does_not_belong(course: Path, capsys) -> None:
    """A file beside a notebook is named, and does no harm; JupyterLab's copies are not."""
    places("02_toy", course)[1].unlink()
    assert wrong(course) == ["notebooks/02_toy/02_toy.ipynb is missing, or is not a notebook"]
    places("02_toy", course)[0].write_text("{}", encoding="utf-8")
    assert len(wrong(course)) == 2
    assert list(strangers(course, lessons(course))) == []
    for name in ("solutions/02_toy/notes.txt", "notebooks/Untitled.ipynb"):
        (course / name).write_text("the answers", encoding="utf-8")
        assert f"{name} belongs to no lesson; " in "".join(strangers(course, lessons(course)))
    left = course / "notebooks" / "02_toy" / ".ipynb_checkpoints" / "02_toy-checkpoint.ipynb"
    left.parent.mkdir()
    left.write_text("{}", encoding="utf-8")
    assert len(list(strangers(course, lessons(course)))) == 2
    assert main(["build", "--root", str(course)]) == 0
    assert "Note: notebooks/Untitled.ipynb" in capsys.readouterr().err


BEGUN = "# %%\nfrom course_lib.checks import check\n\n"
ALONE = BEGUN + '# %% exercise="kind"\n{}\n\n# %% check="kind" points=1\n'
GIVEN = "def kind():\n    ### BEGIN SOLUTION\n    return 'solved'\n    ### END SOLUTION"

# The source of a lesson, the line that is to be named, and words of the complaint.
REFUSED = {
    "a solution that fails its check": (
        LESSON.replace("number + number", "number + 1"),
        *(21, "'double' earns 0 of 3 points from its own check, which says: checked double"),
    ),
    "a practice's solution that fails its check": (
        LESSON.replace("% 2 == 0", "% 2 == 1"),
        *(31, "'is_even' earns 0 of 1 points from its own check, which says: is_even is wrong"),
    ),
    "a stub that passes": (ALONE.format(GIVEN), 10, "'kind' gives 1 points"),
    "a check that nobody has written": (
        ALONE.format(GIVEN).replace('"kind"', '"unheard"'),
        *(10, "gave no number of points; is there a check of that name in autograder_tests?"),
    ),
    "a cell that fails": ("# %%\na = 1\n\n1 / 0\n", 4, "ZeroDivisionError: division by zero"),
    "a cell that cannot do without the solution": (
        ALONE.format(GIVEN) + "\n# %%\nsay = 'it is'\nprint(say, kind())\n",
        *(14, "with its exercises untouched, this cell fails: NotImplementedError: Write"),
    ),
    "a solution outside a function": (
        ALONE.format("### BEGIN SOLUTION\nkind = 1\n### END SOLUTION\n"),
        *(4, "with its exercises untouched, this cell fails: NotImplementedError"),
    ),
    "a claim that does not hold": (
        '# %%\na = 1\n\n# %% claim="two"\nassert a == 1\nassert a == 2\n',
        *(6, "run with the solutions in place, this cell fails: AssertionError"),
    ),
    "a place in memory": ("# %%\nobject()\n", 1, "which is different in every run"),
    "a solution that the lesson shows": (
        ALONE.format(GIVEN) + "\n# %% [markdown]\n# Now `return 'solved'` will do.\n",
        *(7, "can be read in the student notebook, in the cell of line 12"),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_lesson_that_does_not_work_is_refused(tmp_path: Path, what: str) -> None:
    """The complaint names file and line, and nothing has been written."""
    text, line, words = REFUSED[what]
    root = toy_course(tmp_path, text)
    [lesson] = lessons(root)
    with pytest.raises(LessonFault) as caught:
        build(lesson, root)
    assert str(caught.value).startswith(f"solutions/02_toy.py:{line}: ")
    assert words in str(caught.value)
    assert files(root) == {}


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., str]:
    """What the command of a copied course says, which has begun one lesson of two exercises."""
    for room in ("autograder_tests", "course_lib", "course_tools"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)

    def course(*words: str) -> str:
        command = quick_module("course_tools.cli", *words)
        done = ran(*command, cwd=tmp_path)
        return done.stdout + done.stderr

    (tmp_path / "solutions").mkdir()
    assert "solutions/09_topic.py" in course("build", "new", "09_topic", "first", "second")
    return course


@pytest.mark.slow
def test_a_new_lesson_can_be_built_at_once(copied) -> None:
    """From `course build new` to points; its author hears how many answers it lacks."""
    assert copied("build") == "09_topic: built\n"
    report = copied("author", "answers", "--report", "first", "--form", "notebook")
    assert "0 were not judged as they should be" in report
    for lacking in ("8 wrong", "3 right"):
        assert f"first should have at least {lacking} answers, not 2." in report


PLANTED = {  # in files of a new lesson: what is changed, and where and how that is told
    "first.py": ("return groups_of((1, *drawn)", "return groups((1, *drawn)"),
    "first_answers.py": ("# %% right: a sum", "# %% rightish: a sum"),
    "second.py": ("HINTS", "HELP"),
    "second_answers.py": ("return number + number", "return number +"),
}
TOLD = """\
solutions/09_topic.py:23: points=many should be a number from 0 on, such as points=3.
autograder_tests/09_topic/first_answers.py:10: '# %% rightish: a sum' should begin with
autograder_tests/09_topic/first.py:20: NameError: name 'groups' is not defined
autograder_tests/09_topic/second_answers.py:12: invalid syntax
autograder_tests/09_topic/second.py:1: AttributeError: this file has no HINTS.
"""


def test_all_that_is_wrong_in_all_files_of_a_lesson_is_named_at_once(copied, tmp_path) -> None:
    """Nothing has to be mended before the next can be seen, and `--check` says the same."""
    folder = tmp_path / "autograder_tests" / "09_topic"
    for name, (old, new) in PLANTED.items():
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), "utf-8")
    change(tmp_path, "points=1", "points=many", "09_topic")
    told = copied("build", "09").splitlines()
    assert len(told) == 5
    for line, begins in zip(told, TOLD.splitlines(), strict=True):
        assert line.startswith(begins)
    assert copied("build", "--check").splitlines() == told
    report = copied("author", "answers", "--report", "first")
    assert told[1] in report
    assert told[2] in report
    (folder / "second.py").rename(folder / "secnod.py")
    assert "second.py is missing (did you mean secnod?)." in copied("build")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["new", "02_other"], "Lesson 02 is 02_toy; choose another number."),
        (["new", "03_other", "double"], "02_toy has an exercise 'double' already"),
        (["new", "03_other", "fresh", "fresh"], "03_other has an exercise 'fresh' already"),
        (["new", "03_other", "--check"], "--check does not go with new; leave it out"),
        (["rename", "double", "twice", "--again"], "--again does not go with rename"),
        (["new", "03_other", "class"], "A function can't be called 'class'"),
        (["rename", "double"], "Give the old name and the new one"),
        (["rename", "doubel", "twice"], "There is no exercise 'doubel' (did you mean double?)"),
        (["rename", "double", "double"], "02_toy has an exercise 'double' already"),
        (["--root", "course_lib"], "course_lib is not a course's folder"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_sentence(course, capsys, words, refusal) -> None:
    """A second lesson of a number, a name in use, a name that is none, a folder of no course."""
    before = sorted(course.rglob("*"))
    assert main(["build", "--root", str(course), *words]) == 2
    assert refusal in capsys.readouterr().err
    assert sorted(course.rglob("*")) == before


PLACES = {  # of an exercise `old`, and what of it has another name afterwards
    "solutions/09_topic.py": "NEW",
    "autograder_tests/09_topic/NEW.py": "NEW",
    "autograder_tests/09_topic/NEW_answers.py": "NEW",
    "tests/answers_from_the_texts/NEW.json": '{"source": "def NEW(x):\\nNEW(3)"}',
    "solutions/10_after.py": "OTHER",
    "tests/test_more.py": "OTHER",
}


@pytest.mark.parametrize("old", ["two_words", "word"])
def test_an_exercise_gets_another_name_by_one_command(tmp_path: Path, capsys, old: str) -> None:
    """Files and words; a word that means other things as well is left, and its file named."""
    for folder in ("solutions", "autograder_tests", "tests/answers_from_the_texts"):
        (tmp_path / folder).mkdir(parents=True)
    begin("09_topic", [old, "another"], tmp_path)
    begin("10_after", ["later"], tmp_path)
    with (tmp_path / "solutions" / "09_topic.py").open("a") as file:
        file.write(f"# %%\nprint(map({old}, [{old} for {old} in (1, {old}(2))]))\n")
    with (tmp_path / "solutions" / "10_after.py").open("a") as file:
        file.write(f'# %%\nlend("{old}")\nprint({old}.x)\n')
    (tmp_path / "tests" / "test_more.py").write_text(f'{old} = "{old}"\n')
    text = PLACES["tests/answers_from_the_texts/NEW.json"]
    (tmp_path / "tests/answers_from_the_texts" / f"{old}.json").write_text(text.replace("NEW", old))
    untouched = (tmp_path / "autograder_tests/09_topic/another.py").read_bytes()

    unclear = [] if "_" in old else ["solutions/10_after.py", "tests/test_more.py"]
    assert main(["build", "--root", str(tmp_path), "rename", old, "fresh"]) == bool(unclear)
    said = capsys.readouterr()
    assert said.err.splitlines() == [f"{one} may mean it, too: look there" for one in unclear]
    assert f"course build {'09' if unclear else '09 10'}\n" in said.out
    for place, named in PLACES.items():
        found = (tmp_path / place.replace("NEW", "fresh")).read_text()
        is_new = named != "OTHER" or not unclear
        assert re.search(r"(\b|\\n)fresh\b", found) if is_new else "fresh" not in found
        left = re.search(rf"(\b|\\n){old}\b", found.partition("print(map")[0])
        assert not (is_new and left)
    assert (tmp_path / "autograder_tests/09_topic/another.py").read_bytes() == untouched
    own = "fresh" if "_" in old else old
    last = (tmp_path / "solutions" / "09_topic.py").read_text().splitlines()[-1]
    assert last == f"print(map(fresh, [{own} for {own} in (1, fresh(2))]))"
    assert [one.faults for one in drafts(tmp_path)] == [(), ()]


def test_the_command_says_one_line_for_each_lesson(course: Path, capsys) -> None:
    """Built, unchanged and checked; a fault goes where errors go, and the exit code is 1.

    `--check` names both notebooks that a changed source needs, and the build mends them.
    """
    command = ["build", "--root", str(course)]
    assert main(command) == 0
    assert main([*command, "--check", "02"]) == 0
    assert capsys.readouterr().out.splitlines() == ["02_toy: unchanged", "02_toy: checked"]
    change(course, "the end", "good-bye")
    change(course, "print(", "import warnings\nwarnings.warn('mind the gap')\nprint(")
    source, student = wrong(course)
    assert "the source of cell 7" in source
    assert student.startswith("notebooks/")
    assert main([*command, "--check"]) == 1
    assert "To fix it: course build 02" in capsys.readouterr().err
    assert main(command) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == ["02_toy: built"]
    assert wrong(course) == []
    assert "good-bye\\n" in places("02_toy", course)[0].read_text(encoding="utf-8")
    assert "solutions/02_toy.py:34: a warning is shown: " in said.err
    assert main([*command, "09"]) == 2
    assert "There is no lesson 09. The lessons here: 02_toy." in capsys.readouterr().err
    change(course, "points=3", "points=many")
    assert main(command) == 1
    assert "solutions/02_toy.py:21: points=many should be" in capsys.readouterr().err
