"""What a page shows of a table, to who watches and to who plays: the notebook's board as data."""

from __future__ import annotations

from typing import Any

from course_lib.game import RESIGN, Action
from course_lib.views.boards import board_svg
from course_lib.views.playing.clicks import Way, buttons, same_column, squares_in, ways_to_act
from course_lib.views.playing.facts import next_squares
from course_tools.arena.server_seats import PersonSeat
from course_tools.arena.server_table import Table

WIDTH = 620


def shown(table: Table, person: PersonSeat | None) -> dict[str, Any]:
    """All that `board.js` needs to show this table, to a person who sits there or to nobody."""
    svg = board_svg(table.game, table.state, last=table.last, size=WIDTH)
    squares = squares_in(svg)
    turn = person is not None and person.asked
    legal = table.game.actions(table.state) if turn else ()
    ways = ways_to_act(table.game, legal, squares)
    chosen = person.chosen if person is not None else ()
    view = {
        "turn": len(table.actions),
        "status": status(table, person),
        "note": person.note if person is not None else "",
        "legal": next_squares(ways, chosen),
        "falls": same_column(table.game, ways, squares),
        "chosen": chosen,
        "marked": (),
        "buttons": [table.game.action_name(action) for action in buttons(legal, ways)],
        "controls": [] if person is None else [("resign", _resign_words(person), turn)],
        "pace": None,
    }
    over = table.record is not None
    return {"number": table.number, "svg": svg, "view": view, "over": over}


def told(table: Table, person: PersonSeat, content: dict[str, Any]) -> None:
    """Do what a person has clicked; what makes no sense (any more) does nothing."""
    what, name = content.get("do"), str(content.get("name"))
    if content.get("turn") != len(table.actions) or not person.asked:
        return
    legal = table.game.actions(table.state)
    if what == "control" and name == "resign":
        _resign(table, person)
    elif what == "action":
        _give(person, {table.game.action_name(action): action for action in legal}.get(name))
    elif what == "square":
        _click(table, person, legal, name)
        table.touch()


def who_plays(table: Table, person: PersonSeat | None) -> str:
    """Who plays whom, and how long each may think, in a sentence or two."""
    clock = f"{table.seconds:g} s for each move"
    for mine, other in (table.game.players, table.game.players[::-1]):
        if table.seats[mine] is person and person is not None:
            first = "first" if mine == table.game.players[0] else "second"
            return (
                f"You play {mine}, and move {first}, against {table.seats[other].label}, which has"
                f" {clock}. You have {person.seconds:g} s."
            )
    seats = ", ".join(f"{player}: {seat.label}" for player, seat in table.seats.items())
    return f"{seats}. A program has {clock}."


def status(table: Table, person: PersonSeat | None) -> str:
    """How the game has ended, or whose turn it is, in a sentence."""
    if table.record is not None:
        mine = next((seat for seat, who in table.seats.items() if who is person), None)
        return f"{table.record.detail}." + (f" You were {mine}." if mine else "")
    seat = table.game.to_move(table.state)
    before = ""
    if table.actions:
        mover = table.game.to_move(table.states[-2])
        before = f"{mover} played {table.game.action_name(table.last)}. "
    if table.seats[seat] is person:
        return f"{before}Your turn: you play {seat}."
    return f"{before}{seat} ({table.seats[seat].label}) to move."


def _resign_words(person: PersonSeat) -> str:
    """What the button says that gives the game up."""
    return "Really resign" if person.resigning else "Resign"


def _resign(table: Table, person: PersonSeat) -> None:
    """Resign if this is the second time in a row that the button is pressed, else ask."""
    if person.resigning:
        person.give(RESIGN)
        return
    person.resigning, person.chosen = True, ()
    person.note = "To give the game up, press the button once more."
    table.touch()


def _click(table: Table, person: PersonSeat, legal: tuple[Action, ...], name: str) -> None:
    """Play the action that this square completes, or remember the square, or say what is wrong."""
    squares = squares_in(board_svg(table.game, table.state, last=table.last, size=WIDTH))
    ways = ways_to_act(table.game, legal, squares)
    name = same_column(table.game, ways, squares).get(name, name)
    way: Way = (*person.chosen, name)
    person.note, person.resigning = "", False
    if way in ways:
        _give(person, ways[way])
    elif person.chosen == (name,):
        person.chosen = ()
    elif name in next_squares(ways, person.chosen):
        person.chosen = way
    elif name in next_squares(ways, ()):
        person.chosen = (name,)
    else:
        person.note, person.chosen = f"{name[:20]} can't be played now.", ()


def _give(person: PersonSeat, action: Action | None) -> None:
    if action is not None:
        person.give(action)
