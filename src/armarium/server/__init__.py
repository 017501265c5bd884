"""The table for people: tables, seats by link, sockets and storage.

`session` is one table as a pure state machine, `store` its memory, `room` joins the two and the
sockets; `app` is the web application, `serve` the command. Games are known by their promise only.
"""
