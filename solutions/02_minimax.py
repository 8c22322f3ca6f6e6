# %% [markdown]
# # Minimax: who wins if both play perfectly?
#
# Three squares are left, and it is X's turn.
#
# ![A tic-tac-toe board. Top row: O, O, empty. Middle row: X, X, empty. Bottom row: O, X, empty.](attachment:endgame.png)
#
# One of the three wins on the spot, one throws the game away, and one leads to a draw.
# You can see which is which in a few seconds.
# Now imagine explaining how you did it, so precisely that a machine could do the same in *any* game.
# That explanation is called **minimax**, and today you write it.
#
# This lesson comes in two sittings of about 45 minutes: six exercises, with 15 points in all.
#
# - **First sitting:** find values by hand, write minimax, watch it think, and turn it into a player that nobody beats.
# - **Second sitting:** play on your own board from lesson 1, count what perfection costs, and make it cheaper.
#
# The library has a minimax of its own, which you are welcome to read afterwards.
# While this lesson is graded it is out of reach, because the search should be yours.

# %% picture="endgame"
from course_lib import TicTacToe
from course_lib.views import show

show(TicTacToe(), TicTacToe().parse("O O .\nX X .\nO X ."))

# %% predict="winning_square"
from course_lib import TicTacToe

question = "Which square wins for X right now? Click it."
game = TicTacToe()
on = game, game.parse("O O .\nX X .\nO X .")
answer = (1, 2)
because = """
It completes the middle row. The top right square only stops O's row, and the bottom right one
lets O finish it.
"""

# %% [markdown]
# # First sitting: perfect play
#
# ## Values by hand
#
# Scissors, paper, stone is usually played with both hands at once.
# Let's spoil it and play **in turns**: X shows a hand, O looks at it, and then O chooses.
# Not exactly fair, but its whole tree fits on the screen.

# %%
from course_lib import ScissorsPaperStone
from course_lib.views import draw_tree

draw_tree(ScissorsPaperStone(), values=False)

# %% [markdown]
# X's box is at the top, narrow side up.
# Below it are O's three, and at the bottom the nine ways the game can end.
#
# We call the first player **MAX** and the second **MIN**.
# A finished game has a **utility**, which says what it is worth to MAX: +1 for a win, -1 for a loss, 0 for a draw.
# MAX wants a large number and MIN a small one, so a single number speaks for both.
#
# To fill in the boxes, work upwards from the bottom.
# MIN takes the smallest number below, MAX the largest.

# %% predict="turns_value"
question = "Which number belongs in X's box at the top?"
choices = ["+1", "0", "-1"]
answer = "-1"
because = """
O sees the hand and always has the answer that beats it, so each of O's three boxes is worth -1.
X can only choose among three losses.
"""

# %%
draw_tree(ScissorsPaperStone())

# %% [markdown]
# The numbers you just worked out are called **values**.
# The *utility* of a finished game comes from the rules.
# The *value* of any other state is where the game ends up if both players choose well from there.
#
# Next, a tree with other numbers, as if the two were playing for money.
# MAX picks one of three branches, then MIN picks a leaf.

# %%
from course_lib import TextbookTree

textbook = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
draw_tree(textbook, values=False)

# %% predict="best_branch"
question = "The 14 on the right looks wonderful. Where should MAX go?"
choices = ["left", "middle", "right"]
answer = "left"
because = """
On the right, MIN won't hand over the 14: MIN takes the 2. On the left, the worst MIN can do is 3.

That is minimax in one sentence: **expect the best reply to whatever you do, and choose the move
where it hurts least.**
"""

# %% [markdown]
# Try a few more before you teach a computer to do it.
# Type the value of each box; the widget tells you why a number is right or wrong.
# Three trees in a row without a mistake, and you're ready.

# %%
from course_lib.views import practice

practice("textbook", depth=2, seed=4)

