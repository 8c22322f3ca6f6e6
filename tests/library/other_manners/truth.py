"""What a search really did, told by comments in its own source, held against what a trace says.

Behind a `def` stands `#: node=<state>` and, where there is such a thing, `window=<a>,<b>`,
`moves=<locals that are alpha>,<that are beta>` (else the window's), `all=<number of moves>`,
`best=<who chooses>` (in negamax "turned"), `value=<index in what comes back>`: each call is a node.
Behind a line, `#: cut`, `#: again` (for a second search of the same), `#: memory`, `#: leaf`,
`#: guess`, `#: playout`, `#: move` (what comes back is one, no value) say what it means to come
here.
The searches run alone, under `sys.settrace`; of the recorder only the picture is looked at.
"""

import contextvars
import inspect
import linecache
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from course_lib.views.trees.sources import tree_of

HERE = Path(__file__).parent
SEARCHES = tuple(
    str(each)
    for each in (
        HERE / "searches",
        *(HERE.parents[1] / name for name in ("search_families.py", "student_searches.py")),
    )
)
KEYS = "window|moves|all|best|value"
PART = re.compile(rf"(node|{KEYS})=(.*?)(?= (?:{KEYS})=|$)")
MARK = re.compile(r"#: (cut|again|memory|leaf|guess|playout|move)\b")
NUMBER = (
    r"([-\u2212]?(?:\u221e|\d+/\d+|[\d.]+(?:e[-+\u2212]\d+)?))"  # the film's minus and infinity
)
task = contextvars.ContextVar("task", default=None)


@dataclass
class Fact:
    """One call on a state."""

    state: str
    parent: "Fact | None"
    window: tuple | None = None
    best: object = None
    all: int = 0
    again: int = 0
    value: object = None
    error: bool = False
    whole: bool = False  # a call of the very function that was watched
    marks: set = field(default_factory=set)
    bounds: tuple = field(default_factory=lambda: (set(), set()))
    held: tuple = (set(), set())  # the parent's bounds until this call began
    children: list = field(default_factory=list)
    move: object = None  # what came back, where it is no value

    def worth(self):
        """The best of the children's values, where it is said who chooses, or None."""
        values = [each.value for each in self.children]
        if not values or None in values or self.best is None:
            return None
        return -min(values) if self.best == "turned" else self.best(values)


def spec_of(code):
    """The parts of the comment behind a function's `def`, or None."""
    if not code.co_filename.startswith(SEARCHES) or code.co_name in ("<genexpr>", "<listcomp>"):
        return None
    for number in range(code.co_firstlineno, code.co_firstlineno + 6):
        line = linecache.getline(code.co_filename, number)
        if re.match(r"\s*(async )?def ", line) or code.co_name == "<lambda>":
            _, _, comment = line.partition("#: ")
            return dict(PART.findall(comment.strip())) if "node=" in comment else None
    return None


