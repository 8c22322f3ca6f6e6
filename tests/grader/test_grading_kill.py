"""Whatever ends the grader, fills its disk or turns its clock, no grade is lost, half or other."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from console import ran
from grading_class import (
    LESSON,
    RIGHT,
    ROOT,
    WRONG,
    course_of,
    grade_words,
    handed_in,
    scores,
    table_of,
    timeless,
)
from ordinary_user import as_nobody

from course_tools.grader.classroom.records import Results, from_text
from course_tools.grader.classroom.run import Order, grade_class

pytestmark = [
    pytest.mark.xdist_group("killed grader"),
    pytest.mark.usefixtures("warm_graders"),
    pytest.mark.needs("bubblewrap or deno"),
]

CLASS = {"ada": RIGHT, "bob": WRONG, "cyd": RIGHT | {"winner": WRONG["winner"]}}
SCRIPT = Path(__file__).parents[1] / "killed_grader.py"


def grader(root: Path, moment: int = 0) -> subprocess.CompletedProcess[str]:
    """A grader that ends at this moment, or after its work."""
    words = [sys.executable, str(SCRIPT), str(root), str(moment)]
    return ran(*words)


def outcome(root: Path) -> dict[str, Any]:
    """Everything that somebody gets to see, without how long it took."""
    folder = root / "grading"
    shown = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for kind in ("submitted", "autograded", "feedback")
        for path in sorted((folder / kind).rglob("*.*"))
        if path.is_file()
    }
    return {
        "table": table_of(root),
        "scores": scores(root),
        "results": [timeless(one) for one in Results(folder / "results").all(LESSON)],
        "shown": shown,
        "unfinished": list(folder.rglob("*.unfinished")),
    }


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose class has handed in, and nothing is graded yet."""
    return course_of(tmp_path_factory.mktemp("course"), CLASS)


@pytest.fixture(scope="module")
def undisturbed(fresh: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    """How many moments there are, and the course after a run that nothing has disturbed."""
    root = Path(shutil.copytree(fresh, tmp_path_factory.mktemp("undisturbed") / "course"))
    done = grader(root)
    assert done.returncode == 0, done.stderr
    assert set(outcome(root)["scores"]) == set(CLASS)
    return int(done.stdout), root


@pytest.fixture
def root(fresh: Path, tmp_path: Path) -> Path:
    """A copy of the course of which nothing is graded."""
    return Path(shutil.copytree(fresh, tmp_path / "course"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_killed_at_any_moment_it_goes_on_to_the_same_grades(undisturbed, root, seed):
    """Between two writes, before a transaction, and once more while it goes on: nothing is lost."""
    moments, whole = undisturbed
    dice = random.Random(seed)
    kept: set[str] = set()
    for moment in (dice.randint(1, moments), dice.randint(1, moments)):
        killed = grader(root, moment)
        assert killed.returncode in (-signal.SIGKILL, 0), killed.stderr
        texts = [path.read_text("utf-8") for path in (root / "grading").rglob("results/*/*.json")]
        students = {from_text(text).student for text in texts}  # each is whole
        assert kept <= students
        kept = students
    done = grader(root)
    assert done.returncode == 0, done.stderr
    assert outcome(root) == outcome(whole)


JUMPS = """\
import random
import time

_real, _dice = time.time, random.Random(5)
time.time = lambda: _real() + _dice.choice((-9e8, -1e5, -7, 0, 3, 1e5, 9e8))
time.time_ns = lambda: int(time.time() * 1e9)
"""


@pytest.mark.slow
def test_a_clock_that_jumps_changes_nothing(undisturbed, root, tmp_path):
    """Each look at the clock gives another year, in the grader and in its workers.

    No system lets a test turn its clock, so that it is Python's own that lies here.
    """
    (tmp_path / "sitecustomize.py").write_text(JUMPS, "utf-8")
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    looks = "import time; print(len({round(time.time(), -4) for _ in range(99)}))"
    jumping = ran(sys.executable, "-c", looks, env=surroundings, check=True)
    assert int(jumping.stdout) > 3
    done = ran(*grade_words(root, "--workers", "1"), env=surroundings)
    assert done.returncode == 0, done.stderr
    assert outcome(root) == outcome(undisturbed[1])


@pytest.mark.slow
def test_files_from_the_future_and_the_past_are_no_reason_to_grade_or_not(undisturbed, tmp_path):
    """What was graded in 2040 stays graded; what was handed in anew in 1990 is graded again."""
    root = Path(shutil.copytree(undisturbed[1], tmp_path / "course"))
    for path in (root / "grading").rglob("*"):
        os.utime(path, (2_208_988_800, 2_208_988_800))
    handed_in(root, "bob", WRONG | {"player": RIGHT["player"]})
    os.utime(root / "class" / "bob" / f"{LESSON}.ipynb", (631_152_000, 631_152_000))
    finished = grade_class(Order(root, root / "class"))
    assert (finished.graded, finished.kept) == (1, 2)
    assert [change.student for change in finished.changes] == ["bob"]
    assert [path.name for path in sorted((root / "grading" / "backups").iterdir())]


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder that everybody may enter."""
    folder = Path(tempfile.mkdtemp(prefix="course-")).resolve()
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.needs("bubblewrap")
def test_a_folder_that_belongs_to_somebody_else_is_a_clear_sentence(fresh, elsewhere):
    """An ordinary user who may not write there is told so, before anything is graded."""
    root = Path(shutil.copytree(fresh, elsewhere / "course"))
    for folder in (root, *(path for path in root.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    (root / "grading").mkdir(exist_ok=True)
    words = grade_words(root, "--workers", "1")
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(elsewhere)}
    if getattr(os, "geteuid", lambda: 1)() == 0:
        words = as_nobody(words, ROOT)
    for folder, sentence in (
        (root / "grading", "this user may not write there"),
        (root, "can't be used: Permission denied"),
    ):
        before = folder.stat().st_mode
        folder.chmod(0o555 if folder != root else 0o000)
        done = ran(*words, env=surroundings)
        folder.chmod(before)
        assert done.returncode == 2, done.stdout + done.stderr
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
