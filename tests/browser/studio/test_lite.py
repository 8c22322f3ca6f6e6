"""The browser edition in a real browser: every lesson cell by cell, and what only it has."""

import json
import re
import time
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from class_server import class_server, port
from console import course
from harness import BOOK, FLAGS, Files, answers, press, says, served
from playwright.sync_api import Error as PlaywrightError
from submissions import earned, notebooks, stock_course
from toy_course import ROOT

from autograder_tests.submissions import reference
from course_lib.commands.doctor import find
from course_tools.arena.server.drop_box import code_of
from course_tools.studio.build import lessons
from course_tools.studio.build.notebooks import digest

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(1800)]

LESSONS = {lesson.name[:2]: lesson for lesson in lessons(ROOT)}
WHOLE = f"{BOOK}?.content?.widgets?.length > 3"
READ = "(cell) => cell.model.sharedModel.getMetadata('nbgrader')?.grade_id"
RUN = f"""async ([index]) => {{
  const cells = {BOOK}.content, started = performance.now();
  cells.activeCellIndex = index;
  cells.deselectAll();
  await window.jupyterapp.commands.execute('notebook:run-cell');
  const cell = cells.widgets[index].model.toJSON();
  return {{ ...cell, seconds: (performance.now() - started) / 1000 }};
}}"""


@pytest.fixture(scope="module")
def lite(built_site):
    """The address of the browser edition."""
    if built_site.without_lite:
        pytest.skip(built_site.without_lite)
    with served(built_site.folder) as address:
        yield f"{address}/lite"


class Open:
    """A lesson that is open in the browser edition."""

    def __init__(self, page, lite, lesson, language=""):
        """Open it, and wait until Python is there."""
        self.page, self.lesson = page, lesson
        self.page.set_default_timeout(100_000)
        self.start = time.monotonic()
        folder = f"notebooks/{language}/{lesson.name}" if language else f"notebooks/{lesson.name}"
        self.path = f"{folder}/{lesson.name}.ipynb"
        page.goto(f"{lite}/lab/index.html?path={self.path}", wait_until="domcontentloaded")
        self.wait()
        self.ready = time.monotonic() - self.start

    def wait(self):
        """Wait until all its cells, and Python, are there."""
        self.page.wait_for_function(WHOLE)
        self.page.wait_for_function(f"{BOOK}.sessionContext.session?.kernel?.status === 'idle'")

    def is_unsaved(self):
        """Whether it differs from its file, once JupyterLab has noted what the kernel says."""
        told = f"{BOOK}.sessionContext.session.kernel.info.then((told) => told.language_info)"
        noted = f"{BOOK}.context.model.getMetadata('language_info')"
        assert self.page.evaluate(told) == self.page.evaluate(noted)
        return self.page.evaluate(f"{BOOK}.context.model.dirty")

    def write(self, answers):
        """Put these sources into the cells that nbgrader calls so."""
        self.page.evaluate(
            f"""(answers) => {BOOK}.content.widgets.forEach((cell) => {{
                const answer = answers[({READ})(cell)];
                if (answer !== undefined) cell.model.sharedModel.setSource(answer);
            }})""",
            answers,
        )

    def code(self):
        """The numbers of the cells with code."""
        kinds = self.page.evaluate(f"{BOOK}.content.widgets.map((one) => one.model.type)")
        return [number for number, kind in enumerate(kinds) if kind == "code"]

    def cell(self, name):
        """The number of the cell that nbgrader calls so."""
        named = self.page.evaluate(f"{BOOK}.content.widgets.map({READ})")
        return int(named.index(name))

    def run(self, number):
        """This cell after it has run."""
        return dict(self.page.evaluate(RUN, [number]))

    def do(self, source, *, at=-1):
        """What this code prints, run in the notebook's last cell, or in another one."""
        last = self.code()[at]
        self.page.evaluate(
            f"([at, text]) => {BOOK}.content.widgets[at].model.sharedModel.setSource(text)",
            [last, source],
        )
        return _text(self.run(last)["outputs"])


def _text(outputs):
    """All words of these outputs."""
    return "\n".join(
        str(text)
        for one in outputs
        for text in (*one.get("traceback", ()), one.get("text", ""), *one.get("data", {}).values())
    )


