"""Games of Havannah in the Smart Game Format (SGF, FF[4]): `to_sgf` and `from_sgf`.

Havannah has no number among SGF's games. What programs write agrees on the rest: `SZ` is the
number of cells along a side, and a cell is a letter and a number. The game is `GM[havannah]` in
Morat, whose cells are named as here or mirrored, and `Havannah` or 4100 in GoRilla. Little Golem
leaves it out; its files are known by `SO` and `EV` or `RU[LG]`, and count the cells of each column
from the column's own end. With `RU[LG]`, `RE` names who has lost. There and in Morat the second
player may swap: then the first stone is theirs.
White (`W`) moves first; where black does, black is read as X.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from course_lib.game import PASS, Action, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import Cell, board_text, cell_name, hex_board
from course_lib.games.squares import number_of
from course_lib.plain import tagged
from course_lib.play.record import GameRecord, Reason, ending

COLOURS = ("W", "B")
"""The colours of the first player and of the second, as Havannah has them."""

ENDS: dict[Reason, str] = {
    "resigned": "Resign",
    "time": "Time",
    "illegal": "Forfeit",
    "error": "Forfeit",
}
"""What SGF calls the reasons for which a game ends before its rules end it."""

_OTHER = {"W": "B", "B": "W"}

_TOKEN = re.compile(
    r"\s+|(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\]|(?P<bad>.)",
    re.DOTALL,
)


class Value(NamedTuple):
    """What stands in brackets, and where: `line 2, column 7`."""

    text: str
    place: str


Node = dict[str, list[Value]]
"""The values of each property of a node, by its name in capitals."""


def to_sgf(record: GameRecord) -> str:
    """The game of this record as SGF; `from_sgf` makes the same record of it.

    What SGF has no word for is in properties that other programs leave alone: `REASON`, how the
    game ended in a record's own word, and `RU[passing]`. `GC` says it in words.
    """
    game = record.game
    if not isinstance(game, Havannah):
        raise TypeError(f"to_sgf writes games of Havannah; it was given a game of {game!r:.60}")
    colours = dict(zip(game.players, COLOURS, strict=True))
    result = "0" if record.reason == "draw" else "?"
    if record.winner is not None:
        result = f"{colours[record.winner]}+{ENDS.get(record.reason, '')}"
    setup: dict[str, list[str]] = {}
    if record.start != game.initial:  # it does not begin with the empty board
        if record.start.passes:
            raise ValueError("SGF can't say that a game begins after a pass")
        for cell, stone in zip(hex_board(game.size).cells, record.start.board, strict=True):
            if stone in colours:
                setup.setdefault(f"A{colours[stone]}", []).append(cell_name(cell).lower())
        setup["PL"] = [colours[game.to_move(record.start)]]
    facts: dict[str, list[str]] = {
        "FF": ["4"],
        "GM": ["havannah"],
        "CA": ["UTF-8"],
        "AP": ["course_lib"],
        "SZ": [str(game.size)],
        **({"RU": ["passing"]} if game.passing else {}),
        "PW": [record.players["X"]],
        "PB": [record.players["O"]],
        "RE": [result],
        "REASON": [record.reason],
        "GC": [record.detail],
        **setup,
    }
    turns = zip(record.states(), record.actions, strict=False)
    moves = [
        {colours[game.to_move(state)]: [game.action_name(action).lower()]}
        for state, action in turns
    ]
    return sgf_text([facts, *moves])


def from_sgf(text: str) -> GameRecord:
    """The game that this text holds, played again; a `ValueError` says where it can't be.

    Of variations the first is read. What the text says of the result must fit its moves; where a
    game stopped before its end, the one to move has resigned if the other is said to have won.
    Whoever resigned on the other's turn did so in the record's detail only, and it is unfinished.
    """
    return SgfGame(main_line(text)).record()


# --- a game as it is read, node by node -----------------------------------------------------


class SgfGame:
    """A game as it is read, node by node."""

    def __init__(self, nodes: list[Node]) -> None:
        """Read the facts in the first node, and play the moves."""
        self.facts, self.nodes = nodes[0], nodes
        self.golem = "littlegolem" in self._text("SO").lower()
        self.golem_rules = self.golem and self._text("RU").strip().upper() == "LG"
        self.game = self._game()
        # Whose stones are white's: after a swap the second player's.
        self.seats: dict[str, Player] = dict(zip(COLOURS, self.game.players, strict=True))
        first = next((name for node in nodes for name in COLOURS if name in node), "W")
        self.start = self.state = self._start(first)
        self.actions: list[Action] = []
        self.resigned = False
        for colour, value in self._moves():
            self._play(colour, value)

    def record(self) -> GameRecord:
        """The record of it, checked as every record is."""
        names = {"W": self._text("PW") or "white", "B": self._text("PB") or "black"}
        reason, detail, culprit = self._end()
        winner = self.game.winner(self.state)
        if culprit is not None:
            [winner] = [player for player in self.game.players if player != culprit]
        data = {
            "players": {self.seats[colour]: name for colour, name in names.items()},
            "start": None if self.start == self.game.initial else self.game.render(self.start),
            "actions": [tagged(action) for action in self.actions],
            "reason": reason,
            # The words of the file, if it is one of ours.
            "detail": self._text("GC") if "REASON" in self.facts else detail,
            "culprit": culprit,
            "winner": winner,
        }
        return GameRecord.from_data(self.game, data)

    def _game(self) -> Havannah:
        """The game of this size, if it is Havannah."""
        kind, event = self._text("GM").strip().lower(), self._text("EV").lower()
        unnamed = not kind and (event.startswith("havannah") or self.golem_rules)
        if kind not in {"havannah", "4100"} and not unnamed:
            raise ValueError(
                f"{self._place('GM')}: the game is {self._text('GM') or 'not named'}; a game of"
                " Havannah has GM[havannah]"
            )
        size = self._text("SZ").strip()
        if not (size.isdecimal() and len(size) <= 2 and int(size) >= 2):
            raise ValueError(
                f"{self._place('SZ')}: the size is {size[:20] or 'missing'}; it is the number of"
                " cells along a side, such as SZ[10]"
            )
        return Havannah(int(size), passing=self._text("RU").strip().lower() == "passing")

    def _start(self, first: str) -> State:
        """The first state; on an empty board who moves first is X, of whichever colour."""
        marks = {
            self._cell(value): player
            for name, player in (("AW", "X"), ("AB", "O"))
            for value in self.facts.get(name, [])
        }
        if not marks:
            self.seats = {first: "X", _OTHER[first]: "O"}
            return self.game.initial
        first = self._text("PL").strip().upper()[:1] or first
        if first not in self.seats:
            raise ValueError(f"{self._place('PL')}: PL is {first!r}; it must be W or B")
        board = board_text(self.game.size, marks)
        try:
            return self.game.parse(f"{board}\n{self.seats[first]} to move")
        except ValueError as error:
            place = self._place("AW" if "AW" in self.facts else "AB")
            raise ValueError(f"{place}: {error}") from None

    def _moves(self) -> Iterator[tuple[str, Value]]:
        """The colour and the value of each move."""
        for node in self.nodes:
            moves = [(name, value) for name in COLOURS for value in node.get(name, [])]
            if len(moves) > 1:
                raise ValueError(f"{moves[1][1].place}: a second move in one node; begin it with ;")
            yield from moves

    def _play(self, colour: str, value: Value) -> None:
        """Play this move, by the colour whose turn it is."""
        move, word = f"{value.place}: {colour}[{value.text:.20}]", value.text.strip().lower()
        if self.resigned:
            raise ValueError(f"{move} comes after a player has resigned")
        if word == "swap":
            if len(self.actions) != 1 or self.start != self.game.initial:
                raise ValueError(f"{move}: one can swap only after the first stone")
            self.seats = {name: self.seats[_OTHER[name]] for name in self.seats}
            return
        turn = next(name for name, who in self.seats.items() if who == self.state.to_move)
        if colour != turn and not self.game.is_terminal(self.state):
            raise ValueError(f"{move}, but it is the turn of {turn}")
        if word == "resign":
            self.resigned = True
            return
        action: Action = PASS if word in {"", "pass"} else self._cell(value)
        try:
            self.state = self.game.result(self.state, action)
        except ValueError as error:
            raise ValueError(f"{move} can't be played: {error}") from None
        self.actions.append(action)

    def _cell(self, value: Value) -> Cell:
        """The cell with this name; on Little Golem columns count from their own ends."""
        name = value.text.strip()
        letter, digits = name[:1], name[1:]
        if self.golem and letter.isascii() and letter.isalpha() and digits.isdecimal():
            column = number_of(letter.lower())
            name = f"{letter}{int(digits[:4]) + max(0, column - self.game.size)}"
        try:
            return hex_board(self.game.size).cell_named(name)
        except ValueError as error:
            raise ValueError(f"{value.place}: {error}") from None

    def _end(self) -> tuple[Reason, str, Player | None]:
        """How the game ended: the reason, in words, and whose fault or wish it was."""
        result = self._text("RE").strip().upper()
        if self.golem_rules and result in _OTHER:
            result = _OTHER[result]  # it names who has lost
        won, word = self.seats.get(result[:1]), result[2:]
        to_move = self.game.to_move(self.state)
        [other] = [player for player in self.game.players if player != (won or to_move)]
        if self.game.is_terminal(self.state):
            winner = self.game.winner(self.state)
            if won != winner and (won or result in {"0", "DRAW"}):
                raise ValueError(
                    f"{self._place('RE')}: RE is {result}, but after its {len(self.actions)} moves"
                    f" {winner or 'nobody'} has won"
                )
            return ("win" if winner else "draw"), ending(self.game, self.state), None
        if self.resigned and won == to_move:
            raise ValueError(f"{self._place('RE')}: RE is {result}, but {won} has resigned")
        if self.resigned or (won and (won != to_move or not self.actions)):
            # It has lost by its own word, if there is one, else by the result.
            culprit, kept = other if won else to_move, self._text("REASON")
            fits = [each for each, said in ENDS.items() if word in (said.upper(), said[0])]
            fits = [each for each in ENDS if each == kept] or fits or ["resigned"]
            words = {"resigned": f"{culprit} resigned", "time": f"{culprit} lost: took too long"}
            return fits[0], words.get(fits[0], f"{culprit} lost: by a fault"), culprit
        if won is None:
            return "unfinished", "the game was not played to its end", None
        # One can give up when it is the other one's turn; a record has only words for that.
        gave_up = f"{other} resigned, on the turn of {won}"
        said = gave_up if word in ("RESIGN", "R") else f"the file says that {won} has won"
        return "unfinished", said, None

    def _text(self, name: str) -> str:
        """The value of this property of the first node, or an empty text."""
        return self.facts[name][0].text if name in self.facts else ""

    def _place(self, name: str) -> str:
        """Where this property stands, or where it could."""
        return self.facts[name][0].place if name in self.facts else "the first node"


# --- the text of any game --------------------------------------------------------------------


def main_line(text: str) -> list[Node]:  # noqa: PLR0912 - a case for each kind of token
    """The nodes of the one game in this text; of variations the first, which is the game itself."""
    nodes: list[Node] = []
    depth, name, ended = 0, "", False
    text = text.removeprefix("\ufeff")
    for found in _TOKEN.finditer(text):
        kind, token, place = found.lastgroup, found[0], _place(text, found.start())
        if kind == "bad":
            what = "a ] is missing after" if token == "[" else "no part of SGF:"
            raise ValueError(f"{place}: {what} {text[found.start() : found.start() + 20]!r}")
        if token == "(":
            if depth == 0 and ended:
                raise ValueError(f"{place}: a second game begins; one can be read")
            depth, name = depth + 1, ""
        elif kind is not None and depth == 0:
            raise ValueError(f"{place}: found {token:.20}; a game begins with (;")
        elif token == ")":
            depth, name, ended = depth - 1, "", True
        elif token == ";":
            name = ""
            if not ended:
                nodes.append({})
        elif kind == "name":
            if not nodes:
                raise ValueError(f"{place}: found {token:.20}; a node begins with ;")
            # Older files write GaMe for GM.
            name = re.sub("[a-z]", "", token) or token
        elif kind == "value" and not name:
            raise ValueError(f"{place}: found {token:.20}; a property has a name before")
        elif kind == "value" and not ended:
            # A backslash before a line's end joins two lines.
            plain = re.sub(
                r"\\(\r\n|.)", lambda one: one[1].strip("\r\n"), token[1:-1], flags=re.DOTALL
            )
            nodes[-1].setdefault(name, []).append(Value(plain, place))
    if depth or not nodes:
        raise ValueError(f"{_place(text, len(text))}: the text ends; a ) is missing, or all of it")
    return nodes


def dropped_variations(text: str) -> int:
    """How many variations there are beside the one that `main_line` reads.

    >>> dropped_variations("(;W[a1](;B[b2])(;B[b3])(;B[c3]))")
    2
    """
    around = [found[0] for found in _TOKEN.finditer(text) if found[0] in ("(", ")")]
    return sum(pair == (")", "(") for pair in pairwise(around))


def decoded(data: bytes) -> str:
    """The text in these bytes: in the encoding that CA names, else in UTF-8, else in Latin-1."""
    named = re.search(rb"(?<![A-Za-z])CA\[([A-Za-z0-9_-]+)\]", data)
    text = data.decode("latin-1")
    for encoding in ("utf-8-sig", *([named[1].decode()] if named else ())):
        with contextlib.suppress(LookupError, ValueError):
            text = data.decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sgf_text(nodes: Sequence[Mapping[str, Iterable[str]]], each: int = 10) -> str:
    """The text of a game without variations, whose first node has the facts; so many a line."""
    written = [
        ";" + "".join(name + "".join(map(_escaped, values)) for name, values in node.items())
        for node in nodes
    ]
    lines = ["".join(written[at : at + each]) for at in range(1, len(written), each)]
    return "(" + "\n".join([*written[:1], *lines]) + ")\n"


def _escaped(text: str) -> str:
    """This text in brackets."""
    return "[" + re.sub(r"([\]\\])", r"\\\1", text) + "]"


def _place(text: str, at: int) -> str:
    """Such as `line 2, column 7`, both from 1."""
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"
