"""The multiplayer server: tables, seat links, WebSockets and storage.

`tables` is a table as a pure state machine, `store` is its event log in a database, `bots` runs bots in worker
processes, `features` holds one module per feature, `app` is the web application, and `serve` is the command. Imports
point down this list. Games are used only through their interface.
"""
