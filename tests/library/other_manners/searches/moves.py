"""Searches on one object that moves are made on and taken back from."""

import math


class Line:
    """A row of five squares; whoever puts two stones side by side wins."""

    def __init__(self, cells="....."):
        self.cells, self.history, self.turn = list(cells), [], "X"

    def legal_moves(self):
        return [] if self.won() else [i for i, c in enumerate(self.cells) if c == "."]

    def make_move(self, move):
        self.cells[move] = self.turn
        self.history.append(move)
        self.turn = "O" if self.turn == "X" else "X"

    def undo_move(self):
        self.cells[self.history.pop()] = "."
        self.turn = "O" if self.turn == "X" else "X"

    push, pop = make_move, undo_move

    def won(self):
        text = "".join(self.cells)
        return "X" if "XX" in text else "O" if "OO" in text else None

    def is_over(self):
        return self.won() is not None or "." not in self.cells

    def score(self):
        return {"X": 1, "O": -1, None: 0}[self.won()]


def minimax(board, depth, is_max):  #: node=board.cells best=max if is_max else min
    if depth == 0 or board.is_over():
        return board.score()
    best = -math.inf if is_max else math.inf
    for move in board.legal_moves():
        board.make_move(move)
        score = minimax(board, depth - 1, not is_max)
        board.undo_move()
        best = max(best, score) if is_max else min(best, score)
    return best


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


squares = [" "] * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner():
    for a, b, c in LINES:
        if squares[a] != " " and squares[a] == squares[b] == squares[c]:
            return squares[a]
    return None


def mini(turn):  #: node=squares best=max if turn=="X" else min
    who = winner()
    if who or " " not in squares:
        return {"X": 10, "O": -10, None: 0}[who]
    scores = []
    for i in range(9):
        if squares[i] == " ":
            squares[i] = turn
            scores.append(mini("O" if turn == "X" else "X"))
            squares[i] = " "
    return max(scores) if turn == "X" else min(scores)


def on_squares(run, text):
    squares[:] = text
    return run(mini, "X")


CALLS = {
    "make_move and undo_move": lambda run: run(minimax, Line("X.O.."), 3, True),
    "push and pop, negamax": lambda run: run(root, Line(), 3),
    "push and pop on a board of the searcher's": lambda run: run(Solver("..O..").search, 3),
    "a board in a global list": lambda run: on_squares(run, "XOXOO    "),
}
