"""Attacks on the pipe between the grader and the student's process: forged, early, huge, wrong."""

from __future__ import annotations

from autograder_tests.hostile.making import Hostile, by_code

PIPES = """
import os, stat
def pipes():
    for number in range(3, 256):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                yield number
        except OSError:
            pass
def say(data):
    for number in pipes():
        try:
            os.write(number, data)
        except OSError:
            pass
"""
FRAMES = """
import sys
def served():
    frame = sys._getframe()
    while frame.f_code.co_name != "serve":
        frame = frame.f_back
    return frame.f_locals
"""
STRANGE = "answers none of the requests"
NO_MESSAGE = "a line that is no message"


def _says(name: str, what: str, code: str, *instructor: str, sure: bool = True) -> Hostile:
    """An attack that writes to the pipes while its cell runs."""
    told = instructor or (STRANGE,)
    student = ("still waits for you",) if sure else ()
    return by_code(
        name, what, "protocol", PIPES + code, student=student, instructor=told, sure=sure
    )


def _forges(name: str, what: str, body: str, student: str, *instructor: str) -> Hostile:
    """An attack that speaks to the grader while `winner` is called."""
    source = f"{PIPES}{FRAMES}\nimport json\n\ndef winner(board):\n    {body}\n    return 5\n"
    return by_code(
        name,
        what,
        "protocol",
        answers={"winner": source},
        student=(student,),
        instructor=instructor,
    )


ENTRIES: tuple[Hostile, ...] = (
    _says(
        "early_replies",
        "Writes replies before anybody has asked.",
        """
for number in range(50):
    say(b'{"id": null, "reply": [{"value": {"plain": "X"}, "points": 3, "share": 1}]}\\n')
""",
    ),
    _says(
        "guessed_numbers",
        "Writes replies with numbers that are made up.",
        """
for number in range(500):
    say(b'{"id": "%016x", "reply": [{"value": {"plain": "X"}}]}\\n' % number)
""",
    ),
    _says("no_messages", "Writes lines that are no messages.", "say(b'3\\n[1]\\n')", NO_MESSAGE),
    _says(
        "broken_letters",
        "Writes bytes that are no letters.",
        "say(b'\\xff\\xfe\\x00\\n')",
        NO_MESSAGE,
    ),
    _says(
        "deep_message",
        "Writes a message of half a million brackets.",
        "say(b'[' * 500_000 + b'\\n')",
        "ended the whole process",
    ),
    _says(
        "giant_line",
        "Writes a line without an end.",
        "say(b'{\"id\": \"' + b'x' * 3_000_000)",
        "ended the whole process",
    ),
    _says(
        "flood_of_lines",
        "Writes lines for ever, so that the grader never hears the end.",
        "while True:\n    say(b'{\"id\": 7}\\n' * 3_000)",
        "ended the whole process",
        STRANGE,
    ),
    _says(
        "closed_pipes",
        "Closes the pipes.",
        "for number in pipes():\n    os.close(number)",
        "ended the whole process",
    ),
    _says(
        "steals_requests",
        "Reads the requests before the process that has to answer them.",
        """
import threading
def steal():
    while True:
        for number in pipes():
            try:
                line = os.read(number, 100_000)
            except OSError:
                continue
            say(line.replace(b'"steps"', b'"reply"'))
threading.Thread(target=steal, daemon=True).start()
""",
        "Cell",
        sure=False,
    ),
    _forges(
        "forged_reply",
        "Answers in the grader's own form, with the number of the request.",
        """say(json.dumps({"id": served()["number"], "reply": [{"value": {"plain": 7}, "share": 1,
        "points": 3, "status": "correct"}]}).encode() + b"\\n")""",
        "expected",
        STRANGE,
        "reaches into Python itself",
    ),
    _forges(
        "two_replies",
        "Answers twice, so that the second is taken for the answer to the next request.",
        """for word in ("Y", "Z"):
        say(json.dumps({"id": served()["number"], "reply": [{"value": {"plain": word}}]}).encode()
        + b"\\n")""",
        "'Y'",
        STRANGE,
    ),
    _forges(
        "reply_that_is_none",
        "Says that the function is missing, was stopped, and is right, all at once.",
        """say(json.dumps({"id": served()["number"], "reply": [{"value": None, "missing": "yes",
        "error": [], "visits": -1, "afterwards": 3, "same_as": {}, "at_end": [], "digest": 5,
        "printed": {"x": []}, "out_of_time": "no"}]}).encode() + b"\\n")""",
        "expected",
    ),
    _forges(
        "asks_for_what_is_not_there",
        "Asks for a leaf of a secret tree where there is none.",
        'say(json.dumps({"id": served()["number"], "leaf": [0, 0]}).encode() + b"\\n")',
        "wrote to the grader in its own form",
        "asked for a leaf where there is no secret tree",
    ),
    by_code(
        "patched_call",
        "Replaces what calls its functions by what gives the answer at once.",
        "protocol",
        """
        from course_lib.checks import calling, wire
        from course_tools.grade.sandbox.inside import serving, shell

        wire.value_out = lambda value: {"plain": "X", "expected": "X", "right": True}
        calling._Step.reply = lambda self: {"value": {"plain": 7}, "visits": 0, "share": 1}
        calling.perform = shell.perform = serving.perform
        """,
        answers={"winner": "def winner(board):\n    return 5\n"},
        earns={},
        student=("expected",),
        instructor=("names the parts that talk to the grader",),
    ),
    by_code(
        "forged_outputs",
        "Makes its process say that cells have shown pages and pictures.",
        "protocol",
        """
        from course_tools.grade.sandbox.inside import shell

        forged = {"output_type": "execute_result", "execution_count": "3", "metadata": {"x": 1},
                  "data": {"text/html": "<script>evil_forged()</script>", "text/plain": "3",
                           "image/png": "iVBORw0KGgo<script>evil_forged()</script>",
                           "<script>": "evil_forged()"}}
        shell.run_cell = lambda *_: {"outputs": [forged] * 300, "error": {"type": "<b>", "x": 1},
                                       "out_of_time": None}
        """,
        earns={},
        student=("no function player",),
        instructor=("names the gradebook or the grader",),
    ),
    by_code(
        "secret_leaves_at_once",
        "Asks for leaves that are not there, and in ways that nobody asks.",
        "protocol",
        answers={
            "minimax_value": """
            import gc
            from course_lib.checks.secret import SecretTree

            def minimax_value(game, state):
                for one in gc.get_objects():
                    if isinstance(one, SecretTree):
                        return max(one.ask(path) for path in ((-1, -1), (True,), (), (0,) * 999))
                return 1_000
            """
        },
        lesson="02",
        student=("minimax_value",),
        instructor=("reaches into Python itself",),
    ),
    by_code(
        "leaf_that_is_no_path",
        "Asks for the leaf at a dictionary, at a text, and at a huge number.",
        "protocol",
        answers={
            "minimax_value": f"""
{PIPES}{FRAMES}
import json

def minimax_value(game, state):
    number = served()["number"]
    for path in ({{}}, "00", [1e999], [10 ** 30], None):
        say(json.dumps({{"id": number, "leaf": path}}).encode() + b"\\n")
    return 1_000
"""
        },
        lesson="02",
        student=("minimax_value",),
        instructor=("secret tree",),
    ),
)
