"""The compiled Monte Carlo tree search grows the readable one's tree, only sooner."""

from __future__ import annotations

import math
from random import Random

import pytest
from compiled_twins import GAMES, SplitMix, random_state, swapping_playout

from course_lib.game import Playout
from course_lib.games import ConnectFour, Count, Gomoku, KInARow, Nim, TicTacToe, compact
from course_lib.play.match import play_game
from course_lib.search import mcts as readable
from course_lib.search import minimax_search
from course_tools.engines import connect_four as solver
from course_tools.engines.mcts import compiled_game, mcts_player, mcts_search


def compiled_search(game, state, rng, *, c=1.4, prove=True):
    """A compiled search that can be looked into."""
    pytest.importorskip("numba")
    from course_tools.engines.mcts_kernels import CompiledSearch

    return CompiledSearch(compiled_game(game, state), rng, c=c, prove=prove)


def told(node, *, prove, at_root=True):
    """All that is known of a tree, down to what is proven: there the readable search goes on."""
    known = [node.action, node.visits, node.total, node.proven]
    known.append(tuple(child.action for child in node.open))
    if node.untried is not None:
        known.append(tuple(sorted(node.untried)))
    if at_root or not (prove and node.proven):
        known += [told(child, prove=prove, at_root=False) for child in node.children]
    else:
        known = known[:4]
    return known


def all_nodes(node):
    """A node and everything below it."""
    yield node
    for child in node.children:
        yield from all_nodes(child)


