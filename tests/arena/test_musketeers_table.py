"""Every position of Three Musketeers, in a table of who wins, beside plain searches."""

import json
from itertools import product
from random import Random

import numpy as np
import pytest
from console import course

from course_lib import ThreeMusketeers
from course_lib.games.three_musketeers import MusketeersState
from course_lib.lessons.lesson_07.capstone_log import capstone_log
from course_tools.arena import experts
from course_tools.arena.engines import musketeers, musketeers_kernels
from course_tools.arena.engines.jit import plain
from course_tools.arena.engines.musketeers import MusketeersTable, data_folder
from course_tools.arena.terminal.advice import Adviser
from course_tools.cli import main

READINGS = [
    {"stuck_guards": guards, "stuck_musketeers": musketeers}
    for guards, musketeers in product(("lose", "pass"), ("to move", "any moment"))
]


def start_of(rows, columns, musketeers):
    """The usual start on another board: two opposite corners, the third musketeer in the middle."""
    board = [["G"] * columns for _ in range(rows)]
    board[0][-1] = board[-1][0] = "M"
    if musketeers == 3:
        board[rows // 2][columns // 2] = "M"
    return "/".join("".join(row) for row in board)


def made(game, path):
    """The table, worked out."""
    table = MusketeersTable(game, path)
    table.make()
    return table


def top_down(game):
    """An independent method, by the rules alone: who wins a state, and after how many moves."""
    known = {}

    def outcome(state):
        if game.is_terminal(state):
            return game.winner(state), 0
        if state not in known:
            after = [outcome(game.result(state, action)) for action in game.actions(state)]
            wins = [distance for winner, distance in after if winner == state.to_move]
            longest = after[0][0], 1 + max(distance for _, distance in after)
            known[state] = (state.to_move, 1 + min(wins)) if wins else longest
        return known[state]

    return outcome


def states_of(game):
    """Every position out of line, with either side to move."""
    many = game.initial.board.count("M")
    for board in product("MG.", repeat=len(game.initial.board)):
        if board.count("M") == many and not game._aligned(board):
            for player in game.players:
                yield MusketeersState(board, player)


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


def ending(table, state):
    """The winner at the end of the table's best line from here, and the moves until then."""
    line = table.best_line(state)
    for name in line:
        state = table.rules.result(state, table.rules.action_named(name))
    return table.rules.winner(state), len(line)


# --- what the table says -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_every_position_of_a_small_board_is_right(tmp_path, rules):
    """All positions of a board, by whichever rules: the winner and the distance."""
    game = ThreeMusketeers(start_of(2, 3, 3), **rules)
    outcome, table = top_down(game), made(game, tmp_path / "t")
    for state in states_of(game):
        assert ending(table, state) == outcome(state)
        assert table.winner(state) == outcome(state)[0]


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_no_end_is_nearer_by_a_move_than_it_is(tmp_path, rules):
    """Guards who are stuck end a game a move earlier than musketeers with nobody to capture."""
    game, rng = ThreeMusketeers(start_of(3, 3, 2), **rules), Random(7)
    outcome, table = top_down(game), made(game, tmp_path / "t")
    for _ in range(25):
        state = random_state(game, 7, rng)
        assert ending(table, state) == outcome(state)


def test_plain_python_gives_the_same_bitmaps(tmp_path, monkeypatch):
    """Small boards are solved without numba too; larger ones can't be."""
    pytest.importorskip("numba")
    games = [ThreeMusketeers(start_of(2, 3, 3), **rules) for rules in READINGS]
    games.append(ThreeMusketeers(start_of(3, 3, 3)))
    tables = [made(game, tmp_path / f"{at}") for at, game in enumerate(games)]
    for name in ("musketeers_layer", "guards_layer"):
        text = getattr(plain(musketeers_kernels.__name__), name)
        monkeypatch.setattr(musketeers, name, text)
    monkeypatch.setattr(musketeers, "have_numba", lambda: False)
    for at, (game, table) in enumerate(zip(games, tables, strict=True)):
        again = made(game, tmp_path / f"plain {at}")
        assert np.array_equal(table.bitmaps, again.bitmaps)
        assert np.asarray(table.bitmaps).any()
        assert again.possible
    assert not MusketeersTable(ThreeMusketeers(), tmp_path / "whole").possible


def test_the_placements_of_the_whole_game_are_counted():
    """Those out of line, and positions for each side to move."""
    folding = MusketeersTable(ThreeMusketeers()).folding
    assert (len(folding.kept), sum(folding.weights)) == (301, 2_200)
    assert 2_200 << folding.bits == 9_227_468_800


@pytest.mark.slow
def test_the_whole_game_is_right(tmp_path):
    """Its total, the start, the capstone's log, and random positions top down."""
    pytest.importorskip("numba")
    game, rng = ThreeMusketeers(), Random(3)
    table = made(game, tmp_path / "t")
    counts = [int(np.bitwise_count(words).sum(dtype=np.int64)) for words in table.bitmaps]
    assert sum(map(int.__mul__, counts, table.folding.weights)) == 626_192_578
    assert table.winner(game.initial) == "guards"
    assert [*table.values(game.initial).values()] == [-1] * 8
    assert all(table.winner(row.state) == row.true for row in capstone_log())
    outcome = top_down(game)
    for _ in range(3000):
        state = random_state(game, 4, rng)
        assert table.winner(state) == outcome(state)[0]
    for _ in range(40):
        state = random_state(game, 4, rng)
        assert ending(table, state) == outcome(state)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "plies"), [({}, 33), (READINGS[1], 37), (READINGS[2], 33)], ids=str
)
def test_the_whole_game_is_over_after_the_known_number_of_plies(tmp_path, rules, plies):
    """The guards win from the start, in 33; the end of the line as long as a search says."""
    pytest.importorskip("numba")
    game = ThreeMusketeers(**rules)
    table = made(game, tmp_path / "t")
    line, outcome = table.best_line(game.initial), top_down(game)
    assert (game.winner(game.play(line)), len(line)) == ("guards", plies)
    for left in range(1, 6):
        assert outcome(game.play(line[:-left])) == ("guards", left)


