"""The thesis's players of Havannah do what it says of them, rule by rule."""

from itertools import count
from random import Random

import pytest
from test_havannah import PRINTED_GAME, stones_of

from course_lib import RESIGN, Havannah, play_game, random_player, tournament
from course_lib.games.hexboard import hex_board
from course_lib.play.havannah_example import example_player
from course_tools.engines.havannah_thesis import (
    defence_player,
    defence_plus_player,
    straight_player,
)

MAKERS = [straight_player, defence_player, defence_plus_player, example_player]


def beginning_at(maker, corner, size=5):
    """A player of this kind whose first corner is this one, by the names of its cells."""
    game = Havannah(size)
    for seed in count():
        player = maker(Random(seed))
        if game.action_name(player(game, game.initial)) == corner:
            return maker(Random(seed))
    return None


def answers(player, moves, game, *, seat="X"):
    """What the player plays while these moves are made for both, by name; None for resigning."""
    state, found = game.initial, []
    for name in moves.split():
        if game.to_move(state) == seat:
            found.append(named(game, player(game, state)))
        state = game.result(state, game.action_named(name))
    if game.to_move(state) == seat and not game.is_terminal(state):
        found.append(named(game, player(game, state)))
    return found


def named(game, action):
    """The name of an action, or None for RESIGN."""
    return None if action is RESIGN else game.action_name(action)


def test_the_record_of_the_thesis_is_played_again_move_by_move():
    """All 43 moves of the thesis's own program in its Appendix B come out of our defence too."""
    found = answers(beginning_at(defence_player, "J19", 10), PRINTED_GAME, Havannah(10))
    assert found == PRINTED_GAME.split()[0::2]


# --- straight -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        ("", "F3"),  # straight on
        ("F3", "E2"),  # one direction to the left
        ("F3 E2", "G3"),  # one to the right
        ("F3 E2 G3", "D2"),  # no way from F2: back to D1, and straight on from there
    ],
)
def test_the_head_is_deflected_by_as_little_as_can_be(stones, expected):
    """Around stones of either colour, to the left before the right."""
    game = Havannah(5)
    theirs = stones.split()
    fillers = ["A1", "A3", "A5"][: 3 - len(theirs)]
    order = [*fillers, *theirs]
    moves = [name for pair in zip(["E1", "D1", "F2"], order, strict=True) for name in pair]
    found = answers(beginning_at(straight_player, "E1"), " ".join(moves), game)
    assert found[-1] == expected


@pytest.mark.parametrize("maker", MAKERS[:2])
def test_a_taken_first_cell_sends_it_to_another_corner(maker):
    """When the opponent holds one of the three cells, the next corner of its own order comes."""
    game = Havannah(5)
    player = beginning_at(maker, "E1")
    found = answers(player, "E1 D1", game)
    corners = {game.action_name(corner) for corner in hex_board(5).corners}
    assert found[0] == "E1"
    assert found[1] in corners - {"E1"}


def test_a_blocked_head_goes_back_and_on_from_there():
    """With no way on from F4, the head goes on from F3, and does not try F4 again."""
    game = Havannah(5)
    moves = "E1 E4 D1 F5 F2 G5 F3 E3 F4 G4"  # F4's neighbours are all taken now
    found = answers(beginning_at(straight_player, "E1"), moves, game)
    assert found[3:5] == ["F3", "F4"]
    assert found[-1] == "E2"


def test_it_resigns_when_every_corner_is_taken():
    """With a stone of theirs at each corner there is nothing left to try."""
    game = Havannah(5)
    corners = ["A1", "A5", "E9", "I9", "I5", "E1"]
    inner = ["C3", "C5", "E7", "G7", "G5", "E3"]
    state = game.play(" ".join(name for pair in zip(inner, corners, strict=True) for name in pair))
    assert straight_player(Random(1))(game, state) is RESIGN
    record = play_game(game, [straight_player(Random(1)), random_player(Random(2))], state=state)
    assert (record.reason, record.culprit) == ("resigned", "X")


