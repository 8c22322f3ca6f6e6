"""A poster of two pages about a measurement, and the file by which somebody else repeats it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Self

from course_lib.checks.keeping import work_folder
from course_lib.lessons.lesson_11.measuring import EDGE, Measurement
from course_lib.plain import write_whole
from course_lib.views.export import html_page

_STYLE = """
body{margin:0;background:#eee;color:#222;font:16px/1.5 system-ui,sans-serif}
section{box-sizing:border-box;max-width:50rem;margin:1rem auto;padding:2rem;background:#fff}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}
pre{white-space:pre-wrap;font-size:.8rem;background:#f5f5f5;padding:.8rem}img{max-width:100%}
iframe{width:100%;height:34rem;border:1px solid #ccc}.answer{font-size:1.2rem;font-weight:bold}
@media print{body{background:#fff}section{margin:0;max-width:none;break-after:page}
iframe{display:none}}
"""


TEXT_LINES, CODE_LINES = 45, 70
"""So many lines of text, and of code, fit on a page of paper."""


def poster(found: Measurement, *, why: str, learned: str, film: Any = None) -> Poster:
    """Two pages about this measurement, and the program that repeats it, in the folder my_work.

    `why` says why anybody would ask, and `learned` what you believe now. `film` is a trace of a
    search, or anything else that `export_html` can show; it plays in the page.
    """
    for name, text in (("why", why), ("learned", learned)):
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{name} is empty; say it in a sentence or two")
    folder = work_folder()
    folder.mkdir(parents=True, exist_ok=True)
    page, dots, again = (
        folder / f"11_{name}" for name in ("poster.html", "poster.pdf", "again.py")
    )
    write_whole(again, _program(found))
    write_whole(page, _page(found, why, learned, film))
    made = [page, again]
    if _as_pdf(dots, found, why, learned):
        made.insert(1, dots)
    return Poster(tuple(made))


class Poster(tuple[Path, ...]):
    """The files that were written, with a sentence about each."""

    __slots__ = ()

    def __new__(cls, files: tuple[Path, ...]) -> Self:
        """The files by their paths."""
        return super().__new__(cls, files)

    def __repr__(self) -> str:
        words = {
            ".html": "the poster, for a browser",
            ".pdf": "the same on paper",
            ".py": "to measure again, in a terminal, in this folder: python 11_again.py",
        }
        lines = [f"{path.parent.name}/{path.name}: {words[path.suffix]}" for path in self]
        if not any(path.suffix == ".pdf" for path in self):
            lines.append("There is no PDF, as matplotlib is missing; print the page instead.")
        return "\n".join(lines)


def _program(found: Measurement) -> str:
    """The file that measures again; its own few names are out of the way of the trial's."""
    claim = found.claim
    arguments = f"{claim.words!r}, {claim.trial.__name__}, more_than={claim.more_than!r}"
    return f'''"""{_plain(claim.words)}

python 11_again.py         measures once more, with another seed
python 11_again.py 2027    the same with a seed of your choice
"""

{EDGE}

{found.source}

{EDGE}

if __name__ == "__main__":
    import course_lib.lessons.lesson_11.measuring as _course

    raise SystemExit(_course.replicate(__file__, _course.Measurement(
        _course.Claim({arguments}),
        {found.seed!r},
        tuple(map(float, {_compact(found.results)})),
        "",
    ), {found.seal!r}))
'''


def _plain(words: str) -> str:
    """These words for a docstring."""
    return words.replace("\\", "").replace('"""', "'''").strip(' "')


def _compact(results: tuple[float, ...]) -> str:
    """The results as a list, in lines that fit."""
    numbers = ", ".join(f"{one:g}" for one in results)
    return f"[\n{textwrap.indent(textwrap.fill(numbers, 84), ' ' * 8)}\n    ]"


def _parts(found: Measurement, why: str, learned: str) -> list[tuple[str, str]]:
    """What the first page says: headings with their texts."""
    claim = found.claim
    return [
        ("Why ask?", why),
        ("The claim, sealed before it was measured", f"{claim!r} Seal: {found.seal}."),
        ("What came of it", f"{found!r}"),
        ("What I believe now", learned),
    ]


def _page(found: Measurement, why: str, learned: str, film: Any) -> str:
    """The page for a browser."""
    parts = "".join(
        f"<h2>{escape(title)}</h2><p>{escape(text)}</p>"
        for title, text in _parts(found, why, learned)
    )
    shown = ""
    if film is not None:
        inside = escape(html_page(film))
        shown = f'<h2>The search</h2><iframe title="The search" srcdoc="{inside}"></iframe>'
    again = (
        "Measure again with <code>python 11_again.py</code>, in a terminal, in the folder of this"
        " page, with a Python that has the course."
    )
    words = escape(found.claim.words)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{words}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}</style><section><h1>{words}</h1>{parts}{found.picture()._repr_html_()}"
        f"</section><section><h2>How it was measured</h2><pre>{escape(found.source)}</pre>"
        f"<p>{again}</p>{shown}</section></html>\n"
    )


def _as_pdf(path: Path, found: Measurement, why: str, learned: str) -> bool:
    """Write the pages for a printer, two or as many as it takes; False without matplotlib."""
    try:
        from matplotlib.backends.backend_pdf import PdfPages  # noqa: PLC0415 - slow, may be missing
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        return False
    paper = (8.27, 11.69)
    first = Figure(paper)
    title = textwrap.fill(found.claim.words, 48)
    first.text(0.1, 0.94, title, size=18, weight="bold", va="top")
    y = 0.92 - 0.03 * (1 + title.count("\n"))
    sheets = [first]
    for heading, text in _parts(found, why, learned):
        for at, words in enumerate(_in_pages(text, 88, TEXT_LINES)):
            height = 0.05 + 0.0175 * (1 + words.count("\n"))
            if y - height < 0.05:
                sheets.append(Figure(paper))
                y = 0.94
            if at == 0:
                sheets[-1].text(0.1, y, heading, size=12, weight="bold", va="top")
            sheets[-1].text(0.1, y - 0.022, words, size=10, va="top", linespacing=1.35)
            y -= height
    if y < 0.27:
        sheets.append(Figure(paper))
        y = 0.94
    axes = sheets[-1].add_axes((0.12, 0.07, 0.78, y - 0.12))
    for curve in found.picture().panels[0].curves:
        axes.plot(*zip(*curve.points, strict=True), label=curve.name)
    axes.set(xlabel="trials", ylabel="mean of the trial", ylim=(0, 1))
    axes.legend()
    for code in _in_pages(found.source, 110, CODE_LINES):
        sheets.append(Figure(paper))
        sheets[-1].text(0.1, 0.94, "How it was measured", size=14, weight="bold", va="top")
        sheets[-1].text(0.1, 0.91, code, size=7, va="top", family="monospace", linespacing=1.3)
    sheets[-1].text(0.1, 0.05, "Measure again: python 11_again.py", size=10)
    with PdfPages(path) as pages:
        for sheet in sheets:
            pages.savefig(sheet)
    return True


def _in_pages(text: str, width: int, lines: int) -> Iterator[str]:
    """The text in lines of this width at most, so many on a page."""
    wrapped = [part for line in text.split("\n") for part in textwrap.wrap(line, width) or [""]]
    return ("\n".join(wrapped[at : at + lines]) for at in range(0, len(wrapped), lines))
