# %% [markdown]
# # Connect Four and Gomoku: games too large to finish
#
# In Connect Four a stone falls down its column, onto the stones that lie there already.
# Whoever has four in a row, column or diagonal wins.

# %%
from functools import cache
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Gomoku,
    OutOfBudget,
    Watched,
    alphabeta_player,
    alphabeta_search,
    compact,
    game_from_functions,
    play_game,
    random_player,
    tournament,
)
from course_lib.checks import hint, needs
from course_lib.views import play_widget, show, step_through

four = ConnectFour()
show(four, four.play("4455354"))

# %% [markdown]
# *Seven stones lie on 42 squares, and it is O's turn.*
#
# Alpha-beta finished tic-tac-toe with 18,297 visits: a second or two.
# Give it the empty board of this game, and it will find the best first move there, too.
#
# **How long will it take?**
# A minute, a day, a year, or longer than there have been people?
# Write down your guess; we will work it out.
#
# ## What you will learn
#
# - To turn tic-tac-toe into two other games, and to find the mistakes that everybody makes on the way.
# - Why some games can't be searched to their end, however fast the computer is.
# - What helps then: stop early and guess, try good moves first, leave out hopeless ones, and use each visit well.
# - To measure how good a guess is, and to see a forced win that no depth limit will show you.
#
# The lesson has seven exercises and takes about 90 minutes.
# A good place for a break is before *Too wide*.
#
# ## Two games from one
#
# We begin as in the lesson on states: a board is a list of rows, and each square holds `"X"`, `"O"` or nothing.
# The board of Connect Four has 6 rows and 7 columns; row 0 is on top.

# %%
X, O, EMPTY = "X", "O", None


def board_of(text):
    """The board that such a text shows, with a full stop for an empty square."""
    return [[None if mark == "." else mark for mark in row] for row in text.split()]


begun = board_of("....... ....... ....... ...X... ..OO... .XXO.X.")
show(begun, players=(X, O))

# %% [markdown]
# Two things are different from tic-tac-toe: where a stone may go, and what wins.
#
# ## Exercise 1: where does a stone land?
#
# In this game a square is open only if it is the lowest empty one of its column.
# On the board above these are seven squares, one in each column.
# After one more stone in the fourth column, the column 3: which row of it is open then?


# %% exercise="drop_actions"
def drop_actions(board):
    """The lowest empty square of each column as a list of (row, column), from left to right.

    For the board `begun` it gives
    [(5, 0), (4, 1), (3, 2), (2, 3), (5, 4), (4, 5), (5, 6)].
    """
    # Go through the columns from left to right; boards may have any number of rows and columns.
    # In each column find the lowest empty square: it has the largest row.
    # A full column has none.
    ### BEGIN SOLUTION
    squares = []
    for column in range(len(board[0])):
        for row in reversed(range(len(board))):
            if board[row][column] is EMPTY:
                squares.append((row, column))
                break
    return squares
    ### END SOLUTION


# %% check="drop_actions" points=2

# %% [markdown]
# Every exercise here has three hints: a question, the idea, and the shape of the loop.
# Each run of the next cell gives one more; for another exercise, change the name.

# %%
hint("drop_actions")

# %% [markdown]
# Let it rain: twelve stones, each on a square drawn from your list.
# Does any stone hang in the air?


# %%
def dropped(board, square):
    """A new board with a stone of the player whose turn it is."""
    stones = sum(mark is not EMPTY for row in board for mark in row)
    after = [list(row) for row in board]
    after[square[0]][square[1]] = X if stones % 2 == 0 else O
    return after


with needs("drop_actions"):
    rng, rain = Random(4), board_of("....... ....... ....... ....... ....... .......")
    for _ in range(12):
        rain = dropped(rain, rng.choice(drop_actions(rain)))
    display(show(rain, players=(X, O)))

# %% [markdown]
# ## Exercise 2: a line through the last stone
#
# For tic-tac-toe you could list all eight lines.
# Connect Four has 69, and Gomoku, which is played on 15 by 15 squares and needs five in a row, has 572.
# It is better to think of what can have changed: a new line has to go through the *last stone*.
# So we walk from it, as far as the marks are equal, in four directions and both ways.
#
# Gomoku asks one more question: what if there are *six* in a row, an *overline*?
# In the free game six win as well; in the stricter one only exactly five do.
# Your function answers both, by its last argument.
#
# Three boards to think about first.
# In which of them has X, whose last stone lies on row 1, a line of three?
#
# | | board 1 | board 2 | board 3 |
# | --- | --- | --- | --- |
# | row 0 | `X . . .` | `. . . X` | `. X . .` |
# | row 1 | `. X . .` | `X . . .` | `X X . .` |
# | row 2 | `. . X .` | `. X . .` | `. . O .` |
#
# (Only in the first.
# The second would be a line if the board were a tube, and Python believes that it is one: `row[-1]` is the last square.
# In the third three stones lie together, and no three in a line.)

