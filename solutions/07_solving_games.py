# %% [markdown]
# # Solving games: a proof, and what can go wrong with it
#
# Three musketeers stand against twenty-two guards.
# The musketeers move first, and have to capture in every turn: one of them steps onto a guard next to it, never diagonally.
# A guard steps onto an empty square next to it.
# If all musketeers ever stand in one row or column, the guards win, whoever moved; musketeers who are to move and can capture nobody have won.
# And guards who can't move have lost.

# %%
from itertools import product
from math import comb, inf
from random import Random

from IPython.display import display

from course_lib import (
    KInARow,
    Nim,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    Watched,
    compact,
    watch,
)
from course_lib.checks import hint, mine, needs
from course_lib.lessons.capstone_log import capstone_log, log_lines
from course_lib.lessons.claims import plot_claims
from course_lib.lessons.layers import Folded, rows_of, states_with
from course_lib.lessons.perfect_play import perfect_play
from course_lib.views import draw_tree, play_widget, show

standard = ThreeMusketeers()
show(standard)

# %% [markdown]
# *The start of Three Musketeers.*
#
# In 2017 a program searched this game for 117,239 seconds, which is more than 32 hours, on a rented server.
# It came to an end, and said: the musketeers win.
# A report was written about it.
#
# **Do you believe it?**
# The program did what you know from the lessons before: it searched, cut off, and remembered.
# What would you want to see before you believe a proof that nobody can read from beginning to end?
# Write down two things.
#
# ## What you will learn
#
# - What it means that a game is solved; there are three answers.
# - How to remember what a search has found, without remembering anything false.
# - How to make a search small: mirror images, short keys, the order of moves, and a proven win that ends the search.
# - To solve a game from its end, without any search.
#
# And at the end you will know who wins.
# The lesson has six exercises and takes about 90 minutes; a good place for a break is before *Short keys*.
#
# While this lesson is graded, the library's searches can't be called from your functions: the search has to be yours.
#
# ## Three ways to be solved
#
# - **Ultra-weakly solved**: we know who wins from the start, and perhaps not how.
# - **Weakly solved**: we also know how, from the start on, whatever the other player does.
# - **Strongly solved**: we know who wins, and how, from *every* state.
#
# The first looks strange: how can anybody know who wins without knowing how?
# Take any game in which a number of stones in a line wins, on a board of any size.
# Guess: on which of these boards does the *second* player win?

# %%
remembering = mine("remembering")
for rows, columns, length in ((2, 2, 2), (2, 4, 3), (3, 3, 2), (3, 3, 3), (3, 4, 3)):
    board = compact(KInARow(rows, columns, length))
    value = remembering(board, board.initial, {})
    print(f"{rows} x {columns}, {length} in a row: worth {value} to the first player")

# %% [markdown]
# None of them has a -1, and no larger board has one either, although nobody can search them all.
# Suppose that the second player had a sure way to win.
# Then the first player puts a stone anywhere, forgets it, and plays the second player's way.
# If that way ever asks for the square where the forgotten stone lies, any other square will do as well.
# A stone more never does harm in these games.
# So the first player would win as well, and both can't: the second player has no such way.
#
# This is called **strategy stealing**.
# It tells us that the first player does not lose, and not a single move.
#
# ## A game that somebody understands
#
# At the other end stands Nim.
# There are heaps of matches; a move takes as many as you like from one heap, and who takes the last match wins.
# In lesson 02 you found that whoever is to move loses exactly where the *nim-sum* is 0: the exclusive or of all heaps, in Python `^`.
# That says who wins from every state. How do we get a move out of it?
#
# The winner always leaves a nim-sum of 0.
# So if all heaps joined give s, one heap h has to become `h ^ s`: then everything joined is `s ^ s`, which is 0.
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
# Each exercise has three hints: a question, the idea, and the shape of the work.
# Each run of the next cell gives one more; for another exercise, change the name.

# %%
hint("nim_move")

# %% [markdown]
# A search can test what somebody has understood.
# Here are all states of a Nim with three heaps of up to five matches: does your move always lead to a state that the other player loses?

# %%
with needs("nim_move"):
    nim, values = Nim((5, 5, 5)), {}
    remembering(nim, nim.initial, values)
    going = [state for state in values if not nim.is_terminal(state)]
    lost = [state for state in going if values[state] == (-1 if state.to_move == "X" else 1)]
    won = [state for state in going if state not in lost]
    print(
        "None exactly where the state is lost:", lost == [s for s in going if not nim_move(s.heaps)]
    )
    kept = [values[nim.result(state, nim_move(state.heaps))] == values[state] for state in won]
    print(f"the move keeps the win in {sum(kept)} of {len(won)} states")

