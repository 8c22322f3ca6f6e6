"""`defend`: questions about what your own function does, whose answers come from running it.

`course defend` prints the same questions for a class, from runs in a sandbox. Every question has
one right answer: the leaves that the game was asked for, what a call got and gave back, the lines
that ran, or what came of the same function with one change.
"""

from __future__ import annotations

import ast
import io
import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from html import escape
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.breaking import NAMES, OTHERS, SECONDS
from course_lib.checks.checking import callers_names
from course_lib.checks.keeping import NotKeptError, source_of
from course_lib.checks.observing import DEPTH, SERVED, first_line, is_silent, observed
from course_lib.checks.predicting import prose
from course_lib.checks.secret import Secret, SecretTree
from course_lib.games.squares import letters
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import many, visible
from course_lib.play.clock import OutOfTime, within
from course_lib.views.svg import static_html
from course_lib.views.trees import draw_tree

Path = tuple[int, ...]

BOUND = 19
"""No leaf's number is larger."""

WHOLE = 40
"""A tree of so many nodes is drawn whole."""

TREES, CHANGES = 5, 10
"""So many trees are tried, and so many changes of the function on the tree that is taken."""


class Asked(NamedTuple):
    """A question about somebody's function, and its one right answer."""

    kind: str
    text: str
    answer: str
    good: str
    """What a good answer contains, in five words or so."""
    own: bool = True
    """Whether the answer depends on the lines of the function, not only on the tree."""


class Change(NamedTuple):
    """A function with one line deleted, or one sign turned."""

    said: str
    """What would be different, as in `line 3 were deleted`."""
    source: str


# --- what was seen --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What a function did on a tree: nothing that a student's process says is taken unchecked."""

    source: str
    name: str
    game: TextbookTree
    leaves: tuple[Path, ...]
    """Those that it looked at, in this order, as the game was asked."""
    data: Any
    """What `observed` gave."""

    def __post_init__(self) -> None:
        """Refuse what `observed` never gives with this source."""
        try:
            sound = self._is_sound()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise ValueError("the run told something that is no observation") from error
        if not sound:
            raise ValueError("the run told of lines or functions that are not in the source")

    def _is_sound(self) -> bool:
        names, last = self._names, self.source.count("\n") + 1
        calls = all(
            name in names
            and all(key.isidentifier() and _is_number(one) for key, one in numbers.items())
            and type(ended) is bool
            for name, _, numbers, _, ended in self.data["calls"]
        )
        lines = all(
            type(line) is type(call) is int and 1 <= line <= last for line, call in self.lines
        )
        return calls and lines and self.end.isidentifier()

    @cached_property
    def _names(self) -> set[str]:
        return {one.name for one in ast.walk(self.tree) if isinstance(one, ast.FunctionDef)}

    @cached_property
    def tree(self) -> ast.Module:
        """The source, parsed."""
        return ast.parse(self.source)

    @property
    def lines(self) -> Sequence[tuple[int, int]]:
        """Each line that was reached, with the number of the call in which it was."""
        return self.data["lines"]

    @property
    def end(self) -> str:
        """How it ended: with a `value`, `never`, or with an error, by the error's name."""
        return self.data["end"]

    @property
    def value(self) -> Any:
        """What it gave back."""
        return self.data.get("value")

    @property
    def outcome(self) -> str:
        """How it ended, in words."""
        if self.end == "never":
            return "it never ends"
        if self.end != "value":
            return f"it stops with an error ({self.end})"
        looks = f"looks at {many(len(self.leaves), 'leaf', 'leaves')}"
        return f"it returns {shown(self.value)} and {looks}"

    @cached_property
    def all_leaves(self) -> list[Path]:
        """Every leaf of the tree, from left to right."""
        return list(_leaves(self.game, ()))

    @cached_property
    def searcher(self) -> str | None:
        """The function that was called for most nodes, if calls for nodes were seen at all."""
        counts = Counter(name for name, path, *_ in self.data["calls"] if path is not None)
        return max(counts, key=lambda name: counts[name]) if counts else None

    @cached_property
    def calls(self) -> list[tuple[int, Path, dict[str, float], Any]]:
        """The calls of that function that came back: number from 1, node, numbers, value."""
        own = [one for one in self.data["calls"] if one[0] == self.searcher]
        return [
            (number, tuple(path), numbers, value)
            for number, (_, path, numbers, value, ended) in enumerate(own, 1)
            if ended and path is not None and self.game.has_state(tuple(path))
        ]


