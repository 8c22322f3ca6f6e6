# %% [markdown]
# # Minimax: who wins if both play perfectly?
#
# Three squares are left, and it is X's turn.
#
# ![A tic-tac-toe board. Top row: O, O, empty. Middle row: X, X, empty. Bottom row: O, X, empty.](attachment:endgame.png)
#
# One of them wins on the spot, one throws the game away, and one leads to a draw.
# You can see which is which in a few seconds.
# Now imagine explaining how you did it, so precisely that a machine could do the same in *any* game.
# That explanation is called **minimax**, and today you write it.

# %% [markdown] part="further"
# There are six exercises in four sittings of 20 to 45 minutes.
#
# - **First sitting:** find values by hand, write minimax, and watch it think.
# - **Second sitting:** a game that needs no search, and a player of your own that nobody can beat.
# - **Third sitting:** play on your own board from lesson 1, count what perfection costs, and stop early.
# - **Fourth sitting:** make it cheaper and still exact, by remembering.

# %% [markdown] part="core"
# In checks and in grading the library's searches are switched off: the search you hand in has to be your own.

# %%
from collections import Counter
from itertools import combinations_with_replacement

from IPython.display import display

from course_lib import (
    ConnectFour,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    TicTacToe,
    Watched,
    game_from_functions,
)
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.lessons.class_ladder import meet_class
from course_lib.lessons.first_ladder import join
from course_lib.lessons.unseen import unseen
from course_lib.questions import break_it, guessed, practice, predict, recall
from course_lib.views import draw_tree, play_widget, show, step_through, what_if

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("02")

# %% picture="endgame"
show(TicTacToe(), TicTacToe().parse("O O .\nX X .\nO X ."))

# %% predict="winning_square"
question = "Which square wins for X right now? Click it."
game = TicTacToe()
on = game, game.parse("O O .\nX X .\nO X .")
answer = (1, 2)
because = """
It completes the middle row. The top right square only stops O's row, and the bottom right one
lets O finish it.
"""

# %% [markdown]
# # First sitting: what a state is worth
#
# ## Values by hand
#
# In scissors, paper, stone, both players normally show their hands at the same moment.
# Let's spoil it and play **in turns**: X shows a hand, O has a good look at it, and then O chooses.
# Hardly fair, but the whole game fits into one picture.
#
# ![The game tree of scissors, paper, stone in turns: an empty box for X, three empty boxes for O below it, and nine endings at the bottom](attachment:in_turns.png)
#
# The box at the top is X's choice, each of the three boxes below it is O's, and the bottom row shows the nine ways the game can end.
#
# We call the first player **MAX** and the second **MIN**.
# Every ending has a **utility**, which says what it is worth to MAX: +1 for a win, -1 for a loss, 0 for a draw.
# MAX wants that number to be large and MIN wants it to be small, so one number is enough for both.
#
# Now fill in the boxes on a piece of paper, starting at the bottom.
# Each of MIN's boxes gets the smallest number below it, and MAX's box the largest.

# %% picture="in_turns"
draw_tree(ScissorsPaperStone(), values=False)

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
# The *value* of a state is the utility the game will end with if both players choose well from there.
#
# Here is another tree, with prizes at the bottom, as if the two were playing for money.
# MAX picks one of three branches, then MIN picks a number from that branch.

# %%
textbook = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
draw_tree(textbook, values=False)

# %% predict="best_branch"
question = "The 14 on the right looks wonderful. Where should MAX go?"
choices = ["left", "middle", "right"]
answer = "left"
because = """
On the right, you won't get the 14, because MIN will take the 2. On the left, MIN can't push you
below 3.

That is minimax in one sentence: **expect the best reply to whatever you do, and choose the move
where it hurts least.**
"""

# %% [markdown]
# How far would you have to lift one of the leaves before MAX changes its mind?
# Take hold of a leaf and drag it up or down. The text on its right follows, and each number there lights the box it stands for.

# %%
what_if([[3, 12, 8], [2, 4, 6], [14, 5, 2]])

# %% [markdown]
# Try three more before you teach a computer to do it.
# Three in a row without a mistake, and you're ready. If not, `practice("values", seed=5)` has three others.

# %%
practice("values", seed=4)

