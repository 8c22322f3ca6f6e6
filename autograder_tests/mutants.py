"""Slips made by a machine in every solution: each has to lose points in the visible cases.

Besides slips of the pen there are sizes that are taken for granted, and memories that forget a part
of what they were asked.

    for mutant in mutants("minimax_value"):
        print(mutant.label, judged(mutant))

A mutant that answers as the solution does, whatever it is asked, is no mistake. The file of its
exercise lists it in `SAME`, with the reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import replace
from functools import partial, wraps
from itertools import chain, zip_longest
from random import Random
from typing import Any, NamedTuple

from autograder_tests import exercises
from autograder_tests.solution import namespace, source_of
from course_lib.checks.cases import Case, exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.game import Game

KILLED, SAME, ALIVE, STALE = "killed", "the same", "alive", "killed, though listed as the same"
SECONDS = 2.0
"""What has not answered by then goes round for ever."""

OTHER_OPERATORS: Mapping[type[ast.AST], tuple[type[Any], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitXor: (ast.BitOr,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
OTHER_FUNCTIONS = {"max": "min", "min": "max", "any": "all", "all": "any"}
COPIES = {"list", "tuple", "set", "sorted", "dict", "frozenset", "reversed", "abs", "int"}
"""Functions whose result is much like their argument."""

USUAL: Mapping[str, tuple[int, ...]] = {"rows": (3, 6), "columns": (3, 7), "length": (3, 4)}
"""What somebody might take for the only number of these."""
MOST = {"length": 5}
"""Of those, and of numbers that are arguments, no more than so many; `MANY` of all others."""
FEW, MANY = 5, 9
NEARLY_INFINITE = (99, 9_999)


class Mutant(NamedTuple):
    """A solution with one slip in it."""

    exercise: str
    label: str
    """The line and the word where the slip is, and what stands there before and after."""
    names: dict[str, Any]


def mutants(exercise: str) -> Iterator[Mutant]:
    """The solution of this exercise with one slip, another one each time."""
    function = source_of(exercise)
    original = ast.unparse(function)
    seen = {original}
    cases = [case for group in exercise_named(exercise).groups() for case in group.cases]
    for changed in chain(_changed(function), _bounded(function, cases)):
        text = ast.unparse(changed)
        if text in seen:
            continue
        seen.add(text)
        label = _label(original, text)
        names = dict(namespace(exercise))
        module = ast.Module([changed], type_ignores=[])
        exec(compile(module, f"<{label}>", "exec"), names)  # noqa: S102 - the author's own code
        yield Mutant(exercise, label, names)
    for label, changes in _wrappers(function, cases):
        names = dict(namespace(exercise))
        source = ast.Module([function], type_ignores=[])
        exec(compile(source, f"<{label}>", "exec"), names)  # noqa: S102 - the author's own code
        names[exercise] = changes(names[exercise])
        yield Mutant(exercise, label, names)


def judged(mutant: Mutant) -> str:
    """Whether the visible cases kill this mutant, or it is listed as the same, or neither.

    One that the hidden cases alone kill is alive: in the notebook it would be called correct.
    """
    same = same_as_solution(mutant.exercise)
    exercise = replace(exercise_named(mutant.exercise), seconds=SECONDS)
    killed = not judge(exercise, NotebookStudent(mutant.names)).passed
    if mutant.label in same:
        return STALE if killed else SAME
    return KILLED if killed else ALIVE


def same_as_solution(exercise: str) -> Mapping[str, str]:
    """The mutants that answer as the solution does, each with the reason."""
    listed: Mapping[str, str] = getattr(exercises.module_of(exercise), "SAME", {})
    return listed


def table(names: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """What became of all mutants of these exercises: lines to read, and whether all is well."""
    for name in names:
        found = [(mutant, judged(mutant)) for mutant in mutants(name)]
        count = [verdict for _, verdict in found].count
        listed = len(same_as_solution(name)) == count(SAME) + count(STALE)
        odd = [(mutant, verdict) for mutant, verdict in found if verdict in {ALIVE, STALE}]
        yield (
            f"{name:18} {len(found):4} mutants {count(KILLED):4} killed {count(SAME):3} the same"
            + ("" if listed else "   <-- SAME lists one that is not made"),
            listed,
        )
        for mutant, verdict in odd:
            yield f"    {verdict}: {mutant.label}", False
        if count(ALIVE):
            yield "    A visible case has to tell it apart, or SAME gives its line a reason.", False


# --- slips ----------------------------------------------------------------------------------------


def _changed(function: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """Copies of the function with one node changed."""
    nodes = list(ast.walk(function))
    local = sorted({n.id for n in nodes if isinstance(n, ast.Name) and _is_stored(n)})
    local += [argument.arg for argument in function.args.args]
    if any(isinstance(node, ast.Pow) for node in nodes):
        local = []  # a power of a power takes for ever, and nothing can stop it
    # The words of an exception are nobody's mistake, and lists that are zipped are equally long.
    said = {
        id(part)
        for node in nodes
        if isinstance(node, ast.Raise) or (isinstance(node, ast.keyword) and node.arg == "strict")
        for part in ast.walk(node)
    }
    for place, node in enumerate(nodes):
        if id(node) in said:
            continue
        for other in slips(node, local):
            changed = deepcopy(function)
            parent, name, index = _holder(changed, list(ast.walk(changed))[place])
            if index is None:
                setattr(parent, name, other)
            else:
                getattr(parent, name)[index] = other
            yield ast.fix_missing_locations(changed)


def slips(node: ast.AST, local: list[str]) -> Iterator[ast.AST]:
    """What may stand in the place of this node by a slip."""
    yield from _other_operators(node)
    yield from _other_sizes(node)
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Name(id=name, ctx=ast.Load()) if name in local:
            yield from (ast.Name(each, ast.Load()) for each in local if each != name)
        case ast.Name(id=name) if name in OTHER_FUNCTIONS:
            yield ast.Name(OTHER_FUNCTIONS[name], ast.Load())
        case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name in COPIES:
            yield only
        case ast.Call(func=ast.Name(id="max" | "min")):
            return  # which of its arguments comes first makes no difference
        case ast.Call(args=args):
            for at in range(len(args) - 1):
                other = deepcopy(node)
                other.args[at : at + 2] = other.args[at + 1], other.args[at]
                yield other
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield from (body, orelse, ast.IfExp(test, orelse, body))
        case ast.stmt():
            yield from _other_statements(node)


def _other_sizes(node: ast.AST) -> Iterator[ast.AST]:
    """A number that is usual, or no more than so many, where any size is possible."""
    match node:
        case ast.Name(id="inf", ctx=ast.Load()):
            yield from map(ast.Constant, NEARLY_INFINITE)
        case ast.Call(func=ast.Name(id="len")):
            usual = sorted({number for numbers in USUAL.values() for number in numbers})
            yield from (*map(ast.Constant, usual), _at_most(node, MANY))
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in USUAL:
            yield from (*map(ast.Constant, USUAL[name]), _at_most(node, MOST.get(name, MANY)))
        case ast.Call(func=ast.Attribute(attr="actions")):
            yield ast.Subscript(node, ast.Slice(upper=ast.Constant(MANY)), ast.Load())


def _at_most(number: ast.expr, most: int) -> ast.expr:
    return ast.Call(ast.Name("min", ast.Load()), [number, ast.Constant(most)], [])


def _bounded(function: ast.FunctionDef, cases: Iterable[Case]) -> Iterator[ast.FunctionDef]:
    """Copies of the function that take each number they are asked for as no more than a few."""
    arguments = [case.arguments for case in cases]
    for place, argument in enumerate(function.args.args):
        if all(place >= len(each) or type(each[place]) is int for each in arguments):
            changed = deepcopy(function)
            number = ast.Name(argument.arg, ast.Load())
            bounded = ast.Assign(
                [ast.Name(argument.arg, ast.Store())], _at_most(number, FEW), lineno=0
            )
            changed.body.insert(1, bounded)
            yield ast.fix_missing_locations(changed)


# --- memories -------------------------------------------------------------------------------------

Changes = Callable[[Callable[..., Any]], Callable[..., Any]]


def _wrappers(function: ast.FunctionDef, cases: Sequence[Case]) -> Iterator[tuple[str, Changes]]:
    """What a function can be wrapped in to remember too little of what it was asked, by a label."""
    if not function.args.args:
        return
    arguments = [case.arguments for case in cases]
    names = [argument.arg for argument in function.args.args]
    for place, name in enumerate(names):
        yield f"remembers all but {name}", partial(_remembering, partial(_all_but, place))
    if any(_may_read_alike(each) for each in arguments):
        yield "remembers its arguments written together", partial(_remembering, _together)
    yield "remembers its arguments in any order", partial(_remembering, _sorted)
    kinds = {type(argument) for each in arguments for argument in each}
    if kinds == {list}:  # beside other arguments, those would have to be equal, too
        yield "remembers lists by their id", partial(_remembering, partial(_but_lists, id))
    if list in kinds:
        shapes = {_shape(argument) for each in arguments for argument in each}
        if len(shapes - {None}) > 1:
            by_marks = partial(_but_lists, _flat)
            yield "remembers lists without their rows", partial(_remembering, by_marks)
        yield "remembers how full lists are", partial(_remembering, partial(_but_lists, _full))
    games = [each for each in arguments if isinstance(each[0], Game)]
    if any(hasattr(state, "board") for _, state, *_ in games):
        yield "remembers boards without their game", partial(_remembering, _boards)
    if names[0] == "game":
        yield "keeps its first answer on the game", _on_the_game
    if all(type(case.expected) is int for case in cases) and list not in kinds and not games:
        yield "counts in sixteen bits", partial(_afterwards, lambda number: number % 2**16)
        yield "counts in floating point", partial(_afterwards, lambda number: int(float(number)))


def _remembering(key_of: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """The function behind a table whose keys are made of the arguments."""
    # With the arguments, as a key may hold the address of one, which must not become another's.
    known: dict[Any, tuple[Any, Any]] = {}

    @wraps(function)
    def remembers(*arguments: Any) -> Any:
        key = key_of(*arguments)
        if key not in known:
            known[key] = arguments, function(*arguments)
        return deepcopy(known[key][1])

    return remembers


def _on_the_game(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that gives for each game what it gave first; its calls of itself are its own."""
    within: list[Any] = []

    @wraps(function)
    def keeps(game: Any, *arguments: Any) -> Any:
        if within:
            return function(game, *arguments)
        within.append(game)
        try:
            if not hasattr(game, "kept"):
                game.kept = function(game, *arguments)
            return deepcopy(game.kept)
        finally:
            within.clear()

    return keeps


