"""The stage: in the whole window nothing is too small to read, however great the tree is."""

import math
import re
from itertools import pairwise
from random import Random

import pytest
from films import column_of, counters_of, shapes_of, starts_of
from firefox import firefox_page
from harness import lettered, press, press_key, step

from course_lib import (
    Havannah,
    KuhnPoker,
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_player,
    random_tree,
    watch,
)
from course_lib.commands.doctor import find
from course_lib.views.export import export_html
from course_lib.views.player import compare, step_through
from course_lib.views.trees import Still, draw_tree
from course_lib.views.widgets import PlayerWidget
from course_tools.studio.lectures import DEMOS
from course_tools.studio.lectures.story import story_in, tell

GAME = TicTacToe()
TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
SIZES = [(1280, 720), (1920, 1080), (800, 600)]

MEASURE = """() => {
    const all = (names, within = document) => [...within.querySelectorAll(names)];
    const box = (one) => ["left", "top", "right", "bottom"]
        .map((side) => one.getBoundingClientRect()[side]);
    const high = (word) => parseFloat(getComputedStyle(word).fontSize) * word.getScreenCTM().a;
    const shape = (node) => [...node.children].find((one) => /rect|path/.test(one.tagName));
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
        .map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92
            : ((part + 0.055) / 1.055) ** 2.4).reduce((sum, part, at) =>
                sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const paint = (one) => light(getComputedStyle(one).fill);
    const behind = (word) => {
        const [node, svg] = [word.closest("[data-node]"), word.closest("svg")];
        const around = word.closest(".cl-stage") ?? document.body;
        if (word.dataset.name) return light(getComputedStyle(around).backgroundColor);
        const filled = word.parentElement.querySelector(":is(rect, path):not([fill=none])");
        const plate = word.previousElementSibling;
        if (node) return paint(filled);
        return paint(plate?.tagName === "rect" ? plate : svg.querySelector(":scope > rect"));
    };
    const contrast = (one, other) => {
        const [low, high] = [one, other].sort((one, other) => one - other);
        return (high + 0.05) / (low + 0.05);
    };
    const words = all(":is(.cl-stage, .cl-film) svg text")
        .filter((word) => word.getBoundingClientRect().width);
    const said = all(".cl-say, .cl-counters, .cl-detail, .cl-verdict, h1")
        .filter((one) => one.innerText);
    const player = document.querySelector(".cl-player").getBoundingClientRect();
    return {
        letters: words.map(high),
        words: words.map((word) => [0, 0.2, 0, -0.2].map((room, at) =>
            box(word)[at] + room * high(word))), // no letter is as high as its line
        contrasts: words.map((word) => contrast(paint(word), behind(word))),
        said: said.map((one) => parseFloat(getComputedStyle(one).fontSize)),
        plates: all(".cl-stage .cl-fold rect:last-of-type").map(box),
        labels: words.map((word, at) => [word, at])
            .filter(([word]) => !word.closest("[data-fold]")).map(([, at]) => at),
        nodes: all(".cl-stage").map((stage) =>
            all("[data-node]", stage).map((node) => box(shape(node)))),
        stages: all(".cl-stage").map(box),
        sheets: words.map((word) => box(word.closest(".cl-stage") ?? word.closest("svg"))),
        share: player.width * player.height / innerWidth / innerHeight,
        scrolls: document.documentElement.scrollHeight > innerHeight + 1 ||
            all(".cl-stage").some((one) => one.scrollHeight > one.clientHeight),
    };
}"""
"""Where every node and word lies, how high letters are, and how much of the window is used."""

SHOWN = {name: demo.make for name, demo in DEMOS.items()} | {
    "two by chance": lambda: compare(
        {f"c = {c}": watch(mcts_search, GAME, GAME.play("a3 b2"), simulations=40, c=c,
                           rng=Random(3)) for c in (0.2, 3)}),
    "a long name": lambda: watch(minimax_search, TextbookTree(
        {"the-first-of-all-the-moves": 1, "b": 2, "c": 3, "d": 4, "e": 5}), ()),
    "a game": lambda: play_game(Havannah(4), [random_player(Random(n)) for n in (1, 2)]),
    "boards in nodes": lambda: step_through(
        minimax_search, GAME, GAME.parse("XO.OX..XO"), boards="nodes"),
}  # fmt: skip
"""Every kind of page: steppers, searches side by side and a game to replay."""
QUICK = ("connect-four", "a long name", "a game")