# %% [markdown]
# ## Exercise 1: the value of a state
#
# Everything you just did fits in three sentences.
#
# - A **final** state, where the game is over, is worth its utility for MAX.
# - If MAX is to move, a state is worth the **largest** value among the states that can follow.
# - If MIN is to move, it is worth the **smallest**.
#
# The last two sentences need values themselves: those of the states one move further down.
# So the function calls itself, and because every game ends, it can't go on forever.
#
# You'll need these; you know all but `game.players[0]` from lesson 1:
#
# | ask | and you get |
# | --- | --- |
# | `game.is_terminal(state)` | whether the game is over |
# | `game.utility(state, player)` | what a finished game is worth to this player |
# | `game.players[0]` | the first player, MAX |
# | `game.to_move(state)` | whose turn it is |
# | `game.actions(state)` | what this player may do |
# | `game.result(state, action)` | the state after this action |


# %% exercise="minimax_value"
def minimax_value(game, state):
    """What the state is worth to the first player (MAX) if both choose well.

    The root of the textbook tree above is worth 3.
    """
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
# If something is wrong, the check shows you the smallest state where your function goes astray.
#
# Stuck? Each run of the next cell shows one more hint.

# %%
hint("minimax_value")

# %% [markdown]
# ### Watch it think
#
# Back to our three squares, now with *your* function at work.
# Click |▶, and follow it: down to the end of a game, back up with a value, on to the next move.

# %%
tictactoe = TicTacToe()
endgame = tictactoe.parse("O O .\nX X .\nO X .")

with needs("minimax_value"):
    print("The state is worth", minimax_value(tictactoe, endgame), "to X.")
    display(step_through(minimax_value, tictactoe, endgame, boards=True))
guessed("winning_square")

# %% claim="a_win_a_draw_and_a_loss"
after = {a: tictactoe.result(endgame, a) for a in tictactoe.actions(endgame)}
assert minimax_value(tictactoe, endgame) == 1
assert {a: minimax_value(tictactoe, s) for a, s in after.items()} == {
    (0, 2): 0,
    (1, 2): 1,
    (2, 2): -1,
}

# %% [markdown]
# Under the root there is a win, a draw and a loss, and MAX takes the win: the square that you were to find at the top of this lesson.
#
# A value is a promise.
# Against a player who makes mistakes you may get more, but never less.
#
# **That's the end of the first sitting.** What to take with you:
#
# - The value of a state is worked out from the ends of the game upwards: MAX takes the largest value below, MIN the smallest.
# - It is a promise that holds against the best replies, and weaker replies can only help you.
#
# Could you explain your function to somebody? Type `from course_lib.questions import defend` into a new cell and below it `defend("minimax_value")`: it asks five questions about what *your* lines do on a small tree, for no points.

# %% [markdown]
# # Second sitting: a player that nobody beats
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("02")
tictactoe = TicTacToe()
endgame = tictactoe.parse("O O .\nX X .\nO X .")
recall("02")

# %% [markdown]
# ## Exercise 2: from values to moves
#
# Knowing who wins is not the same as knowing what to play.
# Luckily it's a short step: try each move, and look at the value of the state it leads to.
# MAX wants the largest.
# And MIN?


# %% exercise="best_action"
def best_action(game, state):
    """A best action for the player to move, or None if the game is over.

    At the root of the textbook tree it is 0, the branch on the left (a in the picture).
    Of several that are equally good, any will do.
    """
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
# A function that takes a game and a state and returns a move is a **player**.
# You have just written one.
# Now play against it: you are X, and good luck.

# %%
with needs("best_action", "minimax_value"):
    best_action(tictactoe, endgame)  # stops here until you have written it
    display(play_widget(tictactoe, best_action, you_play="X"))

# %% [markdown]
# Did you win? Neither did I.
# But a few games prove nothing, so let's play **all** of them: O always answers with your `best_action`, while X tries every move there is.

# %% predict="wins_against_it"
question = "That makes a few hundred games. How many of them does your player win?"
choices = ["all of them", "about three quarters", "about half"]
answer = "about three quarters"
because = """
A `best_action` that takes the first of several best moves wins 498 of 681 games; yours may take
others. X tries good moves and bad ones, and one slip is enough to lose. Now look at the rest of the
games: who won those?
"""


# %%
def all_endings(game, state, me):
    """How often each player wins if `me` plays best_action and the other tries every move."""
    if game.is_terminal(state):
        return Counter([game.winner(state) or "draw"])
    choices = [best_action(game, state)] if game.to_move(state) == me else game.actions(state)
    return sum((all_endings(game, game.result(state, a), me) for a in choices), Counter())


