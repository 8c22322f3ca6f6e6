"""The checks say the same on every other Python from 3.12 up that is found beside this one.

Since 3.12 `sum` of floats is compensated, and fingerprints once differed because of that. The other
Python borrows the packages of this environment: the views work, and what is compiled for this
Python does not, such as numpy. So lessons that draw with it cannot run there, and the answers that
use it are left out. A Python is looked for on PATH and among those of pyenv.
"""

import os
import sys
import sysconfig
import tempfile

import pytest
from console import ran

from autograder_tests import exercises
from tests.on_another_python import ROOT, python_of

VERSIONS = ["3.12", "3.13", "3.14", "3.15"]
LESSONS = sorted({path.parent.name[:2] for path in exercises.files().values()})
WITHOUT_NUMPY = ["00", "01", "02"]


@pytest.mark.parametrize(
    "version", [VERSIONS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in VERSIONS[1:])]
)
def test_a_newer_python_says_the_same(version):
    """It makes the same data of the last lesson, judges and names mistakes, and runs the first.

    The last lesson's fingerprints, scores and other fractions, once differed. Every solution of
    lesson 02 is correct, and two wrong answers to each are named.
    """
    judged = exercises_of("02")
    lines = lines_of(version, "data:08", "judge:" + ",".join(judged), "run:00")
    expected = [f"08 {name} same" for name in exercises_of("08")]
    for name in judged:
        expected += [f"{name} correct", *[f"{name} named"] * 2]
    assert lines[: len(expected)] == expected
    assert lines[-1] == "00 ran"


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_newer_python_makes_the_same_data_of_all_lessons(version):
    """Cases, expected values and fingerprints of every exercise."""
    expected = [f"{lesson} {name} same" for lesson in LESSONS for name in exercises_of(lesson)]
    assert lines_of(version, "data:" + ",".join(LESSONS)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_newer_python_runs_every_lesson_that_can_do_without_numpy(version):
    """With trees, windows and long searches."""
    lines = lines_of(version, "run:" + ",".join(WITHOUT_NUMPY))
    assert [line for line in lines if line.endswith(" ran")] == [f"{n} ran" for n in WITHOUT_NUMPY]


def exercises_of(lesson):
    """The names of this lesson's exercises."""
    return [name for name, path in exercises.files().items() if path.parent.name[:2] == lesson]


def lines_of(version, *tasks):
    """The lines that this Python prints; a test is left out where there is none."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        pytest.skip("it is for the Pythons beside the one that runs the tests")
    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} was found beside this one")
    script = str(ROOT / "tests" / "on_another_python.py")
    plain = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    with tempfile.TemporaryDirectory() as work:  # a player of lesson 00 leaves its score there
        done = ran(
            python,
            script,
            sysconfig.get_path("purelib"),
            *tasks,
            encoding="utf-8",
            cwd=ROOT,
            env=os.environ | plain | {"COURSE_WORK": work},
        )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
