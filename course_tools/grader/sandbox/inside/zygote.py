"""A process that has everything imported, and forks a session whenever it is asked for one.

Descriptor 0 is a socket: each message that comes in is a request, and gets one answer. Started with
the word `alone`, it is one session by itself, without a sandbox; with the word `user`, one that no
other user's files need to be hidden from.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import site
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from course_tools.grader.sandbox.inside import confine
from course_tools.grader.sandbox.inside.confine import Limits, set_limits
from course_tools.grader.sandbox.inside.shell import Shell, live_at, make_shell, warm_shell

LONGEST = 10_000
_OUR_PIPES = 2


def main() -> None:
    """Import, say so, and serve."""
    limits = Limits(**json.loads(sys.argv[1]))
    if sys.argv[2:3] == ["alone"]:
        _alone(limits)
        return
    if sys.argv[2:3] == ["user"]:
        _as_a_user(limits)
        return
    if os.getuid() == 0:
        Path(confine.HOME).chmod(0o777)
        confine.become_nobody()
    Path(confine.HOME, "tmp").mkdir()
    confine.adopt()
    control = socket.socket(fileno=0)
    try:
        shell = warm_shell()
        confine.get_ready()
    except Exception as error:  # noqa: BLE001 - whatever it is, the grader has to hear of it
        _answer(control, {"error": f"{type(error).__name__}: {error}"})
        return
    gc.collect()
    gc.freeze()  # so that forks go on sharing what is there now
    _answer(control, {"ready": True})
    serve(control, shell, limits)


def _alone(limits: Limits) -> None:
    """Serve one session at what were standard input and output, with the limits there are."""
    shell = make_shell()
    reads, writes = os.dup(0), os.dup(1)
    # Without a namespace of users, the processes of all that this user does would count.
    set_limits(replace(limits, processes=sys.maxsize))
    live_at(shell, reads, writes)


def _as_a_user(limits: Limits) -> None:
    """Serve one session as this user, who has no other process."""
    site.sethelper()  # Python was started without its `site`, and students may ask for `help`
    shell = make_shell()
    reads, writes = os.dup(0), os.dup(1)
    confine.give_up(limits)
    live_at(shell, reads, writes)


def serve(control: socket.socket, shell: Shell, limits: Limits) -> None:
    """Fork, look after and end sessions, until the grader is gone."""
    sessions: list[int] = []
    codes: dict[int, int] = {}
    while True:
        message, pipes, *_ = socket.recv_fds(control, LONGEST, _OUR_PIPES)
        if not message:
            # One that was paused would not see that its pipe is closed, and stay for ever.
            for number, session in enumerate(sessions):
                if number not in codes:
                    _code(session, end=True)
            return
        request = json.loads(message)
        answer: dict[str, Any]
        if "begin" in request:
            try:
                answer = {"session": len(sessions)}
                sessions.append(born(shell, limits, pipes))
            except OSError as error:
                answer = {"error": str(error)}
        else:
            number = request["session"]
            if number not in codes:
                code = _code(sessions[number], end=request["end"])
                codes |= {} if code is None else {number: code}
            answer = {"code": codes.get(number)}
        for pipe in pipes:
            os.close(pipe)
        _answer(control, answer)


def born(shell: Shell, limits: Limits, pipes: list[int]) -> int:
    """The number of a new session's process; an `OSError` if it could not be sandboxed."""
    reading, tell = os.pipe()
    between = os.fork()
    if between == 0:
        _child(shell, limits, pipes, tell)
    os.close(tell)
    news: dict[str, Any] = {}
    with os.fdopen(reading, "rb") as lines:
        for line in lines:
            news |= json.loads(line)
    os.waitpid(between, 0)
    if news.get("shut_in") and "process" in news:
        process: int = news["process"]
        return process
    if "process" in news:
        _code(news["process"], end=True)
    raise OSError(news.get("error", "a session ended before it was sandboxed"))


def _child(shell: Shell, limits: Limits, pipes: list[int], tell: int) -> None:
    """Enter namespaces, and start the session as the first process in them; never come back."""
    try:
        confine.leave()
        session = os.fork()
        if session:
            _tell(tell, {"process": session})
        else:
            confine.shut_in(limits, (*pipes, tell))
            _tell(tell, {"shut_in": True})
            os.close(tell)
            live_at(shell, *pipes)
    except BaseException as error:  # noqa: BLE001 - no way leads from here back into the zygote
        _tell(tell, {"error": f"{type(error).__name__}: {error}"})
    finally:
        os._exit(0)


def _tell(tell: int, news: dict[str, Any]) -> None:
    """Write one line; who has closed the pipe has said all."""
    try:
        os.write(tell, json.dumps(news).encode() + b"\n")
    except OSError:
        os._exit(1)


def _code(process: int, *, end: bool) -> int | None:
    """The code with which a session has ended; `end` ends it, and all that it has started."""
    if end:
        os.kill(process, signal.SIGKILL)
    # The first process of a namespace is not gone before all others in it are.
    found, status = os.waitpid(process, 0 if end else os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def _answer(control: socket.socket, answer: dict[str, Any]) -> None:
    control.send(json.dumps(answer).encode()[:LONGEST])


if __name__ == "__main__":
    main()
