"""The grader packed for other platforms: their forms, the same points, and hidden cases kept."""

import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from attacks import ALLOWED, EASY, HARD, in_a_cell
from grading_class import small_course
from toy_course import ROOT

from autograder_tests import bank
from autograder_tests.submissions import submission
from course_lib.checks.verdict import Verdict
from course_tools.cli import _week, main
from course_tools.grader.hand_in import grading, packing
from course_tools.grader.judge.grading import Graded
from course_tools.grader.judge.result import ExerciseGrade, Result
from course_tools.grader.sandbox import NoIsolation
from course_tools.grader.sandbox.another_user import AsAnotherUser

LESSON = "02_minimax"
SEED = "a seed for this class"
AS_ROOT = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0,
    reason="only root can imitate a container in which everything runs as root",
)

RIGHTS = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETUID", "SETGID")
"""Those that Docker leaves to root and that matter here: none makes namespaces."""

GIVEN = {
    "file": "/autograder/source/seed",
    "folder": "/autograder/source",
    "port": 1,
    "socket": "/autograder/socket",
    "process": 1,
    "sibling": 1,
}
TRIED = {name: code for name, code in (EASY | HARD).items() if name not in ALLOWED} | {
    "writes the results": "won = open('/autograder/results/results.json', 'w')",
    "has a socket of a file": "import socket; won = socket.socket(socket.AF_UNIX)",
    "has a socket": "import socket; won = socket.socket()",
    "has a socket of IPv6": "import socket; won = socket.socket(socket.AF_INET6)",
}
ATTACK = f"""{in_a_cell(TRIED, GIVEN)}
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(20)
        open(os.path.join("/tmp", "lived_on"), "w")
    os._exit(0)
with open(os.path.join("/tmp", f"found{{os.getuid()}}"), "w") as file:
    file.write(" ".join(gained))
"""


