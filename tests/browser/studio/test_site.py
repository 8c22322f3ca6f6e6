"""The site in a real browser: whole, live, in light and dark, without a request elsewhere."""

import subprocess
import sys

import links
import pytest
from harness import Compressed, faults, served

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(1800)]

PAGES = ("index", "lessons/02_minimax", "api/games", "live", "course", "contributing")


BROKEN = """(places) => {
  const broken = [];
  for (const place of document.querySelectorAll(places)) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const { parentElement } = text;
      if (parentElement.closest("code") && !parentElement.closest("table")) continue;
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}_]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""
"""The words that stand on two lines in these places; code may, where it is in no table."""

OFF_CENTRE = """[...document.querySelectorAll("div.math")].map((place) => {
  const row = place.querySelector("math > mrow").getBoundingClientRect();
  const { left, right } = place.getBoundingClientRect();
  return Math.abs((row.left - left) - (right - row.right));
})"""
"""By how many pixels each formula stands nearer to one side."""


RIGHTMOST = """(places) => Math.max(
  ...[...document.querySelectorAll(places)].map((one) => one.getBoundingClientRect().right)
)"""
"""Where the last of these places ends."""


@pytest.mark.parametrize("width", [1280, 390])
def test_no_word_is_broken_and_everything_is_in_its_place(built_site, kept_page, width):
    """Words in tables and texts are whole, formulas centred, and the button can be seen."""
    texts = {
        path.relative_to(built_site.folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(built_site.folder.rglob("*.html"))
        if path.relative_to(built_site.folder).parts[0] not in ("lite", "steppers", "_static")
    }
    page, formulas, buttons = kept_page(width=width), [], 0
    with served(built_site.folder) as address:
        for name, text in texts.items():
            signs = ('<table class="table', "<math", "course-run", "indextable")
            if not any(sign in text for sign in signs):
                continue
            page.goto(f"{address}/{name}")
            fits = "(width) => document.documentElement.scrollWidth <= width"
            page.wait_for_function(fits, arg=width)  # once its figures are drawn
            assert page.evaluate(BROKEN, "article :is(table.table, p, li, h1, h2, h3)") == [], name
            formulas += page.evaluate(OFF_CENTRE)
            if name == "index.html":  # all of a lesson is seen at once, also on a phone
                assert page.evaluate(RIGHTMOST, "#the-lessons li") <= width
            for button in page.locator("a.course-run").all():
                buttons += 1
                box = button.bounding_box()
                assert box["x"] >= 0 <= box["y"], name
                assert box["x"] + box["width"] <= width, name
                # It is what one meets at its middle, so nothing lies over it.
                button.click(trial=True, timeout=5_000)
    assert len(formulas) > 0
    assert max(formulas) < 3
    assert bool(buttons) is not bool(built_site.without_lite)


@pytest.mark.parametrize("name", ["index", "index_de"])
def test_the_front_page_is_three_screens_of_a_phone_at_most(built_site, kept_page, name):
    """With its doors open; a square can be pressed, and the page answers in its language."""
    page = kept_page(width=390, height=844)
    with served(built_site.folder) as address:
        page.goto(f"{address}/{name}.html")
        page.locator(".course-live[data-awake]").wait_for()
        assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844
        page.locator("[data-square=c2]").click()
        answer = {"index": "You chose c2, and that is right.", "index_de": "Du hast c2 gewählt"}
        page.get_by_text(answer[name]).wait_for()
        assert page.locator("html").get_attribute("lang") == ("de" if "_" in name else "en")
        shown = page.locator("article img[src*='below.']")
        assert ("de-below.svg" in shown.get_attribute("src")) is ("_" in name)
        assert shown.evaluate("(picture) => picture.naturalWidth") > 0


PHONE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""A slow mobile network, as browsers' own tools call it."""


def test_a_phone_is_answered_within_five_seconds_and_300_kb(built_site, open_page):
    """From the address to the verdict on a click, on a slow network and a quarter of the CPU."""
    page, loaded = open_page(width=390, height=844), {}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **PHONE})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    # A picture further down is asked for lazily, and cut off where the click comes before its end.
    devtools.on("Network.dataReceived", lambda one: loaded.setdefault(one["requestId"], []).append(
        one["encodedDataLength"]))  # fmt: skip
    with served(built_site.folder, Compressed) as address:
        page.goto(f"{address}/index.html", wait_until="commit")
        page.locator("[data-square=c2]").click()
        page.get_by_text("You chose c2, and that is right.").wait_for()
        seconds = page.evaluate("performance.now()") / 1000
        bytes_ = sum(map(sum, loaded.values()))
    print(f"\nfirst action: {seconds:.1f} s, {bytes_:,} bytes")
    assert bytes_ < 300_000


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the whole site, with live pages."""
    folder = tmp_path_factory.mktemp("site") / "site"
    # In a process of its own: Sphinx and its theme warn each other of what is to go.
    words = [sys.executable, "-m", "course_tools.cli", "site", "--out", str(folder)]
    subprocess.run(words, check=True)
    assert links.faults(folder) == []
    with served(folder) as address:
        yield address


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 800, 390])
def test_pages_are_whole_and_readable(site, open_page, problems, scheme, width):
    """No error, nothing from elsewhere, nothing wide that does not scroll, and axe is content."""
    page = open_page(scheme=scheme, width=width)
    for name in PAGES:
        page.goto(f"{site}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), name
        assert page.locator("html").get_attribute("data-theme") == scheme
        assert faults(page) == [], name
        assert problems == []


@pytest.mark.slow
def test_words_are_found(site, open_page):
    """The lesson about it stands among the results; a name of the library leads to its page."""
    page = open_page()
    page.goto(f"{site}/search.html?q=minimax")
    faint = "one => Number(getComputedStyle(one, '::placeholder').opacity)"
    assert page.locator("#search input").evaluate(faint) > 0.7  # it says what the field is for
    page.locator("#search a", has_text="Minimax").first.click()
    page.wait_for_url("**/02_minimax.html**")
    page.goto(f"{site}/search.html?q=step_through")
    assert page.locator("#search a").first.inner_text().startswith("course_lib.views")
    page.goto(f"{site}/index_de.html")
    page.get_by_role("button", name="Suche").first.click()
    page.locator("#pst-search-dialog input[type=search]").fill("Zustand")
    page.keyboard.press("Enter")
    page.locator("#search a", has_text="Hier geht es los").click()
    page.wait_for_url("**/00_start_here_de.html**")
