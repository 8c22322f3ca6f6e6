"""Lesson 05 with exactly one bug each: `settled`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course_lib.checks.references_05 import Node
from course_lib.game import Game

Agent = Callable[..., Any]


def made(
    *,
    utility: Callable[[Game, Any], float] = lambda game, state: game.utility(
        state, game.players[0]
    ),
    rising: Callable[[Game, Node], bool] = lambda game, node: (
        game.to_move(node["state"]) == game.players[0]
    ),
    one_win: bool = True,
    minds_untried: bool = True,
    minds_unknown: bool = True,
    unknown: Any = None,
    deep: bool = True,
    final: bool = True,
) -> Agent:
    """`settled` with these parts exchanged."""

    def settled(game: Game, node: Node) -> Any:
        state = node["state"]
        if final and game.is_terminal(state):
            return utility(game, state)
        children = node["children"].values()
        if deep:
            known = [settled(game, child) for child in children]
        else:
            ends = [child["state"] for child in children]
            known = [utility(game, end) if game.is_terminal(end) else None for end in ends]
        best, choose = (1, max) if rising(game, node) else (-1, min)
        if one_win and best in known:
            return best
        certain = [value for value in known if value is not None]
        if minds_untried and node["untried"]:
            return unknown
        if minds_unknown and len(certain) < len(known):
            return unknown
        return choose(certain) if certain else unknown

    return settled


def mean(game: Game, node: Node) -> Any:
    """The mean as if it were certain."""
    return made()(game, node) if game.is_terminal(node["state"]) else node["total"] / node["visits"]


def any_child(game: Game, node: Node) -> Any:
    """What is certain about any child is taken to be certain here."""
    if game.is_terminal(node["state"]):
        return game.utility(node["state"], game.players[0])
    known = [any_child(game, child) for child in node["children"].values()]
    return next((value for value in known if value is not None), None)


SETTLED: dict[str, Agent] = {
    "untried actions are forgotten": made(minds_untried=False),
    "children of which nothing is certain are passed by": made(minds_unknown=False),
    "a sure win is not seen while something else is open": made(one_win=False),
    "both players maximise": made(rising=lambda *_: True),
    "both players minimise": made(rising=lambda *_: False),
    "the players are exchanged": made(
        rising=lambda game, node: game.to_move(node["state"]) != game.players[0]
    ),
    "the chooser is taken for the player to move": made(
        rising=lambda game, node: node["chooser"] == game.players[0]
    ),
    "the utility is for the player to move, not for the first": made(
        utility=lambda game, state: game.utility(state, game.to_move(state))
    ),
    "what is open counts as a draw": made(unknown=0),
    "only final children are looked at": made(deep=False),
    "a final node is open": made(final=False),
    "the mean is taken for certain": mean,
    "one certain child is enough, whatever it is worth": any_child,
}
