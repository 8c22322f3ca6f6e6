"""The hidden cases of lesson 06: stones of many random games on boards of several sizes.

Stones lie as a game left them, so that chains are such as players come across; rings, which random
games seldom close, are drawn around random cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from course_lib.checks.cases import Group
from course_lib.checks.cases_06_chains import chain_groups, near_groups, touch_groups
from course_lib.checks.cases_06_moves import Headed, path_groups, threat_groups
from course_lib.checks.cases_06_wins import kind_groups, ring_groups
from course_lib.checks.exercises import exercise_named
from course_lib.checks.hex_cases_06 import names_of
from course_lib.checks.judging import judge
from course_lib.checks.references_06 import (
    chain_of,
    has_ring,
    neighbours,
    straight,
    win_kinds,
    winning,
)
from course_lib.checks.students import Student
from course_lib.checks.verdict import Verdict
from course_lib.games import Havannah
from course_lib.games.hexboard import STEPS, Cell, cell_name, hex_board

SEED = 60_943
ACROSS = (
    *(("A2 B3 C3 D3 E4", 3), ("B1 C2 C3 C4 D5", 3), ("B4 C4 C3 C2 D2", 3)),
    *(("A3 B4 C4 D4 E4 F4 G5", 4), ("A2 B3 C4 D5 E6 F6 F7 B2 C2 D3 E4 F4 F3", 4)),
)
"""Chains from one side to the opposite one."""

Stones = set[Cell]
Board = tuple[Stones, Stones, int]
"""The stones of the player who made the last move, those of the other one, and the size."""


def check_neighbours(student: Student) -> Verdict:
    """The verdict on every cell of three boards."""
    return judge(exercise_named("neighbours"), student, neighbours_groups())


def check_chain_of(student: Student) -> Verdict:
    """The verdict on chains in random games."""
    return judge(exercise_named("chain_of"), student, chain_of_groups())


def check_corners_and_sides(student: Student) -> Verdict:
    """The verdict on chains of random games, and on lines along the edges."""
    return judge(exercise_named("corners_and_sides"), student, corners_and_sides_groups())


def check_has_ring(student: Student) -> Verdict:
    """The verdict on rings around random cells, whole and with one stone less, and other chains."""
    return judge(exercise_named("has_ring"), student, has_ring_groups())


def check_win_kinds(student: Student) -> Verdict:
    """The verdict on the last stones of random games, and on stones before them."""
    return judge(exercise_named("win_kinds"), student, win_kinds_groups())


def check_straight(student: Student) -> Verdict:
    """The verdict on chains that go their way among random stones."""
    return judge(exercise_named("straight"), student, straight_groups())


def check_defence(student: Student) -> Verdict:
    """The verdict on states of games in which somebody can win at once, or nobody."""
    return judge(exercise_named("defence"), student, defence_groups())


# --- their cases, made once -------------------------------------------------------------------


@cache
def neighbours_groups() -> tuple[Group, ...]:
    """The cases: every cell of three boards."""
    cells = [(cell, size) for size in (2, 3, 5) for cell in hex_board(size).cells]
    few = [(6, 6), (1, 6), (11, 11), (4, 9), (11, 6), (6, 1), (8, 3)]
    cells += [(cell, 6) for cell in few]
    many = {6: "inside the board there are six", 4: "on a side there are four"}
    title = {**many, 3: "in a corner there are three"}
    return near_groups(
        {
            title[number]: [at for at in cells if len(neighbours(*at)) == number]
            for number in (6, 4, 3)
        }
    )


@cache
def chain_of_groups() -> tuple[Group, ...]:
    """The cases: chains in random games."""
    asked = [
        (cell_name(stone), names_of(own), size)
        for own, _, size in boards(60)
        for stone in sorted(own)[:: max(1, len(own) // 2)]
    ]
    long = {each: len(chain(*each)) for each in asked}
    many = {each: len(each[1].split()) for each in asked}
    return chain_groups(
        {
            "a stone that touches no other": [each for each in asked if long[each] == 1][:10],
            "a few stones side by side": [each for each in asked if 2 <= long[each] <= 3][:10],
            "long chains, and chains with branches": [e for e in asked if long[e] >= 6][:12],
            "several chains on one board": [e for e in asked if 2 <= long[e] < many[e] - 2][-12:],
        }
    )


@cache
def corners_and_sides_groups() -> tuple[Group, ...]:
    """The cases: chains of random games, and on lines along the edges."""
    chains = [(names_of(each), size) for each, size in some_chains()]
    edges = [
        (names_of([board.corners[number], *side, board.corners[(number + 1) % 6]][start:]), size)
        for size in (3, 5)
        for board in [hex_board(size)]
        for number, side in enumerate(board.sides)
        for start in (0, 1, 2)
    ]
    sides = [(names_of(side), 4) for side in hex_board(4).sides]
    corners = [
        (names_of(hex_board(size).corners[start::2]), size) for size in (2, 6) for start in (0, 1)
    ]
    inside = [(text, size) for text, size in chains if is_inside(text, size)]
    return touch_groups(
        {
            "neither corners nor sides": inside[:8],
            "corners": [*corners, *((cell_name(cell), 5) for cell in hex_board(5).corners)],
            "sides": sides,
            "both together": [*ACROSS, *edges, *(at for at in chains if at not in inside)][:50],
        }
    )


@cache
def has_ring_groups() -> tuple[Group, ...]:
    """The cases: rings around random cells, whole and with one stone less, and other chains."""
    whole = [(ring, size) for ring, _, size in rings() if has_ring(ring, size)]
    filled = [
        (ring | inside, size) for ring, inside, size in rings() if has_ring(ring | inside, size)
    ]
    open_ones = [
        (part, size)
        for ring, _, size in rings()
        for part in (chain_of(max(ring), ring - {min(ring)}, size),)
        if not has_ring(part, size)
    ]
    along = [
        (ring, size)
        for ring, _, size in rings()
        if not has_ring(ring, size) and chain_of(min(ring), ring, size) == ring
    ]
    lumps = [(each, size) for each, size in some_chains() if len(each) >= 3]
    return ring_groups(
        {
            "rings": whole[:16],
            "rings with other stones of the same chain": [*filled[:12], *tailed()],
            "triangles, rhombuses and other lumps": lumps[:16],
            "rings that are not closed": open_ones[:16],
            "what an edge closes is no ring": along[:10],
        }
    )


@cache
def win_kinds_groups() -> tuple[Group, ...]:
    """The cases: the last stones of random games, and on stones before them."""
    cases: dict[str, list[tuple[Cell, Stones, int]]] = {
        title: []
        for title in (
            *("nothing yet", "a bridge", "a fork", "a ring"),
            *("two kinds, and three", "only the stone's own chain counts"),
        )
    }
    ringed = [(min(ring), ring | inside, size) for ring, inside, size in rings()]
    for stone, own, size in [*last_stones(), *all_around(), *ringed]:
        kinds = win_kinds(stone, own, size)
        [kind] = kinds if len(kinds) == 1 else [""]
        title = "nothing yet" if not kinds else f"a {kind}" if kind else "two kinds, and three"
        cases[title].append((stone, own, size))
        if kinds:
            rest = own - chain_of(stone, own, size)
            cases["only the stone's own chain counts"] += [
                (other, own, size) for other in sorted(rest)[:1]
            ]
    return kind_groups({title: each[:10] for title, each in cases.items()})


@cache
def straight_groups() -> tuple[Group, ...]:
    """The cases: chains that go their way among random stones."""
    cases: dict[str, list[Headed]] = {
        title: []
        for title in (
            *("straight ahead", "round what stands in the way", "at the edge"),
            *("back to the stone before", "nowhere left"),
        )
    }
    for path, ahead, others, size in walks():
        given = straight(path, ahead, {*path, *others}, size)
        x, y = path[-1]
        on = x + STEPS[ahead % 6][0], y + STEPS[ahead % 6][1]
        if given is None:
            title = "nowhere left"
        elif given == on:
            title = "straight ahead"
        elif given not in neighbours(path[-1], size):
            title = "back to the stone before"
        elif on in hex_board(size).index:
            title = "round what stands in the way"
        else:
            title = "at the edge"
        text = " ".join(map(cell_name, path))
        cases[title].append((text, ahead, names_of(others), size))
    return path_groups({title: each[:14] for title, each in cases.items()})


@cache
def defence_groups() -> tuple[Group, ...]:
    """The cases: states of games in which somebody can win at once, or nobody."""
    cases: dict[str, list[Board]] = {
        title: []
        for title in (
            *("a stone that wins", "a stone that stops a bridge or a fork"),
            *("a stone that stops a ring", "winning comes before blocking"),
            *("what is blocked already", "nothing that has to be done"),
        )
    }
    for theirs, own, size in (*threatened(), *almost_rings()):
        mine, block = (winning(each, own | theirs, size) for each in (own, theirs))
        if mine and block and mine[0] != block[0]:
            title = "winning comes before blocking"
        elif mine:
            title = "a stone that wins"
        elif not block:
            title = "nothing that has to be done"
        elif win_kinds(block[0], theirs | {block[0]}, size) == {"ring"}:
            title = "a stone that stops a ring"
        else:
            title = "a stone that stops a bridge or a fork"
        cases[title].append((own, theirs, size))
        if block and not mine and not winning(theirs, own | theirs | {*block}, size):
            cases["what is blocked already"].append((own | {*block}, theirs, size))
    return threat_groups({title: each[:7] for title, each in cases.items()})


# --- stones of random games --------------------------------------------------------------------


@cache
def game_of(size: int, seed: int) -> tuple[Cell, ...]:
    """The moves of a random game."""
    game = Havannah(size)
    moves: tuple[Cell, ...] = game.playout(game.initial, Random(SEED + seed)).actions  # type: ignore[assignment]
    return moves


def boards(many: int) -> Iterator[Board]:
    """The stones of so many random games somewhere on their way, the same ones each time."""
    rng = Random(SEED)
    for seed in range(many):
        size = rng.choice((3, 4, 4, 5))
        moves = game_of(size, seed)
        stop = rng.randint(min(4, len(moves)), len(moves))
        yield split(moves[:stop], size)


def last_stones() -> Iterator[tuple[Cell, Stones, int]]:
    """The last stone of random games, and the one before, with the stones of its player."""
    for seed in range(50):
        size = (3, 4, 5)[seed % 3]
        moves = game_of(size, seed)
        own, other, _ = split(moves, size)
        yield moves[-1], own, size
        yield moves[-2], other, size


def threatened() -> Iterator[Board]:
    """The stones one, two and seven moves before the end of random games."""
    for seed in range(60):
        moves = game_of(3, 1_000 + seed)
        for before in (1, 2, 7):
            if len(moves) > before:
                yield split(moves[:-before], 3)


def almost_rings() -> Iterator[Board]:
    """Rings that lack one stone, and a few stones of the other player."""
    rng, board = Random(SEED + 2), hex_board(3)
    for cell in board.cells:
        if len(board.neighbours[cell]) == 6:
            ring = set(board.neighbours[cell])
            free = [other for other in board.cells if other not in ring]
            for gap in sorted(ring):
                yield ring - {gap}, set(rng.sample(free, 4)), 3


def split(moves: tuple[Cell, ...], size: int) -> Board:
    """The stones of who moved last, and those of the other, after these moves."""
    return set(moves[-1::-2]), set(moves[-2::-2]), size


def some_chains() -> Iterator[tuple[Stones, int]]:
    """The largest chain of each of many random games, and the smallest."""
    for own, _, size in boards(60):
        each = [chain_of(stone, own, size) for stone in sorted(own)]
        yield max(each, key=len), size
        yield min(each, key=len), size


def rings() -> Iterator[tuple[Stones, Stones, int]]:
    """All cells next to one, two or three random cells, these cells, and the size."""
    rng = Random(SEED + 1)
    for number in range(70):
        size = (3, 4, 4, 5)[number % 4]
        inside = {rng.choice(hex_board(size).cells)}
        for _ in range(number % 3):
            inside.add(rng.choice(sorted(neighbours(max(inside), size))))
        yield {near for cell in inside for near in neighbours(cell, size)} - inside, inside, size


def tailed() -> Iterator[tuple[Stones, int]]:
    """Rings with a loose stone that touches them at one point."""
    for ring, inside, size in rings():
        (x, y), *more = inside
        loose = {(2 * a - x, 2 * b - y) for a, b in ring}.intersection(hex_board(size).cells)
        if not more and loose and has_ring(ring, size):
            yield ring | {min(loose)}, size


def all_around() -> Iterator[tuple[Cell, Stones, int]]:
    """Stones in a chain along two, three or all sides: more than one kind at once."""
    for size in (2, 3, 4):
        edge = [cell for cell in hex_board(size).cells if len(neighbours(cell, size)) < 6]
        for step in range(1, 4):
            yield edge[step], set(edge), size
            yield edge[step], {cell for cell in edge if cell[0] <= size - 1 + step}, size


def walks() -> Iterator[tuple[list[Cell], int, Stones, int]]:
    """Chains that have gone some way, their direction, and random stones of the other player."""
    rng = Random(SEED + 3)
    for number in range(300):
        size = (3, 4, 5)[number % 3]
        board, ahead = hex_board(size), number % 6
        path = [rng.choice(board.cells)]
        crowd = rng.random()
        others = {cell for cell in board.cells if cell not in path and rng.random() < crowd}
        for _ in range(rng.randint(0, 2 * size)):
            after = straight(path, ahead, {*path, *others}, size)
            if after is None or after not in neighbours(path[-1], size):
                break
            path.append(after)
        yield path, ahead, others, size


def chain(stone: str, stones: str, size: int) -> Stones:
    """The chain of the stone with this name."""
    board = hex_board(size)
    return chain_of(board.cell_named(stone), set(map(board.cell_named, stones.split())), size)


def is_inside(text: str, size: int) -> bool:
    """Whether these cells are all inside the board."""
    board = hex_board(size)
    return all(len(board.neighbours[board.cell_named(name)]) == 6 for name in text.split())
