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


class BrokenPromise(AssertionError):
    """A game does not keep its promise; the text says which line of it, where, and how."""


class Asking:
    """Questions to one game; a wrong answer, or an exception instead, breaks the promise."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def broken(
        self, line: str, state: State, expected: str, found: str, cause: Exception | None = None
    ) -> NoReturn:
        """Raise the error for this line of the promise."""
        where = "" if state is None else f"\n  in this state:\n{self.shown(state)}"
        text = f"{line}{where}\n  expected: {expected}\n  found: {found}"
        raise BrokenPromise(text) from cause

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
            self.broken(f"{what} works", state, "no exception", said(error), error)

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
            if issubclass(kind, IllegalAction) and not str(refusal).strip():
                self.broken(what, state, "an IllegalAction that says why", "one without a text")
            return
        except Exception as error:  # noqa: BLE001 - the game may raise anything; one kind is right
            self.broken(what, state, f"the exception {kind.__name__}", said(error), error)
        same = "the same state back" if found == state else f"the answer {found!r}"
        self.broken(what, state, f"the exception {kind.__name__}", same)


def said(error: Exception) -> str:
    """An error's kind and text."""
    return f"{type(error).__name__}: {error}"


__all__ = ["BrokenPromise", "check_game"]

_STRANGE = ("no such action", "", None, -1, 10**9, (-1, -1), (10**6, 10**6), (), PASS, RESIGN)
"""Actions that hardly any game knows; those that a state does list are left out there."""

_MOST_TEXTS = 20_000
_NOBODY = "nobody of this name"
_NONSENSE = "~ this is nonsense ~"


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


