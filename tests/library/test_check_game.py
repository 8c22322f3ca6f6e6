"""`check_game`: each planted fault is found and named, and a sound game passes."""

import math
import random
import re
from functools import partial
from itertools import count, cycle
from random import Random

import pytest
from search_games import reachable
from whole_games import check_every_state, check_texts

from course_lib import BrokenPromise, Count, IllegalAction, TextbookTree, TicTacToe, check_game
from course_lib.game import CHANCE, Game, Playout, Symmetry
from course_lib.games import KuhnPoker
from course_lib.games.count import CountState
from course_lib.games.kuhn_poker import CARDS
from course_lib.words import speaking
from course_tools.studio.whole_promise import check_whole_game


@pytest.fixture(autouse=True)
def dice_put_back():
    """The global random numbers stay as they were, though some faulty games draw from them."""
    before = random.getstate()
    yield
    random.setstate(before)


# --- states and games that are not what they should be -------------------------------------------


class Tally:
    """A state that can be changed, though it can be hashed and compared by its total."""

    note = ""

    def __init__(self, total=0, to_move="X"):
        self.total, self.to_move = total, to_move

    def __eq__(self, other):
        return isinstance(other, Tally) and (self.total, self.note) == (other.total, other.note)

    def __hash__(self):
        return hash(self.total)


class Unhashable(CountState):
    """A state without a hash."""

    __slots__ = ()
    __hash__ = None


class Drifting(CountState):
    """A state with another hash each time."""

    __slots__ = ()
    clock = count()

    def __hash__(self):
        return next(self.clock)


def tally_after(game, state, action):
    """The state after this action, as a tally."""
    return Tally(*Count.result(game, state, action))


def overwriting(game, state, action):
    """The state after this action; the old one has the new total, too."""
    after = tally_after(game, state, action)
    state.total = after.total
    return after


def changing_inside(game, state, action):
    """The state after this action; the old one gets a note, which `render` does not show."""
    after = tally_after(game, state, action)
    state.note = "been here"
    return after


def spoiled_by_refusal(game, state, action):
    """The state after this action; the old one counts what was refused."""
    if not isinstance(action, int) or action not in game.actions(state):
        state.total += 1
        raise game.illegal(state, action)
    return tally_after(game, state, action)


def refusing_two(game, state, action):
    """The state after this action, but never after 2."""
    if action == 2:
        raise game.illegal(state, action)
    return Count.result(game, state, action)


def standing_still(game, state, action):
    """The state after this action, or after 2 the same one."""
    after = Count.result(game, state, action)
    return state if action == 2 else after


def accepting_all(game, state, action):
    """The state after any number, also after the end."""
    if not isinstance(action, int):
        raise game.illegal(state, action)
    return CountState(state.total + action, "O" if state.to_move == "X" else "X")


def without_a_word(game, state, action):
    """The state after this number, or an empty error."""
    try:
        return Count.result(game, state, action)
    except IllegalAction:
        raise IllegalAction from None


def endless(game, state, action):
    """The total goes round from 4 to 1."""
    after = Count.result(game, state, action)
    return after if after.total < 4 else CountState(1, after.to_move)


def drawing(game, state):
    """What is legal, and a throw of the whole program's dice for nothing."""
    random.random()
    return Count.actions(game, state)


class CanNotTravel(TicTacToe):
    """An option is not kept under its name, so pickling the game fails."""

    def __init__(self, length=3, depth=2):
        super().__init__(length)

    def __repr__(self):
        return "CanNotTravel()"


class ComesBackSmaller(TicTacToe):
    """The option is forgotten, so another game comes out of a pickle."""

    def __init__(self, size=None):
        super().__init__(4 if size is None else 3)


def faulty(base, **changed):
    """A game of this kind with these methods and attributes."""
    return type("Faulty", (base,), changed)()


def other_start(game):
    """An opening at random."""
    return game.result(TicTacToe().initial, (random.randrange(3), random.randrange(3)))


def handing_back(game, state, action):
    """The state after this action or, as in a well-known homework, the same state."""
    return TicTacToe.result(game, state, action) if action in game.actions(state) else state


