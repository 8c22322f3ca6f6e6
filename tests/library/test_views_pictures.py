"""Pictures: sound SVG, colours that can be read, and forms that show everywhere."""

import ast
import base64
import io
import re
import sys
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path
from random import Random

import pytest
from console import ran
from contrast import contrast
from fontTools.ttLib import TTFont
from PIL import Image

import course_lib
from course_lib.games import ConnectFour, TicTacToe
from course_lib.play import alphabeta_player, play_game, random_player
from course_lib.views import Picture, dots, show
from course_lib.views import theme as t
from course_lib.views.svg import document, element, text

FILLS = ("GROUND", "PAPER", "FIRST_FILL", "SECOND_FILL", "MIN_FILL", "WIN", "BOARD", "RACK",
         "CORNER", "SIDE")  # fmt: skip


def parsed(svg):
    """The elements of a picture that we drew."""
    return ET.fromstring(svg)  # noqa: S314 - we wrote this text


# --- colours -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
def test_colours_can_be_read_on_each_other(dark):
    """On light pages and dark: 4.5 for words, as WCAG 2 asks, and 3 for shapes on their squares."""

    def apart(colour, behind):
        return contrast(*(t.DARK[each] if dark else each for each in (colour, behind)))

    fills = [getattr(t, name) for name in FILLS]
    assert min(apart(t.INK, fill) for fill in (*fills, *t.PHASES.values())) >= 4.5
    assert min(apart(t.QUIET, fill) for fill in (t.GROUND, t.PAPER)) >= 4.5
    assert apart(t.GROUND, t.BLUE) >= 4.5  # the number under Count's marker
    behind = (t.GROUND, t.PAPER, t.WIN, t.BOARD, t.SECOND_FILL)
    assert min(apart(mark, fill) for mark, fill in product(t.MARKS[:2], behind)) >= 3
    assert apart(t.LINE, t.GROUND) >= 3
    assert min(contrast(t.LINE, "#FFFFFF"), contrast(t.LINE, "#111111")) >= 3


# --- pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "written"),
    [
        ({}, "<a/>"),
        ({"class_": "b c", "stroke_width": 1.0, "fill": None}, '<a class="b c" stroke-width="1"/>'),
        ({"d": 1 / 3}, '<a d="0.33"/>'),
        ({"title": '5 < "6" & 7'}, '<a title="5 &lt; &quot;6&quot; &amp; 7"/>'),
        ({"x": 123456.789, "y": 2e7}, '<a x="123457" y="20000000"/>'),  # of a wide tree
    ],
)
def test_an_element_writes_its_attributes_as_svg_does(attributes, written):
    """Hyphens for underscores, none for `None`, short numbers, values escaped."""
    assert element("a", **attributes) == written


@pytest.mark.parametrize("words", ["<b>&'\"", "a\x00b\x1bc", "\ud800", "\U0001f600", "\n\t"])
def test_a_picture_is_one_image_that_any_words_may_stand_in(words, monkeypatch):
    """It says what it is, brings its ground, and is shown in notebooks that nobody has trusted."""
    svg = document(40, 20, element("g"), title=words, description=words, shown=80)
    root = parsed(svg.encode())
    assert [root.get(name) for name in ("role", "viewBox", "width", "height")] == [
        "img", "0 0 40 20", "80", "40"
    ]  # fmt: skip
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "desc", "rect", "g"]
    assert (root[2].get("fill"), root[2].get("width")) == (t.GROUND, "40")
    picture = Picture(svg, f"line one {words}\nline two")
    assert (picture.width, picture.height) == (80, 40)
    # No `image/svg+xml`, which JupyterLab hides.
    assert not hasattr(picture, "_repr_svg_")
    assert not hasattr(picture, "_repr_mimebundle_")
    html = picture._repr_html_()
    found = re.fullmatch(
        r'<img src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)" alt="line one [^<>"]*" [^<>]*>',
        html,
        re.DOTALL,
    )
    assert found
    assert base64.b64decode(found[1]).decode() == svg
    assert picture._repr_png_().startswith(b"\x89PNG")
    monkeypatch.setattr(dots, "find_spec", lambda _name: None)
    assert picture._repr_png_() is None  # what makes dots is missing: HTML is enough
    assert str(picture).startswith("line one")
    assert repr(picture).startswith("<Picture: line one")


def test_a_wide_picture_scrolls_before_it_gets_too_small_to_read():
    """It keeps three quarters of its size in a box of its own; others fit in any window."""
    wide = Picture(document(4_000, 20, title="x"), "a tree")._repr_html_()
    assert wide.startswith('<div class="course-wide" style="overflow-x: auto"><img ')
    assert "min-width: 3000px" in wide
    narrow = Picture(document(1_200, 20, title="x"), "a tree")._repr_html_()
    assert "<div" not in narrow
    assert "min-width" not in narrow


def ink(data, box):
    """How many dark dots a picture has in this part of it, given in shares of its sides."""
    image = Image.open(io.BytesIO(data)).convert("L")
    sides = (image.width, image.height) * 2
    part = image.crop(tuple(round(share * side) for share, side in zip(box, sides, strict=True)))
    return sum(part.histogram()[:110])


def test_a_png_has_ink_where_words_should_be(monkeypatch):
    """Our letters come along, so that words are drawn where the system and matplotlib have none."""
    svg = document(200, 60, text(100, 30, "alpha 3"), title="words")
    assert ink(dots.png_bytes(svg), (0.2, 0.2, 0.8, 0.8)) > 100
    blank = document(200, 60, title="nothing")
    assert ink(dots.png_bytes(blank), (0.2, 0.2, 0.8, 0.8)) == 0
    with_all = dots.png_bytes(svg)
    monkeypatch.setattr(dots, "RARE", ())
    dots.letters.cache_clear()
    assert dots.png_bytes(svg) == with_all
    dots.letters.cache_clear()


