"""SVG as strings: elements, words, whole pictures, and the HTML that shows them everywhere."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from course_lib.views.theme import FONT, FONT_SIZE, GROUND, INK, LARGEST_BOARD

READABLE = 0.75
"""Words in a picture can be read down to this part of the size they are drawn in."""

LEAST_WINDOW = 900
"""A picture that is readable at this width, in pixels, needs no box that scrolls."""


_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that XML does not let stand in a text, halves of signs among them."""


def element(name: str, *children: str, **attributes: object) -> str:
    """One SVG element as text.

    An underscore in an attribute's name stands for a hyphen, one at its end is dropped (`class_`,
    `in_`); an attribute that is `None` is left out. Values are escaped, children are not: they
    are elements themselves, or words that `escaped` has been through.

    >>> element("circle", r=2, stroke_width=1.5)
    '<circle r="2" stroke-width="1.5"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def text(x: float, y: float, words: object, **attributes: object) -> str:
    """Words at this point: in the middle of it, unless `text_anchor` says otherwise.

    `y` is where the middle of the letters stands. The shift is made of `dy`, because not every
    program that draws SVG knows `dominant-baseline`.
    """
    given = {"text_anchor": "middle", "dy": "0.35em", "fill": INK} | attributes
    return element("text", escaped(words), x=x, y=y, **given)


def escaped(words: object) -> str:
    """Words as they may stand inside an element; signs that XML forbids become a box."""
    return escape(_FORBIDDEN.sub("\ufffd", str(words)))


def legible(width: float) -> float:
    """The size of letters that can still be read when a board this wide is shown smaller."""
    return FONT_SIZE * max(1, width / LARGEST_BOARD)


def circle(x: float, y: float, r: float, **paint: object) -> str:
    """A circle around this point."""
    return element("circle", cx=x, cy=y, r=r, **paint)


def box(x: float, y: float, width: float, height: float, **paint: object) -> str:
    """A rectangle around this point."""
    return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, **paint)


def document(
    width: float,
    height: float,
    *children: str,
    title: str,
    description: str = "",
    shown: float | None = None,
) -> str:
    """A whole picture of this size, on a light ground of its own, with words for its listeners.

    `shown` is how wide it is shown, in pixels, where that differs from the `width` it is drawn in.
    """
    scale = 1 if shown is None else shown / width
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(description)) if description else "",
        element("rect", width=width, height=height, rx=min(8, width / 10), fill=GROUND),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        width=width * scale,
        height=height * scale,
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        role="img",
        font_family=FONT,
        font_size=FONT_SIZE,
    )


def data_uri(svg: str) -> str:
    """The picture as an address that holds it whole."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


_TOUCHED = re.compile(r' (data-[\w-]+|class|id)="[^"]*"')
"""What says where a picture can be touched or styled, of which an `<img>` knows nothing."""
_AREAS = re.compile(r'<g( data-[\w-]+="[^"]*")*><path d="[^"]*" data-area=""/></g>')
"""Places that nobody sees, and that only feel a click."""


def static_html(svg: str, alt: str, *, width: float | None = None) -> str:
    """HTML that shows the picture, also in a notebook that its reader has not run or trusted.

    JupyterLab hides `image/svg+xml`, and strips an `<svg>`, in a notebook that came from somebody
    else; an `<img>` that holds its picture is shown there, on GitHub, and in an exported page.

    `width` is how wide the picture is. One that a window would make too small to read keeps part
    of its size, in a box that scrolls.
    """
    still = _TOUCHED.sub("", _AREAS.sub("", svg))
    image = f'<img src="{data_uri(still)}" alt="{escaped(alt)}"'
    least, look = READABLE * (width or 0), "max-width: 100%; height: auto"
    if least <= LEAST_WINDOW:
        return f'{image} style="{look}">'
    wide = f'{image} style="min-width: {round(least)}px; {look}">'
    return f'<div class="course-wide" style="overflow-x: auto">{wide}</div>'


