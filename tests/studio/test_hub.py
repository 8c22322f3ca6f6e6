"""A real JupyterHub, set up as `deploy/` says: a lesson goes out to two students, and comes back.

Three users, each with a server of their own: their names stand in an /etc/passwd that only the hub
and its servers see. `make hub` makes the environment, which no other test needs.
"""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zipfile
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode
from uuid import uuid4

import pytest
from console import ran
from grading_class import table_of
from ordinary_user import as_user, reachable
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from course_tools.studio.build.edition import FOLDER, write_edition

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv-hub"
COURSE, LESSON = "adversarial-search", "02_minimax"
USERS = {"instructor": 64001, "student1": 64002, "student2": 64003}
SECRET = "for trying only"
SEEN = """
import importlib.util as u, os, sys
names = {"autograder_tests", "solutions", "course_tools"}
print([name for name in names if u.find_spec(name)])
tops = [*sys.path, *TOPS]
print([place for top in tops for place, *found in os.walk(top) if names & {*sum(found, [])}])
import course_lib; print("course_lib is there")
"""
ready = os.name == "posix" and os.geteuid() == 0 and (ENVIRONMENT / "ready").is_file()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("bubblewrap"),
    pytest.mark.timeout(900),
    pytest.mark.skipif(not ready, reason="a hub needs root, and what `make hub` installs"),
]


class Hub:
    """The hub, its users' servers, and the course's folder of its teacher."""

    def __init__(self, folder, port):
        self.folder, self.address = folder, f"127.0.0.1:{port}"
        self.course = folder / "instructor" / "course"
        self.tokens = {}

    def ask(self, who, path, method="GET", data=None, *, form=False):
        """What comes back when this user asks for it, read as JSON where it is."""
        body = None if data is None else (urlencode(data) if form else json.dumps(data)).encode()
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        token = {"Authorization": f"token {self.tokens[who]}"} if who in self.tokens else {}
        token["Content-Type"] = kind
        line = HTTPConnection(self.address, timeout=120)
        try:
            line.request(method, path, body, token)
            answer = line.getresponse()
            read = answer.read()
        finally:
            line.close()
        if answer.status >= 400:
            raise ConnectionError(f"{method} {path}: {answer.status}, {read[:500]!r}")
        return json.loads(read or b"null")

    def come_in(self, who):
        """Let this user come in with the password, and wait until the own server is there."""
        login = {"auth": {"username": who, "password": SECRET}}
        self.tokens[who] = self.ask(who, f"/hub/api/users/{who}/tokens", "POST", login)["token"]
        self.ask(who, f"/hub/api/users/{who}/server", "POST", {})
        until = time.monotonic() + 180
        while not (self.ask(who, f"/hub/api/users/{who}")["servers"] or {"": {}})[""].get("ready"):
            assert time.monotonic() < until, f"the server of {who} does not start"
            time.sleep(1)

    def assignment(self, who, action):
        """What a press on a button of nbgrader's assignment list does."""
        names = {"course_id": COURSE, "assignment_id": LESSON}
        done = self.ask(who, f"/user/{who}/assignments/{action}", "POST", names, form=True)
        assert done["success"], done

    def contents(self, who, path, method="GET", data=None):
        """A file in the home of this user, read or written as JupyterLab does."""
        return self.ask(who, f"/user/{who}/api/contents/{quote(path)}", method, data)

    def runs(self, who, code):
        """What this cell prints, in a kernel of this user."""
        kernel = self.ask(who, f"/user/{who}/api/kernels", "POST", {"name": "python3"})["id"]
        header = {"msg_id": uuid4().hex, "msg_type": "execute_request", "session": uuid4().hex}
        header |= {"username": who, "version": "5.3"}
        content = {"code": code, "silent": False, "allow_stdin": False}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        url = f"ws://{self.address}/user/{who}/api/kernels/{kernel}/channels"
        request = HTTPRequest(url, headers={"Authorization": f"token {self.tokens[who]}"})

        async def printed():
            channel, said = await websocket_connect(request), []
            await channel.write_message(json.dumps(message | {"channel": "shell"}))
            while read := await channel.read_message():
                news = json.loads(read)
                if news["parent_header"].get("msg_id") == header["msg_id"]:
                    said += [news["content"].get("text", ""), news["content"].get("evalue", "")]
                    if news["content"].get("execution_state") == "idle":
                        break
            channel.close()
            return "".join(said)

        return asyncio.run(asyncio.wait_for(printed(), 120))

    def teacher(self, *words):
        """What a program of the course says, run by the teacher in the course's own folder."""
        number = USERS["instructor"]
        box = [*users(self.folder), "--chdir", str(self.course), *as_user(number)]
        command = [*box, sys.executable, "-m", *words]
        programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        home = {"HOME": str(self.folder / "instructor"), "PYTHONPATH": str(ROOT), "PATH": programs}
        done = ran(*command, env=os.environ | home)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def users(folder):
    """The words of bubblewrap behind which these users exist, and can read Python."""
    names = ("passwd", "group")
    shown = [word for name in names for word in ("--ro-bind", folder / name, f"/etc/{name}")]
    return [*reachable(ENVIRONMENT), *map(str, shown), "--die-with-parent"]


