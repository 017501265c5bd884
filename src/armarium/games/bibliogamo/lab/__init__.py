"""The extension of Bibliogamo for the lab."""
