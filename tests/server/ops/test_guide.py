"""The commands of docs/hosting.md that `make test-host` follows on a fresh machine, and the units of `hosting`."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from armarium.server.store import migrations
from tests.server.cold_server import SWITCHED, ColdServer
from tests.server.ops.guide import ROOT, NoDebian, follow, read_commands

HOSTING = ROOT / "hosting"
BLOCKS = [
    ("Install on Debian", 0),
    ("Upgrade", 0),
    ("Rollback", 0),
    ("Rollback", 1),
    ("Which database", 0),
    ("Which database", 1),
    ("Backups and maintenance", 0),
]


def read_unit(text: str) -> configparser.ConfigParser:
    """Return the settings of a unit. Of a setting that is written several times, the last one counts here."""
    unit = configparser.ConfigParser(
        strict=False, interpolation=None, delimiters=["="], comment_prefixes=["#"]
    )
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    return unit


def test_the_installation_has_its_steps():
    found = read_commands("Install on Debian")
    assert found[0].startswith("apt-get") and found[-1].endswith("armarium doctor")
    assert sum(line.startswith("systemctl") for line in found) == 3
    created = next(n for n, line in enumerate(found) if line.startswith("install -m 600"))
    assert "/etc/armarium.env" in found[created + 1], "secrets go into a file that only root reads"


@pytest.mark.parametrize(("heading", "block"), BLOCKS)
def test_every_block_is_a_shell_script(heading: str, block: int):
    script = "\n".join(read_commands(heading, block))
    subprocess.run(["sh", "-n", "-c", script], check=True)


def test_the_guide_names_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(NoDebian, match="needs root, debootstrap and systemd-nspawn"):
        follow(tmp_path / "debian", tmp_path / "armarium.whl")


def test_an_upgrade_compiles_before_the_restart():
    """Nothing before the restart touches the version that serves."""
    found = read_commands("Upgrade")
    compiled, linked, restarted = (
        next(n for n, line in enumerate(found) if line.startswith(start))
        for start in ("systemctl start armarium-warm@", "ln ", "systemctl restart armarium")
    )
    assert compiled < linked < restarted == len(found) - 1
    folder = "/opt/armarium-" + found[compiled].partition("@")[2]
    assert f"{folder}/bin/pip install" in found[compiled - 1]
    assert found[linked] == f"ln -sfn {folder} /opt/armarium"
    for line in found[:compiled]:
        assert "systemctl" not in line and "/opt/armarium/bin/pip" not in line


def test_the_rollback_puts_back_the_copy_that_an_upgrade_of_this_version_keeps():
    *_, last = read_commands("Rollback", 1)
    kept = f"/var/lib/armarium/armarium.db.schema-{migrations.newest()}"
    assert last == f"mv {kept} /var/lib/armarium/armarium.db"


def test_the_compiler_of_an_upgrade_fills_the_cache_of_the_service():
    service, warm = (
        read_unit((HOSTING / name).read_text("utf-8"))["Service"]
        for name in ("armarium.service", "armarium-warm@.service")
    )
    for name in ("DynamicUser", "CacheDirectory", "EnvironmentFile", "UMask"):
        assert warm[name] == service[name], name
    cache = {word for word in service["Environment"].split() if word.startswith("XDG_CACHE_HOME=")}
    assert cache and cache <= set(warm["Environment"].split())
    assert "User" not in service and warm["User"] == "armarium", "the name of the service"
    assert warm["ExecStart"] == "/opt/armarium-%i/bin/armarium warm"
    assert service["ExecStartPre"] == "-/usr/bin/timeout 10m /opt/armarium/bin/armarium warm"
    assert service["TimeoutStartSec"] == "15min", "it must not end the service before that"


@pytest.mark.thorough
async def test_a_server_that_was_compiled_for_interprets_nothing(tmp_path: Path):
    """`armarium warm` runs beside the old version, which stays compiled."""
    async with ColdServer(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path) as server:
        await server.wait_for_log(SWITCHED)
        shutil.rmtree(tmp_path / "cache" / "compiled")  # the notes of the new version are missing
        warm = subprocess.Popen(
            [sys.executable, "-m", "armarium.cli", "warm"],
            env={**os.environ, "ARMARIUM_CACHE": str(tmp_path / "cache")},
            stdout=subprocess.DEVNULL,
        )
        asked = 0
        while warm.poll() is None:
            status, body = server.get("/readyz")
            assert (status, body["rules"]) == (200, "compiled")
            asked += 1
            time.sleep(0.1)
        assert warm.returncode == 0 and asked
        server.end()
        await server.start(is_compiled=True)
        assert server.get("/readyz")[1]["rules"] in ("loading", "compiled")
        assert "compiling" not in server.log


def test_the_service_waits_for_its_database_and_never_gives_up():
    unit = read_unit((HOSTING / "armarium.service").read_text("utf-8"))
    assert {"network-online.target", "postgresql.service"} <= set(unit["Unit"]["After"].split())
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["Restart"] == "always"


def several_units(folder: Path) -> Path:
    """Run the line of the guide that makes a template for several processes, and return what it writes."""
    (line,) = (line for line in read_commands("Which database", 1) if line.startswith("sed "))
    target = folder / "armarium@.service"
    assert "/etc/systemd/system/armarium@.service" in line
    script = line.replace("/etc/systemd/system/armarium@.service", str(target))
    subprocess.run(["sh", "-ec", script], check=True, cwd=ROOT)
    return target


def test_the_template_for_several_processes_has_a_port_of_its_own_and_one_user(tmp_path: Path):
    unit = read_unit(several_units(tmp_path).read_text("utf-8"))["Service"]
    assert "--port %i " in unit["ExecStart"]
    assert (unit["DynamicUser"], unit["User"]) == ("yes", "armarium")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_accepts_the_units(tmp_path: Path):
    """Without a warning, also about unknown settings."""
    units = [*HOSTING.glob("*.service"), *HOSTING.glob("*.timer"), several_units(tmp_path)]
    assert len(units) == 5
    for unit in units:
        # Armarium is not installed in /opt here, and a template needs an instance.
        text = re.sub(r"/opt/armarium[^/]*/bin/armarium", "/bin/true", unit.read_text("utf-8"))
        (tmp_path / unit.name.replace("@", "@8001")).write_text(text, "utf-8")
    found = sorted(str(file) for file in tmp_path.iterdir() if "@." not in file.name)
    done = subprocess.run(
        ["systemd-analyze", "verify", *found], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_backup_timer_makes_a_backup_and_deletes_old_ones(tmp_path: Path):
    """The commands of the unit, in other folders."""
    backups, old, other = tmp_path / "backups", "armarium-2026-01-01.db", "armarium-old.db"
    backups.mkdir()
    for name in (old, other, "armarium-2026-01-02.db"):
        (backups / name).touch()
    for name in (old, other):
        os.utime(backups / name, (time.time() - 32 * 86400,) * 2)
    environment = {**os.environ, "ARMARIUM_DB": str(tmp_path / "tables.db")}
    program = f"{sys.executable} -m armarium.cli"
    subprocess.run(
        [sys.executable, "-c", "import sys; from armarium.server.store import Store; Store(sys.argv[1]).close()",
         environment["ARMARIUM_DB"]],
        check=True,
    )  # fmt: skip
    text = (HOSTING / "armarium-backup.service").read_text("utf-8")
    steps = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    assert len(steps) == 2
    for step in steps:
        for shipped, here in (
            ("%%", "%"),
            ("$$", "$"),
            ("/opt/armarium/bin/armarium", program),
            ("/var/backups", str(backups)),
        ):
            step = step.replace(shipped, here)
        subprocess.run(["sh", "-ec", step], check=True, env=environment)
    names = {file.name for file in backups.iterdir()}
    assert names == {time.strftime("armarium-%Y-%m-%d.db"), "armarium-2026-01-02.db", other}
