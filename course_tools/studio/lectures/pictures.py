"""`save_image`: searches and games that were played, as pictures, moving pictures and trees."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.play import GameRecord
from course_lib.play.progress import with_progress
from course_lib.views import theme
from course_lib.views.boards import board_picture, board_svg
from course_lib.views.dots import png_bytes
from course_lib.views.export import html_page, widget_of
from course_lib.views.replaying import lines_of
from course_lib.views.svg import Picture, checked_place, document, element, text, with_ids_of
from course_lib.views.trees import Still, film_of
from course_lib.views.trees.film import checked_step
from course_lib.views.trees.narrator import spans_of
from course_lib.views.trees.pieces import Film
from course_lib.watching import SearchTrace
from course_tools.studio.lectures.forest import forest_page
from course_tools.studio.lectures.picture_files import DOTS, MOVING, TREE, gif_bytes, write_drawing
from course_tools.studio.lectures.story import Story, put_words, tell
from course_tools.studio.lectures.video import shots_of, write_video

MOST_DOTS = 1920
"""No video is wider."""

MOST_FRAMES = 120
"""A run of more steps is shown in so many of them, evenly spread, in a .gif."""

WIDEST, GIF_WIDTH = 1200, 800
"""How much of a wide tree is shown, and of one that moves, around the node where the search is."""

SMALLEST = 0.6
"""A tree that is too wide is drawn smaller, down to this scale; then a camera follows."""

MOST_GROWN, MOST_SEARCHED = 24, 60
"""Of a tree that grew by simulations so many nodes are drawn, those most visited in the end; of
another search so many, the first levels and the best line, and the rest in summaries."""

FAMILY = 5
"""So many children of a node are drawn around a step of such a search."""

_LINE, _HEAD, _NOTE = 20, 34, 18


class Run(NamedTuple):
    """Drawings of one size, made one at a time: how many, how wide, and how to make each.

    `says` is what is said about each.
    """

    steps: int
    width: float
    draw: Callable[[int], str]
    says: Callable[[int], str]


def save_image(
    thing: Any,
    path: str | Path,
    *,
    step: int | None = None,
    story: Story | None = None,
) -> Path:
    """Where the picture was written; the path's ending says as what.

    `thing` is a `Picture`, a `SearchTrace`, a dict of traces by name, or a `GameRecord`. A .gif, a
    .mp4 and a .webm show the whole run, a step every 0.8 seconds, and in a video, whose captions
    are read, every 2.5; the others show one `step`, counted from 0, or from the end as -1;
    without a `step` they show the end. Of a large tree the
    letters are small, for a web page: in front of a class show what `export_html` writes.
    A .png has two dots for each pixel; a .pdf is one page as large as the picture. A .tex has the
    trees of searches, to be edited and set by LaTeX's package forest. A video has the sentences as
    captions, and a `story` its own; the program ffmpeg makes it, and where chromium and playwright
    are installed all moves in it as on the page.
    """
    path = checked_place(path)
    if path.suffix.lower() == TREE:
        return _write_trees(thing, path)
    moves = path.suffix.lower() in MOVING
    if moves and step is not None:
        raise ValueError(f"{path.name} shows the whole run; one step is for a .png, .svg or .pdf")
    widget, found = (None, None) if story is None else tell(thing, story, code=True)
    run = run_of(thing, widest=GIF_WIDTH if moves else WIDEST, story=found)
    if moves:
        steps = chosen_steps(run.steps)
        if path.suffix.lower() == ".gif":
            frames = with_progress(map(run.draw, steps), len(steps), "frames")
            path.write_bytes(gif_bytes(frames, width=run.width, seconds=0.8, last=3.2))
            return path
        told = widget.story["told"] if widget is not None else ()
        widget = widget or widget_of(thing)
        page = None if widget is None else html_page(widget)
        dots = min(DOTS * run.width, MOST_DOTS)

        def dotted(at: int) -> bytes:
            return png_bytes(run.draw(at), width=dots, paper="white")

        write_video(shots_of(steps, run.says, told), path, dotted, page)
        return path
    svg = run.draw(checked_step(-1 if step is None else step, run.steps))
    return write_drawing(svg, path, width=run.width)


def _write_trees(thing: Any, path: Path) -> Path:
    """Where the trees of these searches were written, for LaTeX."""
    traces = [thing] if isinstance(thing, SearchTrace) else [*getattr(thing, "values", list)()]
    if not traces or not all(isinstance(one, SearchTrace) for one in traces):
        raise TypeError(f"a .tex holds the tree of a search; {thing!r:.80} is none: save a .pdf")
    path.write_text(forest_page(traces), encoding="utf-8", newline="\n")
    return path


def chosen_steps(steps: int, most: int = MOST_FRAMES) -> Sequence[int]:
    """All steps, or `most` of them evenly spread, the first and the last always among them.

    >>> chosen_steps(7, most=3)
    [0, 3, 6]
    """
    if steps <= most:
        return range(steps)
    return [round(number * (steps - 1) / (most - 1)) for number in range(most)]


def run_of(thing: Any, *, widest: float = WIDEST, story: Story | None = None) -> Run:
    """All drawings of this thing, from its first to its last step, with a story's own words."""
    if isinstance(thing, Picture):
        return Run(1, thing.width, lambda _step: thing.svg, lambda _step: thing.title)
    if isinstance(thing, GameRecord):
        game, states, lasts = thing.game, thing.states(), (None, *thing.actions)
        width = board_picture(game, states[0], caption="").width
        says = lines_of(thing)
        return Run(len(states), width, lambda step: board_svg(game, states[step], last=lasts[step]),
                   says.__getitem__)  # fmt: skip
    traces = {thing.function: thing} if isinstance(thing, SearchTrace) else thing
    if isinstance(traces, Mapping) and all(isinstance(one, SearchTrace) for one in traces.values()):
        return _run_of_searches(traces, widest, story)
    raise TypeError(
        f"save_image can't draw {thing!r:.80}; give it a Picture (from show or draw_tree), a"
        " SearchTrace, a dict of traces by name, or a GameRecord"
    )


