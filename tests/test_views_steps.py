"""The story of a search: its steps, words, windows and counters, without a browser."""

import json
import re
from random import Random

import pytest
from student_searches import breaks_half_way, gives_nothing, goes_up_again, negamax, wrong_pair
from test_views_pictures import parsed
from test_watch_passes import FAMILIES, Loaded, expectimax, mtdf, principal_variation
from test_watch_passes import negamax as noted_negamax
from test_watch_phases import student_mcts

from course_lib import (
    ConnectFour,
    Count,
    SearchTrace,
    Table,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    random_tree,
    watch,
)
from course_lib.views.trees import Still, story_of
from course_lib.views.trees.story import visits_of_minimax

CLASSIC = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
TIC_TAC_TOE = TicTacToe()
LATE = TIC_TAC_TOE.play("b2 a1 a3 c1 b1")

WORDS = """\
alphabeta_search on TextbookTree: MAX to move.
The search starts at the root with MAX to move, with alpha = -\u221e and beta = \u221e.
MAX tries a: MIN to move, with alpha = -\u221e and beta = \u221e.
MIN tries a: a leaf.
The leaf returns 3, so beta falls from \u221e to 3.
MIN tries b: a leaf.
The leaf returns 12; MIN already has 3."""
LATER_WORDS = {
    9: "MIN returns 3, so alpha rises from -\u221e to 3.",
    13: "Cut, because v = 2 <= alpha = 3: b and c are never looked at.",
    -2: "The root returns 3.",
    -1: "alphabeta_search is done: value 3, action a. 11 visits, 2 branches cut. "
    "Minimax would have visited 13.",
}


def words_of(story):
    """What is said at each step."""
    return [story["texts"][at] for at in story["steps"]["say"]]


def kinds_of(story):
    """The kind of each step."""
    return [story["step_kinds"][kind] for kind in story["steps"]["kind"]]


TRACES = {
    "textbook": lambda: watch(alphabeta_search, CLASSIC, ()),
    "minimax": lambda: watch(minimax_search, TIC_TAC_TOE, LATE),
    "tic-tac-toe": lambda: watch(alphabeta_search, TIC_TAC_TOE, LATE),
    "table": lambda: watch(alphabeta_search, TIC_TAC_TOE, LATE, table=Table()),
    "depth": lambda: watch(alphabeta_search, ConnectFour(), ConnectFour().initial, depth=3),
    "limit": lambda: watch(minimax_search, TIC_TAC_TOE, LATE, limit=20),
    "negamax": lambda: watch(negamax, CLASSIC, ()),
    "fails": lambda: watch(breaks_half_way, CLASSIC, ()),
    "forever": lambda: watch(goes_up_again, CLASSIC, (), limit=50),
    "wrong sign": lambda: watch(wrong_pair, CLASSIC, ()),
    "nothing back": lambda: watch(gives_nothing, CLASSIC, ()),
    "no tree": lambda: watch(lambda game, state: (0, game.actions(state)[0]), CLASSIC, ()),
    "empty": lambda: SearchTrace("nobody", None, None, (), ""),
    "mcts": lambda: watch(mcts_search, TIC_TAC_TOE, LATE, simulations=40, rng=Random(1)),
}