# %%
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # how far down and how far right: four lines


# %% exercise="line_through"
def line_through(board, square, length, exact=False):
    """Whether the stone on this square lies in a line of `length` equal ones or more.

    With exact=True a line with more than `length` stones does not count.
    line_through(begun, (3, 3), 2) gives False: none of its neighbours is an X.
    """
    # For each of the four directions: begin with the stone itself,
    # walk one way while the squares are on the board and hold the same mark,
    # then the other way, and compare.
    ### BEGIN SOLUTION
    row, column = square
    mark, height, width = board[row][column], len(board), len(board[0])
    for down, right in DIRECTIONS:
        run = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while 0 <= r < height and 0 <= c < width and board[r][c] == mark:
                run += 1
                r, c = r + way * down, c + way * right
        if run == length or (run > length and not exact):
            return True
    return False
    ### END SOLUTION


# %% check="line_through" points=4

# %% [markdown]
# Six in a row, with the last stone in the middle.
# What will the four answers be?

# %%
six = board_of(". X X X X X X O".replace(" ", ""))
with needs("line_through"):
    print("five or more: ", line_through(six, (0, 3), 5))
    print("exactly five: ", line_through(six, (0, 3), 5, exact=True))
    print("exactly six:  ", line_through(six, (0, 3), 6, exact=True))
    print("seven or more:", line_through(six, (0, 3), 7))

# %% [markdown]
# ## Exercise 3: won, drawn, or going on?
#
# Each stone either wins, or fills the board, or lets the game go on.
# Sometimes two of these happen at once: what if the 42nd stone makes four in a row?


# %% exercise="outcome"
def outcome(board, square, length):
    """How the game stands after the last stone, which lies on this square.

    The winner's mark, "draw" on a full board that nobody has won, or None if the game goes on:
    outcome(begun, (3, 3), 4) gives None.
    """
    # Your line_through says whether the last stone has won, and for whom.
    ### BEGIN SOLUTION
    row, column = square
    if line_through(board, square, length):
        return board[row][column]
    if all(mark is not EMPTY for marks in board for mark in marks):
        return "draw"
    return None
    ### END SOLUTION


# %% check="outcome" points=3

# %% [markdown]
# Now there is a whole game, and it can be played.
# The next cell lets two thoughtless players play 500 times with your rules.
# In tic-tac-toe such players drew about one game in eight.
# Will draws be rarer here or more frequent?

# %%
from collections import Counter


def thoughtless_game(rng):
    """How a game of Connect Four between two random players ends."""
    board, result = board_of("....... ....... ....... ....... ....... ......."), None
    while result is None:
        square = rng.choice(drop_actions(board))
        board = dropped(board, square)
        result = outcome(board, square, 4)
    return result


with needs("drop_actions", "line_through", "outcome"):
    rng = Random(5)
    print(Counter(thoughtless_game(rng) for _ in range(500)).most_common())

# %% [markdown]
# Draws nearly vanish, and X, who begins, wins clearly more often.
#
# You can play as well, against a player that thinks as little as those two.
# All rules are yours; the library only draws the board.


