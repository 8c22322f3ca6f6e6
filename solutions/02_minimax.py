# %% [markdown]
# # Minimax: who wins if both play perfectly?
#
# Below is a game of tic-tac-toe that is almost over.
# X is to move and has three squares to choose from.
#
# **Who wins, if nobody makes a mistake from here on? And how could one know, for any game?**
#
# Look at each of the three squares before you read on, and write down what you believe: a win for X, a draw, or a win for O.

# %%
from collections import Counter
from itertools import combinations_with_replacement
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Count,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    TicTacToe,
    Watched,
    game_from_functions,
    play_game,
    random_player,
    tournament,
    watch,
)
from course_lib.checks import hint, mine, needs
from course_lib.views import draw_tree, play_widget, practice, show, step_through

tictactoe = TicTacToe()
endgame = tictactoe.parse("O O .\nX X .\nO X .")
show(tictactoe, endgame, caption="X to move: three squares, and three different results")

# %% [markdown]
# In this lesson you will
#
# - work out by hand what a state is worth when both players choose well,
# - write **minimax**, which does the same for any small game, and watch it work,
# - turn it into a player that nobody can beat, and count what that costs,
# - stop the search early, see what goes wrong, and then make it remember what it knows.
#
# There are six exercises, with 15 points in all.
# Take about 90 minutes, and a break after the fourth.
#
# The library has a minimax of its own, and you may read it afterwards.
# While this lesson is graded, the library's searches can't be called from your functions: the search has to be the one you wrote.

# %% [markdown]
# ## By hand: a game of two moves
#
# Scissors, paper, stone is usually played at the same moment.
# Here it is played **in turns**: X chooses, O sees it, and then O chooses.
# Whoever goes second can always win, so this is not a fair game; but it has a tree that fits on one page.
#
# We call the first player **MAX** and the second **MIN**.
# A final state has a *utility*: what it is worth to MAX.
# Here that is +1 if X has won, -1 if O has won, and 0 for a draw.
# MAX wants the largest number, MIN the smallest, and so one number tells both what they want.

# %%
draw_tree(ScissorsPaperStone(), values=False, engine="own")

# %% [markdown]
# The tree starts with X at the top.
# In the row below are the three states in which O has to choose, and at the bottom the nine final states with their utilities.
# X's boxes are narrow on top, O's are narrow at the bottom.
#
# **Guess first:** what number belongs into each of O's three boxes in the middle row?
# And what into X's box at the top?
#
# Go from the bottom upwards.
# O is MIN and takes the smallest of the three numbers below.
# X is MAX and takes the largest of the three numbers that result.

# %%
draw_tree(ScissorsPaperStone(), engine="own")

# %% [markdown]
# Each of O's states is worth -1, because O always has a winning answer.
# X can only choose among three losses, and so the whole game is worth -1.
#
# These numbers are called **values**.
# The *utility* of a final state is given by the rules.
# The *value* of any other state is what both players, choosing well, can bring it to.

# %% [markdown]
# ## By hand: a tree from the textbook
#
# Now the utilities are other numbers than 1, 0 and -1, as if the players played for money.
# MAX moves first and chooses one of three branches, then MIN chooses a leaf.

# %%
textbook = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
draw_tree(textbook, values=False, engine="own")

# %% [markdown]
# The largest number is 14, in the branch on the right.
# **Guess first:** is that where MAX should go?

# %%
draw_tree(textbook, engine="own")

# %% [markdown]
# In the branch on the right MIN would not give us the 14, but the 2.
# In the branch on the left the worst that MIN can do is 3, and that is the best worst case.
# This is the idea of minimax in one sentence: **expect the best answer to whatever you do, and choose the action where that hurts least.**
#
# Before you teach this to a computer, do it a few times yourself.
# Type the value of the node that is asked for; the widget tells you why it is right or wrong.
# After three trees without a mistake you are ready.

# %%
practice("textbook", depth=2, seed=4)

