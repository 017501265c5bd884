"""How people reach a table: requests, sockets, the rooms that keep the order of things, the page."""
