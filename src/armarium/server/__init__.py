"""The table for people: tables, seats by link, sockets and storage.

`table` is one table as a pure state machine, `store` its memory, `bots` who thinks for the seats
without people, `net` joins them with requests and sockets; `serve` is the command. An arrow between
these rooms points down, and games are known by their promise only.
"""
