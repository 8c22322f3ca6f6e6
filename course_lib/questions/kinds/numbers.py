"""Questions that are answered with a few sums: heaps, bounds, means, chances, ratings, regrets."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import and_, or_, xor
from random import Random
from typing import Any

from course_lib.plain import letters
from course_lib.questions.question import Facts, Question, written
from course_lib.words import Say, _


def _letter(number: int) -> str:
    """What a child is called: a, b, c, counted from 0."""
    return letters(number + 1)


def _best(worths: Sequence[Any]) -> str:
    return _letter(list(worths).index(max(worths)))


def _letters_of(children: Sequence[Any]) -> list[str]:
    return list(map(_letter, range(len(children))))


def _rows(children: Sequence[Any], words: Callable[..., str]) -> str:
    return "\n".join(f"- {_letter(at)}: {words(*child)}" for at, child in enumerate(children))


# --- heaps: lessons 02 and 07 ---------------------------------------------------------------------

_NIM_SUM = Question(
    "02",
    lambda rng, level: dict(zip("abc", rng.sample(range(1, (8, 16, 32)[level]), 3), strict=True)),
    lambda a, b, c: Say(
        "In Nim there are heaps of {a}, {b} and {c}. What is their nim-sum?", a=a, b=b, c=c
    ),
    key=lambda a, b, c: a ^ b ^ c,
    slips={
        _("adding the heaps"): lambda a, b, c: a + b + c,
        _("writing 1 where any heap has a 1"): lambda a, b, c: reduce(or_, (a, b, c)),
        _("writing 1 where all heaps have a 1"): lambda a, b, c: reduce(and_, (a, b, c)),
        _("forgetting the last heap"): lambda a, b, c: a ^ b,
    },
    because=lambda a, b, c: Say(
        "In binary they are {heaps}; a column with an odd number of ones gets a 1.",
        heaps=", ".join(f"{heap:b}" for heap in (a, b, c)),
    ),
)


def _winning_take(rng: Random, level: int) -> Facts | None:
    heaps = tuple(rng.sample(range(1, (8, 16, 32)[level]), 3))
    total = reduce(xor, heaps)
    wins = sum(heap ^ total < heap for heap in heaps)
    return dict(zip("abc", heaps, strict=True)) if total and wins == 1 else None


def _take(a: int, b: int, c: int) -> int:
    total = a ^ b ^ c
    return max(heap - (heap ^ total) for heap in (a, b, c))


_NIM = Question(
    "07",
    _winning_take,
    lambda a, b, c: (
        f"In Nim there are heaps of {a}, {b} and {c}; who takes the last counter wins. There is"
        " exactly one winning move. How many counters does it take?"
    ),
    key=_take,
    slips={
        "taking the nim-sum itself": lambda a, b, c: a ^ b ^ c,
        "making the two largest heaps equal": lambda a, b, c: (
            sorted((a, b, c))[2] - sorted((a, b, c))[1]
        ),
        "taking a whole heap": lambda a, b, c: max(a, b, c),
        "leaving what should be taken": lambda a, b, c: (
            next(heap ^ (a ^ b ^ c) for heap in (a, b, c) if heap ^ (a ^ b ^ c) < heap) or None
        ),
    },
    because=lambda a, b, c: "From the heap of {}: then {} is 0.".format(
        next(heap for heap in (a, b, c) if heap ^ (a ^ b ^ c) < heap),
        " xor ".join(str(min(heap, heap ^ (a ^ b ^ c))) for heap in (a, b, c)),
    ),
)


def _lost_heaps(takes: Sequence[int], most: int) -> list[int]:
    """The heaps in which the player to move loses, marked backwards from the end."""
    lost: list[int] = []
    for heap in range(most + 1):
        if all(heap - take not in lost for take in takes if take <= heap):
            lost.append(heap)
    return lost


def _one_heap(rng: Random, level: int) -> Facts | None:
    most = (10, 12, 16)[level] + rng.randint(-1, 1)
    takes = sorted(rng.sample(range(1, most - 2), (2, 3, 4)[level]))
    lost = _lost_heaps(takes, most)
    dull = len(lost) < 3 or lost == list(range(0, most + 1, lost[1]))
    return None if dull else {"takes": takes, "most": most}


_MARKING = Question(
    "02",
    _one_heap,
    lambda takes, most: Say(
        "Two players take counters from one heap in turns, {some} or {last} at a time; who can't"
        " move"
        " loses. Mark the heaps from 0 to {most} backwards from the end. In how many of these"
        " {count} heaps does the player to move lose?",
        some=", ".join(map(str, takes[:-1])),
        last=takes[-1],
        most=most,
        count=most + 1,
    ),
    key=lambda takes, most: len(_lost_heaps(takes, most)),
    slips={
        _("counting the heaps that are won"): lambda takes, most: (
            most + 1 - len(_lost_heaps(takes, most))
        ),
        _("counting only heaps without any move"): lambda takes, most: min(takes),
        _("taking one move alone"): lambda takes, most: len(_lost_heaps(takes[:1], most)),
        _("forgetting the empty heap"): lambda takes, most: len(_lost_heaps(takes, most)) - 1,
    },
    because=lambda takes, most: Say(
        "They lose with {heaps}: every move leads to a won heap.",
        heaps=", ".join(map(str, _lost_heaps(takes, most))),
    ),
)

# --- lesson 04 ------------------------------------------------------------------------------------


def _prices(rng: Random, _level: int) -> Facts:
    prices = [rng.randint(4, 9)]
    for _depth in range(4):
        prices.append(prices[-1] * 2 + rng.randint(1, prices[-1]))
    last = rng.randint(2, 4)
    return {
        "prices": tuple(prices),
        "budget": sum(prices[:last]) + rng.randrange(prices[last]),
    }


def _finished(prices: Sequence[int], budget: int) -> int:
    return sum(whole <= budget for whole in accumulate(prices))


_LAST_DEPTH = Question(
    "04",
    _prices,
    lambda prices, budget: (
        f"Searching 1, 2, 3, 4 and 5 plies deep takes {', '.join(map(str, prices))} visits."
        f" Iterative deepening has {budget} visits for all of them together. How deep is the last"
        " search that it finishes?"
    ),
    key=_finished,
    slips={
        "giving every search the whole budget": lambda prices, budget: sum(
            price <= budget for price in prices
        ),
        "counting the search that is stopped": lambda prices, budget: _finished(prices, budget) + 1,
        "counting the depths from 0": lambda prices, budget: _finished(prices, budget) - 1,
    },
    because=lambda prices, budget: (
        f"One after the other they have taken {', '.join(map(str, accumulate(prices)))} visits."
    ),
)

# --- lesson 05 ------------------------------------------------------------------------------------

_C = 1.4


def _bounds(children: Sequence[tuple[int, int]], parent: int, c: float = _C) -> list[float]:
    return [wins / n + c * math.sqrt(math.log(parent) / n) for n, wins in children]


_VISITS = {1: 1, 4: 1, 16: 4, 25: 5}
"""Visits of a child with a round root, and what its wins are a multiple of for a round mean."""


def _children(rng: Random, level: int) -> Facts | None:
    some = rng.sample(list(_VISITS), (2, 3, 4)[level])
    # Whoever has won its only game would always be chosen.
    children = [(n, rng.randrange(0, n + 1, _VISITS[n]) * (n > 1)) for n in some]
    parent = rng.randint(53, 56)  # the logarithm of each is 4.0
    *_others, second, best = sorted(_bounds(children, parent, 0.5))
    return None if best - second < 0.04 else {"children": children, "parent": parent}


def _visits_and_wins(visits: int, wins: int) -> str:
    return f"{_visits(visits)}, {wins} won"


def _visits(number: int) -> str:
    return f"{number} visit{'' if number == 1 else 's'}"


_UCB = Question(
    "05",
    _children,
    lambda children, parent: (
        "A Monte Carlo search chooses the child with the highest bound: the mean plus"
        " `0.5 * sqrt(ln(visits of the parent) / visits of the child)`. A win counts 1 and a loss"
        f" 0. The parent has {parent} visits, and ln({parent}) is about 4. Which of these children"
        " has the highest bound?\n" + _rows(children, _visits_and_wins)
    ),
    key=lambda children, parent: _best(_bounds(children, parent, 0.5)),
    slips={
        "choosing the best mean": lambda children, parent: _best(
            [wins / n for n, wins in children]
        ),
        "choosing the most visits": lambda children, parent: _best([n for n, _ in children]),
        "choosing the fewest visits": lambda children, parent: _best([-n for n, _ in children]),
    },
    options=lambda children, parent: _letters_of(children),
    because=lambda children, parent: (
        "The bounds are "
        + ", ".join(
            f"{_letter(at)} {bound:.2f}" for at, bound in enumerate(_bounds(children, parent, 0.5))
        )
        + "."
    ),
)

_MEAN = Question(
    "05",
    lambda rng, level: {
        "visits": (n := rng.randint(3, 9)),
        "total": rng.randint(-n + 1, n - 1),
        "value": rng.choice((-1, 1)),
    },
    lambda visits, total, value: (
        f"A node has {visits} visits and a total of {written(total)}. One more game through it"
        f" was worth {written(value)}"
        " to the player who chose it. What is its mean now?"
    ),
    key=lambda visits, total, value: Fraction(total + value, visits + 1),
    slips={
        "forgetting the new visit": lambda visits, total, value: Fraction(total + value, visits),
        "forgetting the new value": lambda visits, total, value: Fraction(total, visits + 1),
        "taking the value for the other player": lambda visits, total, value: Fraction(
            total - value, visits + 1
        ),
        "leaving the mean as it was": lambda visits, total, value: Fraction(total, visits),
    },
    because=lambda visits, total, value: (
        f"The total is {written(total + value)} now, and there are {visits + 1} visits."
    ),
)

_BACKED_UP = Question(
    "05",
    lambda rng, level: {
        "total": rng.randint(-4, 4),
        "depth": rng.randint(1, 4),
        "winner": rng.choice("XO"),
    },
    lambda total, depth, winner: (
        f"X is to move at the root, and the players take turns. A node {depth}"
        f" {'move' if depth == 1 else 'moves'} below the root has a total of {written(total)},"
        " which counts for the player whose move led to it: a win 1, a draw 0 and a loss \u22121."
        f" {winner} wins a game through this node. What is its total now?"
    ),
    key=lambda total, depth, winner: total + (1 if "OX"[depth % 2] == winner else -1),
    slips={
        "counting for the player to move": lambda total, depth, winner: (
            total - (1 if "OX"[depth % 2] == winner else -1)
        ),
        "leaving the total as it was": lambda total, depth, winner: total,
    },
    because=lambda total, depth, winner: f"{'OX'[depth % 2]}'s move led to it.",
)

_LAST_CHILD = Question(
    "05",
    lambda rng, level: {
        "parent": rng.randint(40, 90),
        "one": rng.randint(5, 20),
        "other": rng.randint(5, 20),
    },
    lambda parent, one, other: (
        f"A node that was expanded by its own first visit has {parent} visits. Two of its three"
        f" children have {one} and {other}. How many has the third?"
    ),
    key=lambda parent, one, other: parent - 1 - one - other,
    slips={
        "forgetting the node's own first visit": lambda parent, one, other: parent - one - other,
        "taking one visit off for each child": lambda parent, one, other: parent - 3 - one - other,
        "giving it what the others have together": lambda parent, one, other: one + other,
    },
    because=lambda parent, one, other: "Every visit but the first went on to one of the children.",
)


def _at_the_end(rng: Random, _level: int) -> Facts | None:
    children = [(n, rng.randint(n // 4, n)) for n in rng.sample(range(5, 60), 3)]
    means = [wins / n for n, wins in children]
    most = [n for n, _ in children]
    same = means.index(max(means)) == most.index(max(most))
    return None if same or len(set(means)) < 3 else {"children": children}


_FINAL_CHOICE = Question(
    "05",
    _at_the_end,
    lambda children: (
        "The Monte Carlo search of lesson 05 has spent all its simulations. Which move does it"
        " play?\n" + _rows(children, _visits_and_wins)
    ),
    key=lambda children: _best([n for n, _ in children]),
    slips={
        "playing the best mean": lambda children: _best([wins / n for n, wins in children]),
        "playing the highest bound": lambda children: _best(
            _bounds(children, sum(n for n, _ in children))
        ),
        "playing the most wins": lambda children: _best([wins for _, wins in children]),
    },
    options=lambda children: _letters_of(children),
    because=lambda children: (
        "It plays what it has tried most often: a few lucky games make a high mean, but many visits"
        " were earned."
    ),
)

# --- lesson 07 ------------------------------------------------------------------------------------


def _pairs(rng: Random, _level: int) -> Facts:
    pairs = [(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(3)]
    return dict(zip("abc", pairs, strict=True), chooser=rng.choice(("the prover", "the other")))


def _proof(a: Any, b: Any, c: Any, chooser: str) -> tuple[int, int]:
    proofs, disproofs = zip(a, b, c, strict=True)
    if chooser == "the prover":
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)


_PROOF = Question(
    "07",
    _pairs,
    lambda a, b, c, chooser: (
        "The three children of a node have these pairs (proof number, disproof number):"
        f" {a}, {b} and {c}. It is the turn of {chooser}"
        f"{' player' if chooser == 'the other' else ', who wants to show a win'}. Which pair does"
        " the node have?"
    ),
    key=_proof,
    slips={
        "exchanging the players": lambda a, b, c, chooser: _proof(
            a, b, c, "the other" if chooser == "the prover" else "the prover"
        ),
        "taking the smallest of both": lambda a, b, c, chooser: tuple(
            map(min, zip(a, b, c, strict=True))
        ),
        "adding both": lambda a, b, c, chooser: tuple(map(sum, zip(a, b, c, strict=True))),
        "writing the disproof number first": lambda a, b, c, chooser: _proof(a, b, c, chooser)[
            ::-1
        ],
    },
    because=lambda a, b, c, chooser: (
        "One winning move is enough for the prover, who has to show all of the other player's."
    ),
)


def _entry(rng: Random, _level: int) -> Facts | None:
    alpha, beta = sorted(rng.sample(range(-9, 10), 2))
    lower, upper = sorted(rng.choices(range(-9, 10), k=2))
    cases = (lower >= beta, upper <= alpha, lower == upper, max(alpha, lower) < min(beta, upper))
    facts = {"alpha": alpha, "beta": beta, "lower": lower, "upper": upper}
    return facts if cases[rng.randrange(4)] else None


def _back(number: int) -> str:
    return f"it gives back {written(number)}"


_SEARCHES = "it searches with its own window"

_ENTRY = Question(
    "07",
    _entry,
    lambda alpha, beta, lower, upper: (
        f"`bounded_alphabeta` comes to a state with the window ({written(alpha)},"
        f" {written(beta)}), and finds an entry in its table: the value is at least"
        f" {written(lower)} and at most {written(upper)}. What does it do?"
    ),
    key=lambda alpha, beta, lower, upper: (
        _back(lower)
        if lower in (upper, max(lower, beta))
        else _back(upper)
        if upper <= alpha
        else _SEARCHES
    ),
    slips={
        "exchanging the two bounds": lambda alpha, beta, lower, upper: (
            _back(lower) if lower <= alpha else _back(upper) if upper >= beta else None
        ),
        "forgetting the entry": lambda alpha, beta, lower, upper: _SEARCHES,
        "taking a bound for a value": lambda alpha, beta, lower, upper: _back(lower),
    },
    options=lambda alpha, beta, lower, upper: [_back(lower), _back(upper), _SEARCHES],
    because=lambda alpha, beta, lower, upper: (
        "An entry may replace a search in three cases only: its lower number is beta or more, its"
        " upper number is alpha or less, or the two are equal."
    ),
)

# --- lesson 08 ------------------------------------------------------------------------------------


def _expected(own: int, other: int, scale: float = 400) -> int:
    """The points of a hundred games that ratings let one expect."""
    return round(100 / (1 + 10 ** ((other - own) / scale)))


_ELO = Question(
    "08",
    lambda rng, level: {
        "own": rng.randrange(1000, 2000, 50),
        "apart": rng.choice([-400, -200, -100, 100, 200, 400]),
    },
    lambda own, apart: (
        f"A player has an Elo rating of {own}, and the opponent {own + apart}. About how many"
        f" points"
        " of a hundred games does Elo's formula promise to the player? It is"
        " `100 / (1 + 10 ** (difference / 400))`, where the difference is the opponent's rating"
        " minus the player's."
    ),
    key=lambda own, apart: _expected(own, own + apart),
    slips={
        "exchanging the players": lambda own, apart: _expected(own + apart, own),
        "giving one point for ten of rating": lambda own, apart: 50 - apart // 10,
        "dividing the ratings": lambda own, apart: round(100 * own / (2 * own + apart)),
    },
    because=lambda own, apart: (
        f"The difference is {written(apart)}, and the formula gives {_expected(own, own + apart)}:"
        f" {'more' if apart < 0 else 'less'} than half for the"
        f" {'stronger' if apart < 0 else 'weaker'} player."
    ),
)

_SCORE = Question(
    "08",
    lambda rng, level: {
        "won": rng.randint(3, 12),
        "drawn": rng.randrange(2, 9, 2),
        "lost": rng.randint(3, 12),
    },
    lambda won, drawn, lost: (
        f"A player has won {won} games, drawn {drawn} and lost {lost}. A draw is half a point. What"
        " share of the points is that?"
    ),
    key=lambda won, drawn, lost: Fraction(2 * won + drawn, 2 * (won + drawn + lost)),
    slips={
        "giving nothing for a draw": lambda won, drawn, lost: Fraction(won, won + drawn + lost),
        "leaving the draws out": lambda won, drawn, lost: Fraction(won, won + lost),
        "giving a whole point for a draw": lambda won, drawn, lost: Fraction(
            won + drawn, won + drawn + lost
        ),
    },
    because=lambda won, drawn, lost: (
        f"{won} and {drawn // 2} points of {won + drawn + lost} games."
    ),
)


# --- lesson 09 ------------------------------------------------------------------------------------

_LEARNED = Question(
    "09",
    lambda rng, level: {
        "number": Fraction(rng.choice((-3, -2, -1, 1, 2, 3)), 4),
        "target": rng.choice((-1, 1)),
        "rate": rng.choice((2, 5, 10)),
    },
    lambda number, target, rate: (
        f"A position has two pairs, whose numbers are {written(number)} and {written(-number)}: its"
        f" value is tanh(0), which is 0, and there tanh has the slope 1. It learns from a target of"
        f" {written(target)}, at a rate of 1/{rate}. What is the first number then?"
    ),
    key=lambda number, target, rate: number + Fraction(target, rate),
    slips={
        "moving away from the target": lambda number, target, rate: number - Fraction(target, rate),
        "taking the target for the new number": lambda number, target, rate: target,
        "moving the number, not the value, towards the target": lambda number, target, rate: (
            number + (target - number) / rate
        ),
        "sharing the step between the pairs": lambda number, target, rate: (
            number + Fraction(target, 2 * rate)
        ),
        "taking the step for the new number": lambda number, target, rate: Fraction(target, rate),
    },
    because=lambda number, target, rate: (
        f"The surprise is {written(target)}, and each pair gets 1/{rate} of it."
    ),
)


def _with_priors(rng: Random, _level: int) -> Facts | None:
    priors = rng.choice(((0.2, 0.3, 0.5), (0.1, 0.2, 0.7), (0.1, 0.3, 0.6)))
    children = [
        (prior, visits, rng.randint(-5, 9) / 10)
        for prior, visits in zip(rng.sample(priors, 3), rng.sample((0, 1, 3, 4, 9), 3), strict=True)
    ]
    parent = rng.choice((16, 25, 36))
    *_others, second, best = sorted(_puct(children, parent))
    return {"children": children, "parent": parent} if best - second > 0.05 else None


def _puct(children: Sequence[Any], parent: int) -> list[float]:
    return [mean + prior * math.sqrt(parent) / (1 + visits) for prior, visits, mean in children]


_PUCT = Question(
    "09",
    _with_priors,
    lambda children, parent: (
        "A guided search chooses by the mean plus `prior * sqrt(visits of the parent) / (1 +"
        " visits)`."
        f" The parent has {parent} visits. Which child does it choose?\n"
        + _rows(
            children,
            lambda prior, n, mean: f"prior {prior}, {_visits(n)}, mean {written(mean)}",
        )
    ),
    key=lambda children, parent: _best(_puct(children, parent)),
    slips={
        "choosing the best mean": lambda children, parent: _best([mean for *_, mean in children]),
        "choosing the best prior": lambda children, parent: _best(
            [prior for prior, *_ in children]
        ),
        "choosing the fewest visits": lambda children, parent: _best([-n for _, n, _ in children]),
    },
    options=lambda children, parent: _letters_of(children),
    because=lambda children, parent: (
        "The sums are "
        + ", ".join(
            f"{_letter(at)} {written(round(worth, 2))}"
            for at, worth in enumerate(_puct(children, parent))
        )
        + "."
    ),
)

# --- lesson 10 ------------------------------------------------------------------------------------


def _luck(rng: Random, _level: int) -> Facts:
    parts = rng.choice(((1, 1, 2), (1, 2, 3), (1, 1, 4), (1, 2, 5), (2, 3, 5)))
    return {"parts": tuple(rng.sample(parts, 3)), "values": tuple(rng.sample(range(-6, 13), 3))}


def _in_parts(parts: Sequence[int], values: Sequence[int]) -> str:
    return ", ".join(
        f"{written(value)} with a chance of {part}/{sum(parts)}"
        for part, value in zip(parts, values, strict=True)
    )


_EXPECTATION = Question(
    "10",
    _luck,
    lambda parts, values: (
        f"A roll of the dice leads to {_in_parts(parts, values)}. What is it worth?"
    ),
    key=lambda parts, values: Fraction(
        sum(part * value for part, value in zip(parts, values, strict=True)), sum(parts)
    ),
    slips={
        "taking all chances for equal": lambda parts, values: Fraction(sum(values), 3),
        "taking the most likely": lambda parts, values: values[parts.index(max(parts))],
        "hoping for the best": lambda parts, values: max(values),
        "fearing the worst": lambda parts, values: min(values),
    },
    because=lambda parts, values: "Each value counts as often as it comes.",
)


_MATCHED = Question(
    "10",
    lambda rng, level: dict(
        zip(
            "abc",
            rng.sample((rng.randint(1, 6), rng.randint(1, 6), -rng.randint(1, 6)), 3),
            strict=True,
        )
    ),
    lambda a, b, c: (
        f"The regrets of three actions are {written(a)}, {written(b)} and {written(c)}. With what"
        f" chance does regret matching"
        " play the first?"
    ),
    key=lambda a, b, c: Fraction(max(a, 0), max(a, 0) + max(b, 0) + max(c, 0)),
    slips={
        "taking off what is negative": lambda a, b, c: (
            Fraction(a, a + b + c) if 0 <= a <= a + b + c and a + b + c else None
        ),
        "forgetting the signs": lambda a, b, c: Fraction(abs(a), abs(a) + abs(b) + abs(c)),
        "playing all actions alike": lambda a, b, c: Fraction(1, 3),
        "playing the largest regret alone": lambda a, b, c: int(a == max(a, b, c)),
        "playing the positive ones alike": lambda a, b, c: Fraction(int(a > 0), 2),
    },
    because=lambda a, b, c: "Only positive regrets count, each by its share.",
)

_REGRET = Question(
    "10",
    lambda rng, level: {
        "before": rng.randint(-3, 3),
        "half": rng.choice((2, 4)),
        "first": 4 * rng.randint(-2, 4),
        "second": 4 * rng.randint(-2, 4),
    },
    lambda before, half, first, second: (
        f"You play the first of two actions with a chance of 1/{half}. This time the first would"
        f" have"
        f" earned {written(first)}, and the second {written(second)}. The first action's regret"
        f" was {written(before)}. What is it"
        " now?"
    ),
    key=lambda before, half, first, second: (
        before + first - Fraction(first + (half - 1) * second, half)
    ),
    slips={
        "forgetting the regret of before": lambda before, half, first, second: (
            first - Fraction(first + (half - 1) * second, half)
        ),
        "comparing with the other action": lambda before, half, first, second: (
            before + first - second
        ),
        "subtracting the payoff from the mean": lambda before, half, first, second: (
            before - first + Fraction(first + (half - 1) * second, half)
        ),
        "adding the whole payoff": lambda before, half, first, second: before + first,
    },
    because=lambda before, half, first, second: (
        f"On average you got {written(Fraction(first + (half - 1) * second, half))}; the payoff"
        f" minus that is"
        " added."
    ),
)


KINDS = {
    "nim-sum": _NIM_SUM,
    "nim": _NIM,
    "marking": _MARKING,
    "last-depth": _LAST_DEPTH,
    "ucb": _UCB,
    "mean": _MEAN,
    "backed-up": _BACKED_UP,
    "last-child": _LAST_CHILD,
    "final-choice": _FINAL_CHOICE,
    "proof-numbers": _PROOF,
    "entry": _ENTRY,
    "elo": _ELO,
    "score": _SCORE,
    "learned": _LEARNED,
    "puct": _PUCT,
    "expectation": _EXPECTATION,
    "matched": _MATCHED,
    "regret": _REGRET,
}
"""The kinds of questions about numbers."""
