"""Every state of a small game is tested, and `parse` must read their texts and no others."""

import itertools
import math
import re
from random import Random

from course_tools.studio.whole_promise import WholeCheck

MOST_TEXTS = 10_000


def check_every_state(game, states, *, exact=True):
    """Test the promise in each of these states, which are all that play leads to, or none.

    An `exact` game lists no action that never occurs.
    """
    check = WholeCheck(game, Random(1))
    check.start()
    for state in states:
        (check.unfinished if check.actions(state) else check.final)(state)
        check.texts(state)
    check.state = None
    never = [action for action in check.occurring or () if action not in check.met]
    check.must(
        not (exact and states and never), "all_actions lists no action that never occurs", never
    )


def check_texts(game, states):
    """Test that `parse` reads no text of a state that play never leads to.

    We try all texts that can be put together from those of the states word by word, or many of
    them where there are too many.
    """
    shapes = {}
    for state in states:
        parts = re.split(r"(\s+)", game.render(state))  # words and the blanks between
        shapes.setdefault(tuple(parts[1::2]), []).append(parts[::2])
    for blanks, texts in shapes.items():
        for words in mixed(texts, Random(1)):
            text = "".join(map("".join, itertools.zip_longest(words, blanks, fillvalue="")))
            try:
                read = game.parse(text)
            except ValueError:
                continue
            assert read in states, (
                f"no play leads to {read!r}, which parse reads in {text!r}; refuse it, or if only a"
                " search could tell, add the game to GENEROUS in test_every_game.py"
            )


def mixed(texts, rng):
    """All texts whose words stand at these places in some text; where they are many, neighbours.

    A neighbour of a text differs from it in one word or two.
    """
    choices = [sorted(set(words)) for words in zip(*texts, strict=True)]
    if math.prod(map(len, choices)) <= MOST_TEXTS:
        return itertools.product(*choices)
    neighbours = []
    for _ in range(MOST_TEXTS):
        words = list(rng.choice(texts))
        for at in (rng.randrange(len(words)), rng.randrange(len(words))):
            words[at] = rng.choice(choices[at])
        neighbours.append(words)
    return neighbours
