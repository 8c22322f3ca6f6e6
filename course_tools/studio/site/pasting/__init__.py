"""The page "Paste your own": any search in Python runs in the page, and its tree plays beside it.

`pasted.py` is the Python in the page, `python.mjs` the worker that it runs in, and `paste.js` the
page itself, with the player of the notebooks. Python comes from the browser edition beside it.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from course_lib.views import theme
from course_lib.views.widgets import PlayerWidget

HERE = Path(__file__).parent
FOLDER = "paste"
"""Where the page lies in the site."""

COPIED = ("paste.js", "paste.css", "python.mjs", "service-worker.js", "pasted.py")
PYTHON = ("pyodide.*", "python_stdlib.zip", "course_*.whl")
"""What the worker loads of the browser edition."""


def write_page(site: Path) -> None:
    """Write the page into this site, in which the browser edition lies already."""
    folder = site / FOLDER
    folder.mkdir()
    for name in COPIED:
        shutil.copyfile(HERE / name, folder / name)
    parts = {
        "player.js": PlayerWidget._esm,  # noqa: SLF001 - the name that anywidget gives a script
        "widgets.css": theme.stylesheet(),
        "index.html": page(python_bytes(site / "lite" / "static" / "pyodide")),
    }
    for name, text in parts.items():
        (folder / name).write_text(str(text), encoding="utf-8", newline="\n")


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
