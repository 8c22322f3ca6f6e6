"""Drawings as files: as they are, as dots, as TikZ, and several of them as a moving picture."""

from __future__ import annotations

import importlib
import io
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any

from course_lib.views.tikz import tikz_page

LETTERS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSansMono-Bold")
_COLOURS = 128
_WIDEST = 2400
"""So many dots are enough for a sheet of paper."""

MOVING = (".gif", ".mp4", ".webm")
STILLS = (".svg", ".png", ".pdf", ".tex")

DOTS = 2
"""A saved picture has so many dots for each pixel, as the screens have on which it is shown."""

MOST_DOTS = 1920
"""No video is wider."""


def write_drawing(svg: str, path: Path, *, width: float) -> Path:
    """Where this drawing was written, as what the ending says."""
    made: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: png_bytes(svg, width=width * DOTS),
        ".pdf": lambda: pdf_bytes(svg, width=width),
        ".tex": lambda: tikz_page(svg).encode(),
    }
    if path.suffix.lower() in MOVING:
        return write_frames([svg], [""], path, width=width, seconds=1)
    if path.suffix.lower() not in made:
        *others, last = STILLS + MOVING
        raise ValueError(
            f"can't tell from {path.name!r} what kind of picture to save; choose a name ending in"
            f" {', '.join(others)} or {last}"
        )
    path.write_bytes(made[path.suffix.lower()]())
    return path


def write_frames(
    frames: Iterable[str],
    says: Sequence[str],
    path: Path,
    *,
    width: float,
    seconds: float,
) -> Path:
    """Where these drawings of one size were written as a moving picture, `seconds` for each.

    The last one stays four times as long. In a video what each `says` is its caption.
    """
    if path.suffix.lower() == ".gif":
        path.write_bytes(gif_bytes(frames, width=width, seconds=seconds, last=4 * seconds))
    else:
        dots = min(DOTS * width, MOST_DOTS)
        images = (png_bytes(frame, width=dots, paper="white") for frame in frames)
        _film(images, captions(says, seconds), path, seconds)
    return path


def captions(says: Sequence[str], seconds: float) -> str:
    """These sentences as WebVTT, each for so many seconds and the last four times as long."""
    times = [seconds * step for step in range(len(says))] + [seconds * (len(says) + 3)]
    stamps = [f"{t // 3600:02.0f}:{t // 60 % 60:02.0f}:{t % 60:06.3f}" for t in times]
    parts = [
        f"{begin} --> {end}\n{escape(said, quote=False)}\n"
        for begin, end, said in zip(stamps, stamps[1:], says, strict=False)
        if said
    ]
    return "\n".join(["WEBVTT\n", *parts])


def _film(images: Iterable[bytes], words: str, path: Path, seconds: float) -> None:
    """Write these .png pictures as a video with these captions."""
    what = f"a {path.suffix.lower()}"
    with TemporaryDirectory() as folder:
        # What goes wrong half-way must not leave half a video behind.
        made, spoken = Path(folder, f"film{path.suffix.lower()}"), Path(folder, "words.vtt")
        spoken.write_text(words, encoding="utf-8")
        command = [_encoder(what), "-loglevel", "error", "-f", "image2pipe", "-c:v", "png",
                 "-framerate", f"{1 / seconds:.6f}", "-i", "-"]  # fmt: skip
        command += ["-i", str(spoken), "-map", "0:v", "-map", "1:s"] * ("-->" in words)
        look = "tpad=stop_mode=clone:stop=3,pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white,fps=5"
        text = ["-c:s", "mov_text", "-movflags", "+faststart"]
        if path.suffix.lower() == ".webm":  # its best quality takes minutes for the same picture
            text = ["-c:s", "webvtt", "-deadline", "realtime", "-cpu-used", "8", "-crf", "30",
                    "-b:v", "0"]  # fmt: skip
        command += ["-vf", look, "-pix_fmt", "yuv420p", *text, str(made)]
        with Popen(command, stdin=PIPE, stderr=PIPE) as encoder:  # noqa: S603 - found by its name
            with suppress(BrokenPipeError):  # it has given up, and says why
                for image in images:
                    encoder.stdin.write(image)  # type: ignore[union-attr]
            _, said = encoder.communicate()
        if encoder.returncode:
            why = said.decode(errors="replace").strip().splitlines() or ["it gave no reason"]
            raise RuntimeError(f"the encoder ffmpeg could not make {what}: {why[-1]}")
        shutil.copyfile(made, path)


def _encoder(what: str) -> str:
    """The program that makes videos: the system's, or the one that a package brings."""
    if place := shutil.which("ffmpeg"):
        return place
    if find_spec("imageio_ffmpeg"):
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    raise ModuleNotFoundError(
        f"making {what} needs the program ffmpeg, which is not installed here; your system's"
        " package ffmpeg (or: pip install imageio-ffmpeg) brings it, and a .gif does without"
    )


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
