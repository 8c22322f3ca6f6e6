# %% [markdown]
# # Solving games: a proof, and what can go wrong with it
#
# Three musketeers against twenty-two guards.
#
# ![The start of Three Musketeers: a board of five by five, musketeers in two opposite corners and the centre, guards on all other squares](attachment:start.png)
#
# The musketeers move first, and must capture on every turn: one of them steps onto a guard right next to it, never diagonally.
# A guard steps onto an empty square next to it, not diagonally either.
# The guards win as soon as all three musketeers stand in one row or column, even if a forced capture took them there.
# Otherwise, if it's the musketeers' turn and they can't capture, they have won. If it's the guards' turn and they can't move, they have lost.
#
# In 2017 a student, Ali Elabridi, let a program search this game on a rented server for 117,239 seconds, more than 32 hours.
# It finished, and said: *the musketeers win.*
# His report is called *Weakly Solving the Three Musketeers Game*.
#
# Do you believe it?

# %% [markdown] part="further"
# There are five sittings of about half an hour:
#
# 1. what "solved" means, and a memory that doesn't lie,
# 2. mirror images and short keys,
# 3. your own proof, with eight guards,
# 4. a proof that looks where it's cheapest: your program solves a Connect Four,
# 5. a test for the proof of 2017, and who had been there before.

# %% [markdown] part="core"
# In checks and in grading the library's searches are switched off, so don't call them in your answers.

# %%
from math import inf
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    KInARow,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    Watched,
    compact,
    watch,
)
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.lessons.lesson_07.capstone_log import capstone_log, perfect_play, plot_claims
from course_lib.lessons.lesson_07.proof_trees import step_through_proof
from course_lib.lessons.lesson_07.solving import (
    ByKey,
    collisions,
    cost_of,
    every_layer,
    key_of,
    keys_agree,
    knowing,
    mistaken,
    numbers_for,
    rows_of,
    same_winners,
    states_with,
    ten_proofs,
    visits_of,
)
from course_lib.lessons.showing import show_me
from course_lib.lessons.unseen import unseen
from course_lib.questions import predict, recall
from course_lib.views import draw_tree, play_widget, show

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("07")

# %% picture="start"
show(ThreeMusketeers())

# %% predict="who_wins"
question = "Before you know anything: who do you think wins Three Musketeers?"
choices = ["the musketeers", "the guards"]
answer = "the guards"
because = """
That's what we say. The report says the opposite, so one of us is wrong, and so far you have no reason
to trust either. What would you want to see before you believe a proof that is too long to read?
"""

# %% [markdown]
# # First sitting: remember only what is true
#
# ## Three ways to be solved
#
# - **Ultra-weakly solved**: we know the result with best play from the start, though perhaps not how to get it.
# - **Weakly solved**: we also know how, from the start on, whatever the opponent does.
# - **Strongly solved**: we know the result, and how to get it, from *every* state.
#
# The first one sounds strange.
# How can anybody know that a player can't lose, without knowing how that player should play?
# Take five boards: two in a row wins on 2x2 and 3x3, three in a row on 2x4, 3x3 and 3x4.

# %% predict="second_player"
question = "On how many of these five boards can the *second* player force a win?"
answer = 0
because = """
On none of them: the next cell finds that out by searching. With five in a row on 15x15 it's the
same, and the text below needs no search at all to see it.
"""

# %%
remembering = mine("remembering")
for rows, columns, length in ((2, 2, 2), (2, 4, 3), (3, 3, 2), (3, 3, 3), (3, 4, 3)):
    board = compact(KInARow(rows, columns, length))
    value = remembering(board, board.initial, {})
    print(f"{rows} x {columns}, {length} in a row: worth {value} to the first player")

# %% [markdown]
# The second player can never force a win, and you can know that without a search.
# Suppose the second player had a sure way to win.
# Then the first player could put a stone anywhere, and from then on play that same way, as if moving second. (If the plan ever asks for the square that is already taken, any other will do: an extra stone never hurts.)
# So both would win, which is impossible.
# This is **strategy stealing**, John Nash's argument of 1949.
# It doesn't tell you a single move, and it leaves open whether the first player wins or draws.
# (In a game without draws, such as Hex, it settles even that: the first player wins.)
#
# ## A game that somebody understands
#
# Nim is the other extreme: we know everything about it, without any search.
# In lesson 2 you saw Bouton's rule: the player to move loses exactly when the *nim-sum* of the heaps, their exclusive or, is 0.
# How do we get a *move* out of that?
#
# The winner always leaves a nim-sum of 0.
# So if the nim-sum of all heaps is s, some heap h has to become `h ^ s`; that makes the nim-sum `s ^ s`, which is 0.
# But a heap can't grow, so not every heap will do.
#
# ## Exercise 1: strongly solved in a few lines


