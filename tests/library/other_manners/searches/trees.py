"""Searches on trees and heaps that are no game at all: dictionaries, nodes, numbers."""

from functools import cache, lru_cache

TREE = {"A": ["B", "C"], "B": ["D", "E"], "C": ["F", "G"], "E": ["H", "I"]}
LEAVES = {"D": 3, "F": 2, "G": 9, "H": 5, "I": 1}


def by_name(name, is_max=True):  #: node=name best=max if is_max else min
    if name in LEAVES:
        return LEAVES[name]
    return (max if is_max else min)(by_name(child, not is_max) for child in TREE[name])


def best_child(tree, name):
    return max(tree[name], key=lambda child: by_name(child, False))


def by_index(curDepth, nodeIndex, maxTurn, scores, targetDepth):  #: node=curDepth,nodeIndex best=max if maxTurn else min
    if curDepth == targetDepth:
        return scores[nodeIndex]
    if maxTurn:
        return max(
            by_index(curDepth + 1, nodeIndex * 2, False, scores, targetDepth),
            by_index(curDepth + 1, nodeIndex * 2 + 1, False, scores, targetDepth),
        )
    return min(
        by_index(curDepth + 1, nodeIndex * 2, True, scores, targetDepth),
        by_index(curDepth + 1, nodeIndex * 2 + 1, True, scores, targetDepth),
    )


class Node:
    def __init__(self, name, value=None, children=()):
        self.name, self.value, self.children = name, value, list(children)

    def __repr__(self):
        return self.name

    def search(self, maximizing=True):  #: node=self best=max if maximizing else min
        if not self.children:
            return self.value
        pick = max if maximizing else min
        self.value = pick(child.search(not maximizing) for child in self.children)
        return self.value


def nodes():
    left = Node("left", None, [Node("ll", 4), Node("lr", 7)])
    right = Node("right", None, [Node("rl", 2), Node("rm", 8), Node("rr", 1)])
    return Node("top", None, [left, right])


def negamax(node, color):  #: node=node.name value=1
    if not node.children:
        return color * node.value
    return max(-negamax(child, -color) for child in node.children)


def wins(heap):  #: node=heap
    return any(not wins(heap - take) for take in (1, 2, 3) if take <= heap)


@lru_cache(maxsize=None)
def grundy(n):  #: node=n
    if n == 0:
        return 0
    reachable = {grundy(n - take) for take in (1, 3, 4) if take <= n}
    value = 0
    while value in reachable:
        value += 1
    return value


@cache
def nim(heaps):  #: node=heaps
    for i, heap in enumerate(heaps):
        for take in range(1, heap + 1):
            if nim(tuple(sorted(heaps[:i] + (heap - take,) + heaps[i + 1 :]))) == -1:
                return 1
    return -1


def stones(piles):
    memo = {}

    def best(i, j):  #: node=i,j
        if i > j:
            return 0
        if (i, j) in memo:
            return memo[i, j]  #: memory
        memo[i, j] = max(piles[i] - best(i + 1, j), piles[j] - best(i, j - 1))
        return memo[i, j]

    return best(0, len(piles) - 1)


def fresh(run, f, *arguments):
    f.cache_clear() if hasattr(f, "cache_clear") else None
    return run(f, *arguments)


CALLS = {
    "names in a dictionary": lambda run: run(by_name, "A"),
    "names, the tree handed in": lambda run: run(best_child, TREE, "A"),
    "places of an array": lambda run: run(by_index, 0, 0, True, [3, 5, 2, 9, 12, 5, 23, 23], 3),
    "nodes that search themselves": lambda run: run(nodes().search),
    "nodes, negamax with a colour": lambda run: run(negamax, nodes(), 1),
    "a heap, f(5)": lambda run: run(wins, 5),
    "grundy numbers with lru_cache": lambda run: fresh(run, grundy, 8),
    "heaps with cache": lambda run: fresh(run, nim, (1, 2, 3)),
    "piles, i and j": lambda run: run(stones, [3, 9, 1, 2, 7]),
}
