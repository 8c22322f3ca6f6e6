"""Keeps the rules of a game away from its players: `Referee` applies actions, counts and refuses.

In the league, and in the grade wherever work is counted, a player's process gets handles in place
of states (`sandbox/inside/handles.py`). It may read their boards as long as it likes, for looking
at a board is free in lesson 08, too. A new board, and what the rules say about it, come only from
here, and are counted here: nothing that a player does in its own process can change that count.
Boards of its own it can still make, by rules of its own. Nobody can forbid that to a program that
may compute.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from course_lib.checks.calling import Answer, Request
from course_lib.checks.cases import arguments_of, call_in
from course_lib.checks.secret import Outside
from course_lib.game import Game, State, has_chance, hides
from course_lib.watching.watched import OutOfBudget, Watched
from course_tools.grader.sandbox.inside.handles import frozen, sendable

HIDDEN = ("actions", "winner", "chains")
"""Fields of states that are no part of the board: they follow from the rules, so they are asked."""

BOARDS = 300
"""So many boards, looked into or not, a player may have for each position of its budget."""

_LONGEST = 100


class Referee(Outside):
    """Answers a player's questions about its game, and counts the positions asked about."""

    most = 10**9  # it is the budget that ends

    def __init__(self, game: Game) -> None:
        """Hold the rules; `turn` begins each of the player's moves."""
        self.game = game
        self._states: dict[int, State] = {}
        self._before: dict[int, State] = {}
        self._next = 1
        plain = {}
        for name in dir(game):
            if not name.startswith("_") and name not in ("initial", "options", "images"):
                value = sendable(getattr(game, name))
                with suppress(TypeError):  # a function of the rules, or what is made of some
                    json.dumps(value)
                    plain[name] = value
        fields = getattr(game.initial, "_fields", ())
        self._shown = [at for at, name in enumerate(fields) if name not in HIDDEN]
        about = {
            "game": repr(game),
            "plain": plain,
            "options": list(game.options),
            "state": type(game.initial).__name__,
            "fields": [fields[at] for at in self._shown],
            "hidden": [name for name in fields if name in HIDDEN],
            "luck": has_chance(game),
            "hides": hides(game),
        }
        self._about = json.dumps(about)
        self.turn(None)

    def turn(self, budget: int | None) -> None:
        """Begin a move; what was handed out two moves ago is forgotten."""
        self._watched = Watched(self.game, budget=budget)
        self.over = False
        """Whether more was asked than the budget allows."""
        self._before, self._states = self._states, {0: self.game.initial}
        self._boards = None if budget is None else BOARDS * budget

    @property
    def visits(self) -> int:
        """How many positions were asked about in this move."""
        return self._watched.visits

    @property
    def edges(self) -> int:
        """How many states were made in this move, and read or asked about."""
        return self._watched.edges

    def packed(self, state: State = None) -> dict[str, Any]:
        """What a player's process is told of the game, or of this state."""
        at = {} if state is None else {"at": self._numbered(state)}
        return {"refereed": self._about, **at}

    def answer(self, question: Any) -> Any:
        """What one line of the player asks for; a `ValueError` for what no honest player asks."""
        try:
            kind, *more = question
            if kind in ("look", "read"):
                return self._told(*more, look=kind == "look")
            if kind == "playout":
                number, seed = more
                return self._asked(self._watched.playout, self._state(number), Random(seed))
            if kind in ("render", "canonical", "win_line", "action_in", "chance"):
                state = self._state(more[0])
                if kind not in ("render", "canonical"):  # what a board does not show by itself
                    self._watched.asked(state)
                return self._named(kind, state, *more[1:])
            if kind in ("action_name", "action_named"):
                return self._named(kind, *more)
        except OutOfBudget as over:
            self.over = True
            return {"over": str(over)}
        except Exception as error:  # what rules do with what was made up, nobody can know
            raise ValueError(f"{question!r:.80} is no question: {error!r:.80}") from error
        raise ValueError(f"{question!r:.80} is no question")

    def _told(self, number: int, at: int | None = None, *, look: bool) -> Any:
        """A state by its number, or by that of its parent: what can be read, and what is asked."""
        state, watched = self._state(number), self._watched
        if at is not None:
            if self._boards is not None:
                self._boards -= 1
                if self._boards < 0:
                    raise OutOfBudget(f"it wanted more than {BOARDS} boards for each position")
            state = watched.result(state, self.game.actions(state)[at])
            number = self._numbered(state)
        shown = tuple(state[at] for at in self._shown) if self._shown else tuple(state)
        if not look:
            return [number, sendable(shown)]
        actions, game = watched.actions(state), self.game
        mover, winner = game.to_move(state), self._asked(game.winner, state)
        if isinstance(winner, dict):
            return winner
        worth = () if actions else [game.utility(state, one) for one in game.players]
        return [number, sendable(shown), mover, sendable(actions), winner, worth]

    def _named(self, kind: str, *more: Any) -> Any:
        arguments = [frozen(one) if isinstance(one, list | dict) else one for one in more]
        if any(isinstance(one, str) and len(one) > _LONGEST for one in arguments):
            raise TypeError("a name is not so long")
        return self._asked(getattr(self.game, kind), *arguments)

    @staticmethod
    def _asked(rule: Callable[..., Any], *arguments: Any) -> Any:
        """What the rules say; a `ValueError` of theirs is for the player."""
        try:
            return sendable(rule(*arguments))
        except ValueError as error:
            return {"wrong": str(error)[:500]}

    def _numbered(self, state: State) -> int:
        number, self._next = self._next, self._next + 1
        self._states[number] = state
        return number

    def _state(self, number: int) -> State:
        """The state of this number; who goes on with the tree of the last move keeps it."""
        if number not in self._states:
            self._states[number] = self._before[number]
        return self._states[number]


