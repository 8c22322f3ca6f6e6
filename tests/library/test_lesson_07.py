"""What lesson 07 says is true, by other ways than its own."""

from itertools import pairwise
from math import comb
from random import Random

import pytest
from films import kinds_of
from lesson_output import Lesson

from autograder_tests.solution import solution
from benchmarks.perfect_play import known_text
from course_lib import (
    KInARow,
    ThreeMusketeers,
    compact,
    solve,
)
from course_lib.games import Count, Nim, TextbookTree
from course_lib.lessons.lesson_07.capstone_log import WINNERS, capstone_log, perfect_play
from course_lib.lessons.lesson_07.proof_trees import step_through_proof
from course_lib.lessons.lesson_07.solving import Enhanced, ForgetsAll, rows_of, states_with
from course_lib.views.trees.draw import Still
from course_tools.arena.engines.musketeers import MusketeersTable
from course_tools.arena.engines.proofs import prove, values_by_solving

LESSON = Lesson("07_solving_games")
EIGHT = "....M/.GGG./.GMG./.GGG./M...."
TWELVE = "..G.M/.GGG./GGMGG/.GGG./M.G.."
LITTLE = ThreeMusketeers("GGM/GGG/MGG")
least_image, proven_winner = map(solution, ("least_image", "proven_winner"))


# --- the lesson --------------------------------------------------------------------------------


def test_nobody_loses_by_beginning_to_put_stones_in_a_row():
    """The values of the lesson's boards, by another search on the small ones; none is below 0."""
    rows = LESSON.groups(r"^(\d) x (\d), (\d) in a row: worth (-?\d) to")
    assert len(rows) == 5
    for height, width, length, value in rows:
        assert value >= 0
        if height * width <= 9:
            game = compact(KInARow(height, width, length))
            assert solve(game, game.initial).value == value


def test_short_keys_collide_and_a_proof_by_twelve_bits_is_false():
    """As the table of the lesson says; long keys do not collide here."""
    collisions = dict(LESSON.groups(r"^(\d+) bits: +(.*) collisions"))
    assert collisions[12] > collisions[16] > collisions[24] > 0
    assert collisions[32] == collisions[64] == 0
    assert collisions[12] >= 50_021 - 2**12
    game, known = ThreeMusketeers(EIGHT), {}
    proven_winner(game, game.initial, known)
    assert len(known) == 50_021
    assert sum(not game.is_terminal(state) for state in known) == 37_188  # if no final one is kept
    assert LESSON.groups(r"^proof with (\d+)-bit keys: (\w+) win") == [
        (12, "musketeers"),
        (16, "guards"),
    ]


def hasty_value(game, state, known):
    """What the search gives with which the musketeers were once proven to win.

    It stops at every 1. Where the first player chooses that is right: nothing is better. Where the
    other one chooses it is wrong, because one reply says nothing about the others.
    """
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if state not in known:
        found = []
        for action in game.actions(state):
            found.append(hasty_value(game, game.result(state, action), known))
            if found[-1] == 1:
                break
        best = max if 1 in found or game.to_move(state) == game.players[0] else min
        known[state] = best(found)
    return known[state]


def test_the_almost_right_search_stops_at_the_wrong_kind_of_position():
    """On the little board everywhere, and where the lesson shows that it is wrong."""
    hasty_winner = LESSON.names()["hasty_winner"]
    for state in states_with(LITTLE, 2, "musketeers"):
        said = 1 if hasty_winner(LITTLE, state, {}) == "musketeers" else -1
        assert said == hasty_value(LITTLE, state, {})
    turned = ThreeMusketeers(".G../..MG/MM.G")
    assert hasty_winner(turned, turned.initial, {}) == "musketeers"
    assert LESSON.groups(r"^(\w+): (musketeers|guards)$") == [
        ("hasty", "musketeers"),
        ("yours", "guards"),
    ]
    for game in (turned, ThreeMusketeers(EIGHT)):  # the twelve are looked up further down
        assert prove(game, game.initial).value == -1  # the guards win: musketeers are to move
    assert LESSON.groups(r"^(\w+) win; 50,021 states") == ["guards"]

    # In the whole game it follows a single line: two states for each number of guards but one.
    game, known = ThreeMusketeers(), {}
    assert hasty_winner(game, game.initial, known) == "musketeers"
    guards = sorted(state.board.count("G") for state in known)
    assert guards == sorted([*range(1, 22)] * 2 + [22])


