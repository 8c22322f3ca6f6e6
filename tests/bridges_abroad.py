"""What OpenSpiel and PettingZoo say about our bridges: run by `.venv-bench`, which has both.

    .venv-bench/bin/python tests/bridges_abroad.py

It prints one line of JSON for each question: its name, and "" or what was wrong.
"""

from __future__ import annotations

import doctest
import io
import json
import math
import re
import sys
import warnings
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

from course_lib import (
    ConnectFour,
    Count,
    Game,
    Gomoku,
    Havannah,
    KInARow,
    KuhnPoker,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    alphabeta_player,
    compact,
    minimax_player,
    play_game,
)
from course_lib.bridges import (
    bot_from_player,
    from_openspiel,
    openspiel,
    pettingzoo,
    player_from_bot,
    to_openspiel,
    to_pettingzoo,
)
from course_tools.studio.whole_promise import check_whole_game

OURS = (
    TicTacToe(),
    ConnectFour(),
    Gomoku(size=6),
    KInARow(3, 3, 3, players=("A", "B", "C")),
    Nim((3, 4, 5)),
    Nim((1, 2), misere=True),
    Count(),
    ScissorsPaperStone(),
    TextbookTree([[3, [1, 9]], [2, 4]]),
    Havannah(3),
    ThreeMusketeers(),
    compact(TicTacToe()),
)

THEIRS = """
amazons backgammon battleship breakthrough(rows=5,columns=4) bridge checkers chess clobber
connect_four dark_hex(board_size=3) dots_and_boxes(num_rows=2,num_cols=2) gin_rummy go(board_size=5)
havannah(board_size=4) hex(board_size=4) kuhn_poker leduc_poker liars_dice mancala nim
nine_mens_morris oware othello pentago phantom_ttt pig(horizon=100) tic_tac_toe twixt(board_size=6)
ultimate_tic_tac_toe y(board_size=5)
"""


def even(_game: Game, _state: object, _player: str) -> float:
    """An estimate that knows nothing."""
    return 0.0


def openspiels_own_test(game: Game) -> None:
    """OpenSpiel plays our game at random and looks at every answer."""
    there = to_openspiel(game, longest=500)
    pyspiel.random_sim_test(there, num_sims=5, serialize=False, verbose=False)


def pettingzoos_own_tests(game: Game) -> None:
    """PettingZoo goes through its list of what an environment has to do."""
    api_test(to_pettingzoo(game), num_cycles=200, verbose_progress=False)
    seed_test(lambda: to_pettingzoo(game), num_cycles=50)


def their_game_keeps_our_promise(name: str) -> None:
    """One of OpenSpiel's games is asked all that we ask of ours."""
    check_whole_game(from_openspiel(name), Random(1), games=1)


def the_same_rules() -> None:
    """Connect Four and tic-tac-toe: the same legal moves and results, there and here."""
    rng = Random(1)
    for name, game, number in (
        ("connect_four", ConnectFour(), lambda action: action[1]),
        ("tic_tac_toe", TicTacToe(), lambda action: 3 * action[0] + action[1]),
    ):
        for _ in range(50):
            there, here = pyspiel.load_game(name).new_initial_state(), game.initial
            while not there.is_terminal():
                legal = {number(action): action for action in game.actions(here)}
                assert sorted(legal) == sorted(there.legal_actions()), game.render(here)
                chosen = rng.choice(sorted(legal))
                there.apply_action(chosen)
                here = game.result(here, legal[chosen])
            assert game.is_terminal(here)
            assert game.utility(here, "X") == there.player_return(0)


def there_and_back() -> None:
    """Our game as OpenSpiel's: its numbers are places in `all_actions`, its results are ours."""
    game, rng = Havannah(3), Random(2)
    there = to_openspiel(game)
    for _ in range(20):
        state, here = there.new_initial_state(), game.initial
        while not state.is_terminal():
            number = rng.choice(state.legal_actions())
            action = game.all_actions[number]
            assert state.action_to_string(number) == game.action_name(action)
            state.apply_action(number)
            here = game.result(here, action)
            assert str(state) == game.render(here)
        assert state.returns() == [game.utility(here, player) for player in game.players]


def bots_here_and_players_there() -> None:
    """A bot of OpenSpiel's loses or draws against minimax; two perfect players draw there."""

    def tree(game: object, seat: int) -> object:
        rng = np.random.RandomState(seat)
        return mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)

    game = TicTacToe()
    record = play_game(game, {"X": minimax_player(), "O": player_from_bot(tree)})
    assert record.culprit is None, record.detail
    assert record.winner != "O"
    there = to_openspiel(game)
    bots = [bot_from_player(player, there) for player in (alphabeta_player(), minimax_player())]
    assert list(pyspiel.evaluate_bots(there.new_initial_state(), bots, 1)) == [0, 0]
    for name in ("othello", "chess"):
        game = from_openspiel(name)
        uniform = player_from_bot(lambda _, seat: pyspiel.make_uniform_random_bot(seat, 3))
        players = dict.fromkeys(game.players, uniform)
        assert play_game(game, players).culprit is None
    othello = from_openspiel("othello")
    ours = bot_from_player(alphabeta_player(depth=2, evaluate=even), othello)
    theirs = pyspiel.make_uniform_random_bot(1, 5)
    sum_of = sum(pyspiel.evaluate_bots(othello.there.new_initial_state(), [ours, theirs], 1))
    assert sum_of == 0