@pytest.fixture
def lecture(kept_page, tmp_path):
    """A function that opens the exported page of a thing in a window of this size."""

    def show(thing, size=SIZES[0], at="", *, scheme="light", **options):
        page = kept_page(scheme=scheme, width=size[0], height=size[1])
        path = export_html(thing, tmp_path / "page.html", title="A page", **options)
        page.goto(path.as_uri() + at)
        page.wait_for_function("document.documentElement.dataset.shown")
        page.wait_for_function("document.querySelector('[data-node], .cl-film svg')")
        assert lettered(page)
        return page

    return show


def apart(boxes):
    """No two of these boxes overlap by more than a pixel."""
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:number]:
            beside = right <= other[0] + 1 or other[2] <= left + 1
            assert beside or bottom <= other[1] + 1 or other[3] <= top + 1, (boxes[number], other)


def inside(boxes, around):
    """Each of these boxes lies in the other with its number."""
    for (left, top, right, bottom), sheet in zip(boxes, around, strict=True):
        assert sheet[0] - 1 <= left < right <= sheet[2] + 1
        assert sheet[1] - 1 <= top < bottom <= sheet[3] + 1


def readable(page, height):
    """Nothing on this stage is too small or pale, none of it lies outside, nothing overlaps."""
    # What a longer sentence takes from the tree, the tree knows a frame later.
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    page.wait_for_function("!document.querySelector('[data-moving]')")
    found = page.evaluate(MEASURE)
    assert min(found["letters"]) >= 0.025 * height
    assert min(found["said"]) >= 0.025 * height
    assert min(found["contrasts"]) >= 4.5
    assert found["share"] >= 0.7
    assert not found["scrolls"]
    apart(found["plates"] + [found["words"][at] for at in found["labels"]])
    inside(found["words"], found["sheets"])
    for stage, nodes in zip(found["stages"], found["nodes"], strict=True):
        apart(nodes)
        inside(nodes, [stage] * len(nodes))


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SHOWN)]
)
def test_the_last_row_can_read_every_page(lecture, name, request):
    """Letters of 2.5 % of the height, 4.5 of contrast, at many steps and sizes, light and dark."""
    shown, quick = SHOWN[name](), request.node.get_closest_marker("slow") is None
    looks = [(size, scheme) for size in SIZES for scheme in ("dark", "light")]
    for size, scheme in looks[:1] if quick else looks:
        page = lecture(shown, size, scheme=scheme)
        last = int(page.locator(".cl-where").inner_text().split()[-1].replace(",", ""))
        for part in range(6 if last else 1):
            page.evaluate(f"location.hash = 'step={last * part // 5}'")
            page.wait_for_function(
                "(t) => /right/.test(document.querySelector('.cl-where').value) ||"
                " document.querySelector('.cl-where').value.startsWith(t)",
                arg=f"{last * part // 5:,} /",
            )
            readable(page, size[1])


