"""Judging: the objection to an answer, or `None`.

`objection_to` has what is true of every answer: whether there is a value at all, and whether what
was handed over was changed. A judge says the rest: it takes a case and the answer to it, and is
known by the name of its function. What it has to know besides stands in the case's `known`. Judges
that serve lessons alone stand in `course_lib/lessons`.
"""

from __future__ import annotations

import builtins
import math
import re
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from course_lib.checks.calling import NO_ANSWER, Answer, Fault, Strange
from course_lib.checks.cases import (
    NO_RETURN,
    PRINTED,
    Case,
    Exercise,
    Objection,
    OneOf,
    call_in,
    exercises,
    is_number,
    same,
)
from course_lib.checks.verdict import CRASHED, MORE_VISITS, NOT_ATTEMPTED, TOO_SLOW
from course_lib.closed import OutOfReach
from course_lib.game import Game
from course_lib.words import Say, Text, _

STILL_RUNNING = _("nothing (still running)")

Judge = Callable[..., Objection | None]

Ask = Callable[..., tuple[Answer, Objection | None]]
"""Gives what the function answers to this case, and why there is nothing to judge, or `None`; lines
behind the case are asked before it, about the same game."""


def conversation(judge: Judge) -> Judge:
    """The judge, who takes a case and `ask`, as several questions have to be asked."""
    vars(judge)["asks"] = True
    return judge


def judge_of(exercise: Exercise, case: Case) -> Any:
    """The judge of this case: one for everybody, or one of the lesson's own."""
    return JUDGES.get(case.judge) or exercise.lessons_own(case.judge)


def objection_to(exercise: Exercise, case: Case, answer: Answer) -> Objection | None:
    """The reason why this answer is not accepted, or `None`.

    What was changed comes before the value and before an exception: it is often their cause.
    """
    fault = no_value(exercise, case, answer)
    change = changed(case, answer, besides=exercise.changes)
    refused = case.judge == "refuses" and not _is_out_of_reach(answer)
    if fault is not None and not (answer.raised and (change or refused)):
        return fault
    judge = judge_of(exercise, case)
    objection = change or judge(case, answer, **case.known) or _changed_later(case, answer)
    if objection is None:
        return None
    line = objection.line or _beside_the_value(exercise, case, answer, objection)
    objection = objection._replace(printed=answer.printed, line=line)
    if case.expected is None or answer.value is not None or change:
        return objection
    if answer.printed.strip() and judge(case, _printed(answer), **case.known) is None:
        return objection._replace(mistake=PRINTED)
    return objection._replace(mistake=NO_RETURN) if answer.no_return else objection


def _beside_the_value(exercise: Exercise, case: Case, answer: Answer, objection: Objection) -> str:
    """The line that shows what is wrong where that is not the value: an argument, or the visits."""
    right = case.accepts(answer.value)
    if is_number(case.expected) and is_number(answer.value):
        right = math.isclose(case.expected, answer.value, abs_tol=1e-6)
    if case.again:
        return ""
    call = call_in(case.line)
    texts = [part.text for part in call.arguments]
    pairs = enumerate(zip(case.arguments, answer.afterwards, strict=False))
    held = [at for at, (one, _) in pairs if isinstance(one, list | dict | set)]
    changed = [at for at in held if not same(case.arguments[at], answer.afterwards[at], exact=True)]
    meant = changed or [at for at in held if at in exercise.changes] or (held if right else [])
    counted = right and (objection.status == MORE_VISITS or case.secret is not None)
    if counted and isinstance(case.arguments[0], Game):
        place, name, value, seen = 0, "game", f"Watched({texts[0]})", "game.visits"
    elif meant and case.secret is None:
        place, name, seen = meant[0 if objection.change else -1], "given", "given"
        value = texts[place]
    else:
        return ""
    nodes = [isinstance(one, dict) for one in case.arguments[place]] if name == "given" else []
    in_place = nodes and all(nodes) and isinstance(case.arguments[place], list)
    texts[place] = f"[*{name}]" if in_place and not objection.change else name
    return f"{name} = {value}; {call.name}({', '.join(texts)}), {seen}"


def _is_out_of_reach(answer: Answer) -> bool:
    """Whether it asked the library for its own answer, which is no way to refuse an action."""
    return answer.error is not None and answer.error.type == OutOfReach.__name__


