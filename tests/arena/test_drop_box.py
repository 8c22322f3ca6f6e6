"""The drop box of a class server: a class hands in at once, nothing is lost and nobody misnamed."""

import asyncio
import csv
import errno
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from class_of_phones import served
from class_server import ask, class_server, port
from console import course
from submissions import notebooks, stock_course
from toy_course import ROOT

from course_tools.arena.server import drop_box
from course_tools.arena.server.drop_box import DropBox, DropBoxRoom, code_of
from course_tools.arena.server.store import Store
from course_tools.studio.build import lessons

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
            return server.hand_in(text, lesson=LESSON.name, name=name)

        assert "The site" in server.get("site/")
        told = json.loads(server.get("site/lite/hand-in.json"))
        assert told == {"to": "../../hand-in", "token": False}
        with ThreadPoolExecutor(30) as class_:
            receipts = list(class_.map(send, names, texts.values()))
        again = send(names[7], mine(notebook, "seven, better"))
        assert send(names[8], texts[names[8]]) == receipts[8]
        server.stop()
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
    assert len(rows) == 1 + 31
    assert sorted({row[2] for row in rows[1:]}) == sorted(names)
    assert again["code"] == rows[31][3] != receipts[7]["code"]

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
        given = {"lesson": LESSON.name, "name": "Someone Else"}
        assert server.refused(notebook, "guessed-it", **given) == 409
        receipt = server.hand_in(notebook, "0123456789", **given)
    assert receipt["name"] == "Ada Lovelace"
    assert [one.name for one in (tmp_path / "handed_in").iterdir()] == [
        "02_minimax_Ada_Lovelace.ipynb"
    ]


def test_what_is_no_hand_in_is_refused_and_leaves_nothing(tmp_path, notebook):
    """Other names of lessons, no names, no notebooks, what is too long, and ways out of the box."""
    fine = {"lesson": LESSON.name, "name": "Ada"}
    with served_site(tmp_path) as server:
        for wrong in (
            {"lesson": "../02_minimax"},
            {"lesson": "02_minimax/../x"},
            {"name": ""},
            {"name": "../.."},
            {"name": "42"},
        ):
            assert server.refused(notebook, **fine | wrong) == 409, wrong
        for wrong in ("[]", "{", '{"cells": 3}', "[" * 100_000):
            assert server.refused(wrong, **fine) == 409, wrong
        assert ask(server.page_port, "/hand-in", "a=b")[0] == 415
        assert ask(server.page_port, "/hand-in")[0] == 405
        assert ask(server.page_port, "/site/../plan.toml")[0] in (403, 404)
        assert ask(server.page_port, "/site/%2e%2e/plan.toml")[0] in (403, 404)
        assert ask(server.page_port, "/site/", Host="evil.example")[0] == 404
        status, headers, _ = ask(server.page_port, "/site/lite/python.wasm")
        assert (status, headers["Content-Type"]) == (200, "application/wasm")
        line = HTTPConnection("127.0.0.1", server.page_port, timeout=30)
        for size, status in (("20000001", 409), ("", 411), ("9" * 13, 411)):
            line = HTTPConnection("127.0.0.1", server.page_port, timeout=30)
            line.putrequest("POST", "/hand-in?name=Ada&lesson=02_minimax")
            line.putheader("Content-Type", "application/json")
            line.putheader("Content-Length" if size else "Transfer-Encoding", size or "chunked")
            line.endheaders()
            assert line.getresponse().status == status, "said before a byte of it came"
            line.close()
    assert not (tmp_path / "handed_in").exists()


@pytest.fixture
def box(tmp_path):
    """A drop box without a server."""
    return DropBox(tmp_path / "box", {}, Store(tmp_path / "records"))


def notebook_of(number):
    """The bytes of a small notebook, another one for each number."""
    return json.dumps({"cells": [number]}).encode()


def take(box, number, name="Ada", address=""):
    """The receipt for one more notebook."""
    return box.take(LESSON.name, box.writer(name, ""), notebook_of(number), address)


