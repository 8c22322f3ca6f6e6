"""What students' code tries in a sandbox; each attack sets `won` to what it got, or to nothing.

What the hostile bank tries on a whole grader is not repeated: files of the course, and what was
left behind. `GIVEN` holds what the test has planted. `test_walls.py` tries each of them at every
wall that has to stop it. Those in `EASY` succeed where there is no wall, which is tried, too: one
that never works would prove nothing. So do some of `HARD` on Linux.
"""

import sys

FROM_A_CHILD = """
import ctypes, os
child = os.fork()  # who has a second thread may not do it anyway
if not child:
    os._exit(ctypes.CDLL(None).WHAT == 0)
won = os.waitpid(child, 0)[1]
"""

EASY = {
    "reads a file": "won = open(GIVEN['file']).read()",
    "reads a folder": "import os; won = os.listdir(GIVEN['folder'])",
    "writes into a file": "won = open(GIVEN['file'], 'a').write('x')",
    "imports hidden checks": "import autograder_tests as won",
    "imports the grader": "import course_tools.grader.judge.grading as won",
    "connects": """
import socket
with socket.create_connection(('127.0.0.1', GIVEN['port']), 2) as one:
    won = one.recv(5)
""",
    "connects to a socket that is a file": """
import socket
with socket.socket(socket.AF_UNIX) as one:
    one.connect(GIVEN['socket'])
    won = one.recv(5)
""",
    "connects to a sibling": """
import socket
won = []
number = GIVEN['sibling']
for family, place in (socket.AF_INET, ('127.0.0.1', number)), (socket.AF_UNIX, f'\\0{number}'):
    try:
        won.append(socket.socket(family).connect(place) or place)
    except OSError:
        pass
""",
    "sees a process when it looks at all": """
import os
def alive(number):
    try:
        os.kill(number, 0)
    except OSError:
        return False
    return number != os.getpid()
won = [number for number in range(20, 65536) if alive(number)]  # its own threads come first
""",
}

HARD = {
    "finds a place to write": """
import os, tempfile
own = [os.path.realpath(one) for one in (os.path.expanduser('~'), tempfile.gettempdir())]
won = []
for folder, folders, files in os.walk('/'):
    if folder in own:
        folders.clear()
        continue
    if os.access(folder, os.W_OK):
        won.append(folder)
    won += [name for name in files if folder.count('/') < 4
            and not folder.startswith('/dev') and os.access(os.path.join(folder, name), os.W_OK)
            and not os.path.realpath(os.path.join(folder, name)).startswith(own[0])]
    if won:
        break
""",
    "walks over the disk": """
import os
won = any('planted.txt' in names for top in ('/tmp', '/') for _, _, names in os.walk(top))
""",
    "becomes root": "import os; os.setuid(0); won = os.getuid() == 0",
    "has a right of administrators": """
import ctypes
header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
assert ctypes.CDLL(None).capget(header, data) == 0
won = any(data)
""",
    "makes a world of users": FROM_A_CHILD.replace("WHAT", "unshare(0x10000000)"),
    "mounts over what it sees": """
import ctypes
libc = ctypes.CDLL(None)
won = libc.mount(b'none', b'/student', b'tmpfs', 0, None) == 0
won = won or libc.umount2(b'/proc', 2) == 0
""",
    "looks around among the processes": "import os; won = os.listdir('/proc')",
    "reads the settings of the grader": """
from pathlib import Path
won = []
for place in Path('/proc').glob('[0-9]*/environ'):
    try:
        won += [place] * (b'GRADER' in place.read_bytes().upper())
    except OSError:
        pass
""",
    "changes its root": "import os; os.chroot('.'); won = True",
    "traces a process": """
import ctypes
libc = ctypes.CDLL(None)
won = any(libc.ptrace(16, number, 0, 0) == 0 for number in (1, 2, 3, GIVEN['process']))
""",
    "traces itself from a child": FROM_A_CHILD.replace("WHAT", "ptrace(16, os.getppid(), 0, 0)"),
    "takes memory that no limit counts": """
import ctypes, os
libc = ctypes.CDLL(None)
won = libc.shmget(0, 1 << 20, 0o1600) >= 0 or libc.memfd_create(b'x', 0) >= 0
""",
    "speaks to the host of a virtual machine": "import socket; won = socket.socket(40, 1)",
    "speaks to the kernel": "import socket; won = socket.socket(16, 3)",
    "gives itself more of everything": """
import resource
won = []
for name in ('RLIMIT_AS', 'RLIMIT_NPROC', 'RLIMIT_FSIZE', 'RLIMIT_CPU', 'RLIMIT_NOFILE'):
    kind = getattr(resource, name)
    try:
        resource.setrlimit(kind, (resource.getrlimit(kind)[1] + 1,) * 2)
        won.append(name)
    except (OSError, ValueError):
        pass
""",
    "holds a descriptor of the grader": """
import os, stat
def kind(number):
    try:
        return stat.S_IFMT(os.fstat(number).st_mode)
    except OSError:
        return None
found = {number: kind(number) for number in range(1024)}
won = [number for number, what in found.items() if what == stat.S_IFSOCK]
won += [number for number, what in found.items() if what == stat.S_IFIFO][2:]
won += [number for number, what in found.items() if what == stat.S_IFDIR]
""",
}

