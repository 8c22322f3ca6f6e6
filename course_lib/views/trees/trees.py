"""`tree_of`: the tree of anything that has one, as plain data to draw or to print."""

from __future__ import annotations

from typing import Any

from course_lib.game import Game, State
from course_lib.games import TextbookTree
from course_lib.search.node import MctsResult, Node
from course_lib.search.questions import refuse_class
from course_lib.views.trees.choose import trimmed
from course_lib.views.trees.model import DrawnTree
from course_lib.views.trees.positions import from_game
from course_lib.views.trees.sources import from_mcts, from_node, from_trace
from course_lib.watch import SearchTrace

BARE = 50
"""So many nodes with a value each can be read in one picture."""

_LARGEST = 500
"""No picture has more nodes than this, whatever was asked for."""


def tree_of(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    width: int | None = None,
    most: int | None = None,
    game: Game | None = None,
) -> DrawnTree:
    """The tree of a recorded search, of a Monte Carlo search, or of a game below a state.

    `thing` is what `watch` or `mcts_search` gave back, or a game (then `state` is where its tree
    begins). `depth` is how many levels below the root are kept, `width` how many children at each
    node, `most` how many nodes in all; without any of the three about 50 are, and the tree says
    how many it leaves out. `game` helps with a trace of a game that is none of the course's.

    >>> from course_lib.games import TextbookTree
    >>> print(tree_of(TextbookTree([[3, 12], [2, 4]])))
    Textbook tree: value 3
    * root, MAX to move, value 3
    *   0, MIN to move, value 3
    *     0, final, value 3
          1, final, value 12
        1, MIN to move, value 2
          0, final, value 2
          1, final, value 4
    * the best line
    """
    if most is None:
        most = BARE if depth is None and width is None else _LARGEST
    whole = _whole(thing, state, depth, game)
    return trimmed(whole, depth=depth, width=width, most=min(most, _LARGEST)).with_states()


def _whole(thing: Any, state: State | None, depth: int | None, game: Game | None) -> DrawnTree:
    """All of the tree, where it comes from a search, and of a game as much as can be looked at."""
    if isinstance(thing, DrawnTree):
        return thing
    if isinstance(thing, SearchTrace):
        return from_trace(thing, game)
    if isinstance(thing, MctsResult):
        return from_mcts(thing)
    if isinstance(thing, Node) and game is not None:
        return from_node(thing, game)
    if isinstance(thing, Game):
        start = thing.initial if state is None else state
        # A textbook tree is a drawing to begin with: its values come from all of it.
        return from_game(thing, start, None if isinstance(thing, TextbookTree) else depth)
    if isinstance(thing, Node):
        raise ValueError(
            "a node of a Monte Carlo tree does not know its game; draw_tree(node, game=game), or"
            " draw_tree(found) with what mcts_search gave back, would be right"
        )
    refuse_class(thing, "draw_tree")
    if isinstance(thing, list | tuple):
        raise ValueError(
            f"nested lists are drawn as a game: draw_tree(TextbookTree({thing!r:.60})) would be"
            " right, with TextbookTree from course_lib.games"
        )
    raise ValueError(
        f"there is no tree in {thing!r:.80}; what watch(search, game, state) gives would be right,"
        " or what mcts_search gives, or a game and a state, such as draw_tree(game, state, depth=2)"
    )
