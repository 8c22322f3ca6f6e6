"""Searches as other courses write them, called as their owners call them."""

import cProfile
import math
import sys
from random import Random
from types import SimpleNamespace

import pytest
from other_manners.searches.lists import fail_soft, minimax, random_list
from other_manners.searches.moves import Line, negamax

from course_lib import (
    Count,
    Game,
    TicTacToe,
    check_game,
    minimax_search,
    watch,
)
from course_lib.views import draw_tree, step_through
from course_lib.watching import reading, record
from course_lib.watching.trace import Remark, Stop

LEAVES = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


# --- AIMA: a game object, and a state; CS188: an agent --------------------------------------------


# --- lists, heaps, nodes, boards -----------------------------------------------------------------


def heap(n, mine):
    """Take one, two or three; who takes the last one wins."""
    if n == 0:
        return -1 if mine else 1
    found = [heap(n - k, not mine) for k in (1, 2, 3) if k <= n]
    return max(found) if mine else min(found)


EQUAL = [[3, 12, 8], [2, 4, 2, 4], [14, 5, 2]]


def test_all_parts_of_a_list_hang_there_from_the_start_or_none():
    """A list that was cut has its other parts in the picture, too: nothing gives the cut away."""
    film = step_through(fail_soft, EQUAL, -math.inf, math.inf, True).story
    below = [film["pieces"]["parent"].count(at) for at in (0, 1, 5, 10)]
    assert below == [3, 3, 4, 3]


def soft(node, alpha, beta, maximizing):
    """Alpha-beta on lists, or on dicts, whose branches have names."""
    if isinstance(node, int):
        return node
    best = -math.inf if maximizing else math.inf
    for child in node.values() if isinstance(node, dict) else node:
        best = (max if maximizing else min)(best, soft(child, alpha, beta, not maximizing))
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


def test_parts_of_a_dict_are_cut_as_those_of_a_list():
    """What is seen of the same tree is the same, and the branches have the names in the dict."""

    def named(part):
        return (
            part if isinstance(part, int) else {f"n{at}": named(one) for at, one in enumerate(part)}
        )

    cuts = 0
    for seed in range(60):
        tree = random_list(seed)
        seen = [watch(soft, one, -math.inf, math.inf, True).nodes for one in (tree, named(tree))]
        listed, others = ([(one.value, one.reason, one.cut) for one in nodes] for nodes in seen)
        assert [(value, why, tuple(f"n{at}" for at in cut)) for value, why, cut in listed] == others
        cuts += sum(len(node.cut) for node in seen[1])
    assert cuts > 40


def test_what_leads_to_a_node_is_told_in_the_words_of_the_search():
    """A place in a list, which is a letter; arguments that changed, the move that was pushed."""
    below = watch(minimax, LEAVES, True).children(1)
    assert [(node.action, node.action_name) for node in below] == [(0, "a"), (1, "b"), (2, "c")]
    names = [node.action_name for node in watch(heap, 2, True).children(0)]
    assert names == ["n=1, mine=False", "n=0, mine=False"]
    pushed = watch(negamax, Line("..O.."), 1, -2, 2)
    assert [node.action for node in pushed.children(0)] == [0, 1, 3, 4]
    assert "a or b" in str(draw_tree(minimax, [3, 3], True))


def best(high, values):
    """The best of these."""
    return (max if high else min)(values)


def grown(moves, high):
    """A list that gets one entry more for each move."""
    if len(moves) == 2:
        return moves[0] + 2 * moves[1]
    values = []
    for move in (0, 1):
        moves.append(move)
        values.append(grown(moves, not high))
        moves.pop()
    return best(high, values)


def in_place(board, high):
    """An object, of which one cell is changed and put back."""
    if "." not in board.cells:
        return board.cells.index("X")
    values = []
    for at in [at for at, cell in enumerate(board.cells) if cell == "."]:
        board.cells[at] = "XO"[high]
        values.append(in_place(board, not high))
        board.cells[at] = "."
    return best(high, values)


