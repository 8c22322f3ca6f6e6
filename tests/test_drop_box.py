"""The drop box of a class server: a class hands in at once, nothing is lost and nobody misnamed."""

import csv
import errno
import json
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from class_server import ask, class_server, port
from console import course
from submissions import notebooks, stock_course
from toy_course import ROOT

from course_tools.arena import drop_box
from course_tools.arena.drop_box import DropBox, code_of
from course_tools.build import lessons

LESSON = lessons(ROOT)[2]


@pytest.fixture(scope="module")
def notebook():
    """A lesson's notebook, as a student has it."""
    return notebooks(LESSON)[1].read_text(encoding="utf-8")


def served_site(folder, more=""):
    """A running server with a site of one page, and what else the plan says."""
    site = folder / "site" / "lite"
    site.mkdir(parents=True)
    (site.parent / "index.html").write_text("<title>The site</title>", encoding="utf-8")
    (site / "hand-in.json").write_text("{}", encoding="utf-8")
    (site / "python.wasm").write_bytes(b"")
    return class_server(folder, f'page = 0\nsite = "site"\n{more}\n{port()}')


def mine(notebook, number):
    """The notebook with an answer of this student's own, of more than a megabyte."""
    content = json.loads(notebook)
    code = next(cell for cell in content["cells"] if cell["cell_type"] == "code")
    code["source"] = [f"# student {number}\n", "#" * 1_100_000]
    return json.dumps(content, ensure_ascii=False)


