"""The player in a real browser: every control by mouse and by keyboard, and its still pictures."""

import xml.etree.ElementTree as ET
from random import Random

import pytest
from harness import choose, menu, press, press_key, step
from test_views_player import TRACES

from autograder_tests.solution import solution
from course_lib import (
    Nim,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_tree,
    watch,
)
from course_lib.lessons.lesson_07.proof_trees import step_through_proof
from course_lib.views.player import compare
from course_lib.views.replaying import replay_story
from course_lib.views.trees import Still, film_of
from course_lib.views.widgets import PlayerWidget

CLASSIC = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
LAST = 24
NODES = "[data-node]:not(.cl-faint)"
ZOOMED = "[...document.querySelectorAll('.cl-stage svg > g')].map((one) => one.getCTM().a)"


@pytest.fixture
def show(esm):
    """A function that shows this story in the player."""

    def show(story, **look):
        page = esm(PlayerWidget, {"story": story, "step": 0}, **look)
        page.wait_for_function("document.querySelector('.cl-stage, .cl-film').clientWidth > 0")
        return page

    return show


@pytest.fixture
def classic(show):
    """Alpha-beta on the classic tree."""
    return show(film_of(watch(alphabeta_search, CLASSIC, ())))


def said(page):
    """The line of explanation."""
    return str(page.locator(".cl-say").first.inner_text())


def drawn(page):
    """How many nodes are on the page, apart from those still to come."""
    return int(page.locator(".cl-stage [data-node]:not(.cl-faint)").count())


def test_each_control_by_mouse_and_by_key(classic):
    """Words, counters and nodes are those of the step; Jupyter around it hears no key."""
    classic.evaluate("window.heard = 0; addEventListener('keydown', () => { heard += 1; })")
    for key in (None, "Space", "Enter"):
        press(classic, "Last step", key=key)
        assert (step(classic), drawn(classic)) == (LAST, 13)
        assert said(classic).startswith("alphabeta_search chooses a: it is worth 3")
        press(classic, "Back", key=key)
        assert step(classic) == LAST - 1
        press(classic, "First step", key=key)
        assert (step(classic), drawn(classic)) == (0, 1)
        press(classic, "Forward", key=key)
        press(classic, "Forward", key=key)
        assert (step(classic), drawn(classic)) == (2, 2)
    classic.locator(".cl-stage").focus()
    for key, there in [("ArrowRight", 3), ("ArrowLeft", 2), ("End", LAST), ("Home", 0)]:
        press_key(classic, key)
        assert step(classic) == there
    slider = classic.get_by_role("slider", name="Step")
    slider.fill("13")
    assert (step(classic), drawn(classic)) == (13, 9)
    assert said(classic).startswith("Cut, because v = 2 \u2264 alpha = 3")
    # The windows stand in the nodes that are still open, each on the node's own line.
    classic.wait_for_function("!document.querySelector('[data-moving]')")
    words = (
        "all => all.map((one) => [...one.querySelectorAll('text')].map((each) => each.textContent))"
    )
    shown = classic.locator(".cl-stage [data-node]:has([data-band])").evaluate_all(words)
    assert shown == [["so far 3", "\u03b1 3"], ["so far 2", "\u03b1 3", "\u03b2 2"]]
    assert classic.locator(".cl-stage [data-cut]").count() == 2
    slider.focus()
    press_key(classic, "ArrowRight")
    assert step(classic) == 14
    classic.evaluate("model.set('step', 5)")
    assert step(classic) == 5
    # The buttons are one stop of the Tab key; up and down walk through them.
    classic.get_by_role("button", name="Play").focus()
    for key, name in (("ArrowDown", "Forward"), ("ArrowUp", "Play"), ("ArrowUp", "Back")):
        classic.keyboard.press(key)
        assert classic.evaluate("document.activeElement.name") == name
    stops = "[...document.querySelectorAll('[role=toolbar] button')].filter((b) => !b.tabIndex)"
    assert classic.evaluate(f"{stops}.map((b) => b.name)") == ["Back"]
    press_key(classic, "ArrowRight")
    assert step(classic) == 6
    assert classic.evaluate("heard") == 0


