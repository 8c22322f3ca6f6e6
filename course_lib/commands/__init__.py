"""The console command `course`: each file of its folders with a `run` is one of its commands.

A command's file says in its first line what the command does, and has two functions:
`add_arguments(parser)` and `run(arguments) -> int`, the exit code: 0 when it is done, 1 when
something needs a look, 2 when it was not done. Whatever is wrong with its words or files `run` may
raise; `main` makes one sentence of it, and a 2. Its `--json` prints lines of `json_line`.
`AUDIENCE` is the group that lists the command.

The parser, the lists of `course --help`, a shell's completion and the answer to a mistyped word all
come from these files. What is slow to load is imported inside `run`.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from importlib import metadata
from types import ModuleType
from typing import Any

from course_lib.plain import visible

AUDIENCES = {
    "students": "To learn, play and explore:",
    "lecturers": "To show in a lecture:",
    "teachers": "To run a class:",
    "authors": "To write the course:",
}
"""The groups of commands in their order, and what stands above each."""

SHELLS = ("bash", "zsh", "fish")
"""The shells that can complete our commands."""

DONE, LOOK, NOT_DONE = 0, 1, 2
"""The exit codes of every command."""


def main(words: Sequence[str] | None = None, *, rooms: Sequence[str] = (__name__,)) -> int:
    """The exit code of the command that these words (else those after `course`) ask for.

    Commands are found in these packages: students have this one, teachers more.
    """
    given = list(sys.argv[1:] if words is None else words)
    try:
        _open_closed_streams()
        try:
            return _run(given, rooms)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read the output, such as `head`, has had enough
        _drop_output()
        return 141
    except (OSError, ValueError, ImportError, RecursionError, MemoryError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _drop_output()  # it can be the output that finds no place
        name, sentence = given[0] if given else "", visible(plain_error(error))
        print(f"course {name}: {sentence}", file=sys.stderr)
        if "--json" in given:
            print(json_line(name, {"error": sentence}, NOT_DONE))
        return NOT_DONE


def _run(words: list[str], rooms: Sequence[str]) -> int:
    """The exit code of the command; only its own file is loaded, or all of them for the list."""
    names = command_names(rooms)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    first = words[0] if words else "--help"
    if first not in names and not first.startswith("-"):
        near = _did_you_mean(first, names, alike=0.6)
        sentence = f"there is no command {first!r}{near}; course --help lists them"
        print(f"course: {sentence}", file=sys.stderr)
        return NOT_DONE
    parser = parser_of(commands(rooms, [first] if first in names else names))
    arguments, more = parser.parse_known_args(words)
    # A command that hands words on to another program has said so by a default for `more`.
    if more and "more" not in arguments:
        used = getattr(arguments, "parser", parser)
        options = [word.strip("[],") for word in used.format_help().split() if word[:2] == "--"]
        near = _did_you_mean(more[0].partition("=")[0], options, alike=0.7)
        where = f"{used.prog} --help lists what there is"
        used.error(f"{' '.join(more)} means nothing here{near}; {where}")
    arguments.more = more
    if arguments.completion:
        print(completion(arguments.completion, arguments.choices))
        return DONE
    if "run" not in arguments:
        parser.print_help()
        return DONE
    return int(arguments.run(arguments))


def command_names(rooms: Sequence[str] = (__name__,)) -> dict[str, str]:
    """The commands of these packages, by name: where the module of each is."""
    found = {
        info.name.replace("_", "-"): f"{room}.{info.name}"
        for room in rooms
        for info in pkgutil.iter_modules(importlib.import_module(room).__path__)
        if not info.name.startswith("_")
    }
    return dict(sorted(found.items()))


def commands(
    rooms: Sequence[str] = (__name__,), names: Sequence[str] | Mapping[str, str] = ()
) -> dict[str, ModuleType]:
    """The modules of these commands, or of all in these packages, by name."""
    places = command_names(rooms)
    return {name: importlib.import_module(places[name]) for name in names or places}


def parser_of(modules: Mapping[str, ModuleType]) -> argparse.ArgumentParser:
    """What reads the words of these commands, and describes them."""
    parser = argparse.ArgumentParser(
        prog="course",
        usage="course COMMAND ...",
        description="\n\n".join(
            [
                "The tools of the course on adversarial search.",
                *_groups(modules),
                "For more on one of them: course COMMAND --help.",
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"course {version()}")
    parser.add_argument(
        "--completion",
        choices=SHELLS,
        metavar="SHELL",
        help=f"print what lets the Tab key complete commands, for {', '.join(SHELLS)}",
    )
    choices = parser.add_subparsers(prog="course", metavar="COMMAND", help=argparse.SUPPRESS)
    parser.set_defaults(choices=choices.choices)
    for name, module in modules.items():
        command = choices.add_parser(
            name,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=module.run, parser=command)
        module.add_arguments(command)
    return parser


def _groups(modules: Mapping[str, ModuleType]) -> list[str]:
    """The commands and what they are for, in a paragraph for each audience."""
    width = max(map(len, modules))
    return [
        "\n".join(
            [
                title,
                *(
                    f"  {name:{width}}  {(module.__doc__ or '').partition(chr(10))[0]}"
                    for name, module in modules.items()
                    if getattr(module, "AUDIENCE", "students") == audience
                ),
            ]
        )
        for audience, title in AUDIENCES.items()
        if any(getattr(one, "AUDIENCE", "students") == audience for one in modules.values())
    ]


def plain_error(error: BaseException) -> str:
    """What went wrong in plain words, also where the computer's own words are a number.

    >>> import errno
    >>> plain_error(FileNotFoundError(errno.ENOENT, "No such file or directory", "game.json"))
    'there is no file or folder game.json'
    """
    if isinstance(error, RecursionError):
        return "what it was given is nested too deeply"
    if isinstance(error, MemoryError):
        return "it would take more memory than there is"
    if isinstance(error, ModuleNotFoundError) and error.name:  # else it is a sentence of ours
        return f"the package {error.name} is missing; course doctor says how to get it"
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    if error.filename is None:
        return str(error.strerror)
    if isinstance(error, FileNotFoundError):
        return f"there is no file or folder {error.filename}"
    if isinstance(error, IsADirectoryError):
        return f"{error.filename} is a folder; name a file"
    return f"{error.filename} can't be used: {error.strerror}"


def json_line(command: str, entries: Mapping[str, Any], code: int = DONE) -> str:
    """One line of JSON in the shape that every `--json` has: the command, the exit code, the rest.

    Where something was not done, the rest is `error`, a sentence.

    >>> json_line("play", {"error": "which game?"}, NOT_DONE)
    '{"command": "play", "exit": 2, "error": "which game?"}'
    """
    return json.dumps({"command": command, "exit": code, **entries}, ensure_ascii=False)


def version() -> str:
    """The version of the installed package, or a word that it is not installed."""
    try:
        return metadata.version("course_lib")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _did_you_mean(word: str, known: Sequence[str] | Mapping[str, str], *, alike: float) -> str:
    from course_lib.checks.cases import did_you_mean

    return did_you_mean(word, known, alike=alike)


def _open_closed_streams() -> None:
    """Let nothing come in where we were started without input; without output, refuse."""
    is_closed = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run
    if is_closed:
        raise ValueError(
            "standard output is closed, and nothing could be shown;"
            f" > {os.devnull} lets the command run unseen"
        )


def _drop_output() -> None:
    """Send what is left of the output nowhere: Python would complain once more at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- what a shell completes -----------------------------------------------------------------------

