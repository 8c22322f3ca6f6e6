"""Boards to play on: `play_widget` to play, `replay` to look at a game again."""

from course_lib.views.playing.controller import PlayController
from course_lib.views.playing.start import play_widget, replay
from course_lib.views.playing.story import replay_story

__all__ = ["PlayController", "play_widget", "replay", "replay_story"]
