"""`course play`: games in a real terminal and over pipes."""

import contextlib
import os
import signal
import subprocess
import sys
from random import Random

import pytest
from console import course

from course_lib import GameRecord
from course_lib.games import Count, Gomoku, Havannah, ThreeMusketeers, TicTacToe
from course_tools.arena.terminal.advice import Adviser
from course_tools.arena.terminal.terminal import drawn

PLAY = [sys.executable, "-m", "course_tools.cli", "play"]


def played(*words, text="", code=0):
    """What the command prints when these lines come in."""
    done = course("play", *words, text=text)
    assert done.code == code, done.err
    return done.err if code == 2 else done.out


# --- boards --------------------------------------------------------------------------------------


def test_boards_are_drawn_with_their_names():
    """Letters and numbers of two digits stay straight; musketeers have them, Havannah its marks."""
    game = Gomoku(15)
    lines = drawn(game, game.play("h8"), (7, 7)).splitlines()
    assert lines[7].index("X") == lines[-1].index("h")
    assert (lines[0][:3], lines[14][:3], len(lines)) == ("15 ", " 1 ", 16)
    game = ThreeMusketeers()
    lines = drawn(game, game.play("e5-d5"), ((0, 4), (0, 3))).splitlines()
    assert (lines[0], lines[-1]) == ("5  G  G  G [M] .", "   a  b  c  d  e")
    hexes = Havannah(3)
    assert ">O" in drawn(hexes, hexes.play("a1 c3"), hexes.action_named("c3"))
    assert drawn(Count(), Count().initial, None) == Count().render(Count().initial)


# --- over pipes ----------------------------------------------------------------------------------


CONVERSATIONS = {
    "tic-tac-toe; A1, b2, b1, , c3 , C1": "1 *X**X**X*; X won: a line.; Nothing more comes in",
    "connect-four:rows=4,columns=4; z9, 9, a4, 1, 5, hello you": (
        "'z9' is off the board, which goes from a1 (bottom left) to d4; no stone can be put in"
        " column 9; a4 can't be played now. You can play: a1 b1 c1 d1; no stone can be put in"
        " column 5; 'hello you' is not a square"
    ),
    "tic-tac-toe; b2, hint, analysis, moves": (
        "a3 is best: 0 (a draw) (exact: 1 is a win;  b3  -1 (a loss); a3 b3 c3 a2 c2 a1 b1 c1"
    ),
    "tic-tac-toe; undo, go, save, undo everything, resign, resign, hint, a1": (
        "nothing of yours to take back; No player is waited for;"
        " Where to? save FILE; X resigned: O won.; Only who is to move can resign; The game is"
        " over: undo, new, save FILE or quit."
    ),
    "havannah:size=3; help": (
        "A move by its name, such as A1; undo      take; hint      a good;"
        " analysis  what; board     the; moves     all; save      save FILE; quit      end"
    ),
}
"""After a game and lines that are written, what is shown."""


@pytest.mark.parametrize("what", CONVERSATIONS)
def test_what_is_written_is_answered(what):
    """The board, the result, or a sentence that says what would be right; capitals or not."""
    game, _, lines = what.partition("; ")
    shown = played(game, text="\n".join([*lines.split(", "), ""]))
    assert [told for told in CONVERSATIONS[what].split("; ") if told not in shown] == []


def test_a_player_answers():
    """Minimax blocks at once; `undo` goes back to one's own turn; `new` begins again."""
    shown = played("tic-tac-toe", "--against", "minimax", text="a1\nundo\nb2\nnew\nquit\n")
    boards = [line for line in shown.splitlines() if line.startswith("2 ")]
    assert boards == ["2  .  .  .", "2  . [O] .", "2  .  .  .", "2  .  X  .", "2  .  .  ."]
    assert shown.count("Your turn: you play X.") == 5
    # Who plays for the first player has moved before the first prompt.
    shown = played("tic-tac-toe", "--x", "minimax", text="quit\n")
    assert shown.index("[X]") < shown.index("O> ")
    assert "solver" in played("--players")
    assert "solver" not in played("count", "--players")


@pytest.mark.parametrize(("game", "most"), [(TicTacToe(), 6_000), (Havannah(5), 300)])
def test_a_hint_is_the_first_move_of_the_analysis(game, most, monkeypatch):
    """Also where both are guessed, for one search does not say quite the same as another."""
    monkeypatch.setattr("course_tools.arena.terminal.advice.SIMULATIONS", 60)
    monkeypatch.setattr("course_tools.arena.terminal.advice.MOST_STATES", most)
    for seed in range(3):
        advise = Adviser(game, Random(seed))
        hint, lines = advise.hint(game.initial), advise.analysis(game.initial).splitlines()
        name, *words = lines[0].split()
        assert hint.startswith(f"{name} ")
        assert " ".join(words) in hint
        assert lines[-1].strip() in hint
        worth = advise.worth(game.initial)
        assert worth.values[game.action_named(name)] == worth.values[worth.best]


def test_analysis_of_a_move(monkeypatch):
    """Exact scores on a small Connect Four; on a large board estimates that say so."""
    monkeypatch.setattr("course_tools.arena.terminal.advice.SIMULATIONS", 60)
    monkeypatch.setattr("course_tools.arena.terminal.advice.MOST_STATES", 6_000)
    shown = played("connect-four:rows=4,columns=4", text="analysis\n2\nanalysis\nquit\n")
    assert shown.count("exact: how many stones the winner has left") == 2
    told = played("havannah:size=5", text="analysis\nquit\n")
    assert "estimates by Monte Carlo search" in told


