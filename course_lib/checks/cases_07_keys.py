"""The visible cases of `least_image(board)` and `next_key(key, numbers, board, leave, enter)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.references_07 import Rows, least_image, next_key

# --- the least image ---------------------------------------------------------------------------

TURNED = (
    ("..", "G."),
    ("GM", ".M"),
    ("XO.", ".XX", "O.."),
    ("GG.", "M.G", ".M."),
    (".MG", "G.G", "M.."),
    ("G.M", ".GM", "MG."),
)
MIRRORED = (
    ("X.", "O."),
    (".GM", "GM.", "..M"),
    ("GGG", "GMG", "..G"),
    ("M..", "G.M", "GGG"),
    ("G.G", "G..", "GM."),
    ("M.GG", "G.M.", "M..G", "GMG."),
)
ITSELF = (
    ("..", ".."),
    ("..", ".X"),
    ("...", ".M.", "GGG"),
    ("..X", ".O.", "X.."),
    ("..M.", "GG.M", ".M..", "GGGG"),
)


def image_case(board: Rows) -> Case:
    """The question for this board."""
    marks = sum(mark != "." for row in board for mark in row)
    size = 10 * len(board) + marks
    return Case((board,), least_image(board), f"least_image({board})", size, an_image)


def an_image(case: Case, answer: Answer) -> Objection | None:
    """Nothing if it is the least image; else whether it is an image at all."""
    objection = gives(case, answer)
    [board], value = case.arguments, answer.value
    rows = type(value) is tuple and all(type(row) is str for row in value)
    if objection is None or objection.mistake is not None or not rows:
        return objection
    if value in set(images(board)):
        return Objection(
            f"{objection.sentence}: that is an image of the board, but not the least",
            None,
            objection.expected,
            objection.got,
        )
    return Objection(
        f"{objection.sentence}: no turn and no mirror image of the board looks like that",
        None,
        objection.expected,
        objection.got,
    )


def images(board: Rows) -> Iterator[Rows]:
    """All eight images of a board, equal ones as well."""
    last = len(board) - 1
    for swapped, down, right in product((False, True), repeat=3):
        yield tuple(
            "".join(
                board[column][row] if swapped else board[row][column]
                for column in (range(last, -1, -1) if right else range(last + 1))
            )
            for row in (range(last, -1, -1) if down else range(last + 1))
        )


def image_groups(
    turned: Iterable[Rows], mirrored: Iterable[Rows], itself: Iterable[Rows]
) -> tuple[Group, ...]:
    """By the kind of image that is the least."""
    return (
        Group("boards whose least image is a turn", tuple(map(image_case, turned))),
        Group("boards whose least image is a mirror image", tuple(map(image_case, mirrored))),
        Group("boards that are least themselves", tuple(map(image_case, itself)), weight=0.5),
    )


# --- keys --------------------------------------------------------------------------------------

Asked = tuple[str, int, int, int]
"""A board of four by four squares, where the piece leaves and enters, and who has been to move."""

QUIET = (
    ("M..GG..M.G......", 3, 2, 1),
    ("G...M....M...G.M", 0, 1, 1),
    (".GM..M.GGG...M..", 8, 12, 0),
)
TAKING = (
    ("M..GG..M.G......", 0, 4, 0),
    ("G..MM....M...G.M", 9, 13, 1),
    (".GM..M.GGG...M..", 2, 1, 0),
    ("MG..............", 0, 1, 1),
)


def numbers_for(seed: int) -> dict[object, int]:
    """A random number for each piece on each square, and one for the turn."""
    rng = Random(seed)
    names: list[object] = ["turn", *product(range(16), "MG")]
    return {name: rng.randrange(1 << 16) for name in names}


def key_of(board: str, turn: int, numbers: dict[object, int]) -> int:
    """The key of a whole board; `turn` is 1 when the second player is to move."""
    key = numbers["turn"] * turn
    for place in enumerate(board):
        key ^= numbers.get(place, 0)
    return key


def key_case(asked: Asked, seed: int = 7) -> Case:
    """The question for this move."""
    board, leave, enter, turn = asked
    numbers = numbers_for(seed)
    arguments = (key_of(board, turn, numbers), numbers, board, leave, enter)
    shown = f"next_key({arguments[0]}, numbers, {board!r}, {leave}, {enter})"
    return Case(arguments, next_key(*arguments), shown, 16 - board.count("."), only_the_key)


def only_the_key(case: Case, answer: Answer) -> Objection | None:
    """Nothing if it is the key of the board after the move."""
    objection = gives(case, answer)
    if objection is None or objection.mistake is not None:
        return objection
    _, _, board, leave, enter = case.arguments
    took = f"which captures a {board[enter]}" if board[enter] != "." else "which is empty"
    where = f"a {board[leave]} goes from square {leave} to square {enter}, {took}"
    sentence = f"{objection.sentence}, the key of the board after the move: {where}"
    return Objection(sentence, None, objection.expected, objection.got)


def key_groups(quiet: Iterable[Case], taking: Iterable[Case]) -> tuple[Group, ...]:
    """Without a capture and with one."""
    return (
        Group("moves to an empty square", tuple(quiet)),
        Group("moves that capture", tuple(taking)),
    )


# --- the exercises -----------------------------------------------------------------------------


def _visible_images() -> tuple[Group, ...]:
    return image_groups(TURNED, MIRRORED, ITSELF)


def _image_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple((board,) for board in (*TURNED, *MIRRORED, *ITSELF))


def _visible_keys() -> tuple[Group, ...]:
    return key_groups(map(key_case, QUIET), map(key_case, TAKING))


def _key_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(key_case(asked).arguments for asked in (*QUIET, *TAKING))


LEAST_IMAGE = Exercise("least_image", "07", _visible_images, _image_probes, least_image)
NEXT_KEY = Exercise("next_key", "07", _visible_keys, _key_probes, next_key)
