"""The published lessons show what a run shows, and give no answer away; the site is whole."""

import hashlib
import importlib
import json
import re
import subprocess
import tomllib
import zipfile
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from random import Random

import nbformat
import pytest
from console import quick_module
from links import count, faults
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from toy_course import ROOT

import course_lib
from course_lib import ConnectFour, Havannah, TicTacToe, random_player
from course_lib.games import TextbookTree
from course_lib.search import minimax_search
from course_lib.views import play_widget, step_through, what_if
from course_lib.views.widgets import PlayerWidget, PlayWidget
from course_tools.cli import main
from course_tools.notebooks import SOURCES, STUDENTS, place, read_notebook
from course_tools.studio.build import edition, leaks, lessons
from course_tools.studio.site import lessons as site_lessons
from course_tools.studio.site import lite, living, making
from course_tools.studio.site.reference import API, write_reference

LESSONS = lessons(ROOT)
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.mark.parametrize("lesson", LESSONS, ids=[each.name[:2] for each in LESSONS])
def test_a_published_lesson_has_students_cells_and_the_solved_outputs(lesson, tmp_path):
    """Exercises stay open, no output is a hidden check's, and each picture is a file."""
    published = nbformat.read(site_lessons.publish(lesson, ROOT, tmp_path), as_version=4)
    student = nbformat.read(place(ROOT, STUDENTS, lesson.name), as_version=4)
    assert len(published.cells) == len(student.cells)
    for ours, theirs in zip(published.cells, student.cells, strict=True):
        pictures = re.findall(r"\]\((\d\d-[\w.]+\.png)\)", ours.source)
        assert all((tmp_path / picture).read_bytes()[1:4] == b"PNG" for picture in pictures)
        assert re.sub(r"\]\(\d\d-", "](attachment:", ours.source) == theirs.source
        if theirs.metadata.get("nbgrader", {}).get("grade"):
            assert {output.output_type for output in ours.outputs} <= {"display_data", "stream"}
    outputs = [output for cell in published.cells for output in cell.get("outputs", [])]
    assert sum("text/html" in output.get("data", {}) for output in outputs) > 5
    assert not any(WIDGET in output.get("data", {}) for output in outputs)
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    guesses = sum('predict("' in cell.source for cell in published.cells)
    assert html.count('data-live="guess"') == guesses >= 3


def test_an_output_that_shows_a_solution_stops_the_site(tmp_path, monkeypatch):
    """As the student edition does, it looks at all texts, those of outputs too."""
    lesson = LESSONS[2]
    solved = nbformat.read(place(ROOT, SOURCES, lesson.name), as_version=4)
    answer = next(
        cell.source for cell in solved.cells if cell.metadata.get("nbgrader", {}).get("solution")
    )
    printed = nbformat.v4.new_output("stream", text=answer)
    next(cell for cell in solved.cells if cell.cell_type == "code").outputs.append(printed)
    student = nbformat.read(place(ROOT, STUDENTS, lesson.name), as_version=4)
    read = {place(ROOT, SOURCES, lesson.name): solved, place(ROOT, STUDENTS, lesson.name): student}
    monkeypatch.setattr(site_lessons, "read_notebook", read.get)
    with pytest.raises(ValueError, match="gives something away"):
        site_lessons.publish(lesson, ROOT, tmp_path)
    assert list(tmp_path.glob("*.ipynb")) == []


