"""A hall that votes: a search on the projector, and questions about what comes next."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, ClassVar

from course_lib.plain import write_whole
from course_lib.views.export import html_page, widget_of
from course_lib.views.theme import FONT, letters
from course_lib.views.trees.film import steps_in
from course_lib.watching import SearchTrace
from course_tools.log import Log
from course_tools.studio.lectures.demos import Shown
from course_tools.studio.lectures.lecture import Entry, Lecture
from course_tools.studio.lectures.pictures import around
from course_tools.studio.lectures.questions import Question, questions_of

TIMER = 30
"""So many seconds a vote lasts once the lecturer has started the clock."""

FEW = 3
"""So many votes of one address count, where the lecturer says so."""

PHONE_WIDTH = 240
"""A phone shows it half as large again, and so its letters can be read."""

BELIEVED, VOTES = "believed-{}.html", "votes-{}.csv"
"""What is kept of each lecture, beside its log, with when it began."""


@dataclass
class Poll:
    """A vote on a question; one `again` comes after talking, and the one before it is the first."""

    question: Question
    number: int
    again: bool = False
    votes: dict[str, int] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    """Where each of them came from: a vote stays when its phone has gone."""


class Hall(Lecture):
    """Where the lecture is, what was asked, and what was voted."""

    keys: ClassVar[dict[str, str]] = {
        "a": "ask",
        "v": "again",
        "c": "timer",
        "n": "next",
        "PageDown": "on",
        "PageUp": "moment before",
    }

    def __init__(
        self, shown: Shown, notes: str | Mapping[int, str], log: Log, *, widget: Any = None
    ) -> None:
        """Begin at the first step of these searches, or of the `widget` that tells of them.

        `notes` are what to ask the class, at any time or each from a step on.
        """
        self.notes, widget = notes, widget or widget_of(shown)
        self.page = html_page(widget)
        self.traces = [shown] if isinstance(shown, SearchTrace) else [*shown.values()]
        story = widget.get_state()["story"]
        self.parts: list[dict[str, Any]] = story.get("parts", [story])
        self.last = steps_in(story) - 1
        self.moments = [one["step"] for one in story.get("told", ())]
        """Where a story stops; a clicker goes from one to the next, and else a step."""
        self.questions = questions_of(story, self.traces)
        self.step = 0
        self.polls: dict[int, Poll] = {}
        """All that was ever asked, by its number: a late vote goes to none but its own."""
        self.asking = self.open = self.answered = False
        """Whether the last poll is about this step, whether it takes votes, and was answered."""
        self._picture = (-1, "")
        self.most = 0
        """So many votes of one address count; 0 for all."""
        self.ends = 0.0
        """When the vote ends, if the lecturer has started the clock."""
        facts = [story, [*map(str, self.questions.values())]]
        super().__init__(
            log, hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]
        )
        self.commands |= {
            "forward": lambda: self.go(self.step + 1),
            "back": lambda: self.go(self.step - 1),
            "on": self.go_on,
            "moment before": self.go_back,
            "ask": self.ask,
            "again": self.ask_again,
            "timer": self.start_clock,
            "next": self.next_question,
            "few": lambda: self._did({"most": 0 if self.most else FEW}),
        }

    def take(self, entry: Entry) -> None:
        """Let this have happened."""
        super().take(entry)
        match entry:
            case {"step": step}:  # the one after a question answers it
                after = min(self.step + 1, self.last)  # a question at the end is answered there
                self.answered = self.asking and not self.answered and step == after
                self.asking = self.answered
                self.step, self.open, self.joining, self.ends = step, False, False, 0
            case {"ask": number, "at": step, "again": again}:
                self.polls[number], self.step = Poll(self.questions[step], number, again), step
                self.asking = self.open = True
                self.answered = self.joining = False
                self.ends = 0
            case {"close": _}:
                self.open, self.ends = False, 0
            case {"most": most}:
                self.most = most
            case {"vote": option, "by": token, "on": number}:
                self.polls[number].votes[token] = option
                self.polls[number].addresses[token] = self.phones.get(token) or token

    @property
    def poll(self) -> Poll | None:
        """The vote that is about this step, or was just answered."""
        return self.polls[max(self.polls)] if self.asking else None

    @property
    def votes(self) -> dict[str, int]:
        """What each phone has voted in it."""
        return self.poll.votes if self.poll else {}

    def go(self, step: int) -> None:
        """Show this step; the one after a question answers it, and its votes stay a while."""
        self._did({"step": max(0, min(step, self.last))}, phones=self.asking)

    def go_on(self) -> None:
        """Go to the story's next moment; at a question show its answer first."""
        ahead = [one for one in self.moments if one > self.step] + [self.last]
        shows_answer = self.poll is not None and not self.answered
        self.go(ahead[0] if self.moments and not shows_answer else self.step + 1)

    def go_back(self) -> None:
        """Go to the story's moment before this step."""
        behind = [0] + [one for one in self.moments if one < self.step]
        self.go(behind[-1] if self.moments else self.step - 1)

    def ask(self) -> None:
        """Let the class vote on what comes next, if there is something to ask."""
        if self.may_ask:
            self._ask(again=False)

    def ask_again(self) -> None:
        """Let the class vote once more, after everybody has talked with a neighbour."""
        if self.may_ask_again:
            self._ask(again=True)

    def _ask(self, *, again: bool) -> None:
        self._did({"ask": max(self.polls, default=0) + 1, "at": self.step, "again": again})

    @property
    def may_ask(self) -> bool:
        """Whether there is a question here that was not just asked."""
        return self.step in self.questions and (not self.asking or self.answered)

    @property
    def may_ask_again(self) -> bool:
        """Whether there was one vote on this step, and no answer."""
        return self.poll is not None and not self.answered and not self.poll.again

    def start_clock(self) -> None:
        """Let the vote end in a while."""
        if self.open:
            self.ends = self.now + TIMER
            self.stage.tell()

    def tick(self, now: float) -> None:
        """End the vote when its time is over."""
        super().tick(now)
        if self.ends and now >= self.ends:
            self._did({"close": True})

    def next_question(self) -> None:
        """Ask the question here, or go on to the next step with one, if there is any."""
        if not self.may_ask and self.to_come:
            self.go(self.to_come[0])
        self.ask()

    @property
    def to_come(self) -> list[int]:
        """The later steps with a question."""
        return [step for step in self.questions if step > self.step]

    def _did(self, entry: Entry, *, phones: bool = True) -> None:
        self.do(entry)
        self.stage.tell()
        if phones:
            self.ballots.tell()

    def vote(self, token: str, number: Any, option: Any) -> None:
        """Count a browser's vote in place of its last one; a `ValueError` says why it can't be."""
        if token not in self.phones:
            raise ValueError("this browser has no vote: load the page again, and allow its cookie")
        if not self.open or self.poll is None or number != self.poll.number:
            raise ValueError("that question is closed")
        if type(option) is not int or not 0 <= option < len(self.poll.question.options):
            raise ValueError("there is no such answer")
        self.do({"vote": option, "by": token, "on": number})
        self.stage.tell()

    def by_address(self) -> list[tuple[str, int]]:
        """How many votes have come from each address, the most first: a class may share one."""
        return Counter(self.poll.addresses.values() if self.poll else ()).most_common()

    def counts(self, poll: Poll) -> list[int]:
        """How many votes each option has, of one address no more than count."""
        seen: Counter[str] = Counter()
        counts = [0] * len(poll.question.options)
        for token, option in poll.votes.items():
            seen[poll.addresses[token]] += 1
            counts[option] += not self.most or seen[poll.addresses[token]] <= self.most
        return counts

    def _first(self, poll: Poll) -> Poll | None:
        """The vote before the class talked, if this is the one after."""
        return self.polls.get(poll.number - 1) if poll.again else None

    # --- what is shown ---

    def on_phone(self, token: str) -> dict[str, Any]:
        """What a phone shows: the question that is open or was just answered, and its own vote."""
        waits = "Look at the screen. Questions come here by themselves."
        more: dict[str, Any] = {"number": self.ballots.number, "text": waits, "options": []}
        if (poll := self.poll) is None:
            return more
        options, mine = poll.question.options, poll.votes.get(token)
        note = "Talk with your neighbour, and vote again." if poll.again and self.open else ""
        if self.answered:
            right = [one for one in options if one.right]
            note = "The vote is closed."
            if mine is not None:
                hit = "You were right." if options[mine].right else "Not this time."
                note = f"{hit} {options[mine].reason or right[0].reason}".strip()
        elif not self.open:
            note = "The vote is closed."
        return more | {
            "text": poll.question.text,
            "picture": f"picture.svg?{self.step}" if not self.answered else "",
            "options": lettered(one.label for one in options),
            "question": poll.number,
            "open": self.open,
            "mine": mine,
            "note": note,
            "right": [at for at, one in enumerate(options) if one.right] if self.answered else [],
        }

    def on_stage(self) -> dict[str, Any]:
        """What the projector shows; the answer only once it is known."""
        poll = self.poll
        more: dict[str, Any] = self.frame() | {
            "step": self.step,
            "voted": len(self.votes),
            "open": self.open,
            "question": poll.question.text if poll else "",
            "votes": None,
            "bars": [],
            "seconds": max(0, round(self.ends - self.now)) if self.ends else None,
        }
        if poll is None:
            return more
        first, counts = self._first(poll), self.counts(poll)
        before = self.counts(first) if first else None
        options = list(enumerate(poll.question.options))
        more["votes"] = {"part": poll.question.part, "options": [
            [one.at, letter(at), counts[at], one.right and self.answered] for at, one in options
        ] if all(one.at >= 0 for _, one in options) else []}  # fmt: skip
        more["bars"] = [
            {
                "letter": letter(at),
                "label": one.label,
                "count": counts[at],
                "before": before[at] if before else None,
                "right": one.right and self.answered,
                "reason": one.reason if one.right and self.answered else "",
            }
            for at, one in options
        ]
        return more

    def on_desk(self) -> dict[str, Any]:
        """What the presenter's page shows."""
        poll, left, many = self.poll, len(self.to_come), len(self.phones)
        later = "one question comes" if left == 1 else f"{left or 'no'} questions come"
        question = [f"Nothing here; {later} later."]
        if self.may_ask:
            question = [self.questions[self.step].text]
        elif poll:
            voted = f"{len(poll.votes)} of {len(self.phones)} have voted."
            question = [f"{poll.question.text} {voted}"]
            for at, count in enumerate(self.counts(poll)):
                one = poll.question.options[at]
                mark = f" \u2713 {one.reason}" if one.right else ""
                question.append(f"{letter(at)} {one.label}: {count}{mark}")
        forward = "Show the answer" if poll and not self.answered else "Forward"
        buttons = [
            ["back", "Back", self.step > 0, False],
            ["forward", forward, self.step < self.last or forward != "Forward", False],
            ["ask", "Ask the class", self.may_ask, False],
            ["again", "Vote again", self.may_ask_again, False],
            ["timer", f"{TIMER} seconds", self.open, self.ends > 0],
            ["next", "Next question", self.may_ask or left > 0, False],
            ["join", "Large code", True, self.joining],
            ["few", f"At most {FEW} votes an address", True, self.most > 0],
        ]
        addresses = [f"{one}: {count}" for one, count in self.by_address()[:4]]
        return self.frame() | {
            "where": f"step {self.step} of {self.last}, {many} phone{'s' * (many != 1)}",
            "buttons": buttons,
            "sections": [
                ["Now", self.sentences(self.step)],
                ["Next", self.sentences(self.step + 1) or ["This is the end."]],
                ["To ask", question],
                ["Votes by address", [", ".join(addresses)] if addresses else []],
                ["Notes", [self.note()]],
            ],
            "keep": [*self.files()],
        }  # fmt: skip

    def note(self) -> str:
        """What to ask the class, and what to point at, at this step."""
        if isinstance(self.notes, str):
            return self.notes
        return next(
            (self.notes[at] for at in sorted(self.notes, reverse=True) if at <= self.step), ""
        )

    def sentences(self, step: int) -> list[str]:
        """What each part of the film says at this step; of a part that has ended, nothing."""
        return [
            (f"{part['label']}: " if len(self.parts) > 1 else "")
            + part["texts"][part["steps"]["say"][step]]
            for part in self.parts
            if step < len(part["steps"]["say"])
        ]

    def picture(self) -> str:
        """The tree around the node that is asked about, as wide as a phone.

        What is still to come is not on it, nor is it on the projector while a class votes; nor is
        any sentence, as only the lecturer knows what to say here.
        """
        if self.poll is None:
            return ""
        if self._picture[0] != self.step:  # it is the same for a whole hall
            trace = self.traces[self.poll.question.part]
            self._picture = self.step, around(trace, self.step, PHONE_WIDTH)
        return self._picture[1]

    # --- what is kept ---

    def files(self) -> Mapping[str, tuple[str, str]]:
        """What this class believed, as a page and as a table; nobody's name is in them."""
        if not self.polls:
            return {}
        return {
            BELIEVED.format(self.began): ("text/html", self.believed()),
            VOTES.format(self.began): ("text/csv", self.table()),
        }

    def end(self) -> None:
        """Keep what the class believed, and say that the lecture is over."""
        for name, (_, text) in self.files().items():
            write_whole(self.log.path.parent / name, text)
        super().end()

    def _asked(self) -> list[tuple[Question, list[int], list[int] | None]]:
        """Each question that was asked, its votes, and those after talking."""
        found = []
        for poll in self.polls.values():
            if self._first(poll) is None:
                after = self.polls.get(poll.number + 1)
                again = self.counts(after) if after and after.again else None
                found.append((poll.question, self.counts(poll), again))
        return found

    def table(self) -> str:
        """A line for each answer that could be chosen."""
        text = io.StringIO(newline="")
        rows = csv.writer(text)
        rows.writerow(["number", "step", "question", "answer", "right", "votes", "after talking"])
        for number, (question, first, after) in enumerate(self._asked(), 1):
            for at, one in enumerate(question.options):
                again = "" if after is None else after[at]
                rows.writerow(
                    [
                        number,
                        question.step,
                        question.text,
                        one.label,
                        int(one.right),
                        first[at],
                        again,
                    ]
                )
        return f"\ufeff{text.getvalue()}"  # spreadsheets ask for the mark

    def believed(self) -> str:
        """The page: each question with its bars, before and after the class has talked."""
        parts = []
        for question, first, after in self._asked():
            rows = []
            for at, one in enumerate(question.options):
                bars = [_bar(first[at], sum(first), "")]
                bars += [_bar(after[at], sum(after), "after")] if after else []
                name, kind = escape(one.label), ""
                if one.right:
                    name, kind = f"{name} \u2713", ' class="right"'
                why = f"<small>{escape(one.reason)}</small>" if one.reason else ""
                rows.append(f"<tr{kind}><th>{name}{why}</th><td>{''.join(bars)}</td></tr>")
            right = [at for at, one in enumerate(question.options) if one.right]
            said = f"{_share(first, right)} were right"
            said += f", {_share(after, right)} after talking." if after else "."
            parts += [f"<h2>{escape(question.text)}</h2><p>{said}</p>",
                      f"<table>{''.join(rows)}</table>"]  # fmt: skip
        return _PAGE.format(body="".join(parts), letters=letters(), font=FONT)


