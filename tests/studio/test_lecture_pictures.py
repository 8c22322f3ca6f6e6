"""Pictures for lectures: with words in them, moving ones, films, and trees for LaTeX."""

import io
import re
import subprocess
import sys
from random import Random

import pytest
from PIL import Image
from test_views_pictures import parsed

from course_lib import (
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    random_player,
    watch,
)
from course_lib.commands import plain_error
from course_lib.play import progress
from course_lib.views import show
from course_lib.views.export import html_page
from course_lib.views.svg import Picture, document, text
from course_tools.studio.lectures import video
from course_tools.studio.lectures.pictures import (
    MOST_FRAMES,
    MOST_GROWN,
    MOST_SEARCHED,
    SMALLEST,
    chosen_steps,
    run_of,
    save_image,
)
from course_tools.studio.lectures.story import story_in, tell

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.fixture(scope="module")
def trace():
    """Alpha-beta on the textbooks' tree."""
    return watch(alphabeta_search, TREE, ())


@pytest.fixture(scope="module")
def record():
    """A random game of tic-tac-toe."""
    return play_game(TicTacToe(), [random_player(Random(1)), random_player(Random(2))])


# --- pictures -------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "gif"])
def test_each_kind_of_picture_is_what_its_name_says(trace, record, tmp_path, ending):
    """Traces, games and pictures are written in all ways; a .gif has a frame a step."""
    begin = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "gif": b"GIF8"}[ending]
    picture = Picture(document(40, 40, text(20, 20, "x"), title="x"), "x")
    short = watch(minimax_search, TextbookTree([1, [2, 3]]), ())
    for number, thing in enumerate([short, record, picture, {"a": short, "b": short}]):
        path = save_image(thing, tmp_path / f"{number}.{ending}")
        assert path.read_bytes().startswith(begin)
        if ending == "gif":
            with Image.open(path) as image:
                assert image.n_frames == run_of(thing).steps
                assert min(image.convert("RGB").getpixel((0, 0))) > 200, "no black corner"
    assert run_of(record).steps == len(record.states())


def test_who_waits_for_a_moving_picture_sees_how_far_it_is(trace, tmp_path, monkeypatch):
    """On a terminal a line counts the frames, if they take a moment."""
    screen = io.StringIO()
    screen.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "MOMENT", 0)
    save_image(trace, tmp_path / "x.gif")
    assert re.search(r"\d of 25 frames, about \d+ s left", screen.getvalue())


def test_a_step_is_counted_from_either_end(trace, tmp_path):
    """0 is the start, -1 the end, and there is no step beyond either."""
    thin = chosen_steps(5_000)  # many steps become a bearable number of frames, evenly spread
    assert (len(set(thin)), thin[0], thin[-1]) == (MOST_FRAMES, 0, 4_999)
    steps = run_of(trace).steps
    first, last, end = (
        save_image(trace, tmp_path / "x.svg", step=step).read_text() for step in (0, -1, steps - 1)
    )
    assert first != last == end
    with pytest.raises(ValueError, match=f"this has {steps}, so choose 0 to {steps - 1}"):
        save_image(trace, tmp_path / "x.svg", step=steps)


def test_a_still_hides_what_its_story_hides(trace):
    """From its moment up to the next one; without a story all that is to come is drawn."""
    story = tell(trace, story_in("at: step 4\nhide: future\nat: step 9"))[1]
    plain, hidden = (run_of(trace, story=one) for one in (None, story))
    differs = [plain.draw(step) != hidden.draw(step) for step in range(12)]
    assert differs == [4 <= step < 9 for step in range(12)]


def test_of_a_tree_that_grew_the_nodes_visited_most_are_drawn():
    """What is left out is said, and the numbers at the end are those of the search."""
    game = TicTacToe()
    trace = watch(mcts_search, game, game.initial, simulations=100, rng=Random(1))
    run = run_of(trace)
    words = [each.text for each in parsed(run.draw(run.steps - 1)).iter()]
    assert f"{MOST_GROWN} of {len(trace.nodes)} nodes are drawn" in words
    for child in trace.children(0):
        assert f"{child.visits} visits" in words


