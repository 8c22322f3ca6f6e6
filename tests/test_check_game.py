"""`check_game`: each planted fault is found and named, and a sound game passes."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Hashable, Iterator
from itertools import count, cycle
from random import Random
from typing import Any

import pytest

from course_lib.game import Action, Game, IllegalAction, Player, Playout, State, Symmetry
from course_lib.games.check_game import BrokenPromise, check_game
from course_lib.games.count import Count, CountState
from course_lib.games.tic_tac_toe import TicTacToe

FAULTS: list[tuple[type[Game], str]] = []


def breaks(line: str) -> Callable[[type[Game]], type[Game]]:
    """A decorator that notes which line of the promise a faulty game breaks."""

    def noted(faulty: type[Game]) -> type[Game]:
        FAULTS.append((faulty, line))
        return faulty

    return noted


@pytest.fixture(autouse=True)
def dice_put_back() -> Iterator[None]:
    """The global random numbers stay as they were, though some faulty games draw from them."""
    before = random.getstate()
    yield
    random.setstate(before)


# --- players and the start -----------------------------------------------------------------------


@breaks("players is a tuple of different names")
class SameNames(Count):
    """Both players have one name."""

    players = ("X", "X")


@breaks("players[0] moves first")
class OtherFirst(Count):
    """O moves first, though X comes first in players."""

    initial = CountState(0, "O")


@breaks("initial is always the same state")
class NewStart(TicTacToe):
    """Each game starts from another square."""

    @property
    def initial(self) -> State:
        """An opening at random."""
        return self.result(TicTacToe().initial, (random.randrange(3), random.randrange(3)))


@breaks("to_move is one of players")
class Stranger(Count):
    """The turn of somebody unknown."""

    def to_move(self, state: State) -> Player:
        """Z, from the second move on."""
        return "X" if state.total == 0 else "Z"


# --- states --------------------------------------------------------------------------------------


class Tally:
    """A state that can be changed, though it can be hashed and compared by its total."""

    def __init__(self, total: int, to_move: Player) -> None:
        self.total, self.to_move = total, to_move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.total == other.total

    def __hash__(self) -> int:
        return hash(self.total)


@breaks("result leaves its state alone")
class Overwriting(Count):
    """`result` changes the state it was given."""

    @property
    def initial(self) -> State:
        """Nothing counted yet."""
        return Tally(0, "X")

    def result(self, state: State, action: Action) -> State:
        """The new state; the old one has the new total, too."""
        after = super().result(state, action)
        state.total = after.total
        return Tally(after.total, after.to_move)


@breaks("result leaves its state alone")
class ChangedInside(Overwriting):
    """`result` changes only what `render` and `actions` don't show."""

    def result(self, state: State, action: Action) -> State:
        """The new state; the old one gets a note."""
        after = Count.result(self, state, action)
        marked = Noted(after.total, after.to_move)
        state.note = "been here"
        return marked

    @property
    def initial(self) -> State:
        """Nothing counted, nothing noted."""
        return Noted(0, "X")


@breaks("result leaves its state alone")
class SpoiledByRefusal(Overwriting):
    """An illegal action is refused, but only after it has been counted."""

    def result(self, state: State, action: Action) -> State:
        """The new state; the old one counts what was refused."""
        if not isinstance(action, int) or action not in self.actions(state):
            state.total += 1
            raise self.illegal(state, action)
        after = Count.result(self, state, action)
        return Tally(after.total, after.to_move)


class Noted(Tally):
    """A state that also compares a note."""

    note = ""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Noted) and self.note == other.note

    __hash__ = Tally.__hash__


class Unhashable(CountState):
    """A state without a hash."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]


@breaks("states are hashable")
class NoHash(Count):
    """States can't be put into a table."""

    initial = Unhashable(0, "X")


class Drifting(CountState):
    """A state with another hash each time."""

    __slots__ = ()
    clock = count()

    def __hash__(self) -> int:
        return next(self.clock)


@breaks("a state keeps its hash and equals itself")
class HashDrifts(Count):
    """States get lost in a table."""

    initial = Drifting(0, "X")


# --- result --------------------------------------------------------------------------------------


@breaks("result is the same each time")
class Coin(TicTacToe):
    """Every other stone lies on another square."""

    coin = cycle((False, True))

    def result(self, state: State, action: Action) -> State:
        """The state after this action or, in turns, the last one."""
        chosen = self.actions(state)[-1] if action in self.actions(state) else action
        return super().result(state, chosen if next(self.coin) else action)


@breaks("result gives a new state")
class Stuck(Count):
    """A legal action that changes nothing."""

    def result(self, state: State, action: Action) -> State:
        """The same state for 2."""
        after = super().result(state, action)
        return state if action == 2 else after