# %%
def winner_on(board):
    """The mark that has four in a row, or None."""
    stones = [(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark]
    return next((board[r][c] for r, c in stones if line_through(board, (r, c), 4)), None)


with needs("drop_actions", "line_through"):
    my_four = game_from_functions(
        [[EMPTY] * 7 for _ in range(6)],
        player=lambda board: (
            X if sum(mark is None for row in board for mark in row) % 2 == 0 else O
        ),
        actions=drop_actions,
        result=dropped,
        winner=winner_on,
        terminal=lambda board: winner_on(board) is not None or not drop_actions(board),
        players=(X, O),
    )
    display(play_widget(my_four, random_player(Random(6)), you_play="X"))

# %% [markdown]
# From here on we use the library's `ConnectFour` and `Gomoku`.
# They have the rules that you have just written, and are quicker, because they remember more about each square.
#
# ## Why it can't be finished
#
# How many ways are there to play the first moves of Connect Four?
# After one move 1 · 7 = 7, after two 7 · 7 = 49.
# Predict the next three numbers, and then: will it go on like that for ever?

# %%
four.count(four.initial, 6)

# %% [markdown]
# Powers of seven, as long as no column is full: 7, 49, 343, 2,401, 16,807, 117,649.
#
# Different orders of the same moves lead to the same position.
# How many *different* positions are there after each move?
# Guess the number for six moves, and then run the cell.

# %%
small = compact(four)  # the same game with smaller states
positions = {small.initial}
for moves in range(1, 7):
    positions = {
        small.result(state, action) for state in positions for action in small.actions(state)
    }
    print(f"after {moves} moves {7**moves:8,} ways to get there, {len(positions):6,} positions")

# %% [markdown]
# 16,422 positions instead of 117,649 ways: a memory saves much, and the more the longer the game lasts.
#
# Now the question from the top.
# Others have counted all positions of Connect Four: there are 4,531,985,219,092.
# We let the computer look at a million positions a second, which is more than Python does, and ask how many years three plans take:
# every way to play 42 moves; alpha-beta with the best order of moves, which you know from the last lesson; and each position once.

# %%
a_year = 60 * 60 * 24 * 365 * 1_000_000  # visits in a year
plans = {
    "every way": 7**42,
    "alpha-beta at its best": 2 * 7**21,
    "each position once": 4_531_985_219_092,
}
for plan, visits in plans.items():
    print(f"{plan:24} {visits / a_year:12.3g} years")

# %% [markdown]
# (Games end before all squares are full, so the first two are somewhat too large; a few noughts more or fewer do not matter here.)
#
# The universe is about 1.4e10 years old.
# Every way would take hundreds of thousands of millions of times as long, and no faster computer will change that.
# Alpha-beta at its best would take longer than there have been cities.
# Each position once is less than two months.
# In fact Connect Four *can* be solved, with a table, mirror images and good orders, and we will do so in a later lesson.
# For Gomoku, with its 225 squares, counting up is hopeless.
# How many ways are there to play its first ten moves?

# %%
from math import perm

print(f"{perm(225, 10):.3g} ways to play ten moves of Gomoku, {perm(225, 10) / a_year:.3g} years")

# %% [markdown]
# A player for such games can't know; it has to *guess well*.
# The rest of this lesson is about that.
#
# ## Stop early, and guess
#
# You have written a search with a depth limit twice by now.
# `alphabeta_search(game, state, depth=..., evaluate=..., order=...)` is the library's: it gives the value for the player to move, and an action.
#
# A limit alone is not enough.
# Here is a position with ten stones.
# X is to move, and the moves differ a great deal: the library has the exact score of each, found by a solver that looks at everything.
# Above 0 X can force a win, below 0 O can, and 0 is a draw.

# %%
from course_lib.lessons.four_known import known_positions

line = "1517255711"
crossing = four.play(line)
print(dict(known_positions())[line])
show(four, crossing)

# %% [markdown]
# *One move wins, one draws, and the other five lose.*
#
# What does a search say that looks three plies ahead, and thinks nothing of what it sees there?

# %%
value, action = alphabeta_search(four, crossing, depth=3)
print(value, four.action_name(action))

# %% [markdown]
# Value 0, and the first move that is legal: it loses.
# Within three plies nobody can win by force, so all moves look equal.
#
# People see more: who has *open lines*.
# A *window* is a piece of a row, column or diagonal that is just as long as a winning line.
# If both players have a stone in it, nobody can win there any more.
# If only one has, it is *open* for that player; and with three stones of four it is worth much more than with one.
#
# The next cell finds all windows of a board.
# They are given as places in `state.board`, where place `row * columns + column` holds `"X"`, `"O"` or `"."`.


# %%
@cache
def windows_of(rows, columns, length):
    """The places of each line of this length, as numbers in state.board."""
    windows = []
    for row in range(rows):
        for column in range(columns):
            for down, right in DIRECTIONS:
                squares = [(row + i * down, column + i * right) for i in range(length)]
                if all(r < rows and 0 <= c < columns for r, c in squares):
                    windows.append([r * columns + c for r, c in squares])
    return windows


print(len(windows_of(6, 7, 4)), "windows in Connect Four,", len(windows_of(15, 15, 5)), "in Gomoku")

# %% [markdown]
# ## Exercise 4: an evaluation
#
# Let a window count as many points as this table says.
#
# | stones of one player in an otherwise empty window | 1 | 2 | 3 | 4 |
# | --- | --- | --- | --- | --- |
# | points: 4 to the power of one less | 1 | 4 | 16 | 64 |
#
# The points of the player are added, and those of the other are taken off.
#
# One thing is left.
# A win is worth 1, and an estimate must never look like a win.
# So the sum *s* becomes *s* / (100 + |*s*|): 0 stays 0, 100 becomes a half, and however many points there are, it stays below 1.


# %% exercise="evaluate_lines"
def evaluate_lines(game, state, player):
    """An estimate of the state for this player, between -1 and 1, by the lines that are open.

    After the first stone in the middle of Connect Four there are seven windows with it:
    evaluate_lines(four, four.play("4"), "X") gives 7 / 107.
    """
    # windows_of(game.rows, game.columns, game.length) gives all windows.
    # How many squares of a window are the player's, and how many are the other's?
    # Only where one of these numbers is 0 and the other is not, something counts.
    ### BEGIN SOLUTION
    points = 0
    for window in windows_of(game.rows, game.columns, game.length):
        marks = [state.board[place] for place in window]
        mine = marks.count(player)
        theirs = game.length - mine - marks.count(".")
        if mine > 0 and theirs == 0:
            points += 4 ** (mine - 1)
        elif theirs > 0 and mine == 0:
            points -= 4 ** (theirs - 1)
    return points / (100 + abs(points))
    ### END SOLUTION


# %% check="evaluate_lines" points=4

# %% [markdown]
# What does it think of the seven first moves?
# Say first which is the best, and whether the picture will be symmetric.

# %%
with needs("evaluate_lines"):
    for action in four.actions(four.initial):
        value = evaluate_lines(four, four.result(four.initial, action), "X")
        print(four.action_name(action), f"{value:.3f}", "*" * round(200 * value))

# %% [markdown]
# It has never been told that the middle is good, and finds out: more lines go through it.
#
# Now the position from above again, three plies deep, with your evaluation.

# %%
with needs("evaluate_lines"):
    value, action = alphabeta_search(four, crossing, depth=3, evaluate=evaluate_lines)
    print(f"{value:.3f}", four.action_name(action))

# %% [markdown]
# It finds d1, the one move that wins, and it does so without seeing the win, which is many plies away.
# Was that luck?
# We will ask that again, with more positions.
#
# Watch it think: your evaluation at the leaves, two plies deep.

# %%
with needs("evaluate_lines"):
    late = four.play("443344555533522")
    display(step_through(alphabeta_search, four, late, depth=2, evaluate=evaluate_lines))

# %% [markdown]
# *Two plies deep, all leaves are guesses by open lines, and most of the tree is never looked at.*
#
# In the homework that this lesson grew from, alpha-beta was to play against a random player, and never finished its first move.
# With the limit and your evaluation it plays ten games in seconds.
# How many of the ten will it lose?

# %%
with needs("evaluate_lines"):
    players = {
        "two plies": alphabeta_player(depth=2, evaluate=evaluate_lines),
        "random": random_player(Random(7)),
    }
    display(tournament(players, four, games=10, seed=7, progress=False))

# %% [markdown]
# And now you.
# It looks three plies ahead; you may look further.

# %%
with needs("evaluate_lines"):
    player = alphabeta_player(depth=3, evaluate=evaluate_lines)
    display(play_widget(four, player, you_play="X"))

# %% [markdown]
# ## Good moves first
#
# The last lesson showed that the order of the moves decides how much alpha-beta saves.
# Which moves are good is a guess again, and there is a cheap one: those near the middle.


# %%
def middle_out(game, _state, actions):
    """These actions, those near the middle of the board first."""
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))


