"""Bots at a table: built-in levels and extra players that the host allows. They run in separate processes."""
