# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `windows_seen`, wrong and right, as students write them; each is a notebook of its own."""


# %% right: with map
def windows_seen(board, windows):
    return list(map(lambda pair: (pair[0], board[pair[1]]), windows))


# %% right: square by square
def windows_seen(board, windows):
    seen = []
    for number, window in windows:
        places = range(len(board))[window]
        seen.append((number, "".join(board[place] for place in places)))
    return seen


# %% right: with a loop
def windows_seen(board, windows):
    seen = []
    for number, window in windows:
        seen.append((number, board[window]))
    return seen


# %% wrong: the numbers are left out
but("(number, board[window])", "board[window]")


# %% wrong: number and text have changed places
but("(number, board[window])", "(board[window], number)")


# %% wrong: empty windows are left out
but("        seen.append", "        if set(board[window]) != {'.'}:\n            seen.append")


# %% wrong: windows with stones of both players are left out
but("        seen.append", "        if not {'X', 'O'} <= set(board[window]):\n            seen.append")


# %% wrong: each pair comes only once
but("        seen.append", "        if (number, board[window]) not in seen:\n            seen.append")


# %% wrong: the pairs are sorted
but("return seen", "return sorted(seen)")


# %% wrong: every window is read from its front
but("board[window])", "board[window] if (window.step or 1) > 0 else board[window][::-1])")


# %% wrong: the stones are counted, not read
but("board[window])", "board[window].count('X') - board[window].count('O'))")


# %% wrong: the windows are counted from 0, whatever their numbers
but("for number, window in windows", "for number, (_, window) in enumerate(windows)")


# %% wrong: the return stands inside the loop
but("    return seen", "        return seen")


# %% wrong: a dictionary, which has room for one text a number
but("return seen", "return dict(seen)")


# %% wrong: only thirty windows are read
but("in windows", "in windows[:30]")


# %% wrong: the pairs are lists, which can't be keys of a dictionary
but("(number, board[window])", "[number, board[window]]")


# %% wrong: an iterator, not a list
but("return seen", "return iter(seen)")


# %% wrong: the step of the slice is left out
but("board[window]", "board[window.start : window.stop]")
