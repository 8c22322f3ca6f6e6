# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `minimax(board)`, wrong and right; each part stands for a notebook."""

# %% all: player, actions, result, winner, terminal, utility
def value(board):
    if terminal(board):
        return utility(board)
    vals = [value(result(board, a)) for a in actions(board)]
    return max(vals) if player(board) == X else min(vals)


# %% wrong, nameless: the answer is remembered by the free squares
answers = {}


def rate(board):
    if terminal(board):
        return utility(board)
    values = [rate(result(board, a)) for a in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    key = frozenset(actions(board))
    if key not in answers:
        best = max if player(board) == X else min
        answers[key] = best(actions(board), key=lambda a: rate(result(board, a)))
    return answers[key]


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


# %% wrong, nameless: no action is chosen where every one loses
but("best = None", "best = [-1, None]")
but("best is None or v", "v")


# %% wrong: it sees only an immediate win
def minimax(board):
    if terminal(board):
        return None
    free = sorted(actions(board))
    for a in free:
        if winner(result(board, a)) == player(board):
            return a
    return free[0]


# %% wrong: it sees only immediate wins, its own and the opponent's
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


# %% right: max and min by key
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda a: value(result(board, a)))


# %% wrong: the value is returned instead of the action
but("= max if", "= [value(result(board, a)) for a in actions(board)]\n    return max(choose) if")
but("min\n    return choose(actions(board), key=lambda a: value(result(board, a)))", "min(choose)")


# %% wrong: the value is returned together with the action
but("= max if", "= [(value(result(board, a)), a) for a in sorted(actions(board))]\n    if")
but("if player(board) == X else min", "if player(board) == X:\n        return max(choose)")
but("return choose(actions(board), key=lambda a: value(result(board, a)))", "return min(choose)")


# %% wrong: a final board gives its utility, where None is right
but("return None", "return utility(board)")


# %% wrong: None is returned, so a return is missing
but("return choose", "choose")


# %% wrong: it always plays for X
but("choose(actions(board)", "max(sorted(actions(board))")


# %% wrong: it always plays for O
but("choose(actions(board)", "min(sorted(actions(board))")


# %% wrong: the worst action is chosen
but("= max if", "= min if")
but("else min", "else max")


# %% wrong: the first free square is taken
but("choose(actions(board), key=lambda a: value(result(board, a)))", "min(actions(board))")


# %% wrong: the last free square is taken
but("choose(actions(board), key=lambda a: value(result(board, a)))", "max(actions(board))")


# %% wrong: a final board raises an exception, where None is right
but("return None", "return max([])")


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


# %% wrong: O takes the average of the values, where it should choose the smallest
def minimax(board):
    def worth(squares):
        if terminal(squares):
            return utility(squares)
        follow = [worth(result(squares, action)) for action in actions(squares)]
        return max(follow) if player(squares) == X else sum(follow) / len(follow)

    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda action: sign * worth(result(board, action)))


# %% wrong: X takes the average of the values, where it should choose the largest
but("return max(follow)", "return sum(follow) / len(follow)")
but("else sum(follow) / len(follow)", "else min(follow)")
