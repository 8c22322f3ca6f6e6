"""A week in one zip: short editions that hold together, minutes, and grading from the zip alone."""

import ast
import itertools
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from toy_course import ROOT

from autograder_tests.demo_class import FORMS, NAMES
from course_tools.cli import _week, main
from course_tools.grader.judge.slicing import names_in
from course_tools.notebooks import read_notebook
from course_tools.settings import chosen_seed
from course_tools.studio.build import lessons, short
from course_tools.studio.build.building import places
from course_tools.studio.build.edition import contents
from course_tools.studio.build.lesson import SHOWN
from course_tools.studio.build.notebooks import source_notebook
from course_tools.studio.build.running import run_solutions, run_untouched
from course_tools.studio.build.translating import lesson_rows
from course_tools.studio.lectures import demo_named

EVERY = {one.name[:2]: one for one in lessons(ROOT)}
CUT = [number for number, one in EVERY.items() if any(cell.further for cell in one.cells)]
SEED = "7c1e"
SITTING = re.compile(r"(first|second|third|fourth|fifth) sitting", re.IGNORECASE)


def core(number):
    """The short edition of this lesson as a lesson of its own."""
    whole = EVERY[number]
    cells = tuple(one for one in whole.cells if not one.further)
    shown = {name for one in cells for name in SHOWN.findall(one.part.source)}
    drawn = tuple(one for one in whole.pictures if one.picture in shown)
    return replace(whole, cells=cells, pictures=drawn)


def handed_out(number):
    """The whole notebook as students get it."""
    return read_notebook(places(EVERY[number].name, ROOT)[1])


def shared(lesson):
    """The names that a further part gives, changes or may change, and a later core cell uses.

    Where there are none, each cell of the short edition meets what it meets in the whole lesson.
    """
    data, defined, touched, found, behind = set(), set(), set(), set(), {}
    for cell in lesson.cells:
        text = "\n".join(one.part.source for one in (cell, *cell.claims) if not one.part.markdown)
        names = names_in(text)
        if cell.further:
            used = names.uses.union(*(behind.get(name, ()) for name in names.uses))
            touched |= names.binds | used & data
            continue
        behind |= dict.fromkeys(names.binds, names.uses)
        found |= names.uses & touched - (names.binds - defined)
        touched -= names.binds
        defined |= names.binds
        nodes = [node for part in ast.parse(text).body for node in ast.walk(part)]
        data |= {node.id for node in nodes if isinstance(node, ast.Name)} & names.binds
    return found


@pytest.mark.parametrize(
    ("number", "whole"),
    [
        (next(one for one in CUT if shared(EVERY[one])), False),
        *(pytest.param(one, True, marks=pytest.mark.slow) for one in CUT),
    ],
)
def test_a_short_edition_runs_solved_and_untouched(number, whole):
    """No cell uses what a further part has defined; solutions earn all, no answer earns none.

    Where nothing is shared, the build has run the very same, so that it is left to `make night`;
    and so are all but one of the others, and the untouched edition.
    """
    lesson = core(number)
    source = source_notebook(lesson)
    assert run_solutions(lesson, source, ROOT).notes == []
    if whole:
        student = short.shortened(EVERY[number], handed_out(number))
        run_untouched(lesson, source, student, ROOT)


@pytest.mark.parametrize("number", CUT)
def test_a_short_edition_speaks_of_nothing_that_it_lacks(number):
    """Its exercises count from 1, and no sitting or exercise is named that is not there."""
    made = short.shortened(EVERY[number], handed_out(number))
    prose = [cell.source for cell in made.cells if cell.cell_type == "markdown"]
    headings = [line for text in prose for line in text.splitlines() if line.startswith("#")]
    numbers = [int(n) for line in headings for n in re.findall(r"^## \w+ (\d+):", line)]
    assert numbers == list(range(1, len(numbers) + 1)) != []
    there = {found.lower() for line in headings for found in SITTING.findall(line)}
    named = {found.lower() for text in prose for found in SITTING.findall(text)}
    assert named <= there
    inside = [line for text in prose for line in text.splitlines() if not line.startswith("#")]
    assert not [line for line in inside if re.search(r"\bexercises? (\d|two|three)", line)]
    checks = [cell.source for cell in made.cells if cell.source.startswith("check(")]
    assert len(checks) == len(numbers)


