"""Who sits at the board: people, and players that think."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from course_lib.game import Game, Player
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of

Seats = Mapping[Player, PlayerFunction | None]
"""Who plays for each of the game's players; `None` is a person at the board."""


def seats_at(
    game: Game,
    opponent: PlayerFunction | None,
    you_play: Player | Collection[Player] | None,
    players: Seats | None,
) -> dict[Player, PlayerFunction | None]:
    """Who sits where: `players` as it is, or `opponent` wherever you do not play.

    Without `you_play` you play first against an opponent, and for everybody without one.
    """
    names = game.players
    if players is not None:
        if opponent is not None or you_play is not None:
            raise ValueError("give either players={...}, or opponent and you_play, but not both")
        if set(players) != set(names):
            raise ValueError(
                f"players names {', '.join(map(str, players)) or 'nobody'};"
                f" {game!r} is played by {', '.join(names)}"
            )
        seats = {name: players[name] for name in names}
    else:
        yours = _yours(game, opponent, you_play)
        seats = {name: None if name in yours else opponent for name in names}
    for name, player in seats.items():
        if player is not None:
            check_player(name, player)
    return seats


def named(seat: Player, seats: Seats) -> str:
    """A seat, with the name of the player in it."""
    player = seats[seat]
    return seat if player is None else f"{seat} ({label_of(player)})"


def labels(seats: Seats) -> dict[Player, str]:
    """A label of who plays, for each seat, as a record wants it."""
    return {seat: "a person" if who is None else label_of(who) for seat, who in seats.items()}


def _yours(
    game: Game, opponent: PlayerFunction | None, you_play: Player | Collection[Player] | None
) -> tuple[Player, ...]:
    """The seats of people at the board."""
    names = game.players
    if you_play is None:
        return names if opponent is None else names[:1]
    yours = (you_play,) if isinstance(you_play, str) else tuple(you_play)
    for name in yours:
        if name not in names:
            raise game.no_such_player(name)
    free = [name for name in names if name not in yours]
    if opponent is None and free:
        raise ValueError(
            f"nobody plays {', '.join(free)}: give an opponent, such as alphabeta_player(depth=3),"
            " or leave you_play out to play for everybody"
        )
    return yours
