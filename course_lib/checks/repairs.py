"""What else could stand in a function: the small changes that are tried, plausible ones first.

A change is a few fields of the syntax tree and what is put there instead. Those of expressions are
rules in a table: a form, in which capital letters stand for any expression, and what could be meant
in its place. Those of lines move, drop or swap them. Those of what lasts make it anew in each call.
Each of them has earned its place: alone it proved the cause of some answer, or gave its line to a
mistake that has a name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from course_lib.checks.keeping import base_of
from course_lib.words import _

Part = tuple[Any, str, Any]
"""A node, one of its fields, and what is put there."""


class Repair(NamedTuple):
    """A change of a program, and what is said of it."""

    rank: int
    """How far-fetched it is; the plausible ones come first."""
    kind: str
    """Which of `WORDS` says what is wrong there, without the new text."""
    values: tuple[str, ...]
    line: int
    parts: Sequence[Part]
    lasting: bool = False
    """Whether it is about what lasts from call to call."""
    also: tuple[int, ...] = ()
    """The other lines that it changes in the same way."""


WORDS = {
    "compare": _("how {one} and {other} are compared"),
    "sign": _("what is done with {one} and {other}: the sign between them"),
    "extra": _("{one}, which does not belong there"),
    "set": _("what is gathered there in a set: what is equal is in it once"),
    "swapped": _("which of {one} and {other} comes first"),
    "named": _("whether {one} is what you mean"),
    "chooser": _("who chooses there, and with which of `max` and `min`"),
    "and_or": _("whether all of these have to hold, or one of them is enough"),
    "not": _("whether it is {one} or its opposite that counts"),
    "copied": _("what is copied there: the rows inside are still the old ones"),
    "not_copied": _("{one}, which belongs to whoever calls; it is changed and was never copied"),
    "zero": _("{one}: 0 and what is empty count as false, too"),
    "range": _("how far the range goes"),
    "cut": _("what is cut off there: beyond the bounds all values are the same"),
    "number": _("the number {one}"),
    "fixed": _("the number {one}, which is right in some cases only"),
    "player": _("which player is meant"),
    "handed": _("the order of what is handed to {one}"),
    "missing": _("what is handed to {one}: something is left out"),
    "negative": _("what becomes of numbers below 0 in {one}"),
    "brackets": _("{one}: without brackets it is the function itself, not what it gives"),
    "start": _("what {one} starts with"),
    "capped": _("a large number, which something may still pass"),
    "jump": _("whether the loop goes on after {one}"),
    "line": _("whether {one} belongs there"),
    "order": _("what comes first, this line or line {one}"),
    "raised": _("an exception that is given back, not raised"),
    "no_return": _("what is worked out there and not given back"),
    "returns": _("what {one} gives back where it reaches no return"),
    "indent": _("how far in it stands: inside of the loop or condition, or behind it"),
    "round": _("whether it happens once, or anew in each round of the loop"),
    "lasting": _("{one}, which lasts from call to call"),
    "key": _("what is kept in {one}, and under which key"),
    "looked_up": _("whether the answer can be looked up in {one}"),
    "unread": _("The right answers depend on the argument {one}, which the function never uses."),
    "elsewhere": _(
        "It is right with {one} as an earlier cell made it: {one} stands for something else now."
        " Give one of the two another name, and run the cells again."
    ),
}
"""What is said of each kind of change: the place and the kind, never what should stand there."""


# --- expressions ----------------------------------------------------------------------------------


class Rule(NamedTuple):
    """A form of an expression, and what could be meant instead.

    A to C stand for any expression, X for a name, S for the state, T for what it is assigned to;
    what is new may also have P for a parameter, and V for any other name.
    """

    rank: int
    kind: str
    old: str
    new: Sequence[str]
    shows: str = ""
    """The letters whose expressions are named in the words, or a word itself."""
    where: str = ""
    """The one kind of place in which it is tried."""


FIRST_MOVES = ("game.to_move(S) == game.players[0]", "player(S) == X")
COMPARISONS = {
    "<": "<=,>,>=",
    "<=": "<,>=,>",
    ">": ">=,<,<=",
    ">=": ">,<=,<",
    "==": "!=,+ 0 >=,+ 0 <=",
    "!=": "==",
    "in": "not in",
    "not in": "in",
    "is": "is not,==",
    "is not": "is,!=",
}
"""By what each is replaced; `+ 0` leaves numbers as they are, and puts no names in order."""
SIGNS = {"+": "- ^", "-": "+", "*": "/", "/": "* //", "//": "/ %", "%": "//", "|": "^", "&": "^"}
OTHERS = {"max": "min sum", "min": "max sum", "sum": "max min", "any": "all", "all": "any"}
OTHERS |= {"log10": "log", "log2": "log", "random": "rng"}
INF, NEG, LARGE = "float('inf')", "float('-inf')", 50
WORST = f"{NEG} if {FIRST_MOVES[0]} else {INF}"
"""What the best value has to start with, whoever moves."""
NEEDLESS = ("float", "sorted", "set", "dict")
"""Functions that some values should not go through."""
ASKED = {"is_terminal", "to_move", "actions", "chance", "values", "items", "keys", "copy"}
"""Methods that are often left without brackets."""

RULES = [
    *(
        Rule(1, "compare", f"A {old} B", [f"A {new} B" for new in news.split(",")], "AB")
        for old, news in COMPARISONS.items()
    ),
    *(
        Rule(2, "sign", f"A {old} B", [f"A {new} B" for new in news.split()], "AB")
        for old, news in SIGNS.items()
    ),
    *(Rule(3, "extra", f"A {old} B", ["A"], "B") for old in SIGNS),
    *(Rule(3, "extra", f"A {old} B", ["B"], "A") for old in SIGNS),
    *(Rule(3, "swapped", f"A {old} B", [f"B {old} A"], "AB") for old in ("-", "/", "//", "%")),
    *(Rule(1, "named", old, news.split(), f"`{old}`") for old, news in OTHERS.items()),
    *(
        Rule(1, "chooser", each, [f"max if {turn} else min"])
        for each in ("max", "min")
        for turn in FIRST_MOVES
    ),
    Rule(1, "and_or", "A and B", ["A or B"]),
    Rule(1, "and_or", "A or B", ["A and B"]),
    Rule(1, "not", "not A", ["A"], "A"),
    Rule(1, "extra", "-A", ["A"], "`-`"),
    *(Rule(1, "extra", f"{name}(A)", ["A"], f"`{name}`") for name in NEEDLESS),
    Rule(1, "extra", "round(A, B)", ["A"], "`round`"),
    Rule(2, "named", "X.rows", ["X.columns"], "`rows`"),
    Rule(2, "named", "X.columns", ["X.rows"], "`columns`"),
    Rule(2, "swapped", "(A, B)", ["(B, A)"], "AB"),
    Rule(2, "swapped", "A[B][C]", ["A[C][B]"], "BC"),
    *(Rule(1, "copied", old, ["[list(row) for row in A]"]) for old in ("list(A)", "A.copy()")),
    Rule(0, "cut", "max(A, min(B, C))", ["C", "C / (1 + abs(C))"]),
    Rule(1, "player", "game.to_move(A)", ["game.players[0]"]),
    Rule(1, "player", "game.players[A]", ["game.to_move(S)"]),
    Rule(3, "named", "X", ["V"], "X", "value"),
    Rule(2, "not", "A", ["not A"], "A", "test"),
    Rule(1, "zero", "A", ["A is not None"], "A", "asked"),
    Rule(1, "range", "A", ["A + 1", "A - 1"], "", "range"),
    Rule(2, "range", "A", ["len(P)", "len(P[0])"], "", "range"),
    *(Rule(1, "start", "A", [new], "T", "start") for new in (NEG, INF, "0", "1", "-1", WORST)),
]


class Spot(NamedTuple):
    """An expression, and where it hangs."""

    node: Any
    owner: Any
    name: str
    place: int | None
    statement: Any
    in_loop: bool

    def put(self, new: Any) -> Part:
        """What to put where, so that this other expression stands here."""
        if self.place is None:
            return self.owner, self.name, new
        there = getattr(self.owner, self.name)
        return self.owner, self.name, [*there[: self.place], new, *there[self.place + 1 :]]

    @property
    def kinds(self) -> set[str]:
        """What kind of place it is."""
        owner, statement, kinds = self.owner, self.statement, {""}
        if isinstance(owner, ast.Call) and ast.unparse(owner.func) == "range":
            return {"", "range"}
        if self.name in ("test", "ifs") or isinstance(owner, ast.BoolOp):
            kinds.add("test")
            if not isinstance(self.node, ast.Compare | ast.BoolOp | ast.UnaryOp):
                kinds.add("asked")
        free = not isinstance(owner, ast.Attribute | ast.comprehension | ast.Expr | ast.keyword)
        simple = ast.Name | ast.Call | ast.BinOp | ast.Subscript | ast.GeneratorExp
        if free and self.name not in ("test", "func", "iter") and isinstance(self.node, simple):
            kinds.add("value")
        plain = isinstance(self.node, ast.Constant | ast.UnaryOp | ast.Name | ast.IfExp)
        if plain and isinstance(statement, ast.Assign) and not self.in_loop:
            kinds |= {"start"} if owner in (statement, statement.value) else set()
        return kinds


@dataclass
class Scope:
    """What is known about the function that is mended."""

    main: ast.FunctionDef
    parameters: list[str]
    names: list[str]
    unused: list[str]
    takes: Mapping[str, list[str]]
    """The parameters of each function around it."""
    listed: bool = True
    """Whether the first parameter may be a list or a tuple."""

    @property
    def state(self) -> str:
        """The name of what the function is asked about."""
        return self.parameters[min(1, len(self.parameters) - 1)] if self.parameters else "state"

    def filled(self, text: str, found: Mapping[str, Any]) -> Iterator[Any]:
        """The expressions that this text may mean here."""
        letter = next((each for each in "PV" if each in _letters(text)), "")
        which = {"P": self.listed * self.parameters[:2], "V": self.names[:8], "": [""]}[letter]
        for each in which:
            known = {**found, letter: _parsed(each)} if letter else found
            yield _Filled(known).visit(_form(text))


def repairs(
    tree: ast.Module, name: str, takes: Mapping[str, list[str]], *, listed: bool = True
) -> list[Repair]:
    """All changes of the functions in this tree, the plausible ones first.

    `takes` are the parameters of the functions that it may call; `listed` is as in `Scope`.
    """
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    main = next((node for node in functions if node.name == name), None)
    if main is None:
        return []
    scope = replace(_scope_of(functions, main, takes), listed=listed)
    found = [*_about_memory(tree, functions, scope)]
    for owner in ast.walk(tree):
        for block in ("body", "orelse"):
            if isinstance(getattr(owner, block, None), list) and not isinstance(owner, ast.Module):
                found += _about_lines(owner, block, scope)
    alike: dict[tuple[Any, ...], dict[int, Repair]] = {}
    for spot in _spots(tree):
        if isinstance(getattr(spot.node, "ctx", None), ast.Store | ast.Del):
            pair = isinstance(spot.node, ast.Tuple) and len(spot.node.elts) == 2
            if pair and isinstance(spot.owner, ast.Assign):
                said = (_short(spot.node.elts[0]), _short(spot.node.elts[1]))
                turned = ((spot.node, "elts", spot.node.elts[::-1]),)
                found.append(Repair(2, "swapped", said, spot.node.lineno, turned))
            continue
        line = getattr(spot.node, "lineno", spot.statement.lineno)
        for rank, kind, values, new in _instead(spot, scope):
            repair = Repair(rank, kind, values, line, (spot.put(new),))
            for where in (0, id(spot.statement)):  # who is wrong is so each time, or in one line
                key = where, _sort(spot.node), _sort(new)
                alike.setdefault(key, {}).setdefault(id(spot.node), repair)
            found.append(repair)
    for same in [[*each.values()] for each in alike.values()]:
        parts = [part for one in same for part in one.parts]
        if 1 < len(same) == len({(id(owner), field) for owner, field, _ in parts}):
            also = tuple(sorted({one.line for one in same} - {same[0].line}))
            found.append(same[0]._replace(rank=same[0].rank + 1, parts=parts, also=also))
    return sorted(found, key=lambda one: one.rank)


def _sort(node: ast.AST) -> str:
    if isinstance(node, ast.SetComp | ast.ListComp):
        return type(node).__name__
    return type(node.ops[0]).__name__ if isinstance(node, ast.Compare) else ast.unparse(node)


def _scope_of(
    functions: Sequence[ast.FunctionDef], main: ast.FunctionDef, takes: Mapping[str, list[str]]
) -> Scope:
    names = [node for node in ast.walk(main) if isinstance(node, ast.Name)]
    loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    bound = [node.arg for node in ast.walk(main) if isinstance(node, ast.arg)]
    bound += [node.id for node in names if isinstance(node.ctx, ast.Store)]
    bound = [each for each in dict.fromkeys(bound) if each != "_"]
    own = {each.name: [one.arg for one in each.args.args] for each in functions}
    unused = [each for each in bound if each not in loaded]
    return Scope(main, own[main.name], bound, unused, {**takes, **own})


def _spots(tree: ast.AST) -> Iterator[Spot]:
    waiting: list[tuple[ast.AST, Any, bool]] = [(tree, None, False)]
    while waiting:
        owner, statement, in_loop = waiting.pop(0)
        if isinstance(owner, ast.stmt):
            statement, in_loop = owner, in_loop or isinstance(owner, ast.For | ast.While)
        for name, value in ast.iter_fields(owner):
            for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.expr) and statement is not None:
                    yield Spot(node, owner, name, place, statement, in_loop)
                if isinstance(node, ast.AST) and not isinstance(node, ast.expr_context):
                    waiting.append((node, statement, in_loop))


Instead = tuple[int, str, tuple[str, ...], Any]
"""How far-fetched it is, the kind, the values of its words, and the new expression."""


def _instead(spot: Spot, scope: Scope) -> Iterator[Instead]:
    """What could stand here instead."""
    kinds = spot.kinds
    for rule in RULES:
        found: dict[str, Any] = {"S": _parsed(scope.state)}
        if isinstance(spot.statement, ast.Assign):
            found["T"] = spot.statement.targets[0]
        if rule.where not in kinds or not _fits(_parsed(rule.old), spot.node, found):
            continue
        words = [each for each in rule.shows.split() if not each.isupper()]
        values = (*words, *(_short(found[one]) for one in rule.shows if one in found))
        for at, text in enumerate(rule.new):
            for new in scope.filled(text, found):
                yield rule.rank + (at > 0), rule.kind, values, new
    yield from _about_constant(spot.node, scope)
    match spot.node:
        case ast.Name(id=name) if name in scope.parameters and spot.name != "func":
            if not isinstance(spot.owner, ast.Attribute | ast.Subscript):
                above = _form(f"[max(0, one) for one in {name}]")
                yield 3, "negative", (_short(spot.node),), above
        case ast.Call(func=function, args=args, keywords=[]):
            yield from _about_call(function, args, scope)
    if spot.name != "func":
        yield from _about_brackets(spot.node, scope)


def _about_constant(node: Any, scope: Scope) -> Iterator[Instead]:
    """Another number, or what it depends on."""
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int(number) | float(number)):
            near = [number + 1, number - 1] if isinstance(number, int) else []
            if number > LARGE:
                yield 1, "capped", (), _form(INF)
            for value in dict.fromkeys([*near, 0, 1, -1, 2]):
                yield 3 - (value in near), "number", (str(number),), ast.Constant(value)
            texts = [*scope.unused, *scope.parameters]
            for first in scope.parameters[:1]:
                lengths = [f"len({first})", f"len({first}[0])", f"len({first}) - 1"]
                texts += lengths if scope.listed else []
                texts += [f"{first}.{each}" for each in ("rows", "columns", "length", "size")]
            for text in dict.fromkeys(texts):
                yield 1 if text in scope.unused else 3, "fixed", (str(number),), _form(text)


def _about_call(function: Any, args: list[Any], scope: Scope) -> Iterator[Instead]:
    """Two arguments in another order, or those that are left out."""
    name = getattr(function, "id", getattr(function, "attr", ""))
    for at, place in combinations(range(len(args)), 2):
        if len(args) <= 5 and name not in ("max", "min"):
            other: list[Any] = [*args]
            other[at], other[place] = args[place], args[at]
            yield 1, "handed", (f"`{name}`",), ast.Call(function, other, [])
    lacking = scope.takes.get(name, [])[len(args) :]
    if lacking and {*lacking} <= {*scope.names}:
        new = ast.Call(function, [*args, *map(_form, lacking)], [])
        yield 1, "missing", (f"`{name}`",), new


def _about_brackets(node: Any, scope: Scope) -> Iterator[Instead]:
    """A function or a method that is named and not called, and a set in place of a list."""
    match node:
        case ast.SetComp(elt=member, generators=loops):
            yield 1, "set", (), ast.ListComp(member, loops)
        case ast.Attribute(attr=name) if name in ASKED:
            for handed in ([], *([_form(each)] for each in scope.parameters[1:])):
                yield 0, "brackets", (_short(node),), ast.Call(node, handed, [])
        case ast.Name(id=name) if name in scope.takes:
            known = [_form(each) for each in scope.takes[name] if each in scope.names]
            new = ast.Call(node, known or [*map(_form, scope.parameters[:1])], [])
            yield 0, "brackets", (_short(node),), new


def _fits(form: Any, node: Any, found: dict[str, Any]) -> bool:
    """Whether the node has this form; what stands for its letters is found then."""
    if isinstance(form, ast.Name) and form.id in _ANY:
        kind = ast.Name if form.id == "X" else ast.expr
        before: Any = found.setdefault(form.id, node)
        return isinstance(node, kind) and ast.dump(before) == ast.dump(node)
    if isinstance(form, list):
        alike = isinstance(node, list) and len(form) == len(node)
        return alike and all(_fits(*pair, found) for pair in zip(form, node, strict=True))
    if not isinstance(form, ast.AST):
        return bool(form == node)
    return type(form) is type(node) and all(
        _fits(getattr(form, name, None), getattr(node, name, None), found)
        for name in form._fields
        if name not in ("ctx", "type_comment", "kind")
    )


_ANY = {*"ABCXS"}


class _Filled(ast.NodeTransformer):
    """Puts expressions in the place of letters."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found

    def visit_Name(self, node: ast.Name) -> Any:
        """What stands for this letter, or the name itself."""
        return self.found.get(node.id, node)


