"""The drawn boards say what the game says: its squares, its names, and what has won."""

import re
from random import Random

import pytest
from search_games import TakeAgain
from test_from_functions import game_with
from test_views_pictures import parsed

from course_lib import PASS, State, Watched
from course_lib.games import (
    ConnectFour,
    Count,
    Gomoku,
    Havannah,
    KInARow,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    compact,
)
from course_lib.views import board_svg
from course_lib.views.boards import board_drawing, board_picture
from course_lib.views.boards.drawing import Drawing, Look, draw_board
from course_lib.views.theme import LARGEST_BOARD, LAST, WIN, mark_of

SVG = "{http://www.w3.org/2000/svg}"


GAMES = [
    TicTacToe(),
    TicTacToe(4, players=("A", "X", "T", "D")),
    KInARow(3, 7, 3, players=("<", "&", '"')),
    KInARow(4, 5, 3, players=("A", "B", "C"), gravity=True),
    ConnectFour(),
    ConnectFour(3, 5, 3),
    Gomoku(9),
    Gomoku(),
    Nim(),
    Nim((25, 0, 1), misere=True),
    Count(),
    Count(31, 4),
    ScissorsPaperStone(),
    TextbookTree([[3, 12, 8], [2, [4, -1.5], 6], 7]),
    ThreeMusketeers(),
    ThreeMusketeers("M G . . / . . G . / . . M .", stuck_guards="pass"),
    Havannah(2),
    Havannah(4, passing=True),
    game_with(),
    TakeAgain(),
]


DRAWN = [game for game in GAMES if type(game) is not TakeAgain]
"""Those that are more than text."""


def game_played(game, seed, most=400):
    """The states of a random game, each with the action that led there."""
    rng, state, states = Random(seed), game.initial, [(game.initial, None)]
    while (legal := game.actions(state)) and len(states) < most:
        action = rng.choice(legal)
        state = game.result(state, action)
        states.append((state, action))
    return states


