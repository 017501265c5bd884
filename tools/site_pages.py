"""Adds pages to the documentation site that are not in docs/: the API reference and the top-level pages."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
TOP_LEVEL_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md", "training/settings.toml")

REFERENCE = {
    "games": (
        "Games",
        [
            "armarium.core.game",
            "armarium.core.registry",
            "armarium.core.record",
            "armarium.core.seeding",
            "armarium.core.errors",
        ],
    ),
    "players": (
        "Players",
        [
            "armarium.players",
            "armarium.players.load",
            "armarium.players.advise",
            "armarium.players.player",
            "armarium.players.position",
            "armarium.players.registry",
            "armarium.players.spec",
            "armarium.players.third_party",
            "armarium.players.network.file_player",
            "armarium.players.network.network",
            "armarium.players.network.tensors",
        ],
    ),
    "batches": (
        "Batches and built-in players",
        ["armarium.lab.vector", "armarium.lab.sampling", "armarium.lab.players", "armarium.lab.rows"],
    ),
    "adapters": (
        "Adapters",
        [
            "armarium.lab.adapters.pettingzoo",
            "armarium.lab.adapters.gymnasium",
            "armarium.lab.adapters.gymnasium_vector",
            "armarium.lab.adapters.torchrl",
            "armarium.lab.adapters.openspiel",
            "armarium.lab.adapters.openspiel_structures",
            "armarium.lab.adapters.openspiel_players",
        ],
    ),
    "arena": (
        "Arena",
        [
            "armarium.lab.arena.deals",
            "armarium.lab.arena.match",
            "armarium.lab.arena.running",
            "armarium.lab.arena.playing",
            "armarium.lab.arena.report",
            "armarium.lab.arena.intervals",
            "armarium.lab.arena.ratings",
            "armarium.lab.arena.scores",
            "armarium.lab.arena.score_files",
            "armarium.lab.arena.provenance",
            "armarium.lab.arena.leaderboard",
            "armarium.lab.arena.strength",
        ],
    ),
    "training": (
        "Training and best responses",
        [
            "armarium.lab.train.settings",
            "armarium.lab.train.trainer",
            "armarium.lab.train.evaluation",
            "armarium.lab.train.checkpoint",
            "armarium.lab.train.numpy_network",
            "armarium.lab.train.package",
            "armarium.lab.train.curves",
            "armarium.lab.best_response",
            "armarium.lab.level_gaps",
        ],
    ),
    "data": (
        "Data and clusters",
        [
            "armarium.lab.dataset.collecting",
            "armarium.lab.dataset.contents",
            "armarium.lab.dataset.parquet",
            "armarium.lab.adapters.minari",
            "armarium.core.executor",
        ],
    ),
    "books": (
        "Your own game",
        [
            "armarium.core.definition",
            "armarium.core.option",
            "armarium.core.plain_game",
            "armarium.core.state_game",
            "armarium.core.batch",
            "armarium.analysis.extension",
            "armarium.lab.extension",
            "armarium.server.extension",
            "armarium.terminal.extension",
        ],
    ),
}  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name in TOP_LEVEL_PAGES:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    for name, (title, modules) in REFERENCE.items():
        lines = [f"# {title}", *(f"::: {module}" for module in modules)]
        files.append(File.generated(config, f"api/{name}.md", content="\n\n".join(lines)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fix links between docs/ and the top-level pages. Links to source files become plain text."""
    if page.file.src_uri in TOP_LEVEL_PAGES:
        markdown = re.sub(r"\]\(docs/", "](", markdown)
        return re.sub(
            r"\[([^]]+)\]\(((?:src|tests|tools|web|README|LICENSE|SECURITY|CODE_OF_CONDUCT)[^)]*)\)",
            r"\1",
            markdown,
        )
    return re.sub(r"\]\(\.\./(?=CONTRIBUTING|CHANGELOG|training/)", "](", markdown)