@pytest.mark.parametrize("prove", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_with_the_same_chance_both_grow_the_same_tree(game, prove):
    """Node for node: visits, totals, what is proven, open and untried, in the same order."""
    large = game.rows * game.columns > 100
    rng, proven = Random(1), 0
    for number in range(3 if large else 10):
        state = random_state(game, rng) if number else game.initial
        chance, c = rng.getrandbits(64), rng.choice([0.3, 1.4])
        simulations = 60 if large else 10 ** rng.randint(1, 3)
        options = {"c": c, "prove": prove}
        expected = readable.mcts_search(
            game,
            state,
            simulations=simulations,
            rng=SplitMix(chance),
            playout=swapping_playout,
            **options,
        )
        search = compiled_search(game, state, SplitMix(chance), **options)
        search.run(simulations)
        tree = search.tree(game, state, levels=1000)
        assert told(tree, prove=prove) == told(expected.tree, prove=prove)
        found = mcts_search(game, state, simulations=simulations, rng=SplitMix(chance), **options)
        assert found == expected
        assert found.table() == expected.table()
        proven += sum(node.proven is not None for node in all_nodes(tree))
    assert proven or large


def test_a_search_may_be_carried_on():
    """Ten times a hundred simulations make the same tree as a thousand."""
    game = ConnectFour()
    once = compiled_search(game, game.initial, Random(1))
    once.run(1000)
    often = compiled_search(game, game.initial, Random(1))
    for _ in range(10):
        often.run(100)
    assert often.visits == 1000
    trees = [search.tree(game, game.initial, levels=99) for search in (once, often)]
    assert told(trees[0], prove=True) == told(trees[1], prove=True)


def test_a_tree_that_is_full_goes_on_counting():
    """With room for few nodes the visits still add up, and the best action is still found."""
    game = TicTacToe()
    state = game.parse("XX. OO. ...")
    search = compiled_search(game, state, Random(1), prove=False)
    search.most_nodes = 40
    search.run(3000)
    root = search.tree(game, state, levels=99)
    assert len(search.facts) < 100
    assert root.visits == 3000 == sum(child.visits for child in root.children)
    assert max(root.children, key=lambda child: child.visits).action == (0, 2)


def test_what_is_proven_at_tic_tac_toe_is_true():
    """In hundreds of states: solved to the end, with the value of minimax."""
    game, rng, values = TicTacToe(), Random(2), set()
    for _ in range(100):
        state = random_state(game, rng)
        found = mcts_search(game, state, simulations=30_000, rng=rng)
        if not compiled_game(game, state):
            pytest.skip("numba is not installed")
        assert found.tree.proven is not None or len(game.actions(state)) > 7
        if found.tree.proven is not None:
            assert found[0] == minimax_search(game, state)[0]
            after = game.result(state, found[1])
            assert -found[0] == (
                minimax_search(game, after)[0]
                if not game.is_terminal(after)
                else game.utility(after, game.to_move(after))
            )
            values.add(found[0])
    assert values == {-1, 0, 1}


def test_what_is_proven_at_connect_four_is_the_solvers():
    """Of a hundred positions near the end: each child proven has the sign of the exact score."""
    pytest.importorskip("numba")
    game, rng, checked = ConnectFour(), Random(3), 0
    exact = solver.Solver(game)
    while checked < 100:
        state = random_state(game, rng)
        if sum(mark != "." for mark in state.board) < 22:
            continue
        checked += 1
        root = mcts_search(game, state, simulations=20_000, rng=rng).tree
        scores = exact.scores(state)
        for child in root.children:
            if child.proven is not None:
                score = scores[child.action]
                assert child.proven[child.seat] == ((score > 0) - (score < 0) + 1) / 2
        if root.proven is not None and max(scores.values()) > 0:
            assert root.proven[root.seat] == 1


def test_visits_are_shared_out_as_the_readable_search_does():
    """With each one's own chance: mean shares of 60 searches within five standard errors."""
    game = ConnectFour()
    state = game.play("4443")

    def shares(search, first):
        rows = []
        for seed in range(first, first + 60):
            root = search(game, state, simulations=200, rng=Random(seed)).tree
            rows.append({child.action: child.visits / 200 for child in root.children})
        return rows

    slow, fast = shares(readable.mcts_search, 0), shares(mcts_search, 1000)
    for action in game.actions(state):
        means, errors = [], []
        for rows in (slow, fast):
            mean = sum(row[action] for row in rows) / 60
            means.append(mean)
            errors.append(sum((row[action] - mean) ** 2 for row in rows) / 59 / 60)
        assert abs(means[0] - means[1]) < 5 * math.sqrt(sum(errors))


def test_the_same_seed_gives_the_same_search():
    """And another seed another; the rng that is handed over moves on."""
    game, rng = ConnectFour(), Random(5)
    tables = [
        mcts_search(game, game.initial, simulations=500, rng=one).table()
        for one in (Random(5), rng, rng)
    ]
    assert tables[0] == tables[1] != tables[2]


def test_games_and_options_that_are_not_compiled_get_the_readable_search():
    """Equal to the readable search to the last visit."""
    game = TicTacToe()

    def x_wins(_game, _state, _rng):
        return Playout((), (1, -1))

    cases = [
        (Count(6, 3), {}),
        (Nim(), {}),
        (TicTacToe(3, ("X", "O", "Z")), {}),
        (KInARow(2, 70, 4), {}),
        (game, {"rave": True}),
        (game, {"playout": x_wins}),
    ]
    for one, options in cases:
        budget = {"simulations": 100, **options}
        expected = readable.mcts_search(one, one.initial, rng=Random(6), **budget)
        found = mcts_search(one, one.initial, rng=Random(6), **budget)
        assert (found, found.table()) == (expected, expected.table())


def test_compact_games_are_searched_too():
    """The same result and visits, and a tree with compact states."""
    game, small = ConnectFour(), compact(ConnectFour())
    found = mcts_search(game, game.initial, simulations=300, rng=Random(7))
    again = mcts_search(small, small.initial, simulations=300, rng=Random(7))
    assert (found, found.table()) == (again, again.table())
    if compiled_game(small, small.initial):
        assert {child.state for child in again.tree.children} == {
            small.result(small.initial, action) for action in small.actions(small.initial)
        }


@pytest.mark.parametrize("game", [Gomoku(9), Nim()])
def test_seconds_are_a_budget(game):
    """Some simulations are done, more in more time; both budgets together take the smaller."""
    state = game.initial
    found = mcts_search(game, state, seconds=0.05, rng=Random(1))
    assert found[1] in game.actions(state)
    assert found.tree.visits > 0
    both = mcts_search(game, state, seconds=5, simulations=70, rng=Random(1))
    assert both.tree.visits == 70


def test_time_is_not_spent_on_what_is_certain():
    """A win in one is found at once, however long the search may take."""
    game = TicTacToe()
    state = game.parse("XX. OO. ...")
    if not compiled_game(game, state):
        pytest.skip("numba is not installed")
    found = mcts_search(game, state, seconds=100, rng=Random(1))
    assert found == (1, (0, 2))
    assert found.tree.visits < 1000


def test_players_play():
    """A thousand simulations against ten at Connect Four, with randomness of each game's own."""
    game = ConnectFour()
    strong = mcts_player(simulations=1000, rng=Random(1))
    weak = mcts_player(simulations=10, rng=Random(2))
    won = [play_game(game, (strong, weak)).winner for _ in range(5)]
    won += [play_game(game, (weak, strong)).winner for _ in range(5)]
    assert won.count("X") + won.count("O") >= 9
    assert won[:5].count("X") + won[5:].count("O") >= 9
    assert repr(strong) == "fast.mcts_player(simulations=1000, rng=rng)"
    quick = mcts_player(seconds=0.01, rng=Random(1), c=1.0)
    assert repr(quick) == "fast.mcts_player(seconds=0.01, c=1.0, rng=rng)"
    assert quick(game, game.initial) in game.actions(game.initial)
    rng = Random(3)
    strong.new_game(game, "X", rng)
    before = rng.getstate()
    strong(game, game.initial)
    assert rng.getstate() != before


def test_bad_questions_get_a_sentence():
    """Budgets, options of players, and all that the readable search refuses."""
    game = TicTacToe()
    start = game.initial
    with pytest.raises(ValueError, match="mcts_search was given simulations=None"):
        mcts_search(game, start, rng=Random(1))
    for seconds in (0, -1, math.inf, math.nan, "1", True):
        with pytest.raises(ValueError, match="seconds is a number above 0"):
            mcts_search(game, start, seconds=seconds, rng=Random(1))
    with pytest.raises(ValueError, match="simulations=0"):
        mcts_search(game, start, seconds=1, simulations=0, rng=Random(1))
    with pytest.raises(ValueError, match="c is a number from 0 up"):
        mcts_search(game, start, simulations=5, rng=Random(1), c=-1)
    with pytest.raises(TypeError, match=r"such as random\.Random\(1\)"):
        mcts_search(game, start, simulations=5, rng=3)
    with pytest.raises(ValueError, match="mcts_search was asked for an action"):
        mcts_search(game, game.play("a1 a2 b1 b2 c1"), simulations=5, rng=Random(1))
    with pytest.raises(TypeError, match="a game first"):
        mcts_search(start, game, simulations=5, rng=Random(1))
    with pytest.raises(TypeError, match="mcts_player was given depth"):
        mcts_player(simulations=5, rng=Random(1), depth=3)
    with pytest.raises(ValueError, match="mcts_player was given simulations=None"):
        mcts_player(rng=Random(1))
