"""The terminal UI of Biblios, registered by `extension.py`."""
