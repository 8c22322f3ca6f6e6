"""Our games and players in OpenSpiel, and OpenSpiel's here."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import pyspiel

from course_lib.game import (
    CHANCE,
    Action,
    Chances,
    Game,
    Player,
    State,
    equal_action,
    has_chance,
    hides,
)
from course_lib.play.players import PlayerFunction, prepare

# --- ours there -----------------------------------------------------------------------------------


def to_openspiel(game: Game, *, longest: int = 10_000) -> Any:
    """This game as a game of OpenSpiel: action number `k` there is `game.all_actions[k]` here.

    No game may take more than `longest` actions, dice and cards included.

    >>> from course_lib import TicTacToe
    >>> there = to_openspiel(TicTacToe())
    >>> there.new_initial_state().legal_actions()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """
    every = game.all_actions
    name = "course_" + re.sub(r"\W+", "_", repr(game)).strip("_").lower()
    kinds = pyspiel.GameType
    low, high = game.utility_range
    players = len(game.players)
    about = kinds(
        short_name=name,
        long_name=repr(game),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if has_chance(game)
            else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if hides(game)
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if game.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    sizes = pyspiel.GameInfo(
        num_distinct_actions=len(every),
        max_chance_outcomes=len(every) if has_chance(game) else 0,
        num_players=players,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0 if game.zero_sum else None,
        max_game_length=longest,
    )

    class OurGame(pyspiel.Game):  # type: ignore[misc]
        """The game, as OpenSpiel loads it."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(about, sizes, parameters or {})
            self.ours = game
            self.every = every
            self.number = {action: place for place, action in enumerate(every)}

        def new_initial_state(self) -> Any:
            """The start, as OpenSpiel asks for it."""
            return _OurState(self, game.initial)

        def make_py_observer(self, iig: Any = None, params: Any = None) -> Any:
            """Who tells what a player sees."""
            return _Observer()

    pyspiel.register_game(about, OurGame)
    return pyspiel.load_game(name)


