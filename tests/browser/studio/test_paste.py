"""The page "Paste your own" in real browsers: a search beside its code, shut off from all else."""

import pytest
from firefox import firefox_page
from harness import answers, faults, lettered, served

from autograder_tests import bank
from course_lib.commands.doctor import find
from course_tools.studio.lectures import pasted
from course_tools.studio.site import pasting

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(1800)]

PATIENCE = 600_000
"""So many milliseconds Python may take to be there, on whatever machine this runs."""

LIT = "document.querySelector('#lines .lit')?.textContent.trim()"
EXAMPLES = [each["code"] for each in pasting.examples()]
BEFORE = 400_000


@pytest.fixture(scope="module")
def address(built_site):
    """The address of the site with the page in it."""
    if built_site.without_lite:
        pytest.skip(built_site.without_lite)
    with served(built_site.folder) as address:
        yield address


@pytest.fixture
def opened(address, open_page):
    """A function that opens the page."""

    def opened(fragment="", **look):
        page = open_page(**look)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/paste/index.html{fragment}")
        return page

    return opened


def run(page, code):
    """Run this code, and wait until all is shown."""
    if page.locator("#edit").is_visible():
        page.locator("#edit").click()
    page.locator("#code").fill(code)
    until_it_ends(page, page.locator("#run"))
    return page


def until_it_ends(page, button):
    """Press this, and wait until the button that stops has come and gone, however soon that is."""
    page.evaluate(
        """() => {
            const stop = document.querySelector("#stop");
            window.ended = new Promise((done) => new MutationObserver(() => stop.hidden && done())
                .observe(stop, { attributeFilter: ["hidden"] }));
        }"""
    )
    button.click()
    page.evaluate("() => window.ended")


LARGE = """
def f(n):
    return n * n % 997 if n > 400 else max(f(2 * n), f(2 * n + 1))

f(1)
"""
WAITS = """
import asyncio

async def best(tree):
    return tree if isinstance(tree, int) else max(await asyncio.gather(*map(best, tree)))

def value(tree):
    return asyncio.run(best(tree))

value([[3, 12], [2, 4]])
"""


def test_a_search_plays_beside_its_running_line(opened):
    """The page is small before Python comes; then each step lights the line that the film names."""
    page = opened()
    sizes = "performance.getEntriesByType('resource').map((one) => one.decodedBodySize)"
    assert sum(page.evaluate(sizes)) + len(page.content()) < BEFORE
    assert "pyodide" not in str(page.evaluate("performance.getEntriesByType('resource')"))
    assert faults(page) == []
    assert lettered(page)
    run(page, EXAMPLES[0])
    film = pasted.play(EXAMPLES[0])["film"]
    lines = EXAMPLES[0].splitlines()
    page.locator(".cl-player").get_by_role("button", name="First step").press("Enter")
    for step, line in enumerate(film["steps"]["line"][:-1]):
        assert page.evaluate(LIT) == lines[line - 1].strip(), step
        page.keyboard.press("ArrowRight")
    assert "value 3. 11 visits, 2 branches cut" in page.locator(".cl-player").inner_text()
    assert faults(page) == []
    run(page, WAITS)
    assert page.locator(".cl-player").count() == 1


def test_wrong_answers_get_the_verdict_of_the_notebook(opened):
    """Three of the bank, in a page for a phone in the dark; the smallest tree is played."""
    page = opened(width=390, height=844, scheme="dark")
    for exercise in ("minimax_value", "alphabeta", "depth_limited"):
        wrong = next(each for each in bank.entries(exercise) if not each.right and each.named)
        run(page, wrong.source)
        told = pasted.judge(wrong.source, exercise)
        assert told["text"] in page.locator(".course-verdict").inner_text()
        assert f"{wrong.name}" in page.locator(".course-verdict").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page) == []
    run(page, f"It is not 3:\n```python\n{EXAMPLES[1]}```")
    until_it_ends(page, page.get_by_role("button", name="Watch it go wrong there"))
    assert page.locator("#lines").inner_text().count("minimax_value(TextbookTree([0, 1])") == 1
    assert page.locator(".cl-player").count() == 1