def test_a_board_that_can_have_no_table_is_refused():
    """Where musketeers are always in line there is nothing to find out; others are too large."""
    with pytest.raises(ValueError, match="always in line"):
        MusketeersTable(ThreeMusketeers("MGM"))
    with pytest.raises(ValueError, match="too many positions for a table"):
        MusketeersTable(ThreeMusketeers(start_of(6, 6, 3)))


def test_the_users_folder_is_where_the_system_keeps_such_things(monkeypatch, tmp_path):
    """On Linux the folder that XDG names, on Windows LOCALAPPDATA, on a Mac the Library."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / "adversarial-search"
    monkeypatch.setattr("sys.platform", "win32")
    assert data_folder() == tmp_path / "local" / "adversarial-search"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "adversarial-search")


# --- where it is looked up ------------------------------------------------------------------------

BOARD = "MGG/GGG/GGM"
GAME = ThreeMusketeers(BOARD)
NAME = f"three-musketeers:start={BOARD}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the user's tables are looked for."""
    monkeypatch.setattr(musketeers, "data_folder", lambda: tmp_path)
    return tmp_path


def analysed(*words, text=""):
    """What `course analyse` answers, a list with one entry for each position."""
    done = course("analyse", NAME, *words, "--json", text=text)
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_many_positions_make_the_table_once_and_say_so(folder, monkeypatch):
    """As soon as searching has cost too much; the answers are the same before and after it."""
    lines = ["", "a3-b3", "a3-b3 a2-a3", ""]
    searched = analysed("-", text="\n".join(lines))
    assert not [*folder.iterdir()]
    monkeypatch.setattr(experts, "FOR_A_TABLE", 20)
    done = course("analyse", NAME, "-", "--json", text="\n".join(lines))
    assert [json.loads(line) for line in done.out.splitlines()] == searched
    [said] = done.err.splitlines()
    [path] = folder.iterdir()
    assert "is solved now, once" in said
    assert path.name in said == f"Every position of {GAME!r} is solved now, once: {path}"
    again = course("analyse", NAME, "-", "--json", text="\n".join(lines))
    assert (again.out, again.err) == (done.out, "")


def test_hints_and_lines_are_looked_up(folder, monkeypatch):
    """With the table nothing is searched, every move has its value, and the line its length."""
    table = made(GAME, None)
    assert table.path == folder / "three-musketeers-3x3-2.bits"
    monkeypatch.setattr("course_tools.arena.engines.proofs.Search.value", None)
    advise = Adviser(GAME, Random(1))
    for line in ("", "a3-b3", "a3-b3 a2-a3"):
        state = GAME.play(line)
        worth = advise.worth(state)
        assert worth.exact
        assert worth.values == table.values(state)
        [found] = analysed(line, "--line")
        winner, plies = top_down(GAME)(state)
        assert (found["winner"], len(found["line"])) == (winner, plies)
        assert found["line_kind"] == "shortest win, longest defence"


def test_a_table_that_was_cut_short_is_made_again(folder, monkeypatch):
    """Hints pass it over, for they must not take long."""
    table = made(GAME, None)
    whole = table.path.read_bytes()
    expected = table.values(GAME.initial)
    table.close()
    table.path.write_bytes(whole[:-8])
    assert Adviser(GAME, Random(1)).worth(GAME.initial).values == expected
    assert table.path.stat().st_size == len(whole) - 8
    monkeypatch.setattr(experts, "FOR_A_TABLE", 20)
    [found] = analysed("")
    assert [*found["moves"].values()] == [*expected.values()]
    assert table.path.read_bytes() == whole


def test_without_numba_a_large_board_is_searched_as_far_as_one_can_wait(folder, monkeypatch):
    """Then the answer says what would help, and nothing is made."""
    monkeypatch.setattr(musketeers, "have_numba", lambda: False)
    monkeypatch.setattr(experts, "have_numba", lambda: False)
    monkeypatch.setattr(experts, "FOR_A_TABLE", 20)
    monkeypatch.setattr(experts, "PATIENT", 200)
    done = course("analyse", "three-musketeers")
    assert (done.code, done.out) == (2, "")
    assert "takes more than 200 positions" in done.err
    assert "With numba (pip install numba) it takes some seconds" in done.err
    assert not [*folder.iterdir()]
    assert main(["analyse", "three-musketeers", ".G..M.......M.......M...."]) == 0
