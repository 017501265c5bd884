"""`python -m tests.web.fast_server --port 0 --db …`: a server with short timeouts for absent players."""

from __future__ import annotations

import argparse

from armarium.server.serve import serve
from armarium.server.tables.session import TableTimeouts

if __name__ == "__main__":
    reader = argparse.ArgumentParser()
    reader.add_argument("--port", type=int)
    reader.add_argument("--db")
    asked = reader.parse_args()
    timeouts = TableTimeouts(away=3.0, asked=0.5, nudge=60.0, grace=5.0)
    serve(port=asked.port, db=asked.db, browser=False, timeouts=timeouts)
