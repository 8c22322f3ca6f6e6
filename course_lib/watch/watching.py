"""Watches any search while it runs: `watch` gives back its trace."""

from __future__ import annotations

import inspect
import math
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.plain import line_of, to_json, visible
from course_lib.watch import simulations as grown
from course_lib.watch.recorder import Call, Recorder, Reporting
from course_lib.watch.states import GameStates, board_text, boards_like, code_of, name_of
from course_lib.watch.trace import (
    LEFT_OUT,
    WALKS,
    Reading,
    SearchTrace,
    TraceNode,
    Window,
    as_number,
    as_plain,
    cut_reason,
    is_number,
    read,
    value_comes_first,
    vector_of,
)
from course_lib.watch.watched import Counts, OutOfBudget, Watched

# Watching puts a few calls on the stack that the search alone would not have made.
_MORE_STACK = 100
_MISSING = object()

Name = Callable[[Action], str]


def watch(
    search: Callable[..., Any],
    game: Game | None = None,
    state: State = _MISSING,
    *,
    board: Any = _MISSING,
    functions: Any = None,
    limit: int = 20_000,
    budget: int | None = None,
    **options: Any,
) -> SearchTrace:
    """What `search(game, state, **options)` does, recorded call by call as a `SearchTrace`.

    The search may be any function, and it is not changed: its calls are watched from outside.
    `watch(minimax, board=board)` does the same for functions that take no game; the rules are
    then the functions `result`, `actions`, `terminal` ... found beside `minimax`, or those in
    `functions` (a dict, a list, a module).

    A search whose calls do not show its tree has counts and a note instead: one in a loop of its
    own, a generator (it is run to its end), or a board that is an object with methods such as
    `push` and `pop`.

    A Monte Carlo search is told by functions named after its phases, such as `select`, `expand`,
    `playout` and `backup`; its tree is then the search's own, of objects or dictionaries with
    `children` and `visits`.

    An exception in the search is kept in `trace.error`, with everything recorded until then; only
    `NotImplementedError`, which says that the search is still to be written, is raised.
    After `limit` nodes recording stops and the search goes on. With `budget`, a search that
    wants to visit more states is stopped by `OutOfBudget`.
    """
    _check_arguments(search, game, state, board, limit)
    if game is not None and functions is not None:
        raise TypeError(
            "functions= goes with board=, as in watch(minimax, board=board, functions=...); "
            "found it beside a game, which has all its rules"
        )
    helpers = {code for value in options.values() if callable(value) and (code := code_of(value))}
    if game is None:
        boards = boards_like(board, functions, search, Counts(budget))
        roles = {code: name for name, rule in boards.functions.items() if (code := code_of(rule))}
        recorder = Recorder(boards, board, limit=limit, helpers=helpers, roles=roles)
        root = board_text(boards.board(board))  # before the search, which may change the board
        result, error = _run(recorder, search, board, **options)
        return _trace(recorder, name_of(search), None, root=root, returned=result, error=error)
    watched = Reporting(game, budget=budget)
    states = GameStates(watched)
    states.seen(state)
    recorder = Recorder(states, state, limit=limit, helpers=helpers, roles={})
    watched.recorder = recorder
    result, error = _run(recorder, search, watched, state, **options)
    watched.recorder = None
    root = game.render(state)
    trace = _trace(recorder, name_of(search), game, root=root, returned=result, error=error)
    c = as_number(options["c"]) if is_number(options.get("c")) else None
    return replace(trace, simulations=grown.with_all_rewards(trace.simulations, game, state), c=c)


def _check_arguments(search: Any, game: Any, state: Any, board: Any, limit: Any) -> None:
    if not callable(search):
        raise TypeError(
            f"watch runs a function; found {search!r}; write for example "
            "watch(minimax, game, state) (the function's name without brackets)"
        )
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise ValueError(
            f"limit is the number of nodes to record; found {limit!r}; use a whole number from 1 up"
        )
    if (game is None) == (board is _MISSING) or (game is None) != (state is _MISSING):
        raise TypeError(
            "watch needs a game and a state, watch(search, game, state), or for functions that "
            "take no game a board, watch(function, board=board); found "
            + ("neither" if game is None and board is _MISSING else "parts of both or one half")
        )
    if game is not None and not isinstance(game, Game):
        raise TypeError(
            f"watch needs a Game after the search; found {game!r}; "
            "write watch(search, game, state) or watch(function, board=board)"
        )
    if game is not None and not game.has_state(state):
        raise game.no_state(state, "watch")


