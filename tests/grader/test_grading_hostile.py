"""The whole hostile bank in one class: nobody gains, reads, changes or spoils anything."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bare import path_without
from console import ran
from grading_class import gradebook_of, scores, timeless
from hostile_class import (
    LESSONS,
    MARKER,
    NEIGHBOUR,
    build,
    content_of,
    environment,
    everything,
    results,
    secrets_in,
    student_of,
)
from nbconvert import HTMLExporter
from ordinary_user import as_nobody
from sandboxed import ROOT, greet, running

from autograder_tests import hidden_check
from autograder_tests.exercises import SEED, hidden, new_cases
from autograder_tests.hostile import CATEGORIES, Hostile, Target, entries, second
from course_lib.checks.cases import exercise_named
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.checks.verdict import CRASHED, TOO_SLOW
from course_tools.grader.classroom.pages.writing import file_names
from course_tools.grader.classroom.records import GRADED
from course_tools.grader.judge.result import Result
from course_tools.grader.sandbox.inside.confine import NOBODY

pytestmark = pytest.mark.xdist_group("hostile class")

HONEST = (NEIGHBOUR, "bob", "cyd", "dan")
AS_ROOT = getattr(os, "geteuid", lambda: 1)() == 0
MB = 1_000_000
EVIL = re.compile(r"evil_\w*\s*\(")
"""What attackers would like a browser to call."""


@dataclass
class Graded:
    """A class in which the hostile bank has handed in, after its grading."""

    base: Path
    hostile: list[Hostile]
    marker: str
    told: dict[str, Any]
    before: dict[str, str]
    visitors: list[str]
    """Who has connected to a server of this machine while the class was graded."""
    who: str
    """Whose grader it was, or what it ran in."""

    @property
    def root(self) -> Path:
        """The course's folder."""
        return self.base / "course"

    @property
    def grading(self) -> Path:
        """All that came out."""
        return self.root / "grading"

    @cached_property
    def results(self) -> dict[tuple[str, str], Result]:
        """The results by lesson and student."""
        return results(self.root)

    @cached_property
    def pages(self) -> dict[str, str]:
        """The words of each student's feedback, by student."""
        names = file_names({student for _, student in self.results})
        texts = {
            student: (self.grading / "feedback" / name).read_text("utf-8")
            for student, name in names.items()
        }
        return {student: words(text) for student, text in texts.items()}

    def result(self, one: Hostile) -> Result:
        """What this attack has come to."""
        return self.results[lesson_of(one), student_of(one)]


def lesson_of(one: Hostile) -> str:
    """The lesson for which this attack is handed in."""
    return next(lesson for lesson in LESSONS if lesson.startswith(one.lesson))


def words(page: str) -> str:
    """What stands on a page, without its tags and styles."""
    page = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def graded(hostile: list[Hostile], who: str) -> Graded:
    """The class with these attackers, graded by a process of its own.

    It is `nobody`'s, or finds no bubblewrap and has to do with `webassembly`.
    """
    base = Path(tempfile.mkdtemp(prefix="hostile-class-")).resolve()
    marker = f"{MARKER}-{os.getpid()}"
    with ExitStack() as stack:
        visitors: list[str] = []
        here = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        named = stack.enter_context(socket.socket(socket.AF_UNIX))
        named.bind(f"\0{marker}")
        named.listen()
        watched = {
            server: threading.Thread(target=greet, args=(server, visitors), daemon=True)
            for server in (here, named)
        }
        for watcher in watched.values():
            watcher.start()
        root = build(base, hostile, here.getsockname()[1], marker)
        before = everything(base)
        command = [
            sys.executable,
            str(Path(__file__).parents[1] / "hostile_class.py"),
            str(root),
            "2" if hostile else "1",
        ]
        surroundings = environment(base)
        if who == "webassembly":
            bare = stack.enter_context(tempfile.TemporaryDirectory())
            surroundings["PATH"] = path_without(Path(bare))
        if who == "nobody":
            base.chmod(0o755)
            for place in (base, *base.rglob("*")):
                os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
            command = as_nobody(command, ROOT)
        done = ran(*command, env=surroundings, cwd=base)
        for server, watcher in watched.items():
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            watcher.join()  # whoever still waits at a name keeps it
    assert done.returncode == 0, done.stderr[-3000:]
    return Graded(base, hostile, marker, json.loads(done.stdout), before, visitors, who)


