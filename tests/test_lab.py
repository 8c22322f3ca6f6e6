"""JupyterLab itself starts with `course lab`, opens the first notebook and runs its Python."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "only-for-this-test"
FIRST = "00_start_here/00_start_here.ipynb"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a running JupyterLab, started as on a server; stopped after the test."""
    environment = {
        **os.environ,
        "JUPYTER_TOKEN": TOKEN,
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        # No settings of the reader who runs this test, and none changed.
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
    }
    command = [sys.executable, "-m", "course_tools.cli", "lab", "--no-browser"]
    settings = ["--ServerApp.port=0", "--ServerApp.ip=127.0.0.1"]
    log = tmp_path / "log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [*command, *settings],
            cwd=tmp_path,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield address_of(server, tmp_path / "runtime", log)
    finally:
        if sys.platform == "win32":
            server.terminate()
        else:
            os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)


def test_jupyterlab_opens_the_first_notebook_and_runs_python(lab: str) -> None:
    """The server answers, serves the page and the notebook, and starts and stops a kernel."""
    assert "started" in ask(lab, "api/status")
    notebook = ask(lab, f"api/contents/{FIRST}")
    assert notebook["type"] == "notebook"
    assert notebook["content"]["cells"]
    with urllib.request.urlopen(f"{lab}lab/tree/{FIRST}?token={TOKEN}", timeout=20) as page:  # noqa: S310
        assert b"JupyterLab" in page.read()
    news = ask(lab, "lab/api/settings/@jupyterlab/apputils-extension:notification")
    assert news["schema"]["properties"]["fetchNews"]["default"] == "false", "it would ask"
    kernel = ask(lab, "api/kernels", "POST", {"name": "python3", "path": FIRST})
    assert [one["id"] for one in ask(lab, "api/kernels")] == [kernel["id"]]
    ask(lab, f"api/kernels/{kernel['id']}", "DELETE")
    assert ask(lab, "api/kernels") == []


def address_of(server: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Where the server answers, as it writes down itself once it has found a free port."""
    for _ in range(300):
        for path in runtime.glob("jpserver-*.json"):
            # The file may be looked at before it is written to its end.
            text = path.read_text(encoding="utf-8")
            if text.rstrip().endswith("}"):
                port = json.loads(text)["port"]
                return wait_for(f"http://127.0.0.1:{port}/")
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


def wait_for(address: str) -> str:
    """This address, as soon as something answers there."""
    for _ in range(100):
        try:
            ask(address, "api/status")
        except URLError:
            time.sleep(0.1)
        else:
            break
    return address


def ask(address: str, path: str, method: str = "GET", data: Any = None) -> Any:
    """What the server answers to this question."""
    body = None if data is None else json.dumps(data).encode()
    headers = {"Authorization": f"token {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request(address + path, body, headers, method=method)  # noqa: S310
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - our own server
        text = answer.read()
    return json.loads(text) if text else None