# %% [markdown]
# ## Exercise 1: the value of a state
#
# Everything you just did fits in three sentences.
#
# - A finished game is worth its utility for MAX.
# - If MAX is to move, a state is worth the **largest** value among the states that can follow.
# - If MIN is to move, it is worth the **smallest**.
#
# The last two talk about values again, only of states further down.
# So the function calls itself, and since every game ends, so does the calling.
#
# A game answers these questions; you met them in lesson 1.
#
# | question | answer |
# | --- | --- |
# | `game.is_terminal(state)` | whether the game is over |
# | `game.utility(state, player)` | what a finished game is worth to this player |
# | `game.players[0]` | the first player, MAX |
# | `game.to_move(state)` | whose turn it is |
# | `game.actions(state)` | what this player may do |
# | `game.result(state, action)` | the state after it |


# %% exercise="minimax_value"
def minimax_value(game, state):
    """What the state is worth to the first player (MAX) if both choose well.

    The root of the textbook tree above is worth 3.
    """
    # A final state: its utility for the first player.
    # Otherwise: the values of all states that can follow,
    # and of these the largest or the smallest, depending on whose turn it is.
    ### BEGIN SOLUTION
    maximiser = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, maximiser)
    outcomes = [minimax_value(game, game.result(state, move)) for move in game.actions(state)]
    if game.to_move(state) == maximiser:
        return max(outcomes)
    return min(outcomes)
    ### END SOLUTION


# %% check="minimax_value" points=4

# %% [markdown]
# When something is wrong, the check shows the smallest state where your function slips.
#
# Stuck? Run the next cell.
# First it asks you a question; run it again for the idea, and a third time for the shape of the function.
# Every exercise has three hints like these, under its own name.

# %%
from course_lib.checks import hint

hint("minimax_value")

# %% [markdown]
# ### Watch it think
#
# Back to the three squares.
# This is *your* function at work: press the arrow and follow it down to the end of a game, back up with a value, and on to the next move.

# %%
from IPython.display import display

from course_lib import TicTacToe
from course_lib.checks import needs
from course_lib.views import step_through

tictactoe = TicTacToe()
endgame = tictactoe.parse("O O .\nX X .\nO X .")

with needs("minimax_value"):
    print("The state is worth", minimax_value(tictactoe, endgame), "to X.")
    display(step_through(minimax_value, tictactoe, endgame, boards=True))

# %% [markdown]
# A win, a draw and a loss stand side by side under the root, and MAX takes the win.
#
# Why all this caution, though?
# Why not look for the best leaf and walk towards it?
# Let's give the *optimist* a try: somebody who believes the other player will help.


# %%
def optimist(game, state):
    """What the state would be worth to MAX if both players wanted the same."""
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    return max(optimist(game, game.result(state, action)) for action in game.actions(state))


with needs("minimax_value"):
    print("the optimist expects   ", optimist(textbook, ()))
    print("and gets, on the right,", minimax_value(textbook, (2,)))
    print("minimax expects        ", minimax_value(textbook, ()))

# %% [markdown]
# Minimax promises less and keeps its word.
# Against somebody who slips it may get more than the value, but it never gets less.
#
# ## Exercise 2: Nim, and the man who needed no search
#
# In Nim there are a few heaps of matches.
# On your turn you take as many as you like from *one* heap; whoever takes the last match wins.
# In 1901 Charles Bouton, a mathematician at Harvard, gave the game its name and took away its mystery: a single sum tells you who wins.
#
# Write each heap in binary, one under the other, and go down the columns: an even number of ones gives 0, an odd number gives 1.
#
# ```
#   1 = 01
#   2 = 10
#   3 = 11
#       --
#       00   the nim-sum is 0
# ```
#
# Python does this for two numbers with `^`, the *exclusive or*: `1 ^ 2` is 3, and `3 ^ 3` is 0.
# Write it for any number of heaps.


# %% exercise="nim_sum"
def nim_sum(heaps):
    """The exclusive or of all heaps; 0 if there is none.

    nim_sum((3, 5)) is 6, because 011 and 101 differ in the first two places: 110.
    """
    # Begin with 0, and join one heap after the other to it.
    ### BEGIN SOLUTION
    joined = 0
    for matches in heaps:
        joined ^= matches
    return joined
    ### END SOLUTION


# %% check="nim_sum" points=1

# %% [markdown]
# Bouton's claim: **the player to move loses exactly when the nim-sum is 0.**
# You are in a position to check that.
# Your `minimax_value` searches every Nim with three heaps of up to three matches, your `nim_sum` only adds, and then we compare.

