"""What all wrong answers of a function have in common, and the right ones do not.

One failing case shows what went wrong there. That a function is wrong just where O is to move, that
it never gives more than 99, or that one of its lines runs in the wrong cases alone, tells where to
look. All of it is counted over every case, so that each sentence here is a fact; what so few cases
might show by chance is not said.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb, inf, isclose
from types import CodeType, FrameType
from typing import Any, NamedTuple

from course_lib.checks.cases import Case, call_in, is_number, whole_numbers
from course_lib.checks.judges import shown
from course_lib.game import Game
from course_lib.games import TextbookTree
from course_lib.plain import listed, many

CHANCE = 1 / 400
"""What would be seen by chance more often than this is not taken for a pattern."""


class Seen(NamedTuple):
    """A case that was asked, and what came of it."""

    case: Case
    wrong: bool
    value: Any
    """What was given back, as plain data."""
    crashed: bool
    lines: frozenset[int]
    """The lines of the function's own cell that ran."""
    kind: str
    """The title of its group."""


def pattern_in(
    seen: Sequence[Seen], takes: Sequence[str], lines: Mapping[int, str], told: str
) -> str:
    """Sentences on what is common to the wrong cases among these, or "".

    `takes` are the names of the function's arguments, `lines` those of its code that can run. Of
    the wrong cases the reader knows that of the line `told`.
    """
    wrong, right = [one for one in seen if one.wrong], [one for one in seen if not one.wrong]
    if not wrong:
        return ""
    plain = [one for one in seen if one.case.judge in OF_VALUES]
    values = next(
        _about_values([one for one in plain if one.wrong], [one for one in plain if not one.wrong]),
        "",
    )
    if len(plain) < len(seen) or values:
        asked = _about_arguments(wrong, right, lambda case: dict(_features(case, takes)))
    else:
        asked = _about_arguments(
            wrong,
            right,
            lambda case: {**dict(_features(case, takes)), **dict(_of_the_answer(case))},
        )
    about = [values or _out_of_nowhere([one for one in wrong if one.case.line == told], lines)]
    about.append(asked)
    about += [] if all(about) else [_about_lines(wrong, right, lines)]
    return " ".join(filter(None, about))


def _out_of_nowhere(wrong: Sequence[Seen], lines: Mapping[int, str]) -> str:
    """That a value is no number of the tree, but one that stands in the code."""
    for case, _, value, *_ in wrong:
        tree, *more = (*case.arguments, None)
        if not isinstance(tree, TextbookTree) or not is_number(value) or any(map(callable, more)):
            continue
        there = {*_numbers_in(tree.tree)}
        if case.expected in there and value not in {*there, *_numbers_in(more)}:
            text = rf"(?<![\w.-]){re.escape(f'{value:g}')}(?![\w.])"
            where = next((number for number in lines if re.search(text, lines[number])), None)
            stands = f", but stands in line {where}, `{lines[where]}`" if where else ""
            return f"The {value:g} that it gives is no number of this tree{stands}."
    return ""


OF_VALUES = {"gives", "gives_that_value", "gives_about", "right_members"}
"""The judges who compare with the one right value."""


# --- which lines run ------------------------------------------------------------------------------