with needs("minimax_value", "best_action"):
    endings = all_endings(tictactoe, tictactoe.initial, "O")
    print(f"of {endings.total()} games: {dict(endings)}")

# %% claim="nobody_beats_it"
assert endings["X"] == 0
assert endings["O"] + endings["draw"] == endings.total()
assert 0.6 < endings["O"] / endings.total() < 0.9

# %% [markdown]
# Your player has won most of them, the others are draws, and X has won none.
# X has tried everything there is to try, so luck has nothing to do with it: nobody can beat your player.

# %% [markdown] part="further"
# ## Exercise 3: Nim, and the man who needed no search
#
# Nim starts with a few heaps of matches.
# On your turn you take as many as you like from *one* heap, and whoever takes the last match of all wins.
# In 1901 Charles Bouton, a mathematician at Harvard, gave the game its name and took away its mystery in the same paper: one sum, the **nim-sum**, tells you who wins.
#
# Write each heap in binary, one under the other, and go column by column: an even number of ones gives 0, an odd number gives 1.
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
# Your function should do it for any number of heaps, in a tuple or a list.


# %% exercise="nim_sum"
def nim_sum(heaps):
    """The exclusive or of all the heaps, or 0 if there are none.

    nim_sum((3, 5)) is 6: 011 and 101 differ in the first two places, so it is 110.
    """
    ### BEGIN SOLUTION
    joined = 0
    for matches in heaps:
        joined ^= matches
    return joined
    ### END SOLUTION


# %% check="nim_sum" points=1

# %% [markdown]
# Bouton's claim: **the player to move loses exactly when the nim-sum is 0.**
# Bold, but you can put it to the test.
# Take every Nim with three heaps of up to three matches: your `minimax_value` searches each to the very end, while your `nim_sum` just does a sum.

# %%
with needs("minimax_value", "nim_sum"):
    all_heaps = list(combinations_with_replacement(range(4), 3))
    searched = [heaps for heaps in all_heaps if minimax_value(Nim(heaps), Nim(heaps).initial) < 0]
    added = [heaps for heaps in all_heaps if nim_sum(heaps) == 0]
    print(f"of {len(all_heaps)} Nims, the player who begins loses {searched}")
    print("both agree:", searched == added)

# %% claim="bouton_is_right"
assert searched == added
assert len(all_heaps) == 20

# %% [markdown]
# Twenty cases aren't a proof (Bouton has one), but I'm convinced.
# And there's a lesson in it: if you *understand* a game, you don't need to search.
# We search the games we don't understand, which is nearly all of them.

# %% [markdown]
# ## On the ladder
#
# Being unbeatable is one thing, and beating others is another.
# Ten games against each opponent: how many does your player *win*?
# The cell takes ten or twenty seconds, and ends with the story of the last game.

# %%
with needs("minimax_value", "best_action"):
    best_action(tictactoe, endgame)  # stops here until you have written it
    standing = join(tictactoe, best_action)
    display(standing)

# %% claim="it_never_loses"
assert [lost for _, _, lost in standing.results.values()] == [0, 0, 0, 0, 0]

# %% [markdown]
# And on the ladder of your class? If you were there in lesson 0, just run the cell.
# If not, put the address that your teacher shows after `at`, and after `me` a name for your classmates to see.

# %%
with needs("minimax_value", "best_action"):
    best_action(tictactoe, endgame)  # stops here until you have written it
    display(meet_class(tictactoe, best_action, at="", me=""))

# %% [markdown]
# **That's the end of the second sitting.** What to take with you:
#
# - A player is a function from a state to a move, and yours can't be beaten at tic-tac-toe.
# - Where you understand a game, as Bouton understood Nim, you don't need to search.

# %% [markdown]
# # Third sitting: the price of perfection
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("02")
tictactoe = TicTacToe()
recall("02")

# %% [markdown]
# ## Exercise 4: the missing function
#
# In lesson 1 you wrote tic-tac-toe as six functions on a list of lists.
# One was still missing, the one that plays: `minimax(board)` finds the best move on such a board.
#
# `mine` brings back a function of yours if it passed its check, and lends you the library's if it didn't.

# %%
X, O, EMPTY = "X", "O", None
player, actions, result = mine("player"), mine("actions"), mine("result")
winner, terminal, utility = mine("winner"), mine("terminal"), mine("utility")
empty_board = [[EMPTY] * 3 for _ in range(3)]
my_game = game_from_functions(empty_board, player, actions, result, winner, terminal, utility)

