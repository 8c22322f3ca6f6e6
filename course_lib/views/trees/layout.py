"""Where the nodes of a tree stand: a tidy layout in a single pass from the leaves to the root.

Every subtree is drawn by itself and then pushed against what stands to its left, so far that no
two nodes of a level overlap; its parent stands over the middle of its children. Pushing to the
left leaves small subtrees at the left of their room, and pushing to the right at the right: the
mean of both drawings keeps every distance, and a tree and its mirror image look alike (Kennedy,
"Drawing Trees", 1996; the contours are those of Reingold and Tilford, 1981).
"""

from __future__ import annotations

from collections.abc import Sequence


class _Contour:
    """One side of a subtree: for each level how far it reaches, the top level at the list's end.

    What is true is `reach[level] + shift`, so that moving a subtree costs nothing.
    """

    def __init__(self) -> None:
        self.reach: list[float] = []
        self.shift = 0.0


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
    """How far each node stands from its parent's x if all subtrees are pushed to the left."""
    offsets = [0.0] * len(widths)
    lefts = [_Contour() for _ in children]
    rights = [_Contour() for _ in children]
    for node in range(len(widths) - 1, -2, -1):  # -1 is the parent of the roots
        left, right = lefts[node], rights[node]
        family = children[node]
        for child in family:  # it has a greater number, so its sides are known by now
            offsets[child] = _room(right, lefts[child]) + gap if right.reach else 0.0
            lefts[child].shift += offsets[child]
            rights[child].shift += offsets[child]
            left = _merged(left, lefts[child])
            right = _merged(rights[child], right)
        middle = (offsets[family[0]] + offsets[family[-1]]) / 2 if family else 0.0
        for child in family:
            offsets[child] -= middle
        left.shift -= middle
        right.shift -= middle
        if node >= 0:
            left.reach.append(-widths[node] / 2 - left.shift)
            right.reach.append(widths[node] / 2 - right.shift)
        lefts[node], rights[node] = left, right
    return offsets


def _room(right: _Contour, left: _Contour) -> float:
    """How far the subtree with this left side must move to touch the right side before it."""
    pairs = zip(reversed(right.reach), reversed(left.reach), strict=False)
    return max(one - other for one, other in pairs) + right.shift - left.shift


def _merged(over: _Contour, under: _Contour) -> _Contour:
    """One side of two subtrees together: `over` as far as it goes, and below it `under`.

    Only the levels that both have are touched. They are so many for the lower tree of the two,
    whose nodes are then never touched again: that is why the whole layout takes linear time.
    """
    common = len(over.reach)
    if common >= len(under.reach):
        return over
    if common:
        difference = over.shift - under.shift
        under.reach[-common:] = [reach + difference for reach in over.reach]
    return under


def _places(parents: Sequence[int | None], offsets: list[float]) -> list[float]:
    """The x of each node, from its distance to its parent's."""
    x: list[float] = []
    for parent, offset in zip(parents, offsets, strict=True):
        x.append(offset if parent is None else x[parent] + offset)
    return x
