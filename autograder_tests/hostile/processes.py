"""Attacks with processes, threads and signals: they end, hang, hide, or outlive their notebook."""

from __future__ import annotations

from autograder_tests.hostile.making import Hostile, by_code

STUB = "still waits for you"
ENDED = "ended the whole process"


def _cell(
    name: str, what: str, code: str, *instructor: str, sure: bool = True, last: bool = False
) -> Hostile:
    """An attack that runs in a cell of its own."""
    return by_code(
        name,
        what,
        "processes",
        code,
        student=(STUB,) if sure else (),
        instructor=instructor,
        sure=sure,
        last=last,
    )


def _call(name: str, what: str, body: str, *student: str, slow: bool = False) -> Hostile:
    """An attack that runs when `winner` is called."""
    source = f"import os, signal, sys, threading, time\n\ndef winner(board):\n    {body}\n"
    return by_code(name, what, "processes", answers={"winner": source}, student=student, slow=slow)


ENTRIES: tuple[Hostile, ...] = (
    _cell("leaves_in_a_cell", "Ends its process.", "import os\nos._exit(0)", ENDED, "Cell 1"),
    _cell("exits_in_a_cell", "Calls what ends a notebook.", "exit()\nquit()\nraise SystemExit"),
    _cell(
        "ends_in_machine_code",
        "Reads from memory that is not there.",
        "import ctypes\nctypes.string_at(0)",
        ENDED,
        "reaches into Python itself",
    ),
    _cell("aborts", "Aborts its process.", "import os\nos.abort()", ENDED),
    _cell(
        "kills_everybody",
        "Sends a signal to every process that there is.",
        """
        import os, signal
        for number in [-1, os.getppid(), *range(2, 5_000)]:
            try:
                os.kill(number, signal.SIGKILL)
            except OSError:
                pass
        """,
        "ends or starts processes",
    ),
    _cell(
        "becomes_another_program",
        "Becomes a program that answers in the place of the notebook.",
        """
        import os, sys
        code = "import sys\\nfor line in sys.stdin: print('[]', flush=True)"
        os.execv(sys.executable, [sys.executable, "-c", code])
        """,
        ENDED,
    ),
    _cell(
        "a_child_answers_too",
        "Makes a copy of itself, which hears and answers all requests as well.",
        """
        import os
        os.fork()
        """,
        "ends or starts processes",
        sure=False,
    ),
    _cell(
        "parent_leaves_child_stays",
        "Makes a copy of itself that goes on alone.",
        """
        import os
        if os.fork():
            os._exit(0)
        """,
        ENDED,
        sure=False,
    ),
    _cell(
        "stays_behind",
        "Leaves a process behind that ignores every signal.",
        """
        import signal, subprocess, sys
        code = "import time; time.sleep(1_000)"
        subprocess.Popen([sys.executable, "-c", code, GIVEN["marker"]], start_new_session=True,
                         preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN))
        """,
        "Cell",
    ),
    _cell(
        "work_for_the_shell",
        "Runs commands of the shell, which look around and stay.",
        """
        get_ipython().run_cell_magic("bash", "", "nohup sleep 1000 & cat /etc/shadow; ls / /root")
        get_ipython().system("(sleep 1000 &) ; whoami ; cat /proc/1/environ")
        """,
        "was stopped, because it took too long",
    ),
    _cell(
        "when_python_ends",
        "Has a function called when Python ends, and changes what happens after errors.",
        """
        import atexit, os, sys, threading
        atexit.register(lambda: os.write(1, b"3 of 3 points"))
        sys.excepthook = threading.excepthook = lambda *_: None
        sys.exit = lambda *_: None
        """,
    ),
    _cell(
        "spinning_threads",
        "Starts threads that never end and change the rules while the grader asks.",
        """
        import course_lib.games, threading
        def spin():
            while True:
                course_lib.games.KInARow.winner = lambda *_: "X"
        for _ in range(5):
            threading.Thread(target=spin, daemon=True).start()
        """,
        last=True,
    ),
    _cell(
        "traces_every_line",
        "Sees every line that runs in its process, and changes what they know.",
        """
        import sys, threading
        def look(frame, event, argument):
            frame.f_locals.update(share=1, points=3)
            return look
        sys.settrace(look)
        threading.settrace(look)
        """,
    ),
    _call(
        "leaves_in_a_call", "Ends its process when it is called.", "os._exit(0)", "process ended"
    ),
    _call("exits_in_a_call", "Calls what ends a program.", "sys.exit(0)", "SystemExit"),
    _call(
        "kills_itself",
        "Kills its process in every way.",
        "[os.kill(os.getpid(), n) for n in (9, 15, 6, 11)]; os.abort()",
        "process ended",
    ),
    _call(
        "stops_itself",
        "Stops its process, so that it neither answers nor ends.",
        "os.kill(os.getpid(), signal.SIGSTOP); time.sleep(600)",
        "stopped by the clock",
    ),
    _call(
        "catches_everything",
        "Loops, and catches what should stop it.",
        """while True:
        try:
            while True:
                pass
        except BaseException:
            pass""",
        "stopped by the clock",
    ),
    _call(
        "waits_for_a_thread",
        "Waits in a place where no exception arrives.",
        "threading.Lock().acquire() and threading.Event().wait()",
        "stopped by the clock",
        slow=True,
    ),
    _call(
        "deeper_than_python_can",
        "Calls itself deeper than its stack.",
        "sys.setrecursionlimit(10 ** 9); f = lambda f, n: [f(f, n + 1)]; return f(f, 0)",
        "winner",
        slow=True,
    ),
)
