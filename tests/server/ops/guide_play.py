"""Play a whole game over TLS, on the Debian of `guide.py`, with only the installed package.

With `--again`, check that the table of that game is still there.
"""

import json
import ssl
import sys
import time
import urllib.request
from pathlib import Path

import websockets.sync.client as client

URL = "https://cards.example"
ROOT = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
TIMEOUT_SECONDS = 3600  # the first start compiles the rules

until = time.monotonic() + TIMEOUT_SECONDS
while True:
    try:
        trust = ssl.create_default_context(cafile=str(ROOT))
        with urllib.request.urlopen(f"{URL}/readyz", context=trust) as answer:
            if json.load(answer) == {"ready": True, "rules": "compiled"}:
                break
    except OSError:
        if time.monotonic() > until:
            raise
    assert time.monotonic() < until, "the rules stay interpreted"
    time.sleep(1)
PLAYED = Path("/srv/table")
if "--again" in sys.argv:
    address = f"{URL}/api/tables/{PLAYED.read_text()}/record"
    with urllib.request.urlopen(address, context=trust) as answer:
        assert answer.read().startswith(b"armarium")
    sys.exit()
with urllib.request.urlopen(f"{URL}/", context=trust) as page:
    assert b"<html" in page.read()
wish = {"game": "biblios", "seats": [{"name": "Ada"}, {"bot": "random"}], "pace": "fast"}
asked = urllib.request.Request(
    f"{URL}/api/tables",
    json.dumps(wish).encode(),
    {"Content-Type": "application/json", "Origin": URL},
)
with urllib.request.urlopen(asked, context=trust) as answer:
    ticket = json.load(answer)
address = f"wss://cards.example/api/tables/{ticket['table']}/socket"
with client.connect(address, ssl=trust, origin=URL) as pipe:  # type: ignore[call-overload]
    pipe.send(json.dumps({"t": "hello", "token": ticket["token"]}))
    number, view = 0, {}
    while view.get("phase") != "over":
        message = json.loads(pipe.recv(timeout=120))
        if message["t"] in ("view", "events"):
            view = message["view"]
            if view["legal"]:
                number += 1
                act = {"t": "act", "id": str(number), "v": message["v"], "action": view["legal"][0]}
                pipe.send(json.dumps(act))
assert number > 10
PLAYED.write_text(ticket["table"])
print("a game of", number, "actions over TLS")
