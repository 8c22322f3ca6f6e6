"""Letters for columns and heaps, as in spreadsheets: a to z, then aa, ab and so on."""

from __future__ import annotations


def letters(number: int) -> str:
    """The letters of column number 1, 2, 3...: a to z, then aa, ab and so on.

    >>> letters(1), letters(26), letters(27)
    ('a', 'z', 'aa')
    """
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def number_of(text: str) -> int:
    """The number of the column with these letters, in small letters: the inverse of `letters`."""
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number
