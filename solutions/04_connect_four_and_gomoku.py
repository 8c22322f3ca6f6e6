# %% [markdown]
# # Connect Four and Gomoku: games too large to finish
#
# In Connect Four you choose a column, and your stone falls onto the stones that are already there.
# Four in a line win: across, down, or diagonally.
#
# ![A Connect Four board with seven stones in the middle columns; O is to move](attachment:opening.png)
#
# Alpha-beta finished tic-tac-toe with 18,297 visits, in a second or less.
# Give it this game's empty board and it will find the best first move there too.
# You would just have to wait for it.

# %% [markdown] part="further"
# Today you build a player that needn't wait so long, in three sittings of 30 to 60 minutes.
#
# - **First sitting:** turn tic-tac-toe into Connect Four and Gomoku.
# - **Second sitting:** write the guess, and tame a board with 225 squares.
# - **Third sitting:** spend a budget well, find wins nine plies away, and climb a ladder.

# %% [markdown] part="core"
# How does a computer play a game that it can't search to the end?
# The same way you do: it looks a few moves ahead, makes a guess, and doesn't waste time on hopeless moves.

# %%
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Gomoku,
    Watched,
    alphabeta_player,
    alphabeta_search,
    random_player,
)
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.games.k_in_a_row import lines_of as windows_of
from course_lib.lessons.class_ladder import meet_class
from course_lib.lessons.first_ladder import join
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.ladder import middle_out
from course_lib.lessons.lesson_04.effects import every_step
from course_lib.lessons.lesson_04.gomoku_puzzles import (
    FOURS,
    chain_example,
    defender,
    fours_puzzles,
)
from course_lib.lessons.lesson_04.large_games import (
    agreement,
    board_of,
    four_from,
    narrowed,
    search_within,
    visits_of,
)
from course_lib.lessons.showing import show_me
from course_lib.lessons.unseen import fools
from course_lib.questions import guessed, predict, recall
from course_lib.views import play_widget, show, step_through

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("04")

# %% picture="opening"
show(ConnectFour(), ConnectFour().play("4455354"))

# %% predict="how_long"
question = "At a million positions a second, how long to try every way of playing Connect Four?"
choices = [
    "a day",
    "a year",
    "longer than there have been people",
    "longer than the universe is old",
]
answer = "longer than the universe is old"
later = True
because = """
You'll find the sum in the second sitting.
"""

# %% [markdown]
# # First sitting: two games from one
#
# As in lesson 1, a board is a list of rows, and each square holds `"X"`, `"O"` or nothing.
# Squares are `(row, column)`, with row 0 at the top.

# %%
X, O, EMPTY = "X", "O", None
begun = board_of("....... ....... ....... ...X... ..OO... .XXO.X.")
show(begun, players=(X, O))

# %% [markdown]
# Two things are different from tic-tac-toe: where a stone can go, and what wins.
#
# ## Exercise 1: where does a stone land?
#
# A stone can only land on the lowest empty square of a column.
# On the board above there are seven such squares, one in each column.


# %% exercise="drop_actions"
def drop_actions(board):
    """A list of the lowest empty squares (row, column) of all columns, from left to right.

    For the board `begun` it is
    [(5, 0), (4, 1), (3, 2), (2, 3), (5, 4), (4, 5), (5, 6)].
    """
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

# %%
hint("drop_actions")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# ## Exercise 2: a line through the last stone
#
# Tic-tac-toe has eight lines, and you could list them.
# Connect Four has 69; Gomoku, five in a row on 15 by 15 squares, has 572.
# It's easier to ask what can have *changed*: a new line must run through the **last stone**.
# So start there, and walk in each of the four directions, both ways, as long as the marks are the same.
#
# Gomoku raises one more question: what about *six* in a row, an **overline**?
# In *freestyle* Gomoku six win as well; stricter rules want exactly five.
# Your function knows both rules, and the argument `exact` chooses between them.
#
# First, have a look at three boards.
# X's last stone is the leftmost X of the row in the middle.