def _run(
    recorder: Recorder, search: Callable[..., Any], /, *arguments: Any, **options: Any
) -> tuple[Any, str | None]:
    """What the search gives back while it is watched, and the text of its error if it fails."""
    before, stack = sys.getprofile(), sys.getrecursionlimit()
    sys.setrecursionlimit(stack + _MORE_STACK)
    try:
        hook = recorder.hook
        recorder.look_through(_finished)
        sys.setprofile(hook)
        returned = _finished(search(*arguments, **options))
    except NotImplementedError:
        raise  # a search that is still to be written has nothing to show
    except (Exception, OutOfBudget) as error:  # noqa: BLE001 - whatever a student's code raises
        sys.setprofile(None)
        return None, _error_text(error)
    else:
        if sys.getprofile() is not hook and not recorder.stopped:
            recorder.stopped = (
                "recording ended before the search did: the search used up Python's stack, "
                "or it set a profile hook of its own"
            )
        return returned, None
    finally:
        sys.setprofile(before)
        sys.setrecursionlimit(stack)


def _finished(returned: Any) -> Any:
    """What the search gave back; a generator is run to its end first."""
    if inspect.isgenerator(returned):
        *_, returned = [None, *returned]
    return returned


def _error_text(error: BaseException) -> str:
    """The exception in one line, with the last line of the search's own code that it left."""
    message = f": {visible(str(error))}" if str(error) else ""
    return f"{type(error).__name__}{message}{line_of(error)}"


def _trace(
    recorder: Recorder,
    function: str,
    game: Game | None,
    *,
    root: str,
    returned: Any,
    error: str | None,
) -> SearchTrace:
    """All that was recorded as plain data."""
    recorder.phases.finish()
    counts = recorder.states.counts
    if game is None and counts.edges == 0:
        counts.own_boards = True  # where else would the boards of a search come from

    def named(action: Action) -> str:
        return _action_name(game, action)

    inner = game
    while isinstance(inner, Watched):
        inner = inner.game
    simulations = tuple(recorder.phases.simulations) if recorder.phases.recognised else ()
    recorder.calls = without_walks(recorder.calls)
    jumps = any(call.before is not None for call in recorder.calls)
    if jumps and recorder.paused:  # the calls of helpers are no tree
        recorder.calls, jumps = recorder.calls[:1], False
    players = len(inner.players) if inner else 0
    reading = root_reading(recorder.calls, returned)
    if jumps:
        nodes = nodes_by_states(recorder.calls, named, recorder.came, players)
    else:
        nodes = nodes_from(recorder.calls, named, players, own_boards=counts.own_boards)
    if nodes and nodes[0].vector:
        chosen = returned[1] if isinstance(returned, tuple) and len(returned) == 2 else None
        reading = Reading(None, None if chosen in nodes[0].vector else chosen)
    if (simulations or recorder.phases.kept) and recorder.phases.links.root is not None:
        nodes = nodes_of_tree(recorder, named)
        reading = tree_reading(recorder.phases.links.root, reading, returned)
    seen = dict.fromkeys(node.player for node in nodes)  # the first one first
    return SearchTrace(
        function=function,
        # A game made of functions may have a name of its own.
        game=None if inner is None else str(getattr(inner, "name", type(inner).__name__)),
        options=_options(inner),
        players=tuple(inner.players) if inner else tuple(filter(None, seen)),
        root=root,
        value=reading.value,
        action=as_plain(reading.action),
        action_name=None if reading.action is None else named(reading.action),
        nodes=nodes,
        simulations=simulations,
        visits=counts.visits,
        edges=counts.edges,
        cut=0 if jumps else _cut(recorder, nodes),
        stopped=recorder.stopped,
        error=error,
        note=_note(recorder, error) or (order_of(nodes) if jumps else None),
        jumps=jumps and not simulations and not recorder.phases.kept,
    )


def _cut(recorder: Recorder, nodes: tuple[TraceNode, ...]) -> int:
    """How many branches were cut: those seen at the nodes, if all nodes were recorded.

    Without a tree nobody can say why an action was left out: a random game tries one of many.
    """
    phases, counts = recorder.phases, recorder.states.counts
    if phases.recognised or phases.kept or len(recorder.calls) <= 1 < counts.visits:
        return 0
    if recorder.stopped:
        return counts.cut
    return sum(len(node.cut) for node in nodes)


