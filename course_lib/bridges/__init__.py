"""Our games and players in other people's programs, and theirs here.

    from course_lib.bridges import from_openspiel
    othello = from_openspiel("othello")           # step_through, alphabeta_search, check_game...

Each bridge needs the other side's package, which nothing else here does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from course_lib.bridges.kaggle import kaggle_agent
    from course_lib.bridges.openspiel import (
        bot_from_player,
        from_openspiel,
        player_from_bot,
        to_openspiel,
    )
    from course_lib.bridges.pettingzoo import to_pettingzoo

__all__ = [
    "bot_from_player",
    "from_openspiel",
    "kaggle_agent",
    "player_from_bot",
    "to_openspiel",
    "to_pettingzoo",
]

_ROOMS = {"kaggle_agent": "kaggle", "to_pettingzoo": "pettingzoo"}
"""Where these are; all others are in `openspiel`."""
_PACKAGES = {"pyspiel": "open_spiel", "pettingzoo": "pettingzoo", "gymnasium": "pettingzoo"}
"""What to install for a module that is missing."""


def __getattr__(name: str) -> Any:
    """Load a bridge when somebody wants to cross it."""
    if name not in __all__:
        raise AttributeError(f"course_lib.bridges has no {name!r}; it has {', '.join(__all__)}")
    try:
        room = import_module(f"course_lib.bridges.{_ROOMS.get(name, 'openspiel')}")
        return getattr(room, name)
    except ModuleNotFoundError as error:
        if error.name not in _PACKAGES:
            raise
        package = _PACKAGES[error.name]
        sentence = f"{name} needs {package}, which is not installed: pip install {package}"
        raise ImportError(sentence) from None
