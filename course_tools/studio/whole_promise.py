"""`check_whole_game`: the promise of a game, and of all that only some games have."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from course_lib.game import Action, Game, State, hides
from course_lib.games.check_game import NOBODY, Check

_MOST_VIEWS = 2_000
"""Of so many states it is remembered what each player sees."""


def check_whole_game(game: Game, rng: Random, *, games: int = 20) -> None:
    """Test what `check_game` tests, and `all_actions`, `view`, `symmetries` and `playout` as well.

    Run it on every new game of the library; a `BrokenPromise` names the line that it breaks.
    """
    WholeCheck(game, rng).play(games)


class WholeCheck(Check):
    """The tests of `check_game`, and those of what a game may have beside."""

    def __init__(self, game: Game, rng: Random) -> None:
        super().__init__(game, rng)
        self.keys: dict[Hashable, tuple[str, Any]] = {}
        self.seen: dict[tuple[Any, Hashable], tuple[str, Any]] = {}
        self.occurring: frozenset[Action] | None = None

    def start(self) -> None:
        """Players, ranges, the first state, and the list of all actions."""
        super().start()
        if type(self.itself).all_actions is not Game.all_actions:
            # What is collected from play can't be wrong; this is a list of the game's own.
            self.possible_actions(self.game.all_actions)

    def one_game(self) -> None:
        """Test a random game, and one that the game plays by itself."""
        super().one_game()
        self.playout()

    def closely(self, state: State) -> None:
        """Test what takes longer, mirror images included."""
        super().closely(state)
        self.mirror_images(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions in this state, all of which the game lists; and what each player sees."""
        actions = super().actions(state)
        if self.occurring is not None:
            missing = [action for action in actions if action not in self.occurring]
            self.must(not missing, "all_actions lists every action that can occur", f"no {missing}")
        self.views(state, actions)
        return actions

    def possible_actions(self, possible: tuple[Action, ...]) -> None:
        """Test what the game lists as all its actions, and remember it."""
        self.must(isinstance(possible, tuple), "all_actions is a tuple", possible)
        self.has_hash(possible, "all actions are hashable")
        self.occurring = frozenset(possible)
        once = len(self.occurring) == len(possible) and self.game.all_actions == possible
        self.must(once, "all_actions lists each action once, in one order", possible)

    def views(self, state: State, actions: tuple[Action, ...]) -> None:
        """Test that whoever can't tell two states apart may do the same there, and get as much."""
        game, mover, over = self.game, self.game.to_move(state), not actions
        for player in game.players if hides(self.itself) else ():
            view = game.view(state, player)
            self.has_hash(view, "views are hashable")
            same = game.view(state, player) == view
            self.must(same, "a view is the same each time", view)
            mine = actions if player == mover else None
            worth = game.utility(state, player) if over else None
            facts = (over, None if over else mover, mine, worth)
            if len(self.seen) < _MOST_VIEWS:
                self.seen.setdefault((player, view), (self.shown(state), facts))
            shown, known = self.seen.get((player, view), ("", facts))
            line = (
                f"in states that look the same to {player}, {player} has the same turn and actions"
            )
            self.must(known == facts, line, f"{known} in\n{shown}", f"{facts} as here")
        if hides(self.itself):
            line = "view knows the players"
            self.refuses(line, ValueError, self.itself.view, state, NOBODY)

    def mirror_images(self, state: State) -> None:
        """Test that symmetries and `canonical` change nothing that matters."""
        game = self.game
        actions, key, over = game.actions(state), game.canonical(state), game.is_terminal(state)
        worth = [game.utility(state, player) for player in game.players] if over else None
        chances = game.chance(state)
        summary = (len(actions), worth, sorted(each for _, each in chances))
        shown, known = self.keys.setdefault(key, (self.shown(state), summary))
        line = "states with one canonical value are worth the same"
        self.must(known == summary, line, f"{known} in\n{shown}", f"{summary} as here")
        tried = actions if len(actions) <= 10 else self.rng.sample(actions, 3)
        maps = game.symmetries
        identity = not maps or any(symmetry.state(state) == state for symmetry in maps)
        self.must(identity, "symmetries have the one that changes nothing", maps)
        for name, state_map, action_map in maps:
            line = f"the symmetry {name!r} maps the game onto itself"
            image = self.ask(line, state_map, state)
            there = game.actions(image)
            same = {action_map(action) for action in actions} == set(there)
            self.must(same, line, f"{there} in {image!r}", "the images of the actions")
            same = {(action_map(each), p) for each, p in chances} == set(game.chance(image))
            self.must(same, line, game.chance(image), "the images of what chance may do")
            same = not over or [game.utility(image, player) for player in game.players] == worth
            self.must(same, line, f"others in {image!r}", f"utilities {worth}")
            for action in tried:
                after = state_map(game.result(state, action))
                same = game.result(image, action_map(action)) == after
                expected = f"first {action!r}, then the map = the map, then its image"
                self.must(same, line, "two states", expected)
            other = game.canonical(image)
            line = "canonical is the same for all mirror images"
            self.must(other == key, line, f"{other!r} for {name!r}", repr(key))

    def playout(self) -> None:
        """Test that `playout` tells of a game that can be played again."""
        game, seed = self.game, self.rng.randrange(10**9)
        state = self.state = game.initial
        told = game.playout(state, Random(seed))
        alike = game.playout(state, Random(seed)) == told
        self.must(alike, "playout depends on rng alone", "another game", "the same game")
