"""What makes widgets: `step_through`, `compare`, `practice` and `replay`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from course_lib.game import Game, State
from course_lib.games import TextbookTree, random_tree
from course_lib.play.record import GameRecord
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.boards import board_svg
from course_lib.views.trees import (
    DrawnNode,
    DrawnTree,
    draw_tree,
    film_of,
    film_of_pieces,
    pieces_of,
    together,
)
from course_lib.views.trees.film import with_poster
from course_lib.views.trees.model import Kind
from course_lib.views.trees.pieces import Film
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import number, printed, reason_words, signs
from course_lib.watching import SearchTrace, TraceNode, watch
from course_lib.watching.run import game_among
from course_lib.watching.trace import Reason
from course_lib.words import Say, Text, _, row

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayerWidget, Replay

LIMIT = 50_000
MOST = 4

_TREES = 20
_MOST_NODES = 80

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
    return PlayerWidget(with_poster(film), lambda: {trace.function: draw_tree(trace)})


def compare(
    searches: Mapping[str, SearchOrTrace],
    *arguments: Any,
    **options: Any,
) -> PlayerWidget:
    """A player that steps through several searches at once, their counters beside each other.

    `searches` gives each a name: `{"minimax": minimax_search, "mine": my_alphabeta}`. Each is a
    function, watched with the same arguments and `options`, or a `SearchTrace`.
    All go on step by step; searches of one tree can also be kept at the same position, and Monte
    Carlo searches at the same simulation. What one of them never visits and another does stands in
    its tree as ghosts.
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
    story: dict[str, Any] = {"headline": ", ".join(map(str, traces)), "parts": parts}
    story["together"] = together(parts)
    return PlayerWidget(
        with_poster(story),
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


# --- to predict ----------------------------------------------------------------------------------


def practice(
    thing: str | Game | Sequence[Any] = "textbook",
    state: State | None = None,
    *,
    ask: str = "values",
    **options: Any,
) -> PlayerWidget:
    """Trees to predict: type the value of the next node, or mark the branches that will be cut.

    `thing` is "textbook" for random trees, whose `depth`, `branching` and range of leaves, `low` to
    `high`, can be given; the same `seed` gives the same trees. Or it is a tree of your own in
    nested lists, such as `[[3, 12, 8], [2, 4, 6]]`, or a game with a state near its end. `ask` is
    "values" or "cuts".

    >>> tree = practice([[3, 12, 8], [2, 4, 6]], ask="cuts")
    """
    from course_lib.views.widgets import PlayerWidget  # noqa: PLC0415 - slow to load

    if ask not in ("values", "cuts"):
        raise ValueError(f"practice can ask for 'values' or 'cuts'; found ask={ask!r}")
    trees = _trees(thing, state, **options)
    label, game, start = trees[0]
    items = [exercise(*each) for each in trees]
    story = {"headline": f"Practice: {ask}", "ask": ask, "items": items}
    return PlayerWidget(story, lambda: {label: draw_tree(game, start, values=False)})


def _trees(
    thing: str | Game | Sequence[Any],
    state: State | None,
    *,
    depth: int = 3,
    branching: int | tuple[int, int] = (2, 3),
    low: int = -9,
    high: int = 9,
    seed: int = 1,
) -> list[tuple[str, Game, State]]:
    """The trees that `practice` asks about one after the other: name, game, and where it begins."""
    if isinstance(thing, list | tuple):
        return [("your tree", TextbookTree(thing), ())]
    if isinstance(thing, Game):
        return [(type(thing).__name__, thing, thing.initial if state is None else state)]
    if thing != "textbook":
        raise ValueError(
            f"practice has 'textbook' trees; found {thing!r}; give it that word, a tree of your own"
            " in nested lists, or a game and a state"
        )
    return [
        (f"Tree {n}", random_tree(depth, branching, Random(n), low=low, high=high), ())
        for n in range(seed, seed + _TREES)
    ]


def exercise(label: str, game: Game, state: State) -> Film:
    """One tree to predict: its film, what is asked, the answers, and why they are right.

    MAX is who moves at the root. `ask` are the nodes whose values are asked for, children before
    their parent; `cut` are those at the top of the branches that alpha-beta never looks at.
    """
    minimax = watch(minimax_search, game, state, most_visits=_MOST_NODES)
    if minimax.error and minimax.visits < _MOST_NODES:
        raise ValueError(f"there is nothing to predict in {label}: {minimax.error}")
    if minimax.error:
        raise ValueError(
            f"the tree of {label} has more than {_MOST_NODES} nodes, too many to predict; take a"
            " smaller depth or branching, or a position nearer to its end"
        )
    alphabeta = watch(alphabeta_search, game, state)
    by_path = {alphabeta.path(node.id): node for node in alphabeta.nodes}
    seen = [by_path.get(minimax.path(node.id)) for node in minimax.nodes]
    values = [minimax.value, *(node.value for node in minimax.nodes[1:])]
    columns: dict[str, list[str]] = {
        "path": [" ".join(map(game.action_name, minimax.path(at))) for at in range(len(values))],
        "number": [signs(number(value)) for value in values],
        "seen": [signs(number(node.value)) if node else "" for node in seen],
        "why": [],
        "why_cut": [],
    }
    columns["seen"][0] = signs(number(alphabeta.value))
    nodes: list[DrawnNode] = []  # recursion comes to them in the order of drawing
    for node in from_trace(minimax).nodes:
        family = [number(child.value) for child in minimax.children(node.id)]
        role: Kind = "max" if node.player == minimax.nodes[0].player else "min"
        nodes.append(node._replace(kind=role if family else "leaf", window_in=None,
                             on_best_line=False))  # fmt: skip
        columns["why"].append(printed(_why(role, family, number(values[node.id]))))
        above = seen[node.parent or 0] if seen[node.id] is None else None
        columns["why_cut"].append(printed(_why_cut(above)) if above else "")
    pieces = pieces_of(DrawnTree("", tuple(nodes)))
    for piece in pieces:
        piece.look(0, 0, piece.value, *(["MAX"] if piece.shape != "square" else []))
    roles = {"up": "MAX", "down": "MIN", "square": "leaf"}
    columns["role"] = [roles[piece.shape] for piece in pieces]
    left = [event.node for event in minimax.events() if event.kind == "leave"]
    plain = isinstance(game, TextbookTree)
    return film_of_pieces(pieces, [("end", -1, label)], columns=columns) | {
        "label": label,
        "ask": [node for node in left if columns["why"][node]],
        "cut": [at for at, reason in enumerate(columns["why_cut"]) if reason],
        "answers": values,
        "board": None if plain else board_svg(game, state, size=200),
    }


def _why_cut(node: TraceNode) -> Text:
    """Why branches below this node are cut."""
    return reason_words(node.reason or Reason.UNSEEN, node.value, node.window_in)


def _why(role: Kind, family: Sequence[str], value: str) -> Text:
    """Why a node with these values below it has its own; nothing for a leaf."""
    if not family:
        return ""
    template = _("MIN takes the least of {values}, which is {value}.")
    if role == "max":
        template = _("MAX takes the greatest of {values}, which is {value}.")
    if len(family) == 1:
        template = _("{who} has only one choice, which is worth {value}.")
    return Say(template, who=role.upper(), values=row(family, 12), value=value)


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