# %% exercise="nim_move"
def nim_move(heaps):
    """Return a winning move as (heap, take), or None if every move loses; of any number of heaps.

    If several moves win, any of them will do.
    nim_move((3, 4, 5)) is (0, 2): taking 2 from heap 0 leaves (1, 4, 5), and 1 ^ 4 ^ 5 is 0.
    """
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

# %%
hint("nim_move")  # stuck? each run of this cell shows one more hint

# %%
# No search would ever finish this one.
with needs("nim_move"):
    print(nim_move((1_000_003, 2_000_029, 3_000_017, 4_000_037)))

# %% [markdown]
# Few games are so kind.
# For all the others, a proof is a search, and the art is to make it small and still get it right.
#
# ## Remembering, the right way and the wrong way
#
# Your `remembering` from lesson 2 works out each state of tic-tac-toe only once, and alpha-beta skips most of them. Surely the two together must be better still?
# You met the careless way in lesson 3: it kept the number that alpha-beta found for a state, and in 29 of 4,520 states it was wrong.
# A search that was cut off hasn't found a value, only a **bound**: "at least 1, and I didn't look any further".
# For its window at that moment, a bound was enough. Later the same state came up with another window, and the bound was taken for the value.
#
# So a memory for alpha-beta, a **transposition table**, keeps *two* numbers for each state: the value is at least `lower` and at most `upper`.
#
# | what the search found, compared with the window it began with | what you know now |
# | --- | --- |
# | alpha or less | the value is at most this number: `(-inf, number)` |
# | beta or more | the value is at least this number: `(number, inf)` |
# | something in between | the value is this number: `(number, number)` |
#
# An entry may replace a search in three cases only: its `lower` is beta or more, its `upper` is alpha or less, or the two are equal.

# %% predict="may_answer"
question = (
    "The entry says (0, inf). May it replace a search with the window (-1, 1)? And with (-1, 0)?"
)
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
# 1. Copy your `alphabeta` from lesson 3. Give it the new name and the argument `table`, and pass `table` on in every call. It should still be right.
# 2. Before the loop: is there an entry, and may it replace the search?
# 3. Remember alpha and beta as they were, because the loop moves them.
# 4. After the loop: compare with the old alpha and beta, and write the bounds into the table. (You may simply replace an old entry.)


# %% exercise="bounded_alphabeta"
def bounded_alphabeta(game, state, alpha, beta, table):
    """Return what the state is worth to game.players[0], or a bound, by the contract of lesson 3.

    table[state] is (lower, upper), what is known about the value; use it, and fill it.
    With {state: (1, inf)} and the window (0, 1) the answer is 1, without any search.
    """
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
# Is it right? The test of lesson 3: each of the 4,520 unfinished states of tic-tac-toe, each time with an empty table.

# %%
three, truth = TicTacToe(), {}
remembering(three, three.initial, truth)
with needs("bounded_alphabeta"):
    print(len(mistaken(bounded_alphabeta, three, truth)), "are wrong")
    watched, entries = Watched(three), {}
    bounded_alphabeta(watched, watched.initial, -inf, inf, entries)
    exact = sum(lower == upper for lower, upper in entries.values())
    print(f"{watched.visits:,} visits; {exact:,} of {len(entries):,} entries are exact")

# %% claim="a_table_of_bounds_is_right"
assert mistaken(bounded_alphabeta, three, truth) == []
assert watched.visits < 18_297 / 3
assert exact < len(entries) / 2

# %% [markdown]
# No state is wrong, and the search takes less than a third of plain alpha-beta's visits.
# Most entries bound their value from one side only. Nobody ever needed the other.
#
# **That's the end of the first sitting.** Two things to take with you:
#
# - "Solved" can mean three different things.
# - A table for alpha-beta keeps bounds, and an entry is used only where it is good enough for the window.

# %% [markdown]
# # Second sitting: one entry for many states
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("07")
three, truth, remembering = TicTacToe(), {}, mine("remembering")
remembering(three, three.initial, truth)
recall("07")

# %% [markdown]
# ## Exercise 3: mirror images
#
# A square board can be turned and mirrored in eight ways, and all eight images are worth the same.
# One entry in the table is enough for all of them, as long as we always choose the same image.
# Let's choose the *least*, as Python compares them.
#
# Here a board is a tuple of its rows, and each row is a string, like `("M..", ".GM", "G..")`.


# %% exercise="least_image"
def least_image(board):
    """Return the least of the eight images of a square board, as a tuple of rows.

    least_image(("..", "G.")) is ("..", ".G"): a dot comes before any letter.
    """
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
question = (
    "Tic-tac-toe has 5,478 states, and an eighth of that is about 685. How many are really left?"
)
answer = 765
because = """
A little more than an eighth. Turn the empty board as often as you like: it's still the empty board, so
there are no eight of it to save.
"""

