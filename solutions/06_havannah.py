# %% [markdown]
# # Havannah: a game too large for search
#
# Two players, X and O, take turns putting a stone on an empty cell of a board of hexagons.
# Stones never move and are never taken away. The first to complete one of three figures wins.
#
# ![A Havannah board of size 5 with a ring around a cell, a bridge between two corners, and a fork that joins three sides](attachment:figures.png)
#
# A **ring** goes all the way around some cell, a **bridge** joins two corners, and a **fork** joins three sides; a corner belongs to no side.
#
# Christian Freeling, who invented Havannah, was sure that no computer would play it well.
# In 2002 he offered 1,000 euros for any program that could win just one game out of ten against him, on the large board with ten cells to a side. The offer stood until 2012.
#
# In 2004 a student, Terry Rogers, wrote his thesis about the game: *A Program to Play Havannah*. His programs met others on a server in Leipzig.
# Today you build such programs yourself and find out where they are weak. Then you go further than anybody could in 2004.

# %% [markdown] part="further"
# There are four sittings of 20 to 45 minutes.
#
# - **First sitting:** hexagons, chains, corners and sides.
# - **Second sitting:** rings, and a win test for figures of any shape.
# - **Third sitting:** how large this game is, and what a plan is worth.
# - **Fourth sitting:** two ways to the same goal, Monte Carlo on hexagons, and what happened to the 1,000 euros.

# %% [markdown] part="core"
# In checks and in grading the library's searches are switched off, so don't call them in your answers.

# %%
from collections import Counter
from math import log10
from random import Random

from IPython.display import display

from course_lib import (
    Havannah,
    OutOfBudget,
    Watched,
    alphabeta_search,
    mcts_player,
    tournament,
)
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.lessons.lesson_06.example import example_player
from course_lib.lessons.lesson_06.havannah_pictures import STEPS, cells_named, cells_of, show_stones
from course_lib.lessons.lesson_06.planner import Planner, stones_of
from course_lib.lessons.lesson_06.printed_game import missing_after, printed_game
from course_lib.questions import predict, recall
from course_lib.views import play_widget, replay

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("06")

# %% picture="figures"
ring = cells_named("F5 G5 G4 F3 E3 E4", 5)
bridge = cells_named("A1 B1 C1 D1 E1", 5)
fork = cells_named("A2 B3 C4 D5 E6 F6 G6 H6 I6 E7 E8 D8", 5)
show_stones(5, ring | bridge, fork, caption="A ring and a bridge of X, and a fork of O")

# %% predict="largest_board"
question = "What is the largest board on which minimax finishes within a minute? Give the number of cells to a side."
choices = ["2", "3", "5", "10"]
answer = "2"
because = """
Size 2 has seven cells, and minimax needs 2,516 visits. Size 3 has only twelve cells more, and yet
its tree is out of reach. In the third sitting you'll measure how far.
"""

# %% [markdown]
# # First sitting: chains
#
# ## Hexagons
#
# Each cell has two numbers, (x, y), and both start at 1.
# x is the column, counted from the left. y is the row, and rows slant downwards to the right.
# On the board x is written as a letter, so D2 is (4, 2).
# A board of size 5 has five cells on each side. The numbers go up to 2 · size - 1, and a cell's x and y are always less than `size` apart.

# %%
print(STEPS)  # from above, clockwise
middle = (4, 4)
around = {(middle[0] + dx, middle[1] + dy) for dx, dy in STEPS}
show_stones(4, {middle}, around, caption="D4 is (4, 4), and around it are six cells")

# %% [markdown]
# One cell up, y grows by one. To the upper right both numbers grow, and to the lower right only x does.
#
# ## Exercise 1: neighbours
#
# How many neighbours does a cell on a side have, and how many does a corner have?
# Count them in the picture before you write.


# %% exercise="neighbours"
def neighbours(cell, size):
    """Return the cells next to this one, as a set.

    neighbours((2, 2), 2) gives six cells: all the others on that board, because B2 is its middle.
    """
    ### BEGIN SOLUTION
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x <= 2 * size - 1 and 1 <= y <= 2 * size - 1 and abs(x - y) < size:
            found.add((x, y))
    return found
    ### END SOLUTION