@breaks("result for the legal action")
class RefusesLegal(Count):
    """An action is listed and then refused."""

    def result(self, state: State, action: Action) -> State:
        """The state after this action, but never after 2."""
        if action == 2:
            raise self.illegal(state, action)
        return super().result(state, action)


@breaks("result refuses the illegal action")
class AcceptsAll(Count):
    """Any number is taken, also after the end."""

    def result(self, state: State, action: Action) -> State:
        """The state after this number."""
        if not isinstance(action, int):
            raise self.illegal(state, action)
        return CountState(state.total + action, "O" if state.to_move == "X" else "X")


@breaks("result refuses the illegal action")
class HandsBack(TicTacToe):
    """An illegal action leads back to the same state, as in a well-known homework."""

    def result(self, state: State, action: Action) -> State:
        """The state after this action, or the same state."""
        return super().result(state, action) if action in self.actions(state) else state


@breaks("result refuses the illegal action")
class WrongError(TicTacToe):
    """An illegal action raises an error, but not the right one."""

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        if action not in self.actions(state):
            raise KeyError(action)
        return super().result(state, action)


@breaks("every game ends")
class Endless(Count):
    """The goal moves away."""

    def result(self, state: State, action: Action) -> State:
        """The total goes round from 4 to 1."""
        after = super().result(state, action)
        return after if after.total < 4 else CountState(1, after.to_move)


# --- actions -------------------------------------------------------------------------------------


@breaks("actions is a tuple")
class ListOfActions(Count):
    """Actions that anybody may change."""

    def actions(self, state: State) -> Any:
        """A list."""
        return list(super().actions(state))


@breaks("actions come in one order")
class Shuffled(TicTacToe):
    """Another order each time."""

    dice = Random(4)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The same squares, shuffled."""
        legal = super().actions(state)
        return tuple(self.dice.sample(legal, len(legal)))


@breaks("no action is listed twice")
class Twice(Count):
    """One action is listed twice."""

    def actions(self, state: State) -> tuple[Action, ...]:
        """1, 2 and 1 again."""
        legal = super().actions(state)
        return legal + legal[:1]


@breaks("actions is () exactly when the game is over")
class ActionsAfterTheEnd(Count):
    """A final state with actions."""

    def actions(self, state: State) -> tuple[Action, ...]:
        """1 and 2, for ever."""
        return (1, 2)


@breaks("actions is () exactly when the game is over")
class EndWithoutEnd(Count):
    """A state without actions that is not final."""

    def is_terminal(self, state: State) -> bool:
        """Only if the goal is passed."""
        return bool(state.total > self.goal)


@breaks("is_terminal is True or False")
class NumberAsTruth(Count):
    """`is_terminal` answers with a number."""

    def is_terminal(self, state: State) -> Any:
        """0 or 1."""
        return int(super().is_terminal(state))


# --- utility and winner --------------------------------------------------------------------------


@breaks("winner is the player with utility above 0")
class WrongSign(TicTacToe):
    """The loser gets +1."""

    def utility(self, state: State, player: Player) -> float:
        """The opponent's utility."""
        return -super().utility(state, player)


@breaks("utilities of two players add up to zero")
class LastMovers(TicTacToe):
    """Both players get the last mover's utility, as in a well-known homework."""

    def utility(self, state: State, player: Player) -> float:
        """+1 when anybody has won."""
        return abs(super().utility(state, player))


@breaks("utility stays in utility_range")
class TooMuch(Count):
    """A win is worth 2."""

    def utility(self, state: State, player: Player) -> float:
        """+2 or -2."""
        return 2 * super().utility(state, player)


@breaks("utility is a number")
class NotANumber(Count):
    """A win is worth nothing that can be compared."""

    def utility(self, state: State, player: Player) -> float:
        """NaN."""
        return super().utility(state, player) * math.nan


@breaks("utility is for final states only")
class TooEarly(Count):
    """States before the end have a utility."""

    def utility(self, state: State, player: Player) -> float:
        """0 before the end."""
        return super().utility(state, player) if self.is_terminal(state) else 0


@breaks("utility knows the players")
class ForAnybody(Count):
    """Strangers have a utility, too."""

    def utility(self, state: State, player: Player) -> float:
        """That of O for everybody but X."""
        return super().utility(state, "X" if player == "X" else "O")


@breaks("winner is the player with utility above 0")
class XWins(TicTacToe):
    """Every draw is called a win."""

    def winner(self, state: State) -> Player | None:
        """X instead of nobody."""
        return super().winner(state) or ("X" if self.is_terminal(state) else None)


@breaks("winner is None before the end")
class EarlyWinner(Count):
    """Whoever is ahead is called the winner."""

    def winner(self, state: State) -> Player | None:
        """The last mover from 4 on."""
        return None if state.total < 4 else "O" if state.to_move == "X" else "X"


