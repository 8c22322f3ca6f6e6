# ruff: noqa: ANN, B, BLE, C, D, E, EM, ERA, F, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `get_winner`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
X, O, EMPTY = "X", "O", None


def line_from(board, r, c, dr, dc, length):
    """The marks of a line that begins here, or [] where it leaves the board."""
    line = []
    for i in range(length):
        if 0 <= r + i * dr < len(board) and 0 <= c + i * dc < len(board[0]):
            line.append(board[r + i * dr][c + i * dc])
        else:
            return []
    return line


# %% wrong: only lines from one edge to the other count, whatever the length
def get_winner(board, length):
    n = len(board)
    for i in range(n):
        row = [board[i][j] for j in range(min(n, len(board[i])))]
        if row[0] and all(mark == row[0] for mark in row):
            return row[0]
    for j in range(n):
        column = [board[i][j] for i in range(n)]
        if column[0] and all(mark == column[0] for mark in column):
            return column[0]
    if board[0][0] and all(board[i][i] == board[0][0] for i in range(n)):
        return board[0][0]
    if board[0][-1] and all(board[i][-1 - i] == board[0][-1] for i in range(n)):
        return board[0][-1]


# %% wrong: lines wrap around to the other side of the board
def get_winner(board, length):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                try:
                    marks = [board[r + dr * i][c + dc * i] for i in range(length)]
                except IndexError:
                    continue
                if marks[0] is not EMPTY and marks.count(marks[0]) == length:
                    return marks[0]


# %% wrong: marks with gaps between them count as a line
def get_winner(board, length):
    rows, columns = len(board), len(board[0])
    lines = [list(row) for row in board] + [list(column) for column in zip(*board)]
    for start in range(-rows, columns):
        lines.append([board[r][start + r] for r in range(rows) if 0 <= start + r < columns])
    for start in range(rows + columns):
        lines.append([board[r][start - r] for r in range(rows) if 0 <= start - r < columns])
    for line in lines:
        for mark in line:
            if mark is not EMPTY and line.count(mark) >= length:
                return mark


# %% wrong, nameless: the answer is remembered by the board, whatever the length
found_on = {}


def find(board, length):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(length)]
                if all(0 <= y < len(board) and 0 <= x < len(board[0]) for y, x in line):
                    marks = {board[y][x] for y, x in line}
                    if len(marks) == 1 and marks != {EMPTY}:
                        return marks.pop()
    return None


def get_winner(board, length):
    key = str(board)
    if key not in found_on:
        found_on[key] = find(board, length)
    return found_on[key]


# %% wrong, nameless: the answer is remembered by all marks in one row, without the width
found_in = {}


def find(board, length):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(length)]
                if all(0 <= y < len(board) and 0 <= x < len(board[0]) for y, x in line):
                    marks = {board[y][x] for y, x in line}
                    if len(marks) == 1 and marks != {EMPTY}:
                        return marks.pop()
    return None


def get_winner(board, length):
    key = sum(board, []), length
    if str(key) not in found_in:
        found_in[str(key)] = find(board, length)
    return found_in[str(key)]


# %% wrong, nameless: lines begin in the first six rows and seven columns only
def get_winner(board, length):
    for r in range(min(6, len(board))):
        for c in range(min(7, len(board[0]))):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(length)]
                if all(0 <= y < len(board) and 0 <= x < len(board[0]) for y, x in line):
                    marks = {board[y][x] for y, x in line}
                    if len(marks) == 1 and marks != {EMPTY}:
                        return marks.pop()
    return None


# %% wrong, nameless: no line is longer than five
def get_winner(board, length):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + i * dr, c + i * dc) for i in range(min(5, length))]
                if all(0 <= y < len(board) and 0 <= x < len(board[0]) for y, x in line):
                    marks = {board[y][x] for y, x in line}
                    if len(marks) == 1 and marks != {EMPTY}:
                        return marks.pop()
    return None


# %% right: four directions from every square
def get_winner(board, length):
    for r in range(len(board)):
        for c in range(len(board[0])):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                line = line_from(board, r, c, dr, dc, length)
                if line and line[0] is not EMPTY and len(set(line)) == 1:
                    return line[0]
    return None


# %% wrong: the board is assumed to be square
but("len(board[0])", "len(board)")


