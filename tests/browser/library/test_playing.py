"""Boards to click on in a real browser: by mouse and by keyboard."""

import pytest
from harness import press
from simple_players import first_action

from course_lib.games import ConnectFour, Havannah, ThreeMusketeers, TicTacToe
from course_lib.views.boards import board_svg
from course_lib.views.playing import PlayController, seats_at
from course_lib.views.widgets import PlayWidget


class Table:
    """A page with a board, and the controller behind it in place of a kernel."""

    def __init__(self, esm, play, **look):
        """Show this game."""
        self.play = play
        self.heard = 0
        self.page = esm(PlayWidget, play.shown(), **look)

    def answer(self):
        """Let the controller hear what has been clicked, and show what came of it."""
        for message in self.page.evaluate("sent")[self.heard :]:
            self.heard += 1
            self.play.on_message(message)
        self.page.evaluate("(news) => model.set(news)", self.play.shown())

    def square(self, name):
        """The square on the page."""
        return self.page.locator(f"[data-square='{name}']")

    def click(self, name):
        """Click a square."""
        self.square(name).click()
        self.answer()

    def key(self, *keys):
        """Press keys where the focus is."""
        for key in keys:
            self.page.keyboard.press(key)
        self.answer()

    def button(self, name, key=None):
        """Press a control, by mouse or by key."""
        press(self.page, name, key=key)
        self.answer()

    @property
    def focused(self):
        """The square with the focus."""
        return str(self.page.evaluate("document.activeElement?.dataset.square ?? ''"))

    @property
    def names(self):
        """What has been played."""
        return " ".join(map(self.play.game.action_name, self.play.actions))

    def reads(self, words):
        """Whether the status line says this."""
        return words in self.page.locator(".course-status").inner_text()


@pytest.fixture
def table(esm):
    """A function that puts a game on the stage: against an opponent, or for people."""

    def table(game, opponent=None, **look):
        return Table(esm, PlayController(game, seats_at(game, opponent, None)), **look)

    return table


def test_a_game_is_played_by_mouse(table):
    """A click plays, the answer appears, an illegal click explains itself, the end is told."""
    on = table(TicTacToe(), first_action)
    assert on.reads("Your turn: you play X.")
    on.click("b2")
    assert on.names == "b2 a3"
    on.click("b2")
    assert "b2 can't be played now." in on.page.locator(".course-note").inner_text()
    for square in ("a1", "c3"):
        on.click(square)
    assert on.reads("X won: a line.")
    assert on.page.locator("[data-win]").count() == 3
    answers = iter([None, (0, 0)])  # a fault is shown, and the game goes on
    on = table(TicTacToe(), lambda _game, _state: next(answers))
    on.click("b2")
    assert "is a `return` missing" in on.page.get_by_role("alert").inner_text()
    on.button("Try again")
    assert on.names == "b2 a3"


