"""A board to play on: a click plays, the opponent answers, the board is drawn again.

`PlayController` is the game at the board, a plain object without any widget. `play_widget` shows
it in a notebook; `course play` shows it in a terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from course_lib.game import RESIGN, Action, Game, Player, State, drawn, equal_action, hides
from course_lib.games.compact import CompactGame
from course_lib.plain import line_of
from course_lib.play.clock import OutOfTime, within
from course_lib.play.match import Forfeit, check_player, raised, record_so_far, wrong_answer
from course_lib.play.players import PlayerFunction, label_of, prepare
from course_lib.play.record import GameRecord
from course_lib.search.questions import check_game_given
from course_lib.views.boards import board_drawing, board_svg
from course_lib.words import Say, Text, _, told

if TYPE_CHECKING:
    from course_lib.views.widgets import PlayWidget

Seats = Mapping[Player, PlayerFunction | None]
"""Who plays for each of the game's players; `None` is a person at the board."""

Way = tuple[str, ...]
"""The squares to click one after the other."""

_FEW = 24
"""So many squares may carry a mark that says they can be clicked; more would only be noise."""

_WORTH_SAYING = 0.1
"""Thinking that took fewer seconds is not mentioned."""


def play_widget(
    game: Game,
    opponent: PlayerFunction | None = None,
    *,
    you_play: Player | None = None,
    state: State = None,
    seconds: float = 60,
    rng: Random | None = None,
) -> PlayWidget:
    """A board to play on, by mouse or with the arrow keys and Enter.

    - `play_widget(game)`: two people at one board.
    - `play_widget(game, my_player)`: you against any player, `(game, state) -> action`. You move
      first; `you_play="O"` gives you the other side.

    The game begins in `state`, or where it always begins. The game so far is `widget.record`, the
    position `widget.state`.

    While a player thinks, the notebook is busy, as it is while a cell runs. Interrupting the kernel
    stops the player, and so does the clock when one move takes more than `seconds` (on Windows with
    Python 3.11 only the interrupt does). A player that was stopped, that failed or that answered
    nonsense is no end of the game: the board says what happened and in which line, and you can undo
    or let it try again.

    Dice and cards fall by `rng`, so that the same `Random(1)` brings the same ones.

    To watch two players, use `replay(play_game(game, [one, other]))`.

    >>> from course_lib import ConnectFour, alphabeta_player
    >>> board = play_widget(ConnectFour(), alphabeta_player(depth=3))
    >>> board.state == ConnectFour().initial
    True
    """
    from course_lib.views.widgets import PlayWidget  # noqa: PLC0415 - slow to load

    if not isinstance(game, Game):
        check_game_given(game, "play_widget")
    seats = seats_at(game, opponent, you_play)
    return PlayWidget(PlayController(game, seats, state=state, seconds=seconds, rng=rng))


def seats_at(
    game: Game, opponent: PlayerFunction | None, you_play: Player | None
) -> dict[Player, PlayerFunction | None]:
    """Who sits where: without an opponent people play for everybody."""
    names = game.players
    if you_play is not None and you_play not in names:
        raise game.no_such_player(you_play)
    if opponent is None:
        if you_play is not None:
            others = ", ".join(name for name in names if name != you_play)
            raise ValueError(
                f"nobody plays {others}: give an opponent, such as alphabeta_player(depth=3), or"
                " leave you_play out to play for everybody"
            )
        return dict.fromkeys(names)
    yours = names[0] if you_play is None else you_play
    check_player("opponent", opponent)
    return {name: None if name == yours else opponent for name in names}


class Control(NamedTuple):
    """A button below the board: its name, its words, whether it would do something, and what."""

    name: str
    words: str
    able: bool
    press: Callable[[], None]