# %%
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # the steps (down, right) along the four directions
for number, rows in enumerate(["X... .X.. ..X.", "...X X... .X..", ".X.. XX.. ..O."], 1):
    display(show(board_of(rows), players=(X, O), caption=f"Board {number}"))

# %% predict="which_line"
question = "Which of the three boards has a line of three through that stone?"
choices = ["board 1", "board 2", "board 3"]
answer = "board 1"
because = """
Board 2 would have one if it were a tube, and Python thinks it is: `row[-1]` is the last square. On
board 3 three stones huddle together, but they aren't in line.
"""


# %% exercise="line_through"
def line_through(board, square, length, exact=False):
    """True if `length` or more equal marks in a line run through this stone, otherwise False.

    The square always holds a stone. With exact=True a line of more than `length` doesn't count.
    line_through(begun, (3, 3), 2) is False: none of the stones around it is an X.
    """
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
# Here are six in a row, and the last stone was one of the middle ones.
# Is that five or more? Exactly five? Exactly six? Seven or more?
# Say all four answers aloud before you run the cell.

# %%
six = board_of(". X X X X X X O".replace(" ", ""))
with needs("line_through"):
    print("five or more: ", line_through(six, (0, 3), 5))
    print("exactly five: ", line_through(six, (0, 3), 5, exact=True))
    print("exactly six:  ", line_through(six, (0, 3), 6, exact=True))
    print("seven or more:", line_through(six, (0, 3), 7))

# %% claim="six_in_a_row"
assert [line_through(six, (0, 3), n, exact=e) for n, e in [(5, 0), (5, 1), (6, 1), (7, 0)]] == [
    1,
    0,
    1,
    0,
]
assert line_through(board_of("X... .X.. ..X."), (1, 1), 3)
assert not line_through(board_of("...X X... .X.."), (1, 0), 3)
assert not line_through(board_of(".X.. XX.. ..O."), (1, 0), 3)

# %% [markdown]
# ## Exercise 3: won, drawn, or still going?
#
# A stone can win the game, or fill the board, or neither.
# Or both: what if the 42nd stone makes four in a row?
# A line that is longer than needed wins, too.


# %% exercise="outcome"
def outcome(board, square, length):
    """The winner's mark, "draw", or None if the game goes on; the last stone is on this square.

    A full board without a winner is a draw. outcome(begun, (3, 3), 4) is None.
    """
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
# That makes a whole game.
# The moves and the lines in it are yours; the library only draws the board, and lends you an opponent who doesn't think. (How two functions become a game stands below the board.)

# %%
with needs("drop_actions", "line_through"):
    my_four = four_from(drop_actions, line_through)
    display(play_widget(my_four, random_player(Random(6)), you_play="X"))
show_me(four_from)

# %% [markdown]
# **That's the end of the first sitting.** What to take with you: ask what a move can have changed. A new line always runs through the last stone.

# %% [markdown]
# # Second sitting: a guess, and a wide board
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("04")
four = ConnectFour()
recall("04")

# %% [markdown]
# ## Why it can't be finished
#
# From here on we use the library's `ConnectFour` and `Gomoku`, which have the rules you just wrote but are faster.
# They also name squares the way people do: `d1` is column d, row 1 counted from below.
# Pictures and printouts use those names; in your code a square stays `(row, column)`, so `d1` is `(5, 3)`.
#
# Many ways of playing lead to the same position: there are 117,649 ways to play six moves, but they lead to only 16,422 positions.
# In 2008 Stefan Edelkamp and Peter Kissmann counted all positions of Connect Four: 4,531,985,219,092.
# So there are three plans: try every way of playing, use alpha-beta at its best, or look at each position once.
# How many years would each of them take, at a million positions a second?

