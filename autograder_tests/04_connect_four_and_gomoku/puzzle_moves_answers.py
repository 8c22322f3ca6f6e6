# ruff: noqa: ANN, D, PERF, RET, S, T
"""Answers to `puzzle_moves`, wrong and right, as students write them; each is a notebook of its own."""

# %% wrong: None is returned, so a return is missing
def puzzle_moves():
    answers = {"A": "c6", "B": "e8", "C": "c4", "D": "d8"}


# %% wrong: the result is printed instead of returned
def puzzle_moves():
    print({"A": "c6", "B": "e8", "C": "c4", "D": "d8"})


# %% right: others of several
def puzzle_moves():
    return {"A": "c6", "B": "d5", "C": "e4", "D": "f8"}


# %% wrong: no dictionary is returned
but('return {"A": "c6", "B": "d5", "C": "e4", "D": "f8"}', 'return ["c6", "e8", "c4", "d8"]')


# %% wrong: a puzzle is left out
but('"d5", "C": "e4", "D": "f8"', '"e8", "C": "c4"')


# %% wrong: the square is not named as a text
but('"d5", "C": "e4", "D": "f8"', '(1, 4), "C": "c4", "D": "d8"')


# %% wrong: that name is not a square of the board
but('"d5", "C": "e4", "D": "f8"', '"e8", "C": "c4", "D": "d10"')


# %% wrong: the square is taken
but('"d5", "C": "e4", "D": "f8"', '"e8", "C": "e9", "D": "d8"')


# %% wrong: the first stone makes no four
but('"c6", "B": "d5", "C": "e4", "D": "f8"', '"d7", "B": "e8", "C": "c4", "D": "d8"')


# %% wrong: the first four it plays leads nowhere
but('"d5", "C": "e4", "D": "f8"', '"e6", "C": "c4", "D": "d8"')


# %% wrong: the answer makes a four of its own
but('"c6", "B": "d5", "C": "e4", "D": "f8"', '"c7", "B": "e8", "C": "c4", "D": "d8"')


# %% right: one of several
but('"d5", "C": "e4", "D": "f8"', '"e8", "C": "c4", "D": "d8"')


# %% right: capitals
but('"c6", "B": "d5", "C": "e4", "D": "f8"', '"C6", "B": "e8", "C": "c4", "D": "C7"')
