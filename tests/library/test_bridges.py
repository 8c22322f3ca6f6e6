"""Bridges to other people's programs: what works without them, and what they say of ours."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from console import course

import course_lib.bridges
from course_lib import RESIGN, ConnectFour, IllegalAction, play_game, random_player
from course_lib.bridges import kaggle_agent
from course_lib.bridges.kaggle import state_of
from course_lib.checks import mine
from course_lib.checks.cases import exercise_named
from course_lib.checks.keeping import keep, loaded
from course_tools.arena.which_game import game_called

ROOT = Path(__file__).resolve().parents[2]
ABROAD = Path(__file__).parents[1] / "bridges_abroad.py"
SIX_BY_SEVEN = {"rows": 6, "columns": 7, "inarow": 4}


def board_of(game, state):
    """Kaggle's list of cells for our state, by way of its text."""
    return [".XO".index(sign) for sign in re.sub(r"[^.XO]", "", game.render(state))]


def test_every_bridge_has_an_example():
    """`bridges_abroad.py` runs those of what needs a package."""
    folder = Path(course_lib.bridges.__file__).parent
    bodies = [ast.parse(path.read_text(encoding="utf-8")).body for path in folder.glob("*.py")]
    functions = [one for body in bodies for one in body if isinstance(one, ast.FunctionDef)]
    shown = {one.name for one in functions if ">>> " in (ast.get_docstring(one) or "")}
    assert {*course_lib.bridges.__all__} <= shown


@pytest.mark.parametrize("sizes", [(6, 7, 4), (4, 5, 3), (5, 4, 4)])
def test_an_agent_plays_as_its_player_would(sizes):
    """Along random games on several boards an agent names the column of its player's square."""
    game = ConnectFour(*sizes)
    configuration = SimpleNamespace(rows=sizes[0], columns=sizes[1], inarow=sizes[2])
    for seed in range(10):
        agent = kaggle_agent(lambda game, state: game.actions(state)[-1])
        state = game.initial
        for action in play_game(game, [random_player(Random(seed))] * 2).actions:
            observation = SimpleNamespace(board=board_of(game, state), mark=1)
            assert state_of(game, observation.board) == state
            assert agent(observation, configuration) == game.actions(state)[-1][1]
            state = game.result(state, action)


def test_each_game_begins_anew_for_a_player_that_wants_to_know():
    """`new_game` is called with the seat and the same randomness for each game, and only then."""
    begun = []

    class Noting:
        def new_game(self, game, seat, rng):
            begun.append((game, seat, rng.random()))

        def __call__(self, game, state):
            return game.actions(state)[0]

    game, agent = ConnectFour(), kaggle_agent(Noting(), seed=3)
    for names in ("", "a b", "a", "a b a"):
        observation = {"board": board_of(game, game.play(names)), "mark": 1}
        agent(observation, SIX_BY_SEVEN)
    assert begun == [(game, seat, Random(3).random()) for seat in "XO"]


@pytest.mark.parametrize("answer", [RESIGN, (0, 0), "d1", None])
def test_what_connectx_does_not_know_is_refused_in_words(answer):
    """A player that resigns or names a square in the air is told what is legal."""
    agent = kaggle_agent(lambda _game, _state: answer)
    with pytest.raises(IllegalAction, match="is not legal here; legal are: a1"):
        agent({"board": [0] * 42, "mark": 1}, SIX_BY_SEVEN)


def test_a_bridge_whose_other_side_is_not_there_says_what_to_install(monkeypatch):
    """Without OpenSpiel and PettingZoo nothing breaks but these bridges, and they say so."""
    for package in ("pyspiel", "pettingzoo", "gymnasium"):
        monkeypatch.setitem(sys.modules, package, None)
    for room in ("openspiel", "pettingzoo"):
        monkeypatch.delitem(sys.modules, f"course_lib.bridges.{room}", raising=False)
    for name, package in (
        ("to_openspiel", "open_spiel"),
        ("from_openspiel", "open_spiel"),
        ("to_pettingzoo", "pettingzoo"),
    ):
        with pytest.raises(ImportError, match=f"^{name} needs {package}.*pip install {package}$"):
            getattr(course_lib.bridges, name)
    with pytest.raises(ImportError, match="pip install open_spiel"):
        game_called("open_spiel:othello")
    with pytest.raises(AttributeError, match="it has bot_from_player"):
        course_lib.bridges.to_nowhere  # noqa: B018


PLAYER = """
from course_lib import alphabeta_search

def my_player(game, state):
    return alphabeta_search(game, state, depth=2, evaluate=lambda *_: 0.0)[1]

def edge(game, state):
    return [action for action in game.actions(state) if action[1] == 5][0]

def broken(game, state):
    return 1 / 0
"""


