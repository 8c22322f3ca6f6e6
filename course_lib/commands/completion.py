"""Let the Tab key complete commands and options: bash, zsh or fish.

eval "$(course completion bash)"      add this line to ~/.bashrc; for zsh, with zsh, to ~/.zshrc
course completion fish > ~/.config/fish/completions/course.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from course_lib.commands import commands, parser_of

SHELLS = ("bash", "zsh", "fish")

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course completion`."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(arguments: argparse.Namespace) -> int:
    """0; prints the script."""
    modules = commands(arguments.rooms)
    words = words_of(parser_of(modules))
    if arguments.shell == "fish":
        for name, options in words.items():
            line = (modules[name].__doc__ or "").partition("\n")[0].replace("'", "\\'")
            print(f"complete -c course -n __fish_use_subcommand -xa {name} -d '{line}'")
            for option in options:
                kind = f"-l {option[2:]}" if option.startswith("--") else f"-a {option}"
                print(f"complete -c course -n '__fish_seen_subcommand_from {name}' {kind}")
        return 0
    if arguments.shell == "zsh":
        print("autoload -U +X compinit bashcompinit && compinit && bashcompinit")
    cases = "\n".join(f'    {name}) words="{" ".join(words[name])}" ;;' for name in words)
    print(_BASH.format(names=" ".join(words), cases=cases))
    return 0


def words_of(parser: argparse.ArgumentParser) -> Mapping[str, list[str]]:
    """For each command the words that may follow it: long options, and what it lets choose from."""
    [choices] = [action.choices for action in parser._actions if _has_commands(action)]  # noqa: SLF001 - argparse has no list of them that is public
    return {name: _words(command) for name, command in dict(choices or {}).items()}


def _words(parser: argparse.ArgumentParser) -> list[str]:
    found: list[str] = []
    for action in parser._actions:  # noqa: SLF001 - as above
        found += [option for option in action.option_strings if option.startswith("--")]
        if not action.option_strings:
            found += map(str, action.choices or ())
    return found


def _has_commands(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - as above