@pytest.mark.parametrize(
    "name",
    ["connect-four", "textbook-tree",
     *(pytest.param(name, marks=pytest.mark.slow) for name in SHOWN)],
)  # fmt: skip
def test_nothing_is_cut_off_on_a4(lecture, name):
    """Great trees are folded on paper as on the stage; letters are as large as in a book."""
    page = lecture(SHOWN[name](), at="#step=300", scheme="dark")
    stages = "[...document.querySelectorAll('.cl-stage')]"
    page.wait_for_function(f"{stages}.every((one) => one.querySelector('[data-node]'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    found = page.evaluate(MEASURE)
    assert min(found["letters"]) >= 9  # at 96 dots an inch
    assert min(found["contrasts"]) >= 4.5
    assert not page.get_by_role("button").first.is_visible()
    inside(found["words"], found["sheets"])
    inside(found["sheets"], [[0, 0, 794, 4_000]] * len(found["sheets"]))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    if name == "textbook-tree":  # a whole tree is as wide as the sheet
        assert page.locator(".cl-stage [data-node]").count() == 13
        assert page.locator(".cl-space > svg").bounding_box()["width"] > 700


SEEN = """() => [...document.querySelectorAll('.cl-pane, .cl-player')].filter((pane) =>
    pane.querySelector(':scope > .cl-counts, :scope > .cl-both')).map((pane) => ({
        drawn: [...pane.querySelectorAll('.cl-stage [data-node]:not(.cl-group, .cl-faint)')]
            .map((one) => Number(one.dataset.node)),
        boxes: [...pane.querySelectorAll('.cl-stage .cl-group')]
            .map((one) => [Number(one.dataset.node), one.querySelector('title').textContent]),
        counters: pane.querySelector('.cl-counters').innerText,
    }))"""
"""For each pane the nodes that are drawn, the boxes for what is folded, and the counters."""


def false_counts(story, t, seen):
    """What the folded boxes and counters of this pane say that is not so at this step."""
    kinds, starts, pieces = shapes_of(story), starts_of(story), story["pieces"]
    grows, values = story["unit"] == "nodes", column_of(story, "worth")
    kids = [[] for _ in kinds]
    for at, above in enumerate(pieces["parent"]):
        if 0 <= starts[at] <= t and above >= 0:
            kids[above].append(at)

    def below(at, count):
        return count(at) + sum(below(kid, count) for kid in kids[at])

    false, real = [], [kind.split()[0] not in ("cut", "more", "ghost", "card") for kind in kinds]
    for first, words in seen["boxes"]:
        family = kids[pieces["parent"][first]]
        missing = []
        for at in family[family.index(first) :]:
            if at in seen["drawn"]:
                break
            # A ghost that has no room stands in the other search's tree, and in no box here.
            missing += [at] * (kinds[at] != "ghost")
        many = sum(below(at, real.__getitem__) for at in missing)
        cut = sum(below(at, pieces["branches"].__getitem__) for at in missing)
        told = [f"{len(missing)} more"]
        told += [f"{many:,} {'nodes' if grows else 'visits'}"] if many > len(missing) else []
        told += [f"{cut:,} cut"] if cut else []
        parts = re.split(r", (?!\d{3}\b)", words)
        best = [part.removeprefix("best ") for part in parts if part.startswith("best ")]
        known = [values[at] for at in missing if 0 <= pieces["settled"][at] <= t]
        if [part for part in parts if not part.startswith("best ")] != told:
            false.append((t, words, told))
        if best and best[0] not in known:
            false.append((t, words, known))
    counts = dict(re.findall(r"([a-z ]+?) +([\d,]+)", " ".join(seen["counters"].split())))
    counts = {name.strip(): int(number.replace(",", "")) for name, number in counts.items()}
    if grows:
        right = sum(own and 0 <= start <= t for own, start in zip(real, starts, strict=True))
        false += [(t, counts, right)] if counts["nodes in the tree"] != right else []
    elif counts["visits"] != counters_of(story)["visits"][t]:
        false.append((t, counts, counters_of(story)["visits"][t]))
    return false


COUNTED = {
    "mcts": lambda: {"": watch(mcts_search, GAME, GAME.play("a3 b2"), simulations=60,
                               rng=Random(3))},
    "wrong-table": DEMOS["wrong-table"].make,
    "alpha-beta": DEMOS["alpha-beta"].make,
}  # fmt: skip
WINDOWS = [(1920, 1080), (1280, 720), (800, 600), (390, 844), (1024, 768)]


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize(
    "size", [WINDOWS[1], *(pytest.param(size, marks=pytest.mark.slow) for size in WINDOWS)]
)
def test_a_box_for_what_is_folded_counts_what_is_there_now(lecture, name, size, request):
    """Nodes, visits, cuts and the best value of a box, and the counters, at every third step."""
    traces = COUNTED[name]()
    one = len(traces) == 1
    stories = ([step_through(next(iter(traces.values()))).story] if one
               else compare(traces).story["parts"])  # fmt: skip
    page = lecture(next(iter(traces.values())) if one else traces, size)
    last = max(len(story["steps"]["kind"]) for story in stories) - 1
    quick = request.node.get_closest_marker("slow") is None
    boxes, false = 0, []
    for t in range(0, last + 1, 3 if quick else 1):
        page.evaluate(f"location.hash = 'step={t}'")
        page.wait_for_function(
            "(t) => document.querySelector('.cl-where').value.startsWith(t)", arg=f"{t:,} /"
        )
        seen = page.evaluate(SEEN)
        assert len(seen) == len(stories)
        for story, pane in zip(stories, seen, strict=True):
            boxes += len(pane["boxes"])
            false += false_counts(story, min(t, len(story["steps"]["kind"]) - 1), pane)
    assert not false, (len(false), false[:3])
    assert boxes > 5 or name == "alpha-beta"


RECORD = """() => {
    window.frames_ = [];
    const look = () => {
        const places = {};
        document.querySelectorAll(".cl-stage").forEach((stage, pane) =>
            stage.querySelectorAll("svg [data-node]:not(.cl-group)").forEach((node) => {
                const box = node.getBoundingClientRect();
                places[`${pane} ${node.dataset.node}`] =
                    [box.x + box.width / 2, box.y + box.height / 2];
            }));
        frames_.push(places);
        requestAnimationFrame(look);
    };
    look();
}"""
SETTLED = """async () => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const moving = () => document.querySelector("[data-moving]");
    for (let wait = 0; wait < 3 || moving(); wait += 1) await frame();
    const seen = frames_;
    frames_ = seen.slice(-1);
    return seen;
}"""


def moves(page, steps):
    """For each step to the right how far each node that stays has moved.

    In all, in its longest frame, and as a part of the window's width or height.
    """
    size = page.viewport_size
    sides = size["width"], size["height"]
    page.evaluate(RECORD)
    page.evaluate(SETTLED)
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        seen = page.evaluate(SETTLED)
        found = {}
        for name in seen[0].keys() & seen[-1].keys():
            way = [frame[name] for frame in seen if name in frame]
            leap = max((math.dist(one, other) for one, other in pairwise(way)), default=0)
            parts = [
                abs(end - begin) / side
                for begin, end, side in zip(way[0], way[-1], sides, strict=True)
            ]
            found[name] = (math.dist(way[0], way[-1]), leap, max(parts))
        yield step(page), found


@pytest.mark.parametrize(
    "name",
    ["alpha-beta", *(pytest.param(name, marks=pytest.mark.slow) for name in
                     ("minimax", "textbook-tree", "mcts", "connect-four", "wrong-table"))],
)  # fmt: skip
def test_what_stays_moves_and_does_not_jump(lecture, name, request):
    """No node leaps, and the two between which the search goes stay where the class looks."""
    slow = request.node.get_closest_marker("slow") is not None
    shown = SHOWN[name]()
    story = compare(shown).story if isinstance(shown, dict) else step_through(shown).story
    films = story.get("parts", [story])
    page = lecture(shown, SIZES[1])
    last = max(len(film["steps"]["at"]) for film in films) - 1
    moved = 0
    for at, found in moves(page, min(last, 150 if slow else 25)):
        moved += len(found)
        for name_of, (far, leap, part) in found.items():
            assert far <= 20 or leap < 0.9 * far, (at, name_of, far, leap)
            pane, node = map(int, name_of.split())
            steps = films[pane]["steps"]["at"]
            if at < len(steps) - 1 and node in steps[at - 1 : at + 1]:
                assert part <= 1 / 4, (at, name_of, part)
    assert moved > 100


WATCHED = """(at) => {
    [window.seen_, window.piece_] = [[], at];
    const look = () => {
        const node = document.querySelector(`.cl-stage [data-key="${piece_}"]`);
        const band = node?.querySelector("[data-band]");
        const place = (name) => Number(band.getAttribute(name));
        seen_.push({
            token: document.querySelector(".cl-token")?.textContent ?? "",
            words: [...(node?.querySelectorAll("text") ?? [])].map((one) => one.textContent),
            band: band && [place("x"), place("x") + place("width")],
            scissors: document.querySelectorAll("[data-cut]").length,
            moving: !!document.querySelector("[data-moving]"),
        });
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes in each frame what travels, what stands in a piece, and where its band begins and ends."""


def frames(page, key):
    """What was seen in each frame of a step by this key."""
    page.evaluate("seen_ = []")
    page.keyboard.press(key)
    page.wait_for_function("() => seen_.length > 8 && seen_.slice(-3).every((one) => !one.moving)")
    return page.evaluate("seen_")


def test_what_is_cut_is_in_sight_when_it_is_cut(lecture):
    """However little of a tree has room, scissors are on an edge below the node of the step."""
    shown = watch(alphabeta_search, GAME, GAME.parse("XO.\n.X.\n..O"))
    film = step_through(shown).story
    page = lecture(shown, (1280, 720))
    cuts = [at for at, kind in enumerate(film["steps"]["kind"]) if film["kinds"][kind][0] == "cut"]
    assert len(cuts) > 5
    for at in cuts:
        page.evaluate(f"location.hash = 'step={at - 1}'")
        page.wait_for_function("(t) => document.querySelector('.cl-where').value.startsWith(t)",
                               arg=f"{at - 1} /")  # fmt: skip
        page.keyboard.press("ArrowRight")
        node = film["steps"]["at"][at]
        page.locator(f".cl-stage [data-cut][data-from='{node}']").first.wait_for()


def test_who_is_told_a_value_changes_when_it_lands(lecture):
    """In no frame before; its window closes then, and is never wider than in the frame before."""
    page = lecture(watch(alphabeta_search, TREE, ()), SIZES[0], at="#step=8")
    page.evaluate(WATCHED, 0)
    seen = frames(page, "ArrowRight")  # MIN returns 3, so alpha rises from -inf to 3
    travels = [at for at, one in enumerate(seen) if one["token"]]
    assert len(travels) > 3
    assert {seen[at]["token"] for at in travels} == {"3"}
    assert {tuple(one["words"]) for one in seen[: travels[-1] + 1]} == {("MAX",)}
    after = seen[travels[-1] + 1 :]
    assert {tuple(one["words"]) for one in after} == {("so far 3", "\u03b1 3")}
    bands = [one["band"] for one in after if one["band"]]
    assert all(one[0] <= other[0] and one[1] >= other[1] - 0.2 for one, other in pairwise(bands))
    assert bands[0][0] < bands[-1][0]
    # Back again it is set; and when the bounds have met, the scissors come.
    seen = frames(page, "ArrowLeft")
    assert {one["token"] for one in seen} == {""}
    assert seen[-1]["words"] == ["MAX"]
    page.evaluate("location.hash = 'step=12'")
    page.wait_for_function("() => document.querySelector('.cl-where').value.startsWith('12 /')")
    page.evaluate("piece_ = 5")
    seen = frames(page, "ArrowRight")
    cut = [one["scissors"] for one in seen]
    assert cut == sorted(cut)
    assert (cut[0], cut[-1]) == (0, 2)
    meeting = [one["words"] for one in seen if one["scissors"]]
    assert all(words == ["so far 2", "\u03b1 3", "\u03b2 2"] for words in meeting)
    # A jump on the slider, and a page that opens, are set.
    page.evaluate("seen_ = []")
    page.get_by_role("slider", name="Step").fill("20")
    page.wait_for_function("() => seen_.length > 8")
    assert not any(one["token"] or one["moving"] for one in page.evaluate("seen_"))


def test_who_asks_for_less_motion_sees_each_step_set(lecture):
    """Nothing moves and nothing travels: each step is set."""
    page = lecture(watch(minimax_search, random_tree(6, (2, 3), Random(3)), ()), SIZES[0])
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("location.hash = 'step=60'")
    for _, found in moves(page, 40):
        assert all(far <= 1 or leap > 0.9 * far for far, leap, _ in found.values())
        assert page.locator(".cl-token").count() == 0
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("ArrowRight")
    page.evaluate("frames_ = []")
    tokens = 0
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        tokens += page.locator(".cl-token").count()
        page.evaluate(SETTLED)
    assert tokens > 0, "values travel up their edges"


def test_fingers_zoom_and_forced_colours_keep_the_tree(lecture):
    """A real pinch makes the tree larger and not the page; nothing moves that should not."""
    page = lecture(watch(alphabeta_search, TREE, ()), at="#step=24")
    zoomed = "document.querySelector('.cl-stage svg > g').getCTM().a"
    before = page.evaluate(zoomed)
    box = page.locator(".cl-stage").bounding_box()
    page.context.new_cdp_session(page).send("Input.synthesizePinchGesture", {
        "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "scaleFactor": 2,
        "gestureSourceType": "touch",
    })  # fmt: skip
    page.wait_for_function(f"{zoomed} > {before * 1.4}")
    assert page.evaluate("visualViewport.scale") == 1
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    press_key(page, "r")
    readable(page, 720)
    button = page.get_by_role("button", name="Large letters or whole tree", include_hidden=True)
    assert button.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    moving = "(one) => parseFloat(getComputedStyle(one).transitionDuration) > 0"
    assert page.evaluate(f"[...document.querySelectorAll('*')].filter({moving}).length") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_wheel_and_drag_move_a_tree(lecture):
    """The wheel zooms where the mouse is, dragging moves the picture, the key r reads again."""
    page = lecture(watch(minimax_search, random_tree(6, (2, 3), Random(3)), ()), at="#step=99")
    box = page.locator(".cl-stage").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    zoomed = "document.querySelector('.cl-stage svg > g').getCTM().a"
    page.mouse.move(*middle)
    before = page.evaluate(zoomed)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"{zoomed} > {before * 1.2}")
    lies = page.evaluate("document.querySelector('.cl-stage').scrollLeft")
    page.mouse.down()
    page.mouse.move(middle[0] - 120, middle[1])
    page.mouse.up()
    assert page.evaluate("document.querySelector('.cl-stage').scrollLeft") == pytest.approx(
        lies + 120, abs=2
    )
    press_key(page, "r")
    readable(page, 720)