def _is_number(one: Any) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool)


def _leaves(game: TextbookTree, path: Path) -> Iterator[Path]:
    if game.is_terminal(path):
        yield path
    for action in game.actions(path):
        yield from _leaves(game, game.result(path, action))


def named(path: Path) -> str:
    """A node as one points at it in the picture: the letters on the way down."""
    return "".join(letters(number + 1) for number in path) if path else "the root"


def shown(value: Any) -> str:
    """A value as it is written on paper."""
    if _is_number(value):
        return f"{value:g}".replace("-", "\u2212")
    return value[:60] if isinstance(value, str) else repr(value)[:60]


def new_tree(rng: Random) -> TextbookTree:
    """A tree that a pencil can search in a few minutes: 8 to 12 leaves, no two of them alike."""
    while True:
        shape = [[rng.randint(2, 3) for _ in range(2)] for _ in range(rng.choice((2, 2, 3)))]
        count = sum(map(sum, shape))
        if 8 <= count <= 12:
            numbers = iter(rng.sample(range(-BOUND, BOUND + 1), count))
            return TextbookTree(
                [[[next(numbers) for _ in range(n)] for n in part] for part in shape]
            )


# --- one change -----------------------------------------------------------------------------------


def changes(source: str, lines: Collection[int]) -> list[Change]:
    """The source with one of these lines deleted, or one sign in them turned, each a new one."""
    found: dict[str, Change] = {}
    starts = Counter(
        first_line(one) for one in ast.walk(ast.parse(source)) if isinstance(one, ast.stmt)
    )
    text = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        number = getattr(node, "lineno", 0)
        if number not in lines:
            continue
        place = text[number - 1]
        for new in _turned(node, place):
            other = _with_line(text, number, new)
            found[other] = Change(f"line {number} were `{new.strip()}`", other)
        if not isinstance(node, _DELETED) or number != node.end_lineno or starts[number] > 1:
            continue
        if not is_silent(node):
            indent = place[: len(place) - len(place.lstrip())]
            other = _with_line(text, number, f"{indent}pass")
            found[other] = Change(f"line {number} were deleted", other)
    return [one for one in found.values() if one.source != source and _is_python(one.source)]


_DELETED = (ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Expr, ast.Return)
_SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Add: "+",
    ast.Sub: "-",
}


def _turned(node: Any, line: str) -> Iterator[str]:
    """This line with the sign at this node turned, or its function; the rest stays as it is."""
    raw = line.encode()

    def between(start: int, end: int, old: str, new: str) -> Iterator[str]:
        part = raw[start:end].decode()
        if part.count(old) == 1:
            yield (raw[:start] + part.replace(old, new).encode() + raw[end:]).decode()

    kind: type[ast.AST]
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in OTHERS:
            sides, kind = (left, right), type(sign)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OTHERS:
            sides, kind = (left, right), type(operator)
        case ast.Name(id=called, ctx=ast.Load()) if called in NAMES:
            end = node.col_offset + len(called.encode())
            yield from between(node.col_offset, end, called, NAMES[called])
            return
        case ast.UnaryOp(op=ast.USub()) if node.lineno == node.operand.lineno:
            yield from between(node.col_offset, node.operand.col_offset, "-", "")
            return
        case _:
            return
    left, right = sides
    if left.end_lineno == right.lineno == node.lineno:
        ends = left.end_col_offset or 0, right.col_offset
        yield from between(*ends, _SIGNS[kind], _SIGNS[OTHERS[kind]])


def _with_line(text: Sequence[str], number: int, new: str) -> str:
    return "\n".join([*text[: number - 1], new, *text[number:]])


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


# --- the questions --------------------------------------------------------------------------------

Run = Callable[[Sequence[tuple[str, TextbookTree]]], "Sequence[Seen | None]"]
"""What each source does on its tree; `None` where it can't be said."""