ORDER = """
FAR = 3

def my_order(game, state, actions):
    return sorted(actions, key=lambda action: abs(action[1] - FAR))
"""

KEPT = """
from course_lib import deepening_search
from course_lib.lessons.windows import windows_of

FAR = 0.5

def my_evaluation(game, state, player):
    return evaluate_lines(game, state, player) if windows_of(game) and FAR > 1 else 0

def my_player(game, state, budget):
    return deepening_search(game, state, visits=budget, evaluate=my_evaluation, order=my_order)[1]
"""


def test_lesson_8s_player_goes_along_with_its_parts_and_meets_another(tmp_path, monkeypatch):
    """As its check keeps it in the third sitting: with a function that came back, and a lent one.

    As on Kaggle nothing of ours is installed, and players in one process stay two, each with its
    library and names.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "my_work"))
    (tmp_path / "mine.py").write_text(PLAYER)
    assert "my_work/08.py has no my_player" in course("export", "kaggle", "8").err
    assert keep(exercise_named("my_order"), loaded(ORDER, "<cell 1>")) == ""
    third = loaded(KEPT, "<cell 2>")
    third |= {name: mine(name) for name in ("my_order", "evaluate_lines")}
    assert keep(exercise_named("my_player"), third) == ""
    files = ("one.py", "two.py", "three.py", "again.py")
    for player, to in zip(("mine.py:edge", "08", "mine.py", "mine.py"), files, strict=True):
        made = course("export", "kaggle", player, "--to", to)
        assert (made.code, "It began in column " in made.out) == (0, True), made
    one, _, three, again = (Path(name).read_text() for name in files)
    assert isinstance(ast.parse(one).body[-1], ast.Assign)  # Kaggle asks the last name
    assert three == again
    both = """
agents = []
for file in ("one.py", "two.py", "three.py"):
    names = {}
    exec(open(file).read(), names)
    agents.append(names["agent"])
print(*(one({"board": [0] * 42}, {"rows": 6, "columns": 7, "inarow": 4}) for one in agents))
import course_lib.lessons.windows
import sys
print(*(room for room in ("views", "checks") if f"course_lib.{room}" in sys.modules), "none")
"""
    alone = [sys.executable, "-I", "-S", "-c", both]
    done = subprocess.run(alone, capture_output=True, text=True, check=True, cwd=tmp_path)
    first, second, third, left_out = done.stdout.split()
    assert (first, second, left_out) == ("5", "3", "none")
    assert third != "5"


@pytest.mark.parametrize(
    ("player", "to", "told"),
    [
        ("mine.py:broken", "out.py", (1, "It can't move yet: ZeroDivisionError")),
        ("mine.py:nobody", "out.py", (1, "has no attribute 'nobody'")),
        ("lacks.py", "out.py", (1, "my_order has not passed its check yet")),
        ("2", "out.py", (2, "lesson 2 has no my_player to export; lesson 08 has one")),
        ("ends.py", "out.py", (1, "It can't move yet: it ended without a word")),
        ("torn.py", "out.py", (2, "torn.py, line 2: '(' was never closed")),
        ("other.py", "out.py", (2, "there is no file other.py")),
        ("mine.py", "mine.py", (2, "is your own file")),
    ],
)
def test_what_can_not_be_exported_is_said(tmp_path, monkeypatch, player, to, told):
    """A player that fails, isn't there, ends the program, is no Python, or would be overwritten."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(PLAYER)
    monkeypatch.setenv("COURSE_WORK", str(tmp_path))
    brought = 'from course_lib.checks import mine\n\nmy_player = mine("my_order")\n'
    (tmp_path / "lacks.py").write_text(brought)
    (tmp_path / "ends.py").write_text(f"{PLAYER}\nraise SystemExit\n")
    (tmp_path / "torn.py").write_text("def my_player(game, state):\n    return (0\n")
    made, (code, words) = course("export", "kaggle", player, "--to", to), told
    assert (made.code, words in made.err) == (code, True), made
    assert (tmp_path / "mine.py").read_text() == PLAYER


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_openspiel_and_pettingzoo_are_content():
    """Their own tests of our games, our test of thirty of theirs, matches in both directions."""
    python = ROOT / ".venv-bench" / "bin" / "python"
    subprocess.run([ROOT / ".ci" / "setup", "bench"], check=True, capture_output=True)
    done = subprocess.run([python, ABROAD], capture_output=True, text=True, check=False, cwd=ROOT)
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('["')]
    assert done.returncode == 0, done.stderr[-2_000:]
    assert [line for line in told if line[1]] == []
    assert len(told) >= 2 * 12 + 30 + 10