# %% predict="each_position_once"
question = "One of the plans looks at each position exactly once. How long does that take?"
choices = ["two months", "two years", "two centuries"]
answer = "two months"
because = """
A long wait for a move, but not for a proof.
"""

# %%
a_year = 60 * 60 * 24 * 365 * 1_000_000  # visits in a year
plans = {
    "every way": 7**42,
    "alpha-beta at its best": 2 * 7**21,  # the least work of lesson 3, with 42 plies
    "each position once": 4_531_985_219_092,
}
for plan, visits in plans.items():
    print(f"{plan:24} {visits / a_year:12.3g} years")
guessed("how_long")

# %% claim="two_months"
assert 7**42 / a_year / 1.4e10 > 600e9
assert 1.5 < 12 * plans["each position once"] / a_year < 2

# %% [markdown]
# (Columns fill up and most games end early, so the first two numbers are far too large, the first by a factor of a million or so.)
#
# The universe is about 1.4e10 years old: even a millionth of the first number is hundreds of thousands of times as long.
# Looking at each position once would take less than two months.
# With Gomoku's 225 squares even that is hopeless.
# In fact Connect Four *has* been solved: James Allen and Victor Allis did it independently, within weeks of each other, in October 1988.
# The first player wins, by beginning in the middle; in lesson 7 a program proves such things.
#
# In the middle of such a game a player can't know who is winning. It has to **guess well**.
#
# ## Stop early, and guess
#
# You have written a search with a depth limit; the library's is `alphabeta_search(game, state, depth=..., evaluate=..., order=...)`.
# It returns the value for the player to move, and an action.
#
# Here is a position with ten stones.
# `four.play(...)` plays a list of moves from the empty board.
# It takes squares, or just columns: `"d"` drops one stone, and `"4453"` drops four, with the columns counted from 1.
# A solver has searched each move to the end of the game and scored it: above 0 means that X can force a win, below 0 that O can, and 0 is a draw.
# (The further from 0, the sooner; only the sign matters here.)

# %%
line = "1517255711"
crossing = four.play(line)
print(dict(known_positions())[line])
value, action = alphabeta_search(four, crossing, depth=3)
print("three plies deep, without an evaluation:", value, four.action_name(action))
show(four, crossing)

# %% claim="one_wins_one_draws_five_lose"
scores = dict(known_positions())[line]
assert sorted((score > 0) - (score < 0) for score in scores.values()) == [-1] * 5 + [0, 1]
assert value == 0
assert action == four.actions(crossing)[0]
assert scores[four.action_name(action)] < 0

# %% [markdown]
# One move wins, one draws, five lose.
# Our search looks three plies ahead, sees no forced win that soon, and takes the first legal move, which loses.
#
# A human player sees more than that: whose lines are still *open*?
# Imagine a frame just long enough for four squares in a line, and slide it over the board.
# Each place where it fits is called a **window** (nothing to do with alpha and beta).
# If both players have a stone in a window, nobody can win there any more.
# If only one has, it is *open* for that player, and the more stones in it the better.
#
# ## Exercise 4: an evaluation
#
# Every open window earns its player points, and each extra stone makes it four times as valuable: *n* stones earn 4 to the power of *n* - 1.
#
# | stones of one player in an otherwise empty window | 1 | 2 | 3 | 4 |
# | --- | --- | --- | --- | --- |
# | points | 1 | 4 | 16 | 64 |
#
# `windows_of(game.rows, game.columns, game.length)` lists a game's windows, and each of them lists its places: the first of Connect Four's 69 is `(0, 1, 2, 3)`.
# Places are numbered row by row: in `state.board`, place `row * columns + column` holds `"X"`, `"O"` or `"."`.
# A window earns nothing if both players have a stone in it.
# Add up the player's points and subtract the opponent's.
# Now remember that a certain win is worth 1, and no estimate should ever reach that.
# So turn the sum *s* into *s* / (100 + |*s*|): 0 stays 0, 100 becomes a half, and not even a million becomes 1.


