"""A session runs cells like a notebook, and whatever it says, only asked-for answers count."""

import json
import time
from collections.abc import Iterator

import nbformat
import pytest
from sandboxed import ROOT, Unconfined

from course_lib.checks.calling import NO_ANSWER, Request
from course_tools.grader.judge.autograded import harmless_outputs
from course_tools.grader.judge.notebook_run import NotebookRun
from course_tools.grader.judge.result import Times
from course_tools.grader.judge.slicing import parts_to_run
from course_tools.grader.sandbox import Limits
from course_tools.grader.sandbox.inside.serving import LEFT_OUT, MOST_OUTPUTS, ROOM
from course_tools.grader.sandbox.pipe import PipeStudent, Ran, ran_in


@pytest.fixture(scope="module")
def loose() -> Iterator[Unconfined]:
    """Makes sessions that run on every system."""
    with Unconfined(ROOT, Limits()) as made:
        yield made


@pytest.fixture
def student(loose: Unconfined) -> Iterator[PipeStudent]:
    """A student in a fresh session."""
    with PipeStudent(loose.session()) as made:
        yield made


def kinds(ran: Ran) -> list[str]:
    """The kinds of the outputs, in order."""
    return [output.get("name", output["output_type"]) for output in ran.outputs]


def shown(ran: Ran) -> str:
    """All outputs as text."""
    return json.dumps(ran.outputs)


def test_every_question_to_an_ended_process_is_answered(student: PipeStudent) -> None:
    """However many there are, and by an error."""
    student.run("import os\nos._exit(0)")
    requests = [Request(("anything()",))] * 70
    assert all(answer.error.type == NO_ANSWER for answer in student.in_turn(requests))


# --- cells ---------------------------------------------------------------------------------------

HONEST = {
    "a picture above": ("show(game, game.initial)\ndef f(): return 7", [1]),
    "and a line between": ("a = 1\nshow(game)\ndef f(): return 6 + a", [2]),
    "what it would have made": ("other = game.copy()\nother.play()\ndef f(): return 7", [1, 2]),
    "in a loop": ("for one in game:\n    print(one)\n\ndef f():\n    return 7", [1]),
    "in one line": ("show(game); f = lambda: 7", [1]),
    "by a function of one's own": ("def look():\n    show(game)\nlook()\ndef f(): return 7", [3]),
    "with a magic": ("%matplotlib inline\nshow(game)\ndef f(): return 7", [2]),
}


@pytest.mark.parametrize("kind", HONEST)
def test_what_is_out_of_reach_costs_a_line_and_not_the_function(
    student: PipeStudent, kind: str
) -> None:
    """The line is skipped and told, with its output; what stands below it runs as in a notebook."""
    source, lines = HONEST[kind]
    begins = "from course_lib.closed import Missing, refused as show\ngame = Missing()"
    student.run(begins)
    ran = student.run(source)
    assert (ran.error, list(ran.skipped)) == (None, lines)
    assert "error" not in kinds(ran)
    assert student.run("f()").outputs[-1]["data"] == {"text/plain": "7"}
    wrong = student.run("show(game)\nf() + oh")
    assert (wrong.error.type, wrong.skipped) == ("NameError", (1,)), "other errors are told"


@pytest.mark.parametrize("lines", [7, [True], ["1"], [-1], None, [10**9]])
def test_a_session_says_no_nonsense_about_lines(lines: object) -> None:
    """Numbers of lines, or nothing."""
    assert ran_in({"outputs": [], "skipped": lines}).skipped == ()


def test_a_cell_shows_what_a_notebook_shows(student: PipeStudent) -> None:
    """Streams in order, displays, results, magics, lines for the system, and what follows."""
    ran = student.run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\n6 * 7")
    assert kinds(ran) == ["stdout", "stderr", "stdout", "execute_result"]
    assert ran.outputs[-1]["data"] == {"text/plain": "42"}
    assert ran.outputs[-1]["execution_count"] == 1
    assert "43" in shown(student.run("_ + 1"))
    assert kinds(student.run("display('x', display_id='place').update('y')")) == ["display_data"]
    assert "hello" in shown(student.run("!echo hello"))
    assert "Wall time" in shown(student.run("%time 1"))
    # A cell of ours goes past IPython's own words, which are looked for in all others.
    assert student.run("%time 1", as_it_is=True).error.type == "SyntaxError"
    assert "43" in shown(student.run("%time 43"))
    assert "3" in shown(student.run("import asyncio\nawait asyncio.sleep(0)\n3"))
    assert kinds(student.run("5;")) == []
    clears = "from IPython.display import clear_output\nprint('x')\nclear_output()"
    assert kinds(student.run(clears)) == []
    assert student.tampering == []


def test_a_lessons_own_cell_may_be_for_ipython_too(loose: Unconfined) -> None:
    """Only those of its cells that are Python alone are run as they are."""
    cells = [nbformat.v4.new_code_cell(text) for text in ("table = 3\ntable", "%timeit -n1 table")]
    given = nbformat.v4.new_notebook(cells=cells)
    parts = parts_to_run(given, given, everything=True)
    until = time.monotonic() + 60
    with NotebookRun(loose.session, parts, Times(), until) as run:
        run.ready(2)
        assert [run.shown[index].error for index in (0, 1)] == [None, None]
        assert "3" in shown(run.shown[0])
        assert "per loop" in shown(run.shown[1])


