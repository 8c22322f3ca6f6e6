"""What students' code tries in the sandbox; each sets `won` to what it got, or to nothing.

What the hostile bank tries on a whole grader is not repeated: files of the course, servers, and
what was left behind. `GIVEN` holds what the test has planted. The attacks in `EASY` succeed
wherever nothing shuts them in, which is tried, too: one that never works would prove nothing.
"""

FROM_A_CHILD = """
import ctypes, os
child = os.fork()  # who has a second thread may not do it anyway
if not child:
    os._exit(ctypes.CDLL(None).WHAT == 0)
won = os.waitpid(child, 0)[1]
"""

EASY = {
    "connects to a socket that is a file": """
import socket
with socket.socket(socket.AF_UNIX) as one:
    one.connect(GIVEN['socket'])
    won = one.recv(5)
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
import os
home = os.path.realpath(os.path.expanduser('~'))
won = []
for folder, folders, files in os.walk('/'):
    if folder == home:
        folders.clear()
        continue
    if os.access(folder, os.W_OK):
        won.append(folder)
    won += [name for name in files if folder.count('/') < 4
            and not folder.startswith('/dev') and os.access(os.path.join(folder, name), os.W_OK)
            and not os.path.realpath(os.path.join(folder, name)).startswith(home)]
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
