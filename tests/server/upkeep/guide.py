"""Follow docs/hosting.md on a bare Debian, from nothing to a game over TLS: `python -m tests.server.upkeep.guide`.

The commands are those of the page, word for word, run in a Debian that debootstrap has just made in a temporary folder.
What differs is said here: the package is the wheel of these sources, since it lies in no index; there is no systemd in
such a folder, so `systemctl` starts what the unit says, with its settings; and nobody can ask for a certificate of a
name that is not ours, so Caddy makes its own. All of it runs in a network of its own.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["NoDebian", "commands", "follow"]

ROOT = Path(__file__).parents[3]
NAME = "cards.example"

# What systemd does with a unit, as far as the guide needs it. Reloading has nothing to do: Caddy starts with its file.
SYSTEMCTL = r"""#!/bin/sh
set -e
[ "$1" = enable ] || exit 0
cp /etc/hosts /etc/hosts.before && echo "127.0.0.1 cards.example" >> /etc/hosts
sed -i 's/^cards.example {/{\n\tskip_install_trust\n}\n&\n\ttls internal/' /etc/caddy/Caddyfile
mkdir -p /var/lib/armarium /var/cache/armarium /var/lib/caddy
chown nobody /var/lib/armarium /var/cache/armarium
unit=/etc/systemd/system/armarium.service
set -a; . /etc/armarium.env; set +a
command=$(sed -n 's/^ExecStart=//p' $unit)
settings=$(sed -n 's/^Environment=//p' $unit)
setpriv --reuid nobody --clear-groups env $settings $command > /var/log/armarium.log 2>&1 &
HOME=/var/lib/caddy caddy run --config /etc/caddy/Caddyfile > /var/log/caddy.log 2>&1 &
"""

# A new network has nothing, not even itself: up with its loopback, then whatever comes next (SIOCSIFFLAGS, IFF_UP).
LOOPBACK = (
    "import fcntl, os, socket, struct, sys;"
    "fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH', b'lo', 1) + bytes(22));"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


class NoDebian(Exception):
    """Why there can be none here."""


def commands() -> list[str]:
    """Those of the section, in its order."""
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    section = page.split("## From nothing, on Debian", 1)[1].split("\n## ", 1)[0]
    found = re.search(r"```\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return [line.partition("    #")[0].rstrip() for line in found[1].strip().splitlines()]


def follow(folder: Path, wheel: Path, mirror: str | None = None) -> None:
    """`mirror`: where debootstrap would not look by itself.

    Raises NoDebian where none can be made, CalledProcessError where a step fails.
    """
    if os.geteuid() != 0 or not (program := shutil.which("debootstrap")):
        raise NoDebian(
            "debootstrap, run as root, makes a bare Debian (apt-get install debootstrap)"
        )
    where = [str(folder), *([mirror] if mirror else [])]
    made = subprocess.run(
        [program, "--variant=minbase", "--include=ca-certificates", "bookworm", *where],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode:
        raise NoDebian(f"debootstrap: {(made.stdout + made.stderr).strip()[-300:]}")
    _furnish(folder, wheel)
    steps = commands()
    begun = next(n for n, step in enumerate(steps) if step.startswith("systemctl"))
    # What is fetched comes over the machine's network; what listens has one of its own.
    _inside(folder, wheel, "\n".join(["set -e", "cd", *steps[:begun]]))
    play = "/opt/armarium/bin/python play.py"
    _inside(
        folder,
        wheel,
        "\n".join(["set -e", "cd", *steps[begun:], play]),
        ["unshare", "--net", "--pid", "--fork", "--kill-child", sys.executable, "-c", LOOPBACK],
    )


def _furnish(folder: Path, wheel: Path) -> None:
    """What somebody has who begins: the sources' folder `hosting`, and here also the package itself."""
    shutil.copytree(ROOT / "hosting", folder / "root" / "hosting")
    shutil.copy(wheel, folder / "root")
    shutil.copy(Path(__file__).with_name("guide_play.py"), folder / "root" / "play.py")
    for name in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf"):
        if Path(name).exists():
            shutil.copy(name, folder / name.lstrip("/"))
    certificates = Path("/etc/ssl/certs/ca-certificates.crt")
    if certificates.exists():
        shutil.copy(certificates, folder / "etc/ssl/certs/ca-certificates.crt")
    (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)
    systemctl = folder / "usr/local/bin/systemctl"
    systemctl.write_text(SYSTEMCTL)
    systemctl.chmod(0o755)


def _inside(folder: Path, wheel: Path, script: str, around: list[str] | None = None) -> None:
    script = script.replace("pip install armarium", f"pip install --quiet ./{wheel.name}")
    clean = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
    }
    kept = {
        k: v for k, v in os.environ.items() if k.lower().endswith("_proxy") or k.startswith("PIP_")
    }
    environment = {**clean, **kept, "DEBIAN_FRONTEND": "noninteractive"}
    command = [*(around or []), "chroot", str(folder), "/bin/sh", "-x", "-c", script]
    for kind in ("proc", "dev"):
        subprocess.run(["mount", "--bind", f"/{kind}", str(folder / kind)], check=True)
    try:
        subprocess.run(command, env=environment, check=True)
    finally:
        for kind in ("proc", "dev"):
            subprocess.run(["umount", "-l", str(folder / kind)], check=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("wheel", type=Path)
    reader.add_argument("--mirror")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="armarium-debian-") as folder:
        try:
            follow(Path(folder), asked.wheel, asked.mirror)
        except NoDebian as missing:
            sys.exit(str(missing))
    print("from nothing to a game over TLS")


if __name__ == "__main__":
    main()
