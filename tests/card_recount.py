"""Each question worked out once more, from the card's own words alone and without the library.

`recounted(name, card)` gives the right option, as it is written, and how many small steps a pencil
takes: comparisons, sums, products, squares or lines looked at.
"""

import json
import math
import re
from fractions import Fraction
from itertools import combinations, product

INF = math.inf
_RECOUNTS = {}


def recounted(name, card):
    """The answer as it is written on a card, and the number of steps."""
    answer, steps = _RECOUNTS[name](card)
    return _written(answer), steps


def names():
    """The kinds that can be recounted."""
    return set(_RECOUNTS)


def _kind(name):
    def known(function):
        _RECOUNTS[name] = function
        return function

    return known


def _written(value):
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_written, value)) + ")"
    if isinstance(value, str):
        return value
    if value in (INF, -INF):
        return "∞" if value > 0 else "\u2212∞"
    value = Fraction(value)
    number = str(abs(value.numerator))
    below = "" if value.denominator == 1 else f"/{value.denominator}"
    return ("\u2212" if value < 0 else "") + number + below


def _numbers(text):
    """All whole numbers in this text, with their signs."""
    return [int(one.replace("\u2212", "-")) for one in re.findall(r"(?<![\w.])[\u2212-]?\d+", text)]


# --- trees ----------------------------------------------------------------------------------------


def _tree(card):
    return json.loads(card.words)


def _flat(node, path=""):
    if isinstance(node, int):
        return [(path, node)]
    return [one for at, child in enumerate(node) for one in _flat(child, path + "abcd"[at])]


def _minimax(node, sign=1):
    """The value for the player to move, times the sign; and the comparisons that it takes."""
    if isinstance(node, int):
        return sign * node, 0
    results = [_minimax(child, -sign) for child in node]
    return max(-value for value, _ in results), sum(n for _, n in results) + len(node) - 1


def _matters(tree, leaf):
    """Whether left-to-right alpha-beta looks at this leaf: bounds from what stands to the left."""
    for length in range(len(leaf)):
        # On the way to this node: what each side is sure of, from the branches on its left.
        alpha, beta = _sure(tree, leaf[: length + 1])
        if alpha >= beta:
            return False
    return True


def _sure(tree, path):
    """Alpha and beta on coming to this node: each side's best of what lies left of the path."""
    best, node = [-INF, INF], tree
    for depth, letter in enumerate(path):
        place = "abcd".index(letter)
        for left in node[:place]:
            value = _minimax(left, -1 if depth % 2 == 0 else 1)[0]
            value = -value if depth % 2 == 0 else value
            best[depth % 2] = (max, min)[depth % 2](best[depth % 2], value)
        node = node[place]
    return best


def _seen(tree):
    """The leaves that are looked at: nobody on the way was content before."""
    return [leaf for leaf, _ in _flat(tree) if _matters(tree, leaf)]


@_kind("values")
def _values(card):
    return _minimax(_tree(card))


@_kind("best-move")
def _best_move(card):
    worths = [min(child) for child in _tree(card)]
    return "abc"[worths.index(max(worths))], sum(map(len, _tree(card))) - 1


@_kind("depth-limit")
def _depth_limit(card):
    cut = [[_flat(deep)[0][1] for deep in child] for child in _tree(card)]
    return _minimax(cut)


@_kind("visits")
def _visits(card):
    total, levels = 1, _numbers(card.text.partition(" children")[0])
    for branching in reversed(levels):  # a node and all that is below each of its children
        total = 1 + branching * total
    return total, 2 * len(levels)


@_kind("cuts")
def _cuts(card):
    tree = _tree(card)
    return len(_flat(tree)) - len(_seen(tree)), _minimax(tree)[1]


@_kind("windows")
def _windows(card):
    tree = _tree(card)
    return tuple(_sure(tree, re.search(r"leaf (\w+)\?", card.text)[1])), _minimax(tree)[1]


@_kind("order")
def _order(card):
    tree, place = _tree(card), int(re.search(r"in (\d+)th place", card.text)[1])
    return dict(_flat(tree))[_seen(tree)[place - 1]], _minimax(tree)[1]


