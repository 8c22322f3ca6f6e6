"""Boards to play on: a controller is the game, and the widget only shows it."""

from course_lib.views.playing.controller import PlayController
from course_lib.views.playing.view import replay_story

__all__ = ["PlayController", "replay_story"]