def test_thirty_students_hand_in_at_once(tmp_path, notebook):
    """Each file is the very one that was sent, under its writer's name, and the grader knows all.

    Who hands in again replaces it; what was there before is kept beside it.
    """
    names = [f"Zoë {letter}. O'Neill-{number}" for number, letter in enumerate("abcdefghij" * 3)]
    texts = {name: mine(notebook, name) for name in names}
    with served_site(tmp_path) as server:

        def send(name, text):
            return server.post("hand-in", lesson=LESSON.name, name=name, notebook=text)

        assert b"The site" in server.get("site/")
        told = json.loads(server.get("site/lite/hand-in.json"))
        assert told == {"to": "../../hand-in", "token": False}
        with ThreadPoolExecutor(30) as class_:
            receipts = list(class_.map(send, names, texts.values()))
        again = send(names[7], mine(notebook, "seven, better"))
        assert send(names[8], texts[names[8]])["code"] == receipts[8]["code"]
    box = tmp_path / "handed_in"
    files = {path.name: path.read_text(encoding="utf-8") for path in box.iterdir()}
    expected = {f"02_minimax_{name.replace(' ', '_')}.ipynb": text for name, text in texts.items()}
    seventh = f"02_minimax_{names[7].replace(' ', '_')}"
    expected[f"{seventh}.ipynb"] = mine(notebook, "seven, better")
    assert files == expected
    [old] = (tmp_path / "handed_in-earlier").iterdir()
    assert old.name == f"{seventh}_{receipts[7]['code']}.ipynb"
    assert old.read_text(encoding="utf-8") == texts[names[7]]
    for name, receipt in zip(names, receipts, strict=True):
        assert (receipt["name"], receipt["code"]) == (name, code_of(texts[name].encode()))
    with (tmp_path / "handed_in.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.reader(table))
    assert len(rows) == 32
    assert sorted({row[2] for row in rows}) == sorted(names)
    assert again["code"] == rows[30][3] != receipts[7]["code"]

    root = tmp_path / "course"
    root.mkdir()
    stock_course(root, LESSON)
    lines = "".join(f"id{number},{name}\n" for number, name in enumerate(names))
    (tmp_path / "class.csv").write_text(f"id,name\n{lines}", encoding="utf-8")
    words = ("--root", str(root), "--lesson", "02", "--class-list", str(tmp_path / "class.csv"))
    done = course("grade", str(box), *words, "--dry-run")
    assert done.code == 0, done.out + done.err
    assert all(f"id{number}" in done.out for number in range(30))


def test_with_tokens_nobody_hands_in_for_somebody_else(tmp_path, notebook):
    """The name is that of the token, whatever was typed."""
    (tmp_path / "tokens.csv").write_text("Ada Lovelace,0123456789\n", encoding="utf-8")
    with served_site(tmp_path, 'tokens = "tokens.csv"') as server:
        given = {"lesson": LESSON.name, "name": "Someone Else", "notebook": notebook}
        assert server.refused("hand-in", **given | {"token": "guessed-it"}) == 409
        receipt = server.post("hand-in", **given | {"token": "0123456789"})
    assert receipt["name"] == "Ada Lovelace"
    assert [one.name for one in (tmp_path / "handed_in").iterdir()] == [
        "02_minimax_Ada_Lovelace.ipynb"
    ]


def test_what_is_no_hand_in_is_refused_and_leaves_nothing(tmp_path, notebook):
    """Other names of lessons, no names, no notebooks, what is too long, and ways out of the box."""
    fine = {"lesson": LESSON.name, "name": "Ada", "notebook": notebook}
    with served_site(tmp_path) as server:
        for wrong in (
            {"lesson": "../02_minimax"},
            {"lesson": "02_minimax/../x"},
            {"name": ""},
            {"name": "../.."},
            {"name": "42"},
            {"notebook": "[]"},
            {"notebook": "{"},
            {"notebook": '{"cells": 3}'},
        ):
            assert server.refused("hand-in", **fine | wrong) == 409, wrong
        assert ask(server.page_port, "/hand-in", "a=b")[0] == 415
        assert ask(server.page_port, "/hand-in")[0] == 405
        assert ask(server.page_port, "/site/../plan.toml")[0] in (403, 404)
        assert ask(server.page_port, "/site/%2e%2e/plan.toml")[0] in (403, 404)
        assert ask(server.page_port, "/site/", Host="evil.example")[0] == 404
        status, headers, _ = ask(server.page_port, "/site/lite/python.wasm")
        assert (status, headers["Content-Type"]) == (200, "application/wasm")
        line = HTTPConnection("127.0.0.1", server.page_port, timeout=30)
        line.putrequest("POST", "/hand-in")
        line.putheader("Content-Type", "application/json")
        line.putheader("Content-Length", "20000001")
        line.endheaders()
        assert line.getresponse().status == 400
        line.close()
    assert not (tmp_path / "handed_in").exists()


def test_a_full_box_or_disk_takes_no_more_and_loses_nothing(tmp_path, monkeypatch):
    """However often somebody hands in again; what was handed in before stays where it is."""
    box = DropBox(tmp_path / "box", {})

    def take(number):
        box.take(LESSON.name, "Ada", "", json.dumps({"cells": [number]}))

    monkeypatch.setattr(drop_box, "MOST", 3)
    for number in (0, 1, 2, 2):
        take(number)
    with pytest.raises(ValueError, match="the drop box is full"):
        take(3)
    monkeypatch.setattr(drop_box, "MOST", 9)

    def no_room(path, _):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(drop_box, "write_whole", no_room)
    with pytest.raises(ValueError, match=r"could not be kept \(No space"):
        take(4)
    [kept] = box.folder.iterdir()
    assert json.loads(kept.read_text("utf-8")) == {"cells": [2]}
    assert len(list(box.earlier.iterdir())) == 2


def test_without_a_site_there_is_no_drop_box(tmp_path):
    """And a folder without one is a mistake in the plan."""
    with class_server(tmp_path, f"page = 0\n{port()}") as server:
        assert ask(server.page_port, "/hand-in", "{}")[0] == 404
        assert ask(server.page_port, "/site/")[0] == 404
    plan = tmp_path / "plan.toml"
    plan.write_text(f'site = "nowhere"\n{port()}', encoding="utf-8")
    done = course("serve", str(plan))
    assert done.code == 2
    assert "there is no site in" in done.err
