"""The judges of lesson 03: the leaves that were looked at, and answers that are typed.

Leaves are counted on secret trees, from left to right as `game.actions` lists the children.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number
from course_lib.checks.judges import Window, keeps_contract, no_entry, shown
from course_lib.checks.verdict import MORE_VISITS
from course_lib.games import TicTacToe
from course_lib.plain import many

PathLeaf = tuple[tuple[int, ...], float, float, float]
"""The path of a leaf, its number, and alpha and beta when its turn comes."""


def looks_at_leaves(
    case: Case, answer: Answer, *, window: Window, leaves: Sequence[PathLeaf]
) -> Objection | None:
    """Objects unless the contract is kept, and exactly the leaves that matter were looked at."""
    wrong = keeps_contract(case, answer, window=window)
    if wrong is not None:
        return wrong
    looked = set(answer.leaves)
    wanted = _looked_at(sum(low < high for _, _, low, high in leaves))
    got = _looked_at(len(looked))
    for path, number, low, high in leaves:
        if low < high and path not in looked:
            words = (
                f"did not look at the leaf {number} at {path}, which matters: alpha is {bound(low)}"
                f" and beta {bound(high)} when its turn comes, in the order of game.actions"
            )
            return case.wrong(words, wanted, got)
    for path, number, low, high in leaves:
        if low >= high and path in looked:
            words = (
                f"gave {answer.value}, which is right, but looked at the leaf {number} at {path},"
                f" which cannot matter: alpha is {bound(low)} and beta {bound(high)} by then"
            )
            return case.wrong(words, wanted, got, MORE_VISITS)
    return None


def bound(number: float) -> str:
    """A bound as people write it."""
    if math.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return str(number)


def _looked_at(count: int) -> str:
    return f"{many(count, 'leaf', 'leaves')} looked at"


# --- trees searched by hand -----------------------------------------------------------------------


FORM = "(value, [leaves that are never looked at])"


TREES = ("A", "B", "C", "D")


Leaf = tuple[float, float, float]
"""A leaf's number, and alpha and beta when its turn comes."""


def searched_by_hand(
    _case: Case, answer: Answer, *, tree: str, right: float, leaves: Sequence[Leaf]
) -> Objection | None:
    """Objects unless this tree's value and leaves are right, the leaves in whatever order."""
    malformed = _malformed(tree, answer)
    if malformed is not None:
        return malformed
    value, listed = answer.value[tree]
    return _wrong_value(tree, value, right, leaves) or _wrong_leaf(tree, _numbers(listed), leaves)


def value_and_leaves(answer: Any) -> list[Any]:
    """The value and the leaves of each tree, whatever else was given back."""
    found: list[Any] = []
    for name in TREES:
        given = answer.get(name) if isinstance(answer, dict) else None
        fine = isinstance(given, tuple | list) and len(given) == 2
        value, leaves = given if fine and given is not None else (None, None)
        found += [
            value if is_number(value) else None,
            _numbers(leaves) if _are_numbers(leaves) else None,
        ]
    return found


def _malformed(name: str, answer: Answer) -> Objection | None:
    """The objection to what is no answer for this tree at all."""
    form = f"it should return a dictionary with {FORM} for each tree"
    if (objection := no_entry("by_hand", f"tree {name}", name, answer, form)) is not None:
        return objection
    answered = answer.value[name]
    if is_number(answered):
        why = "if no leaf is left out, write an empty list"
        return Objection(f"tree {name}: {answered} stands alone, expected {FORM}; {why}")
    pair = isinstance(answered, tuple | list) and len(answered) == 2
    if pair and is_number(answered[0]) and _are_numbers(answered[1]):
        return None
    return Objection(f"tree {name}: {answered!r:.60} expected {FORM}")


def _wrong_value(name: str, value: float, right: float, leaves: Sequence[Leaf]) -> Objection | None:
    if value == right:
        return None
    if all(value != leaf for leaf, _, _ in leaves):
        return Objection(f"tree {name}: the value is {value}, but no leaf has that number")
    if value > right:
        why = f"MIN can keep MAX below {value}"
    else:
        why = f"MAX can be sure of more than {value}"
    return Objection(f"tree {name}: the value isn't right yet: {why}")


