"""What exercises of lesson 06 share: stones by their names, and stones of random games.

Stones lie as a game left them, so that chains are such as players come across; rings, which random
games seldom close, are drawn around random cells.
"""

from autograder_tests.cases import Case, Group
from autograder_tests.solution import solution
from course_lib import Havannah
from course_lib.games.hexboard import hex_board
from course_lib.lessons.lesson_06.havannah_pictures import cells_named

EXTRA = "{member} does not belong there"

neighbours, chain_of, has_ring = map(solution, ("neighbours", "chain_of", "has_ring"))


def cells_in(text, size):
    """The cells of such a text: names, those `around` other cells, and more after a `+`."""
    before, _, ringed = text.partition("around")
    inside, _, more = ringed.partition("+")
    middle = cells_named(inside, size)
    ring = {near for cell in middle for near in neighbours(cell, size)} - middle
    return cells_named(before, size) | ring | cells_named(more, size)


def groups(places, case):
    """A group with such a case for each of these places, by their titles."""
    return [Group(title, [case(*place) for place in each]) for title, each in places.items()]


def questions(visible):
    """The arguments of all visible cases, for probes."""
    return [case.arguments for group in visible for case in group.cases]


def stones_case(arguments, judge, first, other=(), **known):
    """The question with these arguments, the size last."""
    return Case(
        arguments,
        size=100 * arguments[-1] + len(first) + len(other),
        judge=judge,
        known=known,
        drawn=(arguments[-1], set(first), set(other)),
    )


# --- stones of random games ----------------------------------------------------------------------


def game_of(size, rng):
    """The moves of a random game."""
    game = Havannah(size)
    return game.playout(game.initial, rng).actions


def split(moves, size):
    """The stones of who moved last, those of the other one, and the size."""
    return set(moves[-1::-2]), set(moves[-2::-2]), size


def boards(many, rng):
    """The stones of so many random games somewhere on their way."""
    for _ in range(many):
        size = rng.choice((3, 4, 4, 5))
        moves = game_of(size, rng)
        stop = rng.randint(min(4, len(moves)), len(moves))
        yield split(moves[:stop], size)


def some_chains(rng):
    """The largest chain of each of many random games, and the smallest."""
    for own, _, size in boards(60, rng):
        each = [chain_of(stone, own, size) for stone in sorted(own)]
        yield max(each, key=len), size
        yield min(each, key=len), size


def rings(rng):
    """All cells next to one, two or three random cells, these cells, and the size."""
    for number in range(70):
        size = (3, 4, 4, 5)[number % 4]
        inside = {rng.choice(hex_board(size).cells)}
        for _ in range(number % 3):
            inside.add(rng.choice(sorted(neighbours(max(inside), size))))
        yield {near for cell in inside for near in neighbours(cell, size)} - inside, inside, size


def maze(size):
    """The walls around a winding corridor in the middle of the board, and the cell of its door.

    All walls are connected. With the door closed they are a ring, without it they are none.
    """
    wide = (size - 2) // 2 * 2
    first = size - wide // 2
    last = first + wide
    ends = (first, last)
    walls = {(x, y) for x in ends for y in range(first, last + 1)}
    walls |= {(x, y) for y in ends for x in range(first, last + 1)}
    for number, x in enumerate(range(first + 2, last, 2)):
        gap = ends[number % 2] + (-1) ** (number % 2)
        walls |= {(x, y) for y in range(first, last + 1) if y != gap}
    return walls, (first, last - 1)