# %% [markdown]
# ## Exercise 1: the value of a state
#
# Everything you did by hand fits into three sentences.
#
# - A final state is worth its utility for MAX.
# - Where MAX is to move, a state is worth the **largest** value among the states that can follow.
# - Where MIN is to move, it is worth the **smallest**.
#
# The second and third sentence speak of values again, but of states further on.
# So the function calls itself, and because every game ends, it comes to an end too.
#
# You need these questions to a game, which you know from the first lesson:
#
# | question | answer |
# | --- | --- |
# | `game.is_terminal(state)` | whether the game is over |
# | `game.utility(state, player)` | what a final state is worth to this player |
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
# The check shows the smallest state on which your function goes wrong, and often names the mistake.
#
# Stuck?
# The next cell gives a hint.
# The first time it is a question; run it again for the idea, and once more for the shape of the function.
# Every exercise has three such hints, under its own name.

# %%
hint("minimax_value")

# %% [markdown]
# ### Watch it
#
# Back to the question from the top.
# This is *your* function at work on the game that is almost over.
# Press the arrow and go through it: down to a final state, back up with a value, and on to the next action.

# %%
with needs("minimax_value"):
    print("The state is worth", minimax_value(tictactoe, endgame), "to X.")
    display(step_through(minimax_value, tictactoe, endgame))

# %% [markdown]
# And here is the whole of what it looked at, with the boards.

# %%
with needs("minimax_value"):
    minimax_value(tictactoe, endgame)
    display(draw_tree(watch(minimax_value, tictactoe, endgame), boards=True, engine="own"))

# %% [markdown]
# One square draws, one wins and one loses: the three values in the second row are 0, 1 and -1.
# X is MAX and takes the 1.
# Was that what you wrote down?
#
# ### A wrong idea, shown failing
#
# Why not look for the best leaf and walk towards it?
# An *optimist* believes that the other player will help.
# This cell gives the value that each of the two believes the textbook tree to have, and then what the optimist really gets: MIN moves after MAX has gone to the right.


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
# Minimax promises less and keeps it.
# Against a player who makes mistakes it may get more than its value; it never gets less.
#
# ## Count: which numbers lose?
#
# In *Count* the players add 1, 2 or 3 to one number, and whoever brings it to the goal wins.
# **Guess first:** if the goal is 4, would you like to begin?
# And if it is 5?

# %%
with needs("minimax_value"):
    for goal in range(1, 13):
        game = Count(goal=goal, most=3)
        print(
            f"goal {goal:2}: worth {minimax_value(game, game.initial):+} to the player who begins"
        )

# %% [markdown]
# The player who begins loses when the goal is 4, 8 or 12, and wins everywhere else.
# The search knows nothing of multiples of four: it tried everything, and we see the pattern.
# Can you say why?
# (Whatever the first player adds, the second can bring the sum of both moves to 4.)
#
# ## Exercise 2: Nim, and a sum that sees the end
#
# In Nim there are heaps of matches.
# A move takes as many as you like from *one* heap, and whoever takes the last match wins.

# %%
nim = Nim((1, 2, 3))
show(
    nim,
    nim.initial,
    caption="Would you begin? Take from one heap only; who takes the last match wins.",
)

# %% [markdown]
# In 1901 Charles Bouton published a sum that tells who wins, without any search.
# Write the heaps in twos, one below the other, and look at each column: an even number of ones gives 0, an odd number gives 1.
#
# ```
#   1 = 01
#   2 = 10
#   3 = 11
#       --
#       00   the nim-sum is 0
# ```
#
# Python does this for two numbers with the operator `^`, called *exclusive or*: `1 ^ 2` is 3, and `3 ^ 3` is 0.
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
# The claim is: **the player to move loses exactly where the nim-sum is 0.**
# A claim of that kind can be tested.
# Your `minimax_value` searches every Nim with three heaps of up to three matches, your `nim_sum` only adds; then we compare the two lists.

# %%
with needs("minimax_value", "nim_sum"):
    all_heaps = list(combinations_with_replacement(range(4), 3))
    searched = [heaps for heaps in all_heaps if minimax_value(Nim(heaps), Nim(heaps).initial) < 0]
    added = [heaps for heaps in all_heaps if nim_sum(heaps) == 0]
    print(f"of {len(all_heaps)} Nims, whoever begins loses {searched}")
    print("both agree:", searched == added)

