"""Three Musketeers: winners and moves as the printed board shows, and how a board is written."""

from itertools import product
from random import Random

from course_lib import ThreeMusketeers

GAMES = [
    ThreeMusketeers(),
    ThreeMusketeers("MGG\nGGG\nGGM"),
    ThreeMusketeers("M G . G\n. . G M"),
    ThreeMusketeers("MG.M/..G./GG.M/M..."),
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
    own = moves["G" if guards_turn else "M"]
    return (None, own) if own else ("musketeers", [])


def test_winners_and_moves_are_those_that_the_printed_board_shows():
    """In random games, in the same order; and all ends are met."""
    rng, met = Random(11), set()
    for game in GAMES:
        for number in range(400):
            state, over = game.initial, False
            while not over:
                winner, moves = by_the_text(game, state)
                assert (game.winner(state), list(game.actions(state))) == (winner, moves)
                assert bool(game.win_line(state)) == (winner == "guards")
                over = winner is not None
                if over:
                    met.add((winner, state.to_move))
                else:
                    state = game.result(state, rng.choice(moves))
            if number == 10 and len(state.board) > 20:
                break
    assert met >= {
        ("guards", "guards"),
        ("musketeers", "musketeers"),
        ("musketeers", "guards"),
    }


def test_the_line_of_musketeers_is_shown():
    """From one end to the other, also where two are enough."""
    game, small = ThreeMusketeers(), ThreeMusketeers("MG.\n.M.")
    state = game.parse("..M..\n.....\n..MG.\n.....\n..M..\nguards to move")
    assert game.win_line(state) == (("row",), ((0, 2), (2, 2), (4, 2)))
    assert small.win_line(small.play("a2-b2")) == (("row",), ((0, 1), (1, 1)))


def test_a_board_can_be_written_in_several_ways():
    """Lines, 25 characters, with or without spaces; the musketeers move first."""
    game = ThreeMusketeers()
    word = "GGGGMGGGGGGGMGGGGGGGMGGGG"
    assert game.parse(word) == game.initial
    assert ThreeMusketeers(word).initial == game.initial
    assert ThreeMusketeers("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG").initial == game.initial
    assert game.parse(f"{word}\nGuards to move").to_move == "guards"
