"""The record of a running search: who ran inside whom, with what, what came back, at which line.

One row for each call, kept in columns; what was asked of a watched game stands between the calls.
Nothing is worked out here: `tree.py` reads the record afterwards.
"""

from __future__ import annotations

import dis
import inspect
import sys
import sysconfig
from array import array
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import get_ident
from types import CodeType, FrameType, FunctionType
from typing import Any

from course_lib.game import Action, Playout, State
from course_lib.plain import line_of, visible
from course_lib.watching.simulations import PHASES, Phases
from course_lib.watching.trace import PLAIN, SCALAR, Stop, Stopped, is_number
from course_lib.watching.watched import Watched

PLAYER = frozenset(("to_move", "player", "turn", "current_player", "whose_turn", "player_to_move"))
FINAL = frozenset((
    "terminal", "is_terminal", "terminal_test", "is_over", "is_final", "game_over", "is_game_over",
    "isTerminal", "gameOver", "isWin", "isLose", "is_win", "is_lose",
))  # fmt: skip
ACTIONS = frozenset((
    "actions", "getLegalActions", "legal_actions", "legal_moves", "get_legal_actions",
))  # fmt: skip
RULES = PLAYER | FINAL | ACTIONS | {
    "result", "utility", "winner", "generateSuccessor", "generatePacmanSuccessor", "evaluate",
    "score", "getScore",
}  # fmt: skip
"""The names under which textbooks and courses have their rules: only what these say is believed of
players, ends and what is legal. Which call makes a state is seen, and no name is asked."""

BOUNDS = (("alpha", "beta"), ("\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}"))

_MORE_STACK = 100
_ROWS_A_NODE = 6
_LOOKS, _TRIAL = 40, 40
_MOST, _DEEPEST = 400, 4
STDLIB = (  # in a browser it is a zip, of which sysconfig doesn't know
    *{sysconfig.get_path(name) for name in ("stdlib", "platstdlib")},
    str(Path(inspect.unwrap.__code__.co_filename).parent),
)
_OURS = ("course_lib.game", "course_lib.plain")  # course_lib.games, too
_IN_BETWEEN = {"<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>"}
_PAUSING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_YIELD = dis.opmap["YIELD_VALUE"]
_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST", "RETURN_GENERATOR")
            if name in dis.opmap}  # fmt: skip

_FIXED = (*SCALAR, FunctionType, type)

SKIP, MUTE = "skip", "mute"
"""Of functions: not recorded, what they call is; not recorded with all that they call."""

BEGUN = object()
LISTED, MADE, PAUSED, RESUMED, CACHED = "listed", "made", "paused", "resumed", "cached"
"""What happens between the calls: the game lists actions, makes a state; a generator waits; a cache
has answered."""


@dataclass(slots=True, eq=False)
class Function:
    """What is known of a function from its code, which is looked at once."""

    code: CodeType
    name: str
    parameters: tuple[str, ...]
    variables: tuple[str, ...]
    rest: int
    """The place of `*arguments`; -1 where there are none."""
    quiet: bool
    """Whether what it calls is not recorded: it is a rule, or helps from another module."""
    trial: int
    """How many of its calls are still watched for a search inside, before it is quiet; -1: it is at
    home where the search is, or has called a search or a rule."""
    bounds: tuple[str, ...]
    """Variables that are named as a window is."""
    phase: str | None
    pauses: bool
    bytecode: bytes
    windows: bool = False
    """Whether its calls may have a window: variables named as one is, or two numbers."""
    running: int = 0
    recursive: bool = False
    seen: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    same: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    changed: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """Of arguments that may change: how often a look at them told nothing, and how often they were
    the same in the end and were not."""
    looks: bool = True
    """Whether a look at its arguments may still tell something."""


class Full(BaseException):
    """Stops a search of which no more is recorded; no `Exception`, as it must always stop."""


