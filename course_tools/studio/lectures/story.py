"""A story beside a search: a text file that says where to stop, and what to say and ask there.

    title: Why may MIN stop?
    at: before first cut
    ask: Does MIN look at c? | yes | *no (b is worth 2 at most, and MAX has 3)
    hide: future
    note: wait for hands
    at: first cut
    say: Nobody needs to see what is left below b.
    zoom: b

A moment is named by what happens in the search, so it is found again after the code has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.checks.cases import did_you_mean
from course_lib.plain import file_text
from course_lib.views.player import compare, step_through
from course_lib.views.trees.film import steps_in
from course_lib.views.trees.narrator import Narrator, spans_of
from course_lib.views.trees.sources import from_trace
from course_lib.views.trees.words import number
from course_lib.watching import SearchTrace
from course_tools.studio.lectures.demos import Shown
from course_tools.studio.lectures.questions import MOST_OPTIONS, questions_of

WORDS = ("title", "at", "say", "ask", "note", "zoom", "hide")
HIDDEN = ("future", "code")
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
_ORDINAL = rf"{'|'.join(ORDINALS)}|last|\d+(?:st|nd|rd|th)"
_FORM = re.compile(
    rf"(?:(?P<near>before|after) )?(?:(?P<which>{_ORDINAL}) (?:time )?)?(?P<what>.+)"
)
_OPTION = re.compile(r"(?P<right>\*?) *(?P<label>.*?)(?: +\((?P<why>(?:[^()]|\([^()]*\))*)\))?")
_MOST_NAMED, _DRAFTED = 12, 6


class StoryError(ValueError):
    """What is wrong in a story, in which line, and what would have been right."""


class Choice(NamedTuple):
    """An option of a question, whether it is right, and why; `at` is the piece it stands on."""

    label: str
    right: bool
    why: str = ""
    at: int = -1


class Ask(NamedTuple):
    """A question with its options."""

    text: str
    options: tuple[Choice, ...]


@dataclass
class Moment:
    """Where a story stops, and what happens there; `line` is where the file says so."""

    at: str
    line: int = 0
    say: str = ""
    ask: Ask | None = None
    own_question: bool = False
    """Whether the film's own question is asked."""
    note: str = ""
    zoom: str = ""
    hide: tuple[str, ...] = ()
    step: int = 0
    part: int = 0
    """Where it was found in the film."""


@dataclass
class Story:
    """What a file tells; `name` is that of the file."""

    name: str = "the story"
    title: str = ""
    moments: list[Moment] = field(default_factory=list)

    def wrong(self, line: int, words: str) -> StoryError:
        """The error that says this of a line."""
        return StoryError(f"{self.name}, line {line}: {words}" if line else words)


# --- reading ------------------------------------------------------------------------------------


def read_story(path: Path) -> Story:
    """The story in this file."""
    return story_in(file_text(path), path.name)


def story_in(text: str, name: str = "the story") -> Story:
    """The story that these lines tell; a `StoryError` names the line that can't be read."""
    story, last, lines = Story(name), "", dict[str, int]()
    for line, written in enumerate(text.splitlines(), 1):
        words = " ".join(written.split())
        if not words or words.startswith("#"):
            continue
        key, colon, value = words.partition(":")
        key = key.strip().lower()
        if written[0].isspace() and last in ("say", "note") and key not in WORDS:
            moment = story.moments[-1]
            setattr(moment, last, f"{getattr(moment, last)} {words}".strip())
            continue
        if not colon or key not in WORDS:
            near = did_you_mean(key, WORDS) if colon else ""
            raise story.wrong(line, f"{words!r:.60} should begin with {', '.join(WORDS[:-1])} or"
                              f" {WORDS[-1]}, and a colon{near}")  # fmt: skip
        last = key
        if key == "at":
            lines = {"title": lines["title"]} if "title" in lines else {}
        elif key in lines:
            raise story.wrong(line, f'there is one "{key}" in line {lines[key]} already; more words'
                              " go on in the next line, behind a blank")  # fmt: skip
        lines[key] = line
        _take(story, line, key, value.strip())
    if not story.moments:
        raise story.wrong(line if text.strip() else 1, 'a story needs a moment: "at: first cut"')
    return story


