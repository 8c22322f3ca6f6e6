"""Tournaments: who plays whom, the table, and repeating them."""

import io
import math
import sys
import time
from collections import Counter
from random import Random

import pytest
from test_play import THREE, first, last

from course_lib import random_player, tournament
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
    text = str(played({"first": first, "cheats": cheats}, TicTacToe(), 6, seed=1))
    head, fault = "6 games for each pair, seed 1", "game 2, X = cheats, O = first: X lost: played"
    for words in (f"TicTacToe(): {head}", "100.0 %", "6-0-0", fault):
        assert words in text
    assert text.endswith("\nand 1 more fault")


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


def test_memory_does_not_leak_from_game_to_game():
    """Every game is the first one for the players in it, and the player given is left alone."""
    player = Remembers()
    table = played({"remembers": player, "last": last}, Count(goal=3), 6, seed=1)
    begun = [one.actions[0] for one in table.records if one.players["X"] == "remembers"]
    assert begun == [1, 1, 1]
    assert player.games == 0


# --- what is refused, and what is shown ----------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"players": [first]}, ValueError, "takes 2 or more players; there are 1"),
        ({"players": first}, TypeError, "a dictionary of players by label, or a list"),
        ({"players": [first, 5]}, TypeError, "player 5 is 5; a player is a function"),
        ({"games": 0}, ValueError, "games is 0; it must be a whole number from 1 up"),
        ({"games": 2.5}, ValueError, "games is 2.5"),
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