def lines_that_run(file: str, call: Callable[[], Any]) -> tuple[Any, frozenset[int]]:
    """What the call gives, and which lines of this file ran meanwhile."""
    ran: set[int] = set()

    def here(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            ran.add(frame.f_lineno)
        return here

    def anywhere(frame: FrameType, _event: str, _: Any) -> Any:
        return here if frame.f_code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(anywhere)
    try:
        return call(), frozenset(ran)
    finally:
        sys.settrace(before)


def lines_of(code: CodeType, text: Sequence[str]) -> dict[int, str]:
    """The lines of this code, and of functions inside it, that can run; `text` is its cell."""
    found = {
        line: text[line - 1].strip()
        for _, _, line in code.co_lines()
        if line and code.co_firstlineno < line <= len(text)
    }
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found |= lines_of(part, text)
    return dict(sorted(found.items()))


def _about_lines(wrong: Sequence[Seen], right: Sequence[Seen], lines: Mapping[int, str]) -> str:
    """The line that runs in the wrong cases alone, or in the right ones alone."""
    every = len(wrong) + len(right)
    if 1 / comb(every, len(wrong)) <= CHANCE:
        ours, others = ((_ran(some, all), _ran(some, any)) for some in (wrong, right))
        mine = [line for line in lines if line in ours[0] and line not in others[1]]
        theirs = [line for line in lines if line in others[0] and line not in ours[1]]
        if 0 < len(mine) <= MOST_LINES:
            return (
                f"{_line(mine[0], lines)} runs in all {len(wrong)} wrong cases and in none of the"
                f" {len(right)} right ones: look there, and at what leads there."
            )
        stopped = all(one.crashed for one in wrong)  # then no line after that one runs
        if 0 < len(theirs) <= MOST_LINES and len(right) >= len(wrong) and not stopped:
            return (
                f"{_line(theirs[0], lines)} runs in all {len(right)} right cases and in none of the"
                f" {len(wrong)} wrong ones: look at what should lead there."
            )
    return ""


MOST_LINES = 3
"""More lines than these are no place to look at."""


def _ran(some: Sequence[Seen], how: Callable[[Iterable[bool]], bool]) -> set[int]:
    """The lines that ran in all of these cases, or in any."""
    lines = frozenset[int]().union(*(one.lines for one in some))
    return {line for line in lines if how(line in one.lines for one in some)}


def _line(number: int, lines: Mapping[int, str]) -> str:
    return f"Line {number}, `{lines[number]}`,"


# --- what was given back --------------------------------------------------------------------------


def _about_values(wrong: Sequence[Seen], right: Sequence[Seen]) -> Iterator[str]:
    """How each wrong value comes from the right one."""
    pairs = [(one.case.expected, one.value) for one in wrong]
    wanted = {repr(expected) for expected, _ in pairs}
    given = {repr(value) for _, value in pairs}
    fine = [one.value for one in right]
    every = _all(wrong, "wrong case")
    if len(wrong) < 2 or any(one.crashed or one.case.accepts(one.value) for one in wrong):
        return
    if all(is_number(one) and is_number(other) for one, other in pairs):
        yield from _about_numbers(pairs, fine, every)
    if len(wrong) < FEW:
        return
    if len(given) == 1 < len(wanted) and len({*given, *map(repr, fine)}) == 1:
        yield f"It gives {shown(pairs[0][1])} in all {len(wrong) + len(right)} cases."
    if all(isinstance(one, bool) and isinstance(other, bool) for one, other in pairs):
        [*ways] = given
        if len(ways) == 1 and any(repr(not pairs[0][1]) == repr(one) for one in fine):
            yield (
                f"In {every} it says {ways[0]} where {not pairs[0][1]} is right, and never the"
                " other way round."
            )
    if given == {"None"} and "None" not in wanted:
        if any(one is not None for one in fine):
            yield f"In {every} it gives None, where there is something to give."
    elif wanted == {"None"} and "None" not in given and "None" in map(repr, fine):
        yield f"In {every} it gives something, where None is right."
    if all(_is_many(one) and _is_many(other) for one, other in pairs):
        yield from _about_members(pairs, every)
        yield from _about_places(pairs, every)


FEW = 3
"""Fewer wrong cases make no pattern."""


def _about_numbers(
    pairs: Sequence[tuple[Any, Any]], fine: Sequence[Any], every: str
) -> Iterator[str]:
    wanted = [expected for expected, _ in pairs]
    apart = len({*wanted}) > 1
    several = len({abs(expected) for expected in wanted}) > 1
    if several and all(isclose(value, -expected, rel_tol=1e-6) for expected, value in pairs):
        yield f"In {every} it gives the negative of what is right: the sign is turned."
    by = {round(value - expected, 9) for expected, value in pairs if abs(expected) < inf}
    if len(by) == 1 and not {0, inf, -inf} & by and len({*wanted}) >= FEW:
        [much] = by
        yield f"In {every} it gives {abs(much):g} too {'much' if much > 0 else 'little'}."
    for digits in (0, 1, 2, 3):
        if all(value == round(expected, digits) for expected, value in pairs) and apart:
            after = f"to {many(digits, 'digit')} after the point" if digits else "to whole numbers"
            yield f"In {every} it gives what is right, but rounded {after}."
    if all(
        type(expected) is int and isclose(value, expected, rel_tol=1e-12)
        for expected, value in pairs
    ):
        yield (
            f"In {every} the first fifteen digits are right and the last ones are not: a float"
            " holds no more; `//` and whole numbers do."
        )
    if whole_numbers([each for pair in pairs for each in pair]):
        fit = [
            bits
            for bits in range(1, 65)
            if all(0 <= value == expected % 2**bits for expected, value in pairs)
        ]
        if fit:
            bits = many(fit[0], "bit") if len(fit) == 1 else f"{fit[0]} to {fit[-1]} bits"
            yield f"In {every} only the lowest {bits} of what is right are left."
    values = {value for _, value in pairs}
    numbers = [one for one in fine if is_number(one)]
    if len(values) == 1 and apart:
        [edge] = values
        if all(one > edge for one in wanted) and all(one <= edge for one in numbers):
            yield f"It never gives more than {edge}, also where more is right."


def _is_many(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset)


def _about_members(pairs: Sequence[tuple[Any, Any]], every: str) -> Iterator[str]:
    """What lists and sets have too much, or lack, or have in another order."""
    if not all(isinstance(one, list | set | frozenset) for one, _ in pairs):
        return
    lacking = [[each for each in one if each not in other] for one, other in pairs]
    extra = [[each for each in other if each not in one] for one, other in pairs]
    if not any(lacking) and not any(extra):
        if all(len(one) < len(other) for one, other in pairs):
            yield f"In {every} the members are right, but some come more than once."
        else:
            yield f"In {every} the members are right, and only their order is not."
    elif all(lacking) and not any(extra):
        there = [each for _, other in pairs for each in other]
        where = _beyond([each for some in lacking for each in some], there)
        if (
            not where
            and _once_each([other for _, other in pairs])
            and not _once_each([one for one, _ in pairs])
        ):
            where = ": never two whose first number is the same"
        yield f"In {every} something is missing, and nothing is there that should not be{where}."
    elif all(extra) and not any(lacking):
        fine = [each for one, _ in pairs for each in one]
        where = _beyond([each for some in extra for each in some], fine)
        yield f"In {every} nothing is missing, but there is too much{where}."


def _beyond(some: Sequence[Any], others: Sequence[Any]) -> str:
    """Where these squares are and the others are not, as the end of a sentence, or ""."""
    if not all(isinstance(each, tuple) and len(each) == 2 for each in (*some, *others)):
        return ""
    for place, which in enumerate(("first", "second")):
        mine = [each[place] for each in some]
        theirs = [each[place] for each in others]
        if len(mine) < FEW or len(theirs) < FEW or not all(map(is_number, (*mine, *theirs))):
            continue
        if min(mine) > max(theirs):
            return f": all with a {which} number of {min(mine)} or more"
        if max(mine) < min(theirs):
            return f": all with a {which} number of {max(mine)} or less"
    return ""


def _once_each(several: Sequence[Iterable[Any]]) -> bool:
    """Whether no two members of any of these have the same first number."""
    firsts = [[each[0] for each in one if isinstance(each, tuple) and each] for one in several]
    return any(len(each) > 1 for each in firsts) and all(
        len(each) == len({*each}) for each in firsts
    )


def _about_places(pairs: Sequence[tuple[Any, Any]], every: str) -> Iterator[str]:
    """Which part of pairs, or of boards, is wrong."""
    if not all(type(one) is type(other) and len(one) == len(other) for one, other in pairs):
        return
    if all(isinstance(row, list) for pair in pairs for board in pair for row in board):
        off = [
            sum(
                a != b
                for row, other in zip(*pair, strict=True)
                for a, b in zip(row, other, strict=False)
            )
            for pair in pairs
        ]
        if {*off} == {1}:
            yield f"In {every} the board is right but for one square."
    if all(isinstance(one, tuple) for one, _ in pairs) and len({len(one) for one, _ in pairs}) == 1:
        off = [
            place
            for place in range(len(pairs[0][0]))
            if any(one[place] != other[place] for one, other in pairs)
        ]
        if len(off) == 1 < len(pairs[0][0]):
            which = ("first", "second", "third", "fourth")[off[0]] if off[0] < 4 else "last"
            yield f"In {every} only the {which} part is wrong."


# --- what was asked -------------------------------------------------------------------------------


class Common(NamedTuple):
    """What holds in all wrong cases, and whether it holds in each of the right ones."""

    name: str
    words: str
    holds: tuple[bool, ...]
    """For each right case."""
    sure: bool = False
    """Whether it is told even if there are few cases: the numbers are far apart."""
    least: str = ""
    """Of numbers that lie apart: where it is right."""


def _about_arguments(
    wrong: Sequence[Seen],
    right: Sequence[Seen],
    features: Callable[[Case], Mapping[str, Any]],
) -> str:
    """Where all wrong answers come."""
    mine, theirs = ([features(one.case) for one in some] for some in (wrong, right))
    names = dict.fromkeys(name for one in mine for name in one)
    kinds = {one.kind for one in wrong}
    among = [one.kind in kinds for one in right]
    one_game = (
        len({part.text for one in wrong for part in call_in(one.case.line).arguments[:1]}) < 2
    )
    found = [
        each
        for name in names
        for each in _common(
            name, [one.get(name) for one in mine], [one.get(name) for one in theirs]
        )
        if each.sure or not (one_game and name.startswith("the game"))
        if any(near and not holds for near, holds in zip(among, each.holds, strict=True))
        if _tells(each, len(wrong))
    ]
    if not found:
        return ""
    best = min(found, key=lambda each: sum(each.holds))
    alike = {each.name: each for each in found if each.holds == best.holds}
    [best, *more] = alike.values()
    words = listed([each.words for each in (best, *more[:2])])
    others = len(right) - sum(best.holds)
    if sum(best.holds):
        return f"In {_all(wrong, 'wrong case')}, {words}; in the {others} where not, it is right."
    rest = f"in {_all(right, 'other')}"
    if best.least and not more:
        rest = f"in {_all(right, 'case')} where {best.least}"
    return f"It is wrong in {_all(wrong, 'case')} where {words}, and right {rest}."


def _common(name: str, mine: Sequence[Any], theirs: Sequence[Any]) -> Iterator[Common]:
    """What this feature has in common in all wrong cases: it holds, or is a number, or beyond."""
    if all(value is True for value in mine):
        yield Common(name, name, tuple(value is True for value in theirs))
    if not all(is_number(value) for value in mine):
        return
    low, high = min(mine), max(mine)
    numbers = [value for value in theirs if value is not None]
    if low == high and name.startswith("`"):
        yield Common(name, name.format(low), tuple(value == low for value in theirs))
    if not whole_numbers([*mine, *numbers]) or not numbers:
        return
    most, least = max(numbers), min(numbers)
    up = tuple(value is not None and value >= low for value in theirs)
    down = tuple(value is not None and value <= high for value in theirs)
    where = name.format(f"at most {most}") if None not in theirs else ""
    far = low > most and low >= FAR * most > 0
    yield Common(name, name.format(f"at least {low}"), up, far, where if low > most else "")
    where = name.format(f"at least {least}") if None not in theirs else ""
    yield Common(name, name.format(f"at most {high}"), down, least=where if high < least else "")


FAR = 4
"""Numbers that are so many times as large as all others are no chance."""


def _tells(each: Common, wrong: int) -> bool:
    """Whether chance alone would hardly bring all wrong answers there."""
    every, there = wrong + len(each.holds), wrong + sum(each.holds)
    chance = comb(there, wrong) / comb(every, wrong)
    if there == wrong:
        return each.sure or (wrong >= FEW and chance <= CHANCE)
    return wrong >= FEW and chance <= (CHANCE / 2 if there <= every / 2 else CHANCE / 1000)


def _features(case: Case, takes: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """What can be said of a case: what is so, or not, and numbers."""
    game: Any = None
    for name, value in zip(takes, case.arguments, strict=False):
        if isinstance(value, Game):
            game = value
            yield from _of_a_game(value)
        elif game is not None and name in {"state", "node"} and not isinstance(value, dict):
            yield from _of_a_state(game, value)
        elif isinstance(value, bool):
            yield f"`{name}` is {value}", True
        elif is_number(value):
            yield f"`{name}` is {{}}", value
        elif isinstance(value, str):
            yield f"`{name}` is {value!r}", True
        elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
            yield from _of_a_board(name, value)
        elif isinstance(value, dict) and "children" in value:
            yield f"`{name}` is a tree of {{}} levels", _levels(value)
        elif isinstance(value, list | tuple | set | dict):
            yield f"`{name}` has {{}} members", len(value)
            numbers = [*_numbers_in(value)]
            if numbers:
                yield f"the largest number in `{name}` is {{}}", max(numbers)
                yield f"the smallest number in `{name}` is {{}}", min(numbers)


def _of_the_answer(case: Case) -> Iterator[tuple[str, Any]]:
    right = case.expected
    if right is None or isinstance(right, bool | str):
        yield f"{right!r} is right", True
    elif type(right) is int:
        yield "{} is right", right
        yield "a negative number is right", right < 0


def _of_a_game(game: Game) -> Iterator[tuple[str, Any]]:
    yield f"the game is {type(game).__name__}", True
    for part in ("rows", "columns", "length", "size", "goal", "most"):
        value = getattr(game, part, None)
        if type(value) is int:
            yield f"the game's `{part}` is {{}}", value
    if isinstance(rows := getattr(game, "rows", None), int):
        yield "the board is not square", rows != getattr(game, "columns", rows)
    if isinstance(game, TextbookTree):
        numbers = [*_numbers_in(game.tree)]
        yield "the largest number of the tree is {}", max(numbers)
        yield "the smallest number of the tree is {}", min(numbers)


def _of_a_state(game: Game, state: Any) -> Iterator[tuple[str, Any]]:
    over = game.is_terminal(state)
    yield "the game is over", over
    if not over and game.to_move(state) in game.players:
        place = game.players.index(game.to_move(state))
        yield "the first player is to move", place == 0
        yield "the second player is to move", place == 1
        yield "there are {} actions", len(game.actions(state))


def _of_a_board(name: str, board: Sequence[Sequence[Any]]) -> Iterator[tuple[str, Any]]:
    rows, columns = len(board), len(board[0])
    marks = [mark for row in board for mark in row if mark is not None]
    yield f"`{name}` is wider than high", columns > rows
    yield f"`{name}` is not square", rows != columns
    yield f"`{name}` is full", len(marks) == rows * columns
    yield f"`{name}` is empty", not marks
    yield f"`{name}` has {{}} rows", rows
    yield f"`{name}` has {{}} columns", columns
    yield f"`{name}` has {{}} marks", len(marks)


def _numbers_in(value: Any) -> Iterator[float]:
    if is_number(value):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _numbers_in(part)


def _levels(node: Mapping[str, Any]) -> int:
    return 1 + max(map(_levels, node["children"].values()), default=0)


def _all(some: Sequence[Any], what: str) -> str:
    if len(some) == 1:
        return f"the {what}"
    return f"both {what}s" if len(some) == 2 else f"all {len(some)} {what}s"
