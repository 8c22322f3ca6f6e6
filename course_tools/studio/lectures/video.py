"""A video of a film with its captions: played in a browser where there is one, else in steps."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape
from importlib.util import find_spec
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from course_lib.play.progress import with_progress

MOVING, STILL = 30, 5
"""Frames a second, of a video that is played, and of one whose steps stand still."""

WIDE, HIGH = 1280, 720
"""The window that is played in."""

SECONDS, LETTERS, WONDER = 2.5, 14, 4
"""How long a step stands, how many letters are read in a second, how long a class thinks."""

_BETWEEN, _QUICK = 8, 0.6
"""So many steps are shown from one moment of a story to the next, each so long."""

_AT_REST = 6
"""After so many frames that are alike nothing moves any more."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Shot(NamedTuple):
    """One step of a film, how long it stands there, and the caption."""

    step: int
    seconds: float
    words: str
    answers: bool = False
    """Whether the question that is asked there is answered now."""


Frames = Iterable[tuple[bytes, int]]
"""Pictures as .png, and how many frames each of them lasts."""


def shots_of(steps: Sequence[int], says: Callable[[int], str], told: Sequence[Any]) -> list[Shot]:
    """What is shown of a film with these steps: all alike, or a story's moments and the way there.

    `told` are the moments as the player has them.
    """
    if not told:
        shots = [Shot(step, SECONDS, says(step)) for step in steps]
        return [*shots[:-1], shots[-1]._replace(seconds=4 * SECONDS)]
    shots, last = [], -1
    for moment in told:
        step, asked = moment["step"], moment["ask"]
        way = range(max(0, last + 1), step)
        shown = way[:: max(1, -(-len(way) // _BETWEEN))]
        shots += [Shot(one, _QUICK, "") for one in shown]
        words = " ".join(filter(None, (says(step), asked and asked["text"])))
        read = max(SECONDS, len(words) / LETTERS)
        shots.append(Shot(step, read + WONDER * bool(asked), words))
        if asked:
            right = [": ".join(filter(None, (label, why)))
                     for label, is_right, why, _ in asked["options"] if is_right]  # fmt: skip
            why = "; ".join(right)
            shots.append(Shot(step, max(SECONDS, len(why) / LETTERS), why, answers=True))
        last = step
    return shots


def captions(shots: Sequence[Shot]) -> str:
    """The words of these shots as WebVTT, each as long as it stands there."""
    parts, now = ["WEBVTT\n"], 0.0
    for shot in shots:
        begin, now = now, now + shot.seconds
        if shot.words:
            words = escape(shot.words, quote=False)
            parts.append(f"{_stamp(begin)} --> {_stamp(now)}\n{words}\n")
    return "\n".join(parts)


def _stamp(t: float) -> str:
    return f"{t // 3600:02.0f}:{t // 60 % 60:02.0f}:{t % 60:06.3f}"


def write_video(
    shots: Sequence[Shot], path: Path, draw: Callable[[int], bytes], page: str | None = None
) -> None:
    """Write these shots as a video, whose ending says which kind.

    Where there is a browser it plays this `page`; else `draw` makes the picture of each step.
    """
    encoder = _encoder(f"a {path.suffix.lower()}")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if page is not None and program and find_spec("playwright"):
        frames, rate = played(shots, page, program), MOVING
    else:
        known: dict[int, bytes] = {}
        frames = (
            (known.setdefault(one.step, known.get(one.step) or draw(one.step)),
             round(one.seconds * STILL)) for one in shots
        )  # fmt: skip
        rate = STILL
    _encode(with_progress(frames, len(shots), "shots"), captions(shots), path, rate, encoder)


def played(shots: Sequence[Shot], page: str, program: str) -> Iterator[tuple[bytes, int]]:
    """The frames of this page while it shows one step after the other.

    Its clock stands still between two frames, so that none is missed on a slow machine.
    """
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        window = browser.new_page(
            viewport={"width": WIDE, "height": HIGH}, reduced_motion="no-preference"
        )
        window.route("**/*", lambda route: route.fulfill(body=page, content_type="text/html"))
        window.clock.install(time=0)
        window.goto("http://film/")
        window.wait_for_function("document.documentElement.dataset.shown")
        window.add_style_tag(content="* { transition: none !important; caret-color: transparent }")
        window.evaluate("document.documentElement.dataset.bare = 'yes'")
        window.clock.pause_at(60_000)
        for shot in shots:
            if shot.answers:
                window.keyboard.press("ArrowRight")
            else:
                window.evaluate(_GO, shot.step)
            left, seen, alike, count = round(shot.seconds * MOVING), b"", 0, 0
            while left and alike < _AT_REST:
                window.clock.run_for(1000 / MOVING)
                frame = window.screenshot()
                left -= 1
                if frame == seen:
                    alike, count = alike + 1, count + 1
                    continue
                if seen:
                    yield seen, count
                seen, alike, count = frame, 0, 1
            yield seen, count + left
        browser.close()


_GO = """step => new Promise((done) => {
    addEventListener("message", () => done(), { once: true });
    postMessage({ step }, "*");
})"""


def _encode(frames: Frames, words: str, path: Path, rate: int, encoder: str) -> None:
    """Write these frames as a video with these captions."""
    what = f"a {path.suffix.lower()}"
    with TemporaryDirectory() as folder:
        # What goes wrong half-way must not leave half a video behind.
        made, spoken = Path(folder, f"film{path.suffix.lower()}"), Path(folder, "words.vtt")
        spoken.write_text(words, encoding="utf-8")
        command = [encoder, "-loglevel", "error", "-f", "image2pipe", "-c:v", "png",
                   "-framerate", str(rate), "-i", "-"]  # fmt: skip
        command += ["-i", str(spoken), "-map", "0:v", "-map", "1:s"] * ("-->" in words)
        look = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white"
        text = ["-c:s", "mov_text", "-movflags", "+faststart"]
        if path.suffix.lower() == ".webm":  # its best quality takes minutes for the same picture
            text = ["-c:s", "webvtt", "-deadline", "realtime", "-cpu-used", "8", "-crf", "30",
                    "-b:v", "0"]  # fmt: skip
        command += ["-vf", look, "-pix_fmt", "yuv420p", *text, str(made)]
        with Popen(command, stdin=PIPE, stderr=PIPE) as process:  # noqa: S603 - found by its name
            with suppress(BrokenPipeError):  # it has given up, and says why
                for image, count in frames:
                    for _ in range(count):
                        process.stdin.write(image)  # type: ignore[union-attr]
            _, said = process.communicate()
        if process.returncode:
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
