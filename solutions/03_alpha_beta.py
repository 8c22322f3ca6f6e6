# %% [markdown]
# # Alpha-beta: the art of not looking
#
# MAX picks one of three branches, MIN picks a leaf, and the leaf says how much MAX gets.
#
# ![A tree of two plies. MAX chooses among three branches, with the leaves 3, 12, 8; then 2, 4, 6; then 14, 5, 2](attachment:textbook.png)
#
# MAX can be sure of 3, on the left; you know that from lesson 2.
# A stranger question: **which of the nine leaves could have been any other number, and the answer would still be 3?**
#
# In the summer of 1956 John McCarthy saw a chess program that looked at everything, and suggested what it could leave out; the idea became alpha-beta, and it is still at the heart of chess engines today.
# It took until 1975 for Donald Knuth and Ronald Moore to prove exactly how much it saves.
#
# - **First sitting:** why whole branches can be skipped, how to write it, and what the order of moves has to do with it.
# - **Second sitting:** two true stories about programs that looked right, gave right values, and played wrong moves.
#
# Each takes about 45 minutes.
# While this lesson is graded, the library's searches are out of reach: the search has to be yours.

# %% picture="textbook"
from course_lib import TextbookTree
from course_lib.views import draw_tree

draw_tree(TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), values=False)

# %% predict="free_leaves"
question = "How many of the nine leaves could be any number at all without changing the 3?"
answer = 4
because = """
They are 4, 6, 14 and 5. Most people find the 4 and the 6 first, and there is a good reason for it,
as the next cells show.
"""

# %% [markdown]
# # First sitting: not looking
#
# ## Which leaves matter?
#
# Let's try it out.
# Each leaf in turn becomes -100, then 0, then 100, and minimax says what the root is worth.

# %%
from math import inf

from course_lib import TextbookTree
from course_lib.checks import mine

minimax_value = mine("minimax_value")
leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2]
textbook = TextbookTree([leaves[:3], leaves[3:6], leaves[6:]])

for place, leaf in enumerate(leaves):
    values = []
    for number in (-100, 0, 100):
        row = [*leaves[:place], number, *leaves[place + 1 :]]
        values.append(minimax_value(TextbookTree([row[:3], row[3:6], row[6:]]), ()))
    print(f"leaf {leaf:2}:", values)

# %% [markdown]
# Read the tree from left to right, as a program does.
# After the first branch MAX is sure of 3.
# The second branch starts with a 2.
# MIN will push it down to 2 at least, and MAX, who has a 3, is never going there.
# So why look at the 4 and the 6?
#
# In the third branch the 14 and the 5 don't matter either, but nobody can know that in time: both beat 3, and the 2 that spoils the branch comes last.
# Had it come first, they could have been skipped as well.
# *What* you can skip depends on the *order* in which you look.
#
# ## Alpha, beta, and the window
#
# To do this at every depth, a search carries two numbers along.
#
# | word | meaning |
# | --- | --- |
# | **alpha** | what MAX is already sure of, thanks to a choice somewhere on the way down |
# | **beta** | what MIN is already sure of, in the same way: MAX won't get more than this |
# | **window** | the numbers between alpha and beta, the only ones that would change anything |
# | **cut** | to skip a state's remaining actions because the window is empty: alpha >= beta |
#
# At the root nobody is sure of anything, so alpha is minus infinity and beta is infinity.
# When MAX chooses, a better value raises alpha.
# When MIN chooses, a lower value pulls beta down.
# Each child gets the window as it is at that moment.
#
# Step through a finished search.
# When it cuts the second branch, stop and ask: which number is alpha here, and who is sure of it?

# %%
from course_lib import alphabeta_search
from course_lib.views import step_through

step_through(alphabeta_search, textbook)

# %% [markdown]
# The bounds also reach further down, and this is what people overlook.
# In the next tree MAX can be sure of 5 right away.
# Three moves further down, MIN is looking at the leaves 4 and 9.

# %%
from course_lib.views import draw_tree

deep = TextbookTree([5, [[[4, 9], 8], 7]])
draw_tree(deep, values=False)

