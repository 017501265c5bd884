"""The proxies of docs/hosting.md, as their files stand in `hosting`: a game over TLS, sockets included."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import websockets.sync.client as client

from tests.web.server_process import ServerProcess

HOSTING = Path(__file__).parents[3] / "hosting"
NAME = "cards.example"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
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


@contextmanager
def nginx(folder: Path, port: int, behind: int) -> Iterator[Path]:
    """The shipped site, with this test's ports and certificate."""
    if (program := shutil.which("nginx")) is None:
        pytest.skip("nginx is not installed (on Debian: apt-get install nginx)")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    site = (HOSTING / "nginx.conf").read_text("utf-8")
    for shipped, here in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
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
    with running(
        [program, "-p", str(folder), "-c", str(whole), "-e", str(folder / "error.log")], port
    ):
        yield certificate


@contextmanager
def caddy(folder: Path, port: int, behind: int) -> Iterator[Path]:
    """The shipped Caddyfile; the certificate is from an authority of its own, as no other can be asked here."""
    if (program := shutil.which("caddy")) is None:
        pytest.skip("Caddy is not installed (on Debian: apt-get install caddy)")
    shipped = (HOSTING / "Caddyfile").read_text("utf-8")
    assert f"{NAME} {{" in shipped and "127.0.0.1:8000" in shipped
    site = shipped.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls internal\n\tbind 127.0.0.1")
    whole = folder / "Caddyfile"
    whole.write_text(
        "{\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n"
        + site.replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    )
    command = [program, "run", "--config", str(whole), "--adapter", "caddyfile"]
    with running(
        command, port, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder), HOME=str(folder)
    ):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until = time.monotonic() + 30
        while not root.exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        yield root


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_game_over_tls(proxy, tmp_path: Path):
    port = free_port()
    url = f"https://{NAME}:{port}"
    more = ("--public-url", url, "--trusted-proxy", "127.0.0.1")
    with (
        ServerProcess(tmp_path / "tables.db", more=more) as server,
        proxy(tmp_path, port, server.port) as authority,
    ):
        play(url, port, ssl.create_default_context(cafile=str(authority)))


def play(url: str, port: int, trust: ssl.SSLContext) -> None:
    """As a browser does it, but for the name, which this machine is told by us."""
    known = socket.getaddrinfo

    def found(host: str, *more: object, **others: object):
        return known("127.0.0.1" if host == NAME else host, *more, **others)

    socket.getaddrinfo = found  # type: ignore[assignment]
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
        address = f"wss://{NAME}:{port}/api/tables/{ticket['table']}/socket"
        with client.connect(address, ssl=trust, origin=url) as pipe:
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
