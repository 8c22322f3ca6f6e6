"""Watches any search while it runs: `watch` gives back its trace."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.plain import to_json
from course_lib.watch.boards import board_text
from course_lib.watch.counts import Counts, OutOfBudget
from course_lib.watch.facts import BoardFacts, GameFacts, Reporting
from course_lib.watch.finish import nodes_from, nodes_of_tree, root_reading, tree_reading
from course_lib.watch.reading import as_plain
from course_lib.watch.recorder import Recorder
from course_lib.watch.rewards import with_all_rewards
from course_lib.watch.rules import code_of, name_of, rules_among
from course_lib.watch.trace import SearchTrace, TraceNode
from course_lib.watch.watched import Watched

# Watching puts a few calls on the stack that the search alone would not have made.
_MORE_STACK = 100
_MISSING = object()


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
        rules = rules_among(functions, search)
        counts = Counts(budget)
        facts = BoardFacts(board, rules, counts)
        roles = {code: name for name, rule in rules.items() if (code := code_of(rule))}
        recorder = Recorder(facts, board, limit=limit, helpers=helpers, roles=roles)
        text = board_text(board)  # before the search, which may change the board
        result, error = _run(recorder, search, board, **options)
        return _trace(recorder, name_of(search), None, root=text, returned=result, error=error)
    watched = Reporting(game, budget=budget)
    game_facts = GameFacts(watched)
    game_facts.seen(state)
    recorder = Recorder(game_facts, state, limit=limit, helpers=helpers, roles={})
    watched.recorder = recorder
    result, error = _run(recorder, search, watched, state, **options)
    watched.recorder = None
    root = game.render(state)
    trace = _trace(recorder, name_of(search), game, root=root, returned=result, error=error)
    return replace(trace, simulations=with_all_rewards(trace.simulations, game, state))


def _check_arguments(search: Any, game: Any, state: Any, board: Any, limit: Any) -> None:
    if not callable(search):
        raise TypeError(
            f"watch runs a function; found {search!r}, and for example "
            "watch(minimax, game, state) would be right (the function's name without brackets)"
        )
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise ValueError(
            f"limit is the number of nodes to record; found {limit!r}, "
            "and a whole number from 1 on would be right"
        )
    if (game is None) == (board is _MISSING) or (game is None) != (state is _MISSING):
        raise TypeError(
            "watch needs a game and a state, watch(search, game, state), or for functions that "
            "take no game a board, watch(function, board=board); found "
            + ("neither" if game is None and board is _MISSING else "parts of both or one half")
        )
    if game is not None and not isinstance(game, Game):
        raise TypeError(
            f"watch needs a Game after the search; found {game!r}, and "
            "watch(search, game, state) or watch(function, board=board) would be right"
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
        sys.setprofile(hook)
        returned = search(*arguments, **options)
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


def _error_text(error: BaseException) -> str:
    """The exception in one line, with the last line of the search's own code that it left."""
    where = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        ours = module.startswith(("course_lib.game", "course_lib.watch"))
        if not ours and module.split(".", 1)[0] not in sys.stdlib_module_names - {"__main__"}:
            where = f" (line {line} of {frame.f_code.co_name})"
    message = f": {error}" if str(error) else ""
    return f"{type(error).__name__}{message}{where}"


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
    counts = recorder.facts.counts
    if game is None and counts.edges == 0:
        counts.own_boards = True  # where else would the boards of a search come from

    def named(action: Action) -> str:
        return _action_name(game, action)

    reading = root_reading(recorder.drafts, returned)
    simulations = tuple(recorder.phases.simulations) if recorder.phases.recognised else ()
    nodes = nodes_from(recorder.drafts, named, own_boards=counts.own_boards)
    if simulations and recorder.phases.links.root is not None:
        nodes = nodes_of_tree(recorder, named)
        reading = tree_reading(recorder.phases.links.root, reading, returned)
    inner = game
    while isinstance(inner, Watched):
        inner = inner.game
    return SearchTrace(
        function=function,
        game=None if inner is None else type(inner).__name__,
        options=_options(inner),
        players=_players(inner, nodes),
        root=root,
        value=reading.value,
        action=as_plain(reading.action),
        action_name=None if reading.action is None else named(reading.action),
        nodes=nodes,
        simulations=simulations,
        visits=counts.visits,
        edges=counts.edges,
        cut=0 if simulations else counts.cut,  # what a random game leaves out has not been pruned
        stopped=recorder.stopped,
        error=error,
        note=_note(recorder, error),
    )


def _players(game: Game | None, nodes: tuple[TraceNode, ...]) -> tuple[Player, ...]:
    """The players of the game, or else those that were seen to be on turn, the first one first."""
    if game is not None:
        return tuple(game.players)
    return tuple(dict.fromkeys(node.player for node in nodes if node.player is not None))


def _note(recorder: Recorder, error: str | None) -> str | None:
    """What a reader of this trace should know beforehand."""
    if recorder.phases.recognised and recorder.phases.links.root is None:
        return "the search's own tree was not recognised: its nodes have no children and visits"
    few = len(recorder.drafts) <= 1 and not recorder.phases.recognised
    counts = recorder.facts.counts
    if few and error is None and counts.visits > 1:
        return (
            "no calls for single states were seen below the root (a search with a loop of its "
            "own makes none): there are counts, but no tree"
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
