"""What only the laboratory asks of this game."""
