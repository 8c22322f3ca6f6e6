"""Slips made by a machine in every solution: each has to lose points in the visible cases.

    for mutant in mutants("minimax_value"):
        print(mutant.label, judged(mutant))

A mutant that answers as the solution does, whatever it is asked, is no mistake. The file of its
exercise lists it in `SAME`, with the reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from copy import copy, deepcopy
from dataclasses import replace
from itertools import zip_longest
from typing import Any, NamedTuple

from autograder_tests import exercises
from autograder_tests.solution import namespace, source_of
from course_lib.checks.cases import exercise_named
from course_lib.checks.checking import NotebookStudent, judge

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
    for changed in _changed(function):
        text = ast.unparse(changed)
        if text in seen:
            continue
        seen.add(text)
        label = _label(original, text)
        names = dict(namespace(exercise))
        module = ast.Module([changed], type_ignores=[])
        exec(compile(module, f"<{label}>", "exec"), names)  # noqa: S102 - the author's own code
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
        for other in _slips(node, local):
            changed = deepcopy(function)
            parent, name, index = _holder(changed, list(ast.walk(changed))[place])
            if index is None:
                setattr(parent, name, other)
            else:
                getattr(parent, name)[index] = other
            yield ast.fix_missing_locations(changed)


def _slips(node: ast.AST, local: list[str]) -> Iterator[ast.AST]:
    """What may stand in the place of this node by a slip."""
    yield from _other_operators(node)
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
