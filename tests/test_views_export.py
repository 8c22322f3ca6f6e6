"""Out of the notebook: pages that need nothing else, pictures with words in them, moving ones."""

import io
import json
import re
import subprocess
import sys
from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest
from PIL import Image
from test_views_pictures import parsed

from course_lib import (
    TextbookTree,
    ThreeMusketeers,
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
from course_lib.views import dots, draw_tree, show
from course_lib.views.export import (
    MOST_FRAMES,
    MOST_GROWN,
    MOST_SEARCHED,
    SMALLEST,
    chosen_steps,
    export_html,
    html_page,
    run_of,
    save_image,
)
from course_lib.views.player import compare, practice, replay, step_through
from course_lib.views.playing import play_widget
from course_lib.views.svg import Picture, document, text
from course_lib.views.tikz import tikz_page
from course_lib.views.trees import film_of

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
ADDRESS = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[\w.-]+\.\w+/?|@import|url\((?!data:|#)")
"""What would be asked of another machine; the name of SVG itself is no address to visit."""


@pytest.fixture(scope="module")
def trace():
    """Alpha-beta on the textbooks' tree."""
    return watch(alphabeta_search, TREE, ())


@pytest.fixture(scope="module")
def record():
    """A random game of tic-tac-toe."""
    return play_game(TicTacToe(), [random_player(Random(1)), random_player(Random(2))])


def state_in(page):
    """The widget's state that a page carries."""
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


# --- pages ----------------------------------------------------------------------------------


def test_a_page_holds_a_whole_story_and_asks_no_other_machine(trace, record, tmp_path):
    """The same story that the notebook plays is in the file, with the same player."""
    page = export_html(trace, tmp_path / "page.html").read_text(encoding="utf-8")
    assert state_in(page)["story"] == json.loads(json.dumps(step_through(trace).story))
    assert "render" in page
    for thing in (
        trace,
        record,
        {"one": trace, "two": trace},
        Picture(document(9, 9, title="x"), "x"),
    ):
        assert ADDRESS.findall(html_page(thing)) == []
    assert ADDRESS.search("import 'https://cdn.example.org/x'")
    assert ADDRESS.search("@import 'x.css'")


def test_a_page_is_headed_by_its_game_and_what_is_shown(trace, record):
    """No class of ours and no long description; a widget is headed as what it shows."""
    game = TicTacToe()

    def heading_of(thing):
        return re.findall("<h1>(.*?)</h1>", html_page(thing))[0]

    # Without Python nobody could answer, so the page of a board replays what was played.
    assert set(state_in(html_page(play_widget(game)))) == {"story", "step"}
    assert heading_of(show(game)) == "Tic-tac-toe"
    assert heading_of(play_widget(game)) == "Tic-tac-toe: a game so far"
    assert heading_of(record) == heading_of(replay(record)) == f"Tic-tac-toe: {record.detail}"
    assert heading_of(step_through(trace)) == heading_of(trace) == "alphabeta_search: TextbookTree"
    assert heading_of(compare({"one": trace, "two": trace})) == "one, two"
    assert "Widget" not in heading_of(practice())
    assert heading_of(draw_tree(trace)).startswith("alphabeta_search on TextbookTree: value 3")


def test_a_game_that_goes_on_and_players_of_many_are_told_in_good_sentences():
    """The lines of a replay: a whole sentence about the end, and a plural for guards."""
    assert replay(play_widget(TicTacToe()).record).story["lines"] == [
        "The start. The game is not over yet."
    ]
    game = ThreeMusketeers()
    record = play_game(game, [random_player(Random(1)), random_player(Random(2))])
    lines = replay(record).story["lines"]
    assert re.match(r"Move 1 of \d+: musketeers play \w", lines[1])
    assert re.match(r"Move 2 of \d+: guards play \w", lines[2])
    told = " ".join(
        film_of(watch(alphabeta_search, game, game.initial, depth=2, limit=99))["texts"]
    )
    assert "musketeers try " in told
    assert "guards return " in told


def test_words_cannot_break_out_of_the_page(trace):
    """A title or a name with signs of HTML in it stays words."""
    wicked = "</script><script>alert(1)</script>"
    page = html_page({wicked: trace, "[[esm]]": trace})
    assert wicked not in page
    table = SimpleNamespace(_repr_html_=lambda: "<table></table>")
    assert "<table" in html_page(table), "what shows itself in a notebook is shown"
    assert [part["label"] for part in state_in(page)["story"]["parts"]] == [wicked, "[[esm]]"]


# --- pictures -------------------------------------------------------------------------------


def ink(data, box):
    """How many dark dots a picture has in this part of it, given in shares of its sides."""
    image = Image.open(io.BytesIO(data)).convert("L")
    sides = (image.width, image.height) * 2
    part = image.crop(tuple(round(share * side) for share, side in zip(box, sides, strict=True)))
    return sum(part.histogram()[:110])


def test_a_png_has_ink_where_words_should_be(monkeypatch):
    """The letters come with matplotlib, so that words are drawn where the system has none."""
    svg = document(200, 60, text(100, 30, "alpha 3"), title="words")
    assert ink(dots.png_bytes(svg), (0.2, 0.2, 0.8, 0.8)) > 100
    blank = document(200, 60, title="nothing")
    assert ink(dots.png_bytes(blank), (0.2, 0.2, 0.8, 0.8)) == 0
    monkeypatch.setattr(dots, "letters", tuple)
    assert dots.png_bytes(blank).startswith(b"\x89PNG")


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


def test_a_drawing_becomes_tikz_line_by_line(trace, record):
    """A line for each shape and each word, in the colours of the drawing, at the same place."""
    for drawing in (draw_tree(trace).svg, run_of(record).draw(3), show(TicTacToe()).svg):
        shapes = Counter(each.tag.rpartition("}")[2] for each in parsed(drawing).iter())
        page = tikz_page(drawing)
        words = shapes.pop("text")
        drawn = sum(shapes[name] for name in ("path", "rect", "circle", "polygon"))
        assert (page.count("\n\\path["), page.count("\n\\node[")) == (drawn, words)
        assert page.isascii()
    tree = tikz_page(draw_tree(trace).svg)
    assert r"{$-$$\infty$}" not in tree
    assert r"{[$-$$\infty$, $\infty$]}" in tree
    assert r"\definecolor{cDCEBF7}{HTML}{DCEBF7}" in tree
    odd = tikz_page(document(9, 9, text(1, 2, "50% of $x_1 \N{SNOWMAN}"), title="two\nlines"))
    assert r"{50\% of \$x\_1 ?}" in odd
    assert odd.startswith("% two lines\n%")


@pytest.mark.slow
@pytest.mark.needs("latex")
def test_latex_sets_each_picture_within_a_point(trace, record, tmp_path):
    """What pdflatex makes of it is as large as the picture, with its corners in their places."""
    for number, thing in enumerate([trace, record, {"one": trace, "two": trace}]):
        path = save_image(thing, tmp_path / f"{number}.tex")
        root = parsed(save_image(thing, path.with_suffix(".svg")).read_text(encoding="utf-8"))
        plain = rf"\pdfcompresslevel=0 \pdfobjcompresslevel=0 \input{{{path.name}}}"
        tex = ["pdflatex", "-interaction=batchmode", f"-jobname={number}", plain]
        assert subprocess.run(tex, cwd=tmp_path, check=False).returncode == 0
        pdf = path.with_suffix(".pdf").read_bytes().decode("latin-1")
        sheet = [
            float(each) for each in re.search(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", pdf).groups()
        ]
        high = float(root.get("height"))
        assert sheet == pytest.approx([0.75 * float(root.get("width")), 0.75 * high], abs=1)
        start = re.search(r"1 0 0 1 ([\d.-]+) ([\d.-]+) cm", pdf).groups()
        set_at = [
            complex(float(x) + float(start[0]), float(y) + float(start[1]))
            for x, y in re.findall(r"([\d.-]+) ([\d.-]+) [ml] ", pdf)
        ]
        corners = list(corners_of(root))
        assert len(corners) > 5
        for corner in corners:
            there = complex(0.75 * corner.real, 0.75 * (high - corner.imag))
            assert min(abs(there - each) for each in set_at) < 1, (corner, there)


def corners_of(element, moved=0j, scale=1.0):
    """The first corner of each path in a drawing, as a complex number."""
    for name, words in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        numbers = [float(each) for each in words.split()]
        if name == "translate":
            moved += scale * complex(*numbers)
        scale *= numbers[0] if name == "scale" else 1
    if first := re.match(r"M([\d.-]+) ([\d.-]+)", element.get("d", "")):
        yield moved + scale * complex(*map(float, first.groups()))
    for child in element:
        yield from corners_of(child, moved, scale)


# --- videos ---------------------------------------------------------------------------------


def test_the_captions_of_a_video_are_the_sentences():
    """Each for its time, the last one four times as long; signs of the format stay words."""
    assert dots.captions(["One.", "", "a < b"], 1.5) == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne.\n\n00:00:03.000 --> 00:00:09.000\na &lt; b\n"
    )


def test_without_an_encoder_a_video_is_refused_in_a_sentence(trace, tmp_path, monkeypatch):
    """It says what is missing and what does without; no half file is left."""
    monkeypatch.setattr(dots.shutil, "which", lambda _name: None)
    monkeypatch.setattr(dots, "find_spec", lambda name: name != "imageio_ffmpeg" or None)
    for name in ("x.mp4", "x.webm"):
        sentence = r"needs the program ffmpeg.*a \.gif does"
        with pytest.raises(ModuleNotFoundError, match=sentence) as refused:
            save_image(trace, tmp_path / name)
        assert plain_error(refused.value) == str(refused.value)  # as `course demo` says it
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.needs("ffmpeg")
@pytest.mark.parametrize(("ending", "begin"), [("mp4", b"ftyp"), ("webm", b"\x1aE\xdf\xa3")])
def test_a_video_shows_the_run_and_says_it(record, tmp_path, ending, begin):
    """It lasts as long as its steps, its sides are even, and its captions are the sentences."""
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


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg_py"), ("PIL.Image", "pillow")])
def test_a_missing_package_is_named(monkeypatch, trace, tmp_path, module, package):
    """The sentence says which package, and how to get it."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=f"needs the package {package}.*make setup"):
        save_image(trace, tmp_path / "x.gif", step=0)


@pytest.mark.parametrize(
    ("write", "error", "words"),
    [
        (lambda _, to: export_html(3, to / "x.html"), TypeError, "show 3; give it a SearchTrace"),
        (lambda _, to: export_html(show(TicTacToe()), to / "out.png"), ValueError,
         r"'out\.png'; choose one that ends in \.html"),
        (lambda _, to: save_image(3, to / "x.png"), TypeError, "can't draw 3; give it a Picture"),
        (lambda trace, to: save_image(trace, to / "x.jpg"), ValueError,
         r"'x\.jpg'.*\.svg, \.png, \.pdf, \.tex, \.gif, \.mp4 or \.webm"),
        *((write, FileNotFoundError, r"^there is no folder .*no; x") for write in (
            lambda trace, to: export_html(trace, to / "no" / "x.html"),
            lambda trace, to: save_image(trace, to / "no" / "x.png"),
            lambda _, to: show(TicTacToe()).save(to / "no" / "x.svg"),
        )),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(trace, tmp_path, write, error, words):
    """The sentences say what was asked and what would have been right; nothing is made."""
    with pytest.raises(error, match=words):
        write(trace, tmp_path)
    assert list(tmp_path.iterdir()) == []