# %% predict="deep_cut"
question = "MIN has just found the 4. Is the 9 worth a look?"
choices = ["yes", "no"]
answer = "no"
because = """
The state is now worth 4 or less. One level up MAX may have something better, such as the 8. And if
not, MAX has the 5 at the root, and the game never comes here. Either way the 9 changes nothing.

This is a *deep cut*: the bound comes from further up than the parent.
"""

# %%
from course_lib import watch

draw_tree(watch(alphabeta_search, deep, ()), windows=True)

# %% [markdown]
# Now practise.
# Click each branch that will never be looked at, and you get the reason.
# When you have two trees in a row right, move on.

# %%
from course_lib.views import practice

practice(depth=3, ask="cuts", seed=3)

# %% [markdown]
# ## Exercise 1: by hand
#
# Four trees for pen and paper.
# MAX chooses at the root, leaves are read from left to right, and a state is cut as soon as alpha >= beta.
# No leaf that can be skipped has a twin with the same number, so you can name a leaf by its number.

# %%
from IPython.display import display

from course_lib.lessons.pen_and_paper import pen_and_paper_trees

trees = pen_and_paper_trees()
for name, tree in trees.items():
    print(f"Tree {name}")
    display(draw_tree(tree, values=False))

# %% [markdown]
# For each tree write down what the root is worth and which leaves are never looked at, from left to right.
# For the tree at the top of this lesson that would be `(3, [4, 6])`.
# A tree without cuts has an empty list.


# %% exercise="by_hand"
def by_hand():
    """For each tree its value and the leaves never looked at.

    It has the form {"A": (3, [4, 6]), "B": ..., "C": ..., "D": ...}.
    """
    ### BEGIN SOLUTION
    return {
        "A": (6, [13, 7, 10]),
        "B": (8, [12, 5, 11, -6]),
        "C": (5, [3, 12, 11, 10]),
        "D": (7, [14, 2, 5, 13, 17, -2, 16]),
    }
    ### END SOLUTION


# %% check="by_hand" points=4

# %% [markdown]
# Every exercise has three hints: a question, the idea, and the shape of the work.
# Each run of this cell gives you one more; for another exercise, change the name.

# %%
from course_lib.checks import hint

hint("by_hand")

# %% [markdown]
# ## What does the returned number mean?
#
# A search with a window returns one number.
# But after a cut it hasn't seen everything, so what does the number tell you?
#
# Take the second branch of the first tree.
# Alpha was 3, the first leaf was 2, and the search left with a 2.
# The branch is worth *at most* 2, since the skipped 4 and 6 might have been lower.
# So a search that cuts doesn't always find a value; sometimes it finds a **bound**.
# This is its contract, for a state that is truly worth *v*:
#
# | the number that comes back | what it says | what it is called |
# | --- | --- | --- |
# | not more than alpha | *v* is at most this number | it *fails low*: an upper bound |
# | between alpha and beta | *v* is exactly this number | exact |
# | not less than beta | *v* is at least this number | it *fails high*: a lower bound |
#
# A bound is all the caller needs: if a state fails low, MAX already has something as good, and if it fails high, MIN does.
# And with the widest window of all there is no room outside, so the number is always exact.
#
# Keep this table in mind.
# Both stories in the second sitting are about reading a bound as if it were a value.
#
# ## Exercise 2: alpha-beta
#
# Write the search.
# It is your `minimax_value` with two more arguments, two lines that keep them up to date, and the cut.


# %% exercise="alphabeta"
def alphabeta(game, state, alpha=-inf, beta=inf):
    """What the state is worth to MAX, who is game.players[0], as far as the window asks.

    Inside the window it is exact: alphabeta(textbook, ()) gives 3.
    A number up to alpha, or from beta on, is a bound.
    """
    # A final state is worth its utility for the first player.
    # Otherwise begin with the worst value for the player to move.
    # Try the actions in the order of game.actions, each with the window as it is now.
    # Keep the best value so far, and let it move alpha (for MAX) or beta (for MIN).
    # As soon as alpha >= beta, look no further.
    ### BEGIN SOLUTION
    max_player = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, max_player)
    is_max = game.to_move(state) == max_player
    worth = -inf if is_max else inf
    for action in game.actions(state):
        reply = alphabeta(game, game.result(state, action), alpha, beta)
        if is_max:
            worth = max(worth, reply)
            alpha = max(alpha, worth)
        else:
            worth = min(worth, reply)
            beta = min(beta, worth)
        if alpha >= beta:
            break
    return worth
    ### END SOLUTION