class Interview(NamedTuple):
    """What a function did on a tree, and five questions about it."""

    seen: Seen
    asked: list[Asked]


def interview(
    source: str,
    name: str,
    rng: Random,
    run: Run,
    other: Callable[[TextbookTree], Sequence[Path]] | None = None,
) -> Interview:
    """Five questions about this function; a `ValueError` if nothing can be asked.

    `other` gives the leaves that a search with cuts looks at.
    """
    trees = [new_tree(rng) for _ in range(TREES)]
    found = [one for one in run([(source, tree) for tree in trees]) if one is not None]
    if not found:
        raise ValueError(f"{name} gave no answer on any of {TREES} trees")
    seen = max(found, key=_worth)
    lines = {line for line, _ in seen.lines}
    some = changes(source, lines)
    rng.shuffle(some)
    raised = [(source, _raised(seen.game, leaf)) for leaf in seen.leaves if seen.end == "value"]
    came = run([*((one.source, seen.game) for one in some[:CHANGES]), *raised])
    changed = [
        (change, one) for change, one in zip(some[:CHANGES], came, strict=False) if one is not None
    ]
    after = came[len(some[:CHANGES]) :]
    deciding = [
        leaf
        for leaf, one in zip(seen.leaves, after, strict=False)
        if one is None or one.value != seen.value
    ]
    kinds = (
        list(_about_leaves(seen, rng)),
        list(_about_calls(seen, rng)),
        list(_about_lines(seen, rng)),
        list(_about_changes(seen, changed, rng)),
        [*_about_parting(seen, other), *_about_origin(seen, deciding)],
    )
    rng.shuffle(kinds[-1])
    taken = [one for kind in kinds for one in kind[:1]]
    # Where a kind has nothing to ask, the function's own lines have most to say.
    spare = [one for at in (3, 2, 1, 4, 0) for one in kinds[at][1:]]
    taken += spare[: 5 - len(taken)]
    return Interview(seen, sorted(taken, key=lambda one: _ORDER.index(one.kind)))


_ORDER = ("leaves", "call", "lines", "change", "parting", "origin")


def _worth(seen: Seen) -> tuple[bool, bool, int]:
    """How good this tree is for questions: some leaves are left out, but not most of them."""
    left_out = len(seen.all_leaves) - len(seen.leaves)
    return seen.end == "value", 2 <= left_out <= 4, -len(seen.all_leaves)


def _raised(game: TextbookTree, leaf: Path) -> TextbookTree:
    """The tree with a quarter more at this leaf, which changes the order of no two leaves."""

    def copied(node: Any, path: Path) -> Any:
        if isinstance(node, tuple):
            return tuple(copied(child, (*path, at)) for at, child in enumerate(node))
        return node + (path == leaf) / 4

    return TextbookTree(copied(game.tree, ()))


def intro(name: str) -> str:
    """What all questions are about: this function's call for a tree."""
    more = {"depth": f", {DEPTH}, leftmost", "memory": ", {}"}.get(SERVED[name], "")
    said = f"All questions are about `{name}(game, (){more})`, where `game` is this tree."
    if SERVED[name] == "depth":
        said += (
            " `leftmost` estimates a node by the number of the leaf at the far left below it,"
            " for the player that it is given; so it looks at that leaf."
        )
    return said


def _about_leaves(seen: Seen, rng: Random) -> Iterator[Asked]:
    never = [named(leaf) for leaf in seen.all_leaves if leaf not in seen.leaves]
    if never and seen.leaves:
        yield Asked(
            "leaves",
            f"Cross out the leaves that `{seen.name}` never looks at in the tree. Which are they?",
            ", ".join(never),
            "the bound, and which node stops",
            own=False,
        )
    if len(seen.leaves) > 4:
        place = rng.randint(4, len(seen.leaves))
        yield Asked(
            "leaves",
            f"Which leaf does `{seen.name}` look at as number {place}, counted from 1, if a leaf"
            " counts only the first time?",
            named(seen.leaves[place - 1]),
            "down first, then on",
            own=False,
        )


