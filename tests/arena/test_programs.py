"""Other people's programs as players, over real pipes: they speak GTP, or lose."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from console import as_typed
from sandboxed import soon

from course_lib import PASS, play_game, random_player
from course_lib.games import ConnectFour, Gomoku, Havannah, KInARow, Nim, TicTacToe
from course_lib.play.gtp import GtpEngine
from course_lib.play.match import Forfeit
from course_tools.arena import GtpPlayer
from course_tools.arena.gtp import moves_to, new_stone
from course_tools.arena.named import player_named

COURSE = as_typed(sys.executable, "-m", "course_tools.cli")
PASSING = Havannah(2, passing=True), Havannah(3, passing=True)
NAMES = {
    ConnectFour: "connect-four",
    TicTacToe: "tic-tac-toe",
    Gomoku: "gomoku:size=6",
    Havannah: "havannah",
}


@pytest.fixture
def script(tmp_path):
    """A function that writes a program of these lines of Python, and gives its command."""
    written = []

    def write(body):
        path = tmp_path / f"engine{len(written)}.py"
        written.append(path)
        path.write_text("import os, sys, time\n" + body, encoding="utf-8")
        return as_typed(sys.executable, path)

    return write


@pytest.fixture
def started():
    """A function that gives back its player, whose program is ended after the test."""
    made = []
    yield lambda player: made.append(player) or player
    for player in made:
        player.close()


# --- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [ConnectFour(), ConnectFour(4, 5), TicTacToe(), Gomoku(7), Havannah(3), *PASSING],
)
def test_every_position_can_be_played_up(game):
    """Hundreds of positions of random games: the moves found lead there, one by one."""
    rng, passing = Random(5), game.options.get("passing")
    for _ in range(30):
        state = game.initial
        while not game.is_terminal(state):
            names = map(game.action_name, moves_to(game, state))
            found = game.play(names)
            assert (found.board, found.to_move) == (state.board, state.to_move)
            action = PASS if passing and rng.random() < 0.3 else rng.choice(game.actions(state))
            after = game.result(state, action)
            assert new_stone(game, state, after) == action
            assert passing or new_stone(game, after, state) is None
            state = after
        assert passing or new_stone(game, game.initial, state) is None
    if game == Gomoku(7):
        # Six in a row win nothing in exact Gomoku, but the first five of them would have.
        game = Gomoku(9, exact=True)
        state = game.play("a9 a1 b9 c1 c9 e1 e9 g1 f9 i1 d9 i3")
        assert game.play(map(game.action_name, moves_to(game, state))).board == state.board


# --- ours against ours, over pipes -------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [ConnectFour(), TicTacToe(), Gomoku(6), Havannah(3), Havannah(4), PASSING[1]],
)
def test_our_engine_plays_by_gtp(started, game):
    """Games to their ends with both colours; a position that it has not seen is played up first."""
    name = NAMES[type(game)]
    engine = started(
        player_named(f"gtp: {COURSE} play {name} --gtp --player random", game, Random(1))
    )
    for seats in ([engine, random_player(Random(1))], [random_player(Random(2)), engine]):
        record = play_game(game, seats, rng=Random(4))
        assert record.reason in ("win", "draw"), record.detail
    state = record.states()[4]
    assert engine(game, state) in game.actions(state)
    if isinstance(game, Havannah):
        stones = state.board.count(".") - engine._state.board.count(".")
        assert stones == 1 or (game.passing and stones == 0)
    process = engine._process
    engine.close()
    assert process.poll() is not None


# --- programs that misbehave --------------------------------------------------------------------

GTP = """
for line in sys.stdin:
    number, word, *rest = line.split()
    if word == "genmove":
        {move}
    else:
        print("=" + number + "\\n", flush=True)