# --- calls of a student's functions --------------------------------------------------------------

GAME, STATE = "game", "state"


def refereed(
    requests: Iterable[Request],
    answers: Callable[[Iterable[Request]], Iterator[Sequence[Answer]]],
    referees: dict[str, Referee],
) -> Iterator[Sequence[Answer]]:
    """What comes of these requests where each game, and the state behind it, is a handle.

    Each line is a call of its own, as what is asked about it is counted by itself. A referee is
    kept for each game: who goes on with a tree of the call before finds it there.
    """
    for request in requests:
        found: list[Answer] = []
        for line in request.lines:
            if found and found[-1].stopped:
                found.append(found[-1])
                continue
            asked, referee = _handed_over(replace(request, lines=(line,)), referees)
            [[answer]] = answers([asked])
            found.append(answer if referee is None else _as_counted(answer, referee))
        kept = len(found) > 1
        yield [replace(one, at_end=one.value) for one in found] if kept else found


def _handed_over(request: Request, referees: dict[str, Referee]) -> tuple[Request, Referee | None]:
    """The request with handles, and who knows what they stand for; `None` if there is no game."""
    [line] = request.lines
    arguments = arguments_of(line)
    at = next((n for n, one in enumerate(arguments) if isinstance(one, Game)), None)
    if at is None or request.given or request.secret is not None or request.world:
        return request, None
    game, texts = arguments[at], [one.text for one in call_in(line).arguments]
    if (name := repr(game)) not in referees:
        referees[name] = Referee(game)
    referee = referees[name]
    referee.turn(request.budget)
    given: Mapping[str, Any] = {GAME: referee.packed()}
    texts[at] = GAME
    if at + 1 < len(arguments) and game.has_state(arguments[at + 1]):
        given, texts[at + 1] = {**given, STATE: referee.packed(arguments[at + 1])}, STATE
    called = f"{call_in(line).name}({', '.join(texts)})"
    return replace(request, lines=(called,), given=given, secret=referee), referee


def _as_counted(answer: Answer, referee: Referee) -> Answer:
    """The answer with what was counted out here; what the process says of that is not read."""
    return replace(
        answer,
        visits=referee.visits,
        edges=referee.edges,
        out_of_budget=answer.out_of_budget or referee.over,
        leaves=(),
    )