def _run_of_searches(traces: Mapping[str, SearchTrace], widest: float, story: Story | None) -> Run:
    """The tree of a search growing step by step, or those of several, one below the other."""
    films = films_of(traces)
    if story is not None:
        put_words(films, story)
    widest_tree = max(film["width"] for film in films)
    width, scale = min(max(widest_tree, 480), widest), max(min(1, widest / widest_tree), SMALLEST)
    panes = [Pane(film, width, scale) for film in films]
    names, several = ", ".join(pane.label for pane in panes), len(panes) > 1
    look = {"text_anchor": "start", "font_size": 18, "font_weight": "bold"}

    def says(step: int) -> str:
        return " ".join(pane.words(step) for pane in panes)

    def hidden(step: int) -> Sequence[str]:
        passed = [one for one in (story.moments if story else ()) if one.step <= step]
        return passed[-1].hide if passed else ()

    def draw(step: int) -> str:
        drawn, top = [], 0.0
        for pane in panes:
            if several:
                drawn.append(text(18, top + 22, pane.label, **look))
                top += _HEAD
            drawing = pane.parts(step, ahead="future" not in hidden(step))
            parts = element("g", *drawing, transform=f"translate(0 {top:.1f})")
            drawn.append(with_ids_of(len(drawn), parts) if several else parts)
            top += pane.height
        title = f"Side by side: {names}" if several else names
        return document(width, top, *drawn, title=title, description=says(step))

    return Run(max(pane.still.last for pane in panes) + 1, width, draw, says)


def films_of(traces: Mapping[str, SearchTrace]) -> list[Film]:
    """A film of each search, of its most telling nodes alone where there are many."""
    return [
        film_of(trace, boards=False, label=name,
                most=MOST_GROWN if trace.simulations else MOST_SEARCHED)
        for name, trace in traces.items()
    ]  # fmt: skip


