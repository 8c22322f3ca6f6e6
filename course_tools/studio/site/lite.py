"""The browser edition: JupyterLite with the students' notebooks, nothing to install.

Python itself (Pyodide) runs in the reader's browser. All files lie in the site: the notebooks, the
library as students get it, and what the kernel needs, which is there before the first cell runs.
No page asks another machine for anything. `lite.lock` pins every part; `fetched` brings them once.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from course_tools.notebooks import STUDENTS, notebook_bytes, read_notebook
from course_tools.studio.build.edition import DATE, Edition, checked
from course_tools.studio.build.packages import plain
from course_tools.studio.build.wheel import write_wheel

HERE = Path(__file__).parent
TITLE = "Adversarial search"
LOCK = HERE / "lite.lock"
STORE = Path(sys.prefix, "lite")
"""Where the parts are kept between two builds."""

PURE = ("--only-binary=:all:", "--platform=any", "--python-version=3.14", "--abi=none", "--no-deps")
QUIET = ("--disable-pip-version-check", "--quiet", "--retries=1", "--timeout=30")
PACK = ("pack", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=30000")
"""Where no registry answers, one hears of it within seconds."""

KERNEL = "jupyterlite-pyodide-kernel"
PARTS_OF_KERNEL = ("ipykernel", "piplite", "pyodide_kernel")
"""Wheels inside the kernel's own wheel."""

INSTALLER = "piplite/piplite.py"
EARLY = "early.mjs"
CORE = "pyodide.core.mjs"
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
COMPILED = "course_compiled"
IN_NODE = """
import { writeFileSync } from "node:fs";
const [place, packages, program, file] = process.argv.slice(1);
const { loadPyodide } = await import(`${place}/pyodide.mjs`);
const env = { HOME: "/home", PYTHONHASHSEED: "0" };
const pyodide = await loadPyodide({ packages: JSON.parse(packages), env });
try {
  writeFileSync(file, pyodide.runPython(program).toJs());
} catch (error) { // Node.js would print a megabyte of code around it
  console.log(`${error}`);
  process.exitCode = 1;
}
"""
COMPILE = """
import importlib, io, pkgutil, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc as pyc

sys.dont_write_bytecode = False  # what is compiled for its import is read again below
import anywidget, course_lib, ipywidgets, pyodide_kernel

for room in pkgutil.walk_packages(course_lib.__path__, "course_lib."):
    if not {"commands", "bridges", "__main__"} & set(room.name.split(".")):
        importlib.import_module(room.name)
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w") as archive:
    files = {getattr(each, "__file__", None): each for each in sys.modules.values()}
    for file, module in sorted((file, each) for file, each in files.items() if file):
        if file.endswith(".py") and (spec := module.__spec__):
            archive.writestr(file, pyc(spec.loader.get_code(spec.name), bytes(8), False))
packed.getvalue()
"""
"""Run by Pyodide in Node.js: all that it would otherwise compile at each start, by its file."""

ZIPPER = "fflate"
SCRIPTS = ("extension.js", "keeping.mjs")
WORKER = "service-worker.js"
OFFLINE = "offline.json"
DROP_BOX = "hand-in.json"
"""Where a class server says that it takes what is handed in; any other server has no drop box."""

OF_JUPYTERLITE = "service-worker-of-jupyterlite.js"
NAMES = {
    "<title>JupyterLite</title>": f'<title>{TITLE}</title><link rel="icon" href="../icon.svg">',
    "WASM powered Jupyter running in the browser.": "Lessons to work on, with nothing to install.",
    "Loading JupyterLite...": "Loading the lessons ...",
    "JupyterLite requires JavaScript": "The lessons need JavaScript",
}
"""What the page says before JupyterLab is there, and what it says instead."""

ONLINE = re.compile(
    r"^doc/|^rspack|^lab/favicon|^[\w-]*worker|schema\.v0\.json$|licenses\.json$|\.(eot|ttf)$"
)
"""What a lesson never asks for: it isn't copied for times without a network."""

OTHERS = re.compile(r"/third_party/(django|.*/third_party/(?!.*/typing_ext))")
"""What jedi knows of packages that nobody has here: 1,700 small files."""

METADATA = {
    "kernelspec": {"name": "python", "display_name": "Python (Pyodide)", "language": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}
"""What the kernel says of itself. JupyterLab notes it in a notebook that says otherwise, which is
then unsaved before anybody has done something."""

PREFERENCES = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}
"""JupyterLab is light or dark as the reader's system is."""

STORAGE = {
    "enableMemoryStorage": "true",
    **{
        f"{what}StorageDrivers": ["asyncStorage", "memoryStorageDriver"]
        for what in ("contents", "settings", "workspaces")
    },
}
"""What the browser keeps goes into its database; where there is none, into memory alone."""