middle_out(four, four.initial, four.actions(four.initial))

# %% [markdown]
# What does it save, five plies deep, in a position with four stones?
# The first number is that of a search that cuts nothing, and needs no search to be counted.

# %%
opened = four.play("4453")


def visits_of(game, state, **options):
    """The visits of a search, with the value and the move that it finds."""
    watched = Watched(game)
    value, action = alphabeta_search(watched, state, **options)
    return f"{watched.visits:8,} visits: value {value:.3f}, move {game.action_name(action)}"


with needs("evaluate_lines"):
    options = {"depth": 5, "evaluate": evaluate_lines}
    print(f"no cuts                {sum(four.count(opened, 5)):8,} visits")
    print("cuts                  ", visits_of(four, opened, **options))
    print("cuts, the middle first", visits_of(four, opened, order=middle_out, **options))

# %% [markdown]
# The same value and the same move each time, for fewer visits with each line: cuts and order changes only the work.
#
# ## Too wide
#
# This is a good place for a break.
#
# Gomoku has another trouble.
# Its games are not deeper than those of Connect Four, but much *wider*: over 200 moves at each turn.
# Look at this position.
# Which moves would you think about at all?

# %%
gomoku = Gomoku()
stones = gomoku.play("h8 i9 i8 g8 h7 h9")
show(gomoku, stones, caption="X to move.")

# %% [markdown]
# Nobody would look into the corners.
# A stone far from all others neither makes nor stops a line soon.
#
# ## Exercise 5: near the stones
#
# Find the actions near a stone: at most so many rows *and* at most so many columns away.
# A diagonal step counts one, like a king's in chess.


