# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `stones_missing`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: neighbours


# %% right: Dijkstra with a heap
from heapq import heappop, heappush


def stones_missing(start, goal, own, other, size):
    done, waiting = set(), [(0 if start in own else 1, start)]
    while waiting:
        cost, cell = heappop(waiting)
        if cell == goal:
            return cost
        if cell in done:
            continue
        done.add(cell)
        for near in neighbours(cell, size):
            if near not in other and near not in done:
                heappush(waiting, (cost + (0 if near in own else 1), near))
    return None


# %% right: own stones in front of the queue
from collections import deque


def stones_missing(start, goal, own, other, size):
    cost = {start: int(start not in own)}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in neighbours(cell, size):
            if near in other:
                continue
            new = cost[cell] + (near not in own)
            if new < cost.get(near, 10**6):
                cost[near] = new
                if near in own:
                    queue.appendleft(near)
                else:
                    queue.append(near)
    return cost.get(goal)


# %% right: over all cells again and again until nothing changes
def stones_missing(start, goal, own, other, size):
    cost = {start: int(start not in own)}
    changed = True
    while changed:
        changed = False
        for cell in list(cost):
            for near in neighbours(cell, size):
                if near not in other:
                    new = cost[cell] + int(near not in own)
                    if near not in cost or new < cost[near]:
                        cost[near] = new
                        changed = True
    return cost.get(goal)


# %% right: step by step
def stones_missing(start, goal, own, other, size):
    missing = {}
    missing[start] = 0 if start in own else 1
    waiting = [start]
    while waiting:
        cell = waiting.pop(0)
        for near in neighbours(cell, size):
            if near in other:
                continue
            cost = missing[cell]
            if near not in own:
                cost += 1
            if near not in missing or cost < missing[near]:
                missing[near] = cost
                waiting.append(near)
    if goal in missing:
        return missing[goal]
    return None


# %% wrong: the first way that reaches a cell is kept
but("if near not in missing or cost < missing[near]:", "if near not in missing:")


# %% wrong: the start is never counted
but("0 if start in own else 1", "0")


# %% wrong: the start always counts
but("0 if start in own else 1", "1")


# %% wrong: own stones cost as much as empty cells
but("            if near not in own:\n                cost += 1\n", "            cost += 1\n")


# %% wrong: the other player's stones are no obstacle
but("            if near in other:\n                continue\n", "")


# %% wrong: only own stones cost something
but("if near not in own:", "if near in own:")


# %% wrong: the goal is never counted
but("        return missing[goal]\n", "        return missing[goal] - (goal not in own)\n")


# %% wrong: without a way it is a large number, not None
but("    return None\n", "    return 1000\n")


# %% wrong: a corner of the board is in the way
but("            if near in other:\n", "            if near in other or len(neighbours(near, size)) == 3 and near != goal:\n")


# %% wrong: the steps of the way are counted, not the stones
but("0 if start in own else 1", "0")
but("            if near not in own:\n                cost += 1\n", "            cost += 1\n")


# %% wrong: only the neighbours of the start are looked at
but("                waiting.append(near)\n", "                pass\n")


# %% wrong: a cell that is reached again is not looked at again
but("                missing[near] = cost\n                waiting.append(near)\n", "                if near not in missing:\n                    waiting.append(near)\n                missing[near] = cost\n")
