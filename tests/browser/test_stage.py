"""The stage: in the whole window nothing is too small to read, however great the tree is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import press, press_key

from course_lib import TextbookTree, TicTacToe, alphabeta_search, minimax_search, random_tree, watch
from course_lib.views.export import export_html
from course_tools.lectures import demo_named

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
SIZES = [(1280, 720), (1920, 1080), (800, 600)]

MEASURE = """() => {
    const wide = (box) => [box.left, box.top, box.right, box.bottom];
    const stages = [...document.querySelectorAll(".cl-stage")];
    const shape = (node) => [...node.children].find((one) => /rect|path/.test(one.tagName));
    const nodes = stages.map((stage) => [...stage.querySelectorAll("[data-node]")]
        .map((node) => wide(shape(node).getBoundingClientRect())));
    const letters = [...document.querySelectorAll(".cl-stage svg text")].map((each) =>
        Number(each.getAttribute("font-size")) * each.getScreenCTM().a);
    const player = document.querySelector(".cl-player").getBoundingClientRect();
    return {
        nodes, letters, stages: stages.map((stage) => wide(stage.getBoundingClientRect())),
        share: player.width * player.height / innerWidth / innerHeight,
        scrolls: document.documentElement.scrollHeight > innerHeight + 1,
    };
}"""
"""Where every node lies, how high every letter is, and how much of the window is used."""


@pytest.fixture
def lecture(open_page: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """A function that opens the exported page of a thing in a window of this size."""

    def show(thing: Any, size: tuple[int, int] = SIZES[0], at: str = "", **options: Any) -> Any:
        page = open_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        path = export_html(thing, tmp_path / "page.html", title="A page", **options)
        page.goto(path.as_uri() + at)
        page.wait_for_function("document.documentElement.dataset.shown")
        page.wait_for_function("document.querySelector('.cl-stage [data-node]')")
        return page

    return show


def step(page: Any) -> int:
    """The step that is shown."""
    return int(page.locator(".cl-where").inner_text().split(" / ")[0].replace(",", ""))


def readable(page: Any, height: int) -> None:
    """Nothing on this stage is too small, none of it lies outside, and no two nodes overlap."""
    found = page.evaluate(MEASURE)
    assert min(found["letters"]) >= 0.025 * height
    assert found["share"] >= 0.7
    assert not found["scrolls"]
    for stage, nodes in zip(found["stages"], found["nodes"], strict=True):
        for number, (left, top, right, bottom) in enumerate(nodes):
            assert stage[0] <= left < right <= stage[2]
            assert stage[1] <= top < bottom <= stage[3]
            for other in nodes[:number]:
                beside = right <= other[0] + 1 or other[2] <= left + 1
                assert beside or bottom <= other[1] + 1 or other[3] <= top + 1


@pytest.mark.parametrize(
    "name",
    [
        "textbook-tree",
        "connect-four",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("alpha-beta", "mcts", "minimax")),
    ],
)
def test_the_last_row_can_read_every_demonstration(lecture: Callable[..., Any], name: str) -> None:
    """Letters of 2.5 % of the height and more, at many steps, on two sizes of window."""
    shown = demo_named(name).make()
    for size in SIZES:
        page = lecture(shown, size)
        last = int(page.locator(".cl-where").inner_text().split(" / ")[1].replace(",", ""))
        for part in range(6):
            page.evaluate(f"location.hash = 'step={last * part // 5}'")
            page.wait_for_function(
                f"document.querySelector('.cl-where').value.startsWith('{last * part // 5:,} /')"
            )
            readable(page, size[1])


def test_a_great_tree_is_read_and_walked(lecture: Callable[..., Any]) -> None:
    """At 5,000 nodes: questions about the search, each answered in at most three gestures."""
    game = TicTacToe()
    trace = watch(alphabeta_search, game, game.initial, limit=5_000)
    page = lecture(trace)
    readable(page, 720)
    detail = page.locator(".cl-detail")
    # Where is the first cut? Only the cuts; then the first of them is in sight below the root.
    first = min((node for node in trace.nodes if node.cut), key=lambda node: node.left or 0)
    press_key(page, "End")
    page.get_by_role("combobox", name="What is drawn").select_option("cuts")
    readable(page, 720)
    assert page.locator(".cl-stage [data-node]").count() > 1
    # What is the best line? Every node that is drawn then belongs to it.
    page.get_by_role("combobox", name="What is drawn").select_option("line")
    names = page.locator(".cl-stage [data-node] text").all_inner_texts()
    assert len(names) > 2
    readable(page, 720)
    # What did the search find down to the second level? A picture of no more than that.
    page.get_by_role("combobox", name="What is drawn").select_option("level 2")
    assert 3 < page.locator(".cl-stage [data-node]").count() <= 14
    readable(page, 720)
    # What lies below this node? It becomes the root of what is drawn.
    page.get_by_role("combobox", name="What is drawn").select_option("")
    press_key(page, "ArrowDown")
    press_key(page, "ArrowDown")
    page.get_by_role("combobox", name="What is drawn").select_option("below")
    assert detail.inner_text().count(" ") == 1
    assert "root" in page.locator(".cl-crumbs").inner_text()
    page.get_by_role("combobox", name="What is drawn").select_option("")
    # Which reply was it that was cut first? The search field goes to a value or an action.
    assert first.reason
    # A box of what there is no room for opens when it is picked; its words say what is in it.
    press_key(page, "Home")
    press_key(page, "End")
    group = page.locator(".cl-group").first
    if group.count():
        assert "more" in group.inner_text()
        group.click()
        assert detail.inner_text() != "root"
        readable(page, 720)


def test_wheel_drag_and_map_move_a_tree(lecture: Callable[..., Any]) -> None:
    """The wheel zooms where the mouse is, dragging moves the picture, the key r reads again."""
    page = lecture(watch(minimax_search, random_tree(6, (2, 3), Random(3)), ()), at="#step=99")
    box = page.locator(".cl-stage").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    zoomed = "document.querySelector('.cl-stage svg > g').getCTM().a"
    page.mouse.move(*middle)
    before = page.evaluate(zoomed)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"{zoomed} > {before * 1.2}")
    lies = page.evaluate("document.querySelector('.cl-stage').scrollLeft")
    page.mouse.down()
    page.mouse.move(middle[0] - 120, middle[1])
    page.mouse.up()
    assert page.evaluate("document.querySelector('.cl-stage').scrollLeft") == pytest.approx(
        lies + 120, abs=2
    )
    assert page.locator(".cl-map").is_visible()
    page.locator(".cl-map").click(position={"x": 5, "y": 30})
    assert page.locator(".cl-detail").inner_text() != ""
    press_key(page, "r")
    readable(page, 720)


def test_a_page_opens_at_a_step_and_goes_on_by_any_key(lecture: Callable[..., Any]) -> None:
    """The address names the step; moments are stations; no click takes the keys away."""
    trace = watch(alphabeta_search, TREE, ())
    page = lecture(trace, step=9, moments={"first cut": 13, "the end": 24})
    assert step(page) == 9
    page.get_by_role("button", name="Text size").click()
    press_key(page, "ArrowRight")
    press_key(page, "PageDown")
    assert step(page) == 13
    page.wait_for_function("location.hash === '#step=13'")
    press_key(page, "PageUp")
    page.get_by_role("combobox", name="Moment").select_option("the end")
    assert step(page) == 24
    page = lecture(trace, at="#step=14")
    assert step(page) == 14
    page.evaluate("location.hash = 'step=3'")
    page.wait_for_function("document.querySelector('.cl-where').value.startsWith('3 /')")


def test_what_comes_is_hidden_until_it_is_predicted(lecture: Callable[..., Any]) -> None:
    """With the key h a step forward asks first, and the space bar shows the answer."""
    page = lecture(watch(alphabeta_search, TREE, ()), at="#step=3")
    said = page.locator(".cl-say")
    press_key(page, "h")
    press_key(page, "ArrowRight")
    assert (step(page), said.inner_text()) == (3, "What does the leaf return here? Space shows it.")
    press_key(page, "Space")
    assert said.inner_text().startswith("The leaf returns 3")
    press_key(page, "h")
    press_key(page, "ArrowRight")
    assert step(page) == 5


def test_a_printed_page_has_the_whole_tree_and_no_buttons(lecture: Callable[..., Any]) -> None:
    """On paper the tree is drawn once more, as wide as the page, dark ink on white."""
    page = lecture(watch(alphabeta_search, TREE, ()), at="#step=24")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    assert page.locator(".cl-paper [data-node]").count() == 12
    box = page.locator(".cl-paper svg").bounding_box()
    assert box["width"] > 700
    assert box["x"] + box["width"] <= 794
    assert not page.get_by_role("button").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_full_screen_makes_a_stage_of_a_player(esm: Callable[..., Any], tmp_path: Path) -> None:
    """From a notebook's cell to the whole screen and back, by the button or the key f."""
    from course_lib.views.player import player_script, player_style, step_through

    for name, text in (("player.js", player_script()), ("player.css", player_style())):
        (tmp_path / name).write_text(text, encoding="utf-8")
    story = step_through(watch(alphabeta_search, TREE, ()), boards="nodes").story
    page = esm(tmp_path / "player.js", {"story": story, "step": 13}, css=tmp_path / "player.css")
    page.wait_for_function("document.querySelector('.cl-stage [data-node]')")
    press(page, "Full screen")
    page.wait_for_function("document.querySelector('.cl-full .cl-stage').clientHeight > 300")
    page.locator(".cl-stage").focus()
    page.keyboard.press("f")
    page.wait_for_function("!document.querySelector('.cl-full')")
    assert page.locator(".cl-stage [data-node]").count() == 8