# %%
from itertools import combinations_with_replacement

from course_lib import Nim

with needs("minimax_value", "nim_sum"):
    all_heaps = list(combinations_with_replacement(range(4), 3))
    searched = [heaps for heaps in all_heaps if minimax_value(Nim(heaps), Nim(heaps).initial) < 0]
    added = [heaps for heaps in all_heaps if nim_sum(heaps) == 0]
    print(f"of {len(all_heaps)} Nims, whoever begins loses {searched}")
    print("both agree:", searched == added)

# %% [markdown]
# Twenty agreements aren't a proof (Bouton has one), but they are twenty more than an opinion.
# Remember the lesson behind it: when somebody *understands* a game, no search is needed.
# The rest of this course is about games that nobody understands.
#
# ## Exercise 3: from values to moves
#
# Knowing who wins is not the same as knowing what to play.
# The step between them is short: try each move and look at the value of the state it leads to.
# MAX wants the largest.
# And MIN?


# %% exercise="best_action"
def best_action(game, state):
    """An action that is best for the player to move, or None if the game is over.

    At the root of the textbook tree it is 0, the branch on the left.
    """
    # No action in a final state.
    # Ask minimax_value about the state after each action.
    # Keep the action with the largest value for MAX, or the smallest for MIN.
    ### BEGIN SOLUTION
    if game.is_terminal(state):
        return None
    maximising = game.to_move(state) == game.players[0]
    chosen, chosen_value = None, None
    for move in game.actions(state):
        outcome = minimax_value(game, game.result(state, move))
        if not maximising:
            outcome = -outcome
        if chosen is None or outcome > chosen_value:
            chosen, chosen_value = move, outcome
    return chosen
    ### END SOLUTION


# %% check="best_action" points=2

# %% [markdown]
# A function that takes a game and a state and returns a move is a **player**, so you have just written one.
# You are X.
# Good luck.

# %%
from course_lib.views import play_widget

play_widget(tictactoe, best_action, you_play="X")

# %% [markdown]
# Ten games against it would tell you about ten games.
# We can do better and play **all** of them: O always answers with your `best_action`, while X tries every move there is.

# %% predict="wins_against_it"
question = "That makes 681 games. How many of them does X win?"
answer = 0
because = """
Not one. And this is not a sample, so luck has nothing to do with it: nobody can beat your player.
The best X ever gets is a draw, in 183 of the games.
"""

# %%
from collections import Counter


def all_endings(game, state, me):
    """How often each player wins if `me` plays best_action and the other one everything."""
    if game.is_terminal(state):
        return Counter([game.winner(state) or "draw"])
    choices = [best_action(game, state)] if game.to_move(state) == me else game.actions(state)
    return sum((all_endings(game, game.result(state, a), me) for a in choices), Counter())


with needs("minimax_value", "best_action"):
    endings = all_endings(tictactoe, tictactoe.initial, "O")
    print(f"of {endings.total()} games: {dict(endings)}")

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - A state is worth what both players can force: MAX takes the largest value below, MIN the smallest.
# - The value is a promise against the best possible reply. Weaker replies can only help.
# - A player is a function from a state to a move, and yours is unbeatable at tic-tac-toe.
#
# Go and get some fresh air.

# %% [markdown]
# # Second sitting: the price of perfection
#
# ## Exercise 4: the seventh function
#
# In lesson 1 you wrote tic-tac-toe as six functions on a list of lists.
# The seventh was missing: `minimax(board)`, the best move on that board.
# It is the same idea once more, with your own functions in place of a game.
#
# `mine` brings back what you wrote, if it passed its checks, and lends you the library's if it didn't.

# %%
from course_lib.checks import mine

X, O, EMPTY = "X", "O", None
player, actions, result = mine("player"), mine("actions"), mine("result")
winner, terminal, utility = mine("winner"), mine("terminal"), mine("utility")

# %% [markdown]
# You may want a helper function; put it in the same cell.
# If several moves are equally good, any of them counts.
# Copying lists is slow, so the check only uses boards with at least two marks on them.