def test_a_great_search_is_folded_in_every_still():
    """The first levels, the best line, and summaries of the rest; every step is told."""
    game = TicTacToe()
    trace = watch(alphabeta_search, game, game.play("b2 a1"))
    run = run_of(trace)
    assert run.steps == 2 + len(trace.events()) + sum(bool(node.cut) for node in trace.nodes)
    for step in (0, run.steps // 2, run.steps - 1):
        words = [each.text or "" for each in parsed(run.draw(step)).iter()]
        nodes = [each for each in parsed(run.draw(step)).iter() if "data-node" in each.attrib]
        assert 0 < len(nodes) <= 2 * MOST_SEARCHED
        assert any("nodes are drawn" in each for each in words)
    assert any(each.startswith("+ ") and each.endswith(" more") for each in words)
    assert any(each.endswith(" cut") for each in words)


def test_the_end_of_a_wide_search_shows_its_best_line_and_what_is_left_out_below():
    """The best line is in the picture, also far from the root; no node is in the way of words."""
    for best in (0, 25):
        game = TextbookTree([[1, 1] if number == best else [0, 0, 0, 0] for number in range(26)])
        run = run_of(watch(minimax_search, game, game.initial))
        picture = parsed(run.draw(run.steps - 1))
        [tree] = [each for each in picture.iter() if "scale" in each.get("transform", "")]
        numbers = re.findall(r"[\d.-]+", tree.get("transform"))
        left, top, scale = map(float, numbers)
        assert scale == SMALLEST  # it is too wide to be there as a whole
        edges = [each.get("d") for each in tree.iter() if each.get("stroke-width") == "3"]
        ends = [float(x) for each in edges for x in re.findall(r"[ML]([\d.-]+)", each)]
        assert len(ends) == 4
        assert all(0 < left + scale * x < run.width for x in ends)
        note = next(each for each in picture.iter() if "nodes are drawn" in (each.text or ""))
        for node in (each for each in tree.iter() if "data-node" in each.attrib):
            y = float(node.get("transform").split()[1].strip(")"))
            lowest = max(map(float, re.findall(r"[VH ]([\d.-]+)(?=[A-Z])", node[0].get("d"))))
            assert top + scale * (y + lowest) < float(note.get("y")) - 12


# --- LaTeX ----------------------------------------------------------------------------------


def test_a_search_becomes_a_tree_for_latex(trace, tmp_path):
    """A bracket for each node, with its move and value, and for what was cut; any sign is safe."""
    page = save_image(trace, tmp_path / "x.tex").read_text(encoding="utf-8")
    leaves = [f"{node.value}" for node in trace.nodes if not trace.children(node.id)]
    assert re.findall(r"\[\{(\d+)\}", page) == leaves
    assert page.count("[{") == len(trace.nodes) + page.count(", cut]")
    assert page.count(", cut]") == sum(len(node.cut) for node in trace.nodes) > 0
    assert page.count(", best") == 3
    assert page.isascii()
    # What the fonts of plain LaTeX lack, or what it would obey, never stands in a name.
    names = {"\u03b2\u2081": r"$\beta$$_1$", "\u4e00\u0111": "??", "a_b&50%": r"a\_b\&50\%",
             "#1{x}": r"\#1\{x\}", "~z^2": r"\textasciitilde{}z\textasciicircum{}2",
             "\\$[<|>],=": r"\textbackslash{}\$[\textless{}\textbar{}\textgreater{}],=",
             "Z\u00fc\u00df\u0142": r"Z\"{u}\ss{}\l{}"}  # fmt: skip
    named = watch(minimax_search, TextbookTree(dict.fromkeys(names, 3)), ())
    page = save_image(named, tmp_path / "z.tex").read_text(encoding="utf-8")
    assert re.findall(r"move={(.*)}(?:, best)?\]", page) == [*names.values()]
    assert page.isascii()
    both = save_image({"one": trace, "two": trace}, tmp_path / "y.tex").read_text(encoding="utf-8")
    assert both.count("\\begin{forest}") == 2
    with pytest.raises(TypeError, match=r"a \.tex holds the tree of a search"):
        save_image(show(TicTacToe()), tmp_path / "z.tex")


@pytest.mark.slow
@pytest.mark.needs("latex")
@pytest.mark.parametrize(
    "names", [[*"ab"], [r"50%&#1{x}", "^2_~\\$[<\u2265>],=", "\u4e00\u00df"], [*"cdefgh"]]
)
def test_latex_sets_the_tree(tmp_path, names):
    """It makes a page of it without an error, and nothing lies beyond the edge."""
    game = TextbookTree({name: {below: [1, 2] for below in names[:4]} for name in names})
    save_image(dict.fromkeys("xy", watch(alphabeta_search, game, ())), tmp_path / "x.tex")
    tex = ["pdflatex", "-interaction=batchmode", "-halt-on-error", "x.tex"]
    assert subprocess.run(tex, cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "x.pdf").is_file()
    assert "Overfull" not in (tmp_path / "x.log").read_text(encoding="latin-1")


# --- videos ---------------------------------------------------------------------------------


def test_the_captions_of_a_video_are_the_sentences():
    """Each for its time, the last one four times as long; signs of the format stay words."""
    shots = video.shots_of(range(3), ["One.", "", "a < b"].__getitem__, ())
    assert video.captions(shots) == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nOne.\n\n00:00:05.000 --> 00:00:15.000\na &lt; b\n"
    )


