"""`check_game`: random games in which everything that a game promises is tested."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterable
from numbers import Real
from random import Random
from typing import Any, NoReturn

from course_lib.game import (
    CHANCE,
    PASS,
    RESIGN,
    Action,
    Chances,
    Game,
    IllegalAction,
    State,
    drawn,
    hides,
)
from course_lib.words import Say, Text, _, told

_STRANGE = ("no such action", "", None, -1, 10**9, (-1, -1), (10**6, 10**6), (), PASS, RESIGN)
"""Actions that hardly any game knows; those that a state does list are left out there."""

_CLOSELY = 10
LONGEST = 10_000

NOBODY = "nobody of this name"
_NONSENSE = "~ this is nonsense ~"


class BrokenPromise(AssertionError):
    """A game does not keep its promise; the text says which line of it, where, and how.

    >>> from course_lib.games import Count
    >>> class Endless(Count):
    ...     def is_terminal(self, state):
    ...         return False
    >>> try:
    ...     check_game(Endless(), Random(1))
    ... except BrokenPromise as broken:
    ...     print(str(broken).partition(":")[0])
    actions is () exactly when the game is over
      in this state
    """

    def __str__(self) -> str:
        return "\n".join(map(told, self.args))


def check_game(
    game: Game,
    rng: Random,
    *,
    games: int = 20,
) -> None:
    """Test that the game keeps its promise; a `BrokenPromise` names the line that it breaks.

    We play `games` random games with the numbers of `rng`. In every state we test `actions`,
    `is_terminal`, `to_move`, `chance`, `utility`, `winner` and one `result`; in ten states of each
    game, the first and the last included, also illegal actions, texts and names. A game must end
    within 10,000 actions. `parse` may raise `NotImplementedError`, which says that a game's boards
    have no text form; nothing else can be left out. What a game may say better than its base class
    (`count`, `playout`, `legal`, `action_in`, `play`, `all_actions`, `view`) is compared with that
    in twenty states. What only some games have, such as symmetries, is tested by
    `check_whole_game` in `course_tools/studio/whole_promise.py`.

    >>> from course_lib.games import TicTacToe
    >>> check_game(TicTacToe(), Random(1))
    """
    Check(game, rng).play(games)


class _Asked:
    """The game under test: an exception that any of its methods raises is a broken promise."""

    def __init__(self, game: Game, ask: Callable[..., Any]) -> None:
        self._game, self._ask = game, ask

    def __getattr__(self, name: str) -> Any:
        found = self._ask(name, getattr, self._game, name)
        if not callable(found):
            return found

        def asked(*given: Any) -> Any:
            named = name in ("action_name", "action_named", "parse")  # not asked with a state
            beside = [] if isinstance(given[-1], Random) else given[0 if named else 1 :]
            these = ", ".join(map(repr, beside))
            what = Say("{name} for {these}", name=name, these=these) if these else name
            return self._ask(what, found, *given)

        return asked


class Check:
    """The tests, one method for a few lines of the promise."""

    def __init__(self, game: Game, rng: Random) -> None:
        if isinstance(game, type):
            name = game.__name__
            raise TypeError(
                f"check_game was given the class {name}; make a game of it: {name}(...)"
            )
        if not isinstance(game, Game):
            raise TypeError(
                f"check_game was given {game!r:.60} as its game; a game is an object of a class"
                " that inherits from Game, such as TicTacToe()"
            )
        if not isinstance(rng, Random):
            raise TypeError(
                f"check_game was given rng={rng!r:.60}; rng is the source of chance, such as"
                " random.Random(1)"
            )
        self.itself = game
        self.game = _Asked(game, self.ask)
        self.rng = rng
        self.state: State = None
        """What is looked at, and shown with a complaint; `None` for the game as a whole."""
        self.met: dict[Action, None] = {}
        self.has_texts = True
        self.visited: dict[State, tuple[Action, ...]] = {}
        """Each state that was met, with the actions that led there."""

    def play(self, games: int) -> None:
        """Test all there is in so many random games."""
        self.start()
        for _game in range(games):
            dice = random.getstate()
            self.one_game()
            if random.getstate() != dice:
                found = Say(
                    "draws from the functions of the module `random`, so it can't be repeated"
                )
                self.broken(Say("randomness is a random.Random handed in"), found)
        self.said_better()

    def one_game(self) -> None:
        """Test a random game, and some of its states closely."""
        visited = self.random_game()
        played = tuple(self.played)
        self.visited.update((state, played[:at]) for at, state in enumerate(visited))
        middle = visited[1:-1]
        chosen = self.rng.sample(middle, min(len(middle), _CLOSELY - 2))
        for state in (visited[0], *chosen, visited[-1]):
            self.closely(state)

    # --- asking, and complaining ---------------------------------------------------------------

    def must(self, holds: object, line: Text, found: Any, expected: Any = "") -> None:
        """Insist on this line of the promise; what was expected may be clear from it."""
        if not holds:
            self.broken(line, found, expected)

    def broken(
        self, line: Text, found: Any, expected: Any = "", cause: Exception | None = None
    ) -> NoReturn:
        """Raise the error for this line of the promise; `found` and `expected` may be in words."""
        parts = [line]
        if self.state is not None:
            parts += [_("  in this state:"), self.shown(self.state)]
        lines = (_("  expected: {value}"), expected), (_("  found: {value}"), found)
        for template, value in lines:
            words = value if isinstance(value, str | Say) else repr(value)
            parts += [Say(template, value=words)] if words else []
        raise BrokenPromise(*parts) from cause

    def shown(self, state: State) -> str:
        """The state as its game renders it, or as Python does if that fails."""
        try:
            text = str(self.itself.render(state))
        except Exception:  # noqa: BLE001 - whatever render does, the complaint must come out
            text = repr(state)
        return "\n".join(f"    {line}" for line in text.splitlines())

    def ask(self, what: Text, function: Callable[..., Any], *given: Any) -> Any:
        """What the game answers; an exception is a broken promise too."""
        try:
            return function(*given)
        except Exception as error:  # noqa: BLE001 - the game may raise anything, and we say where
            self.broken(Say("{what} works", what=what), _said(error), Say("no exception"), error)

    def refuses(
        self, line: Text, kind: type[Exception], function: Callable[..., Any], *given: Any
    ) -> None:
        """Insist that the game raises this kind of error, and that an `IllegalAction` says why."""
        expected = Say("the exception {name}", name=kind.__name__)
        try:
            found = function(*given)
        except kind as refusal:
            silent = kind is IllegalAction and not str(refusal).strip()
            reason = Say("the exception {name} with a reason", name=kind.__name__)
            self.must(not silent, line, Say("one without a text"), reason)
        except Exception as error:  # noqa: BLE001 - the game may raise anything; one kind is right
            self.broken(line, _said(error), expected, error)
        else:
            same = found == given[0]
            self.broken(line, Say("the same state back") if same else repr(found), expected)

    # --- the promise -------------------------------------------------------------------------

    def start(self) -> None:
        """Players, ranges and the first state."""
        game, itself = self.game, self.itself
        players = game.players
        named = isinstance(players, tuple) and players and len(set(players)) == len(players)
        self.must(named, _("players is a tuple of different names"), players)
        low, high = game.utility_range
        self.must(low <= high, _("utility_range goes up"), (low, high), Say("(least, greatest)"))
        for what, function in (("action_named", itself.action_named), ("parse", self.parse)):
            self.refuses(Say("{what} refuses nonsense", what=what), ValueError, function, _NONSENSE)
        shown = self.ask("repr", repr, itself)
        other = self.ask(Say("making the game again from its options"), copy.copy, itself)
        first = self.state = game.initial
        self.is_a_value(first)
        again = game.initial
        line = _("initial is always the same state")
        self.must(again == first, line, repr(again), repr(first))
        self.first_to_choose(first)
        self.state = None
        found, expected = (other.initial, other.players), (first, players)
        line = _("type(game)(**game.options) makes the game again")
        same = Say("the same first state and players from {shown}", shown=shown)
        self.must(found == expected, line, found, same)

    def first_to_choose(self, first: State) -> None:
        """Test that after the first cards or dice, if any, it is the first player's turn."""
        game = self.game
        self.mover(first, game.actions(first))
        while chances := game.chance(first):
            first = game.result(first, chances[0][0])
            self.mover(first, game.actions(first))
        if not game.is_terminal(first):
            mover, expected = game.to_move(first), game.players[0]
            self.must(mover == expected, _("players[0] moves first"), mover, expected)

    def parse(self, text: str) -> State:
        """What the game reads in this text; we note whether it can read any."""
        try:
            return self.itself.parse(text)
        except NotImplementedError:
            self.has_texts = False
            raise ValueError("this game has no text form") from None

    def random_game(self) -> list[State]:
        """The states of a random game, each of them tested."""
        visited, self.played = [self.game.initial], list[Action]()
        while actions := self.actions(visited[-1]):
            found = Say("none within {n:,} actions", n=LONGEST)
            self.must(len(visited) <= LONGEST, _("every game ends"), found, Say("an end"))
            self.unfinished(visited[-1])
            chances = self.game.chance(visited[-1])
            action = drawn(chances, self.rng) if chances else self.rng.choice(actions)
            visited.append(self.one_step(visited[-1], action))
            self.played.append(action)
        self.final(visited[-1])
        return visited

    def closely(self, state: State) -> None:
        """Test what takes longer: illegal actions, texts and names."""
        self.state = state
        self.illegal_actions(state)
        self.texts(state)
        self.names(state)

    def is_a_value(self, state: State) -> None:
        """Test that a state has one hash and equals itself."""
        self.has_hash(state, _("states are hashable"))
        hashes = {hash(state) for _ in range(3)}
        one = len(hashes) == 1 and state == state  # noqa: PLR0124 - a state must equal itself
        found = Say("{n} hashes", n=len(hashes))
        self.must(one, _("a state keeps its hash and equals itself"), found)

    def has_hash(self, value: Any, line: Text) -> None:
        """Test that this can be the key of a dictionary."""
        try:
            hash(value)
        except TypeError as error:
            self.broken(line, _said(error))

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions in this state, tested together with `is_terminal` and `to_move`."""
        game, self.state = self.game, state
        self.is_a_value(state)
        self.must(game.has_state(state), _("has_state knows the game's own states"), "False")
        actions: tuple[Action, ...] = game.actions(state)
        self.must(isinstance(actions, tuple), _("actions is a tuple"), actions)
        again = game.actions(state)
        self.must(again == actions, _("actions come in one order"), again, actions)
        self.has_hash(actions, _("actions are hashable"))
        self.must(len(set(actions)) == len(actions), _("no action is listed twice"), actions)
        over = game.is_terminal(state)
        self.must(isinstance(over, bool), _("is_terminal is True or False"), over)
        line = _("actions is () exactly when the game is over")
        found = Say("is_terminal {over!r} and actions {actions!r}", over=over, actions=actions)
        self.must(over != bool(actions), line, found)
        self.mover(state, actions)
        self.met.update(dict.fromkeys(actions))
        return actions

    def mover(self, state: State, actions: tuple[Action, ...]) -> None:
        """Test that a player is to move, or that chance names all it may do, with probabilities."""
        game = self.game
        player, chances = game.to_move(state), game.chance(state)
        pairs = isinstance(chances, tuple) and all(
            isinstance(pair, tuple) and len(pair) == 2 for pair in chances
        )
        self.must(pairs, _("chance is a tuple of (action, probability)"), chances)
        if not chances:
            line = _("to_move is one of players, where chance has no say")
            self.must(player in game.players, line, repr(player), game.players)
            return
        self.must(player == CHANCE, _("to_move is CHANCE where nobody chooses"), player, CHANCE)
        line = _("actions are those of chance, in its order")
        self.must(tuple(action for action, _ in chances) == actions, line, actions, chances)
        line = _("probabilities are positive and add up to 1")
        self.must(_is_distribution(chances), line, chances)

    def unfinished(self, state: State) -> None:
        """Test that a state before the end has no winner, no winning line and no utility."""
        for what in ("winner", "win_line"):
            found = getattr(self.game, what)(state)
            line = Say("{what} is None before the end", what=what)
            self.must(found is None, line, repr(found))
        first = self.itself.players[0]
        only = _("utility is for final states only")
        self.refuses(only, ValueError, self.itself.utility, state, first)

    def final(self, state: State) -> None:
        """Test the utilities of a final state, and that winner and line go with them."""
        game = self.game
        low, high = game.utility_range
        utilities = {player: game.utility(state, player) for player in game.players}
        for value in utilities.values():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            self.must(number and not math.isnan(value), _("utility is a number"), repr(value))
            inside = low <= value <= high
            span = Say("{low!r} to {high!r}", low=low, high=high)
            self.must(inside, _("utility stays in utility_range"), utilities, span)
        total = abs(sum(utilities.values()))
        balanced = not game.zero_sum or total <= 1e-9 * max(1, abs(low), abs(high))
        self.must(balanced, _("utilities of two players add up to zero"), utilities)
        ahead = [player for player, value in utilities.items() if value > 0]
        winner, squares = game.winner(state), game.win_line(state)
        right = winner == (ahead[0] if len(ahead) == 1 else None)
        line = _("winner is the player with utility above 0")
        found = Say("{winner!r} and {utilities!r}", winner=winner, utilities=utilities)
        self.must(right, line, found)
        line = _("utility knows the players")
        self.refuses(line, ValueError, self.itself.utility, state, NOBODY)
        fits = squares is None or (winner is not None and _is_win_line(squares))
        self.must(fits, _("win_line is None or (kinds, squares) of a win"), repr(squares))

    def one_step(self, state: State, action: Action) -> State:
        """The state after this action; the one before must stay as it was."""
        game = self.game
        before = (hash(state), game.actions(state), game.to_move(state))
        self.state = kept = copy.deepcopy(state)
        comparable = kept == state
        after = game.result(state, action)
        now = (hash(state), game.actions(state), game.to_move(state))
        same = now == before and (not comparable or kept == state)
        if not same:
            line = Say("result leaves its state alone (action {action!r})", action=action)
            found = Say("changed to\n{state}", state=self.shown(state))
            self.broken(line, found, Say("the state unchanged"))
        self.is_a_value(after)
        line = Say("result gives a new state (action {action!r})", action=action)
        self.must(after != state, line, Say("the same"))
        again = game.result(state, action)
        same = again == after and hash(again) == hash(after)
        if not same:
            one, other = self.shown(after), self.shown(again)
            line = Say("result is the same each time (action {action!r})", action=action)
            self.broken(line, Say("once\n{one}\nand once\n{other}", one=one, other=other))
        return after

    def illegal_actions(self, state: State) -> None:
        """Test that what is not listed is refused, and that the state stays as it was."""
        text = self.game.render(state)
        legal = set(self.game.actions(state))
        elsewhere = [action for action in self.met if action not in legal]
        tried = self.rng.sample(elsewhere, min(len(elsewhere), 10))
        for action in (*tried, *(action for action in _STRANGE if action not in legal)):
            line = Say("result refuses the illegal action {action!r}", action=action)
            self.refuses(line, IllegalAction, self.itself.result, state, action)
        same = self.game.render(state) == text
        before = Say("as before:\n{text}", text=text)
        self.must(same, _("result leaves its state alone"), Say("changed"), before)

    def texts(self, state: State) -> None:
        """Test that `parse` reads what `render` writes."""
        text = self.game.render(state)
        good = isinstance(text, str) and self.game.render(state) == text
        self.must(good, _("render gives one text"), repr(text), Say("always the same text"))
        if self.has_texts:
            read = self.game.parse(text)
            same = read == state and hash(read) == hash(state)
            self.must(same, _("parse reads what render writes"), read, state)

    def names(self, state: State) -> None:
        """Test that actions have different names, which lead back to them."""
        game = self.game
        named: dict[str, Action] = {}
        for action in game.actions(state):
            name = game.action_name(action)
            line = _("action_name is a text")
            self.must(isinstance(name, str) and name, line, repr(name))
            both = Say(
                "{one!r} and {other!r} are both {name!r}",
                one=named.get(name),
                other=action,
                name=name,
            )
            self.must(name not in named, _("different actions have different names"), both)
            named[name] = action
        for name, action in named.items():
            for written in (name, name.upper(), name.lower()):
                found = game.action_named(written)
                line = _("action_named reads what action_name writes, capitals or not")
                right = Say("{action!r} for {written!r}", action=action, written=written)
                self.must(found == action, line, repr(found), right)

    # --- what a game may say better than its base class ------------------------------------------

    def said_better(self) -> None:
        """Test that each method of the game's own says what the base class would have said."""
        game, own = self.itself, type(self.itself)
        mine = {name for name in _BETTER if getattr(own, name) is not getattr(Game, name)}
        every = list(self.visited)
        for state in self.rng.sample(every, min(len(every), 20)):
            self.state = state
            actions = game.actions(state)
            if "count" in mine:
                depth = 2 if len(actions) <= _CLOSELY else 1
                found, right = self.game.count(state, depth), Game.count(game, state, depth)
                self.must(found == right, "count counts every way", found, right)
            if "legal" in mine:
                for action in actions:
                    found = self.game.legal(state, action)
                    self.must(found == action, "legal gives the action", found, repr(action))
                for action in _STRANGE:
                    if action not in actions:
                        line = f"legal refuses {action!r}"
                        self.refuses(line, IllegalAction, game.legal, state, action)
            if "action_in" in mine:
                for action in actions:
                    name = game.action_name(action)
                    found = self.ask("action_in", game.action_in, state, name)
                    self.must(found == action, f"action_in knows {name!r}", found, repr(action))
            if "play" in mine:
                self.plays_to(state)
        if "playout" in mine:
            self.even_playouts(every)
        self.state = None
        if "all_actions" in mine:
            missing = _occurring(game, self.met) - set(self.game.all_actions)
            self.must(not missing, "all_actions lists every action that can occur", f"no {missing}")
        if hides(game) and all(game.view(one, who) == one for one in every for who in game.players):
            self.broken("view hides something, or is left to the base class", "all is shown")

    def plays_to(self, state: State) -> None:
        """Test that `play` leads here, by the names of moves, and by one text where it can be."""
        names = [self.itself.action_name(action) for action in self.visited[state]]
        for given in (names, " ".join(names)) if " " not in "".join(names) else (names,):
            found = self.ask("play", self.itself.play, given)
            self.must(found == state, "play plays the moves it is given", found, repr(state))

    def even_playouts(self, every: list[State]) -> None:
        """Test that random games from the start and twenty states are drawn as they should be.

        Of few actions each comes as often as it should, of many those in the first half.
        """
        game = self.itself
        times: dict[Any, list[float]] = {}
        some = self.rng.sample(every, min(len(every), 20))
        for state in (some + every[:1] * 20) * _TIMES:
            told, here = self.game.playout(state, self.rng), state
            self.state = state
            for action in told.actions[:LONGEST]:
                actions = game.actions(here)
                self.must(action in actions, "playout plays legal actions", repr(action), actions)
                shares = tuple(each for _, each in game.chance(here))
                shares, at = shares or (1 / len(actions),) * len(actions), actions.index(action)
                if len(actions) > _CLOSELY:
                    half = len(actions) // 2
                    shares, at = (sum(shares[:half]), sum(shares[half:])), int(at >= half)
                for number, share in enumerate(shares):
                    came = times.setdefault((shares, number), [0, 0, 0])
                    came[0] += number == at
                    came[1] += share
                    came[2] += share * (1 - share)
                here = game.result(here, action)
            self.must(game.is_terminal(here), "playout plays to the end", told.actions)
            worth = tuple(game.utility(here, player) for player in game.players)
            self.must(told.utilities == worth, "playout tells the utilities", told.utilities, worth)
        self.state = None
        for (shares, number), (came_so, due, spread) in times.items():
            far = abs(came_so - due) > 5 * math.sqrt(spread) + 1
            line = "playout draws evenly, or as dice fall"
            found = f"number {number + 1} of {len(shares)} {came_so:.0f} times"
            self.must(not far, line, found, f"{due:.0f}")


