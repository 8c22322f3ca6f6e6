"""Matches and the ladder of our strong players: they stop, go on, and count right."""

import math
import sys
from itertools import combinations
from pathlib import Path

import pytest
from console import ran

from benchmarks import ladder_havannah, match_gomoku
from benchmarks.ladder_havannah import members, play_on, ratings
from benchmarks.match_gomoku import TEST as OF_90
from benchmarks.match_havannah import MATCHES, SERIES, TEST, one_game
from benchmarks.sequential import OPEN, Series, Wald, append_game, points_of, read_games
from course_lib import Gomoku, Havannah
from course_lib.lessons.havannah_pictures import havannah_ladder

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("test", "points", "games", "says"),
    [
        *((TEST, 71, 71, OPEN), (TEST, 72, 72, "yes"), (TEST, 110, 111, OPEN)),
        *((TEST, 111, 112, "yes"), (TEST, 0, 2, "no"), (TEST, 0, 0, OPEN)),
        *((OF_90, 26, 26, OPEN), (OF_90, 27, 27, "yes"), (OF_90, 36, 37, OPEN)),
        *((OF_90, 41, 42, "yes"), (OF_90, 0, 3, "no"), (OF_90, 1, 3, OPEN), (OF_90, 0, 0, OPEN)),
    ],
)
def test_a_sequential_test_knows_when_it_is_clear(test, points, games, says):
    """For 97 % 72 wins in a row are enough, and a lost game costs 39 more; for 90 % 27 and ten."""
    assert test.verdict(points, games) == says


def played(match, number):
    """A game that player "good" always wins, and "even" wins moving first."""
    return {"points": 1.0 if match["opponent"] == "weak" else float(number % 2 == 0)}


def test_matches_end_in_pairs_and_go_on_where_they_stopped(tmp_path, capsys):
    """Won ones after the least number that is clear, made even; the others at the most."""
    path = tmp_path / "deep" / "games.jsonl"
    matches = [{"opponent": "weak", "exact": True}, {"opponent": "even", "exact": False}]
    series = Series(Wald(0.95, 0.85, 0.05), "at least 90 %", matches, played)
    arguments = ["--file", str(path), "--most", "40"]
    assert series.run("match", "words", [*arguments, "--seconds", "0"]) == 0
    assert not path.exists()
    series.run("match", "words", [*arguments, "--only", "weak"])
    assert len(read_games(path)) == 28
    series.run("match", "words", arguments)
    lines = path.read_text(encoding="utf-8")
    finished = read_games(path)
    assert len(points_of(finished, matches[0])) == 28
    assert points_of(finished, matches[1]) == [1.0, 0.0] * 3
    capsys.readouterr()
    series.run("match", "words", arguments)
    assert path.read_text(encoding="utf-8") == lines
    head, _, weak, even = capsys.readouterr().out.splitlines()
    columns = "opponent", "exact", "games", "won", "drawn", "lost", "score (95 % interval)"
    assert head == f"| {' | '.join(columns)} | at least 90 % |"
    assert weak == "| weak | yes | 28 | 28 | 0 | 0 | 100.0 % (87.9 to 100.0) | yes |"
    assert even.startswith("| even | no | 6 | 3 | 0 | 3 | 50.0 %")
    assert even.endswith("| no |")


def test_a_match_that_nobody_has_and_a_ladder_without_games_get_a_sentence(tmp_path, capsys):
    """Not an empty table, and no traceback."""
    words = ["--file", str(tmp_path / "none.jsonl"), "--seconds", "0"]
    with pytest.raises(SystemExit):
        SERIES.run("match", "words", [*words, "--only", "nobody"])
    assert "no match names 'nobody'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        ladder_havannah.main(words)
    assert "no game has been played yet" in capsys.readouterr().err


