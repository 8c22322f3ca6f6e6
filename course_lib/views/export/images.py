"""`save_image`: a board, a tree, a step or a whole run as .svg, .png or a moving .gif."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.play import GameRecord
from course_lib.views.export.dots import gif_bytes, png_bytes
from course_lib.views.export.scene import WIDEST, Scene, side_by_side
from course_lib.views.picture import Picture, checked_place
from course_lib.watch import SearchTrace

MOST_FRAMES = 120
"""A run of more steps is shown in so many of them, evenly spread, in a .gif."""

GIF_WIDTH = 800
"""How much of a wide tree a .gif shows, around the node where the search is."""


class Run(NamedTuple):
    """Drawings of one size, made one at a time: how many, how wide, and how to make each."""

    steps: int
    width: float
    draw: Any


def save_image(
    thing: Any,
    path: str | Path,
    *,
    step: int | None = None,
    scale: float = 2,
    seconds: float = 0.8,
) -> Path:
    """Where the picture was written; the path's ending says as what: .svg, .png or .gif.

    `thing` is a `Picture`, a `SearchTrace`, a dict of traces by name, or a `GameRecord`. A .gif
    shows the whole run, a step every so many `seconds`; the others show one `step`, counted from
    0, or from the end as -1; without a `step` they show the end.
    A .png has `scale` dots for each pixel.
    """
    path = checked_place(path)
    ending = path.suffix.lower()
    if ending not in {".svg", ".png", ".gif"}:
        raise ValueError(
            f"can't tell from {path.name!r} as what to save the picture;"
            " a name that ends in .svg, .png or .gif would be right"
        )
    run = run_of(thing, widest=GIF_WIDTH if ending == ".gif" else WIDEST)
    if ending == ".gif" and step is None:
        frames = (run.draw(each) for each in chosen_steps(run.steps))
        path.write_bytes(gif_bytes(frames, width=run.width, seconds=seconds, last=4 * seconds))
        return path
    svg = run.draw(checked_step(-1 if step is None else step, run.steps))
    if ending == ".svg":
        path.write_text(svg, encoding="utf-8")
    elif ending == ".png":
        path.write_bytes(png_bytes(svg, width=run.width * scale))
    else:
        path.write_bytes(gif_bytes([svg], width=run.width, seconds=seconds, last=seconds))
    return path


def chosen_steps(steps: int, most: int = MOST_FRAMES) -> Sequence[int]:
    """All steps, or `most` of them evenly spread, the first and the last always among them.

    >>> chosen_steps(7, most=3)
    [0, 3, 6]
    """
    if steps <= most:
        return range(steps)
    return [round(number * (steps - 1) / (most - 1)) for number in range(most)]


def checked_step(step: int, steps: int) -> int:
    """The step counted from 0, if there is such a step."""
    if not -steps <= step < steps:
        raise ValueError(
            f"there is no step {step}: this has {steps}, so 0 to {steps - 1} would be right,"
            f" or -1 to {-steps} counted from the end"
        )
    return step % steps


def run_of(thing: Any, *, widest: float = WIDEST) -> Run:
    """All drawings of this thing, from its first to its last step."""
    if isinstance(thing, Picture):
        return Run(1, thing.width, lambda _step: thing.svg)
    if isinstance(thing, GameRecord):
        return _run_of_game(thing)
    traces = {thing.function: thing} if isinstance(thing, SearchTrace) else thing
    if isinstance(traces, Mapping) and all(isinstance(one, SearchTrace) for one in traces.values()):
        return _run_of_searches(traces, widest)
    raise TypeError(
        f"save_image can't draw {thing!r:.80}; a Picture (from show or draw_tree), a SearchTrace, a"
        " dict of traces by name, or a GameRecord would be right"
    )


def _run_of_game(record: GameRecord) -> Run:
    """The boards of a game, the last move marked on each."""
    from course_lib.views.boards import board_svg  # noqa: PLC0415 - not every picture has a board

    states = record.states()

    def draw(step: int) -> str:
        last = record.actions[step - 1] if step else None
        return board_svg(record.game, states[step], last=last)

    return Run(len(states), Picture(draw(0), "").width, draw)


def _run_of_searches(traces: Mapping[str, SearchTrace], widest: float) -> Run:
    """The tree of a search growing step by step, or those of several, one below the other."""
    from course_lib.views.player.steps import story_of  # noqa: PLC0415 - as above

    scenes = [
        Scene(story_of(trace, boards=False, label=name), widest=widest)
        for name, trace in traces.items()
    ]
    if len(scenes) == 1:
        return Run(scenes[0].last + 1, scenes[0].width, scenes[0].svg)
    steps = max(scene.last for scene in scenes) + 1
    width = max(scene.width for scene in scenes)
    scale = min(scene.scale for scene in scenes)
    for scene in scenes:
        scene.fit(width, scale)
    return Run(steps, width, lambda step: side_by_side(scenes, step))
