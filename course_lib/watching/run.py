"""`watch`: runs a search as its owner calls it, and gives back what it did."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.plain import board_text, line_of, to_json, visible
from course_lib.watching import simulations as grown
from course_lib.watching.links import LinkedTree
from course_lib.watching.reading import Reader, Reading, asked, keys_of
from course_lib.watching.record import (
    Full,
    Record,
    Reporting,
    code_of,
    following,
    functions_among,
    name_of,
)
from course_lib.watching.trace import (
    PLAIN,
    Gap,
    Nodes,
    Order,
    SearchTrace,
    Stop,
    as_plain,
    short,
    uncollected,
)
from course_lib.watching.tree import Node, Tree
from course_lib.watching.watched import OutOfBudget, Watched

_NONE = object()
_LARGEST = 400


def watch(
    f: Callable[..., Any],
    *arguments: Any,
    most_nodes: int = 20_000,
    most_visits: int | None = None,
    stop_when_full: bool = False,
    **options: Any,
) -> SearchTrace:
    """What `f(*arguments, **options)` does, recorded as a `SearchTrace`.

    `f` is any search, called as its owner calls it, and not changed: it is watched from outside.
    A `Game` among the arguments counts what it is asked; it may stand before the state or behind.
    Without one the states are those that some function gave back and the search was handed, the
    parts of a nested list, or a board that is changed and put back; where there is none of these,
    the tree is that of the calls.

    >>> def best(tree, high=True):
    ...     if isinstance(tree, int):
    ...         return tree
    ...     return (max if high else min)(best(one, not high) for one in tree)
    >>> watch(best, [[3, 12], [2, 4]]).value
    3

    An exception in the search is kept in `trace.error`, with everything recorded until then; only
    `NotImplementedError`, which says that the search is still to be written, is raised.
    After `most_nodes` nodes recording stops and the search goes on; with `stop_when_full` it is
    stopped, too. With `most_visits`, a search that wants to visit more states of its game is
    stopped by `OutOfBudget`.
    """
    if not callable(f):
        raise TypeError(
            f"watch runs a function; found {f!r}; write for example "
            "watch(minimax, game, state) (the function's name without brackets)"
        )
    game = game_among((*arguments, *options.values()))
    if game is None:
        if most_visits is not None:
            raise TypeError(
                "most_visits counts what a Game is asked, and there is none among the arguments"
            )
        record = Record(most_nodes, functions_among(options.values()), stop_search=stop_when_full)
        record.look_for_cache(f.func if isinstance(f, partial) else f)
        returned, error = _run(record, f, *arguments, **options)
        return _told(record, None, f, None, returned, error)
    state = _state_for(game, [*arguments, *options.values()])
    rules = [each for kind in type(game).__mro__ for each in vars(kind).values()]
    helpers = {each.__code__ for each in rules if isinstance(each, FunctionType)}
    helpers |= functions_among(options.values())
    watched = Reporting(game, budget=most_visits)
    watched.record = record = Record(most_nodes, helpers, watched, stop_search=stop_when_full)
    handed = [watched if each is game else each for each in arguments]
    named = {name: watched if each is game else each for name, each in options.items()}
    returned, error = _run(record, f, *handed, **named)
    watched.record = None
    trace = _told(record, state, f, watched, returned, error)
    return replace(trace, simulations=grown.with_all_rewards(trace.simulations, game, state))


def game_among(things: Iterable[Any]) -> Game | None:
    """The first `Game` among these, which are asked for nothing but their type."""
    return next((each for each in things if issubclass(type(each), Game)), None)


def _state_for(game: Game, arguments: list[Any]) -> State:
    """The state among the arguments: the one after the game, or before it; else the beginning."""
    at = next(at for at, each in enumerate(arguments) if each is game)
    near = [*arguments[at + 1 :], *reversed(arguments[:at])]
    found = next((each for each in near if not callable(each) and game.has_state(each)), _NONE)
    if found is not _NONE:
        return found
    if near and not callable(near[0]):
        raise game.no_state(near[0], "watch")
    return game.initial


def _run(
    record: Record, f: Callable[..., Any], /, *arguments: Any, **options: Any
) -> tuple[Any, str | None]:
    """What the search gives back while it is watched, and the text of its error if it fails."""
    record.file = code.co_filename if (code := code_of(f)) else ""
    try:
        with following(record):
            returned = f(*arguments, **options)
            if inspect.isgenerator(returned):
                *_, returned = [None, *returned]
    except Full:
        return None, None
    except NotImplementedError:
        raise  # a search that is still to be written has nothing to show
    except (Exception, OutOfBudget) as error:  # noqa: BLE001 - whatever a student's code raises
        message = f": {visible(str(error))}" if str(error) else ""
        return None, f"{type(error).__name__}{message}{line_of(error)}"
    return returned, None


def _told(record: Record, root: State, f: Callable[..., Any], *more: Any) -> SearchTrace:
    """The trace; where the recorder has failed, what there is of it, and a warning."""
    try:
        with uncollected():
            trace = _trace(record, root, f, *more)
    except Exception as fault:  # noqa: BLE001 - a fault of ours must not cost the search's answer
        record.stopped = None
        record.stop_by(fault)
        trace = SearchTrace(name_of(f), None, None, (), "", stop=record.stopped, error=more[-1])
    if trace.stop is not None and trace.stop.why is Stop.FAULT:
        warnings.warn(str(trace.stop.words), RuntimeWarning, stacklevel=3)
    return trace


def _trace(  # noqa: PLR0917 - all that there is
    record: Record,
    root: State,
    f: Callable[..., Any],
    watched: Watched | None,
    returned: Any,
    error: str | None,
) -> SearchTrace:
    """All that was recorded as plain data."""
    record.phases.finish()
    code = code_of(f)
    game = watched.game if watched is not None else None
    while isinstance(game, Watched):
        game = game.game
    tree = LinkedTree(record, code) if game is None else Tree(record, root, code)
    tree.grow()

    def named(action: Action) -> str:
        if game is not None:
            return asked(game.action_name, action) or repr(action)
        if isinstance(tree, LinkedTree) and tree.lists:
            return tree.place_name(action)
        return short(action)

    reader = Reader(tree, game, returned, named)
    reading, columns = reader.answer(), reader.columns()
    states = tuple(node.state for node in reader.kept)
    if game is None:
        columns["board"] = [board_of(record, node) for node in reader.kept]
    if tree.full:
        if record.stopped and record.stopped.why is Stop.CALLS:  # these calls had nodes enough
            record.stopped = record.stopped._replace(why=Stop.NODES, what=tree.limit)
        record.stop(Stop.NODES, tree.limit)
    cut = 0 if reader.jumps else sum(map(len, columns["cut"]))
    if watched is not None and record.stopped and not reader.jumps:
        cut = watched.cut
    phases = record.phases
    grew = phases.recognised or phases.kept
    if grew:
        cut = 0
    if grew and phases.root is not None:
        columns, states = own_tree(record, game, named, name_of(f))
        reading = tree_reading(phases.root, reading, returned)
    count = len(states)
    few = count <= 1 and not grew and not columns["final"][0]
    players = dict.fromkeys(filter(None, columns["player"]))
    return SearchTrace(
        function=name_of(f),
        # A game made of functions may have a name of its own.
        game=None if game is None else str(getattr(game, "name", type(game).__name__)),
        options=_options(game),
        players=tuple(players if game is None else game.players),
        root=text_of(game, tree.root.state),
        value=reading.value,
        action=as_plain(reading.action),
        action_name=None if reading.action is None else named(reading.action),
        nodes=Nodes(columns),
        simulations=tuple(phases.simulations) if phases.recognised else (),
        visits=count - sum(columns.get("cached", ())) if watched is None else watched.visits,
        edges=max(0, count - 1) if watched is None else watched.edges,
        cut=cut,
        stop=record.stopped,
        error=error,
        gaps=tuple(_gaps(record, watched, few=few, error=error)),
        order=order_of(reader, columns),
        states=states,
        returned=returned,
        file=record.file,
    )


def _gaps(record: Record, counts: Watched | None, *, few: bool, error: str | None) -> Iterable[Gap]:
    """What could not be seen."""
    phases = record.phases
    if phases.recognised and phases.root is None:
        yield Gap.NO_NODES
    elif phases.kept:
        yield Gap.NO_PHASES
    elif error is not None:
        return
    elif counts is None:
        if record.loop:
            yield Gap.LOOP
        if few:
            yield Gap.NO_TREE
    elif few and counts.visits > 1:
        yield Gap.NO_TREE
    elif few and counts.edges == 0 and not counts.untried:
        yield Gap.NOTHING
    elif counts.edges == 0 and counts.untried:
        yield Gap.OWN_MOVES


def order_of(reader: Reader, columns: dict[str, list[Any]]) -> Order:
    """The order in which a search has come to its states: named where no other fits.

    Equal states are one: a search that has made a state twice may go on from either.
    """
    if not reader.jumps:
        return Order.CALLS
    keys = keys_of(reader.kept, fixed=reader.game is not None)
    depths, parents = columns["depth"], columns["parent"][1:]
    levels = depths == sorted(depths) and parents == sorted(parents)
    line, deeper = keys[:1], True
    for key, parent in zip(keys[1:], parents, strict=True):
        while line and line[-1] != keys[parent]:
            line.pop()
        deeper &= bool(line)
        line.append(key)
    if levels == deeper:
        return Order.OWN
    return Order.LEVELS if levels else Order.DEPTH


def _options(game: Game | None) -> dict[str, Any] | None:
    """What the game was made with, if that is plain data."""
    if game is None:
        return None
    try:
        options = dict(game.options)
        to_json(options)
    except (TypeError, ValueError, AttributeError):  # a game of a student's own may have none
        return None
    return options


def text_of(game: Game | None, state: State) -> str:
    """The state as text, in the game's way where it has one."""
    try:
        if game is not None:
            return game.render(state)
        rows = plain_board(state)
        return short(state) if rows is None else board_text(rows)
    except Exception:  # noqa: BLE001 - not every game has a text form, and a picture needs none
        return short(state)


