"""Any text of Python with a search in it: run it, find its tree, judge what is known.

`course demo FILE.py` asks this, and the page "Paste your own". The page hands over text and gets
plain data back. A fault in the text is a sentence with its line, never an exception. This imports
nothing but `course_lib`, so it runs in a browser, and in a test.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
import io
import linecache
import math
import re
import sys
from base64 import b85decode, b85encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from random import Random
from textwrap import dedent
from types import FunctionType
from typing import Any

import course_lib
from course_lib.checks.cases import GAMES, Exercise, arguments_of, call_in, exercises
from course_lib.checks.checking import verdict_in
from course_lib.checks.keeping import names_used
from course_lib.checks.verdict import Verdict, heading
from course_lib.plain import from_json, to_json, visible
from course_lib.play.clock import OutOfTime
from course_lib.views.trees import film_of
from course_lib.views.trees.words import WORDS
from course_lib.watching import SearchTrace, watch
from course_lib.watching.record import STDLIB, code_of
from course_lib.watching.run import game_among
from course_lib.watching.trace import Stop
from course_lib.words import told

FILE = "<your code>"
"""What Python calls the text that was pasted."""

MOST_NODES = 1_500
"""A search with a larger tree is stopped: the page shows its beginning."""

_COURSE = [
    str(Path(course_lib.__file__).parents[1] / room) for room in ("course_lib", "course_tools")
]
_MOST_PRINTED = 2_000
_WATCHED = "__watched__"
_TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
_BOARD = "[['X', 'O', 'X'], ['O', 'O', None], [None, 'X', None]]"
_GUESSES: dict[str, tuple[str, ...]] = {
    "node tree root position nodes": (_TREE,),
    "game problem": (f"TextbookTree({_TREE})",),
    "state": ("()",),
    "board": (_BOARD, _BOARD.replace("], [", ", ")[1:-1]),
    "alpha a": ("-inf",),
    "beta b": ("inf",),
    "depth d max_depth maxDepth": ("2", "0"),
    "maximizing maximizingPlayer maximizing_player is_max isMax is_maximizing isMaximizing maximize"
    " max_player maxTurn is_maximizing_player maximising": ("True",),
    "color colour sign": ("1",),
    "player turn": ("'X'", "True"),
    "scores values leaves": ("[3, 5, 2, 9, 12, 5, 23, 23]",),
    "nodeIndex node_index index curDepth cur_depth current_depth": ("0",),
    "h height target targetDepth target_depth treeDepth": ("3",),
    "n heap pile sticks stones": ("5",),
    "heaps piles": ("(1, 2)",),
    "rng": ("Random(1)",),
    "seen table memo cache": ("{}",),
    "simulations iterations rollouts": ("40",),
    "evaluate evaluation heuristic": ("lambda *_: 0",),
}
"""What to hand over where nobody says it, by the names that arguments usually have."""


@dataclass
class Pasted:
    """A text that was pasted: what it defines, and what its searches did."""

    source: str
    tree: ast.Module
    names: dict[str, Any] = field(default_factory=dict)
    traces: list[tuple[SearchTrace, tuple[Any, ...]]] = field(default_factory=list)
    printed: io.StringIO = field(default_factory=io.StringIO)
    most: int = MOST_NODES
    imports: bool = False
    """Whether searches that it imports are its own as well."""

    def __post_init__(self) -> None:
        lines = self.source.splitlines(keepends=True)
        linecache.cache[FILE] = (len(self.source), None, lines, FILE)
        self.names = _names_in_a_notebook()
        self.names[_WATCHED] = self.watched

    def run(self, tree: ast.Module) -> None:
        """Run these statements; what they print is kept."""
        code = compile(ast.fix_missing_locations(tree), FILE, "exec")
        stack = sys.getrecursionlimit()
        try:
            with (
                contextlib.redirect_stdout(self.printed),
                contextlib.redirect_stderr(io.StringIO()),
            ):
                exec(code, self.names)  # noqa: S102 - what the page is for
        finally:
            sys.setrecursionlimit(stack)

    def watched(self, function: Any, /, *arguments: Any, **options: Any) -> Any:
        """What this call gives back; if it is one of the text's own functions, it is recorded."""
        code = None if isinstance(function, type) else code_of(function)
        ours = str(getattr(function, "__module__", "")).startswith("course_lib.search")
        if code is None or not (ours or self._is_own(code.co_filename)):
            return function(*arguments, **options)
        if inspect.iscoroutinefunction(function):
            return function(*arguments, **options)
        trace = watch(
            function, *arguments, most_nodes=self.most, stop_when_full=True, **options
        )  # fmt: skip
        if not arguments and trace.stop is not None and trace.stop.why is Stop.CALLS:
            return function(**options)  # long, and no search: it makes what the search is given
        self.traces.append((trace, arguments))
        if trace.error is not None or (trace.stop is not None and trace.stop.ended):
            raise _Enough
        return trace.returned

    def _is_own(self, file: str) -> bool:
        return file == FILE or (self.imports and is_own(file))

    def best(self) -> tuple[SearchTrace, tuple[Any, ...]] | None:
        """The search with the largest tree, with its arguments."""
        return max(self.traces, key=lambda each: len(each[0].nodes), default=None)