# %% exercise="evaluate_lines"
def evaluate_lines(game, state, player):
    """How good the open windows look for this player: a number between -1 and 1.

    X's first stone in the middle of Connect Four is in seven windows:
    evaluate_lines(four, four.play("d"), "X") is 7 / 107.
    """
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

# %% predict="finds_d1"
question = "Same position, three plies, your evaluation. Will it find d1, the winning move?"
choices = ["yes", "no"]
answer = "yes"
because = """
It can't see the win, which is many plies away, but finds the move all the same. One position may be
luck, of course.
"""

# %%
with needs("evaluate_lines"):
    value, action = alphabeta_search(four, crossing, depth=3, evaluate=evaluate_lines)
    print(f"{value:.3f}", four.action_name(action))
    print("Below, a later position: watch your evaluation at work two plies down.")
    late = four.play("443344555533522")
    display(step_through(alphabeta_search, four, late, depth=2, evaluate=evaluate_lines))

# %% claim="it_finds_d1"
assert (len(windows_of(6, 7, 4)), len(windows_of(15, 15, 5))) == (69, 572)
assert tuple(windows_of(6, 7, 4)[0]) == (0, 1, 2, 3)
assert (
    four.action_name(alphabeta_search(four, crossing, depth=3, evaluate=evaluate_lines)[1]) == "d1"
)
assert evaluate_lines(four, four.play("d"), "X") == 7 / 107

# %% [markdown]
# Alpha-beta without a limit wouldn't finish its first move here today, nor this year.
# Yours stops after three plies. Change the depth if you like.

# %%
with needs("evaluate_lines"):
    player = alphabeta_player(depth=3, evaluate=evaluate_lines)
    display(play_widget(four, player, you_play="X"))

# %% [markdown]
# ## Good moves first
#
# The order of moves decides how much alpha-beta saves.
# Here is a cheap guess at a good order: try the middle first, then work outwards.
# Let's see what it saves, five plies deep.

# %%
opened = four.play("4453")
with needs("evaluate_lines"):
    options = {"depth": 5, "evaluate": evaluate_lines}
    print(f"no cuts                {sum(four.count(opened, 5)):8,} visits")
    print("cuts                  ", visits_of(four, opened, **options))
    print("cuts, the middle first", visits_of(four, opened, order=middle_out, **options))
show_me(middle_out, visits_of)

# %% claim="less_and_less_work"
plain, sorted_ = (
    visits_of(four, opened, **options),
    visits_of(four, opened, order=middle_out, **options),
)
assert plain.partition(":")[2] == sorted_.partition(":")[2]
counts = [int(text.split()[0].replace(",", "")) for text in (sorted_, plain)]
assert counts[0] < counts[1] < sum(four.count(opened, 5))

# %% [markdown] part="further"
# ## Too wide
#
# In Gomoku the trouble isn't the depth of the tree but its *width*: more than 200 moves at every turn.

# %%
gomoku = Gomoku()
stones = gomoku.play("h8 i9 i8 g8 h7 h9")
show(gomoku, stones, caption="X to move. How many of the free squares are worth a thought?")

# %% [markdown]
# Surely not the corners.
# A stone far away from all the others won't make or stop a line any time soon.
#
# ## Exercise 5: near the stones
#
# Find the **candidates**, the only actions worth trying: those that are near a stone.
# Place `p` of `state.board` is in row `p // game.columns`, column `p % game.columns`.
# Near means at most `distance` rows *and* at most `distance` columns away, so a diagonal step counts as one, as for the king in chess.


# %% exercise="near_stones"
def near_stones(game, state, distance):
    """A list of the actions that are near a stone, in the order of game.actions.

    Around a single stone in the middle, near_stones(gomoku, state, 1) finds 8 actions.
    On an empty board there is only the middle square: (game.rows // 2, game.columns // 2).
    When a game is over, there are none.
    """
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
# How do we make a search use your candidates?
# It takes its moves from `game.actions`, so we give it a game that is just like Gomoku, but offers only your candidates.


