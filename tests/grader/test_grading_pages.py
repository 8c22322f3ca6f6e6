"""The pages that come of grading: what students read, and what the instructor reads."""

import base64
import random
import re
import statistics
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from class_of_thirty import NASTY, answered, class_of_thirty, known_of, the_lessons
from toy_course import ROOT

from autograder_tests import bank, hidden_check
from autograder_tests.exercises import hidden as hidden_groups
from autograder_tests.grading import without_calls
from course_lib.checks.cases import exercises
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.hints import hints
from course_lib.checks.verdict import CORRECT
from course_tools.grader.classroom.exports import Beside, Row, reasons_to_look, write_exports
from course_tools.grader.classroom.intake import Deadlines
from course_tools.grader.classroom.pages import (
    Known,
    class_page,
    feedback_page,
    write_pages,
    write_zips,
)
from course_tools.grader.classroom.pages.rendering import coded
from course_tools.grader.classroom.pages.statistics import (
    bins,
    discrimination,
    histogram,
    misconceptions,
    most_telling,
    numbers,
    share,
)
from course_tools.grader.classroom.pages.writing import file_names
from course_tools.grader.judge.result import (
    GRADED,
    NO_NOTEBOOK,
    ExerciseGrade,
    Repair,
    Result,
    Submission,
)
from course_tools.grader.judge.tasks import GradedLesson, Task
from course_tools.studio.build.edition import secret_clues
from course_tools.studio.build.leaks import clues, found

pytestmark = pytest.mark.xdist_group("class of thirty")
"""One worker has the class judged, and the others need not."""


@pytest.fixture(scope="module")
def lessons() -> list[GradedLesson]:
    """Lessons 01 and 03 as they were handed out."""
    return the_lessons("01 03")


@pytest.fixture(scope="module")
def rows(lessons: list[GradedLesson]) -> list[Row]:
    """What the class gets for them."""
    return class_of_thirty(lessons, wrong=2)


@pytest.fixture(scope="module")
def pages(rows, lessons, tmp_path_factory) -> dict[str, str]:
    """All pages of the class, by their names."""
    folder = tmp_path_factory.mktemp("grading")
    written = write_pages(rows, folder, known_of(lessons))
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in written
    }


class Looked(HTMLParser):
    """What a browser finds on a page."""

    def __init__(self, page: str) -> None:
        """Read the page."""
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and its attributes."""
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in {"meta", "link", "img", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Every element ends where it should."""
        assert self.open.pop() == tag

    def values(self, *names: str) -> list[str]:
        """What these attributes say, wherever they stand."""
        return [value for name, value in self.attributes if name in names]


def text_of(page: str) -> str:
    """What a reader can read on the page, pictures included."""
    pictures = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", page)
    drawn = "\n".join(base64.b64decode(one).decode() for one in pictures)
    words = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", page, flags=re.DOTALL)
    return (
        unescape(re.sub(r"</?(span|code|strong|a)\b[^>]*>", "", words)).replace(">", ">\n") + drawn
    )


def row_of(*grades: ExerciseGrade, student: str = "ada", **facts: Any) -> Row:
    """A row with these exercises."""
    result = Result(student, "01_state_representation", "graded", grades, **facts)
    return Row(result, result.points)


def wrong(exercise: str, number: int = 0, most: float = 2) -> ExerciseGrade:
    """The grade of one of the bank's wrong answers."""
    entries = [entry for entry in bank.entries(exercise) if not entry.right]
    return answered(Task(exercise, most, f"check_{exercise}"), entries[number])


# --- every page ------------------------------------------------------------------------------


