"""Three Musketeers: winners and moves as the printed board shows, and how a board is written."""

from itertools import product
from random import Random

import pytest

from course_lib import PASS, IllegalAction, ThreeMusketeers

GAMES = [
    ThreeMusketeers(),
    ThreeMusketeers(stuck_guards="pass"),
    ThreeMusketeers(stuck_musketeers="any moment"),
    ThreeMusketeers("MGG\nGGG\nGGM"),
    ThreeMusketeers("M G . G\n. . G M", stuck_guards="pass"),
    ThreeMusketeers("MG.M/..G./GG.M/M...", stuck_guards="pass", stuck_musketeers="any moment"),
]


def by_the_text(game, state):
    """The winner and the moves, from the printed board: by trying every pair of squares."""
    board = {
        (row, column): mark
        for row, line in enumerate(game.render(state).splitlines()[:-1])
        for column, mark in enumerate(line.split())
    }
    moves = {"M": [], "G": []}
    for leave, enter in product(sorted(board), repeat=2):
        if abs(leave[0] - enter[0]) + abs(leave[1] - enter[1]) == 1:
            for piece, onto in ("MG", "G."):
                if (board[leave], board[enter]) == (piece, onto):
                    moves[piece].append((leave, enter))
    musketeers = [square for square, mark in board.items() if mark == "M"]
    if any(len(set(numbers)) == 1 for numbers in zip(*musketeers, strict=True)):
        return "guards", []
    guards_turn = state.to_move == "guards"
    if not moves["M"] and (not guards_turn or game.stuck_musketeers == "any moment"):
        return "musketeers", []
    if guards_turn and not moves["G"]:
        return (None, [PASS]) if game.stuck_guards == "pass" else ("musketeers", [])
    return None, moves["G" if guards_turn else "M"]


def test_winners_and_moves_are_those_that_the_printed_board_shows():
    """In random games by all readings of the rules, in the same order; and all ends are met."""
    rng, met = Random(11), set()
    for game in GAMES:
        for number in range(400):
            state, over = game.initial, False
            while not over:
                winner, moves = by_the_text(game, state)
                assert (game.winner(state), list(game.actions(state))) == (winner, moves)
                assert bool(game.win_line(state)) == (winner == "guards")
                over = winner is not None
                if over or moves == [PASS]:
                    readings = game.stuck_guards, game.stuck_musketeers
                    met.add((winner, state.to_move, *readings))
                if not over:
                    state = game.result(state, rng.choice(moves))
            if number == 10 and len(state.board) > 20:
                break
    assert met >= {
        ("guards", "guards", "lose", "to move"),
        ("musketeers", "musketeers", "lose", "to move"),
        ("musketeers", "guards", "lose", "to move"),
        ("musketeers", "guards", "pass", "any moment"),
        (None, "guards", "pass", "to move"),
    }


def test_the_line_of_musketeers_is_shown():
    """From one end to the other, also where two are enough."""
    game, small = ThreeMusketeers(), ThreeMusketeers("MG.\n.M.")
    state = game.parse("..M..\n.....\n..MG.\n.....\n..M..\nguards to move")
    assert game.win_line(state) == (("row",), ((0, 2), (2, 2), (4, 2)))
    assert small.win_line(small.play("a2-b2")) == (("row",), ((0, 1), (1, 1)))


def test_guards_may_pass_only_where_they_have_no_move():
    """By its name, and then the musketeers are to move."""
    game = ThreeMusketeers("GMG\nMGG\nGGM", stuck_guards="pass")
    passed = game.result(game.parse("GM.\nM..\n..M\nguards to move"), game.action_named("pass"))
    assert passed == game.parse("GM.\nM..\n..M\nmusketeers to move")
    assert game.action_name(PASS) == "pass"
    with pytest.raises(IllegalAction, match="pass = PASS is not legal"):
        game.result(passed, PASS)


def test_a_board_can_be_written_in_several_ways():
    """Lines, 25 characters, with or without spaces; the musketeers move first."""
    game = ThreeMusketeers()
    word = "GGGGMGGGGGGGMGGGGGGGMGGGG"
    assert game.parse(word) == game.initial
    assert ThreeMusketeers(word).initial == game.initial
    assert ThreeMusketeers("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG").initial == game.initial
    assert game.parse(f"{word}\nGuards to move").to_move == "guards"