def _printed(answer: Answer) -> Answer:
    """The answer as if what was printed last had been returned."""
    value: Any = answer.printed.strip().rpartition("\n")[2]
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):  # then it is a text
        value = literal_eval(value)
    return replace(answer, value=value)


# --- where there is no value ----------------------------------------------------------------------


def no_value(exercise: Exercise, case: Case, answer: Answer) -> Objection | None:
    """The reason why there is nothing to judge, or `None`."""
    name, error, wanted = exercise.name, answer.error, _in_words(case) or expectation(case.expected)
    if answer.missing is not None:
        template = _("There is no function {name} yet; run the cell that defines it.")
        if not exercise.lesson:
            template = _("There is no function {name} yet.")
        if answer.missing:
            template = _(
                "{name} is not a function but something else ({kind}): a cell uses the name for"
                " another thing; rename that, and run the cell that defines the function."
            )
        return Objection(Say(template, name=name, kind=answer.missing), status=NOT_ATTEMPTED)
    if answer.signature:
        begins = exercise.signature or case.call
        template = _(
            "{signature} can't be called as {call}: it has to begin with def {begins}, as it was"
            " handed out"
        )
        sentence = Say(template, signature=answer.signature, call=case.call, begins=begins)
        return Objection(sentence, begins, answer.signature, CRASHED, misfit=True, line=case.line)
    if answer.not_attempted and error is not None:
        template = _("{name} isn't written yet. Replace raise {kind} with your code.")
        if error.line:
            template = _("{name} isn't written yet. Replace line {n}, {code}, with your code.")
        sentence = Say(template, name=name, kind=error.type, n=error.line, code=error.code)
        return Objection(sentence, status=NOT_ATTEMPTED)
    if answer.out_of_budget:
        template = _(
            "was stopped after {n:,} visits, which is far more than needed; does every call look at"
            " a state further on, and does it stop at the end?"
        )
        return case.asked(Say(template, n=answer.visits), wanted, STILL_RUNNING, TOO_SLOW)
    if answer.out_of_time:
        template = _("was stopped after {seconds:g} seconds of computing; {why}")
        words = Say(template, seconds=exercise.seconds, why=why_so_long(answer))
        return case.asked(words, wanted, STILL_RUNNING, TOO_SLOW)
    if isinstance(answer.value, Strange) and answer.value.kind in NOT_RUN:
        got = shown(answer.value)
        return case.wrong(Say(NOT_RUN[answer.value.kind], got=got), wanted, got)
    if error is None:
        return None
    if error.type == "RecursionError":
        return case.asked(_without_end(case), wanted, error.type, CRASHED)
    return case.wrong(_about(exercise, case, error), wanted, error.type, CRASHED)


MANY_LINES = 10_000
"""Who prints so much in one call spends the time on it."""


def why_so_long(answer: Answer) -> Say:
    """What may have taken the time of a call that had to be stopped."""
    if answer.lines > MANY_LINES:
        template = _("it had printed {n:,} lines by then, so take the print out of its loop.")
        return Say(template, n=answer.lines)
    return Say("does a loop in it never end, or does it search more than it is asked about?")


NOT_RUN = {
    "coroutine": _(
        "gave {got}: an async function only begins when somebody awaits it. Take async away"
    ),
    "generator": _(
        "gave {got}: a function with yield only begins when somebody asks for a value. Use return"
    ),
}
"""What is said where a call gives something that has not run yet, by its type."""


def _without_end(case: Case) -> Say:
    """What to ask where a function calls itself without end."""
    if any(isinstance(argument, Game) for argument in case.arguments):
        return Say(
            "called itself more often than Python allows; does it stop in final states, and does"
            " each call get the state after an action?"
        )
    return Say(
        "called itself more often than Python allows; is there an answer that needs no other call,"
        " and does each call come closer to it?"
    )


