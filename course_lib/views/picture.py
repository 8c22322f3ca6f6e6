"""`Picture`: an SVG with the words that say what is on it; it shows itself in a notebook."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from course_lib.views.svg import static_html

_SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Picture:
    """A picture to show, to print in words, and to save."""

    svg: str
    """The picture itself, as SVG text."""
    alt: str
    """What is on it, in words: for people who listen, and for terminals."""

    @property
    def width(self) -> float:
        """How wide the picture is, in pixels."""
        return self._side("width")

    @property
    def height(self) -> float:
        """How high the picture is, in pixels."""
        return self._side("height")

    @property
    def title(self) -> str:
        """What is on the picture, in a few words: those that its SVG is headed by."""
        return ET.fromstring(self.svg).findtext(f"{{{_SVG}}}title") or ""  # noqa: S314 - ours

    @property
    def size(self) -> tuple[float, float]:
        """`(width, height)` in pixels."""
        return self.width, self.height

    def save(self, path: str | Path, *, scale: float = 2) -> Path:
        """Where the picture was written; the path's ending, .svg or .png, says as what.

        A .png has `scale` dots for each pixel of the picture's own size.
        """
        path = checked_place(path)
        ending = path.suffix.lower()
        if ending == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif ending == ".png":
            path.write_bytes(self.png(scale=scale))
        else:
            raise ValueError(
                f"can't tell from {path.name!r} as what to save the picture;"
                " a name that ends in .svg or .png would be right"
            )
        return path

    def png(self, *, scale: float = 2) -> bytes:
        """The picture as the bytes of a .png file, with `scale` dots for each pixel."""
        # Loaded when wanted: most pictures are only looked at.
        from course_lib.views.dots import png_bytes  # noqa: PLC0415

        return png_bytes(self.svg, width=self.width * scale)

    def _side(self, name: str) -> float:
        """One side of the picture, read from its first element."""
        return float(ET.fromstring(self.svg).get(name, "0"))  # noqa: S314 - we wrote this text

    def _repr_html_(self) -> str:
        """The picture for a notebook, as an `<img>` that nobody needs to trust."""
        return static_html(self.svg, self.alt, width=self.width)

    def __str__(self) -> str:
        return self.alt

    def __repr__(self) -> str:
        first = self.alt.splitlines()[0] if self.alt else ""
        return f"<Picture: {first}>"


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
