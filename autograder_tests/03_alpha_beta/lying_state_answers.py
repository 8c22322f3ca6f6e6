# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `lying_state`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: as in the lesson
def lying_state():
    return ".X.....O."


# %% wrong, nameless: the careless search is right there
but('return ".X.....O."', 'return "........."')


# %% wrong, nameless: the careless search is wrong only in a mirror image of this position
but('return ".X.....O."', 'return ".......XO"')


# %% wrong, nameless: the game is already over there
but('return ".X.....O."', 'return "XXX.OO..."')


# %% wrong, nameless: the game went on after a row
but('return ".X.....O."', 'return "XXXOOO..."')


# %% wrong, nameless: X and O have not taken turns
but('return ".X.....O."', 'return "XX......."')


# %% wrong, nameless: a mark is neither X nor O nor a dot
but('return ".X.....O."', 'return "__OXXO___"')


# %% wrong, nameless: the text doesn't have nine marks
but('return ".X.....O."', 'return "..OXXO.."')


# %% wrong, nameless: the marks are returned in a list instead of a text
but('return ".X.....O."', 'return [[None, None, "O"], ["X", "X", "O"], [None, None, None]]')


# %% wrong, nameless: it returns something other than a text
but('return ".X.....O."', "return 29")


# %% wrong: None is returned, so a return is missing
but('return ".X.....O."', 'state = "..OXXO..."')


# %% wrong: the result is printed instead of returned
but('return ".X.....O."', 'print("..OXXO...")')


# %% right: X is to move
but('return ".X.....O."', 'return "..OXXO..."')


# %% right: O is to move
but('return ".X.....O."', 'first_row = "..."\n    return first_row + ".OX" + ".X."')


# %% right: with spaces, in three lines
but('return ".X.....O."', 'return """X X O\n. . .\n. O ."""')


# %% wrong, nameless: in small letters, which no game reads
but('return ".X.....O."', 'return "..oxxo..."')


# %% wrong, nameless: it returns a state instead of a text
from course_lib import TicTacToe


def lying_state():
    game = TicTacToe()
    return game.play("b2 a3 c1")