@pytest.fixture
def opened(lite, page):
    """A function that opens the lesson of this number."""
    return lambda number: Open(page, lite, LESSONS[number])


@pytest.mark.parametrize(
    "number",
    ["00", *(pytest.param(number, marks=pytest.mark.slow) for number in LESSONS if number != "00")],
)
def test_a_solved_lesson_runs_cell_by_cell(opened, number):
    """Nothing raises, every check says "correct", and steppers step; a line tells how long."""
    lesson = opened(number)
    lesson.page.locator("body[data-jp-theme-name='JupyterLab Light']").wait_for(state="attached")
    assert lesson.is_unsaved() is False  # nobody has done anything yet
    source, _ = (nbformat.read(path, as_version=4) for path in notebooks(lesson.lesson))
    lesson.write(reference(source))
    assert lesson.is_unsaved() is True
    seconds, raised, verdicts, first = [], [], [], None
    for cell in lesson.code():
        done = lesson.run(cell)
        text = _text(done["outputs"])
        seconds.append((done["seconds"], cell))
        raised += [text for one in done["outputs"] if one["output_type"] == "error"]
        verdicts += [line.split('"')[0] for line in text.split('data-status="')[1:]]
        if first is None and ("<img" in text or "widget-view" in text):
            first = time.monotonic() - lesson.start
    print(
        f"\n{number}: ready {lesson.ready:.1f} s, first picture {first or 0:.1f} s, {len(seconds)}"
        f" cells, {len(raised)} raise, {verdicts.count('correct')} of {len(verdicts)} correct,"
        f" {sum(took for took, _ in seconds):.0f} s, slowest "
        + ", ".join(f"{took:.1f} s (cell {cell})" for took, cell in sorted(seconds)[:-4:-1])
    )
    assert raised == []
    assert verdicts
    assert set(verdicts) == {"correct"}
    if lesson.page.locator(".cl-player").count():
        lesson.page.locator(".cl-player").first.scroll_into_view_if_needed()
        # What JupyterLab holds outside its window has a text, but none that is seen.
        where = lesson.page.locator(".cl-where").filter(has_text=" / ").first
        at, last = (where.text_content() or "").split(" / ")
        press(lesson.page, "Back" if at == last else "Forward", within=".cl-player")


def test_a_german_lesson_opens_saved_and_in_the_colours_of_the_system(lite, open_page):
    """No dot in its tab, and JupyterLab is dark where all else is."""
    lesson = Open(open_page(scheme="dark"), lite, LESSONS["00"], "de")
    assert lesson.is_unsaved() is False
    theme = "body[data-jp-theme-name='JupyterLab Dark']"
    lesson.page.locator(theme).wait_for(state="attached")  # a body has no height of its own there
    assert lesson.page.locator(".lm-TabBar-tab.jp-mod-dirty").count() == 0


def test_the_app_has_the_name_of_the_course(lite, page):
    """Chromium would install it, with an icon; nothing is left of JupyterLite's own."""
    page.goto(f"{lite}/manifest.webmanifest")
    told = json.loads(page.locator("pre").inner_text())
    assert told["name"] == told["short_name"] == "Adversarial search"
    assert "JupyterLite" not in json.dumps(told)
    assert "repl" not in json.dumps(told).lower()
    with page.expect_request("**/lab/bundle.js*"):
        page.goto(f"{lite}/lab/index.html", wait_until="domcontentloaded")
    assert page.title() == "Adversarial search"
    told = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    # A test's browser keeps nothing, which is reason enough.
    assert [one["errorId"] for one in told["installabilityErrors"]] == ["in-incognito"]


@pytest.mark.slow
def test_an_endless_answer_ends_and_the_page_goes_on(opened):
    """A loop that asks the game nothing, without threads and signals."""
    lesson = opened("02")
    lesson.write(
        {"minimax_value": "def minimax_value(game, state):\n    while True:\n        pass"}
    )
    for cell in lesson.code():
        if cell <= lesson.cell("check_minimax_value"):
            done = lesson.run(cell)
    text = _text(done["outputs"])
    assert "too slow" in text
    assert "3" in lesson.do("print(1 + 2)")