# %% [markdown]
# Now you have a choice to make.
#
# - You could *search again*, on lists this time: a helper that finds the value of a board, and a choice among the actions.
# - Or you could *search no more*. `my_game` is a game, and you have a function that plays games. It only has to be handed a state of `my_game`, which is a tuple of three tuples.
#
# The second takes two lines; the first answers about three times as fast. Which do you prefer, and why?
# If several moves are equally good, any of them will do.
# The check only uses boards with at least two marks on them.


# %% exercise="minimax"
def minimax(board):
    """A best action (row, column) for the player to move, or None if the game is over.

    On [[X, X, None], [O, O, None], [None, None, None]] it is (0, 2).
    """

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
# With `minimax`, your six functions can also play.
# You are X again.
# Be patient after your first move: it may think for a few seconds.


# %%
def list_player(_, state):
    """What `minimax` plays; the widget's boards are tuples, and `minimax` wants lists."""
    return minimax([list(row) for row in state])


with needs("minimax"):
    minimax([[X, X, EMPTY], [O, O, EMPTY], [EMPTY] * 3])  # stops here until you have written it
    display(play_widget(my_game, list_player, you_play="X"))

# %% [markdown] part="core"
# ## What does it cost?
#
# `Watched(game)` is the same game with a counter inside, which counts *visits*.
# Each time `result` leads the search to a state and the search asks the game about it, that's one visit, however many questions it asks.
# If the search comes back to the same state later, that's another visit.
# Let's put it around tic-tac-toe and let your `minimax_value` start from the empty board.
# (That takes a few seconds, and longer on a slow computer.)

# %% predict="visits"
question = "How many visits will it take to find the value of tic-tac-toe?"
answer = 549_946
because = """
More than half a million, for a game that children see through by the age of eight. And the value
is 0: with best play it's a draw.
"""

# %%
with needs("minimax_value"):
    watched = Watched(tictactoe)
    found = minimax_value(watched, tictactoe.initial)
    print(f"value {found}, after {watched.visits:,} visits")
    print(f"{watched.visits / 5_478:.0f} visits for each of the 5,478 states of lesson 1")

# %% claim="half_a_million_visits"
assert (found, watched.visits) == (0, 549_946)
assert round(watched.visits / 5_478) == 100

# %% [markdown]
# A hundred times!
# Play the corner first and the centre later, or the centre first and the corner later: you reach the same state, and the search never notices that it has been there before.
# It follows every *way* to get somewhere, and there are about a hundred times as many ways as places.
#
# Minimax has another problem, and it is worse: most games are much bigger.
# A **ply** is one move by one player. In Connect Four you have seven columns to choose from, so each ply makes the tree seven times as large, until columns fill up and games end. And a game lasts up to 42 plies.

# %% predict="digits_of_chess"
question = (
    "In 1950 Claude Shannon estimated how many games of chess there are."
    " How many digits does his number have?"
)
answer = 121
because = """
About 10 ** 120: he counted a thousand possibilities for each pair of moves, one by White and one by
Black, and forty such pairs in a game. There are far fewer atoms in the observable universe, and no
computer will ever try them all.
"""

# %% [markdown] part="further"
# ## Exercise 5: stop early, and guess
#
# In 1950 Claude Shannon described a way out that is still in use: if you can't search to the end, stop after a few plies and *estimate* what the state is worth.
# Such an estimate is called an **evaluation**: a function `evaluate(game, state, player)` that returns a large number if things look good for this player.
#
# Here is one for Connect Four, whose columns are called a to g.
# More lines of four run through the middle than along the edge, so a stone in column d counts 3, in c or e 2, in b or f 1, and at the edge nothing.

# %%
WORTH = (0, 1, 2, 3, 2, 1, 0)


def my_estimate(game, state, player):
    """How far this player is ahead, in hundredths, if each stone counts by its column."""
    total = 0
    # state.board lists the squares row by row, so place % 7 is the column.
    for place, mark in enumerate(state.board):
        if mark in game.players:
            total += WORTH[place % 7] * (1 if mark == player else -1)
    return total / 100


connect_four = ConnectFour()
my_estimate(connect_four, connect_four.play("d d e"), "X")

# %% claim="two_hundredths"
assert _ == 0.02

