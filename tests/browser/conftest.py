"""What the browser tests share: one chromium, one Jupyter, and pages that notice every error."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from course_lib.commands.doctor import find

# Without the packages of `dev` these tests are left out; the others still run.
playwright = pytest.importorskip("playwright.sync_api")
from harness import FLAGS, Jupyter, guard, jupyter_server, put_on_stage  # noqa: E402


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each test here needs chromium; those with a Jupyter go to one worker, which has one."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.needs("chromium"))
            if "jupyter" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group("jupyter"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Any, asyncio.AbstractEventLoop | None]]:
    """One browser for all tests, with the event loop on which Playwright runs."""
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(chromium: tuple[Any, asyncio.AbstractEventLoop | None]) -> Iterator[Any]:
    """The browser, its event loop running for this test only.

    Playwright leaves its loop marked as running between two calls. Other tests in this process
    could then start no loop of their own, as those that run notebooks do.
    """
    browser, loop = chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def problems(browser: Any) -> Iterator[list[str]]:
    """What went wrong on this test's pages, which fails it at its end, if it is still there.

    A test that plants a fault reads and clears it.
    """
    PROBLEMS.clear()
    yield PROBLEMS
    assert PROBLEMS == []


PROBLEMS: list[str] = []
OpenPage = Callable[..., Any]


def new_page(browser: Any, *, scheme: str = "light", width: int = 1280, height: int = 800) -> Any:
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
def open_page(browser: Any, problems: list[str]) -> Iterator[OpenPage]:
    """A function that opens a fresh page; any error on any of them fails the test at its end."""
    pages: list[Any] = []
    yield lambda **look: pages.append(new_page(browser, **look)) or pages[-1]
    for page in pages:
        page.context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    """A fresh light page of 1280 x 800."""
    return open_page()


@pytest.fixture
def kept_page(browser: Any, problems: list[str]) -> Iterator[OpenPage]:
    """A function that gives the one page that all tests keep: to open one takes longer than many.

    Whoever asks again gets the same page, so it is for what is looked at one after the other.
    """

    def kept_page(*, scheme: str = "light", width: int = 1280, height: int = 800) -> Any:
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


KEPT: list[Any] = []


@pytest.fixture
def esm(kept_page: OpenPage) -> Callable[..., Any]:
    """A function `esm(widget, state, **page)`: the page with one widget alone, no kernel."""

    def show(widget: Any, state: dict[str, Any], *, in_browser: bool = False, **look: Any) -> Any:
        return put_on_stage(kept_page(**look), widget, state, in_browser=in_browser)

    return show


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    """One Jupyter server for all tests, started by the first that asks for it."""
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as server:
        yield server
