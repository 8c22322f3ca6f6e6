"""The thesis's evaluation is run again, and says truly what it finds."""

from __future__ import annotations

import json
from random import Random

import pytest

from course_lib.game import RESIGN
from course_lib.games import ConnectFour, Havannah
from course_lib.games.hexchains import hex_chains
from course_lib.play import havannah_example, play_game, tournament
from course_tools.cli import main
from course_tools.engines.players import (
    havannah_claims,
    havannah_kept,
    havannah_straight,
)
from course_tools.engines.players.havannah_claims import (
    about,
    always,
    more_than,
    share_of,
    thesis_claims,
    won_by,
)
from course_tools.engines.players.havannah_criteria import (
    criteria,
    statements,
    steps_repeated,
    threats_answered,
)
from course_tools.engines.players.havannah_kept import KeptGames, fingerprint
from course_tools.engines.players.havannah_measures import (
    PLAYERS,
    games_with_blocks,
    random_draws,
    smallest_wins,
)
from course_tools.engines.players.havannah_report import report_data, report_lines
from course_tools.engines.players.havannah_straight import straight_player
from course_tools.engines.players.havannah_table import PRINTED, levels_and_branching, tree_sizes


def test_the_smallest_wins_are_those_that_one_can_count():
    """Two neighbouring corners on small boards; on larger ones a ring around each inner cell."""
    for size in (2, 3, 4, 5):
        assert smallest_wins(size) == (size, 0, 6, 0)
    inner = [cell for cell, near in Havannah(6)._board.neighbours.items() if len(near) == 6]
    assert smallest_wins(6) == (6, len(inner), 6, 0)


def test_no_chain_of_fewer_stones_wins():
    """Chains from another source, random games, never win with fewer stones."""
    rng = Random(1)
    for size in (3, 5, 6):
        chains, least = hex_chains(size), smallest_wins(size).stones
        bits = list(chains.bits)
        for _ in range(200):
            stones = sum(rng.sample(bits, min(len(bits), 3 * size)))
            for chain in chains.chains_of(stones):
                assert chain.bit_count() >= least or not chains.kinds(chain)


def test_random_draws_are_counted():
    """None on size 2, where every full board is won; a few among thousands on size 3."""
    assert random_draws(2, 300, 1) == 0
    assert 0 < random_draws(3, 3000, 1) < 60


@pytest.mark.parametrize(("name", "levels", "branching", "game"), PRINTED)
def test_the_printed_table_can_be_computed(name, levels, branching, game):
    """Every figure of Table 6.1 but chess's comes out of the games."""
    if game is None:
        assert name.startswith("Chess")
    else:
        assert levels_and_branching(game) == (levels, branching)


def test_played_games_are_shorter_and_wider_than_the_printed_table():
    """Random games end early, while many cells are free: the plain mean is too small."""
    lines = {line.game: line for line in tree_sizes(30, 1)}
    for line in lines.values():
        if line.game.startswith("Havannah"):
            assert line.played_levels < line.levels
            assert line.played_branching > line.branching
    assert lines["Tic-tac-toe"].longest == 9
    assert lines["Scissors, paper, stone"].longest == 2
    assert lines["Havannah (2)"].longest == 7
    assert lines["Chess (quoted)"].levels is None
    assert lines["Connect Four"].levels == ConnectFour().rows * ConnectFour().columns


def test_whether_they_agree_follows_from_the_interval():
    """Few games leave it open, many decide it; one exception ends `always`."""
    assert more_than(share_of(8, 10), 0.6) == "open"
    assert more_than(share_of(800, 1000), 0.6) == "yes"
    assert more_than(share_of(400, 1000), 0.6) == "no"
    assert about(share_of(1, 10), 0.1) == "yes"
    assert about(share_of(30, 1000), 0.1) == "no"
    assert always(share_of(100, 100)) == "yes"
    assert always(share_of(99, 100)) == "no"


def test_a_block_is_found_in_the_games_that_hold_one():
    """Around A1 or up a column nothing lies two apart; a bent chain gives a reason to block."""
    game = Havannah(5)
    quiet = play_game(game, scripted("A1 A2", "E9 F9"))
    bent = play_game(game, scripted("A1 B2 B3", "I5 I6 G4"))
    assert games_with_blocks([quiet, bent, quiet]) == 1


def test_threats_and_their_answers_are_counted():
    """A4 threatens A5: to play there is an answer, and so is to win first."""
    game = Havannah(5)
    answered = play_game(game, scripted("A1 A2 A3 A4 E5", "I5 I6 I7 A5"))
    assert threats_answered(answered, answered.players["O"]) == [True]
    ignored = play_game(game, scripted("A1 A2 A3 A4 A5", "I5 I6 I7 H7"))
    assert threats_answered(ignored, ignored.players["O"]) == [False]
    won = play_game(game, scripted("A1 A2 A3 A4 A5", "I5 I6 I7 I8"))
    assert threats_answered(won, won.players["X"]) == [True]


def test_repeated_steps_are_counted():
    """A1 A2 A3 goes on, B4 and E9 do not."""
    record = play_game(Havannah(5), scripted("A1 A2 A3 B4 E9", "I5 I6 I7 H7"))
    assert steps_repeated(record, record.players["X"]) == [True, False, False]
    assert steps_repeated(record, record.players["O"]) == [True, False]


def test_statements_are_counted_without_words():
    """The straight player's program is longer than the example's, and each has some."""
    assert 0 < statements(havannah_example) < statements(havannah_straight) < 100


