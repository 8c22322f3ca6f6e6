"""A tree to touch: it searches as Python does, and leaves, numbers and cuts hang together."""

import json
import random

import pytest
from harness import says

from course_lib import TextbookTree, alphabeta_search, minimax_search, watch
from course_lib.views import what_if
from course_lib.views.widgets import TouchWidget, script

CLASSIC = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]

SEARCH = """async ([source, trees]) => {
    const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const {nodesOf, searched} = await import(address);
    const plain = (node) => [node.seen, node.value, node.low, node.high].map(
        (one) => one === Infinity ? 1e9 : one === -Infinity ? -1e9 : one);
    return trees.map((tree) => [false, true].map(
        (cuts) => searched(nodesOf(tree), cuts).map(plain)));
}"""


def some_tree(rng, depth=4):
    """Nested lists of any shape, with few numbers, so that many are equal."""
    children = range(rng.randint(1, 4))
    return [
        some_tree(rng, depth - 1) if depth > 1 and rng.random() < 0.6 else rng.randint(-5, 5)
        for _ in children
    ]


def paths(tree, path=()):
    """The path of each node, parents first."""
    yield path
    for number, part in enumerate(tree if isinstance(tree, list) else ()):
        yield from paths(part, (*path, number))


def with_leaf(tree, path, number):
    """The tree with another number at this leaf."""
    if not path:
        return number
    return [
        with_leaf(part, path[1:], number) if at == path[0] else part for at, part in enumerate(tree)
    ]


def returned(search, tree):
    """What this search returns for each node that it looks at, as MAX sees it."""
    trace = watch(search, TextbookTree(tree), ())
    return {trace.path(node.id): node.value for node in trace.nodes} | {(): trace.value}


@pytest.mark.parametrize(
    "many", [300, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1500)])]
)
def test_the_search_of_the_browser_is_that_of_python(esm, many):
    """Every value of minimax, and what alpha-beta looks at and returns.

    A leaf that it never looks at can be any number.
    """
    rng = random.Random(many)
    trees = [some_tree(rng) for _ in range(many)]
    page = esm(TouchWidget, {"story": what_if(CLASSIC).story})
    source = script("touch") + "\nexport { nodesOf, searched };"
    unseen = 0
    for tree, (plain, cutting) in zip(trees, page.evaluate(SEARCH, [source, trees]), strict=True):
        every = list(paths(tree))
        truth, looked_at = returned(minimax_search, tree), returned(alphabeta_search, tree)
        assert [tuple(one) for one in plain] == [(True, *[truth[path]] * 3) for path in every]
        for path, (seen, value, low, high) in zip(every, cutting, strict=True):
            assert seen == (path in looked_at)
            if not seen:
                continue
            assert low <= truth[path] <= high
            assert value in (low, high)
            assert value == looked_at[path]
        assert cutting[0][1:] == [truth[()]] * 3
        leaves = [
            path
            for path, (seen, *_) in zip(every, cutting, strict=True)
            if not seen and TextbookTree(tree).is_terminal(path)
        ]
        if leaves:
            unseen += 1
            changed = with_leaf(tree, rng.choice(leaves), rng.choice([-99, 99]))
            value, _ = minimax_search(TextbookTree(changed), ())
            assert value == truth[()]
    assert unseen > many / 4


def test_a_cut_leaf_is_dragged_and_the_root_stays(esm):
    """By mouse and by keys; another leaf opens the cut, and everything can be put back."""
    page = esm(TouchWidget, {"story": what_if(CLASSIC, cuts=True).story})
    node = "[data-node='{}']".format
    assert page.locator(".cl-touch .cl-gone[role=slider]").count() == 2
    start = page.locator(".cl-told").inner_text()
    assert "MIN has found 2, and MAX is already sure of 3 elsewhere. So 4 and 6 are never" in start
    box = page.locator(node(7)).locator("rect").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] - 400, steps=8)
    assert page.locator(node(7)).get_attribute("aria-valuenow") == "54"
    page.mouse.up()
    says(page, ".cl-say", "Whatever number stands there, the root is worth 3.")
    assert page.locator(f"{node(0)} text").first.text_content() == "3"
    page.keyboard.press("ArrowLeft")
    for key in ("ArrowUp", "ArrowUp", "PageUp", "ArrowDown"):
        page.keyboard.press(key)
    says(page, ".cl-say", "Leaf b a is 13 now, and the root is still worth 6.")
    assert "Node b: MIN takes the least of 13, 54 and 6. It is worth 6." in (
        page.locator(".cl-told").inner_text()
    )
    page.get_by_role("button", name="Put the numbers back").click()
    assert page.locator(".cl-told").inner_text() == start


def test_a_number_lights_its_node_and_a_node_its_numbers(esm):
    """Also by keyboard, where the numbers are one stop of the Tab key."""
    page = esm(TouchWidget, {"story": what_if(CLASSIC, cuts=True).story})
    sure = page.locator(".cl-told p", has_text="Node b").locator(".cl-number").nth(1)
    assert sure.inner_text() == "3"
    sure.hover()
    assert page.locator(".cl-touch .cl-lit[data-node]").get_attribute("data-node") == "1"
    page.locator("[data-node='5']").hover()
    lit = page.locator(".cl-told .cl-lit")
    assert set(lit.all_inner_texts()) == {"\u2264 2"}
    page.mouse.move(0, 0)
    page.locator("[data-node='2']").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.locator(".cl-touch .cl-lit[data-node]").get_attribute("data-node") == "3"
    assert json.loads(page.evaluate("JSON.stringify(sent)")) == []