def some_states(game):
    """The first states of a game, one from its middle, and the ends of four."""
    states = game_played(game, 1)
    ends = [game_played(game, seed)[-1] for seed in (2, 3, 4)]
    return [*states[:3], states[len(states) // 2], states[-1], *ends]


def squares_in(svg, having="data-square"):
    """The names of the drawn squares that bear this attribute."""
    found = [each.get("data-square", "") for each in parsed(svg).iter() if each.get(having)]
    assert len(found) == len(set(found)), f"a square is drawn twice: {sorted(found)}"
    return set(found)


def words_in(svg):
    """The words that are drawn, in their order."""
    return [each.text or "" for each in parsed(svg).iter(f"{SVG}text")]


def at_end(game, kind="row"):
    """The end of a random game that was won like this."""
    for seed in range(3000):
        state = game_played(game, seed)[-1][0]
        line = game.win_line(state)
        if line and kind in line[0]:
            return state
    raise AssertionError(f"no {kind} in 3,000 games of {game!r}")


# --- what holds for every game -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_board_is_sound_svg_that_needs_nothing_from_elsewhere(game):
    """It runs nothing and refers to nothing; its squares are the actions', those that win too."""
    for state, last in some_states(game):
        for size in (None, 50, 400):
            svg = board_picture(game, state, last=last, size=size, caption="a < b & c").svg
            assert parsed(svg).tag == f"{SVG}svg"
            assert not re.search(r"nan|<script|href|url\(|@import|\bon\w+=", svg)
            assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
        svg, line = board_svg(game, state, last=last), game.win_line(state)
        assert svg == board_svg(game, state, last=last)
        drawn = squares_in(svg)
        wanted = {game.action_name(action) for action in game.actions(state) if action is not PASS}
        if game in DRAWN:
            assert {part.lower() for name in wanted for part in name.split("-")} <= drawn
        assert set(board_drawing(game, state).squares) == drawn
        won = set(line[1]) if line else set()
        by_name = not isinstance(game, ThreeMusketeers)
        named = {game.action_name(square).lower() for square in won if by_name}
        if not by_name:
            named = {f"{'abcde'[column]}{game.rows - row}" for row, column in won}
        assert squares_in(svg, "data-win") == named


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_picture_has_its_size_its_words_and_squares_that_can_be_hit(game):
    """`size` is the width in pixels; squares lie apart; listeners hear who moves or has won."""
    assert board_picture(game, game.initial, size=300).width == pytest.approx(300, abs=0.01)
    own, end = board_picture(game, game.initial), game_played(game, 1)[-1][0]
    assert 0 < own.width <= LARGEST_BOARD
    width, height, *_, squares = board_drawing(game, game.initial)
    places = list(squares.values())
    assert all(8 < x < width - 8 and 8 < y < height - 8 for x, y in places)
    for number, (x, y) in enumerate(places):
        assert all(abs(x - u) + abs(y - v) > 20 for u, v in places[:number])
    assert f"{game.to_move(game.initial)} to move" in own.alt != board_picture(game, end).alt
    winner = game.winner(end)
    if winner and game.utility_range == (-1, 1):
        assert re.search(rf"{re.escape(winner)} (has|have) won", board_picture(game, end).alt)


@pytest.mark.parametrize("game", DRAWN, ids=repr)
def test_a_thumbnail_has_the_marks_and_what_is_marked_is_seen(game):
    """Up to 120 pixels nothing can be clicked; what is pointed at differs in its shapes, too."""
    state, last = game_played(game, 1)[-1]
    thumbnail = board_svg(game, state, last=last, size=50)
    assert squares_in(thumbnail) == set()
    assert len(thumbnail) < len(board_svg(game, state, last=last))
    if isinstance(game, KInARow):
        assert len(words_in(thumbnail)) == sum(mark not in "XO." for mark in state.board)
    state, last = game_played(game, 1)[1]
    shapes = [
        re.sub(r' data-(last|highlight)="yes"', "", board_picture(game, state, **marked).svg)
        for marked in ({}, {"highlight": [game.actions(state)[0]]}, {"last": last})
    ]
    # Without being marked, the last action is the word that is filled, and the end of the path.
    told = isinstance(game, ScissorsPaperStone | TextbookTree)
    assert len(set(shapes)) == 3 - told


# --- the view asks the game ----------------------------------------------------------------------


def test_the_view_never_decides_who_has_won():
    """Squares that the game alone calls a row are marked; a row and a diagonal have two lines."""
    said = {"win_line": lambda *_: (("row",), ((2, 0), (2, 2)))}
    upside = type("Upside", (TicTacToe,), said)()
    assert squares_in(board_svg(upside, upside.initial), "data-win") == {"a1", "c1"}
    game = TicTacToe()
    state = game.play("a1 b1 a2 c1 b3 b2 c3 c2 a3")
    assert len(game.win_line(state)[1]) == 5
    assert board_svg(game, state).count("stroke-opacity") == 2


@pytest.mark.parametrize(
    ("game", "kind"),
    [(TicTacToe(), "row"), (ConnectFour(), "row"), (Gomoku(7), "row"), (ThreeMusketeers(), "row"),
     (Havannah(4), "ring"), (Havannah(4), "bridge"), (Havannah(4), "fork")],
)  # fmt: skip
def test_squares_that_have_won_have_another_ground_and_a_line(game, kind):
    """As many shapes have the winning colour as `win_line` has squares; none of it before."""
    before, after = board_svg(game, game.initial), board_svg(game, at_end(game, kind))
    won = len(game.win_line(at_end(game, kind))[1])
    assert f'"{WIN}"' not in before
    assert "stroke-opacity" not in before
    assert after.count(f'fill="{WIN}"') == won
    # A line through all of a row; between any two cells of Havannah that touch.
    assert after.count("stroke-opacity") >= (won - 1 if isinstance(game, Havannah) else 1)


# --- last, highlight, caption --------------------------------------------------------------------


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Gomoku(), Havannah(3)], ids=repr)
def test_the_last_action_and_what_is_pointed_at_are_marked(game):
    """Each is marked where it is, by action or by name, in capitals or not."""
    state, last = game_played(game, 1)[2]
    aim = game.actions(state)[0]
    name, aimed = game.action_name(last).lower(), game.action_name(aim).lower()
    svg = board_picture(game, state, last=last, highlight=[aim], caption="").svg
    assert squares_in(svg, "data-last") == {name}
    assert squares_in(svg, "data-highlight") == {aimed}
    named = {"last": name.upper(), "highlight": [aimed.upper()]}
    assert svg == board_picture(game, state, **named, caption="").svg
    plain = board_svg(game, state)
    assert squares_in(plain, "data-last") == squares_in(plain, "data-highlight") == set()
    steps = ThreeMusketeers()  # a move from a square to another marks both
    moved = board_svg(steps, steps.play("a1-a2"), last=((4, 0), (3, 0)))
    assert squares_in(moved, "data-last") == {"a1", "a2"}


def test_what_may_be_added_is_clicked_where_it_leads():
    """In Count the square of the action 2 is that of the number two further on."""
    game = Count(9, 3)
    svg = board_svg(game, game.play("2 3"))
    squares = [each for each in parsed(svg).iter(f"{SVG}g") if each.get("data-square")]
    found = {each.get("data-square"): each.findtext(f"{SVG}text") for each in squares}
    assert found == {"1": "6", "2": "7", "3": "8"}


def test_a_stick_takes_itself_and_what_is_on_its_right():
    """The leftmost stick of a heap takes all of it; what was just taken, or before, is outlined."""
    squares = board_drawing(Nim((3, 2)), Nim((3, 2)).initial).squares
    assert squares["a3"][0] < squares["a2"][0] < squares["a1"][0]
    assert squares["a3"][1] < squares["b2"][1]
    assert squares["a3"][0] == squares["b2"][0]
    game = Nim((3, 4))
    state = game.play("a1 b2")
    dashed = board_svg(game, state).count("stroke-dasharray")
    assert dashed == 3
    now = board_svg(game, state, last="b2")
    assert now.count("stroke-dasharray") == 3
    dark = [each for each in parsed(now).iter() if each.get("stroke") == LAST]
    assert len(dark) == 2
    assert squares_in(now) == {"a1", "a2", "b1", "b2"}


