"""A game in the terminal: boards come out, moves and commands by name go in."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import board_text, hex_board
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY, letters
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.play.match import raised
from course_lib.play.record import GameRecord
from course_lib.views.playing import PlayController
from course_lib.views.playing.history import named
from course_tools.arena.advice import MOST_SHOWN, Adviser

# --- boards as text -------------------------------------------------------------------------------

_SEATS = ("94", "93", "92", "95", "96", "91")
"""The codes of the players' colours in the order of their seats: bright blue, yellow, green..."""

_BOLD, _REVERSED, _FAINT = "1", "7", "2"


class Paint:
    """Puts colours around text, or leaves it as it is."""

    def __init__(self, *, colours: bool) -> None:
        """Use the terminal's colours, or none."""
        self.colours = colours

    def __call__(self, text: str, *codes: str) -> str:
        """The text in these colours."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colours and codes else text

    def seat(self, game: Game, player: Player, text: str | None = None, *more: str) -> str:
        """A player's name, or another text, in the player's colour."""
        number = game.players.index(player)
        return self(player if text is None else text, _SEATS[number % len(_SEATS)], *more)


def drawn(game: Game, state: State, last: Action | None, paint: Paint) -> str:
    """The board as text: `[X]` is the last move, `*X*` is part of what has won."""
    line = game.win_line(state)
    won = frozenset(line[1]) if line else frozenset()
    if isinstance(game, KInARow):
        width = game.columns
        rows = [state.board[at : at + width] for at in range(0, len(state.board), width)]
        return _grid(game, rows, {last}, won, paint)
    if isinstance(game, ThreeMusketeers):
        # The board's own text has a line for each row, and one that says who is to move.
        rows = [row.split() for row in game.render(state).splitlines()[:-1]]
        return _grid(game, rows, {last[1]} if isinstance(last, tuple) else (), won, paint)
    if isinstance(game, Havannah):
        return _hexagon(game, state, last, won, paint)
    return game.render(state)


def _grid(
    game: Game,
    rows: Sequence[Sequence[str]],
    last: Collection[Action | None],
    won: Collection[Action],
    paint: Paint,
) -> str:
    """Rows of squares with their numbers on the left and the columns' letters below."""
    edge = len(str(len(rows)))
    by_mark = {player: player for player in game.players}
    by_mark |= {player[0].upper(): player for player in game.players}
    lines = []
    for row, marks in enumerate(rows):
        cells = []
        for column, mark in enumerate(marks):
            square = (row, column)
            left, right = "**" if square in won else "[]" if square in last else "  "
            cell = f"{left}{mark}{right}"
            if mark == EMPTY:
                cells.append(paint(cell, _FAINT))
            elif mark in by_mark:
                more = [_REVERSED] if square in won else [_BOLD] if square in last else []
                cells.append(paint.seat(game, by_mark[mark], cell, *more))
            else:
                cells.append(cell)
        lines.append(f"{len(rows) - row:>{edge}} {''.join(cells)}".rstrip())
    names = "".join(f"{letters(column + 1):^3}" for column in range(len(rows[0])))
    return "\n".join([*lines, f"{'':{edge}} {names}".rstrip()])


def _hexagon(
    game: Havannah, state: State, last: Action | None, won: Collection[Action], paint: Paint
) -> str:
    """Havannah's board; a stone that was put last is `>X`, one that has won `*X`."""
    stones = zip(hex_board(game.size).cells, state.board, strict=True)
    marks = {
        cell: f"{'*' if cell in won else '>' if cell == last else ''}{stone}"
        for cell, stone in stones
        if stone in game.players
    }
    text = board_text(game.size, marks)
    return re.sub(r"[*>]?[XO]", lambda found: _stone(game, found[0], paint), text)


def _stone(game: Game, mark: str, paint: Paint) -> str:
    more = {"*": [_REVERSED], ">": [_BOLD]}.get(mark[0], [])
    return paint.seat(game, mark[-1], mark, *more)


# --- the conversation -----------------------------------------------------------------------------

FOREVER = 10.0**9
"""Seconds; whoever waits at a terminal can press Ctrl-C."""


Draw = Callable[[State, Action | None], str]
"""Gives the board in this state, with this last action marked."""