def test_every_opponent_is_met_on_every_size(tmp_path):
    """The command prints a line for each of the nine matches that are known to be over."""
    path = tmp_path / "games.jsonl"
    for match in MATCHES:
        for number in range(72):
            append_game(path, {**match, "number": number, "points": 1.0})
    command = [sys.executable, "-m", "benchmarks.match_havannah", "--file", path]
    done = ran(*command, cwd=ROOT, check=True)
    assert done.stdout.count("| yes |\n") == len(MATCHES) == 9
    assert len(read_games(path)) == 9 * 72


def test_a_game_is_told_from_our_side():
    """Whoever begins: a won game is a point, and our seconds are counted."""
    pytest.importorskip("numba")
    game = Havannah(5)
    for number in (0, 1):
        record = one_game({"opponent": "straight", "size": 5}, number)
        state = game.play(record["moves"])
        assert record["reason"] in {"win", "resigned"}
        winner = game.winner(state) or {"X": "O", "O": "X"}[game.to_move(state)]
        assert record["points"] == (winner == "XO"[number])
        assert record["seconds"] > 0
    assert SERIES.one_game is one_game


def rated(strengths, games=1000):
    """Results as they are expected of players with these ratings."""
    found = {}
    for one, other in combinations(strengths, 2):
        share = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        won = round(games * share)
        found[one, other] = [1.0] * won + [0.0] * (games - won)
    return found


def test_ratings_are_those_that_the_results_came_from():
    """Ratings of 0, 100 and 300 are found again, and lie in their intervals."""
    strengths = {"straight": 0, "b": 100, "c": 300}
    results = rated(strengths)
    found = ratings(results)
    for name, expected in strengths.items():
        assert math.isclose(found[name].elo, expected, abs_tol=5)
        assert found[name].low <= found[name].elo <= found[name].high
    assert found["straight"].elo == 0
    wider = ratings(rated(strengths, 20))["c"]
    assert wider.high - wider.low > found["c"].high - found["c"].low > 0


def test_only_pairs_with_the_named_players_are_played_on(tmp_path):
    """What others have played counts all the same, and nobody is named in vain."""
    path, open_pairs = tmp_path / "games.jsonl", [("straight", "frame"), ("straight", "defence")]
    for one, other in combinations(members(), 2):
        if (one, other) not in open_pairs:
            append_game(path, {"one": one, "other": other, "number": 0, "points": 1.0})
    results = play_on(path, 1, 60, only=["frame"])
    assert [len(results[pair]) for pair in open_pairs] == [1, 0]
    assert len(results["random", "UCT"]) == 1
    with pytest.raises(ValueError, match="nobody here is called 'fame'; there are random, str"):
        play_on(path, 1, 60, only=["fame"])


def test_the_ladder_that_is_kept_follows_from_its_games():
    """Everybody has met everybody equally often, and the ratings come out of the points again."""
    kept = havannah_ladder()
    names = {rung.player for rung in kept.rungs}
    assert names == set(members())
    met = {frozenset(pair[:2]) for pair in kept.pairs}
    assert met == set(map(frozenset, combinations(names, 2)))
    assert len({games for *_, games in kept.pairs}) == 1
    results = {(one, other): [points / games] * games for one, other, points, games in kept.pairs}
    found = ratings(results)
    for rung in kept.rungs:
        assert rung[1:] == tuple(map(round, found[rung.player]))
    assert [rung.elo for rung in kept.rungs] == sorted(rung.elo for rung in kept.rungs)


def test_both_seats_get_the_same_opening():
    """Games 2n and 2n + 1 begin alike, others mostly not."""
    game = Gomoku(15)
    boards = [game.render(match_gomoku.opening(game, number)) for number in range(20)]
    assert boards[::2] == boards[1::2]
    assert len(set(boards)) > 5


def test_a_game_of_gomoku_is_told_from_our_side():
    """Whoever begins: a won game is a point."""
    for number in (0, 1):
        match = {"opponent": "mcts_player(simulations=10_000)", "exact": False}
        record = match_gomoku.one_game(match, number)
        assert record["reason"] == "win"
        stones = 225 - record["opening"].count(".") + len(record["moves"].split())
        winner = "XO"[(stones - 1) % 2]
        assert record["points"] == (winner == "XO"[number])