def _form(text: str) -> Any:
    """The expression that this text is, each time a new one."""
    return _copy(_parsed(text))


def _copy(node: Any) -> Any:
    """A copy of this part of a tree, much quicker than `deepcopy`."""
    if isinstance(node, list):
        return [_copy(each) for each in node]
    if not isinstance(node, ast.AST) or isinstance(node, ast.expr_context):
        return node
    return type(node)(**{name: _copy(part) for name, part in ast.iter_fields(node)})


@cache
def _parsed(text: str) -> Any:
    return _copy(ast.parse(text, mode="eval").body)  # a copy has no places


def _statements(text: str) -> list[Any]:
    return [_copy(one) for one in ast.parse(text).body]


@cache
def _letters(text: str) -> set[str]:
    return _letters_in(_parsed(text))


def _letters_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _short(node: ast.AST) -> str:
    text = ast.unparse(node).partition("\n")[0]
    return f"`{text if len(text) <= 32 else text[:29] + '...'}`"


# --- lines ----------------------------------------------------------------------------------------


def _about_lines(owner: Any, block: str, scope: Scope) -> Iterator[Repair]:
    """Lines that stand in the wrong place, that are too much, or that are missing."""
    lines = getattr(owner, block)
    for at, one in enumerate(lines):
        value = getattr(one, "value", None)
        if isinstance(one, ast.Expr) and isinstance(getattr(value, "value", None), str):
            continue
        yield from _about_line(owner, block, at, scope)
        yield from _about_indent(owner, block, at)
    if owner is scope.main and block == "body":
        yield from _about_beginning(lines, scope)
    if isinstance(owner, ast.FunctionDef) and not isinstance(lines[-1], ast.Return):
        names = [node for node in ast.walk(owner) if isinstance(node, ast.Name)]
        stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
        for text in ["False", "True", "0", *dict.fromkeys(stored)]:
            new = [*lines, *_statements(f"return {text}")]
            said = (f"`{owner.name}`",)
            yield Repair(1, "returns", said, lines[-1].lineno, ((owner, block, new),))


