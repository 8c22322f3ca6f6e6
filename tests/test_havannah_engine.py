"""Havannah compiled: the rules are those of the readable game, and so are random games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest
from compiled_twins import SplitMix, counts_of, loop, random_state

from course_lib.games import Havannah, TicTacToe
from course_lib.play import play_game
from course_lib.play.rates import exact_rates
from course_lib.search import solve
from course_tools.cli import main
from course_tools.engines.havannah import havannah_player, havannah_search
from course_tools.engines.havannah_solver import HavannahSolver, TooLargeError
from course_tools.engines.mcts import compiled_game, plain_playouts, playouts

pytest.importorskip("numba")

GAMES_OF_SIZE = {2: 600, 3: 900, 4: 900, 5: 500, 6: 200, 8: 80, 10: 60}
"""How many random games of each size are played again."""

MORE = [
    pytest.param(size, 3000 // max(1, size - 4), marks=pytest.mark.slow) for size in range(2, 11)
]


@pytest.fixture(scope="module")
def replay():
    """A compiled function: at which of these moves a game ends, and how."""
    import numba

    from course_tools.engines.hex_kernels import HAVANNAH

    _, _, play, _ = HAVANNAH

    @numba.njit
    def replayed(rules, board, moves):
        for at in range(len(moves)):
            outcome = play(rules, board, moves[at])
            if outcome:
                return at + 1, outcome
        return len(moves), 0

    return replayed


def numbers(game, actions):
    """The compiled numbers of these cells."""
    import numpy as np

    from course_tools.engines.hex_kernels import shift_of

    shift = shift_of(game.size)
    return np.array([x << shift | y for x, y in actions])


def ends_alike(game, rules, replay, actions, drawn):
    """Whether the compiled game ends with the last of these actions, and as it should."""
    board = compiled_game(game, game.initial).start.copy()
    return replay(rules, board, numbers(game, actions)) == (len(actions), 1 if drawn else 2)


@pytest.mark.parametrize(("size", "games"), [*GAMES_OF_SIZE.items(), *MORE])
def test_thousands_of_games_end_at_the_same_move(size, games, replay):
    """Games that the readable playout ends with a win, or a full board, end so in compiled code."""
    game, rng = Havannah(size), Random(size)
    rules = compiled_game(game, game.initial).rules
    for _ in range(games):
        played = game.playout(game.initial, rng)
        assert ends_alike(game, rules, replay, played.actions, played.utilities[0] == 0)


@pytest.mark.parametrize("fault", ["ring", "middle", "third", "side"])
def test_a_planted_fault_is_found(fault, replay):
    """Each part of the tables is needed: without it some game ends otherwise."""
    from course_tools.engines.hex_kernels import EACH, WAYS

    game, rng = Havannah(4), Random(9)
    rules = compiled_game(game, game.initial).rules.copy()
    start = compiled_game(game, game.initial).start.copy()
    table = rules[WAYS : WAYS + 128 * EACH].reshape(128, EACH)
    if fault == "ring":  # of two runs only one is looked at
        table[:, 1] = table[:, 0]
    elif fault == "middle":
        table[:, 3:6] = 0
    elif fault == "third":
        table[:, 6] = 0
    else:  # the corner A1 counts as a side
        start[numbers(game, [(1, 1)])] = -1 - (1 << 6)
    wrong = 0
    for _ in range(800):
        played = game.playout(game.initial, rng)
        outcome = 1 if played.utilities[0] == 0 else 2
        found = replay(rules, start.copy(), numbers(game, played.actions))
        wrong += found != (len(played.actions), outcome)
    assert wrong


@pytest.mark.parametrize("size", [2, 3, 5, 8, 10, 15])
def test_moves_and_boards_are_those_of_the_readable_game(size, replay):
    """In states of random games: the same moves in order, and chains that win where they should.

    A board made from a state has the chains linked otherwise than one on which they grew, so each
    of the next moves is tried on both.
    """
    import numpy as np

    from course_tools.engines.hex_kernels import HAVANNAH

    game, rng = Havannah(size), Random(size)
    legal = loop(HAVANNAH[0])
    for _ in range(20 if size < 8 else 4):
        actions = game.playout(game.initial, rng).actions
        cut = rng.randrange(1, len(actions))
        state = game.initial
        for action in actions[:cut]:
            state = game.result(state, action)
        found = compiled_game(game, state)
        places = np.empty(int(found.rules[-1]), dtype=np.int16)
        number = legal(found.rules, found.start, places)
        known = [found.action(game, state, int(place)) for place in places[:number]]
        assert known == list(game.actions(state))
        grown = compiled_game(game, game.initial).start.copy()
        replay(found.rules, grown, numbers(game, actions[:cut]))
        for action in game.actions(state):
            after = game.result(state, action)
            expected = 2 if game.winner(after) else 1 if game.is_terminal(after) else 0
            for board in (grown, found.start):
                assert replay(found.rules, board.copy(), numbers(game, [action]))[1] == expected


def readable_twin(game, state, rng):
    """The utility for the player to move, of a game by the readable rules that draws as ours."""
    player, choices = game.to_move(state), list(game.actions(state))
    while choices:
        pick = int(rng.random() * len(choices))
        state = game.result(state, choices[pick])
        choices[pick] = choices[-1]
        choices.pop()
        if game.is_terminal(state):
            break
    return game.utility(state, player)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 10])
def test_random_games_are_those_of_the_readable_rules(size):
    """With the same numbers for chance each game ends the same, from any state."""
    game, rng = Havannah(size), Random(size)
    for _ in range(30 if size < 7 else 4):
        state, chance = random_state(game, rng), rng.getrandbits(64)
        twin, expected = SplitMix(chance), [0, 0, 0]
        for _ in range(5):
            expected[int(readable_twin(game, state, twin)) + 1] += 1
        assert counts_of(game, state, 5, chance) == expected


def test_the_shares_are_the_exact_ones():
    """On size 2 a million games are within five standard deviations of the exact chances."""
    game = Havannah(2)
    exact = exact_rates(game, lambda game, state: game.actions(state))
    counts = playouts(game, game.initial, 1_000_000, seed=1)
    for who, share in exact.shares.items():
        spread = (1_000_000 * float(share * (1 - share))) ** 0.5
        assert abs(counts[who] - 1_000_000 * float(share)) <= 5 * spread


def test_the_shares_are_those_of_the_readable_playout():
    """Two samples, one of each, differ by less than five standard deviations."""
    game = Havannah(6)
    state = random_state(game, Random(7))
    slow = plain_playouts(game, state, 3_000, Random(8))
    fast = playouts(game, state, 100_000, seed=9)
    for who, count in slow.items():
        share = fast[who] / 100_000
        assert abs(count - 3_000 * share) <= 5 * (3_000 * share * (1 - share)) ** 0.5 + 1


def solved_plainly(game, state):
    """Every action's value by `solve`, which knows nothing of threats or bits."""
    values = {}
    for action in game.actions(state):
        after = game.result(state, action)
        over = game.is_terminal(after)
        values[action] = (
            game.utility(after, game.to_move(state)) if over else -solve(game, after).value
        )
    return values


