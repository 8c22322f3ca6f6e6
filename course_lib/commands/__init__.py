"""The console command `course`: each file of its folders with a `run` is one of its commands.

A command's file says in its first line what the command does, and has two functions:
`add_arguments(parser)` and `run(arguments) -> int`, the exit code. What is slow to load is
imported inside `run`, so that `course --help` answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib import metadata
from types import ModuleType


def main(words: Sequence[str] | None = None, *, rooms: Sequence[str] = (__name__,)) -> int:
    """The exit code of the command that these words (else those after `course`) ask for.

    Commands are found in these packages: students have this one, teachers more.
    """
    parser = argparse.ArgumentParser(
        prog="course", description="The tools of the course on adversarial search."
    )
    parser.add_argument("--version", action="version", version=f"course {version()}")
    choices = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, module in commands(rooms).items():
        purpose = (module.__doc__ or "").partition("\n")[0]
        command = choices.add_parser(name, help=purpose, description=module.__doc__)
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        module.add_arguments(command)
        command.set_defaults(run=module.run, parser=command)
    arguments, more = parser.parse_known_args(words)
    # A command that hands words on to another program has said so by a default for `more`.
    if more and "more" not in arguments:
        used = getattr(arguments, "parser", parser)
        used.error(_unknown(more, used))
    arguments.more = more
    if "run" not in arguments:
        parser.print_help()
        return 0
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read the output, such as `head`, has had enough. Python would complain once more
        # when it flushes what is left, so that goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def commands(rooms: Sequence[str] = (__name__,)) -> dict[str, ModuleType]:
    """The commands by name: the modules of these packages that have a `run`."""
    modules = {
        info.name: importlib.import_module(f"{room}.{info.name}")
        for room in rooms
        for info in pkgutil.iter_modules(importlib.import_module(room).__path__)
        if not info.name.startswith("_")
    }
    return {
        name.replace("_", "-"): module
        for name, module in sorted(modules.items())
        if hasattr(module, "run")
    }


def plain_error(error: Exception) -> str:
    """What went wrong in plain words, also where the computer's own words are a number.

    >>> import errno
    >>> plain_error(FileNotFoundError(errno.ENOENT, "No such file or directory", "game.json"))
    'there is no file or folder game.json'
    """
    if not isinstance(error, OSError) or error.errno is None or error.filename is None:
        return str(error)
    if isinstance(error, FileNotFoundError):
        return f"there is no file or folder {error.filename}"
    if isinstance(error, IsADirectoryError):
        return f"{error.filename} is a folder, and a file would be right"
    return f"{error.filename} can't be used: {error.strerror}"


def _unknown(words: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Says that these words mean nothing to this parser, and where to find those that do."""
    from course_lib.checks.exercises import did_you_mean

    options = [word for word in parser.format_help().split() if word.startswith("--")]
    known = [word.strip("[],") for word in options]
    near = did_you_mean(words[0].partition("=")[0], known, alike=0.7)
    return (
        f"nothing here is called {' '.join(words)}{near}; {parser.prog} --help lists what there is"
    )


def version() -> str:
    """The version of the installed package, or a word that it is not installed."""
    try:
        return metadata.version("course_lib")
    except metadata.PackageNotFoundError:
        return "(not installed)"
