"""Recording any search a student writes: nodes, values, windows, cuts, errors."""

import sys

import pytest
from student_searches import (
    MINIMAXES,
    alphabeta,
    never_ends,
    pair,
    value_only,
)

from course_lib import (
    IllegalAction,
    SearchTrace,
    Watched,
    alphabeta_search,
    minimax_search,
    watch,
)
from course_lib.games import Count, TextbookTree, TicTacToe
from course_lib.watching.trace import Reason, Remark

GAME = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
# The values of the root, of B, C, D and of the leaves, in the order of a depth-first search.
VALUES = [3, 3, 3, 12, 8, 2, 2, 4, 6, 2, 14, 5, 2]
PARENTS = [None, 0, 1, 1, 1, 0, 5, 5, 5, 0, 9, 9, 9]


def test_a_bound_is_named_in_another_file_than_the_search_began_in():
    """In a notebook each cell is a file of its own."""
    trace = watch(lambda game: alphabeta_search(game, game.initial), GAME)
    assert {(node.reason, node.cut_line) for node in trace.nodes if node.cut} == {
        (Reason.ALPHA, None)
    }


@pytest.mark.parametrize("search", [*MINIMAXES, minimax_search], ids=lambda search: search.__name__)
def test_any_minimax_gives_the_tree_of_the_textbook(search):
    """Whatever its form: 13 nodes with the right parents, values, players and leaves."""
    trace = watch(search, GAME, GAME.initial)
    assert trace.error is None
    assert [node.value for node in trace.nodes] == VALUES
    assert [node.parent for node in trace.nodes] == PARENTS
    assert [node.player for node in trace.nodes][:3] == ["MAX", "MIN", "MAX"]
    assert [node.final for node in trace.nodes] == [node.depth == 2 for node in trace.nodes]
    assert [trace.path(node) for node in (0, 1, 8)] == [(), (0,), (1, 2)]
    assert trace.value == 3
    assert [trace.path(node) for node in trace.principal()] == [(), (0,), (0, 0)]
    assert len(trace.events()) == 2 * len(trace.nodes)
    assert not any(node.cut for node in trace.nodes)
    assert SearchTrace.from_json(trace.to_json()) == trace
    # Watched or not, the function gives back the same and visits the same.
    counted = Watched(GAME)
    search(counted, counted.initial)
    assert (trace.visits, trace.edges, trace.cut) == (counted.visits, counted.edges, counted.cut)
    plain = search(GAME, GAME.initial)
    if isinstance(plain, tuple):
        assert (trace.value, trace.action) == plain


def test_an_exception_half_way_is_kept_with_its_line():
    """What was recorded before stays; the error names the function and the line."""

    def broken(game, state):
        if game.is_terminal(state):
            return 1 / (game.utility(state, "MAX") - 8)
        return max(broken(game, game.result(state, action)) for action in game.actions(state))

    trace = watch(broken, GAME, GAME.initial)
    line = broken.__code__.co_firstlineno + 2
    assert trace.error == f"ZeroDivisionError: division by zero (line {line} of broken)"
    assert len(trace.nodes) == 5
    assert trace.nodes[2].value == -0.2
    assert trace.nodes[4].note is Remark.EXCEPTION
    assert trace.value is None
    assert trace.nodes[0].cut == (), "what would have come next is not cut, only not reached"

    def cheat(game, state):
        return game.result(state, 99)

    illegal = watch(cheat, GAME, GAME.initial)  # the error comes from the rules, the line from here
    assert illegal.error.startswith(IllegalAction.__name__)
    assert illegal.error.endswith(f"(line {cheat.__code__.co_firstlineno + 1} of cheat)")
    assert SearchTrace.from_json(trace.to_json()) == trace


def test_a_recursion_without_end_is_kept_as_an_error():
    """A search that never gets anywhere ends with the nodes it had, and the limits as before."""
    before = sys.getrecursionlimit()
    trace = watch(never_ends, GAME, GAME.initial)
    assert "RecursionError" in trace.error
    assert "never_ends" in trace.error
    assert len(trace.nodes) == 1
    assert sys.getrecursionlimit() == before
    assert sys.getprofile() is None


def test_a_trace_in_a_file_is_small():
    """Under 40 bytes a node: columns, packed, and nothing twice."""
    game = TicTacToe()
    trace = watch(minimax_search, game, game.parse("XO. .X. .O."))
    assert len(trace.nodes) == 134
    assert len(trace.to_json()) < 40 * 134


def test_a_limit_stops_the_recording_and_not_the_search():
    """The result and the counts are those of the whole search."""
    trace = watch(pair, GAME, GAME.initial, most_nodes=4)
    assert len(trace.nodes) == 4
    assert "limit of 4 nodes" in trace.stopped
    assert (trace.value, trace.action) == (3, 0)
    assert (trace.visits, trace.edges) == (13, 12)
    assert SearchTrace.from_json(trace.to_json()) == trace


def test_a_search_that_survives_the_end_of_the_stack_says_that_recording_ended():
    """The result counts; the trace does not pretend to be whole."""

    def careless(game, state):
        game.to_move(state)
        try:
            return careless(game, state)
        except RecursionError:
            return 5

    trace = watch(careless, GAME, GAME.initial)
    assert (trace.value, trace.error) == (5, None)
    assert "Python's stack" in trace.stopped


def test_deep_searches_get_as_deep_as_without_watching():
    """The watching itself takes a little of the stack, and gives it back."""

    def deep(game, state):
        return 0 if game.is_terminal(state) else -deep(game, game.result(state, 1))

    game = Count(sys.getrecursionlimit() - 150, 1)
    trace = watch(deep, game, game.initial)
    assert (trace.error, len(trace.nodes)) == (None, game.goal + 1)


def test_another_profile_hook_is_put_back():
    """Whoever else was watching goes on watching afterwards, also after an error."""

    def other(frame, event, arg):
        """Another watcher."""

    sys.setprofile(other)
    try:
        watch(value_only, GAME, GAME.initial)
        watch(lambda *_: 1 // 0, GAME, GAME.initial)
        found = sys.getprofile()
    finally:
        sys.setprofile(None)
    assert found is other

    def interrupted(_game, _state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):  # goes through, and nothing is left hooked
        watch(interrupted, GAME, GAME.initial)
    assert sys.getprofile() is None


def test_a_trace_is_written_and_read():
    """The same trace; another text is refused with a sentence."""
    trace = watch(alphabeta, GAME, GAME.initial)
    assert SearchTrace.from_json(trace.to_json()) == trace
    assert repr(trace).startswith("<SearchTrace of alphabeta: value 3")
    assert (trace.game, trace.options) == ("TextbookTree", dict(GAME.options))
    for text in ("{}", "[1]", '{"dict":[]}', "no json"):
        with pytest.raises(ValueError, match="this is not the JSON"):
            SearchTrace.from_json(text)


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("minimax", GAME, ()), {}, "watch runs a function"),
        ((pair, GAME, "a1"), {}, "not a state"),
        ((pair, [[1]], ()), {"most_visits": 3}, "most_visits counts"),
    ],
)
def test_mistakes_in_the_call_get_a_sentence(arguments, options, sentence):
    """What is missing, and what would have been right."""
    with pytest.raises(TypeError, match=sentence):
        watch(*arguments, **options)
    assert watch(pair, GAME).error.startswith("TypeError"), "a mistake in the call is the search's"
