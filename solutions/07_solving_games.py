# %% [markdown]
# # Solving games: a proof, and what can go wrong with it
#
# Three musketeers stand against twenty-two guards.
#
# ![The start of Three Musketeers: a board of five by five, musketeers in two opposite corners and the centre, guards on all other squares](attachment:start.png)
#
# The musketeers move first and must capture in every turn: one of them steps onto a guard right next to it, never diagonally.
# A guard steps onto an empty square next to it.
# The guards win as soon as all three musketeers stand in one row or column, whoever moved.
# Musketeers who can't capture have won, and guards who can't move have lost.
#
# In 2017 a student, Ali Elabridi, let a program search this game on a rented server for 117,239 seconds, more than 32 hours.
# It came to an end and said: *the musketeers win.*
# The report is called *Weakly Solving the Three Musketeers Game*.
#
# Do you believe it?
#
# - **First sitting:** what "solved" means, a game that somebody understands, and a memory that doesn't lie.
# - **Second sitting:** your own proof, a proof that is almost right, and the truth about 2017.
#
# Each takes about 45 minutes.
# While this lesson is graded, the library's searches are out of reach.

# %% picture="start"
from course_lib import ThreeMusketeers
from course_lib.views import show

show(ThreeMusketeers())

# %% predict="who_wins"
question = "Before you know anything: who do you think wins Three Musketeers?"
choices = ["the musketeers", "the guards"]
answer = "the guards"
because = """
So at least one of the two, the report or this sentence, is wrong. By the end of the second sitting
you can judge for yourself. What would you want to see before you believe a proof that nobody can
read from beginning to end?
"""

# %% [markdown]
# # First sitting: remember, but nothing false
#
# ## Three ways to be solved
#
# - **Ultra-weakly solved**: we know who wins from the start, though perhaps not how.
# - **Weakly solved**: we also know how, from the start on, whatever the opponent does.
# - **Strongly solved**: we know who wins, and how, from *every* state.
#
# The first one sounds strange.
# How can anybody know who wins without knowing how?
# Take k in a row on a board of any size.

# %% predict="second_player"
question = "On how many of these boards does the *second* player win: 2x2, 2x4, 3x3, 3x4, 15x15?"
answer = 0
because = """
Suppose the second player had a sure way to win. Then the first player puts a stone anywhere, forgets
about it, and plays the second player's way. If that way ever asks for the square with the forgotten
stone, any other will do, since an extra stone never hurts. So the first player would win too. Both
can't win, so there is no such way.

This is **strategy stealing**, John Nash's argument of 1949. It tells you that the first player doesn't lose,
and not a single move.
"""

# %%
from course_lib import KInARow, compact
from course_lib.checks import mine

remembering = mine("remembering")
for rows, columns, length in ((2, 2, 2), (2, 4, 3), (3, 3, 2), (3, 3, 3), (3, 4, 3)):
    board = compact(KInARow(rows, columns, length))
    value = remembering(board, board.initial, {})
    print(f"{rows} x {columns}, {length} in a row: worth {value} to the first player")

# %% [markdown]
# ## A game that somebody understands
#
# At the other end stands Nim.
# In lesson 2 you saw Bouton's rule: whoever is to move loses exactly when the *nim-sum* of the heaps, their exclusive or, is 0.
# How do we get a *move* out of that?
#
# The winner always leaves a nim-sum of 0.
# So if all heaps together give s, some heap h has to become `h ^ s`; then the total is `s ^ s`, which is 0.
# But a heap can't grow.
#
# ## Exercise 1: strongly solved in a few lines