@_kind("stops-after")
def _stops_after(card):
    _, beta, *children = _numbers(card.text.rpartition(" How many")[0])
    for number, child in enumerate(children, 1):
        if child >= beta:
            return number, number
    return len(children), len(children)


@_kind("meaning")
def _meaning(card):
    alpha, beta, value = _numbers(card.text)
    side = "at most" if value <= alpha else "at least" if value >= beta else "exactly"
    return f"{side} {value}", 2


# --- boards ---------------------------------------------------------------------------------------


def _squares(card):
    return card.words.split()


def _has_row(squares, mark):
    """Whether this player has three in a row, by their places in a magic square."""
    magic = (2, 7, 6, 9, 5, 1, 4, 3, 8)
    own = [magic[at] for at, one in enumerate(squares) if one == mark]
    return any(sum(three) == 15 for three in combinations(own, 3))


def _over(squares):
    return _has_row(squares, "X") or _has_row(squares, "O") or "." not in squares


def _mover(squares):
    return "X" if squares.count("X") == squares.count("O") else "O"


def _wins_at_once(squares):
    tries = [[*squares[:at], _mover(squares), *squares[at + 1 :]]
             for at, mark in enumerate(squares) if mark == "."]  # fmt: skip
    return sum(_has_row(one, _mover(squares)) for one in tries)


@_kind("whose-turn")
def _whose_turn(card):
    squares = _squares(card)
    return "nobody: the game is over" if _over(squares) else _mover(squares), 9


@_kind("legal")
def _legal(card):
    squares = _squares(card)
    return 0 if _over(squares) else squares.count("."), 9


@_kind("winning")
def _winning(card):
    return _wins_at_once(_squares(card)), 1 + _squares(card).count(".")


@_kind("row-and-column")
def _row_and_column(card):
    squares = re.findall(r"'(.)'", card.text)
    return divmod(squares.index("X"), math.isqrt(len(squares))), 2


