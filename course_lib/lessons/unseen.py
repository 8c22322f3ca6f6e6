"""Tasks nobody has explained: games by their rules, and positions that fool an evaluation.

They close a lesson, for 01 to 04, 07 and 08. The games are known by numbers alone: how many ways
there are to play so many moves, how many of them end there, and who wins those. Nothing here plays
them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from course_lib.game import Game, State
from course_lib.games import BrokenPromise, KInARow, check_game, game_from_functions
from course_lib.search import Table, alphabeta_search
from course_lib.watching import OutOfBudget, Watched
from course_lib.words import Say, Text, _, told

PARTS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")


@dataclass(frozen=True)
class Unseen:
    """A game by three rules, and what is known of it: after each move a row of four numbers.

    They say how many ways there are to play so many moves, how many of these are the end of a
    game, and in how many of those the first and the second player have won.
    """

    rules: str
    numbers: str

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The four numbers after each move."""
        return [tuple(map(int, row.split("/"))) for row in self.numbers.split()]


GAMES = {
    "dominoes": Unseen(
        _(
            "The board is a strip of seven squares. Whoever is to move puts one domino on two empty"
            " squares side by side. Whoever can't move loses."
        ),
        "1/0/0/0 6/0/0/0 20/2/0/2 24/24/24/0",
    ),
    "squares": Unseen(
        _(
            "There are twelve matches. Whoever is to move takes 1, 4 or 9 of them, a square number."
            " Whoever takes the last one wins."
        ),
        "1/0/0/0 3/0/0/0 6/0/0/0 11/1/1/0 15/4/0/4 16/0/0/0 22/15/0/15 8/0/0/0 9/0/0/0 "
        "10/9/9/0 1/0/0/0 1/0/0/0 1/1/0/1",
    ),
    "chocolate": Unseen(
        _(
            "A bar of chocolate has two rows of four pieces. Whoever is to move chooses a piece and"
            " eats it, with all that is above it, to the right of it, or both. The piece at the"
            " bottom left is poisoned: whoever eats it loses."
        ),
        "1/0/0/0 8/1/0/1 34/7/7/0 92/27/0/27 166/65/65/0 200/101/0/101 155/99/99/0 "
        "70/56/0/56 14/14/14/0",
    ),
    "pins": Unseen(
        _(
            "Six pins stand in a row. Whoever is to move knocks down one pin, or two that stand"
            " side by side. Whoever knocks down the last one wins."
        ),
        "1/0/0/0 11/0/0/0 82/0/0/0 378/6/6/0 984/144/0/144 1320/600/600/0 720/720/0/720",
    ),
}


def unseen(name: str, *parts: Any) -> Game | None:
    """Say whether these seven parts make the game with this name, and give it back if they do.

    The parts are those of lesson 01, in this order: a first board, or a function that gives it,
    then `player`, `actions`, `result`, `winner`, `terminal`, `utility`. The players are X and O.
    """
    task = GAMES[name]
    if len(parts) != len(PARTS):
        template = _("{rules} Hand over your seven parts: {parts}.")
        _say(Say(template, rules=Say(task.rules), parts=Say(", ".join(PARTS))))
        return None
    try:
        game = game_from_functions(*parts, players=("X", "O"), name=name)
        check_game(game, Random(1))
        wrong = _difference(task, game)
    except BrokenPromise as broken:
        wrong = Say("A broken promise: {broken}", broken=str(broken))
    if wrong is not None:
        _say(wrong)
        return None
    _say(Say("That's the game. Your own search can play it now."))
    return game


_DIFFERENT = (
    _("After move {move} the number of ways to play is {right}; in your game it is {got}."),
    _("After move {move} the number of finished games is {right}; in your game it is {got}."),
    _("Of the games that end with move {move}, X wins {right}; in your game X wins {got}."),
    _("Of the games that end with move {move}, O wins {right}; in your game O wins {got}."),
)


def _difference(task: Unseen, game: Game) -> Text | None:
    """The first thing that is another one after some move, or `None`."""
    ways = {game.initial: 1}
    for move in range(len(task.rows) + 1):
        right = task.rows[move] if move < len(task.rows) else (0, 0, 0, 0)
        for sentence, one, other in zip(_DIFFERENT, right, _row(game, ways), strict=True):
            if one != other:
                return Say(sentence, move=move, right=one, got=other)
        turn, after = game.players[move % 2], dict[State, int]()
        for state, number in ways.items():
            if game.is_terminal(state):
                continue
            if game.to_move(state) != turn:
                template = _("After move {move} it is {right}'s turn; in your game it is {got}'s.")
                return Say(template, move=move, right=turn, got=game.to_move(state))
            for action in game.actions(state):
                result = game.result(state, action)
                after[result] = after.get(result, 0) + number
        ways = after
    return None


def _row(game: Game, ways: Mapping[State, int]) -> tuple[int, ...]:
    """How many ways lead to these states, to the final ones, and to wins of X and of O."""
    ended = {state: number for state, number in ways.items() if game.is_terminal(state)}
    won = [
        sum(number for state, number in ended.items() if game.utility(state, who) > 0)
        for who in game.players
    ]
    return (sum(ways.values()), sum(ended.values()), *won)


# --- a position that fools an evaluation ----------------------------------------------------------

SMALL = KInARow(4, 5, 4, gravity=True)
"""Connect Four on four rows of five, which is solved in a moment once a few stones are there."""

BUDGET, AHEAD = 60_000, 0.05
"""So many states may the solver look at; so far from 0 is somebody ahead by an estimate."""


def fools(evaluate: Callable[[Game, State, str], float], moves: str) -> bool:
    """Whether these moves lead to a position that the evaluation takes for the other's.

    `moves` are columns, such as "a b c"; a sentence says what the evaluation believes, and what
    perfect play brings.
    """
    state = SMALL.play(" ".join(moves) if moves.isalpha() else moves)
    believed = float(evaluate(SMALL, state, "X"))
    if SMALL.is_terminal(state):
        _say(Say("This game is over. Find a position in which somebody has still to move."))
        return False
    try:
        value, _best = alphabeta_search(Watched(SMALL, budget=BUDGET), state, table=Table())
    except OutOfBudget:
        _say(Say("Too much is still open for a quick proof. Put a few more stones on the board."))
        return False
    value = value if SMALL.to_move(state) == "X" else -value
    ends = {1: _("X wins"), 0: _("nobody wins"), -1: _("O wins")}
    end = Say(ends[int(value)])
    fooled = value * believed < 0 and abs(believed) >= AHEAD
    template = (
        _("Fooled! It rates X at {believed:.2f}, but with perfect play {end}.")
        if fooled
        else _("It rates X at {believed:.2f}, and with perfect play {end}.")
    )
    _say(Say(template, believed=believed, end=end))
    return fooled


def _say(text: Text) -> None:
    sys.stdout.write(f"{told(text)}\n")