def test_exact_values_are_those_of_the_plain_search():
    """On size 2 from the start, and in random positions of sizes 3 and 4 with few cells left."""
    game = Havannah(2)
    assert HavannahSolver(game).values(game.initial) == solved_plainly(game, game.initial)
    rng, seen = Random(5), set()
    for size, left in ((3, 9), (4, 7)):
        game, compared = Havannah(size), 0
        solver = HavannahSolver(game)
        while compared < 5:
            state, actions = game.initial, list(game.actions(game.initial))
            rng.shuffle(actions)
            for action in actions[:-left]:
                if game.is_terminal(state):
                    break
                state = game.result(state, action)
            if not game.is_terminal(state):
                values = solver.values(state)
                assert values == solved_plainly(game, state)
                seen |= set(values.values())
                compared += 1
    assert seen >= {1, -1}


def test_draws_are_valued_as_draws():
    """Positions with four cells left, from games that end in one."""
    rng, game = Random(6), Havannah(3)
    found = 0
    for _ in range(40_000):
        played = game.playout(game.initial, rng)
        if played.utilities[0] == 0:
            state = game.initial
            for action in played.actions[:-4]:
                state = game.result(state, action)
            assert HavannahSolver(game).values(state) == solved_plainly(game, state)
            found += 1
    assert found


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
    with pytest.raises(TooLargeError, match="takes more than 50 positions"):
        HavannahSolver(game, 50).values(game.initial)
    with pytest.raises(ValueError, match="who may pass"):
        HavannahSolver(Havannah(3, passing=True))


