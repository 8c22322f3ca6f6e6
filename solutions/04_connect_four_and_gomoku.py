# %% [markdown]
# # Connect Four and Gomoku: games too large to finish
#
# In Connect Four a stone falls down its column, onto the stones that are already there.
# Four in a row, column or diagonal win.
#
# ![A Connect Four board with seven stones in the middle columns; O is to move](attachment:opening.png)
#
# Alpha-beta finished tic-tac-toe with 18,297 visits, in a second or two.
# Give it this game's empty board and it will find the best first move there too.
# You would just have to wait for it.
#
# So how does a computer play a game it cannot finish?
# The same way you do: it looks a few moves ahead, guesses, and doesn't waste time on hopeless moves.
# Today you build such a player, in two sittings of about 45 minutes.
#
# - **First sitting:** turn tic-tac-toe into Connect Four and Gomoku, and write the guess.
# - **Second sitting:** tame a board with 225 squares, spend a budget well, and find wins that are seventeen plies away.

# %% picture="opening"
from course_lib import ConnectFour
from course_lib.views import show

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
because = """
And not by a little: hundreds of thousands of millions of times as long. The second half of this
sitting does the sum.
"""

# %% [markdown]
# # First sitting: two games and a guess
#
# ## Two games from one
#
# As in lesson 1, a board is a list of rows, and each square holds `"X"`, `"O"` or nothing.
# Squares are `(row, column)`, with row 0 at the top.

# %%
from course_lib.views import show

X, O, EMPTY = "X", "O", None


def board_of(text):
    """The board that such a text shows, with a full stop for an empty square."""
    return [[None if mark == "." else mark for mark in row] for row in text.split()]


begun = board_of("....... ....... ....... ...X... ..OO... .XXO.X.")
show(begun, players=(X, O))

# %% [markdown]
# Two things differ from tic-tac-toe: where a stone may go, and what wins.
#
# ## Exercise 1: where does a stone land?
#
# A square is open only if it is the lowest empty one in its column.
# On the board above that makes seven squares, one in each column.


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
# Every exercise has three hints; each run of this cell gives you one more.

# %%
from course_lib.checks import hint

hint("drop_actions")

# %% [markdown]
# Let it rain: twelve stones, each on a square picked from your list.
# Does any of them hang in the air?

# %%
from random import Random

from IPython.display import display

from course_lib.checks import needs


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
# Tic-tac-toe has eight lines, and you could list them.
# Connect Four has 69; Gomoku, five in a row on 15 by 15 squares, has 572.
# Better think about what can have *changed*: a new line has to run through the **last stone**.
# So start there and walk in four directions, both ways, as long as the marks are equal.
#
# Gomoku raises one more question: what about *six* in a row, an **overline**?
# In the free game six win as well; by stricter rules only exactly five do.
# Your function answers both, by its last argument.
#
# Three boards to think about first.
# X's last stone is in row 1.
#
# | | board 1 | board 2 | board 3 |
# | --- | --- | --- | --- |
# | row 0 | `X . . .` | `. . . X` | `. X . .` |
# | row 1 | `. X . .` | `X . . .` | `X X . .` |
# | row 2 | `. . X .` | `. X . .` | `. . O .` |

# %% predict="which_line"
question = "Which of the three boards has a line of three through that stone?"
choices = ["board 1", "board 2", "board 3"]
answer = "board 1"
because = """
Board 2 would have one if it were a tube, and Python believes that it is: `row[-1]` is the last
square. On board 3 three stones huddle together, but they aren't in line.
"""

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
# Say the four answers before you run this.

# %%
six = board_of(". X X X X X X O".replace(" ", ""))
with needs("line_through"):
    print("five or more: ", line_through(six, (0, 3), 5))
    print("exactly five: ", line_through(six, (0, 3), 5, exact=True))
    print("exactly six:  ", line_through(six, (0, 3), 6, exact=True))
    print("seven or more:", line_through(six, (0, 3), 7))

# %% [markdown]
# ## Exercise 3: won, drawn, or still going?
#
# Every stone wins, or fills the board, or lets the game go on.
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
# That's a whole game, with all the rules yours; the library only draws it.
# Your opponent doesn't think at all.

# %%
from course_lib import game_from_functions, random_player
from course_lib.views import play_widget


