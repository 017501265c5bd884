"""Armarium: games about medieval books, with players, a server and a laboratory.

`armarium.games` holds the rules, `armarium.players` the bots, `armarium.lab` the tools for researchers and
`armarium.server` the tables for people. Importing this package compiles nothing and loads no rules.

It registers the games with Gymnasium if Gymnasium is installed. That takes the time of `import gymnasium`, about 0.3 s,
so the command `armarium` and `python -m armarium.…` skip it. Setting ARMARIUM_GYMNASIUM to 0 skips it anywhere else;
the command sets that for the processes that it starts.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise

__all__ = ["__version__"]

__version__ = "0.1.0"


def _is_light() -> bool:
    """Is this the command, or one of our modules that runs as a program?"""
    if os.environ.get("ARMARIUM_GYMNASIUM") == "0":
        return True
    program = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    if program == "-m":  # until Python has found the module that it is to run
        return any(a == "-m" and b.startswith("armarium.") for a, b in pairwise(sys.orig_argv))
    return program in ("armarium", "armarium.exe")


if not _is_light() and ("gymnasium" in sys.modules or find_spec("gymnasium")):
    # By name: the root of the package imports no layer.
    import_module("armarium.lab.adapters.gymnasium_ids").register()