def of_pairs(node, high):
    """Children in pairs with their names, or by their names."""
    if isinstance(node, int):
        return node
    pairs = node.items() if isinstance(node, dict) else node
    return best(high, [of_pairs(child, not high) for _, child in pairs])


def of_nodes(node, high):
    """Nodes that keep their children by name."""
    below = [of_nodes(child, not high) for child in node.kids.values()]
    return best(high, below or [node.value])


def after(state):
    """What each move leads to."""
    return {move: (state[0] - move, not state[1]) for move in (1, 2) if move <= state[0]}


def of_moves(state):
    """A rule of one's own gives all states by their moves."""
    return best(state[1], [of_moves(one) for one in after(state).values()] or [1 - 2 * state[1]])


def null_windows(tree, low, high):
    """A list is looked at again where its null window has failed."""
    if isinstance(tree, int):
        return tree
    for at, child in enumerate(tree):
        value = -null_windows(child, -low - 1 if at else -high, -low)
        if at and low < value < high:
            value = -null_windows(child, -high, -value)
        low = max(low, value)
    return low


def begins(tree):
    """It hands a copy of its list to the search."""
    return minimax(list(tree), True)


def node(value=None, **kids):
    """A node that keeps its children by name."""
    return SimpleNamespace(value=value, kids=kids)


CELLS = SimpleNamespace(cells=[*".."])
MOVES = [
    (grown, ([], True), "+0 +0 +1 +1 +0 +1"),
    (in_place, (CELLS, True), "cells[0]=O cells[1]=X cells[1]=O cells[0]=X"),
    (of_pairs, ([("l", 3), ("r", [("s", 2)])], True), "a b a"),
    (of_pairs, ({"l": 3, "r": {"s": 2}}, True), "l r s"),
    (of_nodes, (node(a=node(3), b=node(c=node(2))), True), "a b c"),
    (of_moves, ((2, True),), "1 1 2"),
    (null_windows, ([[3, 5], [6, 9]], -99, 99),
     "a a b tree=[6, 9], low=-4, high=-3 a b tree=[6, 9], high=-4 a b"),
    (begins, ([3, 2],), "node=3, maximizing=False node=2, maximizing=False"),
]  # fmt: skip


@pytest.mark.parametrize(("search", "arguments", "names"), MOVES)
def test_a_move_is_what_the_search_itself_changed_or_chose(search, arguments, names):
    """An entry more, a cell, a place in pairs, a name, a key of what a rule gave."""
    told = [each.action_name for each in watch(search, *arguments).nodes[1:]]
    assert " ".join(map(str, told)) == names


def test_depth_and_game_go_to_the_search_that_has_such_names():
    """A picture of the search that was asked for; of one without a depth it is the picture's."""

    def limited(tree, maximizing, depth=9):
        if depth == 0 or isinstance(tree, int):
            return tree if depth else 0
        below = (limited(one, not maximizing, depth - 1) for one in tree)
        return (max if maximizing else min)(below)

    assert "value 0; 4 visits" in str(draw_tree(limited, LEAVES, True, depth=1))
    assert "value 3; 13 visits" in str(draw_tree(minimax, LEAVES, True, depth=1))
    assert "value 3; 13 visits" in str(draw_tree(watch(limited, LEAVES, True), depth=1))
    game = Count(3)
    drawn = draw_tree(minimax_search, state=game.initial, game=game)
    assert str(drawn) == str(draw_tree(minimax_search, game, game.initial))


# --- channels, caches, orders --------------------------------------------------------------------


def test_who_returns_none_is_not_left_by_an_exception():
    """A forgotten `return` gives `None` to its caller, and no picture tells it otherwise."""

    def forgets(game, state):
        if game.is_terminal(state):
            return
        for action in game.actions(state):
            forgets(game, game.result(state, action))
        return

    trace = watch(forgets, Count(4, 2), Count(4, 2).initial)
    assert len(trace.nodes) > 5
    assert Remark.EXCEPTION not in {node.note for node in trace.nodes}