def with_a_coin(coin):
    """A `result` that puts every other stone on the last free square."""

    def result(game, state, action):
        chosen = game.actions(state)[-1] if action in game.actions(state) else action
        return TicTacToe.result(game, state, chosen if next(coin) else action)

    return result


def small_only(game, text):
    """The action of this name in small letters; all others are the first."""
    return TicTacToe.action_named(game, text if text.islower() else "a1")


def raising_key_error(game, state, action):
    """The state after this action, or an error of another kind."""
    if action not in game.actions(state):
        raise KeyError(action)
    return TicTacToe.result(game, state, action)


def with_a_guess(game, state, who):
    """The utility, or 0 while the game goes on."""
    return Count.utility(game, state, who) if game.is_terminal(state) else 0


def for_anybody(game, state, who):
    """The utility, for whoever is not X that of O."""
    return Count.utility(game, state, "X" if who == "X" else "O")


def never_refusing(game, text):
    """The state of this text, or the start."""
    return Count.parse(game, text) if text[0].isdigit() else game.initial


def only_key_errors(_game, text):
    """`parse` fails with an error that says nothing."""
    if not text[0].isdigit():
        raise ValueError(text)
    return {}[text]


def no_repr(_game):
    """The game's `repr` fails."""
    raise AttributeError("size")


MAPS = TicTacToe().symmetries
HALF_A_MAP = (MAPS[0], Symmetry("states only", MAPS[1].state, lambda action: action))
DICE = Random(4)


def in_disorder(actions):
    """The same actions, each time in another order."""
    return tuple(DICE.sample(actions, len(actions)))


class Coin(TextbookTree):
    """A coin falls, nobody sees how, and MAX guesses: a `TextbookTree` with a chance node."""

    def __init__(self, tree=((1, -1), (-1, 1))):
        super().__init__(tree)

    def to_move(self, state):
        """Nobody at first, then MAX."""
        return "MAX" if state else CHANCE

    def chance(self, state):
        """Heads or tails."""
        return () if state else ((0, 0.5), (1, 0.5))

    def view(self, state, player):
        """The coin stays covered until the guess is made."""
        if player not in self.players:
            raise self.no_such_player(player)
        return ("covered",) if len(state) == 1 else state


def always_covered(game, state, player):
    """Nobody ever sees anything."""
    return "covered" if Coin.view(game, state, player) is not None else None


def coin_with(change):
    """The coin, with what chance may do changed so."""
    return faulty(
        Coin, chance=lambda game, state: (pairs := Coin.chance(game, state)) and change(pairs)
    )


HANDS_BACK = faulty(TicTacToe, result=handing_back)
CAN_NOT_READ = faulty(Count, parse=only_key_errors)
FORGETS_THE_TURN = faulty(
    Count, parse=lambda game, text: Count.parse(game, text)._replace(to_move="X")
)