def _take(story: Story, line: int, key: str, value: str) -> None:
    """Add what this line says to the story."""
    if key == "title":
        story.title = value
    elif key == "at":
        if not value:
            raise story.wrong(line, 'which moment? "at: first cut", for example')
        story.moments.append(Moment(value, line))
    elif not story.moments:
        raise story.wrong(line, f'"{key}" belongs to a moment: write "at: first cut" above it')
    elif key == "ask":
        moment = story.moments[-1]
        moment.ask, moment.own_question = _asked(story, line, value) if value else None, not value
    elif key == "hide":
        hidden = tuple(re.split(r"[ ,]+", value.lower())) if value else ()
        for one in hidden:
            if one not in HIDDEN:
                raise story.wrong(line, f"can't hide {one!r}; {' or '.join(HIDDEN)} would be right")
        story.moments[-1].hide = hidden
    else:
        setattr(story.moments[-1], key, value)


def _asked(story: Story, line: int, value: str) -> Ask:
    """The question in `Does MAX look? | yes | *no (why)`."""
    text, *rest = (part.strip() for part in value.split("|"))
    form = 'write "ask: QUESTION | option | *right option (why)"'
    options = []
    for part in rest:
        found = _OPTION.fullmatch(part)
        assert found  # noqa: S101 - every text is a label
        options.append(Choice(found["label"], bool(found["right"]), found["why"] or ""))
    labels = [one.label for one in options]
    if not text or not 2 <= len(options) <= MOST_OPTIONS:
        raise story.wrong(line, f"a question has 2 to {MOST_OPTIONS} options; {form}")
    if not all(labels) or len(set(labels)) < len(labels):
        raise story.wrong(line, f"options must be different, and none empty; {form}")
    if not any(one.right for one in options):
        raise story.wrong(line, f"no option has the * of a right one; {form}")
    return Ask(text, tuple(options))


# --- moments --------------------------------------------------------------------------------------


def moments_of(film: Mapping[str, Any], trace: SearchTrace) -> dict[str, list[int]]:
    """The steps at which something happens in this film, by how it is called.

    Two or more steps, where it happens so often: `cut`, `visit`, `b returns`, `alpha rises to 3`.
    """
    found: dict[str, list[int]] = {"start": [0], "end": [steps_in(film) - 1]}

    def add(step: int, *names: str) -> None:
        for name in names:  # `b again opens` is the second time that b opens
            for one in {name.lower(), name.lower().replace(" again ", " ")}:
                found.setdefault(one, []).append(step)

    ways, steps, texts = ways_of(film), film["steps"], film["texts"]
    worth, settled, parents = (film["pieces"][one] for one in ("worth", "settled", "parent"))
    windows = {_way(trace, one.id).lower() for one in trace.nodes if one.window_in}
    for step, (kind, at) in enumerate(zip(steps["kind"], steps["at"], strict=True)):
        happens = film["kinds"][kind][0]
        way = ways[at] if at >= 0 else ""
        if happens == "enter" and way:
            add(step, f"{way} opens")
        elif happens == "leave" and way:
            value = texts[worth[at]].replace("\u2212", "-")
            add(step, f"{way} returns")
            if settled[at] == step and value:
                add(step, f"{way} returns {value}")
        elif happens == "cut":
            above = way or ways[parents[at]]
            add(step, "cut", *([f"cut at {above}"] if above else []))
            if above in windows:
                add(step, f"{above}'s window closes")
        elif happens in ("select", "expand", "simulate", "backup"):
            add(step, happens)
            if happens == "expand" and way:
                add(step, f"{way} opens")
    for name, grown in film["counters"]:
        one = {"visits": "visit", "leaves": "leaf", "simulations": "simulation"}.get(name, "")
        for step, by in enumerate(grown):
            add(step, *[one] * (by if one else 0))
    if not trace.simulations:
        for step, *names in _passes_and_bounds(trace):
            add(step, *names)
    return {name: sorted(steps) for name, steps in found.items()}


