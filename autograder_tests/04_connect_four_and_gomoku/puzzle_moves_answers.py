# ruff: noqa: ANN, D, PERF, RET, S, T
"""Answers to `puzzle_moves`, wrong and right, as students write them; each is a notebook of its own."""

# %% wrong: the result is printed instead of returned
def puzzle_moves():
    print({"A": "c6", "B": "e8", "C": "c4", "D": "d8"})


# %% wrong: None is returned, so a return is missing
def puzzle_moves():
    answers = {"A": "c6", "B": "e8", "C": "c4", "D": "d8"}


# %% wrong: no dictionary is returned
def puzzle_moves():
    return ["c6", "e8", "c4", "d8"]


# %% wrong: a puzzle is left out
def puzzle_moves():
    return {"A": "c6", "B": "e8", "C": "c4"}


# %% wrong: the square is not given by its name
def puzzle_moves():
    return {"A": "c6", "B": (1, 4), "C": "c4", "D": "d8"}


# %% wrong: a name that is no square of the board
def puzzle_moves():
    return {"A": "c6", "B": "e8", "C": "c4", "D": "d10"}


# %% wrong: a square that is taken
def puzzle_moves():
    return {"A": "c6", "B": "e8", "C": "e9", "D": "d8"}


# %% wrong: the first stone makes no four
def puzzle_moves():
    return {"A": "d7", "B": "e8", "C": "c4", "D": "d8"}


# %% wrong: the first four leads nowhere
def puzzle_moves():
    return {"A": "c6", "B": "e6", "C": "c4", "D": "d8"}


# %% wrong: the answer makes a four of its own
def puzzle_moves():
    return {"A": "c7", "B": "e8", "C": "c4", "D": "d8"}


# %% right: one of several
def puzzle_moves():
    return {"A": "c6", "B": "e8", "C": "c4", "D": "d8"}


# %% right: others of several
def puzzle_moves():
    return {"A": "c6", "B": "d5", "C": "e4", "D": "f8"}


# %% right: capitals
def puzzle_moves():
    return {"A": "C6", "B": "e8", "C": "c4", "D": "C7"}
