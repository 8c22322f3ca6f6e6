"""`judge`: from the evidence to the verdict, with the one cause that is proved.

`CAUSES` are asked in turn, and the first that proves something speaks: what is kept from call to
call, the one known mistake that gives all that was seen, a result that is not returned. Where the
source is at hand, `mending` adds the place (`with_place`); else the facts stand alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from course_lib.checks.calling import Answer, Request, Student
from course_lib.checks.cases import (
    Call,
    Case,
    Exercise,
    Group,
    Objection,
    call_in,
    with_imports,
)
from course_lib.checks.evidence import (
    Evidence,
    Failure,
    asks,
    evidence,
    failures_together,
    first_failure,
)
from course_lib.checks.mending import ELSEWHERE, Place
from course_lib.checks.mistakes import known_mistake
from course_lib.checks.verdict import (
    CORRECT,
    CRASHED,
    MORE_VISITS,
    NOT_ATTEMPTED,
    TOO_SLOW,
    WRONG,
    GroupVerdict,
    Verdict,
)
from course_lib.checks.worlds import TIMES, world
from course_lib.game import Game
from course_lib.words import Say, Text, _, joined


def judge(
    exercise: Exercise,
    student: Student,
    groups: Sequence[Group] | None = None,
    *,
    causes: bool = True,
) -> Verdict:
    """The verdict on this exercise: by the groups that are given, else by its visible cases."""
    return judged(evidence(exercise, student, groups), causes=causes)


def judged(seen: Evidence, *, causes: bool = True) -> Verdict:
    """The verdict on what was seen; without `causes` it is the facts alone."""
    if not seen.failures:
        many = sum(len(world(case.world)) if case.world else 1 for case in seen.cases)
        whole = list(dict.fromkeys(case.world for case in seen.cases if case.world))
        message = Say("All {n:,} cases are right.", n=many)
        if whole:
            template = _("All {n:,} cases are right, and {world} is among them.")
            message = Say(template, n=many, world=Say(whole[0].partition(TIMES)[0]))
        return Verdict(CORRECT, 1, message, seen.exercise.name, groups=_results(seen))
    shown = _shown(seen)
    verdict = _facts(seen, shown)
    if verdict.status in {TOO_SLOW, NOT_ATTEMPTED} or shown.objection.misfit:
        return verdict
    told = (cause(seen, shown, verdict) for cause in CAUSES if causes)
    return next((one for one in told if one is not None), verdict)


# --- facts ----------------------------------------------------------------------------------------


def _results(seen: Evidence) -> tuple[GroupVerdict, ...]:
    """How each kind of case went."""
    reasons: dict[str, Text] = dict(seen.untried)
    reasons |= {title: each.objection.sentence for title, each in seen.failures.items()}
    whole = sum(group.weight for group in seen.groups) or 1  # some groups cost no points
    return tuple(
        GroupVerdict(
            group.title,
            group.weight / whole,
            passed=group.title not in reasons,
            reason=reasons.get(group.title, ""),
            worlds=tuple(name for name in _worlds_of(group) if name != group.title),
        )
        for group in seen.groups
    )


def _worlds_of(group: Group) -> list[str]:
    return list(dict.fromkeys(case.world for case in group.cases if case.world))


def _shown(seen: Evidence) -> Failure:
    """The failure that is told about.

    What never ends comes first, then what has no answer, what was changed, and a wrong value, each
    time the simplest: games that the lesson's text explains before others, small before large.
    """
    strangeness = seen.exercise.strangeness
    return min(seen.failures.values(), key=lambda each: (_rank(each), strangeness(each.case)))


def _rank(failure: Failure) -> int:
    objection = failure.objection
    if objection.status in {TOO_SLOW, NOT_ATTEMPTED} or objection.misfit:
        return 0
    if objection.change:
        return 1
    return 3 if objection.status == MORE_VISITS else 2


def _facts(seen: Evidence, failure: Failure) -> Verdict:
    """The verdict with what was asked, expected, given back and printed."""
    case, objection = failure.case, failure.objection
    results, sentence = _results(seen), objection.sentence
    share = min(1.0, sum(result.share for result in results if result.passed))
    nothing = objection.status == NOT_ATTEMPTED
    verdict = Verdict(
        objection.status,
        0 if nothing else share,
        sentence if nothing or objection.ends else Say("{words}.", words=sentence),
        seen.exercise.name,
        None,
        None if nothing else case.to_draw(),
        objection.expected,
        objection.got,
        () if nothing else results,
        printed=objection.printed,
    )
    # What never ends would only hang the notebook.
    return (
        verdict
        if objection.status in {TOO_SLOW, NOT_ATTEMPTED}
        else _to_paste(verdict, objection.line)
    )


def _to_paste(verdict: Verdict, line: str) -> Verdict:
    more = ["Watched"] if "= Watched(" in line else []
    return replace(verdict, line=line, call=with_imports(line, more) if line else "")


# --- causes ---------------------------------------------------------------------------------------

TRIED_ALONE = 3
"""So often a case has to be right alone: what is drawn by lot may be right by chance."""

SECONDS, LONGEST = 1.0, 1.0
"""So many CPU seconds other cases are tried before one that is wrong, and each call at most."""

ONE_KIND = _('Only one kind of case is wrong: "{one}".')
TWO_KINDS = _('Only two kinds of cases are wrong: "{one}" and "{other}".')
"""What stands behind an objection where all else is right."""
KEPT = _(
    "something is kept from call to call. Look for a global name, a default argument or a table"
    " that does not remember everything it was asked"
)
KEPT_WITH_THE_GAME = _(
    "something is kept with the game, which is the same in both calls: it has to be kept under all"
    " that the answer depends on, or not at all"
)


def kept_between_calls(seen: Evidence, failure: Failure, verdict: Verdict) -> Verdict | None:
    """The call after which a case is wrong that is right when asked alone, with both to paste."""
    case = failure.case
    if verdict.status not in {WRONG, CRASHED}:
        return None
    bounded = replace(seen.exercise, seconds=min(seen.exercise.seconds, LONGEST))
    seen = replace(seen, exercise=bounded)
    if any(_fails_alone(seen, case) for _ in range(TRIED_ALONE)):
        return None
    if asks(seen.exercise, case):
        line = failure.objection.line
        told = _to_paste(verdict, line if line.startswith("[") else "")
        template = _("{said}. Where each of these calls is the first of all, it is right: {why}.")
        words = Say(template, said=failure.objection.sentence, why=Say(KEPT))
        return replace(told, message=words, kept=True, expected="", got="")
    began = time.process_time()
    for before in _alike(seen, case):
        if time.process_time() - began > SECONDS:
            break
        if proof := _why_after(seen, before, case):
            words, line, objection = proof
            told = _to_paste(replace(verdict, status=objection.status), line)
            groups = tuple(
                replace(
                    each, reason=words if each.reason == failure.objection.sentence else each.reason
                )
                for each in verdict.groups
            )
            told = replace(told, message=words, kept=True, groups=groups)
            return replace(
                told,
                expected=objection.expected,
                got=objection.got,
                printed=objection.printed,
            )
    if any(_fails_alone(seen, case) for _ in range(TRIED_ALONE * 4)):
        return None  # by chance it was right so often
    told = _to_paste(verdict, "")
    template = _("{call} is right when asked alone, and wrong after other calls: {why}.")
    return replace(told, message=Say(template, call=case.call, why=Say(KEPT)), kept=True)


def _fails_alone(seen: Evidence, case: Case) -> bool:
    """Whether this case fails where each call is the first of all, as far as that can be seen."""
    student = EachAlone(seen.student, seen.exercise.name)
    failed = first_failure(seen.exercise, student, [case]) is not None
    return failed or not student.could_be


class EachAlone(Student):
    """The function of a student as if each call were the first of all."""

    def __init__(self, student: Student, name: str) -> None:
        self.student, self.name, self.could_be = student, name, True

    def answers(self, requests: Iterable[Request]) -> Iterator[Sequence[Answer]]:
        """What came of each line of each request, its cells run anew for each."""
        for request in requests:
            lines = [(line,) for line in request.lines] if request.shared else [request.lines]
            found: list[Answer] = []
            for some in lines:
                with self.student.alone(self.name) as other:
                    self.could_be = self.could_be and other is not None
                    apart = replace(request, lines=some)
                    found += next(iter((other or self.student).answers([apart])))
            yield found


def _alike(seen: Evidence, case: Case) -> list[Case]:
    """The case itself, and others to ask before it, those first that share most arguments."""

    def shared(other: Case) -> int:
        pairs = zip(call_in(case.line).arguments, call_in(other.line).arguments, strict=False)
        return sum(one.text == another.text for one, another in pairs)

    others = [each for each in seen.cases if each.line != case.line]
    others = [each for each in others if not asks(seen.exercise, each)]
    return [case, *sorted(others, key=shared, reverse=True)]


def _why_after(seen: Evidence, before: Case, case: Case) -> tuple[Say, str, Objection] | None:
    """What to say where the second case is wrong after the first, the line that shows it, and how.

    What came of that line, and not what was seen in the first place, is shown beside it.
    """
    first, second = call_in(before.line), call_in(case.line)
    plain = f"{before.line}; {case.line}"
    if case.secret or before.secret:
        return None
    if before is not case and isinstance([*case.arguments, None][0], list):
        line = f"given = {first.arguments[0].text}; {_with('given', first)}; "
        line += f"given[:] = {second.arguments[0].text}; {_with('given', second)}"
        if (wrong := _wrong_after(seen, before, case, fresh=True)) is None:
            return None
        if _wrong_after(seen, before, case) is None:
            template = _(
                "{call} is right when asked alone, and wrong after {before}, with the same list"
                " that has changed since: something is kept under the list itself, not under what"
                " is in it."
            )
            return Say(template, call=case.call, before=before.call), line, wrong
    elif isinstance([*case.arguments, None][0], Game):
        # Only a game that is watched, as in a check, takes a name that it didn't have.
        line = f"game = Watched({second.arguments[0].text}); {_with('game', first)}; "
        line += _with("game", second)
        same = first.arguments[0].text == second.arguments[0].text
        if (wrong := _wrong_after(seen, before, case, shared=same)) is None:
            return None
        if same and _wrong_after(seen, before, case) is None:
            return _after(before, case, KEPT_WITH_THE_GAME), line, wrong
    elif (wrong := _wrong_after(seen, before, case)) is None:
        return None
    return _after(before, case, KEPT), plain, wrong


def _after(before: Case, case: Case, why: str) -> Say:
    template = _("{call} is right when asked alone, and wrong after {before}: {why}.")
    if before is case:
        template = _("{call} is right when asked alone, and wrong when asked a second time: {why}.")
    return Say(template, call=case.call, before=before.call, why=Say(why))


def _with(name: str, call: Call) -> str:
    """The call with this name in place of its first argument."""
    return f"{call.name}({', '.join([name, *(part.text for part in call.arguments[1:])])})"


def _wrong_after(seen: Evidence, before: Case, case: Case, **options: bool) -> Objection | None:
    """What is wrong with the second case right after the first, both asked of a fresh copy."""
    with seen.student.alone(seen.exercise.name) as other:
        if other is None:
            return None
        talk = [("first", before), ("second", case)]
        failed = dict(failures_together(seen.exercise, other, talk, **options))
        return failed["second"].objection if "second" in failed else None


def by_name(seen: Evidence, _failure: Failure, verdict: Verdict) -> Verdict | None:
    """The one known mistake that gives all that was seen."""
    name = known_mistake(seen.exercise, seen.student)
    return None if name is None else replace(verdict, mistake=name)


def by_one_answer(seen: Evidence, _failure: Failure, _verdict: Verdict) -> Verdict | None:
    """What a single answer proves, shown with its case: nothing is returned, or only printed."""
    proved = [each for each in seen.failures.values() if each.objection.mistake]
    if not proved:
        return None
    failure = min(proved, key=lambda each: seen.exercise.strangeness(each.case))
    return replace(_facts(seen, failure), mistake=failure.objection.mistake)


CAUSES = (kept_between_calls, by_name, by_one_answer)
"""Each gives the verdict with what it proves, or `None`; the first one speaks."""


def with_place(verdict: Verdict, place: Place | None) -> Verdict:
    """The verdict with where the cause is; without a proof, with the kinds of cases it is about."""
    if place is not None and place.kind == ELSEWHERE:
        message = place.sentence if verdict.kept else verdict.message
        return replace(verdict, message=message, cause=place.sentence, mistake=None, kept=False)
    if place is not None and (place.lasting or not verdict.kept):
        return replace(verdict, cause=place.sentence)
    wrong = [group.words for group in verdict.groups if not group.passed]
    if verdict.mistake or verdict.kept or not 0 < len(wrong) <= min(2, len(verdict.groups) / 2):
        return verdict
    one, *more = wrong
    words = Say(TWO_KINDS, one=one, other=more[0]) if more else Say(ONE_KIND, one=one)
    return replace(verdict, message=joined(verdict.message, words))