# %% exercise="nim_move"
def nim_move(heaps):
    """A winning move as (heap, take), or None if every move loses.

    nim_move((3, 4, 5)) is (0, 2): it leaves (1, 4, 5), and 1 ^ 4 ^ 5 is 0.
    """
    # Join all heaps by exclusive or. If that is 0, there is no winning move.
    # Otherwise find a heap that gets smaller when it is joined with the sum.
    # Say which heap it is, counted from 0, and how many are taken from it.
    ### BEGIN SOLUTION
    balance = 0
    for matches in heaps:
        balance ^= matches
    for heap, matches in enumerate(heaps):
        if matches ^ balance < matches:
            return heap, matches - (matches ^ balance)
    return None
    ### END SOLUTION


# %% check="nim_move" points=2

# %% [markdown]
# Every exercise has three hints; each run of this cell gives you one more.

# %%
from course_lib.checks import hint

hint("nim_move")

# %% [markdown]
# A search can test what somebody understood.
# Here are all states of a Nim with three heaps of up to five: does your move always leave the other player a lost one?
# And at the end, a Nim that no search would ever finish.

# %%
from course_lib import Nim
from course_lib.checks import needs

with needs("nim_move"):
    nim, values = Nim((5, 5, 5)), {}
    remembering(nim, nim.initial, values)
    going = [state for state in values if not nim.is_terminal(state)]
    lost = [state for state in going if values[state] == (-1 if state.to_move == "X" else 1)]
    won = [state for state in going if state not in lost]
    quiet = [state for state in going if not nim_move(state.heaps)]
    print("None exactly where the state is lost:", lost == quiet)
    kept = [values[nim.result(state, nim_move(state.heaps))] == values[state] for state in won]
    print(f"the move keeps the win in {sum(kept)} of {len(won)} states")
    print(nim_move((1_000_003, 2_000_029, 3_000_017, 4_000_037)))

# %% [markdown]
# Few games are so kind.
# For the rest a proof is a search, and the art is to make it small and keep it right.
#
# ## Remembering, the right way and the wrong way
#
# Your `remembering` from lesson 2 works out each state of tic-tac-toe once.
# Alpha-beta needs 18,297 visits.
# Surely the two together are better still?
# Read this alpha-beta with a memory, and look for the mistake.


# %%
from math import inf

from course_lib import TicTacToe, Watched


def forgetful(game, state, alpha, beta, memory):
    """Alpha-beta that keeps the number it has found for each state."""
    if state not in memory:
        memory[state] = searched(game, state, alpha, beta, memory)
    return memory[state]


def searched(game, state, alpha, beta, memory):
    """What alpha-beta finds for a state that is not in the memory."""
    begins, numbers = game.players[0], []
    if not game.actions(state):
        return game.utility(state, begins)
    for action in game.actions(state):
        numbers.append(forgetful(game, game.result(state, action), alpha, beta, memory))
        if game.to_move(state) == begins:
            alpha = max(alpha, *numbers)
        else:
            beta = min(beta, *numbers)
        if alpha >= beta:
            break
    return max(numbers) if game.to_move(state) == begins else min(numbers)


three, truth = TicTacToe(), {}
remembering(three, three.initial, truth)
watched = Watched(three)
print("value", forgetful(watched, watched.initial, -inf, inf, {}), "with", watched.visits, "visits")

# %% [markdown]
# The start is worth 0, as it should be, for far fewer visits.
# But one state is a small test.
# Ask it about every state of tic-tac-toe, each time with an empty memory.

# %% predict="forgetful_lies"
question = "In how many of the 4,520 states where the game goes on will it be wrong?"
answer = 29
because = """
If you tested a hundred of them, picked at random, you'd notice nothing about every second time.
"""

# %%
from course_lib.views import show

open_states = [state for state in truth if not three.is_terminal(state)]
wrong = [state for state in open_states if forgetful(three, state, -inf, inf, {}) != truth[state]]
print(len(wrong), "of", len(open_states))
liar, seen = three.play("a2 c3 b2 c2"), {}
print("One of them: it says", forgetful(three, liar, -inf, inf, seen), "and truly", truth[liar])
for state, number in seen.items():
    if number != truth[state]:
        print(three.render(state).replace("\n", " / "), " kept", number, " worth", truth[state])
