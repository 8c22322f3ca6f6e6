# ruff: noqa: ANN, D, PERF, RET, S, T
"""Answers to `puzzle_moves`, wrong and right, as students write them; each is a notebook of its own."""

# %% wrong: None is returned, so a return is missing
def puzzle_moves():
    answers = {"A": "c6", "B": "e8"}


# %% wrong: the result is printed instead of returned
def puzzle_moves():
    print({"A": "c6", "B": "e8"})


# %% right: another of several
def puzzle_moves():
    return {"A": "c6", "B": "d5"}


# %% wrong, nameless: no dictionary is returned
but('{"A": "c6", "B": "d5"}', '["c6", "e8"]')


# %% wrong, nameless: a puzzle is left out
but(', "B": "d5"', "")


# %% wrong, nameless: the square is not named as a text
but('"d5"', "(1, 4)")


# %% wrong, nameless: that name is not a square of the board
but('"d5"', '"d10"')


# %% wrong, nameless: the square is taken
but('"d5"', '"e7"')


# %% wrong, nameless: the first stone makes no four
but('"c6"', '"d7"')


# %% wrong, nameless: the first four it plays leads nowhere
but('"d5"', '"e6"')


# %% wrong, nameless: the answer makes a four of its own
but('"c6"', '"c7"')


# %% right: capitals
but('"c6", "B": "d5"', '"C6", "B": "E8"')


# %% right: names put together
but('"c6", "B": "d5"', '"c" + str(6), "B": "".join("e8")')
