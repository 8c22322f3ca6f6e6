"""Boards to play on: a controller is the game, and the widget only shows it."""

from course_lib.views.playing.boards import play_widget, replay
from course_lib.views.playing.controller import PlayController
from course_lib.views.playing.view import replay_story

__all__ = ["PlayController", "play_widget", "replay", "replay_story"]
