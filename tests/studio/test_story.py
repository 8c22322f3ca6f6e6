"""A story is found again in a changed search, says what is wrong, and reaches every form."""

import re
from html import escape
from pathlib import Path

import pytest
from console import course
from test_hall import MINIMAX

from course_lib import TextbookTree, alphabeta_search, mcts_search, watch
from course_lib.views.export import widget_of
from course_lib.views.trees.film import steps_in
from course_tools.studio.lectures import DEMOS, demo_named
from course_tools.studio.lectures.handout import sheets
from course_tools.studio.lectures.questions import questions_of
from course_tools.studio.lectures.story import (
    Story,
    StoryError,
    drafted,
    moments_of,
    notes_of,
    step_of,
    story_in,
    tell,
    written,
)

TEXT = """\
title: Why may MIN stop?
# a remark

at: before first cut
ask: Does MAX look at b b? | yes (it can't help) | *no (b is worth 2, and MAX has 3)
hide: future
note: wait for hands
at: first cut
say: MIN stops here:
  nobody comes.
zoom: b
at: c returns
ask:
"""
TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def searched(tree=TREE):
    """Alpha-beta on this tree."""
    return watch(alphabeta_search, TextbookTree(tree), ())


def moments(trace):
    """All moments of a search, and its last step."""
    film = widget_of(trace).story
    return moments_of(film, trace), len(film["steps"]["kind"]) - 1


def recounted(trace):
    """The moments, worked out once more from the trace alone."""
    found, step, cuts, visits = {}, 0, [], []
    for event in trace.events():
        step += 1
        node = trace.nodes[event.node]
        way = " ".join("abc"[one] for one in trace.path(event.node)) or "root"
        if event.kind == "enter":
            visits.append(step)
            found.setdefault(f"{way} opens", []).append(step)
            continue
        if node.cut:
            cuts.append(step)
            found.setdefault(f"cut at {way}", []).append(step)
            step += 1
        found.setdefault(f"{way} returns", []).append(step)
        found.setdefault(f"{way} returns {node.value}", []).append(step)
    return found | {"cut": cuts, "visit": visits, "start": [0], "end": [step + 1]}


@pytest.mark.parametrize(
    "tree", [TREE, [5, [[[4, 9], 8], 7]], [[1, 2], [0, [3, 4]], [[2, 9], 1]]], ids=str
)
def test_moments_are_the_events_of_the_trace(tree):
    """Openings, returns with their values, cuts and visits, against a second count."""
    trace = searched(tree)
    found, last = moments(trace)
    again = recounted(trace)
    assert {name: found[name] for name in again if again[name]} == {
        name: steps for name, steps in again.items() if steps
    }
    assert found["end"] == [last]
    risen = [name for name in found if name.startswith("alpha rises to ")]
    windows = {event.window_in[0] for event in trace.nodes if event.window_in}
    assert {float(name.rpartition(" ")[2]) for name in risen} >= windows - {float("-inf")}


