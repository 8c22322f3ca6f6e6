"""The truth about pictures of searches: what a story says, step by step, and whether it is so.

`false_statements` recomputes all that is said and drawn from three things: the events of the trace,
the notes of the search about itself (`search_families.py`), and the questions that the search asked
its game when it ran once more without being watched. It shares no code with what it checks.
"""

import math
import re
from collections import Counter
from random import Random

from films import column_of, counters_of, kinds_of, shapes_of, words_of
from test_views_pictures import parsed

from course_lib.views.trees import Still

MINUS, INFINITY = "\u2212", "\u221e"


class Asked:
    """A game that notes which states a search has made and looked into, on its own account."""

    def __init__(self, game, state):
        """Nothing has been asked about this state or any other."""
        self.game, self.results, self.visits = game, Counter(), 0
        self.looked = {}

    def look(self, state):
        """The first look at a state since the rules gave it back is a visit."""
        if id(state) not in self.looked:
            self.looked[id(state)] = state
            self.visits += 1

    def result(self, state, action):
        """The state after this action, which nobody has looked into yet."""
        self.look(state)
        after = self.game.result(state, action)
        self.results[state, action] += 1
        self.looked.pop(id(after), None)
        return after

    def __getattr__(self, name):
        """All other questions; those about a state are a look into it."""
        own = getattr(self.game, name)
        if name not in ("is_terminal", "actions", "to_move", "utility", "winner"):
            return own

        def question(state, *more):
            self.look(state)
            return own(state, *more)

        return question


def said(number):
    """A number as pictures have it."""
    if isinstance(number, bool):
        return str(number)
    words = f"{number:g}"
    if number == round(number, 0) and abs(number) < 10**12:
        words = str(int(number))  # a whole number is written whole, and zero has no sign
    if "." in words and "e" not in words and len(words.strip("-")) > 6:
        for below in range(2, 1000):  # a fraction of thirds or dice is written as one
            if 6**10 % below:
                continue
            above = round(number * below)
            if math.isclose(above / below, number, rel_tol=1e-12):
                words = f"{above}/{below}"
                break
    return re.sub("(?<!e)-", MINUS, words.replace("inf", INFINITY))


def heard(words):
    """The number in such words."""
    if words in ("True", "False"):
        return float(words == "True")
    above, _, below = words.replace(MINUS, "-").replace(INFINITY, "inf").partition("/")
    return float(above) / float(below or 1)


NUMBER = rf"{MINUS}?(?:True|False|\d+/\d+|[\d.]+(?:e[+-]?\d+)?|{INFINITY})"
WITH = rf"(?:, with alpha = ({NUMBER}) and beta = ({NUMBER}))?"

MEMORY = r"answered from memory, known from step (\d+)"
FAILED = (rf": it (fails|is) (?:(high|low)|(more|less) than (alpha|beta) = ({NUMBER}))"
          ", so search again")  # fmt: skip
SHORT, BEYOND = "(.+) cut it short", r"nothing was better than (alpha|beta) = (\S+)"


