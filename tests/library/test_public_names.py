"""Every public name has an example that runs, which the site's pages about the library show."""

import doctest
import importlib
import inspect
import io

import pytest

ROOMS = ("", "games", "search", "watch", "play", "views", "checks", "questions")


def public(room):
    """The functions and classes that this room gives, by name; constants and forms are neither."""
    module = importlib.import_module(f"course_lib.{room}".rstrip("."))
    things = {name: getattr(module, name) for name in module.__all__}
    ours = (inspect.isfunction, inspect.isclass)
    return {
        name: thing
        for name, thing in things.items()
        if any(ask(thing) for ask in ours) and thing.__module__.startswith("course_lib")
    }


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_an_example_that_runs(room, tmp_path, monkeypatch):
    """As it is printed, in a folder of its own; doctest alone finds no decorated function."""
    monkeypatch.chdir(tmp_path)
    without = []
    for name, thing in public(room).items():
        text = inspect.getdoc(thing) or ""
        names = {**vars(inspect.getmodule(thing)), name: thing, "__name__": "__main__"}
        example = doctest.DocTestParser().get_doctest(text, names, name, None, None)
        if not example.examples:
            without.append(name)
        said = io.StringIO()
        doctest.DocTestRunner(verbose=False).run(example, out=said.write)
        assert not said.getvalue()
    assert not without
