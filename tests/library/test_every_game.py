"""What must hold of every game, readable or compact: a game that is exported joins by itself."""

import math
import pickle
from functools import partial
from inspect import signature
from itertools import permutations
from random import Random

import numpy as np
import pytest
from search_games import reachable
from test_from_functions import take_turns
from whole_games import check_every_state, check_texts

import course_lib
from course_lib import Watched
from course_lib import games as room
from course_lib.game import Game, IllegalAction
from course_lib.games import (
    ConnectFour,
    Count,
    Gomoku,
    Havannah,
    KInARow,
    Nim,
    Pig,
    ScissorsPaperStone,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    TwoDice,
    best_ordered_tree,
    compact,
    mobility,
    near_the_middle,
    random_tree,
)
from course_lib.games.compact import CompactGame
from course_lib.games.hexboard import board_text, hex_board
from course_tools.studio.whole_promise import check_whole_game


def made_plainly():
    """Each exported game, made without any options, where that can be done."""
    kinds = [kind for kind in vars(room).values() if isinstance(kind, type)]
    options = {
        kind: signature(kind).parameters.values() for kind in kinds if issubclass(kind, Game)
    }
    needed = {kind for kind, given in options.items() for one in given if one.default is one.empty}
    return [kind() for kind in options if kind not in needed]


READABLE = [
    *made_plainly(),
    TicTacToe(1),
    TicTacToe(4, ("X", "O", "Z")),
    ConnectFour(3, 4, 3),
    KInARow(2, 5, 3),
    KInARow(3, 3, 3, ("X", "O", "Z"), gravity=True),
    KInARow(5, 4, 3, ("A", "B", "C", "D"), gravity=True),
    KInARow(2, 4, 2, exact=True),
    KInARow(5, 4, 3, ("A", "B"), gravity=True, exact=True),
    Gomoku(6, exact=True),
    Count(6, 3),
    Count(goal=1, most=1),
    Nim((1, 0, 2), misere=True),
    Nim((0, 0)),
    Nim((2,) * 28),
    Pig(5),
    TwoDice(((1, 1, 2), (2, 3))),
    TextbookTree([[3, 12, 8], [2, 4.5, 6], [0]]),
    TextbookTree([[-1, [2, [3]]], 4]),
    TextbookTree(7),
    TextbookTree({"b1": [3, 12], "b2": {"c1": 2, "c2": [4, 6]}}),
    TextbookTree({"rain @ 0.25": [3, {"x": -1}], "sun @ 3/4": {"y": 0, "z": [1]}}),
    TextbookTree([[[1, 2, 6], [4, 2, 3]], {"r": [[6, 1, 2], [7, 4, 1]]}], players="ABC"),
    random_tree(4, (1, 3), Random(1)),
    best_ordered_tree(3, 3),
    ThreeMusketeers("MG. / GG. / G.M", stuck_guards="pass"),
    ThreeMusketeers("M.GM / GG.. / .M.G", stuck_musketeers="any moment"),
    Havannah(2),
    Havannah(3, passing=True),
]
COMPACT = [
    compact(game) for game in READABLE if isinstance(game, KInARow) and len(game.players) == 2
]
GAMES = [*READABLE, *COMPACT]

GENEROUS = (Count, Nim, Pig, ThreeMusketeers)
"""Games that read boards, or list actions, to which no play leads: only a search could tell."""

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def end_of(game, seed=3):
    """The last state of a random game."""
    state = game.initial
    for action in game.playout(state, Random(seed)).actions:
        state = game.result(state, action)
    return state


# --- the promise -------------------------------------------------------------------------------


@every_game
def test_the_promise_of_a_game_is_kept(game):
    """Small games are looked at whole; but for the generous ones, no other board is read."""
    large = len(game.actions(game.initial)) > 100
    check_whole_game(game, Random(5), games=1 if large else 3)
    states = reachable(game, 600)
    check_every_state(game, states, exact=not isinstance(game, GENEROUS))
    if not isinstance(game, GENEROUS):
        check_texts(game, states)


