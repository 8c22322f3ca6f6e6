"""Which rooms of the library are empty while a lesson is graded, because they answer an exercise.

The grader's sandbox empties them (`course_tools/grader/sandbox/rooms.py`): a room is a folder or a
file, and a name behind a colon is a function in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from course_lib.closed import SEARCHED

SEARCHES = (
    "course_lib/search",
    "course_lib/lessons/lesson_03/careless",
    "course_lib/questions/kinds",
)
"""The rooms with searches; in the last two stands what comes close to an answer."""

ANSWERS = {
    "01": (
        *("course_lib/games/k_in_a_row", "course_lib/games/tic_tac_toe"),
        *("course_lib/games/compact", "course_lib/lessons/windows"),
        "course_lib/lessons/lesson_04/gomoku_puzzles",
    ),
    "05": (
        *("course_lib/game:playout", "course_lib/games/k_in_a_row:playout"),
        *("course_lib/games/compact:playout", "course_lib/watching/watched:playout"),
        *("course_lib/watching/record:playout", "course_lib/play/match:play_game"),
    ),
    "06": (
        *("course_lib/games/havannah", "course_lib/games/hexboard", "course_lib/games/hexchains"),
        *("course_lib/lessons/lesson_06/planner", "course_lib/lessons/lesson_06/example"),
    ),
}
"""What else answers an exercise of this lesson: rooms, files, and behind a colon functions."""


_GRID = "course_lib/games/k_in_a_row"
_RULES = (
    *("__post_init__", "initial", "actions", "result", "is_terminal", "winner", "win_line"),
    *("utility", "parse", "play", "playout", "action_in", "state_of", "lines_through", "rows_of"),
    *("_finishes_row", "checked_row", "_before_last", "_can_arise"),
)

COUNTED = {
    "08": (
        *(f"{_GRID}:{name}" for name in _RULES),
        *("course_lib/games/tic_tac_toe", "course_lib/games/compact"),
        "course_lib/lessons/lesson_09/self_play",  # the same rules on texts
    )
}
"""Where a lesson's work is counted, the rules that would let a program work without being seen.

They are away as soon as points are at stake: games are handles there, and nobody can make one anew.
"""


def rules_of(lessons: Iterable[str]) -> tuple[str, ...]:
    """What is emptied besides where hidden cases of these lessons are asked, if work is counted."""
    return tuple(place for lesson in sorted(set(lessons)) for place in COUNTED.get(lesson, ()))


def kept_away(lessons: Iterable[str]) -> tuple[str, ...]:
    """What is emptied where exercises of these lessons, such as `01`, are graded."""
    asked = sorted(set(lessons))
    searches = SEARCHES if set(SEARCHED).intersection(asked) else ()
    return (*searches, *(place for lesson in asked for place in ANSWERS.get(lesson, ())))


def all_kept_away(lessons: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """What is emptied for any of these: a sandbox in WebAssembly has an image for each."""
    asked = sorted({*SEARCHED, *ANSWERS, *COUNTED}.intersection(lessons))
    first = [kept_away([lesson]) for lesson in asked]
    counted = [(*kept_away([lesson]), *rules_of([lesson])) for lesson in asked if lesson in COUNTED]
    return tuple(dict.fromkeys([*first, *counted]))