def test_only_what_a_stepper_needs_runs_and_it_shows_what_the_build_shows(tmp_path, monkeypatch):
    """Of two cells that bind a name the nearer one; a stepper that shows otherwise is a fault.

    A loop may not run, so what stands before it is needed; one over what is written there does.
    """
    codes = ["table = [1]", "with needs('f'):\n    trace = f(9)\n    print(trace)",
             "def f(n):\n    return n + step", "n = 1\nfor n in ([], [3]):\n    pass",
             "step = 0\nfor step in n:\n    pass\nprint(5)",
             "table.append(5)", "trace = f(2)", "step_through(trace, table)"]  # fmt: skip
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in codes])
    steps = {"text/plain": "<PlayerWidget: f>"}
    book.cells[-1].outputs = [nbformat.v4.new_output("display_data", steps)]
    needed = dict(enumerate(codes))
    del needed[1]
    needed[3] = codes[3].replace("n = 1\n", "\n", 1)
    assert site_lessons._needed(book) == needed | {4: codes[4].replace("print(5)", "")}
    monkeypatch.setattr(site_lessons, "run", lambda copy, _: (copy, None))
    with pytest.raises(ValueError, match=r"as in its build: the cell \w+ shows '', not"):
        site_lessons.publish(LESSONS[7], ROOT, tmp_path, steppers=tmp_path)


def test_a_stepper_becomes_a_page_in_a_frame(tmp_path, monkeypatch):
    """The page holds the whole search, and the frame says what it shows."""
    monkeypatch.setattr(PlayerWidget, "_repr_mimebundle_", PlayerWidget._repr_mimebundle_)
    living.export_into(str(tmp_path), "02")
    shown = step_through(minimax_search, TextbookTree([3, [1, 2]]), ())._repr_mimebundle_()
    assert '<iframe class="course-page" src="../steppers/02-1.html"' in shown["text/html"]
    assert 'title="minimax_search' in shown["text/html"]
    page = (tmp_path / "02-1.html").read_text(encoding="utf-8")
    assert '"story":' in page
    assert "minimax_search chooses" in page


def test_a_board_and_a_tree_to_touch_live_in_the_page(tmp_path, monkeypatch):
    """Against an opponent that the page has; what it can't play stays a picture."""
    for widget in (PlayerWidget, PlayWidget):
        monkeypatch.setattr(widget, "_repr_mimebundle_", widget._repr_mimebundle_)
    living.export_into(str(tmp_path), "02")
    anybody = random_player(Random(1))

    def shown(widget):
        html = widget._repr_mimebundle_()
        return (html[0] if isinstance(html, tuple) else html)["text/html"]

    perfect = shown(play_widget(TicTacToe(), anybody, you_play="O"))
    assert 'data-live="boards"' in perfect
    assert '"players":["X","O"],"you":1' in perfect
    assert "In the notebook it is random_player" in perfect
    late = TicTacToe().play("b2")
    for other in (
        play_widget(Havannah(3), anybody),
        play_widget(ConnectFour(), anybody),
        play_widget(TicTacToe()),
        play_widget(TicTacToe(), anybody, state=late, you_play="O"),
    ):
        assert shown(other).startswith("<img")
    assert 'data-live="touch-it"' in shown(what_if([[3, 1], [2, 4]], cuts=True))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("page", making.COPIED)
def test_a_page_links_only_to_what_the_site_has(page):
    """Links to other files of the course become words."""
    text = (ROOT / page).read_text(encoding="utf-8")
    text = making.LINK.sub(lambda found: making._link(Path(page).parent, found), text)
    there = {*making.COPIED.values(), "lessons", "api", "pictures"}
    linked = [address.split("#")[0] for _, _, address, _ in making.LINK.findall(text)]
    assert {address.split("/")[0] for address in linked} <= there
    filled = re.findall(r"<!-- (\w+) -->", text)
    assert sorted(filled) == sorted({*filled}), "each comes once"


@pytest.mark.parametrize("page", ["week", "course", "grading", "live", "exam", "next_year"])
def test_a_guide_to_one_task_is_read_in_five_minutes(page):
    """What it only names stands on pages of its own."""
    assert len((ROOT / making.PAGES / f"{page}.md").read_text(encoding="utf-8").split()) <= 1_000


