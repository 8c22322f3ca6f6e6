"""Lesson 09 says what was measured, and its Connect Four of texts is Connect Four."""

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from lesson_output import Lesson, verdict_on

from autograder_tests.solution import around
from benchmarks import self_play as measuring
from course_lib import ConnectFour, check_game
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.verdict import WRONG
from course_lib.games.compact import WON
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.lesson_09 import circle
from course_lib.lessons.lesson_09.self_play import (
    COLUMNS,
    RUNS,
    SHIPPED,
    START,
    THROUGH,
    WINDOWS,
    TextFour,
    candidates,
    completed_by,
    landings,
    tables_in,
    text_of_tables,
)

LESSON = Lesson("09_learning")
FOUR, TEXTS = ConnectFour(), TextFour()
MEASURED = json.loads(RUNS.read_text(encoding="utf-8"))


def states_of_random_games(games, seed):
    """Each state of so many games at random."""
    rng = Random(seed)
    for _ in range(games):
        state = FOUR.initial
        while not FOUR.is_terminal(state):
            yield state
            state = FOUR.result(state, rng.choice(FOUR.actions(state)))
        yield state


# --- what is handed out ---------------------------------------------------------------------------


def test_texts_are_the_same_game():
    """They keep the promise; in random games actions, winners and players are Connect Four's."""
    check_game(TEXTS, Random(1))
    for state in states_of_random_games(40, 2):
        text = TEXTS.pack(state)
        assert TEXTS.parse(FOUR.render(state)) == text
        assert TEXTS.render(text) == FOUR.render(state)
        assert TEXTS.actions(text) == FOUR.actions(state)
        assert TEXTS.is_terminal(text) == FOUR.is_terminal(state)
        assert TEXTS.winner(text) == FOUR.winner(state)
        if state.actions:
            assert TEXTS.to_move(text) == FOUR.to_move(state)
        for action in FOUR.actions(state):
            assert TEXTS.result(text, action) == TEXTS.pack(FOUR.result(state, action))


def test_candidates_are_what_the_rules_say():
    """A win alone; else all moves after which the other can't win, if there are any."""
    for state in states_of_random_games(40, 3):
        if not state.actions:
            continue
        board, mark = "".join(state.board), FOUR.to_move(state)
        after = {action: FOUR.result(state, action) for action in FOUR.actions(state)}
        won = [action for action in after if FOUR.winner(after[action]) == mark]
        safe = [
            action
            for action, then in after.items()
            if not any(FOUR.winner(FOUR.result(then, reply)) for reply in FOUR.actions(then))
        ]
        wanted = won[:1] or safe or list(after)
        assert [divmod(place, COLUMNS) for place in candidates(board, mark)] == wanted
        assert [divmod(place, COLUMNS) for place in landings(board)] == list(after)
        assert {mark in completed_by(board, place) for place in landings(board)} >= {bool(won)}


def test_what_is_learned_on_one_side_is_known_on_the_other():
    """There are 69 windows with 36 numbers; a mirrored board shows the same pairs."""
    assert len(WINDOWS) == 69
    assert len({number for number, _ in WINDOWS}) == 36
    assert [len(each) for each in THROUGH[35:38]] == [3, 4, 5]
    assert max(map(len, THROUGH)) == 13
    assert sum(map(len, THROUGH)) == 4 * 69

    def seen(board):
        return Counter((number, board[window]) for number, window in WINDOWS)

    symmetric = {number for number, count in Counter(n for n, _ in WINDOWS).items() if count == 1}
    for state in states_of_random_games(5, 4):
        rows = ["".join(state.board[at : at + COLUMNS]) for at in range(0, len(START), COLUMNS)]
        board, mirrored = "".join(rows), "".join(row[::-1] for row in rows)
        one, other = seen(board), seen(mirrored)
        for pair in one.keys() | other.keys():
            assert one[pair] == other[pair] or pair[0] in symmetric


@pytest.mark.parametrize("state", [FOUR.initial, START])
def test_what_is_no_text_of_this_game_is_told_so(state):
    """A state of the other Connect Four, and a board without its last mark, are easy to mix up."""
    for ask in (TEXTS.to_move, TEXTS.actions, TEXTS.is_terminal):
        with pytest.raises(TypeError, match="texts of 43 marks"):
            ask(state)
    with pytest.raises(TypeError, match="pack"):
        TEXTS.result(state, (5, 0))
    with pytest.raises(TypeError, match="a text of 42 marks here"):
        landings(FOUR.initial)


def test_tables_in_a_file_are_read_as_they_were_written():
    """To four digits, which is how the course's own are kept."""
    ours = tables_in(SHIPPED)
    assert json.loads(text_of_tables(ours)) == json.loads(SHIPPED.read_text(encoding="utf-8"))


# --- the small board ------------------------------------------------------------------------------


def true_value(state, known):
    """What this state of the small board is worth to the player to move, by trying everything."""
    if state not in known:
        after = [circle.SMALL.result(state, action) for action in circle.SMALL.actions(state)]
        known[state] = (
            max(-true_value(each, known) for each in after) if after else -(state[2] == WON)
        )
    return known[state]