def test_the_layers_are_as_the_table_says(tmp_path):
    """Each number of the table, by a search of every state on the little board."""
    rows = LESSON.groups(r"^ +(\d) +(\d+|\d,\d{3}) +(\d+) +(\d+)$")
    assert sorted(row[0] for row in rows) == list(range(8))
    table = MusketeersTable(LITTLE, tmp_path / "table")
    table.make()
    for guards, many, to_move, waiting in rows:
        states = [list(states_with(LITTLE, guards, player)) for player in LITTLE.players]
        assert sum(map(len, states)) == many == 2 * comb(9, 2) * comb(7, guards)
        won = [sum(table.winner(state) == "musketeers" for state in side) for side in states]
        assert won == [to_move, waiting]
    assert LESSON.groups(r"^proven_winner agrees on ([\d,]+) of ([\d,]+)") == [(9_216, 9_216)]
    assert max(LESSON.groups(r"^hasty_winner agrees on ([\d,]+)")) < 9_216


# --- the published game ------------------------------------------------------------------------


def test_the_slice_has_the_whole_log_and_is_right_where_few_guards_are_left():
    """From move 30 on by another method; the rest hangs together; nothing else is in there."""
    game, log = ThreeMusketeers(), capstone_log()
    for row, following in pairwise(log):
        winners = perfect_play(row.state)
        mover = row.state.to_move
        assert row.true == (mover if mover in winners.values() else other(game, mover))
        assert winners[following.move] == following.true
        if row.ply >= 30:
            assert {name: 1 if winner == mover else -1 for name, winner in winners.items()} == {
                game.action_name(action): value
                for action, value in values_by_solving(game, row.state, 100_000).items()
            }
    before_the_mistake = list(perfect_play(log[21].state).values())
    assert (before_the_mistake.count("guards"), len(before_the_mistake)) == (6, 9)
    perfect_play(game.initial).clear()  # nobody can change what the next one is told
    assert list(perfect_play(game.initial).values()) == ["guards"] * 8
    assert perfect_play(log[-1].state) == {}
    with pytest.raises(LookupError, match="course analyse three-musketeers"):
        perfect_play(game.play("c3-c4"))


@pytest.mark.slow
def test_the_file_is_what_the_table_of_the_whole_game_gives(tmp_path):
    """To the byte; and the twelve guards win, too."""
    pytest.importorskip("numba")
    table = MusketeersTable(ThreeMusketeers(), tmp_path / "table")
    table.make()
    assert table.winner(ThreeMusketeers(TWELVE).initial) == "guards"
    assert WINNERS.read_text(encoding="utf-8") == known_text(table)
    # The almost right search names the wrong winner nearly wherever the guards win: in random
    # positions of the first twenty plies.
    game, rng, said = table.rules, Random(1), []
    while len(said) < 31:
        state = game.initial
        for _ in range(rng.randint(0, 20)):
            state = game.result(state, rng.choice(game.actions(state)))
            if game.is_terminal(state):
                break
        if not game.is_terminal(state) and table.winner(state) == "guards":
            said.append(LESSON.names()["hasty_winner"](game, state, {}))
    assert said.count("musketeers") >= 29
    table.close()


