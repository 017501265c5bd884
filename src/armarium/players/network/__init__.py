"""A trained network at the table, of any game that has rows: integers in, integers out, no torch."""
