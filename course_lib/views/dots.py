"""A drawing as dots, for what shows no HTML; with letters that look the same everywhere."""

from __future__ import annotations

import importlib
import io
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from course_lib.views.theme import LETTERS

RARE = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold")
"""What a program's lines and rare signs are drawn with."""
_WIDEST = 2400
"""So many dots are enough for a sheet of paper."""


def png_bytes(svg: str, *, width: float | None = None, paper: str = "") -> bytes:
    """This drawing as the bytes of a .png file, `width` dots wide, with letters in any case.

    Around the round corners of its ground there is paper of this colour, or nothing.

    The letters are our own: a server may have none, and would leave every word out; and the same
    drawing gives the same dots on every machine.
    """
    options: dict[str, Any] = {"background": paper} if paper else {}
    options |= {} if width is None else {"width": max(1, round(width))}
    options |= {"font_files": list(letters()), "skip_system_fonts": True}
    options |= {"sans_serif_family": "Inter", "monospace_family": "DejaVu Sans Mono"}
    return bytes(needed("resvg_py", "a .png or .gif").svg_to_bytes(svg_string=svg, **options))


def plain_png(svg: str, *, width: float) -> bytes | None:
    """This drawing for what shows no HTML, such as print; `None` where a package for it is missing.

    It has two dots for each pixel and says so, which gives it its own size on paper, and few
    colours, as a notebook keeps it beside the HTML.
    """
    if not all(map(find_spec, ("resvg_py", "PIL"))):
        return None
    file, dots = io.BytesIO(), min(2 * width, _WIDEST)
    image = few_colours(image_of(svg, dots, "a .png"), 64)
    image.save(file, "PNG", dpi=(96 * dots / width,) * 2)
    return file.getvalue()


def image_of(svg: str, width: float, what: str) -> Any:
    """This drawing as one of Pillow's images."""
    dots = io.BytesIO(png_bytes(svg, width=width, paper="white"))
    return needed("PIL.Image", what).open(dots).convert("RGB")


def few_colours(image: Any, colours: int) -> Any:
    """The same image with so many colours at most."""
    images = needed("PIL.Image", "a picture")
    return image.quantize(colours, images.Quantize.MAXCOVERAGE, dither=images.Dither.NONE)


def few_dots(png: bytes) -> bytes:
    """The same picture in a file of a third of the size: 64 colours are enough for a drawing."""
    images, file = needed("PIL.Image", "a small picture"), io.BytesIO()
    image = images.open(io.BytesIO(png)).convert("RGBA")
    few = image.quantize(64, images.Quantize.FASTOCTREE, dither=images.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def letters() -> tuple[str, ...]:
    """The files of our letters, and of those for lines of programs that matplotlib brings along."""
    ours = tuple(map(str, sorted(LETTERS.glob("*.ttf"))))
    found = find_spec("matplotlib")  # looked for, not loaded: that would take a while
    if found is None or found.origin is None:
        return ours
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return ours + tuple(str(path) for name in RARE if (path := folder / f"{name}.ttf").is_file())


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