def _about(exercise: Exercise, case: Case, error: Fault) -> Say:
    """What to say about an exception, behind the call."""
    if error.type == NO_ANSWER:
        return Say("gave no answer, and its process has ended")
    name, raised = exercise.name, Say("raised {error}", error=error.words)
    if error.type == "ValueError" and "empty" in error.message and error.final:
        template = _("{raised}; the game is over there, so that there is nothing to choose from")
        return Say(template, raised=raised)
    if error.type in ("EOFError", "StdinNotImplementedError"):
        template = _(
            "{raised}. A function that is checked can't ask at the keyboard: all it needs is in its"
            " arguments"
        )
        return Say(template, raised=raised)
    if "out of reach" in error.message and not case.arguments:
        template = _("{raised}. Search in a cell of its own, and type into {name} what it found")
        return Say(template, raised=raised, name=name)
    covered = re.match(r"'\w+' object is not callable", error.message)
    names = re.findall(r"\b([a-z]\w*)\(", error.code) if covered else []
    if own := next((one for one in names if hasattr(builtins, one)), ""):
        template = _(
            "{raised}. The name {own} stands for a value here, so it can't be called: rename the"
            " value, and if a cell above has set it, run del {own}"
        )
        return Say(template, raised=raised, own=own)
    if "unhashable type: 'list'" in error.message:
        inside = error.code.rpartition("# in ")[2]
        if inside != name and inside in exercises():
            template = _(
                "raised {error}: {inside} was handed lists, and a state is made of tuples. Make a"
                " tuple of each row, and of the rows, before you call {inside}"
            )
            return Say(template, error=error.type, inside=inside)
        template = _(
            "{raised}. A list can't be a key or a state of a game: make tuples of its rows"
        )
        return Say(template, raised=raised)
    unknown = re.match(r"name '(\w+)' is not defined", error.message)
    if error.type != "NameError" or unknown is None or not exercise.lesson:
        return raised
    used = unknown[1]
    if used != name and used in exercises():
        template = _("{raised}. Run the cell of the exercise {used} first; {name} calls it")
        return Say(template, raised=raised, used=used, name=name)
    template = _(
        "{raised}. If a cell above defines {used}, run that cell; after a restart, all cells above"
        " have to run again"
    )
    return Say(template, raised=raised, used=used)


# --- what was changed -----------------------------------------------------------------------------


def changed(case: Case, answer: Answer, *, besides: Sequence[int] = ()) -> Objection | None:
    """The objection to a call that has changed what was handed over, or `None`.

    What stands in the places `besides` may be changed.
    """
    for place, (before, after) in enumerate(zip(case.arguments, answer.afterwards, strict=False)):
        if place in besides or not isinstance(before, list | dict | set):
            continue
        if same(before, after, exact=True):
            continue
        if before and isinstance(before, list) and all(isinstance(row, list) for row in before):
            words = Say("changed the board that it was given; work on a copy of every row")
            objection = case.wrong(words, shown(before), shown(after))
        else:
            template = _(
                "changed what it was given, from {before} to {after}; others still need it as it"
                " was"
            )
            objection = case.wrong(Say(template, before=shown(before), after=shown(after)))
        return objection._replace(change=True)
    return None


def _changed_later(case: Case, answer: Answer) -> Objection | None:
    """The objection to a value that a second call has changed."""
    if not case.again or same(answer.value, answer.at_end, exact=True):
        return None
    words = Say(
        "gave a board that changed when the function was called once more; make a new board in"
        " every call"
    )
    return case.wrong(words, shown(answer.value), shown(answer.at_end))


# --- values as they are shown ---------------------------------------------------------------------

WHOLE = 1e15
"""A float without a fraction is written like a whole number up to here."""
MOST_SHOWN, LONGEST = 12, 400
"""Of a longer list, and of a longer text, the middle is left out."""


def shown(value: Any, *, digits: int = 6) -> str:
    """A value as Python writes it: numbers with six digits, sets in order, what is long cut short.

    >>> shown([1 / 3, -0.0]), shown({(1, 0), (0, 1)})
    ('[0.333333, 0]', '{(0, 1), (1, 0)}')
    """
    text = _written(value, digits)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 4 :]}"


def _written(value: Any, digits: int) -> str:
    if isinstance(value, Strange):
        return value.shown
    if type(value) is float:
        whole = value.is_integer() and abs(value) < WHOLE
        return f"{value + 0.0:.0f}" if whole else f"{value:.{digits}g}"
    if isinstance(value, OneOf) or not isinstance(value, list | tuple | set | frozenset | dict):
        return repr(value)
    if isinstance(value, dict):
        pairs = ((_written(key, digits), _written(part, digits)) for key, part in value.items())
        return f"{{{_listed([f'{key}: {part}' for key, part in pairs])}}}"
    members = [_written(part, digits) for part in value]
    if isinstance(value, tuple):
        return f"({', '.join(members)}{',' * (len(members) == 1)})"
    if isinstance(value, list):
        whole = bool(value) and isinstance(value[0], list)  # a board
        return f"[{', '.join(members) if whole else _listed(members)}]"
    return f"{{{_listed(sorted(members))}}}" if value else repr(value)