# %% [markdown]
# And it costs next to nothing where a search would never end.

# %%
with needs("nim_move"):
    print(nim_move((1_000_003, 2_000_029, 3_000_017, 4_000_037)))

# %% [markdown]
# Few games are so kind.
# For all others a proof is a search, and what follows is about making it small, and keeping it right.
#
# ## Remembering, the right way and the wrong way
#
# Tic-tac-toe has 255,168 ways to be played, but only some thousand states.
# Your `remembering` of lesson 02 keeps the value of each state that it has met, and works out none of them twice.

# %%
three = TicTacToe()
truth = {}
watched = Watched(three)
print("value", remembering(watched, watched.initial, truth))
print(f"{len(truth):,} states kept, {watched.visits:,} visits")

# %% [markdown]
# Alpha-beta needs 18,297 visits.
# Surely both together are better still: alpha-beta, and a memory for the value of each state?
# Here it is; read it and look for a mistake.


# %%
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


watched = Watched(three)
print("value", forgetful(watched, watched.initial, -inf, inf, {}), "with", watched.visits, "visits")

# %% [markdown]
# The start is worth 0, as it should be, with far fewer visits.
# A test of one state is a small test, though.
# Let us ask it about every state of tic-tac-toe, each time with an empty memory.
# **Guess first:** in how many of the 4,520 states that are not final will it be wrong?

# %%
open_states = [state for state in truth if not three.is_terminal(state)]
wrong = [state for state in open_states if forgetful(three, state, -inf, inf, {}) != truth[state]]
print(len(wrong), "of", len(open_states))

# %% [markdown]
# Twenty-nine.
# A test with a hundred of these states, drawn by lot, would find nothing wrong about every second time.
# One of them:

# %%
liar = three.play("a2 c3 b2 c2")
seen = {}
print("says", forgetful(three, liar, -inf, inf, seen), "and is worth", truth[liar])
show(three, liar)

# %% [markdown]
# *X to move. The program is sure that X wins.*
#
# What does its memory hold that is not true?

# %%
for state, number in seen.items():
    if number != truth[state]:
        print(three.render(state).replace("\n", " / "), " kept", number, " worth", truth[state])

# %% [markdown]
# These numbers came from searches with a *window*.
# A search that was cut off has not found a value, but a **bound**: "at least 1, and I did not look any further", or "at most 1".
# For the window of that moment the bound was enough.
# Later the same state was met with another window, and the bound was taken for the value.
#
# So a memory for alpha-beta, a **transposition table**, keeps two numbers for each state: the value is at least `lower` and at most `upper`.
#
# | what the search found, with the window as it was when it began | what is known now |
# | --- | --- |
# | a number up to alpha | the value is at most that: `(-inf, number)` |
# | a number from beta on | the value is at least that: `(number, inf)` |
# | a number between them | the value: `(number, number)` |
#
# And an entry may answer a question only in three cases: its `lower` is beta or more, its `upper` is alpha or less, or the two are equal.
# In all other cases the state has to be searched.
#
# By hand: the table says `(0, inf)`, and the window is `(-1, 1)`. May the entry answer? And with the window `(-1, 0)`?
#
# ## Exercise 2: a table of bounds
#
# This is the longest exercise of the lesson; your `alphabeta` of lesson 03 is in the middle of it.


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
# The same test as above, all 4,520 states.

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
# None is wrong, and the visits have fallen from 18,297 to about a quarter.
# Most of the entries know the value from one side only; that was all that anybody asked.
#
# ## Mirror images
#
# These boards are worth the same, whatever they are worth: each is another turned round or seen in a mirror.

# %%
for line in ("a3 b2", "c3 b2", "c1 b2", "a1 b2"):
    display(show(three, three.play(line), size=90))

# %% [markdown]
# *One corner, four times.*
#
# A square has eight such images: four turns, and four turns of its mirror image.
# A table needs one entry for all of them.
# It only has to be clear under which of the eight; let us take the *least*, in the order in which Python compares.
# (The program of 2017 used four of the eight. How much did it give away by that, at most?)
#
# For this exercise a board is a tuple of its rows, each row a text, like `("M..", ".GM", "G..")`.
#
# ## Exercise 3: the least image


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

