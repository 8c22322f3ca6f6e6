"""`what_if`: a small tree whose leaves can be dragged, with sentences that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from course_lib.games import TextbookTree
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.trees import draw_tree
from course_lib.watching import watch

if TYPE_CHECKING:
    from course_lib.views.widgets import TouchWidget

_MOST_LEAVES = 24


def what_if(tree: Sequence[Any], *, cuts: bool = False) -> TouchWidget:
    """A tree to touch: drag a leaf, or go there and press the arrow keys, and the values follow.

    `tree` holds the leaves in nested lists, such as `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`; MAX
    moves first. Beside it stands what minimax does, node by node, or with `cuts` what alpha-beta
    does and never looks at; a number in these sentences lights its node. All of it works in the
    browser alone, also on a page without Python.

    >>> tree = what_if([[3, 12, 8], [2, 4, 6]], cuts=True)
    """
    from course_lib.views.widgets import TouchWidget  # noqa: PLC0415 - slow to load

    if len(leaves := list(_leaves([tree]))) > _MOST_LEAVES:
        raise ValueError(
            f"this tree has {len(leaves)} leaves; what_if shows up to {_MOST_LEAVES}, so that they"
            " can be touched"
        )
    trace = watch(alphabeta_search if cuts else minimax_search, TextbookTree(tree), ())
    story = {
        "kind": "touch",
        "headline": "What alpha-beta never looks at" if cuts else "What minimax makes of it",
        "tree": tree,
        "cuts": cuts,
    }
    return TouchWidget(story, lambda: {"": draw_tree(trace)})


def _leaves(tree: Any) -> Any:
    """The numbers at the leaves, from left to right."""
    for part in tree:
        if isinstance(part, list | tuple):
            yield from _leaves(part)
        elif isinstance(part, int | float):
            yield part
        else:
            raise ValueError("what_if takes numbers in nested lists, such as [[3, 12], [2, 4]];"
                             f" found {part!r:.60}")  # fmt: skip
