"""Drawings as pictures of dots: .png bytes, and moving .gif pictures made of several."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

LETTERS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold")
_COLOURS = 128


def write_drawing(svg: str, path: Path, *, width: float, scale: float = 2) -> Path:
    """Where this drawing was written, as what the ending says: .svg, .png, .pdf or .gif."""
    ending = path.suffix.lower()
    if ending == ".svg":
        path.write_text(svg, encoding="utf-8")
    elif ending == ".png":
        path.write_bytes(png_bytes(svg, width=width * scale))
    elif ending == ".pdf":
        path.write_bytes(pdf_bytes(svg, width=width))
    elif ending == ".gif":
        path.write_bytes(gif_bytes([svg], width=width, seconds=1, last=1))
    else:
        raise ValueError(
            f"can't tell from {path.name!r} as what to save the picture;"
            " a name that ends in .svg, .png, .pdf or .gif would be right"
        )
    return path


def png_bytes(svg: str, *, width: float | None = None) -> bytes:
    """This drawing as the bytes of a .png file, `width` dots wide, with letters in any case.

    The letters are those that matplotlib brings along: a server may have none of its own, and
    would leave every word out; and the same drawing gives the same dots on every machine.
    """
    options: dict[str, Any] = {} if width is None else {"width": max(1, round(width))}
    fonts = letters()
    if fonts:
        named = {"sans_serif_family": "DejaVu Sans", "monospace_family": "DejaVu Sans Mono"}
        options |= {"font_files": list(fonts), "skip_system_fonts": True, **named}
    return bytes(needed("resvg_py", "a .png or .gif").svg_to_bytes(svg_string=svg, **options))


def pdf_bytes(svg: str, *, width: float) -> bytes:
    """This drawing as the bytes of a .pdf file with one page, at 288 dots an inch."""
    images = needed("PIL.Image", "a .pdf")
    drawn = images.open(io.BytesIO(png_bytes(svg, width=4 * width))).convert("RGB")
    file = io.BytesIO()
    drawn.save(file, "PDF", resolution=288)
    return file.getvalue()


def gif_bytes(frames: Iterable[str], *, width: float, seconds: float, last: float) -> bytes:
    """These drawings of one size as the bytes of a .gif file, each of them shown for `seconds`.

    The last one stays for `last` seconds, before all begins again.
    """
    images = needed("PIL.Image", "a .gif")
    drawn = []
    for frame in frames:
        image = images.open(io.BytesIO(png_bytes(frame, width=width))).convert("RGB")
        drawn.append(
            image.quantize(_COLOURS, images.Quantize.FASTOCTREE, dither=images.Dither.NONE)
        )
    times = [*[1000 * seconds] * (len(drawn) - 1), 1000 * last]
    file = io.BytesIO()
    first, *others = drawn
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


@cache
def letters() -> tuple[str, ...]:
    """The files of letters that matplotlib brings along; none where it is not installed."""
    found = find_spec("matplotlib")  # looked for, not loaded: that would take a while
    if found is None or found.origin is None:
        return ()
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return tuple(str(path) for name in LETTERS if (path := folder / f"{name}.ttf").is_file())


def needed(module: str, what: str) -> ModuleType:
    """This module, or an error that says what it is for and how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        package = {"PIL.Image": "pillow"}.get(module, module)
        mend = f"`make setup` (or: pip install {package}) brings it, and a .svg needs nothing"
        if sys.platform == "emscripten":
            mend = "a browser has no such package, and a .svg needs none"
        raise ModuleNotFoundError(
            f"making {what} needs the package {package}, which is not installed here; {mend}"
        ) from missing
