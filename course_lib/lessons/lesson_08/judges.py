"""The judges of lesson 08: estimates, orders, shares of a budget, and a player's moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number, state_text, whole_numbers
from course_lib.checks.judges import Ask, conversation, explained
from course_lib.plain import many
from course_lib.words import Say

# --- estimates ------------------------------------------------------------------------------------

PARTS = 1e-9
"""Numbers that are this close count as equal, however they were rounded on their way."""


def estimates(case: Case, answer: Answer, *, rule: str = "") -> Objection | None:
    """Objects to all but a number that may be an estimate, and that was found without a search.

    With the rule "ahead" the player has the only stone on the board.
    """
    value = answer.value
    if not is_number(value):
        return case.gave(repr(value), "a number")
    gave = f"gave {value:.6g}"
    if not -1 < value < 1:
        words = (
            f"{gave}; an estimate lies strictly between -1 and 1, so that it never looks like a"
            " game that is won or lost"
        )
        return case.wrong(words, "a number between -1 and 1", f"{value:.6g}")
    why = "an estimate looks at the board that is there, and each other state would be taken off"
    if (objection := _looks_further(case, answer, f"{why} your budget")) is not None:
        return objection
    if rule != "ahead" or value > PARTS:
        return None
    words = f"{gave}; who has the only stone on the board is ahead, so it should be more than 0"
    return case.wrong(words, "more than 0", f"{value:.6g}")


def _looks_further(case: Case, answer: Answer, why: str) -> Objection | None:
    """Objects unless the state that was handed over was the only one; else `why` that is wrong."""
    if answer.edges:
        made = many(answer.edges, "other state")
        words = Say("made {made} with game.result; {why}", made=made, why=why)
        return case.wrong(words, "no other state", made)
    if answer.visits is None or answer.visits <= 1:
        return None
    words = Say("visited {n} states; {why}", n=answer.visits, why=why)
    return case.wrong(words, "1 visit or none", f"{answer.visits} visits")


@conversation
def estimates_pair(
    case: Case,
    ask: Ask,
    *,
    other: str,
    rule: str,
    **words: str,
) -> Objection | None:
    """Objects unless two estimates are as they should be beside each other, by this rule.

    `other` is the line of the second question, which comes right after the first about the same
    game. By the rule "less" it should get less, and the words say why.
    """
    values = []
    for asked, *before in ((case,), (replace(case, line=other), case.line)):
        answer, objection = ask(asked, *before)
        objection = objection or estimates(asked, answer)
        if objection is not None:
            return objection._replace(line=asked.line)
        values.append(answer.value)
    return RULES[rule](case.call, *values, **words)


def _opposite(one: str, mine: float, theirs: float) -> Objection | None:
    """Objects unless what is good for one is as bad for the other."""
    if abs(mine + theirs) < PARTS:
        return None
    if abs(mine - theirs) < PARTS:
        why = "and the other player gets the same number: look at which player it is for"
    else:
        why = f"and for the other player it gave {theirs:.6g}; count both players' windows alike"
    sentence = f"{one} gave {mine:.6g}, {why}"
    return Objection(sentence, f"{-mine:.6g}", f"{theirs:.6g}")


def _the_same(one: str, plain: float, mirrored: float) -> Objection | None:
    """Objects unless the mirror image is worth the same."""
    if abs(plain - mirrored) < PARTS:
        return None
    other = f"for the same board with left and right swapped {mirrored:.6g}"
    sentence = f"{one} gave {plain:.6g}, and {other}; both are worth the same"
    return Objection(sentence, f"{plain:.6g}", f"{mirrored:.6g}")


def _less(one: str, better: float, worse: float, *, why: str) -> Objection | None:
    """Objects unless the second is worth less than the first."""
    if better > worse + PARTS:
        return None
    other = f"with {why} it gave {worse:.6g}, which should be less"
    sentence = f"{one} gave {better:.6g}, and {other}"
    return Objection(sentence, f"less than {better:.6g}", f"{worse:.6g}")


RULES: Mapping[str, Any] = {"opposite": _opposite, "the same": _the_same, "less": _less}


# --- orders ---------------------------------------------------------------------------------------


LATE = (
    "gave {got}: {one} comes too late: wins come first",
    "gave {got}: {one} comes too late: then the squares where the opponent would win",
)


def well_ordered(
    case: Case, answer: Answer, *, wins: Collection[Any], blocks: Collection[Any]
) -> Objection | None:
    """Objects to all but the same actions with the best first; among equals any order is right."""
    given = answer.value
    wanted, got = repr(case.expected), repr(given)
    if not isinstance(given, list | tuple):
        return case.wrong(f"gave {got}, expected a list", wanted, got)
    wrong = _not_the_same(case, given) or _not_in_order(case, given, wins, blocks)
    if wrong is not None:
        template, one = wrong
        return case.wrong(Say(template, got=got, one=one), wanted, got)
    why = "read from the board who could finish a window where, because every state you ask"
    return _looks_further(case, answer, f"{why} the game about costs a visit")


def _not_the_same(case: Case, given: Sequence[Any]) -> tuple[str, str] | None:
    """What is wrong if these are not the actions that were handed in, and with which."""
    game, position, actions = case.arguments
    count, right = Counter(map(repr, given)), Counter(map(repr, actions))
    if count == right:
        return None
    if missing := [action for action in actions if not count[repr(action)]]:
        return "gave {got}: {one} is missing", repr(missing[0])
    extra = [action for action in given if not right[repr(action)]]
    if not extra:
        return "gave {got}: an action comes twice", ""
    if extra[0] in game.actions(position):
        return "gave {got}: {one} was not among the actions it was given", repr(extra[0])
    return "gave {got}: {one} is not an action here", repr(extra[0])


def _not_in_order(
    case: Case, given: Sequence[Any], wins: Collection[Any], blocks: Collection[Any]
) -> tuple[str, str] | None:
    """What is wrong with the order of these actions, and with which."""
    kinds = [0 if each in wins else 1 if each in blocks else 2 for each in given]
    middle = (case.arguments[0].columns - 1) / 2
    far = [abs(each[1] - middle) for each, kind in zip(given, kinds, strict=True) if kind == 2]
    if kinds != sorted(kinds):
        place = next(number for number, (a, b) in enumerate(pairwise(kinds), 1) if a > b)
        return LATE[kinds[place]], repr(given[place])
    if far == sorted(far):
        return None
    return "gave {got}: the others should go from the middle to the edge", ""


# --- shares ---------------------------------------------------------------------------------------


def right_shares(case: Case, answer: Answer) -> Objection | None:
    """Objects to all but the right list: what is wrong with its sum or with one of its numbers."""
    budget, _ = case.arguments

    def why(given: Any) -> str | None:
        if not isinstance(given, list) or not whole_numbers(given):
            return None
        if len(given) == len(case.expected) and sum(given) != budget:
            return f"these are {sum(given)} visits in all, not {budget}"
        if given and min(given) < 1:
            return "nobody can search with less than 1 visit"
        return None

    return explained(case, answer, why)


# --- moves ----------------------------------------------------------------------------------------


GAMES, LEAST_WON, MOST_LOST = 20, 15, 2
"""The games against the random player: a player that draws its moves, too, loses half of them."""


def moves_well(
    case: Case, answer: Answer, *, good: Sequence[Any] | None, why: str
) -> Objection | None:
    """Objects to all but a legal action within the budget, a `good` one if any are named."""
    game, position, budget = case.arguments
    value, actions = answer.value, game.actions(position)
    if value not in actions:
        legal = ", ".join(map(repr, actions))
        template = "gave {got}; legal are {legal}"
        if value is None:
            template = "gave {got}, so a return is missing; legal are {legal}"
        said = Say(template, got=repr(value), legal=legal)
        return case.wrong(said, "a legal action", repr(value))
    if answer.visits is not None and answer.visits > budget:
        words = f"visited {answer.visits:,} states, and the budget is {budget:,}"
        return case.wrong(words, f"at most {budget} visits", f"{answer.visits} visits")
    if good is None or value in good:
        return None
    name = game.action_name(value)
    return case.wrong(f"gave {value!r} ({name}): {why}", "", name)


@conversation
def beats_random(case: Case, ask: Ask, *, seed: int) -> Objection | None:
    """Objects to all but fair moves with which hardly a game is lost and most are won.

    The other player draws every move. They take turns to begin.
    """
    game, _, budget = case.arguments
    rng, won, lost = Random(seed), 0, 0
    for number in range(GAMES):
        state, is_mine = game.initial, number % 2 == 0
        while not game.is_terminal(state):
            action = rng.choice(game.actions(state))
            if is_mine:
                line = f"my_player({game!r}, {state_text(game, state)}, {budget})"
                asked = replace(case, line=line)
                answer, objection = ask(asked)
                objection = objection or moves_well(asked, answer, good=None, why="")
                if objection is not None:
                    return objection._replace(line=line)
                action = answer.value
            state, is_mine = game.result(state, action), not is_mine
        if game.winner(state) is not None:
            won, lost = (won, lost + 1) if is_mine else (won + 1, lost)
        if lost > MOST_LOST or number - won >= GAMES - LEAST_WON:
            sentence = (
                f"In {number + 1} games against a player who draws every move, my_player with"
                f" {budget} visits for a move won {won} and lost {lost}"
            )
            return Objection(sentence, "nearly all games won", f"{won} won, {lost} lost")
    return None
