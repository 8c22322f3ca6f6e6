# %% [markdown]
# # Alpha-beta: the art of not looking
#
# Here is a game that is over after two moves.
# MAX chooses one of three branches, then MIN chooses one of three leaves, and the leaf says how much MAX gets.

# %%
from math import inf
from random import Random

from IPython.display import display

from course_lib import Count, TextbookTree, TicTacToe, Watched, compact, random_tree, watch
from course_lib.checks import hint, mine, needs
from course_lib.views import compare, draw_tree, play_widget, practice, step_through

leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2]
textbook = TextbookTree([leaves[:3], leaves[3:6], leaves[6:]])
draw_tree(textbook, values=False, engine="own")

# %% [markdown]
# *Nine leaves, and nothing else is known: the rest has to be worked out.*
#
# You know from the last lesson what MAX can be sure of here: 3, in the branch on the left.
#
# **Which of the nine leaves could have been any other number at all, and the answer would still be 3?**
# Write down your guess before you go on.
#
# ## What you will learn
#
# - Why a search may leave out whole branches and still give exactly what minimax gives.
# - What a search with a window promises, and to write one: alpha-beta.
# - Why the order of the moves decides how much is saved, and how much can be saved at best.
# - To find two mistakes that look harmless, hide in published programs, and change who wins.
#
# You need `minimax_value` from the last lesson; if you have not written it, the library lends you its own.
# The lesson has six exercises and takes about 90 minutes.
# A good place for a break is before *A strange table*.
#
# While this lesson is graded, the library's searches can't be called from your functions: the search has to be yours.
#
# ## Which leaves matter?
#
# We try it.
# One leaf after the other becomes -100, then 0, then 100, and minimax says each time what the root is worth.

# %%
minimax_value = mine("minimax_value")


def value_with(place, number):
    """What the root is worth when the leaf at this place has this number instead."""
    row = [*leaves[:place], number, *leaves[place + 1 :]]
    return minimax_value(TextbookTree([row[:3], row[3:6], row[6:]]), ())


for place, leaf in enumerate(leaves):
    print(f"leaf {leaf:2}:", [value_with(place, number) for number in (-100, 0, 100)])

# %% [markdown]
# Four leaves can be anything: 4, 6, 14 and 5.
# Most people find 4 and 6 first, and there is a good reason for that.
#
# Read the tree from left to right, as a program does.
# The first branch is worth 3, so MAX is sure of 3.
# In the second branch the first leaf is a 2.
# MIN will get it down to 2 there, or further down; MAX already has 3, and will not go there.
# So 4 and 6 need not even be looked at.
#
# In the third branch the same holds, but nobody can know it in time: 14 and 5 are both better for MAX than 3, and the 2 that spoils the branch comes last.
# Had it come first, 14 and 5 could have been left out as well.
# Remember this: *what* is left out depends on the *order* in which we look.
#
# ## Alpha, beta, and the window
#
# To do this at every depth, a search carries two numbers along.
#
# | word | what it means |
# | --- | --- |
# | **alpha** | what MAX is already sure of, by a choice somewhere on the way down to here |
# | **beta** | what MIN is already sure of, in the same way: MAX will not get more than this |
# | **window** | the numbers between alpha and beta: only they would still change something |
# | **cut** | to stop looking at a state's further actions, because the window is empty: alpha >= beta |
#
# At the root nobody is sure of anything: alpha is minus infinity, and beta is infinity.
# Where MAX chooses, a better value raises alpha; where MIN chooses, a lower value brings down beta.
# Each child gets the window as it is at that moment.
#
# Here is a ready search at work on our tree.
# Step through it with the right arrow key.
# Stop where the second branch is cut, and read the window there: which number is alpha, and who is sure of it?

# %%
from course_lib import alphabeta_search

step_through(alphabeta_search, textbook)

