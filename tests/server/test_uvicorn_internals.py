"""The internals of uvicorn that we rely on: if an upgrade changes one, a test here names it.

`server/timeouts.py` subclasses uvicorn's HTTP protocol and `server/connections.py` its WebSocket protocol. Neither is
a public interface, so the dependency has an upper bound. Raise it when these tests pass with the new version.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import State
from websockets.server import ServerProtocol

from armarium.server.app import make_app
from armarium.server.serve import make_config
from armarium.server.sockets import LimitedSocket
from armarium.server.timeouts import TimeoutHTTPProtocol

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
VERSION = f"uvicorn {uvicorn.__version__}"

METHODS = [
    (H11Protocol, "__init__", ["config", "server_state", "app_state", "_loop"]),
    (H11Protocol, "connection_made", ["transport"]),
    (H11Protocol, "connection_lost", ["exc"]),
    (H11Protocol, "data_received", ["data"]),
    (H11Protocol, "handle_events", []),
    (H11Protocol, "handle_websocket_upgrade", ["event"]),
    (H11Protocol, "on_response_complete", []),
    (H11Protocol, "send_400_response", ["msg"]),
    (WebSocketsSansIOProtocol, "__init__", ["config", "server_state", "app_state", "_loop"]),
    (WebSocketsSansIOProtocol, "data_received", ["data"]),
    (WebSocketsSansIOProtocol, "handle_connect", ["event"]),
    (WebSocketsSansIOProtocol, "handle_parser_exception", []),
    (uvicorn.Server, "handle_exit", ["sig", "frame"]),
    (uvicorn.Server, "startup", ["sockets"]),
    (uvicorn.Server, "shutdown", ["sockets"]),
]
ATTRIBUTES = {
    "http_protocol_class": ["client", "cycle", "loop", "transport"],
    "ws_protocol_class": [
        "client",
        "close_sent",
        "close_timeout",
        "conn",
        "handshake_complete",
        "handshake_initiated",
        "loop",
        "transport",
    ],
}


@pytest.mark.parametrize(("owner", "name", "parameters"), METHODS)
def test_overridden_methods_accept_our_arguments(owner: type, name: str, parameters: list[str]):
    method = getattr(owner, name, None)
    assert method is not None, f"{VERSION} has no {owner.__name__}.{name}"
    found = list(inspect.signature(method).parameters)[1:]
    assert found == parameters, f"{VERSION}: {owner.__name__}.{name} takes {found}"


@pytest.mark.parametrize("ours", [TimeoutHTTPProtocol, LimitedSocket])
def test_every_method_that_calls_its_parent_has_one(ours: type):
    (parent,) = ours.__bases__
    for name, method in vars(ours).items():
        if inspect.isfunction(method) and "super()" in inspect.getsource(method):
            assert hasattr(parent, name), f"{VERSION} has no {parent.__name__}.{name}"


@pytest.mark.parametrize("kind", ATTRIBUTES)
async def test_a_new_connection_has_the_attributes_that_we_read(kind: str, tmp_path: Path):
    config = make_config(make_app(f"sqlite:///{tmp_path / 'tables.db'}"))
    config.load()
    protocol: Any = getattr(config, kind)
    connection = protocol(config, ServerState(), {}, asyncio.get_running_loop())
    missing = [name for name in ATTRIBUTES[kind] if not hasattr(connection, name)]
    assert not missing, f"{VERSION}: {protocol.__mro__[2].__name__} has no {missing}"


def test_a_cycle_says_when_its_response_is_complete():
    source = inspect.getsource(RequestResponseCycle)
    assert "self.response_complete = True" in source, f"{VERSION}: RequestResponseCycle"


def test_a_handshake_leaves_its_response_and_its_scope():
    source = inspect.getsource(WebSocketsSansIOProtocol.handle_connect)
    for used in ("self.response = ", "self.scope", '"state"'):
        assert used in source, f"{VERSION}: WebSocketsSansIOProtocol.handle_connect, {used}"


def test_a_connection_can_be_failed_with_a_code():
    assert list(inspect.signature(ServerProtocol.fail).parameters) == ["self", "code", "reason"]
    assert isinstance(State.OPEN, State) and isinstance(ServerProtocol.state, property)


def test_the_dependency_has_an_upper_bound():
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    (asked,) = [text for text in project["dependencies"] if text.startswith("uvicorn")]
    assert re.fullmatch(r"uvicorn>=0\.\d+,<0\.\d+", asked)
