"""Experiments for Bibliogamo: tuning of the planner."""