# %%
with needs("least_image"):
    left = {least_image(rows_of(state)) for state in truth}
    print(f"{len(truth):,} states, or {len(left)} if mirror images count once")

# %% [markdown] part="further"
# ## Short keys
#
# A program that stores hundreds of millions of states can't keep whole boards, so it keeps a number for each: a **key**.
# Albert Zobrist's recipe is from 1970: pick a random number for each piece on each square, and one for the turn.
# The key of a state is the exclusive or of all the numbers that apply to it.
# (In this part, squares are numbered as in `state.board`: 0 to 24, from the top left, row by row.)

# %%
standard, numbers = ThreeMusketeers(), numbers_for(25, "MG", 64, Random(1))
print(hex(key_of(standard, standard.initial, numbers)))
show_me(numbers_for, key_of, keys_agree)

# %% [markdown]
# That's the beauty of exclusive or: put a number in, put it in again, and it's gone.
# So after a move you needn't go through the whole board. A few numbers will do.
#
# ## Exercise 4: the key after a move
#
# `board` is the board *before* the move, one piece for each square, and "." where it is empty.
# A piece goes from the square `leave` to the square `enter`, and captures whatever is there.


# %% exercise="next_key"
def next_key(key, numbers, board, leave, enter):
    """Return the key after the piece on `leave` has moved to `enter`, made from the old key.

    The key is made of numbers[square, piece] and numbers["turn"]. Empty squares have no number.
    If every number were 0 except numbers["turn"] = 5, next_key(1, ...) would be 1 ^ 5, which is 4.
    """
    ### BEGIN SOLUTION
    piece, captured = board[leave], board[enter]
    key ^= numbers["turn"] ^ numbers[leave, piece] ^ numbers[enter, piece]
    if captured != ".":
        key ^= numbers[enter, captured]
    return key
    ### END SOLUTION


# %% check="next_key" points=2

# %% [markdown]
# Here is a random game, move by move: is your key always the one you'd get from the whole board?

# %%
with needs("next_key"):
    same = keys_agree(next_key, standard, numbers, Random(4))
    print(f"{sum(same)} of {len(same)} keys are the same")

# %% claim="all_keys_are_the_same"
assert all(same)

# %% [markdown]
# **That's the end of the second sitting.** Two things to take with you:
#
# - One entry can stand for eight mirror images.
# - A key is a number that stands for a state, and after a move it changes by a few numbers only.

# %% [markdown] part="core"
# # Third sitting: a win ends the search
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("07")
remembering = mine("remembering")
recall("07")

# %% [markdown]
# Three Musketeers has no draws, so you need no numbers and no window. The winner's name is enough.
# And alpha-beta's cut becomes as simple as can be: **once the player to move has found a winning move, no other move needs a look.**

# %%
win_or_lose = TextbookTree([[-1, 1], [1, 1, -1], [1, 1], [1, -1]])
draw_tree(win_or_lose, values=False)

# %% predict="leaves_needed"
question = (
    "MAX moves first and wins at the 1s. Left to right, how many of the nine leaves are needed?"
)
answer = 6
because = """
MIN needs a single -1 in a branch, so the first leaf settles the first branch. The second takes all
three leaves. The third, with two, wins for MAX, and nobody looks at the fourth.
"""

# %% [markdown]
# ## Exercise 5: who wins
#
# `known` keeps the winner of each state you have settled, just as the memory of `remembering` kept values.
# For a final state, `game.winner(state)` names the winner; for any other it gives `None`.


# %% exercise="proven_winner"
def proven_winner(game, state, known):
    """Return who wins, in a game without draws; `known` keeps the winner of each settled state.

    For the tree above that is "MAX", and only some of the nine leaves are looked at.
    proven_winner(game, state, {state: "O"}) is "O", without any search.
    """
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
# Now the game itself, with eight guards instead of twenty-two.
# Guess for yourself before you run it: who wins this one?

# %%
eight, plain = ThreeMusketeers("....M/.GGG./.GMG./.GGG./M...."), {}
with needs("proven_winner"):
    print(proven_winner(eight, eight.initial, plain), f"win; {len(plain):,} states")
    display(show(eight))

# %% [markdown]
# Nobody could have worked that out by hand.
# Two ideas made the proof possible: the **early stop** at the first winning move, and the **table** `known`.
# Here are three more, and your function needn't change for any of them, because the game does the work:
#
# - **symmetry**: the game hands out only the least image of each state;
# - **ordering**: the game lists first the moves that leave the other side the fewest replies;
# - **killer**: a move that has just won is tried first in the sibling states, those with the same parent.
#
# Let's try them with six guards, where a proof takes no time at all.

# %% predict="least_missed"
question = "All five are switched on. Which one would you miss least?"
choices = ["early stop", "table", "symmetry", "ordering", "killer"]
answer = "killer"
because = """
Added to just the early stop and the table, it saves a sixth of the visits. But a good order finds most
of the same moves by itself, and with all the others on, the proof is even seven visits shorter without
the killer. What an idea gains depends on the company it keeps.
"""