# %%
def neighbours(game, state):
    """The squares next to a stone, which are all that a search will try."""
    return near_stones(game, state, 1)


with needs("near_stones", "evaluate_lines"):
    near_gomoku = narrowed(gomoku, neighbours)
    near = near_stones(gomoku, stones, 1)
    display(show(gomoku, stones, highlight=near, caption=f"{len(near)} candidates"))
    options = {"depth": 2, "evaluate": evaluate_lines, "order": middle_out}
    print(f"no cuts        {1 + 219 + 219 * 218:8,} visits")
    print("all squares   ", visits_of(gomoku, stones, **options))
    print("near the stones", visits_of(near_gomoku, stones, **options)[1:])

# %% claim="candidates_save_most"
narrow, wide = (visits_of(game, stones, **options) for game in (near_gomoku, gomoku))
assert narrow.rpartition(" ")[2] == wide.rpartition(" ")[2]
assert [
    int(text.split()[0].replace(",", "")) < most for text, most in ((narrow, 200), (wide, 48_000))
]

# %% predict="a_bet"
question = "Cuts, an order, candidates: which of the three can make a search choose a worse move?"
choices = ["cuts", "an order", "candidates", "none of them"]
answer = "candidates"
because = """
From 48,000 visits down to about a hundred, and here the move was still the same. But there's no
guarantee. Cuts and orders never change the value (an order may pick another of several equally
good moves), but the best move may not be among the candidates. They are a bet, and in Gomoku a
good one.
"""

# %% [markdown]
# **That's the end of the second sitting.** Two things to take with you:
#
# - A large game can't be searched to its end, so stop at a depth and estimate. An estimate must always stay between a loss and a win.
# - Cuts and orders never change the value that a search finds. Candidates and depth limits can: they are bets.

# %% [markdown] part="core"
# # Third sitting: spend your visits well
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("04")
four, gomoku = ConnectFour(), Gomoku()
opened = four.play("4453")
recall("04")

# %% [markdown]
# ## How deep?
#
# Near the end of a game there are few moves left, and you can look far ahead; in the middle you can't.
# So which depth is right?
# None: what you're really given is *time*.
# (We measure it in visits, so every computer plays alike.)
#
# So search one ply deep, then two, then three, until the visits run out.
# This is **iterative deepening**.
# It sounds wasteful, because each search starts all over again.

# %% predict="wasted_visits"
question = "Six searches, from one ply to six. How much of the work goes into the first five?"
choices = ["about a third", "about two thirds", "nearly all of it"]
answer = "about a third"
because = """
Each search needs several times the visits of the one before, so most of the work is in the last.
"""

# %%
with needs("evaluate_lines"):
    total = 0
    for depth in range(1, 7):
        watched = Watched(four)
        alphabeta_search(watched, opened, depth=depth, evaluate=evaluate_lines, order=middle_out)
        total += watched.visits
        print(f"depth {depth}: {watched.visits:6,} visits, {total:6,} so far")

# %% claim="a_third_is_repeated"
assert 0.25 < (total - watched.visits) / total < 0.42

# %% [markdown]
# The first five searches together took a third of all visits: a fair price for having an answer ready at any time.
#
# ## Exercise 6: iterative deepening
#
# There is a helper: `search_within(game, state, depth, visits, evaluate)` searches to one depth, and gives the pair (best action, visits it took).
# If the visits run out, the action is `None`.
# Call it again and again, one ply deeper each time.


# %% exercise="deepening"
def deepening(game, state, visits, deepest, evaluate):
    """The pair (action, depth) of the deepest search that could be finished.

    It searches 1, 2, ... and at most `deepest` plies deep. All searches share the visits.
    If even the first search can't be finished, return the first legal action and depth 0.
    deepening(four, opened, 100, 9, evaluate_lines) is ((3, 3), 2).
    """
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

