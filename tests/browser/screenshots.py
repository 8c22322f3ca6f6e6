"""All pictures and widgets as they look, light and dark: `python tests/browser/screenshots.py`.

They are written into a folder that git ignores, or into the one that is named behind the command.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from harness import FLAGS, guard
from playwright.sync_api import sync_playwright

from course_lib import (
    ConnectFour,
    Count,
    Gomoku,
    Havannah,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    watch,
)
from course_lib.commands.doctor import find
from course_lib.views.boards import board_svg
from course_lib.views.display import show
from course_lib.views.export import export_html
from course_lib.views.player import practice
from course_lib.views.svg import Picture
from course_lib.views.trees import draw_tree
from course_tools.lectures import DEMOS

FOLDER = Path(__file__).resolve().parent.parent.parent / "dist" / "screenshots"
TEXTBOOK = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def kinds() -> Iterator[tuple[str, Any]]:
    """One of each kind of picture and widget, by name."""
    for game in (TicTacToe(), ConnectFour(), Gomoku(), Nim(), Count(), ScissorsPaperStone(),
                 ThreeMusketeers(), Havannah(), TEXTBOOK):  # fmt: skip
        state = game.initial
        for number in range(6):
            if game.is_terminal(state):
                break
            actions = game.actions(state)
            state = game.result(state, actions[len(actions) // 2 - number % 2])
        yield f"board-{type(game).__name__}", show(game, state)
        small = board_svg(game, state, size=60)
        yield f"thumbnail-{type(game).__name__}", Picture(small, "A small board")
    last_plies = TicTacToe().parse("XO.OX..XO")
    trace = watch(alphabeta_search, TicTacToe(), last_plies)
    grown = mcts_search(TicTacToe(), last_plies, simulations=100, rng=Random(1))
    yield "tree-textbook", draw_tree(watch(alphabeta_search, TEXTBOOK, ()))
    yield "tree-boards", draw_tree(trace, boards=True)
    yield "tree-mcts", draw_tree(grown)
    for ask in ("values", "cuts"):
        yield f"practice-{ask}", practice(ask=ask)
    for demo in DEMOS.values():
        yield f"demo-{demo.name}", demo.make()


def main(folder: Path) -> None:
    """Write the pictures: each thing as its exported page, some steps into its run."""
    folder.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        for name, thing in kinds():
            page_file = export_html(thing, Path(place) / f"{name}.html", title=name)
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    color_scheme=scheme, viewport={"width": 1100, "height": 760}
                )
                guard(context, problems)
                page = context.new_page()
                page.goto(page_file.as_uri())
                page.wait_for_function("document.documentElement.dataset.shown")
                if name.startswith("demo"):
                    for _ in range(14):
                        page.keyboard.press("ArrowRight")
                page.screenshot(path=folder / f"{name}-{scheme}.png", full_page=True)
                context.close()
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")  # noqa: T201 - a command tells what it did
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