# %% [markdown]
# They agree.
# That is no proof for larger heaps, but among these twenty there is no exception.
# Keep this in mind for later lessons: where somebody has *understood* a game, no search is needed; where nobody has, a search is all we have.
#
# ## Exercise 3: from values to actions
#
# A value tells who wins, and not what to play.
# The step from one to the other is short: try each action, and ask what the state after it is worth.
# MAX wants the largest of these values.
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
# A function that takes a game and a state and gives an action is a **player**.
# So you have just written one.
# Play against it: you are X.
# Its first answer takes a moment; how many states it looks at, we shall count further down.

# %%
play_widget(tictactoe, best_action, you_play="X")

# %% [markdown]
# How good is it really?
# Playing against it ten times tells you about ten games.
# We can do better and play **all** games that are possible against it: it is O and plays its action, and X tries everything.
#
# **Guess first:** of all these games, how many does X win?


# %%
def all_endings(game, state, me):
    """How often each player wins if `me` plays best_action and the other one everything."""
    if game.is_terminal(state):
        return Counter([game.winner(state) or "draw"])
    mine_to_move = game.to_move(state) == me
    choices = [best_action(game, state)] if mine_to_move else game.actions(state)
    return sum((all_endings(game, game.result(state, a), me) for a in choices), Counter())


with needs("minimax_value", "best_action"):
    found = all_endings(tictactoe, tictactoe.initial, "O")
    print(f"of {found.total()} games: {dict(found)}")

# %% [markdown]
# Not one.
# This is no sample, so there is no luck in it: **nobody can win against it.**
# In 183 of the 681 games X gets a draw, and that is the most there is to get.
#
# What if the state is lost from the start?
# In Nim with heaps of 1, 2 and 3 the nim-sum is 0, and whoever begins loses against a perfect player.
# Here the opponent is not perfect: it draws its moves at random, and the two change seats after each game.

# %%
with needs("minimax_value", "best_action"):
    opponents = {"best_action": best_action, "random": random_player(Random(1))}
    print(tournament(opponents, nim, games=100, seed=1, progress=False))

# %% [markdown]
# It began in half of the games, in a lost state, and still won nearly all of them.
# The value says what happens against the *best* answer.
# In a lost state every action has the same value, so minimax takes the first; it does not ask which of them makes a mistake likely.
#
# ## Exercise 4: the seventh function
#
# In the first lesson you wrote tic-tac-toe as six functions on a list of lists.
# One is still missing: `minimax(board)`, the best action on that board.
# It is the same idea once more, now with your own functions in place of a game.
#
# `mine` brings back what you wrote, if it passed its checks, and otherwise lends you the library's.

# %%
X, O, EMPTY = "X", "O", None
player, actions, result = mine("player"), mine("actions"), mine("result")
winner, terminal, utility = mine("winner"), mine("terminal"), mine("utility")

# %% [markdown]
# You may write a helper beside it; put both into the same cell.
# If several actions are equally good, any of them is right.
# Lists are slow to copy, so the check asks only boards with at least two marks on them.


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
# All seven functions of the game are complete.
# `game_from_functions` makes a game of the six, and the seventh plays it.
# You are X again; after your first move it thinks for some seconds, because lists are slow.


# %%
def list_player(_, state):
    """The answer of the seventh function; it wants lists, and the game's states are tuples."""
    return minimax([list(row) for row in state])


empty_board = [[EMPTY] * 3 for _ in range(3)]
my_game = game_from_functions(empty_board, player, actions, result, winner, terminal, utility)
play_widget(my_game, list_player, you_play="X")

# %% [markdown]
# This would be a good moment for a break.
#
# ## What does it cost?
#
# `Watched(game)` is the same game, and counts how many states a search visits.
# We let your `minimax_value` look at tic-tac-toe from the empty board.
# It takes some seconds.
#
# **Guess first:** a thousand states? Ten thousand? A million?

# %%
with needs("minimax_value"):
    watched = Watched(tictactoe)
    value = minimax_value(watched, tictactoe.initial)
    print(f"value {value}, after {watched.visits:,} visits")

# %% [markdown]
# The value is 0: with best play tic-tac-toe is a draw.
# It took 549,946 visits to find that out.
#
# Is tic-tac-toe really that large?
# Let us collect the *different* states that can be reached.

