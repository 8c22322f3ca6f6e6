"""The library is no answer: where a lesson is graded, the rooms that answer it are empty."""

from pathlib import Path

import pytest
from grading_class import notebook_of
from toy_course import ROOT

from course_tools.grader.judge.grading import graded
from course_tools.grader.judge.result import Result, Submission
from course_tools.grader.judge.tasks import graded_lesson
from course_tools.grader.sandbox import Sandbox
from course_tools.notebooks import notebook_bytes

pytestmark = pytest.mark.needs("bubblewrap or deno")

GAME = """
from course_lib import TicTacToe
from course_lib.lessons.lending import LENT, board_of, state_of
game = TicTacToe()
"""
TEXT = "'\\n'.join(''.join(mark or '.' for mark in row) for row in board)"
HEXES = "from course_lib.games.hexboard import hex_board\n"
CHAINS = """
from course_lib import Havannah
def chains_and_bits(size):
    game = Havannah(size=size)
    return game._chains, lambda cell: game._chains.bits[game._board.index[cell]]
"""

WRAPPED = {
    "01": {
        "player": f"{GAME}def player(board):\n    return state_of(board)[1]",
        "actions": f"{GAME}def actions(board):\n    return set(game.actions(game.parse({TEXT})))",
        "winner": "def winner(board):\n    from course_lib.lessons.lending import LENT\n"
        "    return LENT['01']['winner'].__closure__[0].cell_contents(board)",
        "terminal": f"{GAME}def terminal(board):\n    return game.is_terminal(state_of(board))",
        "get_winner": """
def get_winner(board, length):
    from course_lib.games.k_in_a_row import lines_of
    marks = [mark for row in board for mark in row]
    for line in lines_of(len(board), len(board[0]), length):
        if len({marks[place] for place in line} | {None}) == 2:
            if None not in [marks[place] for place in line]:
                return marks[line[0]]
    return None""",
    },
    "05": {
        "random_playout": """
def random_playout(game, state, rng):
    played = game.playout(state, rng)
    return played.utilities[0]""",
    },
    "06": {
        "neighbours": f"""{HEXES}
def neighbours(cell, size):
    return set(hex_board(size).neighbours[cell])""",
        "chain_of": f"""{CHAINS}
def chain_of(stone, stones, size):
    chains, bit = chains_and_bits(size)
    mine = sum(map(bit, stones))
    own = next(one for one in chains.chains_of(mine) if one & bit(stone))
    return {{cell for cell in stones if own & bit(cell)}}""",
    },
}
"""Answers that are the library's own rules in another dress, by lesson and exercise."""


def result_of(number: str, away: tuple[str, ...] | None = None) -> Result:
    """What these answers earn; `away` is empty in place of what is empty for their lesson."""
    name = next(path.name for path in (ROOT / "notebooks").iterdir() if path.name[:2] == number)
    lesson = graded_lesson(name, ROOT)
    notebook = notebook_bytes(notebook_of(ROOT, WRAPPED[number], name))
    with Sandbox(ROOT, away=lesson.away if away is None else away) as sandbox:
        return graded(
            Submission("ada", name, Path("ada.ipynb")), lesson, sandbox, raw=notebook
        ).result


@pytest.mark.parametrize("number", WRAPPED)
def test_the_library_s_rules_in_another_dress_earn_nothing(number: str) -> None:
    """Wrapped, reached by private names or through what a later lesson lends: they refuse."""
    earned = {one.name: one.points for one in result_of(number).exercises}
    assert {name: earned[name] for name in WRAPPED[number]} == dict.fromkeys(WRAPPED[number], 0)


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted({*WRAPPED} - {"05"}))  # a playout refuses by itself, too
def test_they_would_earn_all_where_nothing_is_empty(number: str) -> None:
    """So it is the empty rooms that keep them from it, and no mistake in the answers above."""
    most = {one.name: (one.points, one.most) for one in result_of(number, ()).exercises}
    assert [name for name in WRAPPED[number] if most[name][0] < most[name][1]] == []
