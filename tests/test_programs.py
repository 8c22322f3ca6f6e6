"""Other people's programs, over real pipes; and ours, which speaks Gomocup's protocol."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from console import as_typed, talk
from sandboxed import soon

from course_lib import PASS, play_game, random_player
from course_lib.games import ConnectFour, Gomoku, Havannah, KInARow, Nim, TicTacToe
from course_lib.play.gtp import GtpEngine
from course_lib.play.match import Forfeit
from course_tools.arena import gtp_player
from course_tools.arena.gomocup import GomocupBrain, GomocupPlayer
from course_tools.arena.named import PlayerMaker, player_named
from course_tools.arena.programs import EngineProcess, moves_to, new_stone

COURSE = as_typed(sys.executable, "-m", "course_tools.cli")
ABOUT = {"name": "ours", "version": "1"}
PASSING = Havannah(2, passing=True), Havannah(3, passing=True)
NAMES = {
    ConnectFour: "connect-four",
    TicTacToe: "tic-tac-toe",
    Gomoku: "gomoku:size=6 --protocol gtp",
    Havannah: "havannah",
}


def first_legal(game, seconds):
    """A player that takes the first legal action, whatever the clock says."""
    return lambda game, state: game.actions(state)[0]


def brain():
    """Our side of Gomocup's protocol, without a process around it."""
    return GomocupBrain(first_legal, ABOUT)


def said(talker, *lines):
    """All that is answered to these lines."""
    return [answer for line in lines for answer in talker.answer(line)]


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


# --- a brain's answers ------------------------------------------------------------------------


TALKS = {
    "it begins, and answers moves": "BEGIN > 0,0 / TURN 2,0 > 1,0 / turn 4, 0\r > 3,0 / END >",
    "who began": "BOARD > / 0,0,2 > / DONE > 1,0 / BOARD > / 0,0,1 > / 1,0,2 > / DONE > 2,0",
    "the board before a refused one still stands": (
        "BOARD > / 0,0,1 > / 1,0,2 > / DONE > 2,0 / BOARD > / 0,0,1 >"
        " / DONE > ERROR with 1 of my stones and 0 of yours... / TURN 5,5 > 3,0"
    ),
    "the last stone is taken back": (
        "TURN 7,7 > 0,0 / TAKEBACK 7,7 > ERROR the last stone lies at 0,0, not at 7,7"
        " / TAKEBACK 0,0 > OK / TAKEBACK 7,7 > OK / BEGIN > 0,0"
    ),
    "it begins again": (
        "BEGIN > 0,0 / RESTART > OK / BEGIN > 0,0 / RESTART > OK / PLAY 3,4 > 3,4 / TURN 0,0 > 1,0"
    ),
    "boards that are no square have columns first": (
        "RECTSTART 20,6 > OK / TURN 19,5 > 0,0 / TURN 5,19 > ERROR 5,19 is off the board of 20,6"
    ),
    "numbers without end": (
        f"START {'9' * 5000} > ERROR START needs a size, such as START 15"
        f" / INFO timeout_turn {'9' * 5000} > / INFO timeout_match {'9' * 300} > / BEGIN > 0,0"
        f" / TURN 3,{'9' * 5000} > ERROR a place is written like 7,7, and this is '3,999..."
    ),
    "no size": "START > ERROR START needs a size, such as START 15",
    "too small": "START 3 > ERROR a board has 5 to 40 rows and columns here...",
    "off the board": "TURN 15,0 > ERROR 15,0 is off the board of 15,15",
    "taken": "TURN 1,1 > 0,0 / TURN 1,1 > ERROR there is a stone at 1,1 already...",
    "no place": "TURN b2 > ERROR a place is written like 7,7, and this is 'b2'...",
    "late": "TURN 1,1 > 0,0 / BEGIN > ERROR BEGIN is for an empty board...",
    "no stone": "BOARD > / 7,7,3 > / DONE > ERROR a line of BOARD is x,y,1 or x,y,2...",
    "foreign": "SWAP2BOARD > UNKNOWN command SWAP2BOARD / _do_turn 1,1 > UNKNOWN command _do_turn",
    "about": 'ABOUT > name="ours", version="1"...',
}


