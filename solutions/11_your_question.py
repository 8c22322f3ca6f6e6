# %% [markdown]
# # Your own question
#
# A student has written a new player, and lets it meet the old one.
# After each game she looks at the score, and at the range that holds the truth 95 times in a hundred, as in lesson 8.
# The moment that range leaves out a half, she stops, and writes *significantly better*, or *significantly worse*.
# If it never does within 300 games, she writes that there is no difference to be seen.
#
# There is only one thing she doesn't know. She has made a mistake when she saved the file: **the two players are the same program.**
#
# ![A coin, tossed 100 times: the share of heads, and the range around it after each toss; at toss 64 a half lies outside for the first time](attachment:peeking.png)
#
# How often does she "prove" that a program is better, or worse, than itself?
#
# This lesson ends the course, and has no game of its own. You choose one, ask something about it that nobody has answered for you, and find out.
#
# - **First sitting:** how to measure so that you may look as often as you like. You write the range yourself.
# - **Second sitting:** ten questions with honest answers, and then yours, on a poster that somebody else can check with one command.
#
# Each takes about 40 minutes, and your own measuring on top.
# You need lesson 8 for scores and ranges; everything else depends on what you ask.

# %%
from random import Random

from course_lib import KInARow, alphabeta_player, alphabeta_search, mcts_player, watch
from course_lib.checks import back_in, check, hint, needs
from course_lib.lessons.lesson_11.measuring import (
    Claim,
    confidence_sequence,
    duel,
    keeps_best,
    measure,
)
from course_lib.lessons.lesson_11.peeking import peeks
from course_lib.lessons.lesson_11.posters import poster
from course_lib.lessons.lesson_11.ten_questions import TenQuestions, ask
from course_lib.questions import predict, recall, what_stayed

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("11")

# %% picture="peeking"
from course_lib.lessons.lesson_11.peeking import plot_peeking

plot_peeking(seed=9, tosses=100)

# %% predict="fooled"
question = "In how many of a hundred such evenings does she find a difference that isn't there?"
choices = ["about 5", "about 15", "more than 25"]
answer = "more than 25"
because = """
Each look is right 95 times in a hundred, but she looks three hundred times, and stops at the first look
that tells her what she hopes for. Of two thousand such evenings four in ten end in a discovery. There
is no need to cheat to fool yourself: it's enough to keep looking.
"""

# %% [markdown]
# # First sitting: a range that doesn't mind being watched
#
# ## How she fooled herself
#
# Let's toss a coin in her place. `peeks` tosses it until the usual range leaves out a half, at most so many times, and gives the number of the toss at which it stopped, or `None`. (It looks for the first time after five tosses.)

