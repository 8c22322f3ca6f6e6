"""Answers of people who had read only the exercises' texts are judged as a person judged them.

`answers_from_the_texts/NAME.json` lists them for each exercise: whether they are right, what they
do, and which mistake a student who hands one in is told, if any; a person has found that it is
what is wrong. `because` gives the reason where who wrote an answer had another opinion of it.
"""

import json
import linecache
from collections import Counter
from pathlib import Path

import pytest

from autograder_tests import exercises, hidden_check
from autograder_tests.solution import around
from course_lib.checks.checking import NotebookStudent, verdict_in
from course_lib.checks.parting import first_parting

HERE = Path(__file__).resolve().parent / "answers_from_the_texts"
ANSWERS = [
    (name, answer)
    for name in exercises.files()
    if (HERE / f"{name}.json").exists()
    for answer in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
]
WITH_ANSWERS = list(dict.fromkeys(name for name, _ in ANSWERS))


def notebook(exercise, source):
    """The names of a notebook in which all but this answer is the course's own."""
    names = around(exercise, source)
    linecache.cache["<answer>"] = (len(source), None, source.splitlines(keepends=True), "<answer>")
    exec(compile(source, "<answer>", "exec"), names)  # noqa: S102 - running it is the purpose
    return names


def judged(exercise, answer):
    """What is wrong with the verdicts on this answer, in the notebook and in the grade."""
    visible = verdict_in(notebook(exercise, answer["source"]), exercise)
    student = NotebookStudent(notebook(exercise, answer["source"]))
    graded = hidden_check(exercise)(student)
    faults = []
    if visible.passed != answer["right"] or graded.passed != answer["right"]:
        faults.append(f"{visible.share:.0%} of the visible cases, {graded.share:.0%} of the grade")
    if {visible.mistake, graded.mistake} - {answer["named"]}:
        faults.append(f"named {visible.mistake!r} and {graded.mistake!r}")
    return [f"{answer['says']}: {fault}" for fault in faults]


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        pytest.param(*given, marks=[pytest.mark.slow] if number % 20 else [])
        for number, given in enumerate(ANSWERS)
    ],
)
def test_answers_are_judged_as_a_person_judged_them(exercise, answer):
    """No right one is refused, no wrong one has full marks, and no name misleads."""
    assert judged(exercise, answer) == []


def test_there_are_three_hundred_answers():
    """To 51 exercises at least two right ones and two wrong ones, each different."""
    assert len(ANSWERS) >= 300
    assert len(WITH_ANSWERS) >= 51
    assert len({answer["source"] for _, answer in ANSWERS}) == len(ANSWERS)
    kinds = Counter((name, answer["right"]) for name, answer in ANSWERS)
    assert min(kinds[name, right] for name in WITH_ANSWERS for right in (True, False)) >= 2


@pytest.mark.parametrize(
    ("exercise", "does"),
    [
        ("best_action", 'tested with "not best"'),
        ("deepening", "only the visits of the last search"),
    ],
)
def test_no_step_is_blamed_where_nothing_tells_whose_value_it_is(exercise, does):
    """What chooses an action gives no value, and a search for its own player speaks for nobody."""
    [source] = [a["source"] for name, a in ANSWERS if name == exercise and does in a["says"]]
    assert "The effect first shows" not in verdict_in(notebook(exercise, source), exercise).message


BY_PLAN = """\
def worth(game, state, plan):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if chances := game.chance(state):
        return sum(p * worth(game, game.result(state, a), plan) for a, p in chances)
    chances = plan.get(game.view(state, game.players[0]), [0.5, 0.5])
    after = [game.result(state, action) for action in game.actions(state)]
    return sum(p * worth(game, each, plan) for p, each in zip(chances, after))
"""
FIVE_PLIES = """\
def deepening(game, state, visits, deepest, evaluate):
    found, reached = game.actions(state)[0], 0
    for depth in range(1, min(deepest, 5) + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        visits -= used
        if action is None or visits < 0:
            break
        found, reached = action, depth
    return found, reached
"""


@pytest.mark.parametrize(
    ("exercise", "source"),
    [("worth", BY_PLAN), ("deepening", FIVE_PLIES)],
    ids=["worth", "deepening"],
)
def test_no_step_is_blamed_where_nobody_chooses_or_the_library_searches(exercise, source):
    """Where cards are dealt a value is a mean, and a search of ours holds no mistake of theirs."""
    verdict = verdict_in(notebook(exercise, source), exercise)
    assert not verdict.passed
    assert "The effect first shows" not in verdict.message


BY_A_CLASS = """\
from functools import cache


class Mind:
    def __init__(self, game):
        self.game = game

    @cache
    def worth(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.game.players[0])
        after = sorted(self.worth(self.game.result(state, a)) for a in self.game.actions(state))
        return after[len(after) // 2]


def minimax_value(game, state):
    return Mind(game).worth(state)
"""


def test_a_step_in_a_class_of_their_own_is_blamed():
    """A search may be written as a method, and its values may be kept."""
    names = notebook("minimax_value", BY_A_CLASS)
    line = "minimax_value(TextbookTree([[3, 12, 8], [2, 4, 6]]), ())"
    parting = first_parting(names["minimax_value"], line, names, gives_value=True)
    assert parting.sentence.split(". ")[0].endswith("which is 3, and worth gave 8")


BY_ROWS = """\
def near_stones(game, state, distance):
    rows = game.rows
    stones = [divmod(place, rows) for place, mark in enumerate(state.board) if mark != "."]
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    return [
        (row, column)
        for row, column in game.actions(state)
        if any(abs(row - r) <= distance and abs(column - c) <= distance for r, c in stones)
    ]
"""
EIGHT_PLACES = """\
def nim_sum(heaps):
    places = (sum(heap >> place & 1 for heap in heaps) % 2 << place for place in range(8))
    return sum(places)
"""


@pytest.mark.parametrize(
    ("exercise", "source", "words"),
    [
        ("near_stones", BY_ROWS, "wrong cases, the board is not square; in the"),
        ("nim_sum", EIGHT_PLACES, "only the lowest 7 to 8 bits of what is right are left"),
    ],
    ids=["near_stones", "nim_sum"],
)
def test_what_wrong_cases_have_in_common_is_what_spoils_them(exercise, source, words):
    """The shape of the board, not how many squares are free; and no number that is a guess."""
    assert words in verdict_in(notebook(exercise, source), exercise).message
