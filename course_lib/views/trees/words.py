"""The words for what a trace knows as facts: one table of templates with values."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from course_lib.watching.trace import Gap, Order, Reason, Remark, Window
from course_lib.words import Say, Text, _, counted, key_of, told

_SHORT, _LARGEST_DENOMINATOR, _DICE, _LARGEST_WHOLE = 6, 999, 6**10, 10**12
"""Letters of a number that is short, without its sign; and by what a fraction may divide: an
estimate that happens to be 7/57 is no fraction that tells anybody more."""

WORDS: Mapping[StrEnum, str] = {
    Reason.ALPHA: _("v = {value} <= alpha = {low}"),
    Reason.BETA: _("v = {value} >= beta = {high}"),
    Reason.LEFT_OUT: _("left out"),
    Remark.EXCEPTION: _("left by an exception"),
    Remark.UNFINISHED: _("recording ended while this call was running"),
    Remark.NAN: _("gave back nan, which is not a number"),
    Remark.WALKS: _("goes on from here by itself, by no call"),
    Remark.PROVEN: _("proven"),
    Order.LEVELS: _("Level by level."),
    Order.DEPTH: _("Depth first, in a loop."),
    Order.OWN: _("In its own order."),
    Gap.NO_TREE: _(
        "No function called itself, or was handed an object that another had given back (texts and"
        " numbers are not told apart, and what other threads do is not followed): there is no tree,"
        " and what was cut can't be told."
    ),
    Gap.LOOP: _(
        "An event loop began these calls: who asked for them is not known, and those whose state"
        " was not seen to come from a call hang from the root."
    ),
    Gap.NOTHING: _(
        "The search asked the game for no state below the root, so there is nothing to draw (one"
        " with a board of its own is shown by watch(search, board), without the game)."
    ),
    Gap.OWN_MOVES: _(
        "The search makes its moves itself, without the game's result: which actions it cut can't"
        " be seen, and none are counted."
    ),
    Gap.NO_NODES: _(
        "The search's own tree was not recognised: its nodes have no children and visits."
    ),
    Gap.NO_PHASES: _("This is the tree that the search itself has kept: it has no phases by name."),
}


def words_for(fact: StrEnum, value: float | None = None, window: Window | None = None) -> Say:
    """This fact in words, with the numbers that belong to it."""
    low, high = window or (None, None)
    return Say(WORDS[fact], value=number(value), low=number(low), high=number(high))


def reason_words(reason: Reason | None, value: float | None, window: Window | None) -> Text:
    """Why branches were cut, in words; nothing where none were."""
    return "" if reason is None else words_for(reason, value, window)


@lru_cache(maxsize=5_000, typed=True)
def number(value: float | None) -> str:
    """A value as people write it: a fraction where it is one, and no short decimal number.

    >>> number(3.0), number(-math.inf), number(None), number(True), number(1 / 9), number(0.25)
    ('3', '-\u221e', '?', 'True', '1/9', '0.25')
    >>> number(-(10**400))
    '-10^400'
    """
    if value is None:
        return "?"
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        return f"{'-' * (value < 0)}10^{math.floor(math.log10(abs(value)))}"
    if math.isinf(value):
        return "-\u221e" if value < 0 else "\u221e"
    return fraction_text(value)


def fraction_text(value: float) -> str:
    """A finite number as a short decimal one, or as the fraction of dice or thirds that it is."""
    if value % 1 == 0 and abs(value) < _LARGEST_WHOLE:
        return str(int(value))
    words = f"{value:g}"
    near = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
    long = "." in words and "e" not in words and len(words.lstrip("-")) > _SHORT
    exact = _DICE % near.denominator == 0 and math.isclose(near, value, rel_tol=1e-12)
    return str(near) if long and exact else words


def mean_text(mean: float) -> str:
    """A mean as it stands in a node, with at most three digits behind the point.

    >>> mean_text(0.125), mean_text(2 / 3), mean_text(1.0)
    ('0.125', '0.667', '1')
    """
    # Rounded in a way that JavaScript has too: the same number in a browser.
    thousandths = int((mean * 1000 + 0.5) // 1)
    return signs(f"{thousandths / 1000}".removesuffix(".0"))


def visits_text(count: int) -> str:
    """So many visits.

    >>> visits_text(1), visits_text(1200)
    ('1 visit', '1,200 visits')
    """
    return told(counted(count, _("{n:,} visit"), _("{n:,} visits")))


def window_words(window: Window | None) -> str:
    """A window as it stands in a node: `[3, 8]`; nothing where there is none."""
    if window is None:
        return ""
    low, high = ("?" if bound is None else number(bound) for bound in window)
    return signs(f"[{low}, {high}]")


@lru_cache(maxsize=5_000)
def signs(words: str) -> str:
    """Numbers as they are printed: a real minus in front, and the sign for infinity."""
    return re.sub("(?<!e)-", "\u2212", words).replace("inf", "\u221e")


def printed(text: Text) -> str:
    """A sentence in the notebook's language, its numbers and bounds as they stand in the tree.

    >>> printed("Cut after b2-b3, because v = -2 <= alpha = 0")
    'Cut after b2-b3, because v = \u22122 \u2264 alpha = 0'
    """
    if not text:
        return ""
    words = re.sub(r"(?<![\w)])-(?=[\d\u221e]|inf\b)", "\u2212", told(text))
    return re.sub(r"\binf\b", "\u221e", words).replace("<=", "\u2264").replace(">=", "\u2265")


class Printer(dict[Any, str]):
    """Prints sentences as `printed` does, each different one once."""

    def __call__(self, text: Text) -> str:
        """The sentence in words."""
        key = key_of(text)
        try:
            return self[key]
        except KeyError:
            return self.setdefault(key, printed(text))
        except TypeError:  # a value without a hash
            return printed(text)