@dataclass(frozen=True)
class Picture:
    """A picture to show, to print in words, and to save.

    >>> from course_lib import TicTacToe
    >>> from course_lib.views import show
    >>> game = TicTacToe()
    >>> picture = show(game, game.parse("XX.OO...."))
    >>> picture.svg[:4], picture.alt.partition(":")[0]
    ('<svg', 'Tic-tac-toe, X to move')
    """

    svg: str
    """The picture itself, as SVG text."""
    alt: str
    """What is on it, in words: for people who listen, and for terminals."""

    @property
    def width(self) -> float:
        """How wide the picture is, in pixels."""
        return float(self._root.get("width", "0"))

    @property
    def height(self) -> float:
        """How high the picture is, in pixels."""
        return float(self._root.get("height", "0"))

    @property
    def title(self) -> str:
        """What is on the picture, in a few words: those that its SVG is headed by."""
        return self._root.findtext("{http://www.w3.org/2000/svg}title") or ""

    @property
    def _root(self) -> ET.Element:
        return ET.fromstring(self.svg)  # noqa: S314 - we wrote this text

    def save(self, path: str | Path) -> Path:
        """Where the picture was written: a .svg as it is, a .png with two dots a pixel."""
        path = checked_place(path)
        if path.suffix.lower() not in {".svg", ".png"}:
            raise ValueError(
                f"can't tell from {path.name!r} what kind of picture to save; choose a name ending"
                " in .svg or .png"
            )
        path.write_bytes(self.svg.encode() if path.suffix.lower() == ".svg" else self.png())
        return path

    def png(self, *, scale: float = 2) -> bytes:
        """The picture as the bytes of a .png file, with `scale` dots for each pixel."""
        # Loaded when wanted: most pictures are only looked at.
        from course_lib.views.dots import png_bytes  # noqa: PLC0415

        return png_bytes(self.svg, width=self.width * scale)

    def _repr_html_(self) -> str:
        """The picture for a notebook, as an `<img>` that nobody needs to trust."""
        return static_html(self.svg, self.alt, width=self.width)

    def _repr_png_(self) -> bytes | None:
        """The picture for what shows no HTML: a notebook that is printed, or made a PDF."""
        from course_lib.views.dots import plain_png  # noqa: PLC0415

        return plain_png(self.svg, width=self.width)

    def __str__(self) -> str:
        return self.alt

    def __repr__(self) -> str:
        first = self.alt.splitlines()[0] if self.alt else ""
        return f"<Picture: {first}>"


def stacked(pictures: Mapping[str, Picture]) -> Picture:
    """These pictures, by name, one below the other as one; a single one as it is."""
    if len(pictures) == 1:
        return next(iter(pictures.values()))
    drawn, top = [], 0.0
    for name, picture in pictures.items():
        drawn.append(text(14, top + 20, name, text_anchor="start", font_weight="bold"))
        part = with_ids_of(len(drawn), picture.svg)
        drawn.append(part.replace("<svg ", f'<svg y="{top + 36:g}" ', 1))
        top += 36 + picture.height
    names, width = ", ".join(map(str, pictures)), max(each.width for each in pictures.values())
    alt = "\n\n".join(f"{name}\n{picture.alt}" for name, picture in pictures.items())
    return Picture(document(width, top, *drawn, title=names), alt)


def with_ids_of(part: int, drawn: str) -> str:
    """A drawing for one file with others: each node's name is a name of this part alone.

    >>> with_ids_of(2, '<g id="node-7"/>')
    '<g id="part-2-node-7"/>'
    """
    return drawn.replace(' id="node-', f' id="part-{part}-node-')


def forms_of(picture: Picture) -> dict[str, Any]:
    """A picture by its MIME types: HTML, and dots for what shows none."""
    dots = picture._repr_png_()
    image = {} if dots is None else {"image/png": base64.b64encode(dots).decode()}
    return {"text/html": picture._repr_html_(), **image}


def checked_place(path: str | Path) -> Path:
    """The place to write a file to, if there is such a folder."""
    path = Path(path)
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(
            f"there is no folder {path.parent}; {path.name} can be written into one that exists"
        )
    return path


def sentence(words: str) -> str:
    """Words with a capital at the beginning and a stop at the end.

    >>> sentence("guards won: all captured")
    'Guards won: all captured.'
    """
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _value(value: object) -> str:
    """An attribute's value as text: numbers short, everything else escaped."""
    if isinstance(value, float):
        return f"{round(value, 2):g}" if abs(value) < 10_000 else f"{value:.0f}"
    return escaped(value)
