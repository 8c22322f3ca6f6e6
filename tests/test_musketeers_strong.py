"""The strong solution of Three Musketeers: layer by layer, beside a search by the rules alone."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from course_lib.games import ThreeMusketeers
from course_lib.games.three_musketeers import MusketeersState
from course_lib.lessons.capstone_log import capstone_log
from course_tools.engines import musketeers_strong
from course_tools.engines.jit import plain
from course_tools.engines.musketeers import sizes, start_of, table_for, values_of
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution
from course_tools.engines.musketeers_tables import HEAD

READINGS = [
    {"stuck_guards": guards, "stuck_musketeers": musketeers}
    for guards, musketeers in product(("lose", "pass"), ("to move", "any moment"))
]
TWO = "M G G / G G G / G G M"
TOTALS = (9_227_468_800, 1_742_791_730, 626_192_578)


def made(game, path, **options):
    """The strong solution, worked out."""
    table = StrongSolution(game, path)
    table.make(**options)
    return table


def top_down(game):
    """An independent method: the rules of the game itself, and nothing else, from the top."""
    known = {}

    def winner(state):
        if game.is_terminal(state):
            return game.winner(state)
        if state not in known:
            after = [winner(game.result(state, action)) for action in game.actions(state)]
            me = state.to_move
            known[state] = me if me in after else after[0]
        return known[state]

    return winner


def random_state(game, guards, rng):
    """Any placement out of line, with so many guards or fewer."""
    size = len(game.initial.board)
    musketeers = game.initial.board.count("M")
    while True:
        squares = rng.sample(range(size), musketeers + rng.randint(0, guards))
        board = ["."] * size
        for number, at in enumerate(squares):
            board[at] = "M" if number < musketeers else "G"
        state = MusketeersState(tuple(board), rng.choice(game.players))
        if not game._aligned(state.board):
            return state


@pytest.mark.parametrize("rules", READINGS)
def test_every_position_of_a_small_board_is_right(tmp_path, rules):
    """Two musketeers on 3 by 3: all 4,608 positions, by whichever rules, beside a plain search."""
    game = ThreeMusketeers(TWO, **rules)
    table, winner, seen = made(game, tmp_path / "t"), top_down(game), 0
    for board in product("MG.", repeat=9):
        if board.count("M") == 2 and not game._aligned(board):
            for player in game.players:
                state = MusketeersState(board, player)
                assert table.winner(state) == winner(state)
                seen += 1
    assert seen == 4608 == 2 * table.counts()[0]


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("size", [(2, 3, 3), (3, 3, 3)])
def test_plain_python_gives_the_same_bitmaps(tmp_path, monkeypatch, rules, size):
    """Small boards are solved without numba too; larger ones are refused in a sentence."""
    pytest.importorskip("numba")
    game = ThreeMusketeers(start_of(*size), **rules)
    first = made(game, tmp_path / "numba", threads=2)
    for name in ("musketeers_layer", "guards_layer"):
        text = getattr(plain(musketeers_strong.__name__), name)
        monkeypatch.setattr(musketeers_strong, name, text)
    monkeypatch.setattr("course_tools.engines.musketeers_tables.have_numba", lambda: False)
    second = made(game, tmp_path / "plain")
    assert np.array_equal(first.bitmaps, second.bitmaps)
    assert np.asarray(first.bitmaps).any()
    with pytest.raises(ValueError, match="would take days in plain Python: pip install numba"):
        StrongSolution(ThreeMusketeers(), tmp_path / "whole").make()


def test_random_positions_agree_with_the_proof_and_the_plain_search(tmp_path):
    """On 3 by 4 squares, with few guards and with many: two other methods, every move's value."""
    game, rng = ThreeMusketeers(start_of(3, 4, 3)), Random(7)
    table = made(game, tmp_path / "t")
    winner, proof = top_down(game), MusketeersProof(game)
    for _ in range(60):
        state = random_state(game, 5, rng)
        assert table.winner(state) == proof.winner(state) == winner(state)
        assert table.values(state) == proof.values(state)
    for _ in range(100):
        state = random_state(game, 9, rng)
        assert table.winner(state) == proof.winner(state)