@pytest.mark.parametrize("number", EVERY)
def test_a_lesson_is_short(number):
    """What is counted: words of prose, with headings and tables, parted by blanks; and all cells.

    The texts of guesses don't count, nor do code, and claims, which no notebook has. Of three long
    lessons only the core is so short.
    """
    cells = (core(number) if number in {"07", "09", "10"} else EVERY[number]).cells
    assert sum(len(one.part.source.split()) for one in cells if one.part.markdown) <= 3_000
    assert len(cells) <= 90


@pytest.mark.parametrize("number", EVERY)
def test_a_sitting_can_be_taken_on_another_day(number):
    """It uses what the first cell and it itself make, and the functions that `back_in` brings."""
    cells = [one for one in EVERY[number].cells if not (one.part.markdown or one.check)]
    named = [(one, names_in(one.part.source)) for one in cells if not one.predict]
    [first] = (names.binds for one, names in named if one.first)
    brought = {name for one, names in named if one.exercise for name in names.binds}
    made, before = first, set()
    for cell, names in named:
        if "back_in(" in cell.part.source:
            made = first | brought
        missing = (names.uses & before) - made - names.binds
        assert not missing, cell.part.source
        made, before = made | names.binds, before | names.binds


@pytest.mark.parametrize("number", EVERY)
def test_no_sitting_takes_longer_than_45_minutes(number):
    """At the quick pace: 180 words or 2.5 cells a minute, and exercises as their files say."""
    lesson, sittings = EVERY[number], [0.0]
    of_work = short.of_exercises(lesson, ROOT)
    for section in short.sections(lesson, short=False):
        if SITTING.match(section.title) or section.title == "Further on":
            sittings.append(0)
        sittings[-1] += section.minutes(of_work).quick
    assert max(sittings) <= 45


def test_each_page_for_a_lecture_is_a_demonstration_that_there_is():
    """A week is refused where its lesson's page can't be made, so its name has to be known."""
    for number, name in _week.DEMOS.items():
        assert number in EVERY
        assert demo_named(name).line


def test_as_little_as_possible_is_left_out():
    """Of all ways to shorten that fit in, slowly worked, it is the longest one."""
    pair = [EVERY["02"], EVERY["03"]]
    slow = {
        (one.name, cut): short.minutes(one, ROOT, short=cut).slow
        for one in pair
        for cut in (False, True)
    }
    totals = {
        (first, second): slow[pair[0].name, first] + slow[pair[1].name, second]
        for first, second in itertools.product((False, True), repeat=2)
    }
    assert totals[True, True] <= 180 < min(n for way, n in totals.items() if way != (True, True))
    for most in (180, 200, 240, 250, 300, 400):
        way = tuple(short.fitting(pair, most, ROOT).values())
        assert totals[way] <= most
        assert not [one for one, n in totals.items() if totals[way] < n <= most]
    with pytest.raises(ValueError, match="takes up to"):
        short.fitting(pair, 60, ROOT)


def test_the_guide_says_the_minutes_that_are_counted():
    """Of the two lessons of its example, short and whole."""
    guide = (ROOT / "course_tools/studio/site/pages/week.md").read_text("utf-8")
    both = [
        short.total([short.minutes(EVERY[one], ROOT, short=cut) for one in ("02", "03")])
        for cut in (True, False)
    ]
    assert "lessons 02 and 03 take {} minutes when cut, and {} when whole".format(*both) in guide
    assert f"Lessons {CUT[0]} to {CUT[-1]} have a core" in guide
    shown = re.search(r"lessons 02 to 05, (\d\d), (\d\d) and (\d\d) have one", guide)
    assert [*_week.DEMOS] == ["02", "03", "04", "05", *shown.groups()]
    assert [f"{number:02}" for number in range(int(CUT[0]), int(CUT[-1]) + 1)] == CUT


def test_the_readme_says_the_minutes_that_a_plan_says():
    """To the nearest five; in lesson 11 half an hour of one's own measuring comes on top."""
    for name, said, *_ in lesson_rows(ROOT):
        counted = short.minutes(EVERY[name[:2]], ROOT, short=False)
        more = 30 if name.startswith("11") else 0
        assert said == "-".join(f"{5 * round((one + more) / 5)}" for one in counted), name


