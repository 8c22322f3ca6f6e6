"""A handout: the moments of a story as pictures on sheets of paper, with room for answers."""

from __future__ import annotations

import textwrap
from html import escape
from pathlib import Path
from typing import Any

from course_lib.plain import write_whole
from course_lib.views import theme
from course_lib.views.svg import checked_place, document, element, text
from course_tools.studio.lectures.demos import Shown
from course_tools.studio.lectures.picture_files import pdf_bytes
from course_tools.studio.lectures.pictures import Pane, film_at
from course_tools.studio.lectures.story import Moment, Story, drafted, tell, traces_of

WIDE, HIGH, EDGE = 794, 1123, 44
"""A sheet of A4 at 96 dots an inch, and its margin."""

_HEAD, _FOOT = 40, 16
_COLUMNS = {2: 1, 6: 2}
_LETTERS = {2: (15, 13, 11), 6: (11, 10, 9)}
"""Sizes of letters: words have the largest that leaves the tree its room, or the last."""

_LEAST = 0.3
"""A tree has so much of its moment's height."""

_RULE, _RULES = {2: 34, 6: 22}, 2
"""Lines to write on below a question."""


def write_handout(shown: Shown, story: Story | None, path: Path, *, title: str, each: int) -> None:
    """Write the handout of this story, `each` moments on a sheet; as .pdf or as .html."""
    path = checked_place(path)
    pages = sheets(shown, story or drafted(shown), title=title, each=each)
    if path.suffix.lower() == ".pdf":
        path.write_bytes(pdf_bytes(pages, width=WIDE * 72 / 96))  # a page of A4, in points
        return
    drawn = "\n".join(f"<section>{page}</section>" for page in pages)
    named = escape(story.title if story else title)
    write_whole(path, _PAGE.format(title=named, letters=theme.letters(), drawn=drawn))


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 0 }}
body {{ margin: 0 }}
section {{ break-after: page; width: 210mm; margin: 0 auto }}
svg {{ display: block; width: 100%; height: auto }}
{letters}
</style>
{drawn}
</html>
"""


def sheets(shown: Shown, story: Story, *, title: str, each: int) -> list[str]:
    """The sheets as drawings."""
    _, found = tell(shown, story)
    traces = [*traces_of(shown).values()]
    columns, rows = _COLUMNS[each], each // _COLUMNS[each]
    wide = (WIDE - EDGE * (columns + 1)) / columns
    high = (HIGH - 2 * EDGE - _HEAD) / rows
    moments, pages = found.moments, []
    head = textwrap.shorten(found.title or title, 120, placeholder=" \u2026")
    size = min(20, (WIDE - 2 * EDGE) / (0.62 * len(head) + 1))
    for first in range(0, len(moments), each):
        parts = [text(EDGE, EDGE + 8, head, font_size=size, font_weight="bold",
                      text_anchor="start")]  # fmt: skip
        for place, moment in enumerate(moments[first : first + each]):
            row, column = divmod(place, columns)
            film = film_at(traces[moment.part], moment.step)
            drawn = _moment(moment, first + place + 1, film, (wide, high), each)
            x, y = EDGE + column * (wide + EDGE), EDGE + _HEAD + row * high
            parts.append(element("g", *drawn, transform=f"translate({x:.1f} {y:.1f})"))
        pages.append(document(WIDE, HIGH, *parts, title=found.title or title))
    return pages


def _moment(
    moment: Moment, number: int, film: Any, size: tuple[float, float], each: int
) -> list[str]:
    """The picture of a moment, below it what is said and asked, and lines to write on."""
    wide, high = size
    say = moment.say or film["texts"][film["steps"]["say"][min(moment.step, _last(film))]]
    for letter in _LETTERS[each]:
        row, letters = 1.4 * letter, int(wide / (letter * 0.56))
        said = textwrap.wrap(f"{number}. {say}", letters)
        asked = textwrap.wrap(moment.ask.text, letters) if moment.ask else []
        ticked = [
            (line, not place)  # a box to tick stands before its first line
            for one in (moment.ask.options if moment.ask else ())
            for place, line in enumerate(textwrap.wrap(one.label, letters - 3))
        ]
        below = row * (len(said) + len(asked) + len(ticked)) + bool(asked) * _RULES * _RULE[each]
        room = high - below - _FOOT - row
        if room >= _LEAST * high:
            break
    else:
        raise ValueError(f"the words of {moment.at!r} leave no room for its tree where {each}"
                         " moments are on a sheet: say less there")  # fmt: skip
    scale = min(wide / film["width"], room / film["height"], 1.4)
    pane = Pane(film, wide, max(scale, min(0.45, room / film["height"])))
    step = min(moment.step, _last(film))
    # What does not fit beside the tree must not stand in the next picture's.
    tree = pane.tree(step, 0, ahead="future" not in moment.hide and step < _last(film))
    tall = film["height"] * pane.scale
    parts = [element("svg", tree, width=f"{wide:.1f}", height=f"{tall:.1f}",
                     viewBox=f"0 0 {wide:.1f} {tall:.1f}")]  # fmt: skip
    y = tall + row
    look = {"text_anchor": "start", "font_size": letter}
    for line in said:
        parts.append(text(0, y, line, **look))
        y += row
    for line in asked:
        parts.append(text(0, y, line, font_weight="bold", **look))
        y += row
    for line, first in ticked:
        if first:
            parts.append(element("rect", y=y - letter / 2, width=letter * 0.9, height=letter * 0.9,
                                 fill="none", stroke=theme.INK))  # fmt: skip
        parts.append(text(letter * 1.3, y, line, **look))
        y += row
    for rule in range(_RULES * bool(asked)):
        at = y - row / 2 + (rule + 1) * _RULE[each]
        parts.append(element("path", d=f"M0 {at:.1f}H{wide:.1f}", stroke=theme.FADED))
    return parts


def _last(film: Any) -> int:
    return len(film["steps"]["kind"]) - 1
