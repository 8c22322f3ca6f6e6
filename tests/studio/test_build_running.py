"""A run that ends early says where and why, and what a kernel wrote is brought into one form."""

import nbformat
import pytest
from toy_course import ROOT

from course_tools.studio.build import running
from course_tools.studio.build.running import WIDGET, run, settle, warnings

V4 = nbformat.v4


def notebook(*cells: str) -> nbformat.NotebookNode:
    """A notebook of these cells of code."""
    made = V4.new_notebook(cells=[V4.new_code_cell(cell) for cell in cells])
    spec = {"name": "python3", "display_name": "Python", "language": "python"}
    made.metadata["kernelspec"] = spec
    return made


@pytest.mark.parametrize(
    ("cell", "line", "why"),
    [
        ("import time\ntime.sleep(60)", None, "it was not done after 2 seconds"),
        ("import os\nos._exit(3)", None, "Python itself died there"),
        ("1 +", 1, "SyntaxError: invalid syntax"),
    ],
)
def test_a_run_that_stops_says_where_and_why(monkeypatch, cell: str, line: int, why: str) -> None:
    """An error, a cell without end and a dead kernel are three sentences, none a crash."""
    monkeypatch.setattr(running, "LONGEST", 2)
    ran, stopped = run(notebook("print('before')", cell, "print('after')"), ROOT)
    assert (stopped.cell, stopped.line) == (1, line)
    assert stopped.why.startswith(why)
    assert ran.cells[0].outputs[0].text == "before\n"
    assert ran.cells[2].outputs == []


def test_a_run_has_a_folder_of_its_own_and_a_known_order_of_sets(tmp_path, monkeypatch) -> None:
    """What a notebook writes is gone afterwards; sets of words come in the same order each time."""
    monkeypatch.chdir(tmp_path)
    cell = "open('here.txt', 'w').close()\nprint({'one', 'two', 'three', 'four'})"
    one, stopped = run(notebook(cell), ROOT)
    other, _ = run(notebook(cell), ROOT)
    assert stopped is None
    assert one.cells[0].outputs == other.cells[0].outputs
    assert list(tmp_path.iterdir()) == []


def test_a_kernel_that_finds_no_port_is_started_again(monkeypatch) -> None:
    """Two deaths before the first cell are forgiven, a third is not."""
    deaths = [RuntimeError("no port"), RuntimeError("no port")]
    execute = running.NotebookClient.execute

    def unlucky(client, **options):
        if deaths:
            raise deaths.pop()
        return execute(client, **options)

    monkeypatch.setattr(running.NotebookClient, "execute", unlucky)
    ran, stopped = run(notebook("1 + 1"), ROOT)
    assert stopped is None
    assert ran.cells[0].outputs[0].data["text/plain"] == "2"
    deaths = [RuntimeError("no port")] * 3
    with pytest.raises(RuntimeError, match="no port"):
        run(notebook("1 + 1"), ROOT)


def test_outputs_are_brought_into_one_form() -> None:
    """One stream is one piece, wiped progress is gone, counts run from 1, a widget is a picture."""
    made = notebook("a", "b")
    made.cells[0].execution_count = 7
    made.cells[0].outputs = [
        *(V4.new_output("stream", name="stdout", text=text) for text in ("1\n", "2\n")),
        V4.new_output("stream", name="stderr", text="mind\n"),
        V4.new_output("display_data", data={"text/html": "<img>", WIDGET: {"model_id": "7f"}}),
        V4.new_output("execute_result", data={"text/plain": "3"}, execution_count=7),
    ]
    wiped = "\r[#...] 1 of 4\r[##..] 2 of 4\r            \r"
    made.cells[1].outputs = [V4.new_output("stream", name="stderr", text=wiped)]
    assert warnings(made.cells[1]) == ""
    settle(made)
    assert made.cells[1].outputs == []
    first = made.cells[0]
    assert [output.get("text") for output in first.outputs] == ["1\n2\n", "mind\n", None, None]
    assert first.outputs[2].data == {"text/html": "<img>"}
    assert (first.execution_count, first.outputs[3].execution_count) == (1, 1)
    assert made.cells[1].execution_count is None