def is_own(file: str) -> bool:
    """Whether this is somebody's own file: none of Python's, of a package, or of the course."""
    return "-packages" not in file and not file.startswith(("<", *STDLIB, *_COURSE))


class _Enough(BaseException):
    """Ends a program whose search has failed, or is longer than can be shown."""


def _names_in_a_notebook() -> dict[str, Any]:
    """The names that a text may use without importing them, as a lesson's cells do."""
    ours = {name: getattr(course_lib, name) for name in course_lib.__all__}
    return {"__name__": "__main__", **ours, **GAMES, "Random": Random, "inf": math.inf,
            "math": math}  # fmt: skip


class _Calls(ast.NodeTransformer):
    """Makes every call outside of functions one that is watched."""

    def visit_Call(self, call: ast.Call) -> ast.AST:
        """`f(x)` becomes `__watched__(f, x)`, but for Python's own functions."""
        self.generic_visit(call)
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in {"super", "locals", "globals", "vars", "exec", "eval", "dir"}:
            return call
        watched = ast.copy_location(ast.Name(_WATCHED, ast.Load()), call.func)
        return ast.copy_location(ast.Call(watched, [call.func, *call.args], call.keywords), call)

    def visit(self, node: ast.AST) -> Any:
        """What stands in the node's place; a function's own calls stay as they are."""
        inside = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        return node if isinstance(node, inside) else super().visit(node)


# --- what the page asks --------------------------------------------------------------------------


def play(source: str) -> dict[str, Any]:
    """What the page shows of this text: the film of its search, and sentences.

    `film` is `None` where there is no search to show; `said` are sentences, `line` is that of an
    error, `printed` what the text printed, `called` the call that was made where the text makes
    none, `tree` the recorded tree as a short text, and `source` the code in the text.
    """
    told_of: dict[str, Any] = {"film": None, "said": [], "line": None, "printed": "", "called": "",
                               "tree": "", "judge": [], "source": source}  # fmt: skip
    pasted = _read(source, told_of)
    if pasted is None:
        return told_of
    record(pasted, told_of)
    told_of["judge"] = [each.name for each in _known(pasted)]
    best, said = pasted.best(), told_of["said"]
    if best is None:
        return told_of
    trace, arguments = best
    if told_of["called"]:
        said.append(CALLED.format(told_of["called"]))
    if len(trace.nodes) > 1:
        told_of["film"] = _film(trace, arguments)
        told_of["tree"] = packed(trace)
        return told_of
    if trace.error:
        said.append(f"The search failed: {trace.error}.")
    said += [told(WORDS[gap]) for gap in trace.gaps]
    if trace.stopped:
        said.append(trace.stopped)
    return told_of