@breaks("win_line is None or (kinds, squares) of a win")
class OddLine(TicTacToe):
    """The line is given without its kinds."""

    def win_line(self, state: State) -> Any:
        """Only the squares."""
        line = super().win_line(state)
        return line and line[1]


# --- texts and names -----------------------------------------------------------------------------


@breaks("parse reads what render writes")
class ForgetsTheTurn(Count):
    """`parse` always takes X for the player to move."""

    def parse(self, text: str) -> State:
        """The total, X to move."""
        return super().parse(text)._replace(to_move="X")


@breaks("parse works")
class CanNotRead(Count):
    """`parse` fails with an error that says nothing."""

    def parse(self, text: str) -> State:
        """Nothing but a KeyError."""
        if not text[0].isdigit():
            raise ValueError(text)
        return {}[text]


@breaks("parse refuses nonsense")
class ReadsAnything(Count):
    """`parse` takes any text for the start."""

    def parse(self, text: str) -> State:
        """The state, or the start."""
        return super().parse(text) if text[0].isdigit() else self.initial


@breaks("different actions have different names")
class OneName(TicTacToe):
    """All squares of a column have one name."""

    def action_name(self, action: Action) -> str:
        """The column's letter."""
        return super().action_name(action)[0]


@breaks("action_named reads what action_name writes, capitals or not")
class OnlySmall(TicTacToe):
    """Capitals make another name."""

    def action_named(self, text: str) -> Action:
        """Only `b2` is the centre."""
        return super().action_named(text if text.islower() else "a1")


# --- symmetries ----------------------------------------------------------------------------------


def _as_it_is(value: Any) -> Any:
    """The same value."""
    return value


@breaks("the symmetry 'states only' maps the game onto itself")
class HalfAMap(TicTacToe):
    """A map that turns states but leaves actions where they are."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity and half of a mirror image."""
        first, second = super().symmetries[:2]
        return (first, Symmetry("states only", second.state, _as_it_is))


@breaks("symmetries have the one that changes nothing")
class NoIdentity(TicTacToe):
    """All mirror images but the board itself."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """One proper mirror image."""
        return super().symmetries[1:2]


@breaks("canonical is the same for all mirror images")
class ManyKeys(TicTacToe):
    """Mirror images have keys of their own."""

    def canonical(self, state: State) -> Hashable:
        """The state itself."""
        return state


@breaks("states with one canonical value are worth the same")
class OneKey(Count):
    """States that differ have one key."""

    def canonical(self, state: State) -> Hashable:
        """Whose turn it is, and nothing else."""
        return state.to_move


# --- playing out, and random numbers -------------------------------------------------------------


@breaks("playout tells the utilities")
class Boasting(Count):
    """X wins every game that is played out."""

    def playout(self, state: State, rng: Random) -> Playout:
        """The right actions and a wrong result."""
        return Playout(super().playout(state, rng).actions, (1, -1))


@breaks("playout plays legal actions")
class CheatingPlayout(Count):
    """A game that is over at once."""

    def playout(self, state: State, rng: Random) -> Playout:
        """One action that is not legal."""
        return Playout((5,), (1, -1))


@breaks("playout plays to the end")
class ShortPlayout(Count):
    """A game that stops before its end."""

    def playout(self, state: State, rng: Random) -> Playout:
        """The first action only."""
        return Playout((1,), (1, -1))


@breaks("playout depends on rng alone")
class OtherDice(TicTacToe):
    """Games are played out with random numbers from elsewhere."""

    dice = Random(5)

    def playout(self, state: State, rng: Random) -> Playout:
        """A game from its own dice."""
        return super().playout(state, self.dice)


@breaks("randomness is a random.Random handed in")
class GlobalDice(Count):
    """Random numbers of the whole program are drawn, even if nothing comes of it."""

    def actions(self, state: State) -> tuple[Action, ...]:
        """What is legal, and a throw for nothing."""
        random.random()
        return super().actions(state)


# --- the game itself -----------------------------------------------------------------------------


@breaks("result refuses the illegal action 'no such action'")
class SaysNothing(Count):
    """Illegal actions are refused without a word."""

    def result(self, state: State, action: Action) -> State:
        """The state after this number, or an empty error."""
        try:
            return super().result(state, action)
        except IllegalAction:
            raise IllegalAction from None


@breaks("repr works")
class CanNotBeShown(Count):
    """The game's `repr` fails."""

    def __repr__(self) -> str:
        raise AttributeError("size")


@breaks("making the game again from its options works")
class CanNotTravel(TicTacToe):
    """An option is not kept under its name, so pickling the game fails."""

    def __init__(self, length: int = 3, depth: int = 2) -> None:
        super().__init__(length)

    def __repr__(self) -> str:
        return "CanNotTravel()"


