"""The thesis on Havannah found out again: Rogers's players, and what he says of them."""

from itertools import count
from random import Random

from test_havannah import PRINTED_GAME

from autograder_tests.solution import solution
from benchmarks import thesis
from benchmarks.thesis import Blocks, certain_claims
from course_lib import Havannah
from course_lib.lessons.lesson_06.planner import Planner


def defence(seed):
    """Rogers's straight player with his defence."""
    return Planner(solution("straight"), Random(seed), Blocks())


def test_the_printed_game_is_played_again_move_by_move():
    """All 43 moves of the thesis's own program in its Appendix B come out of the defence."""
    game = Havannah(10)

    def first(seed):
        return game.action_name(defence(seed)(game, game.initial))

    player = defence(next(seed for seed in count() if first(seed) == "J19"))
    state, found = game.initial, []
    for name in PRINTED_GAME.split():
        if game.to_move(state) == "X":
            found.append(game.action_name(player(game, state)))
        state = game.result(state, game.action_named(name))
    assert found == PRINTED_GAME.split()[0::2]


def test_the_statements_that_need_no_games_are_true():
    """The printed record, Connect Three, and the small boards of Havannah."""
    found = list(certain_claims())
    assert len(found) == 7
    assert {claim.agrees for claim in found} == {"yes"}


def test_the_command_prints_each_statement_and_what_was_found(capsys, monkeypatch):
    """No line is too long for a terminal."""
    monkeypatch.setattr(thesis, "SIZE", 4)
    assert thesis.main(["--games", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out.splitlines()
    assert (len(text), max(map(len, text)) <= 100) == (2 * 12, True)
    assert text[::2] == [f"{claim.agrees:5}  {claim.says}" for claim in thesis.claims(2, 3)]