@pytest.mark.parametrize(
    ("game", "states"),
    [
        (TicTacToe(), 5_478),
        (ConnectFour(3, 3, 3), 694),
        (KInARow(3, 3, 3, ("X", "O", "Z"), gravity=True), 3_006),
        (KInARow(2, 4, 2, exact=True), 655),
        (KInARow(1, 7, 2, exact=True), 528),
        (KInARow(3, 4, 2, gravity=True, exact=True), 352),
        pytest.param(ConnectFour(3, 4, 3), 7_157, marks=pytest.mark.slow),
        pytest.param(ConnectFour(4, 3, 3), 2_715, marks=pytest.mark.slow),
        pytest.param(KInARow(2, 5, 3), 15_983, marks=pytest.mark.slow),
        pytest.param(KInARow(3, 3, 3, ("A", "B", "C")), 26_930, marks=pytest.mark.slow),
        pytest.param(KInARow(3, 3, 2, exact=True), 1_468, marks=pytest.mark.slow),
        pytest.param(KInARow(2, 6, 2, gravity=True, exact=True), 2_168, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_exactly_the_possible_boards_are_read(game, states):
    """As many states as are known, and of all texts with their words none but theirs is read."""
    found = reachable(game)
    assert len(found) == states
    check_every_state(game, found)
    check_texts(game, found)


@every_game
def test_a_game_is_a_value(game):
    """Its `repr` can be pasted, its options make it again, a pickle is no more than that."""
    names = {name: getattr(course_lib, name) for name in course_lib.__all__}
    again = eval(repr(game), names)  # noqa: S307 - what our own games say of themselves
    assert again == type(game)(**game.options) == pickle.loads(pickle.dumps(game)) == game
    assert hash(again) == hash(game)


KNOWN = [
    (TicTacToe(), (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)),
    (ConnectFour(), (1, 7, 49, 343, 2401, 16807, 117649)),
    (Gomoku(), (1, 225, 50400)),
    (KInARow(4, 4, 3, exact=True), (1, 16, 240, 3360, 43680, 524160)),
    (ThreeMusketeers(), (1, 8, 16, 132, 736, 5540, 38740)),
    (Havannah(2), (1, 7, 42, 210, 600, 1296, 288, 72, 0)),
    (Havannah(3), (1, 19, 342, 5814, 93024)),
    pytest.param(Havannah(3), (1, 19, 342, 5814, 93024, 1395360), marks=pytest.mark.slow),
    (Havannah(4), (1, 37, 1332)),
    (Nim((3, 4, 5)), (1, 12, 113)),
]


@pytest.mark.parametrize(("game", "counts"), KNOWN, ids=repr)
def test_there_are_as_many_positions_at_each_depth_as_is_known(game, counts):
    """Move by move, from the literature or by hand."""
    depth = len(counts) - 1
    assert game.count(game.initial, depth) == counts
    if isinstance(game, KInARow):
        small = compact(game)
        less = max(2, depth - 3)
        assert small.count(small.initial, less) == counts[: less + 1]


# --- what both forms of a game say -------------------------------------------------------------


def steps_in_text(game, text, player):
    """The steps from the nearer edge, added and taken off, as the printed board has them."""
    steps = 0
    for row in text.splitlines():
        marks = row.split()
        for column, mark in enumerate(marks):
            if mark in game.players:
                near = min(column, len(marks) - 1 - column)
                steps += near if mark == player else -near
    return steps


@pytest.mark.parametrize("small", COMPACT, ids=repr)
def test_a_compact_game_answers_as_the_readable_one(small):
    """Along random games every question has the same answer in both forms, estimates too."""
    game = small.game
    for seed in range(5 if game.rows * game.columns < 100 else 2):
        state, bits = game.initial, small.initial
        for action in (*game.playout(state, Random(seed)).actions, None):
            assert small.unpack(bits) == state
            assert small.pack(state) == bits
            assert small.actions(bits) == game.actions(state)
            assert small.to_move(bits) == game.to_move(state)
            assert small.is_terminal(bits) == game.is_terminal(state)
            assert small.winner(bits) == game.winner(state)
            assert small.win_line(bits) == game.win_line(state)
            assert small.parse(game.render(state)) == bits
            for player in game.players:
                steps = steps_in_text(game, game.render(state), player)
                for one, at in ((game, state), (small, bits), (Watched(game), state)):
                    assert near_the_middle(one, at, player) == steps / 100
                assert mobility(small, bits, player) == mobility(game, state, player)
            if action is not None:
                state, bits = game.result(state, action), small.result(bits, action)
        for player in game.players:
            assert small.utility(bits, player) == game.utility(state, player)


@pytest.mark.parametrize("game", [Nim((2, 1)), Watched(Nim((2, 1)))])
def test_a_game_without_columns_has_no_middle(game):
    """Heaps of Nim are told so."""
    with pytest.raises(TypeError, match=r"columns of a board; found Nim; .* ConnectFour"):
        near_the_middle(game, game.initial, "X")


def test_there_are_as_many_actions_as_were_counted_by_hand():
    """Squares, cells, takes, and on 5 x 5 squares 40 pairs of neighbours in both directions."""
    numbers = {TicTacToe(): 9, ConnectFour(): 42, Nim(): 12, Havannah(3): 19, Count(6, 3): 3}
    numbers |= {Havannah(3, passing=True): 20, ThreeMusketeers(): 80, ScissorsPaperStone(): 3}
    assert {game: len(game.all_actions) for game in numbers} == numbers
    assert ConnectFour(2, 2, 2).all_actions == ((1, 0), (0, 0), (1, 1), (0, 1))


def test_a_large_game_that_does_not_list_its_actions_says_so():
    """To look at every state would take too long."""
    large = type("Unlisted", (ConnectFour,), {"all_actions": Game.all_actions})(4, 5, 4)
    with pytest.raises(NotImplementedError, match="define all_actions in its class"):
        _ = large.all_actions


@every_game
def test_a_quick_random_game_is_the_plain_one(game):
    """The same numbers make the same moves, from the start and from later on."""
    for seed in range(5):
        plain = Game.playout(game, game.initial, Random(seed))
        assert game.playout(game.initial, Random(seed)) == plain
    later = game.initial
    for action in plain.actions[:3]:
        later = game.result(later, action)
    assert game.playout(later, Random(5)) == Game.playout(game, later, Random(5))


# --- mistakes ----------------------------------------------------------------------------------

STRANGE = [
    None,
    "",
    -1,
    99,
    1.5,
    (),
    [0, 0],
    (1.5, 1.0),
    (0, -3),
    (99, 99),
    ((0, 0), (0, 0), (0, 0)),
    ([0, 4], [0, 3]),
    ((0.5, 4), (0, 3)),
    ((0, 0), (99, 0)),
    {},
    np.array([0, 1]),
]


@every_game
def test_what_is_no_action_has_no_name_and_is_illegal(game):
    """Whatever its type, it gets a sentence and no raw error, before the end and after it."""
    for strange in STRANGE:
        with pytest.raises(ValueError, match=r"not an? (action|square|cell)"):
            game.action_name(strange)
        for state in (game.initial, end_of(game)):
            with pytest.raises(IllegalAction, match=r"legal are|the game is over, so nothing is"):
                game.result(state, strange)
    for action in game.actions(game.initial):
        with pytest.raises(IllegalAction, match="the game is over, so nothing is"):
            game.result(end_of(game), action)


def look_alikes(action):
    """Values of other types that `==` takes for this action."""
    if isinstance(action, bool | str) or not isinstance(action, int | tuple):
        return []
    if isinstance(action, int):
        return [float(action), complex(action), *([bool(action)] if action in (0, 1) else [])]
    return [
        (*action[:at], other, *action[at + 1 :])
        for at, part in enumerate(action)
        for other in look_alikes(part)
    ]


def as_numpy(action):
    """The same action with NumPy's whole numbers in it."""
    if isinstance(action, tuple):
        return tuple(map(as_numpy, action))
    return np.int64(action) if isinstance(action, int) else action


@every_game
def test_what_equals_an_action_is_that_action_and_leaves_no_trace(game):
    """As in Python, NumPy's whole numbers and 1.0 are 1; the state afterwards knows only 1."""
    state = game.initial
    for action in game.actions(state)[:40]:
        after, name = repr(game.result(state, action)), game.action_name(action)
        for other in (as_numpy(action), *look_alikes(action)):
            assert other == action
            assert repr(game.result(state, other)) == after
            assert game.action_name(other) == name


def test_a_game_says_its_winner_or_its_utility():
    """Each follows from the other; without both there is a sentence, and no call without end."""
    neither = type("Neither", (Count,), {"winner": Game.winner})(3, 1)
    for ask in (neither.utility, lambda state, _: neither.winner(state)):
        with pytest.raises(NotImplementedError, match="Neither must define utility or winner"):
            ask(neither.play("1 1 1"), "X")


# --- states ------------------------------------------------------------------------------------

OTHERS = [game for game in (*GAMES, TicTacToe(5), Nim((1, 2)), Havannah(4)) if game.players]


def test_a_state_of_another_game_is_known_to_be_none():
    """Of another kind, of another size, or with other players."""
    ends = {game: end_of(game) for game in OTHERS}
    for game, other in permutations(OTHERS, 2):
        if (possible := could_be(game, other)) is not None:
            assert game.has_state(ends[other]) == possible, (game, other)


def could_be(game, other):
    """Whether a last state of the other game is a board of this one; `None` if that depends."""
    kinds = {type(game), type(other)}
    if kinds == {CompactGame}:
        return True if game.full >= other.full else None  # bits do not tell how long the rows are
    if kinds == {CompactGame, TextbookTree}:
        return None  # three small numbers may well be a path
    if len(kinds) == 1 and isinstance(
        game, TextbookTree | Nim | Count | ThreeMusketeers | Pig | TwoDice
    ):
        return None
    if isinstance(game, KInARow) and isinstance(other, KInARow):
        return None if game.rows * game.columns == other.rows * other.columns else False
    return isinstance(game, Havannah) and isinstance(other, Havannah) and game.size == other.size


@pytest.mark.parametrize("strange", [None, "X to move", [], TicTacToe(), Nim().initial], ids=repr)
def test_a_game_from_functions_knows_what_is_surely_no_board(strange):
    """Its boards may be of any kind, but not text where the first is a list, nor a named tuple."""
    game = take_turns("XO", 3)
    assert game.has_state(game.initial)
    assert not game.has_state(strange)


# --- options -----------------------------------------------------------------------------------


NO_GAMES = [
    (KInARow, (0, 3, 3), "rows is 0; it must be a whole number from 1 up"),
    (KInARow, (3, 3, 4), "4 in a row do not fit"),
    (KInARow, (3, 3, 3, ("X",)), "two or more, all different"),
    (KInARow, (3, 3, 3, ("X", "X")), "two or more, all different"),
    (KInARow, (3, 3, 3, ("X", "OO")), "one character"),
    (KInARow, (3, 3, 3, ("X", ".")), "stands for an empty square"),
    *((Count, wrong, "a whole number from 1 up") for wrong in ((0,), (5, 0), (2.5,))),
    *((Nim, (heaps,), "heaps") for heaps in ((), 3, (-1,), (2.5,), "345")),
    *((Havannah, (size,), "from 2 up") for size in (1, 0, -3, 2.5, "10", None)),
    (ThreeMusketeers, ("M..",), "needs two or more"),
    (ThreeMusketeers, ("  ",), "is empty"),
    (lambda rule: ThreeMusketeers(stuck_guards=rule), ("win",), "must be one of"),
    (lambda rule: ThreeMusketeers(stuck_musketeers=rule), ("never",), "must be one of"),
    (TextbookTree, ([[1], []],), r"at path \(1,\) is an empty list"),
    (TextbookTree, ([[1, "two"]],), r"at path \(0, 1\) is 'two'"),
    *((TextbookTree, ([leaf],), f"is {leaf}") for leaf in (None, math.nan, math.inf, True)),
    (TextbookTree, ({1, 2},), "a leaf must be a finite number"),
    (TextbookTree, ({"a b": 1},), "a branch is called 'a b'; a name is a word without blanks"),
    (TextbookTree, ({"x": {"y": 1, "Y": 2}},), r"at path \('x',\) two branches are called 'Y'"),
    (TextbookTree, ({"x @ 1/2": 1, "y": 2},), "the chances are 1/2; each branch needs one"),
    (TextbookTree, ({"x @ 1/2": 1, "y @ 1/3": 2},), "together they make 1"),
    (TextbookTree, ({"x @ 1/0": 1},), "'1/0' is no probability"),
    (
        partial(TextbookTree, players="ABC"),
        ([[1, 2], [3, 4]],),
        "a leaf here has 3 numbers, one a player",
    ),
    (partial(TextbookTree, first="BOB"), ([1],), "first is 'BOB', and must be one of MAX, MIN"),
    (compact, (TicTacToe(3, ("X", "O", "Z")),), "bitboards are for two players"),
    (compact, (compact(TicTacToe()),), "no compact form"),
]


@pytest.mark.parametrize(("make", "options", "sentence"), NO_GAMES)
def test_what_makes_no_game_is_refused(make, options, sentence):
    """Sizes, names and leaves are looked at when the game is made."""
    with pytest.raises(ValueError, match=sentence):
        make(*options)


# --- texts -------------------------------------------------------------------------------------

THREE, HEX = ThreeMusketeers(), Havannah(3)
GUARDS = "GGGGM\nGGGGG\nGGMGG\nGGGGG\n"


def picture(size, mine, theirs=""):
    """A picture of Havannah with these stones of X and of O."""
    stones = (dict.fromkeys(names.split(), mark) for names, mark in ((mine, "X"), (theirs, "O")))
    x, o = ({hex_board(size).cell_named(name): mark for name, mark in of.items()} for of in stones)
    return board_text(size, x | o)


IMPOSSIBLE = [
    (TicTacToe(), "XXX ... ...", "3 X, 0 O; players take turns"),
    (TicTacToe(), "XO? ... ...", r"'\?' is on the board"),
    (TicTacToe(), "XXX OO. O..", "X has a row, but did not move last"),
    (KInARow(3, 7, 3), "XXX.XXX OO.O.OO .......", "no single last stone"),
    (ConnectFour(), "X......" + "." * 35, "the stone on a6 floats"),
    (Count(), "3 of 6, X to move", "counts to 6"),
    (Count(), "3 of 5, Z to move", "no player is called 'Z'"),
    (Count(), "5 of 5, X to move", "contradicts itself"),
    (Nim((3, 2)), "", "the last line is ''"),
    (Nim((3, 2)), "a ||| (3)\nb (0)\nX jumps", "must be like 'X to move'"),
    (Nim((3, 2)), "a || (3)\nb (0)\nX to move", r"\(3\)' does not fit .*; write 'a \|\|\| \(3\)'"),
    (Nim((3, 2)), "a |||| (4)\nb (0)\nX to move", "more than the 3"),
    (Nim((3, 2)), "b || (2)\na (0)\nX to move", "does not fit the rest of the text; write 'a"),
    (Nim((3, 2)), "a | (1)\nb (0)\nX has won", "write 'O to move'"),
    (ScissorsPaperStone(), "X: rock; O to move", "not an action"),
    (ScissorsPaperStone(), "X: paper, O: stone; O has won", "contradicts"),
    (TextbookTree([[3, 12], [2, 4]]), "root 0 9", "leaves the tree"),
    (TextbookTree([[3, 12], [2, 4]]), "root 0: leaf 3", "is not what is there"),
    (THREE, "", "the board is empty"),
    (THREE, "MG\nGM", "2 rows and 2 columns, but this game has 5 and 5"),
    (THREE, GUARDS.replace("GM\n", "GX\n") + "MGGGG", "row 1 has 'X'"),
    (THREE, f"{GUARDS}GGGGG", "2 musketeers; it must have 3"),
    (THREE, f"{GUARDS}MGGGG\nnobody to move", "no player is called 'nobody'"),
    (ThreeMusketeers("MG.\n.GM"), "MGG\n.GM", "3 guards, but the game starts with 2"),
    (HEX, picture(3, "A1 A2"), "2 stones of X and 0 of O.*as many stones as O"),
    (HEX, picture(2, "A1"), "has 9 rows of cells; this text has 5"),
    (HEX, picture(3, "A1").replace("X", "X X"), "has 3 cells; in this text it has 4: X X"),
    (HEX, picture(3, "A1").replace("X", "Q"), "this one holds 'Q'"),
    (HEX, picture(3, "A1 A2 A3", "E3 C4 B3"), "X has won, so X made the last move"),
    (HEX, picture(3, "A1 A2 A3 D2", "E3 E4 E5"), "the game was over when the first was complete"),
    (
        Havannah(4),
        picture(4, "A1 A2 A3 A4 B5 C6 D7 E7 F7 G7", "B1 C3 C5 D2 D4 E3 E5 F5 F3"),
        "whichever stone we take away",
    ),
    *(
        (Havannah(3, passing=True), f"{board}\n{last}{passes}", "was the last to set a stone")
        for passes in ("", ", after two passes")
        for board, last in ((picture(3, "A1"), "X to move"), (picture(3, "", "A1"), "O to move"))
    ),
]


NO_ACTIONS = [
    (TicTacToe(), "d1", "off the board"),
    (TicTacToe(), "??", "is not a square"),
    (THREE, "e5-", "not a move"),
    (Havannah(10), "T5", "columns are A to S"),
    (Havannah(10), "L2", "column L runs from L3 to L19"),
    (Havannah(10), "L٣", "not a name of a cell"),
    (Havannah(10), "Z" * 5000 + "1", "columns are A to S"),
    (Havannah(10), "A" + "9" * 5000, "column A runs from A1 to A10"),
    (Havannah(10), "pass", "nobody may pass"),
]
READ = [
    *((game.parse, text, sentence) for game, text, sentence in IMPOSSIBLE),
    *((game.action_named, name, sentence) for game, name, sentence in NO_ACTIONS),
]


@pytest.mark.parametrize(("read", "text", "sentence"), READ)
def test_a_text_that_means_nothing_here_is_explained(read, text, sentence):
    """A board, or an action: what was found, and what would be right.

    That no other board is read to which no game leads, is tested above.
    """
    with pytest.raises(ValueError, match=sentence):
        read(text)