def film_at(trace: SearchTrace, step: int) -> Film:
    """The film of a search; of a large one only what is around the node of this step by then."""
    if trace.simulations or len(trace.nodes) <= MOST_SEARCHED:
        [film] = films_of({"": trace})
        return film
    spans = spans_of(trace)
    begun = [node for node, (begins, _) in spans.items() if node is not None and begins <= step]
    here = [node for node in begun if step in (*spans[node], spans[node][1] - 1)]
    way, kept = here[-1:] or [0], set[int]()
    while way[-1] != 0:
        way.append(trace.nodes[way[-1]].parent or 0)
    for node in way:
        family = [child.id for child in trace.children(node) if child.id in begun]
        kept |= {node, *family[-FAMILY:]}
    return film_of(trace, boards=False, most=kept)


def around(trace: SearchTrace, step: int, width: float) -> str:
    """The tree around the node of this step, this wide: without words, and without the future."""
    film = film_at(trace, step)
    pane = Pane(film, width, max(min(1, width / film["width"]), SMALLEST))
    tree = pane.tree(step, 0, ahead=False)
    return document(width, film["height"] * pane.scale, tree, title="The tree by now")


class Pane:
    """The drawings of one search, a frame for each step: its words, and the tree by then."""

    def __init__(self, film: Film, width: float, scale: float) -> None:
        """Prepare to draw this wide, and the tree at this scale."""
        self.film, self.still, self.label = film, Still(film), str(film["label"])
        self.width, self.scale = width, scale
        self.lines = max(len(self._wrapped(step)) for step in range(self.still.last + 1))
        self.foot = 24 + self.lines * _LINE
        self.height = self.foot + 6 + film["height"] * scale + _NOTE * bool(film["left_out"])

    def words(self, step: int) -> str:
        """What is said about this step, or about the last one."""
        return self.still.words(min(step, self.still.last))

    def parts(self, step: int, *, ahead: bool) -> list[str]:
        """The words of this step, and the part of the tree around the node where the search is."""
        film, step = self.film, min(step, self.still.last)
        fill = film["kinds"][film["steps"]["kind"][step]][1] or theme.PAPER
        band = element("rect", x=8, y=8, width=self.width - 16, rx=6, fill=fill,
                       height=self.lines * _LINE + 12)  # fmt: skip
        words = [
            text(18, 24 + row * _LINE, line, text_anchor="start")
            for row, line in enumerate(self._wrapped(step))
        ]
        drawn = [band, *words, self.tree(step, self.foot, ahead=ahead and step < self.still.last)]
        if film["left_out"]:
            kept = len(self.still.outlines)
            few = f"{kept} of {kept + film['left_out']:,} nodes are drawn"
            look = {"text_anchor": "end", "font_size": 12, "fill": theme.QUIET}
            drawn.append(text(self.width - 12, self.height - 12, few, **look))
        return drawn

    def tree(self, step: int, top: float, *, ahead: bool) -> str:
        """The part of the tree around the node where the search is at this step."""
        film, seen = self.film, self.width / self.scale
        left = (film["width"] - seen) / 2  # a tree that fits stands in the middle
        if left > 0:
            left = min(max(self._middle(step, seen) - seen / 2, 0), film["width"] - seen)
        moved = f"translate({-left * self.scale:.1f} {top}) scale({self.scale:.3f})"
        return element("g", self.still.drawing(step, ahead=ahead), transform=moved)

    def _middle(self, step: int, seen: float) -> float:
        """The x to look at: the node of this step; in the end the best line, as far as it fits."""
        pieces = self.film["pieces"]
        here = max(0, self.film["steps"]["at"][step])
        left = right = float(pieces["x"][here])
        for at in self.film["line"] if step == self.still.last else ():
            half = pieces["wide"][at] / 2
            wider = min(left, pieces["x"][at] - half), max(right, pieces["x"][at] + half)
            if wider[1] - wider[0] > seen:
                break
            left, right = wider
        return (left + right) / 2

    def _wrapped(self, step: int) -> list[str]:
        return textwrap.wrap(self.still.words(step), int(self.width / 8.4))
