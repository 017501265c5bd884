"""What the players of Biblios compute, compiled."""
