"""Attacks on a Python in WebAssembly: its JavaScript, its devices, its clock and its memory.

Where a session is a process of Linux, most of them find nothing to begin with.
"""

# %% BACK
import sys
for name in [name for name, module in sys.modules.items() if module is None]:
    del sys.modules[name]


# %% CLOCK
import os, struct
def clocks(data):
    for number in range(3, 64):
        try:
            os.write(number, data)
        except OSError:
            pass


# %% imports_javascript: Imports the world around Python, to ask it for files.
# instructor: reaches for the JavaScript around Python; ModuleNotFoundError
import js
won = js.Deno.readTextFileSync(GIVEN["test"])


# %% runs_javascript: Runs a line of JavaScript.
# instructor: reaches for the JavaScript around Python; ModuleNotFoundError
# BACK

from pyodide.code import run_js
won = run_js("Deno.readTextFileSync(Deno.mainModule)")


# %% code_from_a_constructor: Makes code of a text, by the constructor of an object's constructor.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core as core
made = core.to_js({"a": [1]}).constructor.constructor
won = made("return Deno.readTextFileSync(Deno.args[0])")()


# %% pollutes_prototypes: Gives every object of JavaScript a reply, and an iterator of its own.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core as core
every = core.to_js({"a": 1}).constructor.prototype
for name in ("reply", "value", "toJSON", "then", "size", "read", "data"):
    setattr(every, name, core.create_proxy(lambda *_: "X"))
core.to_js([1]).constructor.prototype.slice = core.create_proxy(lambda *_: b"X")


# %% finds_javascript_again: Puts back what finds modules of JavaScript, with one of its own.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core as core
from _pyodide._importhook import JsFinder
finder = JsFinder()
sys.meta_path.insert(0, finder)
finder.register_js_module("course_tools", core.to_js({"a": GIVEN["test"]}))
import course_tools, pyodide_js
won = pyodide_js.FS.readdir("/")


# %% keeps_javascript_busy: Lets JavaScript fill a list without an end, where no clock of Python rings.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core as core
large = core.to_js([]).constructor(2 ** 30)
while True:
    large.fill(0).join("x").length


# %% fills_javascript: Takes memory outside of Python until there is none.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core as core
kept = [core.to_js([0.5] * 10_000)]
while True:
    kept.append(kept[-1].concat(kept[-1]))


# %% fatal_error: Says that Python itself has failed.
# instructor: reaches for the JavaScript around Python
# BACK

import _pyodide_core
_pyodide_core.trigger_fatal_error()


# %% javascript_through_c: Runs JavaScript by way of C.
# instructor: reaches into Python itself
import ctypes
run = ctypes.CDLL(None).emscripten_run_script_string
run.restype = ctypes.c_char_p
won = run(b"Deno.readTextFileSync(Deno.args[0])")


# %% objects_through_c: Makes an object of JavaScript in C, and takes it for the whole world.
# instructor: reaches into Python itself
import ctypes
c = ctypes.CDLL(None)
won = c.JsvObject_New() and c.hiwire_get(1) and c.JsProxy_create(1)


# %% wild_memory: Writes over memory that is not its own.
# instructor: reaches into Python itself
# sure: no
import ctypes
for place in range(0, 2 ** 31, 2 ** 20):
    ctypes.memset(place, 0x58, 64)


# %% clock_disarmed: Tells the clock to ring never, and goes on without an end.
# instructor: Cell 1
# CLOCK

while True:
    clocks(struct.pack("2d", 0, 0))


# %% clock_sleeps: Lets the clock itself sleep for a year.
# CLOCK

clocks(struct.pack("d", 3e7))


# %% clock_of_its_own: Stops the clock that counts what it computes.
# instructor: changes a module that others use
# student: Stopped
# answers: winner
import time
time.process_time = time.monotonic = lambda: 0.0
from course_lib.play import clock
clock.waited = lambda: 0.0

def winner(board):
    while True:
        pass


# %% replies_by_name: Writes replies into the devices by their names, before anybody has asked.
import json
for place in ("/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/stdin", "/dev/clock"):
    try:
        with open(place, "wb", buffering=0) as file:
            for number in range(50):
                file.write(b'{"id": null, "reply": [{"value": {"plain": "X"}, "share": 1}]}\n')
    except OSError:
        pass


# %% floods_devices: Writes to every device for ever.
while True:
    for place in ("/dev/stderr", "/dev/tty", "/dev/tty1"):
        try:
            with open(place, "wb", buffering=0) as file:
                file.write(b"x" * 1_000_000)
        except OSError:
            pass


# %% requests_in_a_call: Reads, in a call, what is asked next, and answers that at once.
# student: winner
# answers: winner
import json, os

def winner(board):
    for number in range(3, 12):
        try:
            os.set_blocking(number, False)
            asked = json.loads(os.read(number, 100_000))
        except (OSError, ValueError):
            continue
        for one in asked:
            reply = {"id": one["id"], "reply": [{"value": {"plain": "X"}}] * len(one["lines"])}
            os.write(number, json.dumps(reply).encode() + b"\n")
    return 5


# %% poisons_the_memory: Changes the library's files, and ends, for whoever comes next.
# instructor: ends or starts processes
import os, course_lib
for folder, _, names in os.walk(os.path.dirname(course_lib.__path__[0])):
    for name in names:
        try:
            os.chmod(os.path.join(folder, name), 0o666)
            with open(os.path.join(folder, name), "a") as file:
                file.write("\n1 / 0\n")
        except OSError:
            pass
os._exit(0)


# %% deep_in_c: Calls C out of C out of C, deeper than WebAssembly can.
# instructor: Cell 1
# sure: no
import copy, functools, sys
sys.setrecursionlimit(10 ** 6)
class Deep:
    def __getattr__(self, name):
        return functools.reduce(getattr, ["x"], self)
copy.copy(Deep().x)


# %% loop_that_never_ends: Puts a task without an end into the loop of events.
# instructor: Cell 1
import asyncio
async def ever():
    while True:
        try:
            await asyncio.sleep(0)
        except BaseException:
            pass
asyncio.run(ever())


# %% memory_that_grows: Takes memory in small pieces, and keeps them when that fails.
# instructor: Cell 1
kept = []
while True:
    try:
        kept.append(bytearray(10 ** 6))
    except MemoryError:
        pass