# %% check="alphabeta" points=6

# %% [markdown]
# Your own code, on the tree from the top.
# The dashed branches are the ones it never asked about.
# Below the picture, the contract: the root is worth 3, and your search is asked with four different windows.

# %%
from course_lib.checks import needs

with needs("alphabeta"):
    display(draw_tree(watch(alphabeta, textbook, ())))
    for window in [(-inf, inf), (0, 9), (5, 9), (-9, 1)]:
        print("window", window, "gives", alphabeta(textbook, (), *window))

# %% [markdown]
# Where 3 lies inside the window, the answer has to be 3.
# From the window (5, 9) anything up to 5 is right, "at most this"; from (-9, 1) anything from 1 to 3, "at least this".
#
# One tree is an example, not a reason to believe.
# Here are a thousand random ones, four plies deep, with one to three choices in each state.

# %%
from random import Random

from course_lib import random_tree

with needs("alphabeta"):
    rng = Random(3)
    thousand = [random_tree(4, (1, 3), rng) for _ in range(1_000)]
    equal = [alphabeta(tree, ()) == minimax_value(tree, ()) for tree in thousand]
    print(sum(equal), "of", len(equal), "are equal")

# %% predict="alphabeta_visits"
question = "Minimax makes 549,946 visits from tic-tac-toe's empty board. How many are left for you?"
answer = 18_297
because = """
About one in thirty, and the verdict is the same.
"""

# %%
from course_lib import TicTacToe, Watched, compact

three = TicTacToe()
small = compact(three)  # the same game with smaller states: a search sees no difference

with needs("alphabeta"):
    for search in (minimax_value, alphabeta):
        watched = Watched(small)
        search(watched, small.initial)
        print(f"{search.__name__}: {watched.visits:,} visits")

# %% [markdown]
# ## The order decides
#
# In the third branch of the first tree the best reply came last, and nothing was saved.
# What if the best action always comes *first*?

# %%
from course_lib import best_ordered_tree

ordered = best_ordered_tree(3, 2)
with needs("alphabeta"):
    print("the root is worth", alphabeta(ordered, ()))
    display(draw_tree(watch(alphabeta, ordered, ())))

# %% [markdown]
# Five of the eight leaves are enough.
# Could a cleverer search do with fewer?
# To be sure that the root is worth 0, somebody has to prove two things.
#
# 1. *MAX gets at least 0.*
#    Name **one** action in each of MAX's states, and answer **every** action of MIN.
#    With *b* actions everywhere and *d* levels, MIN chooses on half the levels (rounded down): b^floor(d/2) leaves.
# 2. *MAX gets no more than 0.*
#    Now it is **every** action of MAX and **one** of MIN, and MAX has the other half of the levels (rounded up): b^ceil(d/2) leaves.
#
# One leaf belongs to both proofs, the one where both play their best.
# So nobody can do it with fewer than b^ceil(d/2) + b^floor(d/2) - 1 leaves.
# That is the theorem of Knuth and Moore, and alpha-beta with the best order needs no more.
#
# ## Exercise 3: the least work


# %% exercise="least_leaves"
def least_leaves(branching, depth):
    """The least number of leaves that prove the value of a tree: least_leaves(2, 3) gives 5.

    Every state has `branching` actions, and all leaves lie `depth` levels down.
    """
    # The result is a whole number; // divides without a rest.
    ### BEGIN SOLUTION
    lower = depth // 2
    return branching ** (depth - lower) + branching**lower - 1
    ### END SOLUTION


# %% check="least_leaves" points=1

# %% [markdown]
# Does your search get by with so few?
# Here are trees with three actions in each state, in three orders: best first, shuffled, and worst first.
# All three have the same values.

# %% predict="worst_order"
question = (
    "Six levels deep there are 729 leaves. How many does your search look at in the worst order?"
)
answer = 651
because = """
Worst first saves next to nothing. Best first needs 53, which is exactly the least. And shuffled,
which is what you get when nobody thinks about the order, lies closer to the best than to the worst.
"""