def test_minutes_are_those_of_words_cells_and_exercises():
    """Counted again from the notebook itself: all prose, all cells that are run."""
    lesson = EVERY["03"]
    quick, slow = short.minutes(lesson, ROOT, short=False)
    source = source_notebook(lesson)
    words = sum(len(c.source.split()) for c in source.cells if c.cell_type == "markdown")
    words += sum(len(c.part.source.split()) for c in lesson.cells if c.predict)
    asked = len(lesson.checks)
    cells = sum(c.cell_type == "code" for c in source.cells) - 2 * asked
    of_work = short.of_exercises(lesson, ROOT).values()
    assert quick == pytest.approx(words / 180 + cells * 0.4 + sum(one.quick for one in of_work))
    assert slow == pytest.approx(words / 90 + cells * 0.8 + sum(one.slow for one in of_work))


def test_students_of_a_week_get_its_lessons_alone():
    """Neither notebook nor data of another lesson; the short edition in both languages."""
    packed = contents(ROOT, {"02_minimax": True, "03_alpha_beta": False})
    notebooks = sorted(name for name in packed if name.endswith(".ipynb"))
    assert notebooks == sorted(
        f"notebooks/{language}{name}/{name}.ipynb"
        for language in ("", "de/")
        for name in ("02_minimax", "03_alpha_beta")
    )
    assert not [
        n for n in packed if "lesson_" in n and n.partition("lesson_")[2][:2] not in ("02", "03")
    ]
    for language in ("", "de/"):
        made = nbformat.reads(
            packed[f"notebooks/{language}02_minimax/02_minimax.ipynb"].decode(), as_version=4
        )
        assert len(made.cells) == len(core("02").cells)
    assert b"00_start_here" not in packed["README.md"]


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    """What makes a week for a platform, each once, and unpacks it.

    All have one grader, of which one copy is unpacked, and questions are drawn for the first alone:
    `test_exam.py` has their other forms.
    """
    made, place, right = {}, tmp_path_factory.mktemp("weeks"), _week._course

    def no_questions(command, *words):
        if command != "exam":
            return right(command, *words)
        name = Path(words[0])
        for file in (name, name.with_name(f"{name.stem}-key{name.suffix}")):
            file.touch()
        return None

    def of(platform, *numbers, most=None):
        if (platform, numbers) not in made:
            folder = place / f"{platform} {len(made)}"
            folder.mkdir()
            cut = short.fitting([EVERY[one] for one in numbers], most, ROOT)
            with pytest.MonkeyPatch.context() as patch:
                if made:
                    patch.setattr(_week, "_course", no_questions)
                seed = SEED if platform == "gradescope" else ""
                _week.write_week(folder / "a week.zip", ROOT, cut, platform, seed)
            with zipfile.ZipFile(folder / "a week.zip") as archive:
                archive.extractall(folder)
            made[platform, numbers] = folder / "a week"
            [wheel] = (folder / "a week").glob("*.whl")
            [first] = next(iter(made.values())).glob("*.whl")
            if wheel == first:
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(place / "wheel")
            assert wheel.read_bytes() == first.read_bytes()
        return made[platform, numbers]

    return of


