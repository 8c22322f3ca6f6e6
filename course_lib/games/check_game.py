"""`check_game`: random games in which everything that a game promises is tested."""

from __future__ import annotations

import copy
import itertools
import math
import random
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import Any, NoReturn

from course_lib.game import PASS, RESIGN, Action, Game, IllegalAction, State

_STRANGE = ("no such action", "", None, -1, 10**9, (-1, -1), (10**6, 10**6), (), PASS, RESIGN)
"""Actions that hardly any game knows; those that a state does list are left out there."""

_MOST_TEXTS = 20_000
_NOBODY = "nobody of this name"
_NONSENSE = "~ this is nonsense ~"


class BrokenPromise(AssertionError):
    """A game does not keep its promise; the text says which line of it, where, and how."""


def check_game(
    game: Game,
    rng: Random,
    *,
    games: int = 20,
    closely: int = 10,
    longest: int = 10_000,
    whole: int = 0,
) -> None:
    """Nothing if the game keeps its promise, else a `BrokenPromise` that names the broken line.

    We play `games` random games with the numbers of `rng`. In every state we test `actions`,
    `is_terminal`, `to_move`, `utility`, `winner` and one `result`; in `closely` states of each
    game, the first and the last included, also illegal actions, texts, names and symmetries.
    A game must end within `longest` actions. `parse` may raise `NotImplementedError`, which says
    that a game's boards have no text form; nothing else can be left out.

    With `whole=10_000`, say, a game that has no more states than that is looked at in all of them,
    and `parse` must read their texts and no others: we try all texts that can be put together from
    theirs word by word, or many of them where there are too many.
    """
    if games < 1 or closely < 2 or longest < 1:
        raise ValueError(
            f"games={games}, closely={closely}, longest={longest}: a check plays at least 1 game,"
            " looks closely at 2 states or more and allows at least 1 action"
        )
    _check_arguments(game, rng)
    check = _Check(game, rng)
    check.ask("the start of a game", None, check.start)
    for _ in range(games):
        dice = random.getstate()
        visited = check.ask("a random game", None, check.random_game, longest)
        middle = visited[1:-1]
        chosen = rng.sample(middle, min(len(middle), closely - 2))
        for state in (visited[0], *chosen, visited[-1]):
            check.ask("the refusal of illegal actions", state, check.illegal_actions, state)
            check.ask("text with render and parse", state, check.texts, state)
            check.ask("the naming of actions", state, check.names, state)
            check.ask("what symmetries and canonical say", state, check.mirror_images, state)
        check.ask("playout", game.initial, check.playout, longest)
        if random.getstate() != dice:
            check.broken(
                "randomness is a random.Random handed in",
                None,
                "the functions of the module `random` left alone",
                "a game that draws from them, so that it can't be repeated",
            )
    if whole and (states := check.all_states(whole)):
        check.only_possible_texts(states)


