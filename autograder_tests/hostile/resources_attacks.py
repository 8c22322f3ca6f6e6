"""Attacks that take time, memory, processes, room on the disk or in the results, without an end."""

# %% endless_cell: Has a cell without an end.
# instructor: was stopped, because it took too long
while True:
    pass


# %% sleeping_cell: Sleeps in machine code, where no clock inside reaches it.
# instructor: was stopped, because it took too long
import time
time.sleep(10 ** 6)


# %% fork_bomb: Makes copies of itself that make copies of themselves.
# sure: no
# instructor: ends or starts processes
import os
while True:
    os.fork()


# %% thread_bomb: Starts threads without an end.
# sure: no
# instructor: RuntimeError
import threading, time
while True:
    threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()


# %% memory_at_once: Asks for more memory than there is.
# instructor: MemoryError
won = len(bytearray(10 ** 13))


# %% memory_bit_by_bit: Takes memory until there is none.
# instructor: Cell 1
kept = []
while True:
    kept.append(bytearray(10 ** 8))


# %% file_bomb: Writes until its folder is full.
# instructor: OSError
for number in range(10 ** 6):
    with open(f"file{number}", "wb") as file:
        file.write(bytes(10 ** 7))


# %% folder_bomb: Makes files without an end.
# instructor: OSError
for number in range(10 ** 7):
    open(f'file{number}', 'w').close()


# %% descriptor_bomb: Opens files without an end.
# instructor: Too many open files
import os
kept = [os.open('.', os.O_RDONLY) for _ in range(10 ** 6)]


# %% output_bomb: Prints 200 MB.
for _ in range(2_000):
    print('x' * 100_000)


# %% display_bomb: Shows a thousand pictures of a megabyte.
import base64
picture = base64.b64encode(b"\x89PNG\r\n" + bytes(10 ** 6)).decode()
for _ in range(1_000):
    display({"image/png": picture, "text/plain": "x" * 10 ** 6}, raw=True)


# %% output_of_a_program: Has another program print without an end.
get_ipython().system('head -c 100000000 /dev/zero')


# %% pictures_without_end: Makes a picture that is larger than all memory.
# instructor: Error
import matplotlib.pyplot as plt
plt.figure(figsize=(10_000, 10_000)).canvas.draw()


# %% endless_call: Never comes back.
# student: stopped by the clock
# answers: winner
def winner(board):
    while True: pass


# %% endless_expression: Matches a text for longer than the world is old.
# student: stopped by the clock
# answers: winner
def winner(board):
    import re
    return re.match("(a+)+$", "a" * 64 + "b")


# %% endless_power: Works out a number that fills the memory.
# slow: yes
# student: stopped by the clock
# answers: winner
def winner(board):
    return 9 ** 9 ** 9


# %% memory_in_a_call: Takes all memory when it is called.
# student: MemoryError
# answers: winner
def winner(board):
    return [0] * 10 ** 11


# %% huge_value: Gives a hundred thousand numbers.
# student: a list
# answers: winner
def winner(board):
    return list(range(100_000))


# %% prints_in_calls: Prints a million letters in every call.
# answers: winner
def winner(board):
    print('x' * 1_000_000); return 5