def test_a_hostile_grade_is_only_shown() -> None:
    """The same where every text of a result is hostile."""
    bad = "</pre></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\0\ud800"
    grade = ExerciseGrade(
        bad, 0, 1, "wrong", bad, bad, "", bad, bad,
        ((bad, 0, False, ""), (bad, 0.5, False, bad), (bad, 0.5, True, "")),
        source=f"def f(x):\n    return {bad!r}\n{bad}",
    )  # fmt: skip
    result = Result(bad, bad, "stopped", (grade,), (Repair(bad, bad, lost=True),), (bad,), (bad,),
                    bad, 3, bad)  # fmt: skip
    them = [Row(result, 0), Row(replace(result, student="other"), 0)]
    for page in (feedback_page(them[:1]), class_page(them, Known(odd=(bad,), given={bad: bad}))):
        looked = Looked(page)
        assert looked.open == []
        assert "(0%" not in page
        assert looked.tags.count("img") == page.count('src="data:image/svg+xml;base64,')
        assert looked.tags.count("script") == unescape(page).count("script-src 'sha256-")
        assert page.encode().decode() == page


def test_a_page_shows_what_students_write_and_asks_nobody_for_anything(pages: dict[str, str]):
    """Nothing of theirs becomes markup; pictures are inside, and links stay among the pages."""
    assert sum("&lt;script&gt;alert(1)&lt;/script&gt;" in page for page in pages.values()) == 2
    for name, page in pages.items():
        looked = Looked(page)
        assert looked.open == [], name
        assert looked.tags.count("script") == (name == "report.html")
        assert not [at for at, _ in looked.attributes if at.startswith("on") or at == "style"]
        assert all(value.startswith("data:image/svg+xml") for value in looked.values("src"))
        for value in looked.values("href"):
            path, _, at = value.partition("#")
            if value == "data:,":
                continue
            assert not path or path in pages, value
            there = pages[path] if path else page
            assert not at or f'id="{at}"' in there, value
        assert "default-src 'none'" in unescape(page)
        assert not re.search(r"(https?:)?//(?!www\.w3\.org)\w+\.", re.sub(r"//.*", "", page)), name
        ids = looked.values("id")
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("platform", "place"),
    [("moodle", "{}_12{}_assignsubmission_file_/"), ("canvas", "{}_12{}_67{}_")],
)
def test_a_platform_gets_its_pages_back(rows, tmp_path, platform, place):
    """One zip for a lesson, each page under the name of what was handed in; twice the same."""
    lesson = rows[0].result.lesson
    named = {
        place.format(row.result.student, number, number): row
        for number, row in enumerate([row for row in rows if row.result.lesson == lesson][:3])
    }
    given = [replace(row, result=replace(row.result, feedback=name)) for name, row in named.items()]
    given += [row for row in rows if row.result.lesson != lesson]
    [made] = write_zips(given, tmp_path)
    first = made.read_bytes()
    assert made.name == f"feedback_{platform}_{lesson}.zip"
    with zipfile.ZipFile(made) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    assert pages == {f"{name}feedback.html": feedback_page([row]) for name, row in named.items()}
    assert write_zips(given[::-1], tmp_path)[0].read_bytes() == first


def test_the_same_results_give_the_same_pages(rows, lessons, pages, tmp_path):
    """In any order, and written a second time; what has not changed is not even touched."""
    shuffled = rows[:]
    random.Random(2).shuffle(shuffled)
    written = write_pages(shuffled, tmp_path, known_of(lessons))
    assert {path.relative_to(tmp_path).as_posix(): path.read_text() for path in written} == pages
    before = {path: path.stat().st_ino for path in written}
    write_pages(rows, tmp_path, known_of(lessons))
    assert {path: path.stat().st_ino for path in written} == before


def test_every_student_has_a_page_of_their_own() -> None:
    """Whatever somebody is called, the page has a name that every system can hold."""
    students = ["ada", "Ada", "../../etc/passwd", "a/b", "a b", NASTY, "Zoë", "", ".", "x" * 300,
                "..", "con.", "\0"]  # fmt: skip
    names = file_names(students)
    assert len({name.casefold() for name in names.values()}) == len(students)
    assert all(re.fullmatch(r"[\w@+-][\w.@+-]{0,110}\.html", name) for name in names.values())
    assert file_names(["ada", "bob"]) == {"ada": "ada.html", "bob": "bob.html"}


