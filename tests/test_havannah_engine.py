"""Havannah compiled: rules, random games and what the strong search knows are the readable ones."""

import json
import os
import sys
from collections import Counter
from random import Random

import pytest
from compiled_twins import counts_of, loop, twin_counts
from console import course, ran
from search_games import random_state, values_by_solve

from course_lib import Havannah, play_game
from course_lib.play.havannah_strong import missing_stones, saving_cells, strong_search, wins_at
from course_tools.engines import havannah_kernels, hex_kernels
from course_tools.engines.havannah import Options, havannah_player, havannah_search
from course_tools.engines.havannah_kernels import StrongSearch
from course_tools.engines.havannah_solver import HavannahSolver
from course_tools.engines.mcts import compiled_game
from course_tools.engines.proofs import TooManyStatesError

pytest.importorskip("numba")
import numpy as np

GAMES_OF_SIZE = {2: 200, 3: 100, 4: 100, 5: 50, 6: 30, 8: 10, 10: 6, 15: 4}
"""How many random games of each size are played again."""

MORE = [pytest.param(size, 600 // size, marks=pytest.mark.slow) for size in range(2, 11)]


@loop
def replay(rules, board, moves):
    """At which of these moves a game ends, and how: 1 a draw, 2 a win."""
    for at in range(len(moves)):
        outcome = hex_kernels.hex_play(rules, board, moves[at])
        if outcome:
            return at + 1, outcome
    return len(moves), 0


def numbers(game, actions):
    """The compiled numbers of these cells."""
    shift = hex_kernels.shift_of(game.size)
    return np.array([x << shift | y for x, y in actions])


def sides_of(found):
    """Where the stones of the first player stand in the board, and those of the second."""
    first = int(found.rules[hex_kernels.STONES])
    return first, first + int(found.rules[hex_kernels.COLUMNS])


# --- the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [*GAMES_OF_SIZE.items(), *MORE])
def test_moves_wins_and_boards_are_those_of_the_readable_game(size, games):
    """In random games: the same moves in order, and chains that win where they should.

    No game ends before the readable one does, with a win or with a full board. A board made from
    a state has the chains linked otherwise than one on which they grew, so each of the next moves
    is tried on both, and the question whether it would win is asked too.
    """
    game, rng, seen = Havannah(size), Random(size), set()
    legal, would_win = loop(hex_kernels.hex_moves), loop(hex_kernels.would_win)
    for number in range(games):
        actions = game.playout(game.initial, rng).actions
        cut = rng.randrange(1, len(actions)) if number % 2 else len(actions) - 1
        state = game.initial
        for action in actions[:cut]:
            state = game.result(state, action)
        found = compiled_game(game, state)
        places = np.empty(int(found.rules[-1]), dtype=np.int16)
        count = legal(found.rules, found.start, places)
        known = [found.action(game, state, int(place)) for place in places[:count]]
        assert known == list(game.actions(state))
        grown = compiled_game(game, game.initial).start.copy()
        assert replay(found.rules, grown, numbers(game, actions[:cut])) == (cut, 0)
        stones = sides_of(found)[int(found.start[-2])]
        for action in game.actions(state):
            after, [cell] = game.result(state, action), numbers(game, [action])
            wins = game.winner(after) is not None
            expected = 2 if wins else 1 if game.is_terminal(after) else 0
            assert would_win(found.rules, found.start, stones, cell) == wins
            for board in (grown, found.start):
                assert replay(found.rules, board.copy(), numbers(game, [action]))[1] == expected
            seen.add(wins)
    assert seen == {True, False}


@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_random_games_are_those_of_the_readable_rules(size):
    """With the same numbers for chance each game ends the same, from any state."""
    game, rng = Havannah(size), Random(size)
    for _ in range(20 if size < 7 else 3):
        state, chance = random_state(game, rng), rng.getrandbits(64)
        assert counts_of(game, state, 5, chance) == twin_counts(game, state, 5, chance)


def test_other_rules_and_large_boards_are_not_compiled():
    """With passing, beyond size 15, or with a rule of its own, the readable game answers."""

    class Rigged(Havannah):
        def actions(self, state):
            return super().actions(state)[:1]

    for game in (Havannah(3, passing=True), Havannah(16), Rigged(3)):
        assert compiled_game(game, game.initial) is None


# --- exact values -------------------------------------------------------------------------------


def test_exact_values_are_those_of_the_plain_search():
    """From the start of size 2, in positions with few cells left, and where games end in a draw.

    That search knows nothing of threats or bits.
    """
    game = Havannah(2)
    assert HavannahSolver(game).values(game.initial) == values_by_solve(game, game.initial)
    rng, seen, drawn = Random(6), set(), 0
    for size, left in ((3, 9), (4, 7)):
        game, number = Havannah(size), 3
        solver = HavannahSolver(game)
        while number:
            actions = game.playout(game.initial, rng).actions
            if len(actions) > len(game.initial.board) - left:
                state = game.play(map(game.action_name, actions[: len(game.initial.board) - left]))
                values = solver.values(state)
                assert values == values_by_solve(game, state)
                seen |= set(values.values())
                number -= 1
    game = Havannah(3)
    while not drawn:
        played = game.playout(game.initial, rng)
        if played.utilities[0] == 0:
            state = game.play(map(game.action_name, played.actions[:-4]))
            assert HavannahSolver(game).values(state) == values_by_solve(game, state)
            drawn += 1
    assert seen >= {1, -1}


def test_only_the_corners_win_on_size_3():
    """The known values of every first move: the six corners win, everything else loses."""
    game = Havannah(3)
    values = HavannahSolver(game).values(game.initial)
    winning = {game.action_name(action) for action, value in values.items() if value == 1}
    assert winning == {"A1", "A3", "C1", "C5", "E3", "E5"}
    assert set(values.values()) == {1, -1}


def test_too_large_a_question_is_refused():
    """With a sentence; a game in which players may pass can't be solved either."""
    game = Havannah(4)
    with pytest.raises(TooManyStatesError, match="takes more than 50 positions"):
        HavannahSolver(game, 50).values(game.initial)
    with pytest.raises(ValueError, match="who may pass"):
        HavannahSolver(Havannah(3, passing=True))


def test_the_command_gives_every_move_its_value():
    """On sizes 2, 3 and with few cells left on 4.

    On size 2 all first stones win but the centre, as a picture of lesson 06 says.
    """

    def analysed(*words):
        found = json.loads(course("analyse", *words, "--json").out)
        return found["to_move"], found["moves"]

    values = {"A1": 1, "A2": 1, "B1": 1, "B2": -1, "B3": 1, "C2": 1, "C3": 1}
    assert analysed("havannah:size=2", "") == ("X", values)
    game = Havannah(3)
    values = HavannahSolver(game).values(game.play("A1 B2"))
    expected = {game.action_name(action): value for action, value in values.items()}
    assert analysed("havannah:size=3", "a1 b2") == ("X", expected)
    late = "D4 A1 D5 B1 C3 B4 D7 G7 E6 C2 E4 F5 B3 A2 G4 D2"
    assert len(analysed("havannah:size=4", late)[1]) == 37 - len(late.split())
    # Two threats at once can't both be blocked, however large the board is.
    rings = "E5 A1 E6 A3 F5 A5 G6 A7 G7 A9 J10 S10 J11 S12 K10 S14 L11 S16 L12"
    assert set(analysed("havannah", rings)[1].values()) == {-1}


# --- the strong search --------------------------------------------------------------------------

SWITCHES = Options._fields

TWO_RINGS = [
    "F7 K10 G7 I5 F6 H8 H4 B5 K9 H7 E3 H6 D1 D9 B1 J9 G9 K6 F2 I6 C4 J8 F9 D5 G10",
    """D5 K6 A6 F11 J9 E1 I8 G2 C5 I6 H7 D6 E5 C1 G8 J5 J11 I4 H10 F7 C4 H9 H3 B3 F2 E8 J10 D2 G7
        J7 F3 E7 G11 H8""",
]


def searched(line, **options):
    """The value and the name of the action on size 4 after these moves, with a fixed seed."""
    game = Havannah(4)
    value, action = havannah_search(game, game.play(line), rng=Random(1), **options)
    return value, game.action_name(action)


def begun(game, state, **options):
    """The strong search of this state after one simulation."""
    search = StrongSearch(compiled_game(game, state), Random(1), Options(**options), 1)
    search.run(1)
    return search


@pytest.mark.parametrize(
    "without",
    [(), *(pytest.param((name,), marks=pytest.mark.slow) for name in SWITCHES), SWITCHES],
)
def test_wins_and_blocks_are_found_whatever_is_switched_off(without):
    """A bridge to finish, the same to block: a few thousand games show it."""
    off = dict.fromkeys(without, False)
    value, action = searched("A1 D4 A2 E4 A3 D5", simulations=10_000, **off)
    assert (action, value > 0.9) == ("A4", True)
    assert searched("A1 D4 A2 E4 A3", simulations=10_000, **off)[1] == "A4"


def test_forced_moves_need_one_simulation():
    """A win in one is certain at once, a block is all that is looked at, two threats win."""
    game = Havannah(4)
    state = game.play("A1 D5 D1 E5 D2 F6")  # nobody wins with the next stone
    for search in (strong_search, havannah_search):

        def found(line, search=search):
            value, action = search(game, game.play(line), simulations=1, rng=Random(1))
            return value, game.action_name(action)

        assert found("A1 D4 A2 E4 A3 D5") == (1, "A4")
        assert found("A1 D4 A2 E4 A3")[1] == "A4"
        # There are two threats: one of them is blocked.
        assert found("A1 D4 A2 E4 A3 D5 B1 E6 C1") in {(-1, "A4"), (-1, "D1")}
        value, action = found("A1 D5 D1 E5 D2 F6")
        assert value == 1
    after = game.result(state, game.action_named(action))._replace(to_move="X")
    assert sum(game.winner(game.result(after, cell)) == "X" for cell in game.actions(after)) >= 2
    for forced in (True, False):
        assert begun(game, state, forced=forced).settled == forced


@pytest.mark.parametrize("line", TWO_RINGS)
def test_two_rings_at_once_are_seen_before_they_threaten(line):
    """With one simulation it is certain that a stone threatens two rings, and nothing else."""
    game = Havannah(6)
    state = game.play(line)
    search = begun(game, state)
    assert search.settled
    value, place = search.best()
    assert value == 1
    after = game.result(state, compiled_game(game, state).action(game, state, place))
    again = after._replace(to_move=state.to_move)
    kinds = [game.win_line(game.result(again, cell)) for cell in game.actions(again)]
    assert [line[0] for line in kinds if line] == [("ring",)] * 2
    assert not any(wins_at(after, after.to_move, cell) for cell in game.actions(after))


def test_what_is_proven_is_true():
    """On size 3, in random positions: what the search and its readable twin call certain."""
    game, rng, settled = Havannah(3), Random(3), Counter()
    solver = HavannahSolver(game)
    for number in range(40):
        state = random_state(game, rng)
        values, found = solver.values(state), compiled_game(game, state)
        search = StrongSearch(found, rng, Options(), 20_000)
        search.run(20_000)
        value, place = search.best()
        answers = [(value, found.action(game, state, place))] if search.settled else []
        if number % 3 == 0:
            answers.append(strong_search(game, state, simulations=400, rng=rng))
        for value, action in answers:
            if abs(value) == 1:
                assert value == max(values.values()) == values[action]
                settled[number % 3] += 1
    assert settled[0] > 15
    assert settled[1] + settled[2] > 15


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("A1 E6 B1 E1 A2 B4 C3 F3 C2 B3 D4 I5 E4 G4 E3 D2", 2),
        ("A1 E3 A5 A4 C5 B5 D7 C6 D6 B3 C2 C7 D4 B1 B2 D8 E8 D3 C3", 4),
    ],
)
def test_moves_that_are_left_out_lose_to_two_threats(line, left):
    """After each of them the other has a stone with two ways to win, and nobody can win before."""
    game = Havannah(5)
    state = game.play(line)
    found, other = compiled_game(game, state), "XO"[state.to_move == "X"]
    search = begun(game, state)
    first, made = search.facts[[havannah_kernels.FIRST, havannah_kernels.MADE], 0]
    places = search.facts[havannah_kernels.MOVE, first : first + made]

    def ways(state, player):
        return {cell for cell in game.actions(state) if wins_at(state, player, cell)}

    turned = state._replace(to_move=other)
    threats = {cell: ways(game.result(turned, cell), other) for cell in game.actions(state)}
    assert (made, ways(state, state.to_move), ways(state, other)) == (left, set(), set())
    for cell in {*game.actions(state)} - {found.action(game, state, int(at)) for at in places}:
        assert not ways(game.result(state, cell), state.to_move)
        assert any(at != cell and len(won - {cell}) > 1 for at, won in threats.items())


