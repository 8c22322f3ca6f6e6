# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `line_through`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
EMPTY = None


def on_board(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


# %% wrong: any line on the board counts, not only one through this stone
def line_through(board, square, length, exact=False):
    for row in range(len(board)):
        for column in range(len(board[0])):
            mark = board[row][column]
            if mark is EMPTY:
                continue
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if on_board(board, row - dr, column - dc) and board[row - dr][column - dc] == mark:
                    continue
                n, r, c = 0, row, column
                while on_board(board, r, c) and board[r][c] == mark:
                    n += 1
                    r, c = r + dr, c + dc
                if n == length or n > length and not exact:
                    return True
    return False


# %% wrong, nameless: the answer is remembered by board, square and length, without exact
answers = {}


def look(board, square, length, exact):
    row, column = square
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for way in (1, -1):
            for step in range(1, 99):
                r, c = row + way * step * down, column + way * step * right
                if not (0 <= r < len(board) and 0 <= c < len(board[0])):
                    break
                if board[r][c] != board[row][column]:
                    break
                run += 1
        if run == length or run > length and not exact:
            return True
    return False


def line_through(board, square, length, exact=False):
    key = str(board), square, length
    if key not in answers:
        answers[key] = look(board, square, length, exact)
    return answers[key]


# %% wrong, nameless: four steps each way at most
def line_through(board, square, length, exact=False):
    row, column = square
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for way in (1, -1):
            for step in range(1, 5):
                r, c = row + way * step * down, column + way * step * right
                if not (0 <= r < len(board) and 0 <= c < len(board[0])):
                    break
                if board[r][c] != board[row][column]:
                    break
                run += 1
        if run == length or run > length and not exact:
            return True
    return False


# %% right: both ways from the last stone
def line_through(board, square, length, exact=False):
    row, column = square
    mark = board[row][column]
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        n = 1
        for sign in (1, -1):
            r, c = row + sign * dr, column + sign * dc
            while on_board(board, r, c) and board[r][c] == mark:
                n += 1
                r += sign * dr
                c += sign * dc
        if n == length or n > length and not exact:
            return True
    return False


# %% wrong: rising diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 0), (1, 1)]:")


# %% wrong: falling diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 0), (1, -1)]:")


# %% wrong: the last stone is not counted
but("n = 1", "n = 0")


# %% wrong: lines wrap around to the other side of the board
but("[column]", "[column]\n    height, width = len(board), len(board[0])")
but("on_board(board, r, c)", "-height <= r < height and -width <= c < width")


# %% wrong: the counts of all directions are added up
but("mark = board[row][column]", "mark = board[row][column]\n    n = 1")
but(":\n        n = 1", ":")


# %% wrong: stones with gaps between them count as a line
but("n = 1", "n = 0")
but("for sign in (1, -1):", "for sign in range(-20, 21):")
but("while on_board", "if on_board")
but("n += 1\n                r += sign * dr\n                c += sign * dc", "n += 1")


# %% wrong: a line that is too long counts although it has to be exact
but("if n == length or n > length and not exact:", "if n >= length:")


# %% wrong: a line that is too long never counts
but("if n == length or n > length and not exact:", "if n == length:")


# %% wrong: a longer line hides one of exactly the right length
but("mark = board[row][column]", "mark = board[row][column]\n    longest = 0")
but(
    "if n == length or n > length and not exact:\n            return True\n    return False",
    "longest = max(longest, n)\n    return longest == length if exact else longest >= length",
)


# %% wrong: rows are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(1, 0), (1, 1), (1, -1)]:")


# %% wrong: columns are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 1), (1, -1)]:")


# %% wrong: it looks only backwards from the last stone
but("for sign in (1, -1):", "for sign in (-1,):")


# %% wrong: the other player's stones count too
but("== mark:", "is not EMPTY:")


# %% wrong: the length is always taken to be 4
but("if n == length or n > length and not exact:", "if n == 4 or n > 4 and not exact:")


# %% wrong: height and width are swapped
but("on_board(board, r, c)", "0 <= r < len(board[0]) and 0 <= c < len(board)")


# %% wrong: all diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 0)]:")


# %% wrong: the last stone is counted twice
but("n = 1", "n = 2")


# %% wrong: it looks only one way from the last stone
but("for sign in (1, -1):", "for sign in (1,):")


# %% right: counted from the stone both ways, and one taken off
def line_through(board, square, length, exact=False):
    mark = board[square[0]][square[1]]

    def count(dr, dc):
        n, (r, c) = 0, square
        while on_board(board, r, c) and board[r][c] == mark:
            n, r, c = n + 1, r + dr, c + dc
        return n

    for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
        total = count(dr, dc) + count(-dr, -dc) - 1
        if total == length:
            return True
        if total > length and not exact:
            return True
    return False


# %% right: back to the first stone of the line, then forward
def line_through(board, square, length, exact=False):
    mark = board[square[0]][square[1]]
    runs = []
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        r, c = square
        while on_board(board, r - dr, c - dc) and board[r - dr][c - dc] == mark:
            r, c = r - dr, c - dc
        run = 0
        while on_board(board, r, c) and board[r][c] == mark:
            run, r, c = run + 1, r + dr, c + dc
        runs.append(run)
    return length in runs if exact else max(runs) >= length


# %% right: a recursion
def reach(board, r, c, dr, dc, mark):
    if not on_board(board, r, c) or board[r][c] != mark:
        return 0
    return 1 + reach(board, r + dr, c + dc, dr, dc, mark)


def line_through(board, square, length, exact=False):
    r, c = square
    mark = board[r][c]
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        n = reach(board, r, c, dr, dc, mark) + reach(board, r - dr, c - dc, -dr, -dc, mark)
        if n == length or (n > length and not exact):
            return True
    return False