def test_our_letters_have_what_our_sentences_need():
    """Figures are of one width; signs of a legend alone may come from another font."""
    legend = set("\u25b3\u25bd\u25f3\u2b21\u2bc3\u22ee")
    sentences = {
        sign
        for room in ("views", "watching", "questions", "games")
        for path in (Path(course_lib.__file__).parent / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for sign in node.value
        if sign.isprintable() and sign < "\ud7ff"
    }
    for name in ("regular", "bold"):
        font = TTFont(t.LETTERS / f"{name}.ttf")
        signs = font.getBestCmap()
        assert not {sign for sign in sentences if ord(sign) not in signs} - legend
        assert len({font["hmtx"][signs[ord(figure)]][0] for figure in "0123456789"}) == 1


def test_a_picture_is_saved_as_what_its_name_says(tmp_path):
    """A .svg is the text; a .png has two dots for each pixel; anything else is refused."""
    picture = show(TicTacToe(), TicTacToe().play("b2 a1"))
    assert picture.save(tmp_path / "a.svg").read_text(encoding="utf-8") == picture.svg
    data = picture.save(str(tmp_path / "a.PNG")).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == pytest.approx(picture.width * 2, abs=1)
    with pytest.raises(ValueError, match=r"'a\.jpg'.*\.svg or \.png"):
        picture.save(tmp_path / "a.jpg")
    assert not (tmp_path / "a.jpg").exists()


# --- show ----------------------------------------------------------------------------------------


def test_show_draws_the_end_of_a_game_and_says_how_it_ended():
    """The last action is marked, and who won is below; that it was a row can be seen."""
    game = ConnectFour()
    players = [alphabeta_player(depth=2), random_player(Random(3))]
    record = play_game(game, players)
    picture = show(record)
    assert f'data-square="{game.action_name(record.actions[-1])}"' in picture.svg
    assert picture.svg.count('data-last="yes"') == 1
    assert picture.svg.count('data-win="yes"') >= 4
    assert record.detail == f"{record.winner} won: a line"
    assert f", {record.winner} won: row 6" in picture.alt
    assert f">{record.winner} won</text>" in picture.svg


def test_show_draws_a_board_of_plain_lists():
    """A reader who has written no game yet sees the squares of a board, of tuples too."""
    rows = [["X", "", None], [" ", "O", 7]]
    for board in (rows, tuple(map(tuple, rows))):
        picture = show(board, caption="X to move")
        assert picture.alt == "a board, X to move: row 0: X . .; row 1: . O 7"
        assert picture.svg.count("data-square=") == 6


@pytest.mark.parametrize(
    ("things", "error", "words"),
    [
        *(((board,), ValueError, "can't be drawn.*all equally long, such as")
          for board in ([["X"], ["O", "X"]], [[], []], (["X"], 3))),
        (([1], (0,)), TypeError, r"a list and a state.*show\(game, state\)"),
    ],
)  # fmt: skip
def test_show_says_what_would_be_right(things, error, words):
    """Uneven rows, and a state that stands beside something that is no game."""
    with pytest.raises(error, match=words):
        show(*things)


CELL = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import sys, course_lib
assert "course_lib.views" not in sys.modules
from course_lib import TextbookTree, TicTacToe, play_game
from course_lib import alphabeta_search, watch
record = play_game(TicTacToe(), [lambda game, state: game.actions(state)[0]] * 2)
data, _ = shell.display_formatter.format(record)
assert data["text/html"].startswith("<img src="), data
assert all(record.game.action_name(action) in data["text/html"] for action in record.actions)
assert "&lt;lambda" in data["text/html"], data
assert "<GameRecord" in data["text/plain"], data
trace = watch(alphabeta_search, TextbookTree([[3, 12], [2, 4]]), ())
data, _ = shell.display_formatter.format(trace)
assert data["text/html"].startswith("<img src="), data
state = TicTacToe().play("b2 a3")
data, _ = shell.display_formatter.format(state)
assert data == {"text/plain": "<GridState O...X...., X to move>"}, data
shell.user_ns.update(wide=TicTacToe(4), game=TicTacToe(), other=3)
data, _ = shell.display_formatter.format(state)
assert data["text/html"].startswith("<img src="), data
from collections import namedtuple
for plain in ((1, 2), alphabeta_search(TicTacToe(), state), namedtuple("Own", "a b")(1, 2)):
    assert "text/html" not in shell.display_formatter.format(plain)[0], plain
for thing in (record, trace, state):
    assert shell.display_formatter.format(thing)[0]["image/png"], thing
print(sorted(data))
"""


def test_in_a_notebook_records_traces_and_states_show_themselves():
    """Importing the library tells IPython how, and what draws is loaded when it must.

    A state needs a game that it fits among the names of the notebook; other tuples are left alone.
    """
    pytest.importorskip("IPython")
    done = ran(sys.executable, "-c", CELL, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("['image/png', 'text/html', 'text/plain']")


def test_outside_a_notebook_nothing_is_registered():
    """Boards, trees, plots and games at a board load no library of widgets and no Graphviz."""
    names = ["IPython", "anywidget", "graphviz", "ipywidgets", "matplotlib", "numpy", "resvg_py"]
    code = (
        "import sys, course_lib.views as v, course_lib.views.figure, course_lib.views.playing;"
        "v.draw_tree(__import__('course_lib').TextbookTree([1]));"
        "v.figure.bars({'one': 10}, x='wins', caption='');"
        f"print([n for n in {names} if n in sys.modules])"
    )
    assert ran(sys.executable, "-c", code, check=True).stdout.strip() == "[]"