# --- lines, other tools, odd objects -------------------------------------------------------------


def test_a_debugger_keeps_its_hook():
    """A trace function that was set is there afterwards, and sees what comes."""

    def tracer(_frame, _event, _arg):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        watch(heap, 3, True)
        found = sys.gettrace()
    finally:
        sys.settrace(before)
    assert found is tracer


class Subtract(Game):
    """Take one or two; five methods, and who wins."""

    players, initial = ("A", "B"), (5, "A")

    def to_move(self, state):
        """Whose turn it is."""
        return state[1]

    def actions(self, state):
        """One or two."""
        return tuple(k for k in (1, 2) if k <= state[0])

    def result(self, state, action):
        """So many less."""
        if action not in self.actions(state):
            raise self.illegal(state, action)
        return (state[0] - action, "B" if state[1] == "A" else "A")

    def winner(self, state):
        """Who took the last one."""
        return ("B" if state[1] == "A" else "A") if state[0] == 0 else None


def test_a_game_of_five_methods_keeps_all_promises_and_can_be_stepped():
    """`render`, `parse`, `action_name` and `action_named` come by themselves."""
    game = Subtract()
    check_game(game, Random(1))
    trace = watch(minimax_search, game, game.initial)
    assert (trace.value, trace.action_name) == (1, "2")
    assert len(step_through(minimax_search, game).story["steps"]["kind"]) > 20
    with pytest.raises(ValueError, match="no state of Subtract"):
        game.parse("b2")


class Untouchable:
    """An object that refuses every look at it."""

    def __getattribute__(self, name):
        """Nothing."""
        raise RuntimeError(f"no {name}")


def test_functions_that_are_no_searches_have_their_answer():
    """One that Python does not run, one without calls, and one with an object not to be touched."""

    def down(thing, n):
        return 0 if n == 0 else down(thing, n - 1)

    assert watch(len, [1, 2]).value == 2
    assert watch(lambda: 5).value == 5
    assert watch(down, Untouchable(), 2).error is None


def test_a_fault_of_the_recorder_is_seen_and_is_none_of_the_search(monkeypatch):
    """It warns, which is an error in every other test; an object that refuses a look does not."""

    def down(thing, n):
        return 0 if n == 0 else down(thing, n - 1)

    assert watch(down, Untouchable(), 2).stop.why is Stop.OBJECT
    for module, name in ((record, "snapshot"), (reading, "keys_of")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, None)
            with pytest.warns(RuntimeWarning, match="a fault of the recorder"):
                trace = watch(down, [], 2)
        assert (trace.stop.why, trace.error) == (Stop.FAULT, None)


def test_a_record_that_is_full_says_of_what():
    """Of calls, of helpers too, or of nodes; the answer is that of the whole search."""

    def noisy(n):
        return max([len(str(noise(k))) for k in range(99)] + [noisy(one) for one in range(n)])

    def noise(k):
        return k

    stopped = watch(noisy, 6, most_nodes=100)
    assert (stopped.stop.why, stopped.value) == (Stop.CALLS, 2)
    assert "edges" not in stopped.stopped
    late = TicTacToe().play(["a1", "b2", "c3", "a2", "a3"])
    full = watch(minimax_search, TicTacToe(), late, most_nodes=10)
    assert (full.stop.why, full.stop.what, len(full.nodes)) == (Stop.NODES, 10, 10)


def test_a_profiler_goes_on_after_a_search_was_watched():
    """Under cProfile: the trace is the same, and what comes afterwards is counted."""
    alone = watch(minimax, LEAVES, True)
    profiler = cProfile.Profile()
    profiler.enable()
    watched = watch(minimax, LEAVES, True)
    math.factorial(3)
    heap(2, True)
    profiler.disable()
    assert watched == alone
    names = {entry.code.co_name for entry in profiler.getstats() if hasattr(entry.code, "co_name")}
    assert "heap" in names