def _about_line(owner: Any, block: str, at: int, scope: Scope) -> Iterator[Repair]:
    """This line dropped, swapped with the next, or with another meaning."""
    lines = getattr(owner, block)
    one, before, after = lines[at], lines[:at], lines[at + 1 :]

    def put(rank: int, kind: str, said: str, *new: Any) -> Repair:
        parts = [(owner, block, [*before, *new])]
        return Repair(rank, kind, (said,) if said else (), one.lineno, parts)

    anew = isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) in scope.parameters
    hard = 1 if anew else 2 if isinstance(one, ast.Break | ast.Continue) else 3
    yield put(hard, "line", _short(one), *after)
    if after and not isinstance(after[0], _LEAVES):  # behind that nothing would run
        yield put(2, "order", str(after[0].lineno), after[0], one, *after[1:])
    match one:
        case ast.If(body=[*body]) if isinstance(owner, ast.For | ast.While):
            stops = ((one, "body", [*body, ast.Break()]),)
            yield Repair(2, "jump", (_short(body[-1]),), body[-1].lineno, stops)
        case ast.AugAssign(op=sign, target=target, value=value):
            for meant in _OTHER_SIGNS.get(type(sign), ()):
                said = (_short(target), _short(value))
                yield Repair(2, "sign", said, one.lineno, ((one, "op", meant()),))
        case ast.Return(value=ast.Call() as made) if "Error(" in ast.unparse(one):
            yield put(1, "raised", "", ast.Raise(made), *after)
        case ast.Expr(value=made):
            if isinstance(made, ast.Call) and ast.unparse(made.func) == "print" and made.args:
                made = made.args[0]
            yield put(1, "no_return", "", ast.Return(made), *after)


