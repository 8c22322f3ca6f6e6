"""Compiled random games and tree search are those of the readable rules, only sooner."""

import math
import shutil
import sys
from pathlib import Path
from random import Random

import pytest
from compiled_twins import GAMES, SplitMix, counts_of, loop, swapping_playout, twin_counts
from console import ran
from search_games import random_state

from course_lib.game import Playout
from course_lib.games import ConnectFour, Count, Gomoku, KInARow, Nim, TicTacToe, compact
from course_lib.search import mcts as readable
from course_tools.arena.engines.mcts import compiled_game, mcts_player, mcts_search

pytest.importorskip("numba")
ROOT = Path(__file__).resolve().parents[2]


# --- random games -------------------------------------------------------------------------------


def size_of(game):
    """How many squares or cells there are."""
    return len(game.initial.board)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_games_moves_and_results_are_those_of_the_readable_rules(game):
    """With the same chance each game ends the same; at each step the same moves and outcome.

    The readable game refuses a move that is not legal, so every compiled move was. A board that
    is made from a state may be kept otherwise than one that grew, so moves are tried on both.
    """
    import numpy as np

    rng = Random(1)
    for _ in range(4 if size_of(game) > 100 else 15):
        state, chance = random_state(game, rng), rng.getrandbits(64)
        assert counts_of(game, state, 5, chance) == twin_counts(game, state, 5, chance)

    found = compiled_game(game, game.initial)
    moves, _, play, _ = found.functions
    legal, make = loop(moves), loop(play)
    places = np.empty(int(found.rules[-1]), dtype=np.int16)
    outcomes, seen = set(), 0
    while seen < 200 or len(outcomes) == 1:
        state, board = game.initial, found.start.copy()
        while actions := game.actions(state):
            number = legal(found.rules, board, places)
            known = [found.action(game, state, int(place)) for place in places[:number]]
            assert known == list(actions)
            fresh = compiled_game(game, state).start
            for pick in rng.sample(range(number), min(number, 8)):
                after = game.result(state, actions[pick])
                won = game.winner(after) is not None
                expected = 2 if won else 1 if game.is_terminal(after) else 0
                for one in (board, fresh):
                    assert make(found.rules, one.copy(), int(places[pick])) == expected
                outcomes.add(expected)
            make(found.rules, board, int(places[pick]))  # the last of them is played
            state = after
            seen += 1


def test_a_game_with_rules_of_its_own_is_played_by_them():
    """A class that changes a rule is not taken for the game it comes from."""

    class Rigged(TicTacToe):
        def playout(self, state, rng):
            return Playout((), (-1, 1))

    game = Rigged()
    assert compiled_game(game, game.initial) is None
    found = mcts_search(game, game.initial, simulations=9, rng=Random(1))
    assert found[0] == -1


@pytest.mark.slow
def test_what_was_compiled_before_a_change_is_not_used_after_it(tmp_path):
    """In a copy of the library fours are made of three stones, in a file that the loop imports."""
    kept = shutil.ignore_patterns("__pycache__")
    for room in ("course_lib", "course_tools", "benchmarks"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=kept)
    code = (
        "from course_lib.games import ConnectFour\n"
        "from benchmarks.random_games import outcomes\n"
        "from course_tools.arena.engines.mcts import compiled_game\n"
        "game = ConnectFour(4, 4)\n"
        "print(outcomes(compiled_game(game, game.initial), 3000, 1)[1])"
    )

    def draws():
        return int(ran(sys.executable, "-c", code, check=True, cwd=tmp_path).stdout)

    before = draws()
    assert before == draws() > 500
    rules = tmp_path / "course_tools" / "arena" / "engines" / "rows_kernels.py"
    text = rules.read_text(encoding="utf-8")
    changed = text.replace("return rows & rows >> step + step", "return rows & rows >> step", 1)
    assert changed != text
    rules.write_text(changed, encoding="utf-8")
    assert draws() < before / 2


# --- tree search --------------------------------------------------------------------------------


def compiled_search(game, state, rng, *, c=1.4, prove=True):
    """A compiled search that can be looked into."""
    from course_tools.arena.engines.mcts_kernels import CompiledSearch

    return CompiledSearch(compiled_game(game, state), rng, c=c, prove=prove)


def facts(node, *, prove, at_root=True):
    """All that is known of a tree, down to what is proven: there the readable search goes on."""
    known = [node.action, node.visits, node.total, node.proven]
    if at_root or not (prove and node.proven):
        known.append(tuple(child.action for child in node.open))
        known.append(None if node.untried is None else tuple(sorted(node.untried)))
        known += [facts(child, prove=prove, at_root=False) for child in node.children]
    return known