@pytest.mark.xdist_group("site")
def test_every_link_of_the_site_leads_somewhere(built_site):
    """Each page, picture, place on a page and notebook is there, the student edition too."""
    assert faults(built_site.folder) == []
    assert count(built_site.folder) > 4000
    front = (built_site.folder / "index.html").read_text(encoding="utf-8")
    assert f'<a href="{making.EDITION}">Download the student edition</a>' in front
    with zipfile.ZipFile(built_site.folder / making.EDITION) as packed:
        assert packed.testzip() is None
    [link] = re.findall(r'"go":"([^"]*html#[^"]*)"', front)  # in what the front page opens with
    page, _, at = link.partition("#")
    assert f'id="{at}"' in (built_site.folder / page).read_text(encoding="utf-8")


@pytest.mark.xdist_group("site")
def test_the_file_browser_says_when_the_course_was_changed(built_site):
    """Of each lesson and folder; no cell is there only to get the course, which is there."""
    if built_site.without_lite:
        pytest.skip(built_site.without_lite)
    folder = built_site.folder / "lite"
    listed = "".join(path.read_text("utf-8") for path in (folder / "api").rglob("all.json"))
    when = datetime.fromtimestamp(edition.last_change(ROOT), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert {*re.findall('"last_modified": "([^"]*)"', listed)} == {when}
    books = [read_notebook(path) for path in (folder / "files").rglob("*.ipynb")]
    assert len(books) >= len(LESSONS)
    getting = [cell.source for book in books for cell in book.cells if "find_spec" in cell.source]
    assert len(getting) == len(books)
    assert all("\nfrom " in source for source in getting)


def test_a_page_for_each_room_has_every_public_name_in_the_order_of_use(tmp_path):
    """Each under a heading of its own, bridges too; the list of rooms names them all."""
    write_reference(tmp_path / "api", ROOT)
    index = (tmp_path / "api" / "index.md").read_text(encoding="utf-8")
    assert f"Version {course_lib.__version__}." in index
    for room in API:
        module = importlib.import_module(f"course_lib.{room}")
        text = (tmp_path / "api" / f"{room}.md").read_text(encoding="utf-8")
        assert f"Version {course_lib.__version__}." in text
        headed = re.findall(r"^## `(\w+)`$", text, re.MULTILINE)
        ours = [name for name in course_lib.__all__ if hasattr(module, name)]
        assert sorted(headed) == sorted(getattr(module, "__all__", ours))
        assert all(f"[`{name}`]({room}.md#{name.lower()})" in index for name in headed)
    views = (tmp_path / "api" / "views.md").read_text(encoding="utf-8")
    names = re.findall(r"^## `(\w+)`$", views, re.MULTILINE)
    # Lesson 00 shows a board, lets one play on it, and steps through a search.
    assert names[:3] == ["show", "play_widget", "step_through"]


@pytest.mark.xdist_group("site")
def test_beside_a_lesson_stand_lessons(built_site):
    """Those of its language, and one way to all pages: no guide about exams and grading."""
    for name, number in (("index_de", 4), ("lessons/02_minimax_de", 3), ("lessons/02_minimax", 0)):
        text = (built_site.folder / f"{name}.html").read_text(encoding="utf-8")
        beside = re.findall(r'toctree-l1[^>]*><a [^>]*href="([^"#]*)', text)
        assert len(beside) == len(LESSONS) + 1, beside
        assert len([link for link in beside if link.endswith("_de.html")]) >= number
        assert not [link for link in beside if "exam" in link or "grading" in link]


def read(page):
    """What can be read in this file: a page's words, its code, and the texts of its data."""
    text = page.read_text(encoding="utf-8", errors="replace")
    if page.suffix != ".html":
        return text
    data = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    return "\n".join(
        [unescape(re.sub(r"<[^>]*>", "", text)), *edition.texts([json.loads(one) for one in data])]
    )


@pytest.mark.xdist_group("site")
def test_no_page_of_the_site_holds_a_solution(built_site, tmp_path):
    """Nor does a script or its data; in a cell, with its colours, and in data one is noticed."""
    secrets = edition.secret_clues(ROOT)
    pages = [
        page
        for page in sorted(built_site.folder.rglob("*"))
        if page.suffix in {".html", ".js", ".mjs", ".json", ".css", ".txt"}
        and page.relative_to(built_site.folder).parts[0] not in ("lite", "pagefind")
    ]
    assert len(pages) > 60
    for page in pages:
        assert leaks.found(secrets, read(page)) == [], page
    lesson = LESSONS[2]
    solved = nbformat.read(place(ROOT, SOURCES, lesson.name), as_version=4)
    answer = next(
        cell.source for cell in solved.cells if cell.metadata.get("nbgrader", {}).get("solution")
    )
    planted = tmp_path / "planted.html"
    for html in (
        highlight(answer, PythonLexer(), HtmlFormatter()),
        living.block("guess", {"because": answer}, ""),
    ):
        planted.write_text(f"<p>Words</p>{html}", encoding="utf-8")
        assert leaks.found(secrets, read(planted))


def test_a_style_sheet_is_followed_and_so_is_a_manifest(tmp_path):
    """What they load has to be there, too."""
    (tmp_path / "a.css").write_text("@import 'no.css'; p { background: url(no.png) }")
    (tmp_path / "a.webmanifest").write_text('{"start_url": "no/", "icons": [{"src": "no.svg"}]}')
    missing = [told.split()[1] for told in faults(tmp_path)]
    assert missing == ["no.css", "no.png", "no/", "no.svg"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path, capsys):
    """Only an empty folder, or a site, is written to."""
    (tmp_path / "index.html").write_text("my own page")
    (tmp_path / "thesis.txt").write_text("mine")
    assert main(["site", "--out", str(tmp_path)]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_the_parts_of_the_browser_edition_are_pinned():
    """Each by its hash, and the widgets are those that are installed here."""
    lock = tomllib.loads(lite.LOCK.read_text(encoding="utf-8"))
    pins = {name: pin.split() for table in lock.values() for name, pin in table.items()}
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for _, digest in pins.values())
    installed = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for name in ("anywidget", "comm", "graphviz", "ipywidgets", "jupyterlab-widgets", "psygnal"):
        assert f"--hash=sha256:{pins[name][1]}" in installed, name


def test_a_part_that_is_another_file_is_refused_and_thrown_away(tmp_path):
    """What came is said as a line for the lock; what the lock names is taken without a download."""
    (tmp_path / "a_part-1.0-py3-none-any.whl").write_bytes(b"changed")
    digest = hashlib.sha256(b"changed").hexdigest()
    lock = {"npm": {}, "kernel": {"a-part": f"1.0 {digest}"}}
    assert lite.fetched(lock, tmp_path)["a-part"].read_bytes() == b"changed"
    lock["kernel"]["a-part"] = "1.0 " + "0" * 64
    with pytest.raises(ValueError, match=f'a-part = "1.0 {digest}"'):
        lite.fetched(lock, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_node_js_the_browser_edition_says_what_to_do(tmp_path, monkeypatch):
    """One sentence, before anything is downloaded."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(lite.NotHere, match=r"npm, which is not here: install Node\.js, or make"):
        lite.fetched({"npm": {"pyodide": "1.0 0"}, "kernel": {"a-part": "1.0 0"}}, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_same_course_makes_the_same_bytes(tmp_path):
    """Sphinx warns of nothing, and nothing tells when or where it was made."""
    digests = []
    for name in ("one", "two"):
        # A process for each: a second Sphinx in the same one warns of what the first has left.
        words = ("site", "--stills", "--lite", "--out", str(tmp_path / name))
        subprocess.run(quick_module("course_tools.cli", *words), cwd=ROOT, check=True)
        made = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        digests.append(
            {
                path.relative_to(tmp_path / name): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in made
            }
        )
    assert digests[0] == digests[1]