OPEN = [
    *("reads_hidden_checks", "reads_solutions", "reads_the_gradebook", "reads_the_environment"),
    *("reads_a_neighbours_work", "reads_the_home_folder", "connects_here", "writes_the_gradebook"),
]
"""What succeeds where nothing shuts it in."""

QUICK = [
    *(*OPEN, "deletes_the_gradebook", "changes_the_hidden_checks", "connects_to_a_name"),
    *("stays_behind", "leaves_in_a_call", "shows_scripts", "leak_text", "leak_error", "leak_name"),
    *("leak_later", "page_script", "page_markdown"),
]
"""What is always tried, besides some of each kind; `test_walls.py` tries more at a wall."""


def _some(kind: str) -> list[Hostile]:
    """The attackers in a class of this kind."""
    quick = [one for one in entries() if not one.slow]
    first = {one.category: one for one in reversed(quick)}
    named = [one for one in [*entries(), *second()] if one.name in QUICK]
    few = {one.name: one for one in [*first.values(), quick[-1], *second()[6::20], *named]}
    return {"few": [*few.values()], "all": entries(), "second": second()}[kind]


def _class(kind: str, who: str, *more: pytest.MarkDecorator) -> Any:
    """A class of this kind, graded by root or whoever tests, by nobody, or in WebAssembly."""
    program = pytest.mark.needs("deno" if who == "webassembly" else "bubblewrap")
    return pytest.param((kind, who), id=f"{kind}-{who}", marks=(program, *more))


LONG = (pytest.mark.slow, pytest.mark.timeout(3_600))
CLASSES = [
    _class("few", "nobody" if AS_ROOT else "self"),
    _class("all", "self", *LONG),
    _class("second", "self", *LONG),
    *(_class(kind, "webassembly", *LONG) for kind in ("few", "all", "second")),
]
if AS_ROOT:
    CLASSES += [_class("all", "nobody", *LONG)]


@pytest.fixture(scope="module", params=CLASSES)
def hostile_class(request: pytest.FixtureRequest) -> Iterator[Graded]:
    """A class of attackers and four honest students, after its grading."""
    kind, who = request.param
    made = graded(_some(kind), who)
    yield made
    shutil.rmtree(made.base, ignore_errors=True)


@pytest.fixture(scope="module")
def honest_class(hostile_class: Graded) -> Iterator[Graded]:
    """The same four honest students, among themselves."""
    made = graded([], "webassembly" if hostile_class.who == "webassembly" else "self")
    yield made
    shutil.rmtree(made.base, ignore_errors=True)


def test_the_bank_is_large_and_says_what_it_expects() -> None:
    """There are attacks of every kind, under names of their own, each with words to be told."""
    bank = entries()
    assert len(bank) >= 200, "as SECURITY.md says"
    assert len({one.name for one in second()}) == len(second()) >= 100
    assert set(Counter(one.category for one in bank)) == set(CATEGORIES)
    assert len({student_of(one) for one in bank}) == len(bank)
    for one in bank:
        assert one.instructor or one.student, one.name
        assert one.student or not one.sure, one.name


def test_nobody_earns_more_than_the_honest_part(hostile_class: Graded) -> None:
    """Each attack has the points of its honest part, and not one point beside."""
    wrong = {}
    for one in hostile_class.hostile:
        grades = hostile_class.result(one).exercises
        found = {grade.name: grade.points / grade.most for grade in grades if grade.points}
        more = {name for name, share in found.items() if share > one.earns.get(name, 0)}
        if more or (one.sure and found != dict(one.earns)):
            wrong[one.name] = found
    assert wrong == {}
    neighbour = [hostile_class.results[lesson, NEIGHBOUR] for lesson in LESSONS]
    assert all(one.points == one.most for one in neighbour)


ONLY_WRONG = {one.name for one in second() if one.name.startswith("leak_")}
ONLY_WRONG |= {"generator", "recursive_value", "asks_mine", "loud", "page_control"}
ONLY_WRONG |= {"kind_metaclass", "exit_hook", "outside", "page_script"}
"""Those of the second bank that do what wrong answers do: they give back, or print, odd things; or
they try what no attack has ever gained by, and honest cells do, too."""