_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)

_OTHER_SIGNS: Mapping[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub, ast.BitXor),
    ast.Sub: (ast.Add,),
    ast.BitOr: (ast.BitXor,),
    ast.BitAnd: (ast.BitXor,),
    ast.Mult: (ast.Add,),
}


def _about_indent(owner: Any, block: str, at: int) -> Iterator[Repair]:
    """The lines at the edges of this block moved out of it, and the next one moved in."""
    lines = getattr(owner, block)
    one, before, after = lines[at], lines[:at], lines[at + 1 :]
    if not isinstance(one, ast.For | ast.While | ast.If | ast.With):
        return

    def put(rank: int, kind: str, moved: Any, inside: list[Any], around: list[Any]) -> Repair:
        parts = ((one, inner, inside), (owner, block, around))
        return Repair(rank, kind, (), moved.lineno, parts)

    for inner in ("body", "orelse"):
        if not (inside := getattr(one, inner, None)):
            continue
        first, last = inside[0], inside[-1]
        yield put(1, "indent", last, inside[:-1], [*before, one, last, *after])
        if after:
            yield put(2, "indent", after[0], [*inside, after[0]], [*before, one, *after[1:]])
        if isinstance(one, ast.For | ast.While):
            yield put(1, "round", first, inside[1:], [*before, first, one, *after])
            if before:
                moved = before[-1]
                yield put(1, "round", moved, [moved, *inside], [*before[:-1], one, *after])


