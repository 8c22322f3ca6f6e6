"""Forced wins in Gomoku are found, are the shortest, and nothing else is called one."""

import math

import pytest
from gomoku_oracle import (
    GAMES,
    line_is_forced,
    near_misses,
    passed,
    random_state,
    seeded,
    threat_of_a_double_four,
    threats_needed,
    wins_at_once,
)

from course_lib import ConnectFour, Gomoku, KInARow, TicTacToe, compact
from course_tools.engines.gomoku import Position, forced_win, winning_first_moves


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.slow] if game.size > 6 else []) for game in GAMES],
    ids=repr,
)
def test_the_search_for_fours_agrees_with_the_rules_alone(game):
    """Found or not, and the length: as the oracle that lets the defender do anything."""
    found = 0
    for state in near_misses(game, seeded(1, game), 80 if game.size == 6 else 40, (9, 20), 5):
        won = forced_win(game, state, most_fours=3, positions=None)
        assert (won and won.fours) == threats_needed(game, state, 3), game.render(state)
        if won:
            assert line_is_forced(game, state, won.line)
            assert len(won.line) == 2 * won.fours + 1
            found += won.fours > 0
    assert found >= 1


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_all_first_moves_that_keep_the_win_are_given(game):
    """Each with its number of fours; a move that is left out does not win by fours."""
    states = [
        state
        for state in near_misses(game, seeded(2, game), 100, (9, 20), 5)
        if forced_win(game, state, most_fours=2)
    ][:6]
    assert len(states) == 6
    for state in states:
        moves = winning_first_moves(game, state, positions=None)
        if fives := wins_at_once(game, state):
            assert moves == dict.fromkeys(sorted(fives), 0)
            continue
        assert list(moves) == sorted(moves)
        assert min(moves.values()) == forced_win(game, state).fours
        for action in game.actions(state):
            after = game.result(state, action)
            needed = moves.get(action)
            if not wins_at_once(game, passed(game, after)) or wins_at_once(game, after):
                assert needed is None  # no four, or a four that is too late
            else:
                replies = wins_at_once(game, passed(game, after))
                rest = [threats_needed(game, game.result(after, reply), 2) for reply in replies]
                expected = None if None in rest else 1 + max(rest)
                assert needed == expected or (expected is None and needed > 3)


@pytest.mark.parametrize("game", [Gomoku(6), Gomoku(6, exact=True)], ids=repr)
def test_the_search_for_threes_agrees_with_the_rules_alone(game):
    """Wins by two threats, threes among them, are those of an oracle that tries every answer."""
    found, rng = 0, seeded(3, game)
    for _ in range(300):
        state = random_state(game, rng.choice((5, 6, 7, 8)), rng, spread=4)
        won = forced_win(game, state, threes=True, most_fours=2, positions=None)
        by_fours = forced_win(game, state, most_fours=2, positions=None)
        gained = bool(won) and (by_fours is None or by_fours.fours > won.fours)
        # The oracle takes its time, so where nothing was won it is asked a few times only.
        if (gained and found < 3) or rng.random() < 0.01:
            needed = threats_needed(game, state, 2, threes=True)
            assert (won and won.fours) == needed, game.render(state)
        found += gained
    assert found >= 1


def test_a_three_that_needs_more_than_fours():
    """Two open threes at once win with threes, and not with fours alone."""
    game = Gomoku(11)
    state = game.play("e6 a1 f6 a3 g5 a5 g4 a9")
    assert forced_win(game, state) is None
    won = forced_win(game, state, threes=True)
    assert won is not None
    assert won.line[0] == game.action_named("g6")


def test_a_five_of_the_defender_comes_first():
    """No four is of use while the other threatens a five, unless it stops that five."""
    game = Gomoku(9)
    threatened = game.play("b2 e9 c2 f9 d2 g9 i9 h9")  # X could make an open four
    assert forced_win(game, threatened) is None
    assert winning_first_moves(game, threatened) == {}
    assert forced_win(game, threatened, threes=True) is None
    assert forced_win(game, passed(game, threatened)).fours == 0


def test_a_limit_is_kept_and_compact_states_are_understood():
    """A win that needs more than is allowed is not found, and nothing is raised."""
    game, small = Gomoku(9), compact(Gomoku(9))
    state = game.play("c5 c1 d5 d1 e5 g1")
    assert forced_win(game, state).fours == 1
    assert forced_win(small, small.pack(state)) == forced_win(game, state)
    assert forced_win(game, state, most_fours=0) is None
    assert forced_win(game, state, positions=1) is None
    with pytest.raises(ValueError, match="whole number"):
        forced_win(game, state, positions=-1)


def test_other_games_and_finished_ones_are_refused_in_words():
    """The sentence says what an expert knows."""
    for game in (TicTacToe(), ConnectFour(), KInARow(5, 5, 5, players=("A", "B", "C"))):
        with pytest.raises(ValueError, match="five in a row for two players"):
            forced_win(game, game.initial)
    game = Gomoku(9)
    with pytest.raises(ValueError, match="over"):
        forced_win(game, game.play("a1 a2 b1 b2 c1 c2 d1 d2 e1"))