# %% predict="ten_times"
question = "Ten times as many visits: how many plies deeper does that get you in Connect Four?"
choices = ["one or two", "five or so", "ten"]
answer = "one or two"
because = """
That's exponential growth, seen from the other side: a computer ten times as fast hardly sees any
further.
"""

# %%
with needs("deepening", "evaluate_lines"):
    for visits in (10, 100, 1_000, 10_000):
        action, depth = deepening(four, opened, visits, 20, evaluate_lines)
        print(f"{visits:6,} visits: depth {depth}, {four.action_name(action)}")

# %% claim="one_or_two_plies"
from itertools import pairwise

depths = [deepening(four, opened, 10**power, 20, evaluate_lines)[1] for power in (1, 2, 3, 4)]
assert all(1 <= deeper - depth <= 2 for depth, deeper in pairwise(depths))
assert [*deepening(four, opened, 100, 9, evaluate_lines)] == [(3, 3), 2]

# %% [markdown] part="further"
# ## All the steps in one table
#
# What is each step worth?
# Here is a nine-by-nine board with eight stones, X to move.
# Every line of the table adds one step to the line before; the last adds the library's deepening, with 1,000 visits.
#
# Visits aren't everything, since some take longer than others.
# So the table also has the *time*, as a multiple of the first line's, measured on your computer when you run the cell.
# Is there a step that saves visits and costs time all the same?

# %%
depth_limited = mine("depth_limited")
nine = Gomoku(9)
eight = nine.play("e5 f4 d5 f5 e4 f3 e6 g4")

with needs("near_stones", "evaluate_lines"):
    near_nine = narrowed(nine, lambda game, state: near_stones(game, state, 1))
    effects = every_step(
        nine, eight, near_nine, evaluate=evaluate_lines, full=depth_limited, order=middle_out
    )
    display(show(nine, eight, caption="X to move."), effects, show_me(every_step))

# %% claim="all_the_steps"
lines = {line.step: line for line in effects.lines}
kept = [lines[step] for step in ("+ evaluation", "+ cuts", "+ the middle first")]
assert len({(round(line.value, 9), line.move) for line in kept}) == 1
assert kept[0].visits > kept[1].visits > kept[2].visits > lines["+ near the stones"].visits
assert {lines[step].move for step in lines if step not in ("two plies", "+ deepening")} == {"f6"}
assert (lines["+ deepening"].value, lines["+ deepening"].move) == (1, "e7")
assert len(windows_of(9, 9, 5)) == 140

# %% [markdown]
# The evaluation makes the search many times slower, because it looks at 140 windows in every leaf.
# Cuts and order earn that back without touching the value or the move.
# With candidates there are fewer visits, but each takes longer, because `near_stones` scans the whole board. (Whether that saves time, your table knows; the larger the board, the more likely it is.)
# And deepening spends what the others have saved: it gets three plies deep, sees that e7 wins, and stops.
# The two-ply searches with an evaluation would all have played f6, to block O's three stones. They didn't see that X gets there first.
#
# Now play against all of it: your evaluation, candidates and deepening, with 300 visits a move.

# %%
with needs("deepening", "near_stones", "evaluate_lines"):
    near_gomoku = narrowed(gomoku, lambda game, state: near_stones(game, state, 1))

    def my_player(_game, state):
        """The move that your deepening finds with 300 visits."""
        return deepening(near_gomoku, state, 300, 4, evaluate_lines)[0]

    display(play_widget(gomoku, my_player, you_play="X"))