def _note(recorder: Recorder, error: str | None) -> str | None:
    """What a reader of this trace should know beforehand."""
    if recorder.phases.recognised and recorder.phases.links.root is None:
        return "the search's own tree was not recognised: its nodes have no children and visits"
    few = len(recorder.calls) <= 1 and not recorder.phases.recognised
    counts = recorder.states.counts
    if recorder.phases.kept:
        return "this is the tree that the search itself has kept: it has no phases by name"
    if not recorder.states.tree:
        return (
            "this board makes its moves on itself, and nobody outside sees which of them still "
            "stand when a call begins: there are counts, but no tree, and what was cut can't be "
            "told"
        )
    if few and error is None and counts.visits > 1:
        return (
            "no calls for single states were seen below the root (a search in a loop of its own "
            "makes none, and those of generators and coroutines are not followed): there are "
            "counts, but no tree, and what was cut can't be told"
        )
    if few and error is None and counts.edges == 0 and not counts.untried:
        return (
            "the search asked the game for no state below the root, so there is nothing to draw "
            "(one that makes its moves on a board of its own is shown by watch(search, board=...))"
        )
    if counts.own_boards and counts.untried:
        how = "never asks result" if few else "makes its moves on the board itself, without result"
        return f"the search {how}: which actions it cut can't be seen, and none are counted there"
    return None


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


def _action_name(game: Game | None, action: Action) -> str:
    """How people write this action; its `repr` where the game has no name for it."""
    if game is None:
        return str(action)
    try:
        return game.action_name(action)
    except Exception:  # noqa: BLE001 - a search may give back anything as its action
        return repr(action)


# --- the nodes ---------------------------------------------------------------------------------


def root_reading(calls: list[Call], returned: Any) -> Reading:
    """The value and the action of the whole search."""
    if not calls:
        return read(returned, (), value_first=value_comes_first([(returned, ())]))
    root = calls[0]
    if root.returned is None:
        root.returned = returned
    if is_number(root.returned) and as_number(root.returned) in root.listed:
        # A number that could be an action is one, if no child's value could have become it.
        below = [_reading(call, _orders(calls)).value for call in calls if call.parent is root]
        values = {sign * value for value in below if value is not None for sign in (1, -1)}
        if values and root.returned not in values:
            action, root.returned = root.returned, None
            return Reading(_reading(root, _orders(calls)).value, action)
        alone = root.inner is None and all(call.code is not root.code for call in calls[1:])
        if alone and len(calls) > 1:  # it may be the value or the action, and nobody can tell
            root.returned = None
            return Reading(None, None)
    return _reading(root, _orders(calls))


def without_walks(calls: list[Call]) -> list[Call]:
    """The calls without those for states to which a call below the root has gone by itself.

    An example is the end of a random game, as long as a helper plays it in a loop. What such a
    helper left out is no cut, and so what it was told it could do is forgotten.
    """
    kept: list[Call] = []
    lost: set[Call] = set()
    for call in calls:
        parent = call.parent
        if parent and (parent in lost or (parent.parent and call.before is not None)):
            lost.add(call)
            if parent not in lost:
                parent.listed, parent.note = (), WALKS
        else:
            kept.append(call)
    for number, call in enumerate(kept):
        call.id = number
    return kept


def nodes_by_states(
    calls: list[Call], named: Name, came: dict[Any, tuple[Any, Action]], players: int
) -> tuple[TraceNode, ...]:
    """The nodes of a search that jumps: one for each state, below the state that it came from.

    Its value is the first number that a call for it gave back.
    """
    orders, nodes, places = _orders(calls), list[TraceNode](), dict[Any, int]()
    numbers = dict.fromkeys(calls, 0)
    for call in calls:
        place = places.get(call.content)
        if place is None:
            way, at = list[Action](), call.content
            while at not in places and at in came and len(way) < 2:
                at, action = came[at]
                way.append(action)
            if nodes and (len(way) > 1 or at not in places):
                continue  # the end of a random game, or no state that the rules gave back
            parent = places[at] if nodes else None
            node = replace(
                _node(call, numbers, orders, named, players, seen=False),
                id=len(nodes),
                parent=parent,
                action=as_plain(way[0]) if way else None,
                action_name=named(way[0]) if way else None,
                depth=0 if parent is None else nodes[parent].depth + 1,
                window_in=None,
                window_out=None,
                actions=(),
                note=None,
                chance=False,
                probability=None,
            )
            places[call.content] = len(nodes)
            nodes.append(node)
        elif nodes[place].value is None and nodes[place].vector is None and place:
            later = _node(call, numbers, orders, named, players, seen=False)
            if later.value is not None:
                counted = later.counted and (nodes[place].counted or later.counted)[:1]
                nodes[place] = replace(
                    nodes[place],
                    value=later.value,
                    left=later.left,
                    counted=counted and later.counted and (*counted, later.counted[1]),
                )
    return tuple(nodes)


