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
from course_lib.checks.judges import no_entry, shown
from course_lib.checks.verdict import MORE_VISITS, OF_KIND
from course_lib.games import TicTacToe
from course_lib.lessons.search_judges import Window, keeps_contract
from course_lib.words import Say, Text, _, counted

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
            template = _(
                "did not look at the leaf {number} at {path}, which matters: alpha is {low} and"
                " beta {high} when its turn comes, in the order of game.actions"
            )
            words = Say(template, number=number, path=str(path), low=bound(low), high=bound(high))
            return case.wrong(words, wanted, got)
    for path, number, low, high in leaves:
        if low >= high and path in looked:
            template = _(
                "gave {value}, which is right, but looked at the leaf {number} at {path}, which"
                " cannot matter: alpha is {low} and beta {high} by then"
            )
            words = Say(template, value=answer.value, number=number, path=str(path), low=bound(low),
                        high=bound(high))  # fmt: skip
            return case.wrong(words, wanted, got, MORE_VISITS)
    return None


def bound(number: float) -> Text:
    """A bound as people write it."""
    if math.isinf(number):
        return Say("infinity") if number > 0 else Say("minus infinity")
    return str(number)


def _looked_at(count: int) -> Say:
    return counted(count, _("{n} leaf looked at"), _("{n:,} leaves looked at"))


# --- trees searched by hand -----------------------------------------------------------------------


FORM = _("(value, [leaves that are never looked at])")


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
    form = Say("it should return a dictionary with {form} for each tree", form=Say(FORM))
    if (objection := no_entry("by_hand", _tree(name), name, answer, form)) is not None:
        return objection
    answered = answer.value[name]
    if is_number(answered):
        template = _(
            "{value} stands alone, expected {form}; if no leaf is left out, write an empty list"
        )
        return _about(name, Say(template, value=answered, form=Say(FORM)))
    pair = isinstance(answered, tuple | list) and len(answered) == 2
    if pair and is_number(answered[0]) and _are_numbers(answered[1]):
        return None
    return _about(name, Say("{value} expected {form}", value=f"{answered!r:.60}", form=Say(FORM)))


def _tree(name: str) -> Say:
    """What the kind of cases about this tree is called."""
    return Say(f"tree {name}")


def _about(name: str, words: Say) -> Objection:
    return Objection(Say(OF_KIND, kind=_tree(name), words=words))


def _wrong_value(name: str, value: float, right: float, leaves: Sequence[Leaf]) -> Objection | None:
    if value == right:
        return None
    if all(value != leaf for leaf, _, _ in leaves):
        return _about(name, Say("the value is {v}, but no leaf has that number", v=value))
    template = _("the value isn't right yet: MAX can be sure of more than {v}")
    if value > right:
        template = _("the value isn't right yet: MIN can keep MAX below {v}")
    return _about(name, Say(template, v=value))


def _wrong_leaf(name: str, listed: list[float], leaves: Sequence[Leaf]) -> Objection | None:
    """The objection to the first leaf, from the left, with which the list goes wrong."""
    for number in listed:
        if all(number != leaf for leaf, _, _ in leaves):
            return Objection(Say("{tree} has no leaf {number}", tree=_tree(name), number=number))
    for leaf, low, high in leaves:
        window = {"low": bound(low), "high": bound(high)}
        if low < high and leaf in listed:
            template = _(
                "{leaf} is in your list, but it does get looked at: when its turn comes, alpha is"
                " {low} and beta is {high}, and a number between them still matters"
            )
            return _about(name, Say(template, leaf=leaf, **window))
        if low >= high and leaf not in listed:
            template = _(
                "{leaf} is missing from your list: before its turn comes, alpha is {low} and beta"
                " is {high}. No number lies between them, so the player above it looks no further"
            )
            return _about(name, Say(template, leaf=leaf, **window))
    return None


def _numbers(given: Any) -> list[float]:
    return sorted(set(given))


def _are_numbers(given: Any) -> bool:
    return isinstance(given, list | tuple | set | frozenset) and all(map(is_number, given))


# --- a position as a text -------------------------------------------------------------------------


A_TEXT = _("a text of nine marks, row by row, each of them X, O or .")


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
    said = f"{text!r:.60}"
    if len(marks) != 9:
        template = _("{text} has {n} marks, expected {form}")
        return _ends(Say(template, text=said, n=len(marks), form=Say(A_TEXT)))
    if strange is not None:
        template = _(
            "{text} has the mark {mark}, expected nine marks, row by row, each of them X, O or ."
        )
        return _ends(Say(template, text=said, mark=repr(strange)))
    if crosses - noughts not in (0, 1):
        template = _(
            "{text} has {crosses} X and {noughts} O; X begins and they take turns, so X should have"
            " as many as O, or one more"
        )
        return Objection(Say(template, text=said, crosses=crosses, noughts=noughts))
    try:
        if TicTacToe().is_terminal(TicTacToe().parse(marks)):
            template = _("in {text} the game is over, so there is nothing to search")
            return Objection(Say(template, text=said))
    except ValueError as error:
        return Objection(Say("no game leads to {text}: {error}", text=said, error=str(error)))
    return None


def lies_there(
    case: Case, answer: Answer, *, lies: Sequence[str], images: Sequence[str]
) -> Objection | None:
    """Objects unless the careless search gives another value than minimax.

    `lies` are the digests of the positions in which it does, `images` those of their mirror images.
    """
    if a_position(case, answer) is not None:
        return Objection(Say("first find a position in which the game is still going on"))
    text = _marks(answer.value)
    if digest(text) in lies:
        return None
    if digest(text) in images:
        template = _(
            "for {text} the careless search gives the true value. It is wrong about a mirror image"
            " of this position, but not about this one, because it always goes through the squares"
            " in reading order"
        )
        return Objection(Say(template, text=repr(text)))
    mover = TicTacToe().to_move(TicTacToe().parse(text))
    template = _(
        "for {text} the careless search gives the true value for {player}, the player to move"
    )
    return Objection(Say(template, text=repr(text), player=mover))


def _ends(sentence: Say) -> Objection:
    """The objection in a sentence that ends with the dot for an empty square."""
    return Objection(sentence, ends=True)


def _marks(text: str) -> str:
    """The marks in this text, without what stands between them."""
    return "".join(text.split())


def _no_text(given: Any) -> Objection:
    """The objection to an answer that is not a text, which says what it is instead."""
    if isinstance(given, tuple) and any(isinstance(part, tuple) for part in given):
        template = _("lying_state() gave the state itself, expected what its board shows: {form}")
        return _ends(Say(template, form=Say(A_TEXT)))
    template = _("lying_state() gave {got}, expected {form}")
    return _ends(Say(template, got=f"{shown(given):.80}", form=Say(A_TEXT)))
