"""The server's log on standard error: lines for people, or a JSON object a line for programs.

What is logged names tables, addresses and codes. No token, seed, card or line of talk is ever given to a logger.
"""

from __future__ import annotations

import json
import logging
import sys
import time

__all__ = ["FORMS", "log_to_stderr", "only_news"]

FORMS = ("text", "json")


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


# What uvicorn says of bytes that nobody can read, the one with a traceback: a stranger could fill the log with it.
_NO_NEWS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)


def only_news(record: logging.LogRecord) -> bool:
    """A filter for uvicorn's own logger."""
    return record.msg not in _NO_NEWS


def log_to_stderr(form: str) -> None:
    """For this process, from now on. Everything of ours; of libraries what they warn of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _JsonLines()
        if form == "json"
        else logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("armarium").setLevel(logging.INFO)