@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("start", 0), ("first cut", 13), ("the first cut", 13), ("cut", 13), ("when b returns", 14),
        ("before first cut", 12), ("after b returns", 15), ("Alpha rises to 3", 9), ("b opens", 10),
        ("last visit", 20), ("3rd visit", 3), ("visit 3", 3), ("b returns 2", 14), ("end", 24),
        ("step 5", 5), ("second time beta falls", 17), ("root returns", 23), ("last leaf", 20),
        ("when b's window closes", 13),
    ],
)  # fmt: skip
def test_a_moment_has_many_names(words, step):
    """On the textbooks' tree, counted by hand."""
    assert step_of(words, *moments(searched())) == step


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "s.story, line 1: a story needs a moment"),
        ("say: x", 'line 1: "say" belongs to a moment: write "at: first cut" above it'),
        ("at: third cut", "line 1: there is no third cut: it happens once"),
        ("at: b return", "line 1: 'b return' does not happen here (did you mean b returns?)"),
        ("at: first cutt", "line 1: 'cutt' does not happen here (did you mean cut?)"),
        ("at: lunch", "line 1: 'lunch' does not happen here; there are: start, end"),
        ("\nat: alpha rises to 9", "line 2: 'alpha rises to 9' does not happen here"),
        ("at: step 99", "line 1: there is no 'step 99': steps go from 0 to 24"),
        ("at: before start", "there is no 'before start'"),
        ("at: start\nak: x", "line 2: 'ak: x' should begin with title, at, say, ask, note"),
        ("at: start\nhello", "line 2: 'hello' should begin with"),
        ("at: start\nask: why?", "line 2: a question has 2 to 9 options"),
        ("at: start\nask: why? | a | b", "line 2: no option has the * of a right one"),
        ("at: start\nask: why? | a | *a", "line 2: options must be different"),
        ("at: start\nask:", "line 1: the film asks nothing at 'start' by itself (nearest"),
        ("at: start\nhide: futur", "line 2: can't hide 'futur'; future or code would be right"),
        ("at: start\nzoom: b d", "line 1: there is no node 'b d' to zoom to at 'start'"),
        ("at: cut\nat: step 13", "line 2: 'step 13' is step 13, as 'cut' in line 1; make one"),
        ("at: 0th cut", "line 1: there is no 0th cut: it happens once"),
        ("at: cut\nask: A? | a | *b\nask: B? | a | *b", 'there is one "ask" in line 2 already'),
        ("at: cut\nsay: x\nat: end\nsay: y\nsay: z", 'there is one "say" in line 4 already'),
        ("title: x\nat: cut\ntitle: y", 'line 3: there is one "title" in line 1 already'),
        ("at:", 'line 1: which moment? "at: first cut", for example'),
    ],
)  # fmt: skip
def test_a_wrong_story_is_one_sentence_with_its_line(text, said):
    """With what was expected, and the nearest moment that there is."""
    with pytest.raises(StoryError) as error:
        tell(searched(), story_in(text, "s.story"))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert ("there are:" in str(error.value)) is ("lunch" in text), "a list only if nothing is near"


def test_a_story_survives_a_change_of_the_search():
    """The same file tells of another tree: its moments are found where they are now."""
    steps = []
    for tree in (TREE, [[3, 12, 8, 9], [2, 4], [14, 5, 2]]):
        _, found = tell(searched(tree), story_in(TEXT.rpartition("ask:")[0]))
        steps.append([one.step for one in found.moments])
    assert steps[0] == [12, 13, 21 + 1]
    assert steps[1] == [14, 15, 24]


def test_an_option_may_have_brackets_of_its_own():
    """The last ones say why; they, too, may have some inside."""
    [moment] = story_in("at: cut\nask: A? | *alpha (3) (so it is (here)) | no").moments
    assert [one[::2] for one in moment.ask.options] == [
        ("alpha (3)", "so it is (here)"),
        ("no", ""),
    ]


def test_one_story_reaches_the_page_the_hall_and_the_paper():
    """Her words and question in place of the film's; what only she sees is in no page."""
    shown = searched()
    widget, found = tell(shown, story_in(TEXT))
    film = widget.story
    texts, steps = film["texts"], film["steps"]
    assert texts[steps["say"][13]] == "MIN stops here: nobody comes."
    assert texts[steps["ask"][13]] == "Does MAX look at b b?"
    before, cut, c = film["told"]
    assert (before["step"], before["hide"]) == (12, ["future"])
    assert texts[film["pieces"]["name"][cut["zoom"]]] == "b"
    own = questions_of(widget_of(shown).story, [shown])
    asked = questions_of(film)
    assert list(asked) == [12, 22]
    assert [(one.label, one.right) for one in asked[12].options] == [("yes", False), ("no", True)]
    assert (asked[22].text, asked[22].options) == (own[22].text, own[22].options)
    assert c["ask"]["text"] == own[22].text
    assert "wait for hands" not in str(film)
    assert notes_of(found) == {12: "wait for hands", 13: "", 22: ""}, "it ends at the next"
    [first, second] = sheets(shown, story_in(TEXT), title="", each=2)
    assert "Does MAX look at b b?" in first
    assert "MIN stops here: nobody comes." in first
    assert "never looked at" not in first.partition("Does MAX look")[0]
    assert "c returns" not in second
    assert len(sheets(shown, story_in(TEXT), title="", each=6)) == 1


def test_no_vote_stands_on_a_value_that_is_still_to_come():
    """Before c opens nobody knows its leaves, and a letter there would say which is which."""
    story = story_in(
        "at: before c opens\nask: What will c return? | 14 | 5 | *2\n"
        "at: before c returns\nask: And now? | 14 | 5 | *2\n"
    )
    film = tell(searched(), story)[0].story
    before, after = ([at for *_, at in one["ask"]["options"]] for one in film["told"])
    assert before == [-1, -1, -1]
    assert len({*after} - {-1}) == 3


