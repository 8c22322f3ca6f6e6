"""Lesson 09's learner for longer, at Havannah too: it sees what is there, and is measured truly."""

import json
from collections import Counter
from random import Random

import pytest

from benchmarks import learn_longer
from benchmarks.learn_longer import Fours, Hexes, Learner, Position, best_of, learn_for
from course_lib import Havannah
from course_lib.games.hexboard import hex_board


@pytest.fixture(scope="module")
def hexes():
    """The small board that the positions are of."""
    return Hexes(4)


def test_a_window_is_a_cell_with_its_neighbours_and_mirror_images_look_the_same(hexes):
    """All twelve images of a board show the same pairs, but for windows that mirror themselves."""
    board, rng = hex_board(4), Random(1)
    assert len(set(hexes.numbers)) == 6
    for place, windows in enumerate(hexes.through):
        assert len(windows) == 1 + len(board.neighbours[board.cells[place]])
    text = "".join(rng.choice("XO..") for _ in board.cells)
    seen = {}
    for name, pull in board.pulls.items():
        pairs = hexes.position("".join(pull(text))).pairs()
        seen[name] = Counter((number, _stones(content)) for number, content in pairs)
    assert len({frozenset(pairs.items()) for pairs in seen.values()}) == 1
    moved = hexes.position("X" + "." * 36).pairs()
    assert [pair for pair in moved if pair[1]] != [
        pair for pair in hexes.position("O" + "." * 36).pairs() if pair[1]
    ]


def _stones(content):
    """How many stones of X and of O are in this window."""
    digits = []
    while content:
        content, digit = divmod(content, 3)
        digits.append(digit)
    return digits.count(1), digits.count(2)


def test_the_two_rules_are_those_of_the_game(hexes):
    """Along random games: who wins, and which cells win, as the game itself says."""
    game, rng = Havannah(4), Random(2)
    won = 0
    for _ in range(12):
        state, position, seat = game.initial, Position(hexes), 0
        while not game.is_terminal(state):
            wins = [
                place
                for place, cell in enumerate(game.all_actions)
                if cell in game.actions(state) and game.winner(game.result(state, cell)) is not None
            ]
            assert position.wins[seat] == wins
            assert set(position.candidates(seat)) <= set(position.empty)
            place = rng.choice(position.empty)
            state = game.result(state, game.all_actions[place])
            assert position.set(place, seat) == (game.winner(state) is not None)
            seat = 1 - seat
        won += game.winner(state) is not None
        assert position.pairs() == hexes.position(state.board).pairs()
    assert won > 6


def test_the_known_positions_are_proven_and_nobody_wins_at_once(hexes):
    """One of them once more, with the solver; all of them have right and wrong moves."""
    game = hexes.game
    for board, worth in hexes.positions:
        assert not any(hexes.position(board).wins)
        assert best_of(worth) != "-"
        assert [mark == "." for mark in worth] == [mark != "." for mark in board]
    board, worth = hexes.positions[0]
    cells = dict(zip(game.all_actions, board, strict=True))
    state = game.with_stones(*([cell for cell in cells if cells[cell] == who] for who in "XO"))
    to_move = "XO"[board.count("X") - board.count("O")]
    assert hexes.worth_of(state._replace(to_move=to_move)) == worth


def test_it_learns_and_the_curve_is_kept_when_it_is_stopped(tmp_path, capsys, monkeypatch):
    """After 200 games it is right more often; Ctrl-C leaves the curve until then in the file."""
    path = tmp_path / "run.json"
    play = Learner.play

    def stopped(learner, number):
        """Somebody presses Ctrl-C in game 250."""
        if number == 250:
            raise KeyboardInterrupt
        play(learner, number)

    monkeypatch.setattr(Learner, "play", stopped)
    words = ["--game", "havannah", "--minutes", "5", "--file", str(path)]
    assert learn_longer.main(words) == 0
    said = capsys.readouterr().out
    assert "200 games in " in said
    assert "Stopped after 250 games" in said
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [point["games"] for point in data["curve"]] == [0, 200]
    blind, taught = (point["one move deep"] for point in data["curve"])
    assert taught > blind + 10
    assert sum(map(len, data["tables"].values())) > 1_000
    drawn = learn_longer.drawn_curves([path, path])
    assert len(drawn.panels) == 2
    assert {curve.name for curve in drawn.panels[0].curves} == {"one move deep", "at random"}


def test_connect_four_is_learned_by_the_lesson_s_own_functions():
    """The same games as in the lesson: random moves at first, and fewer as the board fills."""
    tables = {"X": {}, "O": {}}
    learner = Learner(Fours(), 1, tables, [])
    games = [learner.subject.self_play(tables, Random(number))[0] for number in range(40)]
    first, late = [[drawn for game in games for *_, drawn in game[part]]
                   for part in (slice(4), slice(24, None))]  # fmt: skip
    assert sum(first) / len(first) > 0.85
    assert sum(late) / len(late) < 0.5
    learner.play(0)
    assert set(map(len, next(iter(tables.values())))) == {2}


def test_time_is_up_when_it_is_up(monkeypatch):
    """With no minutes left, nothing is learned but where it begins is measured."""
    learner = Learner(Hexes(4), 1, {"X": {}, "O": {}}, [])
    assert learn_for(0, learner, lambda: None)
    assert [point["games"] for point in learner.curve] == [0]