class PlayController:
    """A game between people at the board and players that answer them.

    `on_change` is called after every change that a board should show, also before a player is
    asked. `thinking` is true then, and whenever a player or the game's own rules run that may hang.

    - `note` is what there is to say about the last click or the last fault, or `""`.
    - `chosen` are the squares clicked so far for an action that takes several clicks.
    - `stuck` says that a player failed: `go` lets it try again, `undo` takes back.
    - `turn` grows with each change of the position.
    """

    actions: tuple[Action, ...]
    chosen: Way
    _states: list[State]
    _resigned: Player | None

    def __init__(
        self,
        game: Game,
        seats: Seats,
        *,
        state: State = None,
        seconds: float | None = None,
        rng: Random | None = None,
    ) -> None:
        """Set up the board in this state, or where the game always begins; `go` begins the game."""
        self.game, self.seats, self.seconds = game, dict(seats), seconds
        self._dice = rng or Random()
        self.start = game.initial if state is None else state
        self.on_change: Callable[[], None] = lambda: None
        self.turn, self.thinking = 0, False
        self._set_up()

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
    def last(self) -> Action | None:
        """The action that led here, or `None` at the start."""
        return self.actions[-1] if self.actions else None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody resigned."""
        return self._resigned is not None or self.game.is_terminal(self.state)

    @property
    def record(self) -> GameRecord:
        """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
        labels = {
            at: "a person" if who is None else label_of(who) for at, who in self.seats.items()
        }
        return record_so_far(self.game, labels, self.start, self.actions, self._resigned)

    @property
    def people(self) -> tuple[Player, ...]:
        """The players that people at the board play."""
        return tuple(seat for seat in self.game.players if self.seats[seat] is None)

    @property
    def your_turn(self) -> bool:
        """Whether a person at the board is to move."""
        mover = self.game.to_move(self.state)
        return not self.over and mover in self.seats and self.seats[mover] is None

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the person at the board may do now; `()` when it is nobody's turn there."""
        return self.game.actions(self.state) if self.your_turn else ()

    @property
    def clicks(self) -> Clicks:
        """What can be clicked now."""
        return Clicks(self.game, self.state, self.legal)

    @property
    def who(self) -> str:
        """The player to move, with the name of the program that plays for it."""
        seat = self.game.to_move(self.state)
        player = self.seats.get(seat)
        return seat if player is None else f"{seat} ({label_of(player)})"

    @property
    def status(self) -> str:
        """Who has won, who thinks, or whose turn it is, in a sentence."""
        return told(self._status())

    def _status(self) -> Text:
        if self.over:
            record = self.record
            if self._resigned:
                return f"{record.detail}: {record.winner or 'nobody'} won."
            return (
                _("The game is over: a draw.") if record.reason == "draw" else f"{record.detail}."
            )
        if self.chosen:
            return Say("You chose {squares}: where to?", squares="-".join(self.chosen))
        if self.stuck:
            return Say("No move came from {who}. Try again, or undo.", who=self.who)
        turn = (
            _("{before}{who} to move, thinking...")
            if self.thinking
            else _("{before}{who} to move.")
        )
        if self.your_turn and len(self.people) == 1:
            turn = _("{before}Your turn: you play {who}.")
        return Say(turn, before=self._said_of_last(), who=self.who)

    @property
    def controls(self) -> list[Control]:
        """The buttons of this game."""
        waits = not self.thinking
        every = [
            Control("undo", told(_("Undo")), waits and self.can_undo, self.undo),
            Control("new", told(_("New game")), waits, self.new_game),
            Control("resign", told(_("Resign")), self.your_turn, self.resign),
        ]
        if len(self.people) < len(self.game.players):
            every.insert(0, Control("go", told(_("Try again")), self.stuck, self.go))
        return every

    def shown(self, **more: Any) -> dict[str, Any]:
        """All that `board.js` needs to show the game as it stands; `more` goes into its view."""
        view = view_of(
            *(self.game, self.clicks, self.chosen),
            turn=self.turn,
            status=self.status,
            note=self.note,
            controls=[each[:3] for each in self.controls],
        )
        svg = board_svg(self.game, self.seen, last=self.last)
        return {"svg": svg, "view": view | more}

    # --- what people do ----------------------------------------------------------------------

    def on_message(self, content: Mapping[str, Any]) -> None:
        """Do what was clicked; what makes no sense (any more) does nothing."""
        what, name = content.get("do"), str(content.get("name"))
        if what == "control":
            for control in self.controls:
                if control.name == name and control.able:
                    control.press()
        elif content.get("turn") != self.turn:
            return  # the second half of a double click, mostly
        elif what == "square":
            self.on_square(name)
        elif what == "action":
            named = {self.game.action_name(action): action for action in self.legal}
            if name in named:
                self.on_action(named[name])

    def on_square(self, name: str) -> None:
        """Play the action that this square stands for, or say why it can't be played."""
        clicks = self.clicks
        way = clicks.after(self.chosen, name)
        if way in clicks.ways:
            self.on_action(clicks.ways[way])
            return
        wrong = "-".join((*self.chosen, clicks.falls.get(name, name)))
        self.note = "" if way is not None else self._why_not or f"{wrong} can't be played now."
        self.chosen = way or ()
        self.on_change()

    def on_action(self, action: Action) -> None:
        """Play this legal action for the person whose turn it is, and let the players answer."""
        if self._why_not:
            self.note = self._why_not
            self.on_change()
        else:
            self._play(action)
            self._answer()

    @property
    def _why_not(self) -> str:
        """Why nobody at the board can move now, or `""`."""
        if self.over:
            return told(_("The game is over: undo, or begin a new game."))
        return (
            "" if self.your_turn else told(Say("It is not your turn: {who} to move.", who=self.who))
        )

    def resign(self) -> None:
        """Give up the game of the person whose turn it is."""
        if self.your_turn:
            self._give_up()
        self.on_change()

    def undo(self) -> None:
        """Take back to your last turn."""
        if self._resigned in self.people:
            self._resigned = None
        elif self.can_undo:
            self._go_back_to(self._your_turns[-1])
        self._moved_on()
        self._answer()

    @property
    def can_undo(self) -> bool:
        """Whether there is something of yours to take back."""
        return self._resigned in self.people or bool(self._your_turns)

    def new_game(self) -> None:
        """Begin again from the start, with the same players in the same seats."""
        self._set_up()
        self._answer()

    # --- players that answer -----------------------------------------------------------------

    def go(self) -> None:
        """Let the players move until it is a person's turn; one that failed tries again."""
        self.note, self.stuck = "", False
        self._answer()

    def _answer(self) -> None:
        """Ask the players until it is a person's turn, or one of them fails."""
        self._roll()
        while not (self.over or self.your_turn or self.stuck):
            self._answer_once()
            self._roll()
        self.on_change()

    def _roll(self) -> None:
        """Let dice and cards fall until a player is to move, or the game is over."""
        while not (self.over or self.stuck) and (chances := self.game.chance(self.state)):
            self.stuck = not self._play(drawn(chances, self._dice), self._took)

    def _answer_once(self) -> None:
        """Play what the player to move answers, or say what is wrong with it."""
        began = time.perf_counter()
        answer, fault = self._asked()
        action = equal_action(self.game.actions(self.state), answer)
        if not fault and action is None and answer is not RESIGN:
            fault = wrong_answer(self.game, self.state, answer)
        if fault:
            self.note, self.stuck = f"{self.who} {fault}", True
        elif answer is RESIGN:
            self._give_up()
        else:
            self.stuck = not self._play(action, time.perf_counter() - began)

    def _asked(self) -> tuple[Any, str]:
        """`(answer, fault)` of the player to move, who also learns that a game has begun."""
        seat = self.game.to_move(self.state)
        player: Any = self.seats[seat]
        try:
            self.thinking = True
            self.on_change()
            if seat not in self._told:
                prepare(player, self.game)
                if (new_game := getattr(player, "new_game", None)) is not None:
                    new_game(self.game, seat, None)
                self._told.add(seat)
            seen = self.game.view(self.state, seat)
            return self._within(lambda: player(self.game, seen)), ""
        except BaseException as error:  # noqa: BLE001 - whatever a student's code raises is shown
            self.thinking = False  # or a second interrupt would hit what tells of the first
            return None, self._fault(error)
        finally:
            self.thinking = False

    def _within(self, work: Callable[[], Any]) -> Any:
        """What this gives, stopped when it takes too long."""
        return work() if self.seconds is None else within(self.seconds, work, wall=self.seconds)

    def _fault(self, error: BaseException) -> str:
        """What has happened where this was raised, and in which line."""
        if isinstance(error, Forfeit):
            return str(error)
        if isinstance(error, KeyboardInterrupt):
            return f"was interrupted{line_of(error)}"
        if isinstance(error, OutOfTime):
            return f"was stopped: one move took more than {self.seconds:g} s{line_of(error)}"
        return f"raised {raised(error)}"

    # --- helpers -----------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Put everything back to the start."""
        self.actions, self._states, self._resigned = (), [self.start], None
        self._told = set[Player]()  # whose player knows of this game
        self._moved_on()

    def _said_of_last(self) -> Text:
        """What was played last, or what has fallen since; a card that was dealt is no news."""
        if not self.actions:
            return ""
        before, name = self._states[-2], self.game.action_name(self.last)
        if self.game.chance(before):
            return "" if hides(self.game) else Say("{name} came up. ", name=name)
        took = self._took >= _WORTH_SAYING
        played = (
            _("{who} played {name} after {took:.1f} s. ") if took else _("{who} played {name}. ")
        )
        return Say(played, who=self.game.to_move(before), name=name, took=self._took)

    def _moved_on(self, took: float = 0) -> None:
        """Forget what was said, chosen and known in the position before."""
        self.turn += 1
        self.note, self.stuck, self.chosen, self._took = "", False, (), took

    @property
    def _your_turns(self) -> list[int]:
        """The numbers of the actions that people at the board chose."""
        movers = map(self.game.to_move, self._states[:-1])
        return [number for number, mover in enumerate(movers) if mover in self.people]

    def _go_back_to(self, number: int) -> None:
        """Take back all actions from this one on."""
        self.actions, self._states = self.actions[:number], self._states[: number + 1]
        self._resigned = None

    def _play(self, action: Action, took: float = 0) -> bool:
        """Whether the action could be played; a game of a student's own may fail at it."""

        def after() -> State:
            state = self.game.result(self.state, action)
            if not self.game.is_terminal(state):  # these may fail as well,
                self.game.to_move(state)
                self.game.actions(state)  # and then it is better that they do so now
            return state

        try:
            self.thinking = True
            state = self._within(after)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is shown
            self.thinking = False
            self.note = f"At {self.game.spoken(action)} the game {self._fault(error)}"
            return False
        finally:
            self.thinking = False
        self._states.append(state)
        self.actions += (action,)
        self._moved_on(took)
        return True

    def _give_up(self) -> None:
        """Give the game up for the player whose turn it is."""
        self._resigned = self.game.to_move(self.state)
        self._moved_on()