def _about_beginning(lines: list[ast.stmt], scope: Scope) -> Iterator[Repair]:
    """A copy of what is handed over, made first."""
    main = scope.main
    for each in scope.parameters:
        line = _changed_in(main, each) or main.lineno
        for copy in (f"[list(row) for row in {each}]", f"list({each})", f"{each}.copy()"):
            new = [*_statements(f"{each} = {copy}"), *lines]
            part = (main, "body", new)
            yield Repair(2, "not_copied", (f"`{each}`",), line, (part,), lasting=True)


_CHANGING = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"),
    *("reverse", "setdefault", "sort", "update"),
}
"""The methods that change what they belong to."""


def _changed_in(main: ast.FunctionDef, name: str) -> int | None:
    """The first line that changes what this parameter stands for, as far as can be seen.

    A name may stand for a part of it, such as a row.
    """
    found, perhaps, names = [], [], {name}
    placed: list[Any] = [one for one in ast.walk(main) if hasattr(one, "lineno")]
    for node in sorted(placed, key=lambda one: one.lineno):
        match node:
            case ast.Call(func=ast.Attribute(value=changed, attr=method)) if method in _CHANGING:
                found += [node.lineno] * (base_of(changed) in names)
            case ast.Subscript(value=changed, ctx=ast.Store() | ast.Del()):
                found += [node.lineno] * (base_of(changed) in names)
            case ast.AugAssign(target=ast.Name(id=changed)):
                perhaps += [node.lineno] * (changed in names)
            case ast.Assign(value=ast.Subscript(slice=ast.Slice())):
                pass  # a copy
            case (
                ast.Assign(targets=[ast.Name(id=part)], value=whole)
                | ast.For(target=ast.Name(id=part), iter=whole)
            ):
                names |= {part} if base_of(whole) in names else set()
    return min(found or perhaps, default=None)


