"""Searches whose answer goes other ways: generators, stacks, exceptions, dictionaries of counts."""

import asyncio
import random

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


async def ask(s):  #: node=s best=max if turn(s)=="X" else min
    if not moves(s):
        return {"X": 1, "O": -1, None: 0}[won(s)]
    values = await asyncio.gather(*(ask(play(s, i)) for i in moves(s)))
    return max(values) if turn(s) == "X" else min(values)


def wait(s):
    return asyncio.run(ask(s))


class Search:
    """An object that is called; its answer stays in a field and nothing is returned."""

    def __init__(self):
        self.best = None

    def __call__(self, s):
        self.best = self.look(s)

    def look(self, s):  #: node=s best=max if turn(s)=="X" else min
        if not moves(s):
            return {"X": 1, "O": -1, None: 0}[won(s)]
        return (max if turn(s) == "X" else min)(self.look(play(s, i)) for i in moves(s))


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


def vectors(values):
    """Backward induction on an array: level by level, no state is ever given back by anyone."""
    level, maximizing = list(values), True
    while len(level) > 1:
        pick = max if maximizing else min
        level = [pick(level[i : i + 2]) for i in range(0, len(level), 2)]
        maximizing = not maximizing
    return level[0]


def seeded(run, f, *arguments):
    random.seed(5)
    return run(f, *arguments)


CALLS = {
    "an explicit stack": lambda run: run(stack, START),
    "a generator of better values": lambda run: run(stream, LISTS),
    "asyncio.gather": lambda run: run(wait, START),
    "an object that is called": lambda run: run(Search(), START),
    "values put into a list": lambda run: run(box, START, []),
    "a formula": lambda run: run(nim_sum, (3, 4, 5)),
    "an array folded": lambda run: run(vectors, [3, 12, 2, 4]),
}