def test_the_sealed_positions_are_judged_as_they_should_be():
    """Those with ten stones and more, by a search that leaves nothing out."""
    known, late = {}, 0
    for line, scores in circle.small_positions():
        state = circle.SMALL.play(line)
        assert len(set(scores.values())) > 1, "the choice matters"
        assert set(scores) == set(map(circle.SMALL.action_name, circle.SMALL.actions(state)))
        if len(line.split()) >= 10:
            late += 1
            for action in circle.SMALL.actions(state):
                after = circle.SMALL.result(state, action)
                assert scores[circle.SMALL.action_name(action)] == -true_value(after, known)
    assert late > 130


def test_mirrored_boards_show_the_same_parts():
    """So what is learned on one side is known on the other; unlike boards show other parts."""
    rng, seen = Random(5), {}
    for _ in range(200):
        state = circle.SMALL.play(rng.choice(circle.small_positions())[0])
        mirrored = circle.SMALL.symmetries[1].state(state)
        parts = Counter(circle.parts_seen(state))
        assert parts == Counter(circle.parts_seen(mirrored))
        assert seen.setdefault(frozenset(parts.items()), {state, mirrored}) >= {state}


# --- what was measured ----------------------------------------------------------------------------


def test_the_lesson_keeps_what_it_promises():
    """All five learners pass lesson 4, and 85 % with 50 simulations; our tables are seed 1's."""
    chance = Fraction(0)
    for _, scores in known_positions():
        signs = [(score > 0) - (score < 0) for score in scores.values()]
        chance += Fraction(signs.count(max(signs)), len(signs))
    assert float(round(100 * chance / len(known_positions()), 1)) == measuring.CHANCE
    ends = [run[-1] for run in MEASURED["runs"]]
    assert [games for games, _ in ends] == [measuring.GAMES] * 5
    assert min(percent for _, percent in ends) > MEASURED["levels"]["lesson 4"]
    assert min(MEASURED["levels"]["50 simulations"]) >= 85
    assert [percent for _, percent in ends] == MEASURED["levels"]["one move deep"]
    lesson = around("guided", "measure, player_with, by_lines")
    tables = tables_in(SHIPPED)
    assert round(lesson["measure"](lesson["player_with"](tables)), 1) == ends[0][1]
    assert round(lesson["measure"](lesson["by_lines"]), 1) == MEASURED["levels"]["lesson 4"]
    empty = lesson["player_with"]({"X": {}, "O": {}})
    assert round(lesson["measure"](empty), 1) == MEASURED["runs"][0][0][1]


def test_the_notebook_shows_what_its_prose_says():
    """The table in the end holds the measured numbers, as does each guess."""
    levels = MEASURED["levels"]
    rows = {
        "lesson 4's evaluation": levels["lesson 4"],
        "one move deep": levels["one move deep"],
        "50 guided": levels["50 simulations"],
        "the same with 200": levels["200 simulations"],
        "1,000 random": levels["1,000 random games"],
    }
    for words, level in rows.items():
        [line] = [line for line in LESSON.prose.splitlines() if line[:1] == "|" and words in line
                  and ("learned" in line) == (words == "one move deep")]  # fmt: skip
        ends = [min(level), max(level)] if isinstance(level, list) else [level]
        assert all(f"{end:.1f}" in line for end in ends), line
    alone = MEASURED["without exploring"][0][-1][1]
    answers = json.loads((RUNS.parent / "predictions.json").read_text(encoding="utf-8"))
    assert answers["no_exploring"]["answer"] == round(alone)
    assert answers["by_chance"]["answer"] == round(measuring.CHANCE)
    # 600 random games lie between 400, which are worse than the guided fifty, and 1,000.
    fifty = sum(levels["50 simulations"]) / 5
    assert levels["400 random games"] < fifty < levels["1,000 random games"]
    same = LESSON.groups(r"seed \d: (\d+\.\d) % right; boards after 8 moves: (\d+)")
    assert len(set(same[:3])) == 1, "without exploring no seed decides anything"
    assert same[0][1] == 1, "and it is one single game"
    assert min(boards for _, boards in same[3:]) > 20


# --- checks ---------------------------------------------------------------------------------------


def test_a_verdict_says_what_became_of_the_table():
    """Who changes a copy, or forgets the slope, is told the pair and both numbers."""
    source = "def learn(table, seen, target, rate):\n    return target"
    verdict = verdict_on("learn", source)
    assert verdict.status == WRONG
    assert "the table has nothing for (4, '..XX')" in str(verdict.message)


def test_what_differs_in_the_middle_of_a_long_list_is_shown():
    """The verdict leaves the middle of long lists out, so both would look the same."""

    def windows_seen(board, windows):
        seen = [(number, board[window]) for number, window in windows]
        return [*seen[:30], (0, "turned"), *seen[31:]] if len(seen) > 30 else seen

    verdict = verdict_on("windows_seen", windows_seen)
    assert "gave (0, 'turned') in place 30, expected (19, '" in str(verdict.message)
    assert verdict.board is None  # pairs are no rows of a board


@pytest.mark.parametrize("given", [None, (1, 2), (0, {"children": {}}), {"visits": 1}, "root"])
def test_a_search_that_gives_no_tree_is_told_so(given):
    """Whatever comes back instead of a pair, it is no crash of the check."""
    verdict = judge(exercise_named("guided"), NotebookStudent({"guided": lambda *_: given}))
    assert not verdict.passed
    assert given is None or "expected a pair" in str(verdict.message)