# %%
def rearranged(node, order):
    """The same tree with the children of each node in another order."""
    if not isinstance(node, tuple):
        return node
    return order([rearranged(child, order) for child in node])


def leaves_seen(tree, depth):
    """How many leaves your alpha-beta looks at in this tree."""
    return sum(node.depth == depth for node in watch(alphabeta, tree, ()).nodes)


rng = Random(4)
orders = [
    list,
    lambda children: rng.sample(children, len(children)),
    lambda children: children[::-1],
]
with needs("alphabeta", "least_leaves"):
    print("depth  least  best first  shuffled  worst first  all leaves")
    for depth in range(1, 7):
        best = best_ordered_tree(depth, 3).tree
        trees_in = [TextbookTree(rearranged(best, order)) for order in orders]
        least, seen = least_leaves(3, depth), [leaves_seen(tree, depth) for tree in trees_in]
        print(f"{depth:4} {least:6} {seen[0]:10} {seen[1]:9} {seen[2]:11} {3**depth:12}")

# %% [markdown]
# With the best order the work grows like b^(d/2) instead of b^d: in the same time you can look **twice as deep**.
# That's why strong programs spend so much effort on guessing good moves early.
#
# **That's the end of the first sitting.** Three things to take with you:
#
# - Alpha is what MAX is sure of, beta what MIN is sure of. Where alpha >= beta, nothing below can matter.
# - Inside the window the number that comes back is a value; outside it is only a bound.
# - The order decides what is saved, from next to nothing to b^ceil(d/2) + b^floor(d/2) - 1 leaves.

# %% [markdown]
# # Second sitting: two mistakes that look like nothing
#
# ## Exercise 4: alpha-beta with a limit
#
# On larger boards even the least work is too much, and you stop at a depth, as in lesson 2.
# Put the two together: the window of `alphabeta` and the limit of `depth_limited`.


# %% exercise="limited_alphabeta"
def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    """What the state is worth to MAX, looking `depth` plies ahead, as far as the window asks.

    On the textbook tree, limited_alphabeta(textbook, (), 2, evaluate) gives 3, whatever evaluate is.
    """
    # A final state is worth its utility, at any depth.
    # At depth 0 ask evaluate(game, state, player) for MAX.
    # Everything else is as in alphabeta, one ply less deep.
    ### BEGIN SOLUTION
    max_player = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, max_player)
    if depth == 0:
        return evaluate(game, state, max_player)
    is_max = game.to_move(state) == max_player
    worth = -inf if is_max else inf
    for action in game.actions(state):
        after = game.result(state, action)
        reply = limited_alphabeta(game, after, depth - 1, evaluate, alpha, beta)
        if is_max:
            worth = max(worth, reply)
            alpha = max(alpha, worth)
        else:
            worth = min(worth, reply)
            beta = min(beta, worth)
        if alpha >= beta:
            break
    return worth
    ### END SOLUTION


# %% check="limited_alphabeta" points=3

# %% [markdown]
# ## A strange table
#
# Now for a true story, and a small detective's case.
#
# One of the texts behind this course, a blog of exercises on game playing, lets two equal players meet at tic-tac-toe.
# Both use alpha-beta to the same depth, know nothing about states where the game goes on, and each picks one of its best actions at random.
# They play 100 games for each depth.
#
# | depth | draws | X wins | O wins |
# | --- | --- | --- | --- |
# | 1 | 4 | 69 | 27 |
# | 3 | 23 | 45 | 32 |
# | 5 | 36 | 50 | 14 |
# | 7 | 41 | 41 | 18 |
# | 9 | 41 | 45 | 14 |
# | 13 | 38 | 44 | 18 |
#
# Its author concludes that the draws settle at about 40 in 100.

# %% predict="should_draw"
question = "At depth 9 both players see every game to its end. How many of the 100 should be draws?"
answer = 100
because = """
In lesson 2 you found that perfect play draws, always. Something in this table can't be right.
"""

# %% [markdown]
# Did the author misread the results?
# Let's write the program again, the way a careful programmer would.
# It returns the value, and a list of all actions that are as good as the best.


