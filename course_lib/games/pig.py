"""Pig: roll a die as often as you dare; a 1 loses what the turn has brought."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from course_lib.game import CHANCE, OTHER, Action, Chances, FewActions, Player, State, must_be_whole

ROLL, HOLD = "roll", "hold"
FACES = (1, 2, 3, 4, 5, 6)

_TEXT = re.compile(
    r"X (\d{1,6}), O (\d{1,6}); ([XO]) (?:(has won)|(to move|rolls), (\d{1,6}) so far)"
)


class PigState(NamedTuple):
    """A position: both scores, what this turn has brought so far, and whether the die is rolling.

    In a final state `to_move` is the player who has won.
    """

    scores: tuple[int, int] = (0, 0)
    to_move: Player = "X"
    so_far: int = 0
    rolling: bool = False


@dataclass(frozen=True, repr=False)
class Pig(FewActions):
    """Two players, one die; whoever first has `goal` points wins.

    In your turn you roll as often as you like, and the faces add up. To `"hold"` adds the sum to
    your score, and the turn goes to the other player. But a 1 ends the turn, and its sum is lost.
    A turn begins with a roll; a sum that takes you to the goal wins at once.

    The actions are `"roll"` and `"hold"`, in this order, and where the die rolls, its faces 1 to 6.

    >>> game = Pig(goal=100)
    >>> state = game.play("roll 6 roll 4 hold roll")
    >>> game.render(state)
    'X 10, O 0; O rolls, 0 so far'
    >>> game.render(game.result(state, 1))
    'X 10, O 0; X to move, 0 so far'
    """

    goal: int = 100

    def __post_init__(self) -> None:
        """Refuse a goal that the first roll reaches, if it counts at all."""
        must_be_whole(3, goal=self.goal)

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("X", "O")
    initial = PigState()
    all_actions = (ROLL, HOLD, *FACES)

    def to_move(self, state: State) -> Player:
        """The player whose turn it is, or `CHANCE` while the die rolls."""
        return CHANCE if state.rolling else str(state.to_move)

    def actions(self, state: State) -> tuple[Action, ...]:
        """To roll, and to hold what there is; while the die rolls, its faces."""
        if state.rolling:
            return FACES
        if self.is_terminal(state):
            return ()
        return (ROLL, HOLD) if state.so_far else (ROLL,)

    def chance(self, state: State) -> Chances:
        """The six faces, equally likely, while the die rolls."""
        return tuple((face, 1 / 6) for face in FACES) if state.rolling else ()

    def result(self, state: State, action: Action) -> State:
        """The state after this choice, or after the die has shown this face."""
        scores, player, so_far, _ = state
        seat = self.players.index(player)
        legal = self.legal(state, action)
        if legal == ROLL:
            return PigState(scores, player, so_far, rolling=True)
        if legal == HOLD:
            return PigState(_added(scores, seat, so_far), OTHER[player])
        if legal == 1:
            return PigState(scores, OTHER[player])
        if scores[seat] + so_far + legal >= self.goal:
            return PigState(_added(scores, seat, so_far + legal), player)
        return PigState(scores, player, so_far + legal)

    def is_terminal(self, state: State) -> bool:
        """Whether somebody has reached the goal."""
        return bool(max(state.scores) >= self.goal)

    def winner(self, state: State) -> Player | None:
        """The player who has reached the goal, or `None` before that."""
        return str(state.to_move) if self.is_terminal(state) else None

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """A line such as `X 10, O 0; O to move, 7 so far` or `X 101, O 40; X has won`."""
        (first, second), player, so_far, rolling = state
        news = f"{'rolls' if rolling else 'to move'}, {so_far} so far"
        news = "has won" if self.is_terminal(state) else news
        return f"X {first}, O {second}; {player} {news}"

    def parse(self, text: str) -> State:
        """The state that such a line shows."""
        line = text.strip()
        found = _TEXT.fullmatch(line)
        if not found:
            raise ValueError(
                f"{line!r} shows no state of Pig: write it like 'X 10, O 0; O to move, 7 so far',"
                " 'X 10, O 0; O rolls, 7 so far' or 'X 101, O 40; X has won'"
            )
        scores, player = (int(found[1]), int(found[2])), found[3]
        so_far = int(found[6] or 0)
        state = PigState(scores, player, so_far, rolling=found[5] == "rolls")
        if self.render(state) != line:
            raise ValueError(f"{line!r} contradicts itself or writes numbers in its own way")
        mine, theirs = scores if player == "X" else scores[::-1]
        over = mine + so_far >= self.goal
        if bool(found[4]) != over or theirs >= self.goal:
            raise ValueError(f"{line!r} does not fit a game to {self.goal} points")
        return state


def _added(scores: tuple[int, int], seat: int, more: int) -> tuple[int, int]:
    """The scores after this seat's has grown."""
    first, second = scores
    return (first + more, second) if seat == 0 else (first, second + more)
