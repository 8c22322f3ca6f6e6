"""Searches on trees and heaps that are no game at all: dictionaries, nodes, numbers."""


TREE = {"A": ["B", "C"], "B": ["D", "E"], "C": ["F", "G"], "E": ["H", "I"]}
LEAVES = {"D": 3, "F": 2, "G": 9, "H": 5, "I": 1}


def by_name(name, is_max=True):  #: node=name best=max if is_max else min
    if name in LEAVES:
        return LEAVES[name]
    return (max if is_max else min)(by_name(child, not is_max) for child in TREE[name])


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


def wins(heap):  #: node=heap
    return any(not wins(heap - take) for take in (1, 2, 3) if take <= heap)


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


CALLS = {
    "names in a dictionary": lambda run: run(by_name, "A"),
    "nodes that search themselves": lambda run: run(nodes().search),
    "a heap, f(5)": lambda run: run(wins, 5),
    "piles, i and j": lambda run: run(stones, [3, 9, 1, 2, 7]),
}