def test_the_class_page_says_what_separated_most_and_names_nobody(rows: list[Row]) -> None:
    """The clearest three of enough students, with nobody's name."""
    values = {"a": 0.25, "b": 0.6, "c": None, "d": 0.19, "e": 0.4, "f": 0.3}
    items = [
        SimpleNamespace(name=name, students=25, telling=20, discrimination=one)
        for name, one in values.items()
    ]
    few = SimpleNamespace(name="few", students=25, telling=19, discrimination=0.9)
    assert discrimination(few) == "too few students to say (n = 19, without 6 who earned nothing)"
    assert most_telling([*items, few]) == [("b", 0.6), ("e", 0.4), ("f", 0.3)]
    found = re.findall(r"What separated most.*?</p>", class_page(rows), re.DOTALL)
    assert len(found) == 2
    assert not any(row.result.student in one for one in found for row in rows)


class Counted(list[Any]):
    """A list that counts how often somebody goes through it."""

    times = 0

    def __iter__(self) -> Iterator[Any]:
        self.times += 1
        return super().__iter__()


def test_a_large_class_is_gone_through_no_oftener_than_a_small_one(tmp_path: Path) -> None:
    """Pages, tables and groups of 5,000 students would else take minutes each time."""

    def looks(size: int) -> list[int]:
        names = [f"s{number}" for number in range(size)]
        rows = Counted(Row(Result(name, "02_x", NO_NOTEBOOK), 0, weight=2) for name in names)
        came = Counted(Submission(name, "02_x", None) for name in names)
        class_page(rows)
        write_exports(rows, tmp_path, Beside([f"{name}, 02_x: late" for name in names]))
        Deadlines(groups=tuple(zip(names[::2], names[1::2], strict=True))).shared(came)
        return [rows.times, came.times]

    assert looks(4) == looks(40)


def test_a_class_of_nobody_has_a_page(tmp_path: Path) -> None:
    """With nothing graded there is a page that says so."""
    [report] = write_pages([], tmp_path)
    assert "Nothing has been graded yet." in report.read_text()


# --- feedback --------------------------------------------------------------------------------


def test_feedback_says_everything_of_the_verdict() -> None:
    """Status, points, message, mistake, the board as a picture, what was expected and what came.

    And whom to ask for another look, in the words of course.toml, where there are any.
    """
    grade = wrong("winner", 2)
    rows = [row_of(grade, wrong("player"))]
    page = feedback_page(rows, "Write to <ann@uni.example>.")
    assert "judged wrongly?</h2><p>Write to &lt;ann@uni.example&gt;.</p>" in page
    assert "judged wrongly" not in feedback_page(rows)
    text = text_of(page)
    parts = (grade.message, grade.mistake, grade.expected, grade.got, f"{grade.points:g} of 2")
    assert all(parts)
    assert [
        part for part in (*parts, *(group[0] for group in grade.groups)) if part not in text
    ] == []
    assert grade.board
    assert base64.b64encode(grade.board.encode()).decode() in page
    assert re.search(r'data-status="wrong"><span aria-hidden="true">.</span> wrong</span>', page)


def test_feedback_has_the_first_two_hints_of_what_is_not_right() -> None:
    """A question and the idea, folded; the third is not there, and none where all is right."""
    whole = feedback_page([row_of(wrong("winner"))])
    page = text_of(whole)
    assert [*re.findall(r"<details[^>]*><summary>(Hint \d)", whole)] == ["Hint 1", "Hint 2"]
    first, second, third, _ = hints("winner")
    assert [hint in page for hint in (first, second, third.splitlines()[1])] == [True, True, False]
    right = next(entry for entry in bank.entries("player") if entry.right)
    done = answered(Task("player", 1, "check_player"), right)
    assert done.status == CORRECT
    assert "Hint" not in text_of(feedback_page([row_of(done)]))
    unknown = ExerciseGrade("unheard_of", 0, 1, "wrong", "No.")
    assert "Hint" not in text_of(feedback_page([row_of(unknown)]))