class Log:
    """The facts of a run, in the order in which they began, and how often each mark was met."""

    def __init__(self):
        self.facts, self.marks = [], Counter()
        self.open, self.frames, self.specs, self.thrown = [], {}, {}, set()
        self.caches = {}

    def run(self, f, *arguments, **options):
        """What the search returns; a generator is run to its end."""
        self.arguments, self.function = arguments, f
        sys.settrace(self.called)
        try:
            answer = f(*arguments, **options)
            return list(answer) if inspect.isgenerator(answer) else answer
        finally:
            sys.settrace(None)

    def called(self, frame, _event, _argument):
        """The tracer of a frame that begins."""
        code = frame.f_code
        spec = (
            self.specs[code] if code in self.specs else self.specs.setdefault(code, spec_of(code))
        )
        if spec:
            self.note_cache(frame)
            if frame not in self.frames:  # a generator comes here each time it goes on
                self.frames[frame] = self.begun(frame, spec)
            self.open.append(self.frames[frame])
        return self.inside if spec or code.co_filename.startswith(SEARCHES) else None

    def note_cache(self, frame):
        """Where the search itself has a cache that counts its hits, how many there were before."""
        name, owner = frame.f_code.co_name, next(iter(frame.f_locals.values()), None)
        for held in (frame.f_locals, frame.f_globals, vars(type(owner))):
            kept = held.get(name)
            if hasattr(kept, "cache_info"):
                self.caches.setdefault(id(kept), (kept, kept.cache_info().hits))

    @property
    def hits(self):
        """How often the search's own caches have answered."""
        return sum(kept.cache_info().hits - before for kept, before in self.caches.values())

    def begun(self, frame, spec):
        """The fact of a call that begins."""
        part = lambda key: (  # noqa: E731
            eval(spec[key], frame.f_globals, frame.f_locals) if key in spec else None  # noqa: S307
        )
        coroutine = frame.f_code.co_flags & inspect.CO_COROUTINE
        parent = self.open[-1] if self.open else task.get() if coroutine else None
        fact = Fact(repr(part("node")), parent, part("window"), part("best"), part("all") or 0)
        fact.whole = frame.f_code is getattr(inspect.unwrap(self.function), "__code__", None)
        if coroutine:  # a task begins with a copy of what held where it was made
            task.set(fact)
        if parent:
            parent.children.append(fact)
            fact.held = tuple(map(set, parent.bounds))
        self.facts.append(fact)
        return fact

    def inside(self, frame, event, argument):
        """The tracer of a frame that goes on."""
        spec, fact = self.specs[frame.f_code], self.frames.get(frame)
        if spec and "window" in spec:
            for either, seen in zip(
                spec.get("moves", spec["window"]).split(","), fact.bounds, strict=True
            ):
                names = [name for name in either.split("|") if name in frame.f_locals]
                seen.update(frame.f_locals[name] for name in names)
        if event == "exception":
            self.thrown.add(frame)
        elif event == "line":
            self.thrown.discard(frame)
            self.at_line(frame, linecache.getline(frame.f_code.co_filename, frame.f_lineno))
        elif event == "return" and fact:
            self.open.remove(fact)
            fact.error = frame in self.thrown
            if not fact.error and argument is not None:  # a generator's last word counts
                pair = "value" in spec and isinstance(argument, tuple)
                value = dict(enumerate(argument)).get(int(spec["value"])) if pair else argument
                fact.value, fact.move = value, None
                if "move" in fact.marks:  # a value of it is what its children make of it
                    fact.value, fact.move = fact.worth(), value
        return self.inside

    def at_line(self, frame, line):
        """Notes what the comment behind this line says."""
        if mark := MARK.search(line):
            self.marks[mark[1]] += 1
            if self.open:
                self.open[-1].marks.add(mark[1])
                self.open[-1].again += mark[1] == "again"


def number(text):
    """The number that a caption shows."""
    text = text.replace("\u2212", "-").replace("\u221e", "inf").rstrip(".,;")
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def same(a, b):
    """Whether two values are one, as far as a caption's digits go; True is not 1."""
    if not isinstance(a, int | float) or not isinstance(b, int | float):
        return a == b
    if isinstance(a, bool) != isinstance(b, bool):
        return False
    return a == b or math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-9)


def among(value, values, *, or_minus=False):
    """Whether a value is one of these, perhaps for the other side."""
    return any(same(value, v) or (or_minus and same(-value, v)) for v in values)


def collapsed(facts):
    """Where a call hands its own state on, both are one node."""
    kept = []
    for fact in facts:
        up = fact.parent
        if up and fact.state == up.state and [f.state for f in up.children].count(up.state) == 1:
            up.marks |= fact.marks
            up.children = [c for f in up.children for c in (f.children if f is fact else [f])]
            for child in fact.children:
                child.parent = up
        else:
            kept.append(fact)
    return kept


def aligned(trace, facts):
    """`({node: fact}, exact)`: in the order in which both began, or by state and value."""
    nodes = [trace.nodes[e.node] for e in trace.events() if e.kind == "enter"]
    nodes = [n for n in nodes if not n.cached]
    calls = [n for n in nodes if n.pass_number is None or n.parent != 0]
    for mine in (facts, collapsed(facts)):
        for theirs in (nodes, nodes[1:], calls, calls[1:]):
            if mine and len(theirs) == len(mine):
                return {n.id: f for n, f in zip(theirs, mine, strict=True)}, True
    of = {}
    for n in trace.nodes[1:]:
        here = [f for f in facts if f.state == repr(trace.states[n.id])]
        equal = [f for f in here if same(f.value, n.value)]
        of[n.id] = (equal or here or [Fact("", None)])[0]
    return of, False


