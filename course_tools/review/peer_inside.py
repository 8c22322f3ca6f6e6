"""Code of ours that runs beside a student's file, in its process: many questions in one line.

What it says is believed no more than the file itself: it only saves time.
"""

from __future__ import annotations

ANSWERS = "_course_answers"
SHARES = "_course_shares"
REMEMBER = "_course_remember"

SOURCE = '''
def _course_answers(questions, empty):
    """The answer to each (name, board as a text, further arguments), or a list with one word."""

    def board_of(text):
        return [[empty if mark == "." else mark for mark in row] for row in text.split("/")]

    def answer(name, text, more):
        board = board_of(text)
        try:
            value = globals()[name](board, *more)
            if name == "result":
                marks = [["." if mark == empty else mark for mark in row] for row in value]
                value = "/".join("".join(row) for row in marks)
        except Exception:  # whatever it raises is its answer, and is judged outside
            value = ["raised"]
        return value if board == board_of(text) else ["changed"]

    return [answer(*question) for question in questions]


def _course_shares():
    """What initial_state() gives more than once: a row on one board, a row on two, or nothing."""
    first, second = globals()["initial_state"](), globals()["initial_state"]()
    if len({id(row) for row in first}) < len(first):
        return "one"
    return "two" if {id(row) for row in first} & {id(row) for row in second} else ""


def _course_remember(names):
    """Let these functions remember what they have said of a board; each time it is a new copy."""

    def fresh(value):
        if isinstance(value, list):
            return [list(row) if isinstance(row, list) else row for row in value]
        return set(value) if isinstance(value, set) else value

    def remembering(function):
        known = {}

        def remembered(board, *more):
            try:
                key = tuple(map(tuple, board)), more
                found = known.get(key)
            except TypeError:
                return function(board, *more)
            if found is None:
                found = known[key] = [fresh(function(board, *more))]
            return fresh(found[0])

        return remembered

    for name in names:
        globals()[name] = remembering(globals()[name])
'''
