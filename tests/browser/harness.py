"""What the browser tests stand on: a watched page, a page around one widget, and real Jupyter."""

import functools
import gzip
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from console import quick_module
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from toy_course import ROOT

HERE = Path(__file__).resolve().parent
TOKEN = "only-for-these-tests"
LOCAL = {"127.0.0.1", "localhost", "::1"}
STAGE = "http://localhost/stage/"
"""Where the page around one widget seems to lie; nothing listens there, all is answered here."""

# Playwright's own list, which ours replaces, and what takes half of chromium's time and shows
# nobody anything: hidden pages for its address bar, and a process ready for the next site.
DISABLED = (
    "AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,LensOverlay,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,"
    "PreconnectToSearch,AimEnabled,ThirdPartyStoragePartitioning,WebUIOmniboxPopup,"
    "WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"
)

FLAGS = [
    "--no-sandbox",  # in a container one is root, and chromium would refuse to start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={DISABLED}",
]

JUPYTERS_OWN = re.compile(
    r"/api/(contents|workspaces|kernels)\b.*(404|409)|/api/me\b"
    # Notebook 7 has no file browser and not every setting that nbgrader's extension asks for.
    r"|reading 'schema'[^\x00]*/static/notebook/|Command 'filebrowser:open-path' not registered"
    # The browser edition asks for every file as one of the site first, also for one just written.
    r"|404[^\x00]*/lite/api/contents/"
    # A picture inside of a notebook is asked for by its name, before JupyterLab puts it there.
    r"|ERR_UNKNOWN_URL_SCHEME \(attachment:"
    # A kernel is restarted while the page still sets up a widget of it.
    r"|Failed to initialize model\.\s+at AbortSignal"
    # JupyterLab asks a kernel that has just gone for its debugger.
    r"|Could not restore the debugger state"
)
"""Complaints that a Jupyter makes by itself, before any cell of ours has run."""


def leaves(address):
    """Whether a request for this address would go to another machine."""
    parts = urlsplit(address)
    return parts.scheme not in {"data", "blob", "about", "file"} and parts.hostname not in LOCAL


def guard(context, problems):
    """Note what must not happen on any page of this context: errors, requests that leave."""

    def stop(route):
        problems.append(f"a request left the machine: {route.request.url}")
        route.abort()

    def listen(message):
        told = f"{message.text} ({message.location.get('url', '')})"
        # What was stopped is told once, above, and not again as the failure that it causes.
        blocked = "ERR_FAILED" in message.text and leaves(message.location.get("url", ""))
        if message.type == "error" and not blocked and not JUPYTERS_OWN.search(told):
            problems.append(f"console error: {told}")

    def hear(raised):
        told = raised.error.stack or str(raised.error)
        if not JUPYTERS_OWN.search(told):
            problems.append(f"error on the page: {told}")

    context.route(leaves, stop)
    context.on("console", listen)
    context.on("weberror", hear)


def put_on_stage(page, widget, state, *, in_browser=False):
    """The page, showing a widget of this class, or of this ESM file, with a pretended model.

    In the page `model` is that model, `sent` what the widget sent to Python, `saved` what it
    saved, and `root` the element it was drawn into. With `in_browser` each null is `undefined`,
    as it is where Python runs in the browser.
    """
    answers = {
        "": (HERE / "fake_model.html", "text/html"),
        "fake_model.js": (HERE / "fake_model.js", "text/javascript"),
        "widget.js": (getattr(widget, "_esm", widget), "text/javascript"),
        "widget.css": (getattr(widget, "_css", ""), "text/css"),
    }

    def answer(route):
        name = urlsplit(route.request.url).path.removeprefix("/stage/")
        if name == "state.json":
            route.fulfill(body=json.dumps(state), content_type="application/json")
        elif name in answers:
            text, kind = answers[name]
            body = text.read_text(encoding="utf-8") if isinstance(text, Path) else str(text)
            route.fulfill(body=body, content_type=kind)
        else:
            route.fulfill(body="", content_type="text/css")

    page.unroute(f"{STAGE}**")
    page.route(f"{STAGE}**", answer)
    page.goto(STAGE + "?undefined" * in_browser)
    page.wait_for_function("window.ready !== undefined", timeout=20_000)
    return page


SNAPSHOT = """(within) => document.querySelector(within).outerHTML
    + JSON.stringify([...document.querySelectorAll(`${within} :is(input, select)`)]
        .map((one) => one.value))
    + JSON.stringify([window.sent, window.saved])"""