# %%
six = ThreeMusketeers("....M/..GG./.GMG./.GG../M....")
with needs("proven_winner", "least_image"):
    print(costs := ten_proofs(six, proven_winner, remembering, least_image))
show_me(ten_proofs, cost_of)

# %% claim="ten_times_the_guards"
assert len(costs.splitlines()) == 10
assert all(line.endswith("guards") for line in costs.splitlines())

# %% [markdown]
# Ten proofs, and in all ten the guards win.
# In our run the proof takes four times as many visits without the table, or without symmetry; without the early stop, three times; without the ordering, twice.
# And the killer? With a good order in place, it saved nothing more.
# Gains don't multiply: what one idea saves, another would often have saved anyway.

# %% [markdown] part="further"
# ### What a collision does
#
# Two states may have the same key: a **collision**.
# Then the table gives you the winner of the wrong state, and nobody notices.
# The report of 2017 calls Zobrist keys free of collisions.
# They aren't. Collisions are *unlikely*, and how unlikely depends on the length of the key.
# A proof with eight guards has only some tens of thousands of states, few enough to count the collisions.
# Ours keeps 50,021 of them. If yours doesn't keep states in which the game is over, it has 37,188, and fewer collisions.
# (`ByKey` is a dictionary that keeps each winner under the key of the state. It's shown below.)

# %% predict="collisions"
question = "How many of the 50,021 states of our proof share a key with an earlier one, if keys have 12 bits?"
answer = 45_925
because = """
12 bits make only 4,096 different keys, so nearly every state finds its key taken. And yet a proof that
remembers by these keys doesn't crash. It runs to the end, and names a winner.
"""

# %%
with needs("proven_winner"):
    for bits in (12, 16, 24, 32, 64):
        print(f"{bits} bits: {collisions(eight, plain, bits):6,} collisions")
    for bits in (12, 16):
        winner = proven_winner(eight, eight.initial, ByKey(eight, bits))
        print(f"proof with {bits}-bit keys: {winner} win")
show_me(ByKey)

# %% [markdown]
# In our run the proof with 12-bit keys looks like any other, and it is false. The one with 16 bits is right, by luck.
# With 64 bits and so few states, a collision is too unlikely to worry about.
#
# **That's the end of the third sitting.** Two things to take with you:
#
# - Where the winner chooses, one winning move settles a state.
# - Mirror images, short keys and a good order make a proof small. Keys that are too short make it false.

# %% [markdown]
# # Fourth sitting: a proof that looks where it's cheapest
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("07")
eight = ThreeMusketeers("....M/.GGG./.GMG./.GGG./M....")
recall("07")

# %% [markdown]
# Connect Four was solved in October 1988, twice, fifteen days apart.
# Here is the idea, and then your program solves a smaller board on its own.
#
# `proven_winner` goes from left to right.
# If the first move is hard to judge and the second one wins at once, it still works through the first to the end.
# Victor Allis, one of the two of 1988, wanted a search that goes where a proof is *cheapest*. In 1994 he published it, together with Maarten van der Meulen and Jaap van den Herik: **proof-number search**.
#
# It asks a question with two answers: *can this player force a win?* A draw counts as no.
# Where the player chooses, **one** good move is enough; where the opponent chooses, **all** moves have to be good. So the tree is called an **AND/OR tree**.
# Each state gets two numbers:
#
# - its **proof number**: the least number of unknown leaves that must turn out well before the answer is yes,
# - its **disproof number**: the least number that must turn out badly before the answer is no.


# %%
def first_numbers(game, state, player):
    """The numbers of a state before anybody has looked further: can this player force a win?"""
    if not game.is_terminal(state):
        return 1, 1
    return (0, inf) if game.winner(state) == player else (inf, 0)


little_tree = TextbookTree([[1, [-1, 1], [1, -1, 1]], [[-1, 1, -1], 1], [1, [[1, 1], [-1]]]])
for state in ((), (0, 0), (0, 1, 0)):
    print(state, first_numbers(little_tree, state, "MAX"))

# %% [markdown]
# A state that nobody has looked at needs one more look, whatever you want to show. One that is won needs none. And one that is lost can't be won by any number of looks.

# %% predict="one_or_all"
question = (
    "MIN moves, and its three children have the proof numbers 2, 3 and 1. What is the proof number"
    " of the state, if the question is whether MAX can win?"
)
answer = 6
because = """
MIN chooses, so all three have to be won for MAX: 2 + 3 + 1. To disprove it, one of them is enough, the
one with the least disproof number.
"""

# %% [markdown]
# ## Exercise 6: the two numbers