# %% exercise="near_stones"
def near_stones(game, state, distance):
    """The actions at most `distance` rows and columns from some stone, in the order of game.actions.

    On an empty board the list has the middle square alone: (game.rows // 2, game.columns // 2).
    With a single stone in the middle of Gomoku, near_stones(gomoku, state, 1) has 8 actions.
    """
    # The stone at place p of state.board lies in row p // game.columns, column p % game.columns.
    # Go through game.actions(state), so that each action comes once, and in order.
    ### BEGIN SOLUTION
    stones = [divmod(p, game.columns) for p, mark in enumerate(state.board) if mark != "."]
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    return [
        (row, column)
        for row, column in game.actions(state)
        if any(max(abs(row - r), abs(column - c)) <= distance for r, c in stones)
    ]
    ### END SOLUTION


# %% check="near_stones" points=2

# %% [markdown]
# Here are your candidates in the position above.

# %%
with needs("near_stones"):
    near = near_stones(gomoku, stones, 1)
    print(len(near), "of", len(gomoku.actions(stones)), "actions")
    display(show(gomoku, stones, highlight=near, caption="Candidates at distance 1."))

# %% [markdown]
# *Sixteen candidates instead of 219: what lies far from all stones is left out.*
#
# A search takes its moves from `game.actions`.
# So we make a game that is Gomoku in everything, but names only the candidates.


# %%
class NearGomoku(Gomoku):
    """Gomoku in which only squares next to a stone are tried."""

    def actions(self, state):
        """The candidates; none when the game is over."""
        return () if self.is_terminal(state) else tuple(near_stones(Gomoku(self.size), state, 1))


with needs("near_stones", "evaluate_lines"):
    narrow = NearGomoku()
    options = {"depth": 2, "evaluate": evaluate_lines, "order": middle_out}
    print(f"no cuts        {1 + 219 + 219 * 218:8,} visits")
    print("all squares   ", visits_of(gomoku, stones, **options))
    print("near the stones", visits_of(narrow, stones, **options)[1:])

# %% [markdown]
# From some 48,000 visits down to about a hundred, and again the same move.
#
# But mind the difference.
# Cuts and orders never change the answer; that is proven.
# Candidates *can* change it: the best move may be one that we left out.
# It is a bet, and here a good one.
#
# Alpha-beta against a random player, the second game that never ended in the homework:

# %%
with needs("near_stones", "evaluate_lines"):
    player = alphabeta_player(depth=2, evaluate=evaluate_lines, order=middle_out)
    display(play_game(narrow, [player, random_player(Random(8))]))

# %% [markdown]
# ## How deep?
#
# Near the end there are few moves, and we could look far ahead; in the middle of the game we can't.
# A fixed depth is too little here and too much there.
# What we really have is *time*, or, to be fair on every computer, a number of visits.
#
# So we search one ply deep, then two, then three, until the visits are used up.
# This is *iterative deepening*.
# Does it not waste all the work of the first searches?
# Look at the visits for each depth, and at their sum so far:

# %%
with needs("evaluate_lines"):
    total = 0
    for depth in range(1, 7):
        watched = Watched(four)
        alphabeta_search(watched, opened, depth=depth, evaluate=evaluate_lines, order=middle_out)
        total += watched.visits
        print(f"depth {depth}: {watched.visits:6,} visits, {total:6,} so far")

# %% [markdown]
# Each depth takes several times as many visits as the one before, so all the shallow searches together cost less than the last one.
# It is a small price, and we always have an answer in hand.
#
# The helper below searches to one depth and stops where the visits run out.
# `Watched(game, budget=...)` raises `OutOfBudget` then.


# %%
def search_within(game, state, depth, visits, evaluate):
    """The best action so deep and the visits it took; the action is None if they ran out."""
    watched = Watched(game, budget=max(1, visits))
    try:
        _, action = alphabeta_search(
            watched, state, depth=depth, evaluate=evaluate, order=middle_out
        )
    except OutOfBudget:
        action = None
    return action, watched.visits


# %% [markdown]
# ## Exercise 6: iterative deepening


# %% exercise="deepening"
def deepening(game, state, visits, deepest, evaluate):
    """The best action of the deepest search that could be finished, and its depth, as a pair.

    It searches 1, 2, ... plies deep, at most `deepest`, with so many visits for all of them.
    Without a finished search it gives the first legal action and 0.
    deepening(four, opened, 100, 9, evaluate_lines) gives ((4, 2), 2).
    """
    # Begin with the first legal action, found at depth 0.
    # For each depth ask search_within, with the visits that are left.
    # Stop at the first search that did not finish.
    ### BEGIN SOLUTION
    best, finished = game.actions(state)[0], 0
    for depth in range(1, deepest + 1):
        action, used = search_within(game, state, depth, visits, evaluate)
        if action is None:
            break
        best, finished = action, depth
        visits -= used
    return best, finished
    ### END SOLUTION


# %% check="deepening" points=3

# %% [markdown]
# What do ten times as many visits buy?
# Guess how much deeper it gets with each line.

