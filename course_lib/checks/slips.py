"""A slip of the pen that a function's own source proves: `slip_in` gives one sentence on it.

Nothing is run here. Each search below looks for one kind of slip in the syntax tree, and gives the
line in which it stands and what to write instead.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef

SEARCH_NEEDS = ("depth", "alpha", "beta", "table", "seen")
"""What a search hands on from state to state: whoever does not take it can't heed it below."""

_STATES = {"is_terminal": "{0}", "to_move": "{0}", "actions": "{0}", "utility": "{0}, player"}
_OF_GAMES = {**_STATES, "result": "{0}, action"}
"""The methods of a game, each with what goes into its brackets."""

_OF_CONTAINERS = {
    **dict.fromkeys(("copy", "items", "keys", "pop", "sort", "reverse"), ""),
    **dict.fromkeys(("append", "extend", "remove", "insert"), "..."),
}
"""Methods of lists, sets and dictionaries that nobody would take for anything else."""

_PURE = {"sorted", "reversed", "max", "min", "len", "abs", "sum", "list", "tuple", "set", "dict"}
_PURE |= {"deepcopy", "round", "zip", "enumerate", "any", "all"}
_PURE_METHODS = {"copy", "union", "intersection", "difference", "replace", "strip", "split"}
"""What changes nothing and gives something: calling it for nothing else is no use."""

_NO_CODE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python says to a text that is no code, or nested too deeply for it."""

_CONSUMERS = {"max", "min", "len", "sorted", "list", "tuple", "set", "sum", "any", "all", "iter"}
_CONSUMERS |= {"enumerate", "reversed", "int", "float", "abs", "bool", "range"}


class Cell(NamedTuple):
    """A function in its cell, and what is known of the notebook around it."""

    function: Function
    functions: Mapping[str, str]
    """What each function of the notebook takes, such as `board, action`."""
    games: Collection[str]
    """The names that stand for games, beside `game`."""
    values: Collection[str]
    """The names that stand for something that can't be called."""
    none_came: bool
    """Whether None came back where it never is right."""


def slip_in(
    source: str,
    name: str,
    functions: Mapping[str, str],
    *,
    games: Collection[str] = (),
    values: Collection[str] = (),
    none_came: bool = False,
    unwritten: bool = False,
) -> str:
    r"""The first slip that the source of this cell proves in the function of this name, or "".

    Of one that is `unwritten`, as it came to a `raise NotImplementedError`, only that is looked at.

    >>> slip_in("def over(game, state):\n    return not game.is_terminal", "over", {})[:67]
    '`game.is_terminal` without `(state)` is the method itself, which al'
    """
    try:
        tree = ast.parse(source)
    except _NO_CODE:
        return ""
    top = {part.name: part for part in tree.body if isinstance(part, Function)}
    if name not in top:
        return ""
    if any(isinstance(part, ast.ClassDef) for part in ast.walk(tree)):
        return ""  # what a class of their own makes of a name, nobody knows
    known = {**functions, **functions_in([source])}
    for each in _called(name, top):
        cell = Cell(top[each], known, games, values, none_came=none_came and each == name)
        for look in (_left_in,) if unwritten else _LOOKS:
            if sentence := next(look(cell), None):
                return sentence
    return ""


def functions_in(sources: Iterable[str]) -> dict[str, str]:
    r"""What each function takes that these cells define.

    >>> functions_in(["def terminal(board):\n    return False", "no Python !"])
    {'terminal': 'board'}
    """
    found: dict[str, str] = {}
    for source in sources:
        with suppress(*_NO_CODE):
            found |= {
                part.name: ", ".join(_takes(part))
                for part in ast.parse(source).body
                if isinstance(part, Function)
            }
    return found


def _called(name: str, top: Mapping[str, Function]) -> list[str]:
    """This function, and those of the same cell that it calls, directly or not."""
    found = [name]
    for each in found:
        used = {part.id for part in ast.walk(top[each]) if isinstance(part, ast.Name)}
        found += [other for other in top if other in used and other not in found]
    return found


# --- each kind of slip ----------------------------------------------------------------------------


def _left_in(cell: Cell) -> Iterator[str]:
    """`raise NotImplementedError` above or below code."""
    body = [part for part in cell.function.body if not _is_text(part)]
    for part in _own_nodes(cell.function):
        if len(body) > 1 and isinstance(part, ast.Raise) and "NotImplementedError" in _text(part):
            where = (
                "no line below it is ever reached" if part is body[0] else "your code ends there"
            )
            yield f"`{_text(part)}` in line {part.lineno} was left in, and {where}: delete it"