# %% check="neighbours" points=2

# %%
hint("neighbours")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# ## Exercise 2: chains
#
# Stones of one player that are connected, neighbour to neighbour, form a *chain*.
# Each of the three figures is a single chain with something special about it.


# %% exercise="chain_of"
def chain_of(stone, stones, size):
    """Return the set of all stones that are connected with this one, itself included.

    With stones on A1, A2 and C3, chain_of((1, 1), {(1, 1), (1, 2), (3, 3)}, 3)
    gives {(1, 1), (1, 2)}.
    """
    ### BEGIN SOLUTION
    chain, waiting = {stone}, [stone]
    while waiting:
        for near in neighbours(waiting.pop(), size):
            if near in stones and near not in chain:
                chain.add(near)
                waiting.append(near)
    return chain
    ### END SOLUTION


# %% check="chain_of" points=3

# %% [markdown]
# (That was a search as well, through a graph instead of a game.)
#
# ## Exercise 3: corners and sides
#
# A bridge needs two corners, and a fork three sides.
# The six sides lie on six lines: x is 1 or 2 · size - 1, y is 1 or 2 · size - 1, and x - y is size - 1 or 1 - size.
# A corner lies on two of these lines at once; any other cell on the edge lies on just one.
#
# Two things to watch: a corner belongs to no side, and two stones on the same side count as one side.


# %% exercise="corners_and_sides"
def corners_and_sides(chain, size):
    """Return how many corners this chain holds and how many different sides it touches, as a pair.

    corners_and_sides({(1, 1), (1, 2), (1, 3)}, 4) gives (1, 1): A1 is a corner,
    and A2 and A3 lie on the same side.
    """
    ### BEGIN SOLUTION
    last, corners, sides = 2 * size - 1, 0, set()
    for x, y in chain:
        lines = [x == 1, y == 1, x == last, y == last, x - y == size - 1, y - x == size - 1]
        if sum(lines) == 2:
            corners += 1
        elif sum(lines) == 1:
            sides.add(lines.index(True))
    return corners, len(sides)
    ### END SOLUTION


# %% check="corners_and_sides" points=3

# %% [markdown]
# Now your function looks at the three figures from the first picture, and gives a pair for each.
# Which pair belongs to the ring, which to the bridge, and which to the fork?

# %%
ring = cells_named("F5 G5 G4 F3 E3 E4", 5)
bridge = cells_named("A1 B1 C1 D1 E1", 5)
fork = cells_named("A2 B3 C4 D5 E6 F6 G6 H6 I6 E7 E8 D8", 5)
with needs("corners_and_sides"):
    for figure in sorted((ring, bridge, fork), key=min):
        print(corners_and_sides(figure, 5))

# %% [markdown]
# **That's the end of the first sitting.** What to take with you:
#
# - To find a chain, go from neighbour to neighbour.
# - A bridge is a chain with two corners, a fork one with three sides.

# %% [markdown]
# # Second sitting: who has won?
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("06")
recall("06")

# %% [markdown]
# ## The hard one
#
# That leaves the ring. Corners and sides say nothing about it.
# A ring is a chain that goes all the way around at least one cell, whatever lies there: nothing, an enemy stone, or one of its own.
#
# A first idea: in a ring, every stone has two neighbours in the ring. So count!
# Here are four chains to try it on.

# %%
chains = {
    "six around a cell": cells_named("C4 D5 E5 E4 D3 C3", 4),
    "a triangle": cells_named("A1 A2 B2", 4),
    "a ring with a tail": cells_named("C4 D5 E5 E4 D3 C3 F6 G7", 4),
    "a lump": cells_named("B3 B4 C4 C5 D5 D6", 4),
}
for name, chain in chains.items():
    display(show_stones(4, chain, caption=name, size=180))

# %% predict="rule_right"
question = (
    "Rule: a chain is a ring exactly when each of its stones has two or more neighbours in it. For how"
    " many of the four does the rule give the right answer?"
)
answer = 1
because = """
Only for the first, the six around a cell. The triangle and the lump enclose nothing, and a tail doesn't spoil a ring. Taking
the tail off first won't save the rule: a triangle has none. A ring isn't about its stones and their
neighbours. It is about what is *inside*.
"""


