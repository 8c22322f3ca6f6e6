# %% [markdown]
# # Alpha-beta: the art of not looking
#
# MAX picks one of three branches, MIN picks a leaf, and the leaf says how much MAX gets.
#
# ![A tree of two plies. MAX chooses among three branches, with the leaves 3, 12, 8; then 2, 4, 6; then 14, 5, 2](attachment:textbook.png)
#
# MAX can be sure of 3, on the left; you know that from lesson 2.
# Now a stranger question: **which of the nine leaves don't matter at all?**
# You could put any number there, and the answer would still be 3.
#
# In the summer of 1956 Alex Bernstein described his chess program, which looked at seven moves in every position.
# John McCarthy told him on the spot what it could leave out. Bernstein wasn't convinced.
# The idea became alpha-beta, and it is still at the heart of most chess engines today.
# In 1975 Donald Knuth and Ronald Moore proved why it is right, and showed how much it can save.

# %% [markdown] part="further"
# - **First sitting:** why whole branches can be skipped, and how to write such a search.
# - **Second sitting:** why the order of moves matters, and a search with a limit.
# - **Third sitting:** a true story and a tempting shortcut: two programs that looked right, passed the obvious tests, and were wrong.
#
# A sitting takes 30 to 60 minutes; the third has a place for a break in the middle.

# %% [markdown] part="core"
# In checks and in grading the library's searches are switched off: the search you hand in has to be your own.

# %%
from math import inf
from random import Random

from IPython.display import display

from course_lib import (
    Count,
    Table,
    TextbookTree,
    TicTacToe,
    Watched,
    alphabeta_search,
    best_ordered_tree,
    compact,
    random_tree,
    watch,
)
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.lessons.lesson_03.careless import careless_search, claimed
from course_lib.lessons.lesson_03.leaves import leaves_seen
from course_lib.lessons.lesson_03.pen_and_paper import pen_and_paper_trees
from course_lib.lessons.rates import exact_rates
from course_lib.lessons.showing import show_me
from course_lib.lessons.strange_table import states_of, tied_at, tied_search
from course_lib.lessons.unseen import unseen
from course_lib.questions import guessed, practice, predict, recall
from course_lib.views import compare, draw_tree, step_through, what_if

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("03")

# %% picture="textbook"
draw_tree(TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), values=False)

# %% predict="free_leaves"
question = "How many of the nine leaves could be any number at all without changing the 3?"
answer = 4
because = """
They are 4, 6, 14 and 5. Most people find the 4 and the 6 first, and for a good reason, as you are
about to see.
"""

# %% [markdown]
# # First sitting: not looking
#
# ## Which leaves matter?
#
# Let's test every leaf.
# We change it to -100, to 0 and to 100, and ask minimax each time what the root is worth.

# %%
minimax_value = mine("minimax_value")  # your own function from lesson 2
leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2]
textbook = TextbookTree([leaves[:3], leaves[3:6], leaves[6:]])

for place, leaf in enumerate(leaves):
    values = []
    for number in (-100, 0, 100):
        row = [*leaves[:place], number, *leaves[place + 1 :]]
        values.append(minimax_value(TextbookTree([row[:3], row[3:6], row[6:]]), ()))
    print(f"leaf {leaf:2}:", values)

# %% claim="four_leaves_are_free"
free = []
for place in range(9):
    trees = [[*leaves[:place], number, *leaves[place + 1 :]] for number in (-100, 0, 100)]
    worth = {minimax_value(TextbookTree([t[:3], t[3:6], t[6:]]), ()) for t in trees}
    free += [leaves[place]] if worth == {3} else []
assert free == [4, 6, 14, 5]

# %% [markdown]
# Read from left to right, as a program does.
# After the first branch MAX is sure of 3.
# The second branch starts with a 2.
# There MIN can hold MAX down to 2, or to even less, so MAX is never going to go there.
# Why look at the 4 and the 6?
#
# In the third branch the 14 and the 5 don't matter either, but you can't know that in time.
# Both beat 3, and the 2 that spoils the branch comes last.
# If it came first, you could skip them as well.
# *What* you can skip depends on the *order* in which you look.
#
# Try to prove it wrong.
# The leaves with a dashed edge are cut. Drag one of them as far as you like, and watch the root.
# Then lift the 2 on its left, little by little. When do they begin to matter?