def test_a_page_opens_at_a_step_and_goes_on_by_any_key(lecture):
    """The address names the step; a clicker sends PageDown; no click takes the keys away."""
    trace = watch(alphabeta_search, TREE, ())
    page = lecture(trace, step=9)
    assert step(page) == 9
    page.get_by_role("button", name="Text size").click()
    press_key(page, "ArrowRight")
    press_key(page, "PageDown")
    assert step(page) == 11
    page.get_by_role("button", name="Dark or light").click()
    press_key(page, "Space")  # plays, and does not press the button again
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    press_key(page, "Space")
    page.get_by_role("slider", name="Step").fill("13")
    page.wait_for_function("location.hash === '#step=13'")
    press_key(page, "PageUp")
    assert step(page) == 12
    page = lecture(trace, at="#step=14")
    assert step(page) == 14
    page.evaluate("location.hash = 'step=3'")
    page.wait_for_function("document.querySelector('.cl-where').value.startsWith('3 /')")

    # With the key h a step forward asks first, and the space bar shows the answer.
    said = page.locator(".cl-say")
    press_key(page, "h")
    press_key(page, "ArrowRight")
    assert (step(page), said.inner_text()) == (3, "What does the leaf return here? Space shows it.")
    press_key(page, "Space")
    assert said.inner_text().startswith("The leaf returns 3")
    press_key(page, "h")
    press_key(page, "ArrowRight")
    assert step(page) == 5
    # Letters grow for the last row of a lecture hall, and the page darkens; a still one, too.
    size = "parseFloat(getComputedStyle(document.querySelector('.cl-say')).fontSize)"
    ground = "getComputedStyle(document.body).backgroundColor"
    small, light = page.evaluate(size), page.evaluate(ground)
    press_key(page, "End")
    nodes = page.locator("[data-node]").count()
    press(page, "Text size")
    press(page, "Text size")
    assert page.evaluate(size) > 1.5 * small
    assert page.locator("[data-node]").count() == nodes > 10, "the tree keeps its room"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(page, "Text size")
    assert page.evaluate(size) == small
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate(ground) != light
    page = lecture(draw_tree(TREE), scheme="dark")  # who has asked for dark pages gets one
    ground = page.locator(".still svg > rect").evaluate("(each) => getComputedStyle(each).fill")
    assert max(map(int, re.findall(r"\d+", ground))) < 40


