"""Where the nodes of a tree stand: a tidy layout in a single pass from the leaves to the root.

Every subtree is drawn by itself and then pushed against what stands to its left, so far that no
two nodes of a level overlap; its parent stands over the middle of its children. Pushing to the
left leaves small subtrees at the left of their room, and pushing to the right at the right: the
mean of both drawings keeps every distance, and a tree and its mirror image look alike (Kennedy,
"Drawing Trees", 1996; the contours are those of Reingold and Tilford, 1981).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub


def tidy_layout(
    parents: Sequence[int | None], widths: Sequence[float], gap: float = 0.0
) -> list[float]:
    """The x of each node's centre; the leftmost edge of all stands at 0.

    `parents[node]` is a smaller number than `node`, or `None` for a root (several trees stand side
    by side). Children keep their order, and neighbours on a level are at least `gap` apart.
    The time is proportional to the number of nodes, and no depth is too great.

    >>> tidy_layout([None, 0, 0], [10, 10, 10], gap=4)
    [12.0, 5.0, 19.0]
    """
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]  # the last: of no node
    for node, parent in enumerate(parents):
        children[-1 if parent is None else parent].append(node)
    to_left = _places(parents, _pushed(children, widths, gap))
    for family in children:
        family.reverse()
    to_right = _places(parents, _pushed(children, widths, gap))
    x = [(one - other) / 2 for one, other in zip(to_left, to_right, strict=True)]
    edge = min((at - width / 2 for at, width in zip(x, widths, strict=True)), default=0.0)
    return [at - edge for at in x]


def _pushed(children: list[list[int]], widths: Sequence[float], gap: float) -> list[float]:
    """How far each node stands from its parent's x if all subtrees are pushed to the left.

    Each side of a subtree is a list that says for each level how far it reaches, the top level at
    its end, and a shift of all of it, so that moving a subtree costs nothing.
    """
    offsets = [0.0] * len(widths)
    lefts: list[list[float]] = [[]] * len(children)
    rights = lefts.copy()
    shifts = [(0.0, 0.0)] * len(children)
    for node in range(len(widths) - 1, -2, -1):  # -1 is the parent of the roots
        left, right, to_left, to_right = list[float](), list[float](), 0.0, 0.0
        family = children[node]
        for child in family:  # it has a greater number, so its sides are known by now
            under, over, (own_left, own_right) = lefts[child], rights[child], shifts[child]
            offset = 0.0
            if right:
                touch = max(map(sub, reversed(right), reversed(under)))
                offset = touch + to_right - own_left + gap
            offsets[child] = offset
            left, to_left = _merged(left, to_left, under, own_left + offset)
            right, to_right = _merged(over, own_right + offset, right, to_right)
        middle = (offsets[family[0]] + offsets[family[-1]]) / 2 if family else 0.0
        for child in family:
            offsets[child] -= middle
        if node >= 0:
            half = widths[node] / 2
            left.append(-half - (to_left - middle))
            right.append(half - (to_right - middle))
        lefts[node], rights[node] = left, right
        shifts[node] = to_left - middle, to_right - middle
    return offsets


def _merged(
    over: list[float], shift: float, under: list[float], lower: float
) -> tuple[list[float], float]:
    """One side of two subtrees together: `over` as far as it goes, and below it `under`.

    Only the levels that both have are touched. They are so many for the lower tree of the two,
    whose nodes are then never touched again: that is why the whole layout takes linear time.
    """
    common = len(over)
    if common >= len(under):
        return over, shift
    if common:
        under[-common:] = [reach + shift - lower for reach in over]
    return under, lower


def _places(parents: Sequence[int | None], offsets: list[float]) -> list[float]:
    """The x of each node, from its distance to its parent's."""
    x: list[float] = []
    for parent, offset in zip(parents, offsets, strict=True):
        x.append(offset if parent is None else x[parent] + offset)
    return x