def _listed(members: Sequence[str]) -> str:
    """These members with commas between them; of many the middle is left out."""
    if len(members) > MOST_SHOWN:
        members = [*members[:5], f"... {len(members)} in all"]
    return ", ".join(members)


def apart(expected: Any, got: Any) -> tuple[str, str]:
    """Both values as they are shown, with so many digits that they don't look the same."""
    both = shown(expected), shown(got)
    return both if both[0] != both[1] else (shown(expected, digits=17), shown(got, digits=17))


def expectation(expected: Any) -> Text:
    """What should have come, as it is shown."""
    if isinstance(expected, OneOf) and len(expected) > 1:
        return Say("one of {answers}", answers=", ".join(map(repr, expected)))
    return shown(expected)


def _in_words(case: Case) -> Text:
    """What is asked for, where a judge of its own knows it and the case describes it, or ""."""
    described = isinstance(case.expected, str) and " " in case.expected and case.judge != "gives"
    return str(case.expected) if described else ""


def called(case: Case, action: Any) -> Text:
    """An action as Python writes it, and as people do: (0, 1) (that is b3)."""
    text = shown(action)
    [game, *_] = (*case.arguments, None)
    if isinstance(game, Game) and isinstance(action, tuple):
        with suppress(Exception):  # what was given is no action of this game
            name = game.action_name(action)
            known = name in (text, str(action))
            return text if known else Say("{action} (that is {name})", action=text, name=name)
    return text


# --- judges ---------------------------------------------------------------------------------------


def gives(case: Case, answer: Answer, *, why: Text = "") -> Objection | None:
    """Objects unless the answer has the expected value.

    `why`, if given, is said of every wrong value, in place of the expected one.
    """
    if why:
        return explained(case, answer, lambda given: why)  # noqa: ARG005 - said of every one
    wanted, given = case.expected, answer.value
    if case.accepts(given):
        if not (case.exact and answer.container):
            return None
        theirs = Say("a {kind}", kind=answer.container)
        theirs = Say("a numpy array") if answer.container == "ndarray" else theirs
        template = _(
            "gave the right values in {theirs}, where Python's own {kind} is asked for: cells below"
            " use it as one"
        )
        words = Say(template, theirs=theirs, kind=type(wanted).__name__)
        return case.wrong(words, shown(wanted), theirs)
    if described := _in_words(case):
        return case.gave(shown(given), described)
    expected, got = apart(wanted, given)
    if expected == got and isinstance(given, list):  # they part where the middle was left out
        pairs = enumerate(zip(map(repr, given), map(repr, wanted), strict=True))
        for at, (mine, right) in pairs:
            if mine != right:
                template = _("gave {got} in place {n}, expected {want}")
                return case.wrong(Say(template, got=mine, n=at, want=right), right, mine)
    objection = case.gave(got, expectation(wanted) if isinstance(wanted, OneOf) else expected)
    numbers = is_number(wanted) and is_number(given)
    if wanted is None or isinstance(given, Strange | None) or numbers:
        return objection
    right, wrong = _kind(wanted), _kind(given)
    if _lists_for_tuples(wanted, given):
        words = Say("{gave} (each member a tuple, not a list)", gave=objection.sentence)
    elif right != wrong:
        words = Say("{gave} ({right}, not {wrong})", gave=objection.sentence, right=Say(right),
                    wrong=Say(wrong))  # fmt: skip
    else:
        return objection
    return objection._replace(sentence=words)