# %%
def counts_neighbours(chain, size):
    """Whether every stone has two neighbours or more in the chain. Is that a ring?"""
    return all(len(chain.intersection(neighbours(stone, size))) >= 2 for stone in chain)


with needs("neighbours"):
    for name, chain in chains.items():
        print(f"{name:20} {counts_neighbours(chain, 4)}")

# %% [markdown]
# So look at the cells that are *not* in the chain.
# Imagine water coming in from every edge of the board, with the chain as a dam.
# If a cell behind the dam stays dry, the chain is a ring.
#
# ## Exercise 4: rings
#
# One kind of ring keeps no cell dry: a ring that is filled with its own stones.
# Draw one on paper. How many neighbours in the chain does a stone inside it have?
# (`cells_of(size)` lists all cells of the board.)


# %% exercise="has_ring"
def has_ring(chain, size):
    """Return whether this chain goes all the way around some cell, whatever lies there.

    For {(1, 1), (1, 2), (2, 2)}, a triangle, that is False.
    """
    ### BEGIN SOLUTION
    if any(len(neighbours(stone, size) & chain) == 6 for stone in chain):
        return True
    dry = set(cells_of(size)) - chain
    for cell in cells_of(size):
        if cell in dry and len(neighbours(cell, size)) < 6:
            dry = dry - chain_of(cell, dry, size)
    return len(dry) > 0
    ### END SOLUTION


# %% check="has_ring" points=4

# %%
with needs("neighbours", "chain_of", "has_ring"):
    for name, chain in chains.items():
        print(f"{name:20} {has_ring(chain, 4)}")

# %% [markdown]
# It's an old trick: if you can't find a thing, look for its opposite.
#
# ## Exercise 5: who has won?
#
# Only the last stone can have completed a figure, so only its chain needs a look.
# One stone may complete two figures at once, or even all three.


# %% exercise="win_kinds"
def win_kinds(stone, stones, size):
    """Return the figures that this stone's chain forms: a set of "ring", "bridge", "fork".

    `stones` are all stones of its player. If they form no figure, the set is empty.
    win_kinds((1, 2), {(1, 1), (1, 2), (1, 3)}, 3) gives {"bridge"}.
    """
    ### BEGIN SOLUTION
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    kinds = {"ring": has_ring(chain, size), "bridge": corners >= 2, "fork": sides >= 3}
    return {kind for kind, complete in kinds.items() if complete}
    ### END SOLUTION


# %% check="win_kinds" points=2

# %% [markdown]
# A handful of cases doesn't prove a win test.
# So here are 300 random games on boards of three sizes.
# The library decides how each of them ended, by rules that were written in a completely different way. Does it agree with you?

# %%
with needs("win_kinds"):
    rng, agreed, ends = Random(1), 0, Counter()
    for size in (3, 4, 5) * 100:
        board = Havannah(size)
        moves = board.playout(board.initial, rng).actions
        kinds = win_kinds(moves[-1], set(moves[-1::-2]), size)
        end = board.initial
        for cell in moves:
            end = board.result(end, cell)
        line = board.win_line(end)
        agreed += set(kinds) == set(line[0] if line else ())
        ends[" and ".join(sorted(kinds)) or "draw"] += 1
    print(f"you agree on {agreed} of 300;", dict(ends.most_common()))

# %% [markdown]
# **That's the end of the second sitting.** What to take with you:
#
# - To find a ring, see what the water doesn't reach.
# - Test your rules against rules that somebody wrote differently.

# %% [markdown]
# # Third sitting: plans, and looking at the opponent
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("06")
recall("06")

# %% [markdown]
# ## The perfect player, and why nobody uses it
#
# The first of Rogers's programs searches the whole tree.
# With your `minimax_value` from lesson 2 it takes four lines, and on size 2 it wins every game that can be won.

# %%
minimax_value = mine("minimax_value")


