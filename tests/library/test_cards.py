"""Every kind of question: right keys, options that differ, and few steps, by another count."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from card_recount import groups, names, recounted

from course_lib.games.nim import Nim
from course_lib.questions.kinds import KINDS
from course_lib.questions.question import Card, written
from course_lib.words import speaking

MOST_STEPS = 12
SOME, MANY = 12, 252
"""Draws of each kind in a usual run, and in a long one: more than 10,000 in all."""


@pytest.mark.parametrize("count", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", KINDS)
def test_a_key_is_what_another_count_gives_in_few_steps(name, count):
    """By a program that has only the card's words; one option is right, and all differ."""
    for number in range(count):
        card = KINDS[name].card(Random(f"{name} {number}"))
        right, steps = recounted(name, card)
        assert card.answer == right, (name, number, card.text)
        assert steps <= MOST_STEPS, (name, number)
        assert Counter(card.choices)[right] == 1
        assert len(set(card.choices)) == len(card.choices) >= 2
        assert right not in card.slips
        assert card.slips


def test_there_are_forty_kinds_from_all_lessons():
    """Each can be recounted, and no lesson is left out."""
    assert names() == set(KINDS)
    assert len(KINDS) * MANY > 10_000
    assert {kind.lesson for kind in KINDS.values()} == {f"{number:02}" for number in range(11)}


def test_each_wrong_option_is_what_a_named_mistake_computes():
    """Where a question doesn't say itself what can be answered, no option comes from nowhere."""
    for name, kind in KINDS.items():
        for number in range(SOME):
            card = kind.card(Random(f"{name} {number}"))
            unnamed = set(card.choices) - {card.answer} - set(card.slips)
            assert not unnamed or kind.options is not None, (name, card)


def test_a_kind_that_teaches_nothing_draws_nothing():
    """Mistakes that all give the right answer make no card."""
    dull = replace(KINDS["nim-sum"], slips={"adding the heaps": lambda a, b, c: a ^ b ^ c})
    with pytest.raises(ValueError, match="drew none that is new"):
        dull.card(Random(1))


def test_the_same_seed_draws_the_same_card():
    """And a card that was drawn before is not drawn again."""
    one, same = (KINDS["nim-sum"].card(Random(4)) for _ in range(2))
    assert one == same != KINDS["nim-sum"].card(Random(4), without=[one])


def test_an_open_card_asks_for_the_number():
    """On paper a number is written, and only words are chosen."""
    card = KINDS["values"].card(Random(2))
    assert card.choices
    assert (card.open.choices, written(card.open.answer)) == ((), card.answer)
    assert KINDS["wins"].card(Random(2)).open.choices


def drawn(name, count=40):
    """So many cards of this kind."""
    return [KINDS[name].card(Random(f"{name} {number}")) for number in range(count)]


@pytest.mark.parametrize("name", KINDS)
def test_no_card_is_answered_by_the_place_of_its_answer(name):
    """Nor by taking always the largest number, or the smallest."""
    places, ranks = Counter(), Counter()
    for card in drawn(name):
        at = card.choices.index(card.answer)
        places[at] += 1
        places[at - len(card.choices)] += 1
        if card.number is not None:
            rank = sorted(card.choices, key=as_number).index(card.answer)
            ranks[rank if rank == 0 else rank - len(card.choices)] += 1
    assert max(places.values()) <= 30
    assert max(ranks[0], ranks[-1]) <= 30


def as_number(choice):
    """The number that is written like this."""
    return Fraction(choice.replace("\u2212", "-").split("e")[0])


def test_whose_turn_says_why_nobody_moves():
    """A finished line is named; only where the game goes on are marks counted."""
    for card in drawn("whose-turn"):
        assert ("three in a row" in card.because) == card.answer.startswith("nobody")
        assert ("not seeing that somebody has won" in card.slips.values()) == (
            card.answer.startswith("nobody")
        )


def test_chains_are_taken_for_one_only_where_there_are_several():
    """Counted by the recount's own cells."""
    for card in drawn("havannah", 80):
        stones = re.search(r"stones on (.*?)\. What", card.text)[1].split(", ")
        if len(list(groups(stones))) == 1:
            assert not any("seeing one chain" in mistake for mistake in card.slips.values())


def test_shared_rows_speaks_of_what_the_program_says():
    """Of `* 3` and of a copy only where there is one."""
    for card in drawn("shared-rows"):
        assert ("`* 3` repeats" in card.because) == ("] * 3] * 3" in card.text)
        if "before = board`" in card.text or "before = board;" in card.text:
            assert "taking every copy for a deep one" not in card.slips.values()


def test_trees_say_who_moves_first():
    """Every question about the drawn tree."""
    for name in ("values", "best-move", "depth-limit", "cuts", "windows", "order"):
        assert "MAX moves" in KINDS[name].card(Random(1)).text


def test_every_move_can_happen():
    """No heap is asked about that is smaller than a move."""
    for card in drawn("marking"):
        takes, most = re.search(r"turns, (.*?) at a .* to (\d+) back", card.text).groups()
        assert max(map(int, re.findall(r"\d+", takes))) < int(most) - 2


def test_words_agree_with_one():
    """In rows and reasons."""
    for name in ("ucb", "puct", "final-choice"):
        for card in drawn(name):
            assert not re.search(r"\b1 visits", card.text + card.because)


def test_the_first_lessons_speak_german():
    """What is asked, why it is so, and every mistake."""
    for name, kind in KINDS.items():
        if kind.lesson < "03":
            english = kind.card(Random(1))
            with speaking("de"):
                german = kind.card(Random(1))
            assert isinstance(german, Card)
            assert english.text != german.text, name
            assert english.because != german.because, name
            assert not set(english.slips.values()) & set(german.slips.values()), name


def test_no_kind_takes_nim_for_another_game():
    """The rules that keys run on are those that the lessons teach."""
    assert Nim((1, 1)).misere is False
