"""Searches whose answer goes other ways: generators, stacks, exceptions, dictionaries of counts."""

import asyncio
import random
from collections import defaultdict

LISTS = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def turn(s):
    return "X" if s.count("X") == s.count("O") else "O"


def moves(s):
    return [] if won(s) else [i for i, c in enumerate(s) if c == "."]


def play(s, i):
    return s[:i] + turn(s) + s[i + 1 :]


def won(s):
    return next((s[a] for a, b, c in LINES if s[a] != "." and s[a] == s[b] == s[c]), None)


START = "XOXOO.X.."


class Answer(Exception):
    """The value of a state, thrown at whoever asked."""

    def __init__(self, value):
        self.value = value
        super().__init__(value)


def throw(s):  #: node=s best=max if turn(s)=="X" else min
    if not moves(s):
        raise Answer({"X": 1, "O": -1, None: 0}[won(s)])
    values = []
    for i in moves(s):
        try:
            throw(play(s, i))
        except Answer as answer:
            values.append(answer.value)
    raise Answer(max(values) if turn(s) == "X" else min(values))


def catch(s):
    try:
        throw(s)
    except Answer as answer:
        return answer.value


def stack(s):
    """Postorder with a list for a stack: a state is met, its children are pushed, then it is valued."""
    todo, values = [(s, False)], {}
    while todo:
        s, ready = todo.pop()
        if not moves(s):
            values[s] = {"X": 1, "O": -1, None: 0}[won(s)]
        elif ready:
            values[s] = (max if turn(s) == "X" else min)(values[play(s, i)] for i in moves(s))
        else:
            todo.append((s, True))
            todo.extend((play(s, i), False) for i in moves(s))
    return values[s]


def stream(node, maximizing=True):  #: node=node best=max if maximizing else min
    """Every better value as it is found, the last one counts."""
    if isinstance(node, int):
        yield node
        return
    best = None
    for child in node:
        *_, value = stream(child, not maximizing)
        if best is None or (value > best if maximizing else value < best):
            best = value
            yield best


def counts(s, playouts):
    """Monte Carlo with two dictionaries, as short as it gets."""
    plays, wins = defaultdict(int), defaultdict(int)
    for _ in range(playouts):
        here, path = s, [s]  #: playout
        while moves(here):
            here = play(here, random.choice(moves(here)))
            path.append(here)
        for state in path:
            plays[state] += 1
            wins[state] += won(here) == "X"
    return max(moves(s), key=lambda i: wins[play(s, i)] / max(1, plays[play(s, i)]))


async def ask(s):  #: node=s best=max if turn(s)=="X" else min
    if not moves(s):
        return {"X": 1, "O": -1, None: 0}[won(s)]
    values = await asyncio.gather(*(ask(play(s, i)) for i in moves(s)))
    return max(values) if turn(s) == "X" else min(values)


def wait(s):
    return asyncio.run(ask(s))


def box(s, out):  #: node=s
    """The value is put into a list that was handed in."""
    if not moves(s):
        out.append({"X": 1, "O": -1, None: 0}[won(s)])
        return
    inner = []
    for i in moves(s):
        box(play(s, i), inner)
    out.append(max(inner) if turn(s) == "X" else min(inner))


def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


best = lambda s: (  #: node=s best=max if turn(s)=="X" else min
    {"X": 1, "O": -1, None: 0}[won(s)]
    if not moves(s)
    else (max if turn(s) == "X" else min)(best(play(s, i)) for i in moves(s))
)


def seeded(run, f, *arguments):
    random.seed(5)
    return run(f, *arguments)


CALLS = {
    "exceptions carry the answer": lambda run: run(catch, START),
    "an explicit stack": lambda run: run(stack, START),
    "a generator of better values": lambda run: run(stream, LISTS),
    "counts in dictionaries": lambda run: seeded(run, counts, START, 40),
    "asyncio.gather": lambda run: run(wait, START),
    "values put into a list": lambda run: run(box, START, []),
    "a lambda": lambda run: run(best, START),
    "a formula": lambda run: run(nim_sum, (3, 4, 5)),
}