def order_of(nodes: tuple[TraceNode, ...]) -> str:
    """In which order a search that jumps has come to its states, in words."""
    depths = [node.depth for node in nodes]
    lines = [0]
    deeper = True
    for node in nodes[1:]:
        while lines and lines[-1] != node.parent:
            lines.pop()
        deeper &= bool(lines)
        lines.append(node.id)
    if depths == sorted(depths):
        order = "level by level"
    elif deeper:
        order = "depth first, in a loop"
    else:
        order = "best-first: it jumps"
    return (
        f"{order}. Here each state stands once, with the first number that a call gave back for "
        "it; no calls inside calls tell of passes or of cuts, so none are told"
    )


def nodes_from(
    calls: list[Call], named: Name, players: int = 0, *, own_boards: bool = False
) -> tuple[TraceNode, ...]:
    """The nodes of the tree, without the calls that only had a look at a state.

    With `own_boards` nothing is cut where `result` was never asked: the search tried its actions
    on boards of its own, and nobody saw which.
    """
    looks = _only_looks(calls)
    kept = [call for call in calls if call not in looks]
    passes = _passes(kept)
    if passes:
        for top in passes:
            for call in passes[top]:
                call.parent = top
        root = kept[0]  # what was cut there was cut in a pass, and the windows were theirs
        root.applied, root.listed, root.window_in, root.window_out = [], (), None, None
        kept = sorted([*passes, *kept], key=lambda call: call.entered)
    orders = _orders(kept)
    numbers = {call: number for number, call in enumerate(kept)}
    turns = {top: turn for turn, top in enumerate(passes, 1)}
    attempts = Counter[tuple[Call | None, str | None]]()
    below: dict[Call | None, set[str]] = {}
    for call in kept:
        below.setdefault(call.parent, set()).add(repr(call.action))
    searched: dict[Any, list[TraceNode]] = {}
    nodes = []
    for call in kept:
        seen = bool(call.applied) or not own_boards
        node = _node(call, numbers, orders, named, players, seen=seen)
        if call.left is not None and call not in turns:
            tried = below.get(call, set())
            unseen = dict.fromkeys(each for each in call.applied if repr(each) not in tried)
            node = replace(node, unseen=tuple(map(named, unseen)))
            if unseen and not tried:  # it looked at them itself, nobody saw at how many
                node = replace(node, cut=(), cut_names=(), reason=None)
        if _asks_nothing(call, node) and call not in below:
            node = replace(node, known=_memory_of(node, searched.get(call.content, [])))
        elif call in below and call.left is not None:
            searched.setdefault(call.content, []).append(node)
        if call in turns:
            node = replace(node, pass_number=turns[call], action_name=f"pass {turns[call]}")
        elif call.parent and node.action is not None:
            before = attempts[call.parent, node.action_name]
            attempts[call.parent, node.action_name] = before + 1
            node = replace(node, attempt=before + 1) if before else node
        nodes.append(node)
    return _with_reasons(kept, nodes)


def _with_reasons(calls: list[Call], nodes: list[TraceNode]) -> tuple[TraceNode, ...]:
    """The same nodes, with what can be told of their cuts only in the light of all others."""
    applied: dict[Any, set[str]] = {}
    for call in calls:
        applied.setdefault(call.content, set()).update(map(repr, call.applied))
    for call, node in zip(calls, nodes, strict=True):
        if any(repr(action) in applied.get(call.content, ()) for action in node.cut):
            nodes[node.id] = replace(node, elsewhere=True)
    families: dict[int | None, list[Action | None]] = {}
    for node in nodes:
        families.setdefault(node.parent, []).append(node.action)
    orders = {node.function for node in nodes if _has_an_order(node, families.get(node.id, []))}
    selective = {node.function for node in nodes if _chooses_some(node, orders)}
    return tuple(
        replace(node, reason=LEFT_OUT) if node.cut and node.function in selective else node
        for node in nodes
    )


def _has_an_order(node: TraceNode, tried: list[Action | None]) -> bool:
    """Whether this call has tried its actions in another order than the game names them."""
    places = [node.actions.index(action) for action in tried if action in node.actions]
    return places != sorted(places)