def test_a_story_in_a_video_stops_at_its_moments():
    """On the way there steps pass quickly; a question is asked, thought about, and answered."""
    asked = {"text": "Why?", "options": [["so", True, "because", 0], ["no", False, "", 0]]}
    told = [{"step": 2, "ask": asked}, {"step": 40, "ask": None}]
    shots = video.shots_of(range(50), lambda step: f"Step {step}.", told)
    slow = [shot for shot in shots if shot.words]
    assert [(shot.step, shot.words, shot.answers) for shot in slow] == [
        (2, "Step 2. Why?", False), (2, "so: because", True), (40, "Step 40.", False)
    ]  # fmt: skip
    assert slow[0].seconds > slow[2].seconds >= video.SECONDS
    assert [shot.step for shot in shots[:3]] == [0, 1, 2]
    between = [shot for shot in shots if not shot.words and shot.step > 2]
    assert 0 < len(between) <= 8
    assert sum(shot.seconds for shot in between) < 6


def test_without_an_encoder_a_video_is_refused_in_a_sentence(trace, tmp_path, monkeypatch):
    """It says what is missing and what does without; no half file is left."""
    monkeypatch.setattr(video.shutil, "which", lambda _name: None)
    monkeypatch.setattr(video, "find_spec", lambda name: name != "imageio_ffmpeg" or None)
    for name in ("x.mp4", "x.webm"):
        sentence = r"needs the program ffmpeg.*a \.gif does"
        with pytest.raises(ModuleNotFoundError, match=sentence) as refused:
            save_image(trace, tmp_path / name)
        assert plain_error(refused.value) == str(refused.value)  # as `course demo` says it
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.needs("ffmpeg")
@pytest.mark.parametrize(("ending", "begin"), [("mp4", b"ftyp"), ("webm", b"\x1aE\xdf\xa3")])
def test_a_video_shows_the_run_and_says_it(record, tmp_path, monkeypatch, ending, begin):
    """It lasts as long as its steps, its sides are even, and its captions are the sentences."""
    monkeypatch.setattr(video, "BROWSERS", ())
    short = watch(minimax_search, TextbookTree([1, [2, 3]]), ())
    for number, thing in enumerate([short, record]):
        path = save_image(thing, tmp_path / f"{number}.{ending}")
        assert begin in path.read_bytes()[:12]
        looked = ["ffmpeg", "-v", "error", "-i", str(path), "-map", "0:s", "-f", "webvtt", "-"]
        told = subprocess.run(looked, capture_output=True, check=True).stdout.decode()
        run = run_of(thing)
        assert told.count("-->") == run.steps
        assert run.says(run.steps - 1) in told
        picture = save_image(thing, tmp_path / f"{number}.png")
        with Image.open(picture) as image:
            sides = [side + side % 2 for side in image.size]
        said = subprocess.run(["ffmpeg", "-i", str(path)], capture_output=True, check=False)
        assert f"{sides[0]}x{sides[1]}" in said.stderr.decode()


@pytest.mark.slow
@pytest.mark.needs("chromium")
def test_where_there_is_a_browser_a_video_moves():
    """A number on its way is in many frames between two that stand still; all time is filled."""
    trace = watch(minimax_search, TextbookTree([1, 2]), ())
    shots = [video.Shot(step, 1.0, "") for step in range(3)] + [video.Shot(3, 0.5, "")]
    program = next(filter(None, map(video.shutil.which, video.BROWSERS)))
    frames = list(video.played(shots, html_page(trace), program))
    assert sum(count for _, count in frames) == 3 * 30 + 15
    assert len({frame for frame, _ in frames}) > 3 * len(shots)
    assert max(count for _, count in frames) > 10


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg_py"), ("PIL.Image", "pillow")])
def test_a_missing_package_is_named(monkeypatch, trace, tmp_path, module, package):
    """The sentence says which package, and how to get it."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=f"needs the package {package}.*make setup"):
        save_image(trace, tmp_path / "x.gif")


@pytest.mark.parametrize(
    ("write", "error", "words"),
    [
        (lambda _, to: save_image(3, to / "x.png"), TypeError, "can't draw 3; give it a Picture"),
        (lambda trace, to: save_image(trace, to / "x.jpg"), ValueError,
         r"'x\.jpg'.*\.svg, \.png, \.pdf, \.tex, \.gif, \.mp4 or \.webm"),
        (lambda trace, to: save_image(trace, to / "x.mp4", step=3), ValueError,
         r"x\.mp4 shows the whole run; one step is for a \.png, \.svg or \.pdf"),
        (lambda trace, to: save_image(trace, to / "no" / "x.png"), FileNotFoundError,
         r"^there is no folder .*no; x"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(trace, tmp_path, write, error, words):
    """The sentences say what was asked and what would have been right; nothing is made."""
    with pytest.raises(error, match=words):
        write(trace, tmp_path)
    assert list(tmp_path.iterdir()) == []