# %%
def tied_search(game, state, depth, alpha=-inf, beta=inf):
    """The value for MAX, and all actions that reach it (or so it seems)."""
    opener = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, opener), []
    if depth == 0:
        return 0, []
    is_opener = game.to_move(state) == opener
    score, ties = (-inf if is_opener else inf), []
    for action in game.actions(state):
        reached, _ = tied_search(game, game.result(state, action), depth - 1, alpha, beta)
        if reached == score:
            ties.append(action)
        elif (reached > score) == is_opener:
            score, ties = reached, [action]
        alpha, beta = (max(alpha, score), beta) if is_opener else (alpha, min(beta, score))
        if alpha >= beta:
            break
    return score, ties


# %% [markdown]
# Read it line by line. Every line looks right.
#
# How often does it draw?
# No need to play: each move is picked at random from the list, so we can multiply the chances along every game and add them up for each result.
# `exact_rates` does that with fractions.

# %%
from course_lib.play.rates import exact_rates


def tied_at(depth):
    """The choices of tied_search at this depth, for a player who picks one at random."""
    return lambda game, state: tied_search(game, state, depth)[1]


exact_rates(small, tied_at(9))

# %% [markdown]
# 39.98 % draws, 41.18 % wins for X and 18.84 % for O.
# The author read the results correctly; these are the true numbers behind the table.

# %% predict="culprit"
question = "So where is the mistake?"
choices = [
    "the depth is counted wrongly",
    "the values are wrong",
    "the list of best actions is wrong",
]
answer = "the list of best actions is wrong"
because = """
The next cell checks the values: at depth 9 they should be those of your alpha-beta, and all of them
are. If the values are right, so is the depth. It has to be the list.
"""


# %%
def states_of(game):
    """All states that play can reach, the first one first."""
    found, known = [game.initial], {game.initial}
    for state in found:  # the list grows while we walk along it
        for action in game.actions(state):
            next_state = game.result(state, action)
            if next_state not in known:
                known.add(next_state)
                found.append(next_state)
    return found


under_way = [state for state in states_of(small) if not small.is_terminal(state)]
with needs("alphabeta"):
    wrong = [s for s in under_way if tied_search(small, s, 9)[0] != alphabeta(small, s)]
    print(f"{len(under_way):,} states in which somebody is to move, {len(wrong)} wrong values")

# %% [markdown]
# To catch it, take a game small enough to draw.
# In Count(6, 3) the players take turns adding 1, 2 or 3, and whoever reaches 6 wins.
# The one winning move is 2: now 4 are missing, and whatever O adds, X adds the rest.
# Here is what the program says, and what it saw.

# %%
from course_lib import Count

counting = Count(6, 3)
print(tied_search(counting, counting.initial, 6))
draw_tree(watch(tied_search, counting, counting.initial, depth=6), depth=2, windows=True)

# %% [markdown]
# The value is right, X wins.
# But the list has 2 *and 3*, and 3 loses on the spot, because O adds 3 as well.
#
# Look at the state after 3, on the right.
# It was asked with alpha = 1, and 1 came back after a single reply.
# Now read that with the contract: not more than alpha, so the state is worth *at most* 1.
# That's enough to know that 3 is no *better* than 2, so the value at the root is right.
# But `if reached == score` reads it as *exactly* 1, and calls it a tie.
#
# > A bound that equals the best value is not a value.
#
# ## Exercise 5: all the best actions, and only those
#
# Find every action that is truly best.
# Your `limited_alphabeta` can do the searching; the question is which window to give it.


# %% exercise="best_actions"
def best_actions(game, state, depth, evaluate):
    """The list of all best actions for the player to move, in the order of game.actions.

    Values are those `depth` plies ahead, and the action itself is the first ply:
    best_actions(textbook, (), 2, evaluate) gives [0].
    """
    # What is the true value of the state after each action?
    # Which of these values is the best for the player to move?
    # Keep the actions that have it.
    ### BEGIN SOLUTION
    worth = {}
    for action in game.actions(state):
        after = game.result(state, action)
        worth[action] = limited_alphabeta(game, after, depth - 1, evaluate)
    is_max = game.to_move(state) == game.players[0]
    target = max(worth.values()) if is_max else min(worth.values())
    return [action for action in worth if worth[action] == target]
    ### END SOLUTION