# %% [markdown]
# *The second branch is left after one leaf: 2 is not more than the 3 that MAX has.*
#
# The bounds also help further down, and this is what people overlook.
# In the next tree MAX is sure of 5 by its first choice.
# Three moves further down, in the state with the leaves 4 and 9, it is MIN's turn.
# Is the 9 worth a look?

# %%
deep = TextbookTree([5, [[[4, 9], 8], 7]])
draw_tree(deep, values=False, engine="own")

# %% [markdown]
# *MAX has a 5 on the left; on the right the two take turns three times more.*
#
# Decide before you run the next cell.

# %%
draw_tree(watch(alphabeta_search, deep, ()), windows=True, engine="own")

# %% [markdown]
# *The 5 at the root cuts the 9, two levels further down: the window is handed on from parent to child.*
#
# After the 4, the state is worth 4 or less.
# MAX, who chooses one level above it, may have something better there, such as the 8.
# And if not, MAX has the 5 at the root, and the game will never come here.
# Either way the 9 changes nothing.
# It is called a *deep cut*, because the bound comes from further up than the parent.
#
# Now practise.
# Click on each branch that will never be looked at; there are twenty trees, and each answer comes with its reason.
# When you get two in a row right, go on.

# %%
practice(depth=3, ask="cuts", seed=3)

# %% [markdown]
# ## Exercise 1: by hand
#
# Four trees, for pen and paper.
# MAX chooses at the root, and leaves are looked at from left to right.
# A state is cut as soon as alpha >= beta.
# No number that may be left out stands twice in a tree, so a leaf can be named by its number.

# %%
from course_lib.lessons.pen_and_paper import pen_and_paper_trees

trees = pen_and_paper_trees()
for name, tree in trees.items():
    print(f"Tree {name}")
    display(draw_tree(tree, values=False, engine="own"))

# %% [markdown]
# For each tree write down two things: what the root is worth, and the leaves that are never looked at, from left to right.
# For the tree at the top of this lesson the answer would be `(3, [4, 6])`.
# A tree without any cut has an empty list.


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
# Every exercise here has three hints: a question, the idea, and the shape of the work.
# Each run of the next cell gives one more; for another exercise, change the name.

# %%
hint("by_hand")

# %% [markdown]
# If your leaves are never looked at, then nobody would notice if they were other numbers.
# The next cell tries that with your answers, and says nothing about the value you found.


# %%
def with_leaves(node, unseen, number):
    """The same tree with this number in place of every leaf in `unseen`."""
    if isinstance(node, tuple):
        return [with_leaves(child, unseen, number) for child in node]
    return number if node in unseen else node


with needs("by_hand"):
    for name, (_, unseen) in by_hand().items():
        changed = [TextbookTree(with_leaves(trees[name].tree, unseen, n)) for n in (-99, 99)]
        same = minimax_value(changed[0], ()) == minimax_value(changed[1], ())
        print(f"{name}:", "nobody would notice" if same else "the root changes, so a leaf matters")

# %% [markdown]
# ## What the returned number means
#
# A search with a window gives back one number.
# But after a cut it has not seen everything, so what does the number say?
#
# Look again at the second branch of the first tree.
# Alpha was 3, the first leaf was 2, and the search left with the number 2.
# The branch is worth *at most* 2: the leaves 4 and 6 could have been lower.
# A search that cuts does not always find the value, then; sometimes it finds a *bound*.
# This is its contract, for a state that is truly worth *v*:
#
# | the number that comes back | what it says | how it is called |
# | --- | --- | --- |
# | not more than alpha | *v* is at most this number | it *fails low*: an upper bound |
# | between alpha and beta | *v* is exactly this number | exact |
# | not less than beta | *v* is at least this number | it *fails high*: a lower bound |
#
# Both kinds of bound are all that the caller needs: a state that fails low is not better for MAX than what MAX has, and a state that fails high is not better for MIN than what MIN has.
# With the window from minus infinity to infinity there is no room outside, and so the number is always exact.
#
# Keep the table in mind.
# Both mistakes in the second half of this lesson come from reading a bound as if it were a value.
#
# ## Exercise 2: alpha-beta
#
# Write the search.
# It is your `minimax_value` with two more arguments, two more lines that keep them up to date, and the cut.


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
# Watch it: this is your own code on the tree from the top.
# The dashed branches are those that your search never asked for.

