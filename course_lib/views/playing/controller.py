"""`PlayController`: a game at a board as a plain object, without any widget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import wraps
from queue import Empty, SimpleQueue
from typing import Concatenate, ParamSpec

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.match import check_limit, raised, same
from course_lib.views.playing.asking import heard, question
from course_lib.views.playing.clicks import Way
from course_lib.views.playing.facts import BoardFacts, next_squares
from course_lib.views.playing.history import History
from course_lib.views.playing.seats import Seats, named
from course_lib.views.playing.weighing import Values, Weighing
from course_lib.views.playing.worker import Answer, Thinking

_P = ParamSpec("_P")


def _one_at_a_time(
    method: Callable[Concatenate[PlayController, _P], None],
) -> Callable[Concatenate[PlayController, _P], None]:
    """The method, so that no other of a controller's methods runs in another thread meanwhile."""

    @wraps(method)
    def alone(self: PlayController, /, *args: _P.args, **options: _P.kwargs) -> None:
        with self.lock:
            method(self, *args, **options)

    return alone


class PlayController(BoardFacts):
    """A game between people at the board and players that think in a thread.

    Clicks and answers may come in any thread: JupyterLab lets each widget have its own. So what
    changes the game takes the `lock` first. A thread that has an answer puts it aside and calls
    `on_answer`; `take`, in this thread or another, plays it, and `wait` waits for it.
    `on_change` is called after every change that a board should show, with the lock held.

    - `note` is what there is to say about the last click or the last fault, or `""`.
    - `chosen` are the squares clicked so far for an action that takes several clicks.
    - `stuck` says that a player failed: `go` asks it again, `undo` takes back.
    - `going` says whether players are asked as soon as it is their turn; a game without people
      waits for `go` or `step`, and then `pace` seconds before each move.
    - `turn` grows with each change of the position.
    - `weighing` has the values of all actions, where there is a function that gives `values`.
    """

    def __init__(
        self,
        game: Game,
        seats: Seats,
        *,
        state: State = None,
        seconds: float | None = None,
        pace: float = 0.8,
        values: Values | None = None,
        on_answer: Callable[[], None] = lambda: None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin a game in this state, or where the game always begins."""
        check_limit(seconds)
        super().__init__(game, seats, game.initial if state is None else state)
        self.seconds, self.pace = seconds, pace
        self.on_answer, self.on_change = on_answer, on_change
        self.turn, self._taking = 0, False
        self.lock = threading.RLock()
        self._answers: SimpleQueue[tuple[Thinking, Answer]] = SimpleQueue()
        self.weighing = None if values is None else Weighing(values, self._weighed)
        self._begin()

    # --- what people do ----------------------------------------------------------------------

    @_one_at_a_time
    def on_square(self, name: str) -> None:
        """Play the action that this square stands for, or say why it can't be played."""
        if not self._may_move():
            return
        name = self.falls.get(name, name)
        ways, way = self.ways, (*self.chosen, name)
        if way in ways:
            self.on_action(ways[way])
        elif self.chosen == (name,):
            self._choose(())
        elif name in next_squares(ways, self.chosen):
            self._choose(way)
        elif name in next_squares(ways, ()):
            self._choose((name,))
        else:
            self._say(self._why_not(way))

    @_one_at_a_time
    def on_action(self, action: Action) -> None:
        """Play this action for the person whose turn it is, or say why it can't be played."""
        if not self._may_move():
            return
        if not any(same(legal, action) for legal in self.legal):
            self._say(str(self.game.illegal(self.state, action)))
            return
        self._history.undone.clear()
        if self._play(action):
            self._go_on()
        self.on_change()

    @_one_at_a_time
    def resign(self) -> None:
        """Give up the game of the person whose turn it is."""
        if self._may_move():
            self._resign()
            self.on_change()

    @property
    def can_undo(self) -> bool:
        """Whether there is something of yours to take back."""
        return self._history.resigned in self.people or self._back_to() is not None

    @_one_at_a_time
    def undo(self) -> None:
        """Take back to your last turn; in a game without people, take back one move."""
        self._halt()
        back = self._back_to()
        if self._history.resigned not in self.people and back is not None:
            self._history.undo(back)
        self._history.resigned = None
        self._moved_on()
        self.going = self.your_turn
        self.on_change()

    @property
    def can_redo(self) -> bool:
        """Whether there is something taken back that could be played again."""
        return bool(self._history.undone) and not self.over

    @_one_at_a_time
    def redo(self) -> None:
        """Play again what was taken back, up to your next turn."""
        self._halt()
        while self.can_redo and self._play(self._history.undone.pop(0)):
            if self.your_turn or not self.people:
                break
        self.going = bool(self.people)
        self._go_on()
        self.on_change()

    @_one_at_a_time
    def new_game(self) -> None:
        """Begin again from the start, with the same players in the same seats."""
        self._halt()
        self._begin()
        self.on_change()

    @_one_at_a_time
    def swap(self) -> None:
        """Let everybody change seats, and go on with the game as it stands."""
        self._halt()
        names = self.game.players
        moved = [self.seats[seat] for seat in (*names[1:], names[0])]
        self.seats = dict(zip(names, moved, strict=True))
        self._told.clear()
        self._moved_on()
        self.going = bool(self.people)
        self._go_on()
        self.on_change()

    @_one_at_a_time
    def show_values(self) -> None:
        """Show what every action is worth, or hide it again."""
        if self.weighing is not None:
            self.weighing.shown = not self.weighing.shown
            self._weigh()
            self.on_change()

    # --- players that think ------------------------------------------------------------------

    @_one_at_a_time
    def stop(self) -> None:
        """Stop the player that thinks, or a game that goes on by itself."""
        self._halt()
        self.going = False
        self.on_change()

    @_one_at_a_time
    def go(self) -> None:
        """Let the players move, also one that failed or was stopped."""
        self._ask_afresh(going=True, pause=None)

    @_one_at_a_time
    def step(self) -> None:
        """Let the player whose turn it is make one move, and stop then."""
        self._ask_afresh(going=False, pause=0)

    @_one_at_a_time
    def take(self) -> None:
        """Play what has been answered in the meantime."""
        if self._taking:
            return  # without threads the next answer comes before this one has been dealt with
        self._taking = True
        try:
            while True:
                self._hear(*self._answers.get_nowait())
        except Empty:
            pass
        finally:
            self._taking = False

    def wait(self, seconds: float = 60) -> None:
        """Come back when nobody thinks any more; after so many seconds it is a `TimeoutError`.

        It waits as well for values that are being worked out.
        """
        until = time.monotonic() + seconds
        while self.thinking or (self.weighing is not None and self.weighing.busy):
            self.take()
            if time.monotonic() > until:
                raise TimeoutError(f"a player still thinks after {seconds} s: stop() it")
            time.sleep(0.005)

    # --- helpers -----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Put everything back to the start and let the first player move."""
        self._history = History(self.game, self.start)
        self._told: set[Player] = set()
        self._moved_on()
        self.going = bool(self.people)
        self._go_on()

    def _moved_on(self) -> None:
        """Forget what was said and chosen in the position before."""
        self.turn += 1
        self.note, self.stuck, self.chosen = "", False, ()
        self._took = None
        self._weigh()

    def _weigh(self) -> None:
        """Begin to work out values where they are wanted: for people who move, or who watch."""
        if self.weighing is not None:
            wanted = not self.over and (self.your_turn or not self.people)
            self.weighing.look(self.state if wanted else None)

    @_one_at_a_time
    def _weighed(self, job: Thinking, answer: Answer) -> None:
        """Show the values that are known now."""
        if self.weighing is not None:
            self.weighing.hear(job, answer)
            self.on_change()

    def _say(self, note: str) -> None:
        self.note, self.chosen = note, ()
        self.on_change()

    def _choose(self, way: Way) -> None:
        self.note, self.chosen = "", way
        self.on_change()

    def _may_move(self) -> bool:
        """Whether a person may move now; if not, the note says why."""
        if self.your_turn:
            return True
        who = named(self.game.to_move(self.state), self.seats)
        over = "The game is over: undo, or begin a new game."
        self._say(over if self.over else f"It is not your turn: {who} to move.")
        return False

    def _why_not(self, way: Way) -> str:
        """The game's own sentence about squares that make no legal action."""
        name = "-".join(way)
        try:
            return str(self.game.illegal(self.state, self.game.action_named(name)))
        except ValueError:  # no action at all: only the first of two squares, say
            return f"{name} is not legal here; {self.game.choices(self.state)}"

    def _play(self, action: Action) -> bool:
        """Whether the action could be played; a game of a student's own may fail at it."""
        try:
            self._history.play(action)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is shown
            self.note = f"The game failed at {self.game.spoken(action)}: {raised(error)}"
            return False
        self._moved_on()
        return True

    def _resign(self) -> None:
        """Give the game up for the player whose turn it is."""
        self._history.resigned = self.game.to_move(self.state)
        self._moved_on()

    def _back_to(self) -> int | None:
        return self._history.back_to(self.people)

    def _go_on(self) -> None:
        """Ask the player whose turn it is, if the game is going."""
        if self.going:
            self._ask(0 if self.people else self.pace)

    def _ask_afresh(self, *, going: bool, pause: float | None) -> None:
        self._halt()
        self.note, self.stuck, self.going = "", False, going
        self._ask(pause or 0)
        self.on_change()

    def _ask(self, pause: float) -> None:
        """Let the player whose turn it is think in a thread, after a pause."""
        seat = self.game.to_move(self.state)
        player = self.seats[seat]
        if self.over or player is None:
            return
        first = seat not in self._told
        self._told.add(seat)
        think = question(self.game, self.state, seat, player, first=first)
        self._thinking = Thinking(think, self._deliver, seconds=self.seconds, pause=pause)
        self._thinking.start()

    def _deliver(self, job: Thinking, answer: Answer) -> None:
        """Put an answer aside, in the thread of the player."""
        self._answers.put((job, answer))
        self.on_answer()

    def _halt(self) -> None:
        """Throw away what is being thought."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None

    def _hear(self, job: Thinking, answer: Answer) -> None:
        """Play a player's answer, or say what is wrong with it."""
        if job is not self._thinking:
            return  # stopped when the answer was already on its way
        self._thinking = None
        action, fault = heard(self.game, self.state, answer, self.seconds)
        seat = self.game.to_move(self.state)
        if fault:
            self.note, self.stuck, self.going = f"{named(seat, self.seats)} {fault}", True, False
            if answer.error is not None:
                self._told.discard(seat)  # it may have been `new_game` that failed
        elif action is RESIGN:
            self._resign()
        elif self._play(action):
            self._took = answer.took
            self._history.undone.clear()
            self._go_on()
        else:
            self.stuck, self.going = True, False
        self.on_change()
