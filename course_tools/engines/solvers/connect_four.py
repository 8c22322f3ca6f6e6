"""Connect Four solved: the exact score of any position, of each move, and a best line.

A score is for the player to move. It is positive if he can force a win: then it says how many
stones he will still have at hand, the winning one counted, if he wins as soon as he can and the
other holds out as long as he can. On 6 rows and 7 columns that is 22 minus the stones that the
winner will have placed. A loss is the same with a minus, and a draw is 0.

    score(ConnectFour(), state)     one number
    scores(ConnectFour(), state)    one for each legal action
    Solver(ConnectFour())           for many questions: it remembers what it has found out
"""

from __future__ import annotations

from collections.abc import Callable

from course_lib.game import Action, Game, State
from course_tools.engines.solvers.four_board import FourBoard
from course_tools.engines.solvers.four_search import ScoreOf, exact, searcher
from course_tools.engines.solvers.four_states import Reader

MakeSearch = Callable[[FourBoard, int], ScoreOf]
"""`make_search(board, stones)`: what scores positions with at least so many stones."""


def score(game: Game, state: State) -> int:
    """The exact score of this state for the player to move.

    >>> from course_lib.games import ConnectFour
    >>> game = ConnectFour()
    >>> score(game, game.play("4141414"))   # X has won with his fourth stone
    -18
    >>> score(game, game.play("414141"))
    18
    """
    return Solver(game).score(state)


def scores(game: Game, state: State) -> dict[Action, int]:
    """The exact score of every legal action for the player who takes it, in their usual order."""
    return Solver(game).scores(state)


def best_line(game: Game, state: State) -> tuple[Action, ...]:
    """The actions to the end if both sides take a best one, of equal ones the first."""
    return Solver(game).best_line(state)


def plies_to_the_end(score: int, squares: int, stones: int) -> int:
    """How many more stones are placed, the last one included, from a state with this score.

    >>> plies_to_the_end(18, squares=42, stones=6)
    1
    """
    if score == 0:
        return squares - stones
    # The winner has stones // 2 on the board, or one more if he began and it is not his turn.
    first = stones % 2 == 0 if score > 0 else stones % 2 == 1
    supply = (squares + 1) // 2 if first else squares // 2
    last = 2 * (supply - abs(score)) + (1 if first else 2)
    return last - stones


class Solver:
    """Exact scores in one game of Connect Four; what one question shows is kept for the next."""

    def __init__(self, game: Game, make_search: MakeSearch | None = None) -> None:
        """Make a solver; another search may take the place of the one in plain Python."""
        self.game = game
        self._reader = Reader(game)
        self.board = self._reader.board
        self._make_search = make_search or plain_search
        self._search: tuple[int, ScoreOf] | None = None

    def score(self, state: State) -> int:
        """The exact score of this state for the player to move; of a final one what it has been."""
        mine, taken, over = self._reader.position(state)
        if over:
            return -self.board.winning_score(taken.bit_count() - 1) if over == "won" else 0
        return self.score_of(mine, taken)

    def scores(self, state: State) -> dict[Action, int]:
        """The exact score of every legal action for the player who takes it."""
        mine, taken, _ = self._reader.position(state)
        winning = self.board.winning_squares(mine, taken)
        now, theirs = self.board.winning_score(taken.bit_count()), taken ^ mine
        values = {}
        for action in self.game.actions(state):
            move = self._reader.bits[action]
            values[action] = now if winning & move else -self.score_of(theirs, taken | move)
        return values

    def best_line(self, state: State) -> tuple[Action, ...]:
        """The actions to the end if both sides take a best one, of equal ones the first."""
        line = []
        while values := self.scores(state):
            action = max(values, key=lambda action: values[action])
            line.append(action)
            state = self.game.result(state, action)
        return tuple(line)

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position that is not won, given as bits: see `four_board.py`."""
        stones = taken.bit_count()
        if self._search is None or stones < self._search[0]:
            self._search = stones, self._make_search(self.board, stones)
        return self._search[1](mine, taken)


def plain_search(board: FourBoard, _stones: int) -> ScoreOf:
    """The search in plain Python, with an empty table that grows as it has to."""
    return exact(board, searcher(board, {}))