if sys.platform == "linux":
    OPEN = (
        *("finds a place to write", "walks over the disk", "looks around among the processes"),
        *("takes memory that no limit counts", "speaks to the kernel"),
    )
    EASY |= {name: HARD.pop(name) for name in OPEN}

PUT_BACK = """
import sys
for name in [name for name, module in sys.modules.items() if module is None]:
    del sys.modules[name]
"""

OF_WEBASSEMBLY = {
    "reads what its process has open": "won = open('/proc/self/maps').read()",
    "finds settings": "import os; won = [one for one in os.environ.values() if '/tmp' in one]",
    "knows where it lies": "import sys; won = [one for one in sys.path if GIVEN['root'] in one]",
    "starts a program": """
import subprocess
won = subprocess.run(['/bin/ls'], stdout=subprocess.PIPE).stdout
""",
    "forks": "import os; won = os.fork() or 1",
    "imports JavaScript": "import js as won",
    "imports Pyodide": "import pyodide_js as won",
    "puts Pyodide back": PUT_BACK + "import pyodide_js as won",
    "runs JavaScript by Pyodide": PUT_BACK + "import pyodide.code; won = pyodide.code.run_js('1')",
    "finds an object of JavaScript": """
import gc
gc.unfreeze()
kinds = lambda one: [kind.__name__ for kind in type(one).__mro__]
won = [one for one in gc.get_objects() if 'JsProxy' in kinds(one)]
""",
}
"""What other walls allow: a bubblewrap has programs in it."""

ENDINGS = {
    "leaves": "import os; os._exit(0)",
    "aborts": "import os; os.abort()",
    "closes everything": "import os; os.closerange(0, 300)",
}
IN_WEBASSEMBLY = {
    "leaves": ENDINGS["leaves"],
    "runs JavaScript by C": """
import ctypes
run = ctypes.CDLL(None).emscripten_run_script_string
run.restype = ctypes.c_char_p
won = run(b'typeof Deno')
""",
    "starts a shell": "import os; won = os.system('true') == 0",
}
"""What ends the whole process there."""

ALLOWED = {
    *("finds a place to write", "walks over the disk", "looks around among the processes"),
    "has a right of administrators",  # an imitated container hands them on, but to no use
}
"""What somebody may do who is only another user: all that they find is not theirs to read."""
ITS_OWN = {"finds a place to write", "looks around among the processes"}
"""What a Python in WebAssembly may do: its disk and its /proc are in its own memory."""


def in_a_cell(attacks, given):
    """A cell that tries all of these; the names of those that got something are in `gained`."""
    return f"""
gained = []
for name, code in {attacks!r}.items():
    names = {{'GIVEN': {given!r}, 'won': None}}
    try:
        exec(code, names)
    except BaseException:
        continue
    gained += [name] * bool(names['won'])
"""
