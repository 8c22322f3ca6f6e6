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


def spiel(state, player):  #: node=str(state) best=max if state.is_terminal() or state.current_player()==player else min
    if state.is_terminal():
        return state.returns()[player]  #: leaf
    values = [spiel(state.child(a), player) for a in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


def spiel_clone(state, alpha, beta, maximizing):  #: node=str(state) window=alpha,beta all=len(state.legal_actions())
    if state.is_terminal():
        return state.player_return(0)  #: leaf
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        value = spiel_clone(after, alpha, beta, after.is_terminal() or after.current_player() == 0)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break  #: cut
    return alpha if maximizing else beta


def tic_tac_toe(moves=(0, 1, 2, 4, 3)):
    import pyspiel

    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


CALLS = {
    "chess, push and pop": lambda run: run(negamax, chess_board(), 2),
    "chess, copies": lambda run: run(alpha_beta, pawns(), 2, -INFINITE, INFINITE),
    "easyai make and unmake": lambda run: run(easy_own, bones(), 4),
}
ABROAD = {
    "openspiel child": lambda run: run(spiel, tic_tac_toe(), 0),
    "openspiel clone and apply": lambda run: run(
        spiel_clone, tic_tac_toe(), -math.inf, math.inf, False
    ),
}
"""Where OpenSpiel is: `tests/bridges_abroad.py` runs them."""
