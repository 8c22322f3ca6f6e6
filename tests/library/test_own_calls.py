"""Questions about calls of one's own function: every key is worked out once more by other means."""

import re
from collections import Counter
from itertools import combinations
from operator import ne
from pathlib import Path
from random import Random

import pytest
from defend_recount import Recount

from autograder_tests import exercises
from autograder_tests.bank import entries
from course_lib.checks.calling import as_plain
from course_lib.checks.cases import exercise_named, text_of
from course_lib.questions import defending
from course_lib.questions.calls import can_be_asked
from course_lib.questions.defending import defend, interview
from course_lib.questions.observing import SERVED
from course_lib.questions.scenes import table_of
from course_lib.questions.seen import seen_here

EXAM = Path(__file__).resolve().parents[2] / "course_tools/studio/site/pages/exam.md"
BY_CALLS = [name for name in exercises.files() if can_be_asked(name) and name not in SERVED]


def asked_of(source, name, rng):
    """Five questions about this source, whose runs are made here."""
    return interview(
        source.strip(), name, rng, lambda tries: [seen_here(one, name, at) for one, at in tries]
    )


def run_of(source, name, line):
    """The run of this call, followed by `sys.settrace`."""
    return Recount(source, name, line=line)


def ends(source, name, line):
    """How the call ends, in the words of a key."""
    run = run_of(source, name, line)
    if run.end != "value":
        return "it never ends" if run.end == "never" else f"it stops with an error ({run.end})"
    return f"it returns {text_of(as_plain(run.value))}"


def changed(source, said):
    """The source with the change that a question speaks of."""
    number, new = re.fullmatch(r"line (\d+) were (?:deleted|`(.*)`)", said).groups()
    lines = source.split("\n")
    old = lines[int(number) - 1]
    lines[int(number) - 1] = old[: len(old) - len(old.lstrip())] + (new or "pass")
    return "\n".join(lines)


def recounted(seen, asked):
    """The key to this question, worked out from its words."""
    source, name = seen.source, seen.name
    calls = dict(zip("ABCD", seen.scene.lines, strict=True))
    match asked.name:
        case "counts":
            two = re.findall(r"line (\d+) in call (\w)", asked.text)
            times = [
                sum(int(line) == step for step, _ in run_of(source, name, calls[letter]).steps)
                for line, letter in two
            ]
            return " and ".join(f"{one} time{'s' * (one != 1)}" for one in times)
        case "lines":
            number, inside, line, often = re.search(
                r"In call (\d+) of `(\w+)`, Python reaches line (\d+) for the (\w+) time",
                asked.text,
            ).groups()
            run = run_of(source, name, calls["A"])
            call = [at for at, one in enumerate(run.calls) if one["name"] == inside][
                int(number) - 1
            ]
            places = [at for at, step in enumerate(run.steps) if step == (int(line), call)]
            at = places[("first", "second", "third", "fourth").index(often)]
            return ", ".join(str(line) for line, _ in run.steps[at + 1 : at + 5])
        case "change":
            said = re.match(r"If (line .*), in which of the calls", asked.text)[1]
            after = {
                letter: ends(changed(source, said), name, line) for letter, line in calls.items()
            }
            return "; ".join(
                f"{letter}: {words}"
                for letter, words in after.items()
                if words != ends(source, name, calls[letter])
            )
        case "which":
            told = re.search(r"comes of the calls: (.*)\. Which change", asked.text)[1]
            three = re.search(r"as if \(a\) (.*); \(b\) (.*); \(c\) (.*)\? And what", asked.text)
            came = [
                [ends(changed(source, said), name, line) for line in calls.values()]
                for said in three.groups()
            ]
            now = [
                "; ".join(f"{at}: {words}" for at, words in zip("ABCD", row, strict=True))
                for row in came
            ]
            [right] = [at for at, words in enumerate(now) if words == told]
            rest = [f"({'abc'[at]}) {row[0]}" for at, row in enumerate(came) if at != right]
            return f"({'abc'[right]}); {'; '.join(rest)}"
        case "construct":
            said = re.search(r"something else if (line .*)\. What comes", asked.text)[1]
            line = re.match(r"such as (.*?): it ", asked.answer)[1]
            with_it, as_it_is = (ends(one, name, line) for one in (changed(source, said), source))
            assert with_it != as_it_is
            assert line not in calls.values()
            return (
                f"such as {line}: {with_it}, and as it is {as_it_is}; any call counts in which the"
                " two differ"
            )
    raise AssertionError(asked.name)