# %% [markdown]
# X has stones in d and e, which makes 3 + 2 = 5, and O has one in d, which makes 3.
# So X leads by 2 hundredths, or 0.02.
# Why hundredths?
# A certain win is worth 1, and no guess should ever look better than that.
#
# Now write the search that stops.
# Take care when the depth has run out *and* the game is over: then there is nothing left to guess.
#
# The check uses two small evaluations, which come from `course_lib.games`.
# `near_the_middle` is much like the one above.
# `mobility` counts the possible moves, in hundredths: plus if it is `player`'s turn, minus if it isn't.


# %% exercise="depth_limited"
def depth_limited(game, state, depth, evaluate):
    """What the state is worth to the first player (MAX), looking only `depth` plies ahead.

    Where the depth runs out before the game does, evaluate(game, state, player) says it for MAX.
    For example, take Nim((2, 1)) with depth 1 and mobility. The three states that can follow are
    estimated at -0.02, -0.01 and -0.02, so the start is worth -0.01.
    """
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
# Let's send it into battle.
# Here it is X's turn, and everything looks perfectly peaceful.
# (`play` needs only the column. Later, `d3` names a square: the third from the bottom in column d.)

# %%
quiet = connect_four.play("f d d c")
show(connect_four, quiet, caption="X to move. O has two stones side by side at the bottom.")

# %% predict="horizon"
question = "Looking two plies ahead, X would play `d3`. And looking four plies ahead?"
choices = ["d3 again", "another column"]
answer = "another column"
because = """
Two plies ahead, everything seems safe, and the middle is the best place to be. Four plies ahead,
the same `d3` is worth -1: a certain loss. So are three of the other columns.
"""


# %%
def column_values(state, depth):
    """What a stone in each column is worth to X; the stone itself is the first ply."""
    return {
        connect_four.action_name(action): depth_limited(
            connect_four, connect_four.result(state, action), depth - 1, my_estimate
        )
        for action in connect_four.actions(state)
    }


with needs("depth_limited"):
    for depth in (2, 4):
        print("depth", depth, column_values(quiet, depth))

# %% claim="the_horizon"
near, far = column_values(quiet, 2), column_values(quiet, 4)
assert max(near, key=near.get) == "d3"
assert far["d3"] == -1
assert sum(value == -1 for value in far.values()) == 4

# %% [markdown]
# Here is what the shorter search missed.
# This is one of the states where it stopped: X has played `d3`, O has answered `b1`, and it was time for an estimate.

# %%
too_late = connect_four.play("f d d c d b")
show(
    connect_four,
    too_late,
    highlight=[connect_four.action_named(square) for square in ("a1", "e1")],
    caption="Beyond the horizon: O wins at a1 or at e1, and X can fill only one of them.",
)

# %% [markdown]
# The evaluation admires two fine stones in the middle.
# The disaster is two plies further on, where nobody looked.
# This is the **horizon effect**: what lies beyond the last ply doesn't exist for the search.
# More depth pushes the horizon back, but there always is one.
#
# **That's the end of the third sitting.** What to take with you:
#
# - Perfect play is expensive: minimax walks every way the game can go, and the ways outnumber the places by far.
# - Whoever stops early has to guess, and sees nothing beyond the horizon.

# %% [markdown]
# # Fourth sitting: pay less
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("02")
tictactoe = TicTacToe()
recall("02")

# %% [markdown]
# ## Exercise 6: remember
#
# Remember the 549,946 visits? Nearly all of them went to states that had been searched before.
# A dictionary cures that.
# Whenever you have found a value, write it down; before you search, see whether it is already there.
#
# The dictionary is passed in as the argument `seen`, and `seen[state]` is the value of `state` for MAX.
# States never change, so they can be keys.
# (That is what all the fuss in lesson 1 was about.)


# %% exercise="remembering"
def remembering(game, state, seen):
    """What the state is worth to the first player (MAX), without working out any state twice.

    seen holds the values that are known already, by state:
    remembering(game, state, {state: 1}) is 1, without any search.
    """
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
question = "It was 549,946 visits before. How many will tic-tac-toe take now?"
watched = Watched(tictactoe)
remembering(watched, tictactoe.initial, {})
answer = watched.visits
because = """
As many as there are states: each is visited once, and from then on the dictionary
answers. Looking a state up in `seen` asks the game nothing, so it is no visit.
"""

# %%
with needs("remembering"):
    watched, met = Watched(tictactoe), {}
    found = remembering(watched, tictactoe.initial, met)
    print(f"value {found}, after {watched.visits:,} visits, and {len(met):,} states in seen")

