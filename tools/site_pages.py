"""What the site has beside docs/: the reference, read from the sources, and pages that lie at the top of the house."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
TOP = ("CONTRIBUTING.md", "CHANGELOG.md", "training/settings.toml")

REFERENCE = {
    "games": ("Games", ["armarium.games.table.game", "armarium.games.shelf", "armarium.games.table.errors"]),
    "players": ("Players", ["armarium.players", "armarium.players.position", "armarium.players.spec"]),
    "batches": (
        "Batches and players of the house",
        ["armarium.lab.vector", "armarium.lab.sampling", "armarium.lab.players"],
    ),
    "adapters": (
        "Other people's APIs",
        [
            "armarium.lab.adapters.pettingzoo",
            "armarium.lab.adapters.gymnasium",
            "armarium.lab.adapters.gymnasium_vector",
            "armarium.lab.adapters.torchrl",
            "armarium.lab.adapters.openspiel",
            "armarium.lab.adapters.openspiel_players",
        ],
    ),
    "data": (
        "Data and clusters",
        [
            "armarium.lab.dataset.collecting",
            "armarium.lab.dataset.parquet",
            "armarium.lab.adapters.minari",
            "armarium.lab.cluster.crew",
        ],
    ),
    "books": ("Your own game", ["armarium.games.table.book", "armarium.games.table.promises"]),
}  # fmt: skip


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name in TOP:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    for name, (title, modules) in REFERENCE.items():
        lines = [f"# {title}", *(f"::: {module}" for module in modules)]
        files.append(File.generated(config, f"api/{name}.md", content="\n\n".join(lines)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to the top of the house, and from there into docs/, as they lie on the site; to sources: their names."""
    if page.file.src_uri in TOP:
        markdown = re.sub(r"\]\(docs/", "](", markdown)
        return re.sub(
            r"\[([^]]+)\]\(((?:src|tests|tools|web|README|LICENSE)[^)]*)\)", r"\1", markdown
        )
    return re.sub(r"\]\(\.\./(?=CONTRIBUTING|CHANGELOG|training/)", "](", markdown)