@pytest.mark.slow
def test_the_clock_stops_an_endless_player_and_the_board_is_played_on(opened):
    """There is no interrupt here, and the board doesn't speak of one."""
    lesson = opened("00")
    lesson.do(
        "from course_lib import TicTacToe\n"
        "from course_lib.views import play_widget\n"
        "def forever(game, state):\n"
        "    while True:\n"
        "        pass\n"
        "play_widget(TicTacToe(), forever, seconds=8)"
    )
    page = lesson.page
    note = page.locator(".course-note")
    page.locator("[data-square=b2]").click()
    note.filter(has_text="Here only the clock can stop it.").wait_for()
    note.filter(has_text="one move took more than 8 s (line").wait_for()
    press(page, "Undo", within=".course-play")
    assert "Your turn" in page.locator(".course-status").inner_text()


COUNTED = """window.asked = 0;
const persist = navigator.storage.persist.bind(navigator.storage);
navigator.storage.persist = () => { window.asked += 1; return persist(); };"""
"""Counts how often the page asks the browser to keep what it stores."""


@pytest.mark.slow
def test_work_survives_a_reload_and_is_handed_in(opened, page, tmp_path):
    """The file has the lesson's name and the student's, and `course grade` books it to her."""
    page.add_init_script(COUNTED)
    lesson = opened("02")
    source, _ = (nbformat.read(path, as_version=4) for path in notebooks(lesson.lesson))
    answer = reference(source)["nim_sum"]
    lesson.write({"nim_sum": answer})
    page.set_default_timeout(30_000)
    assert page.locator(SAVE_ALL).inner_text() == "Save all (no copy yet)"
    assert page.evaluate("window.asked") == 0
    page.get_by_role("button", name="Hand in").click()
    assert page.locator("[data-jp-item-name=interrupt]").count() == 0
    said = page.get_by_role("dialog").inner_text()
    assert "kept in this browser" in said
    stays = page.evaluate("navigator.storage.persisted()")
    assert ("It stays until" in said, "may clear it" in said) == (stays, not stays)
    page.get_by_label("Your name").fill("Ada Lovelace")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    assert saved.value.suggested_filename == "02_minimax_Ada_Lovelace.ipynb"
    file = tmp_path / "in" / saved.value.suggested_filename
    saved.value.save_as(file)
    receipt = page.locator(".course-receipt").inner_text()
    assert receipt.startswith("02_minimax, Ada Lovelace, 20")
    assert receipt.endswith(f"code {code_of(file.read_bytes())}")
    page.get_by_role("button", name="Close").click()
    page.locator(SAVE_ALL, has_text="last copy: today").wait_for()
    assert page.evaluate("window.asked") == 1

    earlier = "String(Number(localStorage.getItem(key)) - 6 * 86_400_000)"
    page.evaluate(f"(key) => localStorage.setItem(key, {earlier})", "course-last-copy 02_minimax")
    page.reload(wait_until="domcontentloaded")
    page.wait_for_function(WHOLE, timeout=100_000)
    at = lesson.cell("nim_sum")
    kept = page.evaluate(f"{BOOK}.content.widgets[{at}].model.sharedModel.getSource()")
    assert kept == answer
    page.locator(SAVE_ALL, has_text="last copy: 6 days ago").wait_for()

    root = tmp_path / "course"
    root.mkdir()
    stock_course(root, lesson.lesson)
    (tmp_path / "class.csv").write_text("id,name\nal15,Ada Lovelace\n", encoding="utf-8")
    words = ("--root", str(root), "--lesson", "02", "--class-list", str(tmp_path / "class.csv"))
    done = course("grade", str(tmp_path / "in"), *words)
    assert done.code == 0, done.out + done.err
    assert {name for name, score in earned(root, lesson.lesson.name, "al15").items() if score} == {
        "nim_sum"
    }