# %% claim="each_state_once"
assert found == 0
assert watched.visits < 549_946 / 20

# %% [markdown]
# You pay in memory instead, because every value has to be kept.
#
# That's a good bargain: now you can work out games that would have taken far too long.
# *Connect Three* is Connect Four on a smaller board, where three in a row wins.
# With 3 rows and 3 columns it is a draw.

# %% predict="wider"
question = "Which would help the player who begins: one more row, or one more column?"
choices = ["one more row", "one more column", "neither"]
answer = "one more column"
because = """
A fourth row changes nothing, and neither does a fifth or an eighth. But with a fourth column, the
player who begins can force a win.
"""

# %%
with needs("remembering"):
    for rows, columns in [(3, 3), (4, 3), (3, 4), (3, 5)]:
        game, met = ConnectFour(rows, columns, length=3), {}
        found = remembering(game, game.initial, met)
        verdict = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}[found]
        print(f"{rows} rows, {columns} columns: {verdict} ({len(met):,} states)")

# %% claim="width_decides"
boards = [
    ConnectFour(rows, columns, length=3) for rows, columns in [(3, 3), (4, 3), (3, 4), (3, 5)]
]
assert [remembering(game, game.initial, {}) for game in boards] == [0, 0, 1, 1]

# %% [markdown]
# ## Solve one that nobody has explained
#
# - There are twelve matches.
# - Whoever is to move takes 1, 4 or 9 of them: a square number.
# - Whoever takes the last one wins.
#
# Write it as a first state and six functions, as in lesson 1, and hand them to `unseen`. Then let your own `minimax_value` say who wins.
# And with 13 matches, 14, 15? With which numbers does the player who begins lose? (`game_from_functions` makes a game of any seven parts, whatever its size.)

# %%
game = unseen("squares")  # behind the name: initial_state, player, actions, result, winner, ...
if game:
    print("for the player who begins:", minimax_value(game, game.initial))

# %% [markdown]
# You have just *solved* four games: how they end under best play is settled for good.
#
# ## The words of this lesson
#
# | word | meaning |
# | --- | --- |
# | MAX, MIN | the first and the second player: one wants large numbers, the other small ones |
# | utility | what a finished game is worth to a player, by the rules |
# | value | what a state is worth to MAX if both choose well |
# | final state | a state where the game is over |
# | minimax | the search that finds values, from the ends of the game upwards |
# | visits | how many states a search looks at, counting repeats |
# | ply | one move by one player |
# | evaluation | an estimate for a state where the game isn't over |
# | horizon | the depth where the search stops; it sees nothing beyond |
#
# **That's the end of the fourth sitting.** What to remember: there are two ways to pay less: stop early and estimate, or keep what you have found. The first costs you certainty, the second memory.

# %% [markdown]
# # Further on
#
# 1. From memory: MIN is to move, and the states that can follow are worth 4, -1 and 7. What is the state worth?
# 2. An *optimist* believes that the other player will help, and heads for the best ending in the whole tree. A small change to `minimax_value` makes one. What does it hope for in the textbook tree, and what does it get? Draw a tree of two plies where the optimist and minimax choose the same branch, and one where they don't.
# 3. In *misère* Nim, whoever takes the last match **loses**. With `Nim(heaps, misere=True)` and `remembering` you can find out which heaps now lose for the player who begins. How does that compare with the nim-sum?
# 4. `best_action` knows which states are won, but it doesn't care how long winning takes. Can you change `minimax_value` so that it prefers a quick win and a slow loss?
# 5. Open: minimax expects a perfect opponent. How would you play against one who makes mistakes, and how would you find out which mistakes they make?
#
# ### Break it
#
# Now turn the check around.
# `break_it` makes one small slip in *your* `minimax_value` and doesn't say where.
# Which tree shows the slip? Try trees of your own, as nested lists: what is the smallest on which the two functions disagree, and what does that tell you about the slip?
# `broken.show()` says what was changed, and another seed makes another slip.

# %%
with needs("minimax_value"):
    small_tree = TextbookTree([1, 2])
    broken = break_it("minimax_value", small_tree, (), seed=5)
    print(broken)
    broken.exposed_by(small_tree, ())

# %% [markdown] part="core"
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach*, minimax follows soon after the functions of lesson 1.
# Most of the work you counted today turns out to be unnecessary, and the next lesson is about how much.
