"""The Gomoku player misses no win and no block; puzzles and analyses say what is true."""

from random import Random

import pytest
from gomoku_oracle import line_is_forced, near_misses, passed, seeded, wins_at_once

from benchmarks.gomoku_puzzles import PUZZLES, main, puzzles
from course_lib import Gomoku, compact, play_game, random_player
from course_lib.games.squares import EMPTY
from course_tools.engines.gomoku import (
    analysis,
    forced_win,
    gomoku_player,
    gomoku_search,
    winning_first_moves,
)


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def positions(request, monkeypatch):
    """Compiled searches of so many positions, then those in plain Python, of fewer."""
    if not request.param:
        monkeypatch.setattr("course_tools.engines.gomoku.have_numba", lambda: False)
    return 500 if request.param else 50


def tactical(game, name, number):
    """So many random states with many stones close together."""
    return near_misses(game, seeded(name, game), number, (8, 26), 7)


@pytest.mark.parametrize("exact", [False, True])
def test_no_five_and_no_block_is_missed(positions, exact):
    """In hundreds of positions: a five if there is one, else a stop of the other's five."""
    game, fives, blocks = Gomoku(9, exact=exact), 0, 0
    player = gomoku_player(positions=positions)
    for state in tactical(game, "blocks", 60 if positions > 50 else 20):
        mine, theirs = wins_at_once(game, state), wins_at_once(game, passed(game, state))
        if mine or theirs:
            assert player(game, state) in (mine or theirs)
            fives += bool(mine)
            blocks += not mine
    assert min(fives, blocks) > 0


@pytest.mark.parametrize("exact", [False, True])
def test_a_forced_win_by_fours_is_played(exact):
    """Move by move to the end, whatever of the forced answers comes."""
    player, rng = gomoku_player(positions=200), Random(1)
    for puzzle in [one for one in puzzles() if one.game.exact is exact][::6]:
        game, state, attacker = puzzle.game, puzzle.state, puzzle.to_move
        for _ in range(puzzle.fours):
            state = game.result(state, player(game, state))
            threats = sorted(wins_at_once(game, passed(game, state)))
            state = game.result(state, rng.choice(threats))
            assert not game.is_terminal(state)
        state = game.result(state, player(game, state))
        assert game.winner(state) == attacker


def test_the_other_ones_forced_win_is_stopped_where_that_can_be():
    """If some move leaves the other no win by fours, the player's move does too."""
    game, stopped = Gomoku(9), 0
    player = gomoku_player(positions=200)
    for state in tactical(game, "stops", 40):
        other = passed(game, state)
        if wins_at_once(game, state) or wins_at_once(game, other) or not forced_win(game, other):
            continue
        if forced_win(game, state) or forced_win(game, state, threes=True):
            continue
        after = (game.result(state, action) for action in game.actions(state))
        quiet = (one for one in after if not wins_at_once(game, passed(game, one)))
        if any(forced_win(game, one) is None for one in quiet):
            chosen = game.result(state, player(game, state))
            assert forced_win(game, chosen) is None, game.render(state)
            stopped += 1
    assert stopped > 1


def test_the_same_seed_plays_the_same_game():
    """With and without chance; another seed plays another game."""

    def moves(*seed):
        game = Gomoku(7)
        players = [gomoku_player(depth=1, rng=Random(*seed) if seed else None)] * 2
        return play_game(game, players).actions

    assert moves() == moves()
    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(4)}) > 1


def test_random_play_is_beaten_on_every_board():
    """Both rules, small and large boards, compact ones too; small ones are filled to the end."""
    ours, chance = gomoku_player(depth=1), random_player(Random(1))
    for game in (Gomoku(9, exact=True), compact(Gomoku(15)), Gomoku(19)):
        for seat, players in (("X", [ours, chance]), ("O", [chance, ours])):
            assert play_game(game, players).winner == seat
    record = play_game(Gomoku(5), [ours, gomoku_player(depth=2)])
    assert record.reason in ("draw", "win")


@pytest.mark.usefixtures("positions")
def test_a_clock_ends_a_search_that_has_no_other_end():
    """On 20 rows and columns, too; and before a single position the move is a legal one."""
    game = Gomoku(20)
    state = game.play("h8 g8 h9 h10 i10 g9 j9 f9")
    for seconds in (0.3, 0.000_001):
        value, action = gomoku_search(game, state, seconds=seconds)
        assert -1 < value < 1
        assert action in game.actions(state)
    # Near the end nothing is left to search, so nobody waits for the clock.
    small = Gomoku(5)
    nearly_full = small.parse("XOXOX OXOXO OXOXO XOXOX XOX..")
    assert gomoku_search(small, nearly_full, seconds=1e6)[0] == 0


