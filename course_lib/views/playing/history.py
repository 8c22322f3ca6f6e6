"""A game as it went: its states and actions, what was taken back, and the record of it."""

from __future__ import annotations

from collections.abc import Collection

from course_lib.game import Action, Game, Player, State
from course_lib.play.record import GameRecord, Reason, outcome
from course_lib.views.playing.seats import Seats, labels


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
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because somebody resigned."""
        return self.resigned is not None or self.game.is_terminal(self.state)

    def play(self, action: Action) -> None:
        """Play a legal action; if the game itself fails at it, nothing has changed."""
        after = self.game.result(self.state, action)
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
        winner, _ = outcome(self.game, self.state, self.resigned)
        if self.resigned is not None:
            return f"{self.resigned} resigned: {winner or 'nobody'} won."
        if winner is None:
            return "The game is over: a draw."
        line = self.game.win_line(self.state)
        return f"{winner} won: {' and '.join(line[0])}." if line else f"{winner} won."

    def record(self, seats: Seats) -> GameRecord:
        """The game so far; while it goes on the reason is "unfinished", and nobody has won."""
        winner, utilities = outcome(self.game, self.state, self.resigned)
        reason: Reason
        if not self.over:
            reason = "unfinished"
        elif self.resigned is not None:
            reason = "resigned"
        else:
            reason = "draw" if winner is None else "win"
        return GameRecord(
            game=self.game,
            players=labels(seats),
            start=self.states[0],
            actions=tuple(self.actions),
            reason=reason,
            detail=self.ending() if self.over else "the game is not over yet",
            culprit=self.resigned,
            winner=winner,
            utilities=utilities,
        )
