"""Tournaments: who plays whom, the table, repeating them, and processes that leave no orphan."""

import io
import math
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from console import ran
from sandboxed import soon
from test_play import THREE, first, last

from course_lib import alphabeta_player, mcts_player, random_player, tournament
from course_lib.game import RESIGN
from course_lib.games import ConnectFour, Count, TicTacToe
from course_lib.play import wilson


def cheats(game, state):
    """Play outside the board."""
    return (99, 99)


def crashes(game, state):
    """Raise."""
    raise LookupError("no plan")


def resigns(game, state):
    """Give up."""
    return RESIGN


class Remembers:
    """Takes the first action in its first game, and the last one ever after."""

    def __init__(self):
        """Begin without any games."""
        self.games = 0

    def new_game(self, game, seat, rng):
        """Count the game."""
        self.games += 1

    def __call__(self, game, state):
        """Take the first action, if this is the first game."""
        return game.actions(state)[0 if self.games == 1 else -1]


def some_players():
    """Three players of quite different strength."""
    quick, strong = alphabeta_player(2, rng=Random(2)), mcts_player(simulations=15, rng=Random(3))
    return {"random": random_player(Random(1)), "two plies": quick, "mcts": strong}


def played(*args, **options):
    """A tournament without a progress bar."""
    return tournament(*args, **{"progress": False, **options})


# --- who plays whom ------------------------------------------------------------------------------


def test_every_pair_plays_and_changes_seats():
    """With three players and four games: three pairs, two games in each seating."""
    table = played({"a": first, "b": last, "c": first}, TicTacToe(), 4, seed=1)
    seatings = Counter(tuple(record.players.items()) for record in table.records)
    expected = {(("X", one), ("O", other)): 2 for one in "abc" for other in "abc" if one != other}
    assert seatings == expected
    assert [row.games for row in table.rows] == [8, 8, 8]
    odd = played([first, last], TicTacToe(), 3, seed=1)  # who came first moves first once more
    assert [record.players["X"] for record in odd.records] == ["first", "last", "first"]
    labels = played([first, last, first], TicTacToe(), 2, seed=1).players
    assert labels == ("first", "last", "first #2")  # of functions their names, made different


def test_seats_rotate_in_a_game_for_three():
    """Each of three players sits in each seat; of four players, every choice of three plays."""
    table = played({"a": first, "b": last, "c": first}, THREE, 3, seed=1)
    assert ["".join(record.players.values()) for record in table.records] == ["abc", "bca", "cab"]
    assert table.pairs == ()
    assert all(row.games == 3 for row in table.rows)
    assert "3 games for each 3 players" in str(table)
    table = played(dict.fromkeys("abcd", first), THREE, 3, seed=1)
    groups = Counter("".join(sorted(record.players.values())) for record in table.records)
    assert groups == {"abc": 3, "abd": 3, "acd": 3, "bcd": 3}


# --- the table -----------------------------------------------------------------------------------


def test_the_table_counts_the_records():
    """Each row and each pair agrees with a count made here from the winners alone."""
    table = played(some_players(), TicTacToe(), 10, seed=3)
    for row in table.rows:
        mine = [record for record in table.records if row.player in record.players.values()]
        winners = [record.winner and record.players[record.winner] for record in mine]
        assert row.games == len(mine) == 20
        assert row.wins == winners.count(row.player)
        assert row.draws == winners.count(None)
        assert row.wins + row.draws + row.losses == 20
        assert row.score == pytest.approx((row.wins + row.draws / 2) / 20)
        assert row.low < row.score < row.high
        pairs = [pair for pair in table.pairs if pair.player == row.player]
        assert sum(pair.wins for pair in pairs) == row.wins
        assert sum(pair.losses for pair in pairs) == row.losses
    assert sum(row.score for row in table.rows) * 20 == pytest.approx(30)
    assert table.rows == tuple(sorted(table.rows, key=lambda row: -row.score))
    assert table.rows[-1].player == "random"


def test_wilson_is_the_range_of_shares_that_would_not_surprise():
    """At both ends the share seen lies 1.96 standard deviations away: the definition."""
    for share, games in [(0.3, 7), (0.5, 100), (0.925, 40)]:
        for end in wilson(share, games):
            deviation = math.sqrt(end * (1 - end) / games)
            assert abs(share - end) / deviation == pytest.approx(1.959964)
    # Two printed values of Newcombe's comparison of methods (1998).
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=0.00006)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=0.00006)


