"""A game in the terminal: boards come out, moves and commands by name go in."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from course_lib.game import Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import board_text, hex_board
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.plain import letters
from course_lib.play.match import raised
from course_lib.play.progress import patience
from course_tools.arena.record_forms import save_record
from course_tools.arena.terminal.advice import MOST_SHOWN, Adviser
from course_tools.arena.terminal.controller import ArenaController

# --- boards as text -------------------------------------------------------------------------------


def drawn(game: Game, state: State, last: Action | None) -> str:
    """The board as text: `[X]` is the last move, `*X*` is part of what has won."""
    line = game.win_line(state)
    won = frozenset(line[1]) if line else frozenset()
    if isinstance(game, KInARow):
        width = game.columns
        rows = [state.board[at : at + width] for at in range(0, len(state.board), width)]
        return _grid(rows, {last}, won)
    if isinstance(game, ThreeMusketeers):
        # The board's own text has a line for each row, and one that says who is to move.
        rows = [row.split() for row in game.render(state).splitlines()[:-1]]
        return _grid(rows, {last[1]} if isinstance(last, tuple) else (), won)
    if isinstance(game, Havannah):
        return _hexagon(game, state, last, won)
    return game.render(state)


def _grid(
    rows: Sequence[Sequence[str]], last: Collection[Action | None], won: Collection[Action]
) -> str:
    """Rows of squares with their numbers on the left and the columns' letters below."""
    edge = len(str(len(rows)))
    lines = []
    for row, marks in enumerate(rows):
        cells = []
        for column, mark in enumerate(marks):
            square = (row, column)
            left, right = "**" if square in won else "[]" if square in last else "  "
            cells.append(f"{left}{mark}{right}")
        lines.append(f"{len(rows) - row:>{edge}} {''.join(cells)}".rstrip())
    names = "".join(f"{letters(column + 1):^3}" for column in range(len(rows[0])))
    return "\n".join([*lines, f"{'':{edge}} {names}".rstrip()])


def _hexagon(game: Havannah, state: State, last: Action | None, won: Collection[Action]) -> str:
    """Havannah's board; a stone that was put last is `>X`, one that has won `*X`."""
    marks = {
        cell: f"{'*' if cell in won else '>' if cell == last else ''}{stone}"
        for cell, stone in zip(hex_board(game.size).cells, state.board, strict=True)
        if stone in game.players
    }

    return board_text(game.size, marks)


# --- the conversation -----------------------------------------------------------------------------


class Terminal:
    """One game between people at this terminal and players that think.

    `read(prompt)` gives the next line, or `None` when there are no more; `say` prints a text.
    """

    def __init__(
        self,
        play: ArenaController,
        advise: Adviser,
        *,
        read: Callable[[str], str | None],
        say: Callable[[str], None],
        file: Path | None = None,
    ) -> None:
        """Prepare to show this game, which is saved to this `file` if nothing else is said."""
        self.play, self.game = play, play.game
        self.read, self.say = read, say
        self.file = file
        self._ended = False
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "help": (self._help, "this list"),
            "board": (self._board, "the board once more"),
            "moves": (self._moves, "all legal moves"),
            "hint": (lambda _: self._judge(advise.hint), "a good move"),
            "analysis": (lambda _: self._judge(advise.analysis), "what every move is worth"),
            "undo": (
                lambda _: self._do(
                    play.undo, play.can_undo, "There is nothing of yours to take back."
                ),
                "take back to your last turn",
            ),
            "go": (
                lambda _: self._do(
                    play.go, not (play.over or play.your_turn), "No player is waited for."
                ),
                "let a player that failed try again",
            ),
            "resign": (
                lambda _: self._do(play.resign, play.your_turn, "Only who is to move can resign."),
                "give up",
            ),
            "new": (lambda _: play.new_game(), "begin again"),
            "save": (self._save, "save FILE writes the game: .json to load again, else text"),
            "quit": (self._quit, "end"),
        }

    def run(self) -> None:
        """Play until somebody quits, or until nothing more comes in."""
        who = ", ".join(
            f"{seat}: {'you' if player is None else repr(player)}"
            for seat, player in self.play.seats.items()
        )
        self.say(f"{who}\nWrite a move by its name, or help.\n")
        self._board("")
        self.play.on_change = self._changed
        self._shown = self.play.turn
        with patience(self._waiting):
            self.play.go()
        while not self._ended:
            over = self.play.over
            turn = "" if over else self.game.to_move(self.play.state)
            line = self.read(f"{turn or 'over'}> ")
            if line is None:
                self.say("\nNothing more comes in; the game ends here.")
                return
            with patience(self._waiting):
                self._obey(line.strip())

    def _waiting(self) -> str:
        """What takes so long."""
        return f"{self.play.who} still thinks" if self.play.thinking else "Still at work"

    # --- reading -----------------------------------------------------------------------------

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

    def _changed(self) -> None:
        """Show a position when it is a person's turn in it, or the game is over."""
        play = self.play
        if play.thinking:  # the answer follows; both moves are shown on one board
            self.say(f"{play.who} thinks... (Ctrl-C stops it)")
        elif play.stuck:
            self.say(f"{play.note}\ngo lets it try again, undo takes back.")
            self._shown = play.turn
        elif play.turn != self._shown:
            self._shown = play.turn
            self._board("")

    # --- commands ------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object], able: object, refusal: str) -> None:
        """Do this, or say why it can't be done."""
        if able:
            act()
        else:
            self.say(refusal)

    def _judge(self, words: Callable[[State], str]) -> None:
        """Say this about the position, if there is a move to choose in it."""
        over = self.game.is_terminal(self.play.state)
        self.say("The game is over: there is no move to judge." if over else words(self.play.state))

    def _board(self, _: str) -> None:
        board = drawn(self.game, self.play.seen, self.play.last)
        self.say(f"{board}\n\n{self.play.status}\n")

    def _help(self, _: str) -> None:
        width = max(map(len, self._commands))
        lines = [f"  {name:{width}}  {line}" for name, (_, line) in self._commands.items()]
        legal = self.play.legal
        example = f", such as {self.game.action_name(legal[0])}" if legal else ""
        self.say("\n".join([f"A move by its name{example}, or:", *lines]))

    def _moves(self, _: str) -> None:
        names = [self.game.action_name(action) for action in self.game.actions(self.play.state)]
        self.say(textwrap.fill(" ".join(names), 78) if names else "The game is over.")

    def _save(self, rest: str) -> None:
        path = Path(rest) if rest else self.file
        if path is None:
            self.say("Where to? save FILE, such as save game.json")
            return
        try:
            save_record(self.play.record, path)
        except (OSError, ValueError) as error:
            self.say(f"Not saved: {raised(error)}")
        else:
            self.say(f"Saved: {path}")

    def _quit(self, _: str) -> None:
        self._ended = True
