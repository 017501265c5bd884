"""The training room: one network learns by playing against itself and its earlier selves (docs/training.md)."""
