"""Three Musketeers: rules, counts, options, mirror images and the capstone's game."""

from itertools import pairwise
from random import Random

import pytest

from course_lib import PASS, IllegalAction, State, ThreeMusketeers

GAMES = [
    ThreeMusketeers(),
    ThreeMusketeers(stuck_guards="pass"),
    ThreeMusketeers(stuck_musketeers="any moment"),
    ThreeMusketeers("MGG\nGGG\nGGM"),
    ThreeMusketeers("M G . G\n. . G M", stuck_guards="pass"),
    ThreeMusketeers("MG.M/..G./GG.M/M...", stuck_guards="pass", stuck_musketeers="any moment"),
]

# The capstone prints its game board by board. A few of its boards are damaged in print; where that
# is so, the board here is the only one that fits between its neighbours. In its last moves the
# order is lost, so we stop before them.
PRINTED = """
    GGGGM/GGGGG/GGMGG/GGGGG/MGGGG GGGG./GGGGM/GGMGG/GGGGG/MGGGG GGG.G/GGGGM/GGMGG/GGGGG/MGGGG
    GGG.G/GGGG./GGMGM/GGGGG/MGGGG GG.GG/GGGG./GGMGM/GGGGG/MGGGG GG.GG/GGGG./GG.GM/GGMGG/MGGGG
    G.GGG/GGGG./GG.GM/GGMGG/MGGGG G.GGG/GGGG./GG.G./GGMGM/MGGGG .GGGG/GGGG./GG.G./GGMGM/MGGGG
    .GGGG/GGGG./GG.G./GG.GM/MGMGG G.GGG/GGGG./GG.G./GG.GM/MGMGG G.GGG/GGGG./GG.G./GG.M./MGMGG
    .GGGG/GGGG./GG.G./GG.M./MGMGG .GGGG/GGGG./GG.M./GG.../MGMGG G.GGG/GGGG./GG.M./GG.../MGMGG
    G.GGG/GGGM./GG.../GG.../MGMGG .GGGG/GGGM./GG.../GG.../MGMGG .GGMG/GGG../GG.../GG.../MGMGG
    G.GMG/GGG../GG.../GG.../MGMGG G.M.G/GGG../GG.../GG.../MGMGG .GM.G/GGG../GG.../GG.../MGMGG
    .G..G/GGM../GG.../GG.../MGMGG G...G/GGM../GG.../GG.../MGMGG G...G/GM.../GG.../GG.../MGMGG
    .G..G/GM.../GG.../GG.../MGMGG .G..G/G..../GM.../GG.../MGMGG ....G/GG.../GM.../GG.../MGMGG
    ....G/GG.../G..../GM.../MGMGG ...../GG..G/G..../GM.../MGMGG ...../GG..G/G..../M..../MGMGG
    G..../.G..G/G..../M..../MGMGG G..../.G..G/M..../...../MGMGG ...../GG..G/M..../...../MGMGG
    ...../MG..G/...../...../MGMGG ...../M...G/.G.../...../MGMGG ...../M...G/.G.../...../.MMGG
    ...../M..../.G..G/...../.MMGG ...../M..../.G..G/...../.M.MG
"""
CAPSTONE = PRINTED.split()


def slow_actions(game: ThreeMusketeers, state: State) -> list[object]:
    """The moves of a state that is not final, found by trying every pair of squares."""
    board = {
        (row, column): mark
        for row, line in enumerate(game.render(state).splitlines()[:-1])
        for column, mark in enumerate(line.split())
    }
    piece, onto = ("M", "G") if state.to_move == "musketeers" else ("G", ".")
    return [
        (leave, enter)
        for leave in sorted(board)
        for enter in sorted(board)
        if abs(leave[0] - enter[0]) + abs(leave[1] - enter[1]) == 1
        and (board[leave], board[enter]) == (piece, onto)
    ]


def test_actions_are_those_found_by_trying_every_pair_of_squares() -> None:
    """The quick list has the same moves in the same order as a slow search for them."""
    rng = Random(11)
    for game in GAMES[:4]:
        for _ in range(10):
            state = game.initial
            while actions := game.actions(state):
                assert list(actions) == (slow_actions(game, state) or [PASS])
                state = game.result(state, rng.choice(actions))


def test_a_capture_takes_the_guard_off() -> None:
    """The musketeer leaves its square and stands where the guard was."""
    game = ThreeMusketeers()
    assert game.render(game.play("a1-a2")).splitlines() == [
        "G G G G M",
        "G G G G G",
        "G G M G G",
        "M G G G G",
        ". G G G G",
        "guards to move",
    ]


