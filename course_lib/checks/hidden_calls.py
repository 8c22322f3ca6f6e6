"""Keeps hidden cases out of what students read: reasons without the calls that they name."""

from __future__ import annotations

import re


def without_calls(reason: str, name: str) -> str:
    """The reason with its calls left open, so that it tells what is wrong and no hidden case.

    The smallest case that failed is shown above; those of other groups stay secret.

    >>> without_calls("winner([['X'], [')']]) gave None, expected 'X'", "winner")
    "winner(...) gave None, expected 'X'"
    """
    found = re.search(rf"\b{re.escape(name)}\(", reason)
    if found is None:
        return reason
    depth, quote, place = 1, "", found.end()
    while place < len(reason) and depth:
        sign = reason[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign in "([{") - (sign in ")]}")
        place += 1
    return f"{reason[: found.end()]}...){without_calls(reason[place:], name)}"
