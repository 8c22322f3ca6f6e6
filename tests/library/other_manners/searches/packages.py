"""Searches on boards of python-chess, left out where it is missing."""

import importlib.util

INFINITE = 10**6


def evaluate(board):
    worth = {1: 100, 2: 300, 3: 320, 4: 500, 5: 900, 6: 0}
    total = sum(worth[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values())
    return total if board.turn else -total


def negamax(board, depth):  #: node=board.fen()
    if board.is_checkmate():
        return -INFINITE
    if depth == 0 or board.is_game_over():
        return evaluate(board)
    best = -INFINITE
    for move in board.legal_moves:
        board.push(move)
        best = max(best, -negamax(board, depth - 1))
        board.pop()
    return best


def alpha_beta(board, depth, alpha, beta):  #: node=board.fen() window=alpha,beta all=board.legal_moves.count()
    if depth == 0 or board.is_game_over():
        return -INFINITE if board.is_checkmate() else evaluate(board)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        alpha = max(alpha, -alpha_beta(after, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break  #: cut
    return alpha


def chess_board():
    import chess

    return chess.Board("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")


def pawns():
    import chess

    return chess.Board("8/8/4k3/8/3P4/4K3/8/8 b - - 0 1")


CALLS = {
    "chess, push and pop": lambda run: run(negamax, chess_board(), 2),
    "chess, copies": lambda run: run(alpha_beta, pawns(), 2, -INFINITE, INFINITE),
}
MISSING = importlib.util.find_spec("chess") is None
