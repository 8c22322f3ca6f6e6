"""The exercise `defence(own, theirs, size)`: where to win, else where to block."""

from autograder_tests.solution import solution
from course_lib.games.hexboard import hex_board
from course_lib.games.hexchains import hex_chains

from .shared import cells_in, game_of, groups, questions, split, stones_case

OPTIONS = {"seconds": 10}

MINUTES = "9 to 12"

HINTS = (
    "Which of your functions can tell whether a stone on some empty cell would win?",
    (
        "Try each empty cell in the order of cells_of: if one more stone lay there, would win_kinds"
        " find a figure? Do this for your own stones first, then for theirs. Make a new set with"
        " the extra stone, and leave the old one as it is."
    ),
    (
        "first with your own stones, then with theirs:\n"
        "    for each cell of the board, in order:\n"
        "        if any stone lies on it: skip it\n"
        "        if one of these stones on it would complete a figure: return the cell\n"
        "if there was no such cell: return None"
    ),
)

THREATS = {
    "a stone that wins": (
        ("A1 A2", "C3 D4", 3),
        ("C4 D4 D3 C2 B2", "A1 E5 C3 D2", 3),
        ("A2 B3 B4 C4", "A1 C2 D2 E3", 3),
        ("A1 A2 C1", "E5", 3),
        ("A2 A3 A4", "C3", 4),
        ("A6 B7 C8 D9 F11", "C3", 6),
        ("A6 B7 C8 D9 F11 F6 D6 E7 F7 D5", "C3", 6),
    ),
    "a stone that stops a bridge or a fork": (
        ("C3 D4", "A1 A2", 3),
        ("A3 D4 C2 E4", "A2 B3 B4 C4", 3),
        ("A2 D3 C4", "A1 B2 C3 D4", 3),
        ("E5", "A1 A2 C1", 3),
        ("C3 D4 B4", "A1 A2 B1", 3),
        ("C2 D3 A1", "A2 B3 D4 D5 E4", 3),
    ),
    "a stone that stops a ring": (
        ("C3 A1 E4", "C4 D4 D3 C2 B2", 3),
        ("C2 A2 A3 D3", "C3 B3 B4 D5 C5", 3),
        ("B3 B2 F5", "D5 E5 E4 D3 C3", 4),
    ),
    "winning comes before blocking": (
        ("E4 E5", "A1 A2", 3),
        ("A1 A2 C1", "E4 E5", 3),
        ("C4 D4 D3 C2 B2", "A1 B1 A3", 3),
        ("A3 A2 B2", "E5 E4 D3", 3),
    ),
    "threats that are blocked already": (
        ("A1 A2", "A3 D4", 3),
        ("A3 D3", "A1 A2", 3),
        ("C4 D4 D3 C2 B2", "B3 E4 D2 A1", 3),
        ("C3 B3 A1", "C4 D4 D3 C2 B2", 3),
    ),
    "nothing needs to be done": (
        ("", "C3", 3),
        ("A2 B3", "C3 D4", 3),
        ("C4 D4 D5", "A1 B2 B3", 3),
        ("A1", "C2 D3 E4", 4),
        ("A1 A2", "C3 D4", 4),
    ),
}
"""Own stones, theirs and the size, by what the next stone has to do."""

SAME = {
    "11:5 {cell}, -> {size},": "the chain begins with the cell anyway",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups(
        {
            title: [
                (cells_in(own, size), cells_in(theirs, size), size) for own, theirs, size in threats
            ]
            for title, threats in THREATS.items()
        },
        case,
    )


def hidden(rng):
    """States of games in which somebody can win at once, or nobody."""
    found = {title: [] for title in THREATS}
    for theirs, own, size in (*threatened(rng), *almost_rings(rng), *far_away(rng)):
        mine, block = (winning(each, own | theirs, size) for each in (own, theirs))
        if mine and block and mine[0] != block[0]:
            title = "winning comes before blocking"
        elif mine:
            title = "a stone that wins"
        elif not block:
            title = "nothing needs to be done"
        elif solution("win_kinds")(block[0], theirs | {block[0]}, size) == {"ring"}:
            title = "a stone that stops a ring"
        else:
            title = "a stone that stops a bridge or a fork"
        found[title].insert(0 if size > 5 else len(found[title]), (own, theirs, size))
        if block and not mine and not winning(theirs, own | theirs | {*block}, size):
            found["threats that are blocked already"].append((own | {*block}, theirs, size))
    return groups({title: each[:7] for title, each in found.items()}, case)


def probes():
    return questions(visible())


def threatened(rng):
    """The stones one, two and seven moves before the end of random games."""
    for _ in range(60):
        moves = game_of(3, rng)
        for before in (1, 2, 7):
            if len(moves) > before:
                yield split(moves[:-before], 3)


def almost_rings(rng):
    """Rings that lack one stone, and a few stones of the other player."""
    board = hex_board(3)
    for cell in board.cells:
        if len(board.neighbours[cell]) == 6:
            ring = set(board.neighbours[cell])
            free = [other for other in board.cells if other not in ring]
            for gap in sorted(ring):
                yield ring - {gap}, set(rng.sample(free, 4)), 3


def far_away(rng):
    """A bridge on a larger board that lacks one stone."""
    side = [(x, x + 5) for x in range(1, 7)]
    yield {*side} - {rng.choice(side[4:])}, {(2, 2)}, 6


def winning(stones, taken, size):
    """The empty cells on which the owner of these stones wins at once, in the board's order."""
    chains = hex_chains(size)
    ours = chains.chains_of(chains.bits_of(tuple(stones)))
    return [
        cell
        for place, cell in enumerate(hex_board(size).cells)
        if cell not in taken and chains.kinds(chains.with_stone(ours, place)[1])
    ]


def case(own, theirs, size):
    """The question what the next stone has to do."""
    return stones_case((own, theirs, size), "right_cell", own, theirs)