def _passes_and_bounds(trace: SearchTrace) -> Iterator[tuple[Any, ...]]:
    """Each step at which a pass begins or a bound moves, with what that is called."""
    spans = spans_of(trace)
    yield from ((spans[one.id][0], "pass") for one in trace.passes)
    for node, update in Narrator(trace, from_trace(trace)).updates.items():
        step = spans.get(node, (0, -1))[1]
        if step < 0 or update.before is None or update.after is None:
            continue
        bounds = zip(("alpha", "beta"), update.before, update.after, strict=True)
        for bound, old, new in bounds:
            if old is not None and new is not None and old != new:
                moved = f"{bound} {'rises' if new > old else 'falls'}"
                yield step, moved, f"{moved} to {number(new)}"


def _way(trace: SearchTrace, node: int) -> str:
    """The moves that lead to this node, or `root`."""
    names = []
    while (above := trace.nodes[node].parent) is not None:
        names.append(str(trace.nodes[node].action_name))
        node = above
    return " ".join(reversed(names)) or "root"


def ways_of(film: Mapping[str, Any]) -> list[str]:
    """The moves that lead to each node, `root` for none; "" for a piece that is no node."""
    ways: list[str] = []
    paths: list[str] = []
    for at, above in enumerate(film["pieces"]["parent"]):
        name = film["texts"][film["pieces"]["name"][at]]
        paths.append(" ".join(filter(None, (paths[above] if above >= 0 else "", name))).lower())
        none = film["shapes"][film["pieces"]["outline"][at]] in ("cut", "more", "ghost")
        ways.append("" if none else paths[-1] or "root")
    return ways


def _there(film: Mapping[str, Any], step: int) -> dict[str, int]:
    """The nodes that are there at this step; of a node that was searched again, the last one."""
    first, since = film["pieces"]["first"], film["looks"]["step"]
    return {way: at for at, way in enumerate(ways_of(film))
            if way and first[at] < first[at + 1] and since[first[at]] <= step}  # fmt: skip


def step_of(words: str, found: Mapping[str, Sequence[int]], last: int) -> int:
    """The step of the moment that these words name; a `ValueError` says what there is instead."""
    plain = " ".join(words.lower().replace("\u2212", "-").split())
    plain = re.sub(r"^(before |after )?(?:when |the |at )+", r"\1", plain)
    if step := re.fullmatch(r"(?:(before|after) )?step (\d+)", plain):
        return _near(step[1], int(step[2]), last, words)
    parsed = _FORM.fullmatch(plain)
    if parsed is None:
        raise ValueError("which moment?")
    for near, what, which in (
        ("", plain, "first"),
        (parsed["near"], plain.removeprefix(f"{parsed['near']} "), "first"),
        (parsed["near"], parsed["what"], parsed["which"] or "first"),
        (parsed["near"], *_counted(parsed["what"])),
    ):
        if what in found:
            steps = found[what]
            place = len(steps) if which == "last" else _place(which)
            if not 1 <= place <= len(steps):
                happens = "once" if len(steps) == 1 else f"{len(steps)} times"
                raise ValueError(f"there is no {which} {what}: it happens {happens}")
            return _near(near, steps[place - 1], last, words)
    what = parsed["what"]
    near = did_you_mean(what, found, alike=0.75) or f"; {_listed(found)}"
    raise ValueError(f"{what!r} does not happen here{near}")


def _counted(what: str) -> tuple[str, str]:
    """`cut 2` as the second of the cuts."""
    name, _, count = what.rpartition(" ")
    return (name, f"{count}th") if count.isdecimal() else (what, "first")


def _place(which: str) -> int:
    """1 for the first."""
    return ORDINALS.index(which) + 1 if which in ORDINALS else int(re.sub(r"\D", "", which))


def _near(near: str | None, step: int, last: int, words: str) -> int:
    step += {"before": -1, "after": 1}.get(near or "", 0)
    if not 0 <= step <= last:
        raise ValueError(f"there is no {words!r}: steps go from 0 to {last}")
    return step


