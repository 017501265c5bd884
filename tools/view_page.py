"""Write the tables of docs/views.md from the fields that the games declare (`games/<game>/shapes.py`).

python tools/view_page.py            write the page
python tools/view_page.py --check    exit with 1 if the page is outdated
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, get_args, get_origin, get_type_hints

from msgspec import inspect
from wire_types import TypeScriptWriter

PAGE = Path(__file__).parents[1] / "docs" / "views.md"

_TABLE = re.compile(r"(<!-- table: (\w+) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _make_field_table(shapes: ModuleType, name: str) -> list[str]:
    """Make one row per field of a shape: its key, its TypeScript type and its meaning."""
    named = {name: shape for name, shape in shapes.SHAPES.items() if isinstance(shape, type)}
    writer = TypeScriptWriter(named)  # unions of literals are written in full
    lines = ["| key | type | what it is |", "|---|---|---|"]
    for key, hint in get_type_hints(
        shapes.SHAPES.get(name) or getattr(shapes, name), include_extras=True
    ).items():
        if get_origin(hint) is not Annotated:
            raise ValueError(f"{name}.{key} has no description")
        kind, meaning = get_args(hint)[:2]
        shown = writer.type_name(inspect.type_info(kind)).replace("|", "\\|")
        lines.append(f"| `{key}` | {shown} | {meaning} |")
    return lines


def _make_event_table(shapes: ModuleType) -> list[str]:
    rows = [f"| `{name}` | {facts} |" for name, facts in shapes.EVENTS.items()]
    return ["| event | facts |", "|---|---|", *rows]


def make_page() -> str:
    """Return the page with regenerated tables. All other text stays unchanged."""

    def make_table(found: re.Match[str]) -> str:
        head, game, name, end = found.groups()
        shapes = import_module(f"armarium.games.{game}.shapes")
        lines = _make_event_table(shapes) if name == "events" else _make_field_table(shapes, name)
        return head + "\n" + "\n".join(lines) + "\n\n" + end

    return _TABLE.sub(make_table, PAGE.read_text("utf-8"))


def main() -> int:
    if "--check" in sys.argv[1:]:
        is_current = PAGE.read_text("utf-8") == make_page()
        if not is_current:
            print("docs/views.md is outdated: run python tools/view_page.py")
        return 0 if is_current else 1
    PAGE.write_text(make_page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