class Record:
    """Follows a running search, and never lets a fault of its own reach it."""

    def __init__(
        self,
        most: int,
        helpers: set[CodeType],
        game: Watched | None = None,
        *,
        stop_search: bool = False,
    ) -> None:
        self.most, self.helpers, self.game = most, helpers, game
        self.stop_search = stop_search
        self.file = ""
        """The file of the search: lines elsewhere are below 0."""
        self.functions: list[Function] = []
        self.above = array("l")
        """For each call the one that it ran in; -1 for none."""
        self.lines, self.last = array("l"), array("l")
        """The line that made each call, and the line at which it ended."""
        self.before, self.after = array("l"), array("l")
        """The visits of the game when each call began, and when it ended."""
        self.closed = array("l")
        """How many calls had begun when each call ended."""
        self.arguments: list[tuple[Any, ...]] = []
        self.returned: list[Any] = []
        self.moments: list[Any] = []
        """What happened in turn: a call begins (its row, higher than all before) or ends (its row
        once more), or something else."""
        self.raised: dict[int, Any] = {}
        """The calls that an exception has ended, with it, where it could be seen."""
        self.yielded: dict[int, list[Any]] = {}
        self.looks: dict[int, dict[int, Any]] = {}
        """What arguments that may change looked like when their call began."""
        self.ends: dict[int, tuple[Any, ...]] = {}
        """Of a function that may have a window, what its variables were when the call ended."""
        self.known: dict[int, Any] = {}
        """What is known of each code by its id, for codes take long to be compared."""
        self.phases = Phases()
        self.stopped: Stopped | None = None
        self.loop = False
        """Whether an event loop has begun a call: then nobody knows who asked for it."""
        self.recursed = False
        """Whether some function has called itself."""
        self.home = ""
        """The module, or its package, of the first function."""
        self.muted: Any = None
        """The frame inside which nothing is recorded."""
        self.hook: Any = None
        self._frames: list[FrameType] = []
        self._rows: list[int] = []
        self._waiting: dict[FrameType, int] = {}
        self._caches: dict[int, list[Any]] = {}
        self._held: list[Any] = []
        self._given: set[int] = set()
        self._line_of: dict[tuple[int, int], int] = {}

    # --- calls -----------------------------------------------------------------------------------

    def began(  # noqa: PLR0912 - the one place that every call passes
        self, frame: FrameType, code: CodeType
    ) -> None:
        """A call begins, or a generator goes on."""
        function: Any = self.known.get(id(code))
        if self.stopped and self.stop_search:
            self.stopped = self.stopped._replace(ended=True)
            raise Full
        try:
            if (
                function is None
            ):  # known even where nothing is recorded: what is skipped is no event
                self._held.append(code)
                function = self.known[id(code)] = self._look_at(frame, code)
            if function is SKIP or self.muted is not None or self.stopped:
                return
            if function is MUTE:
                self.muted = frame
                return
            rows = self._rows
            row = self._waiting.pop(frame, -1) if function.pauses else -1
            if row >= 0:
                self.moments.append((RESUMED, row))
            else:
                row = len(self.functions)
                if row > _ROWS_A_NODE * self.most + 1_000:
                    self.stop(Stop.CALLS, row - 1)
                    return
                self._add(row, frame, function)
            if function.running and not function.recursive:
                self.recursed = True
                for each in reversed(rows):
                    self.functions[each].recursive = True
                    if self.functions[each] is function:
                        break
            function.running += 1
            self._frames.append(frame)
            rows.append(row)
            if function.phase:
                self.phases.entered(function.phase, row, self.arguments[row])
                if len(self.phases.simulations) >= self.most:
                    self.stop(Stop.SIMULATIONS, self.most)
            if function.trial < 0:
                if function.recursive or function.quiet or function.phase:
                    for each in reversed(rows[:-1]):
                        if self.functions[each].trial < 0:
                            break
                        self.functions[each].trial = -1
            elif self.recursed and not function.quiet:
                function.trial -= 1
                function.quiet = not function.trial
            if function.quiet and not function.recursive:
                self.muted = frame
        except Exception as fault:  # noqa: BLE001 - a fault of the recording is not the search's
            self.stop_by(fault)

    def _add(self, row: int, frame: FrameType, function: Function) -> None:
        """Begin a row for this call."""
        back, rows, game = frame.f_back, self._rows, self.game
        arguments = tuple(map(frame.f_locals.get, function.parameters))
        if (at := function.rest) >= 0:
            rest = arguments[at] or ()
            arguments = (*arguments[:at], None, *arguments[at + 1 :], *rest)
        self.functions.append(function)
        self.above.append(rows[-1] if rows else -1)
        self.lines.append(self._line(back) if back else 0)
        self.last.append(0)
        self.closed.append(0)
        self.arguments.append(arguments)
        self.returned.append(None)
        if game is not None:
            self.before.append(game.visits)
            self.after.append(0)
        elif function.looks and not PLAIN.issuperset(map(type, arguments)):
            self._look(row, function)
        if self._caches:
            self._count_hits()
        if function.pauses and function.code.co_flags & inspect.CO_COROUTINE and back:
            self.loop |= "asyncio" in back.f_code.co_filename
        self.moments.append(row)

    def ended(
        self,
        frame: FrameType,
        function: Any,
        returned: Any,
        how: str = "return",
        error: BaseException | None = None,
    ) -> None:
        """A call ends, or a generator waits."""
        if self.muted is not None:
            if frame is not self.muted:
                return
            self.muted = None
        frames, rows = self._frames, self._rows
        if function is None or function is SKIP or function is MUTE or not frames:
            return
        try:
            if frames[-1] is not frame:
                if frame not in frames:
                    return
                while frames[-1] is not frame:  # these ended unseen, as when the stack was full
                    frames.pop()
                    self.functions[rows.pop()].running -= 1
            frames.pop()
            row = rows.pop()
            function.running -= 1
            if self._caches:
                self._count_hits()
            if how != "return":
                if returned is None and self.moments[-1] == (RESUMED, row):
                    self.moments.pop()  # nobody wanted more of this generator
                    return
                if how == "yield":
                    self.moments.append((PAUSED, row, returned))
                    self.yielded.setdefault(row, []).append(returned)
                    self._waiting[frame] = row
                    return
                self.raised[row] = error
            self._close(row, frame, function, returned)
        except Exception as fault:  # noqa: BLE001 - a fault of the recording is not the search's
            self.stop_by(fault)

    def _close(self, row: int, frame: FrameType, function: Function, returned: Any) -> None:
        """End the row of this call."""
        self.returned[row], self.last[row] = returned, self._line(frame)
        self.closed[row] = len(self.functions)
        self.moments.append(row)
        if function.windows:
            self.ends[row] = tuple(map(frame.f_locals.get, function.variables))
        if self.game is not None:
            self.after[row] = self.game.visits
        else:
            self._given.add(id(returned))
            for at, before in self.looks[row].items() if row in self.looks else ():
                if function.same[at] + function.changed[at] < _LOOKS:
                    now = snapshot(self.arguments[row][at])
                    (function.same if now == before else function.changed)[at] += 1
        if function.phase and not self.stopped:
            self.phases.left(function.phase, row, returned)
        if row == 0 and not self.phases.recognised:
            self.phases.look_for_root(frame)

    def stop_by(self, fault: Exception) -> None:
        """Record no more: the stack is used up, an object refuses a look, or we have a fault."""
        if isinstance(fault, RecursionError):
            return self.stop(Stop.STACK)
        at = fault.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        module = "" if at is None else str(at.tb_frame.f_globals.get("__name__", ""))
        ours = module.startswith("course_lib.")
        text = f"{type(fault).__name__}: {visible(str(fault))}{line_of(fault)}"
        return self.stop(Stop.FAULT if ours else Stop.OBJECT, text)

    def given_back(self) -> Iterator[tuple[int, Any]]:
        """In turn each call that begins, with `BEGUN`, and what each gives back."""
        begun = 0
        for what in self.moments:
            if type(what) is int:
                yield what, BEGUN if what >= begun else self.returned[what]
                begun = max(begun, what + 1)
            elif what[0] is PAUSED:
                yield what[1], what[2]

    def _line(self, frame: FrameType) -> int:
        """The line at which this frame is, each worked out once; below 0 in another file."""
        code = frame.f_code
        spot = (id(code), frame.f_lasti)
        line = self._line_of.get(spot)
        if line is None:
            self._held.append(code)
            sign = 1 if code.co_filename == self.file else -1
            line = self._line_of[spot] = sign * frame.f_lineno
        return line

    def stop(self, why: Stop, what: int | str = "") -> None:
        """Record no more; the search goes on."""
        self.stopped = self.stopped or Stopped(why, what, self.game is not None)

    def _look_at(self, frame: FrameType, code: CodeType) -> Any:
        """What is known of this code: a function, or that it is none to record."""
        name, module = code.co_name, str(frame.f_globals.get("__name__", ""))
        if (
            self.game is not None
            and module.startswith(_OURS)
            and not module.endswith("from_functions")
        ):
            return SKIP  # our rules call nobody else's functions
        if code in self.helpers:
            return MUTE
        if name in _IN_BETWEEN or module.startswith("course_lib.watching"):
            return SKIP
        if module.startswith(_OURS) and (self.game is not None or name not in RULES):
            return MUTE
        file = code.co_filename
        library = file.startswith(STDLIB) and "site-packages" not in file
        if file.startswith("<frozen") or library or module == "course_lib.search.questions":
            return SKIP
        count = code.co_argcount + code.co_kwonlyargcount
        rest = count if code.co_flags & inspect.CO_VARARGS else -1
        count += bool(code.co_flags & inspect.CO_VARARGS)
        count += bool(code.co_flags & inspect.CO_VARKEYWORDS)
        names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
        home = module.partition(".")[0]
        self.home = self.home or home
        rule = name in RULES and self.game is None and bool(count)
        helps = self.game is None and not rule and home != self.home and name not in code.co_names
        pauses = bool(code.co_flags & _PAUSING)
        self._look_for_caches(frame, code)
        parameters = code.co_varnames[:count]
        bounds = next((pair for pair in BOUNDS if {*names}.issuperset(pair)), ())
        numbers = sum(map(is_number, map(frame.f_locals.get, parameters)))
        return Function(
            code=code,
            name=name,
            parameters=parameters,
            variables=names,
            rest=rest,
            quiet=rule,
            trial=_TRIAL if helps else -1,
            bounds=bounds,
            phase=None if pauses else PHASES.get(name.strip("_")),
            pauses=pauses,
            bytecode=code.co_code,
            windows=bool(bounds) or numbers > 1,
            looks=not rule,
        )

    # --- what may change, and what answers without a call ----------------------------------------

    def _look(self, row: int, function: Function) -> None:
        """Note what changeable arguments look like, as long as that may tell something."""
        looks, seen, settled, more = dict[int, Any](), function.seen, False, function.rest >= 0
        most = _LOOKS if function.recursive else 9
        up = self.above[row]
        above, held = self.looks.get(up, {}), self.arguments[up] if up >= 0 else ()
        for at, thing in enumerate(self.arguments[row]):
            if is_fixed(thing):
                continue
            if seen[at] > most:
                settled = True
                continue
            more = True
            if not any(thing is one for one in held):
                if function.running and any(stands_in(one, thing) for one in held):
                    continue  # it comes from the thing above, and need not be compared with that
                seen[at] += id(thing) in self._given  # each call has one of its own
            now = looks[at] = snapshot(thing)
            changes = any(now != each for each in above.values())
            seen[at] += function.changed[at] > function.same[at] or not changes
        if looks:
            self.looks[row] = looks
        function.looks = more or not settled

    def look_for_cache(self, thing: Any) -> None:
        """A cache that counts its hits proves what came from memory.

        Of a search, that is: what a helper has kept is no call that the search was spared.
        """
        if hasattr(thing, "cache_info") and hasattr(thing, "__wrapped__"):
            self._caches.setdefault(id(thing), [thing, thing.cache_info().hits, code_of(thing)])

    def _look_for_caches(self, frame: FrameType, code: CodeType) -> None:
        owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        with suppress(Exception):
            for name in code.co_names:
                self.look_for_cache(frame.f_globals.get(name))
                self.look_for_cache(vars(type(owner)).get(name))
            for name in code.co_freevars:
                self.look_for_cache(frame.f_locals.get(name))

    def _count_hits(self) -> None:
        for each in self._caches.values():
            hits = each[0].cache_info().hits
            if hits > each[1]:
                code: CodeType = each[2]
                named = code is not None and code.co_name in (*code.co_names, *code.co_freevars)
                if named or getattr(self.known.get(id(code)), "recursive", False):
                    self.moments.append((CACHED, hits - each[1]))
                each[1] = hits