def press(page, name, *, key=None, role="button", within="html"):
    """Press a control, by mouse or by a key while it has the focus; it must change something.

    `within` selects the part of the page that must change: in Jupyter, other parts change always.
    """
    control = page.locator(within).get_by_role(role, name=name, exact=True).first
    in_menu = page.locator(".cl-menu").get_by_role(
        role, name=name, exact=True, include_hidden=True
    ).count() > 0  # fmt: skip
    if in_menu and not control.is_visible():
        page.get_by_role("button", name="More", exact=True).click()
    control.wait_for(timeout=5_000)
    # What only shows that a control has the focus is no answer to pressing it.
    control.focus()
    before = page.evaluate(SNAPSHOT, within)
    if key:
        page.keyboard.press(key)
    else:
        control.click(timeout=5_000)
    must_change(page, before, f"{key or 'a click'} on {name!r}", within)
    if in_menu:
        page.keyboard.press("Escape")


@contextmanager
def menu(page):
    """The menu of a player while it is open."""
    page.get_by_role("button", name="More", exact=True).click()
    yield page.locator(".cl-menu")
    page.keyboard.press("Escape")


def choose(page, name, option):
    """Choose from a list in the menu of a player."""
    with menu(page) as found:
        found.get_by_role("combobox", name=name).select_option(option)


def press_key(page, key, *, within="html"):
    """Press a key where the focus is now; it must change something."""
    before = page.evaluate(SNAPSHOT, within)
    page.keyboard.press(key)
    must_change(page, before, f"the key {key}", within)


def must_change(page, before, what, within="html"):
    """Fail unless the page, or what the widget says to Python, becomes other than before."""
    asked = f"([within, before]) => ({SNAPSHOT})(within) !== before"
    try:
        page.wait_for_function(asked, arg=[within, before], timeout=2_000)
    except PlaywrightTimeout:
        raise AssertionError(f"{what} changed nothing") from None


def unfold_all(page):
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def step(page):
    """The step that is shown."""
    return int(page.locator(".cl-where").inner_text().split(" / ")[0].replace(",", ""))


def says(page, selector, words):
    """Wait until this part of the page says this."""
    page.wait_for_function(
        "([place, words]) => document.querySelector(place)?.textContent.includes(words)",
        arg=[selector, words],
        timeout=20_000,
    )


def lettered(page):
    """Whether the page has its words in the course's letters, which it brought along."""
    return page.evaluate(
        """async () => {
             await document.fonts.ready;
             const drawn = getComputedStyle(document.body).fontFamily.startsWith("Inter");
             return drawn && [...document.fonts].some((each) => each.status === "loaded");
           }"""
    )


def faults(page):
    """What axe-core finds wrong for people without sight or mouse, a line for each place."""
    found = find_spec("axe_playwright_python")
    assert found
    assert found.origin
    # Not as a script of the page, which may refuse those.
    page.evaluate(Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
    report = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['help']} at {node['html'][:160]}"
        for fault in report["violations"]
        for node in fault["nodes"]
    ]


class Files(http.server.SimpleHTTPRequestHandler):
    """Files with the kinds that a browser insists on, without a line for each."""

    extensions_map = {  # noqa: RUF012 - as the class above has it
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
    }

    def log_message(self, *_):
        """Say nothing."""