@pytest.mark.parametrize("what", TALKS)
def test_a_brain_answers_whatever_comes(what):
    """Moves in x,y; an ERROR or UNKNOWN with a reason, and the conversation goes on."""
    talker = brain()
    talk(talker, f"TURN 1,1 > ERROR START comes first... / START 15 > OK / {TALKS[what]}")
    assert talker.over == TALKS[what].endswith("END >")
    talk(talker, "START 15 > OK / BEGIN > 0,0")


def test_a_brain_obeys_the_rule():
    """With rule 1 six in a row go on; with rule 0 they have won. Continuous games are the same."""
    six = [f"{x},7,2" for x in (0, 1, 2, 4, 5)] + ["3,7,2"]
    mine = [f"{x},0,1" for x in (0, 2, 4, 6, 8)]
    over = "ERROR the game is over"
    for rule, answer in (("1", "1,0"), ("0", over), ("2", over), ("3", "1,0")):
        talker = brain()
        said(talker, "START 15", f"INFO rule {rule}")
        assert said(talker, "BOARD", *six, *mine, "DONE") == [answer]
    talker = brain()
    said(talker, "START 15", "INFO rule 4")
    assert said(talker, "BEGIN")[0].startswith("ERROR rule 4 is not known")


def test_a_brain_tells_its_player_the_time():
    """Thousandths of a second for a move; a tenth of what is left for the game, if that is less."""
    clocks = []

    def make(game, seconds):
        clocks.append(seconds)
        return first_legal(game, seconds)

    talker = GomocupBrain(make, ABOUT)
    said(talker, "START 15", "BEGIN")
    said(talker, "INFO timeout_turn 2500", "TURN 7,7")
    said(talker, "INFO timeout_match 60000", "INFO time_left 10000", "TURN 7,8")
    assert clocks == [None, 2.5, 1.0]


def test_a_brain_refuses_boards_on_which_its_player_can_not_play():
    """START is refused, in one line."""
    with pytest.raises(ValueError, match="up to 40 rows"):
        player_named("gomoku", Gomoku(41), Random(1))
    talker = GomocupBrain(PlayerMaker("solver", Random(1)), ABOUT)
    [error] = said(talker, "START 15")
    assert error.startswith("ERROR solver knows Connect Four")
    assert "\n" not in error


