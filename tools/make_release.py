"""Build the files of a release, and check them in an empty environment: python tools/make_release.py [FOLDER]

The folder receives the sdist, the wheel, the bill of materials (CycloneDX), the licences and SHA256SUMS. The bill and
the licences describe the packages that are installed with the wheel, in the versions of requirements.lock, and the npm
packages in the page.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from make_package import WEB, list_page_packages, make_package
from uv_like_pip import make_uv_environment

__all__ = [
    "bill_of_materials",
    "checksums",
    "licences",
    "make_release",
    "page_components",
    "released_on",
]

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
SPECIFICATION = "1.5"
LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE)[^/]*$", re.IGNORECASE)


def released_on(version: str) -> str:
    """Return the date of a version in the changelog. A version without a date is not released."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(
        rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog, re.MULTILINE
    )
    if found is None:
        raise SystemExit(f"CHANGELOG.md has no section “## [{version}] - DATE”.")
    return found[1]


def make_release(out: Path) -> list[Path]:
    """Build and check the files of a release; return their paths."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version, date = project["version"], released_on(project["version"])
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        old.unlink()
    sdist, wheel = make_package(out)
    bill, terms, sums = (
        out / name for name in (f"armarium-{version}.cdx.json", "LICENCES.txt", "SHA256SUMS")
    )
    with tempfile.TemporaryDirectory(prefix="armarium-release-") as folder:
        packages = _install_wheel(Path(folder), wheel)
        _check_installation(Path(folder), version)
        found = sorted(distributions(path=[str(packages)]), key=_normalise_name)
        parts = bill_of_materials(found, page_components(), version, date)
        bill.write_text(json.dumps(parts, indent=2) + "\n", "utf-8")
        terms.write_text(licences(found), "utf-8")
    files = [sdist, wheel, bill, terms]
    sums.write_text(checksums(files), "utf-8")
    return [*files, sums]


def _install_wheel(folder: Path, wheel: Path) -> Path:
    """Install the wheel with its locked libraries into an empty environment; return the folder of the packages."""
    environment, python = make_uv_environment(), str(folder / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    # The lock file also pins the build tools. As a constraint, it installs only what the wheel needs.
    lock = ["--constraint", str(ROOT / "requirements.lock")]
    command = [str(UV), "pip", "install", "--quiet", "--python", python, *lock, str(wheel)]
    subprocess.run(command, env=environment, check=True, cwd=ROOT)
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(
        subprocess.run(
            [python, "-c", query], capture_output=True, text=True, check=True
        ).stdout.strip()
    )


def _check_installation(folder: Path, version: str) -> None:
    """Run the installed program: its version, and the checks of a server."""
    program = folder / "bin" / "armarium"
    shown = subprocess.run(
        [program, "--version"], capture_output=True, text=True, check=True, cwd=folder
    )
    if not shown.stdout.strip().endswith(version):
        raise SystemExit(f"The installed package says {shown.stdout.strip()}, expected {version}.")
    subprocess.run([program, "doctor", "--db", str(folder / "none.db")], check=True, cwd=folder)


def _normalise_name(package: Distribution) -> str:
    return re.sub(r"[-_.]+", "-", package.metadata["Name"]).lower()


def bill_of_materials(
    packages: list[Distribution], page: list[dict[str, Any]], version: str, date: str
) -> dict[str, Any]:
    """Return the CycloneDX document of a release: armarium, the packages installed with it, and those in its page."""
    components = {_normalise_name(package): _describe_package(package) for package in packages}
    own = components.pop("armarium")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own['purl'])}",
        "version": 1,
        "metadata": {"timestamp": f"{date}T00:00:00Z", "component": {**own, "type": "application"}},
        "components": [*components.values(), *page],
    }


def page_components() -> list[dict[str, Any]]:
    """Return the components of the page: npm packages."""
    found = []
    for name in list_page_packages():
        package = json.loads((WEB / "node_modules" / name / "package.json").read_text("utf-8"))
        reference = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        found.append(_make_component(name, package["version"], reference))
        found[-1]["licenses"] = [{"expression": package["license"]}]
    return found


def _describe_package(package: Distribution) -> dict[str, Any]:
    name, licence = _normalise_name(package), _read_licence(package)
    found = _make_component(name, package.version, f"pkg:pypi/{name}@{package.version}")
    return {**found, **({"licenses": [licence]} if licence else {})}


def _make_component(name: str, version: str, reference: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        "purl": reference,
    }


def _read_licence(package: Distribution) -> dict[str, Any] | None:
    """Return the licence: an SPDX expression, or the free text of an older package."""
    if expressions := package.metadata.get_all("License-Expression"):
        return {"expression": expressions[0]}
    classifiers = package.metadata.get_all("Classifier") or []
    names = [text.rpartition(" :: ")[2] for text in classifiers if text.startswith("License ::")]
    words = [text.strip() for text in package.metadata.get_all("License") or [] if text.strip()]
    name = ", ".join(names) or next(iter(words), "").partition("\n")[0]
    return {"license": {"name": name}} if name else None


def licences(packages: list[Distribution]) -> str:
    """Return the licence files of all packages. Those of the page are in the wheel."""
    parts = ["Licences of Armarium and of the Python packages that are installed with it.\n"]
    for package in packages:
        for name, text in _read_licence_files(package):
            parts.append(
                f"\n{'=' * 20} {_normalise_name(package)} {package.version}: {name}\n\n{text.strip()}\n"
            )
    return "".join(parts)


def _read_licence_files(package: Distribution) -> Iterator[tuple[str, str]]:
    for file in sorted(package.files or [], key=str):
        if LICENCE_FILE.search(str(file)) and file.suffix not in (".py", ".pyc"):
            yield file.name, Path(str(file.locate())).read_text("utf-8", errors="replace")


def checksums(files: list[Path]) -> str:
    """Return the lines that `sha256sum --check` reads."""
    return "".join(
        f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in sorted(files)
    )


if __name__ == "__main__":
    for file in make_release(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"):
        print(f"• {file.name}: {file.stat().st_size / 1e6:.2f} MB")
