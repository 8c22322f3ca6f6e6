"""Havannah holds its rules: counts, a slow oracle, hand-made structures and a printed game."""

from functools import cache
from random import Random

import pytest

from course_lib import Havannah
from course_lib.games.hexboard import board_text, cell_name, hex_board, read_board
from course_lib.games.hexchains import hex_chains
from course_lib.lessons.lesson_06.printed_game import MOVES as PRINTED_GAME

PICTURE = r"""
        5
    4       .
3       .       X
    .       X /     O
2       X < |   .
    O       X       .
1   |   .       .
    O \     .       .
        O       .
    a       .       e
        b       d
            c
"""


# --- the oracle: slow, over the whole board, with its own idea of the geometry ------------------


def six_around(cell):
    """The six places around a cell, on the board or off it."""
    x, y = cell
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if abs(dx - dy) < 2 and dx | dy]
    return [(x + dx, y + dy) for dx, dy in steps]


def flood(start, allowed, goal=()):
    """The cells that can be reached through allowed ones; a few of them once a goal is among."""
    reached, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        if cell in goal:
            break
        for other in six_around(cell):
            if other in allowed and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


@cache
def geometry(size):
    """All cells, the corners and the sides: told apart by how many neighbours they have."""
    span = range(1, 2 * size)
    cells = frozenset((x, y) for x in span for y in span if -size < x - y < size)
    near = {cell: len(cells.intersection(six_around(cell))) for cell in cells}
    corners = frozenset(cell for cell in cells if near[cell] == 3)
    side_cells = {cell for cell in cells if near[cell] == 4}
    sides = frozenset(frozenset(flood(cell, side_cells)) for cell in side_cells)
    assert len(corners) == 6
    assert len(sides) == (6 if size > 2 else 0)
    return cells, corners, sides


def oracle(size, stones):
    """Which of ring, bridge and fork these stones of one colour hold anywhere."""
    cells, corners, sides = geometry(size)
    stones = set(stones)
    found, seen = set(), set()
    for stone in stones:
        if stone in seen:
            continue
        chain = flood(stone, stones)
        seen |= chain
        if len(chain & corners) >= 2:
            found.add("bridge")
        if sum(bool(chain & side) for side in sides) >= 3:
            found.add("fork")
    border = corners.union(*sides)
    free = cells - stones
    for cell in cells - border:
        # Whatever stands on the cell itself: can one walk from it to the border past the stones?
        if not flood(cell, free, border) & border:
            found.add("ring")
            break
    return found


def stones_of(state, size, player):
    """The cells with stones of this player."""
    both = zip(hex_board(size).cells, state.board, strict=True)
    return {cell for cell, stone in both if stone == player}


# --- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 12))
def test_the_board_is_a_hexagon(size):
    """As many cells as the formula says; cells, neighbours, corners and sides are the oracle's."""
    board, (cells, corners, sides) = hex_board(size), geometry(size)
    assert len(cells) == 3 * size * (size - 1) + 1
    assert list(board.cells) == sorted(cells)
    assert (set(board.corners), len(board.corners)) == (corners, 6)
    assert {frozenset(side) for side in board.sides if side} == sides
    assert [len(side) for side in board.sides] == [size - 2] * 6
    near = {cell: sorted(cells.intersection(six_around(cell))) for cell in cells}
    assert {cell: sorted(found) for cell, found in board.neighbours.items()} == near


# --- rings, bridges and forks by hand ------------------------------------------------------------


def test_the_printed_game_ends_with_a_fork_on_its_85th_move():
    """X joins three sides at L3, K19 and I18, and nothing stood before."""
    game = Havannah(10)
    names = PRINTED_GAME.split()
    assert len(names) == 85
    state = game.play(names)
    assert game.winner(state) == "X"
    kinds, squares = game.win_line(state) or ((), ())
    assert kinds == ("fork",)
    assert {"L3", "K19", "I18"} <= set(map(cell_name, squares))
    assert oracle(10, squares) == {"fork"}
    before = game.play(names[:-1])
    assert not any(oracle(10, stones_of(before, 10, player)) for player in game.players)


# --- random games and positions against the oracle ------------------------------------------


def play_against_the_oracle(size, seed):
    """A random game, by playout or step by step, ends exactly where the oracle says."""
    game, rng = Havannah(size), Random(seed)
    state = game.initial
    for _ in range(rng.randrange(3) * size):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(game.actions(state)))
    before = state
    playout = game.playout(state, rng)
    for action in playout.actions:
        assert not game.is_terminal(state)
        before, state = state, game.result(state, action)
    assert game.is_terminal(state)
    assert playout.utilities == tuple(game.utility(state, player) for player in game.players)
    if playout.actions:
        assert not any(oracle(size, stones_of(before, size, player)) for player in game.players)
    found = {player: oracle(size, stones_of(state, size, player)) for player in game.players}
    kinds, squares = game.win_line(state) or ((), ())
    for player in game.players:
        assert found[player] == (set(kinds) if game.winner(state) == player else set())
    assert oracle(size, squares) == set(kinds)
    assert not (kinds and playout.actions) or playout.actions[-1] in squares
    if len(kinds) == 1:  # the line shows all of it and no more
        assert not any(oracle(size, {*squares} - {one}) for one in squares)
    if kinds == ("ring",):
        steps = zip(squares, (*squares[1:], squares[0]), strict=True)
        assert all(second in six_around(first) for first, second in steps), "in its order"
    if kinds == ("bridge",):
        assert {squares[0], squares[-1]} <= geometry(size)[1]


@pytest.mark.parametrize("size", range(2, 11))
@pytest.mark.parametrize("often", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_random_games_end_where_the_oracle_says(size, *, often):
    """Some hundred games in all, or ten thousand, on small boards more than on large ones."""
    games = (1900 if size < 7 else 125) if often else 24 - 2 * size
    for seed in range(games):
        play_against_the_oracle(size, seed)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_chains_of_random_stones_are_what_the_oracle_says(size):
    """Also positions that no game reaches: crowded ones, with many rings."""
    rng = Random(size)
    chains = hex_chains(size)
    for _ in range(150):
        wanted = rng.randint(1, len(chains.bits))
        places = rng.sample(range(len(chains.bits)), wanted)
        one_by_one = ()
        for place in places:
            one_by_one, _chain = chains.with_stone(one_by_one, place)
        assert one_by_one == chains.chains_of(sum(chains.bits[place] for place in places))
        kinds = {kind for chain in one_by_one for kind in chains.kinds(chain)}
        assert kinds == oracle(size, [chains.board.cells[place] for place in places])


# --- text ---------------------------------------------------------------------------------------


def test_the_picture_is_the_documented_one():
    """Labels in small letters, two from AA on; lines between neighbours of one colour."""
    game = Havannah(3)
    state = game.play("B3 A1 C4 B1 C3 E5 D5 A2")
    assert game.render(state) == PICTURE.strip("\n")
    assert repr(state) == f"<Havannah {state.board}, X to move>"
    assert Havannah(16).action_name((27, 27)) == "AA27"
    assert Havannah(16).action_named("aa27") == (27, 27)


def test_a_record_may_number_the_stones():
    """Marks such as `85:X` are drawn with their lines, and read back as stones."""
    marks = {(1, 1): "1:X", (1, 2): "X", (2, 2): "22:X", (3, 3): "2:O", (3, 2): "O"}
    text = board_text(2, marks)
    assert "22:X" in text
    assert "1:X" in text
    assert "|" in text
    assert read_board(2, text) == "XX.X.OO"
    assert "A" in board_text(2, marks, capitals=True)