@pytest.fixture
def hub():
    """A hub that runs, with the lesson in its teacher's folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # everybody passes through it
        install(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        made = Hub(folder, port)
        hidden = ["--tmpfs", str(ROOT)]
        for kept in (ENVIRONMENT, ROOT / "deploy"):
            hidden += ["--ro-bind", str(kept), str(kept)]
        program = [f"{ENVIRONMENT}/bin/jupyterhub", "-f", f"{ROOT}/deploy/jupyterhub_config.py"]
        box = [*users(folder), *hidden, "--unshare-pid", "--chdir", str(folder / "hub"), *program]
        given = {"STUDENT_ENV": str(ENVIRONMENT), "HUB_TOKEN": SECRET, "HUB_PORT": str(port)}
        with (folder / "hub.log").open("w") as log:
            process = subprocess.Popen(box, env=os.environ | given, stdout=log, stderr=log)
        try:
            wait_for(made, process)
            yield made
        finally:
            process.kill()  # it is the first process of its namespace: all others end with it
            process.wait()


def install(folder):
    """The student edition, the exchange, the users' homes and the teacher's course."""
    write_edition(folder / "out.zip", ROOT)
    with zipfile.ZipFile(folder / "out.zip") as edition:
        edition.extractall(folder)
    python, alone = ENVIRONMENT / "bin/python", ("--quiet", "--no-deps", "--no-build-isolation")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--force-reinstall"]
    subprocess.run([*pip, *alone, folder / FOLDER], check=True)
    shutil.rmtree(folder / FOLDER)
    (folder / "exchange").mkdir()
    (folder / "exchange").chmod(0o777)
    (folder / "hub").mkdir(mode=0o700)
    settings = f"c = get_config()\nc.Exchange.root = {str(folder / 'exchange')!r}\n"
    settings += f"c.CourseDirectory.course_id = {COURSE!r}\n"
    (ENVIRONMENT / "etc/jupyter").mkdir(parents=True, exist_ok=True)
    (ENVIRONMENT / "etc/jupyter/nbgrader_config.py").write_text(settings)
    lines = {name: Path(f"/etc/{name}").read_text() for name in ("passwd", "group")}
    for name, number in USERS.items():
        home = folder / name
        home.mkdir(mode=0o700)
        lines["passwd"] += f"{name}:x:{number}:{number}::{home}:/bin/sh\n"
        lines["group"] += f"{name}:x:{number}:\n"
    course = folder / "instructor" / "course"
    for edition in ("notebooks", "solutions"):
        shutil.copytree(ROOT / edition / LESSON, course / edition / LESSON)
    text = (ROOT / "nbgrader_config.py").read_text()
    text += f"\nc.Exchange.root = {str(folder / 'exchange')!r}\n"
    (course / "nbgrader_config.py").write_text(text)
    place = folder / "instructor/.jupyter/nbgrader_config.py"
    place.parent.mkdir()
    place.write_text(text.replace("Path(__file__).resolve().parent", f"Path({str(course)!r})"))
    for name, number in USERS.items():
        for path in (folder / name, *(folder / name).rglob("*")):
            os.chown(path, number, number)
    for name, text in lines.items():
        (folder / name).write_text(text)


def wait_for(hub, process):
    """Come back when the hub answers."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        assert process.poll() is None, (hub.folder / "hub.log").read_text()[-3000:]
        try:
            hub.ask("nobody", "/hub/api/")
        except OSError:
            time.sleep(0.5)
        else:
            return
    raise TimeoutError("the hub does not answer")


def test_a_lesson_goes_out_through_the_hub_and_its_feedback_comes_back(hub):
    """Released, fetched, answered, submitted, collected, graded, commented, and read by Ada."""
    hub.teacher("nbgrader", "release_assignment", LESSON)
    solved = json.loads((ROOT / "solutions" / LESSON / f"{LESSON}.ipynb").read_text("utf-8"))
    marks = [(cell["metadata"].get("nbgrader", {}), cell["source"]) for cell in solved["cells"]]
    answers = {mark["grade_id"]: text for mark, text in marks if mark.get("solution")}
    points = {mark["grade_id"][6:]: mark["points"] for mark, _ in marks if mark.get("points")}
    few = dict(list(answers.items())[:3])
    path = f"{LESSON}/{LESSON}.ipynb"
    for student, chosen in (("student1", answers), ("student2", few)):
        hub.come_in(student)
        hub.assignment(student, "fetch")
        notebook = hub.contents(student, path)["content"]
        for cell in notebook["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            cell["source"] = chosen.get(name, cell["source"])
        written = {"type": "notebook", "format": "json", "content": notebook}
        hub.contents(student, path, "PUT", written)
        hub.assignment(student, "submit")
    tops = [str(ROOT), str(hub.folder)]
    said = hub.runs("student1", SEEN.replace("TOPS", repr(tops)))
    assert said.split("\n")[:3] == ["[]", "[]", "course_lib is there"], said

    hub.teacher("nbgrader", "collect", LESSON)
    said = hub.teacher("course_tools.cli", "grade", "--root", ".", "--lesson", LESSON[:2])
    assert "Please look at" not in said
    expected = {
        "student1": sum(points.values()),
        "student2": sum(points.get(name, 0) for name in few),
    }
    assert {row["student"]: float(row["total"]) for row in table_of(hub.course)} == expected

    hub.come_in("instructor")
    api = "/user/instructor/formgrader/api"
    handed_in = hub.ask("instructor", f"{api}/submitted_notebooks/{LESSON}/{LESSON}")
    [one] = [each["id"] for each in handed_in if each["student"] == "student1"]
    comments = hub.ask("instructor", f"{api}/comments?submission_id={one}")
    words = {"manual_comment": "Well argued, Ada."}
    hub.ask("instructor", f"{api}/comment/{comments[0]['id']}", "PUT", words)
    hub.teacher("nbgrader", "generate_feedback", LESSON)
    hub.teacher("nbgrader", "release_feedback", LESSON)
    hub.assignment("student1", "fetch_feedback")
    [when] = hub.contents("student1", f"{LESSON}/feedback")["content"]
    page = hub.contents("student1", f"{when['path']}/{LESSON}.html")["content"]
    assert "Well argued, Ada." in page
