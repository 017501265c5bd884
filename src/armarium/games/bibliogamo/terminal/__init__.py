"""The terminal UI of Bibliogamo, registered by `extension.py`."""
