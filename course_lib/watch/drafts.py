"""What a recorder keeps while a search runs: drafts of nodes, and who asks whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, NamedTuple, Protocol

from course_lib.game import Action, Player, State
from course_lib.watch.counts import Counts
from course_lib.watch.reading import Window


class Facts(Protocol):
    """What a recorder wants to know about states; a game or a set of functions answers."""

    counts: Counts

    def seen(self, state: State) -> None:
        """Note that the rules gave back this state."""

    def looks_like_state(self, thing: Any) -> bool:
        """Whether this could be a state at all: a quick look at its type and shape."""

    def content(self, state: State) -> Any:
        """What makes two states equal."""

    def player(self, state: State) -> Player | None:
        """Whose turn it is, or `None` where that cannot be told."""

    def is_final(self, state: State) -> bool:
        """Whether the game is over."""

    def board(self, state: State) -> Any:
        """The state as plain data, where nothing else could draw it later."""

    def changed(self, state: State, content: Any, thing: Any) -> Given | None:
        """How a state that no rule gave back came from this one, if states may be changed."""


class Given(NamedTuple):
    """A state that `result` gave back."""

    state: State
    action: Action | None
    before: State


@dataclass(slots=True, eq=False)
class Draft:
    """A node while its call is running, and until all is known that its words need."""

    id: int
    parent: Draft | None
    action: Action | None
    depth: int
    function: str
    code: CodeType
    state: State
    content: Any
    player: Player | None
    final: bool
    board: Any
    entered: int
    left: int | None = None
    window_in: Window | None = None
    window_out: Window | None = None
    returned: Any = None
    inner: Any = None
    listed: tuple[Action, ...] = ()
    applied: list[Action] = field(default_factory=list)
    given: dict[int, Given] = field(default_factory=dict)
    failed: bool = False
    note: str | None = None

    def add_note(self, text: str) -> None:
        """Add something unusual to what is said about this node."""
        self.note = f"{self.note}; {text}" if self.note else text


class Place(NamedTuple):
    """A running call that belongs to a node: the call that made it, or one with its state."""

    frame: FrameType
    node: Draft
    first: bool
