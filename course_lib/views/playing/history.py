"""A game at a board as it went, and who plays it: people, and players that think."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from course_lib.game import Action, Game, Player, State
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.record import GameRecord, Reason, ending, outcome

Seats = Mapping[Player, PlayerFunction | None]
"""Who plays for each of the game's players; `None` is a person at the board."""


class History:
    """A game from its start to where it stands now."""

    def __init__(self, game: Game, start: State) -> None:
        """Begin in this state."""
        self.game = game
        self.states: list[State] = [start]
        self.actions: list[Action] = []
        self.undone: list[Action] = []
        self.resigned: Player | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody resigned."""
        return self.resigned is not None or self.game.is_terminal(self.states[-1])

    def play(self, action: Action) -> None:
        """Play a legal action; if the game itself fails at it, nothing has changed."""
        after = self.game.result(self.states[-1], action)
        self.game.to_move(after)  # these two may fail as well, in a game of a student's own,
        self.game.actions(after)  # and then it is better that they do so now
        self.states.append(after)
        self.actions.append(action)

    def back_to(self, people: Collection[Player]) -> int | None:
        """How many actions are left after an undo: up to a person's turn; `None` if none can be.

        In a game without people an undo takes back one action.
        """
        for left in range(len(self.actions) - 1, -1, -1):
            if not people or self.game.to_move(self.states[left]) in people:
                return left
        return None

    def undo(self, left: int) -> None:
        """Take back all but the first `left` actions."""
        self.undone = self.actions[left:] + self.undone
        del self.actions[left:], self.states[left + 1 :]

    def ending(self) -> str:
        """How the game has ended, in a sentence."""
        if self.resigned is not None:
            winner, _ = outcome(self.game, self.states[-1], self.resigned)
            return f"{self.resigned} resigned: {winner or 'nobody'} won."
        how = ending(self.game, self.states[-1])
        return "The game is over: a draw." if how == "a draw" else f"{how}."

    def record(self, seats: Seats) -> GameRecord:
        """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
        winner, utilities = outcome(self.game, self.states[-1], self.resigned)
        reason: Reason = "win" if winner else "draw"
        if self.resigned is not None:
            reason = "resigned"
        elif not self.over:
            reason = "unfinished"
        labels = {at: "a person" if who is None else label_of(who) for at, who in seats.items()}
        detail = self.ending() if self.over else "the game is not over yet"
        start, actions = self.states[0], tuple(self.actions)
        return GameRecord(
            self.game, labels, start, actions, reason, detail, self.resigned, winner, utilities
        )


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
