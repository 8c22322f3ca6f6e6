"""The boards beside a tree: as pictures where there are few, as text where there are more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.game import Game, State
from course_lib.plain import tagged
from course_lib.play.games_by_name import game_from_data
from course_lib.views.boards import board_svg
from course_lib.watch import SearchTrace
from course_lib.watch.states import board_text

MOST_PICTURES = 300
MOST_TEXTS = 6_000
_MOST_LETTERS = 400_000
_MOST_SVG = 1_500_000
_SIZE = 200


def game_of(trace: SearchTrace) -> Game | None:
    """The game that was searched, made again from its name; `None` where it has none."""
    if trace.game is None or trace.options is None:
        return None
    try:
        options = {name: tagged(value) for name, value in trace.options.items()}
        return game_from_data({"class": trace.game, "options": options})
    except ValueError:  # a game of the reader's own
        return None


def states_of(trace: SearchTrace, game: Game | None) -> list[State | None]:
    """The state of each node, played again along the tree; `None` where that can't be done."""
    states: list[State | None] = []
    for node in trace.nodes:
        state = None
        try:
            if game is not None and node.parent is None:
                state = game.parse(trace.root)
            elif game is not None and node.parent is not None and states[node.parent] is not None:
                state = game.result(states[node.parent], node.action)
        except Exception:  # noqa: BLE001 - a search may have invented actions, or whole states
            state = None
        states.append(state)
    return states


def boards_for(
    trace: SearchTrace, game: Game | None, wanted: Sequence[int], *, boards: str | bool
) -> dict[str, Any]:
    """`pictures` or `texts`, different ones once, and in `of` the place for each wanted node.

    `boards` is "auto", True for pictures at any price, "text", or False for none.
    """
    if boards not in ("auto", "text", True, False):
        raise ValueError(
            f"boards says how positions are shown beside the tree; found {boards!r}, and "
            "'auto', 'text', True (pictures) or False (none) would be right"
        )
    nothing: dict[str, Any] = {"kind": "none", "list": [], "of": []}
    path_is_all = trace.game == "TextbookTree" and boards == "auto"
    if boards is False or path_is_all or (boards == "auto" and len(wanted) > MOST_TEXTS):
        return nothing
    if trace.game is None:
        drawn = [
            board_text(trace.nodes[at].board) if trace.nodes[at].board else "" for at in wanted
        ]
        return _numbered("text", drawn)
    states = states_of(trace, game)
    if game is None or not any(state is not None for state in states):
        return nothing
    if boards is True or (boards == "auto" and len(wanted) <= MOST_PICTURES):
        drawn = [
            ""
            if states[at] is None
            else board_svg(game, states[at], last=_last(trace, at), size=_SIZE)
            for at in wanted
        ]
        if boards is True or sum(map(len, set(drawn))) <= _MOST_SVG:
            return _numbered("svg", drawn)
    drawn = ["" if states[at] is None else game.render(states[at]) for at in wanted]
    return nothing if sum(map(len, set(drawn))) > _MOST_LETTERS else _numbered("text", drawn)


def _last(trace: SearchTrace, at: int) -> Any:
    return trace.nodes[at].action


def _numbered(kind: str, drawn: list[str]) -> dict[str, Any]:
    """Each different drawing once, and its number for each node; -1 for no drawing."""
    numbers = {each: at for at, each in enumerate(dict.fromkeys(each for each in drawn if each))}
    return {"kind": kind, "list": list(numbers), "of": [numbers.get(each, -1) for each in drawn]}