class _Check(Asking):
    """The tests, one method for a few lines of the promise."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game)
        self.rng = rng
        self.met: dict[Action, None] = {}
        self.keys: dict[Hashable, tuple[str, Any]] = {}
        self.has_texts = True

    # --- the promise -------------------------------------------------------------------------

    def start(self) -> None:
        """Players, ranges and the first state."""
        game = self.game
        players = self.ask("players", None, lambda: game.players)
        if not isinstance(players, tuple) or not players or len(set(players)) != len(players):
            self.broken(
                "players is a tuple of different names", None, "such a tuple", repr(players)
            )
        low, high = game.utility_range
        if not low <= high:
            self.broken("utility_range goes up", None, "(least, greatest)", f"({low}, {high})")
        first = self.ask("initial", None, lambda: game.initial)
        self.is_a_value(first)
        if game.initial != first:
            self.broken("initial is always the same state", first, "the same", repr(game.initial))
        if not game.is_terminal(first) and game.to_move(first) != players[0]:
            self.broken("players[0] moves first", first, players[0], repr(game.to_move(first)))
        self.made_again(first)
        self.refuses(
            "action_named refuses nonsense", None, ValueError, game.action_named, _NONSENSE
        )
        self.refuses("parse refuses nonsense", None, ValueError, self.parse, _NONSENSE)

    def made_again(self, first: State) -> None:
        """Test that the game can be shown, and made again from its options, as pickling does."""
        shown = self.ask("repr", None, repr, self.game)
        again = self.ask("making the game again from its options", None, copy.copy, self.game)
        if again.initial != first or again.players != self.game.players:
            self.broken(
                "type(game)(**game.options) makes the game again",
                None,
                f"the same first state and players from {shown}",
                f"{again.initial!r} and {again.players!r}",
            )

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
            if len(visited) > longest:
                self.broken("every game ends", state, f"an end within {longest} actions", "none")
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
            self.broken("states are hashable", state, "a hash", said(error))
        if len(hashes) > 1 or state != state:  # noqa: PLR0124 - a state must equal itself
            self.broken(
                "a state keeps its hash and equals itself",
                state,
                "one hash",
                f"{len(hashes)} hashes",
            )

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions in this state, tested together with `is_terminal` and `to_move`."""
        game = self.game
        self.is_a_value(state)
        if not self.ask("has_state", state, game.has_state, state):
            self.broken("has_state knows the game's own states", state, "True", "False")
        actions = self.ask("actions", state, game.actions, state)
        if not isinstance(actions, tuple):
            self.broken("actions is a tuple", state, "a tuple", f"{actions!r}")
        if game.actions(state) != actions:
            self.broken(
                "actions come in one order", state, f"{actions} again", repr(game.actions(state))
            )
        try:
            different = len(set(actions))
        except TypeError as error:
            self.broken("actions are hashable", state, "hashable actions", said(error))
        if different != len(actions):
            self.broken("no action is listed twice", state, "different actions", repr(actions))
        over = self.ask("is_terminal", state, game.is_terminal, state)
        if not isinstance(over, bool):
            self.broken("is_terminal is True or False", state, "one of them", repr(over))
        if over == bool(actions):
            self.broken(
                "actions is () exactly when the game is over",
                state,
                "no actions, because is_terminal is True"
                if over
                else "actions, or is_terminal True",
                f"actions {actions}",
            )
        player = self.ask("to_move", state, game.to_move, state)
        if player not in game.players:
            self.broken("to_move is one of players", state, f"one of {game.players}", repr(player))
        self.met.update(dict.fromkeys(actions))
        return actions

    def unfinished(self, state: State) -> None:
        """Test that a state before the end has no winner, no winning line and no utility."""
        game = self.game
        for what, function in (("winner", game.winner), ("win_line", game.win_line)):
            found = self.ask(what, state, function, state)
            if found is not None:
                line = f"{what} is None before the end"
                self.broken(line, state, "None, because there are actions", repr(found))
        self.refuses(
            "utility is for final states only",
            state,
            ValueError,
            game.utility,
            state,
            game.players[0],
        )

    def final(self, state: State) -> None:
        """Test the utilities of a final state, and that winner and line go with them."""
        game = self.game
        low, high = game.utility_range
        worth = [self.ask("utility", state, game.utility, state, one) for one in game.players]
        told = f"utilities {dict(zip(game.players, worth, strict=True))}"
        for value in worth:
            if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
                self.broken("utility is a number", state, "a number", repr(value))
            if not low <= value <= high:
                self.broken("utility stays in utility_range", state, f"{low} to {high}", told)
        if game.zero_sum and abs(sum(worth)) > 1e-9 * max(1, abs(low), abs(high)):
            self.broken("utilities of two players add up to zero", state, "a sum of 0", told)
        ahead = [player for player, value in zip(game.players, worth, strict=True) if value > 0]
        expected = ahead[0] if len(ahead) == 1 else None
        winner = self.ask("winner", state, game.winner, state)
        if winner != expected:
            self.broken(
                "winner is the player with utility above 0",
                state,
                repr(expected),
                f"{winner!r} and {told}",
            )
        self.refuses("utility knows the players", state, ValueError, game.utility, state, _NOBODY)
        line = self.ask("win_line", state, game.win_line, state)
        if line is not None and (winner is None or not _is_win_line(line)):
            self.broken(
                "win_line is None or (kinds, squares) of a win", state, "such a pair", repr(line)
            )

    def one_step(self, state: State, action: Action) -> State:
        """The state after this action; the one before must stay as it was."""
        game = self.game
        before = (hash(state), game.actions(state), game.to_move(state))
        kept = copy.deepcopy(state)
        comparable = kept == state
        after = self.ask(
            f"result for the legal action {action!r}", state, game.result, state, action
        )
        now = (hash(state), game.actions(state), game.to_move(state))
        if now != before or (comparable and kept != state):
            self.broken(
                f"result leaves its state alone (action {action!r})",
                kept,
                "the state unchanged",
                f"changed to\n{self.shown(state)}",
            )
        self.is_a_value(after)
        if after == state:
            self.broken(
                f"result gives a new state (action {action!r})", state, "another state", "the same"
            )
        again = game.result(state, action)
        if again != after or hash(again) != hash(after):
            self.broken(
                f"result is the same each time (action {action!r})",
                state,
                f"twice\n{self.shown(after)}",
                f"once\n{self.shown(again)}",
            )
        return after

    def illegal_actions(self, state: State) -> None:
        """Test that what is not listed is refused, and that the state stays as it was."""
        game = self.game
        text = game.render(state)
        legal = set(game.actions(state))
        elsewhere = [action for action in self.met if action not in legal]
        tried = self.rng.sample(elsewhere, min(len(elsewhere), 10))
        for action in (*tried, *(action for action in _STRANGE if action not in legal)):
            self.refuses(
                f"result refuses the illegal action {action!r}",
                state,
                IllegalAction,
                game.result,
                state,
                action,
            )
        if game.render(state) != text:
            self.broken("result leaves its state alone", state, f"as before:\n{text}", "changed")

    def texts(self, state: State) -> None:
        """Test that `parse` reads what `render` writes."""
        game = self.game
        text = self.ask("render", state, game.render, state)
        if not isinstance(text, str) or game.render(state) != text:
            self.broken("render gives one text", state, "always the same text", repr(text))
        if not self.has_texts:
            return
        read = self.ask("parse", state, game.parse, text)
        if read != state or hash(read) != hash(state):
            self.broken("parse reads what render writes", state, repr(state), repr(read))

    def names(self, state: State) -> None:
        """Test that actions have different names, which lead back to them."""
        game = self.game
        named: dict[str, Action] = {}
        for action in game.actions(state):
            name = self.ask("action_name", state, game.action_name, action)
            if not isinstance(name, str) or not name:
                self.broken("action_name is a text", state, f"a name for {action!r}", repr(name))
            if name in named:
                both = f"{named[name]!r} and {action!r} are both {name!r}"
                self.broken("different actions have different names", state, "two names", both)
            named[name] = action
        for name, action in named.items():
            for written in (name, name.upper(), name.lower()):
                found = self.ask("action_named", state, game.action_named, written)
                if found != action:
                    line = "action_named reads what action_name writes, capitals or not"
                    self.broken(line, state, f"{action!r} for {written!r}", repr(found))

    def mirror_images(self, state: State) -> None:
        """Test that symmetries and `canonical` change nothing that matters."""
        game = self.game
        actions = game.actions(state)
        over = game.is_terminal(state)
        worth = [game.utility(state, player) for player in game.players] if over else None
        key = self.ask("canonical", state, game.canonical, state)
        summary = (len(actions), worth)
        shown, known = self.keys.setdefault(key, (self.shown(state), summary))
        if known != summary:
            line = "states with one canonical value are worth the same"
            self.broken(line, state, f"{summary} as here", f"{known} in\n{shown}")
        tried = actions if len(actions) <= 10 else self.rng.sample(actions, 3)
        maps = self.ask("symmetries", state, lambda: game.symmetries)
        if maps and not any(symmetry.state(state) == state for symmetry in maps):
            self.broken("symmetries have the one that changes nothing", state, "it", repr(maps))
        for symmetry in maps:
            line = f"the symmetry {symmetry.name!r} maps the game onto itself"
            image = self.ask(line, state, symmetry.state, state)
            there = game.actions(image)
            if {symmetry.action(action) for action in actions} != set(there):
                self.broken(
                    line, state, "the images of the actions", f"{there} in\n{self.shown(image)}"
                )
            if over and [game.utility(image, player) for player in game.players] != worth:
                self.broken(line, state, f"utilities {worth}", f"others in\n{self.shown(image)}")
            for action in tried:
                after = symmetry.state(game.result(state, action))
                if game.result(image, symmetry.action(action)) != after:
                    self.broken(
                        line,
                        state,
                        f"first {action!r}, then the map = the map, then its image",
                        "two states",
                    )
            if game.canonical(image) != key:
                line = "canonical is the same for all mirror images"
                self.broken(
                    line, state, repr(key), f"{game.canonical(image)!r} for {symmetry.name!r}"
                )

    def playout(self, longest: int) -> None:
        """Test that `playout` tells of a game that can be played again."""
        game = self.game
        seed = self.rng.randrange(10**9)
        state = game.initial
        told = self.ask("playout", state, game.playout, state, Random(seed))
        if game.playout(state, Random(seed)) != told:
            self.broken("playout depends on rng alone", state, "the same game", "another game")
        for action in told.actions[:longest]:
            if action not in game.actions(state):
                self.broken(
                    "playout plays legal actions", state, repr(game.actions(state)), repr(action)
                )
            state = game.result(state, action)
        if not game.is_terminal(state):
            self.broken("playout plays to the end", state, "a final state", f"{told.actions}")
        worth = tuple(game.utility(state, player) for player in game.players)
        if worth != told.utilities:
            self.broken("playout tells the utilities", state, repr(worth), repr(told.utilities))


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
