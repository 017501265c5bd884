"""Print the report of an arena as tables, and draw it as an SVG plot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from armarium.lab.arena.intervals import compute_confidence_sequence
from armarium.lab.arena.match import Match
from armarium.lab.pictures.plots import GOLD, draw_fair_share, draw_svg, use_percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "format_score",
    "plot",
    "print_report",
    "print_responses",
    "print_solo_match",
    "print_strength",
    "write_svg",
]


def print_report(report: dict[str, Any]) -> None:
    """Print the report. Files are shown without their folders, unless two players then have the same name."""
    players = {e["player"] for match in report["matches"] for e in match["entrants"]}
    shown = {player: Path(player).name if _is_file(player) else player for player in players}
    if len(set(shown.values())) == len(players):
        report = _rename(report, shown)
    console = Console()
    if "scores" in report:
        _print_scores(report, console)
    for match in report["matches"]:
        if match["seats"] == 1:
            print_solo_match(match, console)
        elif "scores" not in report:
            console.print(_match_table(match))
        _print_faults(match["faults"], console)
    for group in report.get("ratings", []):
        console.print(_rating_table(group))


def _is_file(player: str) -> bool:
    return not player.startswith("cmd:") and (".py:" in player or player.endswith(".safetensors"))


def _rename(data: Any, names: dict[str, str]) -> Any:
    """Return plain data with other names of players, wherever they are."""
    if isinstance(data, dict):
        return {key: _rename(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_rename(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def _print_faults(faults: dict[str, Any], console: Console) -> None:
    for count in faults["by_player"]:
        line = f"  {count['player']} lost {count['number']} games: {count['code']}"
        console.print(line, markup=False)
    for fault in faults["examples"]:
        where = f"deal {fault['deal']}, rotation {fault['rotation']}, seat {fault['seat']}"
        console.print(f"    {where}: {fault['reason']}", markup=False)


def print_responses(report: dict[str, Any]) -> None:
    """Print the win shares of best responses, and what the best one gains on each kind of play."""
    gains = ", ".join(f"{gain:+.1%} against {play} play" for play, gain in report["gain"].items())
    title = f"best responses to {report['player']['name']}, {report['seats']} seats, "
    title += f"{report['decisions'] / 1e9:g} billion decisions each: {gains}"
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    _add_columns(table, ("start", "play", "edition", "wins", "95 %", "any time", "deals"))
    for row in report["responses"]:
        table.add_row(
            row["start"] or "random",
            row["play"],
            row["edition"],
            f"{row['share']:.1%}",
            _format_interval(row),
            _format_interval(row["anytime"]),
            str(row["deals"]),
        )
    Console().print(table)


def print_strength(report: dict[str, Any]) -> None:
    """Print one table per number of seats: the shares by opponent, the worst first."""
    console = Console()
    for one in report["seats"]:
        worst = one["worst"]
        title = f"{report['player']['name']} alone, {one['seats']} seats: worst share "
        title += (
            "–" if worst["mean"] is None else f"{worst['mean']:.1%} against {worst['opponent']}"
        )
        title += f", any time {_format_interval(worst['anytime'])} (fair share {one['fair']:.1%})"
        table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False)
        _add_columns(table, ("opponents", "wins", "any time", "deals", "may be the worst"))
        for row in sorted(one["opponents"], key=lambda row: row["win_share"]["mean"] or 0):
            mean = row["win_share"]["mean"]
            table.add_row(
                row["opponent"],
                "–" if mean is None else f"{mean:.1%}",
                _format_interval(row["anytime"]),
                str(row["deals"]),
                "yes" if row["may_be_worst"] else "no",
            )
        console.print(table)
    for faults in report["faults"]:
        _print_faults(faults, console)


def _print_scores(report: dict[str, Any], console: Console) -> None:
    """Print one line per player instead of one table per match, and one line per pair of players."""
    first = report["scores"][0]
    fair = "" if first["fair"] is None else f" (fair: {first['fair']:.1f})"
    title = f"Suite {report['suite']}: score{fair}, {first['deals']} deals"
    table = Table(
        "player", "score", "95 %", "any time", title=title, title_justify="left", box=SIMPLE
    )
    for score in report["scores"]:
        table.add_row(score["player"], *format_score(score))
    console.print(table)
    for difference in report["differences"]:
        mean, fixed, anytime = format_score(difference, "+")
        pair = f"{difference['player']} minus {difference['minus']}"
        console.print(f"  {pair}: {mean} ({fixed}; any time {anytime}; {difference['verdict']})")


def format_score(score: dict[str, Any], sign: str = "") -> tuple[str, str, str]:
    """Format a score, or with a sign a difference: the mean, the interval of this number of deals, any time."""
    if score["mean"] is None:
        return "–", "–", "–"
    return (
        f"{score['mean']:{sign}.1f}",
        _format_range(score, sign),
        _format_range(score["anytime"], sign),
    )


def _format_range(value: dict[str, float | None], sign: str) -> str:
    if value["low"] is None or value["high"] is None:
        return "–"
    between = " to " if sign else "–"
    return f"{value['low']:{sign}.1f}{between}{value['high']:{sign}.1f}"


def _match_table(match: dict[str, Any]) -> Table:
    where = ", ".join(filter(None, [f"{match['seats']} seats", match["edition"]]))
    title = f"{where}: {match['deals']} duplicate deals, {match['games']} games (fair share {match['fair']:.1%})"
    table = Table(
        title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False
    )
    _add_columns(table, ("player", "wins", "95 %", "any time", "verdict", "points", "lead"))
    for entrant in match["entrants"]:
        seats = f" × {entrant['seats_taken']}" if entrant["seats_taken"] > 1 else ""
        after = f" ({entrant['decided_after']})" if entrant["decided_after"] else ""
        table.add_row(
            entrant["player"] + seats,
            f"{entrant['win_share']['mean']:.1%}",
            _format_interval(entrant["win_share"]),
            _format_interval(entrant["anytime"]),
            entrant["verdict"] + after,
            _format_plus_minus(entrant["points"]),
            _format_plus_minus(entrant["lead"]),
        )
    return table


def _add_columns(table: Table, names: Sequence[str]) -> None:
    """Add columns that fit 80 characters. A long name of a player is broken; no figure is cut."""
    first, *others = names
    table.add_column(first, overflow="fold", min_width=8)
    for name in others:
        table.add_column(name, no_wrap=True)


def _format_interval(value: dict[str, float | None]) -> str:
    """Format an interval of shares, clipped to 0–100 %."""
    if value["low"] is None or value["high"] is None:
        return "–"
    return f"{100 * max(0.0, value['low']):.1f}–{100 * min(1.0, value['high']):.1f}"


def _format_plus_minus(value: dict[str, float | None]) -> str:
    if value["mean"] is None or value["high"] is None:
        return "–" if value["mean"] is None else f"{value['mean']:.1f}"
    return f"{value['mean']:.1f}±{value['high'] - value['mean']:.1f}"


def _rating_table(group: dict[str, Any]) -> Table:
    table = Table(
        title=", ".join(filter(None, ["Elo", f"{group['seats']} seats", group["edition"]])),
        title_justify="left",
        box=SIMPLE,
    )
    for column in ("player", "Elo", "95 %", "games"):
        table.add_column(column)
    for rating in group["players"]:
        interval = f"{rating['low']:.0f} – {rating['high']:.0f}"
        table.add_row(rating["player"], f"{rating['elo']:.0f}", interval, str(rating["games"]))
    return table


def print_solo_match(match: dict[str, Any], console: Console) -> None:
    score, *others = match["figures"]
    edition = f", {match['edition']}" if match["edition"] else ""
    title = f"{match['game']}{edition}: {match['deals']} deals, each played by every player alone"
    table = Table(
        title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False
    )
    _add_columns(table, ("player", score, "lead", *others))
    for number, entrant in enumerate(match["entrants"]):
        lead = _format_with_unit(entrant["lead"]) if number else "–"
        cells = [_format_figure(match, entrant, name) for name in others]
        table.add_row(entrant["player"], _format_figure(match, entrant, score), lead, *cells)
    console.print(table)
    if any(entrant[f"by_{match['deals_by']}"] for entrant in match["entrants"]):
        console.print(_kind_table(match))


def _kind_table(match: dict[str, Any]) -> Table:
    kind, score, shares = match["deals_by"], match["figures"][0], match["shares"]
    brackets = f" ({', '.join(shares)})" if shares else ""
    table = Table(title=f"{score}{brackets} by {kind}", title_justify="left", box=SIMPLE)
    for column in (kind, *(entrant["player"] for entrant in match["entrants"])):
        table.add_column(column)
    found = [entrant[f"by_{kind}"] for entrant in match["entrants"]]
    for number in dict.fromkeys(number for kinds in found for number in kinds):
        cells = [_format_cell(kinds.get(number), score, shares) for kinds in found]
        table.add_row(number, *cells)
    return table


def _format_cell(figures: dict[str, Any] | None, score: str, shares: list[str]) -> str:
    if figures is None:
        return "–"
    percentages = ", ".join(_format_share(figures[name]["mean"]) for name in shares)
    return (
        f"{_format_with_unit(figures[score])} ({percentages})"
        if percentages
        else _format_with_unit(figures[score])
    )


def _format_share(mean: float | None) -> str:
    return "–" if mean is None else f"{mean:.0%}"


def _format_figure(match: dict[str, Any], entrant: dict[str, Any], name: str) -> str:
    return _format_with_unit(entrant[name], *((100, "%") if name in match["shares"] else ()))


def _format_with_unit(value: dict[str, float | None], scale: float = 1, unit: str = "") -> str:
    if value["mean"] is None:
        return "–"
    mean = scale * value["mean"]
    if value["low"] is None or value["high"] is None:
        return f"{mean:.1f}{unit}"
    low, high = scale * value["low"], scale * value["high"]
    if unit:  # the interval of a share is not symmetric
        return f"{mean:.1f}{unit} ({low:.1f}–{high:.1f})"
    return f"{mean:.1f} ± {high - mean:.1f}"


POINTS = 160  # maximum number of points per curve


def write_svg(matches: list[Match], path: Path) -> None:
    path.write_text(plot(matches), encoding="utf-8")


def plot(matches: list[Match]) -> str:
    """Draw one panel per match, with the curve of its first entrant."""
    return draw_svg([partial(_draw_panel, match) for match in matches])


def _draw_panel(match: Match, axes: Axes) -> None:
    values, seats = match.shares(0), match.setting.seats
    against = ", ".join(dict.fromkeys(match.entrants[1:]))
    where = ", ".join(filter(None, [f"{seats} seats", match.setting.edition]))
    axes.set_title(f"{match.entrants[0]} – {against}: {where}")
    axes.set_xlabel("deals")
    use_percent_axis(axes)
    if len(values):
        sequence = compute_confidence_sequence(values)
        points = np.unique(np.linspace(0, len(values) - 1, POINTS).astype(int))
        mean = np.cumsum(values) / np.arange(1, len(values) + 1)
        axes.fill_between(
            points + 1, sequence.low[points], sequence.high[points], color=GOLD, alpha=0.25
        )
        axes.plot(points + 1, mean[points])
    draw_fair_share(axes, seats)
    axes.legend(loc="lower right")