def test_a_page_opens_with_its_question_and_no_answer(lecture):
    """Before the first step no node but the root says anything, and no number is shown."""
    plain, cut = watch(minimax_search, TREE, ()), watch(alphabeta_search, TREE, ())
    grown = watch(mcts_search, GAME, GAME.play("a3 b2"), simulations=9, rng=Random(3))
    for shown in (cut, plain, grown, {"one": plain, "two": cut}):
        page = lecture(shown)
        assert "What will it answer?" in page.locator(".cl-say").first.inner_text()
        assert step(page) == 0
        assert page.locator("[data-moving]").count() == 0
        said = page.locator(".cl-stage [data-node]:not(.cl-faint)").all_text_contents()
        assert not {*"123456789"} & {*"".join(said)}, said
        press_key(page, "ArrowRight")
        assert step(page) == 1
    hand, bold = KuhnPoker(), lambda *_: "bet"
    page = lecture(play_game(hand, [bold, lambda *_: "fold"], state=hand.play("J Q")))
    assert page.locator(".cl-say").first.inner_text() == "Move 2 of 2: O plays fold. X won."


DECK = """<!doctype html><iframe src="page.html?bare" width="450" height="260"></iframe><script>
    const film = document.querySelector("iframe");
    let [turned, heard] = [0, []];
    addEventListener("keydown", () => film.contentWindow.postMessage(
        ++turned < 4 ? { step: 4 * turned } : { moment: 2 }, "*"));
    addEventListener("message", ({ data }) => heard.push(data.step));
</script>"""