class Thing(tuple[Any, ...]):  # noqa: SLOT001 - a mark of its own kind
    """A thing of which only its identity is known."""


class Fields(tuple[Any, ...]):  # noqa: SLOT001 - a mark of its own kind
    """What an object or a dictionary holds: how that is written, the names, what is there."""


def is_fixed(thing: Any) -> bool:
    """Whether this can't change: a number, a text, a function, tuples of nothing else."""
    if type(thing) is tuple:
        return PLAIN.issuperset(map(type, thing)) or all(map(is_fixed, thing))
    return type(thing) in PLAIN or isinstance(thing, _FIXED)


def stands_in(whole: Any, thing: Any) -> bool:
    """Whether this very thing is a part of the other: an item, a field, an item of a field."""
    if isinstance(whole, list | tuple):
        return id(thing) in map(id, whole)
    if isinstance(whole, _FIXED) or callable(whole):
        return False
    inside = whole if isinstance(whole, dict) else fields_of(whole)
    return id(thing) in map(id, inside.values()) or any(
        id(thing) in map(id, one) for one in inside.values() if isinstance(one, list | tuple)
    )


def snapshot(thing: Any, room: list[int] | None = None, deep: int = 0) -> Any:
    """What a thing looks like now, as something to compare; the thing itself is not asked."""
    if isinstance(thing, SCALAR):
        return thing
    if type(thing) in (list, tuple) and PLAIN.issuperset(map(type, thing)):
        return tuple(thing[:_MOST])
    room = [_MOST] if room is None else room
    room[0] -= 1
    if deep > _DEEPEST or room[0] < 0 or callable(thing):
        return Thing((id(thing),))
    if isinstance(thing, list | tuple | deque):
        return tuple([snapshot(one, room, deep + 1) for one in list(thing)[:_MOST]])
    if isinstance(thing, set | frozenset):
        return frozenset(snapshot(one, room, deep + 1) for one in list(thing)[:_MOST])
    if isinstance(thing, bytearray):
        return bytes(thing)
    if hasattr(type(thing), "tobytes") and hasattr(type(thing), "tolist"):
        return snapshot(thing.tolist(), room, deep) if thing.size <= _MOST else thing.tobytes()
    if isinstance(thing, dict):
        mark, inside = "[]", thing
    elif not (inside := fields_of(thing)):
        return Thing((id(thing),))
    else:
        mark = "."
    names = [key if isinstance(key, (*SCALAR, tuple)) else id(key) for key in inside][:_MOST]
    held = [snapshot(one, room, deep + 1) for one in list(inside.values())[:_MOST]]
    return Fields((mark, tuple(names), tuple(held)))