@pytest.mark.slow
def test_a_link_in_a_lesson_goes_on_here_with_the_guesses(lite, page):
    """From a cell of the page to the same cell of the notebook; what was guessed is known."""
    page.set_default_timeout(100_000)
    page.goto(f"{lite.removesuffix('lite')}lessons/02_minimax.html")
    guess = page.locator(".course-live", has_text="How many visits will it take")
    guess.scroll_into_view_if_needed()
    guess.get_by_role("button", name="a coin").click()
    guess.get_by_role("textbox").fill("1000")
    guess.get_by_role("button", name="Guess").click()
    links = page.locator("a.course-go-on")
    assert links.count() > 30
    there = page.locator(".cell", has_text="practice(").get_by_role("link", name="Go on in the")
    cell = there.get_attribute("href").partition("cell=")[2]
    there.click()
    shown = f"{BOOK}?.content?.activeCell?.model.id"
    page.wait_for_function(f"(cell) => {shown} === cell", arg=cell)
    page.wait_for_function("!location.search.includes('cell=')")
    assert page.evaluate(f"{BOOK}.content.activeCell.inViewport")
    lesson = Open.__new__(Open)
    lesson.page = page
    lesson.wait()
    said = lesson.do(
        "from course_lib.questions.predicting import kept_guesses\n"
        "print(kept_guesses())\n"
        "from course_lib.questions import predict\n"
        "predict('visits')"
    )
    assert "{'visits': {'guess': '1000', 'right': False, 'stake': 'a coin'}}" in said
    page.get_by_text("You guessed 1000. It is 549,946").wait_for()


@pytest.mark.slow
def test_a_notebook_is_handed_in_at_a_class_server(built_site, lite, page, problems, tmp_path):
    """With a receipt; where the server is gone, that is said, and nothing is lost."""
    assert lite
    plan = f"page = 0\nsite = {json.dumps(str(built_site.folder))}\n{port()}"
    with class_server(tmp_path, plan) as server:
        lesson = Open(page, f"{server.page}site/lite", LESSONS["00"])
        lesson.do("print('from the class')")
        page.get_by_role("button", name="Hand in", exact=True).click()
        page.get_by_label("Your name").fill("Ada Lovelace")
        page.get_by_role("button", name="Hand it in").click()
        receipt = page.locator(".course-receipt").inner_text()
        page.get_by_role("button", name="Close").click()
        assert problems == []
    [file] = (tmp_path / "handed_in").iterdir()
    assert file.name == "00_start_here_Ada_Lovelace.ipynb"
    book = nbformat.read(file, as_version=4)
    assert book.metadata.kernelspec.name == "python3"
    assert "print('from the class')" in [cell.source for cell in book.cells]
    assert receipt.endswith(f"code {code_of(file.read_bytes())}")
    assert receipt.startswith("00_start_here, Ada Lovelace, ")
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.get_by_role("button", name="Save the file").wait_for()
    problems.clear()  # the browser tells of each request that nobody answers


JOIN = """
from course_lib.checks import check, join_class

def middle_first(game, state):
    return game.actions(state)[0]

join_class(place="by the door")
"""


@pytest.mark.slow
def test_the_room_hears_of_checks_in_the_browser_edition(
    built_site, lite, page, open_page, tmp_path
):
    """Where the site comes from the same server, its address is found; one click tells of it."""
    assert lite
    plan = f"page = 0\nroom = true\nsite = {json.dumps(str(built_site.folder))}\n{port()}"
    with class_server(tmp_path, plan) as server:
        teacher = open_page()
        teacher.goto(server.said_of("room, for you:"))
        lesson = Open(page, f"{server.page}site/lite", LESSONS["00"])
        lesson.do(JOIN)
        lesson.do("check('middle_first')", at=-2)
        says(teacher, "#here", "0 notebooks here")
        page.get_by_role("button", name="Tell my class").click()
        page.get_by_text('it calls you "by the door"').wait_for()
        lesson.do("check('middle_first')", at=-2)
        says(teacher, "#groups", "by the door")
        help_button = page.get_by_role("button", name="I need help")
        help_button.click()
        says(teacher, "#visits", "by the door: middle_first, asks for help")
        teacher.get_by_role("button", name="I was there: by the door").click()
        says(teacher, "#visits", "Nobody")
        lesson.do("check('middle_first')", at=-2)
        help_button.wait_for()
        says(teacher, "#visits", "Nobody")
        teacher.close()
        page.close()  # it goes on asking for the files of the site


