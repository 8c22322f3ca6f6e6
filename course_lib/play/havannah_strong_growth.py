"""How the tree of the strong Havannah player grows: what is forced, and what looks promising."""

from __future__ import annotations

import math
from typing import Any

from course_lib.game import Action, Game
from course_lib.games.havannah import HavannahState
from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.hexchains import hex_chains
from course_lib.games.possible_hexes import OTHER, X
from course_lib.play.havannah_sight import size_of
from course_lib.play.havannah_strong_games import saving_cells
from course_lib.play.havannah_strong_node import KNOWN_BEFORE, StrongNode, credit
from course_lib.play.havannah_strong_ways import missing_stones

ON_THE_WAY = 64
"""Half games more for a cell on the shortest way, if one stone is missing; else fewer."""

AHEAD = 8
"""As many games as the ways of both players count for, when a node gets its children."""

EACH_STONE = 1.0
"""A stone less makes the odds of winning e to this power times greater, as far as ways tell."""


def look(game: Game, node: StrongNode, state: HavannahState) -> None:
    """Give this node the children that are forced, if there are any: a win, or the blocks."""
    actions = game.actions(state)
    winning = next((cell for cell in actions if wins_at(state, state.to_move, cell)), None)
    if winning is not None:
        win_by(node, winning)
        return
    blocks = [cell for cell in actions if wins_at(state, OTHER[state.to_move], cell)]
    node.children = [StrongNode(cell, node) for cell in blocks]
    if len(blocks) > 1:
        node.proven = 1.0


def grow(
    game: Game, node: StrongNode, state: HavannahState, *, forced: bool, prior: bool, ways: bool
) -> None:
    """Give this node a child for each legal action, or one that makes two threats."""
    player, actions = state.to_move, game.actions(state)
    mine = missing_stones(state, player) if forced or ways else {}
    if forced and min(mine.values()) <= 2:
        cell = double_threat(game, state, mine)
        if cell is not None:
            win_by(node, cell)
            return
    node.children = [StrongNode(cell, node) for cell in actions]
    theirs = missing_stones(state, OTHER[player]) if ways else {}
    for child in node.children:
        more = hopes(state, child.action, node.action) if prior else 0
        if ways:
            for missing in (mine, theirs):
                least = min(missing.values())
                more += (ON_THE_WAY >> missing[child.action] - least) // max(least, 1)
        child.later_visits = max(KNOWN_BEFORE, more)
        child.later_total = (child.later_visits + more) / 2
    if ways:
        # To be on the move is worth half a stone.
        behind = min(mine.values()) - 0.5 - min(theirs.values())
        credit(node, AHEAD, AHEAD - AHEAD / (1 + math.exp(EACH_STONE * behind)))


def wins_at(state: HavannahState, player: str, cell: Any) -> bool:
    """Whether a stone of this player on this empty cell would win."""
    size = size_of(state)
    chains, place = hex_chains(size), hex_board(size).index[cell]
    own = state.chains[0 if player == X else 1]
    if not any(chain & chains.near[place] for chain in own):
        return False  # a stone that touches no other wins nothing
    return bool(chains.kinds(chains.with_stone(own, place)[1]))


def win_by(node: StrongNode, cell: Action) -> None:
    """Note that this cell wins for the player to move, and is all there is to look at."""
    child = StrongNode(cell, node)
    child.proven, node.proven, node.children = 1.0, 0.0, [child]


def double_threat(game: Game, state: HavannahState, missing: dict[Cell, int]) -> Cell | None:
    """A cell that leaves the player to move two ways to win at once; rings are not looked for."""
    near = [cell for cell, stones in missing.items() if stones <= 2]
    for cell in near:
        after = game.result(state, cell)
        others = (other for other in near if other != cell)
        if sum(wins_at(after, state.to_move, other) for other in others) > 1:
            return cell
    return None


def hopes(state: HavannahState, cell: Cell, last: Cell | None) -> int:
    """Half games more for a cell: near the last stone, beside own stones, saving a bridge."""
    hexes = hex_board(size_of(state))
    found = 0
    if last is not None and cell in hexes.neighbours[last]:
        found += 7 if [cell] == saving_cells(state, last) else 3
    signs = {state.board[hexes.index[near]] for near in hexes.neighbours[cell]}
    return found + 2 * (state.to_move in signs) + (OTHER[state.to_move] in signs)
