"""Drawings as files: as they are, as dots, and several of them as a moving picture."""

from __future__ import annotations

import importlib
import io
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from html import escape
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

from course_lib.views.dots import few_colours, image_of, png_bytes

_COLOURS = 128

MOVING = (".gif", ".mp4", ".webm")
TREE = ".tex"
STILLS = (".svg", ".png", ".pdf")

DOTS = 2
"""A saved picture has so many dots for each pixel, as the screens have on which it is shown."""

MOST_DOTS = 1920
"""No video is wider."""


def write_drawing(svg: str, path: Path, *, width: float) -> Path:
    """Where this drawing was written, as what the ending says."""
    made: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: png_bytes(svg, width=width * DOTS),
        ".pdf": lambda: pdf_bytes([svg], width=width),
    }
    if path.suffix.lower() in MOVING:
        return write_frames([svg], [""], path, width=width, seconds=1)
    if path.suffix.lower() not in made:
        *others, last = (*STILLS, TREE, *MOVING)
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