# %% [markdown]
# **A good place for a break.**
#
# ## Threats: a win you can see from afar
#
# Depth isn't everything.
# Good Gomoku players find wins fifteen plies away, and they do it in a minute.
# In 1994 Victor Allis, Jaap van den Herik and Matty Huntjens taught a program to look for such wins, and with *threat-space search*, and the proof-number search of lesson 7, it proved that the first player wins Gomoku on 15 by 15 squares.
#
# The secret is *force*.
# A **four** is a line of five squares with four of your stones and one empty square.
# The other side has to answer on that very square, or you make five.
# So as long as you make fours, *you* decide where both sides play.
# And if one stone makes two fours with *different* empty squares, you have won, because only one of them can be stopped.
#
# Here X wins with a chain of three fours.
# Try to find it: you are X, and the program answers every four but does nothing clever.

# %%
example, before = chain_example()
play_widget(example, defender, you_play="X", state=before)

# %% [markdown]
# Here is how to find it without trying everything.
#
# 1. Start at the end: on which square would **one** stone make two such fours, perhaps with one more stone already in place? The two lines may cross there. Or they overlap: four stones side by side, with an empty square at *each* end, are two fours as well.
# 2. Does one of the lines lack a stone? Find a four that puts it there on the way.
# 3. Check O's forced answers: none may stop your second line, or make a four for O.

# %% predict="chain_start"
question = "Two stones make a four right away, e4 and g4. Which one starts the chain?"
choices = ["e4", "g4"]
answer = "e4"
because = """
After g4, O answers on e4, and X has no four left. After e4, O has to go to g4, and X goes on with c4.
"""

# %%
moves = "e4 g4 c4 b4 f7 g8 b3"
chain = [example.action_named(name) for name in moves.split()]
ended = before
for square in chain:
    ended = example.result(ended, square)
caption = "e4, c4 and f7 are fours; after three forced answers b3 makes five in a row."
show(example, ended, highlight=chain[::2], caption=caption)

# %% claim="five_in_a_row"
assert example.winner(ended) == "X"
assert example.to_move(before) == "X"

# %% [markdown]
# ## Exercise 7: two puzzles
#
# In both of these positions X can force a win with fours.
# The caption says how many fours it takes.
# Beware of traps: after some fours, the answer makes a four for the other side, or the chain runs out.
# Try them out on the last board; change the letter to get the other puzzle.

# %%
puzzles = fours_puzzles()


def show_puzzle(name):
    """Show the board, with who is to move and how many fours it takes."""
    game, state = puzzles[name]
    caption = f"Puzzle {name}: {game.to_move(state)} to move wins with {FOURS[name]} fours."
    display(show(game, state, caption=caption))


show_puzzle("A")
show_puzzle("B")
game, state = puzzles["A"]
play_widget(game, defender, you_play=game.to_move(state), state=state)

# %% [markdown]
# For each puzzle, write down where the first stone goes, by the name of the square.
# If several squares win, any of them is right.


# %% exercise="puzzle_moves"
def puzzle_moves():
    """The name of the square where X's chain of fours begins, for each puzzle.

    Return a dictionary like {"A": "e5", "B": ...}.
    """
    ### BEGIN SOLUTION
    return {"A": "c6", "B": "e8"}
    ### END SOLUTION


# %% check="puzzle_moves" points=2

# %% [markdown]
# In puzzle B, X places five stones and O answers four times: nine plies.
# A search that looks at everything has little hope of getting that deep. One that looks only at threats gets there at once.

# %% [markdown] part="core"
# ## On the ladder
#
# Now send a Connect Four player of yours up a ladder: ten games against each of four opponents, which takes up to half a minute.
# This one spends 100 visits on each move.
# Change what you like: the visits, the evaluation, the order. The ladder remembers every name you give.

# %%
with needs("deepening", "evaluate_lines"):

    def my_four_player(game, state):
        """The move that your deepening finds with 100 visits."""
        return deepening(game, state, 100, 6, evaluate_lines)[0]

    my_four_player(four, opened)  # stops here until you have written it
    display(join(four, my_four_player, name="100 visits"))