def _listed(found: Mapping[str, Sequence[int]]) -> str:
    """What happens in a search, in one sentence."""
    nodes = [name.removesuffix(" opens") for name in found if name.endswith(" opens")]
    of_nodes = re.compile(r".* (opens|returns( \S+)?)|cut at .*|.*'s window closes")
    parts = [name if len(steps) == 1 else f"{name} ({len(steps)} times)"
             for name, steps in found.items() if not of_nodes.fullmatch(name)]  # fmt: skip
    more = f" and {len(nodes) - _MOST_NAMED} more" if len(nodes) > _MOST_NAMED else ""
    if nodes:
        parts.append(f"NODE opens and NODE returns for {', '.join(nodes[:_MOST_NAMED])}{more}")
    return f"there are: {', '.join(parts)}, step N"


# --- telling ------------------------------------------------------------------------------------


def traces_of(shown: Shown) -> dict[str, SearchTrace]:
    """The searches that are shown, by name."""
    return {"": shown} if isinstance(shown, SearchTrace) else shown


def tell(shown: Shown, story: Story | None, *, code: bool = False) -> tuple[Any, Story]:
    """The widget that tells this story of what is shown, and the story with its steps.

    Without a story it is the film as the narrator tells it. With `code` the code of a single search
    stands beside its tree.
    """
    widget = step_through(shown, code=code) if isinstance(shown, SearchTrace) else compare(shown)
    if story is None:
        return widget, Story("")
    found = _found(shown, widget.story, story)
    widget.story = widget.story | {"told": _told(widget.story, found)}
    return widget, found


def _found(shown: Shown, film: Mapping[str, Any], story: Story) -> Story:
    """The story with the step of each moment, in their order."""
    traces, parts = traces_of(shown), film.get("parts", [film])
    happens = [moments_of(part, trace) for part, trace in zip(parts, traces.values(), strict=True)]
    own = questions_of(film, [*traces.values()])
    last, moments = steps_in(film) - 1, list[Moment]()
    for one in story.moments:
        words = one.at  # an end is that of the longest
        ends = "end" in words.lower().split()
        chosen = sorted(range(len(parts)), key=lambda part: ends and -steps_in(parts[part]))
        for number_, label in enumerate(traces):
            if label and words.lower().startswith(f"{label.lower()}:"):
                chosen, words = [number_], words[len(label) + 1 :]
        faults = []
        for part in chosen:
            try:
                step = step_of(words, happens[part], last)
            except ValueError as error:
                faults.append(str(error))
            else:
                break
        else:
            raise story.wrong(one.line, faults[0])
        if one.own_question and step not in own:
            nearest = min(own, key=lambda at: abs(at - step), default=None)
            where = "nowhere" if nearest is None else f"nearest at step {nearest}"
            raise story.wrong(one.line, f"the film asks nothing at {one.at!r} by itself ({where});"
                              " write a question behind ask:")  # fmt: skip
        ask = one.ask
        if one.own_question:
            question = own[step]
            options = (
                Choice(each.label, each.right, each.reason, each.at) for each in question.options
            )
            part, ask = question.part, Ask(question.text, tuple(options))
        ways = _there(parts[part], step)
        if one.zoom and one.zoom.lower() not in ways:
            raise story.wrong(one.line, f"there is no node {one.zoom!r} to zoom to at {one.at!r}"
                              f"{did_you_mean(one.zoom, ways)}; nodes are named by the moves that"
                              f" lead there: {', '.join([*ways][:_MOST_NAMED])}")  # fmt: skip
        if twin := next((each for each in moments if each.step == step), None):
            raise story.wrong(one.line, f"{one.at!r} is step {step}, as {twin.at!r} in line"
                              f" {twin.line}; make one moment of them")  # fmt: skip
        moments.append(replace(one, step=step, part=part, ask=ask))
    return replace(story, moments=sorted(moments, key=lambda each: each.step))


def _told(film: Mapping[str, Any], story: Story) -> list[dict[str, Any]]:
    """The moments as the player takes them; what is said and asked goes into the film itself."""
    told, parts = [], film.get("parts", [film])
    put_words(parts, story)
    for one in story.moments:
        part = parts[one.part]
        ask = None
        if one.ask:
            options = [
                [*each[:3], each.at if each.at >= 0 else _branch(each.label, part, one.step)]
                for each in one.ask.options
            ]
            ask = {"text": one.ask.text, "options": options}
        told.append({"step": one.step, "part": one.part, "ask": ask, "hide": list(one.hide),
                     "zoom": _there(part, one.step).get(one.zoom.lower())})  # fmt: skip
    return told


