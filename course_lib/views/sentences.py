"""Small parts of sentences that more than one view says."""

from __future__ import annotations


def sentence(words: str) -> str:
    """Words with a capital at the beginning and a stop at the end.

    >>> sentence("guards won: all captured")
    'Guards won: all captured.'
    """
    return words[:1].upper() + words[1:].rstrip(".") + "."