# --- a folded game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ideas", [(), ("symmetry",), ("ordering",), ("killer",), ("symmetry", "ordering", "killer")]
)
@pytest.mark.parametrize("memory", [dict, ForgetsAll])
def test_an_enhanced_game_has_the_same_winners(ideas, memory):
    """Whatever is switched on, with a memory and without; where images count, they alone come."""
    rng = Random(6)
    for _ in range(12):
        marks = rng.sample("MMMGGG...", 9)
        game = ThreeMusketeers("/".join("".join(marks[at : at + 3]) for at in (0, 3, 6)))
        known = memory()
        image = least_image if "symmetry" in ideas else None
        rest = {"ordering": "ordering" in ideas, "killer": "killer" in ideas}
        enhanced = Enhanced(game, known, least_image=image, **rest)
        assert proven_winner(enhanced, game.initial, known) == proven_winner(game, game.initial, {})
        assert enhanced.visits >= len(known) - 1
        if image is not None:
            later = set(known) - {game.initial}
            assert all(rows_of(state) == least_image(rows_of(state)) for state in later)


def test_actions_are_the_same_in_another_order():
    """With the fewest replies first, and before them the move that has just won in a sibling."""
    game, known = ThreeMusketeers(EIGHT), {}
    enhanced = Enhanced(game, known, ordering=True, killer=True)
    first, second = (enhanced.result(game.initial, at) for at in game.actions(game.initial)[:2])
    replies = [len(game.actions(game.result(second, at))) for at in enhanced.actions(second)]
    assert sorted(enhanced.actions(second)) == sorted(game.actions(second))
    assert replies == sorted(replies)
    [*_, killer] = [at for at in enhanced.actions(second) if at in game.actions(first)]
    assert enhanced.actions(second)[0] != killer
    enhanced.result(first, killer)
    known[first] = "guards"
    assert enhanced.actions(second)[0] == killer


def test_what_an_idea_saves_depends_on_the_others():
    """Each helps the first two, symmetry and table most; beside the order the killer is idle."""
    visits = r" +([\d,]+) visits: guards"
    alone, *added = LESSON.groups(rf"^(?:early stop and table|  and \w+){visits}")
    [every] = LESSON.groups(rf"^all five{visits}")
    without = LESSON.groups(rf"^  but no ([a-z ]+?){visits}")
    factors = {idea: number / every for idea, number in without}
    assert max(added) < alone
    assert round(alone / (alone - added[-1])) == 6
    named = {"early stop": 3, "table": 4, "symmetry": 4, "ordering": 2, "killer": 1}
    assert {idea: round(factor) for idea, factor in factors.items()} == named
    assert factors["killer"] < 1


# --- the references ------------------------------------------------------------------------------


def other(game, player):
    """The other player."""
    return next(each for each in game.players if each != player)


# --- proof numbers -------------------------------------------------------------------------------


def test_proof_number_search_answers_as_solving_does():
    """Can this player force a win? In games where states are shared, for both players."""
    names = LESSON.names()
    games = (
        Nim((2, 3, 1)),
        Nim((2, 2), misere=True),
        Count(9, 3),
        KInARow(3, 3, 3),
        KInARow(2, 4, 3),
    )
    for each in games:
        game = compact(each) if isinstance(each, KInARow) else each
        value = solve(game, game.initial).value
        for player, wanted in zip(game.players, (1, -1), strict=True):
            assert names["can_win"](game, player)[0] == (value == wanted)


def test_the_stepper_shows_the_numbers_of_each_step():
    """What stands in each node at each step is what the tables say, and nothing comes early."""
    grow = solution("grow")
    tree = TextbookTree([[1, [-1, 1], [1, -1, 1]], [[-1, 1, -1], 1], [1, [[1, 1], [-1]]]])
    story = step_through_proof(grow, tree, "MAX").story
    still, table = Still(story), {(): (1, 1)}
    nodes = [node.state for node in step_through_proof(grow, tree, "MAX").trees.popitem()[1].nodes]
    for step, kind in enumerate(kinds_of(story)):
        if kind == "select":
            grow(tree, (), "MAX", table)
        if kind in ("select", "end"):
            continue
        for at, state in enumerate(nodes):
            lines = still.lines(at, step)
            assert bool(lines) == (state in table)
    shown = {state: still.lines(at, still.last)[0] for at, state in enumerate(nodes)}
    assert shown == {
        state: " : ".join(f"{each:g}".replace("inf", "\N{INFINITY}") for each in pair)
        for state, pair in table.items()
    }
    assert still.words(still.last).startswith("Proved: MAX can force a win.")