# %% [markdown]
# Your class may have a ladder for Connect Four, too. It remembers you from the earlier lessons; if you weren't there, fill in the address that your teacher shows, and a name for your classmates to see.
# You have ten seconds for each move there. Would more visits pay?

# %%
with needs("deepening", "evaluate_lines"):
    my_four_player(four, opened)  # stops here until you have written it
    display(meet_class(four, my_four_player, name="100 visits", at="", me=""))

# %% [markdown] part="further"
# ## Catch your own evaluation
#
# Every evaluation is wrong somewhere. Where is yours?
# Find a position of a small Connect Four, four rows of five, in which it puts one player ahead by 0.05 or more, and the *other* one wins.
# Write down the columns that were played; `fools` plays the rest perfectly.
# Don't try at random. What can't your evaluation see?

# %%
with needs("evaluate_lines"):
    fools(evaluate_lines, "c c b d")

# %% [markdown] part="core"
# **That's the end of the third sitting.** What to remember:
#
# - Cuts and orders never change the value that a search finds. Candidates and depth limits can: they are bets.
# - Iterative deepening makes good use of any number of visits, and always has an answer ready.
# - A small search in the right place beats a large one that looks everywhere.
#
# | word | meaning |
# | --- | --- |
# | overline | a line of more stones than a win needs |
# | window | as many squares in a line as a win needs; *open* for a player if the other has no stone in it |
# | evaluation | an estimate for a state where the game isn't over |
# | candidates | the actions a search tries, if it doesn't try them all |
# | iterative deepening | searching one ply deep, then two, then three, as long as the budget lasts |
# | four | a line of five squares with four stones of one player, and one empty |

# %% [markdown] part="further"
# # Further on
#
# ### Two harder puzzles
#
# Puzzle D takes seventeen plies. Change the letter to play it.

# %%
show_puzzle("C")
show_puzzle("D")
game, state = puzzles["C"]
play_widget(game, defender, you_play=game.to_move(state), state=state)

# %% [markdown]
# ### How good is the guess?
#
# Connect Four is solved, so we can find out.
# The library knows a few hundred positions where the choice matters, with the exact score of every move.
# We take every second one, and count how often a search keeps the win, or the draw if there is no win.

# %%
with needs("evaluate_lines"):
    print("depth           1       2       3       4")
    for name, evaluate in {"open lines": evaluate_lines, "no evaluation": None}.items():
        shares = [agreement(depth, evaluate) for depth in range(1, 5)]
        print(f"{name:13}", " ".join(f"{share:5.1f} %" for share in shares))

# %% claim="how_good_the_guess_is"
assert agreement(1, evaluate_lines) > agreement(4, None)
assert 100 / 7 < 100 - agreement(4, evaluate_lines) < 100 / 5

# %% [markdown]
# One ply with your open lines does as well as four plies without.
# Still, at depth 4 about one move in six throws something away.
#
# ### Questions
#
# 1. From memory: which of these can change the value that a search finds: a cut, an order, a candidate list, a depth limit?
# 2. `line_through` looks only at the last stone. When would that go wrong? (Think of games where stones move, or are captured.)
# 3. `middle_out` isn't the best order for Gomoku. Write one that tries the squares near other stones first, and count the visits.
# 4. `deepening` forgets what the shallow searches found. Let it try the best action of the last depth first: how many visits does that save in `opened`?
# 5. Write the search for fours yourself: for each stone that makes a four, place it and the only answer, and look again. It takes about 15 lines.
# 6. In `Gomoku(game.size, exact=True)` six in a row don't win. Play the puzzles' states by that rule: which of them can you still win by force?
# 7. Open: in Connect Four it also matters *in which row* the empty square of a line is, because the players take turns filling the columns. What would you count?

# %% [markdown] part="core"
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach*, look for the sections on evaluation functions, on cutting off the search, and on leaving out moves that look bad.
