"""The pages to print, and the key: what a student gets, and what the teacher has in hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import segno
from markupsafe import Markup

from course_lib import watch
from course_lib.questions.defending import WHOLE
from course_lib.questions.predicting import blocks
from course_lib.questions.scenes import Calls, intro, named, table_of
from course_lib.questions.seen import Seen, numbered
from course_lib.views import draw_tree
from course_tools.grader.classroom.pages.rendering import environment
from course_tools.grader.papers.defend import Defence

PAPERS = ("A4", "letter")

_LINES, _WIDTH = 24, 96
"""So much of a program fits in one column beside nothing else, in large type."""
_TWO_COLUMNS = 56
"""Longer programs get a page of their own."""


def written(
    defences: Sequence[Defence], *, key: bool, paper: str = PAPERS[0], names: bool = False
) -> str:
    """The pages of these students as one HTML file; with `key`, those for the teacher."""
    template = environment(Path(__file__).parent / "templates").get_template("defend.html")
    return template.render(
        pages=[_page(one, key=key, names=names) for one in defences], key=key, paper=paper
    )


def label(one: Defence, *, names: bool) -> str:
    """What stands on the page, and in its code: its number, or whose it is."""
    return one.full_name or one.student if names else f"number {one.number}"


def _page(one: Defence, *, key: bool, names: bool) -> dict[str, Any]:
    """What the template needs of one student's page."""
    who = label(one, names=names)
    about: dict[str, Any] = {"one": one, "who": who, "code": "", "tree": "", "note": one.note}
    mark = one.student if names else one.number
    about["mark"] = _markup(
        segno.make(f"defend {one.lesson} {mark}", error="m").svg_inline(scale=2, border=2)
    )
    if key and not names:
        about["who"] = f"{who}: {one.full_name or one.student}"
    if one.seen is None:
        return about
    code = numbered(one.seen.source)
    long = max(map(len, code.split("\n")))
    about["intro"] = _markup(blocks(intro(one.exercise, one.seen.scene)))
    about["asked"] = [(asked, _markup(blocks(asked.text))) for asked in one.asked]
    about["code"] = code
    lines = code.count("\n") + 1
    about["shape"] = (
        "wide" if lines <= _LINES and long <= _WIDTH else "two" if lines <= _TWO_COLUMNS else "own"
    )
    about["place"] = "In A" if isinstance(one.seen.scene, Calls) else "Here"
    about["table"] = table_of(one.exercise, one.seen.scene)
    if one.seen.looks:
        empty = draw_tree(one.seen.game, most=WHOLE, values=False).svg
        about["tree"] = _markup(trace_drawn(one.seen) if key else empty)
    about["order"] = ", ".join(map(named, one.seen.leaves))
    return about


def _markup(text: str) -> Markup:
    """HTML or a drawing of ours; what comes from a student is escaped in there."""
    return Markup(text)  # noqa: S704


def trace_drawn(seen: Seen) -> str:
    """The tree as the function went through it: what it never looked at is crossed out.

    Nothing of the student's runs for this: the leaves are gone through once more in the order in
    which they were looked at, and each node gets what was seen of its call.
    """
    calls = {path: (numbers, value) for _, path, numbers, value in reversed(seen.calls)}
    first = {leaf[:depth]: None for leaf in seen.leaves for depth in range(len(leaf) + 1)}
    windows = all(set(numbers) == {"alpha", "beta"} for numbers, _ in calls.values()) and calls

    def replayed(
        game: Any,
        state: Any,
        alpha: float = -math.inf,  # noqa: ARG001 - the picture shows it
        beta: float = math.inf,  # noqa: ARG001 - the same
    ) -> float | None:
        """What came back from this node."""
        for after in [path for path in first if path[:-1] == state and path]:
            given = calls[after][0] if windows and after in calls else {}
            replayed(game, game.result(state, after[-1]), **given)
        game.actions(state)  # so that the picture knows what was never tried
        if game.is_terminal(state):
            return float(game.utility(state, game.players[0]))
        value = calls[state][1] if state in calls else seen.value if state == () else None
        value = value[0] if isinstance(value, tuple) and value else value
        return value if isinstance(value, int | float) else None

    replayed.__name__ = seen.name
    trace = watch(replayed, seen.game, seen.game.initial)
    return draw_tree(trace, most=WHOLE, windows=bool(windows), best_line=False).svg