def refuses(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the call ended in an exception, as it has to, and changed nothing before."""
    if answer.error is not None:
        return changed(case, answer)
    got = Say("the same board back") if answer.same_as is not None else shown(answer.value)
    template = _("gave {got}; this action is illegal, so it has to raise an exception")
    return case.wrong(Say(template, got=got), _("an exception"), got)


def leaves_alone(case: Case, answer: Answer, *, apart: bool = False) -> Objection | None:
    """Objects where what was handed over has changed; what is `apart` shares no row with it."""
    objection = changed(case, answer)
    if objection is not None or not apart or not answer.shares_rows:
        return objection
    words = Say(
        "gave a board that shares rows with the old one: a mark put on one of them later would"
        " stand on both; copy every row"
    )
    return case.wrong(words, _("new rows"), _("rows of the old board"))


def explained(case: Case, answer: Answer, why: Callable[[Any], Text | None]) -> Objection | None:
    """What `gives` objects to, with the reason why this value is wrong, where there is one."""
    objection = gives(case, answer)
    if objection is None or answer.value is None or case.accepts(answer.value):
        return objection
    reason = why(answer.value)
    if reason is None:
        return objection
    words = Say("gave {got}: {why}", got=objection.got, why=reason)
    return objection._replace(sentence=case.wrong(words).sentence)


_KINDS: Mapping[Any, str] = {
    bool: _("True or False"),
    int: _("a whole number"),
    float: _("a number"),
    str: _("a text"),
    tuple: _("a tuple"),
    list: _("a list"),
    set | frozenset: _("a set"),
    dict: _("a dictionary"),
}


def _lists_for_tuples(wanted: Any, given: Any) -> bool:
    """Whether lists are in what was given where tuples have to be."""
    many = (list, tuple, set, frozenset)
    members = [next(iter(each), None) for each in (wanted, given) if isinstance(each, many)]
    return list(map(type, members)) == [tuple, list]


def _kind(value: Any) -> str:
    """What kind of value this is, as a beginner would say."""
    found = (words for kind, words in _KINDS.items() if isinstance(value, kind))
    return next(found, _("something else"))


def gives_about(case: Case, answer: Answer, *, within: float = 1e-6) -> Objection | None:
    """Objects unless the number is right, however it was rounded on its way."""
    value, right = answer.value, case.expected
    if not is_number(value):
        return gives(case, answer)
    if value == right or math.isclose(value, right, rel_tol=within, abs_tol=within):
        return None
    expected, got = apart(right, value)
    return case.gave(got, Say("infinity") if math.isinf(right) else expected)


def right_members(
    case: Case,
    answer: Answer,
    *,
    extra: str,
    lost: str = _("{member} is missing"),
    order: str = _("each comes once"),
    **values: Any,
) -> Objection | None:
    """Objects to all but the right list or set: what it has too much, what it lacks, or its order.

    `extra` and `lost` are templates that say what is wrong about a `{member}`; the `values` belong
    to other places in them.
    """

    def why(given: Any) -> Say | None:
        right = case.expected
        if type(given) is not type(right) or _lists_for_tuples(right, given):
            return None
        too_many = [member for member in given if member not in right]
        too_few = [member for member in right if member not in given]
        if isinstance(given, set):
            too_many, too_few = sorted(too_many, key=repr), sorted(too_few)
        if not given:
            template = _("the {kind} is empty, expected {want}")
            return Say(template, kind=type(given).__name__, want=shown(right))
        if too_many:
            game, place, *_rest = (*case.arguments, None)
            if isinstance(game, Game) and type(place) is type(game.initial):
                legal = game.actions(place)
                if not any(same(action, too_many[0]) for action in legal):
                    return Say("{action} is not an action of this state",
                               action=shown(too_many[0]))  # fmt: skip
            return Say(extra, member=shown(too_many[0]), **values)
        return Say(lost, member=shown(too_few[0]), **values) if too_few else Say(order)

    return explained(case, answer, why)


def one_of(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the value is one of those expected."""
    right, got = OneOf(case.expected), answer.value
    if any(same(each, got) for each in right):
        return None
    return case.gave(shown(got), expectation(right))


def no_entry(function: str, what: Text, key: str, answer: Answer, form: Text) -> Objection | None:
    """The objection to what is no dictionary, or one without this key."""
    given = answer.value
    if not isinstance(given, dict):
        got = f"{shown(given):.60}"
        return Objection(Say("{function}() gave {got}; {form}", function=function, got=got,
                             form=form))  # fmt: skip
    if key not in given:
        template = _("{function}() says nothing about {what}; {form}")
        return Objection(Say(template, function=function, what=what, form=form))
    if given[key] == "...":
        return Objection(Say("{what} isn't filled in yet; {form}", what=what, form=form))
    return None


JUDGES: Mapping[str, Judge] = {
    judge.__name__: judge
    for judge in (gives, gives_about, refuses, leaves_alone, right_members, one_of)
}
"""The judges that serve every lesson, by name."""