def test_a_chain_back_at_its_own_side_tries_another_corner():
    """G3 lies on a side that the chain touches already: from there it leaves this corner."""
    game = Havannah(5)
    found = answers(beginning_at(straight_player, "E1"), "E1 F3 D1 E2 F2 A3 G3 A4", game)
    assert found[3] == "G3"
    assert found[4] in {"A1", "A5", "E9", "I9", "I5"}


# --- defence ------------------------------------------------------------------------------------


def block(maker, theirs, last, ours="", size=5):
    """What the player (O) answers when X has these stones and has set `last` last."""
    game = Havannah(size)
    free = (name for name in ("H8", "G8", "F8", "H7", "I8") if name not in ours.split())
    stones, player = theirs.split(), maker(Random(3))
    answered = [*ours.split(), *free][: len(stones)]
    moves = [name for pair in zip(stones, answered, strict=True) for name in pair]
    state = game.initial
    for name in moves:
        if game.to_move(state) == "O":
            player(game, state)
        state = game.result(state, game.action_named(name))
    return named(game, player(game, game.result(state, game.action_named(last))))


CORNERS = {"A1", "A5", "E9", "I9", "I5", "E1"}
TWO_SIDES = "A2 A3 A4 B5"  # with B6, a chain that touches two sides
FIVE_OF_SIX = "D4 D5 E6 F6"  # with F5, all but E4 around E5
BLOCKED = [
    # A1 A2 . A4 A5 is a bridge with one gap; a gap that we have filled is none.
    (defence_player, "A1 A2 A5", "A4", "", {"A3"}),
    # A chain on two sides and a stone on a third, with a gap of one cell, or of two: that is none.
    (defence_player, f"{TWO_SIDES} B1", "B6", "", {"A1", "B2"}),
    (defence_player, f"{TWO_SIDES} C1", "B6", "", {"A5"}),
    # Without a corner, or with one side only, gaps do not matter; nor do gaps of two cells.
    (defence_player, "A1 A5", "A3", "", CORNERS),
    (defence_player, "A2 A3 B1 B6", "A4", "", CORNERS),
    (defence_player, "C2 E1", "A1", "", CORNERS),
    # D4 E5 E6 leave D5 open between two of them: a cycle, which need not be a ring.
    (defence_player, "D4 E5", "E6", "", {"D5"}),
    # The thesis looks for a cell between two stones two apart, and the middle of a ring is one.
    (defence_player, FIVE_OF_SIX, "F5", "E5", {"E4"}),
    (defence_player, FIVE_OF_SIX, "F5", "", {"E5"}),
    (defence_plus_player, FIVE_OF_SIX, "F5", "", {"E4"}),
    (defence_plus_player, FIVE_OF_SIX, "F5", "E5", {"E4"}),
    # A last stone on a corner or a side: the thesis's defence has no stones to block between.
    (defence_plus_player, "A1 A2 A3", "A4", "", {"A5"}),
    (defence_plus_player, f"{TWO_SIDES} B6", "B2", "", {"B1"}),
]
LEFT_ALONE = [
    (defence_player, "A1 A2 C6", "B5", "", {"A3"}),  # no corner
    (defence_plus_player, "D4 E5", "E6", "", {"D5"}),  # a cycle around nothing
    (defence_player, "A1 A2 A3", "A4", "", {"A5"}),
    (defence_player, f"{TWO_SIDES} B6", "B2", "", {"B1"}),
    (defence_player, "A1 A2 A4 A5", "F5", "H8 G8 F8 H7", {"A3"}),  # not the last stone's chain
    (defence_player, "A1 A2 A5", "A4", "A3 G8 H8", {"A3"}),
]


@pytest.mark.parametrize(("maker", "theirs", "last", "ours", "cells"), BLOCKED + LEFT_ALONE)
def test_what_a_player_takes_for_a_gap_is_blocked(maker, theirs, last, ours, cells):
    """Where a chain lacks one cell, or what the player takes for one; and nothing else is."""
    seen = (maker, theirs, last, ours, cells) in BLOCKED
    assert (block(maker, theirs, last, ours) in cells) == seen