PARTS = [
    (["End", "ArrowDown", "ArrowDown"], "a a", 13),
    (["End", "draw line"], "", 3),
    (["End", "draw level 1"], "", 4),
    (["End", "draw cuts"], "", 4),
    (["End", "ArrowDown", "draw below"], "a", 4),
]
"""What somebody does, where they are then, and how much is drawn."""


def test_only_a_part_of_the_tree_is_drawn(classic):
    """The best line, some levels, the cuts, or what is below the node one has walked to."""
    with menu(classic):
        drawing = classic.get_by_role("combobox", name="What is drawn")
        for gestures, where, nodes in PARTS:
            drawing.select_option("")
            classic.locator(".cl-stage").focus()
            for gesture in ["Home", *gestures]:
                what, _, text = gesture.partition(" ")
                if what == "draw":
                    drawing.select_option(text)
                else:
                    classic.locator(".cl-stage").focus()
                    classic.keyboard.press(what)
            assert classic.locator(".cl-detail").inner_text() == where, gestures
            assert drawn(classic) == nodes, gestures
            assert said(classic).startswith("alphabeta_search chooses a: it is worth 3"), gestures


def test_it_plays_and_pauses(classic):
    """By the button and by the space bar; it stops at the end, and plays again from the start."""
    choose(classic, "Speed", "100")
    press(classic, "Play")
    classic.wait_for_function("document.querySelector('.cl-where').textContent === '24 / 24'")
    assert classic.get_by_role("button", name="Play").is_visible()
    choose(classic, "Speed", "1")
    classic.locator(".cl-stage").focus()
    press_key(classic, "Space")
    assert classic.get_by_role("button", name="Pause").is_visible()
    assert step(classic) == 0
    assert classic.locator(".cl-say").get_attribute("aria-live") == "off"
    press(classic, "Pause")
    assert classic.locator(".cl-say").get_attribute("aria-live") == "polite"
    press(classic, "Play", key="Enter")
    press(classic, "Forward")  # a step by hand ends playing
    assert classic.get_by_role("button", name="Play").is_visible()
    # The kernel may be busy or gone.
    assert classic.evaluate("[sent.length, saved.length]") == [0, 0]


def test_one_walks_in_the_tree_and_zooms(classic):
    """By keys and by clicks on a node; by + and -."""
    press(classic, "Last step")
    classic.locator(".cl-stage").focus()
    detail = classic.locator(".cl-detail")
    for key, where in (("ArrowDown", "a"), ("Shift+ArrowRight", "b (v = 2 \u2264 alpha = 3)")):
        press_key(classic, key)
        assert detail.inner_text() == where
    press_key(classic, "Shift+ArrowLeft")
    press_key(classic, "ArrowUp")
    assert detail.inner_text() == "root"
    classic.wait_for_function("!document.querySelector('[data-moving]')")
    classic.locator("[data-node='10'] text").first.click()
    assert detail.inner_text() == "c a"
    press(classic, "Large letters or whole tree")
    [fitted] = classic.evaluate(ZOOMED)
    press(classic, "Zoom in")
    press(classic, "Zoom in", key="Enter")
    assert classic.evaluate(ZOOMED) == [pytest.approx(fitted * 1.25**2)]
    classic.locator(".cl-stage").focus()
    press_key(classic, "-")
    press_key(classic, "+")
    press(classic, "Zoom out")
    press(classic, "Large letters or whole tree")
    press(classic, "Large letters or whole tree")
    assert classic.evaluate(ZOOMED) == [fitted]