class Oracle:
    """Goes through a story once, and keeps the false statements."""

    def __init__(self, family, run, story, asked):
        """All that there is to know."""
        self.trace, self.game, self.root, self.notes = run
        trace, state, notes = self.trace, self.root, self.notes
        self.family, self.story, self.asked = family, story, asked
        level = all(above == state for above, _ in asked.results)
        self.jumps = family.jumps and not level
        """Whether no calls explain its order: on a single level each answer comes in turn."""
        self.best_of = family.best or (family.jumps and level)
        self.false, self.told = [], Counter()
        self.states = {}
        for node in trace.nodes:
            at = state if node.parent is None else self.states[node.parent]
            if node.parent is not None and node.pass_number is None:
                at = self.step_down(at, node)
            self.states[node.id] = at
        # What rounding has changed behind the digits that are shown nobody sees.
        self.moved = [each for each in notes.moved if said(each[2]) != said(each[3])]
        self.memory = list(notes.memory)
        self.cut, self.high = list(notes.cut), list(notes.high)
        self.window = {}
        self.best, self.pending = {}, {}
        self.left = {}
        self.entered = []
        self.happens = "start", None

    def step_down(self, state, node):
        """The state of this node; of one that hangs from a state further up by its names."""
        names = (node.action_name or "").split()
        if len(names) > 1 and not isinstance(node.action, tuple):
            for name in names:
                state = self.game.result(state, self.game.action_named(name))
            return state
        return self.game.result(state, node.action)

    def claim(self, kind, holds, words):
        """Count a statement, and keep it if it is false."""
        self.told[kind] += 1
        if not holds:
            self.false.append((kind, self.at, words))

    # --- what is known of nodes ------------------------------------------------------------------

    def final(self, node):
        """Whether the game is over there."""
        return self.game.is_terminal(self.states[node.id])

    def mover(self, node):
        """Who moves there."""
        return self.game.to_move(self.states[node.id])

    def chance(self, node):
        """The probability of each action where nobody chooses."""
        return dict(self.game.chance(self.states[node.id]))

    def turn(self, node, where):
        """Whose turn it is there, in words."""
        return f"nobody chooses {where}" if self.chance(node) else f"{self.mover(node)} to move"

    def mine(self, node, value):
        """A value as whoever chooses above sees it."""
        return -value if self.family.turned else value

    def takes_most(self, node):
        """Whether this node's player wants much."""
        return self.family.turned or self.mover(node) == self.game.players[0]

    # --- the steps -------------------------------------------------------------------------------

    def run(self):
        """All statements of all steps."""
        story = self.story
        kinds, words = kinds_of(story), words_of(story)
        self.counts = counters_of(story)
        events = iter(self.trace.events())
        self.still = Still(story)
        pending = None
        self.at = 0
        self.opening(words[0])
        self.picture(0)
        if self.trace.simulations:
            self.simulations(kinds, words)
            return self.false
        for self.at in range(1, len(kinds) - 1):
            kind = kinds[self.at]
            if kind == "cut":
                event = pending = next(events)
                self.happens = "cut", self.trace.nodes[event.node]
                self.cutting(self.trace.nodes[event.node], words[self.at])
                self.picture(self.at)
                continue
            event, pending = pending or next(events), None
            self.claim("order", event.kind == kind, f"{event} {kind}")
            node = self.trace.nodes[event.node]
            self.happens = kind, node
            if kind == "enter":
                self.entered.append(node)
                self.entering(node, words[self.at])
            else:
                self.left[node.id] = self.at
                self.answering(node, words[self.at])
            self.picture(self.at)
        self.at = len(kinds) - 1
        self.closing(words[-1])
        self.picture(self.at)
        self.nothing_is_passed_over()
        return self.false

    def opening(self, words):
        """The first line."""
        of = f" on {self.trace.game}" if self.trace.game else ""
        turn = self.turn(self.trace.nodes[0], "at the root")
        start = f"{self.family.name}{of}: {turn}. What will it answer?"
        rest = words.removeprefix(start).strip()
        known = words.startswith(start) and (not rest or rest.startswith("Values are mean"))
        self.claim("opening", known or (words.startswith(start) and self.order_holds(rest)), words)

    def order_holds(self, words):
        """Whether these words about the order of a search that jumps are so."""
        depths = [node.depth for node in self.trace.nodes]
        jumps = self.jumps and self.trace.jumps
        parents = [node.parent or 0 for node in self.trace.nodes]
        levels = depths == sorted(depths) and parents == sorted(parents)
        if words.startswith("Level by level"):
            return jumps and levels
        walk = [self.states[node.id] for node in self.trace.nodes]
        deeper = all(
            any(before[: len(state) - 1] == state[:-1] for before in [walk[at - 1]])
            for at, state in enumerate(walk)
            if at
        )
        if words.startswith("Depth first, in a loop"):
            return jumps and deeper
        own = words.startswith("In its own order.")  # where no other explains it, or both do
        return jumps and own and deeper == levels

    def entering(self, node, words):
        """A call begins."""
        state, trace = self.states[node.id], self.trace
        above = None if node.parent is None else trace.nodes[node.parent]
        self.window[node.id] = node.window_in
        if above is None:
            found = re.fullmatch(
                rf"The search starts at the root(?: with (\w+) to move|, where nobody chooses)"
                rf"{WITH}\.", words)  # fmt: skip
            mover = None if self.chance(node) else self.mover(node)
            self.claim("root", found and found[1] == mover, words)
            return self.bounds(node, found, 2, words)
        if node.pass_number:
            found = re.fullmatch(rf"Pass (\d+) of (\d+) begins{WITH}\.", words)
            self.claim("pass", found and self.family.passes and int(found[1]) == node.pass_number
                       and int(found[2]) == self.notes.passes, words)  # fmt: skip
            return self.bounds(node, found, 3, words)
        found = re.fullmatch(
            rf"(?:(\w+) tries (.+?)|Chance may give (\w+), with probability ([\d./]+)|"
            rf"The search looks at (.+?))( again)?: (.+?){WITH}\.", words)  # fmt: skip
        if not found:
            return self.claim("unknown", False, words)
        who, name, chance, likely, way, again, rest = found.groups()[:7]
        siblings = [each for each in trace.children(above.id) if each.id < node.id]
        before = any(each.action == node.action for each in siblings)
        self.claim("again", bool(again) == before, words)
        if who:
            self.claim("who tries", who == self.mover(above) and not self.jumps
                       and name == node.action_name, words)  # fmt: skip
        if chance:
            right = self.chance(above).get(node.action)
            holds = likely is None or math.isclose(heard(likely), right or 0, rel_tol=1e-5)
            self.claim("chance", right and holds, words)
        if way:
            here = self.root
            for each in way.split():
                here = self.game.result(here, self.game.action_named(each))
            self.claim("way", here == state and trace.jumps, words)
        self.rest(node, rest, words)
        self.bounds(node, found, 8, words)
        return None

    def rest(self, node, rest, words):
        """What is said of the state that a call is for."""
        state, trace = self.states[node.id], self.trace
        if rest in ("a leaf", "the game is over there"):
            return self.claim("leaf", self.final(node), words)
        if rest == self.turn(node, "there"):
            return self.claim("to move", not self.final(node), words)
        if found := re.fullmatch(rf"{MEMORY}(?:, where (?:{SHORT}|{BEYOND}))?", rest):
            stored = [key for key, at in self.left.items() if at == int(found[1])]
            self.pass_over_leaves()
            holds = bool(stored) and self.states[stored[0]] == state
            holds = holds and (state, node.value) == (self.memory.pop(0) if self.memory else None)
            holds = holds and trace.nodes[stored[0]].value == node.value
            source = trace.nodes[stored[0]] if holds else None
            if holds:  # a value from beyond its window is no value, and that must be said
                low, high = source.window_in or (-math.inf, math.inf)
                most = self.takes_most(source)
                beyond = node.value <= low if most else node.value >= high
                bound = ("alpha", said(low)) if most else ("beta", said(high))
                holds = (found[3], found[4]) == (bound if beyond and not found[2] else (None, None))
            if holds and found[2]:
                holds = self.reason_holds(source, found[2]) and bool(source.cut)
            return self.claim("memory", holds, words)
        calls = [each for each in trace.nodes if self.states[each.id] == state]
        made = [key for key in self.asked.results if key[0] == state]
        if rest == "no call looks further from here":
            holds = not trace.children(node.id)
            return self.claim("no further", holds and not (len(calls) == 1 and made), words)
        if rest == "the search goes on from here by itself, by no call":
            return self.claim("walks", bool(made), words)
        if found := re.fullmatch(
            r"(.+) (?:is|are) made there, but no call looks at (?:it|them)", rest
        ):
            names = re.split(r", | and ", found[1])
            known = [self.game.action_name(key[1]) for key in made]
            return self.claim("made", set(names) <= set(known), words)
        return self.claim("unknown", False, words)

    def pass_over_leaves(self):
        """Answers from memory for final states are not told: the game is over there, that is so."""
        while self.memory and self.game.is_terminal(self.memory[0][0]):
            self.memory.pop(0)

    def bounds(self, node, found, place, words):
        """The window with which a call begins."""
        if not found or found[place] is None:
            return
        first = node.window_in
        for child in self.trace.children(node.id)[:1]:
            first = first or child.window_in
        self.claim("window", first is not None and self.family.windows and [
            found[place], found[place + 1]] == list(map(said, first)), words)  # fmt: skip

    def cutting(self, node, words):
        """A call stops early."""
        how = r"(?:Cut, because (.+)|(\w+) leaves some actions out)"
        never = r"(?:is|are) (never looked at|not looked at this time)"
        found = re.fullmatch(rf"{how}: (.+?) {never}\.", words)
        if not found:
            return self.claim("unknown", False, words)
        cause, who, names, never = found.groups()
        state, names = self.states[node.id], re.split(r", | and ", names)
        named = self.game.action_name
        noted = next((each for each in self.cut if each[0] == state), None)
        if noted:
            self.cut.remove(noted)
        self.claim(
            "cut", noted is not None and sorted(map(named, noted[1])) == sorted(names), words
        )
        if cause:
            self.claim("cause", noted is not None and noted[2]
                       and self.reason_holds(node, cause), words)  # fmt: skip
        if who:
            self.claim("who cuts", who == self.mover(node), words)
        if noted:
            seen = any(self.asked.results[state, action] for action in noted[1])
            self.claim("never", seen == (never != "never looked at"), words)
        return None

    def reason_holds(self, node, reason):
        """Whether a value lies beyond a bound as these words say."""
        found = re.fullmatch(rf"v = ({NUMBER}) ([\u2264\u2265]) (alpha|beta) = ({NUMBER})", reason)
        if not found or node.window_in is None:
            return False
        value, bound = heard(found[1]), heard(found[4])
        beyond = value <= bound if found[2] == "\u2264" else value >= bound
        own = said(node.window_in[0 if found[3] == "alpha" else 1])
        return beyond and found[1] == said(node.value) and found[4] == own

    def answering(self, node, words):  # noqa: PLR0912 - one for each sentence
        """A call ends."""
        value, trace = node.value, self.trace
        above = None if node.parent is None else trace.nodes[node.parent]
        if above is None:
            shown = value if value is not None else trace.value
            right = "?" if shown is None else said(shown)
            right = self.vector(node) or right
            if right == "?" and trace.action_name is not None:
                right = f"the action {trace.action_name}"
            elif right == "?" and node.answer is not None:
                right = f"its own answer: {node.answer}"
            return self.claim("root value", words == f"The root returns {right}.", words)
        if node.pass_number:
            ends = "ends" if value is None else f"returns {said(value)}"
            right = f"Pass {node.pass_number} of {self.notes.passes} {ends}."
            return self.claim("pass", self.family.passes and words == right, words)
        wrong = re.fullmatch(
            rf"The chance node returns ({NUMBER}); the mean by probability is ({NUMBER})\.", words
        )
        if wrong or words.startswith("The mean of what chance may give is "):
            kids = trace.children(node.id)
            chance = self.chance(node)
            mean = sum(chance.get(each.action, math.nan) * each.value for each in kids)
            before = self.best.get(above.id, -math.inf)
            self.best[above.id] = max(before, node.value)
            told = heard(wrong[2] if wrong else words[36:-1])
            same = math.isclose(node.value, mean, abs_tol=1e-9)
            return self.claim("mean", math.isclose(told, mean, rel_tol=1e-4, abs_tol=1e-6)
                              and same != bool(wrong) and len(kids) == len(chance)
                              and (not wrong or wrong[1] == said(node.value)), words)  # fmt: skip
        if trace.jumps and (found := re.fullmatch(rf"(\w+) gives ({NUMBER}) for it\.", words)):
            holds = found[1] == node.function and value is not None and found[2] == said(value)
            return self.claim("value", holds and self.leaf_holds(node), words)
        found = re.fullmatch(
            rf"(The leaf|The final position|The answer from memory|Chance|\w+) (?:returns|is) "
            rf"({NUMBER}|\(.+?\)|nothing that reads as a value|its own answer: (?:{NUMBER}|[^.]+))"
            rf"(?:, which is ({NUMBER}) for (\w+))?(.*)\.", words)  # fmt: skip
        if not found:
            return self.claim("unknown", False, words)
        who, shown, mine, chooser, rest = found.groups()
        if who.startswith("The ") and who != "The answer from memory":
            self.claim("leaf", self.final(node), words)
        elif who != "The answer from memory":
            self.claim("who returns", who == self.mover(node), words)
        if shown.startswith("its own answer: "):
            own = shown.removeprefix("its own answer: ")
            state = self.states[node.id]
            noted = (state, own) in self.notes.answers
            if self.family.name == "proof_numbers":  # it gives yes or no, and looks at numbers
                worth = self.game.utility(state, "MAX")
                noted = self.final(node) and math.isclose(heard(own), worth, rel_tol=1e-5)
            return self.claim("own answer", value is None and noted, words)
        if shown == "nothing that reads as a value":
            return self.claim("nothing", value is None and not self.vector(node), words)
        if shown.startswith("("):
            return self.claim("vector", shown == self.vector(node) and not rest, words)
        self.claim("value", value is not None and shown == said(value) and not self.vector(node)
                   and self.leaf_holds(node), words)  # fmt: skip
        if mine:
            self.claim("turned", self.family.turned and mine == said(-value)
                       and chooser == self.mover(above), words)  # fmt: skip
        return self.then(node, above, rest, words)

    def vector(self, node):
        """What a final state is worth to each of three, or the best such below."""
        if len(self.game.players) < 3:
            return ""
        state = self.states[node.id]

        def worth(state):
            if self.game.is_terminal(state):
                return tuple(self.game.utility(state, player) for player in self.game.players)
            seat = self.game.players.index(self.game.to_move(state))
            kids = [self.game.result(state, action) for action in self.game.actions(state)]
            return max(map(worth, kids), key=lambda value: value[seat])

        return f"({', '.join(f'{each:g}' for each in worth(state))})"

    def leaf_holds(self, node):
        """The value of a final state is what the rules say."""
        if not self.final(node) or not self.family.best:
            return True
        if isinstance(node.value, bool):
            return (self.states[node.id], str(node.value)) in self.notes.answers
        first = self.game.utility(self.states[node.id], self.game.players[0])
        turn = self.family.turned and self.mover(node) != self.game.players[0]
        return node.value == (-first if turn else first)

    def then(self, node, above, rest, words):
        """What an answer has changed."""
        mine = self.mine(node, node.value)
        most = self.takes_most(above)
        better = max if most else min
        before = self.best.get(above.id)
        failed = re.fullmatch(FAILED, rest)
        if failed:
            return self.claim("probe", self.has_failed(node, failed, mine, most=most), words)
        later = [each for each in self.trace.children(above.id) if each.id > node.id]
        if later and later[0].action == node.action and self.high and (
                self.high[0] == self.states[node.id]):  # fmt: skip
            if not self.narrower(node, above):
                self.high.pop(0)
            else:
                return self.claim("probe", False, words)  # it has failed, and nobody says so
        best = self.best[above.id] = mine if before is None else better(before, mine)
        chooser = self.mover(above)
        if not rest:
            return None
        if rest.startswith(", so "):
            for moved in rest.removeprefix(", so ").split(" and "):
                self.moves(above, moved, words)
            return None
        if found := re.fullmatch(r", the best for (\w+) so far(?: \(not better than (alpha|beta) = "
                                 rf"({NUMBER})\))?", rest):  # fmt: skip
            holds = found[1] == chooser and best == mine and best != before
            self.claim("best", holds and self.chooses(above), words)
            if found[2]:
                window = self.window[above.id] or (None, None)
                bound = window[0 if found[2] == "alpha" else 1]
                self.claim("not better", bound is not None and found[3] == said(bound) and (
                    said(mine) == said(bound) or (mine < bound if most else mine > bound)),
                    words)  # fmt: skip
            return None
        if found := re.fullmatch(rf"; (\w+) already has ({NUMBER})", rest):
            holds = found[1] == chooser and before == best and found[2] == said(best)
            return self.claim("has", holds and self.chooses(above), words)
        return self.claim("unknown", False, words)

    def has_failed(self, node, found, mine, *, most):
        """Whether the next probe to fail is this one, in the way that these words say."""
        fails, far, near, name, number = found.groups()
        if not self.high or self.high[0] != self.states[node.id]:
            return False
        self.high.pop(0)
        low, high = sorted(self.mine(node, bound) for bound in node.window_in)
        bound, beyond = (low, mine >= high) if most else (high, mine <= low)
        sides = ("high", "more", "alpha") if most else ("low", "less", "beta")
        holds = far == sides[0] if far else (near, name, number) == (*sides[1:], said(bound))
        return holds and beyond == (fails == "fails") and (mine > bound if most else mine < bound)

    def narrower(self, node, above):
        """Whether a call was for less than the window that holds above it: else it is no probe."""
        window = self.window[above.id] or (None, None)
        return sorted(self.mine(node, bound) for bound in node.window_in) != sorted(window)

    def chooses(self, node):
        """Whether this node really takes the best of what it is told."""
        if not self.best_of or self.jumps:
            return False
        hidden = [key for key in self.asked.results if key[0] == self.states[node.id]]
        kids = self.trace.children(node.id)
        calls = [each for each in self.trace.nodes if self.states[each.id] == self.states[node.id]]
        if len(calls) == 1 and hidden and len(hidden) > len({each.action_name for each in kids}):
            return False  # some came from elsewhere
        most = self.takes_most(node)
        last = {each.action_name: each.value for each in kids}
        best = (max if most else min)(self.mine(node, each) for each in last.values())
        low, high = node.window_in or (-math.inf, math.inf)
        return node.value is None or node.value in (best, min(max(best, low), high))

    def moves(self, node, words, sentence):
        """A bound moves, as the search has noted it at this state."""
        found = re.fullmatch(rf"(alpha|beta) (rises|falls) from ({NUMBER}) to ({NUMBER})", words)
        if not found:
            return self.claim("unknown", False, sentence)
        state = self.states[node.id]
        own = [each for each in self.moved if each[0] == state]
        noted = next(iter(own), None)
        holds = noted is not None and (found[1], found[3], found[4]) == (
            noted[1], said(noted[2]), said(noted[3]))  # fmt: skip
        if holds:
            self.moved.remove(noted)
            low, high = self.window[node.id] or (None, None)
            self.window[node.id] = (noted[3], high) if noted[1] == "alpha" else (low, noted[3])
        rises = found[2] == ("rises" if found[1] == "alpha" else "falls")
        rises = (found[2] == "rises") == (heard(found[4]) > heard(found[3]))
        return self.claim("moves", holds and rises and self.family.windows, sentence)

    def closing(self, words):
        """The headline: value, visits, cuts, and what minimax would have visited."""
        trace = self.trace
        vector = self.vector(trace.nodes[0])
        value = vector or ("unknown" if trace.value is None else said(trace.value))
        action = "" if trace.action_name is None else f", action {trace.action_name}"
        value = value if value.startswith("(") else re.sub("(?<!e)-", MINUS, value)
        start = f"{self.family.name} is done: value {value}{action}."
        if action and value not in ("unknown", "True", "False"):
            start = f"{self.family.name} chooses {trace.action_name}: it is worth {value}."
        if self.trace.value is None and not action and self.trace.nodes[0].answer is not None:
            start = f"{self.family.name} is done: its answer is {self.trace.nodes[0].answer}."
        self.claim("headline", words.startswith(start), words)
        if vector:
            action_holds = trace.action_name is None
            self.claim("action", action_holds, words)
        rest = words.removeprefix(start).strip()
        cost = r"([\d,]+) visits?(?:, ([\d,]+) branch(?:es)? (?:cut|left out))?\."
        compared = r"(?: Minimax would have visited ([\d,]+)\.)?"
        found = re.fullmatch(rf"(.*?){cost}{compared}", rest)
        if not found:
            return self.claim("unknown", False, words)
        note, visits, cut, minimax = found.groups()
        self.claim("visits", int(visits) == self.asked.visits, words)
        if cut is not None:
            noted = sum(len(each[1]) for each in self.notes.cut)
            stops = self.family.windows or self.family.looks
            self.claim("branches", int(cut) == noted and stops, words)
            if "branches cut" in words or "branch cut" in words:
                self.claim("cut", all(each[2] for each in self.notes.cut), words)
        if minimax is not None:
            self.claim("minimax", self.family.plies is not None and int(
                minimax.replace(",", "")) == self.minimax(self.root, self.family.plies),
                words)  # fmt: skip
        if note.strip():
            fine = "but no tree" in note or "makes its moves" in note
            self.claim("note", fine or self.order_holds(note), words)
        return None

    def minimax(self, state, plies):
        """How many states plain minimax looks at."""
        if not plies:
            return 1
        kids = (self.game.result(state, action) for action in self.game.actions(state))
        return 1 + sum(self.minimax(kid, plies - 1) for kid in kids)

    def nothing_is_passed_over(self):
        """Failed probes, answers from memory and cuts are told; a silent picture is no true one."""
        if self.jumps:
            return
        self.pass_over_leaves()
        for kind, rest in (("moves", self.moved), ("memory", self.memory),
                           ("cut", self.cut), ("probe", self.high)):  # fmt: skip
            if rest:
                self.claim(f"{kind} unsaid", False, str(rest[:2]))

    # --- Monte Carlo ------------------------------------------------------------------------------

    def simulations(self, kinds, words):
        """Each simulation's phases in their order, and the numbers in every node after each."""
        at, done = 1, 0
        for each in self.trace.simulations:
            start = f"Simulation {each.number + 1}, "
            while at < len(kinds) - 1 and words[at].startswith(start):
                self.at, last = at, not words[at + 1].startswith(start)
                done += last
                self.phase(each, words[at].removeprefix(start))
                self.tree(at, done)
                at += 1
        self.at = at
        self.claim("simulations", at == len(kinds) - 1 and done == len(self.trace.simulations),
                   words[at])  # fmt: skip
        found = re.search(r"([\d,]+) simulations, ([\d,]+) nodes in the tree\.$", words[-1])
        self.claim("headline", found and int(found[1]) == len(self.trace.simulations)
                   and int(found[2]) == len(self.trace.nodes), words[-1])  # fmt: skip

    def phase(self, each, words):
        """What a simulation does in one of its phases, by the moves that it names."""
        state, way = self.root, list(each.path or ())
        for action in way:
            state = self.game.result(state, action)
        named = self.game.action_name
        if words.startswith("select: from the root"):
            names = words.rpartition(": ")[2].removesuffix(".").split()
            self.claim("select", names == list(map(named, way)), words)
        elif words.startswith("select: "):
            self.claim("select", not way, words)
        elif found := re.fullmatch(r"expand: (\S+) is new in the tree\.", words):
            holds = each.expanded is not None and found[1] == named(each.expanded)
            self.claim("expand", holds and each.expanded in self.game.actions(state), words)
        elif words.startswith("expand: "):
            self.claim("expand", self.game.is_terminal(state), words)
        elif words.startswith("play out: "):
            for action in [] if each.expanded is None else [each.expanded]:
                state = self.game.result(state, action)
            for action in each.playout:
                state = self.game.result(state, action)
            count = re.match(r"play out: (\d+) random", words)
            pairs = dict(re.findall(rf"({NUMBER}) for (\w+)", words.rpartition("worth ")[2]))
            worth = {player: number for number, player in pairs.items()}
            ends = self.game.is_terminal(state)
            low, high = self.game.utility_range
            first = self.game.utility(state, self.game.players[0]) if ends else None
            first = (first - low) / ((high - low) or 1) if ends else None
            holds = worth.get(self.game.players[0], said(first)) == said(first) if ends else False
            self.claim("play out", holds and int(count[1] if count else 0) == len(each.playout),
                       words)  # fmt: skip
        else:
            found = re.match(r"back up: (\d+) nodes? ", words)
            count = 1 + len(way) + (each.expanded is not None)
            self.claim("back up", found and int(found[1]) == count, words)

    def tree(self, step, done):
        """Visits and mean in every node, from the simulations that are over by now."""
        ways, names = [], column_of(self.story, "name")
        for name, above in zip(names, self.story["pieces"]["parent"], strict=True):
            ways.append(() if above < 0 else (*ways[above], name))
        counts, sums = Counter(), Counter()
        for each in self.trace.simulations[:done]:
            actions = [*each.path, *([] if each.expanded is None else [each.expanded])]
            way, state = (), self.root
            mover = self.game.to_move(state)
            for action in [None, *actions]:
                if action is not None:
                    mover = self.game.to_move(state)
                    way = (*way, self.game.action_name(action))
                    state = self.game.result(state, action)
                counts[way] += 1
                sums[way] += each.reward[self.game.players.index(mover)]
        for group in parsed(self.still.drawing(step)).iter("g"):
            if "data-node" not in group.attrib:
                continue
            way = ways[int(group.attrib["data-node"])]
            for line in (each.text for each in group.iter("text")):
                self.claim("node", line in self.numbers(way, counts, sums), f"{way} {line}")

    def numbers(self, way, counts, sums):
        """All that may stand in a node with these visits."""
        count = counts[way]
        lines = {"1 visit" if count == 1 else f"{count} visits"}
        if count:
            mean = sums[way] / count
            shown = f"{math.floor(mean * 1000 + 0.5) / 1000}".removesuffix(".0")
            lines.add(shown)
        return lines

    # --- the picture ------------------------------------------------------------------------------

    def picture(self, step):
        """Every word in the drawing of this step."""
        drawing = parsed(self.still.drawing(step))
        calls, self.notes_of = self.calls(self.story), {}
        for group in drawing.iter("g"):
            if "data-node" not in group.attrib:
                continue
            at = int(group.attrib["data-node"])
            lines = [each.text for each in group.iter("text")]
            if at in calls:
                self.box(self.trace.nodes[calls[at]], lines, step)
        if not self.trace.simulations:
            self.counters(step)
            self.cut_away(drawing)

    def calls(self, story):
        """For each box that is a call its node of the trace: both come in the same order."""
        if not hasattr(self, "_calls"):
            plain = [at for at, shape in enumerate(shapes_of(story))
                     if shape.split()[0] not in ("cut", "more", "ghost")]  # fmt: skip
            order = []
            todo = [node.id for node in reversed(self.trace.nodes) if node.parent is None]
            while todo:
                order.append(todo.pop())
                todo += [child.id for child in reversed(self.trace.children(order[-1]))]
            whole = len(plain) == len(order) and not self.trace.simulations
            self._calls = dict(zip(plain, order, strict=True)) if whole else {}
        return self._calls

    def box(self, node, lines, step):
        """The words in a node."""
        done = node.id in self.left
        self.window_line(node, [line for line in lines if line[0] in "\u03b1\u03b2"], done=done)
        for line in lines:
            if line[0] in "\u03b1\u03b2":
                continue
            if found := re.fullmatch(rf"so far ({NUMBER})", line):
                best = self.best.get(node.id)
                self.claim("so far", not done and best is not None and found[1] == said(best)
                           and self.chooses(node), line)  # fmt: skip
            elif found := re.fullmatch(rf"([\u2264\u2265]) ([\u03b1\u03b2]) ({NUMBER})", line):
                name = {"\u03b1": "alpha", "\u03b2": "beta"}[found[2]]
                why = f"v = {said(node.value)} {found[1]} {name} = {found[3]}"
                stops = any(each[2] for each in self.notes.cut if each[0] == self.states[node.id])
                self.claim("stopped", done and stops and self.reason_holds(node, why), line)
            elif re.fullmatch(NUMBER, line):
                self.claim("value", done and node.value is not None and line == said(node.value)
                           and not self.vector(node), line)  # fmt: skip
            elif line.startswith("("):
                self.claim("vector", done and line == self.vector(node), line)
            elif found := re.fullmatch(r"from step (\d+)", line):
                self.claim("card", done and int(found[1]) in self.left.values(), line)
            elif line in ("?", "chance" if self.chance(node) else self.mover(node)):
                self.claim("who", node.id not in self.left or node.value is None, line)
            else:
                self.notes_of.setdefault(node.id, []).append(line)
                words = " ".join(self.notes_of[node.id])
                walks = "goes on from here by itself, by no call"
                holds = self.family.name == "flat" and walks.startswith(words)
                self.claim("note", holds, words)

    def window_line(self, node, words, *, done):
        """The bounds in a node that has children: what they are now, and none once it is left.

        A bound that is infinite is not written there.
        """
        entry = node.window_in
        for child in self.trace.children(node.id)[:1]:
            entry = entry or child.window_in
        right = [] if done or entry is None else [self.window.get(node.id) or entry]
        if self.happens == ("cut", node) and right and node.value is not None:
            low, high = right.pop()
            right += [(max(low, node.value), high)] * (node.reason == "beta")
            right += [(low, min(high, node.value))] * (node.reason == "alpha")
            right = right or [(low, high)]
        told = [
            [f"{name} {said(bound)}" for name, bound in zip("\u03b1\u03b2", window, strict=True)
             if bound is not None and math.isfinite(bound)]
            for window in right
        ]  # fmt: skip
        inner = self.trace.children(node.id) or node.cut
        holds = words in (told or [[]]) and (self.family.windows or not words)
        holds = holds or (node.window_in is None and not words)
        self.claim("window", holds if inner else not words, f"{node.id}: {words} {told}")

    def cut_away(self, drawing):
        """The names of what was cut at a node, once it is; scissors where a bound was the cause."""
        story, calls = self.story, self.calls(self.story)
        names, gone = column_of(story, "name"), {}
        for at, (shape, above) in enumerate(
            zip(shapes_of(story), story["pieces"]["parent"], strict=True)
        ):
            if shape.startswith("cut ") and story["pieces"]["branches"][at] and above in calls:
                gone.setdefault(above, []).append(at)
        shown = {int(each.attrib["data-node"]) for each in drawing.iter("g")
                 if "data-node" in each.attrib}  # fmt: skip
        scissors = {int(each.attrib["data-cut"]) for each in drawing.iter("g")
                    if "data-cut" in each.attrib}  # fmt: skip
        for above, kids in gone.items():
            node, own = self.trace.nodes[calls[above]], {names[at] for at in kids}
            named = self.game.action_name
            noted = [each for each in self.notes.cut if each[0] == self.states[node.id]
                     and set(map(named, each[1])) == own]  # fmt: skip
            told = node.id in self.left or self.happens == ("cut", node)
            self.claim("cut away", shown & set(kids) == (set(kids) if told else set()), str(own))
            if told:
                caused = node.reason in ("alpha", "beta")
                holds = noted and (not caused or any(each[2] for each in noted))
                here = scissors & set(kids)
                self.claim("cut", holds and here == (set(kids) if caused else set()), str(own))

    def counters(self, step):
        """The visits beside the tree, never more than states have been looked at."""
        visits, last = self.counts["visits"][step], len(self.story["steps"]["kind"]) - 1
        family = self.family
        if step == last and "leaves" in self.counts:
            ends = len({self.states[node.id] for node in self.entered if node.final})
            leaves = self.counts["leaves"][step]
            self.claim("leaves", ends <= leaves, f"{leaves} leaves, {ends} ends")
            for name, shown in self.counts.items():
                self.claim("counter", shown == sorted(shown), f"{name} falls")
        if self.jumps or family.looks or not family.best:
            return
        fresh = [node for node in self.entered if not self.used(node)]
        if step == last:
            self.claim("counter", visits == self.asked.visits, f"{visits} visits")
        elif self.trace.game == "TextbookTree" and not self.notes.memory:
            holds = visits <= len(fresh) if self.family.passes else visits == len(fresh)
            self.claim("counter", holds, f"{visits} visits, {len(fresh)} states")

    def used(self, node):
        """Whether this call is for a state that another one has just had, made but once."""
        if node.parent is None or node.pass_number:
            return bool(node.pass_number)
        kids = [each for each in self.trace.children(node.parent) if each.id <= node.id]
        again = [each for each in kids if each.action == node.action]
        key = self.states[node.parent], node.action
        calls = [each for each in self.trace.nodes if self.states[each.id] == self.states[node.id]]
        return len(again) > 1 and self.asked.results[key] < len(calls)