MOVES = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    window.moved.push([this.parentNode.dataset.square, this.dataset.stone, frames[0].transform]);
    return animate.call(this, frames, ...more);
  };
}"""


def moved(on, *squares):
    """What moved while these were clicked, and from where: `[square, mark, transform]`."""
    on.page.evaluate(MOVES)
    for square in squares:
        on.click(square)
    return on.page.evaluate("moved")


def test_stones_fall_glide_turn_over_and_are_put_down(table):
    """Each from where it was; another game, and whoever wants no motion, sees none."""
    rack = table(ConnectFour(), None)
    [[*disc, first]], [_, [*other, second]] = moved(rack, "d6"), moved(rack, "d1")
    assert (disc, other) == (["d1", "X"], ["d2", "O"])
    fell = [float(way.removeprefix("translateY(-").removesuffix("px)")) for way in (first, second)]
    assert fell[0] - fell[1] == pytest.approx(44, abs=4), "each falls from the rim of the rack"
    assert fell[0] > 5 * 44
    small = table(TicTacToe(), first_action)
    put = moved(small, "b2")
    assert put == [["a3", "O", "scale(1.25)"], ["b2", "X", "scale(1.25)"]]
    turned = small.play.shown()["svg"].replace('data-stone="X"', 'data-stone="O"')
    small.page.evaluate("(svg) => model.set({ svg })", turned)
    assert small.page.evaluate("moved")[2:] == [["b2", "O", "scaleX(0)"]]
    three = table(ThreeMusketeers(), None)
    assert moved(three, "c3", "c4") == [["c4", "M", "translate(0px, 44px)"]]
    assert moved(three, "b4", "b5") == []
    three.page.evaluate(
        "(svg) => model.set({ svg })", board_svg(TicTacToe(), TicTacToe().play("a1 b1 c1 a2 b3"))
    )
    assert three.page.evaluate("moved") == [], "another game is there at once"
    calm = table(TicTacToe(), first_action)
    calm.page.emulate_media(reduced_motion="reduce")
    assert moved(calm, "b2") == []
    calm.page.emulate_media(reduced_motion="no-preference")


def test_a_game_is_played_by_keys_alone(table):
    """Tab goes to the board, arrows between squares, Enter and space play; the focus stays."""
    on = table(TicTacToe(), first_action)
    on.key("Tab")
    assert on.focused == "a3"
    on.page.keyboard.press("ArrowDown")
    on.page.keyboard.press("ArrowRight")
    assert on.focused == "b2"
    ring = on.page.locator(".course-ring.focus").bounding_box()
    assert abs(ring["x"] - on.square("b2").bounding_box()["x"]) < 3
    on.key("Enter")
    assert on.names == "b2 a3"
    assert on.focused == "b2"
    on.key("ArrowDown", "ArrowLeft", "Space")
    assert on.names.startswith("b2 a3 a1")
    on.key("ArrowLeft")
    assert on.focused == "a1"
    on.key("Tab")
    assert on.page.evaluate("document.activeElement.textContent") == "Try again"
    assert on.page.locator("[data-square][tabindex='0']").count() == 1


def test_every_control_does_something(table):
    """By key, too: undo, resign, new game.

    One that would do nothing keeps its place, and a press sends nothing.
    """
    on = table(TicTacToe(), first_action)
    undo = on.page.get_by_role("button", name="Undo")
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)
    assert on.page.evaluate("sent") == []
    on.click("b2")
    on.button("Undo")
    assert on.names == ""
    on.button("Resign", "Enter")
    assert on.reads("X resigned: O won.")
    on.button("Undo", "Enter")
    on.click("b2")
    on.button("New game", "Enter")
    assert on.names == ""
    assert on.page.evaluate("document.activeElement.textContent") == "New game"


def test_a_column_is_clicked_anywhere(table):
    """Pointing high up shows where the disc will lie."""
    on = table(ConnectFour())
    on.square("d6").hover()
    ring = on.page.locator(".course-ring.at").bounding_box()
    landing = on.square("d1").bounding_box()
    assert abs(ring["y"] - landing["y"]) < 3
    on.click("d6")
    assert on.names == "d1"


def test_who_waits_is_told_how_to_stop_a_player(table):
    """After some seconds, and not a moment longer than it thinks."""
    on = table(TicTacToe(), first_action)
    note = on.page.locator(".course-note")
    on.page.evaluate("(news) => model.set(news)", on.play.shown(waiting="Press the button."))
    assert note.inner_text() == ""
    note.filter(has_text="Press the button.").wait_for(timeout=5_000)
    on.page.evaluate("(news) => model.set(news)", on.play.shown(waiting=""))
    assert note.inner_text() == ""


def test_arrows_reach_every_cell_of_a_hexagonal_board(table):
    """They lead from a corner to all cells; what is no square is played by its name."""
    on = table(Havannah(3, passing=True))
    seen, ahead = set(), ["a1"]
    while ahead:
        name = ahead.pop()
        if name in seen:
            continue
        seen.add(name)
        for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            on.square(name).focus()
            on.page.keyboard.press(key)
            ahead.append(on.focused)
    assert len(seen) == 19
    on.button("pass")
    assert on.names == "pass"
