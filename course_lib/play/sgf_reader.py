"""A game of Havannah in SGF as it is read, node by node; `sgf.py` says what programs write."""

from __future__ import annotations

from collections.abc import Iterator

from course_lib.game import PASS, Action, Player
from course_lib.games.havannah import Havannah, HavannahState
from course_lib.games.hexboard import Cell, hex_board
from course_lib.games.hextext import board_text
from course_lib.games.letters import number_of
from course_lib.plain import tagged
from course_lib.play.record import GameRecord, Reason
from course_lib.play.sgf_text import Node, Value

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


class SgfGame:
    """A game as it is read, node by node."""

    def __init__(self, nodes: list[Node]) -> None:
        """Read the facts in the first node, and play the moves."""
        self.facts, self.nodes = nodes[0], nodes
        self.golem = "littlegolem" in self._text("SO").lower()
        self.game = self._game()
        # Whose stones are white's: after a swap the second player's.
        self.seats: dict[str, Player] = dict(zip(COLOURS, self.game.players, strict=True))
        self.start, self.colour = self._start()
        self.actions: list[Action] = []
        self.resigned = False
        self.state = self.start
        self._play()

    def record(self) -> GameRecord:
        """The record of it, checked as every record is."""
        names = {"W": self._text("PW") or "white", "B": self._text("PB") or "black"}
        reason, detail, culprit = self._end()
        winner = self.game.winner(self.state)
        if culprit is not None:
            [winner] = [player for player in self.game.players if player != culprit]
        from_the_start = self.start == self.game.initial
        data = {
            "players": {self.seats[colour]: name for colour, name in names.items()},
            "start": None if from_the_start else self.game.render(self.start),
            "actions": [tagged(action) for action in self.actions],
            "reason": reason,
            "detail": detail,
            "culprit": culprit,
            "winner": winner,
        }
        return GameRecord.from_data(self.game, data)

    def _game(self) -> Havannah:
        """The game of this size, if it is Havannah."""
        kind, event = self._text("GM").strip().lower(), self._text("EV").lower()
        if kind not in {"havannah", "4100"} and not (not kind and event.startswith("havannah")):
            raise ValueError(
                f"{self._place('GM')}: the game is {self._text('GM') or 'not named'}; a game of"
                " Havannah has GM[havannah]"
            )
        size = self._text("SZ").strip()
        if not size.isdecimal() or not 2 <= int(size[:4]) < 100:
            raise ValueError(
                f"{self._place('SZ')}: the size is {size[:20] or 'missing'}; it is the number of"
                " cells along a side, such as SZ[10]"
            )
        return Havannah(int(size), passing=self._text("RU").strip().lower() == "passing")

    def _start(self) -> tuple[HavannahState, str]:
        """The first state and whose colour moves first: white's, or that of the first move."""
        marks: dict[Cell, Player] = {}
        for name, player in (("AW", "X"), ("AB", "O")):
            for value in self.facts.get(name, []):
                cell = self._cell(value)
                marks[cell] = player
        first = next((name for node in self.nodes for name in COLOURS if name in node), "W")
        if not marks:
            if first == "B":  # who moves first is X
                self.seats = {"B": "X", "W": "O"}
            return self.game.initial, first
        first = self._text("PL").strip().upper()[:1] or first
        if first not in self.seats:
            raise ValueError(f"{self._place('PL')}: PL is {first!r}; it must be W or B")
        board = board_text(self.game.size, marks)
        try:
            return self.game.parse(f"{board}\n{self.seats[first]} to move"), first
        except ValueError as error:
            raise ValueError(
                f"{self._place('AW' if 'AW' in self.facts else 'AB')}: {error}"
            ) from None

    def _play(self) -> None:
        """Play all moves, each by the colour whose turn it is."""
        for colour, value in self._moves():
            said = f"{value.place}: {colour}[{value.text:.20}]"
            if self.resigned:
                raise ValueError(f"{said} comes after a player has resigned")
            if colour != self.colour:
                raise ValueError(f"{said}, but it is the turn of {self.colour}")
            word = value.text.strip().lower()
            self.colour = _OTHER[colour]
            if word == "resign":
                self.resigned = True
            elif word == "swap":
                if len(self.actions) != 1 or self.start != self.game.initial:
                    raise ValueError(f"{said}: one can swap only after the first stone")
                self.seats = {name: self.seats[_OTHER[name]] for name in self.seats}
            else:
                action: Action = PASS if word in {"", "pass"} else self._cell(value)
                try:
                    self.state = self.game.result(self.state, action)
                except ValueError as error:
                    raise ValueError(f"{said} can't be played: {error}") from None
                self.actions.append(action)

    def _moves(self) -> Iterator[tuple[str, Value]]:
        """The colour and the value of each move."""
        for node in self.nodes:
            moves = [(name, value) for name in COLOURS for value in node.get(name, [])]
            if len(moves) > 1:
                raise ValueError(f"{moves[1][1].place}: a second move in one node; begin it with ;")
            yield from moves

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
        won = self.seats.get(result[:1])
        to_move = self.game.to_move(self.state)
        if self.game.is_terminal(self.state):
            winner = self.game.winner(self.state)
            if won != winner and (won or result in {"0", "DRAW"}):
                raise ValueError(
                    f"{self._place('RE')}: RE is {result}, but after its {len(self.actions)} moves"
                    f" {winner or 'nobody'} has won"
                )
            line = self.game.win_line(self.state)
            said = f"{winner} won: {' and '.join(line[0])}" if line else "a draw"
            return ("win" if winner else "draw"), self._told(said), None
        if self.resigned and won == to_move:
            raise ValueError(f"{self._place('RE')}: RE is {result}, but {won} has resigned")
        if self.resigned or (won and (won != to_move or not self.actions)):
            others = [player for player in self.game.players if player != won]
            return self._fault(result, others[0] if won else to_move)
        if won is None:
            return "unfinished", self._told("the game was not played to its end"), None
        # One can give up when it is the other one's turn; a record has only words for that.
        [other] = [player for player in self.game.players if player != won]
        if result[2:] in ("RESIGN", "R"):
            return "unfinished", self._told(f"{other} resigned, on the turn of {won}"), None
        return "unfinished", self._told(f"the file says that {won} has won"), None

    def _fault(self, result: str, culprit: Player) -> tuple[Reason, str, Player]:
        """What this player has lost by: its own word if there is one, else by the result."""
        kept = self._text("REASON")
        words = [one for one, word in ENDS.items() if result[2:] in (word.upper(), word[0])]
        words = [one for one in ENDS if one == kept] or words
        reason: Reason = words[0] if words else "resigned"
        said = {"resigned": f"{culprit} resigned", "time": f"{culprit} lost: took too long"}
        return reason, self._told(said.get(reason, f"{culprit} lost: by a fault")), culprit

    def _told(self, said: str) -> str:
        """The words of the file, if it is one of ours, or else these."""
        return self._text("GC") if "REASON" in self.facts else said

    def _text(self, name: str) -> str:
        """The value of this property of the first node, or an empty text."""
        return self.facts[name][0].text if name in self.facts else ""

    def _place(self, name: str) -> str:
        """Where this property stands, or where it could."""
        return self.facts[name][0].place if name in self.facts else "the first node"
