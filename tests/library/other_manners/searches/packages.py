"""Searches on objects of packages that other courses use."""

import math

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


def bones():
    from easyAI import Human_Player, TwoPlayerGame

    class Bones(TwoPlayerGame):
        def __init__(self):
            self.players, self.pile, self.current_player = [Human_Player(), Human_Player()], 6, 1

        def possible_moves(self):
            return [str(k) for k in (1, 2, 3) if k <= self.pile]

        def make_move(self, move):
            self.pile -= int(move)

        def unmake_move(self, move):
            self.pile += int(move)

        def win(self):
            return self.pile <= 0

        def is_over(self):
            return self.win()

        def scoring(self):
            return 100 if self.win() else 0

        def show(self):
            print(self.pile)

    return Bones()


def easy_own(game, depth):  #: node=game.pile
    if depth == 0 or game.is_over():
        return game.scoring()
    best = -math.inf
    for move in game.possible_moves():
        game.make_move(move)
        game.switch_player()
        best = max(best, -easy_own(game, depth - 1))
        game.switch_player()
        game.unmake_move(move)
    return best


CALLS = {
    "chess, push and pop": lambda run: run(negamax, chess_board(), 2),
    "chess, copies": lambda run: run(alpha_beta, pawns(), 2, -INFINITE, INFINITE),
    "easyai make and unmake": lambda run: run(easy_own, bones(), 4),
}
