"""The browser edition in a real browser: every lesson cell by cell, and what only it has."""

import time

import nbformat
import pytest
from console import course
from harness import BOOK, press, served
from submissions import earned, notebooks, stock_course
from toy_course import ROOT

from autograder_tests.submissions import reference
from course_tools.build import lessons
from course_tools.site.lite import NotHere, make_lite

pytestmark = [pytest.mark.xdist_group("lite"), pytest.mark.timeout(1800)]

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
def lite(tmp_path_factory):
    """The address of the browser edition."""
    folder = tmp_path_factory.mktemp("lite")
    try:
        make_lite(ROOT, folder / "lite")
    except NotHere as error:  # no lesson needs Node.js, and it all goes on without a network
        pytest.skip(" ".join(str(error).split()))
    (folder / "favicon.ico").touch()  # a browser asks for the site's
    with served(folder) as address:
        yield f"{address}/lite"


class Open:
    """A lesson that is open in the browser edition."""

    def __init__(self, page, lite, lesson):
        """Open it, and wait until Python is there."""
        self.page, self.lesson = page, lesson
        self.page.set_default_timeout(300_000)
        self.start = time.monotonic()
        self.path = f"notebooks/{lesson.name}/{lesson.name}.ipynb"
        page.goto(f"{lite}/lab/index.html?path={self.path}", wait_until="domcontentloaded")
        page.wait_for_function(WHOLE)
        page.wait_for_function(f"{BOOK}.sessionContext.session?.kernel?.status === 'idle'")
        self.ready = time.monotonic() - self.start

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

    def do(self, source):
        """What this code prints, run in the notebook's last cell."""
        last = self.code()[-1]
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
    source, _ = (nbformat.read(path, as_version=4) for path in notebooks(lesson.lesson))
    lesson.write(reference(source))
    seconds, raised, verdicts, first = [], [], [], None
    for cell in lesson.code():
        done = lesson.run(cell)
        text = _text(done["outputs"])
        seconds.append((done["seconds"], cell))
        raised += [text for one in done["outputs"] if one["output_type"] == "error"]
        verdicts += [line.split('"')[0] for line in text.split('data-status="')[1:]]
        if first is None and ("<img" in text or "widget-view" in text):
            first = time.monotonic() - lesson.start
    print(  # noqa: T201 - a line of the table
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
def test_games_are_played_in_one_process(opened):
    """With a sentence, and the same result."""
    said = opened("00").do(
        "from random import Random\n"
        "from course_lib import TicTacToe, random_player\n"
        "from course_lib.play import tournament\n"
        "players = {'a': random_player(Random(1)), 'b': random_player(Random(2))}\n"
        "both = [tournament(players, TicTacToe(), 10, 1, workers=n, progress=False)"
        " for n in (1, 2)]\n"
        "print(str(both[0]) == str(both[1]))"
    )
    assert "True" in said
    assert "Error" not in said


@pytest.mark.slow
def test_work_survives_a_reload_and_is_handed_in(opened, tmp_path):
    """The file has the lesson's name and the student's, and `course grade` books it to her."""
    lesson = opened("02")
    source, _ = (nbformat.read(path, as_version=4) for path in notebooks(lesson.lesson))
    answer = reference(source)["nim_sum"]
    lesson.write({"nim_sum": answer})
    page = lesson.page
    page.set_default_timeout(30_000)
    page.get_by_role("button", name="Hand in").click()
    assert page.locator("[data-jp-item-name=interrupt]").count() == 0
    assert "kept in this browser" in page.get_by_role("dialog").inner_text()
    page.get_by_label("Your name").fill("Ada Lovelace")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    assert saved.value.suggested_filename == "02_minimax_Ada_Lovelace.ipynb"
    saved.value.save_as(tmp_path / "in" / saved.value.suggested_filename)

    page.reload(wait_until="domcontentloaded")
    page.wait_for_function(WHOLE, timeout=300_000)
    at = lesson.cell("nim_sum")
    kept = page.evaluate(f"{BOOK}.content.widgets[{at}].model.sharedModel.getSource()")
    assert kept == answer

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
