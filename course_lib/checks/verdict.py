"""What a check says in the end: `Verdict`, with points and reasons, as text and as HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Any

from course_lib.plain import board_text
from course_lib.words import Say, Text, _, counted, joined, parts_of, speaking, told

CORRECT = _("correct")
WRONG = _("wrong")
NOT_ATTEMPTED = _("not attempted")
TOO_SLOW = _("too slow")
CRASHED = _("crashed")
MORE_VISITS = _("not right yet: right values, but more visits than needed")
WAITS = _("waits for another exercise")

GAVE = _("gave {got}, expected {want}")
"""What most objections say, behind the call; both answers stand in it already."""

OF_KIND = "{kind}: {words}"
"""An objection that begins with its kind of cases, as that is what a single answer is about."""


@dataclass(frozen=True)
class GroupVerdict:
    """How one group of cases went: its share of the points, and why it was earned or not.

    >>> from course_lib.checks import check
    >>> def nim_sum(heaps):
    ...     return sum(heaps)
    >>> [group.passed for group in check("nim_sum").groups]
    [True, False, False]
    """

    title: str
    share: float
    passed: bool
    reason: Text
    worlds: tuple[str, ...] = ()
    """The small worlds among its cases: what fails in one of them need not be of its kind."""

    @property
    def words(self) -> Text:
        """Its title, and its worlds."""
        worlds = (Say("and {world}", world=Say(each)) for each in self.worlds)
        return joined(Say(self.title), *worlds, between=", ")


@dataclass(frozen=True)
class Verdict:
    """One of seven answers to a student's function; it shows itself in a notebook.

    >>> from course_lib.checks import check
    >>> def nim_sum(heaps):
    ...     return sum(heaps)
    >>> verdict = check("nim_sum")
    >>> verdict.status, verdict.points(4), verdict.line
    ('wrong', 1, 'nim_sum((1, 1))')
    """

    status: str
    share: float
    """How much of the points was earned, from 0 to 1."""
    message: Text
    name: str = ""
    mistake: str | None = None
    """The name of a known mistake that this looks like."""
    board: Any = None
    """The smallest position that went wrong: a board of lists, or a game and a state."""
    expected: Text = ""
    got: Text = ""
    groups: tuple[GroupVerdict, ...] = ()
    line: str = ""
    """The line that shows it."""
    call: str = ""
    """The same as it works in a fresh cell, behind what it needs to import."""
    kept: bool = False
    """Whether it is wrong only after other calls."""
    cause: Text = ""
    """Where the cause is, proved by what changes when that place is changed."""
    printed: str = ""
    """What was printed in the case that is shown."""
    note: Text = ""
    """What else there is to know, such as why a function could not be kept."""

    @property
    def passed(self) -> bool:
        """Whether all is well."""
        return self.status == CORRECT

    def points(self, most: float) -> int | float:
        """This share of the points, in quarters, and never all of them for less than all."""
        earned = round(self.share * most * 4 + 1e-9) / 4
        if self.share < 1:
            earned = min(earned, most - min(0.25, most))
        return int(earned) if earned == int(earned) else earned

    def __str__(self) -> str:
        """The verdict in English, whatever its notebook speaks: so it is kept beside a grade."""
        with speaking(""):
            return as_text(self)

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        """The verdict for a notebook."""
        return as_html(self)


# An icon, the dark colour of its heading, and the light ground behind its words.
LOOKS = {
    CORRECT: ("\N{CHECK MARK}", "#00583f", "#d5efe4"),
    MORE_VISITS: ("\N{ALMOST EQUAL TO}", "#5a4a00", "#fff0c2"),
    WRONG: ("\N{MULTIPLICATION X}", "#8a3d00", "#fbe3d3"),
    TOO_SLOW: ("\N{HORIZONTAL ELLIPSIS}", "#5b2c6b", "#efdcf2"),
    CRASHED: ("!", "#8b1a1a", "#f8d7da"),
    NOT_ATTEMPTED: ("\N{WHITE CIRCLE}", "#3c4148", "#eceef1"),
    WAITS: ("\N{HOURGLASS}\N{VARIATION SELECTOR-15}", "#1f4e79", "#dbe8f5"),
}


def as_text(verdict: Verdict) -> str:
    """The verdict in lines of text."""
    lines = [f"{LOOKS[verdict.status][0]} {heading(verdict)}"]
    lines.append(told(verdict.message))
    if verdict.mistake:
        known = Say("This looks like a known mistake: {name}.", name=Say(verdict.mistake))
        lines.append(told(known))
    lines.append(told(verdict.cause))
    if verdict.board is not None:
        lines += [told(_("The smallest position that shows it:")), board_in_text(verdict.board)]
    if verdict.expected and not _has_both(verdict.message):
        answers = {told(_("expected:")): verdict.expected, told(_("got:")): verdict.got}
        width = max(map(len, answers))
        lines += [f"  {words:{width}} {told(answer)}" for words, answer in answers.items()]
    if verdict.printed.strip():
        lines += [told(_("It printed:")), *(f"  {line}" for line in beginning(verdict.printed))]
    if verdict.call:
        lines.append(told(_("To see it for yourself, paste:")) + f" {verdict.call}")
    if len(verdict.groups) > 1:
        for group in verdict.groups:
            mark = "[x]" if group.passed else "[ ]"
            lines.append(f"  {mark} {told(group.words)}{_why(group, verdict)}")
    return "\n".join(line for line in (*lines, told(verdict.note)) if line)


def as_html(verdict: Verdict) -> str:
    """The verdict as a coloured card for a notebook; every word of a student's is escaped."""
    icon, ink, ground = LOOKS[verdict.status]
    head = f'<span aria-hidden="true">{icon}</span> {escape(heading(verdict))}'
    parts = [f'<b style="color:{ink}">{head}</b>']
    # Where the call, both answers and the board stand below, a sentence would only repeat them.
    all_below = verdict.call and _has_only_both(verdict.message)
    parts += [escape(told(verdict.message))] if verdict.message and not all_below else []
    if verdict.mistake:
        name = f"<b>{escape(told(verdict.mistake))}</b>"
        parts.append(told(_("This looks like a known mistake:")) + f" {name}.")
    if verdict.cause:
        parts.append(re.sub("`([^`]+)`", r"<code>\1</code>", escape(told(verdict.cause))))
    answers = ""
    if verdict.expected and (all_below or not _has_both(verdict.message)):
        both = {told(_("expected:")): verdict.expected, told(_("got:")): verdict.got}
        answers = "<br>".join(
            f"{words} <code>{escape(told(answer))}</code>" for words, answer in both.items()
        )
    if verdict.board is not None:
        parts.append(told(_("The smallest position that shows it:")))
        answers = (
            '<div style="display:flex;flex-wrap:wrap;gap:.3em 1.5em;align-items:center">'
            f"{board_in_html(verdict.board)}{answers and f'<div>{answers}</div>'}</div>"
        )
    parts += [answers] if answers else []
    if verdict.printed.strip():
        lines = "\n".join(beginning(verdict.printed))
        parts.append(told(_("It printed:")) + f'<pre style="margin:0">{escape(lines)}</pre>')
    if verdict.call:
        code = f'<code style="user-select:all">{escape(verdict.call)}</code>'
        parts.append(told(_("To see it for yourself, paste this into a cell:")) + f"<br>{code}")
    if len(verdict.groups) > 1:
        yes, no = told(_("yes")), told(_("no"))
        items = "".join(
            f"<li>{yes if group.passed else no}: {escape(told(group.words))}"
            f"{escape(_why(group, verdict))}</li>"
            for group in verdict.groups
        )
        summary = told(_("Which kinds of cases are right?"))
        parts.append(f"<details><summary>{summary}</summary><ul>{items}</ul></details>")
    parts += [escape(told(verdict.note))] if verdict.note else []
    body = "".join(f'<div style="margin:.3em 0">{part}</div>' for part in parts)
    return (
        f'<div class="course-verdict" data-status="{escape(verdict.status)}" style="color:#1b1f24;'
        f"background:{ground};border-left:5px solid {ink};padding:.5em 1em;max-width:46em;"
        f'overflow-wrap:anywhere">{body}</div>'
    )


