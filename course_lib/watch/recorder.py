"""Turns the calls that a search makes into the nodes of its tree, seen from outside."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

from course_lib.game import Action, Chances, Player, Playout, State
from course_lib.watch.simulations import PHASES, Phases
from course_lib.watch.states import MAKE, Reached, States
from course_lib.watch.trace import Window, has_value, is_number
from course_lib.watch.watched import Watched

# An iterative search makes no calls for its states: remembering all of them would help nobody.
_MOST_REACHED = 50_000

_BOUNDS = (("alpha", "beta"), ("\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}"))
# Parameters that are never the state, though a small number may be equal to one that is.
_NO_STATES = {"depth", "ply", "level", "limit", "value", "best", "alpha", "beta", "action", "move"}
_RULES = ("course_lib.game", "course_lib.plain", "course_lib.watch")
# The instructions that give something back; without one of them an exception has ended the call.
_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_PAUSING = inspect.CO_GENERATOR | inspect.CO_COROUTINE


@dataclass(slots=True, eq=False)
class Call:
    """A node while its call is running, and until all is known that its words need."""

    id: int
    parent: Call | None
    action: Action | None
    depth: int
    function: str
    code: CodeType
    state: State
    content: Any
    player: Player | None
    final: bool
    chance: Chances
    board: Any
    entered: int
    left: int | None = None
    window_in: Window | None = None
    window_out: Window | None = None
    returned: Any = None
    inner: Any = None
    searched: bool = False
    """Whether `inner` came from a call in which children were searched, and not from a helper."""
    listed: tuple[Action, ...] = ()
    applied: list[Action] = field(default_factory=list)
    reached: dict[int, Reached] = field(default_factory=dict)
    failed: bool = False
    note: str | None = None
    before: Any = None
    """The content of the state that this one came from, where that is not its parent's state."""
    counted: list[int] = field(default_factory=list)
    """The visits of the whole search when the call began, and when it ended."""
    within: Call | None = None
    """At the root and for its children: the innermost call for the root's state that was running.

    Of such calls there is one for each pass, as of `alphabeta` in MTD(f).
    """

    def add_note(self, text: str) -> None:
        """Add something unusual to what is said about this node."""
        self.note = f"{self.note}; {text}" if self.note else text


class Running(NamedTuple):
    """A running call that belongs to a node: the call that made it, or one with its state."""

    frame: FrameType
    node: Call
    first: bool
    begun: int
    """How many nodes there were when the call began."""
    inner: Call | None = None
    """At the root: what is noted of a call with its state, which may be a pass."""