def test_a_lost_game_can_be_taken_back_or_saved(tmp_path):
    """Until then there is nothing to judge in it."""
    path, page = tmp_path / "game.txt", tmp_path / "game.html"
    lines = ["a1", "a2", "b1", "b2", "c1", "hint", f"save {path}", "save game.doc", "undo", "quit"]
    shown = played("tic-tac-toe", "--to", str(page), text="\n".join([*lines, ""]))
    assert "there is no move to judge" in shown
    assert "Not saved" in shown
    assert "X won: a line" in path.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert shown.rstrip().endswith(f"X> quit\nSaved: {page}")


def test_a_game_is_saved_and_gone_on_with(tmp_path):
    """--to at the end of input; --load brings moves, turn and undo back."""
    path = tmp_path / "game.json"
    played("tic-tac-toe", "--to", str(path), text="b2\na1\nc1\n")
    record = GameRecord.load(path)
    assert (len(record.actions), record.reason) == (3, "unfinished")
    shown = played("--load", str(path), "--x", "minimax", text="a3\nundo\nundo\n")
    assert "[X]" in shown
    assert "Your turn: you play O." in shown
    last = shown.rpartition("1 ")[0].rpartition("3 ")[2]
    assert last.splitlines() == [" .  .  .", "2  . [X] ."]


def running(*words):
    """The command in a process of its own."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([*PLAY, *words], **pipes, text=True)


@pytest.mark.parametrize(
    ("words", "waits_for"),
    [
        (["tic-tac-toe"], "O to move"),
        (["connect-four", "--x", "random", "--o", "minimax"], "X plays"),
    ],
)
def test_it_is_saved_also_when_it_is_interrupted(tmp_path, words, waits_for):
    """Ctrl-C ends politely with exit code 130, and the moves so far are in the file.

    A match has nobody as its winner.
    """
    path = tmp_path / "game.json"
    with running(*words, "--to", str(path)) as process:
        process.stdin.write("b2\n")
        process.stdin.flush()
        while waits_for not in (line := process.stdout.readline()):
            assert line, "it ended before that"
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert (process.returncode, error.splitlines()[-1]) == (130, "Stopped.")
    assert "Traceback" not in error
    record = GameRecord.load(path)
    assert (len(record.actions), record.reason) == (1, "unfinished")


def test_two_players_meet(tmp_path):
    """Every board and how it ended; the same seed, the same game."""
    games = []
    for name in ("one.json", "two.json"):
        path = tmp_path / name
        words = ["--x", "mcts 20", "--o", "random", "--seed", "5", "--to", str(path)]
        shown = played("connect-four:rows=4,columns=4", *words)
        games.append(GameRecord.load(path))
    assert shown.count("plays") == len(games[0].actions)
    assert games[0].actions == games[1].actions
    assert shown.rstrip().splitlines()[-2] == games[1].detail


def test_a_loaded_game_can_be_finished_by_players(tmp_path):
    """The record that is saved has the moves of both parts."""
    first, whole = tmp_path / "first.json", tmp_path / "whole.json"
    played("tic-tac-toe", "--to", str(first), text="b2\na1\n")
    words = ["--load", str(first), "--x", "minimax", "--o", "minimax", "--to", str(whole)]
    assert "a draw" in played(*words)
    record = GameRecord.load(whole)
    assert [record.game.action_name(one) for one in record.actions[:2]] == ["b2", "a1"]
    assert (len(record.actions), record.reason) == (9, "draw")


def test_a_player_that_fails_can_be_asked_again_or_left(monkeypatch):
    """Its fault is told; go asks it once more, undo takes back."""

    def broken(rng):
        def plays(game, state):
            raise RuntimeError("no licence")

        return plays

    monkeypatch.setattr("course_tools.arena.named.random_player", broken)
    shown = played("tic-tac-toe", "--against", "random", text="b2\nb1\ngo\nundo\nquit\n")
    assert shown.count("no licence") == 2
    assert "It is not your turn; go lets the player try again" in shown
    assert shown.rstrip().endswith("X> quit")


def test_what_is_no_text_does_not_break_it():
    """Bytes that are no UTF-8, control characters, a very long line."""
    text = b"\xff\xfe\n\x00\x1b[A\n" + b"x" * 100_000 + b"\nb2\n"
    done = subprocess.run([*PLAY, "tic-tac-toe"], input=text, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"[X]" in done.stdout


def test_a_file_that_is_no_game_or_another_game_is_refused(tmp_path):
    """`test_cli_words.py` has the other words that mean nothing; nothing has been played."""
    game, text = tmp_path / "game.json", tmp_path / "game.txt"
    played("tic-tac-toe", "--to", str(game), text="b2\n")
    text.write_text("X: you", encoding="utf-8")
    assert "a game of TicTacToe()" in played("count:goal=6", "--load", str(game), code=2)
    assert "is not the JSON text of" in played("--load", str(text), code=2)


# --- in a terminal -------------------------------------------------------------------------------


def at_terminal(*words, keys):
    """What a real terminal shows after these keys."""
    import pty

    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PLAY, *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
        start_new_session=True,
    ) as process:
        os.close(follower)
        os.write(leader, keys)
        shown = b""
        with contextlib.suppress(OSError):  # as Linux tells that nobody writes there any more
            while part := os.read(leader, 65536):
                shown += part
        os.close(leader)
    return shown.decode(), process.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_is_played_at_and_its_end_is_polite():
    """The board marks the last move."""
    shown, code = at_terminal("tic-tac-toe", keys=b"b2\na1\n\x04")
    assert code == 0
    assert "the game ends here" in shown
    assert "[O]" in shown
