"""Players of the house, and those that a host lists, at a table: they think in processes of their own."""