def a_bot_sees_its_own_card_alone() -> None:
    """Ours is called with its view, and hears of each game before its first move there."""
    game, heard = KuhnPoker(), list[tuple[str, object]]()

    class Checks:
        def new_game(self, game: Game, seat: str, _rng: object) -> None:
            heard.append(("new game", seat))

        def __call__(self, game: Game, state: object) -> object:
            heard.append((game.to_move(state), game.render(state)))
            return game.actions(state)[0]

    there = to_openspiel(game)
    start = there.new_initial_state()
    for card in "KQ":
        start.apply_action(game.all_actions.index(card))
    bots = [bot_from_player(Checks(), there), bot_from_player(Checks(), there)]
    for _ in range(2):
        heard.clear()
        assert list(pyspiel.evaluate_bots(start.clone(), bots, 1)) == [1, -1]
        assert heard == [
            ("new game", "X"), ("X", "X: K, O: ?; X to move"),
            ("new game", "O"), ("O", "X: ?, O: Q; check; O to move"),
        ]  # fmt: skip


def what_cannot_come_here_says_why() -> None:
    """A wrong name, wrong options and games of another kind are sentences."""
    for name, words in (
        ("otello", "do you mean othello or oh_hell?"),
        ("hex(bord=4)", "OpenSpiel can't make"),
        ("matrix_rps", "at the same time"),
        ("tiny_hanabi", "both of its players can gain"),
    ):
        told = ""
        try:
            from_openspiel(name)
        except ValueError as error:
            told = str(error)
        assert words in told, (name, told)


def examples_of_the_bridges_run() -> None:
    """Those of the site's page about them."""
    for module in (openspiel, pettingzoo):
        done = doctest.testmod(module)
        assert done.attempted > 2
        assert done.failed == 0


def a_long_game_is_broken_off() -> None:
    """PettingZoo hears of a game that is too long as a truncation, not as an end."""
    env = to_pettingzoo(TicTacToe(), longest=3)
    env.reset(seed=1)
    for number in (0, 1, 2):
        assert not any(env.truncations.values())
        env.step(number)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


SOURCES = Path(__file__).resolve().parent.parent / "solutions"
LESSONS = {
    "09_learning": ("self_play", ("windows_seen", "opinion", "opinions", "player_with")),
    "10_dice_and_hidden_cards": (
        "hidden_cards",
        ("matched", "worth", "play_and_learn", "plan_from"),
    ),
}
"""The lessons that end with a door, with their room in the library and what the door needs."""


def through_the_door(lesson: str, before: list[str]) -> str:
    """What the code prints that stands in the lesson's last cell, as its reader has defined all."""
    room, functions = LESSONS[lesson]
    source = (SOURCES / f"{lesson}.py").read_text(encoding="utf-8")
    names = dict(vars(import_module(f"course_lib.lessons.lesson_{lesson[:2]}.{room}")))
    names |= vars(math) | {"ConnectFour": ConnectFour, "KuhnPoker": KuhnPoker}
    for name in functions:
        code = re.search(rf"^def {name}\(.*?(?=^\S)", source, re.DOTALL | re.MULTILINE)
        exec(code[0], names)  # type: ignore[index]  # noqa: S102 - the lesson's own
    fenced = re.findall(r"^# ```python\n(.*?)^# ```", source, re.DOTALL | re.MULTILINE)[-1]
    said = io.StringIO()
    with redirect_stdout(said):
        for line in ("poker, four = KuhnPoker(), ConnectFour()", *before):
            exec(line, names)  # noqa: S102
        exec(re.sub("(?m)^# ?", "", fenced), names)  # noqa: S102
    return said.getvalue()


def the_door_of_lesson_09() -> None:
    """The tables play in PettingZoo, and win."""
    said = through_the_door("09_learning", ["tables = tables_in(SHIPPED)"])
    assert sorted(said.splitlines()) == ["O gets -1.0", "X gets 1.0"]


def the_door_of_lesson_10() -> None:
    """OpenSpiel finds the plan as hard to exploit as the lesson does, in twelve places."""
    learn = "play_and_learn(poker, poker.initial, {'X': 1, 'O': 1}, learned)"
    first = ["learned = new_table(poker)", *[learn] * 1_000]
    first.append("average = plan_from(learned, 'played')")
    said = through_the_door("10_dice_and_hidden_cards", first)
    here, there = (float(number) for number in re.findall(r": +([\d.]+)$", said, re.MULTILINE))
    assert abs(here - there) < 1e-12 < here


QUESTIONS = {
    **{f"OpenSpiel takes {game!r}": (openspiels_own_test, game) for game in OURS},
    **{f"PettingZoo takes {game!r}": (pettingzoos_own_tests, game) for game in OURS},
    **{f"we take {name}": (their_game_keeps_our_promise, name) for name in THEIRS.split()},
    **{
        function.__name__: (function,)
        for function in (
            the_same_rules,
            there_and_back,
            bots_here_and_players_there,
            a_bot_sees_its_own_card_alone,
            what_cannot_come_here_says_why,
            examples_of_the_bridges_run,
            a_long_game_is_broken_off,
            the_door_of_lesson_09,
            the_door_of_lesson_10,
        )
    },
}


def main() -> None:
    """Ask everything, and print what was wrong, a line for each question."""
    warnings.simplefilter("ignore")
    for name, (function, *given) in QUESTIONS.items():
        try:
            function(*given)
        except Exception as error:  # noqa: BLE001 - whatever is wrong is told
            wrong = f"{type(error).__name__}: {error}"[:2_000]
        else:
            wrong = ""
        print("\n" + json.dumps([name, wrong]), flush=True)


if __name__ == "__main__":
    main()
