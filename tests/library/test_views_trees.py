"""Trees as pictures and as text: what is drawn, what is left out, and that nothing fails."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest
from test_views_pictures import parsed

from course_lib import (
    KuhnPoker,
    SearchTrace,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_player,
    watch,
)
from course_lib.games import (
    ConnectFour,
    Count,
    KInARow,
    TextbookTree,
    TicTacToe,
)
from course_lib.views import (
    compare,
    draw_tree,
    play_widget,
    replay,
    show,
    step_through,
    theme,
    tree_of,
)
from course_lib.views.svg import stacked, static_html
from course_lib.views.trees import film_of, pieces_of
from course_lib.views.trees.draw import Still

GAME = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
TTT = TicTacToe()
LATE = TTT.play("b2 a1 a3 c1 b1 b3")


def alphabeta_trace():
    """Alpha-beta on the tree of the textbook."""
    return watch(alphabeta_search, GAME, GAME.initial)


def words(picture):
    """All words in a picture; broken XML fails here."""
    space = "{http://www.w3.org/2000/svg}"
    texts = [text for each in parsed(picture.svg).iter(f"{space}text") for text in each.itertext()]
    return " ".join(texts).replace("\N{NO-BREAK SPACE}", " ")


def test_a_drawing_program_finds_each_node_by_name_and_by_class():
    """One group a node, with all its words as text; what is shown in a page needs none of it."""
    picture = draw_tree(alphabeta_trace())
    groups = [
        each for each in parsed(picture.svg).iter() if "node" in each.get("class", "").split()
    ]
    names = {each.get("id") for each in groups}
    assert names == {f"node-{one}" for one in range(len(groups))}
    kinds = Counter(" ".join(each.get("class").split()[1:]) for each in groups)
    # MAX on top; of the textbook's nine leaves two are cut and drawn as one.
    assert kinds == {
        "max best": 1,
        "min best": 1,
        "min": 2,
        "leaf best": 1,
        "leaf": 6,
        "cut": 1,
    }
    assert next(text.text for text in groups[0].iter() if text.tag.endswith("text")) == "3"
    edges = [each for each in parsed(picture.svg).iter() if each.get("class") == "edge"]
    assert len(edges) == len(groups) - 1
    assert "class=" not in static_html(picture.svg, "")
    two = stacked({"one": picture, "two": picture})
    names = re.findall(r' id="([^"]*)"', two.svg)
    assert len(names) == len({*names}) == 2 * len(groups), "also where two trees are in one file"


# --- the tree as data ------------------------------------------------------------------------


def test_a_game_tree_shows_positions_and_how_many_moves_follow():
    """Where nobody has looked further there is no value, but the number of moves."""
    tree = tree_of(TTT, depth=1)
    assert (len(tree.nodes), {node.more for node in tree.nodes[1:]}) == (10, {8})
    assert tree.nodes[0].value is None
    assert tree.nodes[1].state == TTT.result(TTT.initial, TTT.actions(TTT.initial)[0])
    assert "+ 8 moves" in str(tree)
    small = tree_of(Count(3, 2), most=500)  # all positions are there, so the value is too
    assert (small.nodes[0].value, small.counts, small.more) == (-1, "nodes", 0)
    # Unasked, Gomoku's 225 moves are no picture; asked, as many are drawn as were asked for.
    first = tree_of(KInARow(15, 15, 5))
    assert (len(first.nodes), first.nodes[0].more) == (21, 205)
    assert len(tree_of(KInARow(15, 15, 5), depth=1).nodes) == 226


def test_the_tree_of_monte_carlo_has_visits_values_and_bounds():
    """The children come most visited first; the line begins with the chosen action."""
    found = mcts_search(TTT, LATE, simulations=100, rng=random.Random(1))
    tree = tree_of(found)
    root, children = tree.nodes[0], [node for node in tree.nodes if node.parent == 0]
    assert root.visits == 100
    assert root.ucb is None
    assert children[0].ucb == pytest.approx(max(found.tree.children, key=lambda c: c.visits).ucb())
    visits = [child.visits for child in children]
    assert visits == sorted(visits, reverse=True)
    [chosen] = [child for child in children if child.on_best_line]
    assert chosen.action == found[1]
    watched = tree_of(watch(mcts_search, TTT, LATE, simulations=50, rng=random.Random(1)))
    assert watched.nodes[0].visits == 50
    assert {node.kind for node in watched.nodes} <= {"player", "leaf"}


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: tree_of(5), ValueError, r"no tree in 5.*watch\(search, game, state\)"),
        (lambda: tree_of(mcts_search(TTT, LATE, simulations=5, rng=random.Random(1)).tree),
         ValueError, r"draw_tree\(found\)"),
        (lambda: draw_tree([[3, 12], 2]), ValueError,
         r"write draw_tree\(TextbookTree\(\[\[3, 12\], 2\]\)\), with"),
        *((lambda ask=ask: ask(TicTacToe), TypeError,
           r"was given the class TicTacToe.*: TicTacToe\(\)$")
          for ask in (draw_tree, show, play_widget)),
        (lambda: play_widget(3), TypeError, r"play_widget was given 3 as its game"),
    ],
)  # fmt: skip
def test_what_has_no_tree_is_refused_with_what_would_be_right(ask, error, words):
    """The message shows a call that works."""
    with pytest.raises(error, match=words):
        ask()


# --- what is left out --------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{}, {"depth": 2}, {"most": 7}, {"depth": 0}])
def test_what_is_drawn_and_what_is_left_out_make_up_the_whole(limits):
    """Every node of the search is either there or counted."""
    trace = watch(minimax_search, TTT, TTT.play("b2 a1 a3 c1"))
    tree = tree_of(trace, **limits)
    assert len(tree.nodes) + tree.more == len(trace.nodes)
    assert all(node.parent is None or node.parent < node.id for node in tree.nodes)
    assert max(node.depth for node in tree.nodes) <= limits.get("depth", 9)


def test_without_limits_a_tree_has_no_more_nodes_than_can_be_read():
    """50 with a value each, 30 with boards, 20 with all their words; the best line stays."""
    trace = watch(alphabeta_search, TTT, TTT.play("b2 a1"))
    assert len(tree_of(trace).nodes) <= 50
    for options, most in (({"boards": True}, 30), ({"windows": True}, 20)):
        lines = str(draw_tree(trace, **options)).splitlines()
        assert len([line for line in lines if line.startswith(("  ", "* "))]) <= most + 1
    drawn = [node.action for node in tree_of(trace).nodes if node.on_best_line]
    assert drawn == [trace.nodes[number].action for number in trace.principal()]


def test_the_picture_says_what_it_leaves_out():
    """A few nodes have the best child among them; what is missing is told in a node or a box."""
    tree = tree_of(TextbookTree([[1, 2], [3, 0], [9, 7]]), most=3)
    assert [node.action_name for node in tree.nodes if node.on_best_line] == [None, "c", "b"]
    assert len(tree.nodes) + tree.more == 10
    drawn = words(draw_tree(GAME, most=6))
    assert "+ 3 more" in drawn
    half = tree_of(alphabeta_trace(), most=5).nodes  # what a search told of what is hidden
    assert [node.more_best for node in half if node.more] == [2, 8, 2]
    assert "+ 1 more" in words(draw_tree(TextbookTree([[3, 12], [2, 4], 1]), most=5))
    assert "not drawn" in drawn
    assert "more" not in words(draw_tree(GAME))


# --- the picture -------------------------------------------------------------------------------


def test_the_picture_shows_what_is_known_and_gives_nothing_away():
    """Values, windows and cuts with their reason; or a tree to be worked out by hand."""
    drawn = words(draw_tree(alphabeta_trace()))
    for part in ("cut: b, c", "v = 2 \u2264 alpha = 3", "[3, \u221e]", "14", "MAX chooses"):
        assert part in drawn
    assert "stroke-dasharray" in draw_tree(alphabeta_trace()).svg
    for thing in (TextbookTree([[30, 12], [20, 4]]), watch(minimax_search, GAME, GAME.initial)):
        picture = draw_tree(thing, values=False)
        root_line = next(line for line in str(picture).splitlines() if "root" in line)
        assert "value" not in root_line + words(picture)
        assert "bold" not in words(picture)
        assert "*" not in str(picture)
    pieces = pieces_of(tree_of(GAME).without_values())
    assert [piece.lines[0] for piece in pieces[:3]] == ["MAX", "MIN", "3"]
    # The edges on the best line are drawn with the widest stroke, unless it is not wanted.
    assert draw_tree(GAME).svg.count('stroke-width="3"') == 2
    tree = next(
        each for each in parsed(draw_tree(GAME).svg).iter() if each.get("text-anchor") == "middle"
    )
    kinds = [each.tag.rpartition("}")[2] for each in tree]
    assert kinds == sorted(kinds, key=["path", "text", "g"].index)  # no line through a name
    plain = draw_tree(GAME, best_line=False)
    assert 'stroke-width="3"' not in plain.svg
    assert not set("*") & set(str(plain))
    assert "bold" not in words(plain)


def test_the_legend_of_a_monte_carlo_tree_says_between_what_its_means_lie():
    """0 and 1 in the library's own, whatever the game's utilities; elsewhere as the tree says."""
    sharp = TextbookTree([[1, -1], [-1, 0]])
    found = mcts_search(sharp, (), simulations=30, rng=random.Random(2))
    of_whom = "of whoever moved here"
    tree = tree_of(found)
    assert f"value: mean reward, 0 to 1, {of_whom}" in words(draw_tree(tree))
    [chosen] = [node for node in tree.nodes if node.on_best_line and node.depth == 1]
    assert f"value {chosen.value:.3g} for MAX, action {chosen.action_name}" in tree.title
    other, unknown = replace(tree, rewards=(-1, 1)), replace(tree, rewards=None)
    assert f"value: mean reward, \N{MINUS SIGN}1 to 1, {of_whom}" in words(draw_tree(other))
    assert f"value: mean reward {of_whom}" in words(draw_tree(unknown))
    assert "mean reward" not in words(draw_tree(alphabeta_trace()))


def test_words_in_a_trace_cannot_break_the_picture():
    """Signs that mean something in XML or to Graphviz are only words."""
    names = {"action_name": lambda _game, action: f'<b>&"{action}\\n'}
    odd = type("Odd", (Count,), names)(3, 2)
    trace = watch(minimax_search, odd, odd.initial)
    assert '<b>&"1' in words(draw_tree(trace)).replace("\\n", "")


# --- Graphviz ----------------------------------------------------------------------------------


def test_the_graph_can_be_had_without_dot(monkeypatch):
    """Its source names every node, and both kinds of shapes."""
    monkeypatch.setenv("PATH", "")
    source = draw_tree(alphabeta_trace()).to_graphviz().source
    assert len(re.findall(r"^\s*n\d+ \[", source, re.MULTILINE)) == 12  # 11 nodes and what was cut
    for part in ("house", "invhouse", "dashed", "ordering=out", "v = 2"):
        assert part in source


def test_whatever_shows_a_tree_can_be_had_as_a_graph():
    """Pictures and steppers give the graph of their trace."""
    trace = alphabeta_trace()
    source, whole = draw_tree(trace).to_graphviz().source, watch(minimax_search, GAME, GAME.initial)
    both = compare({"alpha-beta": trace, "minimax": whole})
    for thing in (draw_tree(trace), step_through(trace), both, both.trees["alpha-beta"]):
        assert draw_tree(thing).to_graphviz().source == source
    assert (
        draw_tree(both.trees["minimax"]).to_graphviz().source
        == draw_tree(whole).to_graphviz().source
    )
    with pytest.raises(ValueError, match="no tree in <Replay"):
        draw_tree(replay(play_game(TTT, [random_player(random.Random(1))] * 2)))


@pytest.mark.needs("dot")
def test_the_graph_that_is_handed_on_is_one_that_dot_accepts():
    """With windows, cuts, and what is left out."""
    for graph in (
        draw_tree(alphabeta_trace()).to_graphviz(),
        draw_tree(TTT, LATE).to_graphviz(),
        draw_tree(ConnectFour(), depth=1).to_graphviz(),
    ):
        assert "<svg" in graph.pipe(format="svg", encoding="utf-8")


# --- odd searches --------------------------------------------------------------------------------


def test_functions_on_boards_are_drawn_with_their_boards_as_text():
    """No game, no names of players: the board itself is all there is."""

    def actions(board):
        return [at for at, mark in enumerate(board) if mark == " "]

    def result(board, at):
        return [*board[:at], "X", *board[at + 1 :]]

    def search(board):
        below = [result(board, at) for at in actions(board)]
        return max(map(search, below), default=len(board))

    trace = watch(search, ["O", " ", " "])
    assert "O" in words(draw_tree(trace, boards=True))
    assert tree_of(trace).nodes[0].text is not None
    # The trace of a student's own game has its name only; the game itself makes the states again.
    game = type("Mine", (TicTacToe,), {})()
    trace = watch(minimax_search, game, LATE)
    assert tree_of(trace).nodes[1].state == game.result(LATE, trace.nodes[1].action)
    trace = SearchTrace.from_json(trace.to_json())
    assert tree_of(trace).nodes[1].state is None
    assert tree_of(trace, game=game).nodes[1].state is not None


def test_nodes_that_look_the_same_have_the_same_letter():
    """In Kuhn poker all states where somebody chooses, by what the player to move can see."""
    poker = KuhnPoker()
    drawn = draw_tree(poker, values=False)
    letters = re.findall(r'fill="#A3195B" font-weight="bold"[^>]*>([A-Z])<', drawn.svg)
    choices = [node.state for node in drawn.tree.nodes]
    views = Counter(
        (player, state.bets, state.cards["XO".index(player)])
        for state in choices
        if not poker.is_terminal(state) and (player := poker.to_move(state)) in poker.players
    )
    shared = [count for count in views.values() if count > 1]
    assert len(shared) > 6
    assert sorted(Counter(letters).values()) == sorted(shared)
    assert "dashes and letters" not in draw_tree(TicTacToe(), depth=1).svg


def test_a_number_line_lies_on_the_ground_and_not_on_its_nodes_fill():
    """In MIN's strong fill its blue could not be seen; on the ground colours are tested apart."""
    game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    drawn = Still(film_of(watch(alphabeta_search, game, ()))).drawing(12, ahead=True)
    node = next(part for part in drawn.split("<g ") if theme.MIN_FILL in part and "<rect" in part)
    [strip, line] = re.findall(r'<path d="(M[-\d.]+ [-\d.]+H[-\d.]+)" stroke="([^"]+)"[^>]*>', node)
    assert (strip[0], strip[1], line[1]) == (line[0], theme.GROUND, theme.LINE)
    assert node.index(theme.GROUND) < node.index(theme.LINE) < node.index(f'fill="{theme.BLUE}"')


