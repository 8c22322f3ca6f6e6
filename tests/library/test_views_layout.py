"""Where the nodes of a tree stand: no overlaps, parents in the middle, any depth."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.views.trees import tidy_layout

GAP = 5.0


@st.composite
def forests(draw):
    """Parents and widths of a few trees side by side, in any order with parents first."""
    size = draw(st.integers(1, 60))
    above = [st.one_of(st.just(n - 1), st.integers(0, n - 1), st.none()) for n in range(1, size)]
    parents = [None, *map(draw, above)]
    widths = [draw(st.integers(1, 60)) for _ in range(size)]
    return parents, widths


def families_of(parents):
    """The children of each node from left to right; the last entry are the roots."""
    families = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents):
        families[-1 if parent is None else parent].append(node)
    return families


def mirrored(parents, widths):
    """The same tree with all families turned round, and each new number's old one."""
    families = families_of(parents)
    old = families[-1][::-1]
    for node in old:
        old += families[node][::-1]
    new = {node: place for place, node in enumerate(old)}
    turned = [None if parents[node] is None else new[parents[node]] for node in old]
    return turned, [widths[node] for node in old], new


@given(forests())
@settings(max_examples=40, deadline=None)
def test_a_layout_is_tidy(forest):
    """Neighbours keep their distance, parents stand in the middle, neither side is the better."""
    parents, widths = forest
    x = tidy_layout(parents, widths, GAP)
    assert min(at - width / 2 for at, width in zip(x, widths, strict=True)) == pytest.approx(0)
    *families, level = families_of(parents)
    while level:
        for left, right in itertools.pairwise(level):
            room = x[right] - widths[right] / 2 - (x[left] + widths[left] / 2)
            assert room >= GAP - 1e-6
        level = [child for node in level for child in families[node]]
    for node, children in enumerate(families):
        if children:
            assert x[node] == pytest.approx((x[children[0]] + x[children[-1]]) / 2)
    turned, turned_widths, new = mirrored(parents, widths)
    other = tidy_layout(turned, turned_widths, GAP)
    whole = max(at + width / 2 for at, width in zip(x, widths, strict=True))
    for node, at in enumerate(x):
        assert other[new[node]] == pytest.approx(whole - at, abs=1e-6)


def test_a_tree_is_no_wider_than_it_must_be_and_no_depth_is_too_great():
    """Two deep chains stand as close as the gap allows; 20,000 levels need no recursion."""
    assert tidy_layout([None, 0, 0, 1, 2], [10] * 5, 4) == [12, 5, 19, 5, 19]
    parents, spine = [None], 0
    for _ in range(20_000):
        first = len(parents)
        parents += [spine, spine, spine]
        spine = first + 1
    x = tidy_layout(parents, [10.0] * len(parents), 4)
    assert x[0] == pytest.approx(x[spine])