# %% [markdown]
# How many states of tic-tac-toe are left?
# Eight images make an eighth, or nearly: guess whether it is more or less than 5,478 / 8 = 685.

# %%
with needs("least_image"):
    left = {least_image(rows_of(three, state)) for state in truth}
    print(f"{len(truth):,} states, {len(left)} without their images")

# %% [markdown]
# A little more than an eighth, because some boards are their own mirror image.
#
# ## Short keys
#
# A program that stores hundreds of millions of states can't keep whole boards.
# It keeps a number for each: a **key**.
# Zobrist's way to make one needs a random number for each piece on each square, and one for whose turn it is.
# The key of a state is the exclusive or of all numbers that apply.


# %%
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


numbers = numbers_for(25, "MG", 64, Random(1))
hex(key_of(standard, standard.initial, numbers))

# %% [markdown]
# The beauty of it: what is joined twice is gone.
# After a move there is no need to look at the whole board again; a few numbers are enough.
#
# ## Exercise 4: the key after a move
#
# `board` is the board *before* the move, as a text or tuple with one piece for each square, "." where it is empty.
# A piece goes from the square `leave` to the square `enter`, and captures who stands there, if anybody does.


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
# Along a whole random game: is your key after each move the one that the whole board would have?

# %%
with needs("next_key"):
    rng = Random(3)
    state, same = standard.initial, []
    key = key_of(standard, state, numbers)
    while not standard.is_terminal(state):
        action = rng.choice(standard.actions(state))
        leave, enter = (5 * row + column for row, column in action)
        key = next_key(key, numbers, state.board, leave, enter)
        state = standard.result(state, action)
        same.append(key == key_of(standard, state, numbers))
    print(f"{sum(same)} of {len(same)} keys are the same")

# %% [markdown]
# Two states may have the same key: a **collision**.
# Then the table answers for one of them with the value of the other, and nobody notices.
# The report of 2017 says that Zobrist keys are free of collisions.
# They are not: they are unlikely to collide, and how unlikely hangs on their length.
# We shall soon have a proof with 50,021 states, and can count.
#
# ## A win ends the search
#
# Three Musketeers knows no draw: somebody wins.
# So we need no numbers and no window, only a name.
# And there is a cut that alpha-beta has as well, in its simplest form: **as soon as the player to move has found a move that wins, no other move has to be looked at.**
#
# In this tree MAX moves first and wins at the leaves that are 1.
# Which leaves have to be looked at, from left to right?

# %%
win_or_lose = TextbookTree([[-1, 1], [1, 1, -1], [1, 1], [1, -1]])
draw_tree(win_or_lose, values=False)

# %% [markdown]
# *Four branches for MAX, in each of which MIN replies.*
#
# ## Exercise 5: who wins
#
# `known` keeps the winner of each state that was settled, as `remembering` did for values.


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
# Your search on the tree: what is dashed was never looked at.

# %%
with needs("proven_winner"):
    trace = watch(proven_winner, win_or_lose, (), known={})
    display(draw_tree(trace))

# %% [markdown]
# *A reply that MIN wins by ends its branch, and a branch that MAX wins by ends the search.*
#
# Now to the game itself, with eight guards in place of twenty-two.
# Who wins, do you think?

# %%
eight = ThreeMusketeers("....M/.GGG./.GMG./.GGG./M....")
show(eight)

# %%
with needs("proven_winner"):
    plain = {}
    print(proven_winner(eight, eight.initial, plain), f"win; {len(plain):,} states")

# %% [markdown]
# You have just proved something about this game.
# Now make the proof smaller.
# Your `least_image` goes in at the game, not at the search: `Folded` hands out the least image of each state, and the search never notices.
# In the same way, a game can hand out its actions in a better order: first those that leave the other side the fewest moves.


# %%
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


with needs("proven_winner", "least_image"):
    ways = {
        "folded": Folded(eight, least_image),
        "ordered": Ordered(eight),
        "both": Ordered(Folded(eight, least_image)),
    }
    for name, game in ways.items():
        known = {}
        winner = proven_winner(game, game.initial, known)
        print(f"{name:8} {winner} win; {len(known):6,} states")

