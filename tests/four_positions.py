"""Positions of Connect Four for the tests of its solvers, made at random, and a slow oracle."""


def random_line(game, stones, rng):
    """So many columns as digits, after which nobody has won."""
    while True:
        state, line = game.initial, ""
        while len(line) < stones and game.actions(state):
            action = rng.choice(game.actions(state))
            state, line = game.result(state, action), line + str(action[1] + 1)
        if len(line) == stones and game.winner(state) is None:
            return line


def random_bits(board, stones, rng):
    """The stones of the player to move and all stones, in a position in which nobody has won."""
    while True:
        mine = taken = 0
        for _ in range(stones):
            move = rng.choice(list(board.moves(taken)))
            if board.winning_squares(mine, taken) & move:
                break
            mine, taken = taken ^ mine, taken | move
        else:
            return mine, taken


def plain_score(game, state, known=None):
    """The score by looking at everything that can follow, by the rules of the game alone."""
    known = {} if known is None else known
    if state not in known:
        if game.is_terminal(state):
            left = sum(mark == "." for mark in state.board)
            known[state] = 0 if game.winner(state) is None else -(left // 2 + 1)
        else:
            known[state] = max(
                -plain_score(game, game.result(state, action), known)
                for action in game.actions(state)
            )
    return known[state]


def plies_to_the_end(score, squares, stones):
    """How many more stones are placed, the last one included, from a state with this score."""
    if score == 0:
        return squares - stones
    # The winner has stones // 2 on the board, or one more if he began and it is not his turn.
    first = stones % 2 == 0 if score > 0 else stones % 2 == 1
    supply = (squares + 1) // 2 if first else squares // 2
    last = 2 * (supply - abs(score)) + (1 if first else 2)
    return last - stones