# %% exercise="minimax"
def minimax(board):
    """A best action (row, column) for the player to move, or None if the game is over.

    On [[X, X, None], [O, O, None], [None, None, None]] it is (0, 2).
    """

    # No action on a final board.
    # A helper that gives the value of a board: utility at the end,
    # else the largest (X) or the smallest (O) value of the boards that can follow.
    # Then the action whose board has the best value for the player to move.
    ### BEGIN SOLUTION
    def worth(squares):
        if terminal(squares):
            return utility(squares)
        follow = [worth(result(squares, square)) for square in actions(squares)]
        return max(follow) if player(squares) == X else min(follow)

    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(sorted(actions(board)), key=lambda square: sign * worth(result(board, square)))
    ### END SOLUTION


# %% check="minimax" points=3

# %% [markdown]
# All seven are there, and they make a game.
# You are X again; give it a few seconds after your first move.

# %%
from course_lib import game_from_functions


def list_player(_, state):
    """The answer of the seventh function; it wants lists, and the game's states are tuples."""
    return minimax([list(row) for row in state])


empty_board = [[EMPTY] * 3 for _ in range(3)]
my_game = game_from_functions(empty_board, player, actions, result, winner, terminal, utility)
play_widget(my_game, list_player, you_play="X")

# %% [markdown]
# ## What does it cost?
#
# `Watched(game)` is the same game with a counter inside: it counts every state a search visits.
# Let's send your `minimax_value` through tic-tac-toe, from the empty board to all its ends.

# %% predict="visits"
question = "How many visits will it take to be sure about tic-tac-toe?"
answer = 549_946
because = """
More than half a million, for a game that children see through by the age of eight. And the
verdict is 0: with best play it is a draw.
"""

# %%
from course_lib import Watched

with needs("minimax_value"):
    watched = Watched(tictactoe)
    value = minimax_value(watched, tictactoe.initial)
    print(f"value {value}, after {watched.visits:,} visits")

# %% [markdown]
# Is tic-tac-toe really that big?

# %% predict="different_states"
question = "How many *different* states can come up in tic-tac-toe?"
answer = 5_478
because = """
Corner first and then the centre, or the centre first and then the corner: the search never notices
that it has been here before. It visits *ways to get somewhere*, and there are a hundred times as
many ways as places. Hold that thought until exercise 6.
"""

# %%
known, waiting = set(), [tictactoe.initial]
while waiting:
    state = waiting.pop()
    if state not in known:
        known.add(state)
        waiting += [tictactoe.result(state, action) for action in tictactoe.actions(state)]
print(f"{len(known):,} states, so each is visited {549_946 / len(known):.0f} times on average")

# %% [markdown]
# The other problem is that most games are bigger.
# In Connect Four you have seven columns to choose from, and a game lasts up to 42 moves.

# %%
from course_lib import ConnectFour

connect_four = ConnectFour()
for plies in range(1, 7):
    print(f"after {plies} plies: {connect_four.count(connect_four.initial, plies)[plies]:,}")

# %% [markdown]
# A **ply** is one move by one player, and each ply makes the tree about seven times as large.
# For chess, Claude Shannon worked it out in 1950: some $10^{120}$ games, far more than there are atoms in the universe.
# Nobody gets to the bottom of that.
#
# ## Exercise 5: stop early, and guess
#
# If you can't search to the end, stop after a few plies and *estimate* what the state is worth.
# Such an estimate is called an **evaluation**: a function `evaluate(game, state, player)` that returns a number for this player.
# Here is one for Connect Four.
# Stones in the middle take part in more rows, so each stone counts by its column.

# %%
WORTH = (0, 1, 2, 3, 2, 1, 0)


def my_estimate(game, state, player):
    """How much more the stones of this player count than the opponent's, in hundredths."""
    total = 0
    for place, mark in enumerate(state.board):
        if mark in game.players:
            total += WORTH[place % 7] * (1 if mark == player else -1)
    return total / 100


my_estimate(connect_four, connect_four.play("4 4 5"), "X")

# %% [markdown]
# X's stones in columns 4 and 5 count 3 and 2, O's stone in column 4 counts 3: a lead of 2, in hundredths.
# Why hundredths?
# Because a guess should never look better than a certain win, and that is worth 1.
#
# Now write the search that stops.
# Mind the order of the questions: what if the depth runs out *and* the game is over?
# Then there's nothing to guess.
#
# The check tries your function with two small evaluations.
# `near_the_middle` is much like the one above; `mobility` counts the possible moves, in hundredths, in favour of whoever is to move.
# Both are in `course_lib.games`, if you want to replay a case that fails.


