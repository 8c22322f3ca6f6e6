# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `minimax(board)`, wrong and right; each part stands for a notebook."""

# %% all
X, O, EMPTY = "X", "O", None


def player(board):
    flat = board[0] + board[1] + board[2]
    return X if flat.count(X) == flat.count(O) else O


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not free")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    columns = [[row[c] for row in board] for c in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in [*board, *columns, *diagonals]:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    if terminal(board):
        return utility(board)
    vals = [value(result(board, a)) for a in actions(board)]
    return max(vals) if player(board) == X else min(vals)


# %% wrong: it always plays for X
def minimax(board):
    best, best_value = None, -2
    if terminal(board):
        return None
    for action in sorted(actions(board)):
        v = value(result(board, action))
        if v > best_value:
            best, best_value = action, v
    return best


# %% wrong: it always plays for O
def minimax(board):
    if terminal(board):
        return None
    return min(sorted(actions(board)), key=lambda a: value(result(board, a)))


# %% wrong: the worst action is chosen
def minimax(board):
    if terminal(board):
        return None
    scores = {a: value(result(board, a)) for a in actions(board)}
    if player(board) == X:
        return min(scores, key=scores.get)
    return max(scores, key=scores.get)


# %% wrong: the first free square is taken
def minimax(board):
    if terminal(board):
        return None
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                return (i, j)


# %% wrong: the last free square is taken
def minimax(board):
    if terminal(board):
        return None
    move = None
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                move = (i, j)
    return move


# %% wrong: the value is returned instead of the action
def minimax(board):
    if terminal(board):
        return None
    vals = [value(result(board, a)) for a in actions(board)]
    return max(vals) if player(board) == X else min(vals)


# %% wrong: the value is returned together with the action
def minimax(board):
    if terminal(board):
        return None
    vals = [(value(result(board, a)), a) for a in sorted(actions(board))]
    if player(board) == X:
        return max(vals)
    return min(vals)


# %% right: the action as a list
def minimax(board):
    if terminal(board):
        return None
    best = None
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                v = value(result(board, (i, j)))
                if player(board) == O:
                    v = -v
                if best is None or v > best[0]:
                    best = [v, [i, j]]
    return best[1]


# %% wrong: a final board raises an exception, where None is right
def minimax(board):
    scores = {a: value(result(board, a)) for a in actions(board)}
    if terminal(board):
        scores = {}
    choose = max if player(board) == X else min
    return choose(scores, key=scores.get)


# %% wrong: a final board gives its utility, where None is right
def minimax(board):
    if terminal(board):
        return utility(board)
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda a: value(result(board, a)))


# %% wrong: only a win at once is seen
def minimax(board):
    if terminal(board):
        return None
    free = sorted(actions(board))
    for a in free:
        if winner(result(board, a)) == player(board):
            return a
    return free[0]


# %% wrong: only wins at once are seen, one's own and the opponent's
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    free = sorted(actions(board))
    for a in free:
        if winner(result(board, a)) == me:
            return a
    for a in free:
        other = [row[:] for row in board]
        other[a[0]][a[1]] = O if me == X else X
        if winner(other):
            return a
    return free[0]


# %% wrong: the board was changed
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    best, best_value = None, None
    for i, j in sorted(actions(board)):
        board[i][j] = me
        v = value(board) if me == X else -value(board)
        board[i][j] = EMPTY
        if best_value is None or v > best_value:
            best, best_value = (i, j), v
    board[best[0]][best[1]] = me
    return best


# %% wrong: None is returned, so a return is missing
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    choose(actions(board), key=lambda a: value(result(board, a)))


# %% right: max and min by key
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda a: value(result(board, a)))


# %% right: two functions that give value and action
def max_value(board):
    if terminal(board):
        return utility(board), None
    best = -2, None
    for action in actions(board):
        v, _ = min_value(result(board, action))
        if v > best[0]:
            best = v, action
    return best


def min_value(board):
    if terminal(board):
        return utility(board), None
    best = 2, None
    for action in actions(board):
        v, _ = max_value(result(board, action))
        if v < best[0]:
            best = v, action
    return best


def minimax(board):
    return (max_value(board) if player(board) == X else min_value(board))[1]


# %% right: it stops at the first win, and copies deeply
import copy


def result(board, action):
    if board[action[0]][action[1]] is not EMPTY:
        raise Exception("taken")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def search(board, sign):
    if terminal(board):
        return sign * utility(board)
    best = -1
    for action in actions(board):
        best = max(best, -search(result(board, action), -sign))
        if best == 1:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    best = None
    for action in actions(board):
        v = -search(result(board, action), -sign)
        if v == 1:
            return action
        if best is None or v > best[0]:
            best = (v, action)
    return best[1]