def _chooses_some(node: TraceNode, orders: set[str]) -> bool:
    """Whether this call left out actions in a way that neither a bound nor an early end explains.

    A function that does so looks at some actions alone, as quiescence search does; then nobody can
    tell which of those that it left out a bound would have cut. One of the functions with `orders`
    of their own may have tried the last actions first.
    """
    tried = tuple(action for action in node.actions if action not in node.cut)
    first = tried == node.actions[: len(tried)]
    explained = first or (node.function in orders and "=" in (node.reason or ""))
    return bool(node.cut) and not (tried and explained)


def _asks_nothing(call: Call, node: TraceNode) -> bool:
    """Whether this call came to its value without a look at the actions, or a helper's number."""
    silent = not call.listed and not call.applied and not is_number(call.inner)
    return silent and node.value is not None and node.parent is not None and not node.final


def _memory_of(node: TraceNode, searched: list[TraceNode]) -> int | None:
    """The call that left this value behind, if nothing else explains that it was there at once.

    That call went deeper, and it was no nearer to the root: a limit of the depth can't have
    stopped this one.
    """
    for other in reversed(searched):
        over = other.left is not None and other.left < node.entered
        if over and other.value == node.value and other.depth >= node.depth:
            return other.id
    return None


def _passes(calls: list[Call]) -> dict[Call, list[Call]]:
    """The passes of a search over its tree, each with the children of the root that it searched.

    A pass is a call for the root's state that asks for its actions, as of `alphabeta` in MTD(f).
    Where the root's own call goes over its actions again and again, a pass begins with an action
    that this pass had already, unless it was the last one and a new one follows: a re-search.
    """
    family = [call for call in calls if call.parent and call.parent is calls[0]]
    parts: list[tuple[Call | None, list[Call]]] = []
    for place, call in enumerate(family):
        within = call.within
        while within is not None and not within.listed:
            within = within.within
        before = [each.action for each in parts[-1][1]] if parts else []
        following = family[place + 1].action if place + 1 < len(family) else None
        again = call.action in before and (
            call.action != before[-1] or (following in before and following != call.action)
        )
        if not parts or parts[-1][0] is not within or (within is None and again):
            parts.append((within, []))
        parts[-1][1].append(call)
    sets = [{repr(each.action) for each in part} for _, part in parts]
    actions = [action for each in sets for action in each]
    if len(actions) == len(set(actions)):  # nothing was searched twice: one pass, by helpers
        return {}
    if None in dict(parts) and any(each != sets[0] for each in sets):
        return {}  # a loop that takes up an action when it likes goes over no tree again
    return {within or _pass_of(calls[0], part): part for within, part in parts}


def _pass_of(root: Call, part: list[Call]) -> Call:
    """A pass in the root's own call, from its first child's beginning to its last child's end.

    Nobody saw with what value it ended.
    """
    return replace(
        root,
        parent=root,
        entered=part[0].entered,
        left=part[-1].left,
        window_in=None,
        window_out=None,
        returned=None,
        inner=None,
        applied=[call.action for call in part],
        note=None,
        counted=[part[0].counted[0], part[-1].counted[-1]],
    )


def nodes_of_tree(recorder: Recorder, named: Name) -> tuple[TraceNode, ...]:
    """The nodes of a Monte Carlo search's own tree as it was at the end, parents first."""
    nodes: list[TraceNode] = []
    rules = recorder.calls[0] if recorder.calls else None
    todo: list[tuple[Any, Action | None, int | None, int]]
    todo = [(recorder.phases.links.root, None, None, 0)]
    while todo and len(nodes) < recorder.limit:
        own, action, parent, depth = todo.pop(0)
        state = grown.state_of(own)
        known = state is not None and recorder.states.looks_like_state(state)
        nodes.append(
            TraceNode(
                id=len(nodes),
                parent=parent,
                action=action,
                action_name=None if action is None else named(action),
                depth=depth,
                player=recorder.states.player(state) if known else None,
                function=rules.function if rules and parent is None else "",
                value=grown.value_of(own),
                entered=len(nodes),
                final=known and recorder.states.is_final(state),
                visits=grown.visits_of(own),
                rave=grown.rave_of(own),
                board=recorder.states.board(state) if known else None,
            )
        )
        below = grown.children_of(own)
        todo += [(child, action, nodes[-1].id, depth + 1) for action, child in below]
    if todo and recorder.stopped is None:
        recorder.stopped = f"the search's tree has more nodes than the limit of {recorder.limit:,}"
    return tuple(nodes)