class _Check:
    """The tests, one method for a few lines of the promise."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.met: dict[Action, None] = {}
        self.keys: dict[Hashable, tuple[str, Any]] = {}
        self.has_texts = True

    # --- asking, and complaining ---------------------------------------------------------------

    def broken(
        self, line: str, state: State, expected: Any, found: Any, cause: Exception | None = None
    ) -> NoReturn:
        """Raise the error for this line of the promise; `expected` and `found` may be in words."""
        expected, found = (
            part if isinstance(part, str) else repr(part) for part in (expected, found)
        )
        where = "" if state is None else f"\n  in this state:\n{self.shown(state)}"
        text = f"{line}{where}\n  expected: {expected}\n  found: {found}"
        raise BrokenPromise(text) from cause

    def must(self, holds: object, line: str, state: State, expected: Any, found: Any) -> None:
        """Insist on this line of the promise."""
        if not holds:
            self.broken(line, state, expected, found)

    def same(self, line: str, state: State, expected: Any, found: Any) -> None:
        """Insist that what was found is what was expected."""
        if found != expected:
            self.broken(line, state, repr(expected), repr(found))

    def shown(self, state: State) -> str:
        """The state as its game renders it, or as Python does if that fails."""
        try:
            text = str(self.game.render(state))
        except Exception:  # noqa: BLE001 - whatever render does, the complaint must come out
            text = repr(state)
        return "\n".join(f"    {line}" for line in text.splitlines())

    def ask(self, what: str, state: State, function: Callable[..., Any], *given: Any) -> Any:
        """What the game answers; an exception is a broken promise too."""
        try:
            return function(*given)
        except BrokenPromise:
            raise
        except Exception as error:  # noqa: BLE001 - the game may raise anything, and we say where
            self.broken(f"{what} works", state, "no exception", _said(error), error)

    def refuses(
        self,
        what: str,
        state: State,
        kind: type[Exception],
        function: Callable[..., Any],
        *given: Any,
    ) -> None:
        """Insist that the game raises this kind of error."""
        try:
            found = function(*given)
        except kind as refusal:
            silent = issubclass(kind, IllegalAction) and not str(refusal).strip()
            self.must(
                not silent, what, state, "an IllegalAction that says why", "one without a text"
            )
            return
        except Exception as error:  # noqa: BLE001 - the game may raise anything; one kind is right
            self.broken(what, state, f"the exception {kind.__name__}", _said(error), error)
        answer = "the same state back" if found == state else f"the answer {found!r}"
        self.broken(what, state, f"the exception {kind.__name__}", answer)

    # --- the promise -------------------------------------------------------------------------

    def start(self) -> None:
        """Players, ranges and the first state."""
        game = self.game
        players = self.ask("players", None, lambda: game.players)
        named = isinstance(players, tuple) and players and len(set(players)) == len(players)
        self.must(named, "players is a tuple of different names", None, "such a tuple", players)
        low, high = game.utility_range
        self.must(low <= high, "utility_range goes up", None, "(least, greatest)", (low, high))
        first = self.ask("initial", None, lambda: game.initial)
        self.is_a_value(first)
        self.same("initial is always the same state", first, first, game.initial)
        if not game.is_terminal(first):
            self.same("players[0] moves first", first, players[0], game.to_move(first))
        shown = self.ask("repr", None, repr, game)
        again = self.ask("making the game again from its options", None, copy.copy, game)
        self.must(
            again.initial == first and again.players == players,
            "type(game)(**game.options) makes the game again",
            None,
            f"the same first state and players from {shown}",
            f"{again.initial!r} and {again.players!r}",
        )
        for what, function in (("action_named", game.action_named), ("parse", self.parse)):
            self.refuses(f"{what} refuses nonsense", None, ValueError, function, _NONSENSE)

    def parse(self, text: str) -> State:
        """What the game reads in this text; we note whether it can read any."""
        try:
            return self.game.parse(text)
        except NotImplementedError:
            self.has_texts = False
            raise ValueError("this game has no text form") from None

    def random_game(self, longest: int) -> list[State]:
        """The states of a random game, each of them tested."""
        state = self.game.initial
        visited = [state]
        while actions := self.actions(state):
            ended = len(visited) <= longest
            self.must(ended, "every game ends", state, f"an end within {longest} actions", "none")
            self.unfinished(state)
            state = self.one_step(state, self.rng.choice(actions))
            visited.append(state)
        self.final(state)
        return visited

    def all_states(self, most: int) -> set[State] | None:
        """Every state that play leads to, each of them tested; `None` where there are too many."""
        game = self.game
        found = {game.initial}
        waiting = [game.initial]
        while waiting:
            state = waiting.pop()
            after = {game.result(state, action) for action in game.actions(state)} - found
            found |= after
            waiting += after
            if len(found) > most:
                return None
        for state in found:
            (self.unfinished if self.actions(state) else self.final)(state)
            self.texts(state)
        return found

    def only_possible_texts(self, states: set[State]) -> None:
        """Test that `parse` reads no text of a state that play never leads to."""
        shapes: dict[tuple[str, ...], list[list[str]]] = {}
        for state in states if self.has_texts else ():
            parts = re.split(r"(\s+)", self.game.render(state))  # words and the blanks between
            shapes.setdefault(tuple(parts[1::2]), []).append(parts[::2])
        for blanks, texts in shapes.items():
            for words in _mixed(texts, self.rng):
                text = "".join(map("".join, itertools.zip_longest(words, blanks, fillvalue="")))
                try:
                    state = self.game.parse(text)
                except ValueError:
                    continue
                if state not in states:
                    line = "parse refuses what no game leads to"
                    self.broken(line, state, f"a ValueError for {text!r}", repr(state))

    def is_a_value(self, state: State) -> None:
        """Test that a state has one hash and equals itself."""
        try:
            hashes = {hash(state) for _ in range(3)}
        except TypeError as error:
            self.broken("states are hashable", state, "a hash", _said(error))
        one = len(hashes) == 1 and state == state  # noqa: PLR0124 - a state must equal itself
        line = "a state keeps its hash and equals itself"
        self.must(one, line, state, "one hash", f"{len(hashes)} hashes")

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions in this state, tested together with `is_terminal` and `to_move`."""
        game = self.game
        self.is_a_value(state)
        known = self.ask("has_state", state, game.has_state, state)
        self.must(known, "has_state knows the game's own states", state, True, known)
        actions = self.ask("actions", state, game.actions, state)
        self.must(isinstance(actions, tuple), "actions is a tuple", state, "a tuple", actions)
        self.same("actions come in one order", state, actions, game.actions(state))
        try:
            different = len(set(actions)) == len(actions)
        except TypeError as error:
            self.broken("actions are hashable", state, "hashable actions", _said(error))
        self.must(different, "no action is listed twice", state, "different actions", actions)
        over = self.ask("is_terminal", state, game.is_terminal, state)
        self.must(
            isinstance(over, bool), "is_terminal is True or False", state, "one of them", over
        )
        self.must(
            over != bool(actions),
            "actions is () exactly when the game is over",
            state,
            "no actions, because is_terminal is True" if over else "actions, or is_terminal True",
            f"actions {actions}",
        )
        player = self.ask("to_move", state, game.to_move, state)
        known = player in game.players
        self.must(known, "to_move is one of players", state, f"one of {game.players}", repr(player))
        self.met.update(dict.fromkeys(actions))
        return actions

    def unfinished(self, state: State) -> None:
        """Test that a state before the end has no winner, no winning line and no utility."""
        game = self.game
        for what, function in (("winner", game.winner), ("win_line", game.win_line)):
            found = self.ask(what, state, function, state)
            line = f"{what} is None before the end"
            self.must(found is None, line, state, "None, because there are actions", repr(found))
        line, first = "utility is for final states only", game.players[0]
        self.refuses(line, state, ValueError, game.utility, state, first)

    def final(self, state: State) -> None:
        """Test the utilities of a final state, and that winner and line go with them."""
        game = self.game
        low, high = game.utility_range
        worth = [self.ask("utility", state, game.utility, state, who) for who in game.players]
        told = f"utilities {dict(zip(game.players, worth, strict=True))}"
        for value in worth:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            number = number and not math.isnan(value)
            self.must(number, "utility is a number", state, "a number", repr(value))
            line = "utility stays in utility_range"
            self.must(low <= value <= high, line, state, f"{low} to {high}", told)
        balanced = not game.zero_sum or abs(sum(worth)) <= 1e-9 * max(1, abs(low), abs(high))
        self.must(balanced, "utilities of two players add up to zero", state, "a sum of 0", told)
        ahead = [player for player, value in zip(game.players, worth, strict=True) if value > 0]
        expected = ahead[0] if len(ahead) == 1 else None
        winner = self.ask("winner", state, game.winner, state)
        line = "winner is the player with utility above 0"
        self.must(winner == expected, line, state, repr(expected), f"{winner!r} and {told}")
        self.refuses("utility knows the players", state, ValueError, game.utility, state, _NOBODY)
        squares = self.ask("win_line", state, game.win_line, state)
        fits = squares is None or (winner is not None and _is_win_line(squares))
        line = "win_line is None or (kinds, squares) of a win"
        self.must(fits, line, state, "such a pair", repr(squares))

    def one_step(self, state: State, action: Action) -> State:
        """The state after this action; the one before must stay as it was."""
        game = self.game
        before = (hash(state), game.actions(state), game.to_move(state))
        kept = copy.deepcopy(state)
        comparable = kept == state
        what = f"result for the legal action {action!r}"
        after = self.ask(what, state, game.result, state, action)
        now = (hash(state), game.actions(state), game.to_move(state))
        if now != before or (comparable and kept != state):
            line = f"result leaves its state alone (action {action!r})"
            found = f"changed to\n{self.shown(state)}"
            self.broken(line, kept, "the state unchanged", found)
        self.is_a_value(after)
        line = f"result gives a new state (action {action!r})"
        self.must(after != state, line, state, "another state", "the same")
        again = game.result(state, action)
        if again != after or hash(again) != hash(after):
            line = f"result is the same each time (action {action!r})"
            expected, found = f"twice\n{self.shown(after)}", f"once\n{self.shown(again)}"
            self.broken(line, state, expected, found)
        return after

    def illegal_actions(self, state: State) -> None:
        """Test that what is not listed is refused, and that the state stays as it was."""
        game = self.game
        text = game.render(state)
        legal = set(game.actions(state))
        elsewhere = [action for action in self.met if action not in legal]
        tried = self.rng.sample(elsewhere, min(len(elsewhere), 10))
        for action in (*tried, *(action for action in _STRANGE if action not in legal)):
            line = f"result refuses the illegal action {action!r}"
            self.refuses(line, state, IllegalAction, game.result, state, action)
        same = game.render(state) == text
        self.must(same, "result leaves its state alone", state, f"as before:\n{text}", "changed")

    def texts(self, state: State) -> None:
        """Test that `parse` reads what `render` writes."""
        game = self.game
        text = self.ask("render", state, game.render, state)
        good = isinstance(text, str) and game.render(state) == text
        self.must(good, "render gives one text", state, "always the same text", repr(text))
        if self.has_texts:
            read = self.ask("parse", state, game.parse, text)
            same = read == state and hash(read) == hash(state)
            self.must(same, "parse reads what render writes", state, state, read)

    def names(self, state: State) -> None:
        """Test that actions have different names, which lead back to them."""
        game = self.game
        named: dict[str, Action] = {}
        for action in game.actions(state):
            name = self.ask("action_name", state, game.action_name, action)
            good = isinstance(name, str) and name
            self.must(good, "action_name is a text", state, f"a name for {action!r}", repr(name))
            both = f"{named.get(name)!r} and {action!r} are both {name!r}"
            new = name not in named
            self.must(new, "different actions have different names", state, "two names", both)
            named[name] = action
        for name, action in named.items():
            for written in (name, name.upper(), name.lower()):
                found = self.ask("action_named", state, game.action_named, written)
                line = "action_named reads what action_name writes, capitals or not"
                self.must(found == action, line, state, f"{action!r} for {written!r}", repr(found))

    def mirror_images(self, state: State) -> None:
        """Test that symmetries and `canonical` change nothing that matters."""
        game = self.game
        actions = game.actions(state)
        over = game.is_terminal(state)
        worth = [game.utility(state, player) for player in game.players] if over else None
        key = self.ask("canonical", state, game.canonical, state)
        summary = (len(actions), worth)
        shown, known = self.keys.setdefault(key, (self.shown(state), summary))
        line = "states with one canonical value are worth the same"
        self.must(known == summary, line, state, f"{summary} as here", f"{known} in\n{shown}")
        tried = actions if len(actions) <= 10 else self.rng.sample(actions, 3)
        maps = self.ask("symmetries", state, lambda: game.symmetries)
        identity = not maps or any(symmetry.state(state) == state for symmetry in maps)
        self.must(identity, "symmetries have the one that changes nothing", state, "it", maps)
        for symmetry in maps:
            line = f"the symmetry {symmetry.name!r} maps the game onto itself"
            image = self.ask(line, state, symmetry.state, state)
            there = game.actions(image)
            if {symmetry.action(action) for action in actions} != set(there):
                found = f"{there} in\n{self.shown(image)}"
                self.broken(line, state, "the images of the actions", found)
            if over and [game.utility(image, player) for player in game.players] != worth:
                self.broken(line, state, f"utilities {worth}", f"others in\n{self.shown(image)}")
            for action in tried:
                after = symmetry.state(game.result(state, action))
                same = game.result(image, symmetry.action(action)) == after
                expected = f"first {action!r}, then the map = the map, then its image"
                self.must(same, line, state, expected, "two states")
            line = "canonical is the same for all mirror images"
            other = game.canonical(image)
            self.must(other == key, line, state, repr(key), f"{other!r} for {symmetry.name!r}")

    def playout(self, longest: int) -> None:
        """Test that `playout` tells of a game that can be played again."""
        game = self.game
        seed = self.rng.randrange(10**9)
        state = game.initial
        told = self.ask("playout", state, game.playout, state, Random(seed))
        alike = game.playout(state, Random(seed)) == told
        self.must(alike, "playout depends on rng alone", state, "the same game", "another game")
        for action in told.actions[:longest]:
            legal = game.actions(state)
            self.must(action in legal, "playout plays legal actions", state, legal, repr(action))
            state = game.result(state, action)
        over = game.is_terminal(state)
        self.must(over, "playout plays to the end", state, "a final state", f"{told.actions}")
        worth = tuple(game.utility(state, player) for player in game.players)
        self.same("playout tells the utilities", state, worth, told.utilities)


