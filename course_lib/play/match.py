"""One game between players, whatever they do: `Match`, `play_game`, the sentences for faults."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from course_lib.closed import refuse_in
from course_lib.game import (
    CHANCE,
    RESIGN,
    Action,
    Game,
    Player,
    State,
    drawn,
    equal_action,
    has_chance,
)
from course_lib.plain import line_of, visible
from course_lib.play.players import (
    PlayerFunction,
    alphabeta_player,
    label_of,
    mcts_player,
    minimax_player,
    prepare,
    random_player,
)
from course_lib.play.record import GameRecord, Reason, ending, outcome
from course_lib.search.questions import check_game_given, check_state
from course_lib.watching import OutOfBudget

# A player is somebody's program: whatever it raises, it alone loses by it, and the match goes on.
# Only KeyboardInterrupt passes, and what a debugger, a test or a grader raises to stop everything.
_RAISED_BY_PLAYERS = (Exception, SystemExit, OutOfBudget)

_MAKERS = (random_player, minimax_player, alphabeta_player, mcts_player)

_LONGEST = 200


class Forfeit(Exception):
    """A player raises this to lose, with a sentence: it speaks for another that did something."""

    def __init__(self, sentence: str, reason: Reason = "error") -> None:
        """Keep the sentence, and the word of `GameRecord` that fits, such as `time`."""
        super().__init__(sentence)
        self.reason = reason


class Match:
    """A game that goes on, with who plays for whom; its `record` is `None` until it has ended.

    What is legal, who has lost and why is decided here alone. Whoever runs a match asks the players
    for their moves: `play_game` one after the other, a server when they come over the network.
    """

    def __init__(self, game: Game, labels: Mapping[Player, str], state: State) -> None:
        """Begin in this state, which may be the end already."""
        self.game, self.labels, self.start, self.state = game, labels, state, state
        self.actions: list[Action] = []
        self.mover: Player | None = None
        """Who has moved last."""
        self.record: GameRecord | None = None
        self._end_by_the_rules()

    def take(self, player: Player, answer: Any) -> Action | None:
        """The action that this player has now played; `None` if it resigns.

        What is not legal is a `Forfeit`, for `lose`.
        """
        if answer is RESIGN:
            self._end(f"{player} resigned", "resigned", player)
            return None
        action = equal_action(self.game.actions(self.state), answer)
        if action is None:
            raise Forfeit(wrong_answer(self.game, self.state, answer), "illegal")
        self.state, self.mover = self.game.result(self.state, action), player
        self.actions.append(action)
        self._end_by_the_rules()
        return action

    def roll(self, rng: Random) -> Iterator[Action]:
        """Each die or card that falls before the next player is to move."""
        while self.record is None and (chances := self.game.chance(self.state)):
            action = drawn(chances, rng)
            self.state = self.game.result(self.state, action)
            self.actions.append(action)
            self._end_by_the_rules()
            yield action

    def lose(self, player: Player, fault: Forfeit) -> GameRecord:
        """The record of a game in which this player could not go on."""
        return self._end(f"{player} lost: {fault}", fault.reason, player)

    def stop(self, why: str) -> GameRecord:
        """The record of a game that ends here by nobody's fault."""
        return self._end(why, "unfinished")

    def _end_by_the_rules(self) -> None:
        if self.game.is_terminal(self.state):
            self._end(ending(self.game, self.state))

    def _end(
        self, detail: str, reason: Reason | None = None, culprit: Player | None = None
    ) -> GameRecord:
        winner, utilities = outcome(self.game, self.state, culprit)
        how = reason or ("win" if winner else "draw")
        played = self.game, self.labels, self.start, tuple(self.actions)
        self.record = GameRecord(*played, how, detail, culprit, winner, utilities)
        return self.record