# %%
with needs("alphabeta"):
    print("the root is worth", alphabeta(textbook, ()))
    display(draw_tree(watch(alphabeta, textbook, ()), engine="own"))

# %% [markdown]
# Now the contract.
# The tree is worth 3.
# Here your search is asked with four windows: which answers have to be 3, and which may be something else?
# Say it before you run the cell.

# %%
with needs("alphabeta"):
    for window in [(-inf, inf), (0, 9), (5, 9), (-9, 1)]:
        print("window", window, "gives", alphabeta(textbook, (), *window))

# %% [markdown]
# The first two windows have 3 inside, so the answer has to be 3.
# With the window from 5 to 9 any number up to 5 is right: "at most this".
# With the window from -9 to 1 any number from 1 up to 3 is right: "at least this".
# Programs differ here, and all of them keep the contract.
#
# ## Equal to minimax?
#
# One tree is an example, not a reason to believe.
# Here are a thousand random trees, four moves deep, with one to three choices in each state.

# %%
with needs("alphabeta"):
    rng = Random(3)
    thousand = [random_tree(4, (1, 3), rng) for _ in range(1_000)]
    equal = [alphabeta(tree, ()) == minimax_value(tree, ()) for tree in thousand]
    print(sum(equal), "of", len(equal), "are equal")

# %% [markdown]
# A thousand trees are no proof either; the proof is the contract, which holds for a state if it holds for its children.
# But a mistake in the code would hardly survive them.
#
# Now watch your cuts in a real game.
# It is O's turn, and O is MIN.
# Step through it, and at each cut say who has something better, and where.

# %%
three = TicTacToe()
endgame = three.parse("X . X\n. O .\n. X O")
with needs("alphabeta"):
    print("worth to X:", alphabeta(three, endgame))
    display(step_through(alphabeta, three, endgame))

# %% [markdown]
# ## How much does it save?
#
# Minimax visits every line of play of tic-tac-toe.
# `Watched(game)` counts the visits of any search.
# How many will be left for your alpha-beta, from the empty board: a half, a tenth, a hundredth?
# Guess, then run the two cells.
# (`compact` makes the same game with smaller states: a search sees no difference, only we wait less.)

# %%
small = compact(three)
watched = Watched(small)
minimax_value(watched, small.initial)
print(f"minimax: {watched.visits:,} visits")

# %%
with needs("alphabeta"):
    watched = Watched(small)
    alphabeta(watched, small.initial)
    print(f"alpha-beta: {watched.visits:,} visits")

# %% [markdown]
# 549,946 visits become 18,297, about one in thirty, and the answer is the same.
#
# Much of it hangs on a single sign.
# The next function cuts only when the best value is *greater* than the bound, not when it is equal.
# It is written in another style, too, which is common in chess programs and called *negamax*: each value is for the player to move, so one line serves both players, and the signs change from move to move.


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
value = hesitant(watched, small.initial)
print(f"value {value}, {watched.visits:,} visits")

# %% [markdown]
# 146,120 visits: eight times as many, for the same value.
# Why does one sign weigh so much here?
# Tic-tac-toe has only three values, -1, 0 and 1, so most comparisons end in a tie.
# Once X is sure of a draw, a state where O is sure of a draw can't help X any more.
# A cut on > goes through it to the end all the same, hoping for nothing.
#
# ## The order decides
#
# Remember the third branch of the first tree: its best reply came last, and nothing was saved.
# How good does it get when the best action always comes first?
# The library can grow such trees; here is a small one, and your search on it.