Parts = dict[str, dict[str, str]]


class NotHere(ValueError):
    """What the edition is made of, or with, is not here and could not be had."""


def make_lite(root: Path, out: Path, changed: int, packed: Edition | None = None) -> None:
    """Write the browser edition of the course in `root`, or of these files, into the folder `out`.

    `changed` is when the course was changed, which the file browser says of each lesson.
    """
    lock = tomllib.loads(LOCK.read_text(encoding="utf-8"))
    parts = need_parts()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        lite, tools = work / "lite", work / "tools"
        for name in lock["tools"] | {KERNEL: ""}:
            with zipfile.ZipFile(parts[name]) as wheel:
                wheel.extractall(tools)  # noqa: S202 - the lock says which wheel
        edition = packed or checked(root)
        packages = _kernel(lite / "static" / "pyodide", lock, parts, _library(root, edition, work))
        _files(lite / "files", edition, work)
        _write(_extension(parts[ZIPPER]), work / "extension")
        settings = _settings(packages)
        (lite / "jupyter-lite.json").write_text(json.dumps(settings), encoding="utf-8")
        extensions = [str(parts[name]) for name in lock["extensions"]] + [str(work / "extension")]
        build = {
            "LiteBuildConfig": {
                "apps": ["lab"],
                "contents": ["files"],
                "federated_extensions": extensions,
                "ignore_sys_prefix": ["federated_extensions"],
                "no_sourcemaps": True,
                "no_unused_shared_packages": True,
                "output_dir": str(work / "out"),
            }
        }
        (lite / "jupyter_lite_config.json").write_text(json.dumps(build), encoding="utf-8")
        when = {"SOURCE_DATE_EPOCH": str(changed)}
        _run("-m", "jupyterlite_core", "build", cwd=lite, PYTHONPATH=str(tools), **when)
        _write_early(work / "out", packages)
        _make_ours(work / "out")
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(work / "out", out)


def need_parts() -> dict[str, Path]:
    """The files of all parts; `NotHere` says what is missing to make the edition with."""
    for name in ("node", "npm"):
        _program(name)
    return fetched(tomllib.loads(LOCK.read_text(encoding="utf-8")), STORE)


def fetched(lock: Parts, store: Path) -> dict[str, Path]:
    """The file of each part in the lock; what is not in the store yet is downloaded into it.

    pip and npm ask the registries they are set up for; where these give nothing, it is `NotHere`.
    A `ValueError` says what came where it is not what the lock names.
    """
    store.mkdir(parents=True, exist_ok=True)
    pins = {name: pin.split() for table in lock.values() for name, pin in table.items()}
    missing = {
        name: version for name, (version, _) in pins.items() if not _file(name, version, store)
    }
    try:
        for name in sorted(lock["npm"].keys() & missing):
            _check([_program("npm"), *PACK, f"{name}@{missing.pop(name)}"], store)
        if missing:
            wanted = [f"{name}=={version}" for name, version in sorted(missing.items())]
            _run("-m", "pip", *QUIET, "download", *PURE, *wanted, cwd=store)
    except NotHere:
        raise
    except ValueError as error:
        raise NotHere(
            f"the parts of the browser edition can't be downloaded now; {error}"
        ) from None
    files = {name: _file(name, version, store) for name, (version, _) in pins.items()}
    found = {name: path and _digest(path.read_bytes()) for name, path in files.items()}
    if wrong := [name for name, (_, digest) in pins.items() if found[name] != digest]:
        for name in wrong:  # the next try downloads it again
            if path := files[name]:
                path.unlink()
        came = "\n".join(f'{name} = "{pins[name][0]} {found[name]}"' for name in wrong)
        raise ValueError(
            f"{LOCK.name} does not name the files that were downloaded, which are:\n{came}"
        )
    return {name: path for name, path in files.items() if path}


def _file(name: str, version: str, store: Path) -> Path | None:
    """The file of this part, or `None`."""
    wanted = f"{plain(name)}-{version}"
    return next(
        (
            path
            for path in sorted(store.iterdir())
            if "-".join([plain(path.name.split("-")[0]), *path.name.split("-")[1:]]).startswith(
                (f"{wanted}-", f"{wanted}.tgz")
            )
        ),
        None,
    )


def _library(root: Path, edition: Edition, work: Path) -> Path:
    """The wheel of `course_lib` as students get it, in this folder, where the edition lies too."""
    _write(edition, work / "edition")
    return _renamed(write_wheel(work / "wheel", root, edition))