_BASH = """\
_course() {{
    local words=""
    if [ "$COMP_CWORD" = 1 ]; then words="{names}"
    else case "${{COMP_WORDS[1]}}" in
{cases}
    esac; fi
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _course course"""


def completion(shell: str, parsers: Mapping[str, argparse.ArgumentParser]) -> str:
    """What this shell is to read, so that the Tab key completes these commands and options."""
    words = {name: _words(command) for name, command in parsers.items()}
    if shell == "fish":
        lines = []
        for name, command in parsers.items():
            line = (command.description or "").partition("\n")[0].replace("'", "\\'")
            lines.append(f"complete -c course -n __fish_use_subcommand -xa {name} -d '{line}'")
            for word in words[name]:
                kind = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
                lines.append(f"complete -c course -n '__fish_seen_subcommand_from {name}' {kind}")
        return "\n".join(lines)
    cases = "\n".join(f'    {name}) words="{" ".join(words[name])}" ;;' for name in words)
    bash = _BASH.format(names=" ".join(words), cases=cases)
    if shell == "zsh":
        return f"autoload -U +X compinit bashcompinit && compinit && bashcompinit\n{bash}"
    return bash


def _words(parser: argparse.ArgumentParser) -> list[str]:
    """The words that may follow this command: long options, and what it lets choose from."""
    found: list[str] = []
    for action in parser._actions:  # noqa: SLF001 - argparse has no list of them that is public
        found += [option for option in action.option_strings if option.startswith("--")]
        if not action.option_strings:
            found += map(str, action.choices or ())
    return found