class Compressed(Files):
    """Files as most servers send them: what is text comes compressed."""

    def do_GET(self):
        """Send the file, or what `Files` says where there is none."""
        path = Path(self.translate_path(self.path))
        kind = self.guess_type(str(path))
        if not path.is_file() or not re.search("text|javascript|json|svg", kind):
            super().do_GET()
            return
        body = gzip.compress(path.read_bytes())
        self.send_response(200)
        for name, value in (("Type", kind), ("Encoding", "gzip"), ("Length", str(len(body)))):
            self.send_header(f"Content-{name}", value)
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def served(folder, kind=Files):
    """The address of these files, while they are served."""
    handler = functools.partial(kind, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


# --- a real Jupyter ---------------------------------------------------------------------------


class Jupyter:
    """A running Jupyter server, in which JupyterLab and Notebook 7 both open notebooks."""

    def __init__(self, address, root):
        """Remember where it answers, and where its notebooks lie."""
        self.address = address
        self.root = root
        self.written = 0

    def write(self, cells, *, outputs=None):
        """The name of a new notebook with these cells of code."""
        made = [nbformat.v4.new_code_cell(cell) for cell in cells]
        for cell, output in zip(made, outputs or [], strict=False):
            cell.outputs = [nbformat.v4.new_output("display_data", output)]
            cell.execution_count = 1
        book = nbformat.v4.new_notebook(cells=made)
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        self.written += 1
        name = f"book{self.written}.ipynb"
        nbformat.write(book, self.root / name)
        return name

    def open(self, page, name, *, view="lab/tree", run=True):
        """The page with this notebook open in it, and all its cells run."""
        reset = "&reset" if "lab" in view else ""
        page.goto(f"{self.address}{view}/{name}?token={TOKEN}{reset}", timeout=90_000)
        page.wait_for_function(READY, timeout=90_000)
        if run:
            page.wait_for_function(f"{BOOK}.sessionContext.session?.kernel?.status === 'idle'",
                                   timeout=60_000)  # fmt: skip
            page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
            page.wait_for_function(DONE, timeout=240_000)
        return page

    def stop_kernels(self):
        """End what the notebooks started, so that the next one finds the machine quiet."""
        for kernel in self.ask("api/kernels"):
            self.ask(f"api/kernels/{kernel['id']}", "DELETE")

    def ask(self, path, method="GET", data=None):
        """What the server's own interface answers."""
        body = None if data is None else json.dumps(data).encode()
        headers = {"Authorization": f"token {TOKEN}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, body, headers, method=method)  # noqa: S310 - our own server
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            text = answer.read()
        return json.loads(text) if text else None


BOOK = "window.jupyterapp?.shell.currentWidget"
READY = f"{BOOK}?.content?.widgets?.length > 0 && !!{BOOK}.sessionContext"
DONE = f"""{BOOK}.content.widgets.filter((one) => one.model.type === "code")
    .every((one) => one.model.executionCount !== null && one.model.executionState !== "running")"""

SETTINGS = {
    "ServerApp": {"ip": "127.0.0.1", "port": 0, "open_browser": False, "allow_root": True},
    "IdentityProvider": {"token": TOKEN},
    "LabApp": {
        "expose_app_in_browser": True,
        "extension_manager": "readonly",  # the other manager asks a registry for its list
        "news_url": None,
        "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    },
    "JupyterNotebookApp": {"expose_app_in_browser": True},
}

TRACKER = "@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
NEWS = "@jupyterlab/apputils-extension/notification.jupyterlab-settings"


@contextmanager
def jupyter_server(folder):
    """A Jupyter of its own in this folder.

    Its notebooks lie in a course's folder that is empty but for nbgrader's settings.
    """
    root, config = folder / "books", folder / "config"
    for path in (root, config):
        path.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    (config / "jupyter_server_config.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    preferences = {
        TRACKER: {"windowingMode": "none"},  # every cell is drawn, also below the window's edge
        NEWS: {"fetchNews": "false", "checkForUpdates": False},
    }
    for name, chosen in preferences.items():
        path = config / "lab" / "user-settings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(chosen), encoding="utf-8")
    # nbgrader looks in the folder where the server starts for the course's settings.
    command = quick_module("jupyterlab", f"--ServerApp.root_dir={root}")
    with started(command, root, folder, IPYTHONDIR=str(folder / "ipython")) as server:
        yield server


@contextmanager
def started(command, root, folder, **environment):
    """The Jupyter that this command starts in its root; settings, data and log are in the folder.

    None are the reader's, and none of those is changed.
    """
    own = {
        f"JUPYTER_{kind.upper()}_DIR": str(folder / kind) for kind in ("config", "data", "runtime")
    }
    log = folder / "log"
    with log.open("w") as said:
        server = subprocess.Popen(
            command,
            cwd=root,
            env={**os.environ, **own, **environment},
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        yield Jupyter(address_of(server, folder / "runtime", log), root)
    finally:
        stop(server)


def stop(server):
    """End the server with all that it started: kindly, and if it does not hear that, for sure."""
    for kindly in (True, False):
        if sys.platform == "win32":
            server.terminate() if kindly else server.kill()
        else:
            os.killpg(server.pid, signal.SIGTERM if kindly else signal.SIGKILL)
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            continue
        return


def address_of(server, runtime, log):
    """Where the server answers, as it writes down itself once it has found a free port."""
    for _ in range(600):
        for path in runtime.glob("jpserver-*.json"):
            # The file may be looked at before it is written to its end.
            text = path.read_text(encoding="utf-8")
            if text.rstrip().endswith("}"):
                address = f"http://127.0.0.1:{json.loads(text)['port']}/"
                if answers(f"{address}api/status?token={TOKEN}"):
                    return address
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise AssertionError(f"Jupyter did not start:\n{log.read_text(encoding='utf-8')}")


def answers(address):
    """Whether somebody answers there already."""
    try:
        with urllib.request.urlopen(address, timeout=5) as page:  # noqa: S310 - our own server
            return bool(page.status == 200)
    except (urllib.error.URLError, OSError):
        return False