def test_work_that_was_stopped_goes_on(tmp_path, monkeypatch):
    """Ctrl-C in layer 5 keeps what is whole; the next call begins there and gives the same."""
    game = ThreeMusketeers(start_of(3, 4, 3))
    whole = made(game, tmp_path / "whole")
    table = StrongSolution(game, tmp_path / "stopped")
    real, layers = StrongSolution._work_on, []

    def stopped(self, bitmaps, layer):
        layers.append(layer)
        if layers == [*range(6)]:
            raise KeyboardInterrupt
        return real(self, bitmaps, layer)

    monkeypatch.setattr(StrongSolution, "_work_on", stopped)
    with pytest.raises(KeyboardInterrupt):
        table.make()
    assert not table.complete
    assert [path.name for path in tmp_path.glob("stopped*")] == ["stopped.begun"]
    table.make()
    assert layers[6:] == [*range(4, 10)] or layers[6:] == [*range(5, 10)]
    assert np.array_equal(table.bitmaps, whole.bitmaps)
    assert [path.name for path in tmp_path.glob("stopped*")] == ["stopped"]


def test_a_damaged_file_is_refused(tmp_path):
    """A bit that changed, a file cut short, another game's and one that is no such file."""
    game = ThreeMusketeers(start_of(3, 4, 3))
    path = tmp_path / "t"
    made(game, path)
    good = path.read_bytes()
    changed = bytearray(good)
    changed[HEAD + 100] ^= 4
    path.write_bytes(changed)
    with pytest.raises(ValueError, match="damaged"):
        StrongSolution(game, path).make()
    path.write_bytes(good[:-8])
    with pytest.raises(ValueError, match="bytes, and should have"):
        StrongSolution(game, path).winner(game.initial)
    path.write_bytes(good)
    other = ThreeMusketeers(start_of(4, 3, 3))
    with pytest.raises(ValueError, match="has rows 3; it should be 4"):
        StrongSolution(other, path).winner(other.initial)
    path.write_bytes(b"something else\n" * 400)
    with pytest.raises(ValueError, match="should begin with a line of JSON"):
        StrongSolution(game, path).winner(game.initial)


def test_boards_that_are_too_large_are_refused():
    """Six by six would be terabytes: a sentence, before any work."""
    with pytest.raises(ValueError, match="too many positions to be solved strongly"):
        StrongSolution(ThreeMusketeers(start_of(5, 6, 3)))


def test_the_users_table_is_found_where_it_is(tmp_path, monkeypatch):
    """Without one it is searched; with one it is looked up, with the same answer."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr("course_tools.engines.musketeers_tables.data_folder", lambda: tmp_path)
    game = ThreeMusketeers(start_of(3, 4, 3))
    assert table_for(game) is None
    searched = values_of(game, 100_000)(game.initial)
    made(game, None)
    assert table_for(game).path.name == "three-musketeers-3x4-3.bitmaps"
    assert values_of(game, 1)(game.initial) == searched
    passing = ThreeMusketeers(start_of(3, 4, 3), stuck_guards="pass")
    assert table_for(passing) is None


def test_sizes_says_who_wins_on_other_boards():
    """As a plain search finds it; a board and the same one turned have the same counts."""
    rows = list(sizes(((3, 3, 3), (3, 3, 2), (3, 4, 3), (4, 3, 3))))
    for row in rows[:2]:
        game = ThreeMusketeers(row.start)
        assert row.winner == top_down(game)(game.initial)
    assert rows[2][5:] == rows[3][5:]


@pytest.mark.slow
def test_the_whole_game_has_the_known_totals(tmp_path):
    """Every position of the real board: its totals, the capstone's log, random ones top down."""
    game, rng = ThreeMusketeers(), Random(3)
    table = made(game, tmp_path / "t")
    assert table.counts() == TOTALS
    assert table.winner(game.initial) == "guards"
    assert set(table.values(game.initial).values()) == {-1}
    assert all(table.winner(row.state) == row.true for row in capstone_log())
    winner, proof = top_down(game), MusketeersProof(game, most=200_000)
    for _ in range(3000):
        state = random_state(game, 4, rng)
        assert table.winner(state) == winner(state)
    for _ in range(300):
        state = random_state(game, 9, rng)
        assert table.winner(state) == proof.winner(state)
