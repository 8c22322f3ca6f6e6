"""Our games as environments of PettingZoo, where programs learn to play."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from course_lib.game import Game, Player, State, drawn


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game whose players move one after the other; dice and cards fall between their moves.

    An agent is a player of the game. It is shown the board as the letters of its text, which every
    game has, and a mask of what is legal: 1 at the number of each legal action. Action number `k`
    is `game.all_actions[k]`. Who may not see everything is shown what the game's `view` gives.
    """

    metadata: ClassVar = {
        "render_modes": ["ansi"],
        "name": "course_lib_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Game, *, longest: int, render_mode: str | None = None) -> None:
        """Begin nothing yet: `reset` does."""
        super().__init__()
        self.game, self.longest, self.render_mode = game, longest, render_mode
        self.possible_agents = list(game.players)
        self.every = game.all_actions
        self.rng = Random()
        self.letters = 2 * len(self._text(game.initial, game.players[0])) + 64

    @cache  # noqa: B019 - PettingZoo wants the same object each time, and an environment lives long
    def observation_space(self, agent: Player) -> spaces.Dict:
        """The letters of the text, and the mask."""
        letters = spaces.Box(0, 255, (self.letters,), np.uint8)
        mask = spaces.Box(0, 1, (len(self.every),), np.int8)
        return spaces.Dict({"observation": letters, "action_mask": mask})

    @cache  # noqa: B019
    def action_space(self, agent: Player) -> spaces.Discrete:
        """The numbers of all actions."""
        return spaces.Discrete(len(self.every))

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; the seed decides how dice and cards fall."""
        if seed is not None:
            self.rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Player, Any] = {agent: {} for agent in self.agents}
        self.moves = 0
        self._arrive(self.game.initial)
        if not self.game.is_terminal(self.position):
            self.agent_selection = self.game.to_move(self.position)

    def observe(self, agent: Player) -> dict[str, Any]:
        """What this agent sees now."""
        text = self._text(self.position, agent).encode()[: self.letters]
        letters = np.frombuffer(text.ljust(self.letters, b"\0"), np.uint8).copy()
        asked = agent == self.agent_selection and not self.terminations[agent]
        legal = set(self.game.actions(self.position)) if asked else set()
        mask = np.array([action in legal for action in self.every], np.int8)
        return {"observation": letters, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do what the agent whose turn it is has chosen; nothing (`None`) after the end."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[mover] = 0.0
        self._arrive(self.game.result(self.position, self.every[int(action or 0)]))
        self.moves += 1
        if self.game.is_terminal(self.position):
            self.rewards = {
                one: float(self.game.utility(self.position, one)) for one in self.agents
            }
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        over = self.terminations[mover] or self.truncations[mover]
        following = self.agents[(self.agents.index(mover) + 1) % len(self.agents)]
        self.agent_selection = following if over else self.game.to_move(self.position)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return self.game.render(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close no window, since none was opened. PettingZoo wants to be able to ask."""

    def _arrive(self, state: State) -> None:
        """Go to this state, and on through dice and cards until somebody has to choose."""
        while chances := self.game.chance(state):
            state = self.game.result(state, drawn(chances, self.rng))
        self.position = state

    def _text(self, state: State, agent: Player) -> str:
        """What this agent can see of a state, as text."""
        view = self.game.view(state, agent)
        return self.game.render(state) if view == state else repr(view)


def to_pettingzoo(game: Game, *, longest: int = 10_000, render_mode: str | None = None) -> GameEnv:
    """This game as an environment of PettingZoo, in turns, with a mask of the legal actions.

    A game that has not ended after `longest` actions is broken off. `render_mode="ansi"` lets
    `render` give the board as text.

    >>> from course_lib import TicTacToe
    >>> there = to_pettingzoo(TicTacToe())
    >>> there.reset(seed=1)
    >>> there.agent_selection, int(there.observe("X")["action_mask"].sum())
    ('X', 9)
    """
    return GameEnv(game, longest=longest, render_mode=render_mode)
