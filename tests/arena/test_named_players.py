"""Players by name: each plays legal moves in its games, and what is no player is said."""

from random import Random

import pytest

from course_lib import Nim, Pig, TicTacToe, play_game, random_player
from course_lib.games import ConnectFour, Count, Havannah, KInARow, ThreeMusketeers
from course_lib.games.k_in_a_row import mobility
from course_tools.arena.engines.connect_four import Solver
from course_tools.arena.experts import FourExpert
from course_tools.arena.named import PLAYERS, player_named, players_for
from course_tools.arena.terminal.advice import Adviser

LATE = "44444412212112335577"
SMALL = {
    "random": Nim(),
    "minimax": Nim((1, 2)),
    "alphabeta 3": ThreeMusketeers(),
    "mcts 100": Havannah(3),
    "perfect": Pig(20),
    "rave 50": Havannah(3),
    "example": Havannah(4),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_named_player_plays_a_game(name):
    """To its end by the rules, in a game that it knows."""
    game = SMALL[name]
    player = player_named(name, game, Random(1))
    record = play_game(game, [player, random_player(Random(2))])
    assert record.reason in ("win", "draw", "resigned"), record.detail


def test_every_player_of_the_list_is_tried_here():
    """All but two, which have tests of their own below."""
    alone = {"solver", "mine"}
    tried = {name.partition(" ")[0] for name in SMALL} | alone
    assert {one.name for one in PLAYERS} == tried


def test_the_solver_never_gives_a_point_away():
    """In a game against chance every one of its moves has the best exact score."""
    game = ConnectFour()
    solver = player_named("solver", game, Random(1))
    state, other = game.play(LATE), random_player(Random(3))
    while not game.is_terminal(state):
        action = solver(game, state)
        values = Solver(game).scores(state)
        assert values[action] == max(values.values())
        state = game.result(state, action)
        if not game.is_terminal(state):
            state = game.result(state, other(game, state))


def test_numbers_after_a_name_are_used():
    """With commas or without; a name in capitals is the same."""
    game = TicTacToe()
    assert player_named("mcts 2,000", game, Random(1)).options["simulations"] == 2000
    assert player_named("AlphaBeta 6", game, Random(1)).options == {"depth": 6}
    assert player_named("mcts", game, Random(1)).options["simulations"] == 1000
    assert player_named("human", game, Random(1)) is None


def test_a_students_own_search_plays(monkeypatch):
    """`mine 2` asks the student's `best_actions`, two moves ahead; without it, a sentence."""
    asked = []

    def best_actions(game, state, depth, evaluate):
        asked.append((depth, evaluate(game, state, game.to_move(state))))
        return {game.actions(state)[1]}

    monkeypatch.setattr("course_tools.arena.named.mine", {"best_actions": best_actions}.get)
    game = TicTacToe()
    assert (
        player_named("mine 2", game, Random(1))(game, game.initial) == game.actions(game.initial)[1]
    )
    assert asked == [(2, mobility(game, game.initial, "X"))]
    monkeypatch.undo()
    with pytest.raises(ValueError, match=r"^mine can't play yet: best_actions has not passed"):
        player_named("mine", game, Random(1))


@pytest.mark.parametrize(
    ("name", "game", "sentences"),
    [
        ("nobody", Count(), ["no player called 'nobody'", "random", "human", "a person"]),
        ("", Count(), ["no player called ''"]),
        ("solver", TicTacToe(), ["solver knows Connect Four", "minimax"]),
        ("minimax", KInARow(3, 3, 3, ("A", "B", "C")), ["is for two players", "mcts"]),
        ("example on", Havannah(2), ["example takes nothing after its name"]),
        ("alphabeta two", Count(), ["'two' should be how many moves", "from 1 to 1,000"]),
        ("mcts 0", Count(), ["'0' should be a number of simulations"]),
        ("random 5", Count(), ["random takes nothing after its name; found '5'"]),
    ],
)
def test_a_wrong_name_gets_a_sentence(name, game, sentences):
    """What was asked, why it can't be, and who there is."""
    with pytest.raises(ValueError, match=r".") as caught:
        player_named(name, game, Random(1))
    for sentence in sentences:
        assert sentence in str(caught.value)


def test_the_list_names_only_who_can_play():
    """For Count nobody who needs a board; for Connect Four the solver; for all games everybody."""
    assert "solver" not in players_for(Count())
    assert "solver" in players_for(ConnectFour())
    assert "solver" not in players_for(ConnectFour(length=3))
    for one in PLAYERS:
        assert f"  {one.name}" in players_for()
        assert one.line in players_for()


# --- what moves are worth -----------------------------------------------------------------------


def test_guesses_in_the_opening_of_connect_four_know_a_win():
    """After 4455 two moves win, and the first of them is proven."""
    game = ConnectFour()
    worth = Adviser(game, Random(1)).worth(game.play("4455"))
    assert not worth.exact
    assert game.action_name(worth.best) == "c1"
    assert worth.values[worth.best] == 1


def test_a_table_is_exact_in_the_opening():
    """The first moves on the usual board are looked up; on others they would take too long."""
    game = ConnectFour()
    worth = Adviser(game, Random(1)).worth(game.play("4"))
    assert (worth.exact, game.action_name(worth.best)) == (True, "d2")
    assert FourExpert(ConnectFour(7, 6)).hints(ConnectFour(7, 6).initial) is None


@pytest.mark.parametrize("rows", [6, 8])
def test_what_takes_hours_in_plain_python_is_not_begun(monkeypatch, rows):
    """Without numba, and on boards that are too large to be compiled."""
    if rows == 6:
        monkeypatch.setattr("course_tools.arena.engines.connect_four.have_numba", lambda: False)
    game = ConnectFour(rows, 7)
    four, state = FourExpert(game), game.play("44455" + "1212337556677" * (rows == 8))
    empty = state.board.count(".")
    assert not four.solver.board.compiled
    assert four.hints(state) is None
    with pytest.raises(ValueError, match=f"{empty} squares .* 32 are .* searched in plain Python"):
        four.values(state)


def test_large_games_are_guessed_on_the_scale_of_utilities(monkeypatch):
    """Every move has an estimate from -1 to 1."""
    monkeypatch.setattr("course_tools.arena.terminal.advice.SIMULATIONS", 60)
    monkeypatch.setattr("course_tools.arena.terminal.advice.MOST_STATES", 300)
    for game in (Havannah(4), KInARow(3, 3, 3, ("A", "B", "C"))):
        worth = Adviser(game, Random(1)).worth(game.initial)
        assert not worth.exact
        assert set(worth.values) == set(game.actions(game.initial))
        assert all(-1 <= value <= 1 for value in worth.values.values())