def test_feedback_says_what_else_happened() -> None:
    """Late work and its cost, repairs, points by hand, and an end before the end; no suspicion."""
    grade = wrong("winner")
    row = row_of(
        grade, days_late=2, received="2026-11-21 06:30:00 UTC", tampering=("Cell 4 names it.",),
        notes=("Cell 2 was stopped.",),
        repairs=(Repair("A copy was left out."),),
    )  # fmt: skip
    row = replace(row, total=1.5, penalty=0.5, by_hand={"winner": 2})
    row = replace(row, comments={"winner": "Well argued & so."})
    text = text_of(feedback_page([replace(row, result=replace(row.result, outcome="stopped"))]))
    said = (
        "1.5 of 2 points|Handed in 2 days late, which costs 0.5 points.|A copy was left out."
        f"|2 of 2 points, by hand|the check itself had given {grade.points:g}|Well argued & so."
        "|could not be graded to its end|Received 2026-11-21 06:30:00 UTC.|Cell 2 was stopped."
    )
    assert [words for words in said.split("|") if words not in text] == []
    assert "Cell 4" not in text
    assert "costs nothing" in text_of(feedback_page([row_of(grade, days_late=1)]))


def test_the_class_page_lists_what_was_looked_at_again(tmp_path: Path) -> None:
    """Where students are told to ask, who was answered by hand is listed, with points and words."""
    ada, bob = (
        Row(Result(name, "01_states", GRADED, (ExerciseGrade("player", 0, 2, "wrong"),)), 0)
        for name in ("ada", "bob")
    )
    ada = replace(ada, by_hand={"player": 1.5}, comments={"player": "A typo."})
    report, *feedback = write_pages(
        [ada, bob], tmp_path, Known(regrade="Write to ann@uni.example.")
    )
    assert all("Write to ann@uni.example." in path.read_text("utf-8") for path in feedback)
    table, page = report.read_text("utf-8").split("<h2>Another look</h2>")
    assert '<td data-value="1.5"' in table, "what the check gave is no part of the total"
    assert "Every feedback page ends with: <q>Write to ann@uni.example.</q>" in page
    assert "ada</a>, Lesson 01, states: player, 1.5 points, A typo.</li>" in page
    assert "bob" not in page
    assert "Another look" not in class_page([ada, bob])


def test_feedback_belongs_to_one_student() -> None:
    """Two students' results on one page are refused, and so is nobody's."""
    for rows in ([], [row_of(wrong("winner")), row_of(wrong("winner"), student="bob")]):
        with pytest.raises(ValueError, match="one student"):
            feedback_page(rows)


def test_no_solution_and_no_line_of_the_checks_is_in_the_feedback(rows, pages):
    """Nothing that shows that somebody has read solutions or checks, but a student's own lines."""
    secrets = secret_clues(ROOT)
    own: dict[str, list[str]] = {}
    for row in rows:
        sources = own.setdefault(f"feedback/{row.result.student}.html", [])
        sources += [grade.source for grade in row.result.exercises]
    for name, sources in own.items():
        known = found(secrets, "\n".join(sources))
        assert [clue for clue in found(secrets, text_of(pages[name])) if clue not in known] == []
    line = 'return sum(1 for mark in row if mark == "planted")'
    page = feedback_page([row_of(ExerciseGrade("f", 0, 1, "wrong", line))])
    assert found([next(iter(clues([f"    {line}"])))], text_of(page))


def test_only_the_case_that_the_verdict_shows_is_named() -> None:
    """Of the hidden cases, the smallest that failed; the other groups say what came without it."""
    calls = {case.line for group in hidden_groups("winner") for case in group.cases}
    verdict = hidden_check("winner")(NotebookStudent({"winner": lambda board: "Z"}))
    reasons = [str(group.reason) for group in verdict.groups]
    assert any(call in str(verdict.message) for call in calls)
    assert [call for call in calls if call in "".join(reasons)] == []
    assert "this is the case above" in reasons
    assert any("winner(...) gave 'Z'" in reason for reason in reasons)


