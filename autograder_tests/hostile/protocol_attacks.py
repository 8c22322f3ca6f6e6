"""Attacks on the pipe between the grader and the student's process: forged, early, huge, wrong."""

# %% PIPES
import os, stat
def pipes():
    for number in range(3, 256):
        try:
            mode = os.fstat(number).st_mode
            if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):  # in WebAssembly they look like terminals
                yield number
        except OSError:
            pass
def say(data):
    for number in pipes():
        try:
            os.write(number, data)
        except OSError:
            pass


# %% FRAMES
import sys
def served():
    frame = sys._getframe()
    while frame.f_code.co_name != "serve":
        frame = frame.f_back
    return frame.f_locals


# %% early_replies: Writes replies before anybody has asked.
# instructor: answers none of the requests
# PIPES

for number in range(50):
    say(b'{"id": null, "reply": [{"value": {"plain": "X"}, "points": 3, "share": 1}]}\n')


# %% guessed_numbers: Writes replies with numbers that are made up.
# instructor: answers none of the requests
# PIPES

for number in range(500):
    say(b'{"id": "%016x", "reply": [{"value": {"plain": "X"}}]}\n' % number)


# %% no_messages: Writes lines that are no messages.
# instructor: a line that is no message
# PIPES
say(b'3\n[1]\n')


# %% broken_letters: Writes bytes that are no letters.
# instructor: a line that is no message
# PIPES
say(b'\xff\xfe\x00\n')


# %% deep_message: Writes a message of half a million brackets.
# instructor: ended the whole process
# PIPES
say(b'[' * 500_000 + b'\n')


# %% giant_line: Writes a line without an end.
# instructor: ended the whole process
# PIPES
say(b'{"id": "' + b'x' * 3_000_000)


# %% flood_of_lines: Writes lines for ever, so that the grader never hears the end.
# instructor: ended the whole process; answers none of the requests
# PIPES
while True:
    say(b'{"id": 7}\n' * 3_000)


# %% closed_pipes: Closes the pipes.
# instructor: ended the whole process
# PIPES
for number in pipes():
    os.close(number)


# %% steals_requests: Reads the requests before the process that has to answer them.
# sure: no
# instructor: Cell
# PIPES

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


# %% forged_reply: Answers in the grader's own form, with the number of the request.
# instructor: answers none of the requests; reaches into Python itself
# answers: winner
# PIPES

# FRAMES

import json

def winner(board):
    say(json.dumps({"id": served()["number"], "reply": [{"value": {"plain": 7}, "share": 1,
        "points": 3, "status": "correct"}]}).encode() + b"\n")
    return 5


# %% two_replies: Answers twice, so that the second is taken for the answer to the next request.
# student: 'Y'
# instructor: answers none of the requests
# answers: winner
# PIPES

# FRAMES

import json

def winner(board):
    for word in ("Y", "Z"):
        say(json.dumps({"id": served()["number"], "reply": [{"value": {"plain": word}}]}).encode()
        + b"\n")
    return 5


# %% reply_that_is_none: Says that the function is missing, was stopped, and is right, all at once.
# student: is not a function
# answers: winner
# PIPES

# FRAMES

import json

def winner(board):
    say(json.dumps({"id": served()["number"], "reply": [{"value": None, "missing": "yes",
        "error": [], "visits": -1, "afterwards": 3, "same_as": {}, "at_end": [], "digest": 5,
        "printed": {"x": []}, "out_of_time": "no"}]}).encode() + b"\n")
    return 5


# %% asks_for_what_is_not_there: Asks for a leaf of a secret tree where there is none.
# student: wrote to the grader in its own form
# instructor: asked for a leaf where there is no secret tree
# answers: winner
# PIPES

# FRAMES

import json

def winner(board):
    say(json.dumps({"id": served()["number"], "leaf": [0, 0]}).encode() + b"\n")
    return 5


# %% patched_call: Replaces what calls its functions by what gives the answer at once.
# earns: nothing
# student: expected
# instructor: names the grader
from course_lib.checks import calling
from course_tools.grader.sandbox.inside import serving, shell, wire

wire.value_out = lambda value: {"plain": "X", "expected": "X", "right": True}
calling._Call.answer = lambda *_: calling.Answer(7, visits=0)
calling.call = serving.call = lambda *_: [calling.Answer(5)]
shell.answers = serving.answers
# answers: winner
def winner(board):
    return 5


# %% forged_outputs: Makes its process say that cells have shown pages and pictures.
# earns: nothing
# student: ends the whole process
# instructor: names the grader
from course_tools.grader.sandbox.inside import shell

forged = {"output_type": "execute_result", "execution_count": "3", "metadata": {"x": 1},
          "data": {"text/html": "<script>evil_forged()</script>", "text/plain": "3",
                   "image/png": "iVBORw0KGgo<script>evil_forged()</script>",
                   "<script>": "evil_forged()"}}
shell.run_cell = lambda *_: {"outputs": [forged] * 300, "error": {"type": "<b>", "x": 1},
                               "out_of_time": None}


# %% secret_leaves_at_once: Asks for leaves that are not there, and in ways that nobody asks.
# student: minimax_value
# instructor: reaches into Python itself
# answers: minimax_value
import gc
from course_lib.checks.secret_tree import SecretTree

def minimax_value(game, state):
    for one in gc.get_objects():
        if isinstance(one, SecretTree):
            return max(one.ask(path) for path in ((-1, -1), (True,), (), (0,) * 999))
    return 1_000


# %% leaf_that_is_no_path: Asks for the leaf at a dictionary, at a text, and at a huge number.
# student: minimax_value
# instructor: secret tree
# answers: minimax_value
# PIPES

# FRAMES

import json

def minimax_value(game, state):
    number = served()["number"]
    for path in ({}, "00", [1e999], [10 ** 30], None):
        say(json.dumps({"id": number, "leaf": path}).encode() + b"\n")
    return 1_000
