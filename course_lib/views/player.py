"""What makes widgets: `step_through`, `compare` and `replay`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from course_lib.game import Game
from course_lib.play.record import GameRecord
from course_lib.views.trees import draw_tree, film_of
from course_lib.watching import SearchTrace, watch
from course_lib.watching.run import game_among

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayerWidget, Replay

LIMIT = 50_000
MOST = 4

SearchOrTrace = SearchTrace | Callable[..., Any]


def step_through(
    search: SearchOrTrace,
    *arguments: Any,
    boards: str | bool = "auto",
    code: bool = False,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through this search, forward and back.

    `search` is a `SearchTrace`, or a function that is watched while it runs: any function, called
    with these arguments and options as its owner calls it, such as
    `step_through(minimax, game, state, depth=4)` or `step_through(minimax, [[3, 12], [2, 4]])`.
    A game alone starts at its beginning.
    `boards` shows positions beside the tree: "auto", True (as pictures), "text" or False; or in
    its nodes: "nodes". With `code` the search's own code stands beside it, its line lit.

    >>> from course_lib import TextbookTree, alphabeta_search
    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6]])
    >>> player = step_through(alphabeta_search, game, game.initial)
    >>> player.step = 3
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    trace = traced(search, arguments, "step_through", options)
    film = film_of(trace, game=game_among(arguments), boards=boards, lines=code)
    return PlayerWidget(film, lambda: {trace.function: draw_tree(trace)})


def compare(
    searches: Mapping[str, SearchOrTrace],
    *arguments: Any,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through several searches at once, their counters beside each other.

    `searches` gives each a name: `{"minimax": minimax_search, "mine": my_alphabeta}`. Each is a
    function, watched with the same arguments and `options`, or a `SearchTrace`.
    All go on step by step. What one of them never visits and another does stands in its tree as
    ghosts.
    `draw_tree` takes what comes back for its first tree; all are in its `trees`.

    >>> from course_lib import TextbookTree, alphabeta_search, minimax_search
    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6]])
    >>> player = compare({"all": minimax_search, "fewer": alphabeta_search}, game, game.initial)
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    if not isinstance(searches, Mapping) or not 2 <= len(searches) <= MOST:
        raise ValueError(
            f"compare shows 2 to {MOST} searches by name; found {searches!r}; write "
            "for example {'minimax': minimax_search, 'alpha-beta': alphabeta_search}"
        )
    traces = {
        name: traced(search, arguments, "compare", options) for name, search in searches.items()
    }
    alike = len({(each.game, each.root, bool(each.simulations)) for each in traces.values()}) == 1
    parts = [
        film_of(
            trace,
            game=game_among(arguments),
            boards=False,
            label=name,
            others=[other for label, other in traces.items() if label != name and alike],
        )
        for name, trace in traces.items()
    ]
    story = {"headline": ", ".join(map(str, traces)), "parts": parts, "alike": alike}
    return PlayerWidget(
        story,
        lambda: {name: draw_tree(trace) for name, trace in traces.items()},
    )


def traced(
    search: Any, arguments: tuple[Any, ...], caller: str, options: dict[str, Any]
) -> SearchTrace:
    """The trace that was given, or that of watching the function that was given."""
    if isinstance(search, SearchTrace):
        return search
    if not callable(search):
        raise TypeError(
            f"{caller} shows a search; found {search!r}; give it a function with its game, as in "
            f"{caller}(minimax, game, state), or a SearchTrace made by watch"
        )
    options = {"most_nodes": LIMIT} | options
    if len(arguments) == 1 and isinstance(arguments[0], Game):
        arguments = (arguments[0], arguments[0].initial)
    return watch(search, *arguments, **options)


# --- games ---------------------------------------------------------------------------------------


def replay(record: GameRecord, *, at: int | None = None) -> Replay:
    """A board that shows a game move by move: buttons, a slider, and keys.

    It has the buttons and keys of `step_through`. All boards go to the browser once, so it plays on
    where no Python is running any more. `at` is the move to begin
    at, -1 for the last; without it the last board stands there until somebody steps. Later
    `widget.step` can be set as well.

    >>> from course_lib import TicTacToe, minimax_player, play_game
    >>> record = play_game(TicTacToe(), [minimax_player(), minimax_player()])
    >>> board = replay(record, at=-1)
    >>> board.step
    9
    """
    from course_lib.views.widgets import Replay  # noqa: PLC0415 - slow to load

    moves = len(record.actions)
    if at is not None and not -moves - 1 <= at <= moves:
        raise ValueError(f"at is {at}; the game has {moves} moves, so choose 0 to {moves}")
    return Replay(record, at if at is None else at % (moves + 1))