class Recorder:
    """Watches calls and returns through `sys.setprofile`, and collects the nodes of the tree.

    A call is a node if one of its arguments is a state that the rules gave back, the root
    included. A call with the state of the node it was made from belongs to that node (a wrapper,
    a helper). What runs inside the rules, or inside a function that was passed to the search
    as an option, is not recorded. Neither are the calls of generators and coroutines: they pause
    and go on in an order that no call inside a call explains.
    """

    def __init__(
        self,
        states: States,
        root: State,
        *,
        limit: int,
        helpers: set[CodeType],
        roles: dict[CodeType, str],
    ) -> None:
        self.states = states
        self.root = root
        self.limit = limit
        self.helpers = helpers
        self.roles = roles
        self.calls: list[Call] = []
        self.phases = Phases()
        self.paused = False
        """Whether coroutines, or generators inside each other, were seen."""
        self.stopped: str | None = None
        self._kinds: dict[CodeType, FrameKind] = {}
        self._stack: list[Running] = []
        self._running: set[int] = set()
        self._muted: FrameType | None = None
        self._helping = False
        self._clock = 0
        self._names: set[str] = set()
        """The parameters that states were given as."""
        self.came: dict[Any, tuple[Any, Action]] = {}
        """For states by their content: the content of the state before, and the action."""
        self._made: dict[int, Reached] = {}
        """The states that the rules gave back, by identity: a search may come back to each."""

    def look_through(self, function: Callable[..., Any]) -> None:
        """See the calls that this function makes, though it is one of ours: it runs the search."""
        self._kinds[function.__code__] = FrameKind()

    # --- the hook ----------------------------------------------------------------------------

    def hook(self, frame: FrameType, event: str, arg: Any) -> None:
        """What `sys.setprofile` calls at every call and return."""
        try:
            if event == "call":
                if self._muted is None:
                    self._called(frame)
            elif event == "return":
                if frame is self._muted:
                    self._muted, self._helping = None, False
                    self._unmuted(frame, arg)
                elif id(frame) in self._running:
                    self._returned(frame, arg)
        except RecursionError:
            # The search has used up the stack and is about to learn it by itself.
            return
        except Exception as error:  # noqa: BLE001 - a fault of the recording is not the search's
            self._stop(f"by {type(error).__name__}: {error}")

    def _called(self, frame: FrameType) -> None:
        kind = self._kinds.get(frame.f_code)
        if kind is None:
            kind = self._kinds[frame.f_code] = kind_of(frame, self.helpers, self.roles)
        if kind.mute:
            self._muted, self._helping = frame, kind.helper
            if kind.role and kind.parameters:
                if kind.role == MAKE:
                    self.states.counts.moved()
                else:
                    self.states.counts.asked(frame.f_locals[kind.parameters[0]])
        elif not self.stopped:
            if kind.phase:
                self.phases.entered(kind.phase, frame)
                if len(self.phases.simulations) >= self.limit:
                    self._stop(f"at the limit of {self.limit:,} simulations")
                    return
                self._running.add(id(frame))
            self.paused = self.paused or (kind.generator and pauses_inside(frame))
            shows_a_node = self.states.tree and not kind.generator
            takes_a_state = (kind.parameters or kind.rest) and (shows_a_node or not self.calls)
            if takes_a_state and not self.phases.recognised:
                self._maybe_node(frame, kind)

    def _unmuted(self, frame: FrameType, answer: Any) -> None:
        """The rules have answered: functions that are rules do not report it by themselves."""
        kind = self._kinds[frame.f_code]
        names = kind.parameters
        # What a generator yields is no answer, and to read its answer would use it up.
        if not kind.role or not names or kind.generator or has_raised(frame, answer):
            return
        board = frame.f_locals[names[0]]
        if kind.role == "actions":
            listed = tuple(answer) if isinstance(answer, Collection) else ()
            self.states.counts.listed(board, listed)
            self.listed(board, listed)
        elif kind.role == "result" and len(names) > 1:
            action = frame.f_locals[names[1]]
            self.states.counts.applied(board, action, answer)
            self.applied(board, action, answer)

    # --- what the rules report -----------------------------------------------------------------

    def listed(self, state: State, actions: tuple[Action, ...]) -> None:
        """The search was told that these actions are legal here."""
        if self._stack and not self.stopped and not self._helping:
            node = self._stack[-1].node
            if node.state is state:
                for call in self._calls_at(node):
                    call.listed = call.listed or actions

    def applied(self, state: State, action: Action, after: State) -> None:
        """The rules gave back the state after this action."""
        if self.stopped or self._helping:
            return
        self.states.seen(after)
        self.phases.applied(action)
        if self._stack and not self.phases.recognised:
            node = self._stack[-1].node
            if node.state is state:
                for call in self._calls_at(node):
                    call.applied.append(action)
            if len(node.reached) >= _MOST_REACHED:
                node.reached.clear()
            node.reached[id(after)] = Reached(after, action, state)
            if len(self.came) < _MOST_REACHED:
                way = (self.states.content(state), action)
                self.came.setdefault(self.states.content(after), way)
                self._made[id(after)] = Reached(after, action, state)

    def _calls_at(self, node: Call) -> Iterable[Call]:
        """The running node, and at the root also the calls with its state, which may be passes."""
        if node.parent:
            return (node,)
        return [node, *(each.inner for each in self._stack if each.inner)]

    # --- nodes ---------------------------------------------------------------------------------

    def _maybe_node(self, frame: FrameType, kind: FrameKind) -> None:
        """Begin a node, or join the running one, if an argument of this call is a state."""
        arguments = frame.f_locals
        same = False
        things = [(name, arguments[name]) for name in kind.parameters if name in arguments]
        if kind.rest:
            things += [(kind.rest, each) for each in arguments.get(kind.rest, ())]
        for name, thing in things:
            if not self.states.looks_like_state(thing):
                continue
            if not self._stack:
                if not self.calls and self._is_same(
                    thing, self.root, self.states.content(self.root)
                ):
                    self._names.add(name)
                    self._enter(frame, thing, None)
                    return
                continue
            node = self._stack[-1].node
            reached = self._reached(thing, node, expected=name in self._names)
            if reached is not None:
                self._names.add(name)
                self._enter(frame, thing, reached)
                return
            same = same or self._is_same(thing, node.state, node.content)
        if same:
            node = self._stack[-1].node
            inner = None if node.parent else self._inner_call(frame, node)
            self._push(Running(frame, node, first=False, begun=len(self.calls), inner=inner))

    def _inner_call(self, frame: FrameType, root: Call) -> Call:
        """A call with the root's state inside the root's, which may turn out to be a pass."""
        return replace(
            root,
            parent=root,
            function=frame.f_code.co_name,
            code=frame.f_code,
            entered=self._tick(),
            window_in=None,
            inner=None,
            searched=False,
            listed=(),
            applied=[],
            note=None,
            counted=[self.states.counts.visits],
            within=next((each.inner for each in reversed(self._stack) if each.inner), None),
        )

    def _is_same(self, thing: Any, state: State, content: Any) -> bool:
        return thing is state or self.states.content(thing) == content

    def _reached(self, thing: Any, node: Call, *, expected: bool) -> Reached | None:
        """How the rules gave back this state, if it is another one than that of a running node.

        It may also be a board that the search has changed, where states are `expected`.
        """
        content = self.states.content(thing)
        reached = node.reached.get(id(thing))
        if reached is not None and self.states.content(reached.state) == content:
            if thing is node.state:
                # The rules gave back the state they were given: a state of its own just once.
                del node.reached[id(thing)]
            return reached
        running = [each.node for each in self._stack]
        if any(content == each.content for each in running):
            return None
        # A copy, or a state that a call further out has asked for. A state that is being searched
        # was a node with other content: since then the search has changed it by itself.
        searched = {id(each.state) for each in running}
        for call in dict.fromkeys(reversed(running)):
            for other in reversed(call.reached.values()):
                if id(other.state) not in searched and self._is_same(other.state, thing, content):
                    return other
        expected = expected or thing is node.state
        changed = self.states.changed(node.state, node.content, thing, expected=expected)
        # One that was made in a call that is over: the search jumps.
        made = self._made.get(id(thing)) if expected else None
        return made if changed is None and made and made.state is thing else changed

    def _enter(self, frame: FrameType, state: State, reached: Reached | None) -> None:
        if len(self.calls) >= self.limit:
            self._stop(f"at the limit of {self.limit:,} nodes")
            return
        parent = self._stack[-1].node if self._stack else None
        if parent is not None:
            self._look_at_window(self._stack[-1])
        node = Call(
            id=len(self.calls),
            parent=parent,
            action=reached.action if reached else None,
            depth=parent.depth + 1 if parent else 0,
            function=frame.f_code.co_name,
            code=frame.f_code,
            state=state,
            content=self.states.content(state),
            player=self.states.player(state),
            final=self.states.is_final(state),
            chance=self.states.chance(state),
            board=self.states.board(state),
            entered=self._tick(),
            within=self._stack[-1].inner if self._stack else None,
        )
        if reached and parent and reached.before is not parent.state:
            before = self.states.content(reached.before)
            node.before = None if before == parent.content else before
        if parent and not parent.searched:
            parent.inner = None  # what a helper said of a state that is searched now
        node.counted = [self.states.counts.visits]
        self.calls.append(node)
        if self._kinds[frame.f_code].generator:  # the root alone: nobody waits for its end
            node.left = self._tick()
        else:
            self._push(Running(frame, node, first=True, begun=len(self.calls)))

    def _push(self, running: Running) -> None:
        self._stack.append(running)
        self._running.add(id(running.frame))
        self._look_at_window(running)

    def _look_at_window(self, running: Running) -> None:
        """Note the window at entry; where alpha and beta are set later, before the first child."""
        if running.node.window_in is None:
            running.node.window_in = self._window(running.frame)
        if running.inner and running.inner.window_in is None:
            running.inner.window_in = self._window(running.frame)

    def _window(self, frame: FrameType) -> Window | None:
        bounds = self._kinds[frame.f_code].bounds
        if bounds is None:
            return None
        names = frame.f_locals
        alpha, beta = (names.get(name) for name in bounds)
        if not is_number(alpha) and not is_number(beta):
            return None
        return (alpha if is_number(alpha) else None, beta if is_number(beta) else None)

    def _returned(self, frame: FrameType, arg: Any) -> None:
        self._running.discard(id(frame))
        kind = self._kinds.get(frame.f_code)
        if kind is None:  # a number of a frame whose end was not seen, used again
            return
        if kind.phase:
            self.phases.left(kind.phase, frame, arg)
        if not any(running.frame is frame for running in self._stack):
            return
        # Calls above this one ended unseen, for example when the stack was used up.
        while self._stack[-1].frame is not frame:
            self._stack.pop()
        running = self._stack.pop()
        node = running.node
        node.window_out = self._window(frame) or node.window_out
        if running.inner:
            inner = running.inner
            inner.window_out, inner.left = self._window(frame) or inner.window_out, self._tick()
            inner.returned, inner.failed = arg, has_raised(frame, arg)
            inner.counted.append(self.states.counts.visits)
        if running.first:
            if node.parent is None and all(call.depth < 2 for call in self.calls):
                self.phases.look_for_root(frame)
            node.left = self._tick()
            node.counted = [*node.counted[:1], self.states.counts.visits]
            node.reached.clear()
            node.returned = arg
            if has_raised(frame, arg):
                node.failed = True
                node.add_note("left by an exception")
        elif has_value(arg) and frame.f_code.co_name != "<lambda>":
            self._note_inner(node, arg, searched=len(self.calls) > running.begun)

    def _note_inner(self, node: Call, value: Any, *, searched: bool) -> None:
        """Note what a call with the node's state gave back; a helper's counts only at a leaf."""
        if searched or len(self.calls) == node.id + 1:
            node.inner, node.searched = value, searched

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _stop(self, why: str) -> None:
        """Record no more. The search goes on, and what is counted goes on too."""
        self.stopped = (
            f"recording stopped {why}; the search went on, "
            "and its visits, edges and cuts are counted to the end"
        )
        self._stack.clear()
        self._running.clear()
        if not self.roles:
            sys.setprofile(None)


