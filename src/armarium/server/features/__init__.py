"""One module or package per feature of a table: the effect of its log entries, its checks, commands and timers."""