def _about_calls(seen: Seen, rng: Random) -> Iterator[Asked]:
    def is_good(call: tuple[int, Path, dict[str, float], Any]) -> bool:
        number, *_, value = call
        return 1 < number <= 10 and (_is_number(value) or type(value) is tuple)

    def interest(call: tuple[int, Path, dict[str, float], Any]) -> tuple[int, float]:
        _, path, numbers, _ = call
        inner = not seen.game.is_terminal(path)
        closed = sum(map(math.isfinite, numbers.values()))
        return (2 * inner + closed, rng.random())

    for number, path, numbers, value in sorted(
        filter(is_good, seen.calls), key=interest, reverse=True
    ):
        arguments = [f"`{name}`" for name in numbers]
        what = f", with which {' and '.join(arguments)}" if arguments else ""
        given = [f"{name} = {shown(one)}" for name, one in numbers.items()]
        yield Asked(
            "call",
            f"The calls of `{seen.searcher}` are numbered from 1 as they begin. For which node is"
            f" call {number}{what}, and what does it return?",
            "; ".join([named(path), *given, f"returns {shown(value)}"]),
            "bounds go down, values come back" if len(given) > 1 else "down first, then on",
        )


def _about_lines(seen: Seen, rng: Random) -> Iterator[Asked]:
    lines, calls = seen.lines, seen.data["calls"]
    unclear = _unclear(seen.tree)
    places: dict[int, int] = {}
    counts: Counter[str] = Counter()
    for at, (name, *_) in enumerate(calls):
        counts[name] += 1
        places[at] = counts[name]
    reached: Counter[tuple[int, int]] = Counter()
    moments: list[tuple[tuple[int, float], Asked]] = []
    for at, (line, call) in enumerate(lines[:-3]):
        reached[line, call] += 1
        following = [one for one, _ in lines[at + 1 : at + 4]]
        if call not in places or reached[line, call] > 4 or places[call] > 9:
            continue
        if unclear & {line, *following} or line == following[0]:
            continue
        within = [one for _, one in lines[at : at + 4]]
        leaps = sum(then < now for now, then in zip([line, *following], following, strict=False))
        changes_call = len(set(within)) > 1
        name, path, *_ = calls[call]
        where = f" (for {named(tuple(path))})" if path is not None else ""
        often = ("first", "second", "third", "fourth")[reached[line, call] - 1]
        asked = Asked(
            "lines",
            f"In call {places[call]} of `{name}`{where}, Python reaches line {line} for the"
            f" {often} time. Which are the next three lines it reaches, in this call or another?",
            ", ".join(map(str, following)),
            "values decide, not the layout",
        )
        interest = min(leaps, 1) + changes_call + (call > 0) + (reached[line, call] > 1)
        moments.append(((interest, rng.random()), asked))
    moments.sort(key=lambda one: one[0], reverse=True)
    return (asked for _, asked in moments)


def _unclear(tree: ast.Module) -> set[int]:
    """The lines of which people might say different things when asked what runs next."""
    found: set[int] = set()
    starts: Counter[int] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.While(test=ast.Constant()) | ast.With() | ast.Try() | ast.Match():
                found.add(node.lineno)
            case ast.Lambda() | ast.ClassDef():
                found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.stmt):
            starts[node.lineno] += 1
            inside = getattr(node, "body", None)
            last = inside[0].lineno - 1 if inside else node.end_lineno or node.lineno
            # Python comes back to the first line of what is written over several.
            if last > node.lineno and not isinstance(node, ast.FunctionDef):
                found.add(node.lineno)
    return found | {line for line, many in starts.items() if many > 1}


def _about_changes(
    seen: Seen, changed: Sequence[tuple[Change, Seen]], rng: Random
) -> Iterator[Asked]:
    def interest(pair: tuple[Change, Seen]) -> tuple[int, float]:
        _, other = pair
        if other.outcome == seen.outcome:
            return 0, rng.random()
        if other.end == "value":
            return 3 if _is_number(other.value) else 2, rng.random()
        return (3 if rng.random() < 0.2 else 2) if other.end == "never" else 1, rng.random()

    for change, other in sorted(changed, key=interest, reverse=True):
        same = other.outcome == seen.outcome
        yield Asked(
            "change",
            f"If {change.said}: what would `{seen.name}` return, and how many different leaves"
            " would it look at? Or would it never end, or stop with an error?",
            other.outcome + (", as before" if same else ""),
            "what the line is there for",
        )