def _without_brackets(cell: Cell) -> Iterator[str]:
    """A method, or a function of the notebook, where what it gives is meant."""
    bound = _bound_in(cell.function)
    handed = {
        part
        for node in ast.walk(cell.function)
        if isinstance(node, ast.Call)
        for one in (node.func, *node.args)
        for part in _names_in(one)
    }
    handed |= {
        part
        for node in ast.walk(cell.function)
        if isinstance(node, ast.keyword)
        for part in _names_in(node.value)
    }
    for node, scopes in _with_scopes(cell.function):
        kept = [
            (value, False)
            for target, value in _assigned(node)
            if isinstance(value, ast.Attribute) and target.id not in handed
        ]
        for used, is_test in (*_used_values(node), *kept):
            taken = ""
            kind = "method"
            match used:
                case ast.Attribute(value=ast.Name(id=owner), attr=method):
                    if method in _OF_GAMES and _is_game(owner, cell):
                        taken = _OF_GAMES[method].format(_state_of(scopes))
                    elif method in _OF_CONTAINERS and owner != "self":
                        taken = _OF_CONTAINERS[method]
                    else:
                        continue
                case ast.Name(id=name) if name in cell.functions and name not in bound:
                    taken, kind = cell.functions[name], "function"
                case _:
                    continue
            text = _text(used)
            what = "which always counts as true" if is_test else "not what it gives"
            yield (
                f"`{text}` without `({taken})` is the {kind} itself, {what}; line {used.lineno}"
                f" needs `{text}({taken})`"
            )


def _thrown_away(cell: Cell) -> Iterator[str]:
    """A statement that works something out, for nobody."""
    last = _last_statements(cell.function.body)
    for node, _ in _with_scopes(cell.function):
        if isinstance(node, ast.Try | ast.With):
            continue
        for part in _statements(node):
            if not isinstance(part, ast.Expr):
                continue
            text, line = _text(part.value), part.lineno
            match part.value:
                case ast.Compare(left=ast.Name() as left, ops=[ast.Eq()], comparators=[right]):
                    yield (
                        f"`{text}` in line {line} only compares, and nobody hears the answer: to"
                        f" give `{left.id}` this value, write `{left.id} = {_text(right)}`"
                    )
                case ast.Compare():
                    yield f"`{text}` in line {line} only compares, and nobody hears the answer"
                case ast.Name() | ast.Subscript() | ast.BinOp() | ast.Tuple() if part in last:
                    yield f"`{text}` in line {line} does nothing by itself: write `return {text}`"
                case ast.Attribute(value=ast.Name(), attr=method) if method in _OF_CONTAINERS:
                    call = f"{text}({_OF_CONTAINERS[method]})"
                    yield f"`{text}` in line {line} does nothing without brackets: write `{call}`"
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if (
                    method in _OF_GAMES and _is_game(owner, cell)
                ):
                    how = "only gives an answer"
                    kept = f"return {text}" if part in last else f"answer = {text}"
                    if method == "result":
                        how = "doesn't change the state but gives a new one"
                        kept = f"child = {text}"
                    yield (
                        f"Line {line} throws away what `{text}` gives. `{method}` {how}: keep it,"
                        f" as in `{kept}`"
                    )
                case ast.Call(func=ast.Name(id=name)) if name in _PURE and name not in _bound_in(
                    cell.function
                ):
                    yield _kept_as(text, name, line, part.value)
                case ast.Call(func=ast.Attribute(value=ast.Name(), attr=name)) if (
                    name in _PURE_METHODS
                ):
                    yield _kept_as(text, name, line, part.value)


def _not_raised(cell: Cell) -> Iterator[str]:
    """An exception that is made and not raised."""
    for node in _own_nodes(cell.function):
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name.endswith("Error"):
                text = _text(node)
                line = node.lineno
                yield f"`{text}` in line {line} only makes the exception: write `raise {text}`"
            case ast.Return(value=ast.Call(func=ast.Name(id=name)) as made) if name.endswith(
                "Error"
            ):
                yield (
                    f"`{_text(node)}` in line {node.lineno} gives the exception back like a value:"
                    f" write `raise {_text(made)}`"
                )


