"""What the players of Bibliogamo compute, compiled."""