of_count, of_rows, of_coin = (partial(faulty, kind) for kind in (Count, TicTacToe, Coin))
FAULTS = [
    ("players is a tuple of different names", of_count(players=("X", "X"))),
    ("players[0] moves first", of_count(initial=CountState(0, "O"))),
    ("initial is always the same state", of_rows(initial=property(other_start))),
    ("to_move is one of players", of_count(to_move=lambda _, state: "Z" if state.total else "X")),
    # --- states and result
    ("result leaves its state alone", of_count(initial=Tally(), result=overwriting)),
    ("result leaves its state alone", of_count(initial=Tally(), result=changing_inside)),
    ("result leaves its state alone", of_count(initial=Tally(), result=spoiled_by_refusal)),
    ("states are hashable", of_count(initial=Unhashable(0, "X"))),
    ("a state keeps its hash and equals itself", of_count(initial=Drifting(0, "X"))),
    ("result is the same each time", of_rows(result=with_a_coin(cycle((False, True))))),
    ("result gives a new state", of_count(result=standing_still)),
    ("result for 2 works", of_count(result=refusing_two)),
    ("result refuses the illegal action", of_count(result=accepting_all)),
    ("result refuses the illegal action", HANDS_BACK),
    ("result refuses the illegal action", of_rows(result=raising_key_error)),
    ("result refuses the illegal action 'no such action'", of_count(result=without_a_word)),
    ("every game ends", of_count(result=endless)),
    # --- actions
    ("actions is a tuple", of_count(actions=lambda game, state: list(Count.actions(game, state)))),
    ("actions come in one order", of_rows(actions=lambda _, state: in_disorder(state.actions))),
    ("no action is listed", of_count(actions=lambda game, state: Count.actions(game, state) * 2)),
    ("actions is () exactly when the game is over", of_count(actions=lambda game, state: (1, 2))),
    ("actions is () exactly", of_count(is_terminal=lambda game, state: state.total > game.goal)),
    ("is_terminal is True or False", of_count(is_terminal=lambda *it: int(Count.is_terminal(*it)))),
    ("all_actions is a tuple", of_count(all_actions=[1, 2])),
    ("all_actions lists each action once", of_count(all_actions=(1, 2, 1))),
    ("all_actions lists every action that can occur", of_count(all_actions=(1,))),
    # --- chance, and what is hidden
    ("players[0] moves first", of_coin(to_move=lambda _, state: "MIN" if state else CHANCE)),
    ("chance is a tuple of (action, probability)", of_coin(chance=lambda *_: [(0, 1.0)])),
    ("to_move is CHANCE where nobody chooses", of_coin(to_move=lambda *_: "MAX")),
    ("to_move is one of players, where chance has no say", of_coin(to_move=lambda *_: CHANCE)),
    ("actions are those of chance, in its order", coin_with(lambda pairs: pairs[::-1])),
    ("probabilities are positive and add up to 1", coin_with(lambda _: ((0, 0.5), (1, 0.4)))),
    ("probabilities are positive and add up to 1", coin_with(lambda _: ((0, 1.5), (1, -0.5)))),
    ("in states that look the same to MAX", Coin(((1, -1), (-1, 1, 0)))),
    ("in states that look the same to", of_coin(view=always_covered)),
    ("views are hashable", of_coin(view=lambda _, state, player: [*state])),
    ("a view is the same each time", of_coin(view=lambda *_: object())),
    ("view knows the players", of_coin(view=lambda _, state, player: state)),
    # --- utility and winner; the loser's, and both players' the last mover's as in a homework
    ("winner is the player with utility", of_rows(utility=lambda *it: -TicTacToe.utility(*it))),
    ("utilities of two players", of_rows(utility=lambda *given: abs(TicTacToe.utility(*given)))),
    ("utility stays in utility_range", of_count(utility=lambda *it: 2 * Count.utility(*it))),
    ("utility is a number", of_count(utility=lambda *it: Count.utility(*it) * math.nan)),
    ("utility is for final states only", of_count(utility=with_a_guess)),
    ("utility knows the players", of_count(utility=for_anybody)),
    (
        "playout tells the utilities",
        of_rows(winner=lambda game, state: None if state.actions else "X"),
    ),
    ("winner is None before", of_count(winner=lambda _, state: None if state.total < 4 else "X")),
    (
        "win_line is None or (kinds, squares) of a win",
        of_rows(win_line=lambda game, state: (TicTacToe.win_line(game, state) or [0, None])[1]),
    ),
    # --- texts and names
    ("parse reads what render writes", FORGETS_THE_TURN),
    ("parse for '0 of 5, X to move' works", CAN_NOT_READ),
    ("parse refuses nonsense", of_count(parse=never_refusing)),
    ("different actions have different names", of_rows(action_name=lambda _, to: "abc"[to[1]])),
    ("action_named reads what action_name writes, capitals or", of_rows(action_named=small_only)),
    # --- symmetries
    ("the symmetry 'states only' maps the game onto itself", of_rows(symmetries=HALF_A_MAP)),
    ("symmetries have the one that changes nothing", of_rows(symmetries=MAPS[1:2])),
    ("canonical is the same for all mirror images", of_rows(canonical=lambda _, state: state)),
    ("states with one canonical value are", of_count(canonical=lambda _, state: state.to_move)),
    # --- playing out, and random numbers
    (
        "playout tells the utilities",
        of_count(playout=lambda *it: Playout(Count.playout(*it).actions, (1, -1))),
    ),
    ("playout plays legal actions", of_count(playout=lambda *_: Playout((5,), (1, -1)))),
    ("playout plays to the end", of_count(playout=lambda *_: Playout((1,), (1, -1)))),
    ("playout depends on rng alone", of_rows(playout=lambda *it: TicTacToe.playout(*it[:2], DICE))),
    ("randomness is a random.Random handed in", of_count(actions=drawing)),
    # --- the game itself
    ("repr works", of_count(__repr__=no_repr)),
    ("making the game again from its options works", CanNotTravel()),
    ("type(game)(**game.options) makes the game again", ComesBackSmaller()),
    ("has_state knows the game's", of_count(has_state=lambda game, state: state == game.initial)),
]