# --- example ------------------------------------------------------------------------------------


def test_what_is_said_of_the_printed_example_is_true():
    """Of its 42 stones 40 touch its group, the last one stops a win; it had no win at hand."""
    game, apart = Havannah(10), []
    state = game.initial
    for name in PRINTED_GAME.split():
        action = game.action_named(name)
        if game.to_move(state) == "O":
            if stones_of(state, 10, "O").isdisjoint(hex_board(10).neighbours[action]):
                apart.append(name)
            assert not any(would_win(game, state, "O", cell) for cell in game.actions(state))
        before, state = state, game.result(state, action)
        if name == "K2":
            assert would_win(game, before, "X", action)
    assert apart == ["H16", "K2"]


def test_the_example_builds_one_group():
    """Each stone touches the group, unless it wins or stops a win."""
    game, touching = Havannah(8), 0
    for seed in range(10):
        record = play_game(game, [example_player(Random(seed)), straight_player(Random(seed))])
        state = game.initial
        for number, action in enumerate(record.actions):
            own = stones_of(state, 8, "X")
            if number % 2 == 0 and own:
                beside = not own.isdisjoint(hex_board(8).neighbours[action])
                assert beside or would_win(game, state, "O", action)
                touching += beside
            state = game.result(state, action)
    assert touching > 50


def would_win(game, state, player, action):
    """Whether this player's stone on this cell wins, whoever is to move."""
    return game.winner(game.result(state._replace(to_move=player), action)) == player


def test_the_example_takes_its_win_before_it_blocks():
    """With five of six around E5, both for itself and for the opponent, it wins."""
    game = Havannah(6)
    state = game.play("C3 G7 C4 G8 D5 H9 E5 I9 E4 I8")
    assert game.winner(game.result(state, game.action_named("D3"))) == "X"
    for seed in range(5):
        assert game.action_name(example_player(Random(seed))(game, state)) == "D3"
    after = game.result(state, game.action_named("A1"))
    assert game.action_name(example_player(Random(1))(game, after)) == "H7"
    blocked = game.play("C3 G7 C4 G8 D5 H9 E5 A1 E4")
    assert game.action_name(example_player(Random(1))(game, blocked)) == "D3"


# --- all ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("size", [2, 3, 5, 10])
def test_every_move_is_legal(maker, size):
    """Games against random play on every size end by their rules or by resigning."""
    players = [maker(Random(1)), random_player(Random(2))]
    for passing in (False, True):
        game = Havannah(size, passing=passing)
        assert not tournament(players, game, 4, f"legal {size}", progress=False).faults()


@pytest.mark.parametrize("maker", MAKERS)
def test_the_same_seed_plays_the_same_game(maker):
    """Seeded and repeatable; another seed plays another game."""
    game = Havannah(6)

    def played(seed):
        return play_game(game, [maker(Random(seed)), maker(Random(seed + 1))]).actions

    assert played(1) == played(1)
    assert len({played(seed) for seed in range(4)}) > 1


@pytest.mark.parametrize("maker", MAKERS)
def test_two_games_share_no_memory(maker):
    """After another game, with or without `new_game`, a player plays as a fresh one does.

    Also after being asked on the empty board only, where its plan has left no stone.
    """
    game, chance = Havannah(5), random_player(Random(2))
    used, fresh = maker(Random(1)), maker(Random(1))
    play_game(game, [used, random_player(Random(9))])
    first, second = (play_game(game, [one, chance], rng=Random(3)) for one in (used, fresh))
    assert first.actions == second.actions
    rng = Random(1)
    used = maker(rng)
    for moves in ("A1 C3", "A1 C3 B2 E5"):
        used(game, game.play(moves))
    rng.seed(7)
    assert used(game, game.initial) == maker(Random(7))(game, game.initial)
    for seed in range(8):
        used, fresh = maker(Random(seed)), maker(Random(99))
        used(game, game.initial)
        for player in (used, fresh):
            player.new_game(game, "X", Random(seed + 100))
        assert used(game, game.initial) == fresh(game, game.initial)