def play_game(
    game: Game,
    players: Mapping[Player, PlayerFunction] | Sequence[PlayerFunction],
    *,
    state: State = None,
    rng: Random | None = None,
    seconds: float | None = None,
    dice: Random | None = None,
    on_action: Callable[[Player, Action, State], None] | None = None,
) -> GameRecord:
    """The record of one game between these players.

    `players` is a dictionary such as `{"X": mine, "O": random_player(rng)}`, or the players in the
    order of `game.players`. The game begins in `state`, or where it always begins. A player is
    called with what it sees of the state, its `game.view`.

    A player's `prepare(game)` and `new_game(game, seat, rng)` are called first, if it has them, and
    no clock runs there. With `rng` every player gets a randomness of its own that depends on
    nothing else, and dice and cards fall by it; without, a player gets `None`. With equal `dice`
    the same cards are dealt, whoever plays.

    An illegal action, an exception, or more than `seconds` for one move loses, and the record
    says so in one line; only `NotImplementedError`, from a player that is still to be written, is
    raised. The clock is read when a move comes back: a player that never comes back
    can't be interrupted here. `on_action(player, action, state)` is called after each move with
    the state it led to; where dice or cards fall, `player` is `CHANCE`.

    >>> from course_lib.games.count import Count
    >>> record = play_game(Count(goal=3), [lambda game, state: 1, lambda game, state: 2])
    >>> record.winner, record.actions
    ('O', (1, 2))
    """
    refuse_in("05")
    check_game_given(game, "play_game", "(game, players) with a game first")
    check_limit(seconds)
    if state is None:
        state = game.initial
    else:
        check_state(game, state, "play_game")
    seated = seat_players(game, players)
    match = Match(game, {seat: label_of(player) for seat, player in seated.items()}, state)
    if match.record is not None:
        return match.record
    try:
        for seat, player in seated.items():
            # One source of randomness for both would let a player's moves depend on how often the
            # other one draws, so each gets its own.
            _begin(game, seat, player, None if rng is None else Random(rng.getrandbits(64)))
        dice = dice or Random(None if rng is None or not has_chance(game) else rng.getrandbits(64))
        while True:
            for fell in match.roll(dice):
                if on_action is not None:
                    on_action(CHANCE, fell, match.state)
            if match.record is not None:
                return match.record
            seat = game.to_move(match.state)
            answer = _answer(match, seated[seat], seconds)
            action = match.take(seat, answer)
            if on_action is not None and action is not None:
                on_action(seat, action, match.state)
    except Forfeit as fault:
        return match.lose(seat, fault)


def record_so_far(
    game: Game,
    labels: Mapping[Player, str],
    start: State,
    actions: Iterable[Action],
    resigned: Player | None = None,
) -> GameRecord:
    """The record of a game that is being played; until it has ended its reason is "unfinished"."""
    match = Match(game, labels, start)
    for action in actions:
        match.take(game.to_move(match.state), action)
    if resigned is not None:
        match.take(resigned, RESIGN)
    return match.record or match.stop("the game is not over yet")


def seat_players(
    game: Game, players: Mapping[Player, PlayerFunction] | Sequence[PlayerFunction]
) -> dict[Player, PlayerFunction]:
    """Each player by its name in the game; the wrong number, names or things are an error."""
    names = game.players
    wanted = f"{game!r} is played by {len(names)} players: {', '.join(names)}"
    if isinstance(players, Mapping):
        if set(players) != set(names):
            given = ", ".join(map(str, players)) or "nobody"
            raise ValueError(f"{wanted}; the dictionary of players names {given}")
        seated = {name: players[name] for name in names}
    elif isinstance(players, Sequence) and not isinstance(players, str):
        if len(players) != len(names):
            raise ValueError(f"{wanted}; the list of players has {len(players)}")
        seated = dict(zip(names, players, strict=True))
    else:
        raise TypeError(
            f"{wanted}; players must be a list of them, or a dictionary by name,"
            f" not {players!r:.60}"
        )
    for name, player in seated.items():
        check_player(name, player)
    return seated