NEWER = "This sentence is newer."
UPDATE = "[data-jp-item-name=update]"


@pytest.mark.slow
def test_a_newer_edition_comes_in_and_what_was_written_stays(built_site, lite, page):
    """Into the open notebook, too; it can be taken back, and a second time there is nothing."""
    assert lite
    path = Path(f"notebooks/{LESSONS['00'].name}/{LESSONS['00'].name}.ipynb")
    book = nbformat.read(built_site.folder / "lite" / "files" / path, as_version=4)
    prose = next(cell for cell in book.cells if len(cell.source) > 200)
    before, prose.source = prose.source, f"{NEWER} {prose.source}"
    prose.id = digest(f"markdown\n{prose.source}")
    newer = [False]

    class Changing(Files):
        """The lesson as it was, and from some moment on as it is in a newer edition."""

        def do_GET(self):  # noqa: N802 - the name that a handler needs
            if not newer[0] or not self.path.partition("?")[0].endswith(f"/files/{path}"):
                super().do_GET()
                return
            self.send_response(200)
            self.end_headers()
            self.wfile.write(nbformat.writes(book).encode())

    with served(built_site.folder, Changing) as address:
        lesson = Open(page, f"{address}/lite", LESSONS["00"])
        answer = "def middle_first(game, state):\n    return 'mine'\n"
        lesson.write({"middle_first": answer})
        lesson.do("print('my own cell')")
        page.evaluate(f"{BOOK}.context.save()")
        newer[0] = True

        def pressed(button):
            page.locator(UPDATE).click()
            page.get_by_role("button", name=button).click()
            close = page.get_by_role("button", name="Close")
            close.wait_for()
            said = page.get_by_role("dialog").inner_text()
            close.click()
            return said

        def texts():
            sources = "widgets.map((one) => one.model.sharedModel.getSource())"
            return page.evaluate(f"{BOOK}.content.{sources}")

        assert before in texts()
        said = pressed("Bring it in")
        assert "1 new cell, 1 taken out or replaced" in said
        now = texts()
        assert prose.source in now
        assert before not in now
        assert {answer, "print('my own cell')"} <= {*now}
        assert "All of it is here already." in pressed("Bring it in")
        pressed("Take the last one back")
        now = texts()
        assert before in now
        assert {answer, "print('my own cell')"} <= {*now}


SAVE_ALL = "[data-jp-item-name=save-all]"
BRING_BACK = "[data-jp-item-name=bring-back]"
MINE = "print(open('../../my_work/00.py').read())"


def bring_back(page, file):
    """The words of the question that this file leads to."""
    with page.expect_file_chooser() as chooser:
        page.locator(BRING_BACK).click()
    chooser.value.set_files(file)
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog.inner_text()


@pytest.mark.slow
def test_all_work_goes_into_one_file_and_comes_back_elsewhere(lite, open_page, tmp_path):
    """All lessons and `my_work` are in it, as on a computer; nothing is replaced unasked."""
    here, there = (Open(open_page(), lite, LESSONS["00"]) for _ in range(2))
    source, _ = (nbformat.read(path, as_version=4) for path in notebooks(here.lesson))
    answer = reference(source)["middle_first"]
    here.write({"middle_first": answer})
    for cell in here.code():
        if cell <= here.cell("check_middle_first"):
            here.run(cell)
    own = here.do(MINE)
    assert "def middle_first" in own
    with here.page.expect_download() as saved:
        here.page.locator(SAVE_ALL).click()
    copy = tmp_path / saved.value.suggested_filename
    saved.value.save_as(copy)
    assert re.fullmatch(r"adversarial-search_\d{4}-\d\d-\d\d\.zip", copy.name)
    here.page.locator(SAVE_ALL, has_text="last copy: today").wait_for()
    with zipfile.ZipFile(copy) as archive:
        names = set(archive.namelist())
        book = nbformat.reads(archive.read(here.path), as_version=4)
    assert names >= {f"notebooks/{each.name}/{each.name}.ipynb" for each in LESSONS.values()}
    assert [name for name in names if name == "my_work/00.py"]
    assert book.metadata.kernelspec.name == "python3"
    assert answer in [cell.source for cell in book.cells]

    page = there.page
    at = there.cell("middle_first")
    source_of = f"{BOOK}.content.widgets[{at}].model.sharedModel.getSource()"
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no zip file")
    assert "Nothing was changed" in bring_back(page, broken)
    page.get_by_role("button", name="Close").click()
    assert "00_start_here.ipynb" in bring_back(page, copy)
    page.get_by_role("button", name="Cancel").click()
    assert page.evaluate(source_of) != answer
    said = bring_back(page, copy)
    assert len(re.findall("changed here on", said)) == 1, said
    assert "my_work/00.py, not here" in said
    page.get_by_role("button", name="Take them from the file").click()
    page.wait_for_function(f"(answer) => {source_of} === answer", arg=answer)
    assert own.strip() in there.do(MINE)