"""

PLAYS_A3 = GTP.format(move="print('=' + number, 'A3\\n', flush=True)")
ANSWER = "print('=' + number, {}, flush=True)"


def endlessly(what):
    """A program that does this and nothing else when it is its turn."""
    return GTP.format(move=f"\n        while True: {what}")


SLOW = "gave no answer to 'genmove black' within 0.5 s"
WRONG = {
    "another number": (GTP.format(move="print('=99 A1\\n', flush=True)"), "where =4 or ?4 was"),
    "no sign": (GTP.format(move="print('A1\\n', flush=True)"), "answered 'A1' to 'genmove black'"),
    "refuses": (
        GTP.format(move="print('?' + number, 'tired\\n', flush=True)"),
        "refused 'genmove black': tired",
    ),
    "no vertex": (GTP.format(move=ANSWER.format("'Z9\\n'")), "'Z9' is off the board"),
    "no end": (GTP.format(move=ANSWER.format("'A1'")), SLOW),
    "a pass": (GTP.format(move=ANSWER.format("'pass\\n'")), "played PASS, which is not legal"),
    "resigns": (GTP.format(move=ANSWER.format("'resign\\n'")), "X resigned"),
    "dead at once": ("sys.exit('no such weights')", "ended with exit code 1, saying 'no such"),
    "dead at a move": (GTP.format(move="os._exit(3)"), "ended with exit code 3"),
    "slow": (GTP.format(move="time.sleep(60)"), SLOW),
    "empty lines": (endlessly("print(flush=True)"), SLOW),
    "endless answer": (endlessly(ANSWER.format("'A1'")), "answered more than 1,000 lines"),
    "one line": (endlessly("sys.stdout.write('x' * 999)"), "wrote a line of 10,000 characters and"),
    "mute": ("sys.stdout.close(); os.close(1); time.sleep(60)", "closed its output"),
    "silent": ("time.sleep(60)", "gave no answer to 'boardsize 3' within"),
    "deaf": ("os.close(0); time.sleep(60)", "gave no answer to 'boardsize 3'"),
}


def test_a_misbehaving_program_loses(script, started, monkeypatch):
    """By a fault with a sentence, within its time, and its process is gone; here all at once."""
    monkeypatch.setattr("course_tools.arena.gtp.STARTING", 3.0)
    players = [started(GtpPlayer(script(body), seconds=0.5)) for body, _ in WRONG.values()]
    chance = random_player(Random(1))
    with ThreadPoolExecutor(len(players)) as pool:
        records = [*pool.map(lambda one: play_game(TicTacToe(), [one, chance]), players)]
    for kind, record in zip(WRONG, records, strict=True):
        assert WRONG[kind][1] in record.detail
        assert (record.culprit, record.winner) == ("X", "O")
        late, illegal = ("gave no answer" in record.detail, "is not legal" in record.detail)
        if kind != "resigns":
            assert record.reason == ("time" if late else "illegal" if illegal else "error")
        assert "Forfeit" not in record.detail
    still = [kind for kind, one in zip(WRONG, players, strict=True) if one._process is not None]
    assert still == ["a pass", "resigns"], "these two only are polite"


def test_a_program_that_talks_out_of_turn_loses(script, started):
    """A second move nobody asked for is not taken for the next answer."""
    body = GTP.format(move="print(f'={number} A1\\n\\n={number} B1\\n', flush=True)")
    record = play_game(TicTacToe(), [started(GtpPlayer(script(body))), random_player(Random(1))])
    assert record.culprit == "X"
    assert "answered '=4 B1' to 'play white" in record.detail


def test_thinking_before_play_is_answered_is_thinking(script, started, monkeypatch):
    """An engine that needs half of its time for each of `play` and `genmove`, and a bit more."""
    monkeypatch.setattr("course_tools.arena.gtp.GRACE", 0.1)
    pausing = "if word in ('play', 'genmove'): time.sleep(0.6)\n    if word"
    engine = started(GtpPlayer(script(PLAYS_A3.replace("if word", pausing, 1)), seconds=1))
    record = play_game(TicTacToe(), [random_player(Random(1)), engine])
    assert (record.reason, record.culprit, len(record.actions)) == ("time", "O", 1)


def test_a_program_is_told_its_clock_and_may_refuse_it(script, started, tmp_path):
    """In whole seconds, at least one for each move."""
    lines = tmp_path / "lines"
    noting = f"    open({str(lines)!r}, 'a').write(line)\n    number, word"
    refusing = (
        "    if word == 'time_settings': print('?' + number + ' no clock\\n', flush=True); continue"
    )
    text = PLAYS_A3.replace("    number, word", noting, 1).replace(
        "    if word", f"{refusing}\n    if word", 1
    )
    engine, game = started(GtpPlayer(script(text), seconds=0.75)), TicTacToe()
    assert game.action_name(engine(game, game.initial)) == "a3"
    assert "2 time_settings 0 1 1\n" in lines.read_text()


def test_after_a_fault_the_program_is_started_anew(script, started, tmp_path):
    """Whoever asks again gets a fresh process, so that a person can go on with the game."""
    count = tmp_path / "count"
    move = f"""
        with open({str(count)!r}, "a") as file: file.write("x")
        if os.path.getsize({str(count)!r}) == 1: os._exit(1)
        print("=" + number, "B2\\n", flush=True)"""
    engine = started(GtpPlayer(script(GTP.format(move=move))))
    game = TicTacToe()
    with pytest.raises(Forfeit, match="ended with exit code 1"):
        engine(game, game.initial)
    assert engine(game, game.initial) == (1, 1)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes")
def test_what_a_program_has_started_ends_with_it(script, tmp_path):
    """A child that would sleep for ten minutes is gone soon after its parent has said goodbye."""
    note = tmp_path / "child"
    body = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(note)!r}, "w").write(str(child.pid))
"""
    engine, game = GtpPlayer(script(body + PLAYS_A3)), TicTacToe()
    engine(game, game.initial)
    engine.close()
    child = int(note.read_text())
    assert soon(lambda: not alive(child))


def alive(number):
    """Whether this process still does something; a zombie that nobody has buried does not."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{number}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: GtpPlayer("no-such-program --fast"), "there is no program 'no-such-program'"),
        (lambda: GtpPlayer("  "), "needs a command"),
        (lambda: GtpPlayer(COURSE, seconds=0), "needs more than 0"),
        (lambda: GtpEngine(Nim(), random_player, "ours"), "GTP is for Havannah and for two"),
        (lambda: GtpEngine(KInARow(5, 30, 5), random_player, "ours"), "letters for 25 columns"),
        (lambda: GtpPlayer(COURSE)(Nim(), Nim().initial), "GTP is for Havannah and for two"),
    ],
)
def test_what_can_not_be_is_refused(make, sentence):
    """With a sentence, before any game."""
    with pytest.raises(ValueError, match=sentence):
        make()
