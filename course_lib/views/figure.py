"""`Plot`: a matplotlib figure with a caption, which shows itself in a notebook."""

from __future__ import annotations

import base64
import io
import textwrap
from html import escape
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from course_lib.views.theme import FADED, GROUND, INK, MARKS, QUIET

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", "-.", ":")


class Plot(Figure):
    """A figure that belongs to no window: it needs no screen, and is never shown twice."""

    def __init__(self, rows: int = 1, *, height: float = 3.6) -> None:
        super().__init__(figsize=(7, height * rows), layout="constrained", facecolor=GROUND)
        self.caption = ""
        axes = self.subplots(rows, 1, squeeze=False)
        self.panels: tuple[Axes, ...] = tuple(axes[:, 0])
        for panel in self.panels:
            panel.set_facecolor(GROUND)
            panel.grid(visible=True, color=FADED, linewidth=0.6)
            panel.set_axisbelow(True)
            panel.tick_params(colors=INK)
            for side in ("top", "right"):
                panel.spines[side].set_visible(False)

    def told(self, caption: str) -> Plot:
        """This figure with the caption below it, which is also what people who listen are told."""
        self.caption = caption
        self.supxlabel("\n".join(textwrap.wrap(caption, 88)), fontsize=9, color=QUIET)
        return self

    def _repr_html_(self) -> str:
        """The figure as an image for a notebook, with its caption in words."""
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
        data = base64.b64encode(buffer.getvalue()).decode()
        return (
            f'<img src="data:image/png;base64,{data}" alt="{escape(self.caption)}"'
            ' style="max-width: 100%; height: auto">'
        )


def style(number: int) -> dict[str, Any]:
    """The colour, marker and line of the plot's nth curve: no two differ by colour alone."""
    return {
        "color": MARKS[number % len(MARKS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": LINES[number % len(LINES)],
    }
