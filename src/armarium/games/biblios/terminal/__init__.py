"""The terminal's room for Biblios; `room.py` says what it offers."""
