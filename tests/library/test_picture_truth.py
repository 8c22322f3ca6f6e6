"""Pictures of searches never say what isn't so: every statement of every step, recomputed."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from films import column_of, kinds_of, shapes_of, words_of
from picture_truth import false_ghosts, judged
from search_families import FAMILIES, SHAPES, dice, fits, mostly_zeros, three

from course_lib import alphabeta_search, random_tree, watch
from course_lib.views import compare
from course_lib.views.trees import film_of
from course_tools.studio.lectures import DEMOS
from course_tools.studio.lectures.demos import last_first

LEAST = {"flat": 30}
"""So many statements there must be about one tree, where there are not 100."""

every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def nothing_false(family, seeds):
    """No false statement about these trees, and not by saying nothing."""
    count = 0
    for seed in seeds:
        false, told = judged(family, seed, watch, film_of)
        assert not false, (seed, false[:3])
        count += sum(told.values())
    assert count >= len(seeds) * LEAST.get(family.name, 100)


@pytest.mark.parametrize("seeds", [2, pytest.param(200, marks=pytest.mark.slow)])
@every_family
def test_nothing_that_is_told_is_false(family, seeds):
    """Sentences, numbers, windows, causes, counts and headlines on random trees."""
    nothing_false(family, range(seeds))


@pytest.mark.parametrize("seeds", [(12, 15, 18), pytest.param(range(60), marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "family",
    [replace(each, make=mostly_zeros) for each in FAMILIES if each.make not in (dice, three)],
    ids=lambda family: family.name,
)
def test_where_zeros_tell_little_nothing_false_is_told(family, seeds):
    """Trees in which values and windows look alike for both players, some of a single line."""
    nothing_false(family, seeds)


@pytest.mark.parametrize("place", range(len(FAMILIES)), ids=lambda at: FAMILIES[at].name)
def test_no_shape_of_a_tree_makes_anything_false(place):
    """Every search on some shapes, each shape for some searches: single lines, ends, fractions."""
    family, every = FAMILIES[place], 5
    for at, (name, shape) in enumerate(SHAPES.items()):
        first = "MIN" if at % 2 else None
        if (at + place) % every == 0 and fits(family, name, first):
            assert not judged(shape.family(family, first), name, watch, film_of)[0], name


def nothing_early(traces):
    """No ghost of these two searches knows more than the other search at the same step."""
    false, count = false_ghosts(list(traces.values()), compare(traces).story["parts"])
    assert not false, false[:3]
    return count


def test_no_ghost_tells_the_future():
    """A "?" until the other side has left the node, and no name both as a ghost and as cut."""
    assert nothing_early(DEMOS["alpha-beta"].make()) > 100
    for seed in range(8):
        game = random_tree(3, (2, 3), Random(seed))
        one = watch(alphabeta_search, game, game.initial)
        other = watch(alphabeta_search, game, game.initial, order=last_first)
        assert nothing_early({"first": one, "last": other}) >= 0


def test_the_demonstration_of_the_table_mentions_its_table():
    """Each answer from memory is told and drawn as a card, and says from which step it is known."""
    wrong, right = compare(DEMOS["wrong-table"].make()).story["parts"]
    for part in (wrong, right):
        known = [
            words for words in words_of(part) if "answered from memory, known from step " in words
        ]
        assert len(known) == shapes_of(part).count("card") > 0


def steps_out_of_order(film):
    """What a film shows before its cause, or where it opens a window: recomputed from its data."""
    pieces, looks, kinds = film["pieces"], film["looks"], kinds_of(film)
    worth, texts, wrong = column_of(film, "worth"), film["texts"], []
    ways = []
    for at, above in enumerate(pieces["parent"]):
        ways.append([at] if above < 0 else [*ways[above], at])
    starting, count = {}, 0
    for at, (first, end) in enumerate(pairwise(pieces["first"])):
        lines = [
            film["bounds"][each] if each >= 0 else None
            for each in looks.get("bounds", [-1] * len(looks["step"]))[first:end]
        ]
        for look in range(first, end):
            starting.setdefault(looks["step"][look], []).append((at, look))
        for place, (one, other) in enumerate(pairwise(lines)):
            if film["grows"] or at in dict(film["ghosts"]):
                continue
            opens = one and other and (other[0] < one[0] or other[2] > one[2])
            shut = one and not other and looks["step"][first + place + 1] != pieces["settled"][at]
            wrong += [("opens", at, one, other)] * bool(opens or shut)
            count += bool(one and other and one != other)
    for step, kind in enumerate(kinds):
        here, carried = film["steps"]["at"][step], texts[film["steps"]["carrier"][step]]
        own = pieces["parent"][here] if here >= 0 else -1
        for at, look in starting.get(step, []):
            late, says = looks["beat"][look] == 1, texts[looks["words"][look]].split("\n")
            shape = film["shapes"][pieces["outline"][at]]
            if at in dict(film["ghosts"]) or kind in ("start", "end") or shape == "more":
                continue
            if kind == "enter":
                holds = at == here and not late
            elif kind == "leave":
                # The value stands where it comes from; who gets it changes on its landing.
                known = says[0] == carried == worth[at] or not carried
                holds = known and not late if at == here else at == own and late
            elif kind == "cut":
                gone = shape.startswith("cut ") and here in ways[at]
                holds = late if gone else at == here and not late
            else:
                late_ones = kind == "backup"
                holds = at in ways[here] and late == late_ones
            wrong += [] if holds else [(kind, step, at, says)]
            count += late
    return wrong, count


@every_family
def test_no_effect_comes_before_its_cause_and_no_window_opens(family):
    """In the films of searches that nobody has tuned for: values travel, then somebody changes."""
    effects = 0
    for seed in range(3):
        trace, game, _, _ = family.run(watch, Random(seed))
        wrong, count = steps_out_of_order(film_of(trace, game=game, boards=False))
        assert not wrong, (seed, wrong[:3])
        effects += count
    assert effects > 3 or not family.best or family.jumps


@pytest.mark.parametrize("name", [name for name in DEMOS if name not in ("havannah", "bluff")])
def test_demonstrations_keep_the_order_and_show_the_games_own_children(name):
    """Nothing on a stage tells beforehand what will be cut: all the game's children are there."""
    made = DEMOS[name].make()
    for trace in made.values() if isinstance(made, dict) else [made]:
        film = film_of(trace, boards=False)
        wrong, count = steps_out_of_order(film)
        assert not wrong, wrong[:3]
        assert count > 1
        shapes, parents = shapes_of(film), film["pieces"]["parent"]
        kids = Counter(above for above, shape in zip(parents, shapes, strict=True)
                       if shape not in ("more", "ghost"))  # fmt: skip
        places = [at for at, shape in enumerate(shapes)
                  if shape.split()[0] not in ("cut", "more", "ghost")]  # fmt: skip
        order, todo = [], [0]
        while todo:
            order.append(todo.pop())
            todo += [child.id for child in reversed(trace.children(order[-1]))]
        assert len(order) == len(places)
        for at, node in zip(places, map(trace.nodes.__getitem__, order), strict=True):
            if node.cut:
                assert kids[at] == len(trace.children(node.id)) + len(node.cut)
                assert kids[at] == len(node.actions)