def course(folder, *words):
    """What `course` of the unpacked wheel prints in this folder, and its exit code."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "course_tools.cli", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder.parents[1] / "wheel")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout or done.stderr


def commands(folder):
    """The commands in the README that grade the made-up class, without their first word."""
    text = (folder / "README.md").read_text("utf-8")
    found = re.findall(r"^\.venv/bin/course (grade inbound/.*)$", text, re.MULTILINE)
    assert found
    return [line.split() for line in found]


@pytest.mark.parametrize("platform", FORMS)
def test_the_made_up_class_comes_as_from_each_platform(week, platform):
    """With the zip alone, each of its students but one has handed in, known by the class list."""
    folder = week(platform, "03")
    [words] = commands(folder)
    code, said = course(folder, *words, "--dry-run")
    last = said.strip().splitlines()[-1]
    assert last == "28 to grade, 1 unreadable, 1 without a notebook, 0 unchanged.", said
    assert code == 1
    assert (folder / "course.toml").is_file() == (platform == "gradescope")
    assert (folder / "autograder-03.zip").is_file() == (platform == "gradescope")
    if platform == "gradescope":  # packed again for a class that has begun
        assert chosen_seed(folder) == SEED
        with zipfile.ZipFile(folder / "autograder-03.zip") as archive:
            assert archive.read("seed").decode() == SEED
    assert len(list((folder / "library").glob("*.whl"))) == (platform == "nbgrader")
    readme = (folder / "README.md").read_text("utf-8")
    assert {*re.findall(r"\b\d\d_[a-z]+_[a-z]+", readme)} == {"03_alpha_beta"}
    named = re.findall(r"\]\(([^)]+)\)", readme)
    assert [name for name in named if not (folder / name).is_file()] == []


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_a_week_is_graded_from_its_zip_alone(week):
    """Thirty made-up students in two lessons; solved notebooks get all points."""
    folder = week("moodle", "02", "03", most=180)
    readme = (folder / "README.md").read_text("utf-8").partition("Then download")[0]
    typed = re.findall(r"^(?:python3|\.venv/bin/\S+) .*", readme, re.MULTILINE)
    assert len(["unzip", *typed]) == 6
    for words in commands(folder):
        code, said = course(folder, *words)
        assert code == 1, said
        assert "29 graded" in said
    pages = list((folder / "grading" / "feedback").glob("*.html"))
    assert len(pages) == len(NAMES) == 30
    code, said = course(folder, "defend", "--lesson", "03")
    assert (folder / "grading" / "defend" / "03_alpha_beta" / "pages.html").is_file(), said
    solved = folder.parent / "solved" / "ada"
    solved.mkdir(parents=True)
    for path in (folder / "solutions").glob("*/*.ipynb"):
        (solved / path.name).write_bytes(path.read_bytes())
    code, said = course(folder, "grade", str(solved.parent))
    assert re.findall(r"^ada .*?([\d.]+) of ([\d.]+)", said, re.MULTILINE) == [
        ("6", "6"),
        ("11", "11"),
    ]


def packed_in(folder, **cut):
    """A week of these lessons with its questions and its README, and nothing else."""
    made = _week._Week(ROOT, folder, {EVERY[number].name: short for number, short in cut.items()})
    (folder / "grader.whl").touch()
    _week._questions(made, ".gift")
    _week._readme(made, "folder", ["made_up.zip"])
    return (folder / "README.md").read_text("utf-8")


def test_a_quiz_asks_about_what_is_there(tmp_path):
    """Of a lesson without problems to draw its own guesses, none of a part that is left out."""
    readme = packed_in(tmp_path, **{"02": False, "07": True})
    own = [cell.predict for cell in core("07").cells if cell.predict]
    bank = (tmp_path / "quiz-guesses.gift").read_text("utf-8")
    assert re.findall(r"^::07 (\w+)::", bank, re.MULTILINE) == own
    assert 0 < len(own) < len([cell for cell in EVERY["07"].cells if cell.predict])
    assert "MAX moves at the root" in (tmp_path / "quiz.gift").read_text("utf-8")
    named = re.findall(r"\]\((quiz|sheet)([\w.-]+)\)", readme)
    assert {"".join(one) for one in named} == {
        *("quiz.gift", "sheet.html", "sheet-key.html"),
        *("quiz-guesses.gift", "sheet-guesses.html", "sheet-guesses-key.html"),
    }


@pytest.mark.parametrize("number", ["00", "06", "11"])
def test_a_weeks_readme_names_what_asks_about_own_code(number, tmp_path, monkeypatch):
    """Every lesson has a function of which `course defend` asks; and its minutes were counted."""
    monkeypatch.setattr(_week, "_questions", lambda *_: None)
    readme = packed_in(tmp_path, **{number: False})
    assert f"course defend --lesson {number}" in readme
    minutes = short.minutes(EVERY[number], ROOT, short=False)
    assert f"{minutes} minutes, which were counted" in readme


def test_the_wheel_knows_usual_answers_and_needs_no_studio(week):
    """It grades, and knows what many people write; it builds nothing."""
    wheel = week("moodle", "03").parents[1] / "wheel"
    names = [path.relative_to(wheel).as_posix() for path in wheel.rglob("*.py")]
    assert "course_tools/grader/judge/grading.py" in names
    assert "autograder_tests/02_minimax/minimax_value_answers.py" in names
    assert not [n for n in names if "studio" in n or "arena" in n]


def test_a_week_of_unknown_lessons_or_of_no_time_is_refused(tmp_path, capsys):
    """One sentence, and no zip."""
    out = tmp_path / "out.zip"
    for words, why in (
        (("77",), "there is no lesson 77"),
        (("03", "--hours", "0"), "--hours 0: it must be more than 0"),
        (("03", "--hours", "0.5"), "the least of 03 takes up to"),
    ):
        assert main(["author", "week", *words, "--out", str(out)]) == 2
        assert why in capsys.readouterr().err
    assert not out.exists()
