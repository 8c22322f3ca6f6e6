"""Games that no lesson explains: right ones are known by counting, wrong ones are told how."""

from collections import Counter

import pytest

from course_lib import minimax_search
from course_lib.lessons.lending import lent
from course_lib.lessons.unseen import GAMES, fools, unseen

# --- the three games, each written as a student might ---------------------------------------------


def dominoes(squares=7):
    """A strip as a list of marks; a move is the left one of two squares."""

    def player(board):
        return "XO"[board.count("#") // 2 % 2]

    def actions(board):
        return {at for at in range(len(board) - 1) if board[at] == board[at + 1] == "."}

    def result(board, action):
        if action not in actions(board):
            raise ValueError("no room for a domino")
        return [*board[:action], "#", "#", *board[action + 2 :]]

    def winner(board):
        return None if actions(board) else "OX"["XO".index(player(board))]

    return (
        ["."] * squares,
        player,
        actions,
        result,
        winner,
        lambda board: not actions(board),
        lambda board: 1 if winner(board) == "X" else -1,
    )


def squares(matches=12):
    """A pair: how many matches there are, and whose turn it is."""

    def actions(board):
        return [take for take in (1, 4, 9) if take <= board[0]]

    def result(board, action):
        if action not in actions(board):
            raise ValueError("not so many")
        return (board[0] - action, "O" if board[1] == "X" else "X")

    def winner(board):
        return None if board[0] else "O" if board[1] == "X" else "X"

    return (
        (matches, "X"),
        lambda board: board[1],
        actions,
        result,
        winner,
        lambda board: not board[0],
        lambda board: 1 if winner(board) == "X" else -1,
    )


def chocolate(rows=2, columns=4):
    """A set of pieces and the number of bites."""
    whole = frozenset((row, column) for row in range(rows) for column in range(columns))

    def player(board):
        return "XO"[board["bites"] % 2]

    def actions(board):
        return set(board["pieces"])

    def result(board, action):
        if action not in board["pieces"]:
            raise ValueError("eaten")
        row, column = action
        left = {(r, c) for r, c in board["pieces"] if r < row or c < column}
        return {"pieces": left, "bites": board["bites"] + 1}

    def winner(board):
        return None if board["pieces"] else player(board)

    return (
        {"pieces": set(whole), "bites": 0},
        player,
        actions,
        result,
        winner,
        lambda board: not board["pieces"],
        lambda board: 1 if winner(board) == "X" else -1,
    )


def pins(standing=6):
    """A text with a mark for each pin, and the number of moves; a move is a place and how many."""

    def player(board):
        return "XO"[board["moves"] % 2]

    def actions(board):
        row = board["row"]
        return [(at, many) for many in (1, 2) for at in range(standing) if fall(row, at, many)]

    def fall(row, at, many):
        return row[at : at + many] == "|" * many

    def result(board, action):
        if action not in actions(board):
            raise ValueError("these pins don't fall together")
        at, many = action
        row = board["row"]
        return {"row": row[:at] + "." * many + row[at + many :], "moves": board["moves"] + 1}

    def winner(board):
        return None if "|" in board["row"] else "OX"["XO".index(player(board))]

    return (
        {"row": "|" * standing, "moves": 0},
        player,
        actions,
        result,
        winner,
        lambda board: "|" not in board["row"],
        lambda board: 1 if winner(board) == "X" else -1,
    )


WRITTEN = {"dominoes": dominoes, "squares": squares, "chocolate": chocolate, "pins": pins}


@pytest.mark.parametrize("name", GAMES)
def test_who_writes_the_game_by_its_rules_is_right(name, capsys):
    """Whatever boards and moves look like; and then a search can play it."""
    game = unseen(name, *WRITTEN[name]())
    assert capsys.readouterr().out == "That's the game. Your own search can play it now.\n"
    assert minimax_search(game, game.initial)[0] in {-1, 1}


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_are_those_of_every_single_game(name):
    """Played one by one, without a memory of positions."""
    start, player, actions, result, winner, terminal, _ = WRITTEN[name]()
    rows = [Counter() for _ in GAMES[name].rows]

    def walk(board, move):
        rows[move]["ways"] += 1
        if terminal(board):
            rows[move].update(["ended", winner(board)])
        else:
            for action in actions(board):
                walk(result(board, action), move + 1)

    walk(start, 0)
    assert player(start) == "X"
    assert [(row["ways"], row["ended"], row["X"], row["O"]) for row in rows] == GAMES[name].rows


def test_a_wrong_rule_is_told_by_the_first_number_that_differs(capsys):
    """A longer strip, the wrong winner, a game that never ends, a promise that is broken."""
    assert unseen("dominoes", *dominoes(8)) is None
    after = "After move 1 the number of ways to play is 6; in your game it is 7.\n"
    assert capsys.readouterr().out == after

    start, player, actions, result, winner, terminal, utility = dominoes()
    other = {"X": "O", "O": "X"}
    swapped = (lambda b: other.get(winner(b)), terminal, lambda b: -utility(b))
    unseen("dominoes", start, player, actions, result, *swapped)
    said = "Of the games that end with move 2, X wins 0; in your game X wins 2.\n"
    assert capsys.readouterr().out == said

    unseen(
        "dominoes", start, player, actions, lambda board, _action: board, winner, terminal, utility
    )
    assert capsys.readouterr().out.startswith("A broken promise: ")


def test_whose_turn_it_is_counts_too(capsys):
    """A domino fills two squares; who forgets that has the right moves and the wrong players."""
    start, _, *rest = dominoes()
    unseen("dominoes", start, lambda board: "XO"[board.count("#") % 2], *rest)
    said = "After move 1 it is O's turn; in your game it is X's.\n"
    assert capsys.readouterr().out == said
    start, _, *rest = squares()
    unseen("squares", start, lambda _board: "X", *rest)
    assert capsys.readouterr().out == said
    unseen("squares", *squares()[:-1])
    assert "Hand over your seven parts" in capsys.readouterr().out


def test_without_parts_it_says_the_rules_and_what_is_wanted(capsys):
    """A student who has written nothing yet gets no error."""
    assert unseen("dominoes") is None
    said = capsys.readouterr().out
    assert said.startswith("The board is a strip of seven squares.")
    assert "initial_state, player, actions, result, winner, terminal, utility." in said


def test_an_evaluation_is_fooled_where_the_other_player_wins(capsys):
    """By lines that were found by hand; a search without a table agrees about who wins."""
    evaluate = lent("evaluate_lines")
    assert fools(evaluate, "a b e e b d e c e")
    assert "Fooled! It rates X at 0.06, but with perfect play O wins." in capsys.readouterr().out
    assert not fools(evaluate, "a b e e b d e c e a")
    assert not fools(lambda _game, _state, _player: 0.9, "a b a b a b")
    assert fools(lambda game, state, player: -0.9, "a b a b a") or "X" in capsys.readouterr().out


def test_what_can_not_be_judged_is_told(capsys):
    """A game that is over, and one with too much before it."""
    evaluate = lent("evaluate_lines")
    assert not fools(evaluate, "a b a b a b a")
    assert "This game is over" in capsys.readouterr().out
    assert not fools(evaluate, "c")
    assert "Put a few more stones on the board" in capsys.readouterr().out
