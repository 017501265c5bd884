"""What the lab compiles of this game."""