# --- the tests -----------------------------------------------------------------------------------


OF_SOME = (
    *("all_actions ", "in states that look the same", "views ", "a view ", "view ", "playout "),
    *("the symmetry", "symmetries ", "canonical ", "states with one canonical"),
)
"""How the lines begin that only the test of a whole game looks at."""


@pytest.mark.parametrize(("line", "game"), FAULTS, ids=[line for line, _ in FAULTS])
def test_a_planted_fault_is_named(line, game):
    """The error begins with the broken line, and says what was found."""
    for check in (check_game, check_whole_game)[line.startswith(OF_SOME) :]:
        random.seed(1)
        with pytest.raises(BrokenPromise, match=re.escape(line)) as told:
            check(game, Random(1))
        text = str(told.value)
        assert text.startswith(line)
        assert "\n  found: " in text


SOUND = [Count(), TicTacToe(), TicTacToe(4, "XOZ"), Coin()]


@pytest.mark.parametrize("game", SOUND, ids=repr)
def test_a_sound_game_passes_and_no_global_dice_are_touched(game):
    """Nothing is returned, nothing is raised, and nothing is drawn but from the given numbers."""
    before = random.getstate()
    assert check_game(game, Random(1), games=3) is None
    assert check_whole_game(game, Random(1), games=3) is None
    assert random.getstate() == before


def test_an_action_that_never_occurs_is_found_when_the_whole_game_is_looked_at():
    """Random games can't tell; so the tests look at every state of a small game."""
    game = of_count(all_actions=(1, 2, 3))
    check_whole_game(game, Random(1), games=2)
    with pytest.raises(BrokenPromise, match="all_actions lists no action that never occurs"):
        check_every_state(game, reachable(game))


def later(game, state, rng):
    """A random game whose first action is drawn, and no other."""
    if game.is_terminal(state):
        return Game.playout(game, state, rng)
    actions = [rng.choice(game.actions(state))]
    state = game.result(state, actions[0])
    while left := game.actions(state):
        actions.append(left[0])
        state = game.result(state, left[0])
    return Playout(tuple(actions), tuple(game.utility(state, one) for one in game.players))


def loaded(game, state, rng):
    """A random game in which X gets the first card more often than another."""
    told = KuhnPoker.playout(game, state, rng)
    first = state != game.initial or told.actions[0] == CARDS[0]
    return told if first else KuhnPoker.playout(game, state, rng)


def uneven(game, state, rng):
    """A random game that begins with the first action three times in four."""
    if game.is_terminal(state):
        return Game.playout(game, state, rng)
    first = game.actions(state)[0 if rng.random() < 0.75 else -1]
    more = Game.playout(game, game.result(state, first), rng)
    return Playout((first, *more.actions), more.utilities)


def any_legal(game, state, action):
    """The action, legal or not."""
    return action


BETTER = [
    (
        "count counts every way",
        TicTacToe,
        {"count": lambda _, state, depth: (1, 9, 72)[: depth + 1]},
    ),
    ("playout draws evenly", TicTacToe, {"playout": uneven}),
    ("playout draws evenly", TicTacToe, {"playout": later}),
    ("playout draws evenly", KuhnPoker, {"playout": loaded}),
    ("legal refuses", TicTacToe, {"legal": any_legal}),
    ("legal gives", TicTacToe, {"legal": lambda game, state, _: game.actions(state)[0]}),
    ("action_in knows", TicTacToe, {"action_in": lambda game, state, _: game.actions(state)[0]}),
    ("play plays", TicTacToe, {"play": lambda game, names: game.initial}),
    ("all_actions lists every", TicTacToe, {"all_actions": ((0, 0), (0, 1))}),
    ("view hides something", TicTacToe, {"view": lambda _, state, player: state}),
]


