"""The search for a browser: candidates that do not start are skipped; if none starts, the error says what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web import browser
from tests.web.browser import (
    BrowserNotFound,
    Candidate,
    find_working_browser,
    list_installed_browsers,
    supports_npm_browser,
)

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="the fakes are shell scripts")

# The ELF header of a program for another processor (IBM S/390).
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


def make_candidate(path: str) -> Candidate:
    return Candidate(Path(path).name, lambda: path)


def read_failure(path: str, patience: float = 20) -> str:
    with pytest.raises(BrowserNotFound) as failed:
        find_working_browser([make_candidate(path)], patience)
    return str(failed.value)


@unix_only
def test_a_browser_for_another_processor_is_skipped(fake):
    label = read_failure(fake("other", OTHER_PROCESSOR))
    assert "other: it does not start" in label and "Exec format error" in label


@unix_only
def test_a_hanging_browser_is_skipped_and_killed(fake, tmp_path):
    pids = tmp_path / "pids"
    script = f"#!/bin/sh\necho $$ >> {pids}\nexec sleep 987654\n"
    label = read_failure(fake("hanging", script.encode()), patience=2)
    assert "hanging: it does not start" in label and "Timeout" in label
    for pid in pids.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


@unix_only
def test_a_browser_that_exits_at_once_is_skipped(fake):
    assert "it does not start" in read_failure(fake("ending", b"#!/bin/sh\nexit 1\n"))


def test_a_missing_browser_is_skipped(tmp_path):
    assert "it is not there" in read_failure(str(tmp_path / "missing"))


def test_the_first_working_browser_is_used(monkeypatch):
    asked = []

    def start_browser(path: str, _: float) -> str:
        asked.append(path)
        if path == "broken":
            raise BrowserNotFound("it does not start")
        return path

    monkeypatch.setattr(browser, "_start_browser", start_browser)
    nowhere = Candidate("nowhere", lambda: None)
    assert (
        find_working_browser(
            [nowhere, make_candidate("broken"), make_candidate("good"), make_candidate("better")]
        )
        == "good"
    )
    assert asked == ["broken", "good"]


def test_without_a_browser_the_error_says_what_to_install():
    with pytest.raises(BrowserNotFound) as failed:
        find_working_browser([])
    label = str(failed.value)
    assert "apt-get install chromium" in label and "ARMARIUM_BROWSER" in label
    assert "\n" not in label and label.endswith("(tried: there is none).")


def test_the_configured_browser_is_used_or_the_error_says_why(monkeypatch, tmp_path):
    monkeypatch.setenv("ARMARIUM_BROWSER", str(tmp_path / "mine"))
    monkeypatch.setattr(subprocess, "run", forbid_installation(subprocess.run))
    with pytest.raises(BrowserNotFound, match="ARMARIUM_BROWSER: it is not there"):
        browser.install_browser()


def forbid_installation(run: Callable[..., object]) -> Callable[..., object]:
    def run_checked(command: list[str], **more: object) -> object:
        assert "install" not in command
        return run(command, **more)

    return run_checked


def test_a_browser_is_installed_if_none_starts(monkeypatch):
    """Playwright's download comes first; root on Debian then gets the package."""
    installed: list[str] = []
    monkeypatch.delenv("ARMARIUM_BROWSER", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: installed.append(command[-1]))

    def search(_: object) -> str:
        if len(installed) < 3:
            raise BrowserNotFound("none")
        return "/usr/bin/chromium"

    monkeypatch.setattr(browser, "find_working_browser", search)
    messages: list[str] = []
    assert browser.install_browser(messages.append) == "/usr/bin/chromium"
    assert installed == ["chromium", "update", "chromium"]
    assert messages == ["• downloading Playwright's Chromium", "• installing Debian's chromium"]


def test_the_path_comes_before_the_default_locations(monkeypatch, tmp_path, fake):
    on_path, placed = fake("google-chrome", b"#!/bin/sh\n"), fake("placed", b"#!/bin/sh\n")
    monkeypatch.setattr(browser, "LINUX", (placed, str(tmp_path / "missing")))
    assert list(list_installed_browsers("linux", {"PATH": str(tmp_path)})) == [on_path, placed]


def test_macos_and_windows_have_their_own_locations(tmp_path):
    mac = tmp_path / "Applications" / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    for file in (mac, edge):
        file.parent.mkdir(parents=True)
        file.touch()
    assert str(mac) in list_installed_browsers("darwin", {"HOME": str(tmp_path), "PATH": ""})
    assert list(
        list_installed_browsers("win32", {"PROGRAMFILES(X86)": str(tmp_path), "PATH": ""})
    ) == [str(edge)]


@pytest.mark.parametrize(
    ("system", "machine", "runs"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", False),
        ("darwin", "x86_64", False),
        ("win32", "AMD64", False),
    ],
)
def test_the_npm_browser_needs_linux_on_x86_64(system, machine, runs):
    assert supports_npm_browser(system, machine) is runs
