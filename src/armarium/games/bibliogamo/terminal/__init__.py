"""The terminal's room for Bibliogamo; `room.py` says what it offers."""
