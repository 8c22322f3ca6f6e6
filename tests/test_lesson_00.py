"""Lesson 00: its practice exercise is judged fairly, and its notebook shows what its prose says."""

import re

from lesson_output import Lesson, verdict_on

from course_lib import TicTacToe, alphabeta_search, minimax_search, watch

LESSON = Lesson("00_start_here")


def test_a_player_that_knows_one_board_only_is_told_where_it_fails():
    """The message names the game and the line, and shows the smallest position."""
    source = (
        "def middle_first(game, state):\n    return (1, 1) if '.' == state.board[4] else (0, 0)"
    )
    verdict = verdict_on("middle_first", source)
    assert 0 < verdict.share < 1
    assert "Count" in str(verdict) or "ConnectFour" in str(verdict)


def test_the_notebook_shows_what_its_prose_says():
    """All is installed; the middle helps X; the thinker never loses; two of them draw."""
    words = LESSON.shown
    assert "Everything is installed.\n" in words
    thoughtless, middle, thinker = (
        {who: int(number) for who, number in re.findall(r"'?(X|O|None)'?: (\d+)", counter)}
        for counter in re.findall(r"Counter\(\{(.*?)\}\)", words)
    )
    assert thoughtless["X"] > 2 * thoughtless["O"]
    assert middle["X"] > thoughtless["X"]
    assert sum(middle.values()) == sum(thoughtless.values()) == 500
    assert "X" not in thinker
    assert sum(thinker.values()) == 200
    assert "<Picture: Tic-tac-toe, a draw" in words


def test_looking_at_everything_takes_51_visits_and_the_thinker_needs_19() -> None:
    """Both choose b3 at the end of the game that is shown step by step, as its prose says."""
    game = TicTacToe()
    endgame = game.parse("X . X\n. O .\n. X O")
    found = [watch(search, game, endgame) for search in (minimax_search, alphabeta_search)]
    assert [(trace.visits, trace.action_name) for trace in found] == [(51, "b3"), (19, "b3")]
