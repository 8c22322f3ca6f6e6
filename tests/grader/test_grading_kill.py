"""Whatever ends the grader or dates its files, no grade is lost, half or other."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
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


def killed_after(root: Path, seconds: float) -> int:
    """How `course grade` has ended, which is killed with all its processes after so long."""
    with subprocess.Popen(
        grade_words(root, "--workers", "1", "--nbgrader"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode


@pytest.mark.slow
@pytest.mark.timeout(7_200)
def test_killed_at_any_moment_it_goes_on_to_the_same_grades(undisturbed, fresh, tmp_path):
    """Fifty kills, some in a row: nothing is lost, and what was kept stays.

    Every other kill comes between two writes or before an order to the gradebook, the others
    whenever they come.
    """
    moments, whole = undisturbed
    dice, right, took, killed = random.Random(1), outcome(whole), 4.0, 0
    results = {one.student: one for one in right["results"]}
    root, kept, told, ends = tmp_path / "none", set[str](), 0, 0
    while killed < 50:
        if not root.exists():
            root, kept = Path(shutil.copytree(fresh, tmp_path / f"course-{killed}")), set()
        if killed % 2:
            code = grader(root, dice.randint(1, moments // 2)).returncode
        else:
            code = killed_after(root, dice.uniform(0.2, 0.8) * took)
        assert code in (-signal.SIGKILL, 0)
        killed += code != 0
        texts = [path.read_text("utf-8") for path in (root / "grading").glob("results/*/*.json")]
        there = [timeless(from_text(text)) for text in texts]  # each is whole
        assert there == [results[one.student] for one in there]
        assert kept <= {one.student for one in there}
        kept, told = {one.student for one in there}, told + len(there)
        if code == 0 or killed == 50 or dice.random() < 0.3:
            began = time.monotonic()
            done = grader(root)
            took = max(took, time.monotonic() - began)
            assert done.returncode == 0, done.stderr
            assert outcome(root) == right
            shutil.rmtree(root)
            ends += 1
    print(f"{killed} kills of a grader: {told} results there, {ends} runs to the end, 0 lost")


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