def fields_of(thing: Any) -> dict[str, Any]:
    """What an object holds, without asking it."""
    try:
        found = dict(object.__getattribute__(thing, "__dict__"))
    except AttributeError:
        found = {}
    for kind in type(thing).__mro__[:-1]:
        if slots := kind.__dict__.get("__slots__"):
            for name in (slots,) if isinstance(slots, str) else slots:
                with suppress(AttributeError):
                    found[name] = object.__getattribute__(thing, name)
    return found


# --- the hooks of Python ------------------------------------------------------------------------


@contextmanager
def following(record: Record) -> Iterator[None]:
    """While this holds, the record sees every call; then all is as it was found."""
    stack = sys.getrecursionlimit()
    sys.setrecursionlimit(stack + _MORE_STACK)
    try:
        with (_monitored if sys.version_info >= (3, 12) else _profiled)(record):
            yield
    finally:
        sys.setrecursionlimit(stack)


@contextmanager
def _profiled(record: Record) -> Iterator[None]:
    """By the hook for profilers, which other profilers get back."""
    known, began = record.known, record.began

    def hook(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            began(frame, frame.f_code)
        elif event == "return":
            function = known.get(id(frame.f_code))
            if function is SKIP or function is None:
                return
            how = "return"
            if function is not MUTE and (arg is None or function.pauses):
                last = function.bytecode[frame.f_lasti]
                if last == _YIELD and function.pauses:
                    how = "yield"
                elif arg is None and last not in _RETURNS:
                    how = "raise"
            record.ended(frame, function, arg, how)

    before = sys.getprofile()
    ours = hasattr(before, "disable")  # cProfile's own object, which is no function
    if ours:
        before.disable()  # type: ignore[union-attr]
    record.hook = hook
    sys.setprofile(hook)
    try:
        yield
        if sys.getprofile() is not hook:
            record.stop(Stop.HOOK)
    finally:
        sys.setprofile(None)
        before.enable() if ours else sys.setprofile(before)  # type: ignore[union-attr]


@contextmanager
def _monitored(record: Record) -> Iterator[None]:
    """By `sys.monitoring`, which profilers, debuggers and coverage do not share with us."""
    tools: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
    free = next((each for each in (4, 3, 5, 2, 1, 0) if tools.get_tool(each) is None), None)
    if free is None:
        with _profiled(record):
            yield
        return
    began, ended, known = record.began, record.ended, record.known
    frame_of = sys._getframe  # noqa: SLF001 - what inspect.currentframe calls
    mine = get_ident()  # other threads' calls have no place in one tree

    def start(code: CodeType, _at: int) -> Any:
        if known.get(id(code)) is SKIP:
            return tools.DISABLE
        return began(frame_of(1), code) if get_ident() == mine else None

    def end(code: CodeType, _at: int, returned: Any) -> Any:
        function = known.get(id(code))
        if function is SKIP:
            return tools.DISABLE
        return ended(frame_of(1), function, returned) if get_ident() == mine else None

    def pause(code: CodeType, _at: int, returned: Any) -> None:
        if get_ident() == mine:
            ended(frame_of(1), known.get(id(code)), returned, "yield")

    def unwind(code: CodeType, _at: int, error: BaseException) -> None:
        if get_ident() == mine:
            ended(frame_of(1), known.get(id(code)), None, "raise", error)

    def resume(code: CodeType, _at: int, *_: Any) -> None:
        if get_ident() == mine:
            began(frame_of(1), code)

    events = tools.events
    hooks = {
        events.PY_START: start,
        events.PY_RETURN: end,
        events.PY_YIELD: pause,
        events.PY_UNWIND: unwind,
        events.PY_RESUME: resume,
        events.PY_THROW: resume,
    }
    tools.use_tool_id(free, "course_lib.watching")
    try:
        for event, hook in hooks.items():
            tools.register_callback(free, event, hook)
        tools.restart_events()
        tools.set_events(free, sum(hooks))
        yield
    finally:
        tools.set_events(free, 0)
        for event in hooks:
            tools.register_callback(free, event, None)
        tools.free_tool_id(free)


def _quietly(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The same rule of a watched game; what it calls itself is not recorded."""

    def quiet(self: Reporting, *arguments: Any) -> Any:
        record, hook = self.record, sys.getprofile()
        if record is None or record.muted is not None:
            return rule(self, *arguments)
        hooked = hook is not None and hook is record.hook
        record.muted = record
        if hooked:
            sys.setprofile(None)
        try:
            return rule(self, *arguments)
        finally:
            record.muted = None
            if hooked:
                sys.setprofile(hook)

    return quiet


class Reporting(Watched):
    """A watched game that also tells a record which action led to which state."""

    record: Record | None = None
    to_move, is_terminal = _quietly(Watched.to_move), _quietly(Watched.is_terminal)
    utility, winner = _quietly(Watched.utility), _quietly(Watched.winner)
    chance, _play = _quietly(Watched.chance), _quietly(Watched.playout)
    _list, _apply = _quietly(Watched.actions), _quietly(Watched.result)

    def __repr__(self) -> str:
        return repr(self.game)  # in what a search says, as its caller knows it

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        listed: tuple[Action, ...] = self._list(state)
        record = self.record
        if record is not None and record.muted is None and not record.stopped:
            record.moments.append((LISTED, state, None, listed))
        return listed

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        after = self._apply(state, action)
        record = self.record
        if record is not None and record.muted is None and not record.stopped:
            record.moments.append((MADE, state, action, after, self.visits))
            record.phases.applied(action)
        return after

    def playout(self, state: State, rng: Random) -> Playout:
        """The game's own random game from here."""
        played: Playout = self._play(state, rng)
        if self.record is not None and not self.record.stopped:
            self.record.phases.played(played.actions)
        return played


def code_of(function: Any) -> CodeType | None:
    """The code that runs when this function is called, wrappers taken off."""
    function = inspect.unwrap(getattr(function, "func", function))
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:  # an object that can be called like a function
        code = getattr(vars(type(function)).get("__call__"), "__code__", None)
    return code


def name_of(function: Any) -> str:
    """What to call this function."""
    function = getattr(function, "func", function)
    return str(getattr(function, "__name__", type(function).__name__))


def functions_among(things: Iterable[Any]) -> set[CodeType]:
    """The code of the functions among these options: an evaluation, an order."""
    return {code for each in things if callable(each) and (code := code_of(each))}