show(three, liar)

# %% [markdown]
# You met this mistake in lesson 3.
# A search with a window that was cut off hasn't found a value but a **bound**: "at least 1, I didn't look any further".
# For the window of that moment it was enough.
# Later the same state came up with another window, and the bound was taken for the value.
#
# So a memory for alpha-beta, a **transposition table**, keeps *two* numbers for each state: its value is at least `lower` and at most `upper`.
#
# | what the search found, compared with the window it began with | what you know now |
# | --- | --- |
# | a number up to alpha | the value is at most that: `(-inf, number)` |
# | a number from beta on | the value is at least that: `(number, inf)` |
# | a number in between | the value: `(number, number)` |
#
# And an entry may answer a question in three cases only: its `lower` is beta or more, its `upper` is alpha or less, or the two are equal.

# %% predict="may_answer"
question = "The entry says (0, inf). May it answer for the window (-1, 1)? And for (-1, 0)?"
choices = ["both", "only for (-1, 1)", "only for (-1, 0)", "neither"]
answer = "only for (-1, 0)"
because = """
For (-1, 1) the value might still be 0 or 1, and the difference matters. For (-1, 0) "at least 0" is
already beta or more: that's a cut.
"""

# %% [markdown]
# ## Exercise 2: a table of bounds
#
# This is the longest exercise of the lesson, so take it in four steps.
#
# 1. Copy your `alphabeta` from lesson 3, give it the new name and the argument `table`, and hand `table` on. It should still be right.
# 2. Before the loop: is there an entry, and may it answer?
# 3. Keep alpha and beta as they were, because the loop moves them.
# 4. After the loop: write down what you know now, by the first table above.


# %% exercise="bounded_alphabeta"
def bounded_alphabeta(game, state, alpha, beta, table):
    """What the state is worth to game.players[0], as far as the window asks.

    table[state] is (lower, upper): what is known of the value. It is used and filled.
    With {state: (1, inf)} and the window (0, 1) the answer is 1, without any search.
    """
    # A final state is worth its utility for the first player.
    # Is there an entry, and does it answer the question of this window?
    # Otherwise search as in lesson 03, with a window of its own that may move.
    # Compare what you found with alpha and beta as they were, and write the bounds down.
    ### BEGIN SOLUTION
    max_player = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, max_player)
    lower, upper = table.get(state, (-inf, inf))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    is_max = game.to_move(state) == max_player
    floor, ceiling, worth = alpha, beta, -inf if is_max else inf
    for action in game.actions(state):
        reply = bounded_alphabeta(game, game.result(state, action), floor, ceiling, table)
        if is_max:
            worth = max(worth, reply)
            floor = max(floor, worth)
        else:
            worth = min(worth, reply)
            ceiling = min(ceiling, worth)
        if floor >= ceiling:
            break
    table[state] = (worth if worth > alpha else -inf, worth if worth < beta else inf)
    return worth
    ### END SOLUTION


# %% check="bounded_alphabeta" points=5

# %% [markdown]
# The same test again, all 4,520 states.

# %%
with needs("bounded_alphabeta"):
    wrong = [
        state
        for state in open_states
        if bounded_alphabeta(three, state, -inf, inf, {}) != truth[state]
    ]
    print(len(wrong), "of", len(open_states), "are wrong")
    watched, table = Watched(three), {}
    bounded_alphabeta(watched, watched.initial, -inf, inf, table)
    exact = sum(lower == upper for lower, upper in table.values())
    print(f"{watched.visits:,} visits; {exact:,} of {len(table):,} entries are exact")

# %% [markdown]
# None is wrong, and about a quarter of the visits are left.
# Most entries know the value from one side only, which was all that anybody asked.
#
# ## Exercise 3: mirror images
#
# A square board can be turned and mirrored in eight ways, and all eight boards are worth the same.
# A table needs one entry for all of them; it just has to be clear which of the eight is kept.
# Let's take the *least*, in the order in which Python compares.
# (The program of 2017 used four of the eight.)
#
# Here a board is a tuple of its rows, and each row is a text, like `("M..", ".GM", "G..")`.


