"""The tree of commands as the parser has it: every command by its words, and lines of documents held against it."""

import shlex
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import typer.main

from solidscene.cli.app import app

NAME = "solidscene"
_SHELL = (">", ">>", "|", "&&", ";")
"""Where a command's own words end."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command and group, such as `solidscene geo check`; a fresh tree, so that callers may change it."""
    yield from _below(NAME, typer.main.get_command(app))


def _below(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, command
    for name, sub in getattr(command, "commands", {}).items():
        yield from _below(f"{words} {name}", sub)


def help_of(words: str, command: Any) -> str:
    context: Any = command.make_context(words, [], resilient_parsing=True)
    return str(command.get_help(context))


def command_lines(text: str) -> list[str]:
    """The lines of a text that call the program, by any path to it."""
    lines = [line.strip().removeprefix("$ ") for line in text.splitlines()]
    return [line for line in lines if line.split(" ")[0].rpartition("/")[2] == NAME]


def fault(line: str) -> str:
    """What the program's parser finds wrong with a line, which is not run; empty when nothing is."""
    tree = dict(commands())
    for command in tree.values():
        command.callback = None
        for option in command.params:
            # Options that act at once, such as --install-completion, would change the machine of whoever tests.
            option.callback = None
    own = takewhile(lambda word: word not in _SHELL, shlex.split(line, comments=True))
    try:
        tree[NAME].main(list(own)[1:], prog_name=NAME, standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - where the parser's classes live differs between versions of typer
        return str(error) or type(error).__name__
    return ""