def put_words(films: Sequence[Mapping[str, Any]], story: Story) -> None:
    """Write what a story says and asks into its films, in place of the narrator's words."""
    for one in story.moments:
        steps, texts = films[one.part]["steps"], films[one.part]["texts"]
        step = min(one.step, len(steps["say"]) - 1)
        for column, at, words in (
            ("say", step, one.say),
            ("ask", step + 1, one.ask.text if one.ask else ""),
        ):
            if words and at < len(steps[column]):
                texts.append(words)
                steps[column][at] = len(texts) - 1


def _branch(label: str, film: Mapping[str, Any], step: int) -> int:
    """The piece that this option stands on, or -1 where it is no branch, such as yes and no.

    It is the node that it names, or a child of the next step's node that is known to be worth so
    much: where a value comes from later, no vote may stand.
    """
    places, pieces, ways = film["steps"]["at"], film["pieces"], ways_of(film)
    here = max(0, places[min(step + 1, len(places) - 1)])
    below = f"{'' if ways[here] == 'root' else ways[here]} {label}".strip().lower()
    named = [at for at, way in enumerate(ways) if way in (label.lower(), below)]
    if named:
        return max(named, key=lambda at: pieces["parent"][at] == here)
    value = label.replace("-", "\u2212")
    kids = [at for at, above in enumerate(pieces["parent"])
            if above == here and 0 <= pieces["settled"][at] <= step]  # fmt: skip
    return next((at for at in kids if film["texts"][pieces["worth"][at]] == value), -1)


# --- a story that nobody has written --------------------------------------------------------------


def drafted(shown: Shown) -> Story:
    """Six moments at most of any search; what is said there is the narrator's."""
    film = tell(shown, None)[0].story
    trace, part = next(iter(traces_of(shown).values())), film.get("parts", [film])[0]
    found, own = moments_of(part, trace), questions_of(film, [*traces_of(shown).values()])
    found["end"] = [steps_in(film) - 1]
    below = (
        way for way, above in zip(ways_of(part), part["pieces"]["parent"], strict=True) if not above
    )
    answers = [name for way in below if (name := f"{way} returns") in found]
    wanted = [f"before {answers[0]}", answers[0]] if answers else []
    wanted += ["before first cut", "first cut", "before last cut", "alpha rises", "second visit"]
    if trace.simulations:
        wanted = ["first expand", "first backup", "before 20th select", "20th select"]
    story, steps = Story(), set[int]()
    for words in ["start", "end", *wanted]:
        try:
            step = step_of(words, found, steps_in(film) - 1)
        except ValueError:
            continue
        if step in steps or len(steps) == _DRAFTED:
            continue
        steps.add(step)
        asks = step in own and words.startswith("before")
        story.moments.append(Moment(words, own_question=asks,
                                    hide=("future",) if asks else (), step=step))  # fmt: skip
    story.moments.sort(key=lambda one: one.step)
    return story


def written(story: Story, title: str) -> str:
    """The text of a story, to be edited."""
    lines = [f"title: {title}"]
    for one in story.moments:
        lines += ["", f"at: {one.at}"]
        lines += ["ask:"] * one.own_question
        lines += [f"hide: {', '.join(one.hide)}"] * bool(one.hide)
    return "\n".join([_HEAD, *lines, ""])


_HEAD = """\
# Change what you like, and give the same command again.
#   at:    a moment: first cut, before third cut, b returns, a c opens, alpha rises to 3,
#          12th visit, start, end, step 14
#   say:   what stands above the tree there, in place of the film's own sentence
#   note:  what you alone see
#   ask:   QUESTION | option | *right option (why); empty: the question that the film has there
#   hide:  future, code                            zoom:  b, or any node by its moves
"""


def notes_of(story: Story) -> dict[int, str]:
    """What the lecturer alone sees, by the step from which on it holds: up to the next moment."""
    return {one.step: one.note for one in story.moments}