# %% check="best_actions" points=4

# %% [markdown]
# Now the whole experiment again, at every depth, with your list.
# From which depth on is everything a draw?


# %%
def even(game, state, player):
    """The evaluation of somebody who knows nothing: 0 for every state that is not final."""
    return game.utility(state, player) if game.is_terminal(state) else 0


def best_at(depth):
    """The choices of your best_actions at this depth."""
    return lambda game, state: best_actions(game, state, depth, even)


with needs("limited_alphabeta", "best_actions"):
    print("Count(6, 3):", best_actions(counting, counting.initial, 6, even))
    for depth in range(1, 10):
        print(f"depth {depth}: as in the text", exact_rates(small, tied_at(depth)))
        print("         with your list", exact_rates(small, best_at(depth)))

# %% [markdown]
# From depth 6 on, every game is a draw.
# Below that, games are lost as well, but for an honest reason: the players don't see far enough.
#
# A player that picks among truly best actions is pleasant company. It never loses, and never bores.

# %%
from course_lib.views import play_widget

rng = Random(6)


def drawing_player(game, state):
    """One of the best actions, picked at random."""
    return rng.choice(best_actions(game, state, 9, even))


play_widget(three, drawing_player, you_play="X")

# %% [markdown]
# ## A table that lies
#
# In lesson 2, `remembering` kept each state's value and saved nearly everything.
# So let alpha-beta keep what it finds, too.
# Only two lines are new.
#
# - Before searching: `if state in seen: return seen[state]`
# - Afterwards: `seen[state] = best`
#
# You know the contract. Can you see what's wrong with that, before any experiment?
#
# The library has this search for you to catch.
# It returns the value *for the player to move*, and an action.

# %%
from course_lib.lessons.careless import careless_search

watched = Watched(small)
print(careless_search(watched, small.initial), f"{watched.visits:,} visits")

# %% [markdown]
# 3,010 visits instead of 18,297. A triumph!
# And the empty board gets the right value, which makes this mistake so dangerous: it passes the first test that everybody thinks of.
#
# ## Exercise 6: catch it
#
# In some states the careless search is wrong.
# Find one, with a loop over `under_way`, which holds every state where somebody is to move.
# `claimed` puts its value in the same terms as yours, and `print(small.render(state))` shows a state.


# %%
def claimed(state):
    """What the careless search says that the state is worth to X."""
    value, _ = careless_search(small, state)
    return value if small.to_move(state) == "X" else -value


# Compare claimed(state) with your alphabeta(small, state).

# %% [markdown]
# Type what you caught into the function, row by row, with a full stop for each empty square.


# %% exercise="lying_state"
def lying_state():
    """A state of tic-tac-toe in which careless_search gives a wrong value, as nine marks.

    The text has the form of "X...O....", which is no such state.
    """
    ### BEGIN SOLUTION
    # One of many, and the first that a loop over under_way meets.
    return ".X.....O."
    ### END SOLUTION


# %% check="lying_state" points=2

# %% [markdown]
# Look at your catch: who is to move, what is claimed, what is true?
# Below, both searches side by side. They go the same way for a while; where do they part?

# %%
from course_lib.views import compare

with needs("lying_state", "alphabeta"):
    caught = three.parse(lying_state())
    print(three.render(caught), f"\n{three.to_move(caught)} is to move")
    worth = claimed(small.parse(lying_state())), alphabeta(three, caught)
    print("worth to X, as claimed: {}, and in truth: {}".format(*worth))
    display(compare({"careless": careless_search, "yours": alphabeta}, three, caught))

# %% predict="how_many_lies"
question = "In how many of the 4,520 states is the careless search wrong?"
answer = 29
because = """
Fewer than one in a hundred. Test a few dozen states, and you will most likely meet none of them.
"""

# %%
with needs("lying_state", "alphabeta"):
    wrong = [state for state in under_way if claimed(state) != alphabeta(small, state)]
    print(f"{len(wrong)} of {len(under_way):,} states")