def test_a_failing_player_is_told_to_the_manager():
    """An exception, or an illegal move, becomes an ERROR."""
    for player, words in (
        (lambda game, state: 1 // 0, "failed: ZeroDivision..."),
        (lambda game, state: (99, 99), "wants (99, 99), which is not legal"),
    ):
        talker = GomocupBrain(lambda game, seconds, player=player: player, ABOUT)
        talk(talker, f"START 9 > OK / BEGIN > ERROR our player {words}")


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
            assert found == state if passing else found.board == state.board
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


def test_our_brain_plays_against_our_manager(started):
    """A whole game, in which every move arrives; then another one with the same process."""
    brain = started(GomocupPlayer(f"{COURSE} engine gomoku --player random --seed 3", seconds=20))
    game = Gomoku(6)
    for seats in ([brain, random_player(Random(1))], [random_player(Random(2)), brain]):
        record = play_game(game, seats, rng=Random(4))
        assert record.reason in ("win", "draw"), record.detail
        process = brain.program.process
    assert brain.program.process is process
    brain.close()
    assert process.poll() is not None


def test_a_brain_is_shown_a_position_from_the_middle(started):
    """After an undo, or from any state, BOARD brings the other side up to date."""
    brain = started(GomocupPlayer(f"{COURSE} engine gomoku --player 'alphabeta 1'", seconds=60))
    game = Gomoku(9)
    # Both have a four: with the stones taken for the other's it would play e1.
    state = game.play("e5 a1 e6 b1 e7 c1 e8 d1")
    assert game.action_name(brain(game, state)) in ("e4", "e9")
    state = game.play("e5 a1 e6 b1 e7 c1")
    move = brain(game, state)
    assert move in game.actions(state)
    assert brain(game, game.initial) in game.actions(game.initial)


def test_exactly_five_is_told_to_the_brain(started):
    """With rule 1, six in a row are no win: the player must not choose the overline."""
    brain = started(GomocupPlayer(f"{COURSE} engine gomoku --player 'alphabeta 1'", seconds=60))
    game = Gomoku(9, exact=True)
    # e5 would make six; only by another square can X win, or nowhere.
    state = game.play("b5 a1 c5 a9 d5 i1 f5 i9 g5 c8")
    action = brain(game, state)
    assert game.action_name(action) != "e5"


@pytest.mark.parametrize(
    "game",
    [ConnectFour(), TicTacToe(), Gomoku(6), Havannah(3), Havannah(4), PASSING[1]],
)
def test_our_engine_plays_by_gtp(started, game):
    """Games to their ends with both colours; a position that it has not seen is played up first."""
    name = NAMES[type(game)]
    engine = started(player_named(f"gtp: {COURSE} engine {name} --player random", game, Random(1)))
    for seats in ([engine, random_player(Random(1))], [random_player(Random(2)), engine]):
        record = play_game(game, seats, rng=Random(4))
        assert record.reason in ("win", "draw"), record.detail
    state = record.states()[4]
    assert engine(game, state) in game.actions(state)
    if isinstance(game, Havannah):
        stones = state.board.count(".") - engine.known.board.count(".")
        assert stones == 1 or (game.passing and stones == 0)


# --- programs that misbehave --------------------------------------------------------------------

OPENING = """
for line in sys.stdin:
    word = line.split()[0]
    if word == "START":
        print("OK", flush=True)
    elif word == "BEGIN" or word == "TURN":
        {move}
"""


def endlessly(what):
    """A program that does this and nothing else when it is its turn."""
    return OPENING.format(move=f"\n        while True: {what}")


MISBEHAVING = {
    "dead at once": ("sys.exit('no such weights')", "ended with exit code 1, saying 'no such"),
    "dead at a move": (OPENING.format(move="os._exit(3)"), "ended with exit code 3"),
    "silent": ("time.sleep(60)", "gave no answer to 'START 9' within"),
    "slow": (OPENING.format(move="time.sleep(60)"), "gave no answer to 'BEGIN' within 0.5 s"),
    "babbling": (endlessly("print('MESSAGE hm', flush=True)"), "gave no answer to 'BEGIN' within"),
    "one line": (endlessly("sys.stdout.write('x' * 999)"), "wrote a line of 10,000 characters and"),
    "no end": (OPENING.format(move="print('9' * 5000 + ',1', flush=True)"), "answered '9999"),
    "nonsense": (OPENING.format(move="print('e5', flush=True)"), "answered 'e5' to 'BEGIN'"),
    "ignorant": ("for line in sys.stdin: print('UNKNOWN', flush=True)", "'UNKNOWN' to 'START 9'"),
    "off the board": (OPENING.format(move="print('99,99', flush=True)"), "played (99, 99), which"),
    "taken": (OPENING.format(move="print('4,4', flush=True)"), "played e5 = (4, 4), which is not"),
    "mute": ("sys.stdout.close(); os.close(1); time.sleep(60)", "closed its output"),
    "deaf": ("os.close(0); time.sleep(60)", "gave no answer to 'START 9'"),
}


def test_a_misbehaving_brain_loses(script, started, monkeypatch):
    """By a fault with a sentence, within its time, and its process is gone; here all at once."""
    monkeypatch.setattr("course_tools.arena.gomocup.STARTING", 3.0)
    running = []
    monkeypatch.setattr(EngineProcess, "__init__", noting(EngineProcess.__init__, running))
    bodies = [body for body, _ in MISBEHAVING.values()]
    players = [started(GomocupPlayer(script(body), seconds=0.5)) for body in bodies]
    for kind, record in zip(MISBEHAVING, all_lose(Gomoku(9), players), strict=True):
        if "lines that nobody had asked for" in record.detail:
            assert kind == "babbling"  # it may babble too much before its time is over
        else:
            assert MISBEHAVING[kind][1] in record.detail
        late, illegal = ("gave no answer" in record.detail, "is not legal" in record.detail)
        assert record.reason == ("time" if late else "illegal" if illegal else "error")
        assert "Forfeit" not in record.detail
    assert len(running) == len(MISBEHAVING)
    assert [program.process.poll() is None for program in running].count(True) == 2  # both polite


def all_lose(game, engines):
    """The records of a game of each, played at the same time; each has lost by a fault."""
    chance = random_player(Random(1))
    with ThreadPoolExecutor(len(engines)) as pool:
        records = [*pool.map(lambda engine: play_game(game, [engine, chance]), engines)]
    assert {(record.culprit, record.winner) for record in records} == {("X", "O")}
    return records


def noting(method, made):
    """The method, which adds whatever it is called for to this list."""

    def noted(self, *words):
        made.append(self)
        method(self, *words)

    return noted


def test_a_brain_that_talks_out_of_turn_loses(script, started):
    """A second move nobody asked for would be taken for the next answer."""
    move = "print('8,8', flush=True); print('7,7', flush=True)"
    engine = started(GomocupPlayer(script(OPENING.format(move=move))))

    def slow(game, state):
        time.sleep(0.3)
        return game.actions(state)[0]

    record = play_game(Gomoku(9), [engine, slow])
    assert record.culprit == "X"
    assert "said '7,7' when nobody had asked it anything" in record.detail


def test_a_suggestion_is_a_move_and_remarks_are_not(script, started):
    """SUGGEST counts, MESSAGE and DEBUG do not, and blanks do not matter."""
    move = "print('DEBUG 1,1\\nMESSAGE thinking\\n\\nSUGGEST 3 , 4', flush=True)"
    engine = started(GomocupPlayer(script(OPENING.format(move=move))))
    game = Gomoku(9)
    assert engine(game, game.initial) == (4, 3)


def test_a_brain_that_makes_nothing_of_a_stone_is_shown_the_whole_board(script, started):
    """Some lose a TURN that comes at once; only who does not know a BOARD either has lost."""
    once = """
for line in sys.stdin:
    word = line.split()[0]
    if word in ("START", "BEGIN", "DONE"):
        print({"START": "OK", "BEGIN": "4,4", "DONE": "0,8"}[word], flush=True)
    elif word == "TURN":
        print("ERROR Unknown command", flush=True)
"""
    game, played = Gomoku(9), {}
    for answers, body in (("both", once), ("none", once.replace('"0,8"', '"ERROR"'))):
        engine = started(GomocupPlayer(script(body)))
        record = play_game(game, [engine, lambda game, state: game.actions(state)[0]])
        played[answers] = [game.action_name(one) for one in record.actions], record.detail
    assert played["both"][0] == ["e5", "a9", "a1", "b9"]
    assert "played a1 = (8, 0), which is not legal" in played["both"][1]
    assert played["none"][0] == ["e5", "a9"]
    assert "answered 'ERROR' to 'TURN 0,0'" in played["none"][1]


GTP = """
for line in sys.stdin:
    number, word, *rest = line.split()
    if word == "genmove":
        {move}
    else:
        print("=" + number, {{"protocol_version": "2"}}.get(word, ""), "\\n", flush=True)
"""

PLAYS_A3 = GTP.format(move="print('=' + number, 'A3\\n', flush=True)")
WRONG_GTP = {
    "another number": ("print('=99 A1\\n', flush=True)", "where =5 or ?5 was expected"),
    "no sign": ("print('A1\\n', flush=True)", "answered 'A1' to 'genmove black'"),
    "a refusal": ("print('?' + number, 'tired\\n', flush=True)", "refused 'genmove black': tired"),
    "no vertex": ("print('=' + number, 'Z9\\n', flush=True)", "'Z9' is off the board"),
    "no end": ("print('=' + number, 'A1', flush=True)", "gave no answer to 'genmove black' within"),
    "a pass": ("print('=' + number, 'pass\\n', flush=True)", "played PASS, which is not legal"),
    "resigns": ("print('=' + number, 'resign\\n', flush=True)", "X resigned"),
}


def test_a_misbehaving_gtp_engine_loses(script, started):
    """By a fault with a sentence that says what was expected."""
    bodies = [GTP.format(move=move) for move, _ in WRONG_GTP.values()]
    players = [started(gtp_player(script(body), seconds=0.5)) for body in bodies]
    for kind, record in zip(WRONG_GTP, all_lose(TicTacToe(), players), strict=True):
        assert WRONG_GTP[kind][1] in record.detail


def test_thinking_before_play_is_answered_is_thinking(script, started, monkeypatch):
    """An engine that needs half of its time for each of `play` and `genmove`, and a bit more."""
    monkeypatch.setattr("course_tools.arena.gtp.GRACE", 0.1)
    pausing = "if word in ('play', 'genmove'): time.sleep(0.6)\n    if word"
    engine = started(gtp_player(script(PLAYS_A3.replace("if word", pausing, 1)), seconds=1))
    record = play_game(TicTacToe(), [random_player(Random(1)), engine])
    assert (record.reason, record.culprit, len(record.actions)) == ("time", "O", 1)


CLOCKS = [
    ("time time_settings", 0.75, "time -g 0 -m 0.75"),
    ("time time_settings", 2, "time_settings 0 2 1"),
    ("time_settings", 0.75, "time_settings 0 1 1"),
    ("time", 2, "time -g 0 -m 2"),
    ("", 2, None),
]


@pytest.mark.parametrize("case", CLOCKS)
def test_a_gtp_engine_is_told_its_clock_as_it_understands_it(
    script, started, tmp_path, capsys, case
):
    """By the command that it has; where it has none, whoever plays is told, once."""
    commands, seconds, clock = case
    lines = tmp_path / "lines"
    known = repr({"protocol_version": "2", "list_commands": commands})
    text = PLAYS_A3.replace('{"protocol_version": "2"}', known)
    noting = f"    open({str(lines)!r}, 'a').write(line)\n    number, word"
    engine = started(
        gtp_player(script(text.replace("    number, word", noting, 1)), seconds=seconds)
    )
    game = TicTacToe()
    for _ in range(2):
        engine(game, game.initial)
        engine.close()
    told = [line.split(" ", 1)[1] for line in lines.read_text().splitlines() if " time" in line]
    assert told == ([clock] * 2 if clock else [])
    assert capsys.readouterr().err.count("has no command for its clock") == (clock is None)


def test_after_a_fault_the_program_is_started_anew(script, started, tmp_path):
    """Whoever asks again gets a fresh process, so that a person can go on with the game."""
    count = tmp_path / "count"
    move = f"""
        with open({str(count)!r}, "a") as file: file.write("x")
        if os.path.getsize({str(count)!r}) == 1: os._exit(1)
        print("4,4", flush=True)"""
    engine = started(GomocupPlayer(script(OPENING.format(move=move))))
    game = Gomoku(9)
    with pytest.raises(Forfeit, match="ended with exit code 1"):
        engine(game, game.initial)
    assert engine(game, game.initial) == (4, 4)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes")
def test_what_a_program_has_started_ends_with_it(script, tmp_path):
    """A child that would sleep for a minute is gone soon after its parent was closed."""
    note = tmp_path / "child"
    body = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(child.pid))
print("ready", flush=True)
time.sleep(60)
"""
    program = EngineProcess(script(body))
    assert program.hear(time.monotonic() + 20, "nothing", 20) == "ready"
    program.close()
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
        (lambda: GomocupPlayer("no-such-program --fast"), "there is no program 'no-such-program'"),
        (lambda: GomocupPlayer("  "), "needs a command"),
        (lambda: gtp_player(COURSE, seconds=0), "needs more than 0"),
        (lambda: GtpEngine(Nim(), first_legal, ABOUT), "GTP is for Havannah and for two players"),
        (lambda: GtpEngine(KInARow(5, 30, 5), first_legal, ABOUT), "letters for 25 columns"),
        (lambda: GomocupPlayer(COURSE)(TicTacToe(), TicTacToe().initial), "five in a row"),
    ],
)
def test_what_can_not_be_is_refused(make, sentence):
    """With a sentence, before any game."""
    with pytest.raises(ValueError, match=sentence):
        make()
