"""What lives in the site's pages without Python: guesses, boards, trees to touch.

Each is a `<div class="course-live">` that holds its still form and, as JSON, all that its script
in `scripts/` needs. The scripts of the widgets come along as they are.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from course_lib import Count, KInARow, Nim, TextbookTree, TicTacToe
from course_lib.game import Action, Game, Player, State
from course_lib.games.k_in_a_row import GridState, rows_of
from course_lib.play.players import label_of
from course_lib.questions import predicting
from course_lib.questions.question import Card
from course_lib.search import minimax_search
from course_lib.views import draw_tree, theme
from course_lib.views.boards import board_drawing, board_svg, title_of
from course_lib.views.export import heading, html_page
from course_lib.views.playing import PlayController
from course_lib.views.replaying import packed
from course_lib.views.svg import static_html
from course_lib.views.widgets import PlayerWidget, PlayWidget
from course_lib.words import Say, Text, _, language, row, speaking, told

HERE = Path(__file__).parent / "scripts"
FOLDER = "living"
"""The folder of the scripts in the site."""

STEPPERS = "steppers"
"""The folder of the pages that are shown in frames, beside that of the lessons."""

WIDGETS = ("controls", "touch", "stones", "board")
"""Those of the library's scripts that are needed."""

WRITTEN_IN = "02_minimax"
"""The lesson in which one writes what the front page does."""

TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def write_scripts(folder: Path) -> None:
    """Write the scripts and the style of everything that lives into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    library = Path(predicting.__file__).parent
    for path in (*sorted(HERE.glob("*.js")), library / "predict.js"):
        shutil.copyfile(path, folder / path.name)
    for name in WIDGETS:
        path = library.parent / "views" / "browser" / f"{name}.js"
        shutil.copyfile(path, folder / path.name)
    style = (library / "predict.css", HERE / "living.css")
    text = "\n".join([theme.stylesheet(), *(path.read_text(encoding="utf-8") for path in style)])
    (folder / "living.css").write_text(text, encoding="utf-8", newline="\n")


def block(kind: str, data: dict[str, Any], still: str, *, root: str = "") -> str:
    """HTML, in one line, that becomes alive; `root` leads from its page to that of the site.

    `kind` is the name of the script that brings it to life, `still` what is there without one.
    """
    # A text that closes the script would end the data: in JSON "<" may be written otherwise.
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    still = " ".join(still.split())
    return (
        f'<div class="course-live" data-live="{kind}">{still}'
        f'<script type="application/json">{text}</script></div>'
        f'<link rel="stylesheet" href="{root}{FOLDER}/living.css">'
        f'<script type="module" src="{root}{FOLDER}/living.js"></script>'
    )


# --- guesses -------------------------------------------------------------------------------------


def guess(name: str, *, root: str = "") -> str:
    """The question of this name, to be answered in the page."""
    question = predicting.all_questions()[name]
    return block("guess", guess_data(question), predicting.still(question), root=root)


def guessed(name: str, *, root: str = "") -> str:
    """What was guessed at the question of this name, beside the answer."""
    question, still = predicting.all_questions()[name], predicting.guessed(name)
    with speaking(""):
        right = str(predicting.guessed(name)).rpartition(" It is ")[2].rstrip(".")
    data = guess_data(question, told=right)
    return block("guessed", data, still._repr_html_(), root=root)


def guess_data(question: Card, **more: Any) -> dict[str, Any]:
    """What `guess.js` needs to ask, to judge and to explain."""
    answer, parts = question.answer, question.because.split("\n\n")
    shown = {"choices": question.choices, "board": question.picture, "later": question.later}
    return {
        "name": question.name,
        "question": predicting.prose(told(question.text)),
        "answer": answer,
        "because": "".join(f"<p>{predicting.prose(told(each))}</p>" for each in parts if each),
        **({"words": _words(question)} if language() else {}),
        **{key: value for key, value in shown.items() if value},
        **({"written": f"{answer:,}"} if question.is_number else {}),
        **more,
    }


SAID = (
    *predicting.WORDS,
    *predicting.STAKES,
    "1,000",
    "You chose {guess}, and that is right.",
    "You chose {guess}. It is {right}.",
    "You said {guess}, and so it is.",
    "You said {guess}. It is {right}.",
    "{guess!r} is not a number; 1000 or 2.5 would be one.",
    "You guessed {guess}. Exactly right.",
    "You guessed {guess}. It is {right:,}.",
    "You guessed {guess}. It is {right:,}: very close.",
    "You guessed {guess}. It is {right:,}, about {times} times as much.",
    "You guessed {guess}. Your guess comes back when you can answer it.",
    "You made no guess. It is {right}.",
    "(You were {sure}.)",
    *predicting.ON_A_PAGE,
)
"""What `guess.js` and `guessed.js` say, with places for values."""


def _words(question: Card) -> dict[str, str]:
    """What the scripts say of this question, in the language that is spoken."""
    return {text: told(text) for text in (*SAID, *question.choices)}


def first(*, root: str = "") -> str:
    """What the site opens with: a square to find, and the tree minimax sees from that position."""
    name, game = "winning_square", TicTacToe()
    question = predicting.all_questions()[name]
    state = game.parse(_board_of(question.picture))
    actions = game.actions(state)
    tree = [_replies(game, game.result(state, action)) for action in actions]
    names = [game.action_name(action) for action in actions]
    at = len(tree) - 1 - next(n for n, each in enumerate(reversed(tree)) if isinstance(each, list))
    missing = 1 + sum(1 + (len(each) if isinstance(each, list) else 0) for each in tree[:at])
    worth = min(tree[at])
    words: dict[str, Text] = {
        "ask": Say(
            "This is what minimax sees from there: a number for each end of the game, +1 where"
            " X wins, 0 for a draw, \u22121 where O wins. X plays {others} or {last}; below, O"
            " answers. One number is missing. If X plays {at}, what is that worth?",
            others=", ".join(names[:-1]),
            last=names[-1],
            at=names[at],
        ),
        "right": Say(
            "O takes the least of {values}, so {at} is worth {worth}. X takes the greatest of the"
            " three, and plays {best}.",
            values=row(_signed(tree[at])),
            at=names[at],
            worth=_signed([worth])[0],
            best=names[tree.index(max(tree, key=_worth))],
        ),
        "again": _("Try once more: O moves there, and wants the number to be small."),
        "go": _("Write the six lines that do this"),
        "drag": _("Drag a number to the marked box, or click it:"),
    }
    data = {
        "question": guess_data(question, stake=False),
        "tree": tree,
        "names": names,
        "missing": missing,
        "words": {key: told(text) for key, text in words.items()},
        "go": f"{root}lessons/{WRITTEN_IN}_{language()}.html"
        if language()
        else f"{root}lessons/{WRITTEN_IN}.html#exercise-1-the-value-of-a-state",
    }
    return block("first", data, predicting.still(question), root=root)


def _replies(game: Game, state: State) -> Any:
    """What each answer of O leads to, as X sees it; of a game that is over what it is worth."""
    if game.is_terminal(state):
        return int(game.utility(state, "X"))
    after = [game.result(state, action) for action in game.actions(state)]
    return [int(_value(game, each)) for each in after]


def _value(game: Game, state: State) -> float:
    """What the state is worth to X."""
    if game.is_terminal(state):
        return game.utility(state, "X")
    value, _ = minimax_search(game, state)
    return value if game.to_move(state) == "X" else -value


def _worth(part: Any) -> int:
    return min(part) if isinstance(part, list) else int(part)


def _signed(values: Iterable[int]) -> list[str]:
    return [f"{value:+d}".replace("+0", "0").replace("-", "\u2212") for value in values]


def _board_of(svg: str) -> str:
    """The board as text that this picture tells of."""
    rows = svg.partition("row 3: ")[2].partition("</desc>")[0]
    return "\n".join(row.partition(": ")[2] or row for row in rows.split("; "))


# --- boards --------------------------------------------------------------------------------------


LARGEST = 10_000
"""A game with more states has no table that a page could ask."""


def board(game: Game, *, you: int = 0, note: str = "", root: str = "") -> str | None:
    """A board to play on in the page, or `None` if this game is too large or not one it draws."""
    if not isinstance(game, KInARow | Nim | Count) or len(game.players) != 2:
        return None
    states = _states(game)
    if states is None:
        return None
    still = static_html(board_svg(game, game.initial), title_of(game))
    data = {"players": game.players, "you": you, "note": note, "title": title_of(game)}
    drawn = _squares(game, states) if isinstance(game, KInARow) else _pictures(game, states)
    return block("boards", data | _table(game, states) | drawn, still, root=root)


def board_of(play: PlayController, *, root: str) -> str | None:
    """A board for the game that this controller plays, or `None` if it can't be one.

    It begins where the game begins, for a person in one seat; who answers there is as near to the
    player of the notebook as a page can be.
    """
    others = [player for player in play.seats.values() if player is not None]
    if len(others) != 1 or len(play.people) != 1 or play.start != play.game.initial:
        return None
    you = play.game.players.index(play.people[0])
    note = f"In the notebook it is {label_of(others[0])}."
    return board(play.game, you=you, note=note, root=root)


def _states(game: Game) -> list[State] | None:
    """Every state of the game, the first one first, or `None` if there are too many."""
    states, seen = [game.initial], {game.initial}
    for state in states:  # the list grows while we walk along it
        new = {game.result(state, action): None for action in game.actions(state)}
        states += [after for after in new if after not in seen]
        seen.update(new)
        if len(states) > LARGEST:
            return None
    return states


def _table(game: Game, states: list[State]) -> dict[str, Any]:
    """All that the page knows of the rules, and of playing well: names of moves, and the states.

    A state is who moves, who has won, how many of its moves are best, and for each move, the best
    ones first, the number of its name and that of the state it leads to.
    """
    at = {state: number for number, state in enumerate(states)}
    names: dict[str, int] = {}

    @cache
    def rank(state: State) -> tuple[float, int]:
        """The value for who is to move and, to be compared, how far the end is (as in `solve`)."""
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state)), 0
        return max(after(state, action) for action in game.actions(state))

    def after(state: State, action: Action) -> tuple[float, int]:
        value, haste = rank(game.result(state, action))
        plies = abs(haste) + 1
        return -value, -plies if value < 0 else plies

    rows = []
    for state in states:
        actions = sorted(game.actions(state), key=lambda one: after(state, one), reverse=True)
        best = sum(after(state, one) == rank(state) for one in actions)
        row = [_seat(game, game.to_move(state)), _seat(game, game.winner(state)), best]
        for action in actions:
            name = names.setdefault(game.action_name(action), len(names))
            row += [name, at[game.result(state, action)]]
        rows.append(row)
    return {"names": list(names), "states": rows}


def _seat(game: Game, player: Player | None) -> int | None:
    return None if player is None else game.players.index(player)


def _squares(game: KInARow, states: list[GridState]) -> dict[str, Any]:
    """The drawing of the first square, which the others only shift, and how wins are struck out.

    It is drawn empty, with a stone of each player, and with one that was put there last. `falls`
    names the squares of each column, if stones fall: a click on any of them means the lowest.
    """
    squares = game.rows * game.columns
    points = board_drawing(game, game.initial).squares
    full = [GridState((mark,) * squares, mark, (), None) for mark in game.players]
    shown = [(game.initial, None), *((state, last) for last in (None, (0, 0)) for state in full)]
    looks = [_cut(board_svg(game, state, last=last)) for state, last in shown]
    head, _, tail = looks[0]
    rows = {
        number: row[0]
        for number, state in enumerate(states)
        for player in filter(None, [state.winner])
        if (row := rows_of(game, state.board, player))
    }
    names = list(points)
    columns = [names[column :: game.columns] for column in range(game.columns)]
    return {
        "squares": names,
        "points": [list(point) for point in points.values()],
        "looks": [look for _, look, _ in looks],
        "lines": {number: [row[0], row[-1]] for number, row in rows.items()},
        "columns": columns if game.gravity else [],
        "head": re.sub("<desc>.*?</desc>", "<desc>[[told]]</desc>", head),
        "tail": tail,
    }


def _cut(svg: str) -> tuple[str, str, str]:
    """What stands before the squares, inside of the first one, and behind the last one."""
    squares = list(
        re.finditer(r"<g data-square[^>]*>((?:<g data-stone.*?</g>|(?!</g>).)*)</g>", svg)
    )
    return svg[: squares[0].start()], squares[0][1], svg[squares[-1].end() :]


def _pictures(game: Game, states: list[State]) -> dict[str, Any]:
    """The drawing of each state, in pieces that many of them share."""
    pieces, frames = packed(board_svg(game, state) for state in states)
    return {"pieces": pieces, "frames": frames}


# --- a tree --------------------------------------------------------------------------------------


def touch(story: dict[str, Any], *, root: str = "") -> str:
    """The tree of `what_if`, in the page itself."""
    still = draw_tree(TextbookTree(story["tree"]), ())._repr_html_()
    return block("touch-it", {key: story[key] for key in ("tree", "cuts")}, still, root=root)


def things() -> dict[str, str]:
    """What lives on the page `try.md`, by the names under which it asks for them."""
    tree = draw_tree(TextbookTree(json.loads(TREE)), ())._repr_html_()
    games = {
        "tictactoe": TicTacToe(),
        "nim": Nim((3, 4, 5)),
        "count": Count(10, 3),
        "three": KInARow(3, 4, 3, gravity=True),
    }
    return {"tree": block("tree", {"tree": TREE}, tree)} | {
        name: board(game) or "" for name, game in games.items()
    }


# --- in a lesson that runs -----------------------------------------------------------------------


def export_into(folder: str, name: str) -> None:
    """From now on, in this Python, widgets show themselves as they live on the site.

    A stepper is a page that is written into this folder, under this name and a number, and shown
    in a frame; a tree to touch, and a board, live in the page of the lesson.
    """
    numbers = count(1)

    def framed(widget: PlayerWidget, **_: Any) -> dict[str, str]:
        if widget.story.get("kind") == "touch":
            return {"text/html": touch(widget.story, root="../")}
        page = f"{name}-{next(numbers)}.html"
        Path(folder, page).write_text(html_page(widget), encoding="utf-8", newline="\n")
        return {
            "text/html": frame(f"../{STEPPERS}/{page}", heading(widget)),
            "text/plain": repr(widget),
        }

    pictured = PlayWidget._repr_mimebundle_

    def played(widget: PlayWidget, **options: Any) -> Any:
        data, metadata = pictured(widget, **options)
        board = board_of(widget.controller, root="../")
        return {**data, "text/html": board or data["text/html"]}, metadata

    setattr(PlayerWidget, "_repr_mimebundle_", framed)  # noqa: B010 - in this Python alone
    setattr(PlayWidget, "_repr_mimebundle_", played)  # noqa: B010 - the same


def frame(address: str, title: str) -> str:
    """HTML that shows one of our pages inside another, with a link to it alone."""
    words, alone = escape(title), told(Say("{title}, in a page of its own", title=title))
    return (
        f'<iframe class="course-page" src="{address}" title="{words}" loading="lazy"></iframe>'
        f'<p><a href="{address}">{escape(alone)}</a></p>'
    )