# %% [markdown]
# ## Why it lies
#
# In one of the 29 everything turns on a single state that the search meets twice.
# The first time, X is already sure of 1. One reply is looked at, and 1 comes back: "at most 1".
# It goes into the table as 1.

# %%
met_twice = three.parse("OXOXXO..X")
with needs("alphabeta"):
    print("with alpha = 1:", alphabeta(three, met_twice, alpha=1))
    print("with alpha = -1:", alphabeta(three, met_twice, alpha=-1))
    display(draw_tree(watch(alphabeta, three, met_twice, alpha=-1), boards=True))

# %% [markdown]
# The second time, after the same moves in another order, alpha is -1.
# Now the other reply counts, as in the picture, and the state is worth 0.
# The careless search never gets that far: its table says 1.
#
# The harm came from storing a bound without the words *at most*: the mistake of the strange table, in disguise.
#
# A proper table stores what each number *means*: exact, at most, or at least.
# And before using an entry it asks whether that answers the question with *today's* window.
# You will write one in lesson 7; the library's `Table` needs 4,793 visits here.

# %%
from course_lib import Table

watched = Watched(small)
value, _ = alphabeta_search(watched, small.initial, table=Table(symmetric=False))
print(f"value {value}, {watched.visits:,} visits")

# %% [markdown]
# **That's the end of the second sitting.** What to remember:
#
# - A bound is not a value: not when you compare, and not when you remember.
# - A wrong program can have all its values right. Test what it *does* with them.
# - Rare mistakes hide from samples. Where you can, ask about every state there is.
#
# | word | meaning |
# | --- | --- |
# | pruning | skipping branches that can't change the answer; each time one is skipped is a cut |
# | window | the numbers between alpha and beta |
# | bound | "at most" or "at least" a number |
# | fails low, fails high | the search returns a number up to alpha, or from beta on: a bound |
# | deep cut | a cut by a bound from further up than the parent |
# | tie | actions of equal value; to be sure of one, both values have to be exact |
#
# # Further on
#
# ### One sign
#
# The next search cuts only when the best value is *greater* than the bound, not when it is equal.
# It is written as **negamax**, a style that chess programs like: every value is for the player to move, so one line serves both players and the signs flip from ply to ply.

# %% predict="one_sign"
question = "Your alpha-beta needs 18,297 visits from the empty board. And with > in place of >=?"
answer = 146_120
because = """
Eight times as many. Tic-tac-toe has only three values, so most comparisons end in a tie. Once X is
sure of a draw, another draw is no help, but this search goes through it to the end.
"""


# %%
def hesitant(game, state, alpha=-inf, beta=inf):
    """The value for the player to move, by a search that cuts on > alone."""
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    best = -inf
    for action in game.actions(state):
        child = game.result(state, action)
        best = max(best, -hesitant(game, child, -beta, -max(alpha, best)))
        if best > beta:
            break
    return best


watched = Watched(small)
print(f"value {hesitant(watched, small.initial)}, {watched.visits:,} visits")

# %% [markdown]
# 146,120 visits for a single sign.
#
# ### Questions
#
# 1. From memory: alpha-beta with the window from 2 to 5 returns 2. What do you know about the state's value? And if it returns 4, or 7?
# 2. Draw a tree with six leaves where alpha-beta looks at all of them. Then turn its branches around so that it looks at as few as possible.
# 3. In tic-tac-toe the middle lies on more lines than a corner, and a corner on more than an edge. How many visits does `alphabeta_search(watched, three.initial, order=...)` need if it tries them in that order? (`order(game, state, actions)` returns the actions in the order to try them.)
# 4. Your `best_actions` may ask about each action with a full window, which costs visits. Which narrower window would still tell a tie from a bound? Count what it saves.
# 5. The same text also plays on five by five, ten games at each depth from 1 to 4. What can you say from ten games? `played_rates(compact(TicTacToe(size=5)), best_at(2), 100, seed=2)`, from `course_lib.play.rates`, plays more of them, with intervals.
# 6. Open: at depth 5, good lists lead to fewer draws than the wrong ones do. How can players who choose better draw less?
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the section on alpha-beta pruning has the tree from the top of this lesson, and its estimate b^(d/2) for a perfect move order is what you counted exactly.
# The proof is in D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975).