def test_what_is_still_to_come_stands_there_faint(show, classic):
    """It keeps its place from the start, says nothing, and is away while what comes is hidden."""
    assert classic.locator(".cl-faint").count() == 12  # all nodes of the game but the root
    assert classic.locator(".cl-faint text").count() == 0
    before = classic.locator("[data-node='10']").bounding_box()
    press(classic, "Hide what comes")
    assert classic.locator(".cl-faint").count() == 0
    press(classic, "Hide what comes")
    press(classic, "Last step")
    after = classic.locator("[data-node='10'] path").bounding_box()
    assert (before["x"], before["y"]) == pytest.approx((after["x"], after["y"]), abs=1)
    # Of a tree that does not fit a part stands there, with a node's parent and its family.
    game = TicTacToe()
    story = film_of(watch(mcts_search, game, game.initial, simulations=200, rng=Random(1)))
    page = show(story)
    page.locator(".cl-tools input[type=range]").first.fill("25")
    box = page.locator(".cl-stage").bounding_box()
    for node in page.locator("[data-node]").all():
        place = node.bounding_box()
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"]
    assert page.locator("[data-node='0']").count() == 1
    press(page, "Large letters or whole tree")
    lies = page.evaluate("document.querySelector('.cl-stage svg > g').getBoundingClientRect()")
    assert lies["width"] <= box["width"]


def test_searches_step_together(show):
    """Side by side, each with its own totals in the end, and with ghosts of the other."""
    page = show(compare({"minimax": minimax_search, "alpha-beta": alphabeta_search}, CLASSIC).story)
    press(page, "Last step")
    assert step(page) == 27
    assert page.locator(".cl-pane h3").all_inner_texts() == ["minimax", "alpha-beta"]
    firsts = [page.locator(".cl-pane").nth(at).locator(".cl-counters b").first for at in (0, 1)]
    assert [each.inner_text() for each in firsts] == ["13", "11"]
    said = [page.locator(".cl-say").nth(at) for at in (0, 1)]
    page.evaluate("model.set('step', 25)")
    assert said[1].inner_text().startswith("alphabeta_search chooses ")
    assert said[0].inner_text() == "MIN returns 2; MAX already has 3."
    page.evaluate("model.set('step', 15)")
    assert said[0].inner_text() == "MIN tries c: a leaf."
    trees = page.locator(".cl-stage")
    press(page, "Large letters or whole tree")
    assert [trees.nth(at).locator(NODES).count() for at in (0, 1)] == [9, 10]
    ghost = trees.nth(1).locator("[data-node='8']")  # the last child of b
    assert ghost.text_content() == "?"  # what minimax looks at, faint, beside the cut
    page.evaluate("model.set('step', 16)")
    assert trees.nth(1).get_by_text("6", exact=True).count() == 1, "and now minimax knows it"
    trees.nth(0).hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    one, other = page.evaluate(ZOOMED)
    assert one == other


def test_a_game_is_replayed_with_the_same_controls(show):
    """A line and a board for each move, by the buttons, the keys and the slider of a search."""
    record = play_game(TicTacToe(), [lambda game, state: game.actions(state)[0]] * 2)
    page = show(replay_story(record))
    press(page, "Forward")
    assert said(page) == "Move 1 of 7: X plays a3."
    page.get_by_role("group", name="The board").focus()
    press_key(page, "End")
    assert said(page) == "Move 7 of 7: X plays a1. X won: a line."
    assert page.locator("[data-win]").count() == 3
    slider = page.get_by_role("slider", name="Move")
    slider.fill("3")
    assert said(page).startswith("Move 3")
    assert slider.get_attribute("aria-valuetext").startswith("Move 3")
    press(page, "Hide what comes")
    press(page, "Forward")
    assert said(page) == "Which move would you play here? Space shows it."


def test_a_great_tree_is_drawn_in_part(show):
    """Of thousands of nodes only those in sight are on the page; fitted, it is a map of dots."""
    tree = random_tree(8, (2, 3), Random(3))
    story = film_of(watch(minimax_search, tree, ()))
    assert len(story["pieces"]["parent"]) > 1_700
    page = show(story, width=800)
    for there in (1_000, 3_000):
        page.evaluate(f"model.set('step', {there})")
        assert 0 < drawn(page) < 300
        at = story["steps"]["at"][there]
        assert page.locator(f"[data-node='{at}']").count() == 1
    press(page, "Last step")
    press(page, "Large letters or whole tree")
    assert page.locator(".cl-stage canvas").is_visible()
    page.locator(".cl-stage canvas").click()
    assert page.locator(".cl-stage svg").first.is_visible()


