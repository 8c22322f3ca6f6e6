"""Where a mistake of a search first shows: in its own trace, the first value that does not follow.

A state that is over is worth its utility, any other the largest or the smallest of the values that
the search itself has found after it, in the terms of whoever each function speaks for. The first
state, in the order in which values come back, that got another value is where the mistake shows by
itself, with nothing below it to blame. That is an effect, and is called one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from math import inf
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from course_lib.checks.cases import arguments_of, call_in, is_number, with_imports
from course_lib.checks.lending import state_of
from course_lib.game import Game, State, has_chance
from course_lib.games import TicTacToe
from course_lib.watch import SearchTrace, TraceNode, watch

MOST_NODES = 2_000
"""A search of more nodes is too long to be looked through by a reader."""


class Parting(NamedTuple):
    """The first state whose value does not follow from those after it."""

    sentence: str
    game: Game
    state: State
    call: str
    """A line that opens this search in the stepper, with minimax beside it."""


def first_parting(
    function: Callable[..., Any],
    line: str,
    names: Mapping[str, Any],
    *,
    gives_value: bool,
) -> Parting | None:
    """Where a mistake of this search, called as this line of a case says, first shows, if it does.

    Only in searches of a game and a state, or of a board of tic-tac-toe. Whether the function
    itself has to give a value says `gives_value`; where it chooses an action, only those that it
    calls are looked at. Functions that are handed over are found among the `names`. Where dice or
    cards have a say, values are means, and in searches of ours nothing is the reader's mistake.
    """
    try:
        arguments = arguments_of(line, names)
        game, state = (*arguments, None, None)[:2]
        if not gives_value and len(arguments) == 1 and isinstance(game, list):
            trace = watch(function, board=deepcopy(game), limit=MOST_NODES)
            state, game = state_of(game), TicTacToe()
        elif isinstance(game, Game):
            options = _options(function, arguments)
            trace = watch(function, game, state, limit=MOST_NODES, **options)
        else:
            return None
        nodes = list(trace.nodes)
        if gives_value and nodes[0].value is None:  # a number that could be an action, too
            given = function(*arguments_of(line, names))
            nodes[0] = replace(
                nodes[0], value=given if is_number(given) else None, left=2 * len(nodes)
            )
        done = [node for node in nodes if node.left is not None and node.value is not None]
        places = {node.id: reduce(game.result, trace.path(node.id), state) for node in done}
    except Exception:  # noqa: BLE001 - what can't be watched has no trace to look through
        return None
    if trace.error or trace.note or trace.stopped or has_chance(game):
        return None
    own = _own_names(function, names)
    speakers = _speakers(trace, done, game, places, gives_value=gives_value)
    for node in sorted(done, key=lambda node: node.left or 0):
        if node.function not in own:
            continue
        if fault := _fault(trace, node, game, places, speakers):
            at = places[node.id]
            where = game.render(at).replace("\n", " / ")
            sentence = f"The effect first shows in the state {where}: {fault}."
            return Parting(sentence, game, at, _side_by_side(trace.function, line))
    return None


def _own_names(function: Callable[..., Any], names: Mapping[str, Any]) -> set[str]:
    """How the functions are called that were written where this one was, those inside included."""
    module = function.__module__
    here = [each for each in names.values() if getattr(each, "__module__", None) == module]
    methods = [part for each in here if isinstance(each, type) for part in vars(each).values()]

    def inside(code: CodeType) -> set[str]:
        parts = (inside(part) for part in code.co_consts if isinstance(part, CodeType))
        return {code.co_name}.union(*parts)

    functions = [getattr(each, "__wrapped__", each) for each in (function, *here, *methods)]
    return set[str]().union(
        *(inside(each.__code__) for each in functions if isinstance(each, FunctionType))
    )


def _options(function: Callable[..., Any], arguments: Sequence[Any]) -> dict[str, Any]:
    """The arguments behind game and state, by the names that the function has for them."""
    return dict(zip(list(inspect.signature(function).parameters)[2:], arguments[2:], strict=False))


def _speakers(
    trace: SearchTrace,
    done: Sequence[TraceNode],
    game: Game,
    places: Mapping[int, State],
    *,
    gives_value: bool,
) -> dict[str, bool | None]:
    """Whose values each function gives: True the mover's, False the first player's, `None` unknown.

    Final states tell, if all of them are worth their utility to the one and not to the other.
    """
    found: dict[str, bool | None] = {}
    for name in {node.function for node in done}:
        ends = [
            (node.value, places[node.id])
            for node in done
            if node.function == name and game.is_terminal(places[node.id])
        ]
        plain = all(value == game.utility(at, game.players[0]) for value, at in ends)
        turned = all(value == game.utility(at, game.to_move(at)) for value, at in ends)
        once = name == trace.function and sum(node.function == name for node in done) == 1
        unsure = (trace.values_turn and not once) if gives_value else None
        found[name] = turned if plain != turned else unsure
    return found


def _fault(
    trace: SearchTrace,
    node: TraceNode,
    game: Game,
    places: Mapping[int, State],
    speakers: Mapping[str, bool | None],
) -> str | None:
    """What is wrong with the value of this node, and which lines can be the cause of that."""
    state, value, turned = places[node.id], node.value or 0, speakers[node.function]
    first, mover = game.players[0], game.to_move(state)
    gave = f"{node.function} gave {value:g}"
    if turned is None:
        return None
    if game.is_terminal(state):
        right = game.utility(state, mover if turned else first)
        if right == value:
            return None
        fault = f"the game is over there and worth {right:g} to {first}, and {gave}"
        return f"{fault}. Look for the cause in what it does where the game is over"
    found = []
    for child in trace.children(node.id):
        theirs = speakers.get(child.function) if child.id in places else None
        if child.value is None or theirs is None:
            return None
        whose = game.to_move(places[child.id]) if theirs else first
        found.append(child.value if whose == (mover if turned else first) else -child.value)
    if not found:
        return None
    largest = turned or mover == first
    right = max(found) if largest else min(found)
    low, high = _window(node, game)
    if node.cut and (right < high if largest else right > low):
        count = f"{len(found)} of the {len(found) + len(node.cut)} actions"
        fault = f"{node.function} looked at only {count}, and the others still matter"
        return f"{fault}. Look for the cause in what the loop goes over and what ends it"
    if value in (right, min(max(right, low), high)):
        return None
    wish = "largest" if largest else "smallest"
    values = ", ".join(f"{each:g}" for each in found)
    fault = f"{mover} wants the {wish} of {values}, which is {right:g}, and {gave}"
    return f"{fault}. Look for the cause in how it chooses among these values"


def _window(node: TraceNode, game: Game) -> tuple[float, float]:
    """Between which values the answer matters: those of the window, else of the whole game."""
    low, high = node.window_in or game.utility_range
    return (-inf if low is None else low, inf if high is None else high)


def _side_by_side(name: str, line: str) -> str:
    """The line that opens this search in the stepper, a game's with minimax beside it."""
    first, *more = [part.text for part in call_in(line).arguments]
    if first.startswith("["):
        return f"from course_lib.views import step_through; step_through({name}, board={first})"
    searches = f'{{"yours": {name}, "minimax": minimax_search}}'
    place = ", ".join([first, *more[:1]])
    return with_imports(f"views.compare({searches}, {place})", ("minimax_search", "views"))