def spans_and_ways(trace):
    """For each way down a tree its node, and the steps at which the search enters and leaves it."""
    step, spans, ways = 0, {}, {}
    for node in trace.nodes:
        above = () if node.parent is None else ways[node.parent]
        ways[node.id] = above if node.parent is None else (*above, node.action_name)
    for event in trace.events():
        step += 1 + bool(event.kind == "leave" and trace.nodes[event.node].cut)
        spans.setdefault(ways[event.node], {})[event.kind] = step
    return spans, {ways[node.id]: node for node in trace.nodes}


def words_by_node(still, step):
    """For each node that is drawn at this step its words."""
    groups = parsed(still.drawing(step)).iter("g")
    drawn = {int(group.attrib["data-node"]): group for group in groups if group.get("data-node")}
    return {at: [each.text for each in group.iter("text")] for at, group in drawn.items()}


def false_ghosts(traces, stories):
    """What the pictures of two searches side by side say of each other before its time, or twice.

    For each step of both the ghosts that are there, and the names in the boxes of what was cut.
    """
    known = [spans_and_ways(trace) for trace in traces]
    false, count = [], 0
    for here, there in ((0, 1), (1, 0)):
        story, (_, own), (spans, other) = stories[here], known[here], known[there]
        parents, still, kinds = story["pieces"]["parent"], Still(story), shapes_of(story)
        names = []
        for name, above in zip(column_of(story, "name"), parents, strict=True):
            names.append(() if above < 0 else (*names[above], name))

        def right(way, step):
            """The words of a ghost at this step; None where it must not be there."""
            above, node, span = own.get(way[:-1]), other.get(way), spans.get(way, {})  # noqa: B023
            named = above is not None and way[-1] in above.cut_names
            if node is None or way in own or (not named and span["enter"] > step):  # noqa: B023
                return None
            return ([said(node.value)] if span["leave"] <= step else ["?"]) if node.final else []

        for step in range(len(story["steps"]["kind"])):
            shown = words_by_node(still, step)
            ghosts = [at for at in shown if kinds[at] == "ghost"]
            wrong = [at for at in ghosts if shown[at] != right(names[at], step)]
            false += [(here, step, names[at], shown[at]) for at in wrong]
            count += len(ghosts)
            cut = [at for at in shown if kinds[at].startswith("cut ")]
            twice = {(parents[at], names[at]) for at in cut} & {(parents[at], names[at])
                                                                for at in ghosts}  # fmt: skip
            false += [(here, step, way, "drawn twice") for _, way in twice if way]
    return false, count


def judged(family, seed, watched, film_of):
    """The false statements about this search on the tree of this seed, and all that was counted."""
    run = _, game, state, _ = family.run(watched, Random(seed))
    story = film_of(run[0], game=game, boards=False)
    asked = Asked(game, state)
    family.again(asked, state)
    oracle = Oracle(family, run, story, asked)
    return oracle.run(), oracle.told
