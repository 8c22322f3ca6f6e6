"""A still picture of a step is the page at that step: the same scene drawn in two languages."""

import xml.etree.ElementTree as ET
from random import Random

import pytest
from test_views_steps import TRACES

from course_lib import (
    Nim,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    watch,
)
from course_lib.views.trees import Still, draw_tree, story_of
from course_lib.views.widgets import PlayerWidget

GAME = TicTacToe()
SEARCHES = {
    **{name: TRACES[name] for name in ("textbook", "negamax", "fails", "limit")},
    "odd numbers": lambda: watch(alphabeta_search, TextbookTree([[-0.125, 1.5], [-7, 1e9]]), ()),
    "minimax": lambda: watch(minimax_search, GAME, GAME.play("b2 a1 a3 c1 b1 b3")),
    "wide": TRACES["tic-tac-toe"],
    "mcts": lambda: watch(mcts_search, Nim((1, 2)), Nim((1, 2)).initial, simulations=25,
                          rng=Random(1)),
    "wide mcts": TRACES["mcts"],
}  # fmt: skip

DRAWN = """() => {
    const read = (each) => [each.tagName,
        Object.fromEntries([...each.attributes].map(({ name, value }) => [name, value])),
        each.children.length
            ? [...each.children].filter((one) => !("fold" in one.dataset)).map(read)
            : each.textContent];
    return [...document.querySelector(".cl-stage svg > g").children].map(read);
}"""


def read(element):
    """An element as the script above reads it."""
    inside = [read(child) for child in element] if len(element) else element.text or ""
    return [element.tag, dict(element.attrib), inside]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("textbook", "wide", "mcts") else pytest.mark.slow)
        for name in SEARCHES
    ],
)
def test_the_still_of_a_step_is_the_page_at_that_step(esm, name):
    """The same nodes, shapes, colours, words and places; of a wide tree, those in sight."""
    story = story_of(SEARCHES[name](), boards=False)
    page = esm(PlayerWidget, {"story": story, "step": 0}, width=1600)
    page.wait_for_function("document.querySelector('.cl-stage').clientWidth > 0")
    still, compared = Still(story), 0
    for step in sorted({0, 1, 2, 3, 4, 5, *(still.last * part // 7 for part in range(8))}):
        page.evaluate(f"model.set('step', {step})")
        shown = page.evaluate(DRAWN)
        drawn = [read(each) for each in ET.fromstring(still.drawing(step))]  # noqa: S314 - ours
        if "wide" not in name:
            assert shown == drawn
        assert [each for each in drawn if each in shown] == shown
        assert page.locator(".cl-say").inner_text() == still.words(step)
        compared += len(shown)
    assert compared > 40


@pytest.mark.parametrize("name", ["textbook", "negamax", "minimax"])
def test_the_still_beside_a_widget_says_what_its_last_step_says(name):
    """`draw_tree` needs no room for what is said in between; shapes and words are the same."""
    trace = SEARCHES[name]()
    last = Still(story_of(trace, boards=False))
    svg = ET.fromstring(draw_tree(trace).svg)  # noqa: S314 - ours
    space = "{http://www.w3.org/2000/svg}"
    nodes = [each for each in svg.iter(f"{space}g") if "data-node" in each.attrib]
    nodes.sort(key=lambda node: int(node.attrib["data-node"]))
    found = [[text.text for text in node.iter(f"{space}text")] for node in nodes]
    assert found == [last.lines(at, last.last)[0] for at in range(len(last.shapes))]