def test_musketeers_in_one_row_lose_whoever_moved() -> None:
    """In a row or a column, before a musketeer's and before a guard's turn."""
    game = ThreeMusketeers()
    for rows in ("..... MM.MG ..... G.... .....", "..M.. ..... ..MG. ..... ..M.."):
        for side in game.players:
            state = game.parse(rows.replace(" ", "\n") + f"\n{side} to move")
            assert game.winner(state) == "guards"
            assert game.actions(state) == ()
            assert game.utility(state, "musketeers") == -1
    assert game.win_line(state) == (("row",), ((0, 2), (2, 2), (4, 2)))


def test_two_musketeers_lose_in_one_row_too() -> None:
    """With two musketeers the same rule holds."""
    game = ThreeMusketeers("MG.\n.M.")
    assert game.winner(game.play("a2-b2")) == "guards"
    assert game.win_line(game.play("a2-b2")) == (("row",), ((0, 1), (1, 1)))


def test_musketeers_to_move_without_a_capture_win() -> None:
    """Stuck and not in line is what they want; there is no winning line to draw."""
    game = ThreeMusketeers()
    state = game.parse("M....\n.....\n..M..\n.....\n....M")
    assert game.winner(state) == "musketeers"
    assert game.utility(state, "musketeers") == 1
    assert game.win_line(state) is None


def test_stuck_musketeers_win_at_once_only_if_asked_for() -> None:
    """While the guards are to move, the two readings of the rule differ."""
    text = "M....\n.....\n..M..\n.....\nG...M\nguards to move"
    assert ThreeMusketeers().winner(ThreeMusketeers().parse(text)) is None
    at_once = ThreeMusketeers(stuck_musketeers="any moment")
    assert at_once.winner(at_once.parse(text)) == "musketeers"


def test_guards_without_a_move_lose_or_pass() -> None:
    """By default they lose; with the option their one action is PASS."""
    text = "GM.\nM..\n..M"
    lose, skip = (ThreeMusketeers("GMG\nMGG\nGGM", stuck_guards=rule) for rule in ("lose", "pass"))
    state = lose.parse(f"{text}\nguards to move")
    assert lose.winner(state) == "musketeers"
    assert lose.actions(state) == ()
    assert skip.winner(state) is None
    assert skip.actions(state) == (PASS,)
    passed = skip.result(state, skip.action_named("pass"))
    assert passed == skip.parse(f"{text}\nmusketeers to move")
    assert skip.action_name(PASS) == "pass"
    with pytest.raises(IllegalAction, match="pass = PASS is not legal"):
        skip.result(passed, PASS)


def test_a_board_can_be_written_in_several_ways() -> None:
    """Lines, 25 characters, with or without spaces; the musketeers move first."""
    game = ThreeMusketeers()
    word = "GGGGMGGGGGGGMGGGGGGGMGGGG"
    assert game.parse(word) == game.initial
    assert ThreeMusketeers(word).initial == game.initial
    assert ThreeMusketeers("GGGGM/GGGGG/GGMGG/GGGGG/MGGGG").initial == game.initial
    assert game.parse(f"{word}\nGuards to move").to_move == "guards"


def test_moves_have_names_like_in_chess() -> None:
    """Column letter and row number from the bottom, for both squares."""
    game = ThreeMusketeers()
    assert game.action_name(((0, 4), (1, 4))) == "e5-e4"
    assert game.action_named("E5E4") == game.action_named(" e5-e4 ") == ((0, 4), (1, 4))


def test_the_start_is_its_own_image_in_both_diagonals() -> None:
    """So 2 of its 8 images differ, and of 8 first moves 2: from a corner and from the centre."""
    game = ThreeMusketeers()
    assert len({symmetry.state(game.initial) for symmetry in game.symmetries}) == 2
    images = {
        game.canonical(game.result(game.initial, move)) for move in game.actions(game.initial)
    }
    assert len(images) == 2
    for other, moves, number in (
        (game, "e5-e4 d5-e5", 8),
        (ThreeMusketeers("MG.\n..M"), "a2-b2", 4),
    ):
        state = other.play(moves)  # without any symmetry
        assert len({symmetry.state(state) for symmetry in other.symmetries}) == number


def test_the_capstones_game_is_legal() -> None:
    """Between any two of its boards lies exactly one legal move; the end it prints is a win."""
    game = ThreeMusketeers()
    state = game.initial
    assert state.board == tuple(CAPSTONE[0].replace("/", ""))
    for _, after in pairwise(CAPSTONE):
        leading = [
            reached
            for action in game.actions(state)
            if (reached := game.result(state, action)).board == tuple(after.replace("/", ""))
        ]
        assert len(leading) == 1
        [state] = leading
    for move in ("b3-b2", "b1-b2", "e3-e2", "d1-e1", "e2-e3"):
        state = game.result(state, game.action_named(move))
    assert state == game.parse("...../M..../....G/.M.../....M")
    assert game.winner(state) == "musketeers"