# %%
with needs("deepening", "evaluate_lines"):
    for visits in (10, 100, 1_000, 10_000):
        action, depth = deepening(four, opened, visits, 20, evaluate_lines)
        print(f"{visits:6,} visits: depth {depth}, {four.action_name(action)}")

# %% [markdown]
# Ten times the visits give one or two plies more, and sometimes another move.
# This is what exponential growth feels like from the other side: a computer ten times as fast looks hardly further.
#
# Near the end of the game the same number of visits goes much deeper, without anybody telling it to.

# %%
with needs("deepening", "evaluate_lines"):
    ending = four.play("145451761213116526652622326344")
    print(ending.board.count("."), "squares are empty")
    print(deepening(four, ending, 1_000, 12, evaluate_lines))

# %% [markdown]
# ## All steps in one table
#
# These are all the steps.
# What is each of them worth?
# Here is a position on a board of nine by nine, with eight stones.
# X is to move: what would you play?

# %%
nine = Gomoku(9)
eight = nine.play("e5 f4 d5 f5 e4 f3 e6 g4")
show(nine, eight, caption="X to move.")

# %% [markdown]
# Each line of the table adds one step to the line before.
# It begins with a search that is two plies deep and knows nothing else, and ends with iterative deepening, here the library's, which may make 1,000 visits.
#
# Beside the visits you will see the *time*, as a multiple of the first line's.
# It is measured when you run the cell, and differs from run to run; so it is not kept in the notebook.
# Visits tell how much was looked at, and a visit can be cheap or dear.
# Guess: which steps make the search *slower* than the line before?
#
# `depth_limited`, from the lesson on minimax, cuts nothing.

# %%
from course_lib import deepening_search
from course_lib.checks import mine
from course_lib.lessons.effects import Effects

depth_limited = mine("depth_limited")


def no_cuts(game, state, evaluate):
    """The value and the action of a search two plies deep, for X, who is to move."""
    values = {
        action: depth_limited(game, game.result(state, action), 1, evaluate)
        for action in game.actions(state)
    }
    best = max(values, key=values.get)
    return values[best], best


# %% [markdown]
# Each step in turn; the first line supposes that every state is worth 0.

# %%
with needs("near_stones", "evaluate_lines"):
    near_nine = NearGomoku(9)
    options = {"depth": 2, "evaluate": evaluate_lines}
    effects = Effects(eight)
    effects.add("two plies", nine, no_cuts, evaluate=lambda *_: 0)
    effects.add("+ evaluation", nine, no_cuts, evaluate=evaluate_lines)
    effects.add("+ cuts", nine, alphabeta_search, **options)
    options["order"] = middle_out
    effects.add("+ the middle first", nine, alphabeta_search, **options)
    effects.add("+ near the stones", near_nine, alphabeta_search, **options)
    options = {"visits": 1_000, "evaluate": evaluate_lines, "order": middle_out}
    effects.add("+ deepening", near_nine, deepening_search, **options)
    display(effects)

# %% [markdown]
# The evaluation makes the search slower, and many times so: it looks at 140 windows in each leaf.
# Cuts and the order earn that back, without touching the value or the move.
# The candidates leave few visits, but each of them is dearer now, as `near_stones` looks at the whole board to find them: here that hardly pays, and on a larger board it does.
# And the last step spends what the others have saved: it gets three plies deep, sees that e7 wins, and stops there.
# All two-ply searches with an evaluation wanted to stop O's three stones at f6, and did not see that X comes first.
#
# ## Play against it
#
# Here is Gomoku against your own player: your evaluation, your candidates, your deepening, 300 visits for each move.
# Play against it, and look for its weakness.

# %%
with needs("deepening", "near_stones", "evaluate_lines"):

    def my_player(_game, state):
        """The move that deepening finds with 300 visits."""
        return deepening(narrow, state, 300, 4, evaluate_lines)[0]

    display(play_widget(gomoku, my_player, you_play="X"))

# %% [markdown]
# ## How good is the guess?
#
# It beats random players; but how close is it to perfect play?
# Connect Four is solved, so we can ask.
# The library has some hundred positions with the exact score of each move, in which the choice matters: with the worst move the game ends otherwise than with the best.
# In which share of them will your search choose a move that keeps the win, or the draw?
#
# We compare it with a search that has no evaluation, and so knows only wins and losses that it sees.

# %%
from course_lib.views.figure import Plot, style

known = known_positions()[::2]


def sign(score):
    """1 for a win, -1 for a loss, 0 for a draw."""
    return (score > 0) - (score < 0)


def agreement(depth, evaluate):
    """In which share of the positions a search of this depth keeps what could be had."""
    kept = 0
    for line, scores in known:
        state = four.play(line)
        _, action = alphabeta_search(four, state, depth=depth, evaluate=evaluate, order=middle_out)
        kept += sign(scores[four.action_name(action)]) == sign(max(scores.values()))
    return 100 * kept / len(known)


