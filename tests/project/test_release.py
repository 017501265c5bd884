"""What a release publishes: bill of materials, licences, checksums, and the workflow that builds it."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from make_release import (
    bill_of_materials,
    checksums,
    licences,
    make_release,
    page_components,
    released_on,
)

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
NAMES = ["alembic", "armarium", "msgspec", "starlette"]


def test_the_version_has_a_dated_section():
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", released_on(VERSION))
    with pytest.raises(SystemExit, match="99"):
        released_on("99.0.0")


def test_the_bill_of_materials_follows_cyclonedx():
    """The fields that CycloneDX 1.5 requires, and one package URL for each component."""
    packages = [distribution(name) for name in NAMES]
    bill = bill_of_materials(packages, [], VERSION, "2026-11-18")
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    main = bill["metadata"]["component"]
    assert (main["type"], main["name"], main["version"]) == ("application", "armarium", VERSION)
    assert main["licenses"] == [{"expression": "MIT AND CC-BY-4.0 AND OFL-1.1"}]
    assert [one["name"] for one in bill["components"]] == ["alembic", "msgspec", "starlette"]
    for one in bill["components"]:
        assert one["type"] == "library" and one["licenses"]
        assert one["purl"] == one["bom-ref"] == f"pkg:pypi/{one['name']}@{one['version']}"


def test_the_bill_names_what_the_page_is_built_from():
    """And no tool that only builds it."""
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found = {one["name"]: one for one in page_components()}
    assert {"svelte", "uqr", "@fontsource/almendra"} <= found.keys()
    assert not found.keys() & {"vite", "postcss", "eslint", "typescript"}
    for name, one in found.items():
        version = locked[f"node_modules/{name}"]["version"]
        assert one["purl"] == f"pkg:npm/{name.replace('@', '%40')}@{version}"
        assert one["licenses"][0]["expression"] in ("MIT", "OFL-1.1")


def test_licences_are_collected():
    text = licences([distribution(name) for name in NAMES])
    for name in ("alembic", "msgspec", "starlette"):
        assert f"{'=' * 20} {name} {distribution(name).version}: " in text
    assert "Permission is hereby granted" in text


def test_checksums_are_those_of_sha256sum(tmp_path: Path):
    files = [tmp_path / "b", tmp_path / "a"]
    for file in files:
        file.write_text(file.name)
    assert checksums(files).splitlines() == [
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in "ab"
    ]


def test_the_workflow_runs_targets_of_the_makefile():
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    asked = re.findall(r"run: make ([a-z-]+)", workflow)
    assert {"test", "test-all", "release"} <= set(asked) <= targets


@pytest.mark.third_party
def test_a_whole_release(tmp_path: Path):
    """Built, installed with locked libraries in an empty environment, and run there."""
    files = {file.name: file for file in make_release(tmp_path)}
    assert len(files) == 5 and len(list(tmp_path.iterdir())) == 5
    bill = json.loads(files[f"armarium-{VERSION}.cdx.json"].read_text("utf-8"))
    assert {"numba", "svelte"} <= {one["name"] for one in bill["components"]}
    for line in files["SHA256SUMS"].read_text("utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256(files[name].read_bytes()).hexdigest() == digest