def test_the_criteria_tell_defence_from_none():
    """Defence+ answers every threat at the last chain, straight few of them."""
    lines = {line.strategy: line for line in criteria(6, 1)}
    assert lines["defence+"].answers == 1
    assert lines["straight"].answers < 0.6
    assert lines["straight"].guessed > lines["example"].guessed
    assert lines["straight"].beats_random > 0.9


def scripted(first, second):
    """Two players that make these moves and then resign."""

    def player(name, moves):
        left = moves.split()

        def play(game, state):
            return game.action_named(left.pop(0)) if left else RESIGN

        play.__name__ = name
        return play

    return [player("first", first), player("second", second)]


def test_the_winner_is_counted_by_name_and_not_by_seat():
    """Of four games between the same two, each is won by one of them."""
    records, one, other = havannah_claims.match(
        "example", "straight", 4, 1, size=5, kept=KeptGames()
    )
    assert won_by(records, one).times + won_by(records, other).times == 4
    assert [record.players["X"] for record in records] == [one, other, one, other]


def test_a_player_that_is_worse_is_found_out(monkeypatch):
    """With straight in the example's place, `every time` is no longer so."""
    monkeypatch.setitem(havannah_claims.MAKERS, "example", straight_player)
    monkeypatch.setattr(havannah_claims, "SIZE", 5)
    first = next(thesis_claims(20, 1))
    assert first.agrees == "no"
    assert first.figure.times < 20


@pytest.fixture(scope="module")
def small():
    """The report of a few games."""
    return report_data(2, 3)


def untimed(data):
    """The report without what a clock has told, as JSON keeps it."""
    lines = [{**line, "microseconds": 0} for line in data["criteria"]]
    return json.loads(json.dumps({**data, "microseconds": 0, "criteria": lines}))


def test_the_command_prints_the_report_as_json_and_repeats_it(small, capsys):
    """`course experiment havannah --json`, run again with the same seed, gives the same figures."""
    assert main(["experiment", "havannah", "--games", "2", "--seed", "3", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert untimed(printed) == untimed(small)
    assert printed["claims"][0]["figure"]["games"] == 2
    assert len(printed["tree_sizes"]) == len(PRINTED)
    assert set(printed["microseconds"]) == set(PLAYERS)


def test_every_statement_has_its_figure_in_the_text(small):
    """Each line of the report fits a terminal, and each claim stands with what was found."""
    text = list(report_lines(2, 3))
    assert max(map(len, text)) <= 100
    assert len({claim["says"] for claim in small["claims"]}) == len(small["claims"])
    for claim in small["claims"]:
        at = text.index(f"{claim['agrees']:5}  {claim['says']}")
        assert any(claim["found"] in line for line in text[at:])
        assert claim["agrees"] in {"yes", "no", "open"}


def test_no_games_is_a_sentence(capsys):
    """Zero games is refused, with exit code 2."""
    assert main(["experiment", "havannah", "--games", "0"]) == 2
    assert "a match has at least 1 game" in capsys.readouterr().err


def claims_of(kept, games, counted=None, monkeypatch=None):
    """The statements after so many games; `counted` gets a sign for each game that is played."""
    if counted is not None:
        real = havannah_kept.play_game
        monkeypatch.setattr(
            havannah_kept, "play_game", lambda *a, **k: counted.append(1) or real(*a, **k)
        )
    return list(thesis_claims(games, 1, kept))


def test_finished_games_are_kept_and_not_played_again(tmp_path, monkeypatch):
    """Stopped anywhere, even within a line, the experiment goes on and finds the same."""
    monkeypatch.setattr(havannah_claims, "SIZE", 4)
    path = tmp_path / "games.jsonl"
    whole = claims_of(KeptGames(), 4)
    assert claims_of(KeptGames(path), 4) == whole
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 7 * 4
    for cut in (1, 3, len(lines) - 1):
        path.write_bytes(b"".join(lines[:cut]) + lines[cut][:40])
        played = []
        assert claims_of(KeptGames(path), 4, played, monkeypatch) == whole
        assert len(played) == len(lines) - cut
        assert path.read_bytes() == b"".join(lines)
    played = []
    claims_of(KeptGames(path), 6, played, monkeypatch)
    assert len(played) == 7 * 2, "more games: only the new ones"


def test_kept_games_are_those_of_a_tournament(monkeypatch):
    """Game by game the same as `tournament` plays with this seed."""
    monkeypatch.setattr(havannah_claims, "SIZE", 4)
    records, *labels = havannah_claims.match("defence", "example", 6, 3, kept=KeptGames())
    makers = [havannah_claims.MAKERS[name] for name in ("defence", "example")]
    players = {label: make(Random(0)) for label, make in zip(labels, makers, strict=True)}
    assert records == tournament(players, Havannah(4), 6, "3 defence example").records


def test_a_file_of_other_players_or_of_none_is_refused(tmp_path, capsys):
    """The games of another program prove nothing about this one's."""
    path = tmp_path / "games.jsonl"
    for text in (b'{"players": "other"}\n', b"hello\n", b"hello", b"[1]\n", b"\xff\n"):
        path.write_bytes(text)
        assert main(["experiment", "havannah", "--games", "1", "--file", str(path)]) == 2
        assert "name another file" in capsys.readouterr().err
        assert path.read_bytes() == text
    assert main(["experiment", "havannah", "--file", str(tmp_path / "no" / "games")]) == 2
    assert len(fingerprint()) == 16
