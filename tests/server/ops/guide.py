"""Follow docs/hosting.md on a bare Debian: `python -m tests.server.ops.guide WHEEL`, or `make test-host`.

The commands are those of the page, word for word, and systemd runs them in a Debian that debootstrap has just
installed in a temporary folder (systemd-nspawn): install, a game over TLS, backup, restore, upgrade, rollback, and
PostgreSQL with two processes. The machine has what a reader has: the folder `hosting`, the wheels, and a name that
points to it. Nobody can get a certificate for the name of the example, so its Caddyfile asks Caddy for one of its own.

Downloads use the network of this machine. Everything that listens runs in a network of its own.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from armarium.server.store import migrations

__all__ = ["NoDebian", "follow", "read_commands"]

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "hosting.md"
SECONDS = 5400  # for everything after the downloads; rules are compiled twice
RESTART_SECONDS = 60  # of an upgraded server, on a busy machine
PACKAGES = "ca-certificates,dbus,systemd,systemd-sysv"
CONTAINER = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "-D"]
FOLLOW = """[Unit]
After=graphical.target
[Service]
Type=oneshot
WorkingDirectory=/srv
ExecStart=/bin/sh -ex /srv/steps.sh
StandardOutput=append:/srv/steps.log
StandardError=append:/srv/steps.log
ExecStopPost=/bin/sh -c 'echo "$SERVICE_RESULT" > /srv/result; journalctl --no-pager --unit "armarium*" --unit caddy \
    > /srv/journal.log; systemctl poweroff --no-block'