# %%
evenings = [peeks(Random(number), most=300) for number in range(2_000)]
fooled = [stopped for stopped in evenings if stopped]
print(f"{len(fooled) / len(evenings):.0%} of the evenings end in a discovery")
print("half of those by toss", sorted(fooled)[len(fooled) // 2])

# %% claim="four_in_ten_are_fooled"
assert 0.35 < len(fooled) / len(evenings) < 0.45

# %% [markdown]
# The mistake isn't in the range. If you say beforehand "300 games, then I look", it is right 95 times in a hundred.
# The mistake is to look, and to let what you see decide when to stop.
#
# You could forbid yourself to look. But if the first forty games are all wins, it's silly to play 260 more; and whoever tests a new drug *has* to stop early when it helps.
# During the Second World War the navy asked how to stop testing ammunition before most of it was used up, and Abraham Wald found out how to test and watch at the same time.
# What follows is his idea in the form of a bet. Jean Ville had shown in 1939 why it works.
#
# ## Bet against it
#
# Somebody claims: *the mean of these results is 0.5.*
# You don't believe it, so you bet. You begin with one coin.
# Before each result you choose a **stake**, and after it your wealth is multiplied by
#
# $$1 + \text{stake} \cdot (\text{result} - \text{claimed mean})$$
#
# With a stake of 1 and a claimed mean of 0.5, a win (1) multiplies your wealth by 1.5, a loss (0) by 0.5, and a draw (0.5) leaves it alone.
# With a stake of -1 you bet on the other side.
#
# If the claim is true, this bet is *fair*: on average you keep what you have.
# And in a fair game hardly anybody becomes rich. Ville proved it: **the chance that your wealth *ever* gets to 20, however long you play and however often you look, is at most 1 in 20.**
# So if it does get there, you have either had a lucky day of that kind, or the claim is false.
#
# | result | stake 1 | wealth |
# | --- | --- | --- |
# | | | 1 |
# | win, 1 | times 1.5 | 1.5 |
# | win, 1 | times 1.5 | 2.25 |
# | draw, 0.5 | times 1 | 2.25 |
# | loss, 0 | times 0.5 | 1.125 |
#
# ## Exercise 1: your wealth


# %% exercise="wealth"
def wealth(results, claimed, stake):
    """Return what one coin has become after betting this stake on each of the results.

    Each result is a number from 0 to 1, and so is the claimed mean.
    """
    ### BEGIN SOLUTION
    coins = 1
    for result in results:
        coins *= 1 + stake * (result - claimed)
    return coins
    ### END SOLUTION


# %% check="wealth" points=2

# %%
hint("wealth")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# Forty wins and twenty losses: is that a coin?

# %% predict="best_stake"
question = "Which stake makes most of forty wins and twenty losses, against a claimed mean of 0.5?"
choices = ["1", "0.5", "0.25"]
answer = "0.5"
because = """
With a stake of 1 the forty wins multiply your coin by eleven million, and the twenty losses divide it by
a million. Half the stake makes more than twice as much of the same games. And a quarter is too careful.
"""

# %%
with needs("wealth"):
    results = ([1, 1, 0] * 20)[:60]
    for stake in (1, 0.5, 0.25, -0.5):
        print(f"stake {stake:5}: {wealth(results, 0.5, stake):8.3f} coins")

# %% claim="a_stake_in_between"
assert wealth(results, 0.5, 0.5) > wealth(results, 0.5, 1) > 0
assert wealth(results, 0.5, 0.5) > wealth(results, 0.5, 0.25) > 1
assert wealth(results, 0.5, -0.5) < 0.1

# %% [markdown]
# Whoever bets too much is ruined by the losses, and whoever bets too little gains little. Which stake is best depends on the true mean, and that's what we don't know.
#
# There is an honest way out: **don't choose.**
# Give an eighth of your coin to each of eight bettors, with the stakes 1, 1/2, 1/4 and 1/8, and the same four with a minus sign. Together they own the mean of what one whole coin would have become with each stake.
# A mean of fair games is a fair game, so the promise stays: if the claim is true, all of them together get to 20 in at most one of twenty measurements.
#
# ## Exercise 2: the evidence
#
# Call what the eight have together the **evidence** against the claim.

# %%
STAKES = (1, 1 / 2, 1 / 4, 1 / 8, -1, -1 / 2, -1 / 4, -1 / 8)


# %% exercise="evidence"
def evidence(results, claimed):
    """Return the mean of what the eight bettors have, one with each of the STAKES."""
    ### BEGIN SOLUTION
    return sum(wealth(results, claimed, stake) for stake in STAKES) / len(STAKES)
    ### END SOLUTION


# %% check="evidence" points=2

# %% [markdown]
# Now we can watch. The student with her two equal players looks after each game, and stops as soon as the evidence gets to 20.


# %%
def bets(rng, most):
    """The number of the toss at which the evidence against a fair coin gets to 20, or None."""
    tosses = []
    for number in range(1, most + 1):
        tosses.append(rng.randint(0, 1))
        if evidence(tosses, 0.5) >= 20:
            return number
    return None


with needs("wealth", "evidence"):
    evenings = [bets(Random(number), most=100) for number in range(200)]
    print(sum(map(bool, evenings)), "of 200 evenings end in a discovery, and 10 are allowed")

# %% claim="few_are_fooled"
assert sum(map(bool, evenings)) <= 10

# %% [markdown]
# ## Exercise 3: everything that is still possible
#
# So far there was one claim: a half. But you can bet against *any* mean.
# Go through the hundred and one means 0.00, 0.01, 0.02 and so on up to 1.00, and cross out each against which the evidence is 20 or more.
# What isn't crossed out is still possible. It has no gaps, so its two ends say it all. (After thousands of results it may be narrower than a hundredth; that won't happen here.)
#
# Whatever the true mean is, the bettors against *it* get to 20 in at most one of twenty measurements. In all the others it is never crossed out, however often you look.
# Such a range has a name: a **confidence sequence**.


# %% exercise="still_possible"
def still_possible(results):
    """Return the lowest and the highest mean with evidence below 20 against it, such as (0.12, 0.7).

    The evidence is that of all the results; only 0.00, 0.01 and so on to 1.00 are tried.
    """
    ### BEGIN SOLUTION
    means = [hundredths / 100 for hundredths in range(101)]
    possible = [mean for mean in means if evidence(results, mean) < 20]
    return min(possible), max(possible)
    ### END SOLUTION


# %% check="still_possible" points=3

# %% [markdown]
# The library has a range of the same kind, `confidence_sequence`, which bets with every stake there is at once. Side by side:

# %%
biased = [int(Random(f"biased {number}").random() < 0.6) for number in range(400)]

with needs("wealth", "evidence", "still_possible"):
    for count in (10, 50, 100, 200, 400):
        low, high = still_possible(biased[:count])
        library = " to ".join(f"{end:.2f}" for end in confidence_sequence(biased[:count]))
        print(f"{count:3} results: yours {low:.2f} to {high:.2f}, the library's {library}")

# %% claim="the_true_mean_is_inside"
assert low <= 0.6 <= high
assert high - low < 0.25
assert all(
    abs(mine - library) < 0.1 for mine, library in zip((low, high), confidence_sequence(biased))
)

# %% [markdown]
# Neither is always the better one. Both are wider than the range of lesson 8, and that's the price for being allowed to look: about as if you had played a third to a half of the games.
#
# **That's the end of the first sitting.** What to remember:
#
# - A range for one look is no range for three hundred.
# - Bet against what you doubt. Whoever gets rich in a game that is said to be fair has good evidence that it isn't.
# - A range by betting is right at every moment, so you may stop when you like.

# %% [markdown]
# # Second sitting: ask
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("11")
recall("11")

# %% [markdown]
# ## Say it first
#
# A measurement needs four things *before* it begins: the claim in words, a **trial** that gives a number from 0 to 1, the number that its mean is claimed to exceed, and how many trials you can afford.
# A trial draws all its luck from the `rng` that it's handed.
#
# `duel` is made for trials. It plays two games, from the same state after two random moves, and the players change seats in between.

# %%
three = KInARow(3, 5, 3, gravity=True)


def trial(rng):
    """What forty playouts a move score against two plies."""
    return duel(
        three, mcts_player(simulations=40, rng=rng), alphabeta_player(2, evaluate=even), rng
    )


def even(game, state, player):
    """An estimate that knows nothing."""
    return 0


claim = Claim("Forty playouts beat two plies, in Connect Three", trial, more_than=0.5)
print(claim)
print("Its seal is", claim.seal)

# %% [markdown]
# The **seal** is eight characters, worked out from the words, the number, and the code of the trial with all that it uses.
# If anybody changes one of them after the measurement, the seal changes too.
#
# Scientists call this preregistration. It isn't there because people lie. It is there because we're so good at finding a reason, afterwards, why what came out is what we had meant all along.
#
# Now measure, with at most 400 trials, and with a seed so that it can be repeated.

# %%
found = measure(claim, games=400, seed=1)
print(found)
found.picture()

# %% claim="it_stopped_early"
assert found.answer == "yes"
assert len(found.results) < 200

# %% [markdown]
# It stopped as soon as it knew. This range is the kind you may watch, so there is nothing wrong with that.
#
# ## Ten questions
#
# Here are ten that we asked, measured twice each, with different seeds. Before you look: which of them would you bet on?

# %% predict="how_many_yes"
question = "Of ten claims that sounded right to us, how many turned out to be a plain yes?"
choices = ["all ten", "seven or eight", "four or five"]
answer = "four or five"
because = """
Four are a yes both times. Two are a no, and one more is a no in one of the two measurements; three stay
open. An open question is no failure: it says that the difference is too small for so few games, and
how large it could be at most.
"""

# %%
TenQuestions()

# %% claim="four_times_yes"
from course_lib.lessons.lesson_11.ten_questions import answers

pairs = [tuple(one.answer for one in pair) for pair in answers()]
assert pairs.count(("yes", "yes")) == 4
assert pairs.count(("no", "no")) == 2
assert {("open", "no"), ("open", "open")} >= {pair for pair in pairs if pair[0] != pair[1]}
assert pairs.count(("open", "open")) == 3

# %% [markdown]
# Look at some of them more closely.
#
# - **1** can be worked out exactly, by following every game with its probability: 64.84 %. Where truth can be had, have it. Other sources of truth: `solve` and `minimax_search` for small games, lesson 7's tables, `known_positions()` with 322 judged positions of Connect Four, and in lesson 10 `exploited`, which says what a perfect opponent would gain.
# - **6** we'd have sworn to. The middle first saves a lot of visits, but it doesn't halve them in three positions out of four.
# - **7** is a rule that every reader of lesson 10 knows by heart, used where it no longer holds. In Pig to *100*, holding at 20 is a good rule. To 50, holding at 25 gets there in two turns.
# - **10** is true: the honest player wins a chip in 24 games. But that's so little that a thousand pairs of games don't show it. If you only had the measurement, "it's open" would be all you could say.
#
# Any of them can be asked again, with a seed of your own. And a trial is a function, so try it before you spend an evening on it.

# %%
print(ask(9, seed="mine"))


def depth_two_keeps(rng):
    """1 if two plies without an estimate keep the best result in a known position, else 0."""
    return keeps_best(alphabeta_player(2, evaluate=even, rng=rng), rng)


print([depth_two_keeps(Random(number)) for number in range(5)])

# %% [markdown]
# ## Yours
#
# Take a game: one of ours, one of OpenSpiel's (`from course_lib.bridges import from_openspiel`, then `from_openspiel("hex(board_size=4)")`, if it's installed), or one that you make up (lesson 1's six functions are a game).
# Ask what you really want to know. Here are three kinds, with what makes them good.
#
# | kind | for example | mind |
# | --- | --- | --- |
# | who is better? | a search that you changed, against the one before | change one thing; `duel` |
# | how good is it? | how often does it find a best move? | who says what is best? `keeps_best(player, rng)`, `solve` |
# | what is a game like? | does it help to begin? how often is it a draw? | between *which* players? |
#
# And three that go wrong: "which c is best?" (too many claims at once: say which one, and against which), "is my player good?" (than what?), and any claim whose trial takes a minute.
# Try five trials first, and multiply.
#
# The cell below holds an example, so that the lesson runs from top to bottom. **Write yours over it.**


# %%
def my_trial(rng):
    """One pair of games: does it help to search one ply deeper?"""
    deep, shallow = (alphabeta_player(depth, evaluate=even, rng=rng) for depth in (3, 2))
    return duel(three, deep, shallow, rng)


my_claim = Claim("Three plies beat two, in Connect Three", my_trial, more_than=0.5)
print(my_claim)
print("Its seal is", my_claim.seal)

# %% [markdown]
# Send the seal to somebody *before* you run the next cell. That's all it takes to have announced it.

# %%
my_measurement = measure(my_claim, games=300, seed=1)
print(my_measurement)

# %% claim="three_of_four_end_level"
assert my_measurement.answer == "yes"
level = my_measurement.results.count(0.5) / len(my_measurement.results)
assert 0.67 < level < 0.8
assert min(my_measurement.results) >= 0.5

# %% [markdown]
# ## The poster
#
# `poster` makes a poster of two pages, and writes three files to `my_work`: `11_poster.html` with your code and, if you hand it a `film`, a search to step through; `11_poster.pdf` for the printer, with more pages if your code is long; and `11_again.py`, which measures once more and says whether the seal is still the same.
# It asks for two sentences that nobody can measure: why would anybody ask this, and what do you believe now?

# %%
poster(
    my_measurement,
    why="A ply costs three times as much. I wanted to know whether it is worth it on a small board.",
    learned="It is, but less than I thought: three pairs out of four end level.",
    film=watch(alphabeta_search, three, three.play("c1 c2"), depth=3, evaluate=even),
)

# %% [markdown]
# Give the three files to somebody in your class, and take theirs. With one command in a terminal, in the folder `my_work` and with the Python of the course,
#
# `python 11_again.py 2027`
#
# your claim is measured again, with a seed that you haven't chosen. (It runs the other person's program on your computer: look into it first, as with any program.)
# The browser edition has no terminal: there, give the file to somebody who has the course installed.
# Either the second measurement agrees with yours, or one of you two has a story to tell.
#
# How much of the course has stayed?
# The next cell says so, lesson by lesson, for the questions that came back at the start of each sitting.

# %%
what_stayed()

# %% [markdown]
# **That's the end of the course.** What to remember:
#
# - Say first what you claim, then measure, and let others measure again.
# - "No" and "open" are answers.
# - If truth can be worked out, don't measure it.
#
# | word | meaning |
# | --- | --- |
# | trial | one go at it: draws its luck, gives a number from 0 to 1 |
# | evidence | what one coin has become by betting against a claim |
# | confidence sequence | a range that's right however often you look |
# | seal | a fingerprint of a claim, made before it was measured |
# | replication | the same claim measured by somebody else |

# %% [markdown]
# # Further on
#
# 1. From memory: why may she look after every game when she bets, but not with the range of lesson 8?
# 2. Add the stakes 1.9 and -1.9. What gets better, what gets worse, and why can't it be 2.5?
# 3. A claim can be true and still open after a thousand games. How many pairs would question 10 need? Guess first, then let it run.
# 4. A trial that always gives 0.5 tells nothing. How long does the range take to get narrower than 0.1 around it, and what would a cleverer bettor do?
# 5. Two of your friends measure the same claim, and both stop at "open". How would you put their results together without cheating?
# 6. Open: find a sentence in this course that says "most", "often" or "hardly ever". Measure it.
#
# Wald's book is *Sequential Analysis* (1947). Ville's theorem is in his thesis, *Étude critique de la notion de collectif* (1939). How far betting goes is told by G. Shafer, "Testing by betting" (2021), and by I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting" (2024). What peeking does to published results: J. Simmons, L. Nelson and U. Simonsohn, "False-positive psychology" (2011).
