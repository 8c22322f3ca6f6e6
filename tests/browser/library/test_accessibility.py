"""What people without sight or mouse would miss: axe-core finds nothing wrong with our widgets."""

from random import Random

import pytest
from harness import faults, press

from course_lib import (
    Havannah,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    play_game,
    random_player,
    watch,
)
from course_lib.questions.predicting import Prediction
from course_lib.views.export import export_html
from course_lib.views.player import compare, replay, step_through
from course_lib.views.playing import play_widget
from course_lib.views.touching import what_if
from course_lib.views.trees import draw_tree
from course_tools.studio.lectures import demo_named

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
_STATE = {"layout", "tabbable", "tooltip"}

RECORD = play_game(Havannah(4), [random_player(Random(1)), random_player(Random(2))])


def things():
    """One of each kind of widget."""
    game, trace = TicTacToe(), watch(alphabeta_search, TREE, ())
    grown = watch(mcts_search, game, game.initial, simulations=30, rng=Random(1))
    return {
        "player": lambda: step_through(trace),
        "mcts player": lambda: step_through(grown),
        "compare": lambda: compare({"one": trace, "two": trace}),
        "what if": lambda: what_if([[3, 12, 8], [2, 4, 6], [14, 5, 2]], cuts=True),
        "board": lambda: play_widget(game),
        "replay": lambda: replay(RECORD),
    }


@pytest.fixture
def on_stage(esm):
    """A function that shows a widget with the state it would have in a notebook."""

    def show(widget, **look):
        state = widget.get_state()
        ours = {name: value for name, value in state.items()
                if not name.startswith("_") and name not in _STATE}  # fmt: skip
        return esm(widget, ours, **look)

    return show


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["search", "searches", "game", "picture"])
def test_no_exported_page_has_a_fault(kept_page, tmp_path, kind, scheme):
    """The same for whole pages, their headings and their own buttons included."""
    thing = {
        "search": lambda: watch(alphabeta_search, TREE, ()),
        "searches": demo_named("alpha-beta").make,
        "game": lambda: RECORD,
        "picture": lambda: draw_tree(TREE),
    }[kind]()
    page = kept_page(scheme=scheme)
    page.goto(export_html(thing, tmp_path / "page.html", title="A page").as_uri())
    page.wait_for_function("document.documentElement.dataset.shown")
    assert faults(page) == []


LOOK = """() => [...document.querySelectorAll(".cl-controls :is(button, select)")]
    .filter((one) => one.offsetWidth && !one.ariaPressed && one.ariaDisabled !== "true")
    .map((one) => { one.focus(); const look = getComputedStyle(one);
        return ["color", "backgroundColor", "borderTop", "borderRadius", "fontFamily", "fontSize",
            "height", "minWidth", "padding", "outlineColor"].map((name) => look[name]).join(); })"""


@pytest.mark.slow  # what is exported is looked at above
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_widget_has_a_fault_and_all_have_the_same_controls(on_stage, scheme):
    """Names, roles, contrast; one look of buttons and lists; one meaning of each key."""
    looks, named = set(), {}
    for name, make in things().items():
        page = on_stage(make(), scheme=scheme)
        looks |= set(page.evaluate(LOOK))
        if (more := page.get_by_role("button", name="More")).count():
            more.click()
        page.get_by_role("button", name="Keys").click()
        page.keyboard.press("ArrowUp")  # through the buttons, which are one stop of the Tab key
        if "player" in name:
            press(page, "Last step")
        if name == "board":
            page.evaluate("model.set({ view: { ...model.get('view'), note: 'b2 is not legal' } })")
            assert page.get_by_role("alert").inner_text() == "b2 is not legal"
        assert faults(page) == [], name
        for told in page.locator(".cl-keys span").all():
            key = told.locator("kbd").inner_text()
            said = told.inner_text().removeprefix(key).strip()
            named.setdefault(key, set()).add(said)
            button = page.get_by_role("button", name=said, exact=False)
            assert not button.count() or key in button.first.get_attribute("title"), (name, said)
    assert len(looks) == 1, looks
    assert {key: words for key, words in named.items() if len(words) > 1} == {
        "PageUp": {"one step back", "undo"},
    }


SPOKEN = """() => {
    const tree = document.querySelector("[role=tree]");
    return document.getElementById(tree.getAttribute("aria-activedescendant")).ariaLabel;
}"""


def test_a_search_is_followed_by_ear(on_stage):
    """With the keyboard alone: where one is in the tree, what happens, and how the board stands."""
    game = TicTacToe()
    trace = watch(alphabeta_search, game, game.play("b2 a1 a3 c1 b1 b3"))
    page = on_stage(step_through(trace))
    page.wait_for_function("document.querySelector('[role=tree]').clientWidth > 0")
    page.locator("[role=tree]").focus()
    page.evaluate("model.set('step', 17)")
    assert page.evaluate(SPOKEN) == "c2, MAX chooses, X, \u03b1 0, \u03b2 1"
    page.keyboard.press("Home")
    heard = []
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowDown", "Shift+ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
        heard.append(page.evaluate(SPOKEN))
    assert heard == [
        "root, MAX chooses, X",
        "c3, MIN chooses, O",
        "root, MAX chooses, 0",
        "c3, MIN chooses, 0",
        "a2, MIN chooses, 0",
        "root, MAX chooses, 0",
    ]
    assert page.locator(".cl-say[role=status]").inner_text().startswith("alphabeta_search chooses ")
    board = page.locator(".cl-board svg[role=img]").get_attribute("aria-label")
    assert board == ("Tic-tac-toe, X to move: row 3: X O empty; row 2: empty X empty; row 1: O X O")
    # Where the Tab key leads from the buttons, and what is said of each place.
    page.get_by_role("button", name="Play").focus()
    places = []
    for _ in range(2):
        page.keyboard.press("Tab")
        here = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText")
        places.append(here.partition(".")[0])
    assert places == [
        "Step",
        "Tree of alphabeta_search",
    ]
    small = page.evaluate("""[...document.querySelectorAll("button, select, input, [data-fold]")]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width && (box.width < 24 ||
            box.height < 24)).length""")
    assert small == 0


def test_whoever_guesses_by_keyboard_goes_on_at_the_answer(esm):
    """The buttons are gone after a guess, and the focus is not: it is where the answer stands."""
    page = esm(Prediction, {"question": {"question": "Who wins?", "choices": ["X", "O"]}})
    page.get_by_role("button", name="O", exact=True).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("model.get('guess')") == "O"
    page.evaluate("model.set('done', true), model.set('result', '<p>So it is.</p>')")
    assert page.evaluate("document.activeElement.textContent") == "So it is."
