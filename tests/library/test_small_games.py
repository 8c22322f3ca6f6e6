"""Count, Nim, Scissors-Paper-Stone and textbook trees: rules, counts, texts and mistakes."""

import pickle
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor

from search_games import true_value

from course_lib import Count, Nim, TextbookTree, solve
from course_lib.game import CHANCE, has_chance
from course_lib.games.count import CountState
from course_lib.games.nim import NimState

# --- Count ---------------------------------------------------------------------------------------


def test_count_is_lost_when_what_is_missing_is_a_multiple():
    """The known theory: the player to move loses when `most + 1` divides what is missing.

    So in Count(6, 3) only 2 wins, though a famous run of a wrong program opens with 3.
    """
    for goal, most in product(range(1, 12), range(1, 5)):
        game = Count(goal, most)
        for total in range(goal):
            lost = (goal - total) % (most + 1) == 0
            assert true_value(game)(CountState(total, "X"), "X") == (-1 if lost else 1)


# --- Nim -----------------------------------------------------------------------------------------


def test_nim_has_the_known_number_of_tree_nodes():
    """The whole tree of Nim (3, 4, 5) has 1,038,768 nodes, the root included."""
    game = Nim()

    @cache
    def nodes(state):
        return 1 + sum(nodes(game.result(state, action)) for action in game.actions(state))

    assert nodes(game.initial) == 1_038_768


def test_nim_agrees_with_the_nim_sum():
    """The first player wins exactly when the heaps' binary sum without carry is not 0.

    In the misere game too if a heap has 2 or more; else an even number of heaps wins. `solve` and
    the move it gives agree. Play from these heaps leads to all other orders of them.
    """
    for heaps in combinations_with_replacement(range(6), 3):
        wins = reduce(xor, heaps) != 0
        expected = {False: wins, True: wins if max(heaps) > 1 else sum(heaps) % 2 == 0}
        for misere, first_wins in expected.items():
            game = Nim(heaps, misere=misere)
            value = true_value(game)
            assert value(game.initial, "X") == (1 if first_wins else -1)
            if any(heaps):
                found = solve(game, game.initial)
                assert found.value == value(game.initial, "X")
                assert found.value == value(game.result(game.initial, found.action), "X")


def test_nim_does_not_care_where_a_heap_lies():
    """`canonical` is the same for the same heaps in another order, and keeps the player."""
    game = Nim((3, 4, 5))
    assert game.canonical(NimState((2, 0, 1), "X")) == game.canonical(NimState((1, 2, 0), "X"))
    assert game.canonical(NimState((2, 0, 1), "X")) != game.canonical(NimState((2, 0, 1), "O"))


# --- textbook trees ------------------------------------------------------------------------------


def test_a_tree_of_any_textbook_is_one_literal():
    """Named branches, MIN at the root, dice, three players: who moves, what it is worth."""
    tree = TextbookTree({"b1": [3, 12, 8], "b2": {"c1": 2, "c2": 4}}, first="MIN")
    assert (tree.players, tree.to_move(()), tree.to_move(("b1",))) == (("MAX", "MIN"), "MIN", "MAX")
    assert tree.utility(tree.play("b2 c2"), "MAX") == 4
    assert tree.play("B1 b") == ("b1", 1)
    assert not has_chance(tree)
    weather = TextbookTree({"rain @ 0.25": [3, {"x": -1}], "sun @ 3/4": {"y": 0}})
    assert has_chance(weather)
    assert weather.to_move(()) == CHANCE
    assert weather.chance(()) == (("rain @ 0.25", 0.25), ("sun @ 3/4", 0.75))
    assert weather.to_move(weather.play("rain")) == "MAX", "dice take nobody's turn"
    assert weather.to_move(weather.play("rain b")) == "MIN"
    assert weather.action_name("sun @ 3/4") == "sun"
    three = TextbookTree([[[1, 2, 6], [4, 2, 3]], {"r": [[6, 1, 2], [7, 4, 1]]}], players="ABC")
    assert [three.utility(three.play("b r a"), player) for player in "ABC"] == [6, 1, 2]
    assert three.to_move(three.play("b r")) == "C"
    for game in (tree, weather, three):
        again = pickle.loads(pickle.dumps(game))
        assert (again, hash(again), repr(again)) == (game, hash(game), repr(game))
