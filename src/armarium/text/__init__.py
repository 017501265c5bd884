"""User-facing texts: the message catalogue, and sentences for errors and events."""