def analysed(capsys, *words):
    """What the command prints as JSON."""
    assert main(["analyse", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_gives_every_move_its_value(capsys):
    """On sizes 2, 3 and with few cells left on 4; else it refuses, and says why."""
    found = analysed(capsys, "havannah:size=2", "")
    assert found == {
        "to_move": "X",
        "moves": {"A1": 1, "A2": 1, "B1": 1, "B2": -1, "B3": 1, "C2": 1, "C3": 1},
    }
    game = Havannah(3)
    values = HavannahSolver(game).values(game.play("A1 B2"))
    expected = {game.action_name(action): value for action, value in values.items()}
    assert analysed(capsys, "havannah:size=3", "a1 b2") == {"to_move": "X", "moves": expected}
    late = "D4 A1 D5 B1 C3 B4 D7 G7 E6 C2 E4 F5 B3 A2 G4 D2"
    assert len(analysed(capsys, "havannah:size=4", late)["moves"]) == 37 - len(late.split())
    assert main(["analyse", "havannah:size=4", late[:29], "--most-states", "20"]) == 2
    assert "more than 20 positions. Play further" in capsys.readouterr().err
    assert main(["analyse", "havannah", ""]) == 2
    assert "271 cells are empty, and 30 are the most" in capsys.readouterr().err
    # Two threats at once can't both be blocked, however large the board is.
    rings = "E5 A1 E6 A3 F5 A5 G6 A7 G7 A9 J10 S10 J11 S12 K10 S14 L11 S16 L12"
    lost = analysed(capsys, "havannah", rings)["moves"]
    assert set(lost.values()) == {-1}


def test_other_rules_and_large_boards_are_not_compiled():
    """With passing, beyond size 15, or with a rule of its own, the readable game answers."""

    class Rigged(Havannah):
        def actions(self, state):
            return super().actions(state)[:1]

    for game in (Havannah(3, passing=True), Havannah(16), Rigged(3)):
        assert compiled_game(game, game.initial) is None


SWITCHES = ("rave", "bridges", "forced", "prove", "prior", "ways")


def searched(state, **options):
    """What the strong search finds on size 4, with a fixed seed."""
    return havannah_search(Havannah(4), state, rng=Random(1), **options)


@pytest.mark.parametrize("without", [(), *((name,) for name in SWITCHES), SWITCHES])
def test_wins_and_blocks_are_found_whatever_is_switched_off(without):
    """A bridge to finish, the same to block, a fork to finish: a few thousand games show it."""
    game, off = Havannah(4), dict.fromkeys(without, False)
    finish = game.play("A1 D4 A2 E4 A3 D5")
    value, action = searched(finish, simulations=20_000, **off)
    assert game.action_name(action) == "A4"
    assert value > 0.9
    block = game.play("A1 D4 A2 E4 A3")
    assert game.action_name(searched(block, simulations=20_000, **off)[1]) == "A4"


def test_forced_moves_need_one_simulation():
    """A win in one is certain at once, and a block is the only move looked at."""
    game = Havannah(4)
    finish, block = game.play("A1 D4 A2 E4 A3 D5"), game.play("A1 D4 A2 E4 A3")
    assert searched(finish, simulations=1) == (1.0, game.action_named("A4"))
    assert searched(block, simulations=1)[1] == game.action_named("A4")
    value, action = searched(game.play("A1 D4 A2 E4 A3 D5 B1 E6 C1"), simulations=1)
    assert value == -1
    assert game.action_name(action) in {"A4", "D1"}  # the two threats: one of them is blocked


@pytest.mark.parametrize("size", [2, 3, 4, 6, 9])
def test_cells_that_would_win_are_those_that_win(size):
    """In random positions the question about a cell has the answer of the readable game."""
    from course_tools.engines.hex_kernels import COLUMNS, STONES, would_win

    ask, game, rng = loop(would_win), Havannah(size), Random(size)
    seen = {True: 0, False: 0}
    for _ in range(40):
        actions = game.playout(game.initial, rng).actions
        state = game.initial
        for action in actions[: -rng.randrange(1, 4)]:
            state = game.result(state, action)
        found = compiled_game(game, state)
        stones = found.rules[STONES] + found.start[-2] * found.rules[COLUMNS]
        for action in game.actions(state):
            [cell] = numbers(game, [action])
            wins = game.winner(game.result(state, action)) is not None
            assert ask(found.rules, found.start, stones, cell) == wins
            seen[wins] += 1
    assert seen[True]


def test_what_is_proven_is_true():
    """On size 3, in random positions: a value of 1 or -1 that is called certain is exact."""
    from course_tools.engines.havannah_kernels import Options, StrongSearch

    game, rng, settled = Havannah(3), Random(3), 0
    solver = HavannahSolver(game)
    for _ in range(60):
        state = random_state(game, rng)
        search = StrongSearch(compiled_game(game, state), rng, Options(), 20_000)
        search.run(20_000)
        if search.settled:
            value, _ = search.best()
            values = solver.values(state)
            assert value == max(values.values())
            settled += 1
            move = compiled_game(game, state).action(game, state, search.best()[1])
            assert values[move] == value
    assert settled > 30


@pytest.fixture(scope="module")
def measured():
    """A function: the stones missing through each empty cell for one side, by compiled code."""
    import numba
    import numpy as np

    from course_tools.engines.havannah_kernels import find_missing, room_for
    from course_tools.engines.hex_kernels import COLUMNS, STONES

    find = numba.njit(find_missing)

    def missing(game, state, seat, wrong_board=None):
        found = compiled_game(game, state)
        room = room_for(found)
        first, columns = int(found.rules[STONES]), int(found.rules[COLUMNS])
        sides = first + seat * columns, first + (1 - seat) * columns
        board = found.start if wrong_board is None else wrong_board
        least = find(found.rules, board, *sides, room.missing[0], room.ways, room.lists)
        actions = game.actions(state)
        cells = numbers(game, actions)
        assert least == np.min(room.missing[0][cells])
        return dict(zip(actions, map(int, room.missing[0][cells]), strict=True))

    return missing


@pytest.mark.parametrize("size", [2, 3, 5, 8, 10])
def test_the_stones_missing_are_those_of_the_readable_twin(size, measured):
    """In random positions, for both sides; and one stone is missing exactly where one would win."""
    from course_lib.play.havannah_strong import missing_stones

    game, rng = Havannah(size), Random(size)
    for _ in range(12 if size < 8 else 4):
        state = game.initial
        actions = game.playout(state, rng).actions
        for action in actions[: rng.randrange(len(actions))]:
            state = game.result(state, action)
        for seat, player in enumerate(game.players):
            assert measured(game, state, seat) == missing_stones(state, player)


def test_a_wrong_corner_shows_in_the_stones_missing(measured):
    """A planted fault: were A1 a side and no corner, fewer ways would be known."""
    from course_lib.play.havannah_strong import missing_stones

    game = Havannah(4)
    board = compiled_game(game, game.initial).start.copy()
    board[numbers(game, [(1, 1)])] = -1 - (1 << 6)
    assert measured(game, game.initial, 0) == missing_stones(game.initial, "X")
    assert measured(game, game.initial, 0, board) != missing_stones(game.initial, "X")


def test_two_threats_at_once_are_a_win():
    """Nobody can win with the next stone, but one stone makes two threats: certain at once."""
    from course_tools.engines.havannah_kernels import Options, StrongSearch

    game = Havannah(4)
    state = game.play("A1 D5 D1 E5 D2 F6")
    value, action = searched(state, simulations=1)
    assert value == 1
    after = game.result(state, action)
    winning = [
        cell
        for cell in game.actions(after)
        if game.winner(game.result(after._replace(to_move="X"), cell)) == "X"
    ]
    assert len(winning) >= 2
    for forced in (True, False):
        search = StrongSearch(compiled_game(game, state), Random(1), Options(forced=forced), 1)
        search.run(1)
        assert search.settled == forced


def test_what_both_players_lack_counts_as_games_played():
    """Who has a chain along a side is ahead of scattered stones before any game shows it."""
    from course_tools.engines.havannah_kernels import AHEAD, TOTAL, VISITS, Options, StrongSearch

    game = Havannah(6)
    for line, won_by_o in (("A1 F6 A2 H7 A3 D5", 0), ("F6 A1 H7 A2 D5 A3", AHEAD)):
        totals = []
        for ways in (True, False):
            start = compiled_game(game, game.play(line))
            search = StrongSearch(start, Random(1), Options(ways=ways), 1)
            search.run(1)
            assert search.visits == 1
            assert search.facts[0, VISITS] == 1 + AHEAD * ways
            totals.append(search.facts[0, TOTAL] / 2)
        assert abs(totals[0] - totals[1] - won_by_o) < AHEAD / 4


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
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.split() == ["inside"], done.stderr


def test_a_cut_bridge_is_saved():
    """Of the two cells between two stones the other one, if it is empty."""
    import numpy as np

    from course_tools.engines.havannah_kernels import saving_cell
    from course_tools.engines.hex_kernels import COLUMNS, STONES

    saving, game = loop(saving_cell), Havannah(4)
    for moves, cell in (("C3 D4 D5", "C4"), ("C3 C4 D5", "D4"), ("C3 C4 D5 D4", None)):
        found = compiled_game(game, game.play(moves))
        mine, theirs = (int(found.rules[STONES]) + s * int(found.rules[COLUMNS]) for s in (0, 1))
        [last] = numbers(game, [game.action_named(moves.split()[1])])
        reply = saving(found.rules, found.start, mine, theirs, last, np.uint64(1))
        expected = numbers(game, [game.action_named(cell)])[0] if cell else 0
        assert reply == expected


def test_the_same_seed_gives_the_same_answer_and_a_player_is_one():
    """A whole game, twice; the player says what it is, and plays any size."""
    game = Havannah(5)

    def played():
        players = [
            havannah_player(simulations=300),
            havannah_player(simulations=300, rave=False, rng=Random(3)),
        ]
        return play_game(game, players, rng=Random(4))

    first = played()
    assert first.actions == played().actions
    assert first.winner is not None
    assert repr(havannah_player(simulations=300, rave=False)) == (
        "havannah_player(simulations=300, rave=False, rng=rng)"
    )


def test_time_is_a_budget():
    """A fiftieth of a second gives a legal move."""
    game = Havannah(10)
    assert havannah_player(seconds=0.02)(game, game.initial) in game.actions(game.initial)


def test_wrong_questions_get_a_sentence():
    """Another game, a final state, unknown options, no budget."""
    game = Havannah(3)
    with pytest.raises(TypeError, match="plays Havannah only"):
        havannah_search(TicTacToe(), TicTacToe().initial, rng=Random(1))
    with pytest.raises(ValueError, match="the game is over here"):
        havannah_search(game, game.play("A1 C4 A2 C5 A3"), rng=Random(1))
    with pytest.raises(TypeError, match="was given depth; its options are"):
        havannah_player(depth=3)
    with pytest.raises(ValueError, match="simulations=0"):
        havannah_player(simulations=0)
