"""`PlayController`: a game at a board as a plain object, without any widget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, TypeVar, cast

from course_lib.game import RESIGN, Action, Game, Player, State, drawn, equal_action, hides
from course_lib.play.match import Forfeit, check_limit, raised, wrong_answer
from course_lib.play.players import prepare
from course_lib.play.record import GameRecord
from course_lib.views.playing.seats import Clicks, Seats, Way, ending_of, named, record_of
from course_lib.views.playing.worker import Reply, Thinking

_Method = TypeVar("_Method", bound=Callable[..., None])

_WORTH_SAYING = 0.1
"""Thinking that took fewer seconds is not mentioned."""

ValueFunction = Callable[[State], Mapping[Action, float]]
"""Gives the value of each legal action, such as `Solver(game).scores`."""


def _nothing() -> None:
    """Nobody listens yet."""


def _changing(method: _Method) -> _Method:
    """The method, alone among a controller's in all threads, and what it changed shown then."""

    @wraps(method)
    def alone(self: PlayController, /, *args: Any) -> None:
        with self.lock:
            method(self, *args)
            self.on_change()

    return cast("_Method", alone)


class PlayController:
    """A game between people at the board and players that think in a thread.

    Clicks and answers may come in any thread: JupyterLab lets each widget have its own. So what
    changes the game takes the `lock` first. A thread that has an answer puts it aside and calls
    `on_answer`; `take`, in this thread or another, plays it, and `wait` waits for it.
    `on_change` is called after every change that a board should show, with the lock held.

    - `note` is what there is to say about the last click or the last fault, or `""`.
    - `chosen` are the squares clicked so far for an action that takes several clicks.
    - `stuck` says that a player failed: `go` lets it try again, `undo` takes back.
    - `going` says whether players move as soon as it is their turn; a game without people
      waits for `go` or `step`, and then `pace` seconds before each move.
    - `turn` grows with each change of the position.
    - `values` are those of all actions, once they are known: `values_shown` says whether anybody
      wants them, or is `None` without a function that gives them, and `values_fault` why it failed.
    """

    chosen: Way
    _states: list[State]
    _actions: list[Action]
    _undone: list[Action]
    _resigned: Player | None
    _clicks: Clicks | None
    _valuing: Thinking | None

    def __init__(
        self,
        game: Game,
        seats: Seats,
        *,
        state: State = None,
        seconds: float | None = None,
        pace: float = 1,
        values: ValueFunction | None = None,
        rng: Random | None = None,
    ) -> None:
        """Begin a game in this state, or where the game always begins; dice fall by `rng`."""
        check_limit(seconds)
        self.game, self.seats = game, dict(seats)
        self.start = game.initial if state is None else state
        self.seconds, self.pace, self._dice = seconds, pace, rng or Random()
        self.on_answer = self.on_change = _nothing
        self.turn, self._taking = 0, False
        self.lock = threading.RLock()
        self._thinking: Thinking | None = None
        self._answers: SimpleQueue[tuple[Thinking, Reply]] = SimpleQueue()
        self._value_function, self._valuing = values, None
        self.values_shown = None if values is None else False
        self._begin()

    # --- what there is to see ----------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._states[-1]

    @property
    def seen(self) -> State:
        """The position as it may be shown: what one person at the board can see of it.

        Several people take turns at it, and so does what is shown. Where nobody sits there, or
        several do and the game is over, all of it is.
        """
        people, state = self.people, self.state
        if not people or (len(people) > 1 and not self.your_turn):
            return state
        return self.game.view(state, self.game.to_move(state) if len(people) > 1 else people[0])

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been played."""
        return tuple(self._actions)

    @property
    def last(self) -> Action | None:
        """The action that led here, or `None` at the start."""
        return self._actions[-1] if self._actions else None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody resigned."""
        return self._resigned is not None or self.game.is_terminal(self.state)

    @property
    def record(self) -> GameRecord:
        """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
        return record_of(self.game, self.seats, self._states, self._actions, self._resigned)

    @property
    def thinking(self) -> bool:
        """Whether a player is thinking now."""
        return self._thinking is not None

    @property
    def valuing(self) -> bool:
        """Whether values are being worked out."""
        return self._valuing is not None

    @property
    def people(self) -> tuple[Player, ...]:
        """The players that people at the board play."""
        return tuple(seat for seat in self.game.players if self.seats[seat] is None)

    @property
    def your_turn(self) -> bool:
        """Whether a person at the board is to move."""
        return not self.over and self.game.to_move(self.state) in self.people

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person at the board may do now; `()` when it is nobody's turn there."""
        return self.game.actions(self.state) if self.your_turn else ()

    @property
    def clicks(self) -> Clicks:
        """What can be clicked now."""
        if self._clicks is None:
            self._clicks = Clicks(self.game, self.state, self.legal)
        return self._clicks

    @property
    def status(self) -> str:
        """Who has won, who thinks, or whose turn it is, in a sentence."""
        if self.over:
            return ending_of(self.game, self.state, self._resigned)
        seat, before = self.game.to_move(self.state), ""
        if self.chosen:
            return f"You chose {'-'.join(self.chosen)}: where to?"
        if self.actions:
            before = f"{self._said_of_last()}. " if self._said_of_last() else ""
        if self.your_turn:
            alone = len(self.people) == 1 < len(self.game.players)
            return before + (f"Your turn: you play {seat}." if alone else f"{seat} to move.")
        who = named(seat, self.seats)
        if self.stuck:
            return f"No move came from {who}. Try again, or undo."
        return before + f"{who} to move{', thinking...' if self.thinking else '.'}"

    # --- what people do ----------------------------------------------------------------------

    @_changing
    def on_square(self, name: str) -> None:
        """Play the action that this square stands for, or say why it can't be played."""
        if not self._may_move():
            return
        clicks = self.clicks
        way = clicks.after(self.chosen, name)
        if way is None:
            self._say(self._why_not((*self.chosen, clicks.falls.get(name, name))))
        elif way in clicks.ways:
            self._act(clicks.ways[way])
        else:
            self.note, self.chosen = "", way

    @_changing
    def on_action(self, action: Action) -> None:
        """Play this action for the person whose turn it is, or say why it can't be played."""
        if self._may_move():
            self._act(action)

    @_changing
    def resign(self) -> None:
        """Give up the game of the person whose turn it is."""
        if self._may_move():
            self._resign()

    @property
    def can_undo(self) -> bool:
        """Whether there is something of yours to take back."""
        return self._back_to is not None

    @_changing
    def undo(self) -> None:
        """Take back to your last turn; in a game without people, take back one move."""
        self._halt()
        if (left := self._back_to) is not None:
            self._undone = self._actions[left:] + self._undone
            del self._actions[left:], self._states[left + 1 :]
        self._resigned = None
        self._moved_on()
        self.going = self.your_turn

    @property
    def can_redo(self) -> bool:
        """Whether there is something taken back that could be played again."""
        return bool(self._undone) and not self.over

    @_changing
    def redo(self) -> None:
        """Play again what was taken back, up to your next turn."""
        self._halt()
        while self.can_redo and self._play(self._undone.pop(0)):
            if not self.game.chance(self.state) and (self.your_turn or not self.people):
                break
        self._go_on(going=bool(self.people))

    @_changing
    def replay(self, actions: Sequence[Action], seats: Seats) -> None:
        """Begin with these actions, dice included; then those in the seats go on."""
        self._halt()
        self.seats = dict(seats)
        self._states, self._actions, self._undone = [self.start], [], []
        for action in actions:
            self._play(action)
        self._go_on(going=bool(self.people))

    @_changing
    def new_game(self) -> None:
        """Begin again from the start, with the same players in the same seats."""
        self._halt()
        self._begin()

    @_changing
    def swap(self) -> None:
        """Let everybody change seats, and go on with the game as it stands."""
        self._halt()
        names = self.game.players
        moved = [self.seats[seat] for seat in (*names[1:], names[0])]
        self.seats = dict(zip(names, moved, strict=True))
        self._begun.clear()
        self._moved_on()
        self._go_on(going=bool(self.people))

    @_changing
    def show_values(self) -> None:
        """Show what every action is worth, or hide it again."""
        if self.values_shown is not None:
            self.values_shown = not self.values_shown
            self._work_out_values()

    # --- players that think ------------------------------------------------------------------

    @_changing
    def stop(self) -> None:
        """Stop the player that thinks, or a game that goes on by itself."""
        self._halt()
        self.going = False

    @_changing
    def go(self) -> None:
        """Let the players move, also one that failed or was stopped."""
        self._let_move(going=True)

    @_changing
    def step(self) -> None:
        """Let the player whose turn it is make one move, and stop then."""
        self._let_move(going=False)

    def take(self) -> None:
        """Play what has been answered in the meantime."""
        with self.lock:
            if self._taking:
                return  # without threads the next answer comes before this one has been dealt with
            self._taking = True
            try:
                while True:
                    self._play_answer(*self._answers.get_nowait())
            except Empty:
                pass
            finally:
                self._taking = False

    def wait(self, seconds: float = 60) -> None:
        """Come back when nobody thinks any more; after so many seconds it is a `TimeoutError`.

        It waits as well for values that are being worked out.
        """
        until = time.monotonic() + seconds
        while self.thinking or self.valuing:
            self.take()
            if time.monotonic() > until:
                raise TimeoutError(f"a player still thinks after {seconds} s: stop() it")
            time.sleep(0.005)
        with self.lock:  # whoever has just delivered has shown it too by now
            pass

    # --- helpers -----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Put everything back to the start and let the first player move."""
        self._states, self._actions, self._undone = [self.start], [], []
        self._resigned = None
        self._begun = set[Player]()  # whose player knows of this game
        self._moved_on()
        self._go_on(going=bool(self.people))

    def _moved_on(self, took: float = 0) -> None:
        """Forget what was said, chosen and known in the position before."""
        self.turn += 1
        self.note, self.stuck, self._took = "", False, took
        self.chosen, self._clicks = (), None
        self._work_out_values()

    def _work_out_values(self) -> None:
        """Begin to work out values where they are wanted: for people who move, or who watch."""
        if self._valuing is not None:
            self._valuing.stop()
        self.values: Mapping[Action, float] = {}
        self._valuing, self.values_fault = None, ""
        state, function = self.state, self._value_function
        seen = not self.over and (self.your_turn or not self.people)
        if function is not None and self.values_shown and seen:
            self._valuing = Thinking(lambda: dict(function(state)), self._keep_values)
            self._valuing.start()

    @_changing
    def _keep_values(self, job: Thinking, answer: Reply) -> None:
        """Keep what was worked out, or what went wrong, unless the position has changed since."""
        if job is not self._valuing:
            return
        if answer.error is not None:
            self.values_fault = f"The values could not be worked out: {raised(answer.error)}"
        else:
            self.values = answer.value
        self._valuing = None  # last: whoever waits in another thread looks at the values then

    @property
    def _back_to(self) -> int | None:
        """How many actions are left after an undo; `None` if nothing can be taken back."""
        people = self.people
        if self._resigned in people:
            return len(self._actions)
        turns = range(len(self._actions) - 1, -1, -1)
        who = (self.game.to_move(self._states[at]) for at in turns)
        yours = people or self.game.players  # never back to dice that roll
        mine = (at for at, player in zip(turns, who, strict=True) if player in yours)
        return next(mine, None)

    def _said_of_last(self) -> str:
        """What was played last, or what has fallen since; a card that was dealt is no news."""
        moved, name = self.game.to_move(self._states[-2]), self.game.action_name(self.last)
        if self.game.chance(self._states[-2]):
            return "" if hides(self.game) else f"{name} came up"
        took = f" after {self._took:.1f} s" if self._took >= _WORTH_SAYING else ""
        return f"{moved} played {name}{took}"

    def _roll(self) -> None:
        """Let dice and cards fall until a player is to move, or the game is over."""
        while not self.over and (chances := self.game.chance(self.state)):
            if not self._play(drawn(chances, self._dice), self._took):
                self.going, self.stuck = False, True
                return

    def _say(self, note: str) -> None:
        self.note, self.chosen = note, ()

    def _may_move(self) -> bool:
        """Whether a person may move now; if not, the note says why."""
        if not self.your_turn:
            who = named(self.game.to_move(self.state), self.seats)
            over = "The game is over: undo, or begin a new game."
            self._say(over if self.over else f"It is not your turn: {who} to move.")
        return self.your_turn

    def _why_not(self, way: Way) -> str:
        """Why nothing happens: in few words for one square, else in the game's own sentence."""
        name = "-".join(way)
        if len(way) == 1:
            return f"{name} can't be played now."
        try:
            return str(self.game.illegal(self.state, self.game.action_named(name)))
        except ValueError:  # no action at all: only the first of two squares, say
            return f"{name} is not legal here; {self.game.choices(self.state)}"

    def _act(self, action: Action) -> None:
        """Play this action if it is legal."""
        if equal_action(self.legal, action) is None:
            self._say(str(self.game.illegal(self.state, action)))
            return
        self._undone.clear()
        if self._play(action):
            self._go_on(going=self.going)

    def _play(self, action: Action, took: float = 0) -> bool:
        """Whether the action could be played; a game of a student's own may fail at it."""
        try:
            after = self.game.result(self.state, action)
            self.game.to_move(after)  # these two may fail as well,
            self.game.actions(after)  # and then it is better that they do so now
        except Exception as error:  # noqa: BLE001 - whatever it is, it is shown
            self.note = f"The game failed at {self.game.spoken(action)}: {raised(error)}"
            return False
        self._states.append(after)
        self._actions.append(action)
        self._moved_on(took)
        return True

    def _resign(self) -> None:
        """Give the game up for the player whose turn it is."""
        self._resigned = self.game.to_move(self.state)
        self._moved_on()

    def _go_on(self, *, going: bool) -> None:
        """Let the player whose turn it is move, if the game is going; dice fall before."""
        self._roll()
        self.going = going and not self.stuck
        if going:
            self._start_thinking(0 if self.people else self.pace)

    def _let_move(self, *, going: bool) -> None:
        """Let the player whose turn it is move at once, whatever went wrong before."""
        self._halt()
        self.note, self.stuck, self.going = "", False, going
        self._start_thinking(0)

    def _start_thinking(self, pause: float) -> None:
        """Let the player whose turn it is think in a thread, after a pause."""
        game, state = self.game, self.state
        seat = game.to_move(state)
        player = self.seats.get(seat)
        if self.over or player is None:
            return
        state = game.view(state, seat)
        begins = seat not in self._begun
        self._begun.add(seat)

        def before() -> None:
            if begins:
                prepare(player, game)

        def think() -> Action:
            if begins and (new_game := getattr(player, "new_game", None)) is not None:
                new_game(game, seat, None)
            return player(game, state)

        self._thinking = Thinking(
            think, self._deliver, before=before, seconds=self.seconds, pause=pause
        )
        self._thinking.start()

    def _deliver(self, job: Thinking, answer: Reply) -> None:
        """Put an answer aside, in the thread of the player."""
        self._answers.put((job, answer))
        self.on_answer()

    def _halt(self) -> None:
        """Throw away what is being thought."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None

    def _play_answer(self, job: Thinking, answer: Reply) -> None:
        """Play a player's answer, or say what is wrong with it."""
        if job is not self._thinking:
            return  # stopped when the answer was already on its way
        self._thinking = None
        action, error = equal_action(self.game.actions(self.state), answer.value), answer.error
        seat, fault = self.game.to_move(self.state), ""
        if answer.late:
            fault = f"was stopped: it thought longer than {self.seconds:g} s about this move"
        elif error is not None:
            fault = str(error) if isinstance(error, Forfeit) else f"raised {raised(error)}"
            self._begun.discard(seat)  # it may have been `new_game` that failed
        elif action is None and answer.value is not RESIGN:
            fault = wrong_answer(self.game, self.state, answer.value)
        if fault:
            self.note, self.stuck, self.going = f"{named(seat, self.seats)} {fault}", True, False
        elif answer.value is RESIGN:
            self._resign()
        elif self._play(action, answer.took):
            self._undone.clear()
            self._go_on(going=self.going)
        else:
            self.stuck, self.going = True, False
        self.on_change()