# %% exercise="least_image"
def least_image(board):
    """The least of the eight images of a square board, as a tuple of rows.

    least_image(("..", "G.")) is ("..", ".G"): a point comes before any letter.
    """
    # Collect the four turns of the board, and those of the board with every row reversed.
    # A quarter turn: the columns of the board upside down, each joined to a text.
    # The least of them is what min finds.
    ### BEGIN SOLUTION
    images = []
    for start in (board, tuple(row[::-1] for row in board)):
        image = start
        for _ in range(4):
            images.append(image)
            image = tuple("".join(column) for column in zip(*reversed(image), strict=True))
    return min(images)
    ### END SOLUTION


# %% check="least_image" points=3

# %% predict="states_left"
question = "Tic-tac-toe has 5,478 states, and 5,478 / 8 is about 685. How many are left?"
answer = 765
because = """
A little more than an eighth, since some boards are their own mirror image.
"""

# %%
from course_lib.lessons.layers import rows_of

with needs("least_image"):
    left = {least_image(rows_of(three, state)) for state in truth}
    print(f"{len(truth):,} states, {len(left)} without their images")

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - "Solved" can mean three different things.
# - A table for alpha-beta keeps bounds, and an entry is used only where it answers the question of the window.
# - One entry can stand for eight mirror images.

# %% [markdown]
# # Second sitting: a proof
#
# ## Short keys
#
# A program that stores hundreds of millions of states can't keep whole boards, so it keeps a number for each: a **key**.
# Albert Zobrist's recipe, from 1970, takes a random number for each piece on each square, and one for whose turn it is.
# The key of a state is the exclusive or of all the numbers that apply.


# %%
from itertools import product
from random import Random

from course_lib import ThreeMusketeers


def numbers_for(squares, pieces, bits, rng):
    """A random number for each piece on each square, and one for the turn."""
    return {name: rng.getrandbits(bits) for name in ("turn", *product(range(squares), pieces))}


def key_of(game, state, numbers):
    """The key of a whole state: "turn" is in it when the second player is to move."""
    key = numbers["turn"] if game.to_move(state) == game.players[1] else 0
    for square, piece in enumerate(state.board):
        if piece != ".":
            key ^= numbers[square, piece]
    return key


standard = ThreeMusketeers()
numbers = numbers_for(25, "MG", 64, Random(1))
hex(key_of(standard, standard.initial, numbers))

# %% [markdown]
# The beauty of it: whatever is joined twice is gone.
# After a move you needn't look at the whole board again; a few numbers will do.
#
# ## Exercise 4: the key after a move
#
# `board` is the board *before* the move, one piece for each square, and "." where it is empty.
# A piece goes from the square `leave` to the square `enter`, and captures whoever stands there.


# %% exercise="next_key"
def next_key(key, numbers, board, leave, enter):
    """The key after the piece on `leave` has moved to `enter`, from the key before.

    numbers[square, piece] and numbers["turn"] are those of the key. Empty squares have none.
    If all numbers were 0 but numbers["turn"] = 5, next_key(1, ...) would be 4.
    """
    # Which numbers go out of the key, and which come in? One ^ does either.
    # Somebody who is captured goes out, too. And the turn changes.
    ### BEGIN SOLUTION
    piece, captured = board[leave], board[enter]
    key ^= numbers["turn"] ^ numbers[leave, piece] ^ numbers[enter, piece]
    if captured != ".":
        key ^= numbers[enter, captured]
    return key
    ### END SOLUTION


# %% check="next_key" points=2

# %% [markdown]
# Is your key after each move of a whole game the one that the whole board would have?