# %% exercise="depth_limited"
def depth_limited(game, state, depth, evaluate):
    """What the state is worth to the first player (MAX), looking so many plies ahead.

    Final states have their utility; where the depth is used up, evaluate is asked for MAX.
    Nim((2, 1)) with depth 1 and mobility: the three states that follow have the
    evaluations -0.02, -0.01 and -0.02, and so the start is worth -0.01.
    """
    # A final state: its utility, whatever the depth.
    # No depth left: evaluate(game, state, player), for the first player.
    # Otherwise as in minimax_value, with one ply less to go.
    ### BEGIN SOLUTION
    maximiser = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, maximiser)
    if depth == 0:
        return evaluate(game, state, maximiser)
    outcomes = []
    for move in game.actions(state):
        after = game.result(state, move)
        outcomes.append(depth_limited(game, after, depth - 1, evaluate))
    return max(outcomes) if game.to_move(state) == maximiser else min(outcomes)
    ### END SOLUTION


# %% check="depth_limited" points=3

# %% [markdown]
# Here is a position with X to move.
# It looks perfectly peaceful.

# %%
from course_lib.views import show

quiet = connect_four.play("6 4 4 3")
show(connect_four, quiet, caption="X to move. O has two stones side by side at the bottom.")

# %% predict="horizon"
question = "We ask for the best column twice: looking two plies ahead, then four. Will they agree?"
choices = ["yes", "no"]
answer = "no"
because = """
Looking two plies ahead, everything seems safe and the middle column, `d3`, looks best. Looking
four plies ahead, the same `d3` is worth -1: a certain loss. So are three other columns.
"""


# %%
def column_values(state, depth):
    """What each column is worth to X, by looking so many plies ahead in all."""
    return {
        connect_four.action_name(action): depth_limited(
            connect_four, connect_four.result(state, action), depth - 1, my_estimate
        )
        for action in connect_four.actions(state)
    }


with needs("depth_limited"):
    for depth in (2, 4):
        print("depth", depth, column_values(quiet, depth))

# %% [markdown]
# What did the shorter search miss?
# Here is one of the states where it stopped and asked for an estimate: X has played `d3`, and O has answered `b1`.

# %%
too_late = connect_four.play("6 4 4 3 4 2")
show(
    connect_four,
    too_late,
    highlight=[(5, 0), (5, 4)],
    caption="Beyond the horizon: O wins at a1 or at e1, and X can fill only one of them.",
)

# %% [markdown]
# The evaluation admires two fine stones in the middle; the disaster is two plies further on.
# This is the **horizon effect**.
# Whatever lies beyond the last ply does not exist for the search.
# You can push the horizon back with more depth, but there always is one.
#
# **Your turn:** change the seven numbers in `WORTH` and run the cells from there again.
# Can you make depth 2 choose `b1` or `e1` after all?
# And does it still play well elsewhere?
# An evaluation tailored to one position is usually wrong in the next.
#
# ## Exercise 6: remember
#
# Now for the other waste: 549,946 visits to 5,478 states.
# A dictionary can hold the value of every state you have finished.
# Before you work, look it up; when you have worked, write it down.
#
# The dictionary is handed in as `seen`, and `seen[state]` is the value of `state` for MAX.
# States in our games never change, which is why they can be keys.
# (That is what all the fuss about it in lesson 1 was for.)


# %% exercise="remembering"
def remembering(game, state, seen):
    """What the state is worth to the first player (MAX); no state is worked out twice.

    seen[state] is the value of a state that is known already.
    remembering(game, state, {state: 1}) is 1, without any search.
    """
    # Is the value known? Then there is nothing to do.
    # Otherwise work it out as before, and hand seen on.
    # Write it into seen before you give it back.
    ### BEGIN SOLUTION
    if state in seen:
        return seen[state]
    maximiser = game.players[0]
    if game.is_terminal(state):
        outcome = game.utility(state, maximiser)
    else:
        follow = [remembering(game, game.result(state, move), seen) for move in game.actions(state)]
        outcome = max(follow) if game.to_move(state) == maximiser else min(follow)
    seen[state] = outcome
    return outcome
    ### END SOLUTION


