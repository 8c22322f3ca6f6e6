"""What the exercises of lesson 04 share: boards as lists, and states of many random games."""

from functools import cache
from itertools import islice
from random import Random

from autograder_tests.cases import Group
from autograder_tests.positions import board, line_on, stones
from course_lib.games import ConnectFour, KInARow

FALLING = (ConnectFour(), ConnectFour(4, 6, 3), ConnectFour(5, 3, 3), ConnectFour(7, 5, 4))
LYING = (KInARow(5, 7, 4), KInARow(7, 5, 4), KInARow(6, 6, 4), KInARow(4, 6, 3))
SMALL = (ConnectFour(3, 4, 3), ConnectFour(4, 3, 3), ConnectFour(4, 4, 3), ConnectFour(4, 5, 4))


def groups_of(case_of, questions):
    """A group for each title of this dictionary, with a case for each of its questions."""
    return [
        Group(title, [case_of(*question) for question in listed])
        for title, listed in questions.items()
    ]


def probes_of(groups):
    """The arguments of all these cases."""
    return [case.arguments for group in groups for case in group.cases]


def size_of(text):
    """Of two boards the one with fewer squares is smaller, then the one with fewer stones."""
    squares = board(text)
    return 100 * len(squares) * len(squares[0]) + stones(text)


def stones_in(state):
    """How many stones are on the board of this state."""
    return sum(mark != "." for mark in state.board)


def dropped(rows, heights):
    """A board on which so many stones lie in each column, as text."""
    return "/".join(
        "".join(
            "." if rows - row > high else "XO"[(row + at // 2) % 2]
            for at, high in enumerate(heights)
        )
        for row in range(rows)
    )


def full_rows(rows, columns, full):
    """A board on which the upper rows are full, and nobody has more than two in a line."""
    return "/".join(
        "".join("XO"[(row + at // 2) % 2] for at in range(columns)) if row < full else "." * columns
        for row in range(rows)
    )


STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def large_lines(rng):
    """Lines of five to seven stones in the far corner of boards with 12 to 19 rows or columns.

    Each is a text, how many stones lie in the line, and their squares.
    """
    found = []
    for step in STEPS:
        for high in (True, False):
            count = rng.randint(5, 7)
            rows, columns = sorted([rng.randint(16, 19), count], reverse=high)
            last = (rows - 1, columns - 1 if step[1] >= 0 else columns - count)
            one = rng.choice("XO")
            text = line_on(rows, columns, last, step, count).replace("X", one)
            squares = [(last[0] - step[0] * at, last[1] - step[1] * at) for at in range(count)]
            found.append((text, count, squares))
    return found


# --- states of random games -----------------------------------------------------------------------


def open_states(game, many, lengths, seed):
    """For each of these numbers of stones so many states of this game that nobody has won."""
    states = []
    for length in lengths:
        walks = (walk(game, seed, number) for number in range(200))
        longer = (steps[length - 1][0] for steps in walks if len(steps) > length)
        states += [(game, state) for state in islice(longer, many)]
    return states


def along(game, games, seed):
    """The states of some random games, each with the action that led to it."""
    for number in range(games):
        yield from walk(game, seed, number)


@cache
def walk(game, seed, number):
    """A random game: each state after the first, with the action that led to it."""
    rng, state, steps = Random(f"{seed} {number}"), game.initial, []
    while actions := game.actions(state):
        action = rng.choice(actions)
        state = game.result(state, action)
        steps.append((state, action))
    return tuple(steps)


def last_stones(game, seed, games=120):
    """The game, the last state and the last action of random games."""
    for number in range(games):
        yield (game, *walk(game, seed, number)[-1])


def text_of(game, state):
    """A board as text, with `/` between its rows."""
    marks, width = "".join(state.board), game.columns
    return "/".join(marks[start : start + width] for start in range(0, len(marks), width))