def letter(at: int) -> str:
    """What an option is called on branches and buttons.

    >>> letter(0), letter(2)
    ('A', 'C')
    """
    return chr(ord("A") + at)


def lettered(labels: Iterable[str]) -> list[str]:
    """The options with their letters in front."""
    return [f"{letter(at)}  {label}" for at, label in enumerate(labels)]


def _share(counts: Sequence[int], right: Sequence[int]) -> str:
    return f"{sum(counts[at] for at in right)} of {sum(counts)}"


def _bar(count: int, all_of_them: int, kind: str) -> str:
    share = 100 * count / max(1, all_of_them)
    return f'<i class="{kind}" style="width:{share:.1f}%"></i><b>{count}</b>'


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What this class believed</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 46em; margin: 2em auto; padding: 0 1em; }}
body {{ font: 18px/1.45 {font}; }}
{letters}
h2 {{ margin: 2em 0 0; font-size: 1.1em; }}
p {{ margin: 0.2em 0 0.6em; opacity: 0.75; }}
table {{ width: 100%; border-spacing: 0 10px; }}
th {{ width: 42%; text-align: left; font-weight: normal; vertical-align: top; }}
.right th {{ font-weight: bold; }}
small {{ display: block; font-weight: normal; opacity: 0.75; }}
td {{ display: grid; grid-template-columns: 1fr 3em; gap: 4px 10px; align-items: center; }}
i {{ display: block; min-width: 3px; height: 20px; background: #8a9099; }}
i.after {{ background: #0072b2; }}
</style>
<h1>What this class believed</h1>
<p>Grey is the first vote, blue the one after talking with a neighbour.</p>
{body}
</html>
"""