def test_an_error_names_its_line_in_the_notebook(student: PipeStudent) -> None:
    """The line is the student's own, in whichever cell; what is no Python has one, too."""
    student.run("def half(x):\n    return 1 / x", name="cell 4")
    ran = student.run("import json\nhalf(0)")
    error = ran.error
    assert (error.type, error.line, error.code) == ("ZeroDivisionError", 2, "return 1 / x")
    assert kinds(ran) == ["error"]
    assert "\x1b" not in shown(ran)
    broken = student.run("fine = 1\nx = = 2")
    assert (broken.error.type, broken.error.line) == ("SyntaxError", 2)
    assert student.call("half(4)").value == 0.25


def test_no_ordinary_way_out_ends_the_session(student: PipeStudent) -> None:
    """The notebook goes on with the next cell."""
    leave = ("exit()", "quit", "import sys; sys.exit(0)", "raise KeyboardInterrupt", "input()")
    for source in (*leave, "%reset -f"):
        assert not student.run(source).ended
        assert "42" in shown(student.run("6 * 7")), source


def test_outputs_end_somewhere(student: PipeStudent) -> None:
    """Neither 20 MB of text nor a thousand pictures come through; a sentence says so once."""
    for source in (
        "print('x' * 20_000_000)",
        "for _ in range(200_000): print('a line', '\\x00')",
        "for number in range(1000): display(number)",
        "'y' * 10_000_000",
    ):
        ran = student.run(source)
        assert ran.error is None
        assert len(ran.outputs) <= MOST_OUTPUTS + 1
        assert len(shown(ran)) < ROOM + 10_000
        assert shown(ran).count(json.dumps(LEFT_OUT)) == 1
    crash = student.run("print('x' * 10**7)\nraise ValueError('why')")
    assert "why" in shown(crash)
    assert student.tampering == []


# --- what it says is not trusted -----------------------------------------------------------------

FORGED = r"""
import json, os
def write(line):
    for number in range(3, 40):
        try:
            os.write(number, line)
        except OSError:
            pass
def forge(times=1):
    line = json.dumps({"id": "0123456789abcdef", "reply": [{"value": {"plain": 10}}]})
    write((line + "\n").encode() * times)
    return 1
"""


def test_a_forged_reply_is_passed_over_and_noted(student: PipeStudent) -> None:
    """Lines written early, even many of them, answer no later question."""
    student.run(FORGED)
    assert student.call("forge(1)").value == 1
    assert student.call("forge(50)").value == 1
    assert student.run("forge()\n'true'").outputs[0]["data"] == {"text/plain": "'true'"}
    assert student.tampering == ["it wrote a line that answers none of the requests"]


def test_a_line_too_many_is_noted_at_the_end(student: PipeStudent) -> None:
    """Also where no question follows that would have met it."""
    late = "import threading\nthreading.Timer(0.2, forge).start()"
    student.run(f"{FORGED}\n{late}")
    student.run("import time; time.sleep(0.6)")
    student.close()
    assert len(student.tampering) == 1


@pytest.mark.parametrize(
    "line",
    [
        r"b'no message\n'",
        r"b'[1, 2]\n'",
        r"b'{\"id\"'",
        r"b'[' * 100_000 + b'\n'",
        r"b'x' * 3_000_000 + b'\n'",
        r"b'\xff\xfe\n'",
    ],
)
def test_rubbish_ends_only_its_own_session(loose: Unconfined, line: str) -> None:
    """No point is earned, nothing is raised, and the next session is as good as new."""
    with PipeStudent(loose.session(), again=loose.session) as student:
        student.run(FORGED)
        ran = student.run(f"write({line})", seconds=2)
        assert ran.ended or student.tampering
        assert student.call("forge()").missing is not None or student.call("forge()").value == 1
        assert "42" in shown(student.run("6 * 7"))


def test_a_leaf_is_not_asked_for_where_there_is_no_tree(loose: Unconfined) -> None:
    """The question that nobody should ask is noted, and ends the session."""
    ask = """
import gc, json, os
def ask():
    # The number of the request is known to the frame that called this.
    import sys
    frame = sys._getframe()
    while "number" not in frame.f_locals or "request" not in frame.f_locals:
        frame = frame.f_back
    write(json.dumps({"id": frame.f_locals["number"], "leaf": [0]}).encode() + b"\\n")
"""
    with PipeStudent(loose.session()) as student:
        student.run(FORGED + ask)
        assert student.call("ask()").error is not None
        assert student.tampering == ["it asked for a leaf where there is no secret tree"]


def test_printing_and_closing_what_is_not_ours_does_nothing(student: PipeStudent) -> None:
    """The first three descriptors lead nowhere."""
    student.run("import os\nos.write(1, b'{}\\n' * 100)\nos.write(2, b'x')\nos.closerange(0, 3)")
    assert "42" in shown(student.run("6 * 7"))
    assert student.tampering == []


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"outputs": 3},
        {"outputs": [None, 3, {"output_type": "stream", "name": "stdin", "text": "x"}]},
        {"outputs": [{"output_type": "stream", "name": "stdout", "text": 3}]},
        {"outputs": [{"output_type": "display_data", "data": {"text/plain": 3, "<b>": "x"}}]},
        {"outputs": [{"output_type": "execute_result", "data": []}], "error": [3]},
        {"outputs": [{"output_type": "error", "traceback": 3}], "error": {"line": "x"}},
    ],
)
def test_no_reply_makes_a_notebook_that_others_cannot_read(data: object) -> None:
    """What comes out has the shape of a notebook's outputs, whatever came in."""
    from nbformat.v4 import new_code_cell, new_notebook
    from nbformat.validator import validate

    outputs = harmless_outputs(ran_in(data).outputs)
    cell = new_code_cell("x", outputs=outputs, execution_count=1)
    validate(json.loads(json.dumps(new_notebook(cells=[cell]))))
