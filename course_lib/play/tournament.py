"""Many games between many players: `tournament`."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Game
from course_lib.play.match import check_limit, check_player, play_game
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.progress import with_progress
from course_lib.play.record import GameRecord
from course_lib.play.standings import Tournament
from course_lib.search.questions import check_game_given


class Pairing(NamedTuple):
    """One game to be played: its number, and who sits where, in the order of `game.players`."""

    number: int
    seats: tuple[str, ...]


Sent = tuple[int, dict[str, Any]]
"""What a game sends home from another process: its number, and these fields of its record."""

_SENT = ("actions", "reason", "detail", "culprit", "winner", "utilities")


@dataclass(frozen=True)
class Task:
    """All that is needed to play any game of a tournament; it can be sent to another process."""

    game: Game
    players: Mapping[str, PlayerFunction]
    seed: int | str
    seconds: float | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with the game's options only: tables it has worked out are made anew there."""
        made_by = partial(type(self.game), **self.game.options)
        return _task_made_by, (made_by, self.players, self.seed, self.seconds)

    def play(self, pairing: Pairing) -> Sent:
        """The game's number and its end, played by fresh copies with randomness of its own.

        The copies forget between games, and the randomness depends on the seed and the game's
        number only: so a game comes out the same wherever and in whatever order it is played.
        """
        players = [copy.deepcopy(self.players[label]) for label in pairing.seats]
        rng = Random(f"{self.seed} {pairing.number}")
        record = play_game(self.game, players, rng=rng, seconds=self.seconds)
        return pairing.number, {name: getattr(record, name) for name in _SENT}


def tournament(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction],
    game: Game,
    games: int,
    seed: int | str,
    *,
    workers: int = 1,
    progress: bool = True,
    seconds: float | None = None,
) -> Tournament:
    """The table of a tournament in which everybody plays everybody, `games` games each.

    `players` is a dictionary such as `{"mine": mine, "random": random_player(rng)}`, or a list.
    In a game for two every pair plays `games` games and changes seats after each, so take an even
    number to be fair. In a game for n players that holds for every choice of n players, and
    everybody moves one seat on after each game.

    The same players, game, games and seed give the same tournament, with any number of `workers`
    (processes that play side by side). For that, each game is played by fresh copies of the
    players, and each player's `new_game` is handed randomness made from the seed and the game's
    number. A player that draws from elsewhere, or looks at a clock, is not repeatable; with
    `seconds` for a move a slow computer can decide a game.

    An illegal action, an exception or taking too long loses that game, and the tournament goes on.
    In a script that uses `workers`, put the call under `if __name__ == "__main__":`.
    """
    check_game_given(game, "tournament", "(players, game, games, seed) with a game second")
    entered = _entered(players, game)
    _check_numbers(games, seed, workers)
    check_limit(seconds)
    pairings = list(_pairings(tuple(entered), len(game.players), games))
    task = Task(game, entered, seed, seconds)
    records: dict[int, GameRecord] = {}
    with closing(_all_played(task, pairings, workers)) as all_played:
        shown = with_progress(all_played, len(pairings), "games") if progress else all_played
        for number, sent in shown:
            seats = dict(zip(game.players, pairings[number].seats, strict=True))
            records[number] = GameRecord(game, seats, game.initial, **sent)
    in_order = tuple(records[pairing.number] for pairing in pairings)
    return Tournament(game, tuple(entered), games, seed, in_order)


def _pairings(labels: Sequence[str], seats: int, games: int) -> Iterator[Pairing]:
    """Every game of the tournament: who sits where."""
    groups = combinations(labels, seats)
    turns = ((group, turn % seats) for group in groups for turn in range(games))
    for number, (group, first) in enumerate(turns):
        yield Pairing(number, group[first:] + group[:first])


def _all_played(task: Task, pairings: Sequence[Pairing], workers: int) -> Generator[Sent]:
    """Every game, played here or side by side, in any order."""
    left = {pairing.number: pairing for pairing in pairings}
    if workers > 1:
        # Not at the top: it would cost time at every import, and few tournaments need it.
        from course_lib.play.parallel import CantShareError, in_processes  # noqa: PLC0415

        try:
            with closing(in_processes(task.play, pairings, workers)) as all_played:
                for number, sent in all_played:
                    del left[number]
                    yield number, sent
        except CantShareError as error:
            warnings.warn(
                f"the tournament is played in one process, with the same result: {error}",
                stacklevel=3,
            )
    for pairing in left.values():
        yield task.play(pairing)


def _task_made_by(made_by: Callable[[], Game], *rest: Any) -> Task:
    """A task that has travelled."""
    return Task(made_by(), *rest)


def _entered(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction], game: Game
) -> dict[str, PlayerFunction]:
    """The players by label; too few, or things that are no players, are an error."""
    if isinstance(players, Mapping):
        entered = {str(label): player for label, player in players.items()}
    elif isinstance(players, Sequence) and not isinstance(players, str):
        entered = {}
        for player in players:
            entered[_new_label(label_of(player), entered)] = player
    else:
        raise TypeError(
            "the players of a tournament are a dictionary of players by label, or a list of them,"
            f" not {players!r:.60}"
        )
    if len(entered) < len(game.players):
        raise ValueError(
            f"{game!r} is a game for {len(game.players)}, so a tournament takes"
            f" {len(game.players)} or more players; there are {len(entered)}"
        )
    for label, player in entered.items():
        check_player(label, player)
        try:
            copy.deepcopy(player)
        except Exception as error:  # a player may hold anything, and copying it may raise anything
            raise ValueError(
                f"player {label} can't be copied, and every game is played by fresh copies: {error}"
            ) from error
    return entered


def _new_label(label: str, taken: Container[str]) -> str:
    """This label, with a number where others have it too."""
    numbered, number = label, 1
    while numbered in taken:
        number += 1
        numbered = f"{label} #{number}"
    return numbered


def _check_numbers(games: int, seed: int | str, workers: int) -> None:
    """Refuse numbers that mean nothing."""
    for name, number in (("games", games), ("workers", workers)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ValueError(f"{name} is {number!r}; it must be a whole number from 1 up")
    if not isinstance(seed, int | str):
        raise TypeError(
            f"seed is {seed!r}; it must be a whole number or a text, so that the tournament can be"
            " repeated"
        )
