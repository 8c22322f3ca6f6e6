"""The strong Havannah player in readable Python.

Monte Carlo tree search as in lesson 5, with six things more, each of which can be switched off:

- `forced`: who can win with the next stone does, who can't has to block, and two threats win;
- `bridges`: in random games a bridge that is cut is saved by its other cell;
- `rave`: a cell that is good later in a game is taken to be good now, until better is known;
- `prior`: cells near other stones are looked at first;
- `ways`: so are cells on a short way to a bridge or fork, and who has the shorter way is ahead;
- `prove`: what is certain is carried up the tree.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah, HavannahState
from course_lib.games.hexboard import hex_board
from course_lib.play import PlayerFunction
from course_lib.play.havannah_strong_games import bridged_game
from course_lib.play.havannah_strong_growth import grow, look
from course_lib.play.havannah_strong_node import StrongNode, best, credit, prove, remember
from course_lib.search.questions import check_count, check_not_over, check_rng

SIMULATIONS = 1000
"""So many games are played for each move, if nothing else is said."""


class Switches(NamedTuple):
    """What the search makes use of."""

    rave: bool = True
    bridges: bool = True
    forced: bool = True
    prove: bool = True
    prior: bool = True
    ways: bool = True


def strong_search(
    game: Game, state: State, *, simulations: int = SIMULATIONS, rng: Random, **switches: bool
) -> tuple[float, Action]:
    """An estimate of this state for the player to move, and the action most looked at.

    The search ends sooner where the result is certain. The switches are those of `Switches`. Where
    passing is allowed it looks for a cell all the same: a stone more does no harm.
    """
    game = _check_game(game, "strong_search")
    check_switches(switches, "strong_search")
    check_not_over(game, state, "strong_search")
    if game.passing:
        game, state = Havannah(game.size), state._replace(passes=0)
    check_count(simulations, "simulations", "strong_search")
    check_rng(rng, "strong_search")
    use = Switches(**switches)
    root = StrongNode(None, None, state)
    for _ in range(simulations):
        if root.proven is not None and root.children:
            break
        leaf, reached = select(game, root, use)
        if leaf.proven is not None:
            credit(leaf, 1, leaf.proven)
            if use.prove:
                prove(leaf)
            continue
        final = simulate(game, leaf, reached, rng, bridges=use.bridges)
        won = {player: 0.5 + game.utility(final, player) / 2 for player in game.players}
        credit(leaf, 1, 1 - won[reached.to_move])
        if use.rave:
            stones = dict(zip(hex_board(game.size).cells, final.board, strict=True))
            remember(leaf, stones, won)
    return best(root)


def strong_player(
    *, simulations: int = SIMULATIONS, rng: Random | None = None, **switches: bool
) -> PlayerFunction:
    """A player that uses `strong_search` for each move, with so many simulations.

    Where a game brings its own randomness that is used, else `rng`, or else one with a fixed seed.

    >>> strong_player(simulations=200, rave=False)
    strong_player(simulations=200, rave=False)
    """
    check_count(simulations, "simulations", "strong_player")
    check_switches(switches, "strong_player")
    return StrongPlayer(simulations, rng or Random(1), switches)


class StrongPlayer:
    """What `strong_player` makes."""

    def __init__(self, simulations: int, rng: Random, switches: dict[str, bool]) -> None:
        """Keep the budget and switches, and the randomness to use until a game brings its own."""
        self.simulations, self.rng, self.switches = simulations, rng, switches

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Use the game's own randomness, if it has any."""
        self.rng = rng or self.rng

    def __call__(self, game: Game, state: State) -> Action:
        """Find the action that looks best when the simulations are done."""
        _, action = strong_search(
            game, state, simulations=self.simulations, rng=self.rng, **self.switches
        )
        return action

    def __repr__(self) -> str:
        switches = "".join(f", {name}={on}" for name, on in self.switches.items())
        return f"strong_player(simulations={self.simulations}{switches})"


# --- the phases -----------------------------------------------------------------------------


def select(game: Game, root: StrongNode, use: Switches) -> tuple[StrongNode, HavannahState]:
    """The node to play from, and its state: down the tree, which grows on the way."""
    node, state = root, root.state
    while True:
        if not node.children and node.proven is None:
            if use.forced and not node.visits:
                look(game, node, state)
            if node.ready and not node.children:
                grow(game, node, state, forced=use.forced, prior=use.prior, ways=use.ways)
        if node.proven is not None or not node.children:
            return node, state
        node = node.best_child(rave=use.rave)
        if node.state is None:
            node.state = game.result(state, node.action)
            if game.is_terminal(node.state):
                node.proven = 0.5 if game.winner(node.state) is None else 1.0
        state = node.state


def simulate(
    game: Game, leaf: StrongNode, state: HavannahState, rng: Random, *, bridges: bool
) -> HavannahState:
    """The final state of a random game from here, in which bridges are saved or not."""
    if bridges:
        return bridged_game(game, state, leaf.action, rng)
    for action in game.playout(state, rng).actions:
        state = game.result(state, action)
    return state


# --- what the search was asked ---------------------------------------------------------------


def check_switches(switches: dict[str, bool], asker: str) -> None:
    """Refuse switches that there are not."""
    if unknown := set(switches) - set(Switches._fields):
        raise TypeError(
            f"{asker} was given {', '.join(sorted(unknown))}; its switches are"
            f" {', '.join(Switches._fields)}"
        )


def _check_game(game: Game, asker: str) -> Havannah:
    """The game, if it is one that this search knows."""
    if not isinstance(game, Havannah):
        raise TypeError(f"{asker} plays Havannah, and was given {game!r:.60}")
    return game