@pytest.mark.parametrize("name", exercises())
def test_reasons_lose_their_calls(name: str) -> None:
    """No call of the exercise keeps its arguments, whatever brackets and quotes they have."""
    reason = f"{name}(Nim((1, 2)), ['(', \")\"], {{}}) gave 3, and {name}([[]]) gave 4"
    assert without_calls(reason, name) == f"{name}(...) gave 3, and {name}(...) gave 4"
    assert without_calls(f"{name}([1, 2", name) == f"{name}(...)"
    assert without_calls("tree A: 3 is missing", name) == "tree A: 3 is missing"


# --- the class page --------------------------------------------------------------------------


def test_the_class_page_counts_misconceptions(rows: list[Row], pages: dict[str, str]) -> None:
    """Each known mistake with the number of students, a board, and all their names."""
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", pages["report.html"]))
    for lesson in ("01_state_representation", "03_alpha_beta"):
        results = [row.result for row in rows if row.result.lesson == lesson]
        made = misconceptions(results)
        assert len(made) >= 10
        for one in made:
            who = {r.student for r in results for g in r.exercises
                   if (g.name, g.mistake) == (one.exercise, one.mistake)}  # fmt: skip
            assert who == set(one.students)
            label = "1 student" if len(who) == 1 else f"{len(who)} students"
            assert f"{label} of 28: {one.mistake}" in unescape(text)
            if one.example.board:
                assert base64.b64encode(one.example.board.encode()).decode() in pages["report.html"]
        for exercise in {one.exercise for one in made}:
            sizes = [len(one.students) for one in made if one.exercise == exercise]
            assert sizes == sorted(sizes, reverse=True)


def test_difficulty_and_discrimination_are_those_of_the_textbook(rows: list[Row]) -> None:
    """The mean share and the correlation with the rest, worked out a second way."""
    results = [row.result for row in rows if row.result.lesson == "03_alpha_beta"]
    there = [one for one in results if one.outcome in ("graded", "stopped")]
    for found_ in numbers(results):
        shares, rest = [], []
        for result in there:
            [grade] = [one for one in result.exercises if one.name == found_.name]
            shares.append(grade.points / grade.most)
            rest.append(sum(one.points for one in result.exercises if one is not grade))
        assert found_.students == len(there) == 28
        assert found_.difficulty == pytest.approx(statistics.fmean(shares))
        assert found_.discrimination == pytest.approx(
            statistics.correlation(shares, rest), abs=6e-4
        )
        assert sum(found_.statuses.values()) == 28


def test_a_small_class_gets_no_statistics() -> None:
    """Of four students there is a list, and a sentence that says why there is no more."""
    few = [row_of(wrong("winner", n), wrong("player"), student=f"s{n}") for n in range(4)]
    text = class_page(few)
    for words in ("fewer than 5", "too few students to say (n = 4)", "In a class of 4"):
        assert words in text
    assert "What part of the points" not in text
    many = [*few, row_of(wrong("winner", 4), wrong("player"), student="s4")]
    assert "fewer than 5" not in class_page(many)
    assert "What part of the points 5 students have" in class_page(many)


def test_the_spread_of_points_counts_everybody() -> None:
    """Each share falls into its tenth, the ends included, and the picture says it in words."""
    shares = [0, 0.099, 0.1, 0.3, 0.7, 0.999, 1]
    assert bins(shares) == [2, 1, 0, 1, 0, 0, 0, 1, 0, 2]
    assert sum(bins([number / 37 for number in range(38)])) == 38
    assert "90 to 100 %: 2 students" in histogram(shares, "Points")
    practice = ExerciseGrade("f", 0, 0, CORRECT)
    assert (share(practice), share(replace(practice, status="wrong"))) == (1, 0)