def test_options_that_make_no_sense_are_refused():
    """As for every other player, in words."""
    for options in ({"depth": 0}, {"seconds": -1}, {"rng": 3}):
        [given] = (f"{name}={value}" for name, value in options.items())
        with pytest.raises((ValueError, TypeError), match=f"gomoku_player was given {given}"):
            gomoku_player(**options)
    shown = repr(gomoku_player(positions=10, rng=Random(1)))
    assert shown == "gomoku_player(positions=10, rng=rng)"


# --- puzzles -----------------------------------------------------------------------------------


def test_every_puzzle_is_what_it_says():
    """Length, first moves and line are found again, and the line is legal and forced."""
    for puzzle in puzzles():
        won = forced_win(puzzle.game, puzzle.state, positions=None)
        assert won.fours == puzzle.fours
        assert len(puzzle.line) == 2 * puzzle.fours + 1
        assert line_is_forced(puzzle.game, puzzle.state, puzzle.line)
        found = winning_first_moves(puzzle.game, puzzle.state, positions=None)
        assert found == puzzle.first_moves
        assert puzzle.line[0] in puzzle.first_moves


def test_every_puzzle_is_won_by_the_player(positions):
    """Wherever `forced_win` sees a win by fours; some of them without numba, too."""
    for puzzle in puzzles()[:: 1 if positions > 50 else 6]:
        value, first = gomoku_search(puzzle.game, puzzle.state, positions=1)
        assert (value, first in puzzle.first_moves) == (1.0, True)


def test_no_stones_of_a_puzzle_can_be_spared():
    """Without any pair of stones, one of each, the win is gone or another one."""
    for puzzle in (one for one in puzzles() if one.fours == 3):
        game, board = puzzle.game, puzzle.state.board
        places = [[at for at, mark in enumerate(board) if mark == who] for who in game.players]
        for one in places[0]:
            for two in places[1]:
                fewer = tuple(EMPTY if at in (one, two) else mark for at, mark in enumerate(board))
                won = forced_win(game, game.state_of(fewer, None))
                assert won is None or won.fours != 3


def test_there_are_puzzles_of_each_length():
    """From one four to seven and more, with both rules."""
    assert len(puzzles()) >= 36
    assert {*range(1, 8)} <= {puzzle.fours for puzzle in puzzles()}
    assert Gomoku(15, exact=True) in {puzzle.game for puzzle in puzzles()}


def test_the_puzzles_of_another_file_are_kept_and_added_to(tmp_path):
    """Without time to look for more they stay as they are."""
    path = tmp_path / "mine.json"
    first, second, *_, last = PUZZLES.read_text(encoding="utf-8").splitlines()
    path.write_text(f"{first}\n{second.rstrip(',')}\n{last}\n", encoding="utf-8")
    before = path.read_bytes()
    assert main(["--seconds", "0", "--file", str(path)]) == 0
    assert path.read_bytes() == before


# --- what is said about moves ------------------------------------------------------------------


def test_an_analysis_tells_wins_and_losses_from_guesses():
    """1 for the moves that keep the win, -1 for those that let the other win, else in between."""
    puzzle = next(one for one in puzzles() if one.fours == 3)
    game, name = puzzle.game, puzzle.game.action_name
    said = analysis(game, puzzle.state)
    assert said["to_move"] == puzzle.to_move
    assert said["forced_win"]["fours"] == 3
    assert said["forced_win"]["first_moves"] == [name(square) for square in puzzle.first_moves]
    assert said["forced_win"]["line"][0] in said["forced_win"]["first_moves"]
    for move, value in said["moves"].items():
        assert (value == 1) == (move in said["forced_win"]["first_moves"])
    defended = analysis(game, game.play("e5 a1 e6 a3 e7 a5 e8 b9"))
    assert defended["forced_win"]["fours"] == 0
    lost = analysis(game, game.play("e5 a1 e6 a3 e7 a5 e8"))
    assert set(lost["moves"].values()) == {-1.0}
    assert lost["forced_win"] is None


def test_every_legal_move_has_a_value_and_a_far_stone_may_save_the_game():
    """Far from all stones they share one, unless a long win by fours can be blocked from afar."""
    game = Gomoku(15)
    state = game.play("h8 h9")
    moves = analysis(game, state)["moves"]
    assert set(moves) == set(map(game.action_name, game.actions(state)))
    assert len({moves[name] for name in ("a1", "o15", "a15", "c3")}) == 1
    puzzle = next(one for one in puzzles() if (one.game, one.fours) == (game, 4))
    state = passed(game, puzzle.state)
    for name, value in analysis(game, state)["moves"].items():
        after = game.result(state, game.action_named(name))
        assert (value == -1) == (forced_win(game, after) is not None), name
