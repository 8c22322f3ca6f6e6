"""In a notebook, games that were played, searches and states draw themselves at a cell's end."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from course_lib.games.count import CountState
from course_lib.games.havannah import HavannahState
from course_lib.games.k_in_a_row import GridState
from course_lib.games.kuhn_poker import KuhnState
from course_lib.games.nim import NimState
from course_lib.games.pig import PigState
from course_lib.games.scissors_paper_stone import Chosen
from course_lib.games.three_musketeers import MusketeersState
from course_lib.games.two_dice import Picked
from course_lib.play import GameRecord
from course_lib.watching import SearchTrace

_STATES = (
    GridState, HavannahState, CountState, NimState, PigState, KuhnState, Chosen, MusketeersState,
    Picked,
)  # fmt: skip


def register_displays() -> bool:
    """Whether there is an IPython to tell; outside it nothing happens.

    Nothing that draws is loaded before there is something to draw.
    """
    ipython = sys.modules.get("IPython")  # a notebook has loaded it; nobody else needs it
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return False
    for mime, form in (("text/html", "_repr_html_"), ("image/png", "_repr_png_")):
        for kind in (GameRecord, SearchTrace, *_STATES):
            drawn = partial(_drawn, shell.user_ns, form)
            shell.display_formatter.formatters[mime].for_type(kind, drawn)
    return True


def _drawn(names: Mapping[str, Any], form: str, thing: Any) -> Any:
    """The picture of this thing in that form; `None` where no game among these names fits."""
    from course_lib.views.display import notebook_picture  # noqa: PLC0415 - see above

    picture = notebook_picture(names, thing)
    return None if picture is None else getattr(picture, form)()
