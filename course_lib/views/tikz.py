"""Drawings as LaTeX: each shape and word of ours as a line of TikZ, at the same place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_POINTS = 72.27 / 96
"""TeX's points in a pixel."""

_PAGE = r"""% {title}
% The lines from \definecolor to \end{{tikzpicture}} can stand in any document that says
% \usepackage{{tikz,amssymb}} and \usetikzlibrary{{svg.path}}.
\documentclass{{article}}
\usepackage{{fix-cm,tikz,amssymb}}
\usetikzlibrary{{svg.path}}
\ifdefined\pagewidth\let\pdfpagewidth\pagewidth\let\pdfpageheight\pageheight\fi
\begin{{document}}
\setbox0\hbox{{%
{colours}
\begin{{tikzpicture}}[scale={points:.5f},yscale=-1]
\useasboundingbox (0pt,0pt) rectangle ({width}pt,{height}pt);
{drawn}
\end{{tikzpicture}}}}%
\pdfpagewidth=\wd0 \pdfpageheight=\ht0 \hoffset=-1in \voffset=-1in
\shipout\box0
\end{{document}}
"""

_SIGNS = {
    **{sign: rf"\{sign}" for sign in "{}$&#%_"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": "$<$", ">": "$>$", "|": "$|$", "\N{NO-BREAK SPACE}": "~", "\u2212": "$-$",
    "\u221e": r"$\infty$", "\u2264": r"$\le$", "\u2265": r"$\ge$", "\u2026": r"\ldots{}",
    "\u00d7": r"$\times$", "\u00b7": r"$\cdot$", "\u25a1": r"$\square$", "\u25a2": r"$\square$",
    "\u25b3": r"$\vartriangle$", "\u25bd": r"$\triangledown$", "\u25f3": r"$\boxdot$",
    "\u03b1": r"$\alpha$", "\u03b2": r"$\beta$", "\u2b21": "hexagon:", "\u2bc3": "octagon:",
}  # fmt: skip
_LAST_LETTER = "\u017f"
"""LaTeX writes the letters of Latin alphabets by itself."""


class _Place(NamedTuple):
    """Where a group of shapes stands: it is turned, made larger, and moved, in this order."""

    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0

    def moved(self, transform: str) -> _Place:
        """The place of a group inside this one."""
        place = self
        for name, words in re.findall(r"(\w+)\(([^)]*)\)", transform):
            first, *others = map(float, re.split(r"[ ,]+", words))
            if name == "translate":
                place = place._replace(
                    x=place.x + place.scale * first, y=place.y + place.scale * sum(others[:1])
                )
            elif name == "scale":
                place = place._replace(scale=place.scale * first)
            else:
                place = place._replace(turn=place.turn + first)  # around where its words stand
        return place


def tikz_page(svg: str) -> str:
    """This drawing as a whole LaTeX document with one page, as large as the drawing.

    It is set in the letters of the document, and stands within a point of where SVG has it.
    """
    root = ET.fromstring(svg)  # noqa: S314 - we wrote this text
    lines = list(_lines(root, {}, _Place()))
    colours = sorted(set(re.findall(r"=c(\w{6})\b", "".join(lines))))
    wide, high = map(float, root.get("viewBox", "0 0 1 1").split()[2:])
    title = root.findtext("{http://www.w3.org/2000/svg}title") or "A picture"
    return _PAGE.format(
        title=" ".join(title.split()),
        colours="\n".join(rf"\definecolor{{c{each}}}{{HTML}}{{{each}}}%" for each in colours),
        points=_POINTS * float(root.get("width", wide)) / wide,
        width=wide,
        height=high,
        drawn="\n".join(lines),
    )


def _lines(element: ET.Element, above: Mapping[str, str], place: _Place) -> Iterator[str]:
    """A line for each shape in this element; what it does not say of itself holds from above."""
    name = element.tag.rpartition("}")[2]
    look = {**above, **element.attrib}
    if "opacity" in above and "opacity" in element.attrib:
        look["opacity"] = str(float(above["opacity"]) * float(element.attrib["opacity"]))
    place = place.moved(element.get("transform", ""))
    if name == "text":
        yield _words(element, look, place)
    elif name in ("svg", "g"):
        inner = place._replace(y=place.y + float(element.get("y", 0))) if above else place
        held = {key: each for key, each in look.items() if key not in _OWN}
        for child in element:
            yield from _lines(child, held, inner)
    elif path := _path(name, element.attrib):
        moved = f"shift={{({_n(place.x)}pt,{_n(place.y)}pt)}},scale={_n(place.scale)}"
        yield rf"\path[{moved},{_paint(look, place.scale)}] {path};"


_OWN = ("transform", "x", "y", "width", "height", "data-node")
"""What says nothing about the shapes inside."""


def _path(name: str, at: Mapping[str, str]) -> str:
    """The way around this shape, as TikZ says it."""

    def number(key: str) -> float:
        return float(at.get(key, 0))

    if name == "path":
        return f"svg {{{at['d']}}}"
    if name == "polygon":
        return f"svg {{M{'L'.join(re.findall(r'[^ ,]+[ ,]+[^ ,]+', at['points']))}Z}}"
    if name == "circle":
        return f"({number('cx')}pt,{number('cy')}pt) circle[radius={number('r')}pt]"
    if name == "rect":
        x, y, right = number("x"), number("y"), number("x") + number("width")
        round_corners = f"[rounded corners={number('rx')}pt] " if number("rx") else ""
        return f"{round_corners}({x}pt,{y}pt) rectangle ({right}pt,{y + number('height')}pt)"
    return ""


def _paint(look: Mapping[str, str], scale: float) -> str:
    """The colours and lines of a shape."""
    fill, stroke = look.get("fill", "#000000"), look.get("stroke", "none")
    said = [f"fill={_colour(fill)}"] if fill != "none" else []
    if stroke != "none":
        thick = scale * float(look.get("stroke-width", 1)) * _POINTS
        said += [f"draw={_colour(stroke)}", f"line width={_n(thick)}pt"]
        if dashes := re.split(r"[ ,]+", look.get("stroke-dasharray", "")):
            lengths = [_n(float(each) * _POINTS * scale) for each in dashes if each]
            words = (f"{('on', 'off')[at % 2]} {each}pt" for at, each in enumerate(lengths))
            said += [f"dash pattern={' '.join(words)}"] if lengths else []
        said += [f"line {kind}={each}" for kind in ("join", "cap")
                 if (each := look.get(f"stroke-line{kind}"))]  # fmt: skip
    return ",".join([*said, *([f"opacity={look['opacity']}"] if "opacity" in look else [])])


def _words(element: ET.Element, look: Mapping[str, str], place: _Place) -> str:
    """The words of this element, from the same point as SVG writes them."""
    size = float(look.get("font-size", 16))
    own = float(element.get("x", 0)), float(element.get("y", 0))
    drop = size * float(element.get("dy", "0em").removesuffix("em"))
    x, y = (at + place.scale * each for at, each in zip(place[:2], own, strict=True))
    sideways = 1 if place.turn else 0  # words that are turned go up
    x, y = x + place.scale * drop * sideways, y + place.scale * drop * (1 - sideways)
    anchor = {"middle": "base", "end": "base east"}.get(look.get("text-anchor", ""), "base west")
    points = _n(size * place.scale * _POINTS)
    font = r"\ttfamily" if "Mono" in look.get("font-family", "") else r"\sffamily"
    bold = r"\bfseries" if look.get("font-weight") in ("bold", "600", "700") else ""
    said = [f"anchor={anchor}", "inner sep=0pt", f"text={_colour(look.get('fill', '#000000'))}",
            rf"font=\fontsize{{{points}}}{{{points}}}\selectfont{font}{bold}"]  # fmt: skip
    said += [f"rotate={_n(-place.turn)}"] if place.turn else []
    said += [f"opacity={look['opacity']}"] if "opacity" in look else []
    return rf"\node[{','.join(said)}] at ({_n(x)}pt,{_n(y)}pt) {{{_tex(element.text or '')}}};"


def _tex(words: str) -> str:
    """These words with the signs that mean something to TeX written so that they stand there."""
    return "".join(_SIGNS.get(sign, sign if sign <= _LAST_LETTER else "?") for sign in words)


def _colour(colour: str) -> str:
    return f"c{colour[1:].upper()}" if colour.startswith("#") else colour


def _n(number: Any) -> str:
    return f"{float(number):.3f}".rstrip("0").rstrip(".")