def missing(game, state, seat):
    """The stones missing through each empty cell for one side, by compiled code."""
    found = compiled_game(game, state)
    room, (own, theirs) = havannah_kernels.room_for(found), sides_of(found)[:: 1 - 2 * seat]
    find = loop(havannah_kernels.find_missing)
    first = room.missing[0]
    least = find(found.rules, found.start, own, theirs, first, room)
    cells = numbers(game, game.actions(state))
    assert least == np.min(first[cells])
    return dict(zip(game.actions(state), map(int, first[cells]), strict=True))


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_the_stones_missing_are_those_of_the_readable_twin(size):
    """In random positions, for both sides."""
    game, rng = Havannah(size), Random(size)
    for _ in range(6 if size < 8 else 2):
        state = random_state(game, rng)
        for seat, player in enumerate(game.players):
            assert missing(game, state, seat) == missing_stones(state, player)


def test_simulations_that_can_not_change_the_choice_are_left_out():
    """The same search, carried on to its end, chooses the same; in most positions some are left."""
    game, rng, spared = Havannah(4), Random(7), 0
    for _ in range(12):
        found = compiled_game(game, random_state(game, rng))
        search = StrongSearch(found, Random(1), Options(prove=False), 2000)
        search.decide(2000)
        chosen, spared = search.best()[1], spared + 2000 - search.visits
        search.run(2000 - search.visits)
        assert search.best()[1] == chosen
    assert spared > 2000