# %% exercise="proof_numbers"
def proof_numbers(pairs, chooses):
    """Return the pair (proof number, disproof number) of a state from the pairs of its children.

    `chooses` says whether it's the turn of the player who wants to win.
    proof_numbers([(3, 2), (5, 1)], True) is (3, 3), and with False it is (8, 1).
    """
    ### BEGIN SOLUTION
    proofs = [proof for proof, _ in pairs]
    disproofs = [disproof for _, disproof in pairs]
    if chooses:
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)
    ### END SOLUTION


# %% check="proof_numbers" points=2

# %% [markdown]
# Now the search. It begins with the root alone and makes the tree **grow**, a leaf at a time, just as Monte Carlo tree search did.
# Which leaf? Walk down from the root: where the player chooses, to the child with the least *proof* number; where the opponent chooses, to the child with the least *disproof* number.
# Where you end is the **most proving** leaf: whatever it turns out to be, it brings one of the two answers closer.

# %% picture="proof"
from course_lib.lessons.lesson_07.proof_trees import draw_proof

little_tree = TextbookTree([[1, [-1, 1], [1, -1, 1]], [[-1, 1, -1], 1], [1, [[1, 1], [-1]]]])
numbers = {(): (1, 3), (0,): (2, 1), (1,): (1, 1), (2,): (1, 1)}
numbers |= {(0, 0): (0, inf), (0, 1): (1, 1), (0, 2): (1, 1), (1, 0): (1, 1), (1, 1): (0, inf)}
draw_proof(little_tree, "MAX", numbers, way=False)

# %% [markdown]
# Here is a tree that has grown three times.
#
# ![An AND/OR tree: the root says OR 1 : 3, its three children AND 2 : 1, AND 1 : 1 and AND 1 : 1; below them are won leaves with 0 : infinity and open ones with 1 : 1](attachment:proof.png)

# %% predict="most_proving"
question = "Follow the numbers from the root. Where does this tree grow next?"
choices = ["below a, then b", "below b, then a", "below c"]
answer = "below b, then a"
because = """
At the root MAX chooses: b and c both need a single leaf, and b comes first. There MIN chooses, and the
least disproof number is the 1 of b's left child. If it's won, b is won, and so is the whole tree.
"""

# %% [markdown]
# ## Exercise 7: grow
#
# `table` keeps the two numbers of each state that the tree has, under the state itself.
# So a state that comes up twice, by moves in another order, is kept once, and is known wherever it comes up.
#
# One step of the search goes like this: if some states after this one aren't in the table yet, *this* is the leaf, and they are added. Otherwise go on to the most proving of them. Then work out this state's own numbers again.
# There's a catch. Because states are shared, the child you are about to visit may have been settled by way of another parent. Then there's nothing left to grow, and only this state's numbers are out of date.


# %% exercise="grow"
def grow(game, state, player, table):
    """Make the most proving leaf below this state grow; table[state] is (proof, disproof).

    Of children that are equally good take the first, in the order of actions. Nothing is returned.
    With table = {(): (1, 1)}, grow(little_tree, (), "MAX", table) adds (0,), (1,) and (2,), each
    with (1, 1), and sets table[()] to (1, 3).
    """
    ### BEGIN SOLUTION
    chooses = game.to_move(state) == player
    after = [game.result(state, action) for action in game.actions(state)]
    new = [child for child in after if child not in table]
    for child in new:
        table[child] = first_numbers(game, child, player)
    if not new:
        best = min(after, key=lambda child: table[child][0 if chooses else 1])
        if 0 not in table[best]:
            grow(game, best, player, table)
    table[state] = proof_numbers([table[child] for child in after], chooses)
    ### END SOLUTION


# %% check="grow" points=5

# %% [markdown]
# Watch it grow: each tree is a question, and each step says where it goes, what it adds, and which numbers change.

# %%
with needs("proof_numbers", "grow"):
    display(step_through_proof(grow, little_tree, "MAX"))

# %% [markdown]
# The branch c was never opened, and neither were most leaves below a.
# The rest is a loop: grow until one of the root's numbers is 0.
#
# First the eight guards again.


# %%
def can_win(game, player):
    """Whether this player can force a win from the start, and how many states that took."""
    table = {game.initial: first_numbers(game, game.initial, player)}
    while 0 not in table[game.initial]:
        grow(game, game.initial, player, table)
    return table[game.initial][0] == 0, len(table)


with needs("proof_numbers", "grow"):
    won, states = can_win(eight, "guards")
    print(f"guards can force a win: {won}; {states:,} states. Our proven_winner needed 50,021.")

# %% claim="fewer_states"
assert won
assert states < 50_021 / 3

# %% predict="four_by_five"
question = (
    "Connect Four on a board with four rows and five columns: your program will settle"
    " it, to the end. What's the result with best play?"
)
choices = ["X wins", "O wins", "a draw"]
answer = "a draw"
because = """
It takes two questions: can X force a win? Can O? Both times the answer is no, and what is left is a
draw. (Strategy stealing won't answer the second one: in Connect Four an extra stone *can* hurt, because
it lets the opponent play on top of it.)
"""