def test_the_table_as_text():
    """It shows every player and count, who did how against whom, and the first faults."""
    text = str(played({"first": first, "cheats": cheats}, TicTacToe(), 8, seed=1))
    head, fault = "8 games for each pair, seed 1", "game 2, X = cheats, O = first: X lost: played"
    for words in (f"TicTacToe(): {head}", "100.0 %", "8-0-0", fault, "and 3 more faults"):
        assert words in text


# --- faults --------------------------------------------------------------------------------------


def test_the_tournament_goes_on_after_faults():
    """A cheating, a crashing and a resigning player lose; resigning is no fault."""
    players = {"cheats": cheats, "crashes": crashes, "resigns": resigns, "good": last}
    table = played(players, TicTacToe(), 2, seed=1)
    rows = {row.player: row for row in table.rows}
    assert rows["good"].wins == 6
    assert rows["good"].faults == rows["resigns"].faults == 0
    # Against each other, the one who moves first loses first.
    assert (rows["cheats"].wins, rows["cheats"].losses, rows["cheats"].faults) == (2, 4, 4)
    assert len(table.faults()) == rows["cheats"].faults + rows["crashes"].faults == 8
    assert any("LookupError: no plan" in line for line in table.faults())


# --- the same again ------------------------------------------------------------------------------


def test_a_seed_repeats_a_tournament_and_another_seed_does_not():
    """The players' own randomness does not matter, only the seed."""

    def games(own, number, seed):
        return played([random_player(Random(own))] * 2, ConnectFour(), number, seed)

    once, twice, other, longer = games(1, 6, 1), games(3, 6, 1), games(1, 6, 2), games(1, 8, 1)
    assert once == twice
    assert once.records != other.records
    assert len({record.actions for record in once.records}) == 6
    assert longer.records[:6] == once.records, "a game does not depend on how many follow"


def test_one_and_two_processes_give_the_same_table():
    """Who plays a game, and when, changes nothing; faults and memory included.

    Nor do tables of the game, functions inside, which can't be sent to a process.
    """
    game = TicTacToe()
    game.canonical(game.initial)
    assert game.symmetries
    players = {**some_players(), "cheats": cheats, "remembers": Remembers()}
    alone = played(players, game, 4, seed=9)
    together = played(players, game, 4, seed=9, workers=2)
    assert together == alone
    assert str(together) == str(alone)


def test_memory_does_not_leak_from_game_to_game():
    """Every game is the first one for the players in it, and the player given is left alone."""
    player = Remembers()
    table = played({"remembers": player, "last": last}, Count(goal=3), 6, seed=1)
    begun = [one.actions[0] for one in table.records if one.players["X"] == "remembers"]
    assert begun == [1, 1, 1]
    assert player.games == 0


@pytest.mark.parametrize(
    ("missing", "why"),
    [("a name", "Can't"), ("the module", ""), ("the system", "not here")],
)
def test_where_there_are_no_processes_one_is_enough(missing, why, monkeypatch):
    """A lambda can't travel, a browser has none: the same table from here, and one sentence."""

    def refuse(_process):
        raise OSError("not here")

    if missing == "the module":
        monkeypatch.setitem(sys.modules, "concurrent.futures.process", None)
    elif missing == "the system":
        monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    players = {"one": first, "random": random_player(Random(1))}
    if missing == "a name":
        players["one"] = lambda game, state: game.actions(state)[0]
    with pytest.warns(UserWarning, match=f"in one process, with the same result: .*{why}"):
        there = played(players, TicTacToe(), 4, seed=2, workers=2)
    assert there == played(players, TicTacToe(), 4, seed=2)


TYPED_IN = """
from course_lib.games import TicTacToe
from course_lib.play import tournament

def mine(game, state):
    return game.actions(state)[0]

def other(game, state):
    return game.actions(state)[-1]

print(tournament([mine, other], TicTacToe(), 4, seed=1, workers=2).rows[0].wins)
"""


