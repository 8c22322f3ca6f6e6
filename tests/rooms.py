"""Which room of course_lib may import which, and a reader of imports that finds the others."""

import ast
from graphlib import CycleError, TopologicalSorter

BASE = {"game", "plain", "closed"}
BELOW_VIEWS = BASE | {"games", "search", "watch", "play"}

MAY_IMPORT = {
    "closed": set(),
    "game": {"closed"},
    "plain": {"game"},
    "games": BASE,
    "search": BASE,
    "watch": BASE,
    "play": BASE | {"games", "search", "watch"},
    "bridges": BASE | {"games", "play"},
    "displays": BELOW_VIEWS | {"views"},
    "views": BELOW_VIEWS,
    "checks": BELOW_VIEWS | {"views"},
    "lessons": BELOW_VIEWS | {"views", "checks"},
    "commands": BELOW_VIEWS | {"views", "checks", "lessons"},
}
"""The rooms of `course_lib`, which knows no `course_tools` and no `autograder_tests`."""
TOOLS = {
    "files": set(),
    "workers": set(),
    "notebooks": set(),
    "settings": set(),
    "engines": set(),
    "sandbox": set(),
    "judge": {"files", "notebooks", "sandbox", "settings", "workers"},
    "classroom": {"files", "judge", "notebooks", "settings", "workers"},
    "door": {"classroom", "files", "judge", "sandbox"},
    "league": {"classroom", "files", "judge", "notebooks", "sandbox", "settings", "workers"},
    "hand_in": {"classroom", "files", "judge", "league", "notebooks", "sandbox", "settings"}
    | {"workers"},
    "experts": {"engines"},
    "arena": {"engines", "experts", "files", "sandbox"},
    "review": {"arena", "sandbox"},
    "lectures": {"arena"},
    "build": {"notebooks", "sandbox", "settings"},
    "exam": set(),
    "defend": {"classroom", "exam", "files", "judge", "notebooks", "sandbox", "settings"}
    | {"workers"},
    "site": {"build", "judge", "lectures", "notebooks"},
    "cli": {"engines", "experts", "lectures", "build", "arena", "review", "classroom", "judge"}
    | {"league", "files", "workers", "settings", "site", "exam", "hand_in", "sandbox", "defend"},
    "autograder_tests": set(),
}
"""The rooms of `course_tools`, each of which may import all of `course_lib`, and these.

`autograder_tests` imports none of them.
"""

WIDGETS = {"ipywidgets", "anywidget", "IPython", "matplotlib", "graphviz"}
GRADERS = {"nbgrader", "jupytext"}
TEACHERS = {"course_tools", "autograder_tests"}


def wrong_imports(package):
    """A sentence for each import in this package's files that its room may not have."""
    return [
        f"{where} is in {room}, {why}"
        for where, room, module in _imported(package)
        for why in [objection(package.name, room, module)]
        if why
    ]


def _imported(package):
    """Each import in this package's files: where it stands, in which room, and what it brings."""
    for path in sorted(package.rglob("*.py")):
        room = path.relative_to(package).with_suffix("").parts[0]
        for line, module in imports(path):
            yield f"{path.relative_to(package.parent).as_posix()}:{line}", room, module


def objection(package, room, module):
    """Why this room may not import this module, or `None` if it may."""
    top, _, rest = module.partition(".")
    if not top:
        return "and imports by dots; write the whole name"
    if top in WIDGETS and room in BELOW_VIEWS | {"__init__"}:
        return f"below views, and imports {top}"
    if top in GRADERS | TEACHERS:
        return f"and imports {top}, which no student has"
    if top != package or room == "__init__":
        return None  # the package's own face may show what it likes of its rooms
    if room not in MAY_IMPORT:
        return "a room that tests/rooms.py does not know: write there what it may import"
    other = rest.partition(".")[0]
    if not other:
        # The face brings all rooms with it; only what no other room imports may look at it.
        return None if room == "commands" else "and imports the package's face"
    if other == room or other in MAY_IMPORT[room]:
        return None
    return f"and imports {other}"


def wrong_tools(package):
    """A sentence for each import of a room of `course_tools` where this package may not know it."""
    return [
        f"{where} is in {room}, and imports {module}"
        for where, room, module in _imported(package)
        for other in [module.split(".")[1:2]]
        if module.startswith("course_tools.") and other != [room]
        if room not in {"__init__", "hostile"}  # what a hostile submission imports is its attack
        if not set(other) <= TOOLS.get(package.name, TOOLS.get(room, set()))
    ]


def circle(*packages):
    """Modules that import each other in a circle, wherever in them the imports stand, or `[]`."""
    files = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts): path
        for package in packages
        for path in package.rglob("*.py")
    }
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    graph = {}
    for name, path in files.items():
        # `from a.b import c` means the module `a.b.c` where there is one, else what `a.b` gives.
        wanted = {
            module if module in files else module.rpartition(".")[0] for _, module in imports(path)
        }
        graph[name] = (wanted & set(files)) - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def imports(path):
    """The line and the module of each import in this file, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "."
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                # `from course_lib import games` means a room as much as `import course_lib.games`.
                yield node.lineno, f"{node.module}.{name.name}"
