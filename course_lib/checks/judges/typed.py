"""The judges of answers that are typed: trees searched by hand, a position, moves of puzzles."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, a_judge, is_number
from course_lib.checks.judges.searches import bound
from course_lib.checks.judges.values import shown
from course_lib.games import Gomoku, TicTacToe

# --- trees searched by hand -----------------------------------------------------------------------

FORM = "(value, [leaves that are never looked at])"
TREES = ("A", "B", "C", "D")

Leaf = tuple[float, float, float]
"""A leaf's number, and alpha and beta when its turn comes."""


@a_judge
def searched_by_hand(
    _case: Case, answer: Answer, *, tree: str, right: float, leaves: Sequence[Leaf]
) -> Objection | None:
    """Nothing if this tree's value and leaves are right; the order of the leaves does not count."""
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
    if (objection := _no_entry("by_hand", f"tree {name}", name, answer, form)) is not None:
        return objection
    answered = answer.value[name]
    if is_number(answered):
        why = "if no leaf is left out, write an empty list"
        return Objection(f"tree {name}: {answered} stands alone, expected {FORM}; {why}")
    pair = isinstance(answered, tuple | list) and len(answered) == 2
    if pair and is_number(answered[0]) and _are_numbers(answered[1]):
        return None
    return Objection(f"tree {name}: {answered!r:.60} expected {FORM}")


def _no_entry(function: str, what: str, key: str, answer: Answer, form: str) -> Objection | None:
    """The objection to what is no dictionary, or one without this key."""
    given = answer.value
    if not isinstance(given, dict):
        return Objection(f"{function}() gave {shown(given):.60}; {form}")
    if key not in given:
        return Objection(f"{function}() says nothing about {what}; {form}")
    return Objection(f"{what} isn't filled in yet; {form}") if given[key] == "..." else None


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
            why = "No number lies between them, so the loop above it has ended"
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


@a_judge
def a_position(_case: Case, answer: Answer) -> Objection | None:
    """Nothing if the text shows a position of tic-tac-toe in which the game goes on."""
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


@a_judge
def lies_there(
    case: Case, answer: Answer, *, lies: Sequence[str], images: Sequence[str]
) -> Objection | None:
    """Nothing if the careless search gives another value than minimax.

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
    return "".join(text.split()).upper()


def _no_text(given: Any) -> Objection:
    """The objection to an answer that is not a text, which says what it is instead."""
    if isinstance(given, tuple) and any(isinstance(part, tuple) for part in given):
        words = "the state itself, expected what its board shows"
        return Objection(f"lying_state() gave {words}: {A_TEXT}")
    return Objection(f"lying_state() gave {shown(given):.80}, expected {A_TEXT}")


# --- the first move of a puzzle -------------------------------------------------------------------

WINS, NO_FOUR, SLOWER, OWN_FOUR, MAKES_FOUR = range(5)
"""What becomes of a first stone: it wins by fours, or why it does not."""

REASONS = {
    NO_FOUR: "{text} gives {attacker} no threat of five, so the other side may play anywhere",
    SLOWER: "after {text} the other side makes five and wins",
    OWN_FOUR: "{text} makes a four, but the stone that stops it makes one too, and ends the attack",
    MAKES_FOUR: "{text} makes a four, but after the answer no chain of fours leads to a win",
}
"""The sentence for each."""


@a_judge
def begins_a_win(
    _case: Case,
    answer: Answer,
    *,
    puzzle: str,
    squares: int,
    attacker: str,
    leads_to: Mapping[str, int],
) -> Objection | None:
    """Nothing if this puzzle's stone begins a forced win; else what is wrong with it.

    The board has so many `squares` each way; `leads_to` says what becomes of a stone on each empty
    one, by the digest of its name.
    """
    malformed = _no_square(puzzle, answer)
    if malformed is not None:
        return malformed
    game, text = Gomoku(squares), answer.value[puzzle]
    try:
        name = game.action_name(game.action_named(text))
    except ValueError:
        why = f"{text!r} is not a square of this board; squares have names like h8"
        return Objection(f"puzzle {puzzle}: {why}")
    became = leads_to.get(digest(f"{puzzle} {name}"))
    if became == WINS:
        return None
    why = f"there is already a stone on {text}"
    if became is not None:
        why = REASONS[became].format(text=text, attacker=attacker)
    return Objection(f"puzzle {puzzle}: {why}")


def _no_square(puzzle: str, answer: Answer) -> Objection | None:
    """The objection to what is no answer for this puzzle at all."""
    form = 'it should return a dictionary such as {"A": "h8", "B": ...}'
    what = f"puzzle {puzzle}"
    if (objection := _no_entry("puzzle_moves", what, puzzle, answer, form)) is not None:
        return objection
    text = answer.value[puzzle]
    if isinstance(text, str):
        return None
    return Objection(f"{what}: {text!r:.40} is not the name of a square; names look like 'h8'")