def patterns(position):
    """What a position says of its stones: all that does not depend on how they came there."""
    board = position._board
    windows = len(board.slot) // 2
    live = [
        sorted(int(window) for window in board.live[at * windows : at * windows + board.many[at]])
        for at in range(12)
    ]
    both = [
        (position.fives(player), position.fours(player), position.answers_to_threes(player))
        for player in (0, 1)
    ]
    near = position.candidates()
    return live, list(board.totals), list(board.count), both, near, position.promising(near)


@pytest.mark.parametrize(("size", "exact"), [(5, False), (9, True), (19, False)])
def test_stones_that_are_taken_back_leave_no_trace(size, exact):
    """After any puts and take-backs the board knows what a new one with these stones does."""
    game, rng = Gomoku(size, exact=exact), seeded(4, size, exact)
    position, stones = Position(game, game.initial.board), []
    for _ in range(60):
        if stones and rng.random() < 0.45:
            position.take_back(stones.pop())
        elif empty := [at for at, player in enumerate(position._board.at) if player < 0]:
            stones.append(rng.choice(empty))
            position.put(stones[-1], rng.randint(0, 1))
        marks = tuple("XO."[player] for player in position._board.at)
        assert patterns(position) == patterns(Position(game, marks))


def test_the_answers_to_a_three_are_all_that_save():
    """Of all replies just those after which no four with two fives is left, or a four is made."""
    game, told = Gomoku(7), 0
    rng = seeded(6, game)
    while told < 12:
        state = random_state(game, rng.randint(6, 18), rng, spread=6)
        attacker = passed(game, state)
        position = Position(game, state.board)
        player = game.players.index(attacker.to_move)
        fours = position.fours(player)
        answers = position.answers_to_threes(player)
        if wins_at_once(game, state) or wins_at_once(game, attacker) or answers is None:
            continue
        if any(len(fives) > 2 for fives in fours.values()):
            continue
        saving = [
            row * game.columns + column
            for row, column in game.actions(state)
            for after in [game.result(state, (row, column))]
            if wins_at_once(game, passed(game, after))
            or not threat_of_a_double_four(game, passed(game, after))
        ]
        assert answers == saving
        told += 1


def test_fives_and_fours_are_those_of_the_rules():
    """What the windows say about the next stone and the one after it is what the game says."""
    for game in GAMES:
        rng = seeded(5, game)
        for _ in range(20):
            state = random_state(game, rng.randint(6, 24), rng)
            position = Position(game, state.board)
            player = game.players.index(state.to_move)
            fives = {game.columns * row + column for row, column in wins_at_once(game, state)}
            assert position.fives(player) == sorted(fives)
            if fives:
                continue
            fours = {}
            for row, column in game.actions(state):
                again = passed(game, game.result(state, (row, column)))
                if gained := {game.columns * one + two for one, two in wins_at_once(game, again)}:
                    fours[game.columns * row + column] = gained
            first_two = {place: set(sorted(gained)[:2]) for place, gained in fours.items()}
            assert position.fours(player) == first_two


# --- compiled, and in plain Python -------------------------------------------------------------

TWINS = [Gomoku(15), Gomoku(9, exact=True), Gomoku(5)]


def twins(game, name, number):
    """So many random positions, compiled and in plain Python, and who is to move."""
    pytest.importorskip("numba")
    rng, spread = seeded(name, game), min(game.size, 7)
    most = min(32, spread * spread * 2 // 3)
    for _ in range(number):
        state = random_state(game, rng.randint(2, most), rng, spread=spread)
        pair = [Position(game, state.board, compiled=compiled) for compiled in (True, False)]
        assert [position.compiled for position in pair] == [True, False]
        yield *pair, game.players.index(state.to_move)


@pytest.mark.parametrize("game", TWINS, ids=repr)
def test_the_compiled_kernels_do_what_their_text_says(game):
    """Patterns, forced wins, and what alpha-beta finds, with tables kept between searches."""
    won = 0
    for quick, slow, player in twins(game, "twins", 5):
        assert patterns(quick) == patterns(slow)
        line = slow.forced_line(player, 8, 1000, threes=False)
        assert line == quick.forced_line(player, 8, 1000, threes=False)
        by_threes = [one.forced_line(player, 2, 300, threes=True) for one in (quick, slow)]
        assert by_threes[0] == by_threes[1]
        for depth in (1, 2):
            found = slow.best(player, slow.candidates(), depth, 60)
            assert found == quick.best(player, quick.candidates(), depth, 60)
        assert patterns(quick) == patterns(slow)
        won += line is not None
    assert won > 0 or game.size < 9


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
def test_a_search_ends_when_it_is_told_to(compiled):
    """With too few positions, or stopped, there is no line, and a promising place all the same."""
    game = Gomoku(9)
    position = Position(game, game.play("c5 c1 d5 d1 e5 g1").board, compiled=compiled)
    assert position.forced_line(0, math.inf, 1, threes=False) is None
    assert position.forced_line(0, math.inf, math.inf, threes=False) is not None
    found = position.best(0, [5, 6, 7], math.inf, 1)
    assert (found.place in (5, 6, 7), found.depth) == (True, 0)
    position.stop()
    assert position.stopped
    for threes in (False, True):
        assert position.forced_line(0, math.inf, math.inf, threes=threes) is None
    assert position.best(0, [0, 38], math.inf, math.inf)[1:3] == (38, 0)