@breaks("type(game)(**game.options) makes the game again")
class ComesBackSmaller(TicTacToe):
    """The option is forgotten, so another game comes out of a pickle."""

    def __init__(self, size: int | None = None) -> None:
        super().__init__(4 if size is None else 3)


@breaks("has_state knows the game's own states")
class ForgetsItsStates(Count):
    """Only the first state is known as one."""

    def has_state(self, state: State) -> bool:
        """Whether it is the first one."""
        return bool(state == self.initial)


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("faulty", "line"), FAULTS, ids=[faulty.__name__ for faulty, _ in FAULTS])
def test_a_planted_fault_is_named(faulty: type[Game], line: str) -> None:
    """The error begins with the broken line, and says what was expected and what was found."""
    random.seed(1)
    with pytest.raises(BrokenPromise, match=re.escape(line)) as told:
        check_game(faulty(), Random(1), longest=500)
    text = str(told.value)
    assert text.startswith(line)
    assert "\n  expected: " in text
    assert "\n  found: " in text


@pytest.mark.parametrize("game", [Count(), TicTacToe(), TicTacToe(4, "XOZ")], ids=repr)
def test_a_sound_game_passes_and_no_global_dice_are_touched(game: Game) -> None:
    """Nothing is returned, nothing is raised, and nothing is drawn but from the given numbers."""
    before = random.getstate()
    assert check_game(game, Random(1), games=3) is None
    assert random.getstate() == before


def test_a_text_that_no_game_leads_to_is_found_when_the_whole_game_is_looked_at():
    """Counting stones alone lets floating rows through; on a larger game only random games tell."""

    class AnyBoard(TicTacToe):
        def parse(self, text: str) -> State:
            board = tuple("".join(text.split()))
            if len(board) != 9 or board.count("X") - board.count("O") not in (0, 1):
                raise ValueError("no board")
            if (board.count("X"), board.count("O")) in ((5, 3), (3, 0)):
                raise ValueError("no board")
            try:
                return super().parse(text)
            except ValueError:
                return self.state_of(board, None)

    check_game(AnyBoard(), Random(1), games=2)
    check_game(AnyBoard(), Random(1), games=2, whole=5_000)
    with pytest.raises(BrokenPromise, match="parse refuses what no game leads to"):
        check_game(AnyBoard(), Random(1), games=2, whole=5_478)


def test_the_state_is_shown_as_the_game_renders_it() -> None:
    """A reader sees the board on which the promise was broken."""
    with pytest.raises(BrokenPromise) as told:
        check_game(HandsBack(), Random(1))
    assert "in this state:\n    . . .\n    . . .\n    . . ." in str(told.value)
    assert "expected: the exception IllegalAction" in str(told.value)
    assert "found: the same state back" in str(told.value)


def test_the_games_own_exception_stays_attached() -> None:
    """Whoever looks for the fault finds where it was raised."""
    with pytest.raises(BrokenPromise) as told:
        check_game(CanNotRead(), Random(1))
    assert isinstance(told.value.__cause__, KeyError)


def test_a_game_may_say_that_it_has_no_text_form() -> None:
    """`NotImplementedError` from `parse` is taken for an answer; nothing else is left out."""

    class Wordless(TicTacToe):
        def parse(self, text: str) -> State:
            raise NotImplementedError

    check_game(Wordless(), Random(1), games=2)


def test_a_check_that_would_test_nothing_is_refused() -> None:
    """No games, or too few states, is a mistake of the caller."""
    for options in ({"games": 0}, {"closely": 1}, {"longest": 0}):
        with pytest.raises(ValueError, match="a check plays at least 1 game"):
            check_game(Count(), Random(1), **options)


def test_the_same_seed_makes_the_same_check() -> None:
    """What is found can be found again."""
    texts = []
    for _ in range(2):
        with pytest.raises(BrokenPromise) as told:
            check_game(ForgetsTheTurn(), Random(9))
        texts.append(str(told.value))
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("game", "rng", "sentence"),
    [
        (
            TicTacToe,
            Random(1),
            r"given the class TicTacToe; make a game of it: TicTacToe\(",
        ),
        (TicTacToe().initial, Random(1), r"given <GridState.* as its game; a game is an object"),
        (TicTacToe(), 1, r"given rng=1; rng is the source of chance, such as random\.Random\(1\)"),
        (TicTacToe(), random, "given rng=<module 'random'"),
    ],
)
def test_a_wrong_question_is_not_the_games_fault(game: Any, rng: Any, sentence: str) -> None:
    """A class, a state and a number get a sentence of their own, and no promise is broken."""
    with pytest.raises(TypeError, match=sentence):
        check_game(game, rng)