def wrong_keys(number, some):
    """How many keys there are on so many pages a program, and those that a recount refutes."""
    count, wrong = 0, []
    for name in BY_CALLS:
        for one in entries(name)[some]:
            for at in range(number):
                try:
                    seen, asked = asked_of(one.source, name, Random(f"{at} {one.name}"))
                except ValueError:
                    continue
                count += len(asked)
                wrong += [
                    (one.name, each, key)
                    for each in asked
                    if (key := recounted(seen, each)) != each.answer
                ]
    return count, wrong


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("pages", "some", "least"),
    [(1, slice(1, None, 15), 200), pytest.param(2, slice(None), 4_900, marks=pytest.mark.slow)],
)
def test_every_key_is_what_a_recount_finds(pages, some, least):
    """Right and wrong programs: settrace, Python's own `eval` and edited lines agree."""
    count, wrong = wrong_keys(pages, some)
    assert count > least
    assert wrong == []


def test_a_recount_refutes_a_false_key():
    """A key with another number or letter is found out."""
    [one, *_] = [one for one in entries("nim_sum") if one.right]
    kinds = set()
    for seed in range(8):
        seen, asked = asked_of(one.source, "nim_sum", Random(seed))
        for each in asked:
            kinds.add(each.name)
            assert recounted(seen, each) == each.answer
            assert recounted(seen, each) != re.sub(r"\d+", "77", each.answer)
    assert kinds == {"counts", "lines", "change", "which", "construct"}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("pages_each", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_students_with_one_program_have_different_keys_in_every_lesson(pages_each):
    """Of each function, with one program in common, 95 % of pairs differ in three keys of five.

    As many functions as are said can be asked about, at least one in each lesson.
    """
    alike, counts = {}, Counter()
    for name in BY_CALLS:
        source = next(one.source for one in entries(name) if one.right)
        pages = [asked_of(source, name, Random(f"s {at}")).asked for at in range(pages_each)]
        counts.update(map(len, pages))
        assert max(sum(each.name == "lines" for each in page) for page in pages) <= 1
        keys = [tuple(each.answer for each in page) for page in pages]
        pairs = [sum(map(ne, *pair)) >= 3 for pair in combinations(keys, 2)]
        if sum(pairs) < 0.95 * len(pairs):
            alike[name] = sum(pairs) / len(pairs)
    assert alike == {}
    assert counts[5] >= 0.95 * counts.total()
    served = [*SERVED, *BY_CALLS]
    assert f"At least one in every lesson, {len(served)} in all" in EXAM.read_text("utf-8")
    assert {exercise_named(name).lesson[:2] for name in served} == {f"{at:02}" for at in range(12)}


def test_defend_in_a_notebook_shows_the_calls(monkeypatch):
    """Four calls with letters, the function with numbers, and five questions."""
    [one, *_] = [one for one in entries("nim_sum") if one.right]
    names = {}
    exec(one.source, names)  # noqa: S102 - the bank is ours
    monkeypatch.setattr(defending, "callers_names", lambda: names)
    monkeypatch.setattr(defending, "source_of", lambda *_: one.source.strip())
    shown = defend("nim_sum")
    assert re.findall(r"(?m)^(\w)   nim_sum\(", table_of("nim_sum", shown.seen.scene)) == [*"ABCD"]
    html = shown._repr_html_()
    assert html.count("<details>") == 5
    assert "<svg" not in html
    assert "  1  def nim_sum" in html


def test_a_function_with_too_little_to_ask_about_says_so():
    """A stub, a constant, and what is no exercise."""
    for body, why in (("raise NotImplementedError", "not written"), ("return 3", "too ")):
        with pytest.raises(ValueError, match=why):
            asked_of(f"def nim_sum(heaps):\n    {body}\n", "nim_sum", Random(1))
    with pytest.raises(ValueError, match="'nothing' is no exercise"):
        defend("nothing")