# %% [markdown]
# The next cell takes about half a minute, on a slow computer a whole one.
# (If it takes much longer, see whether your `grow` goes through the whole table at every step, as `set(table)` does. Asking for a single state, `child in table`, is quick however large the table is.)

# %%
with needs("proof_numbers", "grow"):
    for rows, columns in ((4, 4), (4, 5)):
        for player in "XO":
            won, states = can_win(compact(ConnectFour(rows, columns)), player)
            print(f"{rows} x {columns}: {player} can force a win: {won}; {states:9,} states")

# %% claim="a_draw"
from course_lib.lessons.known_positions import first_moves

scores = first_moves()
assert [name for name, score in scores.items() if score > 0] == ["d1"]
assert scores["d1"] == 22 - 21, "22 minus the stones that the winner puts down"
assert [name for name, score in scores.items() if score == 0] == ["c1", "e1"]
assert not won
assert (rows, columns) == (4, 5)

# %% [markdown]
# **Your program has solved a Connect Four, and it's a draw.**
# Nobody told it what a good move is. And the table *is* the proof: it holds an answer to everything that the other player could try.
#
# What about the real board, with six rows and seven columns? It has 4,531,985,219,092 positions.
# In 1988 James Allen and Victor Allis needed what they knew about the game: who gets the last square of a column, and which threats therefore come true. (You'll use that in lesson 8.)
# Their result: the first player wins, with d1 as the first move. By 1995 John Tromp had settled, by search, every position with eight stones in which nobody has won and the next move isn't forced.
# Today a program does it in minutes, with alpha-beta, your table of bounds and your mirror images inside.
# We let ours judge the seven first moves: the two beside the middle draw, the outer four lose. Just the middle wins, and only just: X's four comes with the 41st stone of 42.
#
# **That's the end of the fourth sitting.** Two things to take with you:
#
# - One good move is enough for the player who wants to win; for the other one, all moves have to fail. Two numbers count how far that is.
# - A search that goes where the proof is cheapest needs no knowledge of the game.

# %% [markdown]
# # Fifth sitting: the proof of 2017
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("07")
standard = ThreeMusketeers()
eight = ThreeMusketeers("....M/.GGG./.GMG./.GGG./M....")
recall("07")

# %% [markdown]
# The program of 2017 had a cut that sounds like yours: *a win ends the search*.
# It returned as soon as it found the value 1, and 1 meant that the musketeers win.


# %%
def hasty_winner(game, state, known):
    """Almost `proven_winner`: a state's search ends as soon as it finds the first player's win."""
    if state not in known:
        known[state] = game.winner(state)
        for action in game.actions(state):
            known[state] = hasty_winner(game, game.result(state, action), known)
            if known[state] == game.players[0]:
                break
    return known[state]


for game in (eight, standard):
    settled = {}
    print(hasty_winner(game, game.initial, settled), f"win; {len(settled):,} states")

# %% predict="the_mistake"
question = "The whole game, proved with 43 states! In which states is this cut a mistake?"
choices = ["where the musketeers choose", "where the guards choose", "in both", "in neither"]
answer = "where the guards choose"
because = """
There the cut says: "one reply is good for the musketeers, so the musketeers win". But the guards needn't
choose that reply! A win for the player who *chooses* settles a state. A win for the other player
settles nothing. Shorten both to "a win ends the search", and they look the same.
"""

# %% [markdown]
# Here is a board small enough for you to watch it happen.

# %%
small = ThreeMusketeers(".G../..MG/MM.G")
print("hasty:", hasty_winner(small, small.initial, {}))
with needs("proven_winner"):
    print("yours:", proven_winner(small, small.initial, {}))
draw_tree(watch(hasty_winner, small, small.initial, known={}), boards=True)

# %% [markdown]
# The musketeers have a single capture, and after it the guards choose.
# The search walks past two replies that win for the guards, and stops at one that wins for the musketeers.
#
# Elabridi had tested his program, with Nim and with boards a few moves from the end. The tests passed.
# What was missing was a test with *many* states whose winners are known in some other way.
#
# ## From the end: layers
#
# And there is another way.
# A musketeer's move takes exactly one guard off the board, and a guard's move takes none off.
# So the states lie in **layers**, one for each number of guards, and the game only ever goes down from layer to layer.
#
# | to move, with n guards | leads to |
# | --- | --- |
# | the musketeers | guards to move, n - 1 guards |
# | the guards | musketeers to move, n guards |
#
# Without guards the game is over, and you can see who has won.
# Once you know that layer, you can tell who wins each state with one guard by looking a single move ahead. Then come the states with two guards, and so on up.
# This is **retrograde** analysis: it works from the end back to the start, and never searches anything.
#
# `states_with(game, guards, player)` gives all states with this many guards and this player to move.
# On the small boards below there are only two musketeers, and the guards win when both stand in one row or column.
#
# ## Exercise 8: one layer
#
# You are given the layer below, the one with one guard fewer. Work out this one, both for states with the musketeers to move and for states with the guards to move.