@pytest.mark.parametrize("each", [2, 6])
def test_each_answer_of_a_question_is_on_the_paper(each):
    """With a box of its own, whole, and inside the sheet."""
    shown = searched()
    story = drafted(shown)
    _, found = tell(shown, story)
    labels = [one.label for moment in found.moments if moment.ask for one in moment.ask.options]
    drawn = "".join(sheets(shown, story, title="", each=each))
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn))
    assert len(labels) >= 5
    for label in labels:
        assert escape(label) in words
    long = "I am an answer of so many words that no sheet of paper has a line which is as long " * 2
    story = story_in(f"at: cut\nask: Why? | *{long}| no")
    lines = re.findall(r"<text[^>]*>([^<]*answer[^<]*|[^<]*paper[^<]*)</text>",
                       "".join(sheets(shown, story, title="", each=each)))  # fmt: skip
    assert len(lines) > 1


@pytest.mark.parametrize("each", [2, 6])
def test_many_words_leave_the_tree_its_room_on_paper(each):
    """In smaller letters if need be, and inside the sheet; more than it holds is refused."""
    say = "Nobody needs to see what is left below b. " * (12 // each)
    options = " | ".join(f"answer {number}" for number in range(1, 9))
    story = f"title: {'Why? ' * 40}\nat: cut\nsay: {say}\nask: How many? | *none | {options}\n"
    [sheet] = sheets(searched(), story_in(story), title="", each=each)
    [scale] = re.findall(r"scale\(([-\d.]+)\)", sheet)
    assert float(scale) > 0.3
    lows = [float(y) for y in re.findall(r' y="([\d.]+)"[^>]*>(?:answer|none)', sheet)]
    assert len(lows) == 9
    assert max(lows) < {2: 497, 6: 331}[each], "and not in the next picture"
    head = re.search(r'font-size="([\d.]+)"[^>]*>([^<]*Why[^<]*)<', sheet)
    assert 0.55 * float(head[1]) * len(head[2]) < 706
    with pytest.raises(ValueError, match="the words of 'cut' leave no room for its tree where"):
        sheets(
            searched(), story_in(story.replace("say: ", f"say: {say * 40}")), title="", each=each
        )


@pytest.mark.parametrize("name", DEMOS)
def test_every_demonstration_has_a_first_story(name):
    """Three to six moments, in their order, which are found again in what is written."""
    shown = demo_named(name).make()
    story = drafted(shown)
    assert 3 <= len(story.moments) <= 6
    steps = [one.step for one in story.moments]
    _, found = tell(shown, story_in(written(story, "T")))
    assert [one.step for one in found.moments] == steps == sorted(set(steps))
    assert found.title == "T"
    assert any(one.ask for one in found.moments) or name in ("mcts", "self-taught")
    assert steps[-1] == steps_in(widget_of(shown).story) - 1, "the end of the longest, side by side"


def test_a_first_story_finds_moments_whatever_the_moves_are_called():
    """Calls are told apart by what they were given: "i=1, room=1" is a name, too."""

    def most(i, room, kept=0):
        if i == 3 or room < 0:
            return kept
        return max(most(i + 1, room - i, kept + 1), most(i + 1, room, kept))

    ats = [one.at for one in drafted(watch(most, 0, 4)).moments]
    assert ats == ["start", "second visit", "before i=1, kept=1 returns", "i=1, kept=1 returns",
                   "end"]  # fmt: skip


def test_a_first_story_says_nothing_false_of_another_tree():
    """The words are the narrator's, who knows what the changed search does."""
    text = written(drafted(searched()), "T")
    other = searched([[7, 12, 8], [5, 4, 6], [14, 5, 2]])
    told, plain = (tell(other, one)[0].story for one in (story_in(text), None))
    assert [told["texts"][at] for at in told["steps"]["say"]] == [
        plain["texts"][at] for at in plain["steps"]["say"]
    ]


def scout(game, state, low=-9, high=9):
    """Alpha-beta that looks at each later move with an empty window first, for either player."""
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    sign, best = (1, -9) if game.to_move(state) == "MAX" else (-1, 9)
    for number, action in enumerate(game.actions(state)):
        after = game.result(state, action)
        if number:
            edge = (low, low + 1) if sign == 1 else (high - 1, high)
            value = scout(game, after, *edge)
            if not low < value < high:
                continue
        value = scout(game, after, low, high)
        best = max(best, value) if sign == 1 else min(best, value)
        low, high = (max(low, best), high) if sign == 1 else (low, min(high, best))
        if low >= high:
            break
    return best


def test_a_node_that_is_searched_again_has_its_moments_again():
    """With a null window first, then with the whole one: the second time is there to be told."""
    trace = watch(scout, TextbookTree([[3, 4], [5, 6]]), ())
    found, last = moments(trace)
    entered = [node.id for node in trace.nodes if trace.path(node.id) == (1,)]
    assert len(entered) == 2
    events = [(one.kind, one.node) for one in trace.events()]
    steps = [1 + events.index(("enter", node)) for node in entered]
    assert found["b opens"] == steps
    assert step_of("second b opens", found, last) == step_of("b again opens", found, last)
    film = tell(trace, story_in("at: second b opens\nzoom: b again"))[0].story
    assert film["told"][0]["zoom"] == film["steps"]["at"][steps[1]]


def test_simulations_have_moments():
    """By their phases, and by how many there have been."""
    game = TextbookTree(TREE)
    trace = watch(mcts_search, game, (), simulations=8, rng=__import__("random").Random(1))
    found, last = moments(trace)
    for phase in ("select", "expand", "backup"):
        assert found[phase], phase
    assert found["simulation"] == found["backup"]
    assert step_of("8th simulation", found, last) == last - 1
    grown = [" ".join("abc"[one] for one in trace.path(one.id)) for one in trace.nodes[1:]]
    opened = {name.removesuffix(" opens") for name in found if name.endswith(" opens")}
    assert opened == {*grown}
    assert {len(found[f"{way} opens"]) for way in grown} == {1}


def test_moments_of_searches_side_by_side_name_their_side():
    """By the label, with a colon; without one it is the first side where it happens."""
    shown = demo_named("alpha-beta").make()
    for at, part in (("first cut", 0), ("good moves last: root returns", 1)):
        _, found = tell(shown, Story("s", "", story_in(f"at: {at}").moments))
        assert found.moments[0].part == part
    with pytest.raises(ValueError, match="'cut' does not happen here"):
        tell(shown, story_in("at: good moves last: cut"))


def test_course_demo_tells_a_story_of_any_file(tmp_path, monkeypatch):
    """It writes a first one, then takes it: page, handout, and what is wrong with it."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(MINIMAX, encoding="utf-8")
    done = course("demo", "own.py", "--story", "my.story")
    assert (done.code, "Written: my.story" in done.out) == (0, True)
    text = Path("my.story").read_text(encoding="utf-8")
    Path("my.story").write_text(text.replace("title: A search", "title: Hers"), encoding="utf-8")
    words = ["--html", "x.html", "--handout", "x.pdf"]
    assert course("demo", "own.py", "--story", "my.story", *words).code == 0
    page = Path("x.html").read_text(encoding="utf-8")
    assert "<title>Hers" in page
    assert '"told":[' in page
    assert "return max(values) if game.to_move(state)" in page, "her code stands beside it"
    [size, *_] = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", Path("x.pdf").read_bytes())
    assert [round(float(side)) for side in size] == pytest.approx([595, 842], abs=2), "A4"
    assert course("demo", "own.py", "--handout", "x.html", "--sheet", "6").code == 0
    drawn = Path("x.html").read_text(encoding="utf-8")
    assert "@font-face" in drawn, "the same letters on every machine"
    assert drawn.count("<section>") == 1
    done = course("demo", "own.py", "--story", "my.story")
    assert (done.code, "my.story: 5 moments, all found" in done.out) == (0, True)
    Path("my.story").write_text("at: first cut\n", encoding="utf-8")
    for words in (["--html", "x.html"], []):
        done = course("demo", "own.py", "--story", "my.story", *words)
        assert (done.code, "my.story, line 1: 'cut' does not happen" in done.err) == (2, True)
    assert course("demo", "own.py", "--handout", "x.png").code == 2
    done = course("demo", "own.py", "--serve", "--step", "3")
    assert (done.code, "--step goes with --html" in done.err) == (2, True)
