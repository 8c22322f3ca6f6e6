"""Lesson 00: its practice exercise is judged fairly."""

from lesson_output import verdict_on


def test_a_player_that_knows_one_board_only_is_told_where_it_fails():
    """The message names the game and the line, and shows the smallest position."""
    source = (
        "def middle_first(game, state):\n    return (1, 1) if '.' == state.board[4] else (0, 0)"
    )
    verdict = verdict_on("middle_first", source)
    assert 0 < verdict.share < 1
    assert "Count" in str(verdict) or "ConnectFour" in str(verdict)
