"""Run on the Debian of `guide.py`, with the installed package and nothing else: a whole game over TLS."""

import json
import ssl
import time
import urllib.request
from pathlib import Path

import websockets.sync.client as client

URL = "https://cards.example"
ROOT = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
PATIENCE = 900  # seconds: the first start compiles the rules

until = time.monotonic() + PATIENCE
while True:
    try:
        trust = ssl.create_default_context(cafile=str(ROOT))
        with urllib.request.urlopen(f"{URL}/healthz", context=trust) as answer:
            assert json.load(answer) == {"ok": True}
        break
    except OSError:
        if time.monotonic() > until:
            for log in ("caddy", "armarium"):
                print(Path(f"/var/log/{log}.log").read_text()[-3000:])
            raise
        time.sleep(1)
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
with client.connect(address, ssl=trust, origin=URL) as pipe:
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
print("a game of", number, "actions over TLS")
