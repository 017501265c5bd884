"""The proxy configurations in `hosting` work: a game over TLS, including WebSockets, with one process or several."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client as client

from tests.server.postgres import Cluster
from tests.web.server_process import ServerProcess

HOSTING = Path(__file__).parents[3] / "hosting"
NAME = "cards.example"


def find_free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def run_program(command: list[str], port: int, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, **environment})
    try:
        until = time.monotonic() + 30
        while True:
            assert process.poll() is None, "the proxy has ended"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < until, "the proxy does not listen"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def name_ports(behind: Sequence[int]) -> list[tuple[str, str]]:
    """Return the addresses in the shipped files, with the ports of this test's servers."""
    shipped = ("8001", "8002") if len(behind) == 2 else ("8000",)
    return [(f"127.0.0.1:{old}", f"127.0.0.1:{new}") for old, new in zip(shipped, behind)]


@contextmanager
def run_nginx(folder: Path, port: int, behind: Sequence[int]) -> Iterator[Path]:
    """Run the shipped nginx site, with this test's ports and certificate."""
    if (program := shutil.which("nginx")) is None:
        pytest.skip("nginx is not installed (on Debian: apt-get install nginx)")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    site = (HOSTING / "nginx.conf").read_text("utf-8")
    if len(behind) == 2:  # as the first lines of the other file say
        several = (HOSTING / "nginx.several.conf").read_text("utf-8")
        location = "proxy_pass http://armarium; proxy_connect_timeout 2s;"
        assert location in several
        site = several + site.replace("proxy_pass http://127.0.0.1:8000;", location)
    for shipped, here in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("listen [::]:443 ssl http2;", f"listen [::1]:{port} ssl http2;"),
        ("listen 80;", f"listen 127.0.0.1:{find_free_port()};"),
        ("listen [::]:80;", f"listen [::1]:{find_free_port()};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        *name_ports(behind),
    ):
        assert shipped in site
        site = site.replace(shipped, here)
    (folder / "site.conf").write_text(site)
    paths = "\n".join(
        f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )  # fmt: skip
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'}; events {{}}\n"
        f"http {{ access_log off; {paths} include {folder / 'site.conf'}; }}\n"
    )
    if os.geteuid() == 0:  # its workers are not root
        folder.chmod(0o755)
    with run_program(
        [program, "-p", str(folder), "-c", str(whole), "-e", str(folder / "error.log")], port
    ):
        yield certificate


@contextmanager
def run_caddy(folder: Path, port: int, behind: Sequence[int]) -> Iterator[Path]:
    """Run the shipped Caddyfile. Its certificate is from its own authority, because no other can be reached."""
    if (program := shutil.which("caddy")) is None:
        pytest.skip("Caddy is not installed (on Debian: apt-get install caddy)")
    name = "Caddyfile.several" if len(behind) == 2 else "Caddyfile"
    site = (HOSTING / name).read_text("utf-8")
    own = f"{NAME}:{port} {{\n\ttls internal\n\tbind 127.0.0.1 ::1"
    for shipped, here in ((f"{NAME} {{", own), *name_ports(behind)):
        assert shipped in site
        site = site.replace(shipped, here)
    whole = folder / "Caddyfile"
    whole.write_text(
        "{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n" + site
    )
    command = [program, "run", "--config", str(whole), "--adapter", "caddyfile"]
    with run_program(
        command, port, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder), HOME=str(folder)
    ):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until = time.monotonic() + 60
        while not has_certificate(port, root):
            assert time.monotonic() < until
            time.sleep(0.05)
        yield root


def has_certificate(port: int, authority: Path) -> bool:
    """Return whether a proxy already has the certificate that it makes itself."""
    with contextlib.suppress(OSError):
        trust = ssl.create_default_context(cafile=str(authority))
        with (
            socket.create_connection(("127.0.0.1", port)) as raw,
            trust.wrap_socket(raw, server_hostname=NAME),
        ):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [run_nginx, run_caddy])
def test_a_game_over_tls(proxy, tmp_path: Path):
    port = find_free_port()
    url = f"https://{NAME}:{port}"
    more = ("--public-url", url, "--trusted-proxy", "127.0.0.1")
    with (
        ServerProcess(tmp_path / "tables.db", more=more) as server,
        proxy(tmp_path, port, [server.port]) as authority,
    ):
        trust = ssl.create_default_context(cafile=str(authority))
        for address in ("127.0.0.1", "::1"):
            play(url, port, trust, address)


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [run_nginx, run_caddy])
def test_several_processes_play_on_without_one(proxy, tmp_path: Path, cluster: Cluster):
    """A client and a table may belong to the process that is killed."""
    port = find_free_port()
    url = f"https://{NAME}:{port}"
    more = ("--public-url", url, "--trusted-proxy", "127.0.0.1", "--db", cluster.database())
    first, second = (ServerProcess(tmp_path / "unused", more=more) for _ in range(2))
    with first, second, proxy(tmp_path, port, [first.port, second.port]) as authority:
        trust = ssl.create_default_context(cafile=str(authority))
        play(url, port, trust, "127.0.0.1")
        first.kill()
        play(url, port, trust, "127.0.0.1")
        first.start()
        second.kill()
        play(url, port, trust, "127.0.0.1")


def play(url: str, port: int, trust: ssl.SSLContext, address: str) -> None:
    """Play as a browser does, except that the host name has this address."""
    known = socket.getaddrinfo

    def find_addresses(host: str, *more: Any, **others: Any):
        return known(address if host == NAME else host, *more, **others)

    socket.getaddrinfo = find_addresses  # type: ignore[assignment]
    try:
        with urllib.request.urlopen(f"{url}/", context=trust) as page:
            assert page.status == 200 and b"<html" in page.read()
        body = json.dumps(
            {"game": "biblios", "seats": [{"name": "Ada"}, {"bot": "random"}], "pace": "fast"}
        )
        asked = urllib.request.Request(
            f"{url}/api/tables", body.encode(), {"Content-Type": "application/json", "Origin": url}
        )
        with urllib.request.urlopen(asked, context=trust) as answer:
            ticket = json.load(answer)
        target = f"wss://{NAME}:{port}/api/tables/{ticket['table']}/socket"
        with client.connect(target, ssl=trust, origin=url) as pipe:  # type: ignore[call-overload]
            hello = {"t": "hello", "token": ticket["token"], "v": 0, "n": 0, "lang": "en"}
            pipe.send(json.dumps(hello))
            number, view = 0, {}
            while view.get("phase") != "over":
                message = json.loads(pipe.recv(timeout=30))
                if "view" in message and message["t"] in ("view", "events"):
                    view = message["view"]
                    if view["legal"]:
                        number += 1
                        act = {
                            "t": "act",
                            "id": str(number),
                            "v": message["v"],
                            "action": view["legal"][0],
                        }
                        pipe.send(json.dumps(act))
            assert number > 10
    finally:
        socket.getaddrinfo = known