class Reporting(Watched):
    """A watched game that also tells a recorder which action led to which state."""

    recorder: Recorder | None = None

    def __repr__(self) -> str:
        return repr(self.game)  # in what a search says, as its caller knows it

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        listed = super().actions(state)
        if self.recorder is not None:
            self.recorder.listed(state, listed)
        return listed

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        after = super().result(state, action)
        if self.recorder is not None:
            self.recorder.applied(state, action, after)
        return after

    def playout(self, state: State, rng: Random) -> Playout:
        """The game's own random game from here."""
        played = super().playout(state, rng)
        if self.recorder is not None and not self.recorder.stopped:
            self.recorder.phases.played(played.actions)
        return played


# --- what can be told about a function from its code -------------------------------------------


class FrameKind(NamedTuple):
    """What is known of a function before it is called."""

    mute: bool = False
    helper: bool = False
    role: str | None = None
    phase: str | None = None
    parameters: tuple[str, ...] = ()
    rest: str | None = None
    bounds: tuple[str, str] | None = None
    generator: bool = False


def kind_of(frame: FrameType, helpers: set[CodeType], roles: dict[CodeType, str]) -> FrameKind:
    """The kind of the function that this call runs."""
    code, pausing = frame.f_code, bool(frame.f_code.co_flags & _PAUSING)
    if code in roles:
        return FrameKind(
            mute=True,
            role=roles[code],
            parameters=_parameters(code),
            generator=pausing,
        )
    if code in helpers:
        return FrameKind(mute=True, helper=True)
    module = str(frame.f_globals.get("__name__", ""))
    if module in _RULES or module.startswith(("course_lib.games", "course_lib.watch.")):
        return FrameKind(mute=True)
    if module.split(".", 1)[0] in sys.stdlib_module_names and module != "__main__":
        return FrameKind()
    if module == "course_lib.search.questions":  # what stands around a search is no part of it
        return FrameKind()
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return FrameKind(
        phase=None if pausing else PHASES.get(code.co_name.strip("_")),
        parameters=tuple(name for name in _parameters(code) if name not in _NO_STATES),
        rest=_rest(code),
        bounds=next((pair for pair in _BOUNDS if set(pair) <= set(names)), None),
        generator=pausing,
    )


def pauses_inside(frame: FrameType) -> bool:
    """Whether this is a coroutine's call, or a generator's inside another call of its function."""
    above = frame.f_back
    while above is not None and above.f_code is not frame.f_code:
        above = above.f_back
    return above is not None or not frame.f_code.co_flags & inspect.CO_GENERATOR


def has_raised(frame: FrameType, arg: Any) -> bool:
    """Whether a call ended by an exception: it gave back nothing, and without saying so."""
    return arg is None and _instruction(frame) not in _RETURNS


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's parameters, `*args` and `**options` left out."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return tuple(name for name in names if not name.startswith("."))


def _rest(code: CodeType) -> str | None:
    """The name of the parameter that takes all further arguments, if there is one."""
    if not code.co_flags & inspect.CO_VARARGS:
        return None
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount]


def _instruction(frame: FrameType) -> int:
    return frame.f_code.co_code[frame.f_lasti]
