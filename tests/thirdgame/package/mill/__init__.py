"""Mill: a small game of flour and wind, in plain Python."""
