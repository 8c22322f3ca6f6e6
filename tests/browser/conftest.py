"""What the browser tests share: one chromium, one Jupyter, and pages that notice every error."""

import asyncio
from pathlib import Path

import pytest

from course_lib.commands.doctor import find

# Without the packages of `dev` these tests are left out; the others still run.
playwright = pytest.importorskip("playwright.sync_api")
from harness import FLAGS, guard, jupyter_server, put_on_stage  # noqa: E402


def pytest_collection_modifyitems(items):
    """Each test here needs chromium; those with a Jupyter go to one worker, which has one."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.needs("chromium"))
            if "jupyter" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group("jupyter"))


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests, with the event loop on which Playwright runs."""
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(chromium):
    """The browser, its event loop running for this test only.

    Playwright leaves its loop marked as running between two calls. Other tests in this process
    could then start no loop of their own, as those that run notebooks do.
    """
    browser, loop = chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def problems(browser):
    """What went wrong on this test's pages, which fails it at its end, if it is still there.

    A test that plants a fault reads and clears it.
    """
    PROBLEMS.clear()
    yield PROBLEMS
    assert PROBLEMS == []


PROBLEMS = []


def new_page(browser, *, scheme="light", width=1280, height=800):
    """A fresh page, in a context of its own."""
    context = browser.new_context(
        color_scheme=scheme,
        viewport={"width": width, "height": height},
        locale="en-GB",
        reduced_motion="no-preference",
    )
    context.set_default_timeout(10_000)
    guard(context, PROBLEMS)
    return context.new_page()


@pytest.fixture
def open_page(browser, problems):
    """A function that opens a fresh page; any error on any of them fails the test at its end."""
    pages = []
    yield lambda **look: pages.append(new_page(browser, **look)) or pages[-1]
    for page in pages:
        page.context.close()


@pytest.fixture
def page(open_page):
    """A fresh light page of 1280 x 800."""
    return open_page()


@pytest.fixture
def kept_page(browser, problems):
    """A function that gives the one page that all tests keep: to open one takes longer than many.

    Whoever asks again gets the same page, so it is for what is looked at one after the other.
    """

    def kept_page(*, scheme="light", width=1280, height=800):
        page = KEPT[0] if KEPT else new_page(browser)
        KEPT[:] = [page]
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            media="screen",
            color_scheme=scheme,
            forced_colors="none",
            reduced_motion="no-preference",
        )
        return page

    yield kept_page
    for page in KEPT:
        page.goto("about:blank")


KEPT = []


@pytest.fixture
def esm(kept_page):
    """A function `esm(widget, state, **page)`: the page with one widget alone, no kernel."""

    def show(widget, state, *, in_browser=False, **look):
        return put_on_stage(kept_page(**look), widget, state, in_browser=in_browser)

    return show


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory):
    """One Jupyter server for all tests, started by the first that asks for it."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as server:
        yield server