def test_everything_that_needs_a_look_is_there(rows: list[Row], pages: dict[str, str]) -> None:
    """Each reason of grading, and besides: crashed, untouched, late, not handed in."""
    text = unescape(pages["report.html"])
    reasons = {reason for row in rows for reason in reasons_to_look(row.result)}
    assert len(reasons) > 3
    kinds = ("May have reached for the grader", "Could not be graded", "An exercise was lost",
             "Late: 1 student", "No notebook was handed in.", "What was repaired")  # fmt: skip
    assert [words for words in (*reasons, *kinds) if words not in text] == []
    untouched = ExerciseGrade("f", 0, 1, "not attempted", "It waits.")
    crashed = ExerciseGrade("g", 0, 1, "crashed", "It ended.")
    page = class_page([row_of(untouched, student="a"), row_of(untouched, crashed, student="b")])
    assert "Nothing attempted: 1 student" in page
    assert "Crashed: 1 student" in page
    nothing = Row(Result("c", "02_x", NO_NOTEBOOK, notes=("Its file is another lesson's.",)), 0)
    page = class_page([row_of(untouched, student="a"), nothing])
    assert "1 of the 1 who handed in" in page
    assert "another lesson" in page
    assert "Nobody." in class_page([row_of(wrong("player"))])


def test_repairs_are_counted(pages: dict[str, str]) -> None:
    """What was put right, with the students whose notebooks it was."""
    part = pages["report.html"].split("What was repaired")[1].split("Similar submissions")[0]
    assert "A second copy of a cell was left out." in part
    assert part.count("Siân Ó Briain") == 2
    assert "The cell of player could not be found." not in part, "that was not repaired"
    assert "The cell of player could not be found." in pages["report.html"]
    assert len(re.findall(r"Björk|Siân|Çağla", part.split("old format")[0])) == 3
    beyond_repair = "The file is damaged. It is no lesson."
    assert "The file is damaged." not in part, "that was not repaired either"
    assert f"No points for the whole notebook: {beyond_repair}" in pages["report.html"]
    assert "What was put right" not in pages["feedback/s09.html"]
    assert "What is wrong with the file" in pages["feedback/s09.html"]


def test_similar_submissions_stand_side_by_side(pages: dict[str, str]) -> None:
    """The two who have copied, what is alike marked, and that this is no verdict."""
    part = pages["report.html"].split("Similar submissions")[1].split("All students")[0]
    assert part.count("<details") == 1
    marked = "<mark>        node, depth, parent = stack.pop()\n</mark>"
    left = "<span>    # a plan of my own\n</span>"
    for words in ("never a verdict", "José Peña", "Łukasz Żak", marked, left):
        assert words in part


def test_every_student_is_in_the_table(rows: list[Row], pages: dict[str, str]) -> None:
    """With the total, each exercise, and a link to the feedback; and one table for all lessons."""
    tables = re.findall(r'(?s)<table class="sortable">.*?</table>', pages["report.html"])
    assert len(tables) == 3
    for table in tables:
        assert table.count("<tr>") == 31
        assert "<button" not in table, (
            "a script makes the heads press, and without one all is there"
        )
        assert len(re.findall(r'href="feedback/s\d\d\.html"', table)) == 30
    for row in rows:
        assert f'data-value="{row.total}">{row.total:g}</td>' in "".join(tables)
    names = [f"s{number:02}" for number in range(29, 20, -1)]
    links = {name: f"feedback/{name}.html" for name in names}
    listed = class_page(rows, Known(links, students=names)).rpartition("All students")[2]
    places = [listed.index(links[name]) for name in names]
    assert places == sorted(places), "in the class list's order"
    sums = {row.result.student: 0.0 for row in rows}
    for row in rows:
        sums[row.result.student] += row.total
    assert all(f">{total:g}</td>" in tables[2] for total in sums.values())


def test_code_in_a_sentence_is_shown_as_code() -> None:
    """What a student has written there stays text."""
    assert coded("wrong: `a < b`, <b>") == "wrong: <code>a &lt; b</code>, &lt;b&gt;"
