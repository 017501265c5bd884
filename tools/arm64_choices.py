"""`make test-arm64`: does the network of the package say on arm64, byte for byte, what it says here? On Linux with apt.

An arm64 Python from Debian's packages and the locked wheels for it are unpacked into a temporary folder, where qemu
runs them: nothing is installed, and nobody need be root. Numba compiles there for the processor that is asked for, but
only the network's own kernels: the rules' would take very long, so the positions come from here. On an arm64 machine
`tests/golden/test_choices.py` compares all this by itself.
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
from uv_like_pip import uv_environment

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
LIBRARIES = ("numba", "platformdirs")  # all that a network imports, with what they need
GOLDEN = {
    "choices": "<i4",
    "chances": "<f8",
}  # what the golden file has hashes of, and how they are written


class Missing(Exception):
    """Something that the comparison needs and that is not to be had on this machine."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--processor",
        default="generic",
        help="what LLVM compiles for: generic has vectors of 128 bits, neoverse-v1 those of SVE",
    )
    parser.add_argument("--answer", nargs=2, metavar=("GAME", "FOLDER"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.answer:
        answer(asked.answer[0], Path(asked.answer[1]))
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="armarium-arm64-") as folder:
            return 1 if compare(Path(folder), asked.processor) else 0
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 2


def compare(folder: Path, processor: str) -> int:
    """How many numbers and hashes differ, in the positions of the golden file."""
    python = emulated_python(folder, processor)
    sys.path.append(str(ROOT))  # tests lie beside the tools, in nobody's path
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
        for name, here in answers(game, rows, masks).items():
            there = np.load(folder / f"{name}.npy")
            wrong += differing(name, here, there)
            if name in GOLDEN and hashed(there, GOLDEN[name]) != stored[game][name]:
                print(f"  {name}: NOT those of the golden file")
                wrong += 1
    return wrong


def answers(game: str, rows: np.ndarray, masks: np.ndarray) -> dict[str, np.ndarray]:
    """What the network says of some positions; the chances for as many seats as the golden file has them."""
    from armarium.games.shelf import open_book
    from armarium.players.network.network import network_of, powers, shares

    network = network_of(game)
    logits, chances = network.judge(rows, open_book(game).seats[0])
    return {
        "logits": logits,
        "odds": shares(powers(logits)),  # of all actions, allowed or not
        "chances": chances,
        "choices": network.choose(rows, masks),
    }


def answer(game: str, folder: Path) -> None:
    """The part that is emulated."""
    assert platform.machine() == "aarch64"
    numba = importlib.import_module("numba")
    print(
        f"  {platform.machine()} ({numba.config.CPU_NAME}), Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {np.__version__}",
        flush=True,
    )
    with np.load(folder / "positions.npz") as asked:
        for name, found in answers(game, asked["rows"], asked["masks"]).items():
            np.save(folder / f"{name}.npy", found)


def differing(name: str, here: np.ndarray, there: np.ndarray) -> int:
    """How many numbers have other bytes."""
    assert (here.shape, here.dtype) == (there.shape, there.dtype), name
    bits = f"u{here.itemsize}"
    found = int(np.count_nonzero(here.view(bits) != there.view(bits)))
    print(f"  {name}: {found:,} of {here.size:,} differ")
    return found


def hashed(numbers: np.ndarray, kind: str) -> str:
    return hashlib.sha256(numbers.astype(kind).tobytes()).hexdigest()


def emulated_python(folder: Path, processor: str) -> Callable[..., None]:
    """A Python of another processor, as a function that runs a script."""
    if sys.platform != "linux" or platform.machine() == "aarch64":
        raise Missing("This emulates arm64 on other Linux machines; arm64 has the golden tests.")
    for tool in ("apt-get", "dpkg", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise Missing(f"{tool} is missing here: the arm64 Python comes from Debian's packages.")
    print("• an arm64 Python, its libraries and an emulator", flush=True)
    machine, site = folder / "arm64", folder / "site"
    unpack("arm64", ("python3", "libstdc++6"), machine)
    if not (machine / "lib").exists():  # since Debian 13 it comes with a whole system only
        (machine / "lib").symlink_to("usr/lib")
    own = machine / "usr" / "bin" / "python3"
    python: list[str | Path] = [emulator(folder / "native"), "-L", machine, own]
    version = said([*python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    install(site, version)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "NUMBA"))}
    environment |= {
        "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}",
        "PYTHONNOUSERSITE": "1",
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "ARMARIUM_CACHE": str(folder / "kernels"),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",  # those that the processor has
    }

    def run(*arguments: str | Path) -> None:
        subprocess.run([*python, *arguments], env=environment, check=True)

    return run


def emulator(folder: Path) -> Path:
    """The machine's own, else Debian's; it had two names."""
    names = ("qemu-aarch64", "qemu-aarch64-static")
    if not any(map(shutil.which, names)):
        unpack(said(["dpkg", "--print-architecture"]), ("qemu-user-static",), folder)
    for name in names:
        if there := shutil.which(name) or shutil.which(folder / "usr" / "bin" / name):
            return Path(there)
    raise Missing("qemu-aarch64 is missing here, and Debian's qemu-user-static does not hold it.")


def unpack(architecture: str, packages: tuple[str, ...], folder: Path) -> None:
    """Debian packages with all they depend on. Since apt gets lists of its own, the machine's stay as they are."""
    apt = folder / "apt"
    archives = apt / "cache" / "archives"
    for place in (apt / "state" / "lists" / "partial", archives / "partial"):
        place.mkdir(parents=True)
    status = apt / "status"
    status.touch()  # nothing is installed
    options = [
        f"APT::Architecture={architecture}",
        f"APT::Architectures::={architecture}",
        f"Dir::State={apt / 'state'}",
        f"Dir::State::status={status}",
        f"Dir::Cache={apt / 'cache'}",
    ]
    get = ["apt-get", "-qq", *(word for option in options for word in ("-o", option))]
    said([*get, "update"])
    said([*get, "--yes", "--no-install-recommends", "--download-only", "install", *packages])
    for package in archives.glob("*.deb"):
        said(["dpkg-deb", "--extract", package, folder])
    shutil.rmtree(apt)


def install(site: Path, version: str) -> None:
    """The locked wheels for that Python, checked by their hashes, and the entry points of our own package."""
    # Bytecode would be that of this Python.
    environment = uv_environment() | {"UV_COMPILE_BYTECODE": "0"}
    into: list[str | Path] = [UV, "pip", "install", "--quiet", "--target", site]
    into += ["--python-platform", "aarch64-manylinux_2_28", "--python-version", version]
    lock = ROOT / "requirements.lock"
    said([*into, "--only-binary", ":all:", "--constraints", lock, *LIBRARIES], environment)
    said([*into, "--no-deps", "--editable", ROOT], environment)


def said(command: list[str | Path], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = " ".join(map(str, command[-2:]))
        reason = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
        raise Missing(f"{Path(command[0]).name} … {last} did not work: {reason}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