_BETTER = ("count", "playout", "legal", "action_in", "play", "all_actions", "view")
_TIMES, _FEW_STATES = 10, 2_000


def _occurring(game: Game, met: Iterable[Action]) -> set[Action]:
    """All actions that can occur, as far as so many states show them."""
    found, known, left = set(met), {game.initial}, [game.initial]
    while left and len(known) < _FEW_STATES:
        state = left.pop()
        for action in game.actions(state):
            found.add(action)
            after = game.result(state, action)
            if after not in known:
                known.add(after)
                left.append(after)
    return found


def _is_distribution(chances: Chances) -> bool:
    """Whether these probabilities are numbers above 0 that add up to 1."""
    numbers = [each for _, each in chances]
    fine = all(isinstance(each, Real) and not isinstance(each, bool) for each in numbers)
    return fine and min(numbers) > 0 and math.isclose(sum(numbers), 1, abs_tol=1e-9)


def _said(error: Exception) -> str:
    """An error's kind and text."""
    return f"{type(error).__name__}: {error}"


def _is_win_line(line: Any) -> bool:
    """Whether this is a pair of kinds and squares, both tuples and not empty."""
    return (
        isinstance(line, tuple)
        and len(line) == 2
        and all(isinstance(part, tuple) and part for part in line)
        and all(isinstance(kind, str) for kind in line[0])
    )
