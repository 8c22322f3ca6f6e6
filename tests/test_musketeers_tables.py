"""Every position of Three Musketeers, in tables of who wins and how soon, beside plain searches."""

import json
from itertools import product
from random import Random

import numpy as np
import pytest

from benchmarks.races_musketeers import STARTS, solved
from course_lib import ThreeMusketeers
from course_lib.games.three_musketeers import MusketeersState
from course_lib.lessons.capstone_log import capstone_log
from course_tools.arena.advice import Adviser
from course_tools.cli import main
from course_tools.engines import musketeers_strong
from course_tools.engines.jit import have_numba, plain
from course_tools.engines.musketeers import table_for, values_of
from course_tools.engines.musketeers_distances import Distances
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import HEAD, StrongSolution, data_folder
from course_tools.engines.proofs import values_by_solving

READINGS = [
    {"stuck_guards": guards, "stuck_musketeers": musketeers}
    for guards, musketeers in product(("lose", "pass"), ("to move", "any moment"))
]
TOTALS = (9_227_468_800, 1_742_791_730, 626_192_578)


def start_of(rows, columns, musketeers):
    """The usual start on another board: two opposite corners, the third musketeer in the middle."""
    board = [["G"] * columns for _ in range(rows)]
    board[0][-1] = board[-1][0] = "M"
    if musketeers == 3:
        board[rows // 2][columns // 2] = "M"
    return "/".join("".join(row) for row in board)


def made(kind, game, path, **options):
    """The table, worked out."""
    table = kind(game, path)
    table.make(**options)
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


# --- what the tables say ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "size"),
    [
        *((rules, (2, 3, 3)) for rules in READINGS),
        *(pytest.param(rules, (3, 3, 2), marks=pytest.mark.slow) for rules in READINGS),
    ],
)
def test_every_position_of_a_small_board_is_right(tmp_path, rules, size):
    """All positions of two boards, by whichever rules: the winner and the distance."""
    game = ThreeMusketeers(start_of(*size), **rules)
    outcome, states = top_down(game), [*states_of(game)]
    strong = made(StrongSolution, game, tmp_path / "s", threads=2)
    assert all(strong.winner(state) == outcome(state)[0] for state in states)
    won = dict.fromkeys(game.players, 0)
    for state in states:
        won[state.to_move] += outcome(state)[0] == "musketeers"
    assert strong.counts() == (len(states) / 2, *won.values())
    if have_numba():
        distances = made(Distances, game, tmp_path / "d", threads=2)
        inside = [state for state in states if distances.has(state)]
        assert all(distances.outcome(state) == outcome(state) for state in inside)
        assert len(inside) >= len(states) / 2


def test_who_wins_on_other_boards():
    """As a plain search finds it."""
    for start in STARTS[:1] + STARTS[7:8]:
        game = ThreeMusketeers(start)
        assert solved(start)[0] == top_down(game)(game.initial)[0]


@pytest.mark.slow
def test_random_positions_of_larger_boards_agree_with_three_other_methods(tmp_path):
    """Few guards: the rules alone. Many: the proof. Who wins is the same in both tables."""
    rng = Random(7)
    for size, known in (((3, 5, 3), 5), ((4, 5, 2), 4)):
        game = ThreeMusketeers(start_of(*size))
        table, turned, distances = (
            made(kind, ThreeMusketeers(start_of(*board)), tmp_path / f"{kind.__name__}{board}")
            for kind, board in (
                (StrongSolution, size),
                (StrongSolution, (size[1], size[0], size[2])),
                (Distances, size),
            )
        )
        assert turned.counts() == table.counts()
        outcome, proof = top_down(game), MusketeersProof(game)
        for _ in range(60):
            state = random_state(game, known, rng)
            assert table.winner(state) == proof.winner(state) == outcome(state)[0]
            if distances.has(state):
                assert distances.outcome(state) == outcome(state)
            assert table.values(state) == proof.values(state)
        for _ in range(40):
            state = random_state(game, 9, rng)
            assert table.winner(state) == proof.winner(state)
            assert not distances.has(state) or distances.outcome(state).winner == table.winner(
                state
            )
        state, line = game.initial, distances.best_line(game.initial)
        assert (game.winner(game.play(line)), len(line)) == distances.outcome(state)
        for name in line:
            action = game.action_named(name)
            left = distances.outcomes(state)[action].distance
            assert left + 1 == distances.outcome(state).distance
            state = game.result(state, action)