# --- clicks --------------------------------------------------------------------------------------


class Clicks:
    """What can be clicked in one position, for these legal actions.

    An action that is called like a square is that square (`b2`); one whose name joins squares with
    a dash is one click after the other (`a5-b5`): `ways` has the action of each such way. The
    others, such as PASS, are left to `buttons`. In a game with gravity `falls` has, for each square
    of a column, the one where a stone would land.
    """

    def __init__(self, game: Game, state: State, legal: Sequence[Action]) -> None:
        """Find the way to each action; if there is none to take, the board needs no drawing."""
        squares = board_drawing(game, state).squares if legal else {}
        self.ways: dict[Way, Action] = {}
        self.buttons: list[Action] = []
        for action in legal:
            way = tuple(game.action_name(action).lower().split("-"))
            if all(square in squares for square in way):
                self.ways[way] = action
            else:
                self.buttons.append(action)
        while isinstance(game, CompactGame):
            game = game.game
        self.falls: dict[str, str] = {}
        if getattr(game, "gravity", False):
            lands = {_column(way[0]): way[0] for way in self.ways}
            self.falls = {at: lands[_column(at)] for at in squares if _column(at) in lands}

    def next_squares(self, chosen: Way) -> tuple[str, ...]:
        """The squares that lead on from those chosen, each once."""
        done = len(chosen)
        further = (way[done] for way in self.ways if len(way) > done and way[:done] == chosen)
        return tuple(dict.fromkeys(further))

    def after(self, chosen: Way, name: str) -> Way | None:
        """The squares that are chosen after one more click; `None` if it leads to no action.

        A way in `ways` is complete. A second click on a square takes the first one back, and a
        click on another square that something begins with starts anew.
        """
        name = self.falls.get(name, name)
        if name in self.next_squares(chosen):
            return (*chosen, name)
        if chosen == (name,):
            return ()
        return (name,) if name in self.next_squares(()) else None


def _column(square: str) -> str:
    """The letters of a square's name."""
    return square.rstrip("0123456789")


def view_of(game: Game, clicks: Clicks, chosen: Way, **more: Any) -> dict[str, Any]:
    """What `board.js` needs beside the board.

    - `legal`: the squares that lead on now, `marked` those to mark; `chosen` the ones clicked so
      far; `falls` the square that is meant by a click on another one.
    - `buttons`: names of actions without a square. `controls`: `(name, words, able)` of each.
    - `turn`: to be sent back with a click, so that one meant for an older board does nothing.
    """
    legal, several = clicks.next_squares(chosen), any(len(way) > 1 for way in clicks.ways)
    return {
        "legal": legal,
        "falls": clicks.falls,
        "chosen": chosen,
        "marked": legal if several and len(legal) <= _FEW else (),
        "buttons": [game.action_name(action) for action in clicks.buttons],
        **more,
    }
