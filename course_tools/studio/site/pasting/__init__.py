"""The page "Paste your own": any search in Python runs in the page, and its tree plays beside it.

`pasted.py`, of the lectures, is the Python in the page, `python.mjs` the worker that it runs in,
and `paste.js` the page itself, with the player of the notebooks. Python comes from the browser
edition beside it.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from course_lib.views import theme
from course_lib.views.svg import document, element, text
from course_lib.views.trees.draw import Still
from course_lib.views.widgets import PlayerWidget
from course_lib.words import _, language, told
from course_tools.studio.lectures import pasted

HERE = Path(__file__).parent
FOLDER = "paste"
"""Where the page lies in the site."""

COPIED = ("paste.js", "paste.css", "python.mjs", "service-worker.js")
PYTHON = ("pyodide.*", "python_stdlib.zip", "course_*.whl")
"""What the worker loads of the browser edition."""


def write_page(site: Path) -> None:
    """Write the page into this site, in which the browser edition lies already."""
    folder = site / FOLDER
    folder.mkdir()
    for name in COPIED:
        shutil.copyfile(HERE / name, folder / name)
    shutil.copyfile(str(pasted.__file__), folder / "pasted.py")
    parts = {
        "player.js": PlayerWidget._esm,  # noqa: SLF001 - the name that anywidget gives a script
        "widgets.css": theme.letters() + theme.stylesheet(),
        "index.html": page(python_bytes(site / "lite" / "static" / "pyodide")),
    }
    for name, part in parts.items():
        (folder / name).write_text(str(part), encoding="utf-8", newline="\n")


def page(loaded: int) -> str:
    """The text of the page; so many bytes are loaded when somebody runs something."""
    # A text that closes the script would end the data: in JSON "<" may be written otherwise.
    examples_ = json.dumps(examples()).replace("<", "\\u003c")
    parts = {"megabytes": str(round(loaded / 1e6)), "examples": examples_}
    template = (HERE / "index.html").read_text(encoding="utf-8")
    return re.sub(r"\[\[(\w+)\]\]", lambda found: parts[found[1]], template)


def examples() -> list[dict[str, str]]:
    """The searches to begin with: what each is called, which is its first line, and its code."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((HERE / "examples").glob("*.txt"))]
    return [{"name": text.partition("\n")[0].strip("# "), "code": text} for text in texts]


def python_bytes(folder: Path) -> int:
    """How many bytes the worker loads from this folder."""
    return sum(path.stat().st_size for part in PYTHON for path in folder.glob(part))


# --- the picture of the front page ---------------------------------------------------------------

TITLE = _("Ten lines of a student's alpha-beta search beside their tree, at the first cut")
PICTURES = {"beside.svg": False, "below.svg": True}
"""The picture of code and tree, by its name: side by side, or one below the other for a phone."""

_LETTER, _ROW, _EDGE = 14, 25, 18


def picture(*, below: bool = False) -> str:
    """The first example at its first cut: its function, the line that runs, the tree."""
    code = examples()[0]["code"]
    film = pasted.play(code)["film"]
    step, drawn = film["poster"], Still(film)
    lines, first = code.splitlines(), film["steps"]["line"][0]
    function = lines[first - 1 : lines.index("", first)]
    wide = round(max(map(len, function)) * 0.602 * _LETTER + 2 * _EDGE)
    high = len(function) * _ROW + 2 * _EDGE
    parts = [element("rect", width=wide, height=high, rx=8, fill=theme.PAPER)]
    lit = film["steps"]["line"][step] - first
    top = _EDGE + lit * _ROW
    parts += [
        element("rect", y=top, width=wide, height=_ROW, fill=theme.PHASES["simulate"]),
        element("rect", y=top, width=5, height=_ROW, fill=theme.VERMILION),
    ]
    for row, line in enumerate(function):
        y = _EDGE + (row + 0.5) * _ROW
        parts.append(
            text(_EDGE, y, line.replace(" ", "\N{NO-BREAK SPACE}"), text_anchor="start",
                 font_family=theme.MONOSPACE, font_size=_LETTER, fill=theme.INK)
        )  # fmt: skip
    size = wide / film["width"] if below else (high - 1.6 * _ROW) / film["height"]
    left, down = (0.0, high + 2 * _ROW) if below else (wide + _EDGE, 1.6 * _ROW)
    say = film["texts"][film["steps"]["say"][step]]
    parts += [
        text(left + size * film["width"] / 2, down - _ROW, say, font_size=15, fill=theme.INK),
        element("g", drawn.drawing(step, ahead=True),
                transform=f"translate({left:.1f} {down:.1f}) scale({size:.3f})"),
    ]  # fmt: skip
    whole = (wide, down + size * film["height"]) if below else (left + size * film["width"], high)
    return document(*whole, *parts, title=told(TITLE), description=say)


def write_pictures(folder: Path) -> None:
    """Write the picture for README and front page, in the language that is spoken, into this."""
    for name, below in PICTURES.items():
        path = folder / in_language(name)
        path.write_text(picture(below=below), encoding="utf-8", newline="\n")


def in_language(text: str) -> str:
    """This text with the names of the pictures in the language that is spoken."""
    for name in PICTURES if language() else ():
        text = text.replace(name, f"{language()}-{name}")
    return text