# --- what lasts from call to call -----------------------------------------------------------------


def _about_memory(
    tree: ast.Module, functions: Sequence[ast.FunctionDef], scope: Scope
) -> Iterator[Repair]:
    """Global names, default arguments, tables and their keys."""
    main, worst = scope.main, WORST.replace("S", scope.state)

    def anew(said: str, line: int, *parts: Part) -> Repair:
        return Repair(0, "lasting", (f"`{said}`",), line, parts, lasting=True)

    lasting = {}
    for one in tree.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            lasting[one.targets[0].id] = one.value, one.lineno
    defaults = main.args.defaults
    for at, value in enumerate(defaults):
        if isinstance(value, ast.List | ast.Dict | ast.Set | ast.Call):
            name = main.args.args[len(main.args.args) - len(defaults) + at].arg
            lasting[name] = value, main.lineno
            fresh = _statements(f"if {name} is None:\n {name} = {ast.unparse(value)}")
            none = [*defaults[:at], ast.Constant(None), *defaults[at + 1 :]]
            begins = main, "body", [*fresh, *main.body]
            yield anew(name, main.lineno, (main.args, "defaults", none), begins)
    for name, (value, line) in lasting.items():
        if name in _letters_in(main):
            body = [
                one for one in main.body if not (isinstance(one, ast.Global) and name in one.names)
            ]
            for text in (ast.unparse(value), worst):
                new = [*_statements(f"{name} = {text}"), *body]
                yield anew(name, line, (main, "body", new))
    for function in functions:
        for decorator in function.decorator_list:
            said = f"@{ast.unparse(decorator)}"
            dropped = anew(said, function.lineno, (function, "decorator_list", []))
            yield dropped if "cache" in said else dropped._replace(kind="line")
    yield from _about_tables(tree, main)


def _about_tables(tree: ast.Module, main: ast.FunctionDef) -> Iterator[Repair]:
    """Tables, and attributes of a game, in which nothing is found."""

    def blind(rank: int, kind: str, said: str, part: Part) -> Repair:
        return Repair(rank, kind, (f"`{said}`",), part[0].lineno, (part,), lasting=True)

    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=table)]):
                nothing = [ast.Tuple([], ast.Load())]
                handed = table in {one.arg for one in main.args.args}
                kind = "looked_up" if handed and _changed_in(main, table) is None else "key"
                yield blind(1, kind, table, (node, "comparators", nothing))
            case ast.Call(func=ast.Name(id="hasattr" | "getattr"), args=[owner, held, *_]):
                new = _form("(lambda one, name, *other: other[0] if other else False)")
                said = f"{ast.unparse(owner)}.{getattr(held, 'value', '...')}"
                yield blind(0, "lasting", said, (node, "func", new))