IN_WEBASSEMBLY = {
    # Its Python knows no sockets with names, and no networks of this kind.
    ("connects_to_a_name", "ConnectionRefusedError"): "has no attribute 'AF_UNIX'",
    ("speaks_to_the_host", "PermissionError"): "Address family not supported",
    # It has no programs, processes and threads that could stay.
    ("becomes_another_program", "ended the whole process"): "ended with ValueError: execv()",
    ("parent_leaves_child_stays", "ended the whole process"): "Function not implemented",
    ("work_for_the_shell", "was stopped, because it took too long"): "can't start new thread",
    # There is memory at every address that is small, and none at large ones.
    ("ends_in_machine_code", "ended the whole process"): "reaches into Python itself: ctypes",
    ("memory_at_once", "MemoryError"): "OverflowError",
    ("memory_in_a_call", "MemoryError"): "OverflowError",
    ("descriptor_bomb", "Too many open files"): "No file descriptors available",
    # It has less room for calls in each other, and where that is over, the process ends.
    ("deep_value", "expected"): "went deeper than Python can",
}
"""What is said there of the same: other things can go wrong where there is no system."""


def test_everybody_is_told_what_happened(hostile_class: Graded) -> None:
    """The student reads it in the feedback, the instructor in the results and the lists."""
    silent = []
    other = IN_WEBASSEMBLY if hostile_class.who == "webassembly" else {}
    looks = hostile_class.told["needs_a_look"]
    for one in hostile_class.hostile:
        result, student = hostile_class.result(one), student_of(one)
        page = hostile_class.pages[student]
        for_student = [other.get((one.name, word), word) for word in one.student]
        silent += [(one.name, word) for word in for_student if _plain(word) not in page]
        repairs = [repair.sentence for repair in result.repairs]
        about = [look for look in looks if student in look or one.name in look]
        told = " ".join([page, *repairs, *result.notes, *result.tampering, *about])
        for_instructor = [other.get((one.name, word), word) for word in one.instructor]
        silent += [(one.name, word) for word in for_instructor if word not in told]
        ended = any(grade.status in {CRASHED, TOO_SLOW} for grade in result.exercises)
        if one.category == "second" and not (result.tampering or result.notes or ended):
            silent += [(one.name, "a reason to look")] * (one.name not in ONLY_WRONG)
    assert silent == [], silent


def _plain(word: str) -> str:
    return " ".join(word.split())


def test_no_secret_comes_out(hostile_class: Graded) -> None:
    """What was planted stands in nothing that grading made, but where it belongs."""
    assert secrets_in(hostile_class.grading) == []


def test_no_hidden_input_comes_out(hostile_class: Graded) -> None:
    """Whatever a function does with what it is asked, it is in no page, notebook or result."""
    secret = set()
    for name in LESSONS["01_small"]:
        shown = (exercise_named(name).groups(), new_cases(name, SEED, "to show"))
        hidden_ones, open_ones = (
            {repr(case.arguments[0]) for groups in each for group in groups for case in group.cases}
            for each in ((hidden(name),), shown)
        )
        secret |= hidden_ones - open_ones
    assert len(secret) > 100
    found = []
    for path in hostile_class.grading.rglob("*"):
        if path.is_file() and not {"submitted", "hidden"} & {*path.parts}:
            text = html.unescape(content_of(path, GRADED).decode("utf-8", "replace"))
            text = text.replace("\\", "")
            found += [(path.name, board) for board in secret if board in text]
    assert found == []


def test_nothing_else_has_changed(hostile_class: Graded) -> None:
    """Outside of `grading` each file is as it was, nothing runs on, and nobody was reached."""
    assert hostile_class.told["isolation"].startswith("full: ")
    assert everything(hostile_class.base) == hostile_class.before
    common = (Path(tempfile.gettempdir()), Path("/dev/shm"), Path.cwd())  # noqa: S108 - looked at
    left = [path.name for place in common for path in place.glob(f"*{hostile_class.marker}*")]
    assert left == []
    assert running(hostile_class.marker) == []
    assert hostile_class.visitors == []
    assert not list(hostile_class.grading.rglob("*.unfinished"))


@pytest.mark.slow
def test_honest_students_have_the_grades_they_have_alone(hostile_class, honest_class) -> None:
    """Points, words and pictures are the same in every letter."""
    for lesson in LESSONS:
        for student in HONEST:
            there, alone = (one.results[lesson, student] for one in (hostile_class, honest_class))
            there, alone = (replace(timeless(one), fingerprint="") for one in (there, alone))
            assert there == alone
    right = [honest_class.results[lesson, NEIGHBOUR] for lesson in LESSONS]
    assert all(one.points == one.most for one in right)


def test_the_gradebook_says_what_the_results_say(hostile_class: Graded) -> None:
    """Nobody has other points where nbgrader looks, nobody is missing, and nobody is new."""
    for lesson in LESSONS:
        found = scores(hostile_class.root, lesson)
        assert found == {
            student: result.points
            for (of, student), result in hostile_class.results.items()
            if of == lesson and (result.outcome != "no notebook" or student in found)
        }
    with gradebook_of(hostile_class.root) as book:
        students = {one.id for one in book.students}
    assert students == {"earlier", *HONEST, *map(student_of, hostile_class.hostile)}