def record(pasted: Pasted, told_of: dict[str, Any], function: str = "") -> None:
    """Run this text and record its searches; where it calls none, call one: of this `function`."""
    said = told_of["said"]
    try:
        pasted.run(_Calls().visit(ast.parse(pasted.source)))
    except OutOfTime:
        raise
    except _Enough:
        pass
    except BaseException as error:  # noqa: BLE001 - whatever somebody's program raises
        said.append(_sentence(error))
        told_of["line"] = _line(error)
    told_of["printed"] = visible(pasted.printed.getvalue()[:_MOST_PRINTED])
    pasted.traces = [one for one in pasted.traces if function in ("", one[0].function)]
    calls = bool(pasted.traces) and isinstance(pasted.tree.body[-1], ast.Expr)
    if not (said or calls or any(len(each.nodes) > 1 for each, _ in pasted.traces)):
        told_of["called"] = _call_guessed(pasted, function)
    if pasted.best() is None and not said:
        functions = any(isinstance(each, ast.FunctionDef) for each in ast.walk(pasted.tree))
        said.append(_NOTHING_CALLED if functions else _NO_FUNCTION)


def judge(source: str, name: str) -> dict[str, str]:
    """What the check of the lesson says of the function with this name, as in the notebook.

    `line` is the call that shows what is wrong, to be watched as the text's last line.
    """
    pasted = _read(source, {"said": []})
    if pasted is None:
        return {}
    said = {"name": name, "status": "", "html": "", "line": ""}
    body, missing = _without_searches(pasted.tree)
    try:
        pasted.run(ast.Module(body, []))
        if lacks := _lacking(pasted, name):
            return said | {"text": (_MADE if lacks in missing else _UNKNOWN).format(name, lacks)}
        verdict = verdict_in(pasted.names, name)
    except BaseException as error:  # noqa: BLE001 - whatever somebody's program raises
        return said | {"text": _sentence(error)}
    return {
        "name": name,
        "status": verdict.status,
        "html": verdict._repr_html_(),
        "text": heading(verdict),
        "line": _line_to_watch(verdict),
    }


def show(tree: str) -> dict[str, Any]:
    """What the page shows of a tree that came without its code."""
    try:
        trace = unpacked(tree)
        film = _with_poster(film_of(trace))
    except Exception:  # noqa: BLE001 - whatever somebody has made of a link
        return {"film": None, "said": ["This link holds no tree: perhaps a part of it is missing."]}
    return {"film": film, "said": []}


# --- reading and running -------------------------------------------------------------------------

_NOTHING_CALLED = (
    "No line of this code calls a search, and its arguments can't be guessed. Write the call as the"
    " last line, for example minimax([[3, 12], [2, 4]], True)."
)
CALLED = (
    "No line of this code calls a search, so it was called here: {}. Write a call of your own as"
    " the last line to choose another."
)
_MADE = (
    "{0} was not checked: it uses {1}, which a search of this text makes, and the check runs none."
    " Write its value there."
)
_UNKNOWN = "{0} was not checked: it uses {1}, which nothing in this text defines."
_NO_FUNCTION = (
    "There is no function in this code, and it calls none from a file of yours. It needs a search:"
    " a function, and a call of it."
)


def _read(source: str, told_of: dict[str, Any]) -> Pasted | None:
    """The text taken apart; where Python can't read it, a sentence says so."""
    try:
        try:
            return Pasted(source, ast.parse(source, FILE))
        except SyntaxError:
            source = told_of["source"] = code_in(source)
            return Pasted(source, ast.parse(source, FILE))
    except SyntaxError as error:
        told_of["line"] = error.lineno
        told_of["said"].append(f"Line {error.lineno}: Python can't read this: {error.msg}.")
    except (ValueError, RecursionError, MemoryError) as error:
        told_of["said"].append(f"Python can't read this: {visible(str(error))}.")
    return None


_FENCE = re.compile(r"\s*(```|~~~)")
_PROMPT = re.compile(r"(>>>|In \[\d*\]:|\s*\.\.\.:?)( |$)")
_OF_A_NOTEBOOK = re.compile(r"(\s*)[%!].*")


