"""The table of strangers: both sides get as many milliseconds, and points are ours."""

import sys

import pytest

from benchmarks import strangers
from benchmarks.sequential import append_game, read_games
from course_lib import Gomoku, Havannah

MATCH = {"program": "rapfi", "game": "gomoku", "stones": 3, "milliseconds": 20}


def played(number, numbers, ours, theirs, **more):
    """A finished game in which both sides have made ten moves and taken so many seconds."""
    game = {**MATCH, "number": number, "numbers": numbers, "points": 1.0, "how": ["row"]}
    return {**game, "ours": [ours, 10], "theirs": [theirs, 10], **more}


def test_what_a_pair_took_decides_how_much_both_compute_in_the_next():
    """In proportion, by a factor of two at most; within a pair nothing changes."""
    assert strangers.numbers_for(MATCH, []) == strangers.STRANGERS["rapfi"].begin
    first = played(0, (1000, 600), 0.1, 0.3)
    assert strangers.numbers_for(MATCH, [first]) == (1000, 600)
    pair = [first, played(1, (1000, 600), 0.3, 0.5)]
    assert strangers.numbers_for(MATCH, pair) == (1000, 300)
    assert strangers.numbers_for(MATCH, [*pair, played(2, (1000, 300), 9, 9)]) == (1000, 300)
    hasty = [played(2, (1000, 300), 0, 0.1), played(3, (1000, 300), 0, 0.22)]
    assert strangers.numbers_for(MATCH, [*pair, *hasty]) == (2000, 375)
    assert strangers.numbers_for({**MATCH, "stones": 0}, pair) == strangers.STRANGERS["rapfi"].begin


def test_the_table_says_who_won_and_how(tmp_path):
    """A line for each match with games: milliseconds, points, and Elo with its interval."""
    games = [played(number, (1, 1), 0.2, 0.1) for number in range(7)]
    games += [played(number, (1, 1), 0.2, 0.1, points=0.0, how=["time"]) for number in (7, 8, 9)]
    *_, line = strangers.table([{**MATCH, "stones": 0}, MATCH], games).splitlines()
    assert line == (
        "| gomoku | rapfi | gomoku | 3 | 20 / 10 | 10 | 7 | 147 (-85 to 418) | 3 time | 7 row |"
    )


def test_both_seats_get_the_same_opening_against_a_stranger():
    """Games 2n and 2n + 1 begin alike, others not."""
    starts = [strangers.opening(Havannah(5), 2, number) for number in range(8)]
    assert starts[::2] == starts[1::2]
    assert len({*starts}) == 4


def test_a_stranger_is_met_and_the_same_command_goes_on(tmp_path, capsys):
    """Here the stranger is a program of ours, which draws its moves; we win, whoever begins."""
    pytest.importorskip("numba")
    path = tmp_path / "games.jsonl"
    engine = "-m course_tools.cli engine gomoku --player random --protocol gomocup"
    words = [f"pbrain={sys.executable} {engine}", "--file", str(path), "--games"]
    assert strangers.main([*words, "2"]) == 0
    assert "| gomoku | pbrain | gomoku | 0 |" in capsys.readouterr().out
    games = read_games(path)
    assert [game["points"] for game in games] == [1.0] * 4
    assert {game["stones"] for game in games} == {0, 3}
    for game in games:
        state = strangers.opening(Gomoku(), game["stones"], game["number"])
        for name in game["moves"].split():
            state = Gomoku().result(state, Gomoku().action_named(name))
        assert Gomoku().winner(state) == "XO"[game["number"]]
    append_game(path, played(0, (1, 1), 1, 1))
    assert strangers.main([*words, "2", "--seconds", "0"]) == 0
    assert len(read_games(path)) == 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rapfy=./x"], "no program is called 'rapfy' here; names: castro, morat, rapfi, pbrain"),
        (["rapfi=./x", "--only", "size"], "none of these programs plays on a board with 'size'"),
    ],
)
def test_a_name_that_nobody_has_is_refused(words, sentence, capsys):
    """Before anything is played."""
    with pytest.raises(SystemExit):
        strangers.main([*words, "--file", "x.jsonl"])
    assert sentence in capsys.readouterr().err