# %% exercise="solve_layer"
def solve_layer(game, guards, known):
    """Return the winner of each state with this many guards, as {state: winner}.

    known has the winners of all states with one guard fewer; if guards is 0, it is empty.
    solve_layer(ThreeMusketeers("GM/MG"), 0, {}) has twelve states, and the guards win eight.
    """
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
# Three rows, three columns, two musketeers: now we solve *all* the states, strongly.
# Your search from the start and your layers from the end have hardly a line in common. That makes them good tests of each other.

# %% predict="hasty_agrees"
question = "In how many of its 9,216 states does `hasty_winner` name the right winner?"
answer = 5_522
because = """
Three in five. That's enough to pass many a small test. Your `proven_winner` agrees with the layers on
every one.
"""

# %%
little = ThreeMusketeers("GGM/GGG/MGG")
with needs("solve_layer", "proven_winner"):
    everything, layers = every_layer(solve_layer, little, 7)
    print(layers)
    print(f"{len(everything):,} states; from the start the {everything[little.initial]} win")
    for solver in (proven_winner, hasty_winner):
        agreed = same_winners(solver, little, everything)
        print(f"{solver.__name__} agrees on {agreed:,} of {len(everything):,} states")
show_me(every_layer)

# %% [markdown]
# ## The whole game
#
# The real board has too many states for a dictionary, but not for a table of bits.
# Fill it layer by layer and fold it by symmetry, and it takes some 300 million bytes and less than a minute.
# We have done that. Of all 9,646,899,200 ways to place the pieces, the musketeers win 1,742,791,730 if it's their turn, and 626,192,578 if it's the guards' turn.
#
# And from the start? Here is the part of the table that this lesson needs.

# %%
perfect_play(standard.initial)

# %% [markdown]
# All eight first moves lose.
# **The guards win Three Musketeers**, and with best play the game lasts 33 moves.
#
# Elabridi's report prints a game that his program played against itself.
# It has 43 states, and for each of them the program claimed that the musketeers win. (The hasty search above also had 43 states, but that's a coincidence: only the start is the same.)

# %% predict="false_claims"
question = "How many of these 43 claims are false?"
answer = 22
because = """
About half. The guards are winning at the start, and in every state up to ply 21. Then the
guards make a mistake, and from there on the claim is true: a false proof with a true ending.
"""

# %%
log = capstone_log()
plot_claims(log)

# %% [markdown]
# So the guards were winning, and then they threw it away.
# This is the state before their mistake. Choose a move before you run the cell below it, which shows what each of them leads to.

# %%
before = log[21]
show(standard, before.state, caption="The guards have nine moves. Which would you play?")

# %%
print("played:", log[22].move)
perfect_play(before.state)

# %% [markdown]
# Why should the program have cared which one it played? It believed that all nine were lost.

# %% [markdown] part="core"
# ## Somebody had been there
#
# One more test could have warned him, and it needs no program at all.
# In **2009**, eight years before the report, Johannes Laire had solved Three Musketeers *strongly*. His page on the web gives the winner of every position, and Wikipedia's article on the game has linked to it.
# From the start, the guards win.
#
# So for thirty-two hours a rented server searched for an answer that anybody could have looked up, and came back with the wrong one.
#
# That's the cheapest test there is: **before you solve a problem, find out who has solved it, and compare.**

# %% [markdown] part="further"
# **That's the end of the fifth sitting, and of the lesson.** What to remember:
#
# - A win ends the search only where the *winner* chooses.
# - Look first where a proof is cheapest: two numbers for each state say where that is.
# - A proof by search is a program. Test it on all small states, by a second method that shares nothing with the first.

# %% [markdown] part="core"
# | word | meaning |
# | --- | --- |
# | ultra-weakly, weakly, strongly solved | the result from the start is known; also how to get it; both from every state |
# | strategy stealing | the second player has no sure win, because the first player could take it over |
# | proof number, disproof number | the least number of unknown leaves that must turn out well, or badly, to settle a state |
# | AND/OR tree | where the player chooses one good child is enough, where the opponent chooses all have to be good |
# | most proving leaf | where the next look brings one of the two answers closer |
# | transposition table | a memory of states with their bounds |
# | key, collision | a number that stands for a state; two states with the same one |
# | retrograde | from the end of the game backwards |

# %% [markdown] part="further"
# # Further on
#
# Ten minutes left? You are the musketeers, and the eight guards know your proof by heart.
# They will win, whatever you do. How long can you hold out?

