"""The line that is lit beside a tree is the one where the search is, as `sys.settrace` sees it."""

import inspect
import linecache
import sys
from collections import defaultdict
from functools import partial
from pathlib import Path
from random import Random

import pytest
from other_manners import test_other_manners as manners
from other_manners.searches import lists

from course_lib import TextbookTree, alphabeta_search, minimax_search, watch
from course_lib.views import step_through
from course_lib.views.trees import film_of
from course_lib.watching.record import code_of

SAMPLED = 1_000


def account_of(function, arguments, options, *, breaks=False):
    """What `sys.settrace` sees: for each function the lines of its calls and of its ends.

    A generator is called once, however often it goes on, and ends where it was seen last. With
    `breaks` the end of a call that came by a `break` is there, in a line of its own.
    """
    left = {}
    file, calls, ends = code_of(function).co_filename, defaultdict(list), defaultdict(list)
    began, last = set(), {}

    def local(frame, event, _value):
        if event == "line" and linecache.getline(file, frame.f_lineno).split()[:1] == ["break"]:
            left[frame] = frame.f_lineno
        if event == "return":
            last.pop(frame, None)
            last[frame] = frame.f_lineno
        return local

    def follow(frame, event, _arg):
        if event == "call" and frame.f_code.co_filename == file:
            back = frame.f_back
            there = back is not None and back.f_code.co_filename == file
            if frame not in began:
                calls[frame.f_code.co_name].append(back.f_lineno if there and began else None)
            began.add(frame)
            return local
        return None

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        returned = function(*arguments, **options)
        if inspect.isgenerator(returned):
            list(returned)
    finally:
        sys.settrace(before)
    for frame, line in last.items():
        ends[frame.f_code.co_name].append(left.get(frame, line) if breaks else line)
    return calls, ends


def compared(trace, account):
    """Pairs of lines, the trace's and the account's, for each step whose call is known.

    Known are the calls of a function of which each one is a node; and where a function has calls
    that are no nodes, the trace's must come in their order among the account's.
    """
    ours = {"enter": defaultdict(list), "leave": defaultdict(list)}
    for event in trace.events():
        node = trace.nodes[event.node]
        if node.pass_number is None and not node.cached:
            ours[event.kind][node.function].append(event.line)
    for kind, seen in zip(("enter", "leave"), account, strict=True):
        for name, lines in ours[kind].items():
            if len(lines) == len(seen[name]):
                yield from zip(lines, seen[name], strict=True)
            else:
                later = iter(seen[name])
                yield from ((line, line if line in later else None) for line in lines if line)


def samples():
    """Steps of all families of searches that stand in files of their own."""
    for name, call in manners.CALLS.items():
        found = []

        def both(function, *arguments, found=found, **options):
            return found.append((function, arguments, options))

        call(both)
        [(function, _, _)] = found
        if code_of(function) is None or name in manners.SENTENCE:
            continue
        trace = call(watch)
        if trace.jumps or trace.simulations or trace.stop:
            continue
        account = call(lambda f, *a, **o: account_of(f, a, o))
        yield from ((name, *pair) for pair in compared(trace, account))


def test_the_lit_line_is_right_in_a_thousand_sampled_steps():
    """Against an account by `sys.settrace`, which knows nothing of the recorder."""
    steps = list(samples())
    assert len({name for name, *_ in steps}) > 40
    picked = Random(61).sample(steps, SAMPLED)
    assert [one for one in picked if one[1] != one[2]] == []


@pytest.mark.parametrize("name", lists.SEARCHES)
def test_where_a_search_is_cut_the_break_is_lit(name):
    """Or the `return` inside the loop: where `sys.settrace` saw the call leave it."""
    compared = 0
    for seed in range(30):
        call = partial(lists.SEARCHES[name], tree=lists.random_list(seed))
        trace = call(watch)
        _, ends = call(lambda f, *a, **o: account_of(f, a, o, breaks=True))
        story = film_of(trace, lines=True)
        steps = zip(story["steps"]["kind"], story["steps"].get("line", ()), strict=False)
        lit = [line for kind, line in steps if story["kinds"][kind][0] == "cut"]
        left = [node for event in trace.events() if event.kind == "leave"
                for node in [trace.nodes[event.node]]]  # fmt: skip
        names = {node.function for node in left}
        if len(names) > 1 or [len(ends[one]) for one in names] != [len(left)]:
            continue
        was = [line for node, line in zip(left, ends[names.pop()], strict=True) if node.cut]
        assert lit == was
        compared += len(was)
    assert compared > 5 or not trace.cut


@pytest.mark.parametrize("search", [minimax_search, alphabeta_search])
def test_the_code_beside_a_tree_holds_every_line_that_is_lit(search):
    """With its own text; no line is in any other file, whatever helps the search there."""
    trace = watch(search, TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    film = film_of(trace, lines=True)
    lines = film["steps"]["line"]
    text = Path(trace.file).read_text(encoding="utf-8").splitlines()
    code = dict(film["code"])
    assert {line for line in lines if line} <= code.keys()
    assert all(text[number - 1] == words for number, words in code.items() if number)
    widget = step_through(search, TextbookTree([1, 2]), code=True)
    assert widget.story["code"][0][0] == min(number for number in code if number)
    assert "code" not in step_through(trace).story, "stored outputs stay small"
    assert text[lines[0] - 1].startswith(f"def {search.__name__}")