def _kept_as(text: str, name: str, line: int, call: ast.Call) -> str:
    """What is said of a call that changes nothing and whose answer is thrown away."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else (*call.args, call.func)[0]
    old = of.id if isinstance(of, ast.Name) and of is not call.func else "new"
    kept = f"new = {text}" if name in {"copy", "deepcopy"} else f"{old} = {text}"
    return (
        f"Line {line} throws away what `{text}` gives, and `{name}` changes nothing by itself: keep"
        f" it, as in `{kept}`"
    )


def _shadowed(cell: Cell) -> Iterator[str]:
    """A variable with the name of a function that is called beside it."""
    own = cell.function
    nodes = [*_own_nodes(own)]
    called = {
        node.func.id: node
        for node in ast.walk(own)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    away = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    for node in nodes:
        for target, value in _assigned(node):
            name = target.id
            function = name in cell.functions or callable(getattr(builtins, name, None))
            if name not in called or name in away or not function:
                continue
            if isinstance(value, ast.Call) and name not in _names_in(value):
                continue  # it may well give a function
            if isinstance(value, ast.Lambda | ast.Name | ast.Attribute | ast.IfExp):
                continue
            yield (
                f"Line {target.lineno} makes `{name}` a variable of {own.name}, so that"
                f" `{_text(called[name])}` in line {called[name].lineno} no longer calls the"
                f" function `{name}`: give the variable another name"
            )
    for name, call in called.items():
        if name in cell.values and callable(getattr(builtins, name, None)):
            yield (
                f"A cell of the notebook uses `{name}` as the name of a value, so that"
                f" `{_text(call)}` in line {call.lineno} can't call Python's own: give the value"
                f" another name, and run `del {name}`"
            )


def _overwritten(cell: Cell) -> Iterator[str]:
    """An argument that is replaced before anybody has looked at it."""
    waiting = _needed(cell.function)
    for part in cell.function.body:
        if not isinstance(part, ast.Assign | ast.AnnAssign):
            return
        read = {
            node.id
            for node in ast.walk(part)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        waiting -= read
        for target, _ in _assigned(part):
            if target.id in waiting:
                yield (
                    f"Line {target.lineno} overwrites `{target.id}` before anything has looked at"
                    f" it, so that what is handed over is lost: take `{_text(part)}` out"
                )


def _in_the_first_round(cell: Cell) -> Iterator[str]:
    """A loop that always ends the function in its first round."""
    for loop in ast.walk(cell.function):
        if not isinstance(loop, ast.For | ast.While) or len(loop.body) == 1 == len(
            [part for part in ast.walk(loop) if isinstance(part, ast.stmt)][1:]
        ):
            continue  # `for first in them: return first` is a way to take the first
        if any(isinstance(part, ast.Continue | ast.Break) for part in ast.walk(loop)):
            continue
        last = _last_statements(loop.body)
        if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
            continue
        if _goes_on(loop.body) or not all(isinstance(part, ast.Return) for part in last):
            continue
        part = last[-1]
        yield (
            f"`{_text(part)}` in line {part.lineno} ends {cell.function.name} in the first round of"
            f" the loop of line {loop.lineno}, which never goes round twice: move it behind the"
            " loop"
        )


def _wrong_helper(cell: Cell) -> Iterator[str]:
    """A search that asks another one, which can't heed all it has to, about the states below."""
    own = cell.function
    needs = [name for name in SEARCH_NEEDS if name in _takes(own)]
    calls = [
        node
        for node in ast.walk(own)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    # Inner functions may do the search, and whoever mentions itself at all may.
    inner = any(isinstance(part, Function) and part is not own for part in ast.walk(own))
    if not needs or inner or own.name in _names_in(own):
        return
    children = {
        target.id
        for node in ast.walk(own)
        for target, value in _assigned(node)
        if value is not None and _is_result(value)
    }
    for call in calls:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        theirs = [part.split("=")[0].strip() for part in cell.functions.get(name, "").split(",")]
        lacks = [need for need in needs if need not in theirs]
        below = [
            part
            for part in call.args
            if _is_result(part) or (isinstance(part, ast.Name) and part.id in children)
        ]
        if name in cell.functions and theirs[:1] == ["game"] and lacks and below:
            yield (
                f"Line {call.lineno} asks `{name}` about the states that follow, which knows"
                f" nothing of {' and '.join(f'`{each}`' for each in lacks)}: let `{own.name}` ask"
                " itself there"
            )


def _counted_in_the_loop(cell: Cell) -> Iterator[str]:
    """A depth that goes down with every action, not with every ply."""
    for loop in ast.walk(cell.function):
        if not isinstance(loop, ast.For) or cell.function.name not in _names_in(loop):
            continue
        for part in loop.body:
            if isinstance(part, ast.AugAssign) and _text(part.target) == "depth":
                yield (
                    f"`{_text(part)}` in line {part.lineno} is done once for every action of the"
                    " loop, so that later actions are searched to another depth than the first:"
                    " leave `depth` as it is, and hand `depth - 1` on"
                )


def _fewer_handed_on(cell: Cell) -> Iterator[str]:
    """Two calls of itself, of which one leaves out what the other hands on."""
    own = cell.function
    calls = [
        node
        for node in ast.walk(own)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == own.name and not node.keywords
        if not any(isinstance(part, ast.Starred) for part in node.args)
    ]
    most = max(calls, key=lambda call: len(call.args), default=None)
    for call in calls:
        if most is not None and len(call.args) < len(most.args):
            lost = " and ".join(f"`{name}`" for name in _takes(own)[len(call.args) :])
            yield (
                f"Line {call.lineno} calls `{own.name}` without {lost}, which line {most.lineno}"
                " hands on: without them the search below begins anew"
            )


def _ends_the_search(cell: Cell) -> Iterator[str]:
    """An `else: return None` inside of the loop that looks for something."""
    for loop in ast.walk(cell.function):
        if not isinstance(loop, ast.For):
            continue
        for part in ast.walk(loop):
            match part:
                case ast.If(
                    body=[ast.Return(value=found)],
                    orelse=[ast.Return(value=ast.Constant(value=None | False)) as end],
                ) if found is not None and not isinstance(found, ast.Constant):
                    yield (
                        f"`{_text(end)}` in line {end.lineno} ends the loop of line {loop.lineno}"
                        f" at the first for which `{_text(part.test)}` is not true, and the others"
                        " are never looked at: move it behind the loop"
                    )


def _first_that_is_equal(cell: Cell) -> Iterator[str]:
    """The place of a row that is looked for among rows that may be equal."""
    for loop in ast.walk(cell.function):
        match loop:
            case ast.For(target=ast.Name(id=each), iter=ast.Name(id="board")):
                pass
            case _:
                continue
        for part in ast.walk(loop):
            if isinstance(part, ast.Call) and _text(part) == f"board.index({each})":
                yield (
                    f"`board.index({each})` in line {part.lineno} is the place of the first row"
                    f" that equals `{each}`, and several may: go through"
                    f" `for place, {each} in enumerate(board)`"
                )


def _lives_on(cell: Cell) -> Iterator[str]:
    """A variable outside that is changed and asked for: the next call begins with what is left."""
    own = [*_own_nodes(cell.function)]
    away = {name for node in own if isinstance(node, ast.Global) for name in node.names}
    bound = _bound_in(cell.function) - away
    asked = {n.id for n in own if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in own:
        if not isinstance(node, ast.Assign | ast.AugAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            match target:
                case ast.Name(id=name) if name in away and name in asked:
                    pass
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int())) if (
                    name in cell.values and name not in bound
                ):
                    pass
                case _:
                    continue
            yield (
                f"`{_text(node)}` in line {node.lineno} changes `{name}`, which lives on when"
                f" {cell.function.name} is over: the next call begins with what this one has left."
                f" Make `{name}` anew inside of the function"
            )


def _one_way_without(cell: Cell) -> Iterator[str]:
    """A way through the function that ends without `return`, where others have one."""
    returns = [node for node in _own_nodes(cell.function) if isinstance(node, ast.Return)]
    if not cell.none_came or not any(node.value is not None for node in returns):
        return
    for node in returns:
        if node.value is None:
            yield f"`return` alone in line {node.lineno} gives None: say what to return"
    if not _goes_on(cell.function.body):
        return
    last = cell.function.body[-1]
    while isinstance(last, ast.If) and last.orelse and _goes_on(last.orelse):
        last = last.orelse[-1]
    match last:
        case ast.If(orelse=[]) if not _goes_on(last.body):
            where = f"Where `{_text(last.test)}` in line {last.lineno} is not true"
        case ast.For() | ast.While():
            where = f"When the loop of line {last.lineno} is over"
        case _:
            where = f"After line {last.end_lineno}"
    yield (
        f"{where}, {cell.function.name} ends without a `return`, which gives None: say what to"
        " return there"
    )


_LOOKS: tuple[Callable[[Cell], Iterator[str]], ...] = (
    _without_brackets,
    _shadowed,
    _thrown_away,
    _not_raised,
    _overwritten,
    _wrong_helper,
    _counted_in_the_loop,
    _fewer_handed_on,
    _ends_the_search,
    _first_that_is_equal,
    _in_the_first_round,
    _one_way_without,
    _lives_on,
)

# --- reading a syntax tree ------------------------------------------------------------------------


def _is_game(name: str, cell: Cell) -> bool:
    """Whether this name can only stand for a game."""
    bound = _bound_in(cell.function)
    return name == "game" if name in bound or name == "game" else name in cell.games


def _text(node: ast.AST) -> str:
    text = ast.unparse(node).partition("\n")[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_text(part: ast.stmt) -> bool:
    """Whether this is a docstring, or `...`."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _is_result(node: ast.AST) -> bool:
    """Whether this makes the state after an action."""
    match node:
        case ast.Call(func=ast.Attribute(attr="result") | ast.Name(id="result")):
            return True
    return False


def _takes(function: Function) -> list[str]:
    arguments = function.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _needed(function: Function) -> set[str]:
    """The arguments that have to be handed over."""
    most = len(function.args.args) - len(function.args.defaults)
    return {each.arg for each in function.args.args[:most]}


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _bound_in(function: Function) -> set[str]:
    """The names that stand for something of this function's own, anywhere in it."""
    bound = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, Function | ast.ClassDef) and node is not function:
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name)
    return bound


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """What stands in this function, and not in one inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


def _with_scopes(function: Function) -> Iterator[tuple[ast.AST, tuple[Function, ...]]]:
    """Each node in reading order, with the functions around it, the innermost first."""
    waiting: list[tuple[ast.AST, tuple[Function, ...]]] = [(function, ())]
    while waiting:
        node, scopes = waiting.pop(0)
        if isinstance(node, Function):
            scopes = (node, *scopes)
        yield node, scopes
        waiting = [(part, scopes) for part in ast.iter_child_nodes(node)] + waiting


def _state_of(scopes: Iterable[Function]) -> str:
    """The name of the state in the innermost function that takes one."""
    for function in scopes:
        others = [name for name in _takes(function) if name != "game"]
        if others:
            return others[0]
    return "state"


def _used_values(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The parts of which this node needs the value, and whether it only asks if they are true."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, True
        case ast.Assert(test=test) | ast.UnaryOp(op=ast.Not(), operand=test):
            yield test, True
        case ast.BoolOp(values=parts):
            yield from ((part, True) for part in parts)
        case ast.Compare(left=left, ops=ops, comparators=others):
            if not any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                yield left, False
            yield from ((part, False) for part in others if not isinstance(ops[0], ast.Is))
        case ast.For(iter=over) | ast.comprehension(iter=over):
            yield over, False
        case ast.BinOp(left=left, right=right):
            yield from ((left, False), (right, False))
        case ast.Subscript(value=value):
            yield value, False
        case ast.Call(func=ast.Name(id=name), args=[part, *_]) if name in _CONSUMERS:
            yield part, False
    if isinstance(node, ast.comprehension):
        yield from ((part, True) for part in node.ifs)


def _assigned(node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr | None]]:
    """The names that this statement sets, each with the value that is known of it."""
    targets: list[tuple[ast.expr, ast.expr | None]] = []
    match node:
        case ast.Assign(targets=parts, value=value):
            targets = [(part, value) for part in parts]
        case ast.AnnAssign(target=part, value=value) if value is not None:
            targets = [(part, value)]
        case ast.AugAssign(target=part) | ast.For(target=part):
            targets = [(part, None)]
    for target, value in targets:
        if isinstance(target, ast.Name):
            yield target, value
        elif isinstance(target, ast.Tuple | ast.List):
            yield from ((part, None) for part in target.elts if isinstance(part, ast.Name))


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    for name in ("body", "orelse", "finalbody"):
        parts = getattr(node, name, None)
        yield from parts if isinstance(parts, list) else ()


def _last_statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements with which this body can end."""
    last = body[-1]
    if isinstance(last, ast.If):
        behind = _last_statements(last.orelse) if last.orelse else [last]
        return [*_last_statements(last.body), *behind]
    return [last]


def _goes_on(body: Iterable[ast.stmt]) -> bool:
    """Whether what stands behind these statements may be reached."""
    for part in body:
        match part:
            case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
                return False
            case ast.If(body=yes, orelse=no) if no and not _goes_on(yes) and not _goes_on(no):
                return False
            case ast.While(test=ast.Constant(value=True | 1), body=inside):
                if not any(isinstance(each, ast.Break) for one in inside for each in ast.walk(one)):
                    return False
            case ast.With(body=inside) if not _goes_on(inside):
                return False
            case ast.Try(body=inside, handlers=handlers, orelse=no, finalbody=end):
                ways = [[*inside, *no], *(each.body for each in handlers)]
                if (end and not _goes_on(end)) or not any(map(_goes_on, ways)):
                    return False
            case ast.Match(cases=cases) if any(
                isinstance(each.pattern, ast.MatchAs)
                and each.pattern.pattern is None
                and each.guard is None
                for each in cases
            ) and not any(_goes_on(each.body) for each in cases):
                return False
    return True