def _about_parting(
    seen: Seen, other: Callable[[TextbookTree], Sequence[Path]] | None
) -> Iterator[Asked]:
    what, leaves = "A minimax that goes from left to right", seen.all_leaves
    if leaves == [*seen.leaves]:
        if other is None:
            return
        what, leaves = "Alpha-beta from left to right", [*other(seen.game)]
    pairs = zip([*seen.leaves, None], [*leaves, None], strict=False)
    at, yours, theirs = next(
        ((at, one, two) for at, (one, two) in enumerate(pairs, 1) if one != two), (0, None, None)
    )
    if at > 1:
        first, second = ("no other leaf" if one is None else named(one) for one in (yours, theirs))
        yield Asked(
            "parting",
            f"{what} looks at {', '.join(map(named, leaves))}. At which of these leaves do it and"
            f" `{seen.name}` part, counted from 1, and what does each of them look at then?",
            f"number {at}: {seen.name} looks at {first}, the other at {second}",
            "why both find the same",
            own=False,
        )


def _about_origin(seen: Seen, deciding: Sequence[Path]) -> Iterator[Asked]:
    if len(deciding) == 1:
        yield Asked(
            "origin",
            f"One leaf decides what `{seen.name}` returns: if its number were a quarter more,"
            " something else would come back. Which leaf is it, and what does"
            f" `{seen.name}` return as the tree is?",
            f"{named(deciding[0])}; returns {shown(seen.value)}",
            "each player's best choice there",
            own=False,
        )


# --- in a notebook --------------------------------------------------------------------------------


def defend(name: str, seed: int | None = None) -> Practice:
    """Five questions about what your own function does on a tree, with answers to unfold.

    The tree is a new one each time; the same `seed` makes the same questions. There are no points
    for them: they are what `course defend` asks a class on paper.
    """
    if name not in SERVED:
        raise ValueError(f"defend asks about {', '.join(SERVED)}, not about {name!r}")
    try:
        source = source_of(name, callers_names())
    except NotKeptError as error:
        raise ValueError(f"nothing can be asked about {name}: {error}") from None
    rng = Random(random.randrange(10**9) if seed is None else seed)

    def run(tries: Sequence[tuple[str, TextbookTree]]) -> list[Seen | None]:
        return [_seen_here(one, name, game) for one, game in tries]

    return Practice(*interview(source, name, rng, run))


def _seen_here(source: str, name: str, game: TextbookTree) -> Seen | None:
    """What it does, in this process."""
    secret = Secret(game, bound=BOUND)
    try:
        with redirect_stdout(io.StringIO()):
            data = within(
                SECONDS,
                lambda: observed(source, name, SecretTree(game.tree, BOUND, ask=secret.answer)),
            )
    except OutOfTime:
        return None
    return Seen(source, name, game, tuple(secret.asked), data)


class Practice:
    """Five questions about a function, as a notebook shows them."""

    def __init__(self, seen: Seen, asked: Sequence[Asked]) -> None:
        self.seen, self.asked = seen, asked

    def _repr_html_(self) -> str:
        listed = "".join(
            f"<li>{prose(one.text)}<details><summary>The answer</summary>{prose(one.answer)}."
            f" Worth saying: {prose(one.good)}.</details></li>"
            for one in self.asked
        )
        about = f"<p>{prose(intro(self.seen.name))}</p>"
        picture = static_html(draw_tree(self.seen.game, most=WHOLE, values=False).svg, "the tree")
        return f"{about}{picture}<pre>{escape(numbered(self.seen.source))}</pre><ol>{listed}</ol>"

    def __repr__(self) -> str:
        listed = (f"{at}. {one.text}" for at, one in enumerate(self.asked, 1))
        return "\n".join([intro(self.seen.name), numbered(self.seen.source), *listed])


def numbered(source: str) -> str:
    """The source with the numbers of its lines, and with every sign visible."""
    return "\n".join(f"{at:3}  {visible(line)}" for at, line in enumerate(source.split("\n"), 1))
