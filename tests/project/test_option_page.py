"""docs/options.md and docs/commands.md are up to date with the option tables and with the commands."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.mark.parametrize("tool", ["option_page", "command_page"])
def test_the_page_is_current(tool):
    """In a process of its own: click remembers the help of a command that another test has called."""
    done = subprocess.run([sys.executable, str(TOOLS / f"{tool}.py"), "--check"], check=False)
    assert done.returncode == 0, f"run tools/{tool}.py"