class Terminal:
    """One game between people at this terminal and players that think.

    `read(prompt)` gives the next line, or `None` when there are no more; `say` prints a text;
    `draw(state, last)` gives the board, with the last action marked.
    """

    def __init__(
        self,
        play: PlayController,
        advise: Adviser | None,
        *,
        read: Callable[[str], str | None],
        say: Callable[[str], None],
        paint: Paint,
        draw: Draw,
        analysis: bool = False,
        file: Path | None = None,
    ) -> None:
        """Prepare to show this game; `analysis` shows what moves are worth before each of them.

        Without anybody to `advise` there is no hint and no analysis.
        """
        self.play, self.game, self.advise = play, play.game, advise
        self.read, self.say, self.paint, self.draw = read, say, paint, draw
        self.analysis, self.file = analysis, file
        self._ended = False
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "help": (self._help, "this list"),
            "board": (self._board, "the board once more"),
            "moves": (self._moves, "all legal moves"),
            "hint": (self._hint, "a good move"),
            "analysis": (self._analysis, "what every move is worth"),
            "undo": (self._undo, "take back to your last turn"),
            "redo": (self._redo, "play again what was taken back"),
            "go": (self._go, "let a player that failed try again"),
            "resign": (self._resign, "give up"),
            "new": (self._new, "begin again"),
            "save": (self._save, "save FILE writes the game: .json to load again, else text"),
            "quit": (self._quit, "end"),
        }
        if advise is None:
            del self._commands["hint"], self._commands["analysis"]

    def run(self) -> None:
        """Play until somebody quits, or until nothing more comes in."""
        self.say(f"{self._who()}\nWrite a move by its name, or help.\n")
        self._board("")
        self.play.on_change = self._changed
        self._shown = self.play.turn
        while not self._ended:
            self._wait()
            line = self.read(self._prompt())
            if line is None:
                self.say("\nNothing more comes in; the game ends here.")
                return
            self._obey(line.strip())

    # --- reading -----------------------------------------------------------------------------

    def _prompt(self) -> str:
        """Whose turn it is, for the beginning of the line to write on."""
        if self.play.over:
            return "over> "
        return f"{self.paint.seat(self.game, self.game.to_move(self.play.state))}> "

    def _obey(self, text: str) -> None:
        """Do what this line says: a command, or else a move."""
        if not text:
            return
        word, _, rest = text.partition(" ")
        if word.lower() in self._commands:
            self._commands[word.lower()][0](rest.strip())
            return
        if self.play.over:
            self.say("The game is over: undo, new, save FILE or quit.")
            return
        try:
            action = self.game.action_in(self.play.state, text)
        except ValueError as error:
            self.say(f"{error}. (help lists the commands)")
            return
        if action not in self.play.legal:
            self.say(self._refusal(text))
            return
        self.play.on_action(action)
        if self.play.note and not self.play.stuck:
            self.say(self.play.note)  # a game by somebody's own functions may fail at a move

    def _refusal(self, text: str) -> str:
        """Why this move can't be played, and which moves can."""
        if not self.play.your_turn:
            return "It is not your turn; go lets the player try again, undo takes back."
        names = [self.game.action_name(action) for action in self.play.legal]
        more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
        return f"{text} can't be played now. You can play: {' '.join(names[:MOST_SHOWN])}{more}"

    # --- showing -------------------------------------------------------------------------------

    def _wait(self) -> None:
        """Let players think; then say what there is to know before a person's turn."""
        play = self.play
        if play.thinking:
            seat = self.game.to_move(play.state)
            self.say(f"{named(seat, play.seats)} thinks...")
            play.wait(FOREVER)
            if play.stuck:
                self.say(f"{play.note}\ngo lets it try again, undo takes back.")
        if self.analysis and play.your_turn:
            self._analysis("")

    def _changed(self) -> None:
        """Show a position when it is a person's turn in it, or the game is over."""
        play = self.play
        if play.turn == self._shown:
            return
        self._shown = play.turn
        if play.last is not None and not play.over and play.thinking:
            return  # the answer follows at once; both moves are shown on one board
        self._board("")

    def _board(self, _: str) -> None:
        play = self.play
        board = self.draw(play.state, play.last)
        self.say(f"{board}\n\n{play.status}\n")

    def _who(self) -> str:
        """Who plays for whom."""
        seats = self.play.seats
        return ", ".join(
            f"{self.paint.seat(self.game, seat)}: {'you' if who is None else repr(who)}"
            for seat, who in seats.items()
        )

    # --- commands ------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        width = max(map(len, self._commands))
        lines = [f"  {name:{width}}  {line}" for name, (_, line) in self._commands.items()]
        legal = self.play.legal
        example = f", such as {self.game.action_name(legal[0])}" if legal else ""
        self.say("\n".join([f"A move by its name{example}, or:", *lines]))

    def _moves(self, _: str) -> None:
        names = [self.game.action_name(action) for action in self.game.actions(self.play.state)]
        self.say(textwrap.fill(" ".join(names), 78) if names else "The game is over.")

    def _hint(self, _: str) -> None:
        if self.advise is not None and self._something_to_judge():
            self.say(self.advise.hint(self.play.state))

    def _analysis(self, _: str) -> None:
        if self.advise is not None and self._something_to_judge():
            self.say(self.advise.analysis(self.play.state))

    def _something_to_judge(self) -> bool:
        if self.game.is_terminal(self.play.state):
            self.say("The game is over: there is no move to judge.")
            return False
        return True

    def _undo(self, _: str) -> None:
        if self.play.can_undo:
            self.play.undo()
        else:
            self.say("There is nothing of yours to take back.")

    def _redo(self, _: str) -> None:
        if self.play.can_redo:
            self.play.redo()
        else:
            self.say("Nothing has been taken back.")

    def _go(self, _: str) -> None:
        if self.play.over or self.play.your_turn:
            self.say("No player is waited for.")
        else:
            self.play.go()

    def _resign(self, _: str) -> None:
        if self.play.your_turn:
            self.play.resign()
        else:
            self.say("Only who is to move can resign.")

    def _new(self, _: str) -> None:
        self.play.new_game()

    def _save(self, rest: str) -> None:
        path = Path(rest) if rest else self.file
        if path is None:
            self.say("Where to? save FILE, such as save game.json")
            return
        try:
            save_record(self.play.record, path)
        except OSError as error:
            self.say(f"Not saved: {raised(error)}")
        else:
            self.say(f"Saved: {path}")

    def _quit(self, _: str) -> None:
        self._ended = True


def save_record(record: GameRecord, path: Path) -> None:
    """Write a game to this file: as a record to load again if it ends in .json, else as text."""
    if path.suffix.lower() == ".json":
        record.save(path)
    else:
        path.write_text(record.text() + "\n", encoding="utf-8", newline="\n")