def test_a_value_that_is_missing_may_come_as_undefined_and_odd_stories_open(show):
    """Python in the browser sends `undefined` for None; the page says and shows the same."""
    cut = watch(alphabeta_search, TicTacToe(), TicTacToe().initial, most_nodes=30)
    story, told = compare({"one": cut, "two": cut}).story, []
    for in_browser in (False, True):
        page = show(story, in_browser=in_browser)
        press(page, "Last step")
        told.append(page.locator("#root").inner_text())
    assert told[0] == told[1]

    # An empty trace opens, and one without a tree.
    lonely = watch(lambda game, state: (0, game.actions(state)[0]), CLASSIC, ())
    for trace in (lonely, type(lonely)("nobody", None, None, (), "")):
        page = show(film_of(trace))
        press(page, "Last step")
        press(page, "First step")


# --- still pictures: the same scene drawn in two languages ---------------------------------------

GAME = TicTacToe()
SEARCHES = {
    **{name: TRACES[name] for name in ("textbook", "negamax", "fails", "limit")},
    "minimax": lambda: watch(minimax_search, GAME, GAME.play("b2 a1 a3 c1 b1 b3")),
    "mcts": lambda: watch(mcts_search, Nim((1, 2)), Nim((1, 2)).initial, simulations=25,
                          rng=Random(1)),
}  # fmt: skip
PROOF = TextbookTree([[1, [-1, 1]], [[-1, 1], 1]])
FILMS = {
    **{name: lambda make=make: film_of(make(), boards=False) for name, make in SEARCHES.items()},
    "proof": lambda: step_through_proof(solution("grow"), PROOF, "MAX").story,
}
QUICK = ("textbook", "mcts", "proof")

DRAWN = """() => [...document.querySelectorAll(".cl-stage svg > g > *")]
    .filter((each) => !each.matches("[data-fold]"))
    .map((each) => [each.tagName, each.getAttribute("d") ?? each.getAttribute("transform") ?? "",
        each.textContent, [...each.querySelectorAll("path, text"), each].map((one) =>
            ["d", "fill", "stroke", "stroke-width", "stroke-dasharray", "x", "y", "font-size",
             "font-weight"].map((name) => one.getAttribute(name)))])"""


def read(element):
    """An element as the script above reads it."""
    names = ("d", "fill", "stroke", "stroke-width", "stroke-dasharray", "x", "y", "font-size",
             "font-weight")  # fmt: skip
    inside = [each for each in element.iter() if each.tag in ("path", "text") and each != element]
    looks = [[each.get(name) for name in names] for each in (*inside, element)]
    place = element.get("d") or element.get("transform") or ""
    return [element.tag, place, "".join(element.itertext()), looks]


def told(shapes):
    """Shapes as they compare: what they are, in any order."""
    return sorted(map(repr, shapes))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in FILMS],
)
def test_the_still_of_a_step_is_the_page_at_that_step(show, name):
    """The same nodes, shapes, colours, words and places, also of what is still to come."""
    story = FILMS[name]()
    page = show(story, width=1600)
    still, compared = Still(story), 0
    press(page, "Large letters or whole tree")
    while page.evaluate(ZOOMED)[0] < 0.45:  # names of actions are drawn where they can be read
        press(page, "Zoom in")
    for there in sorted({0, 1, 2, 3, 4, 5, *(still.last * part // 7 for part in range(8))}):
        page.evaluate(f"model.set('step', {there})")
        shown = told(page.evaluate(DRAWN))
        drawn = told(read(each) for each in ET.fromstring(still.drawing(there, ahead=True)))  # noqa: S314 - ours
        assert shown == drawn
        assert page.locator(".cl-say").inner_text() == still.words(there)
        compared += len(shown)
    assert compared > 40