# %%
from course_lib import best_ordered_tree

ordered = best_ordered_tree(3, 2)
with needs("alphabeta"):
    print("the root is worth", alphabeta(ordered, ()))
    display(draw_tree(watch(alphabeta, ordered, ()), engine="own"))

# %% [markdown]
# *With the best action first in every state, five of the eight leaves are enough.*
#
# Why five, and could a cleverer search do with fewer?
# To be sure that the root is worth 0, we need two proofs.
#
# 1. MAX can get at least 0.
#    For this we name *one* action in each of MAX's states, and answer *every* action of MIN.
#    In a tree with *b* actions everywhere and *d* levels, MIN chooses on half of the levels (rounded down): b^floor(d/2) leaves.
# 2. MAX can't get more than 0.
#    Now it is *every* action of MAX and *one* of MIN, and MAX has the other half of the levels (rounded up): b^ceil(d/2) leaves.
#
# One leaf belongs to both proofs: the one where both play their best actions.
# So nobody can do with fewer leaves than b^ceil(d/2) + b^floor(d/2) - 1, and alpha-beta with the best order needs no more.
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
# Does your search need as few as that?
# We take trees with three actions in each state, in three orders: best first, shuffled, and worst first.
# The values are the same in all three.


# %%
def rearranged(node, order):
    """The same tree with the children of each node in another order."""
    if not isinstance(node, tuple):
        return node
    return order([rearranged(child, order) for child in node])


rng = Random(4)
orders = {
    "best first": list,
    "shuffled": lambda children: rng.sample(children, len(children)),
    "worst first": lambda children: children[::-1],
}
trees_in = {
    name: [TextbookTree(rearranged(best_ordered_tree(d, 3).tree, order)) for d in range(1, 7)]
    for name, order in orders.items()
}

# %% [markdown]
# Before you run the next cell: in a tree six levels deep there are 729 leaves.
# How many of them will the worst order save?


# %%
def leaves_seen(tree, depth):
    """How many leaves your alpha-beta looks at in this tree."""
    return sum(node.depth == depth for node in watch(alphabeta, tree, ()).nodes)


with needs("alphabeta", "least_leaves"):
    print("depth  least  best first  shuffled  worst first  all leaves")
    for depth in range(1, 7):
        best, mixed, worst = (leaves_seen(each[depth - 1], depth) for each in trees_in.values())
        least = least_leaves(3, depth)
        print(f"{depth:4} {least:6} {best:10} {mixed:9} {worst:11} {3**depth:12}")

# %% [markdown]
# Best first needs exactly the least, at every depth.
# Worst first saves next to nothing: six levels deep, 651 of 729 leaves are looked at.
# And shuffled, which is what a game gives us when nobody thinks about the order, lies closer to the best than to the worst.
#
# The same as a picture, for six levels:

# %%
from course_lib.views import plot_nodes_by_depth

with needs("alphabeta"):
    print("values:", [alphabeta(each[5], ()) for each in trees_in.values()])
    six = {name: watch(alphabeta, each[5], ()) for name, each in trees_in.items()}
    display(plot_nodes_by_depth(six))

# %% [markdown]
# *On a scale where each line is ten times the one below, the three orders drift apart level by level: order changes the growth itself.*
#
# The two ends side by side, on trees small enough to follow.
# Where does the good order cut, and where does the bad one have to go on?

# %%
with needs("alphabeta"):
    ends = {name: trees_in[name][2] for name in ("best first", "worst first")}
    print("values:", [alphabeta(tree, ()) for tree in ends.values()])
    display(compare({name: watch(alphabeta, tree, ()) for name, tree in ends.items()}))