def false_fields(trace, of, answer, exact):  # noqa: PLR0912  (a claim a line)
    """What the fields of the nodes claim, and is not so."""
    for n in trace.nodes:
        fact = of.get(n.id)
        if fact is None:
            if n.id == 0 and n.window_in is not None:
                yield f"node 0: window {n.window_in} of a call that has none"
            if n.id == 0 and n.value is not None and not same(n.value, answer):
                yield f"node 0: value {n.value!r}, answered {answer!r}"
            if n.pass_number is not None and n.parent == 0:
                yield f"node {n.id}: pass {n.pass_number} of a root that was called once"
            continue
        if n.value is not None and not among(n.value, [fact.value, *[answer] * (n.id == 0)]):
            yield f"node {n.id}: value {n.value!r}, returned {fact.value!r}"
        if not exact:
            continue
        if n.window_in and not (fact.window and all(map(same, n.window_in, fact.window))):
            yield f"node {n.id}: window {n.window_in}, had {fact.window}"
        if n.cut and n.reason in ("alpha", "beta") and "cut" not in fact.marks:
            yield f"node {n.id}: cut by {n.reason}, none happened"
        if trace.game is None and fact.all and (n.cut or n.actions) and "memory" not in fact.marks:
            left = fact.all - len(fact.children) + fact.again if "cut" in fact.marks else 0
            if len(n.cut) != left:
                yield f"node {n.id}: {len(n.cut)} cut, {left} were"
        if n.known is not None and "memory" not in fact.marks:
            yield f"node {n.id}: from memory, it was looked at"
        if n.final and fact.children:
            yield f"node {n.id}: final, it has children"
        hangs = "event loop" in trace.gaps and n.parent == 0  # as is said
        if fact.parent is not of.get(n.parent) and not hangs:
            yield f"node {n.id}: below {n.parent}, called by {fact.parent and fact.parent.state}"
        if n.note == "exception" and not fact.error:
            yield f"node {n.id}: left by an exception, returned {fact.value!r}"
        state = trace.states[n.id]
        if isinstance(state, str | int | float) and repr(state) != fact.state:
            yield f"node {n.id}: state {state!r}, was {fact.state}"


def false_memory(trace, log):
    """Answers of caches that are none of the search's own, and an action that nobody chose."""
    kept = sum(node.cached for node in trace.nodes)
    if kept > log.hits or (kept < log.hits and trace.stop is None):
        yield f"{kept} answers of a cache, the search's own gave {log.hits}"
    root = trace.nodes[0]
    known = [*root.actions, *(n.action for n in trace.nodes if n.depth == 1)]
    if is_plain(trace.action) and root.actions and trace.action not in known:
        yield f"action {trace.action!r}, and there are {known}"
    first = log.facts[0] if log.facts else Fact("", None)
    if first.move is not None and trace.action not in (None, first.move):
        yield f"action {trace.action!r}, and {first.move!r} was given back"


def is_plain(thing):
    """Whether this is a number, but no truth value."""
    return isinstance(thing, int | float) and not isinstance(thing, bool)


def false_steps(trace, log):
    """Steps that don't lead from the parent's state to the node's, by the game's own rules."""
    rules = [getattr(a, "result", None) for a in log.arguments if hasattr(a, "actions")]
    rules += [getattr(inspect.unwrap(log.function), "__globals__", {}).get("result")]
    rule = next(filter(None, rules), None)
    for n in trace.nodes[1:]:
        up, here = trace.states[n.parent], trace.states[n.id]
        if n.action is None or up is None or here is None or here is up:
            continue
        if n.chance or n.pass_number is not None:
            continue
        if hasattr(up, "generateSuccessor") and isinstance(n.action, tuple):
            after = up.generateSuccessor(*n.action)
        elif rule and isinstance(n.action, type(next(iter(n.actions), n.action))):
            after = rule(up, n.action)
        else:
            continue
        if repr(after) != repr(here):
            yield f"node {n.id}: {n.action!r} leads to {after!r}, shown as {here!r}"