# %% [markdown]
# The same answer each time, and in the end from a fourteenth of the states.
# Folding alone saves less than eight times: the search ends as soon as a win is found, and where that is hangs on the order, which folding changes as well.
#
# ### What a collision does
#
# Back to the keys.
# Here are the 50,021 states of the first proof, and how many of them share a key with an earlier one, for keys of different length.

# %%
with needs("proven_winner"):
    for bits in (12, 16, 20, 24, 32, 64):
        numbers = numbers_for(25, "MG", bits, Random(1))
        keys = {key_of(eight, state, numbers) for state in plain}
        print(f"{bits} bits: {len(plain) - len(keys):6,} collisions")

# %% [markdown]
# And what if the proof itself remembers by short keys?


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
    for bits in (12, 16):
        winner = proven_winner(eight, eight.initial, ByKey(eight, bits))
        print(f"{bits} bits: the {winner} win")

# %% [markdown]
# With 12 bits the proof comes to an end, looks like any other, and is false.
# With 16 bits it is right by luck: thousands of its states answer for each other.
# With 64 bits there are none, and with 50,021 states a collision is so unlikely that we need not think of it; with thousands of millions of states it has to be thought of.
#
# ## Almost right
#
# The program of 2017 had the same cut as you: *a win ends the search*.
# Its clause was "return as soon as the value found is 1".
# And 1 meant: the musketeers win.
# Do you see it?


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

# %% [markdown]
# A proof of the whole game, with twenty-two guards, from a handful of states: what luck.
# It has looked at a single line of moves, from the start to an end that the musketeers win, and at nothing else.
# And with eight guards it says the opposite of your own proof.
# Here is a start that is small enough to see why.

# %%
turned = ThreeMusketeers(".G../..MG/MM.G")
print("hasty:", hasty_winner(turned, turned.initial, {}))
with needs("proven_winner"):
    print("yours:", proven_winner(turned, turned.initial, {}))
show(turned)

# %%
trace = watch(hasty_winner, turned, turned.initial, known={})
draw_tree(trace, boards=True)

# %% [markdown]
# *The only capture, and the guards' replies. The search of the guards' state goes on past a reply that wins for them, and ends with one that wins for the musketeers.*
#
# At the state where the *guards* choose, the clause reads: "one reply is good for the musketeers, so the musketeers win".
# But the guards don't have to choose that reply.
# A win of the player who **chooses** settles a state; a win of the other one settles nothing.
# In the short form, "a win ends the search", the two look the same.
#
# The program had a second, smaller mistake, and you have met it: it remembered what alpha-beta had cut off as if it were a value.
# It had been tested, with Nim and with boards a few moves before their end, and the tests were passed.
# What was missing is a test with *many* states whose value is known by another way, some of them won for the guards by a choice.
#
# ## From the end: layers
#
# Such another way is waiting.
# A musketeer's move takes exactly one guard off the board, and a guard's move takes none.
# So the states lie in **layers**, by the number of guards, and the game only ever goes down:
#
# | to move, with n guards | leads to |
# | --- | --- |
# | the musketeers | guards to move, n - 1 guards |
# | the guards | musketeers to move, n guards |
#
# Take three rows and three columns, two musketeers, and no guards at all.
# Who wins, whoever is to move? (What if the two stand in line?)
# With the answer you know the lowest layer; and now a state with one guard and the musketeers to move needs a single look ahead.
# So does every other state, if the layers come in the right order.
# This is **retrograde** thinking: from the end to the start, and nothing is ever searched.
#
# `states_with(game, guards, player)` gives all states with so many guards and this player to move, also those that no game from the start leads to.
#
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

# %%
little = ThreeMusketeers("GGM/GGG/MGG")
with needs("solve_layer"):
    print("guards  states  musketeers win: to move, not to move")
    everything, layer = {}, {}
    for guards in range(8):
        layer = solve_layer(little, guards, layer)
        everything |= layer
        won = [state.to_move for state, winner in layer.items() if winner == "musketeers"]
        mine_, theirs = won.count("musketeers"), won.count("guards")
        print(f"{guards:6} {len(layer):7,} {mine_:24} {theirs:13}")
    print(f"{len(everything):,} states; from the start the {everything[little.initial]} win")

# %% [markdown]
# Without guards the two musketeers win wherever they are not in line; from four guards on, they win almost nothing.
# (What they still win there are states in which no guard can move.)
#
# And the two ways, the search from the start and the layers from the end, must agree everywhere.
# They have hardly a line in common; that is what makes them a good test of each other.
# The almost right search is there, too.