with needs("evaluate_lines"):
    shares = {
        name: [agreement(depth, evaluate) for depth in range(1, 5)]
        for name, evaluate in {"open lines": evaluate_lines, "no evaluation": None}.items()
    }
    for name, found in shares.items():
        print(f"{name:14}", " ".join(f"{share:5.1f}" for share in found))
    plot = Plot()
    for number, (name, found) in enumerate(shares.items()):
        plot.panels[0].plot(range(1, 5), found, label=name, **style(number))
    plot.panels[0].set(xlabel="depth", ylabel="moves that keep the result, in %", ylim=(0, 100))
    plot.panels[0].set_xticks(range(1, 5))
    plot.panels[0].legend()
    display(plot.told("One ply with open lines is worth more than four plies without."))

# %% [markdown]
# The curve rises with the depth, and it begins high: the guess was no luck.
# But at depth 4 one move in six still throws something away, against an opponent who never errs.
# (Without an evaluation most moves look equal, and the search takes the leftmost.)
#
# Change the points in your `evaluate_lines`, run its cell and this one again: can you get further up?
# (Then change them back, because the check wants those of the table.)
#
# ## Who will win?
#
# A thesis from which this course took its game of Havannah reports on programs for Connect Four: they could tell the winner, within five moves of the end, in about 80 of 100 cases.
# It does not say how the cases were chosen.
# Can your evaluation do that, without any search?
#
# We have other positions here, of all ages, from games of half-careless players.
# In each of them somebody can force a win, and the solver has told us who, and how many plies it takes.

# %%
from course_lib.lessons.decided import decided_positions
from course_lib.play.rates import Rates

decided = decided_positions()
plies = [position.plies for position in decided]
print(len(decided), "positions, from", min(plies), "to", max(plies), "plies before the end")

# %% [markdown]
# A prediction is right if the estimate is above 0 for the player who wins.
# We compare three predictions:
#
# - *open lines*: the sign of your `evaluate_lines`, without any search,
# - *three plies*: the sign of the value that a search of depth 3 finds with it,
# - *mover*: "whoever is to move will win", without a look at the board.
#
# In brackets stands where the share would lie with endlessly many positions, in 95 of 100 such experiments.
# Guess the first line before you run the cell.

# %%
from fractions import Fraction


def by_search(position):
    """The value of a search of depth 3, for the player who wins."""
    value, _ = alphabeta_search(
        four, position.state, depth=3, evaluate=evaluate_lines, order=middle_out
    )
    return value if four.to_move(position.state) == position.winner else -value


predictions = {
    "open lines": lambda position: evaluate_lines(four, position.state, position.winner),
    "three plies": by_search,
    "mover": lambda position: 1 if four.to_move(position.state) == position.winner else -1,
}


def predicted(name, least, most):
    """How often this prediction names the winner, so many plies before the end."""
    group = [position for position in decided if least <= position.plies <= most]
    right = sum(predictions[name](position) > 0 for position in group)
    return Rates({name: Fraction(right, len(group))}, games=len(group))


with needs("evaluate_lines"):
    print("plies before the end")
    for least, most in [(1, 5), (6, 10), (11, 20), (21, 31)]:
        shares = "   ".join(str(predicted(name, least, most)) for name in predictions)
        print(f"{least:3} to {most:2}   {shares}")

# %% [markdown]
# Up to five plies before the end your evaluation is right in 76 of 100 cases, and the interval from 66 to 84 has the 80 of the thesis in it.
# So far it is confirmed: a sum of open lines can do that.
#
# But look at the last column.
# Whoever says "the player to move", and never looks at the board, is right in 70 of 100, and the two intervals overlap.
# Near the end of such games somebody usually wins because it is his turn.
# A share alone says little; it needs something to be compared with.
# Three plies of search are another matter: 93 of 100.
#
# Far from the end all three come down.
# More than twenty plies before it your evaluation is right about as often as a coin.
#
# ## Threats: a win that can be seen from afar
#
# Depth is not everything.
# In Gomoku good players see wins that are fifteen plies away, and find them in a minute.
#
# They do it by *forcing*.
# A **four** is a stone after which one more would make five: of five squares in a line you have four, and the fifth is empty.
# The other side has to answer it, on one single square.
# So while you make fours, *you* decide where both sides play.
# Whoever makes two fours with one stone has won, because only one of them can be stopped.
#
# Here X can make a chain of three fours and win.
# Play X yourself: the program answers every four, and does nothing clever.
# Two squares make a four at once, and only one of them begins the chain.

# %%
from course_lib.lessons.fours import defender, forced_line