def false_names(trace, of, exact):
    """Two states below one node that one action is said to lead to."""
    seen = {}
    for n in trace.nodes[1:] if exact else ():
        moved = n.action is not None and not isinstance(
            n.action, str
        )  # else: arguments that changed
        if moved and n.parent in of and n.id in of and not n.chance:
            state = seen.setdefault((n.parent, repr(n.action)), of[n.id].state)
            if state != of[n.id].state:
                yield f"node {n.id}: {n.action!r} led to {state}, and to {of[n.id].state}"


def false_roles(trace, of, exact):
    """Nodes drawn as MAX or MIN where the other one chooses."""
    for drawn in tree_of(trace).nodes if exact else ():
        best = getattr(of.get(drawn.call), "best", None)
        chooser = getattr(best, "__name__", best)
        if drawn.kind in ("max", "min") and chooser not in (None, drawn.kind):
            yield f"node {drawn.call}: drawn as {drawn.kind}, {chooser} chooses"


def captions(trace, film):
    """`(kind, node, sentence)` of each step; a cut belongs to the node that is left next."""
    events, cuts = iter(trace.events()), []
    for kind, say in zip(film["steps"]["kind"], film["steps"]["say"], strict=True):
        name, text = film["kinds"][kind][0], film["texts"][say]
        if name == "cut":
            cuts.append(text)
        elif name in ("enter", "leave"):
            event = next(events)
            assert event.kind == name, (event, text)
            yield from (("cut", event.node, cut) for cut in cuts)
            cuts = []
            yield name, event.node, text


def wrong_enter(text, fact):
    """Why the caption of a call's beginning is false."""
    m = re.search(rf"with alpha = {NUMBER} and beta = {NUMBER}", text)
    if m and not (fact.window and all(map(same, map(number, m.groups()), fact.window))):
        yield f"window {fact.window}"


def wrong_leave(text, fact, before, answers):
    """Why the caption of a call's end is false; `before`: what its elder siblings returned."""
    up = fact.parent or Fact("", None)
    if (m := re.search(rf"returns {NUMBER}", text)) and not among(number(m[1]), answers):
        yield f"returned {fact.value!r}"
    m = re.search(rf"(alpha|beta) (?:rises|falls) from {NUMBER} to {NUMBER}", text)
    if m and fact.parent and not among(number(m[3]), up.bounds[m[1] == "beta"]):
        yield f"{m[1]} was only ever {sorted(up.bounds[m[1] == 'beta'])}"
    if m and fact.parent and among(number(m[3]), fact.held[m[1] == "beta"]):
        yield f"{m[1]} was {number(m[3])} before"
    turned, chooses = up.best == "turned", up.best in (min, max, "turned")
    best = min if turned else up.best
    m = re.search(rf"already has {NUMBER}", text)
    if m and not chooses and not among(number(m[1]), before, or_minus=True):
        yield f"it had {before}"
    if m and chooses and before and not same(number(m[1]), best(before) * (-1 if turned else 1)):
        yield f"it had {before}"
    before = [value for value in before if isinstance(value, bool) == isinstance(fact.value, bool)]
    fits = not (before and chooses) or same(best([*before, fact.value]), fact.value)
    if "the best for" in text and not fits:
        yield f"it had {before}"
    m = re.search(rf"which is {NUMBER} for", text)
    if m and not (up.best in (None, "turned") and same(number(m[1]), -fact.value)):
        yield f"{up.best} chooses there, and it is {fact.value}"
    m = re.search(r"\b(MIN|MAX)\b", text.partition("returns")[2])
    if m and chooses and getattr(up.best, "__name__", "").upper() != m[1]:
        yield f"{up.best} chooses there"
    if "exception" in text and not fact.error:
        yield "it returned"