def code_in(text: str) -> str:
    """The code of a text from a forum or a notebook, each line in its place.

    What stands around fences or prompts is empty then, and what a notebook's own lines do
    (`%time`, `!pip`) is left out.
    """
    lines = re.sub("[\xa0\u202f]", " ", re.sub("[\u200b\ufeff]", "", text)).splitlines()
    if any(map(_FENCE.match, lines)):
        inside, fenced = False, []
        for line in lines:
            ends = bool(_FENCE.match(line))
            fenced.append(line if inside and not ends else "")
            inside ^= ends
        lines = fenced
    lines = dedent("\n".join(lines)).splitlines()
    if any(line.startswith((">>> ", "In [")) for line in lines):
        prompts = map(_PROMPT.match, lines)
        lines = [line[at.end() :] if at else "" for line, at in zip(lines, prompts, strict=True)]
    return "\n".join(_OF_A_NOTEBOOK.sub(r"\1pass", line) for line in lines) + "\n"


def _sentence(error: BaseException) -> str:
    """What went wrong in the text, and where."""
    line = _line(error)
    where = f" (line {line})" if line else ""
    if isinstance(error, ModuleNotFoundError):
        return (
            f"This code imports {error.name}, which is not here{where}. In a browser there are only"
            " Python's own library and the course's."
        )
    if isinstance(error, EOFError | OSError) and line and "input" in linecache.getline(FILE, line):
        return (
            f"This code asks for something to be typed, which nobody can do here{where}. Put the"
            " answer into the code."
        )
    message = visible(str(error))
    kind = type(error).__name__
    return f"The code stopped with {kind}: {message}{where}." if message else (
        f"The code stopped with {kind}{where}."
    )  # fmt: skip


def _line(error: BaseException) -> int | None:
    """The last line of the text on the way to this exception."""
    at, line = error.__traceback__, None
    while at is not None:
        if at.tb_frame.f_code.co_filename == FILE:
            line = at.tb_lineno
        at = at.tb_next
    return line


def _without_searches(tree: ast.Module) -> tuple[list[ast.stmt], set[str]]:
    """The statements that run none of the text's own functions; what the others would define."""
    defining = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    own = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
    own |= {each for each in course_lib.__all__ if each.endswith(("_search", "_game", "solve"))}
    classes = {each.name for each in tree.body if isinstance(each, ast.ClassDef)}
    body, missing = list[ast.stmt](), set[str]()
    for each in tree.body:
        calls = [node for node in ast.walk(each) if isinstance(node, ast.Call)]
        called = {one.id for call in calls for one in _names(call)}
        stored = {one.id for one in _names(each) if isinstance(one.ctx, ast.Store)}
        if isinstance(each, defining):
            body.append(each)
        elif called & own or missing & {one.id for one in _names(each)}:
            missing |= stored
        else:
            body.append(each)
            own |= stored if called & classes else set()
    return body, missing


def _names(node: ast.AST) -> list[ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Name)]


def _lacking(pasted: Pasted, name: str) -> str:
    """A name that this function looks up, or one that it calls, and nothing has defined."""
    waiting, seen = [name], set[str]()
    while waiting:
        found = pasted.names.get(waiting.pop())
        code = None if isinstance(found, type) else code_of(found)
        used = names_used(code) - seen if code and code.co_filename == FILE else set[str]()
        if missing := used - pasted.names.keys() - vars(builtins).keys():
            return min(missing)
        seen |= used
        waiting += used
    return ""