def tree_reading(root: Any, reading: Reading, returned: Any) -> Reading:
    """The same with what the search's own tree tells: an action beside a node, and its mean."""
    children = grown.children_of(root)
    things = list(returned) if isinstance(returned, tuple | list) else [returned]
    beside_a_node = any(map(grown.is_node, things))
    if beside_a_node or reading.action is None:
        plain = [as_plain(thing) for thing in things if not grown.is_node(thing)]
        actions = [action for action, _ in children]
        found = next((thing for thing in plain if thing in actions), None)
        reading = Reading(None if beside_a_node else reading.value, found)
    if reading.value is None:
        means = (grown.mean_of(child) for action, child in children if action == reading.action)
        reading = Reading(next(means, None), reading.action)
    return reading


def _only_looks(calls: list[Call]) -> set[Call]:
    """The nodes of helpers that looked at a state which was then searched, or could have been.

    An example is an evaluation called for each child to choose an order. Such a function has no
    children anywhere, and beside its nodes another function has searched the same action.
    """
    with_children = {call.parent.code for call in calls if call.parent}
    searched = {(call.parent, call.action) for call in calls if call.code in with_children}
    beside = [call for call in calls if call.parent and call.code not in with_children]
    helpers = {(c.parent, c.code) for c in beside if (c.parent, c.action) in searched}
    return {call for call in beside if (call.parent, call.code) in helpers}


def _orders(calls: list[Call]) -> dict[CodeType, bool]:
    """For each function, whether its pairs have the value first."""
    returns: dict[CodeType, list[tuple[Any, tuple[Action, ...]]]] = {}
    for call in calls:
        returns.setdefault(call.code, []).append((call.returned, call.listed))
    return {code: value_comes_first(pairs) for code, pairs in returns.items()}


def _reading(call: Call, orders: dict[CodeType, bool]) -> Reading:
    reading = read(call.returned, call.listed, value_first=orders[call.code])
    if call.inner is None:
        return reading
    inner_order = value_comes_first([(call.inner, call.listed)])
    inner = read(call.inner, call.listed, value_first=inner_order)
    if reading.value is None:
        return Reading(inner.value, reading.action if reading.action is not None else inner.action)
    is_action = is_number(call.returned) and as_number(call.returned) in call.listed
    if is_action and call.searched and inner.value != reading.value:
        # The call gave back a number that is an action; the call inside it had the value.
        return Reading(inner.value, call.returned)
    return reading if reading.action is not None else Reading(reading.value, inner.action)


def _node(
    call: Call,
    numbers: dict[Call, int],
    orders: dict[CodeType, bool],
    named: Name,
    players: int,
    *,
    seen: bool,
) -> TraceNode:
    """The node of this call; `seen` says whether what was tried here could be seen."""
    reading = _reading(call, orders)
    vector = vector_of(call.returned, players) if players > 2 else None
    if vector is not None:
        reading = Reading(None, None)
    cut = tuple(action for action in call.listed if action not in call.applied)
    if call.left is None:
        call.add_note("recording ended while this call was running")
    elif isinstance(call.returned, float) and math.isnan(call.returned):
        call.add_note("gave back nan, which is not a number")
    if call.left is None or call.failed or not seen:
        cut = ()  # what would have been tried next, or has been tried, nobody knows
    likely = call.parent.chance if call.parent else ()
    return TraceNode(
        id=numbers[call],
        parent=None if call.parent is None else numbers[call.parent],
        action=as_plain(call.action),
        action_name=None if call.action is None else named(call.action),
        depth=call.depth,
        player=call.player,
        function=call.function,
        window_in=_plain_window(call.window_in),
        window_out=_plain_window(call.window_out),
        value=reading.value,
        entered=call.entered,
        left=call.left,
        actions=tuple(as_plain(action) for action in call.listed),
        cut=tuple(as_plain(action) for action in cut),
        cut_names=tuple(named(action) for action in cut),
        reason=cut_reason(reading.value, call.window_in) if cut else None,
        final=call.final,
        chance=bool(call.chance),
        probability=next((float(each) for action, each in likely if action == call.action), None),
        note=call.note,
        board=call.board,
        vector=vector,
        counted=(call.counted[0], call.counted[-1]) if call.counted else None,
    )


def _plain_window(window: Window | None) -> Window | None:
    if window is None:
        return None
    low, high = (None if bound is None else as_number(bound) for bound in window)
    return (low, high)