# %% check="remembering" points=2

# %% predict="visits_with_memory"
question = "How many visits will tic-tac-toe take now?"
watched = Watched(tictactoe)
remembering(watched, tictactoe.initial, {})
answer = watched.visits
because = """
Every state once, and no state twice. The second time, the dictionary answers.
"""

# %%
with needs("remembering"):
    watched, seen = Watched(tictactoe), {}
    value = remembering(watched, tictactoe.initial, seen)
    print(f"value {value}, after {watched.visits:,} visits, and {len(seen):,} states in seen")

# %% [markdown]
# The price is memory: all those values have to be kept somewhere.
#
# What can you do with it?
# Solve a game that nobody would like to work out by hand.
# *Connect Three* is Connect Four with three in a row, on a small board.
# On 3 rows and 3 columns, best play is a draw.

# %% predict="wider"
question = "What helps the player who begins: one more row, or one more column?"
choices = ["one more row", "one more column", "neither"]
answer = "one more column"
because = """
With three columns it stays a draw, however high you build. A fourth column is enough to win.
"""

# %%
with needs("remembering"):
    for rows, columns in [(3, 3), (4, 3), (3, 4), (3, 5)]:
        game, seen = ConnectFour(rows, columns, length=3), {}
        value = remembering(game, game.initial, seen)
        verdict = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}[value]
        print(f"{rows} rows, {columns} columns: {verdict} ({len(seen):,} states)")

# %% [markdown]
# You have just *solved* four games: with best play on both sides, their results are settled for good.
#
# One warning before the next lesson.
# You may keep a value because it is the exact value of that state, no matter how you got there.
# An estimate from a search that ran out of depth is not that, and storing it the same way goes badly wrong.
#
# ## The words of this lesson
#
# | word | meaning |
# | --- | --- |
# | MAX, MIN | the first and the second player: one wants large numbers, the other small ones |
# | utility | what a finished game is worth to a player, by the rules |
# | value | what a state is worth to MAX if both choose well |
# | minimax | the search that works values out, from the ends of the game upwards |
# | visits | how many states a search looks at, counting repeats |
# | ply | one move by one player |
# | evaluation | an estimate of a state where the game isn't over |
# | horizon | the depth where the search stops; it sees nothing beyond |
#
# **That's the end of the second sitting.** What to remember:
#
# - Perfect play costs one visit for every way the game can go.
# - To pay less, stop early and estimate (and fear the horizon), or remember what you know (and pay in memory).
# - Some games can be understood instead of searched. Nim is one.

# %% [markdown]
# # Further on
#
# 1. From memory: MIN is to move, and the states that can follow are worth 4, -1 and 7. What is the state worth?
# 2. Draw a tree of two plies where the optimist and minimax choose the same branch, and one where they don't.
# 3. `best_action` takes the first of several best moves. Let it pick one at random. Is it still unbeatable?
# 4. In *misère* Nim, whoever takes the last match **loses**. Use `Nim(heaps, misere=True)` and `remembering`: which heaps lose now for the player who begins? How does that compare with the nim-sum?
# 5. `best_action` knows which states are won, but not how fast. Can you change `minimax_value` so that it prefers a quick win and a slow loss?
# 6. Is Connect Three on 4 x 4 won or drawn? How large a board can your computer still solve?
# 7. Open: minimax expects a perfect opponent. How would you play against one who often slips, and how would you find out where?
#
# ### A tree for your own report
#
# Every tree in this course can be handed on to Graphviz, styled there, and saved as a PDF.
# Styling needs nothing else.
# To save it, call `picture.render("my_tree", format="pdf")`; that needs the program `dot`, and says so where it isn't installed.

# %%
picture = draw_tree(textbook).to_graphviz()
picture.attr(rankdir="LR")
picture.node_attr.update(fontname="Helvetica")
print(picture.source[:120], "...")

# %% [markdown]
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* this is the first half of the chapter on adversarial search and games.
# In the next lesson you find out how much of the tree nobody needs to look at.
