"""Attempts to read what is secret, to write what is not theirs, and to be there at the next start."""

# %% reads_hidden_checks: Reads a file of the hidden checks.
# instructor: FileNotFoundError; names the grader
won = open(GIVEN["test"]).read()


# %% reads_solutions: Reads the author's solutions.
# instructor: FileNotFoundError
won = open(GIVEN["solution"]).read()


# %% reads_the_gradebook: Reads the gradebook.
# instructor: FileNotFoundError; names the grader
won = open(GIVEN["gradebook"], "rb").read()


# %% reads_a_neighbours_work: Reads what somebody else has handed in.
# instructor: FileNotFoundError
won = open(GIVEN["neighbour"]).read()


# %% reads_the_home_folder: Reads a file in the grader's home folder.
# instructor: FileNotFoundError
won = open(GIVEN["home"]).read()


# %% reads_passwords: Reads the system's passwords and keys.
# instructor: /etc/shadow
import glob, os
keys = glob.glob(os.path.expanduser("~root/.ssh/*"))
won = [open(path).read() for path in [*keys, "/etc/shadow"]]


# %% reads_the_environment: Reads the variables of its own process and of every other.
import glob, os
texts = [repr(dict(os.environ)).encode()]
for place in glob.glob("/proc/[0-9]*/environ") + ["/proc/self/environ"]:
    try:
        texts.append(open(place, "rb").read())
    except OSError as error:
        last = error
won = any(b"planted-environment" in text for text in texts)
if not won:
    raise last


# %% reads_the_memory: Reads the memory of the process that it was forked from.
# instructor: Error
import os
won = open(f"/proc/{os.getppid()}/mem", "rb").read(1)


# %% walks_over_the_disk: Looks through the whole disk for notebooks, gradebooks and what was planted.
# instructor: Cell 1
import os
won = []
for top, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if name not in ("proc", "usr", "sys")]
    won += [top + "/" + name for name in names if name.endswith((".ipynb", ".db"))
            or "planted" in name or "checks_0" in name]
won = [one for one in won if "/site-packages/" not in one]
if not won:
    raise FileNotFoundError("nothing to be found")


# %% imports_hidden_checks: Imports the hidden checks.
# instructor: ModuleNotFoundError; names the grader
import autograder_tests.grading


# %% imports_the_grader: Imports what grades it, and the gradebook's own library.
# instructor: ModuleNotFoundError; names the grader
import course_tools.grader.classroom.records


# %% writes_the_gradebook: Gives itself points in the gradebook.
# instructor: OperationalError
import sqlite3
with sqlite3.connect(GIVEN["gradebook"]) as book:
    won = book.execute("UPDATE grade SET auto_score = 100").rowcount


# %% deletes_the_gradebook: Deletes the gradebook, and all that was graded.
# instructor: FileNotFoundError
import os, shutil
shutil.rmtree(GIVEN["root"] + "/grading")
won = not os.path.exists(GIVEN["gradebook"])


# %% changes_the_hidden_checks: Makes the hidden checks say that all is right.
# instructor: FileNotFoundError
with open(GIVEN["root"] + "/autograder_tests/grading.py", "a") as file:
    won = file.write("def check_winner(student): return Verdict('correct', 1, '')")


# %% changes_the_library: Writes into the library that all later notebooks import.
# instructor: Error
import course_lib
with open(course_lib.__file__, "a") as file:
    won = file.write("evil = 1")


# %% changes_python: Leaves files that Python imports at every start.
# instructor: Error
import site, sys
errors = []
for folder in (*site.getsitepackages(), site.getusersitepackages(), sys.prefix):
    for name in ("sitecustomize.py", "usercustomize.py", GIVEN["marker"] + ".pth"):
        try:
            with open(f"{folder}/{name}", "w") as file:
                won = file.write("import os")
        except OSError as error:
            errors.append(error)
raise errors[0]


# %% leaves_files_for_the_next: Leaves files in every common place, for the next notebook to find.
import os
for folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "."):
    try:
        os.makedirs(folder + "/.ipython/profile_default/startup", exist_ok=True)
        path = folder + "/.ipython/profile_default/startup/" + GIVEN["marker"] + ".py"
        open(path, "w").write("print('3 of 3 points')")
        open(folder + "/" + GIVEN["marker"], "w").write("x")
    except OSError:
        pass


# %% finds_files_of_the_last: Looks for what an earlier notebook has left.
import glob
won = [one for place in ("/tmp", "/dev/shm", "/var/tmp", ".", "/student")
       for one in glob.glob(place + "/*" + GIVEN["marker"] + "*")]
if won:
    raise FileExistsError(won)


# %% shadows_the_library: Writes a course_lib and a json of its own, and imports again.
import importlib, os, sys
os.makedirs("course_lib/checks", exist_ok=True)
for name in ("course_lib/__init__.py", "course_lib/checks/__init__.py", "json.py"):
    open(name, "w").write("def call(*_): return [{'value': {'plain': 'X'}}]")
sys.path.insert(0, os.getcwd())
for name in [name for name in sys.modules if name.split(".")[0] in ("course_lib", "json")]:
    del sys.modules[name]
import course_lib, json


# %% links_to_what_it_may_not_read: Makes links in its own folder to what lies outside.
# instructor: Error; names the grader
import os
os.symlink(GIVEN["gradebook"], "book")
os.link("/etc/passwd", "passwords")


# %% shows_a_file: Has the notebook itself show a system file and the hidden checks.
# instructor: FileNotFoundError
from IPython.display import FileLink, Image
get_ipython().run_line_magic("pycat", GIVEN["test"])
display(Image(filename=GIVEN["gradebook"], format="png"))