# %%
met, waiting = set(), [tictactoe.initial]
while waiting:
    state = waiting.pop()
    if state not in met:
        met.add(state)
        waiting += [tictactoe.result(state, action) for action in tictactoe.actions(state)]
print(f"{len(met):,} states, so each is visited {549_946 / len(met):.0f} times on average")

# %% [markdown]
# There are only 5,478.
# The search does not notice that it has been somewhere before: X in the corner and then X in the middle is the same state as the middle first and then the corner.
# It visits *ways to get there*, and there are a hundred times as many ways as states.
# We will come back to this at the end.
#
# First the other trouble: most games are larger.
# At its start Connect Four offers seven actions, and a game takes up to 42 moves.

# %%
for plies in range(1, 7):
    print(f"after {plies} plies: {ConnectFour().count(ConnectFour().initial, plies)[plies]:,}")

# %% [markdown]
# A **ply** is one move of one player.
# Every ply makes the tree about seven times as large, and nobody's computer goes to the end of it this way.
#
# ## Exercise 5: stop early, and guess
#
# If we can't go to the end, we stop after some plies and *guess* what the state there is worth.
# Such a guess is called an **evaluation**: a function `evaluate(game, state, player)` that gives a number for this player, for a state that is not final.
# Here is one for Connect Four: stones near the middle take part in more rows, so each stone counts by its column.

# %%
WORTH = (0, 1, 2, 3, 2, 1, 0)


def my_estimate(game, state, player):
    """How much more the stones of this player count than the opponent's, in hundredths."""
    total = 0
    for place, mark in enumerate(state.board):
        if mark in game.players:
            total += WORTH[place % 7] * (1 if mark == player else -1)
    return total / 100


connect_four = ConnectFour()
my_estimate(connect_four, connect_four.play("4 4 5"), "X")

# %% [markdown]
# X has stones in columns 4 and 5, which count 3 and 2, and O one in column 4: the difference is 2, in hundredths.
# Why hundredths?
# A guess should never look better than a win that is certain, and a win is worth 1.
#
# Now write the search that stops.
# Careful with the order of the questions: what if the depth is used up *and* the game is over?
# Then nothing needs to be guessed.
#
# The check hands two small evaluations of the library to your function: `mobility`, the number of actions in hundredths, good for the player to move and bad for the other; and `near_the_middle`, which is much like the one above.
# `from course_lib.games import mobility` brings one here, if you want to try a failing case yourself.


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
# Here is a state of Connect Four with X to move.
# It looks harmless.

# %%
quiet = connect_four.play("6 4 4 3")
show(connect_four, quiet, caption="X to move: O has two stones side by side at the bottom")

# %% [markdown]
# This cell asks for each of the seven columns what it is worth to X, first looking two plies ahead, then four.
# **Guess first:** where would you play, and will the two agree?


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
# With depth 2 nothing is wrong anywhere, and the middle column, `d3`, looks best.
# With depth 4 that same move is worth -1: a certain loss.
# Four of the seven moves lose, and `b1` and `e1`, directly beside the two stones, are the best of the other three.
#
# What did the shorter search not see?
# This is one of the states where it stopped: X has played `d3`, O has answered `b1`, and the evaluation was asked.

# %%
too_late = connect_four.play("6 4 4 3 4 2")
show(
    connect_four,
    too_late,
    highlight=[(5, 0), (5, 4)],
    caption="Beyond the horizon: O wins at a1 or at e1, and X can fill only one of them",
)

# %% [markdown]
# The evaluation sees two fine stones in the middle; the loss is two plies further on.
# This is the **horizon**: what lies behind it does not exist for the search.
# More depth moves the horizon, but there always is one.
#
# To see what it means in play, we let X choose with depth 2 and O with depth 4, from the same state.


# %%
def limited_player(depth, evaluate):
    """A player that looks so many plies ahead and then asks this evaluation."""

    def choose(game, state):
        def outlook(action):
            return depth_limited(game, game.result(state, action), depth - 1, evaluate)

        best = max if game.to_move(state) == game.players[0] else min
        return best(game.actions(state), key=outlook)

    return choose


with needs("depth_limited"):
    depth_limited(connect_four, quiet, 1, my_estimate)
    players = [limited_player(2, my_estimate), limited_player(4, my_estimate)]
    display(show(play_game(connect_four, players, state=quiet)))