def board_of(record: Record, node: Node) -> Any:
    """What stands on the board of this node, as plain data, where it is made of rows."""
    state = node.state
    if node.row is not None:
        for at, thing in enumerate(record.arguments[node.row]):
            if thing is state and isinstance(state, list | bytearray):
                look = record.looks.get(node.row, {}).get(at)
                if look is not None:
                    return as_plain(look)
    return plain_board(state)


def plain_board(state: Any) -> Any:
    """A board of rows, or of one row, as tuples; `None` where it is none."""
    if type(state) in PLAIN:
        return None
    if hasattr(type(state), "tolist"):
        state = state.tolist()
    if not isinstance(state, list | tuple) or not 0 < len(state) <= _LARGEST:
        return None
    if PLAIN.issuperset(map(type, state)):
        return tuple(state)
    for each in state:
        if not isinstance(each, list | tuple) or not PLAIN.issuperset(map(type, each)):
            return None
    return tuple(map(tuple, state))


# --- the tree that a Monte Carlo search keeps ---------------------------------------------------


def own_tree(
    record: Record, game: Game | None, named: Callable[[Action], str], name: str
) -> tuple[dict[str, list[Any]], tuple[State, ...]]:
    """The nodes of a search's own tree as it was at the end, as columns, and their states."""
    found: list[tuple[Any, Action | None, int | None, int]]
    found = [(record.phases.root, None, None, 0)]
    for number, (own, _, _, depth) in enumerate(found):
        if len(found) > record.most:
            break
        below = grown.children_of(own)
        found += [(child, action, number, depth + 1) for action, child in below]
    if len(found) > record.most:
        record.stop(Stop.KEPT, record.most)
    found = found[: record.most]
    owns, actions = [own for own, _, _, _ in found], [action for _, action, _, _ in found]
    states = tuple(map(grown.state_of, owns))
    known = [game is not None and one is not None and asked(game.has_state, one) for one in states]
    return {
        "parent": [parent for _, _, parent, _ in found],
        "action": actions,
        "action_name": [None if action is None else named(action) for action in actions],
        "depth": [depth for _, _, _, depth in found],
        "player": [asked(game.to_move, one) if game and each else None
                   for one, each in zip(states, known, strict=True)],
        "function": [name] + [""] * (len(found) - 1),
        "value": list(map(grown.value_of, owns)),
        "entered": list(range(len(found))),
        "final": [bool(game and each and asked(game.is_terminal, one))
                  for one, each in zip(states, known, strict=True)],
        "visits": list(map(grown.visits_of, owns)),
    }, states  # fmt: skip


def tree_reading(root: Any, reading: Reading, returned: Any) -> Reading:
    """The same with what the search's own tree tells: an action beside a node, and its mean."""
    children = grown.children_of(root)
    things = [returned, *returned] if isinstance(returned, tuple | list) else [returned]
    beside_a_node = any(map(grown.is_node, things))
    value, action = None if beside_a_node else reading.value, reading.action
    if beside_a_node or action is None:
        actions = [each for each, _ in children]
        plain = [as_plain(thing) for thing in things if not grown.is_node(thing)]
        action = next((thing for thing in plain if thing in actions), None)
    if value is None:
        means = (grown.mean_of(child) for each, child in children if each == action)
        value = next(means, None)
    return Reading(value, action)
