"""Attacks with processes, threads and signals: they end, hang, hide, or outlive their notebook."""

# %% leaves_in_a_cell: Ends its process.
# instructor: ended the whole process; Cell 1
import os
os._exit(0)


# %% exits_in_a_cell: Calls what ends a notebook.
exit()
quit()
raise SystemExit


# %% ends_in_machine_code: Reads from memory that is not there.
# instructor: ended the whole process; reaches into Python itself
import ctypes
ctypes.string_at(0)


# %% aborts: Aborts its process.
# instructor: ended the whole process
import os
os.abort()


# %% kills_everybody: Sends a signal to every process that there is.
# instructor: ends or starts processes
import os, signal
for number in [-1, os.getppid(), *range(2, 5_000)]:
    try:
        os.kill(number, signal.SIGKILL)
    except OSError:
        pass


# %% becomes_another_program: Becomes a program that answers in the place of the notebook.
# instructor: ended the whole process
import os, sys
code = "import sys\nfor line in sys.stdin: print('[]', flush=True)"
os.execv(sys.executable, [sys.executable, "-c", code])


# %% a_child_answers_too: Makes a copy of itself, which hears and answers all requests as well.
# sure: no
# instructor: ends or starts processes
import os
os.fork()


# %% parent_leaves_child_stays: Makes a copy of itself that goes on alone.
# sure: no
# instructor: ended the whole process
import os
if os.fork():
    os._exit(0)


# %% stays_behind: Leaves a process behind that ignores every signal.
import signal, subprocess, sys
code = "import time; time.sleep(1_000)"
subprocess.Popen([sys.executable, "-c", code, GIVEN["marker"]], start_new_session=True,
                 preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN))


# %% work_for_the_shell: Runs commands of the shell, which look around and stay.
# instructor: was stopped, because it took too long
get_ipython().run_cell_magic("bash", "", "nohup sleep 1000 & cat /etc/shadow; ls / /root")
get_ipython().system("(sleep 1000 &) ; whoami ; cat /proc/1/environ")


# %% when_python_ends: Has a function called when Python ends, and changes what happens after errors.
import atexit, os, sys, threading
atexit.register(lambda: os.write(1, b"3 of 3 points"))
sys.excepthook = threading.excepthook = lambda *_: None
sys.exit = lambda *_: None


# %% spinning_threads: Starts threads that never end and change the rules while the grader asks.
# last: yes
import course_lib.games, threading
def spin():
    while True:
        course_lib.games.KInARow.winner = lambda *_: "X"
for _ in range(5):
    threading.Thread(target=spin, daemon=True).start()


# %% traces_every_line: Sees every line that runs in its process, and changes what they know.
import sys, threading
def look(frame, event, argument):
    frame.f_locals.update(share=1, points=3)
    return look
sys.settrace(look)
threading.settrace(look)


# %% leaves_in_a_call: Ends its process when it is called.
# student: process ended
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    os._exit(0)


# %% exits_in_a_call: Calls what ends a program.
# student: SystemExit
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    sys.exit(0)


# %% kills_itself: Kills its process in every way.
# student: process ended
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    [os.kill(os.getpid(), n) for n in (9, 15, 6, 11)]; os.abort()


# %% stops_itself: Stops its process, so that it neither answers nor ends.
# student: stopped by the clock
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    os.kill(os.getpid(), signal.SIGSTOP); time.sleep(600)


# %% catches_everything: Loops, and catches what should stop it.
# student: stopped by the clock
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


# %% waits_for_a_thread: Waits in a place where no exception arrives.
# slow: yes
# student: stopped by the clock
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    threading.Lock().acquire() and threading.Event().wait()


# %% deeper_than_python_can: Calls itself deeper than its stack.
# slow: yes
# student: winner
# answers: winner
import os, signal, sys, threading, time

def winner(board):
    sys.setrecursionlimit(10 ** 9); f = lambda f, n: [f(f, n + 1)]; return f(f, 0)
