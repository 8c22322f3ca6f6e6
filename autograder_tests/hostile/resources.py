"""Attacks that take time, memory, processes, room on the disk or in the results, without an end."""

from __future__ import annotations

import json

from nbformat import NotebookNode

from autograder_tests.hostile.making import Hostile, by_code, by_hand, new_code, stored

STUB = "still waits for you"
STOPPED = "was stopped, because it took too long"


def _cell(name: str, what: str, code: str, *instructor: str, sure: bool = True) -> Hostile:
    """An attack that runs in a cell on top."""
    student = (STUB,) if sure else ()
    return by_code(name, what, "resources", code, student=student, instructor=instructor, sure=sure)


def _call(name: str, what: str, body: str, student: str, *, slow: bool = False) -> Hostile:
    """An attack that runs when `winner` is called."""
    source = f"def winner(board):\n    {body}\n"
    return by_code(
        name, what, "resources", answers={"winner": source}, student=(student,), slow=slow
    )


def _with_outputs(notebook: NotebookNode, size: int) -> bytes:
    """The notebook with so many letters of outputs in its first cell of code."""
    cell = next(one for one in notebook.cells if one.cell_type == "code")
    cell.outputs = [{"output_type": "stream", "name": "stdout", "text": "@"}]
    return stored(notebook).replace(b'"@"', b'"' + b"x" * size + b'"')


def _with_cells(notebook: NotebookNode, count: int, source: str) -> bytes:
    """The notebook with so many cells more at its end."""
    more = [json.loads(json.dumps(new_code(source))) for _ in range(count)]
    whole = json.loads(json.dumps(notebook))
    whole["cells"] += more
    return stored(whole)


ENTRIES: tuple[Hostile, ...] = (
    _cell("endless_cell", "Has a cell without an end.", "while True:\n    pass", STOPPED),
    _cell(
        "sleeping_cell",
        "Sleeps in machine code, where no clock inside reaches it.",
        "import time\ntime.sleep(10 ** 6)",
        STOPPED,
    ),
    _cell(
        "fork_bomb",
        "Makes copies of itself that make copies of themselves.",
        "import os\nwhile True:\n    os.fork()",
        "ends or starts processes",
        sure=False,
    ),
    _cell(
        "thread_bomb",
        "Starts threads without an end.",
        """
        import threading, time
        while True:
            threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()
        """,
        "RuntimeError",
        sure=False,
    ),
    _cell(
        "memory_at_once",
        "Asks for more memory than there is.",
        "won = len(bytearray(10 ** 13))",
        "MemoryError",
    ),
    _cell(
        "memory_bit_by_bit",
        "Takes memory until there is none.",
        "kept = []\nwhile True:\n    kept.append(bytearray(10 ** 8))",
        "Cell 1",
    ),
    _cell(
        "file_bomb",
        "Writes until its folder is full.",
        """
        for number in range(10 ** 6):
            with open(f"file{number}", "wb") as file:
                file.write(bytes(10 ** 7))
        """,
        "OSError",
    ),
    _cell(
        "folder_bomb",
        "Makes files without an end.",
        "for number in range(10 ** 7):\n    open(f'file{number}', 'w').close()",
        "OSError",
    ),
    _cell(
        "descriptor_bomb",
        "Opens files without an end.",
        "import os\nkept = [os.open('.', os.O_RDONLY) for _ in range(10 ** 6)]",
        "Too many open files",
    ),
    _cell(
        "output_bomb",
        "Prints 200 MB.",
        "for _ in range(2_000):\n    print('x' * 100_000)",
    ),
    _cell(
        "display_bomb",
        "Shows a thousand pictures of a megabyte.",
        """
        import base64
        picture = base64.b64encode(b"\\x89PNG\\r\\n" + bytes(10 ** 6)).decode()
        for _ in range(1_000):
            display({"image/png": picture, "text/plain": "x" * 10 ** 6}, raw=True)
        """,
    ),
    _cell(
        "output_of_a_program",
        "Has another program print without an end.",
        "get_ipython().system('head -c 100000000 /dev/zero')",
    ),
    _cell(
        "pictures_without_end",
        "Makes a picture that is larger than all memory.",
        """
        import matplotlib.pyplot as plt
        plt.figure(figsize=(10_000, 10_000)).canvas.draw()
        """,
        "Error",
    ),
    _call("endless_call", "Never comes back.", "while True: pass", "stopped by the clock"),
    _call(
        "endless_expression",
        "Matches a text for longer than the world is old.",
        """import re
    return re.match("(a+)+$", "a" * 64 + "b")""",
        "stopped by the clock",
    ),
    _call(
        "endless_power",
        "Works out a number that fills the memory.",
        "return 9 ** 9 ** 9",
        "stopped by the clock",
        slow=True,
    ),
    _call(
        "memory_in_a_call",
        "Takes all memory when it is called.",
        "return [0] * 10 ** 11",
        "MemoryError",
    ),
    _call(
        "huge_value",
        "Gives a hundred thousand numbers.",
        "return list(range(100_000))",
        "a list",
    ),
    _call(
        "prints_in_calls",
        "Prints a million letters in every call.",
        "print('x' * 1_000_000); return 5",
        "expected",
    ),
    by_hand(
        "huge_outputs",
        "Hands in 100 MB of outputs.",
        "resources",
        lambda notebook: _with_outputs(notebook, 100_000_000),
        student=("MB of outputs", STUB),
        instructor=("MB of outputs",),
    ),
    by_hand(
        "ten_thousand_cells",
        "Hands in ten thousand cells.",
        "resources",
        lambda notebook: _with_cells(notebook, 10_000, "1 / 0"),
        student=("were left out", STUB),
        instructor=("were left out",),
    ),
    by_hand(
        "showing_cells",
        "Has 400 cells show as much as each of them may.",
        "resources",
        lambda notebook: _with_cells(
            notebook,
            400,
            "display({'image/png': 'iVBORw0K' * 20_000}, raw=True)",
        ),
        student=(STUB,),
    ),
    by_hand(
        "suspicious_cells",
        "Has 900 cells that each raise an error, and a suspicion of every kind.",
        "resources",
        lambda notebook: _with_cells(
            notebook,
            900,
            "socket; os._exit; ctypes; COURSE_GRADING; gradebook; autograder_tests; '../'",
        ),
        student=(STUB,),
        instructor=("names the hidden checks",),
    ),
)
