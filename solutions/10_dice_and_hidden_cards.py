# %% [markdown]
# # Dice and hidden cards: when nobody can see ahead
#
# In the game of Pig you roll a die as often as you dare, and the numbers add up.
# Stop, and the sum is yours.
# Roll a 1, and all of it is gone.
# Whoever gets to 100 points first wins.
#
# ![Pig: both players have 0 points, X has rolled 20 in this turn, and may roll once more or hold](attachment:twenty.png)
#
# It is your first turn, and it has brought you 20 so far.
# Would you roll again?
#
# All the searches of this course have looked ahead and known what they saw.
# Here nobody can: not even the best player in the world knows what the die is going to show.
# And it gets worse. In poker you don't know where you *are*, because you can't see the other hand.
# Yet in 2015 a program was published that plays a kind of poker so well that a lifetime of hands isn't enough to tell it from a perfect player, and nobody had told it how to bluff.

# %% [markdown] part="further"
# There are four sittings of 20 to 35 minutes if you write a line a minute.
#
# - **First sitting:** dice, and a search that never ends.
# - **Second sitting:** the strange shape of perfect play, and luck in your tree of lesson 5.
# - **Third sitting:** why minimax loses where it can be read, regret, and the smallest poker.
# - **Fourth sitting:** a program that learns to bluff by itself, and then a larger game.

# %% [markdown] part="core"
# From earlier lessons you need minimax, and its words: state, action, utility, value.
# In checks and in grading the library's searches are switched off, so don't call them in your answers.

# %%
from random import Random

from IPython.display import display

from course_lib import KuhnPoker, Pig, ScissorsPaperStone, TwoDice, minimax_search
from course_lib.checks import back_in, check, hint, needs
from course_lib.lessons.lesson_10.hidden_cards import (
    WORDS,
    best_response,
    by_drawing,
    exploited,
    learned_by_regret,
    new_table,
    plan_of,
    plot_hand,
    reader,
    score_against_reader,
    views_of,
)
from course_lib.lessons.lesson_10.leduc import LeducPoker
from course_lib.lessons.lesson_10.luck import (
    LuckyTree,
    chance_against,
    hold_at,
    holding,
    moves_lose,
    plot_sweeps,
    policy_map,
    solve_pig,
)
from course_lib.lessons.showing import show_me
from course_lib.lessons.strange_table import states_of
from course_lib.questions import predict, recall
from course_lib.views import draw_tree, play_widget, show, step_through

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("10")

# %% picture="twenty"
show(Pig(), Pig().parse("X 0, O 0; X to move, 20 so far"))

# %% predict="roll_at_twenty"
question = "Nobody has a point yet, and this turn has brought you 20. What is best?"
choices = ["roll", "hold"]
answer = "roll"
because = """
Books about dice games say: hold at 20. The rule comes from a fine calculation: with 20 points at
stake, one more roll loses on average just as much as it gains. But points are not what you want. You
want to *win*, and for that rolling once more is better, if only by a hair.
"""

# %% [markdown]
# # First sitting: dice
#
# ## A die that beats a die that beats a die
#
# Before Pig, a game with only four moves.
# Three odd dice lie on the table; each number is on two sides.
# You pick a die, your opponent picks one of the other two, both roll, and the higher number wins.

# %%
dice = TwoDice()
show(dice, dice.initial)

# %% predict="best_die"
question = "You go first. Which die do you take?"
choices = ["a", "b", "c", "it makes no difference"]
answer = "it makes no difference"
because = """
Die a beats b five times in nine, b beats c five times in nine, and c beats a five times in nine.
Whatever you take, your opponent takes the one that beats it.

The three dice are the rows of the oldest magic square in the world, the Chinese Lo Shu. Dice that
beat each other in a circle became famous in 1970, when Martin Gardner wrote about Bradley Efron's. It is
said that Warren Buffett once offered Bill Gates a game with such dice. Gates had a long look at them,
and asked Buffett to pick first.
"""

# %% [markdown]
# How can a program find that out?
# X picks, O picks: so far that's minimax.
# But then the dice roll, and there *nobody* chooses.
# Such a state is a **chance node**, and the game tells you all about it.

# %%
state = dice.play("a b")
print(dice.render(state))
print("to move:", dice.to_move(state))
for action, probability in dice.chance(state):
    print(f"{dice.action_name(action)} with probability {probability:.3f}")

# %% [markdown]
# | ask | and you get |
# | --- | --- |
# | `game.chance(state)` | at a chance node: pairs of an action and its probability; else `()` |
# | `game.to_move(state)` | at a chance node it is no player, but the word `"chance"` |
# | `game.actions(state)` | what can happen: at a chance node, the same actions as in the pairs |
#
# A chance node is worth the **mean** of what can follow, each value multiplied by its probability.
# Here is the tree after X has picked a and O has picked b.
# Boxes with round corners are chance nodes, and beside each edge stands its probability.

# %%
draw_tree(dice, state, values=False)

# %% predict="four_against_b"
question = "X has rolled the 4. What is that state worth to X? (+1 is a win, -1 is a loss)"
choices = ["-1", "-1/3", "0", "1/3"]
answer = "-1/3"
because = """
Die b shows 1, 6 or 8. Against the 4 that is a win and two losses, so the mean is (1 - 1 - 1) / 3.
With the 9 X is sure to win, and the 2 does just as well as the 4. So die a is worth 1/9 against die b.
"""

# %% [markdown]
# ## Exercise 1: expectimax
#
# Minimax with one more kind of state is called **expectimax**; Donald Michie described it in 1966.
#
# - A final state is worth its utility for the first player.
# - A chance node is worth the mean of the values that can follow, by their probabilities.
# - All other states are as in minimax: the first player takes the largest value, the other one the smallest.