def test_a_full_box_or_disk_takes_no_more_and_loses_nothing(box, monkeypatch):
    """Each person has a share, in pieces and in bytes; what was handed in before stays."""
    monkeypatch.setattr(drop_box, "MOST_OF_ONE", 3)
    for number in (0, 1, 2, 2):
        take(box, number)
    with pytest.raises(ValueError, match="you have handed in 3 notebooks already"):
        take(box, 3)
    assert take(box, 3, "Bob")["name"] == "Bob"
    monkeypatch.setattr(drop_box, "LARGEST_OF_ONE", 20)
    with pytest.raises(ValueError, match="1 notebook already"):
        take(box, 4, "Bob")
    monkeypatch.setattr(drop_box, "LARGEST_BOX", 50)
    with pytest.raises(ValueError, match="the drop box is full"):
        take(box, 4, "Cyd")
    monkeypatch.setattr(drop_box, "LARGEST_BOX", 5000)

    def no_room(path, _):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(drop_box, "write_whole", no_room)
    with pytest.raises(ValueError, match=r"could not be kept \(No space"):
        take(box, 4, "Cyd")
    kept = box.folder / f"{LESSON.name}_Ada.ipynb"
    assert json.loads(kept.read_text("utf-8")) == {"cells": [2]}
    assert len(list(box.earlier.iterdir())) == 2


def test_one_laptop_under_many_names_leaves_room_for_others(box, monkeypatch):
    """Without tokens an address can take half of what is left; with tokens a class's one all."""
    monkeypatch.setattr(drop_box, "LARGEST_BOX", 140)
    for number in range(5):
        take(box, number, f"made up {number}")
    with pytest.raises(ValueError, match="the drop box is full"):
        take(box, 5, "made up 5")
    assert take(box, 5, "Ada", address="10.0.0.7")
    with_tokens = DropBox(box.folder, {"t": "Bob"}, box.store)
    for number in range(4):
        assert with_tokens.take(LESSON.name, with_tokens.writer("", "t"), notebook_of(number))


def test_an_upload_that_takes_long_holds_up_nothing_else(tmp_path, monkeypatch):
    """Ten notebooks that hang: what games and votes do beside the loop goes on."""
    hangs, began, done = threading.Event(), threading.Semaphore(0), threading.Event()

    def take(*_):
        began.release()
        assert hangs.wait(60)
        return {}

    box = DropBox(tmp_path / "box", {}, Store(tmp_path / "records"))
    monkeypatch.setattr(box, "take", take)

    async def settle():
        await asyncio.to_thread(box.store.settle)
        done.set()

    tasks = []
    with served(DropBoxRoom(tmp_path, box)) as server, ThreadPoolExecutor(10) as class_:
        path, sent = f"/hand-in?name=Ada&lesson={LESSON.name}", {"Content-Type": "application/json"}
        sending = [class_.submit(ask, server.port, path, "{}", **sent) for _ in range(10)]
        assert began.acquire(timeout=60)
        server.soon(lambda: tasks.append(asyncio.ensure_future(settle())))
        went_on = done.wait(30)
        hangs.set()
        assert [one.result(60)[0] for one in sending] == [200] * 10
    assert went_on


def test_looking_into_a_notebook_stops_the_server_for_a_moment_only():
    """What is looked into takes no longer than a move may wait, whatever is in it.

    JSON is read in one go, in which no other thread of Python's runs.
    """
    inside = b"[]," * (drop_box._LOOKED_INTO // 3 - 10)
    for body in (b'{"cells":[%s0]}' % inside, b'{"cells":[%s0]}' % (inside * 90)):
        began = time.thread_time()
        assert drop_box._is_notebook(body)
        assert time.thread_time() - began < 0.05


def test_the_table_holds_short_names_and_no_formula_and_comes_from_the_log(box, tmp_path):
    """A name of megabytes is cut where it comes in; a table that was lost is written again."""
    take(box, 1, '=HYPERLINK("http://x","A")')
    take(box, 1, "B" * 1_000_000)
    long = take(box, 1, "木" * 80)
    assert [path.exists() for path in box.folder.glob("*木*")] == [True]
    assert long["name"] == "木" * 53
    box.show()
    text = box.table.read_text("utf-8")
    assert len(text) < 2000
    rows = list(csv.reader(text.splitlines()))
    assert [row[2][:3] for row in rows] == ["nam", "'=H", "BBB", "木木木"]
    box.table.unlink()
    again = DropBox(box.folder, {}, Store(tmp_path / "records"))
    again.show()
    assert box.table.read_text("utf-8") == text


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