def _renamed(wheel: Path) -> Path:
    """The wheel under a name that is new when its contents are: browsers may keep it for long."""
    name, version, *rest = wheel.name.split("-")
    number = int(_digest(wheel.read_bytes())[:10], 16)
    return wheel.rename(wheel.with_name("-".join([name, version, str(number), *rest])))


def _kernel(place: Path, lock: Parts, parts: dict[str, Path], library: Path) -> list[str]:
    """Write Pyodide with all wheels that the kernel has at its start, and name these."""
    place.mkdir(parents=True)
    with tarfile.open(parts["pyodide"]) as archive:
        for name in (*OF_PYODIDE, "pyodide-lock.json"):
            member = archive.extractfile(f"package/{name}")
            assert member is not None  # noqa: S101 - the digest says which file it is
            (place / name).write_bytes(member.read())
    with zipfile.ZipFile(parts[KERNEL]) as whole:
        for name in whole.namelist():
            if name.endswith(".whl") and Path(name).name.startswith(PARTS_OF_KERNEL):
                (place / Path(name).name).write_bytes(whole.read(name))
    for path in (*(parts[name] for name in lock["kernel"]), library):
        shutil.copyfile(path, place / path.name)
    (place / "pyodide.mjs").rename(place / CORE)
    shutil.copyfile(HERE / "pyodide.mjs", place / "pyodide.mjs")
    _rewrite(place / parts["jedi"].name)
    [piplite] = place.glob("piplite-*.whl")
    _rewrite(piplite, {INSTALLER: (HERE / "piplite.py").read_bytes()})
    packages = _indexed(place)
    made = place.parent / "compiled.zip"
    words = ["--input-type=module", "-e", IN_NODE, place.as_uri(), json.dumps(packages), COMPILE]
    _check([_program("node"), *words, str(made)], place)
    _add_compiled(made, place)
    return _indexed(place)


def _write_early(site: Path, packages: list[str]) -> None:
    """Write the worker that `extension.js` starts: JupyterLite's own, with Python begun in it."""
    [worker] = site.glob("extensions/@jupyterlite/pyodide-kernel-extension/static/comlink.worker.*")
    lines = [
        'import { begin } from "./pyodide.mjs";',
        f'import "../../{worker.relative_to(site).as_posix()}";',
        f"begin({json.dumps(packages)});",
    ]
    (site / "static" / "pyodide" / EARLY).write_text("\n".join(lines), encoding="utf-8")


def _make_ours(site: Path) -> None:
    """Give the app our name and icon, and a worker that does without a network."""
    page = site / "lab" / "index.html"
    text = page.read_text(encoding="utf-8")
    for theirs, ours in NAMES.items():
        if theirs not in text:
            raise ValueError(f"JupyterLite's page no longer says {theirs!r}; change NAMES")
        text = text.replace(theirs, ours)
    page.write_text(text, encoding="utf-8", newline="\n")
    for icon in site.glob("icon-*.png"):
        icon.unlink()
    shutil.copyfile(HERE / "style" / "icon.svg", site / "icon.svg")
    manifest = {
        "name": TITLE,
        "short_name": TITLE,
        "description": "A course on game tree search, in notebooks.",
        "start_url": "./lab/index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fff",
        "icons": [{"src": "./icon.svg", "type": "image/svg+xml", "sizes": "any"}],
    }
    (site / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    (site / DROP_BOX).write_text("{}", encoding="utf-8")
    (site / WORKER).rename(site / OF_JUPYTERLITE)
    shutil.copyfile(HERE / WORKER, site / WORKER)
    digests = {
        path.relative_to(site).as_posix(): _digest(path.read_bytes())
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }
    offline = {
        "version": _digest(json.dumps(digests).encode())[:16],
        "files": [*(name for name in digests if not ONLINE.search(name)), OFFLINE],
    }
    (site / OFFLINE).write_text(json.dumps(offline), encoding="utf-8")


def _add_compiled(made: Path, place: Path) -> None:
    """Give Python what is compiled already: its own modules, and those of the wheels."""
    own: dict[str, bytes] = {}
    others: dict[str, bytes] = {}
    with zipfile.ZipFile(made) as archive:
        for name in archive.namelist():
            _, inside, rest = name.partition("/site-packages/")
            if inside:
                source = PurePosixPath(rest)
                others[f"{source.parent}/__pycache__/{source.stem}.cpython-314.pyc"] = archive.read(
                    name
                )
            else:
                own[f"{name.partition('.zip/')[2]}c"] = archive.read(name)
    made.unlink()
    others[f"{COMPILED}-0.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {COMPILED}\nVersion: 0\n".encode()
    )
    wheel = place / f"{COMPILED}-0-py3-none-any.whl"
    for path, files in ((wheel, others), (place / "python_stdlib.zip", own)):
        with zipfile.ZipFile(path, "a") as archive:
            for name, data in sorted(files.items()):
                archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED)
    _renamed(wheel)