def check_player(name: str, player: Any) -> None:
    """Refuse what can't be called as a player, and the function that makes a player."""
    if not callable(player):
        raise TypeError(
            f"player {name} is {player!r:.60}; a player is a function (game, state) that returns"
            " an action"
        )
    for maker in _MAKERS:
        if player is maker:
            raise TypeError(
                f"player {name} is the function {maker.__name__}, which makes players;"
                f" call it: {maker.__name__}(...)"
            )


def _begin(game: Game, seat: Player, player: PlayerFunction, rng: Random | None) -> None:
    """Tell this player that a game begins."""
    called = "prepare"
    try:
        prepare(player, game)
        called = "new_game"
        if (new_game := getattr(player, "new_game", None)) is not None:
            new_game(game, seat, rng)
    except _RAISED_BY_PLAYERS as error:
        raise _fault(error, called) from None


def _answer(match: Match, player: PlayerFunction, seconds: float | None) -> Any:
    """What the player answers when it is asked for its move."""
    began = time.perf_counter()
    try:
        answer = player(match.game, match.game.view(match.state, match.game.to_move(match.state)))
    except NotImplementedError:
        raise  # a player that is still to be written has not lost
    except _RAISED_BY_PLAYERS as error:
        raise _fault(error, "player") from None
    took = time.perf_counter() - began
    if seconds is not None and took > seconds:
        number = len(match.actions) + 1
        raise Forfeit(f"took {took:.3f} s for move {number}, the limit is {seconds} s", "time")
    return answer


def _fault(error: BaseException, called: str) -> Forfeit:
    """How a player loses whose function of this name has raised this."""
    if isinstance(error, Forfeit):
        return error
    return Forfeit(f"its {called} raised {raised(error)}")


def check_limit(seconds: float | None) -> None:
    """Refuse a time limit that is none."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and seconds > 0):
        raise ValueError(
            f"seconds is {seconds!r}; it must be more than 0, such as 0.5, or None for no limit"
        )


# --- the sentences for faults ----------------------------------------------------------------


def raised(error: BaseException) -> str:
    """What went wrong and where, in one line: the exception and the player's own line of code."""
    text = visible(" ".join("".join(traceback.format_exception_only(error)).split()))
    return f"{text if len(text) <= _LONGEST else text[:_LONGEST] + '...'}{line_of(error)}"


def wrong_answer(game: Game, state: State, answer: Any) -> str:
    """What a player has returned that is no legal action, what was meant perhaps, what is legal."""
    guess = _guess(game, game.actions(state), answer)
    return (
        f"played {_spoken(game, answer)}, which is not legal here"
        f"{guess and f' ({guess})'}; {game.choices(state)}"
    )


def _guess(game: Game, legal: Sequence[Action], answer: Any) -> str:
    """What may have been meant by an answer that is no legal action, or nothing."""
    if answer is None:
        return "is a `return` missing in the player?"
    if isinstance(answer, list) and _as_tuple(answer) in legal:
        return f"a list is not an action, the tuple {_as_tuple(answer)!r} is"
    if isinstance(answer, tuple):
        parts = [found for part in answer if (found := equal_action(legal, part)) is not None]
        if parts:
            return f"return the action {parts[-1]!r} alone, without its value"
    if isinstance(answer, str):
        try:
            meant = game.action_named(answer)
        except Exception:  # noqa: BLE001 - a guess must not fail, whatever the text
            return ""
        if meant in legal:
            return f"that is the name of {meant!r}, which `game.action_named` gives"
    return ""


def _as_tuple(answer: Any) -> Any:
    """The answer with every list in it made a tuple."""
    return tuple(map(_as_tuple, answer)) if isinstance(answer, list | tuple) else answer


def _spoken(game: Game, answer: Any) -> str:
    """An action by name and value; what has no name is shown as it is."""
    try:
        return game.spoken(answer)[:_LONGEST]
    except Exception:  # noqa: BLE001 - the answer may be anything, and so may its repr
        return f"a {type(answer).__name__}"