# %%
what_if([[3, 12, 8], [2, 4, 6], [14, 5, 2]], cuts=True)

# %% [markdown]
# ## Alpha, beta, and the window
#
# To do this at any depth, a search carries two numbers along.
#
# | word | meaning |
# | --- | --- |
# | **alpha** | what MAX is already sure of, thanks to a choice somewhere on the way down |
# | **beta** | what MIN is already sure of, in the same way: MAX won't get more than that |
# | **window** | the numbers between alpha and beta, the only ones that can still change anything |
# | **cut** | to skip a state's remaining actions because the window is empty: alpha >= beta |
#
# At the root nobody is sure of anything, so alpha is minus infinity and beta is infinity.
# Where MAX chooses, a higher value raises alpha.
# Where MIN chooses, a lower value pulls beta down.
# Each child is searched with the window as it is at that moment.
#
# Step through the library's search.
# Before each click, say aloud what the window will be.

# %%
stepper = step_through(alphabeta_search, textbook)
stepper.step = 1
stepper

# %% [markdown]
# In the next tree MAX can be sure of 5 right away.
# Far below, MIN is about to choose between 4 and 9.

# %%
deep = TextbookTree([5, [[[4, 9], 8], 7]])
draw_tree(deep, values=False)

# %% predict="deep_cut"
question = "MIN has just found the 4. Is the 9 worth a look?"
choices = ["yes", "no"]
answer = "no"
because = """
With the 4 in hand, MIN won't let MAX have more than 4 here. But MAX is sure of 5 at the root, and
won't let the game come this far, whatever the last leaf says.
"""

# %% [markdown]
# That is a *deep cut*: what rules out the 9 is a choice MAX has at the root, three levels further up.
#
# Now practise, with a pencil: cross out what will never be looked at.
# If you fall for a mistake that many make, you're told its name.
# After one tree without a mistake, move on.

# %%
practice("cuts", seed=3)

# %% [markdown]
# ## Exercise 1: by hand
#
# Here are four trees for pen and paper.
# MAX chooses at the root, leaves are read from left to right, and a state is cut as soon as alpha >= beta.

# %%
trees = pen_and_paper_trees()
for name, tree in trees.items():
    print(f"Tree {name}")
    display(draw_tree(tree, values=False))

# %% [markdown]
# For each tree, write down what the root is worth, and list the leaves that are never looked at.
# For the tree at the top of this lesson that would be `(3, [4, 6])`.
# If nothing is cut, the list is empty.


