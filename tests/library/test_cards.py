"""Every kind of question: right keys, options that differ, and few steps, by another count."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from card_recount import names, recounted

from course_lib.games.nim import Nim
from course_lib.questions.kinds import KINDS
from course_lib.questions.question import Card, written
from course_lib.words import speaking

MOST_STEPS = 12
SOME, MANY = 12, 210
"""Draws of each kind in a usual run, and in a long one: more than 10,000 in all."""


def checked(name, count):
    """Draw so many cards of this kind, and hold each against the recount."""
    for number in range(count):
        card = KINDS[name].card(Random(f"{name} {number}"))
        right, steps = recounted(name, card)
        assert card.answer == right, (name, number, card.text)
        assert steps <= MOST_STEPS, (name, number)
        assert Counter(card.choices)[right] == 1
        assert len(set(card.choices)) == len(card.choices) >= 2
        assert right not in card.slips
        assert card.slips


@pytest.mark.parametrize("name", KINDS)
def test_a_key_is_what_another_count_gives_in_few_steps(name):
    """By a program that has only the card's words; one option is right, and all differ."""
    checked(name, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_ten_thousand_keys_are_right(name):
    """The same for many draws."""
    checked(name, MANY)


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
