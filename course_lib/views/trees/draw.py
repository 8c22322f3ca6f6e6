"""`draw_tree`: the picture of a tree, by Graphviz or by our own layout."""

from __future__ import annotations

from typing import Any, Literal

from course_lib.game import Game, State
from course_lib.views.picture import Picture
from course_lib.views.trees.dot import digraph, dot_svg, has_dot
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.own import own_svg
from course_lib.views.trees.trees import BARE, tree_of

FULL = 20
WITH_BOARDS = 30
"""So many nodes can be read in one picture: with all their words, and with boards."""


def draw_tree(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    width: int | None = None,
    most: int | None = None,
    boards: bool = False,
    values: bool = True,
    windows: bool | None = None,
    best_line: bool = True,
    engine: Literal["auto", "dot", "own"] = "auto",
    game: Game | None = None,
) -> Picture:
    """The picture of a tree; printed, it is the tree as text.

    `thing`, `state`, `depth`, `width`, `most` and `game` are those of `tree_of`; without limits
    the picture has as many nodes as can be read. `boards=True` draws the position into each node.
    `values=False` shows the numbers of the leaves alone, and nothing that would give the others
    away, so that they can be worked out.
    `windows` are alpha and beta with the name of the player to move: shown in trees of up to 20
    nodes unless you say. `best_line` is what best play on both sides leads to, in bold.

    `engine` is who places the nodes: Graphviz's program `dot` where it is installed, else our own
    layout, or the one you name. Both draw the same; without `dot` nothing fails.
    """
    if engine not in ("auto", "dot", "own"):
        raise ValueError(f"engine is {engine!r}; 'auto', 'dot' or 'own' would be right")
    tree, details = _readable(
        thing,
        state,
        depth=depth,
        width=width,
        most=most,
        game=game,
        boards=boards,
        values=values,
        windows=windows,
    )
    note = _why_not_dot(boards=boards) if engine != "own" else ""
    if engine != "own" and not note:
        try:
            svg = dot_svg(tree, details=details, best_line=best_line)
            return Picture(svg, str(tree))
        except RuntimeError as error:
            note = str(error)
    notes = (note,) if engine == "dot" else ()
    svg = own_svg(tree, details=details, best_line=best_line, boards=boards, notes=notes)
    return Picture(svg, str(tree))


def to_graphviz(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    width: int | None = None,
    most: int | None = None,
    boards: bool = False,
    values: bool = True,
    windows: bool | None = None,
    best_line: bool = True,
    game: Game | None = None,
) -> Any:
    """The same tree as a `graphviz.Digraph`, whose `source` can be kept, changed and handed on.

    This needs no `dot`; only drawing the graph does. The options are those of `draw_tree`; with
    `boards` the positions stand in the nodes as text.
    """
    tree, details = _readable(
        thing,
        state,
        depth=depth,
        width=width,
        most=most,
        game=game,
        boards=boards,
        values=values,
        windows=windows,
    )
    return digraph(tree, details=details, best_line=best_line, boards=boards)


def _readable(
    thing: Any,
    state: State | None,
    *,
    depth: int | None,
    width: int | None,
    most: int | None,
    game: Game | None,
    boards: bool,
    values: bool,
    windows: bool | None,
) -> tuple[DrawnTree, bool]:
    """The tree with as many nodes as were asked for or can be read, and whether with all words."""
    asked = (depth, width, most) != (None, None, None)
    if not asked and not isinstance(thing, DrawnTree):
        most = WITH_BOARDS if boards else FULL if windows else BARE
    tree = thing
    if asked or not isinstance(thing, DrawnTree):
        tree = tree_of(thing, state, depth=depth, width=width, most=most, game=game)
    if not asked and any(node.visits is not None for node in tree.nodes):
        tree = tree_of(tree, most=FULL)  # Monte Carlo's nodes are full of numbers
    if not values:
        tree = tree.without_values()
    return tree, len(tree.nodes) <= FULL if windows is None else windows


def _why_not_dot(*, boards: bool) -> str:
    """Why Graphviz is not asked, in a sentence, or nothing."""
    if boards:
        return "Placed by our own layout, because Graphviz can't draw boards into the nodes."
    if not has_dot():
        return (
            "Placed by our own layout, because Graphviz's program dot was not found; it comes"
            " with `make system`, with conda, or from graphviz.org."
        )
    return ""
