"""The card of a dataset: what it holds, how it was made, how to make it again, and its licence."""

from __future__ import annotations

import json
from typing import Any

import armarium
from armarium.lab.adapters.rows import rows_of
from armarium.lab.dataset.collecting import header_of
from armarium.lab.dataset.parquet import COLUMNS
from armarium.lab.dataset.plan import Plan

__all__ = ["LICENCE", "card_of"]

LICENCE = "CC0-1.0"


def card_of(plan: Plan, name: str, told: dict[str, Any]) -> str:
    """Markdown with a head that dataset hubs read; `told` are the figures of what was written."""
    rows = rows_of(plan.game)
    columns = "\n".join(f"| `{column}` | {meaning} |" for column, meaning in COLUMNS.items())
    options = json.dumps(header_of(plan)["options"])
    seats = f"{plan.seats} seat{'s' if plan.seats > 1 else ''}"
    by = ",".join(plan.players)
    made = f"armarium dataset {name} --game {plan.game} --seats {plan.seats} --games {plan.games}"
    made += f" --seed {plan.seed} --players {by}"
    made += "".join(f" --option {option}={value}" for option, value in sorted(plan.options.items()))
    return f"""---
license: cc0-1.0
pretty_name: "{plan.game}: {told["decisions"]} decisions by {", ".join(plan.players)}"
task_categories: [reinforcement-learning]
tags: [board-game, imperfect-information, offline-rl, {plan.game}]
configs:
- config_name: default
  data_files: {name}
---

# {name}

Every decision of {told["games"]} games of {plan.game} with {seats}: {told["decisions"]} decisions,
each with all that its seat could know and nothing else, what was legal, what was chosen and what the game was worth
to that seat in the end.

| | |
|---|---|
| players | {", ".join(plan.players)}: they fill the seats in turn and move on one seat after each game |
| options | `{options}` |
| rules | version {header_of(plan)["rules"]}, armarium {armarium.__version__} |
| seeds | {plan.seed} to {plan.seed + plan.games - 1}, one a game |
| a row | a decision; {rows.size} numbers of observation, {len(rows.texts)} actions |

| column | |
|---|---|
{columns}

The metadata of the file's schema, under `armarium`, hold this as JSON, with the texts of the actions and what each
number of an observation means.

## Made by

```
{made}
```

It gives the same decisions again wherever it runs. Nobody's data is in it: no person played these games.

## Licence

{LICENCE}: games are facts, and whatever right could lie in their collection is given up. If it serves you, name the
Armarium authors.
"""
