"""`armarium analyse` at the terminal: an analysis told in words."""