# %%
with needs("solve_layer", "proven_winner"):
    known, hasty = {}, {}
    mine_ = sum(proven_winner(little, each, known) == everything[each] for each in everything)
    theirs = sum(hasty_winner(little, each, hasty) == everything[each] for each in everything)
    print(f"proven_winner agrees on {mine_:,} of {len(everything):,} states")
    print(f"hasty_winner agrees on {theirs:,}")

# %% [markdown]
# ## The whole game
#
# How many states has the real board, with musketeers who are not in line and any number of guards?

# %%
placements = comb(25, 3) - 10 * comb(5, 3)
print(f"{placements:,} placements of the musketeers")
print(f"{placements * 2**22:,} states for each side to move")

# %% [markdown]
# Too many for a dictionary, but not for a table of bits that is filled layer by layer and folded by symmetry: some 300 million bytes, and less than a minute of work.
# The course has such a table (`course solve three-musketeers --strong` makes it, where the whole course is installed), and this lesson has a slice of it.
# Of all those states the musketeers win 1,742,791,730 when they are to move and 626,192,578 when the guards are.
#
# But first your own search once more.
# Twelve guards, with all that you have built; and then the start of the real game, from the table.

# %%
twelve = ThreeMusketeers("..G.M/.GGG./GGMGG/.GGG./M.G..")
with needs("proven_winner", "least_image"):
    small, known = Ordered(Folded(twelve, least_image)), {}
    print(proven_winner(small, small.initial, known), f"win with twelve; {len(known):,} states")
print(perfect_play(standard.initial))

# %% [markdown]
# All eight first moves lose.
# **The guards win Three Musketeers**, and with best play on both sides the game lasts 33 moves.
#
# The report of 2017 prints the game that its program played against itself, with the value of each state: always "musketeers".
# Here are its 43 states, and the truth beside them.

# %%
log = capstone_log()
print("\n".join(log_lines()))

# %%
plot_claims(log)

# %% [markdown]
# *A false proof can come with a true ending: from move 22 on, the claim is right.*
#
# This is the state before move 22; the guards are to move.
# Which moves keep the win? Write down one before you run the second cell.

# %%
before = log[21]
show(standard, before.state)

# %%
print("played:", log[22].move)
for name, winner in perfect_play(before.state).items():
    print(name, "wins" if winner == "guards" else "loses")

# %% [markdown]
# Six of nine moves win, and the program played one of the three others.
# Why should it have cared? It held all of its guards' moves to be lost.
#
# Look at your two lines from the beginning of the lesson.
# What would have shown the mistake: a test, another method, somebody who plays the guards?
#
# Play it yourself: you have the musketeers and eight guards against you, who know your proof.


# %%
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
# ## What to remember
#
# - A table for alpha-beta keeps bounds, and an entry is used only where it answers the question of the window.
# - Mirror images, short keys and the order of moves make a proof small; a win ends the search only where the winner chooses.
# - A proof by search is a program, and programs are tested: on all small states, and by a second method that shares nothing with the first.
#
# | word | meaning |
# | --- | --- |
# | ultra-weakly, weakly, strongly solved | we know who wins from the start; also how; from every state |
# | strategy stealing | the second player can't have a sure win that the first could take over |
# | bound | what a search with a window has shown of a value, from one side |
# | transposition table | a memory of states with their bounds |
# | key, collision | a number that stands for a state; two states with the same one |
# | layer | all states with the same number of guards |
# | retrograde | from the end of the game backwards |
#
# ## Try it yourself
#
# 1. From memory: in which three cases does an entry `(lower, upper)` answer a search with the window (alpha, beta)?
# 2. By hand: which move wins at Nim with the heaps 2, 5 and 6? Check it with `nim_move`.
# 3. Strategy stealing needs "a stone more never does harm". Find the rule of `Gomoku(exact=True)` for which that is not clear.
# 4. Fold `bounded_alphabeta` in tic-tac-toe as we folded the proof. How many entries are left?
# 5. In `hasty_winner` change as little as you can, so that it is right. How many characters was the mistake worth?
# 6. Guards who can't move may have to pass instead of losing (`stuck_guards="pass"`). What does that change about the layers, and which of your functions still work?
# 7. An open question: 117,239 seconds of search or a table of bits that takes less than a minute. How would you have noticed *before* the search that the second way is there?
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) transposition tables, move ordering and retrograde analysis are in the chapter on adversarial search and games.