# %% wrong: a line longer than needed does not count
but(
    "for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:",
    "for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:\n"
    "                around = line_from(board, r - dr, c - dc, dr, dc, 1)\n"
    "                around += line_from(board, r + length * dr, c + length * dc, dr, dc, 1)",
)
but("len(set(line)) == 1", "len(set(line)) == 1 and line[0] not in around")


# %% wrong: a mark such as 0, which counts as false, is taken for an empty square
but("line and line[0] is not EMPTY", "line and line[0]")


# %% wrong: the length is always taken to be 3
but("line = line_from(board, r, c, dr, dc, length)", "line = line_from(board, r, c, dr, dc, 3)")
but("len(set(line)) == 1", "line[0] == line[1] == line[2]")


# %% wrong: a line of empty squares ends the search
but("line[0] is not EMPTY and len(set(line)) == 1", "all(mark == line[0] for mark in line)")


# %% wrong: True is returned instead of the winner's mark
but("return line[0]", "return True")
but("return None", "return False")


# %% wrong: rows are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(1, 0), (1, 1), (1, -1)]:")


# %% wrong: falling diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(1, 0), (0, 1), (1, -1)]:")


# %% wrong: all diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 0)]:")


# %% wrong: columns are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(0, 1), (1, 1), (1, -1)]:")


# %% wrong: only the diagonals from the upper corners are looked at
but(
    "line = line_from",
    "if dr and dc and (r > 0 or 0 < c < len(board[0]) - 1):\n                    continue\n"
    "                line = line_from",
)


# %% wrong: a line of one mark more is needed
but(
    "line = line_from(board, r, c, dr, dc, length)",
    "line = line_from(board, r, c, dr, dc, length + 1)",
)


# %% wrong: a line of one mark fewer is enough
but(
    "line = line_from(board, r, c, dr, dc, length)",
    "line = line_from(board, r, c, dr, dc, length - 1)",
)


# %% wrong: the last places where a line can start are left out
but(
    "line = line_from(board, r, c, dr, dc, length)",
    "line = line_from(board, r, c, dr, dc, length + 1)[:length]",
)


# %% wrong: only X and O can win
but("line[0] is not EMPTY", "line[0] in (X, O)")


# %% wrong: only lines that begin in the first row or column are found
but(
    "line = line_from",
    "if (r > 0 or dr == 0) and (c > 0 or dc == 0):\n                    continue\n"
    "                line = line_from",
)


# %% wrong: rising diagonals are forgotten
but("for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:", "for dr, dc in [(1, 0), (0, 1), (1, 1)]:")


# %% wrong: the result is printed instead of returned
but("return line[0]", "print(line[0])\n                    return")


# %% wrong: marks are joined to a text, where they run together
def get_winner(board, length):
    h, w = len(board), len(board[0])
    for cells in (
        [[(r, c) for c in range(w)] for r in range(h)],
        [[(r, c) for r in range(h)] for c in range(w)],
        [[(r, r + d) for r in range(h) if 0 <= r + d < w] for d in range(-h, w)],
        [[(r, d - r) for r in range(h) if 0 <= d - r < w] for d in range(h + w)],
    ):
        for places in cells:
            text = "".join(board[r][c] or " " for r, c in places)
            for mark in set(text) - {" "}:
                if mark * length in text:
                    return mark


# %% right: for each player a count that grows along the line
def get_winner(board, length):
    runs = {}
    for r, row in enumerate(board):
        for c, mark in enumerate(row):
            if mark is None:
                continue
            for dr, dc in ((0, -1), (-1, 0), (-1, -1), (-1, 1)):
                before = runs.get((r + dr, c + dc, dr, dc), (None, 0))
                count = before[1] + 1 if before[0] == mark else 1
                runs[r, c, dr, dc] = (mark, count)
                if count >= length:
                    return mark


# %% right: recursion
def reaches(board, r, c, step, mark, left):
    if left == 0:
        return True
    if r < 0 or c < 0 or r >= len(board) or c >= len(board[0]) or board[r][c] != mark:
        return False
    return reaches(board, r + step[0], c + step[1], step, mark, left - 1)


def get_winner(board, length):
    players = {mark for row in board for mark in row} - {EMPTY}
    for mark in players:
        for r in range(len(board)):
            for c in range(len(board[0])):
                if any(
                    reaches(board, r, c, step, mark, length)
                    for step in ((0, 1), (1, 0), (1, 1), (-1, 1))
                ):
                    return mark
    return None