def winner_on(board):
    """The mark that has four in a row, or None."""
    stones = [(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark]
    return next((board[r][c] for r, c in stones if line_through(board, (r, c), 4)), None)


with needs("drop_actions", "line_through"):
    my_four = game_from_functions(
        [[EMPTY] * 7 for _ in range(6)],
        player=lambda board: X if sum(row.count(EMPTY) for row in board) % 2 == 0 else O,
        actions=drop_actions,
        result=dropped,
        winner=winner_on,
        terminal=lambda board: winner_on(board) is not None or not drop_actions(board),
        players=(X, O),
    )
    display(play_widget(my_four, random_player(Random(6)), you_play="X"))

# %% [markdown]
# ## Why it can't be finished
#
# From here on we use the library's `ConnectFour` and `Gomoku`, which have the rules you just wrote and are faster.
# They name a square the way people do, `d1` for column d and row 1 counted from below, and those are the names you'll see from now on.
#
# After six moves there are 7 · 7 · 7 · 7 · 7 · 7 = 117,649 ways to play, but different ways meet in the same position.

# %% predict="positions_after_six"
question = "How many *different* positions are there after six moves?"
answer = 16_422
because = """
Remembering positions saves a lot, and the longer the game lasts, the more it saves.
"""

# %%
from course_lib import ConnectFour, compact

four = ConnectFour()
small = compact(four)  # the same game with smaller states
positions = {small.initial}
for _ in range(6):
    positions = {
        small.result(state, action) for state in positions for action in small.actions(state)
    }
print(f"{7**6:,} ways to get there, {len(positions):,} positions")

# %% [markdown]
# Other people have counted all positions of Connect Four: 4,531,985,219,092.
# Take a million of them a second, and see how many years three plans would take.

# %% predict="each_position_once"
question = "One of the plans looks at each position exactly once. How long does it take?"
choices = ["two months", "two years", "two centuries"]
answer = "two months"
because = """
That's a long wait for a move, but not for a proof.
"""

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
# (Games end before the board is full, so the first two are a little too large. A few zeros more or less won't matter here.)
#
# The universe is about 1.4e10 years old, so trying every way is out of the question on any computer.
# Looking at each position once would take less than two months.
# In fact Connect Four *has* been solved: James Allen and Victor Allis did it independently, within weeks of each other, in October 1988.
# The first player wins, and you will see how in lesson 7.
# For Gomoku's 225 squares, counting is hopeless.
#
# A player for such games can't know. It has to **guess well**.
#
# ## Stop early, and guess
#
# You know searches with a depth limit; the library's is `alphabeta_search(game, state, depth=..., evaluate=..., order=...)`.
# It returns the value for the player to move, and an action.
#
# Here is a position with ten stones, and the exact score of every move, from a solver that looks at everything.
# Above 0 X can force a win, below 0 O can, and 0 is a draw.

# %%
from course_lib import alphabeta_search
from course_lib.lessons.four_known import known_positions

line = "1517255711"
crossing = four.play(line)
print(dict(known_positions())[line])
value, action = alphabeta_search(four, crossing, depth=3)
print("three plies deep, without an evaluation:", value, four.action_name(action))
show(four, crossing)

# %% [markdown]
# One move wins, one draws, five lose.
# Looking three plies ahead and knowing nothing more, the search takes the first legal move, which loses.
# Nobody can force a win that soon, so all moves look alike.
#
# People see more: who has *open lines*.
# Call a piece of a row, column or diagonal that is just as long as a winning line a **window**.
# If both players have a stone in it, nobody can win there any more.
# If only one has, it is *open* for that player, and the more stones in it the better.
#
# The next cell lists the places of all windows.
# In `state.board` place `row * columns + column` holds `"X"`, `"O"` or `"."`.


# %%
from functools import cache


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
# Each open window counts, by the number of stones in it.
#
# | stones of one player in an otherwise empty window | 1 | 2 | 3 | 4 |
# | --- | --- | --- | --- | --- |
# | points: 4 to the power of one less | 1 | 4 | 16 | 64 |
#
# Add up the player's points and take off the opponent's.
# One thing is left: a win is worth 1, and an estimate must never look like one.
# So the sum *s* becomes *s* / (100 + |*s*|). That way 0 stays 0, 100 becomes a half, and no number of points ever reaches 1.


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

# %% predict="finds_d1"
question = (
    "Same position, three plies, now with your evaluation. Will it find d1, the winning move?"
)
choices = ["yes", "no"]
answer = "yes"
because = """
And it does so without seeing the win, which is many plies away. One position may be luck; the end
of the second sitting asks again, with more of them.
"""

# %%
from course_lib.views import step_through

with needs("evaluate_lines"):
    value, action = alphabeta_search(four, crossing, depth=3, evaluate=evaluate_lines)
    print(f"{value:.3f}", four.action_name(action))
    late = four.play("443344555533522")
    display(step_through(alphabeta_search, four, late, depth=2, evaluate=evaluate_lines))

# %% [markdown]
# Below, another position to watch: your evaluation at the leaves, two plies deep.
#
# In the homework this lesson grew from, alpha-beta was meant to play Connect Four against a random player, and never finished its first move.
# Yours looks three plies ahead. You may look further.

# %%
from course_lib import alphabeta_player

with needs("evaluate_lines"):
    player = alphabeta_player(depth=3, evaluate=evaluate_lines)
    display(play_widget(four, player, you_play="X"))

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - Look for what a move can have changed: a new line runs through the last stone.
# - A large game can't be searched to its end, so stop at a depth and estimate.
# - An estimate stays strictly between a loss and a win.

# %% [markdown]
# # Second sitting: spend your visits well
#
# ## Good moves first
#
# The order of moves decides how much alpha-beta saves, and there is a cheap guess at a good order: from the middle outwards.
# What does it save, five plies deep?


# %%
from course_lib import Watched


def middle_out(game, _state, actions):
    """These actions, those near the middle of the board first."""
    row, column = (game.rows - 1) / 2, (game.columns - 1) / 2
    return sorted(actions, key=lambda action: abs(action[0] - row) + abs(action[1] - column))


def visits_of(game, state, **options):
    """The visits of a search, with the value and the move that it finds."""
    watched = Watched(game)
    value, action = alphabeta_search(watched, state, **options)
    return f"{watched.visits:8,} visits: value {value:.3f}, move {game.action_name(action)}"


opened = four.play("4453")
with needs("evaluate_lines"):
    options = {"depth": 5, "evaluate": evaluate_lines}
    print(f"no cuts                {sum(four.count(opened, 5)):8,} visits")
    print("cuts                  ", visits_of(four, opened, **options))
    print("cuts, the middle first", visits_of(four, opened, order=middle_out, **options))

# %% [markdown]
# The same value and the same move, for less work each time.
#
# ## Too wide
#
# Gomoku has a different problem.
# Its games aren't deeper than those of Connect Four, but far *wider*: more than 200 moves at every turn.

# %%
from course_lib import Gomoku

gomoku = Gomoku()
stones = gomoku.play("h8 i9 i8 g8 h7 h9")
show(gomoku, stones, caption="X to move. Which squares would you even think about?")

# %% [markdown]
# Nobody would look into the corners.
# A stone far from all the others won't make or stop a line any time soon.
#
# ## Exercise 5: near the stones
#
# Find the actions near a stone: at most so many rows *and* at most so many columns away.
# A diagonal step counts as one, as for the king in chess.


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
# A search takes its moves from `game.actions`.
# So here is a game that is Gomoku in every way, except that it only offers your candidates.


# %%
class NearGomoku(Gomoku):
    """Gomoku in which only squares next to a stone are tried."""

    def actions(self, state):
        """The candidates; none when the game is over."""
        return () if self.is_terminal(state) else tuple(near_stones(Gomoku(self.size), state, 1))


with needs("near_stones", "evaluate_lines"):
    near = near_stones(gomoku, stones, 1)
    display(show(gomoku, stones, highlight=near, caption=f"{len(near)} candidates"))
    options = {"depth": 2, "evaluate": evaluate_lines, "order": middle_out}
    print(f"no cuts        {1 + 219 + 219 * 218:8,} visits")
    print("all squares   ", visits_of(gomoku, stones, **options))
    print("near the stones", visits_of(NearGomoku(), stones, **options)[1:])

# %% predict="a_bet"
question = "Cuts, an order, candidates: which of them can change the move that is chosen?"
choices = ["cuts", "an order", "candidates", "none of them"]
answer = "candidates"
because = """
From some 48,000 visits down to about a hundred, and the same move here. But that is no law. Cuts
and orders never change the answer, which is proven; among candidates the best move may be missing.
They are a bet, and in Gomoku a good one.
"""

# %% [markdown]
# ## How deep?
#
# Near the end there are few moves and you could look far ahead; in the middle of the game you can't.
# Any fixed depth is too little here and too much there.
# What you really have is *time* or, to be fair on every computer, a number of visits.
#
# So search one ply deep, then two, then three, until the visits run out.
# This is **iterative deepening**.
# Doesn't that waste all the work of the earlier searches?

# %%
with needs("evaluate_lines"):
    total = 0
    for depth in range(1, 7):
        watched = Watched(four)
        alphabeta_search(watched, opened, depth=depth, evaluate=evaluate_lines, order=middle_out)
        total += watched.visits
        print(f"depth {depth}: {watched.visits:6,} visits, {total:6,} so far")

# %% [markdown]
# Hardly.
# Each depth takes several times the visits of the one before, so all the shallow searches together cost less than the last one, and you always have an answer in hand.
#
# The helper below searches to one depth and stops when the visits run out.


# %%
from course_lib import OutOfBudget


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

# %% predict="ten_times"
question = "Ten times as many visits: how many plies deeper does that get you in Connect Four?"
choices = ["one or two", "five or so", "ten"]
answer = "one or two"
because = """
This is exponential growth seen from the other side: a computer ten times as fast sees hardly
further.
"""

# %%
with needs("deepening", "evaluate_lines"):
    for visits in (10, 100, 1_000, 10_000):
        action, depth = deepening(four, opened, visits, 20, evaluate_lines)
        print(f"{visits:6,} visits: depth {depth}, {four.action_name(action)}")

# %% [markdown]
# ## All the steps in one table
#
# What is each step worth?
# Here is a board of nine by nine with eight stones, X to move.
# Every line of the table adds one step to the line before; the last one is the library's deepening, with 1,000 visits.
#
# Beside the visits stands the *time*, as a multiple of the first line's.
# It is measured when you run the cell, because a visit can be cheap or expensive.
# Which steps will make the search *slower* than the line before?

# %%
from course_lib import deepening_search
from course_lib.checks import mine
from course_lib.lessons.effects import Effects

depth_limited = mine("depth_limited")
nine = Gomoku(9)
eight = nine.play("e5 f4 d5 f5 e4 f3 e6 g4")


def no_cuts(game, state, evaluate):
    """The value and the action of a search two plies deep, for X, who is to move."""
    values = {
        action: depth_limited(game, game.result(state, action), 1, evaluate)
        for action in game.actions(state)
    }
    best = max(values, key=values.get)
    return values[best], best


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
    display(show(nine, eight, caption="X to move."), effects)

# %% [markdown]
# The evaluation makes the search many times slower: it looks at 140 windows in every leaf.
# Cuts and order earn that back without touching the value or the move.
# The candidates leave few visits, but expensive ones, since `near_stones` scans the whole board; on a larger board that pays.
# And deepening spends what the others saved: it gets three plies deep, sees that e7 wins, and stops.
# All the two-ply searches wanted to block O's three stones at f6. They didn't see that X gets there first.
#
# Now play against all of it: your evaluation, your candidates, your deepening, 300 visits a move.

# %%
with needs("deepening", "near_stones", "evaluate_lines"):

    def my_player(_game, state):
        """The move that deepening finds with 300 visits."""
        return deepening(NearGomoku(), state, 300, 4, evaluate_lines)[0]

    display(play_widget(gomoku, my_player, you_play="X"))

# %% [markdown]
# ## Threats: a win you can see from afar
#
# Depth isn't everything.
# Good Gomoku players find wins that are fifteen plies away, in a minute.
#
# They do it by *forcing*.
# A **four** is a stone after which one more would make five: four of five squares in a line, with the fifth empty.
# The other side has to answer, on that one square.
# So as long as you make fours, *you* decide where both sides play.
# Whoever makes two fours with one stone has won, because only one of them can be stopped.
#
# Here X wins with a chain of three fours.
# Play X; the program answers every four and does nothing clever.

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
# Two squares make a four right away, and only one of them begins the chain.
# Here is a way to find it without trying everything.
#
# 1. Look from the end: where would **one** stone make two fours? Two lines of three with an empty crossing will do.
# 2. Which of these lines is still one stone short? Find a four that puts it there.
# 3. Check O's forced answer: it must not stop the second line, or make a four itself.

# %%
chain = forced_line(example, before)
print(" ".join(example.action_name(square) for square in chain))
ended = before
for square in chain:
    ended = example.result(ended, square)
show(example, ended, highlight=chain[::2], caption="Each marked stone left O a single answer.")

# %% [markdown]
# ## Exercise 7: four puzzles
#
# Each position has a forced win by fours.
# The caption says who is to move, and how many fours it takes.
# Other first fours are traps: the answer makes a four for the other side, or the chain ends too soon.

# %%
from course_lib.lessons.puzzles import FOURS, fours_puzzles

puzzles = fours_puzzles()
for name, (game, state) in puzzles.items():
    caption = f"Puzzle {name}: {game.to_move(state)} to move wins by {FOURS[name]} fours."
    display(show(game, state, caption=caption))

# %% [markdown]
# Try them on the board; change the letter for another one.

# %%
game, state = puzzles["A"]
play_widget(game, defender, you_play=game.to_move(state), state=state)

# %% [markdown]
# Write down the first stone of each, by the name of its square, such as `"e5"`.
# If several first stones win, any of them is right.


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
# Puzzle D takes nine stones by X and eight answers: seventeen plies.
# No search that looks at everything gets there. One that looks only at threats is there at once.
#
# **That's the end of the second sitting.** What to remember:
#
# - Cuts and orders change only the work; candidates and depth limits change the answer, and are a bet.
# - Iterative deepening spends every visit well and has an answer at any time.
# - A small search in the right place beats a large one everywhere.
#
# | word | meaning |
# | --- | --- |
# | overline | a line of more stones than are needed |
# | window | as many squares in a line as a win needs; *open* for a player if the other has no stone in it |
# | evaluation | an estimate of a state where the game isn't over |
# | candidates | the actions a search tries, when it doesn't try all of them |
# | iterative deepening | searching one ply deep, then two, then three, as long as the budget lasts |
# | four, threat | a stone after which its player would win with one more |
#
# # Further on
#
# ### How good is the guess?
#
# Connect Four is solved, so we can ask.
# The library has some hundred positions where the choice matters, with the exact score of every move.
# How often does a search keep the win, or the draw?

# %%
known = known_positions()[::2]


def agreement(depth, evaluate):
    """In which share of the positions a search of this depth keeps what could be had."""
    kept = 0
    for line, scores in known:
        state = four.play(line)
        _, action = alphabeta_search(four, state, depth=depth, evaluate=evaluate, order=middle_out)
        chosen, best = scores[four.action_name(action)], max(scores.values())
        kept += (chosen > 0, chosen < 0) == (best > 0, best < 0)
    return f"{100 * kept / len(known):5.1f} %"


with needs("evaluate_lines"):
    print("depth           1       2       3       4")
    for name, evaluate in {"open lines": evaluate_lines, "no evaluation": None}.items():
        print(f"{name:13}", " ".join(agreement(depth, evaluate) for depth in range(1, 5)))

# %% [markdown]
# One ply with your open lines beats four plies without.
# Still, at depth 4 one move in six throws something away, against an opponent who never errs.
#
# ### Who will win?
#
# Terry Rogers's thesis on Havannah, which you meet in lesson 6, mentions programs for Connect Four that can tell the winner within five moves of the end in about 80 of 100 cases.
# It doesn't say how the cases were chosen.
# Can your evaluation do that, without any search?
# We compare it with a search of three plies, and with somebody who never looks at the board and says "whoever is to move will win".
# The range in brackets holds the true share 95 times in 100.

# %%
from fractions import Fraction

from course_lib.lessons.decided import decided_positions
from course_lib.play.rates import Rates


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
    group = [each for each in decided_positions() if least <= each.plies <= most]
    right = sum(predictions[name](position) > 0 for position in group)
    return Rates({name: Fraction(right, len(group))}, games=len(group))


with needs("evaluate_lines"):
    print("plies before the end")
    for least, most in [(1, 5), (6, 10), (11, 20), (21, 31)]:
        shares = "   ".join(str(predicted(name, least, most)) for name in predictions)
        print(f"{least:3} to {most:2}   {shares}")

# %% [markdown]
# Within five plies of the end your evaluation is right in 76 of 100 cases, and the range from 66 to 84 has the thesis's 80 in it.
# But "whoever is to move" is right in 70 of 100, and the two ranges overlap.
# A number means little until you compare it with something.
# Three plies of search are another matter: 93 of 100.
#
# ### Questions
#
# 1. From memory: which of these can change the chosen move: a cut, an order, a candidate list, a depth limit?
# 2. `line_through` looks only at the last stone. When would that go wrong? (Think of games where stones move, or are taken off.)
# 3. `middle_out` isn't the best order for Gomoku. Write one that tries the squares near the last stone first, and count the visits.
# 4. `deepening` forgets what the shallow searches found. Let it try the best action of the last depth first: how many visits does that save in `opened`?
# 5. Write the search for fours yourself: for each stone that makes a four, place it and the only answer, and look again. It takes about 15 lines.
# 6. With `exact=True` six in a row don't count. Which puzzles still have a forced win?
# 7. Open: in Connect Four it also matters *in which row* the empty square of a line lies, because the players fill the columns in turn. What would you count?
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* this is the part of the chapter about evaluation functions, cutting off the search, and leaving out moves that look bad.
