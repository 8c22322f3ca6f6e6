"""`game_from_functions`: plain functions on boards that may change, wrapped as a game."""

import pickle
import sys
from collections import defaultdict, namedtuple
from random import Random
from types import ModuleType

import pytest
from peer_files import changed

from course_lib import BrokenPromise, TicTacToe, check_game, game_from_functions
from course_lib.game import IllegalAction
from course_lib.games.from_functions import frozen

# --- tic-tac-toe as a student writes it ----------------------------------------------------------

STUDENT = ModuleType("a_students_file")
exec(changed(("board[i][j] is not EMPTY", "action not in actions(board)")), vars(STUDENT))  # noqa: S102
X, O, EMPTY = "X", "O", None  # noqa: E741 - the assignment's own names
NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
RULES = {name: getattr(STUDENT, name) for name in NAMES}
initial_state, player, actions, result, winner, terminal, utility = RULES.values()


def game_with(**changed):
    """The student's game with some functions changed."""
    return game_from_functions(**(RULES | changed))


# --- it plays like our own game ------------------------------------------------------------------


def test_it_is_our_own_tic_tac_toe_in_all_5478_states():
    """Same actions in the same order, same players, ends, winners, texts and names."""
    ours, theirs = TicTacToe(), game_from_functions(*RULES.values())
    pairs = {theirs.initial: ours.initial}
    waiting = list(pairs)
    while waiting:
        state = waiting.pop()
        own = pairs[state]
        legal = ours.actions(own)
        assert theirs.actions(state) == legal
        assert theirs.render(state) == ours.render(own)
        assert theirs.winner(state) == ours.winner(own)
        if legal:
            assert theirs.to_move(state) == ours.to_move(own)
        else:
            assert theirs.utility(state, X) == ours.utility(own, X)
            assert theirs.utility(state, O) == ours.utility(own, O)
        for action in legal:
            after = theirs.result(state, action)
            if after not in pairs:
                pairs[after] = ours.result(own, action)
                waiting.append(after)
    assert len(pairs) == 5478
    assert theirs.players == ours.players


def test_a_game_of_module_functions_can_be_sent_to_another_process(monkeypatch):
    """It survives pickling, as a tournament over several processes needs."""
    monkeypatch.setitem(sys.modules, STUDENT.__name__, STUDENT)
    game = game_with()
    there = pickle.loads(pickle.dumps(game))
    assert there == game
    assert there.play("b2") == game.play("b2")


# --- functions that change their board -----------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ({3, 1, 2}, (1, 2, 3)),
        (frozenset({"b", "a"}), ("a", "b")),
        ([2, 1], (2, 1)),
        ((2, 1), (2, 1)),
        ((number for number in (2, 1)), (2, 1)),
        ({1, "one"}, (1, "one")),
        ({(0, 1), None}, (None, (0, 1))),
    ],
)
def test_actions_come_in_one_order(listed, expected):
    """Sets are sorted, by type and text where they mix; all else keeps its order."""
    game = game_with(actions=lambda _: listed, terminal=lambda _: False, players=(X, O))
    assert game.actions(game.initial) == expected


def test_there_are_no_actions_once_terminal_says_so():
    """The assignment lets `actions` and `player` say anything then, or even fail."""

    def shaky(board):
        if terminal(board):
            raise RuntimeError("the game is over")
        return player(board)

    state = frozen([[X, X, X], [O, O, EMPTY], [EMPTY, EMPTY, EMPTY]])
    assert game_with().actions(state) == ()
    assert game_with(player=shaky).to_move(state) == X
    assert game_with(player=lambda board: None if terminal(board) else player(board)).to_move(
        state
    ) in (X, O)


# --- exceptions ----------------------------------------------------------------------------------


def test_an_exception_becomes_illegal_action_where_the_action_is_illegal():
    """The student's own stays attached, and is shown as it is where the action was legal."""
    game = game_with()
    legal = r"b2 = \(1, 1\) is not legal here; legal are: a3"
    with pytest.raises(IllegalAction, match=legal) as told:
        game.result(game.play("b2"), (1, 1))
    assert str(told.value.__cause__) == "that square is taken"
    game = game_with(result=lambda board, action: board[action[0] + 7], players=(X, O))
    with pytest.raises(IndexError):
        game.result(game.initial, (1, 1))


def test_a_result_that_takes_illegal_actions_is_not_hidden():
    """The wrapper passes the board on, if wanted after the end too, so `check_game` sees it."""

    def generous(board, action):
        if terminal(board):
            raise ValueError
        board[action[0]][action[1]] = player(board)
        return board

    game = game_with(result=generous)
    after = frozen([[EMPTY] * 3, [EMPTY, O, EMPTY], [EMPTY] * 3])
    assert game.result(game.play("b2"), (1, 1)) == after
    for faulty in (game, game_with(after_the_end=True)):
        with pytest.raises(BrokenPromise, match="result refuses the illegal action"):
            check_game(faulty, Random(1))

    def refusing(board, action):
        if terminal(board):
            raise ValueError
        return result(board, action)

    check_game(game_with(result=refusing, after_the_end=True), Random(1), games=2)


