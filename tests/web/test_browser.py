"""The search for a browser: what does not start is passed by, and if nothing starts, one sentence says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web import browser
from tests.web.browser import Candidate, NoBrowser, first_that_starts, own_places, runs_npms

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="the fakes are shell scripts")

# The head of a program for a processor that is neither of today's (an IBM S/390).
OTHER_PROCESSOR = (
    b"\x7fELF\x01\x02\x01" + bytes(9) + b"\x00\x02\x00\x16\x00\x00\x00\x01" + bytes(40)
)


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str, bytes], str]:
    def make(name: str, content: bytes) -> str:
        file = tmp_path / name
        file.write_bytes(content)
        file.chmod(0o755)
        return str(file)

    return make


def at(path: str) -> Candidate:
    return Candidate(Path(path).name, lambda: path)


def refused(path: str, patience: float = 20) -> str:
    with pytest.raises(NoBrowser) as failed:
        first_that_starts([at(path)], patience)
    return str(failed.value)


@unix_only
def test_a_program_for_another_processor_is_passed_by(fake):
    told = refused(fake("other", OTHER_PROCESSOR))
    assert "other: it does not start" in told and "Exec format error" in told


@unix_only
def test_one_that_hangs_is_passed_by_and_does_not_stay(fake, tmp_path):
    pids = tmp_path / "pids"
    script = f"#!/bin/sh\necho $$ >> {pids}\nexec sleep 987654\n"
    told = refused(fake("hanging", script.encode()), patience=2)
    assert "hanging: it does not start" in told and "Timeout" in told
    for pid in pids.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


@unix_only
def test_one_that_ends_at_once_is_passed_by(fake):
    assert "it does not start" in refused(fake("ending", b"#!/bin/sh\nexit 1\n"))


def test_one_that_is_not_there_is_passed_by(tmp_path):
    assert "it is not there" in refused(str(tmp_path / "missing"))


def test_the_first_that_starts_is_taken_and_no_other_is_started(monkeypatch):
    asked = []

    def started(path: str, _: float) -> str:
        asked.append(path)
        if path == "broken":
            raise NoBrowser("it does not start")
        return path

    monkeypatch.setattr(browser, "_started", started)
    nowhere = Candidate("nowhere", lambda: None)
    assert first_that_starts([nowhere, at("broken"), at("good"), at("better")]) == "good"
    assert asked == ["broken", "good"]


def test_without_any_one_sentence_says_what_to_install():
    with pytest.raises(NoBrowser) as failed:
        first_that_starts([])
    told = str(failed.value)
    assert "apt-get install chromium" in told and "ARMARIUM_BROWSER" in told
    assert "\n" not in told and told.endswith("(tried: there is none).")


def test_whoever_names_one_gets_that_one_or_the_reason(monkeypatch, tmp_path):
    monkeypatch.setenv("ARMARIUM_BROWSER", str(tmp_path / "mine"))
    monkeypatch.setattr(subprocess, "run", no_download(subprocess.run))
    with pytest.raises(NoBrowser, match="ARMARIUM_BROWSER: it is not there"):
        browser.bring()


def no_download(run: Callable[..., object]) -> Callable[..., object]:
    def checked(command: list[str], **more: object) -> object:
        assert "install" not in command
        return run(command, **more)

    return checked


def test_where_none_starts_one_is_brought(monkeypatch):
    """First Playwright's; who is root on Debian then gets the package."""
    brought: list[str] = []
    monkeypatch.delenv("ARMARIUM_BROWSER", raising=False)
    monkeypatch.setattr(browser.shutil, "which", lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: brought.append(command[-1]))

    def search(_: object) -> str:
        if len(brought) < 3:
            raise NoBrowser("none")
        return "/usr/bin/chromium"

    monkeypatch.setattr(browser, "first_that_starts", search)
    said: list[str] = []
    assert browser.bring(said.append) == "/usr/bin/chromium"
    assert brought == ["chromium", "update", "chromium"]
    assert said == ["• downloading Playwright's Chromium", "• installing Debian's chromium"]


def test_the_path_comes_before_the_usual_places(monkeypatch, tmp_path, fake):
    on_path, placed = fake("google-chrome", b"#!/bin/sh\n"), fake("placed", b"#!/bin/sh\n")
    monkeypatch.setattr(browser, "LINUX", (placed, str(tmp_path / "missing")))
    assert list(own_places("linux", {"PATH": str(tmp_path)})) == [on_path, placed]


def test_macos_and_windows_keep_browsers_in_folders_of_their_own(tmp_path):
    mac = tmp_path / "Applications" / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    for file in (mac, edge):
        file.parent.mkdir(parents=True)
        file.touch()
    assert str(mac) in own_places("darwin", {"HOME": str(tmp_path), "PATH": ""})
    assert list(own_places("win32", {"PROGRAMFILES(X86)": str(tmp_path), "PATH": ""})) == [
        str(edge)
    ]


@pytest.mark.parametrize(
    ("system", "machine", "runs"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", False),
        ("darwin", "x86_64", False),
        ("win32", "AMD64", False),
    ],
)
def test_npms_browser_is_for_one_kind_of_machine(system, machine, runs):
    assert runs_npms(system, machine) is runs