@pytest.mark.parametrize("name", TRACES)
def test_every_story_holds_together(name):
    """Columns have one length, steps name nodes that are there and can be drawn, parents first."""
    trace = TRACES[name]()
    story = story_of(trace)
    nodes, steps = story["nodes"], story["steps"]
    assert json.loads(json.dumps(story, allow_nan=False))["steps"] == steps
    size, last = len(nodes["parent"]), len(steps["kind"]) - 1
    assert {len(column) for column in nodes.values()} == {size}
    assert {len(column) for column in steps.values()} == {last + 1}
    assert all(parent < at for at, parent in enumerate(nodes["parent"]))
    assert all(-1 <= at < size for at in steps["node"])
    assert all(0 <= at < len(story["texts"]) for at in steps["say"])
    assert all(words_of(story))
    assert kinds_of(story)[0] == "start"
    assert kinds_of(story)[-1] == "end"
    assert kinds_of(story)[1:-1].count("end") == 0
    assert all(-1 <= step <= last for step in nodes["enter"] + nodes["leave"])
    for at, parent in enumerate(nodes["parent"]):
        if parent >= 0:
            assert nodes["enter"][parent] <= nodes["enter"][at]
    assert story["line"] == sorted(set(story["line"]))
    still = Still(story)
    for step in range(0, last + 1, 1 + last // 50):
        assert len(parsed(still.drawing(step))) >= bool(size)


def test_the_classic_tree_as_data():
    """A line of each kind; shapes, windows on entry, the best so far after each answer."""
    story = story_of(TRACES["textbook"]())
    nodes, texts = story["nodes"], story["texts"]
    said = words_of(story)
    assert said[:7] == WORDS.splitlines()
    assert {at: said[at] for at in LATER_WORDS} == LATER_WORDS

    def column(name):
        return [texts[at] for at in nodes[name]]

    shapes = [story["shapes"][shape] for shape in nodes["shape"]]
    leaves = ["square"] * 3
    assert shapes == ["up", "down", *leaves, "down", "square", "cut", "down", *leaves]
    whole, from_3, reason = "[\u2212\u221e, \u221e]", "[3, \u221e]", "v = 2 \u2264 alpha = 3"
    assert column("under") == [whole, whole, "", "", "", from_3, "", reason, from_3, "", "", ""]
    so_far = ["", "3", "3", "3", "3", "3", "2", "", "3", "14", "5", "2"]
    assert column("best") == [each and f"so far {each}" for each in so_far]
    # Beside the node that is still open: narrower than on entry, and never with nothing in it.
    below_3 = "now [\u2212\u221e, 3]"
    now = ["", "now [3, \u221e]", *[below_3] * 3, "now [3, \u221e]", "", "", "now [3, \u221e]"]
    assert column("now") == [*now, "now [3, 14]", "now [3, 5]", ""]
    assert column("value") == ["3", "3", "3", "12", "8", "2", "2", "", "2", "14", "5", "2"]
    assert story["line"] == [0, 1, 2]
    assert story["totals"] == {"visits": 11, "edges": 10, "cut": 2, "minimax": 13}
    step = kinds_of(story).index("cut")
    assert story["steps"]["node"][step] == 7
    assert nodes["enter"][7] == nodes["leave"][7] == step
    assert (column("who")[7], nodes["branches"][7]) == ("cut: b, c", 2)
    assert column("note")[5] == "v = 2 <= alpha = 3"


def test_negamax_is_told_from_the_side_of_who_chooses_and_minimax_without_windows():
    """The values' sign turns at each level, and the windows turn with it."""
    said = words_of(story_of(TRACES["negamax"]()))
    assert "MIN returns -3, which is 3 for MAX, so alpha rises from -99 to 3." in said
    assert "The leaf returns 3, which is -3 for MIN, so alpha rises from -99 to -3." in said
    story = story_of(watch(minimax_search, CLASSIC, ()))
    assert "MIN returns 3, the best for MAX so far." in words_of(story)
    assert set(story["nodes"]["under"]) == {0}
    assert story["totals"]["minimax"] is None
    # A value that reaches beta moves alpha, also behind answers that moved nothing.
    flat = watch(alphabeta_search, TextbookTree([0, [[-1, -1, 1], [1, 1, 1]]]), ())
    assert "The leaf returns 1, so alpha rises from 0 to 1." in words_of(story_of(flat))


def test_each_pass_is_told_and_drawn_by_itself():
    """MTD(f): a tree for each null window, with its window and its own cuts, and nothing merged."""
    three = TextbookTree([[3, 1], [5, 4], [9, 7]])
    trace = watch(lambda game, state: mtdf(game, state, []), three, ())
    story = story_of(trace)
    said = words_of(story)
    assert [name for name, _ in story["passes"]] == [
        f"pass {number} of 4, window [{window}]"
        for number, window in enumerate(("\u22121, 0", "1, 2", "4, 5", "7, 8"), 1)
    ]
    assert {story["nodes"]["parent"][at] for _, at in story["passes"]} == {0}
    assert said[2] == "Pass 1 of 4 begins, with alpha = -1 and beta = 0."
    assert "Pass 2 of 4 returns 4." in said
    # A pass is no answer to the root: no window of it moves from one pass to the next.
    assert not any("rises" in words for words in said if words.startswith("Pass"))
    assert story["totals"]["cut"] == 3  # counted by hand
    again = watch(lambda game, state: principal_variation(game, state, []), three, ())
    assert any("again" in words for words in words_of(story_of(again)))


def test_chance_chooses_nothing():
    """Its node is neither MAX nor MIN, its value a mean, and its edges say how likely they are."""
    game = Loaded([[3, 1], [5, 4]])
    story = story_of(watch(expectimax, game, game.initial))
    said = words_of(story)
    assert any(
        words.startswith("Chance may give") and "probability 0.75" in words for words in said
    )
    assert any(words.startswith("The mean of what chance may give is ") for words in said)
    shapes = {story["shapes"][shape] for shape in story["nodes"]["shape"]}
    assert shapes == {"up", "round", "square"}


def claims(words):
    """What a sentence says of numbers: windows, values, what moved, the best so far, names cut."""
    patterns = {
        "window": r"with alpha = (\S+) and beta = (\S+)\.$",
        "value": r"(?:returns|gives|is) (-?\d+)(?:,|;|\.|$)",
        "turned": r"which is (-?\d+) for",
        "alpha": r"alpha rises from (\S+) to (\S+?)(?:\.$| and)",
        "beta": r"beta falls from (\S+) to (\S+?)(?:\.$| and)",
        "has": r"already has (\S+)\.$",
        "cut": r": (.*) (?:is|are) never looked at",
        "reason": r"v = (\S+) [<>]= (?:alpha|beta) = (\S+):",
    }
    found = {name: re.search(pattern, words) for name, pattern in patterns.items()}
    return {name: match.groups() for name, match in found.items() if match}


@pytest.mark.parametrize("search", FAMILIES, ids=lambda search: search.__name__)
def test_every_sentence_is_true_by_the_searchs_own_account(search):
    """Windows, values, bounds that move and branches that are cut, as each call has noted them."""
    turned, said = search in (noted_negamax, principal_variation), 0
    for seed in range(8):
        game, log = random_tree(3, (2, 3), Random(seed)), []
        trace = watch(search, game, game.initial, log=log)
        drivers = ("mtdf", "aspiration", "deepening", "deepening_in_a_loop")
        calls = [node for node in trace.nodes
                 if node.function not in drivers[: 4 if trace.passes else 2]]  # fmt: skip
        entries = {node.id: entry for node, entry in zip(calls, log, strict=True)}
        story = story_of(trace, boards=False)
        steps = iter(list(zip(kinds_of(story), words_of(story), strict=True))[1:-1])
        bounds = {node: entry.window for node, entry in entries.items()}
        bests = {}
        for kind, number in trace.events():
            node, entry = trace.nodes[number], entries.get(number)
            happens, words = next(steps)
            if happens == "cut":
                names = re.split(r", | and ", claims(words)["cut"][0])
                assert names == [game.action_name(action) for action in entry.left_out]
                reason = claims(words).get("reason")
                if reason:
                    assert reason[0] == told(entry.value)
                    assert reason[1] in map(told, entry.window)
                happens, words = next(steps)
            assert happens == kind
            if entry is None:
                continue
            claimed = claims(words)
            said += len(claimed)
            if "window" in claimed:
                assert claimed["window"] == tuple(map(told, entry.window))
            if kind == "enter":
                continue
            assert claimed.get("value", (told(entry.value),)) == (told(entry.value),)
            mine = -entry.value if turned else entry.value
            assert claimed.get("turned", (told(mine),)) == (told(mine),)
            above = node.parent
            if above is None or node.pass_number:  # a pass is no answer to the root
                assert not {"alpha", "beta", "has"} & claimed.keys()
            again = [each.attempt for each in trace.children(above or 0)
                     if each.action == node.action]  # fmt: skip
            if above not in entries or node.attempt < max(again):
                continue  # what is searched again has only shown that it must be
            maximises = turned or game.to_move(entries[above].state) == "MAX"
            better = max if maximises else min
            best = bests[above] = better(bests.get(above, mine), mine)
            low, high = bounds[above]
            if low is not None:
                bounds[above] = (max(low, best), high) if maximises else (low, min(high, best))
            for name, place in (("alpha", 0), ("beta", 1)):
                if name in claimed:
                    moved = (low, high)[place], bounds[above][place]
                    assert claimed[name] == tuple(map(told, moved)), words
            assert claimed.get("has", (told(best),)) == (told(best),)
    assert said > 100


def told(value):
    """A number as the narrator writes it."""
    return f"{value:g}".replace("inf", "\u221e")


def test_searches_that_did_not_end_well_say_so():
    """The last line says why: an error, a limit; nothing seen; or values that cannot be read."""
    assert "The search failed: ZeroDivisionError" in words_of(story_of(TRACES["fails"]()))[-1]
    trace = TRACES["limit"]()
    assert trace.stopped
    assert trace.stopped[1:].rstrip(".") in words_of(story_of(trace))[-1]
    empty = story_of(TRACES["empty"]())
    assert (kinds_of(empty), empty["nodes"]["parent"]) == (["start", "end"], [])
    said = words_of(story_of(TRACES["nothing back"]()))
    assert "The leaf returns nothing that reads as a value." in said


def test_minimax_visits_are_counted_only_where_that_is_quick():
    """Exact on small trees and with a depth; unknown beyond some thousands."""
    trace = TRACES["depth"]()
    assert visits_of_minimax(trace, ConnectFour()) == 1 + 7 + 49 + 343
    deep = watch(alphabeta_search, ConnectFour(), ConnectFour().initial, depth=6,
                 evaluate=lambda *_: 0)  # fmt: skip
    assert visits_of_minimax(deep, ConnectFour()) is None  # 137,257 of them


def test_boards_are_pictures_where_there_are_few():
    """Each different board once; texts where there are many; none where nobody asked."""
    trace = TRACES["tic-tac-toe"]()
    story = story_of(trace)
    assert story["boards"]["kind"] == "svg"
    assert len(story["boards"]["of"]) == len(story["nodes"]["parent"])
    assert story["boards"]["list"][story["boards"]["of"][0]].startswith("<svg")
    assert len(set(story["boards"]["list"])) == len(story["boards"]["list"])
    text = story_of(trace, boards="text")["boards"]
    assert text["list"][text["of"][0]] == TIC_TAC_TOE.render(LATE)
    assert story_of(trace, boards=False)["boards"]["of"] == []
    with pytest.raises(ValueError, match="'auto', 'nodes', 'text'"):
        story_of(trace, boards="big")


def test_simulations_have_four_phases_and_rewards_for_who_moved():
    """Visits and means, as the browser counts them from the paths, are those of the search."""
    game = Count(goal=7, most=3)
    trace = watch(mcts_search, game, game.initial, simulations=30, rng=Random(2), prove=False)
    story = story_of(trace)
    assert [each["done"] for each in story["simulations"]] == list(range(4, 121, 4))
    assert kinds_of(story)[1:-1] == ["select", "expand", "simulate", "backup"] * 30
    rewards = [[] for _ in story["nodes"]["parent"]]
    for each in story["simulations"]:
        for at, reward in zip(each["path"], each["rewards"], strict=True):
            rewards[at].append(reward)
    counted = sorted((len(found), round(sum(found) / len(found), 9)) for found in rewards)
    known = [(node.visits or 0, round(node.value or 0, 9)) for node in trace.nodes]
    assert counted == sorted(known)
    assert words_of(story)[-1].endswith(f"30 simulations, {len(trace.nodes)} nodes in the tree.")
    # Where nobody can tell whose a single reward is, there are the tree and its visits alone.
    story = story_of(watch(student_mcts, TIC_TAC_TOE, TIC_TAC_TOE.initial))
    assert story["kind"] == "mcts"
    assert story["nodes"]["visits"][0] == len(story["simulations"]) == 30
    assert all(each["rewards"] is None for each in story["simulations"])


def test_a_great_story_stays_small():
    """Each of thousands of nodes takes less than a hundred letters."""
    trace = watch(minimax_search, random_tree(8, (2, 3), Random(4)), (), limit=20_000)
    story = story_of(trace)
    letters = len(json.dumps(story, separators=(",", ":")))
    assert len(trace.nodes) > 1_400
    assert letters < 100 * len(trace.nodes)