def test_nothing_runs_in_a_browser(hostile_class: Graded) -> None:
    """No page and no notebook, nor what nbgrader makes of one, holds a script of an attacker's."""
    shown = [path.read_text("utf-8") for path in hostile_class.grading.rglob("*.html")]
    exporter = HTMLExporter()
    for one in hostile_class.hostile:
        place = hostile_class.grading / "autograded" / student_of(one) / lesson_of(one)
        for path in place.glob("*.ipynb"):
            if "evil_" in path.read_text("utf-8"):
                page, _ = exporter.from_filename(str(path))
                shown += [page]
    assert len(shown) > len(hostile_class.hostile)
    assert any("evil_" in page for page in shown)
    assert [found for page in shown for found in Running.of(page)] == []


class Running(HTMLParser):
    """Collects what a browser would run of a page, if an attacker has written it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_script = False

    @classmethod
    def of(cls, page: str) -> list[str]:
        """All that would run."""
        parser = cls()
        parser.feed(page)
        return parser.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes, each of which may run something."""
        self._in_script = tag == "script"
        acts = ("on", "href", "src", "xlink:href", "action", "formaction", "srcdoc", "data")
        self.found += [
            f"{tag} {name}={value}"
            for name, value in attrs
            if name.startswith(acts) and EVIL.search(value or "")
        ]
        self.found += [name for name, _ in attrs if EVIL.search(name)]

    def handle_endtag(self, tag: str) -> None:
        """See where a script ends."""
        self._in_script = False

    def handle_data(self, data: str) -> None:
        """Look into scripts."""
        if self._in_script and EVIL.search(data):
            self.found.append(data[:200])


def test_what_would_run_is_found() -> None:
    """The search itself finds each way in which something could run."""
    for page in (
        "<p>x<script>evil_one()</script>",
        "<img src=x onerror=evil_one()>",
        "<a href='javascript:evil_one()'>",
        "<svg/onload=evil_one()>",
    ):
        assert Running.of(page)
    assert Running.of("<p>&lt;script&gt;evil_one()&lt;/script&gt;</p>") == []


def test_nobody_fills_the_results(hostile_class: Graded) -> None:
    """Whatever was handed in and shown, what is kept of it can be opened and read."""
    large = {
        path.relative_to(hostile_class.grading).as_posix(): path.stat().st_size
        for path in hostile_class.grading.rglob("*")
        if path.is_file() and "submitted" not in path.parts and path.stat().st_size > MB
    }
    assert max(large.values(), default=0) < 7 * MB
    assert not [name for name in large if name.endswith((".json", ".csv"))]
    looks = Counter(look.partition(",")[0] for look in hostile_class.told["needs_a_look"])
    assert max(looks.values()) < 60
    for path in hostile_class.grading.glob("autograded/*/*/*.ipynb"):
        nbformat.validate(nbformat.read(path, as_version=4))


@pytest.fixture(scope="module")
def open_course() -> Iterator[Path]:
    """A course with secrets, and nothing to guard them."""
    base = Path(tempfile.mkdtemp(prefix="open-course-")).resolve()
    build(base, [])
    yield base
    shutil.rmtree(base, ignore_errors=True)


@pytest.mark.parametrize("name", OPEN)
def test_the_same_attack_succeeds_where_nothing_shuts_it_in(open_course: Path, name: str) -> None:
    """So that it is the grader that stops it, and not a mistake in the attack."""
    [one] = [one for one in entries() if one.name == name]
    visitors: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=greet, args=(server, visitors), daemon=True).start()
        target = Target(open_course / "course", "01_small", server.getsockname()[1])
        code = one.code.replace("auto_score = 100", "auto_score = 100 WHERE 1 = 0")
        text = f"GIVEN = {target.given!r}\nwon = None\n{code}\nprint(won)"
        done = ran(sys.executable, "-c", text, env=environment(open_course))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() not in ("", "None", "False")


def test_what_the_library_lends_earns_nothing_in_a_notebook_that_is_not_shut_in_either() -> None:
    """It refuses wherever it is called as an answer."""
    lent = loaded("from course_lib.checks import mine\nwinner = mine('winner')", "<answer>")
    assert hidden_check("winner")(NotebookStudent(lent)).share == 0