@pytest.mark.parametrize(
    ("changed", "call", "complaint"),
    [
        ({"player": lambda _: None}, "to_move", r"player\(\.\.\.\) returned None; expected one of"),
        ({"player": lambda _: "Z"}, "to_move", r"player\(\.\.\.\) returned 'Z'; expected one of"),
        ({"actions": lambda _: None}, "actions", r"actions.* returned None; expected a set"),
        ({"actions": lambda _: "b2"}, "actions", r"returned 'b2'; expected a set, list or tuple"),
        ({"actions": lambda _: [[0, 1]]}, "actions", r"returned \[0, 1\]; expected actions that"),
        ({"terminal": lambda _: None}, "is_terminal", r"terminal\(\.\.\.\) returned None"),
        ({"winner": lambda _: "nobody"}, "winner", r"winner\(\.\.\.\) returned 'nobody'; expected"),
        ({"result": lambda *_: None}, "result", r"result.* returned None.*`return` missing"),
        ({"terminal": lambda _: True, "utility": lambda _: None}, "utility", "a number"),
    ],
)
def test_an_odd_answer_names_the_function(changed, call, complaint):
    """A function that returns nothing, or what makes no sense, gets a TypeError with its name."""
    game = game_with(**changed, players=(X, O))
    more = {"result": [(0, 0)], "utility": [X]}.get(call, [])
    with pytest.raises(TypeError, match=complaint):
        getattr(game, call)(game.initial, *more)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"terminal": None}, "terminal is missing"),
        ({"winner": None, "utility": None}, "winner and utility are both missing"),
        ({"winner": None, "players": "XYZ"}, "winner is missing: the game has 3 players"),
        ({"player": X}, "player is 'X'; it must be a function"),
        ({"initial_state": lambda: None}, r"initial_state\(\.\.\.\) returned None"),
    ],
)
def test_missing_functions_are_named(changed, complaint):
    """`terminal` is always needed, and one of `winner` and `utility`."""
    with pytest.raises((TypeError, ValueError), match=complaint):
        game_with(**changed)


# --- players -------------------------------------------------------------------------------------


def take_turns(names, length, **options):
    """A game in which these players add 1 in turns until the list is so long; the last wins."""

    def over(board):
        return len(board) == length

    def longer(board, action):
        if over(board) or action != 1:
            raise ValueError(action)
        return [*board, action]

    rules = {
        "player": lambda board: names[len(board) % len(names)],
        "actions": lambda _: [1],
        "result": longer,
        "winner": lambda board: names[(length - 1) % len(names)] if over(board) else None,
        "terminal": over,
    }
    return game_from_functions([], **rules | options)


def test_players_are_met_in_the_order_of_their_turns():
    """For any number of players, also with double moves; what is not met needs `players=`."""
    for names in ("XO", "OX", "XYZ", "XXO"):
        assert take_turns(names, 7).players == tuple(dict.fromkeys(names))
    game = take_turns("XYZ", 7)
    final = game.play("1 1 1 1 1 1 1")
    assert [game.utility(final, player) for player in game.players] == [1, -1, -1]
    check_game(game, Random(1), games=2)
    with pytest.raises(ValueError, match=r"we met the players \['X'\]; name all of them"):
        take_turns("XO", 1)
    assert take_turns("XO", 1, players=("X", "O")).players == ("X", "O")


# --- boards of other kinds -----------------------------------------------------------------------

Pile = namedtuple("Pile", "left turn taken")  # noqa: PYI024 - as the homework has it


def pile_game(kind):
    """Five stones, take one or two, who takes the last wins; on three kinds of boards."""
    make = {
        "dict": lambda left, turn, taken: {"left": left, "turn": turn, "taken": taken},
        "namedtuple": Pile,
        "tuple": lambda left, turn, taken: (left, turn, taken),
    }[kind]

    def fields(board):
        return [board[name] for name in Pile._fields] if kind == "dict" else list(board)

    def result(board, take):
        left, turn, taken = fields(board)
        if take not in range(1, min(left, 2) + 1):
            raise ValueError(take)
        taken.append(take)  # the list belongs to the board: this must spoil nothing
        return make(left - take, "O" if turn == "X" else "X", taken)

    return game_from_functions(
        make(5, "X", []),
        player=lambda board: fields(board)[1],
        actions=lambda board: range(1, min(fields(board)[0], 2) + 1),
        result=result,
        terminal=lambda board: fields(board)[0] == 0,
        utility=lambda board: 1 if fields(board)[1] == "O" else -1,
        name="five stones",
    )


@pytest.mark.parametrize("kind", ["dict", "namedtuple", "tuple"])
def test_boards_may_be_dictionaries_named_tuples_and_tuples(kind):
    """They are frozen and come back as they were; the game keeps its promise."""
    game = pile_game(kind)
    check_game(game, Random(3), games=5)
    assert game.winner(game.play("2 1 2")) == "X"
    assert repr(game) == "<five stones, players ('X', 'O')>"


def test_a_board_that_can_not_be_read_back_says_so():
    """Only rows of marks have a text form."""
    with pytest.raises(NotImplementedError, match=r"boards like Pile\(left=5.* have no text form"):
        pile_game("namedtuple").parse("Pile(left=5)")


class Position:
    """A board that is equal only to itself: two equal positions would be two states."""

    def __init__(self):
        """One square."""
        self.squares = [0]


@pytest.mark.parametrize("board", [[defaultdict(list)], [bytearray(b"x")], Position()])
def test_boards_that_can_not_be_frozen_are_named(board):
    """A value that may change and that we can't copy faithfully is refused by name."""
    with pytest.raises(
        TypeError, match=r"the board holds .* which may change|a Position, which may"
    ):
        frozen(board)