# %% [markdown]
# With the best order the work grows like b^(d/2) and no longer like b^d: in the same time we can look twice as deep.
# This is why programs that play well spend so much care on guessing good moves early.
#
# ## Exercise 4: alpha-beta with a limit
#
# On larger boards even the least work is too much, and we stop at a depth, as in the last lesson.
# Put the two together: the window of `alphabeta`, and the limit of `depth_limited`.


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
# Now to a board of five by five, where five in a row win.
# We look three plies ahead and know nothing about a state that is not final: it is worth 0 to us.
#
# First the price without cuts, which needs no search: all states up to three plies further on would be visited.
# We add this up over the states of one game between two random players.

# %%
from course_lib import play_game, random_player

five = compact(TicTacToe(size=5))
states = play_game(five, [random_player(Random(3)), random_player(Random(4))]).states()


def states_within(state, depth):
    """How many states there are up to so many plies further on, this one included."""
    if depth == 0:
        return 1
    return 1 + sum(states_within(five.result(state, a), depth - 1) for a in five.actions(state))


print(f"{len(states)} states, without cuts {sum(states_within(s, 3) for s in states):,} visits")

# %% [markdown]
# Now your search in the same states.
# How many visits will be left?


# %%
def even(game, state, player):
    """The evaluation of somebody who knows nothing: 0 for every state that is not final."""
    return game.utility(state, player) if game.is_terminal(state) else 0


with needs("limited_alphabeta"):
    watched = Watched(five)
    for state in states:
        limited_alphabeta(watched, state, 3, even)
    print(f"with cuts {watched.visits:,} visits")

# %% [markdown]
# 5,870 visits instead of 94,579: with cuts the same answers cost a sixteenth.
# We count visits and not seconds, because they are the same on every computer and on every day.
#
# ## A strange table
#
# This is a good place for a break.
# What follows is a true story, and a small detective's case.
#
# One of the texts that this course grew from lets two equal players play tic-tac-toe.
# Both use alpha-beta to the same depth, know nothing about states that are not final, and each draws by lot among its best actions.
# It played 100 games for each depth; these are some lines of its table.
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
#
# **Something here can't be right. What?**
# Think of what you found out in the last lesson about tic-tac-toe, and of how many moves a game has.
#
# With nine plies both players see every game to its end.
# Two such players draw, always: the last lines should say 100, 0, 0.
#
# Did the author misread the results?
# We write the program again, in the way a careful programmer would.
# It returns two things: the value, and a list of all actions that are as good as the best.


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
# Read it line by line: every line looks right.
# Now 100 games at depth 9.
# `played_rates` plays them, and each move is drawn by lot from the list.
# In brackets stands where the share would lie with endlessly many games, in 95 of 100 such experiments.

# %%
from course_lib.play.rates import exact_rates, played_rates


def tied_at(depth):
    """The choices of tied_search at this depth, for a player who draws by lot."""
    return lambda game, state: tied_search(game, state, depth)[1]


played_rates(small, tied_at(9), 100, seed=9)

# %% [markdown]
# The author read the results well: this program does draw only about 40 games in 100.
#
# ## Not playing at all
#
# A hundred games leave an interval almost twenty points wide.
# Ten thousand would still leave two.
# But here we need not play: each move is drawn by lot, so we can multiply the chances along each game, and add them up for each result.
# `exact_rates` does this with fractions, and the answer has no interval.

# %%
exact_rates(small, tied_at(9))

# %% [markdown]
# 39.98 % draws, 41.18 % wins for X and 18.84 % for O: these are the true numbers behind the table.
#
# **Guess: where is the mistake?**
#
# - The depth is counted wrongly.
# - The values are wrong.
# - The list of best actions is wrong.
#
# We can test the first two together.
# At depth 9 the value has to be that of your alpha-beta, in each state of the game.


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
# Not a single value is wrong, so the depth is right as well.
# It has to be the list.
#
# To catch it we take a game small enough to draw.
# In Count(6, 3) the players add 1, 2 or 3 in turns, and who reaches 6 wins.
# The winning first move is 2: then 4 are missing, and whatever O adds, X can add the rest.
# What does the program say?