def told(found):
    """The value and action of a search, and the numbers of all actions at the root."""
    return found, [(one.action, one.visits, one.total, one.proven) for one in found.tree.children]


@pytest.mark.parametrize("prove", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_with_the_same_chance_both_grow_the_same_tree(game, prove):
    """Node for node: visits, totals, what is proven, open and untried, in the same order."""
    large, rng = size_of(game) > 60, Random(1)
    for number, simulations in enumerate((60, 60) if large else (10, 100, 100, 400)):
        state = random_state(game, rng) if number else game.initial
        chance, options = rng.getrandbits(64), {"c": rng.choice([0.3, 1.4]), "prove": prove}
        budget = {"simulations": simulations, "rng": SplitMix(chance), **options}
        expected = readable.mcts_search(game, state, playout=swapping_playout, **budget)
        search = compiled_search(game, state, SplitMix(chance), **options)
        search.run(simulations)
        tree = search.tree(game, state, levels=1000)
        assert facts(tree, prove=prove) == facts(expected.tree, prove=prove)
        found = mcts_search(game, state, **budget | {"rng": SplitMix(chance)})
        assert told(found) == told(expected)


def test_a_search_may_be_carried_on():
    """Ten times a hundred simulations make the same tree as a thousand."""
    game = ConnectFour()
    once, often = (compiled_search(game, game.initial, Random(1)) for _ in range(2))
    once.run(1000)
    for _ in range(10):
        often.run(100)
    assert often.visits == 1000
    trees = [search.tree(game, game.initial, levels=99) for search in (once, often)]
    assert facts(trees[0], prove=True) == facts(trees[1], prove=True)


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


def test_what_is_not_compiled_gets_the_readable_search_and_compact_games_the_compiled_one():
    """Equal to the readable search to the last visit; compact games keep their states."""
    for game in (Count(6, 3), TicTacToe(3, ("X", "O", "Z")), KInARow(2, 70, 4)):
        expected = readable.mcts_search(game, game.initial, rng=Random(6), simulations=100)
        found = mcts_search(game, game.initial, rng=Random(6), simulations=100)
        assert told(found) == told(expected)
    game, small = ConnectFour(), compact(ConnectFour())
    found = mcts_search(game, game.initial, simulations=300, rng=Random(7))
    again = mcts_search(small, small.initial, simulations=300, rng=Random(7))
    assert told(found) == told(again)
    assert {child.state for child in again.tree.children} == {
        small.result(small.initial, action) for action in small.actions(small.initial)
    }


@pytest.mark.parametrize("game", [Gomoku(9), Nim()])
def test_seconds_are_a_budget(game):
    """Some simulations are done; both budgets together take the smaller."""
    found = mcts_search(game, game.initial, seconds=0.05, rng=Random(1))
    assert found[1] in game.actions(game.initial)
    assert found.tree.visits > 0
    both = mcts_search(game, game.initial, seconds=5, simulations=70, rng=Random(1))
    assert both.tree.visits == 70


def test_time_is_not_spent_on_what_is_certain():
    """A win in one is found at once, however long the search may take."""
    game = TicTacToe()
    found = mcts_search(game, game.parse("XX. OO. ..."), seconds=100, rng=Random(1))
    assert found == (1, (0, 2))
    assert found.tree.visits < 1000


def test_players_play():
    """By simulations or by seconds, with randomness of each game's own."""
    game = ConnectFour()
    strong = mcts_player(simulations=1000, rng=Random(1))
    assert repr(strong) == "fast.mcts_player(simulations=1000, rng=rng)"
    quick = mcts_player(seconds=0.01, rng=Random(1), c=1.0)
    assert repr(quick) == "fast.mcts_player(seconds=0.01, c=1.0, rng=rng)"
    assert quick(game, game.initial) in game.actions(game.initial)
    rng = Random(3)
    strong.new_game(game, "X", rng)
    before = rng.getstate()
    strong(game, game.initial)
    assert rng.getstate() != before


SEARCH = {"simulations": 5, "rng": Random(1)}


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"simulations": None}, ValueError, "mcts_search was given simulations=None"),
        *(
            ({"seconds": seconds}, ValueError, "seconds is a number above 0")
            for seconds in (0, -1, math.inf, math.nan, "1", True)
        ),
        ({"seconds": 1, "simulations": 0}, ValueError, "simulations=0"),
        ({"rng": 3}, TypeError, r"such as random\.Random\(1\)"),
    ],
)
def test_options_that_make_no_sense_get_a_sentence(options, error, sentence):
    """Budgets, and all that the readable search refuses."""
    game = TicTacToe()
    with pytest.raises(error, match=sentence):
        mcts_search(game, game.initial, **SEARCH | options)