HOSTILE = """
import js
found = [name for name in ("fetch", "XMLHttpRequest", "WebSocket", "indexedDB", "caches", "Worker",
    "postMessage", "BroadcastChannel", "importScripts", "navigator", "EventSource", "WebTransport",
    "WebSocketStream", "location", "Request") if hasattr(js, name)]
try:
    from pyodide.code import run_js
    found.append(run_js("typeof fetch"))
except Exception as error:
    print(type(error).__name__)
try:
    from pyodide.http import open_url
    found.append(open_url("/"))
except Exception as error:
    print(type(error).__name__)
print("found", found)
"""


def test_pasted_code_reaches_nothing_and_is_stopped(opened, problems):
    """No network, no store, no other page; an endless loop is ended by the button, or by time."""
    page = opened()
    run(page, HOSTILE)
    assert "found []" in page.locator("#printed").text_content()
    problems.clear()  # a policy that stops something says so on the console
    page.clock.install()
    page.locator("#edit").is_visible() and page.locator("#edit").click()
    page.locator("#code").fill("while True:\n    pass")
    page.locator("#run").click()
    page.get_by_text("Running \u2026", exact=True).wait_for()
    page.clock.fast_forward(60_000)
    page.get_by_text("Stopped after 30 seconds: this code does not come to an end").wait_for()
    page.locator("#run").click()
    page.get_by_text("Running \u2026", exact=True).wait_for()
    page.locator("#stop").click()
    page.get_by_text("Stopped.", exact=True).wait_for()
    run(page, "def f(:")
    assert "Line 1: Python can't read this" in page.locator("#said").inner_text()


def test_links_hold_code_and_tree_or_the_tree_alone_and_it_works_offline(
    built_site, opened, open_page
):
    """A link's code waits to be run; a tree comes without its code; the server may be gone."""
    with served(built_site.folder) as address:
        page = open_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/paste/index.html")
        run(page, EXAMPLES[0])
        links = []
        for name in ("Link to this code", "Link to the tree alone"):
            page.get_by_role("button", name=name).click()
            page.locator("#address").wait_for()
            links.append(page.evaluate("location.hash"))
        run(page, LARGE)
        page.get_by_role("button", name="Link to the tree alone").click()
        page.get_by_text("letters behind the address, which some programs for mail").wait_for()
        page.wait_for_function("() => document.documentElement.dataset.offline === 'ready'")
    code, tree = links
    assert max(map(len, links)) < 800
    assert not answers(address)
    page.goto("about:blank")
    page.goto(f"{address}/paste/index.html{code}")
    page.get_by_text("This code came with the link").wait_for()
    assert page.locator("#code").input_value() == EXAMPLES[0]
    assert page.locator(".cl-player").count() == 0
    page.locator("#run").click()
    page.locator(".cl-player").wait_for()
    page.goto("about:blank")
    page.goto(f"{address}/paste/index.html{tree}")
    page.get_by_text("whose search is it").wait_for()
    page.locator("#run").click()
    page.locator(".cl-player").wait_for()
    assert page.locator("#code").input_value() == ""
    assert "alphabeta" not in page.locator("#right").inner_text()


@pytest.mark.needs("firefox")
@pytest.mark.slow
def test_it_plays_in_firefox(address, tmp_path):
    """The same film, and the same line."""
    with firefox_page(find("firefox"), tmp_path) as page:
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/paste/index.html")
        page.evaluate("document.querySelector('#run').click()")
        page.wait_for_function("document.querySelector('.cl-player')")
        poster = pasted.play(EXAMPLES[0])["film"]
        line = EXAMPLES[0].splitlines()[poster["steps"]["line"][poster["poster"]] - 1]
        assert page.evaluate(LIT) == line.strip()
        assert page.problems == []