def test_a_square_that_is_not_there_or_no_size_is_refused():
    """A slip in a lesson is an error with the names that would have been right."""
    game = TicTacToe()
    for size in (None, 50):
        with pytest.raises(ValueError, match=r"highlight has 'd4'.*a3, b3, c3"):
            board_picture(game, game.initial, highlight=["d4"], size=size)
    with pytest.raises(ValueError, match=r"such as \['b2'\]"):
        board_picture(game, game.initial, highlight="b2")
    for wrong in (0, -3, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="width in pixels"):
            board_svg(game, game.initial, size=wrong)


def test_a_long_caption_is_wrapped_below_the_board():
    """All of its words are there, in lines, and the picture grows downwards only."""
    game = TicTacToe()
    words = "X answered (9, 9), which is not a square of this board, and so O has won the game"
    plain = board_picture(game, game.initial, caption="X to move")
    told = board_picture(game, game.initial, caption=words)
    assert " ".join(words_in(told.svg)).endswith(words)
    assert (told.width, told.height > plain.height) == (plain.width, True)


# --- single games --------------------------------------------------------------------------------


def test_coordinates_are_written_as_the_game_writes_them():
    """Letters below and numbers at the side, Havannah's in capitals."""
    grid = words_in(board_svg(ConnectFour(), ConnectFour().initial))
    assert grid == [*"abcdefg", *"654321"]
    hexes = words_in(board_svg(Havannah(3), Havannah(3).initial))
    assert sorted(hexes) == [*"12345", *"ABCDE"]


def test_crosses_and_rings_differ_by_shape_and_colour():
    """X is two strokes, O a circle; neither is a letter that a font must bring."""
    game = TicTacToe()
    svg = board_svg(game, game.play("a1 c3"))
    marks = {square.get("data-square"): square for square in parsed(svg).iter(f"{SVG}g")}
    [cross] = marks["a1"].findall(f".//{SVG}path")
    [ring] = marks["c3"].findall(f".//{SVG}circle")
    assert (cross.get("stroke"), ring.get("stroke")) == (mark_of(0), mark_of(1))


def test_large_boards_stay_light_when_they_are_full():
    """A full Gomoku board has less than 60 KB, a full Havannah of size 10 less than 80."""
    gomoku = Gomoku()
    full = gomoku.state_of(tuple("XXOO"[at % 4] for at in range(225)), None)
    assert len(board_svg(gomoku, full)) < 60_000
    assert len(board_svg(gomoku, full, size=60)) < 40_000
    havannah = Havannah(10)
    state = max(
        (game_played(havannah, seed)[-1][0] for seed in range(4)), key=lambda s: -s[0].count(".")
    )
    assert len(board_svg(havannah, state)) < 80_000


def test_compact_and_watched_games_are_drawn_as_their_readable_game():
    """The picture of a bitboard is that of the board it stands for."""
    for game in (TicTacToe(), ConnectFour()):
        small = compact(game)
        state, packed = game.initial, small.initial
        for _ in range(4):
            action = game.actions(state)[0]
            state, packed = game.result(state, action), small.result(packed, action)
        wanted = board_svg(game, state)
        assert board_svg(small, packed) == wanted
        assert board_svg(Watched(game), state) == wanted
        assert board_svg(Watched(small), packed) == wanted


def test_a_readers_own_board_is_drawn_as_squares():
    """Rows of marks become squares with their names; other boards are shown as text."""
    game = game_with()
    svg = board_svg(game, game.play("a1 c2"), last="c2")
    assert squares_in(svg, "data-last") == {"c2"}
    assert len(squares_in(svg)) == 9
    rules = {"actions": lambda _: {0}, "terminal": lambda _: False, "players": "XO"}
    uneven = game_with(initial_state=[[None], [None, None, None]], **rules)
    assert squares_in(board_svg(uneven, uneven.initial)) == set()
    assert any("[[" in words for words in words_in(board_svg(uneven, uneven.initial)))
    # A half-written `terminal` costs the line below the board, not the board.
    failing = game_with(terminal=lambda _: 1 / 0, initial_state=[["X", " "]], players="XO")
    picture = board_picture(failing, (("X", " "),))
    assert squares_in(picture.svg) == {"a1", "b1"}
    assert picture.alt == "a game from functions: row 1: X ."


class Signpost(Count):
    """A game that a test draws itself."""


def test_a_new_game_adds_one_function():
    """Registered for its class, it draws the board; a game nobody drew is shown as its text."""
    svg = board_svg(TakeAgain(), (3, "O"))
    assert words_in(svg) == ["state\N{NO-BREAK SPACE}(3,\N{NO-BREAK SPACE}'O')"]

    @draw_board.register
    def draw_signpost(game: Signpost, state: State, look: Look) -> Drawing:
        return Drawing(40, 30, (f"<path d='M{look.small:d} 0h{len(state)}'/>",), repr(game))

    game = Signpost()
    assert "<path d='M0 0h2'/>" in board_svg(game, game.initial)
    assert board_picture(game, game.initial).alt == f"Signpost, X to move: {game!r}"