def _has_both(message: Text) -> bool:
    """Whether it says what came and what should have come."""
    return any(isinstance(part, Say) and part.template == GAVE for part in parts_of(message))


def _has_only_both(message: Text) -> bool:
    """Whether it says no more than that, behind the call."""
    while isinstance(message, Say) and "words" in message.values:
        message = message.values["words"]
    return isinstance(message, Say) and message.template == GAVE


MOST_LINES, LONGEST_LINE = 5, 100
"""So much is shown of what a function printed."""


def beginning(printed: str) -> list[str]:
    """The first lines of what was printed, and how many more there are."""
    lines = printed.strip("\n").splitlines()
    some = [f"{line[:LONGEST_LINE]}{'...' * (len(line) > LONGEST_LINE)}" for line in lines]
    more = len(lines) - MOST_LINES
    words = counted(more, _("... and {n} more line"), _("... and {n:,} more lines"))
    return some if more <= 0 else [*some[:MOST_LINES], told(words)]


def _why(group: GroupVerdict, verdict: Verdict) -> str:
    """What follows the title of a group that has not passed."""
    if group.passed or not group.reason:
        return ""
    reason = group.reason
    if reason in {*parts_of(verdict.message)}:
        reason = _("the case above")
    elif isinstance(reason, Say) and reason.template == OF_KIND:
        reason = reason.values["words"]
    return f": {told(reason)}"


def heading(verdict: Verdict) -> str:
    """The first line: whose verdict it is, which, and how far it has come."""
    part = f" ({told(groups_passed(verdict))})" if 0 < verdict.share < 1 else ""
    status = told(verdict.status)
    return f"{verdict.name}: {status}{part}" if verdict.name else status + part


def groups_passed(verdict: Verdict) -> Say:
    """How many groups of cases are right, without a number that could be taken for the grade."""
    one = _("{n} of {all} kinds of cases is right")
    right = sum(group.passed for group in verdict.groups)
    return Say(one if right == 1 else _("{n} of {all} kinds of cases are right"), n=right,
               all=len(verdict.groups))  # fmt: skip


def board_in_text(board: Any) -> str:
    """A position as lines of text."""
    text = board[0].render(board[1]) if isinstance(board, tuple) else board_text(board)
    return "\n".join(f"  {line}" for line in text.splitlines())


def board_in_html(board: Any) -> str:
    """A position as a picture, or as text where there are no pictures."""
    try:
        # Loaded when wanted: a terminal, and a process that only answers calls, draw nothing.
        from course_lib.views.boards import board_picture, marks_picture  # noqa: PLC0415

        if isinstance(board, tuple):
            picture = board_picture(*board, size=180)
            if picture.height < 110:  # a long strip, whose numbers would be too small to read
                picture = board_picture(*board, size=min(360, board_picture(*board).width))
        else:
            picture = marks_picture(board, size=180)
        return picture._repr_html_()
    except (ImportError, ValueError, TypeError):
        return f"<pre>{escape(board_in_text(board))}</pre>"
