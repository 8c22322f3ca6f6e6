"""Records of games: kept in files without loss, refused when tampered with, readable as text."""

import errno
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_every_game import GAMES
from test_from_functions import take_turns

from course_lib import Count, Gomoku, Havannah, ThreeMusketeers, TicTacToe
from course_lib.game import PASS, RESIGN, Action, Game, State
from course_lib.play import GameRecord, play_game, random_player
from course_lib.play.games_by_name import game_from_data, game_to_data


def random_record(game: Game, seed: int = 1) -> GameRecord:
    """A random game of it."""
    players = [random_player(Random(0))] * len(game.players)
    return play_game(game, players, rng=Random(seed))


def scripted(names: list[str]) -> Any:
    """A player for both seats that plays these moves in turn and then resigns."""
    left = list(names)

    def reads_on(game: Game, state: State) -> Action:
        return game.action_named(left.pop(0)) if left else RESIGN

    return reads_on


def damaged(record: GameRecord, **changes: Any) -> str:
    """The record's JSON text with some entries changed."""
    return json.dumps({**json.loads(record.to_json()), **changes})


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_record_survives_being_written_and_read(game: Game) -> None:
    """Every game of the course, to JSON and back: equal, and so is the text."""
    record = random_record(game)
    again = GameRecord.from_json(record.to_json())
    assert again == record
    assert again.game == game
    assert str(again) == str(record)
    assert game.play(record.text("moves")) == record.final
    assert game_from_data(json.loads(json.dumps(game_to_data(game)))) == game


def test_a_record_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """When the disk is full the old file stays, nothing else lies there, and the error names it."""
    game, path = TicTacToe(), tmp_path / "zażółć.json"
    record = play_game(game, [random_player(Random(1)), scripted([])], state=game.play("b2 a3"))
    record.save(path)
    assert GameRecord.load(path) == record
    assert GameRecord.load(path).start == game.play("b2 a3")
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: .*zażółć\.json'") as told:
        random_record(Count(), seed=2).save(path)
    assert told.value.filename == str(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
    monkeypatch.undo()
    with pytest.raises(FileNotFoundError) as told:
        record.save(tmp_path / "nowhere" / "game.json")
    assert told.value.filename == str(tmp_path / "nowhere" / "game.json")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"actions": []}, "says 'win', but after its 0 actions the game is not over"),
        ({"winner": "O"}, "says that O has won, but by its actions it is X"),
        ({"reason": "draw"}, "says 'draw', but after its 5 actions the winner is X"),
        ({"reason": "resigned"}, "says 'resigned', but after its 5 actions .* over by its rules"),
        ({"reason": "luck"}, "reason is 'luck'; it must be one of"),
        ({"culprit": "O"}, "with 'O' as culprit; after its 5 actions that can only be None"),
        ({"players": {"X": "first"}}, r"names the players \('X',\), but TicTacToe\(\)"),
        ({"start": "X X X"}, "3 rows"),
        ({"start": 3}, "the entry 'start' is 3; it should be str or null"),
        ({"actions": [{"tuple": [1, 1]}] * 2}, r"action 2 of the record can't be played: b2 = "),
        ({"actions": [[1, 1]]}, "action 1 of the record can't be played"),
        ({"actions": [{"triple": 7}]}, "is not how an action is written"),
        ({"game": {"class": "Chess", "options": {}}}, "no game class 'Chess' .*TicTacToe"),
        ({"game": {"class": "TicTacToe", "options": {"size": -1}}}, "no TicTacToe can be made"),
        ({"game": {"class": "TicTacToe"}}, "a game is written as a dictionary"),
    ],
)
def test_a_tampered_record_is_refused(changes: dict[str, Any], sentence: str) -> None:
    """Playing it again shows what can't be, in a sentence."""
    record = play_game(TicTacToe(), [scripted(["b2", "a3", "c2", "b3", "a2"])] * 2)
    assert (record.reason, len(record.actions)) == ("win", 5)
    with pytest.raises(ValueError, match=sentence):
        GameRecord.from_json(damaged(record, **changes))


def test_a_fault_can_not_be_moved_to_the_other_player() -> None:
    """Only the player to move can have made it, except before the first move."""
    record = play_game(TicTacToe(), [scripted(["b2"]), scripted([])])
    assert (record.culprit, record.winner) == ("O", "X")
    with pytest.raises(ValueError, match="after its 1 actions that can only be 'O'"):
        GameRecord.from_json(damaged(record, culprit="X", winner="O"))


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", '"a"'])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    """A damaged text is a ValueError, and a damaged file is named."""
    with pytest.raises(ValueError, match=r"record of a game|missing"):
        GameRecord.from_json(text)
    path = tmp_path / "damaged.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"damaged\.json: "):
        GameRecord.load(path)


def test_a_game_made_from_functions_can_not_be_kept() -> None:
    """Functions are no plain data; the sentence says which games can be kept."""
    record = play_game(take_turns("XO", 3), [random_player(Random(1))] * 2)
    assert record.winner == "X"
    with pytest.raises(ValueError, match=r"can't be written to a file: .*TicTacToe"):
        record.to_json()


# --- text ----------------------------------------------------------------------------------------


def test_a_board_follows_each_move() -> None:
    """Who plays what, then the board; at the end who has won."""
    record = play_game(TicTacToe(), [scripted(["b2", "a3", "c2", "b3", "a2"])] * 2)
    parts = str(record).split("\n\n")
    assert repr(record) == "<GameRecord of TicTacToe(), 5 actions: X won: a line>"
    assert parts[0] == "X: reads_on, O: reads_on"
    assert parts[1] == ". . .\n. . .\n. . ."
    assert parts[2] == "X plays b2\n. . .\n. X .\n. . ."
    assert parts[6] == "X plays a2\nO O .\nX X X\n. . ."
    assert parts[7:] == ["X won: a line"]


def test_sections_of_twenty_moves_work_for_any_game() -> None:
    """Twenty moves two to a line, then the board; the last section may be shorter."""
    game = Gomoku(7)
    record = random_record(game, seed=2)
    count = len(record.actions)
    parts = record.text("sections").split("\n\n")
    assert 20 < count <= 40
    assert len(parts[1].splitlines()) == 10
    assert parts[2] == game.render(record.states()[20])
    assert parts[3].startswith("21 : Put ")
    assert parts[4] == game.render(record.final)


def test_a_pass_is_told_as_a_pass() -> None:
    """In sections it has its number but no stone."""
    record = play_game(Havannah(2, passing=True), [scripted(["a1", "pass", "pass"])] * 2)
    assert record.actions[1:] == (PASS, PASS)
    assert record.reason == "draw"
    assert "1 : Put A1, 2 : Pass\n3 : Pass\n" in str(record)
    assert "1:X" in str(record)


def test_who_is_several_play_and_who_is_one_plays() -> None:
    """The text of a game reads as people write, in the styles that there are."""
    text = random_record(ThreeMusketeers("MG. / GG. / G.M")).text("boards")
    assert "\nmusketeers play " in text
    assert " plays " not in text
    assert "X plays " in random_record(Count()).text("boards")
    with pytest.raises(ValueError, match="no style 'pretty'; the styles are boards, sections"):
        random_record(Count()).text("pretty")