[Install]
WantedBy=graphical.target
"""


class NoDebian(Exception):
    """A Debian cannot be installed or started here."""


def read_commands(heading: str, block: int = 0) -> list[str]:
    """Return the commands of a block under a heading of the page, in order."""
    section = PAGE.read_text("utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    found = re.findall(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)[block]
    return [line.partition("    #")[0].rstrip() for line in found.strip().splitlines()]


def follow(folder: Path, wheel: Path, mirror: str | None = None) -> None:
    """Run the commands of the guide. `mirror`: another Debian mirror.

    Raise NoDebian if none can be installed, and CalledProcessError if a step fails.
    """
    missing = [name for name in ("debootstrap", "systemd-nspawn") if not shutil.which(name)]
    if os.geteuid() != 0 or missing:
        raise NoDebian(
            "make test-host needs root, debootstrap and systemd-nspawn"
            " (apt-get install debootstrap systemd-container)"
        )
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(folder),
         *([mirror] if mirror else [])],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        raise NoDebian(f"debootstrap: {(made.stdout + made.stderr).strip()[-300:]}")
    _check_container(folder)
    _prepare_folder(folder, wheel)
    install = read_commands("Install on Debian")
    begun = next(n for n, step in enumerate(install) if step.startswith("systemctl"))
    # The upgrade installs the same libraries again, when there is no network any more. So does PostgreSQL.
    apt, pip, *_ = read_commands("Which database", 0)
    download = [
        "/opt/armarium/bin/pip download --dest /srv/libraries ./armarium-*.whl",
        pip.replace("pip install", "pip download --dest /srv/libraries"),
        apt.replace("apt-get install", "apt-get install --download-only"),
        "rm /usr/sbin/policy-rc.d",
    ]
    (folder / "srv/steps.sh").write_text("\n".join(["cd /srv", *install[:begun], *download]))
    _run_inside(folder, "--resolv-conf=off", *_list_settings(), "/bin/sh", "-ex", "/srv/steps.sh")
    (folder / "etc/pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/libraries\n")
    (folder / "srv/steps.sh").write_text("\n".join([*install[begun:], *_list_later_steps()]))
    unit = folder / "etc/systemd/system/follow.service"
    unit.write_text(FOLLOW)
    _run_inside(folder, "systemctl", "enable", "follow")
    try:
        _run_inside(folder, "--private-network", "--boot", timeout=SECONDS)
        if not (folder / "srv/result").exists():
            raise NoDebian("systemd does not start in a container here (systemd-nspawn --boot)")
    finally:
        for name in ("journal.log", "steps.log"):
            if (log := folder / "srv" / name).exists():
                print(log.read_text("utf-8", "replace")[-6000:])
    result = (folder / "srv/result").read_text().strip()
    if result != "success":
        raise subprocess.CalledProcessError(1, result)


def _list_later_steps() -> list[str]:
    """Return what follows the installation. Only the lines without a source in the page are written here."""
    play = "/opt/armarium/bin/python /srv/play.py"
    check = f"{play} --again"  # waits until the rules are compiled
    backup = "/var/backups/armarium-2026-11-18.db"  # the date of the example
    upgrade = read_commands("Upgrade")
    link = next(n for n, step in enumerate(upgrade) if step.startswith("ln "))
    return [
        play,
        "systemctl start armarium-backup",
        f'test -s {backup} || cp "/var/backups/armarium-$(date +%F).db" {backup}',
        *read_commands("Backups and maintenance"),
        check,
        "cd /srv/newer",
        *upgrade[:link],
        "journalctl --no-pager --unit armarium-warm@0.1.1 | grep 'compiled bibliogamo'",
        check,  # the old version still serves
        "began=$(date +%s)",
        *upgrade[link:],
        "cd /srv",
        check,
        f"test $(($(date +%s) - began)) -lt {RESTART_SECONDS}",
        "/opt/armarium/bin/armarium --version | grep 0.1.1",
        *read_commands("Rollback", 0),
        *read_commands("Rollback", 1),
        "systemctl start armarium",
        check,
        "/opt/armarium/bin/armarium --version | grep 0.1.0",
        "XDG_DATA_HOME=/var/lib /opt/armarium/bin/armarium doctor",
        *read_commands("Which database", 0),
        check,  # the table has moved to PostgreSQL
        "mv /var/lib/armarium/armarium.db /srv",
        *read_commands("Which database", 1),
        check,
        play,
        "systemctl kill --signal=KILL armarium@8001",
        check,
        "systemctl stop armarium@8002",
        check,
        "rm /var/backups/armarium-$(date +%F).db",
        "systemctl start armarium-backup",
        "set -a",
        ". /etc/armarium.env",
        "/opt/armarium/bin/armarium doctor",
    ]


def _check_container(folder: Path) -> None:
    """Raise NoDebian if systemd-nspawn cannot run a command here, as in most containers."""
    command = [*CONTAINER, str(folder), "/bin/true"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise NoDebian(f"systemd-nspawn: {(done.stdout + done.stderr).strip()[-300:]}")


def _prepare_folder(folder: Path, wheel: Path) -> None:
    """Add what a reader of the guide has."""
    home = folder / "srv"
    shutil.copytree(ROOT / "hosting", home / "hosting")
    own = "{\n\tskip_install_trust\n}\ncards.example {\n\ttls internal"
    for name in ("Caddyfile", "Caddyfile.several"):
        site = home / "hosting" / name
        site.write_text(site.read_text("utf-8").replace("cards.example {", own))
    shutil.copy(wheel, home)
    (home / "newer").mkdir()
    _make_newer(wheel, home / "newer")
    shutil.copy(Path(__file__).with_name("guide_play.py"), home / "play.py")
    (folder / "etc/hosts").write_text("127.0.0.1 localhost cards.example\n")
    for name in ("resolv.conf", "pip.conf", "ssl/certs/ca-certificates.crt"):
        if (found := Path("/etc") / name).exists():
            shutil.copy(found, folder / "etc" / name)
    # Installing a package starts nothing before the unit file says how.
    (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)


def _make_newer(wheel: Path, folder: Path) -> None:
    """Write the wheel of the next version: the same program with one more migration and one changed kernel."""
    number = f"{int(migrations.newest()) + 1:04}"
    step = (
        f"from alembic import op\nrevision, down_revision = '{number}', '{migrations.newest()}'\n"
        "def upgrade():\n    op.execute('CREATE TABLE of_the_next_version (number INTEGER)')\n"
    )
    with (
        zipfile.ZipFile(wheel) as old,
        zipfile.ZipFile(folder / wheel.name.replace("0.1.0", "0.1.1"), "w") as new,
    ):
        for name in old.namelist():
            content = old.read(name)
            if name.endswith(("dist-info/METADATA", "armarium/__init__.py")):
                content = content.replace(b"0.1.0", b"0.1.1", 1)
            if name.endswith("bibliogamo/kernels/rules.py"):
                content += b"# changed\n"  # so that the game is compiled again
            if not name.endswith("dist-info/RECORD"):
                new.writestr(name.replace("armarium-0.1.0", "armarium-0.1.1"), content)
        new.writestr(f"armarium/server/store/migrations/versions/v{number}_next.py", step)
        record = "\n".join(f"{name},," for name in new.namelist())
        new.writestr(
            "armarium-0.1.1.dist-info/RECORD", f"{record}\narmarium-0.1.1.dist-info/RECORD,,\n"
        )


def _list_settings() -> list[str]:
    """Return the settings of this machine that downloads need."""
    kept = [k for k in os.environ if k.lower().endswith("_proxy") or k.startswith("PIP_")]
    return [f"--setenv={name}={os.environ[name]}" for name in [*kept]] + [
        "--setenv=DEBIAN_FRONTEND=noninteractive"
    ]


def _run_inside(folder: Path, *more: str, timeout: float | None = None) -> None:
    command = [*CONTAINER, str(folder), *more]
    with open(folder.with_name(f"{folder.name}.log"), "ab") as log:
        subprocess.run(command, check=True, timeout=timeout, stdout=log, stdin=subprocess.DEVNULL)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("wheel", type=Path)
    reader.add_argument("--mirror")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="armarium-host-") as folder:
        try:
            follow(Path(folder) / "debian", asked.wheel, asked.mirror)
        except NoDebian as missing:
            sys.exit(str(missing))
    print(
        "installed, played over TLS, backed up, restored, upgraded, rolled back, moved to PostgreSQL"
    )


if __name__ == "__main__":
    main()