def _afterwards(change: Callable[[Any], Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with a change of what it gives."""

    @wraps(function)
    def changed(*arguments: Any) -> Any:
        return change(function(*arguments))

    return changed


def _key(argument: Any) -> Any:
    """What an argument can be known by."""
    match argument:
        case Game():
            return repr(getattr(argument, "game", argument))
        case Random():
            return argument.getstate()
        case list() | dict() | set():
            return repr(argument)
    return argument


def _all_but(place: int, *arguments: Any) -> Any:
    return tuple(_key(argument) for at, argument in enumerate(arguments) if at != place)


def _together(*arguments: Any) -> Any:
    """The arguments as texts without a gap: (1, 23) is (12, 3)."""
    flat = [each if _is_flat(each) else [_key(each)] for each in arguments]
    return "".join(str(part) for each in flat for part in each)


def _is_flat(argument: Any) -> bool:
    plain = type(argument) in (list, tuple)
    return plain and all(isinstance(part, int | float | str) for part in argument)


def _may_read_alike(arguments: Sequence[Any]) -> bool:
    """Whether there are several numbers side by side, one of them with two digits."""
    flat = [part for each in arguments for part in (each if _is_flat(each) else [each])]
    numbers = [abs(part) for part in flat if isinstance(part, int | float)]
    return len(numbers) > 1 and max(numbers) > 9


def _sorted(*arguments: Any) -> Any:
    """What is in the arguments: (1, 2) is (2, 1)."""
    return tuple(sorted(re.findall(r"-?\w+", repr([*map(_key, arguments)]))))


def _but_lists(known_by: Callable[[Any], Any], *arguments: Any) -> Any:
    return tuple(known_by(each) if type(each) is list else _key(each) for each in arguments)


def _shape(board: Any) -> tuple[int, int] | None:
    """How many rows and columns a list of lists has; `None` for anything else."""
    is_board = type(board) is list and bool(board) and type(board[0]) is list
    return (len(board), len(board[0])) if is_board else None


def _flat(board: Sequence[Any]) -> str:
    """All that is in a list of lists, one after the other."""
    return repr([each for row in board for each in (row if type(row) is list else [row])])


def _full(board: Sequence[Any]) -> str:
    """How long a list of lists is, and how much of it is not `None`."""
    rows = [row if type(row) is list else [row] for row in board]
    return repr([*map(len, rows), sum(each is not None for row in rows for each in row)])


def _boards(_game: Game, state: Any, *more: Any) -> Any:
    return (getattr(state, "board", state), *map(_key, more))


# --- nodes ----------------------------------------------------------------------------------------


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    """The same with another operator, or without its sign."""
    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            for kind in OTHER_OPERATORS.get(type(op), ()):
                other = copy(node)
                other.op = kind()
                yield other
        case ast.Compare(ops=ops):
            for at, sign in enumerate(ops):
                for comparison in OTHER_OPERATORS[type(sign)]:
                    changed = [*ops[:at], comparison(), *ops[at + 1 :]]
                    yield ast.Compare(node.left, changed, node.comparators)
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand


def _other_statements(node: ast.stmt) -> Iterator[ast.AST]:
    """The line left out, its condition always or never true, its loop ended at once."""
    match node:
        case ast.If(body=body, orelse=orelse):
            yield ast.If(ast.Constant(value=True), body, orelse)
            yield ast.If(ast.Constant(value=False), body, orelse)
        case ast.While(body=body, orelse=orelse):
            yield ast.While(ast.Constant(value=False), body, orelse)
        case ast.For(body=body):
            other = copy(node)
            other.body = [*body, ast.Break()]
            yield from (other, ast.Pass())
        case ast.AugAssign(target=target, value=value):
            yield from (ast.Assign([target], value), ast.Pass())
        case ast.Return(value=ast.Constant(value=None)) | ast.Expr(value=ast.Constant()):
            return  # at the end it changes nothing; and a docstring is read by people alone
        case ast.Return():
            yield from (ast.Return(ast.Constant(value=None)), ast.Pass())
        case ast.Assign() | ast.Expr() | ast.Break() | ast.Continue():
            yield ast.Pass()


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _holder(tree: ast.AST, wanted: ast.AST) -> tuple[ast.AST, str, int | None]:
    """The node with this one inside, the field, and the place in the field's list."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is wanted:
                return parent, name, None
            for index, each in enumerate(value if isinstance(value, list) else ()):
                if each is wanted:
                    return parent, name, index
    raise LookupError(f"{wanted!r} is nowhere in the tree")


def _label(before: str, after: str) -> str:
    """The line and the word where they part, and what stands there before and after."""
    pairs = enumerate(zip_longest(before.splitlines(), after.splitlines(), fillvalue=""), 1)
    number, lines = next((number, pair) for number, pair in pairs if pair[0] != pair[1])
    old, new = (line.split() for line in lines)
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    parts = (" ".join(words[start : len(words) - end]) for words in (old, new))
    return f"{number}:{start + 1} {' -> '.join(parts)}"


def _alike(old: list[str], new: list[str]) -> int:
    """How many words at the beginning are the same."""
    pairs = zip_longest(old, new)
    return next((place for place, (was, now) in enumerate(pairs) if was != now), len(old))
