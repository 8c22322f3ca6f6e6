"""Who sits at a board, what is written down of their game, and which clicks stand for an action."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from course_lib.game import Action, Game, Player, State
from course_lib.games.compact import CompactGame
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.record import GameRecord, Reason, ending, outcome
from course_lib.views.boards import board_drawing

Seats = Mapping[Player, PlayerFunction | None]
"""Who plays for each of the game's players; `None` is a person at the board."""

Way = tuple[str, ...]
"""The squares to click one after the other."""


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
    if players is None:
        yours: Collection[Player] = names if opponent is None else names[:1]
        if you_play is not None:
            yours = (you_play,) if isinstance(you_play, str) else tuple(you_play)
        if unknown := [name for name in yours if name not in names]:
            raise game.no_such_player(unknown[0])
        free = [name for name in names if name not in yours]
        if opponent is None and free:
            raise ValueError(
                f"nobody plays {', '.join(free)}: give an opponent, such as"
                " alphabeta_player(depth=3), or leave you_play out to play for everybody"
            )
        players = dict.fromkeys(yours) | dict.fromkeys(free, opponent)
    elif opponent is not None or you_play is not None:
        raise ValueError("give either players={...}, or opponent and you_play, but not both")
    elif set(players) != set(names):
        raise ValueError(
            f"players names {', '.join(map(str, players)) or 'nobody'};"
            f" {game!r} is played by {', '.join(names)}"
        )
    for name, player in players.items():
        if player is not None:
            check_player(name, player)
    return {name: players[name] for name in names}


def named(seat: Player, seats: Seats) -> str:
    """A seat, with the name of the player in it."""
    player = seats[seat]
    return seat if player is None else f"{seat} ({label_of(player)})"


def ending_of(game: Game, state: State, resigned: Player | None = None) -> str:
    """How a game that is over has ended, in a sentence."""
    if resigned is not None:
        winner, _ = outcome(game, state, resigned)
        return f"{resigned} resigned: {winner or 'nobody'} won."
    how = ending(game, state)
    return "The game is over: a draw." if how == "a draw" else f"{how}."


def record_of(
    game: Game,
    seats: Seats,
    states: Sequence[State],
    actions: Sequence[Action],
    resigned: Player | None = None,
) -> GameRecord:
    """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
    last = states[-1]
    winner, utilities = outcome(game, last, resigned)
    reason: Reason = "win" if winner else "draw"
    if resigned is not None:
        reason = "resigned"
    elif not game.is_terminal(last):
        reason = "unfinished"
    going = reason == "unfinished"
    detail = "the game is not over yet" if going else ending_of(game, last, resigned)
    labels = {at: "a person" if who is None else label_of(who) for at, who in seats.items()}
    return GameRecord(
        game, labels, states[0], tuple(actions), reason, detail, resigned, winner, utilities
    )


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
