"""One game between players, whatever they do: `play_game`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from course_lib.game import RESIGN, Action, Game, Player, State
from course_lib.play.faults import Failure, Forfeit, raised, same, wrong_answer
from course_lib.play.players import (
    PlayerFunction,
    alphabeta_player,
    label_of,
    mcts_player,
    minimax_player,
    random_player,
)
from course_lib.play.record import GameRecord, outcome
from course_lib.search.questions import check_game_given, check_state
from course_lib.watch import OutOfBudget

# A player is somebody's program: whatever it raises, it alone loses by it, and the match goes on.
# Only KeyboardInterrupt passes, and what a debugger, a test or a grader raises to stop everything.
_RAISED_BY_PLAYERS = (Exception, SystemExit, OutOfBudget)

_MAKERS = (random_player, minimax_player, alphabeta_player, mcts_player)


def play_game(
    game: Game,
    players: Mapping[Player, PlayerFunction] | Sequence[PlayerFunction],
    *,
    state: State = None,
    rng: Random | None = None,
    seconds: float | None = None,
    on_action: Callable[[Player, Action, State], None] | None = None,
) -> GameRecord:
    """The record of one game between these players.

    `players` is a dictionary such as `{"X": mine, "O": random_player(rng)}`, or the players in the
    order of `game.players`. The game begins in `state`, or where it always begins.

    A player's `new_game(game, seat, rng)` is called first, if it has one. With `rng` every player
    gets a randomness of its own that depends on nothing else; without, it gets `None`.

    An illegal action, an exception, or more than `seconds` for one move loses, and the record
    says so in one line; only `NotImplementedError`, from a player that is still to be written, is
    raised. The clock is read when a move comes back: a player that never comes back
    can't be interrupted here. `on_action(player, action, state)` is called after each move with
    the state it led to.

    >>> from course_lib.games.count import Count
    >>> record = play_game(Count(goal=3), [lambda game, state: 1, lambda game, state: 2])
    >>> record.winner, record.actions
    ('O', (1, 2))
    """
    check_game_given(game, "play_game", "(game, players) with a game first")
    check_limit(seconds)
    if state is not None:
        check_state(game, state, "play_game")
    seated = seat_players(game, players)
    start = game.initial if state is None else state
    labels = {seat: label_of(player) for seat, player in seated.items()}
    played: list[Action] = []
    state = start

    failed = _begin(game, seated, rng)
    while failed is None and not game.is_terminal(state):
        seat = game.to_move(state)
        answer = _ask(game, state, seated[seat], len(played) + 1, seconds)
        if isinstance(answer, Failure):
            failed = seat, answer
            break
        state = game.result(state, answer)
        played.append(answer)
        if on_action is not None:
            on_action(seat, answer, state)

    culprit = failed[0] if failed else None
    winner, utilities = outcome(game, state, culprit)
    if failed:
        reason, detail = failed[1].reason, f"{culprit} {failed[1].words}"
    else:
        reason, detail = ("draw" if winner is None else "win"), _in_words(game, state, winner)
    return GameRecord(
        game=game,
        players=labels,
        start=start,
        actions=tuple(played),
        reason=reason,
        detail=detail,
        culprit=culprit,
        winner=winner,
        utilities=utilities,
    )


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


def _begin(
    game: Game, seated: Mapping[Player, PlayerFunction], rng: Random | None
) -> tuple[Player, Failure] | None:
    """Tell every player that a game begins; `(seat, failure)` if one can't begin."""
    for seat, player in seated.items():
        new_game = getattr(player, "new_game", None)
        # One source of randomness for both would let a player's moves depend on how often the
        # other one draws, so each gets its own.
        own = None if rng is None else Random(rng.getrandbits(64))
        if new_game is None:
            continue
        try:
            new_game(game, seat, own)
        except Forfeit as error:
            return seat, Failure(error.reason, f"lost: {error}")
        except _RAISED_BY_PLAYERS as error:
            return seat, Failure("error", f"lost: its new_game raised {raised(error)}")
    return None


def _ask(
    game: Game, state: State, player: PlayerFunction, number: int, seconds: float | None
) -> Action | Failure:
    """The legal action that the player chooses for this move, or why it loses."""
    began = time.perf_counter()
    try:
        answer = player(game, state)
    except NotImplementedError:
        raise  # a player that is still to be written has not lost
    except Forfeit as error:
        return Failure(error.reason, f"lost: {error}")
    except _RAISED_BY_PLAYERS as error:
        return Failure("error", f"lost: its player raised {raised(error)}")
    took = time.perf_counter() - began
    if seconds is not None and took > seconds:
        words = f"lost: took {took:.3f} s for move {number}, the limit is {seconds} s"
        return Failure("time", words)
    if answer is RESIGN:
        return Failure("resigned", "resigned")
    for action in game.actions(state):
        if same(action, answer):
            return action
    return Failure("illegal", f"lost: {wrong_answer(game, state, answer)}")


def _in_words(game: Game, state: State, winner: Player | None) -> str:
    """How a game that is over by its rules has ended, in one line."""
    if winner is None:
        return "a draw"
    line = game.win_line(state)
    return f"{winner} won" if line is None else f"{winner} won: {' and '.join(line[0])}"


def check_limit(seconds: float | None) -> None:
    """Refuse a time limit that is none."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and seconds > 0):
        raise ValueError(
            f"seconds is {seconds!r}; it must be more than 0, such as 0.5, or None for no limit"
        )
