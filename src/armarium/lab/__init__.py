"""The laboratory: an arena that can tell players apart, ratings, and adapters to other people's tools."""
