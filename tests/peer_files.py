"""A student's tic-tac-toe as text, and changes that make other students' files of it."""

RIGHT = """
import copy

X, O, EMPTY = "X", "O", None
known = {}


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    count = sum(cell is not EMPTY for row in board for cell in row)
    return O if count % 2 else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError("that square is taken")
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for line in [*board, *zip(*board), *diagonals]:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    key = str(board)
    if key not in known:
        if terminal(board):
            known[key] = utility(board)
        else:
            best = max if player(board) == X else min
            known[key] = best(value(result(board, action)) for action in actions(board))
    return known[key]


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))


if __name__ == "__main__":
    print(input("play? "))
"""

CHOOSING = "    best = max if player(board) == X else min\n    return best(sorted"
FIRST_FREE = (CHOOSING, f"    return min(actions(board))\n{CHOOSING}")
ONLY_AS_X = (
    CHOOSING,
    f"    if player(board) == O:\n        return min(actions(board))\n{CHOOSING}",
)

CHOICE = "    return best(sorted(actions(board)), key=lambda action: value(result(board, action)))"
CHOSEN = CHOICE.replace("return", "i, j =")
WRITES = (CHOICE, f"{CHOSEN}\n    board[i][j] = player(board)\n    return i, j")
GIVES_A_LIST = (CHOICE, f"{CHOSEN}\n    return [i, j]")
ACTIONS = "{(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}"
LISTS_ACTIONS = (ACTIONS, ACTIONS.replace("{", "[").replace("}", "]"))
ONE_ROW = ("return [[EMPTY] * 3 for _ in range(3)]", "return [[EMPTY] * 3] * 3")


def changed(*changes: tuple[str, str]) -> str:
    """The right file with these words put for those."""
    text = RIGHT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
