"""`python -m tests.web.hasty_server --port 0 --db …`: a server at which nobody is waited for a whole minute."""

from __future__ import annotations

import argparse

from armarium.server.serve import serve
from armarium.server.table.attendance import Waits

if __name__ == "__main__":
    reader = argparse.ArgumentParser()
    reader.add_argument("--port", type=int)
    reader.add_argument("--db")
    asked = reader.parse_args()
    waits = Waits(away=3.0, asked=0.5, nudge=60.0, grace=5.0)
    serve(port=asked.port, db=asked.db, browser=False, waits=waits)