@_kind("boards")
def _boards(card):
    squares, moves = _numbers(card.text)[:2]
    firsts = (moves + 1) // 2
    return (math.factorial(squares) // math.factorial(firsts) // math.factorial(moves - firsts)
            // math.factorial(squares - moves)), 3  # fmt: skip


@_kind("utility")
def _utility(card):
    squares, player = _squares(card), re.search(r"for (.)\?", card.text)[1]
    other = "XO".replace(player, "")
    return _has_row(squares, player) - _has_row(squares, other), 8


@_kind("shared-rows")
def _shared_rows(card):
    names = {}
    exec(re.search(r"`(.*?)`", card.text)[1], names)  # noqa: S102 - the card's own program
    return sum(row.count("X") for row in names["before"]), 6


@_kind("wins")
def _wins(card):
    squares = _squares(card)

    def value(board):
        """+1 where the player to move wins, -1 where the other one does."""
        mover = _mover(board)
        if _has_row(board, "XO".replace(mover, "")):
            return -1
        if "." not in board:
            return 0
        return max(-value(after) for _, after in moves(board))

    def moves(board):
        return [(at, [*board[:at], _mover(board), *board[at + 1 :]])
                for at, mark in enumerate(board) if mark == "."]  # fmt: skip

    [only] = [at for at, after in moves(squares) if value(after) == -1]
    return "abc"[only % 3] + str(3 - only // 3), squares.count(".") * (squares.count(".") - 1)


@_kind("lands")
def _lands(card):
    column = "abcdefg".index(re.search(r"column (\w)\.", card.text)[1])
    rows = [line.split() for line in card.words.splitlines()]
    full = sum(row[column] != "." for row in rows)
    return (5 - full, column), 1 + full


@_kind("lines")
def _lines(card):
    length, rows, columns = _numbers(card.text)[:3]
    count = 0
    for start, end in combinations(product(range(rows), range(columns)), 2):
        down, right = end[0] - start[0], end[1] - start[1]
        count += max(abs(down), abs(right)) == length - 1 and (
            down == 0 or right == 0 or abs(down) == abs(right)
        )
    return count, 9


@_kind("images")
def _images(card):
    rows = [line.split() for line in card.words.splitlines()]
    found = set()
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        found |= {str(rows), str([row[::-1] for row in rows])}
    return len(found), 8


def _cube(name):
    """A cell's place as three numbers whose sum is 0: Havannah's own way of naming cells."""
    x, y = ord(name[0]) - 64, int(name[1:])
    return x, -y, y - x


def _apart(one, other):
    return max(abs(a - b) for a, b in zip(_cube(one), _cube(other), strict=True))


def _all_cells(size):
    most = 2 * size - 1
    return [f"{chr(64 + x)}{y}" for x in range(1, most + 1) for y in range(1, most + 1)
            if abs(x - y) < size]  # fmt: skip


@_kind("neighbours")
def _neighbours(card):
    cell, size = re.search(r"cell (\w+) have", card.text)[1], int(card.text.split()[-1].strip("?"))
    return sum(_apart(cell, other) == 1 for other in _all_cells(size)), 6


@_kind("havannah")
def _havannah(card):
    size = int(re.search(r"size (\d+)", card.text)[1])
    stones = set(re.search(r"stones on (.*?)\. What", card.text)[1].split(", "))
    middle = f"{chr(64 + size)}{size}"
    kinds = []
    for chain in groups(stones):
        edge = [cell for cell in chain if _apart(cell, middle) == size - 1]
        sides, corners = set(), 0
        for cell in edge:
            cube = [a - b for a, b in zip(_cube(cell), _cube(middle), strict=True)]
            ends = [(at, one > 0) for at, one in enumerate(cube) if abs(one) == size - 1]
            corners += len(ends) == 2
            sides |= set(ends) if len(ends) == 1 else set()
        rest = set(_all_cells(size)) - chain
        # Whoever can't walk out to the edge is inside a ring; a full ball of seven is one, too.
        rings = any(not any(_apart(cell, middle) == size - 1 for cell in group)
                    for group in groups(rest))  # fmt: skip
        filled = any(sum(_apart(cell, other) == 1 for other in chain) == 6 for cell in chain)
        kinds += [name for name, made in (("ring", rings or filled), ("bridge", corners > 1),
                                          ("fork", len(sides) > 2)) if made]  # fmt: skip
    return " and ".join(kinds) or "nothing yet", len(stones) + 3


def groups(cells):
    """These cells in connected groups."""
    left = set(cells)
    while left:
        group, queue = set(), [left.pop()]
        while queue:
            group.add(cell := queue.pop())
            near = {other for other in left if _apart(cell, other) == 1}
            left -= near
            queue += near
        yield group


# --- numbers --------------------------------------------------------------------------------------


@_kind("nim-sum")
def _nim_sum(card):
    heaps = _numbers(card.text)
    return sum(2**bit for bit in range(6) if sum(heap >> bit & 1 for heap in heaps) % 2), 3 * 3


def _first_player_wins(heaps, seen):
    heaps = tuple(sorted(heaps))
    if heaps not in seen:
        seen[heaps] = any(
            not _first_player_wins((*heaps[:at], heap - take, *heaps[at + 1 :]), seen)
            for at, heap in enumerate(heaps)
            for take in range(1, heap + 1)
        )
    return seen[heaps]


@_kind("nim")
def _nim(card):
    heaps, seen = _numbers(card.text)[:3], {}
    [take] = [
        take
        for at, heap in enumerate(heaps)
        for take in range(1, heap + 1)
        if not _first_player_wins((*heaps[:at], heap - take, *heaps[at + 1 :]), seen)
    ]
    return take, 3 * 3 + 2


@_kind("marking")
def _marking(card):
    takes = _numbers(re.search(r"turns, (.*?) at a", card.text)[1])
    most = int(re.search(r"from 0 to (\d+)", card.text)[1])
    wins = []
    for heap in range(most + 1):
        wins.append(any(take <= heap and not wins[heap - take] for take in takes))
    return wins.count(False), most + 1


@_kind("last-depth")
def _last_depth(card):
    *prices, budget = _numbers(card.text.partition("takes ")[2])[:6]
    finished = 0
    for price in prices:
        if (budget := budget - price) < 0:
            break
        finished += 1
    return finished, min(finished + 1, 5)


@_kind("ucb")
def _ucb(card):
    rows = re.findall(r"- (\w): (\d+) visits?, (\d+) won", card.text)
    log = int(re.search(r"is about (\d+)\.", card.text)[1])
    bound = {name: Fraction(int(won), int(n)) + Fraction(1, 2) * Fraction(log, int(n)) ** 0.5
             for name, n, won in rows}  # fmt: skip
    # A mean, a root of a round number and a sum for each child, and the comparison.
    return max(bound, key=bound.get), 3 * len(rows) + len(rows) - 1


@_kind("mean")
def _mean(card):
    visits, total, _, value = _numbers(card.text.replace("One", "1"))
    return Fraction(total + value, visits + 1), 3


@_kind("backed-up")
def _backed_up(card):
    depth, total = _numbers(card.text)[:2]
    mover = ["X", "O"][(depth - 1) % 2]
    return total + (1 if f"{mover} wins" in card.text else -1), depth + 1


@_kind("last-child")
def _last_child(card):
    parent, one, other = _numbers(card.text)
    return parent - 1 - one - other, 3


@_kind("final-choice")
def _final_choice(card):
    rows = re.findall(r"- (\w): (\d+) visits", card.text)
    return max(rows, key=lambda row: int(row[1]))[0], 2


@_kind("proof-numbers")
def _proof_numbers(card):
    pairs = [tuple(_numbers(one)) for one in re.findall(r"\((\d+, \d+)\)", card.text)]
    prover = "the prover" in card.text
    own, theirs = zip(*(pair if prover else pair[::-1] for pair in pairs), strict=True)
    found = min(own), sum(theirs)
    return found if prover else found[::-1], 4


@_kind("entry")
def _entry(card):
    alpha, beta, lower, upper = _numbers(card.text)
    possible = range(lower, upper + 1)
    if len(possible) == 1 or min(possible) >= beta:
        return f"it gives back {_written(lower)}", 3
    high = max(possible) <= alpha
    return f"it gives back {_written(upper)}" if high else "it searches with its own window", 3


@_kind("elo")
def _elo(card):
    own, other = _numbers(card.text)[:2]
    return round(100 * 10 ** (own / 400) / (10 ** (own / 400) + 10 ** (other / 400))), 5


@_kind("score")
def _score(card):
    won, drawn, lost = _numbers(card.text)
    return (won + Fraction(drawn, 2)) / (won + drawn + lost), 5


@_kind("learned")
def _learned(card):
    number, other, target, step = (
        Fraction(re.search(rf"{words} ([\u2212-]?[\d/]+)", card.text)[1].replace("\u2212", "-"))
        for words in ("numbers are", "\\d and", "target of", "rate of")
    )
    assert number + other == 0  # where tanh is as steep as a line
    return number + step * target, 3


@_kind("puct")
def _puct(card):
    parent = int(re.search(r"has (\d+) visits", card.text)[1])
    rows = re.findall(r"- (\w): prior (\S+), (\d+) visits?, mean (\S+)", card.text)
    worth = {
        name: float(mean.replace("\u2212", "-")) + float(prior) * parent**0.5 / (1 + int(n))
        for name, prior, n, mean in rows
    }
    return max(worth, key=worth.get), 1 + 3 * len(rows) + len(rows) - 1


def _mean_of(text):
    pairs = re.findall(r"([\u2212-]?\d+) with a chance of (\d+)/(\d+)", text)
    return sum(
        int(value.replace("\u2212", "-")) * Fraction(int(a), int(b)) for value, a, b in pairs
    )


@_kind("expectation")
def _expectation(card):
    return _mean_of(card.text), 6


@_kind("matched")
def _matched(card):
    regrets = _numbers(card.text)
    positive = [regret for regret in regrets if regret > 0]
    return Fraction(max(regrets[0], 0), sum(positive)), 5


@_kind("regret")
def _regret(card):
    _, half, first, second, before = _numbers(card.text)
    return before + (first - second) * (1 - Fraction(1, half)), 5