class _OurState(pyspiel.State):  # type: ignore[misc]
    """A state of ours, as OpenSpiel asks for it."""

    def __init__(self, there: Any, state: State) -> None:
        super().__init__(there)
        self.game, self.every, self.number = there.ours, there.every, there.number
        self.ours = state

    def current_player(self) -> Any:
        if self.game.is_terminal(self.ours):
            return pyspiel.PlayerId.TERMINAL
        player = self.game.to_move(self.ours)
        return pyspiel.PlayerId.CHANCE if player == CHANCE else self.game.players.index(player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.number[action] for action in self.game.actions(self.ours))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.number[action], share) for action, share in self.game.chance(self.ours)]

    def _apply_action(self, action: int) -> None:
        self.ours = self.game.result(self.ours, self.every[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.action_name(self.every[action])

    def is_terminal(self) -> bool:
        return self.game.is_terminal(self.ours)

    def returns(self) -> list[float]:
        over = self.is_terminal()
        players = self.game.players
        return [float(self.game.utility(self.ours, one)) if over else 0.0 for one in players]

    def __str__(self) -> str:
        return self.game.render(self.ours)


class _Observer:
    """What a player sees, as text: OpenSpiel wants an object for it."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: _OurState, player: int) -> None:
        """Leave everything as it is: there are no numbers to fill in."""

    def string_from(self, state: _OurState, player: int) -> str:
        """What this player sees."""
        view = state.game.view(state.ours, state.game.players[player])
        return str(state) if view == state.ours else repr(view)


def bot_from_player(player: PlayerFunction, there: Any) -> Any:
    """A player of ours as a bot of OpenSpiel, for a game that `to_openspiel` made.

    For a game of OpenSpiel's own, give it what `from_openspiel` gave. As everywhere, the player is
    called with what it sees of the state, and hears of a new game before its first move.

    >>> from course_lib import TicTacToe
    >>> there = to_openspiel(TicTacToe())
    >>> bot = bot_from_player(lambda game, state: game.actions(state)[4], there)
    >>> bot.step(there.new_initial_state())
    4
    """
    return _Bot(player, there)


class _Bot(pyspiel.Bot):  # type: ignore[misc]
    """A player that is asked as OpenSpiel asks."""

    def __init__(self, player: PlayerFunction, there: Any) -> None:
        super().__init__()
        self.player, self.there, self.begins = player, there, True

    def restart(self) -> None:
        """A game begins."""
        self.begins = True

    def restart_at(self, state: Any) -> None:
        """A game begins in this state."""
        self.begins = True

    def step(self, state: Any) -> int:
        """The number of the action that the player chooses."""
        theirs = isinstance(self.there, OpenSpielGame)
        game = self.there if theirs else state.game
        position = self.there.position(state) if theirs else state.ours
        seat = game.to_move(position)
        if self.begins:
            self.begins = False
            prepare(self.player, game)
            if new_game := getattr(self.player, "new_game", None):
                new_game(game, seat, None)
        action: Any = self.player(game, game.view(position, seat))
        return action if theirs else state.number[action]


# --- theirs here ----------------------------------------------------------------------------------


def from_openspiel(name: str) -> OpenSpielGame:
    """A game of OpenSpiel's, such as `"othello"` or `"hex(board_size=4)"`.

    Its players must move one after the other, and gain in the end only.

    >>> othello = from_openspiel("othello")
    >>> [othello.action_name(action) for action in othello.actions(othello.initial)]
    ['d3', 'c4', 'f5', 'e6']
    """
    kinds, about = pyspiel.GameType, _loaded(name).get_type()
    dice = about.chance_mode != kinds.ChanceMode.DETERMINISTIC
    secrets = about.information == kinds.Information.IMPERFECT_INFORMATION
    return _KINDS[dice, secrets](name)


_REMEMBERED = 50_000
"""Of so many states OpenSpiel's own object is kept."""

_NAMED = {"dark_hex", "hex", "mancala", "othello", "oware", "pentago"}
"""Games in which an action has one name, in whatever state and whoever takes it.

Others can't be asked: chess crashes when it has to name an action that is not legal.
"""


class OpenSpielGame(Game):
    """A game of OpenSpiel's; a state is the tuple of all actions so far.

    The actions of players are OpenSpiel's numbers; dice and cards, whose numbers begin at 0 there
    as well, are counted down from -1 here. An action is called as OpenSpiel calls it in the few
    games where that never changes, `d3` in Othello; else by `m`, or `c` for chance, and its number.
    In a state you may also name it as OpenSpiel does there: `game.play("e4 e5")` in chess.
    """

    initial = ()
    players: tuple[Player, ...] = ("0", "1")

    def __init__(self, name: str) -> None:
        """Load the game; what no game of ours can be is a `ValueError`."""
        self.name, self.there = name, _loaded(name)
        self.at = lru_cache(_REMEMBERED)(self._at)
        kinds, about = pyspiel.GameType, self.there.get_type()
        fair = about.utility in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM)
        for wrong, why in (
            (about.dynamics != kinds.Dynamics.SEQUENTIAL, "its players move at the same time"),
            (about.reward_model != kinds.RewardModel.TERMINAL, "its players gain on the way"),
            (
                about.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC,
                "it doesn't say how likely its dice or cards are",
            ),
            (self.there.num_players() == 2 and not fair, "both of its players can gain at once"),
        ):
            if wrong:
                raise ValueError(f"{name} can't be a game of course_lib: {why}")
        seats = list(map(str, range(self.there.num_players())))
        begins = seats.index(self._first_to_choose())
        self.players = (*seats[begins:], *seats[:begins])
        shared = self.there.utility_sum() if fair else 0.0
        self.middle = shared / len(self.players)
        """What everybody gets if nobody wins; utilities are counted from there."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenSpielGame) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def _at(self, state: State) -> Any:
        """OpenSpiel's state after these actions; nobody may change it."""
        if not state:
            return self.there.new_initial_state()
        found = self.at(state[:-1]).clone()
        found.apply_action(_theirs(state[-1]))
        return found

    def position(self, there: Any) -> State:
        """Our state for this one of OpenSpiel's."""
        history = there.full_history()
        return tuple(-1 - one.action if one.player < 0 else one.action for one in history)

    def _first_to_choose(self) -> Player:
        """Who chooses first, after any dice or cards; in chess it is OpenSpiel's second player."""
        state: State = self.initial
        while chances := self.chance(state):
            state = (*state, chances[0][0])
        return self.to_move(state)

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """OpenSpiel's numbers, then those of dice and cards; some may never be legal."""
        chance = range(-1, -1 - self.there.max_chance_outcomes(), -1)
        return (*range(self.there.num_distinct_actions()), *chance)

    @property
    def utility_range(self) -> tuple[float, float]:
        """OpenSpiel's range, counted from the middle."""
        return self.there.min_utility() - self.middle, self.there.max_utility() - self.middle

    def has_state(self, state: State) -> bool:
        """Whether this is a tuple of whole numbers."""
        return isinstance(state, tuple) and all(isinstance(action, int) for action in state)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is, or `CHANCE`; some player when the game is over."""
        there = self.at(state)
        return CHANCE if there.is_chance_node() else str(max(0, there.current_player()))

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return self.at(state).is_terminal()

    def actions(self, state: State) -> tuple[Action, ...]:
        """The legal actions, in OpenSpiel's order."""
        there = self.at(state)
        if there.is_chance_node():
            return tuple(action for action, _ in self.chance(state))
        return tuple(there.legal_actions())

    def result(self, state: State, action: Action) -> State:
        """The state with this action at its end."""
        return (*state, self.legal(state, action))

    def utility(self, state: State, player: Player) -> float:
        """What OpenSpiel says the end is worth, counted from the middle."""
        if player not in self.players:
            raise self.no_such_player(player)
        if not self.is_terminal(state):
            raise self.not_final(state)
        return self.at(state).returns()[int(player)] - self.middle

    def render(self, state: State) -> str:
        """The actions so far in one line, and OpenSpiel's own drawing below."""
        played = " ".join(map(self.action_name, state)) or "-"
        return f"{played}\n{self.at(state)}".rstrip()

    def parse(self, text: str) -> State:
        """The state after the actions in the first line; what stands below must be its drawing."""
        line, _, drawing = text.strip().partition("\n")
        state = self.play("" if line.strip() == "-" else line)
        if drawing.strip() and drawing.split() != str(self.at(state)).split():
            raise ValueError(f"these actions don't lead to this drawing, but to\n{self.at(state)}")
        return state

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """OpenSpiel's names of all actions, or `()`; the first player's first state knows them."""
        if self.there.get_type().short_name not in _NAMED:
            return ()
        start = self.at(())
        every = range(self.there.num_distinct_actions())
        return tuple(start.action_to_string(0, action).lower() for action in every)

    def action_name(self, action: Action) -> str:
        """OpenSpiel's name, or `m` and the number, or `c` and the number for dice and cards."""
        least, end = -self.there.max_chance_outcomes(), self.there.num_distinct_actions()
        number = equal_action(range(least, end), action)
        if number is None:
            raise ValueError(f"{action!r} is no action of {self.name}")
        if number < 0:
            return f"c{_theirs(number)}"
        return self._names[number] if self._names else f"m{number}"

    def action_named(self, text: str) -> Action:
        """The action with this name."""
        word = text.strip().lower()
        if word in self._names:
            return self._names.index(word)
        numbered = re.fullmatch(r"([mc])(\d{1,9})", word)
        if numbered and not (self._names and numbered[1] == "m"):
            number = int(numbered[2])
            action = number if numbered[1] == "m" else -1 - number
            if action in self.all_actions:
                return action
        such = self.action_name(0)
        raise ValueError(f"no action of {self.name} is called {text!r}; {such}, for example, is")

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name, which may also be the one that OpenSpiel gives it here."""
        there, word = self.at(state), text.strip().lower()
        for action in self.actions(state):
            if there.action_to_string(there.current_player(), _theirs(action)).lower() == word:
                return action
        return self.action_named(text)


def _theirs(action: Any) -> int:
    """OpenSpiel's number of an action, which is chance's if it is negative here."""
    return action if action >= 0 else -1 - action


class OpenSpielGameWithDice(OpenSpielGame):
    """A game in which dice or cards have a say."""

    def chance(self, state: State) -> Chances:
        """What dice or cards may do, where it is their turn."""
        there = self.at(state)
        if not there.is_chance_node():
            return ()
        return tuple((-1 - outcome, share) for outcome, share in there.chance_outcomes())


class OpenSpielGameWithSecrets(OpenSpielGame):
    """A game in which nobody sees everything."""

    def view(self, state: State, player: Player) -> Any:
        """What this player knows in OpenSpiel's words, and whether it is to move."""
        if player not in self.players:
            raise self.no_such_player(player)
        return self.at(state).information_state_string(int(player)), self.to_move(state) == player


class OpenSpielGameWithBoth(OpenSpielGameWithDice, OpenSpielGameWithSecrets):
    """A game with both, as most games of cards."""


_KINDS = {
    (False, False): OpenSpielGame,
    (True, False): OpenSpielGameWithDice,
    (False, True): OpenSpielGameWithSecrets,
    (True, True): OpenSpielGameWithBoth,
}


def _loaded(name: str) -> Any:
    """OpenSpiel's game of this name, with its own sentence if it can't be made."""
    known, short = pyspiel.registered_names(), name.partition("(")[0].strip()
    if short not in known:
        close = difflib.get_close_matches(short, known, 3)
        like = f"; do you mean {' or '.join(close)}?" if close else ""
        raise ValueError(f"OpenSpiel has no game called {short!r}{like}")
    try:
        return pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise ValueError(f"OpenSpiel can't make {name}: {error}") from None


def player_from_bot(bot: Callable[[Any, int], Any]) -> PlayerFunction:
    """A player that asks a bot of OpenSpiel, in a game of ours, or of theirs that hides nothing.

    `bot(game, seat)` makes it, from OpenSpiel's game and the number of the player it plays for;
    one bot is kept for each game and seat.

    >>> import pyspiel
    >>> from course_lib import TicTacToe, play_game
    >>> somebody = player_from_bot(lambda game, seat: pyspiel.make_uniform_random_bot(seat, 3))
    >>> play_game(TicTacToe(), [somebody, somebody]).winner in ("X", "O", None)
    True
    """
    made: dict[tuple[Game, Player], tuple[Any, Any]] = {}

    def player(game: Game, state: State) -> Action:
        """The action that the bot takes."""
        seat = game.to_move(state)
        if (game, seat) not in made:
            if isinstance(game, OpenSpielGame):
                there, number = game.there, int(seat)
            else:
                there, number = to_openspiel(game), game.players.index(seat)
            made[game, seat] = there, bot(there, number)
        there, asked = made[game, seat]
        if isinstance(game, OpenSpielGame):
            return asked.step(game.at(state).clone())
        position = there.new_initial_state()
        position.ours = state
        return game.all_actions[asked.step(position)]

    return player