# %%
counting = Count(6, 3)
tied_search(counting, counting.initial, 6)

# %% [markdown]
# The value is right: X wins.
# But the list has 2 *and 3*, and 3 loses at once, because O adds 3 as well.
# (The text that we follow shows this game, too. Its program opens with 3, and loses.)
#
# Here is what the search saw.
# Look at the state after 3, on the right: which window did it get, and what did it return?

# %%
trace = watch(tied_search, counting, counting.initial, depth=6)
draw_tree(trace, depth=2, windows=True, engine="own")

# %% [markdown]
# *After 2, X is sure of 1. The state after 3 is asked with alpha = 1, returns 1 after a single reply, and this 1 is no value: it fails low.*
#
# Read the number with the contract.
# Alpha was 1, and 1 came back, which is not more than alpha: the state after 3 is worth *at most* 1.
# That is enough to know that 3 is not *better* than 2, and so the value at the root is right.
# But the line `if reached == score` reads it as *exactly* 1, and calls it a tie.
#
# > A bound that equals the best value is not a value.
#
# ## Exercise 5: all best actions, and only those
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
# First the game in which the old list failed.

# %%
with needs("best_actions"):
    print("Count(6, 3):", best_actions(counting, counting.initial, 6, even))

# %% [markdown]
# Now the whole experiment again, at every depth, with the list of `tied_search` above and with yours below.
# From which depth on will yours always draw?


# %%
def best_at(depth):
    """The choices of your best_actions at this depth."""
    return lambda game, state: best_actions(game, state, depth, even)


for depth in range(1, 10):
    print(f"depth {depth}:", exact_rates(small, tied_at(depth)))

# %%
with needs("best_actions"):
    for depth in range(1, 10):
        print(f"depth {depth}:", exact_rates(small, best_at(depth)))

# %% [markdown]
# With the right list all games are drawn from depth 6 on.
# Before that, games are lost as well, but for an honest reason: the players do not look far enough.
# At depth 1 the two tables agree. Do you see why?
# (One ply down there is nothing that could be cut.)
#
# How much was wrong with the list?
# We count the states in which it holds an action that is not best.

# %%
with needs("best_actions"):
    lists = [(tied_search(small, s, 9)[1], best_actions(small, s, 9, even)) for s in under_way]
    print(sum(tied != best for tied, best in lists), "of", len(lists), "lists are wrong")

# %% [markdown]
# 1,130 of 4,520: one list in four has an action too many, and not one of the values was wrong.
#
# A player that draws among truly best actions is a pleasant opponent: it never loses, and does not play the same game every time.
# Try it.

# %%
rng = Random(6)


def drawing_player(game, state):
    """One of the best actions, drawn by lot."""
    return rng.choice(best_actions(game, state, 9, even))


play_widget(three, drawing_player, you_play="X")

# %% [markdown]
# ## Five by five
#
# The same text plays on the board of five by five as well, ten games at each depth from 1 to 4, with the same program.
# It warns that ten games are few.
# How few, the intervals show; these are its results.

# %%
from fractions import Fraction

from course_lib.play.rates import Rates

for depth, (draws, x, o) in {1: (3, 0, 7), 2: (7, 1, 2), 3: (8, 1, 1), 4: (8, 0, 2)}.items():
    shares = {None: Fraction(draws, 10), "X": Fraction(x, 10), "O": Fraction(o, 10)}
    print(f"depth {depth}:", Rates(shares, games=10))

# %% [markdown]
# The intervals of the depths 2, 3 and 4 cover almost the same numbers.
# From ten games nobody can say whether it matters how deep these players look.
#
# There are far too many states here to add up chances, so we play: more games where they are cheap.
# First with the old list, then with yours.

