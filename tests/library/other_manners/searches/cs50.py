"""Searches in the manner of CS50: plain functions on a board that is a list of lists."""

import copy
import math

X, O, EMPTY = "X", "O", None
BOARD = [[X, O, X], [O, O, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    flat = sum(board, [])
    return X if flat.count(X) == flat.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] != EMPTY:
        raise ValueError("taken")
    new = copy.deepcopy(board)
    new[i][j] = player(board)
    return new


def winner(board):
    lines = [*board, *map(list, zip(*board))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] != EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or all(EMPTY not in row for row in board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax_pruned(board):
    if terminal(board):
        return None
    return (high if player(board) == X else low)(board, -math.inf, math.inf)[1]


def high(board, a, b):  #: node=board window=a,b best=max value=0
    if terminal(board):
        return utility(board), None  #: leaf
    best, move = -math.inf, None
    for action in sorted(actions(board)):
        got, _ = low(result(board, action), a, b)
        if got > best:
            best, move = got, action
        a = max(a, best)
        if a >= b:
            break  #: cut
    return best, move


def low(board, a, b):  #: node=board window=a,b best=min value=0
    if terminal(board):
        return utility(board), None  #: leaf
    best, move = math.inf, None
    for action in sorted(actions(board)):
        got, _ = high(result(board, action), a, b)
        if got < best:
            best, move = got, action
        b = min(b, best)
        if a >= b:
            break  #: cut
    return best, move


def early(board):
    """The first winning action at once, as the project's hint says."""
    for action in sorted(actions(board)):
        if solve(result(board, action)) == 1:
            return action
    return None


def solve(board):  #: node=board best=max if player(board)==X else min
    if terminal(board):
        return utility(board)  #: leaf
    goal = 1 if player(board) == X else -1
    found = []
    for action in sorted(actions(board)):
        value = solve(result(board, action))
        if value == goal:
            return value
        found.append(value)
    return max(found) if goal == 1 else min(found)


def board():
    return copy.deepcopy(BOARD)


CALLS = {
    "cs50 minimax with a window": lambda run: run(minimax_pruned, board()),
    "cs50 stops at the first win": lambda run: run(early, board()),
}
