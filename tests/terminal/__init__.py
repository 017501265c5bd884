"""Tests of the terminal: texts, screens, input, replays and verification."""