def _wrong_leaf(name: str, listed: list[float], leaves: Sequence[Leaf]) -> Objection | None:
    """The objection to the first leaf, from the left, with which the list goes wrong."""
    for number in listed:
        if all(number != leaf for leaf, _, _ in leaves):
            return Objection(f"tree {name} has no leaf {number}")
    for leaf, low, high in leaves:
        window = f"alpha is {bound(low)} and beta is {bound(high)}"
        if low < high and leaf in listed:
            return Objection(
                f"tree {name}: {leaf} is in your list, but it does get looked at: when its turn"
                f" comes, {window}, and a number between them still matters"
            )
        if low >= high and leaf not in listed:
            why = "No number lies between them, so the player above it looks no further"
            yours = f"tree {name}: {leaf} is missing from your list"
            return Objection(f"{yours}: before its turn comes, {window}. {why}")
    return None


def _numbers(given: Any) -> list[float]:
    return sorted(set(given))


def _are_numbers(given: Any) -> bool:
    return isinstance(given, list | tuple | set | frozenset) and all(map(is_number, given))


# --- a position as a text -------------------------------------------------------------------------


SQUARES = "nine marks, row by row, each of them X, O or ."


A_TEXT = f"a text of {SQUARES}"


def digest(marks: str) -> str:
    """A short name for these marks, by which a position is recognised and cannot be read."""
    return hashlib.sha256(marks.encode()).hexdigest()[:12]


def a_position(_case: Case, answer: Answer) -> Objection | None:
    """Objects unless the text shows a position of tic-tac-toe in which the game goes on."""
    text = answer.value
    if not isinstance(text, str):
        return _no_text(text)
    marks = _marks(text)
    strange = next((mark for mark in marks if mark not in "XO."), None)
    crosses, noughts = marks.count("X"), marks.count("O")
    why = ""
    if len(marks) != 9:
        why = f"{text!r:.60} has {len(marks)} marks, expected {A_TEXT}"
    elif strange is not None:
        why = f"{text!r} has the mark {strange!r}, expected {SQUARES}"
    elif crosses - noughts not in (0, 1):
        why = (
            f"{text!r} has {crosses} X and {noughts} O; X begins and they take"
            " turns, so X should have as many as O, or one more"
        )
    else:
        try:
            if TicTacToe().is_terminal(TicTacToe().parse(marks)):
                why = f"in {text!r} the game is over, so there is nothing to search"
        except ValueError as error:
            why = f"no game leads to {text!r}: {error}"
    return Objection(why) if why else None


def lies_there(
    case: Case, answer: Answer, *, lies: Sequence[str], images: Sequence[str]
) -> Objection | None:
    """Objects unless the careless search gives another value than minimax.

    `lies` are the digests of the positions in which it does, `images` those of their mirror images.
    """
    if a_position(case, answer) is not None:
        return Objection("first find a position in which the game is still going on")
    text = _marks(answer.value)
    if digest(text) in lies:
        return None
    found = f"for {text!r} the careless search gives the true value"
    if digest(text) in images:
        return Objection(
            f"{found}. It is wrong about a mirror image of this position, but not about this one,"
            " because it always goes through the squares in reading order"
        )
    mover = TicTacToe().to_move(TicTacToe().parse(text))
    return Objection(f"{found} for {mover}, the player to move")


def _marks(text: str) -> str:
    """The marks in this text, without what stands between them."""
    return "".join(text.split())


def _no_text(given: Any) -> Objection:
    """The objection to an answer that is not a text, which says what it is instead."""
    if isinstance(given, tuple) and any(isinstance(part, tuple) for part in given):
        words = "the state itself, expected what its board shows"
        return Objection(f"lying_state() gave {words}: {A_TEXT}")
    return Objection(f"lying_state() gave {shown(given):.80}, expected {A_TEXT}")
