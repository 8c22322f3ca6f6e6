"""Figures that are ready for a slide, a handout or a book: a line of code makes each."""

from __future__ import annotations

from html import escape
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import course_lib
import course_lib.games
import course_lib.views
from course_lib.plain import write_whole
from course_lib.views.export import html_page
from course_lib.watching import SearchTrace
from course_tools.studio.lectures.pictures import save_image
from course_tools.studio.lectures.story import Moment, Story, tell

FOLDER = "figures"


class Figure(NamedTuple):
    """One figure: its name, the line that makes it, what it shows, and where it comes from."""

    name: str
    code: str
    caption: str
    source: str = ""
    at: str = "end"
    """The moment of a search that is drawn."""

    @property
    def file(self) -> str:
        """What its files are called, without an ending."""
        return self.name.lower().replace(" ", "-")

    def thing(self) -> Any:
        """What the line makes: a picture, a search, several of them, or a game."""
        rooms = (course_lib, course_lib.games, course_lib.views)
        names = {name: getattr(room, name) for room in rooms for name in room.__all__}
        return eval(self.code, names | {"Random": Random})  # noqa: S307 - the lines below


def gallery(folder: Path) -> str:
    """Markdown with all figures, which are written into this folder as drawings and as films.

    A search's figure is the moment of a story: its drawing shows that, and its film stops there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for figure in FIGURES:
        thing, story, step = figure.thing(), None, None
        say = figure.caption if isinstance(thing, SearchTrace) else ""
        links = [f'<a href="{FOLDER}/{figure.file}.svg" download>SVG</a>']
        if isinstance(thing, SearchTrace | dict):
            widget, story = tell(thing, Story(figure.name, moments=[Moment(figure.at, say=say)]))
            step = story.moments[0].step
            page = html_page(widget, title=figure.name)
            write_whole(folder / f"{figure.file}.html", page)
            links.append(f'<a href="{FOLDER}/{figure.file}.html">film</a>')
        save_image(thing, folder / f"{figure.file}.svg", step=step, story=story)
        source = f" {figure.source}." if figure.source else ""
        image = f'<img src="{FOLDER}/{figure.file}.svg" alt="{escape(figure.caption)}">'
        words = f"{' · '.join(links)} · *Adversarial search*, MIT License.{source}"
        below = "" if say else f"{figure.caption}\n\n"
        code = f"```python\n{figure.code}\n```"
        parts.append(f"## {figure.name}\n\n{image}\n\n{below}{code}\n\n{words}\n")
    return "\n".join(parts)


_TREE = "TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])"
_ENDS, _BEGUN = 'TicTacToe().parse("XO.OX..XO")', 'TicTacToe().play("a3 b2")'
_AIMA = "The tree is that of Russell and Norvig, *Artificial Intelligence: A Modern Approach*"
_KNUTH = "After Knuth and Moore, *An analysis of alpha-beta pruning*, 1975"
_UCT = "The search is that of Kocsis and Szepesvári, 2006"


def _mcts(game: str, state: str, more: str) -> str:
    return f"watch(mcts_search, {game}, {state}, {more}, rng=Random(3))"


FIGURES = (
    Figure(
        "Minimax",
        f"watch(minimax_search, {_TREE}, ())",
        "Minimax: each MIN takes the least of its leaves, and MAX the greatest of their answers.",
        _AIMA,
    ),
    Figure(
        "Alpha-beta",
        f"watch(alphabeta_search, {_TREE}, ())",
        "Alpha-beta on the same tree: after the 2, MIN's other two leaves can't matter.",
        _AIMA,
        "first cut",
    ),
    Figure(
        "A tree to work out",
        f"draw_tree({_TREE}, values=False)",
        "For a handout: what is each node worth, and what does alpha-beta never look at?",
        _AIMA,
    ),
    Figure(
        "A deep cut",
        "watch(alphabeta_search, TextbookTree([5, [[[4, 9], 8], 7]]), ())",
        "A deep cut: the 5 that MAX has at the root ends a search three levels further down.",
        _KNUTH,
        "first cut",
    ),
    Figure(
        "The critical tree",
        "watch(alphabeta_search, best_ordered_tree(depth=4, branching=2), ())",
        "With the best move always first, 7 of 16 leaves are enough, and no fewer could be.",
        _KNUTH,
    ),
    Figure(
        "Good and bad order",
        '{"best first": watch(alphabeta_search, best_ordered_tree(depth=3, branching=2), ()),'
        ' "best last": watch(alphabeta_search, best_ordered_tree(depth=3, branching=2), (),'
        " order=lambda game, state, actions: actions[::-1])}",
        "What the order of moves is worth: one tree, searched twice.",
        _KNUTH,
    ),
    Figure(
        "The last plies pruned",
        f"watch(alphabeta_search, TicTacToe(), {_ENDS})",
        "Alpha-beta on the last plies of tic-tac-toe: 12 visits, where minimax needs 16.",
    ),
    Figure(
        "A tree of boards",
        f"draw_tree(TicTacToe(), {_ENDS}, boards=True)",
        "The end of a game as a tree of boards.",
    ),
    Figure(
        "All of Nim",
        "draw_tree(Nim((1, 2)))",
        "All of Nim with heaps of 1 and 2, where whoever takes the last one wins.",
    ),
    Figure(
        "A depth limit",
        "watch(alphabeta_search, ConnectFour(4, 4, 3), ConnectFour(4, 4, 3).initial, depth=2,"
        " evaluate=near_the_middle)",
        "Two plies of a small Connect Four: at the limit an estimate stands in for the truth.",
    ),
    Figure(
        "Chance",
        'draw_tree(TwoDice(), TwoDice().play("a"))',
        "Where dice decide, a node is worth the mean of its children.",
    ),
    Figure(
        "Kuhn poker",
        'draw_tree(KuhnPoker(), KuhnPoker().play("J Q"))',
        "One deal of Kuhn poker, for somebody who sees both cards.",
        "The game is Kuhn's, 1950",
    ),
    Figure(
        "Sixty simulations",
        _mcts("TicTacToe()", _BEGUN, "simulations=60"),
        "Monte Carlo tree search after 60 simulations: where it looks more often, it looks deeper.",
        _UCT,
    ),
    Figure(
        "Exploration",
        f'{{"c = 0.2": {_mcts("Nim((2, 3))", "Nim((2, 3)).initial", "simulations=20, c=0.2")},'
        f' "c = 3": {_mcts("Nim((2, 3))", "Nim((2, 3)).initial", "simulations=20, c=3")}}}',
        "A small c trusts what it knows; a large one keeps trying everything.",
        _UCT,
    ),
    Figure(
        "Visits and means",
        f"plot_mcts({_mcts('TicTacToe()', _BEGUN, 'simulations=300')})",
        "How the visits and the mean rewards of the first moves grow.",
        _UCT,
    ),
    Figure(
        "A trap",
        _mcts("TextbookTree([[1, 1, 1, -1], [0, 0, 0, 0]])", "()", "simulations=20"),
        "A trap: most ways on the left win, and yet MIN has an answer there.",
        "After Ramanujan, Sabharwal and Selman, 2010",
    ),
    Figure(
        "What moves are worth",
        "show(TicTacToe(), values={action: -solve(TicTacToe(), TicTacToe().result("
        "TicTacToe().initial, action)).value for action in TicTacToe().actions("
        "TicTacToe().initial)})",
        "No first move wins, and none loses.",
    ),
    Figure(
        "Connect Four",
        'show(ConnectFour(), ConnectFour().play("d1 d2 d3 c1 e1"))',
        "Connect Four: a disc falls to the lowest free square of its column.",
    ),
    Figure(
        "An open four",
        'show(Gomoku(), Gomoku().play("h8 h9 i8 i9 j8 j9 k8"))',
        "Gomoku: four in a row with both ends open can't be stopped.",
    ),
    Figure(
        "Havannah",
        "show(Havannah(5))",
        "Havannah on a small board: the corners count for bridges, the sides for forks.",
        "The game is Christian Freeling's",
    ),
    Figure(
        "Three Musketeers",
        "show(ThreeMusketeers())",
        "The three win when they can't capture any more, and lose when they stand in one line.",
        "The game is Haar Hoolim's",
    ),
    Figure(
        "Heaps of Nim",
        "show(Nim((3, 4, 5)))",
        "3 xor 4 xor 5 is 2, and not 0: whoever moves can win.",
        "The theory is Bouton's, 1901",
    ),
)
"""In the order in which a course needs them."""