def _said(error: Exception) -> str:
    """An error's kind and text."""
    return f"{type(error).__name__}: {error}"


def _check_arguments(game: object, rng: object) -> None:
    """Refuse a class in place of a game, what is no game at all, and what is no randomness."""
    if isinstance(game, type):
        name = game.__name__
        raise TypeError(f"check_game was given the class {name}; make a game of it: {name}(...)")
    if not isinstance(game, Game):
        raise TypeError(
            f"check_game was given {game!r:.60} as its game; a game is an object of a class that"
            " inherits from Game, such as TicTacToe()"
        )
    if not isinstance(rng, Random):
        raise TypeError(
            f"check_game was given rng={rng!r:.60}; rng is the source of chance, such as"
            " random.Random(1)"
        )


def _mixed(texts: list[list[str]], rng: Random) -> Iterable[Sequence[str]]:
    """All texts whose words stand at these places in some text; where they are many, neighbours.

    A neighbour of a text differs from it in one word or two.
    """
    choices = [sorted(set(words)) for words in zip(*texts, strict=True)]
    if math.prod(map(len, choices)) <= _MOST_TEXTS:
        return itertools.product(*choices)
    neighbours = []
    for _ in range(_MOST_TEXTS):
        words = list(rng.choice(texts))
        for at in (rng.randrange(len(words)), rng.randrange(len(words))):
            words[at] = rng.choice(choices[at])
        neighbours.append(words)
    return neighbours


def _is_win_line(line: Any) -> bool:
    """Whether this is a pair of kinds and squares, both tuples and not empty."""
    return (
        isinstance(line, tuple)
        and len(line) == 2
        and all(isinstance(part, tuple) and part for part in line)
        and all(isinstance(kind, str) for kind in line[0])
    )
