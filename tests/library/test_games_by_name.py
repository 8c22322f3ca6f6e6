"""Games by name, as they are written in a terminal and in files: every option is read or named."""

import re

import pytest

from course_lib import ConnectFour, KInARow, Nim, TextbookTree, ThreeMusketeers, TicTacToe, compact
from course_lib.game import Game
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_tools.arena.which_game import game_called


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("tictactoe", TicTacToe()),
        ("connect-four:", ConnectFour()),
        ("connect-four: rows = 5, columns=4", ConnectFour(5, 4)),
        ("k-in-a-row:rows=3,columns=4,length=3,gravity=true", KInARow(3, 4, 3, gravity=True)),
        ("k-in-a-row:rows=3,columns=4,length=3,exact=False", KInARow(3, 4, 3)),
        ("nim:heaps=1,2", Nim((1, 2))),
        ("nim:heaps=(1, 2),misere=TRUE", Nim((1, 2), misere=True)),
        ("nim:heaps=[4,5]", Nim((4, 5))),
        ("tic-tac-toe:players=XOZ", TicTacToe(players="XOZ")),
        ("tic-tac-toe:size=4,players=('A','B')", TicTacToe(4, ("A", "B"))),
        ("textbook-tree:tree=[[3,12],[2,4]]", TextbookTree([[3, 12], [2, 4]])),
        ("three-musketeers:stuck_guards=pass", ThreeMusketeers(stuck_guards="pass")),
        ("three-musketeers:start=MG. / GG. / G.M", ThreeMusketeers("MG. / GG. / G.M")),
    ],
)
def test_options_are_read_as_people_write_them(text, game):
    """Lists with or without brackets, true and false in any letters, words without quotes."""
    assert game_called(text) == game


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("textbook-tree", "textbook-tree needs tree: write for example textbook-tree:tree="),
        ("k-in-a-row:rows=3", "k-in-a-row needs columns and length: write for example k-in"),
        ("k-in-a-row:rows=3,columns=3,length=3,gravity=maybe", "gravity is 'maybe'; it must be"),
        ("nim:3,4", "'3,4' is not an option of nim: write for example nim:heaps=(3,4,5),misere=f"),
        ("nim:heaps=(1,2", "heaps=(1,2 can't be read as an option of nim: write for example nim:"),
        ("nim:heaps=(1,2),misre=true", "nim has no option 'misre': write for example nim:heaps"),
        ("count:goal=3,goal=4", "the option goal of count is given twice"),
        ("scissors-paper-stone:size=3", "scissors-paper-stone has no option 'size': it has none"),
        ("tic-tac-toe:players=3", "tic-tac-toe can't be made with players=3: 'int' object is"),
    ],
)
def test_the_option_that_is_wrong_is_named(text, sentence):
    """And there is an example that works for this game."""
    with pytest.raises(ValueError, match=re.escape(sentence)) as told:
        game_called(text)
    _, _, example = str(told.value).partition("write for example ")
    if example:
        assert isinstance(game_called(example), Game)


def test_every_game_has_an_example_that_works():
    """Whatever is wrong, the sentence shows what may be written; a game without options says so."""
    with pytest.raises(ValueError, match="There are: ") as told:
        game_called("")
    names = str(told.value).partition("There are: ")[2].split(", ")
    assert len(names) >= 10
    for name in names:
        with pytest.raises(ValueError, match=f"{name} has no option 'nothing': ") as told:
            game_called(f"{name}:nothing=1")
        _, _, example = str(told.value).partition("write for example ")
        assert isinstance(game_called(example or name), Game)


def test_a_compact_game_is_written_as_the_game_inside():
    """With a mark that it is compact, and so it comes back."""
    game = compact(TicTacToe(4))
    data = game_to_data(game)
    assert data["compact"] is True
    assert game_from_data(data) == game
    assert game_from_data({**data, "compact": False}) == game.game
    with pytest.raises(ValueError, match="there is no compact form of Nim"):
        game_from_data({**game_to_data(Nim()), "compact": True})
