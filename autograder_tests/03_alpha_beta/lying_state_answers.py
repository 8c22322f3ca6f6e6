# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `lying_state`, wrong and right, as students write them; each part stands for a notebook."""


# %% wrong: the careless search tells the truth there
def lying_state():
    return "........."


# %% wrong: it lies only in a mirror image of this position
def lying_state():
    return ".......XO"


# %% wrong: the game is over there
def lying_state():
    return "XXX.OO..."


# %% wrong: the game went on after a row
def lying_state():
    return "XXXOOO..."


# %% wrong: X and O have not taken turns
def lying_state():
    return "XX......."


# %% wrong: a mark is neither X nor O nor a point
def lying_state():
    return "__OXXO___"


# %% wrong: the text has not nine marks
def lying_state():
    return "..OXXO.."


# %% wrong: a state is returned instead of a text
from course_lib import TicTacToe


def lying_state():
    game = TicTacToe()
    return game.play("b2 a3 c1")


# %% wrong: the marks are returned in a list instead of a text
def lying_state():
    return [[None, None, "O"], ["X", "X", "O"], [None, None, None]]


# %% wrong: something other than a text is returned
def lying_state():
    return 29


# %% wrong: None is returned, so a return is missing
def lying_state():
    state = "..OXXO..."


# %% wrong: the result is printed instead of returned
def lying_state():
    print("..OXXO...")


# %% right: X is to move
def lying_state():
    return "..OXXO..."


# %% right: O is to move
def lying_state():
    first_row = "..."
    return first_row + ".OX" + ".X."


# %% right: with spaces, in three lines
def lying_state():
    return """X X O
. . .
. O ."""


# %% right: in small letters
def lying_state():
    return "..oxxo..."