# %% exercise="expectimax"
def expectimax(game, state):
    """What the state is worth to the first player if both choose well.

    At the start of TwoDice() it is -1/9.
    """
    ### BEGIN SOLUTION
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    chances = game.chance(state)
    if chances:
        return sum(
            probability * expectimax(game, game.result(state, action))
            for action, probability in chances
        )
    values = [expectimax(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == first else min(values)
    ### END SOLUTION


# %% check="expectimax" points=3

# %%
hint("expectimax")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# Now you can see the circle in numbers, and watch your function at work.
# In the stepper, go on until the first chance node has its value. Before the next click, work it out.

# %%
with needs("expectimax"):
    for name in dice.names:
        print(f"X picks {name}: {expectimax(dice, dice.play(name)):.3f}")
    display(step_through(expectimax, dice, dice.play("a")))

# %% claim="no_best_die"
assert all(abs(expectimax(dice, dice.play(name)) + 1 / 9) < 1e-9 for name in dice.names)

# %% [markdown]
# Whatever X picks, the value is -1/9.
# There is no best die, just as there is no best hand in scissors, paper, stone. Keep that in mind for the hidden cards.
#
# ## Pig
#
# Pig is the same idea with a real decision in it, again and again.
# Play a short game to 30 against a player who holds at 20, as the books say.

# %%
play_widget(Pig(30), holding(20), rng=Random(3))

# %% [markdown]
# To find the best way to play, you have a tool now.
# Pig to 10 is a tiny game; two lucky rolls end it.

# %% predict="endless_pig"
question = "How long will expectimax take for Pig to 10?"
choices = ["less than a second", "about an hour", "for ever"]
answer = "for ever"
because = """
X rolls a 1, O rolls a 1, and everything is as it was at the start. So to know what the start is worth,
your function asks what the start is worth, which asks what the start is worth...
"""

# %%
small = Pig(10)
with needs("expectimax"):
    try:
        print(expectimax(small, small.initial))
    except RecursionError:
        print("Python gave up: your function kept calling itself, and never got to an end.")

# %% claim="round_in_a_circle"
assert small.play("roll 1 roll 1") == small.initial

# %% [markdown]
# Nothing is wrong with your function.
# Until now every game moved forward. Pig can go round in a circle, so there is no last level from which the values could be worked out.
#
# ## Guess, and improve
#
# The way out is bold.
# **Guess** a value for every state, say 0.
# Then look one step ahead from each state, as if the guesses were true, and you have slightly better guesses.
# Do it again, and again. What is known of the end creeps back to the start.
#
# This is **value iteration**. Lloyd Shapley proved in 1953 that it works for games with chance that are sure to end, and Richard Bellman made it the foundation of a whole field; today's reinforcement learning has one of its roots there.
#
# ## Exercise 2: look one step ahead
#
# Here are all states of Pig to 10, and a first guess.

# %%
guesses = dict.fromkeys(states_of(small), 0)
print(f"{len(guesses):,} states")
show_me(states_of)

# %% [markdown]
# Your function gets a state, and a dictionary with a guess for every state.
# It does what expectimax does, except that it doesn't call itself: it believes the guesses.


# %% exercise="look_ahead"
def look_ahead(game, state, values):
    """What the state is worth to the first player, if values is right about all states after it.

    A final state is worth its utility, whatever the guess was.
    """
    ### BEGIN SOLUTION
    first = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    after = {action: values[game.result(state, action)] for action in game.actions(state)}
    chances = game.chance(state)
    if chances:
        return sum(probability * after[action] for action, probability in chances)
    return max(after.values()) if game.to_move(state) == first else min(after.values())
    ### END SOLUTION


# %% check="look_ahead" points=3

# %% [markdown]
# Now sweep over all states until no guess changes any more.
# To see that the first guess doesn't matter, we begin three times: with 0, with +1 as if X had won already, and with -1.


# %%
def sweeps(game, guess):
    """The values after each sweep, until they stand still."""
    values = dict.fromkeys(states_of(game), guess)
    while True:
        new = {state: look_ahead(game, state, values) for state in values}
        yield new
        if max(abs(new[state] - values[state]) for state in values) < 1e-9:
            return
        values = new


with needs("look_ahead"):
    runs = {}
    for guess in (1, 0, -1):
        runs[guess] = [values[small.initial] for values in sweeps(small, guess)]
        print(f"guess {guess:2}: {len(runs[guess])} sweeps, then {runs[guess][-1]:.6f}")
    display(plot_sweeps(runs, caption="From three different guesses to one value."))

# %% claim="one_value"
assert {round(float(run[-1]), 2) for run in runs.values()} == {0.42}

# %% [markdown]
# Three guesses, one value: about 0.42 for X.
# A value v between -1 and 1 means winning (1 + v) / 2 of all games, so X wins seven games in ten.
# In so short a game, going first is a great advantage.
#
# Why do the values settle? A sweep replaces each guess by a mean of guesses, or by the best of them, so the largest error can't grow; and in a final state there is no error at all.
# As nobody can keep the game from ending, a part of the error is lost again and again, until nothing is left of the first guess.
#
# **That's the end of the first sitting.** Two things to take with you:
#
# - Where nobody chooses, a state is worth the mean of what can follow.
# - Where states come round again, guess all their values and improve the guesses.

# %% [markdown] part="further"
# # Second sitting: how perfect play looks
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("10")
recall("10")

# %% [markdown]
# ## Pig to 100
#
# Pig to 100 has about two million states, and each sweep would take as long as a coffee break.
# So let's think before we compute.
#
# Points that you have held are never lost again: the two scores only ever grow.
# So work **backwards**, from the highest scores to the lowest.
# At each pair of scores only *one* thing goes round in a circle: roll a 1, and the turn goes to the other player at these very scores. Everything else is known.
#
# ## Exercise 3: one turn
#
# So take one turn of one player, and call `k` the sum that the turn has brought so far.
# From now on we count with *chances to win*, from 0 to 1. Two things are given:
#
# - `after_one`: your chance to win if you roll a 1, and the turn goes to the other player.
# - `held[k]`: your chance to win if you hold with `k` points. If `k` is `len(held)` or more, you are at the goal, and your chance is 1.
#
# You have to roll at the beginning of the turn. After that, roll or hold, whichever gives the greater chance; hold only if holding is really better.
#
# A roll with `k` points leads to `k + 2`, `k + 3`, ... `k + 6`, or to `after_one`.
# So begin with the largest `k`, where all of this is known, and go down to 0.


# %% exercise="best_turn"
def best_turn(after_one, held):
    """Return your chance to win at the start of the turn, and the least k at which you hold.

    best_turn(0.5, [0, 0.6, 0.95]) gives about (0.91, 2): a 1 leaves you 0.5, a 2 makes you hold and
    leaves you 0.95, and 3 to 6 win. If you never hold, the second number is len(held).
    """
    ### BEGIN SOLUTION
    chances = [0] * len(held) + [1] * 6
    hold_at = len(held)
    for k in range(len(held) - 1, -1, -1):
        chances[k] = (after_one + sum(chances[k + 2 : k + 7])) / 6
        if k > 0 and held[k] > chances[k]:
            chances[k] = held[k]
            hold_at = k
    return chances[0], hold_at
    ### END SOLUTION


# %% check="best_turn" points=4

# %% [markdown]
# The rest is bookkeeping, and `solve_pig` does it with your function.
# For two scores, i and j, it guesses both players' chances, looks at both turns, and repeats that until the chances stand still.
# It takes a few seconds.

# %%
with needs("best_turn"):
    chance, hold = solve_pig(best_turn, 100)
    print(f"Whoever begins wins {chance[0, 0]:.2%} of all games, and first holds at {hold[0, 0]}.")
show_me(solve_pig)

# %% claim="perfect_pig"
assert (f"{chance[0, 0]:.2%}", hold[0, 0]) == ("53.06%", 21)

# %% [markdown]
# Todd Neller and Clifton Presser published that number in 2004, 53.06 %, in a paper with a wonderful name: "Optimal Play of the Dice Game Pig".
# And you hold at 21, not at 20.
#
# What about the rest of the game? Guess first.

# %% predict="far_behind"
question = "You have 40 points, your opponent has 95. At what sum do you hold?"
choices = ["at about 15", "at about 20", "at about 25", "not before you have won"]
answer = "not before you have won"
because = """
If you hold, your opponent needs a turn with 5 points, and gets it more often than not. So the 60 points
that you need have to come now. It hardly ever works, but anything else works even less.
"""

# %%
with needs("best_turn"):
    best_turn(0, [0])  # stops here until you have written it
    display(policy_map(hold, 100))

# %% claim="holds_and_rolls_again"
held = [0, *(1 - chance[70, 26 + k] for k in range(1, 74))]
sums, better = [0.0] * 74 + [1.0] * 6, {}
for k in range(73, 0, -1):
    roll = (1 - chance[70, 26] + sum(sums[k + 2 : k + 7])) / 6
    sums[k], better[k] = max(roll, held[k]), held[k] - roll
assert all((better[k] > 0) == (k in {20, 21, 22} or k > 32) for k in better if k < 40)
assert max(abs(better[k]) for k in range(20, 33)) < 0.005

# %% [markdown]
# So this is perfect play, or nearly all of it: the map shows the *least* sum at which you hold, and at a few scores there is a larger one at which you should roll again. (With 26 points against 70 you hold at 20, 21 and 22, but roll with 23 to 32. It hardly matters, as you win or lose less than half a game in a hundred by it.)
# No rule of thumb looks like that.
# There is a gentle slope (1): the further you are ahead, the earlier you hold. A narrow ridge (2) runs across it, where one long turn would bring you within a single turn of the goal. And there is a coast (3), beyond which you roll until you win.
# Nobody had ever seen this shape before a computer drew it.
#
# And what is it worth?
# Here are your table's exact chances against somebody who holds at 20.

# %%
with needs("best_turn"):
    best_turn(0, [0])  # stops here until you have written it
    first = chance_against(hold, hold_at(20, 100), 100)
    second = 1 - chance_against(hold_at(20, 100), hold, 100)
    print(f"Your table wins {first:.1%} if it begins and {second:.1%} if it doesn't.")
    print(f"On average that makes {(first + second) / 2:.1%}.")

# %% claim="four_in_a_hundred"
assert round(100 * (first + second) / 2) == 54

# %% [markdown]
# All that thought for four games in a hundred!
# In a game of luck the best player still loses nearly half of the time. That's why it took a computer to notice that the books were wrong.
#
# ## Luck in your tree of lesson 5
#
# Pig could be worked out backwards because points that are held never get lost.
# Backgammon has no such order, and most games with dice don't. Can't your tree search of lesson 5 simply play them?
# It can, if three of its four steps change a little.
#
# | | lesson 5 | with luck |
# | --- | --- | --- |
# | select | the child with the greatest bound | the same; but at a chance node the dice say where to go |
# | play out | a random game | a guess by the points: who is ahead? |
# | back up | a mean of all games | your `look_ahead`, from the bottom of the path to its top |
#
# So the tree says *where* to look, and `look_ahead` says *what it's worth*: what sweeping over all states did, only where it matters.
# The cell's last line shows the code.
#
# In a game to 50 your table knows the truth.
# So we can say of each move what it loses: how much larger the chance to win would be after the best one, if both played perfectly from there on.
# First come 10,000 simulations from the start. Then both play against somebody who holds at 20: the books' rule a thousand games, your tree ten, with 200 simulations a move.
# It takes about ten seconds.

# %%
with needs("look_ahead", "best_turn"):
    (truth, _), fifty = solve_pig(best_turn, 50), Pig(50)
    lucky = LuckyTree(fifty, look_ahead, Random(1))
    share = lucky.share(fifty.initial, simulations=10_000)
    print(f"Whoever begins wins {share:.1%}; the truth is {truth[0, 0]:.1%}.")
    for name, player, games in (("hold at 20", holding(20), 1_000), ("your tree", lucky, 10)):
        lost = moves_lose(player, fifty, truth, games, Random(3))
        print(f"{name}: loses {100 * lost:.1f} in 100 games by its moves")
show_me(LuckyTree, moves_lose)

# %% claim="near_perfect_with_luck"
assert 0.12 < moves_lose(holding(20), fifty, truth, 1_000, Random(4)) < 0.18
assert lost < 0.01
assert abs(share - truth[0, 0]) < 0.01

# %% [markdown]
# Nobody told it to hold at any number. It has found that out by looking where the dice may take it.
# (And holding at 20 throws away some fifteen games in a hundred. In a game to 50 there are few turns, so each of them counts more than in one to 100.)
#
# **That's the end of the second sitting.** Two things to take with you:
#
# - Points are only a means. Where to stop depends on both scores, because what you want is to win.
# - A tree search gets along with dice: draw at chance nodes, and back up by one step of value iteration.

# %% [markdown] part="core"
# # Third sitting: hidden cards
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("10")
recall("10")

# %% [markdown]
# ## Minimax can be read
#
# In lesson 2 two players played scissors, paper, stone *in turns*, and the second one always won.
# Real people show their hands at the same moment.
# What does minimax do then?

# %%
hands = ScissorsPaperStone()
value, choice = minimax_search(hands, hands.initial)
print("minimax plays", choice, "and expects", value)

# %% [markdown]
# It expects to lose, whatever it does; so it takes the first action in the list, every time.
# And if the same player meets you a hundred times, you'll notice.
# So does `reader`, an opponent who counts your hands, and plays what beats the one you have shown most often.

# %%
rng = Random(1)
print("minimax:", score_against_reader(lambda: choice, 1_000))
print("by chance:", score_against_reader(lambda: rng.choice(WORDS), 1_000))
show_me(reader, score_against_reader)

# %% [markdown]
# Minimax wins the first round, and then never again.
# Whoever leaves it to chance can't be read, and breaks even, give or take what luck brings in a thousand rounds.
#
# So where players move at the same moment, or don't see everything, the best *action* is the wrong question.
# The right one is: **how often** should I do what?
# John von Neumann showed in 1928 that the question always has an answer if there are two players and one gains what the other loses.
#
# For scissors, paper, stone the answer is a third each.
# Change the rules a little, and it is no longer so clear.

# %% predict="double_stone"
question = "From now on, a win with the stone counts double. Which hand should you show most often?"
choices = ["scissors", "paper", "stone", "all the same"]
answer = "paper"
because = """
The stone tempts everybody, and paper beats it. In fact paper is right *half* of the time, and the stone
only a quarter. You are about to write the program that finds this out.
"""

# %% [markdown]
# ## Regret
#
# Sergiu Hart and Andreu Mas-Colell found a way to learn such numbers that is almost embarrassingly human.
# After each round, ask of every action: *how much more would I have won with it?*
# That is your **regret** for not having played it. Add it up over all rounds.
# Then play each action in proportion to its regret. What you don't regret, you don't play.
#
# ## Exercise 4: play by regret
#
# Regrets of 3, 0 and 1 mean: play the first action three times in four, and the last one time in four.
# A negative regret says that you're glad you didn't, so it counts as 0.
# If you have no regrets at all, every action is as good as any other.


# %% exercise="matched"
def matched(regrets):
    """A list with the probability of each action, in proportion to its regret.

    matched([3, -2, 1]) is [0.75, 0.0, 0.25].
    """
    ### BEGIN SOLUTION
    positive = [max(0, regret) for regret in regrets]
    total = sum(positive)
    if total == 0:
        return [1 / len(regrets)] * len(regrets)
    return [regret / total for regret in positive]
    ### END SOLUTION


# %% check="matched" points=2

# %% [markdown]
# ## Exercise 5: regret more
#
# Suppose you play your actions with the probabilities `now`, and this round they would have brought you `payoffs`: one number for each.
# On average you get the mean of the payoffs, weighted by `now`.
# An action that would have brought more than that, you regret by the difference.


# %% exercise="add_regrets"
def add_regrets(regrets, now, payoffs):
    """A new list of regrets: each one grows by its payoff minus the mean payoff.

    add_regrets([0, 0], [0.5, 0.5], [4, 2]) is [1.0, -1.0].
    """
    ### BEGIN SOLUTION
    mean = sum(chance * payoff for chance, payoff in zip(now, payoffs))
    return [regret + payoff - mean for regret, payoff in zip(regrets, payoffs)]
    ### END SOLUTION


# %% check="add_regrets" points=2

# %% [markdown]
# Now let two such players meet, with the new rule for the stone.
# `PAYS[mine][theirs]` is what my hand brings me.

# %%
PAYS = [[0, 1, -2], [-1, 0, 1], [2, -1, 0]]

with needs("matched", "add_regrets"):
    rounds = [*learned_by_regret(PAYS, matched, add_regrets, 20_000)]
    caption = "The players chase each other in circles; their averages settle."
    display(plot_hand("paper", [chances[1] for chances in rounds[:400]], caption=caption))
    average = [sum(column) / len(rounds) for column in zip(*rounds)]
    print("last round:", *(f"{word} {each:.2f}" for word, each in zip(WORDS, rounds[-1])))
    print("on average:", *(f"{word} {each:.2f}" for word, each in zip(WORDS, average)))
show_me(learned_by_regret)

# %% claim="half_of_it_paper"
assert max(abs(each - share) for each, share in zip(average, (0.25, 0.5, 0.25))) < 0.02

# %% [markdown]
# Remember this picture; it is the trap of the whole subject.
# What the players do *now* never comes to rest: they chase each other in circles, now nearly all paper, a little later nearly all scissors.
# It is the **average** over all rounds that becomes perfect play.
#
# Two such averages, one for each player, have a name. Where neither player could gain anything by changing only its own way to play, they are in **equilibrium**.
# (Many people say *Nash equilibrium*. In 1950 John Nash, who was 21, showed that there is one in every finite game, with any number of players, and also where one player's gain isn't another's loss.)
#
# ## Kuhn poker
#
# In 1950 Harold Kuhn, a young mathematician at Princeton, looked for the smallest game that is still poker.
# There are three cards, a jack, a queen and a king, and each player puts a chip on the table and is dealt one card.
#
# - X may **check** or **bet** one more chip.
# - After a bet, the other player may **fold** and lose the first chip, or **call** with a chip as well. Then the higher card wins.
# - If X checks, O may check too, and the higher card wins; or O may bet, and X has to fold or call.
#
# The cards are dealt by chance, and you know how to deal with that.
# What's new is that each player sees only one of them: `game.view(state, player)` is all that a player knows.

# %%
poker = KuhnPoker()
state = poker.play("Q J check bet")
print("what happens:", poker.render(state))
print("what X sees: ", poker.render(poker.view(state, "X")))
show(poker, poker.view(state, "X"))

# %% [markdown]
# X has the queen and can't know whether O has the jack and is lying, or the king and is not.
# Two different states look the same, so X has to do the same in both.
# All states that look the same to the player to move are called an **information set**.
#
# Here is how the game begins. Nodes with the same letter are one information set: whoever is to move there has seen the same in all of them.

# %%
draw_tree(poker, depth=3, values=False)

# %% [markdown]
# Play a few hands before you go on.
# Your opponent is an honest soul: it bets and calls with the king, and never with anything else.


# %%
def honest(game, view):
    """Bet and call with the king only; a player of this game is handed its view, not the state."""
    return game.actions(view)[1 if "K" in view.cards else 0]


play_widget(poker, honest, rng=Random(4))

# %% predict="with_the_jack"
question = (
    "You are O, X has checked, and you have the jack, the worst card of all. What does a perfect"
    " player do?"
)
choices = ["always check", "always bet", "mostly check, but bet now and then"]
answer = "mostly check, but bet now and then"
because = """
A jack that is shown always loses. You can only win with it if the other player folds, and so the
worst card is the one to bluff with. But not too often, or nobody will believe you when you bet with
the king.
"""

# %% [markdown]
# ## Exercise 6: what is a plan worth?
#
# A **plan** is a dictionary.
# For each view of a player who is to move it has a list: the probability of each action, in the order of `game.actions`.
# In Kuhn poker that makes twelve lists, six for each player.

# %%
honest_plan = plan_of(poker, honest)
for view, chances in honest_plan.items():
    print(f"{poker.render(view):34}", dict(zip(poker.actions(view), chances)))

# %% [markdown]
# If both players follow a plan, nobody chooses any more: every state is a chance node.
# So what is a state worth then?


# %% exercise="worth"
def worth(game, state, plan):
    """What the state is worth to the first player, on average, if both players follow the plan.

    plan[game.view(state, player)] lists the probabilities of game.actions(state) for that player.
    """
    ### BEGIN SOLUTION
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    pairs = game.chance(state)
    if not pairs:
        view = game.view(state, game.to_move(state))
        pairs = zip(game.actions(state), plan[view])
    return sum(chance * worth(game, game.result(state, action), plan) for action, chance in pairs)
    ### END SOLUTION


# %% check="worth" points=3

# %% [markdown]
# With this you can measure *exactly* how good a plan is, without playing a single game.
# Take one player's side, and walk through the game: cards fall by chance, the other player follows the plan, and at each view of your own you take whichever action brings most on average over all states that look like this. That's a **best response**.
# Do the same for the other side.
# The mean of the two is what a perfect opponent, who knows your plan by heart, gains per game: how far you can be **exploited**.
# In an equilibrium that's 0, and only there.


# %%
with needs("worth"):
    fifty_fifty = {view: [0.5, 0.5] for view in honest_plan}
    for name, plan in {"honest": honest_plan, "fifty-fifty": fifty_fifty}.items():
        print(f"{name}: worth {worth(poker, poker.initial, plan):.3f} to X,", end=" ")
        print(f"exploited by {exploited(poker, plan):.3f} chips a game")
show_me(plan_of, exploited, best_response)

# %% claim="a_chip_every_four_games"
assert abs(exploited(poker, honest_plan) - 1 / 4) < 1e-9
views = {seat: [view for view in honest_plan if poker.to_move(view) == seat] for seat in "XO"}
unseen = {view: [1, 0] if "bet" in view.bets else [0, 1] for view in views["O"]}
assert abs(worth(poker, poker.initial, honest_plan | unseen) + 1 / 3) < 1e-9
bluff = {view: [0, 1] for view in views["X"] if view.cards[0] == "J" and not view.bets}
assert abs(worth(poker, poker.initial, honest_plan | bluff) - 1 / 6) < 1e-9

# %% [markdown]
# Against somebody who knows its plan, the honest player loses a chip every four games. Moving second you needn't even look at your card: you fold whenever it bets, you bet whenever it checks, and it never finds out. Moving first you bluff with the jack.
#
# **That's the end of the third sitting.** Two things to take with you:
#
# - Where you can't see everything, ask how often, not what.
# - Regret less each time, and the *average* of what you did becomes perfect.

# %% [markdown]
# # Fourth sitting: learning to bluff
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("10")
poker = KuhnPoker()
fifty_fifty = {view: [0.5, 0.5] for view in views_of(poker)}
recall("10")

# %% [markdown]
# ## Exercise 7: regret in every information set
#
# In 2007 Martin Zinkevich, Michael Johanson, Michael Bowling and Carmelo Piccione put regret and poker together.
# Let both players play by regret, *in each information set by itself*, and walk through the whole game again and again.
# One question has to be answered: how much does a regret in one state count?
# A regret counts in proportion to how likely **the cards and the other player's choices** are to lead here. Your own choices on the way don't count: the question is what you would have gained if you had come here.
# That is why it is called **counterfactual regret**.
#
# The table has, for each view, two lists: the regrets so far, and how often each action has been played.
# And a dictionary called `reach` comes with you, with a number for each player: how likely it is that this player's choices, and the cards, lead here. At the start both are 1.

# %%
start = new_table(poker)
print(len(start), "views; one of them:", start[poker.view(poker.play("Q J"), "X")])

# %% [markdown]
# | at | do this |
# | --- | --- |
# | a final state | return its utility for the first player |
# | a chance node | multiply *both* numbers in `reach` by the probability of the action, and return the mean of the values that follow, by these probabilities |
# | a player's turn | play by regret, `matched(regrets)`: your function calls itself for every action, with *this* player's number in `reach` multiplied by the action's probability; the mean of the values is the value |
#
# In the last case, learn before you return:
#
# - `regrets` of each action grows by its value minus the mean, *as this player sees it* (for O, what X wins is a loss), times the **other** player's reach.
# - `played` of each action grows by its probability, times the player's **own** reach.


# %% exercise="play_and_learn"
def play_and_learn(game, state, reach, table):
    """Return what the state is worth to game.players[0], both playing by regret; learn from it.

    table[view]["regrets"] and table[view]["played"] are changed; reach is left as it is.
    """
    ### BEGIN SOLUTION
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    chances = game.chance(state)
    if chances:
        mean = 0
        for action, chance in chances:
            further = {each: reach[each] * chance for each in reach}
            mean += chance * play_and_learn(game, game.result(state, action), further, table)
        return mean
    player = game.to_move(state)
    [other] = [each for each in game.players if each != player]
    entry = table[game.view(state, player)]
    now = matched(entry["regrets"])
    values = [
        play_and_learn(
            game, game.result(state, action), {**reach, player: reach[player] * chance}, table
        )
        for action, chance in zip(game.actions(state), now)
    ]
    mean = sum(chance * value for chance, value in zip(now, values))
    sign = 1 if player == game.players[0] else -1
    for i, value in enumerate(values):
        entry["regrets"][i] += reach[other] * sign * (value - mean)
        entry["played"][i] += reach[player] * now[i]
    return mean
    ### END SOLUTION


# %% check="play_and_learn" points=5

# %% [markdown]
# Remember the trap: what counts is the average of all that was played.
# The table has it in `played`, and `matched` turns it into probabilities. (That's why `played` counts your own reach: an action weighs as much in the average as you really come to it.)
# We print the last plan beside it, to see how much worse it is.


# %%
def plan_from(table, what):
    """The plan in this column of the table."""
    return {view: matched(entry[what]) for view, entry in table.items()}


with needs("matched", "worth", "play_and_learn"):
    learned = new_table(poker)
    for more, rounds in ((10, 10), (90, 100), (900, 1_000), (9_000, 10_000)):
        for _ in range(more):
            play_and_learn(poker, poker.initial, {"X": 1, "O": 1}, learned)
        average, last = plan_from(learned, "played"), plan_from(learned, "regrets")
        print(f"{rounds:6} rounds: worth {worth(poker, poker.initial, average):.4f} to X,", end=" ")
        print(f"exploited by {exploited(poker, average):.4f},", end=" ")
        print(f"the last by {exploited(poker, last):.4f}")

# %% claim="as_kuhn_proved"
assert abs(worth(poker, poker.initial, average) + 1 / 18) < 0.001
assert exploited(poker, average) < 1 / 200
assert exploited(poker, average) < exploited(poker, last)

# %% [markdown]
# The game is worth -1/18 to X, or -0.0556, as Kuhn proved with pen and paper.
# Your program has come so close that a perfect opponent would need hundreds of games to win a single chip from it.
#
# Now look at *what* it has learned.
# How often does each card bet, or call?

# %%
with needs("matched", "worth", "play_and_learn"):
    play_and_learn(poker, poker.play("J Q bet fold"), {}, {})  # stops until you have written it
    for view, chances in average.items():
        print(f"{poker.render(view):34} {poker.actions(view)[1]:4} {chances[1]:4.0%}")

# %% claim="nobody_programmed_a_bluff"
bets = {
    moves: average[poker.view(poker.play(moves), player)][1]
    for moves, player in {"J Q": "X", "Q J check": "O", "Q J": "X", "J Q check": "O"}.items()
}
assert 0.02 < bets["J Q"] < 0.36
assert abs(bets["Q J check"] - 1 / 3) < 0.05
assert max(bets["Q J"], bets["J Q check"]) < 0.03
assert abs(average[poker.view(poker.play("K Q bet"), "O")][1] - 1 / 3) < 0.05

# %% [markdown]
# There it is. With the jack X bets now and then, and O bets with it one time in three if X has checked.
# With the queen nobody bets, or hardly ever: the king would call, and the jack would fold.
# But after a bet O's queen *calls*, one time in three. If it always folded, X could bluff with every jack; if it always called, a bluff would never pay.
# **Nobody has programmed a bluff.** There is no word for it in your program; it has only regretted, ten thousand times, what it didn't do.
#
# (Kuhn found that X may bluff with any probability up to a third, as long as the king bets three times as often. Compare the two lines!)
#
# Play against it. It knows no mercy, and it doesn't cheat: it sees no more than its own card.

# %%
rng = Random(10)


def my_poker_player(game, view):
    """Act by the average plan."""
    return rng.choices(game.actions(view), average[view])[0]


with needs("matched", "worth", "play_and_learn"):
    play_and_learn(poker, poker.play("J Q bet fold"), {}, {})  # stops until you have written it
    display(play_widget(poker, my_poker_player, you_play="O", rng=rng))

# %% [markdown] part="further"
# ## The same function, a larger game
#
# Your `play_and_learn` names no card and no bet, so it can learn any such game. Give it Leduc poker, which Finnegan Southey and others made for tests in 2005.
# There are two jacks, two queens and two kings. A bet may be raised, and after the first round of bets a card for both is laid on the table: whoever has the same makes a pair, and wins.
# Where Kuhn poker has 12 views, this has 288. The cell takes about ten seconds.

# %%
leduc = LeducPoker()
with needs("matched", "worth", "play_and_learn"):
    larger = new_table(leduc)
    for more in (10, 90, 900):
        for _ in range(more):
            play_and_learn(leduc, leduc.initial, {"X": 1, "O": 1}, larger)
        plan = plan_from(larger, "played")
        print(f"{more:3} rounds more: exploited by {exploited(leduc, plan):.3f}")

# %% claim="leduc_is_learned_too"
assert exploited(leduc, plan) < 0.05
assert abs(worth(leduc, leduc.initial, plan) + 0.0856) < 0.01

# %% [markdown]
# Not one line had to be changed, and a perfect opponent wins less than a chip in twenty games.
#
# ## Nobody has explained this one
#
# "My program came out at -1/18 for X," says a classmate, "just as Kuhn proved. So its plan is perfect."
# Show that this doesn't follow: change `suspect` until it is worth -1/18 to X, to within a thousandth, and yet a perfect opponent wins more than a tenth of a chip a game from it.

# %%
with needs("worth"):
    suspect = dict(fifty_fifty)  # change some of its views
    value, loss = worth(poker, poker.initial, suspect), exploited(poker, suspect)
    print(f"worth {value:.4f} to X, exploited by {loss:.4f}")
    print("Refuted!" if abs(value + 1 / 18) < 0.001 and loss > 0.1 else "Not yet.")

# %% claim="a_right_value_is_no_perfect_plan"
blind = {
    view: fifty_fifty[view] if poker.to_move(view) == "X" else average[view] for view in average
}
low, high = (worth(poker, poker.initial, plan) for plan in (blind, fifty_fifty))
share = (-1 / 18 - low) / (high - low)
careless = {
    view: [(1 - share) * one + share * other for one, other in zip(blind[view], fifty_fifty[view])]
    for view in blind
}
assert abs(worth(poker, poker.initial, careless) + 1 / 18) < 0.001
assert exploited(poker, careless) > 0.1

# %% [markdown] part="core"
# The rest is size.
# In 2015 Michael Bowling's group in Alberta used the same idea, with 4,800 processors for two months, to solve heads-up limit hold'em: 10 to the power of 14 situations, exploited by less than a thousandth of the big blind.
# Two years later Noam Brown and Tuomas Sandholm's Libratus beat four of the best professionals at no-limit, and in 2019 Pluribus beat five at one table.
#
# **That's the end of the lesson.** A chance node is worth a mean, hidden cards ask *how often*, and regret finds the answer.
#
# | word | meaning |
# | --- | --- |
# | chance node | a state in which nobody chooses: dice roll, or cards are dealt |
# | expectimax | minimax with means at the chance nodes |
# | value iteration | guess a value for every state, look one step ahead from each, repeat |
# | view | what a player can see of a state |
# | information set | all states that look the same to the player to move |
# | regret | how much more another action would have brought, added up |
# | counterfactual | as if I had come here on purpose; only the cards' and the others' probabilities count |
# | best response | what wins most against a plan that is known |
# | exploited | what a perfect opponent gains against a plan |
# | equilibrium | plans for all players, none of whom could gain by changing only its own |

# %% [markdown] part="further"
# # Further on
#
# ## Exercise 8: draw, and look at less
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# A round of `play_and_learn` goes through *all* that cards and players may do, 1,938 states in Leduc poker. In hold'em not one round would come to an end.
# In 2009 Marc Lanctot, Kevin Waugh, Martin Zinkevich and Michael Bowling found that you may skip nearly all of it: **draw** the cards, draw what the other player does, and try out only the actions of one player, the one who learns this time.
# The next walk is the other player's.
#
# Where have the reaches gone? A regret had to count in proportion to how likely the cards and the other player lead here. Now they are drawn, so you *come* here in that proportion. Nobody needs to multiply by it any more.
# What the other player does is added up on the way as well, because that player's turns are visited as often as they should be.
#
# | at | do this |
# | --- | --- |
# | a final state | return its utility for the player who learns |
# | a chance node | draw an action, and return what follows is worth |
# | the other player's turn | `played` of each action grows by its probability, `matched(regrets)`; then draw one, and return what follows is worth |
# | the learner's turn | work out the value of every action, and their mean by `matched(regrets)`; `regrets` of each action grows by its value minus the mean; return the mean |
#
# To draw, call `draw(pairs)`. It takes pairs of an action and its probability, as `game.chance(state)` has them, and gives back one of the actions.
# The check hands over a draw without luck, `likeliest`, so that there is one right answer.


# %% exercise="sample_and_learn"
def sample_and_learn(game, state, player, table, draw):
    """Return what this walk says the state is worth to the player who learns; learn on the way.

    Only that player's regrets change, and only what the other one played is added up. With `draw`
    you take each card and each action of the other player.
    """
    ### BEGIN SOLUTION
    if game.is_terminal(state):
        return game.utility(state, player)
    pairs = game.chance(state)
    if not pairs:
        mover = game.to_move(state)
        entry = table[game.view(state, mover)]
        now = matched(entry["regrets"])
        if mover == player:
            values = [
                sample_and_learn(game, game.result(state, action), player, table, draw)
                for action in game.actions(state)
            ]
            mean = sum(chance * value for chance, value in zip(now, values))
            entry["regrets"] = [old + value - mean for old, value in zip(entry["regrets"], values)]
            return mean
        entry["played"] = [old + chance for old, chance in zip(entry["played"], now)]
        pairs = zip(game.actions(state), now)
    return sample_and_learn(game, game.result(state, draw(pairs)), player, table, draw)
    ### END SOLUTION


# %% check="sample_and_learn" points=0

# %% predict="worth_drawing"
question = (
    "Let it look at as many states of Leduc poker as a hundred whole rounds do. A hundred whole rounds"
    " are exploited by 0.185 chips a game. What about the plan learned by drawing?"
)
choices = ["by less", "by about as much", "by more"]
answer = "by more"
because = """
Each walk is cheap, but it says only what happened with these cards. In a game that fits into a second
it's better to look at everything. In one that wouldn't fit into a lifetime, a walk still takes no time.
"""

# %%
with needs("matched", "sample_and_learn"):
    drawn, walks = by_drawing(sample_and_learn, leduc, 193_800, Random(1))
    print(f"{walks:,} walks: exploited by {exploited(leduc, plan_from(drawn, 'played')):.3f}")
show_me(by_drawing)

# %% claim="drawing_learns_with_less"
assert 0.2 < exploited(leduc, plan_from(drawn, "played")) < 0.4
hundred = new_table(leduc)
for _ in range(100):
    play_and_learn(leduc, leduc.initial, {"X": 1, "O": 1}, hundred)
assert f"{exploited(leduc, plan_from(hundred, 'played')):.3f}" == "0.185"
assert 20 < 193_800 / walks < 24

# %% [markdown]
# Nearly nine thousand walks of some twenty states each, and none of them saw the whole game.
# Libratus and Pluribus learned in this way, as the games they played have more states than anybody could ever visit.
#
# ### Questions
#
# 1. From memory: what is a chance node worth? Why can expectimax fail to end, and what helps?
# 2. Let a 1 cost *all* your points, not only this turn's. Which sentence in "Pig to 100" is no longer true?
# 3. Use `last` instead of `average` for `my_poker_player`. After how many hands would you notice?
# 4. Never let a regret fall below 0: put one line into the loop that calls `play_and_learn`. This is the main idea of CFR+, with which hold'em was solved. Does it help here?
# 5. Open: a perfect plan never loses on average, but it doesn't punish fools either. When would you leave it, and what do you risk?

# %% [markdown] part="core"
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach*, expectimax is in the section on stochastic games, value iteration in the chapter on complex decisions, and poker in the section on partially observable games.
# The sources are D. Michie, "Game-playing and game-learning automata" (1966); L. S. Shapley, "Stochastic games" (1953); T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig" (2004); H. W. Kuhn, "A simplified two-person poker" (1950); S. Hart and A. Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium" (2000); M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret minimization in games with incomplete information" (2007); M. Bowling, N. Burch, M. Johanson and O. Tammelin, "Heads-up limit hold'em poker is solved" (2015).

# %% [markdown] part="further"
# ### Your plan in OpenSpiel
#
# OpenSpiel is the library in which researchers compare such plans, and `to_openspiel` hands it any game of the course.
# Does it find your plan as hard to exploit as you did?
# Where it's installed (`pip install open_spiel`, on Linux and macOS), put this into a cell of your own:
#
# ```python
# from open_spiel.python.algorithms.exploitability import exploitability
# from open_spiel.python.policy import tabular_policy_from_callable
#
# from course_lib.bridges import to_openspiel
#
# there = to_openspiel(poker)
#
#
# def plan_there(state):
#     """My plan, by OpenSpiel's numbers of actions."""
#     view = poker.view(state.ours, poker.players[state.current_player()])
#     return dict(zip(state.legal_actions(), average[view]))
#
#
# print("exploited here: ", exploited(poker, average))
# print("exploited there:", exploitability(there, tabular_policy_from_callable(there, plan_there)))
# ```
#
# In our run the two numbers agree in twelve places, and theirs comes from another program, written by other people.
# From here all their algorithms are open to you, with your game: `CFRSolver(there)` from `open_spiel.python.algorithms.cfr` regrets as you did.
