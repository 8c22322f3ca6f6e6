"""Which room of course_lib may import which, and a reader of imports that finds the others."""

import ast
from graphlib import CycleError, TopologicalSorter

BASE = {"game", "plain", "closed", "words"}
BELOW_VIEWS = BASE | {"games", "search", "watching", "play"}

MAY_IMPORT = {
    "closed": set(),
    "words": set(),
    "game": {"closed"},
    "plain": {"game"},
    "games": BASE,
    "search": BASE,
    "watching": BASE,
    "play": BASE | {"games", "search", "watching"},
    "bridges": BASE | {"games", "play"},
    "displays": BELOW_VIEWS | {"views"},
    "views": BELOW_VIEWS,
    "checks": BELOW_VIEWS | {"views"},
    "questions": BELOW_VIEWS | {"views", "checks"},
    "lessons": BELOW_VIEWS | {"views", "checks", "questions"},
    "commands": BELOW_VIEWS | {"views", "checks", "questions", "lessons"},
}
"""The rooms of `course_lib`, which knows no `course_tools` and no `autograder_tests`."""
SHARED = {"cluster", "files", "log", "notebooks", "settings", "workers"}
TOOLS = {
    **{room: set() for room in SHARED - {"cluster", "log"}},
    "cluster": {"workers"},
    "log": {"files"},
    "grader.sandbox": set(),
    "grader.judge": {"grader.sandbox"} | SHARED,
    "grader.classroom": {"grader.judge"} | SHARED,
    "grader.door": {"grader.classroom", "grader.judge", "grader.sandbox"} | SHARED,
    "grader.papers": {"grader.classroom", "grader.judge", "grader.sandbox"} | SHARED,
    "grader.league": {"grader.classroom", "grader.judge", "grader.sandbox"} | SHARED,
    "grader.example": SHARED,
    "grader.hand_in": {"grader.classroom", "grader.judge", "grader.league", "grader.sandbox"}
    | SHARED,
    "arena": set(),
    "arena.engines": set(),
    "arena.experts": {"arena.engines"},
    "arena.gtp": set(),
    "arena.record_forms": set(),
    "arena.which_game": set(),
    "arena.student_file": {"grader.sandbox"},
    "arena.named": {"arena.engines", "arena.experts"},
    "arena.server": {"arena.gtp", "arena.which_game", "files", "log"},
    "arena.terminal": {"arena.engines", "arena.experts", "arena.named", "arena.record_forms"},
    "arena.review": {"arena.student_file", "arena.file_rules", "grader.sandbox"},
    "arena.file_rules": {"arena.student_file"},
    "studio.whole_promise": set(),
    "studio.ledger": set(),
    "studio.build": {"grader.sandbox"} | SHARED,
    "studio.lectures": {"arena.server", "arena.student_file", "arena.which_game", "log"},
    "studio.site": {"studio.build", "studio.lectures", "grader.judge"} | SHARED,
    "autograder_tests": set(),
}
"""The rooms of `course_tools`, each of which may import all of `course_lib`, and these.

The houses are `grader`, `arena` and `studio`. `cli` may import all of them, and `autograder_tests`
none.
"""
HOUSES = {"grader", "arena", "studio"}
NO_GAME = ("grader.sandbox", "grader.judge", "grader.classroom", "grader.door")
"""They grade other courses as well: they import no game, no search and no lesson."""
GAMES = ("course_lib.games", "course_lib.search", "course_lib.lessons", "course_tools.arena")

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
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = (package.name, *path.relative_to(package).with_suffix("").parts)
        room = _tool_room(parts) if package.name == "course_tools" else package.name
        if room in {"", "cli"} or "hostile" in parts:  # a hostile submission's import is its attack
            continue
        for line, module in imports(path):
            other = _tool_room(module.split("."))
            if why := _tool_objection(room, other, module):
                place = path.relative_to(package.parent).as_posix()
                found.append(f"{place}:{line} is in {room}, {why}")
    return found


def _tool_objection(room, other, module):
    """Why this room of the tools may not import this module, or `None` if it may."""
    if room in NO_GAME and module.startswith(GAMES):
        return f"which grades any course, and imports {module}"
    if not other or other == room or other in TOOLS.get(room, set()):
        return None
    return f"and imports {module}"


def _tool_room(parts):
    """The room of `course_tools` in which this stands, by the parts of its name; or nothing."""
    inside = [part for part in parts[1:] if part != "__init__"]
    if parts[0] != "course_tools" or not inside:
        return ""
    return ".".join(inside[:2]) if inside[0] in HOUSES else inside[0]


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