def wrong_cut(text, fact):
    """Why the caption of a cut is false."""
    m = re.search(rf"Cut, because v = {NUMBER} (\u2265|\u2264) (alpha|beta) = {NUMBER}", text)
    if not m:
        return
    v, bound = number(m[1]), number(m[4])
    if not (v >= bound if m[2] == "\u2265" else v <= bound) or "cut" not in fact.marks:
        yield f"came to {fact.marks}"
    if not among(bound, fact.bounds[m[3] == "beta"]):
        yield f"{m[3]} was only ever {fact.bounds[m[3] == 'beta']}"
    values = [f.value for f in (fact, *fact.children) if f.value is not None]
    if not among(v, values, or_minus=True):
        yield "no such v"


def false_captions(trace, film, of, answer, exact):
    """What the captions claim, and is not so."""
    returned = {}
    for kind, node, text in captions(trace, film):
        fact, wrong = of.get(node), []
        if isinstance(trace.nodes[node].value, bool) and re.search(rf"returns {NUMBER}", text):
            wrong.append("a truth value, no number")
        if fact and exact:
            if "from memory" in text and "memory" not in fact.marks:
                wrong.append("it was looked at")
            if re.search("game is over|final position|no call looks further", text):
                wrong += ["it has children"] * bool(fact.children)
            if kind == "enter":
                wrong += wrong_enter(text, fact)
            if kind == "cut":
                wrong += wrong_cut(text, fact)
            if kind == "leave":
                before = returned.setdefault(id(fact.parent), [])
                answers = [fact.value, *[answer] * (node == 0)]
                wrong += wrong_leave(text, fact, before, answers)
                before += [fact.value] * (fact.value is not None)
        yield from (f"node {node}: {text!r}: {why}" for why in wrong)


def false_counters(trace, film, of, exact):
    """What the counters claim, and is not so."""
    shown = {name: list(accumulate(by)) for name, by in film["counters"]}
    for name, counts in shown.items():
        if counts != sorted(counts):
            yield f"the counter of {name} falls: {counts}"
    if not exact or trace.game is not None or trace.simulations:
        return
    if shown["visits"][-1] - len(of) not in (0, 1):  # the root may have had no call
        yield f"{shown['visits'][-1]} visits, {len(of)} calls"
    ends = sum(not fact.children for fact in of.values())
    known = "leaves" in shown and not any(node.cached for node in trace.nodes)
    if known and shown["leaves"][-1] != ends:
        yield f"{shown['leaves'][-1]} leaves, {ends} calls without others inside"


def false_ending(trace, film, of, marks):
    """What the last sentence claims, and is not so."""
    last = film["texts"][film["steps"]["say"][-1]]
    if trace.stop is not None:
        yield last
    if "no tree" in trace.gaps and re.search(r"\bvalue\b", last):
        yield f"{last!r}: nobody saw what it is a value of"
    if trace.returned is not None and "value unknown." in last:
        yield f"{last!r}: {trace.returned!r} came back"
    if "they hang from the root" in last and any(n.parent for n in trace.nodes):
        yield f"{last!r}: not all do"
    left = trace.jumps or any("cut" in f.marks and f.all > len(f.children) for f in of.values())
    if re.search(r"\b0 branches cut", last) and marks["cut"] and left:
        yield f"{last!r}: {marks['cut']} cuts"
    if trace.simulations and len(trace.simulations) != marks["playout"]:
        yield f"{len(trace.simulations)} simulations, {marks['playout']} were played"


def false_claims(trace, film, call, *, each_call=False):
    """All that a trace and its film claim of a search, and is not so.

    Of some searches `each_call` on a state must be a node, in its place.
    """
    log = Log()
    answer = call(log.run)
    if isinstance(answer, tuple) and answer and not isinstance(answer[0], tuple):
        answer = answer[0]
    if isinstance(answer, list) and answer:
        answer = answer[-1]
    if log.facts and log.facts[0].whole:  # its answer is what this call gave back
        answer = log.facts[0].value
    of, exact = aligned(trace, log.facts)
    return [
        *[f"{len(trace.nodes)} nodes, {len(log.facts)} calls"] * (each_call and not exact),
        *false_fields(trace, of, answer, exact),
        *false_memory(trace, log),
        *false_steps(trace, log),
        *false_names(trace, of, exact),
        *false_roles(trace, of, exact),
        *false_captions(trace, film, of, answer, exact),
        *false_counters(trace, film, of, exact),
        *false_ending(trace, film, of, log.marks),
    ]