def _film(trace: SearchTrace, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The film, with the lines of the text; the code itself stands there already."""
    film = film_of(trace, game=game_among(arguments), lines=trace.file == FILE)
    film.pop("code", None)
    return _with_poster(film)


def _with_poster(film: dict[str, Any]) -> dict[str, Any]:
    """The film, and the step that a visitor sees first: the most telling moment.

    It is the first cut; where nothing is cut, the first answer that the root gets from a search
    below it; in a tree that grew, the last reward on its way up; and else the end.
    """
    parent, steps = film["pieces"]["parent"], film["steps"]
    inner = {at for at in parent if at >= 0 and parent[at] >= 0 and parent[parent[at]] < 0}
    kinds = [film["kinds"][kind][0] for kind in steps["kind"]]
    found = (
        *(step for step, kind in enumerate(kinds) if kind == "cut"),
        *(at for at, node in enumerate(steps["at"]) if kinds[at] == "leave" and node in inner),
        *[step for step, kind in enumerate(kinds) if kind == "backup"][-1:],
        len(kinds) - 1,
    )
    return film | {"poster": found[0]}


# --- a call that nobody has written --------------------------------------------------------------


def _call_guessed(pasted: Pasted, function: str = "") -> str:
    """The call that was made where the text makes none of a search; "" where none can be made."""
    known = {each.name: each for each in _known(pasted)}
    failed: list[tuple[str, Any]] = []
    named = [name for name in _functions(pasted) if function in ("", name)]
    for name in sorted(named, key=lambda name: _rank(pasted, name)):
        for texts in _arguments_for(pasted.names[name], known.get(name)):
            call = f"{name}({', '.join(texts)})"
            before = len(pasted.traces)
            try:
                pasted.run(_Calls().visit(ast.parse(call)))
            except OutOfTime:
                raise
            except BaseException:  # noqa: BLE001, S110 - it was a guess, and the next one may fit
                pass
            found = pasted.traces[before:]
            if any(trace.error is None and len(trace.nodes) > 1 for trace, _ in found):
                return call
            if any(trace.error for trace, _ in found):
                failed.append((call, found))
            del pasted.traces[before:]
    if not failed:
        return ""
    call, found = max(failed, key=lambda each: max(len(trace.nodes) for trace, _ in each[1]))
    pasted.traces += found
    return call


def _functions(pasted: Pasted) -> list[str]:
    made = [each.name for each in pasted.tree.body if isinstance(each, ast.FunctionDef)]
    return [name for name in made if isinstance(pasted.names.get(name), FunctionType)]


def _rank(pasted: Pasted, name: str) -> tuple[bool, bool]:
    """Less for what is more likely the search: not called by others, and calling itself."""
    codes = {each: pasted.names[each].__code__ for each in _functions(pasted)}
    called = any(name in names_used(code) for each, code in codes.items() if each != name)
    return called, name not in names_used(codes[name])


def _arguments_for(function: Any, exercise: Exercise | None) -> Iterator[tuple[str, ...]]:
    """Arguments to try: those of the lesson's own first case, else by the names they have."""
    if exercise is not None and exercise.probes:
        yield tuple(part.text for part in call_in(exercise.probes[0]).arguments)
    by_name = {name: guesses for names, guesses in _GUESSES.items() for name in names.split()}
    needed = [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    if needed and all(name in by_name for name in needed):
        yield from product(*(by_name[name] for name in needed))


# --- what the course knows -----------------------------------------------------------------------


def _known(pasted: Pasted) -> list[Exercise]:
    """The exercises on search that functions of the text answer: by name and by arguments."""
    found = []
    for name in _functions(pasted):
        exercise = exercises().get(name)
        if exercise is None or exercise.lesson not in {"02", "03", "05"}:
            continue
        wanted = ast.parse(f"def {exercise.signature}: pass").body[0]
        assert isinstance(wanted, ast.FunctionDef)  # noqa: S101 - it has just been written
        names = [each.arg for each in wanted.args.args]
        theirs = [*inspect.signature(pasted.names[name]).parameters]
        if names and names == theirs[: len(names)]:
            found.append(exercise)
    return found


def _line_to_watch(verdict: Verdict) -> str:
    """The call that shows what is wrong, if it works by itself."""
    if verdict.passed or not verdict.line:
        return ""
    try:
        arguments_of(verdict.line)
    except Exception:  # noqa: BLE001 - a case may hand over what only a notebook has
        return ""
    return verdict.line


# --- a tree as a short text ----------------------------------------------------------------------


def packed(trace: SearchTrace) -> str:
    """The tree alone, without names of functions, lines and boards, as letters for a link."""
    nodes = tuple(
        node._replace(function="", line=None, left_line=None, board=None) for node in trace.nodes
    )
    data = from_json(replace(trace, nodes=nodes, function="a search").to_json())
    return urlsafe_b64encode(b85decode(data["packed"])).decode().rstrip("=")


def unpacked(text: str) -> SearchTrace:
    """The tree that `packed` wrote."""
    data = b85encode(urlsafe_b64decode(text + "=" * (-len(text) % 4))).decode()
    return SearchTrace.from_json(to_json({"packed": data}))
