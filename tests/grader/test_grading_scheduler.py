"""A cluster gives the grades of one machine, whatever happens to its workers."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from grading_class import LESSON, POINTS, RIGHT, ROOT, WRONG, handed_in, small_course, timeless

from course_tools import cluster as cluster_room
from course_tools.cluster import SchedulerError, of_this_worker, on_worker
from course_tools.grader.classroom.exports import Row
from course_tools.grader.classroom.run import Finished, Order, grade_class
from course_tools.grader.judge.result import Result, Submission, Times
from course_tools.grader.judge.tasks import graded_lesson
from course_tools.grader.judge.worker import (
    GRADES,
    Job,
    OtherCourse,
    Setting,
    all_graded,
    outcome_of,
)
from course_tools.workers import Processes

pytestmark = [pytest.mark.needs("bubblewrap or deno"), pytest.mark.usefixtures("warm_graders")]

SLOW = "import time\n\ntime.sleep(0.7)"
STUDENTS = 7


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """A course whose class has handed in; every notebook takes a while."""
    root = small_course(tmp_path_factory.mktemp("course"))
    for number in range(STUDENTS):
        answers = {name: (RIGHT, WRONG)[number >> at & 1][name] for at, name in enumerate(RIGHT)}
        handed_in(root, f"s{number}", answers, extra=SLOW)
    return root


class Cluster:
    """A scheduler of this machine, and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        """Start the scheduler."""
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
        self.scheduler = self._begun("dask_scheduler", *words)
        self.address = self._told(r"Scheduler at: +(tcp://\S+)")

    def begin_worker(self, *, course: Path = ROOT) -> None:
        """One worker more, which has this course."""
        words = (self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        folder = ("--local-directory", str(self.folder))
        self.workers.append(self._begun("dask_worker", *words, *folder, course=course))

    def kill_worker(self) -> None:
        """End the oldest worker, without a word to anybody."""
        worker = self.workers.pop(0)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def close(self) -> None:
        """End everything."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _begun(self, module: str, *words: str, course: Path = ROOT) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        with (self.folder / f"{module}.log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=course, env=os.environ | {"PYTHONPATH": str(course)}, stderr=log
            )

    def _told(self, pattern: str) -> str:
        """What the scheduler says of itself in its log."""
        while self.scheduler.poll() is None:
            if found := re.search(pattern, (self.folder / "dask_scheduler.log").read_text()):
                return found[1]
            time.sleep(0.1)
        raise RuntimeError((self.folder / "dask_scheduler.log").read_text())


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler that has no worker yet."""
    with closing(Cluster(tmp_path)) as made:
        yield made


def order(root: Path, address: str = "") -> Order:
    """The order to grade this class, shut in where that is possible here."""
    return Order(root, root / "class", workers=2, scheduler=address)


def results(finished: Finished) -> list[Result]:
    """What came of it, without the times that things took."""
    return [timeless(one) for one in finished.results]


@contextmanager
def without_grades(root: Path) -> Iterator[None]:
    """While this lasts, nothing in this course is graded yet."""
    kept = root / "kept"
    (root / "grading").rename(kept)
    yield
    for path in sorted((root / "grading").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (root / "grading").rmdir()
    kept.rename(root / "grading")


@pytest.mark.slow
def test_grades_are_those_of_one_machine_when_workers_die_and_join(root, cluster) -> None:
    """Two workers are killed at work, one more has joined: the same results, to the letter."""
    alone = grade_class(order(root))
    assert len({one.points for one in alone.results}) > 3
    came = []

    def tell(row: Row, done: int, total: int) -> None:
        came.append(row.result.student)
        if done == 1:
            cluster.kill_worker()
            cluster.begin_worker()
        if done == 4:
            cluster.kill_worker()

    with without_grades(root):
        cluster.begin_worker()
        cluster.begin_worker()
        together = grade_class(order(root, cluster.address), tell)
        assert results(together) == results(alone)
        assert sorted(came) == [f"s{number}" for number in range(STUDENTS)]
        assert together.graded == STUDENTS
        again = grade_class(order(root))
        assert (again.graded, again.kept) == (0, STUDENTS)


def graded_at(address: str, root: Path, *others: Submission):
    """What comes of one submission, and of these, on this cluster."""
    lessons = {LESSON: graded_lesson(LESSON, root)}
    return all_graded([submission(root), *others], lessons, Setting(), scheduler=address)


def refused(address: str, root: Path, words: str) -> None:
    """Fail unless grading there ends with these words."""
    with pytest.raises(SchedulerError, match=words):
        next(graded_at(address, root))


def submission(root: Path) -> Submission:
    """One of the submissions."""
    return Submission("s0", LESSON, root / "class" / "s0" / f"{LESSON}.ipynb")


def test_no_scheduler_is_a_clear_sentence(root, monkeypatch) -> None:
    """What was asked, and how one is started."""
    monkeypatch.setattr(cluster_room, "_CONNECT", 0.5)
    refused("tcp://127.0.0.1:1", root, r"No scheduler answers at tcp://127")


@pytest.mark.slow
def test_a_scheduler_that_ends_is_a_clear_sentence(root, cluster, monkeypatch) -> None:
    """What came until then is kept by whoever reads it; nobody waits for the rest."""
    monkeypatch.setattr(cluster_room, "_ANSWER", 0.5)
    cluster.begin_worker()
    others = [replace(submission(root), student=f"t{number}") for number in range(5)]
    work = graded_at(cluster.address, root, *others)
    assert next(work)[1].result.points == sum(POINTS.values())
    cluster.scheduler.kill()
    with pytest.raises(SchedulerError, match="has ended"):
        list(work)


@pytest.mark.slow
def test_no_worker_is_a_clear_sentence(root, cluster, monkeypatch) -> None:
    """The grader does not wait for ever, and says how one is started."""
    monkeypatch.setattr(cluster_room, "_ANSWER", 0.5)
    monkeypatch.setattr(cluster_room, "_WORKERS", 1.0)
    refused(cluster.address, root, "has had no worker for 1 seconds")


def test_without_dask_a_sentence_says_how_to_get_it(root, monkeypatch) -> None:
    """The course itself does not need it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused("tcp://127.0.0.1:1", root, "not installed here: pip install")


def job(root: Path, course: str) -> Job:
    """One submission as it is sent."""
    one = submission(root)
    released = graded_lesson(LESSON, root).raw
    setting = Setting(times=Times(submission=60))
    return Job(one, one.notebook.read_bytes(), released, setting, own="", course=course)


@pytest.fixture
def idle() -> Iterator[Processes]:
    """The processes of a cluster's worker, of which none is left over from before or from here."""
    of_this_worker.cache_clear()
    of_this_worker(GRADES).restart()
    yield of_this_worker(GRADES)
    of_this_worker(GRADES).restart()
    of_this_worker.cache_clear()


def test_a_process_with_a_course_of_yesterday_is_begun_again(root, idle, monkeypatch) -> None:
    """When the course has changed since it began, a new one is asked before anybody refuses."""
    asked = []
    monkeypatch.setattr(idle, "call", lambda task, _: asked.append(task) or outcome_of(task))
    ended = []
    monkeypatch.setattr(idle, "restart", lambda: ended.append(1))
    assert isinstance(on_worker(GRADES, job(root, "another")), OtherCourse)
    assert (len(asked), len(ended)) == (2, 1)
