"""An analysis in the terminal: luck and play of every seat, the costliest moments, what lots were worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from armarium import words
from armarium.analysis.shape import Analysis, Decision
from armarium.analysis.wording import action_named
from armarium.games.shelf import open_book
from armarium.games.table.game import Game

__all__ = ["tell"]

_Say = Callable[..., str]


def tell(found: Analysis, game: Game, language: str, console: Console | None = None) -> None:
    """`found` is spoken already."""
    console = console or Console(markup=False, highlight=False, emoji=False)
    say: _Say = partial(words.say, language)
    names = [say("play_player_name", seat=seat + 1) for seat in range(len(found["seats"]))]
    console.print(_seats(found, names, say))
    decisions = {one["v"]: one for one in found["decisions"]}
    for seat in found["seats"]:
        for v in seat["moments"]:
            console.print(_moment(decisions[v], found, game, names, language), soft_wrap=True)
    if found["lots"]:
        console.print(_lots(found, game, names, language))


def amount(worth: float, measure: str, signed: bool = False) -> str:
    """25 %, or 12.3 points; with its sign where a change is meant."""
    told = f"{100 * worth:.0f} %" if measure == "chance" else f"{worth:.1f}"
    told = told.replace("-", "−").replace("−0 %", "0 %")
    return f"+{told}" if signed and worth > 0 and told != "0 %" else told


def _seats(found: Analysis, names: list[str], say: _Say) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("")
    for column in ("initial", "luck", "own", "others", "final", "accuracy"):
        table.add_column(say(f"analyse_column_{column}"), justify="right")
    measure = found["measure"]
    for name, seat in zip(names, found["seats"]):
        accuracy = seat["accuracy"]
        table.add_row(
            name,
            amount(seat["initial"], measure),
            amount(seat["luck"], measure, signed=True),
            amount(seat["own"], measure, signed=True),
            amount(seat["others"], measure, signed=True),
            amount(seat["final"], measure),
            "–" if accuracy is None else f"{accuracy:.0f} %",
        )
    return table


def _moment(
    decision: Decision, found: Analysis, game: Game, names: list[str], language: str
) -> str:
    def named(action: str) -> str:
        return action_named(game.name, action, game.options, language)

    moment = words.say(
        language, "analyse_moment", name=names[decision["seat"]], number=decision["v"] + 1,
        action=named(decision["action"]), better=named(decision["best"]),
        cost=amount(decision["cost"], found["measure"]),
        before=amount(decision["chance"] + decision["cost"], found["measure"]),
        after=amount(decision["chance"], found["measure"]),
    )  # fmt: skip
    return " ".join(filter(None, [moment, decision.get("reason")]))


def _lots(found: Analysis, game: Game, names: list[str], language: str) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for column in ("number", "lot", "buyer"):
        table.add_column(words.say(language, f"analyse_column_{column}"))
    for column in ("paid", "fair"):
        table.add_column(words.say(language, f"analyse_column_{column}"), justify="right")
    named = open_book(game.name).named
    for lot in found["lots"]:
        card = str(named({"card": lot["card"]}, game.options, language)["card"])
        table.add_row(str(lot["v"]), card, names[lot["seat"]], str(lot["paid"]), str(lot["fair"]))
    return table