# %% [markdown]
# O has won with four in the bottom row.
#
# **Your turn to vary it:** change the seven numbers in `WORTH` and run the cells from there on again.
# Can you find numbers with which depth 2 plays `b1` or `e1` after all?
# And does it then play well elsewhere?
# An evaluation that is made for one state is usually wrong in another.

# %% [markdown]
# ## Exercise 6: remember
#
# Now back to the other waste: 549,946 visits to 5,478 states.
# A dictionary can hold the value of every state that has been worked out.
# Before you work, look there; when you have worked, write it down.
#
# The dictionary is handed over as `seen`, and `seen[state]` is the value of `state` for MAX.
# States of our games never change, and so they can be keys.
# That is one reason why we insisted on it in the first lesson.


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

# %% [markdown]
# **Guess first:** how many visits will tic-tac-toe need now?

# %%
with needs("remembering"):
    watched, seen = Watched(tictactoe), {}
    value = remembering(watched, tictactoe.initial, seen)
    print(f"value {value}, after {watched.visits:,} visits, and {len(seen):,} states in seen")

# %% [markdown]
# Every state is visited once.
# The price is memory: all these values have to be kept somewhere.
#
# With this search we can answer questions that nobody would like to work out by hand.
# *Connect Three* is Connect Four with three in a row, on a small board.
# Who wins it, on boards of different sizes?
#
# **Guess first:** does it help the player who begins if the board is higher, or if it is wider?

# %%
with needs("remembering"):
    for rows, columns in [(3, 3), (4, 3), (3, 4), (3, 5)]:
        game, seen = ConnectFour(rows, columns, length=3), {}
        value = remembering(game, game.initial, seen)
        verdict = {1: "the first player wins", 0: "a draw", -1: "the second player wins"}[value]
        print(f"{rows} rows, {columns} columns: {verdict} ({len(seen):,} states)")

# %% [markdown]
# With three columns it is a draw, even when the board gets higher.
# A fourth column is enough for the first player to win.
# You have *solved* four games: with best play on both sides, the result is known.
#
# One warning for the next lesson.
# A value may be kept because it is the exact value of the state, whatever came before.
# A depth-limited guess, or a bound from a search that stopped early, is no such value, and keeping those in the same way goes wrong.
#
# ## The words of this lesson
#
# | word | meaning |
# | --- | --- |
# | MAX, MIN | the first and the second player: one wants large numbers, the other small ones |
# | utility | what a final state is worth to a player, by the rules |
# | value | what a state is worth to MAX if both choose well |
# | minimax | the search that works values out, from the final states upwards |
# | visits | how many states a search looks at, the same state counted each time |
# | ply | one move of one player |
# | evaluation | a guess at what a state is worth that is not final |
# | horizon | the depth at which the search stops; what lies behind is not seen |
#
# ## What to remember
#
# - MAX takes the largest value and MIN the smallest; a final state is worth its utility.
# - The value is a promise against the best opponent, and it costs a visit for every way the game can go.
# - To pay less, stop early and guess (and fear the horizon), or remember what is known (and pay in memory).
#
# ## Further questions
#
# 1. From memory: what is the value of a state in which MIN is to move and the states that can follow are worth 4, -1 and 7?
# 2. Draw a tree with two plies in which the optimist and minimax choose the same branch, and one in which they do not.
# 3. `best_action` takes the first of several best actions. Let it take one at random. Is it still unbeatable?
# 4. In the misère form of Nim, whoever takes the last match *loses*. Use `Nim(heaps, misere=True)` and `remembering`: for which heaps does the player who begins lose now? How does that differ from the nim-sum?
# 5. `best_action` knows which states are won, but not how fast. Can you change `minimax_value` so that it prefers a quick win and a slow loss?
# 6. Is a 4 x 4 Connect Three won or drawn? And how large a board can your computer still solve?
# 7. Open: minimax expects a perfect opponent. How would you play against one who often makes mistakes, and how would you find out which mistakes?
#
# In the textbook by Russell and Norvig (*Artificial Intelligence: A Modern Approach*) this is the first half of the chapter on adversarial search and games: optimal decisions, the minimax search, and searches that are cut off and evaluated.
# The next lesson finds out how much of the tree nobody needs to look at.