# %% exercise="by_hand"
def by_hand():
    """The value of each tree, and the leaves that are never looked at.

    Return a dictionary like {"A": (3, [4, 6]), "B": ..., "C": ..., "D": ...}, with the leaves of
    each list in any order.
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

# %%
hint("by_hand")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# ## What does the returned number mean?
#
# After a cut, a search hasn't seen everything.
# So what does its number tell you?
#
# Take the second branch of the first tree.
# Alpha was 3, the first leaf was 2, and the search returned 2.
# It skipped the 4 and the 6, which for all it knew could have been lower, so the branch is worth *at most* 2.
# A search that cuts doesn't always find a value; sometimes all it finds is a **bound**.
# This is its contract:
#
# | the number returned | what it says | what we call that |
# | --- | --- | --- |
# | alpha or less | the state's true value is at most this number | it *fails low*: an upper bound |
# | between alpha and beta | the true value is exactly this number | exact |
# | beta or more | the true value is at least this number | it *fails high*: a lower bound |
#
# A bound is all the caller needs: if a state fails low, MAX already has something as good elsewhere, and if it fails high, MIN does.
# And if the window goes from minus infinity to infinity, nothing lies outside it, so the number is always exact.
#
# Keep this table in mind.
#
# ## Exercise 2: alpha-beta
#
# Now write the search.
# It's your `minimax_value` with two more arguments, two lines that keep them up to date, and the cut.
# The check counts the states you look at, too.


# %% exercise="alphabeta"
def alphabeta(game, state, alpha=-inf, beta=inf):
    """What the state is worth to the first player (MAX), or a bound, by the contract above.

    Between alpha and beta it is exact: alphabeta(textbook, ()) is 3.
    """
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
# At the top of this lesson you guessed how many leaves don't matter. Four can be anything; a search that reads from left to right can skip only two of them.
# Here is your own code at work: it never looked at the dashed branches.
# Below, it searches the same tree with four different windows. What may it return for each?

# %%
print(guessed("free_leaves"))
with needs("alphabeta"):
    display(draw_tree(watch(alphabeta, textbook, ())))
    for window in [(-inf, inf), (0, 9), (5, 9), (-9, 1)]:
        print("window", window, "gives", alphabeta(textbook, (), *window))

# %% claim="the_contract"
assert leaves_seen(alphabeta, textbook) == 7
assert alphabeta(textbook, (), -inf, inf) == alphabeta(textbook, (), 0, 9) == 3
assert 3 <= alphabeta(textbook, (), 5, 9) <= 5
assert 1 <= alphabeta(textbook, (), -9, 1) <= 3

# %% [markdown]
# The true value is 3, so wherever 3 lies inside the window, your search must return 3.
# With the window (5, 9) any number from 3 to 5 keeps the contract ("at most this"), and with (-9, 1) any from 1 to 3 ("at least this").
#
# One tree proves nothing.
# Here are a thousand random ones, four plies deep, with one to three choices in each state.

# %%
with needs("alphabeta"):
    rng = Random(3)
    thousand = [random_tree(4, (1, 3), rng) for _ in range(1_000)]
    equal = [alphabeta(tree, ()) == minimax_value(tree, ()) for tree in thousand]
    print(sum(equal), "of", len(equal), "are equal")

# %% claim="all_equal"
assert sum(equal) == len(equal) == 1_000

# %% predict="alphabeta_visits"
question = "Minimax needs 549,946 visits for tic-tac-toe. How many does your alpha-beta need?"
answer = 18_297
because = """
About one in thirty, and the value is the same.
"""

# %%
three = TicTacToe()
small = compact(three)  # the same game with smaller states: a search sees no difference

with needs("alphabeta"):
    watched = Watched(small)
    value = alphabeta(watched, small.initial)
    print(f"value {value}, {watched.visits:,} visits")

# %% claim="one_in_thirty"
assert (value, watched.visits) == (0, 18_297)
assert round(549_946 / watched.visits) == 30

# %% [markdown]
# **That's the end of the first sitting.** Two things to take with you:
#
# - Alpha is what MAX is sure of, beta what MIN is sure of. Once alpha >= beta, nothing below can matter.
# - Inside the window, the number you get is a value; outside it is only a bound.

# %% [markdown]
# # Second sitting: the order of moves
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("03")
three = TicTacToe()
small = compact(three)  # the same game with smaller states: a search sees no difference
textbook = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
recall("03")

# %% [markdown]
# ## The order decides
#
# In the third branch of the first tree MIN's best reply came last, and nothing was saved.
# What if the best action always comes *first*?

# %%
ordered = best_ordered_tree(3, 2)
with needs("alphabeta"):
    print("the root is worth", alphabeta(ordered, ()))
    display(draw_tree(watch(alphabeta, ordered, ())))

# %% claim="five_of_eight"
assert alphabeta(ordered, ()) == 0
assert leaves_seen(alphabeta, ordered) == 5

# %% [markdown]
# Five of the eight leaves are enough.
# Could a cleverer search do with fewer?
# To be sure that the root is worth 0, it has to prove two things.
#
# 1. *MAX gets at least 0.*
#    For MAX, **one** good action in each state will do, but it must hold against **every** action of MIN.
#    With *b* actions everywhere and *d* levels, MIN chooses on half of the levels, rounded down: that makes b^floor(d/2) leaves.
# 2. *MAX gets no more than 0.*
#    Now it's **one** action for MIN against **every** action of MAX, who chooses on the other levels: b^ceil(d/2) leaves.
#
# One leaf is part of both proofs: the one where both play their best.
# So no search can do with fewer than b^ceil(d/2) + b^floor(d/2) - 1 leaves.
# Michael Levin found this formula in about 1961, and Knuth and Moore's paper made it famous. With the best order alpha-beta needs no more.
#
# ## Exercise 3: the least work
#
# Turn the formula into a function.
# (Rounding down is `depth // 2`.)


# %% exercise="least_leaves"
def least_leaves(branching, depth):
    """The smallest number of leaves that can prove what a tree is worth.

    Every state has `branching` actions, and all leaves lie `depth` levels down.
    least_leaves(2, 3) is 5.
    """
    ### BEGIN SOLUTION
    lower = depth // 2
    return branching ** (depth - lower) + branching**lower - 1
    ### END SOLUTION


# %% check="least_leaves" points=1

# %% [markdown]
# Does your search get by with so few?
# Let's take trees with three actions in each state, in three orders: best first, shuffled, and worst first.

# %% predict="worst_order"
question = (
    "Six levels deep there are 729 leaves. How many does your search look at in the worst order?"
)
answer = 651
because = """
Worst first saves only about a tenth. Best first needs 53, which is exactly the least possible. And a
shuffled tree, which is what you get if nobody thinks about the order, is closer to the best than to
the worst.
"""


# %%
def rearranged(node, order):
    """The same tree with the children of each node in another order."""
    if not isinstance(node, tuple):
        return node
    return order([rearranged(child, order) for child in node])


rng = Random(4)
orders = [
    list,
    lambda children: rng.sample(children, len(children)),
    lambda children: children[::-1],
]
with needs("alphabeta", "least_leaves"):
    print("depth  least  best first  shuffled  worst first  all leaves")
    for depth in range(1, 7):
        in_order = best_ordered_tree(depth, 3).tree
        trees_in = [TextbookTree(rearranged(in_order, order)) for order in orders]
        least, looked = least_leaves(3, depth), [leaves_seen(alphabeta, tree) for tree in trees_in]
        print(f"{depth:4} {least:6} {looked[0]:10} {looked[1]:9} {looked[2]:11} {3**depth:12}")

# %% claim="best_is_least"
assert looked[0] == least == 53
assert looked[2] == 651
assert looked[1] - looked[0] < looked[2] - looked[1]

# %% [markdown]
# With the best order the work grows like b^(d/2) instead of b^d: in the same time you can look **twice as deep**.
# That's why strong programs spend so much effort on guessing good moves early.
#
# On larger boards even the least work is too much, so there you still have to stop at some depth.

# %% [markdown] part="further"
# ## Exercise 4: alpha-beta with a limit
#
# Put together the window of `alphabeta` and the limit of `depth_limited`.


# %% exercise="limited_alphabeta"
def limited_alphabeta(game, state, depth, evaluate, alpha=-inf, beta=inf):
    """What the state is worth to MAX, or a bound, looking only `depth` plies ahead.

    At the last ply it is what evaluate(game, state, player) says for MAX.
    limited_alphabeta(textbook, (), 2, evaluate) is 3, whatever evaluate says.
    """
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

# %% [markdown] part="core"
# **That's the end of the second sitting.** What to take with you: the order decides how much is saved, anything from almost nothing to almost everything.

# %% [markdown] part="further"
# # Third sitting: two mistakes that look like nothing
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("03")
three = TicTacToe()
small = compact(three)
textbook = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
recall("03")

# %% [markdown]
# ## A strange table
#
# Now for a true story, and a case for a detective.
#
# This course grew from several texts. In one of them, *Representing Adversarial Game States*, two equal players meet at tic-tac-toe.
# Both search with alpha-beta to the same depth, count every unfinished state as 0, and pick one of their best actions at random.
# For each depth they play 100 games.
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
# The author concludes that the draws settle at about 40 in 100.
# (Nine plies fill the board, so depth 13 is depth 9 again, with different luck.)

# %% predict="should_draw"
question = "At depth 9 both players see every game to its end. How many of the 100 should be draws?"
answer = 100
because = """
In lesson 2 you found that perfect play draws, always. Something in this table can't be right.
"""

# %% [markdown]
# Did the author miscount?
# Let's rewrite the program and see. It returns the value, and a list of all the best actions.
# Read it line by line.

# %%
show_me(tied_search)

# %% [markdown]
# Every line looks right.
#
# How often do two such players draw?
# We needn't even play: each move is picked at random from the list, so we can multiply the chances along each possible game, and add them up for each result.
# `exact_rates` does just that, with fractions.

# %%
exact_rates(small, tied_at(9))

# %% claim="the_chances_behind_the_table"
assert [round(100 * float(_[who]), 2) for who in (None, "X", "O")] == [39.98, 41.18, 18.84]

# %% [markdown]
# 39.98 % draws, 41.18 % wins for X and 18.84 % for O.
# So the author counted correctly: these are the exact chances behind the table.

# %% predict="culprit"
question = "So where is the mistake?"
choices = [
    "the depth is counted wrongly",
    "the values are wrong",
    "the list of best actions is wrong",
]
answer = "the list of best actions is wrong"
because = """
The next cell compares the values with those of your alpha-beta, and at depth 9 all of them agree.
That clears the values, and the depth with them. It has to be the list.
"""

# %%
under_way = [state for state in states_of(small) if not small.is_terminal(state)]
with needs("alphabeta"):
    wrong = [s for s in under_way if tied_search(small, s, 9)[0] != alphabeta(small, s)]
    print(f"{len(under_way):,} unfinished states, {len(wrong)} wrong values")

# %% claim="every_value_is_right"
assert (len(under_way), wrong) == (4_520, [])

# %% [markdown]
# Every value is right, so it must be the list.
# To catch the mistake in the act, we need a game small enough to draw.
# In Count(6, 3) the players take turns adding 1, 2 or 3, and whoever reaches 6 wins.
# Only one first move wins, and that's 2: then 4 are missing, and whatever O adds, X adds the rest.
# Here is what the program says, and what it saw.

# %%
counting = Count(6, 3)
print(tied_search(counting, counting.initial, 6))
draw_tree(watch(tied_search, counting, counting.initial, depth=6), depth=2, windows=True)

# %% claim="two_and_three"
assert tied_search(counting, counting.initial, 6) == (1, [2, 3])
assert tied_search(counting, counting.result(counting.initial, 3), 5, alpha=1)[0] == 1
assert tied_search(counting, counting.result(counting.initial, 3), 5)[0] == -1

# %% [markdown]
# The value is right: X wins.
# But the list has 2 *and 3*, and 3 loses on the spot, because O adds 3 as well.
#
# Look at the state after 3, on the right.
# It was searched with alpha = 1, and after a single reply it returned 1.
# What does the contract say? The number is alpha or less, so the state is worth *at most* 1.
# That's enough to know that 3 is no *better* than 2, and so the value at the root is right.
# But `if reached == score` takes that 1 for *exactly* 1, and calls it a tie.
#
# > A bound may equal the best value and still be only a bound.
#
# ## Exercise 5: all the best actions, and only those
#
# Find every action that is truly best.
# Your `limited_alphabeta` can do the searching. Which window will you give it?


# %% exercise="best_actions"
def best_actions(game, state, depth, evaluate):
    """A list of all the best actions for the player to move, in the order of game.actions.

    It looks `depth` plies ahead, and the action itself is the first of them:
    best_actions(textbook, (), 2, evaluate) is [0].
    """
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
# Now let's do the whole experiment again, at every depth, with your list.

# %% predict="first_draws"
question = "From which depth on will two players with your list draw every game?"
answer = 6
because = """
Below 6, some games are still lost, but for an honest reason: the players don't see far enough.
"""


# %%
def even(game, state, player):
    """An evaluation that knows nothing: 0 for every unfinished state."""
    return game.utility(state, player) if game.is_terminal(state) else 0


def best_at(depth):
    """The choices of your best_actions at this depth."""
    return lambda game, state: best_actions(game, state, depth, even)


with needs("limited_alphabeta", "best_actions"):
    print("Count(6, 3):", best_actions(counting, counting.initial, 6, even))
    only_draws = False
    for depth in range(1, 9):  # you've seen depth 9
        print(f"depth {depth}: as in the text", exact_rates(small, tied_at(depth)))
        if not only_draws:  # once all games are draws, they stay draws
            rates = exact_rates(small, best_at(depth))
            print("         with your list", rates)
            only_draws = rates[None] == 1

# %% claim="draws_from_depth_six_on"
assert [exact_rates(small, best_at(depth))[None] == 1 for depth in (5, 6)] == [False, True]
assert [*best_actions(counting, counting.initial, 6, even)] == [2]

# %% [markdown]
# So much for 40 in 100.
#
# **A good place for a break.**
#
# ## A table that lies
#
# In lesson 2, `remembering` kept each state's value and saved nearly all the work.
# So why not let alpha-beta keep what it finds?
# It takes only two lines.
#
# - Before searching: `if state in seen: return seen[state]`
# - Afterwards: `seen[state] = best`
#
# You know the contract. Can you see what's wrong with that, before any experiment?
#
# Here it is, as `careless_search`.
# It returns the value *for the player to move*, and an action.

# %%
watched = Watched(small)
print(careless_search(watched, small.initial), f"{watched.visits:,} visits")

# %% claim="fewer_visits_and_the_right_value"
assert careless_search(small, small.initial)[0] == 0
assert watched.visits == 3_010

# %% [markdown]
# 3,010 visits instead of 18,297. A triumph!
# The empty board even gets the right value, and that's what makes this mistake so dangerous: it passes the first test everybody thinks of.
#
# ## Exercise 6: catch it
#
# In some states the careless search is wrong.
# Find one: write a loop over `under_way`, the list of all unfinished states, and compare the two searches.
# `claimed(small, state)` is what the careless one says, turned into the value for X, like yours; `print(small.render(state))` shows a state.

# %%
# Write your loop here: where is claimed(small, state) not alphabeta(small, state)?

# %% [markdown]
# Type the state you caught into the function, row by row from the top, with a full stop for each empty square.


# %% exercise="lying_state"
def lying_state():
    """A state that careless_search gets wrong, as a string of nine characters.

    Write it like "X...O....", a state that careless_search gets right. If you use a loop to find
    yours, run it in another cell, and only type what it found in here.
    """
    ### BEGIN SOLUTION
    # One of many, and the first that a loop over under_way meets.
    return ".X.....O."
    ### END SOLUTION


# %% check="lying_state" points=2

# %% [markdown]
# Look at your catch: who is to move, what is claimed, what is true?
# Below you see both searches side by side. For a while they go the same way. Where do they first differ?

# %%
with needs("lying_state", "alphabeta"):
    caught = three.parse(lying_state())
    print(three.render(caught), f"\n{three.to_move(caught)} is to move")
    worth = claimed(small, small.parse(lying_state())), alphabeta(three, caught)
    print("worth to X, as claimed: {}, and in truth: {}".format(*worth))
    display(compare({"careless": careless_search, "yours": alphabeta}, three, caught))

# %% predict="how_many_lies"
question = "In how many of the 4,520 states is the careless search wrong?"
answer = 29
because = """
Fewer than one in a hundred. If you test a few dozen states, you will most likely meet none of them.
"""

# %%
with needs("lying_state", "alphabeta"):
    wrong = [state for state in under_way if claimed(small, state) != alphabeta(small, state)]
    print(f"{len(wrong)} of {len(under_way):,} states")

# %% claim="twenty_nine_lies"
assert (len(wrong), len(under_way)) == (29, 4_520)

# %% [markdown]
# ## Why it lies
#
# When some of the 29 are searched, the state below (O to move) comes up twice.
# The first time, X is already sure of 1. After one reply the careless search returns 1, meaning "at most 1".
# But what goes into the table is a plain "X wins" (as -1, since O is to move).

# %%
met_twice = three.parse("OXOXXO..X")
with needs("alphabeta"):
    print("with alpha = 1:", alphabeta(three, met_twice, alpha=1))
    print("with alpha = -1:", alphabeta(three, met_twice, alpha=-1))
    display(draw_tree(watch(alphabeta, three, met_twice, alpha=-1), boards=True))

# %% claim="at_most_one"
assert alphabeta(three, met_twice, alpha=1) <= 1
assert alphabeta(three, met_twice, alpha=-1) == 0

# %% [markdown]
# The second time, after the same moves in a different order, alpha is -1.
# Now the other reply counts, as in the picture, and the state is worth 0.
# The careless search never gets that far: its table says "X wins".
#
# It stored a bound and forgot the words *at most*, which is the mistake of the strange table in disguise.
#
# A proper table stores what each number *means*: exact, at most, or at least.
# Before it uses an entry, it makes sure that the entry is good enough for *today's* window.
# You will write one in lesson 7. Until then, here is the library's.

# %%
watched = Watched(small)
entries = Table(symmetric=False)  # mirrored boards are kept apart; lesson 7 merges them
value, _ = alphabeta_search(watched, small.initial, table=entries)
print(f"value {value}, {watched.visits:,} visits")

# %% claim="a_proper_table"
assert value == 0
assert watched.visits < 18_297

# %% [markdown]
# ## One that nobody has explained
#
# - A bar of chocolate has two rows of four pieces.
# - Whoever is to move chooses a piece and eats it, with all that is above it, to the right of it, or both.
# - The piece at the bottom left is poisoned: whoever eats it loses.
#
# Write it as in lesson 1, hand it to `unseen`, and let your `alphabeta` find out who wins.
# Now make the bar larger, with `game_from_functions`. It's always the same player. Can you see why, even without knowing the winning move?

# %%
bar = unseen("chocolate")  # behind the name: initial_state, player, actions, result, winner, ...
if bar:
    print("for the player who begins:", alphabeta(bar, bar.initial))

# %% [markdown]
# **That's the end of the third sitting.** What to remember:
#
# - A bound is not a value: not when you compare, and not when you remember.
# - A program can have all its values right and still be wrong. Test what it *does* with them.
# - Rare mistakes hide from samples. If you can, test every state there is.
#
# | word | meaning |
# | --- | --- |
# | pruning | skipping branches that can't change the answer; one cut can skip several |
# | window | the numbers between alpha and beta |
# | bound | "at most" or "at least" a number |
# | fails low, fails high | returns alpha or less, or beta or more: a bound |
# | deep cut | a cut thanks to a choice further up than the parent |
# | tie | two or more actions of equal value; equal bounds don't prove one |
#
# # Further on
#
# ### One sign
#
# The next search cuts only when the best value is *greater* than beta, not when it is equal.
# It is written as **negamax**, a style chess programmers like: every value is for the player to move, so one line serves both players, and the sign flips from ply to ply.

# %% predict="one_sign"
question = "With >=, your alpha-beta needs 18,297 visits. How many does this one need, with >?"
answer = 146_120
because = """
Eight times as many. Tic-tac-toe has only three values, so most comparisons end in a tie. Once X is
sure of a draw, another draw is no help, but this search insists on working each one out.
"""


# %%
def hesitant(game, state, alpha=-inf, beta=inf):
    """The value for the player to move, by a search that cuts only on >."""
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

# %% claim="eight_times_as_many"
assert watched.visits == 146_120
assert round(watched.visits / 18_297) == 8

# %% [markdown]
# 146,120 visits, and all for a single sign.
#
# ### Questions
#
# 1. From memory: alpha-beta with the window from 2 to 5 returns 2. What do you know about the state's value? And if it returns 4, or 7?
# 2. Draw a tree with six leaves where alpha-beta looks at all of them. Then reorder its branches to make it look at as few as possible.
# 3. In tic-tac-toe the middle lies on more lines than a corner, and a corner on more than an edge. With a fresh `watched = Watched(three)`, how many visits does `alphabeta_search(watched, three.initial, order=...)` need if it tries them in that order? (`order(game, state, actions)` returns the actions in the order to try them.)
# 4. Open: at depth 5, players with the right lists draw less often than players with the wrong ones. How can better choices lead to fewer draws?

# %% [markdown] part="core"
# Russell and Norvig's *Artificial Intelligence: A Modern Approach* has the tree from the top of this lesson in its section on alpha-beta pruning.
# The proof is in D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6 (1975).
