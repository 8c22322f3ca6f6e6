"""The Gomoku expert as functions of a game and a state, the same whoever answers them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.games.squares import Square
from course_tools.engines.players.gomoku_analysis import analysis_by
from course_tools.engines.players.gomoku_expert import THREAT_POSITIONS, Expert, ForcedWin
from course_tools.engines.players.gomoku_player import GomokuPlayer


class Face:
    """The functions of a module about Gomoku; for each game `expert_for` gives who answers."""

    def __init__(self, expert_for: Callable[[Game], Expert]) -> None:
        """Make the functions; nobody is asked yet."""
        self._expert_for = expert_for

    def forced_win(
        self,
        game: Game,
        state: State,
        *,
        threes: bool = False,
        most_fours: int | None = None,
        positions: int | None = THREAT_POSITIONS,
    ) -> ForcedWin | None:
        """The shortest win by continuous fours for the player to move, or `None`.

        Each stone of the attacker makes a four (or, with `threes`, threatens a four that can't be
        answered), so the defender's answers are forced, and the last one makes a five. A five at
        once is a win with no fours. What is found is certain. `None` means that there is no such
        win with `most_fours` fours or fewer, or that none was found in so many `positions`; with
        `None` for both it means that there is none.

        >>> from course_lib.games import Gomoku
        >>> from course_tools.engines.players.gomoku import forced_win
        >>> game = Gomoku(9)
        >>> forced_win(game, game.play("c5 c1 d5 d1 e5 g1")).fours
        1
        """
        return self._expert_for(game).forced_win(
            state, threes=threes, most_fours=most_fours, positions=positions
        )

    def winning_first_moves(
        self, game: Game, state: State, *, positions: int | None = THREAT_POSITIONS
    ) -> dict[Square, int]:
        """Every move that keeps a forced win by fours, with the number of fours it then takes.

        The moves come in reading order. The number counts the fours from this move on, this one
        included. Who can make a five does: then these moves are all, with a 0. Moves about which so
        many `positions` are not enough are left out.
        """
        return self._expert_for(game).winning_first_moves(state, positions=positions)

    def gomoku_search(
        self,
        game: Game,
        state: State,
        *,
        depth: int | None = None,
        positions: int | None = None,
        seconds: float | None = None,
        rng: Random | None = None,
    ) -> tuple[float, Action]:
        """An estimate from -1 to 1 of this state for the player to move, and the action to take.

        A five, the stop of a five, a forced win by fours and threes and the defence against one by
        fours come first; where nothing is forced alpha-beta looks `depth` moves ahead, or as deep
        as it gets in so many `positions`, or `seconds`. 1 is a proven win and -1 a proven loss.
        With `rng` moves that promise the same are tried in random order.
        """
        return self._expert_for(game).search(
            state, depth=depth, positions=positions, seconds=seconds, rng=rng
        )

    def evaluate(self, game: Game, state: State, player: Player) -> float:
        """How much better this player's chances to make a five look, strictly between -1 and 1."""
        return self._expert_for(game).evaluate(state, player)

    def gomoku_player(
        self,
        *,
        depth: int | None = None,
        positions: int | None = None,
        seconds: float | None = None,
        rng: Random | None = None,
    ) -> GomokuPlayer:
        """A player that never misses a five or a block, sees forced wins, and else uses alpha-beta.

        It searches `depth` moves deep, or as deep as it gets with so many `positions` for a move,
        or in so many `seconds`; the options and what it does in which order are those of
        `gomoku_search`. Without `rng` it always plays the same in the same position; with `rng` it
        varies where moves promise the same.
        """
        return GomokuPlayer(depth, positions, seconds, rng, self._expert_for)

    def analysis(self, game: Game, state: State) -> dict[str, Any]:
        """Who is to move, a value for each legal move, and the forced win by fours.

            {"to_move": "X", "moves": {"h8": 0.12, ...},
             "forced_win": {"fours": 2, "line": ["h8", ...], "first_moves": ["h8", ...]}}

        A value is for the player who makes the move. 1 is a win that is proven: the move makes a
        five, or keeps a forced win by fours. -1 is a proven loss: it lets the other do so. All
        other values lie between -0.99 and 0.99 and are estimates; all moves far from every stone
        share one. They come in reading order. `forced_win` is `None` where there is none.
        """
        return analysis_by(self._expert_for(game), state)