@pytest.mark.slow
def test_without_a_network_the_lesson_opens_again(built_site, lite, page):
    """The server is gone, and the page runs Python, with what was written before."""
    kept = "print(open('kept.txt').read())"
    with served(built_site.folder) as address:
        lesson = Open(page, f"{address}/lite", LESSONS["00"])
        assert "42" in lesson.do(
            "open('kept.txt', 'w').write('42')\nprint(open('kept.txt').read())"
        )
        page.evaluate(f"{BOOK}.context.save()")
        page.wait_for_function("document.documentElement.dataset.offline === 'ready'")
    assert not answers(address)
    page.reload(wait_until="domcontentloaded")
    lesson.wait()
    assert "42" in lesson.do(kept)


@pytest.mark.slow
def test_where_nothing_can_be_stored_the_page_says_so_and_works(lite, chromium, browser, tmp_path):
    """With cookies off a lesson runs in memory, and a line says that nothing is kept."""
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    context = chromium[0].browser_type.launch_persistent_context(
        tmp_path, executable_path=find("chromium"), args=FLAGS
    )
    try:
        page = context.new_page()
        lesson = Open(page, lite, LESSONS["00"])
        with pytest.raises(PlaywrightError, match=r"SecurityError|denied"):
            page.evaluate("localStorage.length")
        banner = page.locator(".course-banner")
        assert "Nothing is kept here" in banner.inner_text()
        top = page.locator("#main").bounding_box()["y"]
        assert banner.bounding_box()["height"] <= top + 1
        assert "3" in lesson.do("print(1 + 2)")
        page.get_by_role("button", name="Hand in").click()
        assert "Nothing is kept here" in page.get_by_role("dialog").inner_text()
        page.get_by_role("button", name="Cancel").click()
        with page.expect_download() as saved:
            page.locator(SAVE_ALL).click()
        saved.value.save_as(tmp_path / "copy.zip")
        with zipfile.ZipFile(tmp_path / "copy.zip") as archive:
            assert b"print(1 + 2)" in archive.read(lesson.path)
        page.locator(SAVE_ALL, has_text="last copy: today").wait_for()
    finally:
        context.close()


@pytest.fixture
def by_http(lite, chromium, browser):
    """A page of this machine under another name, as a class server has: it is not secure there."""
    place = urlsplit(lite)
    flags = [*FLAGS, "--host-resolver-rules=MAP class.test 127.0.0.1"]
    other = chromium[0].browser_type.launch(executable_path=find("chromium"), args=flags)
    yield other.new_page(), f"http://class.test:{place.port}{place.path}"
    other.close()


def test_over_plain_http_a_receipt_has_its_code_and_the_page_says_what_is_not_kept(
    by_http, tmp_path
):
    """No cache and no digests of the browser's own there: ours is the file's SHA-256."""
    page, lite = by_http
    Open(page, lite, LESSONS["02"])
    assert page.evaluate("[isSecureContext, 'caches' in window, !!crypto.subtle]") == [False] * 3
    page.evaluate("void window.jupyterapp.commands.execute('course:hand-in')")
    says(page, ".course-dialog", "my_work lasts until Python restarts")
    page.fill("input[name=course-hand-in-name]", "Ada")
    with page.expect_download() as saved:
        press(page, "Save the file")
    saved.value.save_as(tmp_path / "saved.ipynb")
    says(page, ".course-receipt", f"code {code_of((tmp_path / 'saved.ipynb').read_bytes())}")