def test_plain_python_gives_the_same_bitmaps(tmp_path, monkeypatch):
    """Small boards are solved without numba too; larger ones are refused in a sentence."""
    pytest.importorskip("numba")
    games = [ThreeMusketeers(start_of(2, 3, 3), **rules) for rules in READINGS]
    games.append(ThreeMusketeers(start_of(3, 3, 3)))
    tables = [made(StrongSolution, game, tmp_path / f"{at}") for at, game in enumerate(games)]
    for name in ("musketeers_layer", "guards_layer"):
        text = getattr(plain(musketeers_strong.__name__), name)
        monkeypatch.setattr(musketeers_strong, name, text)
    monkeypatch.setattr("course_tools.engines.musketeers_strong.have_numba", lambda: False)
    for at, (game, table) in enumerate(zip(games, tables, strict=True)):
        again = made(StrongSolution, game, tmp_path / f"plain {at}")
        assert np.array_equal(table.table, again.table)
        assert np.asarray(table.table).any()
    with pytest.raises(ValueError, match="would take days in plain Python: pip install numba"):
        StrongSolution(ThreeMusketeers(), tmp_path / "whole").make()


@pytest.mark.slow
def test_the_whole_game_has_the_known_totals(tmp_path):
    """Every position of the real board: its totals, the capstone's log, random ones top down."""
    game, rng = ThreeMusketeers(), Random(3)
    table = made(StrongSolution, game, tmp_path / "t")
    assert table.counts() == TOTALS
    assert table.winner(game.initial) == "guards"
    assert set(table.values(game.initial).values()) == {-1}
    assert all(table.winner(row.state) == row.true for row in capstone_log())
    outcome, proof = top_down(game), MusketeersProof(game, most=200_000)
    for _ in range(3000):
        state = random_state(game, 4, rng)
        assert table.winner(state) == outcome(state)[0]
    for _ in range(300):
        state = random_state(game, 9, rng)
        assert table.winner(state) == proof.winner(state)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "plies"), [({}, 33), (READINGS[1], 37), (READINGS[2], 33)], ids=str
)
def test_the_whole_game_is_over_after_the_known_number_of_plies(tmp_path, rules, plies):
    """The guards win from the start, in 33; random positions with few guards top down."""
    game, rng = ThreeMusketeers(**rules), Random(4)
    table = made(Distances, game, tmp_path / "t")
    assert table.outcome(game.initial) == ("guards", plies)
    line = table.best_line(game.initial)
    assert (game.winner(game.play(line)), len(line)) == ("guards", plies)
    assert table.size < 10**9 * 2 / 3
    outcome = top_down(game)
    for _ in range(6000):
        state = random_state(game, 4, rng)
        assert not table.has(state) or table.outcome(state) == outcome(state)


# --- the files ----------------------------------------------------------------------------------


def test_work_that_was_stopped_goes_on(tmp_path, monkeypatch):
    """Ctrl-C in layer 5 keeps what is whole; the next call begins there and gives the same."""
    game = ThreeMusketeers(start_of(3, 4, 3))
    whole = made(StrongSolution, game, tmp_path / "whole")
    table = StrongSolution(game, tmp_path / "stopped")
    real, layers = StrongSolution._work_on, []

    def stopped(self, array, layer):
        layers.append(layer)
        if layers == [*range(6)]:
            raise KeyboardInterrupt
        return real(self, array, layer)

    monkeypatch.setattr(StrongSolution, "_work_on", stopped)
    with pytest.raises(KeyboardInterrupt):
        table.make()
    assert not table.complete
    assert [path.name for path in tmp_path.glob("stopped*")] == ["stopped.begun"]
    table.make()
    assert layers[6:] in ([*range(4, 10)], [*range(5, 10)])
    assert np.array_equal(table.table, whole.table)
    assert [path.name for path in tmp_path.glob("stopped*")] == ["stopped"]