@pytest.mark.parametrize("way", ["typed in", "a script"])
def test_functions_of_a_notebook_or_careless_script_play_here(way, tmp_path):
    """Other processes can't find them, or can't start: one sentence, and the same table."""
    script = tmp_path / "careless.py"
    script.write_text(TYPED_IN, encoding="utf-8")
    program, typed = ("-", TYPED_IN) if way == "typed in" else (script, None)
    environment = _library_on_the_path()
    done = ran(sys.executable, program, input=typed, check=True, timeout=60, env=environment)
    assert done.stdout == "2\n"  # whoever moves first wins
    assert "the tournament is played in one process, with the same result" in done.stderr


# --- stopping ------------------------------------------------------------------------------------

ENDLESS = """
    import os
    import sys
    import time

    from course_lib.games import TicTacToe
    from course_lib.play import tournament

    def endless(game, state):
        while True:
            with open(sys.argv[1], "a") as heart:
                heart.write(f"{os.getpid()}\\n")
            time.sleep(0.02)

    if __name__ == "__main__":
        tournament([endless, endless], TicTacToe(), 8, seed=1, workers=2, progress=False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_stopping_leaves_no_orphans(how, tmp_path):
    """After Ctrl-C, or when a notebook's kernel is killed, no process goes on playing."""
    script, heart = tmp_path / "endless.py", tmp_path / "heart"
    script.write_text(textwrap.dedent(ENDLESS), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, script, heart],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=_library_on_the_path(),
    )
    assert soon(lambda: heart.exists() and len(set(heart.read_text().split())) == 2)
    if how == "SIGINT":
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process gets it
    else:
        process.kill()
    _, complaints = process.communicate(timeout=30)
    assert process.returncode == -getattr(signal, how)
    if how == "SIGINT":
        assert complaints.count("Traceback") == 1
        assert complaints.rstrip().endswith("KeyboardInterrupt")

    def is_still():
        size = heart.stat().st_size
        time.sleep(0.3)
        return heart.stat().st_size == size

    assert soon(is_still)


def _library_on_the_path():
    """An environment in which other programs find the library too."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}


# --- what is refused, and what is shown ----------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"players": [first]}, ValueError, "takes 2 or more players; there are 1"),
        ({"players": first}, TypeError, "a dictionary of players by label, or a list"),
        ({"players": [first, 5]}, TypeError, "player 5 is 5; a player is a function"),
        ({"games": 0}, ValueError, "games is 0; it must be a whole number from 1 up"),
        ({"games": 2.5}, ValueError, "games is 2.5"),
        ({"workers": 0}, ValueError, "workers is 0"),
        ({"seed": None}, TypeError, "seed is None; .* can be repeated"),
        ({"seconds": 0}, ValueError, "seconds is 0"),
    ],
)
def test_wrong_questions_are_refused_in_words(change, error, sentence):
    """Before the first game, with what was asked and what would have been right."""
    asked = {"players": [first, last], "game": TicTacToe(), "games": 2, "seed": 1, **change}
    with pytest.raises(error, match=sentence):
        played(**asked)


def test_a_player_that_can_not_be_copied_is_refused():
    """Each game needs a fresh copy; a running generator has none."""

    class Holds:
        def __init__(self):
            self.moves = (move for move in [1, 2])

        def __call__(self, game, state):
            return next(self.moves)

    with pytest.raises(ValueError, match="player holds can't be copied"):
        played({"holds": Holds(), "first": first}, Count(), 2, seed=1)


class Screen(io.StringIO):
    """A text that takes itself for a terminal."""

    def isatty(self):
        """Yes."""
        return True


def test_progress_is_shown_and_wiped_out(monkeypatch):
    """On a terminal one line says how far it is and how long it may take, then it goes."""
    screen, clock = Screen(), iter(range(1000))
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    tournament([first, last], TicTacToe(), 4, seed=1)
    lines = screen.getvalue().split("\r")
    assert lines[1].rstrip() == "[######..................] 1 of 4 games, about 3 s left"
    assert "4 of 4 games" in lines[4]
    assert lines[-2].isspace()
    assert len(lines[-2]) >= max(map(len, lines))
    assert lines[-1] == ""


@pytest.mark.parametrize(("stream", "shown"), [(io.StringIO(), True), (Screen(), False)])
def test_progress_is_quiet_where_nobody_watches(stream, shown, monkeypatch):
    """In a file or a pipe, or when not wanted, nothing is written."""
    clock = iter(range(1000))
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    tournament([first, last], TicTacToe(), 4, seed=1, progress=shown)
    assert stream.getvalue() == ""
