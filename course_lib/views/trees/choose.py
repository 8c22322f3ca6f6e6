"""Which nodes of a tree are drawn, so that people can read it, and how many are left out."""

from __future__ import annotations

from dataclasses import replace

from course_lib.views.trees.model import DrawnTree

_FIRST = 20
"""Where not even the root's children have room, so many of them are drawn at most."""

_DEEPEST = 12
"""A picture that has to choose by itself has no more levels than this."""


def trimmed(
    tree: DrawnTree,
    *,
    depth: int | None = None,
    width: int | None = None,
    most: int | None = None,
) -> DrawnTree:
    """The tree with `depth` levels, `width` children at each node and `most` nodes, about.

    The best line stays as long as there is room for it. Whole levels come first, so that nothing
    is missing between two nodes without a word; below them the best line with its neighbours.
    """
    for name, limit, least in (("depth", depth, 0), ("width", width, 1), ("most", most, 1)):
        if limit is not None and (isinstance(limit, bool) or limit < least):
            raise ValueError(
                f"{name} is {limit!r}; a whole number from {least} on would be right, or None"
            )
    levels = _levels(tree, depth, width)
    kept = {number for level in levels for number in level}
    if most is not None and _room(tree, kept) > most:
        kept = _readable(tree, levels[: _DEEPEST + 1], most)
    if len(kept) == len(tree.nodes):
        return tree
    chosen = tree.only(kept, _left_out(tree, kept))
    lost = sum(node.parent is None and node.id not in kept for node in tree.nodes)
    if lost:
        remark = f"{lost:,} more nodes that belong to no other are not drawn."
        chosen = replace(chosen, remarks=(*chosen.remarks, remark))
    return chosen


def _levels(tree: DrawnTree, depth: int | None, width: int | None) -> list[list[int]]:
    """The nodes level by level, without those that `depth` and `width` leave out."""
    level = [node.id for node in tree.nodes if node.parent is None]
    levels: list[list[int]] = []
    while level and (depth is None or len(levels) <= depth):
        levels.append(level)
        level = [child for number in level for child in _narrow(tree, tree.families[number], width)]
    return levels


def _narrow(tree: DrawnTree, family: tuple[int, ...], width: int | None) -> list[int]:
    """The first children, with the one on the best line among them."""
    if width is None or len(family) <= width:
        return list(family)
    best = [child for child in family if tree.nodes[child].on_best_line]
    others = [child for child in family if child not in best]
    return sorted(best + others[: width - len(best)])


def _room(tree: DrawnTree, numbers: set[int]) -> int:
    """How much room these nodes take: a box each, and one for what was cut below it."""
    return sum(1 + bool(tree.nodes[number].cut_names) for number in numbers)


def _readable(tree: DrawnTree, levels: list[list[int]], most: int) -> set[int]:
    """About as many of these nodes as `most`."""
    line = [number for level in levels for number in level if tree.nodes[number].on_best_line]
    kept: set[int] = set(line[:most])
    for number, level in enumerate(levels):
        if _room(tree, kept | set(level)) > most:
            if number <= 1:  # not even the root's children have room: the first ones, then
                kept |= set(level[: min(_FIRST, max(1, most - _room(tree, kept)))])
            break
        kept |= set(level)
    allowed = {number for level in levels for number in level}
    for number in line:
        family = set(tree.families[number]) & allowed
        if _room(tree, kept | family) <= most:
            kept |= family
    return kept


def _left_out(tree: DrawnTree, kept: set[int]) -> list[int]:
    """For each node, how much below it is not drawn, and stands below no other drawn node."""
    more = [node.more for node in tree.nodes]
    for node in reversed(tree.nodes):
        if node.id in kept or node.parent is None:
            continue
        # Moves of which nobody knows where they lead are counted only where they are left out.
        more[node.parent] += 1 if tree.counts == "moves" else 1 + more[node.id]
    return more