def packed_as(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the class have a seed of the test's, and no gradebook be made here."""
    monkeypatch.setattr(packing, "seed_now", lambda root: SEED)


def notebook(answers: dict[str, str], extra: str = "") -> bytes:
    """The lesson with these answers, and another cell on top."""
    released = nbformat.read(ROOT / "notebooks" / LESSON / f"{LESSON}.ipynb", as_version=4)
    made = submission(released, answers)
    if extra:
        made.cells.insert(0, nbformat.v4.new_code_cell(extra, id="added"))
    return nbformat.writes(made).encode()


def right(exercise: str) -> str:
    """The first right answer."""
    return next(one.source for one in bank.entries(exercise) if one.right)


def temporary(place: Path) -> Path:
    """Where everybody in the container at this place can write."""
    return place.with_name(f"{place.name}_tmp")


def run_in_container(place: Path, *words: str, given: bytes = b"") -> bytes:
    """What this program prints in an imitated container.

    It lies in `place`, which is /autograder in there. Everything is root's, this Python is in
    /srv/course, where `setup.sh` puts it, and the checkout that it has installed is not there.
    """
    shared = temporary(place)
    shared.mkdir(exist_ok=True)
    shared.chmod(0o1777)
    binds = []
    for folder in ("/usr", "/etc"):
        binds += ["--ro-bind", folder, folder]
    for name in ("bin", "sbin", "lib", "lib64"):
        binds += ["--symlink", f"usr/{name}", f"/{name}"]
    for inside, outside in ((sys.base_prefix, sys.base_prefix), ("/srv/course", sys.prefix)):
        if not Path(inside).is_relative_to("/usr"):
            for folder in reversed(Path(inside).parents[:-1]):
                binds += ["--dir", str(folder)]
            binds += ["--ro-bind", outside, inside]
    rights = [word for one in RIGHTS for word in ("--cap-add", f"CAP_{one}")]
    command = ["bwrap", "--unshare-pid", "--cap-drop", "ALL", *rights, *binds, "--dev", "/dev"]
    command += ["--proc", "/proc", "--bind", str(place), "/autograder"]
    command += ["--bind", str(shared), "/tmp", "--chdir", "/autograder", *words]  # noqa: S108
    done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return done.stdout


def graded_by_gradescope(archive: Path, place: Path, data: bytes) -> tuple[dict, str]:
    """The results for this notebook, and what instructors see."""
    for name in ("source", "submission", "results"):
        (place / name).mkdir(parents=True)
    unpacked(archive, place / "source")
    shutil.copy(place / "source" / "run_autograder", place)
    (place / "submission" / "my homework.ipynb").write_bytes(data)
    printed = run_in_container(place, "/autograder/run_autograder")
    return json.loads((place / "results" / "results.json").read_text()), printed.decode()


def unpacked(archive: Path, folder: Path) -> None:
    """Unpack it as `unzip` does, with the rights that are written in it."""
    with zipfile.ZipFile(archive) as packed:
        for one in packed.infolist():
            Path(packed.extract(one, folder)).chmod(one.external_attr >> 16)


def check_gradescope(results: dict) -> None:
    """That these are as Gradescope's page "Autograder Specifications" wants them."""
    known = {"score", "execution_time", "output", "stdout_visibility", "tests"}
    assert results.keys() <= known
    assert isinstance(results["score"], int | float)
    assert isinstance(results["execution_time"], int)
    assert results["stdout_visibility"] == "hidden"
    for one in results["tests"]:
        assert one.keys() <= {"name", "score", "max_score", "output", "visibility", "status"}
        assert one["visibility"] in {"visible", "after_due_date"}
        assert all(isinstance(one[key], str) for key in ("name", "output", "visibility"))
        if one["visibility"] == "visible":
            assert one["status"] in {"passed", "failed"}
            assert "score" not in one
        else:
            assert 0 <= one["score"] <= one["max_score"]
    json.dumps(results)


def made_up() -> grading.HandedIn:
    """Two exercises: one that is right, and one that is right in the cases students have."""
    result = Result(
        "student",
        LESSON,
        "graded",
        (
            ExerciseGrade("one", 2, 2, "correct", "All 60 cases are right."),
            ExerciseGrade("two", 0.25, 1.5, "wrong", "All visible cases are right."),
        ),
        tampering=("Cell 3 names the gradebook",),
        seconds=3.2,
    )
    seen = {name: Verdict("correct", 1, "All are right.", name) for name in ("one", "two")}
    return grading.HandedIn(Graded(result, seen=seen), ("A zip was opened.",))


def test_results_have_the_form_of_the_platform() -> None:
    """Points of hidden cases wait for the due date; signs of an attack are for instructors."""
    results = grading.for_gradescope(made_up())
    check_gradescope(results)
    assert results["score"] == 2.25
    assert sum(one.get("score", 0) for one in results["tests"]) == 2.25
    shown = [one for one in results["tests"] if one["visibility"] == "visible"]
    assert [one["status"] for one in shown] == ["passed", "passed"]
    assert "gradebook" not in json.dumps(results)
    nothing = grading.HandedIn(Graded(replace(made_up().graded.result, exercises=())), ())
    check_gradescope(grading.for_gradescope(nothing))


def test_a_packed_grader_holds_what_grades_and_opens_for_root_alone(tmp_path, monkeypatch, capsys):
    """Also the seed of the class and its cases; and neither known answers nor attacks."""
    packed_as(monkeypatch)
    file = tmp_path / "out.zip"
    assert main(["author", "gradescope", "02", str(file)]) == 0
    assert "show it to nobody" in capsys.readouterr().out
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        modes = {one.filename: stat.S_IMODE(one.external_attr >> 16) for one in archive.infolist()}
        assert archive.read("seed").decode() == SEED
        assert b"/srv/course/bin/python" in archive.read("run_autograder")
    programs = {"setup.sh", "run_autograder"}
    assert {name for name, mode in modes.items() if mode == 0o700} == programs
    assert set(modes.values()) == {0o600, 0o700}
    rooms = {name.split("/")[1] for name in modes if "/" in name and name.startswith("course/")}
    assert rooms == {".ci", "autograder_tests", "course_lib", "course_tools", "notebooks"} | {
        "solutions"
    }
    assert not [name for name in modes if "hostile" in name or name.endswith("_answers.py")]
    assert main(["author", "gradescope", "44", str(file)]) == 2
    assert "there is no lesson 44" in capsys.readouterr().err


def test_what_course_toml_leaves_out_is_not_packed(tmp_path, monkeypatch):
    """Exercises for practice earn nothing; what can't be packed leaves the zip of before."""
    root, file = small_course(tmp_path), tmp_path / "out.zip"
    for name in ("autograder_tests", "course_lib", "course_tools", ".ci"):
        (root / name).symlink_to(ROOT / name)
    chosen, student = root / "course.toml", root / "notebooks" / "01_small" / "01_small.ipynb"
    seed, built = chosen.read_text("utf-8"), student.read_text("utf-8")
    student.write_text(built.replace('"points": 3', '"points": 0'), "utf-8")
    chosen.write_text(f"{seed}[lessons.01]\nleave_out = ['winner']\n", "utf-8")
    packing.write_gradescope(file, "01", root)
    before = file.read_bytes()
    monkeypatch.setattr(packing, "keep_drawn", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        packing.write_gradescope(file, "01", root)
    chosen.write_text(f"{seed}[lessons.01]\nleave_out = true\n", "utf-8")
    with pytest.raises(ValueError, match="leaves out the lesson 01_small"):
        packing.write_gradescope(file, "01", root)
    assert file.read_bytes() == before


def test_a_class_without_a_gradebook_gets_its_seed_now(tmp_path: Path) -> None:
    """So that `course grade` draws the same cases later."""
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    seed = packing.seed_now(tmp_path)
    assert len(seed) == 16
    assert packing.seed_now(tmp_path) == seed
    (tmp_path / "course.toml").write_text('seed = "our words"', encoding="utf-8")
    assert packing.seed_now(tmp_path) == "our words"
    (tmp_path / "course.toml").write_text("seed = 7", encoding="utf-8")
    with pytest.raises(ValueError, match='seed should be a text, such as "7c1e 2027"; found 7'):
        packing.seed_now(tmp_path)


def test_another_user_takes_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else can start a process as somebody else."""
    if hasattr(os, "geteuid"):
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(NoIsolation, match="Only root on Linux"), AsAnotherUser(ROOT):
        pass


@AS_ROOT
@pytest.mark.needs("bubblewrap")
def test_in_a_container_without_namespaces_nothing_hidden_can_be_reached(tmp_path, monkeypatch):
    """An attack finds nothing, leaves nothing running, and costs nobody the points of the rest."""
    packed_as(monkeypatch)
    packing.write_gradescope(tmp_path / "out.zip", "02", ROOT)
    answers = {"nim_sum": right("nim_sum")}
    place = tmp_path / "autograder"
    results, printed = graded_by_gradescope(tmp_path / "out.zip", place, notebook(answers, ATTACK))
    check_gradescope(results)
    [worth] = [one for one in results["tests"] if one["name"] == "nim_sum: hidden cases"]
    assert results["score"] == worth["score"] == worth["max_score"]
    found = {path.read_text() for path in temporary(place).glob("found*")}
    assert found == {""}
    assert not (temporary(place) / "lived_on").exists()
    assert "Please look at: Cell 1" in printed
    assert SEED not in json.dumps(results)


@AS_ROOT
@pytest.mark.needs("bubblewrap")
@pytest.mark.slow
def test_the_autograder_of_a_week_grades_its_short_edition(tmp_path: Path) -> None:
    """From the week's zip alone: solved, its notebook gets all points, which are fewer."""
    _week.write_week(tmp_path / "week.zip", ROOT, {LESSON: True}, "gradescope")
    with zipfile.ZipFile(tmp_path / "week.zip") as archive:
        archive.extractall(tmp_path)
    week = tmp_path / "week"
    solved = (week / "solutions" / LESSON / f"{LESSON}.ipynb").read_bytes()
    results, _ = graded_by_gradescope(week / "autograder-02.zip", tmp_path / "a", solved)
    check_gradescope(results)
    assert results["score"] == sum(one.get("max_score", 0) for one in results["tests"]) == 6
