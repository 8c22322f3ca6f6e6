"""What all wrong cases have in common is told, if it is no chance and no cause is proved."""

import textwrap

import pytest

from course_lib.checks.checking import verdict_in
from course_lib.checks.keeping import loaded

TOLD = [
    (
        "nim_sum",
        """
        def nim_sum(heaps):
            total = 0
            for heap in heaps:
                total ^= heap % 16
            return total
        """,
        "only the lowest 4 bits of what is right are left",
    ),
    (
        "nim_sum",
        """
        def nim_sum(heaps):
            total = 0
            for heap in heaps[:3]:
                total ^= heap
            return total
        """,
        (
            'Only one kind of case is wrong: "three heaps and more". It is wrong in all 7 cases'
            " where `heaps` has at least 4 members, and right in all 33 cases where `heaps` has at"
            " most 3"
        ),
    ),
    (
        "minimax_value",
        """
        def minimax_value(game, state):
            if game.is_terminal(state):
                return game.utility(state, game.players[0])
            largest = game.to_move(state) == game.players[0]
            best = -99 if largest else 99
            for action in game.actions(state):
                value = minimax_value(game, game.result(state, action))
                best = max(best, value) if largest else min(best, value)
            return best
        """,
        "The 99 that it gives is no number of this tree, but stands in line 6",
    ),
    (
        "actions",
        """
        def actions(board):
            return {(row, board[row].index(None)) for row in range(3) if None in board[row]}
        """,
        "nothing is there that should not be: never two whose first number is the same",
    ),
    (
        "least_leaves",
        """
        def least_leaves(branching, depth):
            half = float(branching) ** (depth // 2)
            return int(half + half * branching ** (depth % 2)) - 1
        """,
        "the first fifteen digits are right and the last ones are not",
    ),
    (
        "ucb1",
        """
        from math import inf, log, sqrt
        def ucb1(mean, visits, parent_visits, c):
            return round(mean + c * sqrt(log(parent_visits) / visits), 2) if visits else inf
        """,
        "it gives what is right, but rounded to 2 digits after the point",
    ),
    (
        "next_key",
        """
        def next_key(key, numbers, board, leave, enter):
            piece = board[leave]
            key ^= numbers[leave, piece] ^ numbers[enter, piece]
            if board[enter] != ".":
                key ^= numbers[enter, board[enter]]
            if piece == "M":
                key ^= numbers["turn"]
            return key
        """,
        'Line 8, `key ^= numbers["turn"]`, runs in all 16 right cases and in none of the 15 wrong',
    ),
    (
        "get_winner",
        """
        def get_winner(board, length):
            def mark(row, column):
                return board[row][column] if row < len(board) > column else None
            for row in range(len(board)):
                for column in range(len(board)):
                    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                        ends = column + right * (length - 1)
                        try:
                            line = {mark(row + i * down, column + i * right) for i in range(length)}
                        except IndexError:
                            continue
                        if len(line) == 1 and ends >= 0 and line != {None}:
                            return line.pop()
            return None
        """,
        "where there is something to give",
    ),
]


@pytest.mark.parametrize(("name", "source", "words"), TOLD)
def test_what_all_wrong_cases_have_in_common_is_told(name, source, words):
    """Sizes, signs, a number of one's own, a line that runs in the right cases alone."""
    verdict = verdict_in(loaded(textwrap.dedent(source)), name)
    assert words in verdict.message


MISLEADING = [
    ("minimax_value", "def minimax_value(game, state, depth):\n    return 1\n", "It gives"),
    (
        "ucb1",
        """
        from math import inf, log, sqrt
        def ucb1(mean, visits, parent_visits, c):
            return mean + c * sqrt(log(parent_visits) / visits) if visits > c else inf
        """,
        "it gives inf too much",
    ),
    (
        "minimax_value",
        """
        def minimax_value(game, state):
            if game.is_terminal(state):
                return game.utility(state, game.to_move(state))
            return max(minimax_value(game, game.result(state, a)) for a in game.actions(state))
        """,
        "no number of this tree",
    ),
]


@pytest.mark.parametrize(("name", "source", "words"), MISLEADING)
def test_nothing_is_told_that_a_reader_would_take_amiss(name, source, words):
    """A function that was never called, a difference without end, a tree that isn't shown."""
    message = verdict_in(loaded(textwrap.dedent(source)), name).message
    assert message
    assert words not in message


MINIMAX_VALUE = """
{before}
def minimax_value(game, state{more}):
    key = repr(game), len(state), state == game.initial
    if key not in {table}:
        if game.is_terminal(state):
            return game.utility(state, game.players[0])
        best = max if game.to_move(state) == game.players[0] else min
        {table}[key] = best(
            minimax_value(game, game.result(state, action)) for action in game.actions(state)
        )
    return {table}[key]
"""

TABLES = [
    ("known = {}", "", "known", "`known`"),
    ("class Known:\n    values = {}", "", "Known.values", "`Known.values`"),
    ("", ", known={}", "known", "the table in the brackets of `minimax_value`"),
]


@pytest.mark.parametrize(("before", "more", "table", "words"), TABLES)
def test_a_table_that_spoils_its_own_call_is_proved_by_doing_without_it(before, more, table, words):
    """The function is run again with tables in which nothing is ever found."""
    source = MINIMAX_VALUE.format(before=before, more=more, table=table)
    verdict = verdict_in(loaded(source), "minimax_value")
    assert verdict.kept
    assert f"right as soon as {words} forgets everything" in verdict.message


def test_a_cache_of_pythons_own_is_taken_off_for_the_proof():
    """`functools.cache` on a helper that takes too little."""
    source = textwrap.dedent("""
        from functools import cache
        here = []
        @cache
        def worth(text):
            game, state = here[-1]
            if game.is_terminal(state):
                return game.utility(state, game.players[0])
            values = []
            for action in game.actions(state):
                here.append((game, game.result(state, action)))
                values.append(worth(repr(game) + str(len(state))))
                here.pop()
            return max(values) if game.to_move(state) == game.players[0] else min(values)
        def minimax_value(game, state):
            here.append((game, state))
            value = worth(f"{game!r} from {state}")
            here.pop()
            return value
    """)
    verdict = verdict_in(loaded(source), "minimax_value")
    assert "right as soon as the cache of `worth` forgets everything" in verdict.message