def test_what_is_still_to_come_tells_neither_its_number_nor_who_remembers_it():
    """A loss of 1,000,000 waits in a box no wider than that of a 2, and memory's in a node's."""

    @lru_cache
    def grundy(n):
        return min({*range(n + 2)} - {grundy(n - less) for less in (1, 2, 3) if less <= n})

    wide = TextbookTree([[3, [12, 1], -1_000_000], [2, [4, 5], 6]])
    for trace in (watch(alphabeta_search, wide, wide.initial), watch(grundy, 6)):
        still = Still(film := film_of(trace))
        faint = still.drawing(0, ahead=True)
        drawn = re.findall(r'data-node="(\d+)"[^>]*><path[^>]* d="([^"]+)"', faint)
        looks = {(still.depth[int(at)], shape) for at, shape in drawn if at != "0"}
        assert len(drawn) == len(still.depth) > 10
        assert len(looks) == len({(depth, shape.count("L")) for depth, shape in looks})
        assert "card" in {film["shapes"][outline] for outline in film["pieces"]["outline"]} or (
            trace.cut
        )
        assert "card" not in {film["shapes"][outline] for outline, *_ in film["waiting"]}
    # Beside another search's nodes, and where too much is cut to draw the game below it.
    both = compare({"one": alphabeta_trace(), "all": watch(minimax_search, GAME, ())})
    parts = both.story["parts"]
    assert all(outline != list(parts[0]["shapes"]).index("ghost")
               for part in parts for outline, *_ in part["waiting"])  # fmt: skip
    game = ConnectFour()
    deep = Still(film_of(watch(alphabeta_search, game, game.initial, depth=4)))
    assert deep.drawing(0, ahead=True).count("data-node") == 1 + 7
