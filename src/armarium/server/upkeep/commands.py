"""`armarium backup`, `restore`, `migrate`, `doctor` and `prune`: what a host does beside serving."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from armarium.lab.command_line import Number
from armarium.places import database_file
from armarium.server.store.database import BadDatabase
from armarium.server.store.opening import open_database
from armarium.server.store.retention import Keep, delete, expired
from armarium.server.upkeep.copying import Copied
from armarium.server.upkeep.copying import backup as make_backup
from armarium.server.upkeep.copying import copy as copy_all
from armarium.server.upkeep.doctor import examined

__all__ = ["backup", "doctor", "migrate", "prune", "restore"]

_db = click.option(
    "--db",
    metavar="URL",
    envvar="ARMARIUM_DB",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME; else this machine's.",
)
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def _address(db: str | None) -> str:
    return db or f"sqlite:///{database_file()}"


def _tell(found: Copied, where: object) -> None:
    rows = found["table_log"]
    click.echo(f"{rows:,} entries and {found['daily_score']:,} scores of days: {where}")


@click.command()
@_file
@_db
def backup(file: Path, db: str | None) -> None:
    """Write all tables, as they stand at this moment, into a new FILE; the server may go on.

    FILE is a SQLite database that only its owner may read, whichever kind of database the tables are kept in.
    """
    try:
        _tell(make_backup(_address(db), file), file)
    except OSError as error:
        raise click.ClickException(str(error)) from error


@click.command()
@_file
@_db
def restore(file: Path, db: str | None) -> None:
    """Put all tables of a backup back, into a database that is empty or not there yet."""
    if not file.is_file():
        raise click.ClickException(f"{file} is not there")
    with tempfile.TemporaryDirectory() as folder:
        # Opening brings an older one up to date: the backup itself stays as it is.
        taken = shutil.copy(file, folder)
        _tell(copy_all(f"sqlite:///{taken}", _address(db)), "restored")


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def migrate(source: str, target: str) -> None:
    """Copy all tables from one database into another that is empty: sqlite:///FILE, postgresql://USER@HOST/NAME.

    Stop the server first: what it saves afterwards stays behind.
    """
    database = open_database(source, time.time(), is_there=True)
    try:
        if database.is_used():
            raise BadDatabase(reason="database-used", path=database.shown)
    finally:
        database.close()
    _tell(copy_all(source, target), "copied")


@click.command()
@_db
@click.option(
    "--tables", "with_tables", is_flag=True, help="Also play every table again from its log."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def doctor(db: str | None, with_tables: bool, as_json: bool) -> None:
    """Look at all that a server needs, and say what is wrong; the exit status is 1 if something is."""
    found: list[dict[str, Any]] = []
    for finding in examined(_address(db), with_tables):
        found.append({"what": finding.what, "ok": finding.is_well, "told": finding.told})
        if not as_json:
            click.echo(f"{'ok' if finding.is_well else 'WRONG':<6}{finding.what}: {finding.told}")
    is_well = all(line["ok"] for line in found)
    if as_json:
        click.echo(json.dumps({"ok": is_well, "findings": found}, indent=2))
    if not is_well:
        raise SystemExit(1)


@click.command()
@_db
@click.option(
    "--keep-days",
    type=Number(0),
    default=365,
    show_default=True,
    help="Longest time since anybody touched a table; those that never began or ended go earlier; 0: for ever.",
)
@click.option("--dry-run", is_flag=True, help="Only say how many it would be.")
def prune(db: str | None, keep_days: float, dry_run: bool) -> None:
    """Delete old tables now. A running server does it by itself, once a day."""
    now = time.time()
    database = open_database(_address(db), now, is_there=True)
    try:
        if not dry_run and database.is_used():
            # It may have one of them in its memory, and would write on where nothing is any more.
            raise BadDatabase(reason="database-used", path=database.shown)
        with database.engine.begin() as connection:
            old = expired(connection, Keep.at_most(keep_days), now)
            for start in range(0, 0 if dry_run else len(old), 500):
                delete(connection, old[start : start + 500])
    finally:
        database.close()
    click.echo(f"{len(old):,} tables {'would be' if dry_run else 'were'} deleted")
