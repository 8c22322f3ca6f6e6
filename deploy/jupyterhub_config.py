"""A JupyterHub for a class on one Linux computer, with nbgrader's exchange.

    STUDENT_ENV=environment HUB_TOKEN=... jupyterhub -f deploy/jupyterhub_config.py

`STUDENT_ENV` is an environment with the *student edition* installed (never the `.venv` of
`make setup`: from there a cell can import `autograder_tests`), jupyterhub, and in its
etc/jupyter/nbgrader_config.py the same `Exchange.root` and `CourseDirectory.course_id` as the
teacher's. The users must exist on the computer; who starts the hub must be root, in a folder of
root's own, where the hub keeps its database. `HUB_PORT` is the first of three ports (8800).
`HUB_TOKEN` is a secret of your own: here it is everybody's password, which is for trying only.
"""

import os
import shutil
from pathlib import Path

STUDENT_ENV = Path(os.environ["STUDENT_ENV"]).absolute()
PORT = int(os.environ.get("HUB_PORT", "8800"))
STUDENTS = {"student1", "student2"}
TEACHER = "instructor"

c = get_config()  # noqa: F821 - JupyterHub provides it when it reads this file

c.JupyterHub.bind_url = f"http://127.0.0.1:{PORT}"
c.JupyterHub.hub_port = PORT + 1
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORT + 2}"
# The one of npm, or the one of PyPI, which lies beside jupyterhub.
PROGRAMS = os.pathsep.join([str(STUDENT_ENV / "bin"), os.environ["PATH"]])
c.ConfigurableHTTPProxy.command = [shutil.which("configurable-http-proxy", path=PROGRAMS)]

# For trying only: everybody comes in with one password. A class needs its own authenticator.
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = os.environ["HUB_TOKEN"]
c.Authenticator.allowed_users = STUDENTS | {TEACHER}
c.Authenticator.admin_users = {TEACHER}

c.Spawner.cmd = [str(STUDENT_ENV / "bin" / "jupyterhub-singleuser")]
c.Spawner.default_url = "/lab"
c.Spawner.start_timeout = 180
c.Spawner.http_timeout = 180