# %%
with needs("next_key"):
    rng, state, same = Random(3), standard.initial, []
    key = key_of(standard, state, numbers)
    while not standard.is_terminal(state):
        action = rng.choice(standard.actions(state))
        leave, enter = (5 * row + column for row, column in action)
        key = next_key(key, numbers, state.board, leave, enter)
        state = standard.result(state, action)
        same.append(key == key_of(standard, state, numbers))
    print(f"{sum(same)} of {len(same)} keys are the same")

# %% [markdown]
# ## A win ends the search
#
# Three Musketeers has no draws, so you need no numbers and no window, just a name.
# And there is a cut that alpha-beta has too, in its simplest form: **as soon as the player to move has found a move that wins, no other move has to be looked at.**

# %%
from course_lib import TextbookTree
from course_lib.views import draw_tree

win_or_lose = TextbookTree([[-1, 1], [1, 1, -1], [1, 1], [1, -1]])
draw_tree(win_or_lose, values=False)

# %% predict="leaves_needed"
question = (
    "MAX moves first and wins at the 1s. Left to right, how many of the nine leaves are needed?"
)
answer = 6
because = """
In a branch one -1 is enough for MIN, and one branch without a -1 is enough for MAX.
"""

# %% [markdown]
# ## Exercise 5: who wins
#
# `known` keeps the winner of each state that is settled, as `remembering` did for values.


# %% exercise="proven_winner"
def proven_winner(game, state, known):
    """The player who wins, in a game without draws; `known` keeps the winner of each state.

    In the tree above it is "MAX", and six of the nine leaves are looked at.
    proven_winner(game, state, {state: "O"}) is "O", without any search.
    """
    # Is the winner known already? Is the state final?
    # Otherwise the other player wins, unless one of the actions leads to a state
    # that the player to move here wins. The first such action ends the search.
    # Keep the winner before you give it back.
    ### BEGIN SOLUTION
    if state not in known:
        mover, champion = game.to_move(state), game.winner(state)
        if champion is None:
            [champion] = (player for player in game.players if player != mover)
            for action in game.actions(state):
                if proven_winner(game, game.result(state, action), known) == mover:
                    champion = mover
                    break
        known[state] = champion
    return known[state]
    ### END SOLUTION


# %% check="proven_winner" points=4

# %% [markdown]
# Now the game itself, with eight guards in place of twenty-two.

# %%
from IPython.display import display

eight = ThreeMusketeers("....M/.GGG./.GMG./.GGG./M....")
with needs("proven_winner"):
    plain = {}
    print(proven_winner(eight, eight.initial, plain), f"win; {len(plain):,} states")
    display(show(eight))

# %% [markdown]
# You have just proved something about this game.
# What did each idea save?
# `Folded` hands out the least image of each state, `Ordered` hands out the actions that leave the other side the fewest moves first, and your search never notices.
# `ForgetsAll` is a memory that keeps nothing. The search may go to 200,000 states and then has to stop.

# %%
from course_lib.lessons.layers import Folded