def test_in_a_slide_the_frame_obeys_the_deck_and_takes_no_key(lecture, tmp_path):
    """Also to a story's moment; it does not scroll, and after a click in it the clicker works."""
    trace = watch(alphabeta_search, TREE, ())
    page = lecture(tell(trace, story_in("at: b opens\nat: first cut"))[0])
    (tmp_path / "deck.html").write_text(DECK, encoding="utf-8")
    page.goto((tmp_path / "deck.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("[data-node]").first.wait_for()
    assert frame.get_by_role("button").count() == 0
    for number in range(1, 4):
        frame.locator(".cl-stage").click()
        page.keyboard.press(("PageDown", "ArrowRight", "Space")[number - 1])
        page.wait_for_function(f"heard.at(-1) === {4 * number}")
    page.keyboard.press("PageDown")
    page.wait_for_function("heard.at(-1) === 13")  # the story's second moment
    assert frame.locator('[data-node="0"]').count() == 1, "and the path to the root"
    page.wait_for_timeout(400)
    letters = frame.locator("body").evaluate(
        """() => [...document.querySelectorAll("svg text")].map((word) =>
            word.getCTM().a * parseFloat(word.getAttribute("font-size"))).concat(
            parseFloat(getComputedStyle(document.querySelector(".cl-say")).fontSize))"""
    )
    assert len(letters) > 3
    assert min(letters) >= 16
    tall = "document.documentElement.scrollHeight - innerHeight"
    assert frame.locator("body").evaluate(tall) <= 0


@pytest.mark.needs("firefox")
def test_a_film_plays_in_firefox_too(tmp_path):
    """Step by step to its end: the sentences and nodes that Python draws, and no error."""
    trace = watch(alphabeta_search, TREE, ())
    path, still = tmp_path / "page.html", Still(step_through(trace).story)
    export_html(trace, path, title="A page")
    with firefox_page(find("firefox"), tmp_path) as page:
        page.goto(path.as_uri())
        page.wait_for_function("document.documentElement.dataset.shown")
        for step in range(still.last + 1):
            page.evaluate(f"void (location.hash = 'step={step}')")
            where = "document.querySelector('.cl-where').textContent"
            page.wait_for_function(f"{where}.startsWith('{step} ')")
            page.wait_for_function("!document.querySelector('[data-moving]')")
            said = page.evaluate("document.querySelector('.cl-say').textContent")
            drawn = page.evaluate("document.querySelectorAll('.cl-stage [data-node]').length")
            assert said == still.words(step)
            assert drawn == still.drawing(step, ahead=True).count(" data-node=")
        assert page.problems == []


def test_full_screen_makes_a_stage_of_a_player(esm):
    """From a notebook's cell to the whole screen and back, by the button or the key f."""
    story = step_through(watch(alphabeta_search, TREE, ()), boards="nodes").story
    page = esm(PlayerWidget, {"story": story, "step": 13})
    page.wait_for_function("document.querySelector('.cl-stage [data-node]')")
    press(page, "Full screen")
    page.wait_for_function("document.querySelector('.cl-full .cl-stage').clientHeight > 300")
    page.locator(".cl-stage").focus()
    page.keyboard.press("f")
    page.wait_for_function("!document.querySelector('.cl-full')")
    assert page.locator(".cl-stage [data-node]:not(.cl-faint)").count() == 9
