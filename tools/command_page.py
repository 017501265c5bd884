"""Write docs/commands.md, the help of every command.

python tools/command_page.py            write the page
python tools/command_page.py --check    exit with 1 if the page is outdated
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from armarium.cli import cli

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
PACKAGE = Path(__file__).parents[1] / "src" / "armarium"
WIDTH = 100

HEADER = """\
# Commands

`tools/command_page.py` writes this page from the commands' own help. Every command has `--help`. Commands
that print figures have `--json`. A user error exits with a status other than 0 and one line. The programs of
the lab (`python -m armarium.lab…`) are at the end.
"""


def _list_commands(
    name: str, command: click.Command, parent: click.Context | None = None
) -> Iterator[click.Context]:
    """Yield the context of a command and, if it is a group, those of the commands in it."""
    context = click.Context(
        command,
        parent,
        name,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        **command.context_settings,
    )
    yield context
    if isinstance(command, click.Group):
        for inner_name in command.list_commands(context):
            inner = command.get_command(context, inner_name)
            assert inner is not None
            yield from _list_commands(inner_name, inner, context)


def _list_programs() -> Iterator[click.Context]:
    """Yield the contexts of the modules of the lab that run as programs."""
    for file in sorted((PACKAGE / "lab").rglob("*.py")):
        if '__name__ == "__main__"' not in file.read_text("utf-8"):
            continue
        name = ".".join(["armarium", *file.relative_to(PACKAGE).with_suffix("").parts])
        module = importlib.import_module(name)
        own = [it for it in vars(module).values() if isinstance(it, click.Command)]
        (command,) = (it for it in own if it.callback and it.callback.__module__ == name)
        yield from _list_commands(f"python -m {name}", command)


def make_page() -> str:
    parts = [HEADER]
    for context in [*_list_commands("armarium", cli), *_list_programs()]:
        lines = [line.rstrip() for line in context.command.get_help(context).splitlines()]
        parts.append(f"## {context.command_path}\n\n```text\n" + "\n".join(lines) + "\n```\n")
    return "\n".join(parts)


def main() -> None:
    page = make_page()
    if sys.argv[1:] == ["--check"]:
        sys.exit(PAGE.read_text("utf-8") != page)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