def full_tree(game, state):
    """The perfect player of the thesis."""
    best = max if game.to_move(state) == game.players[0] else min
    return best(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


for size in (2, 3):
    watched = Watched(Havannah(size), budget=50_000)
    try:
        first = watched.action_name(full_tree(watched, watched.initial))
        print(f"size {size}: plays {first} after {watched.visits:,} visits")
    except OutOfBudget:
        print(f"size {size}: not done after {watched.visits:,} visits")

# %% [markdown]
# Rogers let his player keep the tree from move to move, so only its first move is slow.
# But that's no help if the first move never ends.
#
# How far away is the end?
# In 1975 Donald Knuth found a way to *estimate* the size of a tree without walking through it.
# Play one random game, and multiply together the numbers of choices you meet. On size 2, with its seven cells, that gives 7, then 7 · 6, then 7 · 6 · 5, and so on until the game ends.
# That's how many states each level would have if every game went like this one.
# Add up the levels, do it for many random games, and take the mean.

# %% predict="size_three"
question = "At a million states a second, how long does minimax need for the whole tree of size 3?"
choices = ["a minute", "a day", "a year", "hundreds of years"]
answer = "hundreds of years"
because = """
It has more than 10^16 states. At a million a second, that takes more than 10^10 seconds, and a year has
only 3 · 10^7 of them; for size 10 the number of *years* has hundreds of digits. (Don't give up too soon,
though: a program that knows what a threat is solves size 3 in seconds. X wins, but of the nineteen
first moves only the six corners do it.)
"""


# %%
def estimated_states(game, games, rng):
    """About how many states the tree of this game has, judged by this many random games."""
    cells, total = len(game.actions(game.initial)), 0
    for _ in range(games):
        level, length = 1, len(game.playout(game.initial, rng).actions)
        total += 1
        for stones in range(length):
            level *= cells - stones
            total += level
    return total // games


rng = Random(1)
print("size  2:", estimated_states(Havannah(2), 2_000, rng))
for size, games in ((3, 2_000), (4, 2_000), (5, 500), (10, 200)):
    print(f"size {size:2}: 10^{log10(estimated_states(Havannah(size), games, rng)):.0f}")

# %% claim="knuths_estimate"
assert 0.975 < estimated_states(Havannah(2), 2_000, Random(1)) / 2_516 < 1.025
assert estimated_states(Havannah(3), 2_000, Random(2)) > 10**16
assert log10(estimated_states(Havannah(10), 50, Random(3))) > 100 + log10(10**6 * 3 * 10**7)

# %% [markdown]
# For size 2, where we know the answer, the estimate is off by two percent.
# And size 3? A year has about 3 · 10^7 seconds, so now you can check your guess.
#
# Walking through the whole tree won't do. (A memory, as in lesson 2, helps on the smallest boards, but not on the ones people play on.) So Rogers tried what people do: have a **plan**.
#
# ## A plan: straight to the other side
#
# Take a corner, and the two cells next to it on the edge.
# That's three stones, one corner and two sides: they win as soon as their chain reaches *any* other side (a fork) or *any* other corner (a bridge).
# So march in a straight line away from the corner.
# If a stone blocks the way, try a little to the left, a little to the right, then further left, further right, and last of all backwards. `TURNS` lists these turns in order.
# If none of the six cells is both free and on the board, go back to the previous stone and try from there.

# %%
TURNS = (0, -1, 1, -2, 2, 3)  # each is 60 degrees clockwise, so -1 is a turn to the left
begun = cells_named("A1 A2 B1 C2 D3", 5)
show_stones(5, begun, {(5, 4), (2, 4)}, highlight=[(4, 4)], caption="E4 is taken: on to D4")

# %% [markdown]
# A direction is a number: its place in `STEPS`.
# Away from A1, straight ahead is direction 1, up and to the right. One turn to the left is direction 0, straight up.
#
# ## Exercise 6: straight
#
# Directions go round in a circle: after direction 5 comes direction 0 again.
# Which Python operator does that?


# %% exercise="straight"
def straight(path, ahead, taken, size):
    """Return the next cell of this path, or None if there is nowhere left to go.

    `path` is the list of its stones in order, `ahead` the number of its direction in STEPS,
    and `taken` the set of all cells that hold a stone.
    straight([(1, 1), (1, 2), (2, 1)], 1, {(1, 1), (1, 2), (2, 1)}, 4) gives (3, 2).
    """
    ### BEGIN SOLUTION
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (stone[0] + dx, stone[1] + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell
    return None
    ### END SOLUTION


# %% check="straight" points=3

# %% [markdown]
# The library's `Planner` turns your function into a player.
# It picks a corner, puts down the first three stones, and from then on calls `straight`. If a corner leads nowhere, it tries another one, and when none is left it resigns.
# Play against your own plan. You'll soon see through it.

# %%
with needs("neighbours", "straight"):
    display(play_widget(Havannah(5), Planner(straight, Random(5)), you_play="O"))

# %% [markdown]
# ## The opponent from Leipzig
#
# The server in Leipzig had a test player called *example*.
# It starts anywhere, and then puts each stone at random next to one it already has. It only wakes up when somebody could win at once: then it takes its own win, or stops yours.
# Sooner or later, somewhere in its lump, a ring closes.

# %% predict="plan_or_lump"
question = "Forty games on each board, your plan against the lump. Where does the plan do best?"
choices = ["on small boards", "on large boards", "the same everywhere"]
answer = "on small boards"
because = """
Straight across a board takes about twice its size in stones, and more if somebody is in the way. A ring takes six,
wherever it is. On a large board the lump is faster, and the plan never looks up to see it. Rogers
wrote that the example wins every time. On size 10 it won all forty of ours, too.
"""


# %%
def score(name, player, size, games):
    """Let this player meet the example, and print and return its share of the points."""
    pair = {name: player, "example": example_player(Random(2))}
    standings = tournament(pair, Havannah(size), games=games, seed=1, progress=False)
    [row] = [row for row in standings.rows if row.player == name]
    low, high = 100 * row.low, 100 * row.high
    print(f"size {size:2}: {name:8} scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")
    return row.score


with needs("neighbours", "straight"):
    shares = {
        size: score("straight", Planner(straight, Random(1)), size, 40) for size in (10, 8, 6, 4)
    }

# %% claim="best_on_small_boards"
assert shares[4] == max(shares.values()) < 0.5
assert round(100 * shares[4]) == 22
assert shares[10] < 0.05

# %% [markdown]
# (As in lesson 5: ninety-five times in a hundred the true share lies in the range in brackets.)
#
# ## Exercise 7: defence
#
# So look around before you put down the next stone of the plan.
# Can we win right now? Then do it.
# Would the opponent win with the next stone? Then put ours there.
# Think for a moment: what would happen if you asked these two questions in the other order?


# %% exercise="defence"
def defence(own, theirs, size):
    """Return a cell where we win at once, else one where the opponent would win next, else None.

    If there are several such cells, return the first in the order of cells_of.
    We hold A1 and A2, they hold C3, and A3 completes our bridge:
    defence({(1, 1), (1, 2)}, {(3, 3)}, 3) gives (1, 3).
    """
    ### BEGIN SOLUTION
    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]
    for stones in (own, theirs):
        for cell in empty:
            if win_kinds(cell, stones | {cell}, size):
                return cell
    return None
    ### END SOLUTION


# %% check="defence" points=3

# %% predict="defence_helps"
question = (
    "`straight` scores about 22 % on size 4. What percentage will it score with your defence?"
)
answer = 73
because = """
From clearly behind to clearly ahead, by looking one move ahead. Rogers's own defence was weaker: it
looked for two chains of the opponent with one gap between them, and stepped into the gap. He counted
about one win in ten on the large board. We built it again from his description. It makes all the
moves of his that he printed, and it won 9 of our 400 games.
"""

# %%
with needs("straight", "win_kinds", "defence"):
    share = score("defence", Planner(straight, Random(1), defence), 4, 30)

# %% claim="defence_turns_the_match"
assert round(100 * share) == 73

# %% [markdown]
# **That's the end of the third sitting.** What to take with you:
#
# - You can estimate the size of a tree without walking through it. Havannah's is out of reach from size 3 on.
# - A plan that never looks at the opponent loses to a lump. Looking one move ahead turns the match around.

# %% [markdown]
# # Fourth sitting: knowledge and search together
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("06")
recall("06")

# %% [markdown]
# ## Two ways to the same goal
#
# Looking one move ahead stops most lumps: a lump's ring can nearly always be closed in just *one* place.
# A straight chain is different: it arrives at an edge where it can be completed in *two* places, and then a single block comes too late.
# Good players use that idea, two ways to the same goal, from the first stone on.

# %%
jump = cells_named("B3 C5", 5)
between = cells_named("B4 C4", 5)
show_stones(5, jump, {(4, 3)}, highlight=between, caption="If O takes one, X takes the other")

# %% [markdown]
# B3 and C5 don't touch, and yet nobody can cut them apart.
# Such a pair is a **two-bridge**. Build a row of them from corner to corner, and you have a bridge that can't be stopped, for about half the stones. Havannah players call it a *frame*.
# Your defence sees danger when one cell is missing. A frame is decided long before that.
#
# Here is a game from the last pages of the thesis, 85 moves on size 10: straight with defence (X) against the example.
# Play it through, and stop where you would give up as O.

# %%
replay(printed_game())

# %% predict="two_places"
question = "After which move of X did X first threaten to win in *two* places? Give its number."
answer = 83
because = """
Move 83 is K3. After it, K2 and L3 would both complete the fork, and O can take only one of them. Until
then X hadn't threatened to win even once. When you would have given up is another question, and it
has no single right answer.
"""

# %% [markdown]
# ## Monte Carlo on hexagons
#
# Now the opposite: no plan at all, just your search from lesson 5, playing against your own defence.

# %% predict="search_or_plan"
question = "Size 4, and 100 simulations a move. Who is ahead: your search or your defence?"
choices = ["the search", "the defence", "neither"]
answer = "the defence"
because = """
In 80 games the search got 18 % of the points (11 to 27), and with 300 simulations it had nearly caught
up, with 44 % (33 to 55). With 30 it hasn't even tried each of the 37 cells. That's how wide this game is:
on size 10, the first 271 simulations do no more than try each first move once.
"""

# %%
mcts = mine("mcts")


def by_mcts(simulations, rng):
    """A player that runs this many simulations for each move."""
    return lambda game, state: mcts(game, state, simulations, rng)[0]


with needs("straight", "win_kinds", "defence"):
    for simulations in (30, 100):
        plan = Planner(straight, Random(1), defence)
        pair = {"mcts": by_mcts(simulations, Random(3)), "defence": plan}
        standings = tournament(pair, Havannah(4), games=24, seed=1, progress=False)
        [row] = [row for row in standings.rows if row.player == "mcts"]
        low, high = 100 * row.low, 100 * row.high
        print(f"{simulations:3} simulations: {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% claim="the_plan_is_ahead"
assert row.high < 0.5

# %% [markdown]
# More simulations would help, but they cost time. It's better if each one teaches more.
#
# A playout on hexagons is a long game, and your search remembers one thing about it: which first move it began with.
# The other moves are thrown away. But a cell that is good for X now is often still good for X ten moves later!
# So let each playout say something about *every* stone that was put down in it: that's **RAVE**, short for *rapid action value estimation*.
# A child then has two means. One counts the playouts that began with its cell, the other all the playouts in which the same player took that cell at any time.
# The second mean fills up at once, since nearly every playout has something to say about nearly every cell. It is also a little wrong, because *when* you play a move does matter.
# So RAVE trusts it at first, and less and less the more playouts have come this way.
#
# The library's search does that with `rave=True`.
# We can also set `c=0`: no bonus for doubt is needed where no cell stays unknown for long.

# %% predict="rave_share"
question = (
    "Your search against the search with RAVE, 100 simulations a move for both. What percentage"
    " does RAVE score?"
)
answer = 83
because = """
RAVE won 20 of our 24 games, and in 80 more games 84 % (74 to 90). Both sides look at equally many playouts;
one of them throws less away.
"""

# %%
rave = mcts_player(simulations=100, rng=Random(1), rave=True, c=0)
pair = {"rave": rave, "mcts": by_mcts(100, Random(3))}
standings = tournament(pair, Havannah(4), games=24, seed=1, progress=False)
[row] = [row for row in standings.rows if row.player == "rave"]
print(f"RAVE scores {100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})")

# %% claim="rave_beats_plain_search"
assert round(100 * row.score) == 83
assert row.low > 0.5

# %% [markdown]
# Now put knowledge and search together.
# What your `defence` knows for certain, a search has to find out by playing: that this cell wins at once, or that the opponent would win there.
# So ask `defence` first, and only if it has nothing to say, search.

# %% predict="defence_and_search"
question = (
    "With 30 simulations a move, RAVE alone gets 18 % of the points against `defence` and the plan."
    " And if it asks `defence` first?"
)
choices = ["still clearly behind", "level or ahead"]
answer = "level or ahead"
because = """
In our 40 games `defence` and RAVE together got 68 % of the points, and in 160 more games 58 % (50 to 65). Your
search from lesson 5 needs ten times as many simulations to be level. Knowledge and search together do what
neither could do alone.
"""


# %%
def with_defence(player):
    """A player that asks the defence first, and else this player."""

    def choose(game, state):
        own, theirs = stones_of(game, state)
        return defence(own, theirs, game.size) or player(game, state)

    return choose


with needs("straight", "win_kinds", "defence"):
    rave = mcts_player(simulations=30, rng=Random(1), rave=True, c=0)
    pair = {"both": with_defence(rave), "defence": Planner(straight, Random(2), defence)}
    standings = tournament(pair, Havannah(4), games=40, seed=1, progress=False)
    [row] = [row for row in standings.rows if row.player == "both"]
    print(f"both score {100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})")

# %% claim="thirty_simulations_are_enough"
assert round(100 * row.score) == 68
assert row.low > 0.5

# %% [markdown]
# Strong programs go on from here. Their playouts know two-bridges: when one of the two cells in between is taken, they take the other. And in a new node they begin with the cells that are near other stones.
#
# And the 1,000 euros?
# In October 2012, just before the offer ran out, Freeling sat down to play three programs: Castro, Lajkonik and Wanderer.
# All three were Monte Carlo tree searches. Of ten games they won three, so Freeling had lost his bet.
#
# The story goes on. In 2020 a program built on Polygames, which had learned from nothing but games against itself, won four games in a row on size 8, against the player with the highest rating on the server LittleGolem.
# Nobody had told it about two-bridges or frames. You will let a player learn like that in lesson 9.
#
# **That's the end of the fourth sitting.** What to remember:
#
# - Good players have two ways to the same goal.
# - RAVE lets a playout say something about all its stones.
# - Knowledge and search together do what neither could do alone.
#
# | word | meaning |
# | --- | --- |
# | chain | stones of one player, connected neighbour to neighbour |
# | ring, bridge, fork | a chain around a cell, from corner to corner, to three sides |
# | two-bridge | two stones joined through either of two cells, so no single stone can cut them apart |
# | frame | stones that can't be stopped from winning, in spite of their gaps, such as a row of two-bridges |
# | RAVE | a playout says something about all its stones, not just the first |

# %% [markdown] part="further"
# # Further on
#
# ### Nobody has explained this one
#
# "The middle touches all the others," says a classmate, "so on the board with two cells to a side it must be the best first move."
# Test it on paper: which of the seven first moves lose? Write down their names; a perfect search plays all the rest.

# %%
tiny, losing = Havannah(2), {"A1"}
lost = {
    tiny.action_name(action)
    for action in tiny.actions(tiny.initial)
    if alphabeta_search(tiny, tiny.result(tiny.initial, action))[0] > 0  # what it is worth to O
}
print("Right, these and no others lose." if losing == lost else "Not yet.")

# %% claim="the_middle_alone_loses"
assert lost == {"B2"}

# %% [markdown]
# ## Exercise 8: how much is missing?
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# How far is a chain from its goal? Counting cells won't do, because your own stones on the way cost nothing, and the other player's can't be passed at all.
# So count the stones that are *missing*: the least number you would have to add, if the other player never moved again, until one chain holds both cells.
# Shannon built a machine on such an idea in 1953, out of resistors, that played Hex and its cousins; strong programs for Hex still measure distance like this.
#
# It is a search for the cheapest way, where a step onto an empty cell costs 1 and one onto an own stone 0.
# Mind one thing: the first way that reaches a cell needn't be the cheapest. A long way over own stones may come later and cost less.


# %% exercise="stones_missing"
def stones_missing(start, goal, own, other, size):
    """Return how many stones are missing until one chain holds both cells, or None if none can.

    `own` and `other` are the sets of both players' stones; start and goal are not in `other`. They
    count, too, if they are empty: stones_missing((1, 1), (3, 3), {(2, 2)}, set(), 3) is 2.
    """
    ### BEGIN SOLUTION
    missing, waiting = {start: int(start not in own)}, [start]
    while waiting:
        cell = waiting.pop(0)
        for near in neighbours(cell, size) - other:
            cost = missing[cell] + (near not in own)
            if near not in missing or cost < missing[near]:
                missing[near] = cost
                waiting.append(near)
    return missing.get(goal)
    ### END SOLUTION


# %% check="stones_missing" points=0

# %% [markdown]
# The printed game ends with X's fork, from L3 to K19 and I18. How many stones were missing between L3 and K19 as the game went on?

# %%
with needs("neighbours", "stones_missing"):
    for move in (20, 40, 60, 80, 85):
        print(f"after move {move}: {missing_after(stones_missing, move)} missing")

# %% claim="the_fork_comes_closer"
found = [missing_after(stones_missing, move) for move in (20, 40, 60, 80, 85)]
assert found == [13, 10, 6, 3, 0]

# %% [markdown]
# After move 20 thirteen stones were missing, and it took X 33 to get there: O kept closing the shortest way.
# A plan that looks for the *cheapest* way, and not the straight one, has a number to go by. So has a defence: put your stone where it makes the other player's number larger.
#
# Ten minutes left? Here is the search with RAVE. Choose the size of the board and the number of simulations.

# %%
SIZE, SIMULATIONS = 4, 200
opponent = mcts_player(simulations=SIMULATIONS, rng=Random(7), rave=True, c=0)
play_widget(Havannah(SIZE), opponent, you_play="X")

# %% [markdown]
# Perhaps your teacher runs a server like the one in Leipzig (`course serve havannah.toml`).
# Put its address and port below, and your player goes there to meet somebody else's.

# %%
SERVER = None  # for example ("192.168.0.10", 4455)

with needs("straight", "win_kinds", "defence"):
    if SERVER is None:
        print("No server yet: put its address and port into SERVER, and run this cell again.")
    else:
        from course_lib.play import connect

        player = Planner(straight, Random(), defence)
        print(connect(player, *SERVER, name="my defence"))

# %% [markdown]
# 1. From memory: which three figures win in Havannah, and which cells belong to no side?
# 2. How many stones does the shortest bridge have on size 10? And the shortest ring? What does that say about *straight*?
# 3. Take `defence` apart: write `fast`, which only takes its own wins, and `safe`, which only blocks. Guess which half matters more; `score("safe", Planner(straight, Random(1), safe), 4, 30)` will tell you.
# 4. `defence` tries every empty cell, and looks for a ring each time. Which cells could it skip without missing anything?
# 5. Let `full_tree` keep a dictionary of values from move to move (your `remembering` from lesson 2 does most of the work). How many visits does its second move on size 2 still cost?
# 6. Let the plan walk in two-bridges instead of single steps. When must it fill a gap? How often does it beat *example* on size 8?
# 7. Estimate the tree of Connect Four with `estimated_states`. What is different about the choices there?
# 8. Rogers asked six questions of each strategy: is it easy to describe, and fast enough? Does it attack, defend, beat the others? Is it easy to see through? Answer them for *straight*, your `defence`, your search, and the search with RAVE.
# 9. Open: how could a program see that a frame is complete? Start with a corner, and with the two-bridges that can be reached from it.
#
# Source: T. Rogers, *A Program to Play Havannah*, final-year project, 2003/2004.
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the search is in the chapter on adversarial search and games; plans are in the chapters on planning.
