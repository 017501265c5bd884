"""Write docs/options.md, the options of every game, from the books' own tables.

python tools/option_page.py            write the page
python tools/option_page.py --check    say whether it is current
"""

from __future__ import annotations

import sys
from pathlib import Path

from armarium import words
from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.option import Option, Value

PAGE = Path(__file__).parents[1] / "docs" / "options.md"

HEADER = """\
# The options of a table

Written by `tools/option_page.py` from the tables in the books: change those, not this page. The same tables make the
forms of the page, the questions and flags of the terminal, the parameters of the adapters and the line `options:` of a
record.

In Python an option is an argument of `Game.new`, on the command line `--option NAME=VALUE`, over the wire an entry of
`options`. What is not named has its default, in a stored record too.
"""


def _value(option: Option, value: Value) -> str:
    return f"`{option.text(value)}`"


def _defaults(option: Option) -> str:
    told = [_value(option, option.default)]
    told += [f"{edition}: {_value(option, value)}" for edition, value in option.editions.items()]
    return "; ".join(told)


def _choices(option: Option) -> str:
    if option.kind == "seat":
        return "a seat, counted from 0, or `random`"
    if option.kind == "set":
        return f"{_value(option, option.default)}, or data of one's own"
    told = ", ".join(_value(option, choice) for choice in option.allowed(2))
    fewer = [
        f"{edition} offers {', '.join(_value(option, choice) for choice in offered)}"
        for edition, offered in option.offers.items()
    ]
    return f"{told} ({'; '.join(fewer)})" if fewer else told


def _section(book: Book) -> list[str]:
    lines = [f"## {words.say('en', f'{book.name}_title')}", ""]
    seats = f"{book.seats[0]} to {book.seats[-1]}" if len(book.seats) > 1 else str(book.seats[0])
    lines.append(f"Seats: {seats}. Editions: {', '.join(book.editions) or 'one'}.")
    lines += ["", "| option | what it decides | values | default | rule |", "|---|---|---|---|---|"]
    for option in book.options:
        told = words.say("en", f"{book.name}_option_{option.name}")
        rule = option.rule or "–"
        lines.append(
            f"| `{option.name}` | {told} | {_choices(option)} | {_defaults(option)} | {rule} |"
        )
    return [*lines, ""]


def text() -> str:
    sections = [line for name in shelf.names() for line in _section(open_book(name))]
    return "\n".join([HEADER, *sections]).rstrip() + "\n"


def main() -> int:
    if "--check" in sys.argv[1:]:
        is_current = PAGE.exists() and PAGE.read_text("utf-8") == text()
        if not is_current:
            print("docs/options.md is not current: run python tools/option_page.py")
        return 0 if is_current else 1
    PAGE.write_text(text(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
