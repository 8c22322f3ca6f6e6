"""Lesson 07 with exactly one bug each: `nim_move`, `least_image` and `next_key`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import add, or_, xor
from typing import Any

from course_lib.checks.references_07 import Rows

Agent = Callable[..., Any]


def nim(
    *,
    join: Callable[[int, int], int] = xor,
    places: Callable[[Sequence[int]], Iterable[int]] = lambda heaps: range(len(heaps)),
    fits: Callable[[int, int], bool] = lambda heap, whole: heap ^ whole < heap,
    move: Callable[[int, int, int], Any] = lambda place, heap, whole: (
        place,
        heap - (heap ^ whole),
    ),
    lost: Callable[[Sequence[int]], Any] = lambda _: None,
) -> Agent:
    """`nim_move` with these parts exchanged."""

    def nim_move(heaps: Sequence[int]) -> Any:
        whole = reduce(join, heaps, 0)
        if whole == 0:
            return lost(heaps)
        fitting = [place for place in places(heaps) if fits(heaps[place], whole)]
        return move(fitting[0], heaps[fitting[0]], whole) if fitting else None

    return nim_move


def first_match(heaps: Sequence[int]) -> Any:
    """One match from the first heap that has any."""
    return next(((place, 1) for place, heap in enumerate(heaps) if heap), None)


NIM: dict[str, Agent] = {
    "the nim-sum itself is taken away": nim(
        fits=lambda heap, whole: heap >= whole,
        move=lambda place, _heap, whole: (place, whole),
    ),
    "heaps are counted from 1": nim(
        move=lambda place, heap, whole: (place + 1, heap - (heap ^ whole))
    ),
    "what is left is given, not what is taken": nim(
        move=lambda place, heap, whole: (place, heap ^ whole)
    ),
    "heap and number are exchanged": nim(
        move=lambda place, heap, whole: (heap - (heap ^ whole), place)
    ),
    "only the largest heap is tried": nim(
        places=lambda heaps: [heaps.index(max(heaps))], fits=lambda *_: True
    ),
    "a lost position gets a move as well": nim(lost=lambda heaps: first_match(heaps) or (0, 1)),
    "the heaps are added up, not joined by exclusive or": nim(join=add),
    "the heaps are joined by or": nim(join=or_),
    "the last heap is left out": nim(places=lambda heaps: range(len(heaps) - 1)),
    "any legal move is given": first_match,
}


def turned(board: Rows) -> Rows:
    """The board after a quarter turn."""
    return tuple("".join(column) for column in zip(*board[::-1], strict=True))


def swapped(board: Rows) -> Rows:
    """The board with left and right swapped."""
    return tuple(row[::-1] for row in board)


def image(images: Callable[[Rows], Iterable[Any]], choose: Callable[..., Any] = min) -> Agent:
    """`least_image` with these images."""
    return lambda board: choose(images(tuple(board)))


def turns(board: Rows) -> list[Rows]:
    """The four turns of a board."""
    found = [board]
    for _ in range(3):
        found.append(turned(found[-1]))
    return found


def eight(board: Rows) -> list[Rows]:
    """All images of a board."""
    return [*turns(board), *turns(swapped(board))]


def flat(board: Rows) -> list[Rows]:
    """The images without a quarter turn."""
    return [board, board[::-1], swapped(board), swapped(board[::-1])]


IMAGES: dict[str, Agent] = {
    "only the four turns are looked at": image(turns),
    "only the images without a quarter turn are looked at": image(flat),
    "the board itself is left out": image(lambda board: eight(board)[1:]),
    "the greatest image is taken": image(eight, max),
    "only left and right are swapped": image(lambda board: [board, swapped(board)]),
    "only top and bottom are swapped": image(lambda board: [board, board[::-1]]),
    "only rows and columns are swapped": image(
        lambda board: [board, tuple("".join(column) for column in zip(*board, strict=True))]
    ),
    "only the board itself has a mirror image, its turns have none": image(
        lambda board: [*turns(board), swapped(board)]
    ),
    "the image is a list, which can't be a key": image(lambda board: map(list, eight(board))),
    "the rows are sorted": image(lambda board: [tuple(sorted(board))]),
    "the pieces in each row are sorted": image(
        lambda board: [tuple("".join(sorted(row)) for row in rows) for rows in eight(board)]
    ),
}

Change = tuple[Any, ...]


def key(
    changes: Callable[[str, str, int, int], Iterable[Change | str]],
    *,
    join: Callable[[int, int], int] = xor,
    fresh: bool = False,
) -> Agent:
    """`next_key` that joins these numbers: of the piece, what is taken, leave and enter."""

    def next_key(old: int, numbers: dict[Any, int], board: str, leave: int, enter: int) -> int:
        found = 0 if fresh else old
        for each in changes(board[leave], board[enter], leave, enter):
            if each[-1] != "." or each == "turn":
                found = join(found, numbers[each])
        return found

    return next_key


KEYS: dict[str, Agent] = {
    "what was captured stays in the key": key(
        lambda piece, _taken, leave, enter: ["turn", (leave, piece), (enter, piece)]
    ),
    "the turn is forgotten": key(
        lambda piece, taken, leave, enter: [(leave, piece), (enter, piece), (enter, taken)]
    ),
    "the piece stays where it was as well": key(
        lambda piece, taken, _leave, enter: ["turn", (enter, piece), (enter, taken)]
    ),
    "the piece never arrives": key(
        lambda piece, taken, leave, enter: ["turn", (leave, piece), (enter, taken)]
    ),
    "numbers are added, not joined by exclusive or": key(
        lambda piece, taken, leave, enter: [
            "turn",
            (leave, piece),
            (enter, piece),
            (enter, taken),
        ],
        join=add,
    ),
    "the old key is forgotten": key(
        lambda piece, taken, leave, enter: [
            "turn",
            (leave, piece),
            (enter, piece),
            (enter, taken),
        ],
        fresh=True,
    ),
    "what was captured is taken off the wrong square": key(
        lambda piece, taken, leave, enter: [
            "turn",
            (leave, piece),
            (enter, piece),
            (leave, taken),
        ]
    ),
    "an empty square is asked for a number": lambda old, numbers, board, leave, enter: (
        old
        ^ numbers["turn"]
        ^ numbers[leave, board[leave]]
        ^ numbers[enter, board[leave]]
        ^ numbers[enter, board[enter]]
    ),
    "the turn is joined only after a capture": key(
        lambda piece, taken, leave, enter: [
            *(["turn"] if taken != "." else []),
            (leave, piece),
            (enter, piece),
            (enter, taken),
        ]
    ),
}
