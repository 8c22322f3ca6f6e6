"""Searches on one object that moves are made on and taken back from."""

import math


class Line:
    """A row of five squares; whoever puts two stones side by side wins."""

    def __init__(self, cells="....."):
        self.cells, self.history, self.turn = list(cells), [], "X"

    def legal_moves(self):
        return [] if self.won() else [i for i, c in enumerate(self.cells) if c == "."]

    def push(self, move):
        self.cells[move] = self.turn
        self.history.append(move)
        self.turn = "O" if self.turn == "X" else "X"

    def pop(self):
        self.cells[self.history.pop()] = "."
        self.turn = "O" if self.turn == "X" else "X"

    def won(self):
        text = "".join(self.cells)
        return "X" if "XX" in text else "O" if "OO" in text else None

    def is_over(self):
        return self.won() is not None or "." not in self.cells

    def score(self):
        return {"X": 1, "O": -1, None: 0}[self.won()]


def negamax(board, depth, alpha, beta):  #: node=board.cells window=alpha,beta
    if depth == 0 or board.is_over():
        return board.score() * (1 if board.turn == "X" else -1)
    for move in board.legal_moves():
        board.push(move)
        score = -negamax(board, depth - 1, -beta, -alpha)
        board.pop()
        if score >= beta:
            return beta  #: cut
        alpha = max(alpha, score)
    return alpha


def root(board, depth):
    best, choice = -math.inf, None
    for move in board.legal_moves():
        board.push(move)
        score = -negamax(board, depth - 1, -math.inf, -best)
        board.pop()
        if score > best:
            best, choice = score, move
    return choice


class Solver:
    """The position is the searcher's own; the recursive function is handed nothing but a depth."""

    def __init__(self, cells):
        self.line, self.nodes = Line(cells), 0

    def search(self, depth):  #: node=self.line.cells
        self.nodes += 1
        if depth == 0 or self.line.is_over():
            return self.line.score() * (1 if self.line.turn == "X" else -1)
        best = -math.inf
        for move in self.line.legal_moves():
            self.line.push(move)
            best = max(best, -self.search(depth - 1))
            self.line.pop()
        return best


CALLS = {
    "push and pop, negamax": lambda run: run(root, Line(), 3),
    "push and pop on a board of the searcher's": lambda run: run(Solver("..O..").search, 3),
}
