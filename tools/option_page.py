"""Write docs/options.md, the options of every game, from the option tables of the games.

python tools/option_page.py            write the page
python tools/option_page.py --check    exit with 1 if the page is outdated
"""

from __future__ import annotations

import sys
from pathlib import Path

from armarium.core import registry
from armarium.core.definition import GameDefinition
from armarium.core.option import Option, Value
from armarium.core.registry import find_game
from armarium.text import catalogue

PAGE = Path(__file__).parents[1] / "docs" / "options.md"

HEADER = """\
# Options of a table

`tools/option_page.py` writes this page from the options that the games declare. Change those, not this page.
The form of the page, the terminal, the adapters and the line `options:` of a record use the same options.

| where | how to set an option |
|---|---|
| Python | an argument of `Game.new` |
| command line | `--option NAME=VALUE` |
| protocol | an entry of `options` |

An option that is not set has its default, in a stored record too.
"""


def _format_value(option: Option, value: Value) -> str:
    return f"`{option.text(value)}`"


def _format_defaults(option: Option) -> str:
    parts = [_format_value(option, option.default)]
    parts += [
        f"{edition}: {_format_value(option, value)}" for edition, value in option.editions.items()
    ]
    return "; ".join(parts)


def _format_choices(option: Option) -> str:
    if option.kind == "seat":
        return "a seat, counted from 0, or `random`"
    if option.kind == "set":
        return f"{_format_value(option, option.default)}, or your own data"
    parts = ", ".join(_format_value(option, choice) for choice in option.allowed(2))
    fewer = [
        f"{edition} offers {', '.join(_format_value(option, choice) for choice in offered)}"
        for edition, offered in option.offers.items()
    ]
    return f"{parts} ({'; '.join(fewer)})" if fewer else parts


def _make_section(definition: GameDefinition) -> list[str]:
    lines = [f"## {catalogue.translate('en', f'{definition.name}_title')}", ""]
    seats = (
        f"{definition.seats[0]} to {definition.seats[-1]}"
        if len(definition.seats) > 1
        else str(definition.seats[0])
    )
    lines.append(f"Seats: {seats}. Editions: {', '.join(definition.editions) or 'one'}.")
    lines += ["", "| option | what it decides | values | default | rule |", "|---|---|---|---|---|"]
    for option in definition.options:
        title = catalogue.translate("en", f"{definition.name}_option_{option.name}")
        rule = option.rule or "–"
        lines.append(
            f"| `{option.name}` | {title} | {_format_choices(option)} | {_format_defaults(option)} | {rule} |"
        )
    return [*lines, ""]


def make_page() -> str:
    sections = [line for name in registry.game_names() for line in _make_section(find_game(name))]
    return "\n".join([HEADER, *sections]).rstrip() + "\n"


def main() -> int:
    if "--check" in sys.argv[1:]:
        is_current = PAGE.exists() and PAGE.read_text("utf-8") == make_page()
        if not is_current:
            print("docs/options.md is outdated: run python tools/option_page.py")
        return 0 if is_current else 1
    PAGE.write_text(make_page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