def test_a_board_on_which_musketeers_are_always_in_line_is_refused(tmp_path):
    """There is nothing to find out."""
    with pytest.raises(ValueError, match="always in line"):
        StrongSolution(ThreeMusketeers("MGM"), tmp_path / "t")


def test_a_file_that_does_not_fit_is_refused(tmp_path):
    """A bit that changed, a file cut short, another game's, another kind's and no such file."""
    game, path = ThreeMusketeers(start_of(3, 4, 3)), tmp_path / "t"
    made(StrongSolution, game, path)
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
    guards = game.result(game.initial, game.actions(game.initial)[0])
    with pytest.raises(ValueError, match="kept 'bitmaps'; it should be 'distances'"):
        Distances(game, path).outcome(guards)
    path.write_bytes(b"something else\n" * 400)
    with pytest.raises(ValueError, match="should begin with a line of JSON"):
        StrongSolution(game, path).winner(game.initial)


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


# --- where they are looked up -------------------------------------------------------------------

BOARD = "MGG/GGG/GGM"
GAME = ThreeMusketeers(BOARD)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the user's tables are looked for."""
    monkeypatch.setattr("course_tools.engines.musketeers_strong.data_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def table(folder):
    """The strong solution of a small board."""
    return made(StrongSolution, GAME, None)


def test_the_users_table_is_found_where_it_is(folder):
    """Without one it is searched; with one it is looked up, with the same answer."""
    assert table_for(GAME, StrongSolution) is None
    searched = values_of(GAME, 100_000)(GAME.initial)
    made(StrongSolution, GAME, None)
    assert table_for(GAME, StrongSolution).path == folder / "three-musketeers-3x3-2.bitmaps"
    assert values_of(GAME, 1)(GAME.initial) == searched
    assert table_for(ThreeMusketeers(BOARD, stuck_guards="pass"), StrongSolution) is None


def test_hints_on_the_page_are_looked_up(table, monkeypatch):
    """With the table nothing is searched, and every move has its true value."""

    def searched(*_):
        raise AssertionError

    monkeypatch.setattr("course_tools.engines.musketeers_proof.MusketeersProof.winner", searched)
    advise = Adviser(GAME, Random(1))
    for line in ("", "a3-b3", "a3-b3 a2-a3"):
        state = GAME.play(line)
        worth = advise.worth(state)
        assert worth.exact
        assert worth.values == table.values(state) == values_by_solving(GAME, state, 100_000)


def test_after_how_many_moves_it_ends_is_said_where_it_is_known(folder, capsys):
    """By solve, analyse and hints: the quickest win first; a board of the other half has no end."""
    pytest.importorskip("numba")
    game = f"three-musketeers:start={BOARD}"
    assert main(["solve", game, "--strong", "--distances", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    winner, plies = top_down(GAME)(GAME.initial)
    assert (found["winner"], found["moves_to_the_end"], len(found["line"])) == (
        winner,
        plies,
        plies,
    )
    state, advise = GAME.play(found["line"][:1]), Adviser(GAME, Random(1))
    assert f": +1 (a win in {plies - 1}) " in advise.hint(state)
    soonest = f"{found['line'][1]}   +1  wins in {plies - 1}"
    assert main(["analyse", game, found["line"][0]]) == 0
    assert capsys.readouterr().out.split("to move:\n  ")[1].startswith(soonest)
    assert advise.analysis(state).strip().startswith(advise.hint(state).split(" ")[0])
    assert main(["analyse", game, "MGG/GGG/G.M", "--json"]) == 0
    assert "distances" not in json.loads(capsys.readouterr().out)


def test_a_damaged_table_is_named_and_passed_over(table, capsys):
    """Cut short it is searched instead, with one sentence on stderr for all positions."""
    table.close()
    whole = table.path.read_bytes()
    table.path.write_bytes(whole[:-8])
    assert table_for(GAME, StrongSolution) is None
    words = ["analyse", f"three-musketeers:start={BOARD}", "", "--json"]
    assert main(words) == main(words) == 0
    said = capsys.readouterr()
    [line] = said.err.splitlines()
    assert f"{table.path} has {len(whole) - 8:,} bytes" in line
    assert "delete it" in line
    assert "most-states" not in line
    table.path.write_bytes(whole)
    assert main(words) == 0
    assert capsys.readouterr().out * 2 == said.out
