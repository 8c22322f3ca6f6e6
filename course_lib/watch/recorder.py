"""Turns the calls that a search makes into the nodes of its tree, seen from outside."""

from __future__ import annotations

import sys
from collections.abc import Collection
from types import CodeType, FrameType
from typing import Any

from course_lib.game import Action, State
from course_lib.watch.drafts import Draft, Facts, Given, Place
from course_lib.watch.kinds import Kind, has_paused, has_raised, kind_of
from course_lib.watch.phases import Phases
from course_lib.watch.reading import Window, has_value, is_number

# An iterative search makes no calls for its states: remembering all of them would help nobody.
_MOST_GIVEN = 50_000


class Recorder:
    """Watches calls and returns through `sys.setprofile` and drafts the nodes of the tree.

    A call is a node if one of its arguments is a state that the rules gave back, the root
    included. A call with the state of the node it was made from belongs to that node (a wrapper,
    a helper). What runs inside the rules, or inside a function that was passed to the search
    as an option, is nobody's node.
    """

    def __init__(
        self,
        facts: Facts,
        root: State,
        *,
        limit: int,
        helpers: set[CodeType],
        roles: dict[CodeType, str],
    ) -> None:
        self.facts = facts
        self.root = root
        self.limit = limit
        self.helpers = helpers
        self.roles = roles
        self.drafts: list[Draft] = []
        self.phases = Phases()
        self.stopped: str | None = None
        self._kinds: dict[CodeType, Kind] = {}
        self._places: list[Place] = []
        self._running: set[int] = set()
        self._paused: dict[int, Place] = {}
        self._muted: FrameType | None = None
        self._helping = False
        self._clock = 0

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
            if kind.role:
                self._asked_role(kind, frame)
        elif self.stopped:
            return
        elif kind.generator and id(frame) in self._paused:
            self._push(self._paused.pop(id(frame)))
        else:
            if kind.phase:
                self.phases.entered(kind.phase, frame)
                if len(self.phases.simulations) >= self.limit:
                    self._stop(f"at the limit of {self.limit:,} simulations")
                    return
                self._running.add(id(frame))
            if (kind.parameters or kind.rest) and not self.phases.recognised:
                self._maybe_node(frame, kind)

    def _unmuted(self, frame: FrameType, arg: Any) -> None:
        kind = self._kinds[frame.f_code]
        # What a generator yields is no answer, and to read its answer would use it up.
        if kind.role and not kind.generator and not has_raised(frame, arg):
            self._answered_role(kind.role, frame, arg)

    def _asked_role(self, kind: Kind, frame: FrameType) -> None:
        """One of the functions that are the rules begins: a question about its board."""
        if kind.parameters:
            self.facts.counts.asked(frame.f_locals[kind.parameters[0]])

    def _answered_role(self, role: str, frame: FrameType, answer: Any) -> None:
        names = self._kinds[frame.f_code].parameters
        if not names:
            return
        board = frame.f_locals[names[0]]
        if role == "actions":
            listed = tuple(answer) if isinstance(answer, Collection) else ()
            self.facts.counts.listed(board, listed)
            self.listed(board, listed)
        elif role == "result" and len(names) > 1:
            action = frame.f_locals[names[1]]
            self.facts.counts.applied(board, action, answer)
            self.applied(board, action, answer)

    # --- what the rules report -----------------------------------------------------------------

    def listed(self, state: State, actions: tuple[Action, ...]) -> None:
        """The search was told that these actions are legal here."""
        if self._places and not self.stopped and not self._helping:
            node = self._places[-1].node
            if node.state is state and not node.listed:
                node.listed = actions

    def applied(self, state: State, action: Action, after: State) -> None:
        """The rules gave back the state after this action."""
        if self.stopped or self._helping:
            return
        self.facts.seen(after)
        self.phases.applied(action)
        if self._places and not self.phases.recognised:
            node = self._places[-1].node
            if node.state is state:
                node.applied.append(action)
            if len(node.given) >= _MOST_GIVEN:
                node.given.clear()
            node.given[id(after)] = Given(after, action, state)

    # --- nodes ---------------------------------------------------------------------------------

    def _maybe_node(self, frame: FrameType, kind: Kind) -> None:
        """Begin a node, or join the running one, if an argument of this call is a state."""
        arguments = frame.f_locals
        same = False
        things = [arguments[name] for name in kind.parameters if name in arguments]
        things += arguments.get(kind.rest, ()) if kind.rest else ()
        for thing in filter(self.facts.looks_like_state, things):
            if not self._places:
                if not self.drafts and self._is_root(thing):
                    self._enter(frame, thing, None)
                    return
                continue
            given = self._given(thing)
            if given is not None:
                self._enter(frame, thing, given)
                return
            same = same or self._is_current(thing)
        if same:
            self._join(frame)

    def _is_root(self, thing: Any) -> bool:
        return thing is self.root or self.facts.content(thing) == self.facts.content(self.root)

    def _is_current(self, thing: Any) -> bool:
        node = self._places[-1].node
        return thing is node.state or self.facts.content(thing) == node.content

    def _given(self, thing: Any) -> Given | None:
        """How the rules gave back this state, if it is another one than that of a running node."""
        node = self._places[-1].node
        content = self.facts.content(thing)
        given = node.given.get(id(thing))
        if given is not None and self.facts.content(given.state) == content:
            if thing is node.state:
                # The rules gave back the state they were given: a state of its own just once.
                del node.given[id(thing)]
            return given
        if any(content == place.node.content for place in self._places):
            return None
        # A copy, or a state that a call further out has asked for. A state that is being searched
        # was a node with other content: since then the search has changed it by itself.
        searched = {id(place.node.state) for place in self._places}
        for draft in dict.fromkeys(place.node for place in reversed(self._places)):
            for other in reversed(draft.given.values()):
                same = other.state is thing or self.facts.content(other.state) == content
                if same and id(other.state) not in searched:
                    return other
        return self.facts.changed(node.state, node.content, thing)

    def _enter(self, frame: FrameType, state: State, given: Given | None) -> None:
        if len(self.drafts) >= self.limit:
            self._stop(f"at the limit of {self.limit:,} nodes")
            return
        parent = self._places[-1].node if self._places else None
        if parent is not None:
            self._look_at_window(self._places[-1])
        node = Draft(
            id=len(self.drafts),
            parent=parent,
            action=given.action if given else None,
            depth=parent.depth + 1 if parent else 0,
            function=frame.f_code.co_name,
            code=frame.f_code,
            state=state,
            content=self.facts.content(state),
            player=self.facts.player(state),
            final=self.facts.is_final(state),
            board=self.facts.board(state),
            entered=self._tick(),
        )
        if given and parent and given.before is not parent.state:
            self._skipped(node, parent, given)
        self.drafts.append(node)
        place = Place(frame, node, first=True)
        self._push(place)
        self._look_at_window(place)

    def _skipped(self, node: Draft, parent: Draft, given: Given) -> None:
        """Say so where one call went through several actions before it made another call."""
        before = parent.given.get(id(given.before))
        if before is not None:
            node.add_note(f"after {before.action!r} and then {given.action!r} in the same call")

    def _join(self, frame: FrameType) -> None:
        place = Place(frame, self._places[-1].node, first=False)
        self._push(place)
        self._look_at_window(place)

    def _push(self, place: Place) -> None:
        self._places.append(place)
        self._running.add(id(place.frame))

    def _look_at_window(self, place: Place) -> None:
        """Note the window at entry; where alpha and beta are set later, before the first child."""
        if place.node.window_in is None:
            place.node.window_in = self._window(place.frame)

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
        pauses = kind.generator and has_paused(frame)
        if kind.phase and not pauses:
            self.phases.left(kind.phase, frame, arg)
        if not any(place.frame is frame for place in self._places):
            return
        # Calls above this one ended unseen, for example when the stack was used up.
        while self._places[-1].frame is not frame:
            self._places.pop()
        place = self._places.pop()
        node = place.node
        if pauses:
            self._paused[id(frame)] = place
            if has_value(arg):
                node.inner = arg
            return
        node.window_out = self._window(frame) or node.window_out
        if place.first:
            node.left = self._tick()
            node.given.clear()
            node.returned = arg
            if has_raised(frame, arg):
                node.failed = True
                node.add_note("left by an exception")
        elif has_value(arg) and frame.f_code.co_name != "<lambda>":
            node.inner = arg

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _stop(self, why: str) -> None:
        """Record no more. The search goes on, and what is counted goes on too."""
        self.stopped = (
            f"recording stopped {why}; the search went on, "
            "and its visits, edges and cuts are counted to the end"
        )
        self._places.clear()
        self._running.clear()
        self._paused.clear()
        if not self.roles:
            sys.setprofile(None)
