"""The commands `armarium backup`, `restore`, `migrate`, `doctor` and `prune`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click

from armarium.core.command_line import Number
from armarium.places import database_file
from armarium.server.ops.backup import CopiedRows, open_for
from armarium.server.ops.backup import backup as make_backup
from armarium.server.ops.backup import copy as copy_all
from armarium.server.ops.doctor import run_checks
from armarium.server.store import migrations
from armarium.server.store.database import Access, BadDatabase, Database
from armarium.server.store.retention import Retention, delete_tables, find_expired_tables

__all__ = ["backup", "doctor", "migrate", "prune", "restore"]

_db = click.option(
    "--db",
    metavar="FILE|URL",
    envvar="ARMARIUM_DB",
    help="A SQLite file, sqlite:///FILE or postgresql://USER@HOST/NAME. Default: this machine's database.",
)
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def _address(db: str | None) -> str:
    return db or f"sqlite:///{database_file()}"


def _print_copied(found: CopiedRows, where: object) -> None:
    rows = found["table_log"]
    click.echo(f"{rows:,} entries and {found['daily_score']:,} daily scores: {where}")


@click.command()
@_file
@_db
def backup(file: Path, db: str | None) -> None:
    """Write all tables, as they are now, into a new FILE. The server may keep running.

    FILE is a SQLite database that only its owner may read, whatever kind of database the server uses. A database of an
    older version is not upgraded, and its backup is not either.
    """
    try:
        _print_copied(make_backup(_address(db), file), file)
    except OSError as error:
        raise click.ClickException(str(error)) from error


@click.command()
@_file
@_db
def restore(file: Path, db: str | None) -> None:
    """Restore all tables of a backup into a database that is empty or does not exist yet."""
    if not file.is_file():
        raise click.ClickException(f"{file} does not exist")
    _print_copied(copy_all(str(file.absolute()), _address(db)), "restored")


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def migrate(source: str, target: str) -> None:
    """Copy all tables from one database into an empty one. Each is a FILE, sqlite:///FILE or
    postgresql://USER@HOST/NAME.

    Stop the server first: what it saves afterwards is not copied.
    """
    with open_for(Access.READ, source) as database:
        _refuse_if_used(database)
    _print_copied(copy_all(source, target), "copied")


@click.command()
@_db
@click.option("--tables", "with_tables", is_flag=True, help="Also replay every table from its log.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def doctor(db: str | None, with_tables: bool, as_json: bool) -> None:
    """Check everything that a server needs, and print the problems. The exit status is 1 if there is one."""
    found: list[dict[str, Any]] = []
    for finding in run_checks(_address(db), with_tables):
        found.append({"check": finding.name, "ok": finding.is_ok, "detail": finding.detail})
        if not as_json:
            click.echo(f"{'ok' if finding.is_ok else 'WRONG':<6}{finding.name}: {finding.detail}")
    is_ok = all(line["ok"] for line in found)
    if as_json:
        click.echo(json.dumps({"ok": is_ok, "findings": found}, indent=2))
    if not is_ok:
        raise SystemExit(1)


@click.command()
@_db
@click.option(
    "--keep-days",
    type=Number(0),
    default=365,
    show_default=True,
    help="Delete tables inactive for this many days, unfinished ones earlier. 0 keeps everything.",
)
@click.option("--dry-run", is_flag=True, help="Only print how many tables would be deleted.")
def prune(db: str | None, keep_days: float, dry_run: bool) -> None:
    """Delete old tables now. A running server does this once a day."""
    now = time.time()
    with open_for(Access.READ, _address(db)) as database:
        if not dry_run:
            _refuse_older(database)
            _refuse_if_used(database)
        with database.name_errors(), database.engine.connect() as connection:
            old = find_expired_tables(connection, Retention.at_most(keep_days), now)
    if not dry_run:
        with open_for(Access.CHANGE, _address(db)) as database, database.name_errors():
            with database.engine.begin() as connection:
                for start in range(0, len(old), 500):
                    delete_tables(connection, old[start : start + 500])
            database.scrub(is_daily=True)
    click.echo(f"{len(old):,} tables {'would be' if dry_run else 'were'} deleted")


def _refuse_older(database: Database) -> None:
    found, own = database.schema_version, migrations.newest()
    if found != own:
        facts = {"path": database.display_name, "found": found, "own": own}
        raise BadDatabase(reason="database-older", **facts)


def _refuse_if_used(database: Database) -> None:
    """A running server may have a table in memory and would keep writing to its log."""
    if database.is_in_use():
        raise BadDatabase(reason="database-used", path=database.display_name)
