"""The judges of lesson 09: numbers that were rounded on their way, tables, and guided searches."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number
from course_lib.checks.judges import gives, gives_about, shown

Numbers = Mapping[tuple[Any, ...], tuple[int, float]]
"""Visits and total of the nodes of a tree, each named by the actions that lead to it."""


def about(wanted: Any, got: Any) -> bool:
    """Whether the second number is the first, however it was rounded on its way."""
    return is_number(got) and math.isclose(wanted, got, rel_tol=1e-6, abs_tol=1e-6)


def gives_all_about(case: Case, answer: Answer) -> Objection | None:
    """Objects unless each number of this list or dictionary is right."""
    wanted, got = case.expected, answer.value
    if isinstance(wanted, dict):
        if not isinstance(got, dict) or got.keys() != wanted.keys():
            return gives(case, answer)
        pairs = [(f"for {key!r}", wanted[key], got[key]) for key in wanted]
    else:
        if not isinstance(got, list | tuple) or len(got) != len(wanted):
            return gives(case, answer)
        pairs = [
            (f"in place {place}", *pair) for place, pair in enumerate(zip(wanted, got, strict=True))
        ]
    for where, right, theirs in pairs:
        if not is_number(theirs):
            return gives(case, answer)
        if not about(right, theirs):
            words = f"gave {theirs:.6g} {where}, expected {right:.6g}"
            return case.wrong(words, shown(wanted), shown(got))
    return None


def learns(case: Case, answer: Answer, *, right: Mapping[Any, float]) -> Objection | None:
    """Objects unless the surprise came back, and the table is what it has to be now."""
    before, seen, *_ = case.arguments
    table = answer.afterwards[0] if answer.afterwards else None
    if not isinstance(table, dict):
        return case.wrong("left no table behind")
    for pair, wanted in right.items():
        was = before.get(pair, "nothing")
        if pair not in table:
            words = f"the table has nothing for {pair!r}, expected {wanted:.6g}"
            return case.wrong(words, f"{wanted:.6g}", "nothing", joint=": ")
        if not about(wanted, table[pair]):
            times = seen.count(pair)
            where = "which was not seen" if not times else f"seen {times} times" * (times > 1)
            words = (
                f"the table has {table[pair]:.6g} for {pair!r}{', ' * bool(where)}{where};"
                f" there was {was}, expected {wanted:.6g}"
            )
            return case.wrong(words, f"{wanted:.6g}", repr(table[pair]), joint=": ")
    if extra := [pair for pair in table if pair not in right]:
        return case.wrong(
            f"the table has a number for {extra[0]!r}, which was never seen", joint=": "
        )
    return gives_about(case, answer)


def searches(case: Case, answer: Answer, *, numbers: Numbers) -> Objection | None:
    """Objects unless the tree has these visits and totals, and the action the most visits."""
    pair = answer.value
    if not (isinstance(pair, tuple | list) and len(pair) == 2 and _is_node(pair[1])):
        got = shown(pair) if not isinstance(pair, dict | tuple | list) else "something else"
        words = f"gave {got:.60}, expected a pair: the action, and the root of the tree"
        return case.wrong(words, "(action, root)", f"{got:.60}")
    action, root = pair
    for at, path in enumerate([*numbers, ()]):  # what the root's total is comes last
        (visits, total), node = numbers[path], root
        for step in path:
            if step not in node["children"]:
                words = f"the node after {path[:-1]} has no child for the action {step!r}"
                return case.wrong(words, f"a child for {step!r}", "none", joint=": ")
            node = node["children"][step]
        name = f"the node after {path}" if path else "the root"
        if node["visits"] != visits:
            words = f"{name} has {node['visits']} visits, expected {visits}"
            return case.wrong(words, f"{visits} visits", f"{node['visits']} visits", joint=": ")
        if (path or at) and not about(total, node["total"]):
            words = (
                f"{name} has the total {node['total']:.6g}, expected {total:.6g}; it counts for"
                f" {node['chooser']}, its chooser"
            )
            return case.wrong(words, f"{total:.6g}", f"{node['total']:.6g}", joint=": ")
    counts = {each: child["visits"] for each, child in root["children"].items()}
    best = [each for each, count in counts.items() if count == max(counts.values())]
    if action in best:
        return None
    words = f"gave the action {shown(action):.40}; the visits are {counts!r}"
    return case.wrong(words, repr(best[0]), f"{shown(action):.40}")


def _is_node(thing: Any) -> bool:
    """Whether this is a node such as `new_node` makes, with nodes below it."""
    return (
        isinstance(thing, dict)
        and isinstance(thing.get("children"), dict)
        and is_number(thing.get("visits"))
        and is_number(thing.get("total"))
        and all(map(_is_node, thing["children"].values()))
    )
