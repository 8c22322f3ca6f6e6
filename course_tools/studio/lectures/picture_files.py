"""Drawings as files: as they are, as dots, and several of them as a moving picture."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from course_lib.views.dots import few_colours, image_of, png_bytes

_COLOURS = 128

MOVING = (".gif", ".mp4", ".webm")
TREE = ".tex"
STILLS = (".svg", ".png", ".pdf")

DOTS = 2
"""A saved picture has so many dots for each pixel, as the screens have on which it is shown."""


def write_drawing(svg: str, path: Path, *, width: float) -> Path:
    """Where this drawing was written, as what the ending says."""
    made: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: png_bytes(svg, width=width * DOTS),
        ".pdf": lambda: pdf_bytes([svg], width=width),
    }
    if path.suffix.lower() not in made:
        *others, last = (*STILLS, TREE, *MOVING)
        raise ValueError(
            f"can't tell from {path.name!r} what kind of picture to save; choose a name ending in"
            f" {', '.join(others)} or {last}"
        )
    path.write_bytes(made[path.suffix.lower()]())
    return path


def pdf_bytes(pages: Sequence[str], *, width: float) -> bytes:
    """These drawings as the bytes of a .pdf file with a page for each, at 288 dots an inch."""
    file = io.BytesIO()
    first, *others = (image_of(page, 4 * width, "a .pdf") for page in pages)
    first.save(file, "PDF", resolution=288, save_all=True, append_images=others)
    return file.getvalue()


def gif_bytes(frames: Iterable[str], *, width: float, seconds: float, last: float) -> bytes:
    """These drawings of one size as the bytes of a .gif file, each of them shown for `seconds`.

    The last one stays for `last` seconds, before all begins again.
    """
    first, *others = (few_colours(image_of(one, width, "a .gif"), _COLOURS) for one in frames)
    times = [*[1000 * seconds] * len(others), 1000 * last]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()