def _rewrite(wheel: Path, files: dict[str, bytes] | None = None) -> None:
    """Put these files into the wheel, and leave out `OTHERS`, which would take long to unpack."""
    whole = wheel.rename(wheel.with_suffix(".whole"))
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(wheel, "w") as new:
        for entry in old.infolist():
            if not OTHERS.search(entry.filename):
                data = (files or {}).get(entry.filename) or old.read(entry)
                new.writestr(entry, data, zipfile.ZIP_DEFLATED)
    whole.unlink()


def _indexed(place: Path) -> list[str]:
    """Write Pyodide's list of the wheels that lie beside it, and name them."""
    index = json.loads((place / "pyodide-lock.json").read_text(encoding="utf-8"))
    index["packages"] = {
        plain(path.name.split("-")[0]): {
            "name": plain(path.name.split("-")[0]),
            "version": path.name.split("-")[1],
            "file_name": path.name,
            "install_dir": "site",
            "sha256": _digest(path.read_bytes()),
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }
        for path in sorted(place.glob("*.whl"))
    }
    (place / "pyodide-lock.json").write_text(json.dumps(index), encoding="utf-8")
    return list(index["packages"])


def _settings(packages: list[str]) -> dict[str, Any]:
    """What JupyterLite is told: where Python lies, and what it has at its start."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*packages, "micropip"]},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": TITLE,
            "faviconUrl": "./icon.svg",
            **STORAGE,
            "settingsOverrides": PREFERENCES,
            "exposeAppInBrowser": True,  # tests reach the cells through it
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }


def _extension(zipper: Path) -> dict[str, bytes]:
    """The files of our own extension: buttons above every notebook, and one that goes.

    No browser lets a running cell be interrupted, so the square would only be pressed in vain.
    """
    buttons = [
        {"name": "hand-in", "command": "course:hand-in", "rank": 60},
        {"name": "save-all", "command": "course:save-all", "rank": 61},
        {"name": "bring-back", "command": "course:bring-back", "rank": 62},
        {"name": "update", "command": "course:update", "rank": 63},
        {"name": "interrupt", "command": "notebook:interrupt-kernel", "disabled": True},
    ]
    schema = {
        "title": "Hand in",
        "description": "Buttons that hand in, save, bring back and update notebooks.",
        "jupyter.lab.toolbars": {"Notebook": buttons},
        "type": "object",
    }
    build = {"load": "static/extension.js", "extension": "./extension"}
    package = {"name": "course-hand-in", "version": "1.0.0", "jupyterlab": {"_build": build}}
    return {
        "package.json": json.dumps(package).encode(),
        "schemas/course-hand-in/package.json.orig": json.dumps(package).encode(),
        "schemas/course-hand-in/plugin.json": json.dumps(schema).encode(),
        "static/fflate.mjs": _zipper(zipper),
        **{f"static/{name}": (HERE / name).read_bytes() for name in SCRIPTS},
    }


def _zipper(part: Path) -> bytes:
    """The module that packs and unpacks zip files, under its licence."""
    with tarfile.open(part) as archive:
        licence, code = (
            archive.extractfile(f"package/{name}") for name in ("LICENSE", "esm/browser.js")
        )
        assert licence is not None  # noqa: S101 - the digest says which file it is
        assert code is not None  # noqa: S101 - the same
        return b"/*\n" + licence.read() + b"*/\n" + code.read()


def _files(place: Path, edition: Edition, work: Path) -> None:
    """Write what lies in the file browser: the lessons, for the one kernel that is there."""
    for name in edition:
        if name.startswith(f"{STUDENTS}/"):
            notebook = read_notebook(work / "edition" / name)
            assert notebook is not None  # noqa: S101 - it has just been written
            notebook.metadata.update(METADATA)
            _write({name: notebook_bytes(notebook)}, place)


def _write(files: Edition, folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _program(name: str) -> str:
    """Where this program of Node.js is; a `ValueError` where it is not."""
    if place := shutil.which(name):
        return place
    raise NotHere(
        f"the browser edition is made with {name}, which is not here: install Node.js, or make the"
        " site without that edition (make site ARGS=--no-lite)"
    )


def _run(*words: str, cwd: Path, **environment: str) -> None:
    """Run our own Python with these words; a `ValueError` with what it said if it fails."""
    _check([sys.executable, *words], cwd, **environment)


def _check(words: list[str], cwd: Path, **environment: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        words, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = "\n".join(line[:300] for line in (done.stdout + done.stderr).splitlines()[-20:])
        raise ValueError(f"the browser edition was not made: {Path(words[0]).name} said\n{said}")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
