"""The state of a table: its event log, its commands, and what each viewer may see.

Nothing here uses sockets, clocks, threads or files. The caller saves, sends and waits.
"""