# %%
games = {1: 200, 2: 100, 3: 50, 4: 10}
for depth, number in games.items():
    rates = played_rates(five, tied_at(depth), number, seed=depth)
    print(f"depth {depth}, {number:3} games:", rates)

# %%
with needs("best_actions"):
    for depth, number in games.items():
        rates = played_rates(five, best_at(depth), number, seed=depth)
        print(f"depth {depth}, {number:3} games:", rates)

# %% [markdown]
# Compare line by line.
#
# - At depth 2 the intervals lie far apart: 58 to 76 against 93 to 99.
#   The better players hardly ever lose, because two plies are enough to see a threat and to stop it.
#   So the wins in the old table did not come from looking too little ahead; they came from the list.
# - At depth 4, with ten games each, the intervals overlap: 40 to 89 and 72 to 100.
#   From these two lines alone we know nothing for certain.
#   You could wait for more games: to halve an interval you need four times as many.
# - One number of the text does not fit: O won seven of ten games at depth 1, and 22 in 100 here.
#   Luck of that kind is rare, but there were twelve numbers in which it could strike.
#   Or its program was a little different on that day; ten games can't tell.
#
# ## A table that lies
#
# The second mistake.
# Different orders of the same moves lead to the same state, and in the last lesson `remembering` kept each state's value and saved nearly everything.
# So let alpha-beta keep what it finds, too: before a search a look into the table, after it an entry.
# Only two things are new:
#
# - before a search: `if state in seen: return seen[state]`
# - after it: `seen[state] = best`
#
# You know the contract.
# Can you see what is wrong with that, before any experiment?
#
# The library has this search, for you to catch it.
# It gives the value *for the player to move*, and an action.

# %%
from course_lib.lessons.careless import careless_search

watched = Watched(small)
print(careless_search(watched, small.initial), f"{watched.visits:,} visits")

# %% [markdown]
# 3,010 visits instead of 18,297, a great success as it seems.
# The value of the empty board is right, and that is what makes this mistake so dangerous: it passes the first test that everybody thinks of.
#
# ## Exercise 6: catch it
#
# There are states in which the careless search is wrong.
# Find one, with a loop over all states.
# `claimed` puts its value into the same words as yours: what the state is worth to X.


# %%
def claimed(state):
    """What the careless search says that the state is worth to X."""
    value, _ = careless_search(small, state)
    return value if small.to_move(state) == "X" else -value


# %% [markdown]
# Here is room for your loop.
# `under_way` from above holds all states in which somebody is to move.
# `print(small.render(state))` shows a state that you have caught.

# %%
# Compare claimed(state) with your alphabeta(small, state).

# %% [markdown]
# Type what you have caught into the function, row by row, with a full stop for an empty square.


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
# Look at your catch: who is to move, what is claimed, and what is true?

# %%
with needs("lying_state", "alphabeta"):
    caught = small.parse(lying_state())
    print(small.render(caught))
    print(small.to_move(caught), "is to move")
    print("worth to X, as claimed:", claimed(caught), "and in truth:", alphabeta(small, caught))

# %% [markdown]
# Both searches side by side, in your state.
# They go the same way for a while; where do they part?

# %%
with needs("lying_state", "alphabeta"):
    caught = three.parse(lying_state())
    display(compare({"careless": careless_search, "yours": alphabeta}, three, caught))

# %% [markdown]
# *The careless search visits fewer states, because it believes its table; that is how it gets to a wrong value.*
#
# How rare is it?
# We ask in every state in which somebody is to move, and sort what is wrong by the number of stones on the board.

# %%
from collections import Counter

with needs("lying_state", "alphabeta"):
    wrong = [state for state in under_way if claimed(state) != alphabeta(small, state)]
    print(f"{len(wrong)} of {len(under_way):,} states")
    print(sorted(Counter(9 - small.render(state).count(".") for state in wrong).items()))