def test_what_both_players_lack_counts_as_games_played():
    """Who has a chain along a side is ahead of scattered stones before any game shows it."""
    game, ahead = Havannah(6), havannah_kernels.AHEAD
    for line, won_by_o in (("A1 F6 A2 H7 A3 D5", 0), ("F6 A1 H7 A2 D5 A3", ahead)):
        totals = []
        for ways in (True, False):
            search = begun(game, game.play(line), ways=ways)
            assert search.visits == 1
            assert search.facts[havannah_kernels.VISITS, 0] == 1 + ahead * ways
            totals.append(search.facts[havannah_kernels.TOTAL, 0] / 2)
        assert abs(totals[0] - totals[1] - won_by_o) < ahead / 4


@pytest.mark.slow
def test_compiled_code_stays_inside_its_arrays(tmp_path):
    """Searches on all sizes in a process in which numba checks every index."""
    code = (
        "from random import Random\n"
        "from course_lib.games import Havannah\n"
        "from course_tools.engines.havannah import havannah_search\n"
        "for size in range(2, 16):\n"
        "    game, rng = Havannah(size), Random(size)\n"
        "    for number in (0, 1, 2, 3):\n"
        "        state, actions = game.initial, game.playout(game.initial, rng).actions\n"
        "        for action in actions[: number * len(actions) // 4]:\n"
        "            state = game.result(state, action)\n"
        "        havannah_search(game, state, simulations=300, rng=rng)\n"
        "print('inside')\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = ran(sys.executable, "-c", code, env=environment)
    assert done.stdout.split() == ["inside"], done.stderr


def test_a_cut_bridge_is_saved():
    """Of the two cells between two stones the other one, if it is empty."""
    game, saving = Havannah(4), loop(havannah_kernels.saving_cell)
    for moves in ("C3 D4 D5", "C3 C4 D5", "C3 C4 D5 D4"):
        state, last = game.play(moves), game.action_named(moves.split()[1])
        found, [cell] = compiled_game(game, state), numbers(game, [last])
        mine, theirs = sides_of(found)
        reply = saving(found.rules, found.start, mine, theirs, cell, np.uint64(1))
        expected = saving_cells(state._replace(to_move="X"), last)
        assert reply == (numbers(game, expected)[0] if expected else 0)
        assert len(expected) == (len(moves.split()) < 4)


@pytest.mark.parametrize("passing", [True, False])
def test_who_may_pass_and_who_has_no_numba_still_meets_a_strong_player(monkeypatch, passing):
    """Where passing is allowed it is the same search; without numba it is the readable one."""
    game, search = Havannah(4, passing=passing), {"simulations": 60, "rng": Random(1)}
    state = game.play("A1 D4 A2 pass A3" if passing else "A1 D4 A2 E4 A3")
    if not passing:
        monkeypatch.setattr("course_tools.engines.mcts.have_numba", lambda: False)
        expected = strong_search(game, state, simulations=60, rng=Random(1))
        assert havannah_search(game, state, **search) == expected
    assert game.action_name(havannah_search(game, state, **search)[1]) == "A4"
    assert havannah_player(seconds=0.05)(game, state) in game.actions(state)


def test_the_same_seed_gives_the_same_game_and_seconds_are_a_budget():
    """A whole game, twice; the player says what it is, and a fiftieth of a second is enough."""
    game = Havannah(5)

    def played():
        other = havannah_player(simulations=300, rave=False, rng=Random(3))
        return play_game(game, [havannah_player(simulations=300), other], rng=Random(4))

    first = played()
    assert first.actions == played().actions
    assert first.winner is not None
    assert first.players["O"] == "havannah_player(simulations=300, rave=False, rng=rng)"
    assert havannah_player(seconds=0.02)(game, game.initial) in game.actions(game.initial)
