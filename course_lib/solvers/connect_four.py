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
from course_lib.games.compact.base import CompactGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.solvers.four_board import LENGTH, FourBoard
from course_lib.solvers.four_search import Bound, searcher

MakeSearch = Callable[[FourBoard, int], Bound]
"""`make_search(board, stones)`: a search for positions with at least so many stones."""


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
        self.board = board_of(game)
        # A compact game's states are bitboards too, but with another order of bits.
        self._readable = game.game if isinstance(game, CompactGame) else game
        places = (divmod(at, self.board.columns) for at in range(self.board.squares))
        self._bits = {(row, column): self._bit(row, column) for row, column in places}
        self._make_search = make_search or _plain_search
        self._search: tuple[int, Bound] | None = None

    def score(self, state: State) -> int:
        """The exact score of this state for the player to move; of a final one what it has been."""
        mine, taken, over = self._position(state)
        if over:
            return -self.board.winning_score(taken.bit_count() - 1) if over == "won" else 0
        return self.score_of(mine, taken)

    def scores(self, state: State) -> dict[Action, int]:
        """The exact score of every legal action for the player who takes it."""
        mine, taken, _ = self._position(state)
        return {
            action: self.score_after(mine, taken, self._bits[action])  # type: ignore[index]
            for action in self.game.actions(state)
        }

    def best_line(self, state: State) -> tuple[Action, ...]:
        """The actions to the end if both sides take a best one, of equal ones the first."""
        line = []
        while values := self.scores(state):
            action = max(values, key=lambda action: values[action])
            line.append(action)
            state = self.game.result(state, action)
        return tuple(line)

    def score_after(self, mine: int, taken: int, move: int) -> int:
        """The score of putting a stone on this bit, for the player who puts it there."""
        if self.board.winning_squares(mine, taken) & move:
            return self.board.winning_score(taken.bit_count())
        return -self.score_of(taken ^ mine, taken | move)

    def score_of(self, mine: int, taken: int) -> int:
        """The score of a position that is not won, given as bits: see `four_board.py`."""
        board, stones = self.board, taken.bit_count()
        free = (taken + board.bottom) & board.full
        if board.winning_squares(mine, taken) & free:
            return board.winning_score(stones)
        danger = board.winning_squares(taken ^ mine, taken)
        least = -((board.squares - stones) // 2)
        most = max((board.squares - 1 - stones) // 2, 0)
        bound = self._bound(stones)
        while least < most:
            goal = _next_goal(least, most, board.squares // 6)
            found = bound(mine, danger, taken, stones, goal)
            if found >= goal:
                least = found
            else:
                most = found
        return least

    def _bound(self, stones: int) -> Bound:
        """A search that is meant for positions with so many stones."""
        if self._search is None or stones < self._search[0]:
            self._search = stones, self._make_search(self.board, stones)
        return self._search[1]

    def _position(self, state: State) -> tuple[int, int, str]:
        """The stones of the player to move, all stones, and "won" or "drawn" if the game is over.

        >>> from course_lib.games import ConnectFour
        >>> game = ConnectFour()
        >>> Solver(game)._position(game.play("a a b"))
        (2, 131, '')
        """
        player = self.game.to_move(state)
        if isinstance(self.game, CompactGame):
            state = self.game.unpack(state)
        mine = taken = 0
        for bit, mark in zip(self._bits.values(), state.board, strict=True):
            if mark == player:
                mine |= bit
            if mark in self.game.players:
                taken |= bit
        over = "won" if state.winner is not None else "" if state.actions else "drawn"
        return mine, taken, over

    def _bit(self, row: int, column: int) -> int:
        """The bit of a square; row 0 is on top, and bits are counted from the bottom."""
        return 1 << column * self.board.step + self.board.rows - 1 - row


def board_of(game: Game) -> FourBoard:
    """The board of this game, which must be a Connect Four for two with rows of four."""
    plain = game.game if isinstance(game, CompactGame) else game
    if (
        isinstance(plain, KInARow)
        and plain.gravity
        and plain.length == LENGTH
        and len(plain.players) == 2
        and not plain.exact
    ):
        return FourBoard(plain.rows, plain.columns)
    raise ValueError(
        f"this solver knows Connect Four with four in a row on any board, such as ConnectFour(6, 7)"
        f"; it was given {game!r}"
    )


def _plain_search(board: FourBoard, _stones: int) -> Bound:
    """The search in plain Python, with an empty table that grows as it has to."""
    return searcher(board, {})


def _next_goal(least: int, most: int, far: int) -> int:
    """Which score to ask for next, when it is known to lie between these two.

    A win or a loss that is near is quick to find or to rule out, so those come first, from both
    ends. Of the scores that are left the small ones are likely: who wins at all, then how late.
    """
    if most > far or least < -far:
        return most if most > -least else least + 1
    if least < 1 <= most:
        return 1
    return least + 1 if least >= 0 else most