class Ordered:
    """A game that hands out first the actions that leave the other side the fewest moves."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def actions(self, state):
        """The same actions, in another order."""
        game = self.game
        return sorted(
            game.actions(state), key=lambda action: len(game.actions(game.result(state, action)))
        )


class ForgetsAll(dict):
    """A memory that keeps only what was written last."""

    def __setitem__(self, state, winner):
        self.clear()
        super().__setitem__(state, winner)


class Enough(Exception):
    """Raised where a search has visited as many states as it may."""


class Counting(Ordered):
    """A game that counts the states a search goes to."""

    visits = 0

    def actions(self, state):
        return self.game.actions(state)

    def result(self, state, action):
        self.visits += 1
        if self.visits > 200_000:
            raise Enough
        return self.game.result(state, action)


def price(search, game, memory):
    """How many states this search goes to, as words."""
    counting = Counting(game)
    try:
        search(counting, game.initial, memory)
    except Enough:
        return "more than 200,000"
    return f"{counting.visits:,}"


with needs("proven_winner", "least_image"):
    folded = Folded(eight, least_image)
    for name, search, game, memory in (
        ("a win ends the search, no memory", proven_winner, eight, ForgetsAll()),
        ("memory, but every move is looked at", remembering, eight, {}),
        ("both", proven_winner, eight, {}),
        ("both, mirror images folded", proven_winner, folded, {}),
        ("both, good moves first", proven_winner, Ordered(eight), {}),
        ("all four", proven_winner, Ordered(folded), {}),
    ):
        print(f"{name:36} {price(search, game, memory):>18} visits")

# %% [markdown]
# The same winner each time.
# No idea is worth its full eight or fourteen times alone: the search ends when a win is found, and where that is depends on all of them.
#
# ### What a collision does
#
# Two states may have the same key, a **collision**.
# Then the table answers for one with the winner of the other, and nobody notices.
# The report of 2017 calls Zobrist keys free of collisions.
# They aren't; collisions are *unlikely*, and how unlikely depends on the length of the key.
# You have a proof with 50,021 states, so you can count.

# %% predict="collisions"
question = "How many of the 50,021 states share a key with an earlier one, if keys have 12 bits?"
answer = 45_925
because = """
There are only 4,096 such keys. But a proof that remembers by them still runs to its end, as you can
see below.
"""


# %%
class ByKey(dict):
    """A dictionary of states that knows them by their keys only."""

    def __init__(self, game, bits):
        self.game, self.numbers = game, numbers_for(25, "MG", bits, Random(1))

    def key(self, state):
        """What this state is kept under."""
        return key_of(self.game, state, self.numbers)

    def __contains__(self, state):
        return super().__contains__(self.key(state))

    def __getitem__(self, state):
        return super().__getitem__(self.key(state))

    def __setitem__(self, state, winner):
        super().__setitem__(self.key(state), winner)


with needs("proven_winner"):
    for bits in (12, 16, 24, 32, 64):
        numbers = numbers_for(25, "MG", bits, Random(1))
        keys = {key_of(eight, state, numbers) for state in plain}
        print(f"{bits} bits: {len(plain) - len(keys):6,} collisions")
    print("proof by 12 bits:", proven_winner(eight, eight.initial, ByKey(eight, 12)), "win")
    print("proof by 16 bits:", proven_winner(eight, eight.initial, ByKey(eight, 16)), "win")

# %% [markdown]
# With 12 bits the proof comes to its end, looks like any other, and is false.
# With 16 bits it is right by luck.
# With 64 bits and 50,021 states a collision is too unlikely to worry about.
#
# ## Almost right
#
# The program of 2017 had the same cut as you: *a win ends the search*.
# Its clause was "return as soon as the value found is 1", and 1 meant that the musketeers win.


# %%
def hasty_winner(game, state, known):
    """Almost `proven_winner`: the search of a state ends when the first player wins."""
    if state not in known:
        known[state] = game.winner(state)
        for action in game.actions(state):
            known[state] = hasty_winner(game, game.result(state, action), known)
            if known[state] == game.players[0]:
                break
    return known[state]


for game in (eight, standard):
    known = {}
    print(hasty_winner(game, game.initial, known), f"win; {len(known):,} states")

# %% predict="the_mistake"
question = (
    "A proof of the whole game from a handful of states! In whose states is the cut a mistake?"
)
choices = ["where the musketeers choose", "where the guards choose", "in both", "in neither"]
answer = "where the guards choose"
because = """
There the clause reads: "one reply is good for the musketeers, so the musketeers win". But the guards
needn't choose that reply. A win for the player who *chooses* settles a state; a win for the other
settles nothing. In the short form, "a win ends the search", the two look the same.
"""

# %% [markdown]
# Here is a start small enough to see it.

# %%
from course_lib import watch

turned = ThreeMusketeers(".G../..MG/MM.G")
print("hasty:", hasty_winner(turned, turned.initial, {}))
with needs("proven_winner"):
    print("yours:", proven_winner(turned, turned.initial, {}))
draw_tree(watch(hasty_winner, turned, turned.initial, known={}), boards=True)

# %% [markdown]
# There is one capture, and then the guards choose.
# The search goes past a reply that wins for them, and stops at one that wins for the musketeers.
#
# The program had been tested, with Nim and with boards a few moves from their end, and the tests passed.
# What was missing was a test with *many* states whose winner is known in another way.
#
# ## From the end: layers
#
# Such another way is at hand.
# A musketeer's move takes exactly one guard off the board, and a guard's move takes none.
# So the states lie in **layers** by the number of guards, and the game only ever goes down.
#
# | to move, with n guards | leads to |
# | --- | --- |
# | the musketeers | guards to move, n - 1 guards |
# | the guards | musketeers to move, n guards |
#
# Without guards the winner is plain.
# With that layer known, a state with one guard needs a single look ahead, and so does every other state, if the layers come in the right order.
# This is **retrograde** analysis: from the end to the start, and nothing is ever searched.
#
# `states_with(game, guards, player)` gives all states with so many guards and this player to move.

# %%
from course_lib.lessons.layers import states_with

print(len(list(states_with(ThreeMusketeers("GM/MG"), 1, "guards"))), "states")

# %% [markdown]
# ## Exercise 6: one layer


# %% exercise="solve_layer"
def solve_layer(game, guards, known):
    """The winners of all states with so many guards: {state: winner}, for both sides to move.

    known[state] is the winner of each state with one guard less; without guards it is empty.
    solve_layer(ThreeMusketeers("GM/MG"), 0, {}) has twelve states, and the guards win eight.
    """
    # First the states with the musketeers to move: what follows them is in known.
    # Then those with the guards to move: what follows them you have just found.
    # Final states have a winner. In the others a player wins who has one move to a state
    # that this player wins; otherwise the other one does.
    ### BEGIN SOLUTION
    layer = {}
    for player, behind in zip(game.players, (known, layer), strict=True):
        rival = next(other for other in game.players if other != player)
        for state in states_with(game, guards, player):
            follow = [behind[game.result(state, action)] for action in game.actions(state)]
            layer[state] = game.winner(state) or (player if player in follow else rival)
    return layer
    ### END SOLUTION


# %% check="solve_layer" points=4

# %% [markdown]
# Three rows, three columns, two musketeers: *all* states, strongly solved.
# The search from the start and the layers from the end have hardly a line in common, which makes them a good test of each other.

# %% predict="hasty_agrees"
question = "The board has 9,216 states. On how many of them is the almost right search right?"
answer = 5_522
because = """
Three in five, and so it passes many a small test. Yours agrees with the layers on every one.
"""

# %%
little = ThreeMusketeers("GGM/GGG/MGG")
with needs("solve_layer", "proven_winner"):
    print("guards  states  musketeers win: to move, not to move")
    everything, layer = {}, {}
    for guards in range(8):
        layer = solve_layer(little, guards, layer)
        everything |= layer
        won = [state.to_move for state, winner in layer.items() if winner == "musketeers"]
        counts = won.count("musketeers"), won.count("guards")
        print(f"{guards:6} {len(layer):7,} {counts[0]:24} {counts[1]:13}")
    print(f"{len(everything):,} states; from the start the {everything[little.initial]} win")
    known, hasty = {}, {}
    agreed = sum(proven_winner(little, each, known) == everything[each] for each in everything)
    print(f"proven_winner agrees on {agreed:,} of {len(everything):,} states")
    agreed = sum(hasty_winner(little, each, hasty) == everything[each] for each in everything)
    print(f"hasty_winner agrees on {agreed:,}")

# %% [markdown]
# ## The whole game
#
# The real board has too many states for a dictionary, but not for a table of bits, filled layer by layer and folded by symmetry: some 300 million bytes, and less than a minute of work.
# The course has one, and this lesson has a slice of it.
# The musketeers win 1,742,791,730 of the states where they are to move, and 626,192,578 of those where the guards are.
#
# And from the start?

# %%
from course_lib.lessons.perfect_play import perfect_play

perfect_play(standard.initial)

# %% [markdown]
# All eight first moves lose.
# **The guards win Three Musketeers**, and with best play the game lasts 33 moves.
#
# The report of 2017 prints the game its program played against itself, and claims "musketeers" for every one of its 43 states.
# Here is the truth beside it.

# %%
from course_lib.lessons.capstone_log import capstone_log
from course_lib.lessons.claims import plot_claims

log = capstone_log()
plot_claims(log)

# %% [markdown]
# From move 22 on the claim is right: a false proof with a true ending.
# This is the state before that move, with the guards to move.

# %%
before = log[21]
show(standard, before.state)

# %% predict="moves_that_win"
question = "The guards have nine moves. How many of them keep the win?"
answer = 6
because = """
And the program played one of the other three. Why should it have cared? It held all of its guards'
moves to be lost.
"""

# %%
print("played:", log[22].move)
for name, winner in perfect_play(before.state).items():
    print(name, "wins" if winner == "guards" else "loses")

# %% [markdown]
# Now you try: musketeers for you, eight guards against you, and they know your proof.


# %%
from course_lib.views import play_widget


def guards_who_know(game, state):
    """A move that the proof says wins, if there is one."""
    actions = game.actions(state)
    mover = game.to_move(state)
    for action in actions:
        if proven_winner(game, game.result(state, action), plain) == mover:
            return action
    return actions[0]


play_widget(eight, guards_who_know, you_play="musketeers")

# %% [markdown]
# **That's the end of the second sitting.** What to remember:
#
# - A win ends the search only where the *winner* chooses.
# - Mirror images, short keys and a good order make a proof small, and short keys may make it false.
# - A proof by search is a program. Test it on all small states, and by a second method that shares nothing with the first.
#
# | word | meaning |
# | --- | --- |
# | ultra-weakly, weakly, strongly solved | who wins from the start; also how; from every state |
# | strategy stealing | the second player can't have a sure win that the first could take over |
# | bound | what a search with a window has shown about a value, from one side |
# | transposition table | a memory of states with their bounds |
# | key, collision | a number that stands for a state; two states with the same one |
# | layer | all states with the same number of guards |
# | retrograde | from the end of the game backwards |

# %% [markdown]
# # Further on
#
# 1. From memory: in which three cases does an entry `(lower, upper)` answer a search with the window (alpha, beta)?
# 2. By hand: which move wins at Nim with the heaps 2, 5 and 6? Check it with `nim_move`.
# 3. Strategy stealing needs "an extra stone never hurts". Find the rule of `Gomoku(exact=True)` for which that isn't clear.
# 4. Fold `bounded_alphabeta` in tic-tac-toe as we folded the proof. How many entries are left?
# 5. In `hasty_winner` change as little as you can to make it right. How many characters was the mistake worth?
# 6. Prove the game with twelve guards, `ThreeMusketeers("..G.M/.GGG./GGMGG/.GGG./M.G..")`, with everything you have. How many states does it take?
# 7. Guards who can't move may have to pass instead of losing (`stuck_guards="pass"`). What does that change about the layers, and which of your functions still work?
# 8. Open: 117,239 seconds of search, or a table of bits in less than a minute. How would you have noticed *before* the search that the second way is there?
#
# Source: A. Elabridi, *Weakly Solving the Three Musketeers Game Using Artificial Intelligence and Game Theory*, Al Akhawayn University, 2017.
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* transposition tables, move ordering and retrograde analysis are in the chapter on adversarial search and games.