# %%
with needs("proven_winner"):
    display(play_widget(eight, knowing(proven_winner), you_play="musketeers"))

# %% [markdown]
# ### Nobody has explained this one
#
# Write this game by its rules, as in lesson 1: a first board, `player`, `actions`, `result`, `winner`, `terminal`, `utility`. Hand all seven to `unseen`, behind its name.
# Your table of bounds solves it: `bounded_alphabeta(row, row.initial, -inf, inf, {})`. Then try longer rows. Whoever begins always wins, and a single sentence proves it. Which one? (Think of the middle.)

# %%
row = unseen("pins")

# %% [markdown]
# ## Exercise 9: send a scout
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# With a good order the first move is nearly always the best. So why ask of all the others what they're *worth*? It's enough to know that they are not better, and that's a cheaper question: a window that holds no number at all.
# In a game whose values are whole numbers, nothing lies between alpha and alpha + 1. A search with this **null window** can't find a value. It only says which side the value is on, and is cut off wherever it can be.
# Judea Pearl called such a search a *scout* in 1980. The whole idea is known as principal variation search, and most chess programs of today use it.
#
# - The first move is searched with the whole window.
# - Each other move gets a scout: for the first player with the window (low, low + 1), for the second with (high - 1, high), where low and high are alpha and beta as they are now.
# - If the scout's number lies strictly between low and high, the move is better than all before it. Then it is searched again, with the whole window.
#
# What your table has learned from the scout makes the second search cheap. So copy your `bounded_alphabeta`, and change only how it asks about the moves.


# %% exercise="scouting"
def scouting(game, state, alpha, beta, table):
    """Return the same as bounded_alphabeta, in a game whose values are whole numbers.

    All moves but the first are asked about with a null window, and only those that turn out better
    with the whole one. In [[4, 6], [[5, 9], [3, 2]]] the 9 is never looked at.
    """
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
    floor, ceiling, worth = alpha, beta, None
    for action in game.actions(state):
        after = game.result(state, action)
        if worth is not None:
            scout = (floor, floor + 1) if is_max else (ceiling - 1, ceiling)
            reply = scouting(game, after, *scout, table)
        if worth is None or floor < reply < ceiling:
            reply = scouting(game, after, floor, ceiling, table)
        if is_max:
            worth = reply if worth is None else max(worth, reply)
            floor = max(floor, worth)
        else:
            worth = reply if worth is None else min(worth, reply)
            ceiling = min(ceiling, worth)
        if floor >= ceiling:
            break
    table[state] = (worth if worth > alpha else -inf, worth if worth < beta else inf)
    return worth
    ### END SOLUTION


# %% check="scouting" points=0

# %% predict="scouts_save"
question = "By how much does that shorten a proof for Connect Four on four rows of four?"
choices = ["it gets longer", "by about a twentieth", "by about a half"]
answer = "by about a twentieth"
because = """
Alpha-beta with your table leaves little to save, and each scout that was wrong costs a second search.
In chess programs the gain is about a tenth: not much, but it costs five lines.
"""

# %%
with needs("bounded_alphabeta", "scouting"):
    for board in (TicTacToe(), compact(KInARow(3, 4, 3)), compact(ConnectFour(4, 4))):
        print(board, visits_of(bounded_alphabeta, board), visits_of(scouting, board))

# %% claim="scouts_save_a_little"
for board in (compact(KInARow(3, 4, 3)), compact(ConnectFour(4, 4))):
    assert 0.9 < visits_of(scouting, board) / visits_of(bounded_alphabeta, board) < 0.97

# %% [markdown]
# ### Questions
#
# 1. From memory: in which three cases may an entry `(lower, upper)` replace a search with the window (alpha, beta)?
# 2. Strategy stealing needs "an extra stone never hurts". Which rule of `Gomoku(exact=True)` makes that doubtful?
# 3. Change as little as you can in `hasty_winner` to make it right. How many characters long was the mistake?
# 4. Prove Connect Four with five rows and five columns. It takes your program some minutes and a gigabyte. It's quicker if a new state with n moves doesn't begin with (1, 1), but with (1, n) where the player chooses and with (n, 1) where the opponent does. Why does that help? (With that, and with mirror images counted once, we needed 1.2 million steps for both questions. It's a draw.)
# 5. Open: 117,239 seconds of search, or a table of bits in less than a minute. What could have told Elabridi *before* the search that there is a second way, and *after* it that his result was wrong?

# %% [markdown] part="core"
# Sources: A. Elabridi, *Weakly Solving the Three Musketeers Game Using Artificial Intelligence and Game Theory*, Al Akhawayn University, 2017; J. Laire, *Three Musketeers* (laire.fi/3M), 2009; V. Allis, M. van der Meulen and J. van den Herik, "Proof-number search", *Artificial Intelligence* 66, 1994.
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* transposition tables, move ordering and retrograde analysis are in the chapter on adversarial search and games.