@pytest.mark.parametrize(("line", "base", "changed"), BETTER, ids=[line for line, *_ in BETTER])
def test_what_a_game_says_better_is_what_the_base_class_says(line, base, changed):
    """Each method that only makes a game faster, in twenty states."""
    with pytest.raises(BrokenPromise, match=line):
        check_game(faulty(base, **changed), Random(1), games=5)


def test_a_text_that_no_game_leads_to_is_found_when_the_whole_game_is_looked_at():
    """Counting stones alone lets boards through that have a row too many."""

    class AnyBoard(TicTacToe):
        def parse(self, text):
            return self.state_of(tuple("".join(text.split())), None)

    with pytest.raises(AssertionError, match="no play leads to"):
        check_texts(AnyBoard(), reachable(AnyBoard()))


def test_a_random_game_rolls_dice_by_their_probabilities():
    """A coin that falls on heads nine times in ten, and is played out from before the toss."""
    loaded = faulty(Coin, chance=lambda _, state: () if state else ((0, 0.9), (1, 0.1)))
    falls = [loaded.playout((), Random(seed)).actions[0] for seed in range(1_000)]
    assert 870 < falls.count(0) < 930


def test_the_state_is_shown_and_the_games_own_exception_stays_attached():
    """A reader sees the board on which the promise was broken, and where the error was raised."""
    with pytest.raises(BrokenPromise) as told:
        check_whole_game(HANDS_BACK, Random(1))
    assert "in this state:\n    . . .\n    . . .\n    . . ." in str(told.value)
    assert "expected: the exception IllegalAction" in str(told.value)
    assert "found: the same state back" in str(told.value)
    with pytest.raises(BrokenPromise) as told:
        check_whole_game(CAN_NOT_READ, Random(1))
    assert isinstance(told.value.__cause__, KeyError)


def test_a_game_may_say_that_it_has_no_text_form():
    """`NotImplementedError` from `parse` is taken for an answer; nothing else is left out."""

    class Wordless(TicTacToe):
        def parse(self, text):
            raise NotImplementedError

    check_whole_game(Wordless(), Random(1), games=2)


class Silent(TicTacToe):
    """An illegal move does nothing."""

    def result(self, state, action):
        """The same state where the move is illegal."""
        return super().result(state, action) if action in self.actions(state) else state


def test_a_broken_promise_is_told_in_the_language_that_is_spoken():
    """Its line, what was expected and found, and the words between; the board stays as it is."""
    with pytest.raises(BrokenPromise) as broken:
        check_game(Silent(), Random(1))
    with speaking("de"):
        line, state, *board, expected, found = str(broken.value).splitlines()
    assert line == "result weist den verbotenen Zug 'no such action' zurück"
    assert state == "  in diesem Zustand:"
    assert len(board) == 3
    assert (expected, found) == (
        "  erwartet: die Ausnahme IllegalAction",
        "  gefunden: derselbe Zustand kam zurück",
    )
    assert {*board} < {*str(broken.value).splitlines()}


@pytest.mark.parametrize(
    ("game", "rng", "sentence"),
    [
        (TicTacToe, Random(1), r"given the class TicTacToe; make a game of it: TicTacToe\("),
        (TicTacToe().initial, Random(1), r"given <GridState.* as its game; a game is an object"),
        (TicTacToe(), 1, r"given rng=1; rng is the source of chance, such as random\.Random\(1\)"),
        (TicTacToe(), random, "given rng=<module 'random'"),
    ],
)
def test_a_wrong_question_is_not_the_games_fault(game, rng, sentence):
    """A class, a state and a number get a sentence of their own, and no promise is broken."""
    with pytest.raises(TypeError, match=sentence):
        check_game(game, rng)