example = Gomoku(9)
rows = [
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . O . . . .",
    ". . . . X O . . .",
    "O . . X . . O . .",
    ". . . X . X . X .",
    ". . . O . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
]
before = example.parse("\n".join(rows))
play_widget(example, defender, you_play="X", state=before)

# %% [markdown]
# Have you found it?
# This is the whole chain, X and O in turn, and the end of it.

# %%
chain = forced_line(example, before)
print(" ".join(example.action_name(square) for square in chain))
ended = before
for square in chain:
    ended = example.result(ended, square)
show(
    example,
    ended,
    highlight=chain[::2],
    caption="X has won by fours.",
)

# %% [markdown]
# *Each of the marked stones left O one single answer, until there were two squares to stop.*
#
# Seven plies: a search with a depth limit of 6 does not see the win, and one of 7 has to look at very many states.
# The search for fours looks at next to none, because there is next to nothing to choose: a few fours for X, and one answer for O.
# How many states would lie within seven plies, with 71 empty squares?

# %%
print(f"{perm(71, 7):,} ways to play seven plies")

# %% [markdown]
# ## Exercise 7: four puzzles
#
# In each of these positions there is a forced win by fours.
# Below each board stands who is to move, and how many fours it takes.
# Other first fours are traps: in puzzle A the answer to one of them makes a four for the other side, and elsewhere the chain just ends too soon.

# %%
from course_lib.lessons.puzzles import FOURS, fours_puzzles

puzzles = fours_puzzles()
for name, (game, state) in puzzles.items():
    caption = f"Puzzle {name}: {game.to_move(state)} to move wins by {FOURS[name]} fours."
    display(show(game, state, caption=caption))

# %% [markdown]
# You may try them at the board; change the letter for another one.

# %%
game, state = puzzles["A"]
play_widget(game, defender, you_play=game.to_move(state), state=state)

# %% [markdown]
# Write down the first stone for each, by the name of its square, such as `"e5"`.
# Where several first stones win, any of them is right.


# %% exercise="puzzle_moves"
def puzzle_moves():
    """For each puzzle the first stone of a forced win by fours.

    It has the form {"A": "e5", "B": ..., "C": ..., "D": ...}.
    """
    ### BEGIN SOLUTION
    return {"A": "c6", "B": "e8", "C": "c4", "D": "d8"}
    ### END SOLUTION


# %% check="puzzle_moves" points=2

# %% [markdown]
# Your first stones, each with the rest of a chain that wins from there.

# %%
with needs("puzzle_moves"):
    for name, first in puzzle_moves().items():
        game, state = puzzles[name]
        following = game.result(state, game.action_named(first))
        following = game.result(following, defender(game, following))
        line = [game.action_name(square) for square in forced_line(game, following)]
        print(name, first, "...", " ".join(line) or "no forced win by fours")

# %% [markdown]
# Puzzle D takes nine stones of X and eight answers: seventeen plies.
# No search that looks at everything gets there; one that looks only at threats is there at once.
# This is the last lesson of today: *a small search in the right place beats a large one everywhere.*
#
# ## What to remember
#
# - A large game can't be searched to its end: stop at a depth, and estimate; the estimate stays between -1 and 1.
# - Cuts and orders change only the work, never the answer; candidates and depth limits change the answer, and are a bet.
# - Iterative deepening uses each visit well, and has an answer at any time.
#
# | word | meaning |
# | --- | --- |
# | gravity | stones fall: of each column only the lowest empty square is an action |
# | overline | a line of more stones than are needed |
# | window | as many squares in a line as are needed to win; *open* for a player if the other has no stone in it |
# | evaluation | an estimate of a state that is not final |
# | candidates | the actions that a search tries, if it does not try all |
# | iterative deepening | to search one ply deep, then two, then three, as long as the budget lasts |
# | four, threat | a stone after which its player would win with one more |
#
# ## Try it yourself
#
# 1. From memory: which of these can change the move that is chosen: a cut, an order, a candidate list, a depth limit?
# 2. `line_through` looks only at the last stone. When would that be wrong? (Think of a game in which stones move, or are taken off.)
# 3. `middle_out` is not the best order for Gomoku. Write one that tries the squares near the last stone first, and count the visits.
# 4. `deepening` forgets what the shallow searches found. Let it try the best action of the last depth first: how many visits does that save in `opened`?
# 5. Write the search for fours yourself: for each stone that makes a four, put it and the only answer, and look again. It takes about 15 lines.
# 6. Play `exact=True`: which of the puzzles still has a forced win if six in a row do not count?
# 7. An open question: your evaluation counts lines, but in Connect Four it also matters *in which row* the empty square of a line lies, because the players take turns to fill the columns. What would you count?
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) this is the part of the chapter on adversarial search and games that deals with evaluation functions, with cutting off the search, and with leaving out moves that look bad.
