"""Drawings as pictures of dots: .png bytes, and moving .gif pictures made of several."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LETTERS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold")
_COLOURS = 128
_WIDEST = 2400
"""So many dots are enough for a sheet of paper."""


def write_drawing(svg: str, path: Path, *, width: float, scale: float = 2) -> Path:
    """Where this drawing was written, as what the ending says: .svg, .png, .pdf or .gif."""
    made: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: png_bytes(svg, width=width * scale),
        ".pdf": lambda: pdf_bytes(svg, width=width),
        ".gif": lambda: gif_bytes([svg], width=width, seconds=1, last=1),
    }
    if path.suffix.lower() not in made:
        raise ValueError(
            f"can't tell from {path.name!r} what kind of picture to save; choose a name ending in"
            f" {', '.join([*made][:-1])} or {[*made][-1]}"
        )
    path.write_bytes(made[path.suffix.lower()]())
    return path


def png_bytes(svg: str, *, width: float | None = None, paper: str = "") -> bytes:
    """This drawing as the bytes of a .png file, `width` dots wide, with letters in any case.

    Around the round corners of its ground there is paper of this colour, or nothing.

    The letters are those that matplotlib brings along: a server may have none of its own, and
    would leave every word out; and the same drawing gives the same dots on every machine.
    """
    options: dict[str, Any] = {"background": paper} if paper else {}
    options |= {} if width is None else {"width": max(1, round(width))}
    if fonts := letters():
        options |= {"font_files": list(fonts), "skip_system_fonts": True}
        options |= {"sans_serif_family": "DejaVu Sans", "monospace_family": "DejaVu Sans Mono"}
    return bytes(needed("resvg_py", "a .png or .gif").svg_to_bytes(svg_string=svg, **options))


def plain_png(svg: str, *, width: float) -> bytes | None:
    """This drawing for what shows no HTML, such as print; `None` where a package for it is missing.

    It has two dots for each pixel and says so, which gives it its own size on paper, and few
    colours, as a notebook keeps it beside the HTML.
    """
    if not all(map(find_spec, ("resvg_py", "PIL"))):
        return None
    file, dots = io.BytesIO(), min(2 * width, _WIDEST)
    image = _few_colours(_image(svg, dots, "a .png"), 64)
    image.save(file, "PNG", dpi=(96 * dots / width,) * 2)
    return file.getvalue()


def pdf_bytes(svg: str, *, width: float) -> bytes:
    """This drawing as the bytes of a .pdf file with one page, at 288 dots an inch."""
    file = io.BytesIO()
    _image(svg, 4 * width, "a .pdf").save(file, "PDF", resolution=288)
    return file.getvalue()


def gif_bytes(frames: Iterable[str], *, width: float, seconds: float, last: float) -> bytes:
    """These drawings of one size as the bytes of a .gif file, each of them shown for `seconds`.

    The last one stays for `last` seconds, before all begins again.
    """
    first, *others = (_few_colours(_image(one, width, "a .gif"), _COLOURS) for one in frames)
    times = [*[1000 * seconds] * len(others), 1000 * last]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def _image(svg: str, width: float, what: str) -> Any:
    """This drawing as one of Pillow's images."""
    dots = io.BytesIO(png_bytes(svg, width=width, paper="white"))
    return needed("PIL.Image", what).open(dots).convert("RGB")


def _few_colours(image: Any, colours: int) -> Any:
    """The same image with so many colours at most."""
    images = needed("PIL.Image", "a picture")
    return image.quantize(colours, images.Quantize.MAXCOVERAGE, dither=images.Dither.NONE)


@cache
def letters() -> tuple[str, ...]:
    """The files of letters that matplotlib brings along; none where it is not installed."""
    found = find_spec("matplotlib")  # looked for, not loaded: that would take a while
    if found is None or found.origin is None:
        return ()
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return tuple(str(path) for name in LETTERS if (path := folder / f"{name}.ttf").is_file())


def needed(module: str, what: str) -> Any:
    """This module, or an error that says what it is for and how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        package = {"PIL.Image": "pillow"}.get(module, module)
        raise ModuleNotFoundError(
            f"making {what} needs the package {package}, which is not installed here; `make setup`"
            f" (or: pip install {package}) brings it, and a .svg needs nothing"
        ) from missing
