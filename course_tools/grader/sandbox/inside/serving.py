"""Answers requests from the other end of a pipe: the functions of a notebook, or of one file.

Each line that comes in is a list of requests, and each line that goes out the reply to one of them
or a question about a leaf of a secret tree. Run as a program with a FILE, it loads the file's
functions and serves them.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from course_lib.checks.calling import SECONDS, Refereed, call
from course_lib.checks.keeping import alone_again, loaded
from course_lib.checks.secret import Ask
from course_lib.play.clock import OutOfTime, within
from course_tools.grader.sandbox.inside.wire import answer_out, request_in

MOST_OUTPUTS = 100
"""A cell's further outputs are left out."""

ROOM = 200_000
"""The outputs of a cell together are no longer than this, written as JSON."""

LEFT_OUT = "\n[The rest of the output is left out: a cell may show so much and no more.]\n"

Answering = Callable[[dict[str, Any], Ask], Any]
"""Gives the reply to a request; it may ask for the leaves of a secret tree."""


def serve(answer: Answering, lines: IO[bytes], replies: IO[bytes]) -> None:
    """Answer each request, until there are no more; what is sent repeats the request's number.

    Of a list no more are answered once a call had to be stopped.
    """

    def send(message: dict[str, Any]) -> None:
        """Write one line."""
        replies.write(json.dumps(message).encode() + b"\n")
        replies.flush()

    number = None

    def ask(question: Any) -> Any:
        """What the other side answers."""
        # As `send` does, but quicker: a search asks thousands of times.
        replies.write(f'{{"id":"{number}","leaf":{json.dumps(question)}}}\n'.encode())
        replies.flush()
        return json.loads(lines.readline().decode())["value"]

    for line in iter(lines.readline, b""):
        for request in json.loads(line.decode()):
            number = request.pop("id", None)
            reply = answer(request, ask)
            send({"id": number, "reply": reply, "cpu": time.process_time()})
            if isinstance(reply, list) and any(map(_was_stopped, reply)):
                break


def answers(
    names: Mapping[str, Any], request: Mapping[str, Any], ask: Ask, refereed: Refereed | None = None
) -> list[dict[str, Any]]:
    """What came of each line of this request, as JSON data."""
    asked = request_in(request)
    if asked.alone is not None:
        names = _copy(names, *asked.alone)
    return [answer_out(one) for one in call(names, asked, ask, refereed)]


_COPIES: dict[int, Mapping[str, Any]] = {}
"""The functions that were made anew last, by the number of the copy."""


def _copy(names: Mapping[str, Any], function: str, number: int) -> Mapping[str, Any]:
    """This function and all it needs as if nothing had been called yet; nothing if that can't be.

    The same number means the same copy.
    """
    if number not in _COPIES:
        _COPIES.clear()
        _COPIES[number] = {}
        with suppress(OutOfTime):
            _COPIES[number] = within(SECONDS, lambda: alone_again(function, names)) or {}
    return _COPIES[number]


def _was_stopped(reply: Mapping[str, Any]) -> bool:
    """Whether this call, whose reply this is, had to be stopped."""
    return bool(reply.keys() & {"out_of_budget", "out_of_time"})


def main() -> None:
    """Keep the pipe for the replies alone, load the file, and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    lines = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    # What the student's code reads or prints by itself must not get between the messages.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    namespace = loaded(arguments.file.read_text(encoding="utf-8"), str(arguments.file))
    serve(lambda request, ask: answers(namespace, request, ask), lines, replies)


if __name__ == "__main__":
    main()
