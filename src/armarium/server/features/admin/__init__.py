"""The admin API: list, close, mute, export and delete tables, and ban addresses."""