# %% [markdown]
# 29 of 4,520: fewer than one in a hundred, all of them with two to four stones on the board.
# Somebody who tests a few dozen states will most likely meet none of them.
#
# ## Why it lies
#
# In one of the 29, the whole answer turns on a single state, which the search meets twice.
# Each of the two pictures is your alpha-beta in that state, with the window that the careless search had there.
# The first time X is already sure of 1:

# %%
met_twice = three.parse("OXOXXO..X")
with needs("alphabeta"):
    print("with alpha = 1:", alphabeta(three, met_twice, alpha=1))
    display(draw_tree(watch(alphabeta, three, met_twice, alpha=1), boards=True, engine="own"))

# %% [markdown]
# *One reply is looked at, and 1 comes back: "at most 1". It goes into the table as 1.*
#
# The second time, by another order of the same moves, the window is open below.
# Now the search would have to look at the other reply:

# %%
with needs("alphabeta"):
    print("with alpha = -1:", alphabeta(three, met_twice, alpha=-1))
    display(draw_tree(watch(alphabeta, three, met_twice, alpha=-1), boards=True, engine="own"))

# %% [markdown]
# *With alpha = -1 the other reply counts, and the state is worth 0. The careless search never gets here: the table says 1.*
#
# The first time the bound did no harm, because X had its 1 anyway.
# The harm came from keeping it without the word *at most*.
# It is the same mistake as in the strange table, in another dress: a bound was read as a value.
#
# What would a right table keep?
# With each number it has to keep what the number says: exact, at most, or at least.
# And whoever finds an entry has to ask whether it answers the question with *today's* window.
# The library's `Table` does so; in the lesson on solving games you will use it.
# Here it is with the empty board, and without the further trick of letting mirror images share an entry:

# %%
from course_lib import Table

watched = Watched(small)
found = alphabeta_search(watched, small.initial, table=Table(symmetric=False))
print(found, f"{watched.visits:,} visits")

# %% [markdown]
# 4,793 visits: more than the 3,010 of the careless search, and still a quarter of 18,297.
# The difference is the price of asking what each entry means.
#
# ## What to remember
#
# - Alpha is what MAX is sure of, beta what MIN is sure of; where alpha >= beta, nothing below can matter.
# - The number that comes back is a value inside the window, and outside only a bound: at most, or at least.
# - The order decides what is saved, from next to nothing down to b^ceil(d/2) + b^floor(d/2) - 1 leaves.
#
# | word | meaning |
# | --- | --- |
# | pruning | to leave out branches that can't change the answer; each time one is left out it is a cut |
# | window | the numbers between alpha and beta |
# | bound | "at most" or "at least" a number |
# | fails low, fails high | the search returns a number up to alpha, or from beta on: a bound |
# | deep cut | a cut by a bound that comes from further up than the parent |
# | tie | actions of equal value; to be sure of one, both values have to be exact |
#
# ## Try it yourself
#
# 1. From memory: what do you know of a state's value when alpha-beta with the window from 2 to 5 gives 2? Or 4? Or 7?
# 2. Draw a tree with six leaves in which alpha-beta looks at all of them. Then turn its branches so that it looks at as few as possible.
# 3. In tic-tac-toe the middle belongs to more rows than a corner, and a corner to more than the edge. How many visits does `alphabeta_search(watched, three.initial, order=...)` need when it tries these squares first? (`order(game, state, actions)` gives the actions in the order to try them.)
# 4. Your `best_actions` may ask with a full window for each action, and this costs visits. Which narrower window would still tell a tie from a bound? Count what it saves.
# 5. All 29 lying states have few stones on the board. Why would the careless search be right in the states near the end?
# 6. An open question: in the table at depth 5, good lists lead to fewer draws than the wrong ones do. How can players who choose better draw less?
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) all this belongs to the chapter on adversarial search and games: the section on alpha-beta pruning has the tree from the top of this lesson, and its estimate b^(d/2) for a perfect move order is what you counted exactly.
