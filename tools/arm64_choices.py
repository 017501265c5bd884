"""Compare the network's choices on emulated arm64 with those on this machine (`make test-slow PARTS=arm64`).

Needs Linux with apt. The script unpacks an arm64 Python from Debian's packages and the locked wheels into a temporary
folder, where qemu runs them. It installs nothing and does not need root. The emulated Numba compiles only the network's
kernels for the requested processor. Compiling the rules would take very long, so the positions are made on this
machine. On an arm64 machine `tests/golden/test_choices.py` does the same comparison.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from uv_like_pip import make_uv_environment

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
LIBRARIES = ("numba", "platformdirs")  # all that a network imports, besides their own dependencies
GOLDEN = {
    "choices": "<i4",
    "chances": "<f8",
}  # the arrays hashed in the golden file, and their data types


class MissingRequirement(Exception):
    """The comparison needs something that is not available on this machine."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--processor",
        default="generic",
        help="what LLVM compiles for: generic has vectors of 128 bits, neoverse-v1 those of SVE",
    )
    parser.add_argument("--answer", nargs=2, metavar=("GAME", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        write_answers(arguments.answer[0], Path(arguments.answer[1]))
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="armarium-arm64-") as folder:
            return 1 if compare(Path(folder), arguments.processor) else 0
    except MissingRequirement as missing:
        print(missing, file=sys.stderr)
        return 2


def compare(folder: Path, processor: str) -> int:
    """Count the numbers and hashes that differ in the positions of the golden file."""
    python = prepare_python(folder, processor)
    sys.path.append(str(ROOT))  # tests are not on the path
    golden = importlib.import_module("tests.golden.networks.choices")
    stored = json.loads(golden.FILE.read_text())
    wrong = 0
    for game in golden.learnt():
        rows, masks = golden.positions(game)
        np.savez(folder / "positions.npz", rows=rows, masks=masks)
        print(f"• {game}: {len(rows):,} positions; emulated, they take minutes", flush=True)
        started = time.monotonic()
        python(__file__, "--answer", game, folder)
        print(f"  compiled and answered in {time.monotonic() - started:.0f} s")
        for name, here in evaluate_positions(game, rows, masks).items():
            there = np.load(folder / f"{name}.npy")
            wrong += count_differences(name, here, there)
            if name in GOLDEN and hash_array(there, GOLDEN[name]) != stored[game][name]:
                print(f"  {name}: NOT as in the golden file")
                wrong += 1
    return wrong


def evaluate_positions(game: str, rows: np.ndarray, masks: np.ndarray) -> dict[str, np.ndarray]:
    """Evaluate positions with the network, with win chances for the number of seats of the golden file."""
    from armarium.core.registry import find_game
    from armarium.players.network.network import network_of, normalise, powers

    network = network_of(game)
    logits, chances = network.evaluate(rows, find_game(game).seats[0])
    return {
        "logits": logits,
        "odds": normalise(powers(logits)),  # of all actions, legal or not
        "chances": chances,
        "choices": network.choose(rows, masks),
    }


def write_answers(game: str, folder: Path) -> None:
    """Run the emulated part and write its results."""
    assert platform.machine() == "aarch64"
    numba = importlib.import_module("numba")
    print(
        f"  {platform.machine()} ({numba.config.CPU_NAME}), Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {np.__version__}",
        flush=True,
    )
    with np.load(folder / "positions.npz") as stored:
        for name, found in evaluate_positions(game, stored["rows"], stored["masks"]).items():
            np.save(folder / f"{name}.npy", found)


def count_differences(name: str, here: np.ndarray, there: np.ndarray) -> int:
    """Count the numbers whose bytes differ."""
    assert (here.shape, here.dtype) == (there.shape, there.dtype), name
    bits = f"u{here.itemsize}"
    found = int(np.count_nonzero(here.view(bits) != there.view(bits)))
    print(f"  {name}: {found:,} of {here.size:,} differ")
    return found


def hash_array(numbers: np.ndarray, kind: str) -> str:
    return hashlib.sha256(numbers.astype(kind).tobytes()).hexdigest()


def prepare_python(folder: Path, processor: str) -> Callable[..., None]:
    """Prepare an emulated Python and return a function that runs a script with it."""
    if sys.platform != "linux" or platform.machine() == "aarch64":
        raise MissingRequirement(
            "This emulates arm64 on other Linux machines; arm64 has the golden tests."
        )
    for tool in ("apt-get", "dpkg", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise MissingRequirement(
                f"{tool} is missing; the arm64 Python comes from Debian's packages."
            )
    print("• an arm64 Python, its libraries and an emulator", flush=True)
    machine, site = folder / "arm64", folder / "site"
    unpack_packages("arm64", ("python3", "libstdc++6"), machine)
    if not (machine / "lib").exists():  # since Debian 13 only a full system has this link
        (machine / "lib").symlink_to("usr/lib")
    own = machine / "usr" / "bin" / "python3"
    python: list[str | Path] = [find_emulator(folder / "native"), "-L", machine, own]
    version = run_command([*python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    install_packages(site, version)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "NUMBA"))}
    environment |= {
        "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}",
        "PYTHONNOUSERSITE": "1",
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "ARMARIUM_CACHE": str(folder / "kernels"),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",  # the features of that processor
    }

    def run(*arguments: str | Path) -> None:
        subprocess.run([*python, *arguments], env=environment, check=True)

    return run


def find_emulator(folder: Path) -> Path:
    """Return the installed emulator, or unpack Debian's. It has had two names."""
    names = ("qemu-aarch64", "qemu-aarch64-static")
    if not any(map(shutil.which, names)):
        unpack_packages(
            run_command(["dpkg", "--print-architecture"]), ("qemu-user-static",), folder
        )
    for name in names:
        if there := shutil.which(name) or shutil.which(folder / "usr" / "bin" / name):
            return Path(there)
    raise MissingRequirement(
        "qemu-aarch64 is missing, and Debian's qemu-user-static does not contain it."
    )


def unpack_packages(architecture: str, packages: tuple[str, ...], folder: Path) -> None:
    """Unpack Debian packages and their dependencies. apt uses separate lists, so the system is not changed."""
    apt = folder / "apt"
    archives = apt / "cache" / "archives"
    for place in (apt / "state" / "lists" / "partial", archives / "partial"):
        place.mkdir(parents=True)
    status = apt / "status"
    status.touch()  # an empty list of installed packages
    options = [
        f"APT::Architecture={architecture}",
        f"APT::Architectures::={architecture}",
        f"Dir::State={apt / 'state'}",
        f"Dir::State::status={status}",
        f"Dir::Cache={apt / 'cache'}",
    ]
    get = ["apt-get", "-qq", *(word for option in options for word in ("-o", option))]
    run_command([*get, "update"])
    run_command([*get, "--yes", "--no-install-recommends", "--download-only", "install", *packages])
    for package in archives.glob("*.deb"):
        run_command(["dpkg-deb", "--extract", package, folder])
    shutil.rmtree(apt)


def install_packages(site: Path, version: str) -> None:
    """Install the locked wheels for that Python, checked by hash, and the entry points of this package."""
    # Bytecode would be for the wrong Python.
    environment = make_uv_environment() | {"UV_COMPILE_BYTECODE": "0"}
    into: list[str | Path] = [UV, "pip", "install", "--quiet", "--target", site]
    into += ["--python-platform", "aarch64-manylinux_2_28", "--python-version", version]
    lock = ROOT / "requirements.lock"
    run_command([*into, "--only-binary", ":all:", "--constraints", lock, *LIBRARIES], environment)
    run_command([*into, "--no-deps", "--editable", ROOT], environment)


def run_command(command: list[str | Path], environment: dict[str, str] | None = None) -> str:
    completed = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    if completed.returncode:
        last = " ".join(map(str, command[-2:]))
        reason = " ".join(completed.stderr.split()) or f"exit status {completed.returncode}"
        raise MissingRequirement(f"{Path(command[0]).name} … {last} failed: {reason}")
    return completed.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
